; exp(x)*y overflows though exp(x) does not.
(set-info :status sat)
(declare-const x (_ FloatingPoint 11 53))
(declare-const y (_ FloatingPoint 11 53))
(assert (fp.lt x ((_ to_fp 11 53) RNE 700.0)))
(assert (fp.lt y ((_ to_fp 11 53) RNE 100000.0)))
(assert (fp.gt y ((_ to_fp 11 53) RNE 0.0)))
(assert (fp.isInfinite (fp.mul RNE (libm.exp RNE x) y)))
(check-sat)
