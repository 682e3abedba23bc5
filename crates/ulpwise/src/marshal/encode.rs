//! Written values as bytes of a source type, with the objects that pointers in them point at.

use super::scalar::{mismatch, scalar_bytes, shown};
use crate::layout::{Extent, Sequence, member_name, sequence, size_of};
use crate::value_syntax::Value;
use ulpwise_interp::memory::{Memory, ObjectKind};
use ulpwise_ir::{Declaration, Language, Member, Module, SourceType, SourceTypeId};

/// An object that was made for an argument, for comparison after the call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Object {
    /// How the source would name it.
    pub(crate) name: String,
    /// Where it is.
    pub(crate) address: u64,
    /// The type of its elements.
    pub(crate) element: SourceTypeId,
    /// How many elements; `None` for an object that is not written as an array.
    pub(crate) count: Option<u64>,
    /// Its bytes before the call.
    pub(crate) before: Vec<u8>,
    /// Whether the user left it to the function to fill it in.
    pub(crate) blank: bool,
    /// The vector that says where the elements are: it may move them.
    pub(crate) holder: Option<Holder>,
}

/// A vector in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Holder {
    /// Where the pointer to its first element is.
    pub(crate) first: u64,
    /// Where the pointer behind its last element is.
    pub(crate) last: u64,
}

/// How large an object for an argument may be; a larger one does not fit into the interpreter's memory either.
const MAX_BYTES: u64 = 1 << 31;

/// How deep pointers may lead; a type that points at itself would never end.
const MAX_NESTING: usize = 64;

/// Turns values into bytes and makes objects for them.
pub(super) struct Encoder<'a> {
    module: &'a Module,
    language: Language,
    memory: &'a mut Memory,
    objects: Vec<Object>,
    nesting: usize,
}

impl<'a> Encoder<'a> {
    pub(super) fn new(module: &'a Module, language: Language, memory: &'a mut Memory) -> Self {
        Self { module, language, memory, objects: Vec::new(), nesting: 0 }
    }

    pub(super) fn into_objects(self) -> Vec<Object> {
        self.objects
    }

    /// An object of zeros that is nobody's argument.
    pub(super) fn room(&mut self, size: u64) -> Option<u64> {
        self.memory.allocate(size, ObjectKind::Host)
    }

    /// The bytes of a parameter.
    pub(super) fn image(
        &mut self,
        parameter: usize,
        declaration: &Declaration,
        value: &Value,
    ) -> Result<Vec<u8>, String> {
        let declared = &declaration.parameters[parameter];
        self.bytes(value, declared.ty, &declared.name)
            .map_err(|problem| in_argument(parameter, &declared.name, &problem))
    }

    /// The address of a parameter's bytes.
    pub(super) fn by_address(
        &mut self,
        parameter: usize,
        declaration: &Declaration,
        value: &Value,
    ) -> Result<u64, String> {
        let declared = &declaration.parameters[parameter];
        let address = if self.language == Language::Fortran {
            self.target(value, declared.ty, &declared.name)
        } else {
            // The callee's own copy: what it does to it is nobody's output.
            self.bytes(value, declared.ty, &declared.name)
                .and_then(|bytes| self.place(&bytes, ObjectKind::Host))
        };
        address.map_err(|problem| in_argument(parameter, &declared.name, &problem))
    }

    /// The bytes of a value.
    fn bytes(&mut self, value: &Value, ty: SourceTypeId, name: &str) -> Result<Vec<u8>, String> {
        let module = self.module;
        match (&module.source_types[ty], value) {
            (SourceType::Pointer { pointee, .. }, _) => {
                if self.nesting == MAX_NESTING {
                    return Err(format!("its pointers lead more than {MAX_NESTING} levels deep"));
                }
                self.nesting += 1;
                let address = match value {
                    Value::Null => 0,
                    _ => self.target(value, *pointee, name)?,
                };
                self.nesting -= 1;
                Ok(address.to_le_bytes().to_vec())
            }
            (SourceType::Array { element, count }, _) => {
                let (bytes, _) = self.elements(value, *element, *count, name)?;
                Ok(bytes)
            }
            (SourceType::Struct { members, size, .. }, _) => match sequence(module, ty) {
                Some(sequence) => self.sequence(value, &sequence, *size, name),
                None => self.structure(value, members, *size, name),
            },
            (SourceType::Union { size, .. }, Value::Blank) => self.zeros(*size),
            (scalar, _) => scalar_bytes(value, scalar, self.language),
        }
    }

    /// The address of a new object that a pointer (or a Fortran parameter) of this type points at.
    fn target(&mut self, value: &Value, pointee: SourceTypeId, name: &str) -> Result<u64, String> {
        let blank = match value {
            Value::Repeated(element, _) => **element == Value::Blank,
            other => *other == Value::Blank,
        };
        let sequence = sequence(self.module, pointee);
        let (bytes, element, count) = match (&self.module.source_types[pointee], value) {
            // `double (*)[3]` points at rows when rows are given, at one row when numbers are.
            (SourceType::Array { element, count }, _) if !is_nested(value) || self.is_fortran() => {
                let (bytes, count) = self.elements(value, *element, *count, name)?;
                (bytes, *element, Some(count))
            }
            (_, Value::Array(_) | Value::Repeated(..) | Value::Text(_)) if sequence.is_none() => {
                let (bytes, count) = self.elements(value, pointee, None, name)?;
                (bytes, pointee, Some(count))
            }
            (_, Value::Blank) => {
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
            self.objects.push(Object { name, address, element, count, before: bytes, blank, holder: None });
        }
        Ok(address)
    }

    /// Makes an object with this content.
    fn place(&mut self, bytes: &[u8], kind: ObjectKind) -> Result<u64, String> {
        let address = self.memory.allocate(bytes.len() as u64, kind).ok_or_else(does_not_fit)?;
        let room = self.memory.write(address, bytes.len()).map_err(|fault| fault.to_string())?;
        room.copy_from_slice(bytes);
        Ok(address)
    }

    fn is_fortran(&self) -> bool {
        self.language == Language::Fortran
    }

    fn no_input(&self, ty: SourceTypeId) -> String {
        let what = crate::parameter_kind::pointee_without_input(self.module, ty);
        if self.is_fortran() {
            return format!("{what} is not yet an input");
        }
        format!("a pointer to {what} is not yet an input; only null can be given")
    }

    fn zeros(&self, size: u64) -> Result<Vec<u8>, String> {
        if size > MAX_BYTES { Err(does_not_fit()) } else { Ok(vec![0; size as usize]) }
    }

    /// The bytes of several elements and their number, which must be `wanted` where the type says it.
    fn elements(
        &mut self,
        value: &Value,
        element: SourceTypeId,
        wanted: Option<u64>,
        name: &str,
    ) -> Result<(Vec<u8>, u64), String> {
        let size =
            size_of(self.module, element).filter(|&size| size > 0).ok_or_else(|| self.no_input(element))?;
        let bytes = match value {
            Value::Blank => {
                let count = wanted.ok_or("its length is open: write [_;N] for N elements")?;
                self.zeros(count.saturating_mul(size))?
            }
            Value::Repeated(repeated, count) => {
                let total = self.zeros(count.saturating_mul(size))?;
                match **repeated {
                    Value::Blank => total,
                    _ => self.bytes(repeated, element, name)?.repeat(*count as usize),
                }
            }
            Value::Text(text) => self.text_bytes(text, element, wanted)?,
            Value::Array(values) if is_nested(value) && !self.is_array(element) => {
                return self.flattened(value, values, element, wanted, name);
            }
            Value::Array(values) => self.each(values, element, name)?,
            other => return Err(mismatch(other, &self.array_of(element, wanted))),
        };
        let count = bytes.len() as u64 / size;
        match wanted {
            Some(wanted) if wanted != count => {
                Err(format!("{} has {count} elements where {wanted} are expected", shown(value)))
            }
            _ => Ok((bytes, count)),
        }
    }

    fn each(&mut self, values: &[Value], element: SourceTypeId, name: &str) -> Result<Vec<u8>, String> {
        let mut bytes = Vec::new();
        for (index, value) in values.iter().enumerate() {
            bytes.extend(self.bytes(value, element, &format!("{name}[{index}]"))?);
        }
        Ok(bytes)
    }

    /// The type of an array counts all its dimensions together; C writes them nested, row after row.
    fn flattened(
        &mut self,
        value: &Value,
        rows: &[Value],
        element: SourceTypeId,
        wanted: Option<u64>,
        name: &str,
    ) -> Result<(Vec<u8>, u64), String> {
        if self.is_fortran() || wanted.is_none() {
            return Err(format!(
                "{} is nested: give the elements in one list{}",
                shown(value),
                if self.is_fortran() { ", the first index running fastest" } else { "" }
            ));
        }
        let flat: Vec<Value> = rows
            .iter()
            .flat_map(|row| match row {
                Value::Array(inner) => inner.clone(),
                other => vec![other.clone()],
            })
            .collect();
        self.elements(&Value::Array(flat), element, wanted, name)
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
    fn text_bytes(&self, text: &str, element: SourceTypeId, wanted: Option<u64>) -> Result<Vec<u8>, String> {
        if !matches!(self.module.source_types[element], SourceType::Int { bits: 8, .. }) {
            return Err(format!("{text:?} is text, which only characters can hold"));
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
        value: &Value,
        sequence: &Sequence,
        size: u64,
        name: &str,
    ) -> Result<Vec<u8>, String> {
        let (bytes, count) = match value {
            // A Rust string is not closed by a zero.
            Value::Text(text) => (text.as_bytes().to_vec(), text.len() as u64),
            _ => self.elements(value, sequence.element, None, name)?,
        };
        // A vector may give its memory back to get more.
        let kind = match sequence.extent {
            Extent::Length(_) => ObjectKind::Host,
            Extent::Ends(_) => ObjectKind::Heap,
        };
        let address = self.place(&bytes, kind)?;
        let end = address + bytes.len() as u64;
        let blank = matches!(value, Value::Repeated(element, _) if **element == Value::Blank);
        let (name, element) = (name.to_owned(), sequence.element);
        self.objects.push(Object {
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
            Extent::Ends(offsets) => {
                for offset in offsets {
                    write_at(&mut image, offset, &end.to_le_bytes())?;
                }
            }
        }
        Ok(image)
    }

    fn structure(
        &mut self,
        value: &Value,
        members: &[Member],
        size: u64,
        name: &str,
    ) -> Result<Vec<u8>, String> {
        let mut image = self.zeros(size)?;
        let values = match value {
            Value::Blank => return Ok(image),
            _ if members.is_empty() && size > 1 => {
                return Err("the structure's members are unknown, so only `_` can be given".to_owned());
            }
            Value::Struct(values) => values,
            other => return Err(format!("{} is no structure, which is written {{…}}", shown(other))),
        };
        if values.len() != members.len() {
            return Err(format!(
                "{} has {} members where {} are expected ({})",
                shown(value),
                values.len(),
                members.len(),
                members.iter().map(|member| member_name(&member.name)).collect::<Vec<_>>().join(", ")
            ));
        }
        for (member, value) in members.iter().zip(values) {
            let bytes = self
                .bytes(value, member.ty, &format!("{name}.{}", member.name))
                .map_err(|problem| format!("member `{}`: {problem}", member.name))?;
            write_at(&mut image, member.offset, &bytes)?;
        }
        Ok(image)
    }
}

fn write_at(image: &mut [u8], offset: u64, bytes: &[u8]) -> Result<(), String> {
    let end = (offset as usize).checked_add(bytes.len());
    let place = end.and_then(|end| image.get_mut(offset as usize..end));
    place.ok_or("the structure's members do not lie within it")?.copy_from_slice(bytes);
    Ok(())
}

/// Whether an array holds arrays.
fn is_nested(value: &Value) -> bool {
    match value {
        Value::Array(values) => {
            values.iter().any(|value| matches!(value, Value::Array(_) | Value::Repeated(..)))
        }
        Value::Repeated(value, _) => matches!(**value, Value::Array(_) | Value::Repeated(..)),
        _ => false,
    }
}

fn does_not_fit() -> String {
    "it does not fit into the program's memory".to_owned()
}

fn in_argument(parameter: usize, name: &str, problem: &str) -> String {
    if name.is_empty() {
        format!("argument {}: {problem}", parameter + 1)
    } else {
        format!("argument {} (`{name}`): {problem}", parameter + 1)
    }
}
