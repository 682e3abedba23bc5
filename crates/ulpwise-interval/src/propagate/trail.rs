//! Domains of all variables, and the trail by which they are restored.
//!
//! Every narrowing is an entry that says why it happened. Entries form levels: each decision opens
//! one, and so does each group of assertions. The entries of one variable are chained, so that the
//! domain it had at any moment can be found.

use crate::domain::Domain;
use crate::network::{ConstraintId, VarId};
use ulpwise_base::Id;

/// The position of an entry in the trail.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct EntryId(u32);

impl EntryId {
    /// Stands for the domain that a variable had from the start.
    pub(crate) const START: EntryId = EntryId(u32::MAX);

    pub(crate) fn from_index(index: usize) -> EntryId {
        EntryId(u32::try_from(index).expect("less than 2^32 entries"))
    }

    #[inline]
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// Why a domain was narrowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reason {
    /// It was chosen, or asserted: nothing implies it.
    Decision,
    /// The constraint's variables had these domains.
    Constraint(ConstraintId),
    /// All other literals of the nogood held.
    Nogood(u32),
}

/// One narrowing.
#[derive(Clone, Debug)]
pub(crate) struct TrailEntry {
    pub(crate) var: VarId,
    /// The entry of the same variable before this one.
    pub(crate) previous: EntryId,
    pub(crate) reason: Reason,
    pub(crate) level: u32,
    /// The domain from this entry on.
    pub(crate) after: Domain,
}

/// Domains, and how they came about.
#[derive(Clone, Default, Debug)]
pub(crate) struct Trail {
    domains: Vec<Domain>,
    /// What is known of a variable without any assertion.
    start: Vec<Domain>,
    latest: Vec<EntryId>,
    entries: Vec<TrailEntry>,
    /// Where each level but the lowest starts.
    level_starts: Vec<u32>,
}

impl Trail {
    /// Adds a variable.
    pub(crate) fn push_variable(&mut self, domain: Domain) {
        self.domains.push(domain.clone());
        self.start.push(domain);
        self.latest.push(EntryId::START);
    }

    pub(crate) fn variable_count(&self) -> usize {
        self.domains.len()
    }

    /// The current domain.
    #[inline]
    pub(crate) fn domain(&self, var: VarId) -> &Domain {
        &self.domains[var.index()]
    }

    /// The entry that gave the variable its current domain.
    #[inline]
    pub(crate) fn latest(&self, var: VarId) -> EntryId {
        self.latest[var.index()]
    }

    #[inline]
    pub(crate) fn entry(&self, id: EntryId) -> &TrailEntry {
        &self.entries[id.index()]
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// The number of levels that are open.
    pub(crate) fn level(&self) -> u32 {
        self.level_starts.len() as u32
    }

    /// Opens a level.
    pub(crate) fn push_level(&mut self) {
        self.level_starts.push(self.entries.len() as u32);
    }

    /// Sets the domain of a variable; it must lie within the current one.
    pub(crate) fn assign(&mut self, var: VarId, after: Domain, reason: Reason) {
        let id = EntryId::from_index(self.entries.len());
        let previous = std::mem::replace(&mut self.latest[var.index()], id);
        self.domains[var.index()] = after.clone();
        self.entries.push(TrailEntry { var, previous, reason, level: self.level_starts.len() as u32, after });
    }

    /// Closes all levels above this one and calls `restored` for each variable that gets an earlier
    /// domain back.
    pub(crate) fn backtrack(&mut self, level: u32, mut restored: impl FnMut(VarId)) {
        if level >= self.level() {
            return;
        }
        let length = self.level_starts[level as usize] as usize;
        for entry in self.entries[length..].iter().rev() {
            self.latest[entry.var.index()] = entry.previous;
        }
        for index in length..self.entries.len() {
            let var = self.entries[index].var;
            let latest = self.latest[var.index()];
            // Only the first entry of each variable says what it was before.
            if latest == self.entries[index].previous {
                self.domains[var.index()] = self.domain_at(var, latest).clone();
                restored(var);
            }
        }
        self.entries.truncate(length);
        self.level_starts.truncate(level as usize);
    }

    /// The domain that a variable had when all levels from this one on were still to come.
    pub(crate) fn domain_before_level(&self, var: VarId, level: u32) -> &Domain {
        let mut entry = self.latest(var);
        while entry != EntryId::START && self.entry(entry).level >= level {
            entry = self.entry(entry).previous;
        }
        self.domain_at(var, entry)
    }

    /// The level on which a variable got its current domain.
    pub(crate) fn level_of(&self, var: VarId) -> u32 {
        match self.latest(var) {
            EntryId::START => 0,
            entry => self.entry(entry).level,
        }
    }

    /// The domain that a variable had from one of its entries on.
    pub(crate) fn domain_at(&self, var: VarId, entry: EntryId) -> &Domain {
        if entry == EntryId::START { &self.start[var.index()] } else { &self.entry(entry).after }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{BoolDomain, FloatDomain};
    use ulpwise_float::{Float, Format};

    #[test]
    fn going_back_restores_every_domain() {
        let mut trail = Trail::default();
        let full = Domain::from(FloatDomain::full(Format::F32));
        trail.push_variable(full.clone());
        trail.push_variable(BoolDomain::FULL.into());
        let [x, p] = [0, 1].map(VarId::new);
        let range =
            |low, high| Domain::from(FloatDomain::between(Float::from_f32(low), Float::from_f32(high)));
        trail.push_level();
        trail.assign(x, range(0.0, 8.0), Reason::Decision);
        trail.push_level();
        trail.assign(x, range(0.0, 4.0), Reason::Decision);
        trail.assign(p, BoolDomain::TRUE.into(), Reason::Decision);
        trail.assign(x, range(1.0, 4.0), Reason::Decision);
        let mut restored = Vec::new();
        trail.backtrack(1, |var| restored.push(var));
        assert_eq!((trail.domain(x), trail.domain(p)), (&range(0.0, 8.0), &BoolDomain::FULL.into()));
        assert_eq!((restored, trail.len(), trail.level()), (vec![x, p], 1, 1));
        trail.backtrack(0, |_| {});
        assert_eq!((trail.domain(x), trail.latest(x)), (&full, EntryId::START));
    }
}
