//! Few texts of which each wanted name contains one: clang's dump takes one text at a time, and
//! parses the source anew for it.

/// Shorter texts stand in too many names of headers: in those of C++ whole namespaces would be
/// dumped.
const SHORTEST_IN_C: usize = 3;
const SHORTEST_IN_CPP: usize = 7;

/// Texts for the filter of a dump. A class or namespace whose own name contains the text would hide
/// the functions in it, so no text stands in the path before the name.
pub(super) fn filters(names: &[String], is_c: bool) -> Vec<String> {
    let shortest = if is_c { SHORTEST_IN_C } else { SHORTEST_IN_CPP };
    let mut open: Vec<&str> = names.iter().map(String::as_str).collect();
    open.sort_unstable();
    open.dedup();
    let mut filters = Vec::new();
    while let Some(&first) = open.first() {
        let best = parts(first, shortest).into_iter().filter(|part| fits(first, part)).max_by_key(|part| {
            let covered = open.iter().filter(|name| fits(name, part)).count();
            (covered, part.len())
        });
        let filter = best.unwrap_or(first);
        open.retain(|name| *name != first && !fits(name, filter));
        filters.push(filter.to_owned());
    }
    filters
}

/// Whether a dump with this filter shows a function.
fn fits(name: &str, filter: &str) -> bool {
    let path = name.rfind("::").map_or("", |end| &name[..end]);
    name.contains(filter) && !path.contains(filter)
}

fn parts(name: &str, shortest: usize) -> Vec<&str> {
    let ends: Vec<usize> = name.char_indices().map(|(at, _)| at).chain([name.len()]).collect();
    let pairs = ends.iter().flat_map(|&from| ends.iter().map(move |&to| (from, to)));
    pairs.filter(|(from, to)| *to >= from + shortest).map(|(from, to)| &name[from..to]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filters_for(names: &[&str]) -> Vec<String> {
        filters(&names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>(), true)
    }

    #[test]
    fn one_text_stands_for_many_names() {
        assert_eq!(filters_for(&["iauAnp", "iauBp00", "iauC2t"]), ["iau"]);
        assert_eq!(filters_for(&["mat", "f"]), ["f", "mat"]);
        assert!(filters_for(&[]).is_empty());
    }

    #[test]
    fn the_scope_of_a_name_never_has_the_text() {
        for filter in filters_for(&["dot::dot", "dot::norm"]) {
            assert!(!"dot".contains(&filter), "{filter}");
        }
    }
}
