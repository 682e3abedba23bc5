; A cubic overflows although |x| < 3.92e102: the window is a part in a hundred.
(set-info :status sat)
(declare-const x (_ FloatingPoint 11 53))
(assert (fp.lt x ((_ to_fp 11 53) RNE 3920000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000.0)))
(assert (fp.gt x ((_ to_fp 11 53) RNE (- 10000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000.0))))
(assert (fp.isInfinite (fp.mul RNE (fp.sub RNE (fp.mul RNE (fp.add RNE (fp.mul RNE ((_ to_fp 11 53) RNE 3.0) x) ((_ to_fp 11 53) RNE 2.0)) x) ((_ to_fp 11 53) RNE 1.0)) x)))
(check-sat)
