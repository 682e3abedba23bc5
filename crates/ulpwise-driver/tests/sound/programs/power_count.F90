! A power with an exponent that is not known: squares of the base may vanish that the result needs.
! option: range x=0.5..2
! option: range n=-1000..1000
! run: abstract
! program: not proven
! program: not proven
! control: proven: abstract
! control: proven: abstract
real(8) function f(x, n) bind(c)
  real(8), value :: x
  integer, value :: n
#ifdef CONTROL
  f = 1.0d0 / x**n
#else
  f = 1.0d0 / x**(2*n)
#endif
end function
