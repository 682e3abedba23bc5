; 0 times minus infinity is invalid.
(set-logic QF_FP)
(set-info :status sat)
(declare-const p Float64)
(assert (and (fp.leq (_ +zero 11 53) p) (fp.leq p ((_ to_fp 11 53) RNE 1.0))))
(assert (fp.isNaN (fp.mul RNE p (libm.log RNE p))))
(check-sat)
