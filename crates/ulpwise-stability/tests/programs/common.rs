//! Compiling programs, and entries for their functions.

use std::sync::Arc;
use ulpwise_engines::{EngineChoice, SolverOptions};
use ulpwise_interp::Program;
use ulpwise_ir::{FloatFormat, Module, Type};
use ulpwise_llvm::{LoadOptions, ProgramInput, load_in_process};
use ulpwise_stability::{
    MakeSolver, StabilityOptions, StabilityResult, StabilityTarget, StabilityVerdict, analyze, inputs_of,
};
use ulpwise_symex::{Bounds, Content, EntryObject, EntryPoint, Given};

pub(crate) fn compiled(source: &str) -> Module {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("program.c");
    std::fs::write(&file, source).expect("the source is written");
    let input = ProgramInput { files: vec![file], ..ProgramInput::default() };
    load_in_process(&input, &LoadOptions::default()).unwrap_or_else(|error| panic!("{error}")).module
}

/// A function whose parameters are numbers between two others, in their order.
pub(crate) fn entry(module: &Module, name: &str, ranges: &[(f64, f64)]) -> EntryPoint {
    let function = module.function_named(name).expect("the function is there");
    let parameters = &module.functions[function].parameters;
    let bounds = |ty: Type, (low, high): (f64, f64)| match ty {
        Type::Float(FloatFormat::F32) => {
            let bits = |value: f64| u128::from((value as f32).to_bits());
            Bounds::Float(FloatFormat::F32, bits(low), bits(high))
        }
        Type::Float(format) => Bounds::Float(format, low.to_bits().into(), high.to_bits().into()),
        Type::Int(bits) => {
            let mask = u128::MAX >> (128 - u32::from(bits));
            Bounds::Signed(low as i128 as u128 & mask, high as i128 as u128 & mask)
        }
        Type::Pointer => panic!("a pointer"),
    };
    let objects = parameters.iter().zip(ranges).enumerate().map(|(at, (&ty, &range))| EntryObject {
        size: ty.store_bytes() as u64,
        contents: vec![(0, Content::Any(format!("x{at}"), ty, bounds(ty, range)))],
    });
    let given = (0..ranges.len()).map(|at| Given::Part(at, 0)).collect();
    EntryPoint { objects: objects.collect(), ..EntryPoint::new(function, given) }
}

/// The verdicts on a function, every find taken for one.
pub(crate) fn stability(
    source: &str,
    name: &str,
    ranges: &[(f64, f64)],
    options: &StabilityOptions,
) -> StabilityResult {
    let module = compiled(source);
    let entry = entry(&module, name, ranges);
    let program = Program::new(&module, 1 << 28).expect("the program is small");
    let inputs = inputs_of(&entry).expect("all inputs are followed");
    analyze(&program, &entry, &inputs, options, &mut |_, _| Ok(())).expect("it starts")
}

/// The verdict on what the function returns.
pub(crate) fn returned(stability: &StabilityResult) -> &StabilityVerdict {
    stability
        .verdicts
        .get(&StabilityTarget::Returned(0))
        .unwrap_or_else(|| panic!("nothing is returned: {stability:?}"))
}

/// The portfolio of all engines.
pub(crate) fn portfolio() -> MakeSolver {
    let choice = EngineChoice::from_name("portfolio").expect("there is one");
    MakeSolver(Arc::new(move || choice.make(&SolverOptions::default())))
}

/// z3, if it is there.
pub(crate) fn outside_solver() -> Option<MakeSolver> {
    let command = format!("'{}' -in", ulpwise_testkit::material::peer("z3")?.display());
    let choice = EngineChoice::process(&command).ok()?;
    Some(MakeSolver(Arc::new(move || choice.make(&SolverOptions::default()))))
}
