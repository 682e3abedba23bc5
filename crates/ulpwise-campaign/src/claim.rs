//! Who works on a unit: a file for each attempt, made by the one that begins it and touched while it
//! goes on.
//!
//! What holds: of several processes that want to begin the same attempt one does. An attempt is over
//! when its process is gone on this host, when it said how it ended, or when its file was not touched
//! for a while by the file server's clock. No process waits for a lock.

use crate::error::CampaignError;
use crate::folder::{CampaignFolder, create_new, write_whole};
use crate::machine::host;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, SystemTime};

/// How often a unit is tried at most.
pub const MOST_ATTEMPTS: usize = 3;

/// How often the file of an attempt is touched.
const TOUCHED_EVERY: Duration = Duration::from_secs(5);

/// How old it is when the attempt is over.
const SILENCE: Duration = Duration::from_secs(90);

/// Who makes an attempt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attempt {
    /// Which one it is, from 1.
    pub number: usize,
    /// The host.
    pub host: String,
    /// The process there.
    pub process: u32,
    /// When it began, by the clock of that host since it was started.
    began: String,
    /// The host's current start.
    boot: String,
    /// The job of Slurm's, if it is one.
    pub job: Option<String>,
}

/// How an attempt is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttemptState {
    /// It goes on.
    Alive,
    /// It ended without a result, for this reason.
    Over(String),
}

/// When a process of this host began; `None` if there is none.
fn began(process: u32) -> Option<String> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let after_name = &stat[stat.rfind(')')? + 1..];
    let mut fields = after_name.split_whitespace();
    // A zombie does nothing any more.
    if matches!(fields.next()?, "Z" | "X") {
        return None;
    }
    fields.nth(18).map(str::to_owned)
}

fn boot() -> String {
    std::fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default().trim().to_owned()
}

impl Attempt {
    /// By this process.
    fn by_this(number: usize) -> Attempt {
        let process = std::process::id();
        Attempt {
            number,
            host: host(),
            process,
            began: began(process).unwrap_or_default(),
            boot: boot(),
            job: slurm_job(),
        }
    }

    /// Whether its process is known to be gone.
    fn is_gone(&self) -> bool {
        self.host == host()
            && (self.boot != boot() || began(self.process).as_deref() != Some(self.began.as_str()))
    }
}

/// The job of Slurm's that this process is a part of.
pub(crate) fn slurm_job() -> Option<String> {
    let name = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
    match (name("SLURM_ARRAY_JOB_ID"), name("SLURM_ARRAY_TASK_ID"), name("SLURM_JOB_ID")) {
        (Some(array), Some(task), _) => Some(format!("{array}_{task}")),
        (_, _, job) => job,
    }
}

/// The attempts at a unit with their states; the last one comes last.
pub(crate) fn attempts(
    folder: &CampaignFolder,
    unit: usize,
    now: SystemTime,
) -> Result<Vec<(Option<Attempt>, AttemptState)>, CampaignError> {
    let mut all = Vec::new();
    loop {
        let path = folder.claim(unit, all.len() + 1);
        let touched = match std::fs::metadata(&path).and_then(|about| about.modified()) {
            Ok(touched) => touched,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(all),
            Err(error) => return Err(CampaignError::io(&path)(error)),
        };
        let attempt: Option<Attempt> =
            std::fs::read(&path).ok().and_then(|content| serde_json::from_slice(&content).ok());
        let failure = std::fs::read_to_string(folder.failure(unit, all.len() + 1)).ok();
        let is_silent = now.duration_since(touched).is_ok_and(|age| age > SILENCE);
        let state = match failure {
            Some(why) => AttemptState::Over(why.trim().to_owned()),
            None if attempt.as_ref().is_some_and(Attempt::is_gone) => {
                AttemptState::Over("its process ended without a word: it was killed".to_owned())
            }
            None if is_silent => {
                AttemptState::Over("nothing was heard of it: its node or its process was lost".to_owned())
            }
            None => AttemptState::Alive,
        };
        all.push((attempt, state));
    }
}

/// An attempt of this process that goes on until it is dropped.
pub(crate) struct Claim {
    pub(crate) attempt: usize,
    stop: Option<Sender<()>>,
    heart: Option<JoinHandle<()>>,
}

impl Claim {
    /// Begins an attempt; nothing if another process did.
    pub(crate) fn begin(
        folder: &CampaignFolder,
        unit: usize,
        attempt: usize,
    ) -> Result<Option<Claim>, CampaignError> {
        let path = folder.claim(unit, attempt);
        let content = serde_json::to_vec(&Attempt::by_this(attempt)).unwrap_or_default();
        if !create_new(&path, &content)? {
            return Ok(None);
        }
        let (stop, stopped) = channel();
        let heart = std::thread::spawn(move || {
            while stopped.recv_timeout(TOUCHED_EVERY) == Err(RecvTimeoutError::Timeout) {
                // A time that the file's server sets is one of its own clock.
                let _ = File::options().append(true).open(&path).and_then(|mut file| {
                    use std::io::Write;
                    file.write_all(b"\n")
                });
            }
        });
        Ok(Some(Claim { attempt, stop: Some(stop), heart: Some(heart) }))
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(heart) = self.heart.take() {
            let _ = heart.join();
        }
    }
}

/// Says how an attempt ended.
pub(crate) fn write_failure(
    folder: &CampaignFolder,
    unit: usize,
    attempt: usize,
    why: &str,
) -> Result<(), CampaignError> {
    write_whole(&folder.failure(unit, attempt), format!("{why}\n").as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn campaign() -> (tempfile::TempDir, CampaignFolder) {
        let folder = tempfile::tempdir().unwrap();
        let campaign = CampaignFolder::new(folder.path());
        campaign.make().unwrap();
        (folder, campaign)
    }

    #[test]
    fn one_process_begins_an_attempt() {
        let (_folder, campaign) = campaign();
        let claim = Claim::begin(&campaign, 1, 1).unwrap();
        assert!(claim.is_some() && Claim::begin(&campaign, 1, 1).unwrap().is_none());
        let all = attempts(&campaign, 1, SystemTime::now()).unwrap();
        assert_eq!(all.len(), 1);
        assert_eq!(all[0].1, AttemptState::Alive, "this process goes on");
        write_failure(&campaign, 1, 1, "it failed").unwrap();
        assert_eq!(
            attempts(&campaign, 1, SystemTime::now()).unwrap()[0].1,
            AttemptState::Over("it failed".to_owned())
        );
    }

    #[test]
    fn attempts_of_the_dead_and_the_silent_are_over() {
        let (_folder, campaign) = campaign();
        let here = Attempt::by_this(1);
        let now = SystemTime::now();
        let state = |attempt: &Attempt, now: SystemTime| {
            std::fs::write(campaign.claim(2, 1), serde_json::to_vec(attempt).unwrap()).unwrap();
            attempts(&campaign, 2, now).unwrap()[0].1.clone()
        };
        assert_eq!(state(&here, now), AttemptState::Alive);
        // The same number, another process.
        let other = Attempt { began: "1".to_owned(), ..here.clone() };
        assert!(matches!(state(&other, now), AttemptState::Over(_)));
        let far = Attempt { host: "elsewhere".to_owned(), process: 1, ..here };
        assert_eq!(state(&far, now), AttemptState::Alive, "nothing is known of processes elsewhere");
        assert!(matches!(state(&far, now + SILENCE * 2), AttemptState::Over(_)));
        // A claim that was cut short counts until it is old.
        std::fs::write(campaign.claim(3, 1), b"{\"numb").unwrap();
        assert_eq!(attempts(&campaign, 3, now).unwrap()[0].1, AttemptState::Alive);
        assert!(matches!(attempts(&campaign, 3, now + SILENCE * 2).unwrap()[0].1, AttemptState::Over(_)));
    }
}
