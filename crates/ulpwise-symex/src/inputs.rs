//! What a program asked for: the inputs of a path, and their values in a model.

use crate::files::FileName;
use ulpwise_expr::{Model, Term, Value};
use ulpwise_ir::Type;

/// An input of a path: an argument, or an object that the program made symbolic.
#[derive(Clone, Debug)]
pub(crate) struct SymbolicInput {
    /// What it is called.
    pub(crate) name: String,
    /// The type of each element.
    pub(crate) ty: Type,
    /// Whether the program uses it as that type; otherwise only the size is known.
    pub(crate) is_typed: bool,
    /// A variable for each element, as wide as the type.
    pub(crate) elements: Vec<Term>,
    /// The file whose bytes it is, if it is not something that the program asks for.
    pub(crate) file: Option<FileName>,
}

/// The values of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputValue {
    /// What the input is called.
    pub name: String,
    /// The type of each element.
    pub ty: Type,
    /// Whether the program uses it as that type; otherwise only the size is known.
    pub is_typed: bool,
    /// The bits of each element.
    pub elements: Vec<u128>,
    /// The file whose bytes it is, if it is not something that the program asks for.
    pub file: Option<FileName>,
}

impl SymbolicInput {
    /// Its values in a model. A variable that the model leaves out may be anything, and is zero.
    pub(crate) fn value(&self, model: &Model) -> InputValue {
        let bits = |variable: &Term| match model.get(*variable) {
            Some(Value::BitVec(bits)) => crate::terms::to_u128(bits.unsigned()),
            _ => 0,
        };
        InputValue {
            name: self.name.clone(),
            ty: self.ty,
            is_typed: self.is_typed,
            elements: self.elements.iter().map(bits).collect(),
            file: self.file.clone(),
        }
    }
}
