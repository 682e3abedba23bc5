//! Floats in, floats and truth values out: all rounding modes, NaN, infinities, both zeros,
//! subnormals.

use super::{ConformanceCase, sat, unsat};

pub(super) const CASES: &[ConformanceCase] = &[
    // Signs.
    sat("(= (fp.abs f) f) (fp.isNaN f)"),
    unsat("(fp.isNegative (fp.abs f))"),
    sat("(= (fp.neg x) x)"),
    unsat("(= (fp.neg x) x) (not (fp.isNaN x))"),
    // Sums: absorption, cancellation, signs of zero, infinities.
    sat(
        "(fp.gt x (_ +zero 8 24)) (= (fp.add RNE x (fp #b0 #xa6 #b11010001101010010100101)) (fp #b0 #xa6 #b11010001101010010100101))",
    ),
    unsat(
        "(fp.lt x (fp #b0 #x8c #b00111000100000000000000)) \
        (fp.gt (fp.add RNE x (fp #b0 #xa6 #b11010001101010010100101)) (fp #b0 #xa6 #b11010001101010010100101))",
    ),
    unsat("(not (= (fp.add r f g) (fp.add r g f)))"),
    sat(
        "(not (= (fp.add RNE f (fp.add RNE g h)) (fp.add RNE (fp.add RNE f g) h))) (fp.isNormal h) (fp.isNormal (fp.add RNE f g))",
    ),
    unsat("(= f (_ +oo 3 4)) (= g (_ -oo 3 4)) (not (fp.isNaN (fp.add r f g)))"),
    sat("(= (fp.add r f (fp.neg f)) (_ -zero 3 4)) (fp.isNormal f)"),
    unsat("(= (fp.add r f (fp.neg f)) (_ -zero 3 4)) (fp.isNormal f) (not (= r RTN))"),
    unsat("(fp.isSubnormal f) (fp.isSubnormal g) (not (fp.eq (fp.add r f g) (fp.add s f g)))"),
    sat("(distinct (fp.add RNE f g) (fp.add RNA f g)) (distinct (fp.add RNE f g) (fp.add RTP f g))"),
    unsat("(distinct (fp.add RNE f g) (fp.add RNA f g)) (distinct (fp.add RNE f g) (fp.add RTZ f g))"),
    sat("(= (fp.sub RTP f g) (_ +oo 3 4)) (not (fp.isInfinite f)) (not (fp.isInfinite g))"),
    unsat("(= (fp.sub RTZ f g) (_ +oo 3 4)) (not (fp.isInfinite f)) (not (fp.isInfinite g))"),
    unsat("(= (fp.sub r x y) (_ +zero 8 24)) (not (fp.eq x y))"),
    unsat("(not (= (fp.sub r f g) (fp.add r f (fp.neg g))))"),
    // Products.
    sat("(= (fp.mul RNE x x) (_ +zero 8 24)) (not (fp.isZero x))"),
    unsat("(= (fp.mul RTP x x) (_ +zero 8 24)) (not (fp.isZero x))"),
    unsat("(fp.isNegative (fp.mul r f f))"),
    unsat("(fp.isZero f) (fp.isInfinite g) (not (fp.isNaN (fp.mul r f g)))"),
    sat(
        "(= (fp.mul RNE d e) (fp #b0 #b10000000010 #xe000000000000)) (= d (fp #b0 #b10000000000 #x8000000000000))",
    ),
    sat("(fp.isSubnormal (fp.mul RNE o o)) (fp.isNormal o)"),
    // Quotients.
    sat("(fp.isInfinite (fp.div RNE x y)) (fp.isNormal x) (fp.isNormal y)"),
    unsat(
        "(not (= (fp.div r f f) (fp #b0 #b011 #b000))) (not (fp.isZero f)) (not (fp.isInfinite f)) (not (fp.isNaN f))",
    ),
    unsat("(fp.isZero f) (fp.isZero g) (not (fp.isNaN (fp.div r f g)))"),
    sat("(= (fp.div r f g) (_ -oo 3 4)) (= g (_ -zero 3 4)) (fp.isNormal f)"),
    sat(
        "(not (= (fp.mul RNE (fp.div RNE f g) g) f)) (fp.isNormal f) (fp.isNormal g) (fp.isNormal (fp.div RNE f g))",
    ),
    // Fused multiply-add.
    sat("(not (= (fp.fma RNE f g h) (fp.add RNE (fp.mul RNE f g) h))) (fp.isNormal (fp.fma RNE f g h))"),
    unsat("(fp.isNegative (fp.fma r f f h)) (fp.isPositive h)"),
    unsat("(not (= (fp.fma r f g (_ -zero 3 4)) (fp.mul r f g))) (not (fp.isZero (fp.mul r f g)))"),
    unsat("(fp.isZero f) (fp.isInfinite g) (not (fp.isNaN (fp.fma r f g h)))"),
    // Square roots.
    sat("(= (fp.sqrt RNE f) (_ -zero 3 4))"),
    unsat("(fp.lt (fp.sqrt r f) (_ +zero 3 4))"),
    sat("(not (= (fp.sqrt RTP f) (fp.sqrt RTN f))) (fp.isSubnormal f)"),
    unsat("(fp.isNegative f) (not (fp.isZero f)) (not (fp.isNaN (fp.sqrt r f)))"),
    sat("(= (fp.sqrt RNE x) (fp #b0 #x80 #b10000000000000000000000))"),
    unsat("(= (fp.sqrt RNE f) (fp #b0 #b111 #b000)) (not (fp.isInfinite f))"),
    // Remainders.
    sat("(= f (fp #b0 #b101 #b010)) (= g (fp #b0 #b100 #b100)) (= (fp.rem f g) (fp #b1 #b011 #b000))"),
    unsat("(fp.gt (fp.abs (fp.rem f g)) (fp.abs g))"),
    unsat("(fp.isZero g) (not (fp.isNaN (fp.rem f g)))"),
    unsat("(fp.isInfinite g) (fp.isNormal f) (not (= (fp.rem f g) f))"),
    sat("(= f (fp #b0 #b101 #b010)) (= g (fp #b0 #b100 #b100)) (= (fp.fmod f g) (fp #b0 #b100 #b000))"),
    unsat("(fp.isPositive f) (fp.isNegative (fp.fmod f g))"),
    sat("(not (= (fp.fmod f g) (fp.rem f g))) (fp.isSubnormal g)"),
    // Integral values.
    sat("(= (fp.roundToIntegral r (fp #b0 #b100 #b010)) (fp #b0 #b100 #b100))"),
    unsat(
        "(= (fp.roundToIntegral r (fp #b0 #b100 #b010)) (fp #b0 #b100 #b100)) (not (= r RNA)) (not (= r RTP))",
    ),
    sat("(= (fp.roundToIntegral RTP f) (_ -zero 3 4)) (not (fp.isZero f))"),
    unsat("(not (= (fp.roundToIntegral r (fp.roundToIntegral s f)) (fp.roundToIntegral s f)))"),
    unsat("(fp.gt (fp.roundToIntegral RTN d) d)"),
    // Minimum and maximum where they are specified.
    sat("(= (fp.min f g) g) (fp.lt g f)"),
    unsat("(= (fp.min f g) f) (fp.lt g f)"),
    unsat("(fp.isNaN f) (not (= (fp.min f g) g))"),
    unsat("(fp.isNaN f) (not (= (fp.max g f) g))"),
    sat("(= (fp.max x y) y) (fp.lt x y)"),
    unsat("(fp.lt (fp.max x y) x)"),
    // Comparisons.
    sat("(fp.leq x y) (fp.leq y x) (not (= x y))"),
    unsat("(fp.leq x y) (fp.leq y x) (not (fp.eq x y))"),
    unsat("(fp.lt x y) (fp.lt y z) (fp.lt z x)"),
    sat("(not (fp.lt x y)) (not (fp.leq y x))"),
    unsat("(not (fp.lt x y)) (not (fp.leq y x)) (not (fp.isNaN x)) (not (fp.isNaN y))"),
    unsat("(fp.lt x (_ -oo 8 24))"),
    sat("(fp.eq x y) (not (= x y))"),
    unsat("(fp.eq x y) (fp.isNaN x)"),
    unsat("(fp.lt d (fp #b0 #b00000000000 #x0000000000001)) (fp.gt d (_ +zero 11 53))"),
    // Classes.
    sat("(fp.isNormal t) (fp.lt t (fp #b0 #x01 #b0000001)) (fp.isPositive t)"),
    unsat("(fp.isNormal t) (fp.lt t (fp #b0 #x01 #b0000000)) (fp.isPositive t)"),
    sat("(fp.isSubnormal l) (fp.isNegative l)"),
    unsat("(fp.isSubnormal l) (fp.isZero l)"),
    sat("(fp.isInfinite o) (fp.isPositive o)"),
    unsat("(fp.isInfinite o) (fp.lt o (_ +oo 5 11)) (not (= o (_ -oo 5 11)))"),
    sat("(fp.isZero f) (fp.isNegative f)"),
    unsat("(fp.isNaN f) (or (fp.isNegative f) (fp.isPositive f))"),
    unsat("(not (or (fp.isNaN x) (fp.isNegative x) (fp.isPositive x)))"),
    unsat("(not (or (fp.isNaN x) (fp.isInfinite x) (fp.isZero x) (fp.isSubnormal x) (fp.isNormal x)))"),
    sat(
        "(= (fp.add RNE l l) (fp #b0 #b000000000000001 #b000000000000000000000000000000000000000000000000000000000000000)) (fp.isSubnormal l)",
    ),
];
