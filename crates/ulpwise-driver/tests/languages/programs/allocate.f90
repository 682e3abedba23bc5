! Allocated arrays, with values that the loop divides by.
real(8) function work(x, n)
  integer, intent(in) :: n
  real(8), intent(in) :: x
  real(8), allocatable :: w(:)
  integer :: i
  if (n < 1 .or. n > 3) then
    work = 0
    return
  end if
  allocate(w(n))
  w = x
  work = 0
  do i = 1, n
    work = work + 1 / w(i)          !~ divide-by-zero
  end do
  deallocate(w)
end function
