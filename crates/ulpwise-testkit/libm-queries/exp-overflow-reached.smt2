; exp(709.9) overflows.
(set-logic QF_FP)
(set-info :status sat)
(declare-const x Float64)
(assert (fp.leq x ((_ to_fp 11 53) RNE 710.0)))
(assert (fp.isInfinite (libm.exp RNE x)))
(check-sat)
