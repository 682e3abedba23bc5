; (1e155)^2 = 1e310.
(set-logic QF_FP)
(set-info :status sat)
(declare-const x Float64)
(assert (and (fp.leq (_ +zero 11 53) x) (fp.leq x ((_ to_fp 11 53) #x601dd55745cbb7ed))))
(assert (fp.isInfinite (libm.pow RNE x ((_ to_fp 11 53) RNE 2.0))))
(check-sat)
