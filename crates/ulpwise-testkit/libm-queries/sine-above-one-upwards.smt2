; Rounded upwards glibc does exceed 1: sinf computes in double precision, where the sine of -4.712389 comes out
; a little above 1.
(set-logic QF_FP)
(set-info :status sat)
(declare-const x Float32)
(assert (and (fp.leq ((_ to_fp 8 24) RNE (- 4.72)) x) (fp.leq x ((_ to_fp 8 24) RNE (- 4.7)))))
(assert (fp.gt (libm.sin RTP x) ((_ to_fp 8 24) RNE 1.0)))
(check-sat)
