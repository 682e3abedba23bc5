/* Inputs for a program of the corpus that runs natively: the functions by which programs ask for inputs, given stated or random values.
 *
 * Linked to the program as it is. A constructor runs before the program's own `main`, and forks a child for each run.
 *
 *   CORPUS_INPUT   one run on these inputs, one a line in the order in which the program asks: a type and its values, such as
 *                  "float 0x1p-149 nan", "int -3", "hex 0f a0" (bytes in memory order) or "text 1e5"
 *   CORPUS_RUNS    so many runs on random inputs from CORPUS_SEED on; CORPUS_RANDOM says, in the same order, what random values are like:
 *                  "float -1 1" or "text 0123456789"; the last line holds for all further inputs
 *
 * A run that assumes something which does not hold ends with DROPPED. What failed is told as the C library and the sanitizers tell it; for
 * functions that tell no place, as the address that they were called from.
 */
#include <ctype.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { DROPPED = 77, UNREADABLE = 78 };

static const char *line;  /* what comes next of CORPUS_INPUT or CORPUS_RANDOM; null if there is nothing */
static int is_random;
static uint64_t state;

static uint64_t next_random(void) {
    uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static uint64_t below(uint64_t bound) { return next_random() % bound; }

static void unreadable(const char *what) {
    fprintf(stderr, "corpus: cannot read the input: %s\n", what);
    _exit(UNREADABLE);
}

__attribute__((constructor)) static void run_all(void) {
    const char *input = getenv("CORPUS_INPUT"), *runs = getenv("CORPUS_RUNS"), *seed = getenv("CORPUS_SEED");
    if (!runs) {
        line = input ? input : "";
        return;
    }
    unsigned long count = strtoul(runs, NULL, 10), finished = 0, dropped = 0, first = strtoul(seed ? seed : "0", NULL, 10);
    for (unsigned long run = 0; run < count; run++) {
        pid_t child = fork();
        if (child == 0) {
            is_random = 1;
            state = (first + run) * 0x2545f4914f6cdd1du;
            line = getenv("CORPUS_RANDOM");
            if (!freopen("/dev/null", "w", stdout)) _exit(UNREADABLE);
            alarm(10);
            return;
        }
        int status;
        if (child < 0 || waitpid(child, &status, 0) != child) _exit(UNREADABLE);
        if (WIFEXITED(status) && WEXITSTATUS(status) == DROPPED)
            dropped++;
        else if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
            finished++;
        else {
            fprintf(stderr, "corpus: the run with seed %lu failed\n", first + run);
            _exit(1);
        }
    }
    printf("corpus: %lu finished, %lu dropped\n", finished, dropped);
    fflush(stdout);
    _exit(0);
}

/* The words of the next line, and the last line again when all were read by random runs. */
static char *next_line(void) {
    static char words[1024];
    if (!line || !*line) return NULL;
    size_t length = strcspn(line, "\n");
    if (length >= sizeof words) unreadable("a line is too long");
    memcpy(words, line, length);
    words[length] = 0;
    if (line[length] && line[length + 1])
        line += length + 1;
    else if (!is_random)
        line += length;
    return words;
}

/* Types by the names that inputs are written with. */
enum kind { HALF, FLOAT, DOUBLE, X87, QUAD, SIGNED, UNSIGNED, HEX, TEXT };
static const struct type {
    const char *name;
    enum kind kind;
    size_t size;
} TYPES[] = {
    {"half", HALF, 2},       {"float", FLOAT, 4},   {"double", DOUBLE, 8},     {"x87", X87, 16},       {"quad", QUAD, 16},
    {"bool", UNSIGNED, 1},   {"char", SIGNED, 1},   {"uchar", UNSIGNED, 1},    {"short", SIGNED, 2},   {"ushort", UNSIGNED, 2},
    {"int", SIGNED, 4},      {"uint", UNSIGNED, 4}, {"long", SIGNED, 8},       {"ulong", UNSIGNED, 8}, {"hex", HEX, 1},
    {"text", TEXT, 1},
};

static const struct type *type_named(const char *name) {
    for (size_t at = 0; at < sizeof TYPES / sizeof *TYPES; at++)
        if (!strcmp(TYPES[at].name, name)) return &TYPES[at];
    unreadable(name);
    return NULL;
}

static void put_float(const struct type *type, unsigned char *place, long double value) {
    _Float16 half = (_Float16)value;
    float single = (float)value;
    double twice = (double)value;
    __float128 quad = value;
    const void *from = type->kind == HALF ? (void *)&half : type->kind == FLOAT ? (void *)&single : type->kind == DOUBLE ? (void *)&twice
                     : type->kind == X87 ? (void *)&value : (void *)&quad;
    memcpy(place, from, type->kind == X87 ? 10 : type->size);
}

/* One value as it is written. Each float is read in its own format, so that it is rounded once. */
static void put_written(const struct type *type, unsigned char *place, const char *word) {
    char *end;
    if (type->kind == FLOAT) {
        float value = strtof(word, &end);
        memcpy(place, &value, 4);
    } else if (type->kind == DOUBLE) {
        double value = strtod(word, &end);
        memcpy(place, &value, 8);
    } else if (type->kind <= QUAD) {
        put_float(type, place, strtold(word, &end));
    } else {
        int base = type->kind == HEX ? 16 : 0;
        uint64_t value = type->kind == SIGNED ? (uint64_t)strtoll(word, &end, base) : strtoull(word, &end, base);
        memcpy(place, &value, type->size);
    }
    if (*end || end == word) unreadable(word);
}

static void fill_written(unsigned char *place, size_t size) {
    char *words = next_line();
    if (!words) unreadable("the program asks for more inputs than there are");
    char *rest = words + strcspn(words, " ");
    if (*rest) *rest++ = 0;
    const struct type *type = type_named(words);
    memset(place, 0, size);
    if (type->kind == TEXT) {
        if (strlen(rest) > size) unreadable("the text is longer than the object");
        memcpy(place, rest, strlen(rest));
        return;
    }
    size_t at = 0;
    for (char *word = strtok(rest, " "); word; word = strtok(NULL, " "), at += type->size) {
        if (at + type->size > size) unreadable("more values than the object has room for");
        put_written(type, place + at, word);
    }
    if (at != size) unreadable("fewer values than the object has room for");
}

/* Any float: special ones, plain ones, and any bits. */
static long double any_float(enum kind kind) {
    static const long double SPECIAL[] = {0.0L, -0.0L, 1.0L, -1.0L, 0.5L, 2.0L, 10.0L, 0.1L, 1e-3L, 1e30L, -1e30L, 16777216.0L, 0x1.fffffep+127L,
                                          0x1p-126L, 0x1p-149L, 0x1.fffffffffffffp+1023L, 0x1p-1022L, 0x1p-1074L};
    switch (below(kind == HALF ? 3 : 6)) {
    case 0: return SPECIAL[below(sizeof SPECIAL / sizeof *SPECIAL)];
    case 1: return (long double)(int64_t)(below(2001) - 1000) / (1 << below(8));
    case 2: return below(8) ? (long double)(int64_t)below(64) : (below(2) ? 1 : -1) * __builtin_infl();
    case 3: return below(8) ? (long double)below(1 << 24) / (1 << 24) : __builtin_nanl("");
    default: {
        uint32_t bits = (uint32_t)next_random();
        float value;
        memcpy(&value, &bits, 4);
        return value;
    }
    }
}

static void put_random(const struct type *type, unsigned char *place, const char *low, const char *high) {
    if (type->kind <= QUAD) {
        if (!low) {
            put_float(type, place, any_float(type->kind));
            return;
        }
        long double from = strtold(low, NULL), to = strtold(high ? high : low, NULL);
        long double part = below(4) ? (long double)next_random() / 18446744073709551616.0L : (long double)below(17) / 16;
        put_float(type, place, from + part * (to - from));
        return;
    }
    uint64_t value = next_random();
    if (low) {
        int64_t from = strtoll(low, NULL, 0), to = strtoll(high ? high : low, NULL, 0);
        value = (uint64_t)from + (to - from + 1 ? below((uint64_t)to - (uint64_t)from + 1) : value);
    } else if (below(2)) {
        value = below(32) - 16;
    }
    memcpy(place, &value, type->size);
}

static void fill_random(unsigned char *place, size_t size, const char *name) {
    char *words = next_line();
    const struct type *type = NULL;
    char *rest = NULL, *low = NULL, *high = NULL;
    if (words) {
        rest = words + strcspn(words, " ");
        if (*rest) *rest++ = 0;
        name = words;
    }
    type = name ? type_named(name) : type_named(size % 16 == 0 && below(2) ? "x87" : size % 8 == 0 ? "double" : size % 4 == 0 ? "float" : "uchar");
    if (type->kind == TEXT) {
        for (size_t at = 0; at < size; at++) place[at] = rest && *rest ? (unsigned char)rest[below(strlen(rest))] : (unsigned char)next_random();
        return;
    }
    if (rest && *rest) {
        low = strtok(rest, " ");
        high = strtok(NULL, " ");
    }
    for (size_t at = 0; at < size; at++) place[at] = (unsigned char)next_random();
    for (size_t at = 0; at + type->size <= size; at += type->size) put_random(type, place + at, low, high);
}

static void fill(void *place, size_t size, const char *name) {
    if (is_random)
        fill_random(place, size, name);
    else
        fill_written(place, size);
}

/* KLEE's interface. */
void klee_make_symbolic(void *object, size_t size, const char *name) {
    (void)name;
    fill(object, size, NULL);
}
void klee_assume(uintptr_t condition) {
    if (!condition) _exit(DROPPED);
}
int klee_range(int begin, int end, const char *name) {
    int value;
    (void)name;
    if (is_random && !line) return begin + (int)below((uint64_t)(end - begin));
    fill(&value, sizeof value, "int");
    if (value < begin || value >= end) _exit(DROPPED);
    return value;
}
int klee_int(const char *name) {
    int value;
    (void)name;
    fill(&value, sizeof value, "int");
    return value;
}
unsigned klee_is_symbolic(uintptr_t value) { return (void)value, 0; }
void klee_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }
void klee_silent_exit(int status) { (void)status, _exit(DROPPED); }
void klee_report_error(const char *file, int at, const char *message, const char *suffix) {
    fprintf(stderr, "%s:%d: %s (%s)\n", file, at, message, suffix);
    abort();
}
float klee_get_valuef(float value) { return value; }
double klee_get_valued(double value) { return value; }
long klee_get_valuel(long value) { return value; }
int32_t klee_get_value_i32(int32_t value) { return value; }

/* SV-COMP's interface. */
#define NONDET(name, type)                   \
    type __VERIFIER_nondet_##name(void) {    \
        type value;                          \
        fill(&value, sizeof value, #name);   \
        return value;                        \
    }
NONDET(float, float)
NONDET(double, double)
NONDET(char, char)
NONDET(uchar, unsigned char)
NONDET(short, short)
NONDET(ushort, unsigned short)
NONDET(int, int)
NONDET(uint, unsigned)
NONDET(long, long)
NONDET(ulong, unsigned long)
_Bool __VERIFIER_nondet_bool(void) {
    unsigned char value;
    fill(&value, 1, "bool");
    if (is_random) value &= 1;
    return value != 0;
}
void __VERIFIER_assume(int condition) {
    if (!condition) _exit(DROPPED);
}
static _Noreturn void fail_from(const void *address) {
    fprintf(stderr, "corpus: failed, called from %p\n", address);
    abort();
}
__attribute__((weak)) void reach_error(void) { fail_from(__builtin_return_address(0)); }
__attribute__((weak)) void __VERIFIER_assert(int condition) {
    if (!condition) fail_from(__builtin_return_address(0));
}
