//! `cargo xtask bench floats`: the speed of `ulpwise-float` next to rustc_apfloat in the same run,
//! then every operation against the processor and MPFR on millions of random cases.
//!
//! Arguments: `--cases N` (default 10,000,000 for each operation and format; 0 leaves the
//! comparison out). Exit code 1: slower than rustc_apfloat, or a mismatch.

mod correctness;
mod speed;

use std::error::Error;
use std::process::ExitCode;

#[expect(clippy::print_stdout, clippy::print_stderr, reason = "a program of its own, run by xtask")]
fn main() -> ExitCode {
    let cases = match cases(std::env::args().skip(1)) {
        Ok(cases) => cases,
        Err(message) => {
            eprintln!("bench floats: {message}");
            return ExitCode::from(2);
        }
    };
    let speed = speed::measure();
    for line in &speed.lines {
        println!("{line}");
    }
    let mut failed = !speed.reached;
    if cases > 0 {
        correctness::run(cases, |line| {
            println!("{}", line.text);
            failed |= line.failed;
        });
    }
    println!("{}", if failed { "bench floats: FAILED" } else { "bench floats: ok" });
    ExitCode::from(u8::from(failed))
}

fn cases(arguments: impl Iterator<Item = String>) -> Result<u64, Box<dyn Error>> {
    // `cargo bench` adds `--bench`.
    let arguments: Vec<String> = arguments.filter(|argument| argument != "--bench").collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => Ok(10_000_000),
        ["--cases", count] => count.parse().map_err(|_| format!("`{count}` is not a number of cases").into()),
        _ => Err("usage: cargo xtask bench floats [--cases N]".into()),
    }
}
