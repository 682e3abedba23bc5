//! The inputs that are tried: points, whose coordinates are ordinals in the order of the values
//! that a variable may have.

use crate::error::AccuracyError;
use ulpwise_float::Format;
use ulpwise_harness::NativeInputs;
use ulpwise_native::{Assumption, Space, VariableKind};

/// An input: for each variable the ordinal of its value.
pub type InputPoint = Vec<i128>;

/// The values of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coordinate {
    /// What ordinals are ordinals of.
    kind: VariableKind,
    /// Whether the variable is a double of which only values are taken that are floats, too.
    widened: bool,
    /// The first and the last place.
    pub(crate) low: i128,
    pub(crate) high: i128,
}

impl Coordinate {
    /// The number at a ordinal.
    pub fn number(&self, ordinal: i128) -> f64 {
        let bits = self.kind.value_at(ordinal);
        match self.kind {
            VariableKind::Float(Format::F64) => f64::from_bits(bits),
            VariableKind::Float(Format::F32) => f32::from_bits(bits as u32).into(),
            VariableKind::Float(_) => f64::NAN,
            VariableKind::Int { .. } => ordinal as f64,
        }
    }

    /// The bits of the variable at a ordinal.
    pub(crate) fn bits(&self, ordinal: i128) -> u64 {
        if self.widened { self.number(ordinal).to_bits() } else { self.kind.value_at(ordinal) }
    }

    /// The ordinal of the number nearest to one, within the bounds.
    pub fn nearest(&self, number: f64) -> i128 {
        let ordinal = if number.is_nan() { None } else { self.kind.ordinal(self.kind.nearest(number)) };
        self.clamped(ordinal.unwrap_or(0))
    }

    /// The nearest ordinal within the bounds.
    pub fn clamped(&self, ordinal: i128) -> i128 {
        ordinal.clamp(self.low, self.high)
    }

    /// The ordinal of a variable's bits, within the bounds.
    pub fn ordinal(&self, bits: u64) -> i128 {
        match (self.widened, self.kind.ordinal(bits)) {
            (true, _) => self.nearest(f64::from_bits(bits)),
            (false, ordinal) => self.clamped(ordinal.unwrap_or(0)),
        }
    }

    /// The first ordinal and the last one.
    pub fn ends(&self) -> [i128; 2] {
        [self.low, self.high]
    }

    /// The ordinal of the number in the middle of the range.
    pub(crate) fn middle(&self) -> i128 {
        self.nearest(self.number(self.low) / 2.0 + self.number(self.high) / 2.0)
    }

    /// Whether it is a float.
    pub fn is_float(&self) -> bool {
        matches!(self.kind, VariableKind::Float(_))
    }

    /// How many digits its values have.
    pub(crate) fn digits(&self) -> u32 {
        match self.kind {
            VariableKind::Float(format) => format.significand_bits(),
            VariableKind::Int { bits, .. } => bits,
        }
    }

    /// Whether there is more than one value.
    pub fn varies(&self) -> bool {
        self.low < self.high
    }

    /// How many bits the distance between its ends has.
    pub(crate) fn bits_of_width(&self) -> u32 {
        128 - self.low.abs_diff(self.high).leading_zeros()
    }
}

/// All inputs.
#[derive(Clone, Debug)]
pub struct InputDomain {
    pub(crate) space: Space,
    /// For each variable of the space its values.
    pub coordinates: Vec<Coordinate>,
    /// The variables that have more than one value.
    pub varied: Vec<usize>,
}

impl InputDomain {
    /// The inputs of a function; with `floats_only`, doubles take the values of floats.
    ///
    /// # Errors
    /// An input has no values.
    pub fn new(inputs: &NativeInputs, floats_only: bool) -> Result<Self, AccuracyError> {
        let mut coordinates = Vec::new();
        for (variable, name) in inputs.space.variables.iter().zip(&inputs.names) {
            let own = Coordinate {
                kind: variable.kind,
                widened: false,
                low: variable.range.low,
                high: variable.range.high,
            };
            let coordinate = match variable.kind {
                VariableKind::Float(Format::F64) if floats_only => narrowed(own),
                _ => own,
            };
            if coordinate.low > coordinate.high {
                return Err(AccuracyError::EmptyRange(name.clone()));
            }
            coordinates.push(coordinate);
        }
        let varied = (0..coordinates.len()).filter(|&at| coordinates[at].varies()).collect();
        Ok(Self { space: inputs.space.clone(), coordinates, varied })
    }

    /// Adds the words of a call; `false` if an assumption excludes the point.
    pub fn push(&self, point: &[i128], words: &mut Vec<u64>) -> bool {
        let values: Vec<u64> = self
            .coordinates
            .iter()
            .zip(point)
            .map(|(coordinate, &ordinal)| coordinate.bits(ordinal))
            .collect();
        self.space.push(&values, words)
    }

    /// The words of a call, whatever an assumption says of it.
    pub fn words(&self, point: &[i128]) -> Vec<u64> {
        let values: Vec<u64> = self
            .coordinates
            .iter()
            .zip(point)
            .map(|(coordinate, &ordinal)| coordinate.bits(ordinal))
            .collect();
        let all = Space { assumption: None, ..self.space.clone() };
        let mut words = Vec::new();
        all.push(&values, &mut words);
        words
    }

    /// Which of the inputs in range are meant, if not all.
    pub fn assumption(&self) -> Option<Assumption> {
        self.space.assumption.clone()
    }

    /// Says which of the inputs in range are meant.
    pub fn set_assumption(&mut self, assumption: Assumption) {
        self.space.assumption = Some(assumption);
    }

    /// How many words a call has.
    pub fn width(&self) -> usize {
        self.space.template.len()
    }
}

/// The floats among the doubles of a coordinate.
fn narrowed(own: Coordinate) -> Coordinate {
    let kind = VariableKind::Float(Format::F32);
    let ordinal = |double: i128| kind.ordinal(kind.nearest(own.number(double))).unwrap_or(0);
    let mut narrow = Coordinate { kind, widened: true, low: ordinal(own.low), high: ordinal(own.high) };
    if narrow.number(narrow.low) < own.number(own.low) {
        narrow.low += 1;
    }
    if narrow.number(narrow.high) > own.number(own.high) {
        narrow.high -= 1;
    }
    narrow
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use ulpwise_native::{InputVariable, NativeTarget, VariableRange};

    /// Doubles with these bounds.
    pub(crate) fn doubles(bounds: &[(f64, f64)], floats_only: bool) -> Result<InputDomain, AccuracyError> {
        let kind = VariableKind::Float(Format::F64);
        let ordinal = |number: f64| kind.ordinal(number.to_bits()).unwrap();
        let variable = |(word, &(low, high)): (usize, &(f64, f64))| InputVariable {
            word,
            shift: 0,
            kind,
            range: VariableRange { low: ordinal(low), high: ordinal(high), nan: false },
        };
        let variables: Vec<InputVariable> = bounds.iter().enumerate().map(variable).collect();
        let names = (0..bounds.len()).map(|at| format!("x{at}")).collect();
        let space = Space { template: vec![0; bounds.len()], variables, assumption: None };
        let target = NativeTarget { name: "f".into(), parameters: Vec::new(), links: Vec::new() };
        InputDomain::new(
            &NativeInputs {
                target,
                space,
                names,
                outputs: Vec::new(),
                buffer_bytes: Vec::new(),
                objects: Vec::new(),
            },
            floats_only,
        )
    }

    #[test]
    fn only_floats_within_the_bounds_are_taken() {
        let domain = doubles(&[(0.1, 100.0)], true).unwrap();
        let coordinate = domain.coordinates[0];
        assert_eq!(coordinate.number(coordinate.low), f64::from(0.1f32), "the float above a tenth");
        assert_eq!(coordinate.number(coordinate.nearest(1e9)), 100.0);
        let words = domain.words(&[coordinate.nearest(0.3)]);
        assert_eq!(f64::from_bits(words[0]), f64::from(0.3f32));
        assert_eq!(coordinate.ordinal(words[0]), coordinate.nearest(0.3), "words lead back to ordinals");
        let none = doubles(&[(0.1000001, 0.1000001 + 1e-15)], true);
        assert_eq!(
            none.err().map(|error| error.to_string()).as_deref(),
            Some("no value of x0 lies in its range")
        );
    }
}
