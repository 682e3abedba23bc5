//! The functions one after the other, or several at once: each with its own budget, and each
//! written down when it is done.

use super::cached::CachedVerdicts;
use super::clock::Clock;
use super::more::locked;
use super::store::{FunctionRecord, Store};
use super::time_slices::TimeSlices;
use super::value::value;
use crate::assume_nothing::refusal;
use crate::context::{Progress, RunContext};
use crate::contracts::place;
use crate::error::DriverError;
use crate::options::CheckOptions;
use crate::solvers::with_tools;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;
use ulpwise_base::{Budget, WorkInstant};
use ulpwise_engines::SolverOptions;
use ulpwise_exceptions::{
    Analysis, AnalysisOptions, CheckOutcome, CheckSubject, Ledger, NativeProgram, Observer, PathLimits,
    Rerun, Session, Unknown, check, join, rank,
};
use ulpwise_finding::UnknownCause;
use ulpwise_float::Rounding;
use ulpwise_harness::assumptions;
use ulpwise_harness::names::source_name;
use ulpwise_harness::resolve::resolve;
use ulpwise_harness::{HarnessError, Inputs, NativeInputs};
use ulpwise_harness::{SizeProber, Unmakeable, Unnamed, of_function_with, proof_assumptions, returned};
use ulpwise_interp::{Exception, Program};
use ulpwise_ir::{FunctionId, Module};

/// What is asked for unless the user says otherwise.
const DEFAULT_PROPERTIES: [Exception; 5] = [
    Exception::Invalid,
    Exception::DivideByZero,
    Exception::Overflow,
    Exception::Underflow,
    Exception::IntConversion,
];

/// How many bytes a call may hold in the interpreter.
const MEMORY: u64 = 1 << 30;

/// How much CPU time compiling for native runs may take that counts as no function's time, and how
/// much at most beyond that.
const FREE_COMPILING: Duration = Duration::from_secs(1);
const LONGEST_COMPILING: Duration = Duration::from_secs(600);

/// Models of library functions that call back are recursive.
const STACK_BYTES: usize = 256 << 20;

/// A function that was checked.
pub(super) struct Checked {
    pub(super) function: FunctionId,
    pub(super) inputs: Inputs,
    pub(super) known: FunctionRecord,
}

/// A function for which no arguments can be made.
pub(super) struct RefusedFunction {
    pub(super) function: FunctionId,
    pub(super) why: String,
}

/// What a run of the command found out.
pub(super) struct CheckFindings<'m> {
    pub(super) module: &'m Module,
    pub(super) checked: Vec<Checked>,
    pub(super) refused: Vec<RefusedFunction>,
    /// Functions that were not looked at because the run was stopped.
    pub(super) left: usize,
}

/// What all functions have in common.
pub(super) struct Work<'a> {
    pub(super) options: &'a CheckOptions,
    /// The arguments for functions that have some of their own.
    pub(super) own: BTreeMap<FunctionId, CheckOptions>,
    /// The functions of whose parameters something is assumed.
    pub(super) assumed: Vec<FunctionId>,
    pub(super) module: &'a Module,
    pub(super) native: NativeProgram<'a>,
    pub(super) context: &'a RunContext,
    pub(super) store: Option<Store>,
    /// Verdicts by content, if the user wants them kept.
    pub(super) cached: Option<CachedVerdicts<'a>>,
    /// Whether other functions are checked as well.
    pub(super) is_one_of_several: bool,
    /// The ranges of all functions that were about an input of some, by their place in the options.
    pub(super) used_ranges: Mutex<BTreeSet<usize>>,
    /// Functions whose contracts no input meets, and why they were not checked.
    pub(super) impossible: Mutex<Vec<RefusedFunction>>,
    /// The fingerprints of the program's files, once they are needed.
    pub(super) contents: OnceLock<Vec<String>>,
}

/// What one function gets.
#[derive(Clone, Copy)]
pub(super) struct Allotment {
    /// How many processes or threads.
    pub(super) jobs: usize,
    /// How much time at most.
    pub(super) time: Duration,
}

/// A function and what it takes.
struct CheckTask {
    function: FunctionId,
    inputs: Inputs,
}

impl<'a> Work<'a> {
    /// The arguments for a function.
    pub(super) fn arguments(&self, function: FunctionId) -> &CheckOptions {
        self.own.get(&function).unwrap_or(self.options)
    }

    /// What the solvers are made with.
    pub(super) fn solver_options(&self) -> SolverOptions {
        SolverOptions { process_memory: self.options.memory << 20, ..SolverOptions::default() }
    }

    /// The number of the assumptions on a function's parameters, if there are some.
    fn assumption(&self, function: FunctionId) -> Option<usize> {
        self.assumed.iter().position(|&assumed| assumed == function)
    }

    /// Checks functions; those that the store knows are taken from there.
    pub(super) fn check_all(&mut self, functions: &[FunctionId]) -> Result<CheckFindings<'a>, DriverError> {
        let mut findings =
            CheckFindings { module: self.module, checked: Vec::new(), refused: Vec::new(), left: 0 };
        let prober = SizeProber::new(self.module);
        let mut tasks = Vec::new();
        for &function in functions {
            match self.inputs(&prober, function) {
                Ok(inputs) => tasks.push(CheckTask { function, inputs }),
                // The user who names a function gets the reason; of all, those that cannot be
                // checked are listed.
                Err(failure) if !self.is_one_of_several => return Err(failure),
                Err(failure) => {
                    findings.refused.push(RefusedFunction { function, why: failure.to_string() });
                }
            }
        }
        // Other parts of the same check have other inputs, and something to look at.
        let is_whole = self.options.part.is_none();
        if is_whole {
            self.check_ranges_used()?;
        }
        // Nothing found where nothing was looked at must not read as clean.
        if let (true, Some(first)) = (is_whole && tasks.is_empty(), findings.refused.first()) {
            let count = findings.refused.len();
            return Err(DriverError::refused(format!(
                "none of {count} functions can be checked: {}",
                first.why
            )));
        }
        let targets = tasks.iter().filter_map(|task| task.inputs.native.as_ref().ok());
        self.native.targets = targets.map(|native| native.target.clone()).collect();
        let program = Program::new(self.module, MEMORY).map_err(DriverError::too_large)?;
        let setup = self.setup()?;
        let rerun = Rerun {
            program: &program,
            setup: &setup,
            rounding: Rounding::NearestEven,
            on_request: self.native.on_request,
        };
        findings.checked = self.in_parallel(&tasks, rerun)?;
        let impossible = std::mem::take(&mut *locked(&self.impossible));
        findings.left = tasks.len() - findings.checked.len() - impossible.len();
        findings.refused.extend(impossible);
        Ok(findings)
    }

    /// Refuses a range of a name that no function has: it would be missed in silence.
    fn check_ranges_used(&self) -> Result<(), DriverError> {
        let used = locked(&self.used_ranges);
        let ranges = &self.options.domain.ranges;
        let is_missed = |at: &usize| {
            let name = ranges[*at].split('=').next().unwrap_or_default();
            !used.contains(at) && !name.contains(['*', '?'])
        };
        let is_shared = self.own.is_empty() || self.options.overrides.is_empty();
        match (0..ranges.len())
            .find(is_missed)
            .filter(|_| self.is_one_of_several && is_shared && !self.options.allows_unused_ranges)
        {
            Some(at) => Err(DriverError::refused(format!(
                "--range {}: none of the functions has an input of this name",
                ranges[at]
            ))),
            None => Ok(()),
        }
    }

    /// Works on the functions with as many threads as the user wants; on a single one they all work
    /// together.
    fn in_parallel(&self, tasks: &[CheckTask], rerun: Rerun<'_>) -> Result<Vec<Checked>, DriverError> {
        let (threads, jobs) = match tasks.len() {
            0 | 1 => (1, self.options.jobs_for(1)),
            many => (self.options.jobs_for(many).min(many), 1),
        };
        let clock = Clock::new(self.options.total, threads);
        // Each function takes its time at most, and as many work at once as there are threads.
        let longest = |number: usize| {
            let left = tasks[number..].iter().map(|task| self.arguments(task.function).timeout);
            clock.left().unwrap_or_else(|| left.sum::<Duration>() / threads as u32)
        };
        let next = AtomicUsize::new(0);
        let done: Mutex<Vec<Option<Checked>>> = Mutex::new(tasks.iter().map(|_| None).collect());
        let slices = Mutex::new(TimeSlices::new(tasks.len()));
        let work = || -> Result<(), DriverError> {
            let mut session = Session::new(self.native.clone());
            self.prepare_project(&mut session, jobs, &clock);
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if self.context.cancel.is_cancelled() {
                    return Ok(());
                }
                let Some(task) = tasks.get(number) else {
                    return self.more_slices(&done, &slices, &clock, &mut session, rerun, jobs);
                };
                let name = source_name(&self.module.functions[task.function]);
                self.context.progress.part(number + 1, tasks.len(), &name);
                self.context.progress.at_most(longest(number));
                let share = clock.share(tasks.len() - number);
                let allotment = Allotment { jobs, time: share };
                let checked = match self.check_one(task, &mut session, rerun, allotment, &clock) {
                    Err(error) => match self.impossible_contract(task.function, &error) {
                        Some(why) => {
                            let function = task.function;
                            locked(&self.impossible).push(RefusedFunction { function, why });
                            continue;
                        }
                        None => return Err(error),
                    },
                    Ok(checked) => checked,
                };
                let searches =
                    self.analysis_options(task.function, jobs).analyses.contains(&Analysis::Native);
                if searches && checked.known.outcome.not_native.is_none() {
                    locked(&slices).enter(
                        number,
                        (&checked.known.outcome.ledger).into(),
                        checked.known.slices,
                    );
                }
                locked(&done)[number] = Some(checked);
            }
        };
        std::thread::scope(|scope| {
            let start = |_| std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work);
            let threads: Vec<_> = (0..threads).map(start).collect();
            threads.into_iter().try_for_each(|thread| match thread {
                Ok(thread) => thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
                Err(error) => Err(DriverError::NoThread(error)),
            })
        })?;
        Ok(done.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter().flatten().collect())
    }

    /// Why a function is not checked, if its contract is what no input meets.
    fn impossible_contract(&self, function: FunctionId, error: &DriverError) -> Option<String> {
        let DriverError::Harness(HarnessError::Unsatisfiable) = error else { return None };
        let contract = self.options.contracts.get(&self.module.functions[function].name)?;
        let clauses: Vec<String> =
            contract.restrictions().map(|clause| format!("`{}` ({})", clause.text, place(clause))).collect();
        (!contract.conditions().is_empty())
            .then(|| format!("no input meets its contract: {}", clauses.join(", ")))
    }

    fn setup(&self) -> Result<Vec<FunctionId>, DriverError> {
        self.options.setup.iter().map(|name| Ok(resolve(self.module, Some(name))?)).collect()
    }

    /// The inputs of a function, as the user restricts them.
    fn inputs(&self, prober: &SizeProber<'_>, function: FunctionId) -> Result<Inputs, DriverError> {
        let arguments = self.arguments(function);
        let mut ranges = arguments.domain.read_ranges()?;
        if self.is_one_of_several || arguments.allows_unused_ranges {
            ranges = ranges.of_several();
        }
        let unnamed = match (arguments.assume_nothing, arguments.non_finite) {
            (true, _) => Unnamed::Nothing,
            (false, true) => Unnamed::Any,
            (false, false) => Unnamed::Finite,
        };
        let lengths = &arguments.domain.lengths;
        let mut entry = of_function_with(prober, function, lengths, &mut ranges, unnamed)?;
        if let Some(number) = self.assumption(function) {
            entry.function = assumptions::function(self.module, number)?;
        }
        // Ranges of a function's own are about no other.
        if !self.own.contains_key(&function) || self.options.overrides.is_empty() {
            locked(&self.used_ranges).extend(ranges.used());
        }
        entry.setup = self.setup()?;
        Ok(Inputs::new(self.module, entry, &returned(self.module, function)))
    }

    fn check_one(
        &self,
        task: &CheckTask,
        session: &mut Session<'_>,
        rerun: Rerun<'_>,
        allotment: Allotment,
        clock: &Clock,
    ) -> Result<Checked, DriverError> {
        let CheckTask { function, inputs } = task;
        let (function, mut inputs) = (*function, inputs.clone());
        let empty = || self.analysis_options(function, allotment.jobs).ledger(self.module, function);
        let known = match &self.store {
            Some(store) => store.load(self.module, function, empty())?,
            None => None,
        };
        // The inputs as they are now: what cannot be called natively is found out below.
        let key = self.cache_key(function, &inputs);
        let cached = || self.load_cached(key.as_ref()?, empty());
        let (known, is_cached) = match known {
            Some(known) => (Some(known), false),
            None => cached().map_or((None, false), |known| (Some(known), true)),
        };
        let known = match known {
            Some(known) => {
                clock.took_before(known.seconds);
                if let Some(store) = self.store.as_ref().filter(|_| is_cached) {
                    store.save(self.module, function, &known)?;
                }
                known
            }
            None => {
                let known = loop {
                    let left_out =
                        |native: &NativeInputs| session.left_out(&native.target).map(str::to_owned);
                    if let Some(why) = inputs.native.as_ref().ok().and_then(left_out) {
                        inputs.native = Err(Unmakeable::NotCallable(why));
                    }
                    match self.find_out(function, &inputs, session, rerun, allotment) {
                        // One function that cannot be called must not keep the others from being.
                        Err(DriverError::Native(error)) if session.leave_out(&error) => {}
                        found => break found?,
                    }
                };
                // What was cut short is not all that the time would have brought: the next run
                // begins it again.
                if let Some(store) = self.store.as_ref().filter(|_| !self.context.cancel.is_cancelled()) {
                    store.save(self.module, function, &known)?;
                }
                let had_its_time = allotment.time >= self.arguments(function).timeout;
                if let Some(key) = key.filter(|_| had_its_time) {
                    self.save_cached(&key, &known);
                }
                known
            }
        };
        Ok(Checked { function, inputs, known })
    }

    /// Verdicts, and what to look at first.
    fn find_out(
        &self,
        function: FunctionId,
        inputs: &Inputs,
        session: &mut Session<'_>,
        rerun: Rerun<'_>,
        allotment: Allotment,
    ) -> Result<FunctionRecord, DriverError> {
        let Allotment { jobs, time } = allotment;
        if inputs.native.is_ok() && self.analysis_options(function, jobs).analyses.contains(&Analysis::Native)
        {
            self.context.progress.phase("compiling for native runs");
            session.program.launcher.limits.compile = self.compile_limit();
            session.prepare(jobs)?;
        }
        let overrun = self.overrun(session.take_compile_cpu());
        let start = WorkInstant::now();
        let subject = CheckSubject { module: self.module, inputs, function };
        let mut all: Option<FunctionRecord> = None;
        let arguments = self.arguments(function);
        let modes = arguments.rounding.modes();
        for (number, &rounding) in modes.iter().enumerate() {
            let left = arguments.timeout.min(time).saturating_sub(overrun + start.elapsed());
            let budget = self.budget().with_cpu_time(left / (modes.len() - number) as u32);
            let options = AnalysisOptions { budget, rounding, ..self.analysis_options(function, jobs) };
            let rerun = Rerun { rounding, ..rerun };
            let outcome = self.verdicts(function, inputs, session, rerun, &options)?;
            let findings = rank(&subject, session, rerun, &outcome.ledger, &options.budget);
            let seconds = start.elapsed().as_secs_f64();
            all = Some(match all {
                None => FunctionRecord { outcome, findings, seconds, slices: 0 },
                Some(mut known) => {
                    known.outcome.merge(outcome);
                    FunctionRecord { findings: join(known.findings, findings), seconds, ..known }
                }
            });
        }
        all.ok_or_else(|| DriverError::internal("there is no rounding mode"))
    }

    /// Compiles what a whole project runs natively before any function's time begins. What goes wrong
    /// is found again, and reported, where a function needs it.
    fn prepare_project(&self, session: &mut Session<'_>, jobs: usize, clock: &Clock) {
        if self.options.program.built.is_there() && self.is_one_of_several {
            self.context.progress.phase("compiling for native runs");
            session.program.launcher.limits.compile = LONGEST_COMPILING;
            if session.prepare(jobs).is_ok() {
                session.take_compile_cpu();
            }
            clock.begin_again();
        }
    }

    /// How much CPU time compiling for native runs may take: half of the time for all functions, and
    /// what is free: reading a large library takes seconds whatever function of it is checked.
    fn compile_limit(&self) -> Duration {
        if self.options.program.built.is_there() && self.is_one_of_several {
            return LONGEST_COMPILING;
        }
        let all = self.options.part.as_ref().map(|part| part.all.len());
        let times = all.unwrap_or(self.native.targets.len()).max(1) as u32;
        let all = self.options.total.unwrap_or_else(|| self.options.timeout.saturating_mul(times));
        (all / 2).min(LONGEST_COMPILING).saturating_add(FREE_COMPILING)
    }

    /// What compiling for native runs takes from the time of a function: nothing where it serves
    /// others too, or takes no longer than is free.
    fn overrun(&self, compiling: Duration) -> Duration {
        if self.native.serves_several { Duration::ZERO } else { compiling.saturating_sub(FREE_COMPILING) }
    }

    pub(super) fn budget(&self) -> Budget {
        Budget::unlimited().with_cancel(self.context.cancel.clone())
    }

    /// The values of calls that were found elsewhere and have the types of this function's inputs.
    fn first_inputs(&self, function: FunctionId) -> Vec<Vec<u64>> {
        let seeds = &self.arguments(function).seeds;
        if seeds.is_empty() {
            return Vec::new();
        }
        let prober = SizeProber::new(self.module);
        let Ok(inputs) = self.inputs(&prober, function) else { return Vec::new() };
        let Ok(native) = &inputs.native else { return Vec::new() };
        let types = native.space.variables.iter().map(|variable| value(variable.kind, 0).ty);
        let types: Vec<String> = types.collect();
        seeds.iter().filter(|seed| seed.types == types).map(|seed| seed.bits.clone()).collect()
    }

    pub(super) fn analysis_options(&self, function: FunctionId, jobs: usize) -> AnalysisOptions {
        let arguments = self.arguments(function);
        let all =
            |given: &[Exception]| if given.is_empty() { DEFAULT_PROPERTIES.to_vec() } else { given.to_vec() };
        let analyses = &arguments.analyses;
        AnalysisOptions {
            wanted: all(&arguments.properties),
            budget: self.budget().with_cpu_time(arguments.timeout),
            rounding: Rounding::NearestEven,
            analyses: if analyses.is_empty() {
                Analysis::ALL.into()
            } else {
                analyses.iter().copied().collect()
            },
            paths: PathLimits {
                loop_bound: arguments.loop_bound,
                memory: arguments.memory << 20,
                ..PathLimits::default()
            },
            seed: arguments.seed,
            first_inputs: self.first_inputs(function),
            jobs,
            stop_at_exception: arguments.stop_at_exception,
        }
    }

    fn verdicts(
        &self,
        function: FunctionId,
        inputs: &Inputs,
        session: &mut Session<'_>,
        rerun: Rerun<'_>,
        options: &AnalysisOptions,
    ) -> Result<CheckOutcome, DriverError> {
        with_tools(&self.options.solver()?, &self.solver_options(), |tools| {
            if let Some(number) = self.assumption(function) {
                let options = ulpwise_symex::SymexOptions {
                    budget: Budget::unlimited()
                        .with_cpu_time(self.arguments(function).timeout)
                        .with_cancel(self.context.cancel.clone()),
                    memory_limit: self.options.memory << 20,
                    ..ulpwise_symex::SymexOptions::default()
                };
                assumptions::check_satisfiable(self.module, number, &inputs.entry, tools, &options)?;
            }
            let subject = CheckSubject { module: self.module, inputs, function };
            let mut observer = ProgressObserver { progress: &self.context.progress };
            let mut outcome = check(&subject, session, rerun, tools, options, &mut observer)?;
            if self.arguments(function).assume_nothing
                && let Some(why) = refusal(&proof_assumptions(self.module, function, &inputs.entry))
            {
                outcome.ledger.withdraw_proofs(&Unknown::new(UnknownCause::Assumption, why));
            }
            Ok(outcome)
        })
    }
}

/// Shows which analysis of a function runs.
struct ProgressObserver<'p> {
    progress: &'p Progress,
}

impl Observer for ProgressObserver<'_> {
    fn analysis(&mut self, analysis: Analysis, ledger: &Ledger) {
        self.progress.phase(match analysis {
            Analysis::Abstract => "abstract interpretation",
            Analysis::Exhaustive => "trial of all inputs",
            Analysis::Native => "native search",
            Analysis::Symbolic => "symbolic execution",
        });
        let count = ledger.count();
        let decided = count.witnesses + count.proven;
        self.progress.decided(decided, decided + count.unknown, count.witnesses);
    }
}
