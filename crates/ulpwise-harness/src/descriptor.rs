//! The descriptors by which Fortran passes arrays of assumed shape.
//!
//! The layout is that of `CFI_cdesc_t` in flang's ISO_Fortran_binding.h. Arrays are contiguous here,
//! and their lower bounds are 1, as every callee sees them.

use crate::layout::size_of;
use ulpwise_ir::{FORTRAN_DESCRIPTOR, FloatFormat, Module, SourceType, SourceTypeId};

/// The version of the layout, in every descriptor.
const VERSION: u32 = 20_240_719;

/// An array of assumed shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AssumedShape {
    /// The type of an element.
    pub(crate) element: SourceTypeId,
    /// How many dimensions it has.
    pub(crate) rank: usize,
}

/// The array that a descriptor is of.
pub(crate) fn assumed_shape(module: &Module, ty: SourceTypeId) -> Option<AssumedShape> {
    let SourceType::Struct { name, members, .. } = module.source_types.get(ty)? else { return None };
    let colons = name.strip_prefix(FORTRAN_DESCRIPTOR)?.strip_prefix('(')?;
    let [data] = &members[..] else { return None };
    let SourceType::Pointer { pointee, .. } = module.source_types.get(data.ty)? else { return None };
    Some(AssumedShape { element: *pointee, rank: colons.matches(':').count() })
}

impl AssumedShape {
    /// The extents of an array with so many elements: as square as it can be, else in a row.
    pub(crate) fn extents(self, elements: u64) -> Vec<u64> {
        let rank = self.rank.max(1) as u32;
        let side = (1..=elements).find(|side| side.checked_pow(rank) == Some(elements));
        match side {
            Some(side) => vec![side; self.rank],
            None => (0..self.rank).map(|dimension| if dimension == 0 { elements } else { 1 }).collect(),
        }
    }

    /// The bytes of the descriptor behind the address of the elements; `None` if it is not known how
    /// flang names the type of the elements.
    pub(crate) fn rest(self, module: &Module, extents: &[u64]) -> Option<Vec<u8>> {
        let size = size_of(module, self.element)?;
        // The numbers of ISO_Fortran_binding.h.
        let code: u8 = match module.source_types.get(self.element)? {
            SourceType::Int { bits: 8, .. } => 7,
            SourceType::Int { bits: 16, .. } => 8,
            SourceType::Int { bits: 32, .. } => 9,
            SourceType::Int { bits: 64, .. } => 10,
            SourceType::Float(FloatFormat::F32) => 27,
            SourceType::Float(FloatFormat::F64) => 28,
            SourceType::Complex(FloatFormat::F32) => 34,
            SourceType::Complex(FloatFormat::F64) => 35,
            _ => return None,
        };
        let mut bytes = size.to_le_bytes().to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend([u8::try_from(self.rank).ok()?, code, 0, 0]);
        let mut stride = size;
        for &extent in extents {
            bytes.extend([1, extent, stride].iter().flat_map(|number: &u64| number.to_le_bytes()));
            stride = stride.checked_mul(extent)?;
        }
        Some(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_are_square_where_they_can_be() {
        let shape = |rank| AssumedShape { element: SourceTypeId::new(0), rank };
        assert_eq!(shape(1).extents(4), [4]);
        assert_eq!(shape(2).extents(4), [2, 2]);
        assert_eq!(shape(2).extents(6), [6, 1]);
        assert_eq!(shape(3).extents(8), [2, 2, 2]);
    }
}
