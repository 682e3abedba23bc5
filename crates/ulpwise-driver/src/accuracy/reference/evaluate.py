# Evaluates one expression over mpmath, for `ulpwise accuracy --reference`.
#
# The expression is checked against lists of what is permitted, because it may come from a file that
# came with sources: numbers, inputs, arithmetic, comparisons, and functions of mpmath by their names.
# A number is right once a computation with more bits agrees; what takes too long has no value.
import sys

# What lies in the working folder is no module of Python's.
sys.path[:] = [folder for folder in sys.path if folder]
import ast
import json
import signal
import struct

FUNCTIONS = set("""
acos acosh acot acoth acsc acsch agm airyai airybi appellf1 appellf2 appellf3 appellf4 asec asech asin
asinh atan atan2 atanh barnesg bei bell ber bernoulli bernpoly besseli besselj besselk bessely beta
betainc binomial cbrt ceil chebyt chebyu chi ci clcos clsin cos cosh cospi cot coth csc csch degrees
diff digamma e1 ei ellipe ellipf ellipfun ellipk ellippi elliprc elliprd elliprf elliprg elliprj erf
erfc erfi erfinv eta eulernum eulerpoly exp expint expm1 fabs fac fac2 factorial ff fib fibonacci
findroot floor fprod frac fresnelc fresnels fsum gamma gammainc gammaprod gegenbauer hankel1 hankel2
harmonic hermite hyp0f1 hyp1f1 hyp1f2 hyp2f0 hyp2f1 hyp2f2 hyp2f3 hyp3f2 hyper hyperfac hyperu hypot
isinf isnan jacobi jtheta kei ker kfrom laguerre lambertw ldexp legendre legenp legenq lerchphi li
limit ln log log10 log1p loggamma lommels1 lommels2 meijerg mfrom ncdf nint norm npdf nprod nsum
nthroot pcfd pcfu pcfv pcfw polyexp polygamma polylog polyval power powm1 primezeta psi qfac qfrom
qgamma qhyper qp quad quadosc radians re rf rgamma riemannr root scorergi scorerhi sec sech
secondzeta shi si siegeltheta siegelz sign sin sinc sincpi sinh sinpi sqrt stieltjes struveh struvel
superfac tan tanh webere whitm whitw zeta
""".split())
CONSTANTS = set("apery catalan degree e euler glaisher inf khinchin mertens phi pi twinprime".split())
OWN = {"abs", "max", "min", "sum"}
OPERATORS = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.Pow, ast.Mod, ast.USub, ast.UAdd, ast.Not,
             ast.And, ast.Or, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)
LONGEST = 10_000
LARGEST = 10 ** 6

# How many bits are tried, and in how many two numbers have to agree.
BITS = (160, 400, 1200, 4000)
AGREEMENT = 90


class Problem(Exception):
    pass


class TooLong(Exception):
    pass


def late(_signal, _frame):
    raise TooLong()


class Permitted(ast.NodeTransformer):
    """Refuses what is not permitted, and makes numbers exact."""

    def __init__(self, inputs, known):
        self.inputs, self.known, self.bound = inputs, known, []

    def generic_visit(self, node):
        if isinstance(node, (ast.Expression, ast.Load) + OPERATORS):
            return super().generic_visit(node)
        raise Problem("%s is not arithmetic with inputs and functions of mpmath" % ast.unparse(node))

    def number(self, node):
        value = node.value
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise Problem("%s is no number" % ast.unparse(node))
        text = str(value) if isinstance(value, int) else repr(value)
        return text

    def visit_Constant(self, node):
        # The digits as they stand, and not the nearest double.
        text = ast.Constant(self.literals.get((node.lineno, node.col_offset), self.number(node)))
        return ast.Call(ast.Name("mpf", ast.Load()), [text], [])

    def visit_Name(self, node):
        name = node.id
        if name in self.bound:
            return node
        if name in self.inputs:
            return ast.Subscript(ast.Name("inputs", ast.Load()), ast.Constant(name), ast.Load())
        if name in CONSTANTS and name in self.known:
            return node
        if name in FUNCTIONS or name in OWN:
            raise Problem("%s is a function: %s(…) is expected" % (name, name))
        raise Problem("%s is neither an input nor a constant of mpmath; inputs are %s"
                      % (name, ", ".join(self.inputs) or "none"))

    def visit_BinOp(self, node):
        if isinstance(node.op, ast.BitXor):
            raise Problem("^ is no power in Python: write **")
        self.permit(node.op)
        return ast.BinOp(self.visit(node.left), node.op, self.visit(node.right))

    def permit(self, operator):
        if not isinstance(operator, OPERATORS):
            raise Problem("%s is not permitted" % type(operator).__name__)

    def visit_UnaryOp(self, node):
        self.permit(node.op)
        return ast.UnaryOp(node.op, self.visit(node.operand))

    def visit_BoolOp(self, node):
        return ast.BoolOp(node.op, [self.visit(value) for value in node.values])

    def visit_Compare(self, node):
        for operator in node.ops:
            self.permit(operator)
        return ast.Compare(self.visit(node.left), node.ops, [self.visit(one) for one in node.comparators])

    def visit_IfExp(self, node):
        return ast.IfExp(self.visit(node.test), self.visit(node.body), self.visit(node.orelse))

    def visit_List(self, node):
        return ast.List([self.visit(one) for one in node.elts], ast.Load())

    def visit_Subscript(self, node):
        index = node.slice
        is_element = isinstance(index, ast.Constant) and type(index.value) is int
        if not isinstance(node.value, ast.Name) or node.value.id not in self.inputs or not is_element:
            raise Problem("%s is not an element of an input" % ast.unparse(node))
        return ast.Subscript(self.visit(node.value), index, ast.Load())

    def visit_Lambda(self, node):
        names = node.args
        odd = names.vararg or names.kwarg or names.kwonlyargs or names.defaults or names.posonlyargs
        if odd or any(one.arg.startswith("_") or one.arg in self.inputs for one in names.args):
            raise Problem("%s: other names are expected" % ast.unparse(node))
        self.bound.extend(one.arg for one in names.args)
        body = self.visit(node.body)
        del self.bound[len(self.bound) - len(names.args):]
        return ast.Lambda(names, body)

    def visit_Call(self, node):
        if not isinstance(node.func, ast.Name):
            raise Problem("%s is no function of mpmath" % ast.unparse(node.func))
        name = node.func.id
        if name not in FUNCTIONS and name not in OWN or name not in self.known:
            raise Problem("%s is no function of mpmath that a reference may use" % name)
        arguments = [self.argument(one) for one in node.args]
        keywords = [ast.keyword(one.arg, self.argument(one.value)) for one in node.keywords]
        if any(one.arg not in ("derivative", "k", "n", "m", "q", "a", "b", "x", "regularized") for one in keywords):
            raise Problem("%s: this keyword is not permitted" % ast.unparse(node))
        return ast.Call(ast.Name(name, ast.Load()), arguments, keywords)

    def argument(self, node):
        # Orders and degrees stay integers.
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            inner = self.argument(node.operand)
            return ast.UnaryOp(node.op, inner)
        if isinstance(node, ast.Constant) and type(node.value) is int and abs(node.value) <= LARGEST:
            return node
        if isinstance(node, ast.Constant) and type(node.value) is bool:
            return node
        return self.visit(node)


def literals(text):
    """The digits of all decimals, by where they stand."""
    import io
    import tokenize
    found = {}
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.NUMBER and not token.string.lower().startswith(("0x", "0b", "0o")):
            if token.string.lower().endswith("j"):
                raise Problem("%s is not real" % token.string)
            found[token.start] = token.string.replace("_", "")
    return found


def prepare(text, inputs):
    known = {name: getattr(mpmath.mp, name) for name in FUNCTIONS | CONSTANTS if hasattr(mpmath.mp, name)}
    known.update(abs=abs, max=max, min=min, sum=mpmath.mp.fsum, mpf=mpmath.mp.mpf)
    if len(text) > LONGEST:
        raise Problem("it is too long")
    try:
        tree = ast.parse(text.strip(), mode="eval")
        numbers = literals(text.strip())
    except (SyntaxError, ValueError, tokenize_error()) as error:
        raise Problem("it does not parse: %s" % getattr(error, "msg", error))
    except (RecursionError, MemoryError):
        raise Problem("it is nested too deeply")
    checker = Permitted(inputs, known)
    checker.literals = numbers
    try:
        tree = ast.fix_missing_locations(checker.visit(tree))
    except RecursionError:
        raise Problem("it is nested too deeply")
    known["__builtins__"] = {}
    return compile(tree, "reference", "eval"), known


def tokenize_error():
    import tokenize
    return tokenize.TokenError


def number(text):
    """An input: `d` and the bits of a double, or `i` and an integer."""
    if text[0] == "i":
        return mpmath.mp.mpf(int(text[1:]))
    return mpmath.mp.mpf(struct.unpack(">d", bytes.fromhex(text[1:]))[0])


def value(parsed):
    if isinstance(parsed, list):
        return [value(one) for one in parsed]
    return number(parsed)


def real(result):
    mp = mpmath.mp
    if isinstance(result, mp.mpc):
        if result.imag != 0:
            return mp.nan
        result = result.real
    if isinstance(result, (bool, list, tuple, str)) or callable(result) and not hasattr(result, "_mpf_"):
        raise Problem("it gives no number")
    return mp.mpf(result)


def agree(one, other):
    mp = mpmath.mp
    if mp.isnan(one) or mp.isnan(other):
        return mp.isnan(one) and mp.isnan(other)
    if mp.isinf(one) or mp.isinf(other) or one == 0 or other == 0:
        return one == other
    return mp.mag(one - other) < mp.mag(other) - AGREEMENT if one != other else True


def right(code, known, inputs):
    last = None
    for bits in BITS:
        mpmath.mp.prec = bits
        given = {name: value(parsed) for name, parsed in inputs.items()}
        known["inputs"] = given
        now = real(eval(code, known))
        if last is not None and agree(last, now):
            return now
        last = now
    return None


def split(magnitude):
    """A fraction that is a double, and a power of two."""
    mp = mpmath.mp
    if magnitude == 0:
        return [0.0, 0]
    fraction, exponent = mp.frexp(magnitude)
    return [float(fraction), int(exponent)]


def answer(code, known, inputs, computed, seconds):
    """What is right, its size, and how far it is from what was computed."""
    mp = mpmath.mp
    try:
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
        try:
            found = right(code, known, inputs)
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    except TooLong:
        return {"unknown": "it takes too long"}
    except Problem as problem:
        return {"problem": str(problem)}
    except (ZeroDivisionError, OverflowError, ValueError, ArithmeticError) as error:
        return {"unknown": str(error)[:80] or type(error).__name__}
    except (TypeError, AttributeError, IndexError, NotImplementedError, RecursionError, MemoryError) as error:
        return {"problem": str(error)[:200] or type(error).__name__}
    except Exception as error:  # mpmath has kinds of its own.
        return {"unknown": (str(error).strip().split("\n")[0] or type(error).__name__)[:80]}
    if found is None:
        return {"unknown": "more bits go on changing it"}
    if mp.isnan(found):
        return {"special": "nan"}
    if mp.isinf(found):
        return {"special": "inf" if found > 0 else "-inf"}
    mp.prec = max(BITS)
    size = split(abs(found))
    gap = None
    if computed[:1] == "d":
        double = struct.unpack(">d", bytes.fromhex(computed[1:]))[0]
        if double == double and abs(double) != float("inf"):
            gap = split(abs(mp.mpf(double) - found))
    return {"negative": bool(found < 0), "size": size, "distance": gap, "near": nearest(found)}


def nearest(found):
    """The nearest double, as its bits."""
    mp = mpmath.mp
    with mp.workprec(53):
        double = float(+found)
    return struct.pack(">d", double).hex()


def main():
    out = sys.stdout

    def say(document, mark):
        out.write(json.dumps(document) + "\n" + mark + "\n")
        out.flush()

    request = json.loads(sys.stdin.readline())
    try:
        global mpmath
        import mpmath
    except Exception:
        say({"missing": "mpmath"}, request["mark"])
        return
    signal.signal(signal.SIGVTALRM, late)
    sys.setrecursionlimit(5000)
    try:
        code, known = prepare(request["expression"], request["inputs"])
    except Problem as problem:
        say({"problem": str(problem)}, request["mark"])
        return
    say({"version": mpmath.__version__}, request["mark"])
    for line in sys.stdin:
        batch = json.loads(line)
        answers = [answer(code, known, one["inputs"], one["computed"], batch["seconds"])
                   for one in batch["calls"]]
        say(answers, batch["mark"])


main()
