//! Lists to formulas: what is written means something, or is refused by name.

use crate::core::{Argument, Core, Expression, ExpressionKind, FpCorePrecision, LoopVariable};
use crate::error::FpCoreError;
use crate::literal;
use crate::reader::{Datum, DatumKind, Place};

/// The operators with the numbers of operands that they take.
pub(crate) const OPERATORS: [(&str, usize, usize); 59] = [
    ("+", 2, 2),
    ("-", 1, 2),
    ("*", 2, 2),
    ("/", 2, 2),
    ("<", 2, usize::MAX),
    (">", 2, usize::MAX),
    ("<=", 2, usize::MAX),
    (">=", 2, usize::MAX),
    ("==", 2, usize::MAX),
    ("!=", 2, usize::MAX),
    ("and", 0, usize::MAX),
    ("or", 0, usize::MAX),
    ("not", 1, 1),
    ("acos", 1, 1),
    ("acosh", 1, 1),
    ("asin", 1, 1),
    ("asinh", 1, 1),
    ("atan", 1, 1),
    ("atan2", 2, 2),
    ("atanh", 1, 1),
    ("cbrt", 1, 1),
    ("ceil", 1, 1),
    ("copysign", 2, 2),
    ("cos", 1, 1),
    ("cosh", 1, 1),
    ("erf", 1, 1),
    ("erfc", 1, 1),
    ("exp", 1, 1),
    ("exp2", 1, 1),
    ("expm1", 1, 1),
    ("fabs", 1, 1),
    ("fdim", 2, 2),
    ("floor", 1, 1),
    ("fma", 3, 3),
    ("fmax", 2, 2),
    ("fmin", 2, 2),
    ("fmod", 2, 2),
    ("hypot", 2, 2),
    ("isfinite", 1, 1),
    ("isinf", 1, 1),
    ("isnan", 1, 1),
    ("isnormal", 1, 1),
    ("lgamma", 1, 1),
    ("log", 1, 1),
    ("log10", 1, 1),
    ("log1p", 1, 1),
    ("log2", 1, 1),
    ("nearbyint", 1, 1),
    ("pow", 2, 2),
    ("remainder", 2, 2),
    ("round", 1, 1),
    ("signbit", 1, 1),
    ("sin", 1, 1),
    ("sinh", 1, 1),
    ("sqrt", 1, 1),
    ("tan", 1, 1),
    ("tanh", 1, 1),
    ("tgamma", 1, 1),
    ("trunc", 1, 1),
];

/// The constants, with forty digits.
pub(crate) const CONSTANTS: [(&str, &str); 15] = [
    ("E", "2.718281828459045235360287471352662497757247"),
    ("LOG2E", "1.442695040888963407359924681001892137426646"),
    ("LOG10E", "0.434294481903251827651128918916605082294397"),
    ("LN2", "0.693147180559945309417232121458176568075500"),
    ("LN10", "2.302585092994045684017991454684364207601101"),
    ("PI", "3.141592653589793238462643383279502884197169"),
    ("PI_2", "1.570796326794896619231321691639751442098585"),
    ("PI_4", "0.785398163397448309615660845819875721049292"),
    ("M_1_PI", "0.318309886183790671537767526745028724068919"),
    ("M_2_PI", "0.636619772367581343075535053490057448137839"),
    ("M_2_SQRTPI", "1.128379167095512573896158903121545171688101"),
    ("SQRT2", "1.414213562373095048801688724209698078569672"),
    ("SQRT1_2", "0.707106781186547524400844362104849039284836"),
    ("INFINITY", "INFINITY"),
    ("NAN", "NAN"),
];

/// The properties of a formula that are of use here.
#[derive(Default)]
struct Properties {
    name: Option<String>,
    precision: Option<FpCorePrecision>,
    precondition: Option<Expression>,
}

/// A formula. Its name is what it is called in the text, and becomes a name in C later.
pub(crate) fn core(datum: &Datum) -> Result<Core, FpCoreError> {
    let refuse = |what: &str| Err(FpCoreError::new(datum.place, what));
    let Some([keyword, rest @ ..]) = datum.list() else { return refuse("this is no (FPCore …)") };
    if keyword.word() != Some("FPCore") {
        return refuse("this is no (FPCore …)");
    }
    let (symbol, rest) = match rest {
        [first, others @ ..] if first.word().is_some() => (first.word(), others),
        all => (None, all),
    };
    let [arguments, rest @ ..] = rest else { return refuse("its arguments are missing") };
    let Some(arguments) = arguments.list() else { return refuse("its arguments are no list") };
    let (properties, rest) = properties(rest)?;
    let [body] = rest else { return refuse("it needs one expression after its properties") };
    let precision = properties.precision.unwrap_or(FpCorePrecision::Binary64);
    let arguments = arguments.iter().map(|one| argument(one, precision)).collect::<Result<Vec<_>, _>>()?;
    for (at, one) in arguments.iter().enumerate() {
        if arguments[..at].iter().any(|other| other.name == one.name) {
            return refuse(&format!("two arguments are called {}", one.name));
        }
    }
    let mut known: Vec<String> = arguments.iter().map(|argument| argument.name.clone()).collect();
    let body_of = |datum: &Datum, known: &mut Vec<String>| {
        let expression = expression(datum)?;
        check_variables(&expression, known)?;
        Ok::<_, FpCoreError>(expression)
    };
    let body = body_of(body, &mut known)?;
    if let Some(precondition) = &properties.precondition {
        check_variables(precondition, &mut known)?;
    }
    Ok(Core {
        name: symbol.map(str::to_owned).or(properties.name).unwrap_or_default(),
        arguments,
        precision,
        place: datum.place,
        precondition: properties.precondition,
        body,
    })
}

fn argument(datum: &Datum, precision: FpCorePrecision) -> Result<Argument, FpCoreError> {
    let (name, precision) = match datum.list() {
        None => (datum.word(), precision),
        Some([mark, rest @ ..]) if mark.word() == Some("!") => {
            let (properties, rest) = properties(rest)?;
            match rest {
                [name] => (name.word(), properties.precision.unwrap_or(precision)),
                _ => return Err(FpCoreError::new(datum.place, "arrays are not supported")),
            }
        }
        Some(_) => return Err(FpCoreError::new(datum.place, "arrays are not supported")),
    };
    match name {
        Some(name) if literal::number(name).is_none() => {
            Ok(Argument { name: name.to_owned(), c_name: String::new(), precision })
        }
        _ => Err(FpCoreError::new(datum.place, "this is no name of an argument")),
    }
}

/// Properties, and what comes after them.
fn properties(mut data: &[Datum]) -> Result<(Properties, &[Datum]), FpCoreError> {
    let mut found = Properties::default();
    while let [key, value, rest @ ..] = data {
        let Some(name) = key.word().and_then(|word| word.strip_prefix(':')) else { break };
        match name {
            "name" => {
                found.name = match &value.kind {
                    DatumKind::Text(text) | DatumKind::Word(text) => Some(text.clone()),
                    DatumKind::List(_) => None,
                };
            }
            "precision" => {
                let precision = value.word().and_then(FpCorePrecision::from_name);
                found.precision = Some(precision.ok_or_else(|| {
                    FpCoreError::new(value.place, "the precision is none of binary32, binary64 and binary80")
                })?);
            }
            "round" if value.word() != Some("nearestEven") => {
                return Err(FpCoreError::new(
                    value.place,
                    "the only rounding that is supported is nearestEven",
                ));
            }
            "pre" => found.precondition = Some(expression(value)?),
            // What else is said of a formula (its source, an alternative) does not change it.
            _ => {}
        }
        data = rest;
    }
    Ok((found, data))
}

fn expression(datum: &Datum) -> Result<Expression, FpCoreError> {
    let kind = match &datum.kind {
        DatumKind::Word(word) => match literal::number(word) {
            Some(number) => ExpressionKind::Number(number),
            None if is_constant(word) => ExpressionKind::Constant(word.clone()),
            None => ExpressionKind::Variable(word.clone()),
        },
        DatumKind::Text(_) => return Err(FpCoreError::new(datum.place, "a text is no expression")),
        DatumKind::List(items) => list(datum.place, items)?,
    };
    Ok(Expression { place: datum.place, kind })
}

fn is_constant(word: &str) -> bool {
    matches!(word, "TRUE" | "FALSE") || CONSTANTS.iter().any(|(name, _)| *name == word)
}

fn list(place: Place, items: &[Datum]) -> Result<ExpressionKind, FpCoreError> {
    let [head, operands @ ..] = items else { return Err(FpCoreError::new(place, "an empty list")) };
    let Some(head) = head.word() else {
        return Err(FpCoreError::new(place, "a list begins with an operator"));
    };
    let wrong = |what: &str| FpCoreError::new(place, format!("`{head}` {what}"));
    Ok(match (head, operands) {
        ("if", [condition, yes, no]) => {
            ExpressionKind::If(Box::new([expression(condition)?, expression(yes)?, expression(no)?]))
        }
        ("let" | "let*", [bindings, body]) => {
            let bindings = bindings.list().ok_or_else(|| wrong("needs a list of bindings"))?;
            let binding = |datum: &Datum| match datum.list() {
                Some([name, value]) if name.word().is_some() => {
                    Ok((name.word().unwrap_or_default().to_owned(), expression(value)?))
                }
                _ => Err(FpCoreError::new(datum.place, "a binding is a name and an expression")),
            };
            ExpressionKind::Let {
                bindings: bindings.iter().map(binding).collect::<Result<_, _>>()?,
                in_turn: head == "let*",
                body: Box::new(expression(body)?),
            }
        }
        ("while" | "while*", [condition, variables, body]) => {
            let variables = variables.list().ok_or_else(|| wrong("needs a list of variables"))?;
            let variable = |datum: &Datum| match datum.list() {
                Some([name, first, next]) if name.word().is_some() => Ok(LoopVariable {
                    name: name.word().unwrap_or_default().to_owned(),
                    first: expression(first)?,
                    next: expression(next)?,
                }),
                _ => Err(FpCoreError::new(datum.place, "a variable of a loop is a name and two expressions")),
            };
            ExpressionKind::While {
                condition: Box::new(expression(condition)?),
                variables: variables.iter().map(variable).collect::<Result<_, _>>()?,
                in_turn: head == "while*",
                body: Box::new(expression(body)?),
            }
        }
        ("digits", [significand, exponent, base]) => ExpressionKind::Number(
            digits(significand, exponent, base).ok_or_else(|| wrong("is a number of base 2 or 10"))?,
        ),
        ("!", annotated) => {
            let (properties, rest) = properties(annotated)?;
            let [body] = rest else { return Err(wrong("needs properties and one expression")) };
            ExpressionKind::Within(properties.precision, Box::new(expression(body)?))
        }
        ("cast", [operand]) => ExpressionKind::Cast(Box::new(expression(operand)?)),
        ("for" | "for*" | "tensor" | "tensor*" | "ref" | "dim" | "size" | "array", _) => {
            return Err(wrong("is about arrays, which are not supported"));
        }
        _ => {
            let Some((_, least, most)) = OPERATORS.iter().find(|(name, ..)| *name == head) else {
                return Err(wrong("is no operator"));
            };
            if !(*least..=*most).contains(&operands.len()) {
                return Err(wrong(&format!("does not take {} operands", operands.len())));
            }
            ExpressionKind::Apply(head.to_owned(), operands.iter().map(expression).collect::<Result<_, _>>()?)
        }
    })
}

fn digits(significand: &Datum, exponent: &Datum, base: &Datum) -> Option<crate::core::Number> {
    let (significand, exponent) = (significand.word()?, exponent.word()?);
    let integer: i128 = significand.parse().ok()?;
    match base.word()? {
        "10" => literal::number(&format!("{significand}e{exponent}")),
        "2" => {
            let sign = if integer < 0 { "-" } else { "" };
            literal::number(&format!("{sign}0x{:x}p{exponent}", integer.unsigned_abs()))
        }
        _ => None,
    }
}

/// Refuses variables that nothing defines.
fn check_variables(expression: &Expression, known: &mut Vec<String>) -> Result<(), FpCoreError> {
    match &expression.kind {
        ExpressionKind::Number(_) | ExpressionKind::Constant(_) => Ok(()),
        ExpressionKind::Variable(name) if known.contains(name) => Ok(()),
        ExpressionKind::Variable(name) => {
            Err(FpCoreError::new(expression.place, format!("`{name}` is no argument, variable or constant")))
        }
        ExpressionKind::Apply(_, operands) => {
            operands.iter().try_for_each(|operand| check_variables(operand, known))
        }
        ExpressionKind::If(parts) => parts.iter().try_for_each(|part| check_variables(part, known)),
        ExpressionKind::Cast(inner) | ExpressionKind::Within(_, inner) => check_variables(inner, known),
        ExpressionKind::Let { bindings, in_turn, body } => {
            let before = known.len();
            let mut defined = Vec::new();
            for (name, value) in bindings {
                check_variables(value, known)?;
                if *in_turn { known.push(name.clone()) } else { defined.push(name.clone()) }
            }
            known.extend(defined);
            let checked = check_variables(body, known);
            known.truncate(before);
            checked
        }
        ExpressionKind::While { condition, variables, in_turn, body } => {
            let before = known.len();
            let mut defined = Vec::new();
            for LoopVariable { name, first, .. } in variables {
                check_variables(first, known)?;
                if *in_turn { known.push(name.clone()) } else { defined.push(name.clone()) }
            }
            known.extend(defined);
            check_variables(condition, known)?;
            variables.iter().try_for_each(|variable| check_variables(&variable.next, known))?;
            let checked = check_variables(body, known);
            known.truncate(before);
            checked
        }
    }
}
