//! How exceptions lie in memory: a header, and after it the object that a program throws.
//!
//! The address of an exception is that of the object, so that what C++ calls the exception and what
//! it calls the thrown object are one. Nothing of this is the layout of a C++ run time: native code
//! has its own.

/// How many bytes the header takes.
pub const HEADER_BYTES: u64 = 64;

/// Where the address of the type information stands, from the object on.
pub const TYPE: i64 = -64;
/// Where the address of the destructor stands; null if there is none.
pub const DESTRUCTOR: i64 = -56;
/// How many bytes lie between the object and the part that the handler asked for, 64 bits.
pub const ADJUSTMENT: i64 = -48;
/// Whether the object is an address, and what it points at counts, 64 bits.
pub const IS_ADDRESS: i64 = -40;
/// How many handlers are under way; negative once it was thrown again. 64 bits.
pub const HANDLERS: i64 = -32;

/// The name of the variable that stands for the exception that is a Rust panic.
pub const RUST_PANIC: &str = "a Rust panic";
