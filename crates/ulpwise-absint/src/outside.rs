//! Functions that the module does not define: the mathematical library, what is known of the C
//! library, and all others, of which nothing is known.

use crate::activation::Activation;
use crate::pointer::{Object, OffsetRange, Pointer};
use crate::transfer::libm::{self, Known};
use crate::transfer::power::power;
use crate::unwind::{exception_bytes, outside_may_throw};
use crate::value::{AbstractValue, FloatValue, modelled};
use ulpwise_externals::{Environment, Exceptions, Family, ReturnedValue, Returns, effects, lookup};
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
    /// It may do anything that it can do without calling functions of the program.
    Library,
    /// It may do anything.
    Unknown,
}

impl Following {
    /// By what is known of a function of that name.
    fn new(name: &str) -> Following {
        let Some(named) = lookup(name) else { return Following::Unknown };
        let effects = named.effects();
        // Another file may define a function of C's library; of a run time's names it may not.
        let is_reserved = named.external.family == Family::Language;
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
        let calls_nothing = !effects.may_call_back && !effects.may_keep;
        match effects.returned {
            ReturnedValue::NewObject if is_contained => Following::Allocates,
            ReturnedValue::Any if is_contained => Following::Contained,
            ReturnedValue::Any
                if is_reserved
                    && calls_nothing
                    && !effects.changes.intersects(Environment::HANDLERS | Environment::TRAPS) =>
            {
                Following::Library
            }
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
        match function.name.as_str() {
            "__cxa_allocate_exception" => {
                let allocated = self.allocate_exception(exception_bytes(given.first()));
                let slots: Vec<Slot> = self.body().values(results).map(|(slot, _)| slot).collect();
                return slots.iter().all(|&slot| self.set(slot, allocated.clone()));
            }
            "__cxa_free_exception" => {
                let gone = given.first().and_then(AbstractValue::as_pointer).cloned();
                self.free_exception(&gone.unwrap_or_else(Pointer::any));
                return true;
            }
            _ => {} // fail-closed: other functions are followed by their effects.
        }
        let may_throw = outside_may_throw(function);
        let uses_what_was_kept =
            self.context.may_have_kept && effects.is_some_and(|effects| effects.may_use_what_was_kept());
        let goes_on = match Following::new(&function.name) {
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
            Following::Library if !uses_what_was_kept => self.call_unknown(&given, results),
            Following::Contained
            | Following::SetsRounding
            | Following::Jumps
            | Following::Library
            | Following::Unknown => {
                // It may call back every function whose address it can find.
                self.context.expect_unknown_call(|_| true);
                self.call_unknown(&given, results)
            }
        };
        if may_throw {
            self.may_throw_anything();
        }
        goes_on
    }

    /// Why calls of a function that has no body are not followed, if they are not.
    pub(crate) fn refusal(&self, function: &Function) -> Option<String> {
        let name = &function.name;
        let following = Following::new(name);
        match following {
            _ if function.library == Library::Math => None,
            Following::SetsRounding if self.nearest_only() => {
                Some(format!("a call of '{name}', which changes the rounding mode"))
            }
            Following::Jumps => Some(format!("a call of '{name}'")),
            // They are followed as calls that may do anything that they can do.
            Following::Contained
            | Following::Ends
            | Following::Allocates
            | Following::SetsRounding
            | Following::Library
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
        let Some((result, raised)) =
            Some(floats).filter(|_| takes_it).and_then(|floats| match (function, given) {
                (Known::Powi, [AbstractValue::Float(base), AbstractValue::Int(exponent)]) => {
                    Some(power(self.context.modes, base, exponent))
                }
                // fail-closed: what is no such power is looked up by its floats, or unknown.
                _ => libm::call(function, self.context.modes, &floats),
            })
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

    /// Stores the exponent that `frexp` found: any that a long double can have.
    fn store_exponent(&mut self, arguments: &[Slot]) {
        let Some(&to) = arguments.get(1) else { return };
        let (to, exponent) =
            (self.pointer(to), AbstractValue::Int(BitVecDomain::signed_between(32, -16445, 16384)));
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
                assert_eq!(Following::new(name), following, "{name}");
            }
        }
    }
}
