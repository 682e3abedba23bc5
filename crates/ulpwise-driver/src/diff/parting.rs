//! What both functions compute on one input, operation by operation: where they part first, and what
//! the exact results would be.

use super::DiffTask;
use crate::describe::{describe, shown_path};
use crate::error::DriverError;
use crate::load::native_links;
use std::collections::BTreeSet;
use ulpwise_equivalence::Case;
use ulpwise_finding::DiffParting;
use ulpwise_float::{Float, Format};
use ulpwise_harness::means_rounding;
use ulpwise_ir::{Module, SiteId};
use ulpwise_native::{
    CallEnd, Engine, EngineOptions, Instrumentation, Launcher, Precision, ShadowedCall, TracedCall,
    TracedOperation,
};

/// How many bits shadow values have.
const BITS: u32 = 1024;

/// How much longer than others a call may take that computes shadow values.
const SLOWER: u32 = 40;

/// Both functions with shadow values.
pub(super) struct Tracers {
    engines: [Engine; 2],
}

impl Tracers {
    /// Compiles both once more.
    pub(super) fn start(task: &DiffTask<'_>, launcher: &Launcher) -> Result<Tracers, DriverError> {
        let start = |at: usize| {
            let options = EngineOptions {
                instrumentation: Instrumentation::Shadow(Precision::Bits(BITS)),
                setup: task.options.setup.clone(),
                links: native_links(&task.loaded[at].module, &task.options.links_of(at)),
                call_limit: task.options.call_timeout.saturating_mul(SLOWER),
                ..EngineOptions::default()
            };
            let side = task.sides[at];
            let target = std::slice::from_ref(&side.native.target);
            let mut engine = Engine::start(launcher, side.units, target, &options)?;
            engine.set_shadow_bits(BITS);
            Ok::<Engine, DriverError>(engine)
        };
        Ok(Tracers { engines: [start(0)?, start(1)?] })
    }

    /// Where the two computations of a case part. Nothing if unoptimised code with shadow values
    /// gives other results: then what is traced is not what ran.
    pub(super) fn parting(&mut self, task: &DiffTask<'_>, case: &Case) -> Result<DiffParting, DriverError> {
        let mut traces = Vec::new();
        for at in 0..2 {
            let side = task.sides[at];
            let inputs = task.pairing.inputs.iter().zip(&case.point);
            let values: Vec<u64> =
                inputs.map(|(input, &ordinal)| input.kinds[at].value_at(ordinal)).collect();
            let mut words = Vec::new();
            if !side.native.space.push(&values, &mut words) {
                return Ok(DiffParting::default());
            }
            let (call, trace) = self.engines[at].traced(0, &words)?;
            if !is_the_same(task, case, at, &call) {
                return Ok(DiffParting::default());
            }
            traces.push((call, trace));
        }
        let operations = [&traces[0].1, &traces[1].1];
        let mut parting = DiffParting::default();
        if operations.iter().all(|trace| !trace.cut) {
            let first =
                [first_apart(operations[0], operations[1]), first_apart(operations[1], operations[0])];
            parting.first =
                [0, 1].map(|at| first[at].map(|operation| operation_text(task.sides[at].module, operation)));
        }
        for pair in &task.pairing.outputs {
            let exact = [0, 1].map(|at| {
                let side = task.sides[at];
                let cell = pair.cells[at].as_ref()?;
                let is_meant = means_rounding(side.module, side.function).is_none();
                let call = &traces[at].0;
                let is_exact = !call.is_exhausted
                    && !call.is_absorbed
                    && call.undone.is_empty()
                    && call.errors.iter().all(|error| !error.diverged);
                let right =
                    call.right.iter().find(|right| (right.word, right.shift) == (cell.word, cell.shift))?;
                (is_meant && is_exact && right.nearest.is_finite()).then_some(right.nearest)
            });
            parting.exact.push(exact.map(|number| number.map(number_text)));
        }
        Ok(parting)
    }
}

/// Whether code with shadow values gave what was seen.
fn is_the_same(task: &DiffTask<'_>, case: &Case, at: usize, call: &ShadowedCall) -> bool {
    let outputs = task.pairing.outputs.iter().zip(&case.call.outputs);
    let mut cells = outputs.filter_map(|(pair, bits)| Some((pair.cells[at].as_ref()?, bits[at])));
    call.end == CallEnd::Returned && cells.all(|(cell, bits)| cell.bits(&call.output) == bits)
}

/// The first operation of a trace whose value is none of the other's.
fn first_apart<'t>(own: &'t TracedCall, other: &TracedCall) -> Option<&'t TracedOperation> {
    let values: BTreeSet<u64> = other.operations.iter().map(|operation| operation.value.to_bits()).collect();
    own.operations
        .iter()
        .find(|operation| operation.site.is_some() && !values.contains(&operation.value.to_bits()))
}

fn operation_text(module: &Module, operation: &TracedOperation) -> String {
    let value = number_text(operation.value);
    let Some(site) = operation.site else { return value };
    let (noun, _) = describe(module, site);
    match place(module, site) {
        Some(place) => format!("{noun} at {place} gives {value}"),
        None => format!("{noun} gives {value}"),
    }
}

fn place(module: &Module, site: SiteId) -> Option<String> {
    let location = module.locations[module.sites[site].location?];
    let file = module.files.get(location.file)?;
    Some(format!("{}:{}:{}", shown_path(file), location.line, location.column))
}

fn number_text(number: f64) -> String {
    match number {
        number if number.is_nan() => "NaN".to_owned(),
        number => Float::from_bits(Format::F64, number.to_bits().into()).to_string(),
    }
}
