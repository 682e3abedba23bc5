! A variable of a module can be written.
! run: abstract
! program: unknown: not analysed
! run: symbolic
! program: unknown: it depends on the variable '_QMmEorder', which may hold something else when it is called

module m
  implicit none
  integer :: order = 0
contains
  function f(x) result(y) bind(c)
    use iso_c_binding
    real(c_double), value :: x
    real(c_double) :: y
    y = 0
    if (order > 1) y = 1.0d0 / x
  end function
end module
