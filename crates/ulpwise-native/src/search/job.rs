//! One thread of a search.

mod calls;

use super::constants::Constants;
use super::effort::{Effort, thread_time};
use super::goals::Goals;
use super::line::Bracket;
use super::sample::Sampler;
use super::seeds::Seeds;
use super::shares::{EffortShares, LIMITS, WAYS, Way};
use super::slowness::Slowness;
use super::space::Space;
use super::{Found, SearchOptions, SearchSubject, Searched};
use crate::engine::Engine;
use crate::error::NativeError;
use crate::outcome::CallEnd;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use ulpwise_base::SplitMix64;
use ulpwise_interp::Exception;
use ulpwise_ir::SiteId;

/// How many inputs are tried at once, unless calls are slow.
const UNIT: usize = 256;

/// So many calls are made in small steps first.
const UNTRIED: u64 = 128;

/// Of so many inputs that are drawn, one may be left out as likely slow.
const DRAWS: usize = 16;

/// How many calls are made before what was learnt about slow inputs is heeded again.
const CHUNK: usize = 64;

/// When a batch takes longer than this, the rest of it is left out.
const MAX_TIME: Duration = Duration::from_millis(20);

/// After so many stopped calls the rest of a batch is left out.
const MAX_STOPS: usize = 1;

/// How many other calls a stopped one is worth.
const STOP_COST: f64 = 20_000.0;

/// The cost of a time slice after which its equations are given up.
const MAX_SLICE_COST: f64 = 20_000.0;

/// How long a batch should take when time is what counts.
const BATCH_TIME: Duration = Duration::from_millis(2);

/// The inputs that are worth changing.
#[derive(Clone, Copy)]
enum Kept {
    /// They reached something new.
    New,
    /// With them the results of some site went farther than before.
    Farther,
}

/// One thread of a search.
pub(super) struct SearchJob<'a> {
    engine: &'a mut Engine,
    target: usize,
    pub(super) space: &'a Space,
    pub(super) sampler: Sampler,
    pub(super) random: SplitMix64,
    options: &'a SearchOptions,
    pub(super) goals: Goals<'a>,
    found: BTreeMap<(SiteId, Exception), Found>,
    /// Inputs that are worth changing, by [`Kept`].
    kept: [Seeds; 2],
    /// The inputs that reached something new, once for each event.
    seed_count: usize,
    /// Which inputs of the latest calls did, by their positions.
    with_finds: Vec<usize>,
    pub(super) brackets: Vec<Bracket>,
    /// How far the results of sites went.
    extents: BTreeSet<(SiteId, u8)>,
    /// What calls cost with each limit.
    slowness: [Slowness; LIMITS.len()],
    /// The limit of the calls that are made now.
    pub(super) level: usize,
    ends: Vec<(Vec<u64>, CallEnd)>,
    ways: EffortShares<{ WAYS.len() }>,
    limits: EffortShares<{ LIMITS.len() }>,
    calls: u64,
    /// CPU time of the calls.
    called: Duration,
    /// Ticks of the processor's clock that calls took.
    ticks: u64,
    /// How many calls were stopped.
    stops: u64,
    started: Duration,
}

impl<'a> SearchJob<'a> {
    pub(super) fn new(
        engine: &'a mut Engine,
        target: usize,
        subject: SearchSubject<'a>,
        options: &'a SearchOptions,
    ) -> Self {
        let started = thread_time();
        engine.forget();
        engine.stop_at_exception(options.stop_at_exception);
        let constants = Constants::collect(subject.module, subject.function);
        let dearest_call = match options.cpu {
            Some(_) => engine.call_limit().as_secs_f64() * 1e6,
            None => STOP_COST,
        };
        Self {
            engine,
            target,
            space: subject.space,
            sampler: Sampler::new(subject.space, &constants),
            random: SplitMix64::new(options.seed),
            options,
            goals: Goals::new(subject.module, options.wanted.clone()),
            found: BTreeMap::new(),
            kept: Default::default(),
            seed_count: 0,
            with_finds: Vec::new(),
            brackets: Vec::new(),
            extents: BTreeSet::new(),
            slowness: LIMITS.map(|_| Slowness::new(subject.space)),
            level: 0,
            ticks: 0,
            stops: 0,
            ends: Vec::new(),
            ways: EffortShares::of_ways(),
            limits: EffortShares::of_limits(dearest_call),
            calls: 0,
            called: Duration::ZERO,
            started,
        }
    }

    /// Searches until the budget is spent or everything that was wanted is found.
    pub(super) fn run(mut self) -> Result<Searched, NativeError> {
        self.begin_with_known()?;
        self.level = 0;
        self.fresh()?;
        while !self.is_over() {
            let way = WAYS[self.ways.next()];
            self.level = self.limits.next();
            let (known, cost) = (self.known(), self.cost());
            match way {
                Way::Fresh => self.fresh()?,
                Way::Changed => self.changed(Kept::New)?,
                Way::Farther => self.changed(Kept::Farther)?,
                Way::Swept => {
                    if !self.sweep()? {
                        self.changed(Kept::New)?;
                    }
                }
                Way::Driven => self.drive()?,
            }
            while !self.brackets.is_empty() && !self.is_over() {
                self.divide()?;
                // Where calls are slow, equations can wait until other inputs reach them.
                if self.cost() - cost > MAX_SLICE_COST {
                    self.brackets.clear();
                }
            }
            let cost = self.cost() - cost;
            let gained = self.known() - known;
            self.ways.record(way as usize, gained, cost);
            self.limits.record(self.level, gained, cost);
        }
        let effort = self.effort();
        let stopped = if self.is_spent() { None } else { self.options.budget.check(self.calls).err() };
        let seeds = self.kept[Kept::New as usize].values().map(|values| self.words(values)).collect();
        let reached = self.goals.into_reached();
        Ok(Searched { found: self.found, seeds, reached, ends: self.ends, effort, stopped })
    }

    /// Makes the calls that are known to be useful: briefly first, for most show early what they
    /// do, and then those that take long.
    fn begin_with_known(&mut self) -> Result<(), NativeError> {
        let variables = &self.space.variables;
        let admitted = |words: &Vec<u64>| {
            let values = self.space.values(words);
            variables.iter().zip(values).map(|(variable, value)| variable.admitted(value)).collect()
        };
        let known: Vec<Vec<u64>> = self.options.known.iter().map(admitted).collect();
        for level in [0, LIMITS.len() - 2] {
            self.level = level;
            for calls in known.chunks(UNIT) {
                if !self.is_over() {
                    self.call(calls, &[])?;
                }
            }
        }
        Ok(())
    }

    /// Inputs that reached something new.
    pub(super) fn seeds(&mut self) -> &mut Seeds {
        &mut self.kept[Kept::New as usize]
    }

    /// How much is known: exceptions, and inputs that are kept as seeds.
    fn known(&self) -> usize {
        4 * self.found.len() + self.seed_count
    }

    /// What was taken so far: microseconds if time is what counts, else calls, among which one that
    /// was stopped weighs more.
    fn cost(&self) -> f64 {
        match self.options.cpu {
            Some(_) => self.effort().cpu.as_secs_f64() * 1e6,
            None => self.calls as f64 + self.stops as f64 * STOP_COST,
        }
    }

    fn effort(&self) -> Effort {
        Effort { calls: self.calls, cpu: self.called + thread_time().saturating_sub(self.started) }
    }

    /// Whether the search has made its calls, or has what it wants.
    fn is_spent(&self) -> bool {
        let spent = self.options.calls.is_some_and(|limit| self.calls >= limit)
            || self.options.cpu.is_some_and(|limit| self.effort().cpu >= limit);
        let all = |wanted: &BTreeSet<_>| wanted.iter().all(|event| self.found.contains_key(event));
        spent || self.options.wanted.as_ref().is_some_and(all)
    }

    fn is_over(&self) -> bool {
        self.is_spent() || self.options.budget.check(self.calls).is_err()
    }

    /// How many inputs to try at once.
    fn unit(&self) -> usize {
        match (self.options.cpu, self.calls) {
            // What is slow must show before much is tried.
            (_, 0..UNTRIED) => 16,
            (Some(_), calls) => {
                let stopped = self.engine.call_limit() * self.stops as u32;
                let each = self.called.saturating_sub(stopped).as_secs_f64() / calls as f64;
                ((BATCH_TIME.as_secs_f64() / each.max(1e-9)) as usize).clamp(16, 4 * UNIT)
            }
            _ => UNIT,
        }
    }

    /// Tries so many inputs as one batch has, leaving those out that are likely to be slow. Returns
    /// what each was made of.
    fn try_some<P>(
        &mut self,
        make: impl Fn(&Self, &mut SplitMix64) -> (Vec<u64>, P),
    ) -> Result<Vec<P>, NativeError> {
        let unit = self.unit();
        let mut random = self.random.clone();
        let (mut inputs, mut parents) = (Vec::with_capacity(unit), Vec::with_capacity(unit));
        for _ in 0..DRAWS * unit {
            let (values, parent) = make(self, &mut random);
            if !self.slowness[self.level].refuses(&values, &mut random) {
                inputs.push(values);
                parents.push(parent);
            }
            if inputs.len() == unit {
                break;
            }
        }
        self.random = random;
        self.call(&inputs, &[])?;
        Ok(parents)
    }

    pub(super) fn fresh(&mut self) -> Result<(), NativeError> {
        self.try_some(|job, random| (job.sampler.fresh(random), ())).map(drop)
    }

    /// Tries changes of inputs that were kept.
    fn changed(&mut self, kept: Kept) -> Result<(), NativeError> {
        if self.kept[kept as usize].is_empty() {
            return self.fresh();
        }
        let parents = self.try_some(|job, random| {
            let seeds = &job.kept[kept as usize];
            let [one, other] = [(); 2].map(|()| seeds.choose(job.level, random));
            (job.sampler.changed(seeds.get(one), seeds.get(other), random), one)
        })?;
        let seeds = &mut self.kept[kept as usize];
        parents.iter().for_each(|&parent| seeds.record_try(parent));
        self.with_finds.iter().for_each(|&at| seeds.record_find(parents[at]));
        Ok(())
    }
}
