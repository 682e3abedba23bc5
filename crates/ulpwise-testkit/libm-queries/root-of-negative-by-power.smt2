; A negative finite base with the exponent 1/2 has no power.
(set-logic QF_FP)
(set-info :status sat)
(declare-const x Float64)
(assert (fp.lt x (_ +zero 11 53)))
(assert (fp.isNaN (libm.pow RNE x ((_ to_fp 11 53) RNE 0.5))))
(check-sat)
