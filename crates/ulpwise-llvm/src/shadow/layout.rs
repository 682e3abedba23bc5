//! The names and the layout of what shadowed code and the run time share.

/// A pointer to the cells that hold the shadow values of memory, set by the run time.
pub(crate) const CELLS: &str = "ulpwise_cells";
/// The number of the call under way, in the upper sixteen bits of a word: cells and arguments of
/// other calls are void.
pub(crate) const EPOCH: &str = "ulpwise_epoch";
/// For each site two doubles: the accumulated and the local error from which on it is reported, in
/// units of the last place, times 2^-52 (in float 2^-23).
pub(crate) const THRESHOLDS: &str = "ulpwise_thresholds";

/// The cell of the value that was returned last, laid out as those of memory; its epoch is or-ed
/// with one.
pub(crate) const RETURNED: &str = "ulpwise.returned";

/// How many cells there are. A cell is four words: address and epoch, the bits of the value, high,
/// low.
pub const CELL_COUNT: usize = 1 << 21;

/// The bits of an address that choose its cell, four bytes apart; others are mixed in, so that
/// stack, heap and variables differ.
pub fn cell_of(address: u64) -> usize {
    (((address >> 2) ^ (address >> 25)) & (CELL_COUNT as u64 - 1)) as usize
}
