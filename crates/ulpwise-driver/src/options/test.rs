//! The options of `test`.

use super::{InputDomain, ProgramFiles};
use std::path::PathBuf;
use std::time::Duration;
use ulpwise_engines::EngineChoice;
use ulpwise_symex::SearchStrategy;

/// The options of `test`: a program is followed along every path that some input takes.
#[derive(Clone, Debug)]
pub struct TestOptions {
    /// The program.
    pub program: ProgramFiles,
    /// The function that paths begin with; the main program if there is none.
    pub function: Option<String>,
    /// Which inputs the function gets.
    pub domain: InputDomain,
    /// What is assumed of the parameters of the function, in C.
    pub assume: Vec<String>,
    /// Whether signed integers that overflow are failures; for programs in C and C++.
    pub signed_overflow: bool,
    /// How many arguments `main` gets, of any characters.
    pub argv: usize,
    /// How many characters each of them has.
    pub argv_length: usize,
    /// Files that the program may read, and how many bytes of any value they have.
    pub files: Vec<(String, usize)>,
    /// How many bytes of any value standard input has.
    pub stdin: Option<usize>,
    /// How long following paths may take in all.
    pub timeout: Duration,
    /// After how many paths to stop.
    pub max_paths: Option<u64>,
    /// How many times a path may fork.
    pub max_forks: Option<u32>,
    /// How many times a path may fork at one branch of one call.
    pub loop_bound: Option<u32>,
    /// How many calls may be nested.
    pub max_depth: usize,
    /// How many threads follow paths.
    pub jobs: usize,
    /// Which path is followed next.
    pub search: SearchStrategy,
    /// Whether branches that only compute are joined.
    pub merge: bool,
    /// The random seed.
    pub seed: u64,
    /// How much memory each process may take, and the program on one path, in MiB.
    pub memory: u64,
    /// A folder that gets a test for each path.
    pub output: Option<PathBuf>,
    /// Whether the tests run natively, to measure which lines and branches they reach; `output`
    /// implies it.
    pub coverage: bool,
    /// How many tests are kept.
    pub max_tests: usize,
    /// The solver for reachability queries.
    pub engine: EngineChoice,
}

impl TestOptions {
    /// A test of the program that these files make together.
    pub fn new<P: Into<PathBuf>>(files: impl IntoIterator<Item = P>) -> TestOptions {
        TestOptions { program: ProgramFiles::new(files), ..TestOptions::default() }
    }
}

impl Default for TestOptions {
    fn default() -> TestOptions {
        TestOptions {
            program: ProgramFiles::default(),
            function: None,
            domain: InputDomain::default(),
            assume: Vec::new(),
            signed_overflow: false,
            argv: 0,
            argv_length: 8,
            files: Vec::new(),
            stdin: None,
            timeout: Duration::from_secs(300),
            max_paths: None,
            max_forks: None,
            loop_bound: None,
            max_depth: 10_000,
            jobs: 1,
            search: SearchStrategy::default(),
            merge: true,
            seed: 1,
            memory: 4096,
            output: None,
            coverage: false,
            max_tests: 10_000,
            engine: EngineChoice::default(),
        }
    }
}
