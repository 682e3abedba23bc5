; exp(-720) = 2.0e-313 is subnormal.
(set-logic QF_FP)
(set-info :status sat)
(declare-const x Float64)
(assert (fp.isSubnormal (libm.exp RNE x)))
(check-sat)
