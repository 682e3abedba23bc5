; The sine of no double is zero but at zero: next to pi it is 1.2e-16, and the quotient 2.6e16.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(assert (and (fp.leq ((_ to_fp 11 53) RNE 3.0) x) (fp.leq x ((_ to_fp 11 53) RNE 3.3))))
(assert (fp.isInfinite (fp.div RNE x (libm.sin RNE x))))
(check-sat)
