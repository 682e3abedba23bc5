; exp(-1e-20) rounds to 1, and the logarithm of 0 is minus infinity.
(set-logic QF_FP)
(set-info :status sat)
(declare-const x Float64)
(assert (fp.gt x (_ +zero 11 53)))
(assert (fp.isInfinite (libm.log RNE (fp.sub RNE ((_ to_fp 11 53) RNE 1.0) (libm.exp RNE (fp.neg x))))))
(check-sat)
