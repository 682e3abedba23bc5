//! Constants, constant expressions and the initialisers of globals.

use crate::support::{evaluate, lower};
use ulpwise_ir::{Global, Module, Relocation, Target};

#[test]
fn floats_keep_their_exact_bits() {
    let cases: &[(&str, &str, &[u64])] = &[
        ("half", "0xH7C01", &[0x7c01]),
        ("bfloat", "0xR3F81", &[0x3f81]),
        ("float", "0x7FF0000020000000", &[0x7f80_0001]),
        ("double", "0x7FF0000000000001", &[0x7ff0_0000_0000_0001]),
        ("double", "-0.0", &[1 << 63]),
        ("x86_fp80", "0xK7FFFC000000000000123", &[0xc000_0000_0000_0123, 0x7fff]),
        ("fp128", "0xL00000000000000073FFF000000000000", &[7, 0x3fff_0000_0000_0000]),
    ];
    for &(ty, constant, expected) in cases {
        assert_eq!(evaluate(&format!("define {ty} @f() {{\nret {ty} {constant}\n}}"), &[]), expected, "{ty}");
    }
}

#[test]
fn integers_of_every_width() {
    let cases: &[(&str, &str, &[u64])] = &[
        ("i1", "true", &[1]),
        ("i7", "-1", &[127]),
        ("i64", "-2", &[-2i64 as u64]),
        ("i65", "-1", &[u64::MAX, 1]),
        ("i128", "-170141183460469231731687303715884105728", &[0, 1 << 63]),
        ("i128", "170141183460469231731687303715884105727", &[u64::MAX, u64::MAX >> 1]),
    ];
    for &(ty, constant, expected) in cases {
        assert_eq!(evaluate(&format!("define {ty} @f() {{\nret {ty} {constant}\n}}"), &[]), expected, "{ty}");
    }
}

#[test]
fn expressions_on_addresses() {
    let snippet = "@g = global [8 x i32] zeroinitializer
    @h = global i32 5
    @inside = alias i32, getelementptr ([8 x i32], ptr @g, i64 0, i64 2)
    define i64 @f() {
        %d = sub i64 ptrtoint (ptr getelementptr ([8 x i32], ptr @g, i64 0, i64 6) to i64), ptrtoint (ptr @inside to i64)
        %same = icmp eq ptr inttoptr (i64 ptrtoint (ptr @h to i64) to ptr), @h
        %low = trunc i64 ptrtoint (ptr @h to i64) to i32
        %l = sub i32 %low, trunc (i64 ptrtoint (ptr @h to i64) to i32)
        %v = load i32, ptr @h
        %s = zext i1 %same to i64
        %w = zext i32 %v to i64
        %l64 = zext i32 %l to i64
        %x = add i64 %d, %s
        %y = add i64 %x, %w
        %r = add i64 %y, %l64
        ret i64 %r
    }";
    assert_eq!(evaluate(snippet, &[]), [16 + 1 + 5]);
}

fn global<'m>(module: &'m Module, name: &str) -> &'m Global {
    module.globals.iter().find(|global| global.name == name).unwrap_or_else(|| panic!("no global {name}"))
}

#[test]
fn initialisers_become_bytes() {
    let module = lower(
        "@bytes = constant [4 x i8] c\"ab\\00c\"
        @numbers = global [2 x double] [double 1.0, double -2.0], align 32
        @mixed = global { i8, i32, [2 x i16], x86_fp80 } { i8 1, i32 -2, [2 x i16] [i16 3, i16 4], x86_fp80 0xK3FFF8000000000000000 }
        @packed = global <{ i8, i32 }> <{ i8 1, i32 -2 }>
        @bits = global <10 x i1> <i1 1, i1 0, i1 1, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 1>
        @lanes = global <2 x i24> <i24 1, i24 2>
        @odd = global i9 257
        @zeros = global [1000 x i64] zeroinitializer
        @undefined = global i32 undef
        @elsewhere = external global i32
        @thread = thread_local global i32 3
        @0 = private constant i8 9",
    );
    let initial = |name: &str| global(&module, name).initializer.clone();
    assert_eq!(initial("bytes").unwrap(), b"ab\0c");
    assert!(global(&module, "bytes").constant && !global(&module, "numbers").constant);
    assert_eq!(global(&module, "numbers").align, 32);
    assert_eq!(initial("numbers").unwrap()[8..], (-2f64).to_le_bytes());
    let mixed =
        [1, 0, 0, 0, 0xfe, 0xff, 0xff, 0xff, 3, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x80, 0xff, 0x3f];
    assert_eq!(initial("mixed").unwrap(), mixed);
    assert_eq!(global(&module, "mixed").size, 32);
    assert_eq!(initial("packed").unwrap(), [1, 0xfe, 0xff, 0xff, 0xff]);
    assert_eq!(initial("bits").unwrap(), [0b101, 0b10]);
    assert_eq!(initial("lanes").unwrap(), [1, 0, 0, 2, 0, 0]);
    assert_eq!(initial("odd").unwrap(), [1, 1]);
    assert_eq!((initial("zeros").unwrap().len(), global(&module, "zeros").size), (0, 8000));
    assert!(initial("undefined").is_some() && initial("elsewhere").is_none());
    assert_eq!(initial("thread").unwrap(), [3, 0, 0, 0]);
    assert!(module.globals.iter().any(|global| global.initializer == Some(vec![9])));
}

#[test]
fn addresses_become_relocations() {
    let module = lower(
        "@a = global [4 x i32] zeroinitializer
        @b = global { ptr, i64, ptr, ptr } { ptr getelementptr (i32, ptr @a, i64 3), i64 ptrtoint (ptr @a to i64), ptr @f, ptr null }
        define void @f() {
            ret void
        }",
    );
    let a = module.globals.ids().next().unwrap();
    let f = module.function_named("f").unwrap();
    assert_eq!(
        global(&module, "b").relocations,
        [
            Relocation { offset: 0, target: Target::Global(a), addend: 12 },
            Relocation { offset: 8, target: Target::Global(a), addend: 0 },
            Relocation { offset: 16, target: Target::Function(f), addend: 0 },
        ]
    );
}

#[test]
fn an_initialiser_that_cannot_be_expressed_is_unknown_not_wrong() {
    let module = lower(
        "@a = global i32 1
        @b = global i32 trunc (i64 sub (i64 ptrtoint (ptr @a to i64), i64 ptrtoint (ptr @b to i64)) to i32)
        @c = global i32 trunc (i64 sub (i64 ptrtoint (ptr getelementptr (i8, ptr @a, i64 9) to i64), i64 ptrtoint (ptr @a to i64)) to i32)",
    );
    assert_eq!(global(&module, "b").initializer, None);
    assert_eq!(global(&module, "c").initializer, Some(vec![9, 0, 0, 0]));
}
