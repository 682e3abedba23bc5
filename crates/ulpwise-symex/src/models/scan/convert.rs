//! Values from scanned text.

use super::float::{is_scanned_float, scanned_float_ways};
use super::format::{Conversion, ConversionKind};
use super::{Miss, Outcomes, Scan, ScanReading, divide, peek};
use crate::executor::Executor;
use crate::models::character::{belongs, is_space};
use crate::models::number::{Integer, float_values, integer_value};
use crate::models::text::{NumberScan, Phase, integer_ways, read};
use crate::state::PathState;
use crate::step::{Next, Nexts};
use ulpwise_expr::Term;

/// Converts what comes next, of which there is at least one byte.
pub(super) fn convert<'p>(
    executor: &mut Executor<'p, '_>,
    reading: &ScanReading<'_>,
    conversion: &Conversion,
    scan: Scan<'p>,
    outcomes: &mut Outcomes<'p>,
) {
    match &conversion.kind {
        ConversionKind::Integer { .. } | ConversionKind::Float(_) => {
            number(executor, reading, conversion, scan, outcomes);
        }
        ConversionKind::Word => text(executor, reading, conversion, scan, &|byte| !is_space(byte), outcomes),
        ConversionKind::Set(set) => {
            text(executor, reading, conversion, scan, &|byte| set[usize::from(*byte)], outcomes);
        }
        ConversionKind::Characters => {
            let width = Conversion { width: conversion.width.or(Some(1)), ..conversion.clone() };
            text(executor, reading, &width, scan, &|_| true, outcomes);
        }
        ConversionKind::Count(_) | ConversionKind::Percent => unreachable!("these take no value"),
    }
}

/// `%n`: how many bytes were taken so far.
pub(super) fn count<'p>(
    executor: &mut Executor<'p, '_>,
    reading: &ScanReading<'_>,
    conversion: &Conversion,
    scan: Scan<'p>,
    outcomes: &mut Outcomes<'p>,
) {
    let value = executor.terms.constant(conversion.ty().bits(), scan.at.into());
    put(executor, reading, conversion, scan, value, outcomes);
}

/// Stores a value, unless it goes nowhere.
fn put<'p>(
    executor: &mut Executor<'p, '_>,
    reading: &ScanReading<'_>,
    conversion: &Conversion,
    mut scan: Scan<'p>,
    value: Term,
    outcomes: &mut Outcomes<'p>,
) {
    if let Some(target) = conversion.target {
        let address = reading.call.known(executor, target).unwrap_or(0);
        if let Err(fault) = scan.state.store(&mut executor.terms, address, conversion.ty(), value) {
            outcomes.ended.push(Next::stops(scan.state, fault));
            return;
        }
        scan.stored += u32::from(conversion.kind.is_counted());
    }
    outcomes.open.push(scan);
}

fn number<'p>(
    executor: &mut Executor<'p, '_>,
    reading: &ScanReading<'_>,
    conversion: &Conversion,
    scan: Scan<'p>,
    outcomes: &mut Outcomes<'p>,
) {
    let Scan { state, at, stored, met_end } = scan;
    let base = match conversion.kind {
        ConversionKind::Integer { base, .. } => base,
        _ => 10,
    };
    let is_float = matches!(conversion.kind, ConversionKind::Float(_));
    let mut start = NumberScan::new(at, base, is_float || matches!(base, 0 | 16));
    start.phase = Phase::Sign;
    start.limit = conversion.width.map(|width| at + width);
    let ways = if is_float { scanned_float_ways } else { integer_ways };
    let mut finish = |executor: &mut Executor<'p, '_>,
                      state: PathState<'p>,
                      number: &NumberScan|
     -> Nexts<'p> {
        let after = |state| Scan { state, at: number.at, stored, met_end: met_end || number.met_end };
        match conversion.kind {
            ConversionKind::Float(format) if is_scanned_float(number) => {
                float_values(executor, state, reading.call, format, number, &mut |executor, state, value| {
                    put(executor, reading, conversion, after(state), value, outcomes);
                    Vec::new()
                })
            }
            ConversionKind::Integer { signed, bits, .. } if number.end > number.start => {
                let mut state = state;
                match integer_value(executor, &mut state, Integer { signed, bits, has_base: true }, number) {
                    Ok(value) => put(executor, reading, conversion, after(state), value, outcomes),
                    Err(end) => outcomes.ended.push(Next::stops(state, end)),
                }
                Vec::new()
            }
            _ => {
                outcomes.over.push((after(state), Miss::Matching));
                Vec::new()
            }
        }
    };
    let ended = read(executor, state, &reading.source, start, ways, &mut finish);
    outcomes.ended.extend(ended);
}

/// Characters of a class, at least one of them.
fn text<'p>(
    executor: &mut Executor<'p, '_>,
    reading: &ScanReading<'_>,
    conversion: &Conversion,
    scan: Scan<'p>,
    class: &dyn Fn(&u8) -> bool,
    outcomes: &mut Outcomes<'p>,
) {
    let first = scan.at;
    let mut left = vec![(scan, Vec::new())];
    while let Some((scan, taken)) = left.pop() {
        if conversion.width == Some(scan.at - first) {
            word(executor, reading, conversion, scan, &taken, outcomes);
            continue;
        }
        for (scan, byte) in peek(executor, reading, scan, &mut outcomes.ended) {
            let Some(byte) = byte else {
                word(executor, reading, conversion, scan, &taken, outcomes);
                continue;
            };
            let belongs = belongs(&mut executor.terms, byte, class);
            let (more, over) = divide(executor, scan, belongs);
            if let Some(scan) = over {
                word(executor, reading, conversion, scan, &taken, outcomes);
            }
            if let Some(scan) = more {
                let longer = taken.iter().copied().chain([byte]).collect();
                left.push((Scan { at: scan.at + 1, ..scan }, longer));
            }
        }
    }
}

/// Stores characters, with a zero after them unless only some were wanted.
fn word<'p>(
    executor: &mut Executor<'p, '_>,
    reading: &ScanReading<'_>,
    conversion: &Conversion,
    mut scan: Scan<'p>,
    taken: &[Term],
    outcomes: &mut Outcomes<'p>,
) {
    if taken.is_empty() {
        outcomes.over.push((scan, Miss::Matching));
        return;
    }
    let Some(target) = conversion.target else {
        outcomes.open.push(scan);
        return;
    };
    let to = reading.call.known(executor, target).unwrap_or(0);
    let zero = executor.terms.constant(8, 0);
    let end = (conversion.kind != ConversionKind::Characters).then_some(zero);
    let bytes = taken.iter().copied().chain(end);
    match executor.store_all(&mut scan.state, to, bytes) {
        Ok(()) => {
            scan.stored += 1;
            outcomes.open.push(scan);
        }
        Err(fault) => outcomes.ended.push(Next::stops(scan.state, fault)),
    }
}
