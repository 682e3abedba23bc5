; The power rises with both; 2^10 = 1024.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(declare-const y Float64)
(assert (and (fp.leq ((_ to_fp 11 53) RNE 1.0) x) (fp.leq x ((_ to_fp 11 53) RNE 2.0))))
(assert (and (fp.leq (_ +zero 11 53) y) (fp.leq y ((_ to_fp 11 53) RNE 10.0))))
(assert (fp.gt (libm.pow RNE x y) ((_ to_fp 11 53) RNE 1025.0)))
(check-sat)
