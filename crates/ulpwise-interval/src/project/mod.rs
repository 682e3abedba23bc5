//! Projections: one constraint `result = op(args)` narrows the domains of its arguments and of its
//! result.
//!
//! [`project`] does all of it at once. Direct projections (result from arguments) and indirect ones
//! (an argument from the result and the other arguments) of floats are functions of their own in
//! [`float`]; they return a set that holds every solution, which [`project`] intersects with the
//! domain there was.
//!
//! What holds: no value of a solution is removed, and no value is added. One call need not reach a
//! fixpoint: what it narrowed last may allow more when it is called again.
//!
//! Operators on reals and arrays, and sorts wider than 128 bits are only computed when all
//! arguments are single values; [`is_supported`] tells. libm functions are left alone here:
//! [`crate::libm`] projects them, given a libm.

mod bit_vector;
mod conditional;
mod equality;
mod evaluate;
pub mod float;
mod propositional;

use crate::domain::{BitVecDomain, Change, Domain, ordinal};
use ulpwise_expr::{Op, OpKind, Sort};

/// What a projection did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProjectionOutcome {
    /// A domain became empty: the constraint has no solution in these domains.
    Conflict,
    /// The domains that changed, if any.
    Narrowed(Changes),
}

impl ProjectionOutcome {
    /// Nothing changed.
    pub const SAME: ProjectionOutcome = ProjectionOutcome::Narrowed(Changes::NONE);
}

/// Which domains of a constraint changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Changes {
    /// One bit an argument; the last one stands for all from there on.
    arguments: u64,
    result: bool,
}

impl Changes {
    /// No domain.
    pub const NONE: Changes = Changes { arguments: 0, result: false };

    /// Whether any domain changed.
    pub fn any(self) -> bool {
        self.arguments != 0 || self.result
    }

    /// Whether the result's domain changed.
    pub fn result(self) -> bool {
        self.result
    }

    /// Whether the argument's domain changed. Of arguments from the 64th on it is only known
    /// whether any did, and then this is true for all of them.
    pub fn argument(self, index: usize) -> bool {
        self.arguments >> index.min(63) & 1 == 1
    }
}

/// Collects changes while a projection narrows domains. Once a domain is empty it stays a conflict.
#[derive(Default)]
pub(crate) struct Recorder {
    changes: Changes,
    conflict: bool,
}

impl Recorder {
    pub(crate) fn result(&mut self, change: Change) {
        self.conflict |= change == Change::Empty;
        self.changes.result |= change != Change::Same;
    }

    pub(crate) fn argument(&mut self, index: usize, change: Change) {
        self.conflict |= change == Change::Empty;
        if change != Change::Same {
            self.changes.arguments |= 1 << index.min(63);
        }
    }

    pub(crate) fn conflict(&mut self) {
        self.conflict = true;
    }

    pub(crate) fn is_conflict(&self) -> bool {
        self.conflict
    }

    pub(crate) fn outcome(&self) -> ProjectionOutcome {
        if self.conflict { ProjectionOutcome::Conflict } else { ProjectionOutcome::Narrowed(self.changes) }
    }
}

/// Narrows the domains of `result = op(args)`.
///
/// On a conflict the domains are left in some state between the old one and an empty one.
///
/// # Panics
/// If the arguments are not of the sorts that the operator takes, or `op` is a leaf.
pub fn project(op: Op, args: &mut [Domain], result: &mut Domain) -> ProjectionOutcome {
    let mut recorder = Recorder::default();
    if args.iter().any(Domain::is_empty) || result.is_empty() {
        return ProjectionOutcome::Conflict;
    }
    match op {
        Op::Not | Op::And | Op::Or => propositional::project(op, args, result, &mut recorder),
        Op::Eq => equality::project(args, result, &mut recorder),
        Op::Ite => conditional::project(args, result, &mut recorder),
        _ if has_opaque(args, result) => evaluate::project(op, args, result, &mut recorder),
        _ if is_bit_vector_operator(op) => bit_vector::project(op, args, result, &mut recorder),
        _ => float::project(op, args, result, &mut recorder),
    }
    recorder.outcome()
}

/// The same for arguments of which some are one variable: `same[i]` is the first argument that is
/// the same as the i-th (or i itself).
///
/// The domains of equal arguments are intersected first and stay equal; operators for which it
/// matters (x + x, x - x, x * x, x / x, comparisons of x with itself, …) use it.
///
/// # Panics
/// As [`project`] does, and if `same` is shorter than `args` or names a later argument.
pub fn project_repeated(
    op: Op,
    args: &mut [Domain],
    same: &[usize],
    result: &mut Domain,
) -> ProjectionOutcome {
    let mut recorder = Recorder::default();
    let unify = |args: &mut [Domain], recorder: &mut Recorder| {
        for (index, &first) in same.iter().enumerate().take(args.len()) {
            assert!(first <= index, "an argument is the same as an earlier one");
            if first < index {
                let (left, right) = args.split_at_mut(index);
                recorder.argument(first, left[first].intersect(&right[0]));
                recorder.argument(index, right[0].intersect(&left[first]));
            }
        }
    };
    unify(args, &mut recorder);
    if recorder.is_conflict() {
        return ProjectionOutcome::Conflict;
    }
    // The operands that an operator treats alike: two floats, after the rounding mode if there is
    // one.
    let first = usize::from(op.kind().takes_rounding_mode());
    let repeats = same.get(first + 1) == Some(&first) && !has_opaque(args, result) && !result.is_empty();
    if repeats && float::project_repeated(op, args, result, &mut recorder) {
        return recorder.outcome();
    }
    match project(op, args, result) {
        ProjectionOutcome::Conflict => recorder.conflict(),
        ProjectionOutcome::Narrowed(changes) => {
            recorder.changes.arguments |= changes.arguments;
            recorder.changes.result |= changes.result;
        }
    }
    unify(args, &mut recorder);
    recorder.outcome()
}

/// Whether the operator is looked into for these sorts; if not, it is only computed when all
/// arguments are single values.
pub fn is_supported(op: Op, args: &[Sort], result: Sort) -> bool {
    let modelled = |sort: &Sort| match *sort {
        Sort::Bool | Sort::RoundingMode => true,
        Sort::BitVec(width) => width <= BitVecDomain::MAX_WIDTH,
        Sort::Float(format) => ordinal::is_modelled(format),
        Sort::Array { .. } | Sort::Real => false,
    };
    match op {
        Op::Libm(_) => false,
        // A constant real is a single value, and then the conversion is a constant too.
        _ => args.iter().all(modelled) && modelled(&result),
    }
}

/// Whether all operands are bit-vectors and the result is no float.
fn is_bit_vector_operator(op: Op) -> bool {
    let (first, last) = (OpKind::BvNot, OpKind::BvConcat);
    let kind = op.kind();
    (first <= kind && kind <= last)
        || matches!(kind, OpKind::BvExtract | OpKind::BvZeroExtend | OpKind::BvSignExtend)
}

fn has_opaque(args: &[Domain], result: &Domain) -> bool {
    let is_opaque = |domain: &Domain| matches!(domain, Domain::Opaque(_));
    is_opaque(result) || args.iter().any(is_opaque)
}
