//! Every renderer over one made-up run that has every property, verdict and kind of end. What they
//! print is kept in `tests/snapshots`.
//!
//! `UPDATE_EXPECT=1 cargo test -p ulpwise-report --test renderers` rewrites the files; look at the
//! difference before it is kept.

use serde_json::Value;
use std::path::{Path, PathBuf};
use ulpwise_finding::{Run, Verdict, sample, sample_of_all};
use ulpwise_report::terminal::{Detail, TerminalOptions, terminal};
use ulpwise_report::{html, json, junit, sarif};

fn folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Compares a text with the one that is kept.
fn assert_kept(name: &str, found: &str) {
    let file: PathBuf = folder().join("tests/snapshots").join(name);
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&file, found).unwrap();
        return;
    }
    let kept = std::fs::read_to_string(&file).unwrap_or_default();
    let differs = kept.lines().zip(found.lines()).position(|(kept, found)| kept != found);
    let line = differs.unwrap_or_else(|| kept.lines().count().min(found.lines().count()));
    assert!(
        kept == found,
        "{name}, line {}: kept {:?}, found {:?}; UPDATE_EXPECT=1 rewrites it",
        line + 1,
        kept.lines().nth(line),
        found.lines().nth(line)
    );
}

fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, styled)) = rest.split_once('\u{1b}') {
        plain.push_str(before);
        rest = styled.split_once('m').map_or("", |(_, after)| after);
    }
    plain + rest
}

fn rendered(run: &Run, detail: Detail, width: Option<usize>) -> String {
    plain(&terminal(run, TerminalOptions { limit: 10, detail, notes: false, width }).output)
}

#[test]
fn the_terminal_shows_what_is_kept() {
    let run = sample();
    for (name, detail) in [("normal", Detail::Normal), ("quiet", Detail::Quiet), ("verbose", Detail::Verbose)]
    {
        assert_kept(&format!("terminal-{name}.txt"), &rendered(&run, detail, None));
    }
    assert_kept("terminal-narrow.txt", &rendered(&run, Detail::Normal, Some(40)));
}

#[test]
fn a_narrow_terminal_gets_lines_that_fit() {
    let run = sample();
    let text = rendered(&run, Detail::Normal, Some(40));
    let wide: Vec<&str> = text.lines().filter(|line| line.chars().count() > 40).collect();
    // What happens stays in one line, and so does what stands beside a mark.
    let expected = ["^ subtraction in double", "int-conversion: (int32_t)", "^ conversion of double to"];
    let unexpected = |line: &&&str| !expected.iter().any(|part| line.contains(part));
    assert_eq!(wide.iter().filter(unexpected).count(), 0, "{wide:#?}");
}

#[test]
fn no_more_groups_are_drawn_than_wanted() {
    let run = sample();
    let one = plain(
        &terminal(&run, TerminalOptions { limit: 0, detail: Detail::Normal, notes: true, width: None })
            .output,
    );
    assert!(one.contains("… and 5 more (--limit 0 shows all)"), "{one}");
    assert!(!one.contains("-->"), "{one}");
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn schema(path: &str) -> jsonschema::Validator {
    let mut schema = parsed(&std::fs::read_to_string(folder().join(path)).unwrap());
    // A pattern of the standard's schema that is no regular expression, of fields that are not
    // written here.
    for of in ["run", "toolComponent"] {
        if let Some(language) = schema.pointer_mut(&format!("/definitions/{of}/properties/language")) {
            language.as_object_mut().unwrap().remove("pattern");
        }
    }
    jsonschema::validator_for(&schema).unwrap()
}

fn errors(schema: &jsonschema::Validator, document: &Value) -> Vec<String> {
    schema.iter_errors(document).map(|error| format!("{}: {error}", error.instance_path())).collect()
}

const OWN_SCHEMA: &str = "../../docs/schema/check.schema.json";
const SARIF_SCHEMA: &str = "tests/schema/sarif-schema-2.1.0.json";

#[test]
fn json_is_as_kept_and_as_its_schema_says() {
    let text = json::json(&sample());
    assert_kept("run.json", &text);
    let schema = schema(OWN_SCHEMA);
    let document = parsed(&text);
    assert_eq!(errors(&schema, &document), Vec::<String>::new());
    assert_eq!(errors(&schema, &parsed(&json::json(&Run::default()))), Vec::<String>::new());
    let entry = "/functions/0/ledger/1";
    for (path, wrong) in [
        ("/version", Value::from(2)),
        (&format!("{entry}/level"), Value::from("fatal")),
        (&format!("{entry}/verdict"), Value::from("proven ")),
        (&format!("{entry}/inputs/0/bits"), Value::from("12")),
        ("/functions/0/witnesses", Value::from(-1)),
    ] {
        let mut damaged = document.clone();
        *damaged.pointer_mut(path).unwrap_or_else(|| panic!("{path}")) = wrong;
        assert!(!errors(&schema, &damaged).is_empty(), "{path}");
    }
}

#[test]
fn sarif_is_as_kept_and_as_the_standard_says() {
    let text = sarif::sarif(&sample_of_all());
    assert_kept("run.sarif", &text);
    let schema = schema(SARIF_SCHEMA);
    let document = parsed(&text);
    assert_eq!(errors(&schema, &document), Vec::<String>::new());
    assert_eq!(errors(&schema, &parsed(&sarif::sarif(&Run::default()))), Vec::<String>::new());
    let mut damaged = document.clone();
    damaged["runs"][0]["results"][0]["level"] = Value::from("fatal");
    assert!(!errors(&schema, &damaged).is_empty());
    // What refers to a rule or a file by its number refers to one that is there.
    let run = &document["runs"][0];
    for result in run["results"].as_array().unwrap() {
        let rule = result["ruleIndex"].as_u64().unwrap() as usize;
        assert_eq!(run["tool"]["driver"]["rules"][rule]["id"], result["ruleId"]);
        let location = &result["locations"][0]["physicalLocation"]["artifactLocation"];
        if let Some(index) = location["index"].as_u64() {
            assert_eq!(run["artifacts"][index as usize]["location"]["uri"], location["uri"]);
        }
    }
}

#[test]
fn junit_is_as_kept_and_counts_right() {
    let run = sample_of_all();
    let text = junit::junit(&run);
    assert_kept("run.xml", &text);
    let entries = || run.functions.iter().flat_map(|function| &function.ledger);
    let failing = entries()
        .filter(|entry| entry.verdict.finding().is_some_and(|finding| finding.accepted.is_none()))
        .count();
    let proven = entries().filter(|entry| matches!(entry.verdict, Verdict::Proven(_))).count();
    assert_eq!(text.matches("<testcase ").count(), entries().count());
    assert_eq!(text.matches("<failure ").count(), failing);
    assert_eq!(text.matches("<skipped ").count(), entries().count() - failing - proven);
    assert!(text.contains(&format!("failures=\"{failing}\"")), "{text}");
}

/// Everything between quotes after an attribute's name.
fn attributes<'t>(text: &'t str, name: &'t str) -> impl Iterator<Item = &'t str> {
    text.split(name).skip(1).filter_map(|rest| rest.split('"').next())
}

/// Every link leads to one place of the page.
fn assert_links(text: &str) {
    let ids: Vec<&str> = attributes(text, " id=\"").collect();
    for link in attributes(text, " href=\"#") {
        assert_eq!(ids.iter().filter(|id| **id == link).count(), 1, "{link}");
    }
}

#[test]
fn html_is_as_kept_and_its_links_lead_somewhere() {
    let text = html::html(&sample_of_all());
    let style_and_script = |text: &str| {
        let start = text.find("<style>").unwrap()..text.find("</style>").unwrap();
        let end = text.rfind("<script>").unwrap()..text.rfind("</script>").unwrap();
        format!("{}{}{}", &text[..start.start], &text[start.end..end.start], &text[end.end..])
    };
    assert_kept("run.html", &style_and_script(&text));
    assert_links(&text);
    // A comparison that kills a value need not be one that a verdict is about.
    let mut run = sample();
    run.functions.iter_mut().for_each(|function| function.ledger.retain(|entry| entry.site != 5));
    assert_links(&html::html(&run));
    assert_eq!(attributes(&text, " href=\"").filter(|link| !link.starts_with('#')).count(), 0);
    // Whatever the program is called, its text is no markup, and nothing is fetched from anywhere.
    assert!(!text.contains("sample <1>"), "text of the user's is escaped");
    for word in ["http:", "https:", "//cdn", "@import", "url("] {
        assert!(!text.contains(word), "{word}");
    }
}
