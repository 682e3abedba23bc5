; exp(-800) is below half of the smallest subnormal number.
(set-logic QF_FP)
(set-info :status sat)
(declare-const x Float64)
(assert (not (or (fp.isNaN x) (fp.isInfinite x))))
(assert (fp.isZero (libm.exp RNE x)))
(check-sat)
