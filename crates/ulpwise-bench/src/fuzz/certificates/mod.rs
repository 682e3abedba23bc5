//! `cargo xtask fuzz certificates`: damaged certificates. The checker may refuse them, and may
//! verify what is still true; it must not crash, and must not verify what some call refutes.
//!
//! The calls are the interpreter's, which shares nothing with the checker. They are made once, with
//! inputs of all magnitudes; a damaged certificate is held against those that its entry allows.

mod emptied;

use super::FuzzOptions;
use super::damage::damage;
use anyhow::{Context, Result, ensure};
use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Duration, Instant};
use ulpwise_base::{Budget, SplitMix64};
use ulpwise_certify::print;
use ulpwise_exceptions::{Goal, Ledger, certify};
use ulpwise_float::Rounding;
use ulpwise_harness::{Ranges, Unnamed, of_function};
use ulpwise_interp::{InterpOptions, Interpreter};
use ulpwise_ir::{FunctionId, Module, Type};
use ulpwise_llvm::{LoadOptions, ProgramInput, load_in_process};
use ulpwise_verify::{Certificate, Program, ScalarSet, judge, parse};

/// The program whose certificates are damaged.
const SEED: &str = include_str!("seed.c");

/// How many calls of each function are made.
const CALLS: u64 = 4000;

/// A call, and what it raised.
struct RecordedCall {
    function: FunctionId,
    inputs: Vec<u64>,
    raised: BTreeSet<Goal>,
}

/// The certificates of the program, and calls of its functions.
struct CertifiedProgram {
    module: Module,
    certificates: Vec<String>,
    calls: Vec<RecordedCall>,
}

/// What became of damaged certificates.
#[derive(Debug, Default)]
struct DamageCount {
    cases: u64,
    unreadable: u64,
    refused: u64,
    verified_goals: u64,
    wrong: Vec<String>,
}

/// Entry point of the target.
#[expect(clippy::print_stdout, reason = "the result of a developer's campaign")]
pub(super) fn run(options: &FuzzOptions) -> Result<()> {
    let subject = CertifiedProgram::new()?;
    let (start, mut count) = (Instant::now(), DamageCount::default());
    let mut emptied = 0;
    for text in &subject.certificates {
        let certificate = parse(text).context("a certificate that was printed")?;
        let (tried, wrong) = subject.try_emptied(&certificate);
        emptied += tried;
        count.wrong.extend(wrong);
    }
    for case in 0..options.cases() {
        if options.is_over(start) {
            break;
        }
        subject.try_case(options.seed.wrapping_add(case), &mut count);
    }
    println!(
        "{emptied} certificates with an empty set; {} damaged ones: {} not read, {} refused at least in part; {} goals verified, {} of them wrong",
        count.cases,
        count.unreadable,
        count.refused,
        count.verified_goals,
        count.wrong.len(),
    );
    ensure!(count.wrong.is_empty(), "a wrong certificate was accepted: {}", count.wrong.join("; "));
    Ok(())
}

impl CertifiedProgram {
    fn new() -> Result<CertifiedProgram> {
        let folder = tempfile::tempdir()?;
        let file = folder.path().join("seed.c");
        std::fs::write(&file, SEED)?;
        let module = load(&file)?;
        let budget = Budget::unlimited().with_time(Duration::from_secs(60));
        let (mut certificates, mut calls) = (Vec::new(), Vec::new());
        for (function, described) in module.functions.iter_enumerated() {
            if !described.exported || described.body.is_none() {
                continue;
            }
            let entry = of_function(&module, function, &[], &mut Ranges::parse(&[])?, Unnamed::Finite)?;
            let goals: BTreeSet<Goal> =
                Ledger::new(&module, function, &crate::bench::CERTIFIED).open().collect();
            let mut certificate =
                certify(&module, &entry, Rounding::NearestEven, &goals, &budget).certificate;
            certificate.version = "0".to_owned();
            certificate.program = "0".to_owned();
            certificates.push(print(&certificate));
            calls.extend(make_calls(&module, function, &certificate)?);
        }
        Ok(CertifiedProgram { module, certificates, calls })
    }

    /// What the calls that a certificate's entry allows refute of it.
    fn refuted(&self, certificate: &Certificate, verified: &BTreeSet<Goal>) -> Option<String> {
        let allows = |call: &&RecordedCall| {
            let parameters = &self.module.functions[call.function].parameters;
            call.function == certificate.function
                && certificate.entry.arguments.len() == parameters.len()
                && certificate
                    .entry
                    .arguments
                    .iter()
                    .zip(parameters)
                    .zip(&call.inputs)
                    .all(|((set, &ty), &bits)| set.includes(&ScalarSet::of_bits(ty, bits.into())))
        };
        let mut calls = self.calls.iter().filter(allows);
        let (call, goal) =
            calls.find_map(|call| Some((call, *call.raised.intersection(verified).next()?)))?;
        let name = &self.module.functions[call.function].name;
        Some(format!("{} {} by {name}({:x?})", self.module.site_name(goal.0), goal.1.id(), call.inputs))
    }

    fn try_case(&self, seed: u64, count: &mut DamageCount) {
        let mut random = SplitMix64::new(seed);
        let original = random.choose(&self.certificates);
        let mut text = original.clone();
        for _ in 0..1 + random.below(3) {
            text = self.damaged(&text, &mut random);
        }
        count.cases += 1;
        let Ok(certificate) = parse(&text) else {
            count.unreadable += 1;
            return;
        };
        let judgement = judge(&Program::new(&self.module, certificate.rounding), &certificate);
        count.refused += u64::from(!judgement.refused.is_empty());
        count.verified_goals += judgement.verified.len() as u64;
        if let Some(call) = self.refuted(&certificate, &judgement.verified) {
            count.wrong.push(format!("seed {seed}: {call}"));
        }
    }

    /// A certificate damaged in one way.
    fn damaged(&self, text: &str, random: &mut SplitMix64) -> String {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let place = random.below(lines.len() as u64) as usize;
        let other = random.below(lines.len() as u64) as usize;
        match random.below(9) {
            0 => return String::from_utf8_lossy(&damage(text.as_bytes(), random)).into_owned(),
            1 => {
                lines.remove(place);
            }
            2 => lines.swap(place, other),
            3 => lines[place] = lines[other].clone(),
            4 => {
                // Something that some call raises, or anything, is claimed not to happen.
                let raised: Vec<Goal> =
                    self.calls.iter().flat_map(|call| call.raised.iter().copied()).collect();
                let (site, exception) = *random.choose(&raised);
                let goal = format!("goal {} {}", site.as_u32(), exception.id());
                let at = lines.iter().position(|line| line == "section").map_or(place, |at| at + 1);
                lines.insert(at, goal);
            }
            5 => {
                // The same, in place of a goal that was shown.
                let raised: Vec<Goal> =
                    self.calls.iter().flat_map(|call| call.raised.iter().copied()).collect();
                let (site, exception) = *random.choose(&raised);
                if let Some(line) = lines.iter_mut().find(|line| line.starts_with("goal ")) {
                    *line = format!("goal {} {}", site.as_u32(), exception.id());
                }
            }
            6 => lines[place] = shrunk(&lines[place]),
            _ => lines[place] = renumbered(&lines[place], random),
        }
        lines.join("\n") + "\n"
    }
}

/// A line whose first range ends where it begins.
fn shrunk(line: &str) -> String {
    let Some(dots) = line.find("..") else { return line.to_owned() };
    let begin = line[..dots].rfind([':', ',', '@']).map_or(0, |at| at + 1);
    let end = line[dots + 2..].find([',', ' ', '/']).map_or(line.len(), |at| dots + 2 + at);
    format!("{}{}{}", &line[..dots + 2], &line[begin..dots], &line[end..])
}

/// A line in which one number is another one.
fn renumbered(line: &str, random: &mut SplitMix64) -> String {
    let is_digit = |c: char| c.is_ascii_hexdigit();
    let starts: Vec<usize> = line
        .char_indices()
        .filter(|&(at, c)| c.is_ascii_digit() && (at == 0 || !line[..at].ends_with(is_digit)))
        .map(|(at, _)| at)
        .collect();
    if starts.is_empty() {
        return line.to_owned();
    }
    let start = *random.choose(&starts);
    let end = line[start..].find(|c| !is_digit(c)).map_or(line.len(), |at| start + at);
    let near: Option<u64> = line[start..end].parse().ok();
    let number = match (near, random.below(4)) {
        (Some(near), 0) => near.wrapping_add(1).to_string(),
        (Some(near), 1) => near.wrapping_sub(1).to_string(),
        (_, 2) => {
            (*random.choose(&["0", "1", "7ff0000000000000", "3ff0000000000000", "ffffffff"])).to_owned()
        }
        _ => random.below(1 << 16).to_string(),
    };
    format!("{}{number}{}", &line[..start], &line[end..])
}

fn load(file: &Path) -> Result<Module> {
    let input = ProgramInput { files: vec![file.to_owned()], ..ProgramInput::default() };
    Ok(load_in_process(&input, &LoadOptions::default()).context("the seed program does not load")?.module)
}

/// Calls of a function with inputs that the certificate's entry allows, and what they raised.
fn make_calls(module: &Module, function: FunctionId, certificate: &Certificate) -> Result<Vec<RecordedCall>> {
    let program = ulpwise_interp::Program::new(module, 1 << 24)?;
    let mut random = SplitMix64::new(u64::from(function.as_u32()));
    let mut calls = Vec::new();
    for _ in 0..CALLS {
        let parameters = module.functions[function].parameters.iter();
        let inputs: Vec<u64> = parameters.map(|&ty| input(ty, &mut random)).collect();
        let sets =
            certificate.entry.arguments.iter().zip(&module.functions[function].parameters).zip(&inputs);
        let mut sets = sets.map(|((set, &ty), &bits)| set.includes(&ScalarSet::of_bits(ty, bits.into())));
        if !sets.all(|is_allowed| is_allowed) {
            continue;
        }
        let budget = Budget::unlimited().with_steps(20_000);
        let mut interpreter =
            Interpreter::new(&program, InterpOptions { budget, ..InterpOptions::default() });
        // A call that is stopped has raised what it has raised.
        let _ = interpreter.call(function, &inputs);
        let raised = interpreter.events().iter().map(|event| (event.site, event.exception)).collect();
        calls.push(RecordedCall { function, inputs, raised });
    }
    Ok(calls)
}

/// An input of any magnitude.
fn input(ty: Type, random: &mut SplitMix64) -> u64 {
    let special = [0.0, -0.0, 0.5, 1.0, -1.0, 4.0, 700.0, 1e300, -1e300, 1e-310, f64::MAX, -f64::MAX];
    match (ty, random.below(4)) {
        (Type::Int(32), 0) => random.below(16),
        (Type::Int(32), _) => random.next_u64() & 0xffff_ffff,
        (Type::Float(ulpwise_ir::FloatFormat::F32), 0) => {
            u64::from((*random.choose(&special) as f32).clamp(f32::MIN, f32::MAX).to_bits())
        }
        (Type::Float(ulpwise_ir::FloatFormat::F32), _) => random.next_u64() & 0xffff_ffff,
        (_, 0) => random.choose(&special).to_bits(),
        (_, 1) => (random.below(2_000_000) as f64 / 1000.0 - 1000.0).to_bits(),
        _ => random.next_u64(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The certificates verify as they are, and none of some hundred damaged ones verifies what a
    /// call refutes.
    #[test]
    fn no_damaged_certificate_verifies_what_happens() {
        let subject = CertifiedProgram::new().expect("the seed program is certified");
        assert!(subject.certificates.len() == 8 && subject.calls.len() > 1000);
        for text in &subject.certificates {
            let certificate = parse(text).expect("what was printed");
            let judgement = judge(&Program::new(&subject.module, certificate.rounding), &certificate);
            assert!(judgement.refused.is_empty() && !judgement.verified.is_empty(), "{judgement:?}");
            assert_eq!(subject.refuted(&certificate, &judgement.verified), None);
        }
        let (mut emptied, mut wrong) = (0, Vec::new());
        for text in &subject.certificates {
            let (tried, found) = subject.try_emptied(&parse(text).expect("what was printed"));
            emptied += tried;
            wrong.extend(found);
        }
        assert!(emptied > 50, "{emptied}");
        assert_eq!(wrong, Vec::<String>::new());
        let mut count = DamageCount::default();
        (0..400).for_each(|seed| subject.try_case(seed, &mut count));
        assert_eq!(count.wrong, Vec::<String>::new());
        // Most damage is noticed, and some leaves a certificate that still holds.
        assert!(count.unreadable + count.refused > 100 && count.verified_goals > 100, "{count:?}");
    }
}
