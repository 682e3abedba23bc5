//! What came out.

use crate::record::{Seen, ValueRange};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use ulpwise_base::Exhausted;
use ulpwise_externals::Exceptions;
use ulpwise_ir::SiteId;
use ulpwise_verify::{EntryAssumption, ProofSection};

/// Why an entry does not fit its function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EntryError {
    /// The function is only declared.
    OnlyDeclared {
        /// Its name.
        function: String,
    },
    /// The function has another number of parameters.
    WrongArity {
        /// Its name.
        function: String,
        /// How many parameters it has.
        parameters: usize,
    },
    /// A range holds no value.
    EmptyRange {
        /// The name of the function.
        function: String,
    },
    /// A range is given in another format than the parameter's.
    WrongFormat,
    /// A range is given in a format that no program has.
    UnknownFormat,
    /// An argument is of another type than its parameter.
    WrongType,
    /// An address stands behind another one that does not lead to a described object.
    BehindNothing,
}

impl fmt::Display for EntryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OnlyDeclared { function } => write!(f, "'{function}' has no body"),
            Self::WrongArity { function, parameters } => {
                write!(f, "'{function}' has {parameters} parameters")
            }
            Self::EmptyRange { function } => {
                write!(f, "no argument of '{function}' is in the given range")
            }
            Self::WrongFormat => f.write_str("a range is given in another format than the parameter's"),
            Self::UnknownFormat => f.write_str("an unknown format"),
            Self::WrongType => f.write_str("an argument is of another type than its parameter"),
            Self::BehindNothing => f.write_str("an address lies behind one of which nothing is known"),
        }
    }
}

impl std::error::Error for EntryError {}

/// Why nothing may be called proven.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Incomplete {
    /// The budget ended first.
    Exhausted(Exhausted),
    /// The entry does not fit the function.
    BadEntry(EntryError),
    /// Something that the analysis does not follow can be reached.
    Unsupported(String),
}

impl fmt::Display for Incomplete {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exhausted(limit) => limit.fmt(f),
            Self::BadEntry(error) => error.fmt(f),
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
    pub(crate) left_arguments: BTreeSet<u32>,
    pub(crate) statistics: Statistics,
    pub(crate) entry: EntryAssumption,
    pub(crate) sections: Vec<ProofSection>,
}

impl Analysis {
    /// What was assumed of the arguments, for certificates.
    pub fn entry(&self) -> &EntryAssumption {
        &self.entry
    }

    /// What was written down for certificates, one section for each way to cut the entry; without
    /// goals.
    pub fn take_sections(&mut self) -> Vec<ProofSection> {
        std::mem::take(&mut self.sections)
    }

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

    /// The exceptions that some execution may raise at the site. That no execution raises the
    /// others is proven.
    pub fn may_raise(&self, site: SiteId) -> Exceptions {
        self.sites.get(&site).map_or(Exceptions::NONE, |seen| seen.raised)
    }

    /// What the operands of a site can be, over all executions; empty if it is not reached.
    pub fn operands(&self, site: SiteId) -> &[ValueRange] {
        self.sites.get(&site).map_or(&[], |seen| &seen.operands)
    }

    /// The arguments (from 0) whose objects some execution may access beyond what the entry
    /// describes. Such an access reads anything; proofs hold all the same.
    pub fn left_arguments(&self) -> impl Iterator<Item = u32> {
        self.left_arguments.iter().copied()
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
