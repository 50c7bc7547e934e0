/* Heat in a box: the 7-point stencil in three dimensions, the box cut into blocks, one for each rank.
 *
 *     wtcc -O2 halo3d.c -o halo3d -lm
 *     windtunnel run -n 512 -p fat-tree ./halo3d -b 32 -i 10
 *     mpiexec -n 8 ./halo3d
 *
 * Each step exchanges the six faces of the block with its neighbours (-x +x -y +y -z +z), updates all cells and adds up
 * the squares of the changes over all ranks. The box starts as an eigenvector of the stencil, a product of cosines (of
 * sines if its walls are cold, -w), so the value of every cell and the residual are known at every step. Every rank
 * compares its halos and the residual with these values: data lost on the way is found, with no further communication.
 *
 * Options:
 *     -b N or -b NX,NY,NZ   cells of a block (32)
 *     -g PX,PY,PZ           grid of ranks (as MPI_Dims_create balances it); its last dimension runs fastest
 *     -i STEPS              steps (10)
 *     -e K                  add up the residual after each K steps, 0: never (1)
 *     -w                    cold walls instead of a periodic box
 *     -t                    print the time of a step on rank 0, by MPI_Wtime
 *
 * The messages are those of `windtunnel motif halo3d`; with -b 32 its setting is bytes="8 KiB".
 */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { STEPS_DEFAULT = 10, CELLS_DEFAULT = 32, FACES = 6 };
static const double PI = 3.14159265358979323846;
static const double ALPHA = 0.125; /* time step x conductivity / cell width^2; stable below 1/6 */

static int cells[3] = { CELLS_DEFAULT, CELLS_DEFAULT, CELLS_DEFAULT }; /* of this rank's block */
static int grid[3];                                                    /* ranks per dimension */
static int place[3];                                                   /* of this rank in the grid */
static int steps = STEPS_DEFAULT, every = 1, walls, timed;
static int rank, ranks;

static double *now, *next;            /* (cells + 2)^3, with one layer of halo around */
static double *out[FACES], *in[FACES];
static int neighbour[FACES];

static void fail(const char *what)
{
    fprintf(stderr, "halo3d: rank %d: %s\n", rank, what);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static size_t at(int x, int y, int z)
{
    return ((size_t)x * (cells[1] + 2) + y) * (cells[2] + 2) + z;
}

/* ---- the exact solution ---- */

/* The angle between neighbouring cells of dimension d. */
static double angle(int d)
{
    int total = cells[d] * grid[d];
    return walls ? PI / (total + 1) : 2 * PI / total;
}

/* The factor of dimension d at the global index i, 0 being the first cell inside. */
static double factor(int d, int i)
{
    return walls ? sin(angle(d) * (i + 1)) : cos(angle(d) * i);
}

/* What one step multiplies every cell by. */
static double eigenvalue(void)
{
    double sum = 0;
    for (int d = 0; d < 3; d++)
        sum += 2 * (1 - cos(angle(d)));
    return 1 - ALPHA * sum;
}

/* The sum of the squares of all cells before the first step. */
static double initial_squares(void)
{
    double product = 1;
    for (int d = 0; d < 3; d++) {
        double sum = 0;
        for (int i = 0; i < cells[d] * grid[d]; i++)
            sum += factor(d, i) * factor(d, i);
        product *= sum;
    }
    return product;
}

static double exact(int x, int y, int z, double scale)
{
    int index[3] = { x, y, z };
    double value = scale;
    for (int d = 0; d < 3; d++)
        value *= factor(d, place[d] * cells[d] + index[d] - 1);
    return value;
}

/* ---- the exchange ---- */

static int face_cells(int face)
{
    int d = face / 2;
    return cells[(d + 1) % 3] * cells[(d + 2) % 3];
}

/* Copies a layer of cells between the block and a buffer. The layer of a face is the outermost one inside (to be sent)
 * or the halo beyond it (received). */
static void copy_face(int face, int halo, double *buffer, int pack)
{
    int d = face / 2, low = face % 2 == 0;
    int from[3] = { 1, 1, 1 }, to[3] = { cells[0], cells[1], cells[2] };
    from[d] = to[d] = low ? !halo : cells[d] + halo;
    for (int x = from[0]; x <= to[0]; x++)
        for (int y = from[1]; y <= to[1]; y++)
            for (int z = from[2]; z <= to[2]; z++, buffer++)
                if (pack)
                    *buffer = now[at(x, y, z)];
                else
                    now[at(x, y, z)] = *buffer;
}

static void exchange(void)
{
    MPI_Request requests[2 * FACES];
    int n = 0;
    for (int face = 0; face < FACES; face++)
        if (neighbour[face] != MPI_PROC_NULL)
            copy_face(face, 0, out[face], 1);
    for (int face = 0; face < FACES; face++)
        if (neighbour[face] != MPI_PROC_NULL)
            MPI_Irecv(in[face], face_cells(face), MPI_DOUBLE, neighbour[face], face ^ 1, MPI_COMM_WORLD, &requests[n++]);
    for (int face = 0; face < FACES; face++)
        if (neighbour[face] != MPI_PROC_NULL)
            MPI_Isend(out[face], face_cells(face), MPI_DOUBLE, neighbour[face], face, MPI_COMM_WORLD, &requests[n++]);
    MPI_Waitall(n, requests, MPI_STATUSES_IGNORE);
    for (int face = 0; face < FACES; face++)
        if (neighbour[face] != MPI_PROC_NULL)
            copy_face(face, 1, in[face], 0);
}

/* Compares every cell of the halos with the exact solution; those behind a cold wall are zero in it, too. */
static void check_halos(double scale)
{
    for (int face = 0; face < FACES; face++) {
        int d = face / 2, low = face % 2 == 0;
        int from[3] = { 1, 1, 1 }, to[3] = { cells[0], cells[1], cells[2] };
        from[d] = to[d] = low ? 0 : cells[d] + 1;
        for (int x = from[0]; x <= to[0]; x++)
            for (int y = from[1]; y <= to[1]; y++)
                for (int z = from[2]; z <= to[2]; z++)
                    if (!(fabs(now[at(x, y, z)] - exact(x, y, z, scale)) < 1e-9))
                        fail("a cell of the halo is wrong");
    }
}

/* One step of all cells; gives the sum of the squares of the changes. */
static double update(void)
{
    double squares = 0;
    size_t dx = at(1, 0, 0), dy = at(0, 1, 0);
    for (int x = 1; x <= cells[0]; x++)
        for (int y = 1; y <= cells[1]; y++) {
            size_t i = at(x, y, 1);
            for (int z = 1; z <= cells[2]; z++, i++) {
                double sum = now[i - dx] + now[i + dx] + now[i - dy] + now[i + dy] + now[i - 1] + now[i + 1];
                double change = ALPHA * (sum - 6 * now[i]);
                next[i] = now[i] + change;
                squares += change * change;
            }
        }
    double *swap = now;
    now = next;
    next = swap;
    return squares;
}

/* ---- setting up ---- */

static void usage(const char *what)
{
    if (rank == 0)
        fprintf(stderr, "halo3d: %s\nusage: halo3d [-b N|NX,NY,NZ] [-g PX,PY,PZ] [-i STEPS] [-e K] [-w] [-t]\n", what);
    MPI_Finalize();
    exit(2);
}

static void read_options(int argc, char **argv)
{
    int option, n;
    while ((option = getopt(argc, argv, "b:g:i:e:wt")) != -1)
        switch (option) {
        case 'b':
            n = sscanf(optarg, "%d,%d,%d", &cells[0], &cells[1], &cells[2]);
            if (n == 1)
                cells[1] = cells[2] = cells[0];
            else if (n != 3)
                usage("-b takes one number of cells, or three with commas between them");
            break;
        case 'g':
            if (sscanf(optarg, "%d,%d,%d", &grid[0], &grid[1], &grid[2]) != 3)
                usage("-g takes three numbers of ranks with commas between them");
            break;
        case 'i': steps = atoi(optarg); break;
        case 'e': every = atoi(optarg); break;
        case 'w': walls = 1; break;
        case 't': timed = 1; break;
        default: usage("no such option");
        }
    if (optind < argc)
        usage("there is a word too many");
    for (int d = 0; d < 3; d++)
        if (cells[d] < 1 || cells[d] > 4096)
            usage("a block has 1 to 4096 cells in each dimension");
    if (steps < 0 || every < 0)
        usage("steps are not negative");
}

/* Larger factors first, as even as possible. */
static void balance_grid(void)
{
    int best = ranks;
    for (int z = 1; z * z * z <= ranks; z++)
        for (int y = z; ranks % z == 0 && y * y <= ranks / z; y++)
            if (ranks / z % y == 0 && ranks / z / y - z <= best) {
                grid[0] = ranks / z / y;
                grid[1] = y;
                grid[2] = z;
                best = grid[0] - z;
            }
}

static void set_up(void)
{
    if (grid[0] == 0)
        balance_grid();
    if (grid[0] < 1 || grid[1] < 1 || grid[2] < 1 || (long)grid[0] * grid[1] * grid[2] != ranks)
        usage("the grid does not hold the ranks");
    place[0] = rank / (grid[1] * grid[2]);
    place[1] = rank / grid[2] % grid[1];
    place[2] = rank % grid[2];
    for (int face = 0; face < FACES; face++) {
        int d = face / 2, there[3] = { place[0], place[1], place[2] };
        there[d] += face % 2 ? 1 : -1;
        if (walls && (there[d] < 0 || there[d] == grid[d])) {
            neighbour[face] = MPI_PROC_NULL;
            continue;
        }
        there[d] = (there[d] + grid[d]) % grid[d];
        neighbour[face] = (there[0] * grid[1] + there[1]) * grid[2] + there[2];
        in[face] = malloc(face_cells(face) * sizeof(double));
        out[face] = malloc(face_cells(face) * sizeof(double));
        if (!in[face] || !out[face])
            fail("no memory for the faces");
    }
    size_t all = (size_t)(cells[0] + 2) * (cells[1] + 2) * (cells[2] + 2);
    now = calloc(all, sizeof(double));
    next = calloc(all, sizeof(double));
    if (!now || !next)
        fail("no memory for the block");
    for (int x = 1; x <= cells[0]; x++)
        for (int y = 1; y <= cells[1]; y++)
            for (int z = 1; z <= cells[2]; z++)
                now[at(x, y, z)] = exact(x, y, z, 1);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    read_options(argc, argv);
    set_up();

    double lambda = eigenvalue(), start_squares = initial_squares(), scale = 1, residual = 0;
    double start = timed ? MPI_Wtime() : 0;
    for (int step = 1; step <= steps; step++) {
        exchange();
        if (step == 1 || step == steps)
            check_halos(scale);
        double mine = update();
        if (every > 0 && step % every == 0) {
            MPI_Allreduce(&mine, &residual, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
            double right = (lambda - 1) * (lambda - 1) * scale * scale * start_squares;
            if (!(fabs(residual - right) <= 1e-9 * (right + 1)))
                fail("the sum of the residual is wrong");
        }
        scale *= lambda;
    }
    double end = timed ? MPI_Wtime() : 0;

    if (rank == 0) {
        printf("halo3d: %d ranks as %d x %d x %d, %d x %d x %d cells each, %s\n", ranks, grid[0], grid[1], grid[2],
            cells[0], cells[1], cells[2], walls ? "cold walls" : "periodic");
        printf("halo3d: %d steps, last residual %.9e, halos and sums are right\n", steps, sqrt(residual));
        if (timed && steps > 0)
            printf("halo3d: %.3f us a step\n", (end - start) / steps * 1e6);
    }
    MPI_Finalize();
    return 0;
}
