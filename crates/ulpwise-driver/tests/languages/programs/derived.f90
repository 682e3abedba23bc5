! A derived type is taken apart.
module points
  type point
    real(8) :: x, y
    integer :: k
  end type
contains
  real(8) function slope(p)
    type(point), intent(in) :: p
    slope = p%y / p%x               !~ divide-by-zero, invalid
  end function
end module
