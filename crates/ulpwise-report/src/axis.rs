//! The axes of plots: linear, or logarithmic where numbers are far apart, on both sides of zero.

/// More orders of magnitude than this are shown logarithmically.
const LINEAR: f64 = 1e3;

/// From this magnitude on a range that has zero in it is shown logarithmically, down to this part
/// of the magnitude.
const LARGE: f64 = 1e6;
const SMALL_PART: f64 = 1e-30;

/// An axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    /// The first number.
    pub low: f64,
    /// The last one.
    pub high: f64,
    /// Below this magnitude the axis is linear; `None` is linear everywhere.
    linear_below: Option<f64>,
}

impl Axis {
    /// The axis for finite values.
    pub fn fitting(values: impl Iterator<Item = f64> + Clone) -> Axis {
        let finite = values.filter(|value| value.is_finite());
        let low = finite.clone().fold(f64::INFINITY, f64::min);
        let high = finite.clone().fold(f64::NEG_INFINITY, f64::max);
        let magnitudes = finite.map(f64::abs).filter(|&value| value > 0.0);
        let least = magnitudes.clone().fold(f64::INFINITY, f64::min);
        let most = magnitudes.fold(0.0, f64::max);
        let (low, high) = if low <= high { (low, high) } else { (0.0, 1.0) };
        Axis { low, high, linear_below: (most / least > LINEAR).then_some(least) }
    }

    /// The axis of a whole range.
    pub fn between(low: f64, high: f64) -> Axis {
        let most = low.abs().max(high.abs());
        let least = low.abs().min(high.abs());
        let linear_below = match low < 0.0 && high > 0.0 || least == 0.0 {
            true => (most > LARGE).then_some((most * SMALL_PART).max(f64::MIN_POSITIVE)),
            false => (most / least > LINEAR).then_some(least),
        };
        Axis { low, high, linear_below }
    }

    /// Whether it is logarithmic anywhere.
    pub fn is_logarithmic(&self) -> bool {
        self.linear_below.is_some()
    }

    fn place(&self, value: f64) -> f64 {
        match self.linear_below {
            None => value,
            Some(limit) if value.abs() < limit => value / limit,
            // The quotient itself may overflow.
            Some(limit) => value.signum() * (1.0 + value.abs().log10() - limit.log10()),
        }
    }

    /// From 0 to 1.
    pub fn share(&self, value: f64) -> f64 {
        // The difference of two large numbers may be infinite.
        let (low, high) = (self.place(self.low) / 2.0, self.place(self.high) / 2.0);
        if high > low { ((self.place(value) / 2.0 - low) / (high - low)).clamp(0.0, 1.0) } else { 0.5 }
    }

    /// The number that stands there: what [`Axis::share`] comes from.
    pub fn at(&self, share: f64) -> f64 {
        let (low, high) = (self.place(self.low), self.place(self.high));
        let place = low * (1.0 - share) + high * share;
        let number = match self.linear_below {
            None => place,
            Some(limit) if place.abs() < 1.0 => place * limit,
            Some(limit) => place.signum() * 10f64.powf(place.abs() - 1.0 + limit.log10()),
        };
        number.clamp(self.low, self.high)
    }

    /// Round numbers along it, about as many as asked for.
    pub fn ticks(&self, about: usize) -> Vec<f64> {
        let ticks = match self.linear_below {
            None => self.even_ticks(about),
            Some(limit) => self.powers(limit, about),
        };
        if ticks.is_empty() { vec![self.low, self.high] } else { ticks }
    }

    fn even_ticks(&self, about: usize) -> Vec<f64> {
        let rough = (self.high - self.low) / about as f64;
        if !rough.is_finite() || rough <= 0.0 {
            return Vec::new();
        }
        let power = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|times| times * power).into_iter().find(|&step| step >= rough);
        let step = step.unwrap_or(rough);
        let first = (self.low / step).ceil();
        let ticks = (0..=2 * about).map(|at| (first + at as f64) * step);
        ticks.filter(|&tick| (self.low..=self.high).contains(&tick)).collect()
    }

    fn powers(&self, limit: f64, about: usize) -> Vec<f64> {
        let most = self.low.abs().max(self.high.abs());
        let (first, last) = (limit.log10().ceil() as i32, most.log10().floor() as i32);
        let every = ((last - first) as usize).div_ceil(about).max(1);
        let powers: Vec<f64> = (first..=last).step_by(every).map(|power| 10f64.powi(power)).collect();
        let negative = powers.iter().rev().map(|power| -power);
        let all = negative.chain([0.0]).chain(powers.iter().copied());
        all.filter(|&tick| (self.low..=self.high).contains(&tick)).collect()
    }
}

/// A number in few digits.
pub fn short_number(value: f64) -> String {
    let magnitude = value.abs();
    if value == 0.0 || (1e-3..1e5).contains(&magnitude) {
        let text = format!("{value:.4}");
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        format!("{value:.2e}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_are_logarithmic_where_values_are_far_apart() {
        let axis = Axis::fitting([-1e300, 1e-300, 1e300].into_iter());
        assert!(axis.is_logarithmic());
        assert_eq!(axis.share(-1e300), 0.0);
        assert_eq!(axis.share(1e300), 1.0);
        assert!((axis.share(0.0) - 0.5).abs() < 1e-12);
        let axis = Axis::fitting([0.0, 4.0, f64::NAN, f64::INFINITY].into_iter());
        assert_eq!((axis.linear_below, axis.share(1.0)), (None, 0.25));
        let axis = Axis::fitting([-f64::MAX, f64::MAX].into_iter());
        assert_eq!((axis.share(-f64::MAX), axis.share(0.0), axis.share(f64::MAX)), (0.0, 0.5, 1.0));
        assert_eq!(Axis::fitting([f64::NAN].into_iter()).share(0.5), 0.5);
    }

    #[test]
    fn shares_lead_back_to_their_numbers() {
        for (low, high) in [(1.0, 2.0), (1e-8, 1.0), (-100.0, 100.0), (-f64::MAX, f64::MAX), (-1.0, -1e-9)] {
            let axis = Axis::between(low, high);
            for share in [0.0, 0.25, 0.5, 0.9, 1.0] {
                let number = axis.at(share);
                assert!((low..=high).contains(&number), "{low} {high} {share}: {number}");
                assert!((axis.share(number) - share).abs() < 1e-9, "{low} {high} {share}: {number}");
            }
        }
        assert!(Axis::between(1e-8, 1.0).is_logarithmic() && !Axis::between(-100.0, 100.0).is_logarithmic());
    }

    #[test]
    fn ticks_are_round_numbers_within_the_axis() {
        assert_eq!(Axis::between(0.0, 10.0).ticks(5), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        assert_eq!(Axis::between(1e-4, 1.0).ticks(4), [1e-4, 1e-3, 1e-2, 0.1, 1.0]);
        assert_eq!(Axis::between(3.0, 3.0).ticks(4), [3.0, 3.0]);
        let all = Axis::between(-f64::MAX, f64::MAX).ticks(6);
        assert!(all.len() < 20 && all.iter().all(|tick| tick.is_finite()), "{all:?}");
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!(
            [0.25, -3.0, 1e308, 1.5e-7, 0.0].map(short_number),
            ["0.25", "-3", "1.00e308", "1.50e-7", "0"]
        );
    }
}
