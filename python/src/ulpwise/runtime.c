// What numba's functions call of its run time: memory with counted references, and views.
//
// Each does what numba's function of that name does, for one thread, with the system's allocator and
// without statistics; a MemInfo has the same members. Of lists only the memory is freed, not what lies
// in them. `runtime.ll` is this file, compiled: python/tests/test_runtime.py says how, and compares them.

typedef struct {
    long references;
    void (*destructor)(void *, long, void *);
    void *information;
    void *data;
    long size;
    void *allocator;
} MemInfo;

void *malloc(unsigned long);
void *realloc(void *, unsigned long);
void free(void *);

static MemInfo *filled(MemInfo *info, void *data, long size, void *destructor, void *information) {
    info->references = 1;
    info->destructor = (void (*)(void *, long, void *))destructor;
    info->information = information;
    info->data = data;
    info->size = size;
    info->allocator = 0;
    return info;
}

// Data lies behind the head, where malloc aligns it to 16 bytes; code that numba makes asks for no more.
static MemInfo *with_data(unsigned long size) {
    if (size > 0x7fffffffffffff00) return 0;
    MemInfo *info = malloc(sizeof(MemInfo) + size);
    return info ? filled(info, info + 1, size, 0, 0) : 0;
}

MemInfo *NRT_MemInfo_alloc(unsigned long size) { return with_data(size); }
MemInfo *NRT_MemInfo_alloc_safe(unsigned long size) { return with_data(size); }
MemInfo *NRT_MemInfo_alloc_aligned(unsigned long size, unsigned align) { return with_data(size); }
MemInfo *NRT_MemInfo_alloc_safe_aligned(unsigned long size, unsigned align) { return with_data(size); }

// Marks memory that is not behind the head.
static void of_variable_size(void *data, long size, void *information) {}

MemInfo *NRT_MemInfo_new_varsize(unsigned long size) {
    void *data = malloc(size);
    if (!data) return 0;
    MemInfo *info = malloc(sizeof(MemInfo));
    if (!info) {
        free(data);
        return 0;
    }
    return filled(info, data, size, of_variable_size, 0);
}

MemInfo *NRT_MemInfo_new_varsize_dtor(unsigned long size, void *destructor) {
    MemInfo *info = NRT_MemInfo_new_varsize(size);
    if (info) info->information = destructor;
    return info;
}

void *NRT_MemInfo_varsize_alloc(MemInfo *info, unsigned long size) {
    info->data = malloc(size);
    if (info->data) info->size = size;
    return info->data;
}

void *NRT_MemInfo_varsize_realloc(MemInfo *info, unsigned long size) {
    info->data = realloc(info->data, size);
    if (info->data) info->size = size;
    return info->data;
}

void NRT_MemInfo_varsize_free(MemInfo *info, void *data) {
    free(data);
    if (data == info->data) info->data = 0;
}

void *NRT_MemInfo_data_fast(MemInfo *info) { return info->data; }

void NRT_MemInfo_call_dtor(MemInfo *info) {
    if (info->destructor) free(info->data);
    free(info);
}

void NRT_incref(MemInfo *info) {
    if (info) info->references++;
}

void NRT_decref(MemInfo *info) {
    if (info && --info->references == 0) NRT_MemInfo_call_dtor(info);
}

void *NRT_Allocate(unsigned long size) { return malloc(size); }
void NRT_Free(void *data) { free(data); }

// Views with another shape: groups of dimensions with the same number of elements, each dense in itself.
int numba_attempt_nocopy_reshape(long nd, const long *dims, const long *strides, long newnd, const long *newdims,
                                 long *newstrides, long itemsize, int fortran) {
    long from = 0, to = 0;
    while (from < nd && dims[from] == 1) from++;
    while (from < nd && to < newnd) {
        long from_end = from + 1, to_end = to + 1, old = dims[from], new = newdims[to];
        while (old != new) {
            if (old < new) {
                if (from_end >= nd) return 0;
                old *= dims[from_end++];
            } else {
                if (to_end >= newnd) return 0;
                new *= newdims[to_end++];
            }
        }
        long before = from;
        for (long at = from + 1; at < from_end; at++) {
            if (dims[at] == 1) continue;
            int is_dense = fortran ? strides[at] == dims[before] * strides[before] : strides[before] == dims[at] * strides[at];
            if (!is_dense) return 0;
            before = at;
        }
        if (fortran) {
            newstrides[to] = strides[from];
            for (long at = to + 1; at < to_end; at++) newstrides[at] = newstrides[at - 1] * newdims[at - 1];
        } else {
            newstrides[to_end - 1] = strides[before];
            for (long at = to_end - 1; at > to; at--) newstrides[at - 1] = newstrides[at] * newdims[at];
        }
        from = from_end;
        to = to_end;
        while (from < nd && dims[from] == 1) from++;
    }
    long last = to >= 1 ? newstrides[to - 1] : itemsize;
    if (fortran && to >= 1) last *= newdims[to - 1];
    for (; to < newnd; to++) newstrides[to] = last;
    return 1;
}

// BLAS as numba calls it, for each kind of float: arrays in Fortran's order, factors of one and nothing added.
// Sums are in the order of the elements; a library may have another one, which is stated with every proof.

#define BLAS(T, KIND)                                                                                               \
    static T sum_##KIND(long n, const T *a, long step_a, const T *b, long step_b) {                                 \
        T sum = 0;                                                                                                  \
        for (long at = 0; at < n; at++) sum += a[at * step_a] * b[at * step_b];                                     \
        return sum;                                                                                                 \
    }                                                                                                               \
    int blas_dot_##KIND(char kind, char conjugate, long n, const T *a, const T *b, T *out) {                        \
        *out = sum_##KIND(n, a, 1, b, 1);                                                                           \
        return 0;                                                                                                   \
    }                                                                                                               \
    int blas_gemv_##KIND(char kind, char trans, long m, long n, const T *alpha, const T *a, long lda, const T *x,   \
                         const T *beta, T *y) {                                                                     \
        int is_plain = trans == 'n';                                                                                \
        long rows = is_plain ? m : n, terms = is_plain ? n : m;                                                     \
        long step = is_plain ? lda : 1, next = is_plain ? 1 : lda;                                                  \
        for (long row = 0; row < rows; row++) y[row] = sum_##KIND(terms, a + row * next, step, x, 1);               \
        return 0;                                                                                                   \
    }                                                                                                               \
    int blas_gemm_##KIND(char kind, char transa, char transb, long m, long n, long k, const T *alpha, const T *a,   \
                         long lda, const T *b, long ldb, const T *beta, T *c, long ldc) {                           \
        long row_a = transa == 'n' ? 1 : lda, step_a = transa == 'n' ? lda : 1;                                     \
        long column_b = transb == 'n' ? ldb : 1, step_b = transb == 'n' ? 1 : ldb;                                  \
        for (long column = 0; column < n; column++)                                                                 \
            for (long row = 0; row < m; row++)                                                                      \
                c[row + column * ldc] = sum_##KIND(k, a + row * row_a, step_a, b + column * column_b, step_b);      \
        return 0;                                                                                                   \
    }

BLAS(double, d)
BLAS(float, s)

// numba ends the process where BLAS says that it was called wrongly, which it never is.
void abort(void) __attribute__((noreturn));
void numba_gil_ensure(int *state) {}
void numba_gil_release(int *state) {}
void Py_FatalError(const char *message) { abort(); }
