//! Both functions as machine code, called on the same inputs.

use crate::aspects::{ComparedAspects, RaisedExceptions};
use crate::cells::OutputCell;
use crate::criterion::{Criterion, Difference};
use crate::defined::undefined;
use crate::pairing::{OutputPair, Pairing};
use crate::side::ProgramSide;
use ulpwise_interp::Program;
use ulpwise_native::{CallEnd, Engine, EngineOptions, Launcher, NativeCall, NativeError, Space};

/// How the two calls of an input ended.
#[derive(Clone, Debug, PartialEq)]
pub struct PairedCall {
    /// How each ended.
    pub ends: [CallEnd; 2],
    /// Which exceptions each raised, if these are compared.
    pub raised: Option<[RaisedExceptions; 2]>,
    /// For each output its bits on both sides, where it is there and compared.
    pub outputs: Vec<[Option<u64>; 2]>,
    /// The largest difference of them.
    pub difference: Difference,
    /// The output that has it.
    pub worst: Option<usize>,
}

/// How a call ended, as far as it can be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Both the same.
    Alike,
    /// One of them took too long to say.
    Unknown,
    /// Differently.
    Differs,
}

impl PairedCall {
    /// Whether the calls ended the same.
    pub fn ending(&self) -> Ending {
        match self.ends {
            [CallEnd::TimedOut, _] | [_, CallEnd::TimedOut] => Ending::Unknown,
            [old, new] if old == new => Ending::Alike,
            _ => Ending::Differs,
        }
    }
}

/// Both functions as machine code.
pub struct NativePair<'a> {
    engines: [Engine; 2],
    sides: [&'a ProgramSide<'a>; 2],
    programs: &'a [Program<'a>; 2],
    /// Why a call was left out that does what the language leaves undefined.
    pub undefined: Option<String>,
    spaces: [&'a Space; 2],
    /// What belongs together.
    pub pairing: &'a Pairing,
    /// What counts as the same.
    pub criterion: Criterion,
    /// What of two calls is compared.
    pub aspects: ComparedAspects,
    /// Says of the old one's inputs whether they are meant, if not all are.
    condition: Option<Engine>,
    /// How many inputs were tried.
    pub calls: u64,
    /// How many of them did not return in time.
    pub timed_out: u64,
}

/// At most so many calls are made at once, so that the clock is looked at between.
const AT_ONCE: usize = 2048;

impl<'a> NativePair<'a> {
    /// Compiles both.
    ///
    /// # Errors
    /// One of them cannot be compiled or linked.
    pub fn start(
        launcher: &Launcher,
        sides: [&'a ProgramSide<'a>; 2],
        programs: &'a [Program<'a>; 2],
        options: [&EngineOptions; 2],
        pairing: &'a Pairing,
        (criterion, aspects): (Criterion, ComparedAspects),
    ) -> Result<Self, NativeError> {
        let start = |at: usize| {
            let target = std::slice::from_ref(&sides[at].native.target);
            Engine::start(launcher, sides[at].units, target, options[at])
        };
        let engines = [start(0)?, start(1)?];
        let spaces = sides.map(|side| &side.native.space);
        Ok(Self {
            engines,
            sides,
            programs,
            undefined: None,
            spaces,
            pairing,
            criterion,
            aspects,
            condition: None,
            calls: 0,
            timed_out: 0,
        })
    }

    /// Leaves out inputs for which a function returns zero, or does not return: its only target takes
    /// what the old function takes.
    pub fn assume(&mut self, condition: Engine) {
        self.condition = Some(condition);
    }

    /// Whether no exception of either can go unseen.
    pub fn sees_all_exceptions(&self) -> bool {
        self.engines.iter().all(|engine| engine.unobserved().next().is_none())
    }

    /// Calls both on inputs, given as ordinals of the old function's kinds; nothing for those that
    /// an assumption excludes.
    ///
    /// # Errors
    /// A child fails in a way that is not the program's.
    pub fn call(&mut self, points: &[Vec<i128>]) -> Result<Vec<Option<PairedCall>>, NativeError> {
        let room = self.engines[0].batch_size(0)?.min(self.engines[1].batch_size(0)?).clamp(1, AT_ONCE);
        let mut all = Vec::with_capacity(points.len());
        for part in points.chunks(room) {
            let mut words = [Vec::new(), Vec::new()];
            let mut meant = Vec::with_capacity(part.len());
            for point in part {
                meant.push(self.push(point, &mut words));
            }
            self.leave_out(&mut meant, &mut words)?;
            let count = meant.iter().filter(|&&meant| meant).count();
            let mut calls = [Vec::new(), Vec::new()];
            if count > 0 {
                for side in 0..2 {
                    calls[side] = self.engines[side].run(0, &words[side])?;
                    self.engines[side].take_output()?;
                }
            }
            self.calls += count as u64;
            let [old, new] = calls;
            let mut pairs = old.into_iter().zip(new);
            for (point, meant) in part.iter().zip(meant) {
                let pair = if meant { pairs.next() } else { None };
                all.push(pair.map(|(old, new)| self.compare(point, [&old, &new])));
            }
        }
        Ok(all)
    }

    /// Whether both do only what the language defines on these inputs, as far as the interpreter can
    /// say.
    pub fn is_defined(&mut self, point: &[i128]) -> bool {
        for at in 0..2 {
            let pairs = self.pairing.inputs.iter().zip(point);
            let values: Vec<u64> = pairs.map(|(input, &ordinal)| input.kinds[at].value_at(ordinal)).collect();
            if let Some(why) = undefined(self.sides[at], &self.programs[at], &values) {
                self.undefined = Some(format!("of the {} one: {why}", ["old", "new"][at]));
                return false;
            }
        }
        true
    }

    /// Leaves out what the condition does not permit.
    fn leave_out(&mut self, meant: &mut [bool], words: &mut [Vec<u64>; 2]) -> Result<(), NativeError> {
        let count = meant.iter().filter(|&&meant| meant).count();
        let Some(condition) = self.condition.as_mut().filter(|_| count > 0) else { return Ok(()) };
        let calls = condition.run(0, &words[0])?;
        let holds = |call: &NativeCall| {
            call.end == CallEnd::Returned && call.output.first().is_some_and(|&word| word as u32 != 0)
        };
        // What was not called is not meant either.
        let permitted: Vec<bool> =
            calls.iter().map(holds).chain(std::iter::repeat(false)).take(count).collect();
        for words in words {
            let each = words.len() / count;
            let chunks = words.chunks(each.max(1)).zip(&permitted).filter(|(_, permitted)| **permitted);
            *words = chunks.flat_map(|(chunk, _)| chunk.iter().copied()).collect();
        }
        let mut permitted = permitted.into_iter();
        for meant in meant.iter_mut().filter(|meant| **meant) {
            *meant = permitted.next().unwrap_or(false);
        }
        Ok(())
    }

    fn push(&self, point: &[i128], words: &mut [Vec<u64>; 2]) -> bool {
        let [first, second] = words;
        let values = |side: usize| -> Vec<u64> {
            let pairs = self.pairing.inputs.iter().zip(point);
            pairs.map(|(input, &ordinal)| input.kinds[side].value_at(ordinal)).collect()
        };
        let length = first.len();
        if !self.spaces[0].push(&values(0), first) {
            return false;
        }
        let is_meant = self.spaces[1].push(&values(1), second);
        if !is_meant {
            first.truncate(length);
        }
        is_meant
    }

    fn compare(&mut self, point: &[i128], calls: [&NativeCall; 2]) -> PairedCall {
        let ends = calls.map(|call| call.end);
        let raised = self.aspects.exceptions.then(|| calls.map(RaisedExceptions::of_call));
        let none = Difference::NONE;
        let mut paired = PairedCall { ends, raised, outputs: Vec::new(), difference: none, worst: None };
        match paired.ending() {
            Ending::Unknown => self.timed_out += 1,
            Ending::Differs => paired.difference = Difference::BEYOND_MEASURE,
            Ending::Alike if ends[0] == CallEnd::Returned => {
                if raised.is_some_and(|[old, new]| old != new) {
                    paired.difference = Difference::BEYOND_MEASURE;
                }
                let both_fail = self.aspects.both_fail(calls);
                for (at, output) in self.pairing.outputs.iter().enumerate() {
                    if !self.aspects.results || both_fail && !output.is_returned() {
                        paired.outputs.push([None, None]);
                        continue;
                    }
                    let (bits, difference) = self.output(output, point, calls);
                    paired.outputs.push(bits);
                    if difference.exceeds(&paired.difference, self.criterion) {
                        (paired.difference, paired.worst) = (difference, Some(at));
                    }
                }
            }
            Ending::Alike => {}
        }
        paired
    }

    /// The bits of an output on both sides, and how far they are apart.
    fn output(
        &self,
        pair: &OutputPair,
        point: &[i128],
        calls: [&NativeCall; 2],
    ) -> ([Option<u64>; 2], Difference) {
        let read = |side: usize, cell: &OutputCell| cell.bits(&calls[side].output);
        let before = |cell: &OutputCell| {
            let input = cell.input?;
            Some(cell.kind.value_at(point[input]))
        };
        let bits = match &pair.cells {
            [Some(old), Some(new)] => [read(0, old), read(1, new)],
            // What only one has must stay as it was.
            [Some(old), None] => [read(0, old), before(old)],
            [None, Some(new)] => [before(new), read(1, new)],
            [None, None] => [None, None],
        };
        let kind =
            |side: usize| pair.cells[side].as_ref().or(pair.cells[1 - side].as_ref()).map(|cell| cell.kind);
        let difference = match (bits, kind(0), kind(1)) {
            ([Some(old), Some(new)], Some(first), Some(second)) => {
                Difference::between(self.criterion, [first, second], [old, new])
            }
            ([None, None], ..) => Difference::NONE,
            _ => Difference::BEYOND_MEASURE,
        };
        (bits, difference)
    }
}
