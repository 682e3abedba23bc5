(declare-const x Float32)
(assert (let ((y x)) (fp.isNaN y))
(check-sat)
