/* Does adding one increase a float? Asks so with and without a bound, in one solver. */
#include "ulpwise.h"
#include <stdio.h>
#include <string.h>

static int expect(int holds, const char *what)
{
    if (!holds)
        fprintf(stderr, "wrong: %s\n", what);
    return !holds;
}

int main(void)
{
    int wrong = 0;
    UlpwiseSolver *solver = ulpwise_solver_new();
    if (solver == NULL)
        return 2;
    wrong += expect(ulpwise_solver_declare(solver, "x", "Float32") == 0, "declare");
    wrong += expect(ulpwise_solver_assert(solver, "(fp.eq (fp.add RNE x ((_ to_fp 8 24) RNE 1.0)) x)") == 0,
                    "assert");
    wrong += expect(ulpwise_solver_check(solver) == ULPWISE_SAT, "a large float does not grow");
    printf("x = %s\n", ulpwise_solver_value(solver, "x"));
    wrong += expect(strstr(ulpwise_solver_model(solver), "define-fun x () (_ FloatingPoint 8 24)") != NULL, "model");
    wrong += expect(ulpwise_solver_push(solver, 1) == 0, "push");
    ulpwise_solver_assert(solver, "(fp.lt (fp.abs x) ((_ to_fp 8 24) RNE 1000.0))");
    wrong += expect(ulpwise_solver_check(solver) == ULPWISE_UNSAT, "a small float grows");
    wrong += expect(ulpwise_solver_pop(solver, 1) == 0, "pop");
    wrong += expect(ulpwise_solver_check(solver) == ULPWISE_SAT, "the bound is gone");
    wrong += expect(ulpwise_solver_check_assuming(solver, "(fp.isNegative x) (fp.isPositive x)") == ULPWISE_UNSAT,
                    "assumptions");
    wrong += expect(ulpwise_solver_assert(solver, "(fp.lt x") == ULPWISE_ERROR, "an error is reported");
    wrong += expect(strstr(ulpwise_solver_error(solver), "line 1 column") != NULL, "where the error is");
    wrong += expect(ulpwise_solver_check(solver) == ULPWISE_SAT, "an error changes nothing");
    ulpwise_solver_delete(solver);
    printf("%s\n", wrong ? "failed" : "all as expected");
    return wrong != 0;
}
