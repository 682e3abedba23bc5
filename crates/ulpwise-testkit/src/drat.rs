//! A checker of refutations in the DRAT format: whether each step follows from the clauses so far,
//! and ends in a contradiction.
//!
//! Steps are checked forwards, by unit propagation of the negated clause (RUP), or on the first
//! literal of the clause against all clauses with its complement (RAT). A deletion of a clause that
//! makes a literal true is ignored, as checkers do. It is written to be plainly right, not to be
//! fast.

use std::collections::HashMap;

/// What is wrong with a proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DratError {
    /// A line of clauses or proof that cannot be read.
    Syntax(String),
    /// This step does not follow, counted from one.
    Step(usize, Vec<i32>),
    /// All steps follow, but they contain no contradiction.
    NotRefuted,
}

/// Whether a proof refutes clauses in the DIMACS form.
///
/// # Errors
/// If it does not.
pub fn check_refutation(clauses: &str, proof: &str) -> Result<(), DratError> {
    let mut checker = Checker::default();
    for line in clauses.lines().filter(|line| !line.starts_with(['p', 'c'])) {
        checker.add(literals(line)?);
    }
    for (number, line) in proof.lines().enumerate() {
        if checker.is_refuted {
            break;
        }
        match line.trim_start().strip_prefix('d') {
            Some(deleted) => checker.delete(&literals(deleted)?),
            None => {
                let clause = literals(line)?;
                if !checker.follows(&clause) {
                    return Err(DratError::Step(number + 1, clause));
                }
                checker.add(clause);
            }
        }
    }
    if checker.is_refuted { Ok(()) } else { Err(DratError::NotRefuted) }
}

fn literals(line: &str) -> Result<Vec<i32>, DratError> {
    let malformed = || DratError::Syntax(line.to_owned());
    let mut found = Vec::new();
    for word in line.split_ascii_whitespace() {
        match word.parse::<i32>().map_err(|_| malformed())? {
            0 => return Ok(found),
            literal => found.push(literal),
        }
    }
    Err(malformed())
}

#[derive(Default)]
struct Checker {
    clauses: Vec<Option<Vec<i32>>>,
    /// Numbers of clauses by their sorted literals.
    by_content: HashMap<Vec<i32>, Vec<usize>>,
    /// For each literal, the clauses that watch it: it is one of their first two.
    watches: HashMap<i32, Vec<usize>>,
    values: HashMap<i32, bool>,
    trail: Vec<i32>,
    /// Up to where the trail has been propagated.
    propagated: usize,
    is_refuted: bool,
}

impl Checker {
    fn value(&self, literal: i32) -> Option<bool> {
        self.values.get(&literal.abs()).map(|&value| value == (literal > 0))
    }

    fn assign(&mut self, literal: i32) {
        self.values.insert(literal.abs(), literal > 0);
        self.trail.push(literal);
    }

    fn undo(&mut self, length: usize) {
        for literal in self.trail.drain(length..) {
            self.values.remove(&literal.abs());
        }
        self.propagated = self.propagated.min(length);
    }

    /// Adds a clause for good, and what follows from it alone.
    fn add(&mut self, mut clause: Vec<i32>) {
        clause.sort_unstable();
        clause.dedup();
        let key = clause.clone();
        // Literals that are not false come first, to be watched.
        clause.sort_by_key(|&literal| self.value(literal) == Some(false));
        let number = self.clauses.len();
        for &literal in clause.iter().take(2) {
            self.watches.entry(literal).or_default().push(number);
        }
        let open: Vec<i32> =
            clause.iter().copied().filter(|&literal| self.value(literal) != Some(false)).collect();
        self.by_content.entry(key).or_default().push(number);
        self.clauses.push(Some(clause));
        match open[..] {
            [] => self.is_refuted = true,
            [unit] if self.value(unit).is_none() => {
                self.assign(unit);
                self.is_refuted = self.propagate();
            }
            _ => {}
        }
    }

    fn delete(&mut self, clause: &[i32]) {
        let mut key = clause.to_vec();
        key.sort_unstable();
        key.dedup();
        // What makes a literal true for good stays.
        let others_false =
            |literal: i32| key.iter().all(|&other| other == literal || self.value(other) == Some(false));
        if key.iter().any(|&literal| self.value(literal) == Some(true) && others_false(literal)) {
            return;
        }
        if let Some(number) = self.by_content.get_mut(&key).and_then(Vec::pop) {
            self.clauses[number] = None;
        }
    }

    /// Propagates what was assigned; whether that contradicts a clause.
    fn propagate(&mut self) -> bool {
        while let Some(&literal) = self.trail.get(self.propagated) {
            self.propagated += 1;
            let watching = self.watches.remove(&-literal).unwrap_or_default();
            let mut kept = Vec::with_capacity(watching.len());
            let mut contradicted = false;
            for &number in &watching {
                if contradicted {
                    kept.push(number);
                    continue;
                }
                let Some(mut clause) = self.clauses[number].take() else { continue };
                if clause.len() > 1 && clause[0] == -literal {
                    clause.swap(0, 1);
                }
                let next = (2..clause.len()).find(|&at| self.value(clause[at]) != Some(false));
                let other = clause[0];
                match next {
                    Some(at) if self.value(other) != Some(true) => {
                        clause.swap(1, at);
                        self.watches.entry(clause[1]).or_default().push(number);
                    }
                    _ => {
                        kept.push(number);
                        match self.value(other) {
                            Some(true) => {}
                            Some(false) => contradicted = true,
                            None => self.assign(other),
                        }
                    }
                }
                self.clauses[number] = Some(clause);
            }
            self.watches.entry(-literal).or_default().extend(kept);
            if contradicted {
                return true;
            }
        }
        false
    }

    /// Assumes that literals are false and propagates; whether that is a contradiction.
    fn contradicts_negation(&mut self, literals: &[i32]) -> bool {
        for &literal in literals {
            match self.value(literal) {
                Some(true) => return true,
                Some(false) => {}
                None => self.assign(-literal),
            }
        }
        self.propagate()
    }

    /// Whether a clause may be added.
    fn follows(&mut self, clause: &[i32]) -> bool {
        let length = self.trail.len();
        let mut follows = self.contradicts_negation(clause);
        if !follows && let Some(&pivot) = clause.first() {
            let after = self.trail.len();
            let with_complement: Vec<Vec<i32>> =
                self.clauses.iter().flatten().filter(|other| other.contains(&-pivot)).cloned().collect();
            follows = with_complement.into_iter().all(|mut other| {
                other.retain(|&literal| literal != -pivot);
                let contradicts = self.contradicts_negation(&other);
                self.undo(after);
                contradicts
            });
        }
        self.undo(length);
        follows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL_OF_TWO: &str = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n";

    #[test]
    fn steps_that_follow_and_end_in_a_contradiction_are_accepted() {
        assert_eq!(check_refutation(ALL_OF_TWO, "1 0\n0\n"), Ok(()));
        // A new variable that is defined: not implied, but no clause speaks against it.
        assert_eq!(check_refutation(ALL_OF_TWO, "3 -1 0\n-3 1 0\nd 3 -1 0\n1 0\n0\n"), Ok(()));
        assert_eq!(check_refutation("1 0\n-1 0\n", ""), Ok(()));
    }

    #[test]
    fn others_are_rejected() {
        let satisfiable = "1 2 0\n1 -2 0\n-1 2 0\n";
        assert_eq!(check_refutation(satisfiable, "1 0\n0\n"), Err(DratError::Step(2, vec![])));
        assert_eq!(check_refutation(ALL_OF_TWO, ""), Err(DratError::NotRefuted));
        assert_eq!(check_refutation(ALL_OF_TWO, "0\n"), Err(DratError::Step(1, vec![])));
        assert_eq!(
            check_refutation("1 2 3 0\n-2 4 0\n-1 -4 0\n", "-2 0\n"),
            Err(DratError::Step(1, vec![-2]))
        );
        assert!(matches!(check_refutation("1 2", ""), Err(DratError::Syntax(_))));
        assert!(matches!(check_refutation("1 2 0", "x 0"), Err(DratError::Syntax(_))));
    }
}
