; A power with a base that is not negative always has a value.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(assert (fp.geq x (_ +zero 11 53)))
(assert (fp.isNaN (libm.pow RNE x ((_ to_fp 11 53) RNE 0.5))))
(check-sat)
