/* Loads and stores: relaxation on a grid, over and over. */
#define SIZE 64
static double grid[SIZE][SIZE], next[SIZE][SIZE];

int main(void) {
  for (int i = 0; i < SIZE; i++)
    for (int j = 0; j < SIZE; j++)
      grid[i][j] = i * 3 + j;
  for (long turn = 0; turn < TURNS; turn++) {
    for (int i = 1; i < SIZE - 1; i++)
      for (int j = 1; j < SIZE - 1; j++)
        next[i][j] = (grid[i - 1][j] + grid[i + 1][j] + grid[i][j - 1] + grid[i][j + 1]) / 4.0;
    for (int i = 1; i < SIZE - 1; i++)
      for (int j = 1; j < SIZE - 1; j++)
        grid[i][j] = next[i][j];
  }
  return grid[1][1] > 0.0 ? 0 : 1;
}
