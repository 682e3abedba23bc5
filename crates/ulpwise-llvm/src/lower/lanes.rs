//! The scalars that make up one LLVM value, in order.

use std::ops::Deref;
use std::rc::Rc;
use ulpwise_ir::Slot;

/// The slots of a value's scalars. Nearly all values are one scalar, which costs no allocation.
#[derive(Clone, Debug)]
pub(super) enum Lanes {
    /// A single scalar.
    One(Slot),
    /// None, or several.
    Many(Rc<[Slot]>),
}

impl Lanes {
    /// The lanes of a value of no scalars (`void`, an empty struct).
    pub(super) fn none() -> Self {
        Self::Many(Rc::new([]))
    }
}

impl Deref for Lanes {
    type Target = [Slot];
    fn deref(&self) -> &[Slot] {
        match self {
            Self::One(slot) => std::slice::from_ref(slot),
            Self::Many(slots) => slots,
        }
    }
}

impl FromIterator<Slot> for Lanes {
    fn from_iter<I: IntoIterator<Item = Slot>>(slots: I) -> Self {
        let mut slots = slots.into_iter();
        let (first, second) = (slots.next(), slots.next());
        match (first, second) {
            (None, _) => Self::none(),
            (Some(only), None) => Self::One(only),
            (Some(first), Some(second)) => Self::Many([first, second].into_iter().chain(slots).collect()),
        }
    }
}
