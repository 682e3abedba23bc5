; x = 0.7390851332.
(set-logic QF_FP)
(set-info :status sat)
(declare-const x Float64)
(assert (and (fp.leq (_ +zero 11 53) x) (fp.leq x ((_ to_fp 11 53) RNE 1.0))))
(assert (fp.lt (fp.abs (fp.sub RNE (libm.cos RNE x) x)) ((_ to_fp 11 53) #x3e112e0be826d695)))
(check-sat)
