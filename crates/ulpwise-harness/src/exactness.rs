//! Whether what shadow values say of a call is the exact result, or only what exact arithmetic makes
//! of code that means its roundings.
//!
//! Shadow values follow the path of the floats. What they give is the exact result of code that means
//! real arithmetic, on two conditions. Nothing rounded may have come into it: then it does not depend
//! on how the floats are rounded, and calls in other rounding modes give the same. And no operation
//! may undo others when nothing is rounded, for such code is about its roundings. Inputs that happen
//! to be equal look like one input there; inputs nearby tell the two apart.
//!
//! What is not settled here is called not known. Nothing else follows from it.

use crate::outputs::Output;
use crate::reach::reached_functions;
use crate::real_arithmetic::MeansRounding;
use std::fmt;
use ulpwise_ir::{FloatFormat, FunctionId, Module, SiteId, SiteKind};
use ulpwise_native::{CallEnd, RightOutput, ShadowedCall, Space, VariableKind};

/// How many inputs nearby are tried.
const NEARBY: u64 = 8;

/// How far away these lie at most, as a power of two of ordinals: less than half of the digits.
const DISTANCE_BITS: (u32, u32) = (9, 24);

/// Why the exact result of a call is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum NotExact {
    /// The code does not mean real arithmetic, or it is not followed.
    Meaning(MeansRounding),
    /// Operations have no shadow values.
    NotFollowed,
    /// A comparison comes out otherwise without rounding.
    Diverged(SiteId),
    /// An operation undoes others when nothing is rounded.
    Undone(SiteId),
    /// Shadow values depend on how floats are rounded.
    Rounding,
    /// More bits go on changing it.
    Bits,
    /// The call has more operations than are followed.
    Length,
}

impl fmt::Display for NotExact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Meaning(reason) => return reason.fmt(f),
            Self::NotFollowed => "operations are not followed (vectors, long double, library code)",
            Self::Diverged(_) => "a comparison comes out otherwise without rounding",
            Self::Undone(_) => "operations undo each other when nothing is rounded",
            Self::Rounding => "without rounding it would still depend on how floats are rounded",
            Self::Bits => "more bits go on changing it",
            Self::Length => "a call has more operations than are followed",
        })
    }
}

/// In which rounding mode a call is made again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AgainIn {
    /// The mode of the call.
    SameMode,
    /// Upwards.
    Upwards,
    /// Downwards.
    Downwards,
}

/// Whether arithmetic that a function can come to has no shadow values. A float that becomes a double
/// keeps its own; conversions of integers to floats are exact, or depend on the rounding mode.
pub fn has_unfollowed_arithmetic(
    module: &Module,
    function: FunctionId,
    unobserved: impl IntoIterator<Item = SiteId>,
) -> bool {
    let reached = reached_functions(module, function);
    unobserved.into_iter().map(|site| &module.sites[site]).any(|site| match site.kind {
        SiteKind::FromInt(_) | SiteKind::Convert(FloatFormat::F32, FloatFormat::F64) => false,
        SiteKind::Binary(..)
        | SiteKind::Unary(..)
        | SiteKind::Fma(_)
        | SiteKind::Convert(..)
        | SiteKind::Compare(_)
        | SiteKind::ToInt(_)
        | SiteKind::Libm(_) => reached.contains(&site.function),
    })
}

/// Why what a call with shadow values says is not the exact result, if it is not. The call is made
/// again by `again`, which returns nothing where that fails.
pub fn not_exact(
    (words, call): (&[u64], &ShadowedCall),
    space: &Space,
    outputs: &[Output],
    again: &mut dyn FnMut(AgainIn, &[u64]) -> Option<ShadowedCall>,
) -> Option<NotExact> {
    if call.is_exhausted {
        return Some(NotExact::Length);
    }
    if let Some(diverged) = call.errors.iter().find(|error| error.diverged) {
        return Some(NotExact::Diverged(diverged.site));
    }
    if let Some(&site) = call.undone.first() {
        let nearby = nearby_inputs(space, words);
        let is_chance = |words: &Vec<u64>| {
            let call = again(AgainIn::SameMode, words);
            call.is_some_and(|call| call.end == CallEnd::Returned && call.undone.is_empty())
        };
        if nearby.is_empty() || !nearby.iter().all(is_chance) {
            return Some(NotExact::Undone(site));
        }
    }
    let is_same = |mode: AgainIn| {
        let other = again(mode, words);
        other.is_some_and(|other| {
            other.end == CallEnd::Returned
                && !other.is_exhausted
                && outputs.iter().all(|output| has_same_right(output, words, call, &other))
        })
    };
    let modes = [AgainIn::Upwards, AgainIn::Downwards];
    (!modes.into_iter().all(is_same)).then_some(NotExact::Rounding)
}

/// Whether two calls on the same inputs have the same right value of an output. One without a shadow
/// value is right as it is.
fn has_same_right(output: &Output, words: &[u64], one: &ShadowedCall, other: &ShadowedCall) -> bool {
    let right = |call: &ShadowedCall| {
        let is_it = |right: &&RightOutput| (right.word, right.shift) == (output.word, output.shift);
        call.right.iter().find(is_it).map(|right| (right.nearest.to_bits(), right.exponent))
    };
    match (right(one), right(other)) {
        (Some((one, exponent)), Some((other, other_exponent))) => {
            let are_nan = f64::from_bits(one).is_nan() && f64::from_bits(other).is_nan();
            are_nan || (one == other && exponent == other_exponent)
        }
        (None, None) => output.bits(words, &one.output) == output.bits(words, &other.output),
        _ => false,
    }
}

/// Inputs whose floats are other ones nearby, each by a distance of its own; fewer where a range or an
/// assumption excludes some, none where there is no float to move.
fn nearby_inputs(space: &Space, words: &[u64]) -> Vec<Vec<u64>> {
    let values = space.values(words);
    let one = |number: u64| {
        let mut is_moved = false;
        let moved: Vec<u64> = space
            .variables
            .iter()
            .zip(&values)
            .enumerate()
            .map(|(at, (variable, &value))| {
                let VariableKind::Float(format) = variable.kind else { return value };
                let bits = if format.width() <= 32 { DISTANCE_BITS.0 } else { DISTANCE_BITS.1 };
                let Some(ordinal) = variable.kind.ordinal(value).filter(|&ordinal| ordinal != 0) else {
                    return value;
                };
                let seed = number.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(at as u64);
                let distance = i128::from(scrambled(seed) >> (64 - bits)) + 1;
                let (low, high) = (variable.range.low, variable.range.high);
                // The other way where the range ends; a range of one value has none.
                let to = [ordinal + distance, ordinal - distance];
                let same_sign = |to: &i128| to.signum() == ordinal.signum();
                let found = to.into_iter().find(|to| (low..=high).contains(to) && same_sign(to));
                is_moved |= found.is_some();
                found.map_or(value, |to| variable.kind.value_at(to))
            })
            .collect();
        let mut words = Vec::new();
        (is_moved && space.push(&moved, &mut words)).then_some(words)
    };
    (1..=NEARBY).filter_map(one).collect()
}

/// A word that looks like chance, and is the same each time (SplitMix64).
fn scrambled(word: u64) -> u64 {
    let mut z = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}
