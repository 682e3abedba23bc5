; The largest double is below 2^1024.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(assert (not (or (fp.isNaN x) (fp.isInfinite x))))
(assert (fp.gt (libm.log2 RNE x) ((_ to_fp 11 53) RNE 1025.0)))
(check-sat)
