; exp(x) - x - 1 rises from 0.718 at 1.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(assert (and (fp.leq ((_ to_fp 11 53) RNE 1.0) x) (fp.leq x ((_ to_fp 11 53) RNE 10.0))))
(assert (fp.lt (libm.exp RNE x) (fp.add RNE x ((_ to_fp 11 53) RNE 1.0))))
(check-sat)
