//! The function around a witness, for the page that is read in a browser: one input moves, the
//! others stay as they are, and the program itself says what comes out.

use super::value::value;
use super::work::{CheckFindings, Checked, Work};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use ulpwise_exceptions::{Analysis, Fate, Goal, Session, Witness, groups};
use ulpwise_finding::Plot;
use ulpwise_float::Format;
use ulpwise_harness::NativeInputs;
use ulpwise_host::RoundingMode;
use ulpwise_ir::FunctionId;
use ulpwise_native::VariableKind;

/// How many plots a page has, and at least how many each function.
const PLOTS: usize = 300;
const LEAST: usize = 2;

/// How long all of them may take: calls near a witness may be slow ones.
const TIME: Duration = Duration::from_secs(10);

/// How many points lie on each side of the witness.
const STEPS: i32 = 48;

/// How many inputs are tried; the one that moves the result most often is shown.
const TRIED: usize = 3;

/// Plots of the most harmful findings.
pub(super) type Plots = BTreeMap<(FunctionId, Goal), Plot>;

/// Makes the calls. What cannot be called has no plots.
pub(super) fn plots(findings: &CheckFindings<'_>, work: &Work<'_>) -> Plots {
    let mut session = Session::new(work.native.clone());
    let mut plots = Plots::new();
    let each = (PLOTS / findings.checked.len().max(1)).max(LEAST);
    let end = Instant::now() + TIME;
    let is_over = || Instant::now() > end || work.context.cancel.is_cancelled();
    for checked in &findings.checked {
        let Ok(native) = &checked.inputs.native else { continue };
        for group in groups(&checked.known.findings).into_iter().take(each) {
            let Some(finding) = group.first() else { continue };
            if is_over() {
                return plots;
            }
            let plot = checked
                .known
                .outcome
                .ledger
                .witness_of(finding.goal)
                .filter(|witness| witness.rounding == RoundingMode::NearestEven)
                .and_then(|witness| plot(checked, native, &mut session, finding.goal, witness));
            plots.extend(plot.map(|plot| ((checked.function, finding.goal), plot)));
        }
    }
    plots
}

fn plot(
    checked: &Checked,
    native: &NativeInputs,
    session: &mut Session<'_>,
    goal: Goal,
    witness: &Witness,
) -> Option<Plot> {
    let finding = checked.known.findings.iter().find(|finding| finding.goal == goal)?;
    let shown = if let Fate::Escaped(outputs) = &finding.trace.fate { outputs.first() } else { None };
    let output = native.outputs.get(shown.copied().unwrap_or(0))?;
    let values = native.values(&witness.words);
    let tried = (0..values.len()).take(TRIED);
    let plots = tried.filter_map(|moving| {
        let kind = native.space.variables[moving].kind;
        let at = number(kind, values[moving]);
        let mut calls: Vec<(f64, Vec<u64>)> = around(kind, values[moving])
            .into_iter()
            .filter(|&bits| is_in_range(native, moving, bits))
            .filter_map(|bits| {
                let mut moved = values.clone();
                moved[moving] = bits;
                let mut words = Vec::new();
                native.space.push(&moved, &mut words).then(|| (number(kind, bits), words))
            })
            .collect();
        calls.sort_by(|a, b| a.0.total_cmp(&b.0));
        calls.dedup_by_key(|call| call.0);
        let words: Vec<Vec<u64>> = calls.iter().map(|(_, words)| words.clone()).collect();
        let made = session.witnesses(native, &words, Analysis::Native).ok()?;
        let result = |witness: &Witness| {
            witness
                .output_bits(output)
                .map_or(f64::NAN, |bits| number(VariableKind::Float(output.format), bits as u64))
        };
        let points: Vec<(f64, f64)> =
            calls.iter().zip(&made).map(|((x, _), made)| (*x, result(made))).collect();
        let changes = points.windows(2).filter(|pair| pair[0].1.to_bits() != pair[1].1.to_bits()).count();
        let name = output.name.clone().unwrap_or_else(|| "the returned value".to_owned());
        let plot = Plot { input: native.names[moving].clone(), output: name, points, at };
        (plot.points.len() > 2).then_some((changes, plot))
    });
    plots.max_by_key(|(changes, _)| *changes).map(|(_, plot)| plot)
}

/// Bits of the numbers around one: evenly spaced where it has a plain magnitude, else by a factor.
fn around(kind: VariableKind, bits: u64) -> Vec<u64> {
    let center = number(kind, bits);
    let steps = -STEPS..=STEPS;
    let plain = center == 0.0 || (1e-3..=1e3).contains(&center.abs());
    let near = |step: i32| {
        let share = f64::from(step) / f64::from(STEPS);
        // A decade for twelve steps.
        if plain {
            center + share * center.abs().max(1.0)
        } else {
            center * 10f64.powf(f64::from(step) / 12.0)
        }
    };
    let float = |step: i32| if step == 0 { center } else { near(step) };
    let mut numbers: Vec<u64> = match kind {
        VariableKind::Float(Format::F64) => steps.map(|step| float(step).to_bits()).collect(),
        VariableKind::Float(Format::F32) => steps.map(|step| (float(step) as f32).to_bits().into()).collect(),
        VariableKind::Float(_) => Vec::new(),
        VariableKind::Int { bits: width, .. } => {
            let mask = u64::MAX >> (64 - width);
            steps.map(|step| bits.wrapping_add_signed(step.into()) & mask).collect()
        }
    };
    numbers.push(bits);
    numbers
}

fn is_in_range(native: &NativeInputs, moving: usize, bits: u64) -> bool {
    let variable = &native.space.variables[moving];
    let place = variable.kind.ordinal(bits);
    place.is_some_and(|place| (variable.range.low..=variable.range.high).contains(&place))
}

/// The number, as a double shows it.
fn number(kind: VariableKind, bits: u64) -> f64 {
    value(kind, bits).decimal.parse().unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_lie_on_both_sides_and_hold_the_witness() {
        let kind = VariableKind::Float(Format::F64);
        for center in [0.0, 2.5, -1e308, 1e-300] {
            let numbers: Vec<f64> =
                around(kind, f64::to_bits(center)).into_iter().map(f64::from_bits).collect();
            assert!(numbers.contains(&center));
            assert!(numbers.iter().any(|&x| x < center) && numbers.iter().any(|&x| x > center), "{center}");
        }
        let bytes = around(VariableKind::Int { bits: 8, signed: true }, 0xff);
        assert!(bytes.contains(&0) && bytes.contains(&0xfe) && bytes.iter().all(|&byte| byte <= 0xff));
    }
}
