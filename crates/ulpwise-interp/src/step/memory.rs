//! Loads, stores, stack objects, and moving bytes about.

use crate::dispatch::Registers;
use crate::machine::Machine;
use crate::memory::{MemoryFault, ObjectKind};
use crate::number::int;
use crate::path_end::PathEnd;
use ulpwise_ir::{Slot, Type};

#[inline(always)]
pub(crate) fn load(
    machine: &Machine,
    regs: &mut Registers<'_>,
    ty: Type,
    dst: Slot,
    address: Slot,
) -> Result<(), MemoryFault> {
    let address = regs.get(address);
    let memory = &machine.memory;
    // The sizes that programs use most, each one move.
    match ty.bits() {
        64 => regs.set(dst, u64::from_le_bytes(fixed(memory.read(address, 8)?))),
        32 => regs.set(dst, u64::from(u32::from_le_bytes(fixed(memory.read(address, 4)?)))),
        8 => regs.set(dst, u64::from(memory.read(address, 1)?[0])),
        _ => return load_odd(machine, regs, ty, dst, address),
    }
    Ok(())
}

#[inline(always)]
fn fixed<const N: usize>(bytes: &[u8]) -> [u8; N] {
    bytes.try_into().expect("a read has the length that was asked for")
}

fn load_odd(
    machine: &Machine,
    regs: &mut Registers<'_>,
    ty: Type,
    dst: Slot,
    address: u64,
) -> Result<(), MemoryFault> {
    let value = read_value(machine, ty, address)?;
    regs.set_sized(dst, ty.bits(), value);
    Ok(())
}

/// The value of type `ty` at `address`, as its bits.
pub(crate) fn read_value(machine: &Machine, ty: Type, address: u64) -> Result<u128, MemoryFault> {
    let mut bytes = [0; 16];
    let len = ty.store_bytes();
    bytes[..len].copy_from_slice(machine.memory.read(address, len)?);
    // An integer whose width is no multiple of 8 owns the whole last byte, but only its bits count.
    Ok(int::wide::truncate(u128::from_le_bytes(bytes), ty.bits()))
}

#[inline(always)]
pub(crate) fn store(
    machine: &mut Machine,
    regs: &Registers<'_>,
    ty: Type,
    address: Slot,
    value: Slot,
) -> Result<(), MemoryFault> {
    let address = regs.get(address);
    let memory = &mut machine.memory;
    match ty.bits() {
        64 => memory.write(address, 8)?.copy_from_slice(&regs.get(value).to_le_bytes()),
        32 => memory.write(address, 4)?.copy_from_slice(&(regs.get(value) as u32).to_le_bytes()),
        8 => memory.write(address, 1)?[0] = regs.get(value) as u8,
        bits => write_value(machine, ty, address, regs.get_sized(value, bits))?,
    }
    Ok(())
}

/// Writes the bits of a value of type `ty` to `address`.
pub(crate) fn write_value(
    machine: &mut Machine,
    ty: Type,
    address: u64,
    value: u128,
) -> Result<(), MemoryFault> {
    let len = ty.store_bytes();
    machine.memory.write(address, len)?.copy_from_slice(&value.to_le_bytes()[..len]);
    Ok(())
}

pub(crate) fn alloca(
    machine: &mut Machine,
    regs: &mut Registers<'_>,
    dst: Slot,
    count: Slot,
    size: u32,
) -> Result<(), PathEnd> {
    let bytes = regs.get(count).checked_mul(u64::from(size)).ok_or(PathEnd::OutOfMemory)?;
    let address = machine.memory.allocate(bytes, ObjectKind::Stack).ok_or(PathEnd::OutOfMemory)?;
    machine.stack_objects.push(address);
    regs.set(dst, address);
    Ok(())
}

/// Frees the stack objects that are younger than the mark.
#[inline]
pub(crate) fn release_stack(machine: &mut Machine, mark: usize) {
    while machine.stack_objects.len() > mark {
        let address = machine.stack_objects.pop().expect("there are more than the mark says");
        machine.memory.free(address, ObjectKind::Stack).expect("a stack object lives until its frame ends");
    }
}

pub(crate) fn copy(
    machine: &mut Machine,
    regs: &Registers<'_>,
    to: Slot,
    from: Slot,
    len: Slot,
) -> Result<(), MemoryFault> {
    copy_bytes(machine, regs.get(to), regs.get(from), regs.get(len))
}

/// Copies bytes as `memmove` does. `memcpy` with overlapping ranges is undefined in C, but
/// compilers emit it for the assignment of a struct to itself.
pub(crate) fn copy_bytes(machine: &mut Machine, to: u64, from: u64, len: u64) -> Result<(), MemoryFault> {
    machine.charge_bytes(len);
    let len = len as usize;
    let bytes = machine.memory.read(from, len)?;
    let mut small = [0; 64];
    if len <= small.len() {
        small[..len].copy_from_slice(bytes);
        machine.memory.write(to, len)?.copy_from_slice(&small[..len]);
    } else {
        let bytes = bytes.to_vec();
        machine.memory.write(to, len)?.copy_from_slice(&bytes);
    }
    Ok(())
}

pub(crate) fn set(
    machine: &mut Machine,
    regs: &Registers<'_>,
    to: Slot,
    byte: Slot,
    len: Slot,
) -> Result<(), MemoryFault> {
    fill_bytes(machine, regs.get(to), regs.get(byte) as u8, regs.get(len))
}

/// Fills bytes as `memset` does.
pub(crate) fn fill_bytes(machine: &mut Machine, to: u64, byte: u8, len: u64) -> Result<(), MemoryFault> {
    machine.charge_bytes(len);
    machine.memory.write(to, len as usize)?.fill(byte);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::Memory;
    use crate::options::InterpOptions;

    /// A loop over one large `memset` has few instructions, and yet must notice that its time is
    /// over.
    #[test]
    fn moved_bytes_bring_the_next_look_at_the_budget_nearer() {
        let mut machine = Machine::new(Memory::new(1 << 24), &InterpOptions::default());
        let address = machine.memory.allocate(1 << 22, ObjectKind::Heap).unwrap();
        machine.next_check = 1 << 20;
        fill_bytes(&mut machine, address, 1, 1 << 22).unwrap();
        assert_eq!(machine.next_check, (1 << 20) - (1 << 16));
        copy_bytes(&mut machine, address, address, 1 << 22).unwrap();
        assert_eq!(machine.next_check, (1 << 20) - (2 << 16));
    }
}
