//! Blocks of memory, and sorting and searching in them.

use super::c;
use crate::effects::{Effects, Returns};
use crate::names::External;

const P: Effects = Effects::PURE;
const COPIES: Effects = P.reading(&[1]).writing(&[0]);
/// Versions that end the program where the target is too small.
const CHECKED: Effects = COPIES.going(Returns::Perhaps);

pub(super) const TABLE: &[External] = &[
    c("memchr", P.reading(&[0])),
    c("memcmp", P.reading(&[0, 1])),
    c("bcmp", P.reading(&[0, 1])),
    c("memcpy", COPIES),
    c("memmove", COPIES),
    c("mempcpy", COPIES),
    c("memset", P.writing(&[0])),
    c("bzero", P.writing(&[0])),
    c("__memcpy_chk", CHECKED),
    c("__memmove_chk", CHECKED),
    c("__memset_chk", P.writing(&[0]).going(Returns::Perhaps)),
    c("bsearch", P.reading(&[0, 1]).calling_back()),
    c("qsort", P.reading(&[0]).writing(&[0]).calling_back()),
];
