//! Literals: a node of the graph or its complement, in one word.

use std::fmt;
use std::ops::Not;

/// A node, possibly complemented.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lit(u32);

impl Lit {
    /// The constant false.
    pub const FALSE: Lit = Lit(0);
    /// The constant true.
    pub const TRUE: Lit = Lit(1);

    /// The literal of a node.
    #[inline]
    pub(crate) const fn new(node: u32, complemented: bool) -> Lit {
        Lit(node << 1 | complemented as u32)
    }

    /// The constant of this truth value.
    #[inline]
    pub const fn constant(value: bool) -> Lit {
        Lit(value as u32)
    }

    /// The number of the node.
    #[inline]
    pub const fn node(self) -> u32 {
        self.0 >> 1
    }

    /// Whether the node is complemented.
    #[inline]
    pub const fn is_complemented(self) -> bool {
        self.0 & 1 == 1
    }

    /// The node without its complement.
    #[inline]
    pub const fn positive(self) -> Lit {
        Lit(self.0 & !1)
    }

    /// Complemented if asked.
    #[inline]
    pub const fn complement_if(self, condition: bool) -> Lit {
        Lit(self.0 ^ condition as u32)
    }

    /// The truth value, if it is constant.
    #[inline]
    pub const fn as_constant(self) -> Option<bool> {
        match self.0 {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }

    /// Node and complement as one number.
    #[inline]
    pub(crate) const fn code(self) -> u32 {
        self.0
    }

    #[inline]
    pub(crate) const fn from_code(code: u32) -> Lit {
        Lit(code)
    }
}

impl Not for Lit {
    type Output = Lit;

    #[inline]
    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.as_constant() {
            Some(value) => write!(f, "{value}"),
            None => write!(f, "{}n{}", if self.is_complemented() { "!" } else { "" }, self.node()),
        }
    }
}
