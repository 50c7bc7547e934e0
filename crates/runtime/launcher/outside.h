/* What stands before functions in which a rank may wait for another outside of MPI: see outside.c. */
#ifndef WT_OUTSIDE_H
#define WT_OUTSIDE_H

#include <fcntl.h>
#include <stdint.h>
#include <sys/stat.h>

/* Mirror of `OutsideHooks` in crates/runtime/src/outside.rs. */
struct outside_hooks {
  int (*simulated)(void);
  int (*waits)(void);
  uint64_t (*now)(void);
  uint64_t (*turn)(const char *function, const void *site, uint64_t end);
  void (*missed)(const char *function, const void *site);
  void (*seen)(void);
  int images;
};

void wt_outside_reads(int descriptor, const char *function, const void *site);
void wt_outside_writes(int descriptor, const char *function, const void *site);
int wt_outside_opens(const char *path, int folder, int flags, const char *function, const void *site);
int wt_outside_opened(int descriptor, int flags, int asked);
void wt_outside_missed(int result, const char *function, const void *site);
void wt_outside_closes(void);
void wt_outside_looked(const uint64_t found[3], const char *function, const void *site);
void wt_outside_read(int descriptor, ssize_t read, size_t bytes, const char *function, const void *site);
int wt_outside_locks(int descriptor, int command, struct flock *lock, int *result, const char *function, const void *site);

#endif
