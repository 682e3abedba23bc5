; The logarithm has a value for every number that is not negative; at zero it is minus infinity.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(assert (fp.geq x (_ +zero 11 53)))
(assert (fp.isNaN (libm.log RNE x)))
(check-sat)
