/* A message longer than the buffer it is received into, under MPI_ERRORS_ARE_FATAL.
 *
 * ranks: 2
 * status: 1
 * ending: failed
 *
 * case eager
 * stderr: rank 1: MPI_Recv: message of 8 bytes from rank 0 truncated on receive into a buffer of 4 bytes (1 element, 4-byte integers) [MPI_ERR_TRUNCATE], at main ({receive})
 *
 * case kinds
 * stderr: message of 24 bytes (3 elements, 8-byte floating-point numbers) from rank 0 truncated on receive into a buffer of 4 bytes (1 element, 4-byte integers) [MPI_ERR_TRUNCATE], at main ({receive})
 *
 * case rendezvous
 * stderr: rank 1: MPI_Recv: message of 4194304 bytes from rank 0 truncated on receive into a buffer of 4 bytes (1 element, 4-byte integers) [MPI_ERR_TRUNCATE], at main ({receive})
 *
 * case wait
 * stderr: rank 1: MPI_Wait: message of 8 bytes from rank 0 truncated on receive into a buffer of 4 bytes (1 element, 4-byte integers) [MPI_ERR_TRUNCATE], at main ({wait})
 */
#include <mpi.h>
#include <string.h>

static char data[4 << 20];

int main(int argc, char **argv)
{
    int rank, got;
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0 && strcmp(argv[1], "kinds") == 0) {
        MPI_Send(data, 3, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    } else if (rank == 0) {
        MPI_Send(data, strcmp(argv[1], "rendezvous") == 0 ? sizeof data : 8, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
    } else if (strcmp(argv[1], "wait") == 0) {
        MPI_Irecv(&got, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE); /* wait */
    } else {
        MPI_Recv(&got, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* receive */
    }
    MPI_Finalize();
    return 0;
}
