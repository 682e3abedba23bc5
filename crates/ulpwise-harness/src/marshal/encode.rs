//! Written values as bytes of a source type, with the objects that pointers in them point at.

use super::scalar::{mismatch, scalar_bytes, shown};
use crate::descriptor::{AssumedShape, assumed_shape};
use crate::error::HarnessError;
use crate::layout::{filling_member, member_name, size_of};
use crate::sequences::{Extent, Sequence, sequence};
use crate::value_syntax::WrittenValue;
use ulpwise_interp::memory::{Memory, ObjectKind};
use ulpwise_ir::{Declaration, Language, Member, Module, SourceType, SourceTypeId};

/// An object that was made for an argument, for comparison after the call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArgumentObject {
    /// How the source would name it.
    pub name: String,
    /// Where it is.
    pub address: u64,
    /// The type of its elements.
    pub element: SourceTypeId,
    /// How many elements; `None` for an object that is not written as an array.
    pub count: Option<u64>,
    /// Its bytes before the call.
    pub before: Vec<u8>,
    /// Whether the user left it to the function to fill it in.
    pub blank: bool,
    /// The vector that says where the elements are: it may move them.
    pub holder: Option<Holder>,
}

/// A vector in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holder {
    /// Where the pointer to its first element is.
    pub first: u64,
    /// Where the pointer behind its last element is.
    pub last: u64,
}

/// How large an object for an argument may be; a larger one does not fit into the interpreter's
/// memory either.
const MAX_BYTES: u64 = 1 << 31;

/// How deep pointers may lead; a type that points at itself would never end.
const MAX_NESTING: usize = 64;

/// Turns values into bytes and makes objects for them.
pub(super) struct Encoder<'a> {
    module: &'a Module,
    language: Language,
    memory: &'a mut Memory,
    objects: Vec<ArgumentObject>,
    nesting: usize,
}

impl<'a> Encoder<'a> {
    pub(super) fn new(module: &'a Module, language: Language, memory: &'a mut Memory) -> Self {
        Self { module, language, memory, objects: Vec::new(), nesting: 0 }
    }

    pub(super) fn into_objects(self) -> Vec<ArgumentObject> {
        self.objects
    }

    /// An object of zeros that is no argument.
    pub(super) fn room(&mut self, size: u64) -> Option<u64> {
        self.memory.allocate(size, ObjectKind::Host)
    }

    /// The bytes of a parameter.
    pub(super) fn image(
        &mut self,
        parameter: usize,
        declaration: &Declaration,
        value: &WrittenValue,
    ) -> Result<Vec<u8>, HarnessError> {
        let declared = &declaration.parameters[parameter];
        self.bytes(value, declared.ty, &declared.name)
            .map_err(|problem| in_argument(parameter, &declared.name, problem))
    }

    /// The address of a parameter's bytes.
    pub(super) fn by_address(
        &mut self,
        parameter: usize,
        declaration: &Declaration,
        value: &WrittenValue,
    ) -> Result<u64, HarnessError> {
        let declared = &declaration.parameters[parameter];
        let is_described = assumed_shape(self.module, declared.ty).is_some();
        let address = if self.language == Language::Fortran && !is_described {
            self.target(value, declared.ty, &declared.name)
        } else {
            // The callee's own copy: what it does to it is no output.
            self.bytes(value, declared.ty, &declared.name)
                .and_then(|bytes| self.place(&bytes, ObjectKind::Host))
        };
        address.map_err(|problem| in_argument(parameter, &declared.name, problem))
    }

    /// The bytes of a value.
    fn bytes(&mut self, value: &WrittenValue, ty: SourceTypeId, name: &str) -> Result<Vec<u8>, HarnessError> {
        let module = self.module;
        match (&module.source_types[ty], value) {
            (SourceType::Pointer { pointee, .. }, _) => {
                if self.nesting == MAX_NESTING {
                    return Err(HarnessError::PointersTooDeep { limit: MAX_NESTING });
                }
                self.nesting += 1;
                let address = match value {
                    WrittenValue::Null => 0,
                    _ => self.target(value, *pointee, name)?,
                };
                self.nesting -= 1;
                Ok(address.to_le_bytes().to_vec())
            }
            (SourceType::Array { element, count }, _) => {
                let (bytes, _) = self.elements(value, *element, *count, name)?;
                Ok(bytes)
            }
            (SourceType::Struct { .. }, _) if let Some(shape) = assumed_shape(module, ty) => {
                self.descriptor(value, shape, name)
            }
            (SourceType::Struct { members, size, .. }, _) => match sequence(module, ty) {
                Some(sequence)
                    if !matches!(sequence.extent, Extent::Sides(_))
                        && !matches!(value, WrittenValue::Struct(_)) =>
                {
                    self.sequence(value, &sequence, *size, name)
                }
                _ => self.structure(value, members, *size, name),
            },
            (SourceType::Union { size, .. } | SourceType::Variants { size, .. }, WrittenValue::Blank) => {
                self.zeros(*size)
            }
            (SourceType::Union { members, size, .. }, _)
                if let Some(member) = filling_member(module, members, *size) =>
            {
                self.bytes(value, member.ty, name)
            }
            (scalar, _) => scalar_bytes(value, scalar, self.language),
        }
    }

    /// The address of a new object that a pointer (or a Fortran parameter) of this type points at.
    fn target(
        &mut self,
        value: &WrittenValue,
        pointee: SourceTypeId,
        name: &str,
    ) -> Result<u64, HarnessError> {
        let blank = match value {
            WrittenValue::Repeated(element, _) => **element == WrittenValue::Blank,
            other => *other == WrittenValue::Blank,
        };
        let sequence = sequence(self.module, pointee);
        let (bytes, element, count) = match (&self.module.source_types[pointee], value) {
            // `double (*)[3]` points at rows when rows are given, at one row when numbers are.
            (SourceType::Array { element, count }, _) if !is_nested(value) || self.is_fortran() => {
                let (bytes, count) = self.elements(value, *element, *count, name)?;
                (bytes, *element, Some(count))
            }
            (_, WrittenValue::Array(_) | WrittenValue::Repeated(..) | WrittenValue::Text(_))
                if sequence.is_none() =>
            {
                let (bytes, count) = self.elements(value, pointee, None, name)?;
                (bytes, pointee, Some(count))
            }
            (_, WrittenValue::Blank) => {
                let size = size_of(self.module, pointee).filter(|&size| size > 0);
                (self.zeros(size.ok_or_else(|| self.no_input(pointee))?)?, pointee, None)
            }
            (SourceType::Void | SourceType::Function | SourceType::Unknown(_), _) => {
                return Err(self.no_input(pointee));
            }
            _ => (self.bytes(value, pointee, name)?, pointee, None),
        };
        let address = self.place(&bytes, ObjectKind::Host)?;
        if let Some(sequence) = sequence {
            // Its elements are of interest, which are the object made last, not its pointers.
            if let (Extent::Ends([last, _]), Some(elements)) = (sequence.extent, self.objects.last_mut()) {
                let holder = Holder { first: address + sequence.data_offset, last: address + last };
                elements.holder = Some(holder);
            }
        } else {
            let name = name.to_owned();
            self.objects.push(ArgumentObject {
                name,
                address,
                element,
                count,
                before: bytes,
                blank,
                holder: None,
            });
        }
        Ok(address)
    }

    /// Makes an object with this content.
    fn place(&mut self, bytes: &[u8], kind: ObjectKind) -> Result<u64, HarnessError> {
        let address = self.memory.allocate(bytes.len() as u64, kind).ok_or(HarnessError::NoRoom)?;
        let room = self
            .memory
            .write(address, bytes.len())
            .map_err(|fault| HarnessError::Memory(fault.to_string()))?;
        room.copy_from_slice(bytes);
        Ok(address)
    }

    fn is_fortran(&self) -> bool {
        self.language == Language::Fortran
    }

    fn no_input(&self, ty: SourceTypeId) -> HarnessError {
        let what = crate::parameter_kind::pointee_without_input(self.module, ty);
        if self.is_fortran() {
            return HarnessError::NotYetAnInput(what);
        }
        HarnessError::NotYetAPointee(what)
    }

    fn zeros(&self, size: u64) -> Result<Vec<u8>, HarnessError> {
        if size > MAX_BYTES { Err(HarnessError::NoRoom) } else { Ok(vec![0; size as usize]) }
    }

    /// The bytes of several elements and their number, which must be `wanted` where the type says
    /// it.
    fn elements(
        &mut self,
        value: &WrittenValue,
        element: SourceTypeId,
        wanted: Option<u64>,
        name: &str,
    ) -> Result<(Vec<u8>, u64), HarnessError> {
        let size =
            size_of(self.module, element).filter(|&size| size > 0).ok_or_else(|| self.no_input(element))?;
        let bytes = match value {
            WrittenValue::Blank => {
                let count = wanted.ok_or(HarnessError::LengthOpen)?;
                self.zeros(count.saturating_mul(size))?
            }
            WrittenValue::Repeated(repeated, count) => {
                let total = self.zeros(count.saturating_mul(size))?;
                match **repeated {
                    WrittenValue::Blank => total,
                    _ => self.bytes(repeated, element, name)?.repeat(*count as usize),
                }
            }
            WrittenValue::Text(text) => self.text_bytes(text, element, wanted)?,
            WrittenValue::Array(values) if is_nested(value) && !self.is_array(element) => {
                return self.flattened(value, values, element, wanted, name);
            }
            WrittenValue::Array(values) => self.each(values, element, name)?,
            other => return Err(mismatch(other, &self.array_of(element, wanted))),
        };
        let count = bytes.len() as u64 / size;
        match wanted {
            Some(wanted) if wanted != count => {
                Err(HarnessError::ElementCount { value: shown(value), count, wanted })
            }
            _ => Ok((bytes, count)),
        }
    }

    fn each(
        &mut self,
        values: &[WrittenValue],
        element: SourceTypeId,
        name: &str,
    ) -> Result<Vec<u8>, HarnessError> {
        let mut bytes = Vec::new();
        for (index, value) in values.iter().enumerate() {
            bytes.extend(self.bytes(value, element, &format!("{name}[{index}]"))?);
        }
        Ok(bytes)
    }

    /// The type of an array counts all its dimensions together; C writes them nested, row after
    /// row.
    fn flattened(
        &mut self,
        value: &WrittenValue,
        rows: &[WrittenValue],
        element: SourceTypeId,
        wanted: Option<u64>,
        name: &str,
    ) -> Result<(Vec<u8>, u64), HarnessError> {
        if self.is_fortran() || wanted.is_none() {
            return Err(HarnessError::Nested {
                value: shown(value),
                order: if self.is_fortran() { ", the first index running fastest" } else { "" },
            });
        }
        let flat: Vec<WrittenValue> = rows
            .iter()
            .flat_map(|row| match row {
                WrittenValue::Array(inner) => inner.clone(),
                other => vec![other.clone()],
            })
            .collect();
        self.elements(&WrittenValue::Array(flat), element, wanted, name)
    }

    fn is_array(&self, ty: SourceTypeId) -> bool {
        matches!(
            self.module.source_types[ty],
            SourceType::Array { .. } | SourceType::Pointer { .. } | SourceType::Struct { .. }
        )
    }

    fn array_of(&self, element: SourceTypeId, count: Option<u64>) -> SourceType {
        SourceType::Array { element, count }
    }

    /// The bytes of a string, closed by a zero unless it fills an array of just its length.
    fn text_bytes(
        &self,
        text: &str,
        element: SourceTypeId,
        wanted: Option<u64>,
    ) -> Result<Vec<u8>, HarnessError> {
        if !matches!(self.module.source_types[element], SourceType::Int { bits: 8, .. }) {
            return Err(HarnessError::TextMisplaced { text: text.to_owned() });
        }
        let mut bytes = text.as_bytes().to_vec();
        match wanted {
            Some(wanted) if bytes.len() as u64 <= wanted => bytes.resize(wanted as usize, 0),
            _ => bytes.push(0),
        }
        Ok(bytes)
    }

    fn sequence(
        &mut self,
        value: &WrittenValue,
        sequence: &Sequence,
        size: u64,
        name: &str,
    ) -> Result<Vec<u8>, HarnessError> {
        let (bytes, count) = match value {
            // A Rust string is not closed by a zero.
            WrittenValue::Text(text) => (text.as_bytes().to_vec(), text.len() as u64),
            _ => self.elements(value, sequence.element, None, name)?,
        };
        // A vector may give its memory back to get more.
        let kind = match sequence.extent {
            Extent::Length(_) | Extent::Sides(_) => ObjectKind::Host,
            Extent::Ends(_) | Extent::Owned { .. } => ObjectKind::Heap,
        };
        let address = self.place(&bytes, kind)?;
        let end = address + bytes.len() as u64;
        let blank = matches!(value, WrittenValue::Repeated(element, _) if **element == WrittenValue::Blank);
        let (name, element) = (name.to_owned(), sequence.element);
        self.objects.push(ArgumentObject {
            name,
            address,
            element,
            count: Some(count),
            before: bytes,
            blank,
            holder: None,
        });
        let mut image = self.zeros(size)?;
        write_at(&mut image, sequence.data_offset, &address.to_le_bytes())?;
        match sequence.extent {
            Extent::Length(offset) => write_at(&mut image, offset, &count.to_le_bytes())?,
            Extent::Owned { length, capacity } => {
                write_at(&mut image, length, &count.to_le_bytes())?;
                write_at(&mut image, capacity, &count.to_le_bytes())?;
            }
            // Given by its members.
            Extent::Sides(_) => return Err(HarnessError::MembersUnknown),
            Extent::Ends(offsets) => {
                for offset in offsets {
                    write_at(&mut image, offset, &end.to_le_bytes())?;
                }
            }
        }
        Ok(image)
    }

    /// The descriptor of an array of Fortran's, with the array.
    fn descriptor(
        &mut self,
        value: &WrittenValue,
        shape: AssumedShape,
        name: &str,
    ) -> Result<Vec<u8>, HarnessError> {
        let (before, count) = self.elements(value, shape.element, None, name)?;
        let rest = shape.rest(self.module, &shape.extents(count)).ok_or(HarnessError::MembersUnknown)?;
        let address = self.place(&before, ObjectKind::Host)?;
        let (name, element, count) = (name.to_owned(), shape.element, Some(count));
        let (blank, holder) = (false, None);
        self.objects.push(ArgumentObject { name, address, element, count, before, blank, holder });
        Ok([address.to_le_bytes().to_vec(), rest].concat())
    }

    fn structure(
        &mut self,
        value: &WrittenValue,
        members: &[Member],
        size: u64,
        name: &str,
    ) -> Result<Vec<u8>, HarnessError> {
        let mut image = self.zeros(size)?;
        let values = match value {
            WrittenValue::Blank => return Ok(image),
            _ if members.is_empty() && size > 1 => {
                return Err(HarnessError::MembersUnknown);
            }
            WrittenValue::Struct(values) => values,
            other => return Err(HarnessError::NotAStructure { value: shown(other) }),
        };
        if values.len() != members.len() {
            return Err(HarnessError::MemberCount {
                value: shown(value),
                count: values.len(),
                names: members.iter().map(|member| member_name(&member.name).to_owned()).collect(),
            });
        }
        for (member, value) in members.iter().zip(values) {
            let bytes =
                self.bytes(value, member.ty, &format!("{name}.{}", member.name)).map_err(|problem| {
                    HarnessError::InMember { member: member.name.clone(), problem: Box::new(problem) }
                })?;
            write_at(&mut image, member.offset, &bytes)?;
        }
        Ok(image)
    }
}

fn write_at(image: &mut [u8], offset: u64, bytes: &[u8]) -> Result<(), HarnessError> {
    let end = (offset as usize).checked_add(bytes.len());
    let place = end.and_then(|end| image.get_mut(offset as usize..end));
    place.ok_or(HarnessError::MemberOutside)?.copy_from_slice(bytes);
    Ok(())
}

/// Whether an array holds arrays.
fn is_nested(value: &WrittenValue) -> bool {
    match value {
        WrittenValue::Array(values) => {
            values.iter().any(|value| matches!(value, WrittenValue::Array(_) | WrittenValue::Repeated(..)))
        }
        WrittenValue::Repeated(value, _) => {
            matches!(**value, WrittenValue::Array(_) | WrittenValue::Repeated(..))
        }
        _ => false,
    }
}

fn in_argument(parameter: usize, name: &str, problem: HarnessError) -> HarnessError {
    HarnessError::InArgument { parameter, name: name.to_owned(), problem: Box::new(problem) }
}
