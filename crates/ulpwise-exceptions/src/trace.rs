//! The way of an exceptional value through a call: the operation that *generates* it, those that
//! *propagate* it, and its end: it *escapes* into what the call gives back, or something *kills*
//! it, a comparison or an operation whose result is ordinary again.
//!
//! Whether it escapes is seen natively. The steps between are the interpreter's, and are
//! distinguished by their values: an infinite operand comes from the last operation before it that
//! made that infinity.

use crate::ledger::{Goal, Witness};
use crate::outputs::{FloatClass, escapes};
use crate::rerun::Reran;
use crate::simple::number;
use ulpwise_float::order::sign_bit;
use ulpwise_harness::NativeInputs;
use ulpwise_interp::{Exception, FlowKind, FlowStep, SiteFormats};
use ulpwise_ir::{FloatFormat, Module, SiteId};

/// How many operations of a trace are listed. A value can pass every operation of a large function,
/// and there can be as many traces as operations: all of them together would take quadratic space.
pub const MAX_PROPAGATED: usize = 32;

/// The end of an exceptional value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// These floats that the call gives back show it: places among the outputs.
    Escaped(Vec<usize>),
    /// The call gives ordinary numbers back; the last operation that swallowed or compared such a
    /// value, if one was seen.
    Killed(Option<SiteId>),
    /// The call did not return, or gives no floats back.
    Unseen,
}

impl Fate {
    /// The stable id.
    pub const fn id(&self) -> &'static str {
        match self {
            Self::Escaped(_) => "escape",
            Self::Killed(_) => "kill",
            Self::Unseen => "unseen",
        }
    }
}

/// The way of an exceptional value through a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// Where the trouble of the call begins, as far as this exception follows from it: the
    /// exception itself, or an earlier one.
    pub root: Goal,
    /// The operations that hand infinities and NaN on, in the order in which they first do; the
    /// first [`MAX_PROPAGATED`] of them.
    pub propagated: Vec<SiteId>,
    /// How many more there are.
    pub unlisted: usize,
    /// The end.
    pub fate: Fate,
}

/// Traces an exception through its witness.
pub(crate) fn trace(
    module: &Module,
    inputs: &NativeInputs,
    witness: &Witness,
    rerun: &Reran,
    goal: Goal,
) -> Trace {
    let outputs = &inputs.outputs;
    let values = inputs.space.variables.iter().zip(inputs.values(&witness.words));
    let has_zeros = values.into_iter().any(|(variable, value)| number(variable.kind, value) == 0.0);
    let at = rerun.flow.iter().position(|step| (step.site, step.kind) == (goal.0, FlowKind::Raised(goal.1)));
    let later = at.map_or(&[][..], |at| &rerun.flow[at + 1..]);
    let makes_special = !matches!(goal.1, Exception::Underflow | Exception::IntConversion);
    let of_kind = |kinds: &'static [FlowKind]| {
        later.iter().filter(move |step| makes_special && kinds.contains(&step.kind)).map(|step| step.site)
    };
    let escaped: Vec<usize> = escapes(outputs, witness, goal.1)
        .filter_map(|output| outputs.iter().position(|other| other == output))
        .collect();
    let fate = match () {
        () if !escaped.is_empty() => Fate::Escaped(escaped),
        () if goal.1 == Exception::IntConversion => Fate::Unseen,
        () if outputs.iter().all(|output| witness.output_bits(output).is_none()) => Fate::Unseen,
        () => Fate::Killed(of_kind(&[FlowKind::Swallowed, FlowKind::Compared]).next_back()),
    };
    let root = at.map_or(goal, |at| Causes { module, flow: &rerun.flow, has_zeros }.root(at));
    let mut carried = of_kind(&[FlowKind::Carried]);
    let propagated = carried.by_ref().take(MAX_PROPAGATED).collect();
    Trace { root, propagated, unlisted: carried.count(), fate }
}

/// Looks for what follows from what.
struct Causes<'t> {
    module: &'t Module,
    flow: &'t [FlowStep],
    /// Whether zeros come from the inputs already.
    has_zeros: bool,
}

impl Causes<'_> {
    /// The exception from which the one at a place of the flow follows.
    fn root(&self, place: usize) -> Goal {
        let mut at = place;
        while let Some(earlier) = self.cause(at) {
            at = earlier;
        }
        match self.flow[at].kind {
            FlowKind::Raised(exception) => (self.flow[at].site, exception),
            _ => unreachable!("causes are exceptions"),
        }
    }

    /// The last exception before a step whose result is one of the step's operands, where that is
    /// something that an exception made.
    fn cause(&self, at: usize) -> Option<usize> {
        let step = &self.flow[at];
        let formats = SiteFormats::from_site(self.module, step.site).operands;
        let operands = formats.iter().zip(&step.operands);
        let read: Vec<Trouble> =
            operands.filter_map(|(&format, &bits)| Trouble::classify(format?, bits)).collect();
        let made = |earlier: &FlowStep| {
            let format = SiteFormats::from_site(self.module, earlier.site).result?;
            Trouble::classify(format, earlier.result).filter(|&made| made != Trouble::Zero || !self.has_zeros)
        };
        (0..at).rev().find(|&earlier| {
            let earlier = &self.flow[earlier];
            matches!(earlier.kind, FlowKind::Raised(_))
                && earlier.site != step.site
                && made(earlier).is_some_and(|made| read.contains(&made))
        })
    }
}

/// A value that stands for an exception somewhere before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trouble {
    Nan,
    Infinite,
    Zero,
    /// With this magnitude: signs change on the way without a site.
    Subnormal(u128),
}

impl Trouble {
    fn classify(format: FloatFormat, bits: u128) -> Option<Trouble> {
        let format = format.exact_format();
        match FloatClass::classify(format, bits) {
            FloatClass::Nan => Some(Trouble::Nan),
            FloatClass::Infinite => Some(Trouble::Infinite),
            FloatClass::Zero => Some(Trouble::Zero),
            FloatClass::Subnormal => Some(Trouble::Subnormal(bits & !sign_bit(format))),
            FloatClass::Normal => None,
        }
    }
}
