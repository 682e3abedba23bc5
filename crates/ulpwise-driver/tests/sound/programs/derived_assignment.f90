! What is done to values of derived types beyond copying them is not known.
! run: symbolic
! program: unknown: unsupported: call to _FortranAInitialize

module kinds
  type pair
    real(8), allocatable :: part(:)
  end type
contains
  function f(x) result(y) bind(c)
    use iso_c_binding
    real(c_double), value :: x
    real(c_double) :: y
    type(pair) :: a(2), b(2)
    b = a
    y = 0
    if (allocated(b(1)%part)) y = 1.0d0 / x
  end function
end module
