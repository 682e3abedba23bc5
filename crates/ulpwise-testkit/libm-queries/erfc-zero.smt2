; erfc(20) = 5.4e-176.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(assert (fp.leq x ((_ to_fp 11 53) RNE 20.0)))
(assert (fp.isZero (libm.erfc RNE x)))
(check-sat)
