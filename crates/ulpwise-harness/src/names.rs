//! The names of functions as users know them.

use ulpwise_ir::{Function, Module};

/// The name in the source with its path; where there is no debug information, the linker's name
/// without its decoration.
pub fn source_name(function: &Function) -> String {
    match &function.declaration {
        Some(declaration) if !declaration.name.is_empty() => declaration.name.clone(),
        _ => readable(&function.name),
    }
}

/// The name for a message about a function that may not be known otherwise.
pub fn readable(linker_name: &str) -> String {
    demangled(linker_name).unwrap_or_else(|| linker_name.to_owned())
}

/// A sentence with the linker's names in it without their decoration.
pub fn readable_text(text: &str) -> String {
    let is_part = |character: char| character.is_ascii_alphanumeric() || "_$.".contains(character);
    let mut readable_text = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(is_part) {
        let (before, word) = rest.split_at(start);
        let (word, after) = word.split_at(word.find(|character| !is_part(character)).unwrap_or(word.len()));
        // A full stop behind a name ends the sentence.
        let name = word.trim_end_matches('.');
        let is_decorated = name.starts_with("_Z") || name.starts_with("_R");
        readable_text.push_str(before);
        readable_text.push_str(&if is_decorated { readable(name) } else { name.to_owned() });
        readable_text.push_str(&word[name.len()..]);
        rest = after;
    }
    readable_text + rest
}

/// A C++ or Rust name without its decoration.
fn demangled(name: &str) -> Option<String> {
    if let Ok(rust) = rustc_demangle::try_demangle(name) {
        // The alternative form leaves the hash out.
        return Some(format!("{rust:#}"));
    }
    if !name.starts_with("_Z") {
        return None;
    }
    let options = cpp_demangle::DemangleOptions::new().no_params().no_return_type();
    cpp_demangle::Symbol::new(name).ok()?.demangle_with_options(&options).ok()
}

/// The last step of a path such as `geometry::area`.
pub fn last_step(name: &str) -> &str {
    // The arguments of a template may hold paths of their own.
    let end = name.find('<').filter(|&at| at > 0).unwrap_or(name.len());
    let start = name[..end].rfind("::").map_or(0, |at| at + 2);
    &name[start..]
}

/// A name without the template arguments at its end: `norm` for `norm<double>`.
pub fn without_template_arguments(name: &str) -> &str {
    match name.find('<').filter(|&at| at > 0 && name.ends_with('>')) {
        Some(at) => &name[..at],
        None => name,
    }
}

/// The function's own name with the linker's where these differ and several functions share the
/// first.
pub fn unambiguous_name(module: &Module, function: &Function) -> String {
    let name = source_name(function);
    let namesakes =
        module.functions.iter().filter(|other| other.body.is_some() && source_name(other) == name).count();
    if namesakes > 1 { function.name.clone() } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decoration_is_taken_off() {
        assert_eq!(demangled("_Z8distancedd").as_deref(), Some("distance"));
        assert_eq!(demangled("_ZN8geometry4areaEd").as_deref(), Some("geometry::area"));
        assert_eq!(demangled("_ZN6horner8evaluate17h6b21922354352e26E").as_deref(), Some("horner::evaluate"));
        assert_eq!(demangled("_RNvCs1234_6horner8evaluate").as_deref(), Some("horner::evaluate"));
        assert_eq!(demangled("gsl_sf_zeta"), None);
        assert_eq!(demangled("_Zgarbage"), None);
    }

    #[test]
    fn decorated_names_in_sentences_become_readable() {
        let sentence = "a call of '_ZN8geometry4areaEd', which is _Zgarbage, 3.5 and _Z1fv.";
        assert_eq!(readable_text(sentence), "a call of 'geometry::area', which is _Zgarbage, 3.5 and f.");
        assert_eq!(readable_text(""), "");
    }

    #[test]
    fn the_last_step_of_a_path() {
        assert_eq!(last_step("area"), "area");
        assert_eq!(last_step("a::b::area"), "area");
        assert_eq!(last_step("a::norm<std::vector<double>>"), "norm<std::vector<double>>");
        assert_eq!(without_template_arguments("norm<std::vector<double>>"), "norm");
        assert_eq!(without_template_arguments("operator<"), "operator<");
        assert_eq!(without_template_arguments("{impl#0}"), "{impl#0}");
    }
}
