; x = 7: (x - 7)(x^4 + 1) expanded; nothing else is a root.
(set-info :status sat)
(declare-const x (_ FloatingPoint 11 53))
(assert (fp.eq (fp.add RNE (fp.mul RNE (fp.mul RNE (fp.mul RNE (fp.mul RNE (fp.sub RNE x ((_ to_fp 11 53) RNE 7.0)) x) x) x) x) x) ((_ to_fp 11 53) RNE 7.0)))
(check-sat)
