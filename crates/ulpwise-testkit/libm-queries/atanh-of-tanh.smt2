; tanh(20) rounds to 1.
(set-logic QF_FP)
(set-info :status sat)
(declare-const x Float64)
(assert (fp.leq x ((_ to_fp 11 53) RNE 20.0)))
(assert (fp.isInfinite (libm.atanh RNE (libm.tanh RNE x))))
(check-sat)
