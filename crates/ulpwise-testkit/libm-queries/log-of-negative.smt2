; A negative number has no logarithm.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(assert (fp.lt x (_ +zero 11 53)))
(assert (not (fp.isNaN (libm.log RNE x))))
(check-sat)
