; exp(800) is infinite, and its reciprocal zero.
(set-logic QF_FP)
(set-info :status sat)
(declare-const x Float64)
(assert (fp.isZero (fp.div RNE ((_ to_fp 11 53) RNE 1.0) (fp.add RNE ((_ to_fp 11 53) RNE 1.0) (libm.exp RNE (fp.neg x))))))
(check-sat)
