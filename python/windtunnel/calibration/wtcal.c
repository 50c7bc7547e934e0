/* wtcal.c: measures what an MPI installation does with messages, for `windtunnel calibrate network` and `check`.
 *
 *   mpicc -O2 wtcal.c -o wtcal && mpirun -n 16 ./wtcal -o raw-1.csv         best with one rank per host; 2 ranks or more
 *
 *   -o FILE         results, appended [default: standard output]
 *   --budget S      seconds that the measurement may take [default: 180]
 *   --reps N        at most N repetitions of each case after the first [default: as many as the budget allows]
 *   --max-bytes B   longest message [default: a power of two that takes at most 0.1 s, up to 4 MiB]
 *   --seed N        of the sizes and of the order of cases [default: 1]
 *   --tests A,B     only these tests
 *   --plan FILE     the cases of this file, lines `test,param,bytes`, in this order
 *   --spin US       waits for a start by reading the clock for the last US microseconds [default: 100]
 *   --one-clock     all ranks read the same clock (a simulator)
 *   --ppn N         the tests inside a host, and of all its NICs if there is a second host: blocks of N ranks on each host,
 *                   each bound to a core, in the order of the cores (mpirun -n 256 --map-by core --bind-to core)
 *
 * Output: lines `test,param,bytes,ranks,rep,seconds,late`. Each repetition starts at an instant that rank 0 announces,
 * not after a barrier; each rank's clock is compared with that of rank 0 before the first one and every 20 s (offset by
 * the shortest of 30 round trips, drift by a line through the first and the last comparison). `late`: by how much the
 * last rank missed the instant. Repetition 0 sets up connections. Every repetition measures the cases in another order.
 *
 * F is the last rank on another host than rank 0; with --ppn the last one on its host. Times are those of one clock where one rank can tell, otherwise from
 * the start to the last rank's end.
 *
 *   pingpong        half a round trip between 0 and F; param: round trips in a row, 1 after silence
 *   neighbour       the same between rank 0 and another one on its host
 *   send isend      time in the call; the receive has been posted
 *   test            a test that fails (mean of 1000)
 *   late_send       time in MPI_Send to F, which posts its receive param microseconds later
 *   late_recv       time in that receive
 *   arrived_irecv   F: time in MPI_Irecv of a message that MPI_Probe has seen, param microseconds after it was sent
 *   arrived_recv    the same until MPI_Wait has returned
 *   overlap_send    0: MPI_Isend, param microseconds without MPI calls, MPI_Wait; F: MPI_Recv
 *   overlap_recv    0: MPI_Send; F: MPI_Irecv, param microseconds without MPI calls, MPI_Wait
 *   overlap_both    both
 *   overlap_bcast   MPI_Ibcast, param microseconds without MPI calls, MPI_Wait; overlap_allreduce: MPI_Iallreduce
 *   stream          8 MPI_Send from 0 to F; param: when the first, second, ... has arrived
 *   outcast incast  0 to param others at once (MPI_Isend), param others to 0 at once (MPI_Irecv)
 *   pairs           i to i + ranks/2 at once, for i < param
 *   both            MPI_Sendrecv between 0 and F; param: milliseconds of silence before, 0: just after another one
 *   both_offset     the same, F starts param microseconds later
 *   to from         0 to rank param, which answers with an empty message; rank param to 0
 *   work            a fixed amount of computation on rank param; late: of this rank
 *   barrier, bcast, reduce, allreduce, scatter, gather, allgather, alltoall, reduce_scatter (of equal blocks)
 *                   root 0; bytes: of the buffer, or of a rank's block
 *
 * With --ppn, of the first host where nothing else is said:
 *
 *   core            half of a round trip between ranks 0 and param (mean of 8, after 4 others)
 *   cores           all ranks exchange with the one param away in their block of 2 param at once (MPI_Sendrecv, mean of 8)
 *   pair            ranks 0 and param likewise, alone
 *   cores_new       as cores, of buffers that are written anew each time; the writing is not in the time
 *   ring            rank i to i + param while it receives from i - param, all at once (the Intel MPI benchmarks' Sendrecv)
 *   copy            memcpy on the first param ranks at once; reduce_local: MPI_Reduce_local likewise
 *   flood           the first param ranks send 64 messages each to a rank of the second host; time of one of the 64
 *   flood_both      the same both ways
 *   peers           all ranks send 64 messages each to param ranks of the second host in turn
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define W MPI_COMM_WORLD
#define IGNORE MPI_STATUS_IGNORE
#define VALUES 8 /* results of a rank at most */

static int me, np, far, near; /* far: F; near: another rank on rank 0's host, or 0 */
static int here;              /* ranks on each host, of --ppn; 0: not given */
static char *out, *in;
static long room;
static double spin = 100e-6;

static double clock_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void rest(double seconds)
{
    if (seconds <= 0) return;
    /* Rounded up: where a sleep is exact, no clock is read in a loop. */
    const long long nanoseconds = (long long)(seconds * 1e9) + 1;
    struct timespec t = {(time_t)(nanoseconds / 1000000000), (long)(nanoseconds % 1000000000)};
    nanosleep(&t, 0);
}

static void rest_until(double instant)
{
    rest(instant - clock_now() - spin);
    while (clock_now() < instant) ;
}

/* This rank's clock minus that of rank 0: `offset` at `first`, changing by `drift` per second. */
static double offset, drift, first;

static double local(double global)
{
    return global + offset + drift * (global - first);
}

static void compare_clocks(int again)
{
    for (int r = 1; r < np; r++) {
        double best = 1e9, at[3];
        for (int i = 0; i < 30 && (me == 0 || me == r); i++) {
            double there;
            if (me == r) {
                MPI_Recv(at, 0, MPI_BYTE, 0, 2, W, IGNORE);
                there = clock_now();
                MPI_Send(&there, 1, MPI_DOUBLE, 0, 2, W);
                continue;
            }
            double before = clock_now();
            MPI_Send(at, 0, MPI_BYTE, r, 2, W);
            MPI_Recv(&there, 1, MPI_DOUBLE, r, 2, W, IGNORE);
            double after = clock_now();
            if (after - before < best) best = after - before, at[0] = there - (before + after) / 2, at[1] = (before + after) / 2;
        }
        if (me == 0) MPI_Send(at, 2, MPI_DOUBLE, r, 2, W);
        if (me == r) {
            MPI_Recv(at, 2, MPI_DOUBLE, 0, 2, W, IGNORE);
            if (again) drift = (at[0] - offset) / (at[1] - first);
            else offset = at[0], first = at[1];
        }
    }
}

/* A case, when it begins on this rank's clock, and this rank's results in seconds. */
typedef struct {
    long param, bytes;
    double begin, value[VALUES];
} Case;

static double elapsed(const Case *c)
{
    return clock_now() - c->begin;
}

static void send_to(const Case *c, int rank)
{
    MPI_Send(out, (int)c->bytes, MPI_BYTE, rank, 1, W);
}

static void receive_from(const Case *c, int rank)
{
    MPI_Recv(in, (int)c->bytes, MPI_BYTE, rank, 1, W, IGNORE);
}

static void round_trips(Case *c, int peer, long times)
{
    double t = 0;
    /* Inside a host the first messages are those of caches that others have used: programs send many. */
    for (long i = here && times > 1 ? -4 : 0; i < times; i++) {
        if (i <= 0) t = clock_now();
        if (me == 0) send_to(c, peer), receive_from(c, peer);
        else if (me == peer) receive_from(c, 0), send_to(c, 0);
    }
    c->value[0] = (clock_now() - t) / (2.0 * (double)times);
}

static void pingpong(Case *c) { round_trips(c, far, c->param); }
static void neighbour(Case *c) { round_trips(c, near, c->param); }
static void core(Case *c) { round_trips(c, (int)c->param, 8); }

static void posted(Case *c, int blocking)
{
    MPI_Request q;
    if (me == 0) {
        rest(1e-3);
        double t = clock_now();
        if (blocking) send_to(c, far);
        else MPI_Isend(out, (int)c->bytes, MPI_BYTE, far, 1, W, &q);
        c->value[0] = clock_now() - t;
        if (!blocking) MPI_Wait(&q, IGNORE);
    } else if (me == far) {
        receive_from(c, 0);
    }
}

static void send_call(Case *c) { posted(c, 1); }
static void isend_call(Case *c) { posted(c, 0); }

static void test_call(Case *c)
{
    MPI_Request q;
    int done;
    if (me == 0) {
        MPI_Irecv(in, (int)c->bytes, MPI_BYTE, far, 1, W, &q);
        double t = clock_now();
        for (int i = 0; i < 1000; i++) MPI_Test(&q, &done, IGNORE);
        c->value[0] = (clock_now() - t) / 1000;
        MPI_Send(out, 0, MPI_BYTE, far, 3, W);
        MPI_Wait(&q, IGNORE);
    } else if (me == far) {
        MPI_Recv(in, 0, MPI_BYTE, 0, 3, W, IGNORE);
        send_to(c, 0);
    }
}

static void late_call(Case *c)
{
    if (me == far) rest((double)c->param * 1e-6);
    double t = clock_now();
    if (me == 0) send_to(c, far);
    else if (me == far) receive_from(c, 0);
    c->value[0] = clock_now() - t;
}

static void arrived(Case *c)
{
    MPI_Request q;
    if (me == 0) {
        send_to(c, far);
    } else if (me == far) {
        rest((double)c->param * 1e-6);
        MPI_Probe(0, 1, W, IGNORE);
        double t = clock_now();
        MPI_Irecv(in, (int)c->bytes, MPI_BYTE, 0, 1, W, &q);
        c->value[0] = clock_now() - t;
        MPI_Wait(&q, IGNORE);
        c->value[1] = clock_now() - t;
    }
}

static void overlap(Case *c, int sender, int receiver)
{
    MPI_Request q;
    int waits = me == 0 ? sender : receiver;
    if (me != 0 && me != far) return;
    if (me == 0) MPI_Isend(out, (int)c->bytes, MPI_BYTE, far, 1, W, &q);
    else MPI_Irecv(in, (int)c->bytes, MPI_BYTE, 0, 1, W, &q);
    if (waits) rest((double)c->param * 1e-6);
    MPI_Wait(&q, IGNORE);
    c->value[0] = elapsed(c);
}

static void overlap_send(Case *c) { overlap(c, 1, 0); }
static void overlap_recv(Case *c) { overlap(c, 0, 1); }
static void overlap_both(Case *c) { overlap(c, 1, 1); }

static void overlap_bcast(Case *c)
{
    MPI_Request q;
    MPI_Ibcast(out, (int)c->bytes, MPI_BYTE, 0, W, &q);
    rest((double)c->param * 1e-6);
    MPI_Wait(&q, IGNORE);
    c->value[0] = elapsed(c);
}

static void overlap_allreduce(Case *c)
{
    MPI_Request q;
    MPI_Iallreduce(out, in, (int)(c->bytes / 8), MPI_DOUBLE, MPI_SUM, W, &q);
    rest((double)c->param * 1e-6);
    MPI_Wait(&q, IGNORE);
    c->value[0] = elapsed(c);
}

static void stream(Case *c)
{
    for (int i = 0; i < VALUES; i++) {
        if (me == 0) send_to(c, far);
        else if (me == far) receive_from(c, 0), c->value[i] = elapsed(c);
    }
}

static void outcast(Case *c)
{
    MPI_Request *q = malloc((size_t)np * sizeof *q);
    if (me == 0) {
        for (long r = 1; r <= c->param; r++) MPI_Isend(out, (int)c->bytes, MPI_BYTE, (int)r, 1, W, &q[r - 1]);
        MPI_Waitall((int)c->param, q, MPI_STATUSES_IGNORE);
    } else if (me <= c->param) {
        receive_from(c, 0);
    }
    c->value[0] = elapsed(c);
    free(q);
}

static void incast(Case *c)
{
    MPI_Request *q = malloc((size_t)np * sizeof *q);
    if (me == 0) {
        for (long r = 1; r <= c->param; r++) MPI_Irecv(in + (r - 1) * c->bytes, (int)c->bytes, MPI_BYTE, (int)r, 1, W, &q[r - 1]);
        MPI_Waitall((int)c->param, q, MPI_STATUSES_IGNORE);
    } else if (me <= c->param) {
        send_to(c, 0);
    }
    c->value[0] = elapsed(c);
    free(q);
}

static void pairs(Case *c)
{
    int half = np / 2;
    if (me < c->param) send_to(c, me + half);
    else if (me >= half && me < half + c->param) receive_from(c, me - half);
    c->value[0] = elapsed(c);
}

static void exchange(Case *c)
{
    int peer = me == 0 ? far : 0;
    if (me == 0 || me == far)
        MPI_Sendrecv(out, (int)c->bytes, MPI_BYTE, peer, 1, in, (int)c->bytes, MPI_BYTE, peer, 1, W, IGNORE);
}

static void both(Case *c)
{
    if (c->param == 0) exchange(c);
    double t = c->param == 0 ? clock_now() : c->begin;
    exchange(c);
    if (me == 0 || me == far) c->value[0] = clock_now() - t;
}

static void both_offset(Case *c)
{
    if (me == far) rest((double)c->param * 1e-6);
    exchange(c);
    if (me == 0 || me == far) c->value[0] = elapsed(c);
}

static void one_way(Case *c, int sender, int receiver)
{
    double t = clock_now();
    if (me == sender) send_to(c, receiver), MPI_Recv(in, 0, MPI_BYTE, receiver, 1, W, IGNORE);
    else if (me == receiver) receive_from(c, sender), MPI_Send(out, 0, MPI_BYTE, sender, 1, W);
    if (me == sender) c->value[0] = clock_now() - t;
}

static void to(Case *c) { one_way(c, 0, (int)c->param); }
static void from(Case *c) { one_way(c, (int)c->param, 0); }

/* A chain of multiplications and additions that no compiler can shorten: about 2 ms. */
static void work(Case *c)
{
    volatile double start = 1.000001;
    if (me != c->param) return;
    double t = clock_now(), x = start;
    for (int i = 0; i < 1000000; i++) x = x * 0.999999 + 1e-6;
    start = x;
    c->value[0] = clock_now() - t;
}

#define BYTES (int)c->bytes, MPI_BYTE
#define SUM (int)(c->bytes / 8), MPI_DOUBLE, MPI_SUM
#define COLLECTIVE(name, call)                                                                                         \
    static void name(Case *c) { call, c->value[0] = elapsed(c); }
COLLECTIVE(barrier, MPI_Barrier(W))
COLLECTIVE(bcast, MPI_Bcast(out, BYTES, 0, W))
COLLECTIVE(reduce, MPI_Reduce(out, in, SUM, 0, W))
COLLECTIVE(allreduce, MPI_Allreduce(out, in, SUM, W))
COLLECTIVE(scatter, MPI_Scatter(out, BYTES, in, BYTES, 0, W))
COLLECTIVE(gather, MPI_Gather(out, BYTES, in, BYTES, 0, W))
COLLECTIVE(allgather, MPI_Allgather(out, BYTES, in, BYTES, W))
COLLECTIVE(alltoall, MPI_Alltoall(out, BYTES, in, BYTES, W))
COLLECTIVE(reduce_scatter, MPI_Reduce_scatter_block(out, in, SUM, W))

/* Mean of 8 exchanges after a first one, which lets ranks fall into their places. */
static void exchanges(Case *c, int to, int from, int renewed)
{
    double sum = 0;
    for (int i = 0; i < 9; i++) {
        if (renewed) memset(out, i, (size_t)c->bytes);
        double t = clock_now();
        MPI_Sendrecv(out, (int)c->bytes, MPI_BYTE, to, 1, in, (int)c->bytes, MPI_BYTE, from, 1, W, IGNORE);
        if (i) sum += clock_now() - t;
    }
    c->value[0] = sum / 8;
}

static void at_distance(Case *c, int all, int renewed)
{
    int apart = (int)c->param, peer = me / apart % 2 ? me - apart : me + apart;
    if (me < here && peer < here && (all || me * peer == 0)) exchanges(c, peer, peer, renewed);
}

static void pair(Case *c) { at_distance(c, 0, 0); }
static void cores(Case *c) { at_distance(c, 1, 0); }
static void cores_new(Case *c) { at_distance(c, 1, 1); }

static void ring(Case *c)
{
    int stride = (int)c->param;
    if (me < here) exchanges(c, (me + stride) % here, (me + here - stride) % here, 0);
}

static void alone(Case *c, int reduces)
{
    if (me >= c->param) return;
    double t = clock_now();
    for (int i = 0; i < 4; i++)
        if (reduces) MPI_Reduce_local(out, in, (int)(c->bytes / 8), MPI_DOUBLE, MPI_SUM);
        else memcpy(in, out, (size_t)c->bytes), out[0] = in[c->bytes - 1];
    c->value[0] = (clock_now() - t) / 4;
}

static void copy(Case *c) { alone(c, 0); }
static void reduce_local(Case *c) { alone(c, 1); }

#define WINDOW 64
/* Ranks below `senders` of the first host send to `peers` of the second in turn, if `both` these to them, too. */
static void floods(Case *c, int senders, int peers, int both)
{
    MPI_Request q[2 * WINDOW];
    int mine = me % here, host = me / here, n = 0;
    if (host > 1) return;
    double t = clock_now();
    for (int i = 0; i < WINDOW && (host == 1 || both); i++) {
        int from = (mine + here - i % peers) % here;
        if (from < senders) MPI_Irecv(in, (int)c->bytes, MPI_BYTE, from + (1 - host) * here, 1, W, &q[n++]);
    }
    for (int i = 0; i < WINDOW && mine < senders && (host == 0 || both); i++)
        MPI_Isend(out, (int)c->bytes, MPI_BYTE, (mine + i % peers) % here + (1 - host) * here, 1, W, &q[n++]);
    MPI_Waitall(n, q, MPI_STATUSES_IGNORE);
    c->value[0] = (clock_now() - t) / WINDOW;
}

static void flood(Case *c) { floods(c, (int)c->param, 1, 0); }
static void flood_both(Case *c) { floods(c, (int)c->param, 1, 1); }
static void peers(Case *c) { floods(c, here, (int)c->param, 0); }

/* Which value is reported: that of rank 0, F or rank param, the largest of all, one row for each arrival at F, or two rows. */
enum { OF_FIRST, OF_PARAM, LARGEST, ARRIVALS, SEND_AND_RECV, IRECV_AND_RECV };

static const struct {
    const char *name;
    void (*body)(Case *);
    int report, blocks; /* blocks: buffers hold a block for each rank */
} tests[] = {
    {"pingpong", pingpong, OF_FIRST, 0}, {"neighbour", neighbour, OF_FIRST, 0},
    {"send", send_call, OF_FIRST, 0}, {"isend", isend_call, OF_FIRST, 0},
    {"test", test_call, OF_FIRST, 0}, {"late", late_call, SEND_AND_RECV, 0},
    {"arrived", arrived, IRECV_AND_RECV, 0}, {"overlap_send", overlap_send, LARGEST, 0},
    {"overlap_recv", overlap_recv, LARGEST, 0}, {"overlap_both", overlap_both, LARGEST, 0},
    {"overlap_bcast", overlap_bcast, LARGEST, 0}, {"overlap_allreduce", overlap_allreduce, LARGEST, 0},
    {"stream", stream, ARRIVALS, 0}, {"outcast", outcast, LARGEST, 0},
    {"incast", incast, LARGEST, 1}, {"pairs", pairs, LARGEST, 0},
    {"both", both, LARGEST, 0}, {"both_offset", both_offset, LARGEST, 0},
    {"to", to, OF_FIRST, 0}, {"from", from, OF_PARAM, 0},
    {"work", work, OF_PARAM, 0}, {"core", core, OF_FIRST, 0},
    {"cores", cores, LARGEST, 0}, {"cores_new", cores_new, LARGEST, 0},
    {"ring", ring, LARGEST, 0}, {"pair", pair, LARGEST, 0}, {"copy", copy, LARGEST, 0},
    {"reduce_local", reduce_local, LARGEST, 0}, {"flood", flood, LARGEST, 0},
    {"flood_both", flood_both, LARGEST, 0}, {"peers", peers, LARGEST, 0},
    {"barrier", barrier, LARGEST, 0}, {"bcast", bcast, LARGEST, 0},
    {"reduce", reduce, LARGEST, 0}, {"allreduce", allreduce, LARGEST, 0},
    {"scatter", scatter, LARGEST, 1}, {"gather", gather, LARGEST, 1},
    {"allgather", allgather, LARGEST, 1}, {"alltoall", alltoall, LARGEST, 1},
    {"reduce_scatter", reduce_scatter, LARGEST, 1},
};
#define TESTS ((int)(sizeof tests / sizeof *tests))

static FILE *results;
static double lead = 3e-3;

static void row(const char *test, long param, long bytes, int rep, double seconds, double late)
{
    fprintf(results, "%s,%ld,%ld,%d,%d,%.9f,%.9f\n", test, param, bytes, np, rep, seconds, late);
}

static void report(int test, const Case *c, int rep, const double *all, double late)
{
    const char *name = tests[test].name;
    const int step = VALUES + 1;
    double most = 0;
    for (int r = 0; r < np; r++)
        if (all[r * step] > most) most = all[r * step];
    switch (tests[test].report) {
    case OF_FIRST: row(name, c->param, c->bytes, rep, all[0], late); break;
    case OF_PARAM:
        /* Of work, the rank's own start: a noisy host misses it. */
        if (tests[test].body == work) late = all[c->param * step + VALUES];
        row(name, c->param, c->bytes, rep, all[c->param * step], late);
        break;
    case LARGEST: row(name, c->param, c->bytes, rep, most, late); break;
    case ARRIVALS:
        for (int i = 0; i < VALUES; i++) row(name, i + 1, c->bytes, rep, all[far * step + i], late);
        break;
    case SEND_AND_RECV:
        row("late_send", c->param, c->bytes, rep, all[0], late);
        row("late_recv", c->param, c->bytes, rep, all[far * step], late);
        break;
    case IRECV_AND_RECV:
        row("arrived_irecv", c->param, c->bytes, rep, all[far * step], late);
        row("arrived_recv", c->param, c->bytes, rep, all[far * step + 1], late);
    }
    fflush(results);
}

/* Takes an order of rank 0 (which test, when) and carries it out; returns 0 at the end. `test` -1: ends; -2: clocks. */
static int carry_out(int test, long param, long bytes, int rep)
{
    static double *all;
    /* Instant of the start, test, param, bytes. */
    double order[4] = {0, test, (double)param, (double)bytes}, mine[VALUES + 1];
    if (!all) all = malloc((size_t)np * sizeof mine);
    if (me == 0) {
        double silence = test >= 0 && tests[test].body == both ? (double)param * 1e-3 : 0;
        order[0] = clock_now() + lead + silence;
    }
    MPI_Bcast(order, 4, MPI_DOUBLE, 0, W);
    test = (int)order[1];
    if (test == -1) return 0;
    if (test == -2) return compare_clocks(1), 1;
    Case c = {(long)order[2], (long)order[3], local(order[0]), {0}};
    long needed = tests[test].blocks ? np * c.bytes : c.bytes;
    if (needed > room) {
        free(out), free(in);
        room = needed;
        out = calloc(1, (size_t)room), in = calloc(1, (size_t)room);
        if (!out || !in) MPI_Abort(W, 2);
    }
    rest_until(c.begin);
    mine[VALUES] = clock_now() - c.begin;
    tests[test].body(&c);
    memcpy(mine, c.value, sizeof c.value);
    MPI_Gather(mine, VALUES + 1, MPI_DOUBLE, all, VALUES + 1, MPI_DOUBLE, 0, W);
    if (me == 0) {
        double late = 0;
        for (int r = 0; r < np; r++)
            if (all[r * (VALUES + 1) + VALUES] > late) late = all[r * (VALUES + 1) + VALUES];
        /* Longer notice if orders arrive too late. */
        if (late > lead && lead < 0.1) lead *= 1.5;
        report(test, &c, rep, all, late);
    }
    return 1;
}

typedef struct {
    int test;
    long param, bytes;
} Planned;

static Planned *plan;
static int planned;
static const char *only;

static int test_of(const char *name, size_t length)
{
    for (int i = 0; i < TESTS; i++)
        if (strlen(tests[i].name) == length && !strncmp(tests[i].name, name, length)) return i;
    return -1;
}

static void add(const char *name, long param, long bytes)
{
    if (only) {
        int found = 0;
        for (const char *p = only; *p; p += strcspn(p, ","), p += *p == ',')
            found |= strlen(name) == strcspn(p, ",") && !strncmp(p, name, strlen(name));
        if (!found) return;
    }
    plan = realloc(plan, (size_t)(planned + 1) * sizeof *plan);
    plan[planned++] = (Planned){test_of(name, strlen(name)), param, bytes};
}

static unsigned long long state;

/* splitmix64: from 0 to 1. */
static double chance(void)
{
    unsigned long long z = state += 0x9e3779b97f4a7c15ull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return (double)((z ^ z >> 31) >> 11) / 9007199254740992.0;
}

/* The i-th of n sizes, log-uniform in its part of `low` to `high`. */
static long size_in(int i, int n, double low, double high)
{
    double part = (i + chance()) / n, x = low;
    /* low * (high / low)^part without the mathematics library: 40 halvings of the interval. */
    double a = low, b = high, from = 0, until = 1;
    for (int k = 0; k < 40; k++) {
        double middle = (from + until) / 2, root = a * b, s = root > 1 ? root : 1;
        for (int j = 0; j < 60; j++) s = (s + root / s) / 2;
        if (part < middle) until = middle, b = s;
        else from = middle, a = s;
        x = s;
    }
    return (long)(x + 0.5);
}

/* Messages between ranks 0 and F, and what calls take of them; `rate` in bytes per second. */
static void plan_calls(long most, double rate)
{
    for (int i = 0; i < 24; i++) {
        long bytes = size_in(i, 24, 1, (double)most);
        add("pingpong", 1, bytes);
        if (i % 2 == 0 || bytes > 1024) add("pingpong", 8, bytes);
        if (near) add("neighbour", 8, bytes);
    }
    for (int i = 0; i < 12; i++) {
        long bytes = size_in(i, 12, 1, (double)most), delay = 2000;
        while ((double)delay * 1e-6 < 3 * (double)bytes / rate) delay *= 2;
        add("send", 0, bytes), add("isend", 0, bytes), add("arrived", delay, bytes);
    }
    add("test", 0, 8);
    for (int i = 0; i < 12; i++) {
        long bytes = size_in(i, 12, most > 2048 ? 1024 : 1, (double)most);
        long delay = 20000;
        while ((double)delay * 1e-6 < 3 * (double)bytes / rate) delay *= 2;
        add("late", delay, bytes);
        long busy = 2000;
        while ((double)busy * 1e-6 < 2 * (double)bytes / rate) busy *= 2;
        if (i % 3 == 2) add("overlap_send", busy, bytes), add("overlap_recv", busy, bytes), add("overlap_both", busy, bytes);
    }
}

/* The cases inside a host and of its NICs. */
static void plan_host(long most)
{
    for (int r = 1; r < here; r++) add("core", r, 8);
    for (int apart = 1; apart < here; apart++) {
        if (here % apart) continue;
        add("pair", apart, 8), add("cores", apart, 8);
        for (long bytes = 2048; bytes <= most; bytes *= 4)
            add("core", apart, bytes), add("pair", apart, bytes), add("cores", apart, bytes), add("cores_new", apart, bytes);
    }
    for (long bytes = 8; bytes <= most; bytes *= 8) add("ring", 1, bytes);
    for (long bytes = 4096; bytes <= most; bytes *= 8)
        for (int k = 1; k <= here; k += here - 1) add("copy", k, bytes), add("reduce_local", k, bytes);
    if (np < 2 * here) return;
    for (int k = 1; k <= here; k = k < here && 2 * k > here ? here : 2 * k) add("flood", k, 8), add("flood", k, 65536);
    add("flood_both", here, 8), add("flood_both", here, 65536);
    for (int k = 1; k <= here && k <= WINDOW; k *= 2) add("peers", k, 8);
}

/* The cases of one rank a host. */
static void make_plan(long most, double rate)
{
    static const long sizes[] = {1024, 10240, 102400};
    int half = np / 2;
    plan_calls(most, rate);
    for (int i = 0; i < 3 && sizes[i] <= most; i++) {
        long bytes = sizes[i];
        add("stream", 0, bytes);
        for (int k = np - 1; k >= 1; k /= 2) add("incast", k, bytes), add("outcast", k, bytes);
        for (int k = 1; i && k <= half; k *= 2) add("pairs", k, bytes);
        if (half & (half - 1)) add("pairs", half, bytes);
        if (i) add("both", 0, bytes), add("both", 500, bytes);
        for (int r = 1; i != 1 && r < np; r++) add("to", r, bytes), add("from", r, bytes);
        if (i) add("overlap_bcast", 50000, bytes), add("overlap_allreduce", 50000, bytes);
        for (int t = test_of("bcast", 5); t < TESTS; t++) add(tests[t].name, 0, bytes);
    }
    for (long us = 500; us <= 5000 && most >= 102400; us *= 3) add("both_offset", us, 102400);
    add("barrier", 0, 0);
    for (int r = 0; r < np; r++)
        for (int i = 0; i < 12; i++) add("work", r, 0);
}

static int read_plan(const char *path)
{
    char line[256];
    FILE *f = fopen(path, "r");
    if (!f) return 0;
    while (fgets(line, sizeof line, f)) {
        long param, bytes;
        size_t n = strcspn(line, ",");
        int test = test_of(line, n);
        if (test < 0 || sscanf(line + n, ",%ld,%ld", &param, &bytes) != 2) return 0;
        only = 0, add(tests[test].name, param, bytes);
    }
    fclose(f);
    return 1;
}

static int usage(void)
{
    if (me == 0)
        fprintf(stderr, "usage: wtcal [-o FILE] [--budget S] [--reps N] [--max-bytes B] [--seed N] [--tests A,B] [--plan FILE] "
                        "[--spin US] [--one-clock] [--ppn N]\n");
    MPI_Finalize();
    return 2;
}

/* The last rank on another host than rank 0 (the last rank if there is none), and the first other one on its host. Returns whether
 * blocks of ranks are on hosts otherwise than --ppn says. */
static int find_peers(void)
{
    int stray = 0;
    char name[MPI_MAX_PROCESSOR_NAME] = "", *names = calloc((size_t)np, sizeof name);
    int length;
    MPI_Get_processor_name(name, &length);
    MPI_Allgather(name, sizeof name, MPI_CHAR, names, sizeof name, MPI_CHAR, W);
    far = np - 1;
    for (int r = 1; r < np; r++) {
        int same = !strcmp(names, names + (size_t)r * sizeof name);
        if (same && !near) near = r;
        if (!same) far = r;
        for (int q = 0; q < r && here && !stray; q++)
            if (!strcmp(names + (size_t)q * sizeof name, names + (size_t)r * sizeof name) != (q / here == r / here)) stray = 1;
    }
    if (here) far = here - 1, near = 0;
    free(names);
    return stray;
}

/* Rate of a long message between 0 and F, bytes per second. */
static double probe(void)
{
    double best = 1e9;
    Case c = {1, 65536, 0, {0}};
    out = calloc(1, 65536), in = calloc(1, 65536), room = 65536;
    for (int i = 0; i < 4; i++) {
        pingpong(&c);
        if (c.value[0] > 0 && c.value[0] < best) best = c.value[0];
    }
    return 65536 / best;
}

int main(int argc, char **argv)
{
    double budget = 180, begin;
    long most = 0, reps = 1 << 30;
    int one_clock = 0;
    const char *file = 0, *cases = 0;
    state = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(W, &me);
    MPI_Comm_size(W, &np);
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--one-clock")) { one_clock = 1; continue; }
        if (i + 1 == argc) return usage();
        if (!strcmp(argv[i], "-o")) file = argv[++i];
        else if (!strcmp(argv[i], "--budget")) budget = atof(argv[++i]);
        else if (!strcmp(argv[i], "--reps")) reps = atol(argv[++i]);
        else if (!strcmp(argv[i], "--max-bytes")) most = atol(argv[++i]);
        else if (!strcmp(argv[i], "--seed")) state = strtoull(argv[++i], 0, 10);
        else if (!strcmp(argv[i], "--tests")) only = argv[++i];
        else if (!strcmp(argv[i], "--plan")) cases = argv[++i];
        else if (!strcmp(argv[i], "--ppn")) here = atoi(argv[++i]);
        else if (!strcmp(argv[i], "--spin")) spin = atof(argv[++i]) * 1e-6;
        else return usage();
    }
    if (np < 2) {
        fprintf(stderr, "wtcal: at least 2 ranks\n");
        MPI_Finalize();
        return 2;
    }
    int stray = find_peers();
    if (here && (here < 2 || np % here || stray)) {
        if (me == 0)
            fprintf(stderr, "wtcal: --ppn %d: expected blocks of as many of the %d ranks, at least 2, on each host%s\n", here, np,
                    stray ? "; ranks are placed otherwise" : "");
        MPI_Finalize();
        return 2;
    }
    if (!one_clock) compare_clocks(0);
    begin = clock_now();
    if (me == 0) {
        results = file ? fopen(file, "a") : stdout;
        if (!results || (cases && !read_plan(cases))) {
            fprintf(stderr, "wtcal: cannot %s\n", results ? "read the plan" : "write the results");
            MPI_Abort(W, 2);
        }
        char version[MPI_MAX_LIBRARY_VERSION_STRING];
        int length;
        MPI_Get_library_version(version, &length);
        version[strcspn(version, "\n")] = 0;
        for (char *p = version; *p; p++)
            if (*p == '\t') *p = ' ';
        fprintf(results, "# wtcal 1, %s\n# far %d, near %d, ppn %d\ntest,param,bytes,ranks,rep,seconds,late\n", version, far, near, here);
    }
    if (!cases) {
        double rate = probe();
        /* A power of two, so that launches choose the same sizes. */
        if (!most && here) most = 8388608;
        if (!most) for (most = 4096; most < 4194304 && 2.0 * (double)most < rate * 0.1; most *= 2) ;
        if (me == 0 && !here) make_plan(most, rate);
        if (me == 0 && here) plan_calls(most, rate), plan_host(most);
    }
    if (me == 0) {
        double compared = begin;
        for (int rep = 0; rep <= reps && (rep < 2 || clock_now() - begin < budget); rep++) {
            for (int i = planned - 1; !cases && i > 0; i--) {
                int other = (int)(chance() * (i + 1));
                Planned swap = plan[i];
                plan[i] = plan[other], plan[other] = swap;
            }
            for (int i = 0; i < planned && (rep < 2 || clock_now() - begin < budget); i++) {
                if (!one_clock && clock_now() - compared > 20) {
                    carry_out(-2, 0, 0, 0);
                    compared = clock_now();
                }
                carry_out(plan[i].test, plan[i].param, plan[i].bytes, rep);
            }
        }
        carry_out(-1, 0, 0, 0);
    } else {
        while (carry_out(0, 0, 0, 0)) ;
    }
    MPI_Finalize();
    return 0;
}
