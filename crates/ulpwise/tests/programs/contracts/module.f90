module shapes
contains
  !> The area of a square.
  !! ulpwise: range side = 0..1d100
  real(8) function area(side)
    real(8), intent(in) :: side
    area = side * side
  end function

  real(8) function twice(side)
    real(8), intent(in) :: side
    twice = 2 * area(side) !~ contract
  end function
end module
!= shapes::area overflow proven
