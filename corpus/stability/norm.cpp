#include <cmath>

double distance(double ax, double ay, double bx, double by)
{
    double dx = ax - bx, dy = ay - by;
    return std::sqrt(dx * dx + dy * dy);
}
