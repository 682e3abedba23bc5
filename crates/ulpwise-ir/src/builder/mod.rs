//! Builds modules by hand, for tests and for programs made without LLVM.
//!
//! ```
//! use ulpwise_ir::builder::{F64, ModuleBuilder};
//!
//! let mut module = ModuleBuilder::new();
//! let twice = module.function("twice", &[F64], &[F64], |b| {
//!     let x = b.param(0);
//!     let y = b.fadd(x, x);
//!     b.ret(&[y]);
//! });
//! let module = module.finish();
//! assert_eq!(module.functions[twice].name, "twice");
//! assert_eq!(module.sites.len(), 1);
//! ```
//!
//! What holds: slots come out in the order parameters, locals in the order of their definitions,
//! constants; edges and lists come out in the order of the text form; sites and ordinals are
//! numbered by [`ModuleBuilder::finish`].
//!
//! What it deliberately does not do: check types. Widths and formats are taken from the first
//! operand; whether the others fit is for the verifier to say.

mod body;
mod constants;
mod control;
mod float;
mod int;
mod memory;

pub use body::{BodyBuilder, BuilderValue};

use crate::module::{Function, FunctionId, Global, GlobalId, Library, MessageId, Module};
use crate::site::{FileId, Location, LocationId, SourceFile};
use crate::source_type::Declaration;
use crate::types::{FloatFormat, Type};

/// `_Float16`.
pub const F16: Type = Type::Float(FloatFormat::F16);
/// `__bf16`.
pub const BF16: Type = Type::Float(FloatFormat::BF16);
/// `float`.
pub const F32: Type = Type::Float(FloatFormat::F32);
/// `double`.
pub const F64: Type = Type::Float(FloatFormat::F64);
/// `long double` on x86-64.
pub const X87: Type = Type::Float(FloatFormat::X87);
/// `__float128`.
pub const F128: Type = Type::Float(FloatFormat::F128);
/// A truth value.
pub const I1: Type = Type::BOOL;
/// An integer of 8 bits.
pub const I8: Type = Type::Int(8);
/// An integer of 16 bits.
pub const I16: Type = Type::Int(16);
/// An integer of 32 bits.
pub const I32: Type = Type::Int(32);
/// An integer of 64 bits.
pub const I64: Type = Type::Int(64);
/// An integer of 128 bits.
pub const I128: Type = Type::Int(128);
/// An address.
pub const PTR: Type = Type::Pointer;

/// A module in the making.
#[derive(Default)]
pub struct ModuleBuilder {
    module: Module,
}

impl ModuleBuilder {
    /// An empty module.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a source file.
    pub fn file(&mut self, directory: &str, name: &str) -> FileId {
        self.module.files.push(SourceFile { directory: directory.to_owned(), name: name.to_owned() })
    }

    /// Adds a place in the source.
    pub fn location(&mut self, file: FileId, line: u32, column: u32) -> LocationId {
        self.module.locations.push(Location { file, line, column, inlined_at: None })
    }

    /// Adds a text that `unsupported` can name.
    pub fn message(&mut self, text: &str) -> MessageId {
        self.module.messages.push(text.to_owned())
    }

    /// Adds a variable that begins with these bytes and has no others.
    pub fn variable(&mut self, name: &str, align: u32, bytes: &[u8]) -> GlobalId {
        self.global(Global {
            name: name.to_owned(),
            size: bytes.len() as u64,
            align,
            constant: false,
            internal: false,
            initializer: Some(bytes.to_vec()),
            relocations: Vec::new(),
        })
    }

    /// Adds a global of any kind.
    pub fn global(&mut self, global: Global) -> GlobalId {
        self.module.globals.push(global)
    }

    /// Declares a function; [`define`](Self::define) may give it a body later.
    pub fn declare(&mut self, name: &str, parameters: &[Type], results: &[Type]) -> FunctionId {
        self.module.functions.push(Function {
            name: name.to_owned(),
            parameters: parameters.to_vec(),
            results: results.to_vec(),
            variadic: false,
            exported: false,
            library: Library::None,
            declaration: None,
            body: None,
        })
    }

    /// Declares a function that takes more arguments than it names.
    pub fn declare_variadic(&mut self, name: &str, parameters: &[Type], results: &[Type]) -> FunctionId {
        let id = self.declare(name, parameters, results);
        self.module.functions[id].variadic = true;
        id
    }

    /// Declares a function of the mathematical library.
    pub fn declare_math(&mut self, name: &str, parameters: &[Type], results: &[Type]) -> FunctionId {
        let id = self.declare(name, parameters, results);
        self.module.functions[id].library = Library::Math;
        id
    }

    /// Notes what the source says about a function.
    pub fn describe(&mut self, function: FunctionId, declaration: Declaration) {
        self.module.functions[function].declaration = Some(declaration);
    }

    /// Defines an exported function.
    pub fn function(
        &mut self,
        name: &str,
        parameters: &[Type],
        results: &[Type],
        build: impl FnOnce(&mut BodyBuilder<'_>),
    ) -> FunctionId {
        let id = self.declare(name, parameters, results);
        self.define(id, build);
        id
    }

    /// Gives a declared function its body and exports it.
    pub fn define(&mut self, function: FunctionId, build: impl FnOnce(&mut BodyBuilder<'_>)) {
        let mut body = BodyBuilder::new(&self.module, function);
        build(&mut body);
        let body = body.finish();
        self.module.functions[function].exported = true;
        self.module.functions[function].body = Some(body);
    }

    /// What was built so far; its sites are not numbered yet.
    pub fn module_mut(&mut self) -> &mut Module {
        &mut self.module
    }

    /// The module, its sites numbered.
    pub fn finish(mut self) -> Module {
        self.module.number_sites();
        self.module
    }
}
