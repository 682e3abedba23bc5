//! Nanoseconds for one f64 operation, ours and rustc_apfloat's, on the same operands in alternating
//! rounds.

use rustc_apfloat::ieee::Double;
use rustc_apfloat::{Float as _, Round, StatusAnd};
use std::hint::black_box;
use std::time::Instant;
use ulpwise_base::SplitMix64;
use ulpwise_float::{Env, Float, Format, Outcome, Rounding};

const PAIRS: usize = 4096;
const PASSES: usize = 4;
const ROUNDS: usize = 200;

/// What was measured, and whether we are at least as fast everywhere.
pub(crate) struct Speed {
    pub(crate) lines: Vec<String>,
    pub(crate) reached: bool,
}

type Binary = fn(Float, Float, Env) -> Outcome;

struct Contest {
    name: &'static str,
    ours: Binary,
    theirs: fn(Double, Double, Round) -> StatusAnd<Double>,
}

const CONTESTS: [Contest; 3] = [
    Contest { name: "add", ours: |x, y, env| x.add(y, env), theirs: |x, y, round| x.add_r(y, round) },
    Contest { name: "mul", ours: |x, y, env| x.mul(y, env), theirs: |x, y, round| x.mul_r(y, round) },
    Contest { name: "div", ours: |x, y, env| x.div(y, env), theirs: |x, y, round| x.div_r(y, round) },
];

pub(crate) fn measure() -> Speed {
    let pairs = operand_pairs();
    let our_pairs: Vec<(Float, Float)> =
        pairs.iter().map(|&(x, y)| (Float::from_f64(x), Float::from_f64(y))).collect();
    let their_pairs: Vec<(Double, Double)> = pairs
        .iter()
        .map(|&(x, y)| (Double::from_bits(x.to_bits().into()), Double::from_bits(y.to_bits().into())))
        .collect();
    let mut speed = Speed { lines: Vec::new(), reached: true };
    for contest in CONTESTS {
        let (mut ours, mut theirs) = (f64::INFINITY, f64::INFINITY);
        for _ in 0..ROUNDS {
            ours = ours
                .min(nanoseconds(&our_pairs, |x, y| (contest.ours)(x, y, Env::from(Rounding::NearestEven))));
            theirs = theirs
                .min(nanoseconds(&their_pairs, |x, y| (contest.theirs)(x, y, Round::NearestTiesToEven)));
        }
        let ratio = theirs / ours;
        speed.reached &= ratio >= 1.0;
        speed.lines.push(format!(
            "f64 {:<4} {ours:6.1} ns   rustc_apfloat {theirs:6.1} ns   {ratio:.2} times as fast",
            contest.name
        ));
    }
    speed.lines.extend(other_formats());
    speed
}

/// The least time of several rounds, because other work on the machine can only add to it.
fn nanoseconds<T: Copy, R>(pairs: &[(T, T)], operation: impl Fn(T, T) -> R) -> f64 {
    let start = Instant::now();
    for _ in 0..PASSES {
        for &(x, y) in pairs {
            black_box(operation(black_box(x), black_box(y)));
        }
    }
    start.elapsed().as_secs_f64() * 1e9 / (PASSES * pairs.len()) as f64
}

/// Normal numbers of both signs within 2^-30 and 2^30, as most programs have.
fn operand_pairs() -> Vec<(f64, f64)> {
    let mut random = SplitMix64::new(1);
    let mut number = move || {
        let exponent = 1023 - 30 + random.below(61);
        f64::from_bits(random.next_u64() & !(0x7ff << 52) | exponent << 52)
    };
    (0..PAIRS).map(|_| (number(), number())).collect()
}

/// Ours alone, for orientation: formats without a hardware path, and operations rustc_apfloat
/// lacks.
fn other_formats() -> Vec<String> {
    let operations: [(&str, Binary); 6] = [
        ("add", |x, y, env| x.add(y, env)),
        ("mul", |x, y, env| x.mul(y, env)),
        ("div", |x, y, env| x.div(y, env)),
        ("fma", |x, y, env| x.fma(y, x, env)),
        ("sqrt", |x, _, env| x.abs().sqrt(env)),
        ("fmod", |x, y, env| x.fmod(y, env)),
    ];
    let formats = [Format::F16, Format::F32, Format::F64, Format::X87, Format::F128];
    formats
        .map(|format| {
            let env = Env::default();
            let convert = |value: f64| Float::from_f64(value).convert(format, env).0;
            let pairs: Vec<(Float, Float)> =
                operand_pairs().into_iter().map(|(x, y)| (convert(x), convert(y))).collect();
            let times = operations.map(|(name, operation)| {
                let time = (0..50)
                    .map(|_| nanoseconds(&pairs, |x, y| operation(x, y, env)))
                    .fold(f64::INFINITY, f64::min);
                format!("{name} {time:.1}")
            });
            format!("{format:<5} ns: {}", times.join("  "))
        })
        .to_vec()
}
