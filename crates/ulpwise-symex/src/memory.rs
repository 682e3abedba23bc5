//! Loads, stores and copies at known addresses, of bytes that may be terms.

use crate::state::PathState;
use crate::terms::Terms;
use ulpwise_expr::{Sort, Term};
use ulpwise_interp::memory::MemoryFault;
use ulpwise_interp::{ByteOf, MemoryBytes};
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
        let bytes = self.bytes_at(terms, address, len)?;
        // A whole value that is read as it was written.
        if let Some(whole) = bytes.leading_value().filter(|&value| bytes_of(terms, value) == len) {
            return Ok(whole);
        }
        let MemoryBytes { known, pieces } = bytes;
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

/// How many of the first pieces are neighbours in one value, or known bytes, at most as many as a
/// constant holds.
fn run_length(pieces: &[Option<ByteOf<Term>>]) -> usize {
    let follows = |at: usize| match (pieces[0], pieces[at]) {
        (None, None) => at < 16,
        (Some(first), Some(other)) => {
            other.value == first.value && usize::from(other.index) == usize::from(first.index) + at
        }
        _ => false,
    };
    (1..pieces.len()).find(|&at| !follows(at)).unwrap_or(pieces.len())
}
