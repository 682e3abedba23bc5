//! The last word: every call that is said to raise an exception is made in unoptimised code, in a child of its own, before it counts.

use crate::inputs::NativeInputs;
use crate::ledger::{Goal, Ledger, Wave, Witness};
use std::path::PathBuf;
use std::time::Duration;
use ulpwise_native::{Engine, EngineOptions, Error, Launcher, Unit};

/// The program as it runs natively.
#[derive(Clone, Debug)]
pub struct NativeProgram<'a> {
    /// Starts children.
    pub launcher: Launcher,
    /// Its bitcode.
    pub units: &'a [Unit],
    /// Libraries and object files that it needs.
    pub links: Vec<PathBuf>,
    /// Functions without parameters that are called before the first call.
    pub setup: Vec<String>,
    /// How much CPU time a call may take.
    pub call_limit: Duration,
}

impl NativeProgram<'_> {
    /// How it is run.
    pub(crate) fn options(&self, optimise: bool) -> EngineOptions {
        EngineOptions {
            optimise,
            links: self.links.clone(),
            setup: self.setup.clone(),
            call_limit: self.call_limit,
            ..EngineOptions::default()
        }
    }
}

/// Makes calls that are said to raise exceptions.
pub(crate) struct Confirmation {
    engine: Engine,
    words_of_call: usize,
}

impl Confirmation {
    /// Starts the child.
    pub(crate) fn start(program: &NativeProgram<'_>, inputs: &NativeInputs) -> Result<Confirmation, Error> {
        let targets = std::slice::from_ref(&inputs.target);
        let engine = Engine::start(&program.launcher, program.units, targets, &program.options(false))?;
        Ok(Confirmation { engine, words_of_call: inputs.space.template.len() })
    }

    /// Makes calls, and enters in the ledger what they raise. Returns what somebody had called proven.
    pub(crate) fn enter(
        &mut self,
        calls: &[Vec<u64>],
        wave: Wave,
        ledger: &mut Ledger,
    ) -> Result<Vec<(Goal, Wave)>, Error> {
        let mut refuted = Vec::new();
        debug_assert!(calls.iter().all(|words| words.len() == self.words_of_call), "a call has its words");
        let inputs: Vec<u64> = calls.iter().flatten().copied().collect();
        if calls.is_empty() {
            return Ok(refuted);
        }
        for (words, call) in calls.iter().zip(self.engine.run(0, &inputs)?) {
            let (end, output, events) = (call.end, call.output, call.events);
            let witness = Witness { wave, words: words.clone(), end, output, events };
            refuted.extend(ledger.witness(&witness));
        }
        Ok(refuted)
    }
}
