//! Values that are worth a try: fresh ones, and others near seeds.
//!
//! Fresh values mix what programs name (their constants and the neighbours of these), what
//! mathematics likes (small integers and halves of them, moderate numbers) and what the format has
//! (all magnitudes, its ends). Changed values come from the moves of `ulpwise_float::moves`, from
//! another input, or from another variable of the same input: denominators are often differences.

use super::constants::Constants;
use super::space::{InputVariable, Space, VariableKind, nan_of};
use ulpwise_base::SplitMix64;
use ulpwise_float::Format;
use ulpwise_float::moves::{jump, near, next_exponent, other_bit, other_sign, specials};

/// Makes values for the variables of a space.
pub(super) struct Sampler {
    variables: Vec<InputVariable>,
    /// Of each variable, constants of the program as its values; those that are compared with come
    /// first.
    pools: Vec<Vec<u64>>,
    /// Of each variable, how many of these are compared with.
    compared: Vec<usize>,
    /// Of each variable, the values that stand out: landmarks of both signs, constants of the
    /// program.
    outstanding: Vec<Vec<u64>>,
}

/// Which magnitudes an input prefers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Temper {
    Moderate,
    Mixed,
    Extreme,
    /// Only values that stand out: what infinities and zeros do to each other shows where several
    /// meet.
    Outstanding,
}

/// Numbers at which arithmetic changes its ways.
const LANDMARKS: [f64; 16] = [
    0.0,
    1.0,
    2.0,
    0.5,
    f64::MIN_POSITIVE,
    f64::MAX,
    f64::EPSILON,
    1e-150,
    1e150,
    1e-308,
    1e308,
    5e-324,
    // Near the square roots of the ends, and where `exp` ends.
    1.5e-154,
    1.3e154,
    709.7,
    -745.1,
];

/// How many constants of the program stand out.
const OUTSTANDING_CONSTANTS: usize = 40;

impl Sampler {
    pub(super) fn new(space: &Space, constants: &Constants) -> Self {
        let mut sampler = Self {
            variables: space.variables.clone(),
            pools: Vec::new(),
            compared: Vec::new(),
            outstanding: Vec::new(),
        };
        for variable in &space.variables {
            let kind = variable.kind;
            let mut pool: Vec<u64> = Vec::new();
            let admitted = |values: Vec<u64>, pool: &mut Vec<u64>| {
                for value in values {
                    if variable.range.admits(kind, value) && !pool.contains(&value) {
                        pool.push(value);
                    }
                }
            };
            let ints: Vec<u64> = constants.ints.iter().map(|&int| kind.nearest(int as f64)).collect();
            let numbers = |numbers: &[f64]| numbers.iter().map(|&number| kind.nearest(number)).collect();
            match kind {
                VariableKind::Float(_) => admitted(numbers(&constants.compared), &mut pool),
                VariableKind::Int { .. } => admitted(ints.clone(), &mut pool),
            }
            sampler.compared.push(pool.len());
            match kind {
                VariableKind::Float(format) => {
                    admitted(numbers(&constants.floats), &mut pool);
                    admitted(ints, &mut pool);
                    admitted(specials(format).map(|bits| bits as u64).to_vec(), &mut pool);
                }
                VariableKind::Int { .. } => admitted(numbers(&constants.compared), &mut pool),
            }
            sampler.outstanding.push(outstanding(variable, &pool));
            sampler.pools.push(pool);
        }
        sampler
    }

    /// A fresh input.
    pub(super) fn fresh(&self, random: &mut SplitMix64) -> Vec<u64> {
        // Most functions do the interesting things where all arguments are moderate, and go wrong
        // where all are extreme.
        let temper = *random.choose(&[Temper::Moderate, Temper::Mixed, Temper::Extreme, Temper::Outstanding]);
        let mut values: Vec<u64> =
            (0..self.variables.len()).map(|at| self.fresh_value(at, temper, random)).collect();
        if values.len() > 1 && random.below(8) == 0 {
            self.relate(&mut values, random);
        }
        values
    }

    fn fresh_value(&self, at: usize, temper: Temper, random: &mut SplitMix64) -> u64 {
        let variable = &self.variables[at];
        if temper == Temper::Outstanding && !self.outstanding[at].is_empty() {
            return *random.choose(&self.outstanding[at]);
        }
        let value = match variable.kind {
            VariableKind::Float(format) => self.fresh_float(at, format, temper, random),
            VariableKind::Int { bits, signed } => self.fresh_int(at, bits, signed, random),
        };
        if variable.range.admits(variable.kind, value) {
            return value;
        }
        // Anything within.
        let span = variable.range.low.abs_diff(variable.range.high).saturating_add(1);
        let offset = (u128::from(random.next_u64()) << 64 | u128::from(random.next_u64())) % span;
        variable.kind.value_at(variable.range.low + offset as i128)
    }

    fn fresh_float(&self, at: usize, format: Format, temper: Temper, random: &mut SplitMix64) -> u64 {
        let kind = VariableKind::Float(format);
        let signed =
            |number: f64, random: &mut SplitMix64| if random.below(2) == 0 { number } else { -number };
        let choice = match temper {
            Temper::Moderate => random.below(9),
            Temper::Mixed | Temper::Outstanding => random.below(17),
            Temper::Extreme => 7 + random.below(10),
        };
        match choice {
            0..=2 => self.constant(at, format, random),
            3 | 4 => kind.nearest(random.below(81) as f64 / 2.0 - 20.0),
            5 | 6 => {
                let span = *random.choose(&[1.0, 3.0, 10.0, 30.0, 100.0, 1000.0]);
                kind.nearest(signed(span * unit(random), random))
            }
            7 | 8 => {
                let exponent = random.below(41) as i32 - 20;
                kind.nearest(signed((1.0 + unit(random)) * 2f64.powi(exponent), random))
            }
            9 => kind.nearest(signed(*random.choose(&LANDMARKS), random)),
            10 => random.next_u64(),
            12 => {
                let fraction = (1_u64 << (format.significand_bits() - 1)) - 1;
                let sign = random.below(2) << (format.width() - 1);
                random.next_u64() & fraction | sign
            }
            11 => near(format, u128::from(kind.nearest(*random.choose(&LANDMARKS))), random) as u64,
            _ => {
                let exponent = random.below(2098) as i32 - 1074;
                let number = (1.0 + unit(random)) * 2f64.powi(exponent.max(-1022));
                let number = if exponent < -1022 { number * 2f64.powi(exponent + 1022) } else { number };
                kind.nearest(signed(number, random))
            }
        }
    }

    /// A constant of the program, or a neighbour of one.
    fn constant(&self, at: usize, format: Format, random: &mut SplitMix64) -> u64 {
        let (pool, compared) = (&self.pools[at], self.compared[at]);
        if pool.is_empty() {
            return 0;
        }
        let among = if compared > 0 && random.below(3) > 0 { compared } else { pool.len() };
        let constant = u128::from(pool[random.below(among as u64) as usize]);
        let kind = VariableKind::Float(format);
        let moved = match random.below(6) {
            0 | 1 => constant,
            2 => near(format, constant, random),
            3 => other_sign(format, constant),
            4 => jump(format, constant, random),
            // Beside it by a small part of its size.
            _ => match kind.ordinal(constant as u64) {
                Some(ordinal) => {
                    let width = format.significand_bits() - 1;
                    let step = 1_i128 << (width - random.below(u64::from(width.min(12))) as u32);
                    let step = if random.below(2) == 0 { step } else { -step };
                    u128::from(kind.value_at(ordinal + step + random.below(1 << 20) as i128))
                }
                None => constant,
            },
        };
        moved as u64
    }

    fn fresh_int(&self, at: usize, bits: u32, signed: bool, random: &mut SplitMix64) -> u64 {
        let kind = VariableKind::Int { bits, signed };
        let pool = &self.pools[at];
        let (low, high) = kind.ends();
        let ordinal = match random.below(12) {
            0..=4 => random.below(12) as i128 - 1,
            5 | 6 => random.below(64) as i128 - 8,
            7 if !pool.is_empty() => {
                let ordinal = kind.ordinal(*random.choose(pool)).unwrap_or(0);
                ordinal + random.below(3) as i128 - 1
            }
            8 | 9 => {
                let size = 1_i128 << random.below(u64::from(bits));
                let ordinal = size + (u128::from(random.next_u64()) % size as u128) as i128;
                if random.below(4) == 0 { -ordinal } else { ordinal }
            }
            10 => *random.choose(&[low, high, low + 1, high - 1, 0, -1]),
            _ => random.below(2000) as i128 - 200,
        };
        kind.value_at(ordinal.clamp(low, high))
    }

    /// Another input near a seed; `other` is a seed too.
    pub(super) fn changed(&self, values: &[u64], other: &[u64], random: &mut SplitMix64) -> Vec<u64> {
        let mut values = values.to_vec();
        if values.is_empty() {
            return values;
        }
        let changes = 1 + random.below(1 + values.len() as u64 / 2);
        for _ in 0..changes {
            let at = random.below(values.len() as u64) as usize;
            match random.below(16) {
                0 | 1 => values[at] = other[at],
                2 if values.len() > 1 => self.relate(&mut values, random),
                5 | 6 if values.len() > 1 => self.move_two(&mut values, random),
                3 | 4 => {
                    let temper = *random.choose(&[Temper::Moderate, Temper::Extreme]);
                    values[at] = self.fresh_value(at, temper, random);
                }
                _ => {
                    let moved = self.moved(at, values[at], random);
                    values[at] = self.variables[at].admitted(moved);
                }
            }
        }
        values
    }

    fn moved(&self, at: usize, value: u64, random: &mut SplitMix64) -> u64 {
        match self.variables[at].kind {
            VariableKind::Float(format) => {
                let bits = u128::from(value);
                let moved = match random.below(10) {
                    0 | 1 => near(format, bits, random),
                    2 | 3 => next_exponent(format, bits, random),
                    4 => other_sign(format, bits),
                    5..=7 => jump(format, bits, random),
                    8 => other_bit(format, bits, random),
                    _ => return self.scaled(at, value, random),
                };
                moved as u64
            }
            kind @ VariableKind::Int { bits, .. } => {
                let ordinal = kind.ordinal(value).unwrap_or(0);
                let (low, high) = kind.ends();
                let distance = 1_i128 << random.below(u64::from(bits.min(10)));
                let ordinal = match random.below(4) {
                    0 => ordinal + 1,
                    1 => ordinal - 1,
                    2 => ordinal + distance,
                    _ => ordinal - distance,
                };
                kind.value_at(ordinal.clamp(low, high))
            }
        }
    }

    /// The number times or plus a small one.
    fn scaled(&self, at: usize, value: u64, random: &mut SplitMix64) -> u64 {
        let kind = self.variables[at].kind;
        if kind != VariableKind::Float(Format::F64) {
            return value;
        }
        let number = f64::from_bits(value);
        let moved = match random.below(4) {
            0 => number * (1.0 + unit(random)),
            1 => number / (1.0 + unit(random)),
            2 => number + (random.below(9) as f64 - 4.0) / 2.0,
            _ => number.round(),
        };
        kind.nearest(moved)
    }

    /// Makes one variable depend on another.
    fn relate(&self, values: &mut [u64], random: &mut SplitMix64) {
        let (to, from) =
            (random.below(values.len() as u64) as usize, random.below(values.len() as u64) as usize);
        let (kind, source) = (self.variables[to].kind, self.variables[from].kind);
        let Some(number) = source.number(values[from]) else { return };
        let related = match random.below(8) {
            0 => number,
            1 => -number,
            2 => number + (random.below(13) as f64 - 6.0),
            3 => 1.0 - number,
            4 => 1.0 / number,
            5 => number * number,
            6 => number * (random.below(9) as f64 - 4.0) / 2.0,
            _ => number + (random.below(13) as f64 - 6.0) / 2.0,
        };
        let value = kind.nearest(related);
        let value = match kind {
            VariableKind::Float(format) if random.below(3) == 0 => near(format, value.into(), random) as u64,
            _ => value,
        };
        values[to] = self.variables[to].admitted(value);
    }

    /// Moves two variables such that their product, quotient, sum or difference stays about the
    /// same: programs look at these before they look at more.
    fn move_two(&self, values: &mut [u64], random: &mut SplitMix64) {
        let count = values.len() as u64;
        let one = random.below(count);
        let other = (one + 1 + random.below(count - 1)) % count;
        let indices = [one as usize, other as usize];
        let [Some(a), Some(b)] = indices.map(|at| self.variables[at].kind.number(values[at])) else { return };
        let up = random.below(2) == 0;
        let moved = if random.below(2) == 0 {
            let powers = *random.choose(&[4, 16, 64, 256, 1024]);
            let factor = 2f64.powi(random.below(powers) as i32) * (1.0 + unit(random));
            [a * factor, if up { b * factor } else { b / factor }]
        } else {
            let size = if random.below(2) == 0 { a.abs() } else { b.abs() };
            let step = match random.below(3) {
                0 => 1.0 + random.below(20) as f64,
                1 => size,
                _ => size * 2f64.powi(-(random.below(60) as i32)),
            };
            let step = if random.below(2) == 0 { step } else { -step };
            [a + step, if up { b + step } else { b - step }]
        };
        for (at, number) in indices.into_iter().zip(moved) {
            if number.is_finite() {
                let variable = &self.variables[at];
                values[at] = variable.admitted(variable.kind.nearest(number));
            }
        }
    }

    /// The values of a variable that stand out.
    pub(super) fn outstanding(&self, at: usize) -> &[u64] {
        &self.outstanding[at]
    }

    /// Some values of a variable besides those on a line through one of its values.
    pub(super) fn landmarks(&self, at: usize, random: &mut SplitMix64) -> Vec<u64> {
        let variable = &self.variables[at];
        let mut values: Vec<u64> = (0..4).map(|_| self.fresh_value(at, Temper::Moderate, random)).collect();
        values.extend((0..2).map(|_| self.fresh_value(at, Temper::Extreme, random)));
        values.extend([0.0, 1.0, -1.0].map(|number| variable.admitted(variable.kind.nearest(number))));
        if variable.range.nan {
            values.extend(nan_of(variable.kind));
        }
        values
    }
}

/// The values of a variable that stand out: landmarks of both signs, small integers, some of its
/// constants; each once.
fn outstanding(variable: &InputVariable, constants: &[u64]) -> Vec<u64> {
    let numbers = LANDMARKS.into_iter().flat_map(|number| [number, -number]);
    let numbers = numbers.chain((3..=10).map(f64::from)).map(|number| variable.kind.nearest(number));
    let constants = constants.iter().take(OUTSTANDING_CONSTANTS).copied();
    let mut values: Vec<u64> =
        numbers.chain(constants).filter(|&value| variable.range.admits(variable.kind, value)).collect();
    values.sort_unstable();
    values.dedup();
    values
}

/// A number in [0, 1).
fn unit(random: &mut SplitMix64) -> f64 {
    (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}
