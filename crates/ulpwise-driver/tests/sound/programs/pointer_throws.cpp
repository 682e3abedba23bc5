// Which function is called is not known, and one of them throws.
// run: abstract
// program: unknown: not analysed
// control: proven: abstract
// run: symbolic
// program: unknown: unsupported: std::bad_alloc, which the program may catch
// control: proven: symbolic

namespace std { void __throw_bad_alloc(); }
static void fine() {}
static void also_fine() {}
extern "C" double f(double x, int n) {
#ifdef CONTROL
    void (*called)() = n ? also_fine : fine;
#else
    void (*called)() = n ? std::__throw_bad_alloc : fine;
#endif
    try { called(); return 0; } catch (...) { return 1 / (x - 1.75); }
}
