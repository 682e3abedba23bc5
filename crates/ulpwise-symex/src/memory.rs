//! Loads, stores and copies at known addresses, of bytes that may be terms.

use crate::state::{ByteOf, PathState};
use crate::terms::Terms;
use std::sync::Arc;
use ulpwise_expr::{Sort, Term};
use ulpwise_interp::memory::MemoryFault;
use ulpwise_ir::Type;

impl PathState<'_> {
    /// The value of a type at an address.
    pub(crate) fn load(&self, terms: &mut Terms, address: u64, ty: Type) -> Result<Term, MemoryFault> {
        let value = self.load_bytes(terms, address, ty.store_bytes())?;
        let bits = u32::from(ty.bits());
        if !bits.is_multiple_of(8) {
            // It owns the whole last byte, but only its bits count.
            let all = terms.bits(value);
            return Ok(terms.store.bv_extract(all, bits - 1, 0));
        }
        Ok(value)
    }

    /// Bytes at an address as one value, the first byte lowest.
    pub(crate) fn load_bytes(
        &self,
        terms: &mut Terms,
        address: u64,
        len: usize,
    ) -> Result<Term, MemoryFault> {
        let known = self.interpreter.machine.memory.read_anyway(address, len)?.to_vec();
        let pieces: Vec<Option<ByteOf>> =
            (0..len).map(|at| self.byte_at(terms, address + at as u64)).collect();
        // A whole value that is read as it was written.
        if let Some(first) = pieces[0]
            && pieces
                .iter()
                .enumerate()
                .all(|(at, piece)| *piece == Some(ByteOf { index: at as u8, ..first }))
            && bytes_of(terms, first.value) == len
        {
            return Ok(first.value);
        }
        let mut joined: Option<Term> = None;
        let mut at = 0;
        while at < len {
            let run = run_length(&pieces[at..]);
            let piece = match pieces[at] {
                Some(ByteOf { value, index }) => {
                    let bits = terms.bits(value);
                    let low = 8 * u32::from(index);
                    terms.store.bv_extract(bits, low + 8 * run as u32 - 1, low)
                }
                None => {
                    let mut bytes = [0; 16];
                    bytes[..run].copy_from_slice(&known[at..at + run]);
                    terms.constant(8 * run as u8, u128::from_le_bytes(bytes))
                }
            };
            joined = Some(joined.map_or(piece, |low| terms.store.bv_concat(piece, low)));
            at += run;
        }
        Ok(joined.expect("at least one byte is read"))
    }

    /// The term that a marked byte is of; a byte that nobody initialised is one of its own.
    fn byte_at(&self, terms: &mut Terms, address: u64) -> Option<ByteOf> {
        let memory = &self.interpreter.machine.memory;
        if !memory.is_marked(address) {
            return None;
        }
        let (base, _) = memory.object_at(address)?;
        let known = self.bytes.get(&base).and_then(|bytes| bytes.get(&(address - base)));
        Some(known.copied().unwrap_or_else(|| {
            let value = terms.uninitialised(&format!("uninitialised {address:#x}"), 8);
            ByteOf { value, index: 0 }
        }))
    }

    /// Writes a value of a type to an address.
    pub(crate) fn store(
        &mut self,
        terms: &mut Terms,
        address: u64,
        ty: Type,
        value: Term,
    ) -> Result<(), MemoryFault> {
        let len = ty.store_bytes();
        let above = 8 * len as u32 - u32::from(ty.bits());
        let value = if above == 0 {
            value
        } else {
            let bits = terms.bits(value);
            terms.store.bv_zero_extend(bits, above)
        };
        self.store_bytes(terms, address, len, value)
    }

    /// Writes the bytes of a value to an address, the lowest first.
    pub(crate) fn store_bytes(
        &mut self,
        terms: &mut Terms,
        address: u64,
        len: usize,
        value: Term,
    ) -> Result<(), MemoryFault> {
        if let Some(bits) = terms.known(value) {
            let written = self.interpreter.machine.memory.write(address, len)?;
            written.copy_from_slice(&bits.to_le_bytes()[..len]);
            return Ok(());
        }
        self.interpreter.machine.memory.mark(address, len)?;
        for index in 0..len as u8 {
            self.put_byte(address + u64::from(index), ByteOf { value, index });
        }
        Ok(())
    }

    /// Says what a marked byte is.
    fn put_byte(&mut self, address: u64, byte: ByteOf) {
        if let Some((base, _)) = self.interpreter.machine.memory.object_at(address) {
            Arc::make_mut(self.bytes.entry(base).or_default()).insert(address - base, byte);
        }
    }

    /// Copies bytes as `memmove` does.
    pub(crate) fn copy(
        &mut self,
        terms: &mut Terms,
        to: u64,
        from: u64,
        len: usize,
    ) -> Result<(), MemoryFault> {
        if len == 0 {
            return Ok(());
        }
        let known = self.interpreter.machine.memory.read_anyway(from, len)?.to_vec();
        let pieces: Vec<Option<ByteOf>> = (0..len).map(|at| self.byte_at(terms, from + at as u64)).collect();
        self.interpreter.machine.memory.write(to, len)?.copy_from_slice(&known);
        for (at, byte) in pieces.into_iter().enumerate() {
            if let Some(byte) = byte {
                let address = to + at as u64;
                self.interpreter.machine.memory.mark(address, 1)?;
                self.put_byte(address, byte);
            }
        }
        Ok(())
    }
}

/// How many bytes a value has in memory.
fn bytes_of(terms: &Terms, value: Term) -> usize {
    match terms.store.sort(value) {
        Sort::BitVec(width) => width as usize / 8,
        // The x87's numbers have a leading bit there.
        Sort::Float(format) => (format.width() as usize).div_ceil(8),
        _ => 0,
    }
}

/// How many of the first pieces are neighbours in one value, or known bytes, at most as many as a constant holds.
fn run_length(pieces: &[Option<ByteOf>]) -> usize {
    let follows = |at: usize| match (pieces[0], pieces[at]) {
        (None, None) => at < 16,
        (Some(first), Some(other)) => {
            other.value == first.value && usize::from(other.index) == usize::from(first.index) + at
        }
        _ => false,
    };
    (1..pieces.len()).find(|&at| !follows(at)).unwrap_or(pieces.len())
}
