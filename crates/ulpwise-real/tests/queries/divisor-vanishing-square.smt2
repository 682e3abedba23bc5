; 128*x*x vanishes although x is not zero.
(set-info :status sat)
(declare-const x (_ FloatingPoint 11 53))
(assert (not (fp.isZero x)))
(assert (fp.isZero (fp.mul RNE (fp.mul RNE ((_ to_fp 11 53) RNE 128.0) x) x)))
(check-sat)
