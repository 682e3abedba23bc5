//! Floating-point arithmetic in any binary format, in five rounding modes, exact, with IEEE flags.
//!
//! A [`Float`] is an encoding together with its run-time [`Format`]. Every operation computes the
//! exact result in integers, rounds it once in the direction given, and returns the datum delivered
//! with the [`Flags`] raised:
//!
//! ```
//! use ulpwise_float::{Flags, Float, Format, Rounding};
//!
//! let one = Float::from_f64(1.0);
//! let three = Float::from_f64(3.0);
//! let (third, flags) = one.div(three, Rounding::TowardPositive);
//! assert_eq!(third.to_f64(), 1.0_f64 / 3.0 + f64::EPSILON / 4.0);
//! assert_eq!(flags, Flags::INEXACT);
//! ```
//!
//! What holds: no host floating-point instruction is used; nothing allocates except conversions to
//! and from [`Integer`], [`Rational`] and text; no operation panics on any encoding (only on
//! operands of different formats).
//!
//! What is absent: decimal formats, transcendental functions, and any global state: rounding
//! direction, tininess and the choice of NaN are arguments ([`Env`]).

mod env;
mod flags;
mod format;
mod magnitude;
pub mod moves;
mod nan;
mod ops;
pub mod order;
mod primitive;
mod round;
mod text;
mod uint;
mod unpack;
mod value;

pub use dashu_int::IBig as Integer;
pub use dashu_int::UBig as Natural;
pub use dashu_ratio::RBig as Rational;
pub use env::{Env, NanRule, Rounding, Tininess};
pub use flags::Flags;
pub use format::Format;
pub use text::{Decimal, ParseFloatError};
pub use value::{Class, Float, Outcome};
