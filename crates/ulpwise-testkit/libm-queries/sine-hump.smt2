; s (1 - s) is at most 1/4.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(assert (and (fp.leq (_ +zero 11 53) x) (fp.leq x ((_ to_fp 11 53) RNE 3.2))))
(assert (fp.gt (fp.mul RNE (libm.sin RNE x) (fp.sub RNE ((_ to_fp 11 53) RNE 1.0) (libm.sin RNE x))) ((_ to_fp 11 53) RNE 0.26)))
(check-sat)
