//! `ulpwise campaign`: units in a folder, faults, and the same ledger as `ulpwise check`.

use crate::common::ulpwise;
use serde_json::Value as Json;
use std::path::PathBuf;

const PROGRAM: &str = "double mean(double x, double y) { return (x + y) / 2; }
double half(double x) { return x / 2; }
double ratio(double x, double y) { return x / y; }
";

/// What is asked for: decided by reasoning, not by the clock.
const OPTIONS: [&str; 6] = ["--analysis", "abstract", "--analysis", "symbolic", "--timeout", "20"];

struct Campaign {
    _folder: tempfile::TempDir,
    source: PathBuf,
    path: PathBuf,
}

impl Campaign {
    fn plan() -> Campaign {
        let folder = tempfile::tempdir().unwrap();
        let (source, path) = (folder.path().join("means.c"), folder.path().join("camp"));
        std::fs::write(&source, PROGRAM).unwrap();
        let campaign = Campaign { _folder: folder, source, path };
        let source = campaign.source.to_str().unwrap();
        let planned = campaign.command("plan", &[&["check", source][..], &OPTIONS].concat());
        assert!(planned.starts_with("3 units of 3 functions"), "{planned}");
        campaign
    }

    /// What a command prints that succeeds.
    fn command(&self, command: &str, arguments: &[&str]) -> String {
        let folder = self.path.to_str().unwrap();
        let done = ulpwise(&[&["campaign", command, folder][..], arguments].concat());
        assert!(matches!(done.code, Some(0 | 1)), "{done:?}");
        done.stdout
    }

    /// The one sentence that a command fails with.
    fn failure(&self, command: &str, arguments: &[&str]) -> String {
        let folder = self.path.to_str().unwrap();
        let done = ulpwise(&[&["campaign", command, folder][..], arguments].concat());
        assert_eq!(done.code, Some(2), "{done:?}");
        done.stderr
    }

    fn result(&self, unit: usize) -> PathBuf {
        self.path.join("units").join(format!("{unit:04}"))
    }

    fn ledger(&self) -> Json {
        without_times(&self.command("report", &["--json"]))
    }
}

/// A report without the words of its command and without times.
fn without_times(text: &str) -> Json {
    fn clear(value: &mut Json) {
        match value {
            Json::Object(members) => {
                members.remove("seconds");
                members.values_mut().for_each(clear);
            }
            Json::Array(elements) => elements.iter_mut().for_each(clear),
            _ => {}
        }
    }
    let mut report: Json = serde_json::from_str(text).unwrap();
    report.as_object_mut().unwrap().remove("command").expect("reports have their command");
    clear(&mut report);
    report
}

#[test]
fn a_campaign_gives_the_ledger_of_one_run() {
    let campaign = Campaign::plan();
    let source = campaign.source.to_str().unwrap();
    let checked = ulpwise(&[&["check", source, "--json"][..], &OPTIONS].concat());
    // The program is compiled: nothing of it is needed any more but its text for reports.
    let whole = campaign.command("run", &["--jobs", "2"]);
    assert!(whole.starts_with("3 units of 3 functions: 3 done"), "{whole}");
    assert_eq!(campaign.ledger(), without_times(&checked.stdout));
    campaign.command("merge", &[]);
    assert!(campaign.path.join("merged").exists());
    let again = campaign.command("unit", &["2"]);
    assert_eq!(again, "unit 2 was done before\n");
}

#[test]
fn faults_lose_nothing_and_are_reported() {
    let campaign = Campaign::plan();
    campaign.command("run", &["--jobs", "1"]);
    let whole = campaign.ledger();
    // A result that was cut short, one that is gone, and an attempt whose process is gone.
    let content = std::fs::read(campaign.result(1)).unwrap();
    std::fs::write(campaign.result(1), &content[..content.len() - 9]).unwrap();
    std::fs::remove_file(campaign.result(2)).unwrap();
    let status = campaign.command("status", &[]);
    assert!(status.contains("unit 1, result") && status.contains("not as it was written"), "{status}");
    assert!(status.contains("unit 2, attempt 1 on ") && status.contains("it was killed"), "{status}");
    assert!(status.contains("1 done, 0 running, 2 waiting"), "{status}");
    let partial: Json = serde_json::from_str(&campaign.command("report", &["--json"])).unwrap();
    assert_eq!(partial["functions"].as_array().unwrap().len(), 1);
    campaign.command("run", &["--jobs", "1"]);
    assert_eq!(campaign.ledger(), whole);
    let json: Json = serde_json::from_str(&campaign.command("status", &["--json"])).unwrap();
    assert!(json["units"].as_array().unwrap().iter().all(|unit| unit["state"] == "done"), "{json}");
    assert!(!json["faults"].as_array().unwrap().is_empty(), "{json}");
}

#[test]
fn what_fails_again_and_again_is_given_up_and_said() {
    let campaign = Campaign::plan();
    for attempt in 1..=3 {
        std::fs::write(campaign.path.join(format!("claims/0001.{attempt}")), "").unwrap();
        std::fs::write(campaign.path.join(format!("failures/0001.{attempt}")), "no luck\n").unwrap();
    }
    let failed = campaign.failure("unit", &["1"]);
    assert!(failed.contains("unit 1 failed 3 times: no luck") && failed.contains("--again"), "{failed}");
    campaign.failure("run", &["--jobs", "1"]);
    let report = campaign.command("report", &["--json"]);
    assert!(report.contains("unit 1 of the campaign failed: no luck"), "{report}");
    campaign.command("unit", &["1", "--again"]);
    assert!(!campaign.command("report", &["--json"]).contains("no luck"));
}

#[test]
fn bad_input_gets_one_sentence_and_loses_nothing() {
    let campaign = Campaign::plan();
    let source = campaign.source.to_str().unwrap();
    assert!(campaign.failure("plan", &["check", source]).contains("has a plan already"));
    assert!(campaign.failure("unit", &["9"]).contains("there is no unit 9: the plan has 3"));
    campaign.command("unit", &["1"]);
    let nowhere = ulpwise(&["campaign", "unit", "/nowhere/at/all", "1"]);
    assert_eq!(nowhere.code, Some(2));
    assert!(nowhere.stderr.contains("has no plan") && nowhere.stderr.contains("share"), "{nowhere:?}");
    // Another program, and another version.
    let program = campaign.path.join("program");
    let content = std::fs::read(&program).unwrap();
    std::fs::write(&program, &content[1..]).unwrap();
    assert!(campaign.failure("unit", &["2"]).contains("is not the program that was planned"));
    assert!(campaign.failure("run", &[]).contains("is not the program that was planned"));
    std::fs::write(&program, &content).unwrap();
    let plan = campaign.path.join("plan-1.json");
    let text = std::fs::read_to_string(&plan).unwrap();
    std::fs::write(&plan, text.replace("\"sources\": \"", "\"sources\": \"0")).unwrap();
    assert!(campaign.failure("unit", &["2"]).contains("made this plan, and this is another one"));
    std::fs::write(&plan, &text[..text.len() / 2]).unwrap();
    assert!(campaign.failure("unit", &["2"]).contains("does not read back"));
    std::fs::write(&plan, text).unwrap();
    let status = campaign.command("status", &[]);
    assert!(status.contains("1 done, 0 running, 2 waiting"), "{status}");
    let refused = campaign.path.with_extension("other");
    let refused = ulpwise(&["campaign", "plan", refused.to_str().unwrap(), "check", source, "--total", "9"]);
    assert!(refused.stderr.contains("a campaign takes no --total"), "{refused:?}");
}

/// A command that stands for sbatch: it keeps its arguments, and says what this shell script says.
fn sbatch(campaign: &Campaign, script: &str) -> PathBuf {
    use std::os::unix::fs::PermissionsExt;
    let path = campaign.path.join("sbatch");
    let kept = campaign.path.join("submitted");
    let text = format!("#!/bin/sh\necho \"$@\" >> {}\n{script}\n", kept.display());
    std::fs::write(&path, text).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path
}

#[test]
fn units_are_submitted_as_an_array_and_what_is_left_after_it() {
    let campaign = Campaign::plan();
    let command = sbatch(&campaign, "echo '42;here'");
    let option = format!("--sbatch={}", command.display());
    campaign.command("unit", &["2"]);
    let arguments = ["--slurm", &option, "--account", "numerics", "--at-once", "9", "--", "--qos=long"];
    let said = campaign.command("submit", &arguments);
    assert_eq!(said, "2 units in job 42; job 42 submits what fails\n");
    let submitted = std::fs::read_to_string(campaign.path.join("submitted")).unwrap();
    let lines: Vec<&str> = submitted.lines().collect();
    assert_eq!(lines.len(), 2, "{submitted}");
    assert!(
        lines[0].contains("--array=1-2%9") && lines[0].contains("--account=numerics --qos=long"),
        "{submitted}"
    );
    assert!(lines[1].contains("--dependency=afterany:42") && lines[1].contains("--over 42"), "{submitted}");
    let list = std::fs::read_to_string(campaign.path.join("logs/units-1-1")).unwrap();
    assert_eq!(list, "1\n3\n");
    let refuses = sbatch(&campaign, "echo 'sbatch: error: invalid account' >&2; exit 1");
    let option = format!("--sbatch={}", refuses.display());
    assert!(
        campaign.failure("submit", &["--slurm", &option]).contains("Slurm refused the job: invalid account")
    );
    let missing = campaign.failure("submit", &["--slurm", "--sbatch=/nowhere/sbatch"]);
    assert!(missing.contains("cannot be run") && missing.contains("campaign run"), "{missing}");
}

#[test]
fn a_round_begins_when_the_one_before_is_over_and_time_may_help() {
    let campaign = Campaign::plan();
    assert!(campaign.failure("extend", &[]).contains("3 units are not done yet"));
    campaign.command("run", &["--jobs", "1"]);
    assert!(campaign.failure("extend", &[]).contains("nothing is open that more time may decide"));
}
