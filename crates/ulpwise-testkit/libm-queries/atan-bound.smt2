; Half pi is 1.5708.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(assert (fp.gt (libm.atan RNE x) ((_ to_fp 11 53) RNE 1.6)))
(check-sat)
