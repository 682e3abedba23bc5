/* A test that ulpwise wrote. Compile it together with the program it is of: cc program.c THIS_FILE -lm */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__attribute__((noreturn)) static void ulpwise_end(const char *kind, const void *address) {
    (void)address;
    fflush(stdout);
    fprintf(stderr, "the program ended: %s\n", kind);
    /* What the program assumes, and where it says that it has seen enough, are no failures. */
    _Exit(strcmp(kind, "assumption") == 0 || strcmp(kind, "dropped") == 0 ? 0 : 1);
}

static void ulpwise_input(void *to, size_t bytes) {
    static size_t next;
    if (next >= sizeof inputs / sizeof inputs[0] || inputs[next].length < bytes)
        ulpwise_end("there is no input left", 0);
    memcpy(to, inputs[next].bytes, bytes);
    next++;
}
