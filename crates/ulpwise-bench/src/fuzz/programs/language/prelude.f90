module fuzzed
  use iso_c_binding
  implicit none
  real(c_double), save, private :: s0 = 1, s1 = -2
  real(c_float), save, private :: s2 = 0.5
  integer(c_int), save, private :: s3 = 7
  real(c_double), parameter, private :: table(8) = [0.5d0, -1.25d0, 3d0, 1d-3, 1d10, -2d-8, 1d300, 4d0]
  type pair
    real(c_double) :: a
    real(c_float) :: b
  end type
contains
elemental real(c_double) function halve(x)
  real(c_double), intent(in) :: x
  halve = x / 2
end function
pure real(c_double) function inverse(x)
  real(c_double), intent(in) :: x
  inverse = 1 / x
end function
recursive function power(x, n) result(product)
  real(c_double), intent(in) :: x
  integer, intent(in) :: n
  real(c_double) :: product
  product = 1
  if (n > 0) product = x * power(x, min(n - 1, 8))
end function
real(c_double) function spread_of(v)
  real(c_double), intent(in) :: v(:)
  spread_of = maxval(v) - v(size(v))
end function
subroutine store(to, from)
  real(c_double), intent(out) :: to
  real(c_double), intent(in) :: from
  to = from
end subroutine
subroutine scale_all(v, by)
  real(c_double), intent(inout) :: v(*)
  real(c_double), intent(in) :: by
  integer :: i
  do i = 1, 4
    v(i) = v(i) * by
  end do
end subroutine
subroutine poke(s, t, r, m) bind(c, name='poke')
  real(c_double), value :: s, t
  real(c_float), value :: r
  integer(c_int), value :: m
  s0 = s; s1 = t; s2 = r; s3 = m
end subroutine
