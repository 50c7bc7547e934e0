/* The functions of include/windtunnel.h, in every face. No part of any ABI. */
void wt_mark_phase(const void *site, const char *name);
void wt_state_compute(const void *site, double seconds);
void wt_name_block(const void *site, const char *name, int count, const long long *parameters);
int wt_ask_sample(const void *site, const char *name, int least, int most, double interval, int own);
void wt_note_call_site(const void *site);

/* For libraries between the program and MPI: the next call is reported with this call site. */
__attribute__((visibility("default"))) void wt_call_site(const void *site);
void wt_call_site(const void *site)
{
    wt_note_call_site(site);
}

__attribute__((visibility("default"))) void wt_phase(const char *name);
void wt_phase(const char *name)
{
    wt_mark_phase(__builtin_return_address(0), name);
}

__attribute__((visibility("default"))) void wt_compute(double seconds);
void wt_compute(double seconds)
{
    wt_state_compute(__builtin_return_address(0), seconds);
}

__attribute__((visibility("default"))) void wt_begin_block(const char *name, int count, const long long *parameters);
void wt_begin_block(const char *name, int count, const long long *parameters)
{
    wt_name_block(__builtin_return_address(0), name ? name : "", count, parameters);
}

__attribute__((visibility("default"))) void wt_block_end(void);
void wt_block_end(void)
{
    wt_name_block(__builtin_return_address(0), 0, 0, 0);
}

__attribute__((visibility("default"))) int wt_begin_sample(const char *name, int least, int most, double interval, int own);
int wt_begin_sample(const char *name, int least, int most, double interval, int own)
{
    return wt_ask_sample(__builtin_return_address(0), name, least, most, interval, own);
}
