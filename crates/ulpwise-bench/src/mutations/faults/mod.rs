//! The faults, by what they are made in.

mod abstract_states;
mod abstract_values;
mod bounds;
mod checkers;
mod engines;
mod paths;

use super::DeliberateFault;

/// All faults.
pub(super) fn all() -> impl Iterator<Item = &'static DeliberateFault> {
    [
        abstract_values::FAULTS,
        abstract_states::FAULTS,
        engines::FAULTS,
        paths::FAULTS,
        bounds::FAULTS,
        checkers::FAULTS,
    ]
    .into_iter()
    .flatten()
}
