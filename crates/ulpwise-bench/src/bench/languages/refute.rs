//! Proofs held against plain native calls: random inputs in the ranges that the proofs assume.
//!
//! Nothing of the check's own search is used: numbers are drawn by their bits, by their magnitude and
//! from a list of special ones, and every exception that a call raises is compared with what was
//! called proven.

use anyhow::{Context, Result};
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};
use ulpwise_base::SplitMix64;
use ulpwise_driver::CheckOptions;
use ulpwise_driver::finding::{Run, Verdict};
use ulpwise_harness::{Inputs, NativeInputs, Ranges, Unnamed, of_function, returned};
use ulpwise_ir::{FunctionId, Module};
use ulpwise_llvm::{
    LoadOptions, Loaded, Loader, Optimisation, ProgramInput, declare_lengths, runtime_library, runtime_unit,
};
use ulpwise_native::{
    Engine, EngineOptions, InputVariable, Launcher, NativeError, NativeTarget, VariableKind,
};

/// How much CPU time a call may take.
const CALL_LIMIT: Duration = Duration::from_millis(15);

/// Numbers at which functions behave otherwise than elsewhere.
const SPECIALS: [f64; 16] =
    [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.0, 3.0, 0.1, 1e-10, 1e10, 1e154, 1e-154, 1e300, 5e-324, 100.0];

/// What native calls said.
#[derive(Default)]
pub(super) struct Refutation {
    /// How many functions were called, and how often together.
    pub(super) functions: usize,
    pub(super) calls: u64,
    /// The fewest calls that one of the functions got.
    pub(super) fewest: u64,
    /// How many proofs there were for them.
    pub(super) proofs: usize,
    /// Functions that cannot be called natively.
    pub(super) left_out: usize,
    /// Proofs that a call contradicts: function, operation, property, and the words of the call.
    pub(super) refuted: Vec<String>,
}

/// How many calls each function gets.
#[derive(Clone, Copy)]
pub(super) struct Sampling {
    pub(super) calls: u64,
    /// How long calls of one function may take.
    pub(super) limit: Duration,
    pub(super) seed: u64,
}

/// What was proven of a function.
struct Proven {
    inputs: NativeInputs,
    facts: BTreeSet<(String, &'static str)>,
}

/// Calls the functions of a run.
pub(super) fn hold_against_calls(
    options: &CheckOptions,
    run: &Run,
    sampling: Sampling,
) -> Result<Refutation> {
    let loaded = load(options)?;
    let mut refutation = Refutation { fewest: sampling.calls, ..Refutation::default() };
    let mut proven = Vec::new();
    for function in &run.functions {
        let facts: BTreeSet<(String, &'static str)> = function
            .ledger
            .iter()
            .filter(|entry| matches!(entry.verdict, Verdict::Proven(_)))
            .map(|entry| (run.sites[entry.site].id.clone(), entry.property.id()))
            .collect();
        match inputs_of(&loaded.module, &function.linker_name) {
            Some(inputs) if !facts.is_empty() => proven.push(Proven { inputs, facts }),
            Some(_) => {}
            None => refutation.left_out += 1,
        }
    }
    let Some(mut engine) = start(&loaded, &mut proven, &mut refutation)? else { return Ok(refutation) };
    for (target, proven) in proven.iter().enumerate() {
        let calls = call(&mut engine, target, proven, &loaded.module, sampling, &mut refutation.refuted)?;
        refutation.functions += 1;
        refutation.calls += calls;
        refutation.fewest = refutation.fewest.min(calls);
        refutation.proofs += proven.facts.len();
    }
    Ok(refutation)
}

/// The program as the check loads it.
fn load(options: &CheckOptions) -> Result<Loaded> {
    let program = &options.program;
    let input = ProgramInput {
        files: program.files.clone(),
        cflags: program.cflags.clone(),
        rustflags: program.rustflags.clone(),
        ..ProgramInput::default()
    };
    let (loader, load_options) = (Loader::this_program()?, LoadOptions::default());
    let mut loaded = loader.load(&input, &load_options).context("the program cannot be loaded again")?;
    if let Some(runtime) = runtime_unit(&loaded.module, &load_options)? {
        loaded.units.push(runtime);
        loaded = loader.load_units(loaded.units, &load_options)?;
    }
    declare_lengths(&mut loaded.module, &input, &load_options);
    Ok(loaded)
}

/// The inputs that a check with default options takes.
fn inputs_of(module: &Module, name: &str) -> Option<NativeInputs> {
    let is_it = |id: &FunctionId| module.functions[*id].name == name;
    let function = module.functions.ids().find(is_it)?;
    let entry = of_function(module, function, &[], &mut Ranges::default(), Unnamed::Finite).ok()?;
    Inputs::new(module, entry, &returned(module, function)).native.ok()
}

/// The program as native code, without the functions that cannot be called; nothing if none is left.
fn start(loaded: &Loaded, proven: &mut Vec<Proven>, refutation: &mut Refutation) -> Result<Option<Engine>> {
    let launcher = Launcher::this_program()?;
    let options = EngineOptions {
        call_limit: CALL_LIMIT,
        optimisation: Optimisation::Unoptimised,
        links: runtime_library(&loaded.module).into_iter().collect(),
        ..EngineOptions::default()
    };
    loop {
        if proven.is_empty() {
            return Ok(None);
        }
        let targets: Vec<NativeTarget> = proven.iter().map(|one| one.inputs.target.clone()).collect();
        match Engine::start(&launcher, &loaded.units, &targets, &options) {
            Ok(engine) => return Ok(Some(engine)),
            Err(NativeError::NotCallable { function, reason }) => {
                let before = proven.len();
                proven.retain(|one| one.inputs.target.name != function);
                anyhow::ensure!(proven.len() < before, "{function}: {reason}");
                refutation.left_out += 1;
            }
            Err(error) => return Err(error).context("the program does not run natively"),
        }
    }
}

/// Makes the calls of a function; how many.
fn call(
    engine: &mut Engine,
    target: usize,
    proven: &Proven,
    module: &Module,
    sampling: Sampling,
    refuted: &mut Vec<String>,
) -> Result<u64> {
    engine.forget();
    let space = &proven.inputs.space;
    let width = space.template.len().max(1);
    let mut random = SplitMix64::new(sampling.seed.wrapping_add(target as u64));
    let (start, mut calls) = (Instant::now(), 0_u64);
    let mut known: BTreeMap<(String, &'static str), ()> = BTreeMap::new();
    let most = engine.batch_size(target)?.clamp(1, 4096);
    let mut batch = 64.min(most);
    while calls < sampling.calls && start.elapsed() < sampling.limit {
        let mut words = Vec::with_capacity(batch * width);
        let mut made = 0;
        for _ in 0..batch {
            let values: Vec<u64> = space.variables.iter().map(|one| draw(one, &mut random)).collect();
            made += u64::from(space.push(&values, &mut words));
        }
        if made == 0 {
            continue;
        }
        let explored = engine.explore(target, &words)?;
        calls += made;
        batch = if engine.last_batch_cpu() < Duration::from_millis(100) { most } else { 64.min(most) };
        for (call, site, exception) in explored.events {
            let fact = (module.site_name(site), exception.id());
            if proven.facts.contains(&fact) && known.insert(fact.clone(), ()).is_none() {
                let words: Vec<String> =
                    words[call as usize * width..][..width].iter().map(|word| format!("{word:#x}")).collect();
                let (site, property) = fact;
                refuted.push(format!(
                    "{}: {property} at {site} by {}",
                    proven.inputs.target.name,
                    words.join(" ")
                ));
            }
        }
    }
    Ok(calls)
}

/// A value that a variable may have.
fn draw(variable: &InputVariable, random: &mut SplitMix64) -> u64 {
    let InputVariable { kind, range, .. } = variable;
    let value = match (kind, random.below(6)) {
        (_, 0) => kind.nearest(*random.choose(&SPECIALS)),
        (VariableKind::Float(_), 1) => kind.nearest(random.below(2001) as f64 / 100.0 - 10.0),
        (VariableKind::Float(_), 2 | 3) => {
            let magnitude = 2f64.powi(random.below(121) as i32 - 60)
                * (1.0 + random.below(1 << 20) as f64 / 2f64.powi(20));
            kind.nearest(if random.below(2) == 0 { magnitude } else { -magnitude })
        }
        (VariableKind::Int { .. }, 1..=3) => kind.nearest(random.below(41) as f64 - 20.0),
        // Any bits, which are any magnitude of a float.
        _ => random.next_u64() & (u64::MAX >> (64 - kind.bits().clamp(1, 64))),
    };
    let admitted = if range.admits(*kind, value) { value } else { variable.admitted(value) };
    let is_narrow = range.count() <= 1 << 16;
    if !is_narrow || random.below(2) == 0 {
        return admitted;
    }
    let step = i128::from(random.below(range.count().min(1 << 16) as u64));
    kind.value_at((range.low + step).min(range.high))
}
