; exp(1000) overflows.
(set-logic QF_FP)
(set-info :status sat)
(declare-const t Float64)
(assert (and (fp.leq ((_ to_fp 11 53) RNE 0.001) t) (fp.leq t ((_ to_fp 11 53) RNE 1.0))))
(assert (fp.isInfinite (libm.exp RNE (fp.div RNE ((_ to_fp 11 53) RNE 1.0) t))))
(check-sat)
