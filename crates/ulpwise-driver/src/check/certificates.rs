//! Certificates of abstract proofs: written into a folder beside the program that they are about,
//! and checked from there.

use super::path_certificates;
use super::work::{CheckFindings, Checked, Work};
use crate::error::DriverError;
use crate::options::CheckOptions;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use ulpwise_certify::print;
use ulpwise_exceptions::{Analysis, Goal, GoalVerdict, certify};
use ulpwise_finding::CertificateDetail;
use ulpwise_float::Rounding;
use ulpwise_ir::{FunctionId, Module, text};
use ulpwise_verify::{Certificate, Program, judge, parse, sha256};

/// What became of proofs.
pub(super) type CertifiedGoals = BTreeMap<(FunctionId, Goal), CertificateDetail>;

/// The program as certificates have it: numbered in the order of its text, and with the names of
/// files alone, so that it is the same wherever it is compiled.
pub(crate) fn program_text(module: &Module) -> (Module, String) {
    let mut module = module.clone();
    for file in module.files.iter_mut() {
        let name = Path::new(&file.name).file_name().map(|name| name.to_string_lossy().into_owned());
        (file.directory, file.name) = (String::new(), name.unwrap_or_default());
    }
    text::canonicalize(&mut module);
    let text = text::print(&module);
    (module, text)
}

/// The digest of a file, if it can be read.
pub(crate) fn file_digest(path: &Path) -> Option<String> {
    std::fs::read(path).ok().map(|bytes| sha256(&bytes))
}

/// Writes certificates of all proofs by abstract interpretation and along paths, and checks them. `rebuilds`: whether the sources and
/// flags alone make the program.
pub(super) fn write(
    work: &Work<'_>,
    folder: &Path,
    findings: &CheckFindings<'_>,
    rebuilds: bool,
) -> Result<CertifiedGoals, DriverError> {
    let unwritable = |error: std::io::Error| DriverError::option_unwritable("--certificates", folder, error);
    let (module, text) = program_text(work.module);
    let digest = sha256(text.as_bytes());
    std::fs::write(folder.join(format!("program-{digest}.ir")), &text).map_err(unwritable)?;
    let mut writer = CertificateWriter { work, module: &module, digest, sources: None, rebuilds };
    let mut all = CertifiedGoals::new();
    for (number, checked) in findings.checked.iter().enumerate() {
        let name = &module.functions[checked.function].name;
        work.context.progress.phase("writing certificates");
        work.context.progress.part(number + 1, findings.checked.len(), name);
        let mut enter = |details: Vec<(Goal, CertificateDetail)>| {
            for (goal, detail) in details {
                let known = all.entry((checked.function, goal)).or_insert_with(|| detail.clone());
                // What is verified has to be so in every rounding mode that was asked for.
                if matches!(known, CertificateDetail::Verified | CertificateDetail::QueriesVerified) {
                    *known = detail;
                }
            }
        };
        for (name, text, details) in writer.certificates(checked) {
            std::fs::write(folder.join(name), text).map_err(unwritable)?;
            enter(details);
        }
        path_certificates::write(&mut writer, folder, checked, &mut enter)?;
    }
    Ok(all)
}

/// The goals that an analysis has proven.
pub(super) fn proven_by(checked: &Checked, analysis: Analysis) -> BTreeSet<Goal> {
    let entries = checked.known.outcome.ledger.entries();
    let is_proven = |verdict: &GoalVerdict| match verdict {
        GoalVerdict::Proven(by) => *by == analysis,
        GoalVerdict::Witness(_) | GoalVerdict::Unknown(_) => false,
    };
    entries.filter(|(_, verdict)| is_proven(verdict)).map(|(goal, _)| goal).collect()
}

pub(super) struct CertificateWriter<'w> {
    pub(super) work: &'w Work<'w>,
    pub(super) module: &'w Module,
    /// The digest of the program's text.
    pub(super) digest: String,
    /// The files of the program with their digests.
    sources: Option<Vec<(String, String)>>,
    rebuilds: bool,
}

/// A file with what became of its goals.
type WrittenCertificate = (String, String, Vec<(Goal, CertificateDetail)>);

impl CertificateWriter<'_> {
    /// The certificates of a function, one for each assumption about the rounding mode.
    fn certificates(&mut self, checked: &Checked) -> Vec<WrittenCertificate> {
        let goals = proven_by(checked, Analysis::Abstract);
        if goals.is_empty() {
            return Vec::new();
        }
        let modes = self.work.arguments(checked.function).rounding.modes();
        let nearest = modes.contains(&Rounding::NearestEven).then_some((Rounding::NearestEven, "nearest"));
        let others = modes.iter().find(|mode| **mode != Rounding::NearestEven).map(|mode| (*mode, "any"));
        let assumptions: Vec<(Rounding, &str)> = nearest.into_iter().chain(others).collect();
        assumptions
            .iter()
            .map(|&(rounding, name)| self.certificate(checked, &goals, rounding, name))
            .collect()
    }

    fn certificate(
        &mut self,
        checked: &Checked,
        goals: &BTreeSet<Goal>,
        rounding: Rounding,
        name: &str,
    ) -> WrittenCertificate {
        let options = self.work.arguments(checked.function);
        let budget = self.work.budget().with_cpu_time(options.timeout);
        let certified = certify(self.module, &checked.inputs.entry, rounding, goals, &budget);
        let (sources, build) = self.origin(options);
        let certificate = Certificate {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            program: self.digest.clone(),
            sources,
            build,
            ..certified.certificate
        };
        let text = print(&certificate);
        let details = details(self.module, &text, goals, &certificate);
        (format!("{}-{name}.cert", self.stem(checked.function)), text, details)
    }

    /// What the program is made of: files with digests, and flags.
    pub(super) fn origin(&mut self, options: &CheckOptions) -> (Vec<(String, String)>, String) {
        let sources = self.sources.get_or_insert_with(|| sources(options)).clone();
        (sources, if self.rebuilds { build(options) } else { String::new() })
    }

    /// What names of files of a function begin with.
    pub(super) fn stem(&self, function: FunctionId) -> String {
        let plain = |character: char| {
            if character.is_ascii_alphanumeric() || character == '_' { character } else { '-' }
        };
        let name: String = self.module.functions[function].name.chars().map(plain).take(100).collect();
        format!("{name}-{}", function.as_u32())
    }
}

/// What the checker says, from the text as it is written.
fn details(
    module: &Module,
    text: &str,
    goals: &BTreeSet<Goal>,
    written: &Certificate,
) -> Vec<(Goal, CertificateDetail)> {
    let judgement = match parse(text) {
        Ok(certificate) => judge(&Program::new(module, certificate.rounding), &certificate),
        Err(why) => {
            let refused = |goal: &Goal| (*goal, CertificateDetail::NotCertified(why.to_string()));
            return goals.iter().map(refused).collect();
        }
    };
    let reason = |goal: &Goal| {
        let named = written.uncertified.iter().find(|(site, exception, _)| (*site, *exception) == *goal);
        let refused = judgement.refused.iter().find(|(goals, _)| goals.contains(goal));
        let reason = named.map(|(.., reason)| reason).or(refused.map(|(_, reason)| reason));
        reason.cloned().unwrap_or_else(|| "nothing is claimed".to_owned())
    };
    let detail = |goal: &Goal| match judgement.verified.contains(goal) {
        true => CertificateDetail::Verified,
        false => CertificateDetail::NotCertified(reason(goal)),
    };
    goals.iter().map(|goal| (*goal, detail(goal))).collect()
}

/// The files of the program, with their digests.
fn sources(options: &CheckOptions) -> Vec<(String, String)> {
    let files = options.program.files.iter().chain(&options.program.source);
    let absolute = files.filter_map(|file| std::path::absolute(file).ok());
    absolute.filter_map(|file| Some((file.to_str()?.to_owned(), file_digest(&file)?))).collect()
}

/// How the program is compiled; empty where more than files and flags goes into it.
fn build(options: &CheckOptions) -> String {
    let program = &options.program;
    if program.database.is_some() || !options.links.is_empty() {
        return String::new();
    }
    let flush = if options.ftz { "ftz" } else { "" };
    format!("{}\n{}\n{flush}", program.cflags, program.rustflags)
}
