//! Writes certificates that `ulpwise-verify` checks: lets claims grow until they hold, and prints them.
//!
//! What holds: nothing here is trusted. What is verified is what the checker says of the text; a fault
//! here costs certificates, and never makes a wrong one hold.

mod print;
mod settle;

pub use print::print;
pub use settle::{add_section, empty_certificate};
