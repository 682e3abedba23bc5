extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
    float a = __VERIFIER_nondet_float();
    __VERIFIER_assume(a >= 1.0f && a < 4.0f);
    float low = 1.0f, high = 2.0f;
    for (int i = 0; i < 6; i++) {
        float middle = (low + high) / 2.0f;
        if (middle * middle <= a)
            low = middle;
        else
            high = middle;
    }
    if (!(low * low <= a && a < high * high)) reach_error();
    if (high - low != 1.0f / 64.0f) reach_error();
    return 0;
}
