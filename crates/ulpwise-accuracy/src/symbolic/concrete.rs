//! Where a round begins: some inputs are symbolic, all others have the values of a point.

use crate::domain::{InputDomain, InputPoint};
use ulpwise_float::Format;
use ulpwise_harness::NativeInputs;
use ulpwise_ir::{FloatFormat, Type};
use ulpwise_symex::{Bounds, Content, EntryObject, EntryPoint, EntryState, InputValue};

/// The entry in which only some inputs are symbolic.
pub(super) fn entry(
    whole: &EntryPoint,
    inputs: &NativeInputs,
    domain: &InputDomain,
    base: &InputPoint,
    symbolic: &[usize],
) -> EntryPoint {
    let maker = EntryMaker { inputs, domain, base, symbolic };
    // What is found is measured in the state in which the program begins.
    EntryPoint {
        objects: whole.objects.iter().map(|object| maker.object(object)).collect(),
        state: EntryState::First,
        calls_may_fail: false,
        ..whole.clone()
    }
}

/// The point that inputs of a path are, together with the values that the others had.
pub(super) fn point(
    inputs: &NativeInputs,
    domain: &InputDomain,
    base: &InputPoint,
    values: &[InputValue],
) -> InputPoint {
    let mut point = base.clone();
    for value in values {
        let at = inputs.names.iter().position(|name| *name == value.name);
        if let (Some(at), Some(&bits)) = (at, value.elements.first()) {
            point[at] = domain.coordinates[at].ordinal(bits as u64);
        }
    }
    point
}

struct EntryMaker<'a> {
    inputs: &'a NativeInputs,
    domain: &'a InputDomain,
    base: &'a InputPoint,
    symbolic: &'a [usize],
}

impl EntryMaker<'_> {
    fn object(&self, object: &EntryObject) -> EntryObject {
        let contents = object.contents.iter().map(|(offset, content)| (*offset, self.content(content)));
        EntryObject { size: object.size, contents: contents.collect() }
    }

    fn content(&self, content: &Content) -> Content {
        match content {
            Content::Bytes(_) | Content::Behind(..) => content.clone(),
            Content::Address(inner) => Content::Address(self.object(inner)),
            Content::Any(name, ty, bounds) => {
                let Some(at) = self.inputs.names.iter().position(|known| known == name) else {
                    return content.clone();
                };
                let coordinate = &self.domain.coordinates[at];
                if !self.symbolic.contains(&at) {
                    let bytes = coordinate.bits(self.base[at]).to_le_bytes();
                    return Content::Bytes(bytes[..ty.store_bytes().min(8)].to_vec());
                }
                Content::Any(name.clone(), *ty, self.bounds(at, *ty, bounds))
            }
        }
    }

    /// The bounds of a symbolic input; doubles that are to be floats have fewer digits.
    fn bounds(&self, at: usize, ty: Type, bounds: &Bounds) -> Bounds {
        let coordinate = &self.domain.coordinates[at];
        if ty != Type::Float(FloatFormat::F64) || coordinate.digits() >= Format::F64.significand_bits() {
            return bounds.clone();
        }
        let [low, high] = coordinate.ends().map(|ordinal| coordinate.bits(ordinal).into());
        Bounds::Short(FloatFormat::F64, low, high, coordinate.digits())
    }
}
