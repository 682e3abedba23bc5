; log(1 - x*x) with |x| < 1.0001.
(set-info :status sat)
(declare-const x (_ FloatingPoint 11 53))
(assert (fp.lt x ((_ to_fp 11 53) RNE 1.0001)))
(assert (fp.gt x ((_ to_fp 11 53) RNE (- 1.0001))))
(assert (fp.isNaN (libm.log RNE (fp.sub RNE ((_ to_fp 11 53) RNE 1.0) (fp.mul RNE x x)))))
(check-sat)
