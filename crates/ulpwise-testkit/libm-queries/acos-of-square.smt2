; 1.05^2 is above 1.
(set-logic QF_FP)
(set-info :status sat)
(declare-const x Float64)
(assert (and (fp.leq ((_ to_fp 11 53) RNE 0.9) x) (fp.leq x ((_ to_fp 11 53) RNE 1.1))))
(assert (fp.isNaN (libm.acos RNE (fp.mul RNE x x))))
(check-sat)
