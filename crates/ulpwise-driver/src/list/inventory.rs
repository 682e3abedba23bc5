//! What `ulpwise list` knows about each function: the model that reports are made of.

use crate::describe::shown_path;
use crate::options::ListOptions;
use std::collections::HashMap;
use ulpwise_finding::{Inventory, ListedFunction, ListedParameter, SiteCounts, UnsupportedUse};
use ulpwise_harness::glob;
use ulpwise_harness::input_names;
use ulpwise_harness::marshal::{Passed, passing};
use ulpwise_harness::names::{last_step, source_name};
use ulpwise_harness::ownership::Ownership;
use ulpwise_harness::parameter_kind::parameter_kind;
use ulpwise_harness::signature::{TypeWriter, signature};
use ulpwise_ir::{FileId, Function, FunctionId, Inst, Language, Module, SiteKind, SourceType};

/// The functions that are wanted, grouped by file and in source order.
pub(super) fn take_inventory(module: &Module, options: &ListOptions, warnings: &[String]) -> Inventory {
    let matching: Vec<FunctionId> = module
        .functions
        .iter_enumerated()
        .filter(|(_, function)| function.body.is_some() && matches(options, function))
        .map(|(id, _)| id)
        .collect();
    let ownership = Ownership::within(module, &options.program.built.own);
    let mut wanted: Vec<FunctionId> = matching
        .iter()
        .copied()
        .filter(|&id| options.all || ownership.is_offered(module, &module.functions[id]))
        .collect();
    // Files in the order in which they are met; functions without a location come last.
    let mut order: HashMap<FileId, usize> = HashMap::new();
    for &id in &wanted {
        if let Some((file, _)) = file_and_line(module, id) {
            let next = order.len();
            order.entry(file).or_insert(next);
        }
    }
    wanted.sort_by_key(|&id| match file_and_line(module, id) {
        Some((file, line)) => (order[&file], line, id),
        None => (usize::MAX, 0, id),
    });
    let left_out = matching.len() - wanted.len();
    let functions: Vec<ListedFunction> =
        wanted.into_iter().map(|id| listed(module, id, options.inputs)).collect();
    let sites = functions.iter().fold(SiteCounts::default(), |sum, function| sum.plus(function.sites));
    Inventory { functions, left_out, sites, warnings: warnings.to_vec() }
}

fn count_site(counts: &mut SiteCounts, kind: SiteKind) {
    *match kind {
        SiteKind::Binary(..) | SiteKind::Unary(..) | SiteKind::Fma(_) => &mut counts.arithmetic,
        SiteKind::Libm(_) => &mut counts.libm_calls,
        SiteKind::Convert(..) | SiteKind::ToInt(_) | SiteKind::FromInt(_) => &mut counts.conversions,
        SiteKind::Compare(_) => &mut counts.comparisons,
    } += 1;
    counts.total += 1;
}

fn matches(options: &ListOptions, function: &Function) -> bool {
    let Some(pattern) = options.pattern.as_deref() else { return true };
    let name = source_name(function);
    glob::matches(pattern, &name)
        || glob::matches(pattern, last_step(&name))
        || glob::matches(pattern, &function.name)
}

fn file_and_line(module: &Module, id: FunctionId) -> Option<(FileId, u32)> {
    let location = module.functions[id].declaration.as_ref()?.location?;
    module.locations.get(location).map(|location| (location.file, location.line))
}

fn listed(module: &Module, id: FunctionId, inputs: bool) -> ListedFunction {
    let function = &module.functions[id];
    let location = file_and_line(module, id);
    let mut sites = SiteCounts::default();
    for (_, site) in module.sites_of(id) {
        count_site(&mut sites, site.kind);
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
    let parameters = declared.iter().enumerate().map(|(index, parameter)| {
        let kind = parameter_kind(module, language, parameter.ty, is_by_reference(index));
        ListedParameter {
            name: parameter.name.clone(),
            ty: writer.name(parameter.ty),
            input: kind.id,
            input_text: kind.text,
        }
    });
    let parameters = parameters.collect();
    let result = declaration.map(|declaration| declaration.result);
    // A main program says itself what its inputs are.
    let inputs = (inputs && function.name != "main").then(|| input_names(module, id));
    let (test_inputs, not_testable) = match inputs {
        None => (None, None),
        Some(Ok(names)) => (Some(names), None),
        Some(Err(why)) => (None, Some(why.to_string())),
    };
    ListedFunction {
        name: source_name(function),
        linker_name: function.name.clone(),
        language: language.name(),
        exported: function.exported,
        file: location.map(|(file, _)| shown_path(&module.files[file])),
        line: location.map(|(_, line)| line),
        signature: signature(module, function),
        parameters,
        result: result
            .filter(|&result| !matches!(module.source_types[result], SourceType::Void))
            .map(|result| writer.name(result)),
        variadic: function.variadic,
        sites,
        unsupported: unsupported(module, function),
        test_inputs,
        not_testable,
    }
}

/// What the function does that cannot be run, each once, in order of occurrence.
fn unsupported(module: &Module, function: &Function) -> Vec<UnsupportedUse> {
    let mut found: Vec<UnsupportedUse> = Vec::new();
    for inst in function.body.iter().flat_map(|body| &body.insts) {
        let Inst::Unsupported { what } = inst else { continue };
        let what = &module.messages[*what];
        match found.iter_mut().find(|known| known.what == *what) {
            Some(known) => known.count += 1,
            None => found.push(UnsupportedUse { what: what.clone(), count: 1 }),
        }
    }
    found
}
