; exp(-700) = 9.9e-305 is not tiny.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(assert (fp.geq x ((_ to_fp 11 53) RNE (- 700.0))))
(assert (fp.isZero (libm.exp RNE x)))
(check-sat)
