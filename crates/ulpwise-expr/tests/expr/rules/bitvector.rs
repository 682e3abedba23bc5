//! Proofs of the rules for bitwise operators, arithmetic and shifts.

use super::Proof;
use super::proof::check_all;

#[test]
fn proofs_hold() {
    check_all(proofs());
}

pub(super) fn proofs() -> Vec<Proof> {
    let mut proofs = bitwise();
    proofs.extend(arithmetic());
    proofs.extend(by_constant());
    proofs.extend(shifts());
    proofs
}

fn bitwise() -> Vec<Proof> {
    vec![
        Proof::for_rule("bv-not-not").applies("(bvnot (bvnot a))").declines("(bvnot (bvneg a))"),
        Proof::for_rule("bv-order")
            .applies("(bvadd #1 a)")
            .applies("(bvand (bvnot a) a)")
            .applies("(bvor (bvnot a) a)")
            .applies("(bvxor (bvnot a) a)")
            .applies("(bvmul (bvnot a) a)")
            .declines("(bvadd a #1)")
            .declines("(bvmul a b)"),
        Proof::for_rule("bv-constants-together")
            .applies("(bvadd (bvadd a #3) #2)")
            .applies("(bvand (bvand a #3) #6)")
            .applies("(bvor (bvor a #1) #2)")
            .applies("(bvxor (bvxor a #1) #3)")
            .applies("(bvmul (bvmul a #3) #5)")
            .declines("(bvadd (bvxor a #3) #2)")
            .declines("(bvadd (bvadd a b) #2)")
            .declines("(bvadd (bvadd a #3) b)"),
        Proof::for_rule("bv-and-or-constant")
            .at_least_width(2)
            .applies("(bvand a #0)")
            .applies("(bvand a #-1)")
            .applies("(bvor a #0)")
            .applies("(bvor a #-1)")
            .declines("(bvand a #1)")
            .declines("(bvor a b)"),
        Proof::for_rule("bv-xor-constant")
            .at_least_width(2)
            .applies("(bvxor a #0)")
            .applies("(bvxor a #-1)")
            .declines("(bvxor a #1)")
            .declines("(bvxor a b)"),
        Proof::for_rule("bv-bitwise-same")
            .applies("(bvand a a)")
            .applies("(bvor a a)")
            .applies("(bvxor a a)")
            .declines("(bvxor a b)"),
        Proof::for_rule("bv-bitwise-complement")
            .applies("(bvand a (bvnot a))")
            .applies("(bvor (bvnot a) a)")
            .applies("(bvxor a (bvnot a))")
            .declines("(bvand a (bvnot b))")
            .declines("(bvand a (bvneg a))"),
        Proof::for_rule("bv-absorb")
            .applies("(bvand a (bvor a b))")
            .applies("(bvand (bvor b a) a)")
            .applies("(bvor a (bvand b a))")
            .declines("(bvand a (bvor b d))")
            .declines("(bvand a (bvxor a b))"),
        Proof::for_rule("bv-and-run-mask")
            .at_least_width(3)
            .applies("(bvand a #1)")
            .applies("(bvand a #3)")
            .applies("(bvand a #6)")
            .applies("(bvand a #min)")
            .declines("(bvand a #5)")
            .declines("(bvand a #0)")
            .declines("(bvand a #-1)")
            .declines("(bvand a b)"),
    ]
}

fn arithmetic() -> Vec<Proof> {
    vec![
        Proof::for_rule("bv-neg-neg").applies("(bvneg (bvneg a))").declines("(bvneg (bvnot a))"),
        Proof::for_rule("bv-add-zero")
            .applies("(bvadd a #0)")
            .declines("(bvadd a #1)")
            .declines("(bvadd a b)"),
        Proof::for_rule("bv-add-same").applies("(bvadd a a)").declines("(bvadd a b)"),
        Proof::for_rule("bv-add-complement")
            .applies("(bvadd a (bvneg a))")
            .applies("(bvadd (bvneg a) a)")
            .applies("(bvadd a (bvnot a))")
            .applies("(bvadd (bvnot a) a)")
            .declines("(bvadd a (bvneg b))"),
        Proof::for_rule("bv-add-not-one")
            .at_least_width(2)
            .applies("(bvadd (bvnot a) #1)")
            .declines("(bvadd (bvnot a) #2)")
            .declines("(bvadd a #1)"),
        Proof::for_rule("bv-sub-same").applies("(bvsub a a)").declines("(bvsub a b)"),
        Proof::for_rule("bv-sub-from-zero").applies("(bvsub #0 a)").declines("(bvsub #1 a)"),
        Proof::for_rule("bv-sub-to-add")
            .applies("(bvsub a #3)")
            .applies("(bvsub a (bvneg b))")
            .declines("(bvsub a b)")
            .declines("(bvsub (bvneg a) b)"),
    ]
}

fn by_constant() -> Vec<Proof> {
    vec![
        Proof::for_rule("bv-mul-constant")
            .applies("(bvmul a #0)")
            .applies("(bvmul a #1)")
            .applies("(bvmul a #-1)")
            .applies("(bvmul a #min)")
            .applies("(bvmul a #2)")
            .declines("(bvmul a b)"),
        Proof::for_rule("bv-udiv-constant")
            .applies("(bvudiv a #0)")
            .applies("(bvudiv a #1)")
            .applies("(bvudiv a #min)")
            .declines("(bvudiv a b)")
            .declines("(bvudiv #1 a)"),
        Proof::for_rule("bv-urem-constant")
            .applies("(bvurem a #0)")
            .applies("(bvurem a #1)")
            .applies("(bvurem a #min)")
            .declines("(bvurem a b)")
            .declines("(bvurem #1 a)"),
        Proof::for_rule("bv-divide-extended")
            .applies("(bvudiv ((_ zero_extend 2) a) #1:n+2)")
            .applies("(bvurem ((_ zero_extend 2) a) #1:n+2)")
            .applies("(bvudiv ((_ zero_extend 2) a:3) #5:5)")
            .applies("(bvurem ((_ zero_extend 2) a:3) #5:5)")
            .declines("(bvudiv ((_ zero_extend 2) a:3) #9:5)")
            .declines("(bvudiv ((_ zero_extend 2) a) #0:n+2)")
            .declines("(bvurem ((_ sign_extend 2) a) #1:n+2)")
            .declines("(bvudiv ((_ zero_extend 2) a) b:n+2)"),
        Proof::for_rule("bv-sdiv-constant")
            .applies("(bvsdiv a #0)")
            .applies("(bvsdiv a #1)")
            .applies("(bvsdiv a #-1)")
            .declines("(bvsdiv a b)")
            .declines("(bvsdiv #1 a)"),
        Proof::for_rule("bv-signed-remainder-constant")
            .applies("(bvsrem a #0)")
            .applies("(bvsrem a #1)")
            .applies("(bvsrem a #-1)")
            .applies("(bvsmod a #0)")
            .applies("(bvsmod a #1)")
            .applies("(bvsmod a #-1)")
            .declines("(bvsrem a b)")
            .declines("(bvsmod #1 a)"),
    ]
}

fn shifts() -> Vec<Proof> {
    vec![
        Proof::for_rule("bv-shift-of-constant")
            .at_least_width(2)
            .applies("(bvshl #0 a)")
            .applies("(bvlshr #0 a)")
            .applies("(bvashr #0 a)")
            .applies("(bvashr #-1 a)")
            .declines("(bvlshr #-1 a)")
            .declines("(bvashr #1 a)")
            .declines("(bvshl a b)"),
        Proof::for_rule("bv-shl-by-constant")
            .applies("(bvshl a #0)")
            .applies("(bvshl a #1)")
            .applies("(bvshl a #2)")
            .applies("(bvshl a #-1)")
            .declines("(bvshl a b)"),
        Proof::for_rule("bv-lshr-by-constant")
            .applies("(bvlshr a #0)")
            .applies("(bvlshr a #1)")
            .applies("(bvlshr a #2)")
            .applies("(bvlshr a #-1)")
            .declines("(bvlshr a b)"),
        Proof::for_rule("bv-ashr-by-constant")
            .applies("(bvashr a #1)")
            .applies("(bvashr a #2)")
            .applies("(bvashr a #-1)")
            .declines("(bvashr a b)"),
    ]
}
