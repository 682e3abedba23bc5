//! Calls: of the module's functions, through pointers, and the way objects take into a look at a
//! function and back.

use crate::activation::Activation;
use crate::contents::{Cell, Contents, without_forms};
use crate::context::{Input, Thrown};
use crate::memory::AbstractMemory;
use crate::pointer::{Object, Pointer};
use crate::unwind::Unwound;
use crate::value::AbstractValue;
use std::rc::Rc;
use ulpwise_ir::{Function, FunctionId, SiteId, Slot, SlotList, Type};

impl Activation<'_, '_> {
    /// Calls a function. Returns whether the path goes on.
    pub(crate) fn call(
        &mut self,
        callee: FunctionId,
        arguments: SlotList,
        results: SlotList,
        site: Option<SiteId>,
    ) -> bool {
        let slots: Vec<Slot> = self.body().values(arguments).map(|(slot, _)| slot).collect();
        let function = &self.context.module.functions[callee];
        if function.body.is_none() {
            return self.call_outside(callee, &slots, results, site);
        }
        let given: Vec<AbstractValue> = slots.iter().map(|&slot| self.value(slot).clone()).collect();
        let fits = given.len() >= function.parameters.len()
            && self
                .body()
                .values(arguments)
                .zip(&function.parameters)
                .all(|((_, given), wanted)| given == *wanted);
        if !fits || !self.context.may_follow(callee) {
            self.context.expect_any_call(callee);
            let goes_on = self.call_unknown(&given, results);
            if self.context.may_unwind[callee] {
                self.may_throw_anything();
            }
            return goes_on;
        }
        let (named, rest) = given.split_at(function.parameters.len());
        for pointer in rest.iter().filter_map(AbstractValue::as_pointer) {
            // Variadic arguments are read from memory.
            self.memory.escape(pointer);
        }
        self.call_inside(callee, named, results)
    }

    fn call_inside(&mut self, callee: FunctionId, arguments: &[AbstractValue], results: SlotList) -> bool {
        let names = ObjectNames::reachable(arguments, &self.memory);
        let input = Input {
            arguments: arguments.iter().map(|value| names.value_inside(value)).collect(),
            objects: names
                .objects
                .iter()
                .map(|&object| without_forms(&names.contents_inside(&self.memory, object)))
                .collect(),
        };
        let output = self.context.look(callee, input);
        if self.recording {
            self.record.include(&output.record);
            if let (Some(layout), Some(called)) = (&mut self.layout, &output.layout) {
                layout.call(called);
            }
        }
        self.unwound = output.thrown.as_ref().map(|thrown| self.unwound_call(&names, thrown));
        let Some(returned) = &output.results else { return false };
        if output.wrote_outside {
            self.memory.forget_escaped();
        }
        for (&object, contents) in names.objects.iter().zip(&output.objects) {
            self.memory.insert(object, names.contents_outside(contents));
        }
        let slots: Vec<(Slot, Type)> = self.body().values(results).collect();
        slots.iter().zip(returned).all(|(&(slot, ty), value)| {
            let value = names.value_outside(value).reinterpreted(ty);
            self.set(slot, value)
        })
    }

    /// What is known where a function that was looked at leaves with an exception.
    fn unwound_call(&self, names: &ObjectNames, thrown: &Thrown) -> Unwound {
        let mut memory = self.memory.clone();
        if thrown.wrote_outside {
            memory.forget_escaped();
        }
        for (&object, contents) in names.objects.iter().zip(&thrown.objects) {
            memory.insert(object, names.contents_outside(contents));
        }
        let own = Object::Local(self.at);
        let name = |object: Object| if object == Object::Thrown { Some(own) } else { names.outside(object) };
        if let Some(contents) = &thrown.object {
            let contents = contents_renamed(contents, name);
            Self::insert_exception_into(&mut memory, own, (*contents).clone());
        }
        Unwound { exception: renamed(&thrown.exception, name), memory }
    }

    /// A call after which anything may have happened to what it could reach.
    pub(crate) fn call_unknown(&mut self, arguments: &[AbstractValue], results: SlotList) -> bool {
        for pointer in arguments.iter().filter_map(AbstractValue::as_pointer) {
            self.memory.escape(pointer);
        }
        self.memory.forget_escaped();
        self.set_any(results)
    }

    /// Gives all results any value.
    pub(crate) fn set_any(&mut self, results: SlotList) -> bool {
        let slots: Vec<(Slot, Type)> = self.body().values(results).collect();
        slots.iter().all(|&(slot, ty)| self.set(slot, AbstractValue::any(ty)))
    }

    /// Calls through a pointer.
    pub(crate) fn call_indirect(&mut self, callee: Slot, arguments: SlotList, results: SlotList) -> bool {
        let pointer = self.pointer(callee);
        let targets: Vec<FunctionId> = pointer
            .places()
            .iter()
            .filter_map(
                |place| if let Object::Function(function) = place.object { Some(function) } else { None },
            )
            .collect();
        if !pointer.is_unknown {
            match targets[..] {
                [] => return false,
                [only] => return self.call(only, arguments, results, None),
                _ => {} // fail-closed: each of them may be called, with anything.
            }
        }
        let types: Vec<Type> = self.body().values(arguments).map(|(_, ty)| ty).collect();
        let fits = |function: &Function| {
            let parameters = &function.parameters;
            parameters.len() <= types.len()
                && parameters.iter().zip(&types).all(|(wanted, given)| wanted == given)
        };
        let mut possible = targets;
        if pointer.is_unknown {
            possible.extend(self.context.with_address(fits));
            // A function of another file may call back any function whose address it can find.
            self.context.expect_unknown_call(|_| true);
        }
        for &target in &possible {
            let function = &self.context.module.functions[target];
            if function.body.is_some() {
                self.context.expect_any_call(target);
            } else if let Some(what) = self.refusal(function) {
                return self.unsupported(&format!("{what} through a pointer"));
            } else {
                // It may call back any function whose address it can find.
                self.context.expect_unknown_call(|_| true);
            }
        }
        let given: Vec<AbstractValue> =
            self.body().values(arguments).map(|(slot, _)| self.value(slot).clone()).collect();
        let goes_on = self.call_unknown(&given, results);
        self.may_throw_anything();
        goes_on
    }
}

/// The caller's objects in the order in which the function that is called numbers them.
struct ObjectNames {
    objects: Vec<Object>,
}

impl ObjectNames {
    /// The objects that can be reached from some values.
    fn reachable(values: &[AbstractValue], memory: &AbstractMemory) -> ObjectNames {
        let mut names = ObjectNames { objects: Vec::new() };
        for pointer in values.iter().filter_map(AbstractValue::as_pointer) {
            names.add(pointer, memory);
        }
        let mut next = 0;
        while let Some(&object) = names.objects.get(next) {
            next += 1;
            let Some(contents) = memory.get(object) else { continue };
            for pointer in contents.cells.values().filter_map(|cell| cell.value.as_pointer()) {
                names.add(pointer, memory);
            }
        }
        names
    }

    fn add(&mut self, pointer: &Pointer, memory: &AbstractMemory) {
        for place in pointer.places() {
            let is_kept = memory.get(place.object).is_some();
            if is_kept && !self.objects.contains(&place.object) {
                self.objects.push(place.object);
            }
        }
    }

    fn inside(&self, object: Object) -> Option<Object> {
        match object {
            Object::Global(_) | Object::Function(_) | Object::Heap => Some(object),
            Object::Thrown => None,
            Object::Outer(_) | Object::Local(_) => {
                let number = self.objects.iter().position(|&known| known == object)?;
                Some(Object::Outer(number as u32))
            }
        }
    }

    fn outside(&self, object: Object) -> Option<Object> {
        match object {
            Object::Outer(number) => self.objects.get(number as usize).copied(),
            // It is gone.
            Object::Local(_) | Object::Thrown => None,
            Object::Global(_) | Object::Function(_) | Object::Heap => Some(object),
        }
    }

    fn value_inside(&self, value: &AbstractValue) -> AbstractValue {
        renamed(value, |object| self.inside(object))
    }

    fn value_outside(&self, value: &AbstractValue) -> AbstractValue {
        renamed(value, |object| self.outside(object))
    }

    fn contents_inside(&self, memory: &AbstractMemory, object: Object) -> Rc<Contents> {
        let contents = memory.get(object).expect("only objects that are there have names");
        contents_renamed(contents, |object| self.inside(object))
    }

    fn contents_outside(&self, contents: &Rc<Contents>) -> Rc<Contents> {
        contents_renamed(contents, |object| self.outside(object))
    }
}

fn renamed(value: &AbstractValue, name: impl Fn(Object) -> Option<Object>) -> AbstractValue {
    match value {
        AbstractValue::Pointer(pointer) => AbstractValue::Pointer(pointer.renamed(name)),
        other => {
            let mut value = other.clone();
            value.forget_form();
            value
        }
    }
}

pub(crate) fn contents_renamed(
    contents: &Rc<Contents>,
    name: impl Fn(Object) -> Option<Object>,
) -> Rc<Contents> {
    let has_pointer = contents.cells.values().any(|cell| cell.value.as_pointer().is_some());
    if !has_pointer {
        return contents.clone();
    }
    let mut contents = (**contents).clone();
    for cell in contents.cells.values_mut() {
        let Cell { value, .. } = cell;
        *value = renamed(value, &name);
    }
    Rc::new(contents)
}
