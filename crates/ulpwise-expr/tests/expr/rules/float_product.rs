//! Proofs of the rules for products, quotients, fused multiply-add and roots.

use super::Proof;
use super::proof::check_all;

#[test]
fn proofs_hold() {
    check_all(proofs());
}

pub(super) fn proofs() -> Vec<Proof> {
    vec![
        Proof::for_rule("fp-times-one")
            .applies("(fp.mul r x 1.)")
            .applies("(fp.mul r x -1.)")
            .applies("(fp.div r x 1.)")
            .applies("(fp.div r x -1.)")
            .declines("(fp.mul r x 2.)")
            .declines("(fp.div r 1. x)"),
        Proof::for_rule("fp-mul-zero")
            .applies("(fp.mul r x +0)")
            .applies("(fp.mul r x -0)")
            .declines("(fp.mul r x 1.)")
            .declines("(fp.mul r x y)"),
        Proof::for_rule("fp-div-same").applies("(fp.div r x x)").declines("(fp.div r x y)"),
        Proof::for_rule("fp-div-power-of-two")
            .applies("(fp.div r x 2.)")
            .applies("(fp.div r x 1/2.)")
            .applies("(fp.div r x -2.)")
            .declines("(fp.div r x 3.)")
            .declines("(fp.div r x +0)")
            .declines("(fp.div r x +oo)")
            .declines("(fp.div r x NaN)")
            .declines("(fp.div r 2. x)")
            .declines_term(|toy| {
                // The reciprocal of the least number overflows.
                let least = ulpwise_float::Float::min_subnormal(toy.format, false);
                let (r, x, least) = (toy.term("r"), toy.term("x"), toy.store.float(least));
                toy.store.fp_div(r, x, least)
            }),
        Proof::for_rule("fp-mul-both-signs")
            .applies("(fp.mul r (fp.neg x) (fp.neg y))")
            .applies("(fp.div r (fp.neg x) (fp.neg y))")
            .applies("(fp.fma r (fp.neg x) (fp.neg y) z)")
            .applies("(fp.mul r (fp.neg x) 3/2.)")
            .applies("(fp.div r (fp.neg x) 3/2.)")
            .applies("(fp.div r 3/2. (fp.neg x))")
            .applies("(fp.fma r (fp.neg x) 3/2. y)")
            .declines("(fp.mul r (fp.neg x) y)")
            .declines("(fp.mul r x y)")
            .declines("(fp.fma r x y (fp.neg z))"),
        Proof::for_rule("fp-mul-sign-out")
            .applies("(fp.mul RNE (fp.neg x) y)")
            .applies("(fp.mul RNA x (fp.neg y))")
            .applies("(fp.mul RTZ x (fp.neg y))")
            .applies("(fp.div RNE (fp.neg x) y)")
            .applies("(fp.div RTZ x (fp.neg y))")
            .declines("(fp.mul RTP (fp.neg x) y)")
            .declines("(fp.mul RTN (fp.neg x) y)")
            .declines("(fp.mul r (fp.neg x) y)")
            .declines("(fp.mul RNE (fp.neg x) (fp.neg y))")
            .declines("(fp.mul RNE x y)"),
        Proof::for_rule("fp-fma-one")
            .applies("(fp.fma r x 1. y)")
            .applies("(fp.fma r x -1. y)")
            .declines("(fp.fma r x 2. y)")
            .declines("(fp.fma r x y 1.)"),
        Proof::for_rule("fp-fma-zero-summand")
            .applies("(fp.fma RNE x y -0)")
            .applies("(fp.fma RTP x y -0)")
            .applies("(fp.fma RTN x y +0)")
            .declines("(fp.fma RTN x y -0)")
            .declines("(fp.fma RNE x y +0)")
            .declines("(fp.fma r x y -0)")
            .declines("(fp.fma RNE x y z)"),
        Proof::for_rule("fp-sqrt-of-exact-square")
            .applies("(fp.sqrt r (fp.mul s (to_widest r x) (to_widest r x)))")
            .declines("(fp.sqrt r (fp.mul s (to_widest r x) (to_widest r y)))")
            .declines("(fp.sqrt r (fp.mul s (to_wide r x) (to_wide r x)))")
            .declines("(fp.sqrt r (fp.mul s x x))"),
    ]
}
