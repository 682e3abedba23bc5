; expm1(x) is above x, so the quotient is at most 1e300.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(assert (fp.geq x ((_ to_fp 11 53) #x01a56e1fc2f8f359)))
(assert (fp.isInfinite (fp.div RNE ((_ to_fp 11 53) RNE 1.0) (libm.expm1 RNE x))))
(check-sat)
