//! Search: decisions, propagation, learning from conflicts, restarts; and candidates that are tried
//! on the way.
//!
//! Runs alternate between two styles ([`Style`]): one gives variables values one by one and hopes,
//! the other halves domains and proves. Both share what is learnt. Between conflicts full
//! assignments are evaluated; one that satisfies all assertions ends the search.
//!
//! What holds: `Unsat` only follows from a conflict that depends on assertions alone; the search
//! ends on every query whose inputs have finite domains, though perhaps not in our lifetime.

mod backjump;
pub(crate) mod candidate;
mod choose;
mod climb;
pub(crate) mod decide;
mod probe;
mod trial;

use crate::domain::Domain;
use crate::learn::analyze::{Analyzer, Choice};
use crate::meter::Meter;
use crate::network::{Source, VarId};
use crate::options::IntervalOptions;
use crate::propagate::trail::Reason as Cause;
use crate::propagate::{Conflict, Propagator};
use candidate::Candidate;
use decide::Style;
use trial::Trial;
use ulpwise_base::{Exhausted, Id, SplitMix64};
use ulpwise_expr::{Model, OpKind, Sort, Value};
use ulpwise_solver::{Libm, Reason};

/// Conflicts of the shortest run.
const RUN_LENGTH: u64 = 48;
/// Nogoods with more literals than this are used once and forgotten.
const LONG_NOGOOD: usize = 40;
/// Between runs nogoods are thinned out to half of this number.
const MAX_NOGOODS: usize = 4000;

/// How a search ended.
#[derive(Clone, Debug)]
pub(crate) enum Ending {
    /// With a model.
    Sat(Model),
    /// There is none.
    Unsat,
    /// Without an answer.
    Unknown(Reason),
}

impl From<Exhausted> for Ending {
    fn from(exhausted: Exhausted) -> Ending {
        Ending::Unknown(exhausted.into())
    }
}

/// SearchCounts of what was done.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct SearchCounts {
    pub(crate) decisions: u64,
    pub(crate) conflicts: u64,
    pub(crate) restarts: u64,
    pub(crate) candidates: u64,
    pub(crate) relaxations: u64,
    pub(crate) refutations: u64,
    pub(crate) order_refutations: u64,
    points: u64,
}

/// What outlives one search: heuristics and scratch memory.
#[derive(Debug)]
pub(crate) struct SearchMemory {
    options: IntervalOptions,
    /// The value that a variable had when it last looked good.
    phases: Vec<Option<Value>>,
    activity: Vec<f64>,
    bump: f64,
    random: SplitMix64,
    analyzer: Analyzer,
    candidate: Candidate,
    pub(crate) counts: SearchCounts,
}

impl SearchMemory {
    pub(crate) fn new(options: IntervalOptions) -> SearchMemory {
        SearchMemory {
            options,
            phases: Vec::new(),
            activity: Vec::new(),
            bump: 1.0,
            random: SplitMix64::new(options.seed),
            analyzer: Analyzer::default(),
            candidate: Candidate::default(),
            counts: SearchCounts::default(),
        }
    }

    /// Remembers that variables took part in a conflict; their weight against older ones grows.
    fn bump(&mut self, involved: &[VarId]) {
        for var in involved {
            self.activity[var.index()] += self.bump;
        }
        self.bump *= 1.05;
        if self.bump > 1e100 {
            self.activity.iter_mut().for_each(|activity| *activity *= 1e-100);
            self.bump *= 1e-100;
        }
    }
}

/// One search.
pub(crate) struct Search<'a> {
    pub(crate) core: &'a mut Propagator,
    pub(crate) memory: &'a mut SearchMemory,
    /// The variables that must be true.
    pub(crate) asserted: &'a [VarId],
    /// The level of the assertions.
    pub(crate) base: u32,
    pub(crate) libm: Option<&'a Libm<'a>>,
    pub(crate) meter: &'a Meter<'a>,
    choices: Vec<Choice>,
    /// Inputs, and results that SMT-LIB leaves open.
    labels: Vec<VarId>,
    /// Truth values that are neither inputs nor composed of others.
    atoms: Vec<VarId>,
    /// The atoms that compare floats.
    comparisons: Vec<VarId>,
    /// What cannot be labelled.
    opaque: Option<String>,
}

impl<'a> Search<'a> {
    pub(crate) fn new(
        core: &'a mut Propagator,
        memory: &'a mut SearchMemory,
        asserted: &'a [VarId],
        libm: Option<&'a Libm<'a>>,
        meter: &'a Meter<'a>,
    ) -> Search<'a> {
        let base = core.trail.level();
        memory.phases.resize(core.network.variable_count(), None);
        memory.activity.resize(core.network.variable_count(), 0.0);
        let (mut labels, mut atoms, mut comparisons, mut opaque) = (Vec::new(), Vec::new(), Vec::new(), None);
        for var in core.network.variables().filter(|&var| core.is_active(var)) {
            let sort = core.network.sort(var);
            let is_modelled = !matches!(core.domain(var), Domain::Opaque(_));
            match core.network.source(var) {
                Source::Input if is_modelled => labels.push(var),
                Source::Input => opaque = Some(format!("a variable of sort {sort}")),
                Source::Constant => {}
                Source::Result(constraint) => {
                    let constraint = core.network.constraint(constraint);
                    let kind = constraint.op.kind();
                    if kind == OpKind::Libm && libm.is_none() {
                        opaque = Some(format!("{}", constraint.op));
                    }
                    if is_left_open(kind) {
                        if is_modelled {
                            labels.push(var);
                        } else {
                            opaque = Some(format!("{} of sort {sort}", constraint.op));
                        }
                    }
                    if sort == Sort::Bool && !matches!(kind, OpKind::Not | OpKind::And | OpKind::Or) {
                        atoms.push(var);
                        if matches!(kind, OpKind::FpLeq | OpKind::FpLt | OpKind::FpEq | OpKind::Eq) {
                            comparisons.push(var);
                        }
                    }
                }
            }
        }
        Search {
            core,
            memory,
            asserted,
            base,
            libm,
            meter,
            choices: Vec::new(),
            labels,
            atoms,
            comparisons,
            opaque,
        }
    }

    /// Searches until there is an answer or the budget ends. The level is that of the assertions
    /// again afterwards.
    pub(crate) fn run(&mut self) -> Ending {
        let mut run = 0;
        match self.probe() {
            Ok(true) => {}
            Ok(false) => return Ending::Unsat,
            Err(exhausted) => {
                self.backtrack(self.base);
                return exhausted.into();
            }
        }
        loop {
            let style = if run % 2 == 0 { Style::Dive } else { Style::Bisect };
            let length = RUN_LENGTH * luby(run / 2);
            let ending = self.run_once(style, length);
            self.backtrack(self.base);
            match ending {
                Ok(None) => {}
                Ok(Some(ending)) => return ending,
                Err(exhausted) => return exhausted.into(),
            }
            self.memory.counts.restarts += 1;
            run += 1;
            self.thin_out();
        }
    }

    /// One run of at most so many conflicts; `None` if it ended without an answer.
    fn run_once(&mut self, style: Style, length: u64) -> Result<Option<Ending>, Exhausted> {
        let last = self.memory.counts.conflicts + length;
        loop {
            let conflict = match self.core.propagate(self.meter, self.libm)? {
                Some(conflict) => Some(conflict),
                None => match self.advance(style)? {
                    SearchStep::Decided => None,
                    SearchStep::Conflict(conflict) => Some(conflict),
                    SearchStep::End(ending) => return Ok(Some(ending)),
                },
            };
            let Some(conflict) = conflict else { continue };
            self.memory.counts.conflicts += 1;
            if !self.learn(&conflict) {
                return Ok(Some(Ending::Unsat));
            }
            if self.memory.counts.conflicts >= last {
                return Ok(None);
            }
        }
    }

    /// Tries a candidate, then makes a decision.
    fn advance(&mut self, style: Style) -> Result<SearchStep, Exhausted> {
        self.meter.look_after(self.core.counts.projections)?;
        if self.wants_relaxation(style) {
            match self.relax()? {
                Some(SearchStep::Decided) | None => {}
                Some(step) => return Ok(step),
            }
        }
        let trial = self.try_candidate(false)?;
        if let Trial::Model(model) = trial {
            return Ok(SearchStep::End(Ending::Sat(model)));
        }
        let Some(choice) = self.next_choice(style) else {
            // Every input has its value, and it is none.
            return Ok(match (&self.opaque, trial) {
                (Some(what), _) => SearchStep::End(Ending::Unknown(Reason::Unsupported(what.clone()))),
                (None, Trial::NoValue) => {
                    let what = "a value that cannot be computed".to_owned();
                    SearchStep::End(Ending::Unknown(Reason::Unsupported(what)))
                }
                (None, _) => SearchStep::Conflict(Conflict::Domains(self.labels.clone())),
            });
        };
        self.memory.counts.decisions += 1;
        self.core.push_level();
        let kept = self.core.restrict(choice.var, &choice.keep, Cause::Decision);
        debug_assert!(kept, "a decision keeps something");
        self.choices.push(choice);
        Ok(SearchStep::Decided)
    }

    fn backtrack(&mut self, level: u32) {
        self.core.backtrack(level);
        self.choices.truncate((level - self.base) as usize);
    }

    /// Forgets long nogoods when there are too many.
    fn thin_out(&mut self) {
        if self.core.nogoods.len() <= MAX_NOGOODS {
            return;
        }
        let mut kept = 0;
        let total = self.core.nogoods.len();
        let mut position = 0;
        self.core.nogoods.retain(|nogood| {
            position += 1;
            let keep =
                nogood.literals.len() <= 3 || (nogood.literals.len() <= LONG_NOGOOD && position > total / 2);
            kept += usize::from(keep);
            keep
        });
    }
}

/// What one step of the search was.
enum SearchStep {
    Decided,
    Conflict(Conflict),
    End(Ending),
}

/// Whether SMT-LIB leaves some results of the operator open.
fn is_left_open(kind: OpKind) -> bool {
    matches!(
        kind,
        OpKind::FpMin
            | OpKind::FpMax
            | OpKind::FpToSigned
            | OpKind::FpToUnsigned
            | OpKind::FpToReal
            | OpKind::RealDiv
    )
}

/// The sequence 1, 1, 2, 1, 1, 2, 4, … of Luby, Sinclair and Zuckerman, which is never far from the
/// best restarts.
fn luby(index: u64) -> u64 {
    let mut index = index + 1;
    loop {
        let bits = 64 - index.leading_zeros();
        if index == (1 << bits) - 1 {
            return 1 << (bits - 1);
        }
        index -= (1 << (bits - 1)) - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::luby;

    #[test]
    fn runs_have_the_known_lengths() {
        let lengths: Vec<u64> = (0..15).map(luby).collect();
        assert_eq!(lengths, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
