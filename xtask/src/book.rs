//! `cargo xtask book`: makes the book of `docs/` with mdBook, and follows every link of what came
//! out.
//!
//! mdBook is installed once, in one version, below `target/tools`: that takes some minutes and the
//! package server, which is why no test does it. `cargo xtask tidy` holds the links of the sources
//! against the tree in every test run; this looks at the pages themselves, with the places within
//! them.

use anyhow::{Context, Result, ensure};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use xtask::process::capture;

/// The version of mdBook.
const VERSION: &str = "0.5.4";

/// Where mdBook is installed, from the root.
const TOOLS: &str = "target/tools";

/// Where the book is written, as `docs/book.toml` says.
const BOOK: &str = "target/book";

/// Pages that mdBook makes by itself, for printing and for broken addresses.
const OF_MDBOOK: [&str; 3] = ["print.html", "404.html", "toc.html"];

/// Entry point of the task.
#[expect(clippy::print_stdout, reason = "what was made is the task's result")]
pub(crate) fn run(arguments: &[String]) -> Result<()> {
    ensure!(arguments.is_empty(), "usage: cargo xtask book");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("the repository has a root")?;
    let mdbook = installed(root)?;
    capture(root, mdbook, ["build", "docs"])?;
    let pages = pages(&root.join(BOOK))?;
    let chapters = std::fs::read_to_string(root.join("docs/SUMMARY.md"))?.matches(".md)").count();
    ensure!(pages.len() >= chapters, "{} pages were made of {chapters} chapters", pages.len());
    let broken = broken(&root.join(BOOK), &pages);
    ensure!(broken.is_empty(), "links that lead nowhere:\n  {}", broken.join("\n  "));
    let links: usize = pages.values().map(|page| page.links.len()).sum();
    println!("{BOOK}/index.html: {} pages, {links} links, all of which lead somewhere", pages.len());
    Ok(())
}

/// mdBook, installed if it is not there.
fn installed(root: &Path) -> Result<PathBuf> {
    let program = root.join(TOOLS).join("bin/mdbook");
    let is_it = capture(root, &program, ["--version"]).is_ok_and(|said| said.contains(VERSION));
    if !is_it {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let options = ["--locked", "--force", "--no-default-features", "--features", "search"];
        let what = ["install", "mdbook", "--version", VERSION, "--root", TOOLS];
        capture(root, cargo, what.iter().chain(&options))?;
    }
    Ok(program)
}

/// What a page has.
struct Page {
    ids: BTreeSet<String>,
    links: Vec<String>,
}

/// The pages of the book by their place in it.
fn pages(book: &Path) -> Result<BTreeMap<PathBuf, Page>> {
    let mut pages = BTreeMap::new();
    let mut folders = vec![book.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
            let path = entry?.path();
            let place = path.strip_prefix(book)?.to_owned();
            let is_own = !OF_MDBOOK.iter().any(|name| place == Path::new(name));
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "html") && is_own {
                let text = std::fs::read_to_string(&path)?;
                let ids = attributes(&text, " id=\"").collect();
                pages.insert(place, Page { ids, links: attributes(&text, " href=\"").collect() });
            }
        }
    }
    Ok(pages)
}

/// The values of an attribute.
fn attributes<'t>(text: &'t str, name: &'t str) -> impl Iterator<Item = String> + 't {
    let values = text.split(name).skip(1).filter_map(|rest| rest.split('"').next());
    values.map(|value| value.replace("&amp;", "&"))
}

/// The links that lead nowhere, each with the page that has it.
fn broken(book: &Path, pages: &BTreeMap<PathBuf, Page>) -> Vec<String> {
    let mut broken = BTreeSet::new();
    for (place, page) in pages {
        for link in page.links.iter().filter(|link| !link.contains("://") && !link.starts_with("mailto:")) {
            let (file, fragment) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { place.clone() } else { beside(place, file) };
            let is_there = match pages.get(&target) {
                Some(target) => fragment.is_empty() || target.ids.contains(fragment),
                // Styles, fonts and the like.
                None => book.join(&target).is_file(),
            };
            if !is_there {
                broken.insert(format!("{}: {link}", place.display()));
            }
        }
    }
    broken.into_iter().collect()
}

/// A place as seen from the folder of a page.
fn beside(page: &Path, link: &str) -> PathBuf {
    let mut path = page.parent().unwrap_or(Path::new("")).to_owned();
    for part in link.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(path.pop()),
            _ => path.push(part),
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_to_pages_places_and_files_are_followed() {
        let book = tempfile::tempdir().unwrap();
        let at = |name: &str| book.path().join(name);
        std::fs::create_dir(at("commands")).unwrap();
        std::fs::write(at("style.css"), "").unwrap();
        let links = "<a href=\"commands/check.html#output\"></a><link href=\"style.css\"><a href=\"https://example.org\"></a>";
        std::fs::write(at("index.html"), links).unwrap();
        let wrong = "<h2 id=\"output\"></h2><a href=\"../index.html\"></a><a href=\"#no\"></a><a href=\"gone.html\"></a>";
        std::fs::write(at("commands/check.html"), wrong).unwrap();
        let pages = pages(book.path()).unwrap();
        assert_eq!(pages.len(), 2);
        assert_eq!(
            broken(book.path(), &pages),
            ["commands/check.html: #no", "commands/check.html: gone.html"]
        );
    }
}
