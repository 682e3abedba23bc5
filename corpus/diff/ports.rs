#![crate_type = "lib"]

#[no_mangle]
pub extern "C" fn cabs1(a: f64, b: f64) -> f64 {
    a.abs() + b.abs()
}

#[no_mangle]
pub extern "C" fn lapy2(x: f64, y: f64) -> f64 {
    let (a, b) = (x.abs(), y.abs());
    let w = if a > b { a } else { b };
    let z = if a < b { a } else { b };
    if z == 0.0 {
        return w;
    }
    let q = z / w;
    w * (1.0 + q * q).sqrt()
}

#[no_mangle]
pub fn dot(x: &[f64; 4], y: &[f64; 4]) -> f64 {
    let mut sum = 0.0;
    for i in 0..4 {
        sum += x[i] * y[i];
    }
    sum
}

#[no_mangle]
pub fn scal(alpha: f64, x: &mut [f64; 3]) {
    for value in x.iter_mut() {
        *value *= alpha;
    }
}
