"""What numba's functions call of its run time, as LLVM's text: memory with counted references.

Each does what numba's own function of that name does with the system's allocator, without
statistics and debugging; ``MemInfo`` has the same members in the same order. Where memory runs out
numba raises MemoryError; so do these, by returning null.
"""

from __future__ import annotations

_ALLOCATE = """
define linkonce_odr noalias ptr @{name}(i64 %size{more}) {{
entry:
  %wide = {align}
  %first = add i64 %size, 48
  %whole = add i64 %first, %wide
  %fits = icmp uge i64 %whole, %size
  br i1 %fits, label %ask, label %none
ask:
  %info = call ptr @malloc(i64 %whole)
  %missing = icmp eq ptr %info, null
  br i1 %missing, label %none, label %fill
none:
  ret ptr null
fill:
  %behind = getelementptr i8, ptr %info, i64 48
  %address = ptrtoint ptr %behind to i64
  %past = urem i64 %address, %wide
  %aligned = icmp eq i64 %past, 0
  %rest = sub i64 %wide, %past
  %skip = select i1 %aligned, i64 0, i64 %rest
  %data = getelementptr i8, ptr %behind, i64 %skip
  store i64 1, ptr %info, align 8
  %destructor = getelementptr i8, ptr %info, i64 8
  store ptr null, ptr %destructor, align 8
  %information = getelementptr i8, ptr %info, i64 16
  store ptr null, ptr %information, align 8
  %data_at = getelementptr i8, ptr %info, i64 24
  store ptr %data, ptr %data_at, align 8
  %size_at = getelementptr i8, ptr %info, i64 32
  store i64 %size, ptr %size_at, align 8
  %allocator = getelementptr i8, ptr %info, i64 40
  store ptr null, ptr %allocator, align 8
  ret ptr %info
}}
"""

_FREE = """
define linkonce_odr void @NRT_MemInfo_call_dtor(ptr %info) {
  call void @free(ptr %info)
  ret void
}
"""


def _allocate(name: str, more: str, align: str) -> str:
    return _ALLOCATE.format(name=name, more=more, align=align)


_COUNT = """
define linkonce_odr void @NRT_incref(ptr %info) {
entry:
  %none = icmp eq ptr %info, null
  br i1 %none, label %done, label %count
count:
  %before = load i64, ptr %info, align 8
  %after = add i64 %before, 1
  store i64 %after, ptr %info, align 8
  br label %done
done:
  ret void
}
"""

_UNCOUNT = """
define linkonce_odr void @NRT_decref(ptr %info) {
entry:
  %none = icmp eq ptr %info, null
  br i1 %none, label %done, label %count
count:
  %before = load i64, ptr %info, align 8
  %after = sub i64 %before, 1
  store i64 %after, ptr %info, align 8
  %last = icmp eq i64 %after, 0
  br i1 %last, label %end, label %done
end:
  call void @free(ptr %info)
  br label %done
done:
  ret void
}
"""

_DATA = """
define linkonce_odr ptr @NRT_MemInfo_data_fast(ptr %info) {
  %data_at = getelementptr i8, ptr %info, i64 24
  %data = load ptr, ptr %data_at, align 8
  ret ptr %data
}
"""

# numpy's algorithm for views with another shape: groups of dimensions whose products agree.
_RESHAPE = """
define linkonce_odr i32 @numba_attempt_nocopy_reshape(i64 %nd, ptr %dims, ptr %strides, i64 %newnd, ptr %newdims, ptr %newstrides, i64 %itemsize, i32 %fortran) {
entry:
  br label %check
check:
  %at = phi i64 [ %nd, %entry ], [ %axis, %next ]
  %step = phi i64 [ %itemsize, %entry ], [ %wider, %next ]
  %more = icmp sgt i64 %at, 0
  br i1 %more, label %look, label %write
look:
  %axis = sub i64 %at, 1
  %stride_at = getelementptr i64, ptr %strides, i64 %axis
  %stride = load i64, ptr %stride_at, align 8
  %dim_at = getelementptr i64, ptr %dims, i64 %axis
  %dim = load i64, ptr %dim_at, align 8
  %dense = icmp eq i64 %stride, %step
  %single = icmp eq i64 %dim, 1
  %fine = or i1 %dense, %single
  %wider = mul i64 %step, %dim
  br i1 %fine, label %next, label %outside
next:
  br label %check
outside:
  call void @numba_reshape_of_strided_array()
  unreachable
write:
  %place = phi i64 [ %newnd, %check ], [ %newaxis, %set ]
  %width = phi i64 [ %itemsize, %check ], [ %newwidth, %set ]
  %left = icmp sgt i64 %place, 0
  br i1 %left, label %set, label %done
set:
  %newaxis = sub i64 %place, 1
  %newstride_at = getelementptr i64, ptr %newstrides, i64 %newaxis
  store i64 %width, ptr %newstride_at, align 8
  %newdim_at = getelementptr i64, ptr %newdims, i64 %newaxis
  %newdim = load i64, ptr %newdim_at, align 8
  %newwidth = mul i64 %width, %newdim
  br label %write
done:
  ret i32 1
}
declare void @numba_reshape_of_strided_array()
"""

#: What numba defines itself and is taken from here: its own counts atomically, and code generation changes it.
REPLACED = {
    "NRT_incref": "declare void @NRT_incref(ptr)",
    "NRT_decref": "declare void @NRT_decref(ptr)",
    "NRT_MemInfo_data_fast": "declare ptr @NRT_MemInfo_data_fast(ptr)",
}

#: What the functions call of C's library.
EXTERNAL = ["declare ptr @malloc(i64)", "declare void @free(ptr)"]

#: The functions by their names.
RUNTIME = {
    "NRT_MemInfo_alloc": _allocate("NRT_MemInfo_alloc", "", "add i64 0, 16"),
    "NRT_MemInfo_alloc_aligned": _allocate("NRT_MemInfo_alloc_aligned", ", i32 %align", "zext i32 %align to i64"),
    "NRT_MemInfo_call_dtor": _FREE,
    "NRT_incref": _COUNT,
    "NRT_decref": _UNCOUNT,
    "NRT_MemInfo_data_fast": _DATA,
    "numba_attempt_nocopy_reshape": _RESHAPE,
}
