; The sine is at least 0.0998 at 0.1 and 0.141 at 3, and one crest lies between.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(assert (and (fp.leq ((_ to_fp 11 53) RNE 0.1) x) (fp.leq x ((_ to_fp 11 53) RNE 3.0))))
(assert (fp.isInfinite (fp.div RNE x (libm.sin RNE x))))
(check-sat)
