//! `--assume`: conditions in C on the parameters. For each function that has some, one that calls
//! it only where they hold is compiled beside it, and all analyses enter there: each analysis then
//! knows what is assumed without knowing of assumptions.

use crate::conditions::{c_type, is_number_by_address};
use crate::entry::name_of;
use crate::error::HarnessError;
use crate::headers::Headers;
use crate::names::source_name;

use std::path::PathBuf;
use ulpwise_interp::Program;
use ulpwise_ir::{FunctionId, Module, SourceType, Type};
use ulpwise_symex::{End, EntryPoint, Meaning, Observer, Path, SymexOptions, Tools, explore_in_parallel};

/// What such functions are called, before their number.
const NAME: &str = "ulpwise_assuming";

/// What the functions are called that say whether the conditions hold.
const CONDITION: &str = "ulpwise_assumption";

/// What the names of addresses begin with, where the source says nothing of a pointer.
pub(crate) const AT: &str = "ulpwise_at_";

/// A function and what is assumed of its parameters.
pub type Assumed<'a> = (FunctionId, &'a [String]);

/// Writes such functions into files; their numbers are those in the list. Those that only say
/// whether the conditions hold come first: of a condition that clang does not understand it speaks
/// once, then.
pub fn write(
    module: &Module,
    assumed: &[Assumed<'_>],
    headers: &Headers,
) -> Result<[PathBuf; 2], HarnessError> {
    let includes = "#include <float.h>\n#include <limits.h>\n#include <math.h>\n#include <stdbool.h>\n#include <stdint.h>\n";
    let (mut holding, mut entered) = (includes.to_owned(), includes.to_owned());
    for (number, &(function, conditions)) in assumed.iter().enumerate() {
        let [holds, enters] = entering(module, function, conditions, number)?;
        holding += &holds;
        entered += &enters;
    }
    Ok([headers.add("ulpwise-assumptions.c", &holding)?, headers.add("ulpwise-assuming.c", &entered)?])
}

/// The texts for one of them: whether the conditions hold, and the call where they do.
fn entering(
    module: &Module,
    function: FunctionId,
    conditions: &[String],
    number: usize,
) -> Result<[String; 2], HarnessError> {
    let function = &module.functions[function];
    let refuse =
        |why: &str| HarnessError::NoAssumption { function: source_name(function), problem: why.to_owned() };
    let declaration = function.declaration.as_ref().ok_or_else(|| refuse("its parameters are not known"))?;
    let is_c = |name: &str| name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    if declaration.parameters.len() != function.parameters.len() {
        return Err(refuse("a parameter is passed in pieces"));
    }
    let (mut parameters, mut names, mut values) = (Vec::new(), Vec::new(), String::new());
    for (number, parameter) in declaration.parameters.iter().enumerate() {
        let name = name_of(declaration, number);
        let name = if is_c(&name) { name } else { format!("parameter_{name}") };
        let passed = function.parameters[number];
        let ty = match (c_type(module, parameter.ty), &module.source_types[parameter.ty]) {
            (Some(ty), _) if is_number_by_address(module, parameter.ty, passed) => {
                values += &value_at_address(&ty, &name, conditions);
                parameters.push(format!("const {ty} *{AT}{name}"));
                names.push(format!("{AT}{name}"));
                continue;
            }
            (Some(ty), _) => ty,
            (None, SourceType::Pointer { .. }) => "void *".to_owned(),
            (None, SourceType::Array { .. }) if passed == Type::Pointer => "void *".to_owned(),
            (None, _) => return Err(refuse(&format!("{name} is neither a number nor a pointer"))),
        };
        parameters.push(format!("{ty} {name}"));
        names.push(name);
    }
    let result = match &module.source_types[declaration.result] {
        SourceType::Void => "void".to_owned(),
        SourceType::Pointer { .. } => "void *".to_owned(),
        _ => c_type(module, declaration.result).ok_or_else(|| refuse("it returns a structure"))?,
    };
    let parameters = if parameters.is_empty() { "void".to_owned() } else { parameters.join(", ") };
    let (nothing, returns) = if result == "void" { ("return;", "") } else { ("return 0;", "return ") };
    let mut holds = format!("int {CONDITION}_{number}({parameters}) {{\n{values}");
    for condition in conditions {
        holds += &format!("#line 1 \"--assume\"\n    if (!({condition})) return 0;\n");
    }
    holds += "    return 1;\n}\n";
    let mut text =
        format!("extern {result} ulpwise_assumed_{number}({parameters}) __asm__(\"{}\");\n", function.name);
    text += &format!("{result} {NAME}_{number}({parameters}) {{\n{values}");
    for condition in conditions {
        text += &format!("#line 1 \"--assume\"\n    if (!({condition})) {nothing}\n");
    }
    text += &format!("    {returns}ulpwise_assumed_{number}({});\n}}\n", names.join(", "));
    Ok([holds, text])
}

/// The value of a number that is passed by its address, for conditions that name it: what others do not
/// name may be absent.
fn value_at_address(ty: &str, name: &str, conditions: &[String]) -> String {
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    let is_named =
        conditions.iter().any(|condition| condition.split(|one| !is_word(one)).any(|word| word == name));
    if is_named { format!("    const {ty} {name} = *{AT}{name};\n") } else { String::new() }
}

/// The function with a number, once the file is a part of the program.
pub fn function(module: &Module, number: usize) -> Result<FunctionId, HarnessError> {
    named(module, NAME, number)
}

/// The function that says whether the conditions with a number hold.
pub fn condition(module: &Module, number: usize) -> Result<FunctionId, HarnessError> {
    named(module, CONDITION, number)
}

fn named(module: &Module, name: &str, number: usize) -> Result<FunctionId, HarnessError> {
    module.function_named(&format!("{name}_{number}")).ok_or(HarnessError::AssumptionsLost)
}

/// Refuses conditions that no input meets: whatever is said under them would be true and worth
/// nothing.
pub fn check_satisfiable(
    module: &Module,
    number: usize,
    entry: &EntryPoint,
    tools: Tools<'_>,
    options: &SymexOptions,
) -> Result<(), HarnessError> {
    let entry = EntryPoint { function: condition(module, number)?, ..entry.clone() };
    let program = Program::new(module, options.memory_limit)
        .map_err(|error| HarnessError::ProgramTooLarge(error.to_string()))?;
    let mut met = Met::default();
    let summary = explore_in_parallel(&program, tools, options, 1, &entry, &mut met);
    let all = summary.is_ok_and(|summary| summary.left == 0 && summary.missed.is_empty()) && !met.unclear;
    if all && !met.holds {
        return Err(HarnessError::Unsatisfiable);
    }
    Ok(())
}

/// What paths of the condition say.
#[derive(Default)]
struct Met {
    holds: bool,
    unclear: bool,
}

impl Observer for Met {
    fn path(&mut self, path: Path) {
        match path.end {
            End::Returned(values) => self.holds |= values.first().is_some_and(|&value| value != 0),
            end => self.unclear |= matches!(end.meaning(), Meaning::Unsupported | Meaning::CutOff),
        }
    }
}
