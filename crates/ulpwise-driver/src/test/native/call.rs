//! A `main` that calls the function under test with arguments made of recorded inputs, as the
//! executor makes them.

use std::fmt::Write as _;
use ulpwise_ir::{FloatFormat, Language, Module, SourceType, Type};
use ulpwise_symex::{Content, EntryObject, EntryPoint, Given};

/// The `main`, in C.
pub(in crate::test) fn main_text(module: &Module, entry: &EntryPoint) -> String {
    let function = &module.functions[entry.function];
    let mut writer = CallWriter { declared: String::new(), filled: String::new(), objects: 0 };
    let objects: Vec<usize> = entry.objects.iter().map(|object| writer.object(object)).collect();
    let mut types = Vec::new();
    let mut given = Vec::new();
    for (at, (argument, &ty)) in entry.given.iter().zip(&function.parameters).enumerate() {
        let line = match *argument {
            Given::Part(object, offset) => {
                let (c, bytes) = (c_type(ty), ty.store_bytes());
                types.push(c.to_owned());
                format!(
                    "    {c} argument{at}; memset(&argument{at}, 0, sizeof argument{at}); memcpy(&argument{at}, object{} + {offset}, {bytes});\n",
                    objects[object]
                )
            }
            Given::AddressOf(object) => {
                let size = entry.objects[object].size;
                if is_passed_by_value(module, entry, object) {
                    // As large a structure is copied to the stack, whatever it consists of.
                    writeln!(
                        writer.declared,
                        "typedef struct {{ _Alignas(8) unsigned char bytes[{size}]; }} value{at};"
                    )
                    .expect("writing to a string");
                    types.push(format!("value{at}"));
                    format!(
                        "    value{at} argument{at}; memcpy(&argument{at}, object{}, {size});\n",
                        objects[object]
                    )
                } else {
                    types.push("void *".to_owned());
                    format!("    void *argument{at} = object{};\n", objects[object])
                }
            }
            Given::Bits(_) | Given::Any | Given::Array(..) => continue,
        };
        writer.filled.push_str(&line);
        given.push(format!("argument{at}"));
    }
    let result = match function.results[..] {
        [ty] => c_type(ty),
        _ => "void",
    };
    let parameters = if types.is_empty() { "void".to_owned() } else { types.join(", ") };
    format!(
        "\n{}{result} ulpwise_target({parameters}) __asm__(\"{}\");\nint main(void) {{\n{}    ulpwise_target({});\n    return 0;\n}}\n",
        writer.declared,
        function.name,
        writer.filled,
        given.join(", ")
    )
}

/// Whether an object is a structure that C passes by value, in memory.
fn is_passed_by_value(module: &Module, entry: &EntryPoint, object: usize) -> bool {
    let declaration = module.functions[entry.function].declaration.as_ref();
    declaration.is_some_and(|declaration| {
        let ty =
            declaration.parameters.get(object).and_then(|parameter| module.source_types.get(parameter.ty));
        matches!(declaration.language, Language::C | Language::Cpp)
            && matches!(ty, Some(SourceType::Struct { .. } | SourceType::Union { .. }))
    })
}

/// Writes objects, inputs in the order in which the executor asks for them.
struct CallWriter {
    declared: String,
    filled: String,
    objects: usize,
}

impl CallWriter {
    /// Declares and fills an object; delivers its number.
    fn object(&mut self, object: &EntryObject) -> usize {
        let number = self.objects;
        self.objects += 1;
        writeln!(self.declared, "static _Alignas(16) unsigned char object{number}[{}];", object.size.max(1))
            .expect("writing to a string");
        for (offset, content) in &object.contents {
            match content {
                Content::Any(_, ty, _) => {
                    let bytes = ty.store_bytes();
                    writeln!(self.filled, "    ulpwise_input(object{number} + {offset}, {bytes});")
                        .expect("writing to a string");
                }
                Content::Bytes(bytes) => {
                    for (at, byte) in bytes.iter().enumerate() {
                        writeln!(self.filled, "    object{number}[{}] = {byte};", offset + at as u64)
                            .expect("writing to a string");
                    }
                }
                Content::Address(inner) => {
                    let inner = self.object(inner);
                    writeln!(
                        self.filled,
                        "    {{ void *address = object{inner}; memcpy(object{number} + {offset}, &address, 8); }}"
                    )
                    .expect("writing to a string");
                }
                Content::Behind(pointer, bytes) => {
                    writeln!(
                        self.filled,
                        "    {{ char *address; memcpy(&address, object{number} + {pointer}, 8); address += {bytes}; \
                         memcpy(object{number} + {offset}, &address, 8); }}"
                    )
                    .expect("writing to a string");
                }
            }
        }
        number
    }
}

/// A type in C that is passed as one of LLVM's is.
fn c_type(ty: Type) -> &'static str {
    match ty {
        Type::Int(1) => "_Bool",
        Type::Int(2..=8) => "int8_t",
        Type::Int(9..=16) => "int16_t",
        Type::Int(17..=32) => "int32_t",
        Type::Int(33..=64) => "int64_t",
        Type::Int(_) => "__int128",
        Type::Float(FloatFormat::F16) => "_Float16",
        Type::Float(FloatFormat::BF16) => "__bf16",
        Type::Float(FloatFormat::F32) => "float",
        Type::Float(FloatFormat::F64) => "double",
        Type::Float(FloatFormat::X87) => "long double",
        Type::Float(FloatFormat::F128) => "__float128",
        Type::Pointer => "void *",
    }
}
