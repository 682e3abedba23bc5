"""Answers SMT-LIB scripts from standard input with cvc5's Python module, one after the other.

A script ends with a line ";end"; after its answers comes a line "ulpwise-done". Each script gets a solver of its own.
The argument is the time limit of a check in milliseconds.
"""
import sys
import cvc5


def answer(text, limit):
    solver = cvc5.Solver(cvc5.TermManager())
    solver.setOption("fp-exp", "true")
    solver.setOption("arrays-exp", "true")
    solver.setOption("tlimit-per", limit)
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "query")
    symbols = parser.getSymbolManager()
    while True:
        command = parser.nextCommand()
        if command.isNull():
            return
        sys.stdout.write(command.invoke(solver, symbols))


lines = []
for line in sys.stdin:
    if line != ";end\n":
        lines.append(line)
        continue
    try:
        answer("".join(lines), sys.argv[1])
    except Exception as error:  # A script that cvc5 refuses is no reason to stop.
        sys.stdout.write("(error " + repr(str(error)) + ")\n")
    lines = []
    sys.stdout.write("\nulpwise-done\n")
    sys.stdout.flush()
