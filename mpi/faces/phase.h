/* wt_phase of include/windtunnel.h, in every face. No part of any ABI. */
void wt_mark_phase(const void *site, const char *name);

__attribute__((visibility("default"))) void wt_phase(const char *name);
void wt_phase(const char *name)
{
    wt_mark_phase(__builtin_return_address(0), name);
}
