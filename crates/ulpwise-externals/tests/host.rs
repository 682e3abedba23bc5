//! The mathematical entries against the host's library: at special and random points, in all
//! formats and modes that it has.

use std::collections::BTreeSet;
use ulpwise_externals::{
    ArgumentSet, Direction, ErrnoRule, Exception, Exceptions, MathFacts, MathOutput, MathShape, Parity,
    externals, lookup,
};
use ulpwise_host::libm::{self, LibmFunction, LibmParameter, LibmValue, Return, Type};
use ulpwise_host::{Flags, RoundingMode, x87};

const EDOM: i32 = 33;
const ERANGE: i32 = 34;

const SPECIAL: &[f64] = &[
    0.0,
    5e-324,
    1e-310,
    2.2e-308,
    1e-45,
    1.2e-38,
    1e-300,
    1e-20,
    1e-8,
    0.3,
    0.5,
    0.75,
    0.999_999_94,
    1.0,
    1.000_000_1,
    1.5,
    2.0,
    2.5,
    3.0,
    4.0,
    5.5,
    10.0,
    20.0,
    33.0,
    87.5,
    88.8,
    89.5,
    104.5,
    128.0,
    127.9,
    150.5,
    171.0,
    180.0,
    308.5,
    700.0,
    710.5,
    745.2,
    1024.0,
    1075.0,
    5000.0,
    11357.0,
    12000.0,
    16384.0,
    1e6,
    4_503_599_627_370_497.0,
    1e19,
    1e30,
    3.4e38,
    1e154,
    1e300,
    f64::MAX,
    f64::INFINITY,
];

/// Special points of both signs, and random ones of all magnitudes.
fn points() -> Vec<f64> {
    let mut points: Vec<f64> = SPECIAL.iter().flat_map(|&x| [x, -x]).collect();
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    for at in 0..300 {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let bits = state ^ (state >> 29);
        let any = f64::from_bits(bits);
        let moderate = (bits >> 11) as f64 * 2f64.powi(-53) * 10f64.powi(at % 5) - 10f64.powi(at % 5) / 2.0;
        points.extend([any, moderate].into_iter().filter(|x| !x.is_nan()));
    }
    points
}

fn value(ty: Type, x: f64) -> LibmValue {
    match ty {
        Type::F64 => LibmValue::F64(x),
        Type::F32 => LibmValue::F32(x as f32),
        Type::X87 => LibmValue::X87(x87::from_f64(x).0),
        Type::Int => LibmValue::Int(x as i32),
        Type::Long => LibmValue::Long(x as i64),
    }
}

/// The number that an argument is once it is of its type: exact, for long double only takes doubles
/// here.
fn number(value: LibmValue, given: f64) -> f64 {
    match value {
        LibmValue::F64(x) => x,
        LibmValue::F32(x) => x.into(),
        LibmValue::X87(_) => given,
        LibmValue::Int(x) => x.into(),
        LibmValue::Long(x) => x as f64,
    }
}

/// A result as a double; long doubles beyond the range of doubles become the nearest.
fn delivered(value: LibmValue) -> f64 {
    match value {
        LibmValue::X87(bits) => x87::to_f64(RoundingMode::NearestEven, bits).0,
        other => number(other, 0.0),
    }
}

fn is_tiny(value: LibmValue) -> bool {
    match value {
        LibmValue::F64(x) => x.is_subnormal(),
        LibmValue::F32(x) => x.is_subnormal(),
        LibmValue::X87(bits) => bits >> 64 & 0x7fff == 0 && bits as u64 != 0,
        LibmValue::Int(_) | LibmValue::Long(_) => false,
    }
}

const MODES: [RoundingMode; 4] = [
    RoundingMode::NearestEven,
    RoundingMode::TowardPositive,
    RoundingMode::TowardNegative,
    RoundingMode::TowardZero,
];

/// The argument lists to try: each point for one float, all pairs of fewer points for two.
fn argument_lists(types: &[Type]) -> Vec<Vec<f64>> {
    let points = points();
    let few: Vec<f64> =
        points.iter().copied().enumerate().filter(|(at, _)| at % 5 == 0).map(|(_, x)| x).collect();
    match types.len() {
        1 => points.iter().map(|&x| vec![x]).collect(),
        2 => few.iter().flat_map(|&x| few.iter().map(move |&y| vec![x, y])).collect(),
        count => few.windows(count).map(<[f64]>::to_vec).collect(),
    }
}

struct Observed {
    arguments: Vec<f64>,
    given: Vec<LibmValue>,
    mode: RoundingMode,
    result: LibmValue,
    flags: Flags,
    errno: i32,
}

fn observe(function: &LibmFunction, mut see: impl FnMut(&Observed)) {
    let types: Vec<Type> = function.signature().argument_types().collect();
    for list in argument_lists(&types) {
        let given: Vec<LibmValue> = types.iter().zip(&list).map(|(&ty, &x)| value(ty, x)).collect();
        let arguments: Vec<f64> = given.iter().zip(&list).map(|(&value, &x)| number(value, x)).collect();
        for mode in MODES {
            let call = function.call(mode, &given);
            let Some(&result) = call.results.first() else { continue };
            let (arguments, given) = (arguments.clone(), given.clone());
            see(&Observed { arguments, given, mode, result, flags: call.flags, errno: call.errno });
        }
    }
}

impl Observed {
    fn raised(&self) -> Exceptions {
        let made = is_tiny(self.result) && !self.given.contains(&self.result);
        Exceptions::NONE
            .with_if(self.flags.contains(Flags::INVALID), Exception::Invalid)
            .with_if(self.flags.contains(Flags::DIVIDE_BY_ZERO), Exception::DivideByZero)
            .with_if(self.flags.contains(Flags::OVERFLOW), Exception::Overflow)
            .with_if(self.flags.contains(Flags::UNDERFLOW) || made, Exception::Underflow)
    }

    fn are_finite(&self) -> bool {
        self.arguments.iter().all(|x| x.is_finite())
    }
}

/// The functions of the host whose entries say something, with their facts.
fn functions() -> impl Iterator<Item = (&'static str, LibmFunction, &'static MathFacts)> {
    libm::names().filter_map(|name| {
        let facts = lookup(name)?.math()?;
        Some((name, libm::lookup(name)?, facts))
    })
}

/// Functions of an order are left out: they take as many steps as the order says.
fn is_real(shape: MathShape) -> bool {
    matches!(
        shape,
        MathShape::Unary
            | MathShape::Binary
            | MathShape::Ternary
            | MathShape::WithInt
            | MathShape::WithLong
            | MathShape::ToInt
            | MathShape::ToLong
            | MathShape::IntOutput
            | MathShape::FloatOutput
            | MathShape::BinaryIntOutput
            | MathShape::LogGamma
            | MathShape::TwoOutputs
    )
}

#[test]
fn every_function_of_the_host_is_in_the_table_with_its_signature() {
    for name in libm::names() {
        let facts =
            lookup(name).and_then(|named| named.math()).unwrap_or_else(|| panic!("{name} has no entry"));
        let Some(function) = libm::lookup(name) else { continue };
        let signature = function.signature();
        let outputs: Vec<MathOutput> = signature
            .parameters
            .iter()
            .filter_map(|parameter| match parameter {
                LibmParameter::Output(Type::Int) => Some(MathOutput::Int),
                LibmParameter::Output(_) => Some(MathOutput::Float),
                _ => None,
            })
            .collect();
        let stores_in_memory = !matches!(facts.shape, MathShape::Canonicalize | MathShape::SetPayload);
        if stores_in_memory {
            assert_eq!(facts.shape.outputs(), outputs, "{name}");
        }
        assert_eq!(signature.sets_signgam, facts.shape == MathShape::LogGamma, "{name}");
        let returns_int = matches!(signature.returns, Return::Value(Type::Int | Type::Long));
        let says_int = matches!(
            facts.shape,
            MathShape::ToInt
                | MathShape::ToLong
                | MathShape::BinaryToInt
                | MathShape::ToFixed
                | MathShape::Canonicalize
                | MathShape::SetPayload
                | MathShape::TotalOrder
        );
        assert_eq!(returns_int, says_int, "{name}");
        let floats = match facts.shape {
            MathShape::Unary | MathShape::ToInt | MathShape::ToLong | MathShape::LogGamma => Some(1),
            MathShape::Binary | MathShape::BinaryToInt => Some(2),
            MathShape::Ternary => Some(3),
            MathShape::Narrowing(count) => Some(usize::from(count)),
            _ => None,
        };
        if let Some(floats) = floats {
            assert_eq!(signature.argument_types().count(), floats, "{name}");
        }
    }
}

#[test]
fn nothing_is_raised_that_the_table_excludes() {
    let mut wrong = BTreeSet::new();
    // Only at sites it counts that a result is tiny.
    for (name, function, facts) in functions().filter(|(_, _, facts)| is_real(facts.shape) && facts.is_site) {
        observe(&function, |seen| {
            if !facts.raises.contains_all(seen.raised()) {
                let more = Exceptions::from_slice(
                    &seen.raised().iter().filter(|&one| !facts.raises.contains(one)).collect::<Vec<_>>(),
                );
                wrong.insert(format!("{name} {more}, e.g. {:?} {:?}", seen.mode, seen.arguments));
            }
        });
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn functions_are_invalid_and_infinite_where_the_table_says() {
    let mut wrong = BTreeSet::new();
    for (name, function, facts) in functions().filter(|(_, _, facts)| is_real(facts.shape)) {
        // What an integer cannot hold depends on its type, and these take no NaN.
        if matches!(facts.shape, MathShape::ToInt | MathShape::ToLong | MathShape::TwoOutputs) {
            continue;
        }
        observe(&function, |seen| {
            let (invalid, poles) =
                (facts.invalid.contains(&seen.arguments), facts.poles.contains(&seen.arguments));
            let result = delivered(seen.result);
            let raises = |flag| seen.flags.contains(flag);
            let says = format!("{name} {:?} {:?} = {result:e}", seen.mode, seen.arguments);
            if invalid.is_some_and(|invalid| invalid != result.is_nan() || invalid != raises(Flags::INVALID))
            {
                wrong.insert(format!("{says}: invalid is said to be {invalid:?}, flags {:?}", seen.flags));
            }
            if poles.is_some_and(|pole| pole != raises(Flags::DIVIDE_BY_ZERO)) {
                wrong.insert(format!("{says}: a pole is said to be {poles:?}, flags {:?}", seen.flags));
            }
        });
    }
    assert!(wrong.is_empty(), "{} {:#?}", wrong.len(), wrong.iter().take(20).collect::<Vec<_>>());
}

#[test]
fn errno_is_what_the_table_says() {
    let mut wrong = BTreeSet::new();
    for (name, function, facts) in functions().filter(|(_, _, facts)| is_real(facts.shape)) {
        observe(&function, |seen| {
            if seen.mode != RoundingMode::NearestEven {
                return;
            }
            let result = delivered(seen.result);
            let is_infinite = match seen.result {
                LibmValue::X87(bits) => bits >> 64 & 0x7fff == 0x7fff && bits as u64 == 1 << 63,
                _ => result.is_infinite(),
            };
            let is_zero = match seen.result {
                LibmValue::X87(bits) => bits << 49 == 0,
                _ => result == 0.0,
            };
            let domain = result.is_nan();
            let overflows = is_infinite && seen.are_finite();
            let expected = match facts.errno {
                ErrnoRule::Untouched => 0,
                ErrnoRule::Domain => {
                    if domain {
                        EDOM
                    } else {
                        0
                    }
                }
                ErrnoRule::DomainAndRange if domain => EDOM,
                ErrnoRule::DomainAndRange | ErrnoRule::Range => {
                    if overflows {
                        ERANGE
                    } else {
                        0
                    }
                }
                ErrnoRule::Power if matches!(seen.result, LibmValue::F32(_)) => return,
                ErrnoRule::DomainRangeAndVanishing | ErrnoRule::Power if domain => EDOM,
                ErrnoRule::DomainRangeAndVanishing | ErrnoRule::Power => {
                    let is_power_of_zero = seen.arguments.len() == 2 && seen.arguments[0] == 0.0;
                    let vanishes = is_zero && seen.are_finite() && !is_power_of_zero;
                    if overflows || vanishes { ERANGE } else { 0 }
                }
                ErrnoRule::Scaling => {
                    let x = seen.arguments[0];
                    if (is_infinite || is_zero) && x.is_finite() && x != 0.0 { ERANGE } else { 0 }
                }
                ErrnoRule::NoExponent => {
                    let x = seen.arguments[0];
                    if x == 0.0 || x.is_infinite() { EDOM } else { 0 }
                }
                ErrnoRule::Unknown => return,
            };
            if seen.errno != expected {
                wrong.insert(format!(
                    "{name} {:?} = {result:e}: errno {} not {expected}",
                    seen.arguments, seen.errno
                ));
            }
        });
    }
    assert!(wrong.is_empty(), "{} {:#?}", wrong.len(), wrong.iter().take(20).collect::<Vec<_>>());
}

/// Why the rule of powers leaves float out.
#[test]
fn powf_reports_a_range_error_for_a_result_that_did_not_vanish() {
    let power = libm::lookup("powf").expect("the host has it");
    let call = power.call(RoundingMode::NearestEven, &[LibmValue::F32(-180.0), LibmValue::F32(-20.0)]);
    assert_eq!((call.results[0], call.errno), (LibmValue::F32(f32::from_bits(1)), ERANGE));
}

#[test]
fn zeros_symmetries_and_ranges_hold() {
    for (name, function, facts) in functions() {
        let types: Vec<Type> = function.signature().argument_types().collect();
        for &zero in facts.zeros.iter().filter(|_| types.len() == 1) {
            let call = function.call(RoundingMode::NearestEven, &[value(types[0], zero)]);
            assert!(delivered(call.results[0]) == 0.0, "{name} at {zero}");
            assert!(!call.flags.contains(Flags::UNDERFLOW), "{name} at {zero}");
        }
        if types.len() != 1 || !is_real(facts.shape) || facts.shape == MathShape::TwoOutputs {
            continue;
        }
        for x in points() {
            let at = |x: f64| {
                delivered(function.call(RoundingMode::NearestEven, &[value(types[0], x)]).results[0])
            };
            let (plus, minus) = (at(x), at(-x));
            match facts.parity {
                Parity::Odd if !plus.is_nan() => assert_eq!(plus, -minus, "{name} {x:e}"),
                Parity::Even if !plus.is_nan() => assert_eq!(plus, minus, "{name} {x:e}"),
                _ => {}
            }
            let [low, high] = facts.range;
            assert!(plus.is_nan() || (low..=high).contains(&plus), "{name} {x:e} = {plus:e}");
        }
    }
}

#[test]
fn functions_are_monotone_on_pieces() {
    let mut tried = 0;
    for (name, function, facts) in functions().filter(|(_, _, facts)| !facts.pieces.is_empty()) {
        let ty = function.signature().argument_types().next().expect("it has an argument");
        for piece in facts.pieces {
            let mut inside: Vec<f64> = points().into_iter().map(|x| number(value(ty, x), x)).collect();
            inside.retain(|x| piece.between[0] < *x && *x < piece.between[1]);
            inside.sort_by(f64::total_cmp);
            let values: Vec<f64> = inside
                .iter()
                .map(|&x| delivered(function.call(RoundingMode::NearestEven, &[value(ty, x)]).results[0]))
                .collect();
            for (pair, x) in values.windows(2).zip(&inside) {
                let [low, high] = match piece.direction {
                    Direction::Rises => [pair[0], pair[1]],
                    Direction::Falls => [pair[1], pair[0]],
                };
                // Neighbours may be out of order by the library's error.
                let slack =
                    if low.is_finite() && high.is_finite() { 1e-5 * high.abs().min(low.abs()) } else { 0.0 };
                assert!(low <= high + slack, "{name} beyond {x:e}: {low:e} {high:e}");
                tried += 1;
            }
            for (value, x) in values.iter().zip(&inside) {
                let [least, greatest] = piece.within;
                assert!(least <= *value && *value <= greatest, "{name} {x:e} = {value:e}");
                let sign_is_right =
                    *value != 0.0 || (least.total_cmp(value).is_le() && value.total_cmp(&greatest).is_le());
                assert!(sign_is_right, "{name} {x:e} = {value:e} is a zero of the other sign");
            }
        }
    }
    assert!(tried > 10_000, "{tried}");
}

#[test]
fn entries_are_coherent() {
    for external in externals() {
        let Some(facts) = &external.math else {
            assert!(
                !external.effects.is_pure()
                    || external.effects.reads != external.effects.writes
                    || external.effects.writes == ulpwise_externals::MemoryAccess::Nothing
            );
            continue;
        };
        let name = external.name;
        let raises = |exception| facts.raises.contains(exception);
        let never = |set| set == ArgumentSet::Empty;
        if never(facts.invalid) && facts.raises != Exceptions::LIBRARY {
            assert!(!raises(Exception::Invalid), "{name} is defined everywhere");
        }
        if never(facts.poles) && facts.raises != Exceptions::LIBRARY {
            assert!(!raises(Exception::DivideByZero), "{name} has no poles");
        }
        if !never(facts.poles) && facts.poles != ArgumentSet::Unknown {
            assert!(raises(Exception::DivideByZero), "{name} has poles");
        }
        assert!(facts.pieces.windows(2).all(|pair| pair[0].between[1] <= pair[1].between[0]), "{name}");
        if let Some(inverse) = facts.inverse {
            assert_eq!(inverse.facts().inverse, facts.function, "{name}");
        }
        assert_eq!(
            facts.ulps.is_some(),
            facts
                .function
                .is_some_and(|one| one.error_in_ulps(ulpwise_externals::FloatType::Float).is_some()),
            "{name}"
        );
    }
}
