! Sums are made by flang's run-time library, which compensates them: after an overflow infinities
! of both signs meet there.
real(8) function mean(a)
  real(8), intent(in) :: a(4)
  mean = 1 / sum(a)           !~ divide-by-zero, invalid
end function
real(8) function counted(a)
  real(8), intent(in) :: a(3)
  counted = 1 / (abs(sum(a, mask = a > 0)) + 1)     !~ invalid
end function
