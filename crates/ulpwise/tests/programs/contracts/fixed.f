C     ulpwise: range x = 0..1
      real*8 function scale(x)
      real*8 x
      scale = x * 1d300
      end
!= scale overflow proven
