//! What `ulpwise search` knows: the exceptions of native calls, and what trying all inputs proves.

use crate::assumption::Assumption;
use crate::detail::SourceLocation;
use serde::Serialize;

/// An exception that happened in unoptimised code, too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchFinding {
    /// The operation with the source's name of its function.
    pub site: String,
    /// The id of the property.
    pub property: &'static str,
    /// Where.
    pub location: Option<SourceLocation>,
    /// The call.
    pub call: String,
    /// The witness as a document of its own, described in docs/witness.md.
    pub document: String,
}

/// An exception that happened in optimised code only.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UnconfirmedException {
    /// The stable name of the operation.
    pub site: String,
    /// The same with the source's name of its function.
    #[serde(skip)]
    pub shown_site: String,
    /// The id of the property.
    pub property: &'static str,
}

/// A call that did not return.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UnreturnedCall {
    /// The call.
    pub call: String,
    /// How it ended.
    pub end: String,
}

/// A run of `ulpwise search`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchRun {
    /// The linker's name of the function.
    pub function: String,
    /// The exceptions, in the order of their sites.
    pub findings: Vec<SearchFinding>,
    /// Exceptions in optimised code only.
    pub unconfirmed: Vec<UnconfirmedException>,
    /// How many calls were made.
    pub tried: u64,
    /// How many inputs there are, if all were to be tried.
    pub inputs: Option<u64>,
    /// Whether all inputs were tried, and all calls returned.
    pub complete: bool,
    /// Why trying all inputs proves nothing, if that is so.
    pub unproven: Option<String>,
    /// Why not all calls were made, if that is so.
    pub stopped: Option<String>,
    /// The operations that are proven to raise nothing.
    pub proven: Vec<String>,
    /// What that takes for granted; empty if nothing is proven.
    pub assumptions: Vec<Assumption>,
    /// The operations that native code does not look at.
    pub unobserved: Vec<String>,
    /// Calls that did not return.
    pub ends: Vec<UnreturnedCall>,
    /// What the kernel did not protect from, a sentence each.
    pub unprotected: Vec<&'static str>,
    /// What the user should know besides.
    pub warnings: Vec<String>,
}
