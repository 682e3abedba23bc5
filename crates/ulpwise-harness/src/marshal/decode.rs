//! Results and objects after a call, taken apart into scalars.

use super::{ArgumentObject, Holder, PreparedCall, ReturnPassing, bits_at};
use crate::layout::{Indices, float_size, scalars, size_of};
use ulpwise_interp::memory::Memory;
use ulpwise_ir::{FloatFormat, Module, SourceTypeId, Type};

/// A scalar that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadValue {
    /// How it is reached from what was read: `.val`, `[3]`; empty when that is a scalar itself.
    pub path: String,
    /// Its type.
    pub ty: SourceTypeId,
    /// The format when it is a part of a complex number.
    pub part: Option<FloatFormat>,
    /// Its bits.
    pub bits: u128,
    /// Its bits before the call, where it was there before.
    pub before: Option<u128>,
}

/// Of larger arrays only the elements that changed are read.
const READ_WHOLE: u64 = 4096;

/// What was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Scalars, in order; of an array of more than `READ_WHOLE` elements only those in elements
    /// that changed.
    Values(Vec<ReadValue>),
    /// Bytes that the source's types do not take apart.
    Bytes(Vec<u8>),
}

/// What the function returned; `None` when it returns nothing, or memory that is gone.
pub fn read_result(
    module: &Module,
    ty: SourceTypeId,
    call: &PreparedCall,
    slots: &[u64],
    memory: &Memory,
    indices: Indices,
) -> Option<Reading> {
    let size = size_of(module, ty)?;
    let image = match &call.returned {
        ReturnPassing::Nothing => return None,
        ReturnPassing::Memory => memory.read(call.result_address, size as usize).ok()?.to_vec(),
        ReturnPassing::Pieces(pieces) => {
            let mut image = vec![0; size as usize];
            let mut slots = slots.iter().copied();
            for &(offset, piece) in pieces {
                let low = u128::from(slots.next()?);
                let high = if piece.is_wide() { u128::from(slots.next()?) } else { 0 };
                let bytes = (high << 64 | low).to_le_bytes();
                // A truth value may be wider in the source than in LLVM; the rest stays zero.
                let place = &mut image[offset as usize..];
                let count = place.len().min(piece.store_bytes());
                place[..count].copy_from_slice(&bytes[..count]);
            }
            image
        }
    };
    Some(read_image(module, ty, &image, None, "", indices))
}

/// What stands in an object now, with what stood there before; `None` when it is gone.
pub fn read_object(
    module: &Module,
    object: &ArgumentObject,
    memory: &Memory,
    indices: Indices,
) -> Option<Reading> {
    let (address, len) = match &object.holder {
        Some(holder) => elements_of(holder, memory)?,
        None => (object.address, object.before.len()),
    };
    let now = memory.read(address, len).ok()?;
    if object.count.is_none() {
        return Some(read_image(module, object.element, now, Some(&object.before), "", indices));
    }
    let size = size_of(module, object.element)? as usize;
    let count = (len / size) as u64;
    let mut values = Vec::new();
    for index in 0..count {
        let range = index as usize * size..(index as usize + 1) * size;
        let path = indices.element(index);
        let before = object.before.get(range.clone());
        if count > READ_WHOLE && before == Some(&now[range.clone()]) {
            continue;
        }
        match read_image(module, object.element, &now[range], before, &path, indices) {
            Reading::Values(more) => values.extend(more),
            Reading::Bytes(_) => return Some(Reading::Bytes(now.to_vec())),
        }
    }
    Some(Reading::Values(values))
}

/// Where the elements of a vector are now, and how many bytes they have.
fn elements_of(holder: &Holder, memory: &Memory) -> Option<(u64, usize)> {
    let pointer = |address: u64| {
        let bytes = memory.read(address, 8).ok()?;
        Some(u64::from_le_bytes(bytes.try_into().ok()?))
    };
    let first = pointer(holder.first)?;
    let len = pointer(holder.last)?.checked_sub(first)?;
    Some((first, usize::try_from(len).ok()?))
}

fn read_image(
    module: &Module,
    ty: SourceTypeId,
    image: &[u8],
    before: Option<&[u8]>,
    path: &str,
    indices: Indices,
) -> Reading {
    let Some(scalars) = scalars(module, ty, indices) else { return Reading::Bytes(image.to_vec()) };
    let values = scalars.into_iter().map(|scalar| {
        let bits = match scalar.part {
            Some(format) => (8 * float_size(format)).min(u64::from(format.bits())) as u8,
            None => value_bits(module, scalar.ty),
        };
        let ty = Type::Int(bits);
        ReadValue {
            path: format!("{path}{}", scalar.path),
            ty: scalar.ty,
            part: scalar.part,
            bits: bits_at(image, scalar.offset, ty),
            before: before.map(|before| bits_at(before, scalar.offset, ty)),
        }
    });
    Reading::Values(values.collect())
}

/// How many bits a scalar of the type has.
fn value_bits(module: &Module, ty: SourceTypeId) -> u8 {
    match &module.source_types[ty] {
        ulpwise_ir::SourceType::Float(format) => format.bits(),
        _ => size_of(module, ty).map_or(64, |size| (8 * size).clamp(1, 128) as u8),
    }
}
