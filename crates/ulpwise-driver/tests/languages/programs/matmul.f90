! A matrix times a vector: infinities of both signs meet.
subroutine times(a, x, y)
  real(8), intent(in) :: a(2,2), x(2)
  real(8), intent(out) :: y(2)
  y = matmul(a, x)            !~ invalid
end subroutine
subroutine turned(a, b)
  real(8), intent(in) :: a(2,2)
  real(8), intent(out) :: b(2,2)
  b = transpose(a)
end subroutine
