//! `ulpwise accuracy`: the input with the largest error of a function's result, and the operations that make it.
//!
//! What holds: an error is told only if unoptimised code gives it, against what is right computed with so many bits that more change nothing.

mod call;
mod model;
mod plot;
mod subject;
mod told;
mod witnesses;

use crate::args::AccuracyArguments;
use crate::failure::Failure;
use crate::interrupt::{Interrupt, Patience};
use crate::output::Report;
use crate::progress::Progress;
use crate::reports::{Reports, status};
use std::time::Instant;
use subject::Subject;
use ulpwise_accuracy::bound::{Bound, BoundOptions, BoundSubject, bound};
use ulpwise_accuracy::{
    AccuracyEvent, BoundRefusal, ConfirmedError, Diagnosis, ErrorConfirmer, ErrorSearchOptions, Metric,
    PathSearch, SearchResult, ShadowProgram, diagnose, find,
};
use ulpwise_base::{Budget, ProgressSink};
use ulpwise_driver::load::{bitcode, check_links, load};
use ulpwise_driver::solvers::with_tools;
use ulpwise_engines::SolverOptions;
use ulpwise_finding::Threshold;
use ulpwise_float::Format;
use ulpwise_harness::names::source_name;
use ulpwise_harness::reach::reached_functions;
use ulpwise_harness::resolve::resolve;
use ulpwise_native::{CallEnd, Launcher};
use ulpwise_symex::CheckOptions;
use ulpwise_symex::terms::CheckLimits;

/// A confirmed input, and where its error comes from.
struct Finding {
    confirmed: ConfirmedError,
    diagnosis: Option<Diagnosis>,
}

/// What a run found out.
struct Findings {
    searched: SearchResult,
    /// The worst of each sort that was found.
    found: Vec<Finding>,
    /// How many operations are not followed.
    unobserved: usize,
    /// How large errors can be at most, or why that is not proven; nothing if it was not asked for.
    bound: Option<Result<Bound, BoundRefusal>>,
    /// Whether the plot that was asked for could be drawn.
    plotted: Option<bool>,
}

impl Findings {
    /// Whether an error was measured that is larger than what was proven: a bug of ulpwise.
    fn is_contradiction(&self) -> bool {
        let Some(Ok(bound)) = &self.bound else { return false };
        self.found.iter().filter_map(|finding| finding.confirmed.worst).any(|worst| {
            let part = Metric::Relative.error(worst.distance, worst.right_size, Format::F64).to_f64();
            let beyond = bound.relative.is_some_and(|relative| part > relative);
            beyond || worst.distance.to_f64() > bound.absolute
        })
    }
}

/// Runs the command.
pub(crate) fn accuracy(arguments: &AccuracyArguments) -> Result<Report, Failure> {
    let reports = Reports::plan(&arguments.reports)?;
    let start = Instant::now();
    check_links(&arguments.link)?;
    let progress = Progress::new("compiling");
    let loaded = load(&arguments.input.program(), None)?;
    let module = &loaded.module;
    let function = resolve(module, arguments.target.function.as_deref())?;
    let subject = Subject::new(module, function, arguments)?;
    // Who asks for a plot that cannot be drawn is told before the search.
    let movable = match &arguments.plot {
        Some(_) => plot::movable(&subject, arguments.plot_input.as_deref())?,
        None => Vec::new(),
    };
    let units = bitcode(&arguments.input.program())?;
    let program = ShadowProgram {
        launcher: Launcher::this_program()?,
        units: &units,
        links: arguments.link.clone(),
        setup: arguments.setup.clone(),
        call_limit: arguments.call_timeout,
        target: subject.native.target.clone(),
    };
    let interrupt = Interrupt::watch(Patience::Unlimited);
    progress.leave_signals();
    let metric = arguments.metric.metric();
    let budget = Budget::unlimited().with_time(arguments.timeout).with_cancel(interrupt.flag());
    let time = (&budget, arguments.symbolic_time());
    let progress_sink = told::progress_sink(&progress, metric, time, arguments.boxes);
    let options = ErrorSearchOptions {
        metric,
        strategy: arguments.strategy.strategy(),
        seed: arguments.seed,
        budget,
        calls: arguments.calls,
        jobs: arguments.jobs,
        progress_sink,
    };
    let limits =
        CheckLimits { precision_loss: arguments.precision_loss, cancellation: arguments.cancellation };
    let searched = with_tools(&arguments.engine, &SolverOptions::default(), |tools| {
        let force = PathSearch {
            module,
            entry: &subject.entry,
            inputs: &subject.native,
            tools,
            checks: CheckOptions { limits, sampling: arguments.sampling, ..CheckOptions::default() },
            time: arguments.symbolic_time(),
        };
        Ok::<_, Failure>(find(&program, &subject.domain, &subject.outputs, &options, Some(&force))?)
    })?;
    refuse_silence(&subject, &searched)?;
    progress.phase("confirming the worst inputs");
    let mut confirmer = ErrorConfirmer::new(&program, &subject.domain, &subject.outputs, metric)?;
    let mut found = Vec::new();
    for confirmed in confirmer.worst(&searched.incumbents)? {
        progress.phase("looking for the operations that make the error");
        let diagnosis = explain(&subject, &mut confirmer, &confirmed, limits)?;
        found.push(Finding { confirmed, diagnosis });
    }
    let reached = reached_functions(module, function);
    let unobserved = confirmer.unobserved()?;
    let unobserved =
        unobserved.iter().filter(|&&site| reached.contains(&module.sites[site].function)).count();
    progress.phase_within("proving a bound", Some(arguments.timeout));
    let bound = (arguments.boxes > 0).then(|| prove(&subject, arguments, &interrupt, &options.progress_sink));
    let mut findings = Findings { searched, found, unobserved, bound, plotted: None };
    if let Some(file) = &arguments.plot {
        progress.phase("drawing the plot");
        let drawn = plot::draw(&subject, &mut confirmer, &findings, &movable, arguments)?;
        findings.plotted = Some(drawn.is_some());
        if let Some(svg) = drawn {
            std::fs::write(file, svg)
                .map_err(|error| Failure::bad_input(format!("--plot {}: {error}", file.display())))?;
        }
    }
    progress.phase("writing reports");
    let mut run = model::run(&subject, &findings, arguments, &loaded.warnings, start.elapsed().as_secs_f64());
    // An error is found in nearly every function, and how large it may be, only its user knows.
    let status = status(&run, arguments.reports.fail_on.unwrap_or(Threshold::Never));
    let status = interrupt.status().unwrap_or(status);
    run.exit_code = status.code();
    if let Some(folder) = &arguments.witnesses {
        witnesses::write(folder, &run, arguments)?;
    }
    reports.write(&run)?;
    Ok(Report::of_run(&run, arguments.json, arguments.limit, status))
}

/// A bound that holds for all inputs in range.
fn prove(
    subject: &Subject<'_>,
    arguments: &AccuracyArguments,
    interrupt: &Interrupt,
    progress_sink: &ProgressSink<AccuracyEvent>,
) -> Result<Bound, BoundRefusal> {
    let options = BoundOptions {
        boxes: arguments.boxes,
        budget: Budget::unlimited().with_time(arguments.timeout).with_cancel(interrupt.flag()),
        progress_sink: progress_sink.clone(),
    };
    let of = BoundSubject {
        module: subject.module,
        entry: &subject.entry,
        inputs: &subject.native,
        domain: &subject.domain,
        outputs: &subject.outputs,
    };
    bound(&of, &options)
}

/// Says so when no call said anything.
fn refuse_silence(subject: &Subject<'_>, searched: &SearchResult) -> Result<(), Failure> {
    let name = source_name(&subject.module.functions[subject.function]);
    if searched.calls == 0 {
        return Err(Failure::bad_input(format!("no call of `{name}` was made in the time that was given"))
            .help("--timeout gives more"));
    }
    if searched.not_returned == searched.calls {
        let how = match searched.lost {
            Some((_, CallEnd::Signal(signal))) => format!("signal {signal} ended the first"),
            Some((_, CallEnd::Exited(code))) => format!("the first ended the program with exit code {code}"),
            _ => "the first took too long".to_owned(),
        };
        return Err(Failure::bad_input(format!(
            "none of {} calls of `{name}` returned: {how}",
            searched.calls
        ))
        .help("--range and --len say which inputs are meant, --call-timeout how long a call may take"));
    }
    if searched.without_output + searched.not_returned == searched.calls {
        return Err(Failure::bad_input(format!(
            "no call of `{name}` computed an output by floating-point operations, so there is no error to measure"
        ))
        .help("long doubles and vectors are not followed; --output says which result is meant"));
    }
    Ok(())
}

/// Where the error of a confirmed input comes from.
fn explain(
    subject: &Subject<'_>,
    confirmer: &mut ErrorConfirmer<'_>,
    confirmed: &ConfirmedError,
    limits: CheckLimits,
) -> Result<Option<Diagnosis>, Failure> {
    let Some(worst) = confirmed.worst else { return Ok(None) };
    let trace = confirmer.traced(confirmed)?;
    let output = &subject.outputs[worst.output];
    let sign = if worst.value < worst.right { -1.0 } else { 1.0 };
    let error = sign * worst.distance.to_f64();
    Ok(diagnose(subject.module, &trace, (output.word, output.shift), error, limits))
}
