// Ten uses of Eigen: fixed and dynamic matrices, by reference, by value and made of numbers.
#include <Eigen/Dense>
#include <Eigen/Geometry>

double determinant(const Eigen::Matrix3d &m) { return m.determinant(); }
Eigen::Matrix2d inverse(const Eigen::Matrix2d &m) { return m.inverse(); }
double angle(const Eigen::Vector3d &a, const Eigen::Vector3d &b) { return std::acos(a.dot(b) / (a.norm() * b.norm())); }
Eigen::Vector3d unit(const Eigen::Vector3d &v) { return v.normalized(); }
double mean(const Eigen::VectorXd &v) { return v.mean(); }
double trace_of_product(const Eigen::Matrix3d &a, const Eigen::Matrix3d &b) { return (a * b).trace(); }
Eigen::Vector2d solved(double a, double b, double c, double d, double x, double y) {
    Eigen::Matrix2d m;
    m << a, b, c, d;
    return m.partialPivLu().solve(Eigen::Vector2d(x, y));
}
double turned(const Eigen::Quaterniond &q, const Eigen::Vector3d &v) { return (q.normalized() * v).x(); }
float variance(const Eigen::Array4f &a) { return (a - a.mean()).square().sum() / 3.0f; }
Eigen::Vector3d affine(const Eigen::Affine3d &t, const Eigen::Vector3d &v) { return t * v; }
double residual(const Eigen::MatrixXd &m, const Eigen::VectorXd &x, const Eigen::VectorXd &y) {
    if (m.cols() != x.size() || m.rows() != y.size()) return 0.0;
    return (m * x - y).squaredNorm();
}
