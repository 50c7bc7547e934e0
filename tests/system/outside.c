/* Ranks that meet outside of MPI: outside KIND. One rank waits for what the other does later. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <mpi.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/select.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>
#include <windtunnel.h>

static int rank;
static char byte = 7;

/* Each is called by rank 0 and by rank 1, which is late. */
static int tcp(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    int made = socket(AF_INET, SOCK_STREAM, 0);
    if (rank == 1) {
        MPI_Recv(&address.sin_port, 2, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        connect(made, (void *)&address, length);
        wt_compute(2e-3);
        return write(made, &byte, 1) == 1 && read(made, &byte, 1) == 1 && byte == 8;
    }
    bind(made, (void *)&address, length);
    listen(made, 1);
    getsockname(made, (void *)&address, &length);
    MPI_Send(&address.sin_port, 2, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
    int met = accept(made, NULL, NULL);
    if (recv(met, &byte, 1, 0) != 1)
        return 0;
    byte++;
    return write(met, &byte, 1) == 1;
}

/* Waits for a descriptor by one of the functions for several of them, if `vain` for 1 ms first, in which nothing comes. */
static int is_ready(const char *kind, int descriptor, int vain)
{
    struct pollfd one = {.fd = descriptor, .events = POLLIN};
    struct epoll_event event = {.events = EPOLLIN};
    struct timespec spec = {.tv_nsec = 1000000};
    double begin = MPI_Wtime(), waited = 1e-3;
    int set = epoll_create1(0), first = 0, found;
    epoll_ctl(set, EPOLL_CTL_ADD, descriptor, &event);
    for (int timeout = vain ? 1 : -1;; timeout = -1) {
        fd_set read;
        struct timeval most = {.tv_usec = 1000};
        FD_ZERO(&read);
        FD_SET(descriptor, &read);
        if (strcmp(kind, "poll") == 0)
            found = poll(&one, 1, timeout);
        else if (strcmp(kind, "ppoll") == 0)
            found = ppoll(&one, 1, timeout < 0 ? NULL : &spec, NULL);
        else if (strcmp(kind, "polled") == 0)
            for (begin = MPI_Wtime() - 1e-3, found = 0; timeout < 0 && found == 0;)
                found = poll(&one, 1, 0);
        else if (strcmp(kind, "select") == 0)
            found = select(descriptor + 1, &read, NULL, NULL, timeout < 0 ? NULL : &most) * FD_ISSET(descriptor, &read);
        else
            found = epoll_wait(set, &event, 1, timeout);
        if (timeout < 0)
            break;
        first = found;
        waited = MPI_Wtime() - begin;
    }
    close(set);
    return first == 0 && waited > 0.9999e-3 && waited < 1.0001e-3 && found == 1;
}

/* Rank 0 waits for a connection and for what comes through it by one of these functions; rank 1 connects before it listens. */
static int several(const char *kind)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    int made = socket(AF_INET, SOCK_STREAM | (rank ? 0 : SOCK_NONBLOCK), 0), met, ready;
    if (rank == 1) {
        MPI_Recv(&address.sin_port, 2, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        while (connect(made, (void *)&address, length) != 0)
            if (errno != ECONNREFUSED)
                return 0;
        wt_compute(2e-3);
        return send(made, &byte, 1, 0) == 1 && recv(made, &byte, 1, 0) == 1 && byte == 8;
    }
    bind(made, (void *)&address, length);
    getsockname(made, (void *)&address, &length);
    MPI_Send(&address.sin_port, 2, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
    wt_compute(4e-3);
    listen(made, 1);
    ready = is_ready(kind, made, 0);
    met = accept4(made, NULL, NULL, SOCK_NONBLOCK);
    ready += is_ready(kind, met, 1);
    if (recv(met, &byte, 1, 0) != 1)
        return 0;
    byte++;
    return send(met, &byte, 1, MSG_DONTWAIT) == 1 && ready == 2;
}

static int file(void)
{
    if (rank == 1)
        return close(creat("there", 0644)) == 0;
    while (access("there", F_OK) != 0)
        ;
    return 1;
}

static int file_opened(void)
{
    FILE *opened;
    if (rank == 1)
        return close(creat("there", 0644)) == 0;
    while (!(opened = fopen("there", "r")))
        ;
    return fclose(opened) == 0;
}

static int file_slept(void)
{
    if (rank == 1)
        return close(creat("there", 0644)) == 0;
    while (access("there", F_OK) != 0)
        usleep(1000);
    return 1;
}

/* A file that is there already, and gets contents. */
static int contents(const char *kind)
{
    int opened = open("contents", O_RDWR);
    struct stat seen = {0};
    if (rank == 1)
        return write(opened, &byte, 1) == 1 && close(opened) == 0;
    byte = 0;
    if (strcmp(kind, "stat") == 0)
        while (stat("contents", &seen) == 0 && seen.st_size == 0)
            ;
    else if (strcmp(kind, "fstat") == 0)
        while (fstat(opened, &seen) == 0 && seen.st_size == 0)
            ;
    else if (strcmp(kind, "seek") == 0)
        while (lseek(opened, 0, SEEK_END) == 0)
            ;
    else if (strcmp(kind, "mapped") == 0) {
        volatile char *mapped = mmap(NULL, 4096, PROT_READ, MAP_SHARED, opened, 0);
        while (stat("contents", &seen) == 0 && seen.st_size == 0)
            ;
        while (*mapped == 0)
            sched_yield();
    } else
        while ((strcmp(kind, "read") == 0 ? read(opened, &byte, 1) : pread(opened, &byte, 1, 0)) != 1)
            ;
    return pread(opened, &byte, 1, 0) == 1 && byte == 7 && close(opened) == 0;
}

/* Rank 0 holds a lock until 5 ms; rank 1 asks for it at 3 ms. */
static int locks(const char *kind)
{
    int opened = open("contents", O_RDWR), done = 0;
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (rank == 1)
        MPI_Recv(&byte, 1, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (strcmp(kind, "flock") == 0)
        done = flock(opened, LOCK_EX) == 0;
    else if (strcmp(kind, "lockf") == 0)
        done = lockf(opened, F_LOCK, 0) == 0;
    else if (strcmp(kind, "record") == 0)
        done = fcntl(opened, F_SETLKW, &lock) == 0;
    else
        while (!done)
            done = flock(opened, LOCK_EX | LOCK_NB) == 0;
    double then = MPI_Wtime();
    if (rank == 0) {
        MPI_Send(&byte, 1, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
        wt_compute(5e-3);
    }
    return done && close(opened) == 0 && (rank == 0 || then >= 5e-3);
}

/* What System V has. */
static int queue(void)
{
    struct {
        long type;
        char byte;
    } message = {1, 7};
    int made = rank ? 0 : msgget(IPC_PRIVATE, 0600), met;
    MPI_Bcast(&made, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank == 1) {
        wt_compute(3e-3);
        met = msgsnd(made, &message, 1, 0) == 0;
    } else
        met = msgrcv(made, &message, 1, 1, 0) == 1;
    MPI_Barrier(MPI_COMM_WORLD);
    return met && (rank == 1 || msgctl(made, IPC_RMID, NULL) == 0);
}

static int set(void)
{
    struct sembuf change = {0, rank ? 1 : -1, 0};
    int made = rank ? 0 : semget(IPC_PRIVATE, 1, 0600), met;
    MPI_Bcast(&made, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank == 1)
        wt_compute(3e-3);
    met = semop(made, &change, 1) == 0;
    MPI_Barrier(MPI_COMM_WORLD);
    return met && (rank == 1 || semctl(made, 0, IPC_RMID) == 0);
}

static int fifo(void)
{
    int end = open("fifo", rank ? O_WRONLY : O_RDONLY);
    if (rank == 1)
        wt_compute(2e-3);
    return (rank ? write(end, &byte, 1) : read(end, &byte, 1)) == 1;
}

/* The one that writes is first. */
static int fifo_written(void)
{
    if (rank == 1)
        wt_compute(2e-3);
    int end = open("fifo", rank ? O_RDONLY : O_WRONLY);
    return (rank ? read(end, &byte, 1) : write(end, &byte, 1)) == 1;
}

static int shared(const char *kind)
{
    MPI_Win window;
    MPI_Aint bytes;
    volatile int *word;
    int unit, met = 1;
    MPI_Win_allocate_shared(rank ? 0 : 4096, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &word, &window);
    MPI_Win_shared_query(window, 0, &bytes, &unit, &word);
    pthread_barrier_t *barrier = (void *)(word + 16);
    sem_t *semaphore = (void *)(word + 64);
    pthread_mutex_t *mutex = (void *)(word + 128);
    pthread_cond_t *condition = (void *)(word + 192);
    if (rank == 0) {
        pthread_mutexattr_t of_mutex;
        pthread_mutexattr_init(&of_mutex);
        pthread_mutexattr_setpshared(&of_mutex, PTHREAD_PROCESS_SHARED);
        pthread_mutex_init(mutex, &of_mutex);
        pthread_condattr_t of_condition;
        pthread_condattr_init(&of_condition);
        pthread_condattr_setpshared(&of_condition, PTHREAD_PROCESS_SHARED);
        pthread_cond_init(condition, &of_condition);
        pthread_barrierattr_t attributes;
        pthread_barrierattr_init(&attributes);
        pthread_barrierattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
        pthread_barrier_init(barrier, &attributes, 2);
        sem_init(semaphore, 1, 0);
        *word = 0;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
        wt_compute(5e-3);
    if (strcmp(kind, "barrier") == 0)
        for (int round = 0; round < 3; round++)
            pthread_barrier_wait(barrier);
    else if (strcmp(kind, "mutex") == 0 || strcmp(kind, "trylock") == 0) {
        /* Rank 0 holds it until rank 1 has long asked for it. */
        if (rank == 1)
            while (strcmp(kind, "trylock") == 0 ? pthread_mutex_trylock(mutex) != 0 : pthread_mutex_lock(mutex) != 0)
                ;
        else {
            pthread_mutex_lock(mutex);
            wt_compute(12e-3);
            *word = 1;
        }
        met = *word == 1;
        pthread_mutex_unlock(mutex);
    } else if (strncmp(kind, "condition", 9) == 0) {
        pthread_mutex_lock(mutex);
        if (rank == 1) {
            *word = 1;
            (strcmp(kind, "condition") == 0 ? pthread_cond_signal : pthread_cond_broadcast)(condition);
        } else {
            pthread_cond_wait(condition, mutex);
            met = *word == 1;
        }
        pthread_mutex_unlock(mutex);
    } else if (strcmp(kind, "trywait") == 0) {
        if (rank == 1)
            sem_post(semaphore);
        else
            while (sem_trywait(semaphore) != 0)
                ;
    } else if (strcmp(kind, "semaphore") == 0)
        met = (rank ? sem_post(semaphore) : sem_wait(semaphore)) == 0;
    else if (rank == 1)
        *word = 1;
    else
        while (!*word)
            sched_yield();
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0 && strcmp(kind, "barrier") == 0)
        met = pthread_barrier_destroy(barrier) == 0;
    MPI_Win_free(&window);
    return met;
}

int main(int argc, char **argv)
{
    const char *kind = argv[1];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        unlink("there");
        unlink("fifo");
        mkfifo("fifo", 0600);
        close(open("contents", O_CREAT | O_TRUNC | O_WRONLY, 0600));
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
        wt_compute(3e-3);
    int met = strcmp(kind, "tcp") == 0            ? tcp()
              : strcmp(kind, "file") == 0         ? file()
              : strcmp(kind, "file_opened") == 0  ? file_opened()
              : strcmp(kind, "file_slept") == 0   ? file_slept()
              : strcmp(kind, "fifo") == 0         ? fifo()
              : strcmp(kind, "fifo_written") == 0 ? fifo_written()
              : strcmp(kind, "queue") == 0        ? queue()
              : strcmp(kind, "set") == 0          ? set()
              : strncmp(kind, "file:", 5) == 0    ? contents(kind + 5)
              : strncmp(kind, "lock:", 5) == 0    ? locks(kind + 5)
              : strstr(kind, "poll") || strcmp(kind, "select") == 0 ? several(kind)
                                                  : shared(kind);
    double end = MPI_Wtime();
    printf("%s: rank %d %s %s\n", kind, rank, met ? "has met" : "has NOT met", end > 2.9e-3 && end < 0.02 ? "in time" : "at a wrong time");
    MPI_Finalize();
    return 0;
}
