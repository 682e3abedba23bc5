//! Derived operators: abbreviations of SMT-LIB that the builder expands into the kernel.
//!
//! They are expanded in every store, rewriting or not, so engines and rules never see them.
//! Ill-sorted operands are reported under the derived operator's own name.

use super::{derived_overflow, derived_sorts};
use crate::error::SortError;
use crate::op::Op;
use crate::store::{Term, TermStore};
use std::fmt;
use ulpwise_float::Format;

/// An operator that stands for a term of kernel operators.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DerivedOp {
    /// `a => b`: not a, or b.
    Implies,
    /// `xor` of two propositions: that they differ.
    Xor,
    /// That no two of any number of terms are equal.
    Distinct,
    /// Complement of `bvand`.
    BvNand,
    /// Complement of `bvor`.
    BvNor,
    /// Complement of `bvxor`.
    BvXnor,
    /// `#b1` if equal, else `#b0`.
    BvComp,
    /// Unsigned less-or-equal: not greater.
    BvUle,
    /// Unsigned greater-or-equal: not less.
    BvUge,
    /// Unsigned greater-than: less with exchanged operands.
    BvUgt,
    /// Signed less-or-equal: not greater.
    BvSle,
    /// Signed greater-or-equal: not less.
    BvSge,
    /// Signed greater-than: less with exchanged operands.
    BvSgt,
    /// Rotation towards the high end.
    BvRotateLeft {
        /// By how many bits; counts modulo the width.
        by: u32,
    },
    /// Rotation towards the low end.
    BvRotateRight {
        /// By how many bits; counts modulo the width.
        by: u32,
    },
    /// Copies side by side.
    BvRepeat {
        /// How many; at least one.
        times: u32,
    },
    /// Whether `bvneg` overflows as a signed operation.
    BvNegOverflow,
    /// Whether `bvadd` overflows as an unsigned operation.
    BvUaddOverflow,
    /// Whether `bvadd` overflows as a signed operation.
    BvSaddOverflow,
    /// Whether `bvmul` overflows as an unsigned operation.
    BvUmulOverflow,
    /// Whether `bvmul` overflows as a signed operation.
    BvSmulOverflow,
    /// Whether `bvsub` overflows as an unsigned operation.
    BvUsubOverflow,
    /// Whether `bvsub` overflows as a signed operation.
    BvSsubOverflow,
    /// Whether `bvsdiv` overflows.
    BvSdivOverflow,
    /// Sign, biased exponent and trailing significand: the datum with these side by side as its
    /// encoding.
    Fp,
    /// `fp.leq` with exchanged operands.
    FpGeq,
    /// `fp.lt` with exchanged operands.
    FpGt,
    /// The sum with the negation.
    RealSub,
    /// Not greater.
    RealLeq,
    /// Not less.
    RealGeq,
    /// Less with exchanged operands.
    RealGt,
}

impl DerivedOp {
    /// SMT-LIB's name.
    pub const fn name(self) -> &'static str {
        match self {
            DerivedOp::Implies => "=>",
            DerivedOp::Xor => "xor",
            DerivedOp::Distinct => "distinct",
            DerivedOp::BvNand => "bvnand",
            DerivedOp::BvNor => "bvnor",
            DerivedOp::BvXnor => "bvxnor",
            DerivedOp::BvComp => "bvcomp",
            DerivedOp::BvUle => "bvule",
            DerivedOp::BvUge => "bvuge",
            DerivedOp::BvUgt => "bvugt",
            DerivedOp::BvSle => "bvsle",
            DerivedOp::BvSge => "bvsge",
            DerivedOp::BvSgt => "bvsgt",
            DerivedOp::BvRotateLeft { .. } => "rotate_left",
            DerivedOp::BvRotateRight { .. } => "rotate_right",
            DerivedOp::BvRepeat { .. } => "repeat",
            DerivedOp::BvNegOverflow => "bvnego",
            DerivedOp::BvUaddOverflow => "bvuaddo",
            DerivedOp::BvSaddOverflow => "bvsaddo",
            DerivedOp::BvUmulOverflow => "bvumulo",
            DerivedOp::BvSmulOverflow => "bvsmulo",
            DerivedOp::BvUsubOverflow => "bvusubo",
            DerivedOp::BvSsubOverflow => "bvssubo",
            DerivedOp::BvSdivOverflow => "bvsdivo",
            DerivedOp::Fp => "fp",
            DerivedOp::FpGeq => "fp.geq",
            DerivedOp::FpGt => "fp.gt",
            DerivedOp::RealSub => "-",
            DerivedOp::RealLeq => "<=",
            DerivedOp::RealGeq => ">=",
            DerivedOp::RealGt => ">",
        }
    }
}

impl fmt::Display for DerivedOp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.name();
        match self {
            DerivedOp::BvRotateLeft { by } | DerivedOp::BvRotateRight { by } => write!(f, "(_ {name} {by})"),
            DerivedOp::BvRepeat { times } => write!(f, "(_ {name} {times})"),
            _ => f.write_str(name),
        }
    }
}

impl TermStore {
    /// What a derived operator applied to these terms stands for.
    ///
    /// # Errors
    /// If the terms have the wrong sorts, or the result one that is out of range.
    pub fn apply_derived(&mut self, op: DerivedOp, children: &[Term]) -> Result<Term, Box<SortError>> {
        derived_sorts::check(self, op, children)?;
        match *children {
            _ if op == DerivedOp::Distinct => Ok(expand_distinct(self, children)),
            [operand] => expand_unary(self, op, operand),
            [first, second] => expand_binary(self, op, first, second),
            [sign, exponent, significand] => expand_fp(self, sign, exponent, significand),
            _ => unreachable!("{op} passed its check with {} operands", children.len()),
        }
    }

    /// [`TermStore::apply_derived`] for callers that know that the sorts fit.
    ///
    /// # Panics
    /// If they do not.
    #[track_caller]
    pub fn derived_application(&mut self, op: DerivedOp, children: &[Term]) -> Term {
        match self.apply_derived(op, children) {
            Ok(term) => term,
            Err(error) => panic!("{error}"),
        }
    }
}

fn expand_unary(store: &mut TermStore, op: DerivedOp, operand: Term) -> Result<Term, Box<SortError>> {
    let width = store.width(operand);
    match op {
        DerivedOp::BvRotateLeft { by } => rotate_left(store, operand, by % width),
        DerivedOp::BvRotateRight { by } => rotate_left(store, operand, (width - by % width) % width),
        DerivedOp::BvRepeat { times } => repeat(store, operand, times),
        _ => derived_overflow::expand_unary(store, op, operand),
    }
}

/// Copies by doubling: `times` may be in the hundreds of thousands, and every width is a sort.
fn repeat(store: &mut TermStore, operand: Term, times: u32) -> Result<Term, Box<SortError>> {
    let mut result = operand;
    for bit in (0..times.ilog2()).rev() {
        result = store.apply(Op::BvConcat, &[result, result])?;
        if times >> bit & 1 == 1 {
            result = store.apply(Op::BvConcat, &[operand, result])?;
        }
    }
    Ok(result)
}

fn rotate_left(store: &mut TermStore, operand: Term, by: u32) -> Result<Term, Box<SortError>> {
    if by == 0 {
        return Ok(operand);
    }
    let width = store.width(operand);
    let kept = store.bv_extract(operand, width - by - 1, 0);
    let fallen = store.bv_extract(operand, width - 1, width - by);
    store.apply(Op::BvConcat, &[kept, fallen])
}

fn expand_binary(
    store: &mut TermStore,
    op: DerivedOp,
    first: Term,
    second: Term,
) -> Result<Term, Box<SortError>> {
    Ok(match op {
        DerivedOp::Implies => {
            let not_first = store.not(first);
            store.or(&[not_first, second])
        }
        DerivedOp::Xor => {
            let equal = store.eq(first, second);
            store.not(equal)
        }
        DerivedOp::BvNand => {
            let both = store.bv_and(first, second);
            store.bv_not(both)
        }
        DerivedOp::BvNor => {
            let either = store.bv_or(first, second);
            store.bv_not(either)
        }
        DerivedOp::BvXnor => {
            let differ = store.bv_xor(first, second);
            store.bv_not(differ)
        }
        DerivedOp::BvComp => {
            let equal = store.eq(first, second);
            let (one, zero) = (store.bv(1, 1), store.bv(1, 0));
            store.ite(equal, one, zero)
        }
        DerivedOp::BvUle => negated(store, Op::BvUlt, second, first),
        DerivedOp::BvUge => negated(store, Op::BvUlt, first, second),
        DerivedOp::BvUgt => store.bv_ult(second, first),
        DerivedOp::BvSle => negated(store, Op::BvSlt, second, first),
        DerivedOp::BvSge => negated(store, Op::BvSlt, first, second),
        DerivedOp::BvSgt => store.bv_slt(second, first),
        DerivedOp::FpGeq => store.fp_leq(second, first),
        DerivedOp::FpGt => store.fp_lt(second, first),
        DerivedOp::RealSub => {
            let negation = store.real_neg(second);
            store.real_add(first, negation)
        }
        DerivedOp::RealLeq => negated(store, Op::RealLt, second, first),
        DerivedOp::RealGeq => negated(store, Op::RealLt, first, second),
        DerivedOp::RealGt => store.real_lt(second, first),
        _ => return derived_overflow::expand_binary(store, op, first, second),
    })
}

/// The negation of a comparison, for the total orders.
fn negated(store: &mut TermStore, op: Op, first: Term, second: Term) -> Term {
    let comparison = store.application(op, &[first, second]);
    store.not(comparison)
}

fn expand_distinct(store: &mut TermStore, terms: &[Term]) -> Term {
    let mut conjuncts = Vec::new();
    for (position, &first) in terms.iter().enumerate() {
        for &second in &terms[position + 1..] {
            let equal = store.eq(first, second);
            conjuncts.push(store.not(equal));
        }
    }
    store.and(&conjuncts)
}

fn expand_fp(
    store: &mut TermStore,
    sign: Term,
    exponent: Term,
    significand: Term,
) -> Result<Term, Box<SortError>> {
    let format = Format::new(store.width(exponent), store.width(significand) + 1);
    let format = format.expect("the check of sorts has seen a format");
    let low = store.apply(Op::BvConcat, &[exponent, significand])?;
    let bits = store.apply(Op::BvConcat, &[sign, low])?;
    store.apply(Op::FpFromBits(format), &[bits])
}
