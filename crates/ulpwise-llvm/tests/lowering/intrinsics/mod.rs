//! LLVM's intrinsics, judged by their results.

mod constrained;
mod float;
mod int;
mod lanes;
mod library;
mod other;
mod x86;

use crate::support::evaluate;

/// Evaluates one intrinsic: its declaration gives the types of parameters and result.
fn intrinsic(declaration: &str, arguments: &[u64]) -> Vec<u64> {
    let (result, rest) = declaration.split_once(" @").expect("a result type");
    let (name, types) = rest.trim_end_matches(')').split_once('(').expect("parameter types");
    let types: Vec<&str> = if types.is_empty() { Vec::new() } else { types.split(", ").collect() };
    let named: Vec<String> = types.iter().enumerate().map(|(index, ty)| format!("{ty} %a{index}")).collect();
    let named = named.join(", ");
    evaluate(
        &format!(
            "declare {declaration}
            define {result} @f({named}) {{
                %r = call {result} @{name}({named})
                ret {result} %r
            }}"
        ),
        arguments,
    )
}

/// The same for a function of doubles.
fn on_doubles(declaration: &str, arguments: &[f64]) -> f64 {
    let bits: Vec<u64> = arguments.iter().map(|argument| argument.to_bits()).collect();
    f64::from_bits(intrinsic(declaration, &bits)[0])
}
