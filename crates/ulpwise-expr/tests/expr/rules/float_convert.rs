//! Proofs of the rules for conversions.

use super::Proof;
use super::proof::check_all;

#[test]
fn proofs_hold() {
    check_all(proofs());
}

pub(super) fn proofs() -> Vec<Proof> {
    let mut proofs = formats();
    proofs.extend(encodings());
    proofs.extend(integers());
    proofs
}

fn formats() -> Vec<Proof> {
    vec![
        Proof::for_rule("fp-convert-nothing").applies("(to_narrow r x)").declines("(to_wide r x)"),
        Proof::for_rule("fp-convert-widened")
            .applies("(to_narrow r (to_wide s x))")
            .applies("(to_wide r (to_wide s x))")
            .declines("(to_wide r (to_narrow s w))")
            .declines("(to_wide r x)"),
        Proof::for_rule("fp-widen-mode")
            .applies("(to_wide r x)")
            .applies("(to_wide RTP x)")
            .declines("(to_wide RNE x)")
            .declines("(to_narrow r w)"),
    ]
}

fn encodings() -> Vec<Proof> {
    vec![
        Proof::for_rule("fp-from-to-bits")
            .applies("(from_bits (to_bits x))")
            .declines("(from_bits a:f)")
            .declines_term(|toy| {
                // The same number of bits, divided differently.
                let format = ulpwise_float::Format::new(
                    toy.format.exponent_bits() + 1,
                    toy.format.significand_bits() - 1,
                );
                let bits = toy.term("(to_bits x)");
                toy.store.fp_from_bits(format.expect("a format"), bits)
            }),
        Proof::for_rule("fp-to-from-bits").applies("(to_bits (from_bits a:f))").declines("(to_bits x)"),
        Proof::for_rule("fp-from-bits-cleared-sign")
            .applies("(from_bits ((_ zero_extend 1) ((_ extract f-2 0) a:f)))")
            .declines("(from_bits ((_ zero_extend 1) a:f-1))")
            .declines("(from_bits ((_ zero_extend 2) ((_ extract f-3 0) a:f)))")
            .declines("(from_bits ((_ zero_extend 1) ((_ extract f-1 1) a:f)))")
            .declines("(from_bits ((_ zero_extend 1) ((_ extract f-2 0) a:f+1)))"),
        Proof::for_rule("fp-from-bits-flipped-sign")
            .applies("(from_bits (bvxor a:f #min:f))")
            .declines("(from_bits (bvxor a:f #max:f))")
            .declines("(from_bits (bvxor a:f b:f))")
            .declines("(from_bits (bvand a:f #min:f))"),
        Proof::for_rule("fp-identical-bits")
            .applies("(= (from_bits a:f) 1.)")
            .applies("(= (from_bits a:f) -0)")
            .applies("(= (from_bits a:f) +oo)")
            .declines("(= (from_bits a:f) NaN)")
            .declines("(= (from_bits a:f) x)"),
        Proof::for_rule("fp-bits-identical")
            .applies("(= (to_bits x) #1:f)")
            .applies("(= (to_bits x) #-1:f)")
            .applies("(= (to_bits x) #max:f)")
            .applies("(= (to_bits x) #min:f)")
            .declines("(= (to_bits x) a:f)")
            .declines("(= (bvnot a) #1)"),
    ]
}

fn integers() -> Vec<Proof> {
    vec![
        Proof::for_rule("fp-from-extended")
            .applies("(from_sbv r ((_ sign_extend 3) a))")
            .applies("(from_ubv r ((_ zero_extend 3) a))")
            .applies("(from_sbv r ((_ zero_extend 3) a))")
            .declines("(from_ubv r ((_ sign_extend 3) a))")
            .declines("(from_sbv r ((_ zero_extend 0) a))")
            .declines("(from_sbv r a)"),
        Proof::for_rule("fp-from-integer-mode")
            .applies("(from_sbv r a:2)")
            .applies("(from_ubv RTZ a:2)")
            // The largest widths that a format holds.
            .applies("((_ from_sbv 3 3) r a:4)")
            .applies("((_ from_ubv 3 3) r a:3)")
            .declines("((_ from_sbv 3 3) r a:5)")
            .declines("((_ from_ubv 3 3) r a:4)")
            .declines("(from_sbv RNE a:2)")
            .declines("(from_sbv r a:9)")
            .declines("(from_ubv r a:9)"),
        Proof::for_rule("fp-to-integer-and-back")
            .applies("((_ to_sbv 2) r (from_sbv s a:2))")
            .applies("((_ to_sbv 4) r (from_sbv s a:2))")
            .applies("((_ to_ubv 2) r (from_ubv s a:2))")
            .applies("((_ to_ubv 3) r (from_ubv s a:2))")
            .applies("((_ to_sbv 3) r (from_ubv s a:2))")
            .applies("((_ to_sbv 4) r ((_ from_sbv 3 3) s a:4))")
            .declines("((_ to_sbv 5) r ((_ from_sbv 3 3) s a:5))")
            .declines("((_ to_sbv 2) r (from_ubv s a:2))")
            .declines("((_ to_ubv 4) r (from_sbv s a:2))")
            .declines("((_ to_sbv 1) r (from_sbv s a:2))")
            .declines("((_ to_sbv 9) r (from_sbv s a:9))")
            .declines("((_ to_sbv 2) r x)"),
    ]
}
