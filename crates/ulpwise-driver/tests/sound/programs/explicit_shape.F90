! An explicit shape of Fortran says how many elements there are.
! option: range a=1..2
! run: symbolic
! program: unknown: it reads a beyond the 4 elements assumed: give --len a=N, or limit the index with --range
! control: proven: symbolic

function f(a, n) result(y) bind(c)
  use iso_c_binding
  implicit none
  integer(c_int) :: n
  real(c_double) :: a(n)
  real(c_double) :: y
#ifdef CONTROL
  y = 0
  if (n > 0) y = 1.0d0 / a(n)
#else
  y = 0
  if (n > 0) y = 1.0d0 / a(n + 1)
#endif
end function
