; log10(101) = 2.0043.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(assert (and (fp.leq ((_ to_fp 11 53) RNE 99.0) x) (fp.leq x ((_ to_fp 11 53) RNE 101.0))))
(assert (fp.gt (libm.log10 RNE x) ((_ to_fp 11 53) RNE 2.5)))
(check-sat)
