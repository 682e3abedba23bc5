//! What a fix came to, as plain data.

use serde::Serialize;

/// All of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct FixReport {
    /// The file that is patched, as the user named it.
    pub file: String,
    /// The function.
    pub function: String,
    /// The expressions that were looked at.
    pub expressions: Vec<FixedExpression>,
    /// Expressions that are not understood: the line, and why.
    pub refused: Vec<(usize, String)>,
    /// What the engines say of the function as it is.
    pub old: Judged,
}

impl FixReport {
    /// The best patch of all.
    pub fn best(&self) -> Option<&FixPatch> {
        self.expressions.iter().find_map(|expression| expression.patches.first())
    }
}

/// An expression, and what may stand instead of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FixedExpression {
    /// Its line, from 1.
    pub line: usize,
    /// Its text.
    pub text: String,
    /// Its errors on samples.
    pub errors: SampledErrors,
    /// About how many additions it costs.
    pub cost: u32,
    /// The patches, the best first.
    pub patches: Vec<FixPatch>,
    /// How many candidates were compared with exact values.
    pub tried: usize,
    /// The best that was tried and is no patch: its text, and why.
    pub rejected: Option<(String, String)>,
}

/// ErrorSummary on samples, in bits: the binary logarithm of how many floats lie between.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SampledErrors {
    /// On average, over all floats of the ranges alike.
    pub average: f64,
    /// The largest.
    pub largest: f64,
    /// Where that is.
    pub worst: String,
    /// How many samples.
    pub samples: usize,
}

/// A patch.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FixPatch {
    /// What stands instead of the expression.
    pub text: String,
    /// The unified diff.
    pub diff: String,
    /// The whole file.
    #[serde(skip)]
    pub source: String,
    /// The bytes of the file that are replaced, and by what.
    pub edits: Vec<FixEdit>,
    /// Its errors on samples.
    pub errors: SampledErrors,
    /// About how many additions it costs.
    pub cost: u32,
    /// Where it is worse than the old expression by the most bits, and by how many.
    pub worse: Option<(String, f64)>,
    /// At how many inputs it was seen to mean the same.
    pub compared: usize,
    /// What the engines say of the patched function.
    pub judged: Judged,
    /// Where it underflows though neither the old expression does nor the exact result is tiny.
    pub underflows: Option<String>,
    /// The chains of identities, one for each term that the patch has.
    pub chains: Vec<FixChain>,
}

/// A replacement of bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FixEdit {
    /// The first byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
    /// What stands there instead.
    pub text: String,
}

/// Why a term means what the expression means.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FixChain {
    /// The term.
    pub text: String,
    /// The steps; `None` where no chain was found again within the limits.
    pub steps: Option<Vec<FixStep>>,
}

/// One identity.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FixStep {
    /// The identity.
    pub identity: String,
    /// Its two sides, with the conditions under which it holds.
    pub statement: String,
    /// The whole expression after it.
    pub after: String,
}

/// What ulpwise's engines say of a function.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Judged {
    /// Exceptions by their ids: how many operations raise them, are proven not to, are undecided.
    pub exceptions: Vec<JudgedException>,
    /// Inputs that raise something, by the names of the parameters.
    #[serde(skip)]
    pub witnesses: Vec<Vec<(String, f64)>>,
    /// The largest error that was found, in units of the last place.
    pub largest_ulps: Option<f64>,
    /// Why errors could not be measured.
    pub not_measured: Option<String>,
    /// The proven bound of the relative error.
    pub relative_bound: Option<f64>,
    /// The proven bound of the absolute error.
    pub absolute_bound: Option<f64>,
    /// The same relative bound in units of the last place.
    pub bound_ulps: Option<f64>,
    /// Why there is no bound.
    pub no_bound: Option<String>,
    /// How long a call takes, in nanoseconds.
    pub nanoseconds: Option<f64>,
}

/// An exception in a function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct JudgedException {
    /// Its id.
    pub property: String,
    /// At how many operations some input raises it.
    pub witnesses: usize,
    /// At how many operations none does, proven.
    pub proven: usize,
    /// At how many that is not known.
    pub unknown: usize,
}

impl Judged {
    /// The exceptions of an id.
    pub fn exception(&self, property: &str) -> Option<&JudgedException> {
        self.exceptions.iter().find(|one| one.property == property)
    }

    /// Whether it is proven that nothing at all is raised.
    pub fn is_all_proven(&self) -> bool {
        self.exceptions.iter().all(|one| one.witnesses == 0 && one.unknown == 0)
    }

    /// Exceptions that are raised here and not there.
    pub fn beyond(&self, other: &Self) -> Vec<&str> {
        let raises =
            |judged: &Self, property: &str| judged.exception(property).is_some_and(|one| one.witnesses > 0);
        let ids = self.exceptions.iter().map(|one| one.property.as_str());
        ids.filter(|id| raises(self, id) && !raises(other, id)).collect()
    }
}
