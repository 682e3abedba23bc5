; Even powers of magnitudes from 1 on are at least 1.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(assert (and (fp.leq ((_ to_fp 11 53) RNE (- 10.0)) x) (fp.leq x ((_ to_fp 11 53) RNE (- 1.0)))))
(assert (fp.lt (libm.pow RNE x ((_ to_fp 11 53) RNE 4.0)) ((_ to_fp 11 53) RNE 0.5)))
(check-sat)
