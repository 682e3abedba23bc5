//! How long the source declares the arrays behind a function's parameters to be.
//!
//! Debug information drops the outermost bound of an array parameter of C and C++, which is a
//! pointer to the compiler; clang is asked once more, for the types of the functions alone (`dump`).
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
use std::path::Path;
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
    let wanted: Vec<FunctionId> =
        module.functions.ids().filter(|&function| needs_clang(module, function)).collect();
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

/// Whether a parameter of a function may be an array that debug information calls a pointer.
fn needs_clang(module: &Module, function: FunctionId) -> bool {
    let function = &module.functions[function];
    let (Some(declaration), true) = (&function.declaration, function.body.is_some()) else { return false };
    if !matches!(declaration.language, Language::C | Language::Cpp) {
        return false;
    }
    let Some(location) = declaration.location.map(|location| &module.locations[location]) else {
        return false;
    };
    let open = declaration.parameters.iter().filter(|parameter| {
        let is_pointer = matches!(module.source_types[parameter.ty], SourceType::Pointer { .. });
        is_pointer && parameter.length.is_none() && !parameter.name.is_empty() && parameter.name != "this"
    });
    let names: Vec<&str> = open.map(|parameter| parameter.name.as_str()).collect();
    let path = module.files[location.file].path();
    !names.is_empty() && !written::all_are_plain_pointers(&path, location.line, &names)
}

/// The C and C++ sources of a program, each as a program of its own with its flags.
fn clang_sources(input: &ProgramInput) -> Vec<ProgramInput> {
    let is_clangs = |path: &Path| matches!(FileKind::from_path(path), Ok(FileKind::C | FileKind::Cxx));
    let nothing = ProgramInput { files: Vec::new(), database: None, ..input.clone() };
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
    files.chain(entries).collect()
}

/// Asks clang about the wanted functions that lie in a source, or in no source of their own.
fn declare_from(
    module: &mut Module,
    wanted: &[FunctionId],
    source: &ProgramInput,
    options: &LoadOptions,
    deadline: Instant,
) {
    let path = source.files.first().or_else(|| source.database.as_ref()?.sources.first()).cloned();
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
