//! Certificates that claim too much in one place: a set of which nothing is left. Whatever comes after
//! that place would be impossible, so everything that calls raise is called so, and a checker that
//! does not look at the place verifies it.

use super::CertifiedProgram;
use std::sync::Arc;
use ulpwise_exceptions::Goal;
use ulpwise_verify::{
    Certificate, FloatSet, IntSet, PointerSet, Program, ProofSection, ScalarSet, Spans, judge,
};

impl CertifiedProgram {
    /// Empties each claim of a certificate in turn; what is verified then and refuted by a call. The
    /// number of certificates that were tried comes with it.
    pub(super) fn try_emptied(&self, certificate: &Certificate) -> (u64, Vec<String>) {
        let mut goals: Vec<Goal> = self
            .calls
            .iter()
            .filter(|call| call.function == certificate.function)
            .flat_map(|call| call.raised.iter().copied())
            .collect();
        goals.sort_unstable();
        goals.dedup();
        let mut claiming_all = certificate.clone();
        claiming_all.sections.iter_mut().for_each(|section| section.goals.clone_from(&goals));
        let program = Program::new(&self.module, certificate.rounding);
        let (mut tried, mut wrong) = (0, Vec::new());
        let mut try_one = |changed: &Certificate, what: &str| {
            tried += 1;
            let judgement = judge(&program, changed);
            if let Some(call) = self.refuted(changed, &judgement.verified) {
                wrong.push(format!("{what}: {call}"));
            }
        };
        try_one(&claiming_all, "everything is claimed");
        for at in 0..claiming_all.sections.len() {
            for (section, what) in emptied_sections(&claiming_all.sections[at]) {
                let mut changed = claiming_all.clone();
                changed.sections[at] = section;
                try_one(&changed, &what);
            }
        }
        (tried, wrong)
    }
}

/// The section with one set emptied, in all ways.
fn emptied_sections(section: &ProofSection) -> Vec<(ProofSection, String)> {
    let mut all = Vec::new();
    let mut without_parts = section.clone();
    without_parts.parts.clear();
    for (number, context) in section.contexts.iter().enumerate() {
        let mut change = |base: &ProofSection, what: String, change: &dyn Fn(&mut ProofSection)| {
            let mut changed = base.clone();
            change(&mut changed);
            all.push((changed, format!("context {number}, {what}")));
        };
        for (at, value) in context.entry.arguments.iter().enumerate() {
            let empty = emptied(value);
            let enter = |section: &mut ProofSection| {
                section.contexts[number].entry.arguments[at].clone_from(&empty);
            };
            change(section, format!("argument {at}"), &enter);
            change(&without_parts, format!("argument {at}, without parts"), &enter);
        }
        for (at, value) in context.exit.iter().flat_map(|exit| exit.results.iter().enumerate()) {
            let empty = emptied(value);
            change(section, format!("result {at}"), &|section| {
                if let Some(exit) = &mut section.contexts[number].exit {
                    exit.results[at].clone_from(&empty);
                }
            });
        }
        for (node, claim) in
            context.nodes.iter().enumerate().filter_map(|(at, node)| Some((at, node.claim.as_ref()?)))
        {
            for (slot, value) in &claim.values {
                let empty = emptied(value);
                change(section, format!("node {node}, {slot}"), &|section| {
                    if let Some(claim) = &mut section.contexts[number].nodes[node].claim {
                        claim.values.insert(*slot, empty.clone());
                    }
                });
            }
            for (region, contents) in &claim.memory.regions {
                for (offset, (bytes, value)) in &contents.cells {
                    let empty = emptied(value);
                    change(section, format!("node {node}, {region:?} at {offset}"), &|section| {
                        let Some(claim) = &mut section.contexts[number].nodes[node].claim else { return };
                        if let Some(contents) = claim.memory.regions.get_mut(region) {
                            Arc::make_mut(contents).cells.insert(*offset, (*bytes, empty.clone()));
                        }
                    });
                }
            }
        }
    }
    all
}

/// No value of a type.
fn emptied(value: &ScalarSet) -> ScalarSet {
    match value {
        ScalarSet::Float(set) => ScalarSet::Float(FloatSet::empty(set.format)),
        ScalarSet::Int(set) => ScalarSet::Int(IntSet::of_spans(set.bits, Spans::default())),
        ScalarSet::Pointer(_) => {
            ScalarSet::Pointer(PointerSet { null: false, unknown: false, places: Vec::new() })
        }
        ScalarSet::Opaque => ScalarSet::Opaque,
    }
}
