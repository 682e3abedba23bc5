//! A run compiles each source once: what is proven and what is run cannot differ, and `--assume`
//! adds a file of its own, not a second look at the program's.
//!
//! Each case is a process of its own, started with a compiler that notes every call and passes it
//! on. So no variable of this process changes, and cases cannot count each other's calls.

use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;
use ulpwise_driver::{
    AccuracyOptions, CheckOptions, DriverError, Exception, InputDomain, RunContext, StabilityOptions,
    TestOptions,
};

/// The first argument of a process that is a case.
const CASE: &str = "--case";

/// The program: one function calls another one in another file.
const SOURCES: [(&str, &str); 2] = [
    ("scale.c", "double scale(double x) { return x * 0.5; }\n"),
    ("mean.c", "double scale(double x);\ndouble mean(double x, double y) { return scale(x) + scale(y); }\n"),
];

/// A program that fails, so that it is built again, as a program of its own, to see it fail.
const FAILING: (&str, &str) = ("fails.c", "#include <assert.h>\nvoid fails(int x) { assert(x != 7); }\n");

/// How often a file is compiled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Compilations {
    /// To bitcode, which is what is analysed.
    bitcode: usize,
    /// To an object file of a native program.
    object: usize,
}

const ONCE: Compilations = Compilations { bitcode: 1, object: 0 };

/// A case: its name, how many files conditions are written to, and how often a source is compiled.
const CASES: [(&str, usize, Compilations); 8] = [
    ("accuracy", 0, ONCE),
    ("check", 0, ONCE),
    ("check-assume", 2, ONCE),
    ("stability", 0, ONCE),
    ("stability-assume", 2, ONCE),
    ("test", 0, ONCE),
    ("test-assume", 1, ONCE),
    // Natively, the failure is looked for in the program as a user would build it.
    ("test-failing", 0, Compilations { bitcode: 1, object: 1 }),
];

#[expect(clippy::print_stdout, reason = "the failures are the result of the test")]
fn main() -> ExitCode {
    if let Some(code) = ulpwise_driver::child() {
        return code;
    }
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [CASE, name, folder] = arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        return run_case(name, Path::new(folder));
    }
    let is_flag = |flag: &str| arguments.iter().any(|argument| argument == flag);
    // No case is ignored, and none is a benchmark.
    if ["--ignored", "--bench", "--list"].into_iter().any(is_flag) {
        return ExitCode::SUCCESS;
    }
    let failures: Vec<String> =
        CASES.iter().filter_map(|&(name, files, expected)| failure(name, files, expected)).collect();
    failures.iter().for_each(|failure| println!("{failure}"));
    println!("compilations: {} passed, {} failed", CASES.len() - failures.len(), failures.len());
    if failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Runs a case, and says what is otherwise than expected.
fn failure(name: &str, assumption_files: usize, expected: Compilations) -> Option<String> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let sources = sources(name, folder.path());
    for (path, text) in &sources {
        std::fs::write(path, text).expect("a source can be written");
    }
    let (compiler, notes) = noting_compiler(folder.path());
    let status = Command::new(std::env::current_exe().expect("this program"))
        .args([CASE, name])
        .arg(folder.path())
        .env("ULPWISE_CLANG", compiler)
        .status()
        .expect("a case starts");
    if !status.success() {
        return Some(format!("{name}: {status}"));
    }
    let compiled = compilations(&std::fs::read_to_string(notes).unwrap_or_default());
    let of_sources: Vec<Compilations> =
        sources.iter().map(|(path, _)| compiled.get(path).copied().unwrap_or_default()).collect();
    let is_own = |path: &Path| sources.iter().all(|(source, _)| source != path);
    // Native programs have a `main` of ulpwise's, too.
    let others = compiled.iter().filter(|(path, count)| is_own(path) && count.bitcode > 0);
    let others: Vec<Compilations> = others.map(|(_, count)| *count).collect();
    let is_right = of_sources.iter().all(|count| *count == expected)
        && others.len() == assumption_files
        && others.iter().all(|count| *count == ONCE);
    (!is_right).then(|| format!("{name}: {compiled:#?}"))
}

/// The sources of a case, with their paths in a folder.
fn sources(name: &str, folder: &Path) -> Vec<(PathBuf, &'static str)> {
    let sources = if name == "test-failing" { vec![FAILING] } else { SOURCES.to_vec() };
    sources.into_iter().map(|(file, text)| (folder.join(file), text)).collect()
}

/// A compiler that writes a line for each call, and where it does.
fn noting_compiler(folder: &Path) -> (PathBuf, PathBuf) {
    let (compiler, notes) = (folder.join("clang"), folder.join("notes"));
    let other = std::env::var("ULPWISE_CLANG").unwrap_or_else(|_| "clang-22".to_owned());
    let script = format!("#!/bin/sh\necho \"$*\" >> '{}'\nexec '{other}' \"$@\"\n", notes.display());
    std::fs::write(&compiler, script).expect("a script can be written");
    let executable = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(&compiler, executable).expect("a script can be made executable");
    (compiler, notes)
}

/// How often each source is compiled, from the notes of the compiler.
fn compilations(notes: &str) -> BTreeMap<PathBuf, Compilations> {
    let mut compiled: BTreeMap<PathBuf, Compilations> = BTreeMap::new();
    for words in notes.lines().map(|line| line.split(' ').collect::<Vec<_>>()) {
        for source in words.iter().filter(|word| word.ends_with(".c")) {
            let count = compiled.entry(PathBuf::from(source)).or_default();
            let is_bitcode = words.contains(&"-emit-llvm");
            *(if is_bitcode { &mut count.bitcode } else { &mut count.object }) += 1;
        }
    }
    compiled
}

/// The one run of a case.
#[expect(clippy::print_stdout, reason = "an error is a failure of the test")]
fn run_case(name: &str, folder: &Path) -> ExitCode {
    let files: Vec<PathBuf> = sources(name, folder).into_iter().map(|(path, _)| path).collect();
    match call_driver(name, &files) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            println!("{name}: {error}\n{}", error.compiler_output());
            ExitCode::FAILURE
        }
    }
}

fn call_driver(name: &str, files: &[PathBuf]) -> Result<(), DriverError> {
    let (command, kind) = name.split_once('-').unwrap_or((name, ""));
    let assume = if kind == "assume" { vec!["x < y".to_owned()] } else { Vec::new() };
    let ranges = ["x=1..2", "y=1..2"].map(str::to_owned).to_vec();
    let domain = InputDomain { ranges, ..InputDomain::default() };
    let function = Some("mean".to_owned());
    let context = RunContext::default();
    match command {
        "accuracy" => {
            let options = AccuracyOptions {
                function,
                domain,
                calls: Some(100),
                timeout: Duration::from_secs(60),
                ..AccuracyOptions::new(files)
            };
            ulpwise_driver::accuracy(&options, &context).map(drop)
        }
        "check" => {
            let options = CheckOptions {
                functions: function.into_iter().collect(),
                domain,
                assume,
                properties: vec![Exception::Overflow],
                ..CheckOptions::new(files)
            };
            ulpwise_driver::check(&options, &context).map(drop)
        }
        "stability" => {
            let options = StabilityOptions { function, domain, assume, ..StabilityOptions::new(files) };
            ulpwise_driver::stability(&options, &context).map(drop)
        }
        "test" => {
            let function = if kind == "failing" { Some("fails".to_owned()) } else { function };
            let domain = if kind == "failing" { InputDomain::default() } else { domain };
            let options = TestOptions { function, domain, assume, ..TestOptions::new(files) };
            ulpwise_driver::test(&options, &context).map(drop)
        }
        _ => panic!("there is no case {name}"),
    }
}
