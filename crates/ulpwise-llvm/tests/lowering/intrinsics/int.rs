//! Integer intrinsics.

use super::intrinsic;
use crate::support::evaluate;

#[test]
fn operations_of_one_or_two_operands() {
    let cases: &[(&str, &[u64], u64)] = &[
        ("i8 @llvm.ctpop.i8(i8)", &[0xf1], 5),
        ("i13 @llvm.bitreverse.i13(i13)", &[1], 0x1000),
        ("i32 @llvm.bswap.i32(i32)", &[0x0102_0304], 0x0403_0201),
        ("i8 @llvm.smax.i8(i8, i8)", &[0xff, 1], 1),
        ("i8 @llvm.smin.i8(i8, i8)", &[0xff, 1], 0xff),
        ("i8 @llvm.umax.i8(i8, i8)", &[0xff, 1], 0xff),
        ("i8 @llvm.umin.i8(i8, i8)", &[0xff, 1], 1),
        ("i8 @llvm.sadd.sat.i8(i8, i8)", &[100, 100], 127),
        ("i8 @llvm.uadd.sat.i8(i8, i8)", &[200, 100], 255),
        ("i8 @llvm.ssub.sat.i8(i8, i8)", &[0x80, 1], 0x80),
        ("i8 @llvm.usub.sat.i8(i8, i8)", &[1, 2], 0),
        ("i8 @llvm.fshl.i8(i8, i8, i8)", &[0x12, 0x34, 4], 0x23),
        ("i8 @llvm.fshr.i8(i8, i8, i8)", &[0x12, 0x34, 12], 0x23),
        ("i8 @llvm.scmp.i8.i32(i32, i32)", &[0xffff_ffff, 1], 0xff),
        ("i2 @llvm.ucmp.i2.i32(i32, i32)", &[0xffff_ffff, 1], 1),
        ("i8 @llvm.scmp.i8.i32(i32, i32)", &[7, 7], 0),
    ];
    for &(declaration, arguments, expected) in cases {
        assert_eq!(intrinsic(declaration, arguments), [expected], "{declaration}");
    }
}

#[test]
fn operations_with_a_flag_for_undefined_cases() {
    for (name, argument, expected) in [
        ("ctlz", 0, 8),
        ("ctlz", 1, 7),
        ("cttz", 0, 8),
        ("cttz", 8, 3),
        ("abs", 0xfe, 2),
        ("abs", 0x80, 0x80),
    ] {
        let snippet = format!(
            "declare i8 @llvm.{name}.i8(i8, i1)
            define i8 @f(i8 %a) {{
                %r = call i8 @llvm.{name}.i8(i8 %a, i1 false)
                ret i8 %r
            }}"
        );
        assert_eq!(evaluate(&snippet, &[argument]), [expected], "{name} {argument}");
    }
}

#[test]
fn overflow_is_reported() {
    let cases: &[(&str, [u64; 2], [u64; 2])] = &[
        ("sadd", [100, 100], [200, 1]),
        ("uadd", [100, 100], [200, 0]),
        ("ssub", [0x80, 1], [0x7f, 1]),
        ("usub", [1, 2], [255, 1]),
        ("smul", [16, 8], [128, 1]),
        ("umul", [16, 8], [128, 0]),
    ];
    for (name, arguments, expected) in cases {
        let declaration = format!("{{ i8, i1 }} @llvm.{name}.with.overflow.i8(i8, i8)");
        assert_eq!(intrinsic(&declaration, arguments), expected, "{name}");
    }
}
