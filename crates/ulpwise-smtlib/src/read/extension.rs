//! Applications that terms do not have: of declared functions, of datatypes, and of identity,
//! choice, reads and writes where an operand is of such a sort.

use super::Reader;
use super::term::TermFrame;
use crate::environment::{FunctionId, Meaning};
use crate::error::{Fault, Reading, SmtlibErrorKind};
use crate::extended::NodeKind;
use crate::lexer::Lexer;
use crate::operator::{Head, OperatorTarget};
use crate::script_sort::ScriptSort;
use ulpwise_expr::{DerivedOp, Op, Sort, Term, TermStore};

/// How deeply quantifiers may nest.
const MAX_QUANTIFIERS: usize = 16;

const BOOL: ScriptSort = ScriptSort::Kernel(Sort::Bool);

impl Reader {
    /// The application, if it is one that terms do not have.
    #[inline]
    pub(super) fn extended_application(
        &mut self,
        store: &mut TermStore,
        head: Head,
        at: u32,
        base: usize,
    ) -> Reading<Option<Term>> {
        match head {
            Head::Function(function) => return self.expansion(store, function, at, base).map(Some),
            Head::Declared(_)
            | Head::ConstantArray(_)
            | Head::Construct(..)
            | Head::Field(..)
            | Head::Test(..) => return self.declared_application(store, head, at, base).map(Some),
            _ => {}
        }
        if self.extension.is_empty()
            || !self.operands[base..].iter().any(|&term| self.extension.is_rich(term))
        {
            return Ok(None);
        }
        let operands = self.operands[base..].to_vec();
        self.rich_application(store, head, at, &operands).map(Some)
    }

    /// What stands first in applications of a declared name.
    pub(super) fn declared_head(&self, name: &str) -> Option<Head> {
        match self.environment.names.find(name).map(|name| self.environment.meaning(name)) {
            Some(Meaning::Declared(head)) => Some(head),
            _ => None,
        }
    }

    fn sorts(&self, store: &TermStore, operands: &[Term]) -> Vec<ScriptSort> {
        operands.iter().map(|&operand| self.extension.sort(store, operand)).collect()
    }

    /// The fault that an application is not to these operands.
    fn wrong_sorts(
        &self,
        store: &TermStore,
        at: u32,
        what: &str,
        wanted: &str,
        operands: &[Term],
    ) -> Box<Fault> {
        let sorts: Vec<String> = self.sorts(store, operands).iter().map(ToString::to_string).collect();
        let message = format!("{what} cannot be applied to ({}): it takes {wanted}", sorts.join(" "));
        Fault::new(at, SmtlibErrorKind::WrongSorts(message))
    }

    fn expect_sorts(
        &self,
        store: &TermStore,
        at: u32,
        what: &str,
        wanted: &[ScriptSort],
        operands: &[Term],
    ) -> Reading<()> {
        let found = self.sorts(store, operands);
        if found.len() == wanted.len() && found.iter().zip(wanted).all(|(found, wanted)| found.fits(wanted)) {
            return Ok(());
        }
        let wanted: Vec<String> = wanted.iter().map(ToString::to_string).collect();
        Err(self.wrong_sorts(store, at, what, &format!("({})", wanted.join(" ")), operands))
    }

    /// The body of a function with the operands in place of its parameters.
    fn expansion(
        &mut self,
        store: &mut TermStore,
        function: FunctionId,
        at: u32,
        base: usize,
    ) -> Reading<Term> {
        let operands = self.operands[base..].to_vec();
        let defined = &self.environment.functions[function];
        let (parameters, body) = (defined.parameters.clone(), defined.body);
        let name = self.environment.names.text(defined.name).to_owned();
        let wanted = self.sorts(store, &parameters);
        self.expect_sorts(store, at, &name, &wanted, &operands)?;
        let replacements: Vec<(Term, Term)> = parameters.into_iter().zip(operands).collect();
        Ok(self.extension.substitute(store, body, &replacements))
    }

    /// The variables of a quantifier; its body is read next.
    pub(super) fn open_quantifier(
        &mut self,
        store: &mut TermStore,
        lexer: &mut Lexer<'_>,
        at: u32,
        is_universal: bool,
    ) -> Reading<()> {
        if self.quantified.len() >= MAX_QUANTIFIERS {
            return Err(Fault::out_of_range(at, "quantifiers nest too deeply"));
        }
        let bound = self.environment.bound() as u32;
        self.quantifiers += 1;
        let name = self.environment.intern(&format!("|quantifier|{}", self.quantifiers));
        let variables = self.parameters(store, lexer, name)?;
        if variables.is_empty() {
            return Err(Fault::out_of_range(at, "a quantifier has at least one variable"));
        }
        self.quantified.push(variables);
        self.frames.push(TermFrame::Quantifier { bound, at, is_universal });
        Ok(())
    }

    /// The quantifier whose body is complete.
    pub(super) fn quantifier(
        &mut self,
        store: &mut TermStore,
        at: u32,
        is_universal: bool,
        body: Term,
    ) -> Reading<Term> {
        let bound = self.quantified.pop().unwrap_or_default();
        self.expect_sorts(store, at, "a quantifier", &[BOOL], &[body])?;
        if is_universal {
            return Ok(self.extension.for_all(store, &bound, body));
        }
        let fails = store.not(body);
        let never = self.extension.for_all(store, &bound, fails);
        Ok(store.not(never))
    }

    /// An application of what the script declares.
    fn declared_application(
        &mut self,
        store: &mut TermStore,
        head: Head,
        at: u32,
        base: usize,
    ) -> Reading<Term> {
        let operands = self.operands[base..].to_vec();
        let (kind, name, wanted, sort) = match head {
            Head::Declared(function) => {
                let declared = &self.extension.functions[function];
                let (name, result) = (declared.name.clone(), declared.result.clone());
                (NodeKind::Apply(function), name, declared.parameters.clone(), result)
            }
            Head::ConstantArray(number) => {
                let sort = self.constant_arrays[number as usize].clone();
                let element = sort.array_parts().map(|(_, element)| element).unwrap_or(BOOL);
                (NodeKind::ConstantArray, format!("(as const {sort})"), vec![element], sort)
            }
            Head::Construct(datatype, number) => {
                let constructor = &self.extension.datatypes[datatype][number as usize];
                let name = constructor.name.to_string();
                let sort = self.datatype_sort(datatype);
                (NodeKind::Construct(datatype, number), name, constructor.fields.clone(), sort)
            }
            Head::Field(datatype, number, field) => {
                let sort = self.extension.datatypes[datatype][number as usize].fields[field as usize].clone();
                let wanted = vec![self.datatype_sort(datatype)];
                (NodeKind::Field(datatype, number, field), "this selector".to_owned(), wanted, sort)
            }
            Head::Test(datatype, number) => {
                let wanted = vec![self.datatype_sort(datatype)];
                (NodeKind::Test(datatype, number), "this tester".to_owned(), wanted, BOOL)
            }
            _ => unreachable!("the caller knows the declared ones"),
        };
        self.expect_sorts(store, at, &name, &wanted, &operands)?;
        Ok(self.extension.apply(store, kind, operands, sort))
    }

    /// An operator with an operand of a sort that terms do not have.
    fn rich_application(
        &mut self,
        store: &mut TermStore,
        head: Head,
        at: u32,
        operands: &[Term],
    ) -> Reading<Term> {
        let sorts = self.sorts(store, operands);
        let Head::Operator { target, .. } = head else {
            return Err(self.wrong_sorts(store, at, "this operator", "terms of other sorts", operands));
        };
        match (target, &sorts[..]) {
            (OperatorTarget::Kernel(Op::Eq), [first, _, ..]) => {
                self.expect_sorts(store, at, "=", &vec![first.clone(); operands.len()], operands)?;
                let links: Vec<Term> =
                    operands.windows(2).map(|pair| self.extension.equal(store, pair[0], pair[1])).collect();
                Ok(store.and(&links))
            }
            (OperatorTarget::Derived(DerivedOp::Distinct), [first, _, ..]) => {
                self.expect_sorts(store, at, "distinct", &vec![first.clone(); operands.len()], operands)?;
                let mut parts = Vec::new();
                for (position, &first) in operands.iter().enumerate() {
                    for &second in &operands[position + 1..] {
                        let equal = self.extension.equal(store, first, second);
                        parts.push(store.not(equal));
                    }
                }
                Ok(store.and(&parts))
            }
            (OperatorTarget::Kernel(Op::Ite), [condition, then, otherwise])
                if *condition == BOOL && then == otherwise =>
            {
                Ok(self.extension.choice(store, operands[0], operands[1], operands[2]))
            }
            (OperatorTarget::Kernel(Op::ArraySelect), [array, _]) if array.array_parts().is_some() => {
                let (index, element) = array.array_parts().unwrap_or((BOOL, BOOL));
                self.expect_sorts(store, at, "select", &[array.clone(), index], operands)?;
                Ok(self.extension.apply(store, NodeKind::Select, operands.to_vec(), element))
            }
            (OperatorTarget::Kernel(Op::ArrayStore), [array, _, _]) if array.array_parts().is_some() => {
                let (index, element) = array.array_parts().unwrap_or((BOOL, BOOL));
                self.expect_sorts(store, at, "store", &[array.clone(), index, element], operands)?;
                Ok(self.extension.apply(store, NodeKind::Store, operands.to_vec(), array.clone()))
            }
            _ => Err(self.wrong_sorts(store, at, "this operator", "terms of other sorts", operands)),
        }
    }
}
