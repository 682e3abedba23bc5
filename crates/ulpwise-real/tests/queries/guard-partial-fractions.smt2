; x = 3: 1/2 + 1/4 = 3/4.
(set-info :status sat)
(declare-const x (_ FloatingPoint 11 53))
(assert (fp.eq (fp.add RNE (fp.div RNE ((_ to_fp 11 53) RNE 1.0) (fp.sub RNE x ((_ to_fp 11 53) RNE 1.0))) (fp.div RNE ((_ to_fp 11 53) RNE 1.0) (fp.add RNE x ((_ to_fp 11 53) RNE 1.0)))) ((_ to_fp 11 53) RNE 0.75)))
(assert (fp.gt x ((_ to_fp 11 53) RNE 0.0)))
(check-sat)
