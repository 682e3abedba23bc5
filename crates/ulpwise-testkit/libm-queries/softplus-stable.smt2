; The logarithm is at most log 2, and x at most 1e300.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(assert (fp.leq (fp.abs x) ((_ to_fp 11 53) #x7e37e43c8800759c)))
(assert (fp.isInfinite (fp.add RNE (ite (fp.gt x (_ +zero 11 53)) x (_ +zero 11 53)) (libm.log1p RNE (libm.exp RNE (fp.neg (fp.abs x)))))))
(check-sat)
