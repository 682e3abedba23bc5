//! An enumeration with data.
pub enum Shape {
    Circle(f64),
    Square { side: f64 },
    Nothing,
}
pub fn inverse_size(shape: Shape) -> f64 {
    match shape {
        Shape::Circle(radius) => 1.0 / radius, //~ divide-by-zero
        Shape::Square { side } => side.sqrt(), //~ invalid
        Shape::Nothing => 0.0,
    }
}
