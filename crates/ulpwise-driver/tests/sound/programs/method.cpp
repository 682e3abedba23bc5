// A reference that a virtual method returns is written through.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: witness: symbolic

#ifdef CONTROL
static const double K = 1.0;
#define REFERENCE const double &
#define WRITE(reference) (void)reference
#else
static double K = 1.0;
#define REFERENCE double &
#define WRITE(reference) reference = 0.0
#endif
struct B { virtual REFERENCE ref() { return K; } };
struct C : B { REFERENCE ref() override { return K; } };
extern "C" double f(double x, int c) { B b; C d; B *p = c ? &b : (B *)&d; WRITE(p->ref()); return x / K; }
