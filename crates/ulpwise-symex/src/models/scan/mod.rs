//! `scanf`, `fscanf` and `sscanf` on bytes that may be terms: one path for each shape that the text
//! can have.
//!
//! They do what glibc's do, which is not all that C allows: of `1e+x`, `%lf` takes `1e+` and
//! delivers 1.

mod convert;
mod float;
mod format;

use super::stream::{reading, standard_input};
use super::text::TextSource;
use super::{ModelCall, Models};
use crate::executor::Executor;
use crate::files::Handle;
use crate::models::character::{belongs, is_space};
use crate::state::PathState;
use crate::step::{Next, Nexts};
use format::{Directive, parse};
use ulpwise_expr::Term;
use ulpwise_interp::PathEnd;

pub(super) const MODELS: Models = &[
    ("__isoc23_fscanf", from_stream),
    ("__isoc23_scanf", from_input),
    ("__isoc23_sscanf", from_memory),
    ("__isoc99_fscanf", from_stream),
    ("__isoc99_scanf", from_input),
    ("__isoc99_sscanf", from_memory),
    ("fscanf", from_stream),
    ("scanf", from_input),
    ("sscanf", from_memory),
];

/// A path that is in the middle of a call.
pub(super) struct Scan<'p> {
    pub(super) state: PathState<'p>,
    /// How many bytes were taken.
    pub(super) at: u64,
    /// How many values were converted and stored.
    pub(super) stored: u32,
    /// Whether more was wanted than there is.
    pub(super) met_end: bool,
}

/// Why a call ended before its format did.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Miss {
    /// The input was over before the next value.
    Input,
    /// It is not what the format says.
    Matching,
}

/// What became of the paths of a call.
#[derive(Default)]
pub(super) struct Outcomes<'p> {
    /// Those that go on with the next directive.
    pub(super) open: Vec<Scan<'p>>,
    /// Those whose call is over.
    pub(super) over: Vec<(Scan<'p>, Miss)>,
    /// Those that ended.
    pub(super) ended: Nexts<'p>,
}

/// A call: what is read, and for which arguments.
pub(super) struct ScanReading<'c> {
    pub(super) call: &'c ModelCall,
    pub(super) source: TextSource,
    /// The stream that the bytes are taken from, if they are.
    stream: Option<Handle>,
}

fn from_memory<'p>(executor: &mut Executor<'p, '_>, state: PathState<'p>, call: &ModelCall) -> Nexts<'p> {
    let address = call.known(executor, 0).unwrap_or(0);
    scan(executor, state, call, 1, |_| Ok((TextSource::Memory(address), None)))
}

fn from_stream<'p>(executor: &mut Executor<'p, '_>, state: PathState<'p>, call: &ModelCall) -> Nexts<'p> {
    let address = call.known(executor, 0).unwrap_or(0);
    scan(executor, state, call, 1, |state| upcoming(state, reading(state, address)?))
}

fn from_input<'p>(executor: &mut Executor<'p, '_>, state: PathState<'p>, call: &ModelCall) -> Nexts<'p> {
    scan(executor, state, call, 0, |state| upcoming(state, standard_input(state)?))
}

fn upcoming(state: &PathState<'_>, handle: Handle) -> Result<(TextSource, Option<Handle>), PathEnd> {
    let bytes = state.files.stream(handle).map(crate::files::Stream::upcoming).unwrap_or_default();
    Ok((TextSource::Bytes(bytes), Some(handle)))
}

/// Reads what the format says, which is the argument at `format`.
fn scan<'p>(
    executor: &mut Executor<'p, '_>,
    mut state: PathState<'p>,
    call: &ModelCall,
    format: usize,
    source: impl FnOnce(&PathState<'p>) -> Result<(TextSource, Option<Handle>), PathEnd>,
) -> Nexts<'p> {
    let all: Vec<usize> = (0..call.given.len()).collect();
    if let Some(open) = call.first_open(&state, &all) {
        return executor.enumerate(state, open);
    }
    // glibc sets it to zero where the input ends.
    if let Err(end) = super::open_errno(executor, &mut state) {
        return vec![Next::stops(state, end)];
    }
    let text = call.known(executor, format).unwrap_or(0);
    let text = state.interpreter.machine.memory.c_string(text).map(<[u8]>::to_vec);
    let (source, stream) = match (source(&state), &text) {
        (Ok(source), Ok(_)) => source,
        (Err(end), _) => return vec![Next::stops(state, end)],
        (_, Err(fault)) => return vec![Next::stops(state, fault.clone())],
    };
    let directives = match parse(&text.unwrap_or_default(), format + 1) {
        Ok(directives) => directives,
        Err(what) => return Executor::unsupported(state, format!("{what} of scanf")),
    };
    let reading = ScanReading { call, source, stream };
    let mut nexts = Vec::new();
    let mut open = vec![Scan { state, at: 0, stored: 0, met_end: false }];
    for directive in &directives {
        let mut outcomes = Outcomes::default();
        for scan in open {
            apply(executor, &reading, directive, scan, &mut outcomes);
        }
        nexts.extend(outcomes.ended);
        for (scan, miss) in outcomes.over {
            let answer = if miss == Miss::Input && scan.stored == 0 { u32::MAX } else { scan.stored };
            nexts.extend(finish(executor, &reading, scan, answer));
        }
        open = outcomes.open;
    }
    for scan in open {
        let answer = scan.stored;
        nexts.extend(finish(executor, &reading, scan, answer));
    }
    nexts
}

/// Matches one directive.
fn apply<'p>(
    executor: &mut Executor<'p, '_>,
    reading: &ScanReading<'_>,
    directive: &Directive,
    scan: Scan<'p>,
    outcomes: &mut Outcomes<'p>,
) {
    match directive {
        Directive::Space => {
            let ready = skip_space(executor, reading, scan, &mut outcomes.ended);
            outcomes.open.extend(ready.into_iter().map(|(scan, _)| scan));
        }
        Directive::Literal(byte) => {
            let ready = peek(executor, reading, scan, &mut outcomes.ended);
            literal(executor, ready, *byte, outcomes);
        }
        Directive::Convert(conversion) => {
            if matches!(conversion.kind, format::ConversionKind::Count(_)) {
                return convert::count(executor, reading, conversion, scan, outcomes);
            }
            let ready = if conversion.kind.skips_space() {
                skip_space(executor, reading, scan, &mut outcomes.ended)
            } else {
                peek(executor, reading, scan, &mut outcomes.ended)
            };
            if conversion.kind == format::ConversionKind::Percent {
                return literal(executor, ready, b'%', outcomes);
            }
            for (scan, first) in ready {
                match first {
                    None => outcomes.over.push((scan, Miss::Input)),
                    Some(_) => convert::convert(executor, reading, conversion, scan, outcomes),
                }
            }
        }
    }
}

/// A path, and the byte that it looks at, if there is one.
pub(super) type Ready<'p> = Vec<(Scan<'p>, Option<Term>)>;

/// Looks at the next byte. A zero in memory is where the input is over.
pub(super) fn peek<'p>(
    executor: &mut Executor<'p, '_>,
    reading: &ScanReading<'_>,
    mut scan: Scan<'p>,
    ended: &mut Nexts<'p>,
) -> Ready<'p> {
    let byte = match reading.source.byte(&mut executor.terms, &scan.state, scan.at) {
        Ok(Some(byte)) => byte,
        Ok(None) => {
            scan.met_end = true;
            return vec![(scan, None)];
        }
        Err(fault) => {
            ended.push(Next::stops(scan.state, fault));
            return Vec::new();
        }
    };
    if reading.stream.is_some() {
        return vec![(scan, Some(byte))];
    }
    let zero = executor.terms.constant(8, 0);
    let is_end = executor.terms.store.eq(byte, zero);
    let (ends, goes) = divide(executor, scan, is_end);
    let ends = ends.map(|scan| (Scan { met_end: true, ..scan }, None));
    ends.into_iter().chain(goes.map(|scan| (scan, Some(byte)))).collect()
}

/// A path on which a condition holds, and one on which it does not.
pub(super) fn divide<'p>(
    executor: &mut Executor<'p, '_>,
    scan: Scan<'p>,
    condition: Term,
) -> (Option<Scan<'p>>, Option<Scan<'p>>) {
    let Scan { state, at, stored, met_end } = scan;
    let split = executor.questions.split(&mut executor.terms, state, condition);
    let again = |state| Scan { state, at, stored, met_end };
    (split.holds.map(again), split.fails.map(again))
}

/// Goes past white space, and looks at what comes then.
fn skip_space<'p>(
    executor: &mut Executor<'p, '_>,
    reading: &ScanReading<'_>,
    scan: Scan<'p>,
    ended: &mut Nexts<'p>,
) -> Ready<'p> {
    let mut ready = Vec::new();
    let mut left = vec![scan];
    while let Some(scan) = left.pop() {
        for (scan, byte) in peek(executor, reading, scan, ended) {
            let Some(byte) = byte else {
                ready.push((scan, None));
                continue;
            };
            let space = belongs(&mut executor.terms, byte, is_space);
            let (skipped, stays) = divide(executor, scan, space);
            left.extend(skipped.map(|scan| Scan { at: scan.at + 1, ..scan }));
            ready.extend(stays.map(|scan| (scan, Some(byte))));
        }
    }
    ready
}

/// Matches one character.
fn literal<'p>(executor: &mut Executor<'p, '_>, ready: Ready<'p>, byte: u8, outcomes: &mut Outcomes<'p>) {
    for (scan, first) in ready {
        let Some(first) = first else {
            outcomes.over.push((scan, Miss::Input));
            continue;
        };
        let wanted = executor.terms.constant(8, byte.into());
        let is_it = executor.terms.store.eq(first, wanted);
        let (matches, other) = divide(executor, scan, is_it);
        outcomes.open.extend(matches.map(|scan| Scan { at: scan.at + 1, ..scan }));
        outcomes.over.extend(other.map(|scan| (scan, Miss::Matching)));
    }
}

/// The call returns.
fn finish<'p>(
    executor: &mut Executor<'p, '_>,
    reading: &ScanReading<'_>,
    mut scan: Scan<'p>,
    answer: u32,
) -> Nexts<'p> {
    if let Some(stream) = reading.stream.and_then(|handle| scan.state.files.stream_mut(handle)) {
        stream.consume(usize::try_from(scan.at).unwrap_or(usize::MAX));
        stream.met_end |= scan.met_end;
    }
    let answer = executor.terms.constant(32, answer.into());
    executor.returned(scan.state, reading.call.results, &[answer])
}
