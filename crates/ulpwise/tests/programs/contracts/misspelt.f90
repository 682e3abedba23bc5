! ulpwise: assum x < 1
!~^ diagnostic: did you mean `assume`?
real(8) function double_it(x)
  real(8), intent(in) :: x
  double_it = 2 * x
end function
!= double_it overflow witness
