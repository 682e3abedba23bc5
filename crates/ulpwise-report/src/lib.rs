//! What a run found out, rendered: one renderer a file, each a function from
//! [`ulpwise_finding::Run`] to text.
//!
//! * [`terminal`](mod@terminal) for people who wait, [`html`](mod@html) for those who read later;
//! * [`json`](mod@json) (docs/schema/check.schema.json), [`sarif`](mod@sarif) and
//!   [`junit`](mod@junit) for other programs;
//! * [`badge`](mod@badge) for a project's front page;
//! * [`chart`](mod@chart) for drawings that are files of their own.
//!
//! What holds: nothing here reads files or writes them, and nothing depends on the time or on the
//! machine. Texts of the user's program are made harmless for the place where they are shown.

mod assumptions;
pub mod axis;
pub mod badge;
pub mod chart;
pub mod html;
pub mod json;
pub mod junit;
pub mod sarif;
pub mod snippet;
pub mod terminal;
pub mod text;
