//! Numbers read from text of symbolic bytes: `strtod` and `strtol` with their kin.
//!
//! [`text`](super::text) reads the text; every path knows the shape of its number then. What it is
//! worth is exact ([`decimal`](crate::terms::Terms::decimal)): the digits are an integer, the power
//! of ten is a constant, and there is one rounding.

use super::math::leave_errno_open;
use super::text::{NumberScan, TextSource, Word, float_ways, integer_ways, read};
use super::{ModelCall, Models, outside};
use crate::executor::Executor;
use crate::state::PathState;
use crate::step::{Next, Nexts};
use crate::terms::{Performed, to_u128};
use ulpwise_expr::{Term, Value};
use ulpwise_interp::PathEnd;
use ulpwise_ir::{FloatFormat, Type};

pub(super) const MODELS: Models = &[
    ("__isoc23_strtol", |executor, state, call| integer(executor, state, call, INT_SIGNED)),
    ("__isoc23_strtoll", |executor, state, call| integer(executor, state, call, INT_SIGNED)),
    ("__isoc23_strtoul", |executor, state, call| integer(executor, state, call, INT_UNSIGNED)),
    ("__isoc23_strtoull", |executor, state, call| integer(executor, state, call, INT_UNSIGNED)),
    ("atof", |executor, state, call| float(executor, state, call, FloatFormat::F64)),
    ("atoi", |executor, state, call| integer(executor, state, call, Integer { bits: 32, ..INT_ASCII })),
    ("atol", |executor, state, call| integer(executor, state, call, INT_ASCII)),
    ("atoll", |executor, state, call| integer(executor, state, call, INT_ASCII)),
    ("strtod", |executor, state, call| float(executor, state, call, FloatFormat::F64)),
    ("strtof", |executor, state, call| float(executor, state, call, FloatFormat::F32)),
    ("strtol", |executor, state, call| integer(executor, state, call, INT_SIGNED)),
    ("strtold", |executor, state, call| float(executor, state, call, FloatFormat::X87)),
    ("strtoll", |executor, state, call| integer(executor, state, call, INT_SIGNED)),
    ("strtoul", |executor, state, call| integer(executor, state, call, INT_UNSIGNED)),
    ("strtoull", |executor, state, call| integer(executor, state, call, INT_UNSIGNED)),
];

/// What kind of integer is read.
#[derive(Clone, Copy)]
pub(super) struct Integer {
    pub(super) signed: bool,
    /// How many bits of it are returned.
    pub(super) bits: u8,
    /// Whether the function takes an address for the end and a base; else the base is ten.
    pub(super) has_base: bool,
}

const INT_SIGNED: Integer = Integer { signed: true, bits: 64, has_base: true };
const INT_UNSIGNED: Integer = Integer { signed: false, bits: 64, has_base: true };
const INT_ASCII: Integer = Integer { signed: true, bits: 64, has_base: false };

const ERANGE: u128 = 34;

/// The exponents beyond which results do not change any more, for as many digits as a text has
/// here.
const MAX_EXPONENT: i64 = 400;

/// How many digits an exponent may have: their number fits 64 bits.
const MAX_EXPONENT_DIGITS: usize = 18;

/// How far the exponent of a long double may go; beyond, paths end as unsupported.
const MAX_LONG_EXPONENT: i64 = 300;

/// `strtod` and its kin.
fn float<'p>(
    executor: &mut Executor<'p, '_>,
    state: PathState<'p>,
    call: &ModelCall,
    format: FloatFormat,
) -> Nexts<'p> {
    if let Some(open) = call.first_open(&state, &[0, 1]) {
        return executor.enumerate(state, open);
    }
    let start = call.known(executor, 0).unwrap_or(0);
    let (source, number) = (TextSource::Memory(start), NumberScan::new(0, 10, true));
    read(executor, state, &source, number, float_ways, &mut |executor, state, number| {
        float_values(executor, state, call, format, number, &mut |executor, state, value| {
            deliver(executor, state, call, start + number.end, value)
        })
    })
}

/// What is done with the value of a number.
type WithValue<'a, 'p, 's> = &'a mut dyn FnMut(&mut Executor<'p, 's>, PathState<'p>, Term) -> Nexts<'p>;

/// Goes on with a number as a float, on a path for each power of ten.
pub(super) fn float_values<'p, 's>(
    executor: &mut Executor<'p, 's>,
    state: PathState<'p>,
    call: &ModelCall,
    format: FloatFormat,
    number: &NumberScan,
    act: WithValue<'_, 'p, 's>,
) -> Nexts<'p> {
    if number.exponent.len() > MAX_EXPONENT_DIGITS {
        return Executor::unsupported(state, "an exponent of so many digits in symbolic text");
    }
    let mut nexts = Vec::new();
    let (paths, postponed) = with_power(executor, state, number);
    nexts.extend(postponed.into_iter().map(Next::Goes));
    for (mut state, power) in paths {
        nexts.extend(match float_value(executor, &mut state, call, format, number, power) {
            Some(value) => act(executor, state, value),
            None => Executor::unsupported(state, "a number of so many digits in symbolic text"),
        });
    }
    nexts
}

/// The power of the base that digits are multiplied with: of ten a number, of two a term.
enum Power {
    Ten(i64),
    Two(Term),
}

/// Paths, each with the power of its number.
type PathsWithPower<'p> = Vec<(PathState<'p>, Power)>;

/// The paths by the power of a number, and those that the time limit left before the call.
fn with_power<'p>(
    executor: &mut Executor<'p, '_>,
    state: PathState<'p>,
    number: &NumberScan,
) -> (PathsWithPower<'p>, Vec<PathState<'p>>) {
    let exponent = executor.terms.integer_of_digits(&number.exponent, 10);
    let width = executor.terms.store.width(exponent);
    let exponent = executor.terms.store.bv_zero_extend(exponent, 64_u32.saturating_sub(width));
    if number.base == 16 {
        let negative = executor.terms.store.bv_neg(exponent);
        let is_negative = number.exponent_negative.unwrap_or_else(|| executor.terms.store.bool(false));
        let exponent = executor.terms.store.ite(is_negative, negative, exponent);
        let places = executor.terms.constant(64, (4 * number.fraction) as u128);
        let power = Power::Two(executor.terms.store.bv_sub(exponent, places));
        return (vec![(state, power)], Vec::new());
    }
    let mut signed = Vec::new();
    match number.exponent_negative {
        None => signed.push((state, 1)),
        Some(is_negative) => {
            let split = executor.questions.split(&mut executor.terms, state, is_negative);
            signed.extend(split.holds.map(|state| (state, -1)));
            signed.extend(split.fails.map(|state| (state, 1)));
        }
    }
    let limit = MAX_EXPONENT + number.digits.len() as i64;
    let (mut paths, mut postponed) = (Vec::new(), Vec::new());
    for (state, sign) in signed {
        let most = executor.terms.constant(64, limit.cast_unsigned().into());
        let is_small = executor.terms.store.bv_ule(exponent, most);
        let split = executor.questions.split(&mut executor.terms, state, is_small);
        paths.extend(split.fails.map(|state| (state, Power::Ten(sign * (limit + 1) - number.fraction))));
        let mut left = split.holds;
        while let Some(mut state) = left.take() {
            // Beyond the deadline no power is excluded any more: the values would go on forever.
            if executor.options.budget.check(0).is_err() {
                postponed.push(state);
                break;
            }
            let Some(Value::BitVec(value)) = executor.questions.pick(&executor.terms, &mut state, exponent)
            else {
                break;
            };
            let power = sign * to_u128(value.unsigned()) as i64 - number.fraction;
            let value = executor.terms.store.bit_vector(value);
            let is_it = executor.terms.store.eq(exponent, value);
            let split = executor.questions.split(&mut executor.terms, state, is_it);
            paths.extend(split.holds.map(|state| (state, Power::Ten(power))));
            left = split.fails;
        }
    }
    (paths, postponed)
}

/// The value of a number with a power; `None` if it has too many digits.
fn float_value<'p>(
    executor: &mut Executor<'p, '_>,
    state: &mut PathState<'p>,
    call: &ModelCall,
    format: FloatFormat,
    number: &NumberScan,
    power: Power,
) -> Option<Term> {
    let rounding = state.interpreter.machine.float.rounding;
    let terms = &mut executor.terms;
    let to = crate::terms::term_format(format);
    let digits = number.digits.len();
    let far = MAX_EXPONENT / if format == FloatFormat::F32 { 20 } else { 2 };
    let (magnitude, is_exact, is_near) = match (number.word, power) {
        (Some(Word::Infinity), _) => (Some(terms.store.fp_infinity(to, false)), true, true),
        (Some(Word::Nan), _) => {
            let nan = ulpwise_float::Float::quiet_nan(format.exact_format(), false);
            (Some(terms.constant(format.bits(), nan.to_bits())), true, true)
        }
        _ if digits == 0 => (Some(terms.store.fp_zero(to, false)), true, true),
        (None, Power::Two(power)) => {
            (terms.hexadecimal(format, rounding, &number.digits, power), false, false)
        }
        (None, Power::Ten(power)) => {
            let is_exact = power == 0 && crate::terms::is_exact(to, digits, 0);
            let is_near = power.abs() + (digits as i64) < far;
            let is_followed = format != FloatFormat::X87 || power.abs() < MAX_LONG_EXPONENT;
            let value = is_followed.then(|| terms.decimal(format, rounding, &number.digits, power)).flatten();
            (value, is_exact, is_near)
        }
    };
    let magnitude = magnitude?;
    let value = match number.negative {
        // Where there is no number, the sign does not count.
        Some(is_negative) if number.end > number.start => {
            let negated = terms.float_sign(ulpwise_ir::SignOp::Neg, format, magnitude);
            terms.choose(is_negative, negated, magnitude)
        }
        _ => magnitude,
    };
    let name = state.interpreter.program().module().functions[call.callee].name.clone();
    if !is_near && state.errno_is_read {
        leave_errno_open(executor, state, &name).ok()?;
    }
    if !is_exact {
        state.flags.performed(|| Performed::Unknown(name));
    }
    Some(value)
}

/// Stores where the number ends, if the program asks for it, and returns it.
fn deliver<'p>(
    executor: &mut Executor<'p, '_>,
    mut state: PathState<'p>,
    call: &ModelCall,
    end: u64,
    value: Term,
) -> Nexts<'p> {
    let place = if call.given.len() > 1 { call.known(executor, 1).unwrap_or(0) } else { 0 };
    if place != 0 {
        let end = executor.terms.constant(64, end.into());
        if let Err(fault) = state.store(&mut executor.terms, place, Type::Pointer, end) {
            return vec![Next::stops(state, fault)];
        }
    }
    executor.returned(state, call.results, &[value])
}

/// `strtol` and its kin.
fn integer<'p>(
    executor: &mut Executor<'p, '_>,
    state: PathState<'p>,
    call: &ModelCall,
    kind: Integer,
) -> Nexts<'p> {
    if let Some(open) = call.first_open(&state, &[0, 1, 2]) {
        return executor.enumerate(state, open);
    }
    let start = call.known(executor, 0).unwrap_or(0);
    let base = if kind.has_base { call.known(executor, 2).unwrap_or(0) } else { 10 };
    if base == 1 || base > 36 {
        return outside(executor, state, call);
    }
    let (source, number) = (TextSource::Memory(start), NumberScan::new(0, base, matches!(base, 0 | 16)));
    read(executor, state, &source, number, integer_ways, &mut |executor, mut state, number| {
        match integer_value(executor, &mut state, kind, number) {
            Ok(value) => deliver(executor, state, call, start + number.end, value),
            Err(end) => vec![Next::stops(state, end)],
        }
    })
}

/// A number as an integer. Where it does not fit, `errno` says so.
pub(super) fn integer_value<'p>(
    executor: &mut Executor<'p, '_>,
    state: &mut PathState<'p>,
    kind: Integer,
    number: &NumberScan,
) -> Result<Term, PathEnd> {
    let terms = &mut executor.terms;
    let magnitude = terms.integer_of_digits(&number.digits, number.base.max(2));
    let width = terms.store.width(magnitude);
    let magnitude = terms.store.bv_zero_extend(magnitude, 66_u32.saturating_sub(width));
    let width = terms.store.width(magnitude);
    let is_negative = number.negative.unwrap_or_else(|| terms.store.bool(false));
    let mut bounds = [u64::MAX, u64::MAX];
    if kind.signed {
        bounds = [i64::MIN.cast_unsigned(), i64::MAX.cast_unsigned()];
    }
    let [below, above] = bounds.map(|bound| terms.store.bv(width, bound));
    let limit = terms.store.ite(is_negative, below, above);
    let fits = terms.store.bv_ule(magnitude, limit);
    let plain = terms.store.bv_extract(magnitude, 63, 0);
    let negated = terms.store.bv_neg(plain);
    let inside = terms.store.ite(is_negative, negated, plain);
    let end = terms.store.bv_extract(limit, 63, 0);
    let value = terms.store.ite(fits, inside, end);
    let value = terms.store.bv_extract(value, u32::from(kind.bits) - 1, 0);
    note_range(executor, state, fits)?;
    Ok(value)
}

/// Sets `errno` where an integer does not fit, if the program can see it.
fn note_range<'p>(
    executor: &mut Executor<'p, '_>,
    state: &mut PathState<'p>,
    fits: Term,
) -> Result<(), PathEnd> {
    if !state.errno_is_read || executor.terms.store.bool_constant(fits) == Some(true) {
        return Ok(());
    }
    let address = state.interpreter.errno_address().ok_or(PathEnd::OutOfMemory)?;
    let old = state.load(&mut executor.terms, address, Type::Int(32))?;
    let range = executor.terms.constant(32, ERANGE);
    let new = executor.terms.choose(fits, old, range);
    Ok(state.store(&mut executor.terms, address, Type::Int(32), new)?)
}
