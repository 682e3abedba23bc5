; (x - 1)(x - 2)(x - 3) = 0 expanded; x is 3.
(set-info :status sat)
(declare-const x (_ FloatingPoint 11 53))
(assert (fp.eq (fp.add RNE (fp.sub RNE (fp.mul RNE (fp.mul RNE x x) x) (fp.mul RNE ((_ to_fp 11 53) RNE 6.0) (fp.mul RNE x x))) (fp.mul RNE ((_ to_fp 11 53) RNE 11.0) x)) ((_ to_fp 11 53) RNE 6.0)))
(assert (fp.gt x ((_ to_fp 11 53) RNE 2.5)))
(check-sat)
