//! The quick test that lets an interpreter skip the flags of most operations.

/// Whether a result's magnitude lies strictly between the smallest normal and the largest finite
/// number.
///
/// Then addition, subtraction, multiplication, division, square root or fused multiply-add raised
/// none of invalid, divide-by-zero, overflow, underflow, in any rounding mode. Both boundary values
/// count as not ordinary: a tiny result may have been rounded up to the smallest normal number, and
/// directed rounding turns overflow into the largest finite one. Inexact and denormal (an operand's
/// property) may have been raised either way.
#[inline(always)]
pub const fn ordinary_f64(bits: u64) -> bool {
    const LOWEST: u64 = (0x0010_0000_0000_0000 << 1) + 2;
    const HIGHEST: u64 = (0x7fef_ffff_ffff_ffff << 1) - 2;
    // Shifting the sign out leaves the magnitude; the wrapping subtraction makes one comparison
    // test both bounds.
    (bits << 1).wrapping_sub(LOWEST) <= HIGHEST - LOWEST
}

/// The same as [`ordinary_f64`] for a single-precision result.
#[inline(always)]
pub const fn ordinary_f32(bits: u32) -> bool {
    const LOWEST: u32 = (0x0080_0000 << 1) + 2;
    const HIGHEST: u32 = (0x7f7f_ffff << 1) - 2;
    (bits << 1).wrapping_sub(LOWEST) <= HIGHEST - LOWEST
}
