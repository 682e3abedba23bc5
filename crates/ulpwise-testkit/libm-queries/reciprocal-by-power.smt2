; The reciprocal of 1e-300 is 1e300.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(assert (fp.geq x ((_ to_fp 11 53) #x01a56e1fc2f8f359)))
(assert (fp.isInfinite (libm.pow RNE x ((_ to_fp 11 53) RNE (- 1.0)))))
(check-sat)
