// Vectors inside of classes, and matrices whose size is not a part of their type.
#include <memory>
#include <vector>
struct Series { double scale; std::vector<double> values; };
template <typename T, int Size, int Rows, int Columns, int Options> struct DenseStorage {
    T *m_data;
    long m_rows;
    long m_cols;
};
struct Matrix { DenseStorage<double, -1, -1, -1, 0> m_storage; };
double last(const Series &s) { return s.scale / s.values.back(); } //~ divide-by-zero, invalid
double share(const Series &s) { return (double)s.values.size() / 4.0; }
double corner(const Matrix &m) {
    long size = m.m_storage.m_rows * m.m_storage.m_cols;
    return size == 0 ? 0.0 : 1.0 / m.m_storage.m_data[size - 1]; //~ divide-by-zero
}
double positive(const Matrix &m) {
    double count = 0.0;
    for (long i = 0; i < m.m_storage.m_rows * m.m_storage.m_cols; ++i) count += m.m_storage.m_data[i] > 0.0;
    return 1.0 / (1.0 + count);
}
double owned(std::unique_ptr<double> p) { return p ? 1.0 / *p : 0.0; } //~ divide-by-zero
