; exp(709) = 8.2e307 is below the largest double. Infinity needs x above 709.78.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(assert (fp.leq x ((_ to_fp 11 53) RNE 709.0)))
(assert (fp.isInfinite (libm.exp RNE x)))
(check-sat)
