//! The memory that parent and worker share: a header, the inputs of a batch, its outputs, its
//! events.
//!
//! All of it is words of 64 bits that are read and written one at a time, atomically and without
//! order: the pipe between the processes orders them. The program under test can write here too, so
//! the parent checks whatever it uses as an index and believes nothing else.

use crate::goal::{Gap, Goal, MAX_GOALS};
use rustix::fs::{MemfdFlags, ftruncate, memfd_create};
use rustix::mm::{MapFlags, ProtFlags, mmap, munmap};
use std::fs::File;
use std::os::fd::{AsFd, OwnedFd};
use std::sync::atomic::{AtomicU64, Ordering};
use ulpwise_interp::Exception;

/// The words of the header, by position.
#[derive(Clone, Copy)]
pub(crate) enum Header {
    /// The call under way, or the next one.
    Current,
    /// Whether the worker has reached the point where calls begin.
    Started,
    /// Why the worker ended itself: one of [`ending`].
    Ending,
    /// The code of an exit.
    ExitCode,
    /// How many events there are.
    Events,
    /// Whether events found no room.
    LostEvents,
    /// The protections that are missing.
    MissingProtection,
    /// Whether the call under way is only being screened, so that its exceptions are not known.
    Screening,
    /// How many goals there are.
    Goals,
    /// Whether the worker forgets what it has reported before it begins the next batch.
    Forget,
    /// How many calls were given up.
    Stops,
    /// Whether nothing that a call does after its first exception counts.
    StopAtException,
    /// In which rounding mode calls begin.
    Rounding,
    /// Whether they begin with subnormal numbers counted as zeros.
    Flushing,
    /// What shadowed code reports of a call: a number of [`detail`].
    Detail,
    /// How many bits exact shadow values have; zero means as many as the code was compiled for.
    ShadowBits,
    /// How many operations of a traced call are reported.
    Traced,
    /// Whether a traced call had more operations than there is room for.
    TraceCut,
}

/// What shadowed code reports of a call.
pub(crate) mod detail {
    /// The errors of its sites, and its outputs.
    pub(crate) const SITES: u64 = 0;
    /// Its outputs only, and comparisons that diverged.
    pub(crate) const OUTPUTS: u64 = 1;
    /// Besides all that, every single operation.
    pub(crate) const OPERATIONS: u64 = 2;
    /// Its outputs only, where constants are not the numbers that they are rounded to.
    pub(crate) const MOVED_CONSTANTS: u64 = 3;
}

/// Why a worker ended itself.
pub(crate) mod ending {
    /// The call took too long.
    pub(crate) const TIMED_OUT: u64 = 1;
    /// The program called `exit`.
    pub(crate) const EXITED: u64 = 2;
}

/// Why a call ended before it returned, in a worker that goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// It took too long.
    Time,
    /// It took all its steps.
    Steps,
    /// The program called `abort`.
    Aborted,
    /// The program called `exit` with this code.
    Exited(i32),
}

impl Stop {
    /// The two words that it is noted in, with its call.
    const fn words(self, call: u64) -> [u64; 2] {
        match self {
            Self::Time => [call, 0],
            Self::Steps => [call, 1],
            Self::Aborted => [call, 2],
            Self::Exited(code) => [call, 3 | (code.cast_unsigned() as u64) << 32],
        }
    }

    /// What was noted. The program may have written there: what makes no sense counts as time.
    const fn from_words([call, word]: [u64; 2]) -> (u64, Self) {
        let stop = match word as u32 {
            1 => Self::Steps,
            2 => Self::Aborted,
            3 => Self::Exited(((word >> 32) as u32).cast_signed()),
            _ => Self::Time,
        };
        (call, stop)
    }
}

const HEADER_WORDS: usize = 64;
/// How many words of input a batch can have.
pub(crate) const INPUT_WORDS: usize = 1 << 19;
/// How many words of output.
pub(crate) const OUTPUT_WORDS: usize = 1 << 19;
/// How many events.
pub(crate) const EVENT_WORDS: usize = 1 << 19;
/// How many calls can report how long they took.
pub(crate) const TICK_WORDS: usize = 1 << 16;
/// How many calls can be given up before the worker has to say so, and how many words that takes.
pub(crate) const MOST_STOPS: usize = 1 << 14;
const STOP_WORDS: usize = 2 * MOST_STOPS;
/// How many distances: those of all calls of a batch.
pub(crate) const DISTANCE_WORDS: usize = 1 << 19;

const INPUTS: usize = HEADER_WORDS;
const OUTPUTS: usize = INPUTS + INPUT_WORDS;
const EVENTS: usize = OUTPUTS + OUTPUT_WORDS;
const GOALS: usize = EVENTS + EVENT_WORDS;
const DISTANCES: usize = GOALS + MAX_GOALS;
const TICKS: usize = DISTANCES + DISTANCE_WORDS;
const STOPS: usize = TICKS + TICK_WORDS;
const TOTAL: usize = STOPS + STOP_WORDS;

/// The shared memory, mapped.
pub(crate) struct Region {
    start: *mut AtomicU64,
}

// SAFETY: the region is only accessed by atomic operations.
unsafe impl Send for Region {}

impl Drop for Region {
    fn drop(&mut self) {
        // SAFETY: mapped by `map` with this size; no reference into it is left once the region is
        // dropped.
        let _ = unsafe { munmap(self.start.cast(), 8 * TOTAL) };
    }
}

impl Region {
    /// Makes the memory; the file stands for it and is inherited by children.
    pub(crate) fn create() -> std::io::Result<(Self, OwnedFd)> {
        // Without close-on-exec: the child finds it under its number.
        let file = memfd_create("ulpwise-native", MemfdFlags::empty())?;
        ftruncate(&file, 8 * TOTAL as u64)?;
        Ok((Self::map(&file)?, file))
    }

    /// Maps the memory that a file stands for.
    pub(crate) fn map(file: impl AsFd) -> std::io::Result<Self> {
        let size = 8 * TOTAL;
        if File::from(file.as_fd().try_clone_to_owned()?).metadata()?.len() < size as u64 {
            return Err(std::io::Error::other("the shared memory is too small"));
        }
        // SAFETY: a fresh mapping at an address of the kernel's choosing; the file is large enough.
        let start = unsafe {
            mmap(std::ptr::null_mut(), size, ProtFlags::READ | ProtFlags::WRITE, MapFlags::SHARED, file, 0)?
        };
        Ok(Self { start: start.cast() })
    }

    fn word(&self, index: usize) -> &AtomicU64 {
        assert!(index < TOTAL, "a word of the region");
        // SAFETY: inside of the mapping, which lives as long as `self`; aligned, because a mapping
        // begins at a page.
        unsafe { &*self.start.add(index) }
    }

    pub(crate) fn get(&self, word: Header) -> u64 {
        self.word(word as usize).load(Ordering::Relaxed)
    }

    pub(crate) fn set(&self, word: Header, value: u64) {
        self.word(word as usize).store(value, Ordering::Relaxed);
    }

    /// The address of the word of the header that holds the call under way.
    pub(crate) fn header_word(&self, word: Header) -> &AtomicU64 {
        self.word(word as usize)
    }

    pub(crate) fn write_inputs(&self, words: &[u64]) {
        for (index, &word) in words.iter().enumerate() {
            self.word(INPUTS + index).store(word, Ordering::Relaxed);
        }
    }

    pub(crate) fn output(&self, index: usize) -> u64 {
        if index < OUTPUT_WORDS { self.word(OUTPUTS + index).load(Ordering::Relaxed) } else { 0 }
    }

    pub(crate) fn event(&self, index: usize) -> u64 {
        if index < EVENT_WORDS { self.word(EVENTS + index).load(Ordering::Relaxed) } else { 0 }
    }

    /// Says what distances are wanted from; no more than there is room for.
    pub(crate) fn write_goals(&self, goals: &[Goal]) {
        self.set(Header::Goals, goals.len().min(MAX_GOALS) as u64);
        for (index, goal) in goals.iter().take(MAX_GOALS).enumerate() {
            self.word(GOALS + index).store(goal.pack(), Ordering::Relaxed);
        }
    }

    /// What distances are wanted from.
    pub(crate) fn goals(&self) -> Vec<Goal> {
        let count = (self.get(Header::Goals) as usize).min(MAX_GOALS);
        (0..count)
            .filter_map(|index| Goal::unpack(self.word(GOALS + index).load(Ordering::Relaxed)))
            .collect()
    }

    pub(crate) fn distance(&self, index: usize) -> Gap {
        let word =
            if index < DISTANCE_WORDS { self.word(DISTANCES + index).load(Ordering::Relaxed) } else { 0 };
        word.cast_signed()
    }

    /// A word of the trace of a call; it lies where distances do, which shadowed code does not
    /// measure.
    pub(crate) fn trace(&self, index: usize) -> u64 {
        self.distance(index).cast_unsigned()
    }

    /// Writes a word of the trace.
    pub(crate) fn write_trace(&self, index: usize, word: u64) {
        self.write_distance(index, word.cast_signed());
    }

    pub(crate) fn write_distance(&self, index: usize, gap: Gap) {
        if index < DISTANCE_WORDS {
            self.word(DISTANCES + index).store(gap.cast_unsigned(), Ordering::Relaxed);
        }
    }

    /// How long a call took, in ticks of the processor's clock.
    pub(crate) fn ticks(&self, call: usize) -> u64 {
        if call < TICK_WORDS { self.word(TICKS + call).load(Ordering::Relaxed) } else { 0 }
    }

    pub(crate) fn write_ticks(&self, call: usize, ticks: u64) {
        if call < TICK_WORDS {
            self.word(TICKS + call).store(ticks, Ordering::Relaxed);
        }
    }

    /// Notes that a call ended before it returned, and why.
    pub(crate) fn add_stop(&self, call: u64, reason: Stop) {
        let count = self.get(Header::Stops) as usize;
        if count < MOST_STOPS {
            for (offset, word) in reason.words(call).into_iter().enumerate() {
                self.word(STOPS + 2 * count + offset).store(word, Ordering::Relaxed);
            }
            self.set(Header::Stops, count as u64 + 1);
        }
    }

    /// The calls that ended before they returned, in order, and why.
    pub(crate) fn stops(&self) -> Vec<(u64, Stop)> {
        let count = (self.get(Header::Stops) as usize).min(MOST_STOPS);
        let word = |at: usize| self.word(STOPS + at).load(Ordering::Relaxed);
        (0..count).map(|index| Stop::from_words([word(2 * index), word(2 * index + 1)])).collect()
    }

    /// Where machine code reads its inputs.
    pub(crate) fn inputs(&self) -> *const u64 {
        self.word(INPUTS).as_ptr()
    }

    /// Where machine code writes its outputs.
    pub(crate) fn outputs(&self) -> *mut u64 {
        self.word(OUTPUTS).as_ptr()
    }

    /// Where the run time writes events.
    pub(crate) fn events(&self) -> *mut u64 {
        self.word(EVENTS).as_ptr()
    }
}

/// How many words of the room for events one site of shadowed code takes: an event, the accumulated
/// and the local error.
pub(crate) const SHADOW_WORDS: usize = 3;

/// What an event of shadowed code says besides its errors.
pub(crate) mod shadow_kind {
    /// No site, but half a word of what the call gives back: how far it is from what would be
    /// right, as a fraction and an exponent.
    pub(crate) const OUTPUT_ERROR: u8 = 4;
    /// No site, but half a word of what the call gives back: what would be right there, and its
    /// exponent.
    pub(crate) const OUTPUT: u8 = 5;
    /// Nothing more.
    pub(crate) const ERROR: u8 = 6;
    /// The comparison of the site came out otherwise than on the shadow values.
    pub(crate) const DIVERGED: u8 = 7;
    /// The operation of the site undoes others on the shadow values, and not on the floats.
    pub(crate) const UNDONE: u8 = 8;
    /// No site: the call has more operations than shadow values were kept of.
    pub(crate) const EXHAUSTED: u8 = 9;
    /// No site: a sum had too few bits for both of its operands.
    pub(crate) const ABSORBED: u8 = 10;
}

/// How many words an operation of a trace takes.
pub(crate) const TRACE_WORDS: usize = 12;
/// What is reported, instead of an operation, about a float of the output: its half word, and the
/// operation that it comes from.
pub(crate) const TRACED_OUTPUT: u64 = 1 << 32;
/// How many operations a trace can hold.
pub(crate) const MOST_TRACED: usize = DISTANCE_WORDS / TRACE_WORDS;

/// The kind of the event that a site is reached for the first time, after those of exceptions; of a
/// comparison this one says no, and the next one yes.
pub(crate) const REACHED: usize = Exception::ALL.len();
/// The kind of the event that an operation other than a comparison hands an infinity on.
pub(crate) const HANDED_ON: usize = REACHED + 1;

/// The kind of the event that the results of a site went farther than before, plus the band that
/// one of them lies in: the upper five bits of its magnitude; with one more, it is zero.
pub(crate) const EXTENDED: usize = HANDED_ON + 1;

/// The bits of an event's kind.
const KIND_BITS: u32 = 6;

/// An event as one word.
pub(crate) fn pack_event(call: u32, site: u32, kind: u8) -> u64 {
    u64::from(call) << 32 | u64::from(site) << KIND_BITS | u64::from(kind)
}

/// The call, the site and the kind of an event.
pub(crate) fn unpack_event(event: u64) -> (u32, u32, u8) {
    ((event >> 32) as u32, (event as u32) >> KIND_BITS, (event as u8) & ((1 << KIND_BITS) - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_come_back_as_they_were() {
        for event in [(0, 0, 0), (u32::MAX, (1 << 26) - 1, 63), (5, 1234, 3)] {
            assert_eq!(unpack_event(pack_event(event.0, event.1, event.2)), event);
        }
    }

    #[test]
    fn what_one_mapping_writes_the_other_reads() {
        let (one, file) = Region::create().unwrap();
        let other = Region::map(&file).unwrap();
        one.set(Header::Current, 7);
        one.write_inputs(&[1, 2, 3]);
        assert_eq!(other.get(Header::Current), 7);
        // SAFETY: the first three words of the inputs were just written.
        assert_eq!(unsafe { std::slice::from_raw_parts(other.inputs(), 3) }, [1, 2, 3]);
        assert_eq!(other.output(usize::MAX), 0, "an index out of range does not crash");
        one.add_stop(3, Stop::Time);
        one.add_stop(u64::from(u32::MAX), Stop::Steps);
        one.add_stop(4, Stop::Aborted);
        one.add_stop(5, Stop::Exited(-2));
        let stops =
            [(3, Stop::Time), (u64::from(u32::MAX), Stop::Steps), (4, Stop::Aborted), (5, Stop::Exited(-2))];
        assert_eq!(other.stops(), stops);
    }
}
