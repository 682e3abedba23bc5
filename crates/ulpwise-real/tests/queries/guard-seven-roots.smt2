; x = 6, one of seven roots.
(set-info :status sat)
(declare-const x (_ FloatingPoint 11 53))
(assert (fp.isZero (fp.mul RNE (fp.mul RNE (fp.mul RNE (fp.mul RNE (fp.mul RNE (fp.mul RNE (fp.sub RNE x ((_ to_fp 11 53) RNE 1.0)) (fp.sub RNE x ((_ to_fp 11 53) RNE 2.0))) (fp.sub RNE x ((_ to_fp 11 53) RNE 3.0))) (fp.sub RNE x ((_ to_fp 11 53) RNE 4.0))) (fp.sub RNE x ((_ to_fp 11 53) RNE 5.0))) (fp.sub RNE x ((_ to_fp 11 53) RNE 6.0))) (fp.sub RNE x ((_ to_fp 11 53) RNE 7.0)))))
(assert (fp.gt x ((_ to_fp 11 53) RNE 5.5)))
(assert (fp.lt x ((_ to_fp 11 53) RNE 6.5)))
(check-sat)
