/* Contiguous copies of array sections, and those that belong to requests: see sections.h. */
#include "sections.h"
#include "support.h"

#include <pthread.h>
#include <string.h>

typedef wt_f_copy Copy;

Copy *wt_f_copies;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

MPI_Count wt_f_elements(const wt_f_section *section)
{
    MPI_Count product = 1;
    for (ptrdiff_t i = 0; i < section->rank; i++)
        product *= section->extent[i];
    return product;
}

/* Calls `visit` with each element and its place in a contiguous copy, in the order of Fortran. */
static void for_each(const Copy *copy, void (*visit)(const Copy *copy, char *element, size_t place))
{
    const wt_f_section *section = &copy->section;
    ptrdiff_t index[WT_F_DIMENSIONS] = {0};
    char *element = section->base;
    for (size_t place = 0; place < copy->size; place += section->element) {
        visit(copy, element, place);
        for (ptrdiff_t i = 0; i < section->rank; i++) {
            element += section->stride[i];
            if (++index[i] < section->extent[i])
                break;
            element -= section->stride[i] * section->extent[i];
            index[i] = 0;
        }
    }
}

static void take(const Copy *copy, char *element, size_t place)
{
    memcpy(copy->now + place, element, copy->section.element);
}

static void bring(const Copy *copy, char *element, size_t place)
{
    const char *now = copy->now + place, *before = copy->before + place;
    if (memcmp(now, before, copy->section.element) == 0)
        return;
    for (size_t i = 0; i < copy->section.element; i++)
        if (now[i] != before[i])
            element[i] = now[i];
}

static void copy_in(const Copy *copy)
{
    for_each(copy, take);
    if (copy->before)
        memcpy(copy->before, copy->now, copy->size);
}

static void copy_out(const Copy *copy)
{
    if (copy->before)
        for_each(copy, bring);
}

Copy *wt_f_copy_of(const wt_f_section *section, int written)
{
    Copy *copy = ARRAY(Copy, 1);
    copy->section = *section;
    copy->size = (size_t)wt_f_elements(section) * section->element;
    copy->now = ARRAY(char, copy->size);
    copy->before = written ? ARRAY(char, copy->size) : NULL;
    copy_in(copy);
    return copy;
}

static void free_copy(Copy *copy)
{
    free(copy->now);
    free(copy->before);
    free(copy);
}

/* ---- ends of calls ---- */

void wt_f_end(wt_f_view *view, int error)
{
    if (view->made)
        PMPI_Type_free(&view->datatype);
    if (!view->copy)
        return;
    if (error == MPI_SUCCESS || error == MPI_ERR_TRUNCATE || error == MPI_ERR_IN_STATUS)
        copy_out(view->copy);
    free_copy(view->copy);
}

void wt_f_end_later(wt_f_view *view, int error, MPI_Fint request, wt_f_until until)
{
    if (!view->copy || error != MPI_SUCCESS) {
        wt_f_end(view, error);
        return;
    }
    view->copy->request = request;
    view->copy->persistent = until == WT_F_WITH_PERSISTENT_REQUEST;
    view->copy->active = !view->copy->persistent;
    pthread_mutex_lock(&lock);
    view->copy->next = wt_f_copies;
    wt_f_copies = view->copy;
    pthread_mutex_unlock(&lock);
}

/* ---- copies of requests ---- */

void wt_f_start(int count, const MPI_Fint *requests)
{
    pthread_mutex_lock(&lock);
    for (Copy *copy = wt_f_copies; copy; copy = copy->next)
        for (int i = 0; i < count; i++)
            if (copy->persistent && !copy->active && copy->request == requests[i]) {
                copy_in(copy);
                copy->active = 1;
            }
    pthread_mutex_unlock(&lock);
}

/* Whether there is a copy for a request. */
static int has_copy(MPI_Fint request)
{
    int found = 0;
    pthread_mutex_lock(&lock);
    for (const Copy *copy = wt_f_copies; copy && !found; copy = copy->next)
        found = copy->request == request;
    pthread_mutex_unlock(&lock);
    return found;
}

/* A request is complete, and, if `over`, gone. One that was freed while MPI still works keeps its memory. */
static void finish(MPI_Fint request, int over, int freed)
{
    pthread_mutex_lock(&lock);
    for (Copy **at = &wt_f_copies; *at;) {
        Copy *copy = *at;
        if (copy->request != request) {
            at = &copy->next;
            continue;
        }
        int working = freed && copy->active;
        if (copy->active && !freed)
            copy_out(copy);
        copy->active = 0;
        if (!over) {
            at = &copy->next;
            continue;
        }
        *at = copy->next;
        if (!working)
            free_copy(copy);
    }
    pthread_mutex_unlock(&lock);
}

void wt_f_settle(int count, const MPI_Fint *requests, const MPI_Request *now)
{
    for (int i = 0; i < count; i++) {
        if (!has_copy(requests[i]))
            continue;
        int over = now[i] == MPI_REQUEST_NULL, complete = over;
        if (!over)
            PMPI_Request_get_status(now[i], &complete, MPI_STATUS_IGNORE);
        if (complete)
            finish(requests[i], over, 0);
    }
}

void wt_f_forget(MPI_Fint request)
{
    finish(request, 1, 1);
}
