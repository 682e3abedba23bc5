//! Commands to a worker, and what it or the server answers.

use super::{read_words, write_words};
use std::io::{Read, Write};

/// A command to a worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Batch {
    /// Which function.
    pub(crate) target: u64,
    /// The first call to make, counted from the start of the inputs.
    pub(crate) first: u64,
    /// One beyond the last call.
    pub(crate) end: u64,
    /// One of [`mode`].
    pub(crate) mode: u64,
    /// The counter at call 0 in [`mode::COUNTER`].
    pub(crate) start: u64,
    /// The first call ended a worker that was screening it: it is made in the precise tier.
    pub(crate) first_is_precise: bool,
    /// After so many steps a call is given up, in code that counts them.
    pub(crate) steps: u64,
}

/// Where inputs come from and what is reported.
pub(crate) mod mode {
    /// Inputs lie in the shared memory, outputs go there, and every call reports its events.
    pub(crate) const EACH: u64 = 0;
    /// As above, but an event is reported only the first time that the worker sees it.
    pub(crate) const NOVEL: u64 = 1;
    /// Inputs are made from a counter whose digits are [`crate::Counted`], there is no output, and
    /// an event is reported the first time.
    pub(crate) const COUNTER: u64 = 2;
    /// As NOVEL; besides, every call leaves its distance from each of the goals in the shared
    /// memory.
    pub(crate) const MEASURE: u64 = 3;
}

/// What a worker or the server says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ServerAnswer {
    /// The batch was run.
    Done(Done),
    /// The worker is gone.
    Died(Death),
}

/// What is known of a batch that was run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Done {
    /// Up to this call (excluded); the events filled their room if that is not the batch's end.
    pub(crate) calls: u64,
    /// How many nanoseconds of CPU time it took, in whatever steps the kernel counts them.
    pub(crate) cpu: u64,
    /// How many nanoseconds it took by the clock.
    pub(crate) elapsed: u64,
}

/// What is known of a worker's end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Death {
    /// What `waitpid` gave.
    pub(crate) status: i32,
    /// Whether it has reached the point where calls begin.
    pub(crate) started: bool,
    /// What it said itself, if it did: one of `region::ending`.
    pub(crate) ending: u64,
    /// The code of an exit.
    pub(crate) exit_code: u32,
    /// The call that was under way.
    pub(crate) current: u64,
    /// Whether it was only being screened.
    pub(crate) screening: bool,
    /// How many nanoseconds of CPU time it took from its start to its end.
    pub(crate) cpu: u64,
}

const DONE: u64 = 0x646f_6e65;
const DIED: u64 = 0x6469_6564;

impl Batch {
    /// The first calls of a target, without limit of steps.
    pub(crate) fn new(target: usize, mode: u64, end: u64) -> Self {
        Self {
            target: target as u64,
            first: 0,
            end,
            mode,
            start: 0,
            first_is_precise: false,
            steps: u64::MAX,
        }
    }

    pub(crate) fn write(self, to: &mut impl Write) -> std::io::Result<()> {
        let precise = u64::from(self.first_is_precise);
        write_words(to, &[self.target, self.first, self.end, self.mode, self.start, precise, self.steps])
    }

    pub(crate) fn read(from: &mut impl Read) -> std::io::Result<Self> {
        let [target, first, end, mode, start, precise, steps] = read_words(from)?;
        Ok(Self { target, first, end, mode, start, first_is_precise: precise == 1, steps })
    }
}

impl ServerAnswer {
    pub(crate) fn write(self, to: &mut impl Write) -> std::io::Result<()> {
        match self {
            Self::Done(Done { calls, cpu, elapsed }) => {
                write_words(to, &[DONE, calls, cpu, elapsed, 0, 0, 0, 0])
            }
            Self::Died(Death { status, started, ending, exit_code, current, screening, cpu }) => {
                let status = u64::from(status.cast_unsigned());
                let words =
                    [DIED, status, started.into(), ending, exit_code.into(), current, screening.into(), cpu];
                write_words(to, &words)
            }
        }
    }

    pub(crate) fn read(from: &mut impl Read) -> std::io::Result<Self> {
        match read_words::<8>(from)? {
            [DONE, calls, cpu, elapsed, _, _, _, _] => Ok(Self::Done(Done { calls, cpu, elapsed })),
            [DIED, status, started, ending, exit_code, current, screening, cpu] => {
                let (status, exit_code) = ((status as u32).cast_signed(), exit_code as u32);
                let (started, screening) = (started == 1, screening == 1);
                Ok(Self::Died(Death { status, started, ending, exit_code, current, screening, cpu }))
            }
            _ => Err(std::io::Error::other("neither done nor died")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_and_answers_come_back_as_they_were() {
        let mut pipe = Vec::new();
        let batch = Batch {
            target: 1,
            first: 2,
            end: 3,
            mode: mode::NOVEL,
            start: 9,
            first_is_precise: true,
            steps: 11,
        };
        batch.write(&mut pipe).unwrap();
        assert_eq!(Batch::read(&mut &pipe[..]).unwrap(), batch);
        let death = Death {
            status: -1,
            started: true,
            ending: 2,
            exit_code: u32::MAX,
            current: 8,
            screening: true,
            cpu: 9,
        };
        for answer in [ServerAnswer::Done(Done { calls: 7, cpu: 8, elapsed: 9 }), ServerAnswer::Died(death)] {
            let mut pipe = Vec::new();
            answer.write(&mut pipe).unwrap();
            assert_eq!(ServerAnswer::read(&mut &pipe[..]).unwrap(), answer);
        }
        assert!(ServerAnswer::read(&mut &[0_u8; 64][..]).is_err());
    }
}
