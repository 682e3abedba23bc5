; tanh(20) rounds to 1.
(set-logic QF_FP)
(set-info :status sat)
(declare-const x Float64)
(assert (fp.lt x ((_ to_fp 11 53) RNE 30.0)))
(assert (fp.isZero (fp.sub RNE ((_ to_fp 11 53) RNE 1.0) (fp.mul RNE (libm.tanh RNE x) (libm.tanh RNE x)))))
(check-sat)
