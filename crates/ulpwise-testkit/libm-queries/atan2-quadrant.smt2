; The second quadrant begins at half pi, 1.5708.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(declare-const y Float64)
(assert (fp.geq y ((_ to_fp 11 53) RNE 0.001)))
(assert (fp.leq x ((_ to_fp 11 53) RNE (- 0.001))))
(assert (fp.lt (libm.atan2 RNE y x) ((_ to_fp 11 53) RNE 1.57)))
(check-sat)
