/* The tools interface: initialised on its own, variables with sessions and handles, categories, the clock as a source,
 * events there are none of, and the codes of its errors, which go to no error handler.
 * ranks: 1 2 3
 * mpich: its variables are others */
#include "conformance.h"

#define IS(call, code) EQUAL(call, code)

static int pvar(const char *name, int class)
{
    int index = -1;
    IS(MPI_T_pvar_get_index(name, class, &index), MPI_SUCCESS);
    return index;
}

static void control(void)
{
    int count = -1, index = -1, value = -1, bind = 0, scope = 0, verbosity = 0, length = 0, elements = 0;
    char name[64], shortened[5] = "????";
    MPI_Datatype type = MPI_DATATYPE_NULL;
    MPI_T_enum kind;
    MPI_T_cvar_handle handle = MPI_T_CVAR_HANDLE_NULL;
    IS(MPI_T_cvar_get_num(&count), MPI_SUCCESS);
    for (int i = 0; i < count; i++) {
        length = sizeof name;
        IS(MPI_T_cvar_get_info(i, name, &length, &verbosity, &type, &kind, NULL, NULL, &bind, &scope), MPI_SUCCESS);
        EQUAL(length, (int)strlen(name) + 1);
        IS(MPI_T_cvar_get_index(name, &index), MPI_SUCCESS);
        EQUAL(index, i);
    }
    IS(MPI_T_cvar_get_info(count, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL), MPI_T_ERR_INVALID_INDEX);
    IS(MPI_T_cvar_get_index("no such variable", &index), MPI_T_ERR_INVALID_NAME);
    IS(MPI_T_cvar_get_index("buffered_send_overhead", &index), MPI_SUCCESS);
    length = sizeof shortened;
    MPI_T_cvar_get_info(index, shortened, &length, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
    CHECK(strcmp(shortened, "buff") == 0);
    EQUAL(length, (int)strlen("buffered_send_overhead") + 1);
    IS(MPI_T_cvar_handle_alloc(index, NULL, &handle, &elements), MPI_SUCCESS);
    EQUAL(elements, 1);
    IS(MPI_T_cvar_read(handle, &value), MPI_SUCCESS);
    CHECK(value > 0 && value <= MPI_BSEND_OVERHEAD);
    IS(MPI_T_cvar_write(handle, &value), MPI_T_ERR_CVAR_SET_NEVER);
    IS(MPI_T_cvar_handle_free(&handle), MPI_SUCCESS);
    CHECK(handle == MPI_T_CVAR_HANDLE_NULL);
    IS(MPI_T_cvar_read(handle, &value), MPI_T_ERR_INVALID_HANDLE);
}

static void performance(void)
{
    int count = -1, readonly = -1, continuous = -1, atomic = -1, class = -1, elements = 0, sent[5] = {0}, got[5];
    unsigned long long value = 77, bytes = 77;
    unsigned requests = 77;
    MPI_T_pvar_session session, other;
    MPI_T_pvar_handle messages, volume, level;
    MPI_Request request;
    IS(MPI_T_pvar_get_num(&count), MPI_SUCCESS);
    IS(MPI_T_pvar_get_info(pvar("bytes_sent", MPI_T_PVAR_CLASS_COUNTER), NULL, NULL, NULL, &class, NULL, NULL, NULL, NULL,
                           NULL, &readonly, &continuous, &atomic), MPI_SUCCESS);
    CHECK(class == MPI_T_PVAR_CLASS_COUNTER && !readonly && !continuous && !atomic);
    IS(MPI_T_pvar_get_index("bytes_sent", MPI_T_PVAR_CLASS_LEVEL, &class), MPI_T_ERR_INVALID_NAME);
    IS(MPI_T_pvar_session_create(&session), MPI_SUCCESS);
    IS(MPI_T_pvar_session_create(&other), MPI_SUCCESS);
    IS(MPI_T_pvar_handle_alloc(session, count, NULL, &messages, &elements), MPI_T_ERR_INVALID_INDEX);
    MPI_T_pvar_handle_alloc(session, pvar("messages_sent", MPI_T_PVAR_CLASS_COUNTER), NULL, &messages, &elements);
    MPI_T_pvar_handle_alloc(session, pvar("bytes_sent", MPI_T_PVAR_CLASS_COUNTER), NULL, &volume, &elements);
    MPI_T_pvar_handle_alloc(session, pvar("requests", MPI_T_PVAR_CLASS_LEVEL), NULL, &level, &elements);
    IS(MPI_T_pvar_start(session, MPI_T_PVAR_ALL_HANDLES), MPI_SUCCESS);
    MPI_Irecv(got, 5, MPI_INT, world_rank, 3, MPI_COMM_WORLD, &request);
    IS(MPI_T_pvar_read(session, level, &requests), MPI_SUCCESS);
    EQUAL(requests, 1u);
    MPI_Send(sent, 5, MPI_INT, world_rank, 3, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_T_pvar_read(session, messages, &value);
    MPI_T_pvar_read(session, volume, &bytes);
    CHECK(value == 1 && bytes == 5 * sizeof(int));
    IS(MPI_T_pvar_stop(session, messages), MPI_SUCCESS);
    MPI_Sendrecv(sent, 1, MPI_INT, world_rank, 4, got, 1, MPI_INT, world_rank, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_T_pvar_read(session, messages, &value);
    IS(MPI_T_pvar_readreset(session, volume, &bytes), MPI_SUCCESS);
    CHECK(value == 1 && bytes == 6 * sizeof(int));
    MPI_T_pvar_read(session, volume, &bytes);
    CHECK(bytes == 0);
    value = 40;
    IS(MPI_T_pvar_write(session, messages, &value), MPI_SUCCESS);
    IS(MPI_T_pvar_reset(session, volume), MPI_SUCCESS);
    value = 0;
    MPI_T_pvar_read(session, messages, &value);
    CHECK(value == 40);
    IS(MPI_T_pvar_start(session, level), MPI_T_ERR_PVAR_NO_STARTSTOP);
    IS(MPI_T_pvar_reset(session, level), MPI_T_ERR_PVAR_NO_WRITE);
    IS(MPI_T_pvar_readreset(session, level, &requests), MPI_T_ERR_PVAR_NO_WRITE);
    IS(MPI_T_pvar_read(other, level, &requests), MPI_T_ERR_INVALID_HANDLE);
    IS(MPI_T_pvar_handle_free(session, &messages), MPI_SUCCESS);
    CHECK(messages == MPI_T_PVAR_HANDLE_NULL);
    IS(MPI_T_pvar_session_free(&session), MPI_SUCCESS);
    CHECK(session == MPI_T_PVAR_SESSION_NULL);
    IS(MPI_T_pvar_read(session, volume, &bytes), MPI_T_ERR_INVALID_SESSION);
    MPI_T_pvar_session_free(&other);
}

static void categories(void)
{
    int count = 0, cvars = 0, pvars = 0, inner = -1, events = -1, all = 0, of_all = 0, stamp = -1, index = -1;
    MPI_T_category_get_num(&count);
    for (int i = 0; i < count; i++) {
        char name[64];
        int length = sizeof name, indices[64];
        IS(MPI_T_category_get_info(i, name, &length, NULL, NULL, &cvars, &pvars, &inner), MPI_SUCCESS);
        IS(MPI_T_category_get_index(name, &index), MPI_SUCCESS);
        EQUAL(index, i);
        IS(MPI_T_category_get_num_events(i, &events), MPI_SUCCESS);
        CHECK(inner == 0 && events == 0);
        IS(MPI_T_category_get_pvars(i, 64, indices), MPI_SUCCESS);
        IS(MPI_T_category_get_cvars(i, 64, indices), MPI_SUCCESS);
        IS(MPI_T_category_get_events(i, 64, indices), MPI_SUCCESS);
        IS(MPI_T_category_get_categories(i, 64, indices), MPI_SUCCESS);
        of_all += pvars;
    }
    MPI_T_pvar_get_num(&all);
    EQUAL(of_all, all);
    IS(MPI_T_category_get_num_events(count, &events), MPI_T_ERR_INVALID_INDEX);
    IS(MPI_T_category_changed(&stamp), MPI_SUCCESS);
}

static void clock_and_events(void)
{
    int sources = 0, events = -1, index = -1;
    MPI_Count ticks = 0, most = 0, before = -1, after = -1;
    MPI_T_source_order order;
    MPI_T_event_registration none = NULL;
    MPI_T_event_instance nothing = NULL;
    MPI_Info info = MPI_INFO_NULL;
    char byte;
    IS(MPI_T_source_get_num(&sources), MPI_SUCCESS);
    EQUAL(sources, 1);
    IS(MPI_T_source_get_info(0, NULL, NULL, NULL, NULL, &order, &ticks, &most, &info), MPI_SUCCESS);
    CHECK(order == MPI_T_SOURCE_ORDERED && ticks == 1000000000000 && most > ticks);
    MPI_Info_free(&info);
    IS(MPI_T_source_get_timestamp(0, &before), MPI_SUCCESS);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_T_source_get_timestamp(0, &after);
    CHECK(world_size == 1 || after > before);
    IS(MPI_T_source_get_timestamp(1, &after), MPI_T_ERR_INVALID_INDEX);
    IS(MPI_T_event_get_num(&events), MPI_SUCCESS);
    EQUAL(events, 0);
    IS(MPI_T_event_get_index("any", &index), MPI_T_ERR_INVALID_NAME);
    IS(MPI_T_event_get_info(0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL), MPI_T_ERR_INVALID_INDEX);
    IS(MPI_T_event_handle_alloc(0, NULL, MPI_INFO_NULL, &none), MPI_T_ERR_INVALID_INDEX);
    IS(MPI_T_event_handle_set_info(none, MPI_INFO_NULL), MPI_T_ERR_INVALID_HANDLE);
    IS(MPI_T_event_handle_get_info(none, &info), MPI_T_ERR_INVALID_HANDLE);
    IS(MPI_T_event_register_callback(none, MPI_T_CB_REQUIRE_NONE, MPI_INFO_NULL, NULL, NULL), MPI_T_ERR_INVALID_HANDLE);
    IS(MPI_T_event_callback_set_info(none, MPI_T_CB_REQUIRE_NONE, MPI_INFO_NULL), MPI_T_ERR_INVALID_HANDLE);
    IS(MPI_T_event_callback_get_info(none, MPI_T_CB_REQUIRE_NONE, &info), MPI_T_ERR_INVALID_HANDLE);
    IS(MPI_T_event_set_dropped_handler(none, NULL), MPI_T_ERR_INVALID_HANDLE);
    IS(MPI_T_event_handle_free(none, NULL, NULL), MPI_T_ERR_INVALID_HANDLE);
    IS(MPI_T_event_read(nothing, 0, &byte), MPI_T_ERR_INVALID_HANDLE);
    IS(MPI_T_event_copy(nothing, &byte), MPI_T_ERR_INVALID_HANDLE);
    IS(MPI_T_event_get_timestamp(nothing, &after), MPI_T_ERR_INVALID_HANDLE);
    IS(MPI_T_event_get_source(nothing, &index), MPI_T_ERR_INVALID_HANDLE);
    IS(MPI_T_enum_get_info(MPI_T_ENUM_NULL, &index, NULL, NULL), MPI_T_ERR_INVALID_HANDLE);
    IS(MPI_T_enum_get_item(MPI_T_ENUM_NULL, 0, &index, NULL, NULL), MPI_T_ERR_INVALID_HANDLE);
}

int main(int argc, char **argv)
{
    int provided = -1, count = -1;
    int early = MPI_T_pvar_get_num(&count), first = MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
    start(&argc, &argv);
    IS(early, MPI_T_ERR_NOT_INITIALIZED);
    IS(first, MPI_SUCCESS);
    CHECK(provided >= MPI_THREAD_SINGLE);
    control();
    performance();
    categories();
    clock_and_events();
    IS(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided), MPI_SUCCESS);
    IS(MPI_T_finalize(), MPI_SUCCESS);
    IS(MPI_T_pvar_get_num(&count), MPI_SUCCESS);
    IS(MPI_T_finalize(), MPI_SUCCESS);
    IS(MPI_T_pvar_get_num(&count), MPI_T_ERR_NOT_INITIALIZED);
    return finish();
}
