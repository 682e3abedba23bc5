! Whole arrays of numbers are moved and assigned by functions that are known.
! run: symbolic
! program: proven: symbolic

real(8) function f(x)
  real(8), intent(in) :: x
  real(8) :: a(3)
  a = cshift([1d0, 2d0, 3d0], 1)
  f = x / a(1)
end function
