//! What came of a call, and what protects us from it.

use crate::goal::Gap;
use ulpwise_interp::Exception;
use ulpwise_ir::SiteId;

/// How a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallEnd {
    /// It returned.
    Returned,
    /// It used more CPU time than a call may.
    TimedOut,
    /// The program called `exit` with this code.
    Exited(i32),
    /// A signal ended it: a bad access to memory, an abort, a trap.
    Signal(i32),
}

/// What came of one call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NativeCall {
    /// How it ended.
    pub end: CallEnd,
    /// The returned value, then the buffers; zeros unless it returned.
    pub output: Vec<u64>,
    /// The exceptions it raised until its end, each once, in the order of their first occurrence.
    pub events: Vec<(SiteId, Exception)>,
}

/// The largest errors of a site in a call, in units of the last place of what would be right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SiteError {
    /// The site.
    pub site: SiteId,
    /// Of its result against what it would be if nothing had been rounded since the inputs.
    pub accumulated: f64,
    /// Of its operation alone: applied to the rounded operands that would be right, against the
    /// exact result.
    pub local: f64,
    /// Whether the site is a comparison that came out otherwise than it would have without
    /// rounding.
    pub diverged: bool,
}

/// What would be right where a call of shadowed code gives a float back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RightOutput {
    /// The word of the output.
    pub word: usize,
    /// The float's lowest bit there.
    pub shift: u32,
    /// The right number, rounded to double: infinite when it is beyond all doubles.
    pub nearest: f64,
    /// With `e`, its magnitude is at least 2^(e-1) and less than 2^e. `None` if it is zero, no
    /// number, or just what was computed, which `nearest` then is.
    pub exponent: Option<i64>,
    /// How far what was computed is from it: a fraction from a half to one, times two to an
    /// exponent. Zero if it is right, NaN if one of them is NaN or what was computed is infinite.
    pub error: (f64, i64),
}

/// An operation of a traced call.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TracedOperation {
    /// Its site; nothing for a change of sign.
    pub site: Option<SiteId>,
    /// Its number: operations are counted from one in the order in which shadow values are made.
    pub number: u64,
    /// What it gave.
    pub value: f64,
    /// What would be right, rounded to double.
    pub right: f64,
    /// Its value less what the operation gives exactly on the operands as they were: what it
    /// rounded by itself.
    pub rounding: f64,
    /// The numbers of the operations that its operands come from, zero where they are inputs or
    /// constants, and the operands as they were.
    pub operands: [(u64, f64); 3],
}

/// All operations of a call.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TracedCall {
    /// They, in order.
    pub operations: Vec<TracedOperation>,
    /// Whether there were more than fit.
    pub cut: bool,
    /// For each float of the output that has a shadow value its word, its lowest bit there, and the
    /// number of the operation that it comes from.
    pub outputs: Vec<(usize, u32, u64)>,
}

/// What shadowed code reports of a call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Detail {
    /// The errors of its sites, and its outputs.
    #[default]
    Sites,
    /// Its outputs only, and comparisons that diverged: several times as fast.
    Outputs,
    /// Besides all that, every single operation, for [`Engine::traced`](crate::Engine::traced).
    Operations,
    /// Its outputs only, where each constant that looks rounded is moved by a part of its last digit:
    /// the decimal that was written may lie there. Only of exact shadow values.
    MovedConstants,
}

/// What came of one call of shadowed code.
#[derive(Clone, Debug, PartialEq)]
pub struct ShadowedCall {
    /// How it ended.
    pub end: CallEnd,
    /// The returned value, then the buffers; zeros unless it returned.
    pub output: Vec<u64>,
    /// The sites that made an error, or whose comparison diverged; empty unless it returned.
    pub errors: Vec<SiteError>,
    /// What would be right, for the floats of the output that have shadow values: the returned one
    /// comes as the first word even where the function returns something else.
    pub right: Vec<RightOutput>,
    /// Operations that undo others when nothing is rounded, and do not as the floats are rounded; and
    /// comparisons of a sum with a part of it. Some of them; in the exact mode only.
    pub undone: Vec<SiteId>,
    /// Whether shadow values were lost because the call has too many operations.
    pub is_exhausted: bool,
    /// Whether the shadow value of a sum had too few bits for both of its operands, so that one of
    /// them was lost altogether. In the exact mode only.
    pub is_absorbed: bool,
}

/// The events of many calls that are new.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NovelEvents {
    /// Exceptions with the call that raised them. Those that the engine has reported before may be
    /// left out.
    pub events: Vec<(u64, SiteId, Exception)>,
    /// The calls that did not return.
    pub ends: Vec<(u64, CallEnd)>,
    /// The calls that were cut short because they had taken all their steps.
    pub cut: Vec<u64>,
    /// Sites that were reached for the first time, with the answer of a comparison; of other
    /// operations, whether an infinity came in and went out. Reported at the level of distances
    /// only.
    pub reached: Vec<(u64, SiteId, bool)>,
    /// Operations whose results went farther than before, with a number for the magnitude. Reported
    /// at the level of distances only.
    pub extended: Vec<(u64, SiteId, u8)>,
}

/// What came of many calls, and how far each was from some goals.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MeasuredCalls {
    /// The new events.
    pub explored: NovelEvents,
    /// The distance of each call from each goal; `None` where it did not reach the site or did not
    /// return.
    pub gaps: Vec<Option<Gap>>,
    /// For each call how long it took, in ticks of the processor's clock: longer on a loaded
    /// machine, and nothing that calls which did not return report truly.
    pub ticks: Vec<u64>,
}

/// A way in which the kernel keeps the program from doing harm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protection {
    /// A filter of system calls (seccomp).
    SystemCalls,
    /// A limit to one folder of the file system (landlock).
    Files,
}

impl Protection {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::SystemCalls, Self::Files];

    /// One sentence for the user of a machine that lacks it.
    pub const fn when_missing(self) -> &'static str {
        match self {
            Self::SystemCalls => {
                "this kernel does not filter system calls (seccomp), so a program could start processes or use the network"
            }
            Self::Files => {
                "this kernel does not confine a process to a folder (landlock); the program gets no file at all instead"
            }
        }
    }

    /// Its bit in the shared memory.
    pub(crate) const fn bit(self) -> u64 {
        match self {
            Self::SystemCalls => 1,
            Self::Files => 2,
        }
    }
}
