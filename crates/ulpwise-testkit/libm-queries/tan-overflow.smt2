; No double is close enough to an odd multiple of half pi: the tangent stays below 2^70. Infinity has none.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(assert (fp.isInfinite (libm.tan RNE x)))
(check-sat)
