; (x - 1)/(x*x - 1) is 0/0 at 1.
(set-info :status sat)
(declare-const x (_ FloatingPoint 11 53))
(assert (not (fp.isInfinite x)))
(assert (not (fp.isNaN x)))
(assert (fp.isNaN (fp.div RNE (fp.sub RNE x ((_ to_fp 11 53) RNE 1.0)) (fp.sub RNE (fp.mul RNE x x) ((_ to_fp 11 53) RNE 1.0)))))
(check-sat)
