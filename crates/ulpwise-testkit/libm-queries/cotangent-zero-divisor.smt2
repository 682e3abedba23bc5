; The sine is at least 0.479 there.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(assert (and (fp.leq ((_ to_fp 11 53) RNE 0.5) x) (fp.leq x ((_ to_fp 11 53) RNE 2.5))))
(assert (fp.isInfinite (fp.div RNE ((_ to_fp 11 53) RNE 1.0) (libm.sin RNE x))))
(check-sat)
