#include <math.h>

float unit_vector(float x, float y, float z)
{
    return x / sqrtf(x * x + y * y + z * z);
}
