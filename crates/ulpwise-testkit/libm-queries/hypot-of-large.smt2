; The length is at least 5.65.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(declare-const y Float64)
(assert (fp.geq x ((_ to_fp 11 53) RNE 4.0)))
(assert (fp.geq y ((_ to_fp 11 53) RNE 4.0)))
(assert (fp.lt (libm.hypot RNE x y) ((_ to_fp 11 53) RNE 5.0)))
(check-sat)
