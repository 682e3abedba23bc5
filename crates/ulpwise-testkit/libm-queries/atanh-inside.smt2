; The pole is at 1 itself; at the double below it the value is 18.7.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(assert (fp.lt (fp.abs x) ((_ to_fp 11 53) RNE 1.0)))
(assert (fp.isInfinite (libm.atanh RNE x)))
(check-sat)
