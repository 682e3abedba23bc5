; cosh overflows just below 710.48.
(set-info :status sat)
(declare-const x (_ FloatingPoint 11 53))
(assert (fp.gt x ((_ to_fp 11 53) RNE 0.0)))
(assert (fp.lt x ((_ to_fp 11 53) RNE 710.48)))
(assert (fp.isInfinite (libm.cosh RNE x)))
(check-sat)
