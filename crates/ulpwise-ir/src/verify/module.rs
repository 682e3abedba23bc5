//! What stands outside of functions: names, locations, source types, globals.

use super::error::{Property, VerifyError};
use crate::module::{Global, Module, Target};
use crate::site::LocationId;
use crate::source_type::{SourceType, SourceTypeId};
use std::collections::HashSet;
use ulpwise_base::IdVec;

pub(super) fn check_module(module: &Module, errors: &mut Vec<VerifyError>) {
    let mut report = |property, message| {
        errors.push(VerifyError { property, function: None, inst: None, message });
    };
    check_names(module, &mut report);
    check_locations(module, &mut report);
    check_source_types(module, &mut report);
    for (id, global) in module.globals.iter_enumerated() {
        let mut report = |property, message| {
            report(property, format!("{id} {:?}: {message}", global.name));
        };
        check_global(module, global, &mut report);
    }
}

fn check_names(module: &Module, report: &mut impl FnMut(Property, String)) {
    let mut seen = HashSet::new();
    let functions = module.functions.iter().map(|function| &function.name);
    for name in functions.chain(module.globals.iter().map(|global| &global.name)) {
        if !seen.insert(name) {
            report(Property::UniqueName, format!("{name:?} names two things"));
        }
    }
}

fn check_locations(module: &Module, report: &mut impl FnMut(Property, String)) {
    let mut in_range = true;
    for (id, location) in module.locations.iter_enumerated() {
        if module.files.get(location.file).is_none() {
            report(Property::IdRange, format!("{id} is in {}, which does not exist", location.file));
        }
        if let Some(outer) = location.inlined_at.filter(|outer| module.locations.get(*outer).is_none()) {
            report(Property::IdRange, format!("{id} is inlined at {outer}, which does not exist"));
            in_range = false;
        }
    }
    if in_range {
        check_inlining(module, report);
    }
}

/// Follows each chain until it ends or meets a location seen before; a chain that meets itself is
/// a circle.
fn check_inlining(module: &Module, report: &mut impl FnMut(Property, String)) {
    let mut seen_from: IdVec<LocationId, Option<LocationId>> =
        module.locations.iter().map(|_| None).collect();
    for start in module.locations.ids() {
        let mut at = Some(start);
        while let Some(location) = at.filter(|&location| seen_from[location].is_none()) {
            seen_from[location] = Some(start);
            at = module.locations[location].inlined_at;
        }
        if at.is_some_and(|location| seen_from[location] == Some(start)) {
            report(Property::InliningEnds, format!("the inlining of {start} goes in a circle"));
        }
    }
}

fn check_source_types(module: &Module, report: &mut impl FnMut(Property, String)) {
    for (id, ty) in module.source_types.iter_enumerated() {
        let mut check = |inner: SourceTypeId| {
            if module.source_types.get(inner).is_none() {
                report(Property::IdRange, format!("{id} mentions {inner}, which does not exist"));
            }
        };
        match ty {
            SourceType::Pointer { pointee: inner, .. } | SourceType::Array { element: inner, .. } => {
                check(*inner);
            }
            SourceType::Struct { members, .. } | SourceType::Union { members, .. } => {
                members.iter().for_each(|member| check(member.ty));
            }
            SourceType::Variants { tag, variants, .. } => {
                let members = tag.iter().chain(variants.iter().map(|(_, member)| member));
                members.for_each(|member| check(member.ty));
            }
            SourceType::Void
            | SourceType::Bool(_)
            | SourceType::Int { .. }
            | SourceType::Float(_)
            | SourceType::Complex(_)
            | SourceType::Enum { .. }
            | SourceType::Function
            | SourceType::Unknown(_) => {}
        }
    }
}

fn check_global(module: &Module, global: &Global, report: &mut impl FnMut(Property, String)) {
    if !global.align.is_power_of_two() {
        report(Property::GlobalLayout, format!("the alignment {} is not a power of two", global.align));
    }
    let initialized = global.initializer.as_ref().map_or(0, Vec::len) as u64;
    if initialized > global.size {
        report(Property::GlobalLayout, format!("{initialized} bytes for a size of {}", global.size));
    }
    // Where the next relocation may begin.
    let mut free = 0;
    for relocation in &global.relocations {
        let exists = match relocation.target {
            Target::Global(target) => module.globals.get(target).is_some(),
            Target::Function(target) => module.functions.get(target).is_some(),
        };
        let offset = relocation.offset;
        if !exists {
            report(Property::IdRange, format!("the relocation at {offset} points at nothing"));
        }
        if offset < free {
            report(Property::GlobalLayout, format!("the relocation at {offset} overlaps the one before"));
        }
        if offset.checked_add(8).is_none_or(|end| end > initialized) {
            report(Property::GlobalLayout, format!("the relocation at {offset} leaves the initialiser"));
        }
        free = offset.saturating_add(8);
    }
}
