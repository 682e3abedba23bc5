; exp(1000) is infinite.
(set-logic QF_FP)
(set-info :status sat)
(declare-const x Float64)
(assert (not (or (fp.isNaN x) (fp.isInfinite x))))
(assert (fp.isInfinite (libm.log RNE (fp.add RNE ((_ to_fp 11 53) RNE 1.0) (libm.exp RNE x)))))
(check-sat)
