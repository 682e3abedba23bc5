; Sines are at most 1, and to nearest so are their roundings.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(assert (fp.gt (libm.sin RNE x) ((_ to_fp 11 53) RNE 1.0)))
(check-sat)
