//! The programs of `corpus/stability`, and native runs against the bounds that are proven of them.

use anyhow::{Context, Result, ensure};
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;
use ulpwise_corpus::{StabilityProgram, root, stability_programs};

#[expect(clippy::print_stdout, reason = "the table is the benchmark's result")]
pub(super) fn judge(ulpwise: &Path, runs: u64) -> Result<()> {
    let programs = stability_programs()?;
    // One of them has no inputs, and one call says all.
    let each = runs.div_ceil(programs.len() as u64 - 1).next_multiple_of(4);
    println!("\n## Programs with known answers\n");
    println!(
        "| program | stable | unstable | unknown | as known | s | native runs | largest error seen, of its bound |"
    );
    println!("|---|--:|--:|--:|---|--:|--:|--:|");
    let (mut wrong, mut open, mut all_runs) = (Vec::new(), 0, 0);
    for program in &programs {
        let begin = Instant::now();
        let plain = run_ulpwise(ulpwise, program, 0)?;
        let seconds = begin.elapsed().as_secs_f64();
        let tried = run_ulpwise(ulpwise, program, each)?;
        let judgement = program.judge(&plain.to_string());
        let count = |word: &str| {
            let verdicts = plain["verdicts"].as_array().map_or(&[][..], Vec::as_slice);
            verdicts.iter().filter(|verdict| verdict["verdict"] == word).count()
        };
        let made = tried["trial"]["runs"].as_u64().unwrap_or(0);
        all_runs += made;
        wrong.extend(judgement.wrong.iter().map(|what| format!("{}: {what}", program.name)));
        for exceeded in tried["trial"]["exceeded"].as_array().into_iter().flatten() {
            wrong.push(format!("{}: a bound is exceeded: {exceeded}", program.name));
        }
        open += usize::from(!judgement.open.is_empty());
        let verdict = match (judgement.wrong.is_empty(), judgement.open.is_empty()) {
            (true, true) => "yes",
            (true, false) => "open",
            (false, _) => "WRONG",
        };
        println!(
            "| {} | {} | {} | {} | {verdict} | {seconds:.2} | {made} | {} |",
            program.name,
            count("stable"),
            count("unstable"),
            count("unknown"),
            tried["trial"]["closest"]
                .as_f64()
                .filter(|&part| part > 0.0)
                .map_or("–".to_owned(), |part| format!("{:.0} %", 100.0 * part)),
        );
    }
    println!(
        "\n{} programs, {} decided in every place, {} wrong; {all_runs} native runs in four rounding modes",
        programs.len(),
        programs.len() - open,
        wrong.len()
    );
    ensure!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

/// What `ulpwise stability` says of a program, perhaps after native runs.
fn run_ulpwise(ulpwise: &Path, program: &StabilityProgram, runs: u64) -> Result<Value> {
    let mut command = Command::new(ulpwise);
    command.args(program.arguments()).current_dir(root()).stdin(Stdio::null());
    if runs > 0 {
        command.arg(format!("--trials={runs}"));
    }
    let output = command.output().context("ulpwise cannot be started")?;
    let text = String::from_utf8_lossy(&output.stdout);
    serde_json::from_str(&text)
        .with_context(|| format!("{}: {text}{}", program.name, String::from_utf8_lossy(&output.stderr)))
}
