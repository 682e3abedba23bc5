//! Where addresses of a function point: an object, and an offset in it as far as it is known.

use std::collections::BTreeMap;
use ulpwise_ir::{Body, Constant, GlobalId, Inst, Slot, SlotType, Type};

/// What an address was made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Root {
    /// A parameter, by its slot.
    Parameter(u32),
    /// An object of the function's own.
    Local(Slot),
    /// A variable.
    Variable(GlobalId),
    /// Something else: what was loaded or returned, or one of several.
    Other(Slot),
}

/// An object with an offset: any of `offset + n * stride`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    pub(crate) root: Root,
    pub(crate) offset: i64,
    /// Zero where the offset is known.
    pub(crate) stride: u64,
}

impl Place {
    /// The place so many bytes further.
    pub(crate) fn shifted(self, offset: i64, stride: u64) -> Self {
        Self { offset: self.offset.wrapping_add(offset), stride: gcd(self.stride, stride), ..self }
    }

    /// Whether some of `size` bytes here may be among `other_size` bytes there.
    pub(crate) fn overlaps(self, size: u64, other: Self, other_size: u64) -> bool {
        if self.root != other.root {
            return false;
        }
        let (size, other_size) = (i128::from(size), i128::from(other_size));
        let distance = i128::from(other.offset) - i128::from(self.offset);
        match i128::from(gcd(self.stride, other.stride)) {
            0 => -other_size < distance && distance < size,
            stride => {
                let distance = distance.rem_euclid(stride);
                distance < size || stride - distance < other_size
            }
        }
    }
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The places of all slots of a body that hold addresses.
pub(crate) fn places(body: &Body) -> BTreeMap<Slot, Place> {
    let mut places = BTreeMap::new();
    let exact = |root| Place { root, offset: 0, stride: 0 };
    for (slot, number) in body.slots.ids().zip(0..body.parameter_slots) {
        places.insert(slot, exact(Root::Parameter(number)));
    }
    for &(slot, constant) in &body.constants {
        if let Constant::GlobalAddress(variable, offset) = constant {
            places.insert(slot, Place { offset, ..exact(Root::Variable(variable)) });
        }
    }
    // Block parameters come from edges that may come later: until nothing changes. Each change makes
    // a stride a divisor of what it was, or an address one of several.
    loop {
        let mut changed = false;
        let mut set = |places: &mut BTreeMap<Slot, Place>, slot: Slot, place: Place| {
            let merged = places.get(&slot).map_or(place, |&known| merged(known, place, slot));
            changed |= places.insert(slot, merged) != Some(merged);
        };
        for inst in &body.insts {
            let known = |slot: Slot| places.get(&slot).copied();
            match *inst {
                Inst::Alloca { dst, .. } => set(&mut places, dst, exact(Root::Local(dst))),
                Inst::Copy { dst, a, .. } => {
                    if let Some(place) = known(a) {
                        set(&mut places, dst, place);
                    }
                }
                Inst::Select { dst, a, b, .. } => {
                    for place in [known(a), known(b)].into_iter().flatten() {
                        set(&mut places, dst, place);
                    }
                }
                Inst::PointerAdd { dst, base, index, scale } => {
                    if let Some(place) = known(base) {
                        let steps = body.constant_bits(index).map(|bits| (bits as u64).cast_signed());
                        let moved = match steps {
                            Some(steps) => place.shifted(steps.wrapping_mul(scale.into()), 0),
                            None => place.shifted(0, scale.max(1).into()),
                        };
                        set(&mut places, dst, moved);
                    }
                }
                _ => {
                    let is_pointer = |slot: Slot| body.slots[slot] == SlotType::Value(Type::Pointer);
                    let mut made = Vec::new();
                    body.for_each_definition(inst, |slot| made.push(slot));
                    for slot in made.into_iter().filter(|&slot| is_pointer(slot)) {
                        set(&mut places, slot, exact(Root::Other(slot)));
                    }
                }
            }
        }
        for edge in &body.edges {
            let parameters = body.list(body.blocks[edge.target].parameters);
            for (&parameter, argument) in parameters.iter().zip(body.list(edge.arguments)) {
                if let Some(&place) = places.get(argument) {
                    set(&mut places, parameter, place);
                }
            }
        }
        if !changed {
            return places;
        }
    }
}

/// Both of two places that one slot holds.
fn merged(one: Place, other: Place, slot: Slot) -> Place {
    if one.root != other.root {
        return Place { root: Root::Other(slot), offset: 0, stride: 0 };
    }
    let distance = one.offset.abs_diff(other.offset);
    Place { stride: gcd(gcd(one.stride, other.stride), distance), ..one }
}
