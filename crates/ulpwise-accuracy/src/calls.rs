//! Calls of code with shadow values, read.

use crate::domain::{InputDomain, InputPoint};
use crate::metric::Metric;
use crate::reading::CallReading;
use crate::success::CountedResults;
use ulpwise_native::{Engine, NativeError};

/// At most so many calls are made at once, so that the clock is looked at between.
const AT_ONCE: usize = 512;

/// What is asked of calls.
#[derive(Clone, Copy)]
pub(crate) struct CallReader<'a> {
    pub(crate) domain: &'a InputDomain,
    pub(crate) results: &'a CountedResults,
    pub(crate) metric: Metric,
    /// So many bits of shadow values are reliable.
    pub(crate) bits: u32,
}

impl CallReader<'_> {
    /// Makes calls; nothing for those that an assumption excludes. `seen` is given each part of
    /// them at once.
    pub(crate) fn read(
        &self,
        engine: &mut Engine,
        points: &[InputPoint],
        mut seen: impl FnMut(&[InputPoint], &[Option<CallReading>]),
    ) -> Result<Vec<Option<CallReading>>, NativeError> {
        let room = engine.batch_size(0)?.clamp(1, AT_ONCE);
        let mut all = Vec::with_capacity(points.len());
        for part in points.chunks(room) {
            let mut words = Vec::new();
            let meant: Vec<bool> = part.iter().map(|point| self.domain.push(point, &mut words)).collect();
            let from = all.len();
            if meant.contains(&true) {
                let mut calls = engine.run_shadowed(0, &words)?.into_iter();
                all.extend(meant.into_iter().map(|meant| {
                    let call = if meant { calls.next() } else { None };
                    call.map(|call| CallReading::read(&call, self.results, self.metric, self.bits))
                }));
            } else {
                all.extend(part.iter().map(|_| None));
            }
            seen(part, &all[from..]);
        }
        Ok(all)
    }
}
