//! Exceptions: calls that leave with one, landings that take it, and what a function hands out.
//!
//! What is known where a call leaves with an exception is kept apart from what is known where it
//! returns. The exception's object goes along: in the caller it is the object of the call, as the
//! object of an allocation is that of the instruction. Of an exception that comes from code that is
//! not followed nothing is known.

use crate::activation::Activation;
use crate::contents::{Cell, Contents, without_forms};
use crate::context::{Input, Thrown};
use crate::memory::AbstractMemory;
use crate::pointer::{Object, OffsetRange, Pointer};
use crate::value::AbstractValue;
use std::rc::Rc;
use ulpwise_base::{Id, IdVec};
use ulpwise_externals::{Returns, effects};
use ulpwise_interval::domain::BitVecDomain;
use ulpwise_ir::{Function, FunctionId, Inst, InstId, Library, Module, Slot, exception};

/// What is known where a call leaves with an exception.
#[derive(Clone, Debug)]
pub(crate) struct Unwound {
    pub(crate) exception: AbstractValue,
    pub(crate) memory: AbstractMemory,
}

impl Activation<'_, '_> {
    /// Carries out a call together with what it leads to when it leaves with an exception. Returns
    /// whether the path on which it returns goes on.
    pub(crate) fn step_with_unwinding(&mut self, id: InstId, inst: &Inst) -> bool {
        self.at = id;
        let goes_on = self.step(id, inst);
        if let Some(unwound) = self.unwound.take() {
            let next = self.body().insts.get(InstId::from_index(id.index() + 1)).copied();
            match next {
                Some(Inst::Landing { exception, unwound_edge, .. }) => {
                    let memory = std::mem::replace(&mut self.memory, unwound.memory);
                    if self.set(exception, unwound.exception) {
                        self.take(unwound_edge, &[], &[]);
                    }
                    self.memory = memory;
                }
                // fail-closed: what has no landing leaves the function.
                _ => self.throw(unwound),
            }
        }
        goes_on
    }

    /// The function is left with the exception in a slot.
    pub(crate) fn unwind(&mut self, exception: Slot) {
        let unwound = Unwound { exception: self.value(exception).clone(), memory: self.memory.clone() };
        self.throw(unwound);
    }

    /// The function is left with an exception.
    fn throw(&mut self, unwound: Unwound) {
        self.returns = self.returns.wrapping_add(1);
        self.thrown = Some(match self.thrown.take() {
            None => unwound,
            Some(other) => Unwound {
                exception: other.exception.union(&unwound.exception),
                memory: other.memory.union(&unwound.memory),
            },
        });
    }

    /// The call that is being looked at may leave with an exception of which nothing is known, and
    /// with memory as it is now.
    pub(crate) fn may_throw_anything(&mut self) {
        let exception = AbstractValue::Pointer(Pointer::any());
        self.unwound = Some(Unwound { exception, memory: self.memory.clone() });
    }

    /// What the function hands out where it is left with an exception, in its own names. The object
    /// of the exception, or all that it may be, is one.
    pub(crate) fn handed_out(unwound: &Unwound, input: &Input) -> Thrown {
        let objects = (0..input.objects.len())
            .map(|number| {
                let contents = unwound.memory.get(Object::Outer(number as u32));
                without_forms(contents.expect("objects of the caller stay"))
            })
            .collect();
        let pointer = unwound.exception.as_pointer().cloned().unwrap_or_else(Pointer::any);
        let is_own = |object: Object| match object {
            Object::Local(_) => pointer.places().iter().any(|place| place.object == object),
            Object::Global(_) | Object::Function(_) | Object::Outer(_) | Object::Heap | Object::Thrown => {
                false
            }
        };
        let name = |object: Object| if is_own(object) { Some(Object::Thrown) } else { Some(object) };
        let mut object: Option<Contents> = None;
        for place in pointer.places().iter().filter(|place| is_own(place.object)) {
            let contents = match unwound.memory.get(place.object) {
                Some(contents) => crate::call::contents_renamed(&without_forms(contents), name),
                None => Rc::new(Contents::unknown(None, true)),
            };
            object = Some(match object {
                None => (*contents).clone(),
                Some(other) => other.union(&contents, AbstractValue::union),
            });
        }
        let exception = AbstractValue::Pointer(pointer.renamed(name));
        Thrown {
            exception,
            object: object.map(Rc::new),
            objects,
            wrote_outside: unwound.memory.wrote_outside(),
        }
    }

    /// Room for an exception, with the header that it begins with.
    pub(crate) fn allocate_exception(&mut self, bytes: Option<u64>) -> AbstractValue {
        let header = exception::HEADER_BYTES;
        let object = Object::Local(self.at);
        let mut contents = Contents::unknown(bytes.and_then(|bytes| bytes.checked_add(header)), true);
        for (field, value) in [
            (exception::TYPE, AbstractValue::Pointer(Pointer::null())),
            (exception::DESTRUCTOR, AbstractValue::Pointer(Pointer::null())),
            (exception::ADJUSTMENT, AbstractValue::Int(BitVecDomain::of_bits(64, 0))),
            (exception::IS_ADDRESS, AbstractValue::Int(BitVecDomain::of_bits(64, 0))),
            (exception::HANDLERS, AbstractValue::Int(BitVecDomain::of_bits(64, 0))),
        ] {
            contents.write(header.wrapping_add_signed(field), Cell { bytes: 8, value });
        }
        self.insert_exception(object, contents);
        let start = i64::try_from(header).expect("a small number");
        AbstractValue::Pointer(Pointer::to(OffsetRange {
            low: start,
            high: start,
            ..OffsetRange::start(object)
        }))
    }

    fn insert_exception(&mut self, object: Object, contents: Contents) {
        Self::insert_exception_into(&mut self.memory, object, contents);
    }

    /// Gives the object of an exception its contents; an earlier one of this place may live still.
    pub(crate) fn insert_exception_into(memory: &mut AbstractMemory, object: Object, mut contents: Contents) {
        if let Some(earlier) = memory.get(object) {
            contents = contents.union(earlier, AbstractValue::union);
            contents.is_single = false;
        }
        memory.insert(object, Rc::new(contents));
    }

    /// The exception is gone.
    pub(crate) fn free_exception(&mut self, pointer: &Pointer) {
        match pointer.places() {
            [OffsetRange { object: object @ Object::Local(_), .. }] if !pointer.is_unknown => {
                self.memory.remove(*object);
            }
            // fail-closed: nothing is known of what may be the object.
            _ => self.memory.forget_targets(pointer),
        }
    }
}

/// Whether a call of a function that has no body may leave with an exception.
pub(crate) fn outside_may_throw(function: &Function) -> bool {
    if function.library == Library::Math {
        return false;
    }
    effects(&function.name).is_none_or(|effects| match effects.returns {
        // What ends the program runs handlers, and nothing of the program goes on after them.
        Returns::Never => effects.may_throw,
        Returns::Always | Returns::Perhaps | Returns::Elsewhere => effects.may_throw || effects.may_call_back,
    })
}

/// Whether a call of each function may leave with an exception.
pub(crate) fn may_unwind(module: &Module) -> IdVec<FunctionId, bool> {
    let mut may: IdVec<FunctionId, bool> = module
        .functions
        .iter()
        .map(|function| function.body.is_none() && outside_may_throw(function))
        .collect();
    let mut changed = true;
    while changed {
        changed = false;
        for (id, function) in module.functions.iter_enumerated() {
            let Some(body) = &function.body else { continue };
            if may[id] {
                continue;
            }
            let insts = body.insts.as_slice();
            let throws = |(index, inst): (usize, &Inst)| {
                // fail-closed: only a landing keeps an exception in the function.
                let lands = matches!(insts.get(index + 1), Some(Inst::Landing { .. }));
                match *inst {
                    Inst::Unwind { .. } => true,
                    Inst::Call { callee, .. } => may[callee] && !lands,
                    Inst::CallIndirect { .. } => !lands,
                    // fail-closed: what cannot be followed ends the analysis where it is reached.
                    _ => false,
                }
            };
            if insts.iter().enumerate().any(throws) {
                may[id] = true;
                changed = true;
            }
        }
    }
    may
}

/// How many bytes an exception is to have, as a call says.
pub(crate) fn exception_bytes(value: Option<&AbstractValue>) -> Option<u64> {
    let bits = value?.as_int()?.singleton_bits()?;
    u64::try_from(bits).ok()
}
