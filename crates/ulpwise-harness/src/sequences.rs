//! Which structures of the source language stand for arrays: slices, vectors, views, matrices.
//!
//! They are known by the names that rustc, the C++ libraries and Eigen give them, and by their members.

use crate::layout::{Indices, MAX_NESTING, Scalar, scalars};
use ulpwise_ir::{Member, Module, SourceType, SourceTypeId};

/// A structure that stands for an array: a slice of Rust's, a vector of C++'s.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sequence {
    /// The type of an element.
    pub element: SourceTypeId,
    /// Where the pointer to the first element stands.
    pub data_offset: u64,
    /// What says how many there are.
    pub extent: Extent,
}

/// What says how many elements a sequence has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// A length at this offset.
    Length(u64),
    /// A length, and for how many there is room, at these offsets: memory that the structure owns.
    Owned {
        /// Where the length stands.
        length: u64,
        /// Where the room stands.
        capacity: u64,
    },
    /// Rows and columns at these offsets.
    Sides([u64; 2]),
    /// Pointers behind the last element and behind the last that there is room for, at these
    /// offsets.
    Ends([u64; 2]),
}

/// The sequence that a structure is, by the names that rustc and the C++ libraries give to such
/// structures.
pub fn sequence(module: &Module, ty: SourceTypeId) -> Option<Sequence> {
    let SourceType::Struct { name, .. } = module.source_types.get(ty)? else { return None };
    if name.starts_with(['&', '*']) || name.starts_with("Box<[") {
        return rust_slice(module, ty);
    }
    match name.split('<').next() {
        Some("vector") => cpp_vector(module, ty),
        Some("span" | "basic_string_view") => cpp_view(module, ty),
        Some("Vec") => rust_vector(module, ty),
        Some("String") => rust_string(module, ty),
        Some("DenseStorage") => dynamic_matrix(module, ty),
        _ => None,
    }
}

/// A view of C++'s: a pointer and a length, in either order.
fn cpp_view(module: &Module, ty: SourceTypeId) -> Option<Sequence> {
    let parts = scalars(module, ty, Indices::FromZeroInBrackets)?;
    let [first, second] = &parts[..] else { return None };
    let (data, length) = if pointee(module, first.ty).is_some() { (first, second) } else { (second, first) };
    let is_length = matches!(module.source_types.get(length.ty), Some(SourceType::Int { bits: 64, .. }));
    let element = pointee(module, data.ty).filter(|_| is_length)?;
    Some(Sequence { element, data_offset: data.offset, extent: Extent::Length(length.offset) })
}

fn rust_slice(module: &Module, ty: SourceTypeId) -> Option<Sequence> {
    let SourceType::Struct { members, .. } = module.source_types.get(ty)? else { return None };
    let member = |wanted: &str| members.iter().find(|member| member.name == wanted);
    let (data, length) = (member("data_ptr")?, member("length")?);
    let element = pointee(module, data.ty)?;
    Some(Sequence { element, data_offset: data.offset, extent: Extent::Length(length.offset) })
}

/// A growing array of Rust's: a pointer and for how many there is room, in whatever order, and its own
/// member `len`. The type of the elements is that of an array of none among its parts.
fn rust_vector(module: &Module, ty: SourceTypeId) -> Option<Sequence> {
    let parts = scalars(module, ty, Indices::FromZeroInBrackets)?;
    let [a, b, c] = &parts[..] else { return None };
    let of_pointer = |part: &&&Scalar| pointee(module, part.ty).is_some();
    let all = [a, b, c];
    let data = all.iter().find(of_pointer)?;
    let length = all.iter().find(|part| part.path == ".len")?;
    let capacity = all.iter().find(|part| part.offset != data.offset && part.offset != length.offset)?;
    let extent = Extent::Owned { length: length.offset, capacity: capacity.offset };
    Some(Sequence { element: marked_element(module, ty)?, data_offset: data.offset, extent })
}

/// The element of the array of none that is a part of a structure: the outermost one, for memory
/// inside of it is one of bytes.
fn marked_element(module: &Module, ty: SourceTypeId) -> Option<SourceTypeId> {
    let mut level = vec![ty];
    for _ in 0..MAX_NESTING {
        let mut next = Vec::new();
        for ty in level {
            match module.source_types.get(ty)? {
                SourceType::Array { element, count: Some(0) } => return Some(*element),
                SourceType::Struct { members, .. } => next.extend(members.iter().map(|member| member.ty)),
                _ => {}
            }
        }
        level = next;
    }
    None
}

/// A text of Rust's is a growing array of bytes.
fn rust_string(module: &Module, ty: SourceTypeId) -> Option<Sequence> {
    let SourceType::Struct { members, .. } = module.source_types.get(ty)? else { return None };
    let [Member { name, offset: 0, ty }] = &members[..] else { return None };
    if name == "vec" { rust_vector(module, *ty) } else { None }
}

/// What Eigen keeps the numbers of a matrix in whose size is not a part of its type: a pointer, then
/// the sizes that are not.
fn dynamic_matrix(module: &Module, ty: SourceTypeId) -> Option<Sequence> {
    let parts = scalars(module, ty, Indices::FromZeroInBrackets)?;
    let (data, sizes) = parts.split_first()?;
    let is_size = |part: &Scalar| {
        matches!(module.source_types.get(part.ty), Some(SourceType::Int { bits: 64, signed: true, .. }))
    };
    let element = pointee(module, data.ty).filter(|_| sizes.iter().all(is_size))?;
    let extent = match sizes {
        [length] => Extent::Length(length.offset),
        [rows, columns] => Extent::Sides([rows.offset, columns.offset]),
        _ => return None,
    };
    Some(Sequence { element, data_offset: data.offset, extent })
}

/// In all C++ libraries `std::vector` is three pointers, except that of truth values.
fn cpp_vector(module: &Module, ty: SourceTypeId) -> Option<Sequence> {
    let pointers = scalars(module, ty, Indices::FromZeroInBrackets)?;
    let [first, last, room] = &pointers[..] else { return None };
    let element = pointee(module, first.ty)?;
    let alike = [last, room].iter().all(|pointer| pointee(module, pointer.ty) == Some(element));
    alike.then_some(Sequence {
        element,
        data_offset: first.offset,
        extent: Extent::Ends([last.offset, room.offset]),
    })
}

fn pointee(module: &Module, ty: SourceTypeId) -> Option<SourceTypeId> {
    match module.source_types.get(ty)? {
        SourceType::Pointer { pointee, .. } => Some(*pointee),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_ir::FloatFormat;

    fn module(types: Vec<SourceType>) -> Module {
        Module { source_types: types.into_iter().collect(), ..Module::default() }
    }

    fn id(number: u32) -> SourceTypeId {
        SourceTypeId::new(number)
    }

    fn member(name: &str, offset: u64, ty: u32) -> Member {
        Member { name: name.to_owned(), offset, ty: id(ty) }
    }

    #[test]
    fn sequences_are_reported_by_their_names() {
        let structure =
            |name: &str, size, members| SourceType::Struct { name: name.to_owned(), size, members };
        let module = module(vec![
            SourceType::Float(FloatFormat::F64),
            SourceType::Pointer { pointee: id(0), constant: false },
            SourceType::Int { name: "usize".to_owned(), signed: false, bits: 64 },
            structure("&mut [f64]", 16, vec![member("data_ptr", 0, 1), member("length", 8, 2)]),
            structure("allocator", 1, Vec::new()),
            structure(
                "vector<double>",
                24,
                vec![
                    member("allocator", 0, 4),
                    member("start", 0, 1),
                    member("finish", 8, 1),
                    member("end", 16, 1),
                ],
            ),
            structure("vector<bool>", 24, vec![member("start", 0, 1), member("bits", 8, 2)]),
        ]);
        let mut module = module;
        let none = |element| SourceType::Array { element: id(element), count: Some(0) };
        let byte = 7;
        module.source_types.push(SourceType::Bool(8));
        let bytes = 8;
        module.source_types.push(none(byte));
        module.source_types.push(structure(
            "Inner",
            16,
            vec![member("bytes", 0, bytes), member("start", 8, 1)],
        ));
        let (inner, doubles) = (9, 10);
        module.source_types.push(none(0));
        let members = vec![
            member("inner", 0, inner),
            member("room", 0, 2),
            member("marker", 0, doubles),
            member("len", 16, 2),
        ];
        let growing = module.source_types.push(structure("Vec<f64>", 24, members));
        let owned = Extent::Owned { length: 16, capacity: 0 };
        let expected = Sequence { element: id(0), data_offset: 8, extent: owned };
        assert_eq!(sequence(&module, growing), Some(expected));
        let element = id(0);
        let slice = Sequence { element, data_offset: 0, extent: Extent::Length(8) };
        assert_eq!(sequence(&module, id(3)), Some(slice));
        let vector = Sequence { element, data_offset: 0, extent: Extent::Ends([8, 16]) };
        assert_eq!(sequence(&module, id(5)), Some(vector));
        assert_eq!(sequence(&module, id(6)), None);
        assert_eq!(sequence(&module, id(1)), None);
    }
}
