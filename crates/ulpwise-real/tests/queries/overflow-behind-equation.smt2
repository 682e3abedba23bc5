; x*y = 6 exactly, and x^4 overflows.
(set-info :status sat)
(declare-const x (_ FloatingPoint 11 53))
(declare-const y (_ FloatingPoint 11 53))
(assert (fp.eq (fp.mul RNE x y) ((_ to_fp 11 53) RNE 6.0)))
(assert (fp.gt x ((_ to_fp 11 53) RNE 1.0)))
(assert (fp.isInfinite (fp.mul RNE (fp.mul RNE (fp.mul RNE x x) x) x)))
(check-sat)
