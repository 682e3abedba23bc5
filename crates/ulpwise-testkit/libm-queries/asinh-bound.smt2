; asinh(100) = 5.2983.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(assert (and (fp.leq ((_ to_fp 11 53) RNE (- 100.0)) x) (fp.leq x ((_ to_fp 11 53) RNE 100.0))))
(assert (fp.gt (fp.abs (libm.asinh RNE x)) ((_ to_fp 11 53) RNE 5.3)))
(check-sat)
