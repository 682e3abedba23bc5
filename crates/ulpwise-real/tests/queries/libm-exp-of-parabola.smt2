; exp(x*x - 2x) is below 0.3679 only near 1.
(set-info :status sat)
(declare-const x (_ FloatingPoint 11 53))
(assert (fp.lt (libm.exp RNE (fp.sub RNE (fp.mul RNE x x) (fp.mul RNE ((_ to_fp 11 53) RNE 2.0) x))) ((_ to_fp 11 53) RNE 0.3679)))
(check-sat)
