//! Twenty uses of statrs: special functions, distributions through their constructors and traits,
//! statistics of slices, and tests of hypotheses.

use statrs::distribution::{
    Beta, Binomial, Cauchy, ChiSquared, Continuous, ContinuousCDF, DiscreteCDF, Exp, Gamma, LogNormal, Normal,
    Pareto, Poisson, StudentsT, Triangular, Uniform, Weibull,
};
use statrs::function::{beta, erf, evaluate, exponential, factorial, gamma, harmonic, logistic};
use statrs::statistics::{Distribution, Statistics};

pub fn log_gamma(x: f64) -> f64 {
    gamma::ln_gamma(x)
}

pub fn digamma(x: f64) -> f64 {
    gamma::digamma(x)
}

pub fn lower_incomplete_gamma(a: f64, x: f64) -> f64 {
    gamma::gamma_lr(a, x)
}

pub fn log_beta(a: f64, b: f64) -> f64 {
    beta::ln_beta(a, b)
}

pub fn error_function(x: f64) -> f64 {
    erf::erf(x)
}

pub fn inverse_error_function(x: f64) -> f64 {
    erf::erf_inv(x)
}

pub fn exponential_integral(x: f64, n: u64) -> Option<f64> {
    exponential::integral(x, n)
}

pub fn choose(n: u64, k: u64) -> f64 {
    factorial::binomial(n, k)
}

pub fn harmonic_number(n: u64, m: f64) -> f64 {
    harmonic::gen_harmonic(n, m)
}

pub fn odds(p: f64) -> f64 {
    logistic::logit(p)
}

pub fn horner(x: f64, coefficients: &[f64]) -> f64 {
    evaluate::polynomial(x, coefficients)
}

pub fn normal_density(mean: f64, deviation: f64, x: f64) -> Option<f64> {
    Normal::new(mean, deviation).ok().map(|normal| normal.pdf(x))
}

pub fn normal_quantile(p: f64) -> f64 {
    Normal::standard().inverse_cdf(p)
}

pub fn student_tail(freedom: f64, t: f64) -> Result<f64, String> {
    let student = StudentsT::new(0.0, 1.0, freedom).map_err(|error| error.to_string())?;
    Ok(2.0 * student.sf(t.abs()))
}

pub fn chi_squared_test(freedom: f64, statistic: f64) -> f64 {
    ChiSquared::new(freedom).map_or(1.0, |law| law.sf(statistic))
}

pub fn gamma_moments(shape: f64, rate: f64) -> (Option<f64>, Option<f64>) {
    match Gamma::new(shape, rate) {
        Ok(law) => (law.mean(), law.variance()),
        Err(_) => (None, None),
    }
}

pub fn beta_distribution(a: f64, b: f64, x: f64) -> f64 {
    Beta::new(a, b).map_or(f64::NAN, |law| law.cdf(x))
}

pub fn survival(law: u8, a: f64, b: f64, x: f64) -> Option<f64> {
    match law {
        0 => Exp::new(a).ok().map(|law| law.sf(x)),
        1 => Weibull::new(a, b).ok().map(|law| law.sf(x)),
        2 => Pareto::new(a, b).ok().map(|law| law.sf(x)),
        3 => Cauchy::new(a, b).ok().map(|law| law.sf(x)),
        4 => LogNormal::new(a, b).ok().map(|law| law.sf(x)),
        5 => Uniform::new(a, b).ok().map(|law| law.sf(x)),
        _ => Triangular::new(a, b, (a + b) / 2.0).ok().map(|law| law.sf(x)),
    }
}

pub fn counts(rate: f64, p: f64, n: u64, k: u64) -> f64 {
    let poisson = Poisson::new(rate).map_or(0.0, |law| law.cdf(k));
    let binomial = Binomial::new(p, n).map_or(0.0, |law| law.cdf(k));
    poisson - binomial
}

pub fn spread(data: &[f64]) -> f64 {
    data.std_dev() / data.mean()
}
