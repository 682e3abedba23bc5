; log(1.2) is positive.
(set-logic QF_FP)
(set-info :status sat)
(declare-const u Float64)
(assert (and (fp.leq ((_ to_fp 11 53) RNE 0.5) u) (fp.leq u ((_ to_fp 11 53) RNE 1.5))))
(assert (fp.isNaN (fp.sqrt RNE (fp.mul RNE ((_ to_fp 11 53) RNE (- 2.0)) (libm.log RNE u)))))
(check-sat)
