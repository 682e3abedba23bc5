; The smallest single is 1.4e-45, its logarithm -103.28.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float32)
(assert (fp.gt x (_ +zero 8 24)))
(assert (fp.lt (libm.log RNE x) ((_ to_fp 8 24) RNE (- 104.0))))
(check-sat)
