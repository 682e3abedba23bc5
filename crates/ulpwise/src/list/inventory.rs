//! What `ulpwise list` knows about each function: plain data for the writers of text and JSON.

use crate::render::shown_path;
use std::collections::HashMap;
use ulpwise_harness::glob;
use ulpwise_harness::marshal::{Passed, passing};
use ulpwise_harness::names::{last_step, source_name};
use ulpwise_harness::ownership::is_offered;
use ulpwise_harness::parameter_kind::{ParameterKind, parameter_kind};
use ulpwise_harness::signature::{TypeWriter, signature};
use ulpwise_harness::{HarnessError, input_names};
use ulpwise_ir::{FileId, Function, FunctionId, Inst, Language, Module, SiteKind, SourceType};

/// Which functions are wanted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Filter<'a> {
    /// Also those that other files cannot call or that libraries brought in.
    pub(super) all: bool,
    /// What the name must match.
    pub(super) pattern: Option<&'a str>,
    /// Whether to tell what `ulpwise test --fn` would make of each.
    pub(super) inputs: bool,
}

/// How many sites there are, by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SiteCounts {
    pub(super) arithmetic: usize,
    pub(super) libm_calls: usize,
    pub(super) conversions: usize,
    pub(super) comparisons: usize,
}

impl SiteCounts {
    pub(super) fn total(self) -> usize {
        self.arithmetic + self.libm_calls + self.conversions + self.comparisons
    }

    fn add(&mut self, kind: SiteKind) {
        *match kind {
            SiteKind::Binary(..) | SiteKind::Unary(..) | SiteKind::Fma(_) => &mut self.arithmetic,
            SiteKind::Libm(_) => &mut self.libm_calls,
            SiteKind::Convert(..) | SiteKind::ToInt(_) | SiteKind::FromInt(_) => &mut self.conversions,
            SiteKind::Compare(_) => &mut self.comparisons,
        } += 1;
    }

    pub(super) fn plus(self, other: Self) -> Self {
        Self {
            arithmetic: self.arithmetic + other.arithmetic,
            libm_calls: self.libm_calls + other.libm_calls,
            conversions: self.conversions + other.conversions,
            comparisons: self.comparisons + other.comparisons,
        }
    }

    /// The kinds with their names, in a fixed order.
    pub(super) fn by_name(self) -> [(&'static str, usize); 4] {
        [
            ("arithmetic", self.arithmetic),
            ("libm_calls", self.libm_calls),
            ("conversions", self.conversions),
            ("comparisons", self.comparisons),
        ]
    }
}

/// A parameter.
#[derive(Clone, Debug)]
pub(super) struct ListedParameter {
    pub(super) name: String,
    pub(super) ty: String,
    pub(super) kind: ParameterKind,
}

/// A function.
#[derive(Clone, Debug)]
pub(super) struct ListedFunction {
    pub(super) name: String,
    pub(super) linker_name: String,
    pub(super) language: Language,
    pub(super) exported: bool,
    /// The file it is defined in, `None` without debug information.
    pub(super) file: Option<String>,
    pub(super) line: Option<u32>,
    pub(super) signature: String,
    pub(super) parameters: Vec<ListedParameter>,
    /// The type of the result, `None` when there is none.
    pub(super) result: Option<String>,
    pub(super) variadic: bool,
    pub(super) sites: SiteCounts,
    /// What it does that cannot be run, each with how often.
    pub(super) unsupported: Vec<(String, usize)>,
    /// The inputs that `ulpwise test --fn` would make, or why it would refuse; if that was asked for.
    pub(super) inputs: Option<Result<Vec<String>, HarnessError>>,
}

/// The functions of a program.
#[derive(Clone, Debug)]
pub(super) struct Inventory {
    /// Grouped by file, in source order.
    pub(super) functions: Vec<ListedFunction>,
    /// How many would be there with `--all`.
    pub(super) left_out: usize,
}

impl Inventory {
    pub(super) fn sites(&self) -> SiteCounts {
        self.functions.iter().fold(SiteCounts::default(), |total, function| total.plus(function.sites))
    }
}

/// The functions that the filter wants, grouped by file and in source order.
pub(super) fn inventory(module: &Module, filter: &Filter<'_>) -> Inventory {
    let matching: Vec<FunctionId> = module
        .functions
        .iter_enumerated()
        .filter(|(_, function)| function.body.is_some() && filter.matches(function))
        .map(|(id, _)| id)
        .collect();
    let mut wanted: Vec<FunctionId> = matching
        .iter()
        .copied()
        .filter(|&id| filter.all || is_offered(module, &module.functions[id]))
        .collect();
    // Files in the order in which they are met; functions without a place come last.
    let mut order: HashMap<FileId, usize> = HashMap::new();
    for &id in &wanted {
        if let Some((file, _)) = place(module, id) {
            let next = order.len();
            order.entry(file).or_insert(next);
        }
    }
    wanted.sort_by_key(|&id| match place(module, id) {
        Some((file, line)) => (order[&file], line, id),
        None => (usize::MAX, 0, id),
    });
    Inventory {
        left_out: matching.len() - wanted.len(),
        functions: wanted.into_iter().map(|id| listed(module, id, filter.inputs)).collect(),
    }
}

impl Filter<'_> {
    fn matches(&self, function: &Function) -> bool {
        let Some(pattern) = self.pattern else { return true };
        let name = source_name(function);
        glob::matches(pattern, &name)
            || glob::matches(pattern, last_step(&name))
            || glob::matches(pattern, &function.name)
    }
}

fn place(module: &Module, id: FunctionId) -> Option<(FileId, u32)> {
    let location = module.functions[id].declaration.as_ref()?.location?;
    module.locations.get(location).map(|location| (location.file, location.line))
}

fn listed(module: &Module, id: FunctionId, inputs: bool) -> ListedFunction {
    let function = &module.functions[id];
    let place = place(module, id);
    let mut sites = SiteCounts::default();
    for (_, site) in module.sites_of(id) {
        sites.add(site.kind);
    }
    let declaration = function.declaration.as_ref();
    let language = declaration.map_or(Language::Other, |declaration| declaration.language);
    let writer = TypeWriter { module, language };
    let passing = passing(module, function);
    let is_by_reference = |parameter| {
        let passed =
            passing.as_ref().map(|passing| passing.arguments.contains(&Passed::Address { parameter }));
        passed.unwrap_or(language == Language::Fortran)
    };
    let declared = declaration.map_or(&[][..], |declaration| &declaration.parameters);
    let parameters = declared.iter().enumerate().map(|(index, parameter)| ListedParameter {
        name: parameter.name.clone(),
        ty: writer.name(parameter.ty),
        kind: parameter_kind(module, language, parameter.ty, is_by_reference(index)),
    });
    let parameters = parameters.collect();
    let result = declaration.map(|declaration| declaration.result);
    ListedFunction {
        name: source_name(function),
        linker_name: function.name.clone(),
        language,
        exported: function.exported,
        file: place.map(|(file, _)| shown_path(&module.files[file])),
        line: place.map(|(_, line)| line),
        signature: signature(module, function),
        parameters,
        result: result
            .filter(|&result| !matches!(module.source_types[result], SourceType::Void))
            .map(|result| writer.name(result)),
        variadic: function.variadic,
        sites,
        unsupported: unsupported(module, function),
        // A main program says itself what its inputs are.
        inputs: (inputs && function.name != "main").then(|| input_names(module, id)),
    }
}

/// What the function does that cannot be run, each once, in order of occurrence.
fn unsupported(module: &Module, function: &Function) -> Vec<(String, usize)> {
    let mut found: Vec<(String, usize)> = Vec::new();
    for inst in function.body.iter().flat_map(|body| &body.insts) {
        let Inst::Unsupported { what } = inst else { continue };
        let what = &module.messages[*what];
        match found.iter_mut().find(|(known, _)| known == what) {
            Some((_, count)) => *count += 1,
            None => found.push((what.clone(), 1)),
        }
    }
    found
}
