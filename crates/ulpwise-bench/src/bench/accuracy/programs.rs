//! The 21 programs: where their sources lie, which inputs they get, and what others found in two
//! hours each.
//!
//! Inputs are floats from -100 to 100. Vectors have 4 elements, matrices 4 times 4, summations 32.
//! No driver is written for any of them: structures and the pointers in them are made from their
//! declarations.

use ulpwise_driver::InputDomain;

/// Where a program comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// Written here.
    Sums,
    /// Debian's source package of Meschach.
    Meschach,
    /// Debian's source package of GSL; long double is compiled as double, as it was where the
    /// published figures come from.
    Gsl,
}

/// What the inputs and outputs of a program are.
#[derive(Clone, Copy)]
enum Setting {
    /// The values of an input, `NAME=LOW..HIGH`.
    Range(&'static str),
    /// How many elements a pointer points at.
    Length(&'static str, u64),
    /// An output whose error counts.
    Output(&'static str),
    /// A vector of Meschach's with 4 elements that are inputs.
    Vector(&'static str),
    /// The same with zeros.
    Room(&'static str),
    /// A matrix of Meschach's, 4 times 4, with elements that are inputs.
    Matrix(&'static str),
    /// The same with zeros.
    Square(&'static str),
}

use Setting::{Length, Matrix, Output, Range, Room, Square, Vector};

/// A program.
pub(super) struct Routine {
    /// Its name in the table.
    pub(super) name: &'static str,
    pub(super) source: Source,
    pub(super) function: &'static str,
    settings: &'static [Setting],
    /// The largest errors that FPGen, S3FP and a random search are reported to have found.
    pub(super) reported: [f64; 3],
}

const WEIGHTED: &[Setting] = &[
    Length("w", 4),
    Length("data", 4),
    Range("w=-100..100"),
    Range("data=-100..100"),
    Range("wstride=1..1"),
    Range("stride=1..1"),
    Output("return"),
];

const N: &[Setting] = &[Range("n=4..4")];

const FIXED_MEAN: &[Setting] = &[Range("n=4..4"), Range("wmean=-100..100")];

const fn sum(name: &'static str, function: &'static str, reported: [f64; 3]) -> Routine {
    let settings = &[Length("a", 32), Range("a=-100..100"), Range("n=32..32")];
    Routine { name, source: Source::Sums, function, settings, reported }
}

const fn meschach(
    name: &'static str,
    function: &'static str,
    settings: &'static [Setting],
    reported: [f64; 3],
) -> Routine {
    Routine { name, source: Source::Meschach, function, settings, reported }
}

const fn gsl(
    name: &'static str,
    function: &'static str,
    settings: &'static [Setting],
    reported: [f64; 3],
) -> Routine {
    Routine { name, source: Source::Gsl, function, settings, reported }
}

/// All of them.
pub(super) const PROGRAMS: [Routine; 21] = [
    sum("recursive-sum", "recursive_sum", [1.0, 0.0, 0.0]),
    sum("pairwise-sum", "pairwise_sum", [1.3e-16, 0.0, 0.0]),
    sum("compensated-sum", "compensated_sum", [1.0, 0.0, 0.0]),
    meschach("sum", "v_sum", &[Vector("x"), Output("return")], [1.0, 0.0, 0.0]),
    meschach("1-norm", "_v_norm1", &[Vector("x"), Length("scale", 0), Output("return")], [0.0, 0.0, 0.0]),
    meschach(
        "2-norm",
        "_v_norm2",
        &[Vector("x"), Length("scale", 0), Output("return")],
        [2.2e-16, 3.1e-16, 3.1e-16],
    ),
    meschach(
        "dot",
        "_in_prod",
        &[Vector("a"), Vector("b"), Range("i0=0..0"), Output("return")],
        [1.9e-4, 5.6e-10, 1.7e-12],
    ),
    meschach(
        "conv",
        "v_conv",
        &[
            Vector("x1"),
            Vector("x2"),
            Length("out.ve", 7),
            Range("out.dim=7..7"),
            Range("out.max_dim=7..7"),
            Range("out.ve=0..0"),
            Output("out.ve"),
        ],
        [2.0e-4, 2.0e-10, 9.3e-13],
    ),
    meschach("mv", "mv_mlt", &[Matrix("A"), Vector("b"), Room("out"), Output("out.ve")], [8.9e-4, 0.0, 0.0]),
    meschach(
        "mm",
        "m_mlt",
        &[Matrix("A"), Matrix("B"), Square("OUT"), Output("OUT.me")],
        [2.6e-14, 1.1e-16, 1.1e-16],
    ),
    meschach(
        "lu",
        "LUfactor",
        &[
            Matrix("A"),
            Range("pivot.size=4..4"),
            Range("pivot.max_size=4..4"),
            Length("pivot.pe", 4),
            Output("A.me"),
        ],
        [2.73, 0.0, 0.0],
    ),
    meschach(
        "qr",
        "QRfactor",
        &[Matrix("A"), Room("diag"), Output("A.me"), Output("diag.ve")],
        [2.6e-14, 0.0, 0.0],
    ),
    gsl("wmean", "gsl_stats_wmean", &[Range("size=4..4")], [1.0, 1.7e-7, 9.4e-12]),
    gsl("wvariance", "gsl_stats_wvariance", N, [7.6e-2, 2.6e-5, 1.5e-11]),
    gsl("wsd", "gsl_stats_wsd", N, [3.7e-2, 1.3e-5, 7.5e-12]),
    gsl("wvariance-w", "gsl_stats_wvariance_with_fixed_mean", FIXED_MEAN, [2.3e-12, 2.1e-5, 8.0e-12]),
    gsl("wsd-w", "gsl_stats_wsd_with_fixed_mean", FIXED_MEAN, [1.1e-12, 1.0e-5, 4.0e-12]),
    gsl("wtss", "gsl_stats_wtss", N, [4.5e-16, 4.8e-16, 5.5e-16]),
    gsl("wabsdev", "gsl_stats_wabsdev", N, [1.0, 2.2e-5, 2.7e-11]),
    gsl("wskew", "gsl_stats_wskew", N, [25.7, 3.2e-2, 2.5e-11]),
    gsl("wkurtosis", "gsl_stats_wkurtosis", N, [1.8e-12, 4.3e-8, 4.5e-11]),
];

impl Routine {
    /// The best of the reported errors.
    pub(super) fn best_reported(&self) -> f64 {
        self.reported.into_iter().fold(0.0, f64::max)
    }

    /// Which inputs it gets, and the outputs whose error counts.
    pub(super) fn domain_and_outputs(&self) -> (InputDomain, Vec<String>) {
        let weighted = if self.source == Source::Gsl { WEIGHTED } else { &[] };
        let (mut domain, mut outputs) = (InputDomain::default(), Vec::new());
        for &setting in weighted.iter().chain(self.settings) {
            match setting {
                Range(range) => domain.ranges.push(range.to_owned()),
                Length(name, length) => domain.lengths.push((name.to_owned(), length)),
                Output(name) => outputs.push(name.to_owned()),
                Vector(name) => add_vector(&mut domain, name, INPUTS),
                Room(name) => add_vector(&mut domain, name, ZEROS),
                Matrix(name) => add_matrix(&mut domain, name, INPUTS),
                Square(name) => add_matrix(&mut domain, name, ZEROS),
            }
        }
        (domain, outputs)
    }
}

const INPUTS: &str = "-100..100";
const ZEROS: &str = "0..0";

/// The members of a vector of Meschach's with 4 elements.
fn add_vector(domain: &mut InputDomain, name: &str, values: &str) {
    domain.lengths.push((format!("{name}.ve"), 4));
    let members = ["dim", "max_dim"].map(|member| format!("{name}.{member}=4..4"));
    domain.ranges.extend(members);
    domain.ranges.push(format!("{name}.ve={values}"));
}

/// The members of a matrix of Meschach's, 4 times 4.
fn add_matrix(domain: &mut InputDomain, name: &str, values: &str) {
    domain.lengths.extend([(format!("{name}.me"), 4), (format!("{name}.me[]"), 4)]);
    let members = ["m", "n", "max_m", "max_n"].map(|member| format!("{name}.{member}=4..4"));
    domain.ranges.extend(members);
    let others = [format!("{name}.max_size=16..16"), format!("{name}.base=0..0")];
    domain.ranges.extend(others);
    domain.ranges.push(format!("{name}.me={values}"));
}
