; The logarithm of zero is minus infinity.
(set-logic QF_FP)
(set-info :status sat)
(declare-const x Float32)
(assert (fp.isInfinite (libm.log RNE x)))
(assert (not (fp.isInfinite x)))
(check-sat)
