//! The libraries whose uses are measured: where their sources come from, and which files make a
//! program.
//!
//! Headers of Eigen, glm and Boost.Math are those that the machine has; LAPACK is fetched as Debian's
//! source package, crates are fetched and compiled by cargo. What is fetched lies in the user's cache
//! folder and is found there again.

use anyhow::{Context, Result, bail, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use ulpwise_driver::CheckOptions;
use xtask::gsl::{WorkFolder, cache_folder, source};

/// A library, and how it is used.
#[derive(Clone, Copy)]
pub(super) struct Library {
    pub(super) name: &'static str,
    sources: Sources,
}

#[derive(Clone, Copy)]
enum Sources {
    /// A file of uses that the machine's headers complete.
    Cpp { text: &'static str },
    /// A package of cargo's: its own functions, or those of one that it depends on.
    Crate { manifest: &'static str, text: &'static str, checked: Checked },
    /// Routines of LAPACK.
    Lapack,
}

/// Which functions of a crate and of what it depends on are checked.
#[derive(Clone, Copy)]
enum Checked {
    Uses,
    Dependency,
}

/// All of them, in the order of the table.
pub(super) const LIBRARIES: [Library; 7] = [
    Library { name: "boost", sources: Sources::Cpp { text: include_str!("boost.cpp") } },
    Library { name: "eigen", sources: Sources::Cpp { text: include_str!("eigen.cpp") } },
    Library { name: "glm", sources: Sources::Cpp { text: include_str!("glm.cpp") } },
    Library {
        name: "libm",
        sources: Sources::Crate {
            manifest: include_str!("libm/Cargo.toml.in"),
            text: include_str!("libm/src/lib.rs"),
            checked: Checked::Dependency,
        },
    },
    Library { name: "lapack", sources: Sources::Lapack },
    Library {
        name: "statrs",
        sources: Sources::Crate {
            manifest: include_str!("statrs/Cargo.toml.in"),
            text: include_str!("statrs/src/lib.rs"),
            checked: Checked::Uses,
        },
    },
    Library {
        name: "geo",
        sources: Sources::Crate {
            manifest: include_str!("geo/Cargo.toml.in"),
            text: include_str!("geo/src/lib.rs"),
            checked: Checked::Uses,
        },
    },
];

/// Routines of LAPACK that call `lsame` or `xerbla`, handle whole arrays, or are called by those.
const ROUTINES: [&str; 30] = [
    "dgebal.f",
    "dgeequ.f",
    "dgehd2.f",
    "dgeqr2.f",
    "dgetf2.f",
    "dgetrs.f",
    "dgtsv.f",
    "dgttrf.f",
    "dlacpy.f",
    "dladiv.f",
    "dlaln2.f",
    "dlange.f",
    "dlanst.f",
    "dlansy.f",
    "dlantr.f",
    "dlanv2.f",
    "dlapy2.f",
    "dlapy3.f",
    "dlarfg.f",
    "dlartg.f90",
    "dlascl.f",
    "dlaset.f",
    "dlassq.f90",
    "dlasv2.f",
    "dpoequ.f",
    "dpotf2.f",
    "dptsv.f",
    "dsterf.f",
    "dtrti2.f",
    "dtrtrs.f",
];

impl Library {
    /// What is to be checked.
    pub(super) fn options(self, folder: &Path) -> Result<CheckOptions> {
        match self.sources {
            Sources::Cpp { text } => {
                let file = folder.join(format!("{}.cpp", self.name));
                fs::write(&file, text)?;
                let mut options = CheckOptions::new([file]);
                options.program.cflags = "-I/usr/include/eigen3".to_owned();
                Ok(options)
            }
            Sources::Crate { manifest, text, checked } => self.of_crate(manifest, text, checked),
            Sources::Lapack => lapack(),
        }
    }

    /// A crate with all that it depends on, as bitcode.
    fn of_crate(self, manifest: &str, text: &str, checked: Checked) -> Result<CheckOptions> {
        let home = cache_folder()?.join(format!("uses-of-{}", self.name));
        fs::create_dir_all(home.join("src"))?;
        for (file, text) in [("Cargo.toml", manifest), ("src/lib.rs", text)] {
            let file = home.join(file);
            // What is as it was is not compiled again.
            if fs::read_to_string(&file).ok().as_deref() != Some(text) {
                fs::write(file, text)?;
            }
        }
        // Without a target, build scripts and macros would lie among the crate's own files.
        let target = "x86_64-unknown-linux-gnu";
        let status = Command::new("cargo")
            .args(["build", "--quiet", "--target", target])
            .current_dir(&home)
            .env("RUSTFLAGS", "--emit=llvm-bc")
            .env("CARGO_TARGET_DIR", home.join("target"))
            .status()
            .context("cargo cannot be started")?;
        ensure!(status.success(), "cargo cannot build {}", home.display());
        let compiled = home.join("target").join(target).join("debug/deps");
        let prefix = match checked {
            Checked::Uses => String::new(),
            Checked::Dependency => format!("{}-", self.name),
        };
        let mut files: Vec<PathBuf> = fs::read_dir(&compiled)?.flatten().map(|entry| entry.path()).collect();
        files.retain(|file| {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with(&prefix) && name.ends_with(".bc")
        });
        files.sort();
        ensure!(!files.is_empty(), "there is no bitcode in {}", compiled.display());
        let mut options = CheckOptions::new(files);
        if matches!(checked, Checked::Uses) {
            options.functions = vec![format!("uses_of_{}::*", self.name)];
        }
        Ok(options)
    }
}

/// LAPACK's routines; what they call is found beside them.
fn lapack() -> Result<CheckOptions> {
    let cache = cache_folder()?;
    fs::create_dir_all(&cache)?;
    let home = cache.join("lapack");
    if !home.is_dir() {
        let work = WorkFolder::new(&cache)?;
        source::fetch(&work.0, "lapack")?;
        fs::rename(work.0.join("unpacked"), &home)?;
    }
    let mut files: Vec<PathBuf> = ROUTINES.iter().map(|name| home.join("SRC").join(name)).collect();
    let functions = ROUTINES.iter().filter_map(|name| Some(name.split_once('.')?.0.to_owned())).collect();
    // Where they are by the package's own build, and what the routines call of BLAS.
    files.extend(["lsame.f", "dlamch.f"].map(|name| home.join("INSTALL").join(name)));
    for name in ["la_constants.f90", "la_xisnan.F90", "xerbla.f", "disnan.f", "dlaisnan.f", "dcombssq.f"] {
        files.push(home.join("SRC").join(name));
    }
    for entry in fs::read_dir(home.join("BLAS/SRC"))?.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with(['d', 'i']) && name.ends_with(".f") || name == "dnrm2.f90" {
            files.push(entry.path());
        }
    }
    files.retain(|file| file.is_file());
    files.sort();
    ensure!(files.len() > ROUTINES.len(), "LAPACK's sources are not in {}", home.display());
    Ok(CheckOptions { functions, ..CheckOptions::new(files) })
}

/// The libraries that a name chooses.
pub(super) fn chosen(only: &str) -> Result<Vec<Library>> {
    let wanted: Vec<&str> = only.split(',').filter(|name| !name.is_empty()).collect();
    for name in &wanted {
        if !LIBRARIES.iter().any(|library| library.name == *name) {
            let known: Vec<&str> = LIBRARIES.iter().map(|library| library.name).collect();
            bail!("there is no library `{name}`: {}", known.join(", "));
        }
    }
    let is_wanted = |library: &Library| wanted.is_empty() || wanted.contains(&library.name);
    Ok(LIBRARIES.into_iter().filter(is_wanted).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_are_chosen_by_name() {
        assert_eq!(chosen("").unwrap().len(), LIBRARIES.len());
        assert_eq!(chosen("glm,geo").unwrap().iter().map(|one| one.name).collect::<Vec<_>>(), ["glm", "geo"]);
        assert!(chosen("glmm").is_err());
    }
}
