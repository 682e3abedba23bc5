; The arc sine is defined on [-1, 1].
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(assert (and (fp.leq ((_ to_fp 11 53) RNE (- 1.0)) x) (fp.leq x ((_ to_fp 11 53) RNE 1.0))))
(assert (fp.isNaN (libm.asin RNE x)))
(check-sat)
