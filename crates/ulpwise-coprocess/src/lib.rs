//! A program that runs beside this one and is asked questions: text in, text out, nothing that can
//! block for ever or fill the memory.
//!
//! Its input is written and its output read by threads of their own, because a program that does
//! not read, or writes without end, must not hold us. Dropping it kills it and everything it
//! started.

use rustix::process::{Pid, Resource, Rlimit, Signal, kill_process_group, prlimit};
use std::io::{Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::time::{Duration, Instant};
use ulpwise_base::{Budget, Exhausted, count_work};

/// How much a program may write in answer to one question.
const LONGEST_ANSWER: usize = 64 << 20;

/// How much of its output is read ahead: this many pieces of that size.
const PIECES: usize = 16;
const PIECE: usize = 64 << 10;

/// How often the budget is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoAnswer {
    /// The budget ended before.
    Exhausted(Exhausted),
    /// The program ended; how, and what it wrote last.
    Died(String, String),
    /// It wrote more than any answer is long.
    TooLong,
}

/// A program that was started.
#[derive(Debug)]
pub struct Coprocess {
    process: std::process::Child,
    input: Sender<Vec<u8>>,
    output: Receiver<Vec<u8>>,
    /// What was read and is no answer yet.
    pending: Vec<u8>,
}

impl Coprocess {
    /// Starts a program: its name and its arguments. It may hold so many bytes of memory, and what
    /// it starts as many again.
    ///
    /// # Errors
    /// The system does not start it.
    pub fn start(words: &[String], memory_limit: u64) -> std::io::Result<Coprocess> {
        let (program, arguments) = words.split_first().ok_or(std::io::ErrorKind::InvalidInput)?;
        let mut process = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()?;
        let limit = Rlimit { current: Some(memory_limit), maximum: Some(memory_limit) };
        // A process that has ended already, or whose own limit is lower, needs none.
        let _ = prlimit(Some(Pid::from_child(&process)), Resource::Data, limit);
        let (stdin, stdout) = (process.stdin.take(), process.stdout.take());
        let (input, to_write) = channel::<Vec<u8>>();
        std::thread::spawn(move || {
            let Some(mut stdin) = stdin else { return };
            // A program that no longer reads is noticed where its answer is missing.
            while let Ok(text) = to_write.recv() {
                if stdin.write_all(&text).and_then(|()| stdin.flush()).is_err() {
                    return;
                }
            }
        });
        let (pieces, output) = sync_channel::<Vec<u8>>(PIECES);
        std::thread::spawn(move || {
            let Some(mut stdout) = stdout else { return };
            let mut piece = vec![0; PIECE];
            while let Ok(length @ 1..) = stdout.read(&mut piece) {
                if pieces.send(piece[..length].to_vec()).is_err() {
                    return;
                }
            }
        });
        Ok(Coprocess { process, input, output, pending: Vec::new() })
    }

    /// Sends a text, and waits for the line that consists of `mark`; delivers what came before it.
    ///
    /// # Errors
    /// There is no such line.
    pub fn ask(&mut self, text: String, mark: &str, budget: &Budget) -> Result<String, NoAnswer> {
        // If the program is gone, reading reports it.
        let _ = self.input.send(text.into_bytes());
        let mut lines = Lines::default();
        loop {
            if let Some((end, next)) = lines.find(&self.pending, mark) {
                let answer = String::from_utf8_lossy(&self.pending[..end]).into_owned();
                self.pending.drain(..next);
                return Ok(answer);
            }
            if self.pending.len() > LONGEST_ANSWER {
                return Err(NoAnswer::TooLong);
            }
            budget.check(0).map_err(NoAnswer::Exhausted)?;
            let begun = Instant::now();
            let came = self.output.recv_timeout(LOOK_EVERY);
            // The program works while this thread waits.
            count_work(begun.elapsed());
            match came {
                Ok(piece) => self.pending.extend(piece),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.death()),
            }
        }
    }

    /// How a program ended whose output did.
    fn death(&mut self) -> NoAnswer {
        self.kill();
        let how = self.process.wait().map_or_else(|error| error.to_string(), |status| status.to_string());
        let text = String::from_utf8_lossy(&self.pending).into_owned();
        NoAnswer::Died(how, text.lines().last().unwrap_or_default().to_owned())
    }

    fn kill(&mut self) {
        // The group has the number of its first process. It may be gone already.
        let _ = kill_process_group(Pid::from_child(&self.process), Signal::KILL);
    }
}

impl Drop for Coprocess {
    fn drop(&mut self) {
        self.kill();
        // Killed processes end; not waiting would leave an entry in the kernel's table.
        let _ = self.process.wait();
    }
}

/// How far a growing text was looked through. Nothing is looked at twice: a line may have no end.
#[derive(Default, Debug)]
struct Lines {
    /// Where the first line begins that is not complete.
    start: usize,
    seen: usize,
}

impl Lines {
    /// Where the line that is the mark, quoted or not, begins, and where the one after it does.
    fn find(&mut self, text: &[u8], mark: &str) -> Option<(usize, usize)> {
        while let Some(length) = text[self.seen..].iter().position(|&byte| byte == b'\n') {
            let (start, end) = (self.start, self.seen + length);
            (self.start, self.seen) = (end + 1, end + 1);
            let line = text[start..end].trim_ascii();
            let bare = line.strip_prefix(b"\"").and_then(|line| line.strip_suffix(b"\"")).unwrap_or(line);
            if bare == mark.as_bytes() {
                return Some((start, end + 1));
            }
        }
        self.seen = text.len();
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kernel_keeps_the_memory_limit_of_a_program() {
        // The script waits for a line, so that the limit is there when it asks for it in KiB.
        let script = "read line; ulimit -d; echo m; read line";
        let words = ["sh", "-c", script].map(str::to_owned);
        let mut child = Coprocess::start(&words, 3 << 30).unwrap();
        let answer = child.ask("go\n".to_owned(), "m", &Budget::unlimited()).unwrap();
        assert_eq!(answer.trim(), (3 << 20).to_string());
    }

    #[test]
    fn marks_are_whole_lines() {
        let find = |text: &[u8]| Lines::default().find(text, "m");
        assert_eq!(find(b"sat\n\"m\"\nx"), Some((4, 8)));
        assert_eq!(find(b"m\n"), Some((0, 2)));
        assert_eq!(find(b"mm\n"), None);
        let mut lines = Lines::default();
        assert_eq!(lines.find(b"sat\nm", "m"), None, "the line may go on");
        assert_eq!(lines.find(b"sat\nm\n", "m"), Some((4, 6)));
    }
}
