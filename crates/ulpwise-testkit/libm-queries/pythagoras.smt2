; The sum is 1 up to rounding.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(assert (and (fp.leq (_ +zero 11 53) x) (fp.leq x ((_ to_fp 11 53) RNE 7.0))))
(assert (fp.gt (fp.add RNE (fp.mul RNE (libm.sin RNE x) (libm.sin RNE x)) (fp.mul RNE (libm.cos RNE x) (libm.cos RNE x))) ((_ to_fp 11 53) RNE 1.1)))
(check-sat)
