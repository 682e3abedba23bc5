// The program's own beginning is called once: its variables have their first values.
// option: function main
// run: symbolic
// program: proven: symbolic

double scale = 4;
int main(void) { return (int)(1.0 / scale); }
