//! What nodes become: terms, tuples of them, and arrays that are only read.

use crate::script_sort::DatatypeId;
use ulpwise_base::typed_id;
use ulpwise_expr::Term;

typed_id! {
    /// An array of a query.
    pub(crate) struct ArrayId("array");
}

/// What a node becomes.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Low {
    /// A term; of a declared sort, a bit-vector that numbers its element.
    Term(Term),
    /// A value of a datatype: the number of its constructor, and the fields of all constructors.
    Data(DatatypeId, Term, Vec<Low>),
    Array(ArrayId),
}

/// How an array came about.
#[derive(Clone, Debug)]
pub(crate) enum LowArray {
    Variable,
    Store(ArrayId, Low, Low),
    Constant(Low),
    Ite(Term, ArrayId, ArrayId),
}
