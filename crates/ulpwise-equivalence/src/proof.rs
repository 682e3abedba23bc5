//! Both functions along all their paths, on the same terms.
//!
//! Each path of the old function is the beginning of paths of the new one; where both have ended, the
//! solver is asked whether inputs that come there can make the results differ.
//!
//! What holds: [`Proof::Same`] is said only if every path of both was followed to its end, ended by a
//! return or by the same way of giving up, left nothing behind that is not compared, and no inputs
//! can make any output differ.

use crate::aspects::{ComparedAspects, succeeds};
use crate::criterion::Criterion;
use crate::forms::ErrorForms;
use crate::obstacle::{ProofObstacle, Which};
use crate::pairing::Pairing;
use crate::side::ProgramSide;
use crate::tolerance::floats_differ;
use std::collections::BTreeMap;
use std::time::Duration;
use ulpwise_base::Budget;
use ulpwise_domain::Interval;
use ulpwise_expr::{Sort, Term};
use ulpwise_harness::ReturnedFloats;
use ulpwise_interp::{PathEnd, Program};
use ulpwise_ir::{FloatFormat, Type};
use ulpwise_symex::{
    COMPARED_FLAGS, CellKind, End, Executor, GivenOutcome, JointAnswer, Meaning, NotedOutcomes, ObjectCell,
    Outcome, SharedTerms, Summary, SymexOptions, Tools, Undetermined,
};

/// How far paths are followed.
#[derive(Clone, Debug)]
pub struct ProofLimits {
    /// When to stop.
    pub budget: Budget,
    /// How many bytes of memory the process may hold.
    pub memory: u64,
    /// How many paths of each function are followed.
    pub paths: u64,
    /// How many times a path may fork at one branch of one call.
    pub loop_bound: Option<u32>,
    /// Makes other choices where they are free.
    pub seed: u64,
}

/// What following paths came to.
#[derive(Clone, Debug, PartialEq)]
pub struct ProofOutcome {
    /// What is proven.
    pub proof: Proof,
    /// Inputs for which terms differ, to be called natively: the bits of the inputs.
    pub candidates: Vec<Vec<u128>>,
    /// How many pairs of paths were compared.
    pub pairs: u64,
    /// How many of them needed no solver: the terms are equal.
    pub equal_terms: u64,
    /// The largest difference that error forms admit.
    pub bound: Option<f64>,
}

/// What is proven.
#[derive(Clone, Debug, PartialEq)]
pub enum Proof {
    /// Both always give the same; whether terms alone showed it.
    Same {
        /// No solver was needed to compare results.
        by_equal_terms: bool,
        /// How far results are apart at most that are within the tolerance by what is known of their
        /// errors; nothing if solvers and equal terms decided all.
        bound: Option<f64>,
    },
    /// Some inputs may make a difference; calls have to say.
    Candidates,
    /// Why nothing is proven.
    Unknown(ProofObstacle),
}

/// How many inputs are asked for.
const MOST_CANDIDATES: usize = 16;

/// The least that a question may take.
const LEAST_LIMIT: Duration = Duration::from_millis(500);

/// Follows both functions.
pub fn prove(
    sides: [&ProgramSide<'_>; 2],
    pairing: &Pairing,
    criterion: (Criterion, ComparedAspects),
    tools: Tools<'_>,
    limits: &ProofLimits,
) -> ProofOutcome {
    let mut outcome = ProofOutcome {
        proof: Proof::Candidates,
        candidates: Vec::new(),
        pairs: 0,
        equal_terms: 0,
        bound: None,
    };
    let open =
        [Which::Old, Which::New].into_iter().zip(sides).find(|(_, side)| side.is_open_to_code_generator);
    let proof = match open {
        Some((which, _)) => Err(ProofObstacle::OpenToCodeGenerator(which)),
        None => compare_paths(sides, pairing, criterion, tools, limits, &mut outcome),
    };
    outcome.proof = match proof {
        Ok(()) if !outcome.candidates.is_empty() => Proof::Candidates,
        Ok(()) => Proof::Same { by_equal_terms: outcome.pairs == outcome.equal_terms, bound: outcome.bound },
        Err(why) => Proof::Unknown(why),
    };
    outcome
}

fn compare_paths(
    sides: [&ProgramSide<'_>; 2],
    pairing: &Pairing,
    (criterion, aspects): (Criterion, ComparedAspects),
    tools: Tools<'_>,
    limits: &ProofLimits,
    found: &mut ProofOutcome,
) -> Result<(), ProofObstacle> {
    let program = |at: usize| {
        let program = Program::new(sides[at].module, limits.memory);
        program.map_err(|error| ProofObstacle::Memory(error.to_string()))
    };
    let (old_program, new_program) = (program(0)?, program(1)?);
    let (mut old_solver, mut new_solver) = ((tools.solver)(), (tools.solver)());
    let (mut old_resort, mut new_resort) = (tools.resort.map(|make| make()), tools.resort.map(|make| make()));
    let mut old = Executor::new(&old_program, &mut *old_solver, tools.libm, symex_options(limits));
    if let Some(resort) = &mut old_resort {
        old = old.with_resort(&mut **resort);
    }
    let mut new = Executor::new(&new_program, &mut *new_solver, tools.libm, symex_options(limits));
    if let Some(resort) = &mut new_resort {
        new = new.with_resort(&mut **resort);
    }
    let mut shared = SharedTerms::default();
    let typed = sides.map(result_cells);
    let noted = |at: usize| NotedOutcomes { results: &typed[at], flags: aspects.exceptions };
    let (old_paths, summary) = old
        .outcomes(&mut shared, &sides[0].entry, noted(0), None)
        .map_err(|end| ProofObstacle::NotEntered(Which::Old, end))?;
    all_followed(Which::Old, &summary)?;
    for first in &old_paths {
        ends_well(Which::Old, sides[0], first)?;
        let inputs = new_inputs(&mut shared, pairing, first)?;
        let given = GivenOutcome { outcome: first, inputs: &inputs };
        let (new_paths, summary) = new
            .outcomes(&mut shared, &sides[1].entry, noted(1), Some(given))
            .map_err(|end| ProofObstacle::NotEntered(Which::New, end))?;
        all_followed(Which::New, &summary)?;
        for second in &new_paths {
            found.pairs += 1;
            ends_well(Which::New, sides[1], second)?;
            let differing = differ(&mut shared, (sides, pairing), (criterion, aspects), [first, second])?;
            found.bound = larger(found.bound, differing.bound);
            let limit = limits.budget.time_left().map_or(Duration::from_secs(30), |left| left / 2);
            let mut question = Question {
                executor: &mut new,
                shared: &mut shared,
                paths: [first, second],
                limit: limit.max(LEAST_LIMIT),
            };
            match question.ask(&differing)? {
                PairAnswer::EqualTerms => found.equal_terms += 1,
                PairAnswer::Same => {}
                PairAnswer::Possible(values) => found.candidates.push(values),
            }
            if found.candidates.len() >= MOST_CANDIDATES {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// What is asked about two paths.
struct Question<'q, 'p, 's> {
    executor: &'q mut Executor<'p, 's>,
    shared: &'q mut SharedTerms,
    paths: [&'q Outcome; 2],
    limit: Duration,
}

/// What is known about two paths.
enum PairAnswer {
    /// All terms are the same.
    EqualTerms,
    /// No inputs make a difference.
    Same,
    /// These may.
    Possible(Vec<u128>),
}

impl Question<'_, '_, '_> {
    fn ask(&mut self, differing: &Differing) -> Result<PairAnswer, ProofObstacle> {
        match self.shared.undetermined(&self.paths, &differing.values) {
            Undetermined::Nothing => {}
            Undetermined::NeverSet => return Err(ProofObstacle::NeverSet),
            Undetermined::NanBits(nans) => {
                let any = self.shared.terms.store.or(&nans);
                if !matches!(self.meet(any), JointAnswer::Impossible) {
                    return Err(ProofObstacle::NanBits);
                }
            }
        }
        let of_variables = self.shared.terms.store.bool_constant(differing.variables) == Some(false);
        let of_results = self.shared.terms.store.bool_constant(differing.results) == Some(false);
        if of_variables && of_results {
            return Ok(PairAnswer::EqualTerms);
        }
        match if of_results { JointAnswer::Impossible } else { self.meet(differing.results) } {
            JointAnswer::Impossible => {}
            JointAnswer::Possible(values) => return Ok(PairAnswer::Possible(values)),
            JointAnswer::Unknown(reason) => return Err(ProofObstacle::Undecided(reason.to_string())),
        }
        match if of_variables { JointAnswer::Impossible } else { self.meet(differing.variables) } {
            JointAnswer::Impossible => Ok(PairAnswer::Same),
            // Native calls do not see variables.
            JointAnswer::Possible(_) => Err(ProofObstacle::Variables(differing.names.clone())),
            JointAnswer::Unknown(reason) => Err(ProofObstacle::Undecided(reason.to_string())),
        }
    }

    fn meet(&mut self, condition: Term) -> JointAnswer {
        let [first, second] = self.paths;
        self.executor.meet(self.shared, second, first.inputs(), condition, self.limit)
    }
}

fn symex_options(limits: &ProofLimits) -> SymexOptions {
    SymexOptions {
        run: ulpwise_interp::InterpOptions {
            memory_limit: limits.memory,
            budget: limits.budget.clone(),
            ..ulpwise_interp::InterpOptions::default()
        },
        budget: limits.budget.clone(),
        memory_limit: limits.memory,
        max_paths: limits.paths,
        loop_bound: limits.loop_bound,
        seed: limits.seed,
        ..SymexOptions::default()
    }
}

/// Refuses an exploration that missed paths.
fn all_followed(which: Which, summary: &Summary) -> Result<(), ProofObstacle> {
    if let Some(why) = summary.missed.first() {
        return Err(ProofObstacle::MissedPaths(which, why.clone()));
    }
    match summary.left {
        0 => Ok(()),
        left => Err(ProofObstacle::LeftPaths(which, left)),
    }
}

/// Refuses a path after which nothing can be compared.
fn ends_well(which: Which, side: &ProgramSide<'_>, outcome: &Outcome) -> Result<(), ProofObstacle> {
    match &outcome.end {
        End::Returned(_) | End::Dropped => {}
        // The program itself ends there, in every build.
        End::Stopped(PathEnd::Exit(_) | PathEnd::Abort | PathEnd::AssertionFailed(_)) => {}
        End::Stopped(end) => {
            let exceeded = match end {
                PathEnd::Memory(fault) => side.entry.exceeded_length(fault),
                _ => None,
            };
            return Err(match exceeded {
                Some(why) => ProofObstacle::Length(which, why),
                None => ProofObstacle::PathEnd(which, end.clone()),
            });
        }
        End::CutOff(limit) => return Err(ProofObstacle::CutOff(which, *limit)),
    }
    match &outcome.obstacle {
        Some(why) => Err(ProofObstacle::NotCompared(which, why.clone())),
        None => Ok(()),
    }
}

/// The inputs of the new function, made of those of the old one.
fn new_inputs(
    shared: &mut SharedTerms,
    pairing: &Pairing,
    first: &Outcome,
) -> Result<Vec<Term>, ProofObstacle> {
    if first.inputs().len() != pairing.inputs.len() {
        return Err(ProofObstacle::OwnInputs);
    }
    let mut inputs = Vec::new();
    for (pair, &term) in pairing.inputs.iter().zip(first.inputs()) {
        let [old, new] = pair.kinds.map(ulpwise_native::VariableKind::bits);
        let is_signed = matches!(pair.kinds[0], ulpwise_native::VariableKind::Int { signed: true, .. });
        let store = &mut shared.terms.store;
        inputs.push(match new.cmp(&old) {
            std::cmp::Ordering::Equal => term,
            std::cmp::Ordering::Greater if is_signed => store.bv_sign_extend(term, new - old),
            std::cmp::Ordering::Greater => store.bv_zero_extend(term, new - old),
            std::cmp::Ordering::Less => {
                return Err(ProofObstacle::Narrower(pair.name.clone()));
            }
        });
    }
    Ok(inputs)
}

/// What two paths leave behind, compared.
struct Differing {
    /// When results or objects do not count as the same.
    results: Term,
    /// When variables hold something else.
    variables: Term,
    /// Which variables these are.
    names: Vec<String>,
    /// All values that are compared.
    values: Vec<Term>,
    /// How far results are apart at most that error forms admit.
    bound: Option<f64>,
}

fn differ(
    shared: &mut SharedTerms,
    (sides, pairing): ([&ProgramSide<'_>; 2], &Pairing),
    (criterion, aspects): (Criterion, ComparedAspects),
    outcomes: [&Outcome; 2],
) -> Result<Differing, ProofObstacle> {
    let [old, new] = outcomes.map(|outcome| &outcome.end);
    let never = shared.terms.store.bool(false);
    let none =
        Differing { results: never, variables: never, names: Vec::new(), values: Vec::new(), bound: None };
    if [old, new].iter().any(|end| end.meaning() == Meaning::Dropped) {
        return Ok(none);
    }
    if !matches!((old, new), (End::Returned(_), End::Returned(_))) {
        return Ok(Differing { results: shared.terms.store.bool(!ends_alike(old, new)), ..none });
    }
    let inputs = (outcomes[0].inputs(), pairing.intervals());
    let (values, differences) = Default::default();
    let mut comparison = PathComparison { shared, criterion, inputs, values, differences, bound: None };
    if aspects.exceptions {
        comparison.flags(outcomes)?;
    }
    if aspects.results {
        comparison.results(sides, outcomes)?;
        let of_returned = std::mem::take(&mut comparison.differences);
        comparison.objects(outcomes)?;
        comparison.only_of_success(aspects, outcomes)?;
        comparison.differences.extend(of_returned);
    }
    let of_results = std::mem::take(&mut comparison.differences);
    if aspects.results {
        comparison.variables(outcomes)?;
    }
    let PathComparison { values, differences, bound, .. } = comparison;
    let [old, new] = outcomes.map(|outcome| outcome.changed.keys());
    let names: std::collections::BTreeSet<String> = old.chain(new).map(|(name, _)| name.clone()).collect();
    let results = shared.terms.store.or(&of_results);
    let variables = shared.terms.store.or(&differences);
    Ok(Differing { results, variables, names: names.into_iter().collect(), values, bound })
}

/// The larger one of two bounds, if there are any.
fn larger(first: Option<f64>, second: Option<f64>) -> Option<f64> {
    first.into_iter().chain(second).reduce(f64::max)
}

/// Whether two paths that do not return end the same: what an assertion says is no matter.
fn ends_alike(old: &End, new: &End) -> bool {
    let aborts = |end: &End| matches!(end, End::Stopped(PathEnd::Abort | PathEnd::AssertionFailed(_)));
    match (old, new) {
        (End::Stopped(PathEnd::Exit(old)), End::Stopped(PathEnd::Exit(new))) => old == new,
        _ => aborts(old) && aborts(new),
    }
}

/// Two paths, compared piece by piece.
struct PathComparison<'a> {
    shared: &'a mut SharedTerms,
    criterion: Criterion,
    /// The inputs, and what numbers these can be.
    inputs: (&'a [Term], Vec<Interval>),
    /// All values that are compared.
    values: Vec<Term>,
    differences: Vec<Term>,
    bound: Option<f64>,
}

impl PathComparison<'_> {
    fn results(
        &mut self,
        sides: [&ProgramSide<'_>; 2],
        outcomes: [&Outcome; 2],
    ) -> Result<(), ProofObstacle> {
        let [old, new] = outcomes.map(|outcome| &outcome.returned);
        let types = sides.map(|side| &side.module.functions[side.function].results);
        if old.len() != new.len() || old.len() != types[0].len() || new.len() != types[1].len() {
            return Err(ProofObstacle::OtherForm);
        }
        for (at, (&old, &new)) in old.iter().zip(new).enumerate() {
            let packed = packed_floats(&sides[0].returned, at);
            // A piece that is one float, or none, is what its type says.
            let packed = packed.filter(|floats| match (floats.as_slice(), types[0][at]) {
                ([], Type::Int(_)) => false,
                ([(0, format)], Type::Float(own)) => *format != own,
                _ => true,
            });
            match (types[0][at], types[1][at]) {
                (Type::Float(first), Type::Float(second)) if first == second && packed.is_none() => {
                    self.float(first, old, new);
                }
                (Type::Int(first), Type::Int(second)) if packed.is_none() => {
                    let (old, new) = self.widened((first, old), (second, new));
                    self.bits(old, new);
                }
                (first, second) if first == second && first != Type::Pointer => {
                    self.packed(packed.unwrap_or_default(), old, new);
                }
                _ => return Err(ProofObstacle::OtherForm),
            }
        }
        Ok(())
    }

    /// Which exceptions were raised.
    fn flags(&mut self, outcomes: [&Outcome; 2]) -> Result<(), ProofObstacle> {
        let [old, new] = outcomes.map(|outcome| &outcome.flags);
        if old.len() != COMPARED_FLAGS.len() || new.len() != COMPARED_FLAGS.len() {
            return Err(ProofObstacle::OtherForm);
        }
        for (&old, &new) in old.iter().zip(new) {
            self.bits(old, new);
        }
        Ok(())
    }

    /// Of calls that both say that they failed, what they leave in objects means nothing.
    fn only_of_success(
        &mut self,
        aspects: ComparedAspects,
        outcomes: [&Outcome; 2],
    ) -> Result<(), ProofObstacle> {
        let Some(condition) = aspects.success else { return Ok(()) };
        let mut some = Vec::new();
        for outcome in outcomes {
            let returned = outcome.returned.first().ok_or(ProofObstacle::OtherForm)?;
            some.push(succeeds(&mut self.shared.terms, condition, *returned));
        }
        let store = &mut self.shared.terms.store;
        let (some, any) = (store.or(&some), store.or(&self.differences));
        self.differences = vec![store.and(&[some, any])];
        Ok(())
    }

    /// Integers of two widths as one.
    fn widened(&mut self, (first, old): (u8, Term), (second, new): (u8, Term)) -> (Term, Term) {
        let terms = &mut self.shared.terms;
        let (old, new) = (terms.bits(old), terms.bits(new));
        let width = first.max(second);
        let extend = |terms: &mut ulpwise_symex::terms::Terms, bits: u8, term: Term| match width - bits {
            0 => term,
            by if bits == 1 => terms.store.bv_zero_extend(term, by.into()),
            by => terms.store.bv_sign_extend(term, by.into()),
        };
        (extend(terms, first, old), extend(terms, second, new))
    }

    /// A piece of a structure with floats in it, at these bits.
    fn packed(&mut self, floats: Vec<(u32, FloatFormat)>, old: Term, new: Term) {
        let terms = &mut self.shared.terms;
        let (old, new) = (terms.bits(old), terms.bits(new));
        let width = terms.store.width(old);
        let mut low = 0;
        let mut parts = Vec::new();
        for (shift, format) in floats {
            if shift > low {
                parts.push((low, shift - 1, None));
            }
            low = shift + u32::from(format.bits());
            parts.push((shift, low - 1, Some(format)));
        }
        if low < width {
            parts.push((low, width - 1, None));
        }
        for (low, high, format) in parts {
            let [old, new] = [old, new].map(|bits| self.shared.terms.store.bv_extract(bits, high, low));
            match format {
                Some(format) => self.float(format, old, new),
                None => self.bits(old, new),
            }
        }
    }

    /// What the objects hold that both were given.
    fn objects(&mut self, outcomes: [&Outcome; 2]) -> Result<(), ProofObstacle> {
        let inputs = |outcome: &Outcome| -> BTreeMap<usize, ObjectCell> {
            let cells = outcome.cells.iter();
            cells
                .filter_map(|cell| match cell.kind {
                    CellKind::Input(number, _) => Some((number, cell.clone())),
                    CellKind::Result(_) | CellKind::Byte | CellKind::Address => None,
                })
                .collect()
        };
        let [old, new] = outcomes.map(inputs);
        for number in old.keys().chain(new.keys()).copied().collect::<std::collections::BTreeSet<_>>() {
            match (old.get(&number), new.get(&number)) {
                (Some(old), Some(new)) => self.cell(old, new)?,
                (Some(only), None) | (None, Some(only)) => {
                    // By value nothing comes back, so that it has to stay as it was.
                    self.bits_of(only.before, only.after);
                }
                (None, None) => {}
            }
        }
        // What is no input: results in memory, and bytes between.
        let others = |outcome: &Outcome| -> Vec<ObjectCell> {
            let is_other = |cell: &&ObjectCell| matches!(cell.kind, CellKind::Result(_) | CellKind::Byte);
            outcome.cells.iter().filter(is_other).cloned().collect()
        };
        let [old, new] = outcomes.map(others);
        let results = |cells: &[ObjectCell]| -> Vec<ObjectCell> {
            cells.iter().filter(|cell| matches!(cell.kind, CellKind::Result(_))).cloned().collect()
        };
        let [old_results, new_results] = [results(&old), results(&new)];
        if old_results.len() != new_results.len() {
            return Err(ProofObstacle::OtherForm);
        }
        for (old, new) in old_results.iter().zip(&new_results) {
            self.cell(old, new)?;
        }
        self.bytes(&old, &new)
    }

    /// Bytes that are no inputs: both may change the same ones, in objects of the same form.
    fn bytes(&mut self, old: &[ObjectCell], new: &[ObjectCell]) -> Result<(), ProofObstacle> {
        let changed = |cells: &[ObjectCell]| -> BTreeMap<(usize, u64), ObjectCell> {
            let is_changed = |cell: &&ObjectCell| cell.kind == CellKind::Byte && cell.before != cell.after;
            cells.iter().filter(is_changed).map(|cell| ((cell.object, cell.offset), cell.clone())).collect()
        };
        let (old, new) = (changed(old), changed(new));
        if old.len() != new.len() || old.keys().ne(new.keys()) {
            return Err(ProofObstacle::OtherForm);
        }
        for (old, new) in old.values().zip(new.values()) {
            self.bits_of(old.after, new.after);
        }
        Ok(())
    }

    fn cell(&mut self, old: &ObjectCell, new: &ObjectCell) -> Result<(), ProofObstacle> {
        let ty = |cell: &ObjectCell| match cell.kind {
            CellKind::Input(_, ty) | CellKind::Result(ty) => ty,
            CellKind::Byte => Type::Int(8),
            CellKind::Address => Type::Pointer,
        };
        match (ty(old), ty(new)) {
            (Type::Float(first), Type::Float(second)) if first == second => {
                self.float(first, old.after, new.after);
            }
            (Type::Int(first), Type::Int(second)) => {
                let (old, new) = self.widened((first, old.after), (second, new.after));
                self.bits(old, new);
            }
            _ => return Err(ProofObstacle::OtherForm),
        }
        Ok(())
    }

    /// The variables that one of them changed.
    fn variables(&mut self, outcomes: [&Outcome; 2]) -> Result<(), ProofObstacle> {
        let [old, new] = outcomes.map(|outcome| &outcome.changed);
        for (word, &(before, after)) in old {
            match new.get(word) {
                Some(&(_, other)) => self.bits_of(after, other),
                None => {
                    self.unchanged(word, before, after)?;
                }
            }
        }
        for (word, &(before, after)) in new {
            if !old.contains_key(word) {
                self.unchanged(word, before, after)?;
            }
        }
        Ok(())
    }

    /// A variable that only one of them wrote to has to hold what it held.
    fn unchanged(
        &mut self,
        (name, _): &(String, u64),
        before: Term,
        after: Term,
    ) -> Result<(), ProofObstacle> {
        if self.shared.terms.known(before).is_some() && self.shared.terms.known(after).is_some() {
            return Err(ProofObstacle::Variables(vec![name.clone()]));
        }
        self.bits_of(before, after);
        Ok(())
    }

    fn float(&mut self, format: FloatFormat, old: Term, new: Term) {
        self.values.extend([old, new]);
        if old == new {
            return;
        }
        let terms = &mut self.shared.terms;
        let (old, new) = (terms.float(format, old), terms.float(format, new));
        if old == new {
            return;
        }
        let Sort::Float(sort) = terms.store.sort(old) else { return self.bits_of(old, new) };
        if self.criterion != Criterion::SameBits {
            let (inputs, ranges) = &self.inputs;
            let forms = ErrorForms::new(&terms.store, inputs, ranges, [old, new]);
            if let Some(apart) = forms.and_then(|forms| forms.within(self.criterion, ranges)) {
                self.bound = larger(self.bound, Some(apart));
                return;
            }
        }
        let differ = floats_differ(terms, self.criterion, sort, old, new);
        self.differences.push(differ);
    }

    fn bits_of(&mut self, old: Term, new: Term) {
        self.values.extend([old, new]);
        if old == new {
            return;
        }
        let (old, new) = (self.shared.terms.bits(old), self.shared.terms.bits(new));
        self.bits(old, new);
    }

    fn bits(&mut self, old: Term, new: Term) {
        self.values.extend([old, new]);
        if old == new {
            return;
        }
        let equal = self.shared.terms.store.eq(old, new);
        let differ = self.shared.terms.store.not(equal);
        self.differences.push(differ);
    }
}

/// The floats in a piece of a returned structure, if it is one: their lowest bits and formats.
fn packed_floats(returned: &ReturnedFloats, piece: usize) -> Option<Vec<(u32, FloatFormat)>> {
    let &start = returned.pieces.get(piece)?;
    let end = returned.pieces.get(piece + 1).copied().unwrap_or(u64::MAX);
    let within = returned.floats.iter().filter(|float| (start..end).contains(&float.offset));
    let plain = within.filter(|float| float.forms.is_empty());
    Some(plain.map(|float| (8 * (float.offset - start) as u32, float.format)).collect())
}

/// The floats that a function returns in memory, by the object that they are written to.
fn result_cells(side: &ProgramSide<'_>) -> Vec<(usize, u64, Type)> {
    if side.returned.in_memory.is_none() {
        return Vec::new();
    }
    // The room for the result is the last of the entry's objects.
    let object = side.entry.objects.len().saturating_sub(1);
    let plain = side.returned.floats.iter().filter(|float| float.forms.is_empty());
    plain.map(|float| (object, float.offset, Type::Float(float.format))).collect()
}
