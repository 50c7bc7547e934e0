/* The functions of include/windtunnel.h, in every face. No part of any ABI. */
void wt_mark_phase(const void *site, const char *name);
void wt_state_compute(const void *site, double seconds);

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
