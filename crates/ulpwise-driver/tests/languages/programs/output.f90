! What is printed changes nothing.
subroutine show(x)
  real(8), intent(in) :: x
  print *, 'inverse', 1 / x         !~ divide-by-zero
  write(*, '(F8.3)') sqrt(x)        !~ invalid
end subroutine
