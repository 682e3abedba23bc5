; 2^10 = 1024.
(set-logic QF_FP)
(set-info :status sat)
(declare-const x Float64)
(assert (and (fp.leq ((_ to_fp 11 53) RNE 9.0) x) (fp.leq x ((_ to_fp 11 53) RNE 11.0))))
(assert (fp.eq (libm.exp2 RNE x) ((_ to_fp 11 53) RNE 1024.0)))
(check-sat)
