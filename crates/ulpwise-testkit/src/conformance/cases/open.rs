//! What SMT-LIB leaves open: any value, but the same one for the same operands.

use super::{ConformanceCase, sat, unsat};

pub(super) const CASES: &[ConformanceCase] = &[
    sat("(= f (_ +zero 3 4)) (= g (_ -zero 3 4)) (= (fp.min f g) f) (= (fp.max f g) f)"),
    sat("(= f (_ +zero 3 4)) (= g (_ -zero 3 4)) (= (fp.min f g) g) (= (fp.max f g) f)"),
    sat(
        "(= f (_ +zero 3 4)) (= g (_ -zero 3 4)) (= (fp.min f g) (_ +zero 3 4)) (= (fp.min g f) (_ -zero 3 4))",
    ),
    unsat(
        "(= f (_ +zero 3 4)) (= g (_ -zero 3 4)) (= h f) (= (fp.min f g) (_ +zero 3 4)) (= (fp.min h g) (_ -zero 3 4))",
    ),
    unsat("(fp.isZero f) (fp.isZero g) (not (fp.isZero (fp.max f g)))"),
    unsat("(fp.isZero f) (= f g) (not (= (fp.max f g) f))"),
    unsat("(= f h) (not (= (fp.max f g) (fp.max h g)))"),
    sat("(fp.isNaN f) (= ((_ fp.to_ubv 4) RNE f) #x3)"),
    unsat("(fp.isNaN f) (= f g) (= ((_ fp.to_ubv 4) RNE f) #x3) (= ((_ fp.to_ubv 4) RNE g) #x4)"),
    sat("(fp.isNaN f) (= ((_ fp.to_ubv 4) RNE f) #x3) (= ((_ fp.to_ubv 4) RTZ f) #x4)"),
    sat("(fp.isNaN f) (= ((_ fp.to_ubv 4) RNE f) #x3) (= ((_ fp.to_sbv 4) RNE f) #x4)"),
    sat("(fp.isNaN f) (= ((_ fp.to_ubv 4) RNE f) #x3) (= ((_ fp.to_ubv 8) RNE f) #x04)"),
    sat("(fp.isNaN f) (fp.isInfinite g) (distinct ((_ fp.to_sbv 2) r f) ((_ fp.to_sbv 2) r g))"),
    unsat("(= r s) (= f g) (distinct ((_ fp.to_sbv 4) r f) ((_ fp.to_sbv 4) s g))"),
    unsat(
        "(fp.isInfinite f) (fp.isInfinite g) (fp.eq f g) (distinct ((_ fp.to_ubv 2) r f) ((_ fp.to_ubv 2) r g))",
    ),
    sat("(= ((_ fp.to_ubv 2) RTZ f) #b01) (fp.isNegative f) (fp.lt f (fp #b1 #b100 #b000))"),
    unsat("(= ((_ fp.to_ubv 2) RTZ f) #b01) (fp.isNegative f) (fp.gt f (fp #b1 #b010 #b000))"),
    sat("(= ((_ fp.to_sbv 2) RNE f) #b01) (fp.gt f (fp #b0 #b101 #b000))"),
    unsat("(= x y) (distinct ((_ fp.to_sbv 32) r x) ((_ fp.to_sbv 32) r y))"),
    sat("(fp.isNaN x) (= ((_ fp.to_sbv 32) RTZ x) #x00000007)"),
    sat("(= ((_ to_fp 3 4) RNE ((_ fp.to_sbv 4) RTZ f)) (fp #b0 #b011 #b000)) (fp.isNaN f)"),
];
