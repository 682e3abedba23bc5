//! Functions that the module does not define: the mathematical library, what is known of the C
//! library, and all others, of which nothing is known.

use crate::activation::Activation;
use crate::pointer::{Object, OffsetRange, Pointer};
use crate::transfer::libm::{self, Known};
use crate::value::{AbstractValue, FloatValue, modelled};
use ulpwise_externals::{Effects, Environment, Exceptions, ReturnedValue, Returns, effects};
use ulpwise_interval::domain::BitVecDomain;
use ulpwise_ir::{Function, FunctionId, Library, SiteId, Slot, SlotList, Type};

/// How a call of a function without a body is followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Following {
    /// It writes at most what its arguments point at (`%n` has `printf` write, and a function of
    /// another file may have this name), and may return anything.
    Contained,
    /// It does not return.
    Ends,
    /// It returns an object of its own, or null.
    Allocates,
    /// It may change the rounding mode.
    SetsRounding,
    /// It leaves functions behind without their returning.
    Jumps,
    /// It may do anything.
    Unknown,
}

impl Following {
    /// By what is known of a function's effects.
    fn new(effects: Option<&Effects>) -> Following {
        let Some(effects) = effects else { return Following::Unknown };
        match effects.returns {
            Returns::Elsewhere => return Following::Jumps,
            // Handlers that run at the end were handed over to a function of which nothing is known
            // here.
            Returns::Never if !effects.may_throw => return Following::Ends,
            Returns::Never => return Following::Unknown,
            Returns::Always | Returns::Perhaps => {}
        }
        if effects.changes.intersects(Environment::ROUNDING) {
            return Following::SetsRounding;
        }
        let is_contained = effects.writes.is_within_targets()
            && !effects.may_call_back
            && !effects.changes.intersects(Environment::HANDLERS | Environment::TRAPS);
        match effects.returned {
            ReturnedValue::NewObject if is_contained => Following::Allocates,
            ReturnedValue::Any if is_contained && !effects.may_throw => Following::Contained,
            ReturnedValue::NewObject | ReturnedValue::MovedObject | ReturnedValue::Any => Following::Unknown,
        }
    }
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
        let given: Vec<AbstractValue> = arguments.iter().map(|&slot| self.value(slot).clone()).collect();
        if function.library == Library::Math {
            return self.call_math(&function.name, arguments, &given, results, site);
        }
        if let Some(what) = self.refusal(function) {
            return self.unsupported(&what);
        }
        let effects = effects(&function.name);
        let uses_what_was_kept =
            self.context.may_have_kept && effects.is_some_and(|effects| effects.may_use_what_was_kept());
        match Following::new(effects) {
            Following::Contained if !uses_what_was_kept => {
                given
                    .iter()
                    .filter_map(AbstractValue::as_pointer)
                    .for_each(|pointer| self.memory.forget_targets(pointer));
                self.set_any(results)
            }
            Following::Ends => false,
            Following::Allocates => {
                let mut object = Pointer::to(OffsetRange::start(Object::Heap));
                object.can_be_null = true;
                let slots: Vec<Slot> = self.body().values(results).map(|(slot, _)| slot).collect();
                slots.iter().all(|&slot| self.set(slot, AbstractValue::Pointer(object.clone())))
            }
            Following::Contained | Following::SetsRounding | Following::Jumps | Following::Unknown => {
                // It may call back every function whose address it can find.
                self.context.expect_unknown_call(|_| true);
                self.call_unknown(&given, results)
            }
        }
    }

    /// Why calls of a function that has no body are not followed, if they are not.
    pub(crate) fn refusal(&self, function: &Function) -> Option<String> {
        let (name, effects) = (&function.name, effects(&function.name));
        let following = Following::new(effects);
        // Operators `new` throw when there is no memory.
        let may_throw = effects.is_none_or(|effects| effects.may_throw) || following == Following::Unknown;
        match following {
            _ if function.library == Library::Math => None,
            _ if may_throw && following != Following::Jumps && self.context.may_catch => {
                Some(format!("a call of '{name}', which may throw what the program catches"))
            }
            Following::SetsRounding if self.nearest_only() => {
                Some(format!("a call of '{name}', which changes the rounding mode"))
            }
            Following::Jumps => Some(format!("a call of '{name}'")),
            // They are followed as calls that may do anything that they can do.
            Following::Contained
            | Following::Ends
            | Following::Allocates
            | Following::SetsRounding
            | Following::Unknown => None,
        }
    }

    /// A function of the mathematical library.
    fn call_math(
        &mut self,
        name: &str,
        arguments: &[Slot],
        given: &[AbstractValue],
        results: SlotList,
        site: Option<SiteId>,
    ) -> bool {
        let operands: Vec<Slot> =
            arguments.iter().copied().filter(|&slot| self.body().type_of(slot) != Type::Pointer).collect();
        // It writes through its arguments, and nowhere else.
        for pointer in given.iter().filter_map(AbstractValue::as_pointer) {
            self.memory.forget_targets(pointer);
        }
        let result: Vec<(Slot, Type)> = self.body().values(results).collect();
        let known = libm::known(name);
        let (Some((function, format)), [(dst, Type::Float(delivered))]) = (known, &result[..]) else {
            return self.math_unknown(&operands, results, site);
        };
        let floats: Vec<FloatValue> = given.iter().filter_map(AbstractValue::as_float).cloned().collect();
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
        self.set(*dst, AbstractValue::Float(result))
    }

    /// Stores the exponent that `frexp` found: any that a double can have.
    fn store_exponent(&mut self, arguments: &[Slot]) {
        let Some(&to) = arguments.get(1) else { return };
        let (to, exponent) =
            (self.pointer(to), AbstractValue::Int(BitVecDomain::signed_between(32, -1074, 1025)));
        self.memory.store(&to, Type::Int(32), &exponent, None, &self.context.globals);
    }

    fn math_unknown(&mut self, operands: &[Slot], results: SlotList, site: Option<SiteId>) -> bool {
        if let Some(site) = site {
            self.note(site, Exceptions::LIBRARY, operands);
        }
        self.set_any(results)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What was written down by hand before there was one table: nothing of it may be followed more
    /// freely.
    #[test]
    fn functions_are_followed_as_their_effects_allow() {
        let expected: &[(Following, &[&str])] = &[
            (
                Following::Contained,
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
                Following::Ends,
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
            (Following::Allocates, &["aligned_alloc", "calloc", "malloc", "_Znam", "_Znwm"]),
            (Following::SetsRounding, &["fesetenv", "fesetmode", "fesetround", "feupdateenv"]),
            (
                Following::Jumps,
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
            // They call back, keep what they are given, reach what stands behind a pointer, or are
            // not known.
            (
                Following::Unknown,
                &[
                    "qsort",
                    "bsearch",
                    "atexit",
                    "__cxa_atexit",
                    "signal",
                    "pthread_create",
                    "strtok",
                    "strtok_r",
                    "setvbuf",
                    "getline",
                    "vprintf",
                    "vsnprintf",
                    "realloc",
                    "strdup",
                    "feenableexcept",
                    "_ZSt20__throw_length_errorPKc",
                    "_ZN4core9panicking5panic17h0123456789abcdefE",
                    "user_function",
                    "",
                ],
            ),
        ];
        for &(following, names) in expected {
            for name in names {
                assert_eq!(Following::new(effects(name)), following, "{name}");
            }
        }
    }
}
