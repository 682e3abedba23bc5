; 1 - cos(0.1) = 0.005, and the cosine falls up to pi.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(assert (and (fp.leq ((_ to_fp 11 53) RNE 0.1) x) (fp.leq x ((_ to_fp 11 53) RNE 3.0))))
(assert (fp.isInfinite (fp.div RNE ((_ to_fp 11 53) RNE 1.0) (fp.sub RNE ((_ to_fp 11 53) RNE 1.0) (libm.cos RNE x)))))
(check-sat)
