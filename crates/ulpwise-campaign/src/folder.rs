//! The folder of a campaign: where what lies, and how it is written.
//!
//! ```text
//! plan-1.json       the first round: options, functions, units; never changed
//! program           the compiled program: module and bitcode
//! plan-2.json       a further round
//! claims/0007.1     the first attempt at unit 7: who works on it; touched while that goes on
//! failures/0007.1   how that attempt ended, if it says so
//! units/0007        the result of unit 7
//! merged            the results of all units
//! ```

use crate::error::CampaignError;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The folder of a campaign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CampaignFolder {
    path: PathBuf,
}

impl CampaignFolder {
    /// A folder, which need not be there.
    pub fn new(path: impl Into<PathBuf>) -> CampaignFolder {
        let path = path.into();
        CampaignFolder { path: std::path::absolute(&path).unwrap_or(path) }
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Makes it with its subfolders.
    pub(crate) fn make(&self) -> Result<(), CampaignError> {
        for folder in ["claims", "failures", "units", "logs"] {
            let path = self.path.join(folder);
            std::fs::create_dir_all(&path).map_err(CampaignError::io(&path))?;
        }
        Ok(())
    }

    /// The plan of a round, from 1.
    pub(crate) fn plan(&self, round: usize) -> PathBuf {
        self.path.join(format!("plan-{round}.json"))
    }

    /// The compiled program.
    pub(crate) fn program(&self) -> PathBuf {
        self.path.join("program")
    }

    /// The file of an attempt at a unit.
    pub(crate) fn claim(&self, unit: usize, attempt: usize) -> PathBuf {
        self.path.join("claims").join(format!("{unit:04}.{attempt}"))
    }

    /// How an attempt ended.
    pub(crate) fn failure(&self, unit: usize, attempt: usize) -> PathBuf {
        self.path.join("failures").join(format!("{unit:04}.{attempt}"))
    }

    /// The result of a unit.
    pub(crate) fn result(&self, unit: usize) -> PathBuf {
        self.path.join("units").join(format!("{unit:04}"))
    }

    /// All results in one.
    pub(crate) fn merged(&self) -> PathBuf {
        self.path.join("merged")
    }

    /// What a file server's clock says: times of files are compared with it, and not with that of
    /// this machine.
    pub(crate) fn now(&self) -> Result<SystemTime, CampaignError> {
        let probe = tempfile::Builder::new().prefix(".clock-").tempfile_in(&self.path);
        let time = probe.and_then(|file| file.as_file().metadata()?.modified());
        time.or_else(|_| Ok(SystemTime::now()))
    }
}

/// Writes a file whole or not at all.
pub(crate) fn write_whole(path: &Path, content: &[u8]) -> Result<(), CampaignError> {
    write_beside(path, content).map_err(CampaignError::io(path))
}

fn write_beside(path: &Path, content: &[u8]) -> std::io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    // Others read what this user writes, as far as the user lets them.
    let mut file = tempfile::Builder::new()
        .prefix(".part-")
        .permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666))
        .tempfile_in(folder)?;
    file.write_all(content)?;
    // A file that has its name has its content.
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Makes a file that is not there; `false` if it is. One of several that try does it, also
/// on network file systems.
pub(crate) fn create_new(path: &Path, content: &[u8]) -> Result<bool, CampaignError> {
    match File::create_new(path) {
        Ok(mut file) => file.write_all(content).map(|()| true).map_err(CampaignError::io(path)),
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(CampaignError::io(path)(error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_there_whole_and_made_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        assert!(create_new(&path, b"1").unwrap());
        assert!(!create_new(&path, b"2").unwrap());
        assert_eq!(std::fs::read(&path).unwrap(), b"1");
        write_whole(&path, b"3").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"3");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
        assert!(write_whole(&folder.path().join("missing/b"), b"4").is_err());
    }
}
