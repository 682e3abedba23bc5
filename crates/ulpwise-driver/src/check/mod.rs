//! A check: a verdict for every floating-point operation of the functions of a program, and
//! everything that the operation can raise.
//!
//! What holds: a witness was run natively before it is reported; *proven* is said only if every
//! input in range was looked at; everything else is *unknown*, with the reason.

mod accepted;
mod cached;
mod certificates;
mod clock;
mod compile;
mod kept_findings;
mod model;
mod more;
mod path_certificates;
mod plot;
mod remedies;
mod repro_command;
mod since;
mod store;
mod time_slices;
mod value;
mod work;

use crate::context::RunContext;
use crate::contracts::ProgramContracts;
use crate::error::DriverError;
use crate::formulas::check_options;
use crate::load::{LoadLimits, check_links, launcher, load, load_beside, native_links};
use crate::memory::MemoryWatch;
use crate::neighbours::neighbours;
use crate::on_large_stack;
use crate::options::{CheckOptions, CheckPart, ProgramFiles};
use crate::project::with_project;
use crate::witness::{Flaw, Witness, WitnessOrigin, arguments_of, fingerprint, place_of};
use accepted::AcceptedFindings;
use cached::CachedVerdicts;
pub(crate) use certificates::{file_digest, program_text};
pub use compile::{CompiledFunction, compile_check};
pub use kept_findings::kept_finding;
pub(crate) use model::property;
pub(crate) use path_certificates::{PATHS_ENDING, PathCertificate, RefutedQuery};
use plot::Plots;
pub(crate) use repro_command::ReproCommand;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};
use std::time::Duration;
use store::Store;
pub use store::{StoredCall, StoredEntry, StoredFunction, StoredVerdict, stored_functions};
use ulpwise_engines::EngineChoice;
use ulpwise_exceptions::{Goal, GoalVerdict, NativeProgram};
use ulpwise_finding::Run;
use ulpwise_harness::contracts::{Contracts, FunctionContract, guard_clause};
use ulpwise_harness::names::{readable_text, source_name};
use ulpwise_harness::ownership::Ownership;
use ulpwise_harness::reach::reached_functions;
use ulpwise_harness::resolve::resolve;
use ulpwise_harness::{HarnessError, Headers, assumptions, glob};
use ulpwise_interp::{Exception, Exceptions};
use ulpwise_ir::{Function, FunctionId, Module, flush_subnormals};
use ulpwise_llvm::{Loaded, Unit, is_runtime_unit};
use ulpwise_native::{CallEnd, Optimisation};
pub(crate) use value::{inputs, typed_value, value, value_text};
use work::{CheckFindings, Checked, Work};

/// Functions of more instructions are not optimised for searches.
const MOST_OPTIMISED: usize = 4_000;

/// Programs of more are not optimised either: that takes longer than the searches then do.
const MOST_OPTIMISED_TOGETHER: usize = 150_000;

/// What a check found out.
#[derive(Clone, Debug)]
pub struct CheckReport {
    /// Functions, ledgers and findings. The exit code and the command are the caller's to set.
    pub run: Run,
    /// The text of a baseline file that accepts every exception that was found.
    pub baseline: String,
    /// How many functions were taken from the cache, if there is one.
    pub cached: Option<usize>,
    /// The file and the line in which functions begin, by the linker's names.
    pub declared: BTreeMap<String, (PathBuf, u32)>,
}

/// Makes a check.
///
/// # Errors
/// The program does not load, an option is wrong, or ulpwise has a bug.
pub fn check(options: &CheckOptions, context: &RunContext) -> Result<CheckReport, DriverError> {
    let program = with_project(&options.program, context)?;
    let mut options = CheckOptions { program, ..options.clone() };
    share_project_time(&mut options);
    let options = &options;
    on_large_stack(|| examine(&check_options(options), context))
}

/// How long all functions of a project take together unless the user says otherwise.
const PROJECT_TIME: Duration = Duration::from_secs(60);

/// Gives the functions of a project a time together, so that a first run ends, and the memory that a
/// large program takes.
fn share_project_time(options: &mut CheckOptions) {
    if options.program.built.is_there() && options.memory == CheckOptions::default().memory {
        options.memory = options.memory.max(half_of_memory().unwrap_or(0));
    }
    let says_nothing = options.total.is_none() && options.timeout == CheckOptions::default().timeout;
    if options.program.built.is_there() && says_nothing && options.functions.is_empty() {
        options.total = Some(PROJECT_TIME);
        options.program.built.remarks.push(format!(
            "all functions together get {} s; --total SECONDS gives more, and -o DIR keeps what was found",
            PROJECT_TIME.as_secs()
        ));
    }
}

/// Half of the machine's memory, in MiB.
fn half_of_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let total = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    total.trim().trim_end_matches(" kB").trim().parse::<u64>().ok().map(|kibibytes| kibibytes >> 11)
}

fn examine(options: &CheckOptions, context: &RunContext) -> Result<CheckReport, DriverError> {
    make_folders(options)?;
    check_links(&options.links)?;
    let headers = Headers::write()?;
    let mut input = options.program.clone();
    input.cflags = headers.flags(&input.cflags);
    context.progress.phase("compiling");
    let prepared = prepare(options, &input, &headers)?;
    let PreparedCheck { mut loaded, names, assumed, own, made, contracts } = prepared;
    let options = &CheckOptions { contracts, ..options.clone() };
    let wanted: Exceptions = own.values().chain([options]).flat_map(|one| one.properties.clone()).collect();
    let on_request = wanted.intersect(Exceptions::ON_REQUEST);
    if on_request.contains(Exception::Inexact) && options.ftz {
        // A flush is a rounding, but no operation's.
        return Err(DriverError::refused("roundings (inexact) are not looked for with --ftz"));
    }
    if options.ftz {
        flush_subnormals(&mut loaded.module);
    }
    let module = &loaded.module;
    let functions: Vec<FunctionId> = names.iter().filter_map(|name| module.function_named(name)).collect();
    context.progress.cancellable();
    let _memory = MemoryWatch::start(options.memory, options.jobs_for(functions.len()), &context.cancel)?;
    let native = NativeProgram {
        launcher: launcher(options.memory, options.timeout, context)?,
        units: &loaded.units,
        links: native_links(module, &options.links),
        setup: options.setup.clone(),
        call_limit: options.call_timeout,
        flushes: options.ftz,
        on_request,
        targets: Vec::new(),
        serves_several: functions.len() > 1,
        searched: searched_code(module, &functions),
    };
    let store = open_store(options, &loaded.units, &made)?;
    let cached = CachedVerdicts::open(options, &loaded)?;
    let is_plain = assumed.is_empty();
    let assumed = assumed.iter().filter_map(|name| module.function_named(name)).collect();
    let by_id = |(name, own): (String, _)| Some((module.function_named(&name)?, own));
    let own = own.into_iter().filter_map(by_id).collect();
    let mut work = Work {
        options,
        own,
        assumed,
        module,
        native,
        context,
        store,
        cached,
        is_one_of_several: functions.len() > 1,
        used_ranges: Mutex::default(),
        impossible: Mutex::default(),
        contents: OnceLock::new(),
    };
    let checked = match &options.part {
        Some(part) => part.own.iter().filter_map(|name| module.function_named(name)).collect(),
        None => functions,
    };
    let findings = work.check_all(&checked)?;
    let remarks = work.cached.as_ref().and_then(CachedVerdicts::finish);
    let warnings: Vec<String> = loaded.warnings.iter().cloned().chain(remarks).collect();
    report(&work, &findings, &warnings, is_plain)
}

/// A program with what is assumed of its functions, ready to be checked.
struct PreparedCheck {
    loaded: Loaded,
    /// The linker's names of the functions.
    names: Vec<String>,
    /// Those of whose parameters something is assumed.
    assumed: Vec<String>,
    /// The options of those that have some of their own.
    own: BTreeMap<String, CheckOptions>,
    /// The files that say what is assumed.
    made: Vec<PathBuf>,
    /// What the source says of functions.
    contracts: ProgramContracts,
}

/// Loads the program and finds the functions; what is assumed of them is compiled beside it, unless
/// the program was compiled with it before.
fn prepare(
    options: &CheckOptions,
    input: &ProgramFiles,
    headers: &Headers,
) -> Result<PreparedCheck, DriverError> {
    let limits = LoadLimits::memory(options.memory);
    let mut loaded = load(input, &options.links, limits)?;
    let functions = touched_functions(&mut loaded, options)?;
    let names: Vec<String> = functions.iter().map(|&id| loaded.module.functions[id].name.clone()).collect();
    if !options.assume.is_empty() && functions.len() > 1 {
        return Err(DriverError::refused("--assume is about the parameters of one function")
            .with_help("name it with --fn"));
    }
    let mut read = Contracts::default();
    let mut contracts = options.contracts.clone();
    if input.compiled.is_none() {
        read = crate::contracts::of_module(&loaded.module, input);
        let said = crate::contracts::drop_conditions_that_do_not_compile(&loaded, &mut read, input, limits);
        loaded.warnings.extend(said);
        contracts.functions = read.functions.values().cloned().collect();
    }
    let own = own_options(&loaded.module, &functions, options, &contracts);
    let conditions = |name: &String| own.get(name).unwrap_or(options).assume.as_slice();
    let with_conditions = functions.iter().zip(&names).map(|(&id, name)| (id, name, conditions(name)));
    let assumed: Vec<_> = with_conditions.filter(|(.., conditions)| !conditions.is_empty()).collect();
    let mut made = Vec::new();
    if input.compiled.is_none() {
        let functions: Vec<_> = assumed.iter().map(|&(id, _, conditions)| (id, conditions)).collect();
        let conditions: Vec<String> = functions.iter().flat_map(|(_, of)| of.iter().cloned()).collect();
        if !assumed.is_empty() {
            made.extend(assumptions::write(&loaded.module, &functions, headers)?);
        }
        let (calls, guards) = crate::contracts::guard_calls(&mut loaded, &read, headers)?;
        if let Some(guards) = guards {
            contracts.calls = calls;
            made.push(guards);
        }
        if !made.is_empty() {
            loaded = add_files(loaded, input, &made, limits)
                .map_err(|error| error.about_assumptions(&made, &conditions))?;
        }
        contracts.look_for_guards(&loaded.module);
    }
    let assumed = assumed.into_iter().map(|(_, name, _)| name.clone()).collect();
    Ok(PreparedCheck { loaded, names, assumed, own, made, contracts })
}

/// The program with files of ulpwise's own beside it, and everything that was said of it before.
fn add_files(
    mut loaded: Loaded,
    input: &ProgramFiles,
    files: &[PathBuf],
    limits: LoadLimits,
) -> Result<Loaded, DriverError> {
    let mut said = std::mem::take(&mut loaded.warnings);
    loaded = load_beside(loaded, input, files, limits)?;
    let new = std::mem::take(&mut loaded.warnings);
    said.extend(new.into_iter().filter(|one| !said.contains(one)).collect::<Vec<_>>());
    Ok(Loaded { warnings: said, ..loaded })
}

/// Makes the folders of the output, before the work begins.
fn make_folders(options: &CheckOptions) -> Result<(), DriverError> {
    if let Some(folder) = &options.witnesses {
        std::fs::create_dir_all(folder).map_err(|error| unwritable_folder(folder, error))?;
    }
    if let Some(folder) = &options.certificates {
        std::fs::create_dir_all(folder)
            .map_err(|error| DriverError::option_unwritable("--certificates", folder, error))?;
    }
    Ok(())
}

/// Writes witnesses and certificates, and tells what was found as plain data.
fn report(
    work: &Work<'_>,
    findings: &CheckFindings<'_>,
    warnings: &[String],
    is_plain: bool,
) -> Result<CheckReport, DriverError> {
    let (options, context) = (work.options, work.context);
    if let Some(folder) = &options.witnesses {
        for checked in &findings.checked {
            work.write_witnesses(folder, checked)?;
        }
    }
    let certified = match &options.certificates {
        Some(folder) => certificates::write(work, folder, findings, is_plain)?,
        None => certificates::CertifiedGoals::new(),
    };
    let accepted = AcceptedFindings::collect(findings, options.baseline.as_deref(), &options.contracts)?;
    context.progress.phase("writing reports");
    let plots = if options.plots { plot::plots(findings, work) } else { Plots::new() };
    let mut run = model::run(findings, &accepted, plots, warnings, work, &certified);
    if options.program.built.is_there() && options.domain.ranges.is_empty() {
        run.warnings.extend(about_large_inputs(&run));
    }
    if options.keeps_findings && options.part.is_none() {
        keep_findings(&mut run, options)?;
    }
    let cached = work.cached.as_ref().map(CachedVerdicts::found);
    let baseline = accepted::baseline(findings, &options.contracts);
    Ok(CheckReport { run, baseline, cached, declared: declared(findings) })
}

/// Keeps findings by their numbers where verdicts are kept, too.
fn keep_findings(run: &mut Run, options: &CheckOptions) -> Result<(), DriverError> {
    match (&options.store, &options.cache) {
        (Some(folder), _) => kept_findings::keep(
            run,
            folder,
            &format!(" -o {}", repro_command::quoted(&folder.to_string_lossy())),
        ),
        // A cache of several projects is of no use here.
        (None, Some(folder)) if folder.ends_with(crate::cache::FOLDER) => {
            kept_findings::keep(run, folder, "")
        }
        (None, _) => Ok(()),
    }
}

/// Where the functions begin that were checked.
fn declared(findings: &CheckFindings<'_>) -> BTreeMap<String, (PathBuf, u32)> {
    let module = findings.module;
    let one = |checked: &Checked| {
        let function = &module.functions[checked.function];
        let location = module.locations[function.declaration.as_ref()?.location?];
        Some((function.name.clone(), (module.files[location.file].path(), location.line)))
    };
    findings.checked.iter().filter_map(one).collect()
}

/// Says how many findings are at inputs of unusual size only, where no range says which are usual.
fn about_large_inputs(run: &Run) -> Option<String> {
    let verdicts = run.functions.iter().flat_map(|function| &function.ledger).map(|entry| &entry.verdict);
    let found = verdicts.filter_map(|verdict| match verdict {
        ulpwise_finding::Verdict::Witness(finding) => Some(finding.plain),
        _ => None,
    });
    let found: Vec<bool> = found.collect();
    let unusual = found.iter().filter(|plain| !**plain).count();
    (unusual > 0).then(|| {
        format!(
            "{unusual} of {} findings are at inputs of unusual size, and come last: --range '*=-1e6..1e6' leaves \
             out what is larger",
            found.len()
        )
    })
}

/// How code is compiled that searches run. The choice depends on the program alone, so that runs can
/// be repeated.
fn searched_code(module: &Module, functions: &[FunctionId]) -> Optimisation {
    let reached: BTreeSet<FunctionId> =
        functions.iter().flat_map(|&function| reached_functions(module, function)).collect();
    let size =
        |&function: &FunctionId| module.functions[function].body.as_ref().map_or(0, |body| body.insts.len());
    let largest = reached.iter().map(size).max().unwrap_or(0);
    let all: usize = reached.iter().map(size).sum();
    let is_large = largest > MOST_OPTIMISED || all > MOST_OPTIMISED_TOGETHER;
    if is_large { Optimisation::Unoptimised } else { Optimisation::Optimised }
}

fn unwritable_folder(folder: &Path, error: std::io::Error) -> DriverError {
    DriverError::option_unwritable("--witnesses", folder, error)
}

/// The options of functions that have some of their own, by the linker's names.
fn own_options(
    module: &Module,
    functions: &[FunctionId],
    options: &CheckOptions,
    contracts: &ProgramContracts,
) -> BTreeMap<String, CheckOptions> {
    let own = |&function: &FunctionId| {
        let function = &module.functions[function];
        let location = function.declaration.as_ref().and_then(|declaration| declaration.location);
        let file = location.map(|location| module.files[module.locations[location].file].path());
        let file = file.as_ref().map(|file| file.to_string_lossy());
        let own = options.options_for(&[&function.name, &source_name(function)], file.as_deref());
        let contract = contracts.get(&function.name);
        let own = own.or_else(|| contract.map(|_| options.clone()))?;
        Some((function.name.clone(), with_contract(own, contract)))
    };
    functions.iter().filter_map(own).collect()
}

/// Options with what a contract says. What the user says of the same input comes first.
fn with_contract(mut options: CheckOptions, contract: Option<&FunctionContract>) -> CheckOptions {
    if let Some(contract) = contract {
        options.domain.contracted.ranges = contract.ranges();
        options.domain.lengths.extend(contract.lengths());
        options.assume.extend(contract.conditions());
    }
    options
}

/// The database in which verdicts are kept, with what it takes over from others.
fn open_store(
    options: &CheckOptions,
    units: &[Unit],
    made: &[PathBuf],
) -> Result<Option<Store>, DriverError> {
    let Some(folder) = &options.store else { return Ok(None) };
    // What a file includes is seen in what it is compiled to. Assumptions are compiled from files
    // of a run's own, and are among the options.
    let own = units.iter().filter(|unit| !made.contains(&unit.path) && !is_runtime_unit(unit));
    let compiled: Vec<u64> = own.map(|unit| ulpwise_report::sarif::fingerprint(&unit.bytes)).collect();
    let made_by = env!("ULPWISE_SOURCES");
    let key = format!("{made_by} {compiled:x?} {}", store_key(options));
    let store = Store::open(folder, &key)?;
    for other in &options.merge {
        store.merge(other, &key)?;
    }
    Ok(Some(store))
}

/// What verdicts depend on, besides the functions that are asked for and how many work on them.
fn store_key(options: &CheckOptions) -> String {
    let CheckOptions { program, domain, assume, non_finite, properties, timeout, overrides, .. } = options;
    let CheckOptions { stop_at_exception, rounding, ftz, loop_bound, seed, seeds, analyses, .. } = options;
    let CheckOptions { call_timeout, memory, setup, links, engine, solver_nra, assume_nothing, .. } = options;
    let contracts = &options.contracts;
    let files = program.files.iter().chain(&program.source).chain(links);
    let contents: Vec<String> = files.map(|file| fingerprint(file).unwrap_or_default()).collect();
    let flags = (&program.cflags, &program.rustflags);
    let engine = (engine.name(), solver_nra.as_ref().map(EngineChoice::name));
    format!(
        "{contents:?} {flags:?} {domain:?} {assume:?} {non_finite} {properties:?} {timeout:?} {loop_bound:?} {seed} {seeds:?} \
         {analyses:?} {engine:?} {call_timeout:?} {memory} {setup:?} {stop_at_exception} {rounding:?} {ftz} {overrides:?} {assume_nothing}{}",
        if contracts.functions.is_empty() { String::new() } else { contracts.content() }
    )
}

/// The functions to check: of those that are asked for the ones that a change touches, where that is
/// asked for too.
fn touched_functions(loaded: &mut Loaded, options: &CheckOptions) -> Result<Vec<FunctionId>, DriverError> {
    let functions = functions(&loaded.module, options)?;
    let Some(revision) = &options.since else { return Ok(functions) };
    let touched = since::touched(&loaded.module, functions, revision)?;
    if touched.is_empty() {
        loaded.warnings.push(format!("nothing that changed since {revision} touches a function"));
    }
    Ok(touched)
}

/// The functions to check: those whose name matches, or all that are offered to others.
fn functions(module: &Module, options: &CheckOptions) -> Result<Vec<FunctionId>, DriverError> {
    if let Some(part) = &options.part {
        return known_functions(module, part);
    }
    let is_pattern = |name: &String| name.contains(['*', '?']);
    let ownership = Ownership::within(module, &options.program.built.own);
    let beside = neighbours(&options.program);
    let matching = |pattern: &str| -> Vec<FunctionId> {
        let matches = |id: &FunctionId| {
            let function = &module.functions[*id];
            let is_own = options.library_functions
                || !(ownership.is_library_function(module, function) || is_beside(module, function, &beside));
            function.body.is_some()
                && function.exported
                && is_own
                && (glob::matches(pattern, &function.name) || glob::matches(pattern, &source_name(function)))
        };
        module.functions.ids().filter(matches).collect()
    };
    let mut found = Vec::new();
    for name in &options.functions {
        if is_pattern(name) {
            let some = matching(name);
            if some.is_empty() {
                return Err(HarnessError::NoMatch { pattern: name.clone() }.into());
            }
            found.extend(some);
        } else {
            found.push(resolve(module, Some(name))?);
        }
    }
    if options.functions.is_empty() {
        found = matching("*");
    }
    if found.is_empty() {
        return Err(HarnessError::NoFunctions.into());
    }
    let mut seen = BTreeSet::new();
    let is_left_out = |id: &FunctionId| {
        let function = &module.functions[*id];
        let names = [function.name.clone(), source_name(function)];
        options.excluded.iter().any(|pattern| names.iter().any(|name| glob::matches(pattern, name)))
    };
    found.retain(|id| seen.insert(*id) && !is_left_out(id));
    if found.is_empty() {
        return Err(DriverError::refused("--not-fn leaves out every function"));
    }
    Ok(found)
}

/// The functions of a check of which this run does a part.
fn known_functions(module: &Module, part: &CheckPart) -> Result<Vec<FunctionId>, DriverError> {
    let find = |name: &String| {
        module.function_named(name).ok_or_else(|| {
            DriverError::refused(format!("the program has no function `{}`", readable_text(name)))
        })
    };
    part.own.iter().try_for_each(|name| find(name).map(drop))?;
    part.all.iter().map(find).collect()
}

/// Whether a function is defined in one of these files.
fn is_beside(module: &Module, function: &Function, files: &[PathBuf]) -> bool {
    let location = function.declaration.as_ref().and_then(|declaration| declaration.location);
    let file = location.map(|location| &module.files[module.locations[location].file]);
    file.is_some_and(|file| {
        files.iter().any(|other| std::path::absolute(other).is_ok_and(|other| other == file.path()))
    })
}

impl Work<'_> {
    /// One file for each witness, named after its function, site and property.
    fn write_witnesses(&self, folder: &Path, checked: &Checked) -> Result<(), DriverError> {
        let wrong = |error: std::io::Error| unwritable_folder(folder, error);
        for (goal, verdict) in checked.known.outcome.ledger.entries() {
            let GoalVerdict::Witness(witness) = verdict else { continue };
            // The program itself does not look at its contracts.
            if guard_clause(self.module, goal.0).is_some() {
                continue;
            }
            let Some(witness) = self.witness(checked, goal, witness) else { continue };
            let plain = |character: char| if character.is_ascii_alphanumeric() { character } else { '-' };
            let name: String = format!("{}-{}", witness.function, witness.site).chars().map(plain).collect();
            let name = format!("{name}-{}.json", witness.flaw.id());
            std::fs::write(folder.join(name), witness.write()).map_err(wrong)?;
        }
        Ok(())
    }

    /// The fingerprints of the program's files. Files may be large and witnesses many: each file is
    /// read once.
    fn contents(&self) -> &[String] {
        let files = self.options.program.files.iter();
        self.contents.get_or_init(|| files.map(|file| fingerprint(file).unwrap_or_default()).collect())
    }

    /// A witness as a file of its own has it.
    fn witness(&self, checked: &Checked, goal: Goal, found: &ulpwise_exceptions::Witness) -> Option<Witness> {
        let (module, options) = (self.module, self.options);
        let function = &module.functions[checked.function];
        // A document has no place for pointers between the words of a call.
        let native = checked.inputs.native.as_ref().ok().filter(|native| native.target.links.is_empty())?;
        let files = &options.program.files;
        Some(Witness {
            directory: std::env::current_dir().unwrap_or_default(),
            files: files.clone(),
            contents: self.contents().to_vec(),
            origin: WitnessOrigin::new(&options.program),
            cflags: options.program.cflags.clone(),
            rustflags: options.program.rustflags.clone(),
            link: options.links.clone(),
            function: function.name.clone(),
            arguments: arguments_of(function, native, &found.words)?,
            result: function.results.first().copied(),
            site: module.site_name(goal.0),
            place: place_of(module, goal.0),
            flaw: Flaw::Raises(goal.1),
            rounding: found.rounding,
            ftz: options.ftz,
            output: (found.end == CallEnd::Returned).then(|| found.output.clone()),
        })
    }
}
