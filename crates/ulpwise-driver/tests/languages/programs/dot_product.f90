! A product of vectors overflows to both sides.
real(8) function dot(a, b)
  real(8), intent(in) :: a(2), b(2)
  dot = dot_product(a, b)     !~ invalid
end function
