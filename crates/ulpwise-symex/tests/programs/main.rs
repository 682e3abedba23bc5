//! Small C programs, explored: every path that is reported is taken again by the interpreter on the
//! inputs that were reported, to the same end.

#[path = "../common/mod.rs"]
mod common;
mod failures;
mod language;
mod library;

use common::compiled;
use ulpwise_engines::{EngineChoice, SolverOptions, host_libm};
use ulpwise_interp::{Interpreter, PathEnd, Program};
use ulpwise_ir::{FloatFormat, Type};
use ulpwise_symex::{End, EntryPoint, Executor, Given, Path, Summary, SymexOptions};

const F32: Type = Type::Float(FloatFormat::F32);
const F64: Type = Type::Float(FloatFormat::F64);

/// Explores `f` and takes every path again.
fn explored(source: &str, given: &[Given]) -> (Vec<Path>, Summary) {
    let module = compiled(source);
    let program = Program::new(&module, 1 << 30).expect("it fits");
    let function = module.function_named("f").expect("there is an f");
    let choice = EngineChoice::from_name("portfolio").expect("there is a portfolio");
    let mut solver = choice.make(&SolverOptions::default());
    let mut paths = Vec::new();
    // Long enough for a machine with other things to do.
    let options =
        SymexOptions { question_limit: std::time::Duration::from_secs(600), ..SymexOptions::default() };
    let mut executor = Executor::new(&program, &mut *solver, &host_libm, options);
    let entry = EntryPoint::new(function, given.to_vec());
    let summary = executor.explore(&entry, &mut |path| paths.push(path)).expect("f can be entered");
    assert_eq!(summary.paths, paths.len() as u64);
    for path in &paths {
        take_again(&program, function, given, path);
    }
    (paths, summary)
}

/// Runs the function on the inputs of a path, where these are arguments, and compares the ends.
fn take_again(program: &Program<'_>, function: ulpwise_ir::FunctionId, given: &[Given], path: &Path) {
    // Only the executor tells what was not initialised.
    if matches!(path.end, End::Stopped(PathEnd::Unsupported(_) | PathEnd::UninitialisedRead)) {
        return;
    }
    if program.module().functions.iter().any(|function| function.name.starts_with("klee_")) {
        return;
    }
    if path.inputs.len() != given.iter().filter(|given| !matches!(given, Given::Bits(_))).count() {
        return;
    }
    let mut interpreter = Interpreter::new(program, ulpwise_interp::InterpOptions::default());
    interpreter.end_at_undefined();
    let mut inputs = path.inputs.iter();
    let mut raw = Vec::new();
    let types = program.module().functions[function].parameters.clone();
    for (given, ty) in given.iter().zip(types) {
        let bits = match given {
            Given::Bits(bits) => *bits,
            Given::Part(..) | Given::AddressOf(_) => return,
            Given::Any => inputs.next().expect("an input").elements[0],
            Given::Array(ty, count) => {
                let stride = ty.store_bytes().next_power_of_two();
                let memory = &mut interpreter.machine.memory;
                let kind = ulpwise_interp::memory::ObjectKind::Host;
                let address = memory.allocate((stride * count) as u64, kind).expect("room");
                for (at, element) in inputs.next().expect("an input").elements.iter().enumerate() {
                    let place =
                        memory.write(address + (at * stride) as u64, ty.store_bytes()).expect("a place");
                    place.copy_from_slice(&element.to_le_bytes()[..ty.store_bytes()]);
                }
                address.into()
            }
        };
        raw.push(bits as u64);
        if ty.is_wide() {
            raw.push((bits >> 64) as u64);
        }
    }
    match (interpreter.call(function, &raw), &path.end) {
        (Ok(values), End::Returned(reported)) => {
            let values: Vec<u128> = values.into_iter().map(u128::from).collect();
            if reported.len() == values.len() {
                assert_eq!(&values, reported, "{path:?}");
            }
        }
        (Err(stop), End::Stopped(end)) => assert_eq!(stop.end.id(), end.id(), "{path:?}"),
        (outcome, _) => panic!("{outcome:?} instead of {path:?}"),
    }
}

fn ends(paths: &[Path]) -> Vec<&str> {
    let mut ends: Vec<&str> = paths
        .iter()
        .map(|path| match &path.end {
            End::Returned(_) => "returned",
            End::Dropped => "dropped",
            other => other.id(),
        })
        .collect();
    ends.sort_unstable();
    ends
}

/// No path of the program aborts, and all were followed.
fn never_aborts(source: &str, given: &[Given]) {
    let (paths, summary) = explored(source, given);
    assert!(!ends(&paths).contains(&"abort"), "{paths:?}");
    assert!(!ends(&paths).contains(&"unsupported"), "{paths:?}");
    assert_eq!(summary.missed, Vec::<String>::new());
}

/// Some path of the program aborts.
fn can_abort(source: &str, given: &[Given]) -> Vec<Path> {
    let (paths, _) = explored(source, given);
    assert!(ends(&paths).contains(&"abort"), "{paths:?}");
    paths
}
