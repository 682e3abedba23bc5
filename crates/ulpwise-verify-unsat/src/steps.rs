//! The steps of a refutation.
//!
//! ```text
//! t 12 true               term 12 holds
//! h 5 3ff0… 4000… -       term 5 lies between these floats (in bits), and is not NaN
//! p                       linear steps that follow use what is known here
//! b 5 >= 3ff0… 9.0*0.5    a multiple of the inequality 0 of term 9 proves this bound
//! x 9.0*0.5 12.0*-1       these multiples add up to a contradiction
//! c 12                    two parts: term 12 holds, and it does not
//! c 5 … - … -             two parts: term 5 lies in the first range, or in the second
//! ( … )                   the steps of a part
//! ```

use crate::image::{Forwards, Known, Supposed};
use crate::linear::{Multiple, lower_bound};
use crate::query::{FloatQuery, QueryError, Sort, TermForm};
use crate::range::{Range, exact, infinity, number, ordinal};
use crate::rows::Rows;
use dashu_ratio::RBig;
use std::fmt;
use std::rc::Rc;
use ulpwise_float::{Float, Format};

/// The first line of steps.
const HEADER: &str = "ulpwise refutation 1";

/// So many values are kept for parts within parts, at most.
const MOST_VALUES: usize = 50_000_000;

/// What is wrong with a refutation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepError {
    /// The query is not understood.
    Query(QueryError),
    /// The steps are of another version, or are none.
    Header,
    /// This line is not a step that can stand there.
    Syntax(usize),
    /// This step does not follow.
    Unjustified(usize),
    /// This line ends a part that is not refuted.
    Open(usize),
    /// Parts lie within parts too deep.
    TooDeep(usize),
}

impl fmt::Display for StepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Query(error) => error.fmt(f),
            Self::Header => write!(f, "the first line is not '{HEADER}'"),
            Self::Syntax(line) => write!(f, "line {line} is not a step"),
            Self::Unjustified(line) => write!(f, "line {line} does not follow"),
            Self::Open(line) => write!(f, "line {line} ends a part that is not refuted"),
            Self::TooDeep(line) => write!(f, "line {line} begins a part too deep within others"),
        }
    }
}

impl std::error::Error for StepError {}

/// How large an accepted refutation is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StepSize {
    /// Steps in all.
    pub steps: u64,
    /// Linear ones among them.
    pub linear: u64,
    /// Parts that the space was cut into.
    pub parts: u64,
}

/// Checks that the steps refute the query.
///
/// # Errors
/// If they do not, or are not understood.
pub fn check_steps(query: &str, steps: &str) -> Result<StepSize, StepError> {
    let query = FloatQuery::parse(query).map_err(StepError::Query)?;
    let mut lines = steps.lines().enumerate();
    if !lines.next().is_some_and(|(_, line)| line.starts_with(HEADER)) {
        return Err(StepError::Header);
    }
    let mut checker = Checker::new(&query);
    let mut last = 1;
    for (number, line) in lines {
        last = number + 1;
        checker.size.steps += 1;
        checker.line(line).map_err(|fault| match fault {
            StepFault::Syntax => StepError::Syntax(last),
            StepFault::Unjustified => StepError::Unjustified(last),
            StepFault::Open => StepError::Open(last),
            StepFault::TooDeep => StepError::TooDeep(last),
        })?;
    }
    match &checker.parts[..] {
        [whole] if whole.is_closed => Ok(checker.size),
        _ => Err(StepError::Open(last)),
    }
}

/// What is wrong with a line.
enum StepFault {
    Syntax,
    Unjustified,
    Open,
    TooDeep,
}

/// Two parts that are the whole, as far as they are not refuted yet; the next one comes last.
type Cut = Vec<(usize, Supposed)>;

/// A part of the space.
struct SpacePart {
    known: Known,
    /// What was known when a linear program began.
    program: Option<Rc<Known>>,
    cut: Option<Cut>,
    /// Whether nothing is in it.
    is_closed: bool,
}

struct Checker<'q> {
    query: &'q FloatQuery,
    /// The terms that use a term.
    users: Vec<Vec<usize>>,
    /// The part under way, in those that it lies in.
    parts: Vec<SpacePart>,
    size: StepSize,
}

impl<'q> Checker<'q> {
    fn new(query: &'q FloatQuery) -> Checker<'q> {
        let mut users = vec![Vec::new(); query.terms.len()];
        let mut known = Known { truths: Vec::new(), ranges: Vec::new() };
        for (position, term) in query.terms.iter().enumerate() {
            let (mut truth, mut range) = (None, Range::NAN);
            if let Sort::Float(format) = term.sort {
                range = Range::full(format);
            }
            match &term.form {
                TermForm::Truth(value) => truth = Some(*value),
                TermForm::Number(number) => range = Range::point(*number),
                TermForm::Application(_, operands) => {
                    for &operand in operands {
                        users[operand].push(position);
                    }
                }
                TermForm::Variable | TermForm::Mode(_) => {}
            }
            known.truths.push(truth);
            known.ranges.push(range);
        }
        let mut is_closed = false;
        for &asserted in &query.asserted {
            is_closed |= known.truths[asserted] == Some(false);
            known.truths[asserted] = Some(true);
        }
        let whole = SpacePart { known, program: None, cut: None, is_closed };
        Checker { query, users, parts: vec![whole], size: StepSize::default() }
    }

    fn line(&mut self, line: &str) -> Result<(), StepFault> {
        let mut words = line.split(' ');
        let kind = words.next().unwrap_or_default();
        let words: Vec<&str> = words.collect();
        match kind {
            "(" => self.begin_part(),
            ")" => self.end_part(),
            _ if self.part().is_closed || self.part().cut.is_some() => Err(StepFault::Syntax),
            "p" => {
                let known = Rc::new(self.part().known.clone());
                self.change(|part| part.program = Some(known));
                Ok(())
            }
            "c" => {
                let cut = self.cut(&words)?;
                self.change(|part| part.cut = Some(cut));
                Ok(())
            }
            "t" | "h" => self.conclude(kind, &words),
            "b" => self.bound(&words),
            "x" => self.contradiction(&words),
            _ => Err(StepFault::Syntax),
        }
    }

    fn change(&mut self, change: impl FnOnce(&mut SpacePart)) {
        change(self.parts.last_mut().expect("the whole is never taken away"));
    }

    fn part(&self) -> &SpacePart {
        self.parts.last().expect("the whole is never taken away")
    }

    fn begin_part(&mut self) -> Result<(), StepFault> {
        if (self.parts.len() + 1) * (self.query.terms.len() + 1) > MOST_VALUES {
            return Err(StepFault::TooDeep);
        }
        let part = self.parts.last_mut().ok_or(StepFault::Syntax)?;
        let (term, supposed) = part.cut.as_mut().and_then(Cut::pop).ok_or(StepFault::Syntax)?;
        let mut known = part.known.clone();
        let is_closed = !restrict(&mut known, term, supposed);
        self.parts.push(SpacePart { known, program: None, cut: None, is_closed });
        self.size.parts += 1;
        Ok(())
    }

    fn end_part(&mut self) -> Result<(), StepFault> {
        if self.parts.len() < 2 {
            return Err(StepFault::Syntax);
        }
        let part = self.parts.pop().ok_or(StepFault::Syntax)?;
        if !part.is_closed {
            return Err(StepFault::Open);
        }
        let outer = self.parts.last_mut().ok_or(StepFault::Syntax)?;
        if outer.cut.as_ref().is_some_and(Vec::is_empty) {
            outer.is_closed = true;
        }
        Ok(())
    }

    fn term(&self, word: Option<&&str>) -> Result<usize, StepFault> {
        let term: usize = word.and_then(|word| word.parse().ok()).ok_or(StepFault::Syntax)?;
        if term < self.query.terms.len() { Ok(term) } else { Err(StepFault::Syntax) }
    }

    fn format(&self, term: usize) -> Result<Format, StepFault> {
        match self.query.terms[term].sort {
            Sort::Float(format) => Ok(format),
            Sort::Bool | Sort::Mode => Err(StepFault::Syntax),
        }
    }

    /// Two parts that are the whole.
    fn cut(&self, words: &[&str]) -> Result<Cut, StepFault> {
        let term = self.term(words.first())?;
        if self.query.terms[term].sort == Sort::Bool {
            return Ok(vec![(term, Supposed::Truth(false)), (term, Supposed::Truth(true))]);
        }
        let format = self.format(term)?;
        let [_, ranges @ ..] = words else { return Err(StepFault::Syntax) };
        let (first, second) = ranges.split_at_checked(3).ok_or(StepFault::Syntax)?;
        let (first, second) = (range(format, first)?, range(format, second)?);
        // What is in neither would be lost.
        let left = self.part().known.ranges[term].without(first);
        if !left.iter().all(|&left| second.contains(left)) {
            return Err(StepFault::Unjustified);
        }
        Ok(vec![(term, Supposed::Range(second)), (term, Supposed::Range(first))])
    }

    /// A conclusion: each piece that it takes away is impossible.
    fn conclude(&mut self, kind: &str, words: &[&str]) -> Result<(), StepFault> {
        let term = self.term(words.first())?;
        let known = &self.part().known;
        let (removed, left) = match (kind, words) {
            ("t", [_, value]) => {
                let value: bool = value.parse().map_err(|_| StepFault::Syntax)?;
                if self.query.terms[term].sort != Sort::Bool {
                    return Err(StepFault::Syntax);
                }
                (vec![Supposed::Truth(!value)], Supposed::Truth(value))
            }
            ("h", [_, ends @ ..]) => {
                let left = range(self.format(term)?, ends)?;
                let removed = known.ranges[term].without(left).into_iter().map(Supposed::Range);
                (removed.collect(), Supposed::Range(left))
            }
            _ => return Err(StepFault::Syntax),
        };
        if !removed.into_iter().all(|piece| self.is_impossible(term, piece)) {
            return Err(StepFault::Unjustified);
        }
        self.restrict(term, left);
        Ok(())
    }

    fn restrict(&mut self, term: usize, left: Supposed) {
        self.change(|part| part.is_closed |= !restrict(&mut part.known, term, left));
    }

    /// Whether a term cannot be what is supposed: its operands exclude it, or something that uses it
    /// would then be something else than it is.
    fn is_impossible(&self, term: usize, supposed: Supposed) -> bool {
        let known = &self.part().known;
        let forwards = Forwards { query: self.query, known, supposed: None };
        if forwards.image(term).excludes(supposed) {
            return true;
        }
        let forwards = Forwards { supposed: Some((term, supposed)), ..forwards };
        self.users[term].iter().any(|&user| {
            let own = match self.query.terms[user].sort {
                Sort::Bool => known.truths[user].map(Supposed::Truth),
                Sort::Float(_) => Some(Supposed::Range(known.ranges[user])),
                Sort::Mode => None,
            };
            own.is_some_and(|own| forwards.image(user).excludes(own))
        })
    }

    /// A linear bound.
    fn bound(&mut self, words: &[&str]) -> Result<(), StepFault> {
        self.size.linear += 1;
        let [_, sign, end, multiples @ ..] = words else { return Err(StepFault::Syntax) };
        let term = self.term(words.first())?;
        let format = self.format(term)?;
        let end = float(format, end)?;
        let is_below = match *sign {
            "<=" => false,
            ">=" => true,
            _ => return Err(StepFault::Syntax),
        };
        let factor = if is_below { RBig::ONE } else { -RBig::ONE };
        let bound = self.proven(Some((term, factor)), multiples)?;
        let full = Range { nan: false, ..Range::full(format) };
        let left = match is_below {
            true => Range { low: ordinal(end), ..full },
            false => Range { high: ordinal(end), ..full },
        };
        // The nearest number that is taken away lies beyond the bound.
        let next = if is_below { left.low - 1 } else { left.high + 1 };
        let next = Some(next).filter(|next| (!infinity(format)..=infinity(format)).contains(next));
        let next = next.map(|next| number(format, next)).filter(|next| next.is_finite());
        if let Some(next) = next.and_then(exact) {
            let is_beyond = if is_below { next < bound } else { -next < bound };
            if !is_beyond {
                return Err(StepFault::Unjustified);
            }
        }
        self.restrict(term, Supposed::Range(left));
        Ok(())
    }

    /// A linear contradiction.
    fn contradiction(&mut self, words: &[&str]) -> Result<(), StepFault> {
        self.size.linear += 1;
        if self.proven(None, words)? <= RBig::ZERO {
            return Err(StepFault::Unjustified);
        }
        self.change(|part| part.is_closed = true);
        Ok(())
    }

    fn proven(&self, objective: Option<(usize, RBig)>, words: &[&str]) -> Result<RBig, StepFault> {
        let multiples: Option<Vec<Multiple>> = words.iter().map(|word| multiple(word)).collect();
        let known = self.part().program.as_deref().ok_or(StepFault::Syntax)?;
        let rows = Rows { query: self.query, known };
        lower_bound(&rows, objective, &multiples.ok_or(StepFault::Syntax)?).ok_or(StepFault::Unjustified)
    }
}

/// Keeps what is left of a term; `false` if nothing is.
fn restrict(known: &mut Known, term: usize, left: Supposed) -> bool {
    match left {
        Supposed::Truth(value) => known.truths[term].replace(value) != Some(!value),
        Supposed::Range(range) => {
            known.ranges[term] = known.ranges[term].meet(range);
            !known.ranges[term].is_empty()
        }
    }
}

/// A range of floats.
fn range(format: Format, words: &[&str]) -> Result<Range, StepFault> {
    let [low, high, nan] = words else { return Err(StepFault::Syntax) };
    let nan = match *nan {
        "nan" => true,
        "-" => false,
        _ => return Err(StepFault::Syntax),
    };
    if (*low, *high) == ("-", "-") {
        return Ok(Range { nan, ..Range::NAN });
    }
    Ok(Range { low: ordinal(float(format, low)?), high: ordinal(float(format, high)?), nan })
}

/// The bits of a number.
fn float(format: Format, word: &str) -> Result<Float, StepFault> {
    let bits = u128::from_str_radix(word, 16).map_err(|_| StepFault::Syntax)?;
    if bits >> format.width() != 0 {
        return Err(StepFault::Syntax);
    }
    let float = Float::from_bits(format, bits);
    if float.is_nan() { Err(StepFault::Syntax) } else { Ok(float) }
}

/// `9.0*0.5`: half of the inequality 0 of term 9.
fn multiple(word: &str) -> Option<Multiple> {
    let (name, multiplier) = word.split_once('*')?;
    let (term, number) = name.split_once('.')?;
    let multiplier: f64 = multiplier.parse().ok()?;
    let multiple = Multiple { term: term.parse().ok()?, number: number.parse().ok()?, multiplier };
    multiplier.is_finite().then_some(multiple)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// x and two relations of it with itself or with one and minus one, of which some are asserted.
    fn query(asserted: &[&str]) -> String {
        let float = "(_ FloatingPoint 3 3)";
        let mut text = format!(
            "(declare-fun n0 () {float})\n(define-fun n1 () {float} (fp #b0 #b011 #b00))\n\
             (define-fun n2 () {float} (fp #b1 #b011 #b00))\n(define-fun n3 () Bool (fp.leq n0 n1))\n\
             (define-fun n4 () Bool (fp.leq n2 n0))\n(define-fun n5 () Bool (fp.leq n0 n2))\n\
             (define-fun n6 () Bool (fp.leq n1 n0))\n"
        );
        asserted.iter().for_each(|term| text.push_str(&format!("(assert {term})\n")));
        text
    }

    fn check(asserted: &[&str], steps: &str) -> Result<StepSize, StepError> {
        check_steps(&query(asserted), &format!("{HEADER}\n{steps}"))
    }

    #[test]
    fn what_lies_on_two_sides_is_refuted_and_what_lies_on_one_is_not() {
        assert!(check(&["n5", "n6"], "h 0 3c 2c -\nt 6 false\n").is_ok());
        assert_eq!(check(&["n5"], "h 0 3c 2c -\nt 5 false\n"), Err(StepError::Unjustified(3)));
    }

    #[test]
    fn two_parts_have_to_be_the_whole() {
        let not_a_number = "(\nt 6 false\n)\n";
        let both = format!("c 0 - - nan - - nan\n{not_a_number}{not_a_number}");
        assert_eq!(check(&["n6"], &both), Err(StepError::Unjustified(2)), "numbers are left out");
        // The numbers from -inf to inf, and what is none.
        let numbers = "(\nh 0 3c 2c -\nt 6 false\n)\n";
        let both = format!("c 0 3c 1c - - - nan\n{numbers}{not_a_number}");
        assert!(check(&["n5", "n6"], &both).is_ok());
        let one = format!("c 0 3c 1c - - - nan\n{numbers}");
        assert!(check(&["n5", "n6"], &one).is_err(), "a part is not looked at");
    }

    #[test]
    fn a_linear_bound_has_to_follow_from_its_multiples() {
        let bounded = "h 0 2c 0c -\np\n";
        // Nothing is multiplied: the bounds of x itself are all that is proven.
        assert_eq!(check(&["n3", "n4"], &format!("{bounded}b 0 >= 2c\n")), Err(StepError::Open(4)));
        for wrong in ["b 0 >= 0c", "b 0 <= 2c", "b 0 >= 00", "b 0 <= 0b", "x"] {
            let refused = check(&["n3", "n4"], &format!("{bounded}{wrong}\n"));
            assert_eq!(refused, Err(StepError::Unjustified(4)), "{wrong}");
        }
        assert_eq!(check(&["n3"], "h 0 2c 0c -\n"), Err(StepError::Unjustified(2)), "x may be smaller");
    }
}
