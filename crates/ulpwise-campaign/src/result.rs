//! The file that a unit writes: a line of JSON that says what is in it, then the run.
//!
//! What holds: a file that was cut short or changed is recognised, by a length and a fingerprint.
//! Runs hold infinities and numbers of 128 bits, which JSON has not: they are written as CBOR.

use crate::error::CampaignError;
use crate::machine::Machine;
use serde::{Deserialize, Serialize};
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use ulpwise_finding::{Run, VerdictCounts};

/// Verdicts of a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitVerdicts {
    /// Inputs that raise something.
    pub witnesses: usize,
    /// Proofs that none does.
    pub proven: usize,
    /// Neither.
    pub unknown: usize,
}

impl UnitVerdicts {
    /// Those of a run.
    pub fn of_run(run: &Run) -> UnitVerdicts {
        let mut sum = UnitVerdicts::default();
        for function in &run.functions {
            let VerdictCounts { witnesses, proven, unknown } = function.count();
            sum.add(UnitVerdicts { witnesses, proven, unknown });
        }
        sum
    }

    /// Adds those of another unit.
    pub fn add(&mut self, other: UnitVerdicts) {
        self.witnesses += other.witnesses;
        self.proven += other.proven;
        self.unknown += other.unknown;
    }
}

/// What is known of a result without reading all of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UnitHeader {
    /// The unit.
    pub unit: usize,
    /// Which attempt it was.
    pub attempt: usize,
    /// The fingerprint of the plan's program.
    pub program: String,
    /// The name of the host.
    pub host: String,
    /// What results may depend on there.
    pub machine: Machine,
    /// How long the unit took, and how long it took until the analysis began.
    pub seconds: f64,
    /// How much CPU time it and its children took.
    pub cpu_seconds: f64,
    /// The verdicts.
    pub verdicts: UnitVerdicts,
    /// The length of the run in bytes.
    length: u64,
    /// The fingerprint of the run.
    fingerprint: String,
}

/// A result.
#[derive(Clone, Debug, PartialEq)]
pub struct UnitResult {
    /// What is known of it without the runs.
    pub header: UnitHeader,
    /// What was found: one run, or one for each function.
    pub runs: Vec<Run>,
}

/// What a result says besides its runs.
pub(crate) struct About {
    pub(crate) unit: usize,
    pub(crate) attempt: usize,
    pub(crate) program: String,
    pub(crate) seconds: f64,
    pub(crate) cpu_seconds: f64,
}

/// The content of the file.
pub(crate) fn content(about: About, runs: &[Run]) -> Result<Vec<u8>, CampaignError> {
    let About { unit, attempt, program, seconds, cpu_seconds } = about;
    let mut body = Vec::new();
    let unwritable = |error: &dyn std::fmt::Display| {
        ulpwise_driver::DriverError::internal(format!("a result cannot be written: {error}"))
    };
    ciborium::into_writer(runs, &mut body).map_err(|error| unwritable(&error))?;
    let mut verdicts = UnitVerdicts::default();
    runs.iter().for_each(|run| verdicts.add(UnitVerdicts::of_run(run)));
    let header = UnitHeader {
        unit,
        attempt,
        program,
        host: crate::machine::host(),
        machine: Machine::here(),
        seconds,
        cpu_seconds,
        verdicts,
        length: body.len() as u64,
        fingerprint: fingerprint(&body),
    };
    let mut content = serde_json::to_vec(&header).map_err(|error| unwritable(&error))?;
    content.push(b'\n');
    content.extend(body);
    Ok(content)
}

/// Reads what is known without the runs; the length is compared, too.
pub(crate) fn read_header(path: &Path) -> Result<UnitHeader, CampaignError> {
    let file = std::fs::File::open(path).map_err(CampaignError::io(path))?;
    let size = file.metadata().map_err(CampaignError::io(path))?.len();
    let mut line = Vec::new();
    BufReader::new(file).read_until(b'\n', &mut line).map_err(CampaignError::io(path))?;
    let header: UnitHeader =
        serde_json::from_slice(&line).map_err(|_| CampaignError::damaged(path, CUT_SHORT))?;
    if size != line.len() as u64 + header.length {
        return Err(CampaignError::damaged(path, CUT_SHORT));
    }
    Ok(header)
}

/// What is said of a file that is not whole.
const CUT_SHORT: &str = "this result is not as it was written";

/// Reads a result.
pub(crate) fn read(path: &Path) -> Result<UnitResult, CampaignError> {
    let header = read_header(path)?;
    let file = std::fs::File::open(path).map_err(CampaignError::io(path))?;
    let mut reader = BufReader::new(file);
    reader.skip_until(b'\n').map_err(CampaignError::io(path))?;
    let mut body = Vec::new();
    reader.read_to_end(&mut body).map_err(CampaignError::io(path))?;
    if fingerprint(&body) != header.fingerprint {
        return Err(CampaignError::damaged(path, CUT_SHORT));
    }
    let runs = ciborium::from_reader(body.as_slice())
        .map_err(|error| CampaignError::damaged(path, format!("this result does not read back: {error}")))?;
    Ok(UnitResult { header, runs })
}

fn fingerprint(bytes: &[u8]) -> String {
    format!("{:016x}", ulpwise_driver::report::sarif::fingerprint(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_finding::sample;

    fn about() -> About {
        About { unit: 3, attempt: 1, program: "x".to_owned(), seconds: 1.5, cpu_seconds: 1.0 }
    }

    /// Lines of sources are read again.
    fn without_lines(mut run: Run) -> Run {
        run.files.iter_mut().for_each(|file| file.lines = None);
        run
    }

    #[test]
    fn runs_come_back_as_they_were() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("0003");
        let mut odd = sample();
        odd.functions[0].seconds = f64::NAN;
        let runs: Vec<Run> = [sample(), odd].map(without_lines).to_vec();
        std::fs::write(&path, content(about(), &runs).unwrap()).unwrap();
        let back = read(&path).unwrap();
        assert_eq!(format!("{:?}", back.runs), format!("{runs:?}"));
        assert_eq!(back.header.unit, 3);
    }

    #[test]
    fn damage_is_seen() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("0003");
        let whole = content(about(), &[sample()]).unwrap();
        let start = whole.iter().position(|&byte| byte == b'\n').unwrap();
        for length in (0..whole.len()).step_by(97) {
            std::fs::write(&path, &whole[..length]).unwrap();
            assert!(read_header(&path).is_err() && read(&path).is_err(), "{length} bytes");
        }
        for at in (start + 1..whole.len()).step_by(97) {
            let mut damaged = whole.clone();
            damaged[at] ^= 4;
            std::fs::write(&path, &damaged).unwrap();
            assert!(read(&path).is_err(), "byte {at}");
        }
    }
}
