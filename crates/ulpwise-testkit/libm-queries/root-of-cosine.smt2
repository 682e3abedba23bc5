; cos(1.5) = 0.0707.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(assert (and (fp.leq (_ +zero 11 53) x) (fp.leq x ((_ to_fp 11 53) RNE 1.5))))
(assert (fp.isNaN (fp.sqrt RNE (libm.cos RNE x))))
(check-sat)
