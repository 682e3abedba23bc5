! Small functions of linear algebra; ports.c and ports.rs have the same in other languages.
! A line `pair NAME VERDICT FILE OPTIONS` says what is true of NAME here and in that file.

! pair cabs1 same ports.c
! pair cabs1 same ports.rs
real(8) function cabs1(a, b)
  real(8), intent(in) :: a, b
  cabs1 = abs(a) + abs(b)
end function

! pair lapy2 same ports.c
! pair lapy2 same ports.rs
real(8) function lapy2(x, y)
  real(8), intent(in) :: x, y
  real(8) :: w, z
  w = max(abs(x), abs(y))
  z = min(abs(x), abs(y))
  if (z == 0.0d0) then
    lapy2 = w
  else
    lapy2 = w * sqrt(1.0d0 + (z / w)**2)
  end if
end function

! pair axpy same ports.c
subroutine axpy(alpha, x, y)
  real(8), intent(in) :: alpha, x(4)
  real(8), intent(inout) :: y(4)
  integer :: i
  do i = 1, 4
    y(i) = y(i) + alpha * x(i)
  end do
end subroutine

! pair dot same ports.c
! pair dot same ports.rs
real(8) function dot(x, y)
  real(8), intent(in) :: x(4), y(4)
  integer :: i
  dot = 0
  do i = 1, 4
    dot = dot + x(i) * y(i)
  end do
end function

! pair asum same ports.c
real(8) function asum(x)
  real(8), intent(in) :: x(3)
  asum = abs(x(1)) + abs(x(2)) + abs(x(3))
end function

! pair rot same ports.c
subroutine rot(x, y, c, s)
  real(8), intent(inout) :: x, y
  real(8), intent(in) :: c, s
  real(8) :: t
  t = c * x + s * y
  y = c * y - s * x
  x = t
end subroutine

! pair scal same ports.rs
subroutine scal(alpha, x)
  real(8), intent(in) :: alpha
  real(8), intent(inout) :: x(3)
  x = alpha * x
end subroutine

! pair nrm2 different ports.c
real(8) function nrm2(x)
  real(8), intent(in) :: x(2)
  nrm2 = sqrt(x(1)**2 + x(2)**2)
end function
