//! The folders and files of a project, each with what is known of its operations: where to begin.

use super::Page;
use askama::Template;
use std::collections::BTreeMap;
use ulpwise_finding::VerdictCounts;

/// The index in the page; nothing where there is one file only.
#[derive(Template)]
#[template(path = "files.html")]
pub(super) struct FilesPart {
    folders: Vec<Folder>,
}

/// The files that lie in one folder, the one with the most findings first.
struct Folder {
    path: String,
    counts: VerdictCounts,
    files: Vec<File>,
}

struct File {
    path: String,
    name: String,
    counts: VerdictCounts,
}

impl FilesPart {
    pub(super) fn new(page: &Page<'_>) -> Self {
        let mut files: BTreeMap<&str, VerdictCounts> = BTreeMap::new();
        for operation in &page.operations {
            let Some(place) = page.run.place(operation.site) else { continue };
            let counts = files.entry(&page.run.files[place.file].path).or_default();
            for &property in &page.properties {
                match operation.verdict(property) {
                    Some("witness") => counts.witnesses += 1,
                    Some("proven") => counts.proven += 1,
                    Some(_) => counts.unknown += 1,
                    None => {}
                }
            }
        }
        if files.len() < 2 {
            return Self { folders: Vec::new() };
        }
        let mut folders: BTreeMap<&str, Folder> = BTreeMap::new();
        for (path, counts) in files {
            let (folder, name) = path.rsplit_once('/').unwrap_or((".", path));
            let entry = folders.entry(folder).or_insert_with(|| Folder {
                path: folder.to_owned(),
                counts: VerdictCounts::default(),
                files: Vec::new(),
            });
            entry.counts.witnesses += counts.witnesses;
            entry.counts.proven += counts.proven;
            entry.counts.unknown += counts.unknown;
            entry.files.push(File { path: path.to_owned(), name: name.to_owned(), counts });
        }
        let mut folders: Vec<Folder> = folders.into_values().collect();
        for folder in &mut folders {
            folder.files.sort_by_key(|file| rank(&file.counts));
        }
        folders.sort_by_key(|folder| rank(&folder.counts));
        Self { folders }
    }
}

/// What comes first is smaller.
fn rank(counts: &VerdictCounts) -> impl Ord + use<> {
    (std::cmp::Reverse(counts.witnesses), std::cmp::Reverse(counts.unknown))
}
