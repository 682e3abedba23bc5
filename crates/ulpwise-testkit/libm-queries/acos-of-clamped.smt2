; The clamped number is in [-1, 1].
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(assert (and (fp.leq ((_ to_fp 11 53) RNE (- 2.0)) x) (fp.leq x ((_ to_fp 11 53) RNE 2.0))))
(assert (fp.isNaN (libm.acos RNE (ite (fp.gt x ((_ to_fp 11 53) RNE 1.0)) ((_ to_fp 11 53) RNE 1.0) (ite (fp.lt x ((_ to_fp 11 53) RNE (- 1.0))) ((_ to_fp 11 53) RNE (- 1.0)) x)))))
(check-sat)
