//! Propositions, equality, `ite`.

use super::{ConformanceCase, sat, unsat};

pub(super) const CASES: &[ConformanceCase] = &[
    sat("p (not q)"),
    unsat("p (not p)"),
    sat("(or p q) (not p)"),
    unsat("(or p q) (not p) (not q)"),
    unsat("(= p q) p (not q)"),
    sat("(xor p q (= u v)) (or p q)"),
    unsat("(xor p q) (= p q)"),
    unsat("(= p (not p))"),
    sat("(= (ite p a b) #x05) (= a #x04)"),
    unsat("(= (ite p a b) #x05) (= a #x04) (= b #x06)"),
    unsat("(not (= (ite p f g) (ite (not p) g f)))"),
    sat("(ite p q (not q)) (= r RTP) (ite (= r s) p q)"),
    unsat("(not (or (= r RNE) (= r RNA) (= r RTP) (= r RTN) (= r RTZ)))"),
    sat("(not (= r RNE)) (not (= r RNA)) (not (= r RTP)) (not (= r RTN))"),
    unsat("(not (= x x))"),
    unsat("(= x (_ +zero 8 24)) (= x (_ -zero 8 24))"),
    sat("(= x (_ NaN 8 24)) (= x y)"),
    unsat("(distinct p q (= p q))  (= p (= p q))"),
    unsat("(distinct i j #b00 #b01) (not (= i #b10)) (not (= i #b11))"),
    unsat("(distinct i j #b00 #b01 ((_ extract 1 0) u))"),
];
