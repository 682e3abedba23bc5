//! What a function's inputs are, and how they are passed.
//!
//! * `names`, `resolve`, `glob`, `ownership` and `signature`: which functions there are, and how a
//!   user calls them.
//! * `number_syntax` and `value_syntax`: how values are written.
//! * `layout`, `sequences`, `parameter_kind` and `marshal`: how the source's values lie in memory and
//!   become LLVM's parameters.
//! * `entry`, `lengths`, `sizes`, `ranges` and `inputs`: arguments that are any values within ranges, for the
//!   symbolic executor and for native code; `outputs`: what a call gives back; `plain_call`: calls of plain
//!   numbers.
//! * `headers`, `conditions` and `assumptions`: what is compiled beside the program, so that it can
//!   name its inputs and assume things of them.
//! * `contracts`: what comments of the source say of inputs, and how calls are held against it.
//! * `hidden_state`, `address_values`, `accesses`, `places`, `reach` and `proof_assumptions`: what a
//!   call depends on besides its inputs, where objects lie among it, which functions it can enter, and
//!   what proofs about it take for granted.
//! * `real_arithmetic` and `exactness`: whether exact arithmetic is what a function means, and whether
//!   what it gives for a call is the exact result.
//!
//! Nothing here analyses a program: `sizes` alone tries calls in the interpreter, `assumptions` alone asks
//! the executor whether conditions can hold.

mod accesses;
mod address_values;
pub mod assumptions;
pub mod conditions;
pub mod contracts;
mod descriptor;
pub mod entry;
mod error;
pub mod exactness;
pub mod glob;
pub mod headers;
pub mod hidden_state;
pub mod inputs;
pub mod layout;
mod lengths;
pub mod marshal;
pub mod names;
pub mod number_syntax;
pub mod outputs;
pub mod ownership;
pub mod parameter_kind;
mod places;
pub mod plain_call;
mod proof_assumptions;
pub mod ranges;
pub mod reach;
pub mod real_arithmetic;
pub mod resolve;
pub mod sequences;
pub mod signature;
mod sizes;
pub mod trial;
pub mod unseen_effects;
pub mod value_syntax;

pub use entry::{
    Unnamed, input_names, name_of, of_function, of_function_as_declared, of_function_with, of_main, returned,
};
pub use error::{HarnessError, Unmakeable};
pub use exactness::{AgainIn, NotExact, has_unfollowed_arithmetic, not_exact};
pub use headers::Headers;
pub use hidden_state::{Dependence, HiddenState, depends_on, is_table, variables_that_may_change};
pub use inputs::{Inputs, NativeInputs};
pub use outputs::{Output, OutputForm, ReturnedFloat, ReturnedFloats};
pub use proof_assumptions::proof_assumptions;
pub use ranges::Ranges;
pub use real_arithmetic::{MeansRounding, means_rounding};
pub use sizes::SizeProber;
pub use trial::{TrialObstacle, trial_obstacle};
pub use unseen_effects::unseen_effect;
