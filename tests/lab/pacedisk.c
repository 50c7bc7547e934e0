/* pacedisk FOLDER IMAGE BYTES LATENCY_US RATE: a disk of a known speed.
 *
 * FOLDER/disk is the file IMAGE, of BYTES bytes, by FUSE. One access after the other takes LATENCY_US microseconds and its bytes at
 * RATE bytes per second, from when it comes or the one before ends. A loop device on it with direct I/O is a disk without a cache:
 * fio finds LATENCY_US and RATE again. Runs in the foreground until it is unmounted.
 *
 *     cc -O2 pacedisk.c -o pacedisk $(pkg-config --cflags --libs fuse3) */
#define _GNU_SOURCE
#define FUSE_USE_VERSION 31
#include <errno.h>
#include <fcntl.h>
#include <fuse.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { ARGUMENTS = 6, LARGEST = 1 << 20 };
static const long long SECOND = 1000000000;

static int image;
static long long size, latency, rate, free_at;

/* Waits until an access of so many bytes is over. */
static void pace(size_t bytes)
{
    struct timespec now, end;
    clock_gettime(CLOCK_MONOTONIC, &now);
    long long start = now.tv_sec * SECOND + now.tv_nsec;
    free_at = (start > free_at ? start : free_at) + latency + (long long)bytes * SECOND / rate;
    end.tv_sec = free_at / SECOND;
    end.tv_nsec = free_at % SECOND;
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &end, NULL) == EINTR)
        ;
}

static int is_disk(const char *path)
{
    return !strcmp(path, "/disk");
}

static void *begin(struct fuse_conn_info *connection, struct fuse_config *config)
{
    (void)config;
    connection->max_write = LARGEST;
    return NULL;
}

static int attributes(const char *path, struct stat *found, struct fuse_file_info *file)
{
    (void)file;
    memset(found, 0, sizeof *found);
    found->st_mode = is_disk(path) ? S_IFREG | 0600 : S_IFDIR | 0700;
    found->st_nlink = 1;
    found->st_size = is_disk(path) ? size : 0;
    return is_disk(path) || !strcmp(path, "/") ? 0 : -ENOENT;
}

static int open_disk(const char *path, struct fuse_file_info *file)
{
    file->direct_io = 1;
    return is_disk(path) ? 0 : -ENOENT;
}

static int read_disk(const char *path, char *to, size_t bytes, off_t offset, struct fuse_file_info *file)
{
    (void)path, (void)file;
    ssize_t done = pread(image, to, bytes, offset);
    pace(bytes);
    return done < 0 ? -errno : (int)done;
}

static int write_disk(const char *path, const char *from, size_t bytes, off_t offset, struct fuse_file_info *file)
{
    (void)path, (void)file;
    ssize_t done = pwrite(image, from, bytes, offset);
    pace(bytes);
    return done < 0 ? -errno : (int)done;
}

static int sync_disk(const char *path, int only_data, struct fuse_file_info *file)
{
    (void)path, (void)only_data, (void)file;
    return 0;
}

static const struct fuse_operations OPERATIONS = {
    .init = begin, .getattr = attributes, .open = open_disk, .read = read_disk, .write = write_disk, .fsync = sync_disk,
};

int main(int argc, char **argv)
{
    if (argc != ARGUMENTS) {
        fprintf(stderr, "pacedisk FOLDER IMAGE BYTES LATENCY_US RATE\n");
        return 2;
    }
    size = atoll(argv[3]);
    latency = atoll(argv[4]) * 1000;
    rate = atoll(argv[5]);
    image = open(argv[2], O_RDWR | O_CREAT, 0600);
    if (image < 0 || ftruncate(image, size) || size <= 0 || latency < 0 || rate <= 0) {
        perror(argv[2]);
        return 1;
    }
    /* One thread: one access after the other. */
    char *words[] = {argv[0], "-f", "-s", argv[1], NULL};
    return fuse_main(4, words, &OPERATIONS, NULL);
}
