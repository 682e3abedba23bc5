//! What is checked, and against what:
//!
//! - `exhaustive`: small formats, every operand, five modes, value and flags, against a model by
//!   definition;
//! - `conversions`: between small formats, to and from integers and rationals, all of them;
//! - `hardware`: f32, f64, x87 against the processor, 100,000 random cases an operation;
//! - `mpfr`: f16, bf16, f128 and odd formats against MPFR, likewise;
//! - `text`: reading against MPFR and the standard library, the shortest decimal by its definition;
//! - `x87`: that format against the same one without its stored bit, and its irregular encodings;
//! - `facts`: examples that a reader can check by hand.

mod conversions;
mod exhaustive;
mod facts;
mod hardware;
mod mpfr;
mod text;
mod x87;

use ulpwise_float::Format;

/// The formats that are enumerated.
fn small_formats() -> [Format; 5] {
    [(2, 2), (2, 3), (3, 3), (3, 4), (4, 4)].map(|(e, s)| Format::new(e, s).expect("a valid format"))
}
