//! Global variables: sizes, initial bytes, and the addresses inside them.
//!
//! An initialiser that cannot be expressed (an address in fewer than eight bytes, the difference of
//! two addresses) makes the whole variable look as if it were defined elsewhere: reading it then
//! ends the path by name instead of giving wrong bytes.

use super::constants::Folded;
use super::context::Context;
use super::raw::{LlvmType, Value};
use super::unsupported::{Lowered, Unsupported, unsupported};
use inkwell::llvm_sys::LLVMValueKind;
use ulpwise_ir::{Global, Relocation};

/// Initial bytes beyond this are refused: no real program has them, damaged bitcode may.
const MAX_INITIALIZER: u64 = 1 << 30;

impl<'m> Context<'m> {
    /// A global variable with its initial bytes.
    pub(super) fn global(&mut self, global: Value<'m>, name: String) -> Global {
        let ty = global.content_type();
        let size = ty.map_or(0, |ty| self.module.allocated_size(ty));
        let natural = ty.map_or(1, |ty| self.module.alignment(ty));
        let align = Some(global.global_alignment()).filter(|&align| align != 0).unwrap_or(natural.max(1));
        let mut image = Image::default();
        let initializer = global.initializer().zip(ty);
        let written = initializer.map(|(value, ty)| self.write(&mut image, value, ty, 0));
        if !matches!(written, Some(Ok(()))) {
            image = Image::default();
            self.expose_operands(global);
        }
        image.relocations.sort_by_key(|relocation| relocation.offset);
        Global {
            name,
            size,
            align,
            constant: global.is_constant_global(),
            internal: global.is_internal(),
            initializer: matches!(written, Some(Ok(()))).then_some(image.bytes),
            relocations: image.relocations,
        }
    }

    /// Writes a constant of type `ty` at a bit offset.
    fn write(&mut self, image: &mut Image, value: Value<'m>, ty: LlvmType<'m>, at: u64) -> Lowered<()> {
        if value.kind() == LLVMValueKind::LLVMConstantAggregateZeroValueKind || value.is_undefined() {
            return Ok(());
        }
        if let Some(bytes) = value.raw_data() {
            return image.put_bytes(at / 8, bytes);
        }
        let element = |index: u32| {
            value.element(index).ok_or_else(|| Unsupported(format!("the constant {}", value.print())))
        };
        if let Some((element_ty, count)) = ty.elements() {
            let stride = match ty.is_vector() {
                true => self.module.size_in_bits(element_ty),
                false => self.module.allocated_size(element_ty) * 8,
            };
            for index in 0..u32::try_from(count).unwrap_or(u32::MAX) {
                self.write(image, element(index)?, element_ty, at + u64::from(index) * stride)?;
            }
            return Ok(());
        }
        if let Some(fields) = ty.fields() {
            for (index, field) in (0..).zip(fields) {
                let offset = self.module.field_offset(ty, index) * 8;
                self.write(image, element(index)?, field, at + offset)?;
            }
            return Ok(());
        }
        self.write_scalar(image, value, ty, at)
    }

    fn write_scalar(
        &mut self,
        image: &mut Image,
        value: Value<'m>,
        ty: LlvmType<'m>,
        at: u64,
    ) -> Lowered<()> {
        let scalar = self.shapes.scalar(ty)?;
        match self.fold(value) {
            Some(Folded::Undefined) => Ok(()),
            Some(Folded::Bits(bits)) => image.put_bits(at, scalar.bits(), bits),
            Some(Folded::Address(target, addend)) if scalar.bits() == 64 && at.is_multiple_of(8) => {
                image.put_bytes(at / 8, &[0; 8])?;
                image.relocations.push(Relocation { offset: at / 8, target, addend });
                Ok(())
            }
            _ => unsupported(format!("the constant {}", value.print())),
        }
    }
}

/// The bytes of an initialiser under construction; what was never written is zero.
#[derive(Default)]
struct Image {
    bytes: Vec<u8>,
    relocations: Vec<Relocation>,
}

impl Image {
    fn reserve(&mut self, end: u64) -> Lowered<()> {
        if end > MAX_INITIALIZER {
            return unsupported("an initialiser of more than 1 GiB");
        }
        if self.bytes.len() < end as usize {
            self.bytes.resize(end as usize, 0);
        }
        Ok(())
    }

    fn put_bytes(&mut self, at: u64, bytes: &[u8]) -> Lowered<()> {
        self.reserve(at + bytes.len() as u64)?;
        self.bytes[at as usize..at as usize + bytes.len()].copy_from_slice(bytes);
        Ok(())
    }

    fn put_bits(&mut self, at: u64, width: u8, bits: u128) -> Lowered<()> {
        if at.is_multiple_of(8) && width.is_multiple_of(8) {
            return self.put_bytes(at / 8, &bits.to_le_bytes()[..usize::from(width / 8)]);
        }
        self.reserve((at + u64::from(width)).div_ceil(8))?;
        for bit in 0..u64::from(width) {
            let value = (bits >> bit & 1) as u8;
            self.bytes[((at + bit) / 8) as usize] |= value << ((at + bit) % 8);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Image;

    #[test]
    fn bits_are_packed_from_the_low_end() {
        let mut image = Image::default();
        for (lane, bit) in [1u128, 0, 1, 1, 0, 0, 0, 1, 1].into_iter().enumerate() {
            image.put_bits(lane as u64, 1, bit).unwrap();
        }
        assert_eq!(image.bytes, [0b1000_1101, 1]);
        let mut image = Image::default();
        image.put_bits(7, 7, 0x55).unwrap();
        assert_eq!(image.bytes, [0x80, 0x2a]);
        image.put_bits(16, 16, 0xbeef).unwrap();
        assert_eq!(image.bytes, [0x80, 0x2a, 0xef, 0xbe]);
    }
}
