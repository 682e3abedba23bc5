; Is 0.1 + 0.2 = 0.3? Not in double precision, ties to even.
(set-logic QF_FPLRA)
(define-fun sum () Float64 (fp.add RNE ((_ to_fp 11 53) RNE 0.1) ((_ to_fp 11 53) RNE 0.2)))
(define-fun three_tenths () Float64 ((_ to_fp 11 53) RNE 0.3))

(push 1)
(assert (= sum three_tenths))
(check-sat)
(pop 1)

; But in single precision it is.
(declare-const x Float32)
(assert (= x ((_ to_fp 8 24) RNE 0.1)))
(assert (= (fp.add RNE x ((_ to_fp 8 24) RNE 0.2)) ((_ to_fp 8 24) RNE 0.3)))
(check-sat)
(get-value (x sum three_tenths))
