//! From a model of what nodes became to values of the nodes, each evaluated by its definition.
//!
//! Values of variables and tables of functions are taken from the model; everything else is
//! computed. The evaluation of the assertions afterwards needs no trust in how nodes were lowered.

use super::low::{ArrayId, Low, LowArray};
use super::lower::{FunctionKey, Lowered};
use super::{DeclaredFunctionId, Extension, Node, NodeId, NodeKind, Rich};
use crate::script_sort::ScriptSort;
use std::collections::BTreeMap;
use ulpwise_expr::{LibmOracle, Model, Tape, Term, TermStore, Value};

/// What a query's nodes are worth.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Lifted {
    values: BTreeMap<NodeId, Rich>,
    tables: BTreeMap<FunctionKey, BTreeMap<Vec<Rich>, Rich>>,
    element_width: u32,
}

/// Why a model does not do: it contradicts itself or has no value for something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NotLifted(pub(crate) String);

impl<T: Into<String>> From<T> for NotLifted {
    fn from(reason: T) -> NotLifted {
        NotLifted(reason.into())
    }
}

impl std::fmt::Display for NotLifted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

type Lifting<T> = Result<T, NotLifted>;

/// The work of lifting.
struct Lifter<'a> {
    store: &'a TermStore,
    extension: &'a Extension,
    lowered: &'a Lowered,
    libm: Option<&'a LibmOracle<'a>>,
    /// The model of the lowered assertions.
    model: &'a Model,
    defaults: BTreeMap<ArrayId, Rich>,
}

impl Extension {
    /// The values of all nodes under a model of the lowered assertions. Into the model go the
    /// values of the variables that stand for nodes.
    ///
    /// # Errors
    /// If the model does not do; why.
    pub(crate) fn lift(
        &self,
        store: &TermStore,
        lowered: &Lowered,
        model: &mut Model,
        libm: Option<&LibmOracle<'_>>,
    ) -> Lifting<Lifted> {
        let inner = model.clone();
        let mut lifter =
            Lifter { store, extension: self, lowered, libm, model: &inner, defaults: BTreeMap::new() };
        lifter.choose_defaults()?;
        let mut lifted = Lifted { element_width: lowered.element_width, ..Lifted::default() };
        for &id in &lowered.nodes {
            let value = self.evaluate_node(store, id, &mut lifted, model, libm, Some(&lifter))?;
            if let Rich::Kernel(value) = &value {
                model.set(self.nodes[id].term, value.clone());
            }
            lifted.values.insert(id, value);
        }
        Ok(lifted)
    }

    /// The values of nodes below these terms that have none yet, as by default where nothing says
    /// otherwise.
    ///
    /// # Errors
    /// If a value cannot be computed; why.
    pub(crate) fn extend_values(
        &self,
        store: &TermStore,
        terms: &[Term],
        lifted: &mut Lifted,
        model: &mut Model,
        libm: Option<&LibmOracle<'_>>,
    ) -> Lifting<()> {
        for id in self.reachable(store, terms) {
            if lifted.values.contains_key(&id) {
                continue;
            }
            let variables = store.free_variables(&self.nodes[id].children);
            let free: Vec<Term> =
                variables.into_iter().filter(|term| self.node_of(*term).is_none()).collect();
            model.complete(store, &free);
            let value = self.evaluate_node(store, id, lifted, model, libm, None)?;
            if let Rich::Kernel(value) = &value {
                model.set(self.nodes[id].term, value.clone());
            }
            lifted.values.insert(id, value);
        }
        Ok(())
    }

    /// The value of a node by its definition; of what the model chooses, by the model.
    fn evaluate_node(
        &self,
        store: &TermStore,
        id: NodeId,
        lifted: &mut Lifted,
        model: &Model,
        libm: Option<&LibmOracle<'_>>,
        chosen: Option<&Lifter<'_>>,
    ) -> Lifting<Rich> {
        let node = &self.nodes[id];
        if let NodeKind::ForAll(_) = node.kind {
            // If it is false, a counterexample makes the body false: that lemma is evaluated, too.
            return match model.get(node.term) {
                Some(Value::Bool(false)) => Ok(Rich::Kernel(Value::Bool(false))),
                _ => Err("whether a quantifier holds for all values is not known".into()),
            };
        }
        let children = self.child_values(store, node, lifted, model, libm)?;
        let from_model = |low: Option<&Low>, sort: &ScriptSort| match (chosen, low) {
            (Some(lifter), Some(low)) => lifter.value(low, sort),
            _ => Ok(self.default_value(sort)),
        };
        match &node.kind {
            NodeKind::Variable(_) => {
                let value = from_model(chosen.and_then(|lifter| lifter.lowered.low.get(&id)), &node.sort)?;
                match &value {
                    Rich::Kernel(Value::Real(number))
                        if node.sort == ScriptSort::Int && !number.denominator().is_one() =>
                    {
                        Err("a whole number has a fraction".into())
                    }
                    _ => Ok(value),
                }
            }
            NodeKind::Apply(function) => {
                let key = FunctionKey::Declared(*function);
                self.table_value(lifted, key, children, node, || {
                    from_model(chosen.and_then(|lifter| lifter.lowered.low.get(&id)), &node.sort)
                })
            }
            NodeKind::Field(datatype, constructor, field) => match &children[0] {
                Rich::Data(_, made_by, fields) if made_by == constructor => {
                    Ok(fields[*field as usize].clone())
                }
                _ => {
                    let key = FunctionKey::OtherField(*datatype, *constructor, *field);
                    self.table_value(lifted, key, children, node, || {
                        from_model(chosen.and_then(|lifter| lifter.lowered.other_fields.get(&id)), &node.sort)
                    })
                }
            },
            NodeKind::Select => match &children[0] {
                Rich::Array(entries, default) => Ok(entries.get(&children[1]).unwrap_or(default).clone()),
                value => Err(format!("{value:?} is no array").into()),
            },
            NodeKind::Store => match &children[0] {
                Rich::Array(entries, default) => {
                    let mut entries = entries.clone();
                    entries.insert(children[1].clone(), children[2].clone());
                    self.array_of_sort(entries, (**default).clone(), &node.sort, lifted.element_width)
                }
                value => Err(format!("{value:?} is no array").into()),
            },
            NodeKind::ConstantArray => {
                self.array_of_sort(BTreeMap::new(), children[0].clone(), &node.sort, lifted.element_width)
            }
            NodeKind::ForAll(_) => unreachable!("answered above"),
            NodeKind::Equal => Ok(Rich::Kernel(Value::Bool(children[0] == children[1]))),
            NodeKind::Ite => {
                let position = if children[0] == Rich::Kernel(Value::Bool(true)) { 1 } else { 2 };
                Ok(children[position].clone())
            }
            NodeKind::Construct(datatype, constructor) => Ok(Rich::Data(*datatype, *constructor, children)),
            NodeKind::Test(_, constructor) => {
                let is_made = matches!(&children[0], Rich::Data(_, made_by, _) if made_by == constructor);
                Ok(Rich::Kernel(Value::Bool(is_made)))
            }
        }
    }

    fn child_values(
        &self,
        store: &TermStore,
        node: &Node,
        lifted: &Lifted,
        model: &Model,
        libm: Option<&LibmOracle<'_>>,
    ) -> Lifting<Vec<Rich>> {
        let value = |&child: &Term| match self.node_of(child).and_then(|node| lifted.values.get(&node)) {
            Some(value) => Ok(value.clone()),
            None => value_of(store, child, model, libm).map(Rich::Kernel),
        };
        node.children.iter().map(value).collect()
    }

    /// What a function gives for arguments: what it gave before, or what the model says.
    fn table_value(
        &self,
        lifted: &mut Lifted,
        key: FunctionKey,
        arguments: Vec<Rich>,
        node: &Node,
        from_model: impl FnOnce() -> Lifting<Rich>,
    ) -> Lifting<Rich> {
        if let Some(known) = lifted.tables.get(&key).and_then(|table| table.get(&arguments)) {
            return Ok(known.clone());
        }
        let value = from_model()?;
        if node.sort == ScriptSort::Int
            && matches!(&value, Rich::Kernel(Value::Real(number)) if !number.denominator().is_one())
        {
            return Err("a whole number has a fraction".into());
        }
        lifted.tables.entry(key).or_default().insert(arguments, value.clone());
        Ok(value)
    }

    fn array_of_sort(
        &self,
        entries: BTreeMap<Rich, Rich>,
        default: Rich,
        sort: &ScriptSort,
        element_width: u32,
    ) -> Lifting<Rich> {
        let (index, _) = sort.array_parts().ok_or("an array has no array sort")?;
        self.array_value(entries, default, &index, element_width)
            .ok_or_else(|| "an array has too many entries to be compared".into())
    }
}

impl Lifted {
    /// The value of a node.
    pub(crate) fn value(&self, node: NodeId) -> Option<&Rich> {
        self.values.get(&node)
    }

    /// What a declared function gives, by its arguments.
    pub(crate) fn table(&self, function: DeclaredFunctionId) -> Option<&BTreeMap<Vec<Rich>, Rich>> {
        self.tables.get(&FunctionKey::Declared(function))
    }
}

impl Lifter<'_> {
    fn term(&self, term: Term) -> Lifting<Value> {
        value_of(self.store, term, self.model, self.libm)
    }

    fn is_true(&self, term: Term) -> Lifting<bool> {
        Ok(self.term(term)? == Value::Bool(true))
    }

    /// What the model says a node became. Only free values are asked for, so this nests as deeply
    /// as sorts do.
    fn value(&self, low: &Low, sort: &ScriptSort) -> Lifting<Rich> {
        match (low, sort) {
            (Low::Term(term), ScriptSort::Declared(_)) => match self.term(*term)? {
                Value::BitVec(number) => {
                    let words = number.unsigned().as_words().first().copied().unwrap_or(0);
                    Ok(Rich::Element(words))
                }
                value => Err(format!("{value:?} is no element").into()),
            },
            (Low::Term(term), _) => self.term(*term).map(Rich::Kernel),
            (Low::Data(datatype, tag, fields), _) => {
                let Value::BitVec(number) = self.term(*tag)? else { return Err("no constructor".into()) };
                let number = number.unsigned().as_words().first().copied().unwrap_or(0) as usize;
                let constructors = &self.extension.datatypes[*datatype];
                let constructor = constructors.get(number).ok_or("there is no such constructor")?;
                let before: usize = constructors[..number].iter().map(|before| before.fields.len()).sum();
                let own = fields[before..].iter().zip(&constructor.fields);
                let own: Lifting<Vec<Rich>> = own.map(|(field, sort)| self.value(field, sort)).collect();
                Ok(Rich::Data(*datatype, number as u32, own?))
            }
            (Low::Array(id), _) => {
                let (index_sort, element_sort) = &self.lowered.array_sorts[id];
                let default = match self.defaults.get(id) {
                    Some(default) => default.clone(),
                    None => self.extension.default_value(element_sort),
                };
                let mut entries = BTreeMap::new();
                for (index, element) in self.lowered.reads.get(id).into_iter().flatten() {
                    let at = self.value(index, index_sort)?;
                    let element = self.value(element, element_sort)?;
                    entries.entry(at).or_insert(element);
                }
                let width = self.lowered.element_width;
                self.extension
                    .array_value(entries, default, index_sort, width)
                    .ok_or_else(|| "an array has too many entries to be compared".into())
            }
        }
    }

    /// The variable or constant array that an array is made from under the model.
    fn base(&self, mut array: ArrayId) -> Lifting<ArrayId> {
        loop {
            array = match &self.lowered.arrays[array] {
                LowArray::Variable | LowArray::Constant(_) => return Ok(array),
                LowArray::Store(below, ..) => *below,
                LowArray::Ite(condition, then, otherwise) => {
                    if self.is_true(*condition)? {
                        *then
                    } else {
                        *otherwise
                    }
                }
            };
        }
    }

    /// Gives arrays that are equal under the model the same default.
    fn choose_defaults(&mut self) -> Lifting<()> {
        let mut parent: BTreeMap<ArrayId, ArrayId> = BTreeMap::new();
        fn root(parent: &BTreeMap<ArrayId, ArrayId>, mut array: ArrayId) -> ArrayId {
            while let Some(&above) = parent.get(&array) {
                array = above;
            }
            array
        }
        for equality in &self.lowered.equalities {
            if !self.is_true(equality.atom)? {
                continue;
            }
            let first = root(&parent, self.base(equality.arrays.0)?);
            let second = root(&parent, self.base(equality.arrays.1)?);
            if first == second {
                continue;
            }
            // A constant array is the root of what equals it.
            let is_constant = |id| matches!(self.lowered.arrays[id], LowArray::Constant(_));
            if is_constant(first) {
                parent.insert(second, first)
            } else {
                parent.insert(first, second)
            };
        }
        let arrays: Vec<ArrayId> = self.lowered.arrays.ids().collect();
        for array in arrays {
            let above = root(&parent, array);
            if let LowArray::Constant(element) = &self.lowered.arrays[above]
                && matches!(self.lowered.arrays[array], LowArray::Variable)
            {
                let sort = &self.lowered.array_sorts[&above].1;
                if let Ok(default) = self.value(element, sort) {
                    self.defaults.insert(array, default);
                }
            }
        }
        Ok(())
    }
}

/// The value of a term under a model.
fn value_of(store: &TermStore, term: Term, model: &Model, libm: Option<&LibmOracle<'_>>) -> Lifting<Value> {
    if let Some(value) = model.get(term) {
        return Ok(value.clone());
    }
    if let Some(value) = store.constant(term) {
        return Ok(value);
    }
    let mut model = model.clone();
    model.complete(store, &store.free_variables(&[term]));
    let tape = Tape::new(store, &[term]);
    let values = match libm {
        Some(libm) => tape.evaluate(&model.with_libm(libm)),
        None => tape.evaluate(&model),
    };
    values.map(|values| values[0].clone()).map_err(|error| error.to_string().into())
}
