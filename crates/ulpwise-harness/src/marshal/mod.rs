//! From values on the command line to a call of the interpreter's, and back to values.
//!
//! * `passing` says how the source's parameters become LLVM's.
//! * `encode` turns a written value into bytes, making the objects that pointers in it point at;
//!   `scalar` is the part of it that needs no memory.
//! * `decode` reads results and objects after the call.

mod decode;
mod encode;
mod passing;
mod scalar;

pub use decode::{ReadValue, Reading, read_object, read_result};
pub use encode::{ArgumentObject, Holder};
pub use passing::{CallPassing, Passed, ReturnPassing, has_structures};

use crate::error::HarnessError;
use crate::layout::size_of;
use crate::value_syntax::WrittenValue;
use encode::Encoder;
use ulpwise_interp::memory::Memory;
use ulpwise_ir::{Declaration, Function, Module, Type};

/// A call that is ready to be made.
#[derive(Debug)]
pub struct PreparedCall {
    /// The arguments as the interpreter takes them: one number per slot.
    pub slots: Vec<u64>,
    /// The objects that the arguments point at.
    pub objects: Vec<ArgumentObject>,
    /// How the result comes back.
    pub returned: ReturnPassing,
    /// Where it comes back when it does through memory.
    pub result_address: u64,
}

/// Makes a call ready: as many values as the declaration has parameters.
///
/// # Errors
/// One sentence that says which value does not do and why.
pub fn prepare(
    module: &Module,
    function: &Function,
    declaration: &Declaration,
    passing: CallPassing,
    values: &[WrittenValue],
    memory: &mut Memory,
) -> Result<PreparedCall, HarnessError> {
    let mut encoder = Encoder::new(module, declaration.language, memory);
    // Each parameter has one image or one address; which, is asked for when the first of its pieces
    // is passed.
    let mut images: Vec<Option<Vec<u8>>> = vec![None; values.len()];
    let mut slots = Vec::new();
    let mut result_address = 0;
    for (&passed, &ty) in passing.arguments.iter().zip(&function.parameters) {
        let bits = match passed {
            Passed::Piece { parameter, offset } => {
                let image = match &mut images[parameter] {
                    Some(image) => image,
                    empty => empty.insert(encoder.image(parameter, declaration, &values[parameter])?),
                };
                bits_at(image, offset, ty)
            }
            Passed::Address { parameter } => {
                encoder.by_address(parameter, declaration, &values[parameter])?.into()
            }
            Passed::Length { parameter } => {
                let ty = declaration.parameters[parameter].ty;
                u128::from(size_of(module, ty).unwrap_or_else(|| values[parameter].elements()))
            }
            Passed::ResultAddress => {
                let size = size_of(module, declaration.result).unwrap_or(0);
                result_address = encoder.room(size).ok_or(HarnessError::NoRoomForResult)?;
                result_address.into()
            }
        };
        push_slots(&mut slots, ty, bits);
    }
    let objects = encoder.into_objects();
    Ok(PreparedCall { slots, objects, returned: passing.result, result_address })
}

/// How the arguments of a function are passed.
pub fn passing(module: &Module, function: &Function) -> Option<CallPassing> {
    passing::passing(module, function)
}

/// The bits of a value of type `ty` that stands at `offset`; bytes beyond the image are zero.
fn bits_at(image: &[u8], offset: u64, ty: Type) -> u128 {
    let mut bytes = [0; 16];
    let from = image.get(offset as usize..).unwrap_or_default();
    let count = from.len().min(ty.store_bytes());
    bytes[..count].copy_from_slice(&from[..count]);
    let mask = u128::MAX >> (128 - u32::from(ty.bits()));
    u128::from_le_bytes(bytes) & mask
}

/// Appends a value as the interpreter takes it.
fn push_slots(slots: &mut Vec<u64>, ty: Type, bits: u128) {
    slots.push(bits as u64);
    if ty.is_wide() {
        slots.push((bits >> 64) as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_ir::FloatFormat;

    #[test]
    fn pieces_of_an_image() {
        let image: Vec<u8> = (1..=12).collect();
        assert_eq!(bits_at(&image, 4, Type::Int(32)), 0x0807_0605);
        assert_eq!(bits_at(&image, 8, Type::Int(64)), 0x0c0b_0a09, "what is beyond the image is zero");
        assert_eq!(bits_at(&image, 0, Type::Int(1)), 1);
        assert_eq!(bits_at(&[0xff; 16], 0, Type::Float(FloatFormat::X87)), u128::MAX >> 48);
        let mut slots = Vec::new();
        push_slots(&mut slots, Type::Int(128), 5 << 64 | 7);
        assert_eq!(slots, [7, 5]);
    }
}
