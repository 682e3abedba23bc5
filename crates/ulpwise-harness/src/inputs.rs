//! The inputs of a function as each analysis wants them. What the symbolic executor is given says
//! all; the others are made from it.
//!
//! Natively, a parameter is words of a call: a value, or an object that a pointer points at,
//! followed by the objects that this one points at. Numbers wider than 64 bits cannot be made there
//! yet; then there is no native analysis and no witness, for every witness is run.

use crate::error::Unmakeable;
use crate::outputs::{self, Output, ReturnedFloats};
use std::sync::Arc;
use ulpwise_float::Format;
use ulpwise_ir::{FloatFormat, Module, Type};
use ulpwise_native::{InputVariable, NativeTarget, Passing, Space, VariableKind, VariableRange};
use ulpwise_symex::{Bounds, Content, EntryObject, EntryPoint, Given, InputValue};

/// The inputs of a function.
#[derive(Clone, Debug)]
pub struct Inputs {
    /// As the executor wants them.
    pub entry: EntryPoint,
    /// As native code does, or why it cannot.
    pub native: Result<NativeInputs, Unmakeable>,
}

/// The inputs as words of a call.
#[derive(Clone, Debug)]
pub struct NativeInputs {
    /// How the function is called.
    pub target: NativeTarget,
    /// What is varied. The variables are the executor's inputs, in its order.
    pub space: Space,
    /// The name of each variable.
    pub names: Vec<String>,
    /// The floats that a call gives back.
    pub outputs: Vec<Output>,
    /// For each parameter how many bytes there are where it points, as far as that is known: words
    /// may have more.
    pub buffer_bytes: Vec<Option<u64>>,
    /// The objects in the buffers: the word where each begins, and how many bytes it has.
    pub objects: Vec<(u32, u64)>,
}

impl Inputs {
    /// From what the executor is given, and what the function returns.
    pub fn new(module: &Module, entry: EntryPoint, returned: &ReturnedFloats) -> Inputs {
        let native = NativeInputs::new(module, &entry, returned);
        Inputs { entry, native }
    }
}

impl NativeInputs {
    /// Those of what the executor is given; objects may point at others.
    ///
    /// # Errors
    /// Why they cannot be words of a call.
    pub fn new(
        module: &Module,
        entry: &EntryPoint,
        returned: &ReturnedFloats,
    ) -> Result<NativeInputs, Unmakeable> {
        let function = &module.functions[entry.function];
        let is_aligned = entry.objects.iter().any(has_aligned_part);
        let mut maker = WordsMaker { is_aligned, ..WordsMaker::default() };
        let mut parameters = Vec::new();
        // Where in the words each object, and each piece of one, begins.
        for (given, &ty) in entry.given.iter().zip(&function.parameters) {
            parameters.push(maker.parameter(&entry.objects, given, ty)?);
        }
        let WordsMaker { template, mut fields, links, objects, is_aligned: _ } = maker;
        // The executor numbers its inputs by objects and, within one, by their places.
        fields.sort_by_key(|field| field.place);
        fields.dedup_by_key(|field| field.place);
        let target = NativeTarget { name: function.name.clone(), parameters, links };
        let mut one_of: Vec<(InputVariable, Vec<u128>)> = Vec::new();
        for field in &fields {
            if let Bounds::OneOf(values) = &field.bounds {
                one_of.push((field.variable, values.clone()));
            }
        }
        let assumption: Option<ulpwise_native::Assumption> = (!one_of.is_empty()).then(|| {
            let meant = move |words: &[u64]| {
                one_of.iter().all(|(variable, values)| values.contains(&u128::from(read(variable, words))))
            };
            Arc::new(meant) as ulpwise_native::Assumption
        });
        let names: Vec<String> = fields.iter().map(|field| field.name.clone()).collect();
        let variables: Vec<InputVariable> = fields.into_iter().map(|field| field.variable).collect();
        let outputs = outputs::outputs_of(function, returned, &target, &names, &variables);
        let buffer_bytes = entry.given.iter().map(|given| entry.bytes_behind(given)).collect();
        let space = Space { template, variables, assumption };
        Ok(NativeInputs { target, space, names, outputs, buffer_bytes, objects })
    }

    /// The words of the call with the values that the executor found.
    pub fn words(&self, values: &[InputValue]) -> Option<Vec<u64>> {
        let values: Vec<u64> =
            values.iter().flat_map(|value| &value.elements).map(|&bits| bits as u64).collect();
        let mut words = Vec::new();
        (values.len() == self.space.variables.len() && self.space.push(&values, &mut words)).then_some(words)
    }

    /// The values of the variables in the words of a call.
    pub fn values(&self, words: &[u64]) -> Vec<u64> {
        self.space.values(words)
    }
}

/// The value of a variable in the words of a call.
fn read(variable: &InputVariable, words: &[u64]) -> u64 {
    let bits = variable.kind.bits();
    words[variable.word] >> variable.shift & (u64::MAX >> (64 - bits))
}

/// A number among the words.
struct Field {
    /// The object of the entry, and which of its numbers; the executor's order.
    place: (usize, usize),
    name: String,
    variable: InputVariable,
    bounds: Bounds,
}

#[derive(Default)]
struct WordsMaker {
    template: Vec<u64>,
    fields: Vec<Field>,
    /// Which word is a pointer to which.
    links: Vec<(u32, u32)>,
    /// Where the objects begin, and how many bytes they have.
    objects: Vec<(u32, u64)>,
    /// Whether every object begins at a pair of words: vectors of 16 bytes must not lie across.
    is_aligned: bool,
}

impl WordsMaker {
    /// Adds the words of a parameter.
    fn parameter(&mut self, objects: &[EntryObject], given: &Given, ty: Type) -> Result<Passing, Unmakeable> {
        match *given {
            Given::Part(object, offset) if ty == Type::Pointer => {
                let numbered = numbered(&objects[object]);
                let pointed = objects[object].contents.iter().find(|(at, _)| *at == offset);
                match pointed {
                    Some((_, Content::Address(inner))) => self.buffer(object, inner, &numbered),
                    // A pointer to nothing.
                    Some((_, Content::Bytes(bytes))) if bytes.iter().all(|&byte| byte == 0) => {
                        self.template.push(0);
                        Ok(Passing::Value)
                    }
                    _ => Err(Unmakeable::ComposedPointer),
                }
            }
            Given::Part(object, offset) => {
                if ty.bits() > 64 {
                    return Err(Unmakeable::WideParameter);
                }
                let word = self.template.len();
                self.template.push(0);
                let size = u64::from(ty.bits()).div_ceil(8);
                for (number, at, name, ty, bounds) in numbered(&objects[object]) {
                    if let Some(at) = at.filter(|at| (offset..offset + size).contains(at)) {
                        self.field((object, number), name, word, 8 * (at - offset) as u32, ty, bounds)?;
                    }
                }
                Ok(Passing::Value)
            }
            Given::AddressOf(object) => {
                let numbered = numbered(&objects[object]);
                self.buffer(object, &objects[object], &numbered)
            }
            Given::Bits(bits) => {
                self.template.push(bits as u64);
                Ok(Passing::Value)
            }
            Given::Any | Given::Array(..) => Err(Unmakeable::Undescribed),
        }
    }

    /// Adds the words of an object that a pointer points at.
    fn buffer(
        &mut self,
        root: usize,
        object: &EntryObject,
        numbers: &[NumberedInput<'_>],
    ) -> Result<Passing, Unmakeable> {
        let start = self.template.len();
        // What an object points at lies after it, in the same buffer.
        let mut open = vec![(None, object)];
        let has_ends = points_at_ends(object);
        let mut ends = Vec::new();
        while let Some((pointer, object)) = open.pop() {
            let first = self.template.len();
            // Where ends of objects are pointed at, the word behind one is not another's.
            let mut room = object.size.div_ceil(8).max(1) + u64::from(has_ends);
            if self.is_aligned {
                room = room.next_multiple_of(2);
            }
            self.template.resize(first + room as usize, 0);
            self.objects.push((first as u32, object.size));
            self.links.extend(pointer.map(|pointer| (pointer, first as u32)));
            self.contents(root, first, object, numbers, &mut open)?;
            for (offset, content) in &object.contents {
                if let Content::Behind(pointer, bytes) = content {
                    ends.push((first as u64 + offset / 8, first as u64 + pointer / 8, *bytes));
                }
            }
        }
        for (end, pointer, bytes) in ends {
            let start = self.links.iter().find(|(from, _)| u64::from(*from) == pointer).map(|&(_, to)| to);
            let start = start.filter(|_| bytes % 8 == 0).ok_or(Unmakeable::UnalignedPointer)?;
            self.links.push((end as u32, start + (bytes / 8) as u32));
        }
        Ok(Passing::Buffer((self.template.len() - start) as u32))
    }

    /// Fills the words of an object; those that it points at are left open.
    fn contents<'o>(
        &mut self,
        root: usize,
        first: usize,
        object: &'o EntryObject,
        numbers: &[NumberedInput<'_>],
        open: &mut Vec<(Option<u32>, &'o EntryObject)>,
    ) -> Result<(), Unmakeable> {
        for (offset, content) in &object.contents {
            match content {
                Content::Address(inner) if offset % 8 == 0 => {
                    open.push((Some((first as u64 + offset / 8) as u32), inner));
                }
                Content::Address(_) => return Err(Unmakeable::UnalignedPointer),
                // Set when all objects have their places.
                Content::Behind(..) => {}
                Content::Bytes(bytes) => {
                    for (at, &byte) in bytes.iter().enumerate() {
                        let at = *offset as usize + at;
                        self.template[first + at / 8] |= u64::from(byte) << (8 * (at % 8));
                    }
                }
                Content::Any(name, ty, bounds) => {
                    let number =
                        numbers.iter().find(|(_, _, of, ..)| of == name).map_or(0, |number| number.0);
                    let (word, shift) = (first + (offset / 8) as usize, 8 * (offset % 8) as u32);
                    self.field((root, number), name, word, shift, *ty, bounds)?;
                }
            }
        }
        Ok(())
    }

    fn field(
        &mut self,
        place: (usize, usize),
        name: &str,
        word: usize,
        shift: u32,
        ty: Type,
        bounds: &Bounds,
    ) -> Result<(), Unmakeable> {
        let kind = kind(ty, bounds).ok_or_else(|| Unmakeable::WideInput(name.to_owned()))?;
        let variable = InputVariable { word, shift, kind, range: range(kind, bounds) };
        self.fields.push(Field { place, name: name.to_owned(), variable, bounds: bounds.clone() });
        Ok(())
    }
}

/// Whether an object, or one that it points at, may be of a type that is aligned to 16 bytes.
fn has_aligned_part(object: &EntryObject) -> bool {
    let is_inside = |content: &(u64, Content)| match &content.1 {
        Content::Address(inner) => has_aligned_part(inner),
        Content::Any(..) | Content::Bytes(_) | Content::Behind(..) => false,
    };
    (object.size >= 16 && object.size.is_multiple_of(16)) || object.contents.iter().any(is_inside)
}

/// Whether an object, or one that it points at, has pointers to the ends of others.
fn points_at_ends(object: &EntryObject) -> bool {
    let mut open = vec![object];
    while let Some(object) = open.pop() {
        for (_, content) in &object.contents {
            match content {
                Content::Behind(..) => return true,
                Content::Address(inner) => open.push(inner),
                Content::Any(..) | Content::Bytes(_) => {}
            }
        }
    }
    false
}

/// A number of an object, or of what it points at: how many come before it, its offset if it stands
/// in the object itself, name, type and bounds.
type NumberedInput<'o> = (usize, Option<u64>, &'o str, Type, &'o Bounds);

/// The numbers of an object in the order in which the executor makes them: what is pointed at comes
/// where the pointer stands.
fn numbered(object: &EntryObject) -> Vec<NumberedInput<'_>> {
    let mut numbers = Vec::new();
    let mut open: Vec<(bool, &(u64, Content))> =
        object.contents.iter().rev().map(|part| (true, part)).collect();
    while let Some((own, (offset, content))) = open.pop() {
        match content {
            Content::Any(name, ty, bounds) => {
                numbers.push((numbers.len(), own.then_some(*offset), name.as_str(), *ty, bounds));
            }
            Content::Address(inner) => open.extend(inner.contents.iter().rev().map(|part| (false, part))),
            Content::Bytes(_) | Content::Behind(..) => {}
        }
    }
    numbers
}

fn kind(ty: Type, bounds: &Bounds) -> Option<VariableKind> {
    match ty {
        Type::Float(format) => Some(VariableKind::Float(narrow_format(format)?)),
        Type::Int(bits) if bits <= 64 => {
            let signed = !matches!(bounds, Bounds::Unsigned(..)) && bits > 1;
            Some(VariableKind::Int { bits: bits.into(), signed })
        }
        _ => None,
    }
}

/// A format of at most 64 bits.
pub fn narrow_format(format: FloatFormat) -> Option<Format> {
    (format.bits() <= 64).then(|| format.exact_format())
}

fn range(kind: VariableKind, bounds: &Bounds) -> VariableRange {
    let place = |bits: u128| kind.ordinal(bits as u64);
    let between = |low: u128, high: u128| match (place(low), place(high)) {
        (Some(low), Some(high)) => VariableRange::between(kind, low, high),
        _ => VariableRange::finite(kind),
    };
    match bounds {
        Bounds::All => VariableRange::all(kind),
        Bounds::Finite(_) => VariableRange::finite(kind),
        Bounds::Signed(low, high)
        | Bounds::Unsigned(low, high)
        | Bounds::Float(_, low, high)
        | Bounds::Short(_, low, high, _) => between(*low, *high),
        Bounds::OneOf(values) => {
            let places: Vec<i128> = values.iter().filter_map(|&value| place(value)).collect();
            match (places.iter().min(), places.iter().max()) {
                (Some(&low), Some(&high)) => VariableRange { low, high, nan: false },
                _ => VariableRange::all(kind),
            }
        }
    }
}
