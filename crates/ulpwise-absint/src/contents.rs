//! What an object holds: typed cells at known offsets.

use crate::value::AbstractValue;
use std::collections::BTreeMap;
use std::rc::Rc;
use ulpwise_ir::Type;

/// A scalar in memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Cell {
    pub(crate) bytes: u64,
    pub(crate) value: AbstractValue,
}

/// What is assumed of an object that an argument points into: the array there may be longer, and
/// begin earlier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Assumed {
    /// The number of the argument.
    pub(crate) argument: u32,
    /// How many bytes from its address on are described. What lies beyond can be anything.
    pub(crate) bytes: u64,
}

/// The contents of an object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Contents {
    /// Its size, if it is known.
    pub(crate) size: Option<u64>,
    /// What is assumed of its size, if it is an argument's; then `size` is not known.
    pub(crate) assumed: Option<Assumed>,
    /// By their offsets; they do not overlap.
    pub(crate) cells: BTreeMap<u64, Cell>,
    /// Whether bytes without a cell are zero; else they can be anything.
    pub(crate) rest_is_zero: bool,
    /// Whether it stands for one object at a time, so that a store replaces what was there.
    pub(crate) is_single: bool,
    /// Whether outside code may know its address.
    pub(crate) has_escaped: bool,
}

impl Contents {
    pub(crate) fn unknown(size: Option<u64>, is_single: bool) -> Contents {
        Contents {
            size,
            assumed: None,
            cells: BTreeMap::new(),
            rest_is_zero: false,
            is_single,
            has_escaped: false,
        }
    }

    /// An object that an argument points into, of which so many bytes are described.
    pub(crate) fn argument(number: u32, bytes: u64) -> Contents {
        Contents { assumed: Some(Assumed { argument: number, bytes }), ..Contents::unknown(None, true) }
    }

    /// Forgets what it holds.
    pub(crate) fn forget(&mut self) {
        self.cells.clear();
        self.rest_is_zero = false;
    }

    pub(crate) fn remove_overlapping(&mut self, offset: u64, bytes: u64) {
        let first = offset.saturating_sub(15);
        let overlapping: Vec<u64> = self
            .cells
            .range(first..offset.saturating_add(bytes))
            .filter(|(at, cell)| *at + cell.bytes > offset)
            .map(|(&at, _)| at)
            .collect();
        for at in overlapping {
            // What is left of a cell that is cut is not zero.
            self.rest_is_zero = false;
            self.cells.remove(&at);
        }
    }

    pub(crate) fn write(&mut self, offset: u64, cell: Cell) {
        let replaces_exactly = self.cells.get(&offset).is_some_and(|old| old.bytes == cell.bytes);
        if !replaces_exactly {
            self.remove_overlapping(offset, cell.bytes);
        }
        self.cells.insert(offset, cell);
    }

    /// The value of a type at an offset.
    pub(crate) fn read(&self, offset: u64, ty: Type) -> AbstractValue {
        let bytes = ty.store_bytes() as u64;
        if let Some(cell) = self.cells.get(&offset)
            && cell.bytes == bytes
        {
            return cell.value.reinterpreted(ty);
        }
        if let Some(part) = self.part_of_integer(offset, ty) {
            return part;
        }
        let first = offset.saturating_sub(15);
        let covered = self.cells.range(first..offset + bytes).any(|(at, cell)| *at + cell.bytes > offset);
        if self.rest_is_zero && !covered { AbstractValue::of_bits(ty, 0) } else { AbstractValue::any(ty) }
    }

    /// The value of a type whose bytes lie within a single integer.
    fn part_of_integer(&self, offset: u64, ty: Type) -> Option<AbstractValue> {
        let (&at, cell) = self.cells.range(..=offset).next_back()?;
        let (skipped, bytes) = (offset - at, ty.store_bytes() as u64);
        let bits = cell.value.as_int()?.singleton_bits()?;
        let unused = 128 - u32::from(ty.bits());
        (skipped + bytes <= cell.bytes)
            .then(|| AbstractValue::of_bits(ty, bits >> (8 * skipped) << unused >> unused))
    }

    /// What it holds if it is one or the other.
    pub(crate) fn union(
        &self,
        other: &Contents,
        combine: impl Fn(&AbstractValue, &AbstractValue) -> AbstractValue,
    ) -> Contents {
        let mut cells = BTreeMap::new();
        let rest_is_zero = self.rest_is_zero && other.rest_is_zero;
        for (&offset, cell) in &self.cells {
            let Some(same) = other.cells.get(&offset).filter(|same| same.bytes == cell.bytes) else {
                continue;
            };
            let Some(other_value) = comparable(&cell.value, &same.value) else { continue };
            cells.insert(offset, Cell { bytes: cell.bytes, value: combine(&cell.value, other_value) });
        }
        let is_complete = cells.len() == self.cells.len() && cells.len() == other.cells.len();
        Contents {
            size: self.size.filter(|size| other.size == Some(*size)),
            assumed: match (self.assumed, other.assumed) {
                (Some(a), Some(b)) => Some(Assumed { bytes: a.bytes.min(b.bytes), ..a }),
                (a, b) => a.or(b),
            },
            cells,
            rest_is_zero: rest_is_zero && is_complete,
            is_single: self.is_single && other.is_single,
            has_escaped: self.has_escaped || other.has_escaped,
        }
    }

    /// Writes a value that may be written or not, or to another place.
    pub(crate) fn write_weakly(&mut self, offset: u64, bytes: u64, ty: Type, value: &AbstractValue) {
        let old = self.read(offset, ty);
        let is_exact = self.cells.get(&offset).is_some_and(|cell| cell.bytes == bytes);
        if is_exact || self.rest_is_zero {
            let union = match comparable(&old, value) {
                Some(value) => old.union(value),
                None => AbstractValue::any(ty),
            };
            let was_zero = self.rest_is_zero && !is_exact;
            let covered = self
                .cells
                .range(offset.saturating_sub(15)..offset + bytes)
                .any(|(at, cell)| *at + cell.bytes > offset && *at != offset);
            if was_zero && covered {
                self.remove_overlapping(offset, bytes);
                return;
            }
            self.write(offset, Cell { bytes, value: union });
        } else {
            self.remove_overlapping(offset, bytes);
        }
    }
}

/// The same with values that hang together with no others.
pub(crate) fn without_forms(contents: &Rc<Contents>) -> Rc<Contents> {
    let has_form = |cell: &Cell| cell.value.as_float().is_some_and(|value| value.form.is_some());
    if !contents.cells.values().any(has_form) {
        return contents.clone();
    }
    let mut contents = (**contents).clone();
    contents.cells.values_mut().for_each(|cell| cell.value.forget_form());
    Rc::new(contents)
}

/// The second value, if both are of one kind.
pub(crate) fn comparable<'a>(a: &AbstractValue, b: &'a AbstractValue) -> Option<&'a AbstractValue> {
    let alike = match (a, b) {
        (AbstractValue::Float(a), AbstractValue::Float(b)) => a.domain.format() == b.domain.format(),
        (AbstractValue::Int(a), AbstractValue::Int(b)) => a.width() == b.width(),
        (AbstractValue::Pointer(_), AbstractValue::Pointer(_))
        | (AbstractValue::Opaque, AbstractValue::Opaque) => true,
        _ => false,
    };
    alike.then_some(b)
}
