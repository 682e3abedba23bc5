//! Damaged bitcode never harms the parent: it loads, or it is refused in one sentence.
//!
//! `cargo xtask fuzz bitcode` runs thousands more of these.

mod support;

use std::path::Path;
use support::{SAMPLE, TestFolder, bitcode_of, load};
use ulpwise_base::SplitMix64;
use ulpwise_llvm::LlvmError;

/// Loads damaged bitcode; says whether it was taken.
fn try_load(folder: &TestFolder, bytes: &[u8]) -> bool {
    let path = folder.file("damaged.bc", bytes);
    match load(&[&path]) {
        Ok(_) => true,
        Err(error) => {
            let sentence = error.to_string();
            assert_eq!(error.exit_code(), 2, "{sentence}");
            assert!(!sentence.contains('\n') && sentence.contains("damaged.bc"), "{sentence:?}");
            false
        }
    }
}

fn sample(folder: &TestFolder) -> Vec<u8> {
    bitcode_of(&folder.file("a.c", SAMPLE))
}

#[test]
fn truncated_bitcode_is_refused() {
    let folder = TestFolder::new();
    let bytes = sample(&folder);
    assert!(try_load(&folder, &bytes));
    for length in (1..bytes.len()).step_by(512) {
        assert!(!try_load(&folder, &bytes[..length]), "{length} bytes of {}", bytes.len());
    }
}

#[test]
fn bitcode_with_flipped_bits_loads_or_is_refused() {
    let folder = TestFolder::new();
    let bytes = sample(&folder);
    let mut random = SplitMix64::new(1);
    let mut loaded = 0;
    for _ in 0..300 {
        let mut damaged = bytes.clone();
        for _ in 0..=random.below(3) {
            damaged[random.below(bytes.len() as u64) as usize] ^= 1 << random.below(8);
        }
        loaded += u32::from(try_load(&folder, &damaged));
    }
    assert!(
        (1..300).contains(&loaded),
        "{loaded} of 300 loaded: the damage is too small or too great to test anything"
    );
}

#[test]
fn a_crash_of_llvm_is_an_error_that_names_the_file() {
    let folder = TestFolder::new();
    // A type nested deeper than any stack: LLVM's parser recurses.
    let depth = 4_000_000;
    let path = folder
        .file("deep.ll", format!("@g = external global {}i8{}\n", "[1 x ".repeat(depth), "]".repeat(depth)));
    let error = load(&[&path]).unwrap_err();
    assert!(matches!(&error, LlvmError::LoaderCrashed { paths, .. } if *paths == [path.clone()]), "{error}");
    assert_eq!(error.exit_code(), 2);
    assert!(load(&[Path::new("/no/such.ll")]).is_err(), "the parent goes on");
}
