; cos(0.7) = 0.7648.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(assert (and (fp.leq (_ +zero 11 53) x) (fp.leq x ((_ to_fp 11 53) RNE 0.7))))
(assert (fp.leq (libm.cos RNE x) x))
(check-sat)
