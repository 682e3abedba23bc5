//! Values that a variable might take next: the moves of `ulpwise_float::moves`, and what the query
//! itself suggests.

use crate::program::EvaluationProgram;
use crate::shape::{Slot, ValueShape, slot_of};
use ulpwise_base::SplitMix64;
use ulpwise_expr::Value;
use ulpwise_float::moves::{jump, near, next_exponent, other_sign, specials};
use ulpwise_float::order::{from_ordinal, is_nan, mask, ordinal};
use ulpwise_float::{Env, Float, Rounding};
use ulpwise_solver::{Bound, Bounds};

/// What each variable of a program may be given.
pub(crate) struct Moves {
    /// Of each variable, values worth a try: constants of the query in its format, and what every
    /// format has, as far as bounds admit them; and the bounds themselves.
    pools: Vec<Vec<Slot>>,
    /// The ordinals between which each variable lies, if they are known.
    ordinals: Vec<Option<(i128, i128)>>,
}

impl Moves {
    pub(crate) fn new(program: &EvaluationProgram, bounds: Option<&Bounds>) -> Moves {
        let mut known: Vec<(ValueShape, Vec<Slot>)> = Vec::new();
        let mut pools = Vec::with_capacity(program.variables.len());
        let mut ordinals = Vec::with_capacity(program.variables.len());
        for (number, variable) in program.variables.iter().enumerate() {
            let shape = program.shape_of(number as u32);
            let all = match known.iter().find(|(other, _)| *other == shape) {
                Some((_, pool)) => pool.clone(),
                None => {
                    let pool = pool(program, shape);
                    known.push((shape, pool.clone()));
                    pool
                }
            };
            let bound = bounds.and_then(|bounds| bounds.get(variable.term));
            let between = bound.and_then(|bound| ordinals_between(shape, bound));
            pools.push(match between {
                Some(between) => bounded_pool(shape, &all, between),
                None => all,
            });
            ordinals.push(between);
        }
        Moves { pools, ordinals }
    }

    /// A value to start from. What a bound excludes is replaced by any value within.
    pub(crate) fn start(&self, program: &EvaluationProgram, variable: u32, random: &mut SplitMix64) -> Slot {
        let shape = program.shape_of(variable);
        let slot = match random.below(3) {
            0 => *random.choose(&self.pools[variable as usize]),
            1 => moderate(shape, random),
            _ => shape.normalised(random_bits(random)),
        };
        match self.ordinals[variable as usize] {
            Some((low, high))
                if !ordinal_of(shape, slot).is_some_and(|ordinal| (low..=high).contains(&ordinal)) =>
            {
                let span = low.abs_diff(high).saturating_add(1);
                value_at(shape, low + (random_bits(random) % span) as i128)
            }
            _ => slot,
        }
    }

    /// Another value for a variable that has this one.
    pub(crate) fn step(
        &self,
        program: &EvaluationProgram,
        variable: u32,
        current: Slot,
        random: &mut SplitMix64,
    ) -> Slot {
        let shape = program.shape_of(variable);
        let slot = match (shape, random.below(8)) {
            (_, 0) => *random.choose(&self.pools[variable as usize]),
            (ValueShape::Float(format), 1) => {
                near(format, *random.choose(&self.pools[variable as usize]), random)
            }
            (_, 2) => self.start(program, variable, random),
            (ValueShape::Float(format), 3) if !is_nan(format, current) => {
                next_exponent(format, current, random)
            }
            (ValueShape::Float(format), 4) => other_sign(format, current),
            (ValueShape::Float(format), 5 | 6) if !is_nan(format, current) => jump(format, current, random),
            (ValueShape::BitVec(_), 3) => current.wrapping_add(1),
            (ValueShape::BitVec(_), 4) => current.wrapping_sub(1),
            (ValueShape::BitVec(_), 5) => !current,
            (_, _) => current ^ 1 << random.below(u64::from(shape.width())),
        };
        shape.normalised(slot)
    }
}

fn random_bits(random: &mut SplitMix64) -> u128 {
    u128::from(random.next_u64()) << 64 | u128::from(random.next_u64())
}

/// The ordinal of a value in the order of its sort; `None` if it has none.
fn ordinal_of(shape: ValueShape, slot: Slot) -> Option<i128> {
    match shape {
        ValueShape::Float(format) => (!is_nan(format, slot)).then(|| ordinal(format, slot)),
        ValueShape::BitVec(width) if width < 128 => Some(slot as i128),
        _ => None,
    }
}

/// The value with an ordinal.
fn value_at(shape: ValueShape, ordinal: i128) -> Slot {
    match shape {
        ValueShape::Float(format) => from_ordinal(format, ordinal),
        _ => shape.normalised(ordinal as u128),
    }
}

/// The ordinals between which a bound keeps a value; `None` if it admits a value without one.
fn ordinals_between(shape: ValueShape, bound: &Bound) -> Option<(i128, i128)> {
    let ordinal = |value: &Value| ordinal_of(shape, slot_of(value)?);
    match bound {
        Bound::Float(bound) if !bound.nan => {
            let (low, high) = bound.numbers?;
            Some((ordinal(&Value::float(low))?, ordinal(&Value::float(high))?))
        }
        Bound::BitVec(low, high) => {
            Some((ordinal(&Value::BitVec(low.clone()))?, ordinal(&Value::BitVec(high.clone()))?))
        }
        _ => None,
    }
}

/// The values of a pool that lie between two ordinals, and these.
fn bounded_pool(shape: ValueShape, pool: &[Slot], (low, high): (i128, i128)) -> Vec<Slot> {
    let is_within =
        |slot: &Slot| ordinal_of(shape, *slot).is_some_and(|ordinal| (low..=high).contains(&ordinal));
    let mut within: Vec<Slot> = pool.iter().copied().filter(is_within).collect();
    for end in [low, high].map(|ordinal| value_at(shape, ordinal)) {
        if !within.contains(&end) {
            within.push(end);
        }
    }
    within
}

/// A number of the size that programs mostly have, or any small integer.
fn moderate(shape: ValueShape, random: &mut SplitMix64) -> Slot {
    match shape {
        ValueShape::Float(format) => {
            let digits = (random.next_u64() as i64 as f64) / 2_f64.powi(63);
            let number = digits * 10_f64.powi(random.below(13) as i32 - 4);
            let number = if random.below(4) == 0 { number.round() } else { number };
            Float::from_f64(number).convert(format, Env::from(Rounding::NearestEven)).0.to_bits()
        }
        _ => shape.normalised(u128::from(random.below(256))),
    }
}

/// Constants of the query as values of a shape, and what every format has.
fn pool(program: &EvaluationProgram, shape: ValueShape) -> Vec<Slot> {
    let mut pool: Vec<Slot> = match shape {
        ValueShape::Float(format) => {
            let numbers = [0.0, 1.0, -1.0, 2.0, 0.5, 10.0, 1e6, -1e6].map(|number| {
                Float::from_f64(number).convert(format, Env::from(Rounding::NearestEven)).0.to_bits()
            });
            numbers.into_iter().chain(specials(format)).collect()
        }
        ValueShape::BitVec(width) => vec![0, 1, mask(width), mask(width) >> 1, (mask(width) >> 1) + 1],
        ValueShape::Bool => vec![0, 1],
        ValueShape::Rounding => (0..Rounding::ALL.len() as u128).collect(),
    };
    for &(from, slot) in &program.constants {
        pool.extend(converted(from, slot, shape));
    }
    let mut seen = std::collections::BTreeSet::new();
    pool.retain(|&slot| seen.insert(slot));
    pool
}

/// A constant as a value of another shape: the number in the format, or the same bits.
fn converted(from: ValueShape, slot: Slot, to: ValueShape) -> Option<Slot> {
    match (from, to) {
        _ if from == to => Some(slot),
        (ValueShape::Float(_), ValueShape::Float(format)) => {
            let number = from.value(slot).as_float()?;
            Some(
                Value::float(number.convert(format, Env::from(Rounding::NearestEven)).0)
                    .as_float()?
                    .to_bits(),
            )
        }
        (ValueShape::Float(format), ValueShape::BitVec(width))
        | (ValueShape::BitVec(width), ValueShape::Float(format))
            if format.width() == width =>
        {
            Some(to.normalised(slot))
        }
        (ValueShape::BitVec(_), ValueShape::BitVec(_)) => Some(to.normalised(slot)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_base::Budget;
    use ulpwise_expr::{Sort, TermStore};
    use ulpwise_float::Format;
    use ulpwise_solver::FloatBound;

    #[test]
    fn starts_lie_within_bounds() {
        let mut store = TermStore::new();
        let x = store.variable("x", Sort::Float(Format::F64));
        let n = store.variable("n", Sort::BitVec(16));
        let seven = store.bv(16, 7);
        let goals = [store.fp_is_normal(x), store.bv_ult(seven, n)];
        let program = EvaluationProgram::compile(&store, &goals, &Budget::unlimited()).unwrap();
        let [low, high] = [2.5, 2.75].map(Float::from_f64);
        let mut bounds = Bounds::new();
        bounds.set(x, Bound::Float(FloatBound { numbers: Some((low, high)), nan: false }));
        let [least, most] = [8, 12].map(|number| ulpwise_expr::BitVector::from_u64(16, number));
        bounds.set(n, Bound::BitVec(least, most));
        let moves = Moves::new(&program, Some(&bounds));
        let mut random = SplitMix64::new(1);
        for (number, variable) in program.variables.iter().enumerate() {
            for _ in 0..200 {
                let start = moves.start(&program, number as u32, &mut random);
                let value = program.shape_of(number as u32).value(start);
                assert!(bounds.get(variable.term).is_some_and(|bound| bound.admits(&value)), "{value:?}");
            }
        }
    }
}
