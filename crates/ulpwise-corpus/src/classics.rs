//! The functions of `corpus/accuracy/classics.c` with what is known of them: the arguments of
//! `ulpwise accuracy`, the error that has to be found, whether a relative bound can be proven, and
//! the operation to blame.

use crate::spec::root;

/// Where they are, from the root of the repository.
pub const CLASSICS: &str = "corpus/accuracy/classics.c";

/// A function and what is known of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Classic {
    /// Its name.
    pub name: String,
    /// What it returns, and its parameters, each a type and a name.
    pub returns: String,
    /// Its parameters, each a type and a name.
    pub parameters: Vec<(String, String)>,
    /// The arguments of `ulpwise accuracy`.
    pub arguments: Vec<String>,
    /// The relative error that has to be found.
    pub least: f64,
    /// Whether a bound on the relative error can be proven.
    pub bounded: bool,
    /// The line of the operation to blame, and its operator.
    pub guilty: Option<(u64, char)>,
}

impl Classic {
    /// The ranges of the inputs, `NAME=LOW..HIGH` each.
    pub fn ranges(&self) -> Vec<String> {
        self.values("--range").map(str::to_owned).collect()
    }

    /// The lengths of arrays, by the names of parameters.
    pub fn lengths(&self) -> Vec<(String, u64)> {
        let pairs = self.values("--len").filter_map(|value| value.split_once('='));
        pairs.filter_map(|(name, number)| Some((name.to_owned(), number.parse().ok()?))).collect()
    }

    fn values<'c>(&'c self, option: &str) -> impl Iterator<Item = &'c str> {
        let pairs = self.arguments.windows(2).filter(move |pair| pair[0] == option);
        pairs.map(|pair| pair[1].as_str())
    }

    /// The value of an option such as `--range` for a parameter.
    pub fn option(&self, option: &str, parameter: &str) -> Option<&str> {
        self.values(option)
            .filter_map(|value| value.split_once('='))
            .find_map(|(name, value)| (name == parameter).then_some(value))
    }
}

/// All of them, in their order.
///
/// # Panics
/// The file is missing, or a comment in it is not of the form that its first lines describe.
pub fn classics() -> Vec<Classic> {
    let file = root().join(CLASSICS);
    let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let mut classics: Vec<Classic> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if let Some(said) = line.strip_prefix("/* accuracy: ").and_then(|said| said.strip_suffix(" */")) {
            classics.push(described(said).unwrap_or_else(|| panic!("{CLASSICS}:{number}: {line}")));
        } else if let Some(classic) = classics.last_mut() {
            if classic.name.is_empty() {
                declared(classic, line).unwrap_or_else(|| panic!("{CLASSICS}:{number}: {line}"));
            }
            if let Some((_, operator)) = line.split_once("/* guilty: ") {
                classic.guilty = operator.chars().next().map(|operator| (number, operator));
            }
        }
    }
    classics
}

fn described(said: &str) -> Option<Classic> {
    let mut parts = said.split(';').map(str::trim);
    let arguments = parts.next()?.split_whitespace().map(str::to_owned).collect();
    let least = parts.next()?.strip_prefix("at least ")?.parse().ok()?;
    let bounded = parts.next() == Some("bound");
    let (name, returns, parameters, guilty) = Default::default();
    Some(Classic { name, returns, parameters, arguments, least, bounded, guilty })
}

fn declared(classic: &mut Classic, line: &str) -> Option<()> {
    let (before, rest) = line.split_once('(')?;
    let (returns, name) = before.rsplit_once(' ')?;
    (classic.returns, classic.name) = (returns.to_owned(), name.to_owned());
    for parameter in rest.split_once(')')?.0.split(',') {
        let (ty, name) = parameter.trim().rsplit_once([' ', '*'])?;
        let pointer = if parameter.contains('*') { " *" } else { "" };
        classic.parameters.push((format!("{}{pointer}", ty.trim()), name.to_owned()));
    }
    Some(())
}
