; The exponent is not positive.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(assert (fp.gt (libm.exp RNE (fp.neg (fp.mul RNE x x))) ((_ to_fp 11 53) RNE 1.0)))
(check-sat)
