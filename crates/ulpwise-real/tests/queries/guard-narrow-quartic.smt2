; x within 1e-10 of the square root of two.
(set-info :status sat)
(declare-const x (_ FloatingPoint 11 53))
(assert (fp.lt (fp.mul RNE (fp.sub RNE (fp.mul RNE x x) ((_ to_fp 11 53) RNE 2.0)) (fp.sub RNE (fp.mul RNE x x) ((_ to_fp 11 53) RNE 2.0))) ((_ to_fp 11 53) RNE 0.00000000000000000001)))
(assert (fp.gt x ((_ to_fp 11 53) RNE 0.0)))
(check-sat)
