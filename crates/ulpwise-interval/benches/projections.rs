//! Nanoseconds a projection, beside one exact operation in the same run.
//!
//! Each case is a constraint with a solution inside: intervals around operands and their result, as
//! propagation meets them, or everything for all but the result.

use std::hint::black_box;
use std::time::Duration;
use ulpwise_base::SplitMix64;
use ulpwise_expr::{AppliedValue, Op, Sort, Value, apply};
use ulpwise_float::{Float, Format, Rounding};
use ulpwise_interval::domain::{Domain, FloatDomain, OrdinalRange, ordinal};
use ulpwise_interval::project::project;

const CASES: usize = 1000;
const ROUNDS: usize = 30;

/// A number of common magnitude.
fn number(format: Format, random: &mut SplitMix64) -> Float {
    let wide = f64::from_bits(random.next_u64() >> 12 | 1023 << 52)
        * [1.0, 1e3, 1e-3, -7.0][random.below(4) as usize];
    Float::from_f64(wide).convert(format, Rounding::NearestEven).0
}

fn around(float: Float, random: &mut SplitMix64) -> Domain {
    let at = ordinal::from_float(float);
    let distance =
        |random: &mut SplitMix64| i128::from(random.below(1 << (float.format().significand_bits() - 2)));
    FloatDomain::from_range(float.format(), OrdinalRange::new(at - distance(random), at + distance(random)))
        .into()
}

struct ProjectionCase {
    args: Vec<Domain>,
    result: Domain,
}

fn cases(op: Op, format: Format, arity: usize, open: bool, random: &mut SplitMix64) -> Vec<ProjectionCase> {
    let mode = Value::Rounding(Rounding::NearestEven);
    (0..CASES)
        .map(|_| {
            let operands: Vec<Float> = (0..arity).map(|_| number(format, random)).collect();
            let mut values: Vec<Value> = operands.iter().map(|&operand| Value::float(operand)).collect();
            if op.kind().takes_rounding_mode() {
                values.insert(0, mode.clone());
            }
            let references: Vec<&Value> = values.iter().collect();
            let AppliedValue::Value(delivered) = apply(op, &references) else { panic!("{op} is specified") };
            let result = match &delivered {
                Value::Float(float) if !float.is_nan() => around(*float, random),
                other => Domain::singleton(other),
            };
            let domain = |value: &Value| match value {
                Value::Float(_) if open => Domain::full(Sort::Float(format)),
                Value::Float(float) => around(*float, random),
                other => Domain::singleton(other),
            };
            ProjectionCase { args: values.iter().map(domain).collect(), result }
        })
        .collect()
}

/// The processor time of this thread so far, which other programs on the machine do not change
/// much.
fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Nanoseconds a call, the cloning of domains included.
fn measure(op: Op, cases: &[ProjectionCase]) -> f64 {
    let start = processor_time();
    for _ in 0..ROUNDS {
        for case in cases {
            let mut args: [Domain; 4] =
                std::array::from_fn(|index| case.args[index.min(case.args.len() - 1)].clone());
            let mut result = case.result.clone();
            black_box(project(op, &mut args[..case.args.len()], &mut result));
        }
    }
    (processor_time() - start).as_nanos() as f64 / (ROUNDS * cases.len()) as f64
}

/// Nanoseconds for one exact addition.
fn baseline(format: Format, random: &mut SplitMix64) -> f64 {
    let pairs: Vec<(Float, Float)> =
        (0..CASES).map(|_| (number(format, random), number(format, random))).collect();
    let start = processor_time();
    for _ in 0..ROUNDS {
        for (x, y) in &pairs {
            black_box(black_box(*x).add(*y, Rounding::NearestEven));
        }
    }
    (processor_time() - start).as_nanos() as f64 / (ROUNDS * CASES) as f64
}

fn main() {
    let mut random = SplitMix64::new(3);
    let operators = [
        (Op::FpAdd, 2),
        (Op::FpSub, 2),
        (Op::FpMul, 2),
        (Op::FpDiv, 2),
        (Op::FpFma, 3),
        (Op::FpSqrt, 1),
        (Op::FpRoundToIntegral, 1),
        (Op::FpMin, 2),
        (Op::FpLt, 2),
    ];
    let mut report = String::new();
    for format in [Format::F32, Format::F64] {
        report += &format!("{format}: one exact addition takes {:.1} ns\n", baseline(format, &mut random));
        report += &format!("{:<20}{:>14}{:>14}\n", "ns a projection", "intervals", "open operands");
        for (op, arity) in operators {
            let narrow = measure(op, &cases(op, format, arity, false, &mut random));
            let open = measure(op, &cases(op, format, arity, true, &mut random));
            report += &format!("{:<20}{narrow:>14.0}{open:>14.0}\n", op.kind().name());
        }
    }
    #[expect(clippy::print_stdout, reason = "a benchmark prints what it measures")]
    {
        print!("{report}");
    }
}
