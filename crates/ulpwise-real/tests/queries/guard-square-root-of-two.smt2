; No double squares to 2.
(set-info :status unsat)
(declare-const x (_ FloatingPoint 11 53))
(assert (fp.eq (fp.mul RNE x x) ((_ to_fp 11 53) RNE 2.0)))
(check-sat)
