; pow(0, -1) is infinity.
(set-logic QF_FP)
(set-info :status sat)
(declare-const x Float64)
(assert (and (fp.leq (_ +zero 11 53) x) (fp.leq x ((_ to_fp 11 53) RNE 1.0))))
(assert (fp.isInfinite (libm.pow RNE x ((_ to_fp 11 53) RNE (- 1.0)))))
(check-sat)
