//! The limit of a call, in CPU time: a clock ticks, and a call that sees too many ticks is given
//! up. Where that cannot be done it is tried again at the next ticks, and at last the worker ends.
//!
//! CPU time and not the time of day, so that a loaded machine changes no result. One timer serves
//! all calls: setting one for each would cost more than most calls.

use super::screening::RAISED;
use super::stop;
use crate::region::{Header, Region, ending};
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU64, Ordering};
use ulpwise_host::Flags;

/// Milliseconds of CPU time between two ticks.
const TICK: u64 = 5;

/// For so many ticks beyond its limit a call may be in code where it cannot be given up.
const PATIENCE: u64 = 10;

// A signal handler takes no context: these are the worker's one timer.
static CALLS: AtomicU64 = AtomicU64::new(0);
// Constructors count as a call.
static IS_CALLING: AtomicBool = AtomicBool::new(true);
static SEEN: AtomicU64 = AtomicU64::new(0);
static TICKS: AtomicU64 = AtomicU64::new(0);
static LIMIT: AtomicU64 = AtomicU64::new(u64::MAX);
static ENDING: AtomicPtr<u64> = AtomicPtr::new(std::ptr::null_mut());
static SCREENING: AtomicPtr<u64> = AtomicPtr::new(std::ptr::null_mut());
static HIT: AtomicPtr<u32> = AtomicPtr::new(std::ptr::null_mut());

/// Says where the screening tier notes that a check found something.
pub(super) fn watch(hit: *mut u32) {
    HIT.store(hit, Ordering::Relaxed);
}

/// A call begins.
#[inline]
pub(super) fn begin_call() {
    CALLS.store(CALLS.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
    IS_CALLING.store(true, Ordering::Relaxed);
}

/// No call is under way: what the worker does between batches counts for no call.
pub(super) fn end_calls() {
    IS_CALLING.store(false, Ordering::Relaxed);
}

/// Starts the clock.
pub(super) fn start(region: &Region, call_milliseconds: u64) -> std::io::Result<()> {
    // Counted from the first tick that a call sees, which may come at once.
    LIMIT.store(call_milliseconds.div_ceil(TICK), Ordering::Relaxed);
    ENDING.store(region.header_word(Header::Ending).as_ptr(), Ordering::Relaxed);
    SCREENING.store(region.header_word(Header::Screening).as_ptr(), Ordering::Relaxed);
    let microseconds = libc::timeval { tv_sec: 0, tv_usec: (TICK * 1000) as libc::suseconds_t };
    let interval = libc::itimerval { it_interval: microseconds, it_value: microseconds };
    let stack = libc::stack_t { ss_sp: alternate_stack()?, ss_flags: 0, ss_size: ALTERNATE_STACK };
    // SAFETY: the structures are filled in completely; the handler does only what a signal handler
    // may. It runs on a stack of its own, because the program may have used up or lost its own.
    let failed = unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = tick as *const () as usize;
        action.sa_flags = libc::SA_RESTART | libc::SA_ONSTACK | libc::SA_SIGINFO;
        libc::sigaltstack(&raw const stack, std::ptr::null_mut()) != 0
            || libc::sigaction(libc::SIGPROF, &raw const action, std::ptr::null_mut()) != 0
            || libc::setitimer(libc::ITIMER_PROF, &raw const interval, std::ptr::null_mut()) != 0
    };
    if failed { Err(std::io::Error::last_os_error()) } else { Ok(()) }
}

const ALTERNATE_STACK: usize = 64 << 10;

fn alternate_stack() -> std::io::Result<*mut libc::c_void> {
    let protection = libc::PROT_READ | libc::PROT_WRITE;
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
    // SAFETY: a fresh mapping at an address of the kernel's choosing.
    let start = unsafe { libc::mmap(std::ptr::null_mut(), ALTERNATE_STACK, protection, flags, -1, 0) };
    if start == libc::MAP_FAILED { Err(std::io::Error::last_os_error()) } else { Ok(start) }
}

extern "C" fn tick(_signal: libc::c_int, _info: *mut libc::siginfo_t, context: *mut libc::c_void) {
    let calls = CALLS.load(Ordering::Relaxed);
    if SEEN.swap(calls, Ordering::Relaxed) != calls || !IS_CALLING.load(Ordering::Relaxed) {
        TICKS.store(0, Ordering::Relaxed);
        return;
    }
    let excess = (TICKS.fetch_add(1, Ordering::Relaxed) + 1).checked_sub(LIMIT.load(Ordering::Relaxed));
    let patience = if stop::is_possible() { PATIENCE } else { 0 };
    // SAFETY: the kernel gave the context.
    if excess.is_none_or(|excess| unsafe { stop::leave(context.cast()) } || excess < patience) {
        return;
    }
    let address = ENDING.load(Ordering::Relaxed);
    // SAFETY: the addresses are words of the region, which lives as long as the process; the kernel
    // gives the context of what was interrupted; `_exit` may be called in a handler.
    unsafe {
        if raised_nothing(context.cast()) {
            // That is all there is to know of the call: it need not be made again.
            SCREENING.load(Ordering::Relaxed).write_volatile(0);
        }
        address.write_volatile(ending::TIMED_OUT);
        libc::_exit(1);
    }
}

/// Whether what was interrupted has raised no exception yet; only known of the screening tier.
///
/// # Safety
/// The context is one that the kernel gave to a signal handler.
unsafe fn raised_nothing(context: *const libc::ucontext_t) -> bool {
    let hit = HIT.load(Ordering::Relaxed);
    // SAFETY: as the caller promises; the kernel always saves the registers of floating point. The
    // other addresses are the tier's variable and a word of the region.
    unsafe {
        let registers = (*context).uc_mcontext.fpregs;
        !hit.is_null()
            && hit.read_volatile() == 0
            && !registers.is_null()
            && !Flags::from_bits((*registers).mxcsr).intersects(RAISED)
    }
}
