//! Patterns of names: `*` stands for any characters, `?` for one.

/// Whether the whole of `name` matches `pattern`.
pub fn matches(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    let (mut at_pattern, mut at_name) = (0, 0);
    // After the last star seen, and how much of the name that star has taken so far.
    let mut star: Option<(usize, usize)> = None;
    while at_name < name.len() {
        match pattern.get(at_pattern) {
            Some('*') => {
                at_pattern += 1;
                star = Some((at_pattern, at_name));
            }
            Some(&wanted) if wanted == '?' || wanted == name[at_name] => {
                at_pattern += 1;
                at_name += 1;
            }
            _ => {
                // Let the star take one character more; with no star there is no match.
                let Some((after_star, taken)) = star else { return false };
                star = Some((after_star, taken + 1));
                (at_pattern, at_name) = (after_star, taken + 1);
            }
        }
    }
    pattern[at_pattern..].iter().all(|&rest| rest == '*')
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn stars_and_question_marks() {
        for (pattern, name) in [
            ("", ""),
            ("*", ""),
            ("*", "abc"),
            ("a*c", "abbc"),
            ("a?c", "abc"),
            ("*_e", "f_e_e"),
            ("a**b", "ab"),
        ] {
            assert!(matches(pattern, name), "{pattern} on {name}");
        }
        for (pattern, name) in
            [("", "a"), ("a", "ab"), ("?", ""), ("a*c", "abd"), ("*_e", "f_e_x"), ("A", "a")]
        {
            assert!(!matches(pattern, name), "{pattern} on {name}");
        }
    }
}
