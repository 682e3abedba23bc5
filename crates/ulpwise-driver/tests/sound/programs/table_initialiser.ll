; An initialiser that cannot be lowered may hold the address of a table.
; run: abstract
; program: unknown: not analysed
; run: symbolic
; program: unknown: it depends on the variable 't', which may hold something else when it is called

target triple = "x86_64-pc-linux-gnu"
@t = internal global double 1.0
@other = internal global double 1.0
@s = internal global { i32, ptr } { i32 trunc (i64 ptrtoint (ptr @other to i64) to i32), ptr @t }
define void @set(double %v) {
  %p = load ptr, ptr getelementptr ({ i32, ptr }, ptr @s, i32 0, i32 1)
  store double %v, ptr %p
  ret void
}
define double @f(double %x) {
  %k = load double, ptr @t
  %r = fdiv double %x, %k
  ret double %r
}
