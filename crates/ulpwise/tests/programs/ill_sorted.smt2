(declare-const x Float32)
(assert (= x
  (fp.add RNE x)))
(check-sat)
