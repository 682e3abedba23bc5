//! The waves: who looks for verdicts, each in its own way.

pub(crate) mod abstraction;
pub(crate) mod native;
pub(crate) mod symbolic;
