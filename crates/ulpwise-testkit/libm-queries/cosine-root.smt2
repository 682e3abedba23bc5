; The double next to half pi has a cosine of 6.1e-17.
(set-logic QF_FP)
(set-info :status sat)
(declare-const x Float64)
(assert (and (fp.leq ((_ to_fp 11 53) RNE 1.0) x) (fp.leq x ((_ to_fp 11 53) RNE 2.0))))
(assert (fp.lt (fp.abs (libm.cos RNE x)) ((_ to_fp 11 53) #x3cd203af9ee75616)))
(check-sat)
