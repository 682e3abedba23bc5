; 4*nu*nu of GSL's bessel_Knu_scaled_asympx is subnormal.
(set-info :status sat)
(declare-const nu (_ FloatingPoint 11 53))
(assert (not (fp.isZero nu)))
(assert (fp.isSubnormal (fp.mul RNE (fp.mul RNE ((_ to_fp 11 53) RNE 4.0) nu) nu)))
(check-sat)
