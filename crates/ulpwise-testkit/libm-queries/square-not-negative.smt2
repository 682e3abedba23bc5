; Squares are not negative.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(assert (fp.lt (libm.pow RNE x ((_ to_fp 11 53) RNE 2.0)) (_ +zero 11 53)))
(check-sat)
