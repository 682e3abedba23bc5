; The sine is at most 1, and so is its square.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(define-fun s () Float64 (libm.sin RNE x))
(assert (not (fp.isNaN s)))
(assert (fp.isNaN (fp.sqrt RNE (fp.sub RNE ((_ to_fp 11 53) RNE 1.0) (fp.mul RNE s s)))))
(check-sat)
