//! Functions that the module does not define: the mathematical library, what is known of the C library, and all others, of which
//! nothing is known.

use crate::activation::Activation;
use crate::pointer::{Object, Place, Pointer};
use crate::transfer::libm::{self, Known};
use crate::value::{FloatValue, Value, modelled};
use ulpwise_interval::domain::BitVecDomain;
use ulpwise_ir::{Function, FunctionId, Library, SiteId, Slot, SlotList, Type};

/// What a function of the C library does, as far as floats are concerned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Effect {
    /// It writes at most what its arguments point at (`%n` has `printf` write, and a function of another file may have this name), and may return anything.
    Harmless,
    /// It does not return.
    Ends,
    /// It returns an object of its own, or null.
    Allocates,
    /// It may change the rounding mode.
    SetsRounding,
    /// It leaves functions behind without their returning.
    Jumps,
}

const EFFECTS: &[(Effect, &[&str])] = &[
    (
        Effect::Harmless,
        &[
            "abs",
            "atof",
            "atoi",
            "atol",
            "cfree",
            "clock",
            "fclose",
            "feclearexcept",
            "fegetround",
            "feholdexcept",
            "feraiseexcept",
            "fetestexcept",
            "fflush",
            "fprintf",
            "fputc",
            "fputs",
            "free",
            "fwrite",
            "getenv",
            "labs",
            "memcmp",
            "printf",
            "putc",
            "putchar",
            "puts",
            "rand",
            "random",
            "srand",
            "strcmp",
            "strlen",
            "strncmp",
            "time",
            "_ZdlPv",
            "_ZdlPvm",
            "_ZdaPv",
            "_ZdaPvm",
        ],
    ),
    (
        Effect::Ends,
        &[
            "_Exit",
            "__assert_fail",
            "__cxa_pure_virtual",
            "_exit",
            "abort",
            "exit",
            "llvm.trap",
            "quick_exit",
        ],
    ),
    (Effect::Allocates, &["aligned_alloc", "calloc", "malloc", "_Znam", "_Znwm"]),
    (Effect::SetsRounding, &["fesetenv", "fesetmode", "fesetround", "feupdateenv"]),
    (
        Effect::Jumps,
        &[
            "__cxa_throw",
            "_Unwind_Resume",
            "__sigsetjmp",
            "_longjmp",
            "_setjmp",
            "longjmp",
            "setjmp",
            "siglongjmp",
        ],
    ),
];

fn effect(name: &str) -> Option<Effect> {
    EFFECTS.iter().find(|(_, names)| names.contains(&name)).map(|&(effect, _)| effect)
}

impl Activation<'_, '_> {
    /// Calls a function that has no body. Returns whether the path goes on.
    pub(crate) fn call_outside(
        &mut self,
        callee: FunctionId,
        arguments: &[Slot],
        results: SlotList,
        site: Option<SiteId>,
    ) -> bool {
        let function = &self.context.module.functions[callee];
        let given: Vec<Value> = arguments.iter().map(|&slot| self.value(slot).clone()).collect();
        if function.library == Library::Math {
            return self.call_math(&function.name, arguments, &given, results, site);
        }
        if let Some(what) = self.refusal(function) {
            return self.unsupported(&what);
        }
        match effect(&function.name) {
            Some(Effect::Harmless) => {
                given
                    .iter()
                    .filter_map(Value::as_pointer)
                    .for_each(|pointer| self.memory.forget_targets(pointer));
                self.set_any(results)
            }
            Some(Effect::Ends) => false,
            Some(Effect::Allocates) => {
                let mut object = Pointer::to(Place::start(Object::Heap));
                object.can_be_null = true;
                let slots: Vec<Slot> = self.body().values(results).map(|(slot, _)| slot).collect();
                slots.iter().all(|&slot| self.set(slot, Value::Pointer(object.clone())))
            }
            Some(Effect::SetsRounding | Effect::Jumps) | None => {
                // It may call back whoever's address it can find.
                self.context.expect_unknown_call(|_| true);
                self.call_unknown(&given, results)
            }
        }
    }

    /// Why calls of a function that has no body are not followed, if they are not.
    pub(crate) fn refusal(&self, function: &Function) -> Option<String> {
        let (name, effect) = (&function.name, effect(&function.name));
        // Operators `new` throw when there is no memory.
        let may_throw = name.starts_with("_Zn") || effect.is_none();
        match effect {
            _ if function.library == Library::Math => None,
            _ if may_throw && self.context.may_catch => {
                Some(format!("a call of '{name}', which may throw what the program catches"))
            }
            Some(Effect::SetsRounding) if self.nearest_only() => {
                Some(format!("a call of '{name}', which changes the rounding mode"))
            }
            Some(Effect::Jumps) => Some(format!("a call of '{name}'")),
            _ => None,
        }
    }

    /// A function of the mathematical library.
    fn call_math(
        &mut self,
        name: &str,
        arguments: &[Slot],
        given: &[Value],
        results: SlotList,
        site: Option<SiteId>,
    ) -> bool {
        let operands: Vec<Slot> =
            arguments.iter().copied().filter(|&slot| self.body().type_of(slot) != Type::Pointer).collect();
        // It writes where it is told to, and nowhere else.
        for pointer in given.iter().filter_map(Value::as_pointer) {
            self.memory.forget_targets(pointer);
        }
        let result: Vec<(Slot, Type)> = self.body().values(results).collect();
        let known = libm::known(name);
        let (Some((function, format)), [(dst, Type::Float(delivered))]) = (known, &result[..]) else {
            return self.math_unknown(&operands, results, site);
        };
        let floats: Vec<FloatValue> = given.iter().filter_map(Value::as_float).cloned().collect();
        let takes_it = floats.iter().all(|float| float.domain.format() == format)
            && modelled(*delivered) == Some(format);
        let Some((result, raised)) = Some(floats)
            .filter(|_| takes_it)
            .and_then(|floats| libm::call(function, self.context.modes, &floats))
        else {
            return self.math_unknown(&operands, results, site);
        };
        if let Some(site) = site {
            self.note(site, raised, &operands);
        }
        if function == Known::Frexp {
            self.store_exponent(arguments);
        }
        self.set(*dst, Value::Float(result))
    }

    /// Stores the exponent that `frexp` found: any that a double can have.
    fn store_exponent(&mut self, arguments: &[Slot]) {
        let Some(&to) = arguments.get(1) else { return };
        let (to, exponent) = (self.pointer(to), Value::Int(BitVecDomain::signed_between(32, -1074, 1025)));
        self.memory.store(&to, Type::Int(32), &exponent, None, &self.context.globals);
    }

    fn math_unknown(&mut self, operands: &[Slot], results: SlotList, site: Option<SiteId>) -> bool {
        if let Some(site) = site {
            self.note(site, libm::every_exception(), operands);
        }
        self.set_any(results)
    }
}
