//! Proofs of the rules for operands of which the sign of a zero does not count.

use super::Proof;
use super::proof::check_all;

#[test]
fn proofs_hold() {
    check_all(proofs());
}

pub(super) fn proofs() -> Vec<Proof> {
    vec![
        Proof::for_rule("fp-zero-sign-sum")
            .applies("(fp.eq (fp.add r x +0) y)")
            .applies("(fp.lt y (fp.add r x -0))")
            .applies("(fp.leq (fp.add r x +0) (fp.add r y -0))")
            .applies("(fp.isNaN (fp.add r x +0))")
            .applies("(fp.isInfinite (fp.add r x +0))")
            .applies("(fp.isZero (fp.add r x +0))")
            .applies("(fp.isNormal (fp.add r x +0))")
            .applies("(fp.isSubnormal (fp.add r x +0))")
            .applies("(fp.eq (fp.add r (fp.add r x +0) y) z)")
            .applies("(fp.eq (fp.mul r (fp.add r x +0) y) z)")
            .applies("(fp.lt (fp.neg (fp.add r x +0)) y)")
            .applies("(fp.lt (fp.abs (fp.add r x +0)) y)")
            .applies("(fp.lt (fp.sqrt r (fp.add r x +0)) y)")
            .declines("(fp.eq (fp.div r y (fp.add r x +0)) z)")
            .declines("(fp.eq (fp.add r x 1.) y)")
            .declines("(fp.eq x y)"),
    ]
}
