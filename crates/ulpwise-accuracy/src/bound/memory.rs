//! Memory of a run whose numbers are not known: bytes that are, cells that hold forms and addresses, and bytes
//! that nothing has written, of which nothing may be concluded.

use super::form::AffineErrorForm;
use crate::error::RefusalReason;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A value of the program.
#[derive(Clone, Debug)]
pub(super) enum BoundValue {
    /// Known bits.
    Bits(u128),
    /// An address: an object, and an offset in it.
    Pointer(usize, i64),
    /// A number of which a form is known.
    Number(Rc<AffineErrorForm>),
}

/// An object.
#[derive(Clone, Debug, Default)]
struct BoundObject {
    bytes: Vec<u8>,
    /// Of each byte, whether something has written it. C leaves the value of others open, and compilers make
    /// use of that: a bound that took them for zero would not hold.
    written: Vec<bool>,
    /// By offset: so many bytes that are a value other than bits.
    cells: BTreeMap<usize, (usize, BoundValue)>,
}

/// All objects.
#[derive(Clone, Debug, Default)]
pub(super) struct BoundMemory {
    objects: Vec<BoundObject>,
}

/// How many bytes all objects may have.
const MOST_BYTES: usize = 1 << 26;

impl BoundMemory {
    /// A new object, of zeros where it is written.
    pub(super) fn allocate(&mut self, size: u64, written: bool) -> Result<usize, RefusalReason> {
        let used: usize = self.objects.iter().map(|object| object.bytes.len()).sum();
        let size = usize::try_from(size).ok().filter(|&size| size + used <= MOST_BYTES);
        let size = size.ok_or(RefusalReason::TooMuchMemory)?;
        let written = vec![written; size];
        self.objects.push(BoundObject { bytes: vec![0; size], written, cells: BTreeMap::new() });
        Ok(self.objects.len() - 1)
    }

    /// The object, and the offset of so many bytes in it.
    fn locate(
        &mut self,
        address: &BoundValue,
        size: usize,
    ) -> Result<(&mut BoundObject, usize), RefusalReason> {
        let BoundValue::Pointer(object, offset) = *address else {
            return Err(RefusalReason::UnknownAddress);
        };
        let object = &mut self.objects[object];
        let start = usize::try_from(offset).ok().filter(|start| start + size <= object.bytes.len());
        Ok((object, start.ok_or(RefusalReason::OutOfBounds)?))
    }

    pub(super) fn load(&mut self, address: &BoundValue, size: usize) -> Result<BoundValue, RefusalReason> {
        let (object, start) = self.locate(address, size)?;
        match object.cells.get(&start) {
            Some((cell, value)) if *cell == size => return Ok(value.clone()),
            _ => {}
        }
        if object.overlapping(start, size).next().is_some() {
            return Err(RefusalReason::SplitRead);
        }
        if !object.written[start..start + size].iter().all(|&written| written) {
            return Err(RefusalReason::UnwrittenMemory);
        }
        let bytes = &object.bytes[start..start + size];
        Ok(BoundValue::Bits(bytes.iter().rev().fold(0, |bits, &byte| bits << 8 | u128::from(byte))))
    }

    pub(super) fn store(
        &mut self,
        address: &BoundValue,
        size: usize,
        value: BoundValue,
    ) -> Result<(), RefusalReason> {
        let (object, start) = self.locate(address, size)?;
        object.clear(start, size)?;
        object.written[start..start + size].fill(true);
        match value {
            BoundValue::Bits(bits) => {
                for (at, byte) in object.bytes[start..start + size].iter_mut().enumerate() {
                    *byte = (bits >> (8 * at)) as u8;
                }
            }
            other => drop(object.cells.insert(start, (size, other))),
        }
        Ok(())
    }

    pub(super) fn fill(&mut self, address: &BoundValue, byte: u8, size: usize) -> Result<(), RefusalReason> {
        let (object, start) = self.locate(address, size)?;
        object.clear(start, size)?;
        object.bytes[start..start + size].fill(byte);
        object.written[start..start + size].fill(true);
        Ok(())
    }

    /// Copies bytes. Those that nothing has written stay so: padding of a structure may be copied.
    pub(super) fn copy(
        &mut self,
        to: &BoundValue,
        from: &BoundValue,
        size: usize,
    ) -> Result<(), RefusalReason> {
        let (source, start) = self.locate(from, size)?;
        let bytes = source.bytes[start..start + size].to_vec();
        let written = source.written[start..start + size].to_vec();
        let cells: Vec<(usize, usize, BoundValue)> =
            source.overlapping(start, size).map(|(at, cell, value)| (at, cell, value.clone())).collect();
        if cells.iter().any(|(at, cell, _)| *at < start || at + cell > start + size) {
            return Err(RefusalReason::SplitCopy);
        }
        let (target, first) = self.locate(to, size)?;
        target.clear(first, size)?;
        target.bytes[first..first + size].copy_from_slice(&bytes);
        target.written[first..first + size].copy_from_slice(&written);
        for (at, cell, value) in cells {
            target.cells.insert(first + (at - start), (cell, value));
        }
        Ok(())
    }
}

impl BoundObject {
    /// The cells that share bytes with these.
    fn overlapping(&self, start: usize, size: usize) -> impl Iterator<Item = (usize, usize, &BoundValue)> {
        // No cell has more than sixteen bytes.
        let cells = self.cells.range(start.saturating_sub(16)..start + size);
        cells
            .filter(move |&(&at, &(cell, _))| at + cell > start)
            .map(|(&at, (cell, value))| (at, *cell, value))
    }

    /// Makes room for other bytes.
    fn clear(&mut self, start: usize, size: usize) -> Result<(), RefusalReason> {
        let cells: Vec<(usize, usize)> =
            self.overlapping(start, size).map(|(at, cell, _)| (at, cell)).collect();
        for (at, cell) in cells {
            if at < start || at + cell > start + size {
                return Err(RefusalReason::SplitWrite);
            }
            self.cells.remove(&at);
        }
        Ok(())
    }
}
