#include <cassert>
#include <klee/klee.h>

template <typename Number> class Filter {
public:
    explicit Filter(Number start) : state_(start) {}
    Number operator()(Number input) {
        state_ += (input - state_) / Number(8);
        return state_;
    }

private:
    Number state_;
};

int main() {
    float inputs[2];
    klee_make_symbolic(inputs, sizeof inputs, "inputs");
    Filter<float> filter(0.0f);
    for (float input : inputs) {
        klee_assume(input >= -8.0f && input <= 8.0f);
        float smooth = filter(input);
        assert(smooth >= -8.0f && smooth <= 8.0f);
    }
    return 0;
}
