//! One of the two functions.

use ulpwise_harness::NativeInputs;
use ulpwise_ir::{FunctionId, Module};
use ulpwise_native::Unit;
use ulpwise_symex::EntryPoint;

/// One of the two functions, and how it is entered.
#[derive(Clone, Debug)]
pub struct ProgramSide<'a> {
    /// The program.
    pub module: &'a Module,
    /// Its bitcode.
    pub units: &'a [Unit],
    /// The function.
    pub function: FunctionId,
    /// Its arguments as terms.
    pub entry: EntryPoint,
    /// Its arguments as words.
    pub native: NativeInputs,
    /// The floats that it returns inside of structures.
    pub returned: ulpwise_harness::ReturnedFloats,
    /// Whether the code generator may still fuse, reorder or approximate its operations, so that
    /// its module does not say what runs.
    pub is_open_to_code_generator: bool,
}
