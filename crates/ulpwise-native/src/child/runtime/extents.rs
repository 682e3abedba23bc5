//! How far the results of each site went: an input that takes one farther is nearer to an overflow
//! or underflow there, and perhaps to what comes after it.
//!
//! Magnitudes are divided into 32 bands by the upper bits of their exponents, 64 powers of two each
//! for doubles. Machine code asks whether a result lies within the bands that were seen; here they
//! grow. In the end most results are found to be within, without a call.

use crate::region::EXTENDED;
use ulpwise_llvm::Extent;

/// How far a magnitude is shifted to leave its band.
const SHIFT: u32 = 59;
/// The band of an operation that gave zero.
const ZERO: u8 = 32;
/// The bands around one, which are known.
const FIRST: (u64, u64) = (15, 16);

/// The table of machine code.
pub(super) struct Extents {
    table: *mut Extent,
    sites: usize,
}

impl Extents {
    /// The table at an address, or none, for so many sites.
    pub(super) fn new(address: Option<usize>, sites: usize) -> Self {
        let extents =
            Self { table: address.map_or(std::ptr::null_mut(), |address| address as *mut Extent), sites };
        extents.forget();
        extents
    }

    /// From now on every result that is far from one is new.
    pub(super) fn forget(&self) {
        let (lowest, highest) = FIRST;
        let first = Extent { zero: 0, ..of_bands(lowest, highest) };
        for site in 0..self.sites as u32 {
            if let Some(address) = self.address(site) {
                // SAFETY: `address` gives addresses of entries of the table.
                unsafe { address.write(first) };
            }
        }
    }

    fn address(&self, site: u32) -> Option<*mut Extent> {
        let exists = !self.table.is_null() && (site as usize) < self.sites;
        // SAFETY: the table has an entry for each site and lives as long as the code.
        exists.then(|| unsafe { self.table.add(site as usize) })
    }

    /// Notes that an operation had a result of that magnitude. Returns the kind of the event if
    /// that is new.
    #[inline]
    pub(super) fn note(&self, site: u32, magnitude: u64, is_nan: bool) -> Option<u8> {
        let address = self.address(site)?;
        // SAFETY: an entry of the table, to which no other reference exists: machine code waits for
        // us.
        let extent = unsafe { &mut *address };
        if is_nan || magnitude.wrapping_sub(extent.lowest) <= extent.span {
            return None;
        }
        if magnitude == 0 {
            let is_new = extent.zero == 0;
            extent.zero = 1;
            return is_new.then_some(EXTENDED as u8 + ZERO);
        }
        let (lowest, highest) = (extent.lowest >> SHIFT, extent.lowest.wrapping_add(extent.span) >> SHIFT);
        let band = magnitude >> SHIFT;
        *extent = Extent { zero: extent.zero, ..of_bands(lowest.min(band), highest.max(band)) };
        Some(EXTENDED as u8 + band as u8)
    }
}

/// What lies within these bands is known.
fn of_bands(lowest: u64, highest: u64) -> Extent {
    let count = highest - lowest + 1;
    Extent { lowest: lowest << SHIFT, span: (count.unbounded_shl(SHIFT)).wrapping_sub(1), zero: 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn magnitude(number: f64) -> u64 {
        number.to_bits() << 1
    }

    #[test]
    fn what_went_farther_is_reported_once() {
        let mut table = [of_bands(0, 0); 2];
        let extents = Extents::new(Some(table.as_mut_ptr() as usize), 2);
        let novelty = |number: f64| extents.note(1, magnitude(number), number.is_nan());
        assert_eq!([1.0, -3e5, 1e-10, f64::NAN].map(novelty), [None; 4]);
        assert!(novelty(1e100).is_some());
        assert_eq!([1e100, 1e50, 1e-10].map(novelty), [None; 3]);
        assert!(novelty(-1e-200).is_some() && novelty(0.0).is_some());
        assert_eq!([0.0, -0.0, 1e-199].map(novelty), [None; 3]);
        assert!(novelty(5e-324).is_some() && novelty(f64::INFINITY).is_some());
        assert_eq!([5e-324, 0.0, f64::MAX, 1.0].map(novelty), [None; 4]);
        extents.forget();
        assert!(novelty(1e100).is_some());
        assert_eq!(extents.note(0, magnitude(2.0), false), None);
        assert_eq!(extents.note(2, magnitude(1e100), false), None, "there is no such site");
    }
}
