; Hyperbolic tangents are below 1, and to nearest so are their roundings at most 1.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(assert (fp.gt (fp.abs (libm.tanh RNE x)) ((_ to_fp 11 53) RNE 1.0)))
(check-sat)
