//! Constructors of arrays. All of them panic on ill-sorted operands.

use super::constructors;
use crate::op::Op;
use crate::store::{Term, TermStore};

impl TermStore {
    /// The array with indices of `index_width` bits that holds `element` everywhere.
    #[track_caller]
    pub fn array_constant(&mut self, index_width: u32, element: Term) -> Term {
        self.application(Op::ArrayConstant { index: index_width }, &[element])
    }
}

constructors! {
    /// The element at an index.
    array_select(array, index) = Op::ArraySelect;
    /// The array changed at one index.
    array_store(array, index, element) = Op::ArrayStore;
}
