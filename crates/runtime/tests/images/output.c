/* Incomplete lines, big lines, both streams, raw descriptors. */
#include "drill.h"
#include <string.h>
#include <unistd.h>
int main(void) {
  int rank = test_rank();
  setvbuf(stdout, NULL, _IONBF, 0);
  printf("rank %d says ", rank);
  test_yield();
  fflush(stdout);
  test_yield();
  printf("hello\nand");
  fprintf(stderr, "error %d\n", rank);
  test_yield();
  CHECK(write(fileno(stdout), " raw\n", 5) == 5);
  if (rank == 1) {
    char *big = malloc(200001);
    memset(big, 'x', 200000);
    big[200000] = 0;
    puts(big);
    free(big);
  }
  char word[16] = "";
  int read = scanf("%15s", word);
  CHECK(rank == 0 ? read == 1 && !strcmp(word, "input") : read == EOF);
  printf("no end %d", rank);
  return 0;
}
