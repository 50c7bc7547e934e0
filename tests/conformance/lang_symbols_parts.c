/* What lang_symbols.c looks up. */
extern int parts_counter;
int parts_counter;

int parts_next(void);
int parts_next(void)
{
    return ++parts_counter;
}
