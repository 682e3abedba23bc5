//! What the source says about functions and their parameters, from the debug information: the
//! names, and the types behind LLVM's opaque pointers.

use crate::site::LocationId;
use crate::types::FloatFormat;
use ulpwise_base::typed_id;

typed_id! {
    /// A type of the source language.
    pub struct SourceTypeId("t");
}

/// The name that a character of Fortran's has as an integer. An array of them is a text, whose length
/// is passed as a further parameter.
pub const FORTRAN_CHARACTER: &str = "character";

/// What the name begins with that the descriptor of an assumed-shape array of Fortran's has as a
/// structure. Its one member points at the elements; a colon for each dimension follows in
/// parentheses.
pub const FORTRAN_DESCRIPTOR: &str = "descriptor";

/// The language a function was written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Language {
    /// C.
    C,
    /// C++.
    Cpp,
    /// Fortran: parameters are passed by address.
    Fortran,
    /// Rust.
    Rust,
    /// Something else.
    Other,
}

impl Language {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::C, Self::Cpp, Self::Fortran, Self::Rust, Self::Other];

    /// The name in the text form.
    pub const fn name(self) -> &'static str {
        match self {
            Self::C => "c",
            Self::Cpp => "cpp",
            Self::Fortran => "fortran",
            Self::Rust => "rust",
            Self::Other => "other",
        }
    }

    /// The language of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|language| language.name() == name)
    }
}

/// A type of the source language. Typedefs and qualifiers are looked through, except that a
/// pointer knows whether what it points at is constant.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SourceType {
    /// No value.
    Void,
    /// A truth value of so many bits.
    Bool(u32),
    /// An integer (character types too).
    Int {
        /// Its name in the source, such as `unsigned int`.
        name: String,
        /// Whether it is signed.
        signed: bool,
        /// Its width.
        bits: u32,
    },
    /// A floating-point number.
    Float(FloatFormat),
    /// A complex number of two such parts.
    Complex(FloatFormat),
    /// A pointer or reference.
    Pointer {
        /// To what.
        pointee: SourceTypeId,
        /// Whether the function promises not to write through it.
        constant: bool,
    },
    /// An array; the count is `None` when the type leaves it open.
    Array {
        /// The type of an element.
        element: SourceTypeId,
        /// How many, all dimensions together.
        count: Option<u64>,
    },
    /// A struct, class, tuple or derived type.
    Struct {
        /// Its name.
        name: String,
        /// Its size in bytes.
        size: u64,
        /// Its members; empty when it is only declared.
        members: Vec<Member>,
    },
    /// A union.
    Union {
        /// Its name.
        name: String,
        /// Its size in bytes.
        size: u64,
        /// Its members, which lie upon each other; empty when it is only declared.
        members: Vec<Member>,
    },
    /// A value of one of several forms: an enumeration of Rust's with data.
    Variants {
        /// Its name.
        name: String,
        /// Its size in bytes.
        size: u64,
        /// What says which form it is, an enumeration of their names; nothing where the data says it.
        tag: Option<Member>,
        /// The forms, which lie upon each other: the value of the tag, if it has one of its own, and
        /// a structure.
        variants: Vec<(Option<i64>, Member)>,
    },
    /// An enumeration.
    Enum {
        /// Its name.
        name: String,
        /// The width of its values.
        bits: u32,
        /// The names and values.
        enumerators: Vec<(String, i64)>,
    },
    /// A function (behind a pointer).
    Function,
    /// Something else, by the name the debug information gives.
    Unknown(String),
}

/// A member of a struct.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Member {
    /// Its name.
    pub name: String,
    /// Its offset in bytes.
    pub offset: u64,
    /// Its type.
    pub ty: SourceTypeId,
}

/// How many elements there are where a parameter points, as far as the source says it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DeclaredLength {
    /// The extents of the array, in the order in which the language writes them. Of a pointer to
    /// arrays of known size only the first one counts.
    pub dimensions: Vec<Dimension>,
    /// Whether the language makes every caller pass as many: a reference, C's `static`, an explicit
    /// shape in Fortran. In C the bound of an array parameter is otherwise a comment.
    pub is_guaranteed: bool,
}

/// One extent of an array parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dimension {
    /// So many.
    Constant(u64),
    /// As many as the parameter with this number, from 0, says.
    Parameter(u32),
    /// Left open: Fortran's `*`.
    Open,
}

/// A parameter as the source declares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParameterDeclaration {
    /// Its name; empty when the source gives none.
    pub name: String,
    /// Its type.
    pub ty: SourceTypeId,
    /// How many elements there are where it points.
    pub length: Option<DeclaredLength>,
}

impl ParameterDeclaration {
    /// A parameter of which nothing but name and type is known.
    pub fn new(name: impl Into<String>, ty: SourceTypeId) -> Self {
        Self { name: name.into(), ty, length: None }
    }
}

/// What the source says about a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// The name in the source, with its path: `norm`, `geometry::area`.
    pub name: String,
    /// The language.
    pub language: Language,
    /// Where it is defined.
    pub location: Option<LocationId>,
    /// The type of the result.
    pub result: SourceTypeId,
    /// The parameters, in order.
    pub parameters: Vec<ParameterDeclaration>,
}
