; (-2)^3 = -8.
(set-logic QF_FP)
(set-info :status sat)
(declare-const y Float64)
(assert (and (fp.leq ((_ to_fp 11 53) RNE 2.5) y) (fp.leq y ((_ to_fp 11 53) RNE 3.5))))
(assert (fp.eq (libm.pow RNE ((_ to_fp 11 53) RNE (- 2.0)) y) ((_ to_fp 11 53) RNE (- 8.0))))
(check-sat)
