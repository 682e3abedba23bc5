//! Tuples, structures behind references, slices, and a structure that is returned.
pub struct Point {
    pub x: f64,
    pub y: f64,
}
pub fn quotient(pair: (f64, f64)) -> f64 {
    pair.0 / pair.1 //~ divide-by-zero, invalid
}
pub fn slope(point: &Point) -> f64 {
    point.y / point.x //~ divide-by-zero, invalid
}
pub fn mirrored(x: f64) -> Point {
    Point { x, y: 1.0 / x } //~ divide-by-zero, escapes
}
pub fn both(x: f64) -> (f64, u32) {
    (1.0 / x, 3) //~ divide-by-zero, escapes
}
