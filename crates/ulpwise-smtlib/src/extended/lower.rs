//! From nodes to terms.
//!
//! | node | becomes |
//! |---|---|
//! | of a declared sort | a bit-vector wide enough to tell all terms of such sorts apart |
//! | application of a declared function | variables, with a lemma for each two applications: equal arguments, equal results |
//! | of a datatype | the number of the constructor, and the fields of all constructors |
//! | a field of another constructor | the result of a function of the value: SMT-LIB leaves open which |
//! | select, store, equality of arrays | see `arrays` |
//!
//! What holds: if the assertions have a model, what they become has one, so an `unsat` is right.
//! The other direction needs no trust: `lift` evaluates a model by the definitions.

use super::low::{ArrayId, Low, LowArray};
use super::{Extension, NodeId, NodeKind};
use crate::script_sort::{DatatypeId, ScriptSort};
use std::collections::{BTreeMap, BTreeSet};
use ulpwise_base::IdVec;
use ulpwise_expr::{Sort, Substitution, Term, TermStore};

/// How many lemmas and reads a query may need.
const MAX_WORK: usize = 400_000;

/// The lemmas of a query would be too many.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NotLowered;

/// What is applied, for which equal arguments give equal results.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum FunctionKey {
    Declared(super::DeclaredFunctionId),
    /// The field of a value that another constructor made.
    OtherField(DatatypeId, u32, u32),
}

/// An equality of arrays: the proposition that stands for it.
#[derive(Clone, Copy, Debug)]
pub(super) struct ArrayEquality {
    pub(super) atom: Term,
    pub(super) arrays: (ArrayId, ArrayId),
    /// How many indices it has been spelled out for.
    pub(super) done: usize,
    /// Whether arrays that are not equal have an index at which they differ.
    pub(super) has_witness: bool,
}

/// What an equality is wanted for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Polarity {
    /// If it is true the two are equal.
    Implied,
    /// And if it is false they are not.
    Both,
}

/// Assertions without nodes, and what their variables mean.
#[derive(Debug)]
pub(crate) struct Lowered {
    pub(crate) goals: Vec<Term>,
    /// What holds of quantifiers, with nodes.
    pub(crate) lemmas: Vec<Term>,
    pub(super) nodes: Vec<NodeId>,
    pub(super) low: BTreeMap<NodeId, Low>,
    pub(super) arrays: IdVec<ArrayId, LowArray>,
    pub(super) array_sorts: BTreeMap<ArrayId, (ScriptSort, ScriptSort)>,
    pub(super) reads: BTreeMap<ArrayId, Vec<(Low, Low)>>,
    pub(super) equalities: Vec<ArrayEquality>,
    pub(super) element_width: u32,
    /// The results of fields that other constructors made, by node.
    pub(super) other_fields: BTreeMap<NodeId, Low>,
}

/// The work of lowering.
pub(super) struct Lowering<'a> {
    pub(super) store: &'a mut TermStore,
    extension: &'a Extension,
    pub(super) result: Lowered,
    substitution: Substitution,
    pub(super) lemmas: Vec<Term>,
    applications: BTreeMap<FunctionKey, Vec<(Vec<Low>, Low)>>,
    /// Every index at which arrays with that sort of index are read or written.
    pub(super) indices: BTreeMap<ScriptSort, Vec<Low>>,
    pub(super) selected: BTreeMap<(ArrayId, Low), Low>,
    pub(super) equality_of: BTreeMap<(ArrayId, ArrayId), usize>,
    work: usize,
}

impl Extension {
    /// The assertions without nodes.
    ///
    /// # Errors
    /// If there would be too many lemmas.
    pub(crate) fn lower(&self, store: &mut TermStore, goals: &[Term]) -> Result<Lowered, NotLowered> {
        let (nodes, lemmas) = self.with_lemmas(store, goals);
        let element_width = if self.nodes.len() < 1 << 14 { 16 } else { 32 };
        let result = Lowered {
            goals: Vec::new(),
            lemmas: lemmas.clone(),
            nodes: nodes.clone(),
            low: BTreeMap::new(),
            arrays: IdVec::new(),
            array_sorts: BTreeMap::new(),
            reads: BTreeMap::new(),
            equalities: Vec::new(),
            element_width,
            other_fields: BTreeMap::new(),
        };
        let mut lowering = Lowering {
            store,
            extension: self,
            result,
            substitution: Substitution::new(),
            lemmas: Vec::new(),
            applications: BTreeMap::new(),
            indices: BTreeMap::new(),
            selected: BTreeMap::new(),
            equality_of: BTreeMap::new(),
            work: 0,
        };
        for node in nodes {
            lowering.node(node)?;
        }
        lowering.spell_out_equalities()?;
        let Lowering { store, substitution, lemmas: added, mut result, .. } = lowering;
        result.goals = store.substitute(&[goals, &lemmas].concat(), &substitution);
        result.goals.extend(added);
        Ok(result)
    }

    /// The nodes of a query, ascending, with what holds of its quantifiers.
    fn with_lemmas(&self, store: &TermStore, goals: &[Term]) -> (Vec<NodeId>, Vec<Term>) {
        let mut lemmas: Vec<Term> = Vec::new();
        let mut with: BTreeSet<NodeId> = BTreeSet::new();
        loop {
            let nodes = self.reachable(store, &[goals, &lemmas].concat());
            let new: Vec<NodeId> = nodes
                .iter()
                .copied()
                .filter(|node| self.lemmas.contains_key(node) && !with.contains(node))
                .collect();
            if new.is_empty() {
                return (nodes, lemmas);
            }
            for node in new {
                lemmas.extend_from_slice(&self.lemmas[&node]);
                with.insert(node);
            }
        }
    }
}

impl Lowering<'_> {
    pub(super) fn spend(&mut self, work: usize) -> Result<(), NotLowered> {
        self.work += work;
        if self.work > MAX_WORK { Err(NotLowered) } else { Ok(()) }
    }

    fn node(&mut self, id: NodeId) -> Result<(), NotLowered> {
        let node = &self.extension.nodes[id];
        let (kind, sort, term) = (node.kind.clone(), node.sort.clone(), node.term);
        let children = node.children.clone();
        let children: Vec<Low> = children.iter().map(|&child| self.child(child)).collect();
        let child = |position: usize| children[position].clone();
        let low = match kind {
            NodeKind::Variable(_) => self.stand_for(term, &sort),
            NodeKind::Apply(function) => {
                let result = self.stand_for(term, &sort);
                self.apply(FunctionKey::Declared(function), children, result.clone())?;
                result
            }
            NodeKind::ForAll(_) => Low::Term(term),
            NodeKind::Select => {
                let array = self.array_of(&children[0]);
                self.select(array, &children[1])?
            }
            NodeKind::Store => {
                let array = self.array_of(&children[0]);
                self.index_used(array, &children[1]);
                self.array(LowArray::Store(array, child(1), child(2)), &sort)
            }
            NodeKind::ConstantArray => self.array(LowArray::Constant(child(0)), &sort),
            NodeKind::Equal => Low::Term(self.equal(&children[0], &children[1], Polarity::Both)?),
            NodeKind::Ite => {
                let Low::Term(condition) = children[0] else { unreachable!("conditions are terms") };
                self.choice(condition, &children[1], &children[2], &sort)
            }
            NodeKind::Construct(datatype, constructor) => self.construct(datatype, constructor, &children),
            NodeKind::Field(datatype, constructor, field) => {
                self.field(id, (datatype, constructor, field), &children[0], &sort)?
            }
            NodeKind::Test(datatype, constructor) => {
                let Low::Data(_, tag, _) = &children[0] else { unreachable!("testers take datatypes") };
                let number = self.constructor_number(datatype, constructor);
                Low::Term(self.store.eq(*tag, number))
            }
        };
        if sort.kernel().is_some()
            && let Low::Term(lowered) = low
            && lowered != term
        {
            self.substitution.replace(self.store, term, lowered);
        }
        self.result.low.insert(id, low);
        Ok(())
    }

    /// What a child of a node becomes.
    fn child(&mut self, term: Term) -> Low {
        match self.extension.node_of(term).and_then(|node| self.result.low.get(&node)) {
            Some(low) => low.clone(),
            None => Low::Term(self.store.substitute(&[term], &self.substitution)[0]),
        }
    }

    /// The free value of a node: its own variable, if its sort is one of terms.
    fn stand_for(&mut self, term: Term, sort: &ScriptSort) -> Low {
        match sort.kernel() {
            Some(_) => Low::Term(term),
            None => self.fresh(sort),
        }
    }

    /// Any value of a sort.
    pub(super) fn fresh(&mut self, sort: &ScriptSort) -> Low {
        match sort {
            ScriptSort::Kernel(sort) => Low::Term(self.store.fresh_variable("|free|", *sort)),
            ScriptSort::Int => Low::Term(self.store.fresh_variable("|free|", Sort::Real)),
            ScriptSort::Declared(_) => {
                Low::Term(self.store.fresh_variable("|element|", Sort::BitVec(self.result.element_width)))
            }
            ScriptSort::Array(_) => self.array(LowArray::Variable, sort),
            ScriptSort::Datatype(datatype, _) => {
                let constructors = self.extension.datatypes[*datatype].clone();
                let (width, count) = (tag_width(constructors.len()), constructors.len() as u64);
                let tag = if count == 1 {
                    self.store.bv(width, 0)
                } else {
                    self.store.fresh_variable("|constructor|", Sort::BitVec(width))
                };
                if count != 1 << width {
                    let limit = self.store.bv(width, count);
                    let within = self.store.bv_ult(tag, limit);
                    self.lemmas.push(within);
                }
                let fields = constructors.iter().flat_map(|constructor| &constructor.fields);
                let fields = fields.map(|sort| self.fresh(sort)).collect();
                Low::Data(*datatype, tag, fields)
            }
        }
    }

    fn constructor_number(&mut self, datatype: DatatypeId, constructor: u32) -> Term {
        let width = tag_width(self.extension.datatypes[datatype].len());
        self.store.bv(width, constructor.into())
    }

    fn construct(&mut self, datatype: DatatypeId, constructor: u32, children: &[Low]) -> Low {
        let constructors = self.extension.datatypes[datatype].clone();
        let tag = self.constructor_number(datatype, constructor);
        let mut fields = Vec::new();
        for (number, other) in constructors.iter().enumerate() {
            if number as u32 == constructor {
                fields.extend_from_slice(children);
            } else {
                fields.extend(other.fields.iter().map(|sort| self.fresh(sort)));
            }
        }
        Low::Data(datatype, tag, fields)
    }

    fn field(
        &mut self,
        id: NodeId,
        (datatype, constructor, field): (DatatypeId, u32, u32),
        value: &Low,
        sort: &ScriptSort,
    ) -> Result<Low, NotLowered> {
        let Low::Data(_, tag, fields) = value else { unreachable!("fields are of datatypes") };
        let constructors = &self.extension.datatypes[datatype];
        let count = constructors.len();
        let before: usize =
            constructors[..constructor as usize].iter().map(|before| before.fields.len()).sum();
        let own = fields[before + field as usize].clone();
        if count == 1 {
            return Ok(own);
        }
        let number = self.constructor_number(datatype, constructor);
        let is_own = self.store.eq(*tag, number);
        let other = self.fresh(sort);
        self.apply(
            FunctionKey::OtherField(datatype, constructor, field),
            vec![value.clone()],
            other.clone(),
        )?;
        self.result.other_fields.insert(id, other.clone());
        Ok(self.choice(is_own, &own, &other, sort))
    }

    /// Notes an application, with lemmas for all others of the function.
    fn apply(&mut self, key: FunctionKey, arguments: Vec<Low>, result: Low) -> Result<(), NotLowered> {
        let others = self.applications.entry(key.clone()).or_default().clone();
        self.spend(others.len() + 1)?;
        for (other_arguments, other_result) in &others {
            let mut same = Vec::with_capacity(arguments.len());
            for (argument, other) in arguments.iter().zip(other_arguments) {
                same.push(self.equal(argument, other, Polarity::Both)?);
                if same.last().and_then(|&last| self.store.bool_constant(last)) == Some(false) {
                    break;
                }
            }
            let same = self.store.and(&same);
            if self.store.bool_constant(same) != Some(false) {
                let equal = self.equal(&result, other_result, Polarity::Implied)?;
                let lemma = self.store.implies(same, equal);
                self.lemmas.push(lemma);
            }
        }
        self.applications.entry(key).or_default().push((arguments, result));
        Ok(())
    }

    /// Whether two values are equal. Of datatypes the fields of the constructor count.
    pub(super) fn equal(
        &mut self,
        first: &Low,
        second: &Low,
        polarity: Polarity,
    ) -> Result<Term, NotLowered> {
        match (first, second) {
            (Low::Term(first), Low::Term(second)) => Ok(self.store.eq(*first, *second)),
            (Low::Array(first), Low::Array(second)) => self.equal_arrays(*first, *second, polarity),
            (Low::Data(datatype, tag, fields), Low::Data(_, other_tag, other_fields)) => {
                let mut parts = vec![self.store.eq(*tag, *other_tag)];
                let owners = self.owners(*datatype, *tag);
                for ((field, other), owner) in fields.iter().zip(other_fields).zip(owners) {
                    let equal = self.equal(field, other, polarity)?;
                    parts.push(self.store.implies(owner, equal));
                }
                Ok(self.store.and(&parts))
            }
            _ => unreachable!("values of one sort"),
        }
    }

    /// For each field of a value, whether its constructor made the value.
    fn owners(&mut self, datatype: DatatypeId, tag: Term) -> Vec<Term> {
        let counts: Vec<usize> =
            self.extension.datatypes[datatype].iter().map(|constructor| constructor.fields.len()).collect();
        let mut owners = Vec::new();
        for (constructor, count) in counts.into_iter().enumerate() {
            let number = self.constructor_number(datatype, constructor as u32);
            let owner = self.store.eq(tag, number);
            owners.extend(std::iter::repeat_n(owner, count));
        }
        owners
    }

    /// One of two values of a sort.
    pub(super) fn choice(&mut self, condition: Term, then: &Low, otherwise: &Low, sort: &ScriptSort) -> Low {
        match self.store.bool_constant(condition) {
            Some(true) => return then.clone(),
            Some(false) => return otherwise.clone(),
            None if then == otherwise => return then.clone(),
            None => {}
        }
        match (then, otherwise) {
            (Low::Term(then), Low::Term(otherwise)) => {
                Low::Term(self.store.ite(condition, *then, *otherwise))
            }
            (Low::Array(then), Low::Array(otherwise)) => {
                self.array(LowArray::Ite(condition, *then, *otherwise), sort)
            }
            (Low::Data(datatype, tag, fields), Low::Data(_, other_tag, other_fields)) => {
                let sorts: Vec<ScriptSort> = self.extension.datatypes[*datatype]
                    .iter()
                    .flat_map(|constructor| constructor.fields.clone())
                    .collect();
                let tag = self.store.ite(condition, *tag, *other_tag);
                let fields = fields.iter().zip(other_fields).zip(&sorts);
                let fields = fields.map(|((then, other), sort)| self.choice(condition, then, other, sort));
                Low::Data(*datatype, tag, fields.collect())
            }
            _ => unreachable!("values of one sort"),
        }
    }
}

/// How wide the number of a constructor is.
pub(super) fn tag_width(constructors: usize) -> u32 {
    constructors.next_power_of_two().trailing_zeros().max(1)
}
