//! Drivers: functions that call a target with arguments from an array of words.
//!
//! A driver is a piece of LLVM's IR, so that LLVM itself knows how each type is passed. Vectors and
//! structures are taken apart (`shape`): to callers of a driver, as to our own IR, a function takes
//! and returns scalars, and addresses of what lies in memory.

use super::body_name;
use super::shape::PassingShape;
use crate::error::LlvmError;
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

/// How a scalar among the parameters gets its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passing {
    /// From one word, or two if it is wider than 64 bits.
    Value,
    /// A pointer to so many words, which are filled from the input and given back after the call.
    Buffer(u32),
}

/// A function to be called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NativeTarget {
    /// Its linker's name.
    pub name: String,
    /// How each scalar among the parameters gets its value.
    pub parameters: Vec<Passing>,
    /// Pointers within buffers: the first word of the input is one, and points at where the second
    /// lies after it was copied.
    pub links: Vec<(u32, u32)>,
}

/// How many words a call takes and gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TargetLayout {
    /// The words of the arguments, in order of the parameters.
    pub input_words: u32,
    /// The words of the returned scalars, two for each that is wider than 64 bits.
    pub returned_words: u32,
    /// The returned value, then the buffers in order.
    pub output_words: u32,
}

/// How many words buffers are aligned to: types of 16 bytes must not lie across.
const ALIGNMENT: u32 = 2;

impl TargetLayout {
    /// The word, behind an aligned one, at which the output of a call begins, so that its first buffer
    /// is aligned.
    pub const fn output_start(self) -> usize {
        (self.returned_words.next_multiple_of(ALIGNMENT) - self.returned_words) as usize
    }

    /// From the output of a call to that of the next.
    pub const fn output_stride(self) -> usize {
        (self.output_words as usize + self.output_start()).next_multiple_of(ALIGNMENT as usize)
    }
}

/// The name of the driver of a target.
pub(super) fn name(number: usize) -> String {
    format!("ulpwise_call_{number}")
}

/// The text of all drivers, and how they are called. Makes the targets visible to it.
pub(super) fn drivers(
    module: &Module<'_>,
    targets: &[NativeTarget],
    leaves: bool,
) -> Result<(String, Vec<TargetLayout>), LlvmError> {
    let mut text = "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n".to_owned();
    let mut layouts = Vec::new();
    let mut declared = std::collections::BTreeSet::new();
    for (number, target) in targets.iter().enumerate() {
        let signature = Signature::read(module.as_mut_ptr(), target)?;
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

/// A parameter.
struct DriverParameter {
    /// As LLVM prints it.
    ty: String,
    shape: PassingShape,
    /// What extends it to a register, or how it lies in memory.
    attribute: String,
}

struct Signature {
    parameters: Vec<DriverParameter>,
    /// As LLVM prints it.
    result: String,
    /// Nothing if nothing is returned.
    returned: Option<PassingShape>,
}

impl Signature {
    fn read(module: LLVMModuleRef, target: &NativeTarget) -> Result<Self, LlvmError> {
        let refuse =
            |why: &str| LlvmError::NativeTarget { function: target.name.clone(), reason: why.to_owned() };
        let name = CString::new(target.name.as_str()).map_err(|_| refuse("its name holds a zero byte"))?;
        // SAFETY: the module is alive and the name a C string.
        let function = unsafe { LLVMGetNamedFunction(module, name.as_ptr()) };
        // SAFETY: asked of a function only.
        if function.is_null() || unsafe { LLVMIsDeclaration(function) } != 0 {
            return Err(refuse("the program does not define it"));
        }
        // SAFETY: the function is alive; its content type is a function type; a target must be
        // visible to its driver, which is linked in from another module.
        let (ty, variadic, count) = unsafe {
            LLVMSetLinkage(function, LLVMLinkage::LLVMExternalLinkage);
            let ty = LLVMGlobalGetValueType(function);
            (ty, LLVMIsFunctionVarArg(ty) != 0, LLVMCountParams(function))
        };
        if variadic {
            return Err(refuse("it takes variable arguments"));
        }
        let unknown = |index: u32, ty: &str| refuse(&format!("parameter {} is of type {ty}", index + 1));
        let mut shapes = Vec::new();
        for index in 0..count {
            // SAFETY: the index is below the number of parameters.
            let ty = print(unsafe { LLVMTypeOf(LLVMGetParam(function, index)) });
            let shape = PassingShape::parse(&ty).filter(|shape| !matches!(shape, PassingShape::Struct(_)));
            shapes.push((shape.ok_or_else(|| unknown(index, &ty))?, ty));
        }
        let scalars: usize = shapes.iter().map(|(shape, _)| shape.scalars().len()).sum();
        if scalars != target.parameters.len() {
            return Err(refuse(&format!(
                "it has {scalars} parameters, and {} are given",
                target.parameters.len()
            )));
        }
        let mut parameters = Vec::new();
        let mut given = target.parameters.iter();
        for (index, (shape, ty)) in (0..count).zip(shapes) {
            let mut words = None;
            for (scalar, passing) in shape.scalars().into_iter().zip(&mut given) {
                match passing {
                    Passing::Buffer(_) if scalar != "ptr" => return Err(unknown(index, &ty)),
                    Passing::Buffer(count) => words = Some(*count),
                    Passing::Value => {}
                }
            }
            let has = |name: &CStr| has_attribute(function, index + 1, name);
            let attribute = match words {
                // The callee finds a copy on its stack, of as many bytes.
                Some(words) if has(c"byval") => format!("byval([{} x i8]) align 8", 8 * words),
                Some(words) if has(c"sret") => format!("sret([{} x i8]) align 8", 8 * words),
                _ if has(c"byval") || has(c"sret") => return Err(refuse("it passes a structure in memory")),
                _ if has(c"signext") => "signext".to_owned(),
                _ if has(c"zeroext") => "zeroext".to_owned(),
                _ => String::new(),
            };
            parameters.push(DriverParameter { ty, shape, attribute });
        }
        // SAFETY: the type is a function type.
        let result = print(unsafe { LLVMGetReturnType(ty) });
        let returned = match result.as_str() {
            "void" => None,
            ty => Some(PassingShape::parse(ty).ok_or_else(|| refuse(&format!("it returns {ty}")))?),
        };
        Ok(Self { parameters, result, returned })
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
    // SAFETY: the type is alive; LLVM returns a string that ends in a zero byte and is ours to
    // free.
    unsafe {
        let text = LLVMPrintTypeToString(ty);
        let owned = CStr::from_ptr(text).to_string_lossy().into_owned();
        LLVMDisposeMessage(text);
        owned
    }
}

/// How many words a scalar of that type takes.
pub(super) fn words_of(ty: &str) -> Option<u32> {
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

fn write_driver(text: &mut String, name: &str, target: &NativeTarget, signature: &Signature) -> TargetLayout {
    let returned: Vec<&str> = signature.returned.iter().flat_map(PassingShape::scalars).collect();
    let returned_words = returned.iter().map(|scalar| words_of(scalar).unwrap_or(1)).sum();
    let mut writer =
        DriverWriter { body: String::new(), input: 0, output: returned_words, names: 0, copied: Vec::new() };
    let mut given = target.parameters.iter();
    let mut arguments = Vec::new();
    for DriverParameter { ty, shape, attribute } in &signature.parameters {
        let scalars: Vec<String> = shape
            .scalars()
            .into_iter()
            .zip(&mut given)
            .map(|(scalar, passing)| writer.argument(scalar, *passing))
            .collect();
        let value = writer.put_together(ty, shape, &scalars);
        arguments.push(format!("{ty} {attribute} {value}"));
    }
    writer.link(&target.links);
    let call = format!("call {} @\"{}\"({})", signature.result, target.name, arguments.join(", "));
    match &signature.returned {
        None => writeln!(writer.body, "  {call}").expect("writing to a string"),
        Some(shape) => {
            writeln!(writer.body, "  %r = {call}").expect("writing to a string");
            writer.give_back(&signature.result, shape);
        }
    }
    let DriverWriter { body, input, output, .. } = writer;
    write!(text, "define void @{name}(ptr noalias %in, ptr noalias %out) {{\n{body}  ret void\n}}\n")
        .expect("writing to a string");
    TargetLayout { input_words: input, returned_words, output_words: output }
}

/// Writes the body of a driver.
struct DriverWriter {
    body: String,
    /// The words of input and of output that are taken.
    input: u32,
    output: u32,
    /// How many names are taken.
    names: usize,
    /// Where buffers begin in the input and in the output, and their words.
    copied: Vec<(u32, u32, u32)>,
}

impl DriverWriter {
    /// Writes an instruction whose value has a name of its own, which is returned.
    fn named(&mut self, instruction: &str) -> String {
        let name = format!("%v{}", self.names);
        self.names += 1;
        writeln!(self.body, "  {name} = {instruction}").expect("writing to a string");
        name
    }

    /// A scalar of the next words, or the address of a copy of them.
    fn argument(&mut self, scalar: &str, passing: Passing) -> String {
        let from = self.named(&format!("getelementptr i64, ptr %in, i64 {}", self.input));
        match passing {
            Passing::Value => {
                self.input += words_of(scalar).unwrap_or(1);
                match scalar.strip_prefix('i').and_then(|bits| bits.parse::<u32>().ok()) {
                    Some(bits) if bits != 64 && bits != 128 => {
                        let words = if bits < 64 { "i64" } else { "i128" };
                        let wide = self.named(&format!("load {words}, ptr {from}, align 8"));
                        self.named(&format!("trunc {words} {wide} to {scalar}"))
                    }
                    _ => self.named(&format!("load {scalar}, ptr {from}, align 8")),
                }
            }
            Passing::Buffer(words) => {
                let to = self.named(&format!("getelementptr i64, ptr %out, i64 {}", self.output));
                writeln!(
                    self.body,
                    "  call void @llvm.memcpy.p0.p0.i64(ptr align 8 {to}, ptr align 8 {from}, i64 {}, i1 false)",
                    8 * words
                )
                .expect("writing to a string");
                self.copied.push((self.input, self.output, words));
                self.input += words;
                self.output += words;
                to
            }
        }
    }

    /// Makes words of buffers point at others. A word that lies in none stays as it is.
    fn link(&mut self, links: &[(u32, u32)]) {
        let copied = self.copied.clone();
        let copy_of = |word: u32| {
            let holds = |&&(input, _, words): &&(u32, u32, u32)| (input..input + words).contains(&word);
            copied.iter().find(holds).map(|(input, output, _)| output + (word - input))
        };
        for &(pointer, pointee) in links {
            if let (Some(pointer), Some(pointee)) = (copy_of(pointer), copy_of(pointee)) {
                let at = self.named(&format!("getelementptr i64, ptr %out, i64 {pointer}"));
                let to = self.named(&format!("getelementptr i64, ptr %out, i64 {pointee}"));
                writeln!(self.body, "  store ptr {to}, ptr {at}, align 8").expect("writing to a string");
            }
        }
    }

    /// A scalar or vector from its scalars.
    fn put_together(&mut self, ty: &str, shape: &PassingShape, scalars: &[String]) -> String {
        let mut value = "poison".to_owned();
        for (step, scalar) in shape.steps().iter().zip(scalars) {
            value = match step.element {
                Some(at) => {
                    self.named(&format!("insertelement {ty} {value}, {} {scalar}, i32 {at}", step.scalar))
                }
                None => scalar.clone(),
            };
        }
        value
    }

    /// Stores the scalars of what was returned, one after another. What they do not fill of their
    /// words is zero.
    fn give_back(&mut self, ty: &str, shape: &PassingShape) {
        let mut word = 0;
        for step in shape.steps() {
            let (mut ty, mut value) = (ty.to_owned(), "%r".to_owned());
            if let Some(member) = step.member {
                value = self.named(&format!("extractvalue {ty} {value}, {}", member.number));
                ty = member.ty;
            }
            if let Some(at) = step.element {
                value = self.named(&format!("extractelement {ty} {value}, i32 {at}"));
            }
            let scalar = step.scalar;
            let words = words_of(scalar).unwrap_or(1);
            let to = self.named(&format!("getelementptr i64, ptr %out, i64 {word}"));
            let wide = format!("i{}", 64 * words);
            let (first, stored) = if scalar.starts_with('i') && scalar != wide {
                let extended = self.named(&format!("zext {scalar} {value} to {wide}"));
                (String::new(), format!("{wide} {extended}"))
            } else {
                (format!("  store {wide} 0, ptr {to}, align 8\n"), format!("{scalar} {value}"))
            };
            writeln!(self.body, "{first}  store {stored}, ptr {to}, align 8").expect("writing to a string");
            word += words;
        }
    }
}
