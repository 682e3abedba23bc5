//! Reads the command of a compiler or of `ar`: what it compiles, with which flags, and what it links.
//!
//! What is not understood says nothing. A command that only preprocesses, or writes assembly, is no
//! compilation.

use serde::{Deserialize, Serialize};
use std::path::{Component, Path, PathBuf};

/// The language that a compiler takes a source for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Language {
    /// C.
    C,
    /// C++.
    Cxx,
    /// Fortran.
    Fortran,
}

/// A source that was compiled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Compilation {
    /// Where the compiler was started.
    pub directory: PathBuf,
    /// The source file.
    pub source: PathBuf,
    /// The object file.
    pub object: PathBuf,
    /// The language.
    pub language: Language,
    /// All words of the command but the compiler, its sources and objects.
    pub flags: Vec<String>,
}

/// What a link makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum LinkKind {
    Program,
    Shared,
    Archive,
}

/// Objects and archives that were put together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Link {
    pub(crate) output: PathBuf,
    pub(crate) kind: LinkKind,
    pub(crate) inputs: Vec<PathBuf>,
}

/// An archive that was taken apart in a folder, as libtool does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Extraction {
    pub(crate) folder: PathBuf,
    pub(crate) archive: PathBuf,
}

/// What a command does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum BuildStep {
    Compile(Compilation),
    Link(Link),
    Extract(Extraction),
}

/// How deep files of words may name others.
const MOST_RESPONSE_FILES: usize = 8;

/// What the command of these words does that was started in this folder.
pub(crate) fn read_command(words: &[String], directory: &Path) -> Vec<BuildStep> {
    let mut words = words;
    while let Some(first) = words.first() {
        let name = base_name(first);
        if ["ccache", "sccache", "distcc", "icecc", "gomacc"].contains(&name.as_str()) {
            words = &words[1..];
            continue;
        }
        if is_archiver(&name) {
            return archive_step(&words[1..], directory).into_iter().collect();
        }
        return match compiler_language(&name) {
            Some(language) => {
                let expanded = expand(&words[1..], directory, MOST_RESPONSE_FILES);
                DriverCommand::read(&expanded, directory, language).steps()
            }
            None => Vec::new(),
        };
    }
    Vec::new()
}

/// Replaces `@FILE` by the words of the file, as compilers do.
fn expand(words: &[String], directory: &Path, depth: usize) -> Vec<String> {
    let of_file = |word: &String| {
        let file = directory.join(word.strip_prefix('@')?);
        let text = std::fs::read_to_string(file).ok()?;
        shlex::split(&text).filter(|_| depth > 0)
    };
    let expanded = words.iter().map(|word| match of_file(word) {
        Some(more) => expand(&more, directory, depth - 1),
        None => vec![word.clone()],
    });
    expanded.collect::<Vec<_>>().concat()
}

/// The name of a program without its folder, the target before it and the version behind it.
fn base_name(word: &str) -> String {
    let name = Path::new(word).file_name().unwrap_or_default().to_string_lossy().into_owned();
    let is_version = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit() || c == '.');
    let mut parts: Vec<&str> = name.split('-').collect();
    while parts.len() > 1 && parts.last().is_some_and(|part| is_version(part)) {
        parts.pop();
    }
    // `x86_64-linux-gnu-gcc`: the target has its machine first.
    if parts.len() > 2 && ["x86_64", "amd64"].contains(&parts[0]) {
        return parts[parts.len() - 1].to_owned();
    }
    parts.join("-")
}

/// The language of a compiler, unless a source's name says another.
fn compiler_language(name: &str) -> Option<Language> {
    match name {
        "cc" | "gcc" | "clang" | "c89" | "c99" | "icc" | "icx" | "nvc" => Some(Language::C),
        "c++" | "g++" | "clang++" | "icpc" | "icpx" | "nvc++" | "CC" => Some(Language::Cxx),
        "gfortran" | "flang" | "flang-new" | "f77" | "f90" | "f95" | "ifort" | "ifx" | "nvfortran"
        | "fort77" => Some(Language::Fortran),
        _ => None,
    }
}

fn is_archiver(name: &str) -> bool {
    ["ar", "gcc-ar", "llvm-ar"].contains(&name)
}

fn archive_step(words: &[String], directory: &Path) -> Option<BuildStep> {
    let words = expand(words, directory, MOST_RESPONSE_FILES);
    let mut words = words.iter().filter(|word| !word.starts_with("--"));
    let operation = words.next()?.trim_start_matches('-').to_owned();
    let archive = absolute(directory, words.next()?);
    if operation.starts_with('x') {
        return Some(BuildStep::Extract(Extraction { folder: directory.to_owned(), archive }));
    }
    if !operation.contains(['r', 'q']) {
        return None;
    }
    let inputs: Vec<PathBuf> = words.map(|word| absolute(directory, word)).collect();
    Some(BuildStep::Link(Link { output: archive, kind: LinkKind::Archive, inputs }))
}

/// Flags of compilers whose value is the next word.
const VALUE_FOLLOWS: [&str; 29] = [
    "-D",
    "-U",
    "-I",
    "-F",
    "-J",
    "-L",
    "-l",
    "-x",
    "-T",
    "-u",
    "-z",
    "-A",
    "-e",
    "-h",
    "-include",
    "-imacros",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-module-dir",
    "-target",
    "-Xclang",
    "-Xlinker",
    "-Xpreprocessor",
    "-Xassembler",
    "-MF",
    "-MT",
    "-MQ",
    "-soname",
];

/// The command of a compiler that also links.
struct DriverCommand {
    directory: PathBuf,
    language: Language,
    flags: Vec<String>,
    sources: Vec<(PathBuf, Language)>,
    inputs: Vec<PathBuf>,
    output: Option<PathBuf>,
    only_compiles: bool,
    is_shared: bool,
    /// Neither compiles nor links: preprocesses, or says something about itself.
    is_other: bool,
}

impl DriverCommand {
    fn read(words: &[String], directory: &Path, language: Language) -> DriverCommand {
        let mut command = DriverCommand {
            directory: directory.to_owned(),
            language,
            flags: Vec::new(),
            sources: Vec::new(),
            inputs: Vec::new(),
            output: None,
            only_compiles: false,
            is_shared: false,
            is_other: false,
        };
        let (mut libraries, mut folders) = (Vec::new(), Vec::new());
        let mut named_language = None;
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let mut take = |value: &mut dyn FnMut(&str)| {
                if let Some(next) = words.next() {
                    value(next);
                }
            };
            match word.as_str() {
                "-c" => command.only_compiles = true,
                "-S" | "-E" | "-M" | "-MM" | "-fsyntax-only" | "-cc1" | "-fc1" | "-cc1as" => {
                    command.is_other = true
                }
                "-shared" | "-dynamiclib" => command.is_shared = true,
                "-o" => take(&mut |value| command.output = Some(absolute(directory, value))),
                "-x" => take(&mut |value| {
                    named_language = language_named(value);
                    command.flags.extend(["-x".to_owned(), value.to_owned()]);
                }),
                flag if VALUE_FOLLOWS.contains(&flag) => {
                    command.flags.push(flag.to_owned());
                    take(&mut |value| {
                        match flag {
                            "-L" => folders.push(absolute(directory, value)),
                            "-l" => libraries.push(value.to_owned()),
                            _ => {}
                        }
                        command.flags.push(value.to_owned());
                    });
                }
                flag if flag.starts_with("-o") && flag.len() > 2 && !flag.starts_with("-objc") => {
                    command.output = Some(absolute(directory, &flag[2..]));
                }
                flag if flag.starts_with('-') && flag.len() > 1 => {
                    if let Some(folder) = flag.strip_prefix("-L") {
                        folders.push(absolute(directory, folder));
                    } else if let Some(library) = flag.strip_prefix("-l") {
                        libraries.push(library.to_owned());
                    }
                    command.flags.push(flag.to_owned());
                }
                "-" => command.is_other = true,
                file => command.take_file(file, named_language),
            }
        }
        let of_library = |library: &String| {
            let names = ["a", "so"].map(|end| format!("lib{library}.{end}"));
            folders.iter().flat_map(|folder| names.iter().map(|name| folder.join(name))).collect::<Vec<_>>()
        };
        command.inputs.extend(libraries.iter().flat_map(of_library));
        command
    }

    fn take_file(&mut self, file: &str, named: Option<Language>) {
        let path = absolute(&self.directory, file);
        match named.or_else(|| source_language(&path, self.language)) {
            Some(language) => self.sources.push((path, language)),
            None => self.inputs.push(path),
        }
    }

    fn steps(self) -> Vec<BuildStep> {
        if self.is_other {
            return Vec::new();
        }
        let is_single = self.sources.len() == 1;
        let output = self.output.clone().unwrap_or_else(|| self.directory.join("a.out"));
        let object = |source: &Path| match (&self.output, self.only_compiles) {
            (Some(output), true) if is_single => output.clone(),
            // A name for an object that the command removes again.
            (_, false) => {
                let name = source.file_name().unwrap_or_default().to_string_lossy();
                output.with_file_name(format!("{}-{name}.o", base_name(&output.to_string_lossy())))
            }
            _ => {
                let stem = source.file_stem().unwrap_or_default().to_string_lossy();
                self.directory.join(format!("{stem}.o"))
            }
        };
        let mut steps = Vec::new();
        let mut inputs = Vec::new();
        for (source, language) in &self.sources {
            let object = object(source);
            inputs.push(object.clone());
            steps.push(BuildStep::Compile(Compilation {
                directory: self.directory.clone(),
                source: source.clone(),
                object,
                language: *language,
                flags: self.flags.clone(),
            }));
        }
        inputs.extend(self.inputs.iter().cloned());
        if !self.only_compiles && !inputs.is_empty() {
            let kind = if self.is_shared { LinkKind::Shared } else { LinkKind::Program };
            steps.push(BuildStep::Link(Link { output, kind, inputs }));
        }
        steps
    }
}

fn language_named(name: &str) -> Option<Language> {
    match name {
        "c" => Some(Language::C),
        "c++" => Some(Language::Cxx),
        "f77" | "f95" | "f77-cpp-input" | "f95-cpp-input" => Some(Language::Fortran),
        _ => None,
    }
}

/// The language of a source by its name; `None` if it is none.
pub(crate) fn source_language(path: &Path, compiler: Language) -> Option<Language> {
    let end = path.extension()?.to_str()?;
    match end {
        "c" if compiler == Language::Cxx => Some(Language::Cxx),
        "c" => Some(Language::C),
        "cc" | "cpp" | "cxx" | "c++" | "C" => Some(Language::Cxx),
        "f" | "for" | "F" | "FOR" | "f90" | "f95" | "f03" | "f08" | "F90" | "F95" | "F03" | "F08" => {
            Some(Language::Fortran)
        }
        _ => None,
    }
}

/// The path as it is from everywhere, without `.` and, as far as the text says, `..`.
pub(crate) fn absolute(directory: &Path, path: impl AsRef<Path>) -> PathBuf {
    let mut whole = PathBuf::new();
    for step in directory.join(path).components() {
        match step {
            Component::CurDir => {}
            Component::ParentDir => {
                whole.pop();
            }
            step => whole.push(step),
        }
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(command: &str) -> Vec<BuildStep> {
        let words = shlex::split(command).unwrap();
        read_command(&words, Path::new("/b/sub"))
    }

    fn compilation(command: &str) -> Compilation {
        match steps(command).remove(0) {
            BuildStep::Compile(compilation) => compilation,
            other => panic!("{other:?}"),
        }
    }

    fn link(command: &str) -> Link {
        match steps(command).pop() {
            Some(BuildStep::Link(link)) => link,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn compilations_have_source_object_and_flags() {
        let found = compilation("x86_64-linux-gnu-gcc-12 -DX='a b' -I ../i -c -o ../o/a.o ../a.c -O2");
        assert_eq!(found.source, Path::new("/b/a.c"));
        assert_eq!(found.object, Path::new("/b/o/a.o"));
        assert_eq!(found.language, Language::C);
        assert_eq!(found.flags, ["-DX=a b", "-I", "../i", "-O2"]);
        assert_eq!(compilation("ccache g++ -c x.c").language, Language::Cxx);
        assert_eq!(compilation("gfortran -c dgemm.f").object, Path::new("/b/sub/dgemm.o"));
        assert_eq!(compilation("gcc -c dgemm.f").language, Language::Fortran);
    }

    #[test]
    fn links_name_what_they_put_together() {
        let found = link("cc -shared -o libx.so a.o -L../lib -ly sub/b.o -lm");
        assert_eq!((found.output.as_path(), found.kind), (Path::new("/b/sub/libx.so"), LinkKind::Shared));
        assert!(
            found.inputs.contains(&"/b/sub/sub/b.o".into()) && found.inputs.contains(&"/b/lib/liby.a".into())
        );
        let found = link("ar cru libz.a a.o b.o");
        assert_eq!((found.kind, found.inputs.len()), (LinkKind::Archive, 2));
        let found = link("gcc a.c b.c -o prog -lm");
        assert_eq!(found.inputs, [Path::new("/b/sub/prog-a.c.o"), Path::new("/b/sub/prog-b.c.o")]);
        assert_eq!(steps("gcc a.c b.c -o prog").len(), 3);
        let extraction = Extraction { folder: "/b/sub".into(), archive: "/b/l.a".into() };
        assert_eq!(steps("ar x ../l.a"), [BuildStep::Extract(extraction)]);
    }

    #[test]
    fn what_neither_compiles_nor_links_says_nothing() {
        for command in
            ["gcc -E a.c", "gcc -M a.c", "clang -cc1 -emit-obj a.c", "make all", "gcc --version", "gcc -", ""]
        {
            assert_eq!(steps(command), [], "{command}");
        }
    }

    #[test]
    fn words_may_stand_in_a_file() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("words"), "-DA -c a.c").unwrap();
        let words = ["cc", "@words"].map(str::to_owned);
        let found = read_command(&words, folder.path());
        assert!(matches!(&found[..], [BuildStep::Compile(one)] if one.flags == ["-DA"]), "{found:?}");
    }
}
