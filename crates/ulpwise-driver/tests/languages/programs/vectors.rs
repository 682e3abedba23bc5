//! Growing arrays, boxed slices, texts and slices of arrays have as many elements as they say.
pub struct Series {
    pub values: Vec<f64>,
    pub scale: f64,
}
impl Series {
    pub fn scaled(&self) -> f64 {
        self.values.first().map_or(1.0, |value| value.abs() + 1.0) / self.scale //~ divide-by-zero
    }
}
pub fn first(values: &Vec<f64>) -> f64 {
    1.0 / values[0] //~ divide-by-zero
}
pub fn mean(values: Vec<f64>) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64 //~ invalid
}
pub fn boxed(values: Box<[f64]>) -> f64 {
    values.first().map_or(1.0, |value| 1.0 / value) //~ divide-by-zero
}
pub fn rows(rows: &[[f64; 2]]) -> f64 {
    rows.last().map_or(1.0, |row| 1.0 / row[1]) //~ divide-by-zero
}
pub fn symbols(text: String) -> f64 {
    1.0 / text.len() as f64 //~ divide-by-zero
}
