; The logarithm is finite there.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const p Float64)
(assert (and (fp.leq ((_ to_fp 11 53) #x01a56e1fc2f8f359) p) (fp.leq p ((_ to_fp 11 53) RNE 1.0))))
(assert (fp.isNaN (fp.mul RNE p (libm.log RNE p))))
(check-sat)
