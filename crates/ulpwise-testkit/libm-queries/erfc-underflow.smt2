; erfc(28) is below 1e-340.
(set-logic QF_FP)
(set-info :status sat)
(declare-const x Float64)
(assert (fp.leq x ((_ to_fp 11 53) RNE 30.0)))
(assert (fp.isZero (libm.erfc RNE x)))
(check-sat)
