; The greatest density is 0.39895.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(assert (fp.gt (fp.div RNE (libm.exp RNE (fp.neg (fp.div RNE (fp.mul RNE x x) ((_ to_fp 11 53) RNE 2.0)))) ((_ to_fp 11 53) RNE 2.5066)) ((_ to_fp 11 53) RNE 0.4)))
(check-sat)
