; The tangent is not negative below half pi.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(assert (and (fp.leq (_ +zero 11 53) x) (fp.leq x ((_ to_fp 11 53) RNE 1.5))))
(assert (fp.lt (libm.tan RNE x) (_ +zero 11 53)))
(check-sat)
