; sqrt(pi/(2x)) of GSL's bessel_Knu_scaled_asympx is invalid.
(set-info :status sat)
(declare-const x (_ FloatingPoint 11 53))
(assert (not (fp.isInfinite x)))
(assert (not (fp.isNaN x)))
(assert (fp.isNaN (fp.sqrt RNE (fp.div RNE ((_ to_fp 11 53) RNE 3.141592653589793) (fp.mul RNE ((_ to_fp 11 53) RNE 2.0) x)))))
(check-sat)
