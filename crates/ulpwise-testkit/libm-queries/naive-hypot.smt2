; Squares overflow before the length does, at 1e200 for instance.
(set-logic QF_FP)
(set-info :status sat)
(declare-const x Float64)
(declare-const y Float64)
(assert (not (or (fp.isNaN (libm.hypot RNE x y)) (fp.isInfinite (libm.hypot RNE x y)))))
(assert (fp.isInfinite (fp.sqrt RNE (fp.add RNE (fp.mul RNE x x) (fp.mul RNE y y)))))
(check-sat)
