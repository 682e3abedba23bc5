//! Ways to damage a file, each likely to get past some check and to be caught by a later one.

use ulpwise_base::SplitMix64;

/// Damages a file in one way; the generator decides how and where.
pub(super) fn damage(bytes: &[u8], random: &mut SplitMix64) -> Vec<u8> {
    let mut damaged = bytes.to_vec();
    match random.below(10) {
        // Mostly single bits: what is greater is refused at once.
        0..=3 => flip_bits(&mut damaged, 1, random),
        4 | 5 => {
            let count = 2 + random.below(6);
            flip_bits(&mut damaged, count, random);
        }
        6 => damaged.truncate(random.below(bytes.len() as u64) as usize),
        7 => overwrite_word(&mut damaged, random),
        8 => copy_over(&mut damaged, random),
        _ => remove(&mut damaged, random),
    }
    damaged
}

fn flip_bits(bytes: &mut [u8], count: u64, random: &mut SplitMix64) {
    for _ in 0..count {
        let place = random.below(bytes.len() as u64) as usize;
        bytes[place] ^= 1 << random.below(8);
    }
}

/// Replaces four aligned bytes, the unit in which bitcode counts lengths, by a number at an edge.
fn overwrite_word(bytes: &mut [u8], random: &mut SplitMix64) {
    let value: u32 = *random.choose(&[0, 1, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 0x0001_0000]);
    let words = (bytes.len() / 4) as u64;
    let place = 4 * random.below(words) as usize;
    bytes[place..place + 4].copy_from_slice(&value.to_le_bytes());
}

/// Copies a stretch over another.
fn copy_over(bytes: &mut [u8], random: &mut SplitMix64) {
    let length = 1 + random.below(64.min(bytes.len() as u64)) as usize;
    let places = (bytes.len() - length + 1) as u64;
    let (from, to) = (random.below(places) as usize, random.below(places) as usize);
    bytes.copy_within(from..from + length, to);
}

/// Takes a stretch out.
fn remove(bytes: &mut Vec<u8>, random: &mut SplitMix64) {
    let length = 1 + random.below(64.min(bytes.len() as u64)) as usize;
    let from = random.below((bytes.len() - length + 1) as u64) as usize;
    bytes.drain(from..from + length);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seed_decides_and_most_cases_differ_from_the_original() {
        let bytes: Vec<u8> = (0..=255).collect();
        let case = |seed| damage(&bytes, &mut SplitMix64::new(seed));
        assert!((0..500).all(|seed| case(seed) == case(seed)));
        assert!((0..500).filter(|seed| case(*seed) != bytes).count() > 450);
    }

    #[test]
    fn the_shortest_bitcode_can_be_damaged() {
        for seed in 0..500 {
            assert!(damage(b"BC\xC0\xDE", &mut SplitMix64::new(seed)).len() <= 4);
        }
    }
}
