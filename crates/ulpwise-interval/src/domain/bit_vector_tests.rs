//! Tests of sets of bit-vectors: every set of a small width against its members.

use super::Change;
use super::bit_vector::BitVecDomain;
use ulpwise_base::SplitMix64;

const WIDTH: u32 = 5;

fn members(set: &BitVecDomain) -> Vec<u128> {
    (0..1 << WIDTH).filter(|&bits| set.contains_bits(bits)).collect()
}

fn random(random: &mut SplitMix64) -> BitVecDomain {
    let mut set = BitVecDomain::full(WIDTH);
    let below = |random: &mut SplitMix64, bound: u64| u128::from(random.below(bound));
    if random.below(2) == 0 {
        let low = below(random, 32);
        set.intersect(&BitVecDomain::unsigned_between(WIDTH, low, low + below(random, 32)));
    }
    if random.below(2) == 0 {
        let low = random.below(32) as i128 - 16;
        set.intersect(&BitVecDomain::signed_between(WIDTH, low, low + random.below(32) as i128));
    }
    if random.below(2) == 0 {
        let known = below(random, 32) & below(random, 32);
        let ones = below(random, 32) & known;
        set.intersect(&BitVecDomain::with_bits(WIDTH, ones, known & !ones));
    }
    set
}

#[test]
fn the_three_descriptions_are_tight_and_operations_keep_members() {
    let mut source = SplitMix64::new(1);
    for _ in 0..20_000 {
        let (a, b) = (random(&mut source), random(&mut source));
        let (in_a, in_b) = (members(&a), members(&b));
        assert_eq!(a.is_empty(), in_a.is_empty(), "{a:?}");
        assert!(a.cardinality() >= in_a.len() as u128);
        if let (Some(&first), Some(&last)) = (in_a.first(), in_a.last()) {
            assert!(a.unsigned().0 <= first && last <= a.unsigned().1);
            assert_eq!(a.is_singleton(), in_a.len() == 1, "{a:?}");
        }
        let union = a.union(&b);
        assert!(in_a.iter().chain(&in_b).all(|&bits| union.contains_bits(bits)));
        let mut both = a;
        let change = both.intersect(&b);
        assert!(in_a.iter().all(|&bits| !b.contains_bits(bits) || both.contains_bits(bits)));
        assert!(members(&both).iter().all(|&bits| a.contains_bits(bits)));
        assert_eq!(change == Change::Empty, both.is_empty());
        if !a.is_empty() {
            assert_eq!(change == Change::Same, both == a);
        }
        let gone = u128::from(source.below(32));
        let mut rest = a;
        rest.remove_bits(gone);
        assert!(in_a.iter().all(|&bits| bits == gone || rest.contains_bits(bits)));
    }
}

#[test]
fn the_widest_sets_are_ordinary() {
    let full = BitVecDomain::full(128);
    assert!(full.contains_bits(u128::MAX) && full.contains_bits(0));
    assert_eq!(full.cardinality(), u128::MAX);
    let negative = BitVecDomain::signed_between(128, i128::MIN, -1);
    assert_eq!(negative.unsigned(), (1 << 127, u128::MAX));
    assert_eq!(negative.known_ones(), 1 << 127);
    assert_eq!(BitVecDomain::full(1).cardinality(), 2);
}
