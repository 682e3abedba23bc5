! Whole arrays are assigned and computed with.
subroutine invert(a, b)
  real(8), intent(in) :: a(3)
  real(8), intent(out) :: b(3)
  b = 1 / a                   !~ divide-by-zero
end subroutine
real(8) function filled(x)
  real(8), intent(in) :: x
  real(8) :: a(4)
  a = x
  a(2:3) = a(1:2)
  filled = 1 / (abs(a(3)) + 1)
end function
