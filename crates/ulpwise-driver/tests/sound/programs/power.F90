! An even power of a number that is not zero may be zero all the same.
! option: range x=1e-150..1
! run: abstract
! program: not proven
! control: proven: abstract
! run: symbolic
! program: witness: symbolic
! control: proven: symbolic
real(8) function f(x) bind(c)
  real(8), value :: x
#ifdef CONTROL
  f = 1.0d0 / x**2
#else
  f = 1.0d0 / x**4
#endif
end function
