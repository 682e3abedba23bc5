//! Which sorts the derived operators take.

use super::derived::DerivedOp;
use crate::error::SortError;
use crate::sort::Sort;
use crate::store::{Term, TermStore};
use Sort::{BitVec, Bool, Float, Real};
use ulpwise_float::Format;

/// Whether the sorts fit; results that are out of range show up in the expansion.
pub(super) fn check(store: &TermStore, op: DerivedOp, children: &[Term]) -> Result<(), Box<SortError>> {
    let sorts: Vec<Sort> = children.iter().map(|&child| store.sort(child)).collect();
    let (fits, wants) = fit(op, &sorts);
    if fits { Ok(()) } else { Err(SortError::new(op, &sorts, wants)) }
}

/// Whether the sorts fit, and what would.
fn fit(op: DerivedOp, sorts: &[Sort]) -> (bool, &'static str) {
    match op {
        DerivedOp::Implies | DerivedOp::Xor => (sorts == [Bool, Bool], "two Bool"),
        DerivedOp::Distinct => {
            (sorts.len() >= 2 && sorts.windows(2).all(|pair| pair[0] == pair[1]), "terms of one sort")
        }
        DerivedOp::BvNegOverflow | DerivedOp::BvRotateLeft { .. } | DerivedOp::BvRotateRight { .. } => {
            (matches!(sorts, [BitVec(_)]), "one bit-vector")
        }
        DerivedOp::BvRepeat { times } => {
            let fits =
                |width: u32| times >= 1 && u64::from(width) * u64::from(times) <= u64::from(Sort::MAX_WIDTH);
            (
                matches!(sorts, [BitVec(width)] if fits(*width)),
                "one bit-vector, and at least one copy that is in range",
            )
        }
        DerivedOp::Fp => (is_fp(sorts), "one bit, a biased exponent, and a trailing significand"),
        DerivedOp::FpGeq | DerivedOp::FpGt => {
            (matches!(sorts, [Float(a), Float(b)] if a == b), "two floats of one format")
        }
        DerivedOp::RealSub | DerivedOp::RealLeq | DerivedOp::RealGeq | DerivedOp::RealGt => {
            (sorts == [Real, Real], "two reals")
        }
        DerivedOp::BvNand
        | DerivedOp::BvNor
        | DerivedOp::BvXnor
        | DerivedOp::BvComp
        | DerivedOp::BvUle
        | DerivedOp::BvUge
        | DerivedOp::BvUgt
        | DerivedOp::BvSle
        | DerivedOp::BvSge
        | DerivedOp::BvSgt
        | DerivedOp::BvUaddOverflow
        | DerivedOp::BvSaddOverflow
        | DerivedOp::BvUmulOverflow
        | DerivedOp::BvSmulOverflow
        | DerivedOp::BvUsubOverflow
        | DerivedOp::BvSsubOverflow
        | DerivedOp::BvSdivOverflow => {
            (matches!(sorts, [BitVec(a), BitVec(b)] if a == b), "two bit-vectors of one width")
        }
    }
}

fn is_fp(sorts: &[Sort]) -> bool {
    match *sorts {
        [BitVec(1), BitVec(exponent), BitVec(significand)] => {
            Format::new(exponent, significand + 1).is_some()
        }
        _ => false,
    }
}
