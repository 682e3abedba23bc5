//! Every rewrite rule, proven by enumeration, on terms to which it applies and on terms to which it
//! does not.

mod array;
mod bitvector;
mod bitvector_compare;
mod bitvector_structure;
mod boolean;
mod equality;
mod float_class;
mod float_compare;
mod float_convert;
mod float_narrow;
mod float_product;
mod float_sum;
mod float_zero_sign;
pub(crate) mod interpretation;
mod ite;
pub(crate) mod language;
mod proof;
mod real;
mod registry;
mod toy;

use proof::Proof;

/// The proofs of all files.
fn all_proofs() -> Vec<Proof> {
    let files = [
        array::proofs(),
        bitvector::proofs(),
        bitvector_compare::proofs(),
        bitvector_structure::proofs(),
        boolean::proofs(),
        equality::proofs(),
        float_class::proofs(),
        float_compare::proofs(),
        float_zero_sign::proofs(),
        float_convert::proofs(),
        float_narrow::proofs(),
        float_product::proofs(),
        float_sum::proofs(),
        ite::proofs(),
        real::proofs(),
    ];
    files.into_iter().flatten().collect()
}
