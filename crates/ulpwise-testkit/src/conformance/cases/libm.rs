//! Functions of the mathematics library, as the host computes them.

use super::{ConformanceCase, sat, unsat};

pub(super) const CASES: &[ConformanceCase] = &[
    sat("(= (libm.exp RNE d) (fp #b0 #b01111111111 #x0000000000000)) (= d (_ +zero 11 53))"),
    unsat("(= (libm.exp RNE d) (fp #b1 #b01111111111 #x0000000000000)) (= d (_ +zero 11 53))"),
    sat("(= (libm.log RNE x) (_ -oo 8 24))"),
    unsat("(= x (_ -oo 8 24)) (not (fp.isNaN (libm.log RNE x)))"),
    unsat("(fp.gt (libm.sin RNE d) (fp #b0 #b10000000000 #x0000000000000))"),
    sat("(fp.lt (libm.cos RNE x) (libm.sin RNE x)) (= x (fp #b0 #x80 #b00000000000000000000000))"),
    sat(
        "(= (libm.pow RNE d e) (fp #b0 #b10000000010 #x0000000000000)) (= d (fp #b0 #b10000000000 #x0000000000000)) \
        (= e (fp #b0 #b10000000000 #x8000000000000))",
    ),
    unsat("(= d e) (not (= (libm.tan RNE d) (libm.tan RNE e)))"),
];
