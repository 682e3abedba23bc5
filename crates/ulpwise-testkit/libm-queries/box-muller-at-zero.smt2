; log(0) is minus infinity.
(set-logic QF_FP)
(set-info :status sat)
(declare-const u Float64)
(assert (and (fp.leq (_ +zero 11 53) u) (fp.leq u ((_ to_fp 11 53) RNE 1.0))))
(assert (fp.isInfinite (fp.sqrt RNE (fp.mul RNE ((_ to_fp 11 53) RNE (- 2.0)) (libm.log RNE u)))))
(check-sat)
