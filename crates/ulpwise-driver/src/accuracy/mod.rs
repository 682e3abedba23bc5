//! The input with the largest error of a function's result, and the operations that make it.
//!
//! An error is reported only if unoptimised code has it, against an exact result that is computed
//! with so many bits that more of them change nothing.

mod against_reference;
mod assumed;
mod bounds;
mod call;
mod causes;
mod library;
mod model;
mod nothing_measured;
mod plot;
mod progress;
mod reference;
mod returned_values;
mod subject;
mod witnesses;

use crate::context::RunContext;
use crate::error::DriverError;
use crate::load::{LoadLimits, check_links, launcher, load, native_links};
use crate::memory::MemoryWatch;
use crate::on_large_stack;
use crate::options::AccuracyOptions;
use crate::project::with_project;
use crate::solvers::with_tools;
pub use bounds::accuracy_gappa;
use bounds::{ProvenBound, prove};
use causes::RegionOfError;
pub use library::{LibraryOptions, LibraryProgress, accuracy_library, kept_library};
pub use nothing_measured::NothingMeasured;
pub use reference::function_of_file;
use reference::{ComparedErrors, ReferenceParts};
use std::time::{Duration, Instant};
use subject::Subject;
use ulpwise_accuracy::{
    AccuracyEvent, BoundRefusal, ConfirmedError, Diagnosis, ErrorClass, ErrorConfirmer, ErrorRegion,
    ErrorSearchOptions, Metric, PathSearch, RefusalReason, SearchResult, ShadowProgram, compared_constants,
    diagnose, find,
};
use ulpwise_base::{Budget, CancelFlag, ProgressSink};
use ulpwise_engines::SolverOptions;
use ulpwise_finding::Run;
use ulpwise_float::Format;
use ulpwise_harness::names::source_name;
use ulpwise_harness::reach::reached_functions;
use ulpwise_harness::resolve::resolve;
use ulpwise_harness::{MeansRounding, NotExact, has_unfollowed_arithmetic, means_rounding};
use ulpwise_ir::{FunctionId, Module, SiteId, SiteKind};
use ulpwise_llvm::Loaded;
use ulpwise_native::{CallEnd, NativeLimits};
use ulpwise_symex::CheckOptions;
use ulpwise_symex::terms::CheckLimits;

/// How much CPU time compiling may take that confirms what a cancelled run found.
const CLOSING: Duration = Duration::from_millis(1500);

/// Why errors are against the same steps where operations undo others.
const UNDOING: &str = "operations undo each other when nothing is rounded";

/// A confirmed input, and where its error comes from.
struct ExplainedError {
    confirmed: ConfirmedError,
    diagnosis: Option<Diagnosis>,
    /// Where else the same operation makes such errors.
    regions: Vec<RegionOfError>,
}

/// A function that was searched.
struct MeasuredFunction {
    run: Run,
    profile: Option<ErrorProfile>,
}

/// Errors over one input, as decimal logarithms.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ErrorProfile {
    /// The input.
    pub input: String,
    /// Its first and its last value.
    pub range: (f64, f64),
    /// Of each part of its range a value, and the largest error there.
    pub points: Vec<(f64, f64)>,
}

/// What a run found out.
struct Findings {
    searched: SearchResult,
    /// The worst of each class that was found, and those of other causes above the threshold.
    found: Vec<ExplainedError>,
    /// How many inputs with errors above the threshold were left unconfirmed, for want of time.
    unconfirmed: usize,
    /// How many operations are not followed.
    unobserved: usize,
    /// How large errors can be at most, or why that is not proven; nothing if it was not asked for.
    bound: Option<Result<ProvenBound, BoundRefusal>>,
    /// Whether the plot that was asked for could be drawn.
    plotted: Option<bool>,
    /// Why exact results are not known, where nothing could be measured for that.
    not_exact: Option<String>,
    /// Why errors are against the same steps without rounding, and not against exact results.
    same_steps: Option<String>,
    /// What comparing with a reference came to.
    reference: Option<ComparedErrors>,
}

impl Findings {
    /// Those of a function whose exact results are not known before any call.
    fn without_exact_results(why: NotExact, options: &AccuracyOptions) -> Self {
        let refusal = || Err(RefusalReason::NotExact(why).into());
        Self {
            searched: SearchResult::default(),
            found: Vec::new(),
            unconfirmed: 0,
            unobserved: 0,
            bound: (options.boxes > 0).then(refusal),
            plotted: options.plot.as_ref().map(|_| false),
            not_exact: Some(why.to_string()),
            same_steps: None,
            reference: None,
        }
    }

    /// Whether an error was measured that is larger than what was proven: a bug of ulpwise.
    fn is_contradiction(&self) -> bool {
        let Some(Ok(ProvenBound { bound, .. })) = &self.bound else { return false };
        self.found.iter().filter_map(|finding| finding.confirmed.exact()).any(|worst| {
            let part = Metric::Relative.error(worst.distance, worst.right_size, Format::F64).to_f64();
            let beyond = bound.relative.is_some_and(|relative| part > relative);
            beyond || worst.distance.to_f64() > bound.absolute
        })
    }
}

/// Looks for the input with the largest error of what a function returns. The exit code and the
/// command of the run are the caller's to set.
///
/// # Errors
/// The program does not load, an option is wrong, no call says anything about errors, or ulpwise
/// has a bug.
pub fn accuracy(options: &AccuracyOptions, context: &RunContext) -> Result<Run, DriverError> {
    on_large_stack(|| {
        let start = Instant::now();
        let loaded = load_program(options, context)?;
        let function = resolve(&loaded.module, options.function.as_deref())?;
        Ok(measure_named(&loaded, function, options, context, start)?.run)
    })
}

fn load_program(options: &AccuracyOptions, context: &RunContext) -> Result<Loaded, DriverError> {
    check_links(&options.links)?;
    let program = with_project(&options.program, context)?;
    context.progress.phase("compiling");
    load(&program, &options.links, LoadLimits::memory(options.memory))
}

/// Looks for the largest errors of one function, with what is assumed of its inputs.
fn measure_named(
    loaded: &Loaded,
    function: FunctionId,
    options: &AccuracyOptions,
    context: &RunContext,
    start: Instant,
) -> Result<MeasuredFunction, DriverError> {
    let (options, beside, function) = assumed::with_assumptions(options, loaded, function)?;
    measure(beside.as_ref().unwrap_or(loaded), function, &options, context, start)
}

/// Looks for the largest errors of one function.
fn measure(
    loaded: &Loaded,
    function: FunctionId,
    options: &AccuracyOptions,
    context: &RunContext,
    start: Instant,
) -> Result<MeasuredFunction, DriverError> {
    let progress = &context.progress;
    let module = &loaded.module;
    let warnings: Vec<String> = loaded.warnings.clone();
    let mut subject = Subject::new(module, function, options)?;
    if !options.assume.is_empty() {
        assumed::assume(&mut subject, loaded, options, context)?;
    }
    let subject = subject;
    // A plot that cannot be drawn is refused before the search.
    let movable = match &options.plot {
        Some(_) => plot::movable(&subject, options.plot_input.as_deref())?,
        None => Vec::new(),
    };
    let name = source_name(&module.functions[function]);
    let text = reference::text_of(options, &name);
    let file = text.map(|text| reference::load(text, options, context)).transpose()?.flatten();
    let parts = text.map(|text| ReferenceParts::new(&subject, text, file.as_ref(), options)).transpose()?;
    let reference = parts.as_ref().map(|parts| parts.start(&subject, options, context)).transpose()?;
    let meaning = means_rounding(module, function);
    let mut program = ShadowProgram {
        launcher: launcher(options.memory, options.timeout, context)?,
        units: &loaded.units,
        links: native_links(module, &options.links),
        setup: options.setup.clone(),
        call_limit: options.call_timeout,
        target: subject.native.target.clone(),
    };
    if let Some(why) = meaning.filter(|why| !has_same_steps(*why)) {
        let mut findings = Findings::without_exact_results(NotExact::Meaning(why), options);
        reference::compare_all(&subject, &program, reference, &mut findings, (options, context))?;
        let seconds = start.elapsed().as_secs_f64();
        let run = model::run(&subject, &findings, options, &warnings, seconds);
        return Ok(MeasuredFunction { run, profile: None });
    }
    progress.cancellable();
    let _memory = MemoryWatch::start(options.memory, options.jobs, &context.cancel)?;
    let budget = Budget::unlimited().with_cancel(context.cancel.clone());
    let progress_sink = progress::progress_sink(context, options);
    let searched =
        search(&subject, &program, options, &SearchTime { budget, progress_sink: &progress_sink })?;
    refuse_silence(&subject, &searched)?;
    if context.cancel.is_cancelled() {
        allow_closing(&mut program);
    }
    progress.phase("confirming the worst inputs");
    let mut confirmer = ErrorConfirmer::new(&program, &subject.domain, &subject.results, options.metric)?;
    let mut findings = confirm(&subject, &mut confirmer, searched, meaning, (options, context))?;
    reference::compare_all(&subject, &program, reference, &mut findings, (options, context))?;
    progress.phase_within("proving a bound", Some(options.timeout));
    findings.bound = (options.boxes > 0).then(|| prove(&subject, options, context, progress_sink));
    findings.plotted = draw_plot(&subject, &mut confirmer, &findings, &movable, (options, context))?;
    progress.phase("writing reports");
    let run = model::run(&subject, &findings, options, &warnings, start.elapsed().as_secs_f64());
    if let Some(folder) = &options.witnesses {
        witnesses::write(folder, &run, options)?;
    }
    Ok(MeasuredFunction { run, profile: profile(&subject, &findings.searched) })
}

/// Draws the plot that is asked for; whether it could be drawn.
fn draw_plot(
    subject: &Subject<'_>,
    confirmer: &mut ErrorConfirmer<'_>,
    findings: &Findings,
    movable: &[usize],
    (options, context): (&AccuracyOptions, &RunContext),
) -> Result<Option<bool>, DriverError> {
    let Some(file) = &options.plot else { return Ok(None) };
    context.progress.phase("drawing the plot");
    let drawn = plot::draw(subject, confirmer, findings, movable, options)?;
    if let Some(svg) = &drawn {
        std::fs::write(file, svg).map_err(|error| DriverError::option_unwritable("--plot", file, error))?;
    }
    Ok(Some(drawn.is_some()))
}

/// Confirms what a search found, and says what errors are against.
fn confirm(
    subject: &Subject<'_>,
    confirmer: &mut ErrorConfirmer<'_>,
    searched: SearchResult,
    meaning: Option<MeansRounding>,
    (options, context): (&AccuracyOptions, &RunContext),
) -> Result<Findings, DriverError> {
    let (module, function) = (subject.module, subject.function);
    let unobserved = confirmer.unobserved()?;
    let mut found = Vec::new();
    let (mut not_exact, mut unconfirmed) = (None, 0);
    let lost = unobserved.iter().copied().filter(|&site| !chooses_steps(module, site));
    let scales = has_unfollowed_arithmetic(module, function, unobserved.iter().copied());
    if has_unfollowed_arithmetic(module, function, lost) {
        not_exact = Some(NotExact::NotFollowed);
    } else {
        let worst = confirmer.worst(&searched.incumbents)?;
        // Code that is about its roundings makes what would be zero without them on purpose.
        let is_meant = |one: &ConfirmedError| {
            one.class != ErrorClass::NotZero || meaning.is_none_or(MeansRounding::is_about_choice_of_steps)
        };
        for confirmed in worst.into_iter().filter(is_meant) {
            context.progress.phase("looking for the operations that make the error");
            let diagnosis = explain(subject, confirmer, &confirmed, limits(options))?;
            found.push(ExplainedError { confirmed, diagnosis, regions: Vec::new() });
        }
        unconfirmed = causes::add(subject, confirmer, &searched, &mut found, (options, context))?;
        not_exact = not_exact.or_else(|| confirmer.not_exact().next().filter(|_| found.is_empty()));
    }
    let reached = reached_functions(module, function);
    let unobserved =
        unobserved.iter().filter(|&&site| reached.contains(&module.sites[site].function)).count();
    let undoes = found.iter().any(|one| one.confirmed.call.undoes);
    let same_steps = meaning.map(|why| why.to_string());
    let same_steps = same_steps.or_else(|| undoes.then(|| UNDOING.to_owned()));
    let same_steps = same_steps.or_else(|| scales.then(|| NotExact::NotFollowed.to_string()));
    let not_exact = not_exact.map(|why| why.to_string());
    let (bound, plotted) = (None, None);
    let reference = None;
    Ok(Findings {
        searched,
        found,
        unconfirmed,
        unobserved,
        bound,
        plotted,
        not_exact,
        same_steps,
        reference,
    })
}

/// Errors over the only input along which there are any, in its order, by cheap shadow values: not confirmed.
fn profile(subject: &Subject<'_>, searched: &SearchResult) -> Option<ErrorProfile> {
    // What a function only writes is an input, too, but none along which errors were found.
    let at = searched.regions.all().next()?.at;
    if searched.regions.all().any(|region| region.at != at) {
        return None;
    }
    let coordinate = subject.domain.coordinates[at];
    let [low, high] = coordinate.ends().map(|ordinal| coordinate.number(ordinal));
    let size = |region: &ErrorRegion| region.error.log2() * std::f64::consts::LOG10_2;
    let point = |region: &ErrorRegion| (coordinate.number(region.point[at]), size(region));
    let input = subject.native.names[at].trim_start_matches('*').to_owned();
    Some(ErrorProfile { input, range: (low, high), points: searched.regions.all().map(point).collect() })
}

/// Lets what was found before the user ended the run be confirmed, if that is a matter of a moment.
fn allow_closing(program: &mut ShadowProgram<'_>) {
    let limits = program.launcher.limits.clone();
    program.launcher.limits = NativeLimits { cancel: CancelFlag::default(), compile: CLOSING, ..limits };
}

fn limits(options: &AccuracyOptions) -> CheckLimits {
    CheckLimits { precision_loss: options.precision_loss, cancellation: options.cancellation }
}

/// What ends a search, and where its progress is reported.
struct SearchTime<'a> {
    budget: Budget,
    progress_sink: &'a ProgressSink<AccuracyEvent>,
}

/// Searches natively and along paths.
fn search(
    subject: &Subject<'_>,
    program: &ShadowProgram<'_>,
    options: &AccuracyOptions,
    time: &SearchTime<'_>,
) -> Result<SearchResult, DriverError> {
    let search = ErrorSearchOptions {
        metric: options.metric,
        strategy: options.strategy,
        seed: options.seed,
        budget: time.budget.clone(),
        time: options.timeout,
        calls: options.calls,
        jobs: options.jobs,
        threshold: options.threshold,
        landmarks: compared_constants(subject.module, subject.function),
        progress_sink: time.progress_sink.clone(),
    };
    let solver_options = SolverOptions { process_memory: options.memory << 20, ..SolverOptions::default() };
    with_tools(&options.engine, &solver_options, |tools| {
        let paths = PathSearch {
            module: subject.module,
            entry: &subject.entered,
            inputs: &subject.native,
            tools,
            checks: CheckOptions {
                limits: limits(options),
                sampling: options.sampling,
                ..CheckOptions::default()
            },
            time: options.symbolic_time(),
        };
        Ok(find(program, &subject.domain, &subject.results, &search, Some(&paths))?)
    })
}

/// Says so when no call said anything.
fn refuse_silence(subject: &Subject<'_>, searched: &SearchResult) -> Result<(), DriverError> {
    let reason = if searched.calls == 0 {
        NothingMeasured::NoCall
    } else if searched.not_returned == searched.calls {
        let first = searched.lost.as_ref().map_or(CallEnd::TimedOut, |(_, end)| *end);
        NothingMeasured::NoReturn { calls: searched.calls, first }
    } else if searched.not_returned + searched.failed == searched.calls {
        let condition = subject.results.success.map_or_else(String::new, |success| success.to_string());
        NothingMeasured::NoSuccess { calls: searched.calls, condition }
    } else if searched.without_output + searched.not_returned + searched.failed == searched.calls {
        NothingMeasured::NoOutput
    } else {
        return Ok(());
    };
    let function = source_name(&subject.module.functions[subject.function]);
    Err(DriverError::NothingMeasured { function, reason })
}

/// Where the error of a confirmed input comes from.
fn explain(
    subject: &Subject<'_>,
    confirmer: &mut ErrorConfirmer<'_>,
    confirmed: &ConfirmedError,
    limits: CheckLimits,
) -> Result<Option<Diagnosis>, DriverError> {
    let Some(worst) = confirmed.exact() else { return Ok(None) };
    let trace = confirmer.traced(confirmed)?;
    let output = &subject.results.outputs[worst.output];
    let sign = if worst.value < worst.right { -1.0 } else { 1.0 };
    let error = sign * worst.distance.to_f64();
    let place = (output.word, output.shift);
    let diagnosis = diagnose(subject.module, &trace, place, error, limits);
    // What is right may round to what is computed. Then the roundings say on which side it lies.
    if worst.value == worst.right && diagnosis.as_ref().is_some_and(|diagnosis| diagnosis.explained < 0.0) {
        return Ok(diagnose(subject.module, &trace, place, -error, limits));
    }
    Ok(diagnosis)
}

/// Functions that take floats apart or put them together by powers of two and whole parts.
const SCALING: [&str; 7] = ["ldexp", "scalbn", "scalbln", "frexp", "logb", "ilogb", "modf"];

/// Whether a site makes an integer of a float, or calls a function that takes floats apart or scales
/// them, and shadow values do not follow it: what it gives counts as right from there on, as a choice
/// of steps. Where something rounded comes through it into what is right, that changes with the
/// rounding mode, and no error is confirmed.
fn chooses_steps(module: &Module, site: SiteId) -> bool {
    let function = match module.sites[site].kind {
        SiteKind::ToInt(_) => return true,
        SiteKind::Libm(function) => function,
        _ => return false,
    };
    let name = module.functions[function].name.as_str();
    SCALING.iter().any(|&known| name.strip_prefix(known).is_some_and(|rest| rest.is_empty() || rest == "f"))
}

/// Whether errors can be measured against the same steps without rounding, of code that does not
/// mean real arithmetic: shadow values follow what it does.
fn has_same_steps(why: MeansRounding) -> bool {
    use MeansRounding as Why;
    match why {
        Why::RoundingMode | Why::Format | Why::Call | Why::NotFollowed => false,
        Why::ToInteger
        | Why::Iterates
        | Why::Class
        | Why::Bits
        | Why::Cancelling
        | Why::Narrowing
        | Why::UntilNothingChanges
        | Why::SplitConstant => true,
        // A reason that is not known here.
        _ => false,
    }
}
