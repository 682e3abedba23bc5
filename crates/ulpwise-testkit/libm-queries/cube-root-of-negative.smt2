; Every number has a cube root.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(assert (fp.lt x (_ +zero 11 53)))
(assert (fp.isNaN (libm.cbrt RNE x)))
(check-sat)
