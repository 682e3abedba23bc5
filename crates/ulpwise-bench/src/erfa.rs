//! The astronomical library ERFA, as Debian has its sources, as one bitcode file in the user's cache
//! folder.

use anyhow::{Result, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use xtask::gsl::{WorkFolder, cache_folder, source};
use xtask::process::{capture, llvm_tool};

/// The bitcode of all functions; fetched and compiled the first time.
pub(crate) fn locate_or_build() -> Result<PathBuf> {
    let cache = cache_folder()?;
    fs::create_dir_all(&cache)?;
    let bitcode = cache.join("erfa.bc");
    if !bitcode.exists() {
        let work = WorkFolder::new(&cache)?;
        source::fetch(&work.0, "erfa")?;
        let linked = build(&work.0.join("unpacked/src"), &work.0)?;
        fs::rename(linked, &bitcode)?;
    }
    Ok(bitcode)
}

fn build(sources: &Path, work: &Path) -> Result<PathBuf> {
    let mut units = Vec::new();
    for entry in fs::read_dir(sources)?.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        // Tests have a `main`, and the file of version numbers needs what configure makes.
        let is_function = name.ends_with(".c") && !name.starts_with("t_") && name != "erfaversion.c";
        if is_function {
            let unit = work.join(&name).with_extension("bc");
            let flags = ["-O0", "-g", "-ffp-contract=off", "-emit-llvm", "-c", &name, "-o"];
            let arguments = flags.iter().map(Path::new).chain([unit.as_path()]);
            capture(sources, llvm_tool("clang"), arguments)?;
            units.push(unit);
        }
    }
    ensure!(!units.is_empty(), "ERFA has no sources in {}", sources.display());
    units.sort();
    let linked = work.join("linked.bc");
    let arguments = units.iter().map(PathBuf::as_path).chain([Path::new("-o"), linked.as_path()]);
    capture(sources, llvm_tool("llvm-link"), arguments)?;
    Ok(linked)
}
