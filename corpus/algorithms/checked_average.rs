// Half the sum of two numbers of like magnitude lies between them.
#![no_main]

unsafe extern "C" {
    safe fn __VERIFIER_nondet_float() -> f32;
    safe fn __VERIFIER_assume(condition: i32);
    safe fn reach_error();
}

struct Range {
    low: f32,
    high: f32,
}

impl Range {
    fn middle(&self) -> f32 {
        (self.low + self.high) / 2.0
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn main() -> i32 {
    let (a, b) = (__VERIFIER_nondet_float(), __VERIFIER_nondet_float());
    __VERIFIER_assume((a >= -1000.0 && a <= 1000.0 && b >= -1000.0 && b <= 1000.0) as i32);
    let range = if a < b { Range { low: a, high: b } } else { Range { low: b, high: a } };
    let middle = range.middle();
    if middle < range.low || middle > range.high {
        reach_error();
    }
    0
}
