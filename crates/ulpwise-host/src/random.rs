//! glibc's pseudo-random sequences, with a state of their own that can be copied with the rest of a
//! program's state.
//!
//! A program under test that calls `srand(7)` must see the numbers it sees natively. The generators
//! are small and fixed by compatibility, so they are written here instead of called: the C
//! library's own state is shared by the whole process and cannot be cloned. Tests compare them with
//! the C library.

/// `rand`, `srand`, `random`, `srandom`: the additive feedback generator with 31 words (glibc's
/// TYPE_3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Random {
    words: [u32; Self::DEGREE],
    /// The next word to be replaced; the word added to it is [`Self::SEPARATION`] places behind.
    front: usize,
}

impl Random {
    const DEGREE: usize = 31;
    const SEPARATION: usize = 3;

    /// The state after `srand(seed)`. A program that never calls `srand` has seed 1.
    pub fn new(seed: u32) -> Self {
        // The words come from Lehmer's generator modulo 2^31 - 1, computed by Schrage's method on
        // signed numbers, which matters for seeds of 2^31 and more.
        let mut word = if seed == 0 { 1 } else { i64::from(seed.cast_signed()) };
        let mut words = [word as u32; Self::DEGREE];
        for slot in &mut words[1..] {
            word = 16807 * (word % 127_773) - 2836 * (word / 127_773);
            if word < 0 {
                word += 2_147_483_647;
            }
            *slot = word as u32;
        }
        let mut random = Self { words, front: Self::SEPARATION };
        for _ in 0..10 * Self::DEGREE {
            random.next();
        }
        random
    }

    /// What `rand()` returns: 31 bits.
    #[expect(
        clippy::should_implement_trait,
        reason = "an endless sequence with a state, not a collection to iterate"
    )]
    pub fn next(&mut self) -> i32 {
        let rear = (self.front + Self::DEGREE - Self::SEPARATION) % Self::DEGREE;
        let word = self.words[self.front].wrapping_add(self.words[rear]);
        self.words[self.front] = word;
        self.front = (self.front + 1) % Self::DEGREE;
        (word >> 1) as i32
    }
}

impl Default for Random {
    /// The state of a program that never called `srand`.
    fn default() -> Self {
        Self::new(1)
    }
}

/// `rand_r`: advances the caller's seed and returns 31 bits.
pub fn rand_r(seed: &mut u32) -> i32 {
    let mut advance = |bits: u32| {
        *seed = seed.wrapping_mul(1_103_515_245).wrapping_add(12345);
        (*seed >> 16) & ((1 << bits) - 1)
    };
    let high = advance(11) << 20;
    let middle = advance(10) << 10;
    (high ^ middle ^ advance(10)) as i32
}

/// The `drand48` family: a linear congruential generator modulo 2^48.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rand48 {
    state: u64,
    multiplier: u64,
    increment: u64,
}

impl Rand48 {
    const MASK: u64 = (1 << 48) - 1;

    /// A generator in the given state, of which the low 48 bits count (`seed48`; also the state
    /// that the caller of `erand48`, `nrand48` and `jrand48` keeps).
    pub fn from_state(state: u64) -> Self {
        Self { state: state & Self::MASK, multiplier: 0x5_deec_e66d, increment: 0xb }
    }

    /// The generator after `srand48(seed)`, of which the low 32 bits count.
    pub fn new(seed: i64) -> Self {
        Self::from_state(u64::from(seed as u32) << 16 | 0x330e)
    }

    /// The generator after `lcong48` with these constants, of which 48 and 16 bits count.
    pub fn with_constants(state: u64, multiplier: u64, increment: u64) -> Self {
        Self { state: state & Self::MASK, multiplier: multiplier & Self::MASK, increment: increment & 0xffff }
    }

    /// The 48 bits of state (what `seed48` returns).
    pub fn state(&self) -> u64 {
        self.state
    }

    fn advance(&mut self) -> u64 {
        self.state = self.state.wrapping_mul(self.multiplier).wrapping_add(self.increment) & Self::MASK;
        self.state
    }

    /// `drand48`: a double in [0, 1), exact in 48 bits.
    pub fn drand48(&mut self) -> f64 {
        self.advance() as f64 / (1_u64 << 48) as f64
    }

    /// `lrand48`: 31 bits.
    pub fn lrand48(&mut self) -> i64 {
        (self.advance() >> 17) as i64
    }

    /// `mrand48`: 32 bits, signed.
    pub fn mrand48(&mut self) -> i64 {
        i64::from((self.advance() >> 16) as i32)
    }
}

impl Default for Rand48 {
    /// The state of a program that never called a seeding function.
    fn default() -> Self {
        Self::from_state(0)
    }
}
