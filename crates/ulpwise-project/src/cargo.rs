//! Has cargo compile the crates of a workspace, with their dependencies, to bitcode.
//!
//! cargo itself resolves features, targets, build scripts and dependencies; rustc is only asked to
//! leave its bitcode beside what it makes. Everything goes into a target folder of ulpwise's own.

use crate::build::{require, tail};
use crate::detect::BuildSystem;
use crate::error::ProjectError;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What of a workspace is wanted, as cargo's own options say it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CargoRequest {
    /// Members of the workspace; those that cargo takes by itself if there are none.
    pub packages: Vec<String>,
    /// All members.
    pub workspace: bool,
    /// Only libraries.
    pub lib: bool,
    /// Programs.
    pub bins: Vec<String>,
    /// Examples.
    pub examples: Vec<String>,
    /// Features.
    pub features: Vec<String>,
    /// All features.
    pub all_features: bool,
    /// No default features.
    pub no_default_features: bool,
    /// Also the unit tests of the library, and so the instances of generic functions in them.
    pub tests: bool,
    /// Flags for rustc.
    pub rustflags: Vec<String>,
    /// Nothing is fetched from anywhere.
    pub offline: bool,
    /// The lock file is kept as it is.
    pub locked: bool,
}

/// What cargo compiled.
#[derive(Clone, Debug, Default)]
pub(crate) struct CargoProgram {
    /// Bitcode, dependencies first.
    pub(crate) modules: Vec<PathBuf>,
    /// The folders of the packages that are checked.
    pub(crate) own: Vec<PathBuf>,
    /// What is checked, in words.
    pub(crate) what: Vec<String>,
    /// Programs that were built and are not checked.
    pub(crate) others: Vec<String>,
}

/// What makes rustc write bitcode as ulpwise reads it.
const PROFILE: [(&str, &str); 6] = [
    ("CARGO_INCREMENTAL", "0"),
    ("CARGO_PROFILE_DEV_OPT_LEVEL", "0"),
    ("CARGO_PROFILE_DEV_DEBUG", "2"),
    ("CARGO_PROFILE_DEV_CODEGEN_UNITS", "1"),
    ("CARGO_PROFILE_DEV_INCREMENTAL", "false"),
    ("CARGO_PROFILE_DEV_LTO", "off"),
];

/// The machine whose programs ulpwise reads; naming it keeps flags from build scripts and macros.
const TARGET: &str = "x86_64-unknown-linux-gnu";

impl CargoRequest {
    /// The words of cargo's command.
    fn words(&self, own: &Path) -> Vec<String> {
        let mut words: Vec<String> =
            if self.tests { vec!["test".into(), "--no-run".into()] } else { vec!["build".into()] };
        let target_folder = own.join("cargo").to_string_lossy().into_owned();
        words.extend(["--target", TARGET, "--target-dir", &target_folder].map(str::to_owned));
        words.push("--message-format=json".to_owned());
        let named = [("--package", &self.packages), ("--bin", &self.bins), ("--example", &self.examples)];
        for (option, values) in named {
            words.extend(values.iter().flat_map(|value| [option.to_owned(), value.clone()]));
        }
        if !self.features.is_empty() {
            words.extend(["--features".to_owned(), self.features.join(",")]);
        }
        let switches = [
            ("--workspace", self.workspace),
            ("--lib", self.lib || self.tests),
            ("--all-features", self.all_features),
            ("--no-default-features", self.no_default_features),
            ("--offline", self.offline),
            ("--locked", self.locked),
        ];
        words.extend(switches.iter().filter(|(_, on)| *on).map(|(name, _)| (*name).to_owned()));
        words
    }

    /// The flags of rustc, in the form that keeps blanks.
    fn encoded_flags(&self) -> String {
        let encoded = std::env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
        let plain = std::env::var("RUSTFLAGS").unwrap_or_default();
        let mut flags: Vec<String> = match encoded.is_empty() {
            true => plain.split_whitespace().map(str::to_owned).collect(),
            false => encoded.split('\u{1f}').map(str::to_owned).collect(),
        };
        flags.extend(["--emit=llvm-bc", "-Clink-dead-code", "-Cembed-bitcode=no"].map(str::to_owned));
        flags.extend(self.rustflags.iter().cloned());
        flags.join("\u{1f}")
    }
}

/// Builds.
pub(crate) fn build(
    request: &CargoRequest,
    folder: &Path,
    own: &Path,
    say: &dyn Fn(&str),
) -> Result<CargoProgram, ProjectError> {
    require("cargo", &BuildSystem::Cargo)?;
    let log_file = own.join("build.log");
    let system = |what: &'static str| move |error| ProjectError::system(what, error);
    let log = File::create(&log_file).map_err(system("the log cannot be written"))?;
    let words = request.words(own);
    let shown = format!("cargo {}", words.join(" "));
    say(&format!("Cargo.toml: {shown}"));
    let mut command = Command::new("cargo");
    command.args(&words).current_dir(folder).envs(PROFILE);
    command.env("CARGO_ENCODED_RUSTFLAGS", request.encoded_flags()).env_remove("RUSTFLAGS");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(log);
    let finished = command.output().map_err(system("cargo does not start"))?;
    let messages: Vec<Value> = finished
        .stdout
        .split(|&byte| byte == b'\n')
        .filter_map(|line| serde_json::from_slice(line).ok())
        .collect();
    if !finished.status.success() {
        let rendered = messages.iter().filter_map(|message| message["message"]["rendered"].as_str());
        let output = rendered.filter(|text| text.starts_with("error")).collect::<Vec<_>>().join("");
        let output = if output.is_empty() { tail(&log_file) } else { output };
        return Err(ProjectError::BuildFailed { command: shown, output, log: log_file });
    }
    program(request, &messages, own)
}

/// What the messages of cargo say about one crate.
struct Artifact<'m> {
    package: &'m str,
    name: &'m str,
    kinds: Vec<&'m str>,
    folder: PathBuf,
    is_test: bool,
    files: Vec<&'m str>,
}

impl<'m> Artifact<'m> {
    fn read(message: &'m Value) -> Option<Artifact<'m>> {
        if message["reason"] != "compiler-artifact" {
            return None;
        }
        let target = &message["target"];
        let texts = |value: &'m Value| value.as_array().into_iter().flatten().filter_map(Value::as_str);
        Some(Artifact {
            package: message["package_id"].as_str()?,
            name: target["name"].as_str()?,
            kinds: texts(&target["kind"]).collect(),
            folder: Path::new(message["manifest_path"].as_str()?).parent()?.to_owned(),
            is_test: message["profile"]["test"] == true,
            files: texts(&message["filenames"]).chain(message["executable"].as_str()).collect(),
        })
    }

    fn is_program(&self) -> bool {
        self.kinds.iter().any(|kind| ["bin", "example"].contains(kind))
    }

    /// Whether it is compiled for the machine that runs it and linked with the others. What only build
    /// scripts and macros need lies outside of that machine's folder, and may be the same crate.
    fn is_linked(&self) -> bool {
        // cargo's own words for the folder may differ from ours, by a link.
        let machine = format!("/cargo/{TARGET}/debug/");
        let is_there = self.files.iter().any(|file| file.contains(&machine));
        is_there
            && !self.kinds.iter().any(|kind| ["custom-build", "proc-macro", "test", "bench"].contains(kind))
    }

    /// The package and the target's name, for the user.
    fn shown(&self) -> String {
        if self.is_program() { format!("program {}", self.name) } else { format!("crate {}", self.name) }
    }

    /// Where rustc left its bitcode: beside what it made, under the crate's name and its hash.
    fn bitcode(&self, deps: &Path) -> Option<PathBuf> {
        let crate_name = self.name.replace('-', "_");
        let hash = |file: &&str| {
            let stem = Path::new(file).file_stem()?.to_str()?;
            let stem =
                stem.strip_prefix("lib").filter(|_| !self.is_program() && !self.is_test).unwrap_or(stem);
            let hash = stem.strip_prefix(&crate_name)?.strip_prefix('-')?;
            Some(deps.join(format!("{crate_name}-{hash}.bc")))
        };
        let named = self.files.iter().filter_map(hash).find(|file| file.is_file());
        named.or_else(|| newest(deps, &crate_name))
    }
}

/// The last bitcode of a crate in a folder.
fn newest(deps: &Path, crate_name: &str) -> Option<PathBuf> {
    let is_it = |name: &str| {
        let rest = name.strip_prefix(crate_name).and_then(|rest| rest.strip_prefix('-'));
        rest.and_then(|rest| rest.strip_suffix(".bc"))
            .is_some_and(|hash| hash.chars().all(|c| c.is_ascii_hexdigit()))
    };
    let files = std::fs::read_dir(deps).ok()?.filter_map(Result::ok);
    let files = files.filter(|file| file.file_name().to_str().is_some_and(is_it));
    let dated = files.filter_map(|file| Some((file.metadata().ok()?.modified().ok()?, file.path())));
    dated.max().map(|(_, path)| path)
}

/// Chooses what is checked.
fn program(request: &CargoRequest, messages: &[Value], own: &Path) -> Result<CargoProgram, ProjectError> {
    let deps = own.join("cargo").join(TARGET).join("debug").join("deps");
    let artifacts: Vec<Artifact<'_>> = messages.iter().filter_map(Artifact::read).collect();
    let linked: Vec<&Artifact<'_>> = artifacts.iter().filter(|artifact| artifact.is_linked()).collect();
    let is_member = |artifact: &Artifact<'_>| artifact.package.starts_with("path+");
    let programs: Vec<&&Artifact<'_>> = linked.iter().filter(|artifact| artifact.is_program()).collect();
    let wants_programs = !request.bins.is_empty() || !request.examples.is_empty();
    let mut libraries: Vec<&&Artifact<'_>> =
        linked.iter().filter(|artifact| !artifact.is_program()).collect();
    if request.tests {
        // The crate as its tests see it takes the place of the crate.
        let tested: Vec<&str> =
            libraries.iter().filter(|artifact| artifact.is_test).map(|artifact| artifact.package).collect();
        libraries.retain(|artifact| artifact.is_test || !tested.contains(&artifact.package));
    }
    let checked_program = match wants_programs {
        true => programs.first(),
        false if libraries.iter().any(|artifact| is_member(artifact)) => None,
        false => programs.first(),
    };
    let mut found = CargoProgram::default();
    let mut by_package = BTreeMap::new();
    for artifact in libraries.iter().copied().chain(checked_program.copied()) {
        let Some(module) = artifact.bitcode(&deps) else { continue };
        found.modules.push(module);
        if is_member(artifact) {
            by_package.insert(artifact.folder.clone(), ());
            found.what.push(artifact.shown());
        }
    }
    found.own = by_package.into_keys().collect();
    let is_other = |artifact: &&&&Artifact<'_>| checked_program.is_none_or(|one| one.name != artifact.name);
    found.others =
        programs.iter().filter(is_other).map(|artifact| format!("--bin {}", artifact.name)).collect();
    if found.what.is_empty() {
        return Err(ProjectError::NothingCompiled { what: "cargo".to_owned() });
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(folder: &Path, package: &str, name: &str, kind: &str) -> Value {
        let file = folder.join(format!("debug/deps/lib{name}-0ab.rlib"));
        serde_json::json!({
            "reason": "compiler-artifact", "package_id": package, "manifest_path": "/w/a/Cargo.toml",
            "target": {"name": name, "kind": [kind]}, "profile": {"test": false},
            "filenames": [file], "executable": null
        })
    }

    #[test]
    fn libraries_of_the_workspace_are_checked_with_what_they_depend_on() {
        let own = tempfile::tempdir().unwrap();
        let (machine, host) = (own.path().join("cargo").join(TARGET), own.path().join("cargo"));
        let deps = machine.join("debug/deps");
        std::fs::create_dir_all(&deps).unwrap();
        for name in ["my_crate-0ab", "dep-0ab", "tool-77"] {
            std::fs::write(deps.join(format!("{name}.bc")), "").unwrap();
        }
        let messages = [
            message(&host, "registry+x#dep@1.0.0", "dep", "lib"),
            message(&machine, "registry+x#dep@1.0.0", "dep", "lib"),
            message(&host, "path+file:///w/a#0.1.0", "build-script-build", "custom-build"),
            message(&machine, "path+file:///w/a#0.1.0", "my_crate", "lib"),
            message(&machine, "path+file:///w/a#0.1.0", "tool", "bin"),
        ];
        let found = program(&CargoRequest::default(), &messages, own.path()).unwrap();
        assert_eq!(found.modules, [deps.join("dep-0ab.bc"), deps.join("my_crate-0ab.bc")]);
        assert_eq!(
            (found.what, found.others),
            (vec!["crate my_crate".to_owned()], vec!["--bin tool".to_owned()])
        );
        assert_eq!(found.own, [Path::new("/w/a")]);
        let with_bin = CargoRequest { bins: vec!["tool".to_owned()], ..CargoRequest::default() };
        let found = program(&with_bin, &messages, own.path()).unwrap();
        assert_eq!(found.modules.last(), Some(&deps.join("tool-77.bc")));
        assert!(program(&CargoRequest::default(), &[], own.path()).is_err());
    }

    #[test]
    fn options_are_those_of_cargo() {
        let request = CargoRequest {
            packages: vec!["a".into()],
            features: vec!["x".into(), "y".into()],
            lib: true,
            ..CargoRequest::default()
        };
        let words = request.words(Path::new("/o")).join(" ");
        assert!(
            words.starts_with("build --target x86_64-unknown-linux-gnu --target-dir /o/cargo"),
            "{words}"
        );
        assert!(words.ends_with("--package a --features x,y --lib"), "{words}");
    }
}
