//! A small module that verifies, the ground for those that do not.

use ulpwise_ir::Module;
use ulpwise_ir::text::{parse, print};
use ulpwise_ir::verify::verify;

pub(crate) const SOUND: &str = r#"file0 = file "/home/ada" "norm.c"
loc0 = file0 12:5
loc1 = file0 30:9 inlined loc0
t0 = float f64
t1 = pointer t0
t2 = struct "point" size 16 (0 t0 "x", 8 t0 "y")
msg0 = "inline assembly"
g0 = global "table" size 32 align 8 init x"00112233445566778899aabbccddeeff" reloc 0 &g0+8, 8 &f0
f0 = function "sin" (f64) -> (f64) math
f1 = function "wide" (x87, f64) -> (x87)
f2 = function "print" (ptr, ...) -> (i32)
f3 = function "norm" (r0: f64, r1: i32, r2: x87, r4: ptr) -> (f64) exported
  declared c "norm" (t0 "x", t1 "n") -> t0 at loc0
{
  const r26: f64 = 0x3ff0000000000000 ; 1.0
  const r27: i64 = 5
  const r28: x87 = 0x3fff8000000000000000
  const r30: ptr = &g0+8
  const r31: i8 = 7
b0:
  r5: f64 = fadd r0, r26 !site0 !loc0
  r6: i1 = fcmp olt f64 r5, r26 !site1 !loc1
  r7: i1 = icmp eq i64 r4, r30
  r8: x87 = select r6, r2, r28
  r10: i80 = copy r8
  r12: i64 = sext i32 r1
  r13: i32 = bswap r1
  r14: i1 = fclass f64 r5, 3
  r15: ptr = alloca r27 * 8 align 16
  r16: f32 = fconvert f64 r0 !site2
  r17: f64 = load r15
  memset r15 byte r31 len r27
  branch r6, b1(r5, r8:r9), b2
b1(r18: f64, r19: x87):
  r21: f64 = call f0(r18) !site3
  r22: x87 = call f1(r19:r20, r21)
  r24: i32 = call f2(r4, r21)
  return r21 !loc1
b2:
  unsupported msg0
  switch i32 r1, 3: b1(r0, r2:r3), 7: b2, else: b3
b3:
  unreachable
b4:
  r25: i32 = add r1, r1
  jump b4
}
"#;

pub(crate) fn sound() -> Module {
    let module = parse(SOUND).expect("the text is well-formed");
    assert_eq!(verify(&module), Ok(()));
    assert_eq!(print(&module), SOUND);
    module
}
