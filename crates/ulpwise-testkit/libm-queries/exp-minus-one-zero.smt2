; exp(1e-20) rounds to 1.
(set-logic QF_FP)
(set-info :status sat)
(declare-const x Float64)
(assert (fp.gt x (_ +zero 11 53)))
(assert (fp.isInfinite (fp.div RNE ((_ to_fp 11 53) RNE 1.0) (fp.sub RNE (libm.exp RNE x) ((_ to_fp 11 53) RNE 1.0)))))
(check-sat)
