//! Sites: the numbered floating-point operations of a program, and where they stand in its source.

use crate::body::InstId;
use crate::module::FunctionId;
use crate::ops::{FloatBinaryOp, FloatUnaryOp};
use crate::types::FloatFormat;
use ulpwise_base::typed_id;

typed_id! {
    /// A source file of a module.
    pub struct FileId("file");
}
typed_id! {
    /// A place in the source.
    pub struct LocationId("loc");
}
typed_id! {
    /// A site: one floating-point operation, float↔int conversion or libm call of the program.
    pub struct SiteId("site");
}

/// A source file as the compiler named it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SourceFile {
    /// The directory of the compilation, empty when `name` is absolute.
    pub directory: String,
    /// The name given to the compiler or found by it.
    pub name: String,
}

impl SourceFile {
    /// The path of the file.
    pub fn path(&self) -> std::path::PathBuf {
        std::path::Path::new(&self.directory).join(&self.name)
    }
}

/// A place in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Location {
    /// The file.
    pub file: FileId,
    /// The line, from 1; 0 when the compiler made the instruction up.
    pub line: u32,
    /// The column in bytes, from 1; 0 when unknown.
    pub column: u32,
    /// Where the call stands that was inlined to bring the instruction here.
    pub inlined_at: Option<LocationId>,
}

/// What kind of operation a site is; decides which exceptions it can raise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SiteKind {
    /// An operation of two operands.
    Binary(FloatBinaryOp, FloatFormat),
    /// An operation of one operand.
    Unary(FloatUnaryOp, FloatFormat),
    /// A fused multiply-add.
    Fma(FloatFormat),
    /// A comparison.
    Compare(FloatFormat),
    /// A conversion between formats, from and to.
    Convert(FloatFormat, FloatFormat),
    /// A conversion to an integer.
    ToInt(FloatFormat),
    /// A conversion from an integer.
    FromInt(FloatFormat),
    /// A call of the mathematical library.
    Libm(FunctionId),
}

/// One floating-point operation of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Site {
    /// The function it stands in.
    pub function: FunctionId,
    /// Its number among the sites of that function, from 0: together they are a stable name.
    pub ordinal: u32,
    /// The instruction.
    pub inst: InstId,
    /// What kind of operation.
    pub kind: SiteKind,
    /// Where in the source.
    pub location: Option<LocationId>,
}
