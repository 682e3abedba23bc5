//! Checks certificates of proofs again: that they are about the program beside them, that the
//! sources are still those that it was compiled from, and that every claim holds.
//!
//! What holds: a certificate that cannot be read, or that is about something else, verifies nothing
//! and is named with the reason.

mod paths;

use crate::check::{PATHS_ENDING, file_digest, program_text};
use crate::context::RunContext;
use crate::error::DriverError;
use crate::load::{LoadLimits, load};
use crate::on_large_stack;
use crate::options::{ProgramFiles, VerifyOptions};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;
use ulpwise_engines::verify_certificate;
use ulpwise_harness::Headers;
use ulpwise_ir::{Module, flush_subnormals, text};
use ulpwise_verify::{Certificate, Program, Refusal, judge, parse, sha256};

/// How files of certificates end: of abstract proofs, of proofs along paths, and of `unsat` answers by
/// steps and by clauses.
const ENDINGS: [&str; 4] = ["cert", PATHS_ENDING, "steps", "lrat"];

/// How long compiling a source again may take.
const COMPILING: Duration = Duration::from_secs(120);

/// What was found out about the certificates of a folder.
#[derive(Clone, Debug, Default)]
pub struct VerifyReport {
    /// One for each certificate, by file name.
    pub certificates: Vec<CertificateReport>,
}

impl VerifyReport {
    /// Whether a certificate was refused, wholly or in part.
    pub fn has_refusals(&self) -> bool {
        self.certificates.iter().any(|certificate| !certificate.refused.is_empty())
    }
}

/// What was found out about a certificate.
#[derive(Clone, Debug, Default)]
pub struct CertificateReport {
    /// The name of its file.
    pub file: String,
    /// The function that it is about; empty if it cannot be read.
    pub function: String,
    /// How many proofs are verified.
    pub verified: usize,
    /// How many proofs were found and are not certified, by the reason.
    pub uncertified: BTreeMap<String, usize>,
    /// What is refused, each a sentence.
    pub refused: Vec<String>,
    /// What could not be compared, each a sentence.
    pub remarks: Vec<String>,
}

/// Checks the certificates of a folder.
///
/// # Errors
/// There is no such folder, or no certificate in it.
pub fn verify(options: &VerifyOptions, context: &RunContext) -> Result<VerifyReport, DriverError> {
    on_large_stack(|| verify_folder(&options.folder, context))
}

fn verify_folder(folder: &Path, context: &RunContext) -> Result<VerifyReport, DriverError> {
    let unreadable = |error: std::io::Error| {
        DriverError::refused(format!("{} cannot be read: {error}", folder.display()))
            .with_help("name a folder that `ulpwise check --certificates` or `solve --certificates` wrote")
    };
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if ENDINGS.iter().any(|ending| has_ending(&path, ending)) {
            files.push(path);
        }
    }
    files.sort();
    // Queries of proofs along paths are looked at with these proofs.
    let paths: Vec<PathBuf> = files.iter().filter(|path| has_ending(path, PATHS_ENDING)).cloned().collect();
    let is_part = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        paths.iter().any(|of| {
            let stem = format!("{}-", of.file_stem().unwrap_or_default().to_string_lossy());
            !has_ending(path, PATHS_ENDING) && !has_ending(path, ENDINGS[0]) && name.starts_with(&stem)
        })
    };
    files.retain(|path| !is_part(path));
    if files.is_empty() {
        return Err(DriverError::refused(format!("there is no certificate in {}", folder.display()))
            .with_help("`ulpwise check --certificates` and `solve --certificates` write them, if something is proven"));
    }
    let mut programs = LoadedPrograms { folder, known: BTreeMap::new(), compiled: BTreeMap::new() };
    let mut report = VerifyReport::default();
    context.progress.phase("checking certificates");
    for (number, path) in files.iter().enumerate() {
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        context.progress.part(number + 1, files.len(), &file);
        let mut checked = CertificateReport { file, ..CertificateReport::default() };
        let outcome = match path {
            _ if has_ending(path, ENDINGS[0]) => programs.check(path, &mut checked),
            _ if has_ending(path, PATHS_ENDING) => programs.check_paths(path, &mut checked),
            _ => {
                check_unsat(path, &mut checked);
                Ok(())
            }
        };
        if let Err(why) = outcome {
            checked.refused.push(why.to_string());
        }
        report.certificates.push(checked);
    }
    Ok(report)
}

fn has_ending(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|extension| extension == ending)
}

/// Checks a certificate of an `unsat`.
fn check_unsat(path: &Path, report: &mut CertificateReport) {
    match verify_certificate(path) {
        Ok(_) => report.verified = 1,
        Err(why) => report.refused.push(why.to_string()),
    }
}

/// What a certificate says it is about.
struct Origin<'c> {
    version: &'c str,
    /// The digest of the program's text.
    program: &'c str,
    /// Files with their digests.
    sources: &'c [(String, String)],
    build: &'c str,
}

/// The programs of a folder, each read once.
struct LoadedPrograms<'f> {
    folder: &'f Path,
    /// By their digests.
    known: BTreeMap<String, Result<Module, Refusal>>,
    /// The digests of what sources are compiled to now, by files and flags.
    compiled: BTreeMap<(Vec<PathBuf>, String), Result<String, Refusal>>,
}

impl LoadedPrograms<'_> {
    /// Checks a certificate; why it is refused as a whole, if it is.
    fn check(&mut self, path: &Path, report: &mut CertificateReport) -> Result<(), Refusal> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| Refusal::from(format!("it cannot be read: {error}")))?;
        let certificate = parse(&text)?;
        let Certificate { version, program, sources, build, .. } = &certificate;
        let module = self.program(&Origin { version, program, sources, build }, report)?;
        if let Some(function) = module.functions.get(certificate.function) {
            report.function.clone_from(&function.name);
        }
        let judgement = judge(&Program::new(module, certificate.rounding), &certificate);
        report.verified = judgement.verified.len();
        for (goals, why) in &judgement.refused {
            report.refused.push(format!("{} proofs: {why}", goals.len()));
        }
        for (_, _, reason) in &certificate.uncertified {
            *report.uncertified.entry(reason.clone()).or_default() += 1;
        }
        Ok(())
    }

    /// The program that a certificate is about, if it is of this version and its sources are still
    /// those that the program was compiled from.
    fn program(&mut self, origin: &Origin<'_>, report: &mut CertificateReport) -> Result<&Module, Refusal> {
        let version = env!("CARGO_PKG_VERSION");
        if origin.version != version {
            return Err(format!("it was written by ulpwise {}, and this is {version}", origin.version).into());
        }
        self.check_sources(origin, report)?;
        if !self.known.contains_key(origin.program) {
            let read = read_program(self.folder, origin.program);
            self.known.insert(origin.program.to_owned(), read);
        }
        match self.known.get(origin.program) {
            Some(Ok(module)) => Ok(module),
            Some(Err(why)) => Err(why.clone()),
            None => Err("its program was lost".into()),
        }
    }

    /// Whether the sources are still those that the program was compiled from.
    fn check_sources(&mut self, origin: &Origin<'_>, report: &mut CertificateReport) -> Result<(), Refusal> {
        let mut missing = origin.sources.is_empty();
        for (name, digest) in origin.sources {
            match file_digest(Path::new(name)) {
                Some(now) if now == *digest => {}
                Some(_) => return Err(format!("{name} has changed since it was written").into()),
                None => {
                    missing = true;
                    report.remarks.push(format!("{name} is not there, and was not compared"));
                }
            }
        }
        if missing {
            return Ok(());
        }
        let Some([cflags, rustflags, flush]) = build_options(origin.build) else {
            report
                .remarks
                .push("the program is made of more than its sources, and was not compiled again".into());
            return Ok(());
        };
        // Flags can make compilers run other code, and a certificate may come from anywhere.
        if !cflags.is_empty() || !rustflags.is_empty() {
            report.remarks.push("it names compiler flags, and was not compiled again".into());
            return Ok(());
        }
        let files: Vec<PathBuf> = origin.sources.iter().map(|(name, _)| name.into()).collect();
        let key = (files.clone(), flush.to_owned());
        let compiled = self.compiled.entry(key).or_insert_with(|| compile(files, flush == "ftz"));
        match compiled {
            Ok(digest) if *digest == origin.program => Ok(()),
            Ok(_) => Err("its sources compile to another program".into()),
            Err(why) => Err(format!("its sources do not compile: {why}").into()),
        }
    }
}

/// Flags for clang, flags for rustc, and `ftz` or nothing.
fn build_options(build: &str) -> Option<[&str; 3]> {
    let lines: Vec<&str> = build.split('\n').collect();
    lines.try_into().ok()
}

/// The digest of the program that files are compiled to.
fn compile(files: Vec<PathBuf>, flushes: bool) -> Result<String, Refusal> {
    let headers = Headers::write().map_err(|error| Refusal::from(error.to_string()))?;
    let mut program = ProgramFiles::new(files);
    program.cflags = headers.flags(&program.cflags);
    let limits = LoadLimits { time: Some(COMPILING), ..LoadLimits::default() };
    let mut loaded = load(&program, &[], limits).map_err(|error| Refusal::from(error.to_string()))?;
    if flushes {
        flush_subnormals(&mut loaded.module);
    }
    Ok(sha256(program_text(&loaded.module).1.as_bytes()))
}

/// The program of that digest, from the file beside the certificates.
fn read_program(folder: &Path, digest: &str) -> Result<Module, Refusal> {
    if digest.len() != 64 || !digest.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Err("the digest of its program is none".into());
    }
    let name = format!("program-{digest}.ir");
    let text = std::fs::read_to_string(folder.join(&name))
        .map_err(|error| Refusal::from(format!("its program, {name}, cannot be read: {error}")))?;
    if sha256(text.as_bytes()) != digest {
        return Err(format!("{name} is another program than the one it is about").into());
    }
    let module =
        text::parse(&text).map_err(|error| Refusal::from(format!("{name} is not understood: {error}")))?;
    match ulpwise_ir::verify::verify(&module) {
        Ok(()) => Ok(module),
        Err(errors) => {
            let first = errors.first().map(ToString::to_string).unwrap_or_default();
            Err(format!("{name} is no program: {first}").into())
        }
    }
}
