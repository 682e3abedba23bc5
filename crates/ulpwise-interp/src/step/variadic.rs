//! Variadic arguments, laid out as the x86-64 psABI (3.5.7) has them, because compilers read them
//! with plain loads.
//!
//! A `va_list` is 24 bytes: `gp_offset`, `fp_offset`, `overflow_arg_area`, `reg_save_area`. The
//! save area has 6 integer registers of 8 bytes and 8 vector registers of 16; what does not fit
//! there, and every `long double`, stands in the overflow area.

use crate::frame::Argument;
use crate::machine::Machine;
use crate::memory::{MemoryFault, ObjectKind};
use crate::path_end::PathEnd;
use crate::program::ReadyBody;
use ulpwise_ir::{FloatFormat, Type};

const INTEGER_REGISTERS: usize = 6;
const VECTOR_REGISTERS: usize = 8;
const VECTOR_AREA: usize = INTEGER_REGISTERS * 8;
const SAVE_AREA: usize = VECTOR_AREA + VECTOR_REGISTERS * 16;
/// How many bytes a `va_list` has.
pub(crate) const LIST_BYTES: usize = 24;

/// Where an argument goes.
enum VariadicSlot {
    Integer,
    Vector,
    Overflow { bytes: usize, align: usize },
}

/// The registers used so far.
#[derive(Default)]
struct Used {
    integer: usize,
    vector: usize,
}

impl Used {
    fn place(&mut self, ty: Type) -> VariadicSlot {
        match ty {
            Type::Float(FloatFormat::X87) => VariadicSlot::Overflow { bytes: 16, align: 16 },
            Type::Float(_) if self.vector < VECTOR_REGISTERS => VariadicSlot::Vector,
            Type::Float(FloatFormat::F128) => VariadicSlot::Overflow { bytes: 16, align: 16 },
            Type::Float(_) => VariadicSlot::Overflow { bytes: 8, align: 8 },
            // An i128 takes two integer registers or none.
            Type::Int(bits) if bits > 64 => {
                if self.integer + 2 <= INTEGER_REGISTERS {
                    VariadicSlot::Integer
                } else {
                    VariadicSlot::Overflow { bytes: 16, align: 16 }
                }
            }
            _ if self.integer < INTEGER_REGISTERS => VariadicSlot::Integer,
            _ => VariadicSlot::Overflow { bytes: 8, align: 8 },
        }
    }

    fn take(&mut self, place: &VariadicSlot, ty: Type) {
        match place {
            VariadicSlot::Integer => self.integer += ty.slots(),
            VariadicSlot::Vector => self.vector += 1,
            VariadicSlot::Overflow { .. } => {}
        }
    }
}

/// Fills the `va_list` at `list` for a function that has these arguments beyond its parameters, and
/// tells where each of them stands.
pub(crate) fn start(
    machine: &mut Machine,
    ready: &ReadyBody<'_>,
    arguments: &[Argument],
    list: u64,
) -> Result<Vec<u64>, PathEnd> {
    let mut used = Used::default();
    for (_, ty) in ready.body.parameters() {
        let place = used.place(ty);
        used.take(&place, ty);
    }
    let (gp_offset, fp_offset) = (used.integer * 8, VECTOR_AREA + used.vector * 16);
    let mut save = [0; SAVE_AREA];
    let mut overflow = Vec::new();
    // Whether each argument is in the save area, and where in its area.
    let mut offsets = Vec::new();
    for argument in arguments {
        let bytes = argument.bits.to_le_bytes();
        let place = used.place(argument.ty);
        match place {
            VariadicSlot::Integer => {
                let len = argument.ty.slots() * 8;
                offsets.push((true, used.integer * 8));
                save[used.integer * 8..][..len].copy_from_slice(&bytes[..len]);
            }
            VariadicSlot::Vector => {
                let offset = VECTOR_AREA + used.vector * 16;
                offsets.push((true, offset));
                save[offset..][..16].copy_from_slice(&bytes);
            }
            VariadicSlot::Overflow { bytes: len, align } => {
                overflow.resize(overflow.len().next_multiple_of(align), 0);
                offsets.push((false, overflow.len()));
                overflow.extend_from_slice(&bytes[..len]);
            }
        }
        used.take(&place, argument.ty);
    }
    let save_area = stack_object(machine, &save)?;
    let overflow_area = stack_object(machine, &overflow)?;
    let to = machine.memory.write(list, LIST_BYTES)?;
    to[0..4].copy_from_slice(&(gp_offset as u32).to_le_bytes());
    to[4..8].copy_from_slice(&(fp_offset as u32).to_le_bytes());
    to[8..16].copy_from_slice(&overflow_area.to_le_bytes());
    to[16..24].copy_from_slice(&save_area.to_le_bytes());
    let address = |(is_saved, offset): (bool, usize)| {
        if is_saved { save_area + offset as u64 } else { overflow_area + offset as u64 }
    };
    Ok(offsets.into_iter().map(address).collect())
}

/// A stack object with these bytes; it dies with the frame that asked for its arguments.
fn stack_object(machine: &mut Machine, bytes: &[u8]) -> Result<u64, PathEnd> {
    let address =
        machine.memory.allocate(bytes.len() as u64, ObjectKind::Stack).ok_or(PathEnd::OutOfMemory)?;
    machine.stack_objects.push(address);
    machine.memory.write(address, bytes.len())?.copy_from_slice(bytes);
    Ok(address)
}

pub(crate) fn copy(machine: &mut Machine, to: u64, from: u64) -> Result<(), MemoryFault> {
    super::memory::copy_bytes(machine, to, from, LIST_BYTES as u64)
}

/// Takes the next argument of type `ty` from the `va_list` at `list`, as `va_arg` does.
pub(crate) fn next(machine: &mut Machine, list: u64, ty: Type) -> Result<u128, MemoryFault> {
    let header: [u8; LIST_BYTES] =
        machine.memory.read(list, LIST_BYTES)?.try_into().expect("so many bytes were read");
    let word = |at: usize| u32::from_le_bytes(header[at..at + 4].try_into().expect("4 bytes"));
    let address = |at: usize| u64::from_le_bytes(header[at..at + 8].try_into().expect("8 bytes"));
    let (gp, fp) = (word(0) as usize, word(4) as usize);
    let is_float = matches!(ty, Type::Float(_));
    let in_memory = ty == Type::Float(FloatFormat::X87);
    if is_float && !in_memory && fp < SAVE_AREA {
        machine.memory.write(list + 4, 4)?.copy_from_slice(&(fp as u32 + 16).to_le_bytes());
        return super::memory::read_value(machine, ty, address(16) + fp as u64);
    }
    if !is_float && gp + 8 * ty.slots() <= VECTOR_AREA {
        machine.memory.write(list, 4)?.copy_from_slice(&((gp + 8 * ty.slots()) as u32).to_le_bytes());
        return super::memory::read_value(machine, ty, address(16) + gp as u64);
    }
    let align = if ty.is_wide() { 16 } else { 8 };
    let at = address(8).next_multiple_of(align);
    machine.memory.write(list + 8, 8)?.copy_from_slice(&(at + align).to_le_bytes());
    super::memory::read_value(machine, ty, at)
}
