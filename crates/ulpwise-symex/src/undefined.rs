//! What C leaves undefined: values that was not initialised, conversions and shifts out of range.
//!
//! A byte that was not initialised is a variable of its own. It may be moved about and computed
//! with; only where it decides something (a branch, an address, what is printed) does the path end
//! as a failure. Whether it decides is asked of the solver: can the same inputs go both ways? So
//! copying padding, or a value that is masked out, is no failure.

use crate::executor::Executor;
use crate::state::PathState;
use crate::step::{Next, Nexts};
use crate::terms::Terms;
use ulpwise_expr::{BitVector, Sort, Substitution, Term};
use ulpwise_interp::{PathEnd, is_speculated};
use ulpwise_ir::{Inst, IntBinaryOp, Slot};

/// What bytes that was not initialised are taken to be where it must not matter.
const PATTERNS: [u8; 6] = [0, 0xff, 0x7f, 0x80, 0x3f, 1];

/// A path that goes on, and those that ended.
pub(crate) type Checked<'p> = (Option<PathState<'p>>, Nexts<'p>);

impl Terms {
    /// A variable for something that was not initialised.
    pub(crate) fn uninitialised(&mut self, name: &str, bits: u32) -> Term {
        let variable = self.store.variable(name, Sort::BitVec(bits));
        self.uninitialised.insert(variable);
        variable
    }

    /// The variables of a term that was not initialised.
    fn uninitialised_in(&self, term: Term) -> Vec<Term> {
        if self.uninitialised.is_empty() {
            return Vec::new();
        }
        let mut variables = self.store.free_variables(&[term]);
        variables.retain(|variable| self.uninitialised.contains(variable));
        variables
    }

    /// A term with other values for some variables.
    fn with_values(&mut self, term: Term, values: impl Iterator<Item = (Term, Term)>) -> Term {
        let mut substitution = Substitution::new();
        for (variable, value) in values {
            substitution.replace(&self.store, variable, value);
        }
        self.store.substitute(&[term], &substitution)[0]
    }
}

impl<'p> Executor<'p, '_> {
    /// Lets a path go on that is about to depend on a value; where the value depends on something
    /// that was not initialised, it ends.
    pub(crate) fn decides(&mut self, mut state: PathState<'p>, value: Term) -> Checked<'p> {
        let value = self.terms.bits(value);
        let open = self.terms.uninitialised_in(value);
        if open.is_empty() {
            return (Some(state), Vec::new());
        }
        let others: Vec<(Term, Term)> = open
            .iter()
            .map(|&variable| {
                let sort = self.terms.store.sort(variable);
                (variable, self.terms.store.fresh_variable("other", sort))
            })
            .collect();
        let other = self.terms.with_values(value, others.into_iter());
        let same = self.terms.store.eq(value, other);
        if self.questions.always(&mut self.terms, &mut state, same) {
            return (Some(state), Vec::new());
        }
        let mut nexts = Vec::new();
        let split = self.questions.split(&mut self.terms, state, same);
        nexts.extend(split.fails.map(|state| Next::stops(state, PathEnd::UninitialisedRead)));
        // The other inputs are those for which it does not matter what the bytes are.
        let conditions: Vec<Term> = PATTERNS
            .iter()
            .map(|&byte| {
                let known = self.terms.with_pattern(value, &open, byte);
                self.terms.store.eq(value, known)
            })
            .collect();
        let settled = self.terms.store.and(&conditions);
        let left = split.holds.and_then(|state| self.questions.only_if(&mut self.terms, state, settled));
        (left, nexts)
    }

    /// Lets a path go on past an operation that C leaves undefined for some operands; for these it
    /// ends.
    pub(crate) fn defined(&mut self, state: PathState<'p>, inst: Inst) -> Checked<'p> {
        let (is_undefined, dst, end) = match inst {
            Inst::Int {
                op: IntBinaryOp::Shl | IntBinaryOp::LShr | IntBinaryOp::AShr, bits, dst, b, ..
            } => {
                let amount = state.get(&mut self.terms, b);
                let amount = self.terms.bits(amount);
                let width = self.terms.constant(bits, bits.into());
                // Of an integer of one or two bits, its width is no number of its type.
                if bits < 3 {
                    return (Some(state), Vec::new());
                }
                (self.terms.store.bv_uge(amount, width), dst, PathEnd::OverflowingShift)
            }
            Inst::FloatToInt { signed, saturating: false, format, bits, dst, a, .. }
                if !self.lookout.is_watching() =>
            {
                let value = state.get(&mut self.terms, a);
                let value = self.terms.float(format, value);
                let fits = self.terms.fits(signed, format, bits.into(), value);
                (self.terms.store.not(fits), dst, PathEnd::IntConversion)
            }
            // fail-closed: the terms of other operations are defined for all operands.
            _ => return (Some(state), Vec::new()),
        };
        if self.is_speculated(&state, dst) {
            return (Some(state), Vec::new());
        }
        let split = self.questions.split(&mut self.terms, state, is_undefined);
        let nexts = split.holds.map(|state| Next::stops(state, end)).into_iter().collect();
        (split.fails, nexts)
    }

    fn is_speculated(&self, state: &PathState<'p>, dst: Slot) -> bool {
        is_speculated(state.interpreter.body(), dst)
    }
}

impl Terms {
    /// A term with every byte of some variables replaced by one byte.
    fn with_pattern(&mut self, term: Term, variables: &[Term], byte: u8) -> Term {
        let pattern = u128::from_le_bytes([byte; 16]);
        let values: Vec<(Term, Term)> = variables
            .iter()
            .map(|&variable| {
                let width = self.store.width(variable);
                (variable, self.store.bit_vector(BitVector::from_u128(width, pattern)))
            })
            .collect();
        self.with_values(term, values.into_iter())
    }
}
