; exp(700) = 1.0e304.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float32)
(define-fun y () Float64 ((_ to_fp 11 53) RNE x))
(assert (fp.leq (fp.abs y) ((_ to_fp 11 53) RNE 700.0)))
(assert (fp.isInfinite (libm.exp RNE y)))
(check-sat)
