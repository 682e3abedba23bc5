; exp(-x) is not negative, so the divisor is at least 1.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(define-fun s () Float64 (fp.div RNE ((_ to_fp 11 53) RNE 1.0) (fp.add RNE ((_ to_fp 11 53) RNE 1.0) (libm.exp RNE (fp.neg x)))))
(assert (or (fp.lt s (_ +zero 11 53)) (fp.gt s ((_ to_fp 11 53) RNE 1.0))))
(check-sat)
