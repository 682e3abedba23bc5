//! The random sequences are those of the C library in this process.

use ulpwise_host::random::{Rand48, Random, rand_r};

mod c {
    unsafe extern "C" {
        pub(super) fn rand() -> i32;
        pub(super) fn srand(seed: u32);
        pub(super) fn rand_r(seed: *mut u32) -> i32;
        pub(super) fn drand48() -> f64;
        pub(super) fn lrand48() -> i64;
        pub(super) fn mrand48() -> i64;
        pub(super) fn srand48(seed: i64);
        pub(super) fn lcong48(parameters: *mut u16);
        pub(super) fn erand48(state: *mut u16) -> f64;
    }
}

const SEEDS: [u32; 8] = [0, 1, 2, 42, 0x7fff_ffff, 0x8000_0000, 0xdead_beef, u32::MAX];

// The C library's generators have one state per process, so each of the two families is used by one
// test only.

#[test]
fn rand_follows_the_c_library() {
    // SAFETY: this is the only test that calls `rand` and `srand`; `rand_r` uses the given seed
    // alone.
    unsafe {
        let mut unseeded = Random::default();
        for index in 0..1000 {
            assert_eq!(unseeded.next(), c::rand(), "number {index} without a seed");
        }
        for seed in SEEDS {
            c::srand(seed);
            let mut random = Random::new(seed);
            for index in 0..1000 {
                assert_eq!(random.next(), c::rand(), "seed {seed}, number {index}");
            }
            let (mut ours, mut theirs) = (seed, seed);
            for index in 0..1000 {
                assert_eq!(rand_r(&mut ours), c::rand_r(&raw mut theirs), "seed {seed}, number {index}");
            }
        }
    }
    let mut copied = Random::new(5);
    let mut copy = copied.clone();
    assert_eq!(copied.next(), copy.next());
}

#[test]
fn drand48_follows_the_c_library() {
    // SAFETY: this is the only test that calls the `drand48` family; the pointers lead to as many
    // words as C reads.
    unsafe {
        let mut unseeded = Rand48::default();
        assert_eq!(unseeded.drand48(), c::drand48());
        for seed in SEEDS {
            c::srand48(seed.into());
            let mut random = Rand48::new(seed.into());
            for _ in 0..1000 {
                assert_eq!(random.drand48(), c::drand48());
                assert_eq!(random.lrand48(), c::lrand48());
                assert_eq!(random.mrand48(), c::mrand48());
            }
        }
        let mut words = [1, 2, 3];
        let mut random = Rand48::from_state(3 << 32 | 2 << 16 | 1);
        assert_eq!(random.drand48(), c::erand48(words.as_mut_ptr()));
        assert_eq!(random.state(), words.iter().rev().fold(0, |state, word| state << 16 | u64::from(*word)));
        c::lcong48([1, 2, 3, 5, 0, 0, 7].as_mut_ptr());
        let mut random = Rand48::with_constants(3 << 32 | 2 << 16 | 1, 5, 7);
        assert_eq!(random.lrand48(), c::lrand48());
    }
}
