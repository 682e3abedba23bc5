; The double below half pi has a tangent of 1.6e16.
(set-logic QF_FP)
(set-info :status sat)
(declare-const x Float64)
(assert (and (fp.leq ((_ to_fp 11 53) RNE 1.5) x) (fp.leq x ((_ to_fp 11 53) RNE 1.6))))
(assert (fp.gt (libm.tan RNE x) ((_ to_fp 11 53) #x4202a05f20000000)))
(check-sat)
