; 1 + x rounds to 1, while log1p(x) is x.
(set-logic QF_FP)
(set-info :status sat)
(declare-const x Float64)
(assert (and (fp.leq ((_ to_fp 11 53) #x3bc79ca10c924223) x) (fp.leq x ((_ to_fp 11 53) #x3c32725dd1d243ac))))
(assert (fp.isZero (libm.log RNE (fp.add RNE ((_ to_fp 11 53) RNE 1.0) x))))
(assert (fp.gt (libm.log1p RNE x) (_ +zero 11 53)))
(check-sat)
