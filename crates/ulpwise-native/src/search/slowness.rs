//! Which inputs are likely to take long: a call that is stopped costs as much as a hundred thousand
//! others.
//!
//! What is learnt are mean costs, by the magnitudes of one variable, of two, and of all together.
//! Inputs that look dearer than what a call costs on the whole are left out in proportion; none is
//! ever left out for good.

use super::space::{Space, VariableKind};
use std::collections::HashMap;
use ulpwise_base::SplitMix64;

/// Calls, and the logarithms of their costs: a disturbed measurement weighs little.
#[derive(Clone, Copy, Debug, Default)]
struct Mean {
    calls: f32,
    logs: f32,
}

impl Mean {
    fn add(&mut self, log: f32) {
        // What is long past need not be right any more.
        if self.calls >= 64.0 {
            self.calls *= 0.5;
            self.logs *= 0.5;
        }
        self.calls += 1.0;
        self.logs += log;
    }

    fn log(self) -> f32 {
        self.logs / self.calls.max(1.0)
    }
}

/// What is known about slow inputs.
pub(super) struct Slowness {
    kinds: Vec<VariableKind>,
    /// By variable and magnitude.
    single: Vec<[Mean; BUCKETS]>,
    /// By two variables and their magnitudes.
    pairs: HashMap<(usize, usize), Mean>,
    /// By the magnitudes of all variables together.
    joint: HashMap<u64, Mean>,
    /// Of all calls.
    all: Mean,
}

/// Magnitudes with sign.
const BUCKETS: usize = 2 * (EDGES.len() + 1);

/// Exponents that divide magnitudes, closely where programs distinguish numbers.
const EDGES: [i64; 11] = [-200, -30, -8, 0, 2, 4, 7, 10, 15, 31, 200];

/// So many calls of one kind say enough.
const ENOUGH: f32 = 2.0;

/// So many variables are many: all pairs of a thousand would fill the memory.
const MANY: usize = 32;

/// What costs less than that is never left out.
const CHEAP: f32 = 8.0;

impl Slowness {
    pub(super) fn new(space: &Space) -> Self {
        let kinds: Vec<VariableKind> = space.variables.iter().map(|variable| variable.kind).collect();
        let single = vec![[Mean::default(); BUCKETS]; kinds.len()];
        Self { kinds, single, pairs: HashMap::new(), joint: HashMap::new(), all: Mean::default() }
    }

    /// The magnitude of a value, with its sign.
    fn bucket(kind: VariableKind, value: u64) -> usize {
        let (exponent, negative) = match kind {
            VariableKind::Float(format) => {
                let fraction = format.significand_bits() - 1;
                let exponent = (value >> fraction) as i64 & ((1 << format.exponent_bits()) - 1);
                let bias = (1 << (format.exponent_bits() - 1)) - 1;
                (exponent - bias, value >> (format.width() - 1) & 1 == 1)
            }
            VariableKind::Int { .. } => {
                let ordinal = kind.ordinal(value).unwrap_or(0);
                (i64::from(128 - ordinal.unsigned_abs().leading_zeros()), ordinal < 0)
            }
        };
        let magnitude = EDGES.partition_point(|&edge| edge <= exponent);
        2 * magnitude + usize::from(negative)
    }

    fn buckets(&self, values: &[u64]) -> Vec<usize> {
        self.kinds.iter().zip(values).map(|(&kind, &value)| Self::bucket(kind, value)).collect()
    }

    /// What an input is likely to cost, as a logarithm: the more variables are seen together the
    /// better.
    fn expected(&self, buckets: &[usize]) -> f32 {
        let enough = |mean: &&Mean| mean.calls >= ENOUGH;
        if let Some(mean) = self.joint.get(&joint_key(buckets)).filter(enough) {
            return mean.log();
        }
        let pairs = pairs(buckets).filter_map(|key| self.pairs.get(&key).filter(enough));
        if let Some(worst) = pairs.map(|mean| mean.log()).max_by(f32::total_cmp) {
            return worst;
        }
        let single = buckets.iter().zip(&self.single).map(|(&bucket, means)| means[bucket]);
        let logs: f32 = single.map(|mean| if mean.calls > 0.0 { mean.log() } else { self.all.log() }).sum();
        logs / buckets.len().max(1) as f32
    }

    /// Whether to leave an input out.
    pub(super) fn refuses(&self, values: &[u64], random: &mut SplitMix64) -> bool {
        if self.all.calls < ENOUGH {
            return false;
        }
        let log = self.expected(&self.buckets(values));
        let excess = log - self.all.log().max(CHEAP.log2());
        excess > 0.0 && random.below(1 << 20) as f32 / (1 << 20) as f32 > (-excess).exp2()
    }

    /// Learns what a call cost: microseconds, or anything else that is proportional to them.
    pub(super) fn learn(&mut self, values: &[u64], cost: f64) {
        let log = (cost.max(0.1) as f32).log2();
        self.all.add(log);
        let buckets = self.buckets(values);
        for (&bucket, means) in buckets.iter().zip(&mut self.single) {
            means[bucket].add(log);
        }
        for key in pairs(&buckets) {
            self.pairs.entry(key).or_default().add(log);
        }
        self.joint.entry(joint_key(&buckets)).or_default().add(log);
    }
}

fn joint_key(buckets: &[usize]) -> u64 {
    buckets
        .iter()
        .fold(0, |key, &bucket| key.wrapping_mul(BUCKETS as u64 + 1).wrapping_add(bucket as u64 + 1))
}

/// Two variables and their magnitudes, in one number each; of many variables, neighbours only.
fn pairs(buckets: &[usize]) -> impl Iterator<Item = (usize, usize)> + '_ {
    let named = |(at, &bucket): (usize, &usize)| at * BUCKETS + bucket;
    let all = buckets.iter().enumerate();
    let farthest = if buckets.len() > MANY { 1 } else { buckets.len() };
    all.clone().flat_map(move |one| {
        all.clone().skip(one.0 + 1).take(farthest).map(move |two| (named(one), named(two)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::space::{InputVariable, VariableRange};
    use ulpwise_float::Format;

    #[test]
    fn what_is_slow_is_tried_less_often_but_not_never() {
        let kinds = [VariableKind::Int { bits: 32, signed: true }, VariableKind::Float(Format::F64)];
        let variables = kinds.iter().enumerate().map(|(word, &kind)| InputVariable {
            word,
            shift: 0,
            kind,
            range: VariableRange::all(kind),
        });
        let space = Space { template: vec![0; 2], variables: variables.collect(), assumption: None };
        let mut slowness = Slowness::new(&space);
        let mut random = SplitMix64::new(1);
        let [quick, slow] = [[3, 1f64.to_bits()], [1 << 30, 1f64.to_bits()]];
        assert!(!slowness.refuses(&slow, &mut random));
        for number in 0..1000 {
            slowness.learn(&quick, 1.0);
            if number % 20 == 0 {
                slowness.learn(&slow, 15_000.0);
            }
        }
        let refused = (0..10_000).filter(|_| slowness.refuses(&slow, &mut random)).count();
        assert!((9_500..10_000).contains(&refused), "{refused}");
        assert!(!slowness.refuses(&quick, &mut random));
        // A value of the one variable that was never seen with this value of the other.
        let refused =
            (0..1000).filter(|_| slowness.refuses(&[1 << 30, 1e200f64.to_bits()], &mut random)).count();
        assert!(refused > 500, "{refused}");
    }
}
