/* Messages on intercommunicators: ranks are those of the other group. All sends, wildcards, probes, matched receives,
 * persistent requests, send-receives, MPI_PROC_NULL, and that a message meets none of another communicator.
 * ranks: 2 3 4 5 7 8 */
#include "inter.h"

enum { LONG = 20000 };

static int rank, size, remote;

static int value(int from_world, int i)
{
    return from_world * 131 + i;
}

/* The rank in the world of a rank of the other group. */
static int there(int cut, int other)
{
    return world_rank_of(cut, !group_in(cut, world_rank), other, 0);
}

/* One message to a rank of the other group, sent in one of eight ways. */
static void sends(int mode, int *out, int count, int other, MPI_Comm inter)
{
    static char buffer[LONG * sizeof(int) + MPI_BSEND_OVERHEAD];
    MPI_Request request;
    void *place;
    int bytes;
    switch (mode) {
    case 0:
        MPI_Send(out, count, MPI_INT, other, mode, inter);
        return;
    case 1:
        MPI_Ssend(out, count, MPI_INT, other, mode, inter);
        return;
    case 2:
        MPI_Buffer_attach(buffer, sizeof buffer);
        MPI_Bsend(out, count, MPI_INT, other, mode, inter);
        MPI_Buffer_detach(&place, &bytes);
        return;
    case 3:
        MPI_Isend(out, count, MPI_INT, other, mode, inter, &request);
        break;
    case 4:
        MPI_Issend(out, count, MPI_INT, other, mode, inter, &request);
        break;
    case 5:
        MPI_Send_init(out, count, MPI_INT, other, mode, inter, &request);
        MPI_Start(&request);
        break;
    case 6:
        MPI_Ssend_init(out, count, MPI_INT, other, mode, inter, &request);
        MPI_Startall(1, &request);
        break;
    default:
        MPI_Send_c(out, count, MPI_INT, other, mode, inter);
        return;
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (request != MPI_REQUEST_NULL)
        MPI_Request_free(&request);
}

/* A message from a rank of the other group, which the receive names or not. */
static void receives(int mode, int *in, int count, int other, MPI_Comm inter, int cut)
{
    int source = mode % 2 ? MPI_ANY_SOURCE : other, tag = mode % 3 ? MPI_ANY_TAG : mode, got;
    MPI_Status status;
    MPI_Recv(in, count, MPI_INT, source, tag, inter, &status);
    MPI_Get_count(&status, MPI_INT, &got);
    EQUAL(got, count);
    EQUAL(status.MPI_TAG, mode);
    CHECK(status.MPI_SOURCE >= 0 && status.MPI_SOURCE < remote);
    EQUAL(in[0], value(there(cut, status.MPI_SOURCE), 0));
    EQUAL(in[count - 1], value(there(cut, status.MPI_SOURCE), count - 1));
}

/* Every rank of one group sends to every rank of the other in every way. */
static void modes(MPI_Comm inter, int cut, int first)
{
    static int out[LONG], in[LONG];
    for (int i = 0; i < LONG; i++)
        out[i] = value(world_rank, i);
    for (int turn = 0; turn < 16; turn++) {
        int mode = turn / 2, count = turn % 2 ? LONG : 1;
        for (int other = 0; other < remote; other++)
            if (group_in(cut, world_rank) == first)
                sends(mode, out, count, other, inter);
            else
                receives(mode, in, count, other, inter, cut);
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

/* A persistent receive for each rank of the other group, and ready sends once all are there. */
static void persistent(MPI_Comm inter, int cut)
{
    MPI_Request requests[128];
    int in[64], out[2] = { 0, 0 };
    for (int other = 0; other < remote; other++) {
        MPI_Recv_init(&in[other], 1, MPI_INT, other, 8, inter, &requests[other]);
        MPI_Rsend_init(&out[0], 1, MPI_INT, other, 8, inter, &requests[remote + other]);
    }
    for (int turn = 0; turn < 3; turn++) {
        out[0] = value(world_rank, turn);
        MPI_Startall(remote, requests);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Startall(remote, requests + remote);
        MPI_Waitall(2 * remote, requests, MPI_STATUSES_IGNORE);
        for (int other = 0; other < remote; other++)
            EQUAL(in[other], value(there(cut, other), turn));
    }
    for (int i = 0; i < 2 * remote; i++)
        MPI_Request_free(&requests[i]);
}

/* Probes name ranks of the other group, and so do messages taken by them. */
static void probes(MPI_Comm inter, int cut)
{
    MPI_Request requests[64];
    int flag, got, count;
    for (int other = 0; other < remote; other++)
        MPI_Isend(&world_rank, 1, MPI_INT, other, 20 + rank, inter, &requests[other]);
    for (int other = 0; other < remote; other++) {
        MPI_Status status, again;
        MPI_Message message;
        if (other % 2) {
            MPI_Probe(MPI_ANY_SOURCE, 20 + other, inter, &status);
            EQUAL(status.MPI_SOURCE, other);
            MPI_Recv(&got, 1, MPI_INT, other, MPI_ANY_TAG, inter, &again);
        } else {
            MPI_Mprobe(other, MPI_ANY_TAG, inter, &message, &status);
            EQUAL(status.MPI_SOURCE, other);
            MPI_Mrecv(&got, 1, MPI_INT, &message, &again);
        }
        EQUAL(again.MPI_SOURCE, other);
        EQUAL(again.MPI_TAG, 20 + other);
        MPI_Get_count(&again, MPI_INT, &count);
        EQUAL(count, 1);
        EQUAL(got, there(cut, other));
    }
    MPI_Waitall(remote, requests, MPI_STATUSES_IGNORE);
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, inter, &flag, MPI_STATUS_IGNORE);
    EQUAL(flag, 0);
    MPI_Barrier(MPI_COMM_WORLD);
}

/* Pairs exchange; who has no partner does so with nobody. */
static void exchanges(MPI_Comm inter, int cut)
{
    int partner = rank < remote ? rank : MPI_PROC_NULL, got = -1, both = world_rank;
    MPI_Status status;
    MPI_Request request;
    MPI_Sendrecv(&world_rank, 1, MPI_INT, partner, 5, &got, 1, MPI_INT, partner, 5, inter, &status);
    EQUAL(status.MPI_SOURCE, partner);
    EQUAL(got, partner == MPI_PROC_NULL ? -1 : there(cut, partner));
    MPI_Sendrecv_replace(&both, 1, MPI_INT, partner, 6, partner, 6, inter, &status);
    EQUAL(both, partner == MPI_PROC_NULL ? world_rank : there(cut, partner));
    got = -1;
    MPI_Isendrecv(&world_rank, 1, MPI_INT, partner, 7, &got, 1, MPI_INT, partner, 7, inter, &request);
    MPI_Wait(&request, &status);
    EQUAL(got, partner == MPI_PROC_NULL ? -1 : there(cut, partner));
    show("partner", got);
}

/* A message on one communicator is not seen on another, nor by the ranks beside. */
static void apart(MPI_Comm inter, int cut)
{
    MPI_Comm copy, merged;
    MPI_Request requests[3];
    int got[3] = { -1, -1, -1 }, out[3];
    int partner = rank < remote ? rank : MPI_PROC_NULL, in_merged, mine = group_in(cut, world_rank);
    MPI_Comm_dup(inter, &copy);
    MPI_Intercomm_merge(inter, mine, &merged);
    if (partner == MPI_PROC_NULL)
        in_merged = MPI_PROC_NULL;
    else
        in_merged = mine ? partner : size + partner; /* group 0 comes first */
    MPI_Irecv(&got[0], 1, MPI_INT, partner, 1, inter, &requests[0]);
    MPI_Irecv(&got[1], 1, MPI_INT, partner, 1, copy, &requests[1]);
    MPI_Irecv(&got[2], 1, MPI_INT, in_merged, 1, merged, &requests[2]);
    for (int i = 0; i < 3; i++)
        out[i] = 10 * world_rank + i;
    MPI_Send(&out[2], 1, MPI_INT, in_merged, 1, merged);
    MPI_Send(&out[1], 1, MPI_INT, partner, 1, copy);
    MPI_Send(&out[0], 1, MPI_INT, partner, 1, inter);
    MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < 3; i++)
        EQUAL(got[i], partner == MPI_PROC_NULL ? -1 : 10 * there(cut, partner) + i);
    MPI_Comm_free(&copy);
    MPI_Comm_free(&merged);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    for (int cut = 0; cut < CUTS; cut++) {
        MPI_Comm inter = joined(cut, 0);
        MPI_Comm_rank(inter, &rank);
        MPI_Comm_size(inter, &size);
        MPI_Comm_remote_size(inter, &remote);
        say("cut %d", cut);
        modes(inter, cut, 0);
        modes(inter, cut, 1);
        persistent(inter, cut);
        probes(inter, cut);
        exchanges(inter, cut);
        apart(inter, cut);
        MPI_Comm_free(&inter);
    }
    return finish();
}
