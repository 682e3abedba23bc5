//! Blocks, phi nodes and terminators.

use crate::support::{evaluate, lower, printed, unsupported};

#[test]
fn phi_nodes_are_filled_all_at_once() {
    // Each round swaps %a and %b through the phi nodes.
    let snippet = "define i64 @f(i64 %n) {
    entry:
        br label %loop
    loop:
        %a = phi i64 [ 1, %entry ], [ %b, %loop ]
        %b = phi i64 [ 2, %entry ], [ %a, %loop ]
        %i = phi i64 [ 0, %entry ], [ %next, %loop ]
        %next = add i64 %i, 1
        %go = icmp ult i64 %next, %n
        br i1 %go, label %loop, label %done
    done:
        %t = mul i64 %a, 10
        %r = add i64 %t, %b
        ret i64 %r
    }";
    assert_eq!(evaluate(snippet, &[1]), [12]);
    assert_eq!(evaluate(snippet, &[2]), [21]);
    assert_eq!(evaluate(snippet, &[3]), [12]);
}

#[test]
fn both_ways_of_a_branch_may_bring_different_values_to_one_block() {
    let snippet = "define i32 @f(i1 %c) {
    entry:
        br i1 %c, label %join, label %other
    other:
        br label %join
    join:
        %r = phi i32 [ 5, %entry ], [ 6, %other ]
        ret i32 %r
    }";
    assert_eq!(evaluate(snippet, &[1]), [5]);
    assert_eq!(evaluate(snippet, &[0]), [6]);
}

#[test]
fn switches_share_an_edge_per_target() {
    let snippet = "define i32 @f(i8 %x) {
    entry:
        switch i8 %x, label %other [ i8 -1, label %one  i8 3, label %one  i8 0, label %two ]
    one:
        br label %join
    two:
        br label %join
    other:
        br label %join
    join:
        %r = phi i32 [ 1, %one ], [ 2, %two ], [ 3, %other ]
        ret i32 %r
    }";
    for (value, expected) in [(0xff, 1), (3, 1), (0, 2), (4, 3)] {
        assert_eq!(evaluate(snippet, &[value]), [expected], "{value}");
    }
    let direct = "define i32 @f(i32 %x) {
    entry:
        switch i32 %x, label %join [ i32 1, label %join  i32 2, label %join ]
    join:
        %r = phi i32 [ 7, %entry ], [ 7, %entry ], [ 7, %entry ]
        ret i32 %r
    }";
    assert_eq!(evaluate(direct, &[2]), [7]);
}

#[test]
fn jumps_to_addresses_of_blocks() {
    let snippet = "@targets = constant [2 x ptr] [ptr blockaddress(@f, %one), ptr blockaddress(@f, %two)]
    define i32 @f(i64 %n) {
    entry:
        %p = getelementptr [2 x ptr], ptr @targets, i64 0, i64 %n
        %target = load ptr, ptr %p
        indirectbr ptr %target, [label %one, label %two]
    one:
        ret i32 10
    two:
        ret i32 20
    }";
    assert_eq!(evaluate(snippet, &[0]), [10]);
    assert_eq!(evaluate(snippet, &[1]), [20]);
}

#[test]
fn blocks_keep_their_order_and_unreachable_ones_are_left_out() {
    let snippet = "define double @f(double %x, i1 %c) {
    entry:
        br i1 %c, label %last, label %first
    first:
        %a = fadd double %x, 1.0
        br label %last
    never:
        %n = fdiv double %x, 0.0
        br label %last
    last:
        %v = phi double [ %x, %entry ], [ %a, %first ], [ %n, %never ]
        %r = fmul double %v, 2.0
        ret double %r
    }";
    let module = lower(snippet);
    let text = printed(&module, "f");
    assert_eq!(module.sites.len(), 2, "{text}");
    let (add, mul) = (text.find("fadd").unwrap(), text.find("fmul").unwrap());
    assert!(add < mul && !text.contains("fdiv"), "{text}");
    assert_eq!(evaluate(snippet, &[1.0f64.to_bits(), 0]), [4.0f64.to_bits()]);
}

#[test]
fn constant_expressions_on_edges_are_computed_before_the_jump() {
    let snippet = "@g = global i32 0
    define i1 @f(i1 %c) {
    entry:
        br i1 %c, label %yes, label %join
    yes:
        br label %join
    join:
        %a = phi i64 [ ptrtoint (ptr @g to i64), %yes ], [ 0, %entry ]
        %b = icmp eq i64 %a, ptrtoint (ptr @g to i64)
        ret i1 %b
    }";
    assert_eq!(evaluate(snippet, &[1]), [1]);
    assert_eq!(evaluate(snippet, &[0]), [0]);
}

#[test]
fn calls_that_might_unwind_return() {
    let snippet = "declare i32 @__gxx_personality_v0(...)
    define i32 @g(i32 %a) {
        %r = add i32 %a, 1
        ret i32 %r
    }
    define i32 @f(i32 %a) personality ptr @__gxx_personality_v0 {
        %x = invoke i32 @g(i32 %a) to label %fine unwind label %caught
    fine:
        ret i32 %x
    caught:
        %pad = landingpad { ptr, i32 } cleanup
        resume { ptr, i32 } %pad
    }";
    assert_eq!(evaluate(snippet, &[4]), [5]);
}

/// What lands in a handler comes from a call, and its operations have sites.
#[test]
fn handlers_are_part_of_the_program() {
    let snippet = "declare i32 @__gxx_personality_v0(...)
    define double @g(double %a) {
        %r = fadd double %a, 1.0
        ret double %r
    }
    define double @f(double %a) personality ptr @__gxx_personality_v0 {
        %x = invoke double @g(double %a) to label %join unwind label %caught
    caught:
        %pad = landingpad { ptr, i32 } catch ptr null
        %what = extractvalue { ptr, i32 } %pad, 1
        %code = sitofp i32 %what to double
        %y = fdiv double %a, %code
        br label %join
    join:
        %r = phi double [ %x, %0 ], [ %y, %caught ]
        ret double %r
    }";
    let module = lower(snippet);
    assert_eq!(unsupported(&module), [""; 0]);
    assert_eq!(module.sites.len(), 3, "a sum, and a conversion and a division in the handler");
    let [four, five] = [4f64, 5.0].map(f64::to_bits);
    assert_eq!(evaluate(snippet, &[four]), [five]);
}
