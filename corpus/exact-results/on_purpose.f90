! The same tricks in Fortran.
! meaning: none; a=-1e10..1e10 b=-1e3..1e3
real(8) function fortran_two_sum_low(a, b) bind(c)
  real(8), value :: a, b
  real(8) :: s, t
  s = a + b
  t = s - a
  fortran_two_sum_low = (a - (s - t)) + (b - t)
end function
! meaning: none; x=-1e6..1e6
real(8) function fortran_magic(x) bind(c)
  real(8), value :: x
  real(8) :: t
  t = x + 6755399441055744.0d0
  fortran_magic = t - 6755399441055744.0d0
end function
! meaning: none; x=-1e6..1e6
real(8) function fortran_nint(x) bind(c)
  real(8), value :: x
  fortran_nint = nint(x * 0.1d0)
end function
! meaning: none; x=-1e6..1e6
real(8) function fortran_aint(x) bind(c)
  real(8), value :: x
  fortran_aint = x * 0.1d0 - aint(x * 0.1d0)
end function
! meaning: none; a=1..1e6 b=1..1e6
real(8) function fortran_product_low(a, b) bind(c)
  real(8), value :: a, b
  real(8) :: p, c, ah, al, bh, bl
  p = a * b
  c = 134217729.0d0 * a
  ah = c - (c - a)
  al = a - ah
  c = 134217729.0d0 * b
  bh = c - (c - b)
  bl = b - bh
  fortran_product_low = ((ah * bh - p) + ah * bl + al * bh) + al * bl
end function
! meaning: none; a=1..1e6
real(8) function fortran_veltkamp(a) bind(c)
  real(8), value :: a
  real(8) :: c
  c = 134217729.0d0 * a
  fortran_veltkamp = c - (c - a)
end function
! meaning: none; x=1..1e6
real(8) function fortran_epsilon(x) bind(c)
  real(8), value :: x
  real(8) :: e
  e = 1
  do while (x + e / 2 /= x)
    e = e / 2
  end do
  fortran_epsilon = e
end function
