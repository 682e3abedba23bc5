//! Inputs that are likely to go wrong: numbers of very different magnitudes, numbers that nearly
//! cancel, equal ones, few digits.
//!
//! Where all numbers have one magnitude, as when they are drawn evenly from a range, sums of floats
//! are exact in double, and nothing is found.

use crate::domain::{Coordinate, InputDomain, InputPoint};
use ulpwise_base::SplitMix64;

/// Draws inputs.
pub(crate) struct InputSampler<'d> {
    domain: &'d InputDomain,
    pub(crate) random: SplitMix64,
}

/// How far magnitudes go apart where nothing speaks for more.
const NEAR: i32 = 70;

impl<'d> InputSampler<'d> {
    pub(crate) fn new(domain: &'d InputDomain, seed: u64) -> Self {
        Self { domain, random: SplitMix64::new(seed) }
    }

    /// A number from zero to one.
    pub(crate) fn unit(&mut self) -> f64 {
        (self.random.next_u64() >> 11) as f64 * 2f64.powi(-53)
    }

    pub(crate) fn chance(&mut self, one_in: u64) -> bool {
        self.random.below(one_in) == 0
    }

    /// Evenly from the range of numbers.
    pub(crate) fn even(&mut self, coordinate: &Coordinate) -> i128 {
        if !coordinate.is_float() {
            let width = coordinate.low.abs_diff(coordinate.high);
            let step = match u64::try_from(width) {
                Ok(width) if width < u64::MAX => u128::from(self.random.below(width + 1)),
                _ => u128::from(self.random.next_u64()) % width,
            };
            return coordinate.low.saturating_add_unsigned(step);
        }
        let (low, high) = (coordinate.number(coordinate.low), coordinate.number(coordinate.high));
        let part = self.unit();
        // In two parts, because the whole range of doubles is none.
        coordinate.nearest(low * (1.0 - part) + high * part)
    }

    /// By magnitude: every exponent is as likely as any other.
    pub(crate) fn by_magnitude(&mut self, coordinate: &Coordinate, nearest_only: bool) -> i128 {
        if !coordinate.is_float() {
            return self.even(coordinate);
        }
        let (low, high) = (coordinate.number(coordinate.low), coordinate.number(coordinate.high));
        let most = low.abs().max(high.abs());
        let top = exponent_of(most);
        let least = match (low <= 0.0 && high >= 0.0, coordinate.number(1)) {
            (true, smallest) => exponent_of(smallest),
            (false, _) => exponent_of(low.abs().min(high.abs())),
        };
        let least = if nearest_only { least.max(top.min(NEAR) - NEAR) } else { least };
        let exponent = least + self.random.below((top - least).unsigned_abs() as u64 + 1) as i32;
        let magnitude = scaled(1.0 + self.unit(), exponent);
        let magnitude = if self.chance(4) { few_digits(magnitude, &mut self.random) } else { magnitude };
        let negative = if high <= 0.0 { true } else { low < 0.0 && self.chance(2) };
        coordinate.nearest(if negative { -magnitude } else { magnitude })
    }

    /// One coordinate, in any way.
    pub(crate) fn any(&mut self, coordinate: &Coordinate) -> i128 {
        match self.random.below(8) {
            0 => self.even(coordinate),
            1 => {
                let outstanding = [0.0, 1.0, -1.0, 2.0, 0.5, -0.5];
                let number = *self.random.choose(&outstanding);
                match self.random.below(8) {
                    6 => coordinate.low,
                    7 => coordinate.high,
                    _ => coordinate.nearest(number),
                }
            }
            2 => self.by_magnitude(coordinate, false),
            _ => self.by_magnitude(coordinate, true),
        }
    }

    /// One coordinate, some ordinals from where it is, or anywhere.
    pub(crate) fn near(&mut self, coordinate: &Coordinate, ordinal: i128) -> i128 {
        if self.chance(2) {
            return self.any(coordinate);
        }
        self.stepped(coordinate, ordinal)
    }

    /// One coordinate, a power of two of ordinals from where it is.
    fn stepped(&mut self, coordinate: &Coordinate, ordinal: i128) -> i128 {
        let step = 1_i128 << self.random.below(u64::from(coordinate.bits_of_width()).clamp(1, 62));
        coordinate.clamped(if self.chance(2) { ordinal + step } else { ordinal - step })
    }

    /// Every coordinate evenly: what a random search does.
    pub(crate) fn evenly(&mut self) -> InputPoint {
        let coordinates = self.domain.coordinates.iter();
        coordinates.map(|coordinate| self.even(coordinate)).collect()
    }

    /// A fresh input, in one of many ways.
    pub(crate) fn fresh(&mut self) -> InputPoint {
        let coordinates = &self.domain.coordinates;
        let mut point: InputPoint = match self.random.below(6) {
            0 => self.evenly(),
            1 => coordinates.iter().map(|coordinate| self.by_magnitude(coordinate, false)).collect(),
            2 => self.of_few_magnitudes(),
            3 => self.alike(),
            _ => coordinates.iter().map(|coordinate| self.any(coordinate)).collect(),
        };
        if self.chance(2) {
            self.pair_up(&mut point);
        }
        point
    }

    /// Numbers of two or three magnitudes.
    fn of_few_magnitudes(&mut self) -> InputPoint {
        let Some(first) = self.domain.varied.first().map(|&at| self.domain.coordinates[at]) else {
            return self.evenly();
        };
        let levels: Vec<f64> = (0..3)
            .map(|_| {
                let ordinal = self.by_magnitude(&first, false);
                first.number(ordinal).abs()
            })
            .collect();
        let coordinates = self.domain.coordinates.iter();
        coordinates
            .map(|coordinate| {
                let level = *self.random.choose(&levels);
                let sign = if self.chance(2) { -1.0 } else { 1.0 };
                coordinate.nearest(sign * level * (1.0 + self.unit()) / 2.0)
            })
            .collect()
    }

    /// Numbers that share their leading digits.
    fn alike(&mut self) -> InputPoint {
        let Some(first) = self.domain.varied.first().map(|&at| self.domain.coordinates[at]) else {
            return self.evenly();
        };
        let ordinal = self.by_magnitude(&first, true);
        let base = first.number(ordinal);
        let digits = self.random.below(56) as i32;
        let coordinates = self.domain.coordinates.iter();
        coordinates
            .map(|coordinate| {
                let number = base * (1.0 + (self.unit() - 0.5) * 2f64.powi(-digits));
                let ordinal = coordinate.nearest(number);
                // One that is bounded elsewhere is drawn as always.
                if self.chance(8) || coordinate.number(ordinal) * base < 0.0 {
                    self.any(coordinate)
                } else {
                    ordinal
                }
            })
            .collect()
    }

    /// Makes some coordinates the negative, or nearly, of others.
    fn pair_up(&mut self, point: &mut InputPoint) {
        let varied = &self.domain.varied;
        if varied.len() < 2 {
            return;
        }
        for _ in 0..=self.random.below(varied.len() as u64 / 2) {
            let (one, other) = (*self.random.choose(varied), *self.random.choose(varied));
            let number = self.domain.coordinates[one].number(point[one]);
            let steps = if self.chance(2) { 0 } else { 1 << self.random.below(24) };
            let sign = if self.chance(4) { 1.0 } else { -1.0 };
            if one != other {
                let coordinate = self.domain.coordinates[other];
                point[other] = coordinate.clamped(coordinate.nearest(sign * number) + steps);
            }
        }
    }

    /// An input near another one.
    pub(crate) fn changed(&mut self, base: &InputPoint, mate: &InputPoint) -> InputPoint {
        let mut point = base.clone();
        let varied = &self.domain.varied;
        if varied.is_empty() {
            return point;
        }
        for _ in 0..=self.random.below(3) {
            let at = *self.random.choose(varied);
            let coordinate = self.domain.coordinates[at];
            let number = coordinate.number(point[at]);
            let other = *self.random.choose(varied);
            let other_number = self.domain.coordinates[other].number(point[other]);
            point[at] = match self.random.below(12) {
                0..3 => self.stepped(&coordinate, point[at]),
                3 => coordinate.nearest(-number),
                4 => coordinate.nearest(other_number),
                5 => coordinate.nearest(-other_number),
                6 => coordinate.nearest(scaled(number, self.random.below(121) as i32 - 60)),
                7 => self.any(&coordinate),
                8 => {
                    let third = *self.random.choose(varied);
                    let third_number = self.domain.coordinates[third].number(point[third]);
                    coordinate.nearest(-(other_number + third_number))
                }
                9 => coordinate.nearest(few_digits(number, &mut self.random)),
                10 => coordinate.clamped(mate[at]),
                _ => {
                    let taken = self.domain.coordinates[other].clamped(point[at]);
                    let given = coordinate.clamped(point[other]);
                    point[other] = taken;
                    given
                }
            };
        }
        point
    }
}

/// The exponent of a number's leading bit; of zero the smallest there is.
fn exponent_of(number: f64) -> i32 {
    match number.abs() {
        0.0 => -1074,
        tiny if tiny < f64::MIN_POSITIVE => exponent_of(tiny * 2f64.powi(64)) - 64,
        magnitude => (magnitude.to_bits() >> 52) as i32 - 1023,
    }
}

/// A number times a power of two.
fn scaled(number: f64, exponent: i32) -> f64 {
    let half = exponent / 2;
    number * 2f64.powi(half) * 2f64.powi(exponent - half)
}

/// A number with some of its last digits gone.
fn few_digits(number: f64, random: &mut SplitMix64) -> f64 {
    let kept = random.below(30);
    f64::from_bits(number.to_bits() & !(u64::MAX >> (12 + kept)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::tests::doubles;

    #[test]
    fn what_is_drawn_lies_in_range_and_differs_in_magnitude() {
        let domain = doubles(&[(-100.0, 100.0), (1.0, 2.0), (-3.0, -1e-3)], true).unwrap();
        let mut drawer = InputSampler::new(&domain, 1);
        let mut smallest = f64::INFINITY;
        let mut base = drawer.fresh();
        for _ in 0..5000 {
            let mate = drawer.fresh();
            base = drawer.changed(&base, &mate);
            for point in [&base, &mate] {
                for (coordinate, &ordinal) in domain.coordinates.iter().zip(point) {
                    assert!((coordinate.low..=coordinate.high).contains(&ordinal));
                }
                let number = domain.coordinates[0].number(point[0]).abs();
                smallest = if number > 0.0 { smallest.min(number) } else { smallest };
            }
        }
        assert!(smallest < 1e-30, "{smallest}");
        assert_eq!((exponent_of(1.0), exponent_of(5e-324), exponent_of(0.75)), (0, -1074, -1));
    }
}
