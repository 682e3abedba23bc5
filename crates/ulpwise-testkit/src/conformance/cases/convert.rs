//! Conversions between formats, bit-vectors and floats, where they are specified.

use super::{ConformanceCase, sat, unsat};

pub(super) const CASES: &[ConformanceCase] = &[
    // Encodings: there are many patterns of NaN, and one NaN.
    sat("(fp.isNaN ((_ to_fp 3 5) a)) (bvslt a #x00) (= ((_ extract 0 0) a) #b1)"),
    unsat(
        "(fp.isNaN ((_ to_fp 3 5) a)) (fp.isNaN ((_ to_fp 3 5) b)) (not (= ((_ to_fp 3 5) a) ((_ to_fp 3 5) b)))",
    ),
    sat("(= ((_ to_fp 3 5) a) ((_ to_fp 3 5) b)) (not (= a b))"),
    unsat("(= ((_ to_fp 3 5) a) ((_ to_fp 3 5) b)) (not (= a b)) (not (fp.isNaN ((_ to_fp 3 5) a)))"),
    sat("(= (fp.to_ieee_bv f) #b1000000)"),
    unsat("(fp.isNaN f) (not (= (fp.to_ieee_bv f) #b0111100))"),
    unsat("(not (= ((_ to_fp 3 4) (fp.to_ieee_bv f)) f))"),
    sat("(not (= (fp.to_ieee_bv ((_ to_fp 3 5) a)) a))"),
    unsat("(not (= (fp.to_ieee_bv ((_ to_fp 3 5) a)) a)) (not (fp.isNaN ((_ to_fp 3 5) a)))"),
    unsat("(fp.isNegative x) (= ((_ extract 31 31) (fp.to_ieee_bv x)) #b0)"),
    // Formats.
    sat("(fp.isInfinite ((_ to_fp 8 24) RNE d)) (not (fp.isInfinite d))"),
    unsat("(fp.isInfinite ((_ to_fp 8 24) RTZ d)) (not (fp.isInfinite d))"),
    unsat("(not (= ((_ to_fp 8 24) r ((_ to_fp 11 53) s x)) x))"),
    sat("(fp.isSubnormal ((_ to_fp 3 4) RNE o)) (fp.isNormal o)"),
    sat("(distinct ((_ to_fp 2 3) RNE f) ((_ to_fp 2 3) RNA f))"),
    unsat("(fp.lt ((_ to_fp 2 3) RTP f) ((_ to_fp 2 3) RTN f))"),
    sat("(fp.isZero ((_ to_fp 2 3) RNE f)) (not (fp.isZero f))"),
    unsat("(fp.isZero ((_ to_fp 2 3) RTP f)) (fp.isPositive f) (not (fp.isZero f))"),
    unsat("(fp.isNaN l) (not (fp.isNaN ((_ to_fp 11 53) r l)))"),
    // Integers to floats.
    sat("(fp.isInfinite ((_ to_fp 3 4) RNE a)) (bvslt a #x00)"),
    unsat("(fp.isNaN ((_ to_fp 3 4) r a))"),
    unsat("(fp.isInfinite ((_ to_fp 3 4) RTZ a))"),
    unsat("(= ((_ to_fp 3 4) r a) (_ -zero 3 4))"),
    sat("(= ((_ to_fp 8 24) RNE a) (fp #b1 #x86 #b00000000000000000000000))"),
    sat("(distinct ((_ to_fp 3 3) RTP a) ((_ to_fp 3 3) RTN a)) (bvslt #x00 a) (bvslt a #x0f)"),
    unsat("(distinct ((_ to_fp 3 4) RTP a) ((_ to_fp 3 4) RTN a)) (bvslt #x00 a) (bvslt a #x0f)"),
    unsat("(distinct ((_ to_fp 3 4) RTP u) ((_ to_fp 3 4) RTN u))"),
    sat("(fp.isInfinite ((_ to_fp_unsigned 3 4) RNE a)) (not (= a #xff))"),
    unsat("(fp.isNegative ((_ to_fp_unsigned 3 4) r a))"),
    sat("(= ((_ to_fp_unsigned 8 24) r k) (fp #b0 #x7f #b00000000000000000000000))"),
    unsat("(= ((_ to_fp 8 24) r k) (fp #b0 #x7f #b00000000000000000000000))"),
    sat("(distinct ((_ to_fp_unsigned 8 24) RTP w) ((_ to_fp_unsigned 8 24) RTZ w))"),
    // Another solver was wrong here: the first operand is the largest number at most, and their sum
    // is rounded up.
    sat(
        "(fp.leq (_ +oo 2 3) (fp.add RTP ((_ to_fp 2 3) RTZ (fp.to_ieee_bv o)) ((_ to_fp_unsigned 2 3) RTZ k)))",
    ),
    // And on these, all in formats that no processor has.
    sat(
        "(not (= (fp.roundToIntegral RTP ((_ to_fp 2 3) ((_ extract 4 0) a))) ((_ to_fp 2 3) ((_ extract 4 0) a))))",
    ),
    unsat("(= (fp.fmod ((_ to_fp 2 3) ((_ extract 4 0) a)) ((_ to_fp 2 3) RNE b)) ((_ to_fp 2 3) RNE b))"),
    unsat(
        "(fp.leq (fp #b0 #b10 #b01) (fp.sub RNE ((_ to_fp 2 3) ((_ extract 4 0) a)) ((_ to_fp 2 3) ((_ extract 4 0) a))))",
    ),
    unsat(
        "(fp.eq (fp.sub RTP ((_ to_fp 2 3) ((_ extract 4 0) a)) ((_ to_fp_unsigned 2 3) RTZ #b10001)) ((_ to_fp_unsigned 2 3) RTZ #b10001))",
    ),
    unsat("(fp.leq (fp.rem ((_ to_fp 2 3) ((_ extract 4 0) a)) (fp #b0 #b00 #b01)) (fp #b1 #b00 #b01))"),
    sat(
        "(= (_ +zero 4 4) ((_ to_fp 4 4) RTN ((_ to_fp 5 2) ((_ extract 6 0) a)))) (fp.lt (_ +zero 5 2) ((_ to_fp 5 2) ((_ extract 6 0) a)))",
    ),
    // Floats to integers that fit.
    sat(
        "(= ((_ fp.to_ubv 4) r f) #x3) (not (= ((_ fp.to_ubv 4) s f) #x3)) (fp.lt f (fp #b0 #b110 #b000)) (fp.isPositive f)",
    ),
    unsat("(= f (fp #b1 #b001 #b000)) (not (= ((_ fp.to_ubv 4) RTZ f) #x0))"),
    unsat("(= f (fp #b0 #b110 #b111)) (not (= ((_ fp.to_ubv 4) r f) #xf))"),
    sat("(= ((_ fp.to_sbv 4) RNE f) #x8) (= f (fp #b1 #b110 #b000))"),
    unsat("(= f (fp #b1 #b110 #b000)) (not (= ((_ fp.to_sbv 4) r f) #x8))"),
    unsat("(= ((_ fp.to_sbv 8) RTN f) #x02) (fp.lt f (fp #b0 #b100 #b000)) (fp.gt f (fp #b1 #b110 #b000))"),
    unsat("(not (= ((_ fp.to_sbv 8) r ((_ to_fp 5 11) s a)) a))"),
];
