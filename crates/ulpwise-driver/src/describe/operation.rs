//! An operation with its operands and result, as its language would write it:
//! `1e308 + 1e308 = inf`.

use super::underline::Mark;
use super::value::{float_scalar, float_text};
use ulpwise_finding::ScalarText;
use ulpwise_harness::names::source_name;
use ulpwise_harness::number_syntax::signed_value;
use ulpwise_harness::signature::format_name;
use ulpwise_host::libm;
use ulpwise_interp::Event;
use ulpwise_ir::{
    FloatBinaryOp, FloatFormat, FloatPredicate, FunctionId, Inst, Language, Module, Site, SiteId, SiteKind,
    Type,
};

/// An operation for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DescribedOperation {
    /// With operands and result.
    pub expression: String,
    /// What it is.
    pub noun: String,
    /// What to mark in its source line.
    pub mark: Mark<'static>,
    /// Its operands.
    pub operands: Vec<ScalarText>,
    /// Its result; a comparison's is not recorded.
    pub result: Option<ScalarText>,
}

/// The operation that raised an event.
pub(crate) fn operation(module: &Module, event: &Event) -> DescribedOperation {
    let writer = ExpressionWriter::new(module, event.site);
    let (form, noun) = writer.form();
    let types = writer.operand_types();
    // Integers are shown as their conversion reads them; elsewhere they are counts and exponents.
    let signed = !matches!(
        writer.inst(),
        Some(Inst::IntToFloat { signed: false, .. } | Inst::FloatToInt { signed: false, .. })
    );
    let texts: Vec<String> =
        types.iter().zip(&event.operands).map(|(&ty, &bits)| scalar(ty, bits, signed)).collect();
    let left = form.write(&texts);
    let result_type = writer.result_type();
    let expression = match result_type {
        Some(ty) => format!("{left} = {}", scalar(ty, event.result, signed)),
        None => left,
    };
    DescribedOperation {
        expression,
        noun,
        mark: writer.mark(),
        operands: types
            .iter()
            .zip(&event.operands)
            .map(|(&ty, &bits)| plain_scalar(ty, bits, signed))
            .collect(),
        result: result_type.map(|ty| plain_scalar(ty, event.result, signed)),
    }
}

/// What an operation is called, and what to mark in its source line.
pub(crate) fn describe(module: &Module, site: SiteId) -> (String, Mark<'static>) {
    let writer = ExpressionWriter::new(module, site);
    (writer.form().1, writer.mark())
}

/// How an operation is written.
enum ExpressionForm {
    Infix(&'static str),
    Call(String),
    Prefix(String),
    Suffix(String),
}

impl ExpressionForm {
    fn write(&self, operands: &[String]) -> String {
        match self {
            Self::Infix(operator) => operands.join(&format!(" {operator} ")),
            Self::Call(name) => format!("{name}({})", operands.join(", ")),
            Self::Prefix(prefix) => format!("{prefix} {}", operands.join(", ")),
            Self::Suffix(suffix) => format!("{} {suffix}", operands.join(", ")),
        }
    }
}

fn scalar(ty: Type, bits: u128, signed: bool) -> String {
    match ty {
        Type::Float(format) => float_text(format, bits),
        Type::Int(width) if signed => signed_value(bits, width.into()).to_string(),
        Type::Int(_) => bits.to_string(),
        Type::Pointer => "a pointer".to_owned(),
    }
}

fn plain_scalar(ty: Type, bits: u128, signed: bool) -> ScalarText {
    match ty {
        Type::Float(format) => float_scalar(format, bits),
        _ => ScalarText::Other {
            text: scalar(ty, bits, signed),
            bits: Some(format!("{bits:#x}")),
            ty: ty.to_string(),
        },
    }
}

struct ExpressionWriter<'a> {
    module: &'a Module,
    site: &'a Site,
    language: Language,
    id: SiteId,
}

impl<'a> ExpressionWriter<'a> {
    fn new(module: &'a Module, id: SiteId) -> ExpressionWriter<'a> {
        let site = &module.sites[id];
        let declaration = module.functions[site.function].declaration.as_ref();
        let language = declaration.map_or(Language::Other, |known| known.language);
        ExpressionWriter { module, site, language, id }
    }

    fn inst(&self) -> Option<&Inst> {
        self.module.site_inst(self.id)
    }

    /// How it is written, and what it is called.
    fn form(&self) -> (ExpressionForm, String) {
        let name = |format| format_name(format, self.language);
        match self.site.kind {
            SiteKind::Binary(op, format) => {
                let (form, noun) = binary_form(op, self.language);
                (form, format!("{noun} in {}", name(format)))
            }
            SiteKind::Unary(op, format) => {
                let function = op.function_name();
                (ExpressionForm::Call(function.to_owned()), format!("{function} in {}", name(format)))
            }
            SiteKind::Fma(format) => {
                (ExpressionForm::Call("fma".to_owned()), format!("fused multiply-add in {}", name(format)))
            }
            SiteKind::Compare(format) => {
                let predicate = match self.inst() {
                    Some(Inst::FloatCompare { predicate, .. }) => predicate_text(*predicate),
                    _ => "?",
                };
                (ExpressionForm::Infix(predicate), format!("comparison in {}", name(format)))
            }
            SiteKind::Convert(from, to) => {
                (self.cast(name(to)), format!("conversion of {} to {}", name(from), name(to)))
            }
            SiteKind::ToInt(from) => {
                let to = self.int_name();
                (self.cast(&to), format!("conversion of {} to {to}", name(from)))
            }
            SiteKind::FromInt(to) => {
                (self.cast(name(to)), format!("conversion of {} to {}", self.int_name(), name(to)))
            }
            SiteKind::Libm(function) => {
                let name = source_name(&self.module.functions[function]);
                (ExpressionForm::Call(name.clone()), format!("call of {name}"))
            }
        }
    }

    fn cast(&self, to: &str) -> ExpressionForm {
        match self.language {
            Language::Rust => ExpressionForm::Suffix(format!("as {to}")),
            _ => ExpressionForm::Prefix(format!("({to})")),
        }
    }

    /// The integer type of a conversion.
    fn int_name(&self) -> String {
        let (signed, bits) = match self.inst() {
            Some(Inst::FloatToInt { signed, bits, .. } | Inst::IntToFloat { signed, bits, .. }) => {
                (*signed, *bits)
            }
            _ => return "integer".to_owned(),
        };
        match (self.language, signed) {
            (Language::Rust | Language::Other, true) => format!("i{bits}"),
            (Language::Rust | Language::Other, false) => format!("u{bits}"),
            (Language::Fortran, _) => format!("integer({})", bits.div_ceil(8)),
            (_, true) => format!("int{bits}_t"),
            (_, false) => format!("uint{bits}_t"),
        }
    }

    fn operand_types(&self) -> Vec<Type> {
        match self.site.kind {
            SiteKind::Binary(_, format) | SiteKind::Compare(format) => vec![Type::Float(format); 2],
            SiteKind::Unary(_, format) | SiteKind::ToInt(format) | SiteKind::Convert(format, _) => {
                vec![Type::Float(format)]
            }
            SiteKind::Fma(format) => vec![Type::Float(format); 3],
            SiteKind::FromInt(_) => match self.inst() {
                Some(Inst::IntToFloat { bits, .. }) => vec![Type::Int(*bits)],
                _ => Vec::new(),
            },
            SiteKind::Libm(function) => match self.libm_signature(function) {
                Some(signature) => signature.argument_types().map(host_type).collect(),
                None => Vec::new(),
            },
        }
    }

    fn result_type(&self) -> Option<Type> {
        match self.site.kind {
            SiteKind::Binary(_, format)
            | SiteKind::Unary(_, format)
            | SiteKind::Fma(format)
            | SiteKind::Convert(_, format)
            | SiteKind::FromInt(format) => Some(Type::Float(format)),
            SiteKind::Compare(_) => None,
            SiteKind::ToInt(_) => match self.inst() {
                Some(Inst::FloatToInt { bits, .. }) => Some(Type::Int(*bits)),
                _ => None,
            },
            SiteKind::Libm(function) => self.libm_signature(function)?.result_types().next().map(host_type),
        }
    }

    /// The library's own signature: the interpreter records what it passed to the library.
    fn libm_signature(&self, function: FunctionId) -> Option<libm::Signature> {
        libm::lookup(&self.module.functions[function].name).map(|function| function.signature())
    }

    fn mark(&self) -> Mark<'static> {
        if self.language == Language::Fortran {
            return Mark::FortranStatement;
        }
        let spellings: &[&str] = match self.site.kind {
            SiteKind::Binary(op, _) => match op {
                FloatBinaryOp::Add => &["+"],
                FloatBinaryOp::Sub => &["-"],
                FloatBinaryOp::Mul => &["*"],
                FloatBinaryOp::Div => &["/"],
                FloatBinaryOp::Rem => &["%"],
                _ => return Mark::Token,
            },
            SiteKind::Compare(_) => &["<", "<=", ">", ">=", "==", "!="],
            _ => return Mark::Token,
        };
        match self.language {
            Language::Rust => Mark::OperatorOfExpression { spellings, nth: self.earlier_namesakes() },
            _ => Mark::Operator { spellings },
        }
    }

    /// How many operations of the same kind at the same place come before this one: `a * b * c` is
    /// two multiplications that begin at the same column, the left one first.
    fn earlier_namesakes(&self) -> usize {
        self.module
            .sites_of(self.site.function)
            .filter(|(_, other)| {
                other.ordinal < self.site.ordinal
                    && other.kind == self.site.kind
                    && other.location == self.site.location
            })
            .count()
    }
}

fn binary_form(op: FloatBinaryOp, language: Language) -> (ExpressionForm, &'static str) {
    let call = |name: &str| ExpressionForm::Call(name.to_owned());
    match op {
        FloatBinaryOp::Add => (ExpressionForm::Infix("+"), "addition"),
        FloatBinaryOp::Sub => (ExpressionForm::Infix("-"), "subtraction"),
        FloatBinaryOp::Mul => (ExpressionForm::Infix("*"), "multiplication"),
        FloatBinaryOp::Div => (ExpressionForm::Infix("/"), "division"),
        FloatBinaryOp::Rem if language == Language::Rust => (ExpressionForm::Infix("%"), "remainder"),
        FloatBinaryOp::Rem => (call("fmod"), "remainder"),
        FloatBinaryOp::MinNum => (call("fmin"), "minimum"),
        FloatBinaryOp::MaxNum => (call("fmax"), "maximum"),
        FloatBinaryOp::Minimum => (call("fminimum"), "minimum"),
        FloatBinaryOp::Maximum => (call("fmaximum"), "maximum"),
        FloatBinaryOp::MinimumNumber => (call("fminimum_num"), "minimum"),
        FloatBinaryOp::MaximumNumber => (call("fmaximum_num"), "maximum"),
    }
}

fn predicate_text(predicate: FloatPredicate) -> &'static str {
    match predicate {
        FloatPredicate::Oeq | FloatPredicate::Ueq => "==",
        FloatPredicate::One | FloatPredicate::Une => "!=",
        FloatPredicate::Olt | FloatPredicate::Ult => "<",
        FloatPredicate::Ole | FloatPredicate::Ule => "<=",
        FloatPredicate::Ogt | FloatPredicate::Ugt => ">",
        FloatPredicate::Oge | FloatPredicate::Uge => ">=",
        FloatPredicate::Ord => "is ordered with",
        FloatPredicate::Uno => "is unordered with",
        FloatPredicate::False | FloatPredicate::True => "is compared with",
    }
}

fn host_type(ty: libm::Type) -> Type {
    match ty {
        libm::Type::F64 => Type::Float(FloatFormat::F64),
        libm::Type::F32 => Type::Float(FloatFormat::F32),
        libm::Type::X87 => Type::Float(FloatFormat::X87),
        libm::Type::Int => Type::Int(32),
        libm::Type::Long => Type::Int(64),
    }
}

/// The site's stable name for people: `average#0`, by the source's name of the function.
pub(crate) fn site_name(module: &Module, site: SiteId) -> String {
    let site = &module.sites[site];
    format!("{}#{}", source_name(&module.functions[site.function]), site.ordinal)
}
