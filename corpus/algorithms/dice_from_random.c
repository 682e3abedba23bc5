#include <assert.h>
#include <klee/klee.h>

static int face(unsigned bits) { return 1 + (int)((float)(bits >> 8) * 0x1p-24f * 6.0f); }

int main(void) {
    unsigned bits;
    klee_make_symbolic(&bits, sizeof bits, "bits");
    int n = face(bits);
    switch (n) {
    case 1: assert(bits < 0x2aaaab00u); break;
    case 2: case 3: case 4: case 5: break;
    case 6: assert(bits >= 0xd5555500u); break;
    default: assert(0);
    }
    return 0;
}
