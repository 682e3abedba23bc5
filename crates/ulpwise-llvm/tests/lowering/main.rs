//! Lowering, judged by the text of the result and by what the interpreter makes of it.

mod aggregates;
mod calls;
mod constants;
mod control;
mod debug_info;
mod declarations;
mod floats;
mod integers;
mod intrinsics;
mod languages;
mod memory;
mod programs;
mod sites;
mod support;
mod unsupported;
mod vectors;
