; An address goes through a float.
; run: abstract
; program: unknown: not analysed
; run: symbolic
; program: witness: symbolic

target triple = "x86_64-pc-linux-gnu"
@K = internal global double 1.0
define double @f(double %x) {
  %a = ptrtoint ptr @K to i64
  %d = bitcast i64 %a to double
  %b = bitcast double %d to i64
  %p = inttoptr i64 %b to ptr
  store double 0.0, ptr %p
  %k = load double, ptr @K
  %r = fdiv double %x, %k
  ret double %r
}
