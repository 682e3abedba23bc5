; 9 and 10: the sum of their cubes is 1729.
(set-info :status sat)
(declare-const x (_ FloatingPoint 11 53))
(declare-const y (_ FloatingPoint 11 53))
(assert (fp.eq (fp.add RNE (fp.mul RNE (fp.mul RNE x x) x) (fp.mul RNE (fp.mul RNE y y) y)) ((_ to_fp 11 53) RNE 1729.0)))
(assert (fp.gt x ((_ to_fp 11 53) RNE 8.0)))
(assert (fp.gt y x))
(check-sat)
