//! Calls: into contexts, through pointers, and to functions that the program does not define.
//!
//! A context names the regions that its caller hands in by numbers, in the order in which they are
//! found from the arguments. A call for which the certificate names no context may do anything: it
//! writes all memory that is known outside, returns anything, and the functions that it may have
//! called are among those that need a context for any arguments.

use crate::arithmetic::RoundingAssumption;
use crate::certificate::EntryAssumption;
use crate::frame::{Frame, Goes};
use crate::int_set::IntSet;
use crate::library::{self, Following};
use crate::spans::{Span, Spans};
use crate::value::{PointerSet, Region, RegionOffsets, ScalarSet};
use ulpwise_externals::Exceptions;
use ulpwise_externals::effects;
use ulpwise_ir::{Function, FunctionId, InstId, Library, SiteId, Slot, SlotList, Type};

impl Frame<'_, '_> {
    /// Calls a function. Returns whether the path goes on.
    pub(crate) fn call(
        &mut self,
        id: InstId,
        callee: FunctionId,
        arguments: SlotList,
        results: SlotList,
        site: Option<SiteId>,
    ) -> Goes {
        let function = &self.program.module.functions[callee];
        let mut given = Vec::new();
        for (slot, ty) in self.outline.body.values(arguments) {
            given.push((slot, ty, self.value(slot)?.clone()));
        }
        if function.body.is_none() {
            return self.call_outside(function, &given, results, site);
        }
        let named = self.node.calls.iter().find(|(inst, _)| *inst == id).map(|(_, context)| *context);
        let parameters = function.parameters.len();
        let fits = given.len() >= parameters
            && given.iter().zip(&function.parameters).all(|((_, ty, _), wanted)| ty == wanted);
        let values: Vec<ScalarSet> = given.into_iter().map(|(_, _, value)| value).collect();
        match named {
            Some(context) if fits => {
                values[parameters..].iter().for_each(|value| self.escape(value));
                self.call_inside((id, context), callee, &values[..parameters], results)
            }
            // fail-closed: nothing is known of what it is called with.
            _ => {
                if fits {
                    let (_, entry) = self.entry(&values[..parameters]);
                    self.departures.unnamed.push((id, callee, entry));
                }
                self.departures.open.push(callee);
                self.call_unknown(&values, results)
            }
        }
    }

    fn escape(&mut self, value: &ScalarSet) {
        if let ScalarSet::Pointer(pointer) = value {
            self.memory.escape(pointer);
        }
    }

    fn call_inside(
        &mut self,
        (id, at): (InstId, usize),
        callee: FunctionId,
        arguments: &[ScalarSet],
        results: SlotList,
    ) -> Goes {
        let Some(context) = self.contexts.get(at).filter(|context| context.function == callee) else {
            return Err("a call that names a context of another function".into());
        };
        let (handed, entry) = self.entry(arguments);
        self.departures.calls.push((id, at, entry));
        // A context for other regions does not allow this entry, which is found out there.
        let Some(exit) = context.exit.as_ref().filter(|exit| exit.regions.len() == handed.len()) else {
            return Ok(false);
        };
        if exit.wrote_outside {
            self.memory.forget_escaped();
        }
        let outside = |region: Region| match region {
            Region::Outer(number) => handed.get(number as usize).copied(),
            // It is gone.
            Region::Local(_) => None,
            Region::Global(_) | Region::Function(_) | Region::Heap => Some(region),
        };
        for (region, contents) in handed.iter().zip(&exit.regions) {
            self.memory.insert(*region, contents.renamed(outside));
        }
        let slots: Vec<(Slot, Type)> = self.outline.body.values(results).collect();
        for (index, (slot, ty)) in slots.into_iter().enumerate() {
            let value = exit.results.get(index).ok_or("a context that returns too little")?;
            if !self.set(slot, renamed(value, outside).reinterpreted(ty))? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The regions that are handed to a function, in its order, and what it is entered with.
    fn entry(&self, arguments: &[ScalarSet]) -> (Vec<Region>, EntryAssumption) {
        let handed = self.reachable(arguments);
        let inside = |region: Region| match region {
            Region::Global(_) | Region::Function(_) | Region::Heap => Some(region),
            Region::Outer(_) | Region::Local(_) => {
                let number = handed.iter().position(|known| *known == region)?;
                u32::try_from(number).ok().map(Region::Outer)
            }
        };
        let regions = handed.iter().map(|region| self.memory.regions[region].renamed(inside)).collect();
        let arguments = arguments.iter().map(|value| renamed(value, inside)).collect();
        (handed, EntryAssumption { arguments, regions })
    }

    /// The regions of memory that can be reached from some values, as they are found.
    fn reachable(&self, values: &[ScalarSet]) -> Vec<Region> {
        let mut found: Vec<Region> = Vec::new();
        let add = |found: &mut Vec<Region>, value: &ScalarSet| {
            let ScalarSet::Pointer(pointer) = value else { return };
            for place in &pointer.places {
                if self.memory.regions.contains_key(&place.region) && !found.contains(&place.region) {
                    found.push(place.region);
                }
            }
        };
        values.iter().for_each(|value| add(&mut found, value));
        let mut next = 0;
        while let Some(region) = found.get(next) {
            next += 1;
            let contents = self.memory.regions[region].clone();
            contents.cells.values().for_each(|(_, value)| add(&mut found, value));
        }
        found
    }

    /// A call after which anything may have happened to what it could reach.
    fn call_unknown(&mut self, arguments: &[ScalarSet], results: SlotList) -> Goes {
        arguments.iter().for_each(|value| self.escape(value));
        self.memory.forget_escaped();
        self.return_any(results)
    }

    fn return_any(&mut self, results: SlotList) -> Goes {
        let slots: Vec<(Slot, Type)> = self.outline.body.values(results).collect();
        for (slot, ty) in slots {
            self.set(slot, ScalarSet::any(ty))?;
        }
        Ok(true)
    }

    /// Calls through a pointer.
    pub(crate) fn call_indirect(
        &mut self,
        id: InstId,
        callee: Slot,
        arguments: SlotList,
        results: SlotList,
    ) -> Goes {
        let pointer = self.pointer(callee)?;
        let function = |place: &RegionOffsets| match place.region {
            Region::Function(function) => Some(function),
            Region::Global(_) | Region::Outer(_) | Region::Local(_) | Region::Heap => None,
        };
        let mut targets: Vec<FunctionId> = pointer.places.iter().filter_map(function).collect();
        if !pointer.unknown {
            match targets[..] {
                [] => return Ok(false),
                [only] => return self.call(id, only, arguments, results, None),
                _ => {} // fail-closed: each of them may be called, with anything.
            }
        }
        if pointer.unknown {
            targets.extend(&self.program.with_address);
        }
        for &target in &targets {
            let function = &self.program.module.functions[target];
            match self.refusal(function) {
                Some(what) if function.body.is_none() => {
                    return Err(format!("{what} through a pointer").into());
                }
                // fail-closed: it may be called with anything.
                Some(_) | None => self.departures.open.push(target),
            }
        }
        if pointer.unknown && self.program.may_catch && self.program.has_foreign_variables {
            return Err("a call through a pointer, which may lead out of the program".into());
        }
        // What is called may call back every function whose address it can find.
        self.departures.open.extend(&self.program.with_address);
        let mut given = Vec::new();
        for (slot, _) in self.outline.body.values(arguments) {
            given.push(self.value(slot)?.clone());
        }
        self.call_unknown(&given, results)
    }

    /// Why calls of a function without a body are not followed, if they are not.
    fn refusal(&self, function: &Function) -> Option<String> {
        if function.library == Library::Math {
            return None;
        }
        let name = &function.name;
        let following = Following::new(effects(name));
        let may_throw =
            effects(name).is_none_or(|effects| effects.may_throw) || following == Following::Unknown;
        if may_throw && following != Following::Jumps && self.program.may_catch {
            return Some(format!("a call of '{name}', which may throw what the program catches"));
        }
        match following {
            Following::SetsRounding if self.rounding() == RoundingAssumption::Nearest => {
                Some(format!("a call of '{name}', which changes the rounding mode"))
            }
            Following::Jumps => Some(format!("a call of '{name}'")),
            Following::SetsRounding
            | Following::Contained
            | Following::Ends
            | Following::Allocates
            | Following::Unknown => None,
        }
    }

    /// Calls a function that the program does not define.
    fn call_outside(
        &mut self,
        function: &Function,
        given: &[(Slot, Type, ScalarSet)],
        results: SlotList,
        site: Option<SiteId>,
    ) -> Goes {
        if function.library == Library::Math {
            return self.call_math(function, given, results, site);
        }
        if let Some(what) = self.refusal(function) {
            return Err(what.into());
        }
        let effects = effects(&function.name);
        let uses_what_was_kept =
            self.program.may_have_kept && effects.is_some_and(|effects| effects.may_use_what_was_kept());
        match Following::new(effects) {
            Following::Contained if !uses_what_was_kept => {
                self.forget_targets(given);
                self.return_any(results)
            }
            Following::Ends => Ok(false),
            Following::Allocates => {
                let heap = PointerSet { null: true, ..PointerSet::to(RegionOffsets::start(Region::Heap)) };
                let slots: Vec<(Slot, Type)> = self.outline.body.values(results).collect();
                for (slot, ty) in slots {
                    let value = if ty == Type::Pointer {
                        ScalarSet::Pointer(heap.clone())
                    } else {
                        ScalarSet::any(ty)
                    };
                    self.set(slot, value)?;
                }
                Ok(true)
            }
            Following::Contained | Following::SetsRounding | Following::Jumps | Following::Unknown => {
                self.departures.open.extend(&self.program.with_address);
                let values: Vec<ScalarSet> = given.iter().map(|(_, _, value)| value.clone()).collect();
                self.call_unknown(&values, results)
            }
        }
    }

    fn forget_targets(&mut self, given: &[(Slot, Type, ScalarSet)]) {
        for (_, _, value) in given {
            if let ScalarSet::Pointer(pointer) = value {
                self.memory.forget_targets(pointer);
            }
        }
    }

    /// A function of the mathematical library: it writes through its arguments, and nowhere else.
    fn call_math(
        &mut self,
        function: &Function,
        given: &[(Slot, Type, ScalarSet)],
        results: SlotList,
        site: Option<SiteId>,
    ) -> Goes {
        self.forget_targets(given);
        let floats = given.iter().filter_map(|(_, _, value)| match value {
            ScalarSet::Float(set) => Some(set.clone()),
            ScalarSet::Int(_) | ScalarSet::Pointer(_) | ScalarSet::Opaque => None,
        });
        let floats: Vec<_> = floats.collect();
        let slots: Vec<(Slot, Type)> = self.outline.body.values(results).collect();
        let called = library::call(&function.name, self.rounding(), &floats);
        let Some((result, raised)) = called.filter(|(result, _)| match slots[..] {
            [(_, ty)] => ScalarSet::Float(result.clone()).ty() == Some(ty),
            _ => false, // fail-closed: it returns something else.
        }) else {
            if let Some(site) = site {
                self.raise(site, Exceptions::ALL);
            }
            return self.return_any(results);
        };
        if let Some(site) = site {
            self.raise(site, raised);
        }
        if function.name == "frexp"
            && let [_, (_, _, ScalarSet::Pointer(to))] = given
        {
            // Any exponent that a double can have.
            let exponent = ScalarSet::Int(IntSet::of_spans(32, Spans::new([Span::new(-1074, 1025)])));
            self.memory.store(to, Type::Int(32), &exponent, None, &self.program.globals);
        }
        self.set(slots[0].0, ScalarSet::Float(result))
    }
}

fn renamed(value: &ScalarSet, name: impl Fn(Region) -> Option<Region>) -> ScalarSet {
    match value {
        ScalarSet::Pointer(pointer) => ScalarSet::Pointer(pointer.renamed(name)),
        ScalarSet::Float(_) | ScalarSet::Int(_) | ScalarSet::Opaque => value.clone(),
    }
}
