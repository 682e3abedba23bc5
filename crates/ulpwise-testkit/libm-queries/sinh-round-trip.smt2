; asinh undoes sinh.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float32)
(assert (and (fp.leq ((_ to_fp 8 24) RNE (- 5.0)) x) (fp.leq x ((_ to_fp 8 24) RNE 5.0))))
(assert (fp.gt (fp.abs (fp.sub RNE (libm.asinh RNE (libm.sinh RNE x)) x)) ((_ to_fp 8 24) RNE 1.0)))
(check-sat)
