; |x*x - 10| = 6 with x > 3: x = 4.
(set-info :status sat)
(declare-const x (_ FloatingPoint 11 53))
(assert (fp.eq (fp.abs (fp.sub RNE (fp.mul RNE x x) ((_ to_fp 11 53) RNE 10.0))) ((_ to_fp 11 53) RNE 6.0)))
(assert (fp.gt x ((_ to_fp 11 53) RNE 3.0)))
(check-sat)
