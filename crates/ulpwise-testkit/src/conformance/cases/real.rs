//! Reals, and floats rounded from them.

use super::{ConformanceCase, sat, unsat};

pub(super) const CASES: &[ConformanceCase] = &[
    sat("(= ra 2.5) (< rb ra)"),
    unsat("(< ra rb) (< rb ra)"),
    sat("(= (+ ra rb) 1.0) (= ra 0.25)"),
    unsat("(= (+ ra rb) 1.0) (= ra 0.25) (= rb 0.5)"),
    sat("(= (* ra rb) 1.0) (= ra (- 4.0))"),
    unsat("(= (* ra 2.0) 1.0) (= ra 0.25)"),
    sat("(= (- ra) rb) (= ra 1.0)"),
    unsat("(= (- ra) rb) (< 0.0 ra) (= rb 1.0)"),
    sat("(= (/ ra rb) 3.0) (= rb 2.0)"),
    unsat("(= (/ ra 2.0) 3.0) (= ra 5.0)"),
    // Division by zero is a function that the model chooses.
    sat("(= rb 0.0) (= (/ 1.0 rb) 7.0)"),
    unsat("(= ra 0.0) (= rb 0.0) (= (/ 1.0 rb) 7.0) (= (/ 1.0 ra) 8.0)"),
    sat("(= ra 0.1) (= ((_ to_fp 8 24) RTP ra) x)"),
    unsat("(= ra 0.1) (= ((_ to_fp 8 24) RTP ra) ((_ to_fp 8 24) RTN ra))"),
    sat("(= f (fp #b0 #b011 #b100)) (= (fp.to_real f) ra)"),
    unsat("(= f (fp #b0 #b011 #b100)) (not (= (fp.to_real f) 1.5))"),
    sat("(fp.isInfinite f) (= (fp.to_real f) 3.0)"),
];
