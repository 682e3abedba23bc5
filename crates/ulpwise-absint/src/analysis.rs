//! What came out.

use crate::record::{Range, Seen};
use std::collections::BTreeMap;
use std::fmt;
use ulpwise_base::Exhausted;
use ulpwise_externals::Exceptions;
use ulpwise_ir::SiteId;

/// Why nothing may be called proven.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Incomplete {
    /// The budget ended first.
    Exhausted(Exhausted),
    /// The function has no body, or takes other arguments than the entry says.
    BadEntry(String),
    /// Something that the analysis does not follow can be reached.
    Unsupported(String),
}

impl fmt::Display for Incomplete {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exhausted(limit) => limit.fmt(f),
            Self::BadEntry(what) => f.write_str(what),
            Self::Unsupported(what) => write!(f, "not followed: {what}"),
        }
    }
}

/// How much was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Instructions looked at, again and again.
    pub steps: u64,
    /// Looks at a function with arguments of their own.
    pub contexts: u64,
    /// Calls that were answered from an earlier look.
    pub repeated_calls: u64,
    /// Parts that the ranges of the arguments were cut into.
    pub parts: u64,
}

/// What can happen at the sites that an entry reaches.
#[derive(Clone, Debug, Default)]
pub struct Analysis {
    pub(crate) incomplete: Option<Incomplete>,
    pub(crate) sites: BTreeMap<SiteId, Seen>,
    pub(crate) statistics: Statistics,
}

impl Analysis {
    /// Whether the answers below hold.
    ///
    /// # Errors
    /// Why nothing may be called proven.
    pub fn is_complete(&self) -> Result<(), &Incomplete> {
        self.incomplete.as_ref().map_or(Ok(()), Err)
    }

    /// Whether some execution may reach the site. What is false is proven.
    pub fn is_reached(&self, site: SiteId) -> bool {
        self.sites.contains_key(&site)
    }

    /// The exceptions that some execution may raise at the site. That no execution raises the others is proven.
    pub fn may_raise(&self, site: SiteId) -> Exceptions {
        self.sites.get(&site).map_or(Exceptions::NONE, |seen| seen.raised)
    }

    /// What the operands of a site can be, over all executions; empty if it is not reached.
    pub fn operands(&self, site: SiteId) -> &[Range] {
        self.sites.get(&site).map_or(&[], |seen| &seen.operands)
    }

    /// The sites that may be reached.
    pub fn reached_sites(&self) -> impl Iterator<Item = SiteId> {
        self.sites.keys().copied()
    }

    /// How much was done.
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }
}
