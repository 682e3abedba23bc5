! The largest and the smallest element.
real(8) function largest(a)
  real(8), intent(in) :: a(3)
  largest = 1 / maxval(a)     !~ divide-by-zero
end function
real(8) function smallest(a)
  real(8), intent(in) :: a(3)
  smallest = sqrt(minval(a))  !~ invalid
end function
real(8) function spread_of(a)
  real(8), intent(in) :: a(3)
  spread_of = sqrt(max(maxval(a), 0d0))
end function
