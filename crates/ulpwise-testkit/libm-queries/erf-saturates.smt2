; erf(6) = 1 - 2e-17.
(set-logic QF_FP)
(set-info :status sat)
(declare-const x Float64)
(assert (fp.lt x ((_ to_fp 11 53) RNE 7.0)))
(assert (fp.eq (libm.erf RNE x) ((_ to_fp 11 53) RNE 1.0)))
(check-sat)
