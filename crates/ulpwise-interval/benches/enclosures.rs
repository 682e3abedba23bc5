//! Enclosures of libm functions against what the host delivers, at length. It ends with 1 if a
//! result lies outside.
//!
//! - `points COUNT SEED [FUNCTION…]`: so many random points of every function, or of those named,
//!   in boxes of mixed widths.
//! - `singles [FUNCTION…]`: all single-precision arguments of a few functions, to nearest. The
//!   standard library calls the C library's functions here, without the cost of setting a rounding
//!   mode; that they are the same is tried first.
//! - `directed [FUNCTION…]`: the same in the other three rounding modes, which takes longer.

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
use ulpwise_interval::domain::{Domain, FloatDomain, OrdinalRange, RoundingDomain, ordinal};
use ulpwise_interval::libm::{enclosure, is_enclosed, project};
use ulpwise_interval::project::ProjectionOutcome;
use ulpwise_testkit::libm::HostLibm;

/// A function of the standard library.
type Standard = fn(f32) -> f32;

/// The functions of which all single-precision arguments are tried, as the standard library has
/// them.
const SINGLES: [(LibmFunction, Standard); 5] = [
    (LibmFunction::Exp, f32::exp),
    (LibmFunction::Log, f32::ln),
    (LibmFunction::Sin, f32::sin),
    (LibmFunction::Tanh, f32::tanh),
    (LibmFunction::Atan, f32::atan),
];

/// One point in so many is projected in both directions too, which takes longer.
const INVERTED: u64 = 16;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let host = HostLibm::default();
    let named = |names: &[&str]| -> Vec<LibmFunction> {
        names.iter().map(|name| LibmFunction::from_name(name).expect("a function")).collect()
    };
    let lost = match &words[..] {
        ["points", count, seed, names @ ..] => {
            let (count, seed) = (count.parse().expect("a number of points"), seed.parse().expect("a seed"));
            random_points(&host, count, seed, &named(names))
        }
        ["singles", names @ ..] => all_singles(&host, &MODES[..1], &named(names)),
        ["directed", names @ ..] => all_singles(&host, &MODES[1..], &named(names)),
        [] => random_points(&host, 100_000, 1, &[]),
        _ => panic!("points COUNT SEED [FUNCTION…], singles [FUNCTION…], or directed [FUNCTION…]"),
    };
    if lost == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn random_points(host: &HostLibm, count: u64, seed: u64, named: &[LibmFunction]) -> u64 {
    println!("{:<8} {:>12} {:>10} {:>8} {:>12}", "function", "points", "inverted", "outside", "ns a point");
    let mut total = 0;
    for &function in LibmFunction::ALL {
        if !is_enclosed(function, Format::F64) || !(named.is_empty() || named.contains(&function)) {
            continue;
        }
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
        project(function, &mut args, None, &mut result, &libm) != ProjectionOutcome::Conflict
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

/// All single-precision arguments, cut into stretches of random lengths.
fn all_singles(host: &HostLibm, modes: &[Rounding], named: &[LibmFunction]) -> u64 {
    println!("{:<8} {:<16} {:>12} {:>8} {:>9}", "function", "mode", "arguments", "outside", "seconds");
    let mut total = 0;
    for &mode in modes {
        for (function, standard) in SINGLES {
            if !named.is_empty() && !named.contains(&function) {
                continue;
            }
            let start = Instant::now();
            let delivered = |x: f32| {
                let value = host.deliver(function, mode, &[Float::from_f32(x)]);
                value.expect("the host has it").to_f32()
            };
            let (arguments, outside) = if mode == Rounding::NearestEven {
                let mut random = SplitMix64::new(11);
                for _ in 0..1_000_000 {
                    let x = f32::from_bits(random.next_u64() as u32);
                    let (one, other) = (standard(x), delivered(x));
                    assert!(one.to_bits() == other.to_bits() || one.is_nan() && other.is_nan());
                }
                singles(host, function, mode, standard)
            } else {
                singles(host, function, mode, delivered)
            };
            let (name, mode) = (function.name(), format!("{mode:?}"));
            let seconds = start.elapsed().as_secs_f64();
            println!("{name:<8} {mode:<16} {arguments:>12} {outside:>8} {seconds:>9.0}");
            total += outside;
        }
    }
    total
}

fn singles(
    host: &HostLibm,
    function: LibmFunction,
    mode: Rounding,
    deliver: impl Fn(f32) -> f32,
) -> (u64, u64) {
    let libm = |function, rounding, arguments: &[Float]| host.deliver(function, rounding, arguments);
    let (format, modes) = (Format::F32, RoundingDomain::singleton(mode));
    let top = ordinal::infinity(format);
    let mut random = SplitMix64::new(7);
    let (mut low, mut count, mut outside) = (!top, 0, 0);
    while low <= top {
        let length = 2 + i128::from(random.next_u64() >> (48 + random.below(16)));
        let high = (low + length).min(top);
        let domain = FloatDomain::from_range(format, OrdinalRange::new(low, high));
        let image = enclosure(function, modes, &[domain], &libm).expect("it is enclosed");
        // The common case without many words: one range of numbers.
        let hull = match (image.can_be_nan(), image.ranges()) {
            (false, [range]) => (range.low as i64, range.high as i64),
            _ => (1, 0),
        };
        for at in low as i64..=high as i64 {
            let bits = if at >= 0 { at as u32 } else { !at as u32 | 1 << 31 };
            let delivered = deliver(f32::from_bits(bits));
            let result = i64::from(delivered.to_bits() & !(1 << 31));
            let result = if delivered.is_sign_negative() { !result } else { result };
            count += 1;
            let is_inside = !delivered.is_nan() && hull.0 <= result && result <= hull.1;
            if !is_inside && !image.contains(Float::from_f32(delivered)) {
                outside += 1;
                if outside < 10 {
                    println!("{function} of {:e} is {delivered:e}", f32::from_bits(bits));
                }
            }
        }
        low = high + 1;
    }
    (count, outside)
}
