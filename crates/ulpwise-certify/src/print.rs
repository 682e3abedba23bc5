//! Certificates as text: what `ulpwise_verify::parse` reads, whose documentation has the form.

use std::fmt::Write as _;
use ulpwise_float::order;
use ulpwise_verify::{
    Certificate, EntryAssumption, EntryStep, OrderFact, ProofContext, Region, RegionContents,
    RoundingAssumption, ScalarSet, TITLE,
};

/// The certificate as text.
pub fn print(certificate: &Certificate) -> String {
    let mut text = String::new();
    let rounding = match certificate.rounding {
        RoundingAssumption::Nearest => "nearest",
        RoundingAssumption::Any => "any",
    };
    let mut line = |words: std::fmt::Arguments<'_>| {
        let _ = text.write_fmt(words);
        text.push('\n');
    };
    line(format_args!("{TITLE}"));
    line(format_args!("version {}", quoted(&certificate.version)));
    line(format_args!("program {}", certificate.program));
    line(format_args!("build {}", quoted(&certificate.build)));
    for (name, digest) in &certificate.sources {
        line(format_args!("source {} {digest}", quoted(name)));
    }
    line(format_args!("function {}", certificate.function.as_u32()));
    line(format_args!("rounding {rounding}"));
    print_entry(&mut line, &certificate.entry);
    for (site, exception, reason) in &certificate.uncertified {
        line(format_args!("uncertified {} {} {}", site.as_u32(), exception.id(), quoted(reason)));
    }
    for section in &certificate.sections {
        line(format_args!("section"));
        for (site, exception) in &section.goals {
            line(format_args!("goal {} {}", site.as_u32(), exception.id()));
        }
        for step in &section.parts {
            match step {
                EntryStep::Cut { argument, last } => line(format_args!("cut {argument} {last}")),
                EntryStep::Context(context) => line(format_args!("part {context}")),
            }
        }
        section.open.iter().for_each(|context| line(format_args!("open {context}")));
        section.contexts.iter().for_each(|context| print_context(&mut line, context));
    }
    line(format_args!("end"));
    text
}

type Line<'l> = &'l mut dyn FnMut(std::fmt::Arguments<'_>);

fn quoted(text: &str) -> String {
    text.chars()
        .flat_map(|c| {
            if c == ' ' || c == '%' || c.is_control() {
                Vec::from_iter(format!("%{:x}.", c as u32).chars())
            } else {
                vec![c]
            }
        })
        .collect()
}

fn print_entry(line: Line<'_>, entry: &EntryAssumption) {
    entry.arguments.iter().for_each(|value| line(format_args!("argument {}", show(value))));
    entry.regions.iter().for_each(|region| line(format_args!("region{}", show_contents(region))));
}

fn print_context(line: Line<'_>, context: &ProofContext) {
    line(format_args!("context {}", context.function.as_u32()));
    print_entry(line, &context.entry);
    if let Some(exit) = &context.exit {
        line(format_args!("exit{}", if exit.wrote_outside { " outside" } else { "" }));
        exit.results.iter().for_each(|value| line(format_args!("result {}", show(value))));
        exit.regions.iter().for_each(|region| line(format_args!("left{}", show_contents(region))));
    }
    for node in &context.nodes {
        line(format_args!("node {}", node.block.as_u32()));
        node.edges.iter().for_each(|(edge, to)| line(format_args!("edge {} {to}", edge.as_u32())));
        node.calls.iter().for_each(|(inst, to)| line(format_args!("call {} {to}", inst.as_u32())));
        let Some(claim) = &node.claim else { continue };
        line(format_args!("claim{}", if claim.memory.wrote_outside { " outside" } else { "" }));
        for (slot, value) in &claim.values {
            line(format_args!("value {} {}", slot.as_u32(), show(value)));
        }
        for (region, contents) in &claim.memory.regions {
            line(format_args!("memory {}{}", show_region(*region), show_contents(contents)));
        }
        for same in &claim.memory.same {
            let region = show_region(same.region);
            line(format_args!("same {} {region} {} {}", same.slot.as_u32(), same.offset, same.bytes));
        }
        for OrderFact { a, b, ways } in &claim.order {
            let ways = ways.map(u8::from);
            line(format_args!("order {} {} {}{}{}", a.as_u32(), b.as_u32(), ways[0], ways[1], ways[2]));
        }
    }
}

fn show_region(region: Region) -> String {
    match region {
        Region::Global(id) => format!("g{}", id.as_u32()),
        Region::Function(id) => format!("f{}", id.as_u32()),
        Region::Outer(number) => format!("o{number}"),
        Region::Local(id) => format!("l{}", id.as_u32()),
        Region::Heap => "h".to_owned(),
    }
}

fn show_contents(contents: &RegionContents) -> String {
    let mut text = String::new();
    if let Some(size) = contents.size {
        let _ = write!(text, " size={size}");
    }
    let flags = [
        (contents.argument, " argument"),
        (contents.zero, " zero"),
        (contents.single, " single"),
        (contents.escaped, " escaped"),
    ];
    flags.iter().filter(|(is_set, _)| *is_set).for_each(|(_, name)| text.push_str(name));
    for (offset, (bytes, value)) in &contents.cells {
        let _ = write!(text, " {offset}/{bytes}={}", show(value));
    }
    text
}

fn show(value: &ScalarSet) -> String {
    let name = value.ty().map_or_else(|| "?".to_owned(), |ty| ty.to_string());
    let mut parts: Vec<String> = Vec::new();
    match value {
        ScalarSet::Float(set) => {
            let bits = |at| order::from_ordinal(set.format, at);
            parts.extend(
                set.numbers.iter().map(|span| format!("{:x}..{:x}", bits(span.low), bits(span.high))),
            );
            parts.extend(set.quiet.then(|| "q".to_owned()));
            parts.extend(set.signaling.then(|| "s".to_owned()));
        }
        ScalarSet::Int(set) => {
            parts.extend(set.numbers.iter().map(|span| format!("{}..{}", span.low, span.high)));
        }
        ScalarSet::Pointer(set) => {
            parts.extend(set.null.then(|| "null".to_owned()));
            parts.extend(set.unknown.then(|| "any".to_owned()));
            parts.extend(set.places.iter().map(|place| {
                let region = show_region(place.region);
                format!("{region}@{}..{}/{}", place.low, place.high, place.stride)
            }));
        }
        ScalarSet::Opaque => return name,
    }
    format!("{name}:{}", parts.join(","))
}
