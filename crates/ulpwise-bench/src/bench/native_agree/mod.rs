//! `cargo xtask bench native-agree`: runs every scalar function of GSL's special functions in the
//! native engine and in the interpreter on the same inputs, and compares the exceptions that each
//! tells, (site, kind) by (site, kind). The target is no difference.
//!
//! As in `bench agree`, a call over its limit on either side is counted and not compared, and
//! neither is a call whose result or exceptions hang on data that GSL never initialised. A call
//! that differs in optimised code and overflows a signed integer, which C leaves undefined, is
//! distinguished by `overflows`.

pub(super) mod overflows;

use super::agree::campaign::{CampaignOptions, Tally};
use super::agree::inputs::Inputs;
use super::agree::interpreted::Interpreted;
use super::agree::signature::{self, Parameter, Signature};
use super::agree::{Called, UNTOUCHED};
use anyhow::{Result, ensure};
use overflows::Overflows;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use ulpwise_interp::{Exception, Program};
use ulpwise_ir::{Module, SiteId};
use ulpwise_llvm::{LoadOptions, ProgramInput, bitcode};
use ulpwise_native::{
    CallEnd, Engine, EngineOptions, Launcher, NativeCall, NativeTarget, Optimisation, Passing, Unit,
};
use xtask::gsl::{self, Gsl};

/// How code is compiled.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum OptimisationLevel {
    Plain,
    Optimised,
}

/// Options of the benchmark.
#[derive(clap::Args)]
pub(crate) struct NativeAgreeOptions {
    #[command(flatten)]
    campaign: CampaignOptions,
    /// Only at this level; both unless it is given
    #[arg(long, value_enum)]
    level: Option<OptimisationLevel>,
}

/// A native target for a function: results lie in buffers.
pub(super) fn target_of(signature: &Signature) -> NativeTarget {
    let parameters = signature.parameters.iter().map(|parameter| match parameter {
        Parameter::Out(words) => Passing::Buffer(*words as u32),
        _ => Passing::Value,
    });
    NativeTarget { name: signature.name.clone(), parameters: parameters.collect(), links: Vec::new() }
}

/// The words of a call: the values, and what the buffers hold before it.
pub(super) fn words_of(signature: &Signature, values: &[u64]) -> Vec<u64> {
    let mut values = values.iter();
    let mut words = Vec::new();
    for parameter in &signature.parameters {
        match parameter {
            Parameter::Out(count) => words.extend(std::iter::repeat_n(UNTOUCHED, *count)),
            _ => words.extend(values.next()),
        }
    }
    words
}

/// The bitcode of GSL and how an engine runs it.
pub(super) fn gsl_engine_options(optimise: bool) -> EngineOptions {
    EngineOptions {
        optimisation: if optimise { Optimisation::Optimised } else { Optimisation::Unoptimised },
        setup: vec!["gsl_set_error_handler_off".to_owned()],
        call_limit: Duration::from_millis(25),
        ..EngineOptions::default()
    }
}

/// Entry point of the benchmark.
#[expect(clippy::print_stdout, reason = "the table is the benchmark's result")]
pub(super) fn run(options: &NativeAgreeOptions) -> Result<()> {
    let NativeAgreeOptions { campaign: options, level } = options;
    let gsl = gsl::locate_or_build()?;
    let module = super::loading::load(&gsl.bitcode())?;
    let program = Program::new(&module, 1 << 30).map_err(|error| anyhow::anyhow!("{error}"))?;
    let signatures = signature::all(&gsl)?;
    let chosen: Vec<usize> =
        (0..signatures.len()).filter(|&at| signatures[at].name.contains(&options.only)).collect();
    let input = ProgramInput { files: vec![gsl.bitcode()], ..ProgramInput::default() };
    let units = bitcode(&input, &LoadOptions::default())?;
    let mut different = 0;
    let levels = [OptimisationLevel::Plain, OptimisationLevel::Optimised]
        .into_iter()
        .filter(|one| level.is_none_or(|level| level == *one));
    for optimise in levels.map(|level| level == OptimisationLevel::Optimised) {
        let start = Instant::now();
        let library = GslLibrary { gsl: &gsl, units: &units, module: &module, program: &program };
        let tally = campaign(options, &library, &signatures, &chosen, optimise)?;
        println!("level                     {:>8}", if optimise { "O2" } else { "O0" });
        tally.print(chosen.len(), "same exceptions", start.elapsed());
        ensure!(tally.agreed > 0, "no call was compared");
        different += tally.problems.len();
    }
    ensure!(different == 0, "{different} calls differ");
    Ok(())
}

/// GSL in all its forms.
struct GslLibrary<'a> {
    gsl: &'a Gsl,
    units: &'a [Unit],
    module: &'a Module,
    program: &'a Program<'a>,
}

fn campaign(
    options: &CampaignOptions,
    library: &GslLibrary<'_>,
    signatures: &[Signature],
    chosen: &[usize],
    optimise: bool,
) -> Result<Tally> {
    let launcher = Launcher::this_program()?;
    let targets: Vec<NativeTarget> = chosen.iter().map(|&at| target_of(&signatures[at])).collect();
    let next = AtomicUsize::new(0);
    let total = Mutex::new(Tally::default());
    std::thread::scope(|scope| -> Result<()> {
        let work = || -> Result<()> {
            let GslLibrary { gsl, units, module, program } = *library;
            let mut engine = Engine::start(&launcher, units, &targets, &gsl_engine_options(optimise))?;
            let mut overflows = optimise.then(|| Overflows::new(gsl, &targets));
            let unobserved: Vec<String> = engine.unobserved().map(|site| module.site_name(site)).collect();
            ensure!(unobserved.is_empty(), "sites that are not seen: {}", unobserved.join(", "));
            let mut interpreted = Interpreted::new(program, signatures)?;
            loop {
                let target = next.fetch_add(1, Ordering::Relaxed);
                let Some(&at) = chosen.get(target) else { return Ok(()) };
                let function = ComparedFunction { signature: &signatures[at], position: at, target, module };
                let tally = function.compare(options, &mut engine, &mut interpreted, overflows.as_mut())?;
                total.lock().expect("no thread panics while it counts").add(tally);
            }
        };
        let workers: Vec<_> = (0..options.jobs).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("a worker panicked"))
    })?;
    Ok(total.into_inner().expect("no thread panics while it counts"))
}

/// A function of GSL's.
struct ComparedFunction<'a> {
    signature: &'a Signature,
    position: usize,
    target: usize,
    module: &'a Module,
}

impl ComparedFunction<'_> {
    fn compare(
        &self,
        options: &CampaignOptions,
        engine: &mut Engine,
        interpreted: &mut Interpreted<'_>,
        mut overflows: Option<&mut Overflows<'_>>,
    ) -> Result<Tally> {
        let mut inputs = Inputs::new(options.seed ^ ((self.position as u64) << 32));
        let values: Vec<Vec<u64>> =
            (0..options.inputs).map(|number| inputs.for_signature(self.signature, number)).collect();
        let words: Vec<u64> = values.iter().flat_map(|values| words_of(self.signature, values)).collect();
        let calls = engine.run(self.target, &words)?;
        let mut tally = Tally::default();
        for (call, values) in calls.iter().zip(&values) {
            self.compare_call(call, values, interpreted, overflows.as_deref_mut(), &mut tally)?;
        }
        Ok(tally)
    }

    fn compare_call(
        &self,
        call: &NativeCall,
        values: &[u64],
        interpreted: &mut Interpreted<'_>,
        overflows: Option<&mut Overflows<'_>>,
        tally: &mut Tally,
    ) -> Result<()> {
        tally.calls += 1;
        let described = || self.signature.describe(values);
        match call.end {
            CallEnd::Returned => {}
            CallEnd::TimedOut => {
                tally.stopped_natively += 1;
                return Ok(());
            }
            end => {
                tally.problems.push(format!("{}: natively {end:?}", described()));
                return Ok(());
            }
        }
        let outcome = match interpreted.call(self.position, self.signature, values, 0)? {
            Called::Returned(outcome) => outcome,
            Called::Stopped => {
                tally.stopped_interpreted += 1;
                return Ok(());
            }
            Called::Failed(how) => {
                tally.problems.push(format!("{}: interpreted, {how}", described()));
                return Ok(());
            }
        };
        let expected = interpreted.events();
        let mut reported = call.events.clone();
        reported.sort();
        if reported == expected {
            tally.agreed += 1;
            for (_, exception) in reported {
                *tally.exceptions.entry(exception.id()).or_default() += 1;
            }
            return Ok(());
        }
        let again = interpreted.call(self.position, self.signature, values, 0x5a)?;
        let same = matches!(again, Called::Returned(second) if second == outcome)
            && interpreted.events() == expected;
        if !same {
            tally.indeterminate += 1;
            return Ok(());
        }
        if let Some(overflows) = overflows
            && overflows.happen_in(self.target, &words_of(self.signature, values))?
        {
            tally.overflows.push(described());
            return Ok(());
        }
        let only = |these: &[(SiteId, Exception)], others: &[(SiteId, Exception)]| {
            let names = these.iter().filter(|event| !others.contains(event));
            names
                .map(|&(site, exception)| format!("{} {}", self.module.site_name(site), exception.id()))
                .collect::<Vec<_>>()
        };
        tally.problems.push(format!(
            "{}: natively only {:?}, interpreted only {:?}",
            described(),
            only(&reported, &expected),
            only(&expected, &reported)
        ));
        Ok(())
    }
}
