//! Which integers a function can return, as far as its code says so without being followed: constants,
//! chosen by branches, conversions and comparisons, also of functions that it calls.
//!
//! A condition of success that none of them meets is refused before anything is searched.

use std::collections::{BTreeMap, BTreeSet};
use ulpwise_interp::number::int::narrow;
use ulpwise_ir::{Body, FunctionId, Inst, IntCastOp, Module, Slot};

/// How deep calls are looked into, how many values are kept, and how many slots looked at.
const DEEPEST: usize = 8;
const MOST_VALUES: usize = 256;
const MOST_SLOTS: u32 = 10_000;

/// The values; nothing if there may be others.
pub(super) fn returned_values(module: &Module, function: FunctionId) -> Option<BTreeSet<u64>> {
    of_function(module, function, DEEPEST, &mut { MOST_SLOTS })
}

/// How a slot gets its value.
enum ReturnedSource {
    Constant(u64),
    OneOf(Vec<Slot>),
    Cast(IntCastOp, u8, u8, Slot),
    Comparison,
    Call(FunctionId),
}

fn of_function(module: &Module, function: FunctionId, depth: usize, left: &mut u32) -> Option<BTreeSet<u64>> {
    let body = module.functions[function].body.as_ref().filter(|_| depth > 0)?;
    let sources = sources(body);
    let mut all = BTreeSet::new();
    for inst in body.insts.iter() {
        if let Inst::Return { values } = *inst {
            let (slot, _) = body.values(values).next()?;
            let look = Look { module, sources: &sources, depth };
            all.extend(look.of_slot(slot, &mut BTreeSet::new(), left)?);
            if all.len() > MOST_VALUES {
                return None;
            }
        }
    }
    Some(all)
}

fn sources(body: &Body) -> BTreeMap<Slot, ReturnedSource> {
    let mut sources = BTreeMap::new();
    for edge in body.edges.iter() {
        let parameters = body.list(body.blocks[edge.target].parameters);
        for (&parameter, &argument) in parameters.iter().zip(body.list(edge.arguments)) {
            match sources.entry(parameter).or_insert_with(|| ReturnedSource::OneOf(Vec::new())) {
                ReturnedSource::OneOf(slots) => slots.push(argument),
                _ => unreachable!("only edges were looked at"),
            }
        }
    }
    for inst in body.insts.iter() {
        let known = match *inst {
            Inst::Select { dst, a, b, wide: false, .. } => Some((dst, ReturnedSource::OneOf(vec![a, b]))),
            Inst::Copy { dst, a, wide: false } => Some((dst, ReturnedSource::OneOf(vec![a]))),
            Inst::IntCast { op, from, to, dst, a } if from <= 64 && to <= 64 => {
                Some((dst, ReturnedSource::Cast(op, from, to, a)))
            }
            Inst::IntCompare { dst, .. } | Inst::FloatCompare { dst, .. } => {
                Some((dst, ReturnedSource::Comparison))
            }
            Inst::Call { callee, results, .. } => {
                body.values(results).next().map(|(dst, _)| (dst, ReturnedSource::Call(callee)))
            }
            _ => None,
        };
        sources.extend(known);
    }
    for &(slot, _) in &body.constants {
        if let Some(bits) = body.constant_bits(slot).and_then(|bits| u64::try_from(bits).ok()) {
            sources.insert(slot, ReturnedSource::Constant(bits));
        }
    }
    sources
}

/// A look at the slots of one function.
struct Look<'a> {
    module: &'a Module,
    sources: &'a BTreeMap<Slot, ReturnedSource>,
    depth: usize,
}

impl Look<'_> {
    /// The values of a slot; nothing of one that depends on itself.
    fn of_slot(&self, slot: Slot, open: &mut BTreeSet<Slot>, left: &mut u32) -> Option<BTreeSet<u64>> {
        *left = left.checked_sub(1)?;
        if !open.insert(slot) {
            return None;
        }
        let values = match self.sources.get(&slot)? {
            ReturnedSource::Constant(bits) => BTreeSet::from([*bits]),
            ReturnedSource::Comparison => BTreeSet::from([0, 1]),
            ReturnedSource::Call(callee) => of_function(self.module, *callee, self.depth - 1, left)?,
            ReturnedSource::Cast(op, from, to, a) => {
                let of = self.of_slot(*a, open, left)?;
                of.into_iter().map(|value| narrow::cast(*op, *from, *to, value)).collect()
            }
            ReturnedSource::OneOf(slots) => {
                let mut all = BTreeSet::new();
                for &slot in slots {
                    all.extend(self.of_slot(slot, open, left)?);
                }
                all
            }
        };
        open.remove(&slot);
        Some(values)
    }
}
