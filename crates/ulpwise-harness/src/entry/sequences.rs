//! Structures that stand for arrays as parts of arguments: the elements, and what says how many they
//! are.

use super::{EntryMaker, NULL};
use crate::error::Unmakeable;
use crate::layout::{Indices, scalars, size_of};
use crate::lengths::DEFAULT_LENGTH;
use crate::sequences::{Extent, Sequence};
use ulpwise_ir::{Language, SourceType, SourceTypeId, Type};
use ulpwise_symex::{Bounds, Content, EntryObject, LengthLimit};

impl EntryMaker<'_> {
    /// Puts a structure that stands for an array into an object, with the array. A length is any that
    /// the elements suffice for.
    pub(super) fn fill_sequence(
        &mut self,
        object: &mut EntryObject,
        offset: u64,
        name: &str,
        (ty, Sequence { element, data_offset, extent }): (SourceTypeId, Sequence),
        length: Option<u64>,
        depth: usize,
    ) -> Result<(), Unmakeable> {
        let is_own = matches!(extent, Extent::Ends(_) | Extent::Owned { .. });
        let parts = scalars(self.module, ty, Indices::FromZeroInBrackets).ok_or(Unmakeable::Inseparable)?;
        let path_of = |at: u64| {
            let part = parts.iter().find(|part| part.offset == at);
            part.map_or_else(|| name.to_owned(), |part| format!("{name}{}", part.path))
        };
        // A vector's elements are named as its own; a view's as those of its pointer.
        let data = if is_own { name.to_owned() } else { path_of(data_offset) };
        self.takes_length(name);
        self.takes_length(&data);
        let given = length.or_else(|| self.length_of(name)).or_else(|| self.length_of(&data));
        let count = given.unwrap_or(DEFAULT_LENGTH);
        let first = self.made.len();
        let bytes = match (count, extent) {
            (0, _) => {
                object.contents.push((offset + data_offset, Content::Bytes(self.no_elements(element))));
                0
            }
            _ => {
                let elements = self.pointed(&data, element, Some(count), depth)?;
                let bytes = elements.size;
                object.contents.push((offset + data_offset, Content::Address(elements)));
                bytes
            }
        };
        match extent {
            Extent::Ends(_) if count == 0 => {}
            Extent::Ends(ends) => {
                let end = |end: u64| (offset + end, Content::Behind(offset + data_offset, bytes));
                object.contents.extend(ends.map(end));
            }
            Extent::Length(at) => self.fill_extent(object, offset + at, &path_of(at), count),
            Extent::Owned { length, capacity } => {
                self.fill_extent(object, offset + length, &path_of(length), count);
                object.contents.push((offset + capacity, Content::Bytes(count.to_le_bytes().to_vec())));
            }
            Extent::Sides(sides) => {
                let side = count.isqrt().max(1);
                for at in sides {
                    self.fill_extent(object, offset + at, &path_of(at), side);
                }
            }
        }
        // A slice of Rust's has as many elements as its length says.
        if self.language == Language::Rust && matches!(extent, Extent::Length(_)) {
            self.made[first..].iter_mut().take(1).for_each(|made| made.is_guaranteed = true);
        }
        Ok(())
    }

    /// Puts a length into an object: any up to the largest, unless the user says another range.
    fn fill_extent(&mut self, object: &mut EntryObject, offset: u64, name: &str, largest: u64) {
        let usize_type = SourceType::Int { name: "usize".to_owned(), signed: false, bits: 64 };
        let bounds = self.ranges.bounds_for(name, &usize_type).unwrap_or_else(|| {
            self.limits.push(LengthLimit { name: name.to_owned(), least: None, most: largest });
            Bounds::Unsigned(0, largest.into())
        });
        object.contents.push((offset, Content::Any(name.to_owned(), Type::Int(64), bounds)));
    }

    /// What a pointer to no elements is: Rust has none that is null.
    fn no_elements(&self, element: SourceTypeId) -> Vec<u8> {
        match self.language {
            Language::Rust => size_of(self.module, element).unwrap_or(8).clamp(1, 8).to_le_bytes().to_vec(),
            _ => NULL.to_vec(),
        }
    }
}
