/* Dynamic windows: memory attached and detached, accessed by address, and a list that grows across ranks.
 * ranks: 1-5 9 */
#include "conformance.h"

static void blocks(void)
{
    enum { BLOCKS = 3, COUNT = 100 };
    int *mine[BLOCKS], got[COUNT];
    MPI_Aint own[BLOCKS], *all = malloc((size_t)world_size * BLOCKS * sizeof *all);
    MPI_Win win;
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    for (int block = 0; block < BLOCKS; block++) {
        mine[block] = malloc(COUNT * sizeof(int));
        for (int i = 0; i < COUNT; i++)
            mine[block][i] = 10000 * world_rank + 1000 * block + i;
        MPI_Win_attach(win, mine[block], COUNT * sizeof(int));
        MPI_Get_address(mine[block], &own[block]);
    }
    MPI_Allgather(own, BLOCKS, MPI_AINT, all, BLOCKS, MPI_AINT, MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    for (int from = 0; from < world_size; from++)
        for (int block = 0; block < BLOCKS; block++) {
            const MPI_Aint place = MPI_Aint_add(all[from * BLOCKS + block], 10 * sizeof(int));
            MPI_Get(got, COUNT - 10, MPI_INT, from, place, COUNT - 10, MPI_INT, win);
            MPI_Win_flush(from, win);
            for (int i = 0; i < COUNT - 10; i++)
                EQUAL(got[i], 10000 * from + 1000 * block + 10 + i);
        }
    MPI_Barrier(MPI_COMM_WORLD);
    const int one = 1;
    MPI_Accumulate(&one, 1, MPI_INT, 0, all[0], 1, MPI_INT, MPI_SUM, win);
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (world_rank == 0)
        EQUAL(mine[0][0], world_size);
    for (int block = 0; block < BLOCKS; block++) {
        MPI_Win_detach(win, mine[block]);
        free(mine[block]);
    }
    free(all);
    MPI_Win_free(&win);
}

/* A place in a list: its rank, and its address there. */
struct place {
    MPI_Aint address;
    int rank;
};

struct element {
    struct place next;
    int value;
};

/* Ranks append one after the other; rank 0 walks the list. */
static void list(void)
{
    struct element *own = malloc(sizeof *own);
    struct place head, tail, here = {0, world_rank};
    MPI_Win win;
    own->next.rank = -1;
    own->value = 3 * world_rank + 1;
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_attach(win, own, sizeof *own);
    MPI_Get_address(own, &here.address);
    head = here;
    MPI_Bcast(&head, sizeof head, MPI_BYTE, 0, MPI_COMM_WORLD);
    for (int turn = 1; turn < world_size; turn++) {
        if (turn == world_rank) {
            struct element seen;
            tail = head;
            for (;;) {
                MPI_Win_lock(MPI_LOCK_EXCLUSIVE, tail.rank, 0, win);
                MPI_Get(&seen, sizeof seen, MPI_BYTE, tail.rank, tail.address, sizeof seen, MPI_BYTE, win);
                MPI_Win_flush(tail.rank, win);
                if (seen.next.rank < 0)
                    MPI_Put(&here, sizeof here, MPI_BYTE, tail.rank, tail.address, sizeof here, MPI_BYTE, win);
                MPI_Win_unlock(tail.rank, win);
                if (seen.next.rank < 0)
                    break;
                tail = seen.next;
            }
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    if (world_rank == 0) {
        int sum = 0, length = 0;
        MPI_Win_lock_all(0, win);
        for (struct place at = head; at.rank >= 0; length++) {
            struct element seen;
            MPI_Get(&seen, sizeof seen, MPI_BYTE, at.rank, at.address, sizeof seen, MPI_BYTE, win);
            MPI_Win_flush(at.rank, win);
            sum += seen.value;
            at = seen.next;
        }
        MPI_Win_unlock_all(win);
        say("a list of %d elements, sum %d", length, sum);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_detach(win, own);
    free(own);
    MPI_Win_free(&win);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    blocks();
    list();
    return finish();
}
