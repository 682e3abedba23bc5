//! From a conflict to a nogood: resolution along the trail up to the first unique implication
//! point.
//!
//! An entry of the trail stands for the literal "the variable lies in the domain from this entry
//! on". It follows from the domains that the variables of its reason, its own among them, had
//! before. A decision stands for the part it chose ([`Choice`]) and, together with the domain
//! before it, for the domain after it.
//!
//! Entries of the assertions' levels are true as long as the assertions are there, and leave no
//! literal.

use super::nogoods::{Literal, Nogood};
use crate::domain::Domain;
use crate::network::VarId;
use crate::propagate::relation::is_within;
use crate::propagate::trail::{EntryId, Reason};
use crate::propagate::{Conflict, Propagator};
use std::collections::HashMap;
use ulpwise_base::Id;

/// What a decision chose: the variable is to lie in `keep`, which is not all of its domain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Choice {
    pub(crate) var: VarId,
    pub(crate) keep: Domain,
}

/// What a conflict teaches.
#[derive(Clone, Debug)]
pub(crate) struct Lesson {
    /// The nogood. Its first literal is the one of the conflict's level; the second that of the
    /// next lower level.
    pub(crate) nogood: Nogood,
    /// The level of the second literal, or the assertions' level.
    pub(crate) backjump: u32,
    /// The variables that took part.
    pub(crate) involved: Vec<VarId>,
}

/// Where resolution stops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stop {
    /// At the first single entry of the conflict's level.
    FirstImplicationPoint,
    /// At the decision, whose opposite can always be expressed.
    Decision,
}

/// Scratch memory of the analysis.
#[derive(Debug, Default)]
pub(crate) struct Analyzer {
    seen: Vec<bool>,
    /// For each variable, the latest entry that may still be an antecedent.
    cursors: Vec<EntryId>,
    touched: Vec<VarId>,
    is_touched: Vec<bool>,
}

impl Analyzer {
    /// Derives a nogood. `base` is the highest level of assertions, `choices` the decisions of the
    /// levels above it.
    pub(crate) fn analyze(
        &mut self,
        core: &Propagator,
        conflict: &Conflict,
        base: u32,
        choices: &[Choice],
        stop: Stop,
    ) -> Lesson {
        self.seen.clear();
        self.seen.resize(core.trail.len(), false);
        self.cursors.resize(core.trail.variable_count(), EntryId::START);
        self.is_touched.resize(core.trail.variable_count(), false);
        let level = core.trail.level();
        let mut run = Run { analyzer: self, core, base, level, lower: Vec::new(), open: 0 };
        let end = core.trail.len();
        match conflict {
            Conflict::Constraint(id) => {
                run.see(core.network.constraint(*id).result, end);
                for &argument in core.network.arguments(*id) {
                    run.see(argument, end);
                }
            }
            Conflict::Nogood(number) => run.see_all(*number, None, end),
            Conflict::Domains(variables) => variables.iter().for_each(|&var| run.see(var, end)),
        }
        let uip = run.resolve(stop);
        let lower = std::mem::take(&mut run.lower);
        let lesson = lesson(core, base, choices, uip, &lower, self.touched.clone());
        for var in self.touched.drain(..) {
            self.is_touched[var.index()] = false;
        }
        lesson
    }
}

struct Run<'a> {
    analyzer: &'a mut Analyzer,
    core: &'a Propagator,
    base: u32,
    level: u32,
    /// Seen entries of levels between the assertions' and the conflict's.
    lower: Vec<EntryId>,
    /// How many entries of the conflict's level were seen and not resolved.
    open: usize,
}

impl Run<'_> {
    /// Marks the entry that gave a variable the domain it had when the trail had `before` entries.
    fn see(&mut self, var: VarId, before: usize) {
        let trail = &self.core.trail;
        if !std::mem::replace(&mut self.analyzer.is_touched[var.index()], true) {
            self.analyzer.touched.push(var);
            self.analyzer.cursors[var.index()] = trail.latest(var);
        }
        let cursor = &mut self.analyzer.cursors[var.index()];
        while *cursor != EntryId::START && cursor.index() >= before {
            *cursor = trail.entry(*cursor).previous;
        }
        let entry = *cursor;
        self.mark(entry);
    }

    fn mark(&mut self, id: EntryId) {
        let mut id = id;
        while id != EntryId::START {
            let entry = self.core.trail.entry(id);
            if entry.level <= self.base || std::mem::replace(&mut self.analyzer.seen[id.index()], true) {
                return;
            }
            if entry.level == self.level {
                self.open += 1;
            } else {
                self.lower.push(id);
            }
            if entry.reason != Reason::Decision {
                return;
            }
            // The domain after a decision is what it chose within the domain before.
            id = entry.previous;
        }
    }

    fn see_all(&mut self, nogood: u32, except: Option<VarId>, before: usize) {
        for literal in &self.core.nogoods.get(nogood).literals {
            if Some(literal.var) != except {
                self.see(literal.var, before);
            }
        }
    }

    /// Replaces entries of the conflict's level by their antecedents until one is left, which is
    /// returned.
    fn resolve(&mut self, stop: Stop) -> Option<EntryId> {
        let trail = &self.core.trail;
        let mut index = trail.len();
        while self.open > 0 {
            index -= 1;
            if !self.analyzer.seen[index] {
                continue;
            }
            let id = EntryId::from_index(index);
            let entry = trail.entry(id);
            if entry.reason == Reason::Decision || (self.open == 1 && stop == Stop::FirstImplicationPoint) {
                return Some(id);
            }
            self.open -= 1;
            // The narrowed domain lies within the one before.
            self.see(entry.var, index);
            match entry.reason {
                Reason::Decision => {}
                Reason::Constraint(constraint) => {
                    self.see(self.core.network.constraint(constraint).result, index);
                    for &argument in self.core.network.arguments(constraint) {
                        self.see(argument, index);
                    }
                }
                Reason::Nogood(number) => self.see_all(number, Some(entry.var), index),
            }
        }
        None
    }
}

fn lesson(
    core: &Propagator,
    base: u32,
    choices: &[Choice],
    uip: Option<EntryId>,
    lower: &[EntryId],
    involved: Vec<VarId>,
) -> Lesson {
    let trail = &core.trail;
    let literal = |id: EntryId| {
        let entry = trail.entry(id);
        if entry.reason == Reason::Decision {
            let choice = &choices[(entry.level - base - 1) as usize];
            debug_assert_eq!(choice.var, entry.var);
            return Literal { var: choice.var, domain: choice.keep.clone() };
        }
        Literal { var: entry.var, domain: entry.after.clone() }
    };
    let mut lower: Vec<EntryId> = lower.to_vec();
    // Latest first: of several entries of a variable the latest implies the others, decisions
    // aside.
    lower.sort_unstable_by(|a, b| b.cmp(a));
    let mut backjump = base;
    let mut literals: Vec<Literal> = uip.map(literal).into_iter().collect();
    let mut places: HashMap<VarId, usize> = HashMap::new();
    for id in lower {
        let literal = literal(id);
        backjump = backjump.max(trail.entry(id).level);
        match places.get(&literal.var) {
            Some(&place) if join(&mut literals[place], &literal.domain) => {}
            _ => {
                places.insert(literal.var, literals.len());
                literals.push(literal);
            }
        }
    }
    Lesson { nogood: Nogood { literals, groups: base }, backjump, involved }
}

/// Makes one literal of two of one variable, if what lies in both domains can be expressed exactly:
/// a larger domain would say too much.
fn join(literal: &mut Literal, domain: &Domain) -> bool {
    let mut joined = literal.domain.clone();
    joined.intersect(domain);
    let is_exact = is_within(&joined, domain);
    if is_exact {
        literal.domain = joined;
    }
    is_exact
}
