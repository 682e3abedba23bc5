! Descriptors of arrays are made for assumed shapes.
module shapes
contains
  subroutine divide(a, s)
    real(8), intent(inout) :: a(:,:)
    real(8), intent(in) :: s
    a = a / s                       !~ divide-by-zero, invalid
  end subroutine
  real(8) function first(v)
    real(8), intent(in) :: v(:)
    first = sqrt(v(1))              !~ invalid
  end function
end module
