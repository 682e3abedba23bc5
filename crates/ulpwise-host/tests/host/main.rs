//! Tests of the hardware operations: one program, so that the files share their helpers.

mod bits;
mod libm_calls;
mod libm_native;
mod random;
mod sse_convert_compare;
mod sse_flags;
mod sse_properties;
mod text;
mod x87_facts;
