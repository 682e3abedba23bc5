//! The texts of `--help` that are more than a line.

pub(super) const ABOUT: &str = "\
Finds where the floating-point operations of a program misbehave.

Reads C, C++, Fortran and Rust through LLVM.";

pub(super) const AFTER_HELP: &str = "\
Exit codes:
  0  done
  1  the program under `run` failed: a failed assertion, a bad memory access,
     an abort, a time limit, an exit code other than 0, ...; or the script
     under `solve` has an error; or a witness under `replay` does not fail as it did;
     or the program under `test` fails on some input; or `check`, `accuracy` or `stability`
     found something that counts (--fail-on says what does)
  2  bad input: a wrong argument, a file that does not load, a program that
     needs what ulpwise does not know
  3  internal error: a bug of ulpwise
  128 plus the number of the signal that stopped the command

Under `run` and `search` a floating-point exception leaves the exit code at 0.

Examples:
  ulpwise check examples/average.c --fn average
  ulpwise list examples/average.c
  ulpwise run examples/average.c --fn average --args 1e308,1e308
  ulpwise search examples/average.c --fn average";

pub(super) const SUGGEST_EXAMPLES: &str = "\
The ranges come from what the code compares its parameters with, and from names
of quantities. They are proposals: keep those that are true.

Examples:
  ulpwise suggest examples/quadratic.c
  ulpwise suggest -p build";

pub(super) const CAPTURE_EXAMPLES: &str = "\
The build runs as it would alone. It has to compile: one that finds everything
up to date records nothing, and what an earlier one recorded stays.
Exit code 1: the build failed; what it compiled until then is recorded.

Examples:
  ulpwise capture -- make -j2
  ulpwise capture --fresh -- sh -c './configure && make'
  ulpwise check --target libfoo.a";

pub(super) const COVERAGE_EXAMPLES: &str = "\
The calls are made as unoptimised machine code, in a child process.

Examples:
  ulpwise coverage examples/average.c --fn average --call 1,2 --call 1e308,1e308
  ulpwise search kernel.c --fn f --witnesses found
  ulpwise coverage kernel.c --witnesses found -o kernel.info";

pub(super) const FIX_EXAMPLES: &str = "\
Every patch is compared with exact values on samples and judged by `check` and
`accuracy`. Exit codes: 0 a patch, 1 none, 2 bad input, 3 a bug of ulpwise.

Examples:
  ulpwise fix root.c --fn difference
  ulpwise fix root.c --fn difference --range x=1..1e6 --explain
  ulpwise fix root.c --fn difference --apply";

pub(super) const DIFF_EXAMPLES: &str = "\
Two results are the same if their bits are, one NaN being as good as another, unless
a tolerance is given. *Different* comes with an input on which both were called. *Same*
is a proof for all inputs in range. Inputs are finite unless --non-finite is given, and
matched in their order. Exit codes: 0 same, 1 different or unknown, 2 bad input, 3 a bug
of ulpwise.

Examples:
  ulpwise diff old.c new.c --fn norm
  ulpwise diff port.f90 port.rs --fn old=dlapy2 --fn new=dlapy2 --within 1ulp
  ulpwise diff kernel.c --fn f --old-cflags -O0 --new-cflags '-O3 -ffast-math' --explain
  ulpwise diff kernel.c --fn f --git HEAD
  ulpwise diff poly.c --fn old=horner --fn new=expanded --range x=-1..1 --relative 1e-12";

pub(super) const EXPORT_EXAMPLES: &str = "\
Each test makes the call of a witness. It fails while the call raises the
exception, and passes once it does not; that it fails today is tried before it
is written. Exit code 2: no test could be written.

Examples:
  ulpwise check kernel.c --witnesses found
  ulpwise export found --lang c -o kernel_test.c
  ulpwise export found --lang cpp --framework gtest -o kernel_test.cpp
  ulpwise export found/f-0-overflow.json --lang rust --framework cargo";

pub(super) const LIST_EXAMPLES: &str = "\
Examples:
  ulpwise list examples/average.c
  ulpwise list examples/horner.rs --all
  ulpwise list specfunc.bc --fn 'gsl_sf_bessel_*'
  ulpwise list kernel.c --cflags '-O2 -march=native' --json
  ulpwise list -p build --source src/solver.c";

pub(super) const LSP_EXAMPLES: &str = "\
Editors start it; docs/editors.md says how in VS Code, Neovim, Emacs and Helix.
A file is checked when it is opened and when it is saved, as `ulpwise check` in
its folder would, with ulpwise.toml and the cache of the project.

Example:
  ulpwise lsp --timeout 5";

pub(super) const RUN_EXAMPLES: &str = "\
Values:
  1.5  -2e-3  0x1.8p3      rounded correctly to the parameter's format
  inf  -inf  nan  snan     snan is a signalling NaN
  bits:0x7ff0000000000000  the bits themselves
  7  -7  0xff  'c'  true   integers, characters, truth values, names of an enumeration
  [1,2,3]  [0;100]         an array, behind a pointer too; a Rust slice; 100 zeros
  _  [_;4]                 room for an output: one element, four elements
  {1,2}                    a structure, behind a pointer too
  \"text\"  null             a C string, a null pointer

Without --fn it is the only function, or main. The exit codes are those of
`ulpwise --help`: exit(0) and a main that returns 0 give 0, any other exit code
of the program gives 1.

Examples:
  ulpwise run examples/average.c --fn average --args 1e308,1e308
  ulpwise run examples/sum_long_double.c --fn sum_compensated --args [1,inf],2
  ulpwise run examples/orbit.f90 --fn orbit_kick --args [1,0],[0,1],0.1
  ulpwise run examples/horner.rs --fn evaluate --args [1,0,1e300] 1e10
  ulpwise run examples/norm.cpp --fn 'distance(float, float)' --args 1e30 1e30 --rounding up";

pub(super) const ACCURACY_EXAMPLES: &str = "\
The error is |r - r0| / max(smallest normal number, |r0|), where r is computed and
r0 is what the same operations give without rounding, with as many bits as it takes.
Every error that is reported was measured in unoptimised code. A search proves nothing
about larger errors that it does not find.

Examples:
  ulpwise accuracy examples/quadratic.c --fn discriminant
  ulpwise accuracy sum.c --fn sum --len v=8 --range v=-100..100 --range n=8..8
  ulpwise accuracy kernel.c --fn f --metric ulp --timeout 60 --jobs 2 --json
  ulpwise accuracy kernel.c --fn f --range x=0..1 --html report.html --fail-on warning
  ulpwise accuracy solver.c --fn v_sum --len x.ve=4 --range x.dim=4..4 --float-inputs";

pub(super) const CACHE_EXAMPLES: &str = "\
Entries are known by all that verdicts depend on, and none is ever wrong for being old:
clearing saves room and nothing else.

Examples:
  ulpwise check kernel.c --cache
  ulpwise cache show
  ulpwise cache trim --size 200 --days 30
  ulpwise cache clear";

pub(super) const CAMPAIGN_EXAMPLES: &str = "\
A campaign is a folder of files on storage that all machines share: the plan with the
compiled program, and a file for each unit that is done. Units may run here, under
Slurm, or under anything else that runs commands; docs/cluster.md has the steps.
Exit codes of report are those of the analysis; otherwise 2 says that a unit failed.

Examples:
  ulpwise campaign plan camp check lib.bc --fn 'gsl_sf_*' --timeout 60
  ulpwise campaign run camp --jobs 8
  ulpwise campaign status camp --watch
  ulpwise campaign report camp --html report.html";

pub(super) const CHECK_EXAMPLES: &str = "\
Inputs are finite unless --non-finite is given. Every exception that is reported was
raised by the program itself, natively, on the inputs shown. *Proven absent* means
that no input in range raises it. Exit codes: 0 nothing found, 1 something found
(--fail-on says what counts), 2 bad input, 3 a bug of ulpwise.

Examples:
  ulpwise check examples/average.c
  ulpwise check kernel.c --fn f --range x=0..1 --assume 'x < y' --timeout 60
  ulpwise check lib.bc --fn 'gsl_sf_*_e' --setup gsl_set_error_handler_off
  ulpwise check kernel.c --property divide-by-zero --property invalid --json
  ulpwise check kernel.c --cache --since main
  ulpwise check kernel.c --html report.html --sarif report.sarif --fail-on error";

pub(super) const SEARCH_EXAMPLES: &str = "\
Every exception is confirmed by a second call in unoptimised code and reported with
the input that raises it. A search proves nothing about what it does not find;
--exhaustive does.

Examples:
  ulpwise search examples/average.c --fn average
  ulpwise search kernel.c --fn f --range x=0..1 --range n=1..100 --calls 10000000 --jobs 4
  ulpwise search half.c --fn g --exhaustive --jobs 2
  ulpwise search kernel.c --fn f --property divide-by-zero --witnesses found";

pub(super) const REPLAY_EXAMPLES: &str = "\
The original source is compiled once more, by the compiler of its language with
the flags that the witness names, and linked with a driver that makes the call.
Exit codes: 0 the same exception at the same place with the same result,
1 something is different, 2 it cannot be made again, 3 a bug of ulpwise.

Examples:
  ulpwise search examples/average.c --fn average --witnesses found
  ulpwise replay found/average-0-overflow.json";

pub(super) const SOLVE_EXAMPLES: &str = "\
Answers are written as SMT-LIB has it: sat, unsat, unknown, and
(error \"line 3 column 9: ...\") with exit code 1. All engines take turns unless --engine
names one; (get-info :reason-unknown) says why something is unknown.

Examples:
  ulpwise solve examples/tenth.smt2
  ulpwise solve query.smt2 --model --timeout 10
  ulpwise solve query.smt2 --jobs 4 --with process:'z3 -in'
  ulpwise solve - --stats < query.smt2";

pub(super) const STABILITY_EXAMPLES: &str = "\
An operation is stable if its result is within the tolerance of what is true, for all
inputs in range, all paths up to the loop bound, and in every rounding mode. It is
unstable if a run is not; that run was made natively. Inputs should have ranges.
Exit code 1: something is unstable.

Examples:
  ulpwise stability kernel.c --fn f --range x=1..2 --tolerance 0.01%
  ulpwise stability kernel.c --fn f --range x=1..2 --at return --rounding nearest
  ulpwise stability kernel.c --fn f --range x=1..2 --sarif report.sarif --fail-on error
  ulpwise stability sum.c --fn sum --len v=100 --range v=1..1000 --loop-bound 100 --json";

pub(super) const TEST_EXAMPLES: &str = "\
The program says with KLEE's functions (#include <klee/klee.h>) or SV-COMP's
(__VERIFIER_nondet_double, ...; or #include <ulpwise.h> for both) what its inputs
are and what it expects; with --fn, arguments are made for any function. Failures
are run natively before they are reported. Exit code 1: it fails on some input.

Examples:
  ulpwise test examples/quadratic.c
  ulpwise test program.c --timeout 60 --jobs 2 -o tests
  ulpwise test kernel.c --fn norm --len v=3 --range v=-1e9..1e9 --assume 'n <= 3'
  ulpwise test program.c --loop-bound 16 --coverage --json";

pub(super) const VERIFY_EXAMPLES: &str = "\
Exit codes: 0 nothing refused, 1 a certificate is refused, 2 bad input, 3 internal error.

Examples:
  ulpwise check kernel.c --certificates proofs
  ulpwise verify proofs";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_fit_a_terminal() {
        for text in [
            ABOUT,
            ACCURACY_EXAMPLES,
            CAPTURE_EXAMPLES,
            AFTER_HELP,
            CACHE_EXAMPLES,
            CAMPAIGN_EXAMPLES,
            CHECK_EXAMPLES,
            DIFF_EXAMPLES,
            FIX_EXAMPLES,
            EXPORT_EXAMPLES,
            LIST_EXAMPLES,
            LSP_EXAMPLES,
            RUN_EXAMPLES,
            SEARCH_EXAMPLES,
            REPLAY_EXAMPLES,
            SOLVE_EXAMPLES,
            STABILITY_EXAMPLES,
            SUGGEST_EXAMPLES,
            TEST_EXAMPLES,
            VERIFY_EXAMPLES,
        ] {
            for line in text.lines() {
                assert!(line.chars().count() <= 92, "{line}");
            }
        }
    }
}
