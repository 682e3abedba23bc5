//! What runs before a program's first function: the constructors of C++'s global objects, and
//! functions with C's `constructor` attribute. LLVM lists them in the array `llvm.global_ctors`.

use crate::interpreter::Interpreter;
use crate::path_end::Stop;
use ulpwise_ir::{FunctionId, Global, Module, Target};

/// The name of the list.
const LIST: &str = "llvm.global_ctors";

/// An entry is a priority (4 bytes), the function's address and that of an object it belongs to, 8
/// bytes each.
const ENTRY_BYTES: u64 = 24;
const FUNCTION_OFFSET: u64 = 8;

impl Interpreter<'_> {
    /// Runs the static constructors, lowest priority first.
    ///
    /// # Errors
    /// One of them ended the run; says how and where.
    pub fn run_constructors(&mut self) -> Result<(), Stop> {
        for function in constructors(self.program().module()) {
            self.call(function, &[])?;
        }
        Ok(())
    }
}

fn constructors(module: &Module) -> Vec<FunctionId> {
    let Some(list) = module.globals.iter().find(|global| global.name == LIST) else { return Vec::new() };
    let functions = list.relocations.iter().filter_map(|relocation| match relocation.target {
        Target::Function(function) if relocation.offset % ENTRY_BYTES == FUNCTION_OFFSET => {
            Some((priority(list, relocation.offset - FUNCTION_OFFSET), function))
        }
        _ => None,
    });
    let mut functions: Vec<_> = functions.collect();
    // The sort is stable: within a priority the order of the list holds.
    functions.sort_by_key(|(priority, _)| *priority);
    functions.into_iter().map(|(_, function)| function).collect()
}

fn priority(list: &Global, offset: u64) -> u32 {
    let bytes = list.initializer.as_deref().unwrap_or_default();
    let entry = bytes.get(offset as usize..).and_then(|rest| rest.first_chunk::<4>());
    // Bytes that the initialiser leaves out are zero.
    entry.map_or(0, |bytes| u32::from_le_bytes(*bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulpwise_ir::{GlobalId, Relocation};

    #[test]
    fn constructors_run_by_priority_then_in_order() {
        let mut bytes = vec![0; 72];
        for (entry, priority) in [65535u32, 101, 65535].into_iter().enumerate() {
            bytes[entry * 24..entry * 24 + 4].copy_from_slice(&priority.to_le_bytes());
        }
        let function = |entry: u64| Relocation {
            offset: entry * 24 + 8,
            target: Target::Function(FunctionId::new(entry as u32)),
            addend: 0,
        };
        let object = Relocation { offset: 16, target: Target::Global(GlobalId::new(0)), addend: 0 };
        let mut module = Module::default();
        module.globals.push(Global {
            name: LIST.to_owned(),
            size: 72,
            align: 8,
            constant: false,
            internal: true,
            initializer: Some(bytes),
            relocations: vec![function(0), object, function(1), function(2)],
        });
        assert_eq!(constructors(&module), [1, 0, 2].map(FunctionId::new));
    }
}
