! Shifts and copies keep the values.
real(8) function shifted(a)
  real(8), intent(in) :: a(3)
  real(8) :: b(3), c(3)
  b = cshift(a, 1)
  c = spread(b(1), 1, 3)
  shifted = 1 / c(2)                !~ divide-by-zero
end function
