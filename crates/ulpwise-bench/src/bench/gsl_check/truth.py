"""The true values of GSL's special functions, by mpmath: shares no code with ulpwise or GSL.

Reads lines of JSON, {"function": NAME, "arguments": [NUMBER, ...]}, and writes for each a line with the value as a decimal string, or null where
it does not exist, is not real, or takes too long.
"""

import json
import signal
import sys

from mpmath import (
    airyai, airybi, altzeta, besseli, besselj, besseljzero, besselk, bessely, beta, betainc, binomial,
    chebyt, chi, ci, clsin, cos, cosh, ei, ellipe, ellipf, ellipk, ellippi, elliprc, elliprd, elliprf, elliprj, erf, erfc, erfi, exp, expint,
    expm1, fac, fac2, factorial, gamma, gammainc, gegenbauer, hermite, hyp0f1, hyp1f1, hyp2f0, hyp2f1, hyperu, hypot, inf,
    isnan, laguerre, lambertw, legendre, legenp, legenq, log, log1p, loggamma, mp, mpc, mpf, nstr, pi, polylog, psi, quad, re, rf, shi, si, sin,
    sinh, sqrt, zeta,
)

mp.dps = 60
SECONDS = 20


def half(order, value):
    """A spherical Bessel function of some kind."""
    return lambda l, x: sqrt(pi / (2 * x)) * value(l + mpf(1) / 2, x)


def debye(n):
    return lambda x: n / x**n * quad(lambda t: t**n / expm1(t), [0, x]) if x else mpf(1)


def fermi_dirac(j, x):
    return -re(polylog(j + 1, -exp(x)))


def transport(n):
    return lambda x: quad(lambda t: t**n * exp(t) / expm1(t) ** 2, [0, x])


def conical(order):
    """The conical function of the first kind and that order."""

    def value(lam, x):
        degree = mpc(mpf(-1) / 2, lam)
        kind = 3 if x > 1 else 2
        return re(legenp(degree, order, x, type=kind))

    return value


def real(value):
    """Only what is real: elsewhere GSL has another definition, or none."""
    if isinstance(value, mpc):
        return value.real if abs(value.imag) <= abs(value.real) * mpf(10) ** -40 else None
    return value


spherical_j = half(0, besselj)
spherical_y = half(0, bessely)
spherical_i = half(0, besseli)
spherical_k = lambda l, x: sqrt(pi / (2 * x)) * besselk(l + mpf(1) / 2, x)
scale_i = lambda value: lambda l, x: exp(-abs(x)) * value(l, x)
scale_k = lambda value: lambda l, x: exp(x) * value(l, x)


def fixed(value, *first):
    return lambda *rest: value(*(tuple(mpf(one) for one in first) + rest))


FUNCTIONS = {
    "airy_Ai": lambda x, _: airyai(x),
    "airy_Bi": lambda x, _: airybi(x),
    "airy_Ai_scaled": lambda x, _: airyai(x) * (exp(2 * x ** mpf(1.5) / 3) if x > 0 else 1),
    "airy_Bi_scaled": lambda x, _: airybi(x) * (exp(-2 * x ** mpf(1.5) / 3) if x > 0 else 1),
    "airy_Ai_deriv": lambda x, _: airyai(x, derivative=1),
    "airy_Bi_deriv": lambda x, _: airybi(x, derivative=1),
    "airy_Ai_deriv_scaled": lambda x, _: airyai(x, derivative=1) * (exp(2 * x ** mpf(1.5) / 3) if x > 0 else 1),
    "airy_Bi_deriv_scaled": lambda x, _: airybi(x, derivative=1) * (exp(-2 * x ** mpf(1.5) / 3) if x > 0 else 1),
    "bessel_Jn": besselj,
    "bessel_Yn": bessely,
    "bessel_In": besseli,
    "bessel_Kn": besselk,
    "bessel_In_scaled": scale_i(besseli),
    "bessel_Kn_scaled": scale_k(besselk),
    "bessel_jl": spherical_j,
    "bessel_yl": spherical_y,
    "bessel_il_scaled": scale_i(spherical_i),
    "bessel_kl_scaled": scale_k(spherical_k),
    "bessel_Jnu": besselj,
    "bessel_Ynu": bessely,
    "bessel_Inu": besseli,
    "bessel_Inu_scaled": scale_i(besseli),
    "bessel_Knu": besselk,
    "bessel_Knu_scaled": scale_k(besselk),
    "bessel_lnKnu": lambda nu, x: log(besselk(nu, x)),
    "bessel_zero_J0": lambda s: besseljzero(0, int(s)),
    "bessel_zero_J1": lambda s: besseljzero(1, int(s)),
    "bessel_zero_Jnu": lambda nu, s: besseljzero(nu, int(s)),
    "clausen": lambda x: clsin(2, x),
    "dawson": lambda x: sqrt(pi) / 2 * exp(-x * x) * erfi(x),
    "dilog": lambda x: re(polylog(2, x)),
    "ellint_Kcomp": lambda k, _: ellipk(k * k),
    "ellint_Ecomp": lambda k, _: ellipe(k * k),
    "ellint_Pcomp": lambda k, n, _: ellippi(-n, k * k),
    "ellint_Dcomp": lambda k, _: (ellipk(k * k) - ellipe(k * k)) / (k * k),
    "ellint_F": lambda phi, k, _: ellipf(phi, k * k),
    "ellint_E": lambda phi, k, _: ellipe(phi, k * k),
    "ellint_P": lambda phi, k, n, _: ellippi(-n, phi, k * k),
    "ellint_D": lambda phi, k, _: (ellipf(phi, k * k) - ellipe(phi, k * k)) / (k * k),
    "ellint_RC": lambda x, y, _: elliprc(x, y),
    "ellint_RD": lambda x, y, z, _: elliprd(x, y, z),
    "ellint_RF": lambda x, y, z, _: elliprf(x, y, z),
    "ellint_RJ": lambda x, y, z, p, _: elliprj(x, y, z, p),
    "erf": erf,
    "erfc": erfc,
    "log_erfc": lambda x: log(erfc(x)),
    "erf_Z": lambda x: exp(-x * x / 2) / sqrt(2 * pi),
    "erf_Q": lambda x: erfc(x / sqrt(2)) / 2,
    "hazard": lambda x: exp(-x * x / 2) / sqrt(2 * pi) / (erfc(x / sqrt(2)) / 2),
    "exp": exp,
    "exp_mult": lambda x, y: y * exp(x),
    "expm1": expm1,
    "exprel": lambda x: expm1(x) / x if x else mpf(1),
    "exprel_2": lambda x: 2 * (expm1(x) - x) / (x * x) if x else mpf(1),
    "exprel_n": lambda n, x: hyp1f1(1, 1 + n, x),
    "exprel_n_CF": lambda n, x: hyp1f1(1, 1 + n, x),
    "expint_E1": lambda x: -ei(-x),
    "expint_E2": lambda x: exp(-x) - x * -ei(-x),
    "expint_En": lambda n, x: re(expint(n, x)),
    "expint_E1_scaled": lambda x: -ei(-x) * exp(x),
    "expint_E2_scaled": lambda x: 1 - x * -ei(-x) * exp(x),
    "expint_En_scaled": lambda n, x: re(expint(n, x)) * exp(x),
    "expint_Ei": ei,
    "expint_Ei_scaled": lambda x: ei(x) * exp(-x),
    "expint_3": lambda x: quad(lambda t: exp(-(t**3)), [0, x]),
    "Shi": shi,
    "Chi": lambda x: re(chi(x)),
    "Si": si,
    "Ci": lambda x: re(ci(x)),
    "atanint": lambda x: quad(lambda t: mp.atan(t) / t, [0, x]),
    "fermi_dirac_m1": fixed(fermi_dirac, -1),
    "fermi_dirac_0": fixed(fermi_dirac, 0),
    "fermi_dirac_1": fixed(fermi_dirac, 1),
    "fermi_dirac_2": fixed(fermi_dirac, 2),
    "fermi_dirac_int": fermi_dirac,
    "fermi_dirac_mhalf": fixed(fermi_dirac, -0.5),
    "fermi_dirac_half": fixed(fermi_dirac, 0.5),
    "fermi_dirac_3half": fixed(fermi_dirac, 1.5),
    "fermi_dirac_inc_0": lambda x, b: log1p(exp(b - x)) - (b - x),
    "gamma": gamma,
    "lngamma": lambda x: log(abs(gamma(x))),
    "gammastar": lambda x: gamma(x) / (sqrt(2 * pi) * x ** (x - mpf(0.5)) * exp(-x)),
    "gammainv": mp.rgamma,
    "taylorcoeff": lambda n, x: x**n / factorial(n),
    "fact": fac,
    "doublefact": fac2,
    "lnfact": lambda n: log(fac(n)),
    "lndoublefact": lambda n: log(fac2(n)),
    "choose": binomial,
    "lnchoose": lambda n, m: log(binomial(n, m)),
    "poch": rf,
    "lnpoch": lambda a, x: log(rf(a, x)),
    "pochrel": lambda a, x: (rf(a, x) - 1) / x,
    "gamma_inc": lambda a, x: gammainc(a, x),
    "gamma_inc_Q": lambda a, x: gammainc(a, x, regularized=True),
    "gamma_inc_P": lambda a, x: gammainc(a, 0, x, regularized=True),
    "beta": beta,
    "lnbeta": lambda a, b: log(beta(a, b)),
    "beta_inc": lambda a, b, x: betainc(a, b, 0, x, regularized=True),
    "gegenpoly_1": lambda lam, x: gegenbauer(1, lam, x) if lam else 2 * x,
    "gegenpoly_2": lambda lam, x: gegenbauer(2, lam, x) if lam else 2 * x * x - 1,
    "gegenpoly_3": lambda lam, x: gegenbauer(3, lam, x) if lam else x * (4 * x * x / 3 - 1) * 2,
    # GSL has the limit of the polynomial divided by the parameter where that is zero.
    "gegenpoly_n": lambda n, lam, x: gegenbauer(n, lam, x) if lam else 2 * chebyt(n, x) / n if n else mpf(1),
    "hermite": hermite,
    "hermite_phys": hermite,
    "laguerre_1": lambda a, x: laguerre(1, a, x),
    "laguerre_2": lambda a, x: laguerre(2, a, x),
    "laguerre_3": lambda a, x: laguerre(3, a, x),
    "laguerre_n": laguerre,
    "lambert_W0": lambda x: lambertw(x),
    "lambert_Wm1": lambda x: lambertw(x, -1) if x < 0 else lambertw(x),
    "legendre_P1": lambda x: x,
    "legendre_P2": lambda x: legendre(2, x),
    "legendre_P3": lambda x: legendre(3, x),
    "legendre_Pl": legendre,
    "legendre_Q0": lambda x: log(abs((1 + x) / (1 - x))) / 2,
    "legendre_Q1": lambda x: x * log(abs((1 + x) / (1 - x))) / 2 - 1,
    "legendre_Ql": lambda l, x: re(legenq(l, 0, x, type=3 if x > 1 else 2)),
    "conicalP_half": conical(mpf(1) / 2),
    "conicalP_mhalf": conical(mpf(-1) / 2),
    "conicalP_0": conical(0),
    "conicalP_1": conical(1),
    "conicalP_sph_reg": lambda l, lam, x: conical(mpf(-1) / 2 - l)(lam, x),
    "conicalP_cyl_reg": lambda m, lam, x: conical(-m)(lam, x),
    "legendre_H3d_0": lambda lam, eta: sin(lam * eta) / (lam * sinh(eta)),
    "log": log,
    "log_abs": lambda x: log(abs(x)),
    "log_1plusx": log1p,
    "log_1plusx_mx": lambda x: log1p(x) - x,
    "pow_int": lambda x, n: x ** int(n),
    "psi_int": lambda n: psi(0, n),
    "psi": lambda x: psi(0, x),
    "psi_1piy": lambda y: re(psi(0, mpc(1, y))),
    "psi_1_int": lambda n: psi(1, n),
    "psi_1": lambda x: psi(1, x),
    "psi_n": lambda n, x: psi(int(n), x),
    "synchrotron_1": lambda x: x * quad(lambda t: besselk(mpf(5) / 3, t), [x, x + 1, x + 10, inf]),
    "synchrotron_2": lambda x: x * besselk(mpf(2) / 3, x),
    "transport_2": transport(2),
    "transport_3": transport(3),
    "transport_4": transport(4),
    "transport_5": transport(5),
    "sin": sin,
    "cos": cos,
    "hypot": hypot,
    "sinc": lambda x: mp.sincpi(x),
    "lnsinh": lambda x: log(sinh(x)),
    "lncosh": lambda x: log(cosh(x)),
    "zeta_int": zeta,
    "zeta": zeta,
    "zetam1": lambda s: zeta(s) - 1,
    "zetam1_int": lambda s: zeta(s) - 1,
    "hzeta": zeta,
    "eta_int": altzeta,
    "eta": altzeta,
    "hyperg_0F1": hyp0f1,
    "hyperg_1F1_int": hyp1f1,
    "hyperg_1F1": hyp1f1,
    "hyperg_U_int": hyperu,
    "hyperg_U": hyperu,
    "hyperg_2F1": hyp2f1,
    "hyperg_2F1_conj": lambda a, b, c, x: re(hyp2f1(mpc(a, b), mpc(a, -b), c, x)),
    "hyperg_2F1_renorm": lambda a, b, c, x: hyp2f1(a, b, c, x) * mp.rgamma(c),
    "hyperg_2F0": hyp2f0,
}
FUNCTIONS.update({f"bessel_{kind}{n}": fixed(FUNCTIONS[f"bessel_{kind}n"], n) for kind in "JYIK" for n in (0, 1)})
FUNCTIONS.update({f"bessel_{kind}{n}_scaled": fixed(FUNCTIONS[f"bessel_{kind}n_scaled"], n) for kind in "IK" for n in (0, 1)})
FUNCTIONS.update({f"bessel_{kind}{n}": fixed(FUNCTIONS[f"bessel_{kind}l"], n) for kind in "jy" for n in (0, 1, 2)})
FUNCTIONS.update({f"bessel_{kind}{n}_scaled": fixed(FUNCTIONS[f"bessel_{kind}l_scaled"], n) for kind in "ik" for n in (0, 1, 2)})
FUNCTIONS.update({f"debye_{n}": debye(n) for n in range(1, 7)})
# The same with the exponent apart: whether the value is a number shows in both.
FUNCTIONS.update({f"{name}_e10": FUNCTIONS[name] for name in ("exp", "exp_mult", "hyperg_U", "hyperg_U_int")})


class TooLong(Exception):
    """A value takes too long."""


def stop(*_):
    raise TooLong


def value(name, arguments):
    function = FUNCTIONS.get(name)
    if function is None:
        return None
    signal.signal(signal.SIGALRM, stop)
    signal.alarm(SECONDS)
    try:
        found = real(function(*(mpf(argument) for argument in arguments)))
        # More digits must not change it.
        with mp.workdps(2 * mp.dps):
            again = real(function(*(mpf(argument) for argument in arguments)))
        if found is None or again is None or isnan(found) or abs(found) == inf:
            return None
        return nstr(again, 17) if abs(found - again) <= abs(again) * mpf(10) ** -12 else None
    except Exception:
        return None
    finally:
        signal.alarm(0)


for line in sys.stdin:
    question = json.loads(line)
    print(json.dumps(value(question["function"], question["arguments"])), flush=True)
