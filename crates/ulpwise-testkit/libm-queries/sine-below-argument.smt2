; x - sin(x) rises from 0.0206 at 0.5.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(assert (and (fp.leq ((_ to_fp 11 53) RNE 0.5) x) (fp.leq x ((_ to_fp 11 53) RNE 2.0))))
(assert (fp.geq (libm.sin RNE x) x))
(check-sat)
