//! `--assume`: conditions in C on the parameters. A function that calls the one under check only where they hold is compiled beside it, and whoever
//! looks for verdicts enters there: each wave then knows what is assumed without knowing of assumptions.

use crate::failure::Failure;
use crate::names::source_name;
use crate::test::{Headers, c_type, name_of};
use std::path::PathBuf;
use ulpwise_ir::{FunctionId, Module, SourceType};

/// What the function is called.
const NAME: &str = "ulpwise_assuming";

/// Writes the function into a file.
pub(super) fn write(
    module: &Module,
    function: FunctionId,
    conditions: &[String],
    headers: &Headers,
) -> Result<PathBuf, Failure> {
    let function = &module.functions[function];
    let refuse = |why: &str| {
        Failure::bad_input(format!("--assume cannot be used with `{}`: {why}", source_name(function)))
            .help("--range restricts single inputs")
    };
    let declaration = function.declaration.as_ref().ok_or_else(|| refuse("its parameters are not known"))?;
    let is_c = |name: &str| name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    let (mut parameters, mut names) = (Vec::new(), Vec::new());
    for (number, parameter) in declaration.parameters.iter().enumerate() {
        let name = name_of(declaration, number);
        let name = if is_c(&name) { name } else { format!("parameter_{name}") };
        let ty = match (c_type(module, parameter.ty), &module.source_types[parameter.ty]) {
            (Some(ty), _) => ty,
            (None, SourceType::Pointer { .. }) => "void *".to_owned(),
            (None, _) => return Err(refuse(&format!("{name} is neither a number nor a pointer"))),
        };
        parameters.push(format!("{ty} {name}"));
        names.push(name);
    }
    if declaration.parameters.len() != function.parameters.len() {
        return Err(refuse("a parameter is passed in pieces"));
    }
    let result = match &module.source_types[declaration.result] {
        SourceType::Void => "void".to_owned(),
        SourceType::Pointer { .. } => "void *".to_owned(),
        _ => c_type(module, declaration.result).ok_or_else(|| refuse("it returns a structure"))?,
    };
    let parameters = if parameters.is_empty() { "void".to_owned() } else { parameters.join(", ") };
    let (nothing, returns) = if result == "void" { ("return;", "") } else { ("return 0;", "return ") };
    let mut text = "#include <float.h>\n#include <limits.h>\n#include <math.h>\n#include <stdbool.h>\n#include <stdint.h>\n".to_owned();
    text += &format!("extern {result} ulpwise_assumed({parameters}) __asm__(\"{}\");\n", function.name);
    text += &format!("{result} {NAME}({parameters}) {{\n");
    for condition in conditions {
        text += &format!("#line 1 \"--assume\"\n    if (!({condition})) {nothing}\n");
    }
    text += &format!("    {returns}ulpwise_assumed({});\n}}\n", names.join(", "));
    headers.add("ulpwise-assuming.c", &text)
}

/// The function, once the file is a part of the program.
pub(super) fn function(module: &Module) -> Result<FunctionId, Failure> {
    module.function_named(NAME).ok_or_else(|| Failure::internal("the assumptions were not compiled"))
}
