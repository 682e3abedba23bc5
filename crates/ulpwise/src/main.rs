//! The command line: `ulpwise check` gives every floating-point operation a verdict,
//! `ulpwise accuracy` looks for the largest error, `ulpwise list` says what a program has,
//! `ulpwise run` runs one of its functions, `ulpwise search` looks for inputs that raise
//! exceptions, `ulpwise replay` makes such a call again, `ulpwise coverage` counts which lines and
//! branches calls run, `ulpwise export` writes such calls as regression tests, `ulpwise test`
//! follows all paths of a program, `ulpwise solve` answers an SMT-LIB script, `ulpwise stability`
//! bounds the loss of precision.
//!
//! Everything a user can get wrong ends in one message and exit code 2, everything the user's program
//! or script does wrong in exit code 1. A bug of ours is caught here and ends in exit code 3.

use std::process::ExitCode;

fn main() -> ExitCode {
    ulpwise::command_line()
}
