; The pole is at 1.
(set-logic QF_FP)
(set-info :status sat)
(declare-const x Float64)
(assert (fp.isInfinite (libm.atanh RNE x)))
(check-sat)
