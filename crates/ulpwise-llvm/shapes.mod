!mod$ v1 sum:18ea6c84512bb54e
module shapes
contains
function area(r,n,v,w,c) result(a)
real(8),intent(in)::r
integer(4),intent(in)::n
real(8),intent(in)::v(1_8:int(n,kind=8))
real(8),intent(in)::w(1_8:2_8,1_8:3_8)
complex(4),intent(in)::c
real(8)::a
end
end
