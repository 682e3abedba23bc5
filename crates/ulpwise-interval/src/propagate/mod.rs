//! Propagation: projections run until no domain changes, or changes too slowly to be worth it.
//!
//! A queue wakes only the constraints of changed variables. The rule that stops slow convergence: a
//! float that lost less than one part in [`SLOW_SHARE`] of its values [`SLOW_LIMIT`] times in a row
//! wakes no constraint until the next decision; its domain is kept. So `x < y, y < x` takes a few
//! steps instead of 2^64.
//!
//! What holds: domains only lose values that belong to no solution of the assertions and decisions;
//! every narrowing has a reason from which [`crate::learn`] derives nogoods. What does not: that a
//! fixpoint was reached.

pub(crate) mod queue;
pub(crate) mod relation;
pub(crate) mod trail;

use crate::check;
use crate::domain::Domain;
use crate::learn::nogoods::{Nogoods, Visit};
use crate::libm;
use crate::meter::Meter;
use crate::network::{ConstraintId, Network, Source, VarId};
use crate::project::{ProjectionOutcome, project, project_repeated};
use queue::Queue;
use trail::{Reason, Trail};
use ulpwise_base::{Exhausted, Id};
use ulpwise_expr::{Op, Term, TermStore};
use ulpwise_solver::Libm;

/// A step that leaves more than all but one part in this many is slow.
const SLOW_SHARE: u128 = 32;
/// So many slow steps in a row, and the variable wakes no constraint.
const SLOW_LIMIT: u8 = 10;
/// Below this number of values nothing is slow: there are not many steps left.
const SLOW_MINIMUM: u128 = 64;

/// What cannot hold together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Conflict {
    /// A constraint has no solution in the domains of its variables.
    Constraint(ConstraintId),
    /// All literals of a nogood hold.
    Nogood(u32),
    /// There is no solution in the domains of these variables.
    Domains(Vec<VarId>),
}

/// PropagationCounts of what was done.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct PropagationCounts {
    pub(crate) projections: u64,
    pub(crate) narrowings: u64,
    pub(crate) postponed: u64,
}

/// The network with the current domains.
#[derive(Debug, Default)]
pub(crate) struct Propagator {
    pub(crate) network: Network,
    pub(crate) trail: Trail,
    pub(crate) nogoods: Nogoods,
    pub(crate) counts: PropagationCounts,
    queue: Queue,
    /// Variables whose nogoods are still to be visited.
    changed: Vec<VarId>,
    /// Which variables the current query depends on.
    active: Vec<bool>,
    active_constraints: u64,
    slow: Vec<u8>,
    /// The variables that have slow steps.
    slow_variables: Vec<VarId>,
    buffer: Vec<Domain>,
    same: Vec<usize>,
}

impl Propagator {
    /// Adds the terms at and below the roots.
    ///
    /// # Errors
    /// If the budget ends; then the roots may be missing.
    pub(crate) fn add(
        &mut self,
        store: &TermStore,
        roots: &[Term],
        meter: &Meter<'_>,
    ) -> Result<(), Exhausted> {
        let first = self.network.variable_count();
        let ended = self.network.add_metered(store, roots, meter);
        for index in first..self.network.variable_count() {
            let var = VarId::from_index(index);
            let constant = match (self.network.source(var), self.network.term(var)) {
                (Source::Constant, Some(term)) => store.constant(term),
                _ => None,
            };
            let full = || Domain::full(self.network.sort(var));
            self.trail.push_variable(constant.as_ref().map_or_else(full, Domain::singleton));
        }
        self.queue.resize(self.network.constraint_count());
        self.nogoods.resize(self.network.variable_count());
        self.active.resize(self.network.variable_count(), false);
        self.slow.resize(self.network.variable_count(), 0);
        ended
    }

    /// Declares which terms matter now: those below the roots. Wakes the constraints that did not
    /// matter before.
    pub(crate) fn activate(&mut self, roots: &[VarId]) {
        let before = std::mem::replace(&mut self.active, vec![false; self.network.variable_count()]);
        self.active_constraints = 0;
        let mut pending: Vec<VarId> = roots.to_vec();
        let mut new = Vec::new();
        while let Some(var) = pending.pop() {
            if std::mem::replace(&mut self.active[var.index()], true) {
                continue;
            }
            if let Some(constraint) = self.network.definition(var) {
                self.active_constraints += 1;
                pending.extend_from_slice(self.network.arguments(constraint));
                if !before.get(var.index()).copied().unwrap_or(false) {
                    new.push(constraint);
                }
            }
        }
        // Arguments before results: then one pass forwards knows most.
        new.sort_unstable();
        for constraint in new {
            self.queue.push(constraint, self.network.constraint(constraint).priority);
        }
    }

    /// Has the next [`Propagator::activate`] wake everything: what was known is undone.
    pub(crate) fn forget_activity(&mut self) {
        self.active.fill(false);
    }

    /// Whether the current query depends on a variable.
    #[inline]
    pub(crate) fn is_active(&self, var: VarId) -> bool {
        self.active[var.index()]
    }

    /// The current domain of a variable.
    #[inline]
    pub(crate) fn domain(&self, var: VarId) -> &Domain {
        self.trail.domain(var)
    }

    /// Opens a level; variables with slow steps get another chance.
    pub(crate) fn push_level(&mut self) {
        self.trail.push_level();
        for var in self.slow_variables.drain(..) {
            self.slow[var.index()] = 0;
        }
    }

    /// Goes back to a level. What was waiting is forgotten: it was woken by what is undone.
    pub(crate) fn backtrack(&mut self, level: u32) {
        self.queue.clear();
        self.changed.clear();
        self.trail.backtrack(level, |_| {});
    }

    /// The lowest level on which the conflict exists.
    pub(crate) fn level_of(&self, conflict: &Conflict) -> u32 {
        let level = |var: VarId| self.trail.level_of(var);
        let highest = match conflict {
            Conflict::Constraint(id) => {
                let arguments = self.network.arguments(*id).iter().map(|&argument| level(argument)).max();
                arguments.max(Some(level(self.network.constraint(*id).result)))
            }
            Conflict::Nogood(number) => {
                self.nogoods.get(*number).literals.iter().map(|literal| level(literal.var)).max()
            }
            Conflict::Domains(variables) => variables.iter().map(|&var| level(var)).max(),
        };
        highest.unwrap_or(0)
    }

    /// Keeps only what is in `allowed` of a variable's domain. False if nothing is left; the domain
    /// is unchanged then.
    pub(crate) fn restrict(&mut self, var: VarId, allowed: &Domain, reason: Reason) -> bool {
        let mut domain = self.trail.domain(var).clone();
        match domain.intersect(allowed) {
            crate::domain::Change::Same => true,
            crate::domain::Change::Empty => false,
            crate::domain::Change::Narrowed => {
                self.set(var, domain, reason, None);
                true
            }
        }
    }

    /// Gives a variable a smaller domain and wakes the constraints on it, but for one. False if
    /// that was too slow a step to wake any.
    pub(crate) fn set(
        &mut self,
        var: VarId,
        domain: Domain,
        reason: Reason,
        except: Option<ConstraintId>,
    ) -> bool {
        self.counts.narrowings += 1;
        let is_slow = self.is_slow(var, &domain);
        self.trail.assign(var, domain, reason);
        self.changed.push(var);
        if is_slow {
            self.counts.postponed += 1;
            return false;
        }
        if let Some(definition) = self.network.definition(var)
            && self.active[var.index()]
            && Some(definition) != except
        {
            self.queue.push(definition, self.network.constraint(definition).priority);
        }
        for user in self.network.uses(var) {
            let constraint = self.network.constraint(user);
            if self.active[constraint.result.index()] && Some(user) != except {
                self.queue.push(user, constraint.priority);
            }
        }
        true
    }

    /// PropagationCounts slow steps of floats in a row.
    fn is_slow(&mut self, var: VarId, after: &Domain) -> bool {
        let (Domain::Float(before), Domain::Float(after)) = (self.trail.domain(var), after) else {
            return false;
        };
        let (before, after) = (before.cardinality(), after.cardinality());
        let slow = &mut self.slow[var.index()];
        // An intersection of more ranges than a domain keeps merges some, and may be larger.
        if after < SLOW_MINIMUM || before.saturating_sub(after) >= before / SLOW_SHARE {
            *slow = 0;
            return false;
        }
        if *slow == 0 {
            self.slow_variables.push(var);
        }
        *slow = slow.saturating_add(1);
        *slow > SLOW_LIMIT
    }

    /// Runs projections and nogoods until nothing is left to do. On a conflict what is left is
    /// forgotten.
    ///
    /// # Errors
    /// If the budget ends first; what was narrowed stays narrowed, and the rest still waits.
    pub(crate) fn propagate(
        &mut self,
        meter: &Meter<'_>,
        libm: Option<&Libm<'_>>,
    ) -> Result<Option<Conflict>, Exhausted> {
        let limit = self.counts.projections + 1000 + 100 * self.active_constraints;
        meter.look_after(self.counts.projections)?;
        loop {
            let conflict = self.visit_nogoods(meter)?;
            if conflict.is_some() {
                self.forget_waiting();
                return Ok(conflict);
            }
            if self.counts.projections >= limit {
                // Slower than any rule foresaw. What is known is true all the same.
                self.forget_waiting();
                return Ok(None);
            }
            meter.step(self.counts.projections)?;
            let Some(constraint) = self.queue.pop() else { return Ok(None) };
            if !self.project(constraint, libm) {
                self.forget_waiting();
                return Ok(Some(Conflict::Constraint(constraint)));
            }
        }
    }

    fn forget_waiting(&mut self) {
        self.queue.clear();
        self.changed.clear();
    }

    /// Runs one projection; false on a conflict.
    fn project(&mut self, id: ConstraintId, libm: Option<&Libm<'_>>) -> bool {
        self.counts.projections += 1;
        let constraint = *self.network.constraint(id);
        let arguments = self.network.arguments(id);
        let mut buffer = std::mem::take(&mut self.buffer);
        buffer.clear();
        buffer.extend(arguments.iter().map(|&argument| self.trail.domain(argument).clone()));
        let mut result = self.trail.domain(constraint.result).clone();
        let before = check::wants(self.counts.projections).then(|| (buffer.clone(), result.clone()));
        self.same.clear();
        if constraint.repeats {
            let first = |argument: &VarId| arguments.iter().position(|other| other == argument).unwrap_or(0);
            self.same.extend(arguments.iter().map(first));
        }
        let same = constraint.repeats.then_some(&self.same[..]);
        let outcome = match (constraint.op, libm, same) {
            (Op::Libm(function), Some(libm), _) => {
                libm::project(function, &mut buffer, same, &mut result, libm)
            }
            // What these deliver is not known.
            (Op::Libm(_), None, _) => ProjectionOutcome::SAME,
            (op, _, Some(same)) => project_repeated(op, &mut buffer, same, &mut result),
            (op, _, None) => project(op, &mut buffer, &mut result),
        };
        if let Some((arguments, old_result)) = before.filter(|_| outcome != ProjectionOutcome::SAME) {
            let old = check::Domains { arguments: &arguments, result: &old_result, same };
            let new = (outcome != ProjectionOutcome::Conflict).then_some((&buffer[..], &result));
            check::require(check::narrowing(constraint.op, old, new, libm, self.counts.projections));
        }
        let ProjectionOutcome::Narrowed(changes) = outcome else {
            self.buffer = buffer;
            return false;
        };
        if changes.any() {
            self.take_over(id, &buffer, result);
        }
        self.buffer = buffer;
        true
    }

    /// Gives the variables of a constraint the domains that its projection left.
    fn take_over(&mut self, id: ConstraintId, arguments: &[Domain], result: Domain) {
        let reason = Reason::Constraint(id);
        let (mut changed, mut quick) = (0, false);
        let result_var = self.network.constraint(id).result;
        if *self.trail.domain(result_var) != result {
            quick |= self.set(result_var, result, reason, Some(id));
            changed += 1;
        }
        for (position, domain) in arguments.iter().enumerate() {
            let var = self.network.arguments(id)[position];
            if *self.trail.domain(var) != *domain {
                quick |= self.set(var, domain.clone(), reason, Some(id));
                changed += 1;
            }
        }
        if changed > 1 && quick {
            // What was narrowed last may allow more.
            self.queue.push(id, self.network.constraint(id).priority);
        }
    }

    fn visit_nogoods(&mut self, meter: &Meter<'_>) -> Result<Option<Conflict>, Exhausted> {
        while let Some(&var) = self.changed.last() {
            // What is not visited because the budget ended still waits.
            meter.spend(self.nogoods.watching(var))?;
            self.changed.pop();
            let mut position = 0;
            loop {
                match self.nogoods.visit(var, &mut position, &self.trail) {
                    Visit::Done => break,
                    Visit::Conflict(nogood) => return Ok(Some(Conflict::Nogood(nogood))),
                    Visit::Narrows { var, domain, nogood } => {
                        self.set(var, domain, Reason::Nogood(nogood), None);
                    }
                }
            }
        }
        Ok(None)
    }
}
