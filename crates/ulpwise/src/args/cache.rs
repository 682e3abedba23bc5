//! The arguments of `ulpwise cache`.

use clap::{Args, Subcommand};
use std::path::PathBuf;

/// The arguments of `ulpwise cache`.
#[derive(Debug, Args)]
pub(crate) struct CacheArguments {
    #[command(subcommand)]
    pub(crate) task: CacheTask,
    /// The folder of the cache; otherwise .ulpwise at the top of the project.
    #[arg(long, value_name = "DIR", global = true)]
    pub(crate) cache: Option<PathBuf>,
}

/// What to do with the cache.
#[derive(Clone, Debug, Subcommand)]
pub(crate) enum CacheTask {
    /// Show how much it holds.
    Show,
    /// Remove what was not used for the longest time.
    Trim {
        /// Until the cache has no more than so many MiB.
        #[arg(long, value_name = "MIB", default_value_t = 1024)]
        size: u64,
        /// And all that was not used for so many days.
        #[arg(long, value_name = "DAYS")]
        days: Option<u32>,
    },
    /// Remove all of it.
    Clear,
}
