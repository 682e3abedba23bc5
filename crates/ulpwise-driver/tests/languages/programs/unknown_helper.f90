! A procedure that no file defines: what comes before its call is seen.
subroutine solve(x, y, info)
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  integer, intent(out) :: info
  info = 0
  if (x < 0) info = -1
  if (info /= 0) then
    call report_error('SOLVE', -info)
    return
  end if
  y = 1 / x                         !~ divide-by-zero
end subroutine
