//! Copies a project for builds that write beside the sources.
//!
//! Times of files are kept, because makefiles compare them, and only what changed is copied again.

use crate::error::ProjectError;
use std::path::Path;

/// Folders that are not copied: what version control and other builds keep.
const LEFT_OUT: [&str; 6] = [".git", ".hg", ".svn", ".ulpwise", "node_modules", "target"];

/// Copies what is below a folder.
pub(crate) fn copy_project(from: &Path, to: &Path) -> Result<(), ProjectError> {
    copy_folder(from, to)
        .map_err(|error| ProjectError::system(format!("{} cannot be copied", from.display()), error))
}

fn copy_folder(from: &Path, to: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let name = entry.file_name();
        if LEFT_OUT.iter().any(|left_out| name == *left_out) {
            continue;
        }
        let (source, target) = (entry.path(), to.join(&name));
        let kind = entry.file_type()?;
        if kind.is_dir() {
            copy_folder(&source, &target)?;
        } else if kind.is_symlink() {
            if std::fs::symlink_metadata(&target).is_err() {
                std::os::unix::fs::symlink(std::fs::read_link(&source)?, &target)?;
            }
        } else if kind.is_file() && !is_same(&source, &target) {
            std::fs::copy(&source, &target)?;
            let modified = std::fs::metadata(&source)?.modified()?;
            std::fs::File::options().append(true).open(&target)?.set_modified(modified)?;
        }
    }
    Ok(())
}

/// Whether a file was copied and is as it was, or was made anew by the build.
fn is_same(source: &Path, target: &Path) -> bool {
    let (Ok(source), Ok(target)) = (std::fs::metadata(source), std::fs::metadata(target)) else {
        return false;
    };
    let (Ok(of_source), Ok(of_target)) = (source.modified(), target.modified()) else { return false };
    of_target > of_source || (of_target == of_source && source.len() == target.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_copied_again_and_times_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let (from, to) = (folder.path().join("a"), folder.path().join("b"));
        std::fs::create_dir_all(from.join(".git")).unwrap();
        std::fs::create_dir_all(from.join("sub")).unwrap();
        std::fs::write(from.join("sub/x.c"), "1").unwrap();
        copy_project(&from, &to).unwrap();
        assert!(to.join("sub/x.c").is_file() && !to.join(".git").exists());
        let time = |file: &Path| std::fs::metadata(file).unwrap().modified().unwrap();
        assert_eq!(time(&from.join("sub/x.c")), time(&to.join("sub/x.c")));
        std::fs::write(from.join("sub/x.c"), "22").unwrap();
        copy_project(&from, &to).unwrap();
        assert_eq!(std::fs::read_to_string(to.join("sub/x.c")).unwrap(), "22");
    }
}
