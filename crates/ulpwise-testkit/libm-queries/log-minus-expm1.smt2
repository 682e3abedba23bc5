; -expm1(-x) is at least about 1e-300 and at most 1, so its logarithm is above -691.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(assert (and (fp.leq ((_ to_fp 11 53) #x01a56e1fc2f8f359) x) (fp.leq x ((_ to_fp 11 53) #x7e37e43c8800759c))))
(assert (fp.isInfinite (libm.log RNE (fp.neg (libm.expm1 RNE (fp.neg x))))))
(check-sat)
