; 0.3333 is no integer, and the base is negative and finite.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(assert (and (fp.leq ((_ to_fp 11 53) RNE (- 8.0)) x) (fp.leq x ((_ to_fp 11 53) RNE (- 1.0)))))
(assert (not (fp.isNaN (libm.pow RNE x ((_ to_fp 11 53) RNE 0.3333)))))
(check-sat)
