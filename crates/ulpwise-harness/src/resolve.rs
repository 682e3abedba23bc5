//! Which function a name means.
//!
//! Exact names come before partial ones: the linker's name, the source's name with its path, the
//! same with the types of the parameters, the last step of the path, the same without template
//! arguments, and at last whatever ends in `_NAME` or `::NAME`. The first of these that anything
//! matches decides; among several, the ones that are the user's own to call.

use crate::error::HarnessError;
use crate::names::{last_step, source_name, unambiguous_name, without_template_arguments};
use crate::ownership::Ownership;
use crate::signature::{parameter_types, signature};
use ulpwise_ir::{Function, FunctionId, Language, Module};

/// How many names a message lists.
const LISTED: usize = 10;

/// How similar (0 to 1, by Jaro and Winkler) a name must be to be suggested.
const SIMILAR: f64 = 0.75;

/// The function that `name` means, or the one that is meant when none is named.
pub fn resolve(module: &Module, name: Option<&str>) -> Result<FunctionId, HarnessError> {
    match name {
        Some(name) => named(module, name),
        None => unnamed(module),
    }
}

fn defined(module: &Module) -> impl Iterator<Item = (FunctionId, &Function)> {
    module.functions.iter_enumerated().filter(|(_, function)| function.body.is_some())
}

/// The only function that is offered, or `main`.
fn unnamed(module: &Module) -> Result<FunctionId, HarnessError> {
    let ownership = Ownership::new(module);
    let is_offered = |(_, function): &(FunctionId, &Function)| ownership.is_offered(module, function);
    let offered: Vec<FunctionId> = defined(module).filter(is_offered).map(|(id, _)| id).collect();
    if let [only] = offered[..] {
        return Ok(only);
    }
    if let Some(main) = main_program(module) {
        return Ok(main);
    }
    if offered.is_empty() {
        return Err(HarnessError::NoFunctions);
    }
    let sentence = format!("the program has {} functions: say with --fn which one is to run", offered.len());
    Err(HarnessError::Ambiguous { sentence, candidates: candidate_lines(module, &offered) })
}

/// What a person means by the main program: in Fortran the program itself, which flang's `main`
/// starts; in C and C++ `main`; in Rust the function that is called so, whatever the linker calls
/// it.
pub fn main_program(module: &Module) -> Option<FunctionId> {
    let find = |is_main: fn(&Function) -> bool| defined(module).find(|(_, f)| is_main(f)).map(|(id, _)| id);
    find(|function| function.name == "_QQmain")
        .or_else(|| find(|function| function.name == "main"))
        .or_else(|| find(|function| last_step(&source_name(function)) == "main"))
}

fn named(module: &Module, name: &str) -> Result<FunctionId, HarnessError> {
    let rules: [fn(&Module, &Function, &str) -> bool; 7] = [
        |_, function, name| function.name == name,
        |_, function, name| source_name(function) == name,
        is_name_with_types,
        |_, function, name| last_step(&source_name(function)) == name,
        is_template,
        |_, function, name| is_fortran(function) && source_name(function).eq_ignore_ascii_case(name),
        ends_in,
    ];
    let ownership = Ownership::new(module);
    for (number, rule) in rules.into_iter().enumerate() {
        // A name that is complete is not taken for the ending of another.
        if number + 1 == rules.len() && is_only_declared(module, name) {
            break;
        }
        let matching: Vec<FunctionId> =
            defined(module).filter(|(_, function)| rule(module, function, name)).map(|(id, _)| id).collect();
        let is_offered = |id: &FunctionId| ownership.is_offered(module, &module.functions[*id]);
        let offered: Vec<FunctionId> = matching.iter().copied().filter(is_offered).collect();
        match (&matching[..], &offered[..]) {
            ([], _) => {}
            ([only], _) | (_, [only]) => return Ok(*only),
            (_, several) => {
                let sentence = format!("`{name}` may be any of several functions");
                let candidates = if several.is_empty() { &matching } else { several };
                return Err(HarnessError::Ambiguous {
                    sentence,
                    candidates: candidate_lines(module, candidates),
                });
            }
        }
    }
    Err(unknown(module, name))
}

fn is_fortran(function: &Function) -> bool {
    function.declaration.as_ref().is_some_and(|declaration| declaration.language == Language::Fortran)
}

/// `distance(float, float)`, with or without the path, spaces not counting.
fn is_name_with_types(module: &Module, function: &Function, name: &str) -> bool {
    let Some((name, types)) = name.strip_suffix(')').and_then(|name| name.split_once('(')) else {
        return false;
    };
    let squeeze = |text: &str| text.split_whitespace().collect::<String>();
    let own_name = source_name(function);
    let name = name.trim();
    (own_name == name || last_step(&own_name) == name)
        && squeeze(types) == squeeze(&parameter_types(module, function).join(","))
}

/// `norm` or `geometry::norm` for an instance such as `geometry::norm<double>`.
fn is_template(_: &Module, function: &Function, name: &str) -> bool {
    let own_name = source_name(function);
    without_template_arguments(&own_name) == name || without_template_arguments(last_step(&own_name)) == name
}

fn ends_in(_: &Module, function: &Function, name: &str) -> bool {
    let ends_after_boundary = |whole: &str| {
        whole.strip_suffix(name).is_some_and(|before| before.ends_with('_') || before.ends_with("::"))
    };
    ends_after_boundary(&function.name) || ends_after_boundary(&source_name(function))
}

/// The functions that may be meant, a line each.
fn candidate_lines(module: &Module, candidates: &[FunctionId]) -> Vec<String> {
    let line = |&id: &FunctionId| {
        let function = &module.functions[id];
        let (text, name) = (signature(module, function), unambiguous_name(module, function));
        // Where the source's name does not tell them apart, the linker's is the one to type.
        if text.contains(&name) { text } else { format!("{name}: {text}") }
    };
    let mut lines: Vec<String> = candidates.iter().take(LISTED).map(line).collect();
    if candidates.len() > LISTED {
        lines.push(format!("… and {} more; `ulpwise list` lists all", candidates.len() - LISTED));
    }
    lines
}

/// Whether a function of that name is called here and has no body to run.
fn is_only_declared(module: &Module, name: &str) -> bool {
    let is_it = |function: &Function| function.name == name || source_name(function) == name;
    module.functions.iter().any(|function| function.body.is_none() && is_it(function))
}

fn unknown(module: &Module, name: &str) -> HarnessError {
    if is_only_declared(module, name) {
        return HarnessError::OnlyDeclared { name: name.to_owned() };
    }
    let mut names: Vec<(f64, String)> = defined(module)
        .map(|(_, function)| {
            let own_name = source_name(function);
            let full = strsim::jaro_winkler(name, &own_name);
            (full.max(strsim::jaro_winkler(name, last_step(&own_name))), own_name)
        })
        .filter(|(similarity, _)| *similarity >= SIMILAR)
        .collect();
    names.sort_by(|(a, a_name), (b, b_name)| b.total_cmp(a).then_with(|| a_name.cmp(b_name)));
    names.dedup_by(|(_, a), (_, b)| a == b);
    let similar = names.into_iter().take(5).map(|(_, name)| format!("`{name}`")).collect();
    HarnessError::NoSuchFunction { name: name.to_owned(), similar }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_ir::{
        Body, Declaration, FloatFormat, Library, ParameterDeclaration, SourceType, SourceTypeId,
    };

    /// Two overloads of `geometry::distance`, two C functions, and one that is not defined here.
    fn module() -> Module {
        let types = [FloatFormat::F64, FloatFormat::F32].map(SourceType::Float);
        let mut module = Module { source_types: types.into_iter().collect(), ..Module::default() };
        let mut add = |linker_name: &str, name: &str, ty: u32, body: Option<Body>| {
            let ty = SourceTypeId::new(ty);
            module.functions.push(Function {
                name: linker_name.to_owned(),
                parameters: Vec::new(),
                results: Vec::new(),
                variadic: false,
                exported: body.is_some(),
                library: Library::None,
                declaration: Some(Declaration {
                    name: name.to_owned(),
                    language: Language::Cpp,
                    location: None,
                    result: ty,
                    parameters: vec![ParameterDeclaration::new("", ty)],
                }),
                body,
            });
        };
        add("_ZN8geometry8distanceEd", "geometry::distance", 0, Some(Body::default()));
        add("_ZN8geometry8distanceEf", "geometry::distance", 1, Some(Body::default()));
        add("gsl_sf_zeta", "gsl_sf_zeta", 0, Some(Body::default()));
        add("call_elsewhere", "call_elsewhere", 0, Some(Body::default()));
        add("elsewhere", "elsewhere", 0, None);
        module
    }

    fn found(name: &str) -> Result<String, HarnessError> {
        let module = module();
        resolve(&module, Some(name)).map(|id| module.functions[id].name.clone())
    }

    fn message(error: &HarnessError) -> String {
        format!("{error}\n{}", error.help().join("\n"))
    }

    #[test]
    fn every_kind_of_name_leads_there() {
        for name in ["_ZN8geometry8distanceEf", "geometry::distance(float)", "distance( float )"] {
            assert_eq!(found(name).as_deref(), Ok("_ZN8geometry8distanceEf"), "{name}");
        }
        assert_eq!(found("zeta").as_deref(), Ok("gsl_sf_zeta"));
    }

    #[test]
    fn what_may_be_several_lists_them() {
        let text = message(&found("distance").unwrap_err());
        assert!(text.contains("several"), "{text}");
        assert!(text.contains("_ZN8geometry8distanceEd: double geometry::distance(double)"), "{text}");
    }

    #[test]
    fn what_is_not_there_suggests_what_is() {
        let text = message(&found("gsl_sf_zeto").unwrap_err());
        assert!(
            text.contains("no function `gsl_sf_zeto`") && text.contains("did you mean `gsl_sf_zeta`"),
            "{text}"
        );
        let text = message(&found("elsewhere").unwrap_err());
        assert!(text.contains("defined in none"), "{text}");
        assert!(message(&found("qqqqq").unwrap_err()).contains("ulpwise list"));
    }

    #[test]
    fn without_a_name_there_must_be_only_one() {
        let text = message(&resolve(&module(), None).unwrap_err());
        assert!(text.contains("4 functions"), "{text}");
    }
}
