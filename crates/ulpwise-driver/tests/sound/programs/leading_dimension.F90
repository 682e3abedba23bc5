! The last extent of an array of assumed size is open.
! option: range a=1..2
! option: range k=1..4
! option: len a=16
! run: symbolic
! program: unknown: it reads a beyond the 16 elements assumed: give --len a=N, or limit the index with --range
! control: proven: symbolic

function f(lda, a, k) result(y) bind(c)
  use iso_c_binding
  implicit none
  integer(c_int) :: lda, k
  real(c_double) :: a(lda, *)
  real(c_double) :: y
#ifdef CONTROL
  y = 0
  if (lda > 0) y = 1.0d0 / a(1, k)
#else
  y = 0
  if (lda > 0) y = 1.0d0 / a(1, k + 1)
#endif
end function
