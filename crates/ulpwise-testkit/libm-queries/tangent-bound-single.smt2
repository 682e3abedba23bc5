; tan(0.78) = 0.989.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float32)
(assert (and (fp.leq (_ +zero 8 24) x) (fp.leq x ((_ to_fp 8 24) RNE 0.78))))
(assert (fp.gt (libm.tan RNE x) ((_ to_fp 8 24) RNE 1.0)))
(check-sat)
