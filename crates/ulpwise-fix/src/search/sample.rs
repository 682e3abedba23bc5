//! Inputs to compare candidates on, with what the expression is exactly there.

use crate::exact::{Enclosure, exact_value};
use crate::term::{Format, Term, float_value, from_ordinal, ordinal};
use ulpwise_base::SplitMix64 as Random;

/// What values a variable takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Range {
    pub(crate) low: f64,
    pub(crate) high: f64,
    pub(crate) kind: Kind,
}

/// The type of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Single,
    Double,
    Integer,
}

impl Range {
    /// All finite values of a type.
    pub(crate) fn all(kind: Kind) -> Self {
        let high = match kind {
            Kind::Single => f64::from(f32::MAX),
            Kind::Double => f64::MAX,
            Kind::Integer => f64::from(i32::MAX),
        };
        Self { low: if kind == Kind::Integer { high.mul_add(-1.0, -1.0) } else { -high }, high, kind }
    }

    /// A value of the type close to a number, if one is in range.
    fn admit(self, value: f64) -> Option<f64> {
        let value = match self.kind {
            Kind::Single => f64::from(value as f32),
            Kind::Double => value,
            Kind::Integer => value.round(),
        };
        (value >= self.low && value <= self.high).then_some(value)
    }

    /// Evenly among the numbers of the type.
    fn any(self, random: &mut Random) -> f64 {
        let (low, high) = (ordinal(self.low), ordinal(self.high));
        let width = high.abs_diff(low);
        let step = if width == u64::MAX { random.next_u64() } else { random.next_u64() % (width + 1) };
        let value = from_ordinal(low.wrapping_add_unsigned(step));
        self.admit(value).unwrap_or(self.low)
    }

    /// Evenly between the ends, of which those beyond a thousand do not count.
    fn even(self, random: &mut Random) -> f64 {
        let (low, high) = (self.low.max(-1000.0).min(self.high), self.high.min(1000.0).max(self.low));
        self.admit(low + (high - low) * unit(random)).unwrap_or(low)
    }

    /// Near the ends, where results overflow and vanish.
    fn extreme(self, random: &mut Random) -> f64 {
        let end = if random.next_u64().is_multiple_of(2) { self.low } else { self.high };
        self.admit(end * (0.25 + 0.75 * unit(random))).unwrap_or(end)
    }

    /// Of moderate size.
    fn moderate(self, random: &mut Random) -> f64 {
        let size = (unit(random) * 40.0 - 20.0).exp2();
        let signed = if random.next_u64().is_multiple_of(2) { size } else { -size };
        self.admit(signed).or_else(|| self.admit(-signed)).unwrap_or_else(|| self.any(random))
    }
}

fn unit(random: &mut Random) -> f64 {
    (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

/// How inputs are spread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spread {
    /// Evenly among all floats of the ranges, as averages are taken over.
    Floats,
    /// Also of moderate size, close to each other, and evenly between the ends.
    Mixed,
}

/// An input, and what is right there.
#[derive(Clone, Debug)]
pub(crate) struct Point {
    pub(crate) inputs: Vec<f64>,
    pub(crate) exact: Enclosure,
    /// The exact value, rounded to the format.
    pub(crate) right: f64,
}

/// A comparison that holds where the expression is computed.
#[derive(Clone, Debug)]
pub(crate) struct Condition {
    pub(crate) left: Term,
    pub(crate) comparison: InputComparison,
    pub(crate) right: Term,
}

/// How two numbers compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InputComparison {
    Less,
    LessOrEqual,
    Equal,
    NotEqual,
    Greater,
    GreaterOrEqual,
}

impl InputComparison {
    pub(crate) fn holds(self, a: f64, b: f64) -> bool {
        match self {
            Self::Less => a < b,
            Self::LessOrEqual => a <= b,
            Self::Equal => a == b,
            Self::NotEqual => a != b,
            Self::Greater => a > b,
            Self::GreaterOrEqual => a >= b,
        }
    }

    /// What holds where this does not.
    pub(crate) fn negated(self) -> Self {
        match self {
            Self::Less => Self::GreaterOrEqual,
            Self::LessOrEqual => Self::Greater,
            Self::Equal => Self::NotEqual,
            Self::NotEqual => Self::Equal,
            Self::Greater => Self::LessOrEqual,
            Self::GreaterOrEqual => Self::Less,
        }
    }
}

/// An expression with the inputs that it is computed for.
#[derive(Clone, Debug)]
pub(crate) struct SampledExpression {
    pub(crate) term: Term,
    pub(crate) format: Format,
    pub(crate) ranges: Vec<Range>,
    pub(crate) conditions: Vec<Condition>,
}

impl SampledExpression {
    fn draw(&self, spread: Spread, random: &mut Random) -> Vec<f64> {
        let way = if spread == Spread::Floats { 0 } else { random.next_u64() % 9 };
        let mut inputs: Vec<f64> = self
            .ranges
            .iter()
            .map(|range| match way {
                0..=2 => range.any(random),
                3 | 4 => range.moderate(random),
                5 => range.even(random),
                8 => range.extreme(random),
                _ => {
                    if random.next_u64().is_multiple_of(2) {
                        range.moderate(random)
                    } else {
                        range.any(random)
                    }
                }
            })
            .collect();
        if (way == 6 || way == 7) && inputs.len() > 1 {
            // One close to another, or to what cancels it.
            let from = random.next_u64() as usize % inputs.len();
            let to = random.next_u64() as usize % inputs.len();
            let relative = (-52.0 * unit(random)).exp2();
            let signed = if random.next_u64().is_multiple_of(2) { relative } else { -relative };
            let near = inputs[from] * (1.0 + signed);
            let near = if random.next_u64().is_multiple_of(4) { -near } else { near };
            if let Some(value) = self.ranges[to].admit(near) {
                inputs[to] = value;
            }
        }
        inputs
    }

    pub(crate) fn is_met(&self, inputs: &[f64]) -> bool {
        let value = |term: &Term| float_value(term, inputs, self.format).0;
        self.conditions.iter().all(|one| one.comparison.holds(value(&one.left), value(&one.right)))
    }

    /// The exact value at an input, if the expression has one that the format can hold.
    pub(crate) fn point(&self, inputs: Vec<f64>) -> Option<Point> {
        if !self.is_met(&inputs) {
            return None;
        }
        let exact = exact_value(&self.term, &inputs).ok()?;
        let right = match self.format {
            Format::Double => exact.nearest_f64()?,
            // Rounding twice may be off by a unit of the last place of a float, rarely.
            Format::Single => self.format.round(exact.nearest_f64()?),
        };
        right.is_finite().then_some(Point { inputs, exact, right })
    }

    /// So many points, fewer where few inputs have a value.
    pub(crate) fn points(&self, count: usize, spread: Spread, seed: u64) -> Vec<Point> {
        let mut random = Random::new(seed);
        let mut points = Vec::new();
        for _ in 0..count * 12 {
            if points.len() >= count {
                break;
            }
            points.extend(self.point(self.draw(spread, &mut random)));
        }
        points
    }

    /// Inputs whether or not the expression has a value there.
    pub(crate) fn inputs(&self, count: usize, seed: u64) -> Vec<Vec<f64>> {
        let mut random = Random::new(seed);
        let drawn = (0..count * 4).map(|_| self.draw(Spread::Mixed, &mut random));
        drawn.filter(|inputs| self.is_met(inputs)).take(count).collect()
    }
}
