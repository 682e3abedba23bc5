; exp is never negative.
(set-info :status unsat)
(declare-const x (_ FloatingPoint 11 53))
(declare-const y (_ FloatingPoint 11 53))
(assert (fp.lt (libm.exp RNE (fp.mul RNE x y)) ((_ to_fp 11 53) RNE 0.0)))
(check-sat)
