//! Drivers: functions that call a target with arguments from an array of words.
//!
//! A driver is a piece of LLVM's IR, so that LLVM itself knows how each type is passed.

use super::body_name;
use crate::error::Error;
use inkwell::llvm_sys::LLVMLinkage;
use inkwell::llvm_sys::core::{
    LLVMCountParams, LLVMDisposeMessage, LLVMGetEnumAttributeAtIndex, LLVMGetEnumAttributeKindForName,
    LLVMGetNamedFunction, LLVMGetParam, LLVMGetReturnType, LLVMGlobalGetValueType, LLVMIsDeclaration,
    LLVMIsFunctionVarArg, LLVMPrintTypeToString, LLVMSetLinkage, LLVMTypeOf,
};
use inkwell::llvm_sys::prelude::{LLVMModuleRef, LLVMTypeRef, LLVMValueRef};
use inkwell::module::Module;
use std::ffi::{CStr, CString};
use std::fmt::Write as _;

/// How a parameter gets its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passing {
    /// From one word, or two if it is wider than 64 bits.
    Value,
    /// A pointer to so many words, which are filled from the input and given back after the call.
    Buffer(u32),
}

/// A function to be called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// Its linker's name.
    pub name: String,
    /// How each parameter gets its value.
    pub parameters: Vec<Passing>,
}

/// How many words a call takes and gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TargetLayout {
    /// The words of the arguments, in order of the parameters.
    pub input_words: u32,
    /// The words of the returned value, two if it is wider than 64 bits, none if there is none.
    pub returned_words: u32,
    /// The returned value, then the buffers in order.
    pub output_words: u32,
}

/// The name of the driver of a target.
pub(super) fn name(number: usize) -> String {
    format!("ulpwise_call_{number}")
}

/// The text of all drivers, and how they are called. Makes the targets visible to it.
pub(super) fn drivers(
    module: &Module<'_>,
    targets: &[Target],
    leaves: bool,
) -> Result<(String, Vec<TargetLayout>), Error> {
    let mut text = "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n".to_owned();
    let mut layouts = Vec::new();
    let mut declared = std::collections::BTreeSet::new();
    for (number, target) in targets.iter().enumerate() {
        let signature = Signature::of(module.as_mut_ptr(), target)?;
        if declared.insert(&target.name) {
            let types: Vec<&str> =
                signature.parameters.iter().map(|parameter| parameter.ty.as_str()).collect();
            writeln!(text, "declare {} @\"{}\"({})", signature.result, target.name, types.join(", "))
                .expect("writing to a string");
        }
        layouts.push(write_driver(&mut text, &body_name(&name(number), leaves), target, &signature));
    }
    Ok((text, layouts))
}

/// A parameter's type as LLVM prints it, and what extends it to a register.
struct Parameter {
    ty: String,
    extension: &'static str,
}

struct Signature {
    parameters: Vec<Parameter>,
    result: String,
}

impl Signature {
    fn of(module: LLVMModuleRef, target: &Target) -> Result<Self, Error> {
        let refuse =
            |why: &str| Error::NativeTarget { function: target.name.clone(), reason: why.to_owned() };
        let name = CString::new(target.name.as_str()).map_err(|_| refuse("its name holds a zero byte"))?;
        // SAFETY: the module is alive and the name a C string.
        let function = unsafe { LLVMGetNamedFunction(module, name.as_ptr()) };
        // SAFETY: asked of a function only.
        if function.is_null() || unsafe { LLVMIsDeclaration(function) } != 0 {
            return Err(refuse("the program does not define it"));
        }
        // SAFETY: the function is alive; its content type is a function type; a target must be visible to its driver,
        // which is linked in from another module.
        let (ty, variadic, count) = unsafe {
            LLVMSetLinkage(function, LLVMLinkage::LLVMExternalLinkage);
            let ty = LLVMGlobalGetValueType(function);
            (ty, LLVMIsFunctionVarArg(ty) != 0, LLVMCountParams(function))
        };
        if variadic {
            return Err(refuse("it takes variable arguments"));
        }
        if count as usize != target.parameters.len() {
            return Err(refuse(&format!(
                "it has {count} parameters, and {} are given",
                target.parameters.len()
            )));
        }
        let mut parameters = Vec::new();
        for (index, passing) in (0..count).zip(&target.parameters) {
            if has_attribute(function, index + 1, c"byval") || has_attribute(function, index + 1, c"sret") {
                return Err(refuse("it passes a structure in memory"));
            }
            // SAFETY: the index is below the number of parameters.
            let ty = print(unsafe { LLVMTypeOf(LLVMGetParam(function, index)) });
            let fits =
                if matches!(passing, Passing::Buffer(_)) { ty == "ptr" } else { words_of(&ty).is_some() };
            if !fits {
                return Err(refuse(&format!("parameter {} is of type {ty}", index + 1)));
            }
            let extension = match () {
                () if has_attribute(function, index + 1, c"signext") => "signext",
                () if has_attribute(function, index + 1, c"zeroext") => "zeroext",
                () => "",
            };
            parameters.push(Parameter { ty, extension });
        }
        // SAFETY: the type is a function type.
        let result = print(unsafe { LLVMGetReturnType(ty) });
        if result != "void" && words_of(&result).is_none() {
            return Err(refuse(&format!("it returns {result}")));
        }
        Ok(Self { parameters, result })
    }
}

fn has_attribute(function: LLVMValueRef, index: u32, name: &CStr) -> bool {
    // SAFETY: the function is alive, the name a C string of that length.
    unsafe {
        let kind = LLVMGetEnumAttributeKindForName(name.as_ptr(), name.to_bytes().len());
        !LLVMGetEnumAttributeAtIndex(function, index, kind).is_null()
    }
}

fn print(ty: LLVMTypeRef) -> String {
    // SAFETY: the type is alive; LLVM returns a string that ends in a zero byte and is ours to free.
    unsafe {
        let text = LLVMPrintTypeToString(ty);
        let owned = CStr::from_ptr(text).to_string_lossy().into_owned();
        LLVMDisposeMessage(text);
        owned
    }
}

/// How many words a scalar of that type takes.
fn words_of(ty: &str) -> Option<u32> {
    match ty {
        "double" | "float" | "half" | "bfloat" | "ptr" => Some(1),
        "x86_fp80" | "fp128" => Some(2),
        _ => match ty.strip_prefix('i')?.parse::<u32>().ok()? {
            1..=64 => Some(1),
            65..=128 => Some(2),
            _ => None,
        },
    }
}

fn write_driver(text: &mut String, name: &str, target: &Target, signature: &Signature) -> TargetLayout {
    let mut body = String::new();
    let mut arguments = Vec::new();
    let returned_words = words_of(&signature.result).unwrap_or(0);
    let (mut input, mut output) = (0, returned_words);
    for (index, (passing, parameter)) in target.parameters.iter().zip(&signature.parameters).enumerate() {
        let Parameter { ty, extension } = parameter;
        match *passing {
            Passing::Value => {
                let words = words_of(ty).unwrap_or(1);
                write!(body, "  %p{index} = getelementptr i64, ptr %in, i64 {input}\n{}", load(index, ty))
                    .expect("writing to a string");
                input += words;
            }
            Passing::Buffer(words) => {
                write!(
                    body,
                    "  %p{index} = getelementptr i64, ptr %in, i64 {input}\n  \
                     %a{index} = getelementptr i64, ptr %out, i64 {output}\n  \
                     call void @llvm.memcpy.p0.p0.i64(ptr align 8 %a{index}, ptr align 8 %p{index}, i64 {}, i1 false)\n",
                    8 * words
                )
                .expect("writing to a string");
                input += words;
                output += words;
            }
        }
        arguments.push(format!("{ty} {extension} %a{index}"));
    }
    let call = format!("call {} @\"{}\"({})", signature.result, target.name, arguments.join(", "));
    let after = match (signature.result.as_str(), returned_words) {
        ("void", _) => format!("  {call}\n"),
        (ty, words) if ty.starts_with('i') && ty != format!("i{}", 64 * words) => {
            format!(
                "  %r = {call}\n  %w = zext {ty} %r to i{0}\n  store i{0} %w, ptr %out, align 8\n",
                64 * words
            )
        }
        (ty, words) => {
            // What the value does not fill is zero.
            format!(
                "  %r = {call}\n  store i{} 0, ptr %out, align 8\n  store {ty} %r, ptr %out, align 8\n",
                64 * words
            )
        }
    };
    write!(text, "define void @{name}(ptr noalias %in, ptr noalias %out) {{\n{body}{after}  ret void\n}}\n")
        .expect("writing to a string");
    TargetLayout { input_words: input, returned_words, output_words: output }
}

/// Loads argument `index` from its place.
fn load(index: usize, ty: &str) -> String {
    match ty.strip_prefix('i').and_then(|bits| bits.parse::<u32>().ok()) {
        Some(bits) if bits < 64 => {
            format!(
                "  %w{index} = load i64, ptr %p{index}, align 8\n  %a{index} = trunc i64 %w{index} to {ty}\n"
            )
        }
        Some(bits) if bits > 64 && bits < 128 => {
            format!(
                "  %w{index} = load i128, ptr %p{index}, align 8\n  %a{index} = trunc i128 %w{index} to {ty}\n"
            )
        }
        _ => format!("  %a{index} = load {ty}, ptr %p{index}, align 8\n"),
    }
}
