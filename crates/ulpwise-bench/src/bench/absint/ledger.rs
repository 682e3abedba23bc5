//! Counting pairs of site and exception: how many there are, and how many are proven.

use std::collections::BTreeMap;
use std::time::Duration;
use ulpwise_absint::{Analysis, Exceptions};
use ulpwise_interp::Exception;
use ulpwise_ir::{Module, NanOperands, SiteId, SiteKind, raisable};

/// One function's analysis.
pub(super) struct Look<'a> {
    pub(super) name: &'a str,
    pub(super) cpu: Duration,
    pub(super) analysis: &'a Analysis,
}

/// Pairs, and how many of them are proven.
#[derive(Clone, Copy, Default)]
struct Count {
    pairs: usize,
    proven: usize,
}

impl Count {
    fn add(&mut self, is_proven: bool) {
        self.pairs += 1;
        self.proven += usize::from(is_proven);
    }

    fn share(self) -> f64 {
        100.0 * self.proven as f64 / self.pairs.max(1) as f64
    }
}

/// What was counted so far.
pub(super) struct Ledger<'m> {
    module: &'m Module,
    /// For each site that a function reaches: the exceptions that some function may raise there,
    /// and whether all looks that may have reached it were complete.
    sites: BTreeMap<SiteId, Exceptions>,
    functions: Vec<(String, Duration, Count)>,
    incomplete: Vec<(String, String)>,
}

/// The group that a site is counted in.
fn group(module: &Module, site: SiteId) -> &'static str {
    match module.sites[site].kind {
        SiteKind::Binary(op, _) => op.name(),
        SiteKind::Unary(op, _) => op.name(),
        SiteKind::Fma(_) => "fma",
        SiteKind::Compare(_) => "comparison",
        SiteKind::Convert(..) => "conversion",
        SiteKind::ToInt(_) => "to integer",
        SiteKind::FromInt(_) => "from integer",
        SiteKind::Libm(_) => "libm",
    }
}

impl<'m> Ledger<'m> {
    pub(super) fn new(module: &'m Module) -> Ledger<'m> {
        Ledger { module, sites: BTreeMap::new(), functions: Vec::new(), incomplete: Vec::new() }
    }

    /// Adds what was found out about a function.
    pub(super) fn add(&mut self, look: Look<'_>) {
        let mut count = Count::default();
        if let Err(why) = look.analysis.is_complete() {
            self.incomplete.push((look.name.to_owned(), why.to_string()));
            self.functions.push((look.name.to_owned(), look.cpu, count));
            // Whatever was reached until then may raise anything.
            for site in look.analysis.reached_sites() {
                self.sites.insert(
                    site,
                    raisable(self.module, site, NanOperands::Any).minus(Exceptions::ON_REQUEST),
                );
            }
            return;
        }
        for site in look.analysis.reached_sites() {
            let raised = look.analysis.may_raise(site);
            for exception in
                raisable(self.module, site, NanOperands::Any).minus(Exceptions::ON_REQUEST).iter()
            {
                count.add(!raised.contains(exception));
            }
            let known = self.sites.entry(site).or_default();
            *known = known.union(raised);
        }
        self.functions.push((look.name.to_owned(), look.cpu, count));
    }

    /// Prints what was counted.
    #[expect(clippy::print_stdout, reason = "the result of a developer's benchmark")]
    pub(super) fn report(&self, worst: usize) {
        let complete = self.functions.len() - self.incomplete.len();
        println!("{complete} of {} functions are looked at completely", self.functions.len());
        for (name, why) in &self.incomplete {
            println!("  {name}: {why}");
        }
        let cpu: Duration = self.functions.iter().map(|(_, cpu, _)| *cpu).sum();
        let longest = self.functions.iter().map(|(_, cpu, _)| *cpu).max().unwrap_or_default();
        println!("CPU time: {:.1} s in all, {:.2} s at most", cpu.as_secs_f64(), longest.as_secs_f64());
        let each = self.functions.iter().fold(Count::default(), |sum, (_, _, count)| Count {
            pairs: sum.pairs + count.pairs,
            proven: sum.proven + count.proven,
        });
        println!("pairs a function: {} of {} proven, {:.1} %", each.proven, each.pairs, each.share());
        self.report_distinct();
        let mut open: Vec<_> = self.functions.iter().collect();
        open.sort_by_key(|(_, _, count)| std::cmp::Reverse(count.pairs - count.proven));
        for (name, cpu, count) in open.into_iter().take(worst) {
            println!(
                "  {name}: {} of {} pairs open, {:.2} s",
                count.pairs - count.proven,
                count.pairs,
                cpu.as_secs_f64()
            );
        }
    }

    #[expect(clippy::print_stdout, reason = "the result of a developer's benchmark")]
    fn report_distinct(&self) {
        let mut whole = Count::default();
        let mut without_comparisons = Count::default();
        let mut groups: BTreeMap<(&str, Exception), Count> = BTreeMap::new();
        for (&site, raised) in &self.sites {
            let group = group(self.module, site);
            for exception in
                raisable(self.module, site, NanOperands::Any).minus(Exceptions::ON_REQUEST).iter()
            {
                let is_proven = !raised.contains(exception);
                whole.add(is_proven);
                groups.entry((group, exception)).or_default().add(is_proven);
                if group != "comparison" {
                    without_comparisons.add(is_proven);
                }
            }
        }
        println!(
            "distinct pairs at {} sites: {} of {} proven, {:.1} %; without comparisons {} of {}, {:.1} %",
            self.sites.len(),
            whole.proven,
            whole.pairs,
            whole.share(),
            without_comparisons.proven,
            without_comparisons.pairs,
            without_comparisons.share(),
        );
        for ((group, exception), count) in groups {
            let id = exception.id();
            println!(
                "  {group:<14} {id:<16} {:>6} of {:>6} proven, {:.1} %",
                count.proven,
                count.pairs,
                count.share()
            );
        }
    }
}
