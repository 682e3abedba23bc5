//! The arithmetic of `getelementptr`: a constant number of bytes plus indices times strides.

use super::raw::{LlvmType, RawModule, Value};
use super::unsupported::{Lowered, Unsupported};

/// How an address is computed from a base.
pub(super) struct Steps<'m> {
    /// The sum of all constant parts.
    pub(super) bytes: i64,
    /// The other indices, each with the bytes of one step.
    pub(super) variable: Vec<(Value<'m>, u64)>,
}

/// The steps of a `getelementptr` instruction or constant expression. In a vector of pointers the
/// indices may be vectors; they count as variable.
pub(super) fn steps<'m>(module: RawModule<'m>, gep: Value<'m>) -> Lowered<Steps<'m>> {
    let malformed = || Unsupported::malformed("getelementptr");
    let mut ty = gep.gep_element_type().ok_or_else(malformed)?;
    let mut steps = Steps { bytes: 0, variable: Vec::new() };
    for position in 1..gep.operand_count() {
        let index = gep.operand(position).ok_or_else(malformed)?;
        let stride = if position == 1 {
            module.allocated_size(ty)
        } else if let Some((element, _)) = ty.elements() {
            // The lanes of a vector lie next to each other only when they fill whole bytes.
            if ty.is_vector() && module.size_in_bits(element) != module.allocated_size(element) * 8 {
                return Err(Unsupported("the address of a lane that is not a whole number of bytes".into()));
            }
            ty = element;
            module.allocated_size(element)
        } else {
            let (field, field_ty) = field_of(ty, index).ok_or_else(malformed)?;
            steps.bytes = steps.bytes.wrapping_add(module.field_offset(ty, field) as i64);
            ty = field_ty;
            continue;
        };
        match index.int_signed() {
            Some(count) => steps.bytes = steps.bytes.wrapping_add(count.wrapping_mul(stride as i64)),
            None => steps.variable.push((index, stride)),
        }
    }
    Ok(steps)
}

/// The field that a struct index names; in a vector of pointers it is a splat.
fn field_of<'m>(ty: LlvmType<'m>, index: Value<'m>) -> Option<(u32, LlvmType<'m>)> {
    let number = match index.int_signed() {
        Some(number) => number,
        None => index.element(0)?.int_signed()?,
    };
    let field = u32::try_from(number).ok()?;
    Some((field, *ty.fields()?.get(field as usize)?))
}
