real(8) function slope(X, Y)
  ! ulpwise: assume X + 1.0d0 .le. Y .and. Y < 1d3
  ! ulpwise: range X = -1d3..1d3
  real(8), intent(in) :: X, Y
  slope = 1 / (Y - X)
end function
!= slope divide-by-zero proven

real(8) function flat(x)
  real(8), intent(in) :: x
  real(8), external :: slope
  flat = slope(x, x) !~ contract
end function
