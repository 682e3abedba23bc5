//! A vector that grows is memory like any other: what goes wrong on the way to it is found, and what
//! iterators compute over slices is proven.
pub fn inverses(xs: &[f64]) -> Vec<f64> {
    xs.iter().map(|x| 1.0 / x).collect() //~ divide-by-zero
}
pub fn scale(xs: &[f64]) -> f64 {
    let most = xs.iter().fold(1.0, |most: f64, x| most.max(x.abs()));
    1.0 / most
}
