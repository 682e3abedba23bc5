//! The sampler that a search is measured against: magnitudes of all sizes with random signs, mixed
//! with special values; on request also inputs that differ a little from one that raised something
//! new.

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

/// How a sampler draws.
#[derive(Clone, Copy)]
pub(in crate::bench) struct Drawing {
    /// What lies in structures that are only written.
    pub(in crate::bench) untouched: u64,
    pub(in crate::bench) seed: u64,
    /// How much CPU time it has.
    pub(in crate::bench) limit: Duration,
    /// Whether every other input is a changed one of those that raised something new.
    pub(in crate::bench) mutates: bool,
}

/// Draws inputs for as long as it may, and keeps the first input of each exception. Returns them
/// and the number of calls.
pub(in crate::bench) fn sample(
    engine: &mut Engine,
    target: usize,
    signature: &Signature,
    drawing: Drawing,
) -> Result<(Witnesses, u64)> {
    engine.forget();
    let Drawing { untouched, limit, .. } = drawing;
    let mut random = SplitMix64::new(drawing.seed);
    let mut kept: Vec<Vec<u64>> = Vec::new();
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
            if drawing.mutates && !kept.is_empty() && random.below(2) == 0 {
                let mut input = random.choose(&kept).clone();
                change(signature, &mut random, &mut input);
                words.extend(input);
            } else {
                draw(signature, untouched, &mut random, &mut words);
            }
        }
        let width = words.len() / count;
        let explored = engine.explore(target, &words)?;
        calls += count as u64;
        called += engine.last_batch_cpu();
        let effort = Effort { calls, cpu: cpu(called) };
        for (call, site, exception) in explored.events {
            let input = || words[call as usize * width..(call as usize + 1) * width].to_vec();
            found.entry((site, exception)).or_insert_with(|| {
                kept.push(input());
                Found { input: input(), effort }
            });
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

/// Changes one number of an input, a little or altogether.
fn change(signature: &Signature, random: &mut SplitMix64, input: &mut [u64]) {
    let mut places = Vec::new();
    let mut at = 0;
    for parameter in &signature.parameters {
        match *parameter {
            Parameter::Out(count) => at += count,
            _ => {
                places.push((at, *parameter));
                at += 1;
            }
        }
    }
    if places.is_empty() {
        return;
    }
    let &(at, parameter) = random.choose(&places);
    let word = &mut input[at];
    *word = match (parameter, random.below(5)) {
        (Parameter::Double, 0) => double(random).to_bits(),
        (Parameter::Double, 1) => (-f64::from_bits(*word)).to_bits(),
        (Parameter::Double, 2) => finite(*word, word.wrapping_add(random.below(65)).wrapping_sub(32)),
        (Parameter::Double, _) => {
            let factor = 2f64.powi(random.below(21) as i32 - 10) * (1.0 + random.below(100) as f64 / 100.0);
            finite(*word, (f64::from_bits(*word) * factor).to_bits())
        }
        (Parameter::Mode, _) => random.below(3),
        (Parameter::Unsigned, 0) => u64::from(int(random).unsigned_abs()),
        (_, 0) => u64::from(int(random).cast_unsigned()),
        (_, _) => u64::from((*word as u32).wrapping_add(random.below(5) as u32).wrapping_sub(2)),
    };
}

/// The new bits if they are a number's, else the old.
fn finite(old: u64, new: u64) -> u64 {
    if f64::from_bits(new).is_finite() { new } else { old }
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
