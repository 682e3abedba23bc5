; The cube root of 1000 is 10.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(assert (and (fp.leq ((_ to_fp 11 53) RNE 1.0) x) (fp.leq x ((_ to_fp 11 53) RNE 1000.0))))
(assert (fp.gt (libm.cbrt RNE x) ((_ to_fp 11 53) RNE 10.1)))
(check-sat)
