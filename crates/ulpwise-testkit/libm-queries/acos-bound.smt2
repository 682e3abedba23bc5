; Pi is 3.1416.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(assert (fp.gt (libm.acos RNE x) ((_ to_fp 11 53) RNE 3.2)))
(check-sat)
