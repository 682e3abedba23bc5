; C has pow(NaN, 0) = 1.
(set-logic QF_FP)
(set-info :status sat)
(declare-const x Float64)
(declare-const y Float64)
(assert (fp.isNaN x))
(assert (not (fp.isNaN (libm.pow RNE x y))))
(check-sat)
