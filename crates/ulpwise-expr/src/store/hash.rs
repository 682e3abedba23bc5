//! A fast hash without a secret: the same on every run, so that runs can be compared.
//!
//! Nothing may depend on the order of a hash table all the same; tables are only asked, never
//! listed.

use std::hash::{BuildHasherDefault, Hash, Hasher};

const FIRST: u64 = 0x9e37_79b9_7f4a_7c15;
const SECOND: u64 = 0xd1b5_4a32_d192_ed03;

/// Folds two words into one: both halves of their 128-bit product.
#[inline]
pub(crate) fn mix(a: u64, b: u64) -> u64 {
    let product = u128::from(a ^ FIRST) * u128::from(b ^ SECOND);
    product as u64 ^ (product >> 64) as u64
}

/// A [`Hasher`] made of [`mix`].
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct FixedHasher(u64);

impl Hasher for FixedHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word) ^ chunk.len() as u64);
        }
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.0 = mix(self.0, word);
    }

    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }

    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}

/// The hash of any value.
pub(crate) fn hash_of(value: &(impl Hash + ?Sized)) -> u64 {
    let mut hasher = FixedHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

/// For maps and sets keyed by terms.
pub(crate) type FixedState = BuildHasherDefault<FixedHasher>;
/// A map that is never iterated over.
pub(crate) type FixedMap<K, V> = hashbrown::HashMap<K, V, FixedState>;
/// A set that is never iterated over.
pub(crate) type FixedSet<K> = hashbrown::HashSet<K, FixedState>;
