//! Sorts as scripts have them: those of terms, and those that only scripts know.

use std::fmt;
use std::sync::Arc;
use ulpwise_base::typed_id;
use ulpwise_expr::Sort;

typed_id! {
    /// A datatype that the script declares.
    pub(crate) struct DatatypeId("datatype");
}

/// The sort of a term of a script.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum ScriptSort {
    /// One that terms have.
    Kernel(Sort),
    /// Whole numbers: terms of sort Real whose variables are whole.
    Int,
    /// A sort that the script declares; with its arguments, if it takes any.
    Declared(Arc<str>),
    /// An array that is none of terms: its index, its element.
    Array(Arc<[ScriptSort; 2]>),
    /// A datatype, and its name.
    Datatype(DatatypeId, Arc<str>),
}

impl ScriptSort {
    /// The array sort with this index and element.
    pub(crate) fn array(index: ScriptSort, element: ScriptSort) -> ScriptSort {
        match (&index, &element) {
            (ScriptSort::Kernel(Sort::BitVec(index)), ScriptSort::Kernel(Sort::BitVec(element))) => {
                ScriptSort::Kernel(Sort::Array { index: *index, element: *element })
            }
            _ => ScriptSort::Array(Arc::new([index, element])),
        }
    }

    /// The sort of the term that stands for one of this sort, and whether that is all there is to
    /// it.
    pub(crate) fn kernel(&self) -> Option<Sort> {
        match self {
            ScriptSort::Kernel(sort) => Some(*sort),
            ScriptSort::Int => Some(Sort::Real),
            ScriptSort::Declared(_) | ScriptSort::Array(_) | ScriptSort::Datatype(..) => None,
        }
    }

    /// Whether terms of the two sorts can be compared: whole numbers are reals.
    pub(crate) fn fits(&self, other: &ScriptSort) -> bool {
        self == other || (self.kernel().is_some() && self.kernel() == other.kernel())
    }

    /// Index and element, if this is an array of any kind.
    pub(crate) fn array_parts(&self) -> Option<(ScriptSort, ScriptSort)> {
        match self {
            ScriptSort::Array(parts) => Some((parts[0].clone(), parts[1].clone())),
            ScriptSort::Kernel(Sort::Array { index, element }) => {
                let part = |width: &u32| ScriptSort::Kernel(Sort::BitVec(*width));
                Some((part(index), part(element)))
            }
            _ => None,
        }
    }
}

/// As SMT-LIB writes it.
impl fmt::Display for ScriptSort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ScriptSort::Kernel(sort) => sort.fmt(f),
            ScriptSort::Int => f.write_str("Int"),
            ScriptSort::Declared(name) | ScriptSort::Datatype(_, name) => f.write_str(name),
            ScriptSort::Array(parts) => write!(f, "(Array {} {})", parts[0], parts[1]),
        }
    }
}
