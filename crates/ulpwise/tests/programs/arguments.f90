! Fortran's ways to pass arguments.
module shapes
contains
  real(8) function assumed_shape(x)
    real(8), intent(in) :: x(:)
    assumed_shape = x(1)
  end function
  real(8) function in_module(x)
    real(8), intent(in) :: x
    in_module = x * x
  end function
end module

real(8) function last(x, n, factor)
  integer, intent(in) :: n
  integer, value :: factor
  real(8), intent(in) :: x(n)
  last = x(n) * factor
end function

complex(8) function grown(x, again)
  real(8) :: x(*)
  logical :: again
  grown = cmplx(x(1), 2d0, 8)
  if (again) grown = grown * 1d200 * 1d200
end function

subroutine quotient(pair, matrix)
  type pair_type
    real(8) :: p, q
  end type
  type(pair_type) :: pair
  real(4) :: matrix(2,3)
  matrix(2,3) = pair%p / pair%q
end subroutine

subroutine extended(x)
  real(10) :: x
  x = x / 3
  if (x > 1) stop 'too large'
end subroutine

subroutine named(name, x)
  character(len=*) :: name
  real(8) :: x
  if (name == 'twice') x = x * 2
end subroutine
