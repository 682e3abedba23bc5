; Both functions err by few ulps.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(assert (and (fp.leq ((_ to_fp 11 53) RNE 1.0) x) (fp.leq x ((_ to_fp 11 53) RNE 100.0))))
(assert (fp.gt (fp.abs (fp.sub RNE (libm.exp RNE (libm.log RNE x)) x)) ((_ to_fp 11 53) RNE 1.0)))
(check-sat)
