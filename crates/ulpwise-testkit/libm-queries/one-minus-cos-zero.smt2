; cos(1e-9) rounds to 1.
(set-logic QF_FP)
(set-info :status sat)
(declare-const x Float64)
(assert (and (fp.leq ((_ to_fp 11 53) #x3bc79ca10c924223) x) (fp.leq x ((_ to_fp 11 53) RNE 1.0))))
(assert (fp.isInfinite (fp.div RNE ((_ to_fp 11 53) RNE 1.0) (fp.sub RNE ((_ to_fp 11 53) RNE 1.0) (libm.cos RNE x)))))
(check-sat)
