! Comparisons of characters decide what is computed.
real(8) function chosen(c, x)
  character(len=1), intent(in) :: c
  real(8), intent(in) :: x
  if (c == 'S') then
    chosen = sqrt(x)          !~ invalid
  else
    chosen = 1 / x            !~ divide-by-zero
  end if
end function
