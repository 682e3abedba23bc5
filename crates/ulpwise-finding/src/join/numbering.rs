//! New ordinals for the sites and files of several runs.
//!
//! What holds: every field that refers to a site or a file is named here; a new one does not compile
//! until it is.

use crate::detail::{EntryDetail, ErrorDetail, ErrorShare, InfiniteRun, StabilityDetail};
use crate::finding::{End, ErrorStep, Finding, Trace};
use crate::run::{FunctionReport, LedgerEntry, LedgerKey, OperationSite, Refuted, Run, SourceFile, Verdict};
use std::collections::HashMap;

/// Gives ordinals in the order in which sites are met.
pub(super) struct Numbering<'r> {
    runs: &'r [Run],
    files: Vec<SourceFile>,
    sites: Vec<OperationSite>,
    known_files: HashMap<String, usize>,
    /// By everything that tells one site from another.
    known_sites: HashMap<String, usize>,
}

impl<'r> Numbering<'r> {
    pub(super) fn new(runs: &'r [Run]) -> Numbering<'r> {
        let (known_files, known_sites) = (HashMap::new(), HashMap::new());
        Numbering { runs, files: Vec::new(), sites: Vec::new(), known_files, known_sites }
    }

    /// The files and the sites.
    pub(super) fn into_tables(self) -> (Vec<SourceFile>, Vec<OperationSite>) {
        (self.files, self.sites)
    }

    fn file(&mut self, run: usize, file: usize) -> usize {
        let file = &self.runs[run].files[file];
        *self.known_files.entry(file.absolute.clone()).or_insert_with(|| {
            self.files.push(file.clone());
            self.files.len() - 1
        })
    }

    fn site(&mut self, run: usize, site: usize) -> usize {
        let mut site = self.runs[run].sites[site].clone();
        if let Some(place) = &mut site.place {
            place.file = self.file(run, place.file);
        }
        // Whether its text is there does not make another site of it.
        let place = site.place.as_ref().map(|place| (place.file, place.line, place.column));
        let key = format!("{}\n{}\n{}\n{place:?}", site.id, site.function, site.operation);
        *self.known_sites.entry(key).or_insert_with(|| {
            self.sites.push(site);
            self.sites.len() - 1
        })
    }

    fn key(&mut self, run: usize, (site, property): LedgerKey) -> LedgerKey {
        (self.site(run, site), property)
    }

    fn all(&mut self, run: usize, sites: &mut [usize]) {
        sites.iter_mut().for_each(|site| *site = self.site(run, *site));
    }

    /// What a run knows of a function, with new ordinals.
    pub(super) fn function(&mut self, run: usize, report: &FunctionReport) -> FunctionReport {
        let mut report = report.clone();
        let FunctionReport {
            name: _,
            linker_name: _,
            ledger,
            locations: _,
            all_paths: _,
            paths: _,
            questions: _,
            not_native: _,
            not_abstract: _,
            remedies: _,
            assumptions: _,
            refuted,
            seconds: _,
        } = &mut report;
        ledger.iter_mut().for_each(|entry| self.entry(run, entry));
        refuted.iter_mut().for_each(|Refuted { goal, by: _ }| *goal = self.key(run, *goal));
        report
    }

    fn entry(&mut self, run: usize, LedgerEntry { site, property: _, verdict, detail }: &mut LedgerEntry) {
        *site = self.site(run, *site);
        match verdict {
            Verdict::Witness(finding) => self.finding(run, finding),
            Verdict::Proven(_) | Verdict::Unknown(_) => {}
        }
        match detail {
            EntryDetail::None
            | EntryDetail::Failure(_)
            | EntryDetail::Event(_)
            | EntryDetail::Certificate(_)
            | EntryDetail::Unknown(_) => {}
            EntryDetail::Accuracy(detail) => self.error(run, detail),
            EntryDetail::Stability(detail) => {
                let StabilityDetail { target: _, bound: _, regions: _, loss: _, infinite } = &mut **detail;
                if let Some(InfiniteRun { finding, loss: _ }) = infinite {
                    self.finding(run, finding);
                }
            }
        }
    }

    fn error(&mut self, run: usize, detail: &mut ErrorDetail) {
        let ErrorDetail {
            worst: _,
            arguments: _,
            words: _,
            bits: _,
            differing: _,
            diverged,
            shares,
            guilty: _,
            explained: _,
            cut: _,
            regions: _,
            against_reference: _,
            other: _,
        } = detail;
        self.all(run, diverged);
        for ErrorShare { site, .. } in shares.iter_mut().flatten() {
            *site = self.site(run, *site);
        }
    }

    fn finding(&mut self, run: usize, finding: &mut Finding) {
        let Finding {
            rank: _,
            by: _,
            first: _,
            plain: _,
            avoidable: _,
            strayed: _,
            is_exact: _,
            expression: _,
            call: _,
            trace: Trace { root, propagated, unlisted: _, end },
            steps,
            stack,
            outputs: _,
            digits: _,
            accepted: _,
            document: _,
            plot: _,
        } = finding;
        *root = self.key(run, *root);
        self.all(run, propagated);
        match end {
            End::Killed(Some(site)) => *site = self.site(run, *site),
            End::Killed(None) | End::Escaped | End::Unseen => {}
        }
        for ErrorStep { site, .. } in steps {
            *site = self.site(run, *site);
        }
        self.all(run, stack);
    }
}
