; The angle of (-1, -0) is -pi.
(set-logic QF_FP)
(set-info :status sat)
(declare-const x Float64)
(declare-const y Float64)
(assert (fp.isZero y))
(assert (fp.lt x (_ +zero 11 53)))
(assert (fp.lt (libm.atan2 RNE y x) ((_ to_fp 11 53) RNE (- 3.0))))
(check-sat)
