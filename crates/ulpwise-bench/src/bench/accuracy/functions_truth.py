"""What mpmath says of GSL's special functions of one double: the judge of what `ulpwise accuracy` reports, sharing nothing with it.

Reads one JSON object: {"function", "calls": [[[inputs], computed], ...]}. Writes a list with the relative error of each call against the
function's definition, or null where mpmath does not say; or null where it does not have the function. The divisor is at least the smallest
normal number.
"""

import json
import signal
import sys

import mpmath
from mpmath import mp, mpf

mp.dps = 60


def integrate(f, *points):
    return mpmath.quad(f, points)


def debye(n):
    return lambda x: n / x**n * integrate(lambda t: t**n / mpmath.expm1(t), 0, x / 2, x)


def fermi_dirac(j):
    return lambda x: -mpmath.polylog(mpf(j) + 1, -mpmath.exp(x))


def transport(n):
    return lambda x: integrate(lambda t: t**n * mpmath.exp(t) / mpmath.expm1(t) ** 2, 0, x)


def spherical(kind, order):
    return lambda x: mpmath.sqrt(mp.pi / (2 * x)) * kind(mpf(order) + mpf(1) / 2, x)


def legendre_q(order):
    def value(x):
        log = mpmath.log(abs((1 + x) / (1 - x))) / 2
        return log if order == 0 else x * log - 1
    return value


FUNCTIONS = {
    # Of negative numbers GSL gives the real parts.
    "Chi": lambda x: mpmath.re(mpmath.chi(x)), "Ci": lambda x: mpmath.re(mpmath.ci(x)), "Shi": mpmath.shi, "Si": mpmath.si,
    "bessel_I0": lambda x: mpmath.besseli(0, x), "bessel_I1": lambda x: mpmath.besseli(1, x),
    "bessel_I0_scaled": lambda x: mpmath.exp(-abs(x)) * mpmath.besseli(0, x),
    "bessel_I1_scaled": lambda x: mpmath.exp(-abs(x)) * mpmath.besseli(1, x),
    "bessel_J0": lambda x: mpmath.besselj(0, x), "bessel_J1": lambda x: mpmath.besselj(1, x),
    "bessel_Y0": lambda x: mpmath.bessely(0, x), "bessel_Y1": lambda x: mpmath.bessely(1, x),
    "bessel_K0": lambda x: mpmath.besselk(0, x), "bessel_K1": lambda x: mpmath.besselk(1, x),
    "bessel_K0_scaled": lambda x: mpmath.exp(x) * mpmath.besselk(0, x),
    "bessel_K1_scaled": lambda x: mpmath.exp(x) * mpmath.besselk(1, x),
    "bessel_j0": lambda x: mpmath.sinc(x), "bessel_j1": lambda x: mpmath.sin(x) / x**2 - mpmath.cos(x) / x,
    "bessel_j2": lambda x: (3 / x**2 - 1) * mpmath.sin(x) / x - 3 * mpmath.cos(x) / x**2,
    "bessel_y0": lambda x: -mpmath.cos(x) / x, "bessel_y1": lambda x: -mpmath.cos(x) / x**2 - mpmath.sin(x) / x,
    "bessel_y2": lambda x: (1 - 3 / x**2) * mpmath.cos(x) / x - 3 * mpmath.sin(x) / x**2,
    "bessel_i0_scaled": lambda x: mpmath.exp(-abs(x)) * mpmath.sinh(x) / x,
    "clausen": lambda x: mpmath.clsin(2, x), "cos": mpmath.cos, "sin": mpmath.sin,
    "cos_pi": mpmath.cospi, "sin_pi": mpmath.sinpi, "sinc": lambda x: mpmath.sincpi(x),
    "dawson": lambda x: mpmath.sqrt(mp.pi) / 2 * mpmath.exp(-x * x) * mpmath.erfi(x),
    "debye_1": debye(1), "debye_2": debye(2), "debye_3": debye(3), "debye_4": debye(4), "debye_5": debye(5), "debye_6": debye(6),
    "dilog": lambda x: mpmath.re(mpmath.polylog(2, x)),
    "erf": mpmath.erf, "erfc": mpmath.erfc, "erf_Z": mpmath.npdf, "erf_Q": lambda x: mpmath.erfc(x / mpmath.sqrt(2)) / 2,
    "log_erfc": lambda x: mpmath.log(mpmath.erfc(x)), "eta": mpmath.altzeta, "zeta": mpmath.zeta, "zetam1": lambda x: mpmath.zeta(x) - 1,
    "exp": mpmath.exp, "expm1": mpmath.expm1, "exprel": lambda x: mpmath.expm1(x) / x,
    "exprel_2": lambda x: 2 * (mpmath.expm1(x) - x) / x**2,
    "expint_E1": lambda x: mpmath.re(mpmath.e1(x)), "expint_E1_scaled": lambda x: mpmath.exp(x) * mpmath.re(mpmath.e1(x)),
    "expint_E2": lambda x: mpmath.re(mpmath.expint(2, x)), "expint_E2_scaled": lambda x: mpmath.exp(x) * mpmath.re(mpmath.expint(2, x)),
    "expint_Ei": mpmath.ei, "expint_Ei_scaled": lambda x: mpmath.exp(-x) * mpmath.ei(x),
    "expint_3": lambda x: integrate(lambda t: mpmath.exp(-t**3), 0, x),
    "fermi_dirac_m1": lambda x: mpmath.exp(x) / (1 + mpmath.exp(x)), "fermi_dirac_0": lambda x: mpmath.log1p(mpmath.exp(x)),
    "fermi_dirac_1": fermi_dirac(1), "fermi_dirac_2": fermi_dirac(2), "fermi_dirac_half": fermi_dirac(mpf(1) / 2),
    "fermi_dirac_mhalf": fermi_dirac(-mpf(1) / 2), "fermi_dirac_3half": fermi_dirac(mpf(3) / 2),
    "gamma": mpmath.gamma, "gammainv": mpmath.rgamma, "lngamma": lambda x: mpmath.log(abs(mpmath.gamma(x))),
    "gammastar": lambda x: mpmath.gamma(x) / (mpmath.sqrt(2 * mp.pi) * x ** (x - mpf(1) / 2) * mpmath.exp(-x)),
    "hazard": lambda x: mpmath.npdf(x) / (mpmath.erfc(x / mpmath.sqrt(2)) / 2),
    "lambert_W0": lambda x: mpmath.re(mpmath.lambertw(x)), "lambert_Wm1": lambda x: mpmath.re(mpmath.lambertw(x, -1)),
    "legendre_P1": lambda x: x, "legendre_P2": lambda x: (3 * x * x - 1) / 2, "legendre_P3": lambda x: x * (5 * x * x - 3) / 2,
    "legendre_Q0": legendre_q(0), "legendre_Q1": legendre_q(1),
    "lncosh": lambda x: mpmath.log(mpmath.cosh(x)), "lnsinh": lambda x: mpmath.log(mpmath.sinh(x)),
    "log": mpmath.log, "log_abs": lambda x: mpmath.log(abs(x)), "log_1plusx": mpmath.log1p, "log_1plusx_mx": lambda x: mpmath.log1p(x) - x,
    "psi": lambda x: mpmath.psi(0, x), "psi_1": lambda x: mpmath.psi(1, x), "psi_1piy": lambda y: mpmath.re(mpmath.psi(0, mpmath.mpc(1, y))),
    "synchrotron_1": lambda x: x * integrate(lambda t: mpmath.besselk(mpf(5) / 3, t), x, mp.inf),
    "synchrotron_2": lambda x: x * mpmath.besselk(mpf(2) / 3, x),
    "transport_2": transport(2), "transport_3": transport(3), "transport_4": transport(4), "transport_5": transport(5),
    "atanint": lambda x: integrate(lambda t: mpmath.atan(t) / t, 0, x),
    "airy_Ai": mpmath.airyai, "airy_Bi": mpmath.airybi, "airy_Ai_deriv": lambda x: mpmath.airyai(x, derivative=1),
    "airy_Bi_deriv": lambda x: mpmath.airybi(x, derivative=1),
}

SMALLEST = mpf(sys.float_info.min)
SECONDS = 4


def error(function, inputs, computed):
    """With 60 digits more than the input's own magnitude takes: a large argument is reduced."""
    x = mpf(inputs[0])
    mp.dps = 60 + int(max(0, mpmath.log10(abs(x)) if x else 0))
    right = function(x)
    if not mpmath.isfinite(right) or mpmath.im(right) != 0:
        return None
    return float(abs(mpf(computed) - right) / max(abs(right), SMALLEST))


def stop(_signal, _frame):
    raise TimeoutError


signal.signal(signal.SIGALRM, stop)
task = json.loads(sys.stdin.readline())
function = FUNCTIONS.get(task["function"].removeprefix("gsl_sf_").removesuffix("_e"))
answers = None if function is None else []
for inputs, computed in task["calls"] if function else []:
    signal.alarm(SECONDS)
    try:
        # The input as the double that its text means.
        answers.append(error(function, [float(text) for text in inputs], float(computed)))
    except Exception:  # mpmath gives up in many ways; none of them says anything about the function
        answers.append(None)
    finally:
        signal.alarm(0)
json.dump(answers, sys.stdout)
