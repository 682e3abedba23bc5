; hypot(x, 4) = 5 at 3.
(set-info :status sat)
(declare-const x (_ FloatingPoint 11 53))
(assert (fp.eq (libm.hypot RNE x ((_ to_fp 11 53) RNE 4.0)) ((_ to_fp 11 53) RNE 5.0)))
(assert (fp.gt x ((_ to_fp 11 53) RNE 0.0)))
(check-sat)
