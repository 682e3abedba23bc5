//! Finds out how a project is built, by the files in its folder.

use crate::database::DATABASE;
use crate::error::ProjectError;
use crate::program::own_folder;
use crate::recording::{RECORDING, Recording};
use std::path::{Path, PathBuf};

/// How a project is built, or where it is written what a build did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum BuildSystem {
    /// A build was recorded under `ulpwise capture`.
    Recorded(PathBuf),
    Cargo,
    Fpm,
    Database(PathBuf),
    CMake,
    Meson,
    /// A script `configure`.
    Configure,
    /// A `configure.ac`, or `configure.in`, of which the script is made first.
    Autoconf,
    /// The makefile.
    Make(PathBuf),
}

impl BuildSystem {
    /// The file by which it was found.
    pub(crate) fn file(&self) -> String {
        match self {
            Self::Recorded(file) | Self::Database(file) | Self::Make(file) => file.display().to_string(),
            Self::Cargo => "Cargo.toml".to_owned(),
            Self::Fpm => "fpm.toml".to_owned(),
            Self::CMake => "CMakeLists.txt".to_owned(),
            Self::Meson => "meson.build".to_owned(),
            Self::Configure => "configure".to_owned(),
            Self::Autoconf => "configure.ac".to_owned(),
        }
    }
}

/// Folders of builds in which a database may lie.
const BUILD_FOLDERS: [&str; 7] =
    ["", "build", "builddir", "_build", "out", "cmake-build-debug", "cmake-build-release"];

/// What the names of sources end with.
const SOURCE_ENDS: [&str; 10] = ["c", "cc", "cpp", "cxx", "C", "f", "F", "f90", "F90", "rs"];

/// The build system of a folder.
pub(crate) fn find(folder: &Path) -> Result<BuildSystem, ProjectError> {
    if !folder.is_dir() {
        return Err(ProjectError::Missing { folder: folder.to_owned() });
    }
    let recording = own_folder(folder).join(RECORDING);
    if Recording::read(&recording)?.is_some_and(|recording| !recording.is_own_build) {
        return Ok(BuildSystem::Recorded(recording));
    }
    by_file(folder).ok_or_else(|| ProjectError::NoProject {
        folder: folder.to_owned(),
        above: above(folder),
        sources: sources_in(folder),
    })
}

fn by_file(folder: &Path) -> Option<BuildSystem> {
    let has = |name: &str| folder.join(name).is_file();
    let database = || {
        let files = BUILD_FOLDERS.iter().map(|below| folder.join(below).join(DATABASE));
        files.into_iter().find(|file| file.is_file()).map(BuildSystem::Database)
    };
    let makefile = || {
        let names = ["GNUmakefile", "makefile", "Makefile"];
        names.into_iter().find(|name| has(name)).map(|name| BuildSystem::Make(name.into()))
    };
    let named = [("Cargo.toml", BuildSystem::Cargo), ("fpm.toml", BuildSystem::Fpm)];
    let later = [
        ("CMakeLists.txt", BuildSystem::CMake),
        ("meson.build", BuildSystem::Meson),
        ("configure", BuildSystem::Configure),
        ("configure.ac", BuildSystem::Autoconf),
        ("configure.in", BuildSystem::Autoconf),
    ];
    let of = |list: Vec<(&str, BuildSystem)>| {
        list.into_iter().find(|(name, _)| has(name)).map(|(_, system)| system)
    };
    of(named.to_vec()).or_else(database).or_else(|| of(later.to_vec())).or_else(makefile)
}

/// The nearest folder above that has a project.
fn above(folder: &Path) -> Option<PathBuf> {
    let folder = folder.canonicalize().ok()?;
    folder.ancestors().skip(1).find(|above| by_file(above).is_some()).map(Path::to_owned)
}

fn sources_in(folder: &Path) -> usize {
    let files = std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let is_source = |path: PathBuf| {
        let end = path.extension().unwrap_or_default().to_owned();
        SOURCE_ENDS.iter().any(|known| end == *known)
    };
    files.filter(|file| is_source(file.path())).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn system(files: &[&str]) -> Result<BuildSystem, ProjectError> {
        let folder = tempfile::tempdir().unwrap();
        for file in files {
            let file = folder.path().join(file);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, "").unwrap();
        }
        find(folder.path())
    }

    #[test]
    fn the_files_of_a_folder_say_how_it_is_built() {
        assert_eq!(system(&["Cargo.toml", "Makefile"]).unwrap(), BuildSystem::Cargo);
        assert_eq!(system(&["CMakeLists.txt", "Makefile"]).unwrap(), BuildSystem::CMake);
        assert_eq!(system(&["configure", "configure.ac"]).unwrap(), BuildSystem::Configure);
        assert_eq!(system(&["configure.ac", "Makefile.am"]).unwrap(), BuildSystem::Autoconf);
        assert_eq!(system(&["Makefile"]).unwrap(), BuildSystem::Make("Makefile".into()));
        let database = system(&["CMakeLists.txt", "build/compile_commands.json"]).unwrap();
        assert!(
            matches!(database, BuildSystem::Database(file) if file.ends_with("build/compile_commands.json"))
        );
    }

    #[test]
    fn a_folder_without_any_is_said() {
        let error = system(&["a.c", "b.c"]).unwrap_err();
        assert!(matches!(error, ProjectError::NoProject { sources: 2, .. }), "{error}");
        assert!(matches!(find(Path::new("/no/such")), Err(ProjectError::Missing { .. })));
    }
}
