//! Throws: of C++, of functions of its library that only throw, and Rust's panics.

use super::super::function::FunctionLowering;
use super::super::lanes::Lanes;
use super::super::raw::{LlvmBlock, Value};
use super::super::unsupported::{Lowered, Unsupported};
use ulpwise_externals::{RustRuntime, constructed_by, formats_message, rust_runtime, thrown_by};
use ulpwise_ir::{Constant, Global, GlobalId, Relocation, Slot, Target, Type, exception};

/// The handler of a call: the block that the call stands in, and where it lands.
pub(in crate::lower) type Handler<'m> = Option<(LlvmBlock<'m>, LlvmBlock<'m>)>;

/// The results of a call that was written out; `None` if it does not return.
pub(in crate::lower) type WrittenOut = Option<Lanes>;

/// The bytes of the object behind a panic's header.
const PANIC_BYTES: u64 = 64;
/// What a panic that was caught is dropped by: no destructor, no bytes, an alignment of one, and a
/// type that is not known.
const PAYLOAD_TABLE: &str = "the payload of a Rust panic";

impl<'m> FunctionLowering<'_, 'm> {
    /// A call of a function of a run time that has to do with exceptions; `None` if it is another.
    pub(in crate::lower) fn runtime_call(
        &mut self,
        inst: Value<'m>,
        handler: Handler<'m>,
    ) -> Option<Lowered<WrittenOut>> {
        let callee = inst.callee()?;
        if !callee.is_declaration() || callee.inline_assembly().is_some() || callee.intrinsic_name().is_some()
        {
            return None;
        }
        match callee.name() {
            "__cxa_throw" => Some(self.throw(inst, handler).map(|()| None)),
            "__cxa_rethrow" => Some(self.rethrow(inst, handler).map(|()| None)),
            "_Unwind_Resume" | "_Unwind_RaiseException" => Some(
                self.argument_slot(inst, 0)
                    .and_then(|exception| self.leave_with(exception, handler))
                    .map(|()| None),
            ),
            "__cxa_begin_catch" => Some(self.begin_catch(inst).map(Some)),
            "__cxa_get_exception_ptr" => Some(self.caught_part(inst).map(Some)),
            "__cxa_end_catch" => Some(self.end_catch(inst, handler).map(Some)),
            name => {
                if let Some(thrown) = thrown_by(name) {
                    return Some(self.throw_standard(thrown, handler).map(|()| None));
                }
                match rust_runtime(name) {
                    Some(RustRuntime::Panic) => Some(self.panic(inst, handler).map(|()| None)),
                    Some(RustRuntime::CatchPanic) => self.caught_panic(inst).map(|lanes| Ok(Some(lanes))),
                    _ => None, // fail-closed: it is called as any other function.
                }
            }
        }
    }

    pub(super) fn argument_slot(&mut self, inst: Value<'m>, index: usize) -> Lowered<Slot> {
        let argument = inst.arguments().get(index).copied();
        self.scalar(argument.ok_or_else(|| Unsupported::malformed("call"))?)
    }

    fn throw(&mut self, inst: Value<'m>, handler: Handler<'m>) -> Lowered<()> {
        let [thrown, ty, destructor] =
            [self.argument_slot(inst, 0)?, self.argument_slot(inst, 1)?, self.argument_slot(inst, 2)?];
        self.throw_object(thrown, ty, destructor, handler)
    }

    fn throw_object(
        &mut self,
        thrown: Slot,
        ty: Slot,
        destructor: Slot,
        handler: Handler<'m>,
    ) -> Lowered<()> {
        self.store_field(thrown, exception::TYPE, ty);
        self.store_field(thrown, exception::DESTRUCTOR, destructor);
        let none = self.build.bits(Type::Int(64), 0);
        self.store_field(thrown, exception::HANDLERS, none);
        self.leave_with(thrown, handler)
    }

    /// An exception of the standard library, of which only the class is known: its table of virtual
    /// functions is one that is not defined here.
    fn throw_standard(&mut self, type_symbol: &str, handler: Handler<'m>) -> Lowered<()> {
        let ty = self.type_address(type_symbol);
        let bytes = self.build.bits(Type::Int(64), 16);
        let thrown = self.call_external("__cxa_allocate_exception", &[bytes], &[Type::Pointer])?;
        let &[thrown] = &thrown[..] else { return Err(Unsupported::malformed("allocation of an exception")) };
        self.build.store(thrown, ty);
        let none = self.build.bits(Type::Pointer, 0);
        self.throw_object(thrown, ty, none, handler)
    }

    fn type_address(&mut self, type_symbol: &str) -> Slot {
        let ty = self.context.exceptions.standard(type_symbol);
        self.build.constant(Type::Pointer, Constant::GlobalAddress(ty, 0))
    }

    /// After the constructor of an exception of the standard library its table of virtual functions
    /// is known to be one that is not defined here.
    pub(in crate::lower) fn note_construction(&mut self, inst: Value<'m>) -> Lowered<()> {
        let Some(callee) = inst.callee().filter(|callee| callee.is_declaration()) else { return Ok(()) };
        if let Some(class) = constructed_by(callee.name()) {
            let (object, ty) = (self.argument_slot(inst, 0)?, self.type_address(class.type_symbol));
            self.build.store(object, ty);
        }
        Ok(())
    }

    /// A panic: what it says is not written, unless functions of the program that compute with
    /// floats may do that.
    fn panic(&mut self, inst: Value<'m>, handler: Handler<'m>) -> Lowered<()> {
        let name = inst.callee().map_or("", Value::name);
        if formats_message(name) && self.context.formats_with_floats() {
            self.plain_call(inst, false)?;
        }
        let panic = self.panic_address();
        self.leave_with(panic, handler)
    }

    fn panic_address(&mut self) -> Slot {
        let panic = self.context.exceptions.global(exception::RUST_PANIC, panic_variable);
        let offset = exception::HEADER_BYTES as i64;
        self.build.constant(Type::Pointer, Constant::GlobalAddress(panic, offset))
    }

    /// What `catch_unwind` returns of a panic.
    fn caught_panic(&mut self, inst: Value<'m>) -> Option<Lanes> {
        if self.types(inst).ok()? != [Type::Pointer, Type::Pointer] {
            return None;
        }
        let unknown = self.context.symbols.external("the type of a Rust panic", &[Type::Pointer], &[]);
        let table = self.context.exceptions.global(PAYLOAD_TABLE, |_| Global {
            name: PAYLOAD_TABLE.to_owned(),
            size: 32,
            align: 8,
            constant: true,
            internal: true,
            initializer: Some([vec![0; 16], vec![1], vec![0; 15]].concat()),
            relocations: vec![Relocation { offset: 24, target: Target::Function(unknown), addend: 0 }],
        });
        let table = self.build.constant(Type::Pointer, Constant::GlobalAddress(table, 0));
        Some([self.panic_address(), table].into_iter().collect())
    }
}

/// The exception that is a panic. Its type is itself.
fn panic_variable(id: GlobalId) -> Global {
    Global {
        name: exception::RUST_PANIC.to_owned(),
        size: exception::HEADER_BYTES + PANIC_BYTES,
        align: 16,
        constant: true,
        internal: true,
        initializer: Some(vec![0; 8]),
        relocations: vec![Relocation { offset: 0, target: Target::Global(id), addend: 0 }],
    }
}
