//! Proposes ranges for the inputs of a program: from what its own code compares parameters with, and
//! from what their names stand for. A person accepts them; nothing here is taken for granted.

use crate::context::RunContext;
use crate::error::DriverError;
use crate::load::{LoadLimits, load_to_run};
use crate::on_large_stack;
use crate::options::ProgramFiles;
use crate::project::with_project;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use ulpwise_harness::names::source_name;
use ulpwise_harness::ownership::Ownership;
use ulpwise_ir::{Body, Constant, FloatFormat, Function, Inst, Module, Slot, SourceType};

/// How many functions are named for one range.
const MOST_NAMED: usize = 3;

/// Names of quantities, in lower case, with the values that they have by their units. A name also
/// counts with digits behind it.
const QUANTITIES: [(&[&str], &str, &str); 9] = [
    (&["ra", "lon", "longitude", "lambda", "azimuth", "az"], "0..6.2831853", "an angle around, in radians"),
    (
        &["dec", "lat", "latitude", "elevation", "alt"],
        "-1.5707963..1.5707963",
        "an angle up and down, in radians",
    ),
    (&["theta", "phi", "psi", "angle", "rad", "radians"], "-6.2831853..6.2831853", "an angle, in radians"),
    (&["degrees", "deg"], "-360..360", "an angle, in degrees"),
    (&["p", "prob", "probability", "quantile"], "0..1", "a probability"),
    (&["percent", "percentage"], "0..100", "a part of a hundred"),
    (&["jd", "julian", "mjd", "date"], "0..5e6", "a date, in days"),
    (&["celsius", "temp_c", "tc"], "-100..2000", "a temperature, in degrees"),
    (&["kelvin", "temp_k"], "0..1e4", "a temperature, in kelvins"),
];

/// What is known about the parameters of one name.
#[derive(Default)]
struct NamedInputs {
    functions: BTreeSet<String>,
    /// What they are compared with, and in which functions.
    compared: Vec<(f64, String)>,
}

/// Proposes ranges, as the text of an `ulpwise.toml`.
///
/// # Errors
/// The program does not load.
pub fn suggest(program: &ProgramFiles, context: &RunContext) -> Result<String, DriverError> {
    let program = with_project(program, context)?;
    on_large_stack(|| {
        context.progress.phase("compiling");
        let loaded = load_to_run(&program, &[], LoadLimits::default())?;
        let ownership = Ownership::within(&loaded.module, &program.built.own);
        Ok(settings(&named_inputs(&loaded.module, &ownership)))
    })
}

fn named_inputs(module: &Module, ownership: &Ownership) -> BTreeMap<String, NamedInputs> {
    let mut all: BTreeMap<String, NamedInputs> = BTreeMap::new();
    for function in module.functions.iter().filter(|function| ownership.is_offered(module, function)) {
        let name = source_name(function);
        for (slot, parameter) in float_parameters(module, function) {
            let inputs = all.entry(parameter).or_default();
            inputs.functions.insert(name.clone());
            let body = function.body.as_ref();
            let compared = slot.zip(body).map(|(slot, body)| compared_with(body, slot)).unwrap_or_default();
            inputs.compared.extend(compared.into_iter().map(|number| (number, name.clone())));
        }
    }
    all
}

/// The parameters that are, or point at, floating-point numbers, with the slots of those that are.
fn float_parameters(module: &Module, function: &Function) -> Vec<(Option<Slot>, String)> {
    let Some(declaration) = &function.declaration else { return Vec::new() };
    // Structures by value may take several slots each: then it is not known which is which.
    let is_plain = declaration.parameters.len() == function.parameters.len();
    let slots = function.body.iter().flat_map(Body::parameters).map(|(slot, _)| slot);
    let slots: Vec<Slot> = if is_plain { slots.collect() } else { Vec::new() };
    let is_float = |ty: &SourceType| matches!(ty, SourceType::Float(_));
    let mut found = Vec::new();
    for (number, parameter) in declaration.parameters.iter().enumerate() {
        let own = &module.source_types[parameter.ty];
        let slot = slots.get(number).copied().filter(|_| is_float(own));
        let points =
            matches!(own, SourceType::Pointer { pointee, .. } if is_float(&module.source_types[*pointee]));
        if (is_float(own) || points) && !parameter.name.is_empty() {
            found.push((slot, parameter.name.clone()));
        }
    }
    found
}

/// The numbers that a function compares a parameter with.
fn compared_with(body: &Body, parameter: Slot) -> Vec<f64> {
    let constant = |slot: Slot, format: FloatFormat| {
        let (_, constant) = body.constants.iter().find(|(of, _)| *of == slot)?;
        match (constant, format) {
            (Constant::Bits(bits), FloatFormat::F64) => Some(f64::from_bits(*bits as u64)),
            (Constant::Bits(bits), FloatFormat::F32) => Some(f32::from_bits(*bits as u32).into()),
            _ => None,
        }
    };
    let compared = body.insts.iter().filter_map(|inst| match *inst {
        Inst::FloatCompare { a, b, format, .. } if a == parameter => constant(b, format),
        Inst::FloatCompare { a, b, format, .. } if b == parameter => constant(a, format),
        _ => None,
    });
    compared.filter(|number| number.is_finite()).collect()
}

/// What the name of a parameter stands for.
fn quantity(name: &str) -> Option<(&'static str, &'static str)> {
    let plain = name.trim_end_matches(|character: char| character.is_ascii_digit()).to_lowercase();
    let known = QUANTITIES.iter().find(|(names, ..)| names.contains(&plain.as_str()));
    known.map(|(_, range, what)| (*range, *what))
}

/// The range that the program's own comparisons speak of: from the least to the largest number, and
/// to where a single one leads.
fn compared_range(compared: &[(f64, String)]) -> Option<(String, String)> {
    let low = compared.iter().map(|(number, _)| *number).reduce(f64::min)?;
    let high = compared.iter().map(|(number, _)| *number).reduce(f64::max)?;
    let functions: BTreeSet<String> = compared.iter().map(|(_, function)| function.clone()).collect();
    let what = format!("compared with {low} to {high} in {}", some_of(&functions));
    let range = if low < high { format!("{low}..{high}") } else { format!("{low}..{}", low.max(1.0) * 1e6) };
    Some((range, what))
}

fn some_of(names: &BTreeSet<String>) -> String {
    let shown: Vec<&str> = names.iter().take(MOST_NAMED).map(String::as_str).collect();
    let more = names.len() - shown.len();
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{more}", shown.join(", "))
}

fn settings(inputs: &BTreeMap<String, NamedInputs>) -> String {
    let mut text = String::from(
        "# Proposed by ulpwise suggest. Keep what is true of your inputs, and save it as ulpwise.toml.\n[check]\nrange = [\n",
    );
    for (name, inputs) in inputs {
        let of_name = quantity(name).map(|(range, what)| {
            (range.to_owned(), format!("{what}, by its name: {}", some_of(&inputs.functions)))
        });
        let Some((range, why)) = of_name.or_else(|| compared_range(&inputs.compared)) else { continue };
        let _ = writeln!(text, "    \"{name}={range}\", # {why}");
    }
    text.push_str("    \"*=-1e6..1e6\", # all other floating-point inputs\n]\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_comparisons_give_ranges() {
        let mut inputs: BTreeMap<String, NamedInputs> = BTreeMap::new();
        let mut put = |name: &str, compared: &[f64]| {
            let compared = compared.iter().map(|&number| (number, "f".to_owned())).collect();
            let functions = BTreeSet::from(["f".to_owned()]);
            inputs.insert(name.to_owned(), NamedInputs { functions, compared });
        };
        put("ra", &[]);
        put("nu", &[0.5, 2.0]);
        put("x", &[]);
        put("tol", &[0.0]);
        let text = settings(&inputs);
        assert!(
            text.contains("    \"ra=0..6.2831853\", # an angle around, in radians, by its name: f\n"),
            "{text}"
        );
        assert!(text.contains("    \"nu=0.5..2\", # compared with 0.5 to 2 in f\n"), "{text}");
        assert!(text.contains("    \"tol=0..1000000\","), "{text}");
        assert!(!text.contains("\"x="), "{text}");
        assert_eq!(quantity("Dec2").map(|(range, _)| range), Some("-1.5707963..1.5707963"));
    }
}
