//! Every model of a library function against the library: what is returned, what is written through
//! pointers, `errno` and the flags.
//!
//! A call takes its arguments from a block of bytes and leaves its results there. The same C makes it
//! natively, in the interpreter and along paths; the whole block is compared. Along paths some bytes
//! of the block are variables that are assumed to have the values of the native call, so that the
//! models for symbolic values are used, and exactly one path may be left.

mod draw;
mod source;
mod templates;

use super::FuzzOptions;
use anyhow::{Context, Result, bail, ensure};
use draw::{BLOCK, draw};
use source::LibraryCall;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;
use ulpwise_base::{Budget, SplitMix64};
use ulpwise_engines::{EngineChoice, SolverOptions, host_libm};
use ulpwise_interp::memory::ObjectKind;
use ulpwise_interp::{InterpOptions, Interpreter, Program};
use ulpwise_ir::Type;
use ulpwise_llvm::{LoadOptions, ProgramInput, load_in_process};
use ulpwise_symex::{
    Bounds, Content, End, EntryObject, EntryPoint, EntryState, Executor, Given, SymexOptions,
};

/// What `fuzz libc` understands.
#[derive(Debug, clap::Args)]
pub(crate) struct LibcOptions {
    /// `--cases` is the number of calls of each function
    #[command(flatten)]
    common: FuzzOptions,
    /// How many calls of each function are made along paths
    #[arg(long, default_value_t = 100)]
    symbolic: u64,
    /// Only functions whose name contains this
    #[arg(long, default_value = "")]
    only: String,
    /// Take the library to have written one more byte: the campaign must then find differences
    #[arg(long)]
    pretend: bool,
}

/// What was counted.
#[derive(Default)]
struct LibcTotals {
    native: u64,
    interpreted: u64,
    along_paths: u64,
    /// Calls that the interpreter or the executor refuses, by function and reason.
    refused: BTreeMap<String, u64>,
    wrong: Vec<String>,
}

/// Runs the campaign.
#[expect(clippy::print_stdout, reason = "the counts are the result of the campaign")]
pub(crate) fn run(options: &LibcOptions) -> Result<()> {
    let start = Instant::now();
    let (missing, _) = source::uncovered();
    ensure!(missing.is_empty(), "models that nothing calls: {}", missing.join(", "));
    let all = source::calls();
    let calls: Vec<LibraryCall> = all.into_iter().filter(|call| call.name.contains(&options.only)).collect();
    ensure!(!calls.is_empty(), "no modelled function has such a name");
    let folder = tempfile::tempdir().context("there is no folder for the program")?;
    let file = folder.path().join("calls.c");
    std::fs::write(&file, source::program(&calls))?;
    build_native(folder.path())?;
    let cflags = "-w -fno-builtin".to_owned();
    let input = ProgramInput { files: vec![file], cflags, ..ProgramInput::default() };
    let module = load_in_process(&input, &LoadOptions::default())?.module;
    let program = Program::new(&module, 1 << 30).map_err(|error| anyhow::anyhow!("{error}"))?;
    let mut totals = LibcTotals::default();
    for (number, call) in calls.iter().enumerate() {
        if options.common.is_over(start) {
            bail!("the time was up before {}", call.name);
        }
        try_function(options, folder.path(), &program, number, call, &mut totals)?;
    }
    println!(
        "{} functions, {} native calls, {} interpreted, {} along paths, {:.0} s",
        calls.len(),
        totals.native,
        totals.interpreted,
        totals.along_paths,
        start.elapsed().as_secs_f64()
    );
    for (names, why) in templates::LEFT_OUT {
        println!("  {} functions left out: {why}", names.len());
    }
    for (what, count) in &totals.refused {
        println!("  {count} not compared: {what}");
    }
    totals.wrong.iter().for_each(|wrong| println!("{wrong}"));
    ensure!(totals.interpreted > 0, "no call was compared");
    ensure!(totals.wrong.is_empty(), "{} models differ from the library", totals.wrong.len());
    Ok(())
}

fn build_native(folder: &Path) -> Result<()> {
    let clang = xtask::process::llvm_tool("clang");
    let arguments = ["-w", "-O0", "-DNATIVE", "-fno-builtin", "calls.c", "-o", "calls", "-lm", "-lstdc++"];
    xtask::process::capture(folder, clang, arguments).map(|_| ())
}

/// The blocks after native calls.
fn call_natively(folder: &Path, number: usize, blocks: &[Vec<u8>]) -> Result<Vec<Vec<u8>>> {
    let mut requests = Vec::with_capacity(blocks.len() * (BLOCK + 8));
    for block in blocks {
        requests.extend((number as u64).to_le_bytes());
        requests.extend(block);
    }
    std::fs::write(folder.join("in"), requests)?;
    xtask::process::capture(folder, folder.join("calls"), ["in", "out"])?;
    let answers = std::fs::read(folder.join("out"))?;
    ensure!(answers.len() == blocks.len() * BLOCK, "the native program did not answer every call");
    Ok(answers.chunks_exact(BLOCK).map(<[u8]>::to_vec).collect())
}

fn try_function(
    options: &LibcOptions,
    folder: &Path,
    program: &Program<'_>,
    number: usize,
    call: &LibraryCall,
    totals: &mut LibcTotals,
) -> Result<()> {
    let name = call.name;
    let mut random = SplitMix64::new(options.common.seed ^ seed_of(name));
    let blocks: Vec<Vec<u8>> = (0..options.common.cases()).map(|_| draw(call, &mut random)).collect();
    let mut answers = call_natively(folder, number, &blocks).with_context(|| format!("calls of {name}"))?;
    totals.native += blocks.len() as u64;
    if options.pretend {
        answers.iter_mut().for_each(|answer| answer[64 + 63] ^= 1);
    }
    let find = |function: &str| {
        program.module().function_named(function).with_context(|| format!("there is no {function}"))
    };
    let function = find(&format!("call_{number}"))?;
    let mut interpreter = Interpreter::new(program, InterpOptions::default());
    for (block, answer) in blocks.iter().zip(&answers) {
        interpreter.reset(InterpOptions {
            budget: Budget::unlimited().with_steps(1_000_000),
            ..InterpOptions::default()
        });
        let memory = &mut interpreter.machine.memory;
        let address = memory.allocate(BLOCK as u64, ObjectKind::Host).context("no memory for a block")?;
        memory.write(address, BLOCK)?.copy_from_slice(block);
        match interpreter.call(function, &[address]) {
            Ok(_) => {
                totals.interpreted += 1;
                let found = interpreter.machine.memory.read(address, BLOCK)?;
                if found != answer.as_slice() {
                    totals.wrong.push(describe("the interpreter", call, block, answer, found));
                    break;
                }
            }
            Err(stop) => {
                *totals.refused.entry(format!("{name}, interpreter: {}", stop.end)).or_default() += 1;
            }
        }
    }
    let compare = find(&format!("compare_{number}"))?;
    for (block, answer) in blocks.iter().zip(&answers).take(options.symbolic as usize) {
        match along_paths(program, compare, left_open(name), block, answer, &mut random)? {
            Ok(()) => totals.along_paths += 1,
            Err(Difference::Refused(why)) => {
                *totals.refused.entry(format!("{name}, executor: {why}")).or_default() += 1;
            }
            Err(Difference::Wrong(what)) => {
                totals.wrong.push(format!("{name} along paths: {what}\n  {}", draw::show(block)));
                break;
            }
        }
    }
    Ok(())
}

/// Why a call along paths does not do what the library does.
enum Difference {
    Refused(String),
    Wrong(String),
}

/// The words of the block that may hold anything after a call along paths: how much `printf` writes,
/// and `errno` after `scanf`.
fn left_open(name: &str) -> u128 {
    match name {
        "printf" | "fprintf" => 1 << 28,
        "sscanf" | "__isoc99_sscanf" => 1 << 40,
        _ => 0,
    }
}

/// Makes a call with a few bytes as variables.
fn along_paths(
    program: &Program<'_>,
    function: ulpwise_ir::FunctionId,
    left_open: u128,
    block: &[u8],
    answer: &[u8],
    random: &mut SplitMix64,
) -> Result<Result<(), Difference>> {
    let mut entry =
        EntryPoint::new(function, vec![Given::AddressOf(0), Given::AddressOf(1), Given::AddressOf(2)]);
    entry.state = EntryState::First;
    let mut contents = vec![(0, Content::Bytes(block.to_vec()))];
    let any = |at: u64, ty: Type| (at, Content::Any(format!("at{at}"), ty, Bounds::All));
    for region in [0, 32, 64] {
        let first = region + random.below(6);
        contents.extend((0..random.below(4)).map(|at| any(first + 2 * at, Type::Int(8))));
    }
    contents.extend((0..4).filter(|_| random.below(2) == 0).map(|at| any(128 + 8 * at, Type::Int(64))));
    contents.extend((0..8).map(|at| any(160 + 8 * at, Type::Int(64))));
    let object = EntryObject { size: block.len() as u64, contents };
    entry.objects = vec![object, EntryObject::of_bytes(block), EntryObject::of_bytes(answer)];
    let choice = EngineChoice::from_name("portfolio").context("there is a portfolio")?;
    let mut solver = choice.make(&SolverOptions::default());
    let budget = Budget::unlimited().with_time(std::time::Duration::from_secs(5));
    let symex = SymexOptions { budget, max_paths: 1000, ..SymexOptions::default() };
    let mut executor = Executor::new(program, &mut *solver, &host_libm, symex);
    let mut ends = Vec::new();
    let summary = executor.explore(&entry, &mut |path: ulpwise_symex::Path| ends.push(path.end));
    let summary = summary.map_err(|end| anyhow::anyhow!("{end}"))?;
    ends.retain(|end| *end != End::Dropped);
    Ok(match (ends.as_slice(), summary.missed.first()) {
        ([End::Returned(words)], _) if words.len() == 1 && words[0] & !left_open == 0 => Ok(()),
        ([End::Returned(words)], _) => {
            let differing = draw::words(words.first().copied().unwrap_or_default());
            Err(Difference::Wrong(format!("differs in {differing}")))
        }
        (_, Some(why)) => Err(Difference::Refused(why.clone())),
        ([End::Stopped(end)], None) => Err(Difference::Refused(end.to_string())),
        (ends, None) => Err(Difference::Wrong(format!("{} paths are left: {ends:?}", ends.len()))),
    })
}

fn describe(side: &str, call: &LibraryCall, block: &[u8], answer: &[u8], found: &[u8]) -> String {
    let differing: u128 = (0..BLOCK / 8)
        .filter(|word| answer[8 * word..][..8] != found[8 * word..][..8])
        .fold(0, |mask, word| mask | 1 << word);
    format!(
        "{}: {side} differs in {}\n  given   {}\n  library {}\n  model   {}",
        call.name,
        draw::words(differing),
        draw::show(block),
        draw::show(answer),
        draw::show(found)
    )
}

/// A number that only the name decides.
fn seed_of(name: &str) -> u64 {
    name.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}
