float kalman_product_form(float p, float r)
{
    return p * r / (p + r);
}
