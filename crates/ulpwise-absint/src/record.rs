//! What was seen at sites: the exceptions that are possible there, and the operands.
//!
//! A record belongs to one look at a function with one set of arguments and refers to those of the
//! calls it makes, so that nothing is copied when a call is looked up instead of looked at.

use crate::value::AbstractValue;
use std::collections::BTreeMap;
use std::collections::HashSet;
use std::rc::Rc;
use ulpwise_externals::Exceptions;
use ulpwise_interval::domain::{BitVecDomain, FloatDomain};
use ulpwise_ir::SiteId;

/// What an operand of a site can be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ValueRange {
    /// A float of this set.
    Float(FloatDomain),
    /// An integer of this set.
    Int(BitVecDomain),
    /// Anything.
    Any,
}

impl ValueRange {
    pub(crate) fn enclose(value: &AbstractValue) -> ValueRange {
        match value {
            AbstractValue::Float(value) => ValueRange::Float(value.domain),
            AbstractValue::Int(value) => ValueRange::Int(*value),
            AbstractValue::Pointer(_) | AbstractValue::Opaque => ValueRange::Any,
        }
    }

    pub(crate) fn union(&self, other: &ValueRange) -> ValueRange {
        match (self, other) {
            (ValueRange::Float(a), ValueRange::Float(b)) if a.format() == b.format() => {
                ValueRange::Float(a.union(b))
            }
            (ValueRange::Int(a), ValueRange::Int(b)) if a.width() == b.width() => ValueRange::Int(a.union(b)),
            _ => ValueRange::Any,
        }
    }
}

/// What was seen at a site.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Seen {
    pub(crate) raised: Exceptions,
    pub(crate) operands: Vec<ValueRange>,
}

impl Seen {
    pub(crate) fn add(&mut self, other: &Seen) {
        self.raised = self.raised.union(other.raised);
        if self.operands.len() != other.operands.len() {
            self.operands = vec![ValueRange::Any; self.operands.len().max(other.operands.len())];
            return;
        }
        for (own, others) in self.operands.iter_mut().zip(&other.operands) {
            *own = own.union(others);
        }
    }
}

/// The sites of one look at a function, and of the calls in it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Record {
    sites: BTreeMap<SiteId, Seen>,
    calls: Vec<Rc<Record>>,
}

impl Record {
    /// Adds what was seen at a site.
    pub(crate) fn note(&mut self, site: SiteId, raised: Exceptions, operands: &[&AbstractValue]) {
        let seen =
            Seen { raised, operands: operands.iter().map(|operand| ValueRange::enclose(operand)).collect() };
        match self.sites.entry(site) {
            std::collections::btree_map::Entry::Vacant(entry) => {
                entry.insert(seen);
            }
            std::collections::btree_map::Entry::Occupied(mut entry) => entry.get_mut().add(&seen),
        }
    }

    /// Adds what was seen in a call.
    pub(crate) fn include(&mut self, call: &Rc<Record>) {
        if !self.calls.iter().any(|known| Rc::ptr_eq(known, call)) {
            self.calls.push(call.clone());
        }
    }

    /// Everything that was seen, in the calls too, added to a table.
    pub(crate) fn collect_into(self: &Rc<Record>, table: &mut BTreeMap<SiteId, Seen>) {
        let mut known: HashSet<*const Record> = HashSet::new();
        let mut open = vec![self.clone()];
        while let Some(record) = open.pop() {
            if !known.insert(Rc::as_ptr(&record)) {
                continue;
            }
            for (&site, seen) in &record.sites {
                match table.entry(site) {
                    std::collections::btree_map::Entry::Vacant(entry) => {
                        entry.insert(seen.clone());
                    }
                    std::collections::btree_map::Entry::Occupied(mut entry) => entry.get_mut().add(seen),
                }
            }
            open.extend(record.calls.iter().cloned());
        }
    }
}
