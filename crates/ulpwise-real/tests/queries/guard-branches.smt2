; Behind a choice of branches: y*y = 6.25 and x = y + 1.
(set-info :status sat)
(declare-const x (_ FloatingPoint 11 53))
(declare-const y (_ FloatingPoint 11 53))
(assert (or (fp.eq (fp.mul RNE x x) ((_ to_fp 11 53) RNE (- 1.0))) (fp.eq (fp.mul RNE y y) ((_ to_fp 11 53) RNE 6.25))))
(assert (fp.eq (fp.sub RNE x y) ((_ to_fp 11 53) RNE 1.0)))
(assert (fp.gt x ((_ to_fp 11 53) RNE 0.0)))
(check-sat)
