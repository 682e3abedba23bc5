; The exponential of the NaN is the NaN.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(assert (fp.isNaN x))
(assert (not (fp.isNaN (libm.exp RNE x))))
(check-sat)
