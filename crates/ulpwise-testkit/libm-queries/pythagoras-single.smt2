; The sum is 1 up to rounding.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float32)
(assert (and (fp.leq (_ +zero 8 24) x) (fp.leq x ((_ to_fp 8 24) RNE 7.0))))
(assert (fp.lt (fp.add RNE (fp.mul RNE (libm.sin RNE x) (libm.sin RNE x)) (fp.mul RNE (libm.cos RNE x) (libm.cos RNE x))) ((_ to_fp 8 24) RNE 0.9)))
(check-sat)
