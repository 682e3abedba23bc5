//! Learning from conflicts: nogoods over domains, in the style of conflict-driven clause learning.
//!
//! A literal says that a variable lies in a domain; a nogood says that its literals do not hold all
//! at once. It follows from the constraints and the assertions alone, never from decisions.

pub(crate) mod analyze;
pub(crate) mod nogoods;
