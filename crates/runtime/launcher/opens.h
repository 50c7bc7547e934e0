/* Which files a program opens: see opens.c. */
#ifndef WT_OPENS_H
#define WT_OPENS_H

#include <stdio.h>

/* Mirror of `Opened` in crates/runtime/src/opens.rs. */
enum opened_kind {
  OPENED_MADE = 1, /* The run has made it, or emptied it. */
  OPENED_TO_WRITE,
  OPENED_TO_UPDATE,
  OPENED_TO_READ,
  OPENED_LIBRARY,
  OPENED_EXECUTABLE,
  OPENED_PROGRAM,
  OPENED_ABSENT, /* There is no such file. */
};

/* Notes the file of a descriptor that a function has just opened by this path and these flags; gives the descriptor. */
int wt_note_open(int descriptor, int folder, const char *path, int flags);

/* The same of a stream; gives the stream. */
FILE *wt_note_stream(FILE *file, const char *path, int flags);

/* Notes a file by its path, if it is there: as what, and opened by which flags. */
void wt_note_path(const char *path, int kind, int flags);

/* Notes that this process has started others, which nobody observes. */
void wt_note_children(void);

/* Notes that the system has refused what a note needs: `errno` says why. */
void wt_note_refused(void);

/* Shares the notes of another process, which it names. */
void wt_opens_at(const char *place);

#endif
