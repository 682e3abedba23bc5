! An array of assumed size with a leading dimension.
subroutine scale_column(n, a, lda, d)
  integer, intent(in) :: n, lda
  real(8), intent(inout) :: a(lda, *)
  real(8), intent(in) :: d
  integer :: i
  do i = 1, min(n, lda)
    a(i, 1) = a(i, 1) / d           !~ divide-by-zero, invalid
  end do
end subroutine
