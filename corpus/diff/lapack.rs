//! Rust ports of four routines of LAPACK 3.11, written from their description: what Debian's liblapack.so.3
//! and libblas.so.3 compute is compared with them by
//! `ulpwise diff lapack.rs liblapack.so.3 --fn dlaev2_ --prototype '…'`.

#![crate_type = "lib"]

/// The plane rotation that turns (f, g) into (r, 0).
#[no_mangle]
pub extern "C" fn dlartg_(f: &f64, g: &f64, c: &mut f64, s: &mut f64, r: &mut f64) {
    let least = f64::MIN_POSITIVE;
    let most = 1.0 / least;
    let (low, high) = (least.sqrt(), (most / 2.0).sqrt());
    let (f1, g1) = (f.abs(), g.abs());
    if *g == 0.0 {
        (*c, *s, *r) = (1.0, 0.0, *f);
    } else if *f == 0.0 {
        (*c, *s, *r) = (0.0, 1.0_f64.copysign(*g), g1);
    } else if f1 > low && f1 < high && g1 > low && g1 < high {
        let d = (f * f + g * g).sqrt();
        *c = f1 / d;
        *r = d.copysign(*f);
        *s = g / *r;
    } else {
        let u = most.min(least.max(f1.max(g1)));
        let (fs, gs) = (f / u, g / u);
        let d = (fs * fs + gs * gs).sqrt();
        *c = fs.abs() / d;
        let scaled = d.copysign(*f);
        *s = gs / scaled;
        *r = scaled * u;
    }
}

fn quotient_part(a: f64, b: f64, c: f64, d: f64, r: f64, t: f64) -> f64 {
    if r == 0.0 {
        return (a + d * (b / c)) * t;
    }
    let br = b * r;
    if br != 0.0 { (a + br) * t } else { a * t + (b * t) * r }
}

fn quotient(a: f64, b: f64, c: f64, d: f64) -> (f64, f64) {
    let r = d / c;
    let t = 1.0 / (c + d * r);
    (quotient_part(a, b, c, d, r, t), quotient_part(b, -a, c, d, r, t))
}

/// (a + ib) / (c + id), robustly.
#[no_mangle]
pub extern "C" fn dladiv_(a: &f64, b: &f64, c: &f64, d: &f64, p: &mut f64, q: &mut f64) {
    let (mut aa, mut bb, mut cc, mut dd, mut s) = (*a, *b, *c, *d, 1.0);
    let (ab, cd) = (a.abs().max(b.abs()), c.abs().max(d.abs()));
    let (over, under, eps) = (f64::MAX, f64::MIN_POSITIVE, f64::EPSILON / 2.0);
    let be = 2.0 / (eps * eps);
    if ab >= 0.5 * over {
        (aa, bb, s) = (0.5 * aa, 0.5 * bb, 2.0 * s);
    }
    if cd >= 0.5 * over {
        (cc, dd, s) = (0.5 * cc, 0.5 * dd, 0.5 * s);
    }
    if ab <= under * 2.0 / eps {
        (aa, bb, s) = (aa * be, bb * be, s / be);
    }
    if cd <= under * 2.0 / eps {
        (cc, dd, s) = (cc * be, dd * be, s * be);
    }
    if d.abs() <= c.abs() {
        (*p, *q) = quotient(aa, bb, cc, dd);
    } else {
        (*p, *q) = quotient(bb, aa, dd, cc);
        *q = -*q;
    }
    *p *= s;
    *q *= s;
}

/// The eigenvalues and an eigenvector of ((a, b), (b, c)).
#[no_mangle]
pub extern "C" fn dlaev2_(
    a: &f64,
    b: &f64,
    c: &f64,
    rt1: &mut f64,
    rt2: &mut f64,
    cs1: &mut f64,
    sn1: &mut f64,
) {
    let (sm, df, tb) = (a + c, a - c, b + b);
    let (adf, ab) = (df.abs(), tb.abs());
    let (larger, smaller) = if a.abs() > c.abs() { (*a, *c) } else { (*c, *a) };
    let rt = if adf > ab {
        adf * (1.0 + (ab / adf) * (ab / adf)).sqrt()
    } else if adf < ab {
        ab * (1.0 + (adf / ab) * (adf / ab)).sqrt()
    } else {
        ab * 2.0_f64.sqrt()
    };
    let first = if sm < 0.0 {
        *rt1 = 0.5 * (sm - rt);
        *rt2 = (larger / *rt1) * smaller - (b / *rt1) * b;
        -1
    } else if sm > 0.0 {
        *rt1 = 0.5 * (sm + rt);
        *rt2 = (larger / *rt1) * smaller - (b / *rt1) * b;
        1
    } else {
        *rt1 = 0.5 * rt;
        *rt2 = -0.5 * rt;
        1
    };
    let (cs, second) = if df >= 0.0 { (df + rt, 1) } else { (df - rt, -1) };
    if cs.abs() > ab {
        let ct = -tb / cs;
        *sn1 = 1.0 / (1.0 + ct * ct).sqrt();
        *cs1 = ct * *sn1;
    } else if ab == 0.0 {
        (*cs1, *sn1) = (1.0, 0.0);
    } else {
        let tn = -cs / tb;
        *cs1 = 1.0 / (1.0 + tn * tn).sqrt();
        *sn1 = tn * *cs1;
    }
    if first == second {
        (*cs1, *sn1) = (-*sn1, *cs1);
    }
}

/// The length of three numbers: that of `n` numbers with a step of `step`, for 3 and 1.
#[no_mangle]
pub extern "C" fn dnrm2_(_n: &i32, x: &[f64; 3], _step: &i32) -> f64 {
    let (big, small) = (486.0_f64.exp2(), (-511.0_f64).exp2());
    let (scale_small, scale_big) = (537.0_f64.exp2(), (-538.0_f64).exp2());
    let (mut below, mut among, mut above) = (0.0_f64, 0.0_f64, 0.0_f64);
    let mut is_big = false;
    for x in x {
        let size = x.abs();
        if size > big {
            above += (size * scale_big) * (size * scale_big);
            is_big = true;
        } else if size < small {
            if !is_big {
                below += (size * scale_small) * (size * scale_small);
            }
        } else {
            among += size * size;
        }
    }
    let (scale, sum) = if above > 0.0 {
        if among > 0.0 || among.is_nan() {
            above += (among * scale_big) * scale_big;
        }
        (1.0 / scale_big, above)
    } else if below > 0.0 {
        if among > 0.0 || among.is_nan() {
            let (among, below) = (among.sqrt(), below.sqrt() / scale_small);
            let (least, most) = if below > among { (among, below) } else { (below, among) };
            (1.0, most * most * (1.0 + (least / most) * (least / most)))
        } else {
            (1.0 / scale_small, below)
        }
    } else {
        (1.0, among)
    };
    scale * sum.sqrt()
}
