//! The last word on an input: what the program computes when it is not optimised and not
//! instrumented with shadow values, against what is right, computed with as many bits as it takes
//! until more bits change nothing. Where that is not the exact result (`ulpwise_harness::not_exact`),
//! no error is confirmed; but for one reason: where operations undo others, as in `(1 + x) - 1`, the
//! same steps without rounding are something to measure against, and [`CallReading::undoes`] says
//! that they are no more than that. An error of what should be zero is not confirmed then, for the
//! code may be about the rounding itself.

use crate::domain::InputDomain;
use crate::incumbents::{ErrorClass, Incumbent, Incumbents};
use crate::metric::Metric;
use crate::program::ShadowProgram;
use crate::reading::{CallReading, OutputReading, value_of};
use crate::size::Magnitude;
use crate::success::CountedResults;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use ulpwise_harness::{AgainIn, NotExact, Output, not_exact};
use ulpwise_host::RoundingMode;
use ulpwise_ir::SiteId;
use ulpwise_native::{CallEnd, Detail, Engine, NativeError, Optimisation, ShadowedCall, TracedCall};

/// Numbers of bits, until one and the next agree.
const BITS: [u32; 4] = [1200, 2500, 6000, 16_000];

/// Two errors are the same when they agree in so many bits.
const AGREEMENT: f64 = 1.0 / 1_048_576.0;

/// An input whose error is what it is said to be.
#[derive(Clone, Debug, PartialEq)]
pub struct ConfirmedError {
    /// What is wrong.
    pub class: ErrorClass,
    /// The words of the call.
    pub words: Vec<u64>,
    /// What the call says with as many bits as it took.
    pub call: CallReading,
    /// So many.
    pub bits: u32,
    /// The worst output; nothing where results are of another kind.
    pub worst: Option<OutputReading>,
}

impl ConfirmedError {
    /// The worst output, where what is right is known.
    pub fn exact(&self) -> Option<OutputReading> {
        self.worst.filter(|_| self.class != ErrorClass::Diverged)
    }

    /// Outputs of another kind than what would be right, where that is known: which, what was
    /// computed, what would be right.
    pub fn differing(&self) -> &[(usize, f64, f64)] {
        if self.class == ErrorClass::Diverged { &[] } else { &self.call.differing }
    }

    /// The error; of results of another kind, nothing.
    pub fn error(&self) -> Magnitude {
        self.worst.map_or(Magnitude::ZERO, |worst| worst.error)
    }
}

/// What a call says once it is asked with more and more bits.
#[derive(Clone, Debug, PartialEq)]
pub enum Settled {
    /// More bits change nothing: what it says, and how many bits that took.
    Yes(CallReading, u32),
    /// Code with shadow values computes something else.
    No,
    /// What shadow values say is not the exact result.
    NotExact(NotExact),
    /// It does not return.
    NotReturned,
    /// It says that it failed.
    Failed,
}

/// Makes calls once more.
pub struct ErrorConfirmer<'a> {
    program: &'a ShadowProgram<'a>,
    domain: &'a InputDomain,
    results: &'a CountedResults,
    metric: Metric,
    plain: Engine,
    /// With exact shadow values, of as many bits as were asked for last.
    exact: Option<Engine>,
    /// Why exact results of calls are not known that were to be confirmed.
    not_exact: BTreeSet<NotExact>,
}

impl<'a> ErrorConfirmer<'a> {
    /// Starts the program.
    ///
    /// # Errors
    /// It cannot be run.
    pub fn new(
        program: &'a ShadowProgram<'a>,
        domain: &'a InputDomain,
        results: &'a CountedResults,
        metric: Metric,
    ) -> Result<Self, NativeError> {
        let plain = program.plain()?;
        Ok(Self { program, domain, results, metric, plain, exact: None, not_exact: BTreeSet::new() })
    }

    /// The engine with exact shadow values, with so many bits from now on.
    fn exact(&mut self, level: usize) -> Result<&mut Engine, NativeError> {
        let engine = match self.exact.take() {
            Some(engine) => engine,
            None => self.program.with_shadow_values(BITS[0], Optimisation::Unoptimised)?,
        };
        let engine = self.exact.insert(engine);
        engine.set_shadow_bits(BITS[level]);
        Ok(engine)
    }

    /// Of each class the worst input that is what it is said to be.
    ///
    /// # Errors
    /// The program cannot be run.
    pub fn worst(&mut self, incumbents: &Incumbents) -> Result<Vec<ConfirmedError>, NativeError> {
        let mut best: BTreeMap<ErrorClass, ConfirmedError> = BTreeMap::new();
        for class in ErrorClass::ALL {
            for Incumbent { point, error } in incumbents.in_class(class) {
                // Candidates come worst first.
                if best.get(&class).is_some_and(|best| best.error() >= *error) {
                    break;
                }
                let words = self.domain.words(point);
                for confirmed in self.confirm(&words)? {
                    let known = best.get(&confirmed.class);
                    if known.is_none_or(|known| confirmed.error() > known.error()) {
                        best.insert(confirmed.class, confirmed);
                    }
                }
            }
        }
        Ok(best.into_values().collect())
    }

    /// What is wrong with one call; nothing if more bits go on changing what is right.
    ///
    /// # Errors
    /// The program cannot be run.
    pub fn confirm(&mut self, words: &[u64]) -> Result<Vec<ConfirmedError>, NativeError> {
        let (call, bits) = match self.settled(words)? {
            Settled::Yes(call, bits) => (call, bits),
            Settled::NotExact(why) => {
                self.not_exact.insert(why);
                return Ok(Vec::new());
            }
            Settled::No | Settled::NotReturned | Settled::Failed => return Ok(Vec::new()),
        };
        let mut found: Vec<(ErrorClass, Option<OutputReading>)> = Vec::new();
        if !call.differing.is_empty() && call.diverged.is_empty() {
            found.push((ErrorClass::OtherKind, None));
        }
        for zero in [false, true] {
            let readings = call.readings.iter().filter(|reading| reading.right_size.is_zero() == zero);
            let class = match (call.diverged.is_empty(), zero) {
                (false, _) => ErrorClass::Diverged,
                (true, false) => ErrorClass::Inaccurate,
                (true, true) => ErrorClass::NotZero,
            };
            let larger = |a: &&OutputReading, b: &&OutputReading| {
                a.error.partial_cmp(&b.error).unwrap_or(Ordering::Equal)
            };
            let worst = readings.max_by(larger).filter(|worst| !worst.error.is_zero());
            found.extend(worst.map(|&worst| (class, Some(worst))));
        }
        let confirmed =
            |(class, worst)| ConfirmedError { class, words: words.to_vec(), call: call.clone(), bits, worst };
        Ok(found.into_iter().map(confirmed).collect())
    }

    /// Why exact results of calls are not known that were to be confirmed.
    pub fn not_exact(&self) -> impl Iterator<Item = NotExact> + '_ {
        self.not_exact.iter().copied()
    }

    /// The sites whose errors are not followed: their results count as right.
    ///
    /// # Errors
    /// The program cannot be run.
    pub fn unobserved(&mut self) -> Result<Vec<SiteId>, NativeError> {
        Ok(self.exact(0)?.unobserved().collect())
    }

    /// Every operation of a confirmed call, with its shadow values.
    ///
    /// # Errors
    /// The program cannot be run.
    pub fn traced(&mut self, confirmed: &ConfirmedError) -> Result<TracedCall, NativeError> {
        let level = BITS.iter().position(|&bits| bits == confirmed.bits).unwrap_or(0);
        let engine = self.exact(level)?;
        let (_, trace) = engine.traced(0, &confirmed.words)?;
        engine.set_detail(Detail::Outputs);
        Ok(trace)
    }

    /// What a call gives back when it is not instrumented, if it returns.
    ///
    /// # Errors
    /// The program cannot be run.
    pub fn computed(&mut self, words: &[u64]) -> Result<Option<Vec<u64>>, NativeError> {
        let plain = self.plain.run(0, words)?.pop();
        Ok(plain.filter(|plain| plain.end == CallEnd::Returned).map(|plain| plain.output))
    }

    /// What a call says once more bits change nothing.
    ///
    /// # Errors
    /// The program cannot be run.
    pub fn settled(&mut self, words: &[u64]) -> Result<Settled, NativeError> {
        let plain = self.plain.run(0, words)?.pop();
        let Some(plain) = plain.filter(|plain| plain.end == CallEnd::Returned) else {
            return Ok(Settled::NotReturned);
        };
        if self.results.success.is_some_and(|success| !success.holds(&plain.output)) {
            return Ok(Settled::Failed);
        }
        let mut last: Option<CallReading> = None;
        for (level, bits) in BITS.into_iter().enumerate() {
            let (results, metric) = (self.results, self.metric);
            let Some(call) = self.exact(level)?.run_shadowed(0, words)?.pop() else { return Ok(Settled::No) };
            let same = |output: &Output| {
                let values =
                    [&plain.output, &call.output].map(|words| value_of(output, words).map(f64::to_bits));
                let is_nan = |bits: Option<u64>| bits.is_some_and(|bits| f64::from_bits(bits).is_nan());
                values[0] == values[1] || (is_nan(values[0]) && is_nan(values[1]))
            };
            if call.end != CallEnd::Returned || !results.outputs.iter().all(same) {
                return Ok(Settled::No);
            }
            let reading = CallReading::read(&call, results, metric, bits / 20 * 17);
            // A summand that is lost with few bits may be all that is left after a cancellation: then
            // only the most bits settle.
            let is_whole = |last: &CallReading| !last.is_absorbed || level + 1 == BITS.len();
            if last.as_ref().is_some_and(|last| is_whole(last) && agree(last, &reading)) {
                let mut reading = reading;
                let mut why = self.why_not_exact(level, words, &call)?;
                if let Some(NotExact::Undone(site)) = why {
                    let others = ShadowedCall { undone: Vec::new(), ..call };
                    why = self.why_not_exact(level, words, &others)?;
                    if why.is_none() {
                        reading.undoes = true;
                        if reading.readings.iter().any(|one| one.right_size.is_zero()) {
                            why = Some(NotExact::Undone(site));
                        }
                    }
                }
                return Ok(match why {
                    // That is a finding of its own, without an exact result.
                    None | Some(NotExact::Diverged(_)) => Settled::Yes(reading, bits),
                    Some(why) => Settled::NotExact(why),
                });
            }
            last = Some(reading);
        }
        Ok(Settled::NotExact(NotExact::Bits))
    }

    /// Why what a call with shadow values says is not the exact result, if it is not.
    fn why_not_exact(
        &mut self,
        level: usize,
        words: &[u64],
        call: &ShadowedCall,
    ) -> Result<Option<NotExact>, NativeError> {
        let (space, outputs) = (&self.domain.space, &self.results.outputs);
        let engine = self.exact(level)?;
        let mut again = |mode: AgainIn, words: &[u64]| {
            engine.set_rounding(match mode {
                AgainIn::SameMode => RoundingMode::NearestEven,
                AgainIn::Upwards => RoundingMode::TowardPositive,
                AgainIn::Downwards => RoundingMode::TowardNegative,
            });
            let call = engine.run_shadowed(0, words).ok().and_then(|mut calls| calls.pop());
            engine.set_rounding(RoundingMode::NearestEven);
            call
        };
        Ok(not_exact((words, call), space, outputs, &mut again))
    }
}

/// Whether two readings of one call say the same.
fn agree(one: &CallReading, other: &CallReading) -> bool {
    let near = |a: Magnitude, b: Magnitude| a == b || (a.log2() - b.log2()).abs() < AGREEMENT;
    one.differing.len() == other.differing.len()
        && one.diverged == other.diverged
        && one.readings.len() == other.readings.len()
        && one
            .readings
            .iter()
            .zip(&other.readings)
            .all(|(a, b)| a.output == b.output && near(a.error, b.error) && near(a.right_size, b.right_size))
}
