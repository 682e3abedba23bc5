//! What `ulpwise check` shows first fits a screen.

use crate::common::ulpwise;

/// How many lines a screen has.
const SCREEN: usize = 40;

#[test]
fn an_average_fits_a_screen_with_both_overflows_first() {
    let finished = ulpwise(&["check", "examples/average.c"]);
    let lines: Vec<&str> = finished.stdout.lines().collect();
    assert!(lines.len() <= SCREEN, "{} lines\n{}", lines.len(), finished.stdout);
    let titles: Vec<&&str> = lines
        .iter()
        .enumerate()
        .filter(|(at, _)| lines.get(at + 1).is_some_and(|next| next.trim_start().starts_with("--> ")))
        .map(|(_, line)| line)
        .collect();
    assert_eq!(titles.len(), 2, "{}", finished.stdout);
    assert!(titles.iter().all(|title| title.starts_with("overflow: ")), "{titles:?}");
}
