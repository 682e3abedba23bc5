//! SHA-256 (FIPS 180-4), so that a certificate names exactly one program.

/// The constants of the rounds: the first bits of the cube roots of the first primes.
fn constants() -> ([u32; 8], [u32; 64]) {
    let mut primes = (2_u64..).filter(|n| (2..*n).take_while(|d| d * d <= *n).all(|d| n % d != 0));
    let first: Vec<u64> = primes.by_ref().take(64).collect();
    // The root of n times 2^(32·k), whose last 32 bits are the first ones after the point.
    let root = |n: u128, power: u32| {
        let target = n << (32 * power);
        let (mut low, mut high) = (0_u128, 1 << 40);
        while high - low > 1 {
            let middle = (low + high) / 2;
            if middle.pow(power) <= target { low = middle } else { high = middle }
        }
        low as u32
    };
    let start = std::array::from_fn(|at| root(first[at].into(), 2));
    (start, std::array::from_fn(|at| root(first[at].into(), 3)))
}

/// The digest of some bytes, in hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    let (mut state, rounds) = constants();
    let mut padded = bytes.to_vec();
    padded.push(0x80);
    while padded.len() % 64 != 56 {
        padded.push(0);
    }
    padded.extend((bytes.len() as u64 * 8).to_be_bytes());
    for block in padded.chunks_exact(64) {
        let mut words = [0_u32; 64];
        for (word, part) in words.iter_mut().zip(block.chunks_exact(4)) {
            *word = u32::from_be_bytes([part[0], part[1], part[2], part[3]]);
        }
        for at in 16..64 {
            let (x, y) = (words[at - 15], words[at - 2]);
            let s0 = x.rotate_right(7) ^ x.rotate_right(18) ^ (x >> 3);
            let s1 = y.rotate_right(17) ^ y.rotate_right(19) ^ (y >> 10);
            words[at] = words[at - 16].wrapping_add(s0).wrapping_add(words[at - 7]).wrapping_add(s1);
        }
        let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = state;
        for (word, constant) in words.iter().zip(&rounds) {
            let s1 = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
            let choice = (e & f) ^ (!e & g);
            let first = h.wrapping_add(s1).wrapping_add(choice).wrapping_add(*constant).wrapping_add(*word);
            let s0 = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
            let second = s0.wrapping_add((a & b) ^ (a & c) ^ (b & c));
            (h, g, f, e) = (g, f, e, d.wrapping_add(first));
            (d, c, b, a) = (c, b, a, first.wrapping_add(second));
        }
        for (sum, part) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
            *sum = sum.wrapping_add(part);
        }
    }
    state.iter().map(|word| format!("{word:08x}")).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn digests_are_those_of_the_standard() {
        let of = |text: &str| super::sha256(text.as_bytes());
        assert_eq!(of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert_eq!(of(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    }
}
