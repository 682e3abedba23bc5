//! Exceptions on their way from the call that throws to the landing that takes them.

use crate::frame::CallFrame;
use crate::interpreter::Interpreter;
use crate::memory::{Memory, ObjectKind};
use crate::path_end::PathEnd;
use crate::step;
use ulpwise_base::Id;
use ulpwise_externals::standard_exception;
use ulpwise_ir::{Inst, InstId, exception};

impl CallFrame<'_> {
    /// Whether the call that it makes lands here when it leaves with an exception.
    fn has_landing(&self) -> bool {
        let next = self.ready.body.insts.get(InstId::from_index(self.pc + 1));
        matches!(next, Some(Inst::Landing { .. }))
    }
}

impl<'p> Interpreter<'p> {
    /// Leaves a call with an exception: the frame that goes on, standing at its landing.
    ///
    /// Where no call above `floor` has a landing, the run ends where it threw, with every frame in
    /// place.
    pub(crate) fn unwind_from(
        &mut self,
        mut frame: CallFrame<'p>,
        floor: usize,
        exception: u64,
    ) -> Result<CallFrame<'p>, PathEnd> {
        if !self.frames[floor..].iter().any(CallFrame::has_landing) {
            let end = self.uncaught(floor, exception);
            let depth = self.frames.len();
            return Err(self.stopped(frame, depth, end));
        }
        loop {
            step::memory::release_stack(&mut self.machine, frame.stack_mark);
            let caller = self.frames.pop().expect("a call above the floor has a landing");
            self.pool.give_back(std::mem::replace(&mut frame, caller).registers);
            if frame.has_landing() {
                frame.pc += 1;
                self.machine.thrown = Some(exception);
                return Ok(frame);
            }
        }
    }

    /// Leaves the call that the innermost frame is about to make with an exception, as a function
    /// outside of the program does.
    ///
    /// # Errors
    /// No call under way above `floor` has a landing.
    ///
    /// # Panics
    /// If no call is under way.
    pub fn throw_from_call(&mut self, floor: usize, exception: u64) -> Result<(), PathEnd> {
        let mut frame = self.frames.pop().expect("a call is under way");
        if frame.has_landing() {
            frame.pc += 1;
            self.machine.thrown = Some(exception);
        } else {
            frame = self.unwind_from(frame, floor, exception)?;
        }
        self.frames.push(frame);
        Ok(())
    }

    /// Leaves the innermost call with an exception.
    ///
    /// # Errors
    /// No call under way above `floor` has a landing.
    ///
    /// # Panics
    /// If no call is under way.
    pub fn unwind_call(&mut self, floor: usize, exception: u64) -> Result<(), PathEnd> {
        let frame = self.frames.pop().expect("a call is under way");
        let frame = self.unwind_from(frame, floor, exception)?;
        self.frames.push(frame);
        Ok(())
    }

    /// The exception with which the innermost call came to the landing that it stands at. From now
    /// on there is none.
    pub fn take_thrown(&mut self) -> Option<u64> {
        self.machine.thrown.take()
    }

    /// A new exception of a class of the C++ library, of which only the type is known.
    ///
    /// # Errors
    /// There is no memory left.
    pub fn new_exception(&mut self, type_symbol: &str) -> Result<u64, PathEnd> {
        let globals = self.program.module().globals.iter_enumerated();
        let mut named = globals.filter(|(_, global)| global.name == type_symbol);
        let type_address = named.next().map_or(0, |(id, _)| Memory::global_address(id));
        let address = self.allocate_exception(16).ok_or(PathEnd::OutOfMemory)?;
        for at in [address.wrapping_add_signed(exception::TYPE), address] {
            self.machine.memory.write(at, 8)?.copy_from_slice(&type_address.to_le_bytes());
        }
        Ok(address)
    }

    /// Room for an exception whose object has so many bytes; `None` when memory is used up.
    pub(crate) fn allocate_exception(&mut self, bytes: u64) -> Option<u64> {
        let all = bytes.checked_add(exception::HEADER_BYTES)?;
        let start = self.machine.memory.allocate(all, ObjectKind::Heap)?;
        let header = self.machine.memory.write(start, exception::HEADER_BYTES as usize).ok()?;
        header.fill(0);
        Some(start + exception::HEADER_BYTES)
    }

    /// How a run ends that throws what nothing catches. A library function that calls back cannot be
    /// left in the middle.
    fn uncaught(&self, floor: usize, exception: u64) -> PathEnd {
        if floor > 0 {
            return PathEnd::Unsupported("an exception that leaves a library function".to_owned());
        }
        let type_field = exception.wrapping_add_signed(exception::TYPE);
        let read = self.machine.memory.read(type_field, 8).ok().and_then(|bytes| bytes.try_into().ok());
        let address = read.map_or(0, u64::from_le_bytes);
        let mut globals = self.program.module().globals.iter_enumerated();
        let thrown = globals.find(|(id, _)| Memory::global_address(*id) == address);
        PathEnd::Raised(match thrown.map(|(_, global)| global.name.as_str()) {
            Some(exception::RUST_PANIC) => exception::RUST_PANIC.to_owned(),
            Some(name) => standard_exception(name).map_or("a C++ exception", |class| class.name).to_owned(),
            None => "an exception".to_owned(),
        })
    }
}
