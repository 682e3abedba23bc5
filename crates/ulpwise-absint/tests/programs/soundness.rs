//! The interpreter on many inputs: whatever it sees must have been called possible.

use crate::common::{between, compiled, finite_entry, loaded, takes_numbers};
use crate::generated;
use std::path::Path;
use ulpwise_absint::{
    AbsintArgument, AbsintEntry, AbsintOptions, Analysis, RoundingModes, ValueRange, analyse,
};
use ulpwise_base::{Budget, SplitMix64};
use ulpwise_expr::BitVector;
use ulpwise_externals::{Exceptions, LibmFunction};
use ulpwise_float::{Float, Format, Rounding};
use ulpwise_interp::{Event, Exception, InterpOptions as RunOptions, Interpreter, Program};
use ulpwise_ir::{FloatFormat, FunctionId, Module, Type};
use ulpwise_llvm::ProgramInput;

/// How many inputs are tried for each range of inputs.
const INPUTS: usize = 400;
/// A function that takes longer than this is stopped; what it did until then counts.
const STEPS: u64 = 100_000;

/// The processor's rounding modes.
const MODES: [Rounding; 4] =
    [Rounding::NearestEven, Rounding::TowardPositive, Rounding::TowardNegative, Rounding::TowardZero];

/// How many exceptions were seen, so that a campaign that saw none is noticed.
#[derive(Default)]
struct Seen {
    events: usize,
    complete: usize,
}

/// Looks at all functions of a module that take numbers, and runs them.
fn hold_against_interpreter(module: &Module, seed: u64) -> Seen {
    let program = Program::new(module, 1 << 30).expect("it fits");
    let mut random = SplitMix64::new(seed);
    let mut seen = Seen::default();
    for (id, function) in module.functions.iter_enumerated() {
        if !takes_numbers(function) {
            continue;
        }
        for round in 0..4 {
            let entry = match round {
                0 => finite_entry(module, id),
                1 => AbsintEntry {
                    function: id,
                    arguments: vec![AbsintArgument::Any; function.parameters.len()],
                },
                _ => random_entry(module, id, &mut random),
            };
            let rounding = if round == 3 { RoundingModes::Any } else { RoundingModes::Nearest };
            let options = AbsintOptions { rounding, ..AbsintOptions::default() };
            let analysis = analyse(module, &entry, &options, &Budget::unlimited().with_steps(300_000));
            if analysis.is_complete().is_ok() {
                seen.complete += 1;
                seen.events += run(&program, &entry, rounding, &analysis, &mut random);
            }
        }
    }
    seen
}

/// Runs a function on inputs from its ranges and checks every exception that is raised; how many
/// there were.
fn run(
    program: &Program<'_>,
    entry: &AbsintEntry,
    rounding: RoundingModes,
    analysis: &Analysis,
    random: &mut SplitMix64,
) -> usize {
    let module = program.module();
    let types = &module.functions[entry.function].parameters;
    let mut interpreter = Interpreter::new(program, RunOptions::default());
    let mut count = 0;
    for _ in 0..INPUTS {
        let mode = match rounding {
            RoundingModes::Nearest => Rounding::NearestEven,
            RoundingModes::Any => *random.choose(&MODES),
        };
        let budget = Budget::unlimited().with_steps(STEPS);
        // Results that are rounded are recorded too, for the sake of their operands.
        interpreter.reset(RunOptions {
            rounding: mode,
            budget,
            on_request: Exceptions::ON_REQUEST,
            ..RunOptions::default()
        });
        let input: Vec<u64> =
            entry.arguments.iter().zip(types).map(|(argument, &ty)| draw(argument, ty, random)).collect();
        // How it ends does not matter: what was raised on the way was raised.
        let _ = interpreter.call(entry.function, &input);
        for event in interpreter.events() {
            count += usize::from(event.exception != Exception::Inexact);
            check(module, entry, &input, event, analysis);
        }
    }
    count
}

fn check(module: &Module, entry: &AbsintEntry, input: &[u64], event: &Event, analysis: &Analysis) {
    let name = module.site_name(event.site);
    let shown = || {
        format!("{name} ({:?}) in {} on {input:x?}", event.exception, module.functions[entry.function].name)
    };
    assert!(analysis.is_reached(event.site), "{} was called unreachable", shown());
    let allowed = analysis.may_raise(event.site);
    let is_possible = event.exception == Exception::Inexact || allowed.contains(event.exception);
    assert!(is_possible, "{} was called impossible: only {allowed}", shown());
    for (range, &bits) in analysis.operands(event.site).iter().zip(&event.operands) {
        let is_inside = match range {
            ValueRange::Float(domain) => domain.contains(Float::from_bits(domain.format(), bits)),
            ValueRange::Int(domain) => domain.contains(&BitVector::from_u128(domain.width(), bits)),
            ValueRange::Any => true,
        };
        assert!(is_inside, "{}: the operand {bits:#x} is not in {range:?}", shown());
    }
}

/// Ranges at random: of a few magnitudes, of one sign or both.
fn random_entry(module: &Module, function: FunctionId, random: &mut SplitMix64) -> AbsintEntry {
    let mut range = |ty: &Type| match ty {
        Type::Float(FloatFormat::F64) => {
            // Where numbers are of one size it matters most how they hang together.
            let draw = if random.below(2) == 0 { any_double } else { plain_double };
            let mut ends = [draw(random), draw(random)];
            ends.sort_by(f64::total_cmp);
            between(ends[0], ends[1])
        }
        Type::Int(_) => {
            let low = i128::from(random.below(40)) - 20;
            AbsintArgument::Int { low, high: low + i128::from(random.below(30)) }
        }
        _ => AbsintArgument::Any,
    };
    let arguments = module.functions[function].parameters.iter().map(&mut range).collect();
    AbsintEntry { function, arguments }
}

/// A double of an ordinary size.
fn plain_double(random: &mut SplitMix64) -> f64 {
    random.below(200_001) as f64 / *random.choose(&[1e5, 1e4, 100.0]) - 1.0
}

/// A finite double of any magnitude.
fn any_double(random: &mut SplitMix64) -> f64 {
    match random.below(6) {
        0 => *random.choose(&[0.0, -0.0, 1.0, -1.0, 2.0, 0.5, f64::MAX, f64::MIN_POSITIVE, 5e-324, 1e-310]),
        1 => random.below(2001) as f64 / 100.0 - 10.0,
        _ => {
            let exponent = random.below(2047);
            f64::from_bits((random.next_u64() & 1 << 63) | exponent << 52 | random.next_u64() >> 12)
        }
    }
}

/// An input that an argument can be.
fn draw(argument: &AbsintArgument, ty: Type, random: &mut SplitMix64) -> u64 {
    match (argument, ty) {
        (AbsintArgument::Float { low, high, .. }, Type::Float(format)) => {
            draw_float(*low, *high, format, random)
        }
        (&AbsintArgument::Int { low, high }, Type::Int(bits)) => {
            let value = low + i128::from(random.below((high - low + 1) as u64));
            value as u64 & (u64::MAX >> (64 - bits))
        }
        (_, Type::Float(FloatFormat::F32)) => random.next_u64() >> 32,
        (_, Type::Float(_)) if random.below(2) == 0 => any_double(random).to_bits(),
        (_, Type::Int(bits)) => {
            let size =
                if random.below(2) == 0 { random.below(50).wrapping_sub(10) } else { random.next_u64() };
            size & (u64::MAX >> (64 - bits))
        }
        _ => random.next_u64(),
    }
}

/// A number between two others: one of them, one of their order between them, or one by its value.
fn draw_float(low: Float, high: Float, format: FloatFormat, random: &mut SplitMix64) -> u64 {
    if format == FloatFormat::F32 {
        loop {
            let number = Float::from_bits(Format::F32, u128::from(random.next_u64() >> 32));
            if !number.is_nan() && !number.compares_less(low) && !high.compares_less(number) {
                return number.to_bits() as u64;
            }
        }
    }
    let (low, high) = (low.to_f64(), high.to_f64());
    // In a range that ends at +0 there is no -0.
    let is_inside = |number: &f64| low.total_cmp(number).is_le() && number.total_cmp(&high).is_le();
    for draw in [any_double, plain_double, plain_double].into_iter().cycle().take(21) {
        let candidate = draw(random);
        if is_inside(&candidate) {
            return candidate.to_bits();
        }
    }
    let part = random.below(1001) as f64 / 1000.0;
    let between = low * (1.0 - part) + high * part;
    let chosen = *random.choose(&[low, high, between, low, between]);
    if is_inside(&chosen) { chosen.to_bits() } else { low.to_bits() }
}

/// A program of the repository.
fn loaded_from(folder: &str, name: &str) -> Module {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crate lies in a folder");
    let files = vec![crates.with_file_name(folder).join(name)];
    let cflags = format!("-I{}", crates.join("ulpwise-harness/include").display());
    loaded(&ProgramInput { files, cflags, ..ProgramInput::default() })
}

#[test]
fn examples_do_nothing_that_was_called_impossible() {
    for name in ["average.c", "quadratic.c"] {
        let module = loaded_from("examples", name);
        let seen = hold_against_interpreter(&module, 1);
        assert!(seen.events > 100 && seen.complete > 3, "{name}: {} events", seen.events);
    }
}

#[test]
fn algorithms_of_the_corpus_do_nothing_that_was_called_impossible() {
    let names = [
        "bisection.c",
        "bisection_sign_product.c",
        "complex_division_naive.c",
        "clock_drift.c",
        "cents_truncated.c",
    ];
    let mut complete = 0;
    for (seed, name) in (1..).zip(names) {
        let module = loaded_from("corpus/algorithms", name);
        complete += hold_against_interpreter(&module, seed).complete;
    }
    assert!(complete > 5, "only {complete} looks were complete");
}

#[test]
fn generated_programs_do_nothing_that_was_called_impossible() {
    for seed in 1..=2 {
        let module = compiled(&generated::program(seed, 16));
        let seen = hold_against_interpreter(&module, seed);
        assert!(seen.events > 1000 && seen.complete > 40, "{} events, {} looks", seen.events, seen.complete);
    }
}

#[test]
fn library_functions_do_nothing_that_was_called_impossible() {
    let exact_of_one = ["sqrt", "floor", "ceil", "fabs", "rint", "round", "trunc", "nearbyint"];
    let exact_of_two = ["fmod", "fmin", "fmax"];
    let inexact = LibmFunction::ALL.iter().map(|function| (function.name(), function.arity()));
    let exact = exact_of_one.map(|name| (name, 1)).into_iter().chain(exact_of_two.map(|name| (name, 2)));
    // Not all of them are in standard C.
    let mut source = "#define _GNU_SOURCE\n#include <math.h>\n".to_owned();
    for (name, arity) in exact.chain(inexact) {
        source += &match arity {
            1 => format!("double of_{name}(double x) {{ return {name}(x); }}\n"),
            _ => format!("double of_{name}(double x, double y) {{ return {name}(x, y); }}\n"),
        };
    }
    source += "double of_frexp(double x) { int e; return frexp(x, &e) + e; }
        double of_ldexp(double x, int n) { return ldexp(x, n); }
        double of_modf(double x) { double i; return modf(x, &i) + i; }\n";
    let module = compiled(&source);
    for seed in 1..=8 {
        assert!(hold_against_interpreter(&module, seed).events > 1000);
    }
}
