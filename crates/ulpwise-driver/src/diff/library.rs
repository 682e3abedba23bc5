//! A shared library as the new program: a function in C of the given prototype that calls the
//! library's.
//!
//! What holds: nothing is known of the library's code but what native calls show, so that nothing
//! is proven about it.

use crate::error::DriverError;
use crate::options::{ComparedAspect, DiffOptions, ProgramFiles};
use std::path::Path;
use tempfile::TempDir;

/// Whether a file is a shared library, by its name.
fn is_shared_library(file: &Path) -> bool {
    let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    name.ends_with(".so") || name.contains(".so.")
}

/// Makes the new program one that calls the library, if it is one; the folder holds its source.
pub(super) fn call_library(options: &mut DiffOptions) -> Result<Option<TempDir>, DriverError> {
    let library = options.programs[1].files.first().filter(|file| is_shared_library(file)).cloned();
    let (library, prototype) = match (library, options.prototype.clone()) {
        (None, None) => return Ok(None),
        (None, Some(_)) => {
            return Err(DriverError::refused("--prototype is for a shared library (.so) as the new program"));
        }
        (Some(library), None) => {
            return Err(DriverError::refused(format!(
                "{} does not say what its functions take",
                library.display()
            ))
            .with_help("--prototype 'double f(double x, const double *a)' does"));
        }
        (Some(library), Some(prototype)) => (library, prototype),
    };
    if options.compared.contains(&ComparedAspect::Exceptions) {
        return Err(DriverError::refused("--compare exceptions: those of a shared library are not seen"));
    }
    if !library.is_file() {
        return Err(DriverError::unusable_file("the new program", &library, "there is no such file"));
    }
    let library = library.canonicalize().unwrap_or(library);
    let parsed = CPrototype::parse(&prototype).ok_or_else(|| {
        DriverError::refused(format!(
            "--prototype {prototype}: no prototype of a function in C with named parameters"
        ))
        .with_help("such as 'double f(double x, const double *a, int n)'")
    })?;
    require_symbol(&library, &parsed.name)?;
    let folder = tempfile::tempdir().map_err(DriverError::NoTemporaryFolder)?;
    let path = folder.path().join("library.c");
    std::fs::write(&path, parsed.source())
        .map_err(|error| DriverError::Unwritable { path: path.clone(), error })?;
    options.programs[1] = ProgramFiles { files: vec![path], ..ProgramFiles::default() };
    options.functions[1] = Some(parsed.name);
    options.new_links.push(library);
    Ok(Some(folder))
}

/// Refuses a library in which no symbol has a name: the texts of all symbols end in a zero byte.
fn require_symbol(library: &Path, name: &str) -> Result<(), DriverError> {
    let unusable = |what: String| DriverError::unusable_file("the new program", library, what);
    let bytes = std::fs::read(library).map_err(|error| unusable(error.to_string()))?;
    let text: Vec<u8> = name.bytes().chain([0]).collect();
    match bytes.windows(text.len()).any(|window| window == text) {
        true => Ok(()),
        false => Err(unusable(format!("it has no function `{name}`"))),
    }
}

/// A prototype in C, in pieces.
#[derive(Debug, PartialEq, Eq)]
struct CPrototype {
    result: String,
    name: String,
    parameters: String,
    names: Vec<String>,
}

impl CPrototype {
    /// Reads `double f(double x, const double *a)`: what clang says of the types is seen later.
    fn parse(text: &str) -> Option<CPrototype> {
        let text = text.trim().trim_end_matches(';').trim_end();
        let (before, rest) = text.split_once('(')?;
        let parameters = rest.strip_suffix(')')?.trim();
        if parameters.contains(['(', ')', '{', '}', ';', '#', '"']) {
            return None;
        }
        let before = before.trim_end();
        let start = before.rfind(|letter: char| !is_letter(letter)).map_or(0, |at| at + 1);
        let (result, name) = before.split_at(start);
        if result.trim().is_empty() || name.is_empty() || result.contains(['{', '}', ';', '#', '"', '(']) {
            return None;
        }
        let mut names = Vec::new();
        if !matches!(parameters, "" | "void") {
            for parameter in parameters.split(',') {
                names.push(declared_name(parameter)?);
            }
        }
        let [result, name, parameters] = [result.trim(), name, parameters].map(str::to_owned);
        Some(CPrototype { result, name, parameters, names })
    }

    /// A function of that name whose symbol is another, so that the library's is the one called.
    fn source(&self) -> String {
        let CPrototype { result, name, parameters, names } = self;
        let parameters = if parameters.is_empty() { "void" } else { parameters };
        let returns = if result == "void" { "" } else { "return " };
        let includes = "#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n";
        format!(
            "{includes}extern {result} ulpwise_of_library({parameters}) __asm__(\"{name}\");\n\
             {result} {name}({parameters}) __asm__(\"ulpwise_calls_library\");\n\
             {result} {name}({parameters}) {{ {returns}ulpwise_of_library({}); }}\n",
            names.join(", ")
        )
    }
}

fn is_letter(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

/// The name that a parameter declares; nothing if it has a type only.
fn declared_name(parameter: &str) -> Option<String> {
    let parameter = parameter.split('[').next()?.trim();
    let start = parameter.rfind(|letter: char| !is_letter(letter)).map_or(0, |at| at + 1);
    let (ty, name) = parameter.split_at(start);
    let is_name = name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && !matches!(
            name,
            "double" | "float" | "int" | "long" | "short" | "char" | "unsigned" | "signed" | "const"
        );
    (is_name && !ty.trim().is_empty()).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prototypes_are_read() {
        let parsed =
            CPrototype::parse("const double *f(double x, const double *a, float v[3], unsigned n);").unwrap();
        assert_eq!((parsed.result.as_str(), parsed.name.as_str()), ("const double *", "f"));
        assert_eq!(parsed.names, ["x", "a", "v", "n"]);
        assert!(CPrototype::parse("int f(void)").unwrap().names.is_empty());
        for wrong in
            ["", "f(double x)", "double f(double)", "double f", "double f(void (*g)(void))", "int f(x)"]
        {
            assert_eq!(CPrototype::parse(wrong), None, "{wrong}");
        }
    }
}
