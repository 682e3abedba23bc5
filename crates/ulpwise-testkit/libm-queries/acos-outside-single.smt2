; The arc cosine is not defined below -1.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float32)
(assert (fp.lt x ((_ to_fp 8 24) RNE (- 1.0))))
(assert (not (fp.isNaN (libm.acos RNE x))))
(check-sat)
