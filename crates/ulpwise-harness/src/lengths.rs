//! How many elements there are behind a parameter: what the user says, else what the source
//! declares, else a default.
//!
//! A length that another parameter says (`double v[n]`, `real(8) a(n)`) makes that parameter an
//! integer with a largest value: arrays get as many elements as the largest needs.

use crate::entry::name_of;
use crate::ranges::Ranges;
use ulpwise_ir::{Declaration, DeclaredLength, Dimension};

/// How many elements a pointer to numbers points at unless something else is known.
pub(crate) const DEFAULT_LENGTH: u64 = 4;

/// The largest value of a length that makes an array; a range that goes further needs `--len`.
const LARGEST_LIMIT: u64 = 64;

/// What is known of the lengths of a function's parameters.
pub(crate) struct Lengths<'a> {
    declaration: &'a Declaration,
    /// What the user says.
    given: &'a [(String, u64)],
    /// The names of inputs that are the length of an array, and the most that they are. The user's
    /// own ranges come first.
    limits: Vec<(String, u64)>,
}

/// How many elements a parameter points at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ParameterLength {
    /// How many.
    pub(crate) elements: u64,
    /// Whether the language makes every caller pass as many.
    pub(crate) is_guaranteed: bool,
    /// Whether a part of it is a default.
    pub(crate) is_open: bool,
}

impl<'a> Lengths<'a> {
    pub(crate) fn new(declaration: &'a Declaration, given: &'a [(String, u64)], ranges: &Ranges) -> Self {
        let mut lengths = Self { declaration, given, limits: Vec::new() };
        for number in 0..declaration.parameters.len() {
            if let Some(limit) = lengths.limit_of_parameter(number, ranges) {
                lengths.limits.push((name_of(declaration, number), limit));
            }
        }
        lengths
    }

    /// The most that a parameter is because it is the length of another one.
    fn limit_of_parameter(&self, number: usize, ranges: &Ranges) -> Option<u64> {
        let is_it = |dimension: &Dimension| *dimension == Dimension::Parameter(number as u32);
        let arrays = self.declaration.parameters.iter().enumerate().filter(|(_, parameter)| {
            parameter.length.as_ref().is_some_and(|length| length.dimensions.iter().any(is_it))
        });
        let mut arrays = arrays.peekable();
        arrays.peek()?;
        let user = arrays.filter_map(|(array, parameter)| {
            let is_all = parameter.length.as_ref().is_some_and(|length| length.dimensions.len() == 1);
            self.user_length(&name_of(self.declaration, array)).filter(|_| is_all)
        });
        let in_range = || ranges.largest(&name_of(self.declaration, number));
        let limit = user.min().or_else(in_range).unwrap_or(DEFAULT_LENGTH);
        Some(if (1..=LARGEST_LIMIT).contains(&limit) { limit } else { DEFAULT_LENGTH })
    }

    fn user_length(&self, name: &str) -> Option<u64> {
        self.given.iter().find(|(of, _)| of == name).map(|&(_, length)| length)
    }

    /// How many elements a parameter points at by its declaration, counted in what its type points
    /// at; in numbers, where that has no size of its own.
    pub(crate) fn declared(&self, number: usize, counts_numbers: bool) -> Option<ParameterLength> {
        let DeclaredLength { dimensions, is_guaranteed } =
            self.declaration.parameters[number].length.as_ref()?;
        let counted = if counts_numbers { dimensions.len() } else { 1 };
        let extent = |dimension: &Dimension| match *dimension {
            Dimension::Constant(count) => Some(count),
            Dimension::Parameter(number) => self.limit(&name_of(self.declaration, number as usize)),
            Dimension::Open => Some(DEFAULT_LENGTH),
        };
        let elements = dimensions
            .iter()
            .take(counted)
            .try_fold(1u64, |product, dimension| product.checked_mul(extent(dimension)?))?;
        let is_open = dimensions.contains(&Dimension::Open);
        Some(ParameterLength { elements, is_guaranteed: *is_guaranteed && !is_open, is_open })
    }

    /// The most that an input is because it is a length.
    pub(crate) fn limit(&self, name: &str) -> Option<u64> {
        self.limits.iter().find(|(of, _)| of == name).map(|&(_, limit)| limit)
    }
}
