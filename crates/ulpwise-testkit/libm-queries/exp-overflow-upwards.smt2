; Overflow rounded upwards is infinity.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(assert (and (fp.leq ((_ to_fp 11 53) RNE 710.0) x) (fp.leq x ((_ to_fp 11 53) RNE 2000.0))))
(assert (not (fp.isInfinite (libm.exp RTP x))))
(check-sat)
