//! Streams and files, formatted input and output.

use super::{ANY, c};
use crate::effects::{Effects, Environment, MemoryAccess, Returns};
use crate::names::External;

const FILES: Environment = Environment::FILES.with(Environment::ERRNO);
/// Output: nothing that the program reads depends on it but what it counts.
const WRITES: Effects = Effects::PURE.changing(FILES).failing();
const READS: Effects = WRITES.depending_on(Environment::FILES);
/// A format may read strings and, with `%n`, write counts. How floats print depends on mode and locale.
const PRINTS: Effects =
    WRITES.accessing(ANY, ANY).depending_on(Environment::LOCALE.with(Environment::ROUNDING));
/// To memory.
const PRINTS_TO_MEMORY: Effects = Effects { changes: Environment::ERRNO, ..PRINTS };
/// The values stand in a list behind a pointer.
const LISTED: Effects = PRINTS.accessing(MemoryAccess::Anything, MemoryAccess::Anything);
const LISTED_TO_MEMORY: Effects = Effects { changes: Environment::ERRNO, ..LISTED };
const SCANS: Effects = READS
    .accessing(ANY, ANY)
    .depending_on(Environment::LOCALE.with(Environment::ROUNDING))
    .changing(Environment::FLAGS);
const SCANS_MEMORY: Effects = Effects {
    changes: Environment::ERRNO.with(Environment::FLAGS),
    depends_on: Environment::LOCALE.with(Environment::ROUNDING),
    ..SCANS
};
/// The stream keeps the buffer and writes to it later.
const KEEPS_BUFFER: Effects = WRITES.accessing(MemoryAccess::Anything, MemoryAccess::Anything);

pub(super) const TABLE: &[External] = &[
    c("printf", PRINTS),
    c("fprintf", PRINTS),
    c("dprintf", PRINTS),
    c("sprintf", PRINTS_TO_MEMORY),
    c("snprintf", PRINTS_TO_MEMORY),
    c("__printf_chk", PRINTS.going(Returns::Perhaps)),
    c("__fprintf_chk", PRINTS.going(Returns::Perhaps)),
    c("__sprintf_chk", PRINTS_TO_MEMORY.going(Returns::Perhaps)),
    c("__snprintf_chk", PRINTS_TO_MEMORY.going(Returns::Perhaps)),
    c("vprintf", LISTED),
    c("vfprintf", LISTED),
    c("vsprintf", LISTED_TO_MEMORY),
    c("vsnprintf", LISTED_TO_MEMORY),
    c("scanf", SCANS),
    c("fscanf", SCANS),
    c("sscanf", SCANS_MEMORY),
    c("__isoc99_scanf", SCANS),
    c("__isoc99_fscanf", SCANS),
    c("__isoc99_sscanf", SCANS_MEMORY),
    c("__isoc23_scanf", SCANS),
    c("__isoc23_fscanf", SCANS),
    c("__isoc23_sscanf", SCANS_MEMORY),
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
