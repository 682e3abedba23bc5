//! What a call of code with shadow values says about errors: for each output what was computed,
//! what would be right, and how far they are apart.

use crate::metric::Metric;
use crate::size::Magnitude;
use crate::success::CountedResults;
use ulpwise_float::Format;
use ulpwise_harness::Output;
use ulpwise_ir::SiteId;
use ulpwise_native::{CallEnd, RightOutput, ShadowedCall};

/// An output of a call that is a number and should be one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OutputReading {
    /// Which of the outputs that are looked at.
    pub output: usize,
    /// What was computed.
    pub value: f64,
    /// What would be right, rounded to double.
    pub right: f64,
    /// The magnitude of what would be right.
    pub right_size: Magnitude,
    /// How far they are apart.
    pub distance: Magnitude,
    /// The error, in the measure that is asked for.
    pub error: Magnitude,
}

/// What a call says.
#[derive(Clone, Debug, PartialEq)]
pub struct CallReading {
    /// How it ended.
    pub end: CallEnd,
    /// Whether it says that it failed, so that its outputs count for nothing.
    pub has_failed: bool,
    /// The outputs that are numbers and should be.
    pub readings: Vec<OutputReading>,
    /// Outputs of another kind than what would be right (NaN, or infinite, against a number):
    /// which, what was computed, what would be right.
    pub differing: Vec<(usize, f64, f64)>,
    /// How many outputs are no numbers, and should be none.
    pub not_numbers: usize,
    /// Comparisons that came out otherwise than without rounding. What is right is then right on
    /// the way that the program took.
    pub diverged: Vec<SiteId>,
    /// Whether the shadow value of a sum had too few bits for both of its operands.
    pub is_absorbed: bool,
    /// Whether operations undo others when nothing is rounded. What is right is then what the same
    /// steps give without rounding, and code that means its roundings has no such result.
    pub undoes: bool,
}

impl CallReading {
    /// Reads a call. So many bits of its shadow values are reliable.
    ///
    /// What is smaller than what it is compared with by more than these bits is what the shadow
    /// values' own rounding left of zero, and counts as zero.
    pub fn read(call: &ShadowedCall, results: &CountedResults, metric: Metric, bits: u32) -> Self {
        let diverged = call.errors.iter().filter(|error| error.diverged).map(|error| error.site).collect();
        let mut reading = Self {
            end: call.end,
            has_failed: results.success.is_some_and(|success| !success.holds(&call.output)),
            readings: Vec::new(),
            differing: Vec::new(),
            not_numbers: 0,
            diverged,
            is_absorbed: call.is_absorbed,
            undoes: false,
        };
        if call.end != CallEnd::Returned || reading.has_failed {
            return reading;
        }
        for (number, output) in results.outputs.iter().enumerate() {
            let place = (output.word, output.shift);
            let right = call.right.iter().find(|right| (right.word, right.shift) == place);
            if let (Some(right), Some(value)) = (right, value_of(output, &call.output)) {
                reading.add((number, output.format), value, right, metric, bits);
            }
        }
        reading
    }

    fn add(
        &mut self,
        (output, format): (usize, Format),
        value: f64,
        right: &RightOutput,
        metric: Metric,
        bits: u32,
    ) {
        let RightOutput { nearest, exponent, error, .. } = *right;
        if !value.is_finite() || !nearest.is_finite() {
            let same = value == nearest || (value.is_nan() && nearest.is_nan());
            match same {
                true => self.not_numbers += 1,
                false => self.differing.push((output, value, nearest)),
            }
            return;
        }
        // Below all doubles only the exponent is known.
        let right_size = match (nearest == 0.0, exponent) {
            (true, Some(exponent)) => Some(Magnitude::power_of_two(exponent - 1)),
            _ => Magnitude::new(nearest, 0),
        };
        let distance = Magnitude::new(error.0, error.1);
        if let (Some(mut right_size), Some(mut distance)) = (right_size, distance) {
            let noise = -f64::from(bits);
            if right_size.log2() - distance.log2() < noise {
                right_size = Magnitude::ZERO;
            } else if distance.log2() - right_size.log2() < noise {
                distance = Magnitude::ZERO;
            }
            let nearest = if right_size.is_zero() { 0.0 } else { nearest };
            let error = metric.error(distance, right_size, format);
            self.readings.push(OutputReading { output, value, right: nearest, right_size, distance, error });
        }
    }

    /// The reading with the largest error.
    pub fn worst(&self) -> Option<&OutputReading> {
        let larger = |a: &&OutputReading, b: &&OutputReading| {
            a.error.partial_cmp(&b.error).unwrap_or(std::cmp::Ordering::Equal)
        };
        self.readings.iter().max_by(larger)
    }

    /// That of an output.
    pub fn for_output(&self, output: usize) -> Option<&OutputReading> {
        self.readings.iter().find(|reading| reading.output == output)
    }
}

/// The number that an output is in what a call gave back; `None` if its format is neither float nor
/// double.
pub fn value_of(output: &Output, words: &[u64]) -> Option<f64> {
    let word = words.get(output.word)? >> output.shift;
    match output.format {
        Format::F64 => Some(f64::from_bits(word)),
        Format::F32 => Some(f32::from_bits(word as u32).into()),
        _ => None,
    }
}
