; The divisor x*x - y*y - 3 is zero at 2 and 1.
(set-info :status sat)
(declare-const x (_ FloatingPoint 11 53))
(declare-const y (_ FloatingPoint 11 53))
(assert (fp.gt x y))
(assert (fp.gt y ((_ to_fp 11 53) RNE 0.5)))
(assert (fp.isZero (fp.sub RNE (fp.sub RNE (fp.mul RNE x x) (fp.mul RNE y y)) ((_ to_fp 11 53) RNE 3.0))))
(check-sat)
