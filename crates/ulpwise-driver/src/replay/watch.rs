//! How the program of a replay sees what the witness is about, while the user's code runs as it is.
//!
//! * An **exception** is unmasked. An operation that raises it traps; the handler notes the
//!   address, lets that one operation run masked, and unmasks the exception again, so that every
//!   occurrence is seen and the program computes what it would compute anyway.
//! * A **value** of an operation is seen in the processor's registers: the call runs one
//!   instruction at a time, and where a floating-point instruction leaves the value in the register
//!   that it writes, its address is noted. After a million instructions the call runs on without
//!   being looked at, and a note says so.
//! * What the call gives back needs no watching.
//!
//! A call of the mathematical library is seen by a wrapper (`--wrap` of the linker), which looks at
//! the flags around it or at what it returns.
//!
//! Seen are instructions of SSE, AVX and FMA on the first sixteen registers; those of the x87 unit
//! (`long double`) are not, nor those of AVX-512.

use super::NotReplayable;
use crate::witness::{Flaw, IeeeFlag, Instability, Observed, Witness};
use ulpwise_interp::number::float::exact;
use ulpwise_ir::FloatFormat;

/// How many instructions are looked at.
const MOST_INSTRUCTIONS: u32 = 1_000_000;

/// What the program looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Watch {
    /// An exception, by its bit among SSE's flags.
    Exception(u32),
    /// An operation that gives these bits.
    Value(FloatFormat, u64),
    /// Nothing: what the call gives back says it all.
    Nothing,
}

impl Watch {
    /// What is looked for to see the flaw of a witness.
    pub(super) fn for_witness(witness: &Witness) -> Result<Watch, NotReplayable> {
        Ok(match &witness.flaw {
            Flaw::Raises(exception) => {
                let flag = IeeeFlag::raised_by(*exception);
                Watch::Exception(flag.ok_or(NotReplayable::NoFlag(exception.id()))?.bit())
            }
            Flaw::Unstable(Instability {
                observed: Observed::Operation,
                computed: Some((format, bits)),
                ..
            }) => Watch::Value(*format, *bits),
            Flaw::Unstable(_) => Watch::Nothing,
        })
    }

    /// The definitions in C that it needs, a function `install` among them.
    pub(super) fn definitions(self) -> String {
        match self {
            Watch::Exception(flag) => {
                format!("#define MASK {:#x}u\n#define FLAG {flag:#x}u\n{EXCEPTIONS}", flag << 7)
            }
            Watch::Value(format, bits) => {
                let (word, infinity) = match format {
                    FloatFormat::F32 => ("uint32_t", "0x7f800000"),
                    _ => ("uint64_t", "0x7ff0000000000000"),
                };
                let is_nan = u32::from(exact(format, bits.into()).is_nan());
                format!(
                    "typedef {word} word_t;\n#define WANTED {bits:#x}ull\n#define WANTS_NAN {is_nan}\n#define INFINITE {infinity}ull\n\
                     #define MOST_INSTRUCTIONS {MOST_INSTRUCTIONS}u\n{VALUES}"
                )
            }
            Watch::Nothing => "static void install(void) {}\n".to_owned(),
        }
    }

    /// What the call's control word is combined with, in C.
    pub(super) fn unmasking(self, is_wrapped: bool) -> &'static str {
        if matches!(self, Watch::Exception(_)) && !is_wrapped { " & ~(MASK | 0x3fu)" } else { "" }
    }

    /// Statements in C right before and right after the call.
    pub(super) fn around(self) -> [&'static str; 2] {
        if matches!(self, Watch::Value(..)) { ["begin_steps(); ", "end_steps(); "] } else { ["", ""] }
    }

    /// A condition in C, in a wrapper: whether `value`, of that type, or the flags `after` a call
    /// are what is looked for.
    pub(super) fn condition(self, ty: &str) -> String {
        match self {
            Watch::Exception(_) => format!("after & FLAG || (FLAG == 16 && {})", tiny(ty)),
            Watch::Value(..) => "sizeof value == sizeof(word_t) && is_wanted(&value)".to_owned(),
            Watch::Nothing => "0".to_owned(),
        }
    }
}

/// Whether a value in C is tiny: an exact tiny result raises no flag.
fn tiny(ty: &str) -> &'static str {
    match ty {
        "double" => "value != 0 && value > -0x1p-1022 && value < 0x1p-1022",
        "float" => "value != 0 && value > -0x1p-126f && value < 0x1p-126f",
        _ => "0",
    }
}

/// Traps at exceptions.
const EXCEPTIONS: &str = r"
/* The operation runs masked; a single step later it is unmasked again. */
static void on_exception(int number, siginfo_t *info, void *context) {
    ucontext_t *state = context;
    (void)number; (void)info;
    note((uint64_t)state->uc_mcontext.gregs[REG_RIP]);
    state->uc_mcontext.fpregs->mxcsr |= 0x1f80;
    state->uc_mcontext.gregs[REG_EFL] |= 0x100;
}

static void on_step(int number, siginfo_t *info, void *context) {
    ucontext_t *state = context;
    (void)number; (void)info;
    state->uc_mcontext.fpregs->mxcsr &= ~(uint32_t)(MASK | 0x3f);
    state->uc_mcontext.gregs[REG_EFL] &= ~0x100ll;
}

static void install(void) {
    handle(SIGFPE, on_exception);
    handle(SIGTRAP, on_step);
}
";

/// One instruction at a time.
const VALUES: &str = r#"
static int is_wanted(const void *value) {
    word_t word;
    memcpy(&word, value, sizeof word);
    if (WANTS_NAN) return (word & (word_t)~((word_t)1 << (8 * sizeof word - 1))) > INFINITE;
    return word == (word_t)WANTED;
}

/* The register that an instruction writes the floats to that it computes, or -1; whether it computes several. */
static int destination(const uint8_t *code, int *several) {
    int one = 0, high = 0, map = 1, computes;
    for (;; code++) {
        if (*code == 0xf2 || *code == 0xf3) one = 1;
        else if (*code != 0x66) break;
    }
    if (*code == 0xc4 || *code == 0xc5) {
        int is_long = *code == 0xc4;
        high = !(code[1] & 0x80);
        if (is_long) map = code[1] & 0x1f;
        one = (code[1 + is_long] & 3) >= 2;
        code += 2 + is_long;
    } else {
        if ((*code & 0xf0) == 0x40) high = *code++ >> 2 & 1;
        if (*code++ != 0x0f) return -1;
        if (*code == 0x38) { map = 2; code++; }
        else if (*code == 0x3a) { map = 3; code++; }
    }
    switch (map) {
    case 1: /* Roots, sums, products, minima and the like, conversions. */
        computes = (*code >= 0x51 && *code <= 0x5f) || *code == 0x2a || *code == 0xe6;
        break;
    case 2: /* Products with sums. */
        computes = *code >= 0x96 && *code <= 0xbf && (*code & 15) >= 6;
        one = (*code & 15) >= 9 && *code & 1;
        break;
    default: /* Rounding to integers. */
        computes = map == 3 && *code >= 0x08 && *code <= 0x0b;
        one = *code >= 0x0a;
    }
    *several = !one;
    return computes ? (code[1] >> 3 & 7) | high << 3 : -1;
}

static int watched = -1, watches_several;
static uint64_t watched_at;
static uint32_t instructions;

static void on_step(int number, siginfo_t *info, void *context) {
    ucontext_t *state = context;
    (void)number; (void)info;
    if (watched >= 0) {
        const uint8_t *written = (const uint8_t *)&state->uc_mcontext.fpregs->_xmm[watched];
        for (unsigned at = 0; at < (watches_several ? 16 : sizeof(word_t)); at += sizeof(word_t))
            if (is_wanted(written + at)) note(watched_at);
    }
    if (++instructions > MOST_INSTRUCTIONS) {
        watched = -1;
        is_cut = 1;
        state->uc_mcontext.gregs[REG_EFL] &= ~0x100ll;
        return;
    }
    watched_at = (uint64_t)state->uc_mcontext.gregs[REG_RIP];
    watched = destination((const uint8_t *)watched_at, &watches_several);
}

static void install(void) { handle(SIGTRAP, on_step); }

/* Memory below the stack pointer may be in use. */
#define SET_STEPS(change) __asm__ volatile( \
    "lea -128(%%rsp), %%rsp\n\tpushfq\n\t" change "\n\tpopfq\n\tlea 128(%%rsp), %%rsp" : : : "cc", "memory")
static inline void begin_steps(void) { SET_STEPS("orq $0x100, (%%rsp)"); }
static inline void end_steps(void) { SET_STEPS("andq $-257, (%%rsp)"); }
"#;
