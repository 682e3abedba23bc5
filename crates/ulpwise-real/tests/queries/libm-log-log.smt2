; log(log(x)) between 1.5 and 1.5000001.
(set-info :status sat)
(declare-const x (_ FloatingPoint 11 53))
(assert (fp.gt (libm.log RNE (libm.log RNE x)) ((_ to_fp 11 53) RNE 1.5)))
(assert (fp.lt (libm.log RNE (libm.log RNE x)) ((_ to_fp 11 53) RNE 1.5000001)))
(check-sat)
