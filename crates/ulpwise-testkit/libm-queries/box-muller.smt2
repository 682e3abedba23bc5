; The logarithm is not positive, and the root of minus zero is minus zero.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const u Float64)
(assert (and (fp.leq ((_ to_fp 11 53) #x01a56e1fc2f8f359) u) (fp.leq u ((_ to_fp 11 53) RNE 1.0))))
(assert (fp.isNaN (fp.sqrt RNE (fp.mul RNE ((_ to_fp 11 53) RNE (- 2.0)) (libm.log RNE u)))))
(check-sat)
