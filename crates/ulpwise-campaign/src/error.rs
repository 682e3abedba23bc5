//! What keeps a campaign from going on.

use std::path::{Path, PathBuf};
use ulpwise_driver::DriverError;

/// Why something cannot be done with a campaign.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CampaignError {
    /// There is no campaign in the folder.
    #[error("{} has no plan", .0.display())]
    NoPlan(PathBuf),
    /// There is one already.
    #[error("{} has a plan already", .0.display())]
    HasPlan(PathBuf),
    /// A file of the campaign is not as it was written.
    #[error("{}: {what}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// A file or folder cannot be written or read.
    #[error("{}: {error}", path.display())]
    Io {
        /// Its path.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// The plan was made by another version.
    #[error("ulpwise {planned} made this plan, and this is another one ({here})")]
    OtherVersion {
        /// That version and its sources.
        planned: String,
        /// This one.
        here: String,
    },
    /// The compiled program is another one than was planned.
    #[error("{} is not the program that was planned", .0.display())]
    OtherProgram(PathBuf),
    /// There is no such unit.
    #[error("there is no unit {number}: the plan has {units}")]
    NoUnit {
        /// Its number.
        number: usize,
        /// How many there are.
        units: usize,
    },
    /// A unit was tried as often as it may be.
    #[error("unit {number} failed {attempts} times: {last}")]
    GaveUp {
        /// The unit.
        number: usize,
        /// How often it was tried.
        attempts: usize,
        /// How the last attempt ended.
        last: String,
    },
    /// What was asked for does not go together.
    #[error("{message}")]
    Refused {
        /// The sentence.
        message: String,
        /// What to do about it.
        help: Vec<String>,
    },
    /// The analysis did not work.
    #[error("{0}")]
    Driver(#[from] DriverError),
}

impl CampaignError {
    /// A path that cannot be used.
    pub(crate) fn io(path: &Path) -> impl FnOnce(std::io::Error) -> CampaignError + use<> {
        let path = path.to_owned();
        move |error| CampaignError::Io { path, error }
    }

    /// A file that is not as it was written.
    pub(crate) fn damaged(path: &Path, what: impl ToString) -> CampaignError {
        CampaignError::Damaged { path: path.to_owned(), what: what.to_string() }
    }

    /// Something that the user has to change.
    pub(crate) fn refused(message: impl Into<String>, help: impl Into<String>) -> CampaignError {
        CampaignError::Refused { message: message.into(), help: vec![help.into()] }
    }

    /// What to do about it, a line each.
    pub fn help(&self) -> Vec<String> {
        match self {
            Self::NoPlan(_) => vec![
                "name the folder of `ulpwise campaign plan`; on another machine, it has to be on storage that both share"
                    .to_owned(),
            ],
            Self::HasPlan(_) => vec![
                "`ulpwise campaign extend` adds units to it; name another folder for another campaign".to_owned(),
            ],
            Self::OtherVersion { .. } => {
                vec!["run the same ulpwise on all machines; what is done already stays as it is".to_owned()]
            }
            Self::OtherProgram(_) => {
                vec!["plan another campaign, in a folder of its own; what is done already stays as it is".to_owned()]
            }
            Self::GaveUp { .. } => vec!["--again tries it once more".to_owned()],
            Self::Refused { help, .. } => help.clone(),
            Self::Driver(error) => error.help(),
            Self::Damaged { .. } | Self::Io { .. } | Self::NoUnit { .. } => Vec::new(),
        }
    }

    /// Whether it is a bug of ulpwise rather than something that the user can change.
    pub fn is_internal(&self) -> bool {
        matches!(self, Self::Driver(error) if error.is_internal())
    }
}
