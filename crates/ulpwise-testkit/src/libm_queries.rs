//! Queries with libm terms as a symbolic executor asks them, with answers that mathematics gives.
//!
//! Each is a script in the folder `libm-queries` of this crate; it begins with the reason for its
//! answer, which is its `:status`.

use std::path::Path;
use ulpwise_expr::{Term, TermStore};
use ulpwise_smtlib::{Command, read_script};

/// A query with its answer.
#[derive(Clone, Debug)]
pub struct LibmQuery {
    /// The name of its file, without the ending.
    pub name: String,
    /// The script.
    pub text: String,
    /// The answer.
    pub is_sat: bool,
}

impl LibmQuery {
    /// The assertions, as terms of a store.
    ///
    /// # Panics
    /// If the script is broken.
    pub fn assertions(&self, store: &mut TermStore) -> Vec<Term> {
        let commands = read_script(store, self.text.as_bytes())
            .unwrap_or_else(|error| panic!("{} cannot be read: {error}", self.name));
        let assertion = |command| match command {
            Command::Assert { term, .. } => Some(term),
            _ => None,
        };
        commands.into_iter().filter_map(assertion).collect()
    }
}

/// All queries, by name.
///
/// # Panics
/// If the folder or a file in it cannot be read, or a file does not say its answer.
pub fn libm_queries() -> Vec<LibmQuery> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("libm-queries");
    let mut queries: Vec<LibmQuery> = std::fs::read_dir(&folder)
        .expect("the folder of queries is there")
        .map(|entry| {
            let path = entry.expect("an entry of the folder").path();
            let text = std::fs::read_to_string(&path).expect("a script");
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            let is_sat = text.contains("(set-info :status sat)");
            assert!(is_sat || text.contains("(set-info :status unsat)"), "{name} does not say its answer");
            assert!(text.starts_with("; "), "{name} does not give a reason");
            LibmQuery { name, text, is_sat }
        })
        .collect();
    queries.sort_by(|a, b| a.name.cmp(&b.name));
    queries
}
