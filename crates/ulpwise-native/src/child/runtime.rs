//! What machine code calls. After a suspicious result, the operation is done once more, and its
//! flags are the exceptions. At a watched site, the distance of the operation from a goal is
//! measured.
//!
//! What holds: exceptions are those of `ulpwise_interp::number::site`, the same definition that the
//! interpreter uses; the floating-point environment is afterwards what it was before; nothing is
//! allocated.

mod again;
mod extents;
mod measure;

pub(super) use measure::{set_goals, write_gaps};

use super::stop;
use crate::goal::Gap;
use crate::region::{EVENT_WORDS, HANDED_ON, Header, Region, pack_event};
use again::{arguments, call_again, flush, is_infinite};
use extents::Extents;
use measure::{NO_GOAL, Sought, measure_f32, measure_f64};
use std::sync::atomic::{AtomicPtr, AtomicU64, Ordering};
use ulpwise_externals::Exceptions;
use ulpwise_host::Flags;
use ulpwise_host::libm::{self, LibmFunction, LibmValue, Return};
use ulpwise_host::sse::{self, Environment};
use ulpwise_interp::Exception;
use ulpwise_interp::number::site;
use ulpwise_ir::{Inst, Module};
use ulpwise_llvm::{MEASURE_FUNCTIONS, OUT_OF_STEPS, RUNTIME_FUNCTIONS, SymbolDefinition, known};

/// A site as the run time needs it.
struct RuntimeSite {
    inst: Inst,
    /// The function, where the site is a call of the mathematical library.
    math: Option<LibmFunction>,
}

/// The events of the call under way.
struct Runtime {
    sites: Vec<RuntimeSite>,
    /// For each site and kind the number of the period in which it was reported last.
    reported: Vec<u32>,
    /// The byte of each site in which machine code finds what it need not ask any more.
    known: Option<*mut u8>,
    /// The sites whose byte is not zero.
    with_known: Vec<u32>,
    /// With more events than this no further call begins.
    full: u64,
    /// Within a period an event is reported once.
    period: u32,
    /// The call under way.
    call: u32,
    /// Whether roundings are reported, too.
    on_request: Exceptions,
    /// Whether nothing counts that a call does after its first exception, and whether that has
    /// come.
    stops: bool,
    over: bool,
    events: *mut u64,
    event_count: *const AtomicU64,
    lost: *const AtomicU64,
    /// The table that says which sites are asked for, two bytes each, if the code measures.
    watched: *mut u8,
    /// How far the results of sites went.
    extents: Extents,
    /// In order of the sites.
    goals: Vec<Sought>,
    /// For each site its first goal.
    first_goal: Vec<u32>,
    /// How far the call under way is from each goal, in the order of the batch's list.
    gaps: Vec<Gap>,
}

// Machine code calls plain functions, which take no context: this is the worker's one run time.
static RUNTIME: AtomicPtr<Runtime> = AtomicPtr::new(std::ptr::null_mut());

/// Where machine code has its tables, as far as it has them.
pub(super) struct Tables {
    /// Of known exceptions.
    pub(super) known: Option<usize>,
    /// Of watched sites.
    pub(super) watched: Option<usize>,
    /// Of magnitudes.
    pub(super) extents: Option<usize>,
}

/// How many kinds of events a site has room for.
const KINDS: usize = HANDED_ON + 1;

/// The functions under the names that machine code knows.
pub(super) fn definitions() -> Vec<SymbolDefinition> {
    let addresses =
        [look_f64 as *const (), look_f32 as *const (), look_wide as *const (), look_libm as *const ()];
    let measuring = [measure_f64 as *const (), measure_f32 as *const ()];
    let named = RUNTIME_FUNCTIONS.into_iter().zip(addresses);
    let named = named.chain(MEASURE_FUNCTIONS.into_iter().zip(measuring));
    let named = named.chain([(OUT_OF_STEPS, stop::give_up as *const ())]);
    named.map(|(name, address)| SymbolDefinition { name, address: address as usize }).collect()
}

impl Runtime {
    fn install(module: &Module, region: &Region, tables: &Tables, on_request: Exceptions) {
        let sites = module.sites.ids().map(|id| {
            let inst = module.site_inst(id).copied().unwrap_or(Inst::Unreachable);
            let math = match inst {
                Inst::Call { callee, .. } => libm::lookup(&module.functions[callee].name),
                _ => None,
            };
            RuntimeSite { inst, math }
        });
        let runtime = Box::leak(Box::new(Self {
            sites: sites.collect(),
            reported: vec![0; KINDS * module.sites.len()],
            known: tables.known.map(|address| address as *mut u8),
            with_known: Vec::with_capacity(module.sites.len()),
            full: (EVENT_WORDS - (6 * module.sites.len()).min(EVENT_WORDS / 2)) as u64,
            period: 0,
            call: 0,
            on_request,
            stops: false,
            over: false,
            events: region.events(),
            event_count: region.header_word(Header::Events),
            lost: region.header_word(Header::LostEvents),
            watched: tables.watched.map_or(std::ptr::null_mut(), |address| address as *mut u8),
            extents: Extents::new(tables.extents, module.sites.len()),
            goals: Vec::new(),
            first_goal: vec![NO_GOAL; module.sites.len()],
            gaps: Vec::new(),
        }));
        runtime.report_reached_sites();
        RUNTIME.store(runtime, Ordering::Release);
    }

    /// Forgets what was reported.
    fn forget(&mut self) {
        self.begin(self.call, true);
        self.report_reached_sites();
        self.extents.forget();
    }

    /// Whether another call certainly has room for its events, as far as there can be such a
    /// certainty.
    fn has_room(&self) -> bool {
        // SAFETY: points into the region, which outlives the run time.
        let count = unsafe { &*self.event_count }.load(Ordering::Relaxed);
        count <= self.full
    }

    /// The next call begins; `fresh` forgets what was reported.
    #[inline]
    fn begin(&mut self, call: u32, fresh: bool) {
        self.call = call;
        self.over = false;
        if fresh || self.period == 0 {
            self.period = self.period.wrapping_add(1);
            if self.period == 0 {
                self.reported.fill(0);
                self.period = 1;
            }
            self.forget_known();
        }
    }

    #[inline]
    fn forget_known(&mut self) {
        for &site in &self.with_known {
            if let Some(known) = self.known {
                // SAFETY: the table has a byte for each site.
                unsafe { known.add(site as usize).write(0) };
            }
        }
        self.with_known.clear();
    }

    /// Lets machine code know that an exception of a site, which exists, was reported.
    fn note_known(&mut self, site: u32, exception: Exception) {
        let bit = match exception {
            Exception::Invalid => known::INVALID,
            Exception::DivideByZero => known::DIVIDE_BY_ZERO,
            Exception::Overflow => known::OVERFLOW,
            Exception::Underflow => known::UNDERFLOW,
            Exception::Inexact | Exception::IntConversion | Exception::Cancellation => return,
        };
        if let Some(known) = self.known {
            // SAFETY: the table has a byte for each site.
            let byte = unsafe { &mut *known.add(site as usize) };
            if *byte == 0 {
                self.with_known.push(site);
            }
            *byte |= bit;
        }
    }

    fn report(&mut self, site: u32, exception: Exception) {
        if self.over {
            return;
        }
        let is_new = self.report_kind(site, exception as usize);
        // What ends a call must be looked at every time.
        self.over = self.stops;
        if is_new && !self.stops {
            self.note_known(site, exception);
        }
    }

    /// Returns whether it is new in this period.
    fn report_kind(&mut self, site: u32, kind: usize) -> bool {
        let Some(reported) = self.reported.get_mut(KINDS * site as usize + kind) else { return false };
        if *reported == self.period {
            return false;
        }
        *reported = self.period;
        // SAFETY: both point into the region, which outlives the run time.
        let (count, lost) = unsafe { (&*self.event_count, &*self.lost) };
        let position = count.load(Ordering::Relaxed) as usize;
        if position >= EVENT_WORDS {
            lost.store(1, Ordering::Relaxed);
            return true;
        }
        // SAFETY: the position lies in the region's room for events, as was just checked.
        unsafe { self.events.add(position).write(pack_event(self.call, site, kind as u8)) };
        count.store(position as u64 + 1, Ordering::Relaxed);
        true
    }

    /// The results of a site went farther than before. Exceptions keep the room that they may need.
    fn report_extent(&mut self, site: u32, kind: u8) {
        // SAFETY: points into the region, which outlives the run time.
        let count = unsafe { &*self.event_count };
        let position = count.load(Ordering::Relaxed);
        if position < self.full {
            // SAFETY: the position lies in the region's room for events.
            unsafe { self.events.add(position as usize).write(pack_event(self.call, site, kind)) };
            count.store(position + 1, Ordering::Relaxed);
        }
    }

    fn look(&mut self, site: u32, environment: Environment, mut operands: [u128; 3]) {
        let Some(RuntimeSite { inst, math }) = self.sites.get(site as usize) else { return };
        let mode = environment.rounding();
        let raised = match math {
            Some(function) => call_again(function, mode, &operands),
            None => {
                if environment.denormals_are_zero() {
                    flush(inst, &mut operands);
                }
                site::operation(inst, mode.to_exact(), &operands)
            }
        };
        let Some(raised) = raised else { return };
        let hands_infinity_on = raised.flags.is_empty() && is_infinite(inst, raised.result);
        raised.exceptions(self.on_request).for_each(|exception| self.report(site, exception));
        // Only searches want to know.
        if hands_infinity_on && !self.watched.is_null() && !self.over {
            self.report_kind(site, HANDED_ON);
        }
    }

    fn look_at_call(&mut self, site: u32, raised: u32, result: u64, words: [u64; 3]) {
        let Some(RuntimeSite { math, .. }) = self.sites.get(site as usize) else { return };
        let flags = Flags::from_bits(raised).to_exact();
        let tiny = math.as_ref().is_some_and(|function| {
            let returned = match function.signature().returns {
                Return::Value(ty) => Some(LibmValue::from_bits(ty, result.into())),
                _ => None,
            };
            let arguments = arguments(function, &words.map(u128::from));
            site::call_is_tiny(arguments.as_slice(), returned.as_ref())
        });
        let raised = site::Raised { result: result.into(), flags, facts: site::ResultFacts::tiny_if(tiny) };
        raised.exceptions(Exceptions::NONE).for_each(|exception| self.report(site, exception));
    }
}

/// Makes a run time that writes to the region the one that machine code calls. It lives as long as
/// the process. `on_request` says what is reported besides the usual exceptions.
pub(super) fn install(module: &Module, region: &Region, tables: &Tables, on_request: Exceptions) {
    Runtime::install(module, region, tables, on_request);
}

/// Everything is new again.
pub(super) fn forget() {
    with_runtime(|runtime, _| runtime.forget());
}

/// From now on nothing that a call does after its first exception counts, or everything does.
pub(super) fn stop_at_exception(stop: bool) {
    with_runtime(|runtime, _| {
        runtime.stops = stop;
        if stop {
            runtime.forget_known();
        }
    });
}

/// The next call begins; `fresh` forgets what was reported. `false` when there may be no room for
/// its events.
#[inline]
pub(super) fn begin(call: u32, fresh: bool) -> bool {
    let runtime = RUNTIME.load(Ordering::Acquire);
    if runtime.is_null() {
        return false;
    }
    // SAFETY: installed once and never freed; the worker has one thread, and machine code is not
    // running.
    let runtime = unsafe { &mut *runtime };
    let has_room = runtime.has_room();
    if has_room {
        runtime.begin(call, fresh);
    }
    has_room
}

/// Does something with the run time in the default environment, and goes back to the program's.
#[inline]
fn with_runtime(action: impl FnOnce(&mut Runtime, Environment)) {
    let environment = sse::enter_default();
    let runtime = RUNTIME.load(Ordering::Acquire);
    if !runtime.is_null() {
        // SAFETY: installed once and never freed. The worker has one thread, which is now here:
        // machine code called us, and no other reference exists.
        action(unsafe { &mut *runtime }, environment);
    }
    sse::leave_default(environment);
}

/// Whether the operation of a site raises nothing for a quiet NaN among its operands: it hands it
/// on, or finds it unordered.
fn hands_nan_on(site: u32) -> bool {
    let runtime = RUNTIME.load(Ordering::Acquire);
    if runtime.is_null() {
        return false;
    }
    // SAFETY: as in `with_runtime`; nothing is changed.
    let site = unsafe { &*runtime }.sites.get(site as usize);
    site.is_some_and(|site| {
        matches!(
            site.inst,
            Inst::Float { .. }
                | Inst::FloatUnary { .. }
                | Inst::FloatConvert { .. }
                | Inst::FloatCompare { signaling: false, .. }
        )
    })
}

extern "C" fn look_f64(site: u32, a: f64, b: f64, c: f64) {
    let quiet = |x: f64| x.to_bits() & 1 << 51 != 0;
    if [a, b].iter().any(|x| x.is_nan())
        && [a, b].iter().all(|&x| !x.is_nan() || quiet(x))
        && hands_nan_on(site)
    {
        return;
    }
    let operands = [a, b, c].map(|operand| u128::from(operand.to_bits()));
    with_runtime(|runtime, environment| runtime.look(site, environment, operands));
}

extern "C" fn look_f32(site: u32, a: f32, b: f32, c: f32) {
    let quiet = |x: f32| x.to_bits() & 1 << 22 != 0;
    if [a, b].iter().any(|x| x.is_nan())
        && [a, b].iter().all(|&x| !x.is_nan() || quiet(x))
        && hands_nan_on(site)
    {
        return;
    }
    let operands = [a, b, c].map(|operand| u128::from(operand.to_bits()));
    with_runtime(|runtime, environment| runtime.look(site, environment, operands));
}

extern "C" fn look_wide(site: u32, a0: u64, a1: u64, b0: u64, b1: u64, c0: u64, c1: u64) {
    let operands = [(a0, a1), (b0, b1), (c0, c1)].map(|(low, high)| u128::from(low) | u128::from(high) << 64);
    with_runtime(|runtime, environment| runtime.look(site, environment, operands));
}

extern "C" fn look_libm(site: u32, raised: u32, result: u64, a: u64, b: u64, c: u64) {
    with_runtime(|runtime, _| runtime.look_at_call(site, raised, result, [a, b, c]));
}
