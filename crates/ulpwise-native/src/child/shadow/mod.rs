//! The run time of shadowed code: larger errors than known so far, the shadow values that are not
//! computed inline, and those of memory.
//!
//! What holds: an error is reported in units of the last place of what is right, each site's
//! largest one of a call (or, when only new ones are asked for, one that is larger than any
//! before). The environment of the program is left as it was.

mod algebra;
mod cells;
mod constants;
mod double_double;
mod error;
mod functions;
mod mpfr;
mod numbers;
mod trace;

use crate::region::{EVENT_WORDS, Header, Region, SHADOW_WORDS, detail, pack_event, shadow_kind};
use algebra::{Algebra, FieldOperation};
use cells::{Cell, Cells};
use constants::MovedConstants;
use functions::ShadowSite;
use numbers::Numbers;
use std::sync::atomic::{AtomicPtr, AtomicU64, Ordering};
use trace::{OperationResult, Trace};
use ulpwise_host::sse;
use ulpwise_ir::{FloatFormat, Inst, Module};
use ulpwise_llvm::{Precision, SHADOW_FUNCTIONS, ShadowAddresses, SymbolDefinition, TargetLayout};

/// A shadow value as machine code passes it: `high + low` in the fast mode; in the exact mode `low`
/// is the index of a number, by its bits.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub(super) struct ShadowValue {
    high: f64,
    low: f64,
}

/// Functions without a double-double form are computed with so many bits in the fast mode.
const FAST_BITS: u32 = 160;

/// More bits than that shadow values never have.
const MOST_BITS: u32 = 1 << 20;

/// How many sites of a call are named whose operations undo others.
const MOST_UNDONE: usize = 4;

/// What is known of the call under way.
struct Shadow {
    sites: Vec<ShadowSite>,
    addresses: ShadowAddresses,
    cells: Cells,
    /// In the upper sixteen bits.
    epoch: u64,
    exact: bool,
    numbers: Option<Numbers>,
    /// The largest accumulated and local error of each site.
    largest: Vec<[f64; 2]>,
    /// The sites with something to report, and whether they diverged.
    with_events: Vec<u32>,
    has_events: Vec<bool>,
    diverged: Vec<bool>,
    algebra: Algebra,
    /// The sites whose operations undo others when nothing is rounded.
    undone: Vec<u32>,
    /// Whether a sum had too few bits for both of its operands.
    is_absorbed: bool,
    fresh: bool,
    events: *mut u64,
    event_count: *const AtomicU64,
    /// A number of [`detail`], set before the call.
    asked: *const AtomicU64,
    /// How many bits shadow values have, set before the call; zero where that is left alone.
    asked_bits: *const AtomicU64,
    /// Whether the errors of sites are wanted.
    measures: bool,
    trace: Trace,
    constants: MovedConstants,
}

// Machine code calls plain functions, which take no context: this is the worker's one run time of
// shadow values.
static SHADOW: AtomicPtr<Shadow> = AtomicPtr::new(std::ptr::null_mut());

/// The functions under the names that machine code knows.
pub(super) fn definitions() -> Vec<SymbolDefinition> {
    let addresses = [
        report_error as *const (),
        report_divergence as *const (),
        shadow_value as *const (),
        compare as *const (),
        negate as *const (),
        copy as *const (),
        forget as *const (),
    ];
    let pairs = SHADOW_FUNCTIONS.into_iter().zip(addresses);
    pairs.map(|(name, address)| SymbolDefinition { name, address: address as usize }).collect()
}

/// Makes the run time ready: before the sandbox, because it opens a library.
pub(super) fn install(
    module: &Module,
    region: &Region,
    addresses: ShadowAddresses,
    precision: Precision,
) -> std::io::Result<()> {
    let (bits, exact) = match precision {
        Precision::DoubleDouble => (FAST_BITS, false),
        Precision::Bits(bits) => (bits, true),
    };
    let numbers = Numbers::new(bits, exact);
    let count = module.sites.len();
    let cells = Cells::reserve()?;
    // SAFETY: the address of a pointer of the linked code.
    unsafe { *(addresses.cells as *mut *mut libc::c_void) = cells.start() };
    let shadow = Box::leak(Box::new(Shadow {
        sites: module
            .sites
            .ids()
            .map(|site| ShadowSite::new(module, site, numbers.as_ref(), exact))
            .collect(),
        addresses,
        cells,
        epoch: 0,
        exact,
        numbers,
        largest: vec![[0.0; 2]; count],
        with_events: Vec::with_capacity(count),
        has_events: vec![false; count],
        diverged: vec![false; count],
        algebra: Algebra::default(),
        undone: Vec::with_capacity(MOST_UNDONE),
        is_absorbed: false,
        fresh: true,
        events: region.events(),
        event_count: region.header_word(Header::Events),
        asked: region.header_word(Header::Detail),
        asked_bits: region.header_word(Header::ShadowBits),
        measures: true,
        trace: Trace::new(region),
        constants: MovedConstants::default(),
    }));
    SHADOW.store(shadow, Ordering::Release);
    Ok(())
}

/// Whether the system has what the exact mode computes with.
pub(super) fn has_library() -> bool {
    mpfr::MpfrLibrary::open().is_some()
}

impl Shadow {
    fn begin(&mut self, fresh: bool, layout: &TargetLayout, input: *const u64) -> bool {
        // SAFETY: points into the region, which outlives the run time.
        let count = unsafe { &*self.event_count }.load(Ordering::Relaxed) as usize;
        let most =
            self.sites.len() + MOST_UNDONE + 2 + if fresh { 4 * layout.output_words as usize } else { 0 };
        if count + SHADOW_WORDS * most.min(EVENT_WORDS / (2 * SHADOW_WORDS)) > EVENT_WORDS {
            return false;
        }
        self.fresh = fresh;
        self.epoch = self.epoch.wrapping_add(1 << 48);
        if self.epoch == 0 {
            self.cells.clear();
            self.epoch = 1 << 48;
        }
        // SAFETY: the address of a word of the linked code.
        unsafe { *(self.addresses.epoch as *mut u64) = self.epoch };
        // SAFETY: points into the region, which outlives the run time.
        let bits = unsafe { &*self.asked_bits }.load(Ordering::Relaxed);
        if let Some(numbers) = &mut self.numbers {
            if let Ok(bits @ 64..=MOST_BITS) = u32::try_from(bits) {
                numbers.set_bits(bits);
            }
            numbers.begin();
        }
        self.algebra.begin();
        self.undone.clear();
        self.is_absorbed = false;
        // SAFETY: points into the region, which outlives the run time.
        let asked = unsafe { &*self.asked }.load(Ordering::Relaxed);
        self.measures = ![detail::OUTPUTS, detail::MOVED_CONSTANTS].contains(&asked);
        // SAFETY: the words of the call's inputs.
        let words = unsafe { std::slice::from_raw_parts(input, layout.input_words as usize) };
        self.constants.begin((self.exact && asked == detail::MOVED_CONSTANTS).then_some(words));
        self.trace.begin(self.exact && asked == detail::OPERATIONS);
        true
    }

    /// The call is over: reports its events.
    fn finish(&mut self, call: u32) {
        // SAFETY: points into the region, which outlives the run time.
        let counter = unsafe { &*self.event_count };
        for &site in &self.undone {
            self.report([pack_event(call, site, shadow_kind::UNDONE), 0, 0]);
        }
        if self.exact && self.numbers.as_ref().is_some_and(|numbers| numbers.is_exhausted) {
            self.report([pack_event(call, 0, shadow_kind::EXHAUSTED), 0, 0]);
        }
        if self.is_absorbed {
            self.report([pack_event(call, 0, shadow_kind::ABSORBED), 0, 0]);
        }
        let mut count = counter.load(Ordering::Relaxed) as usize;
        for index in 0..self.with_events.len() {
            let site = self.with_events[index];
            let at = site as usize;
            let [accumulated, local] = self.largest[at];
            let kind = if self.diverged[at] { shadow_kind::DIVERGED } else { shadow_kind::ERROR };
            if count + SHADOW_WORDS <= EVENT_WORDS {
                let words = [pack_event(call, site, kind), accumulated.to_bits(), local.to_bits()];
                // SAFETY: the words lie in the region's room for events, as was just checked.
                unsafe { self.events.add(count).copy_from_nonoverlapping(words.as_ptr(), SHADOW_WORDS) };
                count += SHADOW_WORDS;
            }
            self.has_events[at] = false;
            if self.fresh {
                self.diverged[at] = false;
                self.largest[at] = [0.0; 2];
                self.set_thresholds(at);
            }
        }
        self.with_events.clear();
        counter.store(count as u64, Ordering::Relaxed);
    }

    /// The call ended before it returned: forgets what it would have reported.
    fn abandon(&mut self) {
        for site in std::mem::take(&mut self.with_events) {
            let at = site as usize;
            self.has_events[at] = false;
            self.diverged[at] = false;
            self.largest[at] = [0.0; 2];
            self.set_thresholds(at);
        }
    }

    /// Reports the right values of the floats that the call gives back.
    fn report_right_outputs(&mut self, call: u32, output: *const u64, layout: &TargetLayout) {
        // SAFETY: a cell of the linked code.
        let returned = unsafe { *(self.addresses.returned as *const Cell) };
        if layout.returned_words == 1 && returned[0] == self.epoch | 1 {
            self.report_shadow(call, 0, returned);
        }
        for half in 2 * layout.returned_words..2 * layout.output_words {
            let address = output.cast::<u32>().wrapping_add(half as usize);
            let cell = self.cells.get(address as u64);
            // SAFETY: inside of the output, all of which is there; a whole word begins at an even
            // half.
            let (single, double) =
                unsafe { (*address, if half % 2 == 0 { *address.cast::<u64>() } else { cell[1] ^ 1 }) };
            let unchanged = cell[1] == double || cell[1] == f64::from(f32::from_bits(single)).to_bits();
            if cell[0] == self.epoch | address as u64 && unchanged {
                self.report_shadow(call, half, cell);
            }
        }
    }

    fn report_shadow(&mut self, call: u32, half: u32, [_, value, high, low]: Cell) {
        let shadow = ShadowValue { high: f64::from_bits(high), low: f64::from_bits(low) };
        let (nearest, exponent) = match &self.numbers {
            Some(numbers) => numbers.rounded(shadow),
            None => (shadow.high, None),
        };
        let exponent = exponent.map_or(f64::NAN, |exponent| exponent as f64);
        self.report([pack_event(call, half, shadow_kind::OUTPUT), nearest.to_bits(), exponent.to_bits()]);
        if self.trace.is_on() {
            self.trace.add_output(half, shadow);
        }
        if let Some(numbers) = &self.numbers {
            let (fraction, exponent) = numbers.distance(f64::from_bits(value), shadow);
            let exponent = exponent as f64;
            let kind = shadow_kind::OUTPUT_ERROR;
            self.report([pack_event(call, half, kind), fraction.to_bits(), exponent.to_bits()]);
        }
    }

    /// Adds an event, if there is room.
    fn report(&self, words: [u64; SHADOW_WORDS]) {
        // SAFETY: points into the region, which outlives the run time.
        let counter = unsafe { &*self.event_count };
        let count = counter.load(Ordering::Relaxed) as usize;
        if count + SHADOW_WORDS <= EVENT_WORDS {
            // SAFETY: the words lie in the region's room for events, as was just checked.
            unsafe { self.events.add(count).copy_from_nonoverlapping(words.as_ptr(), SHADOW_WORDS) };
            counter.store((count + SHADOW_WORDS) as u64, Ordering::Relaxed);
        }
    }

    fn mark_site(&mut self, site: u32) {
        if !std::mem::replace(&mut self.has_events[site as usize], true) {
            self.with_events.push(site);
        }
    }

    /// Lets machine code know from which errors on it shall call.
    fn set_thresholds(&mut self, site: usize) {
        let unit = if self.sites[site].format == FloatFormat::F32 { 2f64.powi(-23) } else { 2f64.powi(-52) };
        let thresholds = (self.addresses.thresholds as *mut f64).wrapping_add(2 * site);
        for (index, largest) in self.largest[site].into_iter().enumerate() {
            // SAFETY: two doubles of the linked code for each site.
            unsafe { *thresholds.add(index) = largest * unit };
        }
    }

    /// Compares a value and what its operation gives on rounded operands with the shadow value.
    fn measure(&mut self, site: u32, value: f64, local: f64, right: ShadowValue) {
        let Some(ShadowSite { format, .. }) = self.sites.get(site as usize) else { return };
        let format = *format;
        let errors = [value, local].map(|computed| {
            error::special(computed, right.high).unwrap_or_else(|| match (&self.numbers, self.exact) {
                (Some(numbers), true) => {
                    numbers.difference(computed, right, -error::unit_exponent(right.high, format))
                }
                _ => error::in_units(computed, (right.high, right.low), format),
            })
        });
        let largest = &mut self.largest[site as usize];
        if errors[0] > largest[0] || errors[1] > largest[1] {
            *largest = [errors[0].max(largest[0]), errors[1].max(largest[1])];
            self.mark_site(site);
            self.set_thresholds(site as usize);
        }
    }

    fn diverge(&mut self, site: u32) {
        if let Some(diverged) = self.diverged.get_mut(site as usize)
            && !std::mem::replace(diverged, true)
        {
            self.mark_site(site);
        }
    }

    fn shadow_value(&mut self, site: u32, value: f64, operands: [ShadowValue; 3]) -> ShadowValue {
        let own = ShadowValue { high: value, low: 0.0 };
        let Some(found) = self.sites.get(site as usize) else { return own };
        if self.constants.are_moved() {
            let Some(numbers) = &mut self.numbers else { return own };
            let operands = operands.map(|operand| self.constants.moved(numbers, operand, found.format));
            return found.shadow_value(Some(numbers), value, operands).unwrap_or(own);
        }
        if let Some((right, local)) = found.at_once(operands) {
            self.measure(site, value, local, right);
            return right;
        }
        let Some(mut right) = found.shadow_value(self.numbers.as_mut(), value, operands) else { return own };
        let operation = found.field_operation().filter(|_| self.exact);
        if let (Some(operation), Some(numbers)) = (operation, &self.numbers) {
            let known = operands.map(|operand| self.algebra.known(number_of(operand), operand.high));
            let undoes = self.algebra.apply(number_of(right), operation, known);
            if undoes && !numbers.is_exactly(value, right) {
                mark_undone(&mut self.undone, site);
            }
            if matches!(operation, FieldOperation::Add | FieldOperation::Sub) {
                self.is_absorbed |= numbers.is_absorbed(right, [operands[0], operands[1]]);
            }
        }
        if self.trace.is_on()
            && let Some(numbers) = &mut self.numbers
        {
            // What is only rounded to another format has an error of its own, and so a number of
            // its own.
            if matches!(found.function(), Ok(None)) {
                let known = self.algebra.known(number_of(right), right.high);
                right = numbers.copy(right).unwrap_or(right);
                self.algebra.set(number_of(right), known, false);
            }
            if found.function().is_ok() {
                let result =
                    OperationResult { number: site, site: Some(found), value, shadow: right, operands };
                self.trace.add(numbers, result);
            }
        }
        if !self.measures {
            return right;
        }
        // In the exact mode it is known when all operands are their own shadow values.
        let local = match self.exact && operands.iter().all(|operand| operand.low.to_bits() == 0) {
            true => value,
            false => found.on_rounded(value, operands),
        };
        self.measure(site, value, local, right);
        right
    }

    fn negate(&mut self, shadow: ShadowValue) -> Option<ShadowValue> {
        let numbers = self.numbers.as_mut()?;
        let right = numbers.negate(shadow)?;
        if self.exact {
            let known = self.algebra.known(number_of(shadow), shadow.high);
            self.algebra.set(number_of(right), known, true);
        }
        if self.trace.is_on() {
            self.trace.add_negated(numbers, right, shadow);
        }
        Some(right)
    }

    fn compare(&mut self, site: u32, native: bool, one: ShadowValue, other: ShadowValue) {
        let (Some(found), Some(numbers)) = (self.sites.get(site as usize), &self.numbers) else { return };
        if let Inst::FloatCompare { predicate, .. } = found.inst
            && predicate.holds(numbers.compare(one, other)) != native
        {
            self.diverge(site);
        }
        if self.exact
            && self
                .algebra
                .is_changed_by_addition([one, other].map(|shadow| (number_of(shadow), shadow.high)))
        {
            mark_undone(&mut self.undone, site);
        }
    }
}

/// The index of a shadow value of the exact mode; zero if the value is its own.
fn number_of(shadow: ShadowValue) -> usize {
    shadow.low.to_bits() as usize
}

fn mark_undone(undone: &mut Vec<u32>, site: u32) {
    if undone.len() < MOST_UNDONE && !undone.contains(&site) {
        undone.push(site);
    }
}

/// The next call begins; `fresh` forgets what was reported. `false` when there may be no room for
/// its events. Without shadow values: `true`.
pub(super) fn begin(fresh: bool, layout: &TargetLayout, input: *const u64) -> bool {
    let shadow = SHADOW.load(Ordering::Acquire);
    // SAFETY: installed once and never freed; the worker has one thread, and machine code is not
    // running.
    shadow.is_null() || unsafe { &mut *shadow }.begin(fresh, layout, input)
}

/// The call is over, and has left its output there.
pub(super) fn finish(call: u32, output: *const u64, layout: &TargetLayout) {
    let shadow = SHADOW.load(Ordering::Acquire);
    if !shadow.is_null() {
        // SAFETY: as above.
        let shadow = unsafe { &mut *shadow };
        if shadow.fresh {
            shadow.report_right_outputs(call, output, layout);
        }
        shadow.finish(call);
    }
}

/// The call ended before it returned: nothing that it computed is reported.
pub(super) fn abandon() {
    let shadow = SHADOW.load(Ordering::Acquire);
    if !shadow.is_null() {
        // SAFETY: as above.
        unsafe { &mut *shadow }.abandon();
    }
}

/// Does something with the run time in the default environment, and goes back to the program's.
fn with_shadow<R>(otherwise: R, action: impl FnOnce(&mut Shadow) -> R) -> R {
    let environment = sse::enter_default();
    let shadow = SHADOW.load(Ordering::Acquire);
    // SAFETY: installed once and never freed. The worker has one thread, which is now here: machine
    // code called us, and no other reference exists.
    let result = if shadow.is_null() { otherwise } else { action(unsafe { &mut *shadow }) };
    sse::leave_default(environment);
    result
}

extern "C" fn report_error(site: u32, value: f64, local: f64, high: f64, low: f64) {
    with_shadow((), |shadow| shadow.measure(site, value, local, ShadowValue { high, low }));
}

extern "C" fn report_divergence(site: u32) {
    with_shadow((), |shadow| shadow.diverge(site));
}

extern "C" fn shadow_value(
    site: u32,
    value: f64,
    ah: f64,
    al: f64,
    bh: f64,
    bl: f64,
    ch: f64,
    cl: f64,
) -> ShadowValue {
    let operands = [(ah, al), (bh, bl), (ch, cl)].map(|(high, low)| ShadowValue { high, low });
    with_shadow(ShadowValue { high: value, low: 0.0 }, |shadow| shadow.shadow_value(site, value, operands))
}

extern "C" fn compare(site: u32, native: u32, ah: f64, al: f64, bh: f64, bl: f64) {
    let (one, other) = (ShadowValue { high: ah, low: al }, ShadowValue { high: bh, low: bl });
    with_shadow((), |shadow| shadow.compare(site, native != 0, one, other));
}

extern "C" fn negate(high: f64, low: f64) -> ShadowValue {
    let own = ShadowValue { high: -high, low: 0.0 };
    if low.to_bits() == 0 {
        return own;
    }
    with_shadow(own, |shadow| shadow.negate(ShadowValue { high, low }).unwrap_or(own))
}

extern "C" fn copy(to: u64, from: u64, bytes: u64) {
    with_shadow((), |shadow| shadow.cells.copy(to, from, bytes, shadow.epoch));
}

extern "C" fn forget(at: u64, bytes: u64) {
    with_shadow((), |shadow| shadow.cells.forget(at, bytes, shadow.epoch));
}
