; (6e12)^3 = 2.2e38 is below the largest single.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float32)
(assert (fp.leq (fp.abs x) ((_ to_fp 8 24) #x54ae9f7c)))
(assert (fp.isInfinite (libm.pow RNE x ((_ to_fp 8 24) RNE 3.0))))
(check-sat)
