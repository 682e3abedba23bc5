//! `cargo xtask bench agree`: runs every scalar function of GSL's special functions in the
//! interpreter and natively on the same inputs, and counts the bits that differ. The target is
//! none.
//!
//! Where the two differ, the interpreter runs again on memory that is fresh in another way: if its
//! own result changes, the function returned what it never initialised (GSL's plain functions do so
//! after an error), and no result is the right one. Such calls are counted apart.
//!
//! NativeDriver runs happen in a process of their own, so that a call that never returns can be
//! ended. A call over its limit on either side is counted and not compared.

pub(super) mod campaign;
pub(super) mod inputs;
pub(super) mod interpreted;
mod native;
pub(super) mod signature;

use anyhow::{Result, ensure};
pub(super) use campaign::CampaignOptions;
use campaign::Tally;
use inputs::Inputs;
use interpreted::Interpreted;
use native::NativeDriver;
pub(super) use native::UNTOUCHED;
use signature::Signature;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;
use ulpwise_interp::Program;
use xtask::gsl;

/// What a call gave: the returned value and the words of the result structs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CallOutcome {
    pub(super) returned: u64,
    pub(super) stored: Vec<u64>,
}

/// What came of one call on one side.
pub(super) enum Called {
    Returned(CallOutcome),
    /// Over the limit.
    Stopped,
    /// Ended otherwise, such as by a signal or a path end.
    Failed(String),
}

/// Entry point of the benchmark.
pub(super) fn run(options: &CampaignOptions) -> Result<()> {
    let gsl = gsl::locate_or_build()?;
    let module = super::loading::load(&gsl.bitcode())?;
    let program = Program::new(&module, 1 << 30).map_err(|error| anyhow::anyhow!("{error}"))?;
    let signatures: Vec<Signature> = signature::all(&gsl)?;
    let driver = native::build_driver(&gsl, &signatures)?;
    let chosen: Vec<usize> =
        (0..signatures.len()).filter(|&at| signatures[at].name.contains(&options.only)).collect();

    let start = Instant::now();
    let next = AtomicUsize::new(0);
    let total = Mutex::new(Tally::default());
    std::thread::scope(|scope| -> Result<()> {
        let work = || -> Result<()> {
            let mut native = NativeDriver::start(&driver)?;
            let mut interpreted = Interpreted::new(&program, &signatures)?;
            while let Some(&at) = chosen.get(next.fetch_add(1, Ordering::Relaxed)) {
                let tally = compare(&signatures[at], at, options, &mut native, &mut interpreted)?;
                total.lock().expect("no thread panics while it counts").add(tally);
            }
            Ok(())
        };
        let workers: Vec<_> = (0..options.jobs).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("a worker panicked"))
    })?;
    let tally = total.into_inner().expect("no thread panics while it counts");

    tally.print(chosen.len(), "same bits", start.elapsed());
    ensure!(tally.agreed > 0, "no call was compared");
    ensure!(tally.problems.is_empty(), "{} calls differ", tally.problems.len());
    Ok(())
}

fn compare(
    signature: &Signature,
    position: usize,
    options: &CampaignOptions,
    native: &mut NativeDriver,
    interpreted: &mut Interpreted<'_>,
) -> Result<Tally> {
    let mut inputs = Inputs::new(options.seed ^ ((position as u64) << 32));
    let mut tally = Tally::default();
    for number in 0..options.inputs {
        let arguments = inputs.for_signature(signature, number);
        tally.calls += 1;
        let expected = match native.call(position, signature, &arguments)? {
            Called::Returned(outcome) => outcome,
            Called::Stopped => {
                tally.stopped_natively += 1;
                continue;
            }
            Called::Failed(how) => {
                tally.problems.push(format!("{}: natively {how}", signature.describe(&arguments)));
                continue;
            }
        };
        match interpreted.call(position, signature, &arguments, 0)? {
            Called::Returned(outcome) if outcome == expected => tally.agreed += 1,
            Called::Returned(outcome)
                if interpreted.is_indeterminate(position, signature, &arguments, &outcome)? =>
            {
                tally.indeterminate += 1;
            }
            Called::Returned(outcome) => tally.problems.push(format!(
                "{}: natively {expected:x?}, interpreted {outcome:x?}",
                signature.describe(&arguments)
            )),
            Called::Stopped => tally.stopped_interpreted += 1,
            Called::Failed(how) => {
                tally.problems.push(format!("{}: interpreted, {how}", signature.describe(&arguments)));
            }
        }
    }
    Ok(tally)
}
