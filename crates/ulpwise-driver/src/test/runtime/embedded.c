/* A test that ulpwise wrote. Compile it together with the program it is of: cc program.c THIS_FILE -lm
   A static function has to be made visible first: cc -c program.c; objcopy --globalize-symbol=NAME program.o; cc program.o THIS_FILE -lm */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

__attribute__((noreturn)) static void ulpwise_end(const char *kind, const void *address) {
    (void)address;
    fflush(stdout);
    fprintf(stderr, "the program ended: %s\n", kind);
    /* What the program assumes, and where it says that it has seen enough, are no failures. */
    _Exit(strcmp(kind, "assumption") == 0 || strcmp(kind, "dropped") == 0 ? 0 : 1);
}

static void ulpwise_input(void *to, size_t bytes) {
    static size_t next;
    if (next + 1 >= sizeof inputs / sizeof inputs[0] || inputs[next].length < bytes)
        ulpwise_end("there is no input left", 0);
    memcpy(to, inputs[next].bytes, bytes);
    next++;
}

/* The folder that the files of the test are in: one of its own, so that no file of the user's is written over. */
static char ulpwise_folder[] = "/tmp/ulpwise-XXXXXX";

static void ulpwise_make_folders(const char *file) {
    char path[4096] = "";
    for (size_t at = 0; file[at] && at + 1 < sizeof path; at++) {
        if (file[at] == '/') mkdir(path, 0700);
        path[at] = file[at];
    }
}

static void ulpwise_clean(void) {
    if (chdir(ulpwise_folder) != 0) return;
    for (size_t at = 0; at + 1 < sizeof files / sizeof files[0]; at++) {
        char path[4096];
        if (!files[at].name) continue;
        snprintf(path, sizeof path, "%s", files[at].name);
        remove(path);
        for (char *slash; (slash = strrchr(path, '/'));) {
            *slash = 0;
            rmdir(path);
        }
    }
    if (chdir("/") == 0) rmdir(ulpwise_folder);
}

static void ulpwise_write(FILE *file, size_t at) {
    if (!file || fwrite(files[at].bytes, 1, files[at].length, file) != files[at].length || fflush(file) != 0)
        ulpwise_end("a file of the test cannot be written", 0);
}

/* Before the program starts: its arguments, if it has none yet, its files, and standard input. */
__attribute__((constructor)) static void ulpwise_start(int count, char **given, char **environment) {
    (void)given;
    (void)environment;
    if (arguments[0] && count < 2 && !getenv("ULPWISE_TEST")) {
        setenv("ULPWISE_TEST", "started", 1);
        static char *all[sizeof arguments / sizeof arguments[0] + 1];
        all[0] = given[0];
        for (size_t at = 0; arguments[at]; at++) all[at + 1] = (char *)arguments[at];
        execv("/proc/self/exe", all);
        ulpwise_end("the program cannot be given its arguments", 0);
    }
    int has_files = 0;
    for (size_t at = 0; at + 1 < sizeof files / sizeof files[0]; at++) {
        if (files[at].name) {
            if (!has_files && (!mkdtemp(ulpwise_folder) || chdir(ulpwise_folder) != 0))
                ulpwise_end("there is no folder for the files of the test", 0);
            has_files = 1;
            ulpwise_make_folders(files[at].name);
            FILE *file = fopen(files[at].name, "wb");
            ulpwise_write(file, at);
            fclose(file);
        } else {
            FILE *file = tmpfile();
            ulpwise_write(file, at);
            if (lseek(fileno(file), 0, SEEK_SET) != 0 || dup2(fileno(file), 0) != 0)
                ulpwise_end("standard input cannot be given", 0);
        }
    }
    if (has_files) atexit(ulpwise_clean);
}

