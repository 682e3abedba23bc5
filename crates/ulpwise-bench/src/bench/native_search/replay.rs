//! Witnesses made once more, in code that is not optimised: only what raises the same exception at
//! the same site there is reported.
//!
//! What does not is either undefined in C (`undefined` shows that, by making the call in yet other
//! ways) or a fault of ours.

use super::Witnesses;
use super::curve::Pairs;
use super::undefined::Undefined;
use crate::bench::agree::signature::Signature;
use crate::bench::native_agree::gsl_engine_options;
use anyhow::Result;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use ulpwise_ir::Module;
use ulpwise_native::{Engine, EngineOptions, NativeCall, NativeError};

/// How long a call may take: at first, and where it did not come to its exception by then. Most
/// calls that do not return raise what they raise at once, but what took milliseconds to come takes
/// many times as long in this code.
const CALL_LIMITS: [Duration; 2] = [Duration::from_millis(20), Duration::from_secs(3)];

/// What one searcher found.
#[derive(Default)]
pub(super) struct Replayed {
    /// What was raised again.
    pub(super) pairs: Pairs,
    /// How many inputs raised their exception again.
    pub(super) replayed: usize,
    /// Those that did not, because C leaves undefined what they do, by what it is.
    pub(super) undefined: BTreeMap<&'static str, usize>,
    /// Those that did not for no reason that is known.
    pub(super) unexplained: Vec<String>,
}

impl Replayed {
    /// Adds what was found in other functions.
    pub(super) fn add(&mut self, other: Self) {
        self.pairs.add_all(other.pairs);
        self.replayed += other.replayed;
        for (reason, count) in other.undefined {
            *self.undefined.entry(reason).or_default() += count;
        }
        self.unexplained.extend(other.unexplained);
    }
}

/// Makes calls once more.
pub(super) struct Replay<'a> {
    engines: [Engine; 2],
    undefined: Undefined<'a>,
    module: &'a Module,
}

impl<'a> Replay<'a> {
    pub(super) fn new(
        start: impl Fn(EngineOptions) -> Result<Engine, NativeError>,
        undefined: Undefined<'a>,
        module: &'a Module,
    ) -> Result<Self> {
        let engine = |call_limit| start(EngineOptions { call_limit, ..gsl_engine_options(false) });
        let [quick, patient] = CALL_LIMITS.map(engine);
        Ok(Self { engines: [quick?, patient?], undefined, module })
    }

    /// Calls every input once more.
    pub(super) fn replay(
        &mut self,
        target: usize,
        signature: &Signature,
        found: &Witnesses,
    ) -> Result<Replayed> {
        let mut outcome = Replayed::default();
        let mut open: Vec<_> =
            found.iter().filter(|((_, exception), _)| !exception.is_on_request()).collect();
        for engine in &mut self.engines {
            // One input is often the witness of several pairs.
            let inputs: BTreeSet<&Vec<u64>> = open.iter().map(|(_, found)| &found.input).collect();
            let words: Vec<u64> = inputs.iter().flat_map(|input| input.iter().copied()).collect();
            let calls = engine.run(target, &words)?;
            let calls: BTreeMap<&Vec<u64>, NativeCall> = inputs.into_iter().zip(calls).collect();
            open.retain(|(pair, found)| {
                let raised = calls[&found.input].events.contains(pair);
                if raised {
                    outcome.replayed += 1;
                    outcome.pairs.add(**pair, found.effort.cpu);
                }
                !raised
            });
        }
        for ((site, exception), found) in open {
            match self.undefined.reason(target, signature, &found.input)? {
                Some(reason) => *outcome.undefined.entry(reason).or_default() += 1,
                None => {
                    let call = format!("{}({:x?})", signature.name, found.input);
                    let place = self.module.site_name(*site);
                    outcome.unexplained.push(format!("{call}: {} at {place}", exception.id()));
                }
            }
        }
        Ok(outcome)
    }
}
