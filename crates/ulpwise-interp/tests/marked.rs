//! Runs with hidden inputs against runs with known ones: whatever is hidden, values arrive where
//! the interpreter itself takes them.

mod common;

use common::{I64, call};
use ulpwise_interp::number::int::narrow;
use ulpwise_interp::{InterpOptions, Interpreter, MarkedRun, PathEnd, Program, ValueDomain};
use ulpwise_ir::builder::ModuleBuilder;
use ulpwise_ir::{Inst, IntPredicate, Module, Slot, Type};

const I128: Type = Type::Int(128);

/// A value, and whether the interpreter may know it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Secret {
    Known(u128),
    Hidden(u128),
}

impl Secret {
    fn bits(self) -> u128 {
        match self {
            Self::Known(bits) | Self::Hidden(bits) => bits,
        }
    }
}

/// Values that are concrete, and hidden from the interpreter.
struct Hiding;

impl ValueDomain for Hiding {
    type Value = Secret;

    fn constant(&mut self, _: Type, bits: u128) -> Secret {
        Secret::Known(bits)
    }

    fn known_bits(&mut self, value: Secret) -> Option<u128> {
        match value {
            Secret::Known(bits) => Some(bits),
            Secret::Hidden(_) => None,
        }
    }

    fn retyped(&mut self, value: Secret, _: Type) -> Secret {
        value
    }

    fn undefined_slot(&mut self, _: &Interpreter<'_>, slot: Slot) -> Secret {
        panic!("{slot:?} is defined")
    }

    fn uninitialised_byte(&mut self, address: u64) -> Secret {
        panic!("the byte at {address:#x} was written")
    }
}

/// Carries out the instruction at which a run pauses; what the outermost call returns, if it does.
fn step(run: &mut MarkedRun<'_, Secret>) -> Option<Vec<Secret>> {
    let body = run.interpreter.body();
    let value = |run: &MarkedRun<'_, Secret>, slot: Slot| run.get(&mut Hiding, slot).bits();
    let address =
        |run: &MarkedRun<'_, Secret>, slot: Slot| run.known(slot).expect("addresses are known") as u64;
    match run.interpreter.next_inst() {
        Inst::Jump { edge } => run.take_edge(&mut Hiding, edge).unwrap(),
        Inst::Branch { condition, then_edge, else_edge } => {
            let edge = if value(run, condition) == 1 { then_edge } else { else_edge };
            run.take_edge(&mut Hiding, edge).unwrap();
        }
        Inst::Return { values } => {
            let returned: Vec<Secret> =
                body.values(values).map(|(slot, _)| run.get(&mut Hiding, slot)).collect();
            if !run.leave(&mut Hiding, &returned) {
                return Some(returned);
            }
        }
        Inst::Call { callee, arguments, results, .. } => {
            let given: Vec<Secret> =
                body.values(arguments).map(|(slot, _)| run.get(&mut Hiding, slot)).collect();
            run.interpreter.expect_results(results);
            run.enter(&mut Hiding, callee, &given, Vec::new()).unwrap();
        }
        Inst::Load { ty, dst, address: at, .. } => {
            let bytes = run.bytes_at(&mut Hiding, address(run, at), ty.store_bytes()).unwrap();
            let byte = |(at, &known): (usize, &u8)| match bytes.pieces[at] {
                Some(piece) => piece.value.bits() >> (8 * piece.index) & 0xff,
                None => u128::from(known),
            };
            let bits = bytes.known.iter().enumerate().rev().fold(0, |bits, pair| bits << 8 | byte(pair));
            run.set(&mut Hiding, dst, Secret::Hidden(bits));
            run.interpreter.advance();
        }
        Inst::Store { ty, address: at, value } => {
            let (at, value) = (address(run, at), run.get(&mut Hiding, value));
            run.store_bytes(&mut Hiding, at, ty.store_bytes(), value).unwrap();
            run.interpreter.advance();
        }
        Inst::MemCopy { to, from, len, .. } => {
            let [to, from, len] = [to, from, len].map(|slot| address(run, slot));
            run.copy_bytes(&mut Hiding, to, from, len as usize).unwrap();
            run.interpreter.advance();
        }
        Inst::Int { op, bits, dst, a, b } => {
            let result = narrow::binary(op, bits, value(run, a) as u64, value(run, b) as u64).unwrap();
            run.set(&mut Hiding, dst, Secret::Hidden(result.into()));
            run.interpreter.advance();
        }
        Inst::IntCompare { predicate, bits, dst, a, b } => {
            let holds = narrow::compare(predicate, bits, value(run, a) as u64, value(run, b) as u64);
            run.set(&mut Hiding, dst, Secret::Hidden(holds.into()));
            run.interpreter.advance();
        }
        inst => panic!("the program has no {inst:?}"),
    }
    None
}

/// What `f` returns, a wide value as two words.
fn words_of_run(module: &Module, arguments: &[Secret]) -> Vec<u64> {
    let program = Program::new(module, 1 << 30).expect("the module fits");
    let mut run = MarkedRun::new(Interpreter::new(&program, InterpOptions::default()));
    let function = module.function_named("f").expect("the module has an f");
    run.enter(&mut Hiding, function, arguments, Vec::new()).unwrap();
    loop {
        match run.interpreter.resume() {
            Ok(words) => return words,
            Err(PathEnd::Marked) => {}
            Err(end) => panic!("the run ends: {end}"),
        }
        if let Some(returned) = step(&mut run) {
            let [narrow, wide] = returned[..] else { panic!("two values are returned") };
            return vec![narrow.bits() as u64, wide.bits() as u64, (wide.bits() >> 64) as u64];
        }
    }
}

/// `f(n, x, y)` calls `g(x, y)` n times. `g` takes x through memory, where its copy overlaps it,
/// and adds its lower half to y.
fn module() -> Module {
    let mut builder = ModuleBuilder::new();
    let g = builder.declare("g", &[I128, I64], &[I64, I128]);
    builder.define(g, |b| {
        let (x, y) = (b.param(0), b.param(1));
        let (one, eight, sixteen) = (b.i64(1), b.i64(8), b.i64(16));
        let first = b.alloca(one, 32, 16);
        b.store(x, first);
        let second = b.ptradd(first, eight, 1);
        b.memmove(second, first, sixteen);
        let (half, whole) = (b.load(I64, second), b.load(I128, second));
        let sum = b.add(half, y);
        b.ret(&[sum, whole]);
    });
    builder.function("f", &[I64, I128, I64], &[I64, I128], |b| {
        let (n, x, y) = (b.param(0), b.param(1), b.param(2));
        let (zero, one) = (b.i64(0), b.i64(1));
        let (head, body, exit) = (b.block(&[I64, I128, I64]), b.block(&[]), b.block(&[]));
        b.jump(head, &[n, x, y]);
        b.switch_to(head);
        let [left, x, y] = [0, 1, 2].map(|position| b.block_param(head, position));
        let done = b.icmp(IntPredicate::Eq, left, zero);
        b.branch(done, (exit, &[]), (body, &[]));
        b.switch_to(body);
        let results = b.call(g, &[x, y]);
        let less = b.sub(left, one);
        b.jump(head, &[less, results[1], results[0]]);
        b.switch_to(exit);
        b.ret(&[y, x]);
    });
    builder.finish()
}

#[test]
fn hidden_values_arrive_where_known_ones_do() {
    let module = module();
    let x = 0x0123_4567_89ab_cdef_fedc_ba98_7654_3210_u128;
    let values = [5, x, 77];
    let expected = call(&module, &[5, x as u64, (x >> 64) as u64, 77]);
    assert_eq!(expected[0], (x as u64).wrapping_mul(5).wrapping_add(77));
    for hidden in 0..8_u8 {
        let arguments: Vec<Secret> = values
            .iter()
            .enumerate()
            .map(|(at, &bits)| if hidden >> at & 1 == 1 { Secret::Hidden(bits) } else { Secret::Known(bits) })
            .collect();
        assert_eq!(words_of_run(&module, &arguments), expected, "hidden: {hidden:03b}");
    }
}

#[test]
fn forks_are_counted_in_each_call_by_itself() {
    let module = module();
    let program = Program::new(&module, 1 << 30).expect("the module fits");
    let mut run: MarkedRun<'_, Secret> = MarkedRun::new(Interpreter::new(&program, InterpOptions::default()));
    let f = module.function_named("f").expect("the module has an f");
    let arguments = [5, 1, 2].map(Secret::Hidden);
    run.enter(&mut Hiding, f, &arguments, Vec::new()).unwrap();
    assert_eq!([run.count_fork(), run.count_fork()], [1, 2]);
    let mut other = run.fork();
    assert_eq!((other.count_fork(), run.count_fork()), (3, 3), "copies count by themselves");
    run.enter(&mut Hiding, f, &arguments, Vec::new()).unwrap();
    assert_eq!(run.count_fork(), 1, "another call");
}
