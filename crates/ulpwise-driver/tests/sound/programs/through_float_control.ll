; The control of through_float.ll: nothing is written through the address.
; run: abstract
; program: unknown: not analysed
; run: symbolic
; program: unknown: a value in it depends on where an object lies

target triple = "x86_64-pc-linux-gnu"
@K = internal constant double 1.0
define double @f(double %x) {
  %a = ptrtoint ptr @K to i64
  %d = bitcast i64 %a to double
  %b = bitcast double %d to i64
  %p = inttoptr i64 %b to ptr
  %k = load double, ptr %p
  %r = fdiv double %x, %k
  ret double %r
}
