//! Refutations by order on random queries with random domains: enumeration of a small format finds
//! no solution in the domains that each refutation names.

use super::refute;
use crate::domain::{BoolDomain, Domain, FloatDomain};
use crate::meter::Meter;
use crate::network::VarId;
use crate::propagate::Propagator;
use crate::propagate::trail::Reason;
use ulpwise_base::{Budget, SplitMix64};
use ulpwise_expr::{Model, Sort, Tape, Term, TermStore, Value};
use ulpwise_float::{Float, Format, Rounding};

/// A random term of floats of one format.
fn random_term(store: &mut TermStore, floats: &[Term], format: Format, random: &mut SplitMix64) -> Term {
    // Mostly one mode, so that results are rounded alike.
    let modes = [Rounding::NearestEven, *random.choose(&Rounding::ALL)];
    let mode = store.rounding(modes[random.below(2) as usize]);
    let (x, y, z) = (*random.choose(floats), *random.choose(floats), *random.choose(floats));
    match random.below(12) {
        0 | 1 => store.fp_add(mode, x, y),
        2 => store.fp_sub(mode, x, y),
        3 | 4 => store.fp_mul(mode, x, y),
        5 | 6 => store.fp_div(mode, x, y),
        7 => store.fp_sqrt(mode, x),
        8 => store.fp_round_to_integral(mode, x),
        9 => store.fp_neg(x),
        10 => store.fp_fma(mode, x, y, z),
        _ => {
            let wide = Format::new(format.exponent_bits() + 1, format.significand_bits() + 1);
            let wide = wide.expect("a format");
            let [wider, other] = [x, z].map(|operand| store.fp_from_fp(wide, mode, operand));
            let sum = store.fp_add(mode, wider, other);
            store.fp_from_fp(format, mode, sum)
        }
    }
}

/// Two variables, terms over them, and comparisons of these.
type RandomQuery = (Vec<Term>, Vec<Term>, Vec<Term>);

/// Terms over two variables, and comparisons of them.
fn random_query(store: &mut TermStore, format: Format, random: &mut SplitMix64) -> RandomQuery {
    let variables: Vec<Term> =
        ["x", "y"].iter().map(|name| store.variable(name, Sort::Float(format))).collect();
    let mut floats = variables.clone();
    for value in [1, 2] {
        let float = Float::from_i128(format, value, Rounding::NearestEven).0;
        floats.push(store.float(float));
    }
    for _ in 0..2 + random.below(3) {
        let term = random_term(store, &floats, format, random);
        floats.push(term);
    }
    let mut comparisons = Vec::new();
    for _ in 0..2 + random.below(4) {
        let (a, b) = (*random.choose(&floats), *random.choose(&floats));
        comparisons.push(match random.below(4) {
            0 | 1 => store.fp_lt(a, b),
            2 => store.fp_leq(a, b),
            _ => store.fp_eq(a, b),
        });
    }
    (variables, floats, comparisons)
}

/// A set of floats: all finite ones, the numbers, an interval, or positive ones.
fn random_domain(format: Format, random: &mut SplitMix64) -> Domain {
    let all = FloatDomain::numbers(format);
    let mut number = || all.nth(u128::from(random.below(all.cardinality() as u64))).expect("a number");
    let (low, high) = (number(), number());
    let zero = Float::zero(format, false);
    match random.below(5) {
        0 => FloatDomain::full(format),
        1 => all,
        2 => FloatDomain::between(Float::min_subnormal(format, false), Float::max_finite(format, false)),
        3 if low.compares_less(high) && !low.compares_equal(zero) => FloatDomain::between(low, high),
        _ => FloatDomain::finite(format),
    }
    .into()
}

/// Whether some values of the variables put all named terms into their domains.
fn has_solution(
    store: &TermStore,
    core: &Propagator,
    variables: &[Term],
    involved: &[VarId],
    format: Format,
) -> bool {
    let terms: Vec<(Term, VarId)> =
        involved.iter().filter_map(|&var| core.network.term(var).map(|term| (term, var))).collect();
    let roots: Vec<Term> = terms.iter().map(|(term, _)| *term).collect();
    let tape = Tape::new(store, &roots);
    let values: Vec<Float> = FloatDomain::full(format).iter().collect();
    values.iter().any(|&x| {
        values.iter().any(|&y| {
            let mut model = Model::new();
            model.set(variables[0], Value::float(x));
            model.set(variables[1], Value::float(y));
            let found = tape.evaluate(&model).expect("every operator is specified");
            found.iter().zip(&terms).all(|(value, (_, var))| core.domain(*var).contains(value))
        })
    })
}

/// A square of one variable and a root of the other, or of something near the square, and
/// comparisons of them.
fn root_query(store: &mut TermStore, format: Format, random: &mut SplitMix64) -> RandomQuery {
    let variables: Vec<Term> =
        ["x", "y"].iter().map(|name| store.variable(name, Sort::Float(format))).collect();
    let mut mode = || {
        let modes = [Rounding::NearestEven, *random.choose(&Rounding::ALL)];
        store.rounding(modes[random.below(2) as usize])
    };
    let (first, second, third) = (mode(), mode(), mode());
    let square = store.fp_mul(first, variables[0], variables[0]);
    let operand = match random.below(3) {
        0 => variables[1],
        1 => store.fp_sub(third, square, variables[1]),
        _ => store.fp_add(third, square, variables[1]),
    };
    let root = store.fp_sqrt(second, operand);
    let opposite = store.fp_neg(variables[0]);
    let other = *random.choose(&[variables[0], opposite]);
    let comparisons = vec![
        if random.below(2) == 0 { store.fp_lt(root, other) } else { store.fp_lt(other, root) },
        store.fp_leq(operand, square),
        store.fp_leq(square, operand),
    ];
    let floats = vec![variables[0], variables[1], square, operand, root, opposite];
    (variables, floats, comparisons)
}

/// Makes queries, lets order refute them in random domains, and compares that with enumeration;
/// delivers how many were refuted.
fn refutations(
    format: Format,
    queries: u32,
    seed: u64,
    query: fn(&mut TermStore, Format, &mut SplitMix64) -> RandomQuery,
) -> u32 {
    let mut random = SplitMix64::new(seed);
    let budget = Budget::unlimited();
    let mut refutations = 0;
    for number in 0..queries {
        let mut store = TermStore::without_rewrites();
        let (variables, floats, comparisons) = query(&mut store, format, &mut random);
        let mut core = Propagator::default();
        let meter = Meter::new(&budget, 0);
        let roots: Vec<Term> = floats.iter().chain(&comparisons).copied().collect();
        core.add(&store, &roots, &meter).expect("no limit was given");
        let var = |term: &Term| core.network.variable_of(*term).expect("it was added");
        let (float_vars, atoms): (Vec<VarId>, Vec<VarId>) =
            (floats.iter().map(var).collect(), comparisons.iter().map(var).collect());
        for var in float_vars {
            core.restrict(var, &random_domain(format, &mut random), Reason::Decision);
        }
        for &atom in &atoms {
            let truth = BoolDomain::singleton(random.below(4) > 0).into();
            core.restrict(atom, &truth, Reason::Decision);
        }
        let Some(crate::propagate::Conflict::Domains(involved)) =
            refute(&core, &atoms, &meter).expect("no limit was given")
        else {
            continue;
        };
        refutations += 1;
        assert!(!has_solution(&store, &core, &variables, &involved, format), "query {number}: {involved:?}");
    }
    refutations
}

#[test]
fn what_order_refutes_has_no_solution() {
    let found = refutations(Format::new(3, 3).expect("a format"), 8_000, 21, random_query);
    assert!(found > 200, "only {found} refutations");
}

#[test]
fn what_squares_and_roots_refute_has_no_solution() {
    for (exponent, significand) in [(3, 3), (3, 4), (4, 3)] {
        let format = Format::new(exponent, significand).expect("a format");
        let found = refutations(format, 2_000, 22, root_query);
        assert!(found > 100, "only {found} refutations");
    }
}
