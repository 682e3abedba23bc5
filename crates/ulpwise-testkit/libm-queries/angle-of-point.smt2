; The angle of (cos x, sin x) is x for magnitudes below pi.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(assert (and (fp.leq ((_ to_fp 11 53) RNE (- 3.0)) x) (fp.leq x ((_ to_fp 11 53) RNE 3.0))))
(assert (fp.gt (fp.abs (fp.sub RNE (libm.atan2 RNE (libm.sin RNE x) (libm.cos RNE x)) x)) ((_ to_fp 11 53) RNE 1.0)))
(check-sat)
