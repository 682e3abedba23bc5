! Masks: any, all and count.
real(8) function share(a)
  real(8), intent(in) :: a(3)
  if (any(a < 0)) then
    share = sqrt(a(1))              !~ invalid
  else if (all(a > 1)) then
    share = sqrt(a(1))
  else
    share = 1 / real(count(a > 0), 8)   !~ divide-by-zero
  end if
end function
