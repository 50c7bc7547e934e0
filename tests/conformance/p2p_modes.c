/* Every mode of sending against every way of receiving, from empty to long messages.
 * ranks: 2 3 */
#include "conformance.h"

enum { LONGEST = 200000, SEND_WAYS = 16 };

static char buffer[LONGEST], other[LONGEST];

static void fill(char *bytes, int count, int seed)
{
    for (int i = 0; i < count; i++)
        bytes[i] = (char)(seed + 7 * i + i / 251);
}

static int is_filled(const char *bytes, int count, int seed)
{
    for (int i = 0; i < count; i++)
        if (bytes[i] != (char)(seed + 7 * i + i / 251))
            return 0;
    return 1;
}

/* Sends by the given way; 0 to 7 small counts, 8 to 15 the same with MPI_Count. */
static void send_by(int way, int count, int to, int tag)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Count large = count;
    switch (way) {
    case 0: MPI_Send(buffer, count, MPI_CHAR, to, tag, comm); break;
    case 1: MPI_Ssend(buffer, count, MPI_CHAR, to, tag, comm); break;
    case 2: MPI_Bsend(buffer, count, MPI_CHAR, to, tag, comm); break;
    case 3: MPI_Rsend(buffer, count, MPI_CHAR, to, tag, comm); break;
    case 4: MPI_Isend(buffer, count, MPI_CHAR, to, tag, comm, &request); break;
    case 5: MPI_Issend(buffer, count, MPI_CHAR, to, tag, comm, &request); break;
    case 6: MPI_Ibsend(buffer, count, MPI_CHAR, to, tag, comm, &request); break;
    case 7: MPI_Irsend(buffer, count, MPI_CHAR, to, tag, comm, &request); break;
    case 8: MPI_Send_c(buffer, large, MPI_CHAR, to, tag, comm); break;
    case 9: MPI_Ssend_c(buffer, large, MPI_CHAR, to, tag, comm); break;
    case 10: MPI_Bsend_c(buffer, large, MPI_CHAR, to, tag, comm); break;
    case 11: MPI_Rsend_c(buffer, large, MPI_CHAR, to, tag, comm); break;
    case 12: MPI_Isend_c(buffer, large, MPI_CHAR, to, tag, comm, &request); break;
    case 13: MPI_Issend_c(buffer, large, MPI_CHAR, to, tag, comm, &request); break;
    case 14: MPI_Ibsend_c(buffer, large, MPI_CHAR, to, tag, comm, &request); break;
    default: MPI_Irsend_c(buffer, large, MPI_CHAR, to, tag, comm, &request); break;
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(request == MPI_REQUEST_NULL);
}

/* Posts a receive, tells the sender (a ready send needs one that is posted) and waits. */
static void receive_early(int way, int count, int from, int tag)
{
    MPI_Request request;
    MPI_Status status;
    int found = -1;
    if (way % 2)
        MPI_Irecv_c(other, count, MPI_CHAR, from, tag, MPI_COMM_WORLD, &request);
    else
        MPI_Irecv(other, count, MPI_CHAR, from, tag, MPI_COMM_WORLD, &request);
    MPI_Send(NULL, 0, MPI_CHAR, from, tag + 1, MPI_COMM_WORLD);
    MPI_Wait(&request, &status);
    MPI_Get_count(&status, MPI_CHAR, &found);
    EQUAL(status.MPI_SOURCE, from);
    EQUAL(status.MPI_TAG, tag);
    EQUAL(found, count);
}

static void receive_late(int way, int count, int from, int tag)
{
    MPI_Status status;
    MPI_Count found = -1;
    MPI_Send(NULL, 0, MPI_CHAR, from, tag + 1, MPI_COMM_WORLD);
    if (way % 2)
        MPI_Recv_c(other, LONGEST, MPI_CHAR, from, tag, MPI_COMM_WORLD, &status);
    else
        MPI_Recv(other, LONGEST, MPI_CHAR, MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &status);
    MPI_Get_count_c(&status, MPI_CHAR, &found);
    EQUAL(status.MPI_SOURCE, from);
    EQUAL(found, count);
}

int main(int argc, char **argv)
{
    static const int sizes[] = { 0, 1, 8, 1000, 16384, 65536, 65537, LONGEST };
    start(&argc, &argv);
    int last = world_size - 1, messages = 0;
    /* A message may still lie in the buffer when the next one comes. */
    int room = 4 * (LONGEST + MPI_BSEND_OVERHEAD);
    void *attached = malloc(room);
    MPI_Buffer_attach(attached, room);
    for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (int way = 0; way < SEND_WAYS; way++)
            for (int late = 0; late < 2; late++) {
                int count = sizes[s], tag = 2 * (way + 16 * late + 32 * (int)s);
                int ready = way % 8 == 3 || way % 8 == 7;
                if (ready && late)
                    continue;
                if (world_rank == 0) {
                    fill(buffer, count, tag);
                    if (!late)
                        MPI_Recv(NULL, 0, MPI_CHAR, last, tag + 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                    send_by(way, count, last, tag);
                    fill(buffer, count, tag + 1); /* the buffer is ours again */
                    if (late)
                        MPI_Recv(NULL, 0, MPI_CHAR, last, tag + 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                } else if (world_rank == last) {
                    memset(other, 0x55, LONGEST);
                    if (late)
                        receive_late(way, count, 0, tag);
                    else
                        receive_early(way, count, 0, tag);
                    CHECK(is_filled(other, count, tag));
                    CHECK(count == LONGEST || other[count] == 0x55);
                    messages++;
                }
            }
    int size;
    void *address;
    MPI_Buffer_detach(&address, &size);
    CHECK(address == attached);
    EQUAL(size, room);
    free(attached);
    show("messages received", messages);
    return finish();
}
