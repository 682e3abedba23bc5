! A body around a sun of mass one at the origin, in the plane.
!
! The force falls with the third power of the distance: it overflows and divides by zero near the sun,
! and underflows far from it, long before the distance itself is out of range. Try the positions
! [1,0], [0,0] and [1d-110,0] with the velocity [0,1].

! The total energy: kinetic plus potential. A bound orbit has a negative one.
real(8) function orbit_energy(position, velocity)
  implicit none
  real(8), intent(in) :: position(2), velocity(2)
  real(8) :: speed_squared, distance_squared
  integer :: i
  speed_squared = 0
  distance_squared = 0
  do i = 1, 2
     speed_squared = speed_squared + velocity(i) * velocity(i)
     distance_squared = distance_squared + position(i) * position(i)
  end do
  orbit_energy = speed_squared / 2 - 1 / sqrt(distance_squared)
end function orbit_energy

! Changes the velocity by what the sun's pull does to it in the given time.
subroutine orbit_kick(position, velocity, time)
  implicit none
  real(8), intent(in) :: position(2), time
  real(8), intent(inout) :: velocity(2)
  real(8) :: distance
  integer :: i
  distance = sqrt(position(1) * position(1) + position(2) * position(2))
  do i = 1, 2
     velocity(i) = velocity(i) - time * position(i) / distance**3
  end do
end subroutine orbit_kick

! Leapfrog: half a kick, a drift, half a kick. Returns how much the energy has drifted, relative to
! what it was, which divides by zero for an orbit that just escapes.
real(8) function orbit_drift(position, velocity, step, steps)
  implicit none
  real(8), intent(in) :: position(2), velocity(2), step
  integer, intent(in) :: steps
  real(8) :: q(2), p(2), before, orbit_energy
  integer :: i, k
  do i = 1, 2
     q(i) = position(i)
     p(i) = velocity(i)
  end do
  before = orbit_energy(q, p)
  do k = 1, steps
     call orbit_kick(q, p, step / 2)
     do i = 1, 2
        q(i) = q(i) + step * p(i)
     end do
     call orbit_kick(q, p, step / 2)
  end do
  orbit_drift = (orbit_energy(q, p) - before) / before
end function orbit_drift
