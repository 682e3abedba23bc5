//! One instruction that the interpreter could not carry out, because an operand is a term.

mod address;
mod control;
mod data;
mod variadic;

use crate::executor::Executor;
use crate::path::End;
use crate::state::PathState;
use ulpwise_interp::PathEnd;
use ulpwise_ir::Inst;

/// What became of a path: it goes on, or it ended.
#[derive(Debug)]
pub(crate) enum Next<'p> {
    /// It goes on.
    Goes(PathState<'p>),
    /// It ended, at the instruction it stands at.
    Ends(PathState<'p>, End),
}

impl<'p> Next<'p> {
    /// The run stopped.
    pub(crate) fn stops(state: PathState<'p>, end: impl Into<PathEnd>) -> Next<'p> {
        Next::Ends(state, End::Stopped(end.into()))
    }
}

/// The paths that one became.
pub(crate) type Nexts<'p> = Vec<Next<'p>>;

impl<'p> Executor<'p, '_> {
    /// Carries out the next instruction of a path.
    pub(crate) fn step(&mut self, state: PathState<'p>) -> Nexts<'p> {
        match state.interpreter.next_inst() {
            Inst::Jump { .. }
            | Inst::Branch { .. }
            | Inst::Switch { .. }
            | Inst::Return { .. }
            | Inst::Landing { .. }
            | Inst::Unwind { .. }
            | Inst::Call { .. }
            | Inst::CallIndirect { .. } => self.control(state),
            Inst::Load { .. } | Inst::Store { .. } | Inst::MemCopy { .. } | Inst::MemSet { .. } => {
                self.access(state)
            }
            Inst::VaStart { list } => self.start_variadic(state, list),
            inst => self.data(state, inst),
        }
    }

    /// The path goes on after an instruction that was carried out.
    pub(crate) fn done(mut state: PathState<'p>) -> Nexts<'p> {
        state.interpreter.advance();
        vec![Next::Goes(state)]
    }

    /// The path ends because of something that cannot be followed.
    pub(crate) fn unsupported(state: PathState<'p>, what: impl Into<String>) -> Nexts<'p> {
        vec![Next::Ends(state, End::Stopped(PathEnd::Unsupported(what.into())))]
    }
}
