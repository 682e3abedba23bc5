//! Names of options that were replaced. They still work and are not shown.

/// What `--analysis` was called.
pub(crate) const ANALYSIS: &str = "wave";

/// Options by their former name and their name.
pub(crate) const RENAMED: [(&str, &str); 1] = [(ANALYSIS, "analysis")];
