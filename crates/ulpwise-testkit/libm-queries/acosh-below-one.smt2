; The inverse hyperbolic cosine is defined from 1 on.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(assert (fp.lt x ((_ to_fp 11 53) RNE 1.0)))
(assert (not (fp.isNaN (libm.acosh RNE x))))
(check-sat)
