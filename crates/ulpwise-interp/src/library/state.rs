//! What the C library remembers between calls.

use crate::memory::{Memory, ObjectKind};
use crate::options::InterpOptions;
use ulpwise_host::random::{Rand48, Random};

/// What the program printed, up to a limit.
#[derive(Clone, Debug, Default)]
pub struct CapturedOutput {
    bytes: Vec<u8>,
    limit: usize,
    dropped: u64,
}

impl CapturedOutput {
    /// The bytes that were kept, standard output and standard error as they came.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// How many bytes came after the limit.
    pub fn dropped(&self) -> u64 {
        self.dropped
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) {
        let kept = bytes.len().min(self.limit - self.bytes.len());
        self.bytes.extend_from_slice(&bytes[..kept]);
        self.dropped += (bytes.len() - kept) as u64;
    }
}

/// What the C library remembers between calls.
#[derive(Clone, Debug)]
pub struct CLibraryState {
    /// What was printed.
    pub output: CapturedOutput,
    pub(crate) random: Random,
    pub(crate) random48: Rand48,
    pub(crate) environment: Vec<(String, String)>,
    /// The address of `errno`, once the program asked for it.
    errno: Option<u64>,
    /// The value of `errno` until then.
    pending_errno: i32,
    /// Where `strtok` goes on; 0 when its string is used up.
    pub(crate) token_rest: u64,
    /// The addresses of tables and strings handed to the program, by what they are.
    handed_out: Vec<(String, u64)>,
}

impl CLibraryState {
    pub(crate) fn new(options: &InterpOptions) -> Self {
        Self {
            output: CapturedOutput { bytes: Vec::new(), limit: options.output_limit, dropped: 0 },
            random: Random::new(1),
            random48: Rand48::from_state(0),
            environment: options.environment.clone(),
            errno: None,
            pending_errno: 0,
            token_rest: 0,
            handed_out: Vec::new(),
        }
    }

    pub(crate) fn set_errno(&mut self, memory: &mut Memory, value: i32) {
        match self.errno {
            // The program may have freed nothing here: the object is the interpreter's own.
            Some(address) => {
                memory.write(address, 4).expect("errno lives").copy_from_slice(&value.to_le_bytes());
            }
            None => self.pending_errno = value,
        }
    }

    /// The address of `errno`; `None` when memory is used up.
    pub(crate) fn errno_address(&mut self, memory: &mut Memory) -> Option<u64> {
        if let Some(address) = self.errno {
            return Some(address);
        }
        let address = memory.allocate(4, ObjectKind::Host)?;
        self.errno = Some(address);
        self.set_errno(memory, self.pending_errno);
        Some(address)
    }

    /// The address of an object of the library's own, made from `bytes` the first time it is asked
    /// for.
    pub(crate) fn hand_out(&mut self, memory: &mut Memory, name: &str, bytes: &[u8]) -> Option<u64> {
        if let Some((_, address)) = self.handed_out.iter().find(|(known, _)| known == name) {
            return Some(*address);
        }
        let address = memory.allocate(bytes.len() as u64, ObjectKind::Host)?;
        memory.write(address, bytes.len()).expect("it was just made").copy_from_slice(bytes);
        self.handed_out.push((name.to_owned(), address));
        Some(address)
    }
}
