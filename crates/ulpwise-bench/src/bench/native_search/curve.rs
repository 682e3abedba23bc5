//! How many pairs of site and exception were found by when.

use std::collections::BTreeMap;
use std::time::Duration;
use ulpwise_interp::Exception;
use ulpwise_ir::{FloatBinaryOp, Module, SiteId, SiteKind};

/// The kinds that are counted, in the order of the columns.
const KINDS: [Exception; 4] =
    [Exception::Overflow, Exception::Underflow, Exception::DivideByZero, Exception::Invalid];

/// Which sites count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sites {
    /// Additions, subtractions, multiplications, divisions.
    Arithmetic,
    /// These, conversions and calls of the mathematical library.
    All,
}

/// Each pair with the least CPU time after which a function's search had found it.
#[derive(Clone, Debug, Default)]
pub(super) struct Pairs {
    after: BTreeMap<(SiteId, Exception), Duration>,
}

impl Pairs {
    pub(super) fn add(&mut self, pair: (SiteId, Exception), after: Duration) {
        let known = self.after.entry(pair).or_insert(after);
        *known = (*known).min(after);
    }

    pub(super) fn add_all(&mut self, others: Self) {
        for (pair, after) in others.after {
            self.add(pair, after);
        }
    }

    /// Each pair in a line, with the CPU time after which it was found.
    pub(super) fn lines(&self, module: &Module) -> String {
        let mut lines = String::new();
        for (&(site, exception), after) in &self.after {
            let name = module.site_name(site);
            lines.push_str(&format!("{name} {} {:.3}\n", exception.id(), after.as_secs_f64()));
        }
        lines
    }

    /// How many of each kind by then.
    pub(super) fn by(&self, module: &Module, sites: Sites, limit: Duration) -> [usize; 4] {
        KINDS.map(|kind| {
            let counted = |&(&(site, exception), &after): &(&(SiteId, Exception), &Duration)| {
                exception == kind
                    && after <= limit
                    && (sites == Sites::All || is_arithmetic(module.sites[site].kind))
            };
            self.after.iter().filter(counted).count()
        })
    }
}

fn is_arithmetic(kind: SiteKind) -> bool {
    use FloatBinaryOp::{Add, Div, Mul, Sub};
    matches!(kind, SiteKind::Binary(Add | Sub | Mul | Div, _))
}
