#include <stdlib.h>

extern float __VERIFIER_nondet_float(void);

struct sample {
    float value;
    struct sample *next;
};

static struct sample *pushed(struct sample *list, float value) {
    struct sample *head = malloc(sizeof *head);
    if (!head) exit(0);
    head->value = value;
    head->next = list;
    return head;
}

int main(void) {
    struct sample *list = pushed(NULL, __VERIFIER_nondet_float());
    struct sample *old = list;
    list = pushed(list, __VERIFIER_nondet_float());
    if (list->value == old->value) {
        list->next = NULL;
        free(old);
    }
    float drift = list->value - old->value;
    while (list) {
        struct sample *next = list->next;
        free(list);
        list = next;
    }
    return drift > 1e6f;
}
