//! The analyses: each looks for verdicts in its own way.

pub(crate) mod abstraction;
pub(crate) mod native;
pub(crate) mod remedies;
pub(crate) mod symbolic;
