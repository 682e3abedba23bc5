//! How each modelled function of the C library is called: C that takes its arguments from a block
//! and leaves everything that the call returns and writes in it.
//!
//! `F` stands for the function. `S` and `T` are texts of at most 31 characters, `D` is 64 bytes that
//! begin with a text of at most 30, `W(i)` is a number, `R(i)` a result, `P(p)` a pointer into the
//! block as an offset. No template does what C leaves undefined.

/// What the texts of a block look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Texts {
    /// Few different characters, so that searches find something.
    Letters,
    /// Numbers, and what almost is one.
    Numbers,
}

/// A call.
pub(super) struct Template {
    /// The functions that are called this way.
    pub(super) names: &'static [&'static str],
    pub(super) texts: Texts,
    /// What stands before the call: a declaration, if no header has one.
    pub(super) declaration: &'static str,
    /// The statements.
    pub(super) body: &'static str,
}

const fn letters(names: &'static [&'static str], body: &'static str) -> Template {
    Template { names, texts: Texts::Letters, declaration: "", body }
}

const fn declared(names: &'static [&'static str], declaration: &'static str, body: &'static str) -> Template {
    Template { names, texts: Texts::Letters, declaration, body }
}

const fn numbers(names: &'static [&'static str], body: &'static str) -> Template {
    Template { names, texts: Texts::Numbers, declaration: "", body }
}

/// Every call.
pub(super) const TEMPLATES: &[Template] = &[
    letters(&["strlen"], "R(0) = F(S);"),
    letters(&["strnlen"], "R(0) = F(S, W(0) % 40);"),
    letters(&["strcpy", "stpcpy", "strcat"], "R(0) = P(F(D, S));"),
    declared(
        &["__strcpy_chk", "__strcat_chk"],
        "char *F(char *, const char *, size_t);",
        "R(0) = P(F(D, S, 64));",
    ),
    letters(&["strncpy"], "R(0) = P(F(D, S, W(0) % 65));"),
    letters(&["strncat"], "R(0) = P(F(D, S, W(0) % 40));"),
    letters(&["strcmp", "strcasecmp", "strcoll"], "R(0) = sign(F(S, T)); R(1) = sign(F(S, D));"),
    letters(&["strncmp", "strncasecmp"], "R(0) = sign(F(S, T, W(0) % 40)); R(1) = sign(F(D, T, W(1) % 6));"),
    letters(&["strchr", "index", "strrchr", "rindex"], "R(0) = P(F(S, (int)W(0)));"),
    letters(&["strstr", "strpbrk"], "R(0) = P(F(S, T)); R(1) = P(F(D, T));"),
    letters(&["strspn", "strcspn"], "R(0) = F(S, T); R(1) = F(D, T);"),
    letters(&["strdup"], "char *p = F(S); R(0) = p != 0; if (p) { strcpy(D, p); free(p); }"),
    letters(&["strtok"], "R(0) = P(F(S, T)); R(1) = P(F(0, T)); R(2) = P(F(0, D + 28)); R(3) = P(F(0, T));"),
    letters(
        &["strtok_r"],
        "char *save = 0; R(0) = P(F(S, T, &save)); R(1) = P(F(0, T, &save)); R(2) = P(save);",
    ),
    letters(&["memcpy", "mempcpy"], "R(0) = P(F(D + W(1) % 16, S, W(0) % 33));"),
    letters(&["memmove"], "R(0) = P(F(D + W(0) % 16, D + W(1) % 16, W(2) % 48));"),
    declared(
        &["__memcpy_chk", "__memmove_chk"],
        "void *F(void *, const void *, size_t, size_t);",
        "R(0) = P(F(D, T, W(0) % 33, 64));",
    ),
    letters(&["memset"], "R(0) = P(F(D + W(2) % 8, (int)W(0), W(1) % 56));"),
    declared(
        &["__memset_chk"],
        "void *F(void *, int, size_t, size_t);",
        "R(0) = P(F(D, (int)W(0), W(1) % 65, 64));",
    ),
    letters(&["bzero"], "F(D + W(1) % 8, W(0) % 56);"),
    letters(&["memcmp"], "R(0) = sign(F(S, T, W(0) % 33)); R(1) = sign(F(S, D, W(1) % 4));"),
    letters(&["bcmp"], "R(0) = F(S, T, W(0) % 33) != 0; R(1) = F(S, D, W(1) % 4) != 0;"),
    letters(&["memchr"], "R(0) = P(F(S, (int)W(0), W(1) % 33));"),
    letters(
        &[
            "isalpha", "isdigit", "isalnum", "isspace", "isupper", "islower", "ispunct", "isprint",
            "isgraph", "iscntrl", "isxdigit",
        ],
        "R(0) = F((int)(W(0) % 257) - 1) != 0;",
    ),
    letters(&["tolower", "toupper"], "R(0) = F((int)(W(0) % 384) - 128);"),
    declared(
        &["__ctype_b_loc"],
        "const unsigned short **F(void);",
        "R(0) = (*F())[(int)(W(0) % 384) - 128];",
    ),
    declared(
        &["__ctype_tolower_loc", "__ctype_toupper_loc"],
        "const int **F(void);",
        "R(0) = (*F())[(int)(W(0) % 384) - 128];",
    ),
    numbers(&["atof"], "double d = F(S); memcpy(&R(0), &d, 8);"),
    numbers(&["atoi", "atol", "atoll"], "R(0) = F(short_number(S));"),
    numbers(&["strtod"], "char *end; double d = F(S, &end); memcpy(&R(0), &d, 8); R(1) = P(end);"),
    numbers(&["strtof"], "char *end; float d = F(S, &end); memcpy(&R(0), &d, 4); R(1) = P(end);"),
    numbers(&["strtold"], "char *end; long double d = F(S, &end); memcpy(&R(0), &d, 10); R(2) = P(end);"),
    numbers(
        &["strtol", "strtoll", "strtoul", "strtoull"],
        "char *end = D; R(0) = F(S, &end, base(W(0))); R(1) = P(end); R(2) = F(T, 0, base(W(1)));",
    ),
    letters(&["abs"], "R(0) = F((int)W(0) == (int)0x80000000 ? 0 : (int)W(0));"),
    letters(&["labs", "llabs"], "R(0) = F(W(0) == 1UL << 63 ? 1 : (long)W(0));"),
    letters(
        &["div"],
        "int x = (int)W(0), y = (int)W(1); if (y == 0 || y == -1) y = 3; div_t d = F(x, y); R(0) = d.quot; R(1) = d.rem;",
    ),
    letters(
        &["fesetround"],
        "R(0) = F((int[]){0, 0x400, 0x800, 0xc00, 0x100}[W(0) % 5]); R(1) = fegetround(); \
         volatile double x = 1, y = 3, z = x / y; fesetround(0); memcpy(&R(2), (void *)&z, 8);",
    ),
    letters(
        &["fegetround"],
        "fesetround((int[]){0, 0x400, 0x800, 0xc00}[W(0) % 4]); R(0) = F(); fesetround(0);",
    ),
    letters(&["feclearexcept"], "feraiseexcept(W(0) & 0x3d); R(0) = F(W(1) & 0x3d);"),
    letters(&["fetestexcept"], "feraiseexcept(W(0) & 0x3d); R(0) = F(W(1) & 0x3d);"),
    letters(&["feraiseexcept"], "R(0) = F(W(0) & 0x3d);"),
    declared(&["fesetexcept"], "int F(int);", "R(0) = F(W(0) & 0x3d);"),
    letters(
        &["fegetenv", "feholdexcept"],
        "fenv_t env; feraiseexcept(W(0) & 0x3d); R(0) = F(&env); R(1) = fetestexcept(0x3d); \
         feraiseexcept(W(1) & 0x3d); R(2) = fetestexcept(0x3d); fesetenv(&env);",
    ),
    letters(
        &["fesetenv", "feupdateenv"],
        "fenv_t env; feraiseexcept(W(0) & 0x3d); fegetenv(&env); feclearexcept(0x3d); \
         feraiseexcept(W(1) & 0x3d); R(0) = F(W(2) & 1 ? FE_DFL_ENV : &env); R(1) = fetestexcept(0x3d);",
    ),
    letters(
        &["fegetexceptflag", "fesetexceptflag"],
        "fexcept_t flags = 0; feraiseexcept(W(0) & 0x3d); R(0) = fegetexceptflag(&flags, W(1) & 0x3d); \
         feclearexcept(0x3d); feraiseexcept(W(2) & 0x3d); R(1) = fesetexceptflag(&flags, W(1) & 0x3d);",
    ),
    declared(&["__errno_location"], "int *F(void);", "R(0) = *F(); *F() = (int)W(0); R(1) = errno;"),
    letters(
        &["malloc"],
        "char *p = F(W(0) % 33); R(0) = p != 0; R(1) = (uintptr_t)p % 16; \
         if (p) { memcpy(p, S, W(0) % 33); memcpy(D, p, W(0) % 33); free(p); }",
    ),
    letters(
        &["calloc"],
        "size_t n = W(0) % 5, m = W(1) % 9; if (W(2) % 8 == 0) m = ~0UL / 2; if (m > 9) n += 3; \
         char *p = F(n, m); R(0) = p != 0; if (p && m < 9) memcpy(D, p, n * m); free(p);",
    ),
    letters(
        &["realloc"],
        "size_t n = 1 + W(0) % 32, m = 1 + W(1) % 48; char *p = malloc(n); memcpy(p, S, n); p = F(p, m); \
         R(0) = p != 0; if (p) memcpy(D, p, n < m ? n : m); free(p);",
    ),
    letters(
        &["reallocarray"],
        "size_t n = 1 + W(0) % 32, m = 1 + W(1) % 5; char *p = malloc(n); memcpy(p, S, n); \
         char *q = F(p, m, W(2) % 8 ? 7 : ~0UL / 2 + 9 - m); R(0) = q != 0; \
         if (q && W(2) % 8) memcpy(D, q, n < m * 7 ? n : m * 7); free(q ? q : p);",
    ),
    declared(
        &["free", "cfree"],
        "void cfree(void *);",
        "char *p = malloc(W(0) % 40); errno = 3; free(p); free(0); R(0) = errno;",
    ),
    letters(
        &["aligned_alloc", "memalign"],
        "size_t n = 16UL << W(0) % 6; char *p = F(n, n * (W(1) % 3)); R(0) = p != 0; \
         R(1) = (uintptr_t)p % n; free(p);",
    ),
    letters(
        &["posix_memalign"],
        "void *p = D; R(0) = F(&p, (size_t[]){8, 16, 64, 512, 4, 24, 0}[W(0) % 7], W(1) % 40); \
         R(1) = p == D; if (!R(0)) { R(2) = (uintptr_t)p % 8; free(p); }",
    ),
    declared(
        &["_Znwm", "_Znam"],
        "void *F(size_t); void _ZdlPv(void *); void _ZdaPv(void *);",
        "char *p = F(W(0) % 33); memcpy(p, S, W(0) % 33); memcpy(D, p, W(0) % 33); \
         R(0) = (uintptr_t)p % 16; if (#F[3] == 'w') _ZdlPv(p); else _ZdaPv(p);",
    ),
    declared(
        &["_ZnwmRKSt9nothrow_t", "_ZnamRKSt9nothrow_t"],
        "void *F(size_t, const void *); void _ZdlPv(void *); void _ZdaPv(void *);",
        "char *p = F(W(0) % 33, D); R(0) = p != 0; memcpy(p, S, W(0) % 33); memcpy(D, p, W(0) % 33); \
         if (#F[3] == 'w') _ZdlPv(p); else _ZdaPv(p);",
    ),
    declared(
        &["_ZnwmSt11align_val_t", "_ZnamSt11align_val_t"],
        "void *F(size_t, size_t); void _ZdlPvSt11align_val_t(void *, size_t); \
         void _ZdaPvSt11align_val_t(void *, size_t);",
        "size_t n = 32UL << W(1) % 4; char *p = F(W(0) % 33, n); R(0) = (uintptr_t)p % n; \
         memcpy(p, S, W(0) % 33); memcpy(D, p, W(0) % 33); \
         if (#F[3] == 'w') _ZdlPvSt11align_val_t(p, n); else _ZdaPvSt11align_val_t(p, n);",
    ),
    declared(
        &["_ZdlPv", "_ZdaPv"],
        "void *_Znwm(size_t); void *_Znam(size_t); void F(void *);",
        "errno = 3; F(#F[3] == 'l' ? _Znwm(W(0) % 40) : _Znam(W(0) % 40)); F(0); R(0) = errno;",
    ),
    declared(
        &["_ZdlPvm", "_ZdaPvm"],
        "void *_Znwm(size_t); void *_Znam(size_t); void F(void *, size_t);",
        "size_t n = W(0) % 40; errno = 3; F(#F[3] == 'l' ? _Znwm(n) : _Znam(n), n); R(0) = errno;",
    ),
    declared(
        &["_ZdlPvSt11align_val_t", "_ZdaPvSt11align_val_t"],
        "void *_ZnwmSt11align_val_t(size_t, size_t); void *_ZnamSt11align_val_t(size_t, size_t); \
         void F(void *, size_t);",
        "size_t n = W(0) % 40; errno = 3; \
         F(#F[3] == 'l' ? _ZnwmSt11align_val_t(n, 64) : _ZnamSt11align_val_t(n, 64), 64); R(0) = errno;",
    ),
    declared(
        &["_ZdlPvmSt11align_val_t"],
        "void *_ZnwmSt11align_val_t(size_t, size_t); void F(void *, size_t, size_t);",
        "size_t n = W(0) % 40; errno = 3; F(_ZnwmSt11align_val_t(n, 64), n, 64); R(0) = errno;",
    ),
    letters(
        &["printf"],
        "int n = 77; R(0) = F(format(W(0)), (int)W(1), number(W(2)), S); R(1) = F(\"%s%n|\", S, &n); R(2) = n;",
    ),
    letters(&["fprintf"], "R(0) = F(stdout, format(W(0)), (int)W(1), number(W(2)), S);"),
    letters(&["dprintf"], "R(0) = F(1, format(W(0)), (int)W(1), number(W(2)), S);"),
    declared(
        &["__printf_chk"],
        "int F(int, const char *, ...);",
        "R(0) = F(1, format(W(0)), (int)W(1), number(W(2)), S);",
    ),
    declared(
        &["__fprintf_chk"],
        "int F(FILE *, int, const char *, ...);",
        "R(0) = F(stdout, 1, format(W(0)), (int)W(1), number(W(2)), S);",
    ),
    declared(
        &["vprintf"],
        "static int list_F(const char *format, ...) { va_list list; va_start(list, format); \
         int n = F(format, list); va_end(list); return n; }",
        "R(0) = list_F(format(W(0)), (int)W(1), number(W(2)), S);",
    ),
    declared(
        &["vfprintf"],
        "static int list_F(const char *format, ...) { va_list list; va_start(list, format); \
         int n = F(stdout, format, list); va_end(list); return n; }",
        "R(0) = list_F(format(W(0)), (int)W(1), number(W(2)), S);",
    ),
    letters(&["sprintf"], "R(0) = F(D, short_format(W(0)), (int)W(1), number(W(2)), S);"),
    declared(
        &["vsprintf"],
        "static int list_F(char *to, const char *format, ...) { va_list list; va_start(list, format); \
         int n = F(to, format, list); va_end(list); return n; }",
        "R(0) = list_F(D, short_format(W(0)), (int)W(1), number(W(2)), S);",
    ),
    letters(&["snprintf"], "R(0) = F(D, W(3) % 65, format(W(0)), (int)W(1), number(W(2)), S);"),
    declared(
        &["vsnprintf"],
        "static int list_F(char *to, size_t most, const char *format, ...) { va_list list; \
         va_start(list, format); int n = F(to, most, format, list); va_end(list); return n; }",
        "R(0) = list_F(D, W(3) % 65, format(W(0)), (int)W(1), number(W(2)), S);",
    ),
    letters(&["puts"], "R(0) = F(S) >= 0;"),
    letters(&["fputs"], "R(0) = F(S, stdout) >= 0;"),
    letters(&["putchar"], "R(0) = F((int)W(0));"),
    letters(&["putc", "fputc"], "R(0) = F((int)W(0), stdout);"),
    letters(&["fwrite"], "R(0) = F(S, W(0) % 5, W(1) % 7, stdout);"),
    letters(&["perror"], "int before = errno; F(S); errno = before;"),
    letters(&["fflush"], "R(0) = F(stdout);"),
    letters(&["setvbuf"], "R(0) = F(stdout, 0, _IOLBF, 0);"),
    letters(&["setbuf"], "F(stdout, 0);"),
    letters(&["rand", "srand"], "srand((unsigned)W(0)); R(0) = rand(); R(1) = rand(); R(2) = rand();"),
    letters(&["random", "srandom"], "srandom((unsigned)W(0)); R(0) = random(); R(1) = random();"),
    letters(
        &["rand_r"],
        "unsigned state = (unsigned)W(0); R(0) = F(&state); R(1) = state; R(2) = F(&state);",
    ),
    letters(
        &["drand48", "srand48"],
        "srand48((long)W(0)); double d = drand48(); memcpy(&R(0), &d, 8); d = drand48(); memcpy(&R(1), &d, 8);",
    ),
    letters(&["lrand48"], "srand48((long)W(0)); R(0) = F(); R(1) = F();"),
    letters(&["mrand48"], "srand48((long)W(0)); R(0) = F(); R(1) = F();"),
    letters(&["qsort"], "if (W(1) & 1) F(D, W(0) % 9, 8, by_long); else F(D, W(0) % 17, 4, by_int);"),
    letters(
        &["bsearch"],
        "qsort(D, 8, 8, by_long); long key = W(1) & 1 ? ((long *)D)[W(0) % 8] : (long)W(0); \
         char *p = F(&key, D, W(2) % 9, 8, by_long); R(0) = p ? memcmp(p, &key, 8) == 0 : 99;",
    ),
    letters(&["getenv", "secure_getenv"], "R(0) = F(\"ULPWISE_HAS_NO_SUCH_VARIABLE\") == 0;"),
    numbers(
        &["sscanf"],
        "R(3) = W(0) % 4; R(0) = R(3) == 0 ? F(short_number(S), \"%d%n\", (int *)D, (int *)(D + 8)) : R(3) == 1 ? F(short_number(S), \"%lf\", \
         (double *)D) : R(3) == 2 ? F(short_number(S), \"%5s %x\", D, (unsigned *)(D + 16)) : F(short_number(S), \"%c%f\", D, (float *)(D + 4));",
    ),
    Template {
        names: &["__isoc99_sscanf"],
        texts: Texts::Numbers,
        declaration: "int F(const char *, const char *, ...);",
        body: "R(0) = W(0) & 1 ? F(short_number(S), \"%d%n\", (int *)D, (int *)(D + 8)) : F(short_number(S), \"%lf\", (double *)D);",
    },
];

/// Modelled functions that no block calls, and why.
pub(super) const LEFT_OUT: &[(&[&str], &str)] = &[
    (
        &["__isoc23_strtol", "__isoc23_strtoll", "__isoc23_strtoul", "__isoc23_strtoull", "__isoc23_sscanf"],
        "glibc has it since 2.38 only",
    ),
    (
        &[
            "exit",
            "_exit",
            "_Exit",
            "quick_exit",
            "abort",
            "llvm.trap",
            "__assert_fail",
            "__assert",
            "__cxa_throw",
            "__cxa_rethrow",
            "__cxa_pure_virtual",
            "_ZSt9terminatev",
            "_ZSt17__throw_bad_allocv",
            "_ZSt28__throw_bad_array_new_lengthv",
            "_ZSt20__throw_length_errorPKc",
            "_ZSt20__throw_out_of_rangePKc",
            "_ZSt24__throw_out_of_range_fmtPKcz",
            "_ZSt24__throw_invalid_argumentPKc",
            "_ZSt19__throw_logic_errorPKc",
            "_ZSt20__throw_domain_errorPKc",
            "_ZSt21__throw_runtime_errorPKc",
            "_ZSt25__throw_bad_function_callv",
            "_ZSt21__glibcxx_assert_failPKciS0_S0_",
            "_FortranAStopStatement",
            "_FortranAStopStatementText",
            "_FortranAReportFatalUserError",
            "_FortranAProgramEndStatement",
            "__VERIFIER_error",
            "klee_abort",
            "klee_report_error",
            "klee_silent_exit",
            "reach_error",
        ],
        "it ends the program",
    ),
    (
        &["atexit", "__cxa_atexit", "setlocale"],
        "SOUNDNESS.md says how the interpreter differs, and symbolic execution refuses it",
    ),
    (
        &[
            "_ZNSt8ios_base4InitC1Ev",
            "_ZNSt8ios_base4InitD1Ev",
            "__cxa_allocate_exception",
            "__cxa_free_exception",
            "__cxa_guard_acquire",
            "__cxa_guard_release",
            "__rust_alloc",
            "__rust_alloc_zeroed",
            "__rust_dealloc",
            "__rust_realloc",
            "_FortranAProgramStart",
        ],
        "it belongs to the run time of another language, whose own programs are compared",
    ),
    (
        &[
            "__VERIFIER_assert",
            "__VERIFIER_assume",
            "klee_assert",
            "klee_assume",
            "klee_get_valued",
            "klee_get_valuef",
            "klee_get_valuel",
            "klee_get_valuell",
            "klee_get_value_i32",
            "klee_get_value_i64",
            "klee_is_symbolic",
            "klee_make_symbolic",
            "klee_prefer_cex",
            "klee_range",
            "klee_warning",
            "klee_warning_once",
        ],
        "no library has it: it speaks to the executor",
    ),
    (
        &[
            "__ubsan_handle_add_overflow",
            "__ubsan_handle_add_overflow_abort",
            "__ubsan_handle_divrem_overflow",
            "__ubsan_handle_divrem_overflow_abort",
            "__ubsan_handle_mul_overflow",
            "__ubsan_handle_mul_overflow_abort",
            "__ubsan_handle_negate_overflow",
            "__ubsan_handle_negate_overflow_abort",
            "__ubsan_handle_sub_overflow",
            "__ubsan_handle_sub_overflow_abort",
        ],
        "a sanitizer's handler ends the path",
    ),
    (
        &[
            "__isoc23_fscanf",
            "__isoc23_scanf",
            "__isoc99_fscanf",
            "__isoc99_scanf",
            "fscanf",
            "scanf",
            "clearerr",
            "fclose",
            "feof",
            "ferror",
            "fopen",
            "fopen64",
            "fseek",
            "fseeko",
            "ftell",
            "ftello",
            "rewind",
            "_IO_getc",
            "fgetc",
            "fgets",
            "fread",
            "getc",
            "getchar",
            "getline",
            "ungetc",
        ],
        "the bytes of files are inputs of a path, not a part of the block",
    ),
];
