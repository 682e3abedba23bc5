; The arc cosine undoes the cosine on [0, pi].
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(assert (and (fp.leq (_ +zero 11 53) x) (fp.leq x ((_ to_fp 11 53) RNE 3.0))))
(assert (fp.gt (fp.abs (fp.sub RNE (libm.acos RNE (libm.cos RNE x)) x)) ((_ to_fp 11 53) RNE 0.5)))
(check-sat)
