//! The inputs of a function, each with the values it may have: ordinals in the order of its type,
//! so that a range can be cut anywhere.

use crate::form::{ErrorForm, FloatStatus, unit_of_rounded};
use crate::integers::Integers;
use crate::precision::{Precision, RoundingModel};
use std::sync::Arc;
use ulpwise_domain::Interval;
use ulpwise_float::{Float, Format, Rounding, order};
use ulpwise_ir::{FloatFormat, Type};
use ulpwise_symex::Bounds;

/// An input.
#[derive(Clone, Debug, PartialEq)]
pub struct StabilityInput {
    /// What it is called.
    pub name: Arc<str>,
    /// Its type.
    pub ty: Type,
    /// The ordinals of its values in the order of their type, both included: a number, or the
    /// ordinal of a float.
    pub ordinals: (i128, i128),
    /// Whether integers are ordered with a sign.
    pub signed: bool,
    /// Whether it may be infinite or no number besides.
    pub special: bool,
    /// Whether the user said which values it has.
    pub is_bounded: bool,
    /// By how much it may be off already.
    pub error: f64,
    /// The only values that it may have, as bits, if they are listed.
    pub listed: Option<Arc<[u128]>>,
}

impl StabilityInput {
    /// An input with bounds. `None` where the type is not followed, or there are no values.
    pub fn new(name: &str, ty: Type, bounds: &Bounds) -> Option<StabilityInput> {
        let input = StabilityInput {
            name: name.into(),
            ty,
            ordinals: (0, 0),
            signed: !matches!(bounds, Bounds::Unsigned(..)),
            special: false,
            is_bounded: !matches!(bounds, Bounds::All | Bounds::Finite(_)),
            error: 0.0,
            listed: None,
        };
        let input = match ty {
            Type::Float(format) => {
                let finite = order::infinity(ordered_format(format)) as i128 - 1;
                let ordinals = match bounds {
                    Bounds::Float(_, low, high) => (ordinal_of(format, *low)?, ordinal_of(format, *high)?),
                    _ => (-finite - 1, finite),
                };
                // Infinite bounds are values, too.
                let special =
                    matches!(bounds, Bounds::All) || ordinals.0 < -finite - 1 || ordinals.1 > finite;
                StabilityInput {
                    ordinals: (ordinals.0.max(-finite - 1), ordinals.1.min(finite)),
                    special,
                    ..input
                }
            }
            Type::Int(bits) if bits <= 64 => {
                let whole = Integers::all(bits);
                let signed = |value: u128| Integers::constant(bits, value).signed.0;
                let ordinals = match bounds {
                    Bounds::Signed(low, high) => (signed(*low), signed(*high)),
                    Bounds::Unsigned(low, high) => (*low as i128, *high as i128),
                    Bounds::OneOf(values) => {
                        let ordinals = values.iter().map(|&value| signed(value));
                        (ordinals.clone().min()?, ordinals.max()?)
                    }
                    _ => whole.signed,
                };
                let listed =
                    if let Bounds::OneOf(values) = bounds { Some(values.as_slice().into()) } else { None };
                StabilityInput { ordinals, listed, ..input }
            }
            _ => return None,
        };
        (input.ordinals.0 <= input.ordinals.1).then_some(input)
    }

    /// The bits of the value at a ordinal.
    pub fn bits(&self, ordinal: i128) -> u128 {
        match self.ty {
            Type::Float(format) => bits_at(format, ordinal),
            ty => ordinal as u128 & (u128::MAX >> (128 - u32::from(ty.bits()))),
        }
    }

    /// The ordinal of a value, if the input may have it.
    pub fn ordinal(&self, bits: u128) -> Option<i128> {
        let ordinal = match self.ty {
            Type::Float(format) => ordinal_of(format, bits)?,
            ty if self.signed => Integers::constant(ty.bits(), bits).signed.0,
            _ => bits as i128,
        };
        let listed = self.listed.as_ref().is_none_or(|listed| listed.contains(&bits));
        (self.ordinals.0 <= ordinal && ordinal <= self.ordinals.1 && listed).then_some(ordinal)
    }

    /// The range of its numbers.
    pub fn range(&self) -> Interval {
        match self.ty {
            Type::Float(format) => Interval::new(
                to_f64(format, self.bits(self.ordinals.0), Rounding::TowardNegative),
                to_f64(format, self.bits(self.ordinals.1), Rounding::TowardPositive),
            ),
            _ => integers_as_reals(self.ordinals),
        }
    }

    /// Whether it has one value only.
    pub fn is_point(&self) -> bool {
        self.ordinals.0 == self.ordinals.1
    }

    /// What is known of a float.
    pub(crate) fn form(&self, format: FloatFormat, model: &RoundingModel) -> ErrorForm {
        let precision = Precision::for_format(format, model);
        let range = self.range();
        let unit = match self.is_point() {
            true => unit_of_constant(format, self.bits(self.ordinals.0)).unwrap_or(precision.unit),
            false => unit_of_rounded(range.mignitude(), &precision),
        };
        let form = ErrorForm::exact(range, unit).with_error(self.error);
        ErrorForm { status: FloatStatus::ANY.when(self.special), ..form }
    }

    /// What is known of an integer.
    pub(crate) fn integers(&self) -> Integers {
        let all = Integers::all(self.ty.bits());
        let some = if self.signed {
            all.between_signed(self.ordinals.0, self.ordinals.1)
        } else {
            all.between_unsigned(self.ordinals.0, self.ordinals.1)
        };
        some.unwrap_or(all)
    }

    /// Leaves only values between two numbers. `None` if there are none.
    pub(crate) fn restricted(&self, range: Interval) -> Option<StabilityInput> {
        let mut narrowed = self.clone();
        let value = |ordinal: i128| -> f64 {
            match self.ty {
                Type::Float(format) => to_f64(format, self.bits(ordinal), Rounding::NearestEven),
                _ => ordinal as f64,
            }
        };
        // A ordinal that holds the first value not below, and the last one not above; comparisons
        // in double err to the safe side.
        let (mut low, mut high) = self.ordinals;
        if value(low) < range.low {
            let (mut outside, mut inside) = (low, high);
            if value(high) < range.low {
                return None;
            }
            while inside - outside > 1 {
                let middle = outside + (inside - outside) / 2;
                if value(middle) < range.low { outside = middle } else { inside = middle }
            }
            low = inside;
        }
        if value(high) > range.high {
            let (mut inside, mut outside) = (low, high);
            if value(low) > range.high {
                return None;
            }
            while outside - inside > 1 {
                let middle = inside + (outside - inside) / 2;
                if value(middle) > range.high { outside = middle } else { inside = middle }
            }
            high = inside;
        }
        narrowed.ordinals = (low, high);
        (low <= high).then_some(narrowed)
    }
}

/// A format whose numbers can be ordered by their bits.
fn ordered_format(format: FloatFormat) -> Format {
    match format {
        FloatFormat::X87 => Format::X87_NUMBERS,
        _ => format.exact_format(),
    }
}

/// The ordinal of a float; `None` of a NaN.
fn ordinal_of(format: FloatFormat, bits: u128) -> Option<i128> {
    let ordered = ordered_format(format);
    let float = Float::from_bits(format.exact_format(), bits);
    if float.is_nan() {
        return None;
    }
    Some(order::ordinal(ordered, float.convert(ordered, Rounding::NearestEven).0.to_bits()))
}

fn bits_at(format: FloatFormat, ordinal: i128) -> u128 {
    let ordered = ordered_format(format);
    let float = Float::from_bits(ordered, order::from_ordinal(ordered, ordinal));
    float.convert(format.exact_format(), Rounding::NearestEven).0.to_bits()
}

/// A float as a double.
pub(crate) fn to_f64(format: FloatFormat, bits: u128, rounding: Rounding) -> f64 {
    Float::from_bits(format.exact_format(), bits).convert(Format::F64, rounding).0.to_f64()
}

/// The exponent of a number's last bit that is not zero; `None` of zero and what is no number.
pub(crate) fn unit_of_constant(format: FloatFormat, bits: u128) -> Option<i32> {
    let (_, significand, exponent) = Float::from_bits(format.exact_format(), bits).to_exact_parts()?;
    let zeros = significand.trailing_zeros()?;
    i32::try_from(exponent + zeros as i64).ok()
}

/// Integers as an interval of reals.
pub(crate) fn integers_as_reals((low, high): (i128, i128)) -> Interval {
    let exact = |value: i128| value.unsigned_abs() <= 1 << 53;
    let (down, up) = (low as f64, high as f64);
    Interval::new(
        if exact(low) { down } else { down.next_down() },
        if exact(high) { up } else { up.next_up() },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn float(low: f32, high: f32) -> StabilityInput {
        let bounds = Bounds::Float(FloatFormat::F32, low.to_bits().into(), high.to_bits().into());
        StabilityInput::new("x", Type::Float(FloatFormat::F32), &bounds).unwrap()
    }

    #[test]
    fn places_lead_to_values_and_back() {
        let input = float(-1.5, 2.0);
        assert_eq!(input.bits(input.ordinals.0), (-1.5f32).to_bits().into());
        assert_eq!(
            input.ordinal(0.25f32.to_bits().into()).map(|ordinal| input.bits(ordinal)),
            Some(0.25f32.to_bits().into())
        );
        assert_eq!(input.ordinal(3f32.to_bits().into()), None);
        assert_eq!(input.range(), Interval::new(-1.5, 2.0));
        let narrowed = input.restricted(Interval::new(0.1, 0.2)).unwrap();
        assert!(narrowed.range().low >= f64::from(0.1f32) && narrowed.range().high <= 0.2);
        assert_eq!(input.restricted(Interval::new(3.0, 4.0)), None);
    }

    #[test]
    fn numbers_of_the_x87_and_integers_have_places() {
        let one = Float::one(Format::X87, false).to_bits();
        let two = Float::from_f64(2.0).convert(Format::X87, Rounding::NearestEven).0.to_bits();
        let bounds = Bounds::Float(FloatFormat::X87, one, two);
        let input = StabilityInput::new("x", Type::Float(FloatFormat::X87), &bounds).unwrap();
        assert_eq!(input.range(), Interval::new(1.0, 2.0));
        assert_eq!(input.bits(input.ordinals.1), two);
        let count =
            StabilityInput::new("n", Type::Int(32), &Bounds::Signed(u128::from(u32::MAX), 7)).unwrap();
        assert_eq!((count.ordinals, count.bits(-1)), ((-1, 7), u128::from(u32::MAX)));
        let any = StabilityInput::new("x", Type::Float(FloatFormat::F64), &Bounds::All).unwrap();
        assert!(any.special && !any.is_bounded && any.range().high == f64::MAX);
        assert_eq!(unit_of_constant(FloatFormat::F32, 6f32.to_bits().into()), Some(1));
    }
}
