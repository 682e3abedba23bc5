//! Refutations of clauses in the LRAT format (Cruz-Filipe, Heule, Hunt, Kaufmann and Schneider-Kamp,
//! *Efficient certified RAT verification*, 2017), as text.
//!
//! A step names a new clause and the clauses that it follows from, in order: when all of its literals
//! are false, each of these has one literal left, which is then true, until the last of them has
//! none. The proof is one of a contradiction if a step is the empty clause.
//!
//! What holds: a refutation that is accepted is one. Each step is checked when it is read, against the
//! clauses that stand then. What is absent: steps that only keep satisfiability (RAT); the solver that
//! writes these proofs makes none, and one is refused.

use std::collections::HashMap;
use std::fmt;
use std::io::BufRead;

/// A file with more variables is damaged: each takes a byte of memory here.
const MOST_VARIABLES: u32 = 1 << 28;

/// What is wrong with a proof, and the line of the file that it is in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LratError {
    /// A file cannot be read.
    Unreadable(String),
    /// A line of the clauses is not of the DIMACS form.
    Clauses(usize),
    /// A line of the proof is not of the LRAT form.
    Syntax(usize),
    /// A step has the number of a clause that stands already.
    Number(usize),
    /// A step rests on a clause that does not stand.
    Missing(usize),
    /// A step does not follow from the clauses that it names.
    Unjustified(usize),
    /// All steps follow, and none is a contradiction.
    NotRefuted,
}

impl fmt::Display for LratError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(why) => write!(f, "it cannot be read: {why}"),
            Self::Clauses(line) => write!(f, "line {line} of the clauses is not a clause"),
            Self::Syntax(line) => write!(f, "line {line} is not a step"),
            Self::Number(line) => write!(f, "line {line} numbers a clause that stands already"),
            Self::Missing(line) => write!(f, "line {line} rests on a clause that does not stand"),
            Self::Unjustified(line) => write!(f, "line {line} does not follow from the clauses it names"),
            Self::NotRefuted => f.write_str("no step is a contradiction"),
        }
    }
}

impl std::error::Error for LratError {}

/// How large an accepted refutation is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LratSize {
    /// The clauses that are refuted.
    pub clauses: u64,
    /// The steps up to the contradiction.
    pub steps: u64,
}

/// Checks that a proof refutes clauses in the DIMACS form.
///
/// # Errors
/// If it does not, or is not understood.
pub fn check_refutation(clauses: impl BufRead, proof: impl BufRead) -> Result<LratSize, LratError> {
    let mut checker = Checker::default();
    let mut size = LratSize::default();
    for (number, line) in numbered(clauses) {
        let line = line?;
        if line.starts_with(['p', 'c']) {
            continue;
        }
        let literals = literals(&line).ok_or(LratError::Clauses(number))?;
        size.clauses += 1;
        if literals.is_empty() {
            return Ok(size);
        }
        checker.clauses.insert(size.clauses, literals.into());
    }
    for (number, line) in numbered(proof) {
        let step = Step::read(&line?).ok_or(LratError::Syntax(number))?;
        match step {
            Step::Delete(clauses) => {
                for clause in clauses {
                    checker.clauses.remove(&clause).ok_or(LratError::Missing(number))?;
                }
            }
            Step::Add { clause, literals, hints } => {
                size.steps += 1;
                checker.follows(&literals, &hints, number)?;
                if literals.is_empty() {
                    return Ok(size);
                }
                if checker.clauses.insert(clause, literals.into()).is_some() {
                    return Err(LratError::Number(number));
                }
            }
        }
    }
    Err(LratError::NotRefuted)
}

/// The lines of a file, counted from one.
fn numbered(file: impl BufRead) -> impl Iterator<Item = (usize, Result<String, LratError>)> {
    let lines = file.lines().map(|line| line.map_err(|error| LratError::Unreadable(error.to_string())));
    lines.enumerate().map(|(number, line)| (number + 1, line))
}

/// A line of a proof.
enum Step {
    Add { clause: u64, literals: Vec<i32>, hints: Vec<u64> },
    Delete(Vec<u64>),
}

impl Step {
    fn read(line: &str) -> Option<Step> {
        let mut words = line.split_ascii_whitespace();
        let clause = words.next()?.parse().ok()?;
        let mut words = words.peekable();
        if words.peek() == Some(&"d") {
            words.next();
            return Some(Step::Delete(numbers(&mut words)?));
        }
        let mut literals = Vec::new();
        loop {
            match literal(words.next()?)? {
                0 => break,
                literal => literals.push(literal),
            }
        }
        let hints = numbers(&mut words)?;
        words.next().is_none().then_some(Step::Add { clause, literals, hints })
    }
}

/// Numbers of clauses up to a zero. A negative one, of a RAT step, is none.
fn numbers<'t>(words: &mut impl Iterator<Item = &'t str>) -> Option<Vec<u64>> {
    let mut found = Vec::new();
    loop {
        match words.next()?.parse::<u64>().ok()? {
            0 => return Some(found),
            clause => found.push(clause),
        }
    }
}

/// A line of the DIMACS form.
fn literals(line: &str) -> Option<Vec<i32>> {
    let mut words = line.split_ascii_whitespace();
    let mut found = Vec::new();
    loop {
        match literal(words.next()?)? {
            0 => return words.next().is_none().then_some(found),
            literal => found.push(literal),
        }
    }
}

/// A literal, or the zero at the end of a clause.
fn literal(word: &str) -> Option<i32> {
    word.parse::<i32>().ok().filter(|literal| literal.unsigned_abs() <= MOST_VARIABLES)
}

/// The clauses that stand.
#[derive(Default)]
struct Checker {
    clauses: HashMap<u64, Box<[i32]>>,
    /// Of each variable which of its literals is true in the step under way: its sign, or zero.
    values: Vec<i8>,
    /// The variables that have a value.
    assigned: Vec<usize>,
}

impl Checker {
    /// Checks that a clause follows from the clauses that hints name.
    fn follows(&mut self, literals: &[i32], hints: &[u64], line: usize) -> Result<(), LratError> {
        for variable in self.assigned.drain(..) {
            self.values[variable] = 0;
        }
        for &literal in literals {
            // A clause with a literal and its complement always holds.
            if self.value(-literal) < 0 {
                return Ok(());
            }
            self.set(-literal);
        }
        for hint in hints {
            let clause = self.clauses.get(hint).ok_or(LratError::Missing(line))?;
            let mut open = None;
            for &literal in clause {
                match self.value(literal) {
                    // It holds already and says nothing, or has more than one literal left.
                    1 => return Err(LratError::Unjustified(line)),
                    0 if open.is_some_and(|other| other != literal) => {
                        return Err(LratError::Unjustified(line));
                    }
                    0 => open = Some(literal),
                    _ => {}
                }
            }
            match open {
                None => return Ok(()),
                Some(literal) => self.set(literal),
            }
        }
        Err(LratError::Unjustified(line))
    }

    /// 1 if a literal is true, -1 if it is false, 0 if neither is known.
    fn value(&self, literal: i32) -> i8 {
        let value = self.values.get(literal.unsigned_abs() as usize).copied().unwrap_or(0);
        if literal < 0 { -value } else { value }
    }

    fn set(&mut self, literal: i32) {
        let variable = literal.unsigned_abs() as usize;
        if self.values.len() <= variable {
            self.values.resize(variable + 1, 0);
        }
        self.values[variable] = if literal < 0 { -1 } else { 1 };
        self.assigned.push(variable);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two variables, all four clauses.
    const CLAUSES: &str = "c all of them\np cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n";

    fn check(proof: &str) -> Result<LratSize, LratError> {
        check_refutation(CLAUSES.as_bytes(), proof.as_bytes())
    }

    #[test]
    fn a_refutation_is_accepted() {
        assert_eq!(check("5 2 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n"), Ok(LratSize { clauses: 4, steps: 2 }));
        assert_eq!(check_refutation("p cnf 1 1\n0\n".as_bytes(), "".as_bytes()).unwrap().clauses, 1);
    }

    #[test]
    fn what_does_not_follow_is_refused() {
        assert_eq!(check("5 0 1 2 3 4 0\n"), Err(LratError::Unjustified(1)), "two literals are left");
        assert_eq!(check("5 2 0 1 3 0\n"), Err(LratError::Unjustified(1)), "the second holds");
        assert_eq!(check("5 2 0 1 0\n"), Err(LratError::Unjustified(1)), "no contradiction is come to");
        assert_eq!(check("5 2 0 1 2 0\n"), Err(LratError::NotRefuted));
        assert_eq!(check("5 2 0 1 9 0\n"), Err(LratError::Missing(1)));
        assert_eq!(check("5 d 1 0\n6 2 0 1 2 0\n"), Err(LratError::Missing(2)), "it is deleted");
        assert_eq!(check("4 2 0 1 2 0\n"), Err(LratError::Number(1)));
        for proof in ["5 2 0 -1 2 0\n", "5 2 0 1 2\n", "x\n", "5 2 0 1 2 0 7\n", "5 -2147483648 0 1 0\n"] {
            assert_eq!(check(proof), Err(LratError::Syntax(1)), "{proof}");
        }
        assert_eq!(check_refutation("1 2\n".as_bytes(), "".as_bytes()), Err(LratError::Clauses(1)));
    }

    #[test]
    fn a_clause_with_two_open_literals_is_no_unit() {
        // The first variable alone satisfies both clauses.
        let refuted = check_refutation("1 2 0\n-2 0\n".as_bytes(), "3 0 1 2 0\n".as_bytes());
        assert_eq!(refuted, Err(LratError::Unjustified(1)));
        let refuted = check_refutation("2 1 0\n-2 0\n".as_bytes(), "3 0 1 2 0\n".as_bytes());
        assert_eq!(refuted, Err(LratError::Unjustified(1)));
    }

    #[test]
    fn a_clause_that_always_holds_follows() {
        assert_eq!(check("5 1 -1 0 0\n"), Err(LratError::NotRefuted));
    }
}
