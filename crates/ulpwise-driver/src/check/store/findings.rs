//! What is known of each exception that has a witness, as rows of the database: to find it out
//! again would take as long as the first time.
//!
//! Operations have their names; numbers stand in text, several of them one after another.

use super::Sites;
use rusqlite::{Connection, Transaction, params};
use ulpwise_base::Id;
use ulpwise_exceptions::{Fate, Goal, RankedFinding, Trace, TrueValue};
use ulpwise_float::Flags;
use ulpwise_interp::Event;
use ulpwise_ir::{FunctionId, InstId, Module, SiteId};

/// The table.
pub(super) const TABLE: &str = "
CREATE TABLE IF NOT EXISTS finding (
    function TEXT NOT NULL, rank INTEGER NOT NULL, site TEXT NOT NULL, property TEXT NOT NULL, plain INTEGER NOT NULL,
    is_root INTEGER NOT NULL, root TEXT NOT NULL, propagated TEXT NOT NULL, unlisted INTEGER NOT NULL, fate TEXT NOT NULL, outputs TEXT NOT NULL,
    killed_by TEXT, avoidable INTEGER, true_values TEXT NOT NULL, strayed INTEGER NOT NULL, event TEXT, PRIMARY KEY (function, rank)
);";

/// Writes the findings of a function, the most harmful first.
pub(super) fn save(
    transaction: &Transaction<'_>,
    module: &Module,
    name: &str,
    findings: &[RankedFinding],
) -> rusqlite::Result<()> {
    transaction.execute("DELETE FROM finding WHERE function = ?1", params![name])?;
    for (rank, finding) in findings.iter().enumerate() {
        let RankedFinding {
            goal: (site, exception),
            plain,
            is_root,
            trace,
            avoidable,
            true_values,
            strayed,
            event,
        } = finding;
        let propagated: Vec<String> = trace.propagated.iter().map(|&site| module.site_name(site)).collect();
        let (outputs, killed_by) = match &trace.fate {
            Fate::Escaped(outputs) => (numbers(outputs.iter()), None),
            Fate::Killed(by) => (String::new(), by.map(|site| module.site_name(site))),
            Fate::Unseen => (String::new(), None),
        };
        let true_values: Vec<String> = true_values
            .iter()
            .map(|value| format!("{} {} {}", value.output, value.nearest.to_bits(), kind_of(value)))
            .collect();
        transaction.execute(
            "INSERT INTO finding VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)",
            params![
                name,
                rank as i64,
                module.site_name(*site),
                exception.id(),
                plain,
                is_root,
                format!("{} {}", module.site_name(trace.root.0), trace.root.1.id()),
                propagated.join("\n"),
                trace.unlisted as i64,
                trace.fate.id(),
                outputs,
                killed_by,
                avoidable,
                true_values.join("\n"),
                strayed,
                event.as_ref().map(event_to_text),
            ],
        )?;
    }
    Ok(())
}

/// The findings of a function as they were written.
pub(super) fn load(
    connection: &Connection,
    module: &Module,
    name: &str,
    sites: &Sites,
) -> rusqlite::Result<Vec<RankedFinding>> {
    // An exceptional value passes operations that raise nothing, too.
    let all = Sites::in_module(module);
    let mut query = connection.prepare(
        "SELECT site, property, plain, is_root, root, propagated, fate, outputs, killed_by, avoidable, true_values, strayed, event,
                unlisted
         FROM finding WHERE function = ?1 ORDER BY rank",
    )?;
    let mut rows = query.query(params![name])?;
    let mut findings = Vec::new();
    while let Some(row) = rows.next()? {
        let (site, property): (String, String) = (row.get(0)?, row.get(1)?);
        let (root, propagated): (String, String) = (row.get(4)?, row.get(5)?);
        let goal = sites.goal(&format!("{site} {property}"));
        let (Some(goal), Some(root)) = (goal, all.goal(&root)) else { continue };
        let (fate, outputs): (String, String) = (row.get(6)?, row.get(7)?);
        let killed_by: Option<String> = row.get(8)?;
        let (true_values, event): (String, Option<String>) = (row.get(10)?, row.get(12)?);
        let trace = Trace {
            root,
            propagated: propagated.lines().filter_map(|name| all.site(name)).collect(),
            unlisted: row.get::<_, i64>(13)?.try_into().unwrap_or(0),
            fate: fate_from(&fate, &outputs, killed_by.and_then(|name| all.site(&name))),
        };
        findings.push(RankedFinding {
            goal,
            plain: row.get(2)?,
            is_root: row.get(3)?,
            trace,
            avoidable: row.get(9)?,
            true_values: true_values.lines().filter_map(true_value_from).collect(),
            strayed: row.get(11)?,
            event: event.and_then(|event| event_from(goal, &event)),
        });
    }
    Ok(findings)
}

fn numbers<N: ToString>(numbers: impl Iterator<Item = N>) -> String {
    numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(" ")
}

fn fate_from(id: &str, outputs: &str, killed_by: Option<SiteId>) -> Fate {
    let escaped = Fate::Escaped(outputs.split_whitespace().filter_map(|place| place.parse().ok()).collect());
    let known = [escaped, Fate::Killed(killed_by)];
    known.into_iter().find(|fate| fate.id() == id).unwrap_or(Fate::Unseen)
}

/// 1 for ordinary numbers, 0 for others, 2 for what is not settled.
fn kind_of(value: &TrueValue) -> u8 {
    if value.is_settled { value.is_ordinary.into() } else { 2 }
}

fn true_value_from(line: &str) -> Option<TrueValue> {
    let mut words = line.split(' ');
    let output = words.next()?.parse().ok()?;
    let nearest = f64::from_bits(words.next()?.parse().ok()?);
    let (is_ordinary, is_settled) = match words.next()? {
        "1" => (true, true),
        "0" => (false, true),
        _ => (false, false),
    };
    Some(TrueValue { output, nearest, is_ordinary, is_settled })
}

/// The flags, how often, the result, and the operands; then the calls that led to it, each as the
/// numbers of the function and of the instruction that calls.
fn event_to_text(event: &Event) -> String {
    let Event { flags, count, result, .. } = event;
    let operands = numbers(event.operands.iter());
    let calls: Vec<usize> =
        event.calls.iter().flat_map(|(function, inst)| [function.index(), inst.index()]).collect();
    format!("{} {count} {result} {operands};{}", flags.bits(), numbers(calls.iter()))
}

fn event_from((site, exception): Goal, text: &str) -> Option<Event> {
    let (event, calls) = text.split_once(';')?;
    let mut words = event.split_whitespace();
    let flags = Flags::from_bits_truncate(words.next()?.parse().ok()?);
    let count = words.next()?.parse().ok()?;
    let result = words.next()?.parse().ok()?;
    let operands = words.map(|word| word.parse().ok()).collect::<Option<Vec<u128>>>()?;
    let numbers = calls.split_whitespace().map(|word| word.parse().ok()).collect::<Option<Vec<usize>>>()?;
    let call = |pair: &[usize]| (FunctionId::from_index(pair[0]), InstId::from_index(pair[1]));
    let calls = numbers.chunks_exact(2).map(call).collect();
    Some(Event { site, exception, flags, operands, result, count, calls })
}
