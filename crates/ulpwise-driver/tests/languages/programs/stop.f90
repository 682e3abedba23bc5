! A program that stops computes nothing afterwards.
real(8) function guarded(x)
  real(8), intent(in) :: x
  if (x == 0) stop 1
  if (x < 0) error stop 'negative'
  guarded = 1 / x + sqrt(x)
end function
