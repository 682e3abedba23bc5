//! How long the source declares the arrays behind a function's parameters to be.
//!
//! Debug information drops the outermost bound of an array parameter of C and C++, which is a
//! pointer to the compiler. The declaration itself is read (`written`); where it does not say enough,
//! because a type has a name or a bound is computed, clang is asked once more, for the types of the
//! functions alone (`dump`).
//! Of Fortran's arrays debug information has constant bounds only; what another parameter says is
//! read from the declaration itself (`fortran`).
//!
//! What holds: nothing here decides what is proven. A declaration that is not understood leaves the
//! length open, and a length that is found is an assumption unless the language guarantees it.

mod cover;
mod dump;
mod fortran;
mod written;

use crate::compile;
use crate::input::{FileKind, LoadOptions, ProgramInput};
use std::path::{Path, PathBuf};
use std::time::Instant;
use ulpwise_ir::{Declaration, DeclaredLength, FunctionId, Language, Module, SourceType};

/// How often clang is asked about one source file at most.
const MOST_DUMPS: usize = 12;

/// Enters the lengths that the sources declare in the declarations of a module's functions. Sources
/// that clang does not take, and bitcode, say nothing.
pub fn declare_lengths(module: &mut Module, input: &ProgramInput, options: &LoadOptions) {
    let deadline = options.deadline();
    for function in module.functions.ids() {
        fortran::declare(module, function);
    }
    let functions: Vec<FunctionId> = module.functions.ids().collect();
    let wanted: Vec<FunctionId> =
        functions.into_iter().filter(|&function| needs_clang(module, function)).collect();
    if wanted.is_empty() {
        return;
    }
    for source in clang_sources(input) {
        declare_from(module, &wanted, &source, options, deadline);
    }
}

/// A function and what it says about its parameters, as clang dumps it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DumpedFunction {
    /// Its name with its path.
    pub(crate) name: String,
    /// The line of its name.
    pub(crate) line: u32,
    /// For each parameter the extents of the array that it was written as.
    pub(crate) parameters: Vec<Option<DumpedLength>>,
}

/// The extents of an array parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DumpedLength {
    pub(crate) dimensions: Vec<DumpedDimension>,
    /// Whether `static` stands in the brackets.
    pub(crate) is_static: bool,
}

/// One extent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum DumpedDimension {
    Constant(u64),
    /// The name of a parameter.
    Parameter(String),
}

/// Where a function's declaration stands, and which of its pointers may be written as arrays.
struct OpenParameters {
    path: PathBuf,
    line: u32,
    /// The numbers of the parameters.
    numbers: Vec<usize>,
}

/// What debug information leaves open about a function of C or C++. The standard library's own
/// functions are never called with objects that an analysis makes up.
fn open_parameters(module: &Module, function: FunctionId) -> Option<OpenParameters> {
    let function = &module.functions[function];
    let declaration = function.declaration.as_ref().filter(|_| function.body.is_some())?;
    if !matches!(declaration.language, Language::C | Language::Cpp)
        || ["std::", "__gnu_cxx::"].iter().any(|scope| declaration.name.starts_with(scope))
    {
        return None;
    }
    let location = &module.locations[declaration.location?];
    let parameters = declaration.parameters.iter().enumerate();
    let open = parameters.filter(|(_, parameter)| {
        let is_pointer = matches!(module.source_types[parameter.ty], SourceType::Pointer { .. });
        is_pointer && parameter.length.is_none() && !parameter.name.is_empty() && parameter.name != "this"
    });
    let numbers: Vec<usize> = open.map(|(number, _)| number).collect();
    let path = module.files[location.file].path();
    (!numbers.is_empty()).then_some(OpenParameters { path, line: location.line, numbers })
}

/// Enters the lengths that can be read from the declaration as it is written; whether clang has to
/// be asked for them.
fn needs_clang(module: &mut Module, function: FunctionId) -> bool {
    let Some(open) = open_parameters(module, function) else { return false };
    let Some(declaration) = &module.functions[function].declaration else { return false };
    let names: Vec<&str> = declaration.parameters.iter().map(|parameter| parameter.name.as_str()).collect();
    let wanted: Vec<&str> = open.numbers.iter().map(|&number| names[number]).collect();
    let Some(written) = written::lengths(&open.path, open.line, &wanted, &names) else { return true };
    let lengths: Vec<Option<DeclaredLength>> =
        written.iter().map(|length| declared(declaration, length.as_ref()?)).collect();
    if let Some(declaration) = &mut module.functions[function].declaration {
        for (number, length) in open.numbers.into_iter().zip(lengths) {
            declaration.parameters[number].length = length;
        }
    }
    false
}

/// The C and C++ sources of a program, each as a program of its own with its flags.
fn clang_sources(input: &ProgramInput) -> Vec<ProgramInput> {
    let is_clangs = |path: &Path| matches!(FileKind::from_path(path), Ok(FileKind::C | FileKind::Cxx));
    let nothing = ProgramInput { files: Vec::new(), database: None, recorded: Vec::new(), ..input.clone() };
    let files = input.files.iter().filter(|path| is_clangs(path));
    let files = files.map(|path| ProgramInput { files: vec![path.clone()], ..nothing.clone() });
    let entries = input.database.iter().flat_map(|database| {
        let sources = database.sources.iter().filter(|path| is_clangs(path));
        sources.map(|source| {
            let sources = vec![source.clone()];
            let database = crate::input::DatabaseInput { sources, ..database.clone() };
            ProgramInput { database: Some(database), ..nothing.clone() }
        })
    });
    let recorded = input.recorded.iter().filter(|source| is_clangs(&source.path));
    let recorded = recorded.map(|source| ProgramInput { recorded: vec![source.clone()], ..nothing.clone() });
    files.chain(entries).chain(recorded).collect()
}

/// Asks clang about the wanted functions that lie in a source, or in no source of their own.
fn declare_from(
    module: &mut Module,
    wanted: &[FunctionId],
    source: &ProgramInput,
    options: &LoadOptions,
    deadline: Instant,
) {
    let of_database = || source.database.as_ref()?.sources.first();
    let of_build = || source.recorded.first().map(|source| &source.path);
    let path = source.files.first().or_else(of_database).or_else(of_build).cloned();
    let Some(path) = path else { return };
    let open: Vec<FunctionId> =
        wanted.iter().copied().filter(|&function| may_be_in(module, function, &path)).collect();
    let names: Vec<String> = open.iter().filter_map(|&function| source_name(module, function)).collect();
    let is_c = matches!(FileKind::from_path(&path), Ok(FileKind::C));
    for filter in cover::filters(&names, is_c).into_iter().take(MOST_DUMPS) {
        // What clang compiled a moment ago it also understands now; if not, the length stays open.
        let Ok(texts) = compile::describe_types(source, &filter, options, deadline) else { return };
        for dumped in texts.iter().flat_map(|text| dump::functions(text)) {
            for &function in &open {
                enter(module, function, &dumped);
            }
        }
    }
}

/// Whether a function may have been compiled from a source: it stands there, or in a header.
fn may_be_in(module: &Module, function: FunctionId, source: &Path) -> bool {
    let location = module.functions[function].declaration.as_ref().and_then(|it| it.location);
    let Some(location) = location else { return false };
    let own = module.files[module.locations[location].file].path();
    let is_source = matches!(FileKind::from_path(&own), Ok(FileKind::C | FileKind::Cxx));
    !is_source || own.file_name() == source.file_name()
}

/// The name of a function with its path, without template arguments.
fn source_name(module: &Module, function: FunctionId) -> Option<String> {
    let declaration = module.functions[function].declaration.as_ref()?;
    Some(without_template_arguments(&declaration.name)).filter(|name| !name.is_empty())
}

/// `norm<double>` as `norm`.
fn without_template_arguments(name: &str) -> String {
    let mut depth = 0usize;
    let kept = name.chars().filter(|&character| match character {
        '<' => {
            depth += 1;
            false
        }
        '>' => {
            depth = depth.saturating_sub(1);
            false
        }
        _ => depth == 0,
    });
    kept.collect()
}

/// Enters what clang says about a function, if this is the one.
fn enter(module: &mut Module, function: FunctionId, dumped: &DumpedFunction) {
    let Some(declaration) = &module.functions[function].declaration else { return };
    let line = declaration.location.map(|location| module.locations[location].line);
    let name = without_template_arguments(&declaration.name);
    // The object of a method is a parameter that its type does not have.
    let hidden = usize::from(declaration.parameters.first().is_some_and(|first| first.name == "this"));
    if line != Some(dumped.line)
        || name != without_template_arguments(&dumped.name)
        || declaration.parameters.len() != dumped.parameters.len() + hidden
    {
        return;
    }
    let lengths: Vec<Option<DeclaredLength>> =
        dumped.parameters.iter().map(|length| declared(declaration, length.as_ref()?)).collect();
    if let Some(declaration) = &mut module.functions[function].declaration {
        for (parameter, length) in declaration.parameters.iter_mut().skip(hidden).zip(lengths) {
            parameter.length = parameter.length.take().or(length);
        }
    }
}

/// The length with parameters by their numbers.
fn declared(declaration: &Declaration, length: &DumpedLength) -> Option<DeclaredLength> {
    use ulpwise_ir::Dimension;
    let number = |name: &str| declaration.parameters.iter().position(|parameter| parameter.name == name);
    let dimension = |dimension: &DumpedDimension| match dimension {
        DumpedDimension::Constant(count) => Some(Dimension::Constant(*count)),
        DumpedDimension::Parameter(name) => number(name).map(|number| Dimension::Parameter(number as u32)),
    };
    let dimensions: Option<Vec<Dimension>> = length.dimensions.iter().map(dimension).collect();
    Some(DeclaredLength { dimensions: dimensions?, is_guaranteed: length.is_static })
}
