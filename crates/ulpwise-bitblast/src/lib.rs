//! The bit-precise engine: terms to an and-inverter graph, to clauses, to CaDiCaL.
//!
//! | module | what it is |
//! |---|---|
//! | [`aig`] | the graph that circuits are built in |
//! | [`blast`] | terms to literals, and values of literals to models |
//! | [`cnf`] | clauses of a graph |
//! | [`sat`] | CaDiCaL, with a budget |

pub mod aig;
mod bits;
pub mod blast;
pub mod cnf;
mod float;
pub mod sat;
