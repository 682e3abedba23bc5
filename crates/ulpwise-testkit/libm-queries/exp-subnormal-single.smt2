; exp(-88) = 6.1e-39 is below the smallest normal single, 1.2e-38.
(set-logic QF_FP)
(set-info :status sat)
(declare-const x Float32)
(assert (fp.isSubnormal (libm.exp RNE x)))
(assert (fp.gt x ((_ to_fp 8 24) RNE (- 90.0))))
(check-sat)
