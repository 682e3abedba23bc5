//! `cargo xtask gsl`: the special functions of the GNU Scientific Library, as a subject to measure
//! on.
//!
//! Fetches Debian's source package, compiles it to bitcode and, from that same bitcode, to a native
//! shared library, and lists the functions that take scalars only. What comes out lies in one
//! folder of the user's cache, named after GSL's version, and appears there whole or not at all: it
//! is built beside its final place and renamed. A second run finds it and does nothing.
//!
//! GSL is GPL: it is fetched and compiled on the developer's machine, and no part of it enters the
//! project.

mod bitcode;
pub mod prototypes;
pub mod source;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};

use prototypes::Prototype;

/// Where everything that this task makes lies.
pub struct Gsl {
    folder: PathBuf,
}

impl Gsl {
    /// The special functions and all that they call, in one module.
    pub fn bitcode(&self) -> PathBuf {
        self.folder.join("specfunc.bc")
    }

    /// Native code of exactly that module.
    pub fn library(&self) -> PathBuf {
        self.folder.join("libspecfunc.so")
    }

    /// The folder to give to a compiler with `-I`.
    pub fn include(&self) -> PathBuf {
        self.folder.join("include")
    }

    /// The functions with scalar parameters only; see [`prototypes`] for the columns.
    pub fn scalar_functions(&self) -> PathBuf {
        self.folder.join("scalar_functions.tsv")
    }

    /// The sources that the bitcode's debug information names.
    pub fn sources(&self) -> PathBuf {
        self.folder.join("src")
    }

    /// The same functions as [`Gsl::bitcode`], compiled with other flags; made once, in some minutes.
    ///
    /// # Errors
    /// GSL cannot be built.
    pub fn bitcode_with(&self, flags: &str) -> Result<PathBuf> {
        let words: String =
            flags.chars().map(|letter| if letter.is_alphanumeric() { letter } else { '_' }).collect();
        let file = self.folder.join(format!("specfunc{words}.bc"));
        if !file.is_file() {
            let work = WorkFolder::new(&cache_folder()?)?;
            bitcode::build_with(self, flags, &work.0, &file)?;
        }
        Ok(file)
    }

    /// Holds the recipe that the folder was made by.
    fn recipe(&self) -> PathBuf {
        self.folder.join("recipe")
    }

    fn is_made_by_this_recipe(&self) -> bool {
        fs::read_to_string(self.recipe()).is_ok_and(|made_by| made_by == bitcode::recipe())
    }
}

/// Entry point of the task.
#[expect(clippy::print_stdout, reason = "the paths are the task's result")]
pub fn run(arguments: &[String]) -> Result<()> {
    ensure!(arguments.is_empty(), "no arguments are understood, but got: {}", arguments.join(" "));
    let gsl = locate_or_build()?;
    let listed = prototypes::from_tsv(&fs::read_to_string(gsl.scalar_functions())?)?;
    println!("bitcode    {}", gsl.bitcode().display());
    println!("library    {}", gsl.library().display());
    println!("headers    {}", gsl.include().display());
    println!("sources    {}", gsl.sources().display());
    println!("functions  {}", gsl.scalar_functions().display());
    println!("{}", prototypes::explain_count(&listed));
    Ok(())
}

/// Finds what an earlier run made, or makes it.
pub fn locate_or_build() -> Result<Gsl> {
    let cache = cache_folder()?;
    fs::create_dir_all(&cache).with_context(|| format!("cannot create {}", cache.display()))?;
    match newest_complete(&cache)? {
        Some(gsl) => Ok(gsl),
        None => build(&cache),
    }
}

/// Where everything lies that is fetched or made for measurements.
pub fn cache_folder() -> Result<PathBuf> {
    let absolute = |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let cache = absolute("XDG_CACHE_HOME").or_else(|| std::env::home_dir().map(|home| home.join(".cache")));
    Ok(cache.context("no home folder; set XDG_CACHE_HOME to a folder that may be written")?.join("ulpwise"))
}

fn newest_complete(cache: &Path) -> Result<Option<Gsl>> {
    let mut found: Vec<Gsl> = Vec::new();
    for entry in fs::read_dir(cache)? {
        let folder = entry?.path();
        let is_gsl = folder.file_name().is_some_and(|name| name.to_string_lossy().starts_with("gsl-"));
        let gsl = Gsl { folder };
        if is_gsl && gsl.is_made_by_this_recipe() {
            found.push(gsl);
        }
    }
    Ok(found.into_iter().max_by(|one, other| one.folder.cmp(&other.folder)))
}

#[expect(clippy::print_stderr, reason = "the build takes a minute or two: say what is going on")]
fn build(cache: &Path) -> Result<Gsl> {
    let work = WorkFolder::new(cache)?;
    eprintln!("xtask gsl: fetching Debian's source package");
    let version = source::fetch(&work.0, "gsl")?;
    let gsl = Gsl { folder: cache.join(format!("gsl-{version}")) };
    let partial = Gsl { folder: work.0.join("result") };
    fs::create_dir(&partial.folder)?;
    fs::rename(work.0.join("unpacked"), partial.sources())?;
    eprintln!("xtask gsl: compiling GSL {version} to bitcode");
    bitcode::build(&partial, &gsl)?;
    let functions = prototypes::scalar_functions(&partial.include().join("gsl"))?;
    check_all_defined(&partial, &functions)?;
    fs::write(partial.scalar_functions(), prototypes::to_tsv(&functions))?;
    fs::write(partial.recipe(), bitcode::recipe())?;
    if gsl.folder.exists() && !gsl.is_made_by_this_recipe() {
        fs::remove_dir_all(&gsl.folder)?;
    }
    // Another run may have been first; its result is as good.
    if let Err(error) = fs::rename(&partial.folder, &gsl.folder) {
        ensure!(gsl.is_made_by_this_recipe(), "cannot create {}: {error}", gsl.folder.display());
    }
    Ok(gsl)
}

/// A function that the headers declare but the module lacks could never be measured: say so at
/// once.
fn check_all_defined(gsl: &Gsl, functions: &[Prototype]) -> Result<()> {
    let defined = bitcode::symbols(&gsl.bitcode(), "--defined-only")?;
    let missing: Vec<&str> = functions
        .iter()
        .map(|function| function.name.as_str())
        .filter(|name| !defined.contains(*name))
        .collect();
    if !missing.is_empty() {
        bail!("declared in the headers but not in the bitcode: {}", missing.join(", "));
    }
    Ok(())
}

/// A folder beside the final one, removed at the end however the build went.
pub struct WorkFolder(pub PathBuf);

impl WorkFolder {
    /// One for this process.
    pub fn new(cache: &Path) -> Result<Self> {
        let folder = cache.join(format!("building-{}", std::process::id()));
        fs::create_dir(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
        Ok(Self(folder))
    }
}

impl Drop for WorkFolder {
    fn drop(&mut self) {
        // Nothing depends on its absence, so a failure to remove it is not worth an error.
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_folder_made_by_this_recipe_counts() {
        let cache = tempfile::tempdir().unwrap();
        for (version, recipe) in [("2.7.1", bitcode::recipe()), ("2.9", "an older recipe".to_owned())] {
            let folder = cache.path().join(format!("gsl-{version}"));
            fs::create_dir(&folder).unwrap();
            fs::write(folder.join("recipe"), recipe).unwrap();
        }
        fs::create_dir(cache.path().join("gsl-3.0")).unwrap();
        let found = newest_complete(cache.path()).unwrap().unwrap();
        assert!(found.folder.ends_with("gsl-2.7.1"), "{}", found.folder.display());
    }
}
