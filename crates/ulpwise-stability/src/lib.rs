//! Stability: how far what a program computes is from what is true, under any rounding: proven for
//! all inputs in range, or shown by a run.
//!
//! * `execute` follows every path of a function; what it computes are nodes of a [`graph`].
//! * [`form`] says what is known of a float: the numbers that can be computed, the true ones, their
//!   difference. `transfer` has the model of rounding: what each operation makes of forms. `region`
//!   and `evaluate` apply it to paths and ranges of inputs.
//! * `truth` has the true values of single runs, `run` makes them, `search` looks for those that
//!   lose precision, and `trace` says on which way; `prove` cuts ranges of inputs into parts.
//! * `refine` asks others about what is left open: `linear` programs, a solver of the `reals`, and
//!   solvers in `exact` float semantics.
//! * [`RunErrors`] makes exact runs by chance, which tests hold bounds against.
//! * [`iterate`] follows a control loop step by step.
//! * [`StabilityEvent`] reports progress.
//! * [`analyze`] gives verdicts; `native` makes every run that loses precision before it is
//!   reported, and [`shadow`] makes one again.
//!
//! What holds: a bound that is reported is kept by every run on inputs in range, in every rounding
//! mode that the [`RoundingModel`] allows, on the paths that were followed; and the [`Exploration`]
//! says if there are others.

mod analysis;
mod control;
mod error;
mod errors;
mod evaluate;
mod event;
mod exact;
mod execute;
pub mod form;
pub mod graph;
mod inputs;
mod integers;
mod linear;
mod magnitude;
mod native;
mod options;
mod precision;
mod prove;
mod reals;
mod refine;
mod region;
mod run;
mod search;
pub mod shadow;
mod target;
mod trace;
mod transfer;
mod trial;
mod truth;

pub use analysis::{Confirm, StabilityResult, StabilityVerdict, analyze, judge};
pub use control::{Feedback, LoopBounds, StateBound, iterate};
pub use error::StabilityError;
pub use errors::RunErrors;
pub use event::{StabilityEvent, Stage};
pub use execute::{Exploration, ExploreOptions, Path, explore, inputs_of};
pub use form::{ErrorForm, FloatStatus};
pub use inputs::StabilityInput;
pub use native::{ConfirmedCall, NativeRuns, RunConfirmer};
pub use options::{MakeSolver, RealSolver, StabilityOptions};
pub use precision::{Invariants, Modes, Precision, RoundingModel};
pub use search::UnstableRun;
pub use target::StabilityTarget;
pub use trace::TraceStep;
pub use trial::{Exceeded, Trial};
pub use truth::TrueValue;
pub use ulpwise_domain::Interval;
