//! Certificates of refutations against all values of a small format: what is certified has no
//! solution, and what is damaged is refused or still true.

use ulpwise_base::{Budget, SplitMix64};
use ulpwise_expr::{Model, Sort, Tape, Term, TermStore, Value};
use ulpwise_float::{Float, Rounding};
use ulpwise_real::{RefutationCertificate, certify_refutation};
use ulpwise_smtlib::{CheckSatAnswer, ScriptSource, Session};
use ulpwise_verify_unsat::{StepError, check_steps};

const FORMAT: &str = "(_ FloatingPoint 3 3)";

/// How many queries are asked, and how often each certificate is damaged.
const QUERIES: u64 = 150;
const DAMAGES: u64 = 60;

/// A script with two variables, some operations on them and some assertions.
fn script(random: &mut SplitMix64) -> String {
    let mut text = format!("(declare-fun n0 () {FORMAT})\n(declare-fun n1 () {FORMAT})\n");
    let mut floats = vec![0, 1];
    let mut next = 2;
    let mut define = |text: &mut String, sort: &str, value: String| {
        text.push_str(&format!("(define-fun n{next} () {sort} {value})\n"));
        next += 1;
        next - 1
    };
    let mode = *random.choose(&["RNE", "RNE", "RNA", "RTP", "RTN", "RTZ"]);
    let mode = define(&mut text, "RoundingMode", mode.to_owned());
    for _ in 0..2 {
        let bits = format!("{:06b}", random.below(64));
        let number = format!("(fp #b{} #b{} #b{})", &bits[..1], &bits[1..4], &bits[4..]);
        let is_nan = &bits[1..4] == "111" && &bits[4..] != "00";
        let number = if is_nan { "(_ NaN 3 3)".to_owned() } else { number };
        floats.push(define(&mut text, FORMAT, number));
    }
    for _ in 0..3 {
        let (x, y) = (*random.choose(&floats), *random.choose(&floats));
        let term = match random.below(11) {
            0..=2 => format!("(fp.add n{mode} n{x} n{y})"),
            3 | 4 => format!("(fp.mul n{mode} n{x} n{y})"),
            5 => format!("(fp.sub n{mode} n{x} n{y})"),
            6 => format!("(fp.div n{mode} n{x} n{y})"),
            7 => format!("(fp.sqrt n{mode} n{x})"),
            8 => format!("(fp.abs n{x})"),
            9 => format!("(fp.min n{x} n{y})"),
            _ => format!("(fp.roundToIntegral n{mode} n{x})"),
        };
        floats.push(define(&mut text, FORMAT, term));
    }
    for _ in 0..4 {
        let (x, y) = (*random.choose(&floats), *random.choose(&floats));
        let (a, b) = (*random.choose(&floats), *random.choose(&floats));
        let literal = |random: &mut SplitMix64, x: usize, y: usize| {
            let term = match random.below(8) {
                0..=2 => format!("(fp.lt n{x} n{y})"),
                3 | 4 => format!("(fp.leq n{x} n{y})"),
                5 => format!("(fp.eq n{x} n{y})"),
                6 => format!("(= n{x} n{y})"),
                _ => format!("(fp.isNegative n{x})"),
            };
            if random.below(3) == 0 { format!("(not {term})") } else { term }
        };
        let (one, other) = (literal(random, x, y), literal(random, a, b));
        let both = if random.below(3) == 0 { format!("(or {one} {other})") } else { one };
        text.push_str(&format!("(assert {both})\n"));
    }
    text + "(check-sat)\n"
}

/// Does something with the assertions of a script; nothing if it is none.
fn with_assertions<R>(script: &str, mut action: impl FnMut(&mut TermStore, &[Term]) -> R) -> Option<R> {
    let mut result = None;
    let mut engine = |store: &mut TermStore, assertions: &[Term], _: &Budget| {
        result = Some(action(store, assertions));
        CheckSatAnswer::Unknown(String::new())
    };
    let mut session = Session::new(&mut engine, Budget::unlimited());
    let mut out = Vec::new();
    session.run(&mut ScriptSource::new(script.as_bytes()), &mut out).ok()?;
    let has_error = String::from_utf8_lossy(&out).contains("(error");
    drop(session);
    result.filter(|_| !has_error)
}

/// Whether assertions hold together for some values of their variables.
fn holds_somewhere(store: &TermStore, assertions: &[Term]) -> bool {
    let order = store.topological_order(assertions);
    let variables: Vec<Term> =
        order.into_iter().filter(|&term| store.variable_name(term).is_some()).collect();
    let tape = Tape::new(store, assertions);
    let values = |term: Term| -> Vec<Value> {
        match store.sort(term) {
            Sort::Float(format) => {
                let all = 0..1_u128 << format.width();
                all.map(|bits| Value::float(Float::from_bits(format, bits))).collect()
            }
            Sort::Bool => [true, false].map(Value::Bool).to_vec(),
            Sort::RoundingMode => Rounding::ALL.map(Value::Rounding).to_vec(),
            sort => panic!("{sort}"),
        }
    };
    let choices: Vec<Vec<Value>> = variables.iter().map(|&variable| values(variable)).collect();
    let count: usize = choices.iter().map(Vec::len).product();
    (0..count).any(|mut number| {
        let mut model = Model::new();
        for (&variable, choices) in variables.iter().zip(&choices) {
            model.set(variable, choices[number % choices.len()].clone());
            number /= choices.len();
        }
        let values = tape.evaluate(&model).expect("all variables have values");
        values.iter().all(|value| *value == Value::Bool(true))
    })
}

/// A certificate with something changed.
fn damaged(random: &mut SplitMix64, certificate: &RefutationCertificate) -> (String, String) {
    let mut texts = [certificate.query.clone(), certificate.steps.clone()];
    let text = &mut texts[usize::from(random.below(3) > 0)];
    let mut lines: Vec<Vec<String>> =
        text.lines().map(|line| line.split(' ').map(str::to_owned).collect()).collect();
    for _ in 0..=random.below(2) {
        let at = random.below(lines.len() as u64) as usize;
        let other = random.below(lines.len() as u64) as usize;
        match random.below(6) {
            0 => drop(lines.remove(at)),
            1 => lines.swap(at, other),
            2 => {
                let line = lines[other].clone();
                lines.insert(at, line);
            }
            _ => {
                let word = random.choose(&lines[other]).clone();
                let place = random.below(lines[at].len() as u64) as usize;
                let old = &mut lines[at][place];
                *old = match random.below(3) {
                    0 => word,
                    1 => old.replace('0', "1"),
                    _ => old.replace('1', "0"),
                };
            }
        }
        if lines.is_empty() {
            break;
        }
    }
    *text = lines.iter().map(|line| line.join(" ") + "\n").collect();
    let [query, steps] = texts;
    (query, steps)
}

#[test]
fn what_is_certified_has_no_solution_and_damage_changes_nothing() {
    let mut random = SplitMix64::new(17);
    let [mut unsolvable, mut certified, mut refused, mut still_true] = [0; 4];
    for _ in 0..QUERIES {
        let script = script(&mut random);
        let asked = with_assertions(&script, |store, assertions| {
            (holds_somewhere(store, assertions), certify_refutation(store, assertions, &Budget::unlimited()))
        });
        let (is_solvable, certificate) = asked.expect("the script is one");
        unsolvable += u64::from(!is_solvable);
        let Ok(certificate) = certificate else { continue };
        assert!(!is_solvable, "{script}");
        let size = check_steps(&certificate.query, &certificate.steps);
        size.unwrap_or_else(|error| panic!("{error}\n{}\n{}", certificate.query, certificate.steps));
        certified += 1;
        for _ in 0..DAMAGES {
            let (query, steps) = damaged(&mut random, &certificate);
            if check_steps(&query, &steps).is_err() {
                refused += 1;
                continue;
            }
            still_true += 1;
            let asked = query.clone() + "(check-sat)\n";
            let is_solvable = with_assertions(&asked, |store, assertions| holds_somewhere(store, assertions));
            assert_eq!(is_solvable, Some(false), "accepted:\n{query}\n{steps}");
        }
    }
    assert!(unsolvable > 40 && certified * 10 > unsolvable * 9, "{certified} of {unsolvable}");
    assert!(refused > 500 && still_true > 50, "{refused} refused, {still_true} still true");
}

#[test]
fn steps_of_another_query_are_refused() {
    let script = format!(
        "(declare-fun x () {FORMAT})\n(declare-fun y () {FORMAT})\n\
         (assert (fp.lt x y))\n(assert (fp.lt y x))\n(check-sat)\n"
    );
    let certificate = with_assertions(&script, |store, assertions| {
        certify_refutation(store, assertions, &Budget::unlimited())
    });
    let certificate = certificate.unwrap().unwrap();
    let other = certificate.query.replace("fp.lt", "fp.leq");
    assert!(check_steps(&other, &certificate.steps).is_err());
    assert_eq!(check_steps(&certificate.query, "ulpwise refutation 2\n"), Err(StepError::Header));
    assert!(check_steps("(assert n0)\n", &certificate.steps).is_err());
}
