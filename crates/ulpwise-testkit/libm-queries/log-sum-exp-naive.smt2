; exp(800) is infinite.
(set-logic QF_FP)
(set-info :status sat)
(declare-const a Float64)
(declare-const b Float64)
(assert (fp.leq (fp.abs a) ((_ to_fp 11 53) RNE 800.0)))
(assert (fp.leq (fp.abs b) ((_ to_fp 11 53) RNE 800.0)))
(assert (fp.isInfinite (libm.log RNE (fp.add RNE (libm.exp RNE a) (libm.exp RNE b)))))
(check-sat)
