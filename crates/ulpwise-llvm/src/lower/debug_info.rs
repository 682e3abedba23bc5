//! Where instructions stand in the source.

use super::raw::{Metadata, RawModule};
use std::collections::HashMap;
use std::path::Path;
use ulpwise_base::IdVec;
use ulpwise_ir::{FileId, Location, LocationId, SourceFile};

/// How many calls inlined into each other are followed; a longer chain is cut off.
const MAX_INLINING: usize = 256;

/// The files and source locations that instructions mention, each kept once.
pub(super) struct Locations<'m> {
    module: RawModule<'m>,
    pub(super) files: IdVec<FileId, SourceFile>,
    pub(super) locations: IdVec<LocationId, Location>,
    file_ids: HashMap<SourceFile, FileId>,
    file_of_node: HashMap<Metadata<'m>, FileId>,
    location_ids: HashMap<Location, LocationId>,
    location_of_node: HashMap<Metadata<'m>, Option<LocationId>>,
}

impl<'m> Locations<'m> {
    pub(super) fn new(module: RawModule<'m>) -> Self {
        Self {
            module,
            files: IdVec::new(),
            locations: IdVec::new(),
            file_ids: HashMap::new(),
            file_of_node: HashMap::new(),
            location_ids: HashMap::new(),
            location_of_node: HashMap::new(),
        }
    }

    /// The source location that a `DILocation` names; `None` when it has no file.
    pub(super) fn lower(&mut self, node: Metadata<'m>) -> Option<LocationId> {
        if let Some(&known) = self.location_of_node.get(&node) {
            return known;
        }
        let chain: Vec<Metadata<'m>> =
            std::iter::successors(Some(node), |inner| inner.inlined_at()).take(MAX_INLINING).collect();
        let mut location = None;
        for &outer in chain.iter().rev() {
            location = self.lower_one(outer, location);
        }
        self.location_of_node.insert(node, location);
        location
    }

    fn lower_one(&mut self, node: Metadata<'m>, inlined_at: Option<LocationId>) -> Option<LocationId> {
        let (line, column) = node.line_and_column()?;
        let file = self.file(node.location_scope()?)?;
        Some(self.intern(Location { file, line, column, inlined_at }))
    }

    /// The source location where a function is defined.
    pub(super) fn definition(&mut self, subprogram: Metadata<'m>) -> Option<LocationId> {
        let file = self.file(subprogram)?;
        let line = subprogram.subprogram_line();
        Some(self.intern(Location { file, line, column: 0, inlined_at: None }))
    }

    fn intern(&mut self, location: Location) -> LocationId {
        *self.location_ids.entry(location).or_insert_with(|| self.locations.push(location))
    }

    /// The file of a scope.
    fn file(&mut self, scope: Metadata<'m>) -> Option<FileId> {
        let node = scope.scope_file()?;
        if let Some(&known) = self.file_of_node.get(&node) {
            return Some(known);
        }
        let (directory, name) = node.file_path(self.module)?;
        let directory = if Path::new(name).is_absolute() { "" } else { directory };
        let file = SourceFile { directory: directory.to_owned(), name: name.to_owned() };
        let id = match self.file_ids.get(&file) {
            Some(&id) => id,
            None => self.files.push(file.clone()),
        };
        self.file_ids.insert(file, id);
        self.file_of_node.insert(node, id);
        Some(id)
    }
}
