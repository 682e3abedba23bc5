define noundef ptr @NRT_MemInfo_alloc(i64 noundef %size) {
entry:
  %cmp.i = icmp ugt i64 %size, 9223372036854775552
  br i1 %cmp.i, label %with_data.exit, label %if.end.i

if.end.i:                                         ; preds = %entry
  %add.i = add nuw nsw i64 %size, 48
  %call.i = tail call ptr @malloc(i64 noundef %add.i)
  %tobool.not.i = icmp eq ptr %call.i, null
  br i1 %tobool.not.i, label %with_data.exit, label %cond.true.i

cond.true.i:                                      ; preds = %if.end.i
  %add.ptr.i = getelementptr inbounds nuw i8, ptr %call.i, i64 48
  store i64 1, ptr %call.i, align 8
  %destructor1.i.i = getelementptr inbounds nuw i8, ptr %call.i, i64 8
  %data3.i.i = getelementptr inbounds nuw i8, ptr %call.i, i64 24
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %destructor1.i.i, i8 0, i64 16, i1 false)
  store ptr %add.ptr.i, ptr %data3.i.i, align 8
  %size4.i.i = getelementptr inbounds nuw i8, ptr %call.i, i64 32
  store i64 %size, ptr %size4.i.i, align 8
  %allocator.i.i = getelementptr inbounds nuw i8, ptr %call.i, i64 40
  store ptr null, ptr %allocator.i.i, align 8
  br label %with_data.exit

with_data.exit:                                   ; preds = %entry, %if.end.i, %cond.true.i
  %retval.0.i = phi ptr [ null, %entry ], [ %call.i, %cond.true.i ], [ null, %if.end.i ]
  ret ptr %retval.0.i
}

define noundef ptr @NRT_MemInfo_alloc_safe(i64 noundef %size) {
entry:
  %cmp.i = icmp ugt i64 %size, 9223372036854775552
  br i1 %cmp.i, label %with_data.exit, label %if.end.i

if.end.i:                                         ; preds = %entry
  %add.i = add nuw nsw i64 %size, 48
  %call.i = tail call ptr @malloc(i64 noundef %add.i)
  %tobool.not.i = icmp eq ptr %call.i, null
  br i1 %tobool.not.i, label %with_data.exit, label %cond.true.i

cond.true.i:                                      ; preds = %if.end.i
  %add.ptr.i = getelementptr inbounds nuw i8, ptr %call.i, i64 48
  store i64 1, ptr %call.i, align 8
  %destructor1.i.i = getelementptr inbounds nuw i8, ptr %call.i, i64 8
  %data3.i.i = getelementptr inbounds nuw i8, ptr %call.i, i64 24
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %destructor1.i.i, i8 0, i64 16, i1 false)
  store ptr %add.ptr.i, ptr %data3.i.i, align 8
  %size4.i.i = getelementptr inbounds nuw i8, ptr %call.i, i64 32
  store i64 %size, ptr %size4.i.i, align 8
  %allocator.i.i = getelementptr inbounds nuw i8, ptr %call.i, i64 40
  store ptr null, ptr %allocator.i.i, align 8
  br label %with_data.exit

with_data.exit:                                   ; preds = %entry, %if.end.i, %cond.true.i
  %retval.0.i = phi ptr [ null, %entry ], [ %call.i, %cond.true.i ], [ null, %if.end.i ]
  ret ptr %retval.0.i
}

define noundef ptr @NRT_MemInfo_alloc_aligned(i64 noundef %size, i32 noundef %align) {
entry:
  %cmp.i = icmp ugt i64 %size, 9223372036854775552
  br i1 %cmp.i, label %with_data.exit, label %if.end.i

if.end.i:                                         ; preds = %entry
  %add.i = add nuw nsw i64 %size, 48
  %call.i = tail call ptr @malloc(i64 noundef %add.i)
  %tobool.not.i = icmp eq ptr %call.i, null
  br i1 %tobool.not.i, label %with_data.exit, label %cond.true.i

cond.true.i:                                      ; preds = %if.end.i
  %add.ptr.i = getelementptr inbounds nuw i8, ptr %call.i, i64 48
  store i64 1, ptr %call.i, align 8
  %destructor1.i.i = getelementptr inbounds nuw i8, ptr %call.i, i64 8
  %data3.i.i = getelementptr inbounds nuw i8, ptr %call.i, i64 24
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %destructor1.i.i, i8 0, i64 16, i1 false)
  store ptr %add.ptr.i, ptr %data3.i.i, align 8
  %size4.i.i = getelementptr inbounds nuw i8, ptr %call.i, i64 32
  store i64 %size, ptr %size4.i.i, align 8
  %allocator.i.i = getelementptr inbounds nuw i8, ptr %call.i, i64 40
  store ptr null, ptr %allocator.i.i, align 8
  br label %with_data.exit

with_data.exit:                                   ; preds = %entry, %if.end.i, %cond.true.i
  %retval.0.i = phi ptr [ null, %entry ], [ %call.i, %cond.true.i ], [ null, %if.end.i ]
  ret ptr %retval.0.i
}

define noundef ptr @NRT_MemInfo_alloc_safe_aligned(i64 noundef %size, i32 noundef %align) {
entry:
  %cmp.i = icmp ugt i64 %size, 9223372036854775552
  br i1 %cmp.i, label %with_data.exit, label %if.end.i

if.end.i:                                         ; preds = %entry
  %add.i = add nuw nsw i64 %size, 48
  %call.i = tail call ptr @malloc(i64 noundef %add.i)
  %tobool.not.i = icmp eq ptr %call.i, null
  br i1 %tobool.not.i, label %with_data.exit, label %cond.true.i

cond.true.i:                                      ; preds = %if.end.i
  %add.ptr.i = getelementptr inbounds nuw i8, ptr %call.i, i64 48
  store i64 1, ptr %call.i, align 8
  %destructor1.i.i = getelementptr inbounds nuw i8, ptr %call.i, i64 8
  %data3.i.i = getelementptr inbounds nuw i8, ptr %call.i, i64 24
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %destructor1.i.i, i8 0, i64 16, i1 false)
  store ptr %add.ptr.i, ptr %data3.i.i, align 8
  %size4.i.i = getelementptr inbounds nuw i8, ptr %call.i, i64 32
  store i64 %size, ptr %size4.i.i, align 8
  %allocator.i.i = getelementptr inbounds nuw i8, ptr %call.i, i64 40
  store ptr null, ptr %allocator.i.i, align 8
  br label %with_data.exit

with_data.exit:                                   ; preds = %entry, %if.end.i, %cond.true.i
  %retval.0.i = phi ptr [ null, %entry ], [ %call.i, %cond.true.i ], [ null, %if.end.i ]
  ret ptr %retval.0.i
}

define noalias noundef ptr @NRT_MemInfo_new_varsize(i64 noundef %size) {
entry:
  %call = tail call ptr @malloc(i64 noundef %size)
  %tobool.not = icmp eq ptr %call, null
  br i1 %tobool.not, label %cleanup6, label %if.end

if.end:                                           ; preds = %entry
  %call1 = tail call dereferenceable_or_null(48) ptr @malloc(i64 noundef 48)
  %tobool2.not = icmp eq ptr %call1, null
  br i1 %tobool2.not, label %if.then3, label %if.end4

if.then3:                                         ; preds = %if.end
  tail call void @free(ptr noundef %call)
  br label %cleanup6

if.end4:                                          ; preds = %if.end
  store i64 1, ptr %call1, align 8
  %destructor1.i = getelementptr inbounds nuw i8, ptr %call1, i64 8
  store ptr @of_variable_size, ptr %destructor1.i, align 8
  %information2.i = getelementptr inbounds nuw i8, ptr %call1, i64 16
  store ptr null, ptr %information2.i, align 8
  %data3.i = getelementptr inbounds nuw i8, ptr %call1, i64 24
  store ptr %call, ptr %data3.i, align 8
  %size4.i = getelementptr inbounds nuw i8, ptr %call1, i64 32
  store i64 %size, ptr %size4.i, align 8
  %allocator.i = getelementptr inbounds nuw i8, ptr %call1, i64 40
  store ptr null, ptr %allocator.i, align 8
  br label %cleanup6

cleanup6:                                         ; preds = %if.then3, %if.end4, %entry
  %retval.1 = phi ptr [ null, %entry ], [ %call1, %if.end4 ], [ null, %if.then3 ]
  ret ptr %retval.1
}

declare noalias noundef ptr @malloc(i64 noundef)

declare void @free(ptr noundef captures(none))

define internal void @of_variable_size(ptr readnone captures(none) %data, i64 %size, ptr readnone captures(none) %information) {
entry:
  ret void
}

define noundef ptr @NRT_MemInfo_new_varsize_dtor(i64 noundef %size, ptr noundef %destructor) {
entry:
  %call.i = tail call ptr @malloc(i64 noundef %size)
  %tobool.not.i = icmp eq ptr %call.i, null
  br i1 %tobool.not.i, label %NRT_MemInfo_new_varsize.exit, label %if.end.i

if.end.i:                                         ; preds = %entry
  %call1.i = tail call dereferenceable_or_null(48) ptr @malloc(i64 noundef 48)
  %tobool2.not.i = icmp eq ptr %call1.i, null
  br i1 %tobool2.not.i, label %if.then3.i, label %if.end4.i

if.then3.i:                                       ; preds = %if.end.i
  tail call void @free(ptr noundef %call.i)
  br label %NRT_MemInfo_new_varsize.exit

if.end4.i:                                        ; preds = %if.end.i
  store i64 1, ptr %call1.i, align 8
  %destructor1.i.i = getelementptr inbounds nuw i8, ptr %call1.i, i64 8
  store ptr @of_variable_size, ptr %destructor1.i.i, align 8
  %information2.i.i = getelementptr inbounds nuw i8, ptr %call1.i, i64 16
  store ptr null, ptr %information2.i.i, align 8
  %data3.i.i = getelementptr inbounds nuw i8, ptr %call1.i, i64 24
  store ptr %call.i, ptr %data3.i.i, align 8
  %size4.i.i = getelementptr inbounds nuw i8, ptr %call1.i, i64 32
  store i64 %size, ptr %size4.i.i, align 8
  %allocator.i.i = getelementptr inbounds nuw i8, ptr %call1.i, i64 40
  store ptr null, ptr %allocator.i.i, align 8
  br label %NRT_MemInfo_new_varsize.exit

NRT_MemInfo_new_varsize.exit:                     ; preds = %entry, %if.then3.i, %if.end4.i
  %retval.1.i = phi ptr [ null, %entry ], [ %call1.i, %if.end4.i ], [ null, %if.then3.i ]
  %tobool.not = icmp eq ptr %retval.1.i, null
  br i1 %tobool.not, label %if.end, label %if.then

if.then:                                          ; preds = %NRT_MemInfo_new_varsize.exit
  %information = getelementptr inbounds nuw i8, ptr %retval.1.i, i64 16
  store ptr %destructor, ptr %information, align 8
  br label %if.end

if.end:                                           ; preds = %if.then, %NRT_MemInfo_new_varsize.exit
  ret ptr %retval.1.i
}

define noundef ptr @NRT_MemInfo_varsize_alloc(ptr noundef writeonly captures(none) initializes((24, 32)) %info, i64 noundef %size) {
entry:
  %call = tail call ptr @malloc(i64 noundef %size)
  %data = getelementptr inbounds nuw i8, ptr %info, i64 24
  store ptr %call, ptr %data, align 8
  %tobool.not = icmp eq ptr %call, null
  br i1 %tobool.not, label %if.end, label %if.then

if.then:                                          ; preds = %entry
  %size2 = getelementptr inbounds nuw i8, ptr %info, i64 32
  store i64 %size, ptr %size2, align 8
  br label %if.end

if.end:                                           ; preds = %if.then, %entry
  ret ptr %call
}

define noundef ptr @NRT_MemInfo_varsize_realloc(ptr noundef captures(none) %info, i64 noundef %size) {
entry:
  %data = getelementptr inbounds nuw i8, ptr %info, i64 24
  %0 = load ptr, ptr %data, align 8
  %call = tail call ptr @realloc(ptr noundef %0, i64 noundef %size)
  store ptr %call, ptr %data, align 8
  %tobool.not = icmp eq ptr %call, null
  br i1 %tobool.not, label %if.end, label %if.then

if.then:                                          ; preds = %entry
  %size3 = getelementptr inbounds nuw i8, ptr %info, i64 32
  store i64 %size, ptr %size3, align 8
  br label %if.end

if.end:                                           ; preds = %if.then, %entry
  ret ptr %call
}

declare noalias noundef ptr @realloc(ptr noundef captures(none), i64 noundef)

define void @NRT_MemInfo_varsize_free(ptr noundef captures(none) %info, ptr noundef captures(address) %data) {
entry:
  tail call void @free(ptr noundef %data)
  %data1 = getelementptr inbounds nuw i8, ptr %info, i64 24
  %0 = load ptr, ptr %data1, align 8
  %cmp = icmp eq ptr %data, %0
  br i1 %cmp, label %if.then, label %if.end

if.then:                                          ; preds = %entry
  store ptr null, ptr %data1, align 8
  br label %if.end

if.end:                                           ; preds = %if.then, %entry
  ret void
}

define ptr @NRT_MemInfo_data_fast(ptr noundef readonly captures(none) %info) {
entry:
  %data = getelementptr inbounds nuw i8, ptr %info, i64 24
  %0 = load ptr, ptr %data, align 8
  ret ptr %0
}

define void @NRT_MemInfo_call_dtor(ptr noundef captures(none) %info) {
entry:
  %destructor = getelementptr inbounds nuw i8, ptr %info, i64 8
  %0 = load ptr, ptr %destructor, align 8
  %tobool.not = icmp eq ptr %0, null
  br i1 %tobool.not, label %if.end, label %if.then

if.then:                                          ; preds = %entry
  %data = getelementptr inbounds nuw i8, ptr %info, i64 24
  %1 = load ptr, ptr %data, align 8
  tail call void @free(ptr noundef %1)
  br label %if.end

if.end:                                           ; preds = %if.then, %entry
  tail call void @free(ptr noundef %info)
  ret void
}

define void @NRT_incref(ptr noundef captures(address_is_null) %info) {
entry:
  %tobool.not = icmp eq ptr %info, null
  br i1 %tobool.not, label %if.end, label %if.then

if.then:                                          ; preds = %entry
  %0 = load i64, ptr %info, align 8
  %inc = add nsw i64 %0, 1
  store i64 %inc, ptr %info, align 8
  br label %if.end

if.end:                                           ; preds = %if.then, %entry
  ret void
}

define void @NRT_decref(ptr noundef captures(address_is_null) %info) {
entry:
  %tobool.not = icmp eq ptr %info, null
  br i1 %tobool.not, label %if.end, label %land.lhs.true

land.lhs.true:                                    ; preds = %entry
  %0 = load i64, ptr %info, align 8
  %dec = add nsw i64 %0, -1
  store i64 %dec, ptr %info, align 8
  %cmp = icmp eq i64 %dec, 0
  br i1 %cmp, label %if.then, label %if.end

if.then:                                          ; preds = %land.lhs.true
  %destructor.i = getelementptr inbounds nuw i8, ptr %info, i64 8
  %1 = load ptr, ptr %destructor.i, align 8
  %tobool.not.i = icmp eq ptr %1, null
  br i1 %tobool.not.i, label %NRT_MemInfo_call_dtor.exit, label %if.then.i

if.then.i:                                        ; preds = %if.then
  %data.i = getelementptr inbounds nuw i8, ptr %info, i64 24
  %2 = load ptr, ptr %data.i, align 8
  tail call void @free(ptr noundef %2)
  br label %NRT_MemInfo_call_dtor.exit

NRT_MemInfo_call_dtor.exit:                       ; preds = %if.then, %if.then.i
  tail call void @free(ptr noundef nonnull %info)
  br label %if.end

if.end:                                           ; preds = %NRT_MemInfo_call_dtor.exit, %land.lhs.true, %entry
  ret void
}

define noalias noundef ptr @NRT_Allocate(i64 noundef %size) {
entry:
  %call = tail call ptr @malloc(i64 noundef %size)
  ret ptr %call
}

define void @NRT_Free(ptr noundef captures(none) %data) {
entry:
  tail call void @free(ptr noundef %data)
  ret void
}

define range(i32 0, 2) i32 @numba_attempt_nocopy_reshape(i64 noundef %nd, ptr noundef readonly captures(none) %dims, ptr noundef readonly captures(none) %strides, i64 noundef %newnd, ptr noundef readonly captures(none) %newdims, ptr noundef captures(none) %newstrides, i64 noundef %itemsize, i32 noundef %fortran) {
entry:
  %cmp231 = icmp sgt i64 %nd, 0
  br i1 %cmp231, label %land.rhs, label %while.end

land.rhs:                                         ; preds = %entry, %while.body
  %from.0232 = phi i64 [ %inc, %while.body ], [ 0, %entry ]
  %arrayidx = getelementptr inbounds nuw i64, ptr %dims, i64 %from.0232
  %0 = load i64, ptr %arrayidx, align 8
  %cmp1 = icmp eq i64 %0, 1
  br i1 %cmp1, label %while.body, label %while.end

while.body:                                       ; preds = %land.rhs
  %inc = add nuw nsw i64 %from.0232, 1
  %exitcond.not = icmp eq i64 %inc, %nd
  br i1 %exitcond.not, label %while.end, label %land.rhs

while.end:                                        ; preds = %land.rhs, %while.body, %entry
  %from.0.lcssa = phi i64 [ 0, %entry ], [ %from.0232, %land.rhs ], [ %nd, %while.body ]
  %cmp3257 = icmp slt i64 %from.0.lcssa, %nd
  %cmp5258 = icmp sgt i64 %newnd, 0
  %1 = and i1 %cmp3257, %cmp5258
  br i1 %1, label %while.body7.lr.ph, label %while.end108

while.body7.lr.ph:                                ; preds = %while.end
  %tobool.not = icmp eq i32 %fortran, 0
  %tobool50.not = icmp eq i32 %fortran, 0
  %scevgep278 = getelementptr i8, ptr %newstrides, i64 -8
  br label %while.body7

while.body7:                                      ; preds = %while.body7.lr.ph, %cleanup102
  %to.0260 = phi i64 [ 0, %while.body7.lr.ph ], [ %to_end.0.lcssa, %cleanup102 ]
  %from.1259 = phi i64 [ %from.0.lcssa, %while.body7.lr.ph ], [ %from.2.lcssa, %cleanup102 ]
  %add = add nsw i64 %from.1259, 1
  %add8 = add nsw i64 %to.0260, 1
  %arrayidx9 = getelementptr inbounds i64, ptr %dims, i64 %from.1259
  %2 = load i64, ptr %arrayidx9, align 8
  %arrayidx10 = getelementptr inbounds i64, ptr %newdims, i64 %to.0260
  %3 = load i64, ptr %arrayidx10, align 8
  %cmp12.not234 = icmp eq i64 %2, %3
  br i1 %cmp12.not234, label %for.cond.preheader, label %while.body13

for.cond.preheader:                               ; preds = %if.end25, %while.body7
  %from_end.0.lcssa = phi i64 [ %add, %while.body7 ], [ %from_end.1, %if.end25 ]
  %to_end.0.lcssa = phi i64 [ %add8, %while.body7 ], [ %to_end.1, %if.end25 ]
  %cmp28.not.not241 = icmp slt i64 %add, %from_end.0.lcssa
  br i1 %cmp28.not.not241, label %for.body, label %for.end

while.body13:                                     ; preds = %while.body7, %if.end25
  %new.0238 = phi i64 [ %new.1, %if.end25 ], [ %3, %while.body7 ]
  %old.0237 = phi i64 [ %old.1, %if.end25 ], [ %2, %while.body7 ]
  %to_end.0236 = phi i64 [ %to_end.1, %if.end25 ], [ %add8, %while.body7 ]
  %from_end.0235 = phi i64 [ %from_end.1, %if.end25 ], [ %add, %while.body7 ]
  %cmp14 = icmp slt i64 %old.0237, %new.0238
  br i1 %cmp14, label %if.then, label %if.else

if.then:                                          ; preds = %while.body13
  %cmp15.not = icmp slt i64 %from_end.0235, %nd
  br i1 %cmp15.not, label %if.end, label %cleanup134

if.end:                                           ; preds = %if.then
  %inc17 = add nsw i64 %from_end.0235, 1
  %arrayidx18 = getelementptr inbounds i64, ptr %dims, i64 %from_end.0235
  %4 = load i64, ptr %arrayidx18, align 8
  %mul = mul nsw i64 %4, %old.0237
  br label %if.end25

if.else:                                          ; preds = %while.body13
  %cmp19.not = icmp slt i64 %to_end.0236, %newnd
  br i1 %cmp19.not, label %if.end21, label %cleanup134

if.end21:                                         ; preds = %if.else
  %inc22 = add nsw i64 %to_end.0236, 1
  %arrayidx23 = getelementptr inbounds i64, ptr %newdims, i64 %to_end.0236
  %5 = load i64, ptr %arrayidx23, align 8
  %mul24 = mul nsw i64 %5, %new.0238
  br label %if.end25

if.end25:                                         ; preds = %if.end21, %if.end
  %from_end.1 = phi i64 [ %inc17, %if.end ], [ %from_end.0235, %if.end21 ]
  %to_end.1 = phi i64 [ %to_end.0236, %if.end ], [ %inc22, %if.end21 ]
  %old.1 = phi i64 [ %mul, %if.end ], [ %old.0237, %if.end21 ]
  %new.1 = phi i64 [ %new.0238, %if.end ], [ %mul24, %if.end21 ]
  %cmp12.not = icmp eq i64 %old.1, %new.1
  br i1 %cmp12.not, label %for.cond.preheader, label %while.body13

for.body:                                         ; preds = %for.cond.preheader, %for.inc
  %at.0243 = phi i64 [ %inc47, %for.inc ], [ %add, %for.cond.preheader ]
  %before.0242 = phi i64 [ %before.2, %for.inc ], [ %from.1259, %for.cond.preheader ]
  %arrayidx29 = getelementptr inbounds i64, ptr %dims, i64 %at.0243
  %6 = load i64, ptr %arrayidx29, align 8
  %cmp30 = icmp eq i64 %6, 1
  br i1 %cmp30, label %for.inc, label %if.end32

if.end32:                                         ; preds = %for.body
  br i1 %tobool.not, label %cond.end, label %cond.true

cond.true:                                        ; preds = %if.end32
  %arrayidx34 = getelementptr inbounds i64, ptr %dims, i64 %before.0242
  %7 = load i64, ptr %arrayidx34, align 8
  br label %cond.end

cond.end:                                         ; preds = %if.end32, %cond.true
  %at.0243.sink = phi i64 [ %before.0242, %cond.true ], [ %at.0243, %if.end32 ]
  %.sink283 = phi i64 [ %7, %cond.true ], [ %6, %if.end32 ]
  %before.0242.pn = phi i64 [ %at.0243, %cond.true ], [ %before.0242, %if.end32 ]
  %.sink.in = getelementptr inbounds i64, ptr %strides, i64 %before.0242.pn
  %.sink = load i64, ptr %.sink.in, align 8
  %arrayidx40 = getelementptr inbounds i64, ptr %strides, i64 %at.0243.sink
  %8 = load i64, ptr %arrayidx40, align 8
  %mul41 = mul nsw i64 %8, %.sink283
  %cmp42 = icmp eq i64 %.sink, %mul41
  %at.0.before.0 = select i1 %cmp42, i64 %at.0243, i64 %before.0242
  br i1 %cmp42, label %for.inc, label %cleanup134

for.inc:                                          ; preds = %cond.end, %for.body
  %before.2 = phi i64 [ %before.0242, %for.body ], [ %at.0.before.0, %cond.end ]
  %inc47 = add i64 %at.0243, 1
  %exitcond268.not = icmp eq i64 %inc47, %from_end.0.lcssa
  br i1 %exitcond268.not, label %for.end, label %for.body

for.end:                                          ; preds = %for.inc, %for.cond.preheader
  %before.3 = phi i64 [ %from.1259, %for.cond.preheader ], [ %before.2, %for.inc ]
  br i1 %tobool50.not, label %if.else70, label %if.then51

if.then51:                                        ; preds = %for.end
  %arrayidx52 = getelementptr inbounds i64, ptr %strides, i64 %from.1259
  %9 = load i64, ptr %arrayidx52, align 8
  %arrayidx53 = getelementptr inbounds i64, ptr %newstrides, i64 %to.0260
  store i64 %9, ptr %arrayidx53, align 8
  %cmp57249 = icmp slt i64 %add8, %to_end.0.lcssa
  br i1 %cmp57249, label %for.body60.preheader, label %if.end89

for.body60.preheader:                             ; preds = %if.then51
  %10 = shl i64 %to.0260, 3
  %scevgep = getelementptr i8, ptr %newstrides, i64 %10
  %load_initial = load i64, ptr %scevgep, align 8
  br label %for.body60

for.body60:                                       ; preds = %for.body60.preheader, %for.body60
  %store_forwarded = phi i64 [ %load_initial, %for.body60.preheader ], [ %mul64, %for.body60 ]
  %at54.0250 = phi i64 [ %add8, %for.body60.preheader ], [ %inc67, %for.body60 ]
  %11 = getelementptr i64, ptr %newdims, i64 %at54.0250
  %arrayidx63 = getelementptr i8, ptr %11, i64 -8
  %12 = load i64, ptr %arrayidx63, align 8
  %mul64 = mul nsw i64 %12, %store_forwarded
  %arrayidx65 = getelementptr inbounds i64, ptr %newstrides, i64 %at54.0250
  store i64 %mul64, ptr %arrayidx65, align 8
  %inc67 = add nsw i64 %at54.0250, 1
  %exitcond269.not = icmp eq i64 %inc67, %to_end.0.lcssa
  br i1 %exitcond269.not, label %if.end89, label %for.body60

if.else70:                                        ; preds = %for.end
  %arrayidx71 = getelementptr inbounds i64, ptr %strides, i64 %before.3
  %13 = load i64, ptr %arrayidx71, align 8
  %sub72 = add nsw i64 %to_end.0.lcssa, -1
  %arrayidx73 = getelementptr inbounds i64, ptr %newstrides, i64 %sub72
  store i64 %13, ptr %arrayidx73, align 8
  %cmp77251 = icmp sgt i64 %sub72, %to.0260
  br i1 %cmp77251, label %for.body80.preheader, label %if.end89

for.body80.preheader:                             ; preds = %if.else70
  %14 = shl i64 %to_end.0.lcssa, 3
  %scevgep279 = getelementptr i8, ptr %scevgep278, i64 %14
  %load_initial280 = load i64, ptr %scevgep279, align 8
  br label %for.body80

for.body80:                                       ; preds = %for.body80.preheader, %for.body80
  %store_forwarded281 = phi i64 [ %load_initial280, %for.body80.preheader ], [ %mul83, %for.body80 ]
  %at74.0252 = phi i64 [ %sub72, %for.body80.preheader ], [ %dec, %for.body80 ]
  %arrayidx81 = getelementptr inbounds i64, ptr %newstrides, i64 %at74.0252
  %arrayidx82 = getelementptr inbounds i64, ptr %newdims, i64 %at74.0252
  %15 = load i64, ptr %arrayidx82, align 8
  %mul83 = mul nsw i64 %15, %store_forwarded281
  %arrayidx85 = getelementptr i8, ptr %arrayidx81, i64 -8
  store i64 %mul83, ptr %arrayidx85, align 8
  %dec = add nsw i64 %at74.0252, -1
  %cmp77 = icmp sgt i64 %dec, %to.0260
  br i1 %cmp77, label %for.body80, label %if.end89

if.end89:                                         ; preds = %for.body60, %for.body80, %if.then51, %if.else70
  %cmp91253 = icmp slt i64 %from_end.0.lcssa, %nd
  br i1 %cmp91253, label %land.rhs93, label %cleanup102

land.rhs93:                                       ; preds = %if.end89, %while.body98
  %from.2254 = phi i64 [ %inc99, %while.body98 ], [ %from_end.0.lcssa, %if.end89 ]
  %arrayidx94 = getelementptr inbounds i64, ptr %dims, i64 %from.2254
  %16 = load i64, ptr %arrayidx94, align 8
  %cmp95 = icmp eq i64 %16, 1
  br i1 %cmp95, label %while.body98, label %cleanup102

while.body98:                                     ; preds = %land.rhs93
  %inc99 = add i64 %from.2254, 1
  %exitcond270.not = icmp eq i64 %inc99, %nd
  br i1 %exitcond270.not, label %cleanup102, label %land.rhs93

cleanup102:                                       ; preds = %land.rhs93, %while.body98, %if.end89
  %from.2.lcssa = phi i64 [ %from_end.0.lcssa, %if.end89 ], [ %from.2254, %land.rhs93 ], [ %nd, %while.body98 ]
  %cmp3 = icmp slt i64 %from.2.lcssa, %nd
  %cmp5 = icmp slt i64 %to_end.0.lcssa, %newnd
  %17 = select i1 %cmp3, i1 %cmp5, i1 false
  br i1 %17, label %while.body7, label %while.end108

while.end108:                                     ; preds = %cleanup102, %while.end
  %to.0.lcssa = phi i64 [ 0, %while.end ], [ %to_end.0.lcssa, %cleanup102 ]
  %cmp109 = icmp sgt i64 %to.0.lcssa, 0
  br i1 %cmp109, label %cond.true111, label %cond.end115

cond.true111:                                     ; preds = %while.end108
  %18 = getelementptr i64, ptr %newstrides, i64 %to.0.lcssa
  %arrayidx113 = getelementptr i8, ptr %18, i64 -8
  %19 = load i64, ptr %arrayidx113, align 8
  br label %cond.end115

cond.end115:                                      ; preds = %while.end108, %cond.true111
  %cond116 = phi i64 [ %19, %cond.true111 ], [ %itemsize, %while.end108 ]
  %tobool117 = icmp ne i32 %fortran, 0
  %or.cond = and i1 %tobool117, %cmp109
  br i1 %or.cond, label %if.then120, label %if.end124

if.then120:                                       ; preds = %cond.end115
  %20 = getelementptr i64, ptr %newdims, i64 %to.0.lcssa
  %arrayidx122 = getelementptr i8, ptr %20, i64 -8
  %21 = load i64, ptr %arrayidx122, align 8
  %mul123 = mul nsw i64 %21, %cond116
  br label %if.end124

if.end124:                                        ; preds = %if.then120, %cond.end115
  %last.0 = phi i64 [ %mul123, %if.then120 ], [ %cond116, %cond.end115 ]
  %cmp126262 = icmp slt i64 %to.0.lcssa, %newnd
  br i1 %cmp126262, label %for.body128, label %cleanup134

for.body128:                                      ; preds = %if.end124, %for.body128
  %to.3263 = phi i64 [ %inc131, %for.body128 ], [ %to.0.lcssa, %if.end124 ]
  %arrayidx129 = getelementptr inbounds i64, ptr %newstrides, i64 %to.3263
  store i64 %last.0, ptr %arrayidx129, align 8
  %inc131 = add nsw i64 %to.3263, 1
  %exitcond271.not = icmp eq i64 %inc131, %newnd
  br i1 %exitcond271.not, label %cleanup134, label %for.body128

cleanup134:                                       ; preds = %if.else, %if.then, %cond.end, %for.body128, %if.end124
  %retval.6 = phi i32 [ 1, %if.end124 ], [ 1, %for.body128 ], [ 0, %cond.end ], [ 0, %if.then ], [ 0, %if.else ]
  ret i32 %retval.6
}

define noundef i32 @blas_dot_d(i8 noundef signext %kind, i8 noundef signext %conjugate, i64 noundef %n, ptr noundef readonly captures(none) %a, ptr noundef readonly captures(none) %b, ptr noundef writeonly captures(none) %out) {
entry:
  %cmp8.i = icmp sgt i64 %n, 0
  br i1 %cmp8.i, label %for.body.i, label %sum_d.exit

for.body.i:                                       ; preds = %entry, %for.body.i
  %at.010.i = phi i64 [ %inc.i, %for.body.i ], [ 0, %entry ]
  %sum.09.i = phi double [ %add.i, %for.body.i ], [ 0.000000e+00, %entry ]
  %arrayidx.i = getelementptr inbounds nuw double, ptr %a, i64 %at.010.i
  %0 = load double, ptr %arrayidx.i, align 8
  %arrayidx2.i = getelementptr inbounds nuw double, ptr %b, i64 %at.010.i
  %1 = load double, ptr %arrayidx2.i, align 8
  %mul3.i = fmul double %0, %1
  %add.i = fadd double %sum.09.i, %mul3.i
  %inc.i = add nuw nsw i64 %at.010.i, 1
  %exitcond.not.i = icmp eq i64 %inc.i, %n
  br i1 %exitcond.not.i, label %sum_d.exit, label %for.body.i

sum_d.exit:                                       ; preds = %for.body.i, %entry
  %sum.0.lcssa.i = phi double [ 0.000000e+00, %entry ], [ %add.i, %for.body.i ]
  store double %sum.0.lcssa.i, ptr %out, align 8
  ret i32 0
}

define noundef i32 @blas_gemv_d(i8 noundef signext %kind, i8 noundef signext %trans, i64 noundef %m, i64 noundef %n, ptr noundef readnone captures(none) %alpha, ptr noundef readonly captures(none) %a, i64 noundef %lda, ptr noundef readonly captures(none) %x, ptr noundef readnone captures(none) %beta, ptr noundef writeonly captures(none) %y) {
entry:
  %cmp = icmp eq i8 %trans, 110
  %cond = select i1 %cmp, i64 %m, i64 %n
  %cond6 = select i1 %cmp, i64 %n, i64 %m
  %cond11 = select i1 %cmp, i64 %lda, i64 1
  %cond16 = select i1 %cmp, i64 1, i64 %lda
  %cmp1728 = icmp sgt i64 %cond, 0
  br i1 %cmp1728, label %for.body.lr.ph, label %for.cond.cleanup

for.body.lr.ph:                                   ; preds = %entry
  %cmp8.i = icmp sgt i64 %cond6, 0
  br label %for.body

for.cond.cleanup:                                 ; preds = %sum_d.exit, %entry
  ret i32 0

for.body:                                         ; preds = %for.body.lr.ph, %sum_d.exit
  %row.029 = phi i64 [ 0, %for.body.lr.ph ], [ %inc, %sum_d.exit ]
  %mul = mul nsw i64 %row.029, %cond16
  %add.ptr = getelementptr inbounds double, ptr %a, i64 %mul
  br i1 %cmp8.i, label %for.body.i, label %sum_d.exit

for.body.i:                                       ; preds = %for.body, %for.body.i
  %at.010.i = phi i64 [ %inc.i, %for.body.i ], [ 0, %for.body ]
  %sum.09.i = phi double [ %add.i, %for.body.i ], [ 0.000000e+00, %for.body ]
  %mul.i = mul nsw i64 %at.010.i, %cond11
  %arrayidx.i = getelementptr inbounds double, ptr %add.ptr, i64 %mul.i
  %0 = load double, ptr %arrayidx.i, align 8
  %arrayidx2.i = getelementptr inbounds nuw double, ptr %x, i64 %at.010.i
  %1 = load double, ptr %arrayidx2.i, align 8
  %mul3.i = fmul double %0, %1
  %add.i = fadd double %sum.09.i, %mul3.i
  %inc.i = add nuw nsw i64 %at.010.i, 1
  %exitcond.not.i = icmp eq i64 %inc.i, %cond6
  br i1 %exitcond.not.i, label %sum_d.exit, label %for.body.i

sum_d.exit:                                       ; preds = %for.body.i, %for.body
  %sum.0.lcssa.i = phi double [ 0.000000e+00, %for.body ], [ %add.i, %for.body.i ]
  %arrayidx = getelementptr inbounds nuw double, ptr %y, i64 %row.029
  store double %sum.0.lcssa.i, ptr %arrayidx, align 8
  %inc = add nuw nsw i64 %row.029, 1
  %exitcond.not = icmp eq i64 %inc, %cond
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body
}

define noundef i32 @blas_gemm_d(i8 noundef signext %kind, i8 noundef signext %transa, i8 noundef signext %transb, i64 noundef %m, i64 noundef %n, i64 noundef %k, ptr noundef readnone captures(none) %alpha, ptr noundef readonly captures(none) %a, i64 noundef %lda, ptr noundef readonly captures(none) %b, i64 noundef %ldb, ptr noundef readnone captures(none) %beta, ptr noundef writeonly captures(none) %c, i64 noundef %ldc) {
entry:
  %cmp = icmp eq i8 %transa, 110
  %cond = select i1 %cmp, i64 1, i64 %lda
  %cond8 = select i1 %cmp, i64 %lda, i64 1
  %cmp10 = icmp eq i8 %transb, 110
  %cond15 = select i1 %cmp10, i64 %ldb, i64 1
  %cond22 = select i1 %cmp10, i64 1, i64 %ldb
  %cmp2348 = icmp sgt i64 %n, 0
  br i1 %cmp2348, label %for.cond25.preheader.lr.ph, label %for.cond.cleanup

for.cond25.preheader.lr.ph:                       ; preds = %entry
  %cmp2646 = icmp sgt i64 %m, 0
  %cmp8.i = icmp sgt i64 %k, 0
  br label %for.cond25.preheader

for.cond25.preheader:                             ; preds = %for.cond25.preheader.lr.ph, %for.cond.cleanup28
  %column.049 = phi i64 [ 0, %for.cond25.preheader.lr.ph ], [ %inc34, %for.cond.cleanup28 ]
  br i1 %cmp2646, label %for.body29.lr.ph, label %for.cond.cleanup28

for.body29.lr.ph:                                 ; preds = %for.cond25.preheader
  %mul30 = mul nsw i64 %column.049, %cond15
  %add.ptr31 = getelementptr inbounds double, ptr %b, i64 %mul30
  %mul32 = mul nsw i64 %column.049, %ldc
  %invariant.gep = getelementptr double, ptr %c, i64 %mul32
  br label %for.body29

for.cond.cleanup:                                 ; preds = %for.cond.cleanup28, %entry
  ret i32 0

for.cond.cleanup28:                               ; preds = %sum_d.exit, %for.cond25.preheader
  %inc34 = add nuw nsw i64 %column.049, 1
  %exitcond50.not = icmp eq i64 %inc34, %n
  br i1 %exitcond50.not, label %for.cond.cleanup, label %for.cond25.preheader

for.body29:                                       ; preds = %for.body29.lr.ph, %sum_d.exit
  %row.047 = phi i64 [ 0, %for.body29.lr.ph ], [ %inc, %sum_d.exit ]
  %mul = mul nsw i64 %row.047, %cond
  %add.ptr = getelementptr inbounds double, ptr %a, i64 %mul
  br i1 %cmp8.i, label %for.body.i, label %sum_d.exit

for.body.i:                                       ; preds = %for.body29, %for.body.i
  %at.010.i = phi i64 [ %inc.i, %for.body.i ], [ 0, %for.body29 ]
  %sum.09.i = phi double [ %add.i, %for.body.i ], [ 0.000000e+00, %for.body29 ]
  %mul.i = mul nsw i64 %at.010.i, %cond8
  %arrayidx.i = getelementptr inbounds double, ptr %add.ptr, i64 %mul.i
  %0 = load double, ptr %arrayidx.i, align 8
  %mul1.i = mul nsw i64 %at.010.i, %cond22
  %arrayidx2.i = getelementptr inbounds double, ptr %add.ptr31, i64 %mul1.i
  %1 = load double, ptr %arrayidx2.i, align 8
  %mul3.i = fmul double %0, %1
  %add.i = fadd double %sum.09.i, %mul3.i
  %inc.i = add nuw nsw i64 %at.010.i, 1
  %exitcond.not.i = icmp eq i64 %inc.i, %k
  br i1 %exitcond.not.i, label %sum_d.exit, label %for.body.i

sum_d.exit:                                       ; preds = %for.body.i, %for.body29
  %sum.0.lcssa.i = phi double [ 0.000000e+00, %for.body29 ], [ %add.i, %for.body.i ]
  %gep = getelementptr double, ptr %invariant.gep, i64 %row.047
  store double %sum.0.lcssa.i, ptr %gep, align 8
  %inc = add nuw nsw i64 %row.047, 1
  %exitcond.not = icmp eq i64 %inc, %m
  br i1 %exitcond.not, label %for.cond.cleanup28, label %for.body29
}

define noundef i32 @blas_dot_s(i8 noundef signext %kind, i8 noundef signext %conjugate, i64 noundef %n, ptr noundef readonly captures(none) %a, ptr noundef readonly captures(none) %b, ptr noundef writeonly captures(none) %out) {
entry:
  %cmp8.i = icmp sgt i64 %n, 0
  br i1 %cmp8.i, label %for.body.i, label %sum_s.exit

for.body.i:                                       ; preds = %entry, %for.body.i
  %at.010.i = phi i64 [ %inc.i, %for.body.i ], [ 0, %entry ]
  %sum.09.i = phi float [ %add.i, %for.body.i ], [ 0.000000e+00, %entry ]
  %arrayidx.i = getelementptr inbounds nuw float, ptr %a, i64 %at.010.i
  %0 = load float, ptr %arrayidx.i, align 4
  %arrayidx2.i = getelementptr inbounds nuw float, ptr %b, i64 %at.010.i
  %1 = load float, ptr %arrayidx2.i, align 4
  %mul3.i = fmul float %0, %1
  %add.i = fadd float %sum.09.i, %mul3.i
  %inc.i = add nuw nsw i64 %at.010.i, 1
  %exitcond.not.i = icmp eq i64 %inc.i, %n
  br i1 %exitcond.not.i, label %sum_s.exit, label %for.body.i

sum_s.exit:                                       ; preds = %for.body.i, %entry
  %sum.0.lcssa.i = phi float [ 0.000000e+00, %entry ], [ %add.i, %for.body.i ]
  store float %sum.0.lcssa.i, ptr %out, align 4
  ret i32 0
}

define noundef i32 @blas_gemv_s(i8 noundef signext %kind, i8 noundef signext %trans, i64 noundef %m, i64 noundef %n, ptr noundef readnone captures(none) %alpha, ptr noundef readonly captures(none) %a, i64 noundef %lda, ptr noundef readonly captures(none) %x, ptr noundef readnone captures(none) %beta, ptr noundef writeonly captures(none) %y) {
entry:
  %cmp = icmp eq i8 %trans, 110
  %cond = select i1 %cmp, i64 %m, i64 %n
  %cond6 = select i1 %cmp, i64 %n, i64 %m
  %cond11 = select i1 %cmp, i64 %lda, i64 1
  %cond16 = select i1 %cmp, i64 1, i64 %lda
  %cmp1728 = icmp sgt i64 %cond, 0
  br i1 %cmp1728, label %for.body.lr.ph, label %for.cond.cleanup

for.body.lr.ph:                                   ; preds = %entry
  %cmp8.i = icmp sgt i64 %cond6, 0
  br label %for.body

for.cond.cleanup:                                 ; preds = %sum_s.exit, %entry
  ret i32 0

for.body:                                         ; preds = %for.body.lr.ph, %sum_s.exit
  %row.029 = phi i64 [ 0, %for.body.lr.ph ], [ %inc, %sum_s.exit ]
  %mul = mul nsw i64 %row.029, %cond16
  %add.ptr = getelementptr inbounds float, ptr %a, i64 %mul
  br i1 %cmp8.i, label %for.body.i, label %sum_s.exit

for.body.i:                                       ; preds = %for.body, %for.body.i
  %at.010.i = phi i64 [ %inc.i, %for.body.i ], [ 0, %for.body ]
  %sum.09.i = phi float [ %add.i, %for.body.i ], [ 0.000000e+00, %for.body ]
  %mul.i = mul nsw i64 %at.010.i, %cond11
  %arrayidx.i = getelementptr inbounds float, ptr %add.ptr, i64 %mul.i
  %0 = load float, ptr %arrayidx.i, align 4
  %arrayidx2.i = getelementptr inbounds nuw float, ptr %x, i64 %at.010.i
  %1 = load float, ptr %arrayidx2.i, align 4
  %mul3.i = fmul float %0, %1
  %add.i = fadd float %sum.09.i, %mul3.i
  %inc.i = add nuw nsw i64 %at.010.i, 1
  %exitcond.not.i = icmp eq i64 %inc.i, %cond6
  br i1 %exitcond.not.i, label %sum_s.exit, label %for.body.i

sum_s.exit:                                       ; preds = %for.body.i, %for.body
  %sum.0.lcssa.i = phi float [ 0.000000e+00, %for.body ], [ %add.i, %for.body.i ]
  %arrayidx = getelementptr inbounds nuw float, ptr %y, i64 %row.029
  store float %sum.0.lcssa.i, ptr %arrayidx, align 4
  %inc = add nuw nsw i64 %row.029, 1
  %exitcond.not = icmp eq i64 %inc, %cond
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body
}

define noundef i32 @blas_gemm_s(i8 noundef signext %kind, i8 noundef signext %transa, i8 noundef signext %transb, i64 noundef %m, i64 noundef %n, i64 noundef %k, ptr noundef readnone captures(none) %alpha, ptr noundef readonly captures(none) %a, i64 noundef %lda, ptr noundef readonly captures(none) %b, i64 noundef %ldb, ptr noundef readnone captures(none) %beta, ptr noundef writeonly captures(none) %c, i64 noundef %ldc) {
entry:
  %cmp = icmp eq i8 %transa, 110
  %cond = select i1 %cmp, i64 1, i64 %lda
  %cond8 = select i1 %cmp, i64 %lda, i64 1
  %cmp10 = icmp eq i8 %transb, 110
  %cond15 = select i1 %cmp10, i64 %ldb, i64 1
  %cond22 = select i1 %cmp10, i64 1, i64 %ldb
  %cmp2348 = icmp sgt i64 %n, 0
  br i1 %cmp2348, label %for.cond25.preheader.lr.ph, label %for.cond.cleanup

for.cond25.preheader.lr.ph:                       ; preds = %entry
  %cmp2646 = icmp sgt i64 %m, 0
  %cmp8.i = icmp sgt i64 %k, 0
  br label %for.cond25.preheader

for.cond25.preheader:                             ; preds = %for.cond25.preheader.lr.ph, %for.cond.cleanup28
  %column.049 = phi i64 [ 0, %for.cond25.preheader.lr.ph ], [ %inc34, %for.cond.cleanup28 ]
  br i1 %cmp2646, label %for.body29.lr.ph, label %for.cond.cleanup28

for.body29.lr.ph:                                 ; preds = %for.cond25.preheader
  %mul30 = mul nsw i64 %column.049, %cond15
  %add.ptr31 = getelementptr inbounds float, ptr %b, i64 %mul30
  %mul32 = mul nsw i64 %column.049, %ldc
  %invariant.gep = getelementptr float, ptr %c, i64 %mul32
  br label %for.body29

for.cond.cleanup:                                 ; preds = %for.cond.cleanup28, %entry
  ret i32 0

for.cond.cleanup28:                               ; preds = %sum_s.exit, %for.cond25.preheader
  %inc34 = add nuw nsw i64 %column.049, 1
  %exitcond50.not = icmp eq i64 %inc34, %n
  br i1 %exitcond50.not, label %for.cond.cleanup, label %for.cond25.preheader

for.body29:                                       ; preds = %for.body29.lr.ph, %sum_s.exit
  %row.047 = phi i64 [ 0, %for.body29.lr.ph ], [ %inc, %sum_s.exit ]
  %mul = mul nsw i64 %row.047, %cond
  %add.ptr = getelementptr inbounds float, ptr %a, i64 %mul
  br i1 %cmp8.i, label %for.body.i, label %sum_s.exit

for.body.i:                                       ; preds = %for.body29, %for.body.i
  %at.010.i = phi i64 [ %inc.i, %for.body.i ], [ 0, %for.body29 ]
  %sum.09.i = phi float [ %add.i, %for.body.i ], [ 0.000000e+00, %for.body29 ]
  %mul.i = mul nsw i64 %at.010.i, %cond8
  %arrayidx.i = getelementptr inbounds float, ptr %add.ptr, i64 %mul.i
  %0 = load float, ptr %arrayidx.i, align 4
  %mul1.i = mul nsw i64 %at.010.i, %cond22
  %arrayidx2.i = getelementptr inbounds float, ptr %add.ptr31, i64 %mul1.i
  %1 = load float, ptr %arrayidx2.i, align 4
  %mul3.i = fmul float %0, %1
  %add.i = fadd float %sum.09.i, %mul3.i
  %inc.i = add nuw nsw i64 %at.010.i, 1
  %exitcond.not.i = icmp eq i64 %inc.i, %k
  br i1 %exitcond.not.i, label %sum_s.exit, label %for.body.i

sum_s.exit:                                       ; preds = %for.body.i, %for.body29
  %sum.0.lcssa.i = phi float [ 0.000000e+00, %for.body29 ], [ %add.i, %for.body.i ]
  %gep = getelementptr float, ptr %invariant.gep, i64 %row.047
  store float %sum.0.lcssa.i, ptr %gep, align 4
  %inc = add nuw nsw i64 %row.047, 1
  %exitcond.not = icmp eq i64 %inc, %m
  br i1 %exitcond.not, label %for.cond.cleanup28, label %for.body29
}

define void @numba_gil_ensure(ptr noundef readnone captures(none) %state) {
entry:
  ret void
}

define void @numba_gil_release(ptr noundef readnone captures(none) %state) {
entry:
  ret void
}

define void @Py_FatalError(ptr noundef readnone captures(none) %message) {
entry:
  tail call void @abort()
  unreachable
}

declare void @abort()

declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg)
