; The divisor is at least 1, perhaps infinite; 1 over infinity is 0.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(assert (not (fp.isNaN x)))
(assert (fp.isNaN (fp.div RNE ((_ to_fp 11 53) RNE 1.0) (fp.add RNE ((_ to_fp 11 53) RNE 1.0) (libm.exp RNE (fp.neg x))))))
(check-sat)
