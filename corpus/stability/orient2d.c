int orient2d(float ax, float ay, float bx, float by, float cx, float cy)
{
    float left = (ax - cx) * (by - cy);
    float right = (ay - cy) * (bx - cx);
    float det = left - right;
    if (det > 0)
        return 1;
    return -1;
}
