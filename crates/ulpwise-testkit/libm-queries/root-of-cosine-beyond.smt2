; cos(1.59) is negative.
(set-logic QF_FP)
(set-info :status sat)
(declare-const x Float64)
(assert (and (fp.leq (_ +zero 11 53) x) (fp.leq x ((_ to_fp 11 53) RNE 1.6))))
(assert (fp.isNaN (fp.sqrt RNE (libm.cos RNE x))))
(check-sat)
