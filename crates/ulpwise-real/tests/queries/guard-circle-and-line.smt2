; x = 4 and y = 3, or x = -3 and y = -4.
(set-info :status sat)
(declare-const x (_ FloatingPoint 11 53))
(declare-const y (_ FloatingPoint 11 53))
(assert (fp.eq (fp.add RNE (fp.mul RNE x x) (fp.mul RNE y y)) ((_ to_fp 11 53) RNE 25.0)))
(assert (fp.eq (fp.sub RNE x y) ((_ to_fp 11 53) RNE 1.0)))
(check-sat)
