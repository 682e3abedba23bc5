; The sine is positive between 0 and pi.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(assert (and (fp.leq ((_ to_fp 11 53) RNE 0.1) x) (fp.leq x ((_ to_fp 11 53) RNE 3.1))))
(assert (fp.leq (libm.sin RNE x) (_ +zero 11 53)))
(check-sat)
