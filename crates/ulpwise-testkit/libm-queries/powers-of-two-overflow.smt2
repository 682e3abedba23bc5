; 2^1024 is beyond the largest double.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const y Float64)
(assert (fp.geq y ((_ to_fp 11 53) RNE 1024.0)))
(assert (not (fp.isInfinite (libm.pow RNE ((_ to_fp 11 53) RNE 2.0) y))))
(check-sat)
