//! The request that starts a child: what it is to make, and where.

use super::{numbers, receive, words};
use std::io::Read;
use std::path::PathBuf;
use ulpwise_externals::Exceptions;
use ulpwise_llvm::{Instrumentation, NativeOptions, NativeTarget, Optimisation, Passing, Precision, Unit};

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
    /// How many bytes of memory compiling it may take.
    pub(crate) compile_memory: u64,
}

impl Request {
    pub(crate) fn fields(&self) -> Vec<Vec<u8>> {
        use std::os::unix::ffi::OsStrExt;
        let Self { units, options, links, scratch, output_file, call_milliseconds, memory, compile_memory } =
            self;
        let numbers = [
            instrumentation_number(options.instrumentation),
            optimisation_number(options.optimisation),
            *call_milliseconds,
            *memory,
            *compile_memory,
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
            let links = target.links.iter().flat_map(|&(at, to)| [u64::from(at), u64::from(to)]);
            fields.extend([target.name.clone().into_bytes(), words(passing), words(links)]);
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
            optimisation,
            call_milliseconds,
            memory,
            compile_memory,
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
            let parameters = parameters.collect();
            let links = self::numbers(&fields.next()?);
            let links = links.chunks_exact(2).map(|link| (link[0] as u32, link[1] as u32)).collect();
            Some(NativeTarget { name, parameters, links })
        });
        let targets = targets.collect::<Option<_>>()?;
        let setup = (0..setup).map(|_| String::from_utf8(fields.next()?).ok()).collect::<Option<_>>()?;
        let links = (0..links).map(|_| fields.next().map(path)).collect::<Option<_>>()?;
        let instrumentation = instrumentation_of(instrumentation);
        let optimisation = optimisation_of(optimisation)?;
        let options = NativeOptions { instrumentation, optimisation, targets, setup };
        let output_file = (output_file as u32).cast_signed();
        Some(Self { units, options, links, scratch, output_file, call_milliseconds, memory, compile_memory })
    }
}

fn optimisation_number(optimisation: Optimisation) -> u64 {
    match optimisation {
        Optimisation::Unoptimised => 0,
        Optimisation::Optimised => 1,
        Optimisation::Defined => 2,
        Optimisation::AsCompiled => 3,
    }
}

fn optimisation_of(number: u64) -> Option<Optimisation> {
    let all =
        [Optimisation::Unoptimised, Optimisation::Optimised, Optimisation::Defined, Optimisation::AsCompiled];
    all.into_iter().find(|&optimisation| optimisation_number(optimisation) == number)
}

/// Beyond this, the set of exceptions that are reported on request.
const EVERY_OPERATION: u64 = 1 << 16;

/// Beyond this, the number of bits of an exact shadow.
const EXACT_SHADOW: u64 = 1 << 32;

fn instrumentation_number(instrumentation: Instrumentation) -> u64 {
    match instrumentation {
        Instrumentation::None => 0,
        Instrumentation::Exceptions => 1,
        Instrumentation::Shadow(Precision::DoubleDouble) => 2,
        Instrumentation::Distances => 3,
        Instrumentation::Coverage => 4,
        Instrumentation::EveryOperation(on_request) => EVERY_OPERATION + u64::from(on_request.bits()),
        Instrumentation::Shadow(Precision::Bits(bits)) => EXACT_SHADOW + u64::from(bits),
    }
}

fn instrumentation_of(number: u64) -> Instrumentation {
    match number {
        0 => Instrumentation::None,
        2 => Instrumentation::Shadow(Precision::DoubleDouble),
        3 => Instrumentation::Distances,
        4 => Instrumentation::Coverage,
        EVERY_OPERATION..EXACT_SHADOW => {
            Instrumentation::EveryOperation(Exceptions::from_bits((number - EVERY_OPERATION) as u8))
        }
        EXACT_SHADOW.. => Instrumentation::Shadow(Precision::Bits((number - EXACT_SHADOW) as u32)),
        _ => Instrumentation::Exceptions,
    }
}

/// Reads the request that starts a child.
pub(crate) fn read_request(from: &mut impl Read) -> std::io::Result<Request> {
    Request::of_fields(receive(from)?).ok_or_else(|| std::io::ErrorKind::InvalidData.into())
}

fn path(bytes: Vec<u8>) -> PathBuf {
    use std::os::unix::ffi::OsStringExt;
    PathBuf::from(std::ffi::OsString::from_vec(bytes))
}

#[cfg(test)]
mod tests {
    use super::super::send;
    use super::*;

    #[test]
    fn requests_come_back_as_they_were() {
        let request = Request {
            units: vec![Unit { path: "a b.bc".into(), bytes: vec![1, 2, 3] }],
            options: NativeOptions {
                instrumentation: Instrumentation::Exceptions,
                optimisation: Optimisation::Defined,
                setup: vec!["begin".into()],
                targets: vec![NativeTarget {
                    name: "f".into(),
                    parameters: vec![Passing::Value, Passing::Buffer(3)],
                    links: vec![(1, 2)],
                }],
            },
            links: vec!["libm.so".into()],
            scratch: "/tmp/x".into(),
            output_file: 5,
            call_milliseconds: 25,
            memory: 1 << 30,
            compile_memory: 2 << 30,
        };
        let mut pipe = Vec::new();
        send(&mut pipe, &request.fields()).unwrap();
        assert_eq!(Request::of_fields(receive(&mut &pipe[..]).unwrap()), Some(request));
        assert!(
            (0..pipe.len()).all(|cut| receive(&mut &pipe[..cut]).is_err()),
            "a message that is cut short is none"
        );
    }

    #[test]
    fn instrumentations_come_back_as_they_were() {
        let shadow = Instrumentation::Shadow;
        for one in [
            Instrumentation::None,
            Instrumentation::Exceptions,
            Instrumentation::Coverage,
            Instrumentation::EveryOperation(Exceptions::ON_REQUEST),
            shadow(Precision::DoubleDouble),
            shadow(Precision::Bits(300)),
        ] {
            assert_eq!(instrumentation_of(instrumentation_number(one)), one);
        }
    }
}
