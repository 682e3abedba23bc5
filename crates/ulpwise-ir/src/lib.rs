//! The program as ulpwise sees it: a typed, compact form of what clang, flang and rustc hand to
//! LLVM.
//!
//! * A [`Module`] holds functions, globals, source locations and the numbered floating-point
//!   [`Site`]s.
//! * A [`Body`] is in static single assignment form. Blocks have parameters instead of phi nodes;
//!   an [`Edge`] carries the arguments. Vectors and aggregates are already taken apart: every
//!   value is a scalar in a dense [`Slot`], so an executor needs one array of `u64` per frame.
//! * The text form prints a module and parses it back; the verifier lists what must hold.
//!
//! Deliberately absent: LLVM (only `ulpwise-llvm` touches it), execution (`ulpwise-interp`), and
//! any host floating-point arithmetic: constants are bit patterns.

mod body;
pub mod builder;
mod components;
mod dominators;
pub mod exception;
mod flush;
mod inst;
mod module;
mod operands;
mod ops;
pub mod raisable;
mod renumber;
mod site;
mod source_type;
pub mod text;
mod types;
pub mod verify;

pub use body::{
    Block, BlockId, Body, Constant, Edge, EdgeId, InstId, Slot, SlotList, SlotRole, SlotType, SwitchId,
    SwitchTable,
};
pub use components::strong_components;
pub use dominators::Dominators;
pub use flush::flush_subnormals;
pub use inst::Inst;
pub use module::{Function, FunctionId, Global, GlobalId, Library, MessageId, Module, Relocation, Target};
pub use operands::Access;
pub use ops::{
    FloatBinaryOp, FloatPredicate, FloatUnaryOp, IntBinaryOp, IntCastOp, IntPredicate, IntUnaryOp,
    OverflowOp, SignOp,
};
pub use raisable::{NanOperands, raisable};
pub use site::{FileId, Location, LocationId, Site, SiteId, SiteKind, SourceFile};
pub use source_type::{
    Declaration, DeclaredLength, Dimension, FORTRAN_CHARACTER, FORTRAN_DESCRIPTOR, Language, Member,
    ParameterDeclaration, SourceType, SourceTypeId,
};
pub use types::{FloatFormat, Type};
