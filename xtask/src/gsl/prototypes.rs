//! The functions that GSL's headers declare, and which of them take scalars only.
//!
//! This is no C parser: it reads declarations as GSL writes them, one prototype a statement, with
//! no function pointers and no macros but the few listed below. A declaration of another shape is
//! skipped.
//!
//! The list is a table of three columns separated by tabs: name, return type, and the parameters'
//! types separated by `, `. Types are spelled as in C, without names, and without `const` before a
//! value.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

/// A declared function, its types spelled as in C.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prototype {
    /// The function.
    pub name: String,
    /// The type of its result.
    pub returns: String,
    /// The types of its parameters.
    pub parameters: Vec<String>,
}

/// Parameters that are plain input.
const SCALARS: [&str; 5] = ["double", "int", "unsigned int", "gsl_mode_t", "size_t"];

/// Parameters that receive a result: a value with an error estimate, and the same with a decimal
/// exponent.
const OUTPUTS: [&str; 2] = ["gsl_sf_result *", "gsl_sf_result_e10 *"];

/// Macros that stand before a declaration and say nothing about its type.
const DECORATIONS: [&str; 5] = ["__BEGIN_DECLS", "__END_DECLS", "INLINE_DECL", "INLINE_FUN", "extern"];

impl Prototype {
    fn has_output(&self) -> bool {
        self.parameters.iter().any(|kind| OUTPUTS.contains(&kind.as_str()))
    }

    fn takes_a_double(&self) -> bool {
        self.parameters.iter().any(|kind| kind == "double")
    }

    /// Every parameter is a scalar or an output, there is a scalar, and the result is floating
    /// point.
    fn is_scalar_function(&self) -> bool {
        let is_scalar = |kind: &String| SCALARS.contains(&kind.as_str());
        self.parameters.iter().all(|kind| is_scalar(kind) || OUTPUTS.contains(&kind.as_str()))
            && self.parameters.iter().any(is_scalar)
            && (self.returns == "double" || self.returns == "int" && self.has_output())
    }
}

/// The scalar functions declared in the files `gsl_sf*.h` of `headers`, by name.
pub(super) fn scalar_functions(headers: &Path) -> Result<Vec<Prototype>> {
    let mut functions = BTreeMap::new();
    for entry in fs::read_dir(headers)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with("gsl_sf") && name.ends_with(".h") {
            let text =
                fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
            for prototype in declared(&text).into_iter().filter(Prototype::is_scalar_function) {
                functions.insert(prototype.name.clone(), prototype);
            }
        }
    }
    Ok(functions.into_values().collect())
}

/// One sentence that says what the number counts, and how it is made up.
pub(super) fn explain_count(functions: &[Prototype]) -> String {
    let of = |returns: &str| {
        functions.iter().filter(|function| function.takes_a_double() && function.returns == returns).count()
    };
    let (plain, with_status) = (of("double"), of("int"));
    format!(
        "{} functions of gsl_sf*.h take scalars only (besides gsl_sf_result pointers for output) and give a \
         floating-point result: {plain} plain (returning double) and {with_status} `_e` (returning a status) \
         with at least one double, and {} with integers only",
        functions.len(),
        functions.len() - plain - with_status
    )
}

/// The table described at the top.
pub(super) fn to_tsv(functions: &[Prototype]) -> String {
    let line = |function: &Prototype| {
        format!("{}\t{}\t{}\n", function.name, function.returns, function.parameters.join(", "))
    };
    functions.iter().map(line).collect()
}

/// Reads the table back.
pub fn from_tsv(table: &str) -> Result<Vec<Prototype>> {
    let parse = |line: &str| {
        let mut columns = line.split('\t');
        let mut next = || columns.next().with_context(|| format!("not three columns: {line}"));
        let (name, returns) = (next()?.to_owned(), next()?.to_owned());
        Ok(Prototype { name, returns, parameters: next()?.split(", ").map(str::to_owned).collect() })
    };
    table.lines().map(parse).collect()
}

/// All prototypes in a header's text.
fn declared(header: &str) -> Vec<Prototype> {
    let text = without_bodies(&without_directives(&without_comments(header)));
    text.split(';').filter_map(prototype).collect()
}

fn without_comments(text: &str) -> String {
    let mut left = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("/*") {
        left.push_str(before);
        left.push(' ');
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    left + rest
}

/// Without preprocessor lines, continued ones included.
fn without_directives(text: &str) -> String {
    let mut left = String::new();
    let mut continued = false;
    for line in text.lines() {
        let directive = continued || line.trim_start().starts_with('#');
        continued = directive && line.ends_with('\\');
        if !directive {
            left.push_str(line);
            left.push('\n');
        }
    }
    left
}

/// With every outermost `{…}` replaced by `;`.
fn without_bodies(text: &str) -> String {
    let mut depth = 0_usize;
    let mut left = String::new();
    for c in text.chars() {
        match c {
            '{' => depth += 1,
            '}' => {
                depth = depth.saturating_sub(1);
                left.push(';');
            }
            _ if depth == 0 => left.push(c),
            _ => {}
        }
    }
    left
}

fn prototype(statement: &str) -> Option<Prototype> {
    let (head, rest) = statement.split_once('(')?;
    let (parameters, _) = rest.split_once(')')?;
    let mut words = words(head);
    words.retain(|word| !DECORATIONS.contains(&word.as_str()));
    let name = words.pop().filter(|name| name.starts_with("gsl_sf_"))?;
    let parameters = parameters.split(',').map(|parameter| without_name(&words_of_type(parameter))).collect();
    Some(Prototype { name, returns: words.join(" "), parameters })
}

/// Identifiers, and each `*` and `[…]` by itself.
fn words(text: &str) -> Vec<String> {
    text.replace('*', " * ").replace('[', " [").split_whitespace().map(str::to_owned).collect()
}

/// Like [`words`], but `const` stays only where it says that a pointer is not an output.
fn words_of_type(parameter: &str) -> Vec<String> {
    let mut words = words(parameter);
    if !words.iter().any(|word| word == "*" || word.starts_with('[')) {
        words.retain(|word| word != "const");
    }
    words
}

fn without_name(words: &[String]) -> String {
    let mut kind = words.to_vec();
    let bounds = kind.iter().position(|word| word.starts_with('['));
    let name_at = bounds.unwrap_or(kind.len()).saturating_sub(1);
    let is_name = |word: &String| !["*", "int", "double", "void"].contains(&word.as_str());
    if name_at > 0 && kind.get(name_at).is_some_and(is_name) {
        kind.remove(name_at);
    }
    kind.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn only(header: &str) -> Prototype {
        let mut all = declared(header);
        assert_eq!(all.len(), 1, "{all:?}");
        all.remove(0)
    }

    #[test]
    fn prototypes_are_read_as_gsl_writes_them() {
        let read = only(
            "#define X \\\n  int gsl_sf_not_this(int);\n__BEGIN_DECLS\n/* f(x); */\n\
             int gsl_sf_f_e(const double x, unsigned int n, gsl_sf_result * result);",
        );
        assert_eq!((read.name.as_str(), read.returns.as_str()), ("gsl_sf_f_e", "int"));
        assert_eq!(read.parameters, ["double", "unsigned int", "gsl_sf_result *"]);
        assert!(read.is_scalar_function());
    }

    #[test]
    fn bodies_and_structures_are_no_prototypes() {
        let header =
            "struct s { double a; int f(int); };\nINLINE_FUN double gsl_sf_g(const int l) { return h(l); }";
        assert_eq!(only(header).name, "gsl_sf_g");
    }

    #[test]
    fn unnamed_parameters_keep_their_type() {
        assert_eq!(only("double gsl_sf_f(double, unsigned int);").parameters, ["double", "unsigned int"]);
    }

    #[test]
    fn arrays_workspaces_and_constant_pointers_are_not_scalar() {
        for parameters in [
            "double x, double result_array[]",
            "double x, double * result_array",
            "double x, gsl_sf_mathieu_workspace *work",
            "const gsl_sf_result_e10 * re, gsl_sf_result * r",
            "double * theta",
        ] {
            let function = only(&format!("int gsl_sf_f({parameters});"));
            assert!(!function.is_scalar_function(), "{function:?}");
        }
    }

    #[test]
    fn a_result_that_is_not_floating_point_does_not_count() {
        assert!(!only("size_t gsl_sf_legendre_nlm(const size_t lmax);").is_scalar_function());
        assert!(
            !only("gsl_sf_mathieu_workspace *gsl_sf_mathieu_alloc(const size_t nn, const double qq);")
                .is_scalar_function()
        );
        assert!(only("double gsl_sf_fact(const unsigned int n);").is_scalar_function());
    }

    #[test]
    fn the_table_reads_back() {
        let functions =
            declared("double gsl_sf_a(double x, int n);\nint gsl_sf_a_e(double x, gsl_sf_result * r);");
        assert_eq!(from_tsv(&to_tsv(&functions)).unwrap(), functions);
        assert!(from_tsv("name only").is_err());
    }

    #[test]
    fn the_count_is_made_up_of_three_kinds() {
        let functions = declared(
            "double gsl_sf_a(double x); int gsl_sf_a_e(double x, gsl_sf_result * r); double gsl_sf_b(int n);",
        );
        let text = explain_count(&functions);
        assert!(text.starts_with("3 functions"), "{text}");
        assert!(
            text.contains("1 plain") && text.contains("1 `_e`") && text.ends_with("1 with integers only")
        );
    }
}
