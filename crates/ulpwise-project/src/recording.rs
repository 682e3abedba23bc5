//! What a build compiled and linked, as far as its commands were seen, kept as a file.
//!
//! A later build does again only what changed: its commands replace earlier ones that made the same
//! object, and the others stay.

use crate::command::{BuildStep, Compilation, Extraction, Link, absolute};
use crate::error::ProjectError;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The name of the file, in the folder `.ulpwise` of a project.
pub const RECORDING: &str = "build.json";

/// The version of the file; others are not read.
const VERSION: u32 = 1;

/// The commands of a build.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recording {
    version: u32,
    /// Whether ulpwise chose how to build; then it may build again.
    #[serde(default)]
    pub(crate) is_own_build: bool,
    pub(crate) compilations: Vec<Compilation>,
    pub(crate) links: Vec<Link>,
    #[serde(default)]
    pub(crate) extractions: Vec<Extraction>,
}

impl Recording {
    /// Of nothing.
    pub fn new() -> Recording {
        Recording { version: VERSION, ..Recording::default() }
    }

    /// Whether the user ran the build.
    pub fn is_captured(&self) -> bool {
        !self.is_own_build
    }

    /// How many sources were compiled, and how many programs and libraries linked.
    pub fn counts(&self) -> (usize, usize) {
        let sources: BTreeSet<&Path> = self.compilations.iter().map(|one| one.source.as_path()).collect();
        (sources.len(), self.links.len())
    }

    /// Reads one.
    ///
    /// # Errors
    /// The file is there and is no recording.
    pub fn read(file: &Path) -> Result<Option<Recording>, ProjectError> {
        let unusable = |problem: String| ProjectError::Unusable {
            file: file.to_owned(),
            problem,
            help: "remove it, and record the build again: ulpwise capture -- COMMAND",
        };
        let bytes = match std::fs::read(file) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(unusable(format!("cannot be read: {error}"))),
        };
        let read: Result<Recording, _> = serde_json::from_slice(&bytes);
        match read {
            Ok(recording) if recording.version == VERSION => Ok(Some(recording)),
            Ok(_) => Err(unusable("is of another version of ulpwise".to_owned())),
            Err(error) => Err(unusable(format!("is no recording of a build ({error})"))),
        }
    }

    /// Writes it, at once or not at all.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, file: &Path) -> Result<(), ProjectError> {
        let failed = |error| ProjectError::system(format!("{} cannot be written", file.display()), error);
        let text = serde_json::to_vec_pretty(self).map_err(|error| failed(error.into()))?;
        let made = file.with_extension(format!("{}.new", std::process::id()));
        std::fs::write(&made, text).map_err(failed)?;
        std::fs::rename(&made, file).map_err(failed)
    }

    /// Adds what a command did.
    pub(crate) fn add(&mut self, step: BuildStep) {
        match step {
            BuildStep::Compile(one) => {
                self.compilations.retain(|earlier| earlier.object != one.object);
                self.compilations.push(one);
            }
            BuildStep::Link(one) => {
                // `ar` may add to an archive, some members a time.
                self.links.retain(|earlier| *earlier != one);
                self.links.push(one);
            }
            BuildStep::Extract(one) => {
                if !self.extractions.contains(&one) {
                    self.extractions.push(one);
                }
            }
        }
    }

    /// Adds all of a later build.
    pub fn extend(&mut self, later: Recording) {
        let by_object =
            |links: &[Link]| -> BTreeSet<PathBuf> { links.iter().map(|link| link.output.clone()).collect() };
        let linked_again = by_object(&later.links);
        self.links.retain(|link| !linked_again.contains(&link.output));
        later.compilations.into_iter().for_each(|one| self.add(BuildStep::Compile(one)));
        later.links.into_iter().for_each(|one| self.add(BuildStep::Link(one)));
        later.extractions.into_iter().for_each(|one| self.add(BuildStep::Extract(one)));
    }

    /// Leaves out what configuring tried: sources that are gone, and those of the build systems.
    pub fn forget_trials(&mut self) {
        self.compilations.retain(|one| one.source.is_file() && !is_trial(&one.source));
        let objects: BTreeSet<&Path> = self.compilations.iter().map(|one| one.object.as_path()).collect();
        let archives: BTreeSet<PathBuf> = self.links.iter().map(|link| link.output.clone()).collect();
        let is_known = |link: &Link| {
            link.inputs.iter().any(|input| objects.contains(input.as_path()) || archives.contains(input))
                || !self.extractions.is_empty()
        };
        let known: Vec<bool> = self.links.iter().map(is_known).collect();
        let mut known = known.into_iter();
        self.links.retain(|_| known.next().unwrap_or(true));
    }

    /// The same with the sources of a copy at their own places, where they are the same files.
    pub(crate) fn at_original(&mut self, copy: &Path, original: &Path) {
        for one in &mut self.compilations {
            let Ok(below) = one.source.strip_prefix(copy) else { continue };
            let own = absolute(original, below);
            let is_same = |own: &Path| {
                let (own, copied) = (std::fs::read(own), std::fs::read(&one.source));
                matches!((own, copied), (Ok(own), Ok(copied)) if own == copied)
            };
            if is_same(&own) {
                // What a quoted name in the source means first is looked for beside the source.
                if let Some(folder) = one.source.parent() {
                    one.flags.push(format!("-I{}", folder.display()));
                }
                one.source = own;
            }
        }
    }

    /// The sources that each link puts together, by the number of the compilation.
    pub(crate) fn linked_sources(&self) -> Vec<BTreeSet<usize>> {
        LinkedSources::new(self).all()
    }
}

/// Whether a source is one that a build system compiles to see what the compiler can do.
fn is_trial(source: &Path) -> bool {
    let has_step = |name: &str| source.components().any(|step| step.as_os_str() == name);
    let name = source.file_name().unwrap_or_default().to_string_lossy();
    (has_step("CMakeFiles")
        && (name.starts_with("CMake") || has_step("CMakeScratch") || has_step("CMakeTmp")))
        || has_step("meson-private")
        || name.starts_with("conftest.")
}

/// Follows links from what they make to what was compiled.
struct LinkedSources<'r> {
    recording: &'r Recording,
    objects: BTreeMap<&'r Path, usize>,
    /// The links that make a file.
    outputs: BTreeMap<&'r Path, Vec<usize>>,
    /// The same by the file's name alone: files are moved and installed.
    names: BTreeMap<&'r std::ffi::OsStr, Vec<usize>>,
}

impl<'r> LinkedSources<'r> {
    fn new(recording: &'r Recording) -> Self {
        let numbered = recording.compilations.iter().enumerate();
        let objects = numbered.map(|(number, one)| (one.object.as_path(), number)).collect();
        let mut outputs: BTreeMap<&Path, Vec<usize>> = BTreeMap::new();
        let mut names: BTreeMap<&std::ffi::OsStr, Vec<usize>> = BTreeMap::new();
        for (number, link) in recording.links.iter().enumerate() {
            outputs.entry(&link.output).or_default().push(number);
            names.entry(link.output.file_name().unwrap_or_default()).or_default().push(number);
        }
        LinkedSources { recording, objects, outputs, names }
    }

    fn all(&self) -> Vec<BTreeSet<usize>> {
        let links = 0..self.recording.links.len();
        links
            .map(|link| {
                let mut sources = BTreeSet::new();
                self.follow(link, &mut BTreeSet::new(), &mut sources);
                sources
            })
            .collect()
    }

    fn follow(&self, link: usize, seen: &mut BTreeSet<usize>, sources: &mut BTreeSet<usize>) {
        if !seen.insert(link) {
            return;
        }
        for input in &self.recording.links[link].inputs {
            if let Some(number) = self.objects.get(input.as_path()).copied().or_else(|| self.extracted(input))
            {
                sources.insert(number);
                continue;
            }
            for next in self.links_of(input) {
                self.follow(next, seen, sources);
            }
        }
    }

    /// The links that make a file, by its path or else by its name.
    fn links_of(&self, file: &Path) -> Vec<usize> {
        let by_name = || {
            let named = self.names.get(file.file_name()?)?;
            let outputs: BTreeSet<&Path> =
                named.iter().map(|&link| self.recording.links[link].output.as_path()).collect();
            (outputs.len() == 1).then(|| named.clone())
        };
        self.outputs.get(file).cloned().or_else(by_name).unwrap_or_default()
    }

    /// The compilation of an object that was taken out of an archive.
    fn extracted(&self, object: &Path) -> Option<usize> {
        let folder = object.parent()?;
        let archives = self.recording.extractions.iter().filter(|one| one.folder == folder);
        let members = archives.flat_map(|one| self.links_of(&one.archive));
        let inputs = members.flat_map(|link| &self.recording.links[link].inputs);
        let mut named = inputs.filter(|input| input.file_name() == object.file_name());
        named.find_map(|input| self.objects.get(input.as_path()).copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::read_command;

    fn recording(commands: &[(&str, &str)]) -> Recording {
        let mut recording = Recording::new();
        for (folder, command) in commands {
            let words = shlex::split(command).unwrap();
            read_command(&words, Path::new(folder)).into_iter().for_each(|step| recording.add(step));
        }
        recording
    }

    fn sources(recording: &Recording, output: &str) -> Vec<String> {
        let links = recording.linked_sources();
        let is_it = |link: &&Link| link.output.ends_with(output);
        let number = recording.links.iter().position(|link| is_it(&link)).unwrap();
        let name = |&number: &usize| recording.compilations[number].source.display().to_string();
        links[number].iter().map(name).collect()
    }

    #[test]
    fn archives_are_followed_into_programs_and_through_extraction() {
        let recording = recording(&[
            ("/p/sub", "gcc -fPIC -c a.c -o .libs/a.o"),
            ("/p/sub", "gcc -c a.c -o a.o"),
            ("/p/sub", "ar cru .libs/libsub.a a.o"),
            ("/p", "cc -c main.c"),
            ("/p/.libs/libx.lax/libsub.a", "ar x /p/sub/.libs/libsub.a"),
            ("/p", "ar cru .libs/libx.a .libs/libx.lax/libsub.a/a.o"),
            ("/p", "cc main.o -L.libs -lx -o prog"),
        ]);
        assert_eq!(sources(&recording, "libx.a"), ["/p/sub/a.c"]);
        assert_eq!(sources(&recording, "prog"), ["/p/sub/a.c", "/p/main.c"]);
    }

    #[test]
    fn later_builds_replace_what_they_make_again() {
        let mut first =
            recording(&[("/p", "cc -O0 -c a.c"), ("/p", "cc -c b.c"), ("/p", "ar r l.a a.o b.o")]);
        first.extend(recording(&[("/p", "cc -O2 -c a.c"), ("/p", "ar r l.a a.o b.o c.o")]));
        assert_eq!(first.compilations.len(), 2);
        assert_eq!(first.compilations[1].flags, ["-O2"]);
        assert_eq!(first.links.len(), 1);
    }

    #[test]
    fn a_file_comes_back_or_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(RECORDING);
        assert_eq!(Recording::read(&file).unwrap(), None);
        let recording = recording(&[("/p", "cc -c a.c")]);
        recording.write(&file).unwrap();
        assert_eq!(Recording::read(&file).unwrap(), Some(recording));
        std::fs::write(&file, "{").unwrap();
        assert!(Recording::read(&file).unwrap_err().to_string().contains("is no recording"));
    }
}
