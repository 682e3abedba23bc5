; 3 and 4.
(set-info :status sat)
(declare-const x (_ FloatingPoint 11 53))
(declare-const y (_ FloatingPoint 11 53))
(assert (fp.eq (fp.mul RNE x y) ((_ to_fp 11 53) RNE 12.0)))
(assert (fp.eq (fp.add RNE x y) ((_ to_fp 11 53) RNE 7.0)))
(check-sat)
