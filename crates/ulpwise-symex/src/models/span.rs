//! Strings of symbolic bytes taken apart at characters of a known set: `strspn` and its kin, and
//! tokens.

use super::character::belongs;
use super::string::{byte, finish, is_zero, walk};
use super::{ModelCall, Models};
use crate::executor::Executor;
use crate::state::PathState;
use crate::step::{Next, Nexts};
use ulpwise_expr::Term;
use ulpwise_interp::PathEnd;
use ulpwise_interp::memory::MemoryFault;
use ulpwise_ir::Type;

pub(super) const MODELS: Models = &[
    ("rindex", last_place),
    ("strcspn", |executor, state, call| length(executor, state, call, false)),
    ("strpbrk", first_member),
    ("strrchr", last_place),
    ("strspn", |executor, state, call| length(executor, state, call, true)),
    ("strstr", part),
    ("strtok", |executor, state, call| token(executor, state, call, None)),
    ("strtok_r", |executor, state, call| token(executor, state, call, Some(2))),
];

/// The characters of a string that is known.
fn set(state: &PathState<'_>, address: u64) -> Result<Vec<u8>, PathEnd> {
    match state.interpreter.machine.memory.c_string(address) {
        Ok(text) => Ok(text.to_vec()),
        Err(MemoryFault::Marked) => Err(PathEnd::Unsupported("a set of symbolic characters".to_owned())),
        Err(fault) => Err(fault.into()),
    }
}

/// How many of the first characters belong to the set of the second argument, or do not.
fn length<'p>(
    executor: &mut Executor<'p, '_>,
    state: PathState<'p>,
    call: &ModelCall,
    belonging: bool,
) -> Nexts<'p> {
    if let Some(open) = call.first_open(&state, &[0, 1]) {
        return executor.enumerate(state, open);
    }
    let [start, members] = [0, 1].map(|at| call.known(executor, at).unwrap_or(0));
    let members = match set(&state, members) {
        Ok(members) => members,
        Err(end) => return vec![Next::stops(state, end)],
    };
    let stops = walk(executor, &state, u64::MAX, &mut |executor, state, at| {
        let byte = byte(executor, state, start.wrapping_add(at))?;
        // A zero belongs to no set, and ends both.
        let stop = belongs(&mut executor.terms, byte, |character| {
            *character == 0 || members.contains(character) != belonging
        });
        Ok(vec![(stop, executor.terms.constant(64, at.into()))])
    });
    let none = executor.terms.constant(64, 0);
    finish(executor, state, call, stops, none)
}

/// `strpbrk`: where the first character of a set stands; null where there is none.
fn first_member<'p>(executor: &mut Executor<'p, '_>, state: PathState<'p>, call: &ModelCall) -> Nexts<'p> {
    if let Some(open) = call.first_open(&state, &[0, 1]) {
        return executor.enumerate(state, open);
    }
    let [start, members] = [0, 1].map(|at| call.known(executor, at).unwrap_or(0));
    let members = match set(&state, members) {
        Ok(members) => members,
        Err(end) => return vec![Next::stops(state, end)],
    };
    let null = executor.terms.constant(64, 0);
    let stops = walk(executor, &state, u64::MAX, &mut |executor, state, at| {
        let address = start.wrapping_add(at);
        let byte = byte(executor, state, address)?;
        let found = belongs(&mut executor.terms, byte, |character| members.contains(character));
        let here = executor.terms.constant(64, address.into());
        Ok(vec![(found, here), (is_zero(executor, byte), null)])
    });
    finish(executor, state, call, stops, null)
}

/// `strrchr`: where a character stands last; null where it does not. The zero at the end counts as
/// one.
fn last_place<'p>(executor: &mut Executor<'p, '_>, state: PathState<'p>, call: &ModelCall) -> Nexts<'p> {
    if let Some(open) = call.first_open(&state, &[0]) {
        return executor.enumerate(state, open);
    }
    let start = call.known(executor, 0).unwrap_or(0);
    let wanted = call.argument(executor, 1);
    let wanted = executor.terms.bits(wanted);
    let wanted = executor.terms.store.bv_extract(wanted, 7, 0);
    let wanted = executor.terms.store.bv_zero_extend(wanted, 24);
    // What is delivered if the string goes on beyond a place.
    let mut last = executor.terms.constant(64, 0);
    let stops = walk(executor, &state, u64::MAX, &mut |executor, state, at| {
        let address = start.wrapping_add(at);
        let byte = byte(executor, state, address)?;
        let is_it = executor.terms.store.eq(byte, wanted);
        let here = executor.terms.constant(64, address.into());
        last = executor.terms.store.ite(is_it, here, last);
        Ok(vec![(is_zero(executor, byte), last)])
    });
    let null = executor.terms.constant(64, 0);
    finish(executor, state, call, stops, null)
}

/// `strstr`: where a known string stands in one first; null where it does not.
fn part<'p>(executor: &mut Executor<'p, '_>, state: PathState<'p>, call: &ModelCall) -> Nexts<'p> {
    if let Some(open) = call.first_open(&state, &[0, 1]) {
        return executor.enumerate(state, open);
    }
    let [start, wanted] = [0, 1].map(|at| call.known(executor, at).unwrap_or(0));
    let wanted = match set(&state, wanted) {
        Ok(wanted) => wanted,
        Err(end) => return vec![Next::stops(state, end)],
    };
    let null = executor.terms.constant(64, 0);
    let stops = walk(executor, &state, u64::MAX, &mut |executor, state, at| {
        let address = start.wrapping_add(at);
        let first = byte(executor, state, address)?;
        let mut matches = Vec::new();
        for (distance, &character) in wanted.iter().enumerate() {
            // Beyond the object there is no match: the string is over before.
            let Ok(byte) = byte(executor, state, address.wrapping_add(distance as u64)) else {
                matches.push(executor.terms.store.bool(false));
                break;
            };
            let character = executor.terms.constant(32, character.into());
            matches.push(executor.terms.store.eq(byte, character));
        }
        let found = executor.terms.store.and(&matches);
        let here = executor.terms.constant(64, address.into());
        Ok(vec![(found, here), (is_zero(executor, first), null)])
    });
    finish(executor, state, call, stops, null)
}

/// `strtok` and `strtok_r`, one path for each place where a token may begin and end; `place` is the
/// argument that says where the rest is kept, if one does.
fn token<'p>(
    executor: &mut Executor<'p, '_>,
    state: PathState<'p>,
    call: &ModelCall,
    place: Option<usize>,
) -> Nexts<'p> {
    if let Some(open) = call.first_open(&state, &[0, 1, 2]) {
        return executor.enumerate(state, open);
    }
    let [given, members] = [0, 1].map(|at| call.known(executor, at).unwrap_or(0));
    let place = place.map(|at| call.known(executor, at).unwrap_or(0));
    let tokens = set(&state, members).and_then(|members| {
        let start = if given == 0 { rest(executor, &state, place)? } else { given };
        Ok(Tokens { call, members, place, start })
    });
    match tokens {
        Err(end) => vec![Next::stops(state, end)],
        Ok(tokens) if tokens.start == 0 => tokens.deliver(executor, state, 0, 0),
        Ok(tokens) => tokens.find(executor, state),
    }
}

/// Where the rest of the string begins.
fn rest(executor: &mut Executor<'_, '_>, state: &PathState<'_>, place: Option<u64>) -> Result<u64, PathEnd> {
    let Some(place) = place else { return Ok(state.interpreter.token_rest()) };
    let rest = state.load(&mut executor.terms, place, Type::Pointer)?;
    let unknown = || PathEnd::Unsupported("a symbolic address in the third argument of strtok_r".to_owned());
    executor.terms.known(rest).map(|address| address as u64).ok_or_else(unknown)
}

/// A search for a token.
struct Tokens<'c> {
    call: &'c ModelCall,
    members: Vec<u8>,
    /// Where the rest is kept, if the library does not do that.
    place: Option<u64>,
    start: u64,
}

impl Tokens<'_> {
    fn find<'p>(&self, executor: &mut Executor<'p, '_>, state: PathState<'p>) -> Nexts<'p> {
        let mut nexts = Vec::new();
        // A path, where it looks, and where its token began.
        let mut open = vec![(state, self.start, None)];
        while let Some((state, at, begin)) = open.pop() {
            let byte = match byte(executor, &state, at) {
                Ok(byte) => byte,
                Err(fault) => {
                    nexts.push(Next::stops(state, fault));
                    continue;
                }
            };
            let is_end = is_zero(executor, byte);
            let split = executor.questions.split(&mut executor.terms, state, is_end);
            if let Some(state) = split.holds {
                nexts.extend(self.deliver(executor, state, begin.unwrap_or(0), self.at_end(at)));
            }
            let Some(state) = split.fails else { continue };
            let belongs = belongs(&mut executor.terms, byte, |character| self.members.contains(character));
            let split = executor.questions.split(&mut executor.terms, state, belongs);
            match begin {
                None => open.extend(split.holds.map(|state| (state, at + 1, None))),
                Some(begin) => {
                    if let Some(state) = split.holds {
                        nexts.extend(self.cut(executor, state, begin, at));
                    }
                }
            }
            open.extend(split.fails.map(|state| (state, at + 1, Some(begin.unwrap_or(at)))));
        }
        nexts
    }

    /// What is kept as the rest where the string is over: `strtok` of ours knows that nothing is
    /// left, glibc's `strtok_r` keeps the address of the zero.
    fn at_end(&self, at: u64) -> u64 {
        if self.place.is_some() { at } else { 0 }
    }

    /// Ends a token at a separator.
    fn cut<'p>(
        &self,
        executor: &mut Executor<'p, '_>,
        mut state: PathState<'p>,
        begin: u64,
        at: u64,
    ) -> Nexts<'p> {
        let zero: Term = executor.terms.constant(8, 0);
        match state.store_bytes(&mut executor.terms, at, 1, zero) {
            Ok(()) => self.deliver(executor, state, begin, at + 1),
            Err(fault) => vec![Next::stops(state, fault)],
        }
    }

    /// Keeps the rest, and returns a token, or null.
    fn deliver<'p>(
        &self,
        executor: &mut Executor<'p, '_>,
        mut state: PathState<'p>,
        token: u64,
        rest: u64,
    ) -> Nexts<'p> {
        match self.place {
            None => state.interpreter.set_token_rest(rest),
            Some(place) => {
                let rest = executor.terms.constant(64, rest.into());
                if let Err(fault) = state.store(&mut executor.terms, place, Type::Pointer, rest) {
                    return vec![Next::stops(state, fault)];
                }
            }
        }
        let token = executor.terms.constant(64, token.into());
        executor.returned(state, self.call.results, &[token])
    }
}
