//! Arrays.

use super::{ConformanceCase, sat, unsat};

pub(super) const CASES: &[ConformanceCase] = &[
    sat("(= (select m i) #x5) (= (select m j) #x6)"),
    unsat("(= (select m i) #x5) (= (select m j) #x6) (= i j)"),
    unsat(
        "(= (select m #b00) #x1) (= (select m #b01) #x1) (= (select m #b10) #x1) (= (select m #b11) #x1) (not (= (select m i) #x1))",
    ),
    sat("(= (select (store m i u) j) v) (not (= u v))"),
    unsat("(= (select (store m i u) j) v) (not (= u v)) (= i j)"),
    unsat("(= (select (store m i u) j) v) (not (= (select m j) v)) (not (= i j))"),
    unsat("(not (= (select ((as const (Array (_ BitVec 2) (_ BitVec 4))) u) i) u))"),
    sat("(= (select (store ((as const (Array (_ BitVec 2) (_ BitVec 4))) #x0) i #x1) j) #x1)"),
    unsat("(= (select (ite p m n) i) u) (not (= (select m i) u)) (not (= (select n i) u))"),
    sat("(= (select (ite p m n) i) u) (not (= (select m i) u))"),
    sat("(= (select mem w) #x01) (= (select mem (bvadd w #x0000000000000001)) #x02)"),
    unsat("(= (select mem w) #x01) (= (select (store mem (bvadd w #x0000000000000001) #x02) w) #x03)"),
    sat(
        "(= (select mem (concat (select mem #x0000000000000000) ((_ extract 55 0) w))) #x07) (= (select mem #x0000000000000000) #x09)",
    ),
    unsat("(= a (select mem w)) (= b (select mem (bvsub w #x0000000000000000))) (not (= a b))"),
    // Equality of arrays.
    sat("(= (store m i u) n) (not (= m n))"),
    unsat("(= (store m i u) n) (not (= (select n i) u))"),
    unsat("(= m n) (not (= (select m i) (select n i)))"),
    unsat(
        "(not (= m n)) (= (select m #b00) (select n #b00)) (= (select m #b01) (select n #b01)) \
        (= (select m #b10) (select n #b10)) (= (select m #b11) (select n #b11))",
    ),
    unsat("(not (= (store (store m i u) j v) (store (store m j v) i u))) (not (= i j))"),
    unsat("(= (store (store m i u) j v) (store (store m j v) i u)) (= i j) (not (= u v))"),
    sat("(= m ((as const (Array (_ BitVec 2) (_ BitVec 4))) u)) (= (select m i) #x9)"),
    unsat("(= m ((as const (Array (_ BitVec 2) (_ BitVec 4))) u)) (= (select m i) #x9) (= (select m j) #x8)"),
];
