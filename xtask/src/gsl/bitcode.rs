//! Compiling GSL to bitcode, and that bitcode to native code.
//!
//! GSL's own configure and make do the work; only the compiler's flags are ours, so that each
//! object file holds LLVM IR. The special functions are then linked whole, and of everything else
//! what they need.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use super::Gsl;
use crate::process::{capture, llvm_tool};

/// How sources become bitcode: unoptimised and located, every operation as written, and without the
/// attribute that keeps later passes away.
const BITCODE_FLAGS: &str = "-O0 -g -ffp-contract=off -fPIC -Xclang -disable-O0-optnone -emit-llvm";

/// Without it clang 22 rejects configure's probe programs, and GSL silently believes that NaN ==
/// NaN.
const CONFIGURE_FLAGS: &str = "-O0 -g -Wno-implicit-function-declaration";

/// Linked whole; of the other folders only what these call.
const WHOLE_FOLDERS: [&str; 5] = ["specfunc", "err", "sys", "complex", "poly"];

/// Everything that the result depends on besides the sources; a change of it makes old results
/// stale.
pub(super) fn recipe() -> String {
    format!("2: {CONFIGURE_FLAGS}; {BITCODE_FLAGS}; whole {}\n", WHOLE_FOLDERS.join(" "))
}

/// Fills `partial`, whose sources are in place, for later use as `final_place`.
pub(super) fn build(partial: &Gsl, final_place: &Gsl) -> Result<()> {
    let sources = partial.sources();
    configure(&sources)?;
    let moved = format!("-ffile-prefix-map={}={}", sources.display(), final_place.sources().display());
    let flags = format!("CFLAGS={BITCODE_FLAGS} {moved}");
    let jobs = format!("-j{}", std::thread::available_parallelism()?);
    let (mut whole, mut rest) = (Vec::new(), Vec::new());
    for folder in library_folders(&sources)? {
        capture(&sources.join(&folder.name), "make", ["-s", &jobs, &folder.library, &flags])?;
        let list = if WHOLE_FOLDERS.contains(&folder.name.as_str()) { &mut whole } else { &mut rest };
        list.extend(files_ending(&sources.join(&folder.name), &["o"])?);
    }
    link(partial, whole, rest)?;
    build_native(partial)?;
    copy_headers(&sources.join("gsl"), &partial.include().join("gsl"))?;
    remove_objects(&sources)
}

/// The same functions with other flags, as bitcode at `to`: the folders that are linked whole are compiled
/// in a copy of the sources, and what these need of others is taken as it is.
pub(super) fn build_with(gsl: &Gsl, flags: &str, work: &Path, to: &Path) -> Result<()> {
    let copy = Gsl { folder: work.join("copy") };
    fs::create_dir(&copy.folder)?;
    capture(work, "cp", [OsStr::new("-a"), gsl.sources().as_os_str(), copy.sources().as_os_str()])?;
    configure(&copy.sources())?;
    let flags = format!("CFLAGS={flags} -g -fPIC -emit-llvm");
    let jobs = format!("-j{}", std::thread::available_parallelism()?);
    let mut whole = Vec::new();
    for folder in library_folders(&copy.sources())? {
        if WHOLE_FOLDERS.contains(&folder.name.as_str()) {
            capture(&copy.sources().join(&folder.name), "make", ["-s", &jobs, &folder.library, &flags])?;
            whole.extend(files_ending(&copy.sources().join(&folder.name), &["o"])?);
        }
    }
    let compiled = copy.folder.join("compiled.bc");
    llvm_link(&copy.folder, &[], &compiled, whole)?;
    llvm_link(&copy.folder, &["--only-needed"], &copy.bitcode(), vec![compiled, gsl.bitcode()])?;
    fs::rename(copy.bitcode(), to)?;
    Ok(())
}

/// The shared library, from the same bitcode.
///
/// Its loads are marked volatile first. Otherwise the code generator folds a load into the addition
/// or multiplication that uses it by exchanging the operands, and then another NaN propagates than
/// the program's order of operands says. LLVM leaves sign and payload of a NaN result open; a
/// comparison to the bit has to pin them.
fn build_native(partial: &Gsl) -> Result<()> {
    let text = capture(&partial.folder, llvm_tool("llvm-dis"), ["specfunc.bc", "-o", "-"])?;
    let pinned = text.replace(" = load volatile ", " = load ").replace(" = load ", " = load volatile ");
    let file = partial.folder.join("pinned.ll");
    fs::write(&file, pinned)?;
    let arguments = ["-O0", "-shared", "pinned.ll", "-o", "libspecfunc.so", "-lm", "-Wl,--no-undefined"];
    capture(&partial.folder, llvm_tool("clang"), arguments)?;
    fs::remove_file(file)?;
    Ok(())
}

fn configure(sources: &Path) -> Result<()> {
    let tool = |name: &str, program: &str| format!("{name}={}", llvm_tool(program).display());
    let settings = [
        "--disable-shared".to_owned(),
        tool("CC", "clang"),
        tool("AR", "llvm-ar"),
        tool("RANLIB", "llvm-ranlib"),
        format!("CFLAGS={CONFIGURE_FLAGS}"),
    ];
    capture(sources, sources.join("configure"), settings)?;
    let found = fs::read_to_string(sources.join("config.h"))?;
    ensure!(
        found.lines().any(|line| line == "#define HAVE_IEEE_COMPARISONS 1"),
        "configure did not see that NaN differs from itself, so GSL would compute something else"
    );
    capture(&sources.join("gsl"), "make", ["-s"])?;
    Ok(())
}

/// A folder of GSL and the libtool library that make builds there.
struct LibraryFolder {
    name: String,
    library: String,
}

fn library_folders(sources: &Path) -> Result<Vec<LibraryFolder>> {
    let makefile = fs::read_to_string(sources.join("Makefile"))?;
    let folders = makefile
        .lines()
        .find_map(|line| line.strip_prefix("SUBDIRS = "))
        .context("no SUBDIRS in GSL's Makefile")?;
    let mut found = Vec::new();
    // `test` defines the helpers of GSL's own tests.
    for name in folders.split_whitespace().filter(|name| *name != "test") {
        let makefile = fs::read_to_string(sources.join(name).join("Makefile"))?;
        if let Some(library) = library_target(&makefile) {
            found.push(LibraryFolder { name: name.to_owned(), library });
        }
    }
    ensure!(
        WHOLE_FOLDERS.iter().all(|whole| found.iter().any(|folder| folder.name == *whole)),
        "GSL's Makefile no longer lists all of {WHOLE_FOLDERS:?}"
    );
    Ok(found)
}

/// The target `libgsl….la` of a folder's Makefile.
fn library_target(makefile: &str) -> Option<String> {
    let rules = makefile.lines().filter_map(|line| line.split_once(':'));
    rules
        .map(|(target, _)| target)
        .find(|target| target.starts_with("libgsl") && target.ends_with(".la") && !target.contains(' '))
        .map(str::to_owned)
}

/// Links `whole`, then of `rest` what is undefined, again and again as that needs more of `rest`.
fn link(partial: &Gsl, whole: Vec<PathBuf>, rest: Vec<PathBuf>) -> Result<()> {
    let folder = &partial.folder;
    let (rest_module, next) = (folder.join("rest.bc"), folder.join("next.bc"));
    llvm_link(folder, &[], &partial.bitcode(), whole)?;
    llvm_link(folder, &[], &rest_module, rest)?;
    let offered = symbols(&rest_module, "--defined-only")?;
    while !symbols(&partial.bitcode(), "--undefined-only")?.is_disjoint(&offered) {
        llvm_link(folder, &["--only-needed"], &next, vec![partial.bitcode(), rest_module.clone()])?;
        fs::rename(&next, partial.bitcode())?;
    }
    fs::remove_file(rest_module)?;
    Ok(())
}

fn llvm_link(folder: &Path, options: &[&str], to: &Path, modules: Vec<PathBuf>) -> Result<()> {
    let mut arguments: Vec<OsString> = options.iter().map(Into::into).collect();
    arguments.extend([OsString::from("-o"), to.into()]);
    arguments.extend(modules.into_iter().map(OsString::from));
    capture(folder, llvm_tool("llvm-link"), arguments)?;
    Ok(())
}

/// The symbols of a module that `llvm-nm` names with `option`.
pub(super) fn symbols(module: &Path, option: &str) -> Result<BTreeSet<String>> {
    let arguments = [OsStr::new(option), OsStr::new("--format=just-symbols"), module.as_os_str()];
    let names = capture(Path::new("/"), llvm_tool("llvm-nm"), arguments)?;
    Ok(names.lines().map(str::to_owned).collect())
}

/// GSL's build tree has links in place of headers; the copies stand on their own.
fn copy_headers(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for header in files_ending(from, &["h"])? {
        fs::copy(&header, to.join(header.file_name().unwrap_or_default()))?;
    }
    Ok(())
}

/// Leaves sources and headers: the objects are four fifths of the tree and are not read again.
fn remove_objects(sources: &Path) -> Result<()> {
    for folder in fs::read_dir(sources)?.flatten().map(|entry| entry.path()).filter(|path| path.is_dir()) {
        for object in files_ending(&folder, &["o", "lo", "la"])? {
            fs::remove_file(object)?;
        }
        let archives = folder.join(".libs");
        if archives.is_dir() {
            fs::remove_dir_all(archives)?;
        }
    }
    Ok(())
}

/// The files of `folder` itself with one of `endings`, in order of their names.
fn files_ending(folder: &Path, endings: &[&str]) -> Result<Vec<PathBuf>> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder)?
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|found| endings.iter().any(|ending| found == *ending)))
        .collect();
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn library_target_is_the_rule_not_a_variable() {
        let makefile = "libgsl_la_LIBADD =\nnoinst_LTLIBRARIES = libgslsys.la\nlibgslsys.la: $(objects)\n";
        assert_eq!(library_target(makefile).as_deref(), Some("libgslsys.la"));
        assert_eq!(library_target("all: all-am\n"), None);
    }

    #[test]
    fn files_come_by_ending_and_in_order() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["b.o", "a.o", "a.c", "o"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        let files = files_ending(folder.path(), &["o"]).unwrap();
        assert_eq!(files, [folder.path().join("a.o"), folder.path().join("b.o")]);
    }
}
