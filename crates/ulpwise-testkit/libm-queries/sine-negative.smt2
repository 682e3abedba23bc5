; The sine is negative between pi and 2 pi.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(assert (and (fp.leq ((_ to_fp 11 53) RNE 3.2) x) (fp.leq x ((_ to_fp 11 53) RNE 6.2))))
(assert (fp.geq (libm.sin RNE x) (_ +zero 11 53)))
(check-sat)
