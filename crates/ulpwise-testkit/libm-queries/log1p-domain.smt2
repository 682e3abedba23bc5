; log(1 + x) is defined above -1.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(assert (fp.gt x ((_ to_fp 11 53) RNE (- 1.0))))
(assert (fp.isNaN (libm.log1p RNE x)))
(check-sat)
