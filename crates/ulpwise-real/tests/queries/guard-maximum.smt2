; The larger one squared is 49, the smaller one is not negative.
(set-info :status sat)
(declare-const x (_ FloatingPoint 11 53))
(declare-const y (_ FloatingPoint 11 53))
(assert (fp.eq (fp.mul RNE (fp.max x y) (fp.max x y)) ((_ to_fp 11 53) RNE 49.0)))
(assert (fp.geq x ((_ to_fp 11 53) RNE 0.0)))
(assert (fp.gt y x))
(check-sat)
