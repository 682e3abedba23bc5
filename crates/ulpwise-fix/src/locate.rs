//! Which file, which function, and over which ranges.

use crate::error::FixError;
use crate::options::FixOptions;
use crate::search::sample::{Kind, Range, SampledExpression};
use crate::source::{Expression, Language, NotFound, SourceFunction, read_function};
use ulpwise_driver::InputDomain;

/// A function in a file of the program.
pub(crate) struct Located {
    /// Which of the program's files.
    pub(crate) file: usize,
    pub(crate) text: String,
    pub(crate) name: String,
    pub(crate) function: SourceFunction,
}

/// Finds the function.
pub(crate) fn locate(options: &FixOptions) -> Result<Located, FixError> {
    let Some(name) = options.function.clone() else {
        return Err(FixError::Refused {
            message: "no function is named".to_owned(),
            help: Some("--fn NAME names the function whose expressions are looked at".to_owned()),
        });
    };
    let mut is_macro = false;
    let mut is_read = false;
    for (file, path) in options.program.files.iter().enumerate() {
        let Some(language) = Language::of_file(path) else { continue };
        is_read = true;
        let text =
            std::fs::read_to_string(path).map_err(|error| FixError::File { path: path.clone(), error })?;
        match read_function(language, &text, &name) {
            Ok(function) => return Ok(Located { file, text, name, function }),
            Err(NotFound::Macro) => is_macro = true,
            Err(NotFound::Function | NotFound::Language) => {}
        }
    }
    Err(not_found(&name, is_read, is_macro))
}

fn not_found(name: &str, is_read: bool, is_macro: bool) -> FixError {
    let (message, help) = match (is_read, is_macro) {
        (false, _) => (
            format!("`{name}` has no source that is read here"),
            "patches are made of C and C++ sources".to_owned(),
        ),
        (true, true) => (
            format!("`{name}` is made by a macro: there is no text of its own to patch"),
            "patch the macro by hand, or write the function out".to_owned(),
        ),
        (true, false) => (
            format!("no file has exactly one function `{name}` in its source"),
            "`ulpwise list FILE` shows what functions there are".to_owned(),
        ),
    };
    FixError::Refused { message, help: Some(help) }
}

/// An expression with the inputs that it is computed for.
pub(crate) fn problem(expression: &Expression, domain: &InputDomain) -> SampledExpression {
    let range = |variable: &crate::source::SourceVariable| {
        let all = Range::all(variable.kind);
        let known = variable
            .is_parameter
            .then(|| named_range(&domain.ranges, &variable.text, variable.kind))
            .flatten();
        known.unwrap_or(all)
    };
    SampledExpression {
        term: expression.term.clone(),
        format: expression.format,
        ranges: expression.variables.iter().map(range).collect(),
        conditions: expression.conditions.clone(),
    }
}

/// The range that the user gave a name; what it means is checked where the engines read it.
fn named_range(ranges: &[String], name: &str, kind: Kind) -> Option<Range> {
    let text =
        ranges.iter().rev().find_map(|range| range.split_once('=').filter(|(own, _)| own.trim() == name))?.1;
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
    let (low, high) = match text.split_once("..") {
        Some((low, high)) => (number(low)?, number(high)?),
        None => (number(text)?, number(text)?),
    };
    (low <= high).then_some(Range { low, high, kind })
}
