//! Compiling programs, and entries for their functions.

use ulpwise_absint::{AbsintArgument, AbsintEntry};
use ulpwise_float::{Float, Format};
use ulpwise_ir::{FloatFormat, Function, FunctionId, Module, Type};
use ulpwise_llvm::{LoadOptions, ProgramInput, load_in_process};

pub(crate) fn compiled(source: &str) -> Module {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("program.c");
    std::fs::write(&file, source).expect("the source is written");
    loaded(&ProgramInput { files: vec![file], ..ProgramInput::default() })
}

pub(crate) fn loaded(input: &ProgramInput) -> Module {
    load_in_process(input, &LoadOptions::default()).unwrap_or_else(|error| panic!("{error}")).module
}

/// The numbers between two doubles.
pub(crate) fn between(low: f64, high: f64) -> AbsintArgument {
    AbsintArgument::Float { low: Float::from_f64(low), high: Float::from_f64(high), may_be_nan: false }
}

/// All finite numbers of a format, any integer, and an object of a few numbers behind each pointer.
pub(crate) fn finite_entry(module: &Module, function: FunctionId) -> AbsintEntry {
    let arguments = module.functions[function].parameters.iter().map(|&ty| finite(ty)).collect();
    AbsintEntry { function, arguments }
}

fn finite(ty: Type) -> AbsintArgument {
    match ty {
        Type::Float(FloatFormat::F64) => between(-f64::MAX, f64::MAX),
        Type::Float(FloatFormat::F32) => {
            let format = Format::F32;
            AbsintArgument::Float {
                low: Float::max_finite(format, true),
                high: Float::max_finite(format, false),
                may_be_nan: false,
            }
        }
        Type::Pointer => {
            let contents =
                (0..8).map(|index| (8 * index, Type::Float(FloatFormat::F64), between(-f64::MAX, f64::MAX)));
            let contents = contents.collect();
            AbsintArgument::Object { size: 64, contents }
        }
        _ => AbsintArgument::Any,
    }
}

/// Whether a function can be called with numbers alone.
pub(crate) fn takes_numbers(function: &Function) -> bool {
    let is_number =
        |ty: &Type| matches!(ty, Type::Float(FloatFormat::F64 | FloatFormat::F32) | Type::Int(1..=64));
    function.body.is_some() && !function.parameters.is_empty() && function.parameters.iter().all(is_number)
}
