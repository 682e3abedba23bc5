; Many periods of the inner square meet each period of the cosine.
(set-logic QF_FP)
(set-info :status sat)
(declare-const x Float32)
(assert (and (fp.leq (_ +zero 8 24) x) (fp.leq x ((_ to_fp 8 24) RNE 100.0))))
(assert (fp.gt (libm.sin RNE (fp.mul RNE x x)) ((_ to_fp 8 24) RNE 0.999)))
(assert (fp.lt (libm.cos RNE x) ((_ to_fp 8 24) RNE (- 0.9))))
(check-sat)
