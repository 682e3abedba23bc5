! mod ends the program where the divisor is zero.
real(8) function remainder_of(x, p)
  real(8), intent(in) :: x, p
  remainder_of = 1 / mod(x, p)      !~ divide-by-zero
end function
real(8) function wrapped(x)
  real(8), intent(in) :: x
  wrapped = 1 / (modulo(x, 2d0) + 1)
end function
