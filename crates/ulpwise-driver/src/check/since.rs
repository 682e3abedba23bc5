//! Which functions a change touches, by the lines that git says were changed.
//!
//! What holds: a function is left out only if neither its own lines nor those of anything that it
//! can call were changed. A change outside of functions touches all functions of its file; one in a
//! header, or in what says how the program is built, touches all there are.

use crate::error::DriverError;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use ulpwise_harness::reach::reached_functions;
use ulpwise_ir::{FileId, FunctionId, Location, Module};

/// What files are called that others include.
const INCLUDED: [&str; 13] =
    ["def", "fh", "fi", "h", "hh", "hpp", "hxx", "inc", "inl", "ipp", "tcc", "tpp", "txx"];

/// Files that say how a program is built.
const BUILDING: [&str; 8] = [
    "CMakeLists.txt",
    "Cargo.lock",
    "Cargo.toml",
    "Makefile",
    "compile_commands.json",
    "fpm.toml",
    "meson.build",
    "ulpwise.toml",
];

/// The lines of a file that were changed: the first and the last of each run.
type Lines = Vec<(u32, u32)>;

/// Those of the functions that changes since a revision touch.
pub(super) fn touched(
    module: &Module,
    functions: Vec<FunctionId>,
    revision: &str,
) -> Result<Vec<FunctionId>, DriverError> {
    let changed = changes(revision)?;
    let touched = touched_bodies(module, &changed);
    let is_touched = |&function: &FunctionId| match &touched {
        None => true,
        Some(touched) => !reached_functions(module, function).is_disjoint(touched),
    };
    Ok(functions.into_iter().filter(is_touched).collect())
}

/// The functions whose own code may have changed; `None` for all.
fn touched_bodies(module: &Module, changed: &BTreeMap<PathBuf, Lines>) -> Option<BTreeSet<FunctionId>> {
    let files: BTreeMap<PathBuf, Vec<FileId>> =
        module.files.iter_enumerated().fold(BTreeMap::new(), |mut files, (id, file)| {
            let path = file.path();
            files.entry(path.canonicalize().unwrap_or(path)).or_default().push(id);
            files
        });
    let mut touched = BTreeSet::new();
    for (path, lines) in changed {
        let Some(ids) = files.get(path) else {
            if may_be_used(path) {
                return None;
            }
            continue;
        };
        let of_file = functions_of(module, ids);
        let is_within =
            |&(first, last): &(u32, u32), &(start, end): &(u32, u32)| first <= end && start <= last;
        let is_inside = |run: &(u32, u32)| of_file.iter().any(|(_, span)| span.0 <= run.0 && run.1 <= span.1);
        if lines.iter().all(is_inside) {
            let hit = of_file.iter().filter(|(_, span)| lines.iter().any(|run| is_within(run, span)));
            touched.extend(hit.map(|(function, _)| *function));
        } else if may_be_used(path) {
            return None;
        } else {
            touched.extend(of_file.iter().map(|(function, _)| *function));
            touched.extend(functions_with_code_of(module, ids));
        }
    }
    Some(touched)
}

/// Whether other files may use what a file says.
fn may_be_used(path: &Path) -> bool {
    let extension = path.extension().map(|end| end.to_string_lossy().to_ascii_lowercase());
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    extension.is_some_and(|end| INCLUDED.contains(&end.as_str())) || BUILDING.contains(&name.as_str())
}

/// The functions that are defined in a file, from their declaration to their last instruction.
fn functions_of(module: &Module, files: &[FileId]) -> Vec<(FunctionId, (u32, u32))> {
    let mut found = Vec::new();
    for (id, function) in module.functions.iter_enumerated() {
        let declared = function.declaration.as_ref().and_then(|declaration| declaration.location);
        let (Some(body), Some(declared)) = (&function.body, declared) else { continue };
        let start = module.locations[declared];
        if !files.contains(&start.file) {
            continue;
        }
        let own = body.locations.iter().flatten().map(|&location| outermost(module, location));
        let end = own.filter(|location| files.contains(&location.file)).map(|location| location.line).max();
        found.push((id, (start.line, end.unwrap_or(start.line).max(start.line))));
    }
    found
}

/// The functions that have code of a file, inlined or by a macro.
fn functions_with_code_of(module: &Module, files: &[FileId]) -> Vec<FunctionId> {
    let has = |id: &FunctionId| {
        let Some(body) = &module.functions[*id].body else { return false };
        body.locations.iter().flatten().any(|&location| {
            let mut next = Some(location);
            while let Some(location) = next {
                if files.contains(&module.locations[location].file) {
                    return true;
                }
                next = module.locations[location].inlined_at;
            }
            false
        })
    };
    module.functions.ids().filter(has).collect()
}

/// The place in the function itself to which an instruction was inlined.
fn outermost(module: &Module, location: ulpwise_ir::LocationId) -> Location {
    let mut location = module.locations[location];
    while let Some(outer) = location.inlined_at {
        location = module.locations[outer];
    }
    location
}

/// The changed lines by file, of those that git knows and of new ones.
fn changes(revision: &str) -> Result<BTreeMap<PathBuf, Lines>, DriverError> {
    if revision.starts_with('-') {
        return Err(DriverError::refused(format!("--since {revision}: this is no revision")));
    }
    let top = PathBuf::from(git(&["rev-parse", "--show-toplevel"], revision)?.trim_end());
    let top = top.canonicalize().unwrap_or(top);
    let options = ["--unified=0", "--no-color", "--no-ext-diff", "--no-textconv", "--no-renames"];
    let mut words = vec!["-c", "core.quotePath=false", "diff"];
    words.extend(options);
    words.extend(["--src-prefix=a/", "--dst-prefix=b/", revision, "--"]);
    let mut changed = parse_diff(&git(&words, revision)?, &top);
    let new = git(&["ls-files", "-z", "--others", "--exclude-standard", "--full-name", ":/"], revision)?;
    for name in new.split('\0').filter(|name| !name.is_empty()) {
        changed.insert(top.join(name), vec![(1, u32::MAX)]);
    }
    Ok(changed)
}

/// Reads a difference without context.
fn parse_diff(text: &str, top: &Path) -> BTreeMap<PathBuf, Lines> {
    let mut changed: BTreeMap<PathBuf, Lines> = BTreeMap::new();
    let mut file = None;
    let mut is_head = true;
    for line in text.lines() {
        if line.starts_with("diff --git ") {
            (file, is_head) = (None, true);
        } else if let (true, Some(name)) =
            (is_head, line.strip_prefix("--- a/").or(line.strip_prefix("+++ b/")))
        {
            // Of a file that is gone the former name stands.
            let path = top.join(name.trim_end_matches('\t'));
            changed.entry(path.clone()).or_default();
            file = Some(path);
        } else if let Some(run) = line.strip_prefix("@@ ").and_then(parse_run) {
            is_head = false;
            if let Some(file) = &file {
                changed.entry(file.clone()).or_default().push(run);
            }
        }
    }
    changed
}

/// The changed lines of `-3,2 +4,5 @@`. Where lines were only taken out, those around them.
fn parse_run(text: &str) -> Option<(u32, u32)> {
    let new = text.split(' ').find_map(|word| word.strip_prefix('+'))?;
    let (start, count) = new.split_once(',').unwrap_or((new, "1"));
    let (start, count): (u32, u32) = (start.parse().ok()?, count.parse().ok()?);
    Some(if count == 0 { (start, start + 1) } else { (start, start + count - 1) })
}

fn git(words: &[&str], revision: &str) -> Result<String, DriverError> {
    let mut command = Command::new("git");
    // Nothing that the repository's settings name runs.
    command.args(["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"]).args(words);
    let output = command.output().map_err(|error| {
        DriverError::refused(format!("--since {revision}: git cannot be started: {error}"))
    })?;
    if !output.status.success() {
        let text = String::from_utf8_lossy(&output.stderr);
        let why = text.lines().next().unwrap_or("it fails").trim_start_matches("fatal: ").to_owned();
        return Err(DriverError::refused(format!("--since {revision}: git says: {why}")));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changed_lines_are_read_from_a_difference() {
        let text = "diff --git a/x.c b/x.c\nindex 1..2 100644\n--- a/x.c\n+++ b/x.c\n@@ -3 +3,2 @@ double f\n-a\n+b\n+c\n\
                    @@ -9,2 +10,0 @@\n--- a/no file\n-x\ndiff --git a/gone.h b/gone.h\n--- a/gone.h\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n";
        let changed = parse_diff(text, Path::new("/p"));
        let expected = [("/p/gone.h", vec![(0, 1)]), ("/p/x.c", vec![(3, 4), (10, 11)])];
        assert_eq!(changed, expected.into_iter().map(|(name, lines)| (name.into(), lines)).collect());
    }

    #[test]
    fn headers_and_build_files_touch_everything_and_texts_nothing() {
        let used: Vec<bool> = ["a/b.h", "CMakeLists.txt", "README.md", "x.c", "x.HPP"]
            .map(|name| may_be_used(Path::new(name)))
            .into();
        assert_eq!(used, [true, true, false, false, true]);
    }
}
