//! Proven bounds on trial: native calls by chance, with shadow values, in all rounding modes of the
//! processor. A bound that one of them exceeds is a bug of ours.

use crate::error::StabilityError;
use crate::inputs::StabilityInput;
use crate::native::RunConfirmer;
use crate::search::{by_ordinal, by_value};
use std::collections::BTreeMap;
use ulpwise_base::SplitMix64;
use ulpwise_float::Rounding;
use ulpwise_host::RoundingMode;
use ulpwise_ir::{FloatFormat, SiteId, SiteKind, Type};
use ulpwise_native::{CallEnd, EngineOptions, Instrumentation, Precision, ShadowedCall};

/// The modes of the processor.
const MODES: [Rounding; 4] =
    [Rounding::NearestEven, Rounding::TowardPositive, Rounding::TowardNegative, Rounding::TowardZero];

/// How many calls are made at once.
const BATCH: usize = 1024;

/// What shadow values of two doubles do not know of an error.
const UNKNOWN: f64 = 1e-27;

/// A bound that a native call exceeds.
#[derive(Clone, Debug, PartialEq)]
pub struct Exceeded {
    /// The operation.
    pub site: SiteId,
    /// The error that was seen, at least; infinite for a comparison that went the other way.
    pub seen: f64,
    /// What was proven.
    pub bound: f64,
    /// The bits of the inputs.
    pub inputs: Vec<u128>,
    /// The mode.
    pub rounding: Rounding,
}

/// What native calls came to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trial {
    /// How many calls returned.
    pub runs: u64,
    /// The bounds that they exceeded, each once.
    pub exceeded: Vec<Exceeded>,
    /// The largest error that was seen at each operation, as a part of its bound: how sharp that
    /// is.
    pub closest: f64,
}

impl RunConfirmer<'_> {
    /// Makes calls by chance, a quarter of them in each mode, and holds the errors that shadow
    /// values show against bounds.
    ///
    /// # Errors
    /// The program cannot be run so.
    pub fn trial(
        &self,
        inputs: &[StabilityInput],
        bounds: &BTreeMap<SiteId, f64>,
        runs: u64,
        seed: u64,
    ) -> Result<Trial, StabilityError> {
        let native = self.inputs()?;
        let options = EngineOptions {
            instrumentation: Instrumentation::Shadow(Precision::DoubleDouble),
            ..self.options()
        };
        let mut engine = self.start(&options)?;
        let batch = engine.batch_size(0)?.min(BATCH) as u64;
        let mut random = SplitMix64::new(seed);
        let mut trial = Trial::default();
        for mode in MODES {
            let Some(host) = RoundingMode::from_exact(mode) else { continue };
            engine.set_rounding(host);
            let mut left = runs / MODES.len() as u64;
            while left > 0 {
                let count = left.min(batch);
                left -= count;
                let mut values = Vec::new();
                let mut words = Vec::new();
                for _ in 0..count {
                    let one: Vec<u128> = inputs.iter().map(|input| by_chance(&mut random, input)).collect();
                    let plain: Vec<u64> = one.iter().map(|&bits| bits as u64).collect();
                    if native.space.push(&plain, &mut words) {
                        values.push(one);
                    }
                }
                let calls = engine.run_shadowed(0, &words)?;
                for (call, values) in calls.iter().zip(&values) {
                    self.hold(call, bounds, values, mode, &mut trial);
                }
            }
        }
        Ok(trial)
    }

    /// Holds the errors of a call against the bounds.
    fn hold(
        &self,
        call: &ShadowedCall,
        bounds: &BTreeMap<SiteId, f64>,
        inputs: &[u128],
        rounding: Rounding,
        trial: &mut Trial,
    ) {
        if call.end != CallEnd::Returned {
            return;
        }
        trial.runs += 1;
        for error in &call.errors {
            let Some(&bound) = bounds.get(&error.site) else { continue };
            let kind = self.module.sites[error.site].kind;
            let seen = match kind {
                SiteKind::Compare(_) => {
                    if error.diverged {
                        f64::INFINITY
                    } else {
                        0.0
                    }
                }
                // A unit in the last place is at least this part of a number.
                _ => {
                    error.accumulated
                        * 2f64.powi(-(result_format(kind).exact_format().significand_bits() as i32))
                }
            };
            if bound > 0.0 && seen.is_finite() {
                trial.closest = trial.closest.max(seen / bound);
            }
            let known = trial.exceeded.iter().any(|exceeded| exceeded.site == error.site);
            if seen > bound * (1.0 + 1e-9) + UNKNOWN && !known {
                trial.exceeded.push(Exceeded {
                    site: error.site,
                    seen,
                    bound,
                    inputs: inputs.to_vec(),
                    rounding,
                });
            }
        }
    }
}

fn result_format(kind: SiteKind) -> FloatFormat {
    match kind {
        SiteKind::Binary(_, format)
        | SiteKind::Unary(_, format)
        | SiteKind::Fma(format)
        | SiteKind::FromInt(format)
        | SiteKind::Convert(_, format)
        | SiteKind::Compare(format)
        | SiteKind::ToInt(format) => format,
        SiteKind::Libm(_) => FloatFormat::F64,
    }
}

fn by_chance(random: &mut SplitMix64, input: &StabilityInput) -> u128 {
    let ordinal = match (input.ty, random.below(4)) {
        (Type::Float(_), 0) => by_ordinal(random, input),
        (_, 1) if random.below(4) == 0 => {
            if random.below(2) == 0 {
                input.ordinals.0
            } else {
                input.ordinals.1
            }
        }
        _ => by_value(random, input),
    };
    input.bits(ordinal)
}
