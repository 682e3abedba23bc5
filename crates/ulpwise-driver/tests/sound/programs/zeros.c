// A range from zero has both zeros.
// option: range x=0..1e-40
// run: exhaustive
// program: witness: exhaustive
// control: proven: exhaustive

#ifdef CONTROL
float f(float x) { if (__builtin_signbit(x)) return 1.0f / (x + 1.0f); return x; }
#else
float f(float x) { if (__builtin_signbit(x)) return 1.0f / x; return x; }
#endif
