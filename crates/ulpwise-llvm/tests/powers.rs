//! Powers with a constant integer exponent are the multiplications that machine code makes of them.

mod support;

use std::fmt::Write as _;
use support::{TestFolder, load};
use ulpwise_interp::{InterpOptions, Interpreter, Program};
use ulpwise_ir::{Inst, Module};

const EXPONENTS: [i32; 16] = [-1000, -7, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 15, 100, i32::MIN];

fn loaded() -> Module {
    let mut text = "declare double @llvm.powi.f64.i32(double, i32)\n\
                    declare <2 x float> @llvm.powi.v2f32.i32(<2 x float>, i32)\n\
                    define double @any(double %x, i32 %n) {\n  %r = call double @llvm.powi.f64.i32(double %x, i32 %n)\n  \
                    ret double %r\n}\n\
                    define double @of_constant() {\n  %r = call double @llvm.powi.f64.i32(double 1.0e200, i32 2)\n  \
                    ret double %r\n}\n\
                    define float @lane(float %x) {\n  %a = insertelement <2 x float> zeroinitializer, float %x, i32 1\n  \
                    %r = call <2 x float> @llvm.powi.v2f32.i32(<2 x float> %a, i32 3)\n  \
                    %b = extractelement <2 x float> %r, i32 1\n  ret float %b\n}\n"
        .to_owned();
    for (number, exponent) in EXPONENTS.iter().enumerate() {
        writeln!(
            text,
            "define double @p{number}(double %x) {{\n  %r = call double @llvm.powi.f64.i32(double %x, i32 {exponent})\n  \
             ret double %r\n}}"
        )
        .expect("writing to a string");
    }
    let folder = TestFolder::new();
    load(&[&folder.file("powers.ll", text)]).expect("it is read").module
}

fn call(module: &Module, name: &str, arguments: &[u64]) -> u64 {
    let options = InterpOptions::default();
    let program = Program::new(module, options.memory_limit).expect("it fits into memory");
    let function = module.function_named(name).expect("it is defined");
    Interpreter::new(&program, options)
        .call(function, arguments)
        .map_err(|stop| stop.end)
        .expect("it returns")[0]
}

/// How many floating-point operations and calls a function has.
fn operations(module: &Module, name: &str) -> [usize; 2] {
    let function = &module.functions[module.function_named(name).expect("it is defined")];
    let insts = &function.body.as_ref().expect("it has a body").insts;
    let count = |is_it: fn(&Inst) -> bool| insts.iter().filter(|inst| is_it(inst)).count();
    [count(|inst| matches!(inst, Inst::Float { .. })), count(|inst| matches!(inst, Inst::Call { .. }))]
}

#[test]
fn constant_powers_have_the_bits_of_the_run_time_library() {
    let module = loaded();
    let numbers = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.1,
        -3.7,
        1.0 + 1e-10,
        1e-200,
        -1e160,
        5e-324,
        f64::INFINITY,
        f64::NEG_INFINITY,
    ];
    for (number, &exponent) in EXPONENTS.iter().enumerate() {
        for x in numbers {
            let expected = call(&module, "any", &[x.to_bits(), u64::from(exponent.cast_unsigned())]);
            let found = call(&module, &format!("p{number}"), &[x.to_bits()]);
            assert_eq!(f64::from_bits(found).to_bits(), expected, "{x:e} to the power {exponent}");
        }
        let nan = call(&module, &format!("p{number}"), &[f64::NAN.to_bits()]);
        assert_eq!(f64::from_bits(nan).is_nan(), exponent != 0, "NaN to the power {exponent}");
    }
    assert_eq!(f32::from_bits(call(&module, "lane", &[1.5f32.to_bits().into()]) as u32), 3.375);
}

#[test]
fn each_multiplication_is_an_operation() {
    let module = loaded();
    let at =
        |exponent: i32| format!("p{}", EXPONENTS.iter().position(|&known| known == exponent).expect("known"));
    for (exponent, expected) in [(0, 0), (1, 0), (2, 1), (3, 2), (4, 2), (6, 3), (7, 4), (-1, 1), (-2, 2)] {
        assert_eq!(operations(&module, &at(exponent)), [expected, 0], "{exponent}");
    }
    assert_eq!(operations(&module, "any"), [0, 1]);
    assert_eq!(operations(&module, "of_constant"), [0, 1], "it may overflow, and is not folded");
}
