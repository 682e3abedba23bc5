//! Slices, tuples, arrays and enumerations of Rust.

pub struct Triple {
    pub a: f64,
    pub b: f64,
    pub c: f64,
}

#[derive(Clone, Copy)]
pub enum Direction {
    Up,
    Down,
}

pub fn scale(values: &mut [f64], factor: f64) {
    for value in values {
        *value *= factor;
    }
}

pub fn fourth(values: &[f64]) -> f64 {
    values[3] * 2.0
}

pub fn pair(x: (f64, i32), t: Triple) -> (f64, f64) {
    (x.0 * t.a, 1.0 / f64::from(x.1))
}

pub fn difference(t: &Triple, out: &mut f64) {
    *out = t.a - t.b - t.c;
}

pub fn product(x: [f64; 2]) -> f64 {
    x[0] * x[1]
}

pub fn chain(a: f64, b: f64, c: f64) -> f64 {
    a / b / c - a * b * c
}

pub fn flipped(direction: Direction, really: bool) -> Direction {
    match (direction, really) {
        (Direction::Up, true) => Direction::Down,
        (Direction::Down, true) => Direction::Up,
        (same, false) => same,
    }
}

pub fn narrowed(x: f64) -> (i32, f32) {
    (x as i32, x as f32)
}

pub fn length(text: &str) -> usize {
    text.len()
}

pub fn perhaps(x: Option<f64>) -> f64 {
    x.unwrap_or(1.0)
}

pub fn root(x: f64) -> f64 {
    x.sqrt()
}
