//! Formulas in FPCore among the files of a program: what `:pre` promises of their inputs holds as if it
//! were given with `--range` and `--assume`. What the user says of an input comes first.

use crate::options::{AccuracyOptions, CheckOptions, FunctionOverride, ProgramFiles, StabilityOptions};
use ulpwise_fpcore::Domain;

/// The formulas of a program's files with what is promised, by their names in C. A file that is wrong
/// is refused where it is compiled.
fn formulas(program: &ProgramFiles) -> Vec<(String, Domain)> {
    let is_formula = |file: &&std::path::PathBuf| file.extension().is_some_and(|end| end == "fpcore");
    let texts = program.files.iter().filter(is_formula).filter_map(|file| std::fs::read_to_string(file).ok());
    let cores = texts.filter_map(|text| ulpwise_fpcore::parse(&text).ok()).flatten();
    cores.filter_map(|core| Some((core.name.clone(), ulpwise_fpcore::domain(&core).ok()?))).collect()
}

/// The ranges that are given, and those that are promised of other inputs.
fn ranges(given: &[String], domain: &Domain) -> Vec<String> {
    let is_given = |name: &str| given.iter().any(|range| range.split('=').next() == Some(name));
    let promised = domain.ranges.iter().filter(|(name, ..)| !is_given(name));
    // Both ends round-trip in this form.
    let promised = promised.map(|(name, low, high)| format!("{name}={low:e}..{high:e}"));
    given.iter().cloned().chain(promised).collect()
}

/// The promises of one formula, or of the only one if none is named.
pub(crate) fn promises(program: &ProgramFiles, function: Option<&str>) -> Option<Domain> {
    // What is compiled had its promises entered then.
    let mut all = if program.compiled.is_some() { Vec::new() } else { formulas(program) };
    match function {
        Some(name) => all.into_iter().find(|(known, _)| known == name).map(|(_, domain)| domain),
        None if all.len() == 1 => all.pop().map(|(_, domain)| domain),
        None => None,
    }
}

/// Options of a check with what each formula promises.
pub(crate) fn check_options(options: &CheckOptions) -> CheckOptions {
    let mut promised = options.clone();
    // What is compiled had its promises entered then.
    if options.program.compiled.is_some() {
        return promised;
    }
    let own = formulas(&options.program).into_iter().map(|(name, domain)| FunctionOverride {
        pattern: name,
        ranges: Some(ranges(&options.domain.ranges, &domain)),
        assume: Some(options.assume.iter().chain(&domain.conditions).cloned().collect()),
        ..FunctionOverride::default()
    });
    // What the settings say of a function comes later, and counts.
    promised.overrides = own.chain(options.overrides.iter().cloned()).collect();
    promised
}

/// Options of stability with what the formula promises.
pub(crate) fn stability_options(options: &StabilityOptions) -> StabilityOptions {
    let mut promised = options.clone();
    if options.program.compiled.is_some() {
        return promised;
    }
    if let Some(domain) = promises(&options.program, options.function.as_deref()) {
        promised.domain.ranges = ranges(&options.domain.ranges, &domain);
        promised.assume.extend(domain.conditions);
    }
    promised
}

/// Options of accuracy with what the formula promises.
pub(crate) fn accuracy_options(options: &AccuracyOptions, function: &str) -> AccuracyOptions {
    let mut promised = options.clone();
    if let Some(domain) = promises(&options.program, Some(function)) {
        promised.domain.ranges = ranges(&options.domain.ranges, &domain);
        promised.assume.extend(domain.conditions);
    }
    promised
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_user_says_of_an_input_comes_first() {
        let domain = Domain {
            ranges: vec![("x".to_owned(), 1.0, 2.5), ("y".to_owned(), 0.0, f64::MAX)],
            conditions: Vec::new(),
        };
        let given = ["y=0..3".to_owned()];
        assert_eq!(ranges(&given, &domain), ["y=0..3", "x=1e0..2.5e0"]);
    }
}
