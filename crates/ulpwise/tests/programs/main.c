/* A whole program. */
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    printf("%d: %s\n", argc, argv[0]);
    return argc > 1 && strcmp(argv[1], "fail") == 0;
}
