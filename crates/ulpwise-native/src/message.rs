//! What parent and child say to each other, besides what lies in the shared memory.
//!
//! The request that starts a child is a list of byte strings, each after its length. After that a command and an answer are
//! a few words each, so that a pipe passes them whole.

use crate::coverage::{probes_of_text, probes_to_text};
use crate::error::Error;
use std::io::{Read, Write};
use std::path::PathBuf;
use ulpwise_llvm::{Instrumentation, NativeOptions, Passing, Precision, Probe, Target, TargetLayout, Unit};

/// What the child is to make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Request {
    pub(crate) units: Vec<Unit>,
    pub(crate) options: NativeOptions,
    /// Libraries and object files to link.
    pub(crate) links: Vec<PathBuf>,
    /// The folder in which the program may write.
    pub(crate) scratch: PathBuf,
    /// The number of the file that takes what the program prints.
    pub(crate) output_file: i32,
    /// How many milliseconds of CPU time a call may take.
    pub(crate) call_milliseconds: u64,
    /// How many bytes of memory the program may hold.
    pub(crate) memory: u64,
}

/// What the child made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ready {
    pub(crate) layouts: Vec<TargetLayout>,
    pub(crate) unobserved: Vec<u32>,
    pub(crate) site_count: u32,
    pub(crate) warnings: Vec<String>,
    /// What each counter counts.
    pub(crate) probes: Vec<Probe>,
}

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
}

/// Where inputs come from and what is told.
pub(crate) mod mode {
    /// Inputs lie in the shared memory, outputs go there, and every call tells its events.
    pub(crate) const EACH: u64 = 0;
    /// As above, but an event is told only the first time that the worker sees it.
    pub(crate) const NOVEL: u64 = 1;
    /// Inputs are made from a counter whose digits are [`crate::Counted`], there is no output, and an event is told the first
    /// time.
    pub(crate) const COUNTER: u64 = 2;
    /// As NOVEL; besides, every call leaves its distance from each of the goals in the shared memory.
    pub(crate) const MEASURE: u64 = 3;
}

/// What a worker or the server says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
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
    /// Whether it came to the point where calls begin.
    pub(crate) started: bool,
    /// What it said itself, if it did: one of `region::ending`.
    pub(crate) ending: u64,
    /// The code of an exit.
    pub(crate) exit_code: u32,
    /// The call that was under way.
    pub(crate) current: u64,
    /// Whether it was only being screened.
    pub(crate) screening: bool,
}

const DONE: u64 = 0x646f_6e65;
const DIED: u64 = 0x6469_6564;

impl Batch {
    pub(crate) fn write(self, to: &mut impl Write) -> std::io::Result<()> {
        let precise = u64::from(self.first_is_precise);
        write_words(to, &[self.target, self.first, self.end, self.mode, self.start, precise])
    }

    pub(crate) fn read(from: &mut impl Read) -> std::io::Result<Self> {
        let [target, first, end, mode, start, precise] = read_words(from)?;
        Ok(Self { target, first, end, mode, start, first_is_precise: precise == 1 })
    }
}

impl Answer {
    pub(crate) fn write(self, to: &mut impl Write) -> std::io::Result<()> {
        match self {
            Self::Done(Done { calls, cpu, elapsed }) => {
                write_words(to, &[DONE, calls, cpu, elapsed, 0, 0, 0])
            }
            Self::Died(Death { status, started, ending, exit_code, current, screening }) => {
                let status = u64::from(status.cast_unsigned());
                let words =
                    [DIED, status, started.into(), ending, exit_code.into(), current, screening.into()];
                write_words(to, &words)
            }
        }
    }

    pub(crate) fn read(from: &mut impl Read) -> std::io::Result<Self> {
        match read_words::<7>(from)? {
            [DONE, calls, cpu, elapsed, _, _, _] => Ok(Self::Done(Done { calls, cpu, elapsed })),
            [DIED, status, started, ending, exit_code, current, screening] => {
                let (status, exit_code) = ((status as u32).cast_signed(), exit_code as u32);
                let (started, screening) = (started == 1, screening == 1);
                Ok(Self::Died(Death { status, started, ending, exit_code, current, screening }))
            }
            _ => Err(std::io::Error::other("neither done nor died")),
        }
    }
}

fn write_words(to: &mut impl Write, words: &[u64]) -> std::io::Result<()> {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    to.write_all(&bytes)?;
    to.flush()
}

fn read_words<const N: usize>(from: &mut impl Read) -> std::io::Result<[u64; N]> {
    let mut words = [0; N];
    for word in &mut words {
        let mut bytes = [0; 8];
        from.read_exact(&mut bytes)?;
        *word = u64::from_le_bytes(bytes);
    }
    Ok(words)
}

/// Sends a list of byte strings.
pub(crate) fn send(to: &mut impl Write, fields: &[Vec<u8>]) -> std::io::Result<()> {
    let mut message = (fields.len() as u64).to_le_bytes().to_vec();
    for field in fields {
        message.extend_from_slice(&(field.len() as u64).to_le_bytes());
        message.extend_from_slice(field);
    }
    to.write_all(&message)?;
    to.flush()
}

/// Receives a list of byte strings.
pub(crate) fn receive(from: &mut impl Read) -> std::io::Result<Vec<Vec<u8>>> {
    let [count] = read_words(from)?;
    let mut fields = Vec::new();
    for _ in 0..count {
        let [length] = read_words(from)?;
        let mut field = Vec::new();
        from.by_ref().take(length).read_to_end(&mut field)?;
        if field.len() as u64 != length {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        fields.push(field);
    }
    Ok(fields)
}

impl Request {
    pub(crate) fn fields(&self) -> Vec<Vec<u8>> {
        use std::os::unix::ffi::OsStrExt;
        let Self { units, options, links, scratch, output_file, call_milliseconds, memory } = self;
        let numbers = [
            instrumentation_number(options.instrumentation),
            u64::from(options.optimise),
            *call_milliseconds,
            *memory,
            output_file.cast_unsigned().into(),
            units.len() as u64,
            options.targets.len() as u64,
            links.len() as u64,
            options.setup.len() as u64,
        ];
        let mut fields: Vec<Vec<u8>> = vec![words(numbers), scratch.as_os_str().as_bytes().to_vec()];
        for unit in units {
            fields.extend([unit.path.as_os_str().as_bytes().to_vec(), unit.bytes.clone()]);
        }
        for target in &options.targets {
            let passing = target.parameters.iter().map(|passing| match passing {
                Passing::Value => 0,
                Passing::Buffer(words) => 1 + u64::from(*words),
            });
            fields.extend([target.name.clone().into_bytes(), words(passing)]);
        }
        fields.extend(options.setup.iter().map(|name| name.clone().into_bytes()));
        fields.extend(links.iter().map(|link| link.as_os_str().as_bytes().to_vec()));
        fields
    }

    pub(crate) fn of_fields(fields: Vec<Vec<u8>>) -> Option<Self> {
        let mut fields = fields.into_iter();
        let numbers = numbers(&fields.next()?);
        let &[
            instrumentation,
            optimise,
            call_milliseconds,
            memory,
            output_file,
            units,
            targets,
            links,
            setup,
        ] = &numbers[..]
        else {
            return None;
        };
        let scratch = path(fields.next()?);
        let units = (0..units).map(|_| Some(Unit { path: path(fields.next()?), bytes: fields.next()? }));
        let units = units.collect::<Option<_>>()?;
        let targets = (0..targets).map(|_| {
            let name = String::from_utf8(fields.next()?).ok()?;
            let parameters = self::numbers(&fields.next()?).into_iter().map(|code| match code {
                0 => Passing::Value,
                words => Passing::Buffer((words - 1) as u32),
            });
            Some(Target { name, parameters: parameters.collect() })
        });
        let targets = targets.collect::<Option<_>>()?;
        let setup = (0..setup).map(|_| String::from_utf8(fields.next()?).ok()).collect::<Option<_>>()?;
        let links = (0..links).map(|_| fields.next().map(path)).collect::<Option<_>>()?;
        let instrumentation = instrumentation_of(instrumentation);
        let options = NativeOptions { instrumentation, optimise: optimise == 1, targets, setup };
        let output_file = (output_file as u32).cast_signed();
        Some(Self { units, options, links, scratch, output_file, call_milliseconds, memory })
    }
}

/// Beyond this, the number of bits of an exact shadow.
const EXACT_SHADOW: u64 = 1 << 32;

fn instrumentation_number(instrumentation: Instrumentation) -> u64 {
    match instrumentation {
        Instrumentation::None => 0,
        Instrumentation::Exceptions => 1,
        Instrumentation::Shadow(Precision::DoubleDouble) => 2,
        Instrumentation::Distances => 3,
        Instrumentation::Coverage => 4,
        Instrumentation::Shadow(Precision::Bits(bits)) => EXACT_SHADOW + u64::from(bits),
    }
}

fn instrumentation_of(number: u64) -> Instrumentation {
    match number {
        0 => Instrumentation::None,
        2 => Instrumentation::Shadow(Precision::DoubleDouble),
        3 => Instrumentation::Distances,
        4 => Instrumentation::Coverage,
        EXACT_SHADOW.. => Instrumentation::Shadow(Precision::Bits((number - EXACT_SHADOW) as u32)),
        _ => Instrumentation::Exceptions,
    }
}

/// Reads the request that starts a child.
pub(crate) fn read_request(from: &mut impl Read) -> std::io::Result<Request> {
    Request::of_fields(receive(from)?).ok_or_else(|| std::io::ErrorKind::InvalidData.into())
}

/// The answer to a request: what was made, or a sentence that says why not.
pub(crate) fn ready_fields(result: &Result<Ready, String>) -> Vec<Vec<u8>> {
    match result {
        Err(sentence) => vec![b"error".to_vec(), sentence.clone().into_bytes()],
        Ok(ready) => {
            let layouts = ready.layouts.iter().flat_map(|layout| {
                [layout.input_words, layout.returned_words, layout.output_words].map(u64::from)
            });
            let mut fields = vec![
                b"ready".to_vec(),
                words(layouts),
                words(ready.unobserved.iter().map(|&site| u64::from(site))),
                words([u64::from(ready.site_count)]),
                probes_to_text(&ready.probes).into_bytes(),
            ];
            fields.extend(ready.warnings.iter().map(|warning| warning.clone().into_bytes()));
            fields
        }
    }
}

/// What the answer to a request says.
pub(crate) fn read_ready(fields: &[Vec<u8>]) -> Result<Ready, Error> {
    let text = |field: &Vec<u8>| String::from_utf8_lossy(field).into_owned();
    match fields {
        [kind, sentence] if kind == b"error" => Err(Error::Program(text(sentence))),
        [kind, layouts, unobserved, count, probes, warnings @ ..] if kind == b"ready" => {
            let layouts = numbers(layouts)
                .chunks_exact(3)
                .map(|row| TargetLayout {
                    input_words: row[0] as u32,
                    returned_words: row[1] as u32,
                    output_words: row[2] as u32,
                })
                .collect();
            let unobserved = numbers(unobserved).into_iter().map(|site| site as u32).collect();
            let site_count = numbers(count).first().map_or(0, |&count| count as u32);
            let probes = probes_of_text(&text(probes))
                .ok_or_else(|| Error::Child("its counters make no sense".into()))?;
            let warnings = warnings.iter().map(text).collect();
            Ok(Ready { layouts, unobserved, site_count, warnings, probes })
        }
        _ => Err(Error::Child("it gave no whole answer".into())),
    }
}

fn words(numbers: impl IntoIterator<Item = u64>) -> Vec<u8> {
    numbers.into_iter().flat_map(u64::to_le_bytes).collect()
}

fn numbers(bytes: &[u8]) -> Vec<u64> {
    bytes.chunks_exact(8).map(|word| u64::from_le_bytes(word.try_into().expect("8 bytes"))).collect()
}

fn path(bytes: Vec<u8>) -> PathBuf {
    use std::os::unix::ffi::OsStringExt;
    PathBuf::from(std::ffi::OsString::from_vec(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_and_answers_come_back_as_they_were() {
        let request = Request {
            units: vec![Unit { path: "a b.bc".into(), bytes: vec![1, 2, 3] }],
            options: NativeOptions {
                instrumentation: Instrumentation::Exceptions,
                optimise: true,
                setup: vec!["begin".into()],
                targets: vec![Target {
                    name: "f".into(),
                    parameters: vec![Passing::Value, Passing::Buffer(3)],
                }],
            },
            links: vec!["libm.so".into()],
            scratch: "/tmp/x".into(),
            output_file: 5,
            call_milliseconds: 25,
            memory: 1 << 30,
        };
        let mut pipe = Vec::new();
        send(&mut pipe, &request.fields()).unwrap();
        assert_eq!(Request::of_fields(receive(&mut &pipe[..]).unwrap()), Some(request));
        assert!(
            (0..pipe.len()).all(|cut| receive(&mut &pipe[..cut]).is_err()),
            "a message that is cut short is none"
        );

        let layouts = vec![TargetLayout { input_words: 1, returned_words: 2, output_words: 3 }];
        let ready = Ready {
            layouts,
            unobserved: vec![4],
            site_count: 5,
            warnings: vec!["w".into()],
            probes: Vec::new(),
        };
        assert_eq!(read_ready(&ready_fields(&Ok(ready.clone()))).unwrap(), ready);
        let refused = read_ready(&ready_fields(&Err("no".into())));
        assert!(matches!(refused, Err(Error::Program(sentence)) if sentence == "no"));
    }

    #[test]
    fn instrumentations_come_back_as_they_were() {
        let shadow = Instrumentation::Shadow;
        for one in [
            Instrumentation::None,
            Instrumentation::Exceptions,
            Instrumentation::Coverage,
            shadow(Precision::DoubleDouble),
            shadow(Precision::Bits(300)),
        ] {
            assert_eq!(instrumentation_of(instrumentation_number(one)), one);
        }
    }

    #[test]
    fn commands_and_answers_come_back_as_they_were() {
        let mut pipe = Vec::new();
        let batch =
            Batch { target: 1, first: 2, end: 3, mode: mode::NOVEL, start: 9, first_is_precise: true };
        batch.write(&mut pipe).unwrap();
        assert_eq!(Batch::read(&mut &pipe[..]).unwrap(), batch);
        let death =
            Death { status: -1, started: true, ending: 2, exit_code: u32::MAX, current: 8, screening: true };
        for answer in [Answer::Done(Done { calls: 7, cpu: 8, elapsed: 9 }), Answer::Died(death)] {
            let mut pipe = Vec::new();
            answer.write(&mut pipe).unwrap();
            assert_eq!(Answer::read(&mut &pipe[..]).unwrap(), answer);
        }
        assert!(Answer::read(&mut &[0_u8; 56][..]).is_err());
    }
}
