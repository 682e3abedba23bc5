//! Campaigns: analyses of many functions as work units in a folder that many machines share.
//!
//! * [`plan`](make_plan) compiles the program once and divides its functions into units.
//! * [`run_unit`] works on one of them and writes one file; [`run_here`] starts a process for each.
//! * [`status`] says how far a campaign is, [`merge`] makes one run of what is done.
//! * [`extend`] plans another round for what is still unknown.
//! * [`submit`] hands units to Slurm.
//!
//! What holds: everything is a file. A file is written beside its final path and moved there, so
//! that it is there whole or not at all, and it carries a fingerprint of its content. No file is
//! changed by two machines. What is merged depends on the results alone, not on their order or on
//! who worked on them.

mod claim;
mod error;
mod extend;
mod folder;
mod local;
mod machine;
mod merge;
mod packing;
mod plan;
mod result;
mod slurm;
mod status;
mod status_document;
mod unit;

pub use claim::{Attempt, AttemptState, MOST_ATTEMPTS};
pub use error::CampaignError;
pub use extend::{ExtendOptions, ExtendedRound, extend};
pub use folder::CampaignFolder;
pub use local::{LocalOptions, LocalReport, run_here};
pub use machine::Machine;
pub use merge::{MergedCampaign, merge, write_merged};
pub use packing::{Packing, makespan};
pub use plan::{CampaignAnalysis, CampaignPlan, PlanOptions, WorkUnit, make_plan};
pub use result::{UnitHeader, UnitResult, UnitVerdicts};
pub use slurm::{SlurmOptions, Submission, submit};
pub use status::{CampaignStatus, UnitFault, UnitState, status};
pub use status_document::StatusDocument;
pub use unit::{UnitOutcome, run_unit};
