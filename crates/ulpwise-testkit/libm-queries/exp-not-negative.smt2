; Exponentials are positive, or zero by underflow.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(assert (fp.lt (libm.exp RNE x) (_ +zero 11 53)))
(check-sat)
