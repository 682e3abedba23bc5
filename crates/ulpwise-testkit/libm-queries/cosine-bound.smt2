; cos(2) = -0.416.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(assert (and (fp.leq ((_ to_fp 11 53) RNE 1.0) x) (fp.leq x ((_ to_fp 11 53) RNE 2.0))))
(assert (fp.lt (libm.cos RNE x) ((_ to_fp 11 53) RNE (- 0.5))))
(check-sat)
