//! A module that contains everything there is: every instruction with every operator, every type,
//! every kind of constant, source type and global, and unlikely names.

use ulpwise_ir::builder::{BodyBuilder, BuilderValue, F32, F64, I1, I8, I32, I64, ModuleBuilder, PTR, X87};
use ulpwise_ir::{
    Declaration, DeclaredLength, Dimension, FileId, FloatBinaryOp, FloatFormat, FloatPredicate, FloatUnaryOp,
    Global, IntBinaryOp, IntCastOp, IntPredicate, IntUnaryOp, Language, Location, LocationId, Member, Module,
    OverflowOp, ParameterDeclaration, Relocation, SignOp, SourceType, SourceTypeId, Target, Type,
};

/// Widths on both sides of every boundary.
const WIDTHS: [u8; 10] = [1, 2, 8, 16, 32, 63, 64, 65, 80, 128];

/// Names that need care.
const NAMES: [&str; 6] = [
    "plain",
    "with \"quotes\" and \\backslash\\",
    "line\nbreak\ttab\r\0\u{7f}",
    "größe∞𝛑",
    "",
    "; no comment",
];

/// The module that contains everything.
pub(crate) fn everything() -> Module {
    let mut module = ModuleBuilder::new();
    let location = add_source(&mut module);
    add_globals(&mut module);
    for bits in WIDTHS {
        add_int_function(&mut module, bits);
    }
    for format in FloatFormat::ALL {
        add_float_function(&mut module, format);
    }
    add_memory_function(&mut module);
    add_control_function(&mut module, location);
    for (index, name) in NAMES.into_iter().enumerate() {
        let id = module.function(name, &[], &[], |b| b.ret(&[]));
        module.describe(
            id,
            Declaration {
                name: format!("{name}::{index}"),
                language: Language::ALL[index % Language::ALL.len()],
                location: (index % 2 == 0).then_some(location),
                result: SourceTypeId::new(0),
                parameters: vec![
                    ParameterDeclaration::new(name, SourceTypeId::new(1)),
                    ParameterDeclaration {
                        length: Some(DeclaredLength {
                            dimensions: vec![
                                Dimension::Constant(index as u64),
                                Dimension::Parameter(0),
                                Dimension::Open,
                            ],
                            is_guaranteed: index % 2 == 0,
                        }),
                        ..ParameterDeclaration::new(name, SourceTypeId::new(1))
                    },
                ],
            },
        );
    }
    module.finish()
}

/// Files, locations, messages and one source type of each kind; returns a location.
fn add_source(module: &mut ModuleBuilder) -> LocationId {
    for name in NAMES {
        module.file(name, name);
        module.message(name);
    }
    let outer = module.location(FileId::new(0), 12, 5);
    module.location(FileId::new(5), 0, 0);
    let inner = Location { file: FileId::new(3), line: u32::MAX, column: u32::MAX, inlined_at: Some(outer) };
    let inner = module.module_mut().locations.push(inner);
    let t = SourceTypeId::new;
    let types = &mut module.module_mut().source_types;
    types.push(SourceType::Void);
    types.push(SourceType::Bool(8));
    for signed in [false, true] {
        types.push(SourceType::Int { name: NAMES[1].to_owned(), signed, bits: 32 });
    }
    for format in FloatFormat::ALL {
        types.push(SourceType::Float(format));
        types.push(SourceType::Complex(format));
    }
    for constant in [false, true] {
        types.push(SourceType::Pointer { pointee: t(17), constant });
    }
    for count in [None, Some(0), Some(u64::MAX)] {
        types.push(SourceType::Array { element: t(2), count });
    }
    let member = |name: &str, offset| Member { name: name.to_owned(), offset, ty: t(20) };
    for members in [vec![], vec![member("x", 0)], vec![member("", 8), member(NAMES[2], u64::MAX)]] {
        types.push(SourceType::Struct { name: NAMES[3].to_owned(), size: 24, members });
    }
    for members in [vec![], vec![member("x", 0), member("", 0)]] {
        types.push(SourceType::Union { name: NAMES[4].to_owned(), size: u64::MAX, members });
    }
    for tag in [None, Some(member("tag", 8))] {
        let variants = vec![(None, member("None", 0)), (Some(i64::MIN), member(NAMES[1], 8))];
        types.push(SourceType::Variants { name: NAMES[2].to_owned(), size: 16, tag, variants });
    }
    for enumerators in [vec![], vec![("RED".to_owned(), i64::MIN), ("GREEN".to_owned(), i64::MAX)]] {
        types.push(SourceType::Enum { name: NAMES[5].to_owned(), bits: 32, enumerators });
    }
    types.push(SourceType::Function);
    types.push(SourceType::Unknown("DW_TAG_thing".to_owned()));
    inner
}

fn add_globals(module: &mut ModuleBuilder) {
    let every_byte: Vec<u8> = (0..=255).collect();
    let counter = module.variable("counter", 4, &[0; 4]);
    module.variable("format string", 1, b"%s: \"%d\"\n\0");
    module.variable("empty", 1, &[]);
    let external = Global {
        name: "environ".to_owned(),
        size: 8,
        align: 8,
        constant: false,
        internal: false,
        initializer: None,
        relocations: vec![],
    };
    module.global(external.clone());
    let callee = module.declare("callback", &[], &[]);
    let targets =
        [(Target::Global(counter), 4), (Target::Function(callee), 0), (Target::Global(counter), i64::MIN)];
    module.global(Global {
        name: format!("global {}", NAMES[2]),
        size: 1 << 40,
        align: 1 << 31,
        constant: true,
        internal: true,
        initializer: Some(every_byte),
        relocations: (0..)
            .step_by(8)
            .zip(targets)
            .map(|(offset, (target, addend))| Relocation { offset, target, addend })
            .collect(),
    });
}

fn add_int_function(module: &mut ModuleBuilder, bits: u8) {
    let ty = Type::Int(bits);
    module.function(&format!("int {bits}"), &[ty, ty, I1], &[ty, I1], |b| {
        let (x, y, truth) = (b.param(0), b.param(1), b.param(2));
        let all_ones = b.bits(ty, u128::MAX >> (128 - u32::from(bits)));
        let highest = b.bits(ty, 1 << (bits - 1));
        b.select(truth, all_ones, highest);
        for &op in IntBinaryOp::ALL {
            b.int(op, x, y);
        }
        for &op in IntUnaryOp::ALL {
            if op != IntUnaryOp::SwapBytes || bits.is_multiple_of(16) {
                b.int_unary(op, x);
            }
        }
        b.fshl(x, y, all_ones);
        b.fshr(x, y, all_ones);
        for to in WIDTHS {
            let ops = if to < bits { &[IntCastOp::Truncate][..] } else { &IntCastOp::ALL[1..] };
            for &op in ops.iter().filter(|_| to != bits) {
                b.int_cast(op, x, to);
            }
        }
        let mut results = (x, truth);
        for &op in OverflowOp::ALL {
            results = b.int_overflow(op, x, y);
        }
        for &predicate in IntPredicate::ALL {
            b.icmp(predicate, x, y);
        }
        for format in FloatFormat::ALL {
            b.int_to_float(x, true, format);
            b.int_to_float(x, false, format);
        }
        b.ret(&[results.0, results.1]);
    });
}

fn add_float_function(module: &mut ModuleBuilder, format: FloatFormat) {
    let ty = Type::Float(format);
    let powers: Vec<_> = ["sin", "pow"]
        .iter()
        .zip([vec![ty], vec![ty, ty]])
        .map(|(name, parameters)| {
            module.declare_math(&format!("{name} {}", format.name()), &parameters, &[ty])
        })
        .collect();
    module.function(format.name(), &[ty, ty, ty], &[ty], |b| {
        let (x, y, z) = (b.param(0), b.param(1), b.param(2));
        let constant = b.bits(ty, 0x3f);
        let undefined = b.undefined(ty);
        for &op in FloatBinaryOp::ALL {
            b.float(op, x, constant);
        }
        for &op in FloatUnaryOp::ALL {
            b.float_unary(op, undefined);
        }
        for &op in SignOp::ALL {
            b.float_sign(op, y);
        }
        b.fcopysign(x, y);
        for &predicate in FloatPredicate::ALL {
            b.fcmp(predicate, x, y);
            b.fcmps(predicate, y, x);
        }
        b.fclass(x, 0);
        b.fclass(x, 0x3ff);
        for to in FloatFormat::ALL.into_iter().filter(|to| *to != format) {
            b.fconvert(x, to);
        }
        for bits in WIDTHS {
            for (signed, saturating) in [(false, false), (false, true), (true, false), (true, true)] {
                b.float_to_int(x, signed, saturating, bits);
            }
        }
        b.copy(x, Type::Int(format.bits()));
        let sine = b.call_one(powers[0], &[x]);
        let power = b.call_one(powers[1], &[sine, y]);
        let fused = b.ffma(x, power, z);
        b.ret(&[fused]);
    });
}

fn add_memory_function(module: &mut ModuleBuilder) {
    let memory = module.declare_variadic("memory", &[PTR, I64], &[]);
    module.define(memory, |b| {
        let (address, count) = (b.param(0), b.param(1));
        for bits in WIDTHS {
            store_and_load(b, Type::Int(bits), address);
        }
        for format in FloatFormat::ALL {
            store_and_load(b, Type::Float(format), address);
        }
        store_and_load(b, PTR, address);
        let element = b.ptradd(address, count, u32::MAX);
        let mark = b.stack_save();
        let object = b.alloca(count, 24, 1 << 31);
        b.memcpy(object, element, count);
        b.memmove(object, element, count);
        let byte = b.bits(I8, 0xff);
        b.memset(object, byte, count);
        b.va_start(object);
        b.va_copy(object, element);
        b.stack_restore(mark);
        let mode = b.get_rounding();
        b.set_rounding(mode);
        b.ret(&[]);
    });
}

fn store_and_load(b: &mut BodyBuilder<'_>, ty: Type, address: BuilderValue) {
    let value = b.load(ty, address);
    b.store(value, address);
}

fn add_control_function(module: &mut ModuleBuilder, location: LocationId) {
    let what = module.message("inline assembly \"cpuid\"");
    let printf = module.declare_variadic("printf", &[PTR], &[I32]);
    let nothing = module.declare_variadic("nothing", &[], &[]);
    let several = module.declare("several", &[X87, F32], &[F64, X87, I32]);
    let itself = module.declare("control", &[I32, X87, F32], &[X87]);
    let table = module.variable("dispatch", 8, &[1, 2, 3]);
    module.define(itself, |b| {
        b.at(location);
        let (n, wide, narrow) = (b.param(0), b.param(1), b.param(2));
        let format = b.global_address(table, 0);
        for offset in [1, -1, i64::MAX, i64::MIN] {
            let address = b.global_address(table, offset);
            b.call(printf, &[address, n, wide]);
        }
        b.call(printf, &[format]);
        b.call(nothing, &[]);
        let results = b.call(several, &[wide, narrow]);
        let pointer = b.function_address(several);
        let indirect = b.call_indirect(pointer, &[results[1], narrow], &[X87, F64]);
        b.unsupported(what);
        let header = b.block(&[X87, I32]);
        let exit = b.block(&[X87]);
        let dead = b.block(&[]);
        b.jump(header, &[indirect[0], n]);
        b.switch_to(header);
        let (value, counter) = (b.block_param(header, 0), b.block_param(header, 1));
        let one = b.i32(-1);
        let next = b.add(counter, one);
        let again = b.icmp(IntPredicate::Ne, next, n);
        let middle = b.block(&[]);
        b.branch(again, (header, &[value, next]), (middle, &[]));
        b.switch_to(middle);
        let cases: [(u64, _, &[BuilderValue]); 4] =
            [(7, exit, &[value]), (0, exit, &[wide]), (u32::MAX.into(), dead, &[]), (3, middle, &[])];
        b.switch(n, &cases, (exit, &[wide]));
        b.switch_to(exit);
        let result = b.block_param(exit, 0);
        b.ret(&[result]);
        b.switch_to(dead);
        b.switch(n, &[], (dead, &[]));
        let end = b.block(&[]);
        b.switch_to(end);
        b.call(nothing, &[]);
        let (after, handler) = (b.block(&[]), b.block(&[PTR]));
        b.landing(after, handler);
        b.switch_to(after);
        b.unreachable();
        b.switch_to(handler);
        let exception = b.block_param(handler, 0);
        b.unwind(exception);
    });
}
