//! `ulpwise check`: a verdict for every floating-point operation of the functions of a program, and everything that the operation can raise.
//!
//! What holds: a witness was run natively before it is told; *proven* is said only if every input in range was looked at; everything else is *unknown*, with
//! the reason.

mod accepted;
mod again;
mod clock;
mod model;
mod more;
mod plot;
mod settings;
mod store;
mod turns;
mod value;
mod work;

use crate::args::{CheckArguments, DomainArguments};
use crate::failure::Failure;
use crate::interrupt::{Interrupt, Patience};
use crate::load::{bitcode, check_links, load};
use crate::output::{ExitStatus, Report, terminal_width};
use crate::progress::Progress;
use crate::reports::{Planned, Reports, command_words, status};
use crate::witness::{Flaw, Witness, arguments_of, fingerprint, place_of};
use accepted::Accepted;
pub(crate) use again::Again;
pub(crate) use model::property;
use plot::Plots;
use settings::Config;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use store::Store;
use ulpwise_engines::EngineChoice;
use ulpwise_exceptions::{Goal, NativeProgram, Verdict};
use ulpwise_finding::Run;
use ulpwise_harness::glob;
use ulpwise_harness::names::source_name;
use ulpwise_harness::ownership::is_offered;
use ulpwise_harness::resolve::resolve;
use ulpwise_harness::{Headers, assumptions};
use ulpwise_interp::Exception;
use ulpwise_ir::{FunctionId, Module, flush_subnormals};
use ulpwise_llvm::Unit;
use ulpwise_native::{CallEnd, Launcher};
use ulpwise_report::json::json;
use ulpwise_report::terminal::{self, Detail};
pub(crate) use value::{inputs, typed_value, value, value_text};
use work::{Checked, Findings, Work};

/// How a check is made: by the command line, or by somebody who uses the library.
pub(crate) struct Manner {
    config: Config,
    /// The words that asked for it.
    command: Vec<String>,
    /// Called when the work begins.
    interrupt: fn() -> Interrupt,
    progress: fn(&str) -> Progress,
}

impl Manner {
    /// For a library: without settings of a project, without signals, and silent.
    pub(crate) fn library(command: Vec<String>) -> Manner {
        Manner { config: Config::default(), command, interrupt: Interrupt::never, progress: Progress::silent }
    }
}

/// Runs the command.
pub(crate) fn check(arguments: &CheckArguments) -> Result<Report, Failure> {
    let config = Config::find(arguments.config.as_deref())?;
    let settled = config.arguments()?;
    let arguments = settled.as_ref().unwrap_or(arguments);
    let manner = Manner {
        config,
        command: command_words(),
        interrupt: || Interrupt::watch(Patience::Unlimited),
        progress: if arguments.quiet { Progress::silent } else { Progress::new },
    };
    let (run, status) = examine(arguments, &manner)?;
    if arguments.json {
        return Ok(Report { output: json(&run), errors: String::new(), status });
    }
    let options = terminal::TerminalOptions {
        limit: if arguments.limit == 0 { usize::MAX } else { arguments.limit },
        detail: match (arguments.quiet, arguments.verbose) {
            (true, _) => Detail::Quiet,
            (false, true) => Detail::Verbose,
            (false, false) => Detail::Normal,
        },
        width: terminal_width(),
    };
    let text = terminal::terminal(&run, options);
    Ok(Report { output: text.output, errors: text.errors, status })
}

/// Makes a check, and writes what the arguments ask for besides.
pub(crate) fn examine(arguments: &CheckArguments, manner: &Manner) -> Result<(Run, ExitStatus), Failure> {
    let config = &manner.config;
    let written = Written::plan(arguments)?;
    check_links(&arguments.link)?;
    let headers = Headers::write()?;
    let mut input = arguments.input.clone();
    input.cflags = headers.flags(&input.cflags);
    let progress = (manner.progress)("compiling");
    let mut loaded = load(&input, None)?;
    let functions = functions(&loaded.module, arguments)?;
    let names: Vec<String> = functions.iter().map(|&id| loaded.module.functions[id].name.clone()).collect();
    if !arguments.assume.is_empty() && functions.len() > 1 {
        return Err(
            Failure::bad_input("--assume is about the parameters of one function").help("name it with --fn")
        );
    }
    let own = own_arguments(&loaded.module, &functions, config)?;
    let inexact = own.values().chain([arguments]).any(|one| one.property.contains(&Exception::Inexact));
    if inexact && arguments.ftz {
        // A flush is a rounding, but no operation's.
        return Err(Failure::bad_input("roundings (inexact) are not looked for with --ftz"));
    }
    let conditions = |name: &String| own.get(name).unwrap_or(arguments).assume.as_slice();
    let with_conditions = functions.iter().zip(&names).map(|(&id, name)| (id, name, conditions(name)));
    let assumed: Vec<_> = with_conditions.filter(|(.., conditions)| !conditions.is_empty()).collect();
    let mut made = Vec::new();
    if !assumed.is_empty() {
        let functions: Vec<_> = assumed.iter().map(|&(id, _, conditions)| (id, conditions)).collect();
        let files = assumptions::write(&loaded.module, &functions, &headers)?;
        let conditions: Vec<String> = functions.iter().flat_map(|(_, of)| of.iter().cloned()).collect();
        input.files.extend(files.clone());
        made.extend(files.clone());
        loaded = load(&input, None).map_err(|failure| {
            files.iter().fold(failure, |failure, file| failure.of_assumptions(file, &conditions))
        })?;
    }
    let units = bitcode(&input)?;
    if arguments.ftz {
        flush_subnormals(&mut loaded.module);
    }
    let module = &loaded.module;
    let functions: Vec<FunctionId> = names.iter().filter_map(|name| module.function_named(name)).collect();
    let interrupt = (manner.interrupt)();
    progress.leave_signals();
    let native = NativeProgram {
        launcher: Launcher::this_program()?,
        units: &units,
        links: arguments.link.clone(),
        setup: arguments.setup.clone(),
        call_limit: arguments.call_timeout,
        flushes: arguments.ftz,
        inexact,
        targets: Vec::new(),
    };
    let store = store(arguments, config, (&units, &made))?;
    let assumed = assumed.iter().filter_map(|(_, name, _)| module.function_named(name)).collect();
    let by_id = |(name, arguments): (String, _)| Some((module.function_named(&name)?, arguments));
    let own = own.into_iter().filter_map(by_id).collect();
    let mut work = Work {
        arguments,
        own,
        assumed,
        module,
        native,
        interrupt: &interrupt,
        progress: &progress,
        store,
        contents: OnceLock::new(),
    };
    let findings = work.check_all(&functions)?;
    if let Some(folder) = &arguments.witnesses {
        for checked in &findings.checked {
            work.write_witnesses(folder, checked)?;
        }
    }
    let accepted = Accepted::of(&findings, arguments.baseline.as_deref())?;
    progress.phase("writing reports");
    let plots = if arguments.reports.html.is_some() { plot::plots(&findings, &work) } else { Plots::new() };
    let mut run = model::run(&findings, &accepted, plots, &loaded.warnings, &work);
    let status =
        interrupt.status().unwrap_or_else(|| status(&run, arguments.reports.fail_on.unwrap_or_default()));
    run.exit_code = status.code();
    run.command.clone_from(&manner.command);
    written.write(&run, &findings)?;
    drop(progress);
    Ok((run, status))
}

/// The files that are written besides.
struct Written {
    reports: Reports,
    baseline: Option<Planned>,
}

impl Written {
    /// Makes sure that all of them can be written, before the work begins.
    fn plan(arguments: &CheckArguments) -> Result<Written, Failure> {
        let reports = Reports::plan(&arguments.reports)?;
        let baseline = arguments.write_baseline.as_deref();
        let baseline = baseline.map(|path| Planned::new("--write-baseline", path)).transpose()?;
        if let Some(folder) = &arguments.witnesses {
            std::fs::create_dir_all(folder).map_err(|error| unwritable_folder(folder, &error))?;
        }
        Ok(Written { reports, baseline })
    }

    fn write(self, run: &Run, findings: &Findings<'_>) -> Result<(), Failure> {
        self.reports.write(run)?;
        self.baseline.map_or(Ok(()), |file| file.write(&accepted::baseline(findings)))
    }
}

fn unwritable_folder(folder: &Path, error: &std::io::Error) -> Failure {
    Failure::bad_input(format!("--witnesses {}: {error}", folder.display()))
}

/// The arguments of functions for which the project settles something, by the linker's names.
fn own_arguments(
    module: &Module,
    functions: &[FunctionId],
    config: &Config,
) -> Result<BTreeMap<String, CheckArguments>, Failure> {
    let mut own = BTreeMap::new();
    for &function in functions {
        let function = &module.functions[function];
        if let Some(arguments) = config.arguments_of(&[&function.name, &source_name(function)])? {
            own.insert(function.name.clone(), arguments);
        }
    }
    Ok(own)
}

/// The database of the user's folder, with what it takes over from others.
fn store(
    arguments: &CheckArguments,
    config: &Config,
    (units, made): (&[Unit], &[PathBuf]),
) -> Result<Option<Store>, Failure> {
    let Some(folder) = &arguments.output else { return Ok(None) };
    // What a file includes is seen in what it is compiled to. Assumptions are compiled from files of a run's own, and are among the options.
    let own = units.iter().filter(|unit| !made.contains(&unit.path));
    let compiled: Vec<u64> = own.map(|unit| ulpwise_report::sarif::fingerprint(&unit.bytes)).collect();
    let made_by = env!("ULPWISE_SOURCES");
    let key = format!("{made_by} {compiled:x?} {} {}", key(arguments), config.text());
    let store = Store::open(folder, &key)?;
    for other in &arguments.merge {
        store.merge(other, &key)?;
    }
    Ok(Some(store))
}

/// What verdicts depend on, besides the functions that are asked for and how many work on them.
fn key(arguments: &CheckArguments) -> String {
    let CheckArguments { input, domain, assume, non_finite, property, timeout, .. } = arguments;
    let DomainArguments { len, range } = domain;
    let CheckArguments {
        stop_at_exception,
        rounding,
        ftz,
        loop_bound,
        seed,
        wave,
        call_timeout,
        memory,
        setup,
        link,
        ..
    } = arguments;
    let files = input.files.iter().chain(&input.source).chain(link);
    let contents: Vec<String> = files.map(|file| fingerprint(file).unwrap_or_default()).collect();
    let flags = (&input.cflags, &input.rustflags);
    let engine = (arguments.engine.name(), arguments.solver_nra.as_ref().map(EngineChoice::name));
    format!(
        "{contents:?} {flags:?} {len:?} {range:?} {assume:?} {non_finite} {property:?} {timeout:?} {loop_bound:?} {seed} {wave:?} {engine:?} {call_timeout:?} {memory} {setup:?} {stop_at_exception} {rounding:?} {ftz}"
    )
}

/// The functions to check: those whose name matches, or all that are offered to others.
fn functions(module: &Module, arguments: &CheckArguments) -> Result<Vec<FunctionId>, Failure> {
    let is_pattern = |name: &String| name.contains(['*', '?']);
    let matching = |pattern: &str| -> Vec<FunctionId> {
        let matches = |id: &FunctionId| {
            let function = &module.functions[*id];
            is_offered(module, function)
                && (glob::matches(pattern, &function.name) || glob::matches(pattern, &source_name(function)))
        };
        module.functions.ids().filter(matches).collect()
    };
    let mut found = Vec::new();
    for name in &arguments.function {
        if is_pattern(name) {
            let some = matching(name);
            if some.is_empty() {
                return Err(Failure::bad_input(format!("no function matches {name}"))
                    .help("`ulpwise list` lists the functions"));
            }
            found.extend(some);
        } else {
            found.push(resolve(module, Some(name))?);
        }
    }
    if arguments.function.is_empty() {
        found = matching("*");
    }
    if found.is_empty() {
        return Err(Failure::bad_input("the program defines no function that other files can call")
            .help("name one with --fn; `ulpwise list --all` lists all of them"));
    }
    let mut seen = BTreeSet::new();
    found.retain(|id| seen.insert(*id));
    Ok(found)
}

impl Work<'_> {
    /// One file for each witness, named after its function, site and property.
    fn write_witnesses(&self, folder: &Path, checked: &Checked) -> Result<(), Failure> {
        let wrong = |error: std::io::Error| unwritable_folder(folder, &error);
        for (goal, verdict) in checked.known.outcome.ledger.entries() {
            let Verdict::Witness(witness) = verdict else { continue };
            let Some(witness) = self.witness(checked, goal, witness) else { continue };
            let plain = |character: char| if character.is_ascii_alphanumeric() { character } else { '-' };
            let name: String = format!("{}-{}", witness.function, witness.site).chars().map(plain).collect();
            let name = format!("{name}-{}.json", witness.flaw.id());
            std::fs::write(folder.join(name), witness.write()).map_err(wrong)?;
        }
        Ok(())
    }

    /// The fingerprints of the program's files. Files may be large and witnesses many: each file is read once.
    fn contents(&self) -> &[String] {
        let files = self.arguments.input.files.iter();
        self.contents.get_or_init(|| files.map(|file| fingerprint(file).unwrap_or_default()).collect())
    }

    /// A witness as a file of its own has it.
    fn witness(&self, checked: &Checked, goal: Goal, found: &ulpwise_exceptions::Witness) -> Option<Witness> {
        let (module, arguments) = (self.module, self.arguments);
        let function = &module.functions[checked.function];
        let native = checked.inputs.native.as_ref().ok()?;
        let files = &arguments.input.files;
        Some(Witness {
            directory: std::env::current_dir().unwrap_or_default(),
            files: files.clone(),
            contents: self.contents().to_vec(),
            cflags: arguments.input.cflags.clone(),
            rustflags: arguments.input.rustflags.clone(),
            link: arguments.link.clone(),
            function: function.name.clone(),
            arguments: arguments_of(function, native, &found.words)?,
            result: function.results.first().copied(),
            site: module.site_name(goal.0),
            place: place_of(module, goal.0),
            flaw: Flaw::Raises(goal.1),
            rounding: found.rounding,
            ftz: arguments.ftz,
            output: (found.end == CallEnd::Returned).then(|| found.output.clone()),
        })
    }
}
