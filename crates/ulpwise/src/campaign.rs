//! `ulpwise campaign`: an analysis of many functions as work units in a folder.

use crate::args::{
    CampaignArguments, CampaignCommand, CampaignReportArguments, ExtendArguments, LocalArguments,
    PlanArguments, PlannedAnalysis, StatusArguments, SubmitArguments, UnitArguments,
};
use crate::failure::Failure;
use crate::interrupt::Patience;
use crate::output::{ExitStatus, Report, terminal_width};
use crate::progress::Watched;
use crate::reports::{Reports, command_words, status as run_status};
use crate::settings::Config;
use std::time::Duration;
use ulpwise_campaign::{
    CampaignAnalysis, CampaignFolder, CampaignStatus, ExtendOptions, LocalOptions, PlanOptions, SlurmOptions,
    StatusDocument, UnitOutcome, extend, make_plan, merge, run_here, run_unit, status, submit, write_merged,
};
use ulpwise_finding::{Level, Threshold};
use ulpwise_report::json::{document, json};
use ulpwise_report::terminal::{Detail, TerminalOptions, terminal};
use ulpwise_report::text::{count, printable};

/// How often the status is shown again.
const WATCHED_EVERY: Duration = Duration::from_secs(2);

/// Runs the command.
pub(crate) fn campaign(arguments: &CampaignArguments) -> Result<Report, Failure> {
    match &arguments.command {
        CampaignCommand::Plan(plan) => make(plan),
        CampaignCommand::Run(local) => run_local(local),
        CampaignCommand::Unit(unit) => work(unit),
        CampaignCommand::Submit(arguments) => submit_units(arguments),
        CampaignCommand::Extend(arguments) => another_round(arguments),
        CampaignCommand::Status(arguments) => show_status(arguments),
        CampaignCommand::Merge(folder) => {
            let folder = CampaignFolder::new(&folder.folder);
            let merged = merge(&folder)?;
            write_merged(&folder, &merged)?;
            Ok(Report::success(describe(&merged.status)))
        }
        CampaignCommand::Report(arguments) => report(arguments),
    }
}

fn make(arguments: &PlanArguments) -> Result<Report, Failure> {
    let analysis = match &arguments.analysis {
        PlannedAnalysis::Check(check) => {
            let config = Config::find(check.config.as_deref(), check.input.trust_config)?;
            let settled = config.arguments()?;
            let mut options = settled.as_ref().unwrap_or(check).options();
            options.overrides = config.overrides()?;
            CampaignAnalysis::Check(Box::new(options))
        }
        PlannedAnalysis::Accuracy(accuracy) => CampaignAnalysis::Accuracy(Box::new(accuracy.options())),
        PlannedAnalysis::Stability(stability) => CampaignAnalysis::Stability(Box::new(stability.options())),
    };
    let options = PlanOptions {
        analysis,
        command: command_words(),
        unit_time: arguments.unit_time,
        cores: arguments.cores,
        seeds: arguments.seeds.clone(),
    };
    let watched = Watched::new(Patience::Unlimited);
    let folder = CampaignFolder::new(&arguments.folder);
    let plan = make_plan(&folder, &options, watched.context())?;
    drop(watched);
    let expected: f64 = plan.units.iter().map(|unit| unit.expected).sum();
    let most: f64 = plan.units.iter().map(|unit| unit.timeout * unit.functions.len() as f64).sum();
    Ok(Report::success(format!(
        "{} of {}: {} expected, {} at most\n",
        count(plan.units.len(), "unit", "units"),
        count(plan.functions.len(), "function", "functions"),
        duration(expected),
        duration(most)
    )))
}

fn run_local(arguments: &LocalArguments) -> Result<Report, Failure> {
    let folder = CampaignFolder::new(&arguments.campaign.folder);
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let program = std::env::current_exe()
        .map_err(|error| Failure::bad_input(format!("this program's own file is unknown: {error}")))?;
    let options = LocalOptions { jobs: arguments.jobs.unwrap_or_else(cores), program };
    let watched = Watched::new(Patience::Unlimited);
    let done = run_here(&folder, &options, watched.context())?;
    let interrupted = watched.interrupted();
    drop(watched);
    let status = status(&folder)?;
    let failed = status.counts()[3] > 0;
    let errors = done.errors.iter().map(|error| format!("{}\n", printable(error))).collect();
    let end = interrupted.unwrap_or(if failed { ExitStatus::BadInput } else { ExitStatus::Success });
    Ok(Report { output: describe(&status), errors, status: end })
}

fn work(arguments: &UnitArguments) -> Result<Report, Failure> {
    let folder = CampaignFolder::new(&arguments.campaign.folder);
    let watched = Watched::new(Patience::Unlimited);
    let outcome = run_unit(&folder, arguments.number, arguments.again, watched.context())?;
    let interrupted = watched.interrupted();
    drop(watched);
    let number = arguments.number;
    let (sentence, status) = match outcome {
        UnitOutcome::Done => (format!("unit {number} is done\n"), ExitStatus::Success),
        UnitOutcome::WasDone => (format!("unit {number} was done before\n"), ExitStatus::Success),
        UnitOutcome::Elsewhere => (format!("another process works on unit {number}\n"), ExitStatus::Success),
        UnitOutcome::Cancelled => {
            (String::new(), interrupted.unwrap_or(ExitStatus::Interrupted(signal_hook::consts::SIGTERM)))
        }
    };
    Ok(Report { output: sentence, errors: String::new(), status })
}

fn submit_units(arguments: &SubmitArguments) -> Result<Report, Failure> {
    let SubmitArguments { campaign, account, partition, at_once, memory, program, sbatch, .. } = arguments;
    let folder = CampaignFolder::new(&campaign.folder);
    let here = || std::env::current_exe();
    let program = program
        .clone()
        .map_or_else(here, Ok)
        .map_err(|error| Failure::bad_input(format!("this program's own file is unknown: {error}")))?;
    let named = |name: &str, value: &Option<String>| value.as_ref().map(|value| format!("--{name}={value}"));
    let own = [named("account", account), named("partition", partition)].into_iter().flatten();
    let mut again = vec!["campaign".to_owned(), "submit".to_owned()];
    again.push(folder.path().to_string_lossy().into_owned());
    again.push("--slurm".to_owned());
    again.push(format!("--program={}", program.display()));
    again.push(format!("--sbatch={}", sbatch.display()));
    again.extend(at_once.map(|count| format!("--at-once={count}")));
    again.extend(memory.map(|memory| format!("--memory={memory}")));
    let options = SlurmOptions {
        sbatch: sbatch.clone(),
        program,
        at_once: *at_once,
        memory: *memory,
        options: own.chain(arguments.options.iter().cloned()).collect(),
        again: (!arguments.once).then_some(again),
        over: arguments.over.clone(),
    };
    let submitted = submit(&folder, &options)?;
    if submitted.jobs.is_empty() {
        return Ok(Report::success("no unit waits\n".to_owned()));
    }
    let jobs = submitted.jobs.join(", ");
    let after = submitted.again.map(|job| format!("; job {job} submits what fails")).unwrap_or_default();
    Ok(Report::success(format!("{} in job {jobs}{after}\n", count(submitted.units, "unit", "units"))))
}

fn another_round(arguments: &ExtendArguments) -> Result<Report, Failure> {
    let ExtendArguments { campaign, factor, total, unit_time, cores } = arguments;
    if !(factor.is_finite() && *factor > 0.0) {
        return Err(Failure::bad_input("--factor is a number above zero"));
    }
    let options = ExtendOptions { factor: *factor, total: *total, unit_time: *unit_time, cores: *cores };
    let round = extend(&CampaignFolder::new(&campaign.folder), &options)?;
    Ok(Report::success(format!(
        "round {}: {} of {}, {} s each, for {} that time may decide; searches begin with {}\n",
        round.round,
        count(round.units, "unit", "units"),
        count(round.functions, "function", "functions"),
        round.timeout,
        count(round.open, "exception", "exceptions"),
        count(round.seeds, "call", "calls"),
    )))
}

fn show_status(arguments: &StatusArguments) -> Result<Report, Failure> {
    let folder = CampaignFolder::new(&arguments.campaign.folder);
    let mut now = status(&folder)?;
    if arguments.json {
        return Ok(Report::success(document(&StatusDocument::new(&now))));
    }
    if arguments.watch {
        let watched = Watched::new(Patience::Limited(Duration::ZERO));
        watched.context().progress.cancellable();
        while !now.is_over() && watched.interrupted().is_none() {
            let [done, running, waiting, failed] = now.counts();
            watched.context().progress.phase(&format!(
                "{done} of {} units done, {running} running, {waiting} waiting, {failed} failed",
                now.units.len()
            ));
            std::thread::sleep(WATCHED_EVERY);
            now = status(&folder)?;
        }
    }
    Ok(Report::success(describe(&now)))
}

/// The status as text.
fn describe(status: &CampaignStatus) -> String {
    let [done, running, waiting, failed] = status.counts();
    let verdicts = status.verdicts;
    let mut text = format!(
        "{} of {}: {done} done, {running} running, {waiting} waiting, {failed} failed\n",
        count(status.units.len(), "unit", "units"),
        count(status.functions, "function", "functions"),
    );
    text.push_str(&format!(
        "verdicts so far: {} with a witness, {} proven, {} unknown\n",
        verdicts.witnesses, verdicts.proven, verdicts.unknown
    ));
    let (worked, left) = status.seconds;
    if left > 0.0 {
        let end = status.left.map_or_else(
            || "nothing works on it".to_owned(),
            |left| format!("over in about {}", duration(left)),
        );
        text.push_str(&format!("{} of work done, about {} left: {end}\n", duration(worked), duration(left)));
    } else {
        text.push_str(&format!("{} of work done\n", duration(worked)));
    }
    if status.other_machines > 0 {
        text.push_str(&format!(
            "{} from machines whose processor or mathematical library may compute other values\n",
            count(status.other_machines, "result is", "results are")
        ));
    }
    for fault in &status.faults {
        let host = fault.host.as_ref().map(|host| format!(" on {host}")).unwrap_or_default();
        let attempt = match fault.attempt {
            0 => ", result".to_owned(),
            number => format!(", attempt {number}{host}"),
        };
        text.push_str(&printable(&format!("unit {}{attempt}: {}", fault.unit, fault.what)));
        text.push('\n');
    }
    text
}

fn report(arguments: &CampaignReportArguments) -> Result<Report, Failure> {
    let reports = Reports::plan(&arguments.reports)?;
    let merged = merge(&CampaignFolder::new(&arguments.campaign.folder))?;
    let task = merged.status.task;
    let least = match (arguments.reports.fail_on, task) {
        (Some(least), _) => least,
        (None, "accuracy") => Threshold::Never,
        (None, _) => Threshold::default(),
    };
    let mut runs = merged.runs;
    let mut status = ExitStatus::Success;
    for run in &mut runs {
        let own = run_status(run, least);
        run.exit_code = own.code();
        status = if own.code() > status.code() { own } else { status };
    }
    if let [run] = runs.as_slice() {
        reports.write(run)?;
    } else if !reports.is_empty() {
        let sentence = format!(
            "--sarif, --junit and --html are about one run, and `{task}` makes one for each function"
        );
        return Err(Failure::bad_input(sentence).help("--json has all of them"));
    }
    if arguments.json {
        let output = match runs.as_slice() {
            [run] => json(run),
            many => many.iter().map(json).collect(),
        };
        return Ok(Report { output, errors: String::new(), status });
    }
    let (mut output, mut errors) = (String::new(), String::new());
    for run in &runs {
        let text = terminal(run, shown(arguments));
        output.push_str(&text.output);
        errors.push_str(&text.errors);
    }
    if !merged.status.is_over() || merged.status.counts()[3] > 0 {
        errors.push_str(&describe(&merged.status));
    }
    Ok(Report { output, errors, status })
}

fn shown(arguments: &CampaignReportArguments) -> TerminalOptions {
    TerminalOptions {
        limit: if arguments.limit == 0 { usize::MAX } else { arguments.limit },
        detail: match (arguments.quiet, arguments.verbose) {
            (true, _) => Detail::Quiet,
            (false, true) => Detail::Verbose,
            (false, false) => Detail::Normal,
        },
        notes: arguments.notes || arguments.reports.fail_on.is_some_and(|least| least.is_met_by(Level::Note)),
        width: terminal_width(),
    }
}

/// A time in the units that people use for it.
fn duration(seconds: f64) -> String {
    match seconds {
        ..120.0 => format!("{seconds:.1} s"),
        120.0..7200.0 => format!("{:.1} min", seconds / 60.0),
        _ => format!("{:.1} h", seconds / 3600.0),
    }
}
