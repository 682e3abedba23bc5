//! The values that trial calls have: the integers that may be lengths, and anything for the rest.

use ulpwise_base::SplitMix64;
use ulpwise_ir::{FloatFormat, Type};
use ulpwise_symex::{Bounds, Content, EntryObject, EntryPoint};

/// An integer that may say how far arrays are used, or all elements of an array of integers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Variable {
    pub(super) family: String,
    pub(super) is_signed: bool,
    bits: u8,
    /// The most that it is, if a declaration says so: `real :: u(n)` with so many elements in `u`. Whether
    /// it may be zero or negative is still to be found out.
    pub(super) declared: Option<u64>,
}

impl Variable {
    /// Values outside of the small ones, near and far.
    pub(super) fn beyond(&self, least: i128, top: i128) -> Vec<i128> {
        let largest = if self.is_signed { (1 << (self.bits - 1)) - 1 } else { (1i128 << self.bits) - 1 };
        let mut values = Vec::new();
        if self.declared.is_none() {
            values.extend([top + 1, 2 * top, 8 * top, 1 << 12, largest]);
        }
        values.retain(|&value| value <= largest);
        values.extend(0..least);
        if self.is_signed {
            values.extend(
                [-1, -2, -top, -1 << 12, -largest - 1].into_iter().filter(|&value| value >= -largest - 1),
            );
        }
        values
    }
}

/// A value for each of the variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Assignment(Vec<i128>);

/// How many assignments of mixed values are tried.
const MIXED: usize = 24;

impl Assignment {
    /// The same value for all.
    pub(super) fn of_all(count: usize, value: i128) -> Self {
        Self(vec![value; count])
    }

    /// One for each.
    pub(super) fn of_each(values: impl Iterator<Item = i128>) -> Self {
        Self(values.collect())
    }

    /// Another value for one of them.
    pub(super) fn with(&self, at: usize, value: i128) -> Self {
        let mut values = self.0.clone();
        values[at] = value;
        Self(values)
    }

    /// Assignments between the least values and the largest.
    pub(super) fn mixed(least: &[i128], top: i128) -> Vec<Self> {
        if least.len() < 2 {
            return Vec::new();
        }
        let mut random = SplitMix64::new(1);
        let mut one = || {
            let value = |least: &i128| least + i128::from(random.below((top - least + 1).max(1) as u64));
            Self(least.iter().map(value).collect())
        };
        (0..MIXED).map(|_| one()).collect()
    }
}

/// What an integer is called together with the other elements of its array: `*count`, `col[]`.
pub(crate) fn family(name: &str) -> String {
    let mut inside = false;
    let kept = name.chars().filter(|&character| {
        let keep = !inside || matches!(character, ']' | ')');
        inside = match character {
            '[' | '(' => true,
            ']' | ')' => false,
            _ => inside,
        };
        keep
    });
    kept.collect()
}

/// Whether names are those of the same integer, or of elements of the same array: one that is alone where a
/// pointer points is `*ix`, with others it is `ix[0]`.
pub(crate) fn is_same_family(a: &str, b: &str) -> bool {
    fn indexed(name: &str) -> String {
        let plain = name.trim_start_matches('*');
        family(plain) + &"[]".repeat(name.len() - plain.len())
    }
    indexed(a) == indexed(b)
}

/// The integers of an entry that may be lengths: those of which nothing was said.
pub(super) fn variables(entry: &EntryPoint) -> Vec<Variable> {
    let mut variables: Vec<Variable> = Vec::new();
    for (name, ty, bounds) in all_inputs(entry) {
        let (is_signed, declared) = match bounds {
            Bounds::All => (true, None),
            Bounds::Unsigned(0, most) if *most == u128::MAX >> (128 - ty.bits()) => (false, None),
            // What a declaration of Fortran's limits.
            Bounds::Signed(low, most) if *low == 1 << (ty.bits() - 1) && *most < MOST_DECLARED => {
                (true, Some(*most as u64))
            }
            _ => continue,
        };
        let Type::Int(bits @ 16..=64) = ty else { continue };
        let family = family(name);
        if !variables.iter().any(|known| known.family == family) {
            variables.push(Variable { family, is_signed, bits, declared });
        }
    }
    variables
}

fn all_inputs(entry: &EntryPoint) -> Vec<(&str, Type, &Bounds)> {
    let mut open: Vec<&EntryObject> = entry.objects.iter().collect();
    let mut inputs = Vec::new();
    while let Some(object) = open.pop() {
        for (_, content) in &object.contents {
            match content {
                Content::Any(name, ty, bounds) => inputs.push((name.as_str(), *ty, bounds)),
                Content::Address(inner) => open.push(inner),
                Content::Bytes(_) | Content::Behind(..) => {}
            }
        }
    }
    inputs
}

/// A limit from here on says nothing of an array.
const MOST_DECLARED: u128 = 1 << 20;

/// How many choices of the other inputs are tried; more where characters choose what is done.
const SEEDS: u64 = 3;
const SEEDS_WITH_CHARACTERS: u64 = 16;

/// What the other inputs are made of.
pub(super) fn seeds(entry: &EntryPoint) -> Vec<u64> {
    let has_characters = all_inputs(entry).iter().any(|(_, ty, _)| *ty == Type::Int(8));
    (0..if has_characters { SEEDS_WITH_CHARACTERS } else { SEEDS }).collect()
}

/// A range of so many values is not tried between its ends.
const WIDE: u128 = 1 << 12;

/// The letters that libraries choose a method by, the most frequent ones first.
const LETTERS: &[u8] = b"NNTULULRCVAIFMEO1SBPQ";

/// The bits of an input.
pub(super) fn bits_of(
    name: &str,
    ty: Type,
    bounds: &Bounds,
    seed: u64,
    element: Option<u64>,
    (variables, values): (&[Variable], &Assignment),
) -> u128 {
    let mask = u128::MAX >> (128 - u32::from(ty.bits()).clamp(1, 128));
    let family = family(name);
    if let Some(at) = variables.iter().position(|variable| variable.family == family) {
        let number = if name == family { element } else { element.or_else(|| number_in(name)) };
        return element_value(values.0[at], number, seed) as u128 & mask;
    }
    let hash =
        name.bytes().fold(seed, |hash, byte| hash.rotate_left(9) ^ u64::from(byte).wrapping_mul(0x9e37));
    let mut random = SplitMix64::new(hash);
    match bounds {
        Bounds::OneOf(all) if !all.is_empty() => *random.choose(all),
        // Of a wide range the end says most.
        Bounds::Signed(low, high) | Bounds::Unsigned(low, high) => {
            let span = high.wrapping_sub(*low) & mask;
            let is_narrow = span < WIDE && seed > 0;
            let below = if is_narrow { random.below(span as u64 + 1) } else { 0 };
            high.wrapping_sub(below.into()) & mask
        }
        Bounds::Float(_, low, high) | Bounds::Short(_, low, high, _) => *random.choose(&[*low, *high]),
        Bounds::All | Bounds::Finite(_) | Bounds::OneOf(_) => match ty {
            Type::Float(format) => float_bits(format, seed, &mut random),
            Type::Int(8) => (*random.choose(LETTERS)).into(),
            Type::Int(_) | Type::Pointer => u128::from(random.below(4)),
        },
    }
}

/// The number of an element in the name that it has in the entry.
fn number_in(name: &str) -> Option<u64> {
    let digits: String = name.chars().filter(char::is_ascii_digit).collect();
    Some(digits.parse().unwrap_or(0))
}

/// The value of an integer; of an array of integers the elements are the same, or ascend, as where rows
/// begin, or are mixed.
fn element_value(value: i128, element: Option<u64>, seed: u64) -> i128 {
    // What holds for zero shows where all are zero: where indices count from one, none of them is.
    match (element, seed % 3) {
        (Some(number), 1) if value > 0 => i128::from(number).clamp(1, value),
        (Some(number), 2) if value > 0 => (i128::from(number) * 7 + 3) % value + 1,
        _ => value,
    }
}

/// Some ordinary number.
fn float_bits(format: FloatFormat, seed: u64, random: &mut SplitMix64) -> u128 {
    let number = (random.below(1 << 20) as f64 + 1.0) / f64::from(1 << 19);
    let number = if seed % 2 == 1 && random.below(2) == 0 { -number } else { number };
    match format {
        FloatFormat::F64 => number.to_bits().into(),
        FloatFormat::F32 => (number as f32).to_bits().into(),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_of_one_family_however_many_there_are() {
        for (one, other) in [("*ix", "ix[3]"), ("ix[0]", "ix[1]"), ("**rows", "rows[1][2]"), ("n", "n")] {
            assert!(is_same_family(one, other), "{one} and {other}");
        }
        for (one, other) in [("*ix", "ix"), ("*ix", "iy[0]"), ("**rows", "rows[1]"), ("s.n", "s.m")] {
            assert!(!is_same_family(one, other), "{one} and {other}");
        }
    }
}
