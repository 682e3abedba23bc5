//! Every path that some input takes, with what it computes as nodes of one graph.
//!
//! The interpreter runs what does not depend on inputs and is no floating-point operation; every
//! operation with floats is carried out here, on constants as well, because what rounds is not a
//! constant. A branch that the bounds of the inputs leave open is followed both ways.
//!
//! What holds: a run on inputs in range, in any rounding mode, takes one of the paths reported, or
//! one that was cut off, and then the [`Exploration`] says so.

mod control;
mod data;
mod memory;
mod state;

use crate::error::StabilityError;
use crate::event::StabilityEvent;
use crate::graph::{Graph, NodeId, cone};
use crate::inputs::StabilityInput;
use crate::precision::RoundingModel;
use crate::region::Region;
use crate::run::ExactRun;
use state::PathState;
use std::collections::{BTreeMap, BTreeSet};
use ulpwise_base::{Budget, ProgressSink};
use ulpwise_float::Rounding;
use ulpwise_interp::{PathEnd, Program};
use ulpwise_ir::{Inst, SiteId, Type};
use ulpwise_symex::{Content, EntryObject, EntryPoint, Given};

/// How paths are followed.
#[derive(Clone, Debug)]
pub struct ExploreOptions {
    /// How long it may take.
    pub budget: Budget,
    /// How many times a path may fork at one branch of one call.
    pub loop_bound: u32,
    /// How many paths are followed.
    pub max_paths: usize,
    /// How many nodes all paths together may have.
    pub max_nodes: usize,
    /// Receives progress events.
    pub progress_sink: ProgressSink<StabilityEvent>,
}

impl Default for ExploreOptions {
    fn default() -> Self {
        ExploreOptions {
            budget: Budget::unlimited(),
            loop_bound: 64,
            max_paths: 4096,
            max_nodes: 1 << 20,
            progress_sink: ProgressSink::default(),
        }
    }
}

/// A path that was followed to its end.
#[derive(Clone, Debug)]
pub struct Path {
    /// The bits that decide it, and what they are.
    pub(crate) conditions: Vec<(NodeId, bool)>,
    /// The results of floating-point operations in their order; of comparisons the bit.
    pub(crate) visits: Vec<(SiteId, NodeId)>,
    /// What the function returns.
    pub(crate) returned: Vec<NodeId>,
    /// What stands where each input stood before, if the function returned.
    pub(crate) left: Vec<NodeId>,
    /// Where its inputs lie.
    pub(crate) region: Region,
}

/// All paths.
#[derive(Clone, Debug, Default)]
pub struct Exploration {
    /// What they compute.
    pub graph: Graph,
    /// The paths that end as the program does.
    pub paths: Vec<Path>,
    /// How many were cut off because they forked at one branch as often as a path may.
    pub cut_off: usize,
    /// How many of the paths end where they access memory that the program does not have.
    pub strayed: usize,
    /// The first such access, in words.
    pub stray: Option<String>,
    /// Why others could not be followed to their end, each reason once.
    pub missed: BTreeSet<String>,
    /// What calls depend on besides the inputs, if on anything: paths begin with it as the program
    /// does.
    pub beyond: Option<String>,
    /// What those computed before, and where: its errors are as real as others.
    pub unfinished: Vec<Path>,
}

impl Exploration {
    /// A path on which the function may return an integer.
    pub fn may_return(&self, value: u128) -> Option<&Path> {
        let returns = |path: &&Path| match path.returned.first() {
            Some(&node) => self.graph.constant_bits(node).is_none_or(|bits| bits == value),
            None => false,
        };
        self.paths.iter().find(returns)
    }

    /// Inputs with which the function returns an integer in one of the modes, computed exactly;
    /// `None` if the ends of ranges have none.
    pub fn inputs_that_return(&self, value: u128, modes: &[Rounding]) -> Option<Vec<u128>> {
        let mut run = ExactRun::default();
        for path in &self.paths {
            let Some(&returned) = path.returned.first() else { continue };
            let nodes = cone(&self.graph, path.conditions.iter().map(|&(node, _)| node).chain([returned]));
            for end in [|input: &StabilityInput| input.ordinals.1, |input: &StabilityInput| input.ordinals.0]
            {
                let inputs: Vec<u128> =
                    path.region.inputs.iter().map(|input| input.bits(end(input))).collect();
                for &mode in modes {
                    run.compute(&self.graph, &nodes, &inputs, mode);
                    if run.takes(path) && run.bits(returned) == Some(value) {
                        return Some(inputs);
                    }
                }
            }
        }
        None
    }
}

/// The inputs of an entry, in the order of its objects. `Err` names what is not followed.
pub fn inputs_of(entry: &EntryPoint) -> Result<Vec<StabilityInput>, StabilityError> {
    let mut inputs = Vec::new();
    let mut open: Vec<&EntryObject> = entry.objects.iter().rev().collect();
    // Contents before what comes after them: the order in which memory is filled below.
    while let Some(object) = open.pop() {
        gather(object, &mut inputs)?;
    }
    Ok(inputs)
}

fn gather(object: &EntryObject, inputs: &mut Vec<StabilityInput>) -> Result<(), StabilityError> {
    for (_, content) in &object.contents {
        match content {
            Content::Any(name, ty, bounds) => {
                let input = StabilityInput::new(name, *ty, bounds);
                inputs.push(input.ok_or_else(|| StabilityError::InputNotFollowed(name.clone()))?);
            }
            Content::Address(inner) => gather(inner, inputs)?,
            Content::Bytes(_) | Content::Behind(..) => {}
        }
    }
    Ok(())
}

/// Follows all paths of a function.
pub fn explore(
    program: &Program<'_>,
    entry: &EntryPoint,
    inputs: &[StabilityInput],
    model: &RoundingModel,
    options: &ExploreOptions,
) -> Result<Exploration, PathEnd> {
    let mut explorer = Explorer {
        options: options.clone(),
        model: *model,
        found: Exploration::default(),
        open: Vec::new(),
        entry: entry.clone(),
    };
    let first = explorer.start(program, entry, inputs)?;
    explorer.open.push(first);
    while let Some(state) = explorer.open.pop() {
        let found = &explorer.found;
        let limit = if found.paths.len() + found.unfinished.len() >= options.max_paths {
            Some("there are more paths than are followed")
        } else if found.graph.len() >= options.max_nodes {
            Some("paths are longer than is followed")
        } else if options.budget.check(0).is_err() {
            Some("the time is over")
        } else {
            None
        };
        if let Some(limit) = limit {
            explorer.found.missed.insert(limit.to_owned());
            break;
        }
        explorer.follow(state);
        let (done, open) = (explorer.found.paths.len(), explorer.open.len());
        options.progress_sink.emit(|| StabilityEvent::Paths { done, open });
    }
    let beyond = ulpwise_harness::depends_on(program.module(), entry.function, &entry.setup);
    Ok(Exploration { beyond, ..explorer.found })
}

/// What follows paths.
pub(crate) struct Explorer<'p> {
    options: ExploreOptions,
    model: RoundingModel,
    found: Exploration,
    open: Vec<PathState<'p>>,
    /// Where paths begin: it says how long the arrays of arguments are assumed to be.
    entry: EntryPoint,
}

/// What becomes of a path after an instruction.
pub(crate) enum StepResult {
    /// It goes on.
    Goes,
    /// It returned these values.
    Returned(Vec<NodeId>),
    /// It ended otherwise.
    Ended(PathEnd),
    /// It went on as others, or no input takes it any further.
    Gone,
    /// It is cut off.
    CutOff,
}

impl<'p> Explorer<'p> {
    fn start(
        &mut self,
        program: &'p Program<'p>,
        entry: &EntryPoint,
        inputs: &[StabilityInput],
    ) -> Result<PathState<'p>, PathEnd> {
        let run = ulpwise_interp::InterpOptions { budget: self.options.budget.clone(), ..Default::default() };
        let mut interpreter = entry.interpreter(program, run)?;
        interpreter.pause_at_floats();
        // What nothing has written is no zero.
        interpreter.mark_uninitialised();
        let mut state = PathState::new(interpreter, Region::new(inputs.to_vec()));
        let mut next = 0;
        let mut addresses = Vec::new();
        for object in &entry.objects {
            addresses.push(self.object(&mut state, object, &mut next)?);
        }
        let types = program.module().functions[entry.function].parameters.clone();
        let mut values = Vec::new();
        for (&ty, given) in types.iter().zip(&entry.given) {
            values.push(match given {
                Given::Part(object, offset) => {
                    state.load(&mut self.found.graph, addresses[*object] + offset, ty)?
                }
                Given::AddressOf(object) => self.found.graph.constant(ty, addresses[*object].into()),
                Given::Bits(bits) => self.found.graph.constant(ty, *bits),
                Given::Any | Given::Array(..) => {
                    return Err(PathEnd::Unsupported("a parameter without a description".to_owned()));
                }
            });
        }
        state.enter(&mut self.found.graph, entry.function, &values)?;
        Ok(state)
    }

    /// An object of the entry in memory, with everything it points at.
    fn object(
        &mut self,
        state: &mut PathState<'p>,
        object: &EntryObject,
        next: &mut u32,
    ) -> Result<u64, PathEnd> {
        let address = object.allocate(&mut state.interpreter.machine.memory)?;
        let mut addresses = BTreeMap::new();
        for (offset, content) in &object.contents {
            let target = address + offset;
            match content {
                Content::Any(_, ty, _) => {
                    let input = self.found.graph.input(*next, *ty);
                    *next += 1;
                    state.remember(target, *ty);
                    state.store(&mut self.found.graph, target, *ty, input)?;
                }
                Content::Bytes(bytes) => {
                    state.interpreter.machine.memory.write(target, bytes.len())?.copy_from_slice(bytes);
                }
                Content::Address(inner) => {
                    let inner = self.object(state, inner, next)?;
                    addresses.insert(*offset, inner);
                    let written = self.found.graph.constant(Type::Pointer, inner.into());
                    state.store(&mut self.found.graph, target, Type::Pointer, written)?;
                }
                Content::Behind(pointer, bytes) => {
                    let end = addresses.get(pointer).map_or(0, |start| start + bytes);
                    let written = self.found.graph.constant(Type::Pointer, end.into());
                    state.store(&mut self.found.graph, target, Type::Pointer, written)?;
                }
            }
        }
        Ok(address)
    }

    /// Follows a path to its end, or to where it forks.
    fn follow(&mut self, mut state: PathState<'p>) {
        loop {
            if self.found.graph.len() >= self.options.max_nodes {
                return self
                    .ended(state, PathEnd::Unsupported("a path that is longer than is followed".to_owned()));
            }
            let next = match state.interpreter.resume() {
                Ok(raw) => {
                    let types = state.result_types.clone();
                    StepResult::Returned(state::values_of(&mut self.found.graph, &types, &raw))
                }
                Err(PathEnd::Marked) => self.step(&mut state),
                Err(end) => StepResult::Ended(end),
            };
            match next {
                StepResult::Goes => {}
                StepResult::Gone => return,
                StepResult::CutOff => {
                    self.found.cut_off += 1;
                    let path = state.into_path(Vec::new());
                    self.found.unfinished.push(path);
                    return;
                }
                StepResult::Returned(values) => {
                    let left = state.left(&mut self.found.graph);
                    self.found.paths.push(Path { left, ..state.into_path(values) });
                    return;
                }
                StepResult::Ended(end) => return self.ended(state, end),
            }
        }
    }

    /// A path ended without returning: as the program does, or because it could not be followed.
    fn ended(&mut self, state: PathState<'p>, end: PathEnd) {
        let may_be_caught = matches!(end, PathEnd::Raised(_)) && !is_uncaught(&state) && may_catch(&state);
        let is_programs = !may_be_caught
            && matches!(
                end,
                PathEnd::Exit(_)
                    | PathEnd::Abort
                    | PathEnd::AssertionFailed(_)
                    | PathEnd::Raised(_)
                    | PathEnd::Memory(_)
                    | PathEnd::IntDivideByZero
                    | PathEnd::IntDivisionOverflow
                    | PathEnd::Unreachable
            );
        let mut exceeded = None;
        if let PathEnd::Memory(fault) = &end {
            self.found.strayed += 1;
            self.found.stray.get_or_insert_with(|| fault.to_string());
            exceeded = self.entry.exceeded_length(fault);
        }
        let path = state.into_path(Vec::new());
        if let Some(why) = exceeded {
            // The array that a caller passes may be longer: what comes after is not seen.
            self.found.missed.insert(why);
            self.found.unfinished.push(path);
        } else if is_programs {
            self.found.paths.push(path);
        } else {
            self.found.missed.insert(end.to_string());
            self.found.unfinished.push(path);
        }
    }
}

/// Whether a path stands where it throws what nothing catches.
fn is_uncaught(state: &PathState<'_>) -> bool {
    matches!(state.interpreter.next_inst(), Inst::Unwind { .. })
}

fn may_catch(state: &PathState<'_>) -> bool {
    state.interpreter.program().module().may_catch()
}
