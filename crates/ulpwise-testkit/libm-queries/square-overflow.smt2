; (1e154)^2 = 1e308 is below the largest double.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(assert (and (fp.leq (_ +zero 11 53) x) (fp.leq x ((_ to_fp 11 53) #x5fe7dddf6b095ff1))))
(assert (fp.isInfinite (libm.pow RNE x ((_ to_fp 11 53) RNE 2.0))))
(check-sat)
