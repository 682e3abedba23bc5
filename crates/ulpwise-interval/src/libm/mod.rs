//! Elementary functions of the mathematics library: what they may deliver, and which arguments lead
//! there.
//!
//! What libm delivers is the host's affair. The query's libm says it at points; between points the
//! engine knows that a function rises or falls on pieces of its domain, and that the host errs by
//! no more than the documented number of ulps. So an interval's image is bounded by the values at
//! the ends of pieces, each moved outwards by twice the error: once because the end's value is not
//! exact, once because the value in question is not. The inverse direction needs no functions of
//! its own: what lies at an end of an argument's interval and leads nowhere is found by bisection
//! against the direct enclosure (`invert`).
//!
//! What holds: no value that a libm within the documented errors delivers is lost, in any of the
//! processor's rounding modes; arguments that are single values give exactly what the query's libm
//! says, whatever its errors are. The assumptions besides the table of errors are few and named
//! where they are used (`pieces`, `periodic`, `pow`); `SOUNDNESS.md` has them all.
//!
//! What it does not do: gamma and Bessel functions, formats other than f32 and f64, and rounding to
//! nearest with ties away from zero, for which there is no libm. Those are only computed when all
//! arguments are single values.

mod call;
mod invert;
mod pair;
mod periodic;
mod pi;
mod pieces;
mod pow;

use crate::domain::{Change, Domain, FloatDomain, RoundingDomain};
use crate::project::{ProjectionOutcome, Recorder};
use call::Call;
use ulpwise_expr::LibmFunction;
use ulpwise_externals::FloatType;
use ulpwise_float::{Float, Format};
use ulpwise_solver::Libm;

/// The error that is allowed for, in ulps of the exact value; `None` if the function is not
/// enclosed in this format.
pub fn error_in_ulps(function: LibmFunction, format: Format) -> Option<i128> {
    match format {
        Format::F64 => function.error_in_ulps(FloatType::Double),
        Format::F32 => function.error_in_ulps(FloatType::Float),
        _ => None,
    }
}

/// Whether the function is enclosed between single points in this format.
pub fn is_enclosed(function: LibmFunction, format: Format) -> bool {
    error_in_ulps(function, format).is_some()
}

/// What the function may deliver for arguments in these domains; `None` if nothing is known about
/// that.
pub fn enclosure(
    function: LibmFunction,
    modes: RoundingDomain,
    arguments: &[FloatDomain],
    libm: &Libm<'_>,
) -> Option<FloatDomain> {
    let format = arguments.first()?.format();
    Some(Call::new(function, format, modes, libm)?.enclose(arguments, true))
}

/// Narrows the domains of `result = function(mode, arguments)`. `same[i]` is the first argument
/// that is the same variable as the i-th.
///
/// # Panics
/// If the arguments are no rounding mode and floats of one format.
pub fn project(
    function: LibmFunction,
    args: &mut [Domain],
    same: Option<&[usize]>,
    result: &mut Domain,
    libm: &Libm<'_>,
) -> ProjectionOutcome {
    let mut recorder = Recorder::default();
    if args.iter().any(Domain::is_empty) || result.is_empty() {
        return ProjectionOutcome::Conflict;
    }
    let narrowed = narrow(function, args, result, libm, &mut recorder);
    if let (Some(()), Some(same)) = (narrowed, same) {
        unify(args, same, &mut recorder);
    }
    recorder.outcome()
}

/// `None` if nothing can be said.
fn narrow(
    function: LibmFunction,
    args: &mut [Domain],
    result: &mut Domain,
    libm: &Libm<'_>,
    recorder: &mut Recorder,
) -> Option<()> {
    let [Domain::Rounding(modes), floats @ ..] = args else {
        panic!("{function} takes a rounding mode first")
    };
    let modes = *modes;
    let mut domains: Vec<FloatDomain> = floats.iter().map(float_domain).collect::<Option<_>>()?;
    let image = result_of_points(function, modes, &domains, libm);
    if let Some(value) = image {
        recorder.result(result.intersect(&Domain::singleton(&ulpwise_expr::Value::float(value))));
        return Some(());
    }
    let call = Call::new(function, domains.first()?.format(), modes, libm)?;
    let image = call.enclose(&domains, true);
    let Domain::Float(allowed) = result else { return None };
    let all_is_allowed = image.clone().intersect(allowed) == Change::Same;
    recorder.result(allowed.intersect(&image));
    if recorder.is_conflict() || all_is_allowed {
        return Some(());
    }
    for index in 0..domains.len() {
        let kept = invert::argument(&call, &mut domains, index, allowed);
        let change = domains[index].intersect(&kept);
        recorder.argument(index + 1, change);
        if recorder.is_conflict() {
            return Some(());
        }
        floats[index] = domains[index].into();
    }
    Some(())
}

fn float_domain(domain: &Domain) -> Option<FloatDomain> {
    match domain {
        Domain::Float(floats) => Some(*floats),
        _ => None,
    }
}

/// What the query's libm delivers if mode and arguments are single values.
fn result_of_points(
    function: LibmFunction,
    modes: RoundingDomain,
    arguments: &[FloatDomain],
    libm: &Libm<'_>,
) -> Option<Float> {
    let mode = modes.singleton_value()?;
    let values: Vec<Float> = arguments.iter().map(FloatDomain::singleton_value).collect::<Option<_>>()?;
    libm(function, mode, &values)
}

/// Arguments that are one variable have one domain.
fn unify(args: &mut [Domain], same: &[usize], recorder: &mut Recorder) {
    for (index, &first) in same.iter().enumerate().take(args.len()) {
        if first < index {
            let (left, right) = args.split_at_mut(index);
            recorder.argument(first, left[first].intersect(&right[0]));
            recorder.argument(index, right[0].intersect(&left[first]));
        }
    }
}
