; The logarithm of a number above 1 is positive: at the next double after 1 it is 2.2e-16, far more than its
; error.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(assert (fp.gt x ((_ to_fp 11 53) RNE 1.0)))
(assert (fp.lt (libm.log RNE x) (_ +zero 11 53)))
(check-sat)
