; exp(88) = 1.65e38 is below the largest single, 3.4e38.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float32)
(assert (fp.leq x ((_ to_fp 8 24) RNE 88.0)))
(assert (fp.isInfinite (libm.exp RNE x)))
(check-sat)
