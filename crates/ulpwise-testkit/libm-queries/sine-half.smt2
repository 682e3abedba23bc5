; x = pi / 6.
(set-logic QF_FP)
(set-info :status sat)
(declare-const x Float64)
(assert (and (fp.leq (_ +zero 11 53) x) (fp.leq x ((_ to_fp 11 53) RNE 1.0))))
(assert (fp.lt (fp.abs (fp.sub RNE (libm.sin RNE x) ((_ to_fp 11 53) RNE 0.5))) ((_ to_fp 11 53) #x3ddb7cdfd9d7bdbb)))
(check-sat)
