//! The tests of the text form and the verifier, in one program.

mod bad_edits;
mod bad_texts;
mod everything;
mod mutation;
mod raisable;
mod sound;
mod text;
mod verify;
