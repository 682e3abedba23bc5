function orbit_energy(v, r) result(energy) bind(c)
  use iso_c_binding
  real(c_float), value :: v, r
  real(c_float) :: energy
  energy = 0.5 * v * v - 1.0 / r
end function
