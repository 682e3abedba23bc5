! The length of a text is passed as a further parameter.
real(8) function named(s, x)
  character(len=*), intent(in) :: s
  real(8), intent(in) :: x
  named = 0
  if (s == 'ab') named = 1 / x      !~ divide-by-zero
end function
