//! The command line as its users meet it: `CARGO_BIN_EXE_ulpwise`, its output and its exit codes.

mod accuracy;
mod accuracy_classics;
mod accuracy_symbolic;
mod bad_input;
mod check;
mod check_rank;
mod common;
mod coverage;
mod documents;
mod export;
mod golden;
mod integrations;
mod interrupt;
mod link;
mod native;
mod native_examples;
mod progress;
mod reports;
mod reports_of_others;
mod search;
mod shell;
mod solve;
mod stability;
mod test;
mod test_files;
mod test_print;
