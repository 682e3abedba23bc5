#include <assert.h>

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

enum { NODES = 3, EDGES = 3 };
struct edge {
    int from, to;
    float weight;
};

int main(void) {
    struct edge edges[EDGES] = {{0, 1, 0.0f}, {1, 2, 0.0f}, {0, 2, 0.0f}};
    float distance[NODES] = {0.0f, 1e30f, 1e30f};
    for (int e = 0; e < EDGES; e++) {
        edges[e].weight = __VERIFIER_nondet_float();
        __VERIFIER_assume(edges[e].weight >= 0.0f && edges[e].weight <= 50.0f);
    }
    for (int round = 0; round < NODES; round++)
        for (int e = 0; e < EDGES; e++) {
            float through = distance[edges[e].from] + edges[e].weight;
            if (through < distance[edges[e].to]) distance[edges[e].to] = through;
        }
    for (int e = 0; e < EDGES; e++) assert(distance[edges[e].to] <= distance[edges[e].from] + edges[e].weight);
    assert(distance[2] <= 50.0f);
    return 0;
}
