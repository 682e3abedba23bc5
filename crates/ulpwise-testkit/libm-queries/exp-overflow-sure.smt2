; exp(710) = 2.2e308 is beyond the largest double, 1.8e308.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(assert (fp.geq x ((_ to_fp 11 53) RNE 710.0)))
(assert (not (fp.isInfinite (libm.exp RNE x))))
(check-sat)
