//! The 21 programs: where their sources lie, how `ulpwise accuracy` calls them, and what others
//! found in two hours each.
//!
//! Inputs are floats from -100 to 100. Vectors have 4 elements, matrices 4 times 4, summations 32.
//! No driver is written for any of them: structures and the pointers in them are made from their
//! declarations.

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

/// A program.
pub(super) struct Routine {
    /// Its name in the table.
    pub(super) name: &'static str,
    pub(super) source: Source,
    pub(super) function: &'static str,
    /// Further arguments, with spaces between them.
    pub(super) arguments: &'static str,
    /// The largest errors that FPGen, S3FP and a random search are reported to have found.
    pub(super) reported: [f64; 3],
}

impl Routine {
    /// The best of the reported errors.
    pub(super) fn best_reported(&self) -> f64 {
        self.reported.into_iter().fold(0.0, f64::max)
    }
}

const WEIGHTED: &str = "--len w=4 --len data=4 --range w=-100..100 --range data=-100..100 --range wstride=1..1 \
                        --range stride=1..1 --output return";

const fn sum(name: &'static str, function: &'static str, reported: [f64; 3]) -> Routine {
    let arguments = "--len a=32 --range a=-100..100 --range n=32..32";
    Routine { name, source: Source::Sums, function, arguments, reported }
}

const fn meschach(
    name: &'static str,
    function: &'static str,
    arguments: &'static str,
    reported: [f64; 3],
) -> Routine {
    Routine { name, source: Source::Meschach, function, arguments, reported }
}

const fn gsl(
    name: &'static str,
    function: &'static str,
    arguments: &'static str,
    reported: [f64; 3],
) -> Routine {
    Routine { name, source: Source::Gsl, function, arguments, reported }
}

/// All of them.
pub(super) const PROGRAMS: [Routine; 21] = [
    sum("recursive-sum", "recursive_sum", [1.0, 0.0, 0.0]),
    sum("pairwise-sum", "pairwise_sum", [1.3e-16, 0.0, 0.0]),
    sum("compensated-sum", "compensated_sum", [1.0, 0.0, 0.0]),
    meschach("sum", "v_sum", "x:vector --output return", [1.0, 0.0, 0.0]),
    meschach("1-norm", "_v_norm1", "x:vector --len scale=0 --output return", [0.0, 0.0, 0.0]),
    meschach("2-norm", "_v_norm2", "x:vector --len scale=0 --output return", [2.2e-16, 3.1e-16, 3.1e-16]),
    meschach(
        "dot",
        "_in_prod",
        "a:vector b:vector --range i0=0..0 --output return",
        [1.9e-4, 5.6e-10, 1.7e-12],
    ),
    meschach(
        "conv",
        "v_conv",
        "x1:vector x2:vector --len out.ve=7 --range out.dim=7..7 --range out.max_dim=7..7 --range out.ve=0..0 --output out.ve",
        [2.0e-4, 2.0e-10, 9.3e-13],
    ),
    meschach("mv", "mv_mlt", "A:matrix b:vector out:room --output out.ve", [8.9e-4, 0.0, 0.0]),
    meschach("mm", "m_mlt", "A:matrix B:matrix OUT:square --output OUT.me", [2.6e-14, 1.1e-16, 1.1e-16]),
    meschach(
        "lu",
        "LUfactor",
        "A:matrix --range pivot.size=4..4 --range pivot.max_size=4..4 --len pivot.pe=4 --output A.me",
        [2.73, 0.0, 0.0],
    ),
    meschach("qr", "QRfactor", "A:matrix diag:room --output A.me --output diag.ve", [2.6e-14, 0.0, 0.0]),
    gsl("wmean", "gsl_stats_wmean", "--range size=4..4", [1.0, 1.7e-7, 9.4e-12]),
    gsl("wvariance", "gsl_stats_wvariance", "--range n=4..4", [7.6e-2, 2.6e-5, 1.5e-11]),
    gsl("wsd", "gsl_stats_wsd", "--range n=4..4", [3.7e-2, 1.3e-5, 7.5e-12]),
    gsl("wvariance-w", "gsl_stats_wvariance_with_fixed_mean", FIXED_MEAN, [2.3e-12, 2.1e-5, 8.0e-12]),
    gsl("wsd-w", "gsl_stats_wsd_with_fixed_mean", FIXED_MEAN, [1.1e-12, 1.0e-5, 4.0e-12]),
    gsl("wtss", "gsl_stats_wtss", "--range n=4..4", [4.5e-16, 4.8e-16, 5.5e-16]),
    gsl("wabsdev", "gsl_stats_wabsdev", "--range n=4..4", [1.0, 2.2e-5, 2.7e-11]),
    gsl("wskew", "gsl_stats_wskew", "--range n=4..4", [25.7, 3.2e-2, 2.5e-11]),
    gsl("wkurtosis", "gsl_stats_wkurtosis", "--range n=4..4", [1.8e-12, 4.3e-8, 4.5e-11]),
];

const FIXED_MEAN: &str = "--range n=4..4 --range wmean=-100..100";

/// The arguments of a program. `NAME:vector` stands for a vector of Meschach's with 4 elements that
/// are inputs, `NAME:matrix` for such a matrix, and `NAME:room` and `NAME:square` for the same with
/// zeros.
pub(super) fn arguments(program: &Routine) -> Vec<String> {
    let mut arguments: Vec<String> = Vec::new();
    let mut add = |option: &str, value: String| arguments.extend([option.to_owned(), value]);
    let weighted = if program.source == Source::Gsl { WEIGHTED } else { "" };
    let words: Vec<&str> = weighted.split_whitespace().chain(program.arguments.split_whitespace()).collect();
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        match word.split_once(':') {
            Some((name, kind)) if !word.starts_with('-') => {
                let values = if matches!(kind, "room" | "square") { "0..0" } else { "-100..100" };
                let (members, array): (&[&str], &str) = match kind {
                    "vector" | "room" => (&["dim", "max_dim"], "ve"),
                    _ => (&["m", "n", "max_m", "max_n"], "me"),
                };
                for member in members {
                    add("--range", format!("{name}.{member}=4..4"));
                }
                add("--len", format!("{name}.{array}=4"));
                if array == "me" {
                    add("--range", format!("{name}.max_size=16..16"));
                    add("--len", format!("{name}.me[]=4"));
                    add("--range", format!("{name}.base=0..0"));
                }
                add("--range", format!("{name}.{array}={values}"));
            }
            _ => add(word, words.next().unwrap_or_default().to_owned()),
        }
    }
    arguments
}
