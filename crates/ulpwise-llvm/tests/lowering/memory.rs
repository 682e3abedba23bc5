//! Objects of the frame, addresses, and read-modify-write.

use crate::support::{evaluate, lower, printed};

#[test]
fn addresses_fold_their_constant_parts() {
    let snippet = "%s = type { i32, [5 x { i8, double }], i16 }
    define ptr @f(ptr %p, i32 %i, i64 %j) {
        %q = getelementptr %s, ptr %p, i64 2, i32 1, i64 3, i32 1
        %r = getelementptr [7 x i64], ptr %q, i64 %j, i32 %i
        %t = getelementptr %s, ptr %r, i32 -1
        ret ptr %t
    }";
    // A struct of 4 (8), 5 * 16 and 2 (8) bytes.
    let size = 96;
    let expected = 1000 + 2 * size + 8 + 3 * 16 + 8 + 5 * 56 - 2 * 8 - size;
    assert_eq!(evaluate(snippet, &[1000, -2i32 as u32 as u64, 5]), [expected]);
    let text = printed(&lower(snippet), "f");
    assert_eq!(text.matches("ptradd").count(), 4, "{text}");
}

#[test]
fn dynamic_objects_and_the_stack_mark() {
    let snippet = "define i64 @f(i32 %n) {
        %mark = call ptr @llvm.stacksave.p0()
        %p = alloca i64, i32 %n, align 32
        %q = getelementptr i64, ptr %p, i64 3
        store i64 42, ptr %q
        %aligned = ptrtoint ptr %p to i64
        %rest = and i64 %aligned, 31
        %v = load i64, ptr %q
        call void @llvm.stackrestore.p0(ptr %mark)
        %r = add i64 %v, %rest
        ret i64 %r
    }
    declare ptr @llvm.stacksave.p0()
    declare void @llvm.stackrestore.p0(ptr)";
    assert_eq!(evaluate(snippet, &[4]), [42]);
}

#[test]
fn atomic_operations_are_plain_ones() {
    let cases: &[(&str, u64, u64, u64)] = &[
        ("xchg", 9, 4, 4),
        ("add", 9, 4, 13),
        ("sub", 9, 4, 5),
        ("and", 9, 12, 8),
        ("nand", 9, 12, !8 & 0xffff_ffff),
        ("or", 9, 4, 13),
        ("xor", 9, 12, 5),
        ("max", 0xffff_ffff, 4, 4),
        ("min", 0xffff_ffff, 4, 0xffff_ffff),
        ("umax", 0xffff_ffff, 4, 0xffff_ffff),
        ("umin", 0xffff_ffff, 4, 4),
        ("uinc_wrap", 3, 4, 4),
        ("uinc_wrap", 4, 4, 0),
        ("udec_wrap", 0, 4, 4),
        ("udec_wrap", 3, 4, 2),
        ("udec_wrap", 7, 4, 4),
        ("usub_cond", 3, 4, 3),
        ("usub_cond", 5, 4, 1),
        ("usub_sat", 3, 4, 0),
    ];
    for &(operator, old, operand, new) in cases {
        let snippet = format!(
            "define i64 @f(i32 %a, i32 %b) {{
            %p = alloca i32
            store i32 %a, ptr %p
            %old = atomicrmw {operator} ptr %p, i32 %b seq_cst
            fence acquire
            %new = load atomic i32, ptr %p acquire, align 4
            %o = zext i32 %old to i64
            %n = zext i32 %new to i64
            %s = shl i64 %o, 32
            %r = or i64 %s, %n
            ret i64 %r
        }}"
        );
        assert_eq!(evaluate(&snippet, &[old, operand]), [old << 32 | new], "{operator} {old} {operand}");
    }
}

#[test]
fn atomic_float_operations_are_sites() {
    for (operator, expected) in [("fadd", 3.5f32), ("fsub", -0.5), ("fmax", 2.0), ("fmin", 1.5)] {
        let snippet = format!(
            "define float @f(float %a, float %b) {{
            %p = alloca float
            store float %a, ptr %p
            %old = atomicrmw {operator} ptr %p, float %b monotonic
            %r = load float, ptr %p
            ret float %r
        }}"
        );
        let result = evaluate(&snippet, &[u64::from(1.5f32.to_bits()), u64::from(2f32.to_bits())]);
        assert_eq!(result, [u64::from(expected.to_bits())], "{operator}");
        assert_eq!(lower(&snippet).sites.len(), 1);
    }
}

#[test]
fn compare_and_exchange() {
    let snippet = "define i32 @f(i32 %expected) {
        %p = alloca i32
        store i32 5, ptr %p
        %pair = cmpxchg ptr %p, i32 %expected, i32 8 acq_rel monotonic
        %old = extractvalue { i32, i1 } %pair, 0
        %ok = extractvalue { i32, i1 } %pair, 1
        %new = load volatile i32, ptr %p
        %k = select i1 %ok, i32 100, i32 200
        %s = add i32 %old, %new
        %r = add i32 %s, %k
        ret i32 %r
    }";
    assert_eq!(evaluate(snippet, &[5]), [5 + 8 + 100]);
    assert_eq!(evaluate(snippet, &[6]), [5 + 5 + 200]);
}

#[test]
fn blocks_of_bytes() {
    let snippet = "define i64 @f(i64 %n, i8 %byte) {
        %a = alloca [4 x i64]
        %b = alloca [4 x i64]
        call void @llvm.memset.p0.i64(ptr %a, i8 %byte, i64 32, i1 false)
        call void @llvm.memset.inline.p0.i64(ptr %b, i8 0, i64 32, i1 false)
        call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %a, i64 %n, i1 false)
        %b4 = getelementptr i8, ptr %b, i64 4
        call void @llvm.memmove.p0.p0.i32(ptr %b4, ptr %b, i32 3, i1 true)
        call void @llvm.memcpy.inline.p0.p0.i64(ptr %a, ptr %b, i64 8, i1 false)
        %r = load i64, ptr %a
        ret i64 %r
    }
    declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
    declare void @llvm.memset.inline.p0.i64(ptr, i8, i64, i1)
    declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
    declare void @llvm.memmove.p0.p0.i32(ptr, ptr, i32, i1)
    declare void @llvm.memcpy.inline.p0.p0.i64(ptr, ptr, i64, i1)";
    assert_eq!(evaluate(snippet, &[2, 0xab]), [0x0000_abab_0000_abab]);
}
