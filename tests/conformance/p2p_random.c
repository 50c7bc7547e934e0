/* Much traffic between all ranks in an order drawn at random, the same on every machine; contents are checked.
 * ranks: 2 3 4 8 17 */
#include "conformance.h"

enum { MESSAGES = 300, LONGEST = 20000 };

static unsigned long long state = 88172645463325252ULL;

/* The sequence is the same on all ranks, so everyone knows all messages. */
static unsigned draw(unsigned below)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)((state >> 20) % below);
}

static int length(unsigned kind)
{
    return kind < 6 ? (int)draw(20) : kind < 9 ? (int)draw(2000) : (int)draw(LONGEST);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    MPI_Request *requests = malloc(MESSAGES * sizeof *requests);
    int **buffers = malloc(MESSAGES * sizeof *buffers), *lengths = malloc(MESSAGES * sizeof *lengths);
    int *seeds = malloc(MESSAGES * sizeof *seeds), n = 0;
    unsigned long long checksum = 0;
    for (int m = 0; m < MESSAGES; m++) {
        int from = (int)draw(world_size), to = (int)draw(world_size), tag = (int)draw(3), words = length(draw(10));
        int wild = (int)draw(4), synchronous = (int)draw(3), batch = draw(10) == 0;
        if (to == world_rank) {
            buffers[n] = calloc(words + 1, sizeof(int));
            lengths[n] = words;
            seeds[n] = m;
            MPI_Irecv(buffers[n], words, MPI_INT, from, wild ? tag : MPI_ANY_TAG, MPI_COMM_WORLD, &requests[n]);
            n++;
        }
        if (from == world_rank) {
            int *words_out = malloc((words + 1) * sizeof(int));
            for (int i = 0; i < words; i++)
                words_out[i] = m * 31 + i;
            buffers[n] = words_out;
            lengths[n] = 0;
            seeds[n] = m;
            if (synchronous == 0)
                MPI_Issend(words_out, words, MPI_INT, to, tag, MPI_COMM_WORLD, &requests[n]);
            else
                MPI_Isend(words_out, words, MPI_INT, to, tag, MPI_COMM_WORLD, &requests[n]);
            n++;
        }
        if (!batch && m < MESSAGES - 1 && n < MESSAGES - 2)
            continue;
        MPI_Waitall(n, requests, MPI_STATUSES_IGNORE);
        for (int k = 0; k < n; k++) {
            for (int i = 0; i < lengths[k]; i++) {
                if (buffers[k][i] != seeds[k] * 31 + i) {
                    EQUAL(buffers[k][i], seeds[k] * 31 + i);
                    break;
                }
                checksum = checksum * 6364136223846793005ULL + (unsigned)buffers[k][i];
            }
            free(buffers[k]);
        }
        n = 0;
    }
    show("checksums", (long long)(checksum >> 16));
    free(requests);
    free(buffers);
    free(lengths);
    free(seeds);
    return finish();
}
