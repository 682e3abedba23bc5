; sin(x)^3 + y = 1 with y*y = 0.25.
(set-info :status sat)
(declare-const x (_ FloatingPoint 11 53))
(declare-const y (_ FloatingPoint 11 53))
(assert (fp.eq (fp.mul RNE y y) ((_ to_fp 11 53) RNE 0.25)))
(assert (fp.gt (fp.add RNE (fp.mul RNE (fp.mul RNE (libm.sin RNE x) (libm.sin RNE x)) (libm.sin RNE x)) y) ((_ to_fp 11 53) RNE 0.9999999)))
(assert (fp.lt (fp.add RNE (fp.mul RNE (fp.mul RNE (libm.sin RNE x) (libm.sin RNE x)) (libm.sin RNE x)) y) ((_ to_fp 11 53) RNE 1.0000001)))
(check-sat)
