// ulpwise: range x = -1e3..1e3
template <typename T>
T square(T x) { return x * x; }

template double square<double>(double);
template float square<float>(float);

double use(double x) { return square(x); } //~ contract
float narrow(float x) { return square(x > 1.0f ? 1.0f : 0.5f); }
//= narrow contract proven
