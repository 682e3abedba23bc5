//! The sampler that a search is measured against: magnitudes of all sizes with random signs, mixed with special values.

use super::Witnesses;
use crate::bench::agree::signature::{Parameter, Signature};
use anyhow::Result;
use rustix::time::{ClockId, clock_gettime};
use std::time::Duration;
use ulpwise_base::SplitMix64;
use ulpwise_native::{Effort, Engine, Found};

/// Numbers that are drawn as often as magnitudes are.
const SPECIALS: [f64; 12] =
    [0.0, 1.0, -1.0, 0.5, -0.5, f64::MIN_POSITIVE, f64::MAX, 1e150, 1e-150, 1e308, 1e-308, 5e-324];

/// Draws inputs for as long as it may, and keeps the first input of each exception. Returns them and the number of calls.
pub(in crate::bench) fn sample(
    engine: &mut Engine,
    target: usize,
    signature: &Signature,
    untouched: u64,
    seed: u64,
    limit: Duration,
) -> Result<(Witnesses, u64)> {
    engine.forget();
    let mut random = SplitMix64::new(seed);
    let mut found = Witnesses::new();
    let (start, mut called, mut calls) = (thread_time(), Duration::ZERO, 0_u64);
    let cpu = |called: Duration| called + thread_time().saturating_sub(start);
    let mut words = Vec::new();
    while cpu(called) < limit {
        let count = if calls == 0 {
            256
        } else {
            let each = called.as_secs_f64() / calls as f64;
            ((0.003 / each.max(1e-9)) as usize).clamp(8, 4096)
        };
        words.clear();
        for _ in 0..count {
            draw(signature, untouched, &mut random, &mut words);
        }
        let width = words.len() / count;
        let explored = engine.explore(target, &words)?;
        calls += count as u64;
        called += engine.last_batch_cpu();
        let effort = Effort { calls, cpu: cpu(called) };
        for (call, site, exception) in explored.events {
            let input = || words[call as usize * width..(call as usize + 1) * width].to_vec();
            found.entry((site, exception)).or_insert_with(|| Found { input: input(), effort });
        }
    }
    Ok((found, calls))
}

fn draw(signature: &Signature, untouched: u64, random: &mut SplitMix64, words: &mut Vec<u64>) {
    for parameter in &signature.parameters {
        match *parameter {
            Parameter::Double => words.push(double(random).to_bits()),
            Parameter::Int => words.push(u64::from(int(random).cast_unsigned())),
            Parameter::Unsigned => words.push(u64::from(int(random).unsigned_abs())),
            Parameter::Mode => words.push(random.below(3)),
            Parameter::Out(count) => words.extend(std::iter::repeat_n(untouched, count)),
        }
    }
}

fn double(random: &mut SplitMix64) -> f64 {
    match random.below(8) {
        0 | 1 => *random.choose(&SPECIALS),
        2 => random.below(201) as f64 - 100.0,
        3 => f64::from_bits(random.next_u64() & 0x800f_ffff_ffff_ffff),
        _ => {
            let exponent = random.below(2046) + 1;
            let sign = random.next_u64() & 1 << 63;
            f64::from_bits(sign | exponent << 52 | random.next_u64() >> 12)
        }
    }
}

fn int(random: &mut SplitMix64) -> i32 {
    let size = match random.below(4) {
        0 | 1 => random.below(20),
        2 => random.below(200),
        _ => random.next_u64() >> (33 + random.below(31)),
    };
    let int = size as i32;
    if random.below(4) == 0 { -int } else { int }
}

/// The CPU time of this thread.
fn thread_time() -> Duration {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec.unsigned_abs(), now.tv_nsec.unsigned_abs() as u32)
}
