//! Whether a value depends on where an object lies: in the next process it lies elsewhere.
//!
//! An address becomes a number by a conversion, or in memory: it is stored as a pointer and read as
//! a number, by a union or a copy of bytes. The latter is seen in variables and objects of the frame
//! at known offsets. What may be done with such a number is listed: the distance of two, and whether
//! they are equal.

use std::collections::{BTreeMap, BTreeSet};
use ulpwise_ir::{
    Body, Constant, FunctionId, GlobalId, Inst, IntBinaryOp, IntPredicate, Module, Slot, SlotType, Type,
};

/// Whether an address is used as a number, other than for the distance of two addresses or to see
/// whether they are the same.
pub(crate) fn uses_addresses_as_values(module: &Module, reached: &BTreeSet<FunctionId>) -> bool {
    let bodies = reached.iter().filter_map(|&function| module.functions[function].body.as_ref());
    bodies.into_iter().any(|body| {
        let mut numbers = converted(body);
        numbers.extend(Cells::new(module, body).read_as_numbers());
        !numbers.is_empty() && are_computed_with(body, &numbers)
    })
}

fn is_pointer(body: &Body, slot: Slot) -> bool {
    body.slots[slot] == SlotType::Value(Type::Pointer)
}

/// The numbers that conversions make of addresses.
fn converted(body: &Body) -> BTreeSet<Slot> {
    let number = |inst: &Inst| match *inst {
        Inst::Copy { dst, a, .. } if is_pointer(body, a) && !is_pointer(body, dst) => Some(dst),
        // fail-closed: the verifier refuses a pointer as a number everywhere else.
        _ => None,
    };
    body.insts.iter().filter_map(number).collect()
}

/// Whether numbers that are addresses are used for more than their distance or equality.
fn are_computed_with(body: &Body, numbers: &BTreeSet<Slot>) -> bool {
    let is_zero = |slot: Slot| body.constant_bits(slot) == Some(0);
    let is_used = |inst: &Inst| {
        let mut is_used = false;
        body.for_each_use(inst, |slot| is_used |= numbers.contains(&slot));
        is_used
    };
    let passed = body.edges.iter().flat_map(|edge| body.list(edge.arguments));
    passed.into_iter().any(|slot| numbers.contains(slot))
        || body.insts.iter().any(|inst| match *inst {
            Inst::Int { op: IntBinaryOp::Sub, a, b, .. } if numbers.contains(&a) => !numbers.contains(&b),
            Inst::IntCompare { predicate: IntPredicate::Eq | IntPredicate::Ne, a, b, .. } => {
                let is_number = |slot| numbers.contains(&slot);
                (is_number(a) && !is_number(b) && !is_zero(b))
                    || (is_number(b) && !is_number(a) && !is_zero(a))
            }
            _ => is_used(inst), // fail-closed: any other use counts.
        })
}

/// An object whose bytes are known by their offsets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum CellObject {
    Local(Slot),
    Variable(GlobalId),
}

/// Where a function keeps addresses in memory.
struct Cells<'b> {
    body: &'b Body,
    /// The object and offset that a slot is the address of.
    places: BTreeMap<Slot, (CellObject, i64)>,
    /// Where eight bytes hold an address.
    addresses: BTreeSet<(CellObject, i64)>,
}

impl<'b> Cells<'b> {
    fn new(module: &Module, body: &'b Body) -> Self {
        let mut cells = Self { body, places: BTreeMap::new(), addresses: BTreeSet::new() };
        for &(slot, constant) in &body.constants {
            if let Constant::GlobalAddress(variable, offset) = constant {
                cells.places.insert(slot, (CellObject::Variable(variable), offset));
                let within = module.globals[variable].relocations.iter();
                cells.addresses.extend(
                    within.map(|relocation| (CellObject::Variable(variable), relocation.offset as i64)),
                );
            }
        }
        body.insts.iter().for_each(|inst| cells.place(inst));
        while body.insts.iter().any(|inst| cells.fill(inst)) {}
        cells
    }

    /// Notes what an instruction delivers the address of.
    fn place(&mut self, inst: &Inst) {
        let place = match *inst {
            Inst::Alloca { dst, .. } => Some((dst, (CellObject::Local(dst), 0))),
            Inst::Copy { dst, a, .. } => self.places.get(&a).map(|&place| (dst, place)),
            Inst::PointerAdd { dst, base, index, scale } => {
                let known = self.places.get(&base).zip(self.body.constant_bits(index));
                known.and_then(|(&(object, offset), index)| {
                    let bytes = (index as u64).cast_signed().checked_mul(i64::from(scale))?;
                    Some((dst, (object, offset.checked_add(bytes)?)))
                })
            }
            // fail-closed: without a place an access is not one of a known object.
            _ => None,
        };
        self.places.extend(place);
    }

    /// Notes which addresses an instruction leaves in memory. Returns whether one is new.
    fn fill(&mut self, inst: &Inst) -> bool {
        let new: Vec<(CellObject, i64)> = match *inst {
            Inst::Store { ty: Type::Pointer, address, .. } => {
                self.places.get(&address).copied().into_iter().collect()
            }
            Inst::MemCopy { to, from, len, .. } => {
                let (Some(&(target, start)), Some(&(source, first))) =
                    (self.places.get(&to), self.places.get(&from))
                else {
                    return false;
                };
                let len = self.body.constant_bits(len).and_then(|len| i64::try_from(len).ok());
                let last = len.map_or(i64::MAX, |len| first.saturating_add(len));
                let copied = self.addresses.range((source, first)..(source, last));
                copied.map(|&(_, offset)| (target, offset - first + start)).collect()
            }
            // fail-closed: nothing else writes an address at a known place.
            _ => Vec::new(),
        };
        let before = self.addresses.len();
        self.addresses.extend(new);
        self.addresses.len() > before
    }

    /// The numbers that are read where addresses stand.
    fn read_as_numbers(&self) -> impl Iterator<Item = Slot> {
        self.body.insts.iter().filter_map(|inst| match *inst {
            Inst::Load { ty, dst, address, .. } if ty != Type::Pointer => {
                let &(object, offset) = self.places.get(&address)?;
                let (first, last) = (offset.saturating_sub(7), offset + ty.store_bytes() as i64);
                let is_address = self.addresses.range((object, first)..(object, last)).next().is_some();
                is_address.then_some(dst)
            }
            // fail-closed: only a load reads memory into a slot.
            _ => None,
        })
    }
}
