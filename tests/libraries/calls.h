/* What is seen inside of calls. */
#ifndef CALLS_H
#define CALLS_H

/* Before the first call. */
void learn(int rank, int ranks);

/* Whether this rank has something to tell. */
int notes(int rank);

/* A call of this operation begins, with so many bytes in all of its blocks. */
void begin(const char *operation, double bytes);

/* It has ended: what happened in it, in one line. */
const char *end(void);

#endif
