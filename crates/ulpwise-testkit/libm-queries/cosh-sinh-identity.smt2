; At 20 the squares are about 6e16, where doubles are 8 apart.
(set-logic QF_FP)
(set-info :status sat)
(declare-const x Float64)
(assert (and (fp.leq (_ +zero 11 53) x) (fp.leq x ((_ to_fp 11 53) RNE 50.0))))
(assert (fp.gt (fp.abs (fp.sub RNE (fp.sub RNE (fp.mul RNE (libm.cosh RNE x) (libm.cosh RNE x)) (fp.mul RNE (libm.sinh RNE x) (libm.sinh RNE x))) ((_ to_fp 11 53) RNE 1.0))) ((_ to_fp 11 53) RNE 0.5)))
(check-sat)
