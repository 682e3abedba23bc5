//! Proofs of the rules for arithmetic on widened floats, and for floats that are integers.

use super::Proof;
use super::proof::check_all;

#[test]
fn proofs_hold() {
    check_all(proofs());
}

pub(super) fn proofs() -> Vec<Proof> {
    let mut proofs = widened();
    proofs.extend(integers());
    proofs
}

fn widened() -> Vec<Proof> {
    vec![
        Proof::for_rule("fp-sign-of-widened")
            .applies("(fp.neg (to_wide r x))")
            .applies("(fp.abs (to_wide r x))")
            .declines("(fp.neg (to_narrow r w))")
            .declines("(fp.abs x)"),
        Proof::for_rule("fp-remainder-of-widened")
            .applies("(fp.rem (to_wide r x) (to_wide s y))")
            .applies("(fp.fmod (to_wide r x) (to_wide s y))")
            .declines("(fp.rem (to_wide r x) w)")
            .declines("(fp.fmod (to_narrow r w) (to_narrow r v))"),
        Proof::for_rule("fp-narrow-arithmetic")
            // The widest format is large enough for rounding to nearest twice.
            .applies("(to_narrow RNE (fp.add RNE (to_widest r x) (to_widest s y)))")
            .applies("(to_narrow RNE (fp.mul RNE (to_widest r x) (to_widest s y)))")
            .applies("(to_narrow RNE (fp.div RNE (to_widest r x) (to_widest s y)))")
            .applies("(to_narrow RNE (fp.sqrt RNE (to_widest r x)))")
            .applies("(to_narrow RNE (fp.mul RNE (to_widest r x) (to_widest s 3/2.)))")
            .applies("(to_narrow RTZ (fp.add RTZ (to_wide r x) (to_wide r y)))")
            .applies("(to_narrow RTP (fp.mul RTP (to_wide r x) (to_wide r y)))")
            .applies("(to_narrow RTN (fp.div RTN (to_wide r x) (to_wide r y)))")
            .applies("(to_narrow RTP (fp.sqrt RTP (to_wide r x)))")
            .applies("(to_narrow RTN (fp.div RTN (to_wide r x) 1/2w))")
            .declines("(to_narrow RTN (fp.div RTN (to_wide r x) 1/3w))")
            .declines("(to_narrow RNE (fp.add RNE (to_wide r x) (to_wide r y)))")
            .declines("(to_narrow RNA (fp.add RNA (to_widest r x) (to_widest r y)))")
            .declines("(to_narrow RNE (fp.add RTZ (to_widest r x) (to_widest r y)))")
            .declines("(to_narrow r (fp.add r (to_widest r x) (to_widest r y)))")
            .declines("(to_narrow RTZ (fp.add RTZ (to_wide r x) w))")
            .declines("(to_narrow RTZ w)"),
    ]
}

fn integers() -> Vec<Proof> {
    vec![
        Proof::for_rule("fp-class-of-integer")
            .applies("(fp.isZero (from_sbv r a:6))")
            .applies("(fp.isZero (from_ubv r a:6))")
            .applies("(fp.isSubnormal (from_sbv r a:6))")
            .applies("(fp.isNegative (from_sbv r a:6))")
            .applies("(fp.isPositive (from_sbv r a:6))")
            .applies("(fp.isNegative (from_ubv r a:6))")
            .applies("(fp.isPositive (from_ubv r a:6))")
            .applies("(fp.isInfinite (from_sbv r a:2))")
            .declines("(fp.isInfinite (from_sbv r a:6))")
            .declines("(fp.isZero (from_real r t))"),
        Proof::for_rule("fp-compare-integers")
            .applies("(fp.lt (from_sbv r a:2) (from_sbv s b:2))")
            .applies("(fp.leq (from_sbv r a:2) (from_sbv s b:2))")
            .applies("(fp.eq (from_ubv r a:2) (from_ubv s b:2))")
            .applies("(= (from_ubv r a:2) (from_ubv s b:2))")
            .applies("(fp.lt ((_ from_sbv 3 3) r a:4) ((_ from_sbv 3 3) s b:4))")
            .applies("(fp.leq ((_ from_ubv 3 3) r a:3) ((_ from_ubv 3 3) s b:3))")
            .declines("(fp.lt ((_ from_sbv 3 3) r a:5) ((_ from_sbv 3 3) s b:5))")
            .declines("(fp.lt (from_sbv r a:2) (from_ubv s b:2))")
            .declines("(fp.lt (from_sbv r a:2) (from_sbv s b:1))")
            .declines("(fp.lt (from_sbv r a:2) x)"),
        Proof::for_rule("fp-less-integer-constant")
            .applies("(fp.lt (from_sbv r a:2) 1.)")
            .applies("(fp.lt (from_sbv r a:2) 1/2.)")
            .applies("(fp.lt (from_sbv r a:2) -1/2.)")
            .applies("(fp.leq (from_sbv r a:2) 1/2.)")
            .applies("(fp.leq (from_sbv r a:2) -1/2.)")
            .applies("(fp.lt (from_sbv r a:2) 3.)")
            .applies("(fp.leq (from_sbv r a:2) -3.)")
            .applies("(fp.lt -1/2. (from_sbv r a:2))")
            .applies("(fp.lt 1. (from_sbv r a:2))")
            .applies("(fp.leq 1/2. (from_sbv r a:2))")
            .applies("(fp.leq -3. (from_sbv r a:2))")
            .applies("(fp.lt 3. (from_sbv r a:2))")
            .applies("(fp.lt (from_ubv r a:2) 3/2.)")
            .applies("(fp.leq -1. (from_ubv r a:2))")
            .applies("(fp.leq (from_ubv r a:2) -0)")
            .declines("(fp.lt (from_sbv r a:9) 1.)")
            .declines("(fp.lt (from_sbv r a:2) +oo)")
            .declines("(fp.lt (from_sbv r a:2) NaN)")
            .declines("(fp.lt (from_sbv r a:2) x)"),
        Proof::for_rule("fp-equal-integer-constant")
            .applies("(fp.eq (from_sbv r a:2) 1.)")
            .applies("(fp.eq (from_sbv r a:2) -0)")
            .applies("(= (from_sbv r a:2) -0)")
            .applies("(= (from_sbv r a:2) +0)")
            .applies("(= (from_sbv r a:2) 1/2.)")
            .applies("(= (from_ubv r a:2) -1.)")
            .applies("(= (from_sbv r a:2) 3.)")
            .declines("(= (from_sbv r a:9) 1.)")
            .declines("(= (from_sbv r a:2) NaN)")
            .declines("(= (from_sbv r a:2) x)"),
    ]
}
