//! Streams and files, formatted input and output.

use super::c;
use crate::effects::{Effects, Environment, MemoryAccess, Returns};
use crate::names::External;

const FILES: Environment = Environment::FILES.with(Environment::ERRNO);
/// Output: nothing that the program reads depends on it but what it counts.
const WRITES: Effects = Effects::PURE.changing(FILES).failing();
const READS: Effects = WRITES.depending_on(Environment::FILES);
/// How floats print and are read depends on mode and locale.
const FLOAT_TEXT: Environment = Environment::LOCALE.with(Environment::ROUNDING);
/// The values stand in a list behind a pointer.
const LISTED: Effects =
    WRITES.accessing(MemoryAccess::Anything, MemoryAccess::Anything).depending_on(FLOAT_TEXT);

/// A format at this position may read strings and, with `%n`, write counts.
const fn prints(format: u8) -> Effects {
    let access = MemoryAccess::ByFormat(format);
    WRITES.accessing(access, access).depending_on(FLOAT_TEXT)
}

/// A format at this position says what is stored.
const fn scans(format: u8) -> Effects {
    let access = MemoryAccess::ByFormat(format);
    READS.accessing(access, access).depending_on(FLOAT_TEXT).changing(Environment::FLAGS)
}

/// From or to memory in place of a file.
const fn in_memory(effects: Effects) -> Effects {
    let changes = Environment::ERRNO.with(Environment::FLAGS);
    Effects { changes, depends_on: FLOAT_TEXT, may_fail: false, ..effects }
}

/// The stream keeps the buffer and writes to it later.
const KEEPS_BUFFER: Effects = WRITES.accessing(MemoryAccess::Anything, MemoryAccess::Anything).keeping();

/// Variables of the C library that hold its streams. A program may compare them, assign to them and
/// hand them on; what it does with a stream is a call of a function.
pub(crate) const STREAM_VARIABLES: [&str; 3] = ["stdin", "stdout", "stderr"];

/// Objects of C++ that are streams.
pub(crate) const STREAM_OBJECTS: [&str; 4] = ["_ZSt3cin", "_ZSt4cerr", "_ZSt4clog", "_ZSt4cout"];

pub(super) const TABLE: &[External] = &[
    c("printf", prints(0)),
    c("fprintf", prints(1)),
    c("dprintf", prints(1)),
    c("sprintf", in_memory(prints(1))),
    c("snprintf", in_memory(prints(2))),
    c("__printf_chk", prints(1).going(Returns::Perhaps)),
    c("__fprintf_chk", prints(2).going(Returns::Perhaps)),
    c("__sprintf_chk", in_memory(prints(3)).going(Returns::Perhaps)),
    c("__snprintf_chk", in_memory(prints(4)).going(Returns::Perhaps)),
    c("vprintf", LISTED),
    c("vfprintf", LISTED),
    c("vsprintf", in_memory(LISTED)),
    c("vsnprintf", in_memory(LISTED)),
    c("scanf", scans(0)),
    c("fscanf", scans(1)),
    c("sscanf", in_memory(scans(1))),
    c("__isoc99_scanf", scans(0)),
    c("__isoc99_fscanf", scans(1)),
    c("__isoc99_sscanf", in_memory(scans(1))),
    c("__isoc23_scanf", scans(0)),
    c("__isoc23_fscanf", scans(1)),
    c("__isoc23_sscanf", in_memory(scans(1))),
    c("fputc", WRITES),
    c("fputs", WRITES.reading(&[0])),
    c("fwrite", WRITES.reading(&[0])),
    c("putc", WRITES),
    c("putchar", WRITES),
    c("puts", WRITES.reading(&[0])),
    c("perror", WRITES.reading(&[0]).depending_on(Environment::ERRNO)),
    c("fflush", WRITES),
    c("fclose", WRITES),
    c("clearerr", WRITES),
    c("_IO_getc", READS),
    c("feof", READS),
    c("ferror", READS),
    c("fgetc", READS),
    c("fgets", READS.writing(&[0])),
    c("fopen", READS.reading(&[0, 1])),
    c("fopen64", READS.reading(&[0, 1])),
    c("fread", READS.writing(&[0])),
    c("fseek", READS),
    c("fseeko", READS),
    c("ftell", READS),
    c("ftello", READS),
    c("getc", READS),
    c("getchar", READS),
    // The buffer stands behind a pointer behind the first argument.
    c("getline", READS.accessing(MemoryAccess::Anything, MemoryAccess::Anything)),
    c("rewind", READS),
    c("ungetc", READS),
    c("setbuf", KEEPS_BUFFER),
    c("setvbuf", KEEPS_BUFFER),
];
