//! Values that a variable might take next: moves that know floats.

use crate::program::Program;
use crate::shape::{Shape, Slot, canonical_nan, from_ordinal, infinity, is_nan, mask, ordinal};
use ulpwise_base::SplitMix64;
use ulpwise_expr::Value;
use ulpwise_float::{Env, Float, Format, Rounding};
use ulpwise_solver::{Bound, Bounds};

/// A float close to another one: one to a few units in the last place away.
pub(crate) fn near(format: Format, slot: Slot, random: &mut SplitMix64) -> Slot {
    if is_nan(format, slot) {
        return 0;
    }
    let distance = 1 + random.below(3) as i128;
    let place = ordinal(format, slot);
    from_ordinal(format, if random.below(2) == 0 { place - distance } else { place + distance })
}

/// What each variable of a program may be given.
pub(crate) struct Moves {
    /// Of each variable, values worth a try: constants of the query in its format, and what every format has.
    pools: Vec<Vec<Slot>>,
    /// Of each variable, the places between which it lies, if that is known.
    places: Vec<Option<(i128, i128)>>,
}

impl Moves {
    pub(crate) fn new(program: &Program, bounds: Option<&Bounds>) -> Moves {
        let mut known: Vec<(Shape, Vec<Slot>)> = Vec::new();
        let pools = (0..program.variables.len() as u32)
            .map(|variable| {
                let shape = program.shape_of(variable);
                if let Some((_, pool)) = known.iter().find(|(other, _)| *other == shape) {
                    return pool.clone();
                }
                let pool = pool(program, shape);
                known.push((shape, pool.clone()));
                pool
            })
            .collect();
        let places = program
            .variables
            .iter()
            .map(|variable| match bounds?.get(variable.term)? {
                Bound::Float(bound) => {
                    let (low, high) = bound.numbers?;
                    Some((ordinal(low.format(), low.to_bits()), ordinal(high.format(), high.to_bits())))
                }
                _ => None,
            })
            .collect();
        Moves { pools, places }
    }

    /// A value to start from.
    pub(crate) fn start(&self, program: &Program, variable: u32, random: &mut SplitMix64) -> Slot {
        let shape = program.shape_of(variable);
        if let (Shape::Float(format), Some((low, high))) = (shape, self.places[variable as usize]) {
            let span = low.abs_diff(high).saturating_add(1);
            return from_ordinal(format, low + (u128::from(random.next_u64()) % span) as i128);
        }
        match random.below(3) {
            0 => *random.choose(&self.pools[variable as usize]),
            1 => moderate(shape, random),
            _ => shape.normalised(u128::from(random.next_u64()) << 64 | u128::from(random.next_u64())),
        }
    }

    /// Another value for a variable that has this one.
    pub(crate) fn step(
        &self,
        program: &Program,
        variable: u32,
        current: Slot,
        random: &mut SplitMix64,
    ) -> Slot {
        let shape = program.shape_of(variable);
        let slot = match (shape, random.below(8)) {
            (_, 0) => *random.choose(&self.pools[variable as usize]),
            (Shape::Float(format), 1) => near(format, *random.choose(&self.pools[variable as usize]), random),
            (_, 2) => self.start(program, variable, random),
            (Shape::Float(format), 3) if !is_nan(format, current) => {
                // The next exponent with the same digits.
                let exponent = 1_i128 << (format.significand_bits() - 1);
                let place = ordinal(format, current);
                from_ordinal(format, if random.below(2) == 0 { place + exponent } else { place - exponent })
            }
            (Shape::Float(format), 4) => current ^ 1 << (format.width() - 1),
            (Shape::Float(format), 5 | 6) if !is_nan(format, current) => {
                let distance = 1_i128 << random.below(u64::from(format.width() - 1));
                let place = ordinal(format, current);
                from_ordinal(format, if random.below(2) == 0 { place + distance } else { place - distance })
            }
            (Shape::BitVec(_), 3) => current.wrapping_add(1),
            (Shape::BitVec(_), 4) => current.wrapping_sub(1),
            (Shape::BitVec(_), 5) => !current,
            (_, _) => current ^ 1 << random.below(u64::from(shape.width())),
        };
        shape.normalised(slot)
    }
}

/// A number of the size that programs mostly have, or any small integer.
fn moderate(shape: Shape, random: &mut SplitMix64) -> Slot {
    match shape {
        Shape::Float(format) => {
            let digits = (random.next_u64() as i64 as f64) / 2_f64.powi(63);
            let number = digits * 10_f64.powi(random.below(13) as i32 - 4);
            let number = if random.below(4) == 0 { number.round() } else { number };
            Float::from_f64(number).convert(format, Env::from(Rounding::NearestEven)).0.to_bits()
        }
        _ => shape.normalised(u128::from(random.below(256))),
    }
}

/// Constants of the query as values of a shape, and what every format has.
fn pool(program: &Program, shape: Shape) -> Vec<Slot> {
    let mut pool: Vec<Slot> = match shape {
        Shape::Float(format) => {
            let numbers = [0.0, 1.0, -1.0, 2.0, 0.5, 10.0, 1e6, -1e6].map(|number| {
                Float::from_f64(number).convert(format, Env::from(Rounding::NearestEven)).0.to_bits()
            });
            let normal = 1_u128 << (format.significand_bits() - 1);
            let sign = 1_u128 << (format.width() - 1);
            let specials = [sign, infinity(format), infinity(format) | sign, infinity(format) - 1, normal, 1];
            numbers.into_iter().chain(specials).chain([canonical_nan(format)]).collect()
        }
        Shape::BitVec(width) => vec![0, 1, mask(width), mask(width) >> 1, (mask(width) >> 1) + 1],
        Shape::Bool => vec![0, 1],
        Shape::Rounding => (0..Rounding::ALL.len() as u128).collect(),
    };
    for &(from, slot) in &program.constants {
        pool.extend(converted(from, slot, shape));
    }
    let mut seen = std::collections::BTreeSet::new();
    pool.retain(|&slot| seen.insert(slot));
    pool
}

/// A constant as a value of another shape: the number in the format, or the same bits.
fn converted(from: Shape, slot: Slot, to: Shape) -> Option<Slot> {
    match (from, to) {
        _ if from == to => Some(slot),
        (Shape::Float(_), Shape::Float(format)) => {
            let number = from.value(slot).as_float()?;
            Some(
                Value::float(number.convert(format, Env::from(Rounding::NearestEven)).0)
                    .as_float()?
                    .to_bits(),
            )
        }
        (Shape::Float(format), Shape::BitVec(width)) | (Shape::BitVec(width), Shape::Float(format))
            if format.width() == width =>
        {
            Some(to.normalised(slot))
        }
        (Shape::BitVec(_), Shape::BitVec(_)) => Some(to.normalised(slot)),
        _ => None,
    }
}
