; x is 1.5 or -1.5, and y above it.
(set-info :status sat)
(declare-const x (_ FloatingPoint 11 53))
(declare-const y (_ FloatingPoint 11 53))
(assert (fp.eq (fp.mul RNE x x) ((_ to_fp 11 53) RNE 2.25)))
(assert (fp.gt y x))
(check-sat)
