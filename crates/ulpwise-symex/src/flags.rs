//! The IEEE flags of a path, as far as operations on terms raise them.
//!
//! The interpreter keeps the flags of what it ran itself. What ran on terms is written down here,
//! and only a program that asks for its flags makes conditions of it ([`FlagLog::raised`]); one
//! that cannot ask pays nothing.

use crate::terms::{Performed, Terms};
use std::sync::Arc;
use ulpwise_expr::Term;
use ulpwise_float::Flags;
use ulpwise_ir::Module;

/// Whether a function of the library lets a program see its flags.
fn is_reader(name: &str) -> bool {
    ulpwise_externals::effects(name).is_some_and(|effects| effects.reads_flags())
}

/// The flags as `fenv.h` numbers them on x86-64: the bits of MXCSR.
pub(crate) const NUMBERED: [(u64, Flags); 5] = [
    (1, Flags::INVALID),
    (4, Flags::DIVIDE_BY_ZERO),
    (8, Flags::OVERFLOW),
    (16, Flags::UNDERFLOW),
    (32, Flags::INEXACT),
];

/// What happened to the flags.
#[derive(Clone, Debug)]
enum Event {
    /// Something raised flags, or did not.
    Performed(Performed),
    /// Flags were cleared.
    Cleared(Flags),
    /// The flags whose bits are set in this byte were raised.
    Bits(Term),
}

/// What happened to the flags of a path, oldest first.
#[derive(Clone, Debug)]
pub(crate) struct FlagLog {
    is_read: bool,
    events: Arc<Vec<Event>>,
}

impl FlagLog {
    /// No flags are raised yet.
    pub(crate) fn new(module: &Module) -> FlagLog {
        let is_read =
            module.functions.iter().any(|function| function.body.is_none() && is_reader(&function.name));
        FlagLog { is_read, events: Arc::default() }
    }

    /// Writes down what follows whether the program asks or not.
    pub(crate) fn keep(&mut self) {
        self.is_read = true;
    }

    /// Whether the program can tell which operations were carried out.
    pub(crate) fn is_read(&self) -> bool {
        self.is_read
    }

    /// Writes down what was carried out.
    pub(crate) fn performed(&mut self, performed: impl FnOnce() -> Performed) {
        if self.is_read {
            Arc::make_mut(&mut self.events).push(Event::Performed(performed()));
        }
    }

    /// Some flags are down from here on.
    pub(crate) fn clear(&mut self, flags: Flags) {
        let all = NUMBERED.iter().all(|&(_, flag)| flags.contains(flag));
        if all {
            self.events = Arc::default();
        } else {
            Arc::make_mut(&mut self.events).push(Event::Cleared(flags));
        }
    }

    /// Raises the flags whose bits are set in a byte.
    pub(crate) fn raise_bits(&mut self, byte: Term) {
        Arc::make_mut(&mut self.events).push(Event::Bits(byte));
    }

    /// Whether operations on terms left a flag standing.
    ///
    /// # Errors
    /// They are unknown after a call.
    pub(crate) fn raised(
        &self,
        terms: &mut Terms,
        (number, flag): (u64, Flags),
    ) -> Result<Term, UnknownFlags> {
        let mut cases = Vec::new();
        for event in self.events.iter().rev() {
            match event {
                Event::Cleared(flags) if flags.contains(flag) => break,
                Event::Cleared(_) => {}
                Event::Bits(byte) => {
                    let mask = terms.constant(8, number.into());
                    let bit = terms.store.bv_and(*byte, mask);
                    cases.push(terms.is_not_zero(bit));
                }
                Event::Performed(performed) => match terms.raises(flag, performed) {
                    Some(condition) => cases.push(condition),
                    None => return Err(UnknownFlags { function: culprit(performed) }),
                },
            }
        }
        Ok(terms.store.or(&cases))
    }
}

/// Flags are unknown, because of a call of a function with symbolic arguments.
#[derive(Clone, Debug)]
pub(crate) struct UnknownFlags {
    /// The function.
    pub(crate) function: String,
}

fn culprit(performed: &Performed) -> String {
    match performed {
        Performed::Libm { function, .. } => function.name().to_owned(),
        Performed::Unknown(name) => name.clone(),
        _ => "an operation".to_owned(), // fail-closed: this is a name in a message.
    }
}
