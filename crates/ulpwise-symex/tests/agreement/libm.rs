//! Functions of the mathematical library as terms, and as the machine's library computes them:
//! results, flags and `errno`.

use crate::operands::{Operands, float_bits, same};
use crate::{FLAGS, MODES, host_mode};
use ulpwise_base::SplitMix64;
use ulpwise_expr::Term;
use ulpwise_externals::LibmFunction;
use ulpwise_float::Rounding;
use ulpwise_host::libm::{LibmValue, Type as HostType, lookup};
use ulpwise_ir::FloatFormat;
use ulpwise_symex::terms::Errors;

/// Functions of one number that are exact, or give more than one result.
const UNARY: &[&str] = &[
    "sqrt",
    "floor",
    "ceil",
    "trunc",
    "rint",
    "nearbyint",
    "round",
    "roundeven",
    "fabs",
    "isnan",
    "finite",
    "isinf",
    "__isnan",
    "__finite",
    "__isinf",
    "__fpclassify",
    "__issignaling",
    "frexp",
    "modf",
    "nextup",
    "nextdown",
    "logb",
    "ilogb",
    "lrint",
    "llrint",
    "lround",
    "llround",
    "sincos",
];

/// Functions of several numbers that are exact.
const BINARY: &[&str] = &[
    "copysign",
    "fmod",
    "remainder",
    "drem",
    "remquo",
    "fmin",
    "fmax",
    "fdim",
    "nextafter",
    "nexttoward",
    "ldexp",
    "scalbn",
    "scalbln",
    "fma",
];

/// One call, both ways; says where they differ.
fn difference(
    function: &str,
    format: FloatFormat,
    mode: Rounding,
    random: &mut SplitMix64,
) -> Option<String> {
    let suffix = match format {
        FloatFormat::F32 => "f",
        FloatFormat::X87 => "l",
        _ => "",
    };
    let name = format!("{function}{suffix}");
    let Some(host) = lookup(&name) else { panic!("the machine has no {name}") };
    let mut operands = Operands::new();
    let (mut values, mut given): (Vec<LibmValue>, Vec<Term>) = (Vec::new(), Vec::new());
    for ty in host.signature().argument_types() {
        let (bits, width) = match ty {
            HostType::Int => (u128::from(some_power(random) as u32), 32),
            HostType::Long => (u128::from(some_power(random) as u64), 64),
            HostType::F32 => (float_bits(FloatFormat::F32, random), 32),
            HostType::F64 => (float_bits(FloatFormat::F64, random), 64),
            HostType::X87 => (known_x87(random), 80),
        };
        values.push(LibmValue::from_bits(ty, bits));
        given.push(operands.operand(width, bits));
    }
    let computed = host.call(host_mode(mode), &values);
    let delivered = operands.terms.math(function, format, mode, &given).expect("a term");
    assert_eq!(delivered.values.len(), computed.results.len(), "{name}");
    for (&term, result) in delivered.values.iter().zip(computed.results.iter()) {
        let found = operands.evaluated(term);
        let is_same = match result.ty() {
            HostType::Int | HostType::Long => found == result.bits(),
            _ => same(format, result.bits(), found),
        };
        if !is_same {
            return Some(format!("{name} {mode:?} {values:x?}: {:x?} {found:x}", computed.results));
        }
    }
    let raised = computed.flags.to_exact();
    for flag in FLAGS {
        if let Some(condition) = operands.terms.raises(flag, &delivered.performed)
            && operands.holds(condition) != raised.contains(flag)
        {
            return Some(format!("{flag:?} of {name} {mode:?} {values:x?}"));
        }
    }
    let expected = match delivered.errors {
        Errors::Unknown => return None,
        Errors::None => 0,
        Errors::Where(domain, range) => match (operands.holds(domain), operands.holds(range)) {
            (true, _) => 33,
            (_, true) => 34,
            _ => 0,
        },
    };
    (computed.errno != expected)
        .then(|| format!("errno of {name} {mode:?} {values:x?}: {} instead of {expected}", computed.errno))
}

fn some_power(random: &mut SplitMix64) -> i64 {
    match random.below(4) {
        0 => random.next_u64().cast_signed(),
        1 => random.below(60000).cast_signed() - 30000,
        _ => random.below(5000).cast_signed() - 2500,
    }
}

/// An encoding that the processor knows: with others, glibc's functions do whatever their code
/// happens to do.
fn known_x87(random: &mut SplitMix64) -> u128 {
    let bits = float_bits(FloatFormat::X87, random);
    let exponent = bits >> 64 & 0x7fff;
    let fraction = bits & ((1 << 63) - 1);
    let leading = u128::from(exponent != 0) << 63;
    (bits >> 64) << 64 | leading | fraction
}

/// Calls each function many times; tells the first difference of each.
fn differences(functions: &[&str], seed: u64) -> Vec<String> {
    let mut random = SplitMix64::new(seed);
    let mut found = Vec::new();
    for format in [FloatFormat::F64, FloatFormat::F32, FloatFormat::X87] {
        for function in functions {
            let mut rounds = (0..300).map(|round| MODES[if round % 3 == 0 { 0 } else { round % 4 }]);
            found.extend(rounds.find_map(|mode| difference(function, format, mode, &mut random)));
        }
    }
    found
}

/// These functions and those that are not exact, of so many numbers.
fn with_inexact(exact: &[&'static str], arity: usize) -> Vec<&'static str> {
    let inexact = LibmFunction::ALL.iter().filter(|function| function.arity() == arity);
    // It is not a term: it writes `signgam` besides.
    let inexact = inexact.filter(|&&function| function != LibmFunction::Lgamma);
    exact.iter().copied().chain(inexact.map(|function| function.name())).collect()
}

#[test]
fn functions_of_one_number_deliver_what_the_machine_computes() {
    assert_eq!(differences(&with_inexact(UNARY, 1), 5), Vec::<String>::new());
}

#[test]
fn functions_of_several_numbers_deliver_what_the_machine_computes() {
    assert_eq!(differences(&with_inexact(BINARY, 2), 6), Vec::<String>::new());
}
