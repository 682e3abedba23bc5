! ulpwise: range x = 0..1d0
real(8) function scale(x)
  real(8), intent(in) :: x
  scale = x * 1d300
end function
!= scale overflow proven

real(8) function use(y)
  real(8), intent(in) :: y
  real(8), external :: scale
  use = scale(y) !~ contract
end function
