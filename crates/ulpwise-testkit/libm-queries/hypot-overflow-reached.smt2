; The length of (1.5e308, 1.5e308) is 2.1e308.
(set-logic QF_FP)
(set-info :status sat)
(declare-const x Float64)
(declare-const y Float64)
(assert (fp.leq (fp.abs x) ((_ to_fp 11 53) #x7feab36d48e1acf0)))
(assert (fp.leq (fp.abs y) ((_ to_fp 11 53) #x7feab36d48e1acf0)))
(assert (fp.isInfinite (libm.hypot RNE x y)))
(check-sat)
