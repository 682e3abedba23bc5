//! Calls that end before they return: the code that stops one goes on behind it, as if it had
//! returned. So it is when a call takes too long, and when the program calls `abort` or `exit`,
//! which end the call and not the worker.
//!
//! What holds: a call is given up in the program's own machine code only. There no lock is held,
//! and nothing is half changed of ours; what the program itself has half changed is put back before
//! the next call, as it is after calls that return. In any other code (the C library, the run time,
//! files that were linked in) a call cannot be stopped, and the worker has to end.
//!
//! Not put back: what the C library holds for a function of the program that it calls itself, as
//! the copy of a large array in `qsort`. That memory is lost. Nor is what C++ knows of exceptions
//! that the program was handling: `throw;` and `std::current_exception` of a later call may find
//! one of them.

use super::worker::{self, Driver};
use crate::region::Stop;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicUsize, Ordering};
use ulpwise_llvm::LinkedCode;

// Neither a signal handler nor machine code takes a context: these are the worker's one call.
/// Where the stack was when the call began; 0 while there is none.
static STACK: AtomicUsize = AtomicUsize::new(0);
/// Starts and ends of the program's machine code, in both tiers.
static CODE: [AtomicUsize; 4] = [const { AtomicUsize::new(0) }; 4];

/// Whether the program ended the call that is under way by itself, and how: the code of `exit`, or
/// that there is none because it called `abort`.
static ENDED: AtomicBool = AtomicBool::new(false);
static ABORTED: AtomicBool = AtomicBool::new(false);
static EXIT_CODE: AtomicI32 = AtomicI32::new(0);

/// Says which code is the program's.
pub(super) fn watch(tiers: [Option<&LinkedCode>; 2]) -> std::io::Result<()> {
    let maps = std::fs::read_to_string("/proc/self/maps")?;
    for (tier, addresses) in tiers.into_iter().flatten().zip(CODE.chunks_exact(2)) {
        if let Some((start, end)) = mapping_of(&maps, tier.constructors()) {
            addresses[0].store(start, Ordering::Relaxed);
            addresses[1].store(end, Ordering::Relaxed);
        }
    }
    Ok(())
}

/// Whether calls can be given up at all.
pub(super) fn is_possible() -> bool {
    CODE[1].load(Ordering::Relaxed) != 0
}

/// The mapping that holds an address, by the kernel's list of them.
fn mapping_of(maps: &str, address: usize) -> Option<(usize, usize)> {
    let ranges = maps.lines().filter_map(|line| {
        let (start, end) = line.split_whitespace().next()?.split_once('-')?;
        Some((usize::from_str_radix(start, 16).ok()?, usize::from_str_radix(end, 16).ok()?))
    });
    ranges.into_iter().find(|(start, end)| (*start..*end).contains(&address))
}

/// Makes a call; `true` when it was given up. The environment of floats is then what it was at that
/// moment.
#[inline]
pub(super) fn call(driver: Driver, input: *const u64, output: *mut u64) -> bool {
    // SAFETY: a driver takes these two; what `enter` demands of the code that stops it, `give_up`
    // and `leave` keep.
    unsafe { enter(driver, input, output) != 0 }
}

/// How the program ended the last call by itself, if it did; asked once for each call that was
/// stopped.
pub(super) fn ended_by_program() -> Option<Stop> {
    ENDED.swap(false, Ordering::Relaxed).then(|| match ABORTED.load(Ordering::Relaxed) {
        true => Stop::Aborted,
        false => Stop::Exited(EXIT_CODE.load(Ordering::Relaxed)),
    })
}

/// The program's `abort`: ends the call. Outside of calls, as in constructors, it ends the worker.
pub(super) extern "C" fn abort() -> ! {
    if STACK.load(Ordering::Relaxed) == 0 {
        // SAFETY: ends the process.
        unsafe { libc::abort() }
    }
    ABORTED.store(true, Ordering::Relaxed);
    ENDED.store(true, Ordering::Relaxed);
    // SAFETY: a call is under way, and this function holds nothing.
    unsafe { go_back() }
}

/// The program's `exit`: ends the call, without running what it has registered for its end.
pub(super) extern "C" fn exit(code: libc::c_int) -> ! {
    if STACK.load(Ordering::Relaxed) == 0 {
        worker::exit(code)
    }
    ABORTED.store(false, Ordering::Relaxed);
    EXIT_CODE.store(code, Ordering::Relaxed);
    ENDED.store(true, Ordering::Relaxed);
    // SAFETY: as in `abort`.
    unsafe { go_back() }
}

/// Gives the call up that machine code makes, which calls this.
pub(super) extern "C" fn give_up() -> ! {
    // SAFETY: only machine code calls this, so that a call is under way; this function holds
    // nothing.
    unsafe { go_back() }
}

/// Lets a signal handler return to behind the call that it interrupted; `false` when the call
/// cannot be given up where it is.
///
/// # Safety
/// The context is one that the kernel gave to the handler.
pub(super) unsafe fn leave(context: *mut libc::ucontext_t) -> bool {
    // SAFETY: as the caller promises.
    let address = unsafe { &mut (*context).uc_mcontext.gregs[libc::REG_RIP as usize] };
    let at = address.cast_unsigned() as usize;
    let is_in = |addresses: &[AtomicUsize]| {
        (addresses[0].load(Ordering::Relaxed)..addresses[1].load(Ordering::Relaxed)).contains(&at)
    };
    // Constructors are not calls.
    let can_be_left = STACK.load(Ordering::Relaxed) != 0 && CODE.chunks_exact(2).any(is_in);
    if can_be_left {
        *address = (go_back as *const () as usize).cast_signed() as i64;
    }
    can_be_left
}

/// Calls a driver and returns 0; or 1, when `go_back` was executed before it returned.
///
/// # Safety
/// The pointers are what the driver takes. The code that goes back leaves no frame behind that has
/// something to clean up.
#[unsafe(naked)]
unsafe extern "C" fn enter(driver: Driver, input: *const u64, output: *mut u64) -> u32 {
    std::arch::naked_asm!(
        "push rbp",
        "push rbx",
        "push r12",
        "push r13",
        "push r14",
        "push r15",
        "sub rsp, 8",
        "mov [rip + {stack}], rsp",
        "mov rax, rdi",
        "mov rdi, rsi",
        "mov rsi, rdx",
        "call rax",
        "xor eax, eax",
        "jmp {finish}",
        stack = sym STACK,
        finish = sym finish,
    )
}

/// Returns from `enter` with 1.
///
/// # Safety
/// A call is under way. Reached from anywhere in it, by a call or by a jump.
#[unsafe(naked)]
unsafe extern "C" fn go_back() -> ! {
    std::arch::naked_asm!(
        "mov rsp, [rip + {stack}]",
        // What the calling convention promises; what the x87 unit held is void now.
        "cld",
        "fninit",
        "mov eax, 1",
        "jmp {finish}",
        stack = sym STACK,
        finish = sym finish,
    )
}

/// The end of `enter`.
#[unsafe(naked)]
unsafe extern "C" fn finish() {
    std::arch::naked_asm!(
        "mov qword ptr [rip + {stack}], 0",
        "add rsp, 8",
        "pop r15",
        "pop r14",
        "pop r13",
        "pop r12",
        "pop rbx",
        "pop rbp",
        "ret",
        stack = sym STACK,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    extern "C" fn returns(input: *const u64, output: *mut u64) {
        // SAFETY: the test gives one word each.
        unsafe { *output = *input + 1 };
    }

    extern "C" fn gives_up(input: *const u64, output: *mut u64) {
        returns(input, output);
        give_up()
    }

    #[test]
    fn a_call_that_is_given_up_comes_back_like_any_other() {
        // In registers that a call preserves, if anything is.
        let kept: Vec<u64> = (0..6).collect();
        for (driver, stopped) in [(returns as Driver, false), (gives_up, true), (returns, false)] {
            let (input, mut output) = (7, 0);
            assert_eq!(call(driver, &raw const input, &raw mut output), stopped);
            assert_eq!(output, 8);
            assert_eq!(STACK.load(Ordering::Relaxed), 0);
        }
        assert_eq!(kept, [0, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn the_kernels_list_of_mappings_is_read() {
        let maps = "1000-2000 r--p 00000000 00:00 0\n2000-5000 r-xp 00000000 00:00 0 /a b\n";
        assert_eq!(mapping_of(maps, 0x2000), Some((0x2000, 0x5000)));
        assert_eq!(mapping_of(maps, 0x5000), None);
    }
}
