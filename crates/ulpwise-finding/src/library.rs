//! A made-up run as large as that of a library, for tests and measurements of the renderers.

use crate::run::{FunctionReport, LedgerEntry, OperationSite, Run, SourceFile, Verdict};
use crate::sample::sample;

/// A run with so many functions, each a copy of one of [`sample`]'s with operations, findings and a
/// source file of its own.
pub fn sample_of_library(functions: usize) -> Run {
    let pattern = sample();
    let mut run = Run { files: Vec::new(), sites: Vec::new(), functions: Vec::new(), ..pattern.clone() };
    for copy in 0..functions {
        let (site, file) = (run.sites.len(), run.files.len());
        run.files.extend(pattern.files.iter().map(|of| SourceFile {
            path: format!("src/part_{copy}/{}", of.path.rsplit('/').next().unwrap_or_default()),
            ..of.clone()
        }));
        run.sites.extend(pattern.sites.iter().map(|of| {
            let mut of = OperationSite {
                id: format!("part_{copy}_{}", of.id),
                name: format!("part_{copy}_{}", of.name),
                function: format!("part_{copy}_{}", of.function),
                ..of.clone()
            };
            if let Some(place) = &mut of.place {
                place.file += file;
            }
            of
        }));
        let of = &pattern.functions[copy % pattern.functions.len()];
        run.functions.push(FunctionReport {
            name: format!("part_{copy}_{}", of.name),
            linker_name: format!("part_{copy}_{}", of.linker_name),
            ledger: of.ledger.iter().map(|entry| moved(entry, site)).collect(),
            refuted: Vec::new(),
            ..of.clone()
        });
    }
    run
}

/// The same entry at sites that come so much later.
fn moved(entry: &LedgerEntry, by: usize) -> LedgerEntry {
    let mut entry = LedgerEntry { site: entry.site + by, ..entry.clone() };
    if let Verdict::Witness(finding) = &mut entry.verdict {
        finding.trace.root.0 += by;
        finding.trace.propagated.iter_mut().for_each(|site| *site += by);
        if let crate::finding::End::Killed(Some(site)) = &mut finding.trace.end {
            *site += by;
        }
    }
    entry
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::merge::merged;

    #[test]
    fn every_function_has_findings_of_its_own() {
        let run = sample_of_library(30);
        let found = |run: &Run| run.functions.iter().map(|of| of.count().witnesses).sum::<usize>();
        assert_eq!(run.functions.len(), 30);
        assert_eq!(merged(&run).len(), found(&run));
        assert_eq!(found(&run), 10 * found(&sample()));
        for finding in run.functions[7].ledger.iter().filter_map(|entry| entry.verdict.finding()) {
            assert!(run.sites[finding.trace.root.0].id.starts_with("part_7_"));
        }
    }
}
