//! Reads the text of a number whose bytes may be terms, as the C library reads it (C17 7.22.1.3 and
//! 7.22.1.4, in the C locale).
//!
//! Where a byte may belong to several classes (white space, a sign, digits, ...) each is a path of
//! its own. So every path knows the shape of its number, and only the values of digits and signs
//! stay open.

use super::character::{CharacterClass, belongs, is_space};
use crate::executor::Executor;
use crate::state::PathState;
use crate::step::{Next, Nexts};
use crate::terms::Terms;
use std::sync::Arc;
use ulpwise_expr::Term;
use ulpwise_interp::memory::MemoryFault;

/// What was read so far.
#[derive(Clone, Debug)]
pub(super) struct NumberScan {
    /// Where in its source the text begins.
    pub(super) start: u64,
    /// The next byte.
    pub(super) at: u64,
    /// Where the number that was recognised ends.
    pub(super) end: u64,
    /// Where reading stops at the latest.
    pub(super) limit: Option<u64>,
    /// Whether the source was over when more was wanted.
    pub(super) met_end: bool,
    pub(super) phase: Phase,
    pub(super) base: u64,
    /// Whether `0x` may stand before the digits.
    pub(super) takes_prefix: bool,
    pub(super) word: Option<Word>,
    /// Whether it has a minus.
    pub(super) negative: Option<Term>,
    /// The digits, each as its number in eight bits.
    pub(super) digits: Vec<Term>,
    /// How many of them stand after the point.
    pub(super) fraction: i64,
    pub(super) exponent_negative: Option<Term>,
    pub(super) exponent: Vec<Term>,
}

/// Where in a number the next byte stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    Space,
    /// After spaces, if there were any; a sign may follow.
    Sign,
    /// After the sign.
    Start,
    Integer,
    /// After a point without a digit before it.
    Point,
    Fraction,
    /// After `0x`.
    HexStart,
    /// After the letter of the exponent.
    Exponent,
    ExponentSigned,
    ExponentDigits,
    /// After so many letters of `infinity`.
    Infinity(usize),
    /// After so many letters of `nan`.
    Nan(usize),
    /// After `nan(`, and whether anything followed.
    Payload(bool),
    /// After `nan(...)`.
    Closed,
    Done,
}

/// A number that is no digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    Infinity,
    Nan,
}

pub(super) const INFINITY: &[u8] = b"infinity";
pub(super) const NAN: &[u8] = b"nan";

impl NumberScan {
    pub(super) fn new(start: u64, base: u64, takes_prefix: bool) -> NumberScan {
        NumberScan {
            start,
            at: start,
            end: start,
            limit: None,
            met_end: false,
            phase: Phase::Space,
            base,
            takes_prefix,
            word: None,
            negative: None,
            digits: Vec::new(),
            fraction: 0,
            exponent_negative: None,
            exponent: Vec::new(),
        }
    }

    /// Goes past a byte to another phase.
    fn goes(&self, phase: Phase) -> NumberScan {
        NumberScan { at: self.at + 1, phase, ..self.clone() }
    }

    /// As [`NumberScan::goes`], and what was read so far is a number.
    fn ends(&self, phase: Phase) -> NumberScan {
        NumberScan { end: self.at + 1, ..self.goes(phase) }
    }
}

/// What text is read from.
#[derive(Clone, Debug)]
pub(super) enum TextSource {
    /// Memory from an address on.
    Memory(u64),
    /// These bytes, and then nothing.
    Bytes(Arc<[Term]>),
}

impl TextSource {
    /// The byte at a place; `None` if the source is over before.
    pub(super) fn byte(
        &self,
        terms: &mut Terms,
        state: &PathState<'_>,
        at: u64,
    ) -> Result<Option<Term>, MemoryFault> {
        let byte = match self {
            TextSource::Memory(start) => Some(state.load_bytes(terms, start.wrapping_add(at), 1)?),
            TextSource::Bytes(bytes) => usize::try_from(at).ok().and_then(|at| bytes.get(at).copied()),
        };
        Ok(byte.map(|byte| terms.bits(byte)))
    }
}

/// What a byte may be, and how reading goes on then.
pub(super) type Ways = Vec<(Term, NumberScan)>;

/// A byte that is looked at.
pub(super) struct Byte<'t> {
    terms: &'t mut Terms,
    byte: Term,
}

impl Byte<'_> {
    fn is(&mut self, class: CharacterClass) -> Term {
        belongs(self.terms, self.byte, class)
    }

    /// Whether it is a letter, in either case.
    fn is_letter(&mut self, letter: u8) -> Term {
        let cases = [letter.to_ascii_lowercase(), letter.to_ascii_uppercase()].map(|letter| {
            let letter = self.terms.constant(8, letter.into());
            self.terms.store.eq(self.byte, letter)
        });
        self.terms.store.or(&cases)
    }

    fn is_byte(&mut self, byte: u8) -> Term {
        let byte = self.terms.constant(8, byte.into());
        self.terms.store.eq(self.byte, byte)
    }

    /// Whether it is a digit of a base.
    fn is_digit(&mut self, base: u64) -> Term {
        let value = self.digit();
        let limit = self.terms.constant(8, base.into());
        self.terms.store.bv_ult(value, limit)
    }

    /// The number that it stands for as a digit; 255 if it is none.
    fn digit(&mut self) -> Term {
        let kinds: [(CharacterClass, u64); 3] = [
            (u8::is_ascii_digit, b'0'.into()),
            (u8::is_ascii_lowercase, u64::from(b'a') - 10),
            (u8::is_ascii_uppercase, u64::from(b'A') - 10),
        ];
        let mut value = self.terms.constant(8, 255);
        for (class, offset) in kinds.into_iter().rev() {
            let is_it = self.is(class);
            let offset = self.terms.constant(8, offset.into());
            let number = self.terms.store.bv_sub(self.byte, offset);
            value = self.terms.store.ite(is_it, number, value);
        }
        value
    }

    fn sign(&mut self) -> (Term, Term) {
        let minus = self.is_byte(b'-');
        let plus = self.is_byte(b'+');
        (self.terms.store.or(&[minus, plus]), minus)
    }
}

/// What is done with a number that was read.
type Finish<'a, 'p, 's> = &'a mut dyn FnMut(&mut Executor<'p, 's>, PathState<'p>, &NumberScan) -> Nexts<'p>;

/// Reads a number on every path that its bytes allow; `ways` says how a byte goes on, `finish` what
/// is done with the number.
pub(super) fn read<'p, 's>(
    executor: &mut Executor<'p, 's>,
    state: PathState<'p>,
    source: &TextSource,
    number: NumberScan,
    ways: fn(&mut Byte<'_>, &NumberScan) -> Ways,
    finish: Finish<'_, 'p, 's>,
) -> Nexts<'p> {
    let mut nexts = Vec::new();
    let mut open = vec![(state, number)];
    while let Some((state, mut number)) = open.pop() {
        // Beyond the deadline no question is answered, and every byte would fork the path. It stands
        // before the call still, with the conditions of the bytes that were read.
        if executor.options.budget.check(0).is_err() {
            nexts.push(Next::Goes(state));
            continue;
        }
        if number.phase == Phase::Closed {
            nexts.extend(Executor::unsupported(state, "a NaN with a payload in symbolic text"));
            continue;
        }
        if number.phase == Phase::Done || number.limit == Some(number.at) {
            nexts.extend(finish(executor, state, &number));
            continue;
        }
        let byte = match source.byte(&mut executor.terms, &state, number.at) {
            Ok(Some(byte)) => byte,
            Ok(None) => {
                number.met_end = true;
                nexts.extend(finish(executor, state, &number));
                continue;
            }
            Err(fault) => {
                nexts.push(Next::stops(state, fault));
                continue;
            }
        };
        let mut left = Some(state);
        for (condition, next) in ways(&mut Byte { terms: &mut executor.terms, byte }, &number) {
            let Some(state) = left.take() else { break };
            let split = executor.questions.split(&mut executor.terms, state, condition);
            open.extend(split.holds.map(|state| (state, next)));
            left = split.fails;
        }
        if let Some(state) = left {
            nexts.extend(finish(executor, state, &number));
        }
    }
    nexts
}

/// How a number begins: after spaces, where these may stand, and a sign it is what `ways` says.
fn beginnings(
    byte: &mut Byte<'_>,
    number: &NumberScan,
    ways: fn(&mut Byte<'_>, &NumberScan) -> Ways,
) -> Ways {
    let mut all = Vec::new();
    if number.phase == Phase::Space {
        all.push((byte.is(is_space), number.goes(Phase::Space)));
    }
    let (is_sign, minus) = byte.sign();
    all.push((is_sign, NumberScan { negative: Some(minus), ..number.goes(Phase::Start) }));
    all.extend(ways(byte, &NumberScan { phase: Phase::Start, ..number.clone() }));
    all
}

/// How a float goes on with a byte; with any other it is done.
pub(super) fn float_ways(byte: &mut Byte<'_>, number: &NumberScan) -> Ways {
    match number.phase {
        Phase::Space | Phase::Sign => beginnings(byte, number, float_ways),
        Phase::Start => {
            let mut first = number.ends(Phase::Integer);
            first.digits.push(byte.digit());
            vec![
                (byte.is_digit(10), first),
                (byte.is_byte(b'.'), number.goes(Phase::Point)),
                (byte.is_letter(b'i'), number.goes(Phase::Infinity(1))),
                (byte.is_letter(b'n'), number.goes(Phase::Nan(1))),
            ]
        }
        Phase::Integer => {
            let mut more = number.ends(Phase::Integer);
            more.digits.push(byte.digit());
            let mut ways =
                vec![(byte.is_digit(number.base), more), (byte.is_byte(b'.'), number.ends(Phase::Fraction))];
            ways.push((byte.is_letter(exponent_letter(number)), number.goes(Phase::Exponent)));
            ways.extend(prefix(byte, number));
            ways
        }
        Phase::Point | Phase::Fraction => {
            let mut more = number.ends(Phase::Fraction);
            more.digits.push(byte.digit());
            more.fraction += 1;
            let mut ways = vec![(byte.is_digit(number.base), more)];
            if number.phase == Phase::Fraction {
                ways.push((byte.is_letter(exponent_letter(number)), number.goes(Phase::Exponent)));
            }
            ways
        }
        Phase::HexStart => {
            // Without a digit after all, the number is the zero before the letter.
            let hex = hexadecimal(number);
            let mut first = hex.ends(Phase::Integer);
            first.digits.push(byte.digit());
            vec![(byte.is_digit(16), first), (byte.is_byte(b'.'), hex.goes(Phase::Point))]
        }
        Phase::Exponent | Phase::ExponentSigned | Phase::ExponentDigits => {
            let mut more = number.ends(Phase::ExponentDigits);
            more.exponent.push(byte.digit());
            let mut ways = vec![(byte.is_digit(10), more)];
            if number.phase == Phase::Exponent {
                let (is_sign, minus) = byte.sign();
                ways.push((
                    is_sign,
                    NumberScan { exponent_negative: Some(minus), ..number.goes(Phase::ExponentSigned) },
                ));
            }
            ways
        }
        Phase::Infinity(at) => match INFINITY.get(at) {
            Some(&letter) => {
                let next = Phase::Infinity(at + 1);
                let is_word = at + 1 == 3 || at + 1 == INFINITY.len();
                let mut goes = if is_word { number.ends(next) } else { number.goes(next) };
                goes.word = if is_word { Some(Word::Infinity) } else { number.word };
                vec![(byte.is_letter(letter), goes)]
            }
            None => Vec::new(),
        },
        Phase::Nan(at) => match NAN.get(at) {
            Some(&letter) => {
                let next = Phase::Nan(at + 1);
                let is_word = at + 1 == NAN.len();
                let mut goes = if is_word { number.ends(next) } else { number.goes(next) };
                goes.word = is_word.then_some(Word::Nan);
                vec![(byte.is_letter(letter), goes)]
            }
            None => vec![(byte.is_byte(b'('), number.goes(Phase::Payload(false)))],
        },
        Phase::Payload(has_any) => {
            let closed = if has_any { number.goes(Phase::Closed) } else { number.ends(Phase::Done) };
            let is_payload = byte.is(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
            vec![(is_payload, number.goes(Phase::Payload(true))), (byte.is_byte(b')'), closed)]
        }
        Phase::Closed | Phase::Done => Vec::new(),
    }
}

fn exponent_letter(number: &NumberScan) -> u8 {
    if number.base == 16 { b'p' } else { b'e' }
}

/// The way over the letter of `0x`, where that may stand.
fn prefix(byte: &mut Byte<'_>, number: &NumberScan) -> Option<(Term, NumberScan)> {
    let ([digit], true) = (&number.digits[..], number.takes_prefix) else { return None };
    let is_letter = byte.is_letter(b'x');
    let zero = byte.terms.constant(8, 0);
    let is_zero = byte.terms.store.eq(*digit, zero);
    let is_prefix = byte.terms.store.and(&[is_letter, is_zero]);
    Some((is_prefix, number.goes(Phase::HexStart)))
}

/// The number after its prefix.
fn hexadecimal(number: &NumberScan) -> NumberScan {
    NumberScan { base: 16, takes_prefix: false, digits: Vec::new(), ..number.clone() }
}

/// How an integer goes on with a byte; with any other it is done.
pub(super) fn integer_ways(byte: &mut Byte<'_>, number: &NumberScan) -> Ways {
    match number.phase {
        Phase::Space | Phase::Sign => beginnings(byte, number, integer_ways),
        Phase::Start | Phase::HexStart => {
            let number = if number.phase == Phase::HexStart { &hexadecimal(number) } else { number };
            let mut first = number.ends(Phase::Integer);
            first.digits.push(byte.digit());
            if number.base != 0 {
                return vec![(byte.is_digit(number.base), first)];
            }
            // Without a base, the first digit tells it.
            let octal = NumberScan { base: 8, ..first.clone() };
            let decimal = NumberScan { base: 10, takes_prefix: false, ..first };
            vec![(byte.is_byte(b'0'), octal), (byte.is_digit(10), decimal)]
        }
        Phase::Integer => {
            let mut more = number.ends(Phase::Integer);
            more.digits.push(byte.digit());
            let mut ways = vec![(byte.is_digit(number.base), more)];
            ways.extend(prefix(byte, number));
            ways
        }
        _ => Vec::new(),
    }
}
