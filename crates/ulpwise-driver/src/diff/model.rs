//! What a comparison found, as plain data.

use super::explain::transformations;
use super::{DiffOutcome, DiffTask};
use crate::describe::{printable, shown_path};
use ulpwise_equivalence::{
    Case, ComparedAspects, Criterion, Difference, OutputPair, ProgramSide, RaisedExceptions,
};
use ulpwise_finding::{DiffCase, DiffOutput, DiffParting, DiffRun, DiffVerdict};
use ulpwise_float::Float;
use ulpwise_harness::signature::signature;
use ulpwise_native::{CallEnd, VariableKind};

impl DiffTask<'_> {
    /// All of it.
    pub(super) fn run(&self, comparison: DiffOutcome) -> DiffRun {
        let DiffOutcome { searched, simplest, partings, proof, unproven, pairs, mut assumptions } =
            comparison;
        assumptions.extend(self.options.domain.contracted.assumptions.iter().cloned());
        let is_different = searched.differing > 0;
        let mut cases = Vec::new();
        let mut tolerated = None;
        if is_different {
            cases.extend(simplest.as_ref().map(|case| self.case("simplest", case, &partings[0])));
            let is_other = |case: &&Case| simplest.as_ref().is_none_or(|simple| simple.point != case.point);
            cases.extend(
                searched
                    .largest
                    .as_ref()
                    .filter(is_other)
                    .map(|case| self.case("largest", case, &partings[1])),
            );
        } else {
            tolerated = searched.largest.as_ref().map(|case| self.case("largest", case, &partings[1]));
        }
        let verdict = match (is_different, proof) {
            (true, _) => DiffVerdict::Different,
            (false, Some(how)) => DiffVerdict::Same(how),
            (false, None) => DiffVerdict::Unknown(unproven),
        };
        let is_proven = matches!(verdict, DiffVerdict::Same(_));
        let warnings = self.loaded.iter().zip(["old", "new"]).flat_map(|(loaded, which)| {
            loaded.warnings.iter().map(move |warning| format!("{which}: {warning}"))
        });
        DiffRun {
            functions: self.sides.map(|side| signature(side.module, &side.module.functions[side.function])),
            places: self.sides.map(defined_at),
            criterion: criterion_text(self.options.criterion, self.aspects),
            verdict,
            cases,
            explanation: if is_different && self.options.explains {
                transformations(self.sides)
            } else {
                Vec::new()
            },
            tolerated,
            tried: searched.tried,
            differing: searched.differing,
            pairs,
            assumptions: if is_proven { assumptions } else { Vec::new() },
            warnings: warnings.collect(),
        }
    }

    fn case(&self, role: &'static str, case: &Case, parting: &DiffParting) -> DiffCase {
        let inputs = self.pairing.inputs.iter().zip(&case.point).map(|(input, &ordinal)| {
            let name = printable(input.name.trim_start_matches('*'));
            (name, value_text(input.kinds[0], input.kinds[0].value_at(ordinal)))
        });
        let outputs = self.pairing.outputs.iter().zip(&case.call.outputs).enumerate();
        let differing = outputs.filter_map(|(at, (pair, bits))| {
            let exact = parting.exact.get(at).cloned().unwrap_or_default();
            self.output(pair, *bits, exact)
        });
        DiffCase {
            role,
            inputs: inputs.collect(),
            ends: case.call.ends.map(end_text),
            raised: case.call.raised.map(|raised| raised.map(RaisedExceptions::ids)),
            outputs: differing.collect(),
            parting: parting.first.clone(),
            again: None,
        }
    }

    /// An output, if both differ in it at all.
    fn output(
        &self,
        pair: &OutputPair,
        bits: [Option<u64>; 2],
        exact: [Option<String>; 2],
    ) -> Option<DiffOutput> {
        let cell = |side: usize| pair.cells[side].as_ref().or(pair.cells[1 - side].as_ref());
        let kinds = [cell(0)?.kind, cell(1)?.kind];
        let difference = match bits {
            [Some(old), Some(new)] => Difference::between(self.options.criterion, kinds, [old, new]),
            [None, None] => return None,
            _ => Difference::BEYOND_MEASURE,
        };
        let text =
            |at: usize| bits[at].map_or_else(|| "nothing".to_owned(), |bits| value_text(kinds[at], bits));
        let name = pair.name.as_deref().map_or_else(|| "return".to_owned(), printable);
        (difference != Difference::NONE).then(|| DiffOutput {
            name,
            old: text(0),
            new: text(1),
            exact,
            ulps: difference.ulps,
            absolute: difference.absolute,
            relative: difference.relative,
        })
    }
}

/// Where a function is defined.
fn defined_at(side: &ProgramSide<'_>) -> Option<(String, u32)> {
    let declaration = side.module.functions[side.function].declaration.as_ref()?;
    let location = side.module.locations[declaration.location?];
    Some((shown_path(side.module.files.get(location.file)?), location.line))
}

/// What counts as the same, in words.
fn criterion_text(criterion: Criterion, aspects: ComparedAspects) -> String {
    let ComparedAspects { results, exceptions, success } = aspects;
    let mut text = match (results, exceptions) {
        (true, false) => criterion.to_string(),
        (true, true) => format!("{criterion} and the same exceptions"),
        (false, true) => "the same exceptions".to_owned(),
        (false, false) => "the same outcome".to_owned(),
    };
    if let Some(success) = success {
        text += &format!(" where {success}");
    }
    text
}

fn value_text(kind: VariableKind, bits: u64) -> String {
    match kind {
        VariableKind::Float(format) => match Float::from_bits(format, bits.into()) {
            number if number.is_nan() => "NaN".to_owned(),
            number => number.to_string(),
        },
        VariableKind::Int { .. } => kind.ordinal(bits).unwrap_or(0).to_string(),
    }
}

fn end_text(end: CallEnd) -> String {
    match end {
        CallEnd::Returned => "returned".to_owned(),
        CallEnd::TimedOut => "took too long".to_owned(),
        CallEnd::Exited(code) => format!("exited with code {code}"),
        CallEnd::Signal(signal) => format!("signal {signal}"),
    }
}
