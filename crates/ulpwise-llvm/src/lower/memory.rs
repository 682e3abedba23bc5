//! Memory: objects of the frame, addresses, loads and stores.
//!
//! Atomic accesses are plain ones: the program has one thread. Volatile loads are marked, unless they
//! read a variable of the function's own, which nothing else writes.

use super::function::FunctionLowering;
use super::gep;
use super::lanes::Lanes;
use super::raw::{LlvmType, Value};
use super::types::Leaf;
use super::unsupported::{Lowered, Unsupported, unsupported};
use ulpwise_ir::{Inst, IntBinaryOp, IntCastOp, Slot, Type};

/// Scalars that lie in bytes of their own, or several that share bytes (the lanes of `<4 x i1>`).
struct Group<'l> {
    leaves: &'l [Leaf],
    /// Where the first begins.
    byte_offset: u64,
    /// From the first bit of the first to the last bit of the last.
    bits: u64,
}

/// Splits scalars into runs that share no byte with each other.
fn groups(leaves: &[Leaf]) -> Vec<Group<'_>> {
    let end_of = |leaf: &Leaf| leaf.bit_offset + u64::from(leaf.ty.bits());
    let shares_byte =
        |a: &Leaf, b: &Leaf| !b.bit_offset.is_multiple_of(8) || end_of(a).next_multiple_of(8) > b.bit_offset;
    let runs = leaves.chunk_by(shares_byte);
    runs.filter_map(|leaves| {
        let (first, last) = (leaves.first()?, leaves.last()?);
        Some(Group { leaves, byte_offset: first.bit_offset / 8, bits: end_of(last) - first.bit_offset })
    })
    .collect()
}

impl Group<'_> {
    /// The integer that covers several scalars at once.
    fn cover(&self) -> Lowered<Type> {
        match u8::try_from(self.bits) {
            Ok(bits) if bits <= Type::MAX_INT_BITS => Ok(Type::Int(bits)),
            _ => unsupported(format!("{} bits of lanes that are not whole bytes", self.bits)),
        }
    }
}

impl<'m> FunctionLowering<'_, 'm> {
    pub(super) fn alloca(&mut self, inst: Value<'m>) -> Lowered<Lanes> {
        let (ty, align) = inst.allocated().ok_or_else(|| Unsupported::malformed("alloca"))?;
        if !ty.is_sized() {
            return Err(Unsupported::ty(ty));
        }
        let count = self.scalar_operand(inst, 0)?;
        let mut count = self.build.resize(IntCastOp::ZeroExtend, count, 64);
        let size = match u32::try_from(self.context.module.allocated_size(ty)) {
            Ok(size) => size,
            Err(_) => {
                let size = u128::from(self.context.module.allocated_size(ty));
                let size = self.build.bits(Type::Int(64), size);
                count = self.build.int(IntBinaryOp::Mul, count, size);
                1
            }
        };
        let dst = self.build.local(Type::Pointer);
        self.build.emit(Inst::Alloca { dst, count, size, align: align.max(1) });
        Ok(Lanes::One(dst))
    }

    pub(super) fn load(&mut self, inst: Value<'m>) -> Lowered<Lanes> {
        let address = self.scalar_operand(inst, 0)?;
        self.load_scalars(address, inst.ty(), inst.reads_volatile_memory())
    }

    pub(super) fn store(&mut self, inst: Value<'m>) -> Lowered<Lanes> {
        let value = inst.operand(0).ok_or_else(|| Unsupported::malformed("store"))?;
        let address = self.scalar_operand(inst, 1)?;
        let lanes = self.value(value)?;
        self.store_to(address, &lanes, value.ty())?;
        Ok(Lanes::none())
    }

    /// Reads all scalars of a value of that type.
    pub(super) fn load_from(&mut self, address: Slot, ty: LlvmType<'m>) -> Lowered<Lanes> {
        self.load_scalars(address, ty, false)
    }

    fn load_scalars(&mut self, address: Slot, ty: LlvmType<'m>, volatile: bool) -> Lowered<Lanes> {
        let shape = self.context.shapes.shape(ty)?;
        let mut lanes = Vec::with_capacity(shape.leaves.len());
        for group in groups(&shape.leaves) {
            let pointer = self.build.add_bytes(address, group.byte_offset as i64);
            if let [leaf] = group.leaves {
                lanes.push(self.build.load_memory(leaf.ty, pointer, volatile));
                continue;
            }
            let whole = self.build.load_memory(group.cover()?, pointer, volatile);
            for leaf in group.leaves {
                let shift = leaf.bit_offset - group.byte_offset * 8;
                lanes.push(self.extract_bits(whole, shift as u32, leaf.ty));
            }
        }
        Ok(lanes.into_iter().collect())
    }

    /// Writes all scalars of a value of that type.
    pub(super) fn store_to(&mut self, address: Slot, lanes: &[Slot], ty: LlvmType<'m>) -> Lowered<()> {
        let shape = self.context.shapes.shape(ty)?;
        let mut rest = lanes;
        for group in groups(&shape.leaves) {
            let (lanes, after) =
                rest.split_at_checked(group.leaves.len()).ok_or_else(|| Unsupported::malformed("store"))?;
            rest = after;
            let pointer = self.build.add_bytes(address, group.byte_offset as i64);
            let value = match lanes {
                [single] => *single,
                _ => self.join_bits(lanes, group.cover()?),
            };
            self.build.store(pointer, value);
        }
        Ok(())
    }

    /// `getelementptr`, of one pointer or of a vector of them.
    pub(super) fn address(&mut self, inst: Value<'m>) -> Lowered<Lanes> {
        let steps = gep::steps(self.context.module, inst)?;
        let bases = self.operand(inst, 0)?;
        let mut indices = Vec::with_capacity(steps.variable.len());
        for (index, stride) in steps.variable {
            indices.push((self.value(index)?, stride));
        }
        let lane_of = |lanes: &Lanes, lane: usize| match lanes {
            // A single pointer or index counts for all lanes.
            Lanes::One(slot) => Some(*slot),
            Lanes::Many(slots) => slots.get(lane).copied(),
        };
        let malformed = || Unsupported::malformed("getelementptr");
        let count = self.types(inst)?.len();
        let mut addresses = Vec::with_capacity(count);
        for lane in 0..count {
            let mut address = lane_of(&bases, lane).ok_or_else(malformed)?;
            for (index, stride) in &indices {
                let index = lane_of(index, lane).ok_or_else(malformed)?;
                let index = self.build.resize(IntCastOp::SignExtend, index, 64);
                address = self.build.pointer_add(address, index, *stride);
            }
            addresses.push(self.build.add_bytes(address, steps.bytes));
        }
        Ok(addresses.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::{Leaf, groups};
    use ulpwise_ir::Type;

    #[test]
    fn only_scalars_that_share_bytes_stay_together() {
        let leaf = |bit_offset, bits| Leaf { ty: Type::Int(bits), bit_offset };
        let sizes = |leaves: &[Leaf]| -> Vec<(usize, u64, u64)> {
            groups(leaves).iter().map(|group| (group.leaves.len(), group.byte_offset, group.bits)).collect()
        };
        assert_eq!(sizes(&[leaf(0, 1), leaf(8, 8), leaf(64, 64)]), [(1, 0, 1), (1, 1, 8), (1, 8, 64)]);
        assert_eq!(sizes(&[leaf(0, 1), leaf(1, 1), leaf(2, 1), leaf(8, 1)]), [(3, 0, 3), (1, 1, 1)]);
        assert_eq!(sizes(&[leaf(0, 12), leaf(12, 12), leaf(24, 12)]), [(2, 0, 24), (1, 3, 12)]);
    }
}
