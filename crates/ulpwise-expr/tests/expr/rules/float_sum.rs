//! Proofs of the rules for signs, sums, NaN operands, integral values, minimum and maximum.

use super::Proof;
use super::proof::check_all;

#[test]
fn proofs_hold() {
    check_all(proofs());
}

pub(super) fn proofs() -> Vec<Proof> {
    vec![
        Proof::for_rule("fp-neg-neg").applies("(fp.neg (fp.neg x))").declines("(fp.neg (fp.abs x))"),
        Proof::for_rule("fp-abs-sign")
            .applies("(fp.abs (fp.abs x))")
            .applies("(fp.abs (fp.neg x))")
            .declines("(fp.abs x)")
            .declines("(fp.abs (fp.sqrt r x))"),
        Proof::for_rule("fp-nan-operand")
            .applies("(fp.add r x NaN)")
            .applies("(fp.sub r NaN x)")
            .applies("(fp.mul r x NaN)")
            .applies("(fp.div r NaN x)")
            .applies("(fp.fma r x y NaN)")
            .applies("(fp.fma r NaN x y)")
            .applies("(fp.rem x NaN)")
            .applies("(fp.fmod NaN x)")
            .applies("(fp.sqrt r NaN)")
            .applies("(fp.roundToIntegral r NaN)")
            .applies("(to_wide r NaN)")
            .declines("(fp.add r x y)")
            .declines("(fp.add r x +oo)"),
        Proof::for_rule("fp-order")
            .applies("(fp.add r 1. x)")
            .applies("(fp.mul r (fp.neg x) x)")
            .applies("(fp.fma r 2. x y)")
            .declines("(fp.add r x 1.)")
            .declines("(fp.mul r x y)")
            .declines("(fp.fma r x 2. 1.)"),
        Proof::for_rule("fp-sub-to-add").applies("(fp.sub r x y)").declines_other_operator("(fp.add r x y)"),
        Proof::for_rule("fp-add-zero")
            .applies("(fp.add RNE x -0)")
            .applies("(fp.add RNA x -0)")
            .applies("(fp.add RTP x -0)")
            .applies("(fp.add RTZ x -0)")
            .applies("(fp.add RTN x +0)")
            .declines("(fp.add RTN x -0)")
            .declines("(fp.add RNE x +0)")
            .declines("(fp.add r x -0)")
            .declines("(fp.add RNE x 1.)"),
        Proof::for_rule("fp-add-same").applies("(fp.add r x x)").declines("(fp.add r x y)"),
        Proof::for_rule("fp-add-cancel")
            .applies("(fp.add r x (fp.neg x))")
            .applies("(fp.add r (fp.neg x) x)")
            .declines("(fp.add r x (fp.neg y))")
            .declines("(fp.add r x (fp.abs x))"),
        Proof::for_rule("fp-round-integral")
            .applies("(fp.roundToIntegral r (fp.roundToIntegral s x))")
            .applies("(fp.roundToIntegral r ((_ from_sbv 3 3) s a:6))")
            .applies("(fp.roundToIntegral r ((_ from_ubv 3 3) s a:6))")
            // The largest number of this format is 3.5.
            .declines("(fp.roundToIntegral r ((_ from_sbv 2 3) s a:6))")
            .declines("(fp.roundToIntegral r x)")
            .declines("(fp.roundToIntegral r (from_real s t))"),
        Proof::for_rule("fp-min-max-same")
            .applies("(fp.min x x)")
            .applies("(fp.max x x)")
            .declines("(fp.min x y)"),
        Proof::for_rule("fp-min-max-nan")
            .applies("(fp.min x NaN)")
            .applies("(fp.max NaN x)")
            .declines("(fp.min x 1.)")
            .declines("(fp.max x y)"),
    ]
}
