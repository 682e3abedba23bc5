//! From the files on the command line to a module.

use crate::compiled;
use crate::context::RunContext;
use crate::contracts;
use crate::describe::from_here;
use crate::error::DriverError;
use crate::missing::{missing_functions, source_name};
use crate::neighbours::{neighbours, with_neighbours};
use crate::options::ProgramFiles;
use std::path::PathBuf;
use std::time::Duration;
use ulpwise_ir::{Declaration, Language, Module, ParameterDeclaration, SourceType, Type};
use ulpwise_llvm::{
    DatabaseInput, LoadOptions, Loaded, Loader, ProgramInput, Unit, declare_lengths, linked_names,
    replacing_unit, runtime_library, runtime_unit,
};
use ulpwise_native::Launcher;

/// Compiles and loads the program. [`Loaded::units`] is what native code is made of: a source is
/// compiled once in a run, so that what is proven and what is run cannot differ. What the files to
/// link define takes the place of weak definitions.
pub(crate) fn load(
    program: &ProgramFiles,
    links: &[PathBuf],
    limits: LoadLimits,
) -> Result<Loaded, DriverError> {
    let mut loaded = load_to_run(program, links, limits)?;
    if program.compiled.is_some() {
        return Ok(loaded);
    }
    say_missing(&mut loaded, links);
    find_lengths(&mut loaded, program, limits);
    contracts::take_over(&mut loaded, program);
    Ok(loaded)
}

/// The same for a run on given values, which needs no lengths of arrays, and which says itself where it
/// meets a function that nothing defines.
pub(crate) fn load_to_run(
    program: &ProgramFiles,
    links: &[PathBuf],
    limits: LoadLimits,
) -> Result<Loaded, DriverError> {
    if let Some(file) = &program.compiled {
        return compiled::read(file);
    }
    let mut loaded = extend(replacing_unit(links).into_iter().collect(), program, limits)?;
    loaded.warnings.splice(0..0, program.built.remarks.iter().cloned());
    Ok(loaded)
}

/// The limits of loading, where a command has some of its own.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LoadLimits {
    /// For compiling and loading together.
    pub(crate) time: Option<Duration>,
    /// For each process, in MiB.
    pub(crate) memory: Option<u64>,
}

impl LoadLimits {
    /// So many MiB for each process.
    pub(crate) fn memory(mebibytes: u64) -> LoadLimits {
        LoadLimits { memory: Some(mebibytes), ..LoadLimits::default() }
    }
}

/// What compiling for native runs may take besides as long as the analyses.
const FREE_COMPILING: Duration = Duration::from_secs(5);

/// Starts processes that keep a limit in MiB and end with the run, whose analyses take so long.
pub(crate) fn launcher(
    mebibytes: u64,
    time: Duration,
    context: &RunContext,
) -> Result<Launcher, DriverError> {
    let mut launcher = Launcher::this_program()?;
    launcher.limits.memory = mebibytes << 20;
    launcher.limits.compile = time.saturating_add(FREE_COMPILING);
    launcher.limits.cancel = context.cancel.clone();
    Ok(launcher)
}

/// The same program with files of ulpwise's own beside it, which are compiled with its flags.
pub(crate) fn load_beside(
    loaded: Loaded,
    program: &ProgramFiles,
    files: &[PathBuf],
    limits: LoadLimits,
) -> Result<Loaded, DriverError> {
    let beside = ProgramFiles {
        files: files.to_vec(),
        database: None,
        source: Vec::new(),
        built: crate::options::BuiltProject::default(),
        compiled: None,
        ..program.clone()
    };
    let mut loaded = extend(loaded.units, &beside, limits)?;
    find_lengths(&mut loaded, program, limits);
    contracts::take_over(&mut loaded, program);
    Ok(loaded)
}

/// Finds how long the sources declare arrays to be.
fn find_lengths(loaded: &mut Loaded, program: &ProgramFiles, limits: LoadLimits) {
    declare_lengths(&mut loaded.module, &program_input(program), &load_options(limits, program));
}

/// How long compiling and loading a whole project may take.
const PROJECT_TIME: Duration = Duration::from_secs(3_600);

fn load_options(limits: LoadLimits, program: &ProgramFiles) -> LoadOptions {
    let mut options = LoadOptions::default();
    if let Some(time_limit) = limits.time {
        options.time_limit = time_limit;
    }
    if program.built.is_there() {
        options.time_limit = options.time_limit.max(PROJECT_TIME);
    }
    if let Some(mebibytes) = limits.memory {
        options.memory_limit = mebibytes << 20;
    }
    if let Ok(cores) = std::thread::available_parallelism() {
        options.compile_jobs = cores.get();
    }
    options
}

fn extend(units: Vec<Unit>, program: &ProgramFiles, limits: LoadLimits) -> Result<Loaded, DriverError> {
    let (loader, options) = (Loader::this_program()?, load_options(limits, program));
    let neighbours = neighbours(program);
    let input = program_input(program);
    let mut loaded = match loader.extend(units.clone(), &input, &options) {
        // What stands beside a file need not be about it.
        Err(_) if !neighbours.is_empty() => loader.extend(units, &named_input(program), &options)?,
        loaded => loaded?,
    };
    if loaded.units.iter().any(|unit| neighbours.contains(&unit.path)) {
        say_neighbours(&mut loaded.warnings, &neighbours);
    }
    if let Some(runtime) = runtime_unit(&loaded.module, &options)? {
        loaded.units.push(runtime);
        loaded = loader.load_units(loaded.units, &options)?;
    }
    declare_undeclared(&mut loaded.module);
    Ok(loaded)
}

/// Says which files were found beside those that are named. Modules of constants have no debug
/// information, which is as it should be.
fn say_neighbours(warnings: &mut Vec<String>, neighbours: &[PathBuf]) {
    let is_about = |warning: &String, file: &PathBuf| warning.starts_with(&*file.to_string_lossy());
    warnings.retain(|warning| !neighbours.iter().any(|file| is_about(warning, file)));
    let names: Vec<String> = neighbours.iter().map(|file| from_here(file)).collect();
    let sentence = match names.len() {
        1 => "is compiled with the program, which needs it, and is not checked by itself",
        _ => "are compiled with the program, which needs them, and are not checked by themselves",
    };
    warnings.push(format!("{} {sentence}", names.join(", ")));
}

/// Says which functions a program calls that no given file defines, where that can be known.
fn say_missing(loaded: &mut Loaded, links: &[PathBuf]) {
    let Some(linked) = linked_names(links) else { return };
    let module = &loaded.module;
    let missing = missing_functions(module).filter(|&name| !linked.contains(name));
    let names: Vec<String> = missing.map(|name| source_name(module, name)).collect();
    if !names.is_empty() {
        let names = names.join(", ");
        loaded.warnings.push(format!(
            "no given file defines {names}: native calls end there; name the file that does, or a library with --link"
        ));
    }
}

/// The files that native code is linked to: the user's, and the library of the program's language.
pub(crate) fn native_links(module: &Module, links: &[PathBuf]) -> Vec<PathBuf> {
    links.iter().cloned().chain(runtime_library(module)).collect()
}

/// Refuses files that cannot be linked because they are not there, before anything runs.
pub(crate) fn check_links(links: &[PathBuf]) -> Result<(), DriverError> {
    match links.iter().find(|file| !file.is_file()) {
        Some(file) => Err(DriverError::unusable_file("--link", file, "there is no such file")),
        None => Ok(()),
    }
}

/// What the loader is given: the files that are named, and their neighbours.
pub(crate) fn program_input(arguments: &ProgramFiles) -> ProgramInput {
    named_input(&with_neighbours(arguments))
}

/// The files that are named, alone.
fn named_input(arguments: &ProgramFiles) -> ProgramInput {
    let built = &arguments.built;
    if built.is_there() {
        // Files of ulpwise's own may stand beside the folder.
        let beside = arguments.files.iter().filter(|file| !file.is_dir());
        return ProgramInput {
            files: built.modules.iter().chain(beside).cloned().collect(),
            cflags: arguments.cflags.clone(),
            rustflags: arguments.rustflags.clone(),
            database: None,
            recorded: built.sources.clone(),
        };
    }
    ProgramInput {
        recorded: Vec::new(),
        files: arguments.files.clone(),
        cflags: arguments.cflags.clone(),
        rustflags: arguments.rustflags.clone(),
        database: arguments.database.clone().map(|location| DatabaseInput {
            location,
            sources: arguments.source.clone(),
            trusted: arguments.trusts_database,
        }),
    }
}

/// Gives functions without debug information a declaration made from LLVM's types, in no particular
/// language, so that everything else needs to know one kind of parameter only.
fn declare_undeclared(module: &mut Module) {
    for id in module.functions.ids() {
        let function = &module.functions[id];
        if function.declaration.is_some() || function.body.is_none() {
            continue;
        }
        let (parameters, results) = (function.parameters.clone(), function.results.clone());
        module.functions[id].declaration = declaration_of(&parameters, &results, module);
    }
}

/// `None` when the function returns several values: what they are together, only the source would
/// say.
fn declaration_of(parameters: &[Type], results: &[Type], module: &mut Module) -> Option<Declaration> {
    let result = match results[..] {
        [] => module.source_types.push(SourceType::Void),
        [ty] => {
            let ty = source_type(ty, module);
            module.source_types.push(ty)
        }
        _ => return None,
    };
    let parameters = parameters.iter().map(|&ty| {
        let ty = source_type(ty, module);
        ParameterDeclaration::new("", module.source_types.push(ty))
    });
    let parameters = parameters.collect();
    // The name stays empty: the linker's is the only one.
    Some(Declaration { name: String::new(), language: Language::Other, location: None, result, parameters })
}

fn source_type(ty: Type, module: &mut Module) -> SourceType {
    match ty {
        Type::Int(1) => SourceType::Bool(8),
        Type::Int(bits) => SourceType::Int { name: format!("i{bits}"), signed: true, bits: bits.into() },
        Type::Float(format) => SourceType::Float(format),
        Type::Pointer => {
            let unknown = SourceType::Unknown("something that only -g would tell".to_owned());
            SourceType::Pointer { pointee: module.source_types.push(unknown), constant: false }
        }
    }
}
