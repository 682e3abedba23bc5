//! The sites and files of a run as plain data, gathered while verdicts are gone through: numbers of
//! the module become places and texts.

use crate::describe::{Mark, Sources, describe, shown_path, site_name};
use std::collections::BTreeMap;
use ulpwise_finding::{OperationSite, Run, SourceFile, SourceLocation, SourceSpan};
use ulpwise_harness::contracts::GuardedCall;
use ulpwise_harness::names::source_name;
use ulpwise_harness::ownership::Ownership;
use ulpwise_interp::Event;
use ulpwise_ir::{FileId, FunctionId, Inst, Language, Location, LocationId, Module, SiteId};

/// Gathers sites and files.
pub(crate) struct SiteTable<'m> {
    module: &'m Module,
    sources: Sources<'m>,
    sites: Vec<OperationSite>,
    files: Vec<SourceFile>,
    known_sites: BTreeMap<SiteId, usize>,
    known_files: BTreeMap<FileId, usize>,
    known_calls: BTreeMap<(FunctionId, LocationId), usize>,
    ownership: Ownership,
}

impl<'m> SiteTable<'m> {
    /// Of a program.
    pub(crate) fn new(module: &'m Module) -> SiteTable<'m> {
        SiteTable {
            module,
            sources: Sources::new(module),
            sites: Vec::new(),
            files: Vec::new(),
            known_sites: BTreeMap::new(),
            known_files: BTreeMap::new(),
            known_calls: BTreeMap::new(),
            ownership: Ownership::new(module),
        }
    }

    /// Whether a file belongs to a library.
    pub(crate) fn is_library_file(&self, file: FileId) -> bool {
        self.ownership.is_library_file(file)
    }

    /// The calls under way when an exception is raised at a site, innermost first: the site itself,
    /// the calls that were inlined around it, the calls that led to it, as far as the event tells.
    /// Empty if there is nothing but the site.
    pub(crate) fn calls_around(&mut self, site: SiteId, event: Option<&Event>) -> Vec<usize> {
        let module = self.module;
        let own = &module.sites[site];
        let mut places: Vec<(FunctionId, LocationId)> = Vec::new();
        let inlined = |location: Option<LocationId>| {
            std::iter::successors(location, |&location| module.locations[location].inlined_at)
        };
        places.extend(inlined(own.location).skip(1).map(|location| (own.function, location)));
        for &(function, inst) in event.map_or(&[][..], |event| &event.calls) {
            let body = module.functions[function].body.as_ref();
            let location = body.and_then(|body| *body.locations.get(inst)?);
            places.extend(inlined(location).map(|location| (function, location)));
        }
        let calls: Vec<usize> = places.into_iter().map(|place| self.call(place)).collect();
        if calls.is_empty() { calls } else { [self.site(site)].into_iter().chain(calls).collect() }
    }

    /// The number of a call in a function.
    fn call(&mut self, (function, location): (FunctionId, LocationId)) -> usize {
        if let Some(&known) = self.known_calls.get(&(function, location)) {
            return known;
        }
        let caller = &self.module.functions[function];
        let is_fortran =
            caller.declaration.as_ref().is_some_and(|declaration| declaration.language == Language::Fortran);
        // flang knows the statement of a call, not its column.
        let mark = if is_fortran { Mark::FortranStatement } else { Mark::Token };
        let number = self.at(&source_name(caller), Some(self.module.locations[location]), "call", mark);
        self.known_calls.insert((function, location), number);
        number
    }

    /// The number of an operation in the run.
    pub(crate) fn site(&mut self, id: SiteId) -> usize {
        if let Some(&known) = self.known_sites.get(&id) {
            return known;
        }
        let (noun, mark) = describe(self.module, id);
        let site = &self.module.sites[id];
        let location = site.location.map(|location| self.module.locations[location]);
        let place = location.map(|location| self.place(location, mark));
        let number = self.add(OperationSite {
            id: self.module.site_name(id),
            name: site_name(self.module, id),
            function: source_name(&self.module.functions[site.function]),
            operation: noun,
            place,
        });
        self.known_sites.insert(id, number);
        number
    }

    /// The number of something that a verdict is about and that is no operation: what a function
    /// gives back, or all of it.
    pub(crate) fn of_function(&mut self, id: FunctionId, what: &str) -> usize {
        let function = &self.module.functions[id];
        let location = function.declaration.as_ref().and_then(|declaration| declaration.location);
        let location = location.map(|location| self.module.locations[location]);
        let place = location.map(|location| self.place(location, Mark::Token));
        let name = source_name(function);
        self.add(OperationSite {
            id: format!("{}#{what}", function.name),
            name: format!("{name}#{what}"),
            function: name,
            operation: what.to_owned(),
            place,
        })
    }

    /// The number of a call that is held against a clause of a contract, which stands for the site of
    /// the guard that looks at it.
    pub(crate) fn contract(&mut self, id: SiteId, call: &GuardedCall, clause: usize) -> usize {
        if let Some(&known) = self.known_sites.get(&id) {
            return known;
        }
        let module = self.module;
        let guard = module.sites[id].function;
        let caller = module.function_named(&call.caller);
        let body = caller.and_then(|caller| module.functions[caller].body.as_ref());
        let is_it = |inst: &Inst| matches!(inst, Inst::Call { callee, .. } if *callee == guard);
        let location = body.and_then(|body| {
            let at = body.insts.iter_enumerated().find(|(_, inst)| is_it(inst))?.0;
            Some(module.locations[(*body.locations.get(at)?)?])
        });
        let place = location.map(|location| self.place(location, Mark::Token));
        let callee = module.function_named(&call.callee).map(|id| source_name(&module.functions[id]));
        let number = self.add(OperationSite {
            id: call.name(clause),
            name: call.name(clause),
            function: caller.map(|id| source_name(&module.functions[id])).unwrap_or_default(),
            operation: format!("call of {}", callee.unwrap_or_default()),
            place,
        });
        self.known_sites.insert(id, number);
        number
    }

    /// The number of any place in a function.
    pub(crate) fn at(
        &mut self,
        function: &str,
        location: Option<Location>,
        what: &str,
        mark: Mark<'_>,
    ) -> usize {
        let place = location.map(|location| self.place(location, mark));
        let line = location.map_or_else(|| what.to_owned(), |location| format!("line {}", location.line));
        self.add(OperationSite {
            id: format!("{function}#{line}"),
            name: format!("{function}#{line}"),
            function: function.to_owned(),
            operation: what.to_owned(),
            place,
        })
    }

    /// A location by the path of its file.
    pub(crate) fn named_location(&self, location: Location) -> SourceLocation {
        SourceLocation {
            file: self.module.files.get(location.file).map(shown_path),
            line: location.line,
            column: location.column,
        }
    }

    fn add(&mut self, site: OperationSite) -> usize {
        self.sites.push(site);
        self.sites.len() - 1
    }

    fn place(&mut self, location: Location, mark: Mark<'_>) -> SourceSpan {
        SourceSpan {
            file: self.file(location.file),
            line: location.line,
            column: location.column,
            span: self.sources.span(location, mark),
        }
    }

    /// The number of a file in the run.
    fn file(&mut self, id: FileId) -> usize {
        if let Some(&known) = self.known_files.get(&id) {
            return known;
        }
        let file = &self.module.files[id];
        let number = self.files.len();
        self.files.push(SourceFile {
            path: shown_path(file),
            absolute: file.path().to_string_lossy().into_owned(),
            lines: self.sources.lines(id),
            is_library: self.ownership.is_library_file(id),
        });
        self.known_files.insert(id, number);
        number
    }

    /// The run of a command that these are the places of; the rest is still to be set.
    pub(crate) fn into_run(self, task: &str) -> Run {
        Run {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            task: task.to_owned(),
            files: self.files,
            sites: self.sites,
            ..Run::default()
        }
    }
}
