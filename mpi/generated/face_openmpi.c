/* libmpi.so.40: Open MPI's ABI on top of libwindtunnel.so. Generated from mpi/api.json by mpi/generate/generate.py: change those.
 *
 * PMPI_X is strong and MPI_X a weak alias, so that a tool may define MPI_X and call PMPI_X.
 */
#include <limits.h>
#include <stddef.h>
#include <stdint.h>

#define OWN_MPI_ANY_SOURCE -1
#define OWN_MPI_PROC_NULL -2
#define OWN_MPI_IO 2
#define OWN_MPI_HOST 1
#define OWN_MPI_LASTUSEDCODE 5
#define OWN_MPI_WIN_CREATE_FLAVOR 10
#define OWN_MPI_WIN_MODEL 11
#define OWN_MPI_WIN_UNIFIED 0
#define OWN_MPI_WIN_SEPARATE 1
#define OWN_MPI_WIN_FLAVOR_CREATE 1
#define OWN_MPI_WIN_FLAVOR_ALLOCATE 2
#define OWN_MPI_WIN_FLAVOR_DYNAMIC 3
#define OWN_MPI_WIN_FLAVOR_SHARED 4
#define OWN_MPI_COMBINER_SUBARRAY 12
#define OWN_MPI_COMBINER_DARRAY 13

/* What is neither a constant nor free to be anything: no value of the enumeration. */
#define STRANGER INT_MIN

typedef void *handle;

__attribute__((unused)) static int rank_in(int value)
{
    switch (value) {
    case -1: return -1; /* MPI_ANY_SOURCE */
    case -2: return -3; /* MPI_PROC_NULL */
    case -4: return -4; /* MPI_ROOT */
    case -3: return STRANGER;
    default: return value;
    }
}

__attribute__((unused)) static int rank_out(int value)
{
    switch (value) {
    case -1: return -1; /* MPI_ANY_SOURCE */
    case -3: return -2; /* MPI_PROC_NULL */
    case -4: return -4; /* MPI_ROOT */
    default: return value;
    }
}

__attribute__((unused)) static int tag_in(int value)
{
    switch (value) {
    case -1: return -2; /* MPI_ANY_TAG */
    case -2: return STRANGER;
    default: return value;
    }
}

__attribute__((unused)) static int tag_out(int value)
{
    switch (value) {
    case -2: return -1; /* MPI_ANY_TAG */
    default: return value;
    }
}

__attribute__((unused)) static int error_in(int value)
{
    switch (value) {
    case 0: return 0; /* MPI_SUCCESS */
    case 1: return 1; /* MPI_ERR_BUFFER */
    case 2: return 2; /* MPI_ERR_COUNT */
    case 3: return 3; /* MPI_ERR_TYPE */
    case 4: return 4; /* MPI_ERR_TAG */
    case 5: return 5; /* MPI_ERR_COMM */
    case 6: return 6; /* MPI_ERR_RANK */
    case 7: return 7; /* MPI_ERR_REQUEST */
    case 8: return 8; /* MPI_ERR_ROOT */
    case 9: return 9; /* MPI_ERR_GROUP */
    case 10: return 10; /* MPI_ERR_OP */
    case 11: return 11; /* MPI_ERR_TOPOLOGY */
    case 12: return 12; /* MPI_ERR_DIMS */
    case 13: return 13; /* MPI_ERR_ARG */
    case 14: return 14; /* MPI_ERR_UNKNOWN */
    case 15: return 15; /* MPI_ERR_TRUNCATE */
    case 16: return 16; /* MPI_ERR_OTHER */
    case 17: return 17; /* MPI_ERR_INTERN */
    case 19: return 18; /* MPI_ERR_PENDING */
    case 18: return 19; /* MPI_ERR_IN_STATUS */
    case 20: return 20; /* MPI_ERR_ACCESS */
    case 21: return 21; /* MPI_ERR_AMODE */
    case 22: return 22; /* MPI_ERR_ASSERT */
    case 23: return 23; /* MPI_ERR_BAD_FILE */
    case 24: return 24; /* MPI_ERR_BASE */
    case 25: return 25; /* MPI_ERR_CONVERSION */
    case 26: return 26; /* MPI_ERR_DISP */
    case 27: return 27; /* MPI_ERR_DUP_DATAREP */
    case 28: return 28; /* MPI_ERR_FILE_EXISTS */
    case 29: return 29; /* MPI_ERR_FILE_IN_USE */
    case 30: return 30; /* MPI_ERR_FILE */
    case 31: return 31; /* MPI_ERR_INFO_KEY */
    case 32: return 32; /* MPI_ERR_INFO_NOKEY */
    case 33: return 33; /* MPI_ERR_INFO_VALUE */
    case 34: return 34; /* MPI_ERR_INFO */
    case 35: return 35; /* MPI_ERR_IO */
    case 36: return 36; /* MPI_ERR_KEYVAL */
    case 37: return 37; /* MPI_ERR_LOCKTYPE */
    case 38: return 38; /* MPI_ERR_NAME */
    case 39: return 39; /* MPI_ERR_NO_MEM */
    case 40: return 40; /* MPI_ERR_NOT_SAME */
    case 41: return 41; /* MPI_ERR_NO_SPACE */
    case 42: return 42; /* MPI_ERR_NO_SUCH_FILE */
    case 43: return 43; /* MPI_ERR_PORT */
    case 44: return 44; /* MPI_ERR_QUOTA */
    case 45: return 45; /* MPI_ERR_READ_ONLY */
    case 69: return 46; /* MPI_ERR_RMA_ATTACH */
    case 46: return 47; /* MPI_ERR_RMA_CONFLICT */
    case 68: return 48; /* MPI_ERR_RMA_RANGE */
    case 71: return 49; /* MPI_ERR_RMA_SHARED */
    case 47: return 50; /* MPI_ERR_RMA_SYNC */
    case 48: return 51; /* MPI_ERR_SERVICE */
    case 49: return 52; /* MPI_ERR_SIZE */
    case 50: return 53; /* MPI_ERR_SPAWN */
    case 51: return 54; /* MPI_ERR_UNSUPPORTED_DATAREP */
    case 52: return 55; /* MPI_ERR_UNSUPPORTED_OPERATION */
    case 53: return 56; /* MPI_ERR_WIN */
    case 70: return 57; /* MPI_ERR_RMA_FLAVOR */
    case 74: return 58; /* MPI_ERR_PROC_ABORTED */
    case 79: return 59; /* MPI_ERR_VALUE_TOO_LARGE */
    case 78: return 60; /* MPI_ERR_SESSION */
    case 56: return 1001; /* MPI_T_ERR_CANNOT_INIT */
    case 55: return 1003; /* MPI_T_ERR_NOT_INITIALIZED */
    case 54: return 1005; /* MPI_T_ERR_MEMORY */
    case 72: return 1006; /* MPI_T_ERR_INVALID */
    case 57: return 1007; /* MPI_T_ERR_INVALID_INDEX */
    case 58: return 1008; /* MPI_T_ERR_INVALID_ITEM */
    case 62: return 1009; /* MPI_T_ERR_INVALID_SESSION */
    case 59: return 1010; /* MPI_T_ERR_INVALID_HANDLE */
    case 73: return 1011; /* MPI_T_ERR_INVALID_NAME */
    case 60: return 1012; /* MPI_T_ERR_OUT_OF_HANDLES */
    case 61: return 1013; /* MPI_T_ERR_OUT_OF_SESSIONS */
    case 63: return 1014; /* MPI_T_ERR_CVAR_SET_NOT_NOW */
    case 64: return 1015; /* MPI_T_ERR_CVAR_SET_NEVER */
    case 66: return 1016; /* MPI_T_ERR_PVAR_NO_WRITE */
    case 65: return 1017; /* MPI_T_ERR_PVAR_NO_STARTSTOP */
    case 67: return 1018; /* MPI_T_ERR_PVAR_NO_ATOMIC */
    case 92: return 16383; /* MPI_ERR_LASTCODE */
    default: return value > 92 ? value - 93 + 0x4000 : value;
    }
}

__attribute__((unused)) static int error_out(int value)
{
    switch (value) {
    case 0: return 0; /* MPI_SUCCESS */
    case 1: return 1; /* MPI_ERR_BUFFER */
    case 2: return 2; /* MPI_ERR_COUNT */
    case 3: return 3; /* MPI_ERR_TYPE */
    case 4: return 4; /* MPI_ERR_TAG */
    case 5: return 5; /* MPI_ERR_COMM */
    case 6: return 6; /* MPI_ERR_RANK */
    case 7: return 7; /* MPI_ERR_REQUEST */
    case 8: return 8; /* MPI_ERR_ROOT */
    case 9: return 9; /* MPI_ERR_GROUP */
    case 10: return 10; /* MPI_ERR_OP */
    case 11: return 11; /* MPI_ERR_TOPOLOGY */
    case 12: return 12; /* MPI_ERR_DIMS */
    case 13: return 13; /* MPI_ERR_ARG */
    case 14: return 14; /* MPI_ERR_UNKNOWN */
    case 15: return 15; /* MPI_ERR_TRUNCATE */
    case 16: return 16; /* MPI_ERR_OTHER */
    case 17: return 17; /* MPI_ERR_INTERN */
    case 18: return 19; /* MPI_ERR_PENDING */
    case 19: return 18; /* MPI_ERR_IN_STATUS */
    case 20: return 20; /* MPI_ERR_ACCESS */
    case 21: return 21; /* MPI_ERR_AMODE */
    case 22: return 22; /* MPI_ERR_ASSERT */
    case 23: return 23; /* MPI_ERR_BAD_FILE */
    case 24: return 24; /* MPI_ERR_BASE */
    case 25: return 25; /* MPI_ERR_CONVERSION */
    case 26: return 26; /* MPI_ERR_DISP */
    case 27: return 27; /* MPI_ERR_DUP_DATAREP */
    case 28: return 28; /* MPI_ERR_FILE_EXISTS */
    case 29: return 29; /* MPI_ERR_FILE_IN_USE */
    case 30: return 30; /* MPI_ERR_FILE */
    case 31: return 31; /* MPI_ERR_INFO_KEY */
    case 32: return 32; /* MPI_ERR_INFO_NOKEY */
    case 33: return 33; /* MPI_ERR_INFO_VALUE */
    case 34: return 34; /* MPI_ERR_INFO */
    case 35: return 35; /* MPI_ERR_IO */
    case 36: return 36; /* MPI_ERR_KEYVAL */
    case 37: return 37; /* MPI_ERR_LOCKTYPE */
    case 38: return 38; /* MPI_ERR_NAME */
    case 39: return 39; /* MPI_ERR_NO_MEM */
    case 40: return 40; /* MPI_ERR_NOT_SAME */
    case 41: return 41; /* MPI_ERR_NO_SPACE */
    case 42: return 42; /* MPI_ERR_NO_SUCH_FILE */
    case 43: return 43; /* MPI_ERR_PORT */
    case 44: return 44; /* MPI_ERR_QUOTA */
    case 45: return 45; /* MPI_ERR_READ_ONLY */
    case 46: return 69; /* MPI_ERR_RMA_ATTACH */
    case 47: return 46; /* MPI_ERR_RMA_CONFLICT */
    case 48: return 68; /* MPI_ERR_RMA_RANGE */
    case 49: return 71; /* MPI_ERR_RMA_SHARED */
    case 50: return 47; /* MPI_ERR_RMA_SYNC */
    case 51: return 48; /* MPI_ERR_SERVICE */
    case 52: return 49; /* MPI_ERR_SIZE */
    case 53: return 50; /* MPI_ERR_SPAWN */
    case 54: return 51; /* MPI_ERR_UNSUPPORTED_DATAREP */
    case 55: return 52; /* MPI_ERR_UNSUPPORTED_OPERATION */
    case 56: return 53; /* MPI_ERR_WIN */
    case 57: return 70; /* MPI_ERR_RMA_FLAVOR */
    case 58: return 74; /* MPI_ERR_PROC_ABORTED */
    case 59: return 79; /* MPI_ERR_VALUE_TOO_LARGE */
    case 60: return 78; /* MPI_ERR_SESSION */
    case 1001: return 56; /* MPI_T_ERR_CANNOT_INIT */
    case 1003: return 55; /* MPI_T_ERR_NOT_INITIALIZED */
    case 1005: return 54; /* MPI_T_ERR_MEMORY */
    case 1006: return 72; /* MPI_T_ERR_INVALID */
    case 1007: return 57; /* MPI_T_ERR_INVALID_INDEX */
    case 1008: return 58; /* MPI_T_ERR_INVALID_ITEM */
    case 1009: return 62; /* MPI_T_ERR_INVALID_SESSION */
    case 1010: return 59; /* MPI_T_ERR_INVALID_HANDLE */
    case 1011: return 73; /* MPI_T_ERR_INVALID_NAME */
    case 1012: return 60; /* MPI_T_ERR_OUT_OF_HANDLES */
    case 1013: return 61; /* MPI_T_ERR_OUT_OF_SESSIONS */
    case 1014: return 63; /* MPI_T_ERR_CVAR_SET_NOT_NOW */
    case 1015: return 64; /* MPI_T_ERR_CVAR_SET_NEVER */
    case 1016: return 66; /* MPI_T_ERR_PVAR_NO_WRITE */
    case 1017: return 65; /* MPI_T_ERR_PVAR_NO_STARTSTOP */
    case 1018: return 67; /* MPI_T_ERR_PVAR_NO_ATOMIC */
    case 16383: return 92; /* MPI_ERR_LASTCODE */
    case 61: return 16; /* no MPI_ERR_ERRHANDLER */
    case 62: return 16; /* no MPI_ERR_ABI */
    case 1002: return 16; /* no MPI_T_ERR_NOT_ACCESSIBLE */
    case 1004: return 16; /* no MPI_T_ERR_NOT_SUPPORTED */
    default: return value > 0x3fff ? value - 0x4000 + 93 : value;
    }
}

__attribute__((unused)) static int comparison_in(int value)
{
    switch (value) {
    case 0: return 201; /* MPI_IDENT */
    case 1: return 202; /* MPI_CONGRUENT */
    case 2: return 203; /* MPI_SIMILAR */
    case 3: return 204; /* MPI_UNEQUAL */
    case 201: return STRANGER;
    case 202: return STRANGER;
    case 203: return STRANGER;
    case 204: return STRANGER;
    default: return value;
    }
}

__attribute__((unused)) static int comparison_out(int value)
{
    switch (value) {
    case 201: return 0; /* MPI_IDENT */
    case 202: return 1; /* MPI_CONGRUENT */
    case 203: return 2; /* MPI_SIMILAR */
    case 204: return 3; /* MPI_UNEQUAL */
    default: return value;
    }
}

__attribute__((unused)) static int topology_in(int value)
{
    switch (value) {
    case 1: return 211; /* MPI_CART */
    case 2: return 212; /* MPI_GRAPH */
    case 3: return 213; /* MPI_DIST_GRAPH */
    case 211: return STRANGER;
    case 212: return STRANGER;
    case 213: return STRANGER;
    default: return value;
    }
}

__attribute__((unused)) static int topology_out(int value)
{
    switch (value) {
    case 211: return 1; /* MPI_CART */
    case 212: return 2; /* MPI_GRAPH */
    case 213: return 3; /* MPI_DIST_GRAPH */
    default: return value;
    }
}

__attribute__((unused)) static int combiner_in(int value)
{
    switch (value) {
    case 0: return 101; /* MPI_COMBINER_NAMED */
    case 1: return 102; /* MPI_COMBINER_DUP */
    case 2: return 103; /* MPI_COMBINER_CONTIGUOUS */
    case 3: return 104; /* MPI_COMBINER_VECTOR */
    case 5: return 105; /* MPI_COMBINER_HVECTOR */
    case 6: return 106; /* MPI_COMBINER_INDEXED */
    case 8: return 107; /* MPI_COMBINER_HINDEXED */
    case 9: return 108; /* MPI_COMBINER_INDEXED_BLOCK */
    case 18: return 109; /* MPI_COMBINER_HINDEXED_BLOCK */
    case 11: return 110; /* MPI_COMBINER_STRUCT */
    case 12: return 111; /* MPI_COMBINER_SUBARRAY */
    case 13: return 112; /* MPI_COMBINER_DARRAY */
    case 14: return 113; /* MPI_COMBINER_F90_REAL */
    case 15: return 114; /* MPI_COMBINER_F90_COMPLEX */
    case 16: return 115; /* MPI_COMBINER_F90_INTEGER */
    case 17: return 116; /* MPI_COMBINER_RESIZED */
    case 101: return STRANGER;
    case 102: return STRANGER;
    case 103: return STRANGER;
    case 104: return STRANGER;
    case 105: return STRANGER;
    case 106: return STRANGER;
    case 107: return STRANGER;
    case 108: return STRANGER;
    case 109: return STRANGER;
    case 110: return STRANGER;
    case 111: return STRANGER;
    case 112: return STRANGER;
    case 113: return STRANGER;
    case 114: return STRANGER;
    case 115: return STRANGER;
    case 116: return STRANGER;
    case 117: return STRANGER;
    default: return value;
    }
}

__attribute__((unused)) static int combiner_out(int value)
{
    switch (value) {
    case 101: return 0; /* MPI_COMBINER_NAMED */
    case 102: return 1; /* MPI_COMBINER_DUP */
    case 103: return 2; /* MPI_COMBINER_CONTIGUOUS */
    case 104: return 3; /* MPI_COMBINER_VECTOR */
    case 105: return 5; /* MPI_COMBINER_HVECTOR */
    case 106: return 6; /* MPI_COMBINER_INDEXED */
    case 107: return 8; /* MPI_COMBINER_HINDEXED */
    case 108: return 9; /* MPI_COMBINER_INDEXED_BLOCK */
    case 109: return 18; /* MPI_COMBINER_HINDEXED_BLOCK */
    case 110: return 11; /* MPI_COMBINER_STRUCT */
    case 111: return 12; /* MPI_COMBINER_SUBARRAY */
    case 112: return 13; /* MPI_COMBINER_DARRAY */
    case 113: return 14; /* MPI_COMBINER_F90_REAL */
    case 114: return 15; /* MPI_COMBINER_F90_COMPLEX */
    case 115: return 16; /* MPI_COMBINER_F90_INTEGER */
    case 116: return 17; /* MPI_COMBINER_RESIZED */
    default: return value;
    }
}

__attribute__((unused)) static int order_in(int value)
{
    switch (value) {
    case 0: return 12; /* MPI_ORDER_C */
    case 1: return 15; /* MPI_ORDER_FORTRAN */
    case 12: return STRANGER;
    case 15: return STRANGER;
    default: return value;
    }
}

__attribute__((unused)) static int order_out(int value)
{
    switch (value) {
    case 12: return 0; /* MPI_ORDER_C */
    case 15: return 1; /* MPI_ORDER_FORTRAN */
    default: return value;
    }
}

__attribute__((unused)) static int distribution_in(int value)
{
    switch (value) {
    case 2: return 16; /* MPI_DISTRIBUTE_NONE */
    case 0: return 17; /* MPI_DISTRIBUTE_BLOCK */
    case 1: return 18; /* MPI_DISTRIBUTE_CYCLIC */
    case 16: return STRANGER;
    case 17: return STRANGER;
    case 18: return STRANGER;
    default: return value;
    }
}

__attribute__((unused)) static int distribution_out(int value)
{
    switch (value) {
    case 16: return 2; /* MPI_DISTRIBUTE_NONE */
    case 17: return 0; /* MPI_DISTRIBUTE_BLOCK */
    case 18: return 1; /* MPI_DISTRIBUTE_CYCLIC */
    default: return value;
    }
}

__attribute__((unused)) static int darg_in(int value)
{
    switch (value) {
    case -1: return 19; /* MPI_DISTRIBUTE_DFLT_DARG */
    default: return value;
    }
}

__attribute__((unused)) static int darg_out(int value)
{
    switch (value) {
    case 19: return -1; /* MPI_DISTRIBUTE_DFLT_DARG */
    default: return value;
    }
}

__attribute__((unused)) static int typeclass_in(int value)
{
    switch (value) {
    case 1: return 192; /* MPI_TYPECLASS_INTEGER */
    case 2: return 193; /* MPI_TYPECLASS_REAL */
    case 3: return 194; /* MPI_TYPECLASS_COMPLEX */
    case 192: return STRANGER;
    case 193: return STRANGER;
    case 194: return STRANGER;
    default: return value;
    }
}

__attribute__((unused)) static int typeclass_out(int value)
{
    switch (value) {
    case 192: return 1; /* MPI_TYPECLASS_INTEGER */
    case 193: return 2; /* MPI_TYPECLASS_REAL */
    case 194: return 3; /* MPI_TYPECLASS_COMPLEX */
    default: return value;
    }
}

__attribute__((unused)) static int thread_in(int value)
{
    switch (value) {
    case 0: return 0; /* MPI_THREAD_SINGLE */
    case 1: return 1024; /* MPI_THREAD_FUNNELED */
    case 2: return 2048; /* MPI_THREAD_SERIALIZED */
    case 3: return 4096; /* MPI_THREAD_MULTIPLE */
    case 1024: return STRANGER;
    case 2048: return STRANGER;
    case 4096: return STRANGER;
    default: return value;
    }
}

__attribute__((unused)) static int thread_out(int value)
{
    switch (value) {
    case 0: return 0; /* MPI_THREAD_SINGLE */
    case 1024: return 1; /* MPI_THREAD_FUNNELED */
    case 2048: return 2; /* MPI_THREAD_SERIALIZED */
    case 4096: return 3; /* MPI_THREAD_MULTIPLE */
    default: return value;
    }
}

__attribute__((unused)) static int lock_in(int value)
{
    switch (value) {
    case 1: return 301; /* MPI_LOCK_EXCLUSIVE */
    case 2: return 302; /* MPI_LOCK_SHARED */
    case 301: return STRANGER;
    case 302: return STRANGER;
    default: return value;
    }
}

__attribute__((unused)) static int lock_out(int value)
{
    switch (value) {
    case 301: return 1; /* MPI_LOCK_EXCLUSIVE */
    case 302: return 2; /* MPI_LOCK_SHARED */
    default: return value;
    }
}

__attribute__((unused)) static int split_in(int value)
{
    switch (value) {
    case 0: return 221; /* MPI_COMM_TYPE_SHARED */
    case 12: return 222; /* MPI_COMM_TYPE_HW_UNGUIDED */
    case 13: return 223; /* MPI_COMM_TYPE_HW_GUIDED */
    case 221: return STRANGER;
    case 222: return STRANGER;
    case 223: return STRANGER;
    case 224: return STRANGER;
    default: return value;
    }
}

__attribute__((unused)) static int split_out(int value)
{
    switch (value) {
    case 221: return 0; /* MPI_COMM_TYPE_SHARED */
    case 222: return 12; /* MPI_COMM_TYPE_HW_UNGUIDED */
    case 223: return 13; /* MPI_COMM_TYPE_HW_GUIDED */
    default: return value;
    }
}

__attribute__((unused)) static int seek_in(int value)
{
    switch (value) {
    case 602: return 401; /* MPI_SEEK_CUR */
    case 604: return 402; /* MPI_SEEK_END */
    case 600: return 403; /* MPI_SEEK_SET */
    case 401: return STRANGER;
    case 402: return STRANGER;
    case 403: return STRANGER;
    default: return value;
    }
}

__attribute__((unused)) static int seek_out(int value)
{
    switch (value) {
    case 401: return 602; /* MPI_SEEK_CUR */
    case 402: return 604; /* MPI_SEEK_END */
    case 403: return 600; /* MPI_SEEK_SET */
    default: return value;
    }
}

__attribute__((unused)) static int displacement_in(int value)
{
    switch (value) {
    case -54278278: return -1; /* MPI_DISPLACEMENT_CURRENT */
    case -1: return STRANGER;
    default: return value;
    }
}

__attribute__((unused)) static int displacement_out(int value)
{
    switch (value) {
    case -1: return -54278278; /* MPI_DISPLACEMENT_CURRENT */
    default: return value;
    }
}

__attribute__((unused)) static int keyval_in(int value)
{
    switch (value) {
    case -1: return 0; /* MPI_KEYVAL_INVALID */
    case 0: return 501; /* MPI_TAG_UB */
    case 2: return 502; /* MPI_IO */
    case 1: return 503; /* MPI_HOST */
    case 3: return 504; /* MPI_WTIME_IS_GLOBAL */
    case 4: return 505; /* MPI_APPNUM */
    case 5: return 506; /* MPI_LASTUSEDCODE */
    case 6: return 507; /* MPI_UNIVERSE_SIZE */
    case 7: return 601; /* MPI_WIN_BASE */
    case 9: return 602; /* MPI_WIN_DISP_UNIT */
    case 8: return 603; /* MPI_WIN_SIZE */
    case 10: return 604; /* MPI_WIN_CREATE_FLAVOR */
    case 11: return 605; /* MPI_WIN_MODEL */
    case 501: return STRANGER;
    case 502: return STRANGER;
    case 503: return STRANGER;
    case 504: return STRANGER;
    case 505: return STRANGER;
    case 506: return STRANGER;
    case 507: return STRANGER;
    case 601: return STRANGER;
    case 602: return STRANGER;
    case 603: return STRANGER;
    case 604: return STRANGER;
    case 605: return STRANGER;
    default: return value;
    }
}

__attribute__((unused)) static int keyval_out(int value)
{
    switch (value) {
    case 0: return -1; /* MPI_KEYVAL_INVALID */
    case 501: return 0; /* MPI_TAG_UB */
    case 502: return 2; /* MPI_IO */
    case 503: return 1; /* MPI_HOST */
    case 504: return 3; /* MPI_WTIME_IS_GLOBAL */
    case 505: return 4; /* MPI_APPNUM */
    case 506: return 5; /* MPI_LASTUSEDCODE */
    case 507: return 6; /* MPI_UNIVERSE_SIZE */
    case 601: return 7; /* MPI_WIN_BASE */
    case 602: return 9; /* MPI_WIN_DISP_UNIT */
    case 603: return 8; /* MPI_WIN_SIZE */
    case 604: return 10; /* MPI_WIN_CREATE_FLAVOR */
    case 605: return 11; /* MPI_WIN_MODEL */
    default: return value;
    }
}

__attribute__((unused)) static int verbosity_in(int value)
{
    switch (value) {
    case 0: return 9; /* MPI_T_VERBOSITY_USER_BASIC */
    case 1: return 10; /* MPI_T_VERBOSITY_USER_DETAIL */
    case 2: return 12; /* MPI_T_VERBOSITY_USER_ALL */
    case 3: return 17; /* MPI_T_VERBOSITY_TUNER_BASIC */
    case 4: return 18; /* MPI_T_VERBOSITY_TUNER_DETAIL */
    case 5: return 20; /* MPI_T_VERBOSITY_TUNER_ALL */
    case 6: return 33; /* MPI_T_VERBOSITY_MPIDEV_BASIC */
    case 7: return 34; /* MPI_T_VERBOSITY_MPIDEV_DETAIL */
    case 8: return 36; /* MPI_T_VERBOSITY_MPIDEV_ALL */
    case 9: return STRANGER;
    case 10: return STRANGER;
    case 12: return STRANGER;
    case 17: return STRANGER;
    case 18: return STRANGER;
    case 20: return STRANGER;
    case 33: return STRANGER;
    case 34: return STRANGER;
    case 36: return STRANGER;
    default: return value;
    }
}

__attribute__((unused)) static int verbosity_out(int value)
{
    switch (value) {
    case 9: return 0; /* MPI_T_VERBOSITY_USER_BASIC */
    case 10: return 1; /* MPI_T_VERBOSITY_USER_DETAIL */
    case 12: return 2; /* MPI_T_VERBOSITY_USER_ALL */
    case 17: return 3; /* MPI_T_VERBOSITY_TUNER_BASIC */
    case 18: return 4; /* MPI_T_VERBOSITY_TUNER_DETAIL */
    case 20: return 5; /* MPI_T_VERBOSITY_TUNER_ALL */
    case 33: return 6; /* MPI_T_VERBOSITY_MPIDEV_BASIC */
    case 34: return 7; /* MPI_T_VERBOSITY_MPIDEV_DETAIL */
    case 36: return 8; /* MPI_T_VERBOSITY_MPIDEV_ALL */
    default: return value;
    }
}

__attribute__((unused)) static int bind_in(int value)
{
    switch (value) {
    case 0: return 1; /* MPI_T_BIND_NO_OBJECT */
    case 1: return 2; /* MPI_T_BIND_MPI_COMM */
    case 2: return 3; /* MPI_T_BIND_MPI_DATATYPE */
    case 3: return 4; /* MPI_T_BIND_MPI_ERRHANDLER */
    case 4: return 5; /* MPI_T_BIND_MPI_FILE */
    case 5: return 6; /* MPI_T_BIND_MPI_GROUP */
    case 6: return 7; /* MPI_T_BIND_MPI_OP */
    case 7: return 8; /* MPI_T_BIND_MPI_REQUEST */
    case 8: return 9; /* MPI_T_BIND_MPI_WIN */
    case 9: return 10; /* MPI_T_BIND_MPI_MESSAGE */
    case 10: return 11; /* MPI_T_BIND_MPI_INFO */
    case 11: return STRANGER;
    case 12: return STRANGER;
    default: return value;
    }
}

__attribute__((unused)) static int bind_out(int value)
{
    switch (value) {
    case 1: return 0; /* MPI_T_BIND_NO_OBJECT */
    case 2: return 1; /* MPI_T_BIND_MPI_COMM */
    case 3: return 2; /* MPI_T_BIND_MPI_DATATYPE */
    case 4: return 3; /* MPI_T_BIND_MPI_ERRHANDLER */
    case 5: return 4; /* MPI_T_BIND_MPI_FILE */
    case 6: return 5; /* MPI_T_BIND_MPI_GROUP */
    case 7: return 6; /* MPI_T_BIND_MPI_OP */
    case 8: return 7; /* MPI_T_BIND_MPI_REQUEST */
    case 9: return 8; /* MPI_T_BIND_MPI_WIN */
    case 10: return 9; /* MPI_T_BIND_MPI_MESSAGE */
    case 11: return 10; /* MPI_T_BIND_MPI_INFO */
    default: return value;
    }
}

__attribute__((unused)) static int scope_in(int value)
{
    switch (value) {
    case 0: return 1; /* MPI_T_SCOPE_CONSTANT */
    case 1: return 2; /* MPI_T_SCOPE_READONLY */
    case 2: return 3; /* MPI_T_SCOPE_LOCAL */
    case 3: return 4; /* MPI_T_SCOPE_GROUP */
    case 4: return 5; /* MPI_T_SCOPE_GROUP_EQ */
    case 5: return 6; /* MPI_T_SCOPE_ALL */
    case 6: return 7; /* MPI_T_SCOPE_ALL_EQ */
    case 7: return STRANGER;
    default: return value;
    }
}

__attribute__((unused)) static int scope_out(int value)
{
    switch (value) {
    case 1: return 0; /* MPI_T_SCOPE_CONSTANT */
    case 2: return 1; /* MPI_T_SCOPE_READONLY */
    case 3: return 2; /* MPI_T_SCOPE_LOCAL */
    case 4: return 3; /* MPI_T_SCOPE_GROUP */
    case 5: return 4; /* MPI_T_SCOPE_GROUP_EQ */
    case 6: return 5; /* MPI_T_SCOPE_ALL */
    case 7: return 6; /* MPI_T_SCOPE_ALL_EQ */
    default: return value;
    }
}

__attribute__((unused)) static int pvar_class_in(int value)
{
    switch (value) {
    case 0: return 1; /* MPI_T_PVAR_CLASS_STATE */
    case 1: return 2; /* MPI_T_PVAR_CLASS_LEVEL */
    case 2: return 3; /* MPI_T_PVAR_CLASS_SIZE */
    case 3: return 4; /* MPI_T_PVAR_CLASS_PERCENTAGE */
    case 4: return 5; /* MPI_T_PVAR_CLASS_HIGHWATERMARK */
    case 5: return 6; /* MPI_T_PVAR_CLASS_LOWWATERMARK */
    case 6: return 7; /* MPI_T_PVAR_CLASS_COUNTER */
    case 7: return 8; /* MPI_T_PVAR_CLASS_AGGREGATE */
    case 8: return 9; /* MPI_T_PVAR_CLASS_TIMER */
    case 9: return 10; /* MPI_T_PVAR_CLASS_GENERIC */
    case 10: return STRANGER;
    default: return value;
    }
}

__attribute__((unused)) static int pvar_class_out(int value)
{
    switch (value) {
    case 1: return 0; /* MPI_T_PVAR_CLASS_STATE */
    case 2: return 1; /* MPI_T_PVAR_CLASS_LEVEL */
    case 3: return 2; /* MPI_T_PVAR_CLASS_SIZE */
    case 4: return 3; /* MPI_T_PVAR_CLASS_PERCENTAGE */
    case 5: return 4; /* MPI_T_PVAR_CLASS_HIGHWATERMARK */
    case 6: return 5; /* MPI_T_PVAR_CLASS_LOWWATERMARK */
    case 7: return 6; /* MPI_T_PVAR_CLASS_COUNTER */
    case 8: return 7; /* MPI_T_PVAR_CLASS_AGGREGATE */
    case 9: return 8; /* MPI_T_PVAR_CLASS_TIMER */
    case 10: return 9; /* MPI_T_PVAR_CLASS_GENERIC */
    default: return value;
    }
}

__attribute__((unused)) static int safety_in(int value)
{
    switch (value) {
    case 0: return STRANGER;
    case 3: return STRANGER;
    case 15: return STRANGER;
    case 63: return STRANGER;
    default: return value;
    }
}

__attribute__((unused)) static int safety_out(int value)
{
    switch (value) {
    default: return value;
    }
}

__attribute__((unused)) static int source_order_in(int value)
{
    switch (value) {
    case 1: return STRANGER;
    case 2: return STRANGER;
    default: return value;
    }
}

__attribute__((unused)) static int source_order_out(int value)
{
    switch (value) {
    default: return value;
    }
}

__attribute__((unused)) static int amode_in(int value)
{
    int result = value & ~(128 | 1 | 16 | 64 | 2 | 8 | 256 | 32 | 4) ? 1 << 30 : 0;
    if (value & 128) result |= 1; /* MPI_MODE_APPEND */
    if (value & 1) result |= 2; /* MPI_MODE_CREATE */
    if (value & 16) result |= 4; /* MPI_MODE_DELETE_ON_CLOSE */
    if (value & 64) result |= 8; /* MPI_MODE_EXCL */
    if (value & 2) result |= 16; /* MPI_MODE_RDONLY */
    if (value & 8) result |= 32; /* MPI_MODE_RDWR */
    if (value & 256) result |= 64; /* MPI_MODE_SEQUENTIAL */
    if (value & 32) result |= 128; /* MPI_MODE_UNIQUE_OPEN */
    if (value & 4) result |= 256; /* MPI_MODE_WRONLY */
    return result;
}

__attribute__((unused)) static int amode_out(int value)
{
    int result = value & ~(1 | 2 | 4 | 8 | 16 | 32 | 64 | 128 | 256) ? 1 << 30 : 0;
    if (value & 1) result |= 128; /* MPI_MODE_APPEND */
    if (value & 2) result |= 1; /* MPI_MODE_CREATE */
    if (value & 4) result |= 16; /* MPI_MODE_DELETE_ON_CLOSE */
    if (value & 8) result |= 64; /* MPI_MODE_EXCL */
    if (value & 16) result |= 2; /* MPI_MODE_RDONLY */
    if (value & 32) result |= 8; /* MPI_MODE_RDWR */
    if (value & 64) result |= 256; /* MPI_MODE_SEQUENTIAL */
    if (value & 128) result |= 32; /* MPI_MODE_UNIQUE_OPEN */
    if (value & 256) result |= 4; /* MPI_MODE_WRONLY */
    return result;
}

__attribute__((unused)) static int assertion_in(int value)
{
    int result = value & ~(1 | 2 | 4 | 8 | 16) ? 1 << 30 : 0;
    if (value & 1) result |= 1024; /* MPI_MODE_NOCHECK */
    if (value & 2) result |= 2048; /* MPI_MODE_NOPRECEDE */
    if (value & 4) result |= 4096; /* MPI_MODE_NOPUT */
    if (value & 8) result |= 8192; /* MPI_MODE_NOSTORE */
    if (value & 16) result |= 16384; /* MPI_MODE_NOSUCCEED */
    return result;
}

__attribute__((unused)) static int assertion_out(int value)
{
    int result = value & ~(1024 | 2048 | 4096 | 8192 | 16384) ? 1 << 30 : 0;
    if (value & 1024) result |= 1; /* MPI_MODE_NOCHECK */
    if (value & 2048) result |= 2; /* MPI_MODE_NOPRECEDE */
    if (value & 4096) result |= 4; /* MPI_MODE_NOPUT */
    if (value & 8192) result |= 8; /* MPI_MODE_NOSTORE */
    if (value & 16384) result |= 16; /* MPI_MODE_NOSUCCEED */
    return result;
}

static handle comm_out(uintptr_t);
static handle group_out(uintptr_t);
static handle type_out(uintptr_t);
static handle errhandler_out(uintptr_t);
static handle op_out(uintptr_t);
static handle info_out(uintptr_t);
static handle win_out(uintptr_t);
static handle request_out(uintptr_t);
static handle message_out(uintptr_t);
static handle session_out(uintptr_t);
static handle file_out(uintptr_t);
static void *file_out(uintptr_t);
#include "openmpi_support.h"

/* Handles of the program are addresses of these; an executable may have copies of them. */
OBJECT(ompi_mpi_instance_null, 512, A_SESSION, 0x120)
OBJECT(ompi_mpi_group_null, 256, A_GROUP, 0x108)
OBJECT(ompi_mpi_comm_null, 512, A_COMM, 0x100)
OBJECT(ompi_request_null, 256, A_REQUEST, 0x180)
OBJECT(ompi_message_null, 256, A_MESSAGE, 0x128)
OBJECT(ompi_mpi_op_null, 2048, A_OP, 0x20)
OBJECT(ompi_mpi_errhandler_null, 1024, A_ERRHANDLER, 0x140)
OBJECT(ompi_mpi_info_null, 256, A_INFO, 0x130)
OBJECT(ompi_mpi_win_null, 512, A_WIN, 0x110)
OBJECT(ompi_mpi_file_null, 1536, A_FILE, 0x118)
OBJECT(ompi_mpi_info_env, 256, A_INFO, 0x131)
OBJECT(ompi_mpi_ub, 512, A_TYPE, 0x206)
OBJECT(ompi_mpi_lb, 512, A_TYPE, 0x205)
OBJECT(ompi_mpi_comm_world, 512, A_COMM, 0x101)
OBJECT(ompi_mpi_comm_self, 512, A_COMM, 0x102)
OBJECT(ompi_mpi_group_empty, 256, A_GROUP, 0x109)
OBJECT(ompi_message_no_proc, 256, A_MESSAGE, 0x129)
OBJECT(ompi_mpi_op_max, 2048, A_OP, 0x23)
OBJECT(ompi_mpi_op_min, 2048, A_OP, 0x22)
OBJECT(ompi_mpi_op_sum, 2048, A_OP, 0x21)
OBJECT(ompi_mpi_op_prod, 2048, A_OP, 0x24)
OBJECT(ompi_mpi_op_land, 2048, A_OP, 0x30)
OBJECT(ompi_mpi_op_band, 2048, A_OP, 0x28)
OBJECT(ompi_mpi_op_lor, 2048, A_OP, 0x31)
OBJECT(ompi_mpi_op_bor, 2048, A_OP, 0x29)
OBJECT(ompi_mpi_op_lxor, 2048, A_OP, 0x32)
OBJECT(ompi_mpi_op_bxor, 2048, A_OP, 0x2a)
OBJECT(ompi_mpi_op_maxloc, 2048, A_OP, 0x39)
OBJECT(ompi_mpi_op_minloc, 2048, A_OP, 0x38)
OBJECT(ompi_mpi_op_replace, 2048, A_OP, 0x3c)
OBJECT(ompi_mpi_op_no_op, 2048, A_OP, 0x3d)
OBJECT(ompi_mpi_datatype_null, 512, A_TYPE, 0x200)
OBJECT(ompi_mpi_byte, 512, A_TYPE, 0x247)
OBJECT(ompi_mpi_packed, 512, A_TYPE, 0x207)
OBJECT(ompi_mpi_char, 512, A_TYPE, 0x243)
OBJECT(ompi_mpi_short, 512, A_TYPE, 0x208)
OBJECT(ompi_mpi_int, 512, A_TYPE, 0x209)
OBJECT(ompi_mpi_long, 512, A_TYPE, 0x20a)
OBJECT(ompi_mpi_float, 512, A_TYPE, 0x210)
OBJECT(ompi_mpi_double, 512, A_TYPE, 0x214)
OBJECT(ompi_mpi_long_double, 512, A_TYPE, 0x220)
OBJECT(ompi_mpi_unsigned_char, 512, A_TYPE, 0x245)
OBJECT(ompi_mpi_signed_char, 512, A_TYPE, 0x244)
OBJECT(ompi_mpi_unsigned_short, 512, A_TYPE, 0x20c)
OBJECT(ompi_mpi_unsigned_long, 512, A_TYPE, 0x20e)
OBJECT(ompi_mpi_unsigned, 512, A_TYPE, 0x20d)
OBJECT(ompi_mpi_float_int, 512, A_TYPE, 0x228)
OBJECT(ompi_mpi_double_int, 512, A_TYPE, 0x229)
OBJECT(ompi_mpi_longdbl_int, 512, A_TYPE, 0x22d)
OBJECT(ompi_mpi_long_int, 512, A_TYPE, 0x22a)
OBJECT(ompi_mpi_short_int, 512, A_TYPE, 0x22c)
OBJECT(ompi_mpi_2int, 512, A_TYPE, 0x22b)
OBJECT(ompi_mpi_wchar, 512, A_TYPE, 0x23c)
OBJECT(ompi_mpi_long_long_int, 512, A_TYPE, 0x20b)
OBJECT(ompi_mpi_unsigned_long_long, 512, A_TYPE, 0x20f)
OBJECT(ompi_mpi_2cplex, 512, A_TYPE, 0x3ff)
OBJECT(ompi_mpi_2dblcplex, 512, A_TYPE, 0x3ff)
OBJECT(ompi_mpi_character, 512, A_TYPE, 0x21e)
OBJECT(ompi_mpi_logical, 512, A_TYPE, 0x218)
OBJECT(ompi_mpi_logical1, 512, A_TYPE, 0x2c0)
OBJECT(ompi_mpi_logical2, 512, A_TYPE, 0x2c8)
OBJECT(ompi_mpi_logical4, 512, A_TYPE, 0x2d0)
OBJECT(ompi_mpi_logical8, 512, A_TYPE, 0x2d8)
OBJECT(ompi_mpi_integer, 512, A_TYPE, 0x219)
OBJECT(ompi_mpi_integer1, 512, A_TYPE, 0x2c1)
OBJECT(ompi_mpi_integer2, 512, A_TYPE, 0x2c9)
OBJECT(ompi_mpi_integer4, 512, A_TYPE, 0x2d1)
OBJECT(ompi_mpi_integer8, 512, A_TYPE, 0x2d9)
OBJECT(ompi_mpi_integer16, 512, A_TYPE, 0x2e1)
OBJECT(ompi_mpi_real, 512, A_TYPE, 0x21a)
OBJECT(ompi_mpi_real2, 512, A_TYPE, 0x2ca)
OBJECT(ompi_mpi_real4, 512, A_TYPE, 0x2d2)
OBJECT(ompi_mpi_real8, 512, A_TYPE, 0x2da)
OBJECT(ompi_mpi_real16, 512, A_TYPE, 0x2e2)
OBJECT(ompi_mpi_dblprec, 512, A_TYPE, 0x21c)
OBJECT(ompi_mpi_cplex, 512, A_TYPE, 0x21b)
OBJECT(ompi_mpi_complex4, 512, A_TYPE, 0x2d3)
OBJECT(ompi_mpi_complex8, 512, A_TYPE, 0x2db)
OBJECT(ompi_mpi_complex16, 512, A_TYPE, 0x2e3)
OBJECT(ompi_mpi_complex32, 512, A_TYPE, 0x2eb)
OBJECT(ompi_mpi_dblcplex, 512, A_TYPE, 0x21d)
OBJECT(ompi_mpi_2real, 512, A_TYPE, 0x230)
OBJECT(ompi_mpi_2dblprec, 512, A_TYPE, 0x231)
OBJECT(ompi_mpi_2integer, 512, A_TYPE, 0x232)
OBJECT(ompi_mpi_int8_t, 512, A_TYPE, 0x240)
OBJECT(ompi_mpi_uint8_t, 512, A_TYPE, 0x241)
OBJECT(ompi_mpi_int16_t, 512, A_TYPE, 0x248)
OBJECT(ompi_mpi_uint16_t, 512, A_TYPE, 0x249)
OBJECT(ompi_mpi_int32_t, 512, A_TYPE, 0x250)
OBJECT(ompi_mpi_uint32_t, 512, A_TYPE, 0x251)
OBJECT(ompi_mpi_int64_t, 512, A_TYPE, 0x258)
OBJECT(ompi_mpi_uint64_t, 512, A_TYPE, 0x259)
OBJECT(ompi_mpi_aint, 512, A_TYPE, 0x201)
OBJECT(ompi_mpi_offset, 512, A_TYPE, 0x203)
OBJECT(ompi_mpi_c_bool, 512, A_TYPE, 0x238)
OBJECT(ompi_mpi_c_float_complex, 512, A_TYPE, 0x212)
OBJECT(ompi_mpi_c_double_complex, 512, A_TYPE, 0x216)
OBJECT(ompi_mpi_c_long_double_complex, 512, A_TYPE, 0x224)
OBJECT(ompi_mpi_cxx_bool, 512, A_TYPE, 0x239)
OBJECT(ompi_mpi_cxx_cplex, 512, A_TYPE, 0x213)
OBJECT(ompi_mpi_cxx_dblcplex, 512, A_TYPE, 0x217)
OBJECT(ompi_mpi_cxx_ldblcplex, 512, A_TYPE, 0x225)
OBJECT(ompi_mpi_count, 512, A_TYPE, 0x202)
OBJECT(ompi_mpi_errors_are_fatal, 1024, A_ERRHANDLER, 0x141)
OBJECT(ompi_mpi_errors_abort, 1024, A_ERRHANDLER, 0x142)
OBJECT(ompi_mpi_errors_return, 1024, A_ERRHANDLER, 0x143)
OBJECT(ompi_mpi_c_complex, 512, A_TYPE, 0x212)
OBJECT(ompi_mpi_ldblcplex, 512, A_TYPE, 0x224)
OBJECT(ompi_mpi_unavailable, 512, A_TYPE, 0x200)
OBJECT(ompi_mpi_errors_throw_exceptions, 1024, A_ERRHANDLER, 0x141)

enum {
    AT_ompi_mpi_instance_null,
    AT_ompi_mpi_group_null,
    AT_ompi_mpi_comm_null,
    AT_ompi_request_null,
    AT_ompi_message_null,
    AT_ompi_mpi_op_null,
    AT_ompi_mpi_errhandler_null,
    AT_ompi_mpi_info_null,
    AT_ompi_mpi_win_null,
    AT_ompi_mpi_file_null,
    AT_ompi_mpi_info_env,
    AT_ompi_mpi_ub,
    AT_ompi_mpi_lb,
    AT_ompi_mpi_comm_world,
    AT_ompi_mpi_comm_self,
    AT_ompi_mpi_group_empty,
    AT_ompi_message_no_proc,
    AT_ompi_mpi_op_max,
    AT_ompi_mpi_op_min,
    AT_ompi_mpi_op_sum,
    AT_ompi_mpi_op_prod,
    AT_ompi_mpi_op_land,
    AT_ompi_mpi_op_band,
    AT_ompi_mpi_op_lor,
    AT_ompi_mpi_op_bor,
    AT_ompi_mpi_op_lxor,
    AT_ompi_mpi_op_bxor,
    AT_ompi_mpi_op_maxloc,
    AT_ompi_mpi_op_minloc,
    AT_ompi_mpi_op_replace,
    AT_ompi_mpi_op_no_op,
    AT_ompi_mpi_datatype_null,
    AT_ompi_mpi_byte,
    AT_ompi_mpi_packed,
    AT_ompi_mpi_char,
    AT_ompi_mpi_short,
    AT_ompi_mpi_int,
    AT_ompi_mpi_long,
    AT_ompi_mpi_float,
    AT_ompi_mpi_double,
    AT_ompi_mpi_long_double,
    AT_ompi_mpi_unsigned_char,
    AT_ompi_mpi_signed_char,
    AT_ompi_mpi_unsigned_short,
    AT_ompi_mpi_unsigned_long,
    AT_ompi_mpi_unsigned,
    AT_ompi_mpi_float_int,
    AT_ompi_mpi_double_int,
    AT_ompi_mpi_longdbl_int,
    AT_ompi_mpi_long_int,
    AT_ompi_mpi_short_int,
    AT_ompi_mpi_2int,
    AT_ompi_mpi_wchar,
    AT_ompi_mpi_long_long_int,
    AT_ompi_mpi_unsigned_long_long,
    AT_ompi_mpi_2cplex,
    AT_ompi_mpi_2dblcplex,
    AT_ompi_mpi_character,
    AT_ompi_mpi_logical,
    AT_ompi_mpi_logical1,
    AT_ompi_mpi_logical2,
    AT_ompi_mpi_logical4,
    AT_ompi_mpi_logical8,
    AT_ompi_mpi_integer,
    AT_ompi_mpi_integer1,
    AT_ompi_mpi_integer2,
    AT_ompi_mpi_integer4,
    AT_ompi_mpi_integer8,
    AT_ompi_mpi_integer16,
    AT_ompi_mpi_real,
    AT_ompi_mpi_real2,
    AT_ompi_mpi_real4,
    AT_ompi_mpi_real8,
    AT_ompi_mpi_real16,
    AT_ompi_mpi_dblprec,
    AT_ompi_mpi_cplex,
    AT_ompi_mpi_complex4,
    AT_ompi_mpi_complex8,
    AT_ompi_mpi_complex16,
    AT_ompi_mpi_complex32,
    AT_ompi_mpi_dblcplex,
    AT_ompi_mpi_2real,
    AT_ompi_mpi_2dblprec,
    AT_ompi_mpi_2integer,
    AT_ompi_mpi_int8_t,
    AT_ompi_mpi_uint8_t,
    AT_ompi_mpi_int16_t,
    AT_ompi_mpi_uint16_t,
    AT_ompi_mpi_int32_t,
    AT_ompi_mpi_uint32_t,
    AT_ompi_mpi_int64_t,
    AT_ompi_mpi_uint64_t,
    AT_ompi_mpi_aint,
    AT_ompi_mpi_offset,
    AT_ompi_mpi_c_bool,
    AT_ompi_mpi_c_float_complex,
    AT_ompi_mpi_c_double_complex,
    AT_ompi_mpi_c_long_double_complex,
    AT_ompi_mpi_cxx_bool,
    AT_ompi_mpi_cxx_cplex,
    AT_ompi_mpi_cxx_dblcplex,
    AT_ompi_mpi_cxx_ldblcplex,
    AT_ompi_mpi_count,
    AT_ompi_mpi_errors_are_fatal,
    AT_ompi_mpi_errors_abort,
    AT_ompi_mpi_errors_return,
    AT_ompi_mpi_c_complex,
    AT_ompi_mpi_ldblcplex,
    AT_ompi_mpi_unavailable,
    AT_ompi_mpi_errors_throw_exceptions,
};

static const char *const object_names[] = {
    "ompi_mpi_instance_null",
    "ompi_mpi_group_null",
    "ompi_mpi_comm_null",
    "ompi_request_null",
    "ompi_message_null",
    "ompi_mpi_op_null",
    "ompi_mpi_errhandler_null",
    "ompi_mpi_info_null",
    "ompi_mpi_win_null",
    "ompi_mpi_file_null",
    "ompi_mpi_info_env",
    "ompi_mpi_ub",
    "ompi_mpi_lb",
    "ompi_mpi_comm_world",
    "ompi_mpi_comm_self",
    "ompi_mpi_group_empty",
    "ompi_message_no_proc",
    "ompi_mpi_op_max",
    "ompi_mpi_op_min",
    "ompi_mpi_op_sum",
    "ompi_mpi_op_prod",
    "ompi_mpi_op_land",
    "ompi_mpi_op_band",
    "ompi_mpi_op_lor",
    "ompi_mpi_op_bor",
    "ompi_mpi_op_lxor",
    "ompi_mpi_op_bxor",
    "ompi_mpi_op_maxloc",
    "ompi_mpi_op_minloc",
    "ompi_mpi_op_replace",
    "ompi_mpi_op_no_op",
    "ompi_mpi_datatype_null",
    "ompi_mpi_byte",
    "ompi_mpi_packed",
    "ompi_mpi_char",
    "ompi_mpi_short",
    "ompi_mpi_int",
    "ompi_mpi_long",
    "ompi_mpi_float",
    "ompi_mpi_double",
    "ompi_mpi_long_double",
    "ompi_mpi_unsigned_char",
    "ompi_mpi_signed_char",
    "ompi_mpi_unsigned_short",
    "ompi_mpi_unsigned_long",
    "ompi_mpi_unsigned",
    "ompi_mpi_float_int",
    "ompi_mpi_double_int",
    "ompi_mpi_longdbl_int",
    "ompi_mpi_long_int",
    "ompi_mpi_short_int",
    "ompi_mpi_2int",
    "ompi_mpi_wchar",
    "ompi_mpi_long_long_int",
    "ompi_mpi_unsigned_long_long",
    "ompi_mpi_2cplex",
    "ompi_mpi_2dblcplex",
    "ompi_mpi_character",
    "ompi_mpi_logical",
    "ompi_mpi_logical1",
    "ompi_mpi_logical2",
    "ompi_mpi_logical4",
    "ompi_mpi_logical8",
    "ompi_mpi_integer",
    "ompi_mpi_integer1",
    "ompi_mpi_integer2",
    "ompi_mpi_integer4",
    "ompi_mpi_integer8",
    "ompi_mpi_integer16",
    "ompi_mpi_real",
    "ompi_mpi_real2",
    "ompi_mpi_real4",
    "ompi_mpi_real8",
    "ompi_mpi_real16",
    "ompi_mpi_dblprec",
    "ompi_mpi_cplex",
    "ompi_mpi_complex4",
    "ompi_mpi_complex8",
    "ompi_mpi_complex16",
    "ompi_mpi_complex32",
    "ompi_mpi_dblcplex",
    "ompi_mpi_2real",
    "ompi_mpi_2dblprec",
    "ompi_mpi_2integer",
    "ompi_mpi_int8_t",
    "ompi_mpi_uint8_t",
    "ompi_mpi_int16_t",
    "ompi_mpi_uint16_t",
    "ompi_mpi_int32_t",
    "ompi_mpi_uint32_t",
    "ompi_mpi_int64_t",
    "ompi_mpi_uint64_t",
    "ompi_mpi_aint",
    "ompi_mpi_offset",
    "ompi_mpi_c_bool",
    "ompi_mpi_c_float_complex",
    "ompi_mpi_c_double_complex",
    "ompi_mpi_c_long_double_complex",
    "ompi_mpi_cxx_bool",
    "ompi_mpi_cxx_cplex",
    "ompi_mpi_cxx_dblcplex",
    "ompi_mpi_cxx_ldblcplex",
    "ompi_mpi_count",
    "ompi_mpi_errors_are_fatal",
    "ompi_mpi_errors_abort",
    "ompi_mpi_errors_return",
    "ompi_mpi_c_complex",
    "ompi_mpi_ldblcplex",
    "ompi_mpi_unavailable",
    "ompi_mpi_errors_throw_exceptions",
};

__attribute__((constructor)) static void name_objects(void)
{
    wt_set_objects(object_names, sizeof object_names / sizeof *object_names);
}

static inline core comm_in(handle value) { return handle_in(value, A_COMM); }
__attribute__((unused)) static handle comm_out(core value)
{
    switch (value) {
    case 0x100: return wt_object(AT_ompi_mpi_comm_null, &ompi_mpi_comm_null);
    case 0x101: return wt_object(AT_ompi_mpi_comm_world, &ompi_mpi_comm_world);
    case 0x102: return wt_object(AT_ompi_mpi_comm_self, &ompi_mpi_comm_self);
    default: return made(value, A_COMM);
    }
}

static inline core group_in(handle value) { return handle_in(value, A_GROUP); }
__attribute__((unused)) static handle group_out(core value)
{
    switch (value) {
    case 0x108: return wt_object(AT_ompi_mpi_group_null, &ompi_mpi_group_null);
    case 0x109: return wt_object(AT_ompi_mpi_group_empty, &ompi_mpi_group_empty);
    default: return made(value, A_GROUP);
    }
}

static inline core type_in(handle value) { return handle_in(value, A_TYPE); }
__attribute__((unused)) static handle type_out(core value)
{
    switch (value) {
    case 0x206: return wt_object(AT_ompi_mpi_ub, &ompi_mpi_ub);
    case 0x205: return wt_object(AT_ompi_mpi_lb, &ompi_mpi_lb);
    case 0x200: return wt_object(AT_ompi_mpi_datatype_null, &ompi_mpi_datatype_null);
    case 0x247: return wt_object(AT_ompi_mpi_byte, &ompi_mpi_byte);
    case 0x207: return wt_object(AT_ompi_mpi_packed, &ompi_mpi_packed);
    case 0x243: return wt_object(AT_ompi_mpi_char, &ompi_mpi_char);
    case 0x208: return wt_object(AT_ompi_mpi_short, &ompi_mpi_short);
    case 0x209: return wt_object(AT_ompi_mpi_int, &ompi_mpi_int);
    case 0x20a: return wt_object(AT_ompi_mpi_long, &ompi_mpi_long);
    case 0x210: return wt_object(AT_ompi_mpi_float, &ompi_mpi_float);
    case 0x214: return wt_object(AT_ompi_mpi_double, &ompi_mpi_double);
    case 0x220: return wt_object(AT_ompi_mpi_long_double, &ompi_mpi_long_double);
    case 0x245: return wt_object(AT_ompi_mpi_unsigned_char, &ompi_mpi_unsigned_char);
    case 0x244: return wt_object(AT_ompi_mpi_signed_char, &ompi_mpi_signed_char);
    case 0x20c: return wt_object(AT_ompi_mpi_unsigned_short, &ompi_mpi_unsigned_short);
    case 0x20e: return wt_object(AT_ompi_mpi_unsigned_long, &ompi_mpi_unsigned_long);
    case 0x20d: return wt_object(AT_ompi_mpi_unsigned, &ompi_mpi_unsigned);
    case 0x228: return wt_object(AT_ompi_mpi_float_int, &ompi_mpi_float_int);
    case 0x229: return wt_object(AT_ompi_mpi_double_int, &ompi_mpi_double_int);
    case 0x22d: return wt_object(AT_ompi_mpi_longdbl_int, &ompi_mpi_longdbl_int);
    case 0x22a: return wt_object(AT_ompi_mpi_long_int, &ompi_mpi_long_int);
    case 0x22c: return wt_object(AT_ompi_mpi_short_int, &ompi_mpi_short_int);
    case 0x22b: return wt_object(AT_ompi_mpi_2int, &ompi_mpi_2int);
    case 0x23c: return wt_object(AT_ompi_mpi_wchar, &ompi_mpi_wchar);
    case 0x20b: return wt_object(AT_ompi_mpi_long_long_int, &ompi_mpi_long_long_int);
    case 0x20f: return wt_object(AT_ompi_mpi_unsigned_long_long, &ompi_mpi_unsigned_long_long);
    case 0x21e: return wt_object(AT_ompi_mpi_character, &ompi_mpi_character);
    case 0x218: return wt_object(AT_ompi_mpi_logical, &ompi_mpi_logical);
    case 0x2c0: return wt_object(AT_ompi_mpi_logical1, &ompi_mpi_logical1);
    case 0x2c8: return wt_object(AT_ompi_mpi_logical2, &ompi_mpi_logical2);
    case 0x2d0: return wt_object(AT_ompi_mpi_logical4, &ompi_mpi_logical4);
    case 0x2d8: return wt_object(AT_ompi_mpi_logical8, &ompi_mpi_logical8);
    case 0x219: return wt_object(AT_ompi_mpi_integer, &ompi_mpi_integer);
    case 0x2c1: return wt_object(AT_ompi_mpi_integer1, &ompi_mpi_integer1);
    case 0x2c9: return wt_object(AT_ompi_mpi_integer2, &ompi_mpi_integer2);
    case 0x2d1: return wt_object(AT_ompi_mpi_integer4, &ompi_mpi_integer4);
    case 0x2d9: return wt_object(AT_ompi_mpi_integer8, &ompi_mpi_integer8);
    case 0x2e1: return wt_object(AT_ompi_mpi_integer16, &ompi_mpi_integer16);
    case 0x21a: return wt_object(AT_ompi_mpi_real, &ompi_mpi_real);
    case 0x2ca: return wt_object(AT_ompi_mpi_real2, &ompi_mpi_real2);
    case 0x2d2: return wt_object(AT_ompi_mpi_real4, &ompi_mpi_real4);
    case 0x2da: return wt_object(AT_ompi_mpi_real8, &ompi_mpi_real8);
    case 0x2e2: return wt_object(AT_ompi_mpi_real16, &ompi_mpi_real16);
    case 0x21c: return wt_object(AT_ompi_mpi_dblprec, &ompi_mpi_dblprec);
    case 0x21b: return wt_object(AT_ompi_mpi_cplex, &ompi_mpi_cplex);
    case 0x2d3: return wt_object(AT_ompi_mpi_complex4, &ompi_mpi_complex4);
    case 0x2db: return wt_object(AT_ompi_mpi_complex8, &ompi_mpi_complex8);
    case 0x2e3: return wt_object(AT_ompi_mpi_complex16, &ompi_mpi_complex16);
    case 0x2eb: return wt_object(AT_ompi_mpi_complex32, &ompi_mpi_complex32);
    case 0x21d: return wt_object(AT_ompi_mpi_dblcplex, &ompi_mpi_dblcplex);
    case 0x230: return wt_object(AT_ompi_mpi_2real, &ompi_mpi_2real);
    case 0x231: return wt_object(AT_ompi_mpi_2dblprec, &ompi_mpi_2dblprec);
    case 0x232: return wt_object(AT_ompi_mpi_2integer, &ompi_mpi_2integer);
    case 0x240: return wt_object(AT_ompi_mpi_int8_t, &ompi_mpi_int8_t);
    case 0x241: return wt_object(AT_ompi_mpi_uint8_t, &ompi_mpi_uint8_t);
    case 0x248: return wt_object(AT_ompi_mpi_int16_t, &ompi_mpi_int16_t);
    case 0x249: return wt_object(AT_ompi_mpi_uint16_t, &ompi_mpi_uint16_t);
    case 0x250: return wt_object(AT_ompi_mpi_int32_t, &ompi_mpi_int32_t);
    case 0x251: return wt_object(AT_ompi_mpi_uint32_t, &ompi_mpi_uint32_t);
    case 0x258: return wt_object(AT_ompi_mpi_int64_t, &ompi_mpi_int64_t);
    case 0x259: return wt_object(AT_ompi_mpi_uint64_t, &ompi_mpi_uint64_t);
    case 0x201: return wt_object(AT_ompi_mpi_aint, &ompi_mpi_aint);
    case 0x203: return wt_object(AT_ompi_mpi_offset, &ompi_mpi_offset);
    case 0x238: return wt_object(AT_ompi_mpi_c_bool, &ompi_mpi_c_bool);
    case 0x212: return wt_object(AT_ompi_mpi_c_float_complex, &ompi_mpi_c_float_complex);
    case 0x216: return wt_object(AT_ompi_mpi_c_double_complex, &ompi_mpi_c_double_complex);
    case 0x224: return wt_object(AT_ompi_mpi_c_long_double_complex, &ompi_mpi_c_long_double_complex);
    case 0x239: return wt_object(AT_ompi_mpi_cxx_bool, &ompi_mpi_cxx_bool);
    case 0x213: return wt_object(AT_ompi_mpi_cxx_cplex, &ompi_mpi_cxx_cplex);
    case 0x217: return wt_object(AT_ompi_mpi_cxx_dblcplex, &ompi_mpi_cxx_dblcplex);
    case 0x225: return wt_object(AT_ompi_mpi_cxx_ldblcplex, &ompi_mpi_cxx_ldblcplex);
    case 0x202: return wt_object(AT_ompi_mpi_count, &ompi_mpi_count);
    default: return made(value, A_TYPE);
    }
}

static inline core errhandler_in(handle value) { return handle_in(value, A_ERRHANDLER); }
__attribute__((unused)) static handle errhandler_out(core value)
{
    switch (value) {
    case 0x140: return wt_object(AT_ompi_mpi_errhandler_null, &ompi_mpi_errhandler_null);
    case 0x141: return wt_object(AT_ompi_mpi_errors_are_fatal, &ompi_mpi_errors_are_fatal);
    case 0x142: return wt_object(AT_ompi_mpi_errors_abort, &ompi_mpi_errors_abort);
    case 0x143: return wt_object(AT_ompi_mpi_errors_return, &ompi_mpi_errors_return);
    default: return made(value, A_ERRHANDLER);
    }
}

static inline core op_in(handle value) { return handle_in(value, A_OP); }
__attribute__((unused)) static handle op_out(core value)
{
    switch (value) {
    case 0x20: return wt_object(AT_ompi_mpi_op_null, &ompi_mpi_op_null);
    case 0x23: return wt_object(AT_ompi_mpi_op_max, &ompi_mpi_op_max);
    case 0x22: return wt_object(AT_ompi_mpi_op_min, &ompi_mpi_op_min);
    case 0x21: return wt_object(AT_ompi_mpi_op_sum, &ompi_mpi_op_sum);
    case 0x24: return wt_object(AT_ompi_mpi_op_prod, &ompi_mpi_op_prod);
    case 0x30: return wt_object(AT_ompi_mpi_op_land, &ompi_mpi_op_land);
    case 0x28: return wt_object(AT_ompi_mpi_op_band, &ompi_mpi_op_band);
    case 0x31: return wt_object(AT_ompi_mpi_op_lor, &ompi_mpi_op_lor);
    case 0x29: return wt_object(AT_ompi_mpi_op_bor, &ompi_mpi_op_bor);
    case 0x32: return wt_object(AT_ompi_mpi_op_lxor, &ompi_mpi_op_lxor);
    case 0x2a: return wt_object(AT_ompi_mpi_op_bxor, &ompi_mpi_op_bxor);
    case 0x39: return wt_object(AT_ompi_mpi_op_maxloc, &ompi_mpi_op_maxloc);
    case 0x38: return wt_object(AT_ompi_mpi_op_minloc, &ompi_mpi_op_minloc);
    case 0x3c: return wt_object(AT_ompi_mpi_op_replace, &ompi_mpi_op_replace);
    case 0x3d: return wt_object(AT_ompi_mpi_op_no_op, &ompi_mpi_op_no_op);
    default: return made(value, A_OP);
    }
}

static inline core info_in(handle value) { return handle_in(value, A_INFO); }
__attribute__((unused)) static handle info_out(core value)
{
    switch (value) {
    case 0x130: return wt_object(AT_ompi_mpi_info_null, &ompi_mpi_info_null);
    case 0x131: return wt_object(AT_ompi_mpi_info_env, &ompi_mpi_info_env);
    default: return made(value, A_INFO);
    }
}

static inline core win_in(handle value) { return handle_in(value, A_WIN); }
__attribute__((unused)) static handle win_out(core value)
{
    switch (value) {
    case 0x110: return wt_object(AT_ompi_mpi_win_null, &ompi_mpi_win_null);
    default: return made(value, A_WIN);
    }
}

static inline core request_in(handle value) { return handle_in(value, A_REQUEST); }
__attribute__((unused)) static handle request_out(core value)
{
    switch (value) {
    case 0x180: return wt_object(AT_ompi_request_null, &ompi_request_null);
    default: return made(value, A_REQUEST);
    }
}

static inline core message_in(handle value) { return handle_in(value, A_MESSAGE); }
__attribute__((unused)) static handle message_out(core value)
{
    switch (value) {
    case 0x128: return wt_object(AT_ompi_message_null, &ompi_message_null);
    case 0x129: return wt_object(AT_ompi_message_no_proc, &ompi_message_no_proc);
    default: return made(value, A_MESSAGE);
    }
}

static inline core session_in(handle value) { return handle_in(value, A_SESSION); }
__attribute__((unused)) static handle session_out(core value)
{
    switch (value) {
    case 0x120: return wt_object(AT_ompi_mpi_instance_null, &ompi_mpi_instance_null);
    default: return made(value, A_SESSION);
    }
}

static inline core file_in(handle value) { return handle_in(value, A_FILE); }
__attribute__((unused)) static handle file_out(core value)
{
    switch (value) {
    case 0x118: return wt_object(AT_ompi_mpi_file_null, &ompi_mpi_file_null);
    default: return made(value, A_FILE);
    }
}

int wt_MPI_Abi_get_fortran_booleans(const void *site, int logical_size, void *logical_true, void *logical_false, int *is_set);
int wt_MPI_Abi_get_fortran_info(const void *site, core *info);
int wt_MPI_Abi_get_info(const void *site, core *info);
int wt_MPI_Abi_get_version(const void *site, int *abi_major, int *abi_minor);
int wt_MPI_Abi_set_fortran_booleans(const void *site, int logical_size, void *logical_true, void *logical_false);
int wt_MPI_Abi_set_fortran_info(const void *site, core info);
int wt_MPI_Abort(const void *site, core comm, int errorcode);
int wt_MPI_Accumulate(const void *site, const void *origin_addr, int origin_count, core origin_datatype, int target_rank, wide target_disp, int target_count, core target_datatype, core op, core win);
int wt_MPI_Accumulate_c(const void *site, const void *origin_addr, wide origin_count, core origin_datatype, int target_rank, wide target_disp, wide target_count, core target_datatype, core op, core win);
int wt_MPI_Add_error_class(const void *site, int *errorclass);
int wt_MPI_Add_error_code(const void *site, int errorclass, int *errorcode);
int wt_MPI_Add_error_string(const void *site, int errorcode, const char *string);
wide wt_MPI_Aint_add(const void *site, wide base, wide disp);
wide wt_MPI_Aint_diff(const void *site, wide addr1, wide addr2);
int wt_MPI_Allgather(const void *site, const void *sendbuf, int sendcount, core sendtype, void *recvbuf, int recvcount, core recvtype, core comm);
int wt_MPI_Allgather_c(const void *site, const void *sendbuf, wide sendcount, core sendtype, void *recvbuf, wide recvcount, core recvtype, core comm);
int wt_MPI_Allgather_init(const void *site, const void *sendbuf, int sendcount, core sendtype, void *recvbuf, int recvcount, core recvtype, core comm, core info, core *request);
int wt_MPI_Allgather_init_c(const void *site, const void *sendbuf, wide sendcount, core sendtype, void *recvbuf, wide recvcount, core recvtype, core comm, core info, core *request);
int wt_MPI_Allgatherv(const void *site, const void *sendbuf, int sendcount, core sendtype, void *recvbuf, const int recvcounts[], const int displs[], core recvtype, core comm);
int wt_MPI_Allgatherv_c(const void *site, const void *sendbuf, wide sendcount, core sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], core recvtype, core comm);
int wt_MPI_Allgatherv_init(const void *site, const void *sendbuf, int sendcount, core sendtype, void *recvbuf, const int recvcounts[], const int displs[], core recvtype, core comm, core info, core *request);
int wt_MPI_Allgatherv_init_c(const void *site, const void *sendbuf, wide sendcount, core sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], core recvtype, core comm, core info, core *request);
int wt_MPI_Alloc_mem(const void *site, wide size, core info, void *baseptr);
int wt_MPI_Allreduce(const void *site, const void *sendbuf, void *recvbuf, int count, core datatype, core op, core comm);
int wt_MPI_Allreduce_c(const void *site, const void *sendbuf, void *recvbuf, wide count, core datatype, core op, core comm);
int wt_MPI_Allreduce_init(const void *site, const void *sendbuf, void *recvbuf, int count, core datatype, core op, core comm, core info, core *request);
int wt_MPI_Allreduce_init_c(const void *site, const void *sendbuf, void *recvbuf, wide count, core datatype, core op, core comm, core info, core *request);
int wt_MPI_Alltoall(const void *site, const void *sendbuf, int sendcount, core sendtype, void *recvbuf, int recvcount, core recvtype, core comm);
int wt_MPI_Alltoall_c(const void *site, const void *sendbuf, wide sendcount, core sendtype, void *recvbuf, wide recvcount, core recvtype, core comm);
int wt_MPI_Alltoall_init(const void *site, const void *sendbuf, int sendcount, core sendtype, void *recvbuf, int recvcount, core recvtype, core comm, core info, core *request);
int wt_MPI_Alltoall_init_c(const void *site, const void *sendbuf, wide sendcount, core sendtype, void *recvbuf, wide recvcount, core recvtype, core comm, core info, core *request);
int wt_MPI_Alltoallv(const void *site, const void *sendbuf, const int sendcounts[], const int sdispls[], core sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], core recvtype, core comm);
int wt_MPI_Alltoallv_c(const void *site, const void *sendbuf, const wide sendcounts[], const wide sdispls[], core sendtype, void *recvbuf, const wide recvcounts[], const wide rdispls[], core recvtype, core comm);
int wt_MPI_Alltoallv_init(const void *site, const void *sendbuf, const int sendcounts[], const int sdispls[], core sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], core recvtype, core comm, core info, core *request);
int wt_MPI_Alltoallv_init_c(const void *site, const void *sendbuf, const wide sendcounts[], const wide sdispls[], core sendtype, void *recvbuf, const wide recvcounts[], const wide rdispls[], core recvtype, core comm, core info, core *request);
int wt_MPI_Alltoallw(const void *site, const void *sendbuf, const int sendcounts[], const int sdispls[], const core sendtypes[], void *recvbuf, const int recvcounts[], const int rdispls[], const core recvtypes[], core comm);
int wt_MPI_Alltoallw_c(const void *site, const void *sendbuf, const wide sendcounts[], const wide sdispls[], const core sendtypes[], void *recvbuf, const wide recvcounts[], const wide rdispls[], const core recvtypes[], core comm);
int wt_MPI_Alltoallw_init(const void *site, const void *sendbuf, const int sendcounts[], const int sdispls[], const core sendtypes[], void *recvbuf, const int recvcounts[], const int rdispls[], const core recvtypes[], core comm, core info, core *request);
int wt_MPI_Alltoallw_init_c(const void *site, const void *sendbuf, const wide sendcounts[], const wide sdispls[], const core sendtypes[], void *recvbuf, const wide recvcounts[], const wide rdispls[], const core recvtypes[], core comm, core info, core *request);
int wt_MPI_Attr_delete(const void *site, core comm, int keyval);
int wt_MPI_Attr_get(const void *site, core comm, int keyval, void *attribute_val, int *flag);
int wt_MPI_Attr_put(const void *site, core comm, int keyval, void *attribute_val);
int wt_MPI_Barrier(const void *site, core comm);
int wt_MPI_Barrier_init(const void *site, core comm, core info, core *request);
int wt_MPI_Bcast(const void *site, void *buffer, int count, core datatype, int root, core comm);
int wt_MPI_Bcast_c(const void *site, void *buffer, wide count, core datatype, int root, core comm);
int wt_MPI_Bcast_init(const void *site, void *buffer, int count, core datatype, int root, core comm, core info, core *request);
int wt_MPI_Bcast_init_c(const void *site, void *buffer, wide count, core datatype, int root, core comm, core info, core *request);
int wt_MPI_Bsend(const void *site, const void *buf, int count, core datatype, int dest, int tag, core comm);
int wt_MPI_Bsend_c(const void *site, const void *buf, wide count, core datatype, int dest, int tag, core comm);
int wt_MPI_Bsend_init(const void *site, const void *buf, int count, core datatype, int dest, int tag, core comm, core *request);
int wt_MPI_Bsend_init_c(const void *site, const void *buf, wide count, core datatype, int dest, int tag, core comm, core *request);
int wt_MPI_Buffer_attach(const void *site, void *buffer, int size);
int wt_MPI_Buffer_attach_c(const void *site, void *buffer, wide size);
int wt_MPI_Buffer_detach(const void *site, void *buffer_addr, int *size);
int wt_MPI_Buffer_detach_c(const void *site, void *buffer_addr, wide *size);
int wt_MPI_Buffer_flush(const void *site);
int wt_MPI_Buffer_iflush(const void *site, core *request);
int wt_MPI_Cancel(const void *site, core *request);
int wt_MPI_Cart_coords(const void *site, core comm, int rank, int maxdims, int coords[]);
int wt_MPI_Cart_create(const void *site, core comm_old, int ndims, const int dims[], const int periods[], int reorder, core *comm_cart);
int wt_MPI_Cart_get(const void *site, core comm, int maxdims, int dims[], int periods[], int coords[]);
int wt_MPI_Cart_map(const void *site, core comm, int ndims, const int dims[], const int periods[], int *newrank);
int wt_MPI_Cart_rank(const void *site, core comm, const int coords[], int *rank);
int wt_MPI_Cart_shift(const void *site, core comm, int direction, int disp, int *rank_source, int *rank_dest);
int wt_MPI_Cart_sub(const void *site, core comm, const int remain_dims[], core *newcomm);
int wt_MPI_Cartdim_get(const void *site, core comm, int *ndims);
int wt_MPI_Close_port(const void *site, const char *port_name);
int wt_MPI_Comm_accept(const void *site, const char *port_name, core info, int root, core comm, core *newcomm);
int wt_MPI_Comm_attach_buffer(const void *site, core comm, void *buffer, int size);
int wt_MPI_Comm_attach_buffer_c(const void *site, core comm, void *buffer, wide size);
int wt_MPI_Comm_call_errhandler(const void *site, core comm, int errorcode);
int wt_MPI_Comm_compare(const void *site, core comm1, core comm2, int *result);
int wt_MPI_Comm_connect(const void *site, const char *port_name, core info, int root, core comm, core *newcomm);
int wt_MPI_Comm_create(const void *site, core comm, core group, core *newcomm);
int wt_MPI_Comm_create_errhandler(const void *site, void *comm_errhandler_fn, core *errhandler);
int wt_MPI_Comm_create_from_group(const void *site, core group, const char *stringtag, core info, core errhandler, core *newcomm);
int wt_MPI_Comm_create_group(const void *site, core comm, core group, int tag, core *newcomm);
int wt_MPI_Comm_create_keyval(const void *site, void *comm_copy_attr_fn, void *comm_delete_attr_fn, int *comm_keyval, void *extra_state);
int wt_MPI_Comm_delete_attr(const void *site, core comm, int comm_keyval);
int wt_MPI_Comm_detach_buffer(const void *site, core comm, void *buffer_addr, int *size);
int wt_MPI_Comm_detach_buffer_c(const void *site, core comm, void *buffer_addr, wide *size);
int wt_MPI_Comm_disconnect(const void *site, core *comm);
int wt_MPI_Comm_dup(const void *site, core comm, core *newcomm);
int wt_MPI_Comm_dup_with_info(const void *site, core comm, core info, core *newcomm);
int wt_MPI_Comm_flush_buffer(const void *site, core comm);
int wt_MPI_Comm_free(const void *site, core *comm);
int wt_MPI_Comm_free_keyval(const void *site, int *comm_keyval);
core wt_MPI_Comm_fromint(const void *site, int comm);
int wt_MPI_Comm_get_attr(const void *site, core comm, int comm_keyval, void *attribute_val, int *flag);
int wt_MPI_Comm_get_errhandler(const void *site, core comm, core *errhandler);
int wt_MPI_Comm_get_info(const void *site, core comm, core *info_used);
int wt_MPI_Comm_get_name(const void *site, core comm, char *comm_name, int *resultlen);
int wt_MPI_Comm_get_parent(const void *site, core *parent);
int wt_MPI_Comm_group(const void *site, core comm, core *group);
int wt_MPI_Comm_idup(const void *site, core comm, core *newcomm, core *request);
int wt_MPI_Comm_idup_with_info(const void *site, core comm, core info, core *newcomm, core *request);
int wt_MPI_Comm_iflush_buffer(const void *site, core comm, core *request);
int wt_MPI_Comm_join(const void *site, int fd, core *intercomm);
int wt_MPI_Comm_rank(const void *site, core comm, int *rank);
int wt_MPI_Comm_remote_group(const void *site, core comm, core *group);
int wt_MPI_Comm_remote_size(const void *site, core comm, int *size);
int wt_MPI_Comm_set_attr(const void *site, core comm, int comm_keyval, void *attribute_val);
int wt_MPI_Comm_set_errhandler(const void *site, core comm, core errhandler);
int wt_MPI_Comm_set_info(const void *site, core comm, core info);
int wt_MPI_Comm_set_name(const void *site, core comm, const char *comm_name);
int wt_MPI_Comm_size(const void *site, core comm, int *size);
int wt_MPI_Comm_spawn(const void *site, const char *command, char *argv[], int maxprocs, core info, int root, core comm, core *intercomm, int array_of_errcodes[]);
int wt_MPI_Comm_spawn_multiple(const void *site, int count, char *array_of_commands[], char **array_of_argv[], const int array_of_maxprocs[], const core array_of_info[], int root, core comm, core *intercomm, int array_of_errcodes[]);
int wt_MPI_Comm_split(const void *site, core comm, int color, int key, core *newcomm);
int wt_MPI_Comm_split_type(const void *site, core comm, int split_type, int key, core info, core *newcomm);
int wt_MPI_Comm_test_inter(const void *site, core comm, int *flag);
int wt_MPI_Comm_toint(const void *site, core comm);
int wt_MPI_Compare_and_swap(const void *site, const void *origin_addr, const void *compare_addr, void *result_addr, core datatype, int target_rank, wide target_disp, core win);
int wt_MPI_Dims_create(const void *site, int nnodes, int ndims, int dims[]);
int wt_MPI_Dist_graph_create(const void *site, core comm_old, int n, const int sources[], const int degrees[], const int destinations[], const int *weights, core info, int reorder, core *comm_dist_graph);
int wt_MPI_Dist_graph_create_adjacent(const void *site, core comm_old, int indegree, const int sources[], const int *sourceweights, int outdegree, const int destinations[], const int *destweights, core info, int reorder, core *comm_dist_graph);
int wt_MPI_Dist_graph_neighbors(const void *site, core comm, int maxindegree, int sources[], int *sourceweights, int maxoutdegree, int destinations[], int *destweights);
int wt_MPI_Dist_graph_neighbors_count(const void *site, core comm, int *indegree, int *outdegree, int *weighted);
int wt_MPI_Errhandler_free(const void *site, core *errhandler);
core wt_MPI_Errhandler_fromint(const void *site, int errhandler);
int wt_MPI_Errhandler_toint(const void *site, core errhandler);
int wt_MPI_Error_class(const void *site, int errorcode, int *errorclass);
int wt_MPI_Error_string(const void *site, int errorcode, char *string, int *resultlen);
int wt_MPI_Exscan(const void *site, const void *sendbuf, void *recvbuf, int count, core datatype, core op, core comm);
int wt_MPI_Exscan_c(const void *site, const void *sendbuf, void *recvbuf, wide count, core datatype, core op, core comm);
int wt_MPI_Exscan_init(const void *site, const void *sendbuf, void *recvbuf, int count, core datatype, core op, core comm, core info, core *request);
int wt_MPI_Exscan_init_c(const void *site, const void *sendbuf, void *recvbuf, wide count, core datatype, core op, core comm, core info, core *request);
int wt_MPI_Fetch_and_op(const void *site, const void *origin_addr, void *result_addr, core datatype, int target_rank, wide target_disp, core op, core win);
int wt_MPI_File_call_errhandler(const void *site, core fh, int errorcode);
int wt_MPI_File_close(const void *site, core *fh);
int wt_MPI_File_create_errhandler(const void *site, void *file_errhandler_fn, core *errhandler);
int wt_MPI_File_delete(const void *site, const char *filename, core info);
core wt_MPI_File_fromint(const void *site, int file);
int wt_MPI_File_get_amode(const void *site, core fh, int *amode);
int wt_MPI_File_get_atomicity(const void *site, core fh, int *flag);
int wt_MPI_File_get_byte_offset(const void *site, core fh, wide offset, wide *disp);
int wt_MPI_File_get_errhandler(const void *site, core file, core *errhandler);
int wt_MPI_File_get_group(const void *site, core fh, core *group);
int wt_MPI_File_get_info(const void *site, core fh, core *info_used);
int wt_MPI_File_get_position(const void *site, core fh, wide *offset);
int wt_MPI_File_get_position_shared(const void *site, core fh, wide *offset);
int wt_MPI_File_get_size(const void *site, core fh, wide *size);
int wt_MPI_File_get_type_extent(const void *site, core fh, core datatype, wide *extent);
int wt_MPI_File_get_type_extent_c(const void *site, core fh, core datatype, wide *extent);
int wt_MPI_File_get_view(const void *site, core fh, wide *disp, core *etype, core *filetype, char *datarep);
int wt_MPI_File_iread(const void *site, core fh, void *buf, int count, core datatype, core *request);
int wt_MPI_File_iread_all(const void *site, core fh, void *buf, int count, core datatype, core *request);
int wt_MPI_File_iread_all_c(const void *site, core fh, void *buf, wide count, core datatype, core *request);
int wt_MPI_File_iread_at(const void *site, core fh, wide offset, void *buf, int count, core datatype, core *request);
int wt_MPI_File_iread_at_all(const void *site, core fh, wide offset, void *buf, int count, core datatype, core *request);
int wt_MPI_File_iread_at_all_c(const void *site, core fh, wide offset, void *buf, wide count, core datatype, core *request);
int wt_MPI_File_iread_at_c(const void *site, core fh, wide offset, void *buf, wide count, core datatype, core *request);
int wt_MPI_File_iread_c(const void *site, core fh, void *buf, wide count, core datatype, core *request);
int wt_MPI_File_iread_shared(const void *site, core fh, void *buf, int count, core datatype, core *request);
int wt_MPI_File_iread_shared_c(const void *site, core fh, void *buf, wide count, core datatype, core *request);
int wt_MPI_File_iwrite(const void *site, core fh, const void *buf, int count, core datatype, core *request);
int wt_MPI_File_iwrite_all(const void *site, core fh, const void *buf, int count, core datatype, core *request);
int wt_MPI_File_iwrite_all_c(const void *site, core fh, const void *buf, wide count, core datatype, core *request);
int wt_MPI_File_iwrite_at(const void *site, core fh, wide offset, const void *buf, int count, core datatype, core *request);
int wt_MPI_File_iwrite_at_all(const void *site, core fh, wide offset, const void *buf, int count, core datatype, core *request);
int wt_MPI_File_iwrite_at_all_c(const void *site, core fh, wide offset, const void *buf, wide count, core datatype, core *request);
int wt_MPI_File_iwrite_at_c(const void *site, core fh, wide offset, const void *buf, wide count, core datatype, core *request);
int wt_MPI_File_iwrite_c(const void *site, core fh, const void *buf, wide count, core datatype, core *request);
int wt_MPI_File_iwrite_shared(const void *site, core fh, const void *buf, int count, core datatype, core *request);
int wt_MPI_File_iwrite_shared_c(const void *site, core fh, const void *buf, wide count, core datatype, core *request);
int wt_MPI_File_open(const void *site, core comm, const char *filename, int amode, core info, core *fh);
int wt_MPI_File_preallocate(const void *site, core fh, wide size);
int wt_MPI_File_read(const void *site, core fh, void *buf, int count, core datatype, struct core_status *status);
int wt_MPI_File_read_all(const void *site, core fh, void *buf, int count, core datatype, struct core_status *status);
int wt_MPI_File_read_all_begin(const void *site, core fh, void *buf, int count, core datatype);
int wt_MPI_File_read_all_begin_c(const void *site, core fh, void *buf, wide count, core datatype);
int wt_MPI_File_read_all_c(const void *site, core fh, void *buf, wide count, core datatype, struct core_status *status);
int wt_MPI_File_read_all_end(const void *site, core fh, void *buf, struct core_status *status);
int wt_MPI_File_read_at(const void *site, core fh, wide offset, void *buf, int count, core datatype, struct core_status *status);
int wt_MPI_File_read_at_all(const void *site, core fh, wide offset, void *buf, int count, core datatype, struct core_status *status);
int wt_MPI_File_read_at_all_begin(const void *site, core fh, wide offset, void *buf, int count, core datatype);
int wt_MPI_File_read_at_all_begin_c(const void *site, core fh, wide offset, void *buf, wide count, core datatype);
int wt_MPI_File_read_at_all_c(const void *site, core fh, wide offset, void *buf, wide count, core datatype, struct core_status *status);
int wt_MPI_File_read_at_all_end(const void *site, core fh, void *buf, struct core_status *status);
int wt_MPI_File_read_at_c(const void *site, core fh, wide offset, void *buf, wide count, core datatype, struct core_status *status);
int wt_MPI_File_read_c(const void *site, core fh, void *buf, wide count, core datatype, struct core_status *status);
int wt_MPI_File_read_ordered(const void *site, core fh, void *buf, int count, core datatype, struct core_status *status);
int wt_MPI_File_read_ordered_begin(const void *site, core fh, void *buf, int count, core datatype);
int wt_MPI_File_read_ordered_begin_c(const void *site, core fh, void *buf, wide count, core datatype);
int wt_MPI_File_read_ordered_c(const void *site, core fh, void *buf, wide count, core datatype, struct core_status *status);
int wt_MPI_File_read_ordered_end(const void *site, core fh, void *buf, struct core_status *status);
int wt_MPI_File_read_shared(const void *site, core fh, void *buf, int count, core datatype, struct core_status *status);
int wt_MPI_File_read_shared_c(const void *site, core fh, void *buf, wide count, core datatype, struct core_status *status);
int wt_MPI_File_seek(const void *site, core fh, wide offset, int whence);
int wt_MPI_File_seek_shared(const void *site, core fh, wide offset, int whence);
int wt_MPI_File_set_atomicity(const void *site, core fh, int flag);
int wt_MPI_File_set_errhandler(const void *site, core file, core errhandler);
int wt_MPI_File_set_info(const void *site, core fh, core info);
int wt_MPI_File_set_size(const void *site, core fh, wide size);
int wt_MPI_File_set_view(const void *site, core fh, wide disp, core etype, core filetype, const char *datarep, core info);
int wt_MPI_File_sync(const void *site, core fh);
int wt_MPI_File_toint(const void *site, core file);
int wt_MPI_File_write(const void *site, core fh, const void *buf, int count, core datatype, struct core_status *status);
int wt_MPI_File_write_all(const void *site, core fh, const void *buf, int count, core datatype, struct core_status *status);
int wt_MPI_File_write_all_begin(const void *site, core fh, const void *buf, int count, core datatype);
int wt_MPI_File_write_all_begin_c(const void *site, core fh, const void *buf, wide count, core datatype);
int wt_MPI_File_write_all_c(const void *site, core fh, const void *buf, wide count, core datatype, struct core_status *status);
int wt_MPI_File_write_all_end(const void *site, core fh, const void *buf, struct core_status *status);
int wt_MPI_File_write_at(const void *site, core fh, wide offset, const void *buf, int count, core datatype, struct core_status *status);
int wt_MPI_File_write_at_all(const void *site, core fh, wide offset, const void *buf, int count, core datatype, struct core_status *status);
int wt_MPI_File_write_at_all_begin(const void *site, core fh, wide offset, const void *buf, int count, core datatype);
int wt_MPI_File_write_at_all_begin_c(const void *site, core fh, wide offset, const void *buf, wide count, core datatype);
int wt_MPI_File_write_at_all_c(const void *site, core fh, wide offset, const void *buf, wide count, core datatype, struct core_status *status);
int wt_MPI_File_write_at_all_end(const void *site, core fh, const void *buf, struct core_status *status);
int wt_MPI_File_write_at_c(const void *site, core fh, wide offset, const void *buf, wide count, core datatype, struct core_status *status);
int wt_MPI_File_write_c(const void *site, core fh, const void *buf, wide count, core datatype, struct core_status *status);
int wt_MPI_File_write_ordered(const void *site, core fh, const void *buf, int count, core datatype, struct core_status *status);
int wt_MPI_File_write_ordered_begin(const void *site, core fh, const void *buf, int count, core datatype);
int wt_MPI_File_write_ordered_begin_c(const void *site, core fh, const void *buf, wide count, core datatype);
int wt_MPI_File_write_ordered_c(const void *site, core fh, const void *buf, wide count, core datatype, struct core_status *status);
int wt_MPI_File_write_ordered_end(const void *site, core fh, const void *buf, struct core_status *status);
int wt_MPI_File_write_shared(const void *site, core fh, const void *buf, int count, core datatype, struct core_status *status);
int wt_MPI_File_write_shared_c(const void *site, core fh, const void *buf, wide count, core datatype, struct core_status *status);
int wt_MPI_Finalize(const void *site);
int wt_MPI_Finalized(const void *site, int *flag);
int wt_MPI_Free_mem(const void *site, void *base);
int wt_MPI_Gather(const void *site, const void *sendbuf, int sendcount, core sendtype, void *recvbuf, int recvcount, core recvtype, int root, core comm);
int wt_MPI_Gather_c(const void *site, const void *sendbuf, wide sendcount, core sendtype, void *recvbuf, wide recvcount, core recvtype, int root, core comm);
int wt_MPI_Gather_init(const void *site, const void *sendbuf, int sendcount, core sendtype, void *recvbuf, int recvcount, core recvtype, int root, core comm, core info, core *request);
int wt_MPI_Gather_init_c(const void *site, const void *sendbuf, wide sendcount, core sendtype, void *recvbuf, wide recvcount, core recvtype, int root, core comm, core info, core *request);
int wt_MPI_Gatherv(const void *site, const void *sendbuf, int sendcount, core sendtype, void *recvbuf, const int recvcounts[], const int displs[], core recvtype, int root, core comm);
int wt_MPI_Gatherv_c(const void *site, const void *sendbuf, wide sendcount, core sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], core recvtype, int root, core comm);
int wt_MPI_Gatherv_init(const void *site, const void *sendbuf, int sendcount, core sendtype, void *recvbuf, const int recvcounts[], const int displs[], core recvtype, int root, core comm, core info, core *request);
int wt_MPI_Gatherv_init_c(const void *site, const void *sendbuf, wide sendcount, core sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], core recvtype, int root, core comm, core info, core *request);
int wt_MPI_Get(const void *site, void *origin_addr, int origin_count, core origin_datatype, int target_rank, wide target_disp, int target_count, core target_datatype, core win);
int wt_MPI_Get_accumulate(const void *site, const void *origin_addr, int origin_count, core origin_datatype, void *result_addr, int result_count, core result_datatype, int target_rank, wide target_disp, int target_count, core target_datatype, core op, core win);
int wt_MPI_Get_accumulate_c(const void *site, const void *origin_addr, wide origin_count, core origin_datatype, void *result_addr, wide result_count, core result_datatype, int target_rank, wide target_disp, wide target_count, core target_datatype, core op, core win);
int wt_MPI_Get_address(const void *site, const void *location, wide *address);
int wt_MPI_Get_c(const void *site, void *origin_addr, wide origin_count, core origin_datatype, int target_rank, wide target_disp, wide target_count, core target_datatype, core win);
int wt_MPI_Get_count(const void *site, const struct core_status *status, core datatype, int *count);
int wt_MPI_Get_count_c(const void *site, const struct core_status *status, core datatype, wide *count);
int wt_MPI_Get_elements(const void *site, const struct core_status *status, core datatype, int *count);
int wt_MPI_Get_elements_c(const void *site, const struct core_status *status, core datatype, wide *count);
int wt_MPI_Get_elements_x(const void *site, const struct core_status *status, core datatype, wide *count);
int wt_MPI_Get_hw_resource_info(const void *site, core *hw_info);
int wt_MPI_Get_library_version(const void *site, char *version, int *resultlen);
int wt_MPI_Get_processor_name(const void *site, char *name, int *resultlen);
int wt_MPI_Get_version(const void *site, int *version, int *subversion);
int wt_MPI_Graph_create(const void *site, core comm_old, int nnodes, const int index[], const int edges[], int reorder, core *comm_graph);
int wt_MPI_Graph_get(const void *site, core comm, int maxindex, int maxedges, int index[], int edges[]);
int wt_MPI_Graph_map(const void *site, core comm, int nnodes, const int index[], const int edges[], int *newrank);
int wt_MPI_Graph_neighbors(const void *site, core comm, int rank, int maxneighbors, int neighbors[]);
int wt_MPI_Graph_neighbors_count(const void *site, core comm, int rank, int *nneighbors);
int wt_MPI_Graphdims_get(const void *site, core comm, int *nnodes, int *nedges);
int wt_MPI_Grequest_complete(const void *site, core request);
int wt_MPI_Grequest_start(const void *site, void *query_fn, void *free_fn, void *cancel_fn, void *extra_state, core *request);
int wt_MPI_Group_compare(const void *site, core group1, core group2, int *result);
int wt_MPI_Group_difference(const void *site, core group1, core group2, core *newgroup);
int wt_MPI_Group_excl(const void *site, core group, int n, const int ranks[], core *newgroup);
int wt_MPI_Group_free(const void *site, core *group);
int wt_MPI_Group_from_session_pset(const void *site, core session, const char *pset_name, core *newgroup);
core wt_MPI_Group_fromint(const void *site, int group);
int wt_MPI_Group_incl(const void *site, core group, int n, const int ranks[], core *newgroup);
int wt_MPI_Group_intersection(const void *site, core group1, core group2, core *newgroup);
int wt_MPI_Group_range_excl(const void *site, core group, int n, int ranges[][3], core *newgroup);
int wt_MPI_Group_range_incl(const void *site, core group, int n, int ranges[][3], core *newgroup);
int wt_MPI_Group_rank(const void *site, core group, int *rank);
int wt_MPI_Group_size(const void *site, core group, int *size);
int wt_MPI_Group_toint(const void *site, core group);
int wt_MPI_Group_translate_ranks(const void *site, core group1, int n, const int ranks1[], core group2, int ranks2[]);
int wt_MPI_Group_union(const void *site, core group1, core group2, core *newgroup);
int wt_MPI_Iallgather(const void *site, const void *sendbuf, int sendcount, core sendtype, void *recvbuf, int recvcount, core recvtype, core comm, core *request);
int wt_MPI_Iallgather_c(const void *site, const void *sendbuf, wide sendcount, core sendtype, void *recvbuf, wide recvcount, core recvtype, core comm, core *request);
int wt_MPI_Iallgatherv(const void *site, const void *sendbuf, int sendcount, core sendtype, void *recvbuf, const int recvcounts[], const int displs[], core recvtype, core comm, core *request);
int wt_MPI_Iallgatherv_c(const void *site, const void *sendbuf, wide sendcount, core sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], core recvtype, core comm, core *request);
int wt_MPI_Iallreduce(const void *site, const void *sendbuf, void *recvbuf, int count, core datatype, core op, core comm, core *request);
int wt_MPI_Iallreduce_c(const void *site, const void *sendbuf, void *recvbuf, wide count, core datatype, core op, core comm, core *request);
int wt_MPI_Ialltoall(const void *site, const void *sendbuf, int sendcount, core sendtype, void *recvbuf, int recvcount, core recvtype, core comm, core *request);
int wt_MPI_Ialltoall_c(const void *site, const void *sendbuf, wide sendcount, core sendtype, void *recvbuf, wide recvcount, core recvtype, core comm, core *request);
int wt_MPI_Ialltoallv(const void *site, const void *sendbuf, const int sendcounts[], const int sdispls[], core sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], core recvtype, core comm, core *request);
int wt_MPI_Ialltoallv_c(const void *site, const void *sendbuf, const wide sendcounts[], const wide sdispls[], core sendtype, void *recvbuf, const wide recvcounts[], const wide rdispls[], core recvtype, core comm, core *request);
int wt_MPI_Ialltoallw(const void *site, const void *sendbuf, const int sendcounts[], const int sdispls[], const core sendtypes[], void *recvbuf, const int recvcounts[], const int rdispls[], const core recvtypes[], core comm, core *request);
int wt_MPI_Ialltoallw_c(const void *site, const void *sendbuf, const wide sendcounts[], const wide sdispls[], const core sendtypes[], void *recvbuf, const wide recvcounts[], const wide rdispls[], const core recvtypes[], core comm, core *request);
int wt_MPI_Ibarrier(const void *site, core comm, core *request);
int wt_MPI_Ibcast(const void *site, void *buffer, int count, core datatype, int root, core comm, core *request);
int wt_MPI_Ibcast_c(const void *site, void *buffer, wide count, core datatype, int root, core comm, core *request);
int wt_MPI_Ibsend(const void *site, const void *buf, int count, core datatype, int dest, int tag, core comm, core *request);
int wt_MPI_Ibsend_c(const void *site, const void *buf, wide count, core datatype, int dest, int tag, core comm, core *request);
int wt_MPI_Iexscan(const void *site, const void *sendbuf, void *recvbuf, int count, core datatype, core op, core comm, core *request);
int wt_MPI_Iexscan_c(const void *site, const void *sendbuf, void *recvbuf, wide count, core datatype, core op, core comm, core *request);
int wt_MPI_Igather(const void *site, const void *sendbuf, int sendcount, core sendtype, void *recvbuf, int recvcount, core recvtype, int root, core comm, core *request);
int wt_MPI_Igather_c(const void *site, const void *sendbuf, wide sendcount, core sendtype, void *recvbuf, wide recvcount, core recvtype, int root, core comm, core *request);
int wt_MPI_Igatherv(const void *site, const void *sendbuf, int sendcount, core sendtype, void *recvbuf, const int recvcounts[], const int displs[], core recvtype, int root, core comm, core *request);
int wt_MPI_Igatherv_c(const void *site, const void *sendbuf, wide sendcount, core sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], core recvtype, int root, core comm, core *request);
int wt_MPI_Improbe(const void *site, int source, int tag, core comm, int *flag, core *message, struct core_status *status);
int wt_MPI_Imrecv(const void *site, void *buf, int count, core datatype, core *message, core *request);
int wt_MPI_Imrecv_c(const void *site, void *buf, wide count, core datatype, core *message, core *request);
int wt_MPI_Ineighbor_allgather(const void *site, const void *sendbuf, int sendcount, core sendtype, void *recvbuf, int recvcount, core recvtype, core comm, core *request);
int wt_MPI_Ineighbor_allgather_c(const void *site, const void *sendbuf, wide sendcount, core sendtype, void *recvbuf, wide recvcount, core recvtype, core comm, core *request);
int wt_MPI_Ineighbor_allgatherv(const void *site, const void *sendbuf, int sendcount, core sendtype, void *recvbuf, const int recvcounts[], const int displs[], core recvtype, core comm, core *request);
int wt_MPI_Ineighbor_allgatherv_c(const void *site, const void *sendbuf, wide sendcount, core sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], core recvtype, core comm, core *request);
int wt_MPI_Ineighbor_alltoall(const void *site, const void *sendbuf, int sendcount, core sendtype, void *recvbuf, int recvcount, core recvtype, core comm, core *request);
int wt_MPI_Ineighbor_alltoall_c(const void *site, const void *sendbuf, wide sendcount, core sendtype, void *recvbuf, wide recvcount, core recvtype, core comm, core *request);
int wt_MPI_Ineighbor_alltoallv(const void *site, const void *sendbuf, const int sendcounts[], const int sdispls[], core sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], core recvtype, core comm, core *request);
int wt_MPI_Ineighbor_alltoallv_c(const void *site, const void *sendbuf, const wide sendcounts[], const wide sdispls[], core sendtype, void *recvbuf, const wide recvcounts[], const wide rdispls[], core recvtype, core comm, core *request);
int wt_MPI_Ineighbor_alltoallw(const void *site, const void *sendbuf, const int sendcounts[], const wide sdispls[], const core sendtypes[], void *recvbuf, const int recvcounts[], const wide rdispls[], const core recvtypes[], core comm, core *request);
int wt_MPI_Ineighbor_alltoallw_c(const void *site, const void *sendbuf, const wide sendcounts[], const wide sdispls[], const core sendtypes[], void *recvbuf, const wide recvcounts[], const wide rdispls[], const core recvtypes[], core comm, core *request);
int wt_MPI_Info_create(const void *site, core *info);
int wt_MPI_Info_create_env(const void *site, int argc, char *argv[], core *info);
int wt_MPI_Info_delete(const void *site, core info, const char *key);
int wt_MPI_Info_dup(const void *site, core info, core *newinfo);
int wt_MPI_Info_free(const void *site, core *info);
core wt_MPI_Info_fromint(const void *site, int info);
int wt_MPI_Info_get(const void *site, core info, const char *key, int valuelen, char *value, int *flag);
int wt_MPI_Info_get_nkeys(const void *site, core info, int *nkeys);
int wt_MPI_Info_get_nthkey(const void *site, core info, int n, char *key);
int wt_MPI_Info_get_string(const void *site, core info, const char *key, int *buflen, char *value, int *flag);
int wt_MPI_Info_get_valuelen(const void *site, core info, const char *key, int *valuelen, int *flag);
int wt_MPI_Info_set(const void *site, core info, const char *key, const char *value);
int wt_MPI_Info_toint(const void *site, core info);
int wt_MPI_Init(const void *site, int *argc, char ***argv);
int wt_MPI_Init_thread(const void *site, int *argc, char ***argv, int required, int *provided);
int wt_MPI_Initialized(const void *site, int *flag);
int wt_MPI_Intercomm_create(const void *site, core local_comm, int local_leader, core peer_comm, int remote_leader, int tag, core *newintercomm);
int wt_MPI_Intercomm_create_from_groups(const void *site, core local_group, int local_leader, core remote_group, int remote_leader, const char *stringtag, core info, core errhandler, core *newintercomm);
int wt_MPI_Intercomm_merge(const void *site, core intercomm, int high, core *newintracomm);
int wt_MPI_Iprobe(const void *site, int source, int tag, core comm, int *flag, struct core_status *status);
int wt_MPI_Irecv(const void *site, void *buf, int count, core datatype, int source, int tag, core comm, core *request);
int wt_MPI_Irecv_c(const void *site, void *buf, wide count, core datatype, int source, int tag, core comm, core *request);
int wt_MPI_Ireduce(const void *site, const void *sendbuf, void *recvbuf, int count, core datatype, core op, int root, core comm, core *request);
int wt_MPI_Ireduce_c(const void *site, const void *sendbuf, void *recvbuf, wide count, core datatype, core op, int root, core comm, core *request);
int wt_MPI_Ireduce_scatter(const void *site, const void *sendbuf, void *recvbuf, const int recvcounts[], core datatype, core op, core comm, core *request);
int wt_MPI_Ireduce_scatter_block(const void *site, const void *sendbuf, void *recvbuf, int recvcount, core datatype, core op, core comm, core *request);
int wt_MPI_Ireduce_scatter_block_c(const void *site, const void *sendbuf, void *recvbuf, wide recvcount, core datatype, core op, core comm, core *request);
int wt_MPI_Ireduce_scatter_c(const void *site, const void *sendbuf, void *recvbuf, const wide recvcounts[], core datatype, core op, core comm, core *request);
int wt_MPI_Irsend(const void *site, const void *buf, int count, core datatype, int dest, int tag, core comm, core *request);
int wt_MPI_Irsend_c(const void *site, const void *buf, wide count, core datatype, int dest, int tag, core comm, core *request);
int wt_MPI_Is_thread_main(const void *site, int *flag);
int wt_MPI_Iscan(const void *site, const void *sendbuf, void *recvbuf, int count, core datatype, core op, core comm, core *request);
int wt_MPI_Iscan_c(const void *site, const void *sendbuf, void *recvbuf, wide count, core datatype, core op, core comm, core *request);
int wt_MPI_Iscatter(const void *site, const void *sendbuf, int sendcount, core sendtype, void *recvbuf, int recvcount, core recvtype, int root, core comm, core *request);
int wt_MPI_Iscatter_c(const void *site, const void *sendbuf, wide sendcount, core sendtype, void *recvbuf, wide recvcount, core recvtype, int root, core comm, core *request);
int wt_MPI_Iscatterv(const void *site, const void *sendbuf, const int sendcounts[], const int displs[], core sendtype, void *recvbuf, int recvcount, core recvtype, int root, core comm, core *request);
int wt_MPI_Iscatterv_c(const void *site, const void *sendbuf, const wide sendcounts[], const wide displs[], core sendtype, void *recvbuf, wide recvcount, core recvtype, int root, core comm, core *request);
int wt_MPI_Isend(const void *site, const void *buf, int count, core datatype, int dest, int tag, core comm, core *request);
int wt_MPI_Isend_c(const void *site, const void *buf, wide count, core datatype, int dest, int tag, core comm, core *request);
int wt_MPI_Isendrecv(const void *site, const void *sendbuf, int sendcount, core sendtype, int dest, int sendtag, void *recvbuf, int recvcount, core recvtype, int source, int recvtag, core comm, core *request);
int wt_MPI_Isendrecv_c(const void *site, const void *sendbuf, wide sendcount, core sendtype, int dest, int sendtag, void *recvbuf, wide recvcount, core recvtype, int source, int recvtag, core comm, core *request);
int wt_MPI_Isendrecv_replace(const void *site, void *buf, int count, core datatype, int dest, int sendtag, int source, int recvtag, core comm, core *request);
int wt_MPI_Isendrecv_replace_c(const void *site, void *buf, wide count, core datatype, int dest, int sendtag, int source, int recvtag, core comm, core *request);
int wt_MPI_Issend(const void *site, const void *buf, int count, core datatype, int dest, int tag, core comm, core *request);
int wt_MPI_Issend_c(const void *site, const void *buf, wide count, core datatype, int dest, int tag, core comm, core *request);
int wt_MPI_Keyval_create(const void *site, void *copy_fn, void *delete_fn, int *keyval, void *extra_state);
int wt_MPI_Keyval_free(const void *site, int *keyval);
int wt_MPI_Lookup_name(const void *site, const char *service_name, core info, char *port_name);
core wt_MPI_Message_fromint(const void *site, int message);
int wt_MPI_Message_toint(const void *site, core message);
int wt_MPI_Mprobe(const void *site, int source, int tag, core comm, core *message, struct core_status *status);
int wt_MPI_Mrecv(const void *site, void *buf, int count, core datatype, core *message, struct core_status *status);
int wt_MPI_Mrecv_c(const void *site, void *buf, wide count, core datatype, core *message, struct core_status *status);
int wt_MPI_Neighbor_allgather(const void *site, const void *sendbuf, int sendcount, core sendtype, void *recvbuf, int recvcount, core recvtype, core comm);
int wt_MPI_Neighbor_allgather_c(const void *site, const void *sendbuf, wide sendcount, core sendtype, void *recvbuf, wide recvcount, core recvtype, core comm);
int wt_MPI_Neighbor_allgather_init(const void *site, const void *sendbuf, int sendcount, core sendtype, void *recvbuf, int recvcount, core recvtype, core comm, core info, core *request);
int wt_MPI_Neighbor_allgather_init_c(const void *site, const void *sendbuf, wide sendcount, core sendtype, void *recvbuf, wide recvcount, core recvtype, core comm, core info, core *request);
int wt_MPI_Neighbor_allgatherv(const void *site, const void *sendbuf, int sendcount, core sendtype, void *recvbuf, const int recvcounts[], const int displs[], core recvtype, core comm);
int wt_MPI_Neighbor_allgatherv_c(const void *site, const void *sendbuf, wide sendcount, core sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], core recvtype, core comm);
int wt_MPI_Neighbor_allgatherv_init(const void *site, const void *sendbuf, int sendcount, core sendtype, void *recvbuf, const int recvcounts[], const int displs[], core recvtype, core comm, core info, core *request);
int wt_MPI_Neighbor_allgatherv_init_c(const void *site, const void *sendbuf, wide sendcount, core sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], core recvtype, core comm, core info, core *request);
int wt_MPI_Neighbor_alltoall(const void *site, const void *sendbuf, int sendcount, core sendtype, void *recvbuf, int recvcount, core recvtype, core comm);
int wt_MPI_Neighbor_alltoall_c(const void *site, const void *sendbuf, wide sendcount, core sendtype, void *recvbuf, wide recvcount, core recvtype, core comm);
int wt_MPI_Neighbor_alltoall_init(const void *site, const void *sendbuf, int sendcount, core sendtype, void *recvbuf, int recvcount, core recvtype, core comm, core info, core *request);
int wt_MPI_Neighbor_alltoall_init_c(const void *site, const void *sendbuf, wide sendcount, core sendtype, void *recvbuf, wide recvcount, core recvtype, core comm, core info, core *request);
int wt_MPI_Neighbor_alltoallv(const void *site, const void *sendbuf, const int sendcounts[], const int sdispls[], core sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], core recvtype, core comm);
int wt_MPI_Neighbor_alltoallv_c(const void *site, const void *sendbuf, const wide sendcounts[], const wide sdispls[], core sendtype, void *recvbuf, const wide recvcounts[], const wide rdispls[], core recvtype, core comm);
int wt_MPI_Neighbor_alltoallv_init(const void *site, const void *sendbuf, const int sendcounts[], const int sdispls[], core sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], core recvtype, core comm, core info, core *request);
int wt_MPI_Neighbor_alltoallv_init_c(const void *site, const void *sendbuf, const wide sendcounts[], const wide sdispls[], core sendtype, void *recvbuf, const wide recvcounts[], const wide rdispls[], core recvtype, core comm, core info, core *request);
int wt_MPI_Neighbor_alltoallw(const void *site, const void *sendbuf, const int sendcounts[], const wide sdispls[], const core sendtypes[], void *recvbuf, const int recvcounts[], const wide rdispls[], const core recvtypes[], core comm);
int wt_MPI_Neighbor_alltoallw_c(const void *site, const void *sendbuf, const wide sendcounts[], const wide sdispls[], const core sendtypes[], void *recvbuf, const wide recvcounts[], const wide rdispls[], const core recvtypes[], core comm);
int wt_MPI_Neighbor_alltoallw_init(const void *site, const void *sendbuf, const int sendcounts[], const wide sdispls[], const core sendtypes[], void *recvbuf, const int recvcounts[], const wide rdispls[], const core recvtypes[], core comm, core info, core *request);
int wt_MPI_Neighbor_alltoallw_init_c(const void *site, const void *sendbuf, const wide sendcounts[], const wide sdispls[], const core sendtypes[], void *recvbuf, const wide recvcounts[], const wide rdispls[], const core recvtypes[], core comm, core info, core *request);
int wt_MPI_Op_commutative(const void *site, core op, int *commute);
int wt_MPI_Op_create(const void *site, void *user_fn, int commute, core *op);
int wt_MPI_Op_create_c(const void *site, void *user_fn, int commute, core *op);
int wt_MPI_Op_free(const void *site, core *op);
core wt_MPI_Op_fromint(const void *site, int op);
int wt_MPI_Op_toint(const void *site, core op);
int wt_MPI_Open_port(const void *site, core info, char *port_name);
int wt_MPI_Pack(const void *site, const void *inbuf, int incount, core datatype, void *outbuf, int outsize, int *position, core comm);
int wt_MPI_Pack_c(const void *site, const void *inbuf, wide incount, core datatype, void *outbuf, wide outsize, wide *position, core comm);
int wt_MPI_Pack_external(const void *site, const char *datarep, const void *inbuf, int incount, core datatype, void *outbuf, wide outsize, wide *position);
int wt_MPI_Pack_external_c(const void *site, const char *datarep, const void *inbuf, wide incount, core datatype, void *outbuf, wide outsize, wide *position);
int wt_MPI_Pack_external_size(const void *site, const char *datarep, int incount, core datatype, wide *size);
int wt_MPI_Pack_external_size_c(const void *site, const char *datarep, wide incount, core datatype, wide *size);
int wt_MPI_Pack_size(const void *site, int incount, core datatype, core comm, int *size);
int wt_MPI_Pack_size_c(const void *site, wide incount, core datatype, core comm, wide *size);
int wt_MPI_Parrived(const void *site, core request, int partition, int *flag);
int wt_MPI_Pcontrol(const void *site, const int level);
int wt_MPI_Pready(const void *site, int partition, core request);
int wt_MPI_Pready_list(const void *site, int length, const int array_of_partitions[], core request);
int wt_MPI_Pready_range(const void *site, int partition_low, int partition_high, core request);
int wt_MPI_Precv_init(const void *site, void *buf, int partitions, wide count, core datatype, int source, int tag, core comm, core info, core *request);
int wt_MPI_Probe(const void *site, int source, int tag, core comm, struct core_status *status);
int wt_MPI_Psend_init(const void *site, const void *buf, int partitions, wide count, core datatype, int dest, int tag, core comm, core info, core *request);
int wt_MPI_Publish_name(const void *site, const char *service_name, core info, const char *port_name);
int wt_MPI_Put(const void *site, const void *origin_addr, int origin_count, core origin_datatype, int target_rank, wide target_disp, int target_count, core target_datatype, core win);
int wt_MPI_Put_c(const void *site, const void *origin_addr, wide origin_count, core origin_datatype, int target_rank, wide target_disp, wide target_count, core target_datatype, core win);
int wt_MPI_Query_thread(const void *site, int *provided);
int wt_MPI_Raccumulate(const void *site, const void *origin_addr, int origin_count, core origin_datatype, int target_rank, wide target_disp, int target_count, core target_datatype, core op, core win, core *request);
int wt_MPI_Raccumulate_c(const void *site, const void *origin_addr, wide origin_count, core origin_datatype, int target_rank, wide target_disp, wide target_count, core target_datatype, core op, core win, core *request);
int wt_MPI_Recv(const void *site, void *buf, int count, core datatype, int source, int tag, core comm, struct core_status *status);
int wt_MPI_Recv_c(const void *site, void *buf, wide count, core datatype, int source, int tag, core comm, struct core_status *status);
int wt_MPI_Recv_init(const void *site, void *buf, int count, core datatype, int source, int tag, core comm, core *request);
int wt_MPI_Recv_init_c(const void *site, void *buf, wide count, core datatype, int source, int tag, core comm, core *request);
int wt_MPI_Reduce(const void *site, const void *sendbuf, void *recvbuf, int count, core datatype, core op, int root, core comm);
int wt_MPI_Reduce_c(const void *site, const void *sendbuf, void *recvbuf, wide count, core datatype, core op, int root, core comm);
int wt_MPI_Reduce_init(const void *site, const void *sendbuf, void *recvbuf, int count, core datatype, core op, int root, core comm, core info, core *request);
int wt_MPI_Reduce_init_c(const void *site, const void *sendbuf, void *recvbuf, wide count, core datatype, core op, int root, core comm, core info, core *request);
int wt_MPI_Reduce_local(const void *site, const void *inbuf, void *inoutbuf, int count, core datatype, core op);
int wt_MPI_Reduce_local_c(const void *site, const void *inbuf, void *inoutbuf, wide count, core datatype, core op);
int wt_MPI_Reduce_scatter(const void *site, const void *sendbuf, void *recvbuf, const int recvcounts[], core datatype, core op, core comm);
int wt_MPI_Reduce_scatter_block(const void *site, const void *sendbuf, void *recvbuf, int recvcount, core datatype, core op, core comm);
int wt_MPI_Reduce_scatter_block_c(const void *site, const void *sendbuf, void *recvbuf, wide recvcount, core datatype, core op, core comm);
int wt_MPI_Reduce_scatter_block_init(const void *site, const void *sendbuf, void *recvbuf, int recvcount, core datatype, core op, core comm, core info, core *request);
int wt_MPI_Reduce_scatter_block_init_c(const void *site, const void *sendbuf, void *recvbuf, wide recvcount, core datatype, core op, core comm, core info, core *request);
int wt_MPI_Reduce_scatter_c(const void *site, const void *sendbuf, void *recvbuf, const wide recvcounts[], core datatype, core op, core comm);
int wt_MPI_Reduce_scatter_init(const void *site, const void *sendbuf, void *recvbuf, const int recvcounts[], core datatype, core op, core comm, core info, core *request);
int wt_MPI_Reduce_scatter_init_c(const void *site, const void *sendbuf, void *recvbuf, const wide recvcounts[], core datatype, core op, core comm, core info, core *request);
int wt_MPI_Register_datarep(const void *site, const char *datarep, void *read_conversion_fn, void *write_conversion_fn, void *dtype_file_extent_fn, void *extra_state);
int wt_MPI_Register_datarep_c(const void *site, const char *datarep, void *read_conversion_fn, void *write_conversion_fn, void *dtype_file_extent_fn, void *extra_state);
int wt_MPI_Remove_error_class(const void *site, int errorclass);
int wt_MPI_Remove_error_code(const void *site, int errorcode);
int wt_MPI_Remove_error_string(const void *site, int errorcode);
int wt_MPI_Request_free(const void *site, core *request);
core wt_MPI_Request_fromint(const void *site, int request);
int wt_MPI_Request_get_status(const void *site, core request, int *flag, struct core_status *status);
int wt_MPI_Request_get_status_all(const void *site, int count, const core array_of_requests[], int *flag, struct core_status *array_of_statuses);
int wt_MPI_Request_get_status_any(const void *site, int count, const core array_of_requests[], int *index, int *flag, struct core_status *status);
int wt_MPI_Request_get_status_some(const void *site, int incount, const core array_of_requests[], int *outcount, int array_of_indices[], struct core_status *array_of_statuses);
int wt_MPI_Request_toint(const void *site, core request);
int wt_MPI_Rget(const void *site, void *origin_addr, int origin_count, core origin_datatype, int target_rank, wide target_disp, int target_count, core target_datatype, core win, core *request);
int wt_MPI_Rget_accumulate(const void *site, const void *origin_addr, int origin_count, core origin_datatype, void *result_addr, int result_count, core result_datatype, int target_rank, wide target_disp, int target_count, core target_datatype, core op, core win, core *request);
int wt_MPI_Rget_accumulate_c(const void *site, const void *origin_addr, wide origin_count, core origin_datatype, void *result_addr, wide result_count, core result_datatype, int target_rank, wide target_disp, wide target_count, core target_datatype, core op, core win, core *request);
int wt_MPI_Rget_c(const void *site, void *origin_addr, wide origin_count, core origin_datatype, int target_rank, wide target_disp, wide target_count, core target_datatype, core win, core *request);
int wt_MPI_Rput(const void *site, const void *origin_addr, int origin_count, core origin_datatype, int target_rank, wide target_disp, int target_count, core target_datatype, core win, core *request);
int wt_MPI_Rput_c(const void *site, const void *origin_addr, wide origin_count, core origin_datatype, int target_rank, wide target_disp, wide target_count, core target_datatype, core win, core *request);
int wt_MPI_Rsend(const void *site, const void *buf, int count, core datatype, int dest, int tag, core comm);
int wt_MPI_Rsend_c(const void *site, const void *buf, wide count, core datatype, int dest, int tag, core comm);
int wt_MPI_Rsend_init(const void *site, const void *buf, int count, core datatype, int dest, int tag, core comm, core *request);
int wt_MPI_Rsend_init_c(const void *site, const void *buf, wide count, core datatype, int dest, int tag, core comm, core *request);
int wt_MPI_Scan(const void *site, const void *sendbuf, void *recvbuf, int count, core datatype, core op, core comm);
int wt_MPI_Scan_c(const void *site, const void *sendbuf, void *recvbuf, wide count, core datatype, core op, core comm);
int wt_MPI_Scan_init(const void *site, const void *sendbuf, void *recvbuf, int count, core datatype, core op, core comm, core info, core *request);
int wt_MPI_Scan_init_c(const void *site, const void *sendbuf, void *recvbuf, wide count, core datatype, core op, core comm, core info, core *request);
int wt_MPI_Scatter(const void *site, const void *sendbuf, int sendcount, core sendtype, void *recvbuf, int recvcount, core recvtype, int root, core comm);
int wt_MPI_Scatter_c(const void *site, const void *sendbuf, wide sendcount, core sendtype, void *recvbuf, wide recvcount, core recvtype, int root, core comm);
int wt_MPI_Scatter_init(const void *site, const void *sendbuf, int sendcount, core sendtype, void *recvbuf, int recvcount, core recvtype, int root, core comm, core info, core *request);
int wt_MPI_Scatter_init_c(const void *site, const void *sendbuf, wide sendcount, core sendtype, void *recvbuf, wide recvcount, core recvtype, int root, core comm, core info, core *request);
int wt_MPI_Scatterv(const void *site, const void *sendbuf, const int sendcounts[], const int displs[], core sendtype, void *recvbuf, int recvcount, core recvtype, int root, core comm);
int wt_MPI_Scatterv_c(const void *site, const void *sendbuf, const wide sendcounts[], const wide displs[], core sendtype, void *recvbuf, wide recvcount, core recvtype, int root, core comm);
int wt_MPI_Scatterv_init(const void *site, const void *sendbuf, const int sendcounts[], const int displs[], core sendtype, void *recvbuf, int recvcount, core recvtype, int root, core comm, core info, core *request);
int wt_MPI_Scatterv_init_c(const void *site, const void *sendbuf, const wide sendcounts[], const wide displs[], core sendtype, void *recvbuf, wide recvcount, core recvtype, int root, core comm, core info, core *request);
int wt_MPI_Send(const void *site, const void *buf, int count, core datatype, int dest, int tag, core comm);
int wt_MPI_Send_c(const void *site, const void *buf, wide count, core datatype, int dest, int tag, core comm);
int wt_MPI_Send_init(const void *site, const void *buf, int count, core datatype, int dest, int tag, core comm, core *request);
int wt_MPI_Send_init_c(const void *site, const void *buf, wide count, core datatype, int dest, int tag, core comm, core *request);
int wt_MPI_Sendrecv(const void *site, const void *sendbuf, int sendcount, core sendtype, int dest, int sendtag, void *recvbuf, int recvcount, core recvtype, int source, int recvtag, core comm, struct core_status *status);
int wt_MPI_Sendrecv_c(const void *site, const void *sendbuf, wide sendcount, core sendtype, int dest, int sendtag, void *recvbuf, wide recvcount, core recvtype, int source, int recvtag, core comm, struct core_status *status);
int wt_MPI_Sendrecv_replace(const void *site, void *buf, int count, core datatype, int dest, int sendtag, int source, int recvtag, core comm, struct core_status *status);
int wt_MPI_Sendrecv_replace_c(const void *site, void *buf, wide count, core datatype, int dest, int sendtag, int source, int recvtag, core comm, struct core_status *status);
int wt_MPI_Session_attach_buffer(const void *site, core session, void *buffer, int size);
int wt_MPI_Session_attach_buffer_c(const void *site, core session, void *buffer, wide size);
int wt_MPI_Session_call_errhandler(const void *site, core session, int errorcode);
int wt_MPI_Session_create_errhandler(const void *site, void *session_errhandler_fn, core *errhandler);
int wt_MPI_Session_detach_buffer(const void *site, core session, void *buffer_addr, int *size);
int wt_MPI_Session_detach_buffer_c(const void *site, core session, void *buffer_addr, wide *size);
int wt_MPI_Session_finalize(const void *site, core *session);
int wt_MPI_Session_flush_buffer(const void *site, core session);
core wt_MPI_Session_fromint(const void *site, int session);
int wt_MPI_Session_get_errhandler(const void *site, core session, core *errhandler);
int wt_MPI_Session_get_info(const void *site, core session, core *info_used);
int wt_MPI_Session_get_nth_pset(const void *site, core session, core info, int n, int *pset_len, char *pset_name);
int wt_MPI_Session_get_num_psets(const void *site, core session, core info, int *npset_names);
int wt_MPI_Session_get_pset_info(const void *site, core session, const char *pset_name, core *info);
int wt_MPI_Session_iflush_buffer(const void *site, core session, core *request);
int wt_MPI_Session_init(const void *site, core info, core errhandler, core *session);
int wt_MPI_Session_set_errhandler(const void *site, core session, core errhandler);
int wt_MPI_Session_toint(const void *site, core session);
int wt_MPI_Ssend(const void *site, const void *buf, int count, core datatype, int dest, int tag, core comm);
int wt_MPI_Ssend_c(const void *site, const void *buf, wide count, core datatype, int dest, int tag, core comm);
int wt_MPI_Ssend_init(const void *site, const void *buf, int count, core datatype, int dest, int tag, core comm, core *request);
int wt_MPI_Ssend_init_c(const void *site, const void *buf, wide count, core datatype, int dest, int tag, core comm, core *request);
int wt_MPI_Start(const void *site, core *request);
int wt_MPI_Startall(const void *site, int count, core array_of_requests[]);
int wt_MPI_Status_get_error(const void *site, const struct core_status *status, int *err);
int wt_MPI_Status_get_source(const void *site, const struct core_status *status, int *source);
int wt_MPI_Status_get_tag(const void *site, const struct core_status *status, int *tag);
int wt_MPI_Status_set_cancelled(const void *site, struct core_status *status, int flag);
int wt_MPI_Status_set_elements(const void *site, struct core_status *status, core datatype, int count);
int wt_MPI_Status_set_elements_c(const void *site, struct core_status *status, core datatype, wide count);
int wt_MPI_Status_set_elements_x(const void *site, struct core_status *status, core datatype, wide count);
int wt_MPI_Status_set_error(const void *site, struct core_status *status, int err);
int wt_MPI_Status_set_source(const void *site, struct core_status *status, int source);
int wt_MPI_Status_set_tag(const void *site, struct core_status *status, int tag);
int wt_MPI_T_category_changed(const void *site, int *update_number);
int wt_MPI_T_category_get_categories(const void *site, int cat_index, int len, int indices[]);
int wt_MPI_T_category_get_cvars(const void *site, int cat_index, int len, int indices[]);
int wt_MPI_T_category_get_events(const void *site, int cat_index, int len, int indices[]);
int wt_MPI_T_category_get_index(const void *site, const char *name, int *cat_index);
int wt_MPI_T_category_get_info(const void *site, int cat_index, char *name, int *name_len, char *desc, int *desc_len, int *num_cvars, int *num_pvars, int *num_categories);
int wt_MPI_T_category_get_num(const void *site, int *num_cat);
int wt_MPI_T_category_get_num_events(const void *site, int cat_index, int *num_events);
int wt_MPI_T_category_get_pvars(const void *site, int cat_index, int len, int indices[]);
int wt_MPI_T_cvar_get_index(const void *site, const char *name, int *cvar_index);
int wt_MPI_T_cvar_get_info(const void *site, int cvar_index, char *name, int *name_len, int *verbosity, core *datatype, void * *enumtype, char *desc, int *desc_len, int *bind, int *scope);
int wt_MPI_T_cvar_get_num(const void *site, int *num_cvar);
int wt_MPI_T_cvar_handle_alloc(const void *site, int cvar_index, void *obj_handle, void * *handle, int *count);
int wt_MPI_T_cvar_handle_free(const void *site, void * *handle);
int wt_MPI_T_cvar_read(const void *site, void *handle, void *buf);
int wt_MPI_T_cvar_write(const void *site, void *handle, const void *buf);
int wt_MPI_T_enum_get_info(const void *site, void *enumtype, int *num, char *name, int *name_len);
int wt_MPI_T_enum_get_item(const void *site, void *enumtype, int index, int *value, char *name, int *name_len);
int wt_MPI_T_event_callback_get_info(const void *site, void *event_registration, int cb_safety, core *info_used);
int wt_MPI_T_event_callback_set_info(const void *site, void *event_registration, int cb_safety, core info);
int wt_MPI_T_event_copy(const void *site, void *event_instance, void *buffer);
int wt_MPI_T_event_get_index(const void *site, const char *name, int *event_index);
int wt_MPI_T_event_get_info(const void *site, int event_index, char *name, int *name_len, int *verbosity, core array_of_datatypes[], wide array_of_displacements[], int *num_elements, void * *enumtype, core *info, char *desc, int *desc_len, int *bind);
int wt_MPI_T_event_get_num(const void *site, int *num_events);
int wt_MPI_T_event_get_source(const void *site, void *event_instance, int *source_index);
int wt_MPI_T_event_get_timestamp(const void *site, void *event_instance, wide *event_timestamp);
int wt_MPI_T_event_handle_alloc(const void *site, int event_index, void *obj_handle, core info, void * *event_registration);
int wt_MPI_T_event_handle_free(const void *site, void *event_registration, void *user_data, void *free_cb_function);
int wt_MPI_T_event_handle_get_info(const void *site, void *event_registration, core *info_used);
int wt_MPI_T_event_handle_set_info(const void *site, void *event_registration, core info);
int wt_MPI_T_event_read(const void *site, void *event_instance, int element_index, void *buffer);
int wt_MPI_T_event_register_callback(const void *site, void *event_registration, int cb_safety, core info, void *user_data, void *event_cb_function);
int wt_MPI_T_event_set_dropped_handler(const void *site, void *event_registration, void *dropped_cb_function);
int wt_MPI_T_finalize(const void *site);
int wt_MPI_T_init_thread(const void *site, int required, int *provided);
int wt_MPI_T_pvar_get_index(const void *site, const char *name, int var_class, int *pvar_index);
int wt_MPI_T_pvar_get_info(const void *site, int pvar_index, char *name, int *name_len, int *verbosity, int *var_class, core *datatype, void * *enumtype, char *desc, int *desc_len, int *bind, int *readonly, int *continuous, int *atomic);
int wt_MPI_T_pvar_get_num(const void *site, int *num_pvar);
int wt_MPI_T_pvar_handle_alloc(const void *site, void *pe_session, int pvar_index, void *obj_handle, void * *handle, int *count);
int wt_MPI_T_pvar_handle_free(const void *site, void *pe_session, void * *handle);
int wt_MPI_T_pvar_read(const void *site, void *pe_session, void *handle, void *buf);
int wt_MPI_T_pvar_readreset(const void *site, void *pe_session, void *handle, void *buf);
int wt_MPI_T_pvar_reset(const void *site, void *pe_session, void *handle);
int wt_MPI_T_pvar_session_create(const void *site, void * *pe_session);
int wt_MPI_T_pvar_session_free(const void *site, void * *pe_session);
int wt_MPI_T_pvar_start(const void *site, void *pe_session, void *handle);
int wt_MPI_T_pvar_stop(const void *site, void *pe_session, void *handle);
int wt_MPI_T_pvar_write(const void *site, void *pe_session, void *handle, const void *buf);
int wt_MPI_T_source_get_info(const void *site, int source_index, char *name, int *name_len, char *desc, int *desc_len, int *ordering, wide *ticks_per_second, wide *max_ticks, core *info);
int wt_MPI_T_source_get_num(const void *site, int *num_sources);
int wt_MPI_T_source_get_timestamp(const void *site, int source_index, wide *timestamp);
int wt_MPI_Test(const void *site, core *request, int *flag, struct core_status *status);
int wt_MPI_Test_cancelled(const void *site, const struct core_status *status, int *flag);
int wt_MPI_Testall(const void *site, int count, core array_of_requests[], int *flag, struct core_status *array_of_statuses);
int wt_MPI_Testany(const void *site, int count, core array_of_requests[], int *index, int *flag, struct core_status *status);
int wt_MPI_Testsome(const void *site, int incount, core array_of_requests[], int *outcount, int array_of_indices[], struct core_status *array_of_statuses);
int wt_MPI_Topo_test(const void *site, core comm, int *status);
int wt_MPI_Type_commit(const void *site, core *datatype);
int wt_MPI_Type_contiguous(const void *site, int count, core oldtype, core *newtype);
int wt_MPI_Type_contiguous_c(const void *site, wide count, core oldtype, core *newtype);
int wt_MPI_Type_create_darray(const void *site, int size, int rank, int ndims, const int array_of_gsizes[], const int array_of_distribs[], const int array_of_dargs[], const int array_of_psizes[], int order, core oldtype, core *newtype);
int wt_MPI_Type_create_darray_c(const void *site, int size, int rank, int ndims, const wide array_of_gsizes[], const int array_of_distribs[], const int array_of_dargs[], const int array_of_psizes[], int order, core oldtype, core *newtype);
int wt_MPI_Type_create_f90_complex(const void *site, int p, int r, core *newtype);
int wt_MPI_Type_create_f90_integer(const void *site, int r, core *newtype);
int wt_MPI_Type_create_f90_real(const void *site, int p, int r, core *newtype);
int wt_MPI_Type_create_hindexed(const void *site, int count, const int array_of_blocklengths[], const wide array_of_displacements[], core oldtype, core *newtype);
int wt_MPI_Type_create_hindexed_block(const void *site, int count, int blocklength, const wide array_of_displacements[], core oldtype, core *newtype);
int wt_MPI_Type_create_hindexed_block_c(const void *site, wide count, wide blocklength, const wide array_of_displacements[], core oldtype, core *newtype);
int wt_MPI_Type_create_hindexed_c(const void *site, wide count, const wide array_of_blocklengths[], const wide array_of_displacements[], core oldtype, core *newtype);
int wt_MPI_Type_create_hvector(const void *site, int count, int blocklength, wide stride, core oldtype, core *newtype);
int wt_MPI_Type_create_hvector_c(const void *site, wide count, wide blocklength, wide stride, core oldtype, core *newtype);
int wt_MPI_Type_create_indexed_block(const void *site, int count, int blocklength, const int array_of_displacements[], core oldtype, core *newtype);
int wt_MPI_Type_create_indexed_block_c(const void *site, wide count, wide blocklength, const wide array_of_displacements[], core oldtype, core *newtype);
int wt_MPI_Type_create_keyval(const void *site, void *type_copy_attr_fn, void *type_delete_attr_fn, int *type_keyval, void *extra_state);
int wt_MPI_Type_create_resized(const void *site, core oldtype, wide lb, wide extent, core *newtype);
int wt_MPI_Type_create_resized_c(const void *site, core oldtype, wide lb, wide extent, core *newtype);
int wt_MPI_Type_create_struct(const void *site, int count, const int array_of_blocklengths[], const wide array_of_displacements[], const core array_of_types[], core *newtype);
int wt_MPI_Type_create_struct_c(const void *site, wide count, const wide array_of_blocklengths[], const wide array_of_displacements[], const core array_of_types[], core *newtype);
int wt_MPI_Type_create_subarray(const void *site, int ndims, const int array_of_sizes[], const int array_of_subsizes[], const int array_of_starts[], int order, core oldtype, core *newtype);
int wt_MPI_Type_create_subarray_c(const void *site, int ndims, const wide array_of_sizes[], const wide array_of_subsizes[], const wide array_of_starts[], int order, core oldtype, core *newtype);
int wt_MPI_Type_delete_attr(const void *site, core datatype, int type_keyval);
int wt_MPI_Type_dup(const void *site, core oldtype, core *newtype);
int wt_MPI_Type_free(const void *site, core *datatype);
int wt_MPI_Type_free_keyval(const void *site, int *type_keyval);
core wt_MPI_Type_fromint(const void *site, int datatype);
int wt_MPI_Type_get_attr(const void *site, core datatype, int type_keyval, void *attribute_val, int *flag);
int wt_MPI_Type_get_contents(const void *site, core datatype, int max_integers, int max_addresses, int max_datatypes, int array_of_integers[], wide array_of_addresses[], core array_of_datatypes[]);
int wt_MPI_Type_get_contents_c(const void *site, core datatype, wide max_integers, wide max_addresses, wide max_large_counts, wide max_datatypes, int array_of_integers[], wide array_of_addresses[], wide array_of_large_counts[], core array_of_datatypes[]);
int wt_MPI_Type_get_envelope(const void *site, core datatype, int *num_integers, int *num_addresses, int *num_datatypes, int *combiner);
int wt_MPI_Type_get_envelope_c(const void *site, core datatype, wide *num_integers, wide *num_addresses, wide *num_large_counts, wide *num_datatypes, int *combiner);
int wt_MPI_Type_get_extent(const void *site, core datatype, wide *lb, wide *extent);
int wt_MPI_Type_get_extent_c(const void *site, core datatype, wide *lb, wide *extent);
int wt_MPI_Type_get_extent_x(const void *site, core datatype, wide *lb, wide *extent);
int wt_MPI_Type_get_name(const void *site, core datatype, char *type_name, int *resultlen);
int wt_MPI_Type_get_true_extent(const void *site, core datatype, wide *true_lb, wide *true_extent);
int wt_MPI_Type_get_true_extent_c(const void *site, core datatype, wide *true_lb, wide *true_extent);
int wt_MPI_Type_get_true_extent_x(const void *site, core datatype, wide *true_lb, wide *true_extent);
int wt_MPI_Type_get_value_index(const void *site, core value_type, core index_type, core *pair_type);
int wt_MPI_Type_indexed(const void *site, int count, const int array_of_blocklengths[], const int array_of_displacements[], core oldtype, core *newtype);
int wt_MPI_Type_indexed_c(const void *site, wide count, const wide array_of_blocklengths[], const wide array_of_displacements[], core oldtype, core *newtype);
int wt_MPI_Type_match_size(const void *site, int typeclass, int size, core *datatype);
int wt_MPI_Type_set_attr(const void *site, core datatype, int type_keyval, void *attribute_val);
int wt_MPI_Type_set_name(const void *site, core datatype, const char *type_name);
int wt_MPI_Type_size(const void *site, core datatype, int *size);
int wt_MPI_Type_size_c(const void *site, core datatype, wide *size);
int wt_MPI_Type_size_x(const void *site, core datatype, wide *size);
int wt_MPI_Type_toint(const void *site, core datatype);
int wt_MPI_Type_vector(const void *site, int count, int blocklength, int stride, core oldtype, core *newtype);
int wt_MPI_Type_vector_c(const void *site, wide count, wide blocklength, wide stride, core oldtype, core *newtype);
int wt_MPI_Unpack(const void *site, const void *inbuf, int insize, int *position, void *outbuf, int outcount, core datatype, core comm);
int wt_MPI_Unpack_c(const void *site, const void *inbuf, wide insize, wide *position, void *outbuf, wide outcount, core datatype, core comm);
int wt_MPI_Unpack_external(const void *site, const char *datarep, const void *inbuf, wide insize, wide *position, void *outbuf, int outcount, core datatype);
int wt_MPI_Unpack_external_c(const void *site, const char *datarep, const void *inbuf, wide insize, wide *position, void *outbuf, wide outcount, core datatype);
int wt_MPI_Unpublish_name(const void *site, const char *service_name, core info, const char *port_name);
int wt_MPI_Wait(const void *site, core *request, struct core_status *status);
int wt_MPI_Waitall(const void *site, int count, core array_of_requests[], struct core_status *array_of_statuses);
int wt_MPI_Waitany(const void *site, int count, core array_of_requests[], int *index, struct core_status *status);
int wt_MPI_Waitsome(const void *site, int incount, core array_of_requests[], int *outcount, int array_of_indices[], struct core_status *array_of_statuses);
int wt_MPI_Win_allocate(const void *site, wide size, int disp_unit, core info, core comm, void *baseptr, core *win);
int wt_MPI_Win_allocate_c(const void *site, wide size, wide disp_unit, core info, core comm, void *baseptr, core *win);
int wt_MPI_Win_allocate_shared(const void *site, wide size, int disp_unit, core info, core comm, void *baseptr, core *win);
int wt_MPI_Win_allocate_shared_c(const void *site, wide size, wide disp_unit, core info, core comm, void *baseptr, core *win);
int wt_MPI_Win_attach(const void *site, core win, void *base, wide size);
int wt_MPI_Win_call_errhandler(const void *site, core win, int errorcode);
int wt_MPI_Win_complete(const void *site, core win);
int wt_MPI_Win_create(const void *site, void *base, wide size, int disp_unit, core info, core comm, core *win);
int wt_MPI_Win_create_c(const void *site, void *base, wide size, wide disp_unit, core info, core comm, core *win);
int wt_MPI_Win_create_dynamic(const void *site, core info, core comm, core *win);
int wt_MPI_Win_create_errhandler(const void *site, void *win_errhandler_fn, core *errhandler);
int wt_MPI_Win_create_keyval(const void *site, void *win_copy_attr_fn, void *win_delete_attr_fn, int *win_keyval, void *extra_state);
int wt_MPI_Win_delete_attr(const void *site, core win, int win_keyval);
int wt_MPI_Win_detach(const void *site, core win, const void *base);
int wt_MPI_Win_fence(const void *site, int assert, core win);
int wt_MPI_Win_flush(const void *site, int rank, core win);
int wt_MPI_Win_flush_all(const void *site, core win);
int wt_MPI_Win_flush_local(const void *site, int rank, core win);
int wt_MPI_Win_flush_local_all(const void *site, core win);
int wt_MPI_Win_free(const void *site, core *win);
int wt_MPI_Win_free_keyval(const void *site, int *win_keyval);
core wt_MPI_Win_fromint(const void *site, int win);
int wt_MPI_Win_get_attr(const void *site, core win, int win_keyval, void *attribute_val, int *flag);
int wt_MPI_Win_get_errhandler(const void *site, core win, core *errhandler);
int wt_MPI_Win_get_group(const void *site, core win, core *group);
int wt_MPI_Win_get_info(const void *site, core win, core *info_used);
int wt_MPI_Win_get_name(const void *site, core win, char *win_name, int *resultlen);
int wt_MPI_Win_lock(const void *site, int lock_type, int rank, int assert, core win);
int wt_MPI_Win_lock_all(const void *site, int assert, core win);
int wt_MPI_Win_post(const void *site, core group, int assert, core win);
int wt_MPI_Win_set_attr(const void *site, core win, int win_keyval, void *attribute_val);
int wt_MPI_Win_set_errhandler(const void *site, core win, core errhandler);
int wt_MPI_Win_set_info(const void *site, core win, core info);
int wt_MPI_Win_set_name(const void *site, core win, const char *win_name);
int wt_MPI_Win_shared_query(const void *site, core win, int rank, wide *size, int *disp_unit, void *baseptr);
int wt_MPI_Win_shared_query_c(const void *site, core win, int rank, wide *size, wide *disp_unit, void *baseptr);
int wt_MPI_Win_start(const void *site, core group, int assert, core win);
int wt_MPI_Win_sync(const void *site, core win);
int wt_MPI_Win_test(const void *site, core win, int *flag);
int wt_MPI_Win_toint(const void *site, core win);
int wt_MPI_Win_unlock(const void *site, int rank, core win);
int wt_MPI_Win_unlock_all(const void *site, core win);
int wt_MPI_Win_wait(const void *site, core win);
double wt_MPI_Wtick(const void *site);
double wt_MPI_Wtime(const void *site);

#define ALIAS(name) __attribute__((weak, alias(#name)))

static int comm_number(core value)
{
    switch (value) {
    case 0x100: return 2; /* MPI_COMM_NULL */
    case 0x101: return 0; /* MPI_COMM_WORLD */
    case 0x102: return 1; /* MPI_COMM_SELF */
    default: return value == INVALID ? -1 : (int)value;
    }
}

static handle comm_numbered(int value)
{
    switch (value) {
    case 2: return wt_object(AT_ompi_mpi_comm_null, &ompi_mpi_comm_null); /* MPI_COMM_NULL */
    case 0: return wt_object(AT_ompi_mpi_comm_world, &ompi_mpi_comm_world); /* MPI_COMM_WORLD */
    case 1: return wt_object(AT_ompi_mpi_comm_self, &ompi_mpi_comm_self); /* MPI_COMM_SELF */
    default: return value >= 0x400 ? made((core)value, A_COMM) : NULL;
    }
}

NUMBERED(MPI_Comm, comm)

static int group_number(core value)
{
    switch (value) {
    case 0x108: return 0; /* MPI_GROUP_NULL */
    case 0x109: return 1; /* MPI_GROUP_EMPTY */
    default: return value == INVALID ? -1 : (int)value;
    }
}

static handle group_numbered(int value)
{
    switch (value) {
    case 0: return wt_object(AT_ompi_mpi_group_null, &ompi_mpi_group_null); /* MPI_GROUP_NULL */
    case 1: return wt_object(AT_ompi_mpi_group_empty, &ompi_mpi_group_empty); /* MPI_GROUP_EMPTY */
    default: return value >= 0x400 ? made((core)value, A_GROUP) : NULL;
    }
}

NUMBERED(MPI_Group, group)

static int type_number(core value)
{
    switch (value) {
    case 0x206: return 3; /* MPI_UB */
    case 0x205: return 4; /* MPI_LB */
    case 0x200: return 0; /* MPI_DATATYPE_NULL */
    case 0x247: return 1; /* MPI_BYTE */
    case 0x207: return 2; /* MPI_PACKED */
    case 0x243: return 34; /* MPI_CHAR */
    case 0x208: return 37; /* MPI_SHORT */
    case 0x209: return 39; /* MPI_INT */
    case 0x20a: return 41; /* MPI_LONG */
    case 0x210: return 45; /* MPI_FLOAT */
    case 0x214: return 46; /* MPI_DOUBLE */
    case 0x220: return 47; /* MPI_LONG_DOUBLE */
    case 0x245: return 35; /* MPI_UNSIGNED_CHAR */
    case 0x244: return 36; /* MPI_SIGNED_CHAR */
    case 0x20c: return 38; /* MPI_UNSIGNED_SHORT */
    case 0x20e: return 42; /* MPI_UNSIGNED_LONG */
    case 0x20d: return 40; /* MPI_UNSIGNED */
    case 0x228: return 48; /* MPI_FLOAT_INT */
    case 0x229: return 49; /* MPI_DOUBLE_INT */
    case 0x22d: return 50; /* MPI_LONG_DOUBLE_INT */
    case 0x22a: return 51; /* MPI_LONG_INT */
    case 0x22c: return 53; /* MPI_SHORT_INT */
    case 0x22b: return 52; /* MPI_2INT */
    case 0x23c: return 33; /* MPI_WCHAR */
    case 0x20b: return 43; /* MPI_LONG_LONG */
    case 0x20f: return 44; /* MPI_UNSIGNED_LONG_LONG */
    case 0x21e: return 5; /* MPI_CHARACTER */
    case 0x218: return 6; /* MPI_LOGICAL */
    case 0x2c0: return 29; /* MPI_LOGICAL1 */
    case 0x2c8: return 30; /* MPI_LOGICAL2 */
    case 0x2d0: return 31; /* MPI_LOGICAL4 */
    case 0x2d8: return 32; /* MPI_LOGICAL8 */
    case 0x219: return 7; /* MPI_INTEGER */
    case 0x2c1: return 8; /* MPI_INTEGER1 */
    case 0x2c9: return 9; /* MPI_INTEGER2 */
    case 0x2d1: return 10; /* MPI_INTEGER4 */
    case 0x2d9: return 11; /* MPI_INTEGER8 */
    case 0x2e1: return 12; /* MPI_INTEGER16 */
    case 0x21a: return 13; /* MPI_REAL */
    case 0x2ca: return 28; /* MPI_REAL2 */
    case 0x2d2: return 14; /* MPI_REAL4 */
    case 0x2da: return 15; /* MPI_REAL8 */
    case 0x2e2: return 16; /* MPI_REAL16 */
    case 0x21c: return 17; /* MPI_DOUBLE_PRECISION */
    case 0x21b: return 18; /* MPI_COMPLEX */
    case 0x2d3: return 723; /* MPI_COMPLEX4 */
    case 0x2db: return 19; /* MPI_COMPLEX8 */
    case 0x2e3: return 20; /* MPI_COMPLEX16 */
    case 0x2eb: return 21; /* MPI_COMPLEX32 */
    case 0x21d: return 22; /* MPI_DOUBLE_COMPLEX */
    case 0x230: return 23; /* MPI_2REAL */
    case 0x231: return 24; /* MPI_2DOUBLE_PRECISION */
    case 0x232: return 25; /* MPI_2INTEGER */
    case 0x240: return 58; /* MPI_INT8_T */
    case 0x241: return 59; /* MPI_UINT8_T */
    case 0x248: return 60; /* MPI_INT16_T */
    case 0x249: return 61; /* MPI_UINT16_T */
    case 0x250: return 62; /* MPI_INT32_T */
    case 0x251: return 63; /* MPI_UINT32_T */
    case 0x258: return 64; /* MPI_INT64_T */
    case 0x259: return 65; /* MPI_UINT64_T */
    case 0x201: return 66; /* MPI_AINT */
    case 0x203: return 67; /* MPI_OFFSET */
    case 0x238: return 68; /* MPI_C_BOOL */
    case 0x212: return 69; /* MPI_C_FLOAT_COMPLEX */
    case 0x216: return 70; /* MPI_C_DOUBLE_COMPLEX */
    case 0x224: return 71; /* MPI_C_LONG_DOUBLE_COMPLEX */
    case 0x239: return 54; /* MPI_CXX_BOOL */
    case 0x213: return 55; /* MPI_CXX_FLOAT_COMPLEX */
    case 0x217: return 56; /* MPI_CXX_DOUBLE_COMPLEX */
    case 0x225: return 57; /* MPI_CXX_LONG_DOUBLE_COMPLEX */
    case 0x202: return 72; /* MPI_COUNT */
    default: return value == INVALID ? -1 : (int)value;
    }
}

static handle type_numbered(int value)
{
    switch (value) {
    case 3: return wt_object(AT_ompi_mpi_ub, &ompi_mpi_ub); /* MPI_UB */
    case 4: return wt_object(AT_ompi_mpi_lb, &ompi_mpi_lb); /* MPI_LB */
    case 0: return wt_object(AT_ompi_mpi_datatype_null, &ompi_mpi_datatype_null); /* MPI_DATATYPE_NULL */
    case 1: return wt_object(AT_ompi_mpi_byte, &ompi_mpi_byte); /* MPI_BYTE */
    case 2: return wt_object(AT_ompi_mpi_packed, &ompi_mpi_packed); /* MPI_PACKED */
    case 34: return wt_object(AT_ompi_mpi_char, &ompi_mpi_char); /* MPI_CHAR */
    case 37: return wt_object(AT_ompi_mpi_short, &ompi_mpi_short); /* MPI_SHORT */
    case 39: return wt_object(AT_ompi_mpi_int, &ompi_mpi_int); /* MPI_INT */
    case 41: return wt_object(AT_ompi_mpi_long, &ompi_mpi_long); /* MPI_LONG */
    case 45: return wt_object(AT_ompi_mpi_float, &ompi_mpi_float); /* MPI_FLOAT */
    case 46: return wt_object(AT_ompi_mpi_double, &ompi_mpi_double); /* MPI_DOUBLE */
    case 47: return wt_object(AT_ompi_mpi_long_double, &ompi_mpi_long_double); /* MPI_LONG_DOUBLE */
    case 35: return wt_object(AT_ompi_mpi_unsigned_char, &ompi_mpi_unsigned_char); /* MPI_UNSIGNED_CHAR */
    case 36: return wt_object(AT_ompi_mpi_signed_char, &ompi_mpi_signed_char); /* MPI_SIGNED_CHAR */
    case 38: return wt_object(AT_ompi_mpi_unsigned_short, &ompi_mpi_unsigned_short); /* MPI_UNSIGNED_SHORT */
    case 42: return wt_object(AT_ompi_mpi_unsigned_long, &ompi_mpi_unsigned_long); /* MPI_UNSIGNED_LONG */
    case 40: return wt_object(AT_ompi_mpi_unsigned, &ompi_mpi_unsigned); /* MPI_UNSIGNED */
    case 48: return wt_object(AT_ompi_mpi_float_int, &ompi_mpi_float_int); /* MPI_FLOAT_INT */
    case 49: return wt_object(AT_ompi_mpi_double_int, &ompi_mpi_double_int); /* MPI_DOUBLE_INT */
    case 50: return wt_object(AT_ompi_mpi_longdbl_int, &ompi_mpi_longdbl_int); /* MPI_LONG_DOUBLE_INT */
    case 51: return wt_object(AT_ompi_mpi_long_int, &ompi_mpi_long_int); /* MPI_LONG_INT */
    case 53: return wt_object(AT_ompi_mpi_short_int, &ompi_mpi_short_int); /* MPI_SHORT_INT */
    case 52: return wt_object(AT_ompi_mpi_2int, &ompi_mpi_2int); /* MPI_2INT */
    case 33: return wt_object(AT_ompi_mpi_wchar, &ompi_mpi_wchar); /* MPI_WCHAR */
    case 43: return wt_object(AT_ompi_mpi_long_long_int, &ompi_mpi_long_long_int); /* MPI_LONG_LONG */
    case 44: return wt_object(AT_ompi_mpi_unsigned_long_long, &ompi_mpi_unsigned_long_long); /* MPI_UNSIGNED_LONG_LONG */
    case 26: return wt_object(AT_ompi_mpi_2cplex, &ompi_mpi_2cplex); /* MPI_2COMPLEX */
    case 27: return wt_object(AT_ompi_mpi_2dblcplex, &ompi_mpi_2dblcplex); /* MPI_2DOUBLE_COMPLEX */
    case 5: return wt_object(AT_ompi_mpi_character, &ompi_mpi_character); /* MPI_CHARACTER */
    case 6: return wt_object(AT_ompi_mpi_logical, &ompi_mpi_logical); /* MPI_LOGICAL */
    case 29: return wt_object(AT_ompi_mpi_logical1, &ompi_mpi_logical1); /* MPI_LOGICAL1 */
    case 30: return wt_object(AT_ompi_mpi_logical2, &ompi_mpi_logical2); /* MPI_LOGICAL2 */
    case 31: return wt_object(AT_ompi_mpi_logical4, &ompi_mpi_logical4); /* MPI_LOGICAL4 */
    case 32: return wt_object(AT_ompi_mpi_logical8, &ompi_mpi_logical8); /* MPI_LOGICAL8 */
    case 7: return wt_object(AT_ompi_mpi_integer, &ompi_mpi_integer); /* MPI_INTEGER */
    case 8: return wt_object(AT_ompi_mpi_integer1, &ompi_mpi_integer1); /* MPI_INTEGER1 */
    case 9: return wt_object(AT_ompi_mpi_integer2, &ompi_mpi_integer2); /* MPI_INTEGER2 */
    case 10: return wt_object(AT_ompi_mpi_integer4, &ompi_mpi_integer4); /* MPI_INTEGER4 */
    case 11: return wt_object(AT_ompi_mpi_integer8, &ompi_mpi_integer8); /* MPI_INTEGER8 */
    case 12: return wt_object(AT_ompi_mpi_integer16, &ompi_mpi_integer16); /* MPI_INTEGER16 */
    case 13: return wt_object(AT_ompi_mpi_real, &ompi_mpi_real); /* MPI_REAL */
    case 28: return wt_object(AT_ompi_mpi_real2, &ompi_mpi_real2); /* MPI_REAL2 */
    case 14: return wt_object(AT_ompi_mpi_real4, &ompi_mpi_real4); /* MPI_REAL4 */
    case 15: return wt_object(AT_ompi_mpi_real8, &ompi_mpi_real8); /* MPI_REAL8 */
    case 16: return wt_object(AT_ompi_mpi_real16, &ompi_mpi_real16); /* MPI_REAL16 */
    case 17: return wt_object(AT_ompi_mpi_dblprec, &ompi_mpi_dblprec); /* MPI_DOUBLE_PRECISION */
    case 18: return wt_object(AT_ompi_mpi_cplex, &ompi_mpi_cplex); /* MPI_COMPLEX */
    case 723: return wt_object(AT_ompi_mpi_complex4, &ompi_mpi_complex4); /* MPI_COMPLEX4 */
    case 19: return wt_object(AT_ompi_mpi_complex8, &ompi_mpi_complex8); /* MPI_COMPLEX8 */
    case 20: return wt_object(AT_ompi_mpi_complex16, &ompi_mpi_complex16); /* MPI_COMPLEX16 */
    case 21: return wt_object(AT_ompi_mpi_complex32, &ompi_mpi_complex32); /* MPI_COMPLEX32 */
    case 22: return wt_object(AT_ompi_mpi_dblcplex, &ompi_mpi_dblcplex); /* MPI_DOUBLE_COMPLEX */
    case 23: return wt_object(AT_ompi_mpi_2real, &ompi_mpi_2real); /* MPI_2REAL */
    case 24: return wt_object(AT_ompi_mpi_2dblprec, &ompi_mpi_2dblprec); /* MPI_2DOUBLE_PRECISION */
    case 25: return wt_object(AT_ompi_mpi_2integer, &ompi_mpi_2integer); /* MPI_2INTEGER */
    case 58: return wt_object(AT_ompi_mpi_int8_t, &ompi_mpi_int8_t); /* MPI_INT8_T */
    case 59: return wt_object(AT_ompi_mpi_uint8_t, &ompi_mpi_uint8_t); /* MPI_UINT8_T */
    case 60: return wt_object(AT_ompi_mpi_int16_t, &ompi_mpi_int16_t); /* MPI_INT16_T */
    case 61: return wt_object(AT_ompi_mpi_uint16_t, &ompi_mpi_uint16_t); /* MPI_UINT16_T */
    case 62: return wt_object(AT_ompi_mpi_int32_t, &ompi_mpi_int32_t); /* MPI_INT32_T */
    case 63: return wt_object(AT_ompi_mpi_uint32_t, &ompi_mpi_uint32_t); /* MPI_UINT32_T */
    case 64: return wt_object(AT_ompi_mpi_int64_t, &ompi_mpi_int64_t); /* MPI_INT64_T */
    case 65: return wt_object(AT_ompi_mpi_uint64_t, &ompi_mpi_uint64_t); /* MPI_UINT64_T */
    case 66: return wt_object(AT_ompi_mpi_aint, &ompi_mpi_aint); /* MPI_AINT */
    case 67: return wt_object(AT_ompi_mpi_offset, &ompi_mpi_offset); /* MPI_OFFSET */
    case 68: return wt_object(AT_ompi_mpi_c_bool, &ompi_mpi_c_bool); /* MPI_C_BOOL */
    case 69: return wt_object(AT_ompi_mpi_c_float_complex, &ompi_mpi_c_float_complex); /* MPI_C_FLOAT_COMPLEX */
    case 70: return wt_object(AT_ompi_mpi_c_double_complex, &ompi_mpi_c_double_complex); /* MPI_C_DOUBLE_COMPLEX */
    case 71: return wt_object(AT_ompi_mpi_c_long_double_complex, &ompi_mpi_c_long_double_complex); /* MPI_C_LONG_DOUBLE_COMPLEX */
    case 54: return wt_object(AT_ompi_mpi_cxx_bool, &ompi_mpi_cxx_bool); /* MPI_CXX_BOOL */
    case 55: return wt_object(AT_ompi_mpi_cxx_cplex, &ompi_mpi_cxx_cplex); /* MPI_CXX_FLOAT_COMPLEX */
    case 56: return wt_object(AT_ompi_mpi_cxx_dblcplex, &ompi_mpi_cxx_dblcplex); /* MPI_CXX_DOUBLE_COMPLEX */
    case 57: return wt_object(AT_ompi_mpi_cxx_ldblcplex, &ompi_mpi_cxx_ldblcplex); /* MPI_CXX_LONG_DOUBLE_COMPLEX */
    case 72: return wt_object(AT_ompi_mpi_count, &ompi_mpi_count); /* MPI_COUNT */
    case 530: return wt_object(AT_ompi_mpi_c_complex, &ompi_mpi_c_complex); /* MPI_C_FLOAT_COMPLEX */
    case 548: return wt_object(AT_ompi_mpi_ldblcplex, &ompi_mpi_ldblcplex); /* MPI_C_LONG_DOUBLE_COMPLEX */
    case 512: return wt_object(AT_ompi_mpi_unavailable, &ompi_mpi_unavailable); /* MPI_DATATYPE_NULL */
    default: return value >= 0x400 ? made((core)value, A_TYPE) : NULL;
    }
}

NUMBERED(MPI_Type, type)

static int errhandler_number(core value)
{
    switch (value) {
    case 0x140: return 0; /* MPI_ERRHANDLER_NULL */
    case 0x141: return 1; /* MPI_ERRORS_ARE_FATAL */
    case 0x142: return 322; /* MPI_ERRORS_ABORT */
    case 0x143: return 2; /* MPI_ERRORS_RETURN */
    default: return value == INVALID ? -1 : (int)value;
    }
}

static handle errhandler_numbered(int value)
{
    switch (value) {
    case 0: return wt_object(AT_ompi_mpi_errhandler_null, &ompi_mpi_errhandler_null); /* MPI_ERRHANDLER_NULL */
    case 1: return wt_object(AT_ompi_mpi_errors_are_fatal, &ompi_mpi_errors_are_fatal); /* MPI_ERRORS_ARE_FATAL */
    case 322: return wt_object(AT_ompi_mpi_errors_abort, &ompi_mpi_errors_abort); /* MPI_ERRORS_ABORT */
    case 2: return wt_object(AT_ompi_mpi_errors_return, &ompi_mpi_errors_return); /* MPI_ERRORS_RETURN */
    case 321: return wt_object(AT_ompi_mpi_errors_throw_exceptions, &ompi_mpi_errors_throw_exceptions); /* MPI_ERRORS_ARE_FATAL */
    default: return value >= 0x400 ? made((core)value, A_ERRHANDLER) : NULL;
    }
}

NUMBERED(MPI_Errhandler, errhandler)

static int op_number(core value)
{
    switch (value) {
    case 0x20: return 0; /* MPI_OP_NULL */
    case 0x23: return 1; /* MPI_MAX */
    case 0x22: return 2; /* MPI_MIN */
    case 0x21: return 3; /* MPI_SUM */
    case 0x24: return 4; /* MPI_PROD */
    case 0x30: return 5; /* MPI_LAND */
    case 0x28: return 6; /* MPI_BAND */
    case 0x31: return 7; /* MPI_LOR */
    case 0x29: return 8; /* MPI_BOR */
    case 0x32: return 9; /* MPI_LXOR */
    case 0x2a: return 10; /* MPI_BXOR */
    case 0x39: return 11; /* MPI_MAXLOC */
    case 0x38: return 12; /* MPI_MINLOC */
    case 0x3c: return 13; /* MPI_REPLACE */
    case 0x3d: return 14; /* MPI_NO_OP */
    default: return value == INVALID ? -1 : (int)value;
    }
}

static handle op_numbered(int value)
{
    switch (value) {
    case 0: return wt_object(AT_ompi_mpi_op_null, &ompi_mpi_op_null); /* MPI_OP_NULL */
    case 1: return wt_object(AT_ompi_mpi_op_max, &ompi_mpi_op_max); /* MPI_MAX */
    case 2: return wt_object(AT_ompi_mpi_op_min, &ompi_mpi_op_min); /* MPI_MIN */
    case 3: return wt_object(AT_ompi_mpi_op_sum, &ompi_mpi_op_sum); /* MPI_SUM */
    case 4: return wt_object(AT_ompi_mpi_op_prod, &ompi_mpi_op_prod); /* MPI_PROD */
    case 5: return wt_object(AT_ompi_mpi_op_land, &ompi_mpi_op_land); /* MPI_LAND */
    case 6: return wt_object(AT_ompi_mpi_op_band, &ompi_mpi_op_band); /* MPI_BAND */
    case 7: return wt_object(AT_ompi_mpi_op_lor, &ompi_mpi_op_lor); /* MPI_LOR */
    case 8: return wt_object(AT_ompi_mpi_op_bor, &ompi_mpi_op_bor); /* MPI_BOR */
    case 9: return wt_object(AT_ompi_mpi_op_lxor, &ompi_mpi_op_lxor); /* MPI_LXOR */
    case 10: return wt_object(AT_ompi_mpi_op_bxor, &ompi_mpi_op_bxor); /* MPI_BXOR */
    case 11: return wt_object(AT_ompi_mpi_op_maxloc, &ompi_mpi_op_maxloc); /* MPI_MAXLOC */
    case 12: return wt_object(AT_ompi_mpi_op_minloc, &ompi_mpi_op_minloc); /* MPI_MINLOC */
    case 13: return wt_object(AT_ompi_mpi_op_replace, &ompi_mpi_op_replace); /* MPI_REPLACE */
    case 14: return wt_object(AT_ompi_mpi_op_no_op, &ompi_mpi_op_no_op); /* MPI_NO_OP */
    default: return value >= 0x400 ? made((core)value, A_OP) : NULL;
    }
}

NUMBERED(MPI_Op, op)

static int info_number(core value)
{
    switch (value) {
    case 0x130: return 0; /* MPI_INFO_NULL */
    case 0x131: return 1; /* MPI_INFO_ENV */
    default: return value == INVALID ? -1 : (int)value;
    }
}

static handle info_numbered(int value)
{
    switch (value) {
    case 0: return wt_object(AT_ompi_mpi_info_null, &ompi_mpi_info_null); /* MPI_INFO_NULL */
    case 1: return wt_object(AT_ompi_mpi_info_env, &ompi_mpi_info_env); /* MPI_INFO_ENV */
    default: return value >= 0x400 ? made((core)value, A_INFO) : NULL;
    }
}

NUMBERED(MPI_Info, info)

static int win_number(core value)
{
    switch (value) {
    case 0x110: return 0; /* MPI_WIN_NULL */
    default: return value == INVALID ? -1 : (int)value;
    }
}

static handle win_numbered(int value)
{
    switch (value) {
    case 0: return wt_object(AT_ompi_mpi_win_null, &ompi_mpi_win_null); /* MPI_WIN_NULL */
    default: return value >= 0x400 ? made((core)value, A_WIN) : NULL;
    }
}

NUMBERED(MPI_Win, win)

static int request_number(core value)
{
    switch (value) {
    case 0x180: return 0; /* MPI_REQUEST_NULL */
    default: return value == INVALID ? -1 : (int)value;
    }
}

static handle request_numbered(int value)
{
    switch (value) {
    case 0: return wt_object(AT_ompi_request_null, &ompi_request_null); /* MPI_REQUEST_NULL */
    default: return value >= 0x400 ? made((core)value, A_REQUEST) : NULL;
    }
}

NUMBERED(MPI_Request, request)

static int message_number(core value)
{
    switch (value) {
    case 0x128: return 0; /* MPI_MESSAGE_NULL */
    case 0x129: return 1; /* MPI_MESSAGE_NO_PROC */
    default: return value == INVALID ? -1 : (int)value;
    }
}

static handle message_numbered(int value)
{
    switch (value) {
    case 0: return wt_object(AT_ompi_message_null, &ompi_message_null); /* MPI_MESSAGE_NULL */
    case 1: return wt_object(AT_ompi_message_no_proc, &ompi_message_no_proc); /* MPI_MESSAGE_NO_PROC */
    default: return value >= 0x400 ? made((core)value, A_MESSAGE) : NULL;
    }
}

NUMBERED(MPI_Message, message)

static int session_number(core value)
{
    switch (value) {
    case 0x120: return 288; /* MPI_SESSION_NULL */
    default: return value == INVALID ? -1 : (int)value;
    }
}

static handle session_numbered(int value)
{
    switch (value) {
    case 288: return wt_object(AT_ompi_mpi_instance_null, &ompi_mpi_instance_null); /* MPI_SESSION_NULL */
    default: return value >= 0x400 ? made((core)value, A_SESSION) : NULL;
    }
}

NUMBERED(MPI_Session, session)

static int file_number(core value)
{
    switch (value) {
    case 0x118: return 0; /* MPI_FILE_NULL */
    default: return value == INVALID ? -1 : (int)value;
    }
}

static handle file_numbered(int value)
{
    switch (value) {
    case 0: return wt_object(AT_ompi_mpi_file_null, &ompi_mpi_file_null); /* MPI_FILE_NULL */
    default: return value >= 0x400 ? made((core)value, A_FILE) : NULL;
    }
}

NUMBERED(MPI_File, file)

EXPORT int PMPI_Abi_get_fortran_booleans(int logical_size, void *logical_true, void *logical_false, int *is_set);
int PMPI_Abi_get_fortran_booleans(int logical_size, void *logical_true, void *logical_false, int *is_set)
{
    return error_out(wt_MPI_Abi_get_fortran_booleans(SITE, logical_size, logical_true, logical_false, is_set));
}
EXPORT int MPI_Abi_get_fortran_booleans(int logical_size, void *logical_true, void *logical_false, int *is_set) ALIAS(PMPI_Abi_get_fortran_booleans);

EXPORT int PMPI_Abi_get_fortran_info(handle *info);
int PMPI_Abi_get_fortran_info(handle *info)
{
    core info_ = 0;
    int code = wt_MPI_Abi_get_fortran_info(SITE, info ? &info_ : NULL);
    if (info_) *info = info_out(info_);
    return error_out(code);
}
EXPORT int MPI_Abi_get_fortran_info(handle *info) ALIAS(PMPI_Abi_get_fortran_info);

EXPORT int PMPI_Abi_get_info(handle *info);
int PMPI_Abi_get_info(handle *info)
{
    core info_ = 0;
    int code = wt_MPI_Abi_get_info(SITE, info ? &info_ : NULL);
    if (info_) *info = info_out(info_);
    return error_out(code);
}
EXPORT int MPI_Abi_get_info(handle *info) ALIAS(PMPI_Abi_get_info);

EXPORT int PMPI_Abi_get_version(int *abi_major, int *abi_minor);
int PMPI_Abi_get_version(int *abi_major, int *abi_minor)
{
    return error_out(wt_MPI_Abi_get_version(SITE, abi_major, abi_minor));
}
EXPORT int MPI_Abi_get_version(int *abi_major, int *abi_minor) ALIAS(PMPI_Abi_get_version);

EXPORT int PMPI_Abi_set_fortran_booleans(int logical_size, void *logical_true, void *logical_false);
int PMPI_Abi_set_fortran_booleans(int logical_size, void *logical_true, void *logical_false)
{
    return error_out(wt_MPI_Abi_set_fortran_booleans(SITE, logical_size, logical_true, logical_false));
}
EXPORT int MPI_Abi_set_fortran_booleans(int logical_size, void *logical_true, void *logical_false) ALIAS(PMPI_Abi_set_fortran_booleans);

EXPORT int PMPI_Abi_set_fortran_info(handle info);
int PMPI_Abi_set_fortran_info(handle info)
{
    return error_out(wt_MPI_Abi_set_fortran_info(SITE, info_in(info)));
}
EXPORT int MPI_Abi_set_fortran_info(handle info) ALIAS(PMPI_Abi_set_fortran_info);

EXPORT int PMPI_Abort(handle comm, int errorcode);
int PMPI_Abort(handle comm, int errorcode)
{
    return error_out(wt_MPI_Abort(SITE, comm_in(comm), errorcode));
}
EXPORT int MPI_Abort(handle comm, int errorcode) ALIAS(PMPI_Abort);

EXPORT int PMPI_Accumulate(const void *origin_addr, int origin_count, handle origin_datatype, int target_rank, wide target_disp, int target_count, handle target_datatype, handle op, handle win);
int PMPI_Accumulate(const void *origin_addr, int origin_count, handle origin_datatype, int target_rank, wide target_disp, int target_count, handle target_datatype, handle op, handle win)
{
    return error_out(wt_MPI_Accumulate(SITE, buffer_in(origin_addr), origin_count, type_in(origin_datatype), rank_in(target_rank), target_disp, target_count, type_in(target_datatype), op_in(op), win_in(win)));
}
EXPORT int MPI_Accumulate(const void *origin_addr, int origin_count, handle origin_datatype, int target_rank, wide target_disp, int target_count, handle target_datatype, handle op, handle win) ALIAS(PMPI_Accumulate);

EXPORT int PMPI_Accumulate_c(const void *origin_addr, wide origin_count, handle origin_datatype, int target_rank, wide target_disp, wide target_count, handle target_datatype, handle op, handle win);
int PMPI_Accumulate_c(const void *origin_addr, wide origin_count, handle origin_datatype, int target_rank, wide target_disp, wide target_count, handle target_datatype, handle op, handle win)
{
    return error_out(wt_MPI_Accumulate_c(SITE, buffer_in(origin_addr), origin_count, type_in(origin_datatype), rank_in(target_rank), target_disp, target_count, type_in(target_datatype), op_in(op), win_in(win)));
}
EXPORT int MPI_Accumulate_c(const void *origin_addr, wide origin_count, handle origin_datatype, int target_rank, wide target_disp, wide target_count, handle target_datatype, handle op, handle win) ALIAS(PMPI_Accumulate_c);

EXPORT int PMPI_Add_error_class(int *errorclass);
int PMPI_Add_error_class(int *errorclass)
{
    int code = wt_MPI_Add_error_class(SITE, errorclass);
    if (code == 0 && errorclass) *errorclass = error_out(*errorclass);
    return error_out(code);
}
EXPORT int MPI_Add_error_class(int *errorclass) ALIAS(PMPI_Add_error_class);

EXPORT int PMPI_Add_error_code(int errorclass, int *errorcode);
int PMPI_Add_error_code(int errorclass, int *errorcode)
{
    int code = wt_MPI_Add_error_code(SITE, error_in(errorclass), errorcode);
    if (code == 0 && errorcode) *errorcode = error_out(*errorcode);
    return error_out(code);
}
EXPORT int MPI_Add_error_code(int errorclass, int *errorcode) ALIAS(PMPI_Add_error_code);

EXPORT int PMPI_Add_error_string(int errorcode, const char *string);
int PMPI_Add_error_string(int errorcode, const char *string)
{
    return error_out(wt_MPI_Add_error_string(SITE, error_in(errorcode), string));
}
EXPORT int MPI_Add_error_string(int errorcode, const char *string) ALIAS(PMPI_Add_error_string);

EXPORT wide PMPI_Aint_add(wide base, wide disp);
wide PMPI_Aint_add(wide base, wide disp)
{
    return wt_MPI_Aint_add(SITE, base, disp);
}
EXPORT wide MPI_Aint_add(wide base, wide disp) ALIAS(PMPI_Aint_add);

EXPORT wide PMPI_Aint_diff(wide addr1, wide addr2);
wide PMPI_Aint_diff(wide addr1, wide addr2)
{
    return wt_MPI_Aint_diff(SITE, addr1, addr2);
}
EXPORT wide MPI_Aint_diff(wide addr1, wide addr2) ALIAS(PMPI_Aint_diff);

EXPORT int PMPI_Allgather(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, handle comm);
int PMPI_Allgather(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, handle comm)
{
    return error_out(wt_MPI_Allgather(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm)));
}
EXPORT int MPI_Allgather(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, handle comm) ALIAS(PMPI_Allgather);

EXPORT int PMPI_Allgather_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, wide recvcount, handle recvtype, handle comm);
int PMPI_Allgather_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, wide recvcount, handle recvtype, handle comm)
{
    return error_out(wt_MPI_Allgather_c(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm)));
}
EXPORT int MPI_Allgather_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, wide recvcount, handle recvtype, handle comm) ALIAS(PMPI_Allgather_c);

EXPORT int PMPI_Allgather_init(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, handle comm, handle info, handle *request);
int PMPI_Allgather_init(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, handle comm, handle info, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Allgather_init(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Allgather_init(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, handle comm, handle info, handle *request) ALIAS(PMPI_Allgather_init);

EXPORT int PMPI_Allgather_init_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, wide recvcount, handle recvtype, handle comm, handle info, handle *request);
int PMPI_Allgather_init_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, wide recvcount, handle recvtype, handle comm, handle info, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Allgather_init_c(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Allgather_init_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, wide recvcount, handle recvtype, handle comm, handle info, handle *request) ALIAS(PMPI_Allgather_init_c);

EXPORT int PMPI_Allgatherv(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, const int recvcounts[], const int displs[], handle recvtype, handle comm);
int PMPI_Allgatherv(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, const int recvcounts[], const int displs[], handle recvtype, handle comm)
{
    return error_out(wt_MPI_Allgatherv(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcounts, displs, type_in(recvtype), comm_in(comm)));
}
EXPORT int MPI_Allgatherv(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, const int recvcounts[], const int displs[], handle recvtype, handle comm) ALIAS(PMPI_Allgatherv);

EXPORT int PMPI_Allgatherv_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], handle recvtype, handle comm);
int PMPI_Allgatherv_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], handle recvtype, handle comm)
{
    return error_out(wt_MPI_Allgatherv_c(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcounts, displs, type_in(recvtype), comm_in(comm)));
}
EXPORT int MPI_Allgatherv_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], handle recvtype, handle comm) ALIAS(PMPI_Allgatherv_c);

EXPORT int PMPI_Allgatherv_init(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, const int recvcounts[], const int displs[], handle recvtype, handle comm, handle info, handle *request);
int PMPI_Allgatherv_init(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, const int recvcounts[], const int displs[], handle recvtype, handle comm, handle info, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Allgatherv_init(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcounts, displs, type_in(recvtype), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Allgatherv_init(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, const int recvcounts[], const int displs[], handle recvtype, handle comm, handle info, handle *request) ALIAS(PMPI_Allgatherv_init);

EXPORT int PMPI_Allgatherv_init_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], handle recvtype, handle comm, handle info, handle *request);
int PMPI_Allgatherv_init_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], handle recvtype, handle comm, handle info, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Allgatherv_init_c(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcounts, displs, type_in(recvtype), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Allgatherv_init_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], handle recvtype, handle comm, handle info, handle *request) ALIAS(PMPI_Allgatherv_init_c);

EXPORT int PMPI_Alloc_mem(wide size, handle info, void *baseptr);
int PMPI_Alloc_mem(wide size, handle info, void *baseptr)
{
    return error_out(wt_MPI_Alloc_mem(SITE, size, info_in(info), baseptr));
}
EXPORT int MPI_Alloc_mem(wide size, handle info, void *baseptr) ALIAS(PMPI_Alloc_mem);

EXPORT int PMPI_Allreduce(const void *sendbuf, void *recvbuf, int count, handle datatype, handle op, handle comm);
int PMPI_Allreduce(const void *sendbuf, void *recvbuf, int count, handle datatype, handle op, handle comm)
{
    return error_out(wt_MPI_Allreduce(SITE, buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), comm_in(comm)));
}
EXPORT int MPI_Allreduce(const void *sendbuf, void *recvbuf, int count, handle datatype, handle op, handle comm) ALIAS(PMPI_Allreduce);

EXPORT int PMPI_Allreduce_c(const void *sendbuf, void *recvbuf, wide count, handle datatype, handle op, handle comm);
int PMPI_Allreduce_c(const void *sendbuf, void *recvbuf, wide count, handle datatype, handle op, handle comm)
{
    return error_out(wt_MPI_Allreduce_c(SITE, buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), comm_in(comm)));
}
EXPORT int MPI_Allreduce_c(const void *sendbuf, void *recvbuf, wide count, handle datatype, handle op, handle comm) ALIAS(PMPI_Allreduce_c);

EXPORT int PMPI_Allreduce_init(const void *sendbuf, void *recvbuf, int count, handle datatype, handle op, handle comm, handle info, handle *request);
int PMPI_Allreduce_init(const void *sendbuf, void *recvbuf, int count, handle datatype, handle op, handle comm, handle info, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Allreduce_init(SITE, buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Allreduce_init(const void *sendbuf, void *recvbuf, int count, handle datatype, handle op, handle comm, handle info, handle *request) ALIAS(PMPI_Allreduce_init);

EXPORT int PMPI_Allreduce_init_c(const void *sendbuf, void *recvbuf, wide count, handle datatype, handle op, handle comm, handle info, handle *request);
int PMPI_Allreduce_init_c(const void *sendbuf, void *recvbuf, wide count, handle datatype, handle op, handle comm, handle info, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Allreduce_init_c(SITE, buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Allreduce_init_c(const void *sendbuf, void *recvbuf, wide count, handle datatype, handle op, handle comm, handle info, handle *request) ALIAS(PMPI_Allreduce_init_c);

EXPORT int PMPI_Alltoall(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, handle comm);
int PMPI_Alltoall(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, handle comm)
{
    return error_out(wt_MPI_Alltoall(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm)));
}
EXPORT int MPI_Alltoall(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, handle comm) ALIAS(PMPI_Alltoall);

EXPORT int PMPI_Alltoall_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, wide recvcount, handle recvtype, handle comm);
int PMPI_Alltoall_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, wide recvcount, handle recvtype, handle comm)
{
    return error_out(wt_MPI_Alltoall_c(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm)));
}
EXPORT int MPI_Alltoall_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, wide recvcount, handle recvtype, handle comm) ALIAS(PMPI_Alltoall_c);

EXPORT int PMPI_Alltoall_init(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, handle comm, handle info, handle *request);
int PMPI_Alltoall_init(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, handle comm, handle info, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Alltoall_init(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Alltoall_init(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, handle comm, handle info, handle *request) ALIAS(PMPI_Alltoall_init);

EXPORT int PMPI_Alltoall_init_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, wide recvcount, handle recvtype, handle comm, handle info, handle *request);
int PMPI_Alltoall_init_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, wide recvcount, handle recvtype, handle comm, handle info, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Alltoall_init_c(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Alltoall_init_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, wide recvcount, handle recvtype, handle comm, handle info, handle *request) ALIAS(PMPI_Alltoall_init_c);

EXPORT int PMPI_Alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], handle sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], handle recvtype, handle comm);
int PMPI_Alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], handle sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], handle recvtype, handle comm)
{
    return error_out(wt_MPI_Alltoallv(SITE, buffer_in(sendbuf), sendcounts, sdispls, type_in(sendtype), buffer_in(recvbuf), recvcounts, rdispls, type_in(recvtype), comm_in(comm)));
}
EXPORT int MPI_Alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], handle sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], handle recvtype, handle comm) ALIAS(PMPI_Alltoallv);

EXPORT int PMPI_Alltoallv_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], handle sendtype, void *recvbuf, const wide recvcounts[], const wide rdispls[], handle recvtype, handle comm);
int PMPI_Alltoallv_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], handle sendtype, void *recvbuf, const wide recvcounts[], const wide rdispls[], handle recvtype, handle comm)
{
    return error_out(wt_MPI_Alltoallv_c(SITE, buffer_in(sendbuf), sendcounts, sdispls, type_in(sendtype), buffer_in(recvbuf), recvcounts, rdispls, type_in(recvtype), comm_in(comm)));
}
EXPORT int MPI_Alltoallv_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], handle sendtype, void *recvbuf, const wide recvcounts[], const wide rdispls[], handle recvtype, handle comm) ALIAS(PMPI_Alltoallv_c);

EXPORT int PMPI_Alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[], handle sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], handle recvtype, handle comm, handle info, handle *request);
int PMPI_Alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[], handle sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], handle recvtype, handle comm, handle info, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Alltoallv_init(SITE, buffer_in(sendbuf), sendcounts, sdispls, type_in(sendtype), buffer_in(recvbuf), recvcounts, rdispls, type_in(recvtype), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[], handle sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], handle recvtype, handle comm, handle info, handle *request) ALIAS(PMPI_Alltoallv_init);

EXPORT int PMPI_Alltoallv_init_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], handle sendtype, void *recvbuf, const wide recvcounts[], const wide rdispls[], handle recvtype, handle comm, handle info, handle *request);
int PMPI_Alltoallv_init_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], handle sendtype, void *recvbuf, const wide recvcounts[], const wide rdispls[], handle recvtype, handle comm, handle info, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Alltoallv_init_c(SITE, buffer_in(sendbuf), sendcounts, sdispls, type_in(sendtype), buffer_in(recvbuf), recvcounts, rdispls, type_in(recvtype), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Alltoallv_init_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], handle sendtype, void *recvbuf, const wide recvcounts[], const wide rdispls[], handle recvtype, handle comm, handle info, handle *request) ALIAS(PMPI_Alltoallv_init_c);

EXPORT int PMPI_Alltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[], const handle sendtypes[], void *recvbuf, const int recvcounts[], const int rdispls[], const handle recvtypes[], handle comm);
int PMPI_Alltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[], const handle sendtypes[], void *recvbuf, const int recvcounts[], const int rdispls[], const handle recvtypes[], handle comm)
{
    int sendtypes_count = sendtypes ? sendbuf == (void *)1 ? 0 : wt_peers(comm_in(comm)) : 0;
    SCRATCH(core, sendtypes_, sendtypes_count, 32);
    for (int i = 0; i < sendtypes_count; i++) sendtypes_[i] = type_in(sendtypes[i]);
    int recvtypes_count = recvtypes ? wt_peers(comm_in(comm)) : 0;
    SCRATCH(core, recvtypes_, recvtypes_count, 32);
    for (int i = 0; i < recvtypes_count; i++) recvtypes_[i] = type_in(recvtypes[i]);
    int code = wt_MPI_Alltoallw(SITE, buffer_in(sendbuf), sendcounts, sdispls, sendtypes ? sendtypes_ : NULL, buffer_in(recvbuf), recvcounts, rdispls, recvtypes ? recvtypes_ : NULL, comm_in(comm));
    RELEASE(sendtypes_);
    RELEASE(recvtypes_);
    return error_out(code);
}
EXPORT int MPI_Alltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[], const handle sendtypes[], void *recvbuf, const int recvcounts[], const int rdispls[], const handle recvtypes[], handle comm) ALIAS(PMPI_Alltoallw);

EXPORT int PMPI_Alltoallw_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], const handle sendtypes[], void *recvbuf, const wide recvcounts[], const wide rdispls[], const handle recvtypes[], handle comm);
int PMPI_Alltoallw_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], const handle sendtypes[], void *recvbuf, const wide recvcounts[], const wide rdispls[], const handle recvtypes[], handle comm)
{
    int sendtypes_count = sendtypes ? sendbuf == (void *)1 ? 0 : wt_peers(comm_in(comm)) : 0;
    SCRATCH(core, sendtypes_, sendtypes_count, 32);
    for (int i = 0; i < sendtypes_count; i++) sendtypes_[i] = type_in(sendtypes[i]);
    int recvtypes_count = recvtypes ? wt_peers(comm_in(comm)) : 0;
    SCRATCH(core, recvtypes_, recvtypes_count, 32);
    for (int i = 0; i < recvtypes_count; i++) recvtypes_[i] = type_in(recvtypes[i]);
    int code = wt_MPI_Alltoallw_c(SITE, buffer_in(sendbuf), sendcounts, sdispls, sendtypes ? sendtypes_ : NULL, buffer_in(recvbuf), recvcounts, rdispls, recvtypes ? recvtypes_ : NULL, comm_in(comm));
    RELEASE(sendtypes_);
    RELEASE(recvtypes_);
    return error_out(code);
}
EXPORT int MPI_Alltoallw_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], const handle sendtypes[], void *recvbuf, const wide recvcounts[], const wide rdispls[], const handle recvtypes[], handle comm) ALIAS(PMPI_Alltoallw_c);

EXPORT int PMPI_Alltoallw_init(const void *sendbuf, const int sendcounts[], const int sdispls[], const handle sendtypes[], void *recvbuf, const int recvcounts[], const int rdispls[], const handle recvtypes[], handle comm, handle info, handle *request);
int PMPI_Alltoallw_init(const void *sendbuf, const int sendcounts[], const int sdispls[], const handle sendtypes[], void *recvbuf, const int recvcounts[], const int rdispls[], const handle recvtypes[], handle comm, handle info, handle *request)
{
    int sendtypes_count = sendtypes ? sendbuf == (void *)1 ? 0 : wt_peers(comm_in(comm)) : 0;
    SCRATCH(core, sendtypes_, sendtypes_count, 32);
    for (int i = 0; i < sendtypes_count; i++) sendtypes_[i] = type_in(sendtypes[i]);
    int recvtypes_count = recvtypes ? wt_peers(comm_in(comm)) : 0;
    SCRATCH(core, recvtypes_, recvtypes_count, 32);
    for (int i = 0; i < recvtypes_count; i++) recvtypes_[i] = type_in(recvtypes[i]);
    core request_ = 0;
    int code = wt_MPI_Alltoallw_init(SITE, buffer_in(sendbuf), sendcounts, sdispls, sendtypes ? sendtypes_ : NULL, buffer_in(recvbuf), recvcounts, rdispls, recvtypes ? recvtypes_ : NULL, comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    RELEASE(sendtypes_);
    RELEASE(recvtypes_);
    return error_out(code);
}
EXPORT int MPI_Alltoallw_init(const void *sendbuf, const int sendcounts[], const int sdispls[], const handle sendtypes[], void *recvbuf, const int recvcounts[], const int rdispls[], const handle recvtypes[], handle comm, handle info, handle *request) ALIAS(PMPI_Alltoallw_init);

EXPORT int PMPI_Alltoallw_init_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], const handle sendtypes[], void *recvbuf, const wide recvcounts[], const wide rdispls[], const handle recvtypes[], handle comm, handle info, handle *request);
int PMPI_Alltoallw_init_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], const handle sendtypes[], void *recvbuf, const wide recvcounts[], const wide rdispls[], const handle recvtypes[], handle comm, handle info, handle *request)
{
    int sendtypes_count = sendtypes ? sendbuf == (void *)1 ? 0 : wt_peers(comm_in(comm)) : 0;
    SCRATCH(core, sendtypes_, sendtypes_count, 32);
    for (int i = 0; i < sendtypes_count; i++) sendtypes_[i] = type_in(sendtypes[i]);
    int recvtypes_count = recvtypes ? wt_peers(comm_in(comm)) : 0;
    SCRATCH(core, recvtypes_, recvtypes_count, 32);
    for (int i = 0; i < recvtypes_count; i++) recvtypes_[i] = type_in(recvtypes[i]);
    core request_ = 0;
    int code = wt_MPI_Alltoallw_init_c(SITE, buffer_in(sendbuf), sendcounts, sdispls, sendtypes ? sendtypes_ : NULL, buffer_in(recvbuf), recvcounts, rdispls, recvtypes ? recvtypes_ : NULL, comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    RELEASE(sendtypes_);
    RELEASE(recvtypes_);
    return error_out(code);
}
EXPORT int MPI_Alltoallw_init_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], const handle sendtypes[], void *recvbuf, const wide recvcounts[], const wide rdispls[], const handle recvtypes[], handle comm, handle info, handle *request) ALIAS(PMPI_Alltoallw_init_c);

EXPORT int PMPI_Attr_delete(handle comm, int keyval);
int PMPI_Attr_delete(handle comm, int keyval)
{
    return error_out(wt_MPI_Attr_delete(SITE, comm_in(comm), keyval_in(keyval)));
}
EXPORT int MPI_Attr_delete(handle comm, int keyval) ALIAS(PMPI_Attr_delete);

EXPORT int PMPI_Attr_get(handle comm, int keyval, void *attribute_val, int *flag);
int PMPI_Attr_get(handle comm, int keyval, void *attribute_val, int *flag)
{
    int code = wt_MPI_Attr_get(SITE, comm_in(comm), keyval_in(keyval), attribute_val, flag);
    if (code == 0) attribute_out(keyval, attribute_val, flag);
    return error_out(code);
}
EXPORT int MPI_Attr_get(handle comm, int keyval, void *attribute_val, int *flag) ALIAS(PMPI_Attr_get);

EXPORT int PMPI_Attr_put(handle comm, int keyval, void *attribute_val);
int PMPI_Attr_put(handle comm, int keyval, void *attribute_val)
{
    return error_out(wt_MPI_Attr_put(SITE, comm_in(comm), keyval_in(keyval), attribute_val));
}
EXPORT int MPI_Attr_put(handle comm, int keyval, void *attribute_val) ALIAS(PMPI_Attr_put);

EXPORT int PMPI_Barrier(handle comm);
int PMPI_Barrier(handle comm)
{
    return error_out(wt_MPI_Barrier(SITE, comm_in(comm)));
}
EXPORT int MPI_Barrier(handle comm) ALIAS(PMPI_Barrier);

EXPORT int PMPI_Barrier_init(handle comm, handle info, handle *request);
int PMPI_Barrier_init(handle comm, handle info, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Barrier_init(SITE, comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Barrier_init(handle comm, handle info, handle *request) ALIAS(PMPI_Barrier_init);

EXPORT int PMPI_Bcast(void *buffer, int count, handle datatype, int root, handle comm);
int PMPI_Bcast(void *buffer, int count, handle datatype, int root, handle comm)
{
    return error_out(wt_MPI_Bcast(SITE, buffer_in(buffer), count, type_in(datatype), rank_in(root), comm_in(comm)));
}
EXPORT int MPI_Bcast(void *buffer, int count, handle datatype, int root, handle comm) ALIAS(PMPI_Bcast);

EXPORT int PMPI_Bcast_c(void *buffer, wide count, handle datatype, int root, handle comm);
int PMPI_Bcast_c(void *buffer, wide count, handle datatype, int root, handle comm)
{
    return error_out(wt_MPI_Bcast_c(SITE, buffer_in(buffer), count, type_in(datatype), rank_in(root), comm_in(comm)));
}
EXPORT int MPI_Bcast_c(void *buffer, wide count, handle datatype, int root, handle comm) ALIAS(PMPI_Bcast_c);

EXPORT int PMPI_Bcast_init(void *buffer, int count, handle datatype, int root, handle comm, handle info, handle *request);
int PMPI_Bcast_init(void *buffer, int count, handle datatype, int root, handle comm, handle info, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Bcast_init(SITE, buffer_in(buffer), count, type_in(datatype), rank_in(root), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Bcast_init(void *buffer, int count, handle datatype, int root, handle comm, handle info, handle *request) ALIAS(PMPI_Bcast_init);

EXPORT int PMPI_Bcast_init_c(void *buffer, wide count, handle datatype, int root, handle comm, handle info, handle *request);
int PMPI_Bcast_init_c(void *buffer, wide count, handle datatype, int root, handle comm, handle info, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Bcast_init_c(SITE, buffer_in(buffer), count, type_in(datatype), rank_in(root), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Bcast_init_c(void *buffer, wide count, handle datatype, int root, handle comm, handle info, handle *request) ALIAS(PMPI_Bcast_init_c);

EXPORT int PMPI_Bsend(const void *buf, int count, handle datatype, int dest, int tag, handle comm);
int PMPI_Bsend(const void *buf, int count, handle datatype, int dest, int tag, handle comm)
{
    return error_out(wt_MPI_Bsend(SITE, buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm)));
}
EXPORT int MPI_Bsend(const void *buf, int count, handle datatype, int dest, int tag, handle comm) ALIAS(PMPI_Bsend);

EXPORT int PMPI_Bsend_c(const void *buf, wide count, handle datatype, int dest, int tag, handle comm);
int PMPI_Bsend_c(const void *buf, wide count, handle datatype, int dest, int tag, handle comm)
{
    return error_out(wt_MPI_Bsend_c(SITE, buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm)));
}
EXPORT int MPI_Bsend_c(const void *buf, wide count, handle datatype, int dest, int tag, handle comm) ALIAS(PMPI_Bsend_c);

EXPORT int PMPI_Bsend_init(const void *buf, int count, handle datatype, int dest, int tag, handle comm, handle *request);
int PMPI_Bsend_init(const void *buf, int count, handle datatype, int dest, int tag, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Bsend_init(SITE, buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Bsend_init(const void *buf, int count, handle datatype, int dest, int tag, handle comm, handle *request) ALIAS(PMPI_Bsend_init);

EXPORT int PMPI_Bsend_init_c(const void *buf, wide count, handle datatype, int dest, int tag, handle comm, handle *request);
int PMPI_Bsend_init_c(const void *buf, wide count, handle datatype, int dest, int tag, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Bsend_init_c(SITE, buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Bsend_init_c(const void *buf, wide count, handle datatype, int dest, int tag, handle comm, handle *request) ALIAS(PMPI_Bsend_init_c);

EXPORT int PMPI_Buffer_attach(void *buffer, int size);
int PMPI_Buffer_attach(void *buffer, int size)
{
    return error_out(wt_MPI_Buffer_attach(SITE, buffer_in(buffer), size));
}
EXPORT int MPI_Buffer_attach(void *buffer, int size) ALIAS(PMPI_Buffer_attach);

EXPORT int PMPI_Buffer_attach_c(void *buffer, wide size);
int PMPI_Buffer_attach_c(void *buffer, wide size)
{
    return error_out(wt_MPI_Buffer_attach_c(SITE, buffer_in(buffer), size));
}
EXPORT int MPI_Buffer_attach_c(void *buffer, wide size) ALIAS(PMPI_Buffer_attach_c);

EXPORT int PMPI_Buffer_detach(void *buffer_addr, int *size);
int PMPI_Buffer_detach(void *buffer_addr, int *size)
{
    return error_out(wt_MPI_Buffer_detach(SITE, buffer_addr, size));
}
EXPORT int MPI_Buffer_detach(void *buffer_addr, int *size) ALIAS(PMPI_Buffer_detach);

EXPORT int PMPI_Buffer_detach_c(void *buffer_addr, wide *size);
int PMPI_Buffer_detach_c(void *buffer_addr, wide *size)
{
    return error_out(wt_MPI_Buffer_detach_c(SITE, buffer_addr, size));
}
EXPORT int MPI_Buffer_detach_c(void *buffer_addr, wide *size) ALIAS(PMPI_Buffer_detach_c);

EXPORT int PMPI_Buffer_flush(void);
int PMPI_Buffer_flush(void)
{
    return error_out(wt_MPI_Buffer_flush(SITE));
}
EXPORT int MPI_Buffer_flush(void) ALIAS(PMPI_Buffer_flush);

EXPORT int PMPI_Buffer_iflush(handle *request);
int PMPI_Buffer_iflush(handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Buffer_iflush(SITE, request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Buffer_iflush(handle *request) ALIAS(PMPI_Buffer_iflush);

EXPORT int PMPI_Cancel(handle *request);
int PMPI_Cancel(handle *request)
{
    core request_ = request ? request_in(*request) : 0;
    int code = wt_MPI_Cancel(SITE, request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Cancel(handle *request) ALIAS(PMPI_Cancel);

EXPORT int PMPI_Cart_coords(handle comm, int rank, int maxdims, int coords[]);
int PMPI_Cart_coords(handle comm, int rank, int maxdims, int coords[])
{
    return error_out(wt_MPI_Cart_coords(SITE, comm_in(comm), rank_in(rank), maxdims, coords));
}
EXPORT int MPI_Cart_coords(handle comm, int rank, int maxdims, int coords[]) ALIAS(PMPI_Cart_coords);

EXPORT int PMPI_Cart_create(handle comm_old, int ndims, const int dims[], const int periods[], int reorder, handle *comm_cart);
int PMPI_Cart_create(handle comm_old, int ndims, const int dims[], const int periods[], int reorder, handle *comm_cart)
{
    core comm_cart_ = 0;
    int code = wt_MPI_Cart_create(SITE, comm_in(comm_old), ndims, dims, periods, reorder, comm_cart ? &comm_cart_ : NULL);
    if (comm_cart_) *comm_cart = comm_out(comm_cart_);
    return error_out(code);
}
EXPORT int MPI_Cart_create(handle comm_old, int ndims, const int dims[], const int periods[], int reorder, handle *comm_cart) ALIAS(PMPI_Cart_create);

EXPORT int PMPI_Cart_get(handle comm, int maxdims, int dims[], int periods[], int coords[]);
int PMPI_Cart_get(handle comm, int maxdims, int dims[], int periods[], int coords[])
{
    return error_out(wt_MPI_Cart_get(SITE, comm_in(comm), maxdims, dims, periods, coords));
}
EXPORT int MPI_Cart_get(handle comm, int maxdims, int dims[], int periods[], int coords[]) ALIAS(PMPI_Cart_get);

EXPORT int PMPI_Cart_map(handle comm, int ndims, const int dims[], const int periods[], int *newrank);
int PMPI_Cart_map(handle comm, int ndims, const int dims[], const int periods[], int *newrank)
{
    int code = wt_MPI_Cart_map(SITE, comm_in(comm), ndims, dims, periods, newrank);
    if (code == 0 && newrank) *newrank = rank_out(*newrank);
    return error_out(code);
}
EXPORT int MPI_Cart_map(handle comm, int ndims, const int dims[], const int periods[], int *newrank) ALIAS(PMPI_Cart_map);

EXPORT int PMPI_Cart_rank(handle comm, const int coords[], int *rank);
int PMPI_Cart_rank(handle comm, const int coords[], int *rank)
{
    int code = wt_MPI_Cart_rank(SITE, comm_in(comm), coords, rank);
    if (code == 0 && rank) *rank = rank_out(*rank);
    return error_out(code);
}
EXPORT int MPI_Cart_rank(handle comm, const int coords[], int *rank) ALIAS(PMPI_Cart_rank);

EXPORT int PMPI_Cart_shift(handle comm, int direction, int disp, int *rank_source, int *rank_dest);
int PMPI_Cart_shift(handle comm, int direction, int disp, int *rank_source, int *rank_dest)
{
    int code = wt_MPI_Cart_shift(SITE, comm_in(comm), direction, disp, rank_source, rank_dest);
    if (code == 0 && rank_source) *rank_source = rank_out(*rank_source);
    if (code == 0 && rank_dest) *rank_dest = rank_out(*rank_dest);
    return error_out(code);
}
EXPORT int MPI_Cart_shift(handle comm, int direction, int disp, int *rank_source, int *rank_dest) ALIAS(PMPI_Cart_shift);

EXPORT int PMPI_Cart_sub(handle comm, const int remain_dims[], handle *newcomm);
int PMPI_Cart_sub(handle comm, const int remain_dims[], handle *newcomm)
{
    core newcomm_ = 0;
    int code = wt_MPI_Cart_sub(SITE, comm_in(comm), remain_dims, newcomm ? &newcomm_ : NULL);
    if (newcomm_) *newcomm = comm_out(newcomm_);
    return error_out(code);
}
EXPORT int MPI_Cart_sub(handle comm, const int remain_dims[], handle *newcomm) ALIAS(PMPI_Cart_sub);

EXPORT int PMPI_Cartdim_get(handle comm, int *ndims);
int PMPI_Cartdim_get(handle comm, int *ndims)
{
    return error_out(wt_MPI_Cartdim_get(SITE, comm_in(comm), ndims));
}
EXPORT int MPI_Cartdim_get(handle comm, int *ndims) ALIAS(PMPI_Cartdim_get);

EXPORT int PMPI_Close_port(const char *port_name);
int PMPI_Close_port(const char *port_name)
{
    return error_out(wt_MPI_Close_port(SITE, port_name));
}
EXPORT int MPI_Close_port(const char *port_name) ALIAS(PMPI_Close_port);

EXPORT int PMPI_Comm_accept(const char *port_name, handle info, int root, handle comm, handle *newcomm);
int PMPI_Comm_accept(const char *port_name, handle info, int root, handle comm, handle *newcomm)
{
    core newcomm_ = 0;
    int code = wt_MPI_Comm_accept(SITE, port_name, info_in(info), rank_in(root), comm_in(comm), newcomm ? &newcomm_ : NULL);
    if (newcomm_) *newcomm = comm_out(newcomm_);
    return error_out(code);
}
EXPORT int MPI_Comm_accept(const char *port_name, handle info, int root, handle comm, handle *newcomm) ALIAS(PMPI_Comm_accept);

EXPORT int PMPI_Comm_attach_buffer(handle comm, void *buffer, int size);
int PMPI_Comm_attach_buffer(handle comm, void *buffer, int size)
{
    return error_out(wt_MPI_Comm_attach_buffer(SITE, comm_in(comm), buffer_in(buffer), size));
}
EXPORT int MPI_Comm_attach_buffer(handle comm, void *buffer, int size) ALIAS(PMPI_Comm_attach_buffer);

EXPORT int PMPI_Comm_attach_buffer_c(handle comm, void *buffer, wide size);
int PMPI_Comm_attach_buffer_c(handle comm, void *buffer, wide size)
{
    return error_out(wt_MPI_Comm_attach_buffer_c(SITE, comm_in(comm), buffer_in(buffer), size));
}
EXPORT int MPI_Comm_attach_buffer_c(handle comm, void *buffer, wide size) ALIAS(PMPI_Comm_attach_buffer_c);

EXPORT int PMPI_Comm_call_errhandler(handle comm, int errorcode);
int PMPI_Comm_call_errhandler(handle comm, int errorcode)
{
    return error_out(wt_MPI_Comm_call_errhandler(SITE, comm_in(comm), error_in(errorcode)));
}
EXPORT int MPI_Comm_call_errhandler(handle comm, int errorcode) ALIAS(PMPI_Comm_call_errhandler);

EXPORT int PMPI_Comm_compare(handle comm1, handle comm2, int *result);
int PMPI_Comm_compare(handle comm1, handle comm2, int *result)
{
    int code = wt_MPI_Comm_compare(SITE, comm_in(comm1), comm_in(comm2), result);
    if (code == 0 && result) *result = comparison_out(*result);
    return error_out(code);
}
EXPORT int MPI_Comm_compare(handle comm1, handle comm2, int *result) ALIAS(PMPI_Comm_compare);

EXPORT int PMPI_Comm_connect(const char *port_name, handle info, int root, handle comm, handle *newcomm);
int PMPI_Comm_connect(const char *port_name, handle info, int root, handle comm, handle *newcomm)
{
    core newcomm_ = 0;
    int code = wt_MPI_Comm_connect(SITE, port_name, info_in(info), rank_in(root), comm_in(comm), newcomm ? &newcomm_ : NULL);
    if (newcomm_) *newcomm = comm_out(newcomm_);
    return error_out(code);
}
EXPORT int MPI_Comm_connect(const char *port_name, handle info, int root, handle comm, handle *newcomm) ALIAS(PMPI_Comm_connect);

EXPORT int PMPI_Comm_create(handle comm, handle group, handle *newcomm);
int PMPI_Comm_create(handle comm, handle group, handle *newcomm)
{
    core newcomm_ = 0;
    int code = wt_MPI_Comm_create(SITE, comm_in(comm), group_in(group), newcomm ? &newcomm_ : NULL);
    if (newcomm_) *newcomm = comm_out(newcomm_);
    return error_out(code);
}
EXPORT int MPI_Comm_create(handle comm, handle group, handle *newcomm) ALIAS(PMPI_Comm_create);

EXPORT int PMPI_Comm_create_errhandler(void *comm_errhandler_fn, handle *errhandler);
int PMPI_Comm_create_errhandler(void *comm_errhandler_fn, handle *errhandler)
{
    core errhandler_ = 0;
    int code = wt_MPI_Comm_create_errhandler(SITE, comm_errhandler_fn, errhandler ? &errhandler_ : NULL);
    if (errhandler_) *errhandler = errhandler_out(errhandler_);
    return error_out(code);
}
EXPORT int MPI_Comm_create_errhandler(void *comm_errhandler_fn, handle *errhandler) ALIAS(PMPI_Comm_create_errhandler);

EXPORT int PMPI_Comm_create_from_group(handle group, const char *stringtag, handle info, handle errhandler, handle *newcomm);
int PMPI_Comm_create_from_group(handle group, const char *stringtag, handle info, handle errhandler, handle *newcomm)
{
    core newcomm_ = 0;
    int code = wt_MPI_Comm_create_from_group(SITE, group_in(group), stringtag, info_in(info), errhandler_in(errhandler), newcomm ? &newcomm_ : NULL);
    if (newcomm_) *newcomm = comm_out(newcomm_);
    return error_out(code);
}
EXPORT int MPI_Comm_create_from_group(handle group, const char *stringtag, handle info, handle errhandler, handle *newcomm) ALIAS(PMPI_Comm_create_from_group);

EXPORT int PMPI_Comm_create_group(handle comm, handle group, int tag, handle *newcomm);
int PMPI_Comm_create_group(handle comm, handle group, int tag, handle *newcomm)
{
    core newcomm_ = 0;
    int code = wt_MPI_Comm_create_group(SITE, comm_in(comm), group_in(group), tag_in(tag), newcomm ? &newcomm_ : NULL);
    if (newcomm_) *newcomm = comm_out(newcomm_);
    return error_out(code);
}
EXPORT int MPI_Comm_create_group(handle comm, handle group, int tag, handle *newcomm) ALIAS(PMPI_Comm_create_group);

EXPORT int PMPI_Comm_create_keyval(void *comm_copy_attr_fn, void *comm_delete_attr_fn, int *comm_keyval, void *extra_state);
int PMPI_Comm_create_keyval(void *comm_copy_attr_fn, void *comm_delete_attr_fn, int *comm_keyval, void *extra_state)
{
    int code = wt_MPI_Comm_create_keyval(SITE, copy_function_in(comm_copy_attr_fn), comm_delete_attr_fn, comm_keyval, extra_state);
    if (code == 0 && comm_keyval) *comm_keyval = keyval_out(*comm_keyval);
    return error_out(code);
}
EXPORT int MPI_Comm_create_keyval(void *comm_copy_attr_fn, void *comm_delete_attr_fn, int *comm_keyval, void *extra_state) ALIAS(PMPI_Comm_create_keyval);

EXPORT int PMPI_Comm_delete_attr(handle comm, int comm_keyval);
int PMPI_Comm_delete_attr(handle comm, int comm_keyval)
{
    return error_out(wt_MPI_Comm_delete_attr(SITE, comm_in(comm), keyval_in(comm_keyval)));
}
EXPORT int MPI_Comm_delete_attr(handle comm, int comm_keyval) ALIAS(PMPI_Comm_delete_attr);

EXPORT int PMPI_Comm_detach_buffer(handle comm, void *buffer_addr, int *size);
int PMPI_Comm_detach_buffer(handle comm, void *buffer_addr, int *size)
{
    return error_out(wt_MPI_Comm_detach_buffer(SITE, comm_in(comm), buffer_addr, size));
}
EXPORT int MPI_Comm_detach_buffer(handle comm, void *buffer_addr, int *size) ALIAS(PMPI_Comm_detach_buffer);

EXPORT int PMPI_Comm_detach_buffer_c(handle comm, void *buffer_addr, wide *size);
int PMPI_Comm_detach_buffer_c(handle comm, void *buffer_addr, wide *size)
{
    return error_out(wt_MPI_Comm_detach_buffer_c(SITE, comm_in(comm), buffer_addr, size));
}
EXPORT int MPI_Comm_detach_buffer_c(handle comm, void *buffer_addr, wide *size) ALIAS(PMPI_Comm_detach_buffer_c);

EXPORT int PMPI_Comm_disconnect(handle *comm);
int PMPI_Comm_disconnect(handle *comm)
{
    core comm_ = comm ? comm_in(*comm) : 0;
    int code = wt_MPI_Comm_disconnect(SITE, comm ? &comm_ : NULL);
    if (comm_) *comm = comm_out(comm_);
    return error_out(code);
}
EXPORT int MPI_Comm_disconnect(handle *comm) ALIAS(PMPI_Comm_disconnect);

EXPORT int PMPI_Comm_dup(handle comm, handle *newcomm);
int PMPI_Comm_dup(handle comm, handle *newcomm)
{
    core newcomm_ = 0;
    int code = wt_MPI_Comm_dup(SITE, comm_in(comm), newcomm ? &newcomm_ : NULL);
    if (newcomm_) *newcomm = comm_out(newcomm_);
    return error_out(code);
}
EXPORT int MPI_Comm_dup(handle comm, handle *newcomm) ALIAS(PMPI_Comm_dup);

EXPORT int PMPI_Comm_dup_with_info(handle comm, handle info, handle *newcomm);
int PMPI_Comm_dup_with_info(handle comm, handle info, handle *newcomm)
{
    core newcomm_ = 0;
    int code = wt_MPI_Comm_dup_with_info(SITE, comm_in(comm), info_in(info), newcomm ? &newcomm_ : NULL);
    if (newcomm_) *newcomm = comm_out(newcomm_);
    return error_out(code);
}
EXPORT int MPI_Comm_dup_with_info(handle comm, handle info, handle *newcomm) ALIAS(PMPI_Comm_dup_with_info);

EXPORT int PMPI_Comm_flush_buffer(handle comm);
int PMPI_Comm_flush_buffer(handle comm)
{
    return error_out(wt_MPI_Comm_flush_buffer(SITE, comm_in(comm)));
}
EXPORT int MPI_Comm_flush_buffer(handle comm) ALIAS(PMPI_Comm_flush_buffer);

EXPORT int PMPI_Comm_free(handle *comm);
int PMPI_Comm_free(handle *comm)
{
    core comm_ = comm ? comm_in(*comm) : 0;
    int code = wt_MPI_Comm_free(SITE, comm ? &comm_ : NULL);
    if (comm_) *comm = comm_out(comm_);
    return error_out(code);
}
EXPORT int MPI_Comm_free(handle *comm) ALIAS(PMPI_Comm_free);

EXPORT int PMPI_Comm_free_keyval(int *comm_keyval);
int PMPI_Comm_free_keyval(int *comm_keyval)
{
    int comm_keyval_ = comm_keyval ? keyval_in(*comm_keyval) : 0;
    int code = wt_MPI_Comm_free_keyval(SITE, comm_keyval ? &comm_keyval_ : NULL);
    if (comm_keyval) *comm_keyval = keyval_out(comm_keyval_);
    return error_out(code);
}
EXPORT int MPI_Comm_free_keyval(int *comm_keyval) ALIAS(PMPI_Comm_free_keyval);

EXPORT handle PMPI_Comm_fromint(int comm);
handle PMPI_Comm_fromint(int comm)
{
    return PMPI_Comm_f2c(comm);
}
EXPORT handle MPI_Comm_fromint(int comm) ALIAS(PMPI_Comm_fromint);

EXPORT int PMPI_Comm_get_attr(handle comm, int comm_keyval, void *attribute_val, int *flag);
int PMPI_Comm_get_attr(handle comm, int comm_keyval, void *attribute_val, int *flag)
{
    int code = wt_MPI_Comm_get_attr(SITE, comm_in(comm), keyval_in(comm_keyval), attribute_val, flag);
    if (code == 0) attribute_out(comm_keyval, attribute_val, flag);
    return error_out(code);
}
EXPORT int MPI_Comm_get_attr(handle comm, int comm_keyval, void *attribute_val, int *flag) ALIAS(PMPI_Comm_get_attr);

EXPORT int PMPI_Comm_get_errhandler(handle comm, handle *errhandler);
int PMPI_Comm_get_errhandler(handle comm, handle *errhandler)
{
    core errhandler_ = 0;
    int code = wt_MPI_Comm_get_errhandler(SITE, comm_in(comm), errhandler ? &errhandler_ : NULL);
    if (errhandler_) *errhandler = errhandler_out(errhandler_);
    return error_out(code);
}
EXPORT int MPI_Comm_get_errhandler(handle comm, handle *errhandler) ALIAS(PMPI_Comm_get_errhandler);

EXPORT int PMPI_Comm_get_info(handle comm, handle *info_used);
int PMPI_Comm_get_info(handle comm, handle *info_used)
{
    core info_used_ = 0;
    int code = wt_MPI_Comm_get_info(SITE, comm_in(comm), info_used ? &info_used_ : NULL);
    if (info_used_) *info_used = info_out(info_used_);
    return error_out(code);
}
EXPORT int MPI_Comm_get_info(handle comm, handle *info_used) ALIAS(PMPI_Comm_get_info);

EXPORT int PMPI_Comm_get_name(handle comm, char *comm_name, int *resultlen);
int PMPI_Comm_get_name(handle comm, char *comm_name, int *resultlen)
{
    char whole[128]; /* the standard ABI's limit; it is 64 here */
    int length = 0;
    int code = wt_MPI_Comm_get_name(SITE, comm_in(comm), comm_name ? whole : NULL, &length);
    if (code == 0) {
        if (length > 63) length = 63;
        memcpy(comm_name, whole, (size_t)length);
        comm_name[length] = 0;
        if (resultlen) *resultlen = length;
    }
    return error_out(code);
}
EXPORT int MPI_Comm_get_name(handle comm, char *comm_name, int *resultlen) ALIAS(PMPI_Comm_get_name);

EXPORT int PMPI_Comm_get_parent(handle *parent);
int PMPI_Comm_get_parent(handle *parent)
{
    core parent_ = 0;
    int code = wt_MPI_Comm_get_parent(SITE, parent ? &parent_ : NULL);
    if (parent_) *parent = comm_out(parent_);
    return error_out(code);
}
EXPORT int MPI_Comm_get_parent(handle *parent) ALIAS(PMPI_Comm_get_parent);

EXPORT int PMPI_Comm_group(handle comm, handle *group);
int PMPI_Comm_group(handle comm, handle *group)
{
    core group_ = 0;
    int code = wt_MPI_Comm_group(SITE, comm_in(comm), group ? &group_ : NULL);
    if (group_) *group = group_out(group_);
    return error_out(code);
}
EXPORT int MPI_Comm_group(handle comm, handle *group) ALIAS(PMPI_Comm_group);

EXPORT int PMPI_Comm_idup(handle comm, handle *newcomm, handle *request);
int PMPI_Comm_idup(handle comm, handle *newcomm, handle *request)
{
    core newcomm_ = 0;
    core request_ = 0;
    int code = wt_MPI_Comm_idup(SITE, comm_in(comm), newcomm ? &newcomm_ : NULL, request ? &request_ : NULL);
    if (newcomm_) *newcomm = comm_out(newcomm_);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Comm_idup(handle comm, handle *newcomm, handle *request) ALIAS(PMPI_Comm_idup);

EXPORT int PMPI_Comm_idup_with_info(handle comm, handle info, handle *newcomm, handle *request);
int PMPI_Comm_idup_with_info(handle comm, handle info, handle *newcomm, handle *request)
{
    core newcomm_ = 0;
    core request_ = 0;
    int code = wt_MPI_Comm_idup_with_info(SITE, comm_in(comm), info_in(info), newcomm ? &newcomm_ : NULL, request ? &request_ : NULL);
    if (newcomm_) *newcomm = comm_out(newcomm_);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Comm_idup_with_info(handle comm, handle info, handle *newcomm, handle *request) ALIAS(PMPI_Comm_idup_with_info);

EXPORT int PMPI_Comm_iflush_buffer(handle comm, handle *request);
int PMPI_Comm_iflush_buffer(handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Comm_iflush_buffer(SITE, comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Comm_iflush_buffer(handle comm, handle *request) ALIAS(PMPI_Comm_iflush_buffer);

EXPORT int PMPI_Comm_join(int fd, handle *intercomm);
int PMPI_Comm_join(int fd, handle *intercomm)
{
    core intercomm_ = 0;
    int code = wt_MPI_Comm_join(SITE, fd, intercomm ? &intercomm_ : NULL);
    if (intercomm_) *intercomm = comm_out(intercomm_);
    return error_out(code);
}
EXPORT int MPI_Comm_join(int fd, handle *intercomm) ALIAS(PMPI_Comm_join);

EXPORT int PMPI_Comm_rank(handle comm, int *rank);
int PMPI_Comm_rank(handle comm, int *rank)
{
    int code = wt_MPI_Comm_rank(SITE, comm_in(comm), rank);
    if (code == 0 && rank) *rank = rank_out(*rank);
    return error_out(code);
}
EXPORT int MPI_Comm_rank(handle comm, int *rank) ALIAS(PMPI_Comm_rank);

EXPORT int PMPI_Comm_remote_group(handle comm, handle *group);
int PMPI_Comm_remote_group(handle comm, handle *group)
{
    core group_ = 0;
    int code = wt_MPI_Comm_remote_group(SITE, comm_in(comm), group ? &group_ : NULL);
    if (group_) *group = group_out(group_);
    return error_out(code);
}
EXPORT int MPI_Comm_remote_group(handle comm, handle *group) ALIAS(PMPI_Comm_remote_group);

EXPORT int PMPI_Comm_remote_size(handle comm, int *size);
int PMPI_Comm_remote_size(handle comm, int *size)
{
    return error_out(wt_MPI_Comm_remote_size(SITE, comm_in(comm), size));
}
EXPORT int MPI_Comm_remote_size(handle comm, int *size) ALIAS(PMPI_Comm_remote_size);

EXPORT int PMPI_Comm_set_attr(handle comm, int comm_keyval, void *attribute_val);
int PMPI_Comm_set_attr(handle comm, int comm_keyval, void *attribute_val)
{
    return error_out(wt_MPI_Comm_set_attr(SITE, comm_in(comm), keyval_in(comm_keyval), attribute_val));
}
EXPORT int MPI_Comm_set_attr(handle comm, int comm_keyval, void *attribute_val) ALIAS(PMPI_Comm_set_attr);

EXPORT int PMPI_Comm_set_errhandler(handle comm, handle errhandler);
int PMPI_Comm_set_errhandler(handle comm, handle errhandler)
{
    return error_out(wt_MPI_Comm_set_errhandler(SITE, comm_in(comm), errhandler_in(errhandler)));
}
EXPORT int MPI_Comm_set_errhandler(handle comm, handle errhandler) ALIAS(PMPI_Comm_set_errhandler);

EXPORT int PMPI_Comm_set_info(handle comm, handle info);
int PMPI_Comm_set_info(handle comm, handle info)
{
    return error_out(wt_MPI_Comm_set_info(SITE, comm_in(comm), info_in(info)));
}
EXPORT int MPI_Comm_set_info(handle comm, handle info) ALIAS(PMPI_Comm_set_info);

EXPORT int PMPI_Comm_set_name(handle comm, const char *comm_name);
int PMPI_Comm_set_name(handle comm, const char *comm_name)
{
    return error_out(wt_MPI_Comm_set_name(SITE, comm_in(comm), comm_name));
}
EXPORT int MPI_Comm_set_name(handle comm, const char *comm_name) ALIAS(PMPI_Comm_set_name);

EXPORT int PMPI_Comm_size(handle comm, int *size);
int PMPI_Comm_size(handle comm, int *size)
{
    return error_out(wt_MPI_Comm_size(SITE, comm_in(comm), size));
}
EXPORT int MPI_Comm_size(handle comm, int *size) ALIAS(PMPI_Comm_size);

EXPORT int PMPI_Comm_spawn(const char *command, char *argv[], int maxprocs, handle info, int root, handle comm, handle *intercomm, int array_of_errcodes[]);
int PMPI_Comm_spawn(const char *command, char *argv[], int maxprocs, handle info, int root, handle comm, handle *intercomm, int array_of_errcodes[])
{
    core intercomm_ = 0;
    int code = wt_MPI_Comm_spawn(SITE, command, argv, maxprocs, info_in(info), rank_in(root), comm_in(comm), intercomm ? &intercomm_ : NULL, array_of_errcodes);
    if (intercomm_) *intercomm = comm_out(intercomm_);
    for (int i = wt_spawned_codes(); array_of_errcodes && i-- > 0;) array_of_errcodes[i] = error_out(array_of_errcodes[i]);
    return error_out(code);
}
EXPORT int MPI_Comm_spawn(const char *command, char *argv[], int maxprocs, handle info, int root, handle comm, handle *intercomm, int array_of_errcodes[]) ALIAS(PMPI_Comm_spawn);

EXPORT int PMPI_Comm_spawn_multiple(int count, char *array_of_commands[], char **array_of_argv[], const int array_of_maxprocs[], const handle array_of_info[], int root, handle comm, handle *intercomm, int array_of_errcodes[]);
int PMPI_Comm_spawn_multiple(int count, char *array_of_commands[], char **array_of_argv[], const int array_of_maxprocs[], const handle array_of_info[], int root, handle comm, handle *intercomm, int array_of_errcodes[])
{
    int array_of_info_count = array_of_info ? clamped(count) : 0;
    SCRATCH(core, array_of_info_, array_of_info_count, 32);
    for (int i = 0; i < array_of_info_count; i++) array_of_info_[i] = info_in(array_of_info[i]);
    core intercomm_ = 0;
    int code = wt_MPI_Comm_spawn_multiple(SITE, count, array_of_commands, array_of_argv, array_of_maxprocs, array_of_info ? array_of_info_ : NULL, rank_in(root), comm_in(comm), intercomm ? &intercomm_ : NULL, array_of_errcodes);
    if (intercomm_) *intercomm = comm_out(intercomm_);
    for (int i = wt_spawned_codes(); array_of_errcodes && i-- > 0;) array_of_errcodes[i] = error_out(array_of_errcodes[i]);
    RELEASE(array_of_info_);
    return error_out(code);
}
EXPORT int MPI_Comm_spawn_multiple(int count, char *array_of_commands[], char **array_of_argv[], const int array_of_maxprocs[], const handle array_of_info[], int root, handle comm, handle *intercomm, int array_of_errcodes[]) ALIAS(PMPI_Comm_spawn_multiple);

EXPORT int PMPI_Comm_split(handle comm, int color, int key, handle *newcomm);
int PMPI_Comm_split(handle comm, int color, int key, handle *newcomm)
{
    core newcomm_ = 0;
    int code = wt_MPI_Comm_split(SITE, comm_in(comm), color, key, newcomm ? &newcomm_ : NULL);
    if (newcomm_) *newcomm = comm_out(newcomm_);
    return error_out(code);
}
EXPORT int MPI_Comm_split(handle comm, int color, int key, handle *newcomm) ALIAS(PMPI_Comm_split);

EXPORT int PMPI_Comm_split_type(handle comm, int split_type, int key, handle info, handle *newcomm);
int PMPI_Comm_split_type(handle comm, int split_type, int key, handle info, handle *newcomm)
{
    core newcomm_ = 0;
    int code = wt_MPI_Comm_split_type(SITE, comm_in(comm), split_in(split_type), key, info_in(info), newcomm ? &newcomm_ : NULL);
    if (newcomm_) *newcomm = comm_out(newcomm_);
    return error_out(code);
}
EXPORT int MPI_Comm_split_type(handle comm, int split_type, int key, handle info, handle *newcomm) ALIAS(PMPI_Comm_split_type);

EXPORT int PMPI_Comm_test_inter(handle comm, int *flag);
int PMPI_Comm_test_inter(handle comm, int *flag)
{
    return error_out(wt_MPI_Comm_test_inter(SITE, comm_in(comm), flag));
}
EXPORT int MPI_Comm_test_inter(handle comm, int *flag) ALIAS(PMPI_Comm_test_inter);

EXPORT int PMPI_Comm_toint(handle comm);
int PMPI_Comm_toint(handle comm)
{
    return PMPI_Comm_c2f(comm);
}
EXPORT int MPI_Comm_toint(handle comm) ALIAS(PMPI_Comm_toint);

EXPORT int PMPI_Compare_and_swap(const void *origin_addr, const void *compare_addr, void *result_addr, handle datatype, int target_rank, wide target_disp, handle win);
int PMPI_Compare_and_swap(const void *origin_addr, const void *compare_addr, void *result_addr, handle datatype, int target_rank, wide target_disp, handle win)
{
    return error_out(wt_MPI_Compare_and_swap(SITE, buffer_in(origin_addr), buffer_in(compare_addr), buffer_in(result_addr), type_in(datatype), rank_in(target_rank), target_disp, win_in(win)));
}
EXPORT int MPI_Compare_and_swap(const void *origin_addr, const void *compare_addr, void *result_addr, handle datatype, int target_rank, wide target_disp, handle win) ALIAS(PMPI_Compare_and_swap);

EXPORT int PMPI_Dims_create(int nnodes, int ndims, int dims[]);
int PMPI_Dims_create(int nnodes, int ndims, int dims[])
{
    return error_out(wt_MPI_Dims_create(SITE, nnodes, ndims, dims));
}
EXPORT int MPI_Dims_create(int nnodes, int ndims, int dims[]) ALIAS(PMPI_Dims_create);

EXPORT int PMPI_Dist_graph_create(handle comm_old, int n, const int sources[], const int degrees[], const int destinations[], const int *weights, handle info, int reorder, handle *comm_dist_graph);
int PMPI_Dist_graph_create(handle comm_old, int n, const int sources[], const int degrees[], const int destinations[], const int *weights, handle info, int reorder, handle *comm_dist_graph)
{
    core comm_dist_graph_ = 0;
    int code = wt_MPI_Dist_graph_create(SITE, comm_in(comm_old), n, sources, degrees, destinations, weights_in(weights), info_in(info), reorder, comm_dist_graph ? &comm_dist_graph_ : NULL);
    if (comm_dist_graph_) *comm_dist_graph = comm_out(comm_dist_graph_);
    return error_out(code);
}
EXPORT int MPI_Dist_graph_create(handle comm_old, int n, const int sources[], const int degrees[], const int destinations[], const int *weights, handle info, int reorder, handle *comm_dist_graph) ALIAS(PMPI_Dist_graph_create);

EXPORT int PMPI_Dist_graph_create_adjacent(handle comm_old, int indegree, const int sources[], const int *sourceweights, int outdegree, const int destinations[], const int *destweights, handle info, int reorder, handle *comm_dist_graph);
int PMPI_Dist_graph_create_adjacent(handle comm_old, int indegree, const int sources[], const int *sourceweights, int outdegree, const int destinations[], const int *destweights, handle info, int reorder, handle *comm_dist_graph)
{
    core comm_dist_graph_ = 0;
    int code = wt_MPI_Dist_graph_create_adjacent(SITE, comm_in(comm_old), indegree, sources, weights_in(sourceweights), outdegree, destinations, weights_in(destweights), info_in(info), reorder, comm_dist_graph ? &comm_dist_graph_ : NULL);
    if (comm_dist_graph_) *comm_dist_graph = comm_out(comm_dist_graph_);
    return error_out(code);
}
EXPORT int MPI_Dist_graph_create_adjacent(handle comm_old, int indegree, const int sources[], const int *sourceweights, int outdegree, const int destinations[], const int *destweights, handle info, int reorder, handle *comm_dist_graph) ALIAS(PMPI_Dist_graph_create_adjacent);

EXPORT int PMPI_Dist_graph_neighbors(handle comm, int maxindegree, int sources[], int *sourceweights, int maxoutdegree, int destinations[], int *destweights);
int PMPI_Dist_graph_neighbors(handle comm, int maxindegree, int sources[], int *sourceweights, int maxoutdegree, int destinations[], int *destweights)
{
    return error_out(wt_MPI_Dist_graph_neighbors(SITE, comm_in(comm), maxindegree, sources, sourceweights, maxoutdegree, destinations, destweights));
}
EXPORT int MPI_Dist_graph_neighbors(handle comm, int maxindegree, int sources[], int *sourceweights, int maxoutdegree, int destinations[], int *destweights) ALIAS(PMPI_Dist_graph_neighbors);

EXPORT int PMPI_Dist_graph_neighbors_count(handle comm, int *indegree, int *outdegree, int *weighted);
int PMPI_Dist_graph_neighbors_count(handle comm, int *indegree, int *outdegree, int *weighted)
{
    return error_out(wt_MPI_Dist_graph_neighbors_count(SITE, comm_in(comm), indegree, outdegree, weighted));
}
EXPORT int MPI_Dist_graph_neighbors_count(handle comm, int *indegree, int *outdegree, int *weighted) ALIAS(PMPI_Dist_graph_neighbors_count);

EXPORT int PMPI_Errhandler_free(handle *errhandler);
int PMPI_Errhandler_free(handle *errhandler)
{
    core errhandler_ = errhandler ? errhandler_in(*errhandler) : 0;
    int code = wt_MPI_Errhandler_free(SITE, errhandler ? &errhandler_ : NULL);
    if (errhandler_) *errhandler = errhandler_out(errhandler_);
    return error_out(code);
}
EXPORT int MPI_Errhandler_free(handle *errhandler) ALIAS(PMPI_Errhandler_free);

EXPORT handle PMPI_Errhandler_fromint(int errhandler);
handle PMPI_Errhandler_fromint(int errhandler)
{
    return PMPI_Errhandler_f2c(errhandler);
}
EXPORT handle MPI_Errhandler_fromint(int errhandler) ALIAS(PMPI_Errhandler_fromint);

EXPORT int PMPI_Errhandler_toint(handle errhandler);
int PMPI_Errhandler_toint(handle errhandler)
{
    return PMPI_Errhandler_c2f(errhandler);
}
EXPORT int MPI_Errhandler_toint(handle errhandler) ALIAS(PMPI_Errhandler_toint);

EXPORT int PMPI_Error_class(int errorcode, int *errorclass);
int PMPI_Error_class(int errorcode, int *errorclass)
{
    int code = wt_MPI_Error_class(SITE, error_in(errorcode), errorclass);
    if (code == 0 && errorclass) *errorclass = error_out(*errorclass);
    return error_out(code);
}
EXPORT int MPI_Error_class(int errorcode, int *errorclass) ALIAS(PMPI_Error_class);

EXPORT int PMPI_Error_string(int errorcode, char *string, int *resultlen);
int PMPI_Error_string(int errorcode, char *string, int *resultlen)
{
    char whole[512]; /* the standard ABI's limit; it is 256 here */
    int length = 0;
    int code = wt_MPI_Error_string(SITE, error_in(errorcode), string ? whole : NULL, &length);
    if (code == 0) {
        if (length > 255) length = 255;
        memcpy(string, whole, (size_t)length);
        string[length] = 0;
        if (resultlen) *resultlen = length;
    }
    return error_out(code);
}
EXPORT int MPI_Error_string(int errorcode, char *string, int *resultlen) ALIAS(PMPI_Error_string);

EXPORT int PMPI_Exscan(const void *sendbuf, void *recvbuf, int count, handle datatype, handle op, handle comm);
int PMPI_Exscan(const void *sendbuf, void *recvbuf, int count, handle datatype, handle op, handle comm)
{
    return error_out(wt_MPI_Exscan(SITE, buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), comm_in(comm)));
}
EXPORT int MPI_Exscan(const void *sendbuf, void *recvbuf, int count, handle datatype, handle op, handle comm) ALIAS(PMPI_Exscan);

EXPORT int PMPI_Exscan_c(const void *sendbuf, void *recvbuf, wide count, handle datatype, handle op, handle comm);
int PMPI_Exscan_c(const void *sendbuf, void *recvbuf, wide count, handle datatype, handle op, handle comm)
{
    return error_out(wt_MPI_Exscan_c(SITE, buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), comm_in(comm)));
}
EXPORT int MPI_Exscan_c(const void *sendbuf, void *recvbuf, wide count, handle datatype, handle op, handle comm) ALIAS(PMPI_Exscan_c);

EXPORT int PMPI_Exscan_init(const void *sendbuf, void *recvbuf, int count, handle datatype, handle op, handle comm, handle info, handle *request);
int PMPI_Exscan_init(const void *sendbuf, void *recvbuf, int count, handle datatype, handle op, handle comm, handle info, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Exscan_init(SITE, buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Exscan_init(const void *sendbuf, void *recvbuf, int count, handle datatype, handle op, handle comm, handle info, handle *request) ALIAS(PMPI_Exscan_init);

EXPORT int PMPI_Exscan_init_c(const void *sendbuf, void *recvbuf, wide count, handle datatype, handle op, handle comm, handle info, handle *request);
int PMPI_Exscan_init_c(const void *sendbuf, void *recvbuf, wide count, handle datatype, handle op, handle comm, handle info, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Exscan_init_c(SITE, buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Exscan_init_c(const void *sendbuf, void *recvbuf, wide count, handle datatype, handle op, handle comm, handle info, handle *request) ALIAS(PMPI_Exscan_init_c);

EXPORT int PMPI_Fetch_and_op(const void *origin_addr, void *result_addr, handle datatype, int target_rank, wide target_disp, handle op, handle win);
int PMPI_Fetch_and_op(const void *origin_addr, void *result_addr, handle datatype, int target_rank, wide target_disp, handle op, handle win)
{
    return error_out(wt_MPI_Fetch_and_op(SITE, buffer_in(origin_addr), buffer_in(result_addr), type_in(datatype), rank_in(target_rank), target_disp, op_in(op), win_in(win)));
}
EXPORT int MPI_Fetch_and_op(const void *origin_addr, void *result_addr, handle datatype, int target_rank, wide target_disp, handle op, handle win) ALIAS(PMPI_Fetch_and_op);

EXPORT int PMPI_File_call_errhandler(handle fh, int errorcode);
int PMPI_File_call_errhandler(handle fh, int errorcode)
{
    return error_out(wt_MPI_File_call_errhandler(SITE, file_in(fh), error_in(errorcode)));
}
EXPORT int MPI_File_call_errhandler(handle fh, int errorcode) ALIAS(PMPI_File_call_errhandler);

EXPORT int PMPI_File_close(handle *fh);
int PMPI_File_close(handle *fh)
{
    core fh_ = fh ? file_in(*fh) : 0;
    int code = wt_MPI_File_close(SITE, fh ? &fh_ : NULL);
    if (fh_) *fh = file_out(fh_);
    return error_out(code);
}
EXPORT int MPI_File_close(handle *fh) ALIAS(PMPI_File_close);

EXPORT int PMPI_File_create_errhandler(void *file_errhandler_fn, handle *errhandler);
int PMPI_File_create_errhandler(void *file_errhandler_fn, handle *errhandler)
{
    core errhandler_ = 0;
    int code = wt_MPI_File_create_errhandler(SITE, file_errhandler_fn, errhandler ? &errhandler_ : NULL);
    if (errhandler_) *errhandler = errhandler_out(errhandler_);
    return error_out(code);
}
EXPORT int MPI_File_create_errhandler(void *file_errhandler_fn, handle *errhandler) ALIAS(PMPI_File_create_errhandler);

EXPORT int PMPI_File_delete(const char *filename, handle info);
int PMPI_File_delete(const char *filename, handle info)
{
    return error_out(wt_MPI_File_delete(SITE, filename, info_in(info)));
}
EXPORT int MPI_File_delete(const char *filename, handle info) ALIAS(PMPI_File_delete);

EXPORT handle PMPI_File_fromint(int file);
handle PMPI_File_fromint(int file)
{
    return PMPI_File_f2c(file);
}
EXPORT handle MPI_File_fromint(int file) ALIAS(PMPI_File_fromint);

EXPORT int PMPI_File_get_amode(handle fh, int *amode);
int PMPI_File_get_amode(handle fh, int *amode)
{
    int code = wt_MPI_File_get_amode(SITE, file_in(fh), amode);
    if (code == 0 && amode) *amode = amode_out(*amode);
    return error_out(code);
}
EXPORT int MPI_File_get_amode(handle fh, int *amode) ALIAS(PMPI_File_get_amode);

EXPORT int PMPI_File_get_atomicity(handle fh, int *flag);
int PMPI_File_get_atomicity(handle fh, int *flag)
{
    return error_out(wt_MPI_File_get_atomicity(SITE, file_in(fh), flag));
}
EXPORT int MPI_File_get_atomicity(handle fh, int *flag) ALIAS(PMPI_File_get_atomicity);

EXPORT int PMPI_File_get_byte_offset(handle fh, wide offset, wide *disp);
int PMPI_File_get_byte_offset(handle fh, wide offset, wide *disp)
{
    return error_out(wt_MPI_File_get_byte_offset(SITE, file_in(fh), offset, disp));
}
EXPORT int MPI_File_get_byte_offset(handle fh, wide offset, wide *disp) ALIAS(PMPI_File_get_byte_offset);

EXPORT int PMPI_File_get_errhandler(handle file, handle *errhandler);
int PMPI_File_get_errhandler(handle file, handle *errhandler)
{
    core errhandler_ = 0;
    int code = wt_MPI_File_get_errhandler(SITE, file_in(file), errhandler ? &errhandler_ : NULL);
    if (errhandler_) *errhandler = errhandler_out(errhandler_);
    return error_out(code);
}
EXPORT int MPI_File_get_errhandler(handle file, handle *errhandler) ALIAS(PMPI_File_get_errhandler);

EXPORT int PMPI_File_get_group(handle fh, handle *group);
int PMPI_File_get_group(handle fh, handle *group)
{
    core group_ = 0;
    int code = wt_MPI_File_get_group(SITE, file_in(fh), group ? &group_ : NULL);
    if (group_) *group = group_out(group_);
    return error_out(code);
}
EXPORT int MPI_File_get_group(handle fh, handle *group) ALIAS(PMPI_File_get_group);

EXPORT int PMPI_File_get_info(handle fh, handle *info_used);
int PMPI_File_get_info(handle fh, handle *info_used)
{
    core info_used_ = 0;
    int code = wt_MPI_File_get_info(SITE, file_in(fh), info_used ? &info_used_ : NULL);
    if (info_used_) *info_used = info_out(info_used_);
    return error_out(code);
}
EXPORT int MPI_File_get_info(handle fh, handle *info_used) ALIAS(PMPI_File_get_info);

EXPORT int PMPI_File_get_position(handle fh, wide *offset);
int PMPI_File_get_position(handle fh, wide *offset)
{
    return error_out(wt_MPI_File_get_position(SITE, file_in(fh), offset));
}
EXPORT int MPI_File_get_position(handle fh, wide *offset) ALIAS(PMPI_File_get_position);

EXPORT int PMPI_File_get_position_shared(handle fh, wide *offset);
int PMPI_File_get_position_shared(handle fh, wide *offset)
{
    return error_out(wt_MPI_File_get_position_shared(SITE, file_in(fh), offset));
}
EXPORT int MPI_File_get_position_shared(handle fh, wide *offset) ALIAS(PMPI_File_get_position_shared);

EXPORT int PMPI_File_get_size(handle fh, wide *size);
int PMPI_File_get_size(handle fh, wide *size)
{
    return error_out(wt_MPI_File_get_size(SITE, file_in(fh), size));
}
EXPORT int MPI_File_get_size(handle fh, wide *size) ALIAS(PMPI_File_get_size);

EXPORT int PMPI_File_get_type_extent(handle fh, handle datatype, wide *extent);
int PMPI_File_get_type_extent(handle fh, handle datatype, wide *extent)
{
    return error_out(wt_MPI_File_get_type_extent(SITE, file_in(fh), type_in(datatype), extent));
}
EXPORT int MPI_File_get_type_extent(handle fh, handle datatype, wide *extent) ALIAS(PMPI_File_get_type_extent);

EXPORT int PMPI_File_get_type_extent_c(handle fh, handle datatype, wide *extent);
int PMPI_File_get_type_extent_c(handle fh, handle datatype, wide *extent)
{
    return error_out(wt_MPI_File_get_type_extent_c(SITE, file_in(fh), type_in(datatype), extent));
}
EXPORT int MPI_File_get_type_extent_c(handle fh, handle datatype, wide *extent) ALIAS(PMPI_File_get_type_extent_c);

EXPORT int PMPI_File_get_view(handle fh, wide *disp, handle *etype, handle *filetype, char *datarep);
int PMPI_File_get_view(handle fh, wide *disp, handle *etype, handle *filetype, char *datarep)
{
    core etype_ = 0;
    core filetype_ = 0;
    int code = wt_MPI_File_get_view(SITE, file_in(fh), disp, etype ? &etype_ : NULL, filetype ? &filetype_ : NULL, datarep);
    if (etype_) *etype = type_out(etype_);
    if (filetype_) *filetype = type_out(filetype_);
    return error_out(code);
}
EXPORT int MPI_File_get_view(handle fh, wide *disp, handle *etype, handle *filetype, char *datarep) ALIAS(PMPI_File_get_view);

EXPORT int PMPI_File_iread(handle fh, void *buf, int count, handle datatype, handle *request);
int PMPI_File_iread(handle fh, void *buf, int count, handle datatype, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_File_iread(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_File_iread(handle fh, void *buf, int count, handle datatype, handle *request) ALIAS(PMPI_File_iread);

EXPORT int PMPI_File_iread_all(handle fh, void *buf, int count, handle datatype, handle *request);
int PMPI_File_iread_all(handle fh, void *buf, int count, handle datatype, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_File_iread_all(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_File_iread_all(handle fh, void *buf, int count, handle datatype, handle *request) ALIAS(PMPI_File_iread_all);

EXPORT int PMPI_File_iread_all_c(handle fh, void *buf, wide count, handle datatype, handle *request);
int PMPI_File_iread_all_c(handle fh, void *buf, wide count, handle datatype, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_File_iread_all_c(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_File_iread_all_c(handle fh, void *buf, wide count, handle datatype, handle *request) ALIAS(PMPI_File_iread_all_c);

EXPORT int PMPI_File_iread_at(handle fh, wide offset, void *buf, int count, handle datatype, handle *request);
int PMPI_File_iread_at(handle fh, wide offset, void *buf, int count, handle datatype, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_File_iread_at(SITE, file_in(fh), offset, buffer_in(buf), count, type_in(datatype), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_File_iread_at(handle fh, wide offset, void *buf, int count, handle datatype, handle *request) ALIAS(PMPI_File_iread_at);

EXPORT int PMPI_File_iread_at_all(handle fh, wide offset, void *buf, int count, handle datatype, handle *request);
int PMPI_File_iread_at_all(handle fh, wide offset, void *buf, int count, handle datatype, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_File_iread_at_all(SITE, file_in(fh), offset, buffer_in(buf), count, type_in(datatype), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_File_iread_at_all(handle fh, wide offset, void *buf, int count, handle datatype, handle *request) ALIAS(PMPI_File_iread_at_all);

EXPORT int PMPI_File_iread_at_all_c(handle fh, wide offset, void *buf, wide count, handle datatype, handle *request);
int PMPI_File_iread_at_all_c(handle fh, wide offset, void *buf, wide count, handle datatype, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_File_iread_at_all_c(SITE, file_in(fh), offset, buffer_in(buf), count, type_in(datatype), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_File_iread_at_all_c(handle fh, wide offset, void *buf, wide count, handle datatype, handle *request) ALIAS(PMPI_File_iread_at_all_c);

EXPORT int PMPI_File_iread_at_c(handle fh, wide offset, void *buf, wide count, handle datatype, handle *request);
int PMPI_File_iread_at_c(handle fh, wide offset, void *buf, wide count, handle datatype, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_File_iread_at_c(SITE, file_in(fh), offset, buffer_in(buf), count, type_in(datatype), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_File_iread_at_c(handle fh, wide offset, void *buf, wide count, handle datatype, handle *request) ALIAS(PMPI_File_iread_at_c);

EXPORT int PMPI_File_iread_c(handle fh, void *buf, wide count, handle datatype, handle *request);
int PMPI_File_iread_c(handle fh, void *buf, wide count, handle datatype, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_File_iread_c(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_File_iread_c(handle fh, void *buf, wide count, handle datatype, handle *request) ALIAS(PMPI_File_iread_c);

EXPORT int PMPI_File_iread_shared(handle fh, void *buf, int count, handle datatype, handle *request);
int PMPI_File_iread_shared(handle fh, void *buf, int count, handle datatype, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_File_iread_shared(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_File_iread_shared(handle fh, void *buf, int count, handle datatype, handle *request) ALIAS(PMPI_File_iread_shared);

EXPORT int PMPI_File_iread_shared_c(handle fh, void *buf, wide count, handle datatype, handle *request);
int PMPI_File_iread_shared_c(handle fh, void *buf, wide count, handle datatype, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_File_iread_shared_c(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_File_iread_shared_c(handle fh, void *buf, wide count, handle datatype, handle *request) ALIAS(PMPI_File_iread_shared_c);

EXPORT int PMPI_File_iwrite(handle fh, const void *buf, int count, handle datatype, handle *request);
int PMPI_File_iwrite(handle fh, const void *buf, int count, handle datatype, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_File_iwrite(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_File_iwrite(handle fh, const void *buf, int count, handle datatype, handle *request) ALIAS(PMPI_File_iwrite);

EXPORT int PMPI_File_iwrite_all(handle fh, const void *buf, int count, handle datatype, handle *request);
int PMPI_File_iwrite_all(handle fh, const void *buf, int count, handle datatype, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_File_iwrite_all(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_File_iwrite_all(handle fh, const void *buf, int count, handle datatype, handle *request) ALIAS(PMPI_File_iwrite_all);

EXPORT int PMPI_File_iwrite_all_c(handle fh, const void *buf, wide count, handle datatype, handle *request);
int PMPI_File_iwrite_all_c(handle fh, const void *buf, wide count, handle datatype, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_File_iwrite_all_c(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_File_iwrite_all_c(handle fh, const void *buf, wide count, handle datatype, handle *request) ALIAS(PMPI_File_iwrite_all_c);

EXPORT int PMPI_File_iwrite_at(handle fh, wide offset, const void *buf, int count, handle datatype, handle *request);
int PMPI_File_iwrite_at(handle fh, wide offset, const void *buf, int count, handle datatype, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_File_iwrite_at(SITE, file_in(fh), offset, buffer_in(buf), count, type_in(datatype), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_File_iwrite_at(handle fh, wide offset, const void *buf, int count, handle datatype, handle *request) ALIAS(PMPI_File_iwrite_at);

EXPORT int PMPI_File_iwrite_at_all(handle fh, wide offset, const void *buf, int count, handle datatype, handle *request);
int PMPI_File_iwrite_at_all(handle fh, wide offset, const void *buf, int count, handle datatype, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_File_iwrite_at_all(SITE, file_in(fh), offset, buffer_in(buf), count, type_in(datatype), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_File_iwrite_at_all(handle fh, wide offset, const void *buf, int count, handle datatype, handle *request) ALIAS(PMPI_File_iwrite_at_all);

EXPORT int PMPI_File_iwrite_at_all_c(handle fh, wide offset, const void *buf, wide count, handle datatype, handle *request);
int PMPI_File_iwrite_at_all_c(handle fh, wide offset, const void *buf, wide count, handle datatype, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_File_iwrite_at_all_c(SITE, file_in(fh), offset, buffer_in(buf), count, type_in(datatype), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_File_iwrite_at_all_c(handle fh, wide offset, const void *buf, wide count, handle datatype, handle *request) ALIAS(PMPI_File_iwrite_at_all_c);

EXPORT int PMPI_File_iwrite_at_c(handle fh, wide offset, const void *buf, wide count, handle datatype, handle *request);
int PMPI_File_iwrite_at_c(handle fh, wide offset, const void *buf, wide count, handle datatype, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_File_iwrite_at_c(SITE, file_in(fh), offset, buffer_in(buf), count, type_in(datatype), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_File_iwrite_at_c(handle fh, wide offset, const void *buf, wide count, handle datatype, handle *request) ALIAS(PMPI_File_iwrite_at_c);

EXPORT int PMPI_File_iwrite_c(handle fh, const void *buf, wide count, handle datatype, handle *request);
int PMPI_File_iwrite_c(handle fh, const void *buf, wide count, handle datatype, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_File_iwrite_c(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_File_iwrite_c(handle fh, const void *buf, wide count, handle datatype, handle *request) ALIAS(PMPI_File_iwrite_c);

EXPORT int PMPI_File_iwrite_shared(handle fh, const void *buf, int count, handle datatype, handle *request);
int PMPI_File_iwrite_shared(handle fh, const void *buf, int count, handle datatype, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_File_iwrite_shared(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_File_iwrite_shared(handle fh, const void *buf, int count, handle datatype, handle *request) ALIAS(PMPI_File_iwrite_shared);

EXPORT int PMPI_File_iwrite_shared_c(handle fh, const void *buf, wide count, handle datatype, handle *request);
int PMPI_File_iwrite_shared_c(handle fh, const void *buf, wide count, handle datatype, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_File_iwrite_shared_c(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_File_iwrite_shared_c(handle fh, const void *buf, wide count, handle datatype, handle *request) ALIAS(PMPI_File_iwrite_shared_c);

EXPORT int PMPI_File_open(handle comm, const char *filename, int amode, handle info, handle *fh);
int PMPI_File_open(handle comm, const char *filename, int amode, handle info, handle *fh)
{
    core fh_ = 0;
    int code = wt_MPI_File_open(SITE, comm_in(comm), filename, amode_in(amode), info_in(info), fh ? &fh_ : NULL);
    if (fh_) *fh = file_out(fh_);
    return error_out(code);
}
EXPORT int MPI_File_open(handle comm, const char *filename, int amode, handle info, handle *fh) ALIAS(PMPI_File_open);

EXPORT int PMPI_File_preallocate(handle fh, wide size);
int PMPI_File_preallocate(handle fh, wide size)
{
    return error_out(wt_MPI_File_preallocate(SITE, file_in(fh), size));
}
EXPORT int MPI_File_preallocate(handle fh, wide size) ALIAS(PMPI_File_preallocate);

EXPORT int PMPI_File_read(handle fh, void *buf, int count, handle datatype, struct status *status);
int PMPI_File_read(handle fh, void *buf, int count, handle datatype, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_File_read(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_File_read(handle fh, void *buf, int count, handle datatype, struct status *status) ALIAS(PMPI_File_read);

EXPORT int PMPI_File_read_all(handle fh, void *buf, int count, handle datatype, struct status *status);
int PMPI_File_read_all(handle fh, void *buf, int count, handle datatype, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_File_read_all(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_File_read_all(handle fh, void *buf, int count, handle datatype, struct status *status) ALIAS(PMPI_File_read_all);

EXPORT int PMPI_File_read_all_begin(handle fh, void *buf, int count, handle datatype);
int PMPI_File_read_all_begin(handle fh, void *buf, int count, handle datatype)
{
    return error_out(wt_MPI_File_read_all_begin(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype)));
}
EXPORT int MPI_File_read_all_begin(handle fh, void *buf, int count, handle datatype) ALIAS(PMPI_File_read_all_begin);

EXPORT int PMPI_File_read_all_begin_c(handle fh, void *buf, wide count, handle datatype);
int PMPI_File_read_all_begin_c(handle fh, void *buf, wide count, handle datatype)
{
    return error_out(wt_MPI_File_read_all_begin_c(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype)));
}
EXPORT int MPI_File_read_all_begin_c(handle fh, void *buf, wide count, handle datatype) ALIAS(PMPI_File_read_all_begin_c);

EXPORT int PMPI_File_read_all_c(handle fh, void *buf, wide count, handle datatype, struct status *status);
int PMPI_File_read_all_c(handle fh, void *buf, wide count, handle datatype, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_File_read_all_c(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_File_read_all_c(handle fh, void *buf, wide count, handle datatype, struct status *status) ALIAS(PMPI_File_read_all_c);

EXPORT int PMPI_File_read_all_end(handle fh, void *buf, struct status *status);
int PMPI_File_read_all_end(handle fh, void *buf, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_File_read_all_end(SITE, file_in(fh), buffer_in(buf), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_File_read_all_end(handle fh, void *buf, struct status *status) ALIAS(PMPI_File_read_all_end);

EXPORT int PMPI_File_read_at(handle fh, wide offset, void *buf, int count, handle datatype, struct status *status);
int PMPI_File_read_at(handle fh, wide offset, void *buf, int count, handle datatype, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_File_read_at(SITE, file_in(fh), offset, buffer_in(buf), count, type_in(datatype), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_File_read_at(handle fh, wide offset, void *buf, int count, handle datatype, struct status *status) ALIAS(PMPI_File_read_at);

EXPORT int PMPI_File_read_at_all(handle fh, wide offset, void *buf, int count, handle datatype, struct status *status);
int PMPI_File_read_at_all(handle fh, wide offset, void *buf, int count, handle datatype, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_File_read_at_all(SITE, file_in(fh), offset, buffer_in(buf), count, type_in(datatype), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_File_read_at_all(handle fh, wide offset, void *buf, int count, handle datatype, struct status *status) ALIAS(PMPI_File_read_at_all);

EXPORT int PMPI_File_read_at_all_begin(handle fh, wide offset, void *buf, int count, handle datatype);
int PMPI_File_read_at_all_begin(handle fh, wide offset, void *buf, int count, handle datatype)
{
    return error_out(wt_MPI_File_read_at_all_begin(SITE, file_in(fh), offset, buffer_in(buf), count, type_in(datatype)));
}
EXPORT int MPI_File_read_at_all_begin(handle fh, wide offset, void *buf, int count, handle datatype) ALIAS(PMPI_File_read_at_all_begin);

EXPORT int PMPI_File_read_at_all_begin_c(handle fh, wide offset, void *buf, wide count, handle datatype);
int PMPI_File_read_at_all_begin_c(handle fh, wide offset, void *buf, wide count, handle datatype)
{
    return error_out(wt_MPI_File_read_at_all_begin_c(SITE, file_in(fh), offset, buffer_in(buf), count, type_in(datatype)));
}
EXPORT int MPI_File_read_at_all_begin_c(handle fh, wide offset, void *buf, wide count, handle datatype) ALIAS(PMPI_File_read_at_all_begin_c);

EXPORT int PMPI_File_read_at_all_c(handle fh, wide offset, void *buf, wide count, handle datatype, struct status *status);
int PMPI_File_read_at_all_c(handle fh, wide offset, void *buf, wide count, handle datatype, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_File_read_at_all_c(SITE, file_in(fh), offset, buffer_in(buf), count, type_in(datatype), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_File_read_at_all_c(handle fh, wide offset, void *buf, wide count, handle datatype, struct status *status) ALIAS(PMPI_File_read_at_all_c);

EXPORT int PMPI_File_read_at_all_end(handle fh, void *buf, struct status *status);
int PMPI_File_read_at_all_end(handle fh, void *buf, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_File_read_at_all_end(SITE, file_in(fh), buffer_in(buf), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_File_read_at_all_end(handle fh, void *buf, struct status *status) ALIAS(PMPI_File_read_at_all_end);

EXPORT int PMPI_File_read_at_c(handle fh, wide offset, void *buf, wide count, handle datatype, struct status *status);
int PMPI_File_read_at_c(handle fh, wide offset, void *buf, wide count, handle datatype, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_File_read_at_c(SITE, file_in(fh), offset, buffer_in(buf), count, type_in(datatype), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_File_read_at_c(handle fh, wide offset, void *buf, wide count, handle datatype, struct status *status) ALIAS(PMPI_File_read_at_c);

EXPORT int PMPI_File_read_c(handle fh, void *buf, wide count, handle datatype, struct status *status);
int PMPI_File_read_c(handle fh, void *buf, wide count, handle datatype, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_File_read_c(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_File_read_c(handle fh, void *buf, wide count, handle datatype, struct status *status) ALIAS(PMPI_File_read_c);

EXPORT int PMPI_File_read_ordered(handle fh, void *buf, int count, handle datatype, struct status *status);
int PMPI_File_read_ordered(handle fh, void *buf, int count, handle datatype, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_File_read_ordered(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_File_read_ordered(handle fh, void *buf, int count, handle datatype, struct status *status) ALIAS(PMPI_File_read_ordered);

EXPORT int PMPI_File_read_ordered_begin(handle fh, void *buf, int count, handle datatype);
int PMPI_File_read_ordered_begin(handle fh, void *buf, int count, handle datatype)
{
    return error_out(wt_MPI_File_read_ordered_begin(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype)));
}
EXPORT int MPI_File_read_ordered_begin(handle fh, void *buf, int count, handle datatype) ALIAS(PMPI_File_read_ordered_begin);

EXPORT int PMPI_File_read_ordered_begin_c(handle fh, void *buf, wide count, handle datatype);
int PMPI_File_read_ordered_begin_c(handle fh, void *buf, wide count, handle datatype)
{
    return error_out(wt_MPI_File_read_ordered_begin_c(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype)));
}
EXPORT int MPI_File_read_ordered_begin_c(handle fh, void *buf, wide count, handle datatype) ALIAS(PMPI_File_read_ordered_begin_c);

EXPORT int PMPI_File_read_ordered_c(handle fh, void *buf, wide count, handle datatype, struct status *status);
int PMPI_File_read_ordered_c(handle fh, void *buf, wide count, handle datatype, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_File_read_ordered_c(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_File_read_ordered_c(handle fh, void *buf, wide count, handle datatype, struct status *status) ALIAS(PMPI_File_read_ordered_c);

EXPORT int PMPI_File_read_ordered_end(handle fh, void *buf, struct status *status);
int PMPI_File_read_ordered_end(handle fh, void *buf, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_File_read_ordered_end(SITE, file_in(fh), buffer_in(buf), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_File_read_ordered_end(handle fh, void *buf, struct status *status) ALIAS(PMPI_File_read_ordered_end);

EXPORT int PMPI_File_read_shared(handle fh, void *buf, int count, handle datatype, struct status *status);
int PMPI_File_read_shared(handle fh, void *buf, int count, handle datatype, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_File_read_shared(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_File_read_shared(handle fh, void *buf, int count, handle datatype, struct status *status) ALIAS(PMPI_File_read_shared);

EXPORT int PMPI_File_read_shared_c(handle fh, void *buf, wide count, handle datatype, struct status *status);
int PMPI_File_read_shared_c(handle fh, void *buf, wide count, handle datatype, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_File_read_shared_c(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_File_read_shared_c(handle fh, void *buf, wide count, handle datatype, struct status *status) ALIAS(PMPI_File_read_shared_c);

EXPORT int PMPI_File_seek(handle fh, wide offset, int whence);
int PMPI_File_seek(handle fh, wide offset, int whence)
{
    return error_out(wt_MPI_File_seek(SITE, file_in(fh), offset, seek_in(whence)));
}
EXPORT int MPI_File_seek(handle fh, wide offset, int whence) ALIAS(PMPI_File_seek);

EXPORT int PMPI_File_seek_shared(handle fh, wide offset, int whence);
int PMPI_File_seek_shared(handle fh, wide offset, int whence)
{
    return error_out(wt_MPI_File_seek_shared(SITE, file_in(fh), offset, seek_in(whence)));
}
EXPORT int MPI_File_seek_shared(handle fh, wide offset, int whence) ALIAS(PMPI_File_seek_shared);

EXPORT int PMPI_File_set_atomicity(handle fh, int flag);
int PMPI_File_set_atomicity(handle fh, int flag)
{
    return error_out(wt_MPI_File_set_atomicity(SITE, file_in(fh), flag));
}
EXPORT int MPI_File_set_atomicity(handle fh, int flag) ALIAS(PMPI_File_set_atomicity);

EXPORT int PMPI_File_set_errhandler(handle file, handle errhandler);
int PMPI_File_set_errhandler(handle file, handle errhandler)
{
    return error_out(wt_MPI_File_set_errhandler(SITE, file_in(file), errhandler_in(errhandler)));
}
EXPORT int MPI_File_set_errhandler(handle file, handle errhandler) ALIAS(PMPI_File_set_errhandler);

EXPORT int PMPI_File_set_info(handle fh, handle info);
int PMPI_File_set_info(handle fh, handle info)
{
    return error_out(wt_MPI_File_set_info(SITE, file_in(fh), info_in(info)));
}
EXPORT int MPI_File_set_info(handle fh, handle info) ALIAS(PMPI_File_set_info);

EXPORT int PMPI_File_set_size(handle fh, wide size);
int PMPI_File_set_size(handle fh, wide size)
{
    return error_out(wt_MPI_File_set_size(SITE, file_in(fh), size));
}
EXPORT int MPI_File_set_size(handle fh, wide size) ALIAS(PMPI_File_set_size);

EXPORT int PMPI_File_set_view(handle fh, wide disp, handle etype, handle filetype, const char *datarep, handle info);
int PMPI_File_set_view(handle fh, wide disp, handle etype, handle filetype, const char *datarep, handle info)
{
    return error_out(wt_MPI_File_set_view(SITE, file_in(fh), displacement_in(disp), type_in(etype), type_in(filetype), datarep, info_in(info)));
}
EXPORT int MPI_File_set_view(handle fh, wide disp, handle etype, handle filetype, const char *datarep, handle info) ALIAS(PMPI_File_set_view);

EXPORT int PMPI_File_sync(handle fh);
int PMPI_File_sync(handle fh)
{
    return error_out(wt_MPI_File_sync(SITE, file_in(fh)));
}
EXPORT int MPI_File_sync(handle fh) ALIAS(PMPI_File_sync);

EXPORT int PMPI_File_toint(handle file);
int PMPI_File_toint(handle file)
{
    return PMPI_File_c2f(file);
}
EXPORT int MPI_File_toint(handle file) ALIAS(PMPI_File_toint);

EXPORT int PMPI_File_write(handle fh, const void *buf, int count, handle datatype, struct status *status);
int PMPI_File_write(handle fh, const void *buf, int count, handle datatype, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_File_write(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_File_write(handle fh, const void *buf, int count, handle datatype, struct status *status) ALIAS(PMPI_File_write);

EXPORT int PMPI_File_write_all(handle fh, const void *buf, int count, handle datatype, struct status *status);
int PMPI_File_write_all(handle fh, const void *buf, int count, handle datatype, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_File_write_all(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_File_write_all(handle fh, const void *buf, int count, handle datatype, struct status *status) ALIAS(PMPI_File_write_all);

EXPORT int PMPI_File_write_all_begin(handle fh, const void *buf, int count, handle datatype);
int PMPI_File_write_all_begin(handle fh, const void *buf, int count, handle datatype)
{
    return error_out(wt_MPI_File_write_all_begin(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype)));
}
EXPORT int MPI_File_write_all_begin(handle fh, const void *buf, int count, handle datatype) ALIAS(PMPI_File_write_all_begin);

EXPORT int PMPI_File_write_all_begin_c(handle fh, const void *buf, wide count, handle datatype);
int PMPI_File_write_all_begin_c(handle fh, const void *buf, wide count, handle datatype)
{
    return error_out(wt_MPI_File_write_all_begin_c(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype)));
}
EXPORT int MPI_File_write_all_begin_c(handle fh, const void *buf, wide count, handle datatype) ALIAS(PMPI_File_write_all_begin_c);

EXPORT int PMPI_File_write_all_c(handle fh, const void *buf, wide count, handle datatype, struct status *status);
int PMPI_File_write_all_c(handle fh, const void *buf, wide count, handle datatype, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_File_write_all_c(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_File_write_all_c(handle fh, const void *buf, wide count, handle datatype, struct status *status) ALIAS(PMPI_File_write_all_c);

EXPORT int PMPI_File_write_all_end(handle fh, const void *buf, struct status *status);
int PMPI_File_write_all_end(handle fh, const void *buf, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_File_write_all_end(SITE, file_in(fh), buffer_in(buf), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_File_write_all_end(handle fh, const void *buf, struct status *status) ALIAS(PMPI_File_write_all_end);

EXPORT int PMPI_File_write_at(handle fh, wide offset, const void *buf, int count, handle datatype, struct status *status);
int PMPI_File_write_at(handle fh, wide offset, const void *buf, int count, handle datatype, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_File_write_at(SITE, file_in(fh), offset, buffer_in(buf), count, type_in(datatype), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_File_write_at(handle fh, wide offset, const void *buf, int count, handle datatype, struct status *status) ALIAS(PMPI_File_write_at);

EXPORT int PMPI_File_write_at_all(handle fh, wide offset, const void *buf, int count, handle datatype, struct status *status);
int PMPI_File_write_at_all(handle fh, wide offset, const void *buf, int count, handle datatype, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_File_write_at_all(SITE, file_in(fh), offset, buffer_in(buf), count, type_in(datatype), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_File_write_at_all(handle fh, wide offset, const void *buf, int count, handle datatype, struct status *status) ALIAS(PMPI_File_write_at_all);

EXPORT int PMPI_File_write_at_all_begin(handle fh, wide offset, const void *buf, int count, handle datatype);
int PMPI_File_write_at_all_begin(handle fh, wide offset, const void *buf, int count, handle datatype)
{
    return error_out(wt_MPI_File_write_at_all_begin(SITE, file_in(fh), offset, buffer_in(buf), count, type_in(datatype)));
}
EXPORT int MPI_File_write_at_all_begin(handle fh, wide offset, const void *buf, int count, handle datatype) ALIAS(PMPI_File_write_at_all_begin);

EXPORT int PMPI_File_write_at_all_begin_c(handle fh, wide offset, const void *buf, wide count, handle datatype);
int PMPI_File_write_at_all_begin_c(handle fh, wide offset, const void *buf, wide count, handle datatype)
{
    return error_out(wt_MPI_File_write_at_all_begin_c(SITE, file_in(fh), offset, buffer_in(buf), count, type_in(datatype)));
}
EXPORT int MPI_File_write_at_all_begin_c(handle fh, wide offset, const void *buf, wide count, handle datatype) ALIAS(PMPI_File_write_at_all_begin_c);

EXPORT int PMPI_File_write_at_all_c(handle fh, wide offset, const void *buf, wide count, handle datatype, struct status *status);
int PMPI_File_write_at_all_c(handle fh, wide offset, const void *buf, wide count, handle datatype, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_File_write_at_all_c(SITE, file_in(fh), offset, buffer_in(buf), count, type_in(datatype), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_File_write_at_all_c(handle fh, wide offset, const void *buf, wide count, handle datatype, struct status *status) ALIAS(PMPI_File_write_at_all_c);

EXPORT int PMPI_File_write_at_all_end(handle fh, const void *buf, struct status *status);
int PMPI_File_write_at_all_end(handle fh, const void *buf, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_File_write_at_all_end(SITE, file_in(fh), buffer_in(buf), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_File_write_at_all_end(handle fh, const void *buf, struct status *status) ALIAS(PMPI_File_write_at_all_end);

EXPORT int PMPI_File_write_at_c(handle fh, wide offset, const void *buf, wide count, handle datatype, struct status *status);
int PMPI_File_write_at_c(handle fh, wide offset, const void *buf, wide count, handle datatype, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_File_write_at_c(SITE, file_in(fh), offset, buffer_in(buf), count, type_in(datatype), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_File_write_at_c(handle fh, wide offset, const void *buf, wide count, handle datatype, struct status *status) ALIAS(PMPI_File_write_at_c);

EXPORT int PMPI_File_write_c(handle fh, const void *buf, wide count, handle datatype, struct status *status);
int PMPI_File_write_c(handle fh, const void *buf, wide count, handle datatype, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_File_write_c(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_File_write_c(handle fh, const void *buf, wide count, handle datatype, struct status *status) ALIAS(PMPI_File_write_c);

EXPORT int PMPI_File_write_ordered(handle fh, const void *buf, int count, handle datatype, struct status *status);
int PMPI_File_write_ordered(handle fh, const void *buf, int count, handle datatype, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_File_write_ordered(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_File_write_ordered(handle fh, const void *buf, int count, handle datatype, struct status *status) ALIAS(PMPI_File_write_ordered);

EXPORT int PMPI_File_write_ordered_begin(handle fh, const void *buf, int count, handle datatype);
int PMPI_File_write_ordered_begin(handle fh, const void *buf, int count, handle datatype)
{
    return error_out(wt_MPI_File_write_ordered_begin(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype)));
}
EXPORT int MPI_File_write_ordered_begin(handle fh, const void *buf, int count, handle datatype) ALIAS(PMPI_File_write_ordered_begin);

EXPORT int PMPI_File_write_ordered_begin_c(handle fh, const void *buf, wide count, handle datatype);
int PMPI_File_write_ordered_begin_c(handle fh, const void *buf, wide count, handle datatype)
{
    return error_out(wt_MPI_File_write_ordered_begin_c(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype)));
}
EXPORT int MPI_File_write_ordered_begin_c(handle fh, const void *buf, wide count, handle datatype) ALIAS(PMPI_File_write_ordered_begin_c);

EXPORT int PMPI_File_write_ordered_c(handle fh, const void *buf, wide count, handle datatype, struct status *status);
int PMPI_File_write_ordered_c(handle fh, const void *buf, wide count, handle datatype, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_File_write_ordered_c(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_File_write_ordered_c(handle fh, const void *buf, wide count, handle datatype, struct status *status) ALIAS(PMPI_File_write_ordered_c);

EXPORT int PMPI_File_write_ordered_end(handle fh, const void *buf, struct status *status);
int PMPI_File_write_ordered_end(handle fh, const void *buf, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_File_write_ordered_end(SITE, file_in(fh), buffer_in(buf), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_File_write_ordered_end(handle fh, const void *buf, struct status *status) ALIAS(PMPI_File_write_ordered_end);

EXPORT int PMPI_File_write_shared(handle fh, const void *buf, int count, handle datatype, struct status *status);
int PMPI_File_write_shared(handle fh, const void *buf, int count, handle datatype, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_File_write_shared(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_File_write_shared(handle fh, const void *buf, int count, handle datatype, struct status *status) ALIAS(PMPI_File_write_shared);

EXPORT int PMPI_File_write_shared_c(handle fh, const void *buf, wide count, handle datatype, struct status *status);
int PMPI_File_write_shared_c(handle fh, const void *buf, wide count, handle datatype, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_File_write_shared_c(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_File_write_shared_c(handle fh, const void *buf, wide count, handle datatype, struct status *status) ALIAS(PMPI_File_write_shared_c);

EXPORT int PMPI_Finalize(void);
int PMPI_Finalize(void)
{
    return error_out(wt_MPI_Finalize(SITE));
}
EXPORT int MPI_Finalize(void) ALIAS(PMPI_Finalize);

EXPORT int PMPI_Finalized(int *flag);
int PMPI_Finalized(int *flag)
{
    return error_out(wt_MPI_Finalized(SITE, flag));
}
EXPORT int MPI_Finalized(int *flag) ALIAS(PMPI_Finalized);

EXPORT int PMPI_Free_mem(void *base);
int PMPI_Free_mem(void *base)
{
    return error_out(wt_MPI_Free_mem(SITE, buffer_in(base)));
}
EXPORT int MPI_Free_mem(void *base) ALIAS(PMPI_Free_mem);

EXPORT int PMPI_Gather(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, int root, handle comm);
int PMPI_Gather(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, int root, handle comm)
{
    return error_out(wt_MPI_Gather(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(root), comm_in(comm)));
}
EXPORT int MPI_Gather(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, int root, handle comm) ALIAS(PMPI_Gather);

EXPORT int PMPI_Gather_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, wide recvcount, handle recvtype, int root, handle comm);
int PMPI_Gather_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, wide recvcount, handle recvtype, int root, handle comm)
{
    return error_out(wt_MPI_Gather_c(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(root), comm_in(comm)));
}
EXPORT int MPI_Gather_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, wide recvcount, handle recvtype, int root, handle comm) ALIAS(PMPI_Gather_c);

EXPORT int PMPI_Gather_init(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, int root, handle comm, handle info, handle *request);
int PMPI_Gather_init(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, int root, handle comm, handle info, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Gather_init(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(root), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Gather_init(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, int root, handle comm, handle info, handle *request) ALIAS(PMPI_Gather_init);

EXPORT int PMPI_Gather_init_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, wide recvcount, handle recvtype, int root, handle comm, handle info, handle *request);
int PMPI_Gather_init_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, wide recvcount, handle recvtype, int root, handle comm, handle info, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Gather_init_c(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(root), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Gather_init_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, wide recvcount, handle recvtype, int root, handle comm, handle info, handle *request) ALIAS(PMPI_Gather_init_c);

EXPORT int PMPI_Gatherv(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, const int recvcounts[], const int displs[], handle recvtype, int root, handle comm);
int PMPI_Gatherv(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, const int recvcounts[], const int displs[], handle recvtype, int root, handle comm)
{
    return error_out(wt_MPI_Gatherv(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcounts, displs, type_in(recvtype), rank_in(root), comm_in(comm)));
}
EXPORT int MPI_Gatherv(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, const int recvcounts[], const int displs[], handle recvtype, int root, handle comm) ALIAS(PMPI_Gatherv);

EXPORT int PMPI_Gatherv_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], handle recvtype, int root, handle comm);
int PMPI_Gatherv_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], handle recvtype, int root, handle comm)
{
    return error_out(wt_MPI_Gatherv_c(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcounts, displs, type_in(recvtype), rank_in(root), comm_in(comm)));
}
EXPORT int MPI_Gatherv_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], handle recvtype, int root, handle comm) ALIAS(PMPI_Gatherv_c);

EXPORT int PMPI_Gatherv_init(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, const int recvcounts[], const int displs[], handle recvtype, int root, handle comm, handle info, handle *request);
int PMPI_Gatherv_init(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, const int recvcounts[], const int displs[], handle recvtype, int root, handle comm, handle info, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Gatherv_init(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcounts, displs, type_in(recvtype), rank_in(root), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Gatherv_init(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, const int recvcounts[], const int displs[], handle recvtype, int root, handle comm, handle info, handle *request) ALIAS(PMPI_Gatherv_init);

EXPORT int PMPI_Gatherv_init_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], handle recvtype, int root, handle comm, handle info, handle *request);
int PMPI_Gatherv_init_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], handle recvtype, int root, handle comm, handle info, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Gatherv_init_c(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcounts, displs, type_in(recvtype), rank_in(root), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Gatherv_init_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], handle recvtype, int root, handle comm, handle info, handle *request) ALIAS(PMPI_Gatherv_init_c);

EXPORT int PMPI_Get(void *origin_addr, int origin_count, handle origin_datatype, int target_rank, wide target_disp, int target_count, handle target_datatype, handle win);
int PMPI_Get(void *origin_addr, int origin_count, handle origin_datatype, int target_rank, wide target_disp, int target_count, handle target_datatype, handle win)
{
    return error_out(wt_MPI_Get(SITE, buffer_in(origin_addr), origin_count, type_in(origin_datatype), rank_in(target_rank), target_disp, target_count, type_in(target_datatype), win_in(win)));
}
EXPORT int MPI_Get(void *origin_addr, int origin_count, handle origin_datatype, int target_rank, wide target_disp, int target_count, handle target_datatype, handle win) ALIAS(PMPI_Get);

EXPORT int PMPI_Get_accumulate(const void *origin_addr, int origin_count, handle origin_datatype, void *result_addr, int result_count, handle result_datatype, int target_rank, wide target_disp, int target_count, handle target_datatype, handle op, handle win);
int PMPI_Get_accumulate(const void *origin_addr, int origin_count, handle origin_datatype, void *result_addr, int result_count, handle result_datatype, int target_rank, wide target_disp, int target_count, handle target_datatype, handle op, handle win)
{
    return error_out(wt_MPI_Get_accumulate(SITE, buffer_in(origin_addr), origin_count, type_in(origin_datatype), buffer_in(result_addr), result_count, type_in(result_datatype), rank_in(target_rank), target_disp, target_count, type_in(target_datatype), op_in(op), win_in(win)));
}
EXPORT int MPI_Get_accumulate(const void *origin_addr, int origin_count, handle origin_datatype, void *result_addr, int result_count, handle result_datatype, int target_rank, wide target_disp, int target_count, handle target_datatype, handle op, handle win) ALIAS(PMPI_Get_accumulate);

EXPORT int PMPI_Get_accumulate_c(const void *origin_addr, wide origin_count, handle origin_datatype, void *result_addr, wide result_count, handle result_datatype, int target_rank, wide target_disp, wide target_count, handle target_datatype, handle op, handle win);
int PMPI_Get_accumulate_c(const void *origin_addr, wide origin_count, handle origin_datatype, void *result_addr, wide result_count, handle result_datatype, int target_rank, wide target_disp, wide target_count, handle target_datatype, handle op, handle win)
{
    return error_out(wt_MPI_Get_accumulate_c(SITE, buffer_in(origin_addr), origin_count, type_in(origin_datatype), buffer_in(result_addr), result_count, type_in(result_datatype), rank_in(target_rank), target_disp, target_count, type_in(target_datatype), op_in(op), win_in(win)));
}
EXPORT int MPI_Get_accumulate_c(const void *origin_addr, wide origin_count, handle origin_datatype, void *result_addr, wide result_count, handle result_datatype, int target_rank, wide target_disp, wide target_count, handle target_datatype, handle op, handle win) ALIAS(PMPI_Get_accumulate_c);

EXPORT int PMPI_Get_address(const void *location, wide *address);
int PMPI_Get_address(const void *location, wide *address)
{
    return error_out(wt_MPI_Get_address(SITE, location, address));
}
EXPORT int MPI_Get_address(const void *location, wide *address) ALIAS(PMPI_Get_address);

EXPORT int PMPI_Get_c(void *origin_addr, wide origin_count, handle origin_datatype, int target_rank, wide target_disp, wide target_count, handle target_datatype, handle win);
int PMPI_Get_c(void *origin_addr, wide origin_count, handle origin_datatype, int target_rank, wide target_disp, wide target_count, handle target_datatype, handle win)
{
    return error_out(wt_MPI_Get_c(SITE, buffer_in(origin_addr), origin_count, type_in(origin_datatype), rank_in(target_rank), target_disp, target_count, type_in(target_datatype), win_in(win)));
}
EXPORT int MPI_Get_c(void *origin_addr, wide origin_count, handle origin_datatype, int target_rank, wide target_disp, wide target_count, handle target_datatype, handle win) ALIAS(PMPI_Get_c);

EXPORT int PMPI_Get_count(const struct status *status, handle datatype, int *count);
int PMPI_Get_count(const struct status *status, handle datatype, int *count)
{
    struct core_status status_ = {0};
    if (!ignored(status)) status_ = status_in(status);
    return error_out(wt_MPI_Get_count(SITE, ignored(status) ? NULL : &status_, type_in(datatype), count));
}
EXPORT int MPI_Get_count(const struct status *status, handle datatype, int *count) ALIAS(PMPI_Get_count);

EXPORT int PMPI_Get_count_c(const struct status *status, handle datatype, wide *count);
int PMPI_Get_count_c(const struct status *status, handle datatype, wide *count)
{
    struct core_status status_ = {0};
    if (!ignored(status)) status_ = status_in(status);
    return error_out(wt_MPI_Get_count_c(SITE, ignored(status) ? NULL : &status_, type_in(datatype), count));
}
EXPORT int MPI_Get_count_c(const struct status *status, handle datatype, wide *count) ALIAS(PMPI_Get_count_c);

EXPORT int PMPI_Get_elements(const struct status *status, handle datatype, int *count);
int PMPI_Get_elements(const struct status *status, handle datatype, int *count)
{
    struct core_status status_ = {0};
    if (!ignored(status)) status_ = status_in(status);
    return error_out(wt_MPI_Get_elements(SITE, ignored(status) ? NULL : &status_, type_in(datatype), count));
}
EXPORT int MPI_Get_elements(const struct status *status, handle datatype, int *count) ALIAS(PMPI_Get_elements);

EXPORT int PMPI_Get_elements_c(const struct status *status, handle datatype, wide *count);
int PMPI_Get_elements_c(const struct status *status, handle datatype, wide *count)
{
    struct core_status status_ = {0};
    if (!ignored(status)) status_ = status_in(status);
    return error_out(wt_MPI_Get_elements_c(SITE, ignored(status) ? NULL : &status_, type_in(datatype), count));
}
EXPORT int MPI_Get_elements_c(const struct status *status, handle datatype, wide *count) ALIAS(PMPI_Get_elements_c);

EXPORT int PMPI_Get_elements_x(const struct status *status, handle datatype, wide *count);
int PMPI_Get_elements_x(const struct status *status, handle datatype, wide *count)
{
    struct core_status status_ = {0};
    if (!ignored(status)) status_ = status_in(status);
    return error_out(wt_MPI_Get_elements_x(SITE, ignored(status) ? NULL : &status_, type_in(datatype), count));
}
EXPORT int MPI_Get_elements_x(const struct status *status, handle datatype, wide *count) ALIAS(PMPI_Get_elements_x);

EXPORT int PMPI_Get_hw_resource_info(handle *hw_info);
int PMPI_Get_hw_resource_info(handle *hw_info)
{
    core hw_info_ = 0;
    int code = wt_MPI_Get_hw_resource_info(SITE, hw_info ? &hw_info_ : NULL);
    if (hw_info_) *hw_info = info_out(hw_info_);
    return error_out(code);
}
EXPORT int MPI_Get_hw_resource_info(handle *hw_info) ALIAS(PMPI_Get_hw_resource_info);

EXPORT int PMPI_Get_library_version(char *version, int *resultlen);
int PMPI_Get_library_version(char *version, int *resultlen)
{
    char whole[8192]; /* the standard ABI's limit; it is 256 here */
    int length = 0;
    int code = wt_MPI_Get_library_version(SITE, version ? whole : NULL, &length);
    if (code == 0) {
        if (length > 255) length = 255;
        memcpy(version, whole, (size_t)length);
        version[length] = 0;
        if (resultlen) *resultlen = length;
    }
    return error_out(code);
}
EXPORT int MPI_Get_library_version(char *version, int *resultlen) ALIAS(PMPI_Get_library_version);

EXPORT int PMPI_Get_processor_name(char *name, int *resultlen);
int PMPI_Get_processor_name(char *name, int *resultlen)
{
    return error_out(wt_MPI_Get_processor_name(SITE, name, resultlen));
}
EXPORT int MPI_Get_processor_name(char *name, int *resultlen) ALIAS(PMPI_Get_processor_name);

EXPORT int PMPI_Get_version(int *version, int *subversion);
int PMPI_Get_version(int *version, int *subversion)
{
    int code = wt_MPI_Get_version(SITE, version, subversion);
    if (code == 0) *version = 3, *subversion = 1;
    return error_out(code);
}
EXPORT int MPI_Get_version(int *version, int *subversion) ALIAS(PMPI_Get_version);

EXPORT int PMPI_Graph_create(handle comm_old, int nnodes, const int index[], const int edges[], int reorder, handle *comm_graph);
int PMPI_Graph_create(handle comm_old, int nnodes, const int index[], const int edges[], int reorder, handle *comm_graph)
{
    core comm_graph_ = 0;
    int code = wt_MPI_Graph_create(SITE, comm_in(comm_old), nnodes, index, edges, reorder, comm_graph ? &comm_graph_ : NULL);
    if (comm_graph_) *comm_graph = comm_out(comm_graph_);
    return error_out(code);
}
EXPORT int MPI_Graph_create(handle comm_old, int nnodes, const int index[], const int edges[], int reorder, handle *comm_graph) ALIAS(PMPI_Graph_create);

EXPORT int PMPI_Graph_get(handle comm, int maxindex, int maxedges, int index[], int edges[]);
int PMPI_Graph_get(handle comm, int maxindex, int maxedges, int index[], int edges[])
{
    return error_out(wt_MPI_Graph_get(SITE, comm_in(comm), maxindex, maxedges, index, edges));
}
EXPORT int MPI_Graph_get(handle comm, int maxindex, int maxedges, int index[], int edges[]) ALIAS(PMPI_Graph_get);

EXPORT int PMPI_Graph_map(handle comm, int nnodes, const int index[], const int edges[], int *newrank);
int PMPI_Graph_map(handle comm, int nnodes, const int index[], const int edges[], int *newrank)
{
    int code = wt_MPI_Graph_map(SITE, comm_in(comm), nnodes, index, edges, newrank);
    if (code == 0 && newrank) *newrank = rank_out(*newrank);
    return error_out(code);
}
EXPORT int MPI_Graph_map(handle comm, int nnodes, const int index[], const int edges[], int *newrank) ALIAS(PMPI_Graph_map);

EXPORT int PMPI_Graph_neighbors(handle comm, int rank, int maxneighbors, int neighbors[]);
int PMPI_Graph_neighbors(handle comm, int rank, int maxneighbors, int neighbors[])
{
    return error_out(wt_MPI_Graph_neighbors(SITE, comm_in(comm), rank_in(rank), maxneighbors, neighbors));
}
EXPORT int MPI_Graph_neighbors(handle comm, int rank, int maxneighbors, int neighbors[]) ALIAS(PMPI_Graph_neighbors);

EXPORT int PMPI_Graph_neighbors_count(handle comm, int rank, int *nneighbors);
int PMPI_Graph_neighbors_count(handle comm, int rank, int *nneighbors)
{
    return error_out(wt_MPI_Graph_neighbors_count(SITE, comm_in(comm), rank_in(rank), nneighbors));
}
EXPORT int MPI_Graph_neighbors_count(handle comm, int rank, int *nneighbors) ALIAS(PMPI_Graph_neighbors_count);

EXPORT int PMPI_Graphdims_get(handle comm, int *nnodes, int *nedges);
int PMPI_Graphdims_get(handle comm, int *nnodes, int *nedges)
{
    return error_out(wt_MPI_Graphdims_get(SITE, comm_in(comm), nnodes, nedges));
}
EXPORT int MPI_Graphdims_get(handle comm, int *nnodes, int *nedges) ALIAS(PMPI_Graphdims_get);

EXPORT int PMPI_Grequest_complete(handle request);
int PMPI_Grequest_complete(handle request)
{
    return error_out(wt_MPI_Grequest_complete(SITE, request_in(request)));
}
EXPORT int MPI_Grequest_complete(handle request) ALIAS(PMPI_Grequest_complete);

EXPORT int PMPI_Grequest_start(void *query_fn, void *free_fn, void *cancel_fn, void *extra_state, handle *request);
int PMPI_Grequest_start(void *query_fn, void *free_fn, void *cancel_fn, void *extra_state, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Grequest_start(SITE, query_fn, free_fn, cancel_fn, extra_state, request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Grequest_start(void *query_fn, void *free_fn, void *cancel_fn, void *extra_state, handle *request) ALIAS(PMPI_Grequest_start);

EXPORT int PMPI_Group_compare(handle group1, handle group2, int *result);
int PMPI_Group_compare(handle group1, handle group2, int *result)
{
    int code = wt_MPI_Group_compare(SITE, group_in(group1), group_in(group2), result);
    if (code == 0 && result) *result = comparison_out(*result);
    return error_out(code);
}
EXPORT int MPI_Group_compare(handle group1, handle group2, int *result) ALIAS(PMPI_Group_compare);

EXPORT int PMPI_Group_difference(handle group1, handle group2, handle *newgroup);
int PMPI_Group_difference(handle group1, handle group2, handle *newgroup)
{
    core newgroup_ = 0;
    int code = wt_MPI_Group_difference(SITE, group_in(group1), group_in(group2), newgroup ? &newgroup_ : NULL);
    if (newgroup_) *newgroup = group_out(newgroup_);
    return error_out(code);
}
EXPORT int MPI_Group_difference(handle group1, handle group2, handle *newgroup) ALIAS(PMPI_Group_difference);

EXPORT int PMPI_Group_excl(handle group, int n, const int ranks[], handle *newgroup);
int PMPI_Group_excl(handle group, int n, const int ranks[], handle *newgroup)
{
    core newgroup_ = 0;
    int code = wt_MPI_Group_excl(SITE, group_in(group), n, ranks, newgroup ? &newgroup_ : NULL);
    if (newgroup_) *newgroup = group_out(newgroup_);
    return error_out(code);
}
EXPORT int MPI_Group_excl(handle group, int n, const int ranks[], handle *newgroup) ALIAS(PMPI_Group_excl);

EXPORT int PMPI_Group_free(handle *group);
int PMPI_Group_free(handle *group)
{
    core group_ = group ? group_in(*group) : 0;
    int code = wt_MPI_Group_free(SITE, group ? &group_ : NULL);
    if (group_) *group = group_out(group_);
    return error_out(code);
}
EXPORT int MPI_Group_free(handle *group) ALIAS(PMPI_Group_free);

EXPORT int PMPI_Group_from_session_pset(handle session, const char *pset_name, handle *newgroup);
int PMPI_Group_from_session_pset(handle session, const char *pset_name, handle *newgroup)
{
    core newgroup_ = 0;
    int code = wt_MPI_Group_from_session_pset(SITE, session_in(session), pset_name, newgroup ? &newgroup_ : NULL);
    if (newgroup_) *newgroup = group_out(newgroup_);
    return error_out(code);
}
EXPORT int MPI_Group_from_session_pset(handle session, const char *pset_name, handle *newgroup) ALIAS(PMPI_Group_from_session_pset);

EXPORT handle PMPI_Group_fromint(int group);
handle PMPI_Group_fromint(int group)
{
    return PMPI_Group_f2c(group);
}
EXPORT handle MPI_Group_fromint(int group) ALIAS(PMPI_Group_fromint);

EXPORT int PMPI_Group_incl(handle group, int n, const int ranks[], handle *newgroup);
int PMPI_Group_incl(handle group, int n, const int ranks[], handle *newgroup)
{
    core newgroup_ = 0;
    int code = wt_MPI_Group_incl(SITE, group_in(group), n, ranks, newgroup ? &newgroup_ : NULL);
    if (newgroup_) *newgroup = group_out(newgroup_);
    return error_out(code);
}
EXPORT int MPI_Group_incl(handle group, int n, const int ranks[], handle *newgroup) ALIAS(PMPI_Group_incl);

EXPORT int PMPI_Group_intersection(handle group1, handle group2, handle *newgroup);
int PMPI_Group_intersection(handle group1, handle group2, handle *newgroup)
{
    core newgroup_ = 0;
    int code = wt_MPI_Group_intersection(SITE, group_in(group1), group_in(group2), newgroup ? &newgroup_ : NULL);
    if (newgroup_) *newgroup = group_out(newgroup_);
    return error_out(code);
}
EXPORT int MPI_Group_intersection(handle group1, handle group2, handle *newgroup) ALIAS(PMPI_Group_intersection);

EXPORT int PMPI_Group_range_excl(handle group, int n, int ranges[][3], handle *newgroup);
int PMPI_Group_range_excl(handle group, int n, int ranges[][3], handle *newgroup)
{
    core newgroup_ = 0;
    int code = wt_MPI_Group_range_excl(SITE, group_in(group), n, ranges, newgroup ? &newgroup_ : NULL);
    if (newgroup_) *newgroup = group_out(newgroup_);
    return error_out(code);
}
EXPORT int MPI_Group_range_excl(handle group, int n, int ranges[][3], handle *newgroup) ALIAS(PMPI_Group_range_excl);

EXPORT int PMPI_Group_range_incl(handle group, int n, int ranges[][3], handle *newgroup);
int PMPI_Group_range_incl(handle group, int n, int ranges[][3], handle *newgroup)
{
    core newgroup_ = 0;
    int code = wt_MPI_Group_range_incl(SITE, group_in(group), n, ranges, newgroup ? &newgroup_ : NULL);
    if (newgroup_) *newgroup = group_out(newgroup_);
    return error_out(code);
}
EXPORT int MPI_Group_range_incl(handle group, int n, int ranges[][3], handle *newgroup) ALIAS(PMPI_Group_range_incl);

EXPORT int PMPI_Group_rank(handle group, int *rank);
int PMPI_Group_rank(handle group, int *rank)
{
    int code = wt_MPI_Group_rank(SITE, group_in(group), rank);
    if (code == 0 && rank) *rank = rank_out(*rank);
    return error_out(code);
}
EXPORT int MPI_Group_rank(handle group, int *rank) ALIAS(PMPI_Group_rank);

EXPORT int PMPI_Group_size(handle group, int *size);
int PMPI_Group_size(handle group, int *size)
{
    return error_out(wt_MPI_Group_size(SITE, group_in(group), size));
}
EXPORT int MPI_Group_size(handle group, int *size) ALIAS(PMPI_Group_size);

EXPORT int PMPI_Group_toint(handle group);
int PMPI_Group_toint(handle group)
{
    return PMPI_Group_c2f(group);
}
EXPORT int MPI_Group_toint(handle group) ALIAS(PMPI_Group_toint);

EXPORT int PMPI_Group_translate_ranks(handle group1, int n, const int ranks1[], handle group2, int ranks2[]);
int PMPI_Group_translate_ranks(handle group1, int n, const int ranks1[], handle group2, int ranks2[])
{
    int ranks1_count = ranks1 ? clamped(n) : 0;
    SCRATCH(int, ranks1_, ranks1_count, 32);
    for (int i = 0; i < ranks1_count; i++) ranks1_[i] = rank_in(ranks1[i]);
    int code = wt_MPI_Group_translate_ranks(SITE, group_in(group1), n, ranks1 ? ranks1_ : NULL, group_in(group2), ranks2);
    for (int i = 0; code == 0 && ranks2 && i < clamped(n); i++) ranks2[i] = rank_out(ranks2[i]);
    RELEASE(ranks1_);
    return error_out(code);
}
EXPORT int MPI_Group_translate_ranks(handle group1, int n, const int ranks1[], handle group2, int ranks2[]) ALIAS(PMPI_Group_translate_ranks);

EXPORT int PMPI_Group_union(handle group1, handle group2, handle *newgroup);
int PMPI_Group_union(handle group1, handle group2, handle *newgroup)
{
    core newgroup_ = 0;
    int code = wt_MPI_Group_union(SITE, group_in(group1), group_in(group2), newgroup ? &newgroup_ : NULL);
    if (newgroup_) *newgroup = group_out(newgroup_);
    return error_out(code);
}
EXPORT int MPI_Group_union(handle group1, handle group2, handle *newgroup) ALIAS(PMPI_Group_union);

EXPORT int PMPI_Iallgather(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, handle comm, handle *request);
int PMPI_Iallgather(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Iallgather(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Iallgather(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, handle comm, handle *request) ALIAS(PMPI_Iallgather);

EXPORT int PMPI_Iallgather_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, wide recvcount, handle recvtype, handle comm, handle *request);
int PMPI_Iallgather_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, wide recvcount, handle recvtype, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Iallgather_c(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Iallgather_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, wide recvcount, handle recvtype, handle comm, handle *request) ALIAS(PMPI_Iallgather_c);

EXPORT int PMPI_Iallgatherv(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, const int recvcounts[], const int displs[], handle recvtype, handle comm, handle *request);
int PMPI_Iallgatherv(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, const int recvcounts[], const int displs[], handle recvtype, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Iallgatherv(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcounts, displs, type_in(recvtype), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Iallgatherv(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, const int recvcounts[], const int displs[], handle recvtype, handle comm, handle *request) ALIAS(PMPI_Iallgatherv);

EXPORT int PMPI_Iallgatherv_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], handle recvtype, handle comm, handle *request);
int PMPI_Iallgatherv_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], handle recvtype, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Iallgatherv_c(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcounts, displs, type_in(recvtype), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Iallgatherv_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], handle recvtype, handle comm, handle *request) ALIAS(PMPI_Iallgatherv_c);

EXPORT int PMPI_Iallreduce(const void *sendbuf, void *recvbuf, int count, handle datatype, handle op, handle comm, handle *request);
int PMPI_Iallreduce(const void *sendbuf, void *recvbuf, int count, handle datatype, handle op, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Iallreduce(SITE, buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Iallreduce(const void *sendbuf, void *recvbuf, int count, handle datatype, handle op, handle comm, handle *request) ALIAS(PMPI_Iallreduce);

EXPORT int PMPI_Iallreduce_c(const void *sendbuf, void *recvbuf, wide count, handle datatype, handle op, handle comm, handle *request);
int PMPI_Iallreduce_c(const void *sendbuf, void *recvbuf, wide count, handle datatype, handle op, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Iallreduce_c(SITE, buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Iallreduce_c(const void *sendbuf, void *recvbuf, wide count, handle datatype, handle op, handle comm, handle *request) ALIAS(PMPI_Iallreduce_c);

EXPORT int PMPI_Ialltoall(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, handle comm, handle *request);
int PMPI_Ialltoall(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Ialltoall(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Ialltoall(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, handle comm, handle *request) ALIAS(PMPI_Ialltoall);

EXPORT int PMPI_Ialltoall_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, wide recvcount, handle recvtype, handle comm, handle *request);
int PMPI_Ialltoall_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, wide recvcount, handle recvtype, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Ialltoall_c(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Ialltoall_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, wide recvcount, handle recvtype, handle comm, handle *request) ALIAS(PMPI_Ialltoall_c);

EXPORT int PMPI_Ialltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], handle sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], handle recvtype, handle comm, handle *request);
int PMPI_Ialltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], handle sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], handle recvtype, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Ialltoallv(SITE, buffer_in(sendbuf), sendcounts, sdispls, type_in(sendtype), buffer_in(recvbuf), recvcounts, rdispls, type_in(recvtype), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Ialltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], handle sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], handle recvtype, handle comm, handle *request) ALIAS(PMPI_Ialltoallv);

EXPORT int PMPI_Ialltoallv_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], handle sendtype, void *recvbuf, const wide recvcounts[], const wide rdispls[], handle recvtype, handle comm, handle *request);
int PMPI_Ialltoallv_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], handle sendtype, void *recvbuf, const wide recvcounts[], const wide rdispls[], handle recvtype, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Ialltoallv_c(SITE, buffer_in(sendbuf), sendcounts, sdispls, type_in(sendtype), buffer_in(recvbuf), recvcounts, rdispls, type_in(recvtype), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Ialltoallv_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], handle sendtype, void *recvbuf, const wide recvcounts[], const wide rdispls[], handle recvtype, handle comm, handle *request) ALIAS(PMPI_Ialltoallv_c);

EXPORT int PMPI_Ialltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[], const handle sendtypes[], void *recvbuf, const int recvcounts[], const int rdispls[], const handle recvtypes[], handle comm, handle *request);
int PMPI_Ialltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[], const handle sendtypes[], void *recvbuf, const int recvcounts[], const int rdispls[], const handle recvtypes[], handle comm, handle *request)
{
    int sendtypes_count = sendtypes ? sendbuf == (void *)1 ? 0 : wt_peers(comm_in(comm)) : 0;
    SCRATCH(core, sendtypes_, sendtypes_count, 32);
    for (int i = 0; i < sendtypes_count; i++) sendtypes_[i] = type_in(sendtypes[i]);
    int recvtypes_count = recvtypes ? wt_peers(comm_in(comm)) : 0;
    SCRATCH(core, recvtypes_, recvtypes_count, 32);
    for (int i = 0; i < recvtypes_count; i++) recvtypes_[i] = type_in(recvtypes[i]);
    core request_ = 0;
    int code = wt_MPI_Ialltoallw(SITE, buffer_in(sendbuf), sendcounts, sdispls, sendtypes ? sendtypes_ : NULL, buffer_in(recvbuf), recvcounts, rdispls, recvtypes ? recvtypes_ : NULL, comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    RELEASE(sendtypes_);
    RELEASE(recvtypes_);
    return error_out(code);
}
EXPORT int MPI_Ialltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[], const handle sendtypes[], void *recvbuf, const int recvcounts[], const int rdispls[], const handle recvtypes[], handle comm, handle *request) ALIAS(PMPI_Ialltoallw);

EXPORT int PMPI_Ialltoallw_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], const handle sendtypes[], void *recvbuf, const wide recvcounts[], const wide rdispls[], const handle recvtypes[], handle comm, handle *request);
int PMPI_Ialltoallw_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], const handle sendtypes[], void *recvbuf, const wide recvcounts[], const wide rdispls[], const handle recvtypes[], handle comm, handle *request)
{
    int sendtypes_count = sendtypes ? sendbuf == (void *)1 ? 0 : wt_peers(comm_in(comm)) : 0;
    SCRATCH(core, sendtypes_, sendtypes_count, 32);
    for (int i = 0; i < sendtypes_count; i++) sendtypes_[i] = type_in(sendtypes[i]);
    int recvtypes_count = recvtypes ? wt_peers(comm_in(comm)) : 0;
    SCRATCH(core, recvtypes_, recvtypes_count, 32);
    for (int i = 0; i < recvtypes_count; i++) recvtypes_[i] = type_in(recvtypes[i]);
    core request_ = 0;
    int code = wt_MPI_Ialltoallw_c(SITE, buffer_in(sendbuf), sendcounts, sdispls, sendtypes ? sendtypes_ : NULL, buffer_in(recvbuf), recvcounts, rdispls, recvtypes ? recvtypes_ : NULL, comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    RELEASE(sendtypes_);
    RELEASE(recvtypes_);
    return error_out(code);
}
EXPORT int MPI_Ialltoallw_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], const handle sendtypes[], void *recvbuf, const wide recvcounts[], const wide rdispls[], const handle recvtypes[], handle comm, handle *request) ALIAS(PMPI_Ialltoallw_c);

EXPORT int PMPI_Ibarrier(handle comm, handle *request);
int PMPI_Ibarrier(handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Ibarrier(SITE, comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Ibarrier(handle comm, handle *request) ALIAS(PMPI_Ibarrier);

EXPORT int PMPI_Ibcast(void *buffer, int count, handle datatype, int root, handle comm, handle *request);
int PMPI_Ibcast(void *buffer, int count, handle datatype, int root, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Ibcast(SITE, buffer_in(buffer), count, type_in(datatype), rank_in(root), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Ibcast(void *buffer, int count, handle datatype, int root, handle comm, handle *request) ALIAS(PMPI_Ibcast);

EXPORT int PMPI_Ibcast_c(void *buffer, wide count, handle datatype, int root, handle comm, handle *request);
int PMPI_Ibcast_c(void *buffer, wide count, handle datatype, int root, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Ibcast_c(SITE, buffer_in(buffer), count, type_in(datatype), rank_in(root), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Ibcast_c(void *buffer, wide count, handle datatype, int root, handle comm, handle *request) ALIAS(PMPI_Ibcast_c);

EXPORT int PMPI_Ibsend(const void *buf, int count, handle datatype, int dest, int tag, handle comm, handle *request);
int PMPI_Ibsend(const void *buf, int count, handle datatype, int dest, int tag, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Ibsend(SITE, buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Ibsend(const void *buf, int count, handle datatype, int dest, int tag, handle comm, handle *request) ALIAS(PMPI_Ibsend);

EXPORT int PMPI_Ibsend_c(const void *buf, wide count, handle datatype, int dest, int tag, handle comm, handle *request);
int PMPI_Ibsend_c(const void *buf, wide count, handle datatype, int dest, int tag, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Ibsend_c(SITE, buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Ibsend_c(const void *buf, wide count, handle datatype, int dest, int tag, handle comm, handle *request) ALIAS(PMPI_Ibsend_c);

EXPORT int PMPI_Iexscan(const void *sendbuf, void *recvbuf, int count, handle datatype, handle op, handle comm, handle *request);
int PMPI_Iexscan(const void *sendbuf, void *recvbuf, int count, handle datatype, handle op, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Iexscan(SITE, buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Iexscan(const void *sendbuf, void *recvbuf, int count, handle datatype, handle op, handle comm, handle *request) ALIAS(PMPI_Iexscan);

EXPORT int PMPI_Iexscan_c(const void *sendbuf, void *recvbuf, wide count, handle datatype, handle op, handle comm, handle *request);
int PMPI_Iexscan_c(const void *sendbuf, void *recvbuf, wide count, handle datatype, handle op, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Iexscan_c(SITE, buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Iexscan_c(const void *sendbuf, void *recvbuf, wide count, handle datatype, handle op, handle comm, handle *request) ALIAS(PMPI_Iexscan_c);

EXPORT int PMPI_Igather(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, int root, handle comm, handle *request);
int PMPI_Igather(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, int root, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Igather(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(root), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Igather(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, int root, handle comm, handle *request) ALIAS(PMPI_Igather);

EXPORT int PMPI_Igather_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, wide recvcount, handle recvtype, int root, handle comm, handle *request);
int PMPI_Igather_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, wide recvcount, handle recvtype, int root, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Igather_c(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(root), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Igather_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, wide recvcount, handle recvtype, int root, handle comm, handle *request) ALIAS(PMPI_Igather_c);

EXPORT int PMPI_Igatherv(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, const int recvcounts[], const int displs[], handle recvtype, int root, handle comm, handle *request);
int PMPI_Igatherv(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, const int recvcounts[], const int displs[], handle recvtype, int root, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Igatherv(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcounts, displs, type_in(recvtype), rank_in(root), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Igatherv(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, const int recvcounts[], const int displs[], handle recvtype, int root, handle comm, handle *request) ALIAS(PMPI_Igatherv);

EXPORT int PMPI_Igatherv_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], handle recvtype, int root, handle comm, handle *request);
int PMPI_Igatherv_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], handle recvtype, int root, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Igatherv_c(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcounts, displs, type_in(recvtype), rank_in(root), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Igatherv_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], handle recvtype, int root, handle comm, handle *request) ALIAS(PMPI_Igatherv_c);

EXPORT int PMPI_Improbe(int source, int tag, handle comm, int *flag, handle *message, struct status *status);
int PMPI_Improbe(int source, int tag, handle comm, int *flag, handle *message, struct status *status)
{
    core message_ = 0;
    struct core_status status_ = blank_status();
    int code = wt_MPI_Improbe(SITE, rank_in(source), tag_in(tag), comm_in(comm), flag, message ? &message_ : NULL, ignored(status) ? NULL : &status_);
    if (message_) *message = message_out(message_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_Improbe(int source, int tag, handle comm, int *flag, handle *message, struct status *status) ALIAS(PMPI_Improbe);

EXPORT int PMPI_Imrecv(void *buf, int count, handle datatype, handle *message, handle *request);
int PMPI_Imrecv(void *buf, int count, handle datatype, handle *message, handle *request)
{
    core message_ = message ? message_in(*message) : 0;
    core request_ = 0;
    int code = wt_MPI_Imrecv(SITE, buffer_in(buf), count, type_in(datatype), message ? &message_ : NULL, request ? &request_ : NULL);
    if (message_) *message = message_out(message_);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Imrecv(void *buf, int count, handle datatype, handle *message, handle *request) ALIAS(PMPI_Imrecv);

EXPORT int PMPI_Imrecv_c(void *buf, wide count, handle datatype, handle *message, handle *request);
int PMPI_Imrecv_c(void *buf, wide count, handle datatype, handle *message, handle *request)
{
    core message_ = message ? message_in(*message) : 0;
    core request_ = 0;
    int code = wt_MPI_Imrecv_c(SITE, buffer_in(buf), count, type_in(datatype), message ? &message_ : NULL, request ? &request_ : NULL);
    if (message_) *message = message_out(message_);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Imrecv_c(void *buf, wide count, handle datatype, handle *message, handle *request) ALIAS(PMPI_Imrecv_c);

EXPORT int PMPI_Ineighbor_allgather(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, handle comm, handle *request);
int PMPI_Ineighbor_allgather(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Ineighbor_allgather(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Ineighbor_allgather(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, handle comm, handle *request) ALIAS(PMPI_Ineighbor_allgather);

EXPORT int PMPI_Ineighbor_allgather_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, wide recvcount, handle recvtype, handle comm, handle *request);
int PMPI_Ineighbor_allgather_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, wide recvcount, handle recvtype, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Ineighbor_allgather_c(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Ineighbor_allgather_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, wide recvcount, handle recvtype, handle comm, handle *request) ALIAS(PMPI_Ineighbor_allgather_c);

EXPORT int PMPI_Ineighbor_allgatherv(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, const int recvcounts[], const int displs[], handle recvtype, handle comm, handle *request);
int PMPI_Ineighbor_allgatherv(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, const int recvcounts[], const int displs[], handle recvtype, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Ineighbor_allgatherv(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcounts, displs, type_in(recvtype), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Ineighbor_allgatherv(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, const int recvcounts[], const int displs[], handle recvtype, handle comm, handle *request) ALIAS(PMPI_Ineighbor_allgatherv);

EXPORT int PMPI_Ineighbor_allgatherv_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], handle recvtype, handle comm, handle *request);
int PMPI_Ineighbor_allgatherv_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], handle recvtype, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Ineighbor_allgatherv_c(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcounts, displs, type_in(recvtype), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Ineighbor_allgatherv_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], handle recvtype, handle comm, handle *request) ALIAS(PMPI_Ineighbor_allgatherv_c);

EXPORT int PMPI_Ineighbor_alltoall(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, handle comm, handle *request);
int PMPI_Ineighbor_alltoall(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Ineighbor_alltoall(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Ineighbor_alltoall(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, handle comm, handle *request) ALIAS(PMPI_Ineighbor_alltoall);

EXPORT int PMPI_Ineighbor_alltoall_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, wide recvcount, handle recvtype, handle comm, handle *request);
int PMPI_Ineighbor_alltoall_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, wide recvcount, handle recvtype, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Ineighbor_alltoall_c(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Ineighbor_alltoall_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, wide recvcount, handle recvtype, handle comm, handle *request) ALIAS(PMPI_Ineighbor_alltoall_c);

EXPORT int PMPI_Ineighbor_alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], handle sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], handle recvtype, handle comm, handle *request);
int PMPI_Ineighbor_alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], handle sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], handle recvtype, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Ineighbor_alltoallv(SITE, buffer_in(sendbuf), sendcounts, sdispls, type_in(sendtype), buffer_in(recvbuf), recvcounts, rdispls, type_in(recvtype), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Ineighbor_alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], handle sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], handle recvtype, handle comm, handle *request) ALIAS(PMPI_Ineighbor_alltoallv);

EXPORT int PMPI_Ineighbor_alltoallv_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], handle sendtype, void *recvbuf, const wide recvcounts[], const wide rdispls[], handle recvtype, handle comm, handle *request);
int PMPI_Ineighbor_alltoallv_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], handle sendtype, void *recvbuf, const wide recvcounts[], const wide rdispls[], handle recvtype, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Ineighbor_alltoallv_c(SITE, buffer_in(sendbuf), sendcounts, sdispls, type_in(sendtype), buffer_in(recvbuf), recvcounts, rdispls, type_in(recvtype), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Ineighbor_alltoallv_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], handle sendtype, void *recvbuf, const wide recvcounts[], const wide rdispls[], handle recvtype, handle comm, handle *request) ALIAS(PMPI_Ineighbor_alltoallv_c);

EXPORT int PMPI_Ineighbor_alltoallw(const void *sendbuf, const int sendcounts[], const wide sdispls[], const handle sendtypes[], void *recvbuf, const int recvcounts[], const wide rdispls[], const handle recvtypes[], handle comm, handle *request);
int PMPI_Ineighbor_alltoallw(const void *sendbuf, const int sendcounts[], const wide sdispls[], const handle sendtypes[], void *recvbuf, const int recvcounts[], const wide rdispls[], const handle recvtypes[], handle comm, handle *request)
{
    int sendtypes_count = sendtypes ? wt_neighbours(comm_in(comm), 1) : 0;
    SCRATCH(core, sendtypes_, sendtypes_count, 32);
    for (int i = 0; i < sendtypes_count; i++) sendtypes_[i] = type_in(sendtypes[i]);
    int recvtypes_count = recvtypes ? wt_neighbours(comm_in(comm), 0) : 0;
    SCRATCH(core, recvtypes_, recvtypes_count, 32);
    for (int i = 0; i < recvtypes_count; i++) recvtypes_[i] = type_in(recvtypes[i]);
    core request_ = 0;
    int code = wt_MPI_Ineighbor_alltoallw(SITE, buffer_in(sendbuf), sendcounts, sdispls, sendtypes ? sendtypes_ : NULL, buffer_in(recvbuf), recvcounts, rdispls, recvtypes ? recvtypes_ : NULL, comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    RELEASE(sendtypes_);
    RELEASE(recvtypes_);
    return error_out(code);
}
EXPORT int MPI_Ineighbor_alltoallw(const void *sendbuf, const int sendcounts[], const wide sdispls[], const handle sendtypes[], void *recvbuf, const int recvcounts[], const wide rdispls[], const handle recvtypes[], handle comm, handle *request) ALIAS(PMPI_Ineighbor_alltoallw);

EXPORT int PMPI_Ineighbor_alltoallw_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], const handle sendtypes[], void *recvbuf, const wide recvcounts[], const wide rdispls[], const handle recvtypes[], handle comm, handle *request);
int PMPI_Ineighbor_alltoallw_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], const handle sendtypes[], void *recvbuf, const wide recvcounts[], const wide rdispls[], const handle recvtypes[], handle comm, handle *request)
{
    int sendtypes_count = sendtypes ? wt_neighbours(comm_in(comm), 1) : 0;
    SCRATCH(core, sendtypes_, sendtypes_count, 32);
    for (int i = 0; i < sendtypes_count; i++) sendtypes_[i] = type_in(sendtypes[i]);
    int recvtypes_count = recvtypes ? wt_neighbours(comm_in(comm), 0) : 0;
    SCRATCH(core, recvtypes_, recvtypes_count, 32);
    for (int i = 0; i < recvtypes_count; i++) recvtypes_[i] = type_in(recvtypes[i]);
    core request_ = 0;
    int code = wt_MPI_Ineighbor_alltoallw_c(SITE, buffer_in(sendbuf), sendcounts, sdispls, sendtypes ? sendtypes_ : NULL, buffer_in(recvbuf), recvcounts, rdispls, recvtypes ? recvtypes_ : NULL, comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    RELEASE(sendtypes_);
    RELEASE(recvtypes_);
    return error_out(code);
}
EXPORT int MPI_Ineighbor_alltoallw_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], const handle sendtypes[], void *recvbuf, const wide recvcounts[], const wide rdispls[], const handle recvtypes[], handle comm, handle *request) ALIAS(PMPI_Ineighbor_alltoallw_c);

EXPORT int PMPI_Info_create(handle *info);
int PMPI_Info_create(handle *info)
{
    core info_ = 0;
    int code = wt_MPI_Info_create(SITE, info ? &info_ : NULL);
    if (info_) *info = info_out(info_);
    return error_out(code);
}
EXPORT int MPI_Info_create(handle *info) ALIAS(PMPI_Info_create);

EXPORT int PMPI_Info_create_env(int argc, char *argv[], handle *info);
int PMPI_Info_create_env(int argc, char *argv[], handle *info)
{
    core info_ = 0;
    int code = wt_MPI_Info_create_env(SITE, argc, argv, info ? &info_ : NULL);
    if (info_) *info = info_out(info_);
    return error_out(code);
}
EXPORT int MPI_Info_create_env(int argc, char *argv[], handle *info) ALIAS(PMPI_Info_create_env);

EXPORT int PMPI_Info_delete(handle info, const char *key);
int PMPI_Info_delete(handle info, const char *key)
{
    return error_out(wt_MPI_Info_delete(SITE, info_in(info), key));
}
EXPORT int MPI_Info_delete(handle info, const char *key) ALIAS(PMPI_Info_delete);

EXPORT int PMPI_Info_dup(handle info, handle *newinfo);
int PMPI_Info_dup(handle info, handle *newinfo)
{
    core newinfo_ = 0;
    int code = wt_MPI_Info_dup(SITE, info_in(info), newinfo ? &newinfo_ : NULL);
    if (newinfo_) *newinfo = info_out(newinfo_);
    return error_out(code);
}
EXPORT int MPI_Info_dup(handle info, handle *newinfo) ALIAS(PMPI_Info_dup);

EXPORT int PMPI_Info_free(handle *info);
int PMPI_Info_free(handle *info)
{
    core info_ = info ? info_in(*info) : 0;
    int code = wt_MPI_Info_free(SITE, info ? &info_ : NULL);
    if (info_) *info = info_out(info_);
    return error_out(code);
}
EXPORT int MPI_Info_free(handle *info) ALIAS(PMPI_Info_free);

EXPORT handle PMPI_Info_fromint(int info);
handle PMPI_Info_fromint(int info)
{
    return PMPI_Info_f2c(info);
}
EXPORT handle MPI_Info_fromint(int info) ALIAS(PMPI_Info_fromint);

EXPORT int PMPI_Info_get(handle info, const char *key, int valuelen, char *value, int *flag);
int PMPI_Info_get(handle info, const char *key, int valuelen, char *value, int *flag)
{
    return error_out(wt_MPI_Info_get(SITE, info_in(info), key, valuelen, value, flag));
}
EXPORT int MPI_Info_get(handle info, const char *key, int valuelen, char *value, int *flag) ALIAS(PMPI_Info_get);

EXPORT int PMPI_Info_get_nkeys(handle info, int *nkeys);
int PMPI_Info_get_nkeys(handle info, int *nkeys)
{
    return error_out(wt_MPI_Info_get_nkeys(SITE, info_in(info), nkeys));
}
EXPORT int MPI_Info_get_nkeys(handle info, int *nkeys) ALIAS(PMPI_Info_get_nkeys);

EXPORT int PMPI_Info_get_nthkey(handle info, int n, char *key);
int PMPI_Info_get_nthkey(handle info, int n, char *key)
{
    char whole[256]; /* the standard ABI's limit; it is 36 here */
    int code = wt_MPI_Info_get_nthkey(SITE, info_in(info), n, key ? whole : NULL);
    if (code == 0) {
        int length = (int)strlen(whole);
        if (length > 35) length = 35;
        memcpy(key, whole, (size_t)length);
        key[length] = 0;
    }
    return error_out(code);
}
EXPORT int MPI_Info_get_nthkey(handle info, int n, char *key) ALIAS(PMPI_Info_get_nthkey);

EXPORT int PMPI_Info_get_string(handle info, const char *key, int *buflen, char *value, int *flag);
int PMPI_Info_get_string(handle info, const char *key, int *buflen, char *value, int *flag)
{
    return error_out(wt_MPI_Info_get_string(SITE, info_in(info), key, buflen, value, flag));
}
EXPORT int MPI_Info_get_string(handle info, const char *key, int *buflen, char *value, int *flag) ALIAS(PMPI_Info_get_string);

EXPORT int PMPI_Info_get_valuelen(handle info, const char *key, int *valuelen, int *flag);
int PMPI_Info_get_valuelen(handle info, const char *key, int *valuelen, int *flag)
{
    return error_out(wt_MPI_Info_get_valuelen(SITE, info_in(info), key, valuelen, flag));
}
EXPORT int MPI_Info_get_valuelen(handle info, const char *key, int *valuelen, int *flag) ALIAS(PMPI_Info_get_valuelen);

EXPORT int PMPI_Info_set(handle info, const char *key, const char *value);
int PMPI_Info_set(handle info, const char *key, const char *value)
{
    return error_out(wt_MPI_Info_set(SITE, info_in(info), key, value));
}
EXPORT int MPI_Info_set(handle info, const char *key, const char *value) ALIAS(PMPI_Info_set);

EXPORT int PMPI_Info_toint(handle info);
int PMPI_Info_toint(handle info)
{
    return PMPI_Info_c2f(info);
}
EXPORT int MPI_Info_toint(handle info) ALIAS(PMPI_Info_toint);

EXPORT int PMPI_Init(int *argc, char ***argv);
int PMPI_Init(int *argc, char ***argv)
{
    return error_out(wt_MPI_Init(SITE, argc, argv));
}
EXPORT int MPI_Init(int *argc, char ***argv) ALIAS(PMPI_Init);

EXPORT int PMPI_Init_thread(int *argc, char ***argv, int required, int *provided);
int PMPI_Init_thread(int *argc, char ***argv, int required, int *provided)
{
    int code = wt_MPI_Init_thread(SITE, argc, argv, thread_in(required), provided);
    if (code == 0 && provided) *provided = thread_out(*provided);
    return error_out(code);
}
EXPORT int MPI_Init_thread(int *argc, char ***argv, int required, int *provided) ALIAS(PMPI_Init_thread);

EXPORT int PMPI_Initialized(int *flag);
int PMPI_Initialized(int *flag)
{
    return error_out(wt_MPI_Initialized(SITE, flag));
}
EXPORT int MPI_Initialized(int *flag) ALIAS(PMPI_Initialized);

EXPORT int PMPI_Intercomm_create(handle local_comm, int local_leader, handle peer_comm, int remote_leader, int tag, handle *newintercomm);
int PMPI_Intercomm_create(handle local_comm, int local_leader, handle peer_comm, int remote_leader, int tag, handle *newintercomm)
{
    core newintercomm_ = 0;
    int code = wt_MPI_Intercomm_create(SITE, comm_in(local_comm), rank_in(local_leader), comm_in(peer_comm), rank_in(remote_leader), tag_in(tag), newintercomm ? &newintercomm_ : NULL);
    if (newintercomm_) *newintercomm = comm_out(newintercomm_);
    return error_out(code);
}
EXPORT int MPI_Intercomm_create(handle local_comm, int local_leader, handle peer_comm, int remote_leader, int tag, handle *newintercomm) ALIAS(PMPI_Intercomm_create);

EXPORT int PMPI_Intercomm_create_from_groups(handle local_group, int local_leader, handle remote_group, int remote_leader, const char *stringtag, handle info, handle errhandler, handle *newintercomm);
int PMPI_Intercomm_create_from_groups(handle local_group, int local_leader, handle remote_group, int remote_leader, const char *stringtag, handle info, handle errhandler, handle *newintercomm)
{
    core newintercomm_ = 0;
    int code = wt_MPI_Intercomm_create_from_groups(SITE, group_in(local_group), rank_in(local_leader), group_in(remote_group), rank_in(remote_leader), stringtag, info_in(info), errhandler_in(errhandler), newintercomm ? &newintercomm_ : NULL);
    if (newintercomm_) *newintercomm = comm_out(newintercomm_);
    return error_out(code);
}
EXPORT int MPI_Intercomm_create_from_groups(handle local_group, int local_leader, handle remote_group, int remote_leader, const char *stringtag, handle info, handle errhandler, handle *newintercomm) ALIAS(PMPI_Intercomm_create_from_groups);

EXPORT int PMPI_Intercomm_merge(handle intercomm, int high, handle *newintracomm);
int PMPI_Intercomm_merge(handle intercomm, int high, handle *newintracomm)
{
    core newintracomm_ = 0;
    int code = wt_MPI_Intercomm_merge(SITE, comm_in(intercomm), high, newintracomm ? &newintracomm_ : NULL);
    if (newintracomm_) *newintracomm = comm_out(newintracomm_);
    return error_out(code);
}
EXPORT int MPI_Intercomm_merge(handle intercomm, int high, handle *newintracomm) ALIAS(PMPI_Intercomm_merge);

EXPORT int PMPI_Iprobe(int source, int tag, handle comm, int *flag, struct status *status);
int PMPI_Iprobe(int source, int tag, handle comm, int *flag, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_Iprobe(SITE, rank_in(source), tag_in(tag), comm_in(comm), flag, ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_Iprobe(int source, int tag, handle comm, int *flag, struct status *status) ALIAS(PMPI_Iprobe);

EXPORT int PMPI_Irecv(void *buf, int count, handle datatype, int source, int tag, handle comm, handle *request);
int PMPI_Irecv(void *buf, int count, handle datatype, int source, int tag, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Irecv(SITE, buffer_in(buf), count, type_in(datatype), rank_in(source), tag_in(tag), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Irecv(void *buf, int count, handle datatype, int source, int tag, handle comm, handle *request) ALIAS(PMPI_Irecv);

EXPORT int PMPI_Irecv_c(void *buf, wide count, handle datatype, int source, int tag, handle comm, handle *request);
int PMPI_Irecv_c(void *buf, wide count, handle datatype, int source, int tag, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Irecv_c(SITE, buffer_in(buf), count, type_in(datatype), rank_in(source), tag_in(tag), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Irecv_c(void *buf, wide count, handle datatype, int source, int tag, handle comm, handle *request) ALIAS(PMPI_Irecv_c);

EXPORT int PMPI_Ireduce(const void *sendbuf, void *recvbuf, int count, handle datatype, handle op, int root, handle comm, handle *request);
int PMPI_Ireduce(const void *sendbuf, void *recvbuf, int count, handle datatype, handle op, int root, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Ireduce(SITE, buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), rank_in(root), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Ireduce(const void *sendbuf, void *recvbuf, int count, handle datatype, handle op, int root, handle comm, handle *request) ALIAS(PMPI_Ireduce);

EXPORT int PMPI_Ireduce_c(const void *sendbuf, void *recvbuf, wide count, handle datatype, handle op, int root, handle comm, handle *request);
int PMPI_Ireduce_c(const void *sendbuf, void *recvbuf, wide count, handle datatype, handle op, int root, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Ireduce_c(SITE, buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), rank_in(root), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Ireduce_c(const void *sendbuf, void *recvbuf, wide count, handle datatype, handle op, int root, handle comm, handle *request) ALIAS(PMPI_Ireduce_c);

EXPORT int PMPI_Ireduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[], handle datatype, handle op, handle comm, handle *request);
int PMPI_Ireduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[], handle datatype, handle op, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Ireduce_scatter(SITE, buffer_in(sendbuf), buffer_in(recvbuf), recvcounts, type_in(datatype), op_in(op), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Ireduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[], handle datatype, handle op, handle comm, handle *request) ALIAS(PMPI_Ireduce_scatter);

EXPORT int PMPI_Ireduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount, handle datatype, handle op, handle comm, handle *request);
int PMPI_Ireduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount, handle datatype, handle op, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Ireduce_scatter_block(SITE, buffer_in(sendbuf), buffer_in(recvbuf), recvcount, type_in(datatype), op_in(op), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Ireduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount, handle datatype, handle op, handle comm, handle *request) ALIAS(PMPI_Ireduce_scatter_block);

EXPORT int PMPI_Ireduce_scatter_block_c(const void *sendbuf, void *recvbuf, wide recvcount, handle datatype, handle op, handle comm, handle *request);
int PMPI_Ireduce_scatter_block_c(const void *sendbuf, void *recvbuf, wide recvcount, handle datatype, handle op, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Ireduce_scatter_block_c(SITE, buffer_in(sendbuf), buffer_in(recvbuf), recvcount, type_in(datatype), op_in(op), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Ireduce_scatter_block_c(const void *sendbuf, void *recvbuf, wide recvcount, handle datatype, handle op, handle comm, handle *request) ALIAS(PMPI_Ireduce_scatter_block_c);

EXPORT int PMPI_Ireduce_scatter_c(const void *sendbuf, void *recvbuf, const wide recvcounts[], handle datatype, handle op, handle comm, handle *request);
int PMPI_Ireduce_scatter_c(const void *sendbuf, void *recvbuf, const wide recvcounts[], handle datatype, handle op, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Ireduce_scatter_c(SITE, buffer_in(sendbuf), buffer_in(recvbuf), recvcounts, type_in(datatype), op_in(op), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Ireduce_scatter_c(const void *sendbuf, void *recvbuf, const wide recvcounts[], handle datatype, handle op, handle comm, handle *request) ALIAS(PMPI_Ireduce_scatter_c);

EXPORT int PMPI_Irsend(const void *buf, int count, handle datatype, int dest, int tag, handle comm, handle *request);
int PMPI_Irsend(const void *buf, int count, handle datatype, int dest, int tag, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Irsend(SITE, buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Irsend(const void *buf, int count, handle datatype, int dest, int tag, handle comm, handle *request) ALIAS(PMPI_Irsend);

EXPORT int PMPI_Irsend_c(const void *buf, wide count, handle datatype, int dest, int tag, handle comm, handle *request);
int PMPI_Irsend_c(const void *buf, wide count, handle datatype, int dest, int tag, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Irsend_c(SITE, buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Irsend_c(const void *buf, wide count, handle datatype, int dest, int tag, handle comm, handle *request) ALIAS(PMPI_Irsend_c);

EXPORT int PMPI_Is_thread_main(int *flag);
int PMPI_Is_thread_main(int *flag)
{
    return error_out(wt_MPI_Is_thread_main(SITE, flag));
}
EXPORT int MPI_Is_thread_main(int *flag) ALIAS(PMPI_Is_thread_main);

EXPORT int PMPI_Iscan(const void *sendbuf, void *recvbuf, int count, handle datatype, handle op, handle comm, handle *request);
int PMPI_Iscan(const void *sendbuf, void *recvbuf, int count, handle datatype, handle op, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Iscan(SITE, buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Iscan(const void *sendbuf, void *recvbuf, int count, handle datatype, handle op, handle comm, handle *request) ALIAS(PMPI_Iscan);

EXPORT int PMPI_Iscan_c(const void *sendbuf, void *recvbuf, wide count, handle datatype, handle op, handle comm, handle *request);
int PMPI_Iscan_c(const void *sendbuf, void *recvbuf, wide count, handle datatype, handle op, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Iscan_c(SITE, buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Iscan_c(const void *sendbuf, void *recvbuf, wide count, handle datatype, handle op, handle comm, handle *request) ALIAS(PMPI_Iscan_c);

EXPORT int PMPI_Iscatter(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, int root, handle comm, handle *request);
int PMPI_Iscatter(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, int root, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Iscatter(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(root), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Iscatter(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, int root, handle comm, handle *request) ALIAS(PMPI_Iscatter);

EXPORT int PMPI_Iscatter_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, wide recvcount, handle recvtype, int root, handle comm, handle *request);
int PMPI_Iscatter_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, wide recvcount, handle recvtype, int root, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Iscatter_c(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(root), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Iscatter_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, wide recvcount, handle recvtype, int root, handle comm, handle *request) ALIAS(PMPI_Iscatter_c);

EXPORT int PMPI_Iscatterv(const void *sendbuf, const int sendcounts[], const int displs[], handle sendtype, void *recvbuf, int recvcount, handle recvtype, int root, handle comm, handle *request);
int PMPI_Iscatterv(const void *sendbuf, const int sendcounts[], const int displs[], handle sendtype, void *recvbuf, int recvcount, handle recvtype, int root, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Iscatterv(SITE, buffer_in(sendbuf), sendcounts, displs, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(root), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Iscatterv(const void *sendbuf, const int sendcounts[], const int displs[], handle sendtype, void *recvbuf, int recvcount, handle recvtype, int root, handle comm, handle *request) ALIAS(PMPI_Iscatterv);

EXPORT int PMPI_Iscatterv_c(const void *sendbuf, const wide sendcounts[], const wide displs[], handle sendtype, void *recvbuf, wide recvcount, handle recvtype, int root, handle comm, handle *request);
int PMPI_Iscatterv_c(const void *sendbuf, const wide sendcounts[], const wide displs[], handle sendtype, void *recvbuf, wide recvcount, handle recvtype, int root, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Iscatterv_c(SITE, buffer_in(sendbuf), sendcounts, displs, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(root), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Iscatterv_c(const void *sendbuf, const wide sendcounts[], const wide displs[], handle sendtype, void *recvbuf, wide recvcount, handle recvtype, int root, handle comm, handle *request) ALIAS(PMPI_Iscatterv_c);

EXPORT int PMPI_Isend(const void *buf, int count, handle datatype, int dest, int tag, handle comm, handle *request);
int PMPI_Isend(const void *buf, int count, handle datatype, int dest, int tag, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Isend(SITE, buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Isend(const void *buf, int count, handle datatype, int dest, int tag, handle comm, handle *request) ALIAS(PMPI_Isend);

EXPORT int PMPI_Isend_c(const void *buf, wide count, handle datatype, int dest, int tag, handle comm, handle *request);
int PMPI_Isend_c(const void *buf, wide count, handle datatype, int dest, int tag, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Isend_c(SITE, buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Isend_c(const void *buf, wide count, handle datatype, int dest, int tag, handle comm, handle *request) ALIAS(PMPI_Isend_c);

EXPORT int PMPI_Isendrecv(const void *sendbuf, int sendcount, handle sendtype, int dest, int sendtag, void *recvbuf, int recvcount, handle recvtype, int source, int recvtag, handle comm, handle *request);
int PMPI_Isendrecv(const void *sendbuf, int sendcount, handle sendtype, int dest, int sendtag, void *recvbuf, int recvcount, handle recvtype, int source, int recvtag, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Isendrecv(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), rank_in(dest), tag_in(sendtag), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(source), tag_in(recvtag), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Isendrecv(const void *sendbuf, int sendcount, handle sendtype, int dest, int sendtag, void *recvbuf, int recvcount, handle recvtype, int source, int recvtag, handle comm, handle *request) ALIAS(PMPI_Isendrecv);

EXPORT int PMPI_Isendrecv_c(const void *sendbuf, wide sendcount, handle sendtype, int dest, int sendtag, void *recvbuf, wide recvcount, handle recvtype, int source, int recvtag, handle comm, handle *request);
int PMPI_Isendrecv_c(const void *sendbuf, wide sendcount, handle sendtype, int dest, int sendtag, void *recvbuf, wide recvcount, handle recvtype, int source, int recvtag, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Isendrecv_c(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), rank_in(dest), tag_in(sendtag), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(source), tag_in(recvtag), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Isendrecv_c(const void *sendbuf, wide sendcount, handle sendtype, int dest, int sendtag, void *recvbuf, wide recvcount, handle recvtype, int source, int recvtag, handle comm, handle *request) ALIAS(PMPI_Isendrecv_c);

EXPORT int PMPI_Isendrecv_replace(void *buf, int count, handle datatype, int dest, int sendtag, int source, int recvtag, handle comm, handle *request);
int PMPI_Isendrecv_replace(void *buf, int count, handle datatype, int dest, int sendtag, int source, int recvtag, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Isendrecv_replace(SITE, buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(sendtag), rank_in(source), tag_in(recvtag), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Isendrecv_replace(void *buf, int count, handle datatype, int dest, int sendtag, int source, int recvtag, handle comm, handle *request) ALIAS(PMPI_Isendrecv_replace);

EXPORT int PMPI_Isendrecv_replace_c(void *buf, wide count, handle datatype, int dest, int sendtag, int source, int recvtag, handle comm, handle *request);
int PMPI_Isendrecv_replace_c(void *buf, wide count, handle datatype, int dest, int sendtag, int source, int recvtag, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Isendrecv_replace_c(SITE, buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(sendtag), rank_in(source), tag_in(recvtag), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Isendrecv_replace_c(void *buf, wide count, handle datatype, int dest, int sendtag, int source, int recvtag, handle comm, handle *request) ALIAS(PMPI_Isendrecv_replace_c);

EXPORT int PMPI_Issend(const void *buf, int count, handle datatype, int dest, int tag, handle comm, handle *request);
int PMPI_Issend(const void *buf, int count, handle datatype, int dest, int tag, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Issend(SITE, buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Issend(const void *buf, int count, handle datatype, int dest, int tag, handle comm, handle *request) ALIAS(PMPI_Issend);

EXPORT int PMPI_Issend_c(const void *buf, wide count, handle datatype, int dest, int tag, handle comm, handle *request);
int PMPI_Issend_c(const void *buf, wide count, handle datatype, int dest, int tag, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Issend_c(SITE, buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Issend_c(const void *buf, wide count, handle datatype, int dest, int tag, handle comm, handle *request) ALIAS(PMPI_Issend_c);

EXPORT int PMPI_Keyval_create(void *copy_fn, void *delete_fn, int *keyval, void *extra_state);
int PMPI_Keyval_create(void *copy_fn, void *delete_fn, int *keyval, void *extra_state)
{
    int code = wt_MPI_Keyval_create(SITE, copy_function_in(copy_fn), delete_fn, keyval, extra_state);
    if (code == 0 && keyval) *keyval = keyval_out(*keyval);
    return error_out(code);
}
EXPORT int MPI_Keyval_create(void *copy_fn, void *delete_fn, int *keyval, void *extra_state) ALIAS(PMPI_Keyval_create);

EXPORT int PMPI_Keyval_free(int *keyval);
int PMPI_Keyval_free(int *keyval)
{
    int keyval_ = keyval ? keyval_in(*keyval) : 0;
    int code = wt_MPI_Keyval_free(SITE, keyval ? &keyval_ : NULL);
    if (keyval) *keyval = keyval_out(keyval_);
    return error_out(code);
}
EXPORT int MPI_Keyval_free(int *keyval) ALIAS(PMPI_Keyval_free);

EXPORT int PMPI_Lookup_name(const char *service_name, handle info, char *port_name);
int PMPI_Lookup_name(const char *service_name, handle info, char *port_name)
{
    return error_out(wt_MPI_Lookup_name(SITE, service_name, info_in(info), port_name));
}
EXPORT int MPI_Lookup_name(const char *service_name, handle info, char *port_name) ALIAS(PMPI_Lookup_name);

EXPORT handle PMPI_Message_fromint(int message);
handle PMPI_Message_fromint(int message)
{
    return PMPI_Message_f2c(message);
}
EXPORT handle MPI_Message_fromint(int message) ALIAS(PMPI_Message_fromint);

EXPORT int PMPI_Message_toint(handle message);
int PMPI_Message_toint(handle message)
{
    return PMPI_Message_c2f(message);
}
EXPORT int MPI_Message_toint(handle message) ALIAS(PMPI_Message_toint);

EXPORT int PMPI_Mprobe(int source, int tag, handle comm, handle *message, struct status *status);
int PMPI_Mprobe(int source, int tag, handle comm, handle *message, struct status *status)
{
    core message_ = 0;
    struct core_status status_ = blank_status();
    int code = wt_MPI_Mprobe(SITE, rank_in(source), tag_in(tag), comm_in(comm), message ? &message_ : NULL, ignored(status) ? NULL : &status_);
    if (message_) *message = message_out(message_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_Mprobe(int source, int tag, handle comm, handle *message, struct status *status) ALIAS(PMPI_Mprobe);

EXPORT int PMPI_Mrecv(void *buf, int count, handle datatype, handle *message, struct status *status);
int PMPI_Mrecv(void *buf, int count, handle datatype, handle *message, struct status *status)
{
    core message_ = message ? message_in(*message) : 0;
    struct core_status status_ = blank_status();
    int code = wt_MPI_Mrecv(SITE, buffer_in(buf), count, type_in(datatype), message ? &message_ : NULL, ignored(status) ? NULL : &status_);
    if (message_) *message = message_out(message_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_Mrecv(void *buf, int count, handle datatype, handle *message, struct status *status) ALIAS(PMPI_Mrecv);

EXPORT int PMPI_Mrecv_c(void *buf, wide count, handle datatype, handle *message, struct status *status);
int PMPI_Mrecv_c(void *buf, wide count, handle datatype, handle *message, struct status *status)
{
    core message_ = message ? message_in(*message) : 0;
    struct core_status status_ = blank_status();
    int code = wt_MPI_Mrecv_c(SITE, buffer_in(buf), count, type_in(datatype), message ? &message_ : NULL, ignored(status) ? NULL : &status_);
    if (message_) *message = message_out(message_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_Mrecv_c(void *buf, wide count, handle datatype, handle *message, struct status *status) ALIAS(PMPI_Mrecv_c);

EXPORT int PMPI_Neighbor_allgather(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, handle comm);
int PMPI_Neighbor_allgather(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, handle comm)
{
    return error_out(wt_MPI_Neighbor_allgather(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm)));
}
EXPORT int MPI_Neighbor_allgather(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, handle comm) ALIAS(PMPI_Neighbor_allgather);

EXPORT int PMPI_Neighbor_allgather_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, wide recvcount, handle recvtype, handle comm);
int PMPI_Neighbor_allgather_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, wide recvcount, handle recvtype, handle comm)
{
    return error_out(wt_MPI_Neighbor_allgather_c(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm)));
}
EXPORT int MPI_Neighbor_allgather_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, wide recvcount, handle recvtype, handle comm) ALIAS(PMPI_Neighbor_allgather_c);

EXPORT int PMPI_Neighbor_allgather_init(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, handle comm, handle info, handle *request);
int PMPI_Neighbor_allgather_init(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, handle comm, handle info, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Neighbor_allgather_init(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Neighbor_allgather_init(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, handle comm, handle info, handle *request) ALIAS(PMPI_Neighbor_allgather_init);

EXPORT int PMPI_Neighbor_allgather_init_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, wide recvcount, handle recvtype, handle comm, handle info, handle *request);
int PMPI_Neighbor_allgather_init_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, wide recvcount, handle recvtype, handle comm, handle info, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Neighbor_allgather_init_c(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Neighbor_allgather_init_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, wide recvcount, handle recvtype, handle comm, handle info, handle *request) ALIAS(PMPI_Neighbor_allgather_init_c);

EXPORT int PMPI_Neighbor_allgatherv(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, const int recvcounts[], const int displs[], handle recvtype, handle comm);
int PMPI_Neighbor_allgatherv(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, const int recvcounts[], const int displs[], handle recvtype, handle comm)
{
    return error_out(wt_MPI_Neighbor_allgatherv(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcounts, displs, type_in(recvtype), comm_in(comm)));
}
EXPORT int MPI_Neighbor_allgatherv(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, const int recvcounts[], const int displs[], handle recvtype, handle comm) ALIAS(PMPI_Neighbor_allgatherv);

EXPORT int PMPI_Neighbor_allgatherv_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], handle recvtype, handle comm);
int PMPI_Neighbor_allgatherv_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], handle recvtype, handle comm)
{
    return error_out(wt_MPI_Neighbor_allgatherv_c(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcounts, displs, type_in(recvtype), comm_in(comm)));
}
EXPORT int MPI_Neighbor_allgatherv_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], handle recvtype, handle comm) ALIAS(PMPI_Neighbor_allgatherv_c);

EXPORT int PMPI_Neighbor_allgatherv_init(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, const int recvcounts[], const int displs[], handle recvtype, handle comm, handle info, handle *request);
int PMPI_Neighbor_allgatherv_init(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, const int recvcounts[], const int displs[], handle recvtype, handle comm, handle info, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Neighbor_allgatherv_init(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcounts, displs, type_in(recvtype), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Neighbor_allgatherv_init(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, const int recvcounts[], const int displs[], handle recvtype, handle comm, handle info, handle *request) ALIAS(PMPI_Neighbor_allgatherv_init);

EXPORT int PMPI_Neighbor_allgatherv_init_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], handle recvtype, handle comm, handle info, handle *request);
int PMPI_Neighbor_allgatherv_init_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], handle recvtype, handle comm, handle info, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Neighbor_allgatherv_init_c(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcounts, displs, type_in(recvtype), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Neighbor_allgatherv_init_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], handle recvtype, handle comm, handle info, handle *request) ALIAS(PMPI_Neighbor_allgatherv_init_c);

EXPORT int PMPI_Neighbor_alltoall(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, handle comm);
int PMPI_Neighbor_alltoall(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, handle comm)
{
    return error_out(wt_MPI_Neighbor_alltoall(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm)));
}
EXPORT int MPI_Neighbor_alltoall(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, handle comm) ALIAS(PMPI_Neighbor_alltoall);

EXPORT int PMPI_Neighbor_alltoall_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, wide recvcount, handle recvtype, handle comm);
int PMPI_Neighbor_alltoall_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, wide recvcount, handle recvtype, handle comm)
{
    return error_out(wt_MPI_Neighbor_alltoall_c(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm)));
}
EXPORT int MPI_Neighbor_alltoall_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, wide recvcount, handle recvtype, handle comm) ALIAS(PMPI_Neighbor_alltoall_c);

EXPORT int PMPI_Neighbor_alltoall_init(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, handle comm, handle info, handle *request);
int PMPI_Neighbor_alltoall_init(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, handle comm, handle info, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Neighbor_alltoall_init(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Neighbor_alltoall_init(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, handle comm, handle info, handle *request) ALIAS(PMPI_Neighbor_alltoall_init);

EXPORT int PMPI_Neighbor_alltoall_init_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, wide recvcount, handle recvtype, handle comm, handle info, handle *request);
int PMPI_Neighbor_alltoall_init_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, wide recvcount, handle recvtype, handle comm, handle info, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Neighbor_alltoall_init_c(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Neighbor_alltoall_init_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, wide recvcount, handle recvtype, handle comm, handle info, handle *request) ALIAS(PMPI_Neighbor_alltoall_init_c);

EXPORT int PMPI_Neighbor_alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], handle sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], handle recvtype, handle comm);
int PMPI_Neighbor_alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], handle sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], handle recvtype, handle comm)
{
    return error_out(wt_MPI_Neighbor_alltoallv(SITE, buffer_in(sendbuf), sendcounts, sdispls, type_in(sendtype), buffer_in(recvbuf), recvcounts, rdispls, type_in(recvtype), comm_in(comm)));
}
EXPORT int MPI_Neighbor_alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], handle sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], handle recvtype, handle comm) ALIAS(PMPI_Neighbor_alltoallv);

EXPORT int PMPI_Neighbor_alltoallv_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], handle sendtype, void *recvbuf, const wide recvcounts[], const wide rdispls[], handle recvtype, handle comm);
int PMPI_Neighbor_alltoallv_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], handle sendtype, void *recvbuf, const wide recvcounts[], const wide rdispls[], handle recvtype, handle comm)
{
    return error_out(wt_MPI_Neighbor_alltoallv_c(SITE, buffer_in(sendbuf), sendcounts, sdispls, type_in(sendtype), buffer_in(recvbuf), recvcounts, rdispls, type_in(recvtype), comm_in(comm)));
}
EXPORT int MPI_Neighbor_alltoallv_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], handle sendtype, void *recvbuf, const wide recvcounts[], const wide rdispls[], handle recvtype, handle comm) ALIAS(PMPI_Neighbor_alltoallv_c);

EXPORT int PMPI_Neighbor_alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[], handle sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], handle recvtype, handle comm, handle info, handle *request);
int PMPI_Neighbor_alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[], handle sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], handle recvtype, handle comm, handle info, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Neighbor_alltoallv_init(SITE, buffer_in(sendbuf), sendcounts, sdispls, type_in(sendtype), buffer_in(recvbuf), recvcounts, rdispls, type_in(recvtype), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Neighbor_alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[], handle sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], handle recvtype, handle comm, handle info, handle *request) ALIAS(PMPI_Neighbor_alltoallv_init);

EXPORT int PMPI_Neighbor_alltoallv_init_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], handle sendtype, void *recvbuf, const wide recvcounts[], const wide rdispls[], handle recvtype, handle comm, handle info, handle *request);
int PMPI_Neighbor_alltoallv_init_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], handle sendtype, void *recvbuf, const wide recvcounts[], const wide rdispls[], handle recvtype, handle comm, handle info, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Neighbor_alltoallv_init_c(SITE, buffer_in(sendbuf), sendcounts, sdispls, type_in(sendtype), buffer_in(recvbuf), recvcounts, rdispls, type_in(recvtype), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Neighbor_alltoallv_init_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], handle sendtype, void *recvbuf, const wide recvcounts[], const wide rdispls[], handle recvtype, handle comm, handle info, handle *request) ALIAS(PMPI_Neighbor_alltoallv_init_c);

EXPORT int PMPI_Neighbor_alltoallw(const void *sendbuf, const int sendcounts[], const wide sdispls[], const handle sendtypes[], void *recvbuf, const int recvcounts[], const wide rdispls[], const handle recvtypes[], handle comm);
int PMPI_Neighbor_alltoallw(const void *sendbuf, const int sendcounts[], const wide sdispls[], const handle sendtypes[], void *recvbuf, const int recvcounts[], const wide rdispls[], const handle recvtypes[], handle comm)
{
    int sendtypes_count = sendtypes ? wt_neighbours(comm_in(comm), 1) : 0;
    SCRATCH(core, sendtypes_, sendtypes_count, 32);
    for (int i = 0; i < sendtypes_count; i++) sendtypes_[i] = type_in(sendtypes[i]);
    int recvtypes_count = recvtypes ? wt_neighbours(comm_in(comm), 0) : 0;
    SCRATCH(core, recvtypes_, recvtypes_count, 32);
    for (int i = 0; i < recvtypes_count; i++) recvtypes_[i] = type_in(recvtypes[i]);
    int code = wt_MPI_Neighbor_alltoallw(SITE, buffer_in(sendbuf), sendcounts, sdispls, sendtypes ? sendtypes_ : NULL, buffer_in(recvbuf), recvcounts, rdispls, recvtypes ? recvtypes_ : NULL, comm_in(comm));
    RELEASE(sendtypes_);
    RELEASE(recvtypes_);
    return error_out(code);
}
EXPORT int MPI_Neighbor_alltoallw(const void *sendbuf, const int sendcounts[], const wide sdispls[], const handle sendtypes[], void *recvbuf, const int recvcounts[], const wide rdispls[], const handle recvtypes[], handle comm) ALIAS(PMPI_Neighbor_alltoallw);

EXPORT int PMPI_Neighbor_alltoallw_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], const handle sendtypes[], void *recvbuf, const wide recvcounts[], const wide rdispls[], const handle recvtypes[], handle comm);
int PMPI_Neighbor_alltoallw_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], const handle sendtypes[], void *recvbuf, const wide recvcounts[], const wide rdispls[], const handle recvtypes[], handle comm)
{
    int sendtypes_count = sendtypes ? wt_neighbours(comm_in(comm), 1) : 0;
    SCRATCH(core, sendtypes_, sendtypes_count, 32);
    for (int i = 0; i < sendtypes_count; i++) sendtypes_[i] = type_in(sendtypes[i]);
    int recvtypes_count = recvtypes ? wt_neighbours(comm_in(comm), 0) : 0;
    SCRATCH(core, recvtypes_, recvtypes_count, 32);
    for (int i = 0; i < recvtypes_count; i++) recvtypes_[i] = type_in(recvtypes[i]);
    int code = wt_MPI_Neighbor_alltoallw_c(SITE, buffer_in(sendbuf), sendcounts, sdispls, sendtypes ? sendtypes_ : NULL, buffer_in(recvbuf), recvcounts, rdispls, recvtypes ? recvtypes_ : NULL, comm_in(comm));
    RELEASE(sendtypes_);
    RELEASE(recvtypes_);
    return error_out(code);
}
EXPORT int MPI_Neighbor_alltoallw_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], const handle sendtypes[], void *recvbuf, const wide recvcounts[], const wide rdispls[], const handle recvtypes[], handle comm) ALIAS(PMPI_Neighbor_alltoallw_c);

EXPORT int PMPI_Neighbor_alltoallw_init(const void *sendbuf, const int sendcounts[], const wide sdispls[], const handle sendtypes[], void *recvbuf, const int recvcounts[], const wide rdispls[], const handle recvtypes[], handle comm, handle info, handle *request);
int PMPI_Neighbor_alltoallw_init(const void *sendbuf, const int sendcounts[], const wide sdispls[], const handle sendtypes[], void *recvbuf, const int recvcounts[], const wide rdispls[], const handle recvtypes[], handle comm, handle info, handle *request)
{
    int sendtypes_count = sendtypes ? wt_neighbours(comm_in(comm), 1) : 0;
    SCRATCH(core, sendtypes_, sendtypes_count, 32);
    for (int i = 0; i < sendtypes_count; i++) sendtypes_[i] = type_in(sendtypes[i]);
    int recvtypes_count = recvtypes ? wt_neighbours(comm_in(comm), 0) : 0;
    SCRATCH(core, recvtypes_, recvtypes_count, 32);
    for (int i = 0; i < recvtypes_count; i++) recvtypes_[i] = type_in(recvtypes[i]);
    core request_ = 0;
    int code = wt_MPI_Neighbor_alltoallw_init(SITE, buffer_in(sendbuf), sendcounts, sdispls, sendtypes ? sendtypes_ : NULL, buffer_in(recvbuf), recvcounts, rdispls, recvtypes ? recvtypes_ : NULL, comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    RELEASE(sendtypes_);
    RELEASE(recvtypes_);
    return error_out(code);
}
EXPORT int MPI_Neighbor_alltoallw_init(const void *sendbuf, const int sendcounts[], const wide sdispls[], const handle sendtypes[], void *recvbuf, const int recvcounts[], const wide rdispls[], const handle recvtypes[], handle comm, handle info, handle *request) ALIAS(PMPI_Neighbor_alltoallw_init);

EXPORT int PMPI_Neighbor_alltoallw_init_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], const handle sendtypes[], void *recvbuf, const wide recvcounts[], const wide rdispls[], const handle recvtypes[], handle comm, handle info, handle *request);
int PMPI_Neighbor_alltoallw_init_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], const handle sendtypes[], void *recvbuf, const wide recvcounts[], const wide rdispls[], const handle recvtypes[], handle comm, handle info, handle *request)
{
    int sendtypes_count = sendtypes ? wt_neighbours(comm_in(comm), 1) : 0;
    SCRATCH(core, sendtypes_, sendtypes_count, 32);
    for (int i = 0; i < sendtypes_count; i++) sendtypes_[i] = type_in(sendtypes[i]);
    int recvtypes_count = recvtypes ? wt_neighbours(comm_in(comm), 0) : 0;
    SCRATCH(core, recvtypes_, recvtypes_count, 32);
    for (int i = 0; i < recvtypes_count; i++) recvtypes_[i] = type_in(recvtypes[i]);
    core request_ = 0;
    int code = wt_MPI_Neighbor_alltoallw_init_c(SITE, buffer_in(sendbuf), sendcounts, sdispls, sendtypes ? sendtypes_ : NULL, buffer_in(recvbuf), recvcounts, rdispls, recvtypes ? recvtypes_ : NULL, comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    RELEASE(sendtypes_);
    RELEASE(recvtypes_);
    return error_out(code);
}
EXPORT int MPI_Neighbor_alltoallw_init_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], const handle sendtypes[], void *recvbuf, const wide recvcounts[], const wide rdispls[], const handle recvtypes[], handle comm, handle info, handle *request) ALIAS(PMPI_Neighbor_alltoallw_init_c);

EXPORT int PMPI_Op_commutative(handle op, int *commute);
int PMPI_Op_commutative(handle op, int *commute)
{
    return error_out(wt_MPI_Op_commutative(SITE, op_in(op), commute));
}
EXPORT int MPI_Op_commutative(handle op, int *commute) ALIAS(PMPI_Op_commutative);

EXPORT int PMPI_Op_create(void *user_fn, int commute, handle *op);
int PMPI_Op_create(void *user_fn, int commute, handle *op)
{
    core op_ = 0;
    int code = wt_MPI_Op_create(SITE, user_fn, commute, op ? &op_ : NULL);
    if (op_) *op = op_out(op_);
    return error_out(code);
}
EXPORT int MPI_Op_create(void *user_fn, int commute, handle *op) ALIAS(PMPI_Op_create);

EXPORT int PMPI_Op_create_c(void *user_fn, int commute, handle *op);
int PMPI_Op_create_c(void *user_fn, int commute, handle *op)
{
    core op_ = 0;
    int code = wt_MPI_Op_create_c(SITE, user_fn, commute, op ? &op_ : NULL);
    if (op_) *op = op_out(op_);
    return error_out(code);
}
EXPORT int MPI_Op_create_c(void *user_fn, int commute, handle *op) ALIAS(PMPI_Op_create_c);

EXPORT int PMPI_Op_free(handle *op);
int PMPI_Op_free(handle *op)
{
    core op_ = op ? op_in(*op) : 0;
    int code = wt_MPI_Op_free(SITE, op ? &op_ : NULL);
    if (op_) *op = op_out(op_);
    return error_out(code);
}
EXPORT int MPI_Op_free(handle *op) ALIAS(PMPI_Op_free);

EXPORT handle PMPI_Op_fromint(int op);
handle PMPI_Op_fromint(int op)
{
    return PMPI_Op_f2c(op);
}
EXPORT handle MPI_Op_fromint(int op) ALIAS(PMPI_Op_fromint);

EXPORT int PMPI_Op_toint(handle op);
int PMPI_Op_toint(handle op)
{
    return PMPI_Op_c2f(op);
}
EXPORT int MPI_Op_toint(handle op) ALIAS(PMPI_Op_toint);

EXPORT int PMPI_Open_port(handle info, char *port_name);
int PMPI_Open_port(handle info, char *port_name)
{
    return error_out(wt_MPI_Open_port(SITE, info_in(info), port_name));
}
EXPORT int MPI_Open_port(handle info, char *port_name) ALIAS(PMPI_Open_port);

EXPORT int PMPI_Pack(const void *inbuf, int incount, handle datatype, void *outbuf, int outsize, int *position, handle comm);
int PMPI_Pack(const void *inbuf, int incount, handle datatype, void *outbuf, int outsize, int *position, handle comm)
{
    return error_out(wt_MPI_Pack(SITE, buffer_in(inbuf), incount, type_in(datatype), buffer_in(outbuf), outsize, position, comm_in(comm)));
}
EXPORT int MPI_Pack(const void *inbuf, int incount, handle datatype, void *outbuf, int outsize, int *position, handle comm) ALIAS(PMPI_Pack);

EXPORT int PMPI_Pack_c(const void *inbuf, wide incount, handle datatype, void *outbuf, wide outsize, wide *position, handle comm);
int PMPI_Pack_c(const void *inbuf, wide incount, handle datatype, void *outbuf, wide outsize, wide *position, handle comm)
{
    return error_out(wt_MPI_Pack_c(SITE, buffer_in(inbuf), incount, type_in(datatype), buffer_in(outbuf), outsize, position, comm_in(comm)));
}
EXPORT int MPI_Pack_c(const void *inbuf, wide incount, handle datatype, void *outbuf, wide outsize, wide *position, handle comm) ALIAS(PMPI_Pack_c);

EXPORT int PMPI_Pack_external(const char *datarep, const void *inbuf, int incount, handle datatype, void *outbuf, wide outsize, wide *position);
int PMPI_Pack_external(const char *datarep, const void *inbuf, int incount, handle datatype, void *outbuf, wide outsize, wide *position)
{
    return error_out(wt_MPI_Pack_external(SITE, datarep, buffer_in(inbuf), incount, type_in(datatype), buffer_in(outbuf), outsize, position));
}
EXPORT int MPI_Pack_external(const char *datarep, const void *inbuf, int incount, handle datatype, void *outbuf, wide outsize, wide *position) ALIAS(PMPI_Pack_external);

EXPORT int PMPI_Pack_external_c(const char *datarep, const void *inbuf, wide incount, handle datatype, void *outbuf, wide outsize, wide *position);
int PMPI_Pack_external_c(const char *datarep, const void *inbuf, wide incount, handle datatype, void *outbuf, wide outsize, wide *position)
{
    return error_out(wt_MPI_Pack_external_c(SITE, datarep, buffer_in(inbuf), incount, type_in(datatype), buffer_in(outbuf), outsize, position));
}
EXPORT int MPI_Pack_external_c(const char *datarep, const void *inbuf, wide incount, handle datatype, void *outbuf, wide outsize, wide *position) ALIAS(PMPI_Pack_external_c);

EXPORT int PMPI_Pack_external_size(const char *datarep, int incount, handle datatype, wide *size);
int PMPI_Pack_external_size(const char *datarep, int incount, handle datatype, wide *size)
{
    return error_out(wt_MPI_Pack_external_size(SITE, datarep, incount, type_in(datatype), size));
}
EXPORT int MPI_Pack_external_size(const char *datarep, int incount, handle datatype, wide *size) ALIAS(PMPI_Pack_external_size);

EXPORT int PMPI_Pack_external_size_c(const char *datarep, wide incount, handle datatype, wide *size);
int PMPI_Pack_external_size_c(const char *datarep, wide incount, handle datatype, wide *size)
{
    return error_out(wt_MPI_Pack_external_size_c(SITE, datarep, incount, type_in(datatype), size));
}
EXPORT int MPI_Pack_external_size_c(const char *datarep, wide incount, handle datatype, wide *size) ALIAS(PMPI_Pack_external_size_c);

EXPORT int PMPI_Pack_size(int incount, handle datatype, handle comm, int *size);
int PMPI_Pack_size(int incount, handle datatype, handle comm, int *size)
{
    return error_out(wt_MPI_Pack_size(SITE, incount, type_in(datatype), comm_in(comm), size));
}
EXPORT int MPI_Pack_size(int incount, handle datatype, handle comm, int *size) ALIAS(PMPI_Pack_size);

EXPORT int PMPI_Pack_size_c(wide incount, handle datatype, handle comm, wide *size);
int PMPI_Pack_size_c(wide incount, handle datatype, handle comm, wide *size)
{
    return error_out(wt_MPI_Pack_size_c(SITE, incount, type_in(datatype), comm_in(comm), size));
}
EXPORT int MPI_Pack_size_c(wide incount, handle datatype, handle comm, wide *size) ALIAS(PMPI_Pack_size_c);

EXPORT int PMPI_Parrived(handle request, int partition, int *flag);
int PMPI_Parrived(handle request, int partition, int *flag)
{
    return error_out(wt_MPI_Parrived(SITE, request_in(request), partition, flag));
}
EXPORT int MPI_Parrived(handle request, int partition, int *flag) ALIAS(PMPI_Parrived);

EXPORT int PMPI_Pcontrol(const int level, ...);
int PMPI_Pcontrol(const int level, ...)
{
    return error_out(wt_MPI_Pcontrol(SITE, level));
}
EXPORT int MPI_Pcontrol(const int level, ...) ALIAS(PMPI_Pcontrol);

EXPORT int PMPI_Pready(int partition, handle request);
int PMPI_Pready(int partition, handle request)
{
    return error_out(wt_MPI_Pready(SITE, partition, request_in(request)));
}
EXPORT int MPI_Pready(int partition, handle request) ALIAS(PMPI_Pready);

EXPORT int PMPI_Pready_list(int length, const int array_of_partitions[], handle request);
int PMPI_Pready_list(int length, const int array_of_partitions[], handle request)
{
    return error_out(wt_MPI_Pready_list(SITE, length, array_of_partitions, request_in(request)));
}
EXPORT int MPI_Pready_list(int length, const int array_of_partitions[], handle request) ALIAS(PMPI_Pready_list);

EXPORT int PMPI_Pready_range(int partition_low, int partition_high, handle request);
int PMPI_Pready_range(int partition_low, int partition_high, handle request)
{
    return error_out(wt_MPI_Pready_range(SITE, partition_low, partition_high, request_in(request)));
}
EXPORT int MPI_Pready_range(int partition_low, int partition_high, handle request) ALIAS(PMPI_Pready_range);

EXPORT int PMPI_Precv_init(void *buf, int partitions, wide count, handle datatype, int source, int tag, handle comm, handle info, handle *request);
int PMPI_Precv_init(void *buf, int partitions, wide count, handle datatype, int source, int tag, handle comm, handle info, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Precv_init(SITE, buffer_in(buf), partitions, count, type_in(datatype), rank_in(source), tag_in(tag), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Precv_init(void *buf, int partitions, wide count, handle datatype, int source, int tag, handle comm, handle info, handle *request) ALIAS(PMPI_Precv_init);

EXPORT int PMPI_Probe(int source, int tag, handle comm, struct status *status);
int PMPI_Probe(int source, int tag, handle comm, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_Probe(SITE, rank_in(source), tag_in(tag), comm_in(comm), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_Probe(int source, int tag, handle comm, struct status *status) ALIAS(PMPI_Probe);

EXPORT int PMPI_Psend_init(const void *buf, int partitions, wide count, handle datatype, int dest, int tag, handle comm, handle info, handle *request);
int PMPI_Psend_init(const void *buf, int partitions, wide count, handle datatype, int dest, int tag, handle comm, handle info, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Psend_init(SITE, buffer_in(buf), partitions, count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Psend_init(const void *buf, int partitions, wide count, handle datatype, int dest, int tag, handle comm, handle info, handle *request) ALIAS(PMPI_Psend_init);

EXPORT int PMPI_Publish_name(const char *service_name, handle info, const char *port_name);
int PMPI_Publish_name(const char *service_name, handle info, const char *port_name)
{
    return error_out(wt_MPI_Publish_name(SITE, service_name, info_in(info), port_name));
}
EXPORT int MPI_Publish_name(const char *service_name, handle info, const char *port_name) ALIAS(PMPI_Publish_name);

EXPORT int PMPI_Put(const void *origin_addr, int origin_count, handle origin_datatype, int target_rank, wide target_disp, int target_count, handle target_datatype, handle win);
int PMPI_Put(const void *origin_addr, int origin_count, handle origin_datatype, int target_rank, wide target_disp, int target_count, handle target_datatype, handle win)
{
    return error_out(wt_MPI_Put(SITE, buffer_in(origin_addr), origin_count, type_in(origin_datatype), rank_in(target_rank), target_disp, target_count, type_in(target_datatype), win_in(win)));
}
EXPORT int MPI_Put(const void *origin_addr, int origin_count, handle origin_datatype, int target_rank, wide target_disp, int target_count, handle target_datatype, handle win) ALIAS(PMPI_Put);

EXPORT int PMPI_Put_c(const void *origin_addr, wide origin_count, handle origin_datatype, int target_rank, wide target_disp, wide target_count, handle target_datatype, handle win);
int PMPI_Put_c(const void *origin_addr, wide origin_count, handle origin_datatype, int target_rank, wide target_disp, wide target_count, handle target_datatype, handle win)
{
    return error_out(wt_MPI_Put_c(SITE, buffer_in(origin_addr), origin_count, type_in(origin_datatype), rank_in(target_rank), target_disp, target_count, type_in(target_datatype), win_in(win)));
}
EXPORT int MPI_Put_c(const void *origin_addr, wide origin_count, handle origin_datatype, int target_rank, wide target_disp, wide target_count, handle target_datatype, handle win) ALIAS(PMPI_Put_c);

EXPORT int PMPI_Query_thread(int *provided);
int PMPI_Query_thread(int *provided)
{
    int code = wt_MPI_Query_thread(SITE, provided);
    if (code == 0 && provided) *provided = thread_out(*provided);
    return error_out(code);
}
EXPORT int MPI_Query_thread(int *provided) ALIAS(PMPI_Query_thread);

EXPORT int PMPI_Raccumulate(const void *origin_addr, int origin_count, handle origin_datatype, int target_rank, wide target_disp, int target_count, handle target_datatype, handle op, handle win, handle *request);
int PMPI_Raccumulate(const void *origin_addr, int origin_count, handle origin_datatype, int target_rank, wide target_disp, int target_count, handle target_datatype, handle op, handle win, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Raccumulate(SITE, buffer_in(origin_addr), origin_count, type_in(origin_datatype), rank_in(target_rank), target_disp, target_count, type_in(target_datatype), op_in(op), win_in(win), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Raccumulate(const void *origin_addr, int origin_count, handle origin_datatype, int target_rank, wide target_disp, int target_count, handle target_datatype, handle op, handle win, handle *request) ALIAS(PMPI_Raccumulate);

EXPORT int PMPI_Raccumulate_c(const void *origin_addr, wide origin_count, handle origin_datatype, int target_rank, wide target_disp, wide target_count, handle target_datatype, handle op, handle win, handle *request);
int PMPI_Raccumulate_c(const void *origin_addr, wide origin_count, handle origin_datatype, int target_rank, wide target_disp, wide target_count, handle target_datatype, handle op, handle win, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Raccumulate_c(SITE, buffer_in(origin_addr), origin_count, type_in(origin_datatype), rank_in(target_rank), target_disp, target_count, type_in(target_datatype), op_in(op), win_in(win), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Raccumulate_c(const void *origin_addr, wide origin_count, handle origin_datatype, int target_rank, wide target_disp, wide target_count, handle target_datatype, handle op, handle win, handle *request) ALIAS(PMPI_Raccumulate_c);

EXPORT int PMPI_Recv(void *buf, int count, handle datatype, int source, int tag, handle comm, struct status *status);
int PMPI_Recv(void *buf, int count, handle datatype, int source, int tag, handle comm, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_Recv(SITE, buffer_in(buf), count, type_in(datatype), rank_in(source), tag_in(tag), comm_in(comm), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_Recv(void *buf, int count, handle datatype, int source, int tag, handle comm, struct status *status) ALIAS(PMPI_Recv);

EXPORT int PMPI_Recv_c(void *buf, wide count, handle datatype, int source, int tag, handle comm, struct status *status);
int PMPI_Recv_c(void *buf, wide count, handle datatype, int source, int tag, handle comm, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_Recv_c(SITE, buffer_in(buf), count, type_in(datatype), rank_in(source), tag_in(tag), comm_in(comm), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_Recv_c(void *buf, wide count, handle datatype, int source, int tag, handle comm, struct status *status) ALIAS(PMPI_Recv_c);

EXPORT int PMPI_Recv_init(void *buf, int count, handle datatype, int source, int tag, handle comm, handle *request);
int PMPI_Recv_init(void *buf, int count, handle datatype, int source, int tag, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Recv_init(SITE, buffer_in(buf), count, type_in(datatype), rank_in(source), tag_in(tag), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Recv_init(void *buf, int count, handle datatype, int source, int tag, handle comm, handle *request) ALIAS(PMPI_Recv_init);

EXPORT int PMPI_Recv_init_c(void *buf, wide count, handle datatype, int source, int tag, handle comm, handle *request);
int PMPI_Recv_init_c(void *buf, wide count, handle datatype, int source, int tag, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Recv_init_c(SITE, buffer_in(buf), count, type_in(datatype), rank_in(source), tag_in(tag), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Recv_init_c(void *buf, wide count, handle datatype, int source, int tag, handle comm, handle *request) ALIAS(PMPI_Recv_init_c);

EXPORT int PMPI_Reduce(const void *sendbuf, void *recvbuf, int count, handle datatype, handle op, int root, handle comm);
int PMPI_Reduce(const void *sendbuf, void *recvbuf, int count, handle datatype, handle op, int root, handle comm)
{
    return error_out(wt_MPI_Reduce(SITE, buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), rank_in(root), comm_in(comm)));
}
EXPORT int MPI_Reduce(const void *sendbuf, void *recvbuf, int count, handle datatype, handle op, int root, handle comm) ALIAS(PMPI_Reduce);

EXPORT int PMPI_Reduce_c(const void *sendbuf, void *recvbuf, wide count, handle datatype, handle op, int root, handle comm);
int PMPI_Reduce_c(const void *sendbuf, void *recvbuf, wide count, handle datatype, handle op, int root, handle comm)
{
    return error_out(wt_MPI_Reduce_c(SITE, buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), rank_in(root), comm_in(comm)));
}
EXPORT int MPI_Reduce_c(const void *sendbuf, void *recvbuf, wide count, handle datatype, handle op, int root, handle comm) ALIAS(PMPI_Reduce_c);

EXPORT int PMPI_Reduce_init(const void *sendbuf, void *recvbuf, int count, handle datatype, handle op, int root, handle comm, handle info, handle *request);
int PMPI_Reduce_init(const void *sendbuf, void *recvbuf, int count, handle datatype, handle op, int root, handle comm, handle info, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Reduce_init(SITE, buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), rank_in(root), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Reduce_init(const void *sendbuf, void *recvbuf, int count, handle datatype, handle op, int root, handle comm, handle info, handle *request) ALIAS(PMPI_Reduce_init);

EXPORT int PMPI_Reduce_init_c(const void *sendbuf, void *recvbuf, wide count, handle datatype, handle op, int root, handle comm, handle info, handle *request);
int PMPI_Reduce_init_c(const void *sendbuf, void *recvbuf, wide count, handle datatype, handle op, int root, handle comm, handle info, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Reduce_init_c(SITE, buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), rank_in(root), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Reduce_init_c(const void *sendbuf, void *recvbuf, wide count, handle datatype, handle op, int root, handle comm, handle info, handle *request) ALIAS(PMPI_Reduce_init_c);

EXPORT int PMPI_Reduce_local(const void *inbuf, void *inoutbuf, int count, handle datatype, handle op);
int PMPI_Reduce_local(const void *inbuf, void *inoutbuf, int count, handle datatype, handle op)
{
    return error_out(wt_MPI_Reduce_local(SITE, buffer_in(inbuf), buffer_in(inoutbuf), count, type_in(datatype), op_in(op)));
}
EXPORT int MPI_Reduce_local(const void *inbuf, void *inoutbuf, int count, handle datatype, handle op) ALIAS(PMPI_Reduce_local);

EXPORT int PMPI_Reduce_local_c(const void *inbuf, void *inoutbuf, wide count, handle datatype, handle op);
int PMPI_Reduce_local_c(const void *inbuf, void *inoutbuf, wide count, handle datatype, handle op)
{
    return error_out(wt_MPI_Reduce_local_c(SITE, buffer_in(inbuf), buffer_in(inoutbuf), count, type_in(datatype), op_in(op)));
}
EXPORT int MPI_Reduce_local_c(const void *inbuf, void *inoutbuf, wide count, handle datatype, handle op) ALIAS(PMPI_Reduce_local_c);

EXPORT int PMPI_Reduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[], handle datatype, handle op, handle comm);
int PMPI_Reduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[], handle datatype, handle op, handle comm)
{
    return error_out(wt_MPI_Reduce_scatter(SITE, buffer_in(sendbuf), buffer_in(recvbuf), recvcounts, type_in(datatype), op_in(op), comm_in(comm)));
}
EXPORT int MPI_Reduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[], handle datatype, handle op, handle comm) ALIAS(PMPI_Reduce_scatter);

EXPORT int PMPI_Reduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount, handle datatype, handle op, handle comm);
int PMPI_Reduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount, handle datatype, handle op, handle comm)
{
    return error_out(wt_MPI_Reduce_scatter_block(SITE, buffer_in(sendbuf), buffer_in(recvbuf), recvcount, type_in(datatype), op_in(op), comm_in(comm)));
}
EXPORT int MPI_Reduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount, handle datatype, handle op, handle comm) ALIAS(PMPI_Reduce_scatter_block);

EXPORT int PMPI_Reduce_scatter_block_c(const void *sendbuf, void *recvbuf, wide recvcount, handle datatype, handle op, handle comm);
int PMPI_Reduce_scatter_block_c(const void *sendbuf, void *recvbuf, wide recvcount, handle datatype, handle op, handle comm)
{
    return error_out(wt_MPI_Reduce_scatter_block_c(SITE, buffer_in(sendbuf), buffer_in(recvbuf), recvcount, type_in(datatype), op_in(op), comm_in(comm)));
}
EXPORT int MPI_Reduce_scatter_block_c(const void *sendbuf, void *recvbuf, wide recvcount, handle datatype, handle op, handle comm) ALIAS(PMPI_Reduce_scatter_block_c);

EXPORT int PMPI_Reduce_scatter_block_init(const void *sendbuf, void *recvbuf, int recvcount, handle datatype, handle op, handle comm, handle info, handle *request);
int PMPI_Reduce_scatter_block_init(const void *sendbuf, void *recvbuf, int recvcount, handle datatype, handle op, handle comm, handle info, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Reduce_scatter_block_init(SITE, buffer_in(sendbuf), buffer_in(recvbuf), recvcount, type_in(datatype), op_in(op), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Reduce_scatter_block_init(const void *sendbuf, void *recvbuf, int recvcount, handle datatype, handle op, handle comm, handle info, handle *request) ALIAS(PMPI_Reduce_scatter_block_init);

EXPORT int PMPI_Reduce_scatter_block_init_c(const void *sendbuf, void *recvbuf, wide recvcount, handle datatype, handle op, handle comm, handle info, handle *request);
int PMPI_Reduce_scatter_block_init_c(const void *sendbuf, void *recvbuf, wide recvcount, handle datatype, handle op, handle comm, handle info, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Reduce_scatter_block_init_c(SITE, buffer_in(sendbuf), buffer_in(recvbuf), recvcount, type_in(datatype), op_in(op), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Reduce_scatter_block_init_c(const void *sendbuf, void *recvbuf, wide recvcount, handle datatype, handle op, handle comm, handle info, handle *request) ALIAS(PMPI_Reduce_scatter_block_init_c);

EXPORT int PMPI_Reduce_scatter_c(const void *sendbuf, void *recvbuf, const wide recvcounts[], handle datatype, handle op, handle comm);
int PMPI_Reduce_scatter_c(const void *sendbuf, void *recvbuf, const wide recvcounts[], handle datatype, handle op, handle comm)
{
    return error_out(wt_MPI_Reduce_scatter_c(SITE, buffer_in(sendbuf), buffer_in(recvbuf), recvcounts, type_in(datatype), op_in(op), comm_in(comm)));
}
EXPORT int MPI_Reduce_scatter_c(const void *sendbuf, void *recvbuf, const wide recvcounts[], handle datatype, handle op, handle comm) ALIAS(PMPI_Reduce_scatter_c);

EXPORT int PMPI_Reduce_scatter_init(const void *sendbuf, void *recvbuf, const int recvcounts[], handle datatype, handle op, handle comm, handle info, handle *request);
int PMPI_Reduce_scatter_init(const void *sendbuf, void *recvbuf, const int recvcounts[], handle datatype, handle op, handle comm, handle info, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Reduce_scatter_init(SITE, buffer_in(sendbuf), buffer_in(recvbuf), recvcounts, type_in(datatype), op_in(op), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Reduce_scatter_init(const void *sendbuf, void *recvbuf, const int recvcounts[], handle datatype, handle op, handle comm, handle info, handle *request) ALIAS(PMPI_Reduce_scatter_init);

EXPORT int PMPI_Reduce_scatter_init_c(const void *sendbuf, void *recvbuf, const wide recvcounts[], handle datatype, handle op, handle comm, handle info, handle *request);
int PMPI_Reduce_scatter_init_c(const void *sendbuf, void *recvbuf, const wide recvcounts[], handle datatype, handle op, handle comm, handle info, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Reduce_scatter_init_c(SITE, buffer_in(sendbuf), buffer_in(recvbuf), recvcounts, type_in(datatype), op_in(op), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Reduce_scatter_init_c(const void *sendbuf, void *recvbuf, const wide recvcounts[], handle datatype, handle op, handle comm, handle info, handle *request) ALIAS(PMPI_Reduce_scatter_init_c);

EXPORT int PMPI_Register_datarep(const char *datarep, void *read_conversion_fn, void *write_conversion_fn, void *dtype_file_extent_fn, void *extra_state);
int PMPI_Register_datarep(const char *datarep, void *read_conversion_fn, void *write_conversion_fn, void *dtype_file_extent_fn, void *extra_state)
{
    return error_out(wt_MPI_Register_datarep(SITE, datarep, read_conversion_fn, write_conversion_fn, dtype_file_extent_fn, extra_state));
}
EXPORT int MPI_Register_datarep(const char *datarep, void *read_conversion_fn, void *write_conversion_fn, void *dtype_file_extent_fn, void *extra_state) ALIAS(PMPI_Register_datarep);

EXPORT int PMPI_Register_datarep_c(const char *datarep, void *read_conversion_fn, void *write_conversion_fn, void *dtype_file_extent_fn, void *extra_state);
int PMPI_Register_datarep_c(const char *datarep, void *read_conversion_fn, void *write_conversion_fn, void *dtype_file_extent_fn, void *extra_state)
{
    return error_out(wt_MPI_Register_datarep_c(SITE, datarep, read_conversion_fn, write_conversion_fn, dtype_file_extent_fn, extra_state));
}
EXPORT int MPI_Register_datarep_c(const char *datarep, void *read_conversion_fn, void *write_conversion_fn, void *dtype_file_extent_fn, void *extra_state) ALIAS(PMPI_Register_datarep_c);

EXPORT int PMPI_Remove_error_class(int errorclass);
int PMPI_Remove_error_class(int errorclass)
{
    return error_out(wt_MPI_Remove_error_class(SITE, error_in(errorclass)));
}
EXPORT int MPI_Remove_error_class(int errorclass) ALIAS(PMPI_Remove_error_class);

EXPORT int PMPI_Remove_error_code(int errorcode);
int PMPI_Remove_error_code(int errorcode)
{
    return error_out(wt_MPI_Remove_error_code(SITE, error_in(errorcode)));
}
EXPORT int MPI_Remove_error_code(int errorcode) ALIAS(PMPI_Remove_error_code);

EXPORT int PMPI_Remove_error_string(int errorcode);
int PMPI_Remove_error_string(int errorcode)
{
    return error_out(wt_MPI_Remove_error_string(SITE, error_in(errorcode)));
}
EXPORT int MPI_Remove_error_string(int errorcode) ALIAS(PMPI_Remove_error_string);

EXPORT int PMPI_Request_free(handle *request);
int PMPI_Request_free(handle *request)
{
    core request_ = request ? request_in(*request) : 0;
    int code = wt_MPI_Request_free(SITE, request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Request_free(handle *request) ALIAS(PMPI_Request_free);

EXPORT handle PMPI_Request_fromint(int request);
handle PMPI_Request_fromint(int request)
{
    return PMPI_Request_f2c(request);
}
EXPORT handle MPI_Request_fromint(int request) ALIAS(PMPI_Request_fromint);

EXPORT int PMPI_Request_get_status(handle request, int *flag, struct status *status);
int PMPI_Request_get_status(handle request, int *flag, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_Request_get_status(SITE, request_in(request), flag, ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_Request_get_status(handle request, int *flag, struct status *status) ALIAS(PMPI_Request_get_status);

EXPORT int PMPI_Request_get_status_all(int count, const handle array_of_requests[], int *flag, struct status *array_of_statuses);
int PMPI_Request_get_status_all(int count, const handle array_of_requests[], int *flag, struct status *array_of_statuses)
{
    int array_of_requests_count = array_of_requests ? clamped(count) : 0;
    SCRATCH(core, array_of_requests_, array_of_requests_count, 32);
    for (int i = 0; i < array_of_requests_count; i++) array_of_requests_[i] = request_in(array_of_requests[i]);
    int array_of_statuses_count = ignored(array_of_statuses) ? 0 : clamped(count);
    SCRATCH(struct core_status, array_of_statuses_, array_of_statuses_count, 8);
    for (int i = 0; i < array_of_statuses_count; i++) array_of_statuses_[i] = blank_status();
    int code = wt_MPI_Request_get_status_all(SITE, count, array_of_requests ? array_of_requests_ : NULL, flag, ignored(array_of_statuses) ? NULL : array_of_statuses_);
    for (int i = 0; i < array_of_statuses_count; i++) written_status(&array_of_statuses_[i], &array_of_statuses[i]);
    RELEASE(array_of_requests_);
    RELEASE(array_of_statuses_);
    return error_out(code);
}
EXPORT int MPI_Request_get_status_all(int count, const handle array_of_requests[], int *flag, struct status *array_of_statuses) ALIAS(PMPI_Request_get_status_all);

EXPORT int PMPI_Request_get_status_any(int count, const handle array_of_requests[], int *index, int *flag, struct status *status);
int PMPI_Request_get_status_any(int count, const handle array_of_requests[], int *index, int *flag, struct status *status)
{
    int array_of_requests_count = array_of_requests ? clamped(count) : 0;
    SCRATCH(core, array_of_requests_, array_of_requests_count, 32);
    for (int i = 0; i < array_of_requests_count; i++) array_of_requests_[i] = request_in(array_of_requests[i]);
    struct core_status status_ = blank_status();
    int code = wt_MPI_Request_get_status_any(SITE, count, array_of_requests ? array_of_requests_ : NULL, index, flag, ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    RELEASE(array_of_requests_);
    return error_out(code);
}
EXPORT int MPI_Request_get_status_any(int count, const handle array_of_requests[], int *index, int *flag, struct status *status) ALIAS(PMPI_Request_get_status_any);

EXPORT int PMPI_Request_get_status_some(int incount, const handle array_of_requests[], int *outcount, int array_of_indices[], struct status *array_of_statuses);
int PMPI_Request_get_status_some(int incount, const handle array_of_requests[], int *outcount, int array_of_indices[], struct status *array_of_statuses)
{
    int array_of_requests_count = array_of_requests ? clamped(incount) : 0;
    SCRATCH(core, array_of_requests_, array_of_requests_count, 32);
    for (int i = 0; i < array_of_requests_count; i++) array_of_requests_[i] = request_in(array_of_requests[i]);
    int array_of_statuses_count = ignored(array_of_statuses) ? 0 : clamped(incount);
    SCRATCH(struct core_status, array_of_statuses_, array_of_statuses_count, 8);
    for (int i = 0; i < array_of_statuses_count; i++) array_of_statuses_[i] = blank_status();
    int code = wt_MPI_Request_get_status_some(SITE, incount, array_of_requests ? array_of_requests_ : NULL, outcount, array_of_indices, ignored(array_of_statuses) ? NULL : array_of_statuses_);
    for (int i = 0; i < array_of_statuses_count; i++) written_status(&array_of_statuses_[i], &array_of_statuses[i]);
    RELEASE(array_of_requests_);
    RELEASE(array_of_statuses_);
    return error_out(code);
}
EXPORT int MPI_Request_get_status_some(int incount, const handle array_of_requests[], int *outcount, int array_of_indices[], struct status *array_of_statuses) ALIAS(PMPI_Request_get_status_some);

EXPORT int PMPI_Request_toint(handle request);
int PMPI_Request_toint(handle request)
{
    return PMPI_Request_c2f(request);
}
EXPORT int MPI_Request_toint(handle request) ALIAS(PMPI_Request_toint);

EXPORT int PMPI_Rget(void *origin_addr, int origin_count, handle origin_datatype, int target_rank, wide target_disp, int target_count, handle target_datatype, handle win, handle *request);
int PMPI_Rget(void *origin_addr, int origin_count, handle origin_datatype, int target_rank, wide target_disp, int target_count, handle target_datatype, handle win, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Rget(SITE, buffer_in(origin_addr), origin_count, type_in(origin_datatype), rank_in(target_rank), target_disp, target_count, type_in(target_datatype), win_in(win), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Rget(void *origin_addr, int origin_count, handle origin_datatype, int target_rank, wide target_disp, int target_count, handle target_datatype, handle win, handle *request) ALIAS(PMPI_Rget);

EXPORT int PMPI_Rget_accumulate(const void *origin_addr, int origin_count, handle origin_datatype, void *result_addr, int result_count, handle result_datatype, int target_rank, wide target_disp, int target_count, handle target_datatype, handle op, handle win, handle *request);
int PMPI_Rget_accumulate(const void *origin_addr, int origin_count, handle origin_datatype, void *result_addr, int result_count, handle result_datatype, int target_rank, wide target_disp, int target_count, handle target_datatype, handle op, handle win, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Rget_accumulate(SITE, buffer_in(origin_addr), origin_count, type_in(origin_datatype), buffer_in(result_addr), result_count, type_in(result_datatype), rank_in(target_rank), target_disp, target_count, type_in(target_datatype), op_in(op), win_in(win), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Rget_accumulate(const void *origin_addr, int origin_count, handle origin_datatype, void *result_addr, int result_count, handle result_datatype, int target_rank, wide target_disp, int target_count, handle target_datatype, handle op, handle win, handle *request) ALIAS(PMPI_Rget_accumulate);

EXPORT int PMPI_Rget_accumulate_c(const void *origin_addr, wide origin_count, handle origin_datatype, void *result_addr, wide result_count, handle result_datatype, int target_rank, wide target_disp, wide target_count, handle target_datatype, handle op, handle win, handle *request);
int PMPI_Rget_accumulate_c(const void *origin_addr, wide origin_count, handle origin_datatype, void *result_addr, wide result_count, handle result_datatype, int target_rank, wide target_disp, wide target_count, handle target_datatype, handle op, handle win, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Rget_accumulate_c(SITE, buffer_in(origin_addr), origin_count, type_in(origin_datatype), buffer_in(result_addr), result_count, type_in(result_datatype), rank_in(target_rank), target_disp, target_count, type_in(target_datatype), op_in(op), win_in(win), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Rget_accumulate_c(const void *origin_addr, wide origin_count, handle origin_datatype, void *result_addr, wide result_count, handle result_datatype, int target_rank, wide target_disp, wide target_count, handle target_datatype, handle op, handle win, handle *request) ALIAS(PMPI_Rget_accumulate_c);

EXPORT int PMPI_Rget_c(void *origin_addr, wide origin_count, handle origin_datatype, int target_rank, wide target_disp, wide target_count, handle target_datatype, handle win, handle *request);
int PMPI_Rget_c(void *origin_addr, wide origin_count, handle origin_datatype, int target_rank, wide target_disp, wide target_count, handle target_datatype, handle win, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Rget_c(SITE, buffer_in(origin_addr), origin_count, type_in(origin_datatype), rank_in(target_rank), target_disp, target_count, type_in(target_datatype), win_in(win), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Rget_c(void *origin_addr, wide origin_count, handle origin_datatype, int target_rank, wide target_disp, wide target_count, handle target_datatype, handle win, handle *request) ALIAS(PMPI_Rget_c);

EXPORT int PMPI_Rput(const void *origin_addr, int origin_count, handle origin_datatype, int target_rank, wide target_disp, int target_count, handle target_datatype, handle win, handle *request);
int PMPI_Rput(const void *origin_addr, int origin_count, handle origin_datatype, int target_rank, wide target_disp, int target_count, handle target_datatype, handle win, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Rput(SITE, buffer_in(origin_addr), origin_count, type_in(origin_datatype), rank_in(target_rank), target_disp, target_count, type_in(target_datatype), win_in(win), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Rput(const void *origin_addr, int origin_count, handle origin_datatype, int target_rank, wide target_disp, int target_count, handle target_datatype, handle win, handle *request) ALIAS(PMPI_Rput);

EXPORT int PMPI_Rput_c(const void *origin_addr, wide origin_count, handle origin_datatype, int target_rank, wide target_disp, wide target_count, handle target_datatype, handle win, handle *request);
int PMPI_Rput_c(const void *origin_addr, wide origin_count, handle origin_datatype, int target_rank, wide target_disp, wide target_count, handle target_datatype, handle win, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Rput_c(SITE, buffer_in(origin_addr), origin_count, type_in(origin_datatype), rank_in(target_rank), target_disp, target_count, type_in(target_datatype), win_in(win), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Rput_c(const void *origin_addr, wide origin_count, handle origin_datatype, int target_rank, wide target_disp, wide target_count, handle target_datatype, handle win, handle *request) ALIAS(PMPI_Rput_c);

EXPORT int PMPI_Rsend(const void *buf, int count, handle datatype, int dest, int tag, handle comm);
int PMPI_Rsend(const void *buf, int count, handle datatype, int dest, int tag, handle comm)
{
    return error_out(wt_MPI_Rsend(SITE, buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm)));
}
EXPORT int MPI_Rsend(const void *buf, int count, handle datatype, int dest, int tag, handle comm) ALIAS(PMPI_Rsend);

EXPORT int PMPI_Rsend_c(const void *buf, wide count, handle datatype, int dest, int tag, handle comm);
int PMPI_Rsend_c(const void *buf, wide count, handle datatype, int dest, int tag, handle comm)
{
    return error_out(wt_MPI_Rsend_c(SITE, buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm)));
}
EXPORT int MPI_Rsend_c(const void *buf, wide count, handle datatype, int dest, int tag, handle comm) ALIAS(PMPI_Rsend_c);

EXPORT int PMPI_Rsend_init(const void *buf, int count, handle datatype, int dest, int tag, handle comm, handle *request);
int PMPI_Rsend_init(const void *buf, int count, handle datatype, int dest, int tag, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Rsend_init(SITE, buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Rsend_init(const void *buf, int count, handle datatype, int dest, int tag, handle comm, handle *request) ALIAS(PMPI_Rsend_init);

EXPORT int PMPI_Rsend_init_c(const void *buf, wide count, handle datatype, int dest, int tag, handle comm, handle *request);
int PMPI_Rsend_init_c(const void *buf, wide count, handle datatype, int dest, int tag, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Rsend_init_c(SITE, buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Rsend_init_c(const void *buf, wide count, handle datatype, int dest, int tag, handle comm, handle *request) ALIAS(PMPI_Rsend_init_c);

EXPORT int PMPI_Scan(const void *sendbuf, void *recvbuf, int count, handle datatype, handle op, handle comm);
int PMPI_Scan(const void *sendbuf, void *recvbuf, int count, handle datatype, handle op, handle comm)
{
    return error_out(wt_MPI_Scan(SITE, buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), comm_in(comm)));
}
EXPORT int MPI_Scan(const void *sendbuf, void *recvbuf, int count, handle datatype, handle op, handle comm) ALIAS(PMPI_Scan);

EXPORT int PMPI_Scan_c(const void *sendbuf, void *recvbuf, wide count, handle datatype, handle op, handle comm);
int PMPI_Scan_c(const void *sendbuf, void *recvbuf, wide count, handle datatype, handle op, handle comm)
{
    return error_out(wt_MPI_Scan_c(SITE, buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), comm_in(comm)));
}
EXPORT int MPI_Scan_c(const void *sendbuf, void *recvbuf, wide count, handle datatype, handle op, handle comm) ALIAS(PMPI_Scan_c);

EXPORT int PMPI_Scan_init(const void *sendbuf, void *recvbuf, int count, handle datatype, handle op, handle comm, handle info, handle *request);
int PMPI_Scan_init(const void *sendbuf, void *recvbuf, int count, handle datatype, handle op, handle comm, handle info, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Scan_init(SITE, buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Scan_init(const void *sendbuf, void *recvbuf, int count, handle datatype, handle op, handle comm, handle info, handle *request) ALIAS(PMPI_Scan_init);

EXPORT int PMPI_Scan_init_c(const void *sendbuf, void *recvbuf, wide count, handle datatype, handle op, handle comm, handle info, handle *request);
int PMPI_Scan_init_c(const void *sendbuf, void *recvbuf, wide count, handle datatype, handle op, handle comm, handle info, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Scan_init_c(SITE, buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Scan_init_c(const void *sendbuf, void *recvbuf, wide count, handle datatype, handle op, handle comm, handle info, handle *request) ALIAS(PMPI_Scan_init_c);

EXPORT int PMPI_Scatter(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, int root, handle comm);
int PMPI_Scatter(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, int root, handle comm)
{
    return error_out(wt_MPI_Scatter(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(root), comm_in(comm)));
}
EXPORT int MPI_Scatter(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, int root, handle comm) ALIAS(PMPI_Scatter);

EXPORT int PMPI_Scatter_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, wide recvcount, handle recvtype, int root, handle comm);
int PMPI_Scatter_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, wide recvcount, handle recvtype, int root, handle comm)
{
    return error_out(wt_MPI_Scatter_c(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(root), comm_in(comm)));
}
EXPORT int MPI_Scatter_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, wide recvcount, handle recvtype, int root, handle comm) ALIAS(PMPI_Scatter_c);

EXPORT int PMPI_Scatter_init(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, int root, handle comm, handle info, handle *request);
int PMPI_Scatter_init(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, int root, handle comm, handle info, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Scatter_init(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(root), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Scatter_init(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, int root, handle comm, handle info, handle *request) ALIAS(PMPI_Scatter_init);

EXPORT int PMPI_Scatter_init_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, wide recvcount, handle recvtype, int root, handle comm, handle info, handle *request);
int PMPI_Scatter_init_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, wide recvcount, handle recvtype, int root, handle comm, handle info, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Scatter_init_c(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(root), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Scatter_init_c(const void *sendbuf, wide sendcount, handle sendtype, void *recvbuf, wide recvcount, handle recvtype, int root, handle comm, handle info, handle *request) ALIAS(PMPI_Scatter_init_c);

EXPORT int PMPI_Scatterv(const void *sendbuf, const int sendcounts[], const int displs[], handle sendtype, void *recvbuf, int recvcount, handle recvtype, int root, handle comm);
int PMPI_Scatterv(const void *sendbuf, const int sendcounts[], const int displs[], handle sendtype, void *recvbuf, int recvcount, handle recvtype, int root, handle comm)
{
    return error_out(wt_MPI_Scatterv(SITE, buffer_in(sendbuf), sendcounts, displs, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(root), comm_in(comm)));
}
EXPORT int MPI_Scatterv(const void *sendbuf, const int sendcounts[], const int displs[], handle sendtype, void *recvbuf, int recvcount, handle recvtype, int root, handle comm) ALIAS(PMPI_Scatterv);

EXPORT int PMPI_Scatterv_c(const void *sendbuf, const wide sendcounts[], const wide displs[], handle sendtype, void *recvbuf, wide recvcount, handle recvtype, int root, handle comm);
int PMPI_Scatterv_c(const void *sendbuf, const wide sendcounts[], const wide displs[], handle sendtype, void *recvbuf, wide recvcount, handle recvtype, int root, handle comm)
{
    return error_out(wt_MPI_Scatterv_c(SITE, buffer_in(sendbuf), sendcounts, displs, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(root), comm_in(comm)));
}
EXPORT int MPI_Scatterv_c(const void *sendbuf, const wide sendcounts[], const wide displs[], handle sendtype, void *recvbuf, wide recvcount, handle recvtype, int root, handle comm) ALIAS(PMPI_Scatterv_c);

EXPORT int PMPI_Scatterv_init(const void *sendbuf, const int sendcounts[], const int displs[], handle sendtype, void *recvbuf, int recvcount, handle recvtype, int root, handle comm, handle info, handle *request);
int PMPI_Scatterv_init(const void *sendbuf, const int sendcounts[], const int displs[], handle sendtype, void *recvbuf, int recvcount, handle recvtype, int root, handle comm, handle info, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Scatterv_init(SITE, buffer_in(sendbuf), sendcounts, displs, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(root), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Scatterv_init(const void *sendbuf, const int sendcounts[], const int displs[], handle sendtype, void *recvbuf, int recvcount, handle recvtype, int root, handle comm, handle info, handle *request) ALIAS(PMPI_Scatterv_init);

EXPORT int PMPI_Scatterv_init_c(const void *sendbuf, const wide sendcounts[], const wide displs[], handle sendtype, void *recvbuf, wide recvcount, handle recvtype, int root, handle comm, handle info, handle *request);
int PMPI_Scatterv_init_c(const void *sendbuf, const wide sendcounts[], const wide displs[], handle sendtype, void *recvbuf, wide recvcount, handle recvtype, int root, handle comm, handle info, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Scatterv_init_c(SITE, buffer_in(sendbuf), sendcounts, displs, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(root), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Scatterv_init_c(const void *sendbuf, const wide sendcounts[], const wide displs[], handle sendtype, void *recvbuf, wide recvcount, handle recvtype, int root, handle comm, handle info, handle *request) ALIAS(PMPI_Scatterv_init_c);

EXPORT int PMPI_Send(const void *buf, int count, handle datatype, int dest, int tag, handle comm);
int PMPI_Send(const void *buf, int count, handle datatype, int dest, int tag, handle comm)
{
    return error_out(wt_MPI_Send(SITE, buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm)));
}
EXPORT int MPI_Send(const void *buf, int count, handle datatype, int dest, int tag, handle comm) ALIAS(PMPI_Send);

EXPORT int PMPI_Send_c(const void *buf, wide count, handle datatype, int dest, int tag, handle comm);
int PMPI_Send_c(const void *buf, wide count, handle datatype, int dest, int tag, handle comm)
{
    return error_out(wt_MPI_Send_c(SITE, buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm)));
}
EXPORT int MPI_Send_c(const void *buf, wide count, handle datatype, int dest, int tag, handle comm) ALIAS(PMPI_Send_c);

EXPORT int PMPI_Send_init(const void *buf, int count, handle datatype, int dest, int tag, handle comm, handle *request);
int PMPI_Send_init(const void *buf, int count, handle datatype, int dest, int tag, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Send_init(SITE, buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Send_init(const void *buf, int count, handle datatype, int dest, int tag, handle comm, handle *request) ALIAS(PMPI_Send_init);

EXPORT int PMPI_Send_init_c(const void *buf, wide count, handle datatype, int dest, int tag, handle comm, handle *request);
int PMPI_Send_init_c(const void *buf, wide count, handle datatype, int dest, int tag, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Send_init_c(SITE, buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Send_init_c(const void *buf, wide count, handle datatype, int dest, int tag, handle comm, handle *request) ALIAS(PMPI_Send_init_c);

EXPORT int PMPI_Sendrecv(const void *sendbuf, int sendcount, handle sendtype, int dest, int sendtag, void *recvbuf, int recvcount, handle recvtype, int source, int recvtag, handle comm, struct status *status);
int PMPI_Sendrecv(const void *sendbuf, int sendcount, handle sendtype, int dest, int sendtag, void *recvbuf, int recvcount, handle recvtype, int source, int recvtag, handle comm, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_Sendrecv(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), rank_in(dest), tag_in(sendtag), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(source), tag_in(recvtag), comm_in(comm), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_Sendrecv(const void *sendbuf, int sendcount, handle sendtype, int dest, int sendtag, void *recvbuf, int recvcount, handle recvtype, int source, int recvtag, handle comm, struct status *status) ALIAS(PMPI_Sendrecv);

EXPORT int PMPI_Sendrecv_c(const void *sendbuf, wide sendcount, handle sendtype, int dest, int sendtag, void *recvbuf, wide recvcount, handle recvtype, int source, int recvtag, handle comm, struct status *status);
int PMPI_Sendrecv_c(const void *sendbuf, wide sendcount, handle sendtype, int dest, int sendtag, void *recvbuf, wide recvcount, handle recvtype, int source, int recvtag, handle comm, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_Sendrecv_c(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), rank_in(dest), tag_in(sendtag), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(source), tag_in(recvtag), comm_in(comm), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_Sendrecv_c(const void *sendbuf, wide sendcount, handle sendtype, int dest, int sendtag, void *recvbuf, wide recvcount, handle recvtype, int source, int recvtag, handle comm, struct status *status) ALIAS(PMPI_Sendrecv_c);

EXPORT int PMPI_Sendrecv_replace(void *buf, int count, handle datatype, int dest, int sendtag, int source, int recvtag, handle comm, struct status *status);
int PMPI_Sendrecv_replace(void *buf, int count, handle datatype, int dest, int sendtag, int source, int recvtag, handle comm, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_Sendrecv_replace(SITE, buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(sendtag), rank_in(source), tag_in(recvtag), comm_in(comm), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_Sendrecv_replace(void *buf, int count, handle datatype, int dest, int sendtag, int source, int recvtag, handle comm, struct status *status) ALIAS(PMPI_Sendrecv_replace);

EXPORT int PMPI_Sendrecv_replace_c(void *buf, wide count, handle datatype, int dest, int sendtag, int source, int recvtag, handle comm, struct status *status);
int PMPI_Sendrecv_replace_c(void *buf, wide count, handle datatype, int dest, int sendtag, int source, int recvtag, handle comm, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_Sendrecv_replace_c(SITE, buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(sendtag), rank_in(source), tag_in(recvtag), comm_in(comm), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_Sendrecv_replace_c(void *buf, wide count, handle datatype, int dest, int sendtag, int source, int recvtag, handle comm, struct status *status) ALIAS(PMPI_Sendrecv_replace_c);

EXPORT int PMPI_Session_attach_buffer(handle session, void *buffer, int size);
int PMPI_Session_attach_buffer(handle session, void *buffer, int size)
{
    return error_out(wt_MPI_Session_attach_buffer(SITE, session_in(session), buffer_in(buffer), size));
}
EXPORT int MPI_Session_attach_buffer(handle session, void *buffer, int size) ALIAS(PMPI_Session_attach_buffer);

EXPORT int PMPI_Session_attach_buffer_c(handle session, void *buffer, wide size);
int PMPI_Session_attach_buffer_c(handle session, void *buffer, wide size)
{
    return error_out(wt_MPI_Session_attach_buffer_c(SITE, session_in(session), buffer_in(buffer), size));
}
EXPORT int MPI_Session_attach_buffer_c(handle session, void *buffer, wide size) ALIAS(PMPI_Session_attach_buffer_c);

EXPORT int PMPI_Session_call_errhandler(handle session, int errorcode);
int PMPI_Session_call_errhandler(handle session, int errorcode)
{
    return error_out(wt_MPI_Session_call_errhandler(SITE, session_in(session), error_in(errorcode)));
}
EXPORT int MPI_Session_call_errhandler(handle session, int errorcode) ALIAS(PMPI_Session_call_errhandler);

EXPORT int PMPI_Session_create_errhandler(void *session_errhandler_fn, handle *errhandler);
int PMPI_Session_create_errhandler(void *session_errhandler_fn, handle *errhandler)
{
    core errhandler_ = 0;
    int code = wt_MPI_Session_create_errhandler(SITE, session_errhandler_fn, errhandler ? &errhandler_ : NULL);
    if (errhandler_) *errhandler = errhandler_out(errhandler_);
    return error_out(code);
}
EXPORT int MPI_Session_create_errhandler(void *session_errhandler_fn, handle *errhandler) ALIAS(PMPI_Session_create_errhandler);

EXPORT int PMPI_Session_detach_buffer(handle session, void *buffer_addr, int *size);
int PMPI_Session_detach_buffer(handle session, void *buffer_addr, int *size)
{
    return error_out(wt_MPI_Session_detach_buffer(SITE, session_in(session), buffer_addr, size));
}
EXPORT int MPI_Session_detach_buffer(handle session, void *buffer_addr, int *size) ALIAS(PMPI_Session_detach_buffer);

EXPORT int PMPI_Session_detach_buffer_c(handle session, void *buffer_addr, wide *size);
int PMPI_Session_detach_buffer_c(handle session, void *buffer_addr, wide *size)
{
    return error_out(wt_MPI_Session_detach_buffer_c(SITE, session_in(session), buffer_addr, size));
}
EXPORT int MPI_Session_detach_buffer_c(handle session, void *buffer_addr, wide *size) ALIAS(PMPI_Session_detach_buffer_c);

EXPORT int PMPI_Session_finalize(handle *session);
int PMPI_Session_finalize(handle *session)
{
    core session_ = session ? session_in(*session) : 0;
    int code = wt_MPI_Session_finalize(SITE, session ? &session_ : NULL);
    if (session_) *session = session_out(session_);
    return error_out(code);
}
EXPORT int MPI_Session_finalize(handle *session) ALIAS(PMPI_Session_finalize);

EXPORT int PMPI_Session_flush_buffer(handle session);
int PMPI_Session_flush_buffer(handle session)
{
    return error_out(wt_MPI_Session_flush_buffer(SITE, session_in(session)));
}
EXPORT int MPI_Session_flush_buffer(handle session) ALIAS(PMPI_Session_flush_buffer);

EXPORT handle PMPI_Session_fromint(int session);
handle PMPI_Session_fromint(int session)
{
    return PMPI_Session_f2c(session);
}
EXPORT handle MPI_Session_fromint(int session) ALIAS(PMPI_Session_fromint);

EXPORT int PMPI_Session_get_errhandler(handle session, handle *errhandler);
int PMPI_Session_get_errhandler(handle session, handle *errhandler)
{
    core errhandler_ = 0;
    int code = wt_MPI_Session_get_errhandler(SITE, session_in(session), errhandler ? &errhandler_ : NULL);
    if (errhandler_) *errhandler = errhandler_out(errhandler_);
    return error_out(code);
}
EXPORT int MPI_Session_get_errhandler(handle session, handle *errhandler) ALIAS(PMPI_Session_get_errhandler);

EXPORT int PMPI_Session_get_info(handle session, handle *info_used);
int PMPI_Session_get_info(handle session, handle *info_used)
{
    core info_used_ = 0;
    int code = wt_MPI_Session_get_info(SITE, session_in(session), info_used ? &info_used_ : NULL);
    if (info_used_) *info_used = info_out(info_used_);
    return error_out(code);
}
EXPORT int MPI_Session_get_info(handle session, handle *info_used) ALIAS(PMPI_Session_get_info);

EXPORT int PMPI_Session_get_nth_pset(handle session, handle info, int n, int *pset_len, char *pset_name);
int PMPI_Session_get_nth_pset(handle session, handle info, int n, int *pset_len, char *pset_name)
{
    return error_out(wt_MPI_Session_get_nth_pset(SITE, session_in(session), info_in(info), n, pset_len, pset_name));
}
EXPORT int MPI_Session_get_nth_pset(handle session, handle info, int n, int *pset_len, char *pset_name) ALIAS(PMPI_Session_get_nth_pset);

EXPORT int PMPI_Session_get_num_psets(handle session, handle info, int *npset_names);
int PMPI_Session_get_num_psets(handle session, handle info, int *npset_names)
{
    return error_out(wt_MPI_Session_get_num_psets(SITE, session_in(session), info_in(info), npset_names));
}
EXPORT int MPI_Session_get_num_psets(handle session, handle info, int *npset_names) ALIAS(PMPI_Session_get_num_psets);

EXPORT int PMPI_Session_get_pset_info(handle session, const char *pset_name, handle *info);
int PMPI_Session_get_pset_info(handle session, const char *pset_name, handle *info)
{
    core info_ = 0;
    int code = wt_MPI_Session_get_pset_info(SITE, session_in(session), pset_name, info ? &info_ : NULL);
    if (info_) *info = info_out(info_);
    return error_out(code);
}
EXPORT int MPI_Session_get_pset_info(handle session, const char *pset_name, handle *info) ALIAS(PMPI_Session_get_pset_info);

EXPORT int PMPI_Session_iflush_buffer(handle session, handle *request);
int PMPI_Session_iflush_buffer(handle session, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Session_iflush_buffer(SITE, session_in(session), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Session_iflush_buffer(handle session, handle *request) ALIAS(PMPI_Session_iflush_buffer);

EXPORT int PMPI_Session_init(handle info, handle errhandler, handle *session);
int PMPI_Session_init(handle info, handle errhandler, handle *session)
{
    core session_ = 0;
    int code = wt_MPI_Session_init(SITE, info_in(info), errhandler_in(errhandler), session ? &session_ : NULL);
    if (session_) *session = session_out(session_);
    return error_out(code);
}
EXPORT int MPI_Session_init(handle info, handle errhandler, handle *session) ALIAS(PMPI_Session_init);

EXPORT int PMPI_Session_set_errhandler(handle session, handle errhandler);
int PMPI_Session_set_errhandler(handle session, handle errhandler)
{
    return error_out(wt_MPI_Session_set_errhandler(SITE, session_in(session), errhandler_in(errhandler)));
}
EXPORT int MPI_Session_set_errhandler(handle session, handle errhandler) ALIAS(PMPI_Session_set_errhandler);

EXPORT int PMPI_Session_toint(handle session);
int PMPI_Session_toint(handle session)
{
    return PMPI_Session_c2f(session);
}
EXPORT int MPI_Session_toint(handle session) ALIAS(PMPI_Session_toint);

EXPORT int PMPI_Ssend(const void *buf, int count, handle datatype, int dest, int tag, handle comm);
int PMPI_Ssend(const void *buf, int count, handle datatype, int dest, int tag, handle comm)
{
    return error_out(wt_MPI_Ssend(SITE, buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm)));
}
EXPORT int MPI_Ssend(const void *buf, int count, handle datatype, int dest, int tag, handle comm) ALIAS(PMPI_Ssend);

EXPORT int PMPI_Ssend_c(const void *buf, wide count, handle datatype, int dest, int tag, handle comm);
int PMPI_Ssend_c(const void *buf, wide count, handle datatype, int dest, int tag, handle comm)
{
    return error_out(wt_MPI_Ssend_c(SITE, buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm)));
}
EXPORT int MPI_Ssend_c(const void *buf, wide count, handle datatype, int dest, int tag, handle comm) ALIAS(PMPI_Ssend_c);

EXPORT int PMPI_Ssend_init(const void *buf, int count, handle datatype, int dest, int tag, handle comm, handle *request);
int PMPI_Ssend_init(const void *buf, int count, handle datatype, int dest, int tag, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Ssend_init(SITE, buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Ssend_init(const void *buf, int count, handle datatype, int dest, int tag, handle comm, handle *request) ALIAS(PMPI_Ssend_init);

EXPORT int PMPI_Ssend_init_c(const void *buf, wide count, handle datatype, int dest, int tag, handle comm, handle *request);
int PMPI_Ssend_init_c(const void *buf, wide count, handle datatype, int dest, int tag, handle comm, handle *request)
{
    core request_ = 0;
    int code = wt_MPI_Ssend_init_c(SITE, buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Ssend_init_c(const void *buf, wide count, handle datatype, int dest, int tag, handle comm, handle *request) ALIAS(PMPI_Ssend_init_c);

EXPORT int PMPI_Start(handle *request);
int PMPI_Start(handle *request)
{
    core request_ = request ? request_in(*request) : 0;
    int code = wt_MPI_Start(SITE, request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Start(handle *request) ALIAS(PMPI_Start);

EXPORT int PMPI_Startall(int count, handle array_of_requests[]);
int PMPI_Startall(int count, handle array_of_requests[])
{
    int array_of_requests_count = array_of_requests ? clamped(count) : 0;
    SCRATCH(core, array_of_requests_, array_of_requests_count, 32);
    for (int i = 0; i < array_of_requests_count; i++) array_of_requests_[i] = request_in(array_of_requests[i]);
    int code = wt_MPI_Startall(SITE, count, array_of_requests ? array_of_requests_ : NULL);
    for (int i = 0; i < array_of_requests_count; i++) if (array_of_requests_[i]) array_of_requests[i] = request_out(array_of_requests_[i]);
    RELEASE(array_of_requests_);
    return error_out(code);
}
EXPORT int MPI_Startall(int count, handle array_of_requests[]) ALIAS(PMPI_Startall);

EXPORT int PMPI_Status_get_error(const struct status *status, int *err);
int PMPI_Status_get_error(const struct status *status, int *err)
{
    struct core_status status_ = {0};
    if (!ignored(status)) status_ = status_in(status);
    int code = wt_MPI_Status_get_error(SITE, ignored(status) ? NULL : &status_, err);
    if (code == 0 && err) *err = error_out(*err);
    return error_out(code);
}
EXPORT int MPI_Status_get_error(const struct status *status, int *err) ALIAS(PMPI_Status_get_error);

EXPORT int PMPI_Status_get_source(const struct status *status, int *source);
int PMPI_Status_get_source(const struct status *status, int *source)
{
    struct core_status status_ = {0};
    if (!ignored(status)) status_ = status_in(status);
    int code = wt_MPI_Status_get_source(SITE, ignored(status) ? NULL : &status_, source);
    if (code == 0 && source) *source = rank_out(*source);
    return error_out(code);
}
EXPORT int MPI_Status_get_source(const struct status *status, int *source) ALIAS(PMPI_Status_get_source);

EXPORT int PMPI_Status_get_tag(const struct status *status, int *tag);
int PMPI_Status_get_tag(const struct status *status, int *tag)
{
    struct core_status status_ = {0};
    if (!ignored(status)) status_ = status_in(status);
    int code = wt_MPI_Status_get_tag(SITE, ignored(status) ? NULL : &status_, tag);
    if (code == 0 && tag) *tag = tag_out(*tag);
    return error_out(code);
}
EXPORT int MPI_Status_get_tag(const struct status *status, int *tag) ALIAS(PMPI_Status_get_tag);

EXPORT int PMPI_Status_set_cancelled(struct status *status, int flag);
int PMPI_Status_set_cancelled(struct status *status, int flag)
{
    struct core_status status_ = {0};
    if (!ignored(status)) status_ = status_in(status);
    int code = wt_MPI_Status_set_cancelled(SITE, ignored(status) ? NULL : &status_, flag);
    if (!ignored(status)) status_out(&status_, status);
    if (!ignored(status)) status->error = error_out(status_.error);
    return error_out(code);
}
EXPORT int MPI_Status_set_cancelled(struct status *status, int flag) ALIAS(PMPI_Status_set_cancelled);

EXPORT int PMPI_Status_set_elements(struct status *status, handle datatype, int count);
int PMPI_Status_set_elements(struct status *status, handle datatype, int count)
{
    struct core_status status_ = {0};
    if (!ignored(status)) status_ = status_in(status);
    int code = wt_MPI_Status_set_elements(SITE, ignored(status) ? NULL : &status_, type_in(datatype), count);
    if (!ignored(status)) status_out(&status_, status);
    if (!ignored(status)) status->error = error_out(status_.error);
    return error_out(code);
}
EXPORT int MPI_Status_set_elements(struct status *status, handle datatype, int count) ALIAS(PMPI_Status_set_elements);

EXPORT int PMPI_Status_set_elements_c(struct status *status, handle datatype, wide count);
int PMPI_Status_set_elements_c(struct status *status, handle datatype, wide count)
{
    struct core_status status_ = {0};
    if (!ignored(status)) status_ = status_in(status);
    int code = wt_MPI_Status_set_elements_c(SITE, ignored(status) ? NULL : &status_, type_in(datatype), count);
    if (!ignored(status)) status_out(&status_, status);
    if (!ignored(status)) status->error = error_out(status_.error);
    return error_out(code);
}
EXPORT int MPI_Status_set_elements_c(struct status *status, handle datatype, wide count) ALIAS(PMPI_Status_set_elements_c);

EXPORT int PMPI_Status_set_elements_x(struct status *status, handle datatype, wide count);
int PMPI_Status_set_elements_x(struct status *status, handle datatype, wide count)
{
    struct core_status status_ = {0};
    if (!ignored(status)) status_ = status_in(status);
    int code = wt_MPI_Status_set_elements_x(SITE, ignored(status) ? NULL : &status_, type_in(datatype), count);
    if (!ignored(status)) status_out(&status_, status);
    if (!ignored(status)) status->error = error_out(status_.error);
    return error_out(code);
}
EXPORT int MPI_Status_set_elements_x(struct status *status, handle datatype, wide count) ALIAS(PMPI_Status_set_elements_x);

EXPORT int PMPI_Status_set_error(struct status *status, int err);
int PMPI_Status_set_error(struct status *status, int err)
{
    struct core_status status_ = {0};
    if (!ignored(status)) status_ = status_in(status);
    int code = wt_MPI_Status_set_error(SITE, ignored(status) ? NULL : &status_, error_in(err));
    if (!ignored(status)) status_out(&status_, status);
    if (!ignored(status)) status->error = error_out(status_.error);
    return error_out(code);
}
EXPORT int MPI_Status_set_error(struct status *status, int err) ALIAS(PMPI_Status_set_error);

EXPORT int PMPI_Status_set_source(struct status *status, int source);
int PMPI_Status_set_source(struct status *status, int source)
{
    struct core_status status_ = {0};
    if (!ignored(status)) status_ = status_in(status);
    int code = wt_MPI_Status_set_source(SITE, ignored(status) ? NULL : &status_, rank_in(source));
    if (!ignored(status)) status_out(&status_, status);
    if (!ignored(status)) status->error = error_out(status_.error);
    return error_out(code);
}
EXPORT int MPI_Status_set_source(struct status *status, int source) ALIAS(PMPI_Status_set_source);

EXPORT int PMPI_Status_set_tag(struct status *status, int tag);
int PMPI_Status_set_tag(struct status *status, int tag)
{
    struct core_status status_ = {0};
    if (!ignored(status)) status_ = status_in(status);
    int code = wt_MPI_Status_set_tag(SITE, ignored(status) ? NULL : &status_, tag_in(tag));
    if (!ignored(status)) status_out(&status_, status);
    if (!ignored(status)) status->error = error_out(status_.error);
    return error_out(code);
}
EXPORT int MPI_Status_set_tag(struct status *status, int tag) ALIAS(PMPI_Status_set_tag);

EXPORT int PMPI_T_category_changed(int *update_number);
int PMPI_T_category_changed(int *update_number)
{
    return error_out(wt_MPI_T_category_changed(SITE, update_number));
}
EXPORT int MPI_T_category_changed(int *update_number) ALIAS(PMPI_T_category_changed);

EXPORT int PMPI_T_category_get_categories(int cat_index, int len, int indices[]);
int PMPI_T_category_get_categories(int cat_index, int len, int indices[])
{
    return error_out(wt_MPI_T_category_get_categories(SITE, cat_index, len, indices));
}
EXPORT int MPI_T_category_get_categories(int cat_index, int len, int indices[]) ALIAS(PMPI_T_category_get_categories);

EXPORT int PMPI_T_category_get_cvars(int cat_index, int len, int indices[]);
int PMPI_T_category_get_cvars(int cat_index, int len, int indices[])
{
    return error_out(wt_MPI_T_category_get_cvars(SITE, cat_index, len, indices));
}
EXPORT int MPI_T_category_get_cvars(int cat_index, int len, int indices[]) ALIAS(PMPI_T_category_get_cvars);

EXPORT int PMPI_T_category_get_events(int cat_index, int len, int indices[]);
int PMPI_T_category_get_events(int cat_index, int len, int indices[])
{
    return error_out(wt_MPI_T_category_get_events(SITE, cat_index, len, indices));
}
EXPORT int MPI_T_category_get_events(int cat_index, int len, int indices[]) ALIAS(PMPI_T_category_get_events);

EXPORT int PMPI_T_category_get_index(const char *name, int *cat_index);
int PMPI_T_category_get_index(const char *name, int *cat_index)
{
    return error_out(wt_MPI_T_category_get_index(SITE, name, cat_index));
}
EXPORT int MPI_T_category_get_index(const char *name, int *cat_index) ALIAS(PMPI_T_category_get_index);

EXPORT int PMPI_T_category_get_info(int cat_index, char *name, int *name_len, char *desc, int *desc_len, int *num_cvars, int *num_pvars, int *num_categories);
int PMPI_T_category_get_info(int cat_index, char *name, int *name_len, char *desc, int *desc_len, int *num_cvars, int *num_pvars, int *num_categories)
{
    return error_out(wt_MPI_T_category_get_info(SITE, cat_index, name, name_len, desc, desc_len, num_cvars, num_pvars, num_categories));
}
EXPORT int MPI_T_category_get_info(int cat_index, char *name, int *name_len, char *desc, int *desc_len, int *num_cvars, int *num_pvars, int *num_categories) ALIAS(PMPI_T_category_get_info);

EXPORT int PMPI_T_category_get_num(int *num_cat);
int PMPI_T_category_get_num(int *num_cat)
{
    return error_out(wt_MPI_T_category_get_num(SITE, num_cat));
}
EXPORT int MPI_T_category_get_num(int *num_cat) ALIAS(PMPI_T_category_get_num);

EXPORT int PMPI_T_category_get_num_events(int cat_index, int *num_events);
int PMPI_T_category_get_num_events(int cat_index, int *num_events)
{
    return error_out(wt_MPI_T_category_get_num_events(SITE, cat_index, num_events));
}
EXPORT int MPI_T_category_get_num_events(int cat_index, int *num_events) ALIAS(PMPI_T_category_get_num_events);

EXPORT int PMPI_T_category_get_pvars(int cat_index, int len, int indices[]);
int PMPI_T_category_get_pvars(int cat_index, int len, int indices[])
{
    return error_out(wt_MPI_T_category_get_pvars(SITE, cat_index, len, indices));
}
EXPORT int MPI_T_category_get_pvars(int cat_index, int len, int indices[]) ALIAS(PMPI_T_category_get_pvars);

EXPORT int PMPI_T_cvar_get_index(const char *name, int *cvar_index);
int PMPI_T_cvar_get_index(const char *name, int *cvar_index)
{
    return error_out(wt_MPI_T_cvar_get_index(SITE, name, cvar_index));
}
EXPORT int MPI_T_cvar_get_index(const char *name, int *cvar_index) ALIAS(PMPI_T_cvar_get_index);

EXPORT int PMPI_T_cvar_get_info(int cvar_index, char *name, int *name_len, int *verbosity, handle *datatype, void * *enumtype, char *desc, int *desc_len, int *bind, int *scope);
int PMPI_T_cvar_get_info(int cvar_index, char *name, int *name_len, int *verbosity, handle *datatype, void * *enumtype, char *desc, int *desc_len, int *bind, int *scope)
{
    core datatype_ = 0;
    int code = wt_MPI_T_cvar_get_info(SITE, cvar_index, name, name_len, verbosity, datatype ? &datatype_ : NULL, enumtype, desc, desc_len, bind, scope);
    if (code == 0 && verbosity) *verbosity = verbosity_out(*verbosity);
    if (datatype_) *datatype = type_out(datatype_);
    if (code == 0 && bind) *bind = bind_out(*bind);
    if (code == 0 && scope) *scope = scope_out(*scope);
    return error_out(code);
}
EXPORT int MPI_T_cvar_get_info(int cvar_index, char *name, int *name_len, int *verbosity, handle *datatype, void * *enumtype, char *desc, int *desc_len, int *bind, int *scope) ALIAS(PMPI_T_cvar_get_info);

EXPORT int PMPI_T_cvar_get_num(int *num_cvar);
int PMPI_T_cvar_get_num(int *num_cvar)
{
    return error_out(wt_MPI_T_cvar_get_num(SITE, num_cvar));
}
EXPORT int MPI_T_cvar_get_num(int *num_cvar) ALIAS(PMPI_T_cvar_get_num);

EXPORT int PMPI_T_cvar_handle_alloc(int cvar_index, void *obj_handle, void * *handle, int *count);
int PMPI_T_cvar_handle_alloc(int cvar_index, void *obj_handle, void * *handle, int *count)
{
    return error_out(wt_MPI_T_cvar_handle_alloc(SITE, cvar_index, obj_handle, handle, count));
}
EXPORT int MPI_T_cvar_handle_alloc(int cvar_index, void *obj_handle, void * *handle, int *count) ALIAS(PMPI_T_cvar_handle_alloc);

EXPORT int PMPI_T_cvar_handle_free(void * *handle);
int PMPI_T_cvar_handle_free(void * *handle)
{
    return error_out(wt_MPI_T_cvar_handle_free(SITE, handle));
}
EXPORT int MPI_T_cvar_handle_free(void * *handle) ALIAS(PMPI_T_cvar_handle_free);

EXPORT int PMPI_T_cvar_read(void *handle, void *buf);
int PMPI_T_cvar_read(void *handle, void *buf)
{
    return error_out(wt_MPI_T_cvar_read(SITE, handle, buffer_in(buf)));
}
EXPORT int MPI_T_cvar_read(void *handle, void *buf) ALIAS(PMPI_T_cvar_read);

EXPORT int PMPI_T_cvar_write(void *handle, const void *buf);
int PMPI_T_cvar_write(void *handle, const void *buf)
{
    return error_out(wt_MPI_T_cvar_write(SITE, handle, buffer_in(buf)));
}
EXPORT int MPI_T_cvar_write(void *handle, const void *buf) ALIAS(PMPI_T_cvar_write);

EXPORT int PMPI_T_enum_get_info(void *enumtype, int *num, char *name, int *name_len);
int PMPI_T_enum_get_info(void *enumtype, int *num, char *name, int *name_len)
{
    return error_out(wt_MPI_T_enum_get_info(SITE, enumtype, num, name, name_len));
}
EXPORT int MPI_T_enum_get_info(void *enumtype, int *num, char *name, int *name_len) ALIAS(PMPI_T_enum_get_info);

EXPORT int PMPI_T_enum_get_item(void *enumtype, int index, int *value, char *name, int *name_len);
int PMPI_T_enum_get_item(void *enumtype, int index, int *value, char *name, int *name_len)
{
    return error_out(wt_MPI_T_enum_get_item(SITE, enumtype, index, value, name, name_len));
}
EXPORT int MPI_T_enum_get_item(void *enumtype, int index, int *value, char *name, int *name_len) ALIAS(PMPI_T_enum_get_item);

EXPORT int PMPI_T_event_callback_get_info(void *event_registration, int cb_safety, handle *info_used);
int PMPI_T_event_callback_get_info(void *event_registration, int cb_safety, handle *info_used)
{
    core info_used_ = 0;
    int code = wt_MPI_T_event_callback_get_info(SITE, event_registration, safety_in(cb_safety), info_used ? &info_used_ : NULL);
    if (info_used_) *info_used = info_out(info_used_);
    return error_out(code);
}
EXPORT int MPI_T_event_callback_get_info(void *event_registration, int cb_safety, handle *info_used) ALIAS(PMPI_T_event_callback_get_info);

EXPORT int PMPI_T_event_callback_set_info(void *event_registration, int cb_safety, handle info);
int PMPI_T_event_callback_set_info(void *event_registration, int cb_safety, handle info)
{
    return error_out(wt_MPI_T_event_callback_set_info(SITE, event_registration, safety_in(cb_safety), info_in(info)));
}
EXPORT int MPI_T_event_callback_set_info(void *event_registration, int cb_safety, handle info) ALIAS(PMPI_T_event_callback_set_info);

EXPORT int PMPI_T_event_copy(void *event_instance, void *buffer);
int PMPI_T_event_copy(void *event_instance, void *buffer)
{
    return error_out(wt_MPI_T_event_copy(SITE, event_instance, buffer));
}
EXPORT int MPI_T_event_copy(void *event_instance, void *buffer) ALIAS(PMPI_T_event_copy);

EXPORT int PMPI_T_event_get_index(const char *name, int *event_index);
int PMPI_T_event_get_index(const char *name, int *event_index)
{
    return error_out(wt_MPI_T_event_get_index(SITE, name, event_index));
}
EXPORT int MPI_T_event_get_index(const char *name, int *event_index) ALIAS(PMPI_T_event_get_index);

EXPORT int PMPI_T_event_get_info(int event_index, char *name, int *name_len, int *verbosity, handle array_of_datatypes[], wide array_of_displacements[], int *num_elements, void * *enumtype, handle *info, char *desc, int *desc_len, int *bind);
int PMPI_T_event_get_info(int event_index, char *name, int *name_len, int *verbosity, handle array_of_datatypes[], wide array_of_displacements[], int *num_elements, void * *enumtype, handle *info, char *desc, int *desc_len, int *bind)
{
    int array_of_datatypes_count = array_of_datatypes ? clamped(num_elements && *num_elements > 0 ? *num_elements : 0) : 0;
    SCRATCH(core, array_of_datatypes_, array_of_datatypes_count, 32);
    for (int i = 0; i < array_of_datatypes_count; i++) array_of_datatypes_[i] = 0;
    core info_ = 0;
    int code = wt_MPI_T_event_get_info(SITE, event_index, name, name_len, verbosity, array_of_datatypes ? array_of_datatypes_ : NULL, array_of_displacements, num_elements, enumtype, info ? &info_ : NULL, desc, desc_len, bind);
    if (code == 0 && verbosity) *verbosity = verbosity_out(*verbosity);
    for (int i = 0; i < array_of_datatypes_count; i++) if (array_of_datatypes_[i]) array_of_datatypes[i] = type_out(array_of_datatypes_[i]);
    if (info_) *info = info_out(info_);
    if (code == 0 && bind) *bind = bind_out(*bind);
    RELEASE(array_of_datatypes_);
    return error_out(code);
}
EXPORT int MPI_T_event_get_info(int event_index, char *name, int *name_len, int *verbosity, handle array_of_datatypes[], wide array_of_displacements[], int *num_elements, void * *enumtype, handle *info, char *desc, int *desc_len, int *bind) ALIAS(PMPI_T_event_get_info);

EXPORT int PMPI_T_event_get_num(int *num_events);
int PMPI_T_event_get_num(int *num_events)
{
    return error_out(wt_MPI_T_event_get_num(SITE, num_events));
}
EXPORT int MPI_T_event_get_num(int *num_events) ALIAS(PMPI_T_event_get_num);

EXPORT int PMPI_T_event_get_source(void *event_instance, int *source_index);
int PMPI_T_event_get_source(void *event_instance, int *source_index)
{
    return error_out(wt_MPI_T_event_get_source(SITE, event_instance, source_index));
}
EXPORT int MPI_T_event_get_source(void *event_instance, int *source_index) ALIAS(PMPI_T_event_get_source);

EXPORT int PMPI_T_event_get_timestamp(void *event_instance, wide *event_timestamp);
int PMPI_T_event_get_timestamp(void *event_instance, wide *event_timestamp)
{
    return error_out(wt_MPI_T_event_get_timestamp(SITE, event_instance, event_timestamp));
}
EXPORT int MPI_T_event_get_timestamp(void *event_instance, wide *event_timestamp) ALIAS(PMPI_T_event_get_timestamp);

EXPORT int PMPI_T_event_handle_alloc(int event_index, void *obj_handle, handle info, void * *event_registration);
int PMPI_T_event_handle_alloc(int event_index, void *obj_handle, handle info, void * *event_registration)
{
    return error_out(wt_MPI_T_event_handle_alloc(SITE, event_index, obj_handle, info_in(info), event_registration));
}
EXPORT int MPI_T_event_handle_alloc(int event_index, void *obj_handle, handle info, void * *event_registration) ALIAS(PMPI_T_event_handle_alloc);

EXPORT int PMPI_T_event_handle_free(void *event_registration, void *user_data, void *free_cb_function);
int PMPI_T_event_handle_free(void *event_registration, void *user_data, void *free_cb_function)
{
    return error_out(wt_MPI_T_event_handle_free(SITE, event_registration, user_data, free_cb_function));
}
EXPORT int MPI_T_event_handle_free(void *event_registration, void *user_data, void *free_cb_function) ALIAS(PMPI_T_event_handle_free);

EXPORT int PMPI_T_event_handle_get_info(void *event_registration, handle *info_used);
int PMPI_T_event_handle_get_info(void *event_registration, handle *info_used)
{
    core info_used_ = 0;
    int code = wt_MPI_T_event_handle_get_info(SITE, event_registration, info_used ? &info_used_ : NULL);
    if (info_used_) *info_used = info_out(info_used_);
    return error_out(code);
}
EXPORT int MPI_T_event_handle_get_info(void *event_registration, handle *info_used) ALIAS(PMPI_T_event_handle_get_info);

EXPORT int PMPI_T_event_handle_set_info(void *event_registration, handle info);
int PMPI_T_event_handle_set_info(void *event_registration, handle info)
{
    return error_out(wt_MPI_T_event_handle_set_info(SITE, event_registration, info_in(info)));
}
EXPORT int MPI_T_event_handle_set_info(void *event_registration, handle info) ALIAS(PMPI_T_event_handle_set_info);

EXPORT int PMPI_T_event_read(void *event_instance, int element_index, void *buffer);
int PMPI_T_event_read(void *event_instance, int element_index, void *buffer)
{
    return error_out(wt_MPI_T_event_read(SITE, event_instance, element_index, buffer));
}
EXPORT int MPI_T_event_read(void *event_instance, int element_index, void *buffer) ALIAS(PMPI_T_event_read);

EXPORT int PMPI_T_event_register_callback(void *event_registration, int cb_safety, handle info, void *user_data, void *event_cb_function);
int PMPI_T_event_register_callback(void *event_registration, int cb_safety, handle info, void *user_data, void *event_cb_function)
{
    return error_out(wt_MPI_T_event_register_callback(SITE, event_registration, safety_in(cb_safety), info_in(info), user_data, event_cb_function));
}
EXPORT int MPI_T_event_register_callback(void *event_registration, int cb_safety, handle info, void *user_data, void *event_cb_function) ALIAS(PMPI_T_event_register_callback);

EXPORT int PMPI_T_event_set_dropped_handler(void *event_registration, void *dropped_cb_function);
int PMPI_T_event_set_dropped_handler(void *event_registration, void *dropped_cb_function)
{
    return error_out(wt_MPI_T_event_set_dropped_handler(SITE, event_registration, dropped_cb_function));
}
EXPORT int MPI_T_event_set_dropped_handler(void *event_registration, void *dropped_cb_function) ALIAS(PMPI_T_event_set_dropped_handler);

EXPORT int PMPI_T_finalize(void);
int PMPI_T_finalize(void)
{
    return error_out(wt_MPI_T_finalize(SITE));
}
EXPORT int MPI_T_finalize(void) ALIAS(PMPI_T_finalize);

EXPORT int PMPI_T_init_thread(int required, int *provided);
int PMPI_T_init_thread(int required, int *provided)
{
    int code = wt_MPI_T_init_thread(SITE, thread_in(required), provided);
    if (code == 0 && provided) *provided = thread_out(*provided);
    return error_out(code);
}
EXPORT int MPI_T_init_thread(int required, int *provided) ALIAS(PMPI_T_init_thread);

EXPORT int PMPI_T_pvar_get_index(const char *name, int var_class, int *pvar_index);
int PMPI_T_pvar_get_index(const char *name, int var_class, int *pvar_index)
{
    return error_out(wt_MPI_T_pvar_get_index(SITE, name, pvar_class_in(var_class), pvar_index));
}
EXPORT int MPI_T_pvar_get_index(const char *name, int var_class, int *pvar_index) ALIAS(PMPI_T_pvar_get_index);

EXPORT int PMPI_T_pvar_get_info(int pvar_index, char *name, int *name_len, int *verbosity, int *var_class, handle *datatype, void * *enumtype, char *desc, int *desc_len, int *bind, int *readonly, int *continuous, int *atomic);
int PMPI_T_pvar_get_info(int pvar_index, char *name, int *name_len, int *verbosity, int *var_class, handle *datatype, void * *enumtype, char *desc, int *desc_len, int *bind, int *readonly, int *continuous, int *atomic)
{
    core datatype_ = 0;
    int code = wt_MPI_T_pvar_get_info(SITE, pvar_index, name, name_len, verbosity, var_class, datatype ? &datatype_ : NULL, enumtype, desc, desc_len, bind, readonly, continuous, atomic);
    if (code == 0 && verbosity) *verbosity = verbosity_out(*verbosity);
    if (code == 0 && var_class) *var_class = pvar_class_out(*var_class);
    if (datatype_) *datatype = type_out(datatype_);
    if (code == 0 && bind) *bind = bind_out(*bind);
    return error_out(code);
}
EXPORT int MPI_T_pvar_get_info(int pvar_index, char *name, int *name_len, int *verbosity, int *var_class, handle *datatype, void * *enumtype, char *desc, int *desc_len, int *bind, int *readonly, int *continuous, int *atomic) ALIAS(PMPI_T_pvar_get_info);

EXPORT int PMPI_T_pvar_get_num(int *num_pvar);
int PMPI_T_pvar_get_num(int *num_pvar)
{
    return error_out(wt_MPI_T_pvar_get_num(SITE, num_pvar));
}
EXPORT int MPI_T_pvar_get_num(int *num_pvar) ALIAS(PMPI_T_pvar_get_num);

EXPORT int PMPI_T_pvar_handle_alloc(void *pe_session, int pvar_index, void *obj_handle, void * *handle, int *count);
int PMPI_T_pvar_handle_alloc(void *pe_session, int pvar_index, void *obj_handle, void * *handle, int *count)
{
    return error_out(wt_MPI_T_pvar_handle_alloc(SITE, pe_session, pvar_index, obj_handle, handle, count));
}
EXPORT int MPI_T_pvar_handle_alloc(void *pe_session, int pvar_index, void *obj_handle, void * *handle, int *count) ALIAS(PMPI_T_pvar_handle_alloc);

EXPORT int PMPI_T_pvar_handle_free(void *pe_session, void * *handle);
int PMPI_T_pvar_handle_free(void *pe_session, void * *handle)
{
    return error_out(wt_MPI_T_pvar_handle_free(SITE, pe_session, handle));
}
EXPORT int MPI_T_pvar_handle_free(void *pe_session, void * *handle) ALIAS(PMPI_T_pvar_handle_free);

EXPORT int PMPI_T_pvar_read(void *pe_session, void *handle, void *buf);
int PMPI_T_pvar_read(void *pe_session, void *handle, void *buf)
{
    return error_out(wt_MPI_T_pvar_read(SITE, pe_session, handle, buffer_in(buf)));
}
EXPORT int MPI_T_pvar_read(void *pe_session, void *handle, void *buf) ALIAS(PMPI_T_pvar_read);

EXPORT int PMPI_T_pvar_readreset(void *pe_session, void *handle, void *buf);
int PMPI_T_pvar_readreset(void *pe_session, void *handle, void *buf)
{
    return error_out(wt_MPI_T_pvar_readreset(SITE, pe_session, handle, buffer_in(buf)));
}
EXPORT int MPI_T_pvar_readreset(void *pe_session, void *handle, void *buf) ALIAS(PMPI_T_pvar_readreset);

EXPORT int PMPI_T_pvar_reset(void *pe_session, void *handle);
int PMPI_T_pvar_reset(void *pe_session, void *handle)
{
    return error_out(wt_MPI_T_pvar_reset(SITE, pe_session, handle));
}
EXPORT int MPI_T_pvar_reset(void *pe_session, void *handle) ALIAS(PMPI_T_pvar_reset);

EXPORT int PMPI_T_pvar_session_create(void * *pe_session);
int PMPI_T_pvar_session_create(void * *pe_session)
{
    return error_out(wt_MPI_T_pvar_session_create(SITE, pe_session));
}
EXPORT int MPI_T_pvar_session_create(void * *pe_session) ALIAS(PMPI_T_pvar_session_create);

EXPORT int PMPI_T_pvar_session_free(void * *pe_session);
int PMPI_T_pvar_session_free(void * *pe_session)
{
    return error_out(wt_MPI_T_pvar_session_free(SITE, pe_session));
}
EXPORT int MPI_T_pvar_session_free(void * *pe_session) ALIAS(PMPI_T_pvar_session_free);

EXPORT int PMPI_T_pvar_start(void *pe_session, void *handle);
int PMPI_T_pvar_start(void *pe_session, void *handle)
{
    return error_out(wt_MPI_T_pvar_start(SITE, pe_session, handle));
}
EXPORT int MPI_T_pvar_start(void *pe_session, void *handle) ALIAS(PMPI_T_pvar_start);

EXPORT int PMPI_T_pvar_stop(void *pe_session, void *handle);
int PMPI_T_pvar_stop(void *pe_session, void *handle)
{
    return error_out(wt_MPI_T_pvar_stop(SITE, pe_session, handle));
}
EXPORT int MPI_T_pvar_stop(void *pe_session, void *handle) ALIAS(PMPI_T_pvar_stop);

EXPORT int PMPI_T_pvar_write(void *pe_session, void *handle, const void *buf);
int PMPI_T_pvar_write(void *pe_session, void *handle, const void *buf)
{
    return error_out(wt_MPI_T_pvar_write(SITE, pe_session, handle, buffer_in(buf)));
}
EXPORT int MPI_T_pvar_write(void *pe_session, void *handle, const void *buf) ALIAS(PMPI_T_pvar_write);

EXPORT int PMPI_T_source_get_info(int source_index, char *name, int *name_len, char *desc, int *desc_len, int *ordering, wide *ticks_per_second, wide *max_ticks, handle *info);
int PMPI_T_source_get_info(int source_index, char *name, int *name_len, char *desc, int *desc_len, int *ordering, wide *ticks_per_second, wide *max_ticks, handle *info)
{
    core info_ = 0;
    int code = wt_MPI_T_source_get_info(SITE, source_index, name, name_len, desc, desc_len, ordering, ticks_per_second, max_ticks, info ? &info_ : NULL);
    if (code == 0 && ordering) *ordering = source_order_out(*ordering);
    if (info_) *info = info_out(info_);
    return error_out(code);
}
EXPORT int MPI_T_source_get_info(int source_index, char *name, int *name_len, char *desc, int *desc_len, int *ordering, wide *ticks_per_second, wide *max_ticks, handle *info) ALIAS(PMPI_T_source_get_info);

EXPORT int PMPI_T_source_get_num(int *num_sources);
int PMPI_T_source_get_num(int *num_sources)
{
    return error_out(wt_MPI_T_source_get_num(SITE, num_sources));
}
EXPORT int MPI_T_source_get_num(int *num_sources) ALIAS(PMPI_T_source_get_num);

EXPORT int PMPI_T_source_get_timestamp(int source_index, wide *timestamp);
int PMPI_T_source_get_timestamp(int source_index, wide *timestamp)
{
    return error_out(wt_MPI_T_source_get_timestamp(SITE, source_index, timestamp));
}
EXPORT int MPI_T_source_get_timestamp(int source_index, wide *timestamp) ALIAS(PMPI_T_source_get_timestamp);

EXPORT int PMPI_Test(handle *request, int *flag, struct status *status);
int PMPI_Test(handle *request, int *flag, struct status *status)
{
    core request_ = request ? request_in(*request) : 0;
    struct core_status status_ = blank_status();
    int code = wt_MPI_Test(SITE, request ? &request_ : NULL, flag, ignored(status) ? NULL : &status_);
    if (request_) *request = request_out(request_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_Test(handle *request, int *flag, struct status *status) ALIAS(PMPI_Test);

EXPORT int PMPI_Test_cancelled(const struct status *status, int *flag);
int PMPI_Test_cancelled(const struct status *status, int *flag)
{
    struct core_status status_ = {0};
    if (!ignored(status)) status_ = status_in(status);
    return error_out(wt_MPI_Test_cancelled(SITE, ignored(status) ? NULL : &status_, flag));
}
EXPORT int MPI_Test_cancelled(const struct status *status, int *flag) ALIAS(PMPI_Test_cancelled);

EXPORT int PMPI_Testall(int count, handle array_of_requests[], int *flag, struct status *array_of_statuses);
int PMPI_Testall(int count, handle array_of_requests[], int *flag, struct status *array_of_statuses)
{
    int array_of_requests_count = array_of_requests ? clamped(count) : 0;
    SCRATCH(core, array_of_requests_, array_of_requests_count, 32);
    for (int i = 0; i < array_of_requests_count; i++) array_of_requests_[i] = request_in(array_of_requests[i]);
    int array_of_statuses_count = ignored(array_of_statuses) ? 0 : clamped(count);
    SCRATCH(struct core_status, array_of_statuses_, array_of_statuses_count, 8);
    for (int i = 0; i < array_of_statuses_count; i++) array_of_statuses_[i] = blank_status();
    int code = wt_MPI_Testall(SITE, count, array_of_requests ? array_of_requests_ : NULL, flag, ignored(array_of_statuses) ? NULL : array_of_statuses_);
    for (int i = 0; i < array_of_requests_count; i++) if (array_of_requests_[i]) array_of_requests[i] = request_out(array_of_requests_[i]);
    for (int i = 0; i < array_of_statuses_count; i++) written_status(&array_of_statuses_[i], &array_of_statuses[i]);
    RELEASE(array_of_requests_);
    RELEASE(array_of_statuses_);
    return error_out(code);
}
EXPORT int MPI_Testall(int count, handle array_of_requests[], int *flag, struct status *array_of_statuses) ALIAS(PMPI_Testall);

EXPORT int PMPI_Testany(int count, handle array_of_requests[], int *index, int *flag, struct status *status);
int PMPI_Testany(int count, handle array_of_requests[], int *index, int *flag, struct status *status)
{
    int array_of_requests_count = array_of_requests ? clamped(count) : 0;
    SCRATCH(core, array_of_requests_, array_of_requests_count, 32);
    for (int i = 0; i < array_of_requests_count; i++) array_of_requests_[i] = request_in(array_of_requests[i]);
    struct core_status status_ = blank_status();
    int code = wt_MPI_Testany(SITE, count, array_of_requests ? array_of_requests_ : NULL, index, flag, ignored(status) ? NULL : &status_);
    for (int i = 0; i < array_of_requests_count; i++) if (array_of_requests_[i]) array_of_requests[i] = request_out(array_of_requests_[i]);
    if (!ignored(status)) written_status(&status_, status);
    RELEASE(array_of_requests_);
    return error_out(code);
}
EXPORT int MPI_Testany(int count, handle array_of_requests[], int *index, int *flag, struct status *status) ALIAS(PMPI_Testany);

EXPORT int PMPI_Testsome(int incount, handle array_of_requests[], int *outcount, int array_of_indices[], struct status *array_of_statuses);
int PMPI_Testsome(int incount, handle array_of_requests[], int *outcount, int array_of_indices[], struct status *array_of_statuses)
{
    int array_of_requests_count = array_of_requests ? clamped(incount) : 0;
    SCRATCH(core, array_of_requests_, array_of_requests_count, 32);
    for (int i = 0; i < array_of_requests_count; i++) array_of_requests_[i] = request_in(array_of_requests[i]);
    int array_of_statuses_count = ignored(array_of_statuses) ? 0 : clamped(incount);
    SCRATCH(struct core_status, array_of_statuses_, array_of_statuses_count, 8);
    for (int i = 0; i < array_of_statuses_count; i++) array_of_statuses_[i] = blank_status();
    int code = wt_MPI_Testsome(SITE, incount, array_of_requests ? array_of_requests_ : NULL, outcount, array_of_indices, ignored(array_of_statuses) ? NULL : array_of_statuses_);
    for (int i = 0; i < array_of_requests_count; i++) if (array_of_requests_[i]) array_of_requests[i] = request_out(array_of_requests_[i]);
    for (int i = 0; i < array_of_statuses_count; i++) written_status(&array_of_statuses_[i], &array_of_statuses[i]);
    RELEASE(array_of_requests_);
    RELEASE(array_of_statuses_);
    return error_out(code);
}
EXPORT int MPI_Testsome(int incount, handle array_of_requests[], int *outcount, int array_of_indices[], struct status *array_of_statuses) ALIAS(PMPI_Testsome);

EXPORT int PMPI_Topo_test(handle comm, int *status);
int PMPI_Topo_test(handle comm, int *status)
{
    int code = wt_MPI_Topo_test(SITE, comm_in(comm), status);
    if (code == 0 && status) *status = topology_out(*status);
    return error_out(code);
}
EXPORT int MPI_Topo_test(handle comm, int *status) ALIAS(PMPI_Topo_test);

EXPORT int PMPI_Type_commit(handle *datatype);
int PMPI_Type_commit(handle *datatype)
{
    core datatype_ = datatype ? type_in(*datatype) : 0;
    int code = wt_MPI_Type_commit(SITE, datatype ? &datatype_ : NULL);
    if (datatype_) *datatype = type_out(datatype_);
    return error_out(code);
}
EXPORT int MPI_Type_commit(handle *datatype) ALIAS(PMPI_Type_commit);

EXPORT int PMPI_Type_contiguous(int count, handle oldtype, handle *newtype);
int PMPI_Type_contiguous(int count, handle oldtype, handle *newtype)
{
    core newtype_ = 0;
    int code = wt_MPI_Type_contiguous(SITE, count, type_in(oldtype), newtype ? &newtype_ : NULL);
    if (newtype_) *newtype = type_out(newtype_);
    return error_out(code);
}
EXPORT int MPI_Type_contiguous(int count, handle oldtype, handle *newtype) ALIAS(PMPI_Type_contiguous);

EXPORT int PMPI_Type_contiguous_c(wide count, handle oldtype, handle *newtype);
int PMPI_Type_contiguous_c(wide count, handle oldtype, handle *newtype)
{
    core newtype_ = 0;
    int code = wt_MPI_Type_contiguous_c(SITE, count, type_in(oldtype), newtype ? &newtype_ : NULL);
    if (newtype_) *newtype = type_out(newtype_);
    return error_out(code);
}
EXPORT int MPI_Type_contiguous_c(wide count, handle oldtype, handle *newtype) ALIAS(PMPI_Type_contiguous_c);

EXPORT int PMPI_Type_create_darray(int size, int rank, int ndims, const int array_of_gsizes[], const int array_of_distribs[], const int array_of_dargs[], const int array_of_psizes[], int order, handle oldtype, handle *newtype);
int PMPI_Type_create_darray(int size, int rank, int ndims, const int array_of_gsizes[], const int array_of_distribs[], const int array_of_dargs[], const int array_of_psizes[], int order, handle oldtype, handle *newtype)
{
    int array_of_distribs_count = array_of_distribs ? clamped(ndims) : 0;
    SCRATCH(int, array_of_distribs_, array_of_distribs_count, 32);
    for (int i = 0; i < array_of_distribs_count; i++) array_of_distribs_[i] = distribution_in(array_of_distribs[i]);
    int array_of_dargs_count = array_of_dargs ? clamped(ndims) : 0;
    SCRATCH(int, array_of_dargs_, array_of_dargs_count, 32);
    for (int i = 0; i < array_of_dargs_count; i++) array_of_dargs_[i] = darg_in(array_of_dargs[i]);
    core newtype_ = 0;
    int code = wt_MPI_Type_create_darray(SITE, size, rank_in(rank), ndims, array_of_gsizes, array_of_distribs ? array_of_distribs_ : NULL, array_of_dargs ? array_of_dargs_ : NULL, array_of_psizes, order_in(order), type_in(oldtype), newtype ? &newtype_ : NULL);
    if (newtype_) *newtype = type_out(newtype_);
    RELEASE(array_of_distribs_);
    RELEASE(array_of_dargs_);
    return error_out(code);
}
EXPORT int MPI_Type_create_darray(int size, int rank, int ndims, const int array_of_gsizes[], const int array_of_distribs[], const int array_of_dargs[], const int array_of_psizes[], int order, handle oldtype, handle *newtype) ALIAS(PMPI_Type_create_darray);

EXPORT int PMPI_Type_create_darray_c(int size, int rank, int ndims, const wide array_of_gsizes[], const int array_of_distribs[], const int array_of_dargs[], const int array_of_psizes[], int order, handle oldtype, handle *newtype);
int PMPI_Type_create_darray_c(int size, int rank, int ndims, const wide array_of_gsizes[], const int array_of_distribs[], const int array_of_dargs[], const int array_of_psizes[], int order, handle oldtype, handle *newtype)
{
    int array_of_distribs_count = array_of_distribs ? clamped(ndims) : 0;
    SCRATCH(int, array_of_distribs_, array_of_distribs_count, 32);
    for (int i = 0; i < array_of_distribs_count; i++) array_of_distribs_[i] = distribution_in(array_of_distribs[i]);
    int array_of_dargs_count = array_of_dargs ? clamped(ndims) : 0;
    SCRATCH(int, array_of_dargs_, array_of_dargs_count, 32);
    for (int i = 0; i < array_of_dargs_count; i++) array_of_dargs_[i] = darg_in(array_of_dargs[i]);
    core newtype_ = 0;
    int code = wt_MPI_Type_create_darray_c(SITE, size, rank_in(rank), ndims, array_of_gsizes, array_of_distribs ? array_of_distribs_ : NULL, array_of_dargs ? array_of_dargs_ : NULL, array_of_psizes, order_in(order), type_in(oldtype), newtype ? &newtype_ : NULL);
    if (newtype_) *newtype = type_out(newtype_);
    RELEASE(array_of_distribs_);
    RELEASE(array_of_dargs_);
    return error_out(code);
}
EXPORT int MPI_Type_create_darray_c(int size, int rank, int ndims, const wide array_of_gsizes[], const int array_of_distribs[], const int array_of_dargs[], const int array_of_psizes[], int order, handle oldtype, handle *newtype) ALIAS(PMPI_Type_create_darray_c);

EXPORT int PMPI_Type_create_f90_complex(int p, int r, handle *newtype);
int PMPI_Type_create_f90_complex(int p, int r, handle *newtype)
{
    core newtype_ = 0;
    int code = wt_MPI_Type_create_f90_complex(SITE, p, r, newtype ? &newtype_ : NULL);
    if (newtype_) *newtype = type_out(newtype_);
    return error_out(code);
}
EXPORT int MPI_Type_create_f90_complex(int p, int r, handle *newtype) ALIAS(PMPI_Type_create_f90_complex);

EXPORT int PMPI_Type_create_f90_integer(int r, handle *newtype);
int PMPI_Type_create_f90_integer(int r, handle *newtype)
{
    core newtype_ = 0;
    int code = wt_MPI_Type_create_f90_integer(SITE, r, newtype ? &newtype_ : NULL);
    if (newtype_) *newtype = type_out(newtype_);
    return error_out(code);
}
EXPORT int MPI_Type_create_f90_integer(int r, handle *newtype) ALIAS(PMPI_Type_create_f90_integer);

EXPORT int PMPI_Type_create_f90_real(int p, int r, handle *newtype);
int PMPI_Type_create_f90_real(int p, int r, handle *newtype)
{
    core newtype_ = 0;
    int code = wt_MPI_Type_create_f90_real(SITE, p, r, newtype ? &newtype_ : NULL);
    if (newtype_) *newtype = type_out(newtype_);
    return error_out(code);
}
EXPORT int MPI_Type_create_f90_real(int p, int r, handle *newtype) ALIAS(PMPI_Type_create_f90_real);

EXPORT int PMPI_Type_create_hindexed(int count, const int array_of_blocklengths[], const wide array_of_displacements[], handle oldtype, handle *newtype);
int PMPI_Type_create_hindexed(int count, const int array_of_blocklengths[], const wide array_of_displacements[], handle oldtype, handle *newtype)
{
    core newtype_ = 0;
    int code = wt_MPI_Type_create_hindexed(SITE, count, array_of_blocklengths, array_of_displacements, type_in(oldtype), newtype ? &newtype_ : NULL);
    if (newtype_) *newtype = type_out(newtype_);
    return error_out(code);
}
EXPORT int MPI_Type_create_hindexed(int count, const int array_of_blocklengths[], const wide array_of_displacements[], handle oldtype, handle *newtype) ALIAS(PMPI_Type_create_hindexed);

EXPORT int PMPI_Type_create_hindexed_block(int count, int blocklength, const wide array_of_displacements[], handle oldtype, handle *newtype);
int PMPI_Type_create_hindexed_block(int count, int blocklength, const wide array_of_displacements[], handle oldtype, handle *newtype)
{
    core newtype_ = 0;
    int code = wt_MPI_Type_create_hindexed_block(SITE, count, blocklength, array_of_displacements, type_in(oldtype), newtype ? &newtype_ : NULL);
    if (newtype_) *newtype = type_out(newtype_);
    return error_out(code);
}
EXPORT int MPI_Type_create_hindexed_block(int count, int blocklength, const wide array_of_displacements[], handle oldtype, handle *newtype) ALIAS(PMPI_Type_create_hindexed_block);

EXPORT int PMPI_Type_create_hindexed_block_c(wide count, wide blocklength, const wide array_of_displacements[], handle oldtype, handle *newtype);
int PMPI_Type_create_hindexed_block_c(wide count, wide blocklength, const wide array_of_displacements[], handle oldtype, handle *newtype)
{
    core newtype_ = 0;
    int code = wt_MPI_Type_create_hindexed_block_c(SITE, count, blocklength, array_of_displacements, type_in(oldtype), newtype ? &newtype_ : NULL);
    if (newtype_) *newtype = type_out(newtype_);
    return error_out(code);
}
EXPORT int MPI_Type_create_hindexed_block_c(wide count, wide blocklength, const wide array_of_displacements[], handle oldtype, handle *newtype) ALIAS(PMPI_Type_create_hindexed_block_c);

EXPORT int PMPI_Type_create_hindexed_c(wide count, const wide array_of_blocklengths[], const wide array_of_displacements[], handle oldtype, handle *newtype);
int PMPI_Type_create_hindexed_c(wide count, const wide array_of_blocklengths[], const wide array_of_displacements[], handle oldtype, handle *newtype)
{
    core newtype_ = 0;
    int code = wt_MPI_Type_create_hindexed_c(SITE, count, array_of_blocklengths, array_of_displacements, type_in(oldtype), newtype ? &newtype_ : NULL);
    if (newtype_) *newtype = type_out(newtype_);
    return error_out(code);
}
EXPORT int MPI_Type_create_hindexed_c(wide count, const wide array_of_blocklengths[], const wide array_of_displacements[], handle oldtype, handle *newtype) ALIAS(PMPI_Type_create_hindexed_c);

EXPORT int PMPI_Type_create_hvector(int count, int blocklength, wide stride, handle oldtype, handle *newtype);
int PMPI_Type_create_hvector(int count, int blocklength, wide stride, handle oldtype, handle *newtype)
{
    core newtype_ = 0;
    int code = wt_MPI_Type_create_hvector(SITE, count, blocklength, stride, type_in(oldtype), newtype ? &newtype_ : NULL);
    if (newtype_) *newtype = type_out(newtype_);
    return error_out(code);
}
EXPORT int MPI_Type_create_hvector(int count, int blocklength, wide stride, handle oldtype, handle *newtype) ALIAS(PMPI_Type_create_hvector);

EXPORT int PMPI_Type_create_hvector_c(wide count, wide blocklength, wide stride, handle oldtype, handle *newtype);
int PMPI_Type_create_hvector_c(wide count, wide blocklength, wide stride, handle oldtype, handle *newtype)
{
    core newtype_ = 0;
    int code = wt_MPI_Type_create_hvector_c(SITE, count, blocklength, stride, type_in(oldtype), newtype ? &newtype_ : NULL);
    if (newtype_) *newtype = type_out(newtype_);
    return error_out(code);
}
EXPORT int MPI_Type_create_hvector_c(wide count, wide blocklength, wide stride, handle oldtype, handle *newtype) ALIAS(PMPI_Type_create_hvector_c);

EXPORT int PMPI_Type_create_indexed_block(int count, int blocklength, const int array_of_displacements[], handle oldtype, handle *newtype);
int PMPI_Type_create_indexed_block(int count, int blocklength, const int array_of_displacements[], handle oldtype, handle *newtype)
{
    core newtype_ = 0;
    int code = wt_MPI_Type_create_indexed_block(SITE, count, blocklength, array_of_displacements, type_in(oldtype), newtype ? &newtype_ : NULL);
    if (newtype_) *newtype = type_out(newtype_);
    return error_out(code);
}
EXPORT int MPI_Type_create_indexed_block(int count, int blocklength, const int array_of_displacements[], handle oldtype, handle *newtype) ALIAS(PMPI_Type_create_indexed_block);

EXPORT int PMPI_Type_create_indexed_block_c(wide count, wide blocklength, const wide array_of_displacements[], handle oldtype, handle *newtype);
int PMPI_Type_create_indexed_block_c(wide count, wide blocklength, const wide array_of_displacements[], handle oldtype, handle *newtype)
{
    core newtype_ = 0;
    int code = wt_MPI_Type_create_indexed_block_c(SITE, count, blocklength, array_of_displacements, type_in(oldtype), newtype ? &newtype_ : NULL);
    if (newtype_) *newtype = type_out(newtype_);
    return error_out(code);
}
EXPORT int MPI_Type_create_indexed_block_c(wide count, wide blocklength, const wide array_of_displacements[], handle oldtype, handle *newtype) ALIAS(PMPI_Type_create_indexed_block_c);

EXPORT int PMPI_Type_create_keyval(void *type_copy_attr_fn, void *type_delete_attr_fn, int *type_keyval, void *extra_state);
int PMPI_Type_create_keyval(void *type_copy_attr_fn, void *type_delete_attr_fn, int *type_keyval, void *extra_state)
{
    int code = wt_MPI_Type_create_keyval(SITE, copy_function_in(type_copy_attr_fn), type_delete_attr_fn, type_keyval, extra_state);
    if (code == 0 && type_keyval) *type_keyval = keyval_out(*type_keyval);
    return error_out(code);
}
EXPORT int MPI_Type_create_keyval(void *type_copy_attr_fn, void *type_delete_attr_fn, int *type_keyval, void *extra_state) ALIAS(PMPI_Type_create_keyval);

EXPORT int PMPI_Type_create_resized(handle oldtype, wide lb, wide extent, handle *newtype);
int PMPI_Type_create_resized(handle oldtype, wide lb, wide extent, handle *newtype)
{
    core newtype_ = 0;
    int code = wt_MPI_Type_create_resized(SITE, type_in(oldtype), lb, extent, newtype ? &newtype_ : NULL);
    if (newtype_) *newtype = type_out(newtype_);
    return error_out(code);
}
EXPORT int MPI_Type_create_resized(handle oldtype, wide lb, wide extent, handle *newtype) ALIAS(PMPI_Type_create_resized);

EXPORT int PMPI_Type_create_resized_c(handle oldtype, wide lb, wide extent, handle *newtype);
int PMPI_Type_create_resized_c(handle oldtype, wide lb, wide extent, handle *newtype)
{
    core newtype_ = 0;
    int code = wt_MPI_Type_create_resized_c(SITE, type_in(oldtype), lb, extent, newtype ? &newtype_ : NULL);
    if (newtype_) *newtype = type_out(newtype_);
    return error_out(code);
}
EXPORT int MPI_Type_create_resized_c(handle oldtype, wide lb, wide extent, handle *newtype) ALIAS(PMPI_Type_create_resized_c);

EXPORT int PMPI_Type_create_struct(int count, const int array_of_blocklengths[], const wide array_of_displacements[], const handle array_of_types[], handle *newtype);
int PMPI_Type_create_struct(int count, const int array_of_blocklengths[], const wide array_of_displacements[], const handle array_of_types[], handle *newtype)
{
    int array_of_types_count = array_of_types ? clamped(count) : 0;
    SCRATCH(core, array_of_types_, array_of_types_count, 32);
    for (int i = 0; i < array_of_types_count; i++) array_of_types_[i] = type_in(array_of_types[i]);
    core newtype_ = 0;
    int code = wt_MPI_Type_create_struct(SITE, count, array_of_blocklengths, array_of_displacements, array_of_types ? array_of_types_ : NULL, newtype ? &newtype_ : NULL);
    if (newtype_) *newtype = type_out(newtype_);
    RELEASE(array_of_types_);
    return error_out(code);
}
EXPORT int MPI_Type_create_struct(int count, const int array_of_blocklengths[], const wide array_of_displacements[], const handle array_of_types[], handle *newtype) ALIAS(PMPI_Type_create_struct);

EXPORT int PMPI_Type_create_struct_c(wide count, const wide array_of_blocklengths[], const wide array_of_displacements[], const handle array_of_types[], handle *newtype);
int PMPI_Type_create_struct_c(wide count, const wide array_of_blocklengths[], const wide array_of_displacements[], const handle array_of_types[], handle *newtype)
{
    int array_of_types_count = array_of_types ? clamped(count) : 0;
    SCRATCH(core, array_of_types_, array_of_types_count, 32);
    for (int i = 0; i < array_of_types_count; i++) array_of_types_[i] = type_in(array_of_types[i]);
    core newtype_ = 0;
    int code = wt_MPI_Type_create_struct_c(SITE, count, array_of_blocklengths, array_of_displacements, array_of_types ? array_of_types_ : NULL, newtype ? &newtype_ : NULL);
    if (newtype_) *newtype = type_out(newtype_);
    RELEASE(array_of_types_);
    return error_out(code);
}
EXPORT int MPI_Type_create_struct_c(wide count, const wide array_of_blocklengths[], const wide array_of_displacements[], const handle array_of_types[], handle *newtype) ALIAS(PMPI_Type_create_struct_c);

EXPORT int PMPI_Type_create_subarray(int ndims, const int array_of_sizes[], const int array_of_subsizes[], const int array_of_starts[], int order, handle oldtype, handle *newtype);
int PMPI_Type_create_subarray(int ndims, const int array_of_sizes[], const int array_of_subsizes[], const int array_of_starts[], int order, handle oldtype, handle *newtype)
{
    core newtype_ = 0;
    int code = wt_MPI_Type_create_subarray(SITE, ndims, array_of_sizes, array_of_subsizes, array_of_starts, order_in(order), type_in(oldtype), newtype ? &newtype_ : NULL);
    if (newtype_) *newtype = type_out(newtype_);
    return error_out(code);
}
EXPORT int MPI_Type_create_subarray(int ndims, const int array_of_sizes[], const int array_of_subsizes[], const int array_of_starts[], int order, handle oldtype, handle *newtype) ALIAS(PMPI_Type_create_subarray);

EXPORT int PMPI_Type_create_subarray_c(int ndims, const wide array_of_sizes[], const wide array_of_subsizes[], const wide array_of_starts[], int order, handle oldtype, handle *newtype);
int PMPI_Type_create_subarray_c(int ndims, const wide array_of_sizes[], const wide array_of_subsizes[], const wide array_of_starts[], int order, handle oldtype, handle *newtype)
{
    core newtype_ = 0;
    int code = wt_MPI_Type_create_subarray_c(SITE, ndims, array_of_sizes, array_of_subsizes, array_of_starts, order_in(order), type_in(oldtype), newtype ? &newtype_ : NULL);
    if (newtype_) *newtype = type_out(newtype_);
    return error_out(code);
}
EXPORT int MPI_Type_create_subarray_c(int ndims, const wide array_of_sizes[], const wide array_of_subsizes[], const wide array_of_starts[], int order, handle oldtype, handle *newtype) ALIAS(PMPI_Type_create_subarray_c);

EXPORT int PMPI_Type_delete_attr(handle datatype, int type_keyval);
int PMPI_Type_delete_attr(handle datatype, int type_keyval)
{
    return error_out(wt_MPI_Type_delete_attr(SITE, type_in(datatype), keyval_in(type_keyval)));
}
EXPORT int MPI_Type_delete_attr(handle datatype, int type_keyval) ALIAS(PMPI_Type_delete_attr);

EXPORT int PMPI_Type_dup(handle oldtype, handle *newtype);
int PMPI_Type_dup(handle oldtype, handle *newtype)
{
    core newtype_ = 0;
    int code = wt_MPI_Type_dup(SITE, type_in(oldtype), newtype ? &newtype_ : NULL);
    if (newtype_) *newtype = type_out(newtype_);
    return error_out(code);
}
EXPORT int MPI_Type_dup(handle oldtype, handle *newtype) ALIAS(PMPI_Type_dup);

EXPORT int PMPI_Type_free(handle *datatype);
int PMPI_Type_free(handle *datatype)
{
    core datatype_ = datatype ? type_in(*datatype) : 0;
    int code = wt_MPI_Type_free(SITE, datatype ? &datatype_ : NULL);
    if (datatype_) *datatype = type_out(datatype_);
    return error_out(code);
}
EXPORT int MPI_Type_free(handle *datatype) ALIAS(PMPI_Type_free);

EXPORT int PMPI_Type_free_keyval(int *type_keyval);
int PMPI_Type_free_keyval(int *type_keyval)
{
    int type_keyval_ = type_keyval ? keyval_in(*type_keyval) : 0;
    int code = wt_MPI_Type_free_keyval(SITE, type_keyval ? &type_keyval_ : NULL);
    if (type_keyval) *type_keyval = keyval_out(type_keyval_);
    return error_out(code);
}
EXPORT int MPI_Type_free_keyval(int *type_keyval) ALIAS(PMPI_Type_free_keyval);

EXPORT handle PMPI_Type_fromint(int datatype);
handle PMPI_Type_fromint(int datatype)
{
    return PMPI_Type_f2c(datatype);
}
EXPORT handle MPI_Type_fromint(int datatype) ALIAS(PMPI_Type_fromint);

EXPORT int PMPI_Type_get_attr(handle datatype, int type_keyval, void *attribute_val, int *flag);
int PMPI_Type_get_attr(handle datatype, int type_keyval, void *attribute_val, int *flag)
{
    int code = wt_MPI_Type_get_attr(SITE, type_in(datatype), keyval_in(type_keyval), attribute_val, flag);
    if (code == 0) attribute_out(type_keyval, attribute_val, flag);
    return error_out(code);
}
EXPORT int MPI_Type_get_attr(handle datatype, int type_keyval, void *attribute_val, int *flag) ALIAS(PMPI_Type_get_attr);

EXPORT int PMPI_Type_get_contents(handle datatype, int max_integers, int max_addresses, int max_datatypes, int array_of_integers[], wide array_of_addresses[], handle array_of_datatypes[]);
int PMPI_Type_get_contents(handle datatype, int max_integers, int max_addresses, int max_datatypes, int array_of_integers[], wide array_of_addresses[], handle array_of_datatypes[])
{
    int array_of_datatypes_count = array_of_datatypes ? clamped(max_datatypes) : 0;
    SCRATCH(core, array_of_datatypes_, array_of_datatypes_count, 32);
    for (int i = 0; i < array_of_datatypes_count; i++) array_of_datatypes_[i] = 0;
    int code = wt_MPI_Type_get_contents(SITE, type_in(datatype), max_integers, max_addresses, max_datatypes, array_of_integers, array_of_addresses, array_of_datatypes ? array_of_datatypes_ : NULL);
    if (code == 0) contents_out(type_in(datatype), array_of_integers);
    for (int i = 0; i < array_of_datatypes_count; i++) if (array_of_datatypes_[i]) array_of_datatypes[i] = type_out(array_of_datatypes_[i]);
    RELEASE(array_of_datatypes_);
    return error_out(code);
}
EXPORT int MPI_Type_get_contents(handle datatype, int max_integers, int max_addresses, int max_datatypes, int array_of_integers[], wide array_of_addresses[], handle array_of_datatypes[]) ALIAS(PMPI_Type_get_contents);

EXPORT int PMPI_Type_get_contents_c(handle datatype, wide max_integers, wide max_addresses, wide max_large_counts, wide max_datatypes, int array_of_integers[], wide array_of_addresses[], wide array_of_large_counts[], handle array_of_datatypes[]);
int PMPI_Type_get_contents_c(handle datatype, wide max_integers, wide max_addresses, wide max_large_counts, wide max_datatypes, int array_of_integers[], wide array_of_addresses[], wide array_of_large_counts[], handle array_of_datatypes[])
{
    int array_of_datatypes_count = array_of_datatypes ? clamped(max_datatypes) : 0;
    SCRATCH(core, array_of_datatypes_, array_of_datatypes_count, 32);
    for (int i = 0; i < array_of_datatypes_count; i++) array_of_datatypes_[i] = 0;
    int code = wt_MPI_Type_get_contents_c(SITE, type_in(datatype), max_integers, max_addresses, max_large_counts, max_datatypes, array_of_integers, array_of_addresses, array_of_large_counts, array_of_datatypes ? array_of_datatypes_ : NULL);
    if (code == 0) contents_out(type_in(datatype), array_of_integers);
    for (int i = 0; i < array_of_datatypes_count; i++) if (array_of_datatypes_[i]) array_of_datatypes[i] = type_out(array_of_datatypes_[i]);
    RELEASE(array_of_datatypes_);
    return error_out(code);
}
EXPORT int MPI_Type_get_contents_c(handle datatype, wide max_integers, wide max_addresses, wide max_large_counts, wide max_datatypes, int array_of_integers[], wide array_of_addresses[], wide array_of_large_counts[], handle array_of_datatypes[]) ALIAS(PMPI_Type_get_contents_c);

EXPORT int PMPI_Type_get_envelope(handle datatype, int *num_integers, int *num_addresses, int *num_datatypes, int *combiner);
int PMPI_Type_get_envelope(handle datatype, int *num_integers, int *num_addresses, int *num_datatypes, int *combiner)
{
    int code = wt_MPI_Type_get_envelope(SITE, type_in(datatype), num_integers, num_addresses, num_datatypes, combiner);
    if (code == 0 && combiner) *combiner = combiner_out(*combiner);
    return error_out(code);
}
EXPORT int MPI_Type_get_envelope(handle datatype, int *num_integers, int *num_addresses, int *num_datatypes, int *combiner) ALIAS(PMPI_Type_get_envelope);

EXPORT int PMPI_Type_get_envelope_c(handle datatype, wide *num_integers, wide *num_addresses, wide *num_large_counts, wide *num_datatypes, int *combiner);
int PMPI_Type_get_envelope_c(handle datatype, wide *num_integers, wide *num_addresses, wide *num_large_counts, wide *num_datatypes, int *combiner)
{
    int code = wt_MPI_Type_get_envelope_c(SITE, type_in(datatype), num_integers, num_addresses, num_large_counts, num_datatypes, combiner);
    if (code == 0 && combiner) *combiner = combiner_out(*combiner);
    return error_out(code);
}
EXPORT int MPI_Type_get_envelope_c(handle datatype, wide *num_integers, wide *num_addresses, wide *num_large_counts, wide *num_datatypes, int *combiner) ALIAS(PMPI_Type_get_envelope_c);

EXPORT int PMPI_Type_get_extent(handle datatype, wide *lb, wide *extent);
int PMPI_Type_get_extent(handle datatype, wide *lb, wide *extent)
{
    return error_out(wt_MPI_Type_get_extent(SITE, type_in(datatype), lb, extent));
}
EXPORT int MPI_Type_get_extent(handle datatype, wide *lb, wide *extent) ALIAS(PMPI_Type_get_extent);

EXPORT int PMPI_Type_get_extent_c(handle datatype, wide *lb, wide *extent);
int PMPI_Type_get_extent_c(handle datatype, wide *lb, wide *extent)
{
    return error_out(wt_MPI_Type_get_extent_c(SITE, type_in(datatype), lb, extent));
}
EXPORT int MPI_Type_get_extent_c(handle datatype, wide *lb, wide *extent) ALIAS(PMPI_Type_get_extent_c);

EXPORT int PMPI_Type_get_extent_x(handle datatype, wide *lb, wide *extent);
int PMPI_Type_get_extent_x(handle datatype, wide *lb, wide *extent)
{
    return error_out(wt_MPI_Type_get_extent_x(SITE, type_in(datatype), lb, extent));
}
EXPORT int MPI_Type_get_extent_x(handle datatype, wide *lb, wide *extent) ALIAS(PMPI_Type_get_extent_x);

EXPORT int PMPI_Type_get_name(handle datatype, char *type_name, int *resultlen);
int PMPI_Type_get_name(handle datatype, char *type_name, int *resultlen)
{
    char whole[128]; /* the standard ABI's limit; it is 64 here */
    int length = 0;
    int code = wt_MPI_Type_get_name(SITE, type_in(datatype), type_name ? whole : NULL, &length);
    if (code == 0) {
        if (length > 63) length = 63;
        memcpy(type_name, whole, (size_t)length);
        type_name[length] = 0;
        if (resultlen) *resultlen = length;
    }
    return error_out(code);
}
EXPORT int MPI_Type_get_name(handle datatype, char *type_name, int *resultlen) ALIAS(PMPI_Type_get_name);

EXPORT int PMPI_Type_get_true_extent(handle datatype, wide *true_lb, wide *true_extent);
int PMPI_Type_get_true_extent(handle datatype, wide *true_lb, wide *true_extent)
{
    return error_out(wt_MPI_Type_get_true_extent(SITE, type_in(datatype), true_lb, true_extent));
}
EXPORT int MPI_Type_get_true_extent(handle datatype, wide *true_lb, wide *true_extent) ALIAS(PMPI_Type_get_true_extent);

EXPORT int PMPI_Type_get_true_extent_c(handle datatype, wide *true_lb, wide *true_extent);
int PMPI_Type_get_true_extent_c(handle datatype, wide *true_lb, wide *true_extent)
{
    return error_out(wt_MPI_Type_get_true_extent_c(SITE, type_in(datatype), true_lb, true_extent));
}
EXPORT int MPI_Type_get_true_extent_c(handle datatype, wide *true_lb, wide *true_extent) ALIAS(PMPI_Type_get_true_extent_c);

EXPORT int PMPI_Type_get_true_extent_x(handle datatype, wide *true_lb, wide *true_extent);
int PMPI_Type_get_true_extent_x(handle datatype, wide *true_lb, wide *true_extent)
{
    return error_out(wt_MPI_Type_get_true_extent_x(SITE, type_in(datatype), true_lb, true_extent));
}
EXPORT int MPI_Type_get_true_extent_x(handle datatype, wide *true_lb, wide *true_extent) ALIAS(PMPI_Type_get_true_extent_x);

EXPORT int PMPI_Type_get_value_index(handle value_type, handle index_type, handle *pair_type);
int PMPI_Type_get_value_index(handle value_type, handle index_type, handle *pair_type)
{
    core pair_type_ = 0;
    int code = wt_MPI_Type_get_value_index(SITE, type_in(value_type), type_in(index_type), pair_type ? &pair_type_ : NULL);
    if (pair_type_) *pair_type = type_out(pair_type_);
    return error_out(code);
}
EXPORT int MPI_Type_get_value_index(handle value_type, handle index_type, handle *pair_type) ALIAS(PMPI_Type_get_value_index);

EXPORT int PMPI_Type_indexed(int count, const int array_of_blocklengths[], const int array_of_displacements[], handle oldtype, handle *newtype);
int PMPI_Type_indexed(int count, const int array_of_blocklengths[], const int array_of_displacements[], handle oldtype, handle *newtype)
{
    core newtype_ = 0;
    int code = wt_MPI_Type_indexed(SITE, count, array_of_blocklengths, array_of_displacements, type_in(oldtype), newtype ? &newtype_ : NULL);
    if (newtype_) *newtype = type_out(newtype_);
    return error_out(code);
}
EXPORT int MPI_Type_indexed(int count, const int array_of_blocklengths[], const int array_of_displacements[], handle oldtype, handle *newtype) ALIAS(PMPI_Type_indexed);

EXPORT int PMPI_Type_indexed_c(wide count, const wide array_of_blocklengths[], const wide array_of_displacements[], handle oldtype, handle *newtype);
int PMPI_Type_indexed_c(wide count, const wide array_of_blocklengths[], const wide array_of_displacements[], handle oldtype, handle *newtype)
{
    core newtype_ = 0;
    int code = wt_MPI_Type_indexed_c(SITE, count, array_of_blocklengths, array_of_displacements, type_in(oldtype), newtype ? &newtype_ : NULL);
    if (newtype_) *newtype = type_out(newtype_);
    return error_out(code);
}
EXPORT int MPI_Type_indexed_c(wide count, const wide array_of_blocklengths[], const wide array_of_displacements[], handle oldtype, handle *newtype) ALIAS(PMPI_Type_indexed_c);

EXPORT int PMPI_Type_match_size(int typeclass, int size, handle *datatype);
int PMPI_Type_match_size(int typeclass, int size, handle *datatype)
{
    core datatype_ = 0;
    int code = wt_MPI_Type_match_size(SITE, typeclass_in(typeclass), size, datatype ? &datatype_ : NULL);
    if (datatype_) *datatype = type_out(datatype_);
    return error_out(code);
}
EXPORT int MPI_Type_match_size(int typeclass, int size, handle *datatype) ALIAS(PMPI_Type_match_size);

EXPORT int PMPI_Type_set_attr(handle datatype, int type_keyval, void *attribute_val);
int PMPI_Type_set_attr(handle datatype, int type_keyval, void *attribute_val)
{
    return error_out(wt_MPI_Type_set_attr(SITE, type_in(datatype), keyval_in(type_keyval), attribute_val));
}
EXPORT int MPI_Type_set_attr(handle datatype, int type_keyval, void *attribute_val) ALIAS(PMPI_Type_set_attr);

EXPORT int PMPI_Type_set_name(handle datatype, const char *type_name);
int PMPI_Type_set_name(handle datatype, const char *type_name)
{
    return error_out(wt_MPI_Type_set_name(SITE, type_in(datatype), type_name));
}
EXPORT int MPI_Type_set_name(handle datatype, const char *type_name) ALIAS(PMPI_Type_set_name);

EXPORT int PMPI_Type_size(handle datatype, int *size);
int PMPI_Type_size(handle datatype, int *size)
{
    return error_out(wt_MPI_Type_size(SITE, type_in(datatype), size));
}
EXPORT int MPI_Type_size(handle datatype, int *size) ALIAS(PMPI_Type_size);

EXPORT int PMPI_Type_size_c(handle datatype, wide *size);
int PMPI_Type_size_c(handle datatype, wide *size)
{
    return error_out(wt_MPI_Type_size_c(SITE, type_in(datatype), size));
}
EXPORT int MPI_Type_size_c(handle datatype, wide *size) ALIAS(PMPI_Type_size_c);

EXPORT int PMPI_Type_size_x(handle datatype, wide *size);
int PMPI_Type_size_x(handle datatype, wide *size)
{
    return error_out(wt_MPI_Type_size_x(SITE, type_in(datatype), size));
}
EXPORT int MPI_Type_size_x(handle datatype, wide *size) ALIAS(PMPI_Type_size_x);

EXPORT int PMPI_Type_toint(handle datatype);
int PMPI_Type_toint(handle datatype)
{
    return PMPI_Type_c2f(datatype);
}
EXPORT int MPI_Type_toint(handle datatype) ALIAS(PMPI_Type_toint);

EXPORT int PMPI_Type_vector(int count, int blocklength, int stride, handle oldtype, handle *newtype);
int PMPI_Type_vector(int count, int blocklength, int stride, handle oldtype, handle *newtype)
{
    core newtype_ = 0;
    int code = wt_MPI_Type_vector(SITE, count, blocklength, stride, type_in(oldtype), newtype ? &newtype_ : NULL);
    if (newtype_) *newtype = type_out(newtype_);
    return error_out(code);
}
EXPORT int MPI_Type_vector(int count, int blocklength, int stride, handle oldtype, handle *newtype) ALIAS(PMPI_Type_vector);

EXPORT int PMPI_Type_vector_c(wide count, wide blocklength, wide stride, handle oldtype, handle *newtype);
int PMPI_Type_vector_c(wide count, wide blocklength, wide stride, handle oldtype, handle *newtype)
{
    core newtype_ = 0;
    int code = wt_MPI_Type_vector_c(SITE, count, blocklength, stride, type_in(oldtype), newtype ? &newtype_ : NULL);
    if (newtype_) *newtype = type_out(newtype_);
    return error_out(code);
}
EXPORT int MPI_Type_vector_c(wide count, wide blocklength, wide stride, handle oldtype, handle *newtype) ALIAS(PMPI_Type_vector_c);

EXPORT int PMPI_Unpack(const void *inbuf, int insize, int *position, void *outbuf, int outcount, handle datatype, handle comm);
int PMPI_Unpack(const void *inbuf, int insize, int *position, void *outbuf, int outcount, handle datatype, handle comm)
{
    return error_out(wt_MPI_Unpack(SITE, buffer_in(inbuf), insize, position, buffer_in(outbuf), outcount, type_in(datatype), comm_in(comm)));
}
EXPORT int MPI_Unpack(const void *inbuf, int insize, int *position, void *outbuf, int outcount, handle datatype, handle comm) ALIAS(PMPI_Unpack);

EXPORT int PMPI_Unpack_c(const void *inbuf, wide insize, wide *position, void *outbuf, wide outcount, handle datatype, handle comm);
int PMPI_Unpack_c(const void *inbuf, wide insize, wide *position, void *outbuf, wide outcount, handle datatype, handle comm)
{
    return error_out(wt_MPI_Unpack_c(SITE, buffer_in(inbuf), insize, position, buffer_in(outbuf), outcount, type_in(datatype), comm_in(comm)));
}
EXPORT int MPI_Unpack_c(const void *inbuf, wide insize, wide *position, void *outbuf, wide outcount, handle datatype, handle comm) ALIAS(PMPI_Unpack_c);

EXPORT int PMPI_Unpack_external(const char *datarep, const void *inbuf, wide insize, wide *position, void *outbuf, int outcount, handle datatype);
int PMPI_Unpack_external(const char *datarep, const void *inbuf, wide insize, wide *position, void *outbuf, int outcount, handle datatype)
{
    return error_out(wt_MPI_Unpack_external(SITE, datarep, buffer_in(inbuf), insize, position, buffer_in(outbuf), outcount, type_in(datatype)));
}
EXPORT int MPI_Unpack_external(const char *datarep, const void *inbuf, wide insize, wide *position, void *outbuf, int outcount, handle datatype) ALIAS(PMPI_Unpack_external);

EXPORT int PMPI_Unpack_external_c(const char *datarep, const void *inbuf, wide insize, wide *position, void *outbuf, wide outcount, handle datatype);
int PMPI_Unpack_external_c(const char *datarep, const void *inbuf, wide insize, wide *position, void *outbuf, wide outcount, handle datatype)
{
    return error_out(wt_MPI_Unpack_external_c(SITE, datarep, buffer_in(inbuf), insize, position, buffer_in(outbuf), outcount, type_in(datatype)));
}
EXPORT int MPI_Unpack_external_c(const char *datarep, const void *inbuf, wide insize, wide *position, void *outbuf, wide outcount, handle datatype) ALIAS(PMPI_Unpack_external_c);

EXPORT int PMPI_Unpublish_name(const char *service_name, handle info, const char *port_name);
int PMPI_Unpublish_name(const char *service_name, handle info, const char *port_name)
{
    return error_out(wt_MPI_Unpublish_name(SITE, service_name, info_in(info), port_name));
}
EXPORT int MPI_Unpublish_name(const char *service_name, handle info, const char *port_name) ALIAS(PMPI_Unpublish_name);

EXPORT int PMPI_Wait(handle *request, struct status *status);
int PMPI_Wait(handle *request, struct status *status)
{
    core request_ = request ? request_in(*request) : 0;
    struct core_status status_ = blank_status();
    int code = wt_MPI_Wait(SITE, request ? &request_ : NULL, ignored(status) ? NULL : &status_);
    if (request_) *request = request_out(request_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_Wait(handle *request, struct status *status) ALIAS(PMPI_Wait);

EXPORT int PMPI_Waitall(int count, handle array_of_requests[], struct status *array_of_statuses);
int PMPI_Waitall(int count, handle array_of_requests[], struct status *array_of_statuses)
{
    int array_of_requests_count = array_of_requests ? clamped(count) : 0;
    SCRATCH(core, array_of_requests_, array_of_requests_count, 32);
    for (int i = 0; i < array_of_requests_count; i++) array_of_requests_[i] = request_in(array_of_requests[i]);
    int array_of_statuses_count = ignored(array_of_statuses) ? 0 : clamped(count);
    SCRATCH(struct core_status, array_of_statuses_, array_of_statuses_count, 8);
    for (int i = 0; i < array_of_statuses_count; i++) array_of_statuses_[i] = blank_status();
    int code = wt_MPI_Waitall(SITE, count, array_of_requests ? array_of_requests_ : NULL, ignored(array_of_statuses) ? NULL : array_of_statuses_);
    for (int i = 0; i < array_of_requests_count; i++) if (array_of_requests_[i]) array_of_requests[i] = request_out(array_of_requests_[i]);
    for (int i = 0; i < array_of_statuses_count; i++) written_status(&array_of_statuses_[i], &array_of_statuses[i]);
    RELEASE(array_of_requests_);
    RELEASE(array_of_statuses_);
    return error_out(code);
}
EXPORT int MPI_Waitall(int count, handle array_of_requests[], struct status *array_of_statuses) ALIAS(PMPI_Waitall);

EXPORT int PMPI_Waitany(int count, handle array_of_requests[], int *index, struct status *status);
int PMPI_Waitany(int count, handle array_of_requests[], int *index, struct status *status)
{
    int array_of_requests_count = array_of_requests ? clamped(count) : 0;
    SCRATCH(core, array_of_requests_, array_of_requests_count, 32);
    for (int i = 0; i < array_of_requests_count; i++) array_of_requests_[i] = request_in(array_of_requests[i]);
    struct core_status status_ = blank_status();
    int code = wt_MPI_Waitany(SITE, count, array_of_requests ? array_of_requests_ : NULL, index, ignored(status) ? NULL : &status_);
    for (int i = 0; i < array_of_requests_count; i++) if (array_of_requests_[i]) array_of_requests[i] = request_out(array_of_requests_[i]);
    if (!ignored(status)) written_status(&status_, status);
    RELEASE(array_of_requests_);
    return error_out(code);
}
EXPORT int MPI_Waitany(int count, handle array_of_requests[], int *index, struct status *status) ALIAS(PMPI_Waitany);

EXPORT int PMPI_Waitsome(int incount, handle array_of_requests[], int *outcount, int array_of_indices[], struct status *array_of_statuses);
int PMPI_Waitsome(int incount, handle array_of_requests[], int *outcount, int array_of_indices[], struct status *array_of_statuses)
{
    int array_of_requests_count = array_of_requests ? clamped(incount) : 0;
    SCRATCH(core, array_of_requests_, array_of_requests_count, 32);
    for (int i = 0; i < array_of_requests_count; i++) array_of_requests_[i] = request_in(array_of_requests[i]);
    int array_of_statuses_count = ignored(array_of_statuses) ? 0 : clamped(incount);
    SCRATCH(struct core_status, array_of_statuses_, array_of_statuses_count, 8);
    for (int i = 0; i < array_of_statuses_count; i++) array_of_statuses_[i] = blank_status();
    int code = wt_MPI_Waitsome(SITE, incount, array_of_requests ? array_of_requests_ : NULL, outcount, array_of_indices, ignored(array_of_statuses) ? NULL : array_of_statuses_);
    for (int i = 0; i < array_of_requests_count; i++) if (array_of_requests_[i]) array_of_requests[i] = request_out(array_of_requests_[i]);
    for (int i = 0; i < array_of_statuses_count; i++) written_status(&array_of_statuses_[i], &array_of_statuses[i]);
    RELEASE(array_of_requests_);
    RELEASE(array_of_statuses_);
    return error_out(code);
}
EXPORT int MPI_Waitsome(int incount, handle array_of_requests[], int *outcount, int array_of_indices[], struct status *array_of_statuses) ALIAS(PMPI_Waitsome);

EXPORT int PMPI_Win_allocate(wide size, int disp_unit, handle info, handle comm, void *baseptr, handle *win);
int PMPI_Win_allocate(wide size, int disp_unit, handle info, handle comm, void *baseptr, handle *win)
{
    core win_ = 0;
    int code = wt_MPI_Win_allocate(SITE, size, disp_unit, info_in(info), comm_in(comm), baseptr, win ? &win_ : NULL);
    if (win_) *win = win_out(win_);
    return error_out(code);
}
EXPORT int MPI_Win_allocate(wide size, int disp_unit, handle info, handle comm, void *baseptr, handle *win) ALIAS(PMPI_Win_allocate);

EXPORT int PMPI_Win_allocate_c(wide size, wide disp_unit, handle info, handle comm, void *baseptr, handle *win);
int PMPI_Win_allocate_c(wide size, wide disp_unit, handle info, handle comm, void *baseptr, handle *win)
{
    core win_ = 0;
    int code = wt_MPI_Win_allocate_c(SITE, size, disp_unit, info_in(info), comm_in(comm), baseptr, win ? &win_ : NULL);
    if (win_) *win = win_out(win_);
    return error_out(code);
}
EXPORT int MPI_Win_allocate_c(wide size, wide disp_unit, handle info, handle comm, void *baseptr, handle *win) ALIAS(PMPI_Win_allocate_c);

EXPORT int PMPI_Win_allocate_shared(wide size, int disp_unit, handle info, handle comm, void *baseptr, handle *win);
int PMPI_Win_allocate_shared(wide size, int disp_unit, handle info, handle comm, void *baseptr, handle *win)
{
    core win_ = 0;
    int code = wt_MPI_Win_allocate_shared(SITE, size, disp_unit, info_in(info), comm_in(comm), baseptr, win ? &win_ : NULL);
    if (win_) *win = win_out(win_);
    return error_out(code);
}
EXPORT int MPI_Win_allocate_shared(wide size, int disp_unit, handle info, handle comm, void *baseptr, handle *win) ALIAS(PMPI_Win_allocate_shared);

EXPORT int PMPI_Win_allocate_shared_c(wide size, wide disp_unit, handle info, handle comm, void *baseptr, handle *win);
int PMPI_Win_allocate_shared_c(wide size, wide disp_unit, handle info, handle comm, void *baseptr, handle *win)
{
    core win_ = 0;
    int code = wt_MPI_Win_allocate_shared_c(SITE, size, disp_unit, info_in(info), comm_in(comm), baseptr, win ? &win_ : NULL);
    if (win_) *win = win_out(win_);
    return error_out(code);
}
EXPORT int MPI_Win_allocate_shared_c(wide size, wide disp_unit, handle info, handle comm, void *baseptr, handle *win) ALIAS(PMPI_Win_allocate_shared_c);

EXPORT int PMPI_Win_attach(handle win, void *base, wide size);
int PMPI_Win_attach(handle win, void *base, wide size)
{
    return error_out(wt_MPI_Win_attach(SITE, win_in(win), buffer_in(base), size));
}
EXPORT int MPI_Win_attach(handle win, void *base, wide size) ALIAS(PMPI_Win_attach);

EXPORT int PMPI_Win_call_errhandler(handle win, int errorcode);
int PMPI_Win_call_errhandler(handle win, int errorcode)
{
    return error_out(wt_MPI_Win_call_errhandler(SITE, win_in(win), error_in(errorcode)));
}
EXPORT int MPI_Win_call_errhandler(handle win, int errorcode) ALIAS(PMPI_Win_call_errhandler);

EXPORT int PMPI_Win_complete(handle win);
int PMPI_Win_complete(handle win)
{
    return error_out(wt_MPI_Win_complete(SITE, win_in(win)));
}
EXPORT int MPI_Win_complete(handle win) ALIAS(PMPI_Win_complete);

EXPORT int PMPI_Win_create(void *base, wide size, int disp_unit, handle info, handle comm, handle *win);
int PMPI_Win_create(void *base, wide size, int disp_unit, handle info, handle comm, handle *win)
{
    core win_ = 0;
    int code = wt_MPI_Win_create(SITE, buffer_in(base), size, disp_unit, info_in(info), comm_in(comm), win ? &win_ : NULL);
    if (win_) *win = win_out(win_);
    return error_out(code);
}
EXPORT int MPI_Win_create(void *base, wide size, int disp_unit, handle info, handle comm, handle *win) ALIAS(PMPI_Win_create);

EXPORT int PMPI_Win_create_c(void *base, wide size, wide disp_unit, handle info, handle comm, handle *win);
int PMPI_Win_create_c(void *base, wide size, wide disp_unit, handle info, handle comm, handle *win)
{
    core win_ = 0;
    int code = wt_MPI_Win_create_c(SITE, buffer_in(base), size, disp_unit, info_in(info), comm_in(comm), win ? &win_ : NULL);
    if (win_) *win = win_out(win_);
    return error_out(code);
}
EXPORT int MPI_Win_create_c(void *base, wide size, wide disp_unit, handle info, handle comm, handle *win) ALIAS(PMPI_Win_create_c);

EXPORT int PMPI_Win_create_dynamic(handle info, handle comm, handle *win);
int PMPI_Win_create_dynamic(handle info, handle comm, handle *win)
{
    core win_ = 0;
    int code = wt_MPI_Win_create_dynamic(SITE, info_in(info), comm_in(comm), win ? &win_ : NULL);
    if (win_) *win = win_out(win_);
    return error_out(code);
}
EXPORT int MPI_Win_create_dynamic(handle info, handle comm, handle *win) ALIAS(PMPI_Win_create_dynamic);

EXPORT int PMPI_Win_create_errhandler(void *win_errhandler_fn, handle *errhandler);
int PMPI_Win_create_errhandler(void *win_errhandler_fn, handle *errhandler)
{
    core errhandler_ = 0;
    int code = wt_MPI_Win_create_errhandler(SITE, win_errhandler_fn, errhandler ? &errhandler_ : NULL);
    if (errhandler_) *errhandler = errhandler_out(errhandler_);
    return error_out(code);
}
EXPORT int MPI_Win_create_errhandler(void *win_errhandler_fn, handle *errhandler) ALIAS(PMPI_Win_create_errhandler);

EXPORT int PMPI_Win_create_keyval(void *win_copy_attr_fn, void *win_delete_attr_fn, int *win_keyval, void *extra_state);
int PMPI_Win_create_keyval(void *win_copy_attr_fn, void *win_delete_attr_fn, int *win_keyval, void *extra_state)
{
    int code = wt_MPI_Win_create_keyval(SITE, copy_function_in(win_copy_attr_fn), win_delete_attr_fn, win_keyval, extra_state);
    if (code == 0 && win_keyval) *win_keyval = keyval_out(*win_keyval);
    return error_out(code);
}
EXPORT int MPI_Win_create_keyval(void *win_copy_attr_fn, void *win_delete_attr_fn, int *win_keyval, void *extra_state) ALIAS(PMPI_Win_create_keyval);

EXPORT int PMPI_Win_delete_attr(handle win, int win_keyval);
int PMPI_Win_delete_attr(handle win, int win_keyval)
{
    return error_out(wt_MPI_Win_delete_attr(SITE, win_in(win), keyval_in(win_keyval)));
}
EXPORT int MPI_Win_delete_attr(handle win, int win_keyval) ALIAS(PMPI_Win_delete_attr);

EXPORT int PMPI_Win_detach(handle win, const void *base);
int PMPI_Win_detach(handle win, const void *base)
{
    return error_out(wt_MPI_Win_detach(SITE, win_in(win), buffer_in(base)));
}
EXPORT int MPI_Win_detach(handle win, const void *base) ALIAS(PMPI_Win_detach);

EXPORT int PMPI_Win_fence(int assert, handle win);
int PMPI_Win_fence(int assert, handle win)
{
    return error_out(wt_MPI_Win_fence(SITE, assertion_in(assert), win_in(win)));
}
EXPORT int MPI_Win_fence(int assert, handle win) ALIAS(PMPI_Win_fence);

EXPORT int PMPI_Win_flush(int rank, handle win);
int PMPI_Win_flush(int rank, handle win)
{
    return error_out(wt_MPI_Win_flush(SITE, rank_in(rank), win_in(win)));
}
EXPORT int MPI_Win_flush(int rank, handle win) ALIAS(PMPI_Win_flush);

EXPORT int PMPI_Win_flush_all(handle win);
int PMPI_Win_flush_all(handle win)
{
    return error_out(wt_MPI_Win_flush_all(SITE, win_in(win)));
}
EXPORT int MPI_Win_flush_all(handle win) ALIAS(PMPI_Win_flush_all);

EXPORT int PMPI_Win_flush_local(int rank, handle win);
int PMPI_Win_flush_local(int rank, handle win)
{
    return error_out(wt_MPI_Win_flush_local(SITE, rank_in(rank), win_in(win)));
}
EXPORT int MPI_Win_flush_local(int rank, handle win) ALIAS(PMPI_Win_flush_local);

EXPORT int PMPI_Win_flush_local_all(handle win);
int PMPI_Win_flush_local_all(handle win)
{
    return error_out(wt_MPI_Win_flush_local_all(SITE, win_in(win)));
}
EXPORT int MPI_Win_flush_local_all(handle win) ALIAS(PMPI_Win_flush_local_all);

EXPORT int PMPI_Win_free(handle *win);
int PMPI_Win_free(handle *win)
{
    core win_ = win ? win_in(*win) : 0;
    int code = wt_MPI_Win_free(SITE, win ? &win_ : NULL);
    if (win_) *win = win_out(win_);
    return error_out(code);
}
EXPORT int MPI_Win_free(handle *win) ALIAS(PMPI_Win_free);

EXPORT int PMPI_Win_free_keyval(int *win_keyval);
int PMPI_Win_free_keyval(int *win_keyval)
{
    int win_keyval_ = win_keyval ? keyval_in(*win_keyval) : 0;
    int code = wt_MPI_Win_free_keyval(SITE, win_keyval ? &win_keyval_ : NULL);
    if (win_keyval) *win_keyval = keyval_out(win_keyval_);
    return error_out(code);
}
EXPORT int MPI_Win_free_keyval(int *win_keyval) ALIAS(PMPI_Win_free_keyval);

EXPORT handle PMPI_Win_fromint(int win);
handle PMPI_Win_fromint(int win)
{
    return PMPI_Win_f2c(win);
}
EXPORT handle MPI_Win_fromint(int win) ALIAS(PMPI_Win_fromint);

EXPORT int PMPI_Win_get_attr(handle win, int win_keyval, void *attribute_val, int *flag);
int PMPI_Win_get_attr(handle win, int win_keyval, void *attribute_val, int *flag)
{
    int code = wt_MPI_Win_get_attr(SITE, win_in(win), keyval_in(win_keyval), attribute_val, flag);
    if (code == 0) attribute_out(win_keyval, attribute_val, flag);
    return error_out(code);
}
EXPORT int MPI_Win_get_attr(handle win, int win_keyval, void *attribute_val, int *flag) ALIAS(PMPI_Win_get_attr);

EXPORT int PMPI_Win_get_errhandler(handle win, handle *errhandler);
int PMPI_Win_get_errhandler(handle win, handle *errhandler)
{
    core errhandler_ = 0;
    int code = wt_MPI_Win_get_errhandler(SITE, win_in(win), errhandler ? &errhandler_ : NULL);
    if (errhandler_) *errhandler = errhandler_out(errhandler_);
    return error_out(code);
}
EXPORT int MPI_Win_get_errhandler(handle win, handle *errhandler) ALIAS(PMPI_Win_get_errhandler);

EXPORT int PMPI_Win_get_group(handle win, handle *group);
int PMPI_Win_get_group(handle win, handle *group)
{
    core group_ = 0;
    int code = wt_MPI_Win_get_group(SITE, win_in(win), group ? &group_ : NULL);
    if (group_) *group = group_out(group_);
    return error_out(code);
}
EXPORT int MPI_Win_get_group(handle win, handle *group) ALIAS(PMPI_Win_get_group);

EXPORT int PMPI_Win_get_info(handle win, handle *info_used);
int PMPI_Win_get_info(handle win, handle *info_used)
{
    core info_used_ = 0;
    int code = wt_MPI_Win_get_info(SITE, win_in(win), info_used ? &info_used_ : NULL);
    if (info_used_) *info_used = info_out(info_used_);
    return error_out(code);
}
EXPORT int MPI_Win_get_info(handle win, handle *info_used) ALIAS(PMPI_Win_get_info);

EXPORT int PMPI_Win_get_name(handle win, char *win_name, int *resultlen);
int PMPI_Win_get_name(handle win, char *win_name, int *resultlen)
{
    char whole[128]; /* the standard ABI's limit; it is 64 here */
    int length = 0;
    int code = wt_MPI_Win_get_name(SITE, win_in(win), win_name ? whole : NULL, &length);
    if (code == 0) {
        if (length > 63) length = 63;
        memcpy(win_name, whole, (size_t)length);
        win_name[length] = 0;
        if (resultlen) *resultlen = length;
    }
    return error_out(code);
}
EXPORT int MPI_Win_get_name(handle win, char *win_name, int *resultlen) ALIAS(PMPI_Win_get_name);

EXPORT int PMPI_Win_lock(int lock_type, int rank, int assert, handle win);
int PMPI_Win_lock(int lock_type, int rank, int assert, handle win)
{
    return error_out(wt_MPI_Win_lock(SITE, lock_in(lock_type), rank_in(rank), assertion_in(assert), win_in(win)));
}
EXPORT int MPI_Win_lock(int lock_type, int rank, int assert, handle win) ALIAS(PMPI_Win_lock);

EXPORT int PMPI_Win_lock_all(int assert, handle win);
int PMPI_Win_lock_all(int assert, handle win)
{
    return error_out(wt_MPI_Win_lock_all(SITE, assertion_in(assert), win_in(win)));
}
EXPORT int MPI_Win_lock_all(int assert, handle win) ALIAS(PMPI_Win_lock_all);

EXPORT int PMPI_Win_post(handle group, int assert, handle win);
int PMPI_Win_post(handle group, int assert, handle win)
{
    return error_out(wt_MPI_Win_post(SITE, group_in(group), assertion_in(assert), win_in(win)));
}
EXPORT int MPI_Win_post(handle group, int assert, handle win) ALIAS(PMPI_Win_post);

EXPORT int PMPI_Win_set_attr(handle win, int win_keyval, void *attribute_val);
int PMPI_Win_set_attr(handle win, int win_keyval, void *attribute_val)
{
    return error_out(wt_MPI_Win_set_attr(SITE, win_in(win), keyval_in(win_keyval), attribute_val));
}
EXPORT int MPI_Win_set_attr(handle win, int win_keyval, void *attribute_val) ALIAS(PMPI_Win_set_attr);

EXPORT int PMPI_Win_set_errhandler(handle win, handle errhandler);
int PMPI_Win_set_errhandler(handle win, handle errhandler)
{
    return error_out(wt_MPI_Win_set_errhandler(SITE, win_in(win), errhandler_in(errhandler)));
}
EXPORT int MPI_Win_set_errhandler(handle win, handle errhandler) ALIAS(PMPI_Win_set_errhandler);

EXPORT int PMPI_Win_set_info(handle win, handle info);
int PMPI_Win_set_info(handle win, handle info)
{
    return error_out(wt_MPI_Win_set_info(SITE, win_in(win), info_in(info)));
}
EXPORT int MPI_Win_set_info(handle win, handle info) ALIAS(PMPI_Win_set_info);

EXPORT int PMPI_Win_set_name(handle win, const char *win_name);
int PMPI_Win_set_name(handle win, const char *win_name)
{
    return error_out(wt_MPI_Win_set_name(SITE, win_in(win), win_name));
}
EXPORT int MPI_Win_set_name(handle win, const char *win_name) ALIAS(PMPI_Win_set_name);

EXPORT int PMPI_Win_shared_query(handle win, int rank, wide *size, int *disp_unit, void *baseptr);
int PMPI_Win_shared_query(handle win, int rank, wide *size, int *disp_unit, void *baseptr)
{
    return error_out(wt_MPI_Win_shared_query(SITE, win_in(win), rank_in(rank), size, disp_unit, baseptr));
}
EXPORT int MPI_Win_shared_query(handle win, int rank, wide *size, int *disp_unit, void *baseptr) ALIAS(PMPI_Win_shared_query);

EXPORT int PMPI_Win_shared_query_c(handle win, int rank, wide *size, wide *disp_unit, void *baseptr);
int PMPI_Win_shared_query_c(handle win, int rank, wide *size, wide *disp_unit, void *baseptr)
{
    return error_out(wt_MPI_Win_shared_query_c(SITE, win_in(win), rank_in(rank), size, disp_unit, baseptr));
}
EXPORT int MPI_Win_shared_query_c(handle win, int rank, wide *size, wide *disp_unit, void *baseptr) ALIAS(PMPI_Win_shared_query_c);

EXPORT int PMPI_Win_start(handle group, int assert, handle win);
int PMPI_Win_start(handle group, int assert, handle win)
{
    return error_out(wt_MPI_Win_start(SITE, group_in(group), assertion_in(assert), win_in(win)));
}
EXPORT int MPI_Win_start(handle group, int assert, handle win) ALIAS(PMPI_Win_start);

EXPORT int PMPI_Win_sync(handle win);
int PMPI_Win_sync(handle win)
{
    return error_out(wt_MPI_Win_sync(SITE, win_in(win)));
}
EXPORT int MPI_Win_sync(handle win) ALIAS(PMPI_Win_sync);

EXPORT int PMPI_Win_test(handle win, int *flag);
int PMPI_Win_test(handle win, int *flag)
{
    return error_out(wt_MPI_Win_test(SITE, win_in(win), flag));
}
EXPORT int MPI_Win_test(handle win, int *flag) ALIAS(PMPI_Win_test);

EXPORT int PMPI_Win_toint(handle win);
int PMPI_Win_toint(handle win)
{
    return PMPI_Win_c2f(win);
}
EXPORT int MPI_Win_toint(handle win) ALIAS(PMPI_Win_toint);

EXPORT int PMPI_Win_unlock(int rank, handle win);
int PMPI_Win_unlock(int rank, handle win)
{
    return error_out(wt_MPI_Win_unlock(SITE, rank_in(rank), win_in(win)));
}
EXPORT int MPI_Win_unlock(int rank, handle win) ALIAS(PMPI_Win_unlock);

EXPORT int PMPI_Win_unlock_all(handle win);
int PMPI_Win_unlock_all(handle win)
{
    return error_out(wt_MPI_Win_unlock_all(SITE, win_in(win)));
}
EXPORT int MPI_Win_unlock_all(handle win) ALIAS(PMPI_Win_unlock_all);

EXPORT int PMPI_Win_wait(handle win);
int PMPI_Win_wait(handle win)
{
    return error_out(wt_MPI_Win_wait(SITE, win_in(win)));
}
EXPORT int MPI_Win_wait(handle win) ALIAS(PMPI_Win_wait);

EXPORT double PMPI_Wtick(void);
double PMPI_Wtick(void)
{
    return wt_MPI_Wtick(SITE);
}
EXPORT double MPI_Wtick(void) ALIAS(PMPI_Wtick);

EXPORT double PMPI_Wtime(void);
double PMPI_Wtime(void)
{
    return wt_MPI_Wtime(SITE);
}
EXPORT double MPI_Wtime(void) ALIAS(PMPI_Wtime);

#include "openmpi_other.h"
#include "openmpi_inside.h"

REMOVED(MPI_Address, (void *location, wide *address), PMPI_Get_address(location, address))
REMOVED(MPI_Errhandler_create, (void *function, handle *errhandler), PMPI_Comm_create_errhandler(function, errhandler))
REMOVED(MPI_Errhandler_get, (handle comm, handle *errhandler), PMPI_Comm_get_errhandler(comm, errhandler))
REMOVED(MPI_Errhandler_set, (handle comm, handle errhandler), PMPI_Comm_set_errhandler(comm, errhandler))
REMOVED(MPI_Type_hindexed, (int count, int *lengths, wide *places, handle old, handle *made),
    PMPI_Type_create_hindexed(count, lengths, places, old, made))
REMOVED(MPI_Type_hvector, (int count, int length, wide stride, handle old, handle *made),
    PMPI_Type_create_hvector(count, length, stride, old, made))
REMOVED(MPI_Type_struct, (int count, int *lengths, wide *places, handle *types, handle *made),
    PMPI_Type_create_struct(count, lengths, places, types, made))
REMOVED(MPI_Type_extent, (handle datatype, wide *extent), extent_of(datatype, NULL, extent))
REMOVED(MPI_Type_lb, (handle datatype, wide *bound), extent_of(datatype, bound, NULL))
REMOVED(MPI_Type_ub, (handle datatype, wide *bound), upper_bound_of(datatype, bound))

EXPORT int POMPI_Affinity_str(void);
int POMPI_Affinity_str(void)
{
    wt_not_simulated("OMPI_Affinity_str", SITE);
}
EXPORT int OMPI_Affinity_str(void) ALIAS(POMPI_Affinity_str);

EXPORT int PMPIX_Allgather_init(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, handle comm, handle info, handle *request);
int PMPIX_Allgather_init(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, handle comm, handle info, handle *request)
{
    wt_note_call_site(SITE);
    return PMPI_Allgather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
}
EXPORT int MPIX_Allgather_init(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, handle comm, handle info, handle *request) ALIAS(PMPIX_Allgather_init);

EXPORT int PMPIX_Allgatherv_init(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, const int recvcounts[], const int displs[], handle recvtype, handle comm, handle info, handle *request);
int PMPIX_Allgatherv_init(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, const int recvcounts[], const int displs[], handle recvtype, handle comm, handle info, handle *request)
{
    wt_note_call_site(SITE);
    return PMPI_Allgatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request);
}
EXPORT int MPIX_Allgatherv_init(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, const int recvcounts[], const int displs[], handle recvtype, handle comm, handle info, handle *request) ALIAS(PMPIX_Allgatherv_init);

EXPORT int PMPIX_Allreduce_init(const void *sendbuf, void *recvbuf, int count, handle datatype, handle op, handle comm, handle info, handle *request);
int PMPIX_Allreduce_init(const void *sendbuf, void *recvbuf, int count, handle datatype, handle op, handle comm, handle info, handle *request)
{
    wt_note_call_site(SITE);
    return PMPI_Allreduce_init(sendbuf, recvbuf, count, datatype, op, comm, info, request);
}
EXPORT int MPIX_Allreduce_init(const void *sendbuf, void *recvbuf, int count, handle datatype, handle op, handle comm, handle info, handle *request) ALIAS(PMPIX_Allreduce_init);

EXPORT int PMPIX_Alltoall_init(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, handle comm, handle info, handle *request);
int PMPIX_Alltoall_init(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, handle comm, handle info, handle *request)
{
    wt_note_call_site(SITE);
    return PMPI_Alltoall_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
}
EXPORT int MPIX_Alltoall_init(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, handle comm, handle info, handle *request) ALIAS(PMPIX_Alltoall_init);

EXPORT int PMPIX_Alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[], handle sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], handle recvtype, handle comm, handle info, handle *request);
int PMPIX_Alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[], handle sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], handle recvtype, handle comm, handle info, handle *request)
{
    wt_note_call_site(SITE);
    return PMPI_Alltoallv_init(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request);
}
EXPORT int MPIX_Alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[], handle sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], handle recvtype, handle comm, handle info, handle *request) ALIAS(PMPIX_Alltoallv_init);

EXPORT int PMPIX_Alltoallw_init(const void *sendbuf, const int sendcounts[], const int sdispls[], const handle sendtypes[], void *recvbuf, const int recvcounts[], const int rdispls[], const handle recvtypes[], handle comm, handle info, handle *request);
int PMPIX_Alltoallw_init(const void *sendbuf, const int sendcounts[], const int sdispls[], const handle sendtypes[], void *recvbuf, const int recvcounts[], const int rdispls[], const handle recvtypes[], handle comm, handle info, handle *request)
{
    wt_note_call_site(SITE);
    return PMPI_Alltoallw_init(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request);
}
EXPORT int MPIX_Alltoallw_init(const void *sendbuf, const int sendcounts[], const int sdispls[], const handle sendtypes[], void *recvbuf, const int recvcounts[], const int rdispls[], const handle recvtypes[], handle comm, handle info, handle *request) ALIAS(PMPIX_Alltoallw_init);

EXPORT int PMPIX_Barrier_init(handle comm, handle info, handle *request);
int PMPIX_Barrier_init(handle comm, handle info, handle *request)
{
    wt_note_call_site(SITE);
    return PMPI_Barrier_init(comm, info, request);
}
EXPORT int MPIX_Barrier_init(handle comm, handle info, handle *request) ALIAS(PMPIX_Barrier_init);

EXPORT int PMPIX_Bcast_init(void *buffer, int count, handle datatype, int root, handle comm, handle info, handle *request);
int PMPIX_Bcast_init(void *buffer, int count, handle datatype, int root, handle comm, handle info, handle *request)
{
    wt_note_call_site(SITE);
    return PMPI_Bcast_init(buffer, count, datatype, root, comm, info, request);
}
EXPORT int MPIX_Bcast_init(void *buffer, int count, handle datatype, int root, handle comm, handle info, handle *request) ALIAS(PMPIX_Bcast_init);

EXPORT int PMPIX_Comm_ack_failed(void);
int PMPIX_Comm_ack_failed(void)
{
    wt_not_simulated("MPIX_Comm_ack_failed", SITE);
}
EXPORT int MPIX_Comm_ack_failed(void) ALIAS(PMPIX_Comm_ack_failed);

EXPORT int PMPIX_Comm_agree(void);
int PMPIX_Comm_agree(void)
{
    wt_not_simulated("MPIX_Comm_agree", SITE);
}
EXPORT int MPIX_Comm_agree(void) ALIAS(PMPIX_Comm_agree);

EXPORT int PMPIX_Comm_failure_ack(void);
int PMPIX_Comm_failure_ack(void)
{
    wt_not_simulated("MPIX_Comm_failure_ack", SITE);
}
EXPORT int MPIX_Comm_failure_ack(void) ALIAS(PMPIX_Comm_failure_ack);

EXPORT int PMPIX_Comm_failure_get_acked(void);
int PMPIX_Comm_failure_get_acked(void)
{
    wt_not_simulated("MPIX_Comm_failure_get_acked", SITE);
}
EXPORT int MPIX_Comm_failure_get_acked(void) ALIAS(PMPIX_Comm_failure_get_acked);

EXPORT int PMPIX_Comm_get_failed(void);
int PMPIX_Comm_get_failed(void)
{
    wt_not_simulated("MPIX_Comm_get_failed", SITE);
}
EXPORT int MPIX_Comm_get_failed(void) ALIAS(PMPIX_Comm_get_failed);

EXPORT int PMPIX_Comm_iagree(void);
int PMPIX_Comm_iagree(void)
{
    wt_not_simulated("MPIX_Comm_iagree", SITE);
}
EXPORT int MPIX_Comm_iagree(void) ALIAS(PMPIX_Comm_iagree);

EXPORT int PMPIX_Comm_is_revoked(void);
int PMPIX_Comm_is_revoked(void)
{
    wt_not_simulated("MPIX_Comm_is_revoked", SITE);
}
EXPORT int MPIX_Comm_is_revoked(void) ALIAS(PMPIX_Comm_is_revoked);

EXPORT int PMPIX_Comm_revoke(void);
int PMPIX_Comm_revoke(void)
{
    wt_not_simulated("MPIX_Comm_revoke", SITE);
}
EXPORT int MPIX_Comm_revoke(void) ALIAS(PMPIX_Comm_revoke);

EXPORT int PMPIX_Comm_shrink(void);
int PMPIX_Comm_shrink(void)
{
    wt_not_simulated("MPIX_Comm_shrink", SITE);
}
EXPORT int MPIX_Comm_shrink(void) ALIAS(PMPIX_Comm_shrink);

EXPORT int PMPIX_Exscan_init(const void *sendbuf, void *recvbuf, int count, handle datatype, handle op, handle comm, handle info, handle *request);
int PMPIX_Exscan_init(const void *sendbuf, void *recvbuf, int count, handle datatype, handle op, handle comm, handle info, handle *request)
{
    wt_note_call_site(SITE);
    return PMPI_Exscan_init(sendbuf, recvbuf, count, datatype, op, comm, info, request);
}
EXPORT int MPIX_Exscan_init(const void *sendbuf, void *recvbuf, int count, handle datatype, handle op, handle comm, handle info, handle *request) ALIAS(PMPIX_Exscan_init);

EXPORT int PMPIX_Gather_init(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, int root, handle comm, handle info, handle *request);
int PMPIX_Gather_init(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, int root, handle comm, handle info, handle *request)
{
    wt_note_call_site(SITE);
    return PMPI_Gather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
}
EXPORT int MPIX_Gather_init(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, int root, handle comm, handle info, handle *request) ALIAS(PMPIX_Gather_init);

EXPORT int PMPIX_Gatherv_init(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, const int recvcounts[], const int displs[], handle recvtype, int root, handle comm, handle info, handle *request);
int PMPIX_Gatherv_init(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, const int recvcounts[], const int displs[], handle recvtype, int root, handle comm, handle info, handle *request)
{
    wt_note_call_site(SITE);
    return PMPI_Gatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, info, request);
}
EXPORT int MPIX_Gatherv_init(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, const int recvcounts[], const int displs[], handle recvtype, int root, handle comm, handle info, handle *request) ALIAS(PMPIX_Gatherv_init);

EXPORT int PMPIX_Neighbor_allgather_init(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, handle comm, handle info, handle *request);
int PMPIX_Neighbor_allgather_init(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, handle comm, handle info, handle *request)
{
    wt_note_call_site(SITE);
    return PMPI_Neighbor_allgather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
}
EXPORT int MPIX_Neighbor_allgather_init(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, handle comm, handle info, handle *request) ALIAS(PMPIX_Neighbor_allgather_init);

EXPORT int PMPIX_Neighbor_allgatherv_init(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, const int recvcounts[], const int displs[], handle recvtype, handle comm, handle info, handle *request);
int PMPIX_Neighbor_allgatherv_init(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, const int recvcounts[], const int displs[], handle recvtype, handle comm, handle info, handle *request)
{
    wt_note_call_site(SITE);
    return PMPI_Neighbor_allgatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request);
}
EXPORT int MPIX_Neighbor_allgatherv_init(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, const int recvcounts[], const int displs[], handle recvtype, handle comm, handle info, handle *request) ALIAS(PMPIX_Neighbor_allgatherv_init);

EXPORT int PMPIX_Neighbor_alltoall_init(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, handle comm, handle info, handle *request);
int PMPIX_Neighbor_alltoall_init(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, handle comm, handle info, handle *request)
{
    wt_note_call_site(SITE);
    return PMPI_Neighbor_alltoall_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
}
EXPORT int MPIX_Neighbor_alltoall_init(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, handle comm, handle info, handle *request) ALIAS(PMPIX_Neighbor_alltoall_init);

EXPORT int PMPIX_Neighbor_alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[], handle sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], handle recvtype, handle comm, handle info, handle *request);
int PMPIX_Neighbor_alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[], handle sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], handle recvtype, handle comm, handle info, handle *request)
{
    wt_note_call_site(SITE);
    return PMPI_Neighbor_alltoallv_init(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request);
}
EXPORT int MPIX_Neighbor_alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[], handle sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], handle recvtype, handle comm, handle info, handle *request) ALIAS(PMPIX_Neighbor_alltoallv_init);

EXPORT int PMPIX_Neighbor_alltoallw_init(const void *sendbuf, const int sendcounts[], const wide sdispls[], const handle sendtypes[], void *recvbuf, const int recvcounts[], const wide rdispls[], const handle recvtypes[], handle comm, handle info, handle *request);
int PMPIX_Neighbor_alltoallw_init(const void *sendbuf, const int sendcounts[], const wide sdispls[], const handle sendtypes[], void *recvbuf, const int recvcounts[], const wide rdispls[], const handle recvtypes[], handle comm, handle info, handle *request)
{
    wt_note_call_site(SITE);
    return PMPI_Neighbor_alltoallw_init(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request);
}
EXPORT int MPIX_Neighbor_alltoallw_init(const void *sendbuf, const int sendcounts[], const wide sdispls[], const handle sendtypes[], void *recvbuf, const int recvcounts[], const wide rdispls[], const handle recvtypes[], handle comm, handle info, handle *request) ALIAS(PMPIX_Neighbor_alltoallw_init);

EXPORT int PMPIX_Query_cuda_support(void);
int PMPIX_Query_cuda_support(void)
{
    return 0;
}
EXPORT int MPIX_Query_cuda_support(void) ALIAS(PMPIX_Query_cuda_support);

EXPORT int PMPIX_Query_rocm_support(void);
int PMPIX_Query_rocm_support(void)
{
    return 0;
}
EXPORT int MPIX_Query_rocm_support(void) ALIAS(PMPIX_Query_rocm_support);

EXPORT int PMPIX_Reduce_init(const void *sendbuf, void *recvbuf, int count, handle datatype, handle op, int root, handle comm, handle info, handle *request);
int PMPIX_Reduce_init(const void *sendbuf, void *recvbuf, int count, handle datatype, handle op, int root, handle comm, handle info, handle *request)
{
    wt_note_call_site(SITE);
    return PMPI_Reduce_init(sendbuf, recvbuf, count, datatype, op, root, comm, info, request);
}
EXPORT int MPIX_Reduce_init(const void *sendbuf, void *recvbuf, int count, handle datatype, handle op, int root, handle comm, handle info, handle *request) ALIAS(PMPIX_Reduce_init);

EXPORT int PMPIX_Reduce_scatter_block_init(const void *sendbuf, void *recvbuf, int recvcount, handle datatype, handle op, handle comm, handle info, handle *request);
int PMPIX_Reduce_scatter_block_init(const void *sendbuf, void *recvbuf, int recvcount, handle datatype, handle op, handle comm, handle info, handle *request)
{
    wt_note_call_site(SITE);
    return PMPI_Reduce_scatter_block_init(sendbuf, recvbuf, recvcount, datatype, op, comm, info, request);
}
EXPORT int MPIX_Reduce_scatter_block_init(const void *sendbuf, void *recvbuf, int recvcount, handle datatype, handle op, handle comm, handle info, handle *request) ALIAS(PMPIX_Reduce_scatter_block_init);

EXPORT int PMPIX_Reduce_scatter_init(const void *sendbuf, void *recvbuf, const int recvcounts[], handle datatype, handle op, handle comm, handle info, handle *request);
int PMPIX_Reduce_scatter_init(const void *sendbuf, void *recvbuf, const int recvcounts[], handle datatype, handle op, handle comm, handle info, handle *request)
{
    wt_note_call_site(SITE);
    return PMPI_Reduce_scatter_init(sendbuf, recvbuf, recvcounts, datatype, op, comm, info, request);
}
EXPORT int MPIX_Reduce_scatter_init(const void *sendbuf, void *recvbuf, const int recvcounts[], handle datatype, handle op, handle comm, handle info, handle *request) ALIAS(PMPIX_Reduce_scatter_init);

EXPORT int PMPIX_Scan_init(const void *sendbuf, void *recvbuf, int count, handle datatype, handle op, handle comm, handle info, handle *request);
int PMPIX_Scan_init(const void *sendbuf, void *recvbuf, int count, handle datatype, handle op, handle comm, handle info, handle *request)
{
    wt_note_call_site(SITE);
    return PMPI_Scan_init(sendbuf, recvbuf, count, datatype, op, comm, info, request);
}
EXPORT int MPIX_Scan_init(const void *sendbuf, void *recvbuf, int count, handle datatype, handle op, handle comm, handle info, handle *request) ALIAS(PMPIX_Scan_init);

EXPORT int PMPIX_Scatter_init(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, int root, handle comm, handle info, handle *request);
int PMPIX_Scatter_init(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, int root, handle comm, handle info, handle *request)
{
    wt_note_call_site(SITE);
    return PMPI_Scatter_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
}
EXPORT int MPIX_Scatter_init(const void *sendbuf, int sendcount, handle sendtype, void *recvbuf, int recvcount, handle recvtype, int root, handle comm, handle info, handle *request) ALIAS(PMPIX_Scatter_init);

EXPORT int PMPIX_Scatterv_init(const void *sendbuf, const int sendcounts[], const int displs[], handle sendtype, void *recvbuf, int recvcount, handle recvtype, int root, handle comm, handle info, handle *request);
int PMPIX_Scatterv_init(const void *sendbuf, const int sendcounts[], const int displs[], handle sendtype, void *recvbuf, int recvcount, handle recvtype, int root, handle comm, handle info, handle *request)
{
    wt_note_call_site(SITE);
    return PMPI_Scatterv_init(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
}
EXPORT int MPIX_Scatterv_init(const void *sendbuf, const int sendcounts[], const int displs[], handle sendtype, void *recvbuf, int recvcount, handle recvtype, int root, handle comm, handle info, handle *request) ALIAS(PMPIX_Scatterv_init);

