; The error function is below 1.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(assert (fp.gt (fp.abs (libm.erf RNE x)) ((_ to_fp 11 53) RNE 1.0)))
(check-sat)
