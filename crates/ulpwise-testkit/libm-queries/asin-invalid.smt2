; Any number of magnitude above 1 will do.
(set-logic QF_FP)
(set-info :status sat)
(declare-const x Float64)
(assert (not (fp.isNaN x)))
(assert (fp.isNaN (libm.asin RNE x)))
(check-sat)
