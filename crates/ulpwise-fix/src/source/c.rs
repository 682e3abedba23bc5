//! Functions in C and C++.

use super::{Declaration, FunctionShape, Language, Operator, Root, SourceType, Syntax, descendants};
use crate::search::sample::Kind;
use std::collections::{BTreeMap, BTreeSet};
use tree_sitter::Node;

/// A source and what its declarations say.
pub(super) struct Reader<'t> {
    pub(super) text: &'t str,
    pub(super) language: Language,
    root: Node<'t>,
    types: BTreeMap<&'t str, SourceType>,
    fields: BTreeMap<&'t str, SourceType>,
    /// Macros with parameters.
    macros: BTreeSet<&'t str>,
    /// Macros that stand for a number.
    constants: BTreeMap<&'t str, f64>,
}

impl<'t> Reader<'t> {
    pub(super) fn new(text: &'t str, root: Node<'t>, language: Language) -> Self {
        let mut reader = Self {
            text,
            language,
            root,
            types: BTreeMap::new(),
            fields: BTreeMap::new(),
            macros: BTreeSet::new(),
            constants: BTreeMap::new(),
        };
        for node in descendants(root) {
            reader.note(node);
        }
        reader
    }

    fn note(&mut self, node: Node<'t>) {
        let field = |name: &str| node.child_by_field_name(name);
        match node.kind() {
            "type_definition" => {
                if let (Some(ty), Some(name)) = (field("type"), field("declarator")) {
                    let ty = self.declared_type(ty);
                    self.types.insert(self.text_of(name), ty);
                }
            }
            "field_declaration" => {
                if let (Some(ty), Some(declarator)) = (field("type"), field("declarator")) {
                    let (name, ty) = self.declared(declarator, self.declared_type(ty));
                    let before = self.fields.insert(name, ty);
                    // The same name in two structures tells nothing, unless both have the same type.
                    if before.is_some_and(|before| before != ty) {
                        self.fields.insert(name, SourceType::Other);
                    }
                }
            }
            "preproc_function_def" => {
                self.macros.extend(field("name").map(|name| self.text_of(name)));
            }
            "preproc_def" => {
                if let (Some(name), Some(value)) = (field("name"), field("value"))
                    && let Some(number) = number(self.text_of(value).trim())
                {
                    self.constants.insert(self.text_of(name), number.0);
                }
            }
            _ => {}
        }
    }

    pub(super) fn text_of(&self, node: Node<'_>) -> &'t str {
        &self.text[node.byte_range()]
    }

    /// Whether a name stands for macro with parameters.
    pub(super) fn is_macro(&self, name: &str) -> bool {
        self.macros.contains(name)
    }

    /// The number that a name stands for.
    pub(super) fn constant(&self, name: &str) -> Option<f64> {
        self.constants.get(name).copied()
    }

    fn declared_type(&self, node: Node<'t>) -> SourceType {
        let text = self.text_of(node);
        if let Some(known) = self.types.get(text) {
            return *known;
        }
        match text {
            "double" | "double_t" => SourceType::Number(Kind::Double),
            "float" => SourceType::Number(Kind::Single),
            "int" | "long" | "short" | "unsigned" | "unsigned int" | "size_t" | "long long"
            | "unsigned long" | "int32_t" | "int64_t" | "uint32_t" | "uint64_t" | "long int" => {
                SourceType::Number(Kind::Integer)
            }
            _ => SourceType::Other,
        }
    }

    /// The name that a declarator declares, and its type.
    fn declared(&self, declarator: Node<'t>, ty: SourceType) -> (&'t str, SourceType) {
        let elements = match ty {
            SourceType::Number(kind) => SourceType::Elements(kind),
            _ => SourceType::Other,
        };
        let inner = declarator.child_by_field_name("declarator").or_else(|| declarator.named_child(0));
        match (declarator.kind(), inner) {
            ("pointer_declarator" | "array_declarator", Some(inner)) => self.declared(inner, elements),
            ("reference_declarator", Some(inner)) => (self.declared(inner, ty).0, ty),
            ("parenthesized_declarator" | "init_declarator", Some(inner)) => self.declared(inner, ty),
            ("function_declarator", Some(inner)) => {
                (self.declared(inner, SourceType::Other).0, SourceType::Other)
            }
            _ => (self.text_of(declarator), ty),
        }
    }

    /// Whether the name stands among the arguments of a macro.
    pub(super) fn is_made_by_macro(&self, name: &str) -> bool {
        self.text.match_indices(name).any(|(at, _)| {
            let before = self.text[..at].trim_end();
            let line = before.rsplit('\n').next().unwrap_or_default();
            let caller = before.strip_suffix('(').or_else(|| before.strip_suffix(',')).map(str::trim_end);
            caller.is_some_and(|caller| {
                let word =
                    caller.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
                self.macros.contains(word)
            }) || line.contains("##") && line.trim_start().starts_with("#define")
        })
    }

    /// The function of a name.
    pub(super) fn function(&self, name: &str) -> Option<FunctionShape<'t>> {
        let last = name.rsplit("::").next().unwrap_or(name);
        let mut found = descendants(self.root).into_iter().filter(|node| {
            node.kind() == "function_definition"
                && self.function_name(*node).is_some_and(|own| own.rsplit("::").next() == Some(last))
        });
        let node = found.next()?;
        // Overloads: which one is meant is not known here.
        if found.next().is_some() {
            return None;
        }
        let body = node.child_by_field_name("body")?;
        let mut shape = FunctionShape {
            span: node.byte_range(),
            parameters: self.parameters(node),
            declarations: Vec::new(),
            assigned: BTreeSet::new(),
            roots: Vec::new(),
        };
        for node in descendants(body) {
            self.note_assignment(node, &mut shape.assigned);
        }
        self.statements(body, &mut Vec::new(), &mut shape);
        Some(shape)
    }

    fn function_name(&self, definition: Node<'t>) -> Option<&'t str> {
        let mut declarator = definition.child_by_field_name("declarator")?;
        while let Some(inner) = declarator.child_by_field_name("declarator") {
            declarator = inner;
        }
        Some(self.text_of(declarator))
    }

    fn parameters(&self, definition: Node<'t>) -> Vec<(String, SourceType)> {
        let nodes = descendants(definition.child_by_field_name("declarator").unwrap_or(definition));
        let parameters = nodes.into_iter().filter(|node| node.kind() == "parameter_declaration");
        let read = |node: Node<'t>| {
            let ty = self.declared_type(node.child_by_field_name("type")?);
            let (name, ty) = self.declared(node.child_by_field_name("declarator")?, ty);
            Some((name.to_owned(), ty))
        };
        parameters.filter_map(read).collect()
    }

    fn note_assignment(&self, node: Node<'t>, assigned: &mut BTreeSet<String>) {
        let target = match node.kind() {
            "assignment_expression" => node.child_by_field_name("left"),
            "update_expression" => node.child_by_field_name("argument"),
            "pointer_expression" if self.text_of(node).starts_with('&') => {
                node.child_by_field_name("argument")
            }
            // A reference can change what it refers to; so can what captures by reference.
            "reference_declarator" => node.parent().and_then(|it| it.child_by_field_name("value")),
            "lambda_expression" => return assigned.extend(self.names_in(node)),
            _ => None,
        };
        assigned.extend(target.map(|target| self.text_of(target).to_owned()));
    }

    fn names_in(&self, node: Node<'t>) -> Vec<String> {
        let names = descendants(node).into_iter().filter(|it| it.kind() == "identifier");
        names.map(|it| self.text_of(it).to_owned()).collect()
    }

    /// Goes through a block: what is declared, what is returned or assigned, and under which conditions.
    fn statements(
        &self,
        block: Node<'t>,
        conditions: &mut Vec<(Node<'t>, bool)>,
        shape: &mut FunctionShape<'t>,
    ) {
        let depth = conditions.len();
        let mut cursor = block.walk();
        let children: Vec<Node<'t>> = block.named_children(&mut cursor).collect();
        for child in children {
            self.statement(child, block, conditions, shape);
            if let Some(condition) = self.leaves_if(child) {
                conditions.push((condition, false));
            }
        }
        conditions.truncate(depth);
    }

    /// The condition of a statement that leaves the function if it is true.
    fn leaves_if(&self, statement: Node<'t>) -> Option<Node<'t>> {
        if statement.kind() != "if_statement" || statement.child_by_field_name("alternative").is_some() {
            return None;
        }
        let mut inner = statement.child_by_field_name("consequence")?;
        if inner.kind() == "compound_statement" {
            inner = inner.named_child((inner.named_child_count() as u32).checked_sub(1)? as usize)?;
        }
        (inner.kind() == "return_statement").then(|| statement.child_by_field_name("condition")).flatten()
    }

    fn statement(
        &self,
        node: Node<'t>,
        block: Node<'t>,
        conditions: &mut Vec<(Node<'t>, bool)>,
        shape: &mut FunctionShape<'t>,
    ) {
        let field = |name: &str| node.child_by_field_name(name);
        match node.kind() {
            "declaration" => self.declaration(node, block, shape, conditions),
            "return_statement" => {
                if let Some(value) = node.named_child(0) {
                    self.root(value, node, conditions, shape);
                }
            }
            "expression_statement" => {
                if let Some(assignment) =
                    node.named_child(0).filter(|it| it.kind() == "assignment_expression")
                    && assignment.child_by_field_name("operator").is_some_and(|it| self.text_of(it) == "=")
                    && let Some(value) = assignment.child_by_field_name("right")
                {
                    self.root(value, node, conditions, shape);
                }
            }
            "if_statement" => {
                let condition = field("condition");
                for (branch, holds) in [("consequence", true), ("alternative", false)] {
                    let Some(branch) = field(branch) else { continue };
                    let depth = conditions.len();
                    conditions.extend(condition.map(|condition| (condition, holds)));
                    let inner =
                        if branch.kind() == "else_clause" { branch.named_child(0) } else { Some(branch) };
                    if let Some(inner) = inner {
                        self.statement(inner, inner, conditions, shape);
                    }
                    conditions.truncate(depth);
                }
            }
            "compound_statement" => self.statements(node, conditions, shape),
            "for_statement" | "while_statement" | "do_statement" | "for_range_loop" | "switch_statement"
            | "case_statement" | "labeled_statement" => {
                // Within a loop nothing is known of what held before it about what changes in it;
                // conditions on what is assigned are dropped where they are read.
                let mut cursor = node.walk();
                let children: Vec<Node<'t>> = node.named_children(&mut cursor).collect();
                for child in children {
                    self.statement(child, node, conditions, shape);
                }
            }
            _ => {}
        }
    }

    fn declaration(
        &self,
        node: Node<'t>,
        block: Node<'t>,
        shape: &mut FunctionShape<'t>,
        conditions: &mut Vec<(Node<'t>, bool)>,
    ) {
        let Some(ty) = node.child_by_field_name("type") else { return };
        let mut cursor = node.walk();
        let declarators: Vec<Node<'t>> = node.children_by_field_name("declarator", &mut cursor).collect();
        let alone = declarators.len() == 1;
        for declarator in declarators {
            let value = declarator.child_by_field_name("value");
            let declared = match self.text_of(ty) {
                // Its type is that of its value.
                "auto" => SourceType::Number(Kind::Double),
                _ => self.declared_type(ty),
            };
            let (name, ty) = self.declared(declarator, declared);
            let is_static = self.text_of(node).starts_with("static");
            shape.declarations.push(Declaration {
                name: name.to_owned(),
                ty,
                value: value.filter(|_| !is_static),
                statement: alone.then_some(node),
                scope: node.end_byte()..block.end_byte(),
            });
            if let (Some(value), SourceType::Number(Kind::Double | Kind::Single)) = (value, ty) {
                self.root(value, node, conditions, shape);
            }
        }
    }

    /// An expression, or those between which a condition chooses.
    fn root(
        &self,
        node: Node<'t>,
        statement: Node<'t>,
        conditions: &mut Vec<(Node<'t>, bool)>,
        shape: &mut FunctionShape<'t>,
    ) {
        let inner = unwrapped(node);
        if inner.kind() == "conditional_expression" {
            let field = |name: &str| inner.child_by_field_name(name);
            for (branch, holds) in [("consequence", true), ("alternative", false)] {
                let Some(branch) = field(branch) else { continue };
                let depth = conditions.len();
                conditions.extend(field("condition").map(|condition| (condition, holds)));
                self.root(branch, statement, conditions, shape);
                conditions.truncate(depth);
            }
            return;
        }
        shape.roots.push(Root { node, statement, conditions: conditions.clone() });
    }

    /// An expression in shared terms.
    pub(super) fn syntax(&self, node: Node<'t>, types: &dyn Fn(&str) -> Option<SourceType>) -> Syntax<'t> {
        let field = |name: &str| node.child_by_field_name(name);
        let other = || Syntax::Other(format!("`{}` is not followed", short(self.text_of(node))));
        match node.kind() {
            "number_literal" => Syntax::Number(self.text_of(node)),
            "identifier" | "qualified_identifier" => Syntax::Name(self.text_of(node)),
            "parenthesized_expression" => node.named_child(0).map_or_else(other, Syntax::Inside),
            "binary_expression" => {
                let operator = field("operator").map(|it| self.text_of(it)).and_then(operator);
                match (operator, field("left"), field("right")) {
                    (Some(operator), Some(left), Some(right)) => Syntax::Binary(operator, left, right),
                    _ => other(),
                }
            }
            "unary_expression" => match (field("operator").map(|it| self.text_of(it)), field("argument")) {
                (Some("-"), Some(argument)) => Syntax::Negative(argument),
                (Some("+"), Some(argument)) => Syntax::Inside(argument),
                _ => other(),
            },
            "cast_expression" => match (field("type"), field("value")) {
                (Some(ty), Some(value)) => Syntax::Cast(self.declared_type(ty), value),
                _ => other(),
            },
            "call_expression" => match (field("function"), field("arguments")) {
                (Some(function), Some(arguments)) => {
                    let mut cursor = arguments.walk();
                    let arguments = arguments.named_children(&mut cursor).collect();
                    Syntax::Call(self.text_of(function), arguments)
                }
                _ => other(),
            },
            "subscript_expression" | "pointer_expression" => {
                let base = field("argument").map(|it| self.text_of(it));
                let ty = base.and_then(types).map_or(SourceType::Other, |ty| match ty {
                    SourceType::Elements(kind) => SourceType::Number(kind),
                    _ => SourceType::Other,
                });
                if self.text_of(node).starts_with('&') || has_effects(node) {
                    other()
                } else {
                    Syntax::Element(ty)
                }
            }
            "field_expression" => {
                let ty = field("field").and_then(|it| self.fields.get(self.text_of(it))).copied();
                if has_effects(node) { other() } else { Syntax::Element(ty.unwrap_or(SourceType::Other)) }
            }
            _ => other(),
        }
    }

    /// A comparison: the left side, the operator, the right side.
    pub(super) fn comparison(&self, node: Node<'t>) -> Option<(Node<'t>, &'t str, Node<'t>)> {
        let node = unwrapped(node);
        if node.kind() != "binary_expression" {
            return None;
        }
        let field = |name: &str| node.child_by_field_name(name);
        Some((field("left")?, self.text_of(field("operator")?), field("right")?))
    }
}

/// What is inside of parentheses.
pub(super) fn unwrapped(mut node: Node<'_>) -> Node<'_> {
    while matches!(node.kind(), "parenthesized_expression" | "condition_clause") {
        let inner = node.child_by_field_name("value").or_else(|| node.named_child(0));
        match inner {
            Some(inner) => node = inner,
            None => break,
        }
    }
    node
}

fn has_effects(node: Node<'_>) -> bool {
    let effects = ["call_expression", "update_expression", "assignment_expression"];
    descendants(node).iter().any(|node| effects.contains(&node.kind()))
}

fn operator(text: &str) -> Option<Operator> {
    Some(match text {
        "+" => Operator::Add,
        "-" => Operator::Sub,
        "*" => Operator::Mul,
        "/" => Operator::Div,
        _ => return None,
    })
}

/// The first words of a text.
pub(super) fn short(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= 40 { line } else { line.chars().take(37).collect::<String>() + "..." }
}

/// A literal's number, and its type.
pub(super) fn number(text: &str) -> Option<(f64, Kind)> {
    let text = text.replace('\'', "");
    let is_hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    let is_float =
        if is_hexadecimal { text.contains(['p', 'P', '.']) } else { text.contains(['.', 'e', 'E']) };
    if is_hexadecimal && is_float {
        return None;
    }
    if is_float {
        let (digits, kind) = match text.strip_suffix(['f', 'F']) {
            Some(digits) => (digits, Kind::Single),
            None if text.ends_with(['l', 'L']) => return None,
            None => (text.as_str(), Kind::Double),
        };
        let value: f64 = digits.parse().ok()?;
        return Some((
            if kind == Kind::Single { f64::from(digits.parse::<f32>().ok()?) } else { value },
            kind,
        ));
    }
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
    let value = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(digits) => i64::from_str_radix(digits, 16).ok()?,
        None if digits.len() > 1 && digits.starts_with('0') => i64::from_str_radix(digits, 8).ok()?,
        None => digits.parse().ok()?,
    };
    (value.unsigned_abs() < 1 << 53).then_some((value as f64, Kind::Integer))
}
