//! Enclosures of libm functions against what the host delivers, at length: `points COUNT [SEED]` takes so many random points of
//! every function in boxes of mixed widths, `singles [FUNCTION…]` all single-precision arguments of a few functions in the four
//! rounding modes. It ends with 1 if a result lies outside of its enclosure.

#![expect(clippy::print_stdout, reason = "a benchmark prints what it finds")]

#[allow(dead_code, reason = "the tests use more of it")]
#[path = "../tests/libm/points.rs"]
mod points;

use points::{MODES, argument, around, modes};
use std::process::ExitCode;
use std::time::Instant;
use ulpwise_base::SplitMix64;
use ulpwise_expr::LibmFunction;
use ulpwise_float::{Float, Format, Rounding};
use ulpwise_interval::domain::{Domain, FloatDomain, Range, RoundingDomain, ordinal};
use ulpwise_interval::libm::{enclosure, is_enclosed, project};
use ulpwise_interval::project::Outcome;
use ulpwise_testkit::libm::HostLibm;

/// The functions of `singles` unless some are named.
const SINGLES: [LibmFunction; 5] =
    [LibmFunction::Exp, LibmFunction::Log, LibmFunction::Sin, LibmFunction::Tanh, LibmFunction::Cbrt];

/// One point in so many is projected in both directions too, which takes longer.
const INVERTED: u64 = 16;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let host = HostLibm::default();
    let lost = match &words[..] {
        ["points", count, rest @ ..] => {
            let count = count.parse().expect("a number of points");
            let seed = rest.first().map_or(1, |seed| seed.parse().expect("a seed"));
            random_points(&host, count, seed)
        }
        ["singles", names @ ..] => {
            let named = names.iter().map(|name| LibmFunction::from_name(name).expect("a function"));
            let named: Vec<LibmFunction> = named.collect();
            all_singles(&host, if named.is_empty() { &SINGLES } else { &named })
        }
        [] => random_points(&host, 100_000, 1),
        _ => panic!("points COUNT [SEED], or singles [FUNCTION…]"),
    };
    if lost == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn random_points(host: &HostLibm, count: u64, seed: u64) -> u64 {
    println!("{:<8} {:>12} {:>10} {:>8} {:>12}", "function", "points", "inverted", "outside", "ns a point");
    let mut total = 0;
    for &function in LibmFunction::ALL.iter().filter(|&&function| is_enclosed(function, Format::F64)) {
        let start = Instant::now();
        let mut random = SplitMix64::new(seed.wrapping_mul(1000).wrapping_add(function as u64));
        let (mut outside, mut inverted) = (0, 0);
        for number in 0..count {
            let format = if number % 2 == 0 { Format::F64 } else { Format::F32 };
            let is_inverted = number / 2 % INVERTED == 0;
            inverted += u64::from(is_inverted);
            if let Err(lost) = try_point(host, function, format, is_inverted, &mut random) {
                println!("{function}: {lost}");
                outside += 1;
            }
        }
        let nanoseconds = start.elapsed().as_nanos() / u128::from(count.max(1));
        println!("{:<8} {count:>12} {inverted:>10} {outside:>8} {nanoseconds:>12}", function.name());
        total += outside;
    }
    total
}

/// One point in random boxes.
fn try_point(
    host: &HostLibm,
    function: LibmFunction,
    format: Format,
    is_inverted: bool,
    random: &mut SplitMix64,
) -> Result<(), String> {
    let libm = |function, rounding, arguments: &[Float]| host.deliver(function, rounding, arguments);
    let (mode, modes) = modes(random);
    let point: Vec<Float> = (0..function.arity()).map(|_| argument(function, format, random)).collect();
    let domains: Vec<FloatDomain> = point.iter().map(|&x| around(x, random)).collect();
    let delivered = libm(function, mode, &point).expect("the host has it");
    let kept = if is_inverted {
        let mut args: Vec<Domain> = vec![modes.into()];
        args.extend(domains.iter().map(|&domain| Domain::from(domain)));
        let mut result = Domain::from(around(delivered, random));
        project(function, &mut args, None, &mut result, &libm) != Outcome::Conflict
            && args[1..].iter().zip(&point).all(|(domain, &x)| contains(domain, x))
            && contains(&result, delivered)
    } else {
        enclosure(function, modes, &domains, &libm).is_some_and(|image| image.contains(delivered))
    };
    if kept {
        return Ok(());
    }
    let arguments: Vec<String> = point.iter().map(|x| x.to_hex_text()).collect();
    let what = if is_inverted { "lost by a projection" } else { "outside" };
    Err(format!("{} in {mode:?} is {}, {what}: {domains:?}", arguments.join(", "), delivered.to_hex_text()))
}

fn contains(domain: &Domain, float: Float) -> bool {
    matches!(domain, Domain::Float(floats) if floats.contains(float))
}

/// All single-precision arguments, cut into stretches of random lengths, in each of the four modes.
fn all_singles(host: &HostLibm, functions: &[LibmFunction]) -> u64 {
    println!("{:<8} {:<16} {:>12} {:>8} {:>9}", "function", "mode", "arguments", "outside", "seconds");
    let mut total = 0;
    for &function in functions {
        for mode in MODES {
            let start = Instant::now();
            let (arguments, outside) = singles(host, function, mode);
            let seconds = start.elapsed().as_secs_f64();
            println!(
                "{:<8} {:<16} {arguments:>12} {outside:>8} {seconds:>9.0}",
                function.name(),
                format!("{mode:?}")
            );
            total += outside;
        }
    }
    total
}

fn singles(host: &HostLibm, function: LibmFunction, mode: Rounding) -> (u64, u64) {
    let libm = |function, rounding, arguments: &[Float]| host.deliver(function, rounding, arguments);
    let (format, modes) = (Format::F32, RoundingDomain::singleton(mode));
    let top = ordinal::infinity(format);
    let mut random = SplitMix64::new(7);
    let (mut low, mut count, mut outside) = (!top, 0, 0);
    while low <= top {
        let length = 2 + (random.next_u64() >> (48 + random.below(16))) as i128;
        let high = (low + length).min(top);
        let domain = FloatDomain::from_range(format, Range::new(low, high));
        let image = enclosure(function, modes, &[domain], &libm).expect("it is enclosed");
        for at in low..=high {
            let x = ordinal::float(format, at);
            let delivered = libm(function, mode, &[x]).expect("the host has it");
            count += 1;
            if !image.contains(delivered) {
                outside += 1;
                if outside < 10 {
                    println!("{function} of {} is {}", x.to_hex_text(), delivered.to_hex_text());
                }
            }
        }
        low = high + 1;
    }
    (count, outside)
}
