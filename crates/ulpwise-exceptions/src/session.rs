//! The program as it runs natively, for all functions that are checked: compiled once, called as
//! often as the analyses need.
//!
//! Searching takes optimised code that measures distances; the last word has unoptimised code in a
//! child of its own: every call that is said to raise an exception is made there before it counts.

use crate::classify::TRUE_BITS;
use crate::ledger::{Analysis, Goal, Ledger, Witness};
use crate::rerun::Judge;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;
use ulpwise_base::{Budget, Exhausted, SharedWork, WorkInstant};
use ulpwise_externals::Exceptions;
use ulpwise_harness::NativeInputs;
use ulpwise_host::RoundingMode;
use ulpwise_ir::SiteId;
use ulpwise_native::{
    Detail, Engine, EngineOptions, Instrumentation, Launcher, NativeCall, NativeError, NativeTarget,
    Optimisation, Precision, SearchOptions, SearchSubject, Searched, ShadowedCall, Unit, search_with,
};

/// How much longer than others a call may take that computes with shadow values.
const SHADOW_SLOWDOWN: u32 = 10;

/// What starting an engine may take in any case.
const LEAST_START: Duration = Duration::from_millis(500);

/// The program and how it is run.
#[derive(Clone, Debug)]
pub struct NativeProgram<'a> {
    /// Starts children.
    pub launcher: Launcher,
    /// Its bitcode.
    pub units: &'a [Unit],
    /// Libraries and object files that it needs.
    pub links: Vec<PathBuf>,
    /// Functions without parameters that are called before the first call.
    pub setup: Vec<String>,
    /// How much CPU time a call may take.
    pub call_limit: Duration,
    /// Whether calls begin with flush-to-zero and denormals-are-zero.
    pub flushes: bool,
    /// Which exceptions on request are looked for, too.
    pub on_request: Exceptions,
    /// Every function that will be called.
    pub targets: Vec<NativeTarget>,
    /// Whether compiling it serves the check of more than one function, perhaps in other processes:
    /// then it takes nothing from the time of a function.
    pub serves_several: bool,
    /// How code is compiled that searches run: optimising functions of thousands of instructions
    /// takes longer than searching in unoptimised code.
    pub searched: Optimisation,
}

impl NativeProgram<'_> {
    /// How it is run.
    pub(crate) fn options(&self, optimisation: Optimisation) -> EngineOptions {
        EngineOptions {
            optimisation,
            links: self.links.clone(),
            setup: self.setup.clone(),
            call_limit: self.call_limit,
            ..EngineOptions::default()
        }
    }

    /// The number of a target; those that were not announced cannot be called.
    fn number_of(&self, target: &NativeTarget) -> Result<usize, NativeError> {
        self.targets
            .iter()
            .position(|known| known == target)
            .ok_or_else(|| NativeError::Program(format!("{} was not compiled to be called", target.name)))
    }
}

/// Children that run the program, each started when it is first wanted.
pub struct Session<'a> {
    /// The program.
    pub program: NativeProgram<'a>,
    /// In which rounding mode calls begin.
    rounding: RoundingMode,
    /// For searches, one for each job.
    measuring: Vec<Engine>,
    /// For the last word.
    plain: Option<Engine>,
    /// Functions that cannot be called, and why.
    left_out: BTreeMap<String, String>,
    /// Why the program is not run natively at all, if compiling it was stopped.
    stopped: Option<String>,
    /// The CPU time that compiling took and that was not asked for yet.
    compile_cpu: Duration,
    /// With shadow values of so many bits; nothing where the program cannot be run so.
    shadows: BTreeMap<u32, Option<Engine>>,
    /// How long the last start of an unoptimised engine took.
    last_start: Duration,
}

impl<'a> Session<'a> {
    /// Nothing is started yet.
    pub fn new(program: NativeProgram<'a>) -> Session<'a> {
        Session {
            program,
            rounding: RoundingMode::NearestEven,
            measuring: Vec::new(),
            plain: None,
            left_out: BTreeMap::new(),
            stopped: None,
            compile_cpu: Duration::ZERO,
            shadows: BTreeMap::new(),
            last_start: Duration::ZERO,
        }
    }

    /// Leaves the function out that an error says cannot be called natively, or all where compiling
    /// was stopped; `false` if the error is another, or about no function of the program.
    pub fn leave_out(&mut self, error: &NativeError) -> bool {
        if let NativeError::Stopped(why) = error {
            // Another attempt would fare no better.
            let first = self.stopped.is_none();
            self.compile_cpu += self.program.launcher.limits.compile;
            self.stopped = Some(format!("compiling it to machine code was stopped: {why}"));
            return first;
        }
        let NativeError::NotCallable { function, reason } = error else { return false };
        let before = self.program.targets.len();
        self.program.targets.retain(|target| target.name != *function);
        let is_ours = self.program.targets.len() < before;
        if is_ours {
            self.left_out.insert(function.clone(), reason.clone());
        }
        is_ours
    }

    /// Why a function cannot be called natively, if it was left out.
    pub fn left_out(&self, target: &NativeTarget) -> Option<&str> {
        self.stopped.as_ref().or_else(|| self.left_out.get(&target.name)).map(String::as_str)
    }

    /// The CPU time that compiling took since this was asked last.
    pub fn take_compile_cpu(&mut self) -> Duration {
        std::mem::take(&mut self.compile_cpu)
    }

    /// In which rounding mode calls begin from now on.
    pub(crate) fn set_rounding(&mut self, mode: RoundingMode) {
        self.rounding = mode;
    }

    /// Compiles the program for searches with so many jobs and for the last word now rather than
    /// when it is first wanted: that may take longer than a check. For a library, of which more
    /// than one function is called, also for what is right.
    ///
    /// # Errors
    /// The program cannot be run natively.
    pub fn prepare(&mut self, jobs: usize) -> Result<(), NativeError> {
        self.measuring(jobs)?;
        if self.program.serves_several {
            self.prepare_shadows(None);
        }
        self.plain().map(drop)
    }

    /// Engines for searches, so many at least.
    fn measuring(&mut self, jobs: usize) -> Result<&mut [Engine], NativeError> {
        let NativeProgram { launcher, units, targets, .. } = &self.program;
        while self.measuring.len() < jobs.max(1) {
            let measuring = EngineOptions {
                instrumentation: Instrumentation::Distances,
                ..self.program.options(self.program.searched)
            };
            // Optimising may take long where functions call each other: then the other half of the
            // time is for unoptimised code.
            let mut launcher = launcher.clone();
            let may_do_without = self.program.searched == Optimisation::Optimised;
            let left = launcher.limits.compile.saturating_sub(self.compile_cpu).max(LEAST_START);
            launcher.limits.compile = left / if may_do_without { 2 } else { 1 };
            let started = Engine::start(&launcher, units, targets, &measuring);
            if may_do_without && matches!(started, Err(NativeError::Stopped(Exhausted::Time))) {
                self.compile_cpu += launcher.limits.compile;
                self.program.searched = Optimisation::Unoptimised;
                return self.measuring(jobs);
            }
            let engine = started?;
            self.compile_cpu += engine.compile_cpu();
            self.measuring.push(engine);
        }
        for engine in &mut self.measuring {
            engine.set_rounding(self.rounding);
            engine.set_flushing(self.program.flushes);
        }
        Ok(&mut self.measuring)
    }

    /// The engine for the last word.
    fn plain(&mut self) -> Result<&mut Engine, NativeError> {
        let engine = match &mut self.plain {
            Some(engine) => engine,
            none => {
                let NativeProgram { launcher, units, targets, on_request, .. } = &self.program;
                let mut options = self.program.options(Optimisation::Unoptimised);
                if !on_request.is_empty() {
                    options.instrumentation = Instrumentation::EveryOperation(*on_request);
                }
                let begin = WorkInstant::now();
                let mut launcher = launcher.clone();
                let left = launcher.limits.compile.saturating_sub(self.compile_cpu);
                launcher.limits.compile = left.max(LEAST_START);
                let engine = none.insert(Engine::start(&launcher, units, targets, &options)?);
                self.last_start = begin.elapsed();
                self.compile_cpu += engine.compile_cpu();
                engine
            }
        };
        engine.set_rounding(self.rounding);
        engine.set_flushing(self.program.flushes);
        Ok(engine)
    }

    /// Searches with several jobs, each with a seed of its own.
    pub(crate) fn search(
        &mut self,
        inputs: &NativeInputs,
        subject: SearchSubject<'_>,
        options: &SearchOptions,
        jobs: usize,
    ) -> Result<Searched, NativeError> {
        let number = self.program.number_of(&inputs.target)?;
        let engines = self.measuring(jobs)?;
        let work = &SharedWork::begin();
        let results: Vec<Result<Searched, NativeError>> = thread::scope(|scope| {
            let jobs: Vec<_> = engines
                .iter_mut()
                .take(jobs.max(1))
                .enumerate()
                .map(|(job, engine)| {
                    let seed = options.seed.wrapping_add((job as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
                    let options = SearchOptions { seed, ..options.clone() };
                    scope.spawn(move || work.part(|| search_with(engine, number, subject, &options)))
                })
                .collect();
            jobs.into_iter().map(|job| job.join().expect("a job panicked")).collect()
        });
        work.end();
        let mut all = Searched::default();
        for result in results {
            all.add(result?);
        }
        Ok(all)
    }

    /// Makes calls in unoptimised code.
    pub(crate) fn run(
        &mut self,
        inputs: &NativeInputs,
        calls: &[Vec<u64>],
    ) -> Result<Vec<NativeCall>, NativeError> {
        debug_assert!(
            calls.iter().all(|words| words.len() == inputs.space.template.len()),
            "a call has its words"
        );
        if calls.is_empty() {
            return Ok(Vec::new());
        }
        let number = self.program.number_of(&inputs.target)?;
        let words: Vec<u64> = calls.iter().flatten().copied().collect();
        self.plain()?.run(number, &words)
    }

    /// Makes calls; each as a witness of what it raised.
    ///
    /// # Errors
    /// The program cannot be run natively.
    pub fn witnesses(
        &mut self,
        inputs: &NativeInputs,
        calls: &[Vec<u64>],
        analysis: Analysis,
    ) -> Result<Vec<Witness>, NativeError> {
        let rounding = self.rounding;
        let witness = |(words, call): (&Vec<u64>, NativeCall)| {
            let NativeCall { end, output, events } = call;
            Witness { analysis, rounding, words: words.clone(), end, output, events: events.into() }
        };
        Ok(calls.iter().zip(self.run(inputs, calls)?).map(witness).collect())
    }

    /// Makes calls in code in which every float has a shadow value of so many bits. Nothing if the
    /// program cannot be run so.
    pub(crate) fn run_shadowed(
        &mut self,
        inputs: &NativeInputs,
        calls: &[&[u64]],
        bits: u32,
    ) -> Option<Vec<ShadowedCall>> {
        self.run_shadowed_in(None, inputs, calls, bits)
    }

    /// The same in a rounding mode, or in that of the session.
    pub(crate) fn run_shadowed_in(
        &mut self,
        mode: Option<RoundingMode>,
        inputs: &NativeInputs,
        calls: &[&[u64]],
        bits: u32,
    ) -> Option<Vec<ShadowedCall>> {
        let number = self.program.number_of(&inputs.target).ok()?;
        let rounding = mode.unwrap_or(self.rounding);
        let engine = self.shadows(bits)?;
        engine.set_rounding(rounding);
        engine.run_shadowed(number, &calls.concat()).ok()
    }

    /// Makes a call in which constants that look rounded lie elsewhere within their last digit.
    pub(crate) fn run_with_moved_constants(
        &mut self,
        inputs: &NativeInputs,
        call: &[u64],
        bits: u32,
    ) -> Option<ShadowedCall> {
        self.shadows(bits)?.set_detail(Detail::MovedConstants);
        let calls = self.run_shadowed(inputs, &[call], bits);
        self.shadows(bits)?.set_detail(Detail::default());
        calls?.pop()
    }

    /// The sites that have no shadow values; nothing if the program cannot be run with them.
    pub(crate) fn without_shadows(&mut self) -> Option<Vec<SiteId>> {
        Some(self.shadows(TRUE_BITS[0])?.unobserved().collect())
    }

    /// Compiles what says what is right with the two lowest numbers of bits, as far as a budget
    /// allows.
    pub(crate) fn prepare_shadows(&mut self, budget: Option<&Budget>) {
        for bits in TRUE_BITS.into_iter().take(2) {
            if budget.is_none_or(|budget| self.may_have_shadows(bits, budget)) {
                self.shadows(bits);
            }
        }
    }

    /// Whether there is an engine with shadow values of so many bits, or time to start it: about as
    /// much as the last start of an engine took.
    pub(crate) fn may_have_shadows(&self, bits: u32, budget: &Budget) -> bool {
        let is_known = self.shadows.contains_key(&bits);
        is_known || budget.time_left().is_none_or(|left| left > self.last_start)
    }

    /// The engine with shadow values of so many bits.
    fn shadows(&mut self, bits: u32) -> Option<&mut Engine> {
        let NativeProgram { launcher, units, targets, call_limit, serves_several, .. } = &self.program;
        let options = EngineOptions {
            instrumentation: Instrumentation::Shadow(Precision::Bits(bits)),
            call_limit: call_limit.saturating_mul(SHADOW_SLOWDOWN),
            ..self.program.options(Optimisation::Unoptimised)
        };
        let last_start = &mut self.last_start;
        let mut launcher = launcher.clone();
        if !serves_several {
            // The time of the function runs: no much longer than what it was expected to take.
            let expected = (*last_start * 3 / 2).max(LEAST_START);
            launcher.limits.compile = launcher.limits.compile.min(expected);
        }
        let start = || {
            let begin = WorkInstant::now();
            let engine = Engine::start(&launcher, units, targets, &options).ok();
            *last_start = begin.elapsed();
            engine
        };
        self.shadows.entry(bits).or_insert_with(start).as_mut()
    }

    /// Makes calls, and enters those in the ledger that raise what has no witness there. Returns what
    /// an analysis had called proven.
    pub(crate) fn enter_news(
        &mut self,
        inputs: &NativeInputs,
        calls: &[Vec<u64>],
        ledger: &mut Ledger,
        judge: Judge<'_>,
    ) -> Result<Vec<(Goal, Analysis)>, NativeError> {
        let mut refuted = Vec::new();
        for witness in self.witnesses(inputs, calls, Analysis::Native)? {
            if ledger.lacks(&witness) && !judge.excuses(inputs, ledger, &witness) {
                refuted.extend(ledger.witness(&witness));
            }
        }
        Ok(refuted)
    }

    /// Makes calls that are said to raise something, and enters in the ledger what they raise.
    /// Returns what an analysis had called proven.
    pub(crate) fn enter(
        &mut self,
        inputs: &NativeInputs,
        calls: &[Vec<u64>],
        analysis: Analysis,
        ledger: &mut Ledger,
        judge: Judge<'_>,
    ) -> Result<Vec<(Goal, Analysis)>, NativeError> {
        let mut refuted = Vec::new();
        for witness in self.witnesses(inputs, calls, analysis)? {
            if !judge.excuses(inputs, ledger, &witness) {
                refuted.extend(ledger.witness(&witness));
            }
        }
        Ok(refuted)
    }
}
