; 1.42e308 is below the largest double, 1.8e308.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(declare-const y Float64)
(assert (fp.leq (fp.abs x) ((_ to_fp 11 53) #x7fe1ccf385ebc8a0)))
(assert (fp.leq (fp.abs y) ((_ to_fp 11 53) #x7fe1ccf385ebc8a0)))
(assert (fp.isInfinite (libm.hypot RNE x y)))
(check-sat)
