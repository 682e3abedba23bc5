//! From syntax to a term: types, variables, locals that are used as what they stand for, and what
//! holds where the expression is computed.

use super::c::{Reader, short, unwrapped};
use super::{Declaration, FunctionShape, Language, Operator, Root, SourceType, Syntax, descendants};
use crate::search::sample::{Condition, InputComparison, Kind};
use crate::term::{Constant, Format, Function, Math, Term, VariableIndex, part};
use egg::Id;
use std::collections::BTreeSet;
use std::ops::Range;
use tree_sitter::Node;

/// How deep expressions may be nested: parsing and building them is recursive.
const DEEPEST: usize = 200;

/// Why an expression is left alone, as a part of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unreadable(pub(super) String);

impl From<String> for Unreadable {
    fn from(why: String) -> Self {
        Self(why)
    }
}

impl From<&str> for Unreadable {
    fn from(why: &str) -> Self {
        Self(why.to_owned())
    }
}

/// A variable of an expression, as the source writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SourceVariable {
    pub(crate) text: String,
    pub(crate) kind: Kind,
    /// Whether it is a parameter that keeps the value it is called with.
    pub(crate) is_parameter: bool,
}

/// A part of an expression that the source has in its own words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SourcePart {
    /// The term.
    pub(crate) key: String,
    pub(crate) text: String,
    /// Whether it needs no parentheses anywhere.
    pub(crate) is_closed: bool,
    /// Whether its type is an integer's.
    pub(crate) is_integer: bool,
}

/// A local variable that the term has by its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Local {
    pub(crate) name: String,
    /// The statement that declares nothing else.
    pub(crate) statement: Option<Range<usize>>,
}

/// An expression of a source.
#[derive(Clone, Debug)]
pub(crate) struct Expression {
    pub(crate) language: Language,
    pub(crate) span: Range<usize>,
    pub(crate) statement: Range<usize>,
    pub(crate) line: usize,
    pub(crate) text: String,
    pub(crate) term: Term,
    pub(crate) format: Format,
    pub(crate) variables: Vec<SourceVariable>,
    pub(crate) parts: Vec<SourcePart>,
    pub(crate) locals: Vec<Local>,
    pub(crate) conditions: Vec<Condition>,
    /// Whether functions of the library are written with `std::`.
    pub(crate) uses_std: bool,
    /// Whether the value is what the statement returns.
    pub(crate) is_returned: bool,
}

/// Builds the expression of a root.
pub(super) fn build(
    reader: &Reader<'_>,
    shape: &FunctionShape<'_>,
    root: &Root<'_>,
) -> Result<Expression, Unreadable> {
    let mut builder = TermBuilder {
        reader,
        shape,
        term: Term::default(),
        variables: Vec::new(),
        parts: Vec::new(),
        locals: Vec::new(),
        inlined: 0,
        depth: 0,
        uses_std: false,
    };
    let value = builder.build(root.node)?;
    let format = match value.kind {
        Kind::Double => Format::Double,
        Kind::Single => Format::Single,
        Kind::Integer => return Err("the value is an integer".into()),
    };
    let term = part(&builder.term, value.id);
    let conditions = root
        .conditions
        .iter()
        .flat_map(|(condition, holds)| builder.conditions(*condition, *holds))
        .collect();
    Ok(Expression {
        language: reader.language,
        span: root.node.byte_range(),
        statement: root.statement.byte_range(),
        line: root.node.start_position().row + 1,
        text: reader.text_of(root.node).to_owned(),
        term,
        format,
        variables: builder.variables,
        parts: builder.parts,
        locals: builder.locals,
        conditions,
        uses_std: builder.uses_std,
        is_returned: root.statement.kind() == "return_statement",
    })
}

/// A part of the term that is built.
#[derive(Clone, Copy)]
struct BuiltValue {
    id: Id,
    kind: Kind,
    /// Whether no operation computes it, so that any format that holds it has it exactly.
    is_plain: bool,
}

struct TermBuilder<'a, 't> {
    reader: &'a Reader<'t>,
    shape: &'a FunctionShape<'t>,
    term: Term,
    variables: Vec<SourceVariable>,
    parts: Vec<SourcePart>,
    locals: Vec<Local>,
    /// Within how many locals the builder is.
    inlined: usize,
    depth: usize,
    uses_std: bool,
}

impl<'t> TermBuilder<'_, 't> {
    fn build(&mut self, node: Node<'t>) -> Result<BuiltValue, Unreadable> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err("the expression is nested too deeply".into());
        }
        let built = self.build_node(node);
        self.depth -= 1;
        let value = built?;
        if self.inlined == 0 && !matches!(node.kind(), "parenthesized_expression") {
            let is_closed =
                !matches!(node.kind(), "binary_expression" | "unary_expression" | "cast_expression");
            self.add_part(value, self.reader.text_of(node).to_owned(), is_closed);
        }
        Ok(value)
    }

    fn add_part(&mut self, value: BuiltValue, text: String, is_closed: bool) {
        let key = part(&self.term, value.id).to_string();
        let is_integer = value.kind == Kind::Integer;
        // Names come before what they stand for.
        let known = self.parts.iter_mut().find(|part| part.key == key);
        match known {
            Some(known) if text.len() < known.text.len() => {
                *known = SourcePart { key, text, is_closed, is_integer };
            }
            Some(_) => {}
            None => self.parts.push(SourcePart { key, text, is_closed, is_integer }),
        }
    }

    fn build_node(&mut self, node: Node<'t>) -> Result<BuiltValue, Unreadable> {
        let shape = self.shape;
        let types = |name: &str| declared(shape, name, node.start_byte()).map(|it| it.0);
        match self.reader.syntax(node, &types) {
            Syntax::Number(text) => {
                let (value, kind) = super::c::number(text)
                    .ok_or_else(|| Unreadable(format!("the number `{}` is not read", short(text))))?;
                Ok(self.constant(value, kind))
            }
            Syntax::Name(name) => self.name(name, node),
            Syntax::Inside(inner) => self.build(inner),
            Syntax::Negative(inner) => {
                let value = self.build(inner)?;
                if value.kind == Kind::Integer && !self.is_constant(value.id) {
                    return Ok(self.atom(node, Kind::Integer));
                }
                if let Math::Constant(constant) = self.term[value.id] {
                    return Ok(self.constant(-constant.value(), value.kind));
                }
                Ok(BuiltValue {
                    id: self.term.add(Math::Neg(value.id)),
                    kind: value.kind,
                    is_plain: value.is_plain,
                })
            }
            Syntax::Binary(operator, left, right) => self.binary(operator, left, right, node),
            Syntax::Call(name, arguments) => self.call(name, &arguments),
            Syntax::Cast(ty, inner) => self.cast(ty, inner),
            Syntax::Element(SourceType::Number(kind)) if self.inlined == 0 => Ok(self.atom(node, kind)),
            Syntax::Element(_) => {
                Err(format!("the type of `{}` is not known", short(self.reader.text_of(node))).into())
            }
            Syntax::Other(why) => Err(why.into()),
        }
    }

    fn is_constant(&self, id: Id) -> bool {
        matches!(self.term[id], Math::Constant(_))
    }

    fn constant(&mut self, value: f64, kind: Kind) -> BuiltValue {
        BuiltValue { id: self.term.add(Math::Constant(Constant::new(value))), kind, is_plain: true }
    }

    /// Something whose value is taken as it is.
    fn atom(&mut self, node: Node<'t>, kind: Kind) -> BuiltValue {
        let text = self.reader.text_of(node).to_owned();
        self.variable(text, kind, false)
    }

    fn variable(&mut self, text: String, kind: Kind, is_parameter: bool) -> BuiltValue {
        let known = self.variables.iter().position(|variable| variable.text == text);
        let index = known.unwrap_or_else(|| {
            self.variables.push(SourceVariable { text, kind, is_parameter });
            self.variables.len() - 1
        });
        BuiltValue { id: self.term.add(Math::Variable(VariableIndex(index as u32))), kind, is_plain: true }
    }

    fn name(&mut self, name: &'t str, node: Node<'t>) -> Result<BuiltValue, Unreadable> {
        let Some((ty, declaration)) = declared(self.shape, name, node.start_byte()) else {
            if let Some(value) = self.reader.constant(name).or_else(|| mathematical_constant(name)) {
                return Ok(self.constant(value, Kind::Double));
            }
            let is_defined = self.reader.text.contains(&format!("#define {name}"));
            let why = if is_defined { "is a macro" } else { "is not declared in this function" };
            return Err(format!("`{name}` {why}").into());
        };
        let SourceType::Number(kind) = ty else {
            return Err(format!("`{name}` is no number of a known type").into());
        };
        let is_assigned = self.shape.assigned.contains(name);
        if let Some(declaration) = declaration
            && !is_assigned
            && kind != Kind::Integer
            && let Some(value) = self.local(declaration, kind)
        {
            return Ok(value);
        }
        if self.inlined > 0 && is_assigned {
            return Err(format!("`{name}` changes").into());
        }
        Ok(self.variable(name.to_owned(), kind, declaration.is_none() && !is_assigned))
    }

    /// The value of a local that never changes, if it can be followed.
    fn local(&mut self, declaration: &Declaration<'t>, kind: Kind) -> Option<BuiltValue> {
        let node = declaration.value?;
        let before = (self.term.clone(), self.variables.clone(), self.depth, self.locals.len());
        self.inlined += 1;
        let built = self.build(node);
        self.inlined -= 1;
        match built {
            Ok(value) if value.kind == kind => {
                if self.inlined == 0 {
                    self.add_part(value, declaration.name.clone(), true);
                }
                let statement = declaration.statement.map(|it| it.byte_range());
                if self.locals.iter().all(|local| local.name != declaration.name) {
                    self.locals.push(Local { name: declaration.name.clone(), statement });
                }
                // The value of a variable is in its format.
                Some(BuiltValue { is_plain: false, ..value })
            }
            _ => {
                let locals = before.3;
                (self.term, self.variables, self.depth) = (before.0, before.1, before.2);
                self.locals.truncate(locals);
                None
            }
        }
    }

    fn binary(
        &mut self,
        operator: Operator,
        left: Node<'t>,
        right: Node<'t>,
        node: Node<'t>,
    ) -> Result<BuiltValue, Unreadable> {
        let (a, b) = (self.build(left)?, self.build(right)?);
        if a.kind == Kind::Integer && b.kind == Kind::Integer {
            return self.of_integers(operator, a, b, node);
        }
        let kind = self.common(a, b)?;
        let operands = [a.id, b.id];
        let math = match operator {
            Operator::Add => Math::Add(operands),
            Operator::Sub => Math::Sub(operands),
            Operator::Mul => Math::Mul(operands),
            Operator::Div => Math::Div(operands),
        };
        Ok(BuiltValue { id: self.term.add(math), kind, is_plain: false })
    }

    fn of_integers(
        &mut self,
        operator: Operator,
        a: BuiltValue,
        b: BuiltValue,
        node: Node<'t>,
    ) -> Result<BuiltValue, Unreadable> {
        let (Math::Constant(x), Math::Constant(y)) = (&self.term[a.id], &self.term[b.id]) else {
            if self.inlined > 0 {
                return Err("integers are computed with".into());
            }
            return Ok(self.atom(node, Kind::Integer));
        };
        let (x, y) = (x.value(), y.value());
        let value = match operator {
            Operator::Add => x + y,
            Operator::Sub => x - y,
            Operator::Mul => x * y,
            Operator::Div if y != 0.0 => (x / y).trunc(),
            Operator::Div => return Err("an integer is divided by zero".into()),
        };
        if value.abs() > f64::from(i32::MAX) {
            return Err("an integer constant is too large".into());
        }
        Ok(self.constant(value, Kind::Integer))
    }

    /// The type of an operation on two numbers, of which at most one is an integer.
    fn common(&self, a: BuiltValue, b: BuiltValue) -> Result<Kind, Unreadable> {
        let converts = |from: BuiltValue, to: Kind| -> Result<(), Unreadable> {
            match (from.kind, to) {
                (Kind::Single, Kind::Double) if !from.is_plain => {
                    Err("the expression mixes float and double".into())
                }
                (Kind::Integer, Kind::Single) if !self.is_constant(from.id) => {
                    Err("an integer is converted to float".into())
                }
                _ => Ok(()),
            }
        };
        let is_double = a.kind == Kind::Double || b.kind == Kind::Double;
        let kind = if is_double { Kind::Double } else { Kind::Single };
        converts(a, kind)?;
        converts(b, kind)?;
        Ok(kind)
    }

    fn cast(&mut self, ty: SourceType, inner: Node<'t>) -> Result<BuiltValue, Unreadable> {
        let value = self.build(inner)?;
        match (ty, value.kind) {
            (SourceType::Number(Kind::Double), Kind::Integer | Kind::Double) => {
                Ok(BuiltValue { kind: Kind::Double, ..value })
            }
            (SourceType::Number(Kind::Double), Kind::Single) if value.is_plain => {
                Ok(BuiltValue { kind: Kind::Double, ..value })
            }
            (SourceType::Number(Kind::Single), Kind::Single) => Ok(value),
            _ => Err("the expression converts between formats".into()),
        }
    }

    fn call(&mut self, name: &'t str, arguments: &[Node<'t>]) -> Result<BuiltValue, Unreadable> {
        if self.reader.is_macro(name) {
            return Err(format!("the expression stands inside of the macro `{name}`").into());
        }
        let unknown = || Unreadable(format!("it calls `{}`, which is not followed", short(name)));
        let is_cpp = self.reader.language == Language::Cpp;
        let plain = name.strip_prefix("std::").filter(|_| is_cpp).unwrap_or(name);
        let is_std = plain.len() != name.len();
        let (base, suffix) = match plain.strip_suffix('f') {
            Some(base) if known(base, is_std).is_some() && known(plain, is_std).is_none() => {
                (base, Some(Kind::Single))
            }
            _ => (plain, None),
        };
        let called = known(base, is_std).ok_or_else(unknown)?;
        self.uses_std |= is_std;
        let values = arguments.iter().map(|&argument| self.build(argument)).collect::<Result<Vec<_>, _>>()?;
        let widest = values.iter().map(|value| value.kind).fold(Kind::Integer, |a, b| match (a, b) {
            (Kind::Double, _) | (_, Kind::Double) => Kind::Double,
            (Kind::Single, _) | (_, Kind::Single) => Kind::Single,
            _ => Kind::Integer,
        });
        let kind = match (suffix, is_std, widest) {
            (Some(kind), ..) => kind,
            (None, true, Kind::Single) => Kind::Single,
            _ => Kind::Double,
        };
        for value in &values {
            match (value.kind, kind) {
                (Kind::Double, Kind::Single) => {
                    return Err("the expression converts between formats".into());
                }
                (Kind::Single, Kind::Double) if !value.is_plain => {
                    return Err("the expression mixes float and double".into());
                }
                (Kind::Integer, Kind::Single) if !self.is_constant(value.id) => {
                    return Err("an integer is converted to float".into());
                }
                _ => {}
            }
        }
        let ids: Vec<Id> = values.iter().map(|value| value.id).collect();
        let math = called.with(&ids).ok_or_else(unknown)?;
        Ok(BuiltValue { id: self.term.add(math), kind, is_plain: false })
    }

    /// What is known where a condition is true, or false.
    fn conditions(&mut self, node: Node<'t>, holds: bool) -> Vec<Condition> {
        let node = unwrapped(node);
        let Some((left, operator, right)) = self.reader.comparison(node) else { return Vec::new() };
        match (operator, holds) {
            ("&&", true) | ("||", false) => {
                return [self.conditions(left, holds), self.conditions(right, holds)].concat();
            }
            _ => {}
        }
        let comparison = match operator {
            "<" => InputComparison::Less,
            "<=" => InputComparison::LessOrEqual,
            "==" => InputComparison::Equal,
            "!=" => InputComparison::NotEqual,
            ">" => InputComparison::Greater,
            ">=" => InputComparison::GreaterOrEqual,
            _ => return Vec::new(),
        };
        let changes = |node: Node<'_>| {
            descendants(node).iter().any(|it| self.shape.assigned.contains(self.reader.text_of(*it)))
        };
        if changes(node) {
            return Vec::new();
        }
        let before = (self.term.clone(), self.variables.clone(), self.parts.len(), self.locals.len());
        let known = self.variables.len();
        let built = self.build(left).and_then(|a| Ok((a, self.build(right)?)));
        // A condition on what the expression does not depend on tells nothing about it.
        if let Ok((a, b)) = built
            && self.variables.len() == known
        {
            let comparison = if holds { comparison } else { comparison.negated() };
            let condition =
                Condition { left: part(&self.term, a.id), comparison, right: part(&self.term, b.id) };
            self.parts.truncate(before.2);
            self.locals.truncate(before.3);
            return vec![condition];
        }
        (self.term, self.variables) = (before.0, before.1);
        self.parts.truncate(before.2);
        self.locals.truncate(before.3);
        Vec::new()
    }
}

/// What a name stands for where it is used: its type, and the declaration unless it is a parameter.
fn declared<'a, 't>(
    shape: &'a FunctionShape<'t>,
    name: &str,
    at: usize,
) -> Option<(SourceType, Option<&'a Declaration<'t>>)> {
    let declarations = shape.declarations.iter().filter(|it| it.name == name && it.scope.contains(&at));
    if let Some(inner) = declarations.max_by_key(|it| it.scope.start) {
        return Some((inner.ty, Some(inner)));
    }
    shape.parameters.iter().find(|(own, _)| own == name).map(|(_, ty)| (*ty, None))
}

/// A function of the library.
enum LibraryFunction {
    Unary(Function),
    Pow,
    Hypot,
    Atan2,
    Fma,
    Max,
    Min,
}

fn known(name: &str, is_std: bool) -> Option<LibraryFunction> {
    Some(match name {
        "pow" => LibraryFunction::Pow,
        "hypot" => LibraryFunction::Hypot,
        "atan2" => LibraryFunction::Atan2,
        "fma" => LibraryFunction::Fma,
        "fmax" => LibraryFunction::Max,
        "fmin" => LibraryFunction::Min,
        "max" if is_std => LibraryFunction::Max,
        "min" if is_std => LibraryFunction::Min,
        "abs" if is_std => LibraryFunction::Unary(Function::Abs),
        _ => LibraryFunction::Unary(Function::from_name(name)?),
    })
}

impl LibraryFunction {
    fn with(&self, ids: &[Id]) -> Option<Math> {
        Some(match (self, ids) {
            (Self::Unary(function), &[a]) => Math::Call(*function, [a]),
            (Self::Pow, &[a, b]) => Math::Pow([a, b]),
            (Self::Hypot, &[a, b]) => Math::Hypot([a, b]),
            (Self::Atan2, &[a, b]) => Math::Atan2([a, b]),
            (Self::Fma, &[a, b, c]) => Math::Fma([a, b, c]),
            (Self::Max, &[a, b]) => Math::Max([a, b]),
            (Self::Min, &[a, b]) => Math::Min([a, b]),
            _ => return None,
        })
    }
}

/// The constants of math.h: the doubles that they are.
fn mathematical_constant(name: &str) -> Option<f64> {
    use std::f64::consts as c;
    Some(match name {
        "M_PI" => c::PI,
        "M_PI_2" => c::FRAC_PI_2,
        "M_PI_4" => c::FRAC_PI_4,
        "M_E" => c::E,
        "M_LN2" => c::LN_2,
        "M_LN10" => c::LN_10,
        "M_SQRT2" => c::SQRT_2,
        "M_SQRT1_2" => c::FRAC_1_SQRT_2,
        "DBL_MAX" => f64::MAX,
        "DBL_MIN" => f64::MIN_POSITIVE,
        "DBL_EPSILON" => f64::EPSILON,
        _ => return None,
    })
}

/// All names of a text, so that new ones are none of them.
pub(super) fn names(text: &str) -> BTreeSet<&str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty()).collect()
}
