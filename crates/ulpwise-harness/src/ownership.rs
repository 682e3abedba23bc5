//! Which functions are the user's own to call: those that other files can call and that no library
//! brought in.
//!
//! Headers and generics put library code into the user's object files. Where such code lies is a
//! matter of habit, not of rule, so this only decides what is offered first and which line of a
//! chain of calls is shown first; `--all`, `--library-functions` and exact names reach everything.
//!
//! The folders of the files that are compiled are the user's own, with what is below them. A header
//! from elsewhere, or from a folder that holds other people's code by its name, is a library's.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use ulpwise_ir::{FileId, Function, Module};

/// Folders of libraries. `/rust/deps` is the name that the packages have which Rust's own library is
/// made of, and the last one that of ulpwise's own sources in debug information.
const LIBRARY_FOLDERS: [&str; 6] =
    ["/usr/include", "/usr/lib", "/usr/local/include", "/rustc", "/rust/deps", "/ulpwise"];

/// Names of folders inside of a project that hold the code of others.
const FOREIGN_FOLDERS: [&str; 12] = [
    "third_party",
    "third-party",
    "thirdparty",
    "3rdparty",
    "vendor",
    "vendored",
    "external",
    "extern",
    "_deps",
    "subprojects",
    "vcpkg_installed",
    "node_modules",
];

/// Names of folders that stand beside the folder of a project's headers.
const SOURCE_FOLDERS: [&str; 7] = ["src", "source", "sources", "lib", "test", "tests", "examples"];

/// What the names of headers end with; those of C++'s standard library and of Eigen end with
/// nothing.
const HEADER_ENDS: [&str; 11] = ["", "h", "hh", "hpp", "hxx", "h++", "inl", "inc", "ipp", "tcc", "tpp"];

/// Whose the files of a module are.
#[derive(Clone, Debug)]
pub struct Ownership {
    libraries: BTreeSet<FileId>,
}

impl Ownership {
    /// Of a module.
    pub fn new(module: &Module) -> Ownership {
        let paths: BTreeMap<FileId, PathBuf> =
            module.files.iter_enumerated().map(|(id, file)| (id, file.path())).collect();
        let exported =
            module.functions.iter().filter(|function| function.body.is_some() && function.exported);
        let defining: BTreeSet<FileId> = exported.filter_map(|function| file_of(module, function)).collect();
        let compiled: Vec<&Path> = defining
            .iter()
            .map(|file| paths[file].as_path())
            .filter(|path| !is_header(path) && !is_toolchain_path(path))
            .collect();
        let is_packages_own = compiled.iter().all(|path| is_package_path(path));
        let roots: BTreeSet<&Path> = compiled.iter().flat_map(|path| roots_of(path)).collect();
        let is_library = |path: &Path| {
            let is_foreign = match is_header(path) {
                true => !roots.is_empty() && !roots.iter().any(|root| is_own_below(root, path)),
                false => !is_packages_own && is_package_path(path),
            };
            is_toolchain_path(path) || is_foreign
        };
        let libraries = paths.iter().filter(|(_, path)| is_library(path)).map(|(&id, _)| id).collect();
        Ownership { libraries }
    }

    /// Of a module whose own code lies below these folders; anywhere if there are none.
    pub fn within(module: &Module, folders: &[PathBuf]) -> Ownership {
        if folders.is_empty() {
            return Ownership::new(module);
        }
        let is_own = |path: &Path| folders.iter().any(|folder| path.starts_with(folder));
        let files = module.files.iter_enumerated();
        let libraries = files.filter(|(_, file)| !is_own(&file.path())).map(|(id, _)| id).collect();
        Ownership { libraries }
    }

    /// Whether a file belongs to a library.
    pub fn is_library_file(&self, file: FileId) -> bool {
        self.libraries.contains(&file)
    }

    /// Whether a function is offered without being asked for.
    pub fn is_offered(&self, module: &Module, function: &Function) -> bool {
        function.body.is_some() && function.exported && !self.is_library_function(module, function)
    }

    /// Whether a library brought a function in.
    pub fn is_library_function(&self, module: &Module, function: &Function) -> bool {
        file_of(module, function).is_some_and(|file| self.is_library_file(file))
    }
}

fn file_of(module: &Module, function: &Function) -> Option<FileId> {
    let location = function.declaration.as_ref()?.location?;
    module.locations.get(location).map(|location| location.file)
}

/// Whether a file belongs to a compiler or to the system.
fn is_toolchain_path(path: &Path) -> bool {
    // rustup keeps the standard library's sources under the toolchain's folder, wherever that is.
    let in_toolchain = path.components().any(|step| step.as_os_str() == "rustlib");
    in_toolchain || LIBRARY_FOLDERS.iter().any(|folder| path.starts_with(folder))
}

/// Whether a file is of a package that cargo fetched.
fn is_package_path(path: &Path) -> bool {
    let steps: Vec<_> = path.components().map(std::path::Component::as_os_str).collect();
    steps.windows(2).any(|two| two[0] == ".cargo" && (two[1] == "registry" || two[1] == "git"))
}

fn is_header(path: &Path) -> bool {
    let end = path.extension().unwrap_or_default();
    HEADER_ENDS.iter().any(|known| end == *known)
}

/// The folders that are the user's own because this file is compiled.
fn roots_of(path: &Path) -> impl Iterator<Item = &Path> {
    let folder = path.parent();
    let is_beside =
        folder.and_then(Path::file_name).is_some_and(|name| SOURCE_FOLDERS.iter().any(|of| name == *of));
    folder.into_iter().chain(folder.filter(|_| is_beside).and_then(Path::parent))
}

/// Whether a file lies below a folder, and not in a part of it that holds the code of others.
fn is_own_below(root: &Path, path: &Path) -> bool {
    let is_foreign =
        |step: std::path::Component<'_>| FOREIGN_FOLDERS.iter().any(|name| step.as_os_str() == *name);
    path.strip_prefix(root).is_ok_and(|below| !below.components().any(is_foreign))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_ir::{Declaration, Language, Location, SourceFile, SourceType};

    /// A module with one exported function in each file.
    fn module(paths: &[&str]) -> Module {
        let mut module = Module::default();
        let result = module.source_types.push(SourceType::Void);
        for path in paths {
            let file = module.files.push(SourceFile { directory: String::new(), name: (*path).to_owned() });
            let location = Location { file, line: 1, column: 0, inlined_at: None };
            let location = Some(module.locations.push(location));
            let (name, language) = (String::new(), Language::Cpp);
            let declaration = Declaration { name, language, location, result, parameters: Vec::new() };
            module.functions.push(Function {
                name: (*path).to_owned(),
                parameters: Vec::new(),
                results: Vec::new(),
                variadic: false,
                exported: true,
                library: ulpwise_ir::Library::None,
                declaration: Some(declaration),
                body: Some(ulpwise_ir::Body::default()),
            });
        }
        module
    }

    fn libraries<'p>(paths: &[&'p str]) -> Vec<&'p str> {
        let module = module(paths);
        let ownership = Ownership::new(&module);
        let library = |(path, id): (&&'p str, FileId)| ownership.is_library_file(id).then_some(*path);
        paths.iter().zip(module.files.ids()).filter_map(library).collect()
    }

    #[test]
    fn libraries_are_reported_by_their_folders() {
        for path in [
            "/usr/include/c++/12/bits/stl_vector.h",
            "/usr/lib/gcc/x.h",
            "/rustc/5980/library/core/src/f64.rs",
            "/rust/deps/hashbrown-0.16.1/src/raw/mod.rs",
            "/home/a/.rustup/toolchains/stable/lib/rustlib/src/rust/library/core/src/f64.rs",
        ] {
            assert_eq!(libraries(&["/home/a/norm.cpp", path]), [path]);
        }
        for path in ["/home/a/norm.cpp", "norm.cpp", "/usr/src/gsl/zeta.c", "/usr/libexec/x.c"] {
            assert_eq!(libraries(&[path]), [""; 0], "{path}");
        }
    }

    #[test]
    fn headers_from_elsewhere_are_libraries() {
        let own = "/p/src/a.cpp";
        assert_eq!(libraries(&[own, "/p/include/a.h", "/p/src/b.hpp"]), [""; 0]);
        assert_eq!(libraries(&[own, "/opt/glm/glm/vec.inl"]), ["/opt/glm/glm/vec.inl"]);
        assert_eq!(libraries(&[own, "/p/third_party/Eigen/Core"]), ["/p/third_party/Eigen/Core"]);
        assert_eq!(libraries(&["/opt/glm/glm/vec.inl"]), [""; 0], "nothing else is there");
    }

    #[test]
    fn packages_are_their_own_when_they_are_compiled() {
        let package = "/home/a/.cargo/registry/src/x/statrs/src/lib.rs";
        assert_eq!(libraries(&["/home/a/w/src/lib.rs", package]), [package]);
        assert_eq!(libraries(&[package]), [""; 0]);
    }
}
