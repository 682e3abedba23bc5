; exp(x)*y*y lies in a window of one part in 1e9.
(set-info :status sat)
(declare-const x (_ FloatingPoint 11 53))
(declare-const y (_ FloatingPoint 11 53))
(assert (fp.gt x ((_ to_fp 11 53) RNE 1.0)))
(assert (fp.gt y ((_ to_fp 11 53) RNE 2.0)))
(assert (fp.gt (fp.mul RNE (libm.exp RNE x) (fp.mul RNE y y)) ((_ to_fp 11 53) RNE 10000000000.0)))
(assert (fp.lt (fp.mul RNE (libm.exp RNE x) (fp.mul RNE y y)) ((_ to_fp 11 53) RNE 10000000010.0)))
(check-sat)
