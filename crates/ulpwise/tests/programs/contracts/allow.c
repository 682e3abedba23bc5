// ulpwise: allow(underflow) tiny is as good as zero here
double tiny(double x) { return x * 1e-300; }
//= tiny underflow accepted
