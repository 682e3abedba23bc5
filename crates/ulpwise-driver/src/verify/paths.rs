//! Certificates of proofs along paths: every query that they name is there, as it was, and has a
//! refutation that holds.
//!
//! What holds: a proof counts only if all of its queries are refuted. That they are all that it needs
//! is what the executor said when it followed the paths.

use super::{CertificateReport, LoadedPrograms, Origin};
use crate::check::{PathCertificate, RefutedQuery};
use std::collections::BTreeMap;
use std::path::{Component, Path};
use ulpwise_engines::verify_certificate;
use ulpwise_verify::{Refusal, sha256};

impl LoadedPrograms<'_> {
    /// Checks a certificate of proofs along paths; why it is refused as a whole, if it is.
    pub(super) fn check_paths(&mut self, path: &Path, report: &mut CertificateReport) -> Result<(), Refusal> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| Refusal::from(format!("it cannot be read: {error}")))?;
        let certificate: PathCertificate = serde_json::from_str(&text)
            .map_err(|error| Refusal::from(format!("it is not understood: {error}")))?;
        let PathCertificate { version, program, function, sources, build, proofs, uncertified, .. } =
            &certificate;
        let module = self.program(&Origin { version, program, sources, build }, report)?;
        if module.function_named(function).is_none() {
            return Err(format!("its program has no function '{function}'").into());
        }
        report.function.clone_from(function);
        let folder = self.folder;
        let mut known: BTreeMap<&str, Result<(), Refusal>> = BTreeMap::new();
        let mut refuted = 0;
        for proof in proofs {
            let mut first_refusal = None;
            for query in &proof.queries {
                let outcome = known.entry(&query.file).or_insert_with(|| check_query(folder, query));
                match outcome {
                    Ok(()) => refuted += 1,
                    Err(why) => first_refusal = first_refusal.or(Some(format!("{}: {why}", query.file))),
                }
            }
            match first_refusal {
                None => report.verified += proof.goals.len(),
                Some(why) => report.refused.push(format!("{} proofs: {why}", proof.goals.len())),
            }
        }
        for (_, reason) in uncertified {
            *report.uncertified.entry(reason.clone()).or_default() += 1;
        }
        if report.verified > 0 {
            report.remarks.push(format!(
                "along paths: {refuted} queries are refuted; that no other is needed is the executor's word"
            ));
        }
        Ok(())
    }
}

/// Whether a query is as it was, and is refuted.
fn check_query(folder: &Path, query: &RefutedQuery) -> Result<(), Refusal> {
    let name = Path::new(&query.file);
    let mut components = name.components();
    let is_beside = matches!((components.next(), components.next()), (Some(Component::Normal(_)), None));
    if !is_beside {
        return Err("it does not lie beside the certificate".into());
    }
    let path = folder.join(name);
    let text = std::fs::read(path.with_extension("smt2"))
        .map_err(|error| Refusal::from(format!("its query cannot be read: {error}")))?;
    if sha256(&text) != query.query {
        return Err("its query is another one than the proof rests on".into());
    }
    verify_certificate(&path).map(drop).map_err(|why| Refusal::from(why.to_string()))
}
