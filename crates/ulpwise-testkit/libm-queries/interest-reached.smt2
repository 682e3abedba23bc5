; 1.1^100 = 13780.6.
(set-logic QF_FP)
(set-info :status sat)
(declare-const r Float64)
(declare-const n Float64)
(assert (and (fp.leq (_ +zero 11 53) r) (fp.leq r ((_ to_fp 11 53) RNE 0.1))))
(assert (and (fp.leq (_ +zero 11 53) n) (fp.leq n ((_ to_fp 11 53) RNE 100.0))))
(assert (fp.gt (libm.pow RNE (fp.add RNE ((_ to_fp 11 53) RNE 1.0) r) n) ((_ to_fp 11 53) RNE 13000.0)))
(check-sat)
