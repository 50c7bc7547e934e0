/* What a rank may not do because ranks share a process.
 *
 * ranks: 2
 * status: 1
 * ending: failed
 * build: -pthread
 *
 * case thread
 * stderr: rank 0: not supported yet: threads in a rank
 *
 * case fork
 * stderr: rank 0: not supported yet: fork in a rank
 *
 * case exec
 * stderr: rank 0: not supported yet: exec in a rank
 *
 * case dlopen
 * stderr: rank 0: not supported yet: dlopen in a rank: link the library instead
 *
 * case alarm
 * stderr: rank 0: not supported yet: timers that raise signals in a rank
 */
#include <dlfcn.h>
#include <mpi.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

static void *work(void *argument)
{
    return argument;
}

int main(int argc, char **argv)
{
    pthread_t thread;
    MPI_Init(&argc, &argv);
    if (strcmp(argv[1], "thread") == 0)
        pthread_create(&thread, NULL, work, NULL);
    else if (strcmp(argv[1], "fork") == 0)
        fork();
    else if (strcmp(argv[1], "exec") == 0)
        execlp("true", "true", (char *)NULL);
    else if (strcmp(argv[1], "dlopen") == 0)
        dlopen("libm.so.6", RTLD_NOW);
    else
        alarm(1);
    MPI_Finalize();
    return 0;
}
