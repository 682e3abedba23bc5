/* The floating-point solver of ulpwise for programs in C: link with -lulpwise_solver_c.
 *
 * Terms, sorts and names are text in SMT-LIB 2. Strings that go in end with a zero byte; strings
 * that come out belong to the solver and last until its next call. A solver serves one thread at a
 * time; several may serve several threads. */
#ifndef ULPWISE_H
#define ULPWISE_H

#ifdef __cplusplus
extern "C" {
#endif

#define ULPWISE_ERROR (-1)
#define ULPWISE_UNSAT 0
#define ULPWISE_SAT 1
#define ULPWISE_UNKNOWN 2

typedef struct UlpwiseSolver UlpwiseSolver;

/* A new solver without assertions; null if there is none. */
UlpwiseSolver *ulpwise_solver_new(void);
/* Frees a solver, which may be null, and all strings it returned. */
void ulpwise_solver_delete(UlpwiseSolver *solver);
/* Limits each later call to so many seconds; zero or less is no limit. */
void ulpwise_solver_set_timeout(UlpwiseSolver *solver, double seconds);
/* Executes commands of SMT-LIB; the answers to all of them, errors included. */
const char *ulpwise_solver_execute(UlpwiseSolver *solver, const char *commands);
/* Declares a constant of a sort; 0, or ULPWISE_ERROR. */
int ulpwise_solver_declare(UlpwiseSolver *solver, const char *name, const char *sort);
/* Asserts a term; 0, or ULPWISE_ERROR. */
int ulpwise_solver_assert(UlpwiseSolver *solver, const char *term);
/* Opens so many levels; 0, or ULPWISE_ERROR. */
int ulpwise_solver_push(UlpwiseSolver *solver, unsigned levels);
/* Closes so many levels, and takes back what was asserted in them; 0, or ULPWISE_ERROR. */
int ulpwise_solver_pop(UlpwiseSolver *solver, unsigned levels);
/* Whether the assertions can hold together: one of the four numbers. */
int ulpwise_solver_check(UlpwiseSolver *solver);
/* The same with these terms besides, separated by blanks. */
int ulpwise_solver_check_assuming(UlpwiseSolver *solver, const char *terms);
/* The value of a term in the model, after ULPWISE_SAT; null for an error. */
const char *ulpwise_solver_value(UlpwiseSolver *solver, const char *term);
/* The model, after ULPWISE_SAT; null for an error. */
const char *ulpwise_solver_model(UlpwiseSolver *solver);
/* The names of assertions that cannot hold together, after ULPWISE_UNSAT; null for an error. */
const char *ulpwise_solver_unsat_core(UlpwiseSolver *solver);
/* Why the last answer was ULPWISE_UNKNOWN. */
const char *ulpwise_solver_reason_unknown(UlpwiseSolver *solver);
/* What was wrong with the last call; empty if nothing was. */
const char *ulpwise_solver_error(UlpwiseSolver *solver);

#ifdef __cplusplus
}
#endif

#endif
