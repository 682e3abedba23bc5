//! What the tests of this crate share: a seeded source of awkward bit patterns.

/// A 64-bit generator (splitmix64) with fixed seed: tests see the same inputs on every run.
pub(crate) struct Bits(u64);

impl Bits {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A double that is often near the ends of its range, where flags are raised.
    pub(crate) fn f64(&mut self) -> f64 {
        let bits = self.next();
        let exponent = match self.next() % 8 {
            0 => 0,
            1 => 0x7ff,
            2 => 1 + self.next() % 3,
            3 => 0x7fe - self.next() % 3,
            4 | 5 => 0x3ff - 2 + self.next() % 5,
            6 => 0x3ff - 600 + self.next() % 1200,
            _ => bits >> 52 & 0x7ff,
        };
        let fraction = match self.next() % 4 {
            0 => 0,
            1 => bits & 0xf,
            2 => !bits & 0xf ^ 0xf_ffff_ffff_ffff,
            _ => bits & 0xf_ffff_ffff_ffff,
        };
        f64::from_bits(bits & 1 << 63 | exponent << 52 | fraction)
    }

    /// A single-precision number made the same way.
    pub(crate) fn f32(&mut self) -> f32 {
        let bits = self.next() as u32;
        let pick = self.next() as u32;
        let exponent = match pick % 8 {
            0 => 0,
            1 => 0xff,
            2 => 1 + (pick >> 8) % 3,
            3 => 0xfe - (pick >> 8) % 3,
            4 | 5 => 0x7f - 2 + (pick >> 8) % 5,
            _ => bits >> 23 & 0xff,
        };
        let fraction = match pick >> 16 & 3 {
            0 => 0,
            1 => bits & 0xf,
            2 => !bits & 0xf ^ 0x7f_ffff,
            _ => bits & 0x7f_ffff,
        };
        f32::from_bits(bits & 1 << 31 | exponent << 23 | fraction)
    }
}
