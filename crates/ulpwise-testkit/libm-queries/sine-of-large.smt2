; sin(1e22) = -0.8522.
(set-logic QF_FP)
(set-info :status unsat)
(declare-const x Float64)
(assert (fp.eq x ((_ to_fp 11 53) #x4480f0cf064dd592)))
(assert (fp.gt (libm.sin RNE x) (_ +zero 11 53)))
(check-sat)
