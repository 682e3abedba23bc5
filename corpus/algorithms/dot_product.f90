! The sum from the front and the sum from the back of exact products agree.
program dot_product_of_integers
  use iso_c_binding
  implicit none
  interface
    function nondet_int() bind(c, name='__VERIFIER_nondet_int')
      import :: c_int
      integer(c_int) :: nondet_int
    end function
    subroutine assume(condition) bind(c, name='__VERIFIER_assume')
      import :: c_int
      integer(c_int), value :: condition
    end subroutine
    subroutine reach_error() bind(c, name='reach_error')
    end subroutine
  end interface
  real :: a(3), b(3), forward, backward
  integer(c_int) :: n
  integer :: i
  do i = 1, 3
    n = nondet_int()
    call assume(merge(1_c_int, 0_c_int, n >= -100 .and. n <= 100))
    a(i) = real(n)
    b(i) = real(i * i)
  end do
  forward = 0.0
  backward = 0.0
  do i = 1, 3
    forward = forward + a(i) * b(i)
    backward = backward + a(4 - i) * b(4 - i)
  end do
  if (forward /= backward) call reach_error()
end program
