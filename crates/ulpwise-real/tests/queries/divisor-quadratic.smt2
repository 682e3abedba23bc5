; x*x - 3x + 2 is zero at 2.
(set-info :status sat)
(declare-const x (_ FloatingPoint 11 53))
(assert (fp.gt x ((_ to_fp 11 53) RNE 1.5)))
(assert (fp.isZero (fp.add RNE (fp.sub RNE (fp.mul RNE x x) (fp.mul RNE ((_ to_fp 11 53) RNE 3.0) x)) ((_ to_fp 11 53) RNE 2.0))))
(check-sat)
