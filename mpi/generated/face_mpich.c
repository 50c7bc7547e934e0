/* libmpi.so.12: MPICH's ABI on top of libwindtunnel.so. Generated from mpi/api.json by mpi/generate/generate.py: change those.
 *
 * PMPI_X is strong and MPI_X a weak alias, so that a tool may define MPI_X and call PMPI_X.
 */
#include <limits.h>
#include <stddef.h>
#include <stdint.h>

#define OWN_MPI_ANY_SOURCE -2
#define OWN_MPI_PROC_NULL -1
#define OWN_MPI_IO 1681915909
#define OWN_MPI_HOST 1681915907
#define OWN_MPI_LASTUSEDCODE 1681915915
#define OWN_MPI_WIN_CREATE_FLAVOR 1711276039
#define OWN_MPI_WIN_MODEL 1711276041
#define OWN_MPI_WIN_UNIFIED 2
#define OWN_MPI_WIN_SEPARATE 1
#define OWN_MPI_WIN_FLAVOR_CREATE 1
#define OWN_MPI_WIN_FLAVOR_ALLOCATE 2
#define OWN_MPI_WIN_FLAVOR_DYNAMIC 3
#define OWN_MPI_WIN_FLAVOR_SHARED 4
#define OWN_MPI_COMBINER_SUBARRAY 13
#define OWN_MPI_COMBINER_DARRAY 14

/* What is neither a constant nor free to be anything: no value of the enumeration. */
#define STRANGER INT_MIN

__attribute__((unused)) static int rank_in(int value)
{
    switch (value) {
    case -2: return -1; /* MPI_ANY_SOURCE */
    case -1: return -3; /* MPI_PROC_NULL */
    case -3: return -4; /* MPI_ROOT */
    case -4: return STRANGER;
    default: return value;
    }
}

__attribute__((unused)) static int rank_out(int value)
{
    switch (value) {
    case -1: return -2; /* MPI_ANY_SOURCE */
    case -3: return -1; /* MPI_PROC_NULL */
    case -4: return -3; /* MPI_ROOT */
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
    case 19: return 7; /* MPI_ERR_REQUEST */
    case 7: return 8; /* MPI_ERR_ROOT */
    case 8: return 9; /* MPI_ERR_GROUP */
    case 9: return 10; /* MPI_ERR_OP */
    case 10: return 11; /* MPI_ERR_TOPOLOGY */
    case 11: return 12; /* MPI_ERR_DIMS */
    case 12: return 13; /* MPI_ERR_ARG */
    case 13: return 14; /* MPI_ERR_UNKNOWN */
    case 14: return 15; /* MPI_ERR_TRUNCATE */
    case 15: return 16; /* MPI_ERR_OTHER */
    case 16: return 17; /* MPI_ERR_INTERN */
    case 18: return 18; /* MPI_ERR_PENDING */
    case 17: return 19; /* MPI_ERR_IN_STATUS */
    case 20: return 20; /* MPI_ERR_ACCESS */
    case 21: return 21; /* MPI_ERR_AMODE */
    case 53: return 22; /* MPI_ERR_ASSERT */
    case 22: return 23; /* MPI_ERR_BAD_FILE */
    case 46: return 24; /* MPI_ERR_BASE */
    case 23: return 25; /* MPI_ERR_CONVERSION */
    case 52: return 26; /* MPI_ERR_DISP */
    case 24: return 27; /* MPI_ERR_DUP_DATAREP */
    case 25: return 28; /* MPI_ERR_FILE_EXISTS */
    case 26: return 29; /* MPI_ERR_FILE_IN_USE */
    case 27: return 30; /* MPI_ERR_FILE */
    case 29: return 31; /* MPI_ERR_INFO_KEY */
    case 31: return 32; /* MPI_ERR_INFO_NOKEY */
    case 30: return 33; /* MPI_ERR_INFO_VALUE */
    case 28: return 34; /* MPI_ERR_INFO */
    case 32: return 35; /* MPI_ERR_IO */
    case 48: return 36; /* MPI_ERR_KEYVAL */
    case 47: return 37; /* MPI_ERR_LOCKTYPE */
    case 33: return 38; /* MPI_ERR_NAME */
    case 34: return 39; /* MPI_ERR_NO_MEM */
    case 35: return 40; /* MPI_ERR_NOT_SAME */
    case 36: return 41; /* MPI_ERR_NO_SPACE */
    case 37: return 42; /* MPI_ERR_NO_SUCH_FILE */
    case 38: return 43; /* MPI_ERR_PORT */
    case 39: return 44; /* MPI_ERR_QUOTA */
    case 40: return 45; /* MPI_ERR_READ_ONLY */
    case 56: return 46; /* MPI_ERR_RMA_ATTACH */
    case 49: return 47; /* MPI_ERR_RMA_CONFLICT */
    case 55: return 48; /* MPI_ERR_RMA_RANGE */
    case 57: return 49; /* MPI_ERR_RMA_SHARED */
    case 50: return 50; /* MPI_ERR_RMA_SYNC */
    case 41: return 51; /* MPI_ERR_SERVICE */
    case 51: return 52; /* MPI_ERR_SIZE */
    case 42: return 53; /* MPI_ERR_SPAWN */
    case 43: return 54; /* MPI_ERR_UNSUPPORTED_DATAREP */
    case 44: return 55; /* MPI_ERR_UNSUPPORTED_OPERATION */
    case 45: return 56; /* MPI_ERR_WIN */
    case 58: return 57; /* MPI_ERR_RMA_FLAVOR */
    case 76: return 58; /* MPI_ERR_PROC_ABORTED */
    case 77: return 59; /* MPI_ERR_VALUE_TOO_LARGE */
    case 75: return 60; /* MPI_ERR_SESSION */
    case 80: return 61; /* MPI_ERR_ERRHANDLER */
    case 81: return 62; /* MPI_ERR_ABI */
    case 61: return 1001; /* MPI_T_ERR_CANNOT_INIT */
    case 79: return 1002; /* MPI_T_ERR_NOT_ACCESSIBLE */
    case 60: return 1003; /* MPI_T_ERR_NOT_INITIALIZED */
    case 78: return 1004; /* MPI_T_ERR_NOT_SUPPORTED */
    case 59: return 1005; /* MPI_T_ERR_MEMORY */
    case 74: return 1006; /* MPI_T_ERR_INVALID */
    case 62: return 1007; /* MPI_T_ERR_INVALID_INDEX */
    case 63: return 1008; /* MPI_T_ERR_INVALID_ITEM */
    case 67: return 1009; /* MPI_T_ERR_INVALID_SESSION */
    case 64: return 1010; /* MPI_T_ERR_INVALID_HANDLE */
    case 73: return 1011; /* MPI_T_ERR_INVALID_NAME */
    case 65: return 1012; /* MPI_T_ERR_OUT_OF_HANDLES */
    case 66: return 1013; /* MPI_T_ERR_OUT_OF_SESSIONS */
    case 68: return 1014; /* MPI_T_ERR_CVAR_SET_NOT_NOW */
    case 69: return 1015; /* MPI_T_ERR_CVAR_SET_NEVER */
    case 71: return 1016; /* MPI_T_ERR_PVAR_NO_WRITE */
    case 70: return 1017; /* MPI_T_ERR_PVAR_NO_STARTSTOP */
    case 72: return 1018; /* MPI_T_ERR_PVAR_NO_ATOMIC */
    case 1073741823: return 16383; /* MPI_ERR_LASTCODE */
    case 54: return STRANGER;
    case 1001: return STRANGER;
    case 1002: return STRANGER;
    case 1003: return STRANGER;
    case 1004: return STRANGER;
    case 1005: return STRANGER;
    case 1006: return STRANGER;
    case 1007: return STRANGER;
    case 1008: return STRANGER;
    case 1009: return STRANGER;
    case 1010: return STRANGER;
    case 1011: return STRANGER;
    case 1012: return STRANGER;
    case 1013: return STRANGER;
    case 1014: return STRANGER;
    case 1015: return STRANGER;
    case 1016: return STRANGER;
    case 1017: return STRANGER;
    case 1018: return STRANGER;
    case 16383: return STRANGER;
    default: return value & 0x40000000 ? value & 0x3fffffff : value;
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
    case 7: return 19; /* MPI_ERR_REQUEST */
    case 8: return 7; /* MPI_ERR_ROOT */
    case 9: return 8; /* MPI_ERR_GROUP */
    case 10: return 9; /* MPI_ERR_OP */
    case 11: return 10; /* MPI_ERR_TOPOLOGY */
    case 12: return 11; /* MPI_ERR_DIMS */
    case 13: return 12; /* MPI_ERR_ARG */
    case 14: return 13; /* MPI_ERR_UNKNOWN */
    case 15: return 14; /* MPI_ERR_TRUNCATE */
    case 16: return 15; /* MPI_ERR_OTHER */
    case 17: return 16; /* MPI_ERR_INTERN */
    case 18: return 18; /* MPI_ERR_PENDING */
    case 19: return 17; /* MPI_ERR_IN_STATUS */
    case 20: return 20; /* MPI_ERR_ACCESS */
    case 21: return 21; /* MPI_ERR_AMODE */
    case 22: return 53; /* MPI_ERR_ASSERT */
    case 23: return 22; /* MPI_ERR_BAD_FILE */
    case 24: return 46; /* MPI_ERR_BASE */
    case 25: return 23; /* MPI_ERR_CONVERSION */
    case 26: return 52; /* MPI_ERR_DISP */
    case 27: return 24; /* MPI_ERR_DUP_DATAREP */
    case 28: return 25; /* MPI_ERR_FILE_EXISTS */
    case 29: return 26; /* MPI_ERR_FILE_IN_USE */
    case 30: return 27; /* MPI_ERR_FILE */
    case 31: return 29; /* MPI_ERR_INFO_KEY */
    case 32: return 31; /* MPI_ERR_INFO_NOKEY */
    case 33: return 30; /* MPI_ERR_INFO_VALUE */
    case 34: return 28; /* MPI_ERR_INFO */
    case 35: return 32; /* MPI_ERR_IO */
    case 36: return 48; /* MPI_ERR_KEYVAL */
    case 37: return 47; /* MPI_ERR_LOCKTYPE */
    case 38: return 33; /* MPI_ERR_NAME */
    case 39: return 34; /* MPI_ERR_NO_MEM */
    case 40: return 35; /* MPI_ERR_NOT_SAME */
    case 41: return 36; /* MPI_ERR_NO_SPACE */
    case 42: return 37; /* MPI_ERR_NO_SUCH_FILE */
    case 43: return 38; /* MPI_ERR_PORT */
    case 44: return 39; /* MPI_ERR_QUOTA */
    case 45: return 40; /* MPI_ERR_READ_ONLY */
    case 46: return 56; /* MPI_ERR_RMA_ATTACH */
    case 47: return 49; /* MPI_ERR_RMA_CONFLICT */
    case 48: return 55; /* MPI_ERR_RMA_RANGE */
    case 49: return 57; /* MPI_ERR_RMA_SHARED */
    case 50: return 50; /* MPI_ERR_RMA_SYNC */
    case 51: return 41; /* MPI_ERR_SERVICE */
    case 52: return 51; /* MPI_ERR_SIZE */
    case 53: return 42; /* MPI_ERR_SPAWN */
    case 54: return 43; /* MPI_ERR_UNSUPPORTED_DATAREP */
    case 55: return 44; /* MPI_ERR_UNSUPPORTED_OPERATION */
    case 56: return 45; /* MPI_ERR_WIN */
    case 57: return 58; /* MPI_ERR_RMA_FLAVOR */
    case 58: return 76; /* MPI_ERR_PROC_ABORTED */
    case 59: return 77; /* MPI_ERR_VALUE_TOO_LARGE */
    case 60: return 75; /* MPI_ERR_SESSION */
    case 61: return 80; /* MPI_ERR_ERRHANDLER */
    case 62: return 81; /* MPI_ERR_ABI */
    case 1001: return 61; /* MPI_T_ERR_CANNOT_INIT */
    case 1002: return 79; /* MPI_T_ERR_NOT_ACCESSIBLE */
    case 1003: return 60; /* MPI_T_ERR_NOT_INITIALIZED */
    case 1004: return 78; /* MPI_T_ERR_NOT_SUPPORTED */
    case 1005: return 59; /* MPI_T_ERR_MEMORY */
    case 1006: return 74; /* MPI_T_ERR_INVALID */
    case 1007: return 62; /* MPI_T_ERR_INVALID_INDEX */
    case 1008: return 63; /* MPI_T_ERR_INVALID_ITEM */
    case 1009: return 67; /* MPI_T_ERR_INVALID_SESSION */
    case 1010: return 64; /* MPI_T_ERR_INVALID_HANDLE */
    case 1011: return 73; /* MPI_T_ERR_INVALID_NAME */
    case 1012: return 65; /* MPI_T_ERR_OUT_OF_HANDLES */
    case 1013: return 66; /* MPI_T_ERR_OUT_OF_SESSIONS */
    case 1014: return 68; /* MPI_T_ERR_CVAR_SET_NOT_NOW */
    case 1015: return 69; /* MPI_T_ERR_CVAR_SET_NEVER */
    case 1016: return 71; /* MPI_T_ERR_PVAR_NO_WRITE */
    case 1017: return 70; /* MPI_T_ERR_PVAR_NO_STARTSTOP */
    case 1018: return 72; /* MPI_T_ERR_PVAR_NO_ATOMIC */
    case 16383: return 1073741823; /* MPI_ERR_LASTCODE */
    default: return value > 0x3fff ? value | 0x40000000 : value;
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
    case 2: return 211; /* MPI_CART */
    case 1: return 212; /* MPI_GRAPH */
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
    case 211: return 2; /* MPI_CART */
    case 212: return 1; /* MPI_GRAPH */
    case 213: return 3; /* MPI_DIST_GRAPH */
    default: return value;
    }
}

__attribute__((unused)) static int combiner_in(int value)
{
    switch (value) {
    case 1: return 101; /* MPI_COMBINER_NAMED */
    case 2: return 102; /* MPI_COMBINER_DUP */
    case 3: return 103; /* MPI_COMBINER_CONTIGUOUS */
    case 4: return 104; /* MPI_COMBINER_VECTOR */
    case 6: return 105; /* MPI_COMBINER_HVECTOR */
    case 7: return 106; /* MPI_COMBINER_INDEXED */
    case 9: return 107; /* MPI_COMBINER_HINDEXED */
    case 10: return 108; /* MPI_COMBINER_INDEXED_BLOCK */
    case 19: return 109; /* MPI_COMBINER_HINDEXED_BLOCK */
    case 12: return 110; /* MPI_COMBINER_STRUCT */
    case 13: return 111; /* MPI_COMBINER_SUBARRAY */
    case 14: return 112; /* MPI_COMBINER_DARRAY */
    case 15: return 113; /* MPI_COMBINER_F90_REAL */
    case 16: return 114; /* MPI_COMBINER_F90_COMPLEX */
    case 17: return 115; /* MPI_COMBINER_F90_INTEGER */
    case 18: return 116; /* MPI_COMBINER_RESIZED */
    case 20: return 117; /* MPI_COMBINER_VALUE_INDEX */
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
    case 101: return 1; /* MPI_COMBINER_NAMED */
    case 102: return 2; /* MPI_COMBINER_DUP */
    case 103: return 3; /* MPI_COMBINER_CONTIGUOUS */
    case 104: return 4; /* MPI_COMBINER_VECTOR */
    case 105: return 6; /* MPI_COMBINER_HVECTOR */
    case 106: return 7; /* MPI_COMBINER_INDEXED */
    case 107: return 9; /* MPI_COMBINER_HINDEXED */
    case 108: return 10; /* MPI_COMBINER_INDEXED_BLOCK */
    case 109: return 19; /* MPI_COMBINER_HINDEXED_BLOCK */
    case 110: return 12; /* MPI_COMBINER_STRUCT */
    case 111: return 13; /* MPI_COMBINER_SUBARRAY */
    case 112: return 14; /* MPI_COMBINER_DARRAY */
    case 113: return 15; /* MPI_COMBINER_F90_REAL */
    case 114: return 16; /* MPI_COMBINER_F90_COMPLEX */
    case 115: return 17; /* MPI_COMBINER_F90_INTEGER */
    case 116: return 18; /* MPI_COMBINER_RESIZED */
    case 117: return 20; /* MPI_COMBINER_VALUE_INDEX */
    default: return value;
    }
}

__attribute__((unused)) static int order_in(int value)
{
    switch (value) {
    case 56: return 12; /* MPI_ORDER_C */
    case 57: return 15; /* MPI_ORDER_FORTRAN */
    case 12: return STRANGER;
    case 15: return STRANGER;
    default: return value;
    }
}

__attribute__((unused)) static int order_out(int value)
{
    switch (value) {
    case 12: return 56; /* MPI_ORDER_C */
    case 15: return 57; /* MPI_ORDER_FORTRAN */
    default: return value;
    }
}

__attribute__((unused)) static int distribution_in(int value)
{
    switch (value) {
    case 123: return 16; /* MPI_DISTRIBUTE_NONE */
    case 121: return 17; /* MPI_DISTRIBUTE_BLOCK */
    case 122: return 18; /* MPI_DISTRIBUTE_CYCLIC */
    case 16: return STRANGER;
    case 17: return STRANGER;
    case 18: return STRANGER;
    default: return value;
    }
}

__attribute__((unused)) static int distribution_out(int value)
{
    switch (value) {
    case 16: return 123; /* MPI_DISTRIBUTE_NONE */
    case 17: return 121; /* MPI_DISTRIBUTE_BLOCK */
    case 18: return 122; /* MPI_DISTRIBUTE_CYCLIC */
    default: return value;
    }
}

__attribute__((unused)) static int darg_in(int value)
{
    switch (value) {
    case -49767: return 19; /* MPI_DISTRIBUTE_DFLT_DARG */
    default: return value;
    }
}

__attribute__((unused)) static int darg_out(int value)
{
    switch (value) {
    case 19: return -49767; /* MPI_DISTRIBUTE_DFLT_DARG */
    default: return value;
    }
}

__attribute__((unused)) static int typeclass_in(int value)
{
    switch (value) {
    case 2: return 192; /* MPI_TYPECLASS_INTEGER */
    case 1: return 193; /* MPI_TYPECLASS_REAL */
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
    case 192: return 2; /* MPI_TYPECLASS_INTEGER */
    case 193: return 1; /* MPI_TYPECLASS_REAL */
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
    case 234: return 301; /* MPI_LOCK_EXCLUSIVE */
    case 235: return 302; /* MPI_LOCK_SHARED */
    case 301: return STRANGER;
    case 302: return STRANGER;
    default: return value;
    }
}

__attribute__((unused)) static int lock_out(int value)
{
    switch (value) {
    case 301: return 234; /* MPI_LOCK_EXCLUSIVE */
    case 302: return 235; /* MPI_LOCK_SHARED */
    default: return value;
    }
}

__attribute__((unused)) static int split_in(int value)
{
    switch (value) {
    case 1: return 221; /* MPI_COMM_TYPE_SHARED */
    case 3: return 222; /* MPI_COMM_TYPE_HW_UNGUIDED */
    case 2: return 223; /* MPI_COMM_TYPE_HW_GUIDED */
    case 4: return 224; /* MPI_COMM_TYPE_RESOURCE_GUIDED */
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
    case 221: return 1; /* MPI_COMM_TYPE_SHARED */
    case 222: return 3; /* MPI_COMM_TYPE_HW_UNGUIDED */
    case 223: return 2; /* MPI_COMM_TYPE_HW_GUIDED */
    case 224: return 4; /* MPI_COMM_TYPE_RESOURCE_GUIDED */
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
    case 603979776: return 0; /* MPI_KEYVAL_INVALID */
    case 1681915905: return 501; /* MPI_TAG_UB */
    case 1681915909: return 502; /* MPI_IO */
    case 1681915907: return 503; /* MPI_HOST */
    case 1681915911: return 504; /* MPI_WTIME_IS_GLOBAL */
    case 1681915917: return 505; /* MPI_APPNUM */
    case 1681915915: return 506; /* MPI_LASTUSEDCODE */
    case 1681915913: return 507; /* MPI_UNIVERSE_SIZE */
    case 1711276033: return 601; /* MPI_WIN_BASE */
    case 1711276037: return 602; /* MPI_WIN_DISP_UNIT */
    case 1711276035: return 603; /* MPI_WIN_SIZE */
    case 1711276039: return 604; /* MPI_WIN_CREATE_FLAVOR */
    case 1711276041: return 605; /* MPI_WIN_MODEL */
    case 0: return STRANGER;
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
    case 0: return 603979776; /* MPI_KEYVAL_INVALID */
    case 501: return 1681915905; /* MPI_TAG_UB */
    case 502: return 1681915909; /* MPI_IO */
    case 503: return 1681915907; /* MPI_HOST */
    case 504: return 1681915911; /* MPI_WTIME_IS_GLOBAL */
    case 505: return 1681915917; /* MPI_APPNUM */
    case 506: return 1681915915; /* MPI_LASTUSEDCODE */
    case 507: return 1681915913; /* MPI_UNIVERSE_SIZE */
    case 601: return 1711276033; /* MPI_WIN_BASE */
    case 602: return 1711276037; /* MPI_WIN_DISP_UNIT */
    case 603: return 1711276035; /* MPI_WIN_SIZE */
    case 604: return 1711276039; /* MPI_WIN_CREATE_FLAVOR */
    case 605: return 1711276041; /* MPI_WIN_MODEL */
    default: return value;
    }
}

__attribute__((unused)) static int verbosity_in(int value)
{
    switch (value) {
    case 221: return 9; /* MPI_T_VERBOSITY_USER_BASIC */
    case 222: return 10; /* MPI_T_VERBOSITY_USER_DETAIL */
    case 223: return 12; /* MPI_T_VERBOSITY_USER_ALL */
    case 224: return 17; /* MPI_T_VERBOSITY_TUNER_BASIC */
    case 225: return 18; /* MPI_T_VERBOSITY_TUNER_DETAIL */
    case 226: return 20; /* MPI_T_VERBOSITY_TUNER_ALL */
    case 227: return 33; /* MPI_T_VERBOSITY_MPIDEV_BASIC */
    case 228: return 34; /* MPI_T_VERBOSITY_MPIDEV_DETAIL */
    case 229: return 36; /* MPI_T_VERBOSITY_MPIDEV_ALL */
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
    case 9: return 221; /* MPI_T_VERBOSITY_USER_BASIC */
    case 10: return 222; /* MPI_T_VERBOSITY_USER_DETAIL */
    case 12: return 223; /* MPI_T_VERBOSITY_USER_ALL */
    case 17: return 224; /* MPI_T_VERBOSITY_TUNER_BASIC */
    case 18: return 225; /* MPI_T_VERBOSITY_TUNER_DETAIL */
    case 20: return 226; /* MPI_T_VERBOSITY_TUNER_ALL */
    case 33: return 227; /* MPI_T_VERBOSITY_MPIDEV_BASIC */
    case 34: return 228; /* MPI_T_VERBOSITY_MPIDEV_DETAIL */
    case 36: return 229; /* MPI_T_VERBOSITY_MPIDEV_ALL */
    default: return value;
    }
}

__attribute__((unused)) static int bind_in(int value)
{
    switch (value) {
    case 9700: return 1; /* MPI_T_BIND_NO_OBJECT */
    case 9701: return 2; /* MPI_T_BIND_MPI_COMM */
    case 9702: return 3; /* MPI_T_BIND_MPI_DATATYPE */
    case 9703: return 4; /* MPI_T_BIND_MPI_ERRHANDLER */
    case 9704: return 5; /* MPI_T_BIND_MPI_FILE */
    case 9705: return 6; /* MPI_T_BIND_MPI_GROUP */
    case 9706: return 7; /* MPI_T_BIND_MPI_OP */
    case 9707: return 8; /* MPI_T_BIND_MPI_REQUEST */
    case 9708: return 9; /* MPI_T_BIND_MPI_WIN */
    case 9709: return 10; /* MPI_T_BIND_MPI_MESSAGE */
    case 9710: return 11; /* MPI_T_BIND_MPI_INFO */
    case 9711: return 12; /* MPI_T_BIND_MPI_SESSION */
    case 1: return STRANGER;
    case 2: return STRANGER;
    case 3: return STRANGER;
    case 4: return STRANGER;
    case 5: return STRANGER;
    case 6: return STRANGER;
    case 7: return STRANGER;
    case 8: return STRANGER;
    case 9: return STRANGER;
    case 10: return STRANGER;
    case 11: return STRANGER;
    case 12: return STRANGER;
    default: return value;
    }
}

__attribute__((unused)) static int bind_out(int value)
{
    switch (value) {
    case 1: return 9700; /* MPI_T_BIND_NO_OBJECT */
    case 2: return 9701; /* MPI_T_BIND_MPI_COMM */
    case 3: return 9702; /* MPI_T_BIND_MPI_DATATYPE */
    case 4: return 9703; /* MPI_T_BIND_MPI_ERRHANDLER */
    case 5: return 9704; /* MPI_T_BIND_MPI_FILE */
    case 6: return 9705; /* MPI_T_BIND_MPI_GROUP */
    case 7: return 9706; /* MPI_T_BIND_MPI_OP */
    case 8: return 9707; /* MPI_T_BIND_MPI_REQUEST */
    case 9: return 9708; /* MPI_T_BIND_MPI_WIN */
    case 10: return 9709; /* MPI_T_BIND_MPI_MESSAGE */
    case 11: return 9710; /* MPI_T_BIND_MPI_INFO */
    case 12: return 9711; /* MPI_T_BIND_MPI_SESSION */
    default: return value;
    }
}

__attribute__((unused)) static int scope_in(int value)
{
    switch (value) {
    case 60438: return 1; /* MPI_T_SCOPE_CONSTANT */
    case 60439: return 2; /* MPI_T_SCOPE_READONLY */
    case 60440: return 3; /* MPI_T_SCOPE_LOCAL */
    case 60441: return 4; /* MPI_T_SCOPE_GROUP */
    case 60442: return 5; /* MPI_T_SCOPE_GROUP_EQ */
    case 60443: return 6; /* MPI_T_SCOPE_ALL */
    case 60444: return 7; /* MPI_T_SCOPE_ALL_EQ */
    case 1: return STRANGER;
    case 2: return STRANGER;
    case 3: return STRANGER;
    case 4: return STRANGER;
    case 5: return STRANGER;
    case 6: return STRANGER;
    case 7: return STRANGER;
    default: return value;
    }
}

__attribute__((unused)) static int scope_out(int value)
{
    switch (value) {
    case 1: return 60438; /* MPI_T_SCOPE_CONSTANT */
    case 2: return 60439; /* MPI_T_SCOPE_READONLY */
    case 3: return 60440; /* MPI_T_SCOPE_LOCAL */
    case 4: return 60441; /* MPI_T_SCOPE_GROUP */
    case 5: return 60442; /* MPI_T_SCOPE_GROUP_EQ */
    case 6: return 60443; /* MPI_T_SCOPE_ALL */
    case 7: return 60444; /* MPI_T_SCOPE_ALL_EQ */
    default: return value;
    }
}

__attribute__((unused)) static int pvar_class_in(int value)
{
    switch (value) {
    case 240: return 1; /* MPI_T_PVAR_CLASS_STATE */
    case 241: return 2; /* MPI_T_PVAR_CLASS_LEVEL */
    case 242: return 3; /* MPI_T_PVAR_CLASS_SIZE */
    case 243: return 4; /* MPI_T_PVAR_CLASS_PERCENTAGE */
    case 244: return 5; /* MPI_T_PVAR_CLASS_HIGHWATERMARK */
    case 245: return 6; /* MPI_T_PVAR_CLASS_LOWWATERMARK */
    case 246: return 7; /* MPI_T_PVAR_CLASS_COUNTER */
    case 247: return 8; /* MPI_T_PVAR_CLASS_AGGREGATE */
    case 248: return 9; /* MPI_T_PVAR_CLASS_TIMER */
    case 249: return 10; /* MPI_T_PVAR_CLASS_GENERIC */
    case 1: return STRANGER;
    case 2: return STRANGER;
    case 3: return STRANGER;
    case 4: return STRANGER;
    case 5: return STRANGER;
    case 6: return STRANGER;
    case 7: return STRANGER;
    case 8: return STRANGER;
    case 9: return STRANGER;
    case 10: return STRANGER;
    default: return value;
    }
}

__attribute__((unused)) static int pvar_class_out(int value)
{
    switch (value) {
    case 1: return 240; /* MPI_T_PVAR_CLASS_STATE */
    case 2: return 241; /* MPI_T_PVAR_CLASS_LEVEL */
    case 3: return 242; /* MPI_T_PVAR_CLASS_SIZE */
    case 4: return 243; /* MPI_T_PVAR_CLASS_PERCENTAGE */
    case 5: return 244; /* MPI_T_PVAR_CLASS_HIGHWATERMARK */
    case 6: return 245; /* MPI_T_PVAR_CLASS_LOWWATERMARK */
    case 7: return 246; /* MPI_T_PVAR_CLASS_COUNTER */
    case 8: return 247; /* MPI_T_PVAR_CLASS_AGGREGATE */
    case 9: return 248; /* MPI_T_PVAR_CLASS_TIMER */
    case 10: return 249; /* MPI_T_PVAR_CLASS_GENERIC */
    default: return value;
    }
}

__attribute__((unused)) static int safety_in(int value)
{
    switch (value) {
    case 0: return 0; /* MPI_T_CB_REQUIRE_NONE */
    case 1: return 3; /* MPI_T_CB_REQUIRE_MPI_RESTRICTED */
    case 2: return 15; /* MPI_T_CB_REQUIRE_THREAD_SAFE */
    case 3: return 63; /* MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE */
    case 15: return STRANGER;
    case 63: return STRANGER;
    default: return value;
    }
}

__attribute__((unused)) static int safety_out(int value)
{
    switch (value) {
    case 0: return 0; /* MPI_T_CB_REQUIRE_NONE */
    case 3: return 1; /* MPI_T_CB_REQUIRE_MPI_RESTRICTED */
    case 15: return 2; /* MPI_T_CB_REQUIRE_THREAD_SAFE */
    case 63: return 3; /* MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE */
    default: return value;
    }
}

__attribute__((unused)) static int source_order_in(int value)
{
    switch (value) {
    case 0: return 1; /* MPI_T_SOURCE_ORDERED */
    case 1: return 2; /* MPI_T_SOURCE_UNORDERED */
    case 2: return STRANGER;
    default: return value;
    }
}

__attribute__((unused)) static int source_order_out(int value)
{
    switch (value) {
    case 1: return 0; /* MPI_T_SOURCE_ORDERED */
    case 2: return 1; /* MPI_T_SOURCE_UNORDERED */
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
    int result = value & ~(1024 | 8192 | 4096 | 2048 | 16384) ? 1 << 30 : 0;
    if (value & 1024) result |= 1024; /* MPI_MODE_NOCHECK */
    if (value & 8192) result |= 2048; /* MPI_MODE_NOPRECEDE */
    if (value & 4096) result |= 4096; /* MPI_MODE_NOPUT */
    if (value & 2048) result |= 8192; /* MPI_MODE_NOSTORE */
    if (value & 16384) result |= 16384; /* MPI_MODE_NOSUCCEED */
    return result;
}

__attribute__((unused)) static int assertion_out(int value)
{
    int result = value & ~(1024 | 2048 | 4096 | 8192 | 16384) ? 1 << 30 : 0;
    if (value & 1024) result |= 1024; /* MPI_MODE_NOCHECK */
    if (value & 2048) result |= 8192; /* MPI_MODE_NOPRECEDE */
    if (value & 4096) result |= 4096; /* MPI_MODE_NOPUT */
    if (value & 8192) result |= 2048; /* MPI_MODE_NOSTORE */
    if (value & 16384) result |= 16384; /* MPI_MODE_NOSUCCEED */
    return result;
}

static int comm_out(uintptr_t);
static int group_out(uintptr_t);
static int type_out(uintptr_t);
static int errhandler_out(uintptr_t);
static int op_out(uintptr_t);
static int info_out(uintptr_t);
static int win_out(uintptr_t);
static int request_out(uintptr_t);
static int message_out(uintptr_t);
static int session_out(uintptr_t);
static void *file_out(uintptr_t);
#include "mpich_support.h"

__attribute__((unused)) static core comm_in(unsigned value)
{
    switch (value) {
    case 0x4000000u: return 0x100; /* MPI_COMM_NULL */
    case 0x44000000u: return 0x101; /* MPI_COMM_WORLD */
    case 0x44000001u: return 0x102; /* MPI_COMM_SELF */
    default: return is_direct(value, 1) ? value & INDEX : INVALID;
    }
}

__attribute__((unused)) static int comm_out(core value)
{
    switch (value) {
    case 0x100: return (int)0x4000000u; /* MPI_COMM_NULL */
    case 0x101: return (int)0x44000000u; /* MPI_COMM_WORLD */
    case 0x102: return (int)0x44000001u; /* MPI_COMM_SELF */
    default: return direct(value, 1);
    }
}

__attribute__((unused)) static core group_in(unsigned value)
{
    switch (value) {
    case 0x8000000u: return 0x108; /* MPI_GROUP_NULL */
    case 0x48000000u: return 0x109; /* MPI_GROUP_EMPTY */
    default: return is_direct(value, 2) ? value & INDEX : INVALID;
    }
}

__attribute__((unused)) static int group_out(core value)
{
    switch (value) {
    case 0x108: return (int)0x8000000u; /* MPI_GROUP_NULL */
    case 0x109: return (int)0x48000000u; /* MPI_GROUP_EMPTY */
    default: return direct(value, 2);
    }
}

__attribute__((unused)) static core type_in(unsigned value)
{
    switch (value) {
    case 0xc000000u: return 0x200; /* MPI_DATATYPE_NULL */
    case 0x4c000843u: return 0x201; /* MPI_AINT */
    case 0x4c000845u: return 0x202; /* MPI_COUNT */
    case 0x4c000844u: return 0x203; /* MPI_OFFSET */
    case 0x4c00010fu: return 0x207; /* MPI_PACKED */
    case 0x4c000203u: return 0x208; /* MPI_SHORT */
    case 0x4c000405u: return 0x209; /* MPI_INT */
    case 0x4c000807u: return 0x20a; /* MPI_LONG */
    case 0x4c000809u: return 0x20b; /* MPI_LONG_LONG */
    case 0x4c000204u: return 0x20c; /* MPI_UNSIGNED_SHORT */
    case 0x4c000406u: return 0x20d; /* MPI_UNSIGNED */
    case 0x4c000808u: return 0x20e; /* MPI_UNSIGNED_LONG */
    case 0x4c000819u: return 0x20f; /* MPI_UNSIGNED_LONG_LONG */
    case 0x4c00040au: return 0x210; /* MPI_FLOAT */
    case 0x4c000840u: return 0x212; /* MPI_C_FLOAT_COMPLEX */
    case 0x4c000834u: return 0x213; /* MPI_CXX_FLOAT_COMPLEX */
    case 0x4c00080bu: return 0x214; /* MPI_DOUBLE */
    case 0x4c001041u: return 0x216; /* MPI_C_DOUBLE_COMPLEX */
    case 0x4c001035u: return 0x217; /* MPI_CXX_DOUBLE_COMPLEX */
    case 0x4c00041du: return 0x218; /* MPI_LOGICAL */
    case 0x4c00041bu: return 0x219; /* MPI_INTEGER */
    case 0x4c00041cu: return 0x21a; /* MPI_REAL */
    case 0x4c00081eu: return 0x21b; /* MPI_COMPLEX */
    case 0x4c00081fu: return 0x21c; /* MPI_DOUBLE_PRECISION */
    case 0x4c001022u: return 0x21d; /* MPI_DOUBLE_COMPLEX */
    case 0x4c00011au: return 0x21e; /* MPI_CHARACTER */
    case 0x4c00100cu: return 0x220; /* MPI_LONG_DOUBLE */
    case 0x4c002042u: return 0x224; /* MPI_C_LONG_DOUBLE_COMPLEX */
    case 0x4c002036u: return 0x225; /* MPI_CXX_LONG_DOUBLE_COMPLEX */
    case 0x8c000000u: return 0x228; /* MPI_FLOAT_INT */
    case 0x8c000001u: return 0x229; /* MPI_DOUBLE_INT */
    case 0x8c000002u: return 0x22a; /* MPI_LONG_INT */
    case 0x4c000816u: return 0x22b; /* MPI_2INT */
    case 0x8c000003u: return 0x22c; /* MPI_SHORT_INT */
    case 0x8c000004u: return 0x22d; /* MPI_LONG_DOUBLE_INT */
    case 0x4c000821u: return 0x230; /* MPI_2REAL */
    case 0x4c001023u: return 0x231; /* MPI_2DOUBLE_PRECISION */
    case 0x4c000820u: return 0x232; /* MPI_2INTEGER */
    case 0x4c00013fu: return 0x238; /* MPI_C_BOOL */
    case 0x4c000133u: return 0x239; /* MPI_CXX_BOOL */
    case 0x4c00040eu: return 0x23c; /* MPI_WCHAR */
    case 0x4c000137u: return 0x240; /* MPI_INT8_T */
    case 0x4c00013bu: return 0x241; /* MPI_UINT8_T */
    case 0x4c000101u: return 0x243; /* MPI_CHAR */
    case 0x4c000118u: return 0x244; /* MPI_SIGNED_CHAR */
    case 0x4c000102u: return 0x245; /* MPI_UNSIGNED_CHAR */
    case 0x4c00010du: return 0x247; /* MPI_BYTE */
    case 0x4c000238u: return 0x248; /* MPI_INT16_T */
    case 0x4c00023cu: return 0x249; /* MPI_UINT16_T */
    case 0x4c000439u: return 0x250; /* MPI_INT32_T */
    case 0x4c00043du: return 0x251; /* MPI_UINT32_T */
    case 0x4c00083au: return 0x258; /* MPI_INT64_T */
    case 0x4c00083eu: return 0x259; /* MPI_UINT64_T */
    case 0x4c000147u: return 0x2c0; /* MPI_LOGICAL1 */
    case 0x4c00012du: return 0x2c1; /* MPI_INTEGER1 */
    case 0x4c000248u: return 0x2c8; /* MPI_LOGICAL2 */
    case 0x4c00022fu: return 0x2c9; /* MPI_INTEGER2 */
    case 0x4c000226u: return 0x2ca; /* MPI_REAL2 */
    case 0x4c000449u: return 0x2d0; /* MPI_LOGICAL4 */
    case 0x4c000430u: return 0x2d1; /* MPI_INTEGER4 */
    case 0x4c000427u: return 0x2d2; /* MPI_REAL4 */
    case 0x4c00042eu: return 0x2d3; /* MPI_COMPLEX4 */
    case 0x4c00084au: return 0x2d8; /* MPI_LOGICAL8 */
    case 0x4c000831u: return 0x2d9; /* MPI_INTEGER8 */
    case 0x4c000829u: return 0x2da; /* MPI_REAL8 */
    case 0x4c000828u: return 0x2db; /* MPI_COMPLEX8 */
    case 0x4c00104bu: return 0x2e0; /* MPI_LOGICAL16 */
    case 0x4c001032u: return 0x2e1; /* MPI_INTEGER16 */
    case 0x4c00102bu: return 0x2e2; /* MPI_REAL16 */
    case 0x4c00102au: return 0x2e3; /* MPI_COMPLEX16 */
    case 0x4c00202cu: return 0x2eb; /* MPI_COMPLEX32 */
    case 0x4c000010u: return 0x205; /* MPI_LB */
    case 0x4c000011u: return 0x206; /* MPI_UB */
    case 0x4c000246u: return 0x24a; /* MPIX_C_FLOAT16 */
    default: return is_direct(value, 3) ? value & INDEX : INVALID;
    }
}

__attribute__((unused)) static int type_out(core value)
{
    switch (value) {
    case 0x200: return (int)0xc000000u; /* MPI_DATATYPE_NULL */
    case 0x201: return (int)0x4c000843u; /* MPI_AINT */
    case 0x202: return (int)0x4c000845u; /* MPI_COUNT */
    case 0x203: return (int)0x4c000844u; /* MPI_OFFSET */
    case 0x207: return (int)0x4c00010fu; /* MPI_PACKED */
    case 0x208: return (int)0x4c000203u; /* MPI_SHORT */
    case 0x209: return (int)0x4c000405u; /* MPI_INT */
    case 0x20a: return (int)0x4c000807u; /* MPI_LONG */
    case 0x20b: return (int)0x4c000809u; /* MPI_LONG_LONG */
    case 0x20c: return (int)0x4c000204u; /* MPI_UNSIGNED_SHORT */
    case 0x20d: return (int)0x4c000406u; /* MPI_UNSIGNED */
    case 0x20e: return (int)0x4c000808u; /* MPI_UNSIGNED_LONG */
    case 0x20f: return (int)0x4c000819u; /* MPI_UNSIGNED_LONG_LONG */
    case 0x210: return (int)0x4c00040au; /* MPI_FLOAT */
    case 0x212: return (int)0x4c000840u; /* MPI_C_FLOAT_COMPLEX */
    case 0x213: return (int)0x4c000834u; /* MPI_CXX_FLOAT_COMPLEX */
    case 0x214: return (int)0x4c00080bu; /* MPI_DOUBLE */
    case 0x216: return (int)0x4c001041u; /* MPI_C_DOUBLE_COMPLEX */
    case 0x217: return (int)0x4c001035u; /* MPI_CXX_DOUBLE_COMPLEX */
    case 0x218: return (int)0x4c00041du; /* MPI_LOGICAL */
    case 0x219: return (int)0x4c00041bu; /* MPI_INTEGER */
    case 0x21a: return (int)0x4c00041cu; /* MPI_REAL */
    case 0x21b: return (int)0x4c00081eu; /* MPI_COMPLEX */
    case 0x21c: return (int)0x4c00081fu; /* MPI_DOUBLE_PRECISION */
    case 0x21d: return (int)0x4c001022u; /* MPI_DOUBLE_COMPLEX */
    case 0x21e: return (int)0x4c00011au; /* MPI_CHARACTER */
    case 0x220: return (int)0x4c00100cu; /* MPI_LONG_DOUBLE */
    case 0x224: return (int)0x4c002042u; /* MPI_C_LONG_DOUBLE_COMPLEX */
    case 0x225: return (int)0x4c002036u; /* MPI_CXX_LONG_DOUBLE_COMPLEX */
    case 0x228: return (int)0x8c000000u; /* MPI_FLOAT_INT */
    case 0x229: return (int)0x8c000001u; /* MPI_DOUBLE_INT */
    case 0x22a: return (int)0x8c000002u; /* MPI_LONG_INT */
    case 0x22b: return (int)0x4c000816u; /* MPI_2INT */
    case 0x22c: return (int)0x8c000003u; /* MPI_SHORT_INT */
    case 0x22d: return (int)0x8c000004u; /* MPI_LONG_DOUBLE_INT */
    case 0x230: return (int)0x4c000821u; /* MPI_2REAL */
    case 0x231: return (int)0x4c001023u; /* MPI_2DOUBLE_PRECISION */
    case 0x232: return (int)0x4c000820u; /* MPI_2INTEGER */
    case 0x238: return (int)0x4c00013fu; /* MPI_C_BOOL */
    case 0x239: return (int)0x4c000133u; /* MPI_CXX_BOOL */
    case 0x23c: return (int)0x4c00040eu; /* MPI_WCHAR */
    case 0x240: return (int)0x4c000137u; /* MPI_INT8_T */
    case 0x241: return (int)0x4c00013bu; /* MPI_UINT8_T */
    case 0x243: return (int)0x4c000101u; /* MPI_CHAR */
    case 0x244: return (int)0x4c000118u; /* MPI_SIGNED_CHAR */
    case 0x245: return (int)0x4c000102u; /* MPI_UNSIGNED_CHAR */
    case 0x247: return (int)0x4c00010du; /* MPI_BYTE */
    case 0x248: return (int)0x4c000238u; /* MPI_INT16_T */
    case 0x249: return (int)0x4c00023cu; /* MPI_UINT16_T */
    case 0x250: return (int)0x4c000439u; /* MPI_INT32_T */
    case 0x251: return (int)0x4c00043du; /* MPI_UINT32_T */
    case 0x258: return (int)0x4c00083au; /* MPI_INT64_T */
    case 0x259: return (int)0x4c00083eu; /* MPI_UINT64_T */
    case 0x2c0: return (int)0x4c000147u; /* MPI_LOGICAL1 */
    case 0x2c1: return (int)0x4c00012du; /* MPI_INTEGER1 */
    case 0x2c8: return (int)0x4c000248u; /* MPI_LOGICAL2 */
    case 0x2c9: return (int)0x4c00022fu; /* MPI_INTEGER2 */
    case 0x2ca: return (int)0x4c000226u; /* MPI_REAL2 */
    case 0x2d0: return (int)0x4c000449u; /* MPI_LOGICAL4 */
    case 0x2d1: return (int)0x4c000430u; /* MPI_INTEGER4 */
    case 0x2d2: return (int)0x4c000427u; /* MPI_REAL4 */
    case 0x2d3: return (int)0x4c00042eu; /* MPI_COMPLEX4 */
    case 0x2d8: return (int)0x4c00084au; /* MPI_LOGICAL8 */
    case 0x2d9: return (int)0x4c000831u; /* MPI_INTEGER8 */
    case 0x2da: return (int)0x4c000829u; /* MPI_REAL8 */
    case 0x2db: return (int)0x4c000828u; /* MPI_COMPLEX8 */
    case 0x2e0: return (int)0x4c00104bu; /* MPI_LOGICAL16 */
    case 0x2e1: return (int)0x4c001032u; /* MPI_INTEGER16 */
    case 0x2e2: return (int)0x4c00102bu; /* MPI_REAL16 */
    case 0x2e3: return (int)0x4c00102au; /* MPI_COMPLEX16 */
    case 0x2eb: return (int)0x4c00202cu; /* MPI_COMPLEX32 */
    case 0x205: return (int)0x4c000010u; /* MPI_LB */
    case 0x206: return (int)0x4c000011u; /* MPI_UB */
    case 0x24a: return (int)0x4c000246u; /* MPIX_C_FLOAT16 */
    default: return direct(value, 3);
    }
}

__attribute__((unused)) static core errhandler_in(unsigned value)
{
    switch (value) {
    case 0x14000000u: return 0x140; /* MPI_ERRHANDLER_NULL */
    case 0x54000000u: return 0x141; /* MPI_ERRORS_ARE_FATAL */
    case 0x54000003u: return 0x142; /* MPI_ERRORS_ABORT */
    case 0x54000001u: return 0x143; /* MPI_ERRORS_RETURN */
    default: return is_direct(value, 5) ? value & INDEX : INVALID;
    }
}

__attribute__((unused)) static int errhandler_out(core value)
{
    switch (value) {
    case 0x140: return (int)0x14000000u; /* MPI_ERRHANDLER_NULL */
    case 0x141: return (int)0x54000000u; /* MPI_ERRORS_ARE_FATAL */
    case 0x142: return (int)0x54000003u; /* MPI_ERRORS_ABORT */
    case 0x143: return (int)0x54000001u; /* MPI_ERRORS_RETURN */
    default: return direct(value, 5);
    }
}

__attribute__((unused)) static core op_in(unsigned value)
{
    switch (value) {
    case 0x18000000u: return 0x20; /* MPI_OP_NULL */
    case 0x58000003u: return 0x21; /* MPI_SUM */
    case 0x58000002u: return 0x22; /* MPI_MIN */
    case 0x58000001u: return 0x23; /* MPI_MAX */
    case 0x58000004u: return 0x24; /* MPI_PROD */
    case 0x58000006u: return 0x28; /* MPI_BAND */
    case 0x58000008u: return 0x29; /* MPI_BOR */
    case 0x5800000au: return 0x2a; /* MPI_BXOR */
    case 0x58000005u: return 0x30; /* MPI_LAND */
    case 0x58000007u: return 0x31; /* MPI_LOR */
    case 0x58000009u: return 0x32; /* MPI_LXOR */
    case 0x5800000bu: return 0x38; /* MPI_MINLOC */
    case 0x5800000cu: return 0x39; /* MPI_MAXLOC */
    case 0x5800000du: return 0x3c; /* MPI_REPLACE */
    case 0x5800000eu: return 0x3d; /* MPI_NO_OP */
    default: return is_direct(value, 6) ? value & INDEX : INVALID;
    }
}

__attribute__((unused)) static int op_out(core value)
{
    switch (value) {
    case 0x20: return (int)0x18000000u; /* MPI_OP_NULL */
    case 0x21: return (int)0x58000003u; /* MPI_SUM */
    case 0x22: return (int)0x58000002u; /* MPI_MIN */
    case 0x23: return (int)0x58000001u; /* MPI_MAX */
    case 0x24: return (int)0x58000004u; /* MPI_PROD */
    case 0x28: return (int)0x58000006u; /* MPI_BAND */
    case 0x29: return (int)0x58000008u; /* MPI_BOR */
    case 0x2a: return (int)0x5800000au; /* MPI_BXOR */
    case 0x30: return (int)0x58000005u; /* MPI_LAND */
    case 0x31: return (int)0x58000007u; /* MPI_LOR */
    case 0x32: return (int)0x58000009u; /* MPI_LXOR */
    case 0x38: return (int)0x5800000bu; /* MPI_MINLOC */
    case 0x39: return (int)0x5800000cu; /* MPI_MAXLOC */
    case 0x3c: return (int)0x5800000du; /* MPI_REPLACE */
    case 0x3d: return (int)0x5800000eu; /* MPI_NO_OP */
    default: return direct(value, 6);
    }
}

__attribute__((unused)) static core info_in(unsigned value)
{
    switch (value) {
    case 0x1c000000u: return 0x130; /* MPI_INFO_NULL */
    case 0x5c000001u: return 0x131; /* MPI_INFO_ENV */
    default: return is_direct(value, 7) ? value & INDEX : INVALID;
    }
}

__attribute__((unused)) static int info_out(core value)
{
    switch (value) {
    case 0x130: return (int)0x1c000000u; /* MPI_INFO_NULL */
    case 0x131: return (int)0x5c000001u; /* MPI_INFO_ENV */
    default: return direct(value, 7);
    }
}

__attribute__((unused)) static core win_in(unsigned value)
{
    switch (value) {
    case 0x20000000u: return 0x110; /* MPI_WIN_NULL */
    default: return is_direct(value, 8) ? value & INDEX : INVALID;
    }
}

__attribute__((unused)) static int win_out(core value)
{
    switch (value) {
    case 0x110: return (int)0x20000000u; /* MPI_WIN_NULL */
    default: return direct(value, 8);
    }
}

__attribute__((unused)) static core request_in(unsigned value)
{
    switch (value) {
    case 0x2c000000u: return 0x180; /* MPI_REQUEST_NULL */
    default: return is_direct(value, 11) ? value & INDEX : INVALID;
    }
}

__attribute__((unused)) static int request_out(core value)
{
    switch (value) {
    case 0x180: return (int)0x2c000000u; /* MPI_REQUEST_NULL */
    default: return direct(value, 11);
    }
}

__attribute__((unused)) static core message_in(unsigned value)
{
    switch (value) {
    case 0x2c000000u: return 0x128; /* MPI_MESSAGE_NULL */
    case 0x6c000000u: return 0x129; /* MPI_MESSAGE_NO_PROC */
    default: return is_direct(value, 11) ? value & INDEX : INVALID;
    }
}

__attribute__((unused)) static int message_out(core value)
{
    switch (value) {
    case 0x128: return (int)0x2c000000u; /* MPI_MESSAGE_NULL */
    case 0x129: return (int)0x6c000000u; /* MPI_MESSAGE_NO_PROC */
    default: return direct(value, 11);
    }
}

__attribute__((unused)) static core session_in(unsigned value)
{
    switch (value) {
    case 0x38000000u: return 0x120; /* MPI_SESSION_NULL */
    default: return is_direct(value, 14) ? value & INDEX : INVALID;
    }
}

__attribute__((unused)) static int session_out(core value)
{
    switch (value) {
    case 0x120: return (int)0x38000000u; /* MPI_SESSION_NULL */
    default: return direct(value, 14);
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

EXPORT int PMPI_Abi_get_fortran_booleans(int logical_size, void *logical_true, void *logical_false, int *is_set);
int PMPI_Abi_get_fortran_booleans(int logical_size, void *logical_true, void *logical_false, int *is_set)
{
    return error_out(wt_MPI_Abi_get_fortran_booleans(SITE, logical_size, logical_true, logical_false, is_set));
}
EXPORT int MPI_Abi_get_fortran_booleans(int logical_size, void *logical_true, void *logical_false, int *is_set) ALIAS(PMPI_Abi_get_fortran_booleans);

EXPORT int PMPI_Abi_get_fortran_info(int *info);
int PMPI_Abi_get_fortran_info(int *info)
{
    core info_ = 0;
    int code = wt_MPI_Abi_get_fortran_info(SITE, info ? &info_ : NULL);
    if (info_) *info = info_out(info_);
    return error_out(code);
}
EXPORT int MPI_Abi_get_fortran_info(int *info) ALIAS(PMPI_Abi_get_fortran_info);

EXPORT int PMPI_Abi_get_info(int *info);
int PMPI_Abi_get_info(int *info)
{
    core info_ = 0;
    int code = wt_MPI_Abi_get_info(SITE, info ? &info_ : NULL);
    if (info_) *info = info_out(info_);
    return error_out(code);
}
EXPORT int MPI_Abi_get_info(int *info) ALIAS(PMPI_Abi_get_info);

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

EXPORT int PMPI_Abi_set_fortran_info(int info);
int PMPI_Abi_set_fortran_info(int info)
{
    return error_out(wt_MPI_Abi_set_fortran_info(SITE, info_in(info)));
}
EXPORT int MPI_Abi_set_fortran_info(int info) ALIAS(PMPI_Abi_set_fortran_info);

EXPORT int PMPI_Abort(int comm, int errorcode);
int PMPI_Abort(int comm, int errorcode)
{
    return error_out(wt_MPI_Abort(SITE, comm_in(comm), errorcode));
}
EXPORT int MPI_Abort(int comm, int errorcode) ALIAS(PMPI_Abort);

EXPORT int PMPI_Accumulate(const void *origin_addr, int origin_count, int origin_datatype, int target_rank, wide target_disp, int target_count, int target_datatype, int op, int win);
int PMPI_Accumulate(const void *origin_addr, int origin_count, int origin_datatype, int target_rank, wide target_disp, int target_count, int target_datatype, int op, int win)
{
    return error_out(wt_MPI_Accumulate(SITE, buffer_in(origin_addr), origin_count, type_in(origin_datatype), rank_in(target_rank), target_disp, target_count, type_in(target_datatype), op_in(op), win_in(win)));
}
EXPORT int MPI_Accumulate(const void *origin_addr, int origin_count, int origin_datatype, int target_rank, wide target_disp, int target_count, int target_datatype, int op, int win) ALIAS(PMPI_Accumulate);

EXPORT int PMPI_Accumulate_c(const void *origin_addr, wide origin_count, int origin_datatype, int target_rank, wide target_disp, wide target_count, int target_datatype, int op, int win);
int PMPI_Accumulate_c(const void *origin_addr, wide origin_count, int origin_datatype, int target_rank, wide target_disp, wide target_count, int target_datatype, int op, int win)
{
    return error_out(wt_MPI_Accumulate_c(SITE, buffer_in(origin_addr), origin_count, type_in(origin_datatype), rank_in(target_rank), target_disp, target_count, type_in(target_datatype), op_in(op), win_in(win)));
}
EXPORT int MPI_Accumulate_c(const void *origin_addr, wide origin_count, int origin_datatype, int target_rank, wide target_disp, wide target_count, int target_datatype, int op, int win) ALIAS(PMPI_Accumulate_c);

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

EXPORT int PMPI_Allgather(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, int recvcount, int recvtype, int comm);
int PMPI_Allgather(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, int recvcount, int recvtype, int comm)
{
    return error_out(wt_MPI_Allgather(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm)));
}
EXPORT int MPI_Allgather(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, int recvcount, int recvtype, int comm) ALIAS(PMPI_Allgather);

EXPORT int PMPI_Allgather_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, wide recvcount, int recvtype, int comm);
int PMPI_Allgather_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, wide recvcount, int recvtype, int comm)
{
    return error_out(wt_MPI_Allgather_c(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm)));
}
EXPORT int MPI_Allgather_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, wide recvcount, int recvtype, int comm) ALIAS(PMPI_Allgather_c);

EXPORT int PMPI_Allgather_init(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, int recvcount, int recvtype, int comm, int info, int *request);
int PMPI_Allgather_init(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, int recvcount, int recvtype, int comm, int info, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Allgather_init(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Allgather_init(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, int recvcount, int recvtype, int comm, int info, int *request) ALIAS(PMPI_Allgather_init);

EXPORT int PMPI_Allgather_init_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, wide recvcount, int recvtype, int comm, int info, int *request);
int PMPI_Allgather_init_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, wide recvcount, int recvtype, int comm, int info, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Allgather_init_c(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Allgather_init_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, wide recvcount, int recvtype, int comm, int info, int *request) ALIAS(PMPI_Allgather_init_c);

EXPORT int PMPI_Allgatherv(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, const int recvcounts[], const int displs[], int recvtype, int comm);
int PMPI_Allgatherv(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, const int recvcounts[], const int displs[], int recvtype, int comm)
{
    return error_out(wt_MPI_Allgatherv(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcounts, displs, type_in(recvtype), comm_in(comm)));
}
EXPORT int MPI_Allgatherv(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, const int recvcounts[], const int displs[], int recvtype, int comm) ALIAS(PMPI_Allgatherv);

EXPORT int PMPI_Allgatherv_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], int recvtype, int comm);
int PMPI_Allgatherv_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], int recvtype, int comm)
{
    return error_out(wt_MPI_Allgatherv_c(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcounts, displs, type_in(recvtype), comm_in(comm)));
}
EXPORT int MPI_Allgatherv_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], int recvtype, int comm) ALIAS(PMPI_Allgatherv_c);

EXPORT int PMPI_Allgatherv_init(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, const int recvcounts[], const int displs[], int recvtype, int comm, int info, int *request);
int PMPI_Allgatherv_init(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, const int recvcounts[], const int displs[], int recvtype, int comm, int info, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Allgatherv_init(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcounts, displs, type_in(recvtype), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Allgatherv_init(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, const int recvcounts[], const int displs[], int recvtype, int comm, int info, int *request) ALIAS(PMPI_Allgatherv_init);

EXPORT int PMPI_Allgatherv_init_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], int recvtype, int comm, int info, int *request);
int PMPI_Allgatherv_init_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], int recvtype, int comm, int info, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Allgatherv_init_c(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcounts, displs, type_in(recvtype), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Allgatherv_init_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], int recvtype, int comm, int info, int *request) ALIAS(PMPI_Allgatherv_init_c);

EXPORT int PMPI_Alloc_mem(wide size, int info, void *baseptr);
int PMPI_Alloc_mem(wide size, int info, void *baseptr)
{
    return error_out(wt_MPI_Alloc_mem(SITE, size, info_in(info), baseptr));
}
EXPORT int MPI_Alloc_mem(wide size, int info, void *baseptr) ALIAS(PMPI_Alloc_mem);

EXPORT int PMPI_Allreduce(const void *sendbuf, void *recvbuf, int count, int datatype, int op, int comm);
int PMPI_Allreduce(const void *sendbuf, void *recvbuf, int count, int datatype, int op, int comm)
{
    return error_out(wt_MPI_Allreduce(SITE, buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), comm_in(comm)));
}
EXPORT int MPI_Allreduce(const void *sendbuf, void *recvbuf, int count, int datatype, int op, int comm) ALIAS(PMPI_Allreduce);

EXPORT int PMPI_Allreduce_c(const void *sendbuf, void *recvbuf, wide count, int datatype, int op, int comm);
int PMPI_Allreduce_c(const void *sendbuf, void *recvbuf, wide count, int datatype, int op, int comm)
{
    return error_out(wt_MPI_Allreduce_c(SITE, buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), comm_in(comm)));
}
EXPORT int MPI_Allreduce_c(const void *sendbuf, void *recvbuf, wide count, int datatype, int op, int comm) ALIAS(PMPI_Allreduce_c);

EXPORT int PMPI_Allreduce_init(const void *sendbuf, void *recvbuf, int count, int datatype, int op, int comm, int info, int *request);
int PMPI_Allreduce_init(const void *sendbuf, void *recvbuf, int count, int datatype, int op, int comm, int info, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Allreduce_init(SITE, buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Allreduce_init(const void *sendbuf, void *recvbuf, int count, int datatype, int op, int comm, int info, int *request) ALIAS(PMPI_Allreduce_init);

EXPORT int PMPI_Allreduce_init_c(const void *sendbuf, void *recvbuf, wide count, int datatype, int op, int comm, int info, int *request);
int PMPI_Allreduce_init_c(const void *sendbuf, void *recvbuf, wide count, int datatype, int op, int comm, int info, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Allreduce_init_c(SITE, buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Allreduce_init_c(const void *sendbuf, void *recvbuf, wide count, int datatype, int op, int comm, int info, int *request) ALIAS(PMPI_Allreduce_init_c);

EXPORT int PMPI_Alltoall(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, int recvcount, int recvtype, int comm);
int PMPI_Alltoall(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, int recvcount, int recvtype, int comm)
{
    return error_out(wt_MPI_Alltoall(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm)));
}
EXPORT int MPI_Alltoall(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, int recvcount, int recvtype, int comm) ALIAS(PMPI_Alltoall);

EXPORT int PMPI_Alltoall_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, wide recvcount, int recvtype, int comm);
int PMPI_Alltoall_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, wide recvcount, int recvtype, int comm)
{
    return error_out(wt_MPI_Alltoall_c(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm)));
}
EXPORT int MPI_Alltoall_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, wide recvcount, int recvtype, int comm) ALIAS(PMPI_Alltoall_c);

EXPORT int PMPI_Alltoall_init(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, int recvcount, int recvtype, int comm, int info, int *request);
int PMPI_Alltoall_init(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, int recvcount, int recvtype, int comm, int info, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Alltoall_init(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Alltoall_init(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, int recvcount, int recvtype, int comm, int info, int *request) ALIAS(PMPI_Alltoall_init);

EXPORT int PMPI_Alltoall_init_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, wide recvcount, int recvtype, int comm, int info, int *request);
int PMPI_Alltoall_init_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, wide recvcount, int recvtype, int comm, int info, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Alltoall_init_c(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Alltoall_init_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, wide recvcount, int recvtype, int comm, int info, int *request) ALIAS(PMPI_Alltoall_init_c);

EXPORT int PMPI_Alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], int sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], int recvtype, int comm);
int PMPI_Alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], int sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], int recvtype, int comm)
{
    return error_out(wt_MPI_Alltoallv(SITE, buffer_in(sendbuf), sendcounts, sdispls, type_in(sendtype), buffer_in(recvbuf), recvcounts, rdispls, type_in(recvtype), comm_in(comm)));
}
EXPORT int MPI_Alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], int sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], int recvtype, int comm) ALIAS(PMPI_Alltoallv);

EXPORT int PMPI_Alltoallv_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], int sendtype, void *recvbuf, const wide recvcounts[], const wide rdispls[], int recvtype, int comm);
int PMPI_Alltoallv_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], int sendtype, void *recvbuf, const wide recvcounts[], const wide rdispls[], int recvtype, int comm)
{
    return error_out(wt_MPI_Alltoallv_c(SITE, buffer_in(sendbuf), sendcounts, sdispls, type_in(sendtype), buffer_in(recvbuf), recvcounts, rdispls, type_in(recvtype), comm_in(comm)));
}
EXPORT int MPI_Alltoallv_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], int sendtype, void *recvbuf, const wide recvcounts[], const wide rdispls[], int recvtype, int comm) ALIAS(PMPI_Alltoallv_c);

EXPORT int PMPI_Alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[], int sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], int recvtype, int comm, int info, int *request);
int PMPI_Alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[], int sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], int recvtype, int comm, int info, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Alltoallv_init(SITE, buffer_in(sendbuf), sendcounts, sdispls, type_in(sendtype), buffer_in(recvbuf), recvcounts, rdispls, type_in(recvtype), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[], int sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], int recvtype, int comm, int info, int *request) ALIAS(PMPI_Alltoallv_init);

EXPORT int PMPI_Alltoallv_init_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], int sendtype, void *recvbuf, const wide recvcounts[], const wide rdispls[], int recvtype, int comm, int info, int *request);
int PMPI_Alltoallv_init_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], int sendtype, void *recvbuf, const wide recvcounts[], const wide rdispls[], int recvtype, int comm, int info, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Alltoallv_init_c(SITE, buffer_in(sendbuf), sendcounts, sdispls, type_in(sendtype), buffer_in(recvbuf), recvcounts, rdispls, type_in(recvtype), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Alltoallv_init_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], int sendtype, void *recvbuf, const wide recvcounts[], const wide rdispls[], int recvtype, int comm, int info, int *request) ALIAS(PMPI_Alltoallv_init_c);

EXPORT int PMPI_Alltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[], const int sendtypes[], void *recvbuf, const int recvcounts[], const int rdispls[], const int recvtypes[], int comm);
int PMPI_Alltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[], const int sendtypes[], void *recvbuf, const int recvcounts[], const int rdispls[], const int recvtypes[], int comm)
{
    int sendtypes_count = sendtypes ? sendbuf == (void *)-1 ? 0 : wt_peers(comm_in(comm)) : 0;
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
EXPORT int MPI_Alltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[], const int sendtypes[], void *recvbuf, const int recvcounts[], const int rdispls[], const int recvtypes[], int comm) ALIAS(PMPI_Alltoallw);

EXPORT int PMPI_Alltoallw_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], const int sendtypes[], void *recvbuf, const wide recvcounts[], const wide rdispls[], const int recvtypes[], int comm);
int PMPI_Alltoallw_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], const int sendtypes[], void *recvbuf, const wide recvcounts[], const wide rdispls[], const int recvtypes[], int comm)
{
    int sendtypes_count = sendtypes ? sendbuf == (void *)-1 ? 0 : wt_peers(comm_in(comm)) : 0;
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
EXPORT int MPI_Alltoallw_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], const int sendtypes[], void *recvbuf, const wide recvcounts[], const wide rdispls[], const int recvtypes[], int comm) ALIAS(PMPI_Alltoallw_c);

EXPORT int PMPI_Alltoallw_init(const void *sendbuf, const int sendcounts[], const int sdispls[], const int sendtypes[], void *recvbuf, const int recvcounts[], const int rdispls[], const int recvtypes[], int comm, int info, int *request);
int PMPI_Alltoallw_init(const void *sendbuf, const int sendcounts[], const int sdispls[], const int sendtypes[], void *recvbuf, const int recvcounts[], const int rdispls[], const int recvtypes[], int comm, int info, int *request)
{
    int sendtypes_count = sendtypes ? sendbuf == (void *)-1 ? 0 : wt_peers(comm_in(comm)) : 0;
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
EXPORT int MPI_Alltoallw_init(const void *sendbuf, const int sendcounts[], const int sdispls[], const int sendtypes[], void *recvbuf, const int recvcounts[], const int rdispls[], const int recvtypes[], int comm, int info, int *request) ALIAS(PMPI_Alltoallw_init);

EXPORT int PMPI_Alltoallw_init_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], const int sendtypes[], void *recvbuf, const wide recvcounts[], const wide rdispls[], const int recvtypes[], int comm, int info, int *request);
int PMPI_Alltoallw_init_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], const int sendtypes[], void *recvbuf, const wide recvcounts[], const wide rdispls[], const int recvtypes[], int comm, int info, int *request)
{
    int sendtypes_count = sendtypes ? sendbuf == (void *)-1 ? 0 : wt_peers(comm_in(comm)) : 0;
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
EXPORT int MPI_Alltoallw_init_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], const int sendtypes[], void *recvbuf, const wide recvcounts[], const wide rdispls[], const int recvtypes[], int comm, int info, int *request) ALIAS(PMPI_Alltoallw_init_c);

EXPORT int PMPI_Attr_delete(int comm, int keyval);
int PMPI_Attr_delete(int comm, int keyval)
{
    return error_out(wt_MPI_Attr_delete(SITE, comm_in(comm), keyval_in(keyval)));
}
EXPORT int MPI_Attr_delete(int comm, int keyval) ALIAS(PMPI_Attr_delete);

EXPORT int PMPI_Attr_get(int comm, int keyval, void *attribute_val, int *flag);
int PMPI_Attr_get(int comm, int keyval, void *attribute_val, int *flag)
{
    int code = wt_MPI_Attr_get(SITE, comm_in(comm), keyval_in(keyval), attribute_val, flag);
    if (code == 0) attribute_out(keyval, attribute_val, flag);
    return error_out(code);
}
EXPORT int MPI_Attr_get(int comm, int keyval, void *attribute_val, int *flag) ALIAS(PMPI_Attr_get);

EXPORT int PMPI_Attr_put(int comm, int keyval, void *attribute_val);
int PMPI_Attr_put(int comm, int keyval, void *attribute_val)
{
    return error_out(wt_MPI_Attr_put(SITE, comm_in(comm), keyval_in(keyval), attribute_val));
}
EXPORT int MPI_Attr_put(int comm, int keyval, void *attribute_val) ALIAS(PMPI_Attr_put);

EXPORT int PMPI_Barrier(int comm);
int PMPI_Barrier(int comm)
{
    return error_out(wt_MPI_Barrier(SITE, comm_in(comm)));
}
EXPORT int MPI_Barrier(int comm) ALIAS(PMPI_Barrier);

EXPORT int PMPI_Barrier_init(int comm, int info, int *request);
int PMPI_Barrier_init(int comm, int info, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Barrier_init(SITE, comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Barrier_init(int comm, int info, int *request) ALIAS(PMPI_Barrier_init);

EXPORT int PMPI_Bcast(void *buffer, int count, int datatype, int root, int comm);
int PMPI_Bcast(void *buffer, int count, int datatype, int root, int comm)
{
    return error_out(wt_MPI_Bcast(SITE, buffer_in(buffer), count, type_in(datatype), rank_in(root), comm_in(comm)));
}
EXPORT int MPI_Bcast(void *buffer, int count, int datatype, int root, int comm) ALIAS(PMPI_Bcast);

EXPORT int PMPI_Bcast_c(void *buffer, wide count, int datatype, int root, int comm);
int PMPI_Bcast_c(void *buffer, wide count, int datatype, int root, int comm)
{
    return error_out(wt_MPI_Bcast_c(SITE, buffer_in(buffer), count, type_in(datatype), rank_in(root), comm_in(comm)));
}
EXPORT int MPI_Bcast_c(void *buffer, wide count, int datatype, int root, int comm) ALIAS(PMPI_Bcast_c);

EXPORT int PMPI_Bcast_init(void *buffer, int count, int datatype, int root, int comm, int info, int *request);
int PMPI_Bcast_init(void *buffer, int count, int datatype, int root, int comm, int info, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Bcast_init(SITE, buffer_in(buffer), count, type_in(datatype), rank_in(root), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Bcast_init(void *buffer, int count, int datatype, int root, int comm, int info, int *request) ALIAS(PMPI_Bcast_init);

EXPORT int PMPI_Bcast_init_c(void *buffer, wide count, int datatype, int root, int comm, int info, int *request);
int PMPI_Bcast_init_c(void *buffer, wide count, int datatype, int root, int comm, int info, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Bcast_init_c(SITE, buffer_in(buffer), count, type_in(datatype), rank_in(root), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Bcast_init_c(void *buffer, wide count, int datatype, int root, int comm, int info, int *request) ALIAS(PMPI_Bcast_init_c);

EXPORT int PMPI_Bsend(const void *buf, int count, int datatype, int dest, int tag, int comm);
int PMPI_Bsend(const void *buf, int count, int datatype, int dest, int tag, int comm)
{
    return error_out(wt_MPI_Bsend(SITE, buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm)));
}
EXPORT int MPI_Bsend(const void *buf, int count, int datatype, int dest, int tag, int comm) ALIAS(PMPI_Bsend);

EXPORT int PMPI_Bsend_c(const void *buf, wide count, int datatype, int dest, int tag, int comm);
int PMPI_Bsend_c(const void *buf, wide count, int datatype, int dest, int tag, int comm)
{
    return error_out(wt_MPI_Bsend_c(SITE, buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm)));
}
EXPORT int MPI_Bsend_c(const void *buf, wide count, int datatype, int dest, int tag, int comm) ALIAS(PMPI_Bsend_c);

EXPORT int PMPI_Bsend_init(const void *buf, int count, int datatype, int dest, int tag, int comm, int *request);
int PMPI_Bsend_init(const void *buf, int count, int datatype, int dest, int tag, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Bsend_init(SITE, buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Bsend_init(const void *buf, int count, int datatype, int dest, int tag, int comm, int *request) ALIAS(PMPI_Bsend_init);

EXPORT int PMPI_Bsend_init_c(const void *buf, wide count, int datatype, int dest, int tag, int comm, int *request);
int PMPI_Bsend_init_c(const void *buf, wide count, int datatype, int dest, int tag, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Bsend_init_c(SITE, buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Bsend_init_c(const void *buf, wide count, int datatype, int dest, int tag, int comm, int *request) ALIAS(PMPI_Bsend_init_c);

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
    int code = wt_MPI_Buffer_detach(SITE, buffer_addr, size);
    if (code == 0 && *(void **)buffer_addr == (void *)2) *(void **)buffer_addr = (void *)-2;
    return error_out(code);
}
EXPORT int MPI_Buffer_detach(void *buffer_addr, int *size) ALIAS(PMPI_Buffer_detach);

EXPORT int PMPI_Buffer_detach_c(void *buffer_addr, wide *size);
int PMPI_Buffer_detach_c(void *buffer_addr, wide *size)
{
    int code = wt_MPI_Buffer_detach_c(SITE, buffer_addr, size);
    if (code == 0 && *(void **)buffer_addr == (void *)2) *(void **)buffer_addr = (void *)-2;
    return error_out(code);
}
EXPORT int MPI_Buffer_detach_c(void *buffer_addr, wide *size) ALIAS(PMPI_Buffer_detach_c);

EXPORT int PMPI_Buffer_flush(void);
int PMPI_Buffer_flush(void)
{
    return error_out(wt_MPI_Buffer_flush(SITE));
}
EXPORT int MPI_Buffer_flush(void) ALIAS(PMPI_Buffer_flush);

EXPORT int PMPI_Buffer_iflush(int *request);
int PMPI_Buffer_iflush(int *request)
{
    core request_ = 0;
    int code = wt_MPI_Buffer_iflush(SITE, request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Buffer_iflush(int *request) ALIAS(PMPI_Buffer_iflush);

EXPORT int PMPI_Cancel(int *request);
int PMPI_Cancel(int *request)
{
    core request_ = request ? request_in(*request) : 0;
    int code = wt_MPI_Cancel(SITE, request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Cancel(int *request) ALIAS(PMPI_Cancel);

EXPORT int PMPI_Cart_coords(int comm, int rank, int maxdims, int coords[]);
int PMPI_Cart_coords(int comm, int rank, int maxdims, int coords[])
{
    return error_out(wt_MPI_Cart_coords(SITE, comm_in(comm), rank_in(rank), maxdims, coords));
}
EXPORT int MPI_Cart_coords(int comm, int rank, int maxdims, int coords[]) ALIAS(PMPI_Cart_coords);

EXPORT int PMPI_Cart_create(int comm_old, int ndims, const int dims[], const int periods[], int reorder, int *comm_cart);
int PMPI_Cart_create(int comm_old, int ndims, const int dims[], const int periods[], int reorder, int *comm_cart)
{
    core comm_cart_ = 0;
    int code = wt_MPI_Cart_create(SITE, comm_in(comm_old), ndims, dims, periods, reorder, comm_cart ? &comm_cart_ : NULL);
    if (comm_cart_) *comm_cart = comm_out(comm_cart_);
    return error_out(code);
}
EXPORT int MPI_Cart_create(int comm_old, int ndims, const int dims[], const int periods[], int reorder, int *comm_cart) ALIAS(PMPI_Cart_create);

EXPORT int PMPI_Cart_get(int comm, int maxdims, int dims[], int periods[], int coords[]);
int PMPI_Cart_get(int comm, int maxdims, int dims[], int periods[], int coords[])
{
    return error_out(wt_MPI_Cart_get(SITE, comm_in(comm), maxdims, dims, periods, coords));
}
EXPORT int MPI_Cart_get(int comm, int maxdims, int dims[], int periods[], int coords[]) ALIAS(PMPI_Cart_get);

EXPORT int PMPI_Cart_map(int comm, int ndims, const int dims[], const int periods[], int *newrank);
int PMPI_Cart_map(int comm, int ndims, const int dims[], const int periods[], int *newrank)
{
    int code = wt_MPI_Cart_map(SITE, comm_in(comm), ndims, dims, periods, newrank);
    if (code == 0 && newrank) *newrank = rank_out(*newrank);
    return error_out(code);
}
EXPORT int MPI_Cart_map(int comm, int ndims, const int dims[], const int periods[], int *newrank) ALIAS(PMPI_Cart_map);

EXPORT int PMPI_Cart_rank(int comm, const int coords[], int *rank);
int PMPI_Cart_rank(int comm, const int coords[], int *rank)
{
    int code = wt_MPI_Cart_rank(SITE, comm_in(comm), coords, rank);
    if (code == 0 && rank) *rank = rank_out(*rank);
    return error_out(code);
}
EXPORT int MPI_Cart_rank(int comm, const int coords[], int *rank) ALIAS(PMPI_Cart_rank);

EXPORT int PMPI_Cart_shift(int comm, int direction, int disp, int *rank_source, int *rank_dest);
int PMPI_Cart_shift(int comm, int direction, int disp, int *rank_source, int *rank_dest)
{
    int code = wt_MPI_Cart_shift(SITE, comm_in(comm), direction, disp, rank_source, rank_dest);
    if (code == 0 && rank_source) *rank_source = rank_out(*rank_source);
    if (code == 0 && rank_dest) *rank_dest = rank_out(*rank_dest);
    return error_out(code);
}
EXPORT int MPI_Cart_shift(int comm, int direction, int disp, int *rank_source, int *rank_dest) ALIAS(PMPI_Cart_shift);

EXPORT int PMPI_Cart_sub(int comm, const int remain_dims[], int *newcomm);
int PMPI_Cart_sub(int comm, const int remain_dims[], int *newcomm)
{
    core newcomm_ = 0;
    int code = wt_MPI_Cart_sub(SITE, comm_in(comm), remain_dims, newcomm ? &newcomm_ : NULL);
    if (newcomm_) *newcomm = comm_out(newcomm_);
    return error_out(code);
}
EXPORT int MPI_Cart_sub(int comm, const int remain_dims[], int *newcomm) ALIAS(PMPI_Cart_sub);

EXPORT int PMPI_Cartdim_get(int comm, int *ndims);
int PMPI_Cartdim_get(int comm, int *ndims)
{
    return error_out(wt_MPI_Cartdim_get(SITE, comm_in(comm), ndims));
}
EXPORT int MPI_Cartdim_get(int comm, int *ndims) ALIAS(PMPI_Cartdim_get);

EXPORT int PMPI_Close_port(const char *port_name);
int PMPI_Close_port(const char *port_name)
{
    return error_out(wt_MPI_Close_port(SITE, port_name));
}
EXPORT int MPI_Close_port(const char *port_name) ALIAS(PMPI_Close_port);

EXPORT int PMPI_Comm_accept(const char *port_name, int info, int root, int comm, int *newcomm);
int PMPI_Comm_accept(const char *port_name, int info, int root, int comm, int *newcomm)
{
    core newcomm_ = 0;
    int code = wt_MPI_Comm_accept(SITE, port_name, info_in(info), rank_in(root), comm_in(comm), newcomm ? &newcomm_ : NULL);
    if (newcomm_) *newcomm = comm_out(newcomm_);
    return error_out(code);
}
EXPORT int MPI_Comm_accept(const char *port_name, int info, int root, int comm, int *newcomm) ALIAS(PMPI_Comm_accept);

EXPORT int PMPI_Comm_attach_buffer(int comm, void *buffer, int size);
int PMPI_Comm_attach_buffer(int comm, void *buffer, int size)
{
    return error_out(wt_MPI_Comm_attach_buffer(SITE, comm_in(comm), buffer_in(buffer), size));
}
EXPORT int MPI_Comm_attach_buffer(int comm, void *buffer, int size) ALIAS(PMPI_Comm_attach_buffer);

EXPORT int PMPI_Comm_attach_buffer_c(int comm, void *buffer, wide size);
int PMPI_Comm_attach_buffer_c(int comm, void *buffer, wide size)
{
    return error_out(wt_MPI_Comm_attach_buffer_c(SITE, comm_in(comm), buffer_in(buffer), size));
}
EXPORT int MPI_Comm_attach_buffer_c(int comm, void *buffer, wide size) ALIAS(PMPI_Comm_attach_buffer_c);

EXPORT int PMPI_Comm_call_errhandler(int comm, int errorcode);
int PMPI_Comm_call_errhandler(int comm, int errorcode)
{
    return error_out(wt_MPI_Comm_call_errhandler(SITE, comm_in(comm), error_in(errorcode)));
}
EXPORT int MPI_Comm_call_errhandler(int comm, int errorcode) ALIAS(PMPI_Comm_call_errhandler);

EXPORT int PMPI_Comm_compare(int comm1, int comm2, int *result);
int PMPI_Comm_compare(int comm1, int comm2, int *result)
{
    int code = wt_MPI_Comm_compare(SITE, comm_in(comm1), comm_in(comm2), result);
    if (code == 0 && result) *result = comparison_out(*result);
    return error_out(code);
}
EXPORT int MPI_Comm_compare(int comm1, int comm2, int *result) ALIAS(PMPI_Comm_compare);

EXPORT int PMPI_Comm_connect(const char *port_name, int info, int root, int comm, int *newcomm);
int PMPI_Comm_connect(const char *port_name, int info, int root, int comm, int *newcomm)
{
    core newcomm_ = 0;
    int code = wt_MPI_Comm_connect(SITE, port_name, info_in(info), rank_in(root), comm_in(comm), newcomm ? &newcomm_ : NULL);
    if (newcomm_) *newcomm = comm_out(newcomm_);
    return error_out(code);
}
EXPORT int MPI_Comm_connect(const char *port_name, int info, int root, int comm, int *newcomm) ALIAS(PMPI_Comm_connect);

EXPORT int PMPI_Comm_create(int comm, int group, int *newcomm);
int PMPI_Comm_create(int comm, int group, int *newcomm)
{
    core newcomm_ = 0;
    int code = wt_MPI_Comm_create(SITE, comm_in(comm), group_in(group), newcomm ? &newcomm_ : NULL);
    if (newcomm_) *newcomm = comm_out(newcomm_);
    return error_out(code);
}
EXPORT int MPI_Comm_create(int comm, int group, int *newcomm) ALIAS(PMPI_Comm_create);

EXPORT int PMPI_Comm_create_errhandler(void *comm_errhandler_fn, int *errhandler);
int PMPI_Comm_create_errhandler(void *comm_errhandler_fn, int *errhandler)
{
    core errhandler_ = 0;
    int code = wt_MPI_Comm_create_errhandler(SITE, comm_errhandler_fn, errhandler ? &errhandler_ : NULL);
    if (errhandler_) *errhandler = errhandler_out(errhandler_);
    return error_out(code);
}
EXPORT int MPI_Comm_create_errhandler(void *comm_errhandler_fn, int *errhandler) ALIAS(PMPI_Comm_create_errhandler);

EXPORT int PMPI_Comm_create_from_group(int group, const char *stringtag, int info, int errhandler, int *newcomm);
int PMPI_Comm_create_from_group(int group, const char *stringtag, int info, int errhandler, int *newcomm)
{
    core newcomm_ = 0;
    int code = wt_MPI_Comm_create_from_group(SITE, group_in(group), stringtag, info_in(info), errhandler_in(errhandler), newcomm ? &newcomm_ : NULL);
    if (newcomm_) *newcomm = comm_out(newcomm_);
    return error_out(code);
}
EXPORT int MPI_Comm_create_from_group(int group, const char *stringtag, int info, int errhandler, int *newcomm) ALIAS(PMPI_Comm_create_from_group);

EXPORT int PMPI_Comm_create_group(int comm, int group, int tag, int *newcomm);
int PMPI_Comm_create_group(int comm, int group, int tag, int *newcomm)
{
    core newcomm_ = 0;
    int code = wt_MPI_Comm_create_group(SITE, comm_in(comm), group_in(group), tag_in(tag), newcomm ? &newcomm_ : NULL);
    if (newcomm_) *newcomm = comm_out(newcomm_);
    return error_out(code);
}
EXPORT int MPI_Comm_create_group(int comm, int group, int tag, int *newcomm) ALIAS(PMPI_Comm_create_group);

EXPORT int PMPI_Comm_create_keyval(void *comm_copy_attr_fn, void *comm_delete_attr_fn, int *comm_keyval, void *extra_state);
int PMPI_Comm_create_keyval(void *comm_copy_attr_fn, void *comm_delete_attr_fn, int *comm_keyval, void *extra_state)
{
    int code = wt_MPI_Comm_create_keyval(SITE, copy_function_in(comm_copy_attr_fn), comm_delete_attr_fn, comm_keyval, extra_state);
    if (code == 0 && comm_keyval) *comm_keyval = keyval_out(*comm_keyval);
    return error_out(code);
}
EXPORT int MPI_Comm_create_keyval(void *comm_copy_attr_fn, void *comm_delete_attr_fn, int *comm_keyval, void *extra_state) ALIAS(PMPI_Comm_create_keyval);

EXPORT int PMPI_Comm_delete_attr(int comm, int comm_keyval);
int PMPI_Comm_delete_attr(int comm, int comm_keyval)
{
    return error_out(wt_MPI_Comm_delete_attr(SITE, comm_in(comm), keyval_in(comm_keyval)));
}
EXPORT int MPI_Comm_delete_attr(int comm, int comm_keyval) ALIAS(PMPI_Comm_delete_attr);

EXPORT int PMPI_Comm_detach_buffer(int comm, void *buffer_addr, int *size);
int PMPI_Comm_detach_buffer(int comm, void *buffer_addr, int *size)
{
    int code = wt_MPI_Comm_detach_buffer(SITE, comm_in(comm), buffer_addr, size);
    if (code == 0 && *(void **)buffer_addr == (void *)2) *(void **)buffer_addr = (void *)-2;
    return error_out(code);
}
EXPORT int MPI_Comm_detach_buffer(int comm, void *buffer_addr, int *size) ALIAS(PMPI_Comm_detach_buffer);

EXPORT int PMPI_Comm_detach_buffer_c(int comm, void *buffer_addr, wide *size);
int PMPI_Comm_detach_buffer_c(int comm, void *buffer_addr, wide *size)
{
    int code = wt_MPI_Comm_detach_buffer_c(SITE, comm_in(comm), buffer_addr, size);
    if (code == 0 && *(void **)buffer_addr == (void *)2) *(void **)buffer_addr = (void *)-2;
    return error_out(code);
}
EXPORT int MPI_Comm_detach_buffer_c(int comm, void *buffer_addr, wide *size) ALIAS(PMPI_Comm_detach_buffer_c);

EXPORT int PMPI_Comm_disconnect(int *comm);
int PMPI_Comm_disconnect(int *comm)
{
    core comm_ = comm ? comm_in(*comm) : 0;
    int code = wt_MPI_Comm_disconnect(SITE, comm ? &comm_ : NULL);
    if (comm_) *comm = comm_out(comm_);
    return error_out(code);
}
EXPORT int MPI_Comm_disconnect(int *comm) ALIAS(PMPI_Comm_disconnect);

EXPORT int PMPI_Comm_dup(int comm, int *newcomm);
int PMPI_Comm_dup(int comm, int *newcomm)
{
    core newcomm_ = 0;
    int code = wt_MPI_Comm_dup(SITE, comm_in(comm), newcomm ? &newcomm_ : NULL);
    if (newcomm_) *newcomm = comm_out(newcomm_);
    return error_out(code);
}
EXPORT int MPI_Comm_dup(int comm, int *newcomm) ALIAS(PMPI_Comm_dup);

EXPORT int PMPI_Comm_dup_with_info(int comm, int info, int *newcomm);
int PMPI_Comm_dup_with_info(int comm, int info, int *newcomm)
{
    core newcomm_ = 0;
    int code = wt_MPI_Comm_dup_with_info(SITE, comm_in(comm), info_in(info), newcomm ? &newcomm_ : NULL);
    if (newcomm_) *newcomm = comm_out(newcomm_);
    return error_out(code);
}
EXPORT int MPI_Comm_dup_with_info(int comm, int info, int *newcomm) ALIAS(PMPI_Comm_dup_with_info);

EXPORT int PMPI_Comm_flush_buffer(int comm);
int PMPI_Comm_flush_buffer(int comm)
{
    return error_out(wt_MPI_Comm_flush_buffer(SITE, comm_in(comm)));
}
EXPORT int MPI_Comm_flush_buffer(int comm) ALIAS(PMPI_Comm_flush_buffer);

EXPORT int PMPI_Comm_free(int *comm);
int PMPI_Comm_free(int *comm)
{
    core comm_ = comm ? comm_in(*comm) : 0;
    int code = wt_MPI_Comm_free(SITE, comm ? &comm_ : NULL);
    if (comm_) *comm = comm_out(comm_);
    return error_out(code);
}
EXPORT int MPI_Comm_free(int *comm) ALIAS(PMPI_Comm_free);

EXPORT int PMPI_Comm_free_keyval(int *comm_keyval);
int PMPI_Comm_free_keyval(int *comm_keyval)
{
    int comm_keyval_ = comm_keyval ? keyval_in(*comm_keyval) : 0;
    int code = wt_MPI_Comm_free_keyval(SITE, comm_keyval ? &comm_keyval_ : NULL);
    if (comm_keyval) *comm_keyval = keyval_out(comm_keyval_);
    return error_out(code);
}
EXPORT int MPI_Comm_free_keyval(int *comm_keyval) ALIAS(PMPI_Comm_free_keyval);

EXPORT int PMPI_Comm_fromint(int comm);
int PMPI_Comm_fromint(int comm)
{
    return comm;
}
EXPORT int MPI_Comm_fromint(int comm) ALIAS(PMPI_Comm_fromint);

EXPORT int PMPI_Comm_get_attr(int comm, int comm_keyval, void *attribute_val, int *flag);
int PMPI_Comm_get_attr(int comm, int comm_keyval, void *attribute_val, int *flag)
{
    int code = wt_MPI_Comm_get_attr(SITE, comm_in(comm), keyval_in(comm_keyval), attribute_val, flag);
    if (code == 0) attribute_out(comm_keyval, attribute_val, flag);
    return error_out(code);
}
EXPORT int MPI_Comm_get_attr(int comm, int comm_keyval, void *attribute_val, int *flag) ALIAS(PMPI_Comm_get_attr);

EXPORT int PMPI_Comm_get_errhandler(int comm, int *errhandler);
int PMPI_Comm_get_errhandler(int comm, int *errhandler)
{
    core errhandler_ = 0;
    int code = wt_MPI_Comm_get_errhandler(SITE, comm_in(comm), errhandler ? &errhandler_ : NULL);
    if (errhandler_) *errhandler = errhandler_out(errhandler_);
    return error_out(code);
}
EXPORT int MPI_Comm_get_errhandler(int comm, int *errhandler) ALIAS(PMPI_Comm_get_errhandler);

EXPORT int PMPI_Comm_get_info(int comm, int *info_used);
int PMPI_Comm_get_info(int comm, int *info_used)
{
    core info_used_ = 0;
    int code = wt_MPI_Comm_get_info(SITE, comm_in(comm), info_used ? &info_used_ : NULL);
    if (info_used_) *info_used = info_out(info_used_);
    return error_out(code);
}
EXPORT int MPI_Comm_get_info(int comm, int *info_used) ALIAS(PMPI_Comm_get_info);

EXPORT int PMPI_Comm_get_name(int comm, char *comm_name, int *resultlen);
int PMPI_Comm_get_name(int comm, char *comm_name, int *resultlen)
{
    return error_out(wt_MPI_Comm_get_name(SITE, comm_in(comm), comm_name, resultlen));
}
EXPORT int MPI_Comm_get_name(int comm, char *comm_name, int *resultlen) ALIAS(PMPI_Comm_get_name);

EXPORT int PMPI_Comm_get_parent(int *parent);
int PMPI_Comm_get_parent(int *parent)
{
    core parent_ = 0;
    int code = wt_MPI_Comm_get_parent(SITE, parent ? &parent_ : NULL);
    if (parent_) *parent = comm_out(parent_);
    return error_out(code);
}
EXPORT int MPI_Comm_get_parent(int *parent) ALIAS(PMPI_Comm_get_parent);

EXPORT int PMPI_Comm_group(int comm, int *group);
int PMPI_Comm_group(int comm, int *group)
{
    core group_ = 0;
    int code = wt_MPI_Comm_group(SITE, comm_in(comm), group ? &group_ : NULL);
    if (group_) *group = group_out(group_);
    return error_out(code);
}
EXPORT int MPI_Comm_group(int comm, int *group) ALIAS(PMPI_Comm_group);

EXPORT int PMPI_Comm_idup(int comm, int *newcomm, int *request);
int PMPI_Comm_idup(int comm, int *newcomm, int *request)
{
    core newcomm_ = 0;
    core request_ = 0;
    int code = wt_MPI_Comm_idup(SITE, comm_in(comm), newcomm ? &newcomm_ : NULL, request ? &request_ : NULL);
    if (newcomm_) *newcomm = comm_out(newcomm_);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Comm_idup(int comm, int *newcomm, int *request) ALIAS(PMPI_Comm_idup);

EXPORT int PMPI_Comm_idup_with_info(int comm, int info, int *newcomm, int *request);
int PMPI_Comm_idup_with_info(int comm, int info, int *newcomm, int *request)
{
    core newcomm_ = 0;
    core request_ = 0;
    int code = wt_MPI_Comm_idup_with_info(SITE, comm_in(comm), info_in(info), newcomm ? &newcomm_ : NULL, request ? &request_ : NULL);
    if (newcomm_) *newcomm = comm_out(newcomm_);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Comm_idup_with_info(int comm, int info, int *newcomm, int *request) ALIAS(PMPI_Comm_idup_with_info);

EXPORT int PMPI_Comm_iflush_buffer(int comm, int *request);
int PMPI_Comm_iflush_buffer(int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Comm_iflush_buffer(SITE, comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Comm_iflush_buffer(int comm, int *request) ALIAS(PMPI_Comm_iflush_buffer);

EXPORT int PMPI_Comm_join(int fd, int *intercomm);
int PMPI_Comm_join(int fd, int *intercomm)
{
    core intercomm_ = 0;
    int code = wt_MPI_Comm_join(SITE, fd, intercomm ? &intercomm_ : NULL);
    if (intercomm_) *intercomm = comm_out(intercomm_);
    return error_out(code);
}
EXPORT int MPI_Comm_join(int fd, int *intercomm) ALIAS(PMPI_Comm_join);

EXPORT int PMPI_Comm_rank(int comm, int *rank);
int PMPI_Comm_rank(int comm, int *rank)
{
    int code = wt_MPI_Comm_rank(SITE, comm_in(comm), rank);
    if (code == 0 && rank) *rank = rank_out(*rank);
    return error_out(code);
}
EXPORT int MPI_Comm_rank(int comm, int *rank) ALIAS(PMPI_Comm_rank);

EXPORT int PMPI_Comm_remote_group(int comm, int *group);
int PMPI_Comm_remote_group(int comm, int *group)
{
    core group_ = 0;
    int code = wt_MPI_Comm_remote_group(SITE, comm_in(comm), group ? &group_ : NULL);
    if (group_) *group = group_out(group_);
    return error_out(code);
}
EXPORT int MPI_Comm_remote_group(int comm, int *group) ALIAS(PMPI_Comm_remote_group);

EXPORT int PMPI_Comm_remote_size(int comm, int *size);
int PMPI_Comm_remote_size(int comm, int *size)
{
    return error_out(wt_MPI_Comm_remote_size(SITE, comm_in(comm), size));
}
EXPORT int MPI_Comm_remote_size(int comm, int *size) ALIAS(PMPI_Comm_remote_size);

EXPORT int PMPI_Comm_set_attr(int comm, int comm_keyval, void *attribute_val);
int PMPI_Comm_set_attr(int comm, int comm_keyval, void *attribute_val)
{
    return error_out(wt_MPI_Comm_set_attr(SITE, comm_in(comm), keyval_in(comm_keyval), attribute_val));
}
EXPORT int MPI_Comm_set_attr(int comm, int comm_keyval, void *attribute_val) ALIAS(PMPI_Comm_set_attr);

EXPORT int PMPI_Comm_set_errhandler(int comm, int errhandler);
int PMPI_Comm_set_errhandler(int comm, int errhandler)
{
    return error_out(wt_MPI_Comm_set_errhandler(SITE, comm_in(comm), errhandler_in(errhandler)));
}
EXPORT int MPI_Comm_set_errhandler(int comm, int errhandler) ALIAS(PMPI_Comm_set_errhandler);

EXPORT int PMPI_Comm_set_info(int comm, int info);
int PMPI_Comm_set_info(int comm, int info)
{
    return error_out(wt_MPI_Comm_set_info(SITE, comm_in(comm), info_in(info)));
}
EXPORT int MPI_Comm_set_info(int comm, int info) ALIAS(PMPI_Comm_set_info);

EXPORT int PMPI_Comm_set_name(int comm, const char *comm_name);
int PMPI_Comm_set_name(int comm, const char *comm_name)
{
    return error_out(wt_MPI_Comm_set_name(SITE, comm_in(comm), comm_name));
}
EXPORT int MPI_Comm_set_name(int comm, const char *comm_name) ALIAS(PMPI_Comm_set_name);

EXPORT int PMPI_Comm_size(int comm, int *size);
int PMPI_Comm_size(int comm, int *size)
{
    return error_out(wt_MPI_Comm_size(SITE, comm_in(comm), size));
}
EXPORT int MPI_Comm_size(int comm, int *size) ALIAS(PMPI_Comm_size);

EXPORT int PMPI_Comm_spawn(const char *command, char *argv[], int maxprocs, int info, int root, int comm, int *intercomm, int array_of_errcodes[]);
int PMPI_Comm_spawn(const char *command, char *argv[], int maxprocs, int info, int root, int comm, int *intercomm, int array_of_errcodes[])
{
    core intercomm_ = 0;
    int code = wt_MPI_Comm_spawn(SITE, command, argv, maxprocs, info_in(info), rank_in(root), comm_in(comm), intercomm ? &intercomm_ : NULL, array_of_errcodes);
    if (intercomm_) *intercomm = comm_out(intercomm_);
    for (int i = wt_spawned_codes(); array_of_errcodes && i-- > 0;) array_of_errcodes[i] = error_out(array_of_errcodes[i]);
    return error_out(code);
}
EXPORT int MPI_Comm_spawn(const char *command, char *argv[], int maxprocs, int info, int root, int comm, int *intercomm, int array_of_errcodes[]) ALIAS(PMPI_Comm_spawn);

EXPORT int PMPI_Comm_spawn_multiple(int count, char *array_of_commands[], char **array_of_argv[], const int array_of_maxprocs[], const int array_of_info[], int root, int comm, int *intercomm, int array_of_errcodes[]);
int PMPI_Comm_spawn_multiple(int count, char *array_of_commands[], char **array_of_argv[], const int array_of_maxprocs[], const int array_of_info[], int root, int comm, int *intercomm, int array_of_errcodes[])
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
EXPORT int MPI_Comm_spawn_multiple(int count, char *array_of_commands[], char **array_of_argv[], const int array_of_maxprocs[], const int array_of_info[], int root, int comm, int *intercomm, int array_of_errcodes[]) ALIAS(PMPI_Comm_spawn_multiple);

EXPORT int PMPI_Comm_split(int comm, int color, int key, int *newcomm);
int PMPI_Comm_split(int comm, int color, int key, int *newcomm)
{
    core newcomm_ = 0;
    int code = wt_MPI_Comm_split(SITE, comm_in(comm), color, key, newcomm ? &newcomm_ : NULL);
    if (newcomm_) *newcomm = comm_out(newcomm_);
    return error_out(code);
}
EXPORT int MPI_Comm_split(int comm, int color, int key, int *newcomm) ALIAS(PMPI_Comm_split);

EXPORT int PMPI_Comm_split_type(int comm, int split_type, int key, int info, int *newcomm);
int PMPI_Comm_split_type(int comm, int split_type, int key, int info, int *newcomm)
{
    core newcomm_ = 0;
    int code = wt_MPI_Comm_split_type(SITE, comm_in(comm), split_in(split_type), key, info_in(info), newcomm ? &newcomm_ : NULL);
    if (newcomm_) *newcomm = comm_out(newcomm_);
    return error_out(code);
}
EXPORT int MPI_Comm_split_type(int comm, int split_type, int key, int info, int *newcomm) ALIAS(PMPI_Comm_split_type);

EXPORT int PMPI_Comm_test_inter(int comm, int *flag);
int PMPI_Comm_test_inter(int comm, int *flag)
{
    return error_out(wt_MPI_Comm_test_inter(SITE, comm_in(comm), flag));
}
EXPORT int MPI_Comm_test_inter(int comm, int *flag) ALIAS(PMPI_Comm_test_inter);

EXPORT int PMPI_Comm_toint(int comm);
int PMPI_Comm_toint(int comm)
{
    return comm;
}
EXPORT int MPI_Comm_toint(int comm) ALIAS(PMPI_Comm_toint);

EXPORT int PMPI_Compare_and_swap(const void *origin_addr, const void *compare_addr, void *result_addr, int datatype, int target_rank, wide target_disp, int win);
int PMPI_Compare_and_swap(const void *origin_addr, const void *compare_addr, void *result_addr, int datatype, int target_rank, wide target_disp, int win)
{
    return error_out(wt_MPI_Compare_and_swap(SITE, buffer_in(origin_addr), buffer_in(compare_addr), buffer_in(result_addr), type_in(datatype), rank_in(target_rank), target_disp, win_in(win)));
}
EXPORT int MPI_Compare_and_swap(const void *origin_addr, const void *compare_addr, void *result_addr, int datatype, int target_rank, wide target_disp, int win) ALIAS(PMPI_Compare_and_swap);

EXPORT int PMPI_Dims_create(int nnodes, int ndims, int dims[]);
int PMPI_Dims_create(int nnodes, int ndims, int dims[])
{
    return error_out(wt_MPI_Dims_create(SITE, nnodes, ndims, dims));
}
EXPORT int MPI_Dims_create(int nnodes, int ndims, int dims[]) ALIAS(PMPI_Dims_create);

EXPORT int PMPI_Dist_graph_create(int comm_old, int n, const int sources[], const int degrees[], const int destinations[], const int *weights, int info, int reorder, int *comm_dist_graph);
int PMPI_Dist_graph_create(int comm_old, int n, const int sources[], const int degrees[], const int destinations[], const int *weights, int info, int reorder, int *comm_dist_graph)
{
    core comm_dist_graph_ = 0;
    int code = wt_MPI_Dist_graph_create(SITE, comm_in(comm_old), n, sources, degrees, destinations, weights_in(weights), info_in(info), reorder, comm_dist_graph ? &comm_dist_graph_ : NULL);
    if (comm_dist_graph_) *comm_dist_graph = comm_out(comm_dist_graph_);
    return error_out(code);
}
EXPORT int MPI_Dist_graph_create(int comm_old, int n, const int sources[], const int degrees[], const int destinations[], const int *weights, int info, int reorder, int *comm_dist_graph) ALIAS(PMPI_Dist_graph_create);

EXPORT int PMPI_Dist_graph_create_adjacent(int comm_old, int indegree, const int sources[], const int *sourceweights, int outdegree, const int destinations[], const int *destweights, int info, int reorder, int *comm_dist_graph);
int PMPI_Dist_graph_create_adjacent(int comm_old, int indegree, const int sources[], const int *sourceweights, int outdegree, const int destinations[], const int *destweights, int info, int reorder, int *comm_dist_graph)
{
    core comm_dist_graph_ = 0;
    int code = wt_MPI_Dist_graph_create_adjacent(SITE, comm_in(comm_old), indegree, sources, weights_in(sourceweights), outdegree, destinations, weights_in(destweights), info_in(info), reorder, comm_dist_graph ? &comm_dist_graph_ : NULL);
    if (comm_dist_graph_) *comm_dist_graph = comm_out(comm_dist_graph_);
    return error_out(code);
}
EXPORT int MPI_Dist_graph_create_adjacent(int comm_old, int indegree, const int sources[], const int *sourceweights, int outdegree, const int destinations[], const int *destweights, int info, int reorder, int *comm_dist_graph) ALIAS(PMPI_Dist_graph_create_adjacent);

EXPORT int PMPI_Dist_graph_neighbors(int comm, int maxindegree, int sources[], int *sourceweights, int maxoutdegree, int destinations[], int *destweights);
int PMPI_Dist_graph_neighbors(int comm, int maxindegree, int sources[], int *sourceweights, int maxoutdegree, int destinations[], int *destweights)
{
    return error_out(wt_MPI_Dist_graph_neighbors(SITE, comm_in(comm), maxindegree, sources, sourceweights, maxoutdegree, destinations, destweights));
}
EXPORT int MPI_Dist_graph_neighbors(int comm, int maxindegree, int sources[], int *sourceweights, int maxoutdegree, int destinations[], int *destweights) ALIAS(PMPI_Dist_graph_neighbors);

EXPORT int PMPI_Dist_graph_neighbors_count(int comm, int *indegree, int *outdegree, int *weighted);
int PMPI_Dist_graph_neighbors_count(int comm, int *indegree, int *outdegree, int *weighted)
{
    return error_out(wt_MPI_Dist_graph_neighbors_count(SITE, comm_in(comm), indegree, outdegree, weighted));
}
EXPORT int MPI_Dist_graph_neighbors_count(int comm, int *indegree, int *outdegree, int *weighted) ALIAS(PMPI_Dist_graph_neighbors_count);

EXPORT int PMPI_Errhandler_free(int *errhandler);
int PMPI_Errhandler_free(int *errhandler)
{
    core errhandler_ = errhandler ? errhandler_in(*errhandler) : 0;
    int code = wt_MPI_Errhandler_free(SITE, errhandler ? &errhandler_ : NULL);
    if (errhandler_) *errhandler = errhandler_out(errhandler_);
    return error_out(code);
}
EXPORT int MPI_Errhandler_free(int *errhandler) ALIAS(PMPI_Errhandler_free);

EXPORT int PMPI_Errhandler_fromint(int errhandler);
int PMPI_Errhandler_fromint(int errhandler)
{
    return errhandler;
}
EXPORT int MPI_Errhandler_fromint(int errhandler) ALIAS(PMPI_Errhandler_fromint);

EXPORT int PMPI_Errhandler_toint(int errhandler);
int PMPI_Errhandler_toint(int errhandler)
{
    return errhandler;
}
EXPORT int MPI_Errhandler_toint(int errhandler) ALIAS(PMPI_Errhandler_toint);

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
    return error_out(wt_MPI_Error_string(SITE, error_in(errorcode), string, resultlen));
}
EXPORT int MPI_Error_string(int errorcode, char *string, int *resultlen) ALIAS(PMPI_Error_string);

EXPORT int PMPI_Exscan(const void *sendbuf, void *recvbuf, int count, int datatype, int op, int comm);
int PMPI_Exscan(const void *sendbuf, void *recvbuf, int count, int datatype, int op, int comm)
{
    return error_out(wt_MPI_Exscan(SITE, buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), comm_in(comm)));
}
EXPORT int MPI_Exscan(const void *sendbuf, void *recvbuf, int count, int datatype, int op, int comm) ALIAS(PMPI_Exscan);

EXPORT int PMPI_Exscan_c(const void *sendbuf, void *recvbuf, wide count, int datatype, int op, int comm);
int PMPI_Exscan_c(const void *sendbuf, void *recvbuf, wide count, int datatype, int op, int comm)
{
    return error_out(wt_MPI_Exscan_c(SITE, buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), comm_in(comm)));
}
EXPORT int MPI_Exscan_c(const void *sendbuf, void *recvbuf, wide count, int datatype, int op, int comm) ALIAS(PMPI_Exscan_c);

EXPORT int PMPI_Exscan_init(const void *sendbuf, void *recvbuf, int count, int datatype, int op, int comm, int info, int *request);
int PMPI_Exscan_init(const void *sendbuf, void *recvbuf, int count, int datatype, int op, int comm, int info, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Exscan_init(SITE, buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Exscan_init(const void *sendbuf, void *recvbuf, int count, int datatype, int op, int comm, int info, int *request) ALIAS(PMPI_Exscan_init);

EXPORT int PMPI_Exscan_init_c(const void *sendbuf, void *recvbuf, wide count, int datatype, int op, int comm, int info, int *request);
int PMPI_Exscan_init_c(const void *sendbuf, void *recvbuf, wide count, int datatype, int op, int comm, int info, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Exscan_init_c(SITE, buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Exscan_init_c(const void *sendbuf, void *recvbuf, wide count, int datatype, int op, int comm, int info, int *request) ALIAS(PMPI_Exscan_init_c);

EXPORT int PMPI_Fetch_and_op(const void *origin_addr, void *result_addr, int datatype, int target_rank, wide target_disp, int op, int win);
int PMPI_Fetch_and_op(const void *origin_addr, void *result_addr, int datatype, int target_rank, wide target_disp, int op, int win)
{
    return error_out(wt_MPI_Fetch_and_op(SITE, buffer_in(origin_addr), buffer_in(result_addr), type_in(datatype), rank_in(target_rank), target_disp, op_in(op), win_in(win)));
}
EXPORT int MPI_Fetch_and_op(const void *origin_addr, void *result_addr, int datatype, int target_rank, wide target_disp, int op, int win) ALIAS(PMPI_Fetch_and_op);

EXPORT int PMPI_File_call_errhandler(void *fh, int errorcode);
int PMPI_File_call_errhandler(void *fh, int errorcode)
{
    return error_out(wt_MPI_File_call_errhandler(SITE, file_in(fh), error_in(errorcode)));
}
EXPORT int MPI_File_call_errhandler(void *fh, int errorcode) ALIAS(PMPI_File_call_errhandler);

EXPORT int PMPI_File_close(void * *fh);
int PMPI_File_close(void * *fh)
{
    core fh_ = fh ? file_in(*fh) : 0;
    int code = wt_MPI_File_close(SITE, fh ? &fh_ : NULL);
    if (fh_) *fh = file_out(fh_);
    return error_out(code);
}
EXPORT int MPI_File_close(void * *fh) ALIAS(PMPI_File_close);

EXPORT int PMPI_File_create_errhandler(void *file_errhandler_fn, int *errhandler);
int PMPI_File_create_errhandler(void *file_errhandler_fn, int *errhandler)
{
    core errhandler_ = 0;
    int code = wt_MPI_File_create_errhandler(SITE, file_errhandler_fn, errhandler ? &errhandler_ : NULL);
    if (errhandler_) *errhandler = errhandler_out(errhandler_);
    return error_out(code);
}
EXPORT int MPI_File_create_errhandler(void *file_errhandler_fn, int *errhandler) ALIAS(PMPI_File_create_errhandler);

EXPORT int PMPI_File_delete(const char *filename, int info);
int PMPI_File_delete(const char *filename, int info)
{
    return error_out(wt_MPI_File_delete(SITE, filename, info_in(info)));
}
EXPORT int MPI_File_delete(const char *filename, int info) ALIAS(PMPI_File_delete);

EXPORT void *PMPI_File_fromint(int file);
void *PMPI_File_fromint(int file)
{
    return file_out(wt_MPI_File_fromint(SITE, file));
}
EXPORT void *MPI_File_fromint(int file) ALIAS(PMPI_File_fromint);

EXPORT int PMPI_File_get_amode(void *fh, int *amode);
int PMPI_File_get_amode(void *fh, int *amode)
{
    int code = wt_MPI_File_get_amode(SITE, file_in(fh), amode);
    if (code == 0 && amode) *amode = amode_out(*amode);
    return error_out(code);
}
EXPORT int MPI_File_get_amode(void *fh, int *amode) ALIAS(PMPI_File_get_amode);

EXPORT int PMPI_File_get_atomicity(void *fh, int *flag);
int PMPI_File_get_atomicity(void *fh, int *flag)
{
    return error_out(wt_MPI_File_get_atomicity(SITE, file_in(fh), flag));
}
EXPORT int MPI_File_get_atomicity(void *fh, int *flag) ALIAS(PMPI_File_get_atomicity);

EXPORT int PMPI_File_get_byte_offset(void *fh, wide offset, wide *disp);
int PMPI_File_get_byte_offset(void *fh, wide offset, wide *disp)
{
    return error_out(wt_MPI_File_get_byte_offset(SITE, file_in(fh), offset, disp));
}
EXPORT int MPI_File_get_byte_offset(void *fh, wide offset, wide *disp) ALIAS(PMPI_File_get_byte_offset);

EXPORT int PMPI_File_get_errhandler(void *file, int *errhandler);
int PMPI_File_get_errhandler(void *file, int *errhandler)
{
    core errhandler_ = 0;
    int code = wt_MPI_File_get_errhandler(SITE, file_in(file), errhandler ? &errhandler_ : NULL);
    if (errhandler_) *errhandler = errhandler_out(errhandler_);
    return error_out(code);
}
EXPORT int MPI_File_get_errhandler(void *file, int *errhandler) ALIAS(PMPI_File_get_errhandler);

EXPORT int PMPI_File_get_group(void *fh, int *group);
int PMPI_File_get_group(void *fh, int *group)
{
    core group_ = 0;
    int code = wt_MPI_File_get_group(SITE, file_in(fh), group ? &group_ : NULL);
    if (group_) *group = group_out(group_);
    return error_out(code);
}
EXPORT int MPI_File_get_group(void *fh, int *group) ALIAS(PMPI_File_get_group);

EXPORT int PMPI_File_get_info(void *fh, int *info_used);
int PMPI_File_get_info(void *fh, int *info_used)
{
    core info_used_ = 0;
    int code = wt_MPI_File_get_info(SITE, file_in(fh), info_used ? &info_used_ : NULL);
    if (info_used_) *info_used = info_out(info_used_);
    return error_out(code);
}
EXPORT int MPI_File_get_info(void *fh, int *info_used) ALIAS(PMPI_File_get_info);

EXPORT int PMPI_File_get_position(void *fh, wide *offset);
int PMPI_File_get_position(void *fh, wide *offset)
{
    return error_out(wt_MPI_File_get_position(SITE, file_in(fh), offset));
}
EXPORT int MPI_File_get_position(void *fh, wide *offset) ALIAS(PMPI_File_get_position);

EXPORT int PMPI_File_get_position_shared(void *fh, wide *offset);
int PMPI_File_get_position_shared(void *fh, wide *offset)
{
    return error_out(wt_MPI_File_get_position_shared(SITE, file_in(fh), offset));
}
EXPORT int MPI_File_get_position_shared(void *fh, wide *offset) ALIAS(PMPI_File_get_position_shared);

EXPORT int PMPI_File_get_size(void *fh, wide *size);
int PMPI_File_get_size(void *fh, wide *size)
{
    return error_out(wt_MPI_File_get_size(SITE, file_in(fh), size));
}
EXPORT int MPI_File_get_size(void *fh, wide *size) ALIAS(PMPI_File_get_size);

EXPORT int PMPI_File_get_type_extent(void *fh, int datatype, wide *extent);
int PMPI_File_get_type_extent(void *fh, int datatype, wide *extent)
{
    return error_out(wt_MPI_File_get_type_extent(SITE, file_in(fh), type_in(datatype), extent));
}
EXPORT int MPI_File_get_type_extent(void *fh, int datatype, wide *extent) ALIAS(PMPI_File_get_type_extent);

EXPORT int PMPI_File_get_type_extent_c(void *fh, int datatype, wide *extent);
int PMPI_File_get_type_extent_c(void *fh, int datatype, wide *extent)
{
    return error_out(wt_MPI_File_get_type_extent_c(SITE, file_in(fh), type_in(datatype), extent));
}
EXPORT int MPI_File_get_type_extent_c(void *fh, int datatype, wide *extent) ALIAS(PMPI_File_get_type_extent_c);

EXPORT int PMPI_File_get_view(void *fh, wide *disp, int *etype, int *filetype, char *datarep);
int PMPI_File_get_view(void *fh, wide *disp, int *etype, int *filetype, char *datarep)
{
    core etype_ = 0;
    core filetype_ = 0;
    int code = wt_MPI_File_get_view(SITE, file_in(fh), disp, etype ? &etype_ : NULL, filetype ? &filetype_ : NULL, datarep);
    if (etype_) *etype = type_out(etype_);
    if (filetype_) *filetype = type_out(filetype_);
    return error_out(code);
}
EXPORT int MPI_File_get_view(void *fh, wide *disp, int *etype, int *filetype, char *datarep) ALIAS(PMPI_File_get_view);

EXPORT int PMPI_File_iread(void *fh, void *buf, int count, int datatype, int *request);
int PMPI_File_iread(void *fh, void *buf, int count, int datatype, int *request)
{
    core request_ = 0;
    int code = wt_MPI_File_iread(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_File_iread(void *fh, void *buf, int count, int datatype, int *request) ALIAS(PMPI_File_iread);

EXPORT int PMPI_File_iread_all(void *fh, void *buf, int count, int datatype, int *request);
int PMPI_File_iread_all(void *fh, void *buf, int count, int datatype, int *request)
{
    core request_ = 0;
    int code = wt_MPI_File_iread_all(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_File_iread_all(void *fh, void *buf, int count, int datatype, int *request) ALIAS(PMPI_File_iread_all);

EXPORT int PMPI_File_iread_all_c(void *fh, void *buf, wide count, int datatype, int *request);
int PMPI_File_iread_all_c(void *fh, void *buf, wide count, int datatype, int *request)
{
    core request_ = 0;
    int code = wt_MPI_File_iread_all_c(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_File_iread_all_c(void *fh, void *buf, wide count, int datatype, int *request) ALIAS(PMPI_File_iread_all_c);

EXPORT int PMPI_File_iread_at(void *fh, wide offset, void *buf, int count, int datatype, int *request);
int PMPI_File_iread_at(void *fh, wide offset, void *buf, int count, int datatype, int *request)
{
    core request_ = 0;
    int code = wt_MPI_File_iread_at(SITE, file_in(fh), offset, buffer_in(buf), count, type_in(datatype), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_File_iread_at(void *fh, wide offset, void *buf, int count, int datatype, int *request) ALIAS(PMPI_File_iread_at);

EXPORT int PMPI_File_iread_at_all(void *fh, wide offset, void *buf, int count, int datatype, int *request);
int PMPI_File_iread_at_all(void *fh, wide offset, void *buf, int count, int datatype, int *request)
{
    core request_ = 0;
    int code = wt_MPI_File_iread_at_all(SITE, file_in(fh), offset, buffer_in(buf), count, type_in(datatype), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_File_iread_at_all(void *fh, wide offset, void *buf, int count, int datatype, int *request) ALIAS(PMPI_File_iread_at_all);

EXPORT int PMPI_File_iread_at_all_c(void *fh, wide offset, void *buf, wide count, int datatype, int *request);
int PMPI_File_iread_at_all_c(void *fh, wide offset, void *buf, wide count, int datatype, int *request)
{
    core request_ = 0;
    int code = wt_MPI_File_iread_at_all_c(SITE, file_in(fh), offset, buffer_in(buf), count, type_in(datatype), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_File_iread_at_all_c(void *fh, wide offset, void *buf, wide count, int datatype, int *request) ALIAS(PMPI_File_iread_at_all_c);

EXPORT int PMPI_File_iread_at_c(void *fh, wide offset, void *buf, wide count, int datatype, int *request);
int PMPI_File_iread_at_c(void *fh, wide offset, void *buf, wide count, int datatype, int *request)
{
    core request_ = 0;
    int code = wt_MPI_File_iread_at_c(SITE, file_in(fh), offset, buffer_in(buf), count, type_in(datatype), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_File_iread_at_c(void *fh, wide offset, void *buf, wide count, int datatype, int *request) ALIAS(PMPI_File_iread_at_c);

EXPORT int PMPI_File_iread_c(void *fh, void *buf, wide count, int datatype, int *request);
int PMPI_File_iread_c(void *fh, void *buf, wide count, int datatype, int *request)
{
    core request_ = 0;
    int code = wt_MPI_File_iread_c(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_File_iread_c(void *fh, void *buf, wide count, int datatype, int *request) ALIAS(PMPI_File_iread_c);

EXPORT int PMPI_File_iread_shared(void *fh, void *buf, int count, int datatype, int *request);
int PMPI_File_iread_shared(void *fh, void *buf, int count, int datatype, int *request)
{
    core request_ = 0;
    int code = wt_MPI_File_iread_shared(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_File_iread_shared(void *fh, void *buf, int count, int datatype, int *request) ALIAS(PMPI_File_iread_shared);

EXPORT int PMPI_File_iread_shared_c(void *fh, void *buf, wide count, int datatype, int *request);
int PMPI_File_iread_shared_c(void *fh, void *buf, wide count, int datatype, int *request)
{
    core request_ = 0;
    int code = wt_MPI_File_iread_shared_c(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_File_iread_shared_c(void *fh, void *buf, wide count, int datatype, int *request) ALIAS(PMPI_File_iread_shared_c);

EXPORT int PMPI_File_iwrite(void *fh, const void *buf, int count, int datatype, int *request);
int PMPI_File_iwrite(void *fh, const void *buf, int count, int datatype, int *request)
{
    core request_ = 0;
    int code = wt_MPI_File_iwrite(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_File_iwrite(void *fh, const void *buf, int count, int datatype, int *request) ALIAS(PMPI_File_iwrite);

EXPORT int PMPI_File_iwrite_all(void *fh, const void *buf, int count, int datatype, int *request);
int PMPI_File_iwrite_all(void *fh, const void *buf, int count, int datatype, int *request)
{
    core request_ = 0;
    int code = wt_MPI_File_iwrite_all(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_File_iwrite_all(void *fh, const void *buf, int count, int datatype, int *request) ALIAS(PMPI_File_iwrite_all);

EXPORT int PMPI_File_iwrite_all_c(void *fh, const void *buf, wide count, int datatype, int *request);
int PMPI_File_iwrite_all_c(void *fh, const void *buf, wide count, int datatype, int *request)
{
    core request_ = 0;
    int code = wt_MPI_File_iwrite_all_c(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_File_iwrite_all_c(void *fh, const void *buf, wide count, int datatype, int *request) ALIAS(PMPI_File_iwrite_all_c);

EXPORT int PMPI_File_iwrite_at(void *fh, wide offset, const void *buf, int count, int datatype, int *request);
int PMPI_File_iwrite_at(void *fh, wide offset, const void *buf, int count, int datatype, int *request)
{
    core request_ = 0;
    int code = wt_MPI_File_iwrite_at(SITE, file_in(fh), offset, buffer_in(buf), count, type_in(datatype), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_File_iwrite_at(void *fh, wide offset, const void *buf, int count, int datatype, int *request) ALIAS(PMPI_File_iwrite_at);

EXPORT int PMPI_File_iwrite_at_all(void *fh, wide offset, const void *buf, int count, int datatype, int *request);
int PMPI_File_iwrite_at_all(void *fh, wide offset, const void *buf, int count, int datatype, int *request)
{
    core request_ = 0;
    int code = wt_MPI_File_iwrite_at_all(SITE, file_in(fh), offset, buffer_in(buf), count, type_in(datatype), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_File_iwrite_at_all(void *fh, wide offset, const void *buf, int count, int datatype, int *request) ALIAS(PMPI_File_iwrite_at_all);

EXPORT int PMPI_File_iwrite_at_all_c(void *fh, wide offset, const void *buf, wide count, int datatype, int *request);
int PMPI_File_iwrite_at_all_c(void *fh, wide offset, const void *buf, wide count, int datatype, int *request)
{
    core request_ = 0;
    int code = wt_MPI_File_iwrite_at_all_c(SITE, file_in(fh), offset, buffer_in(buf), count, type_in(datatype), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_File_iwrite_at_all_c(void *fh, wide offset, const void *buf, wide count, int datatype, int *request) ALIAS(PMPI_File_iwrite_at_all_c);

EXPORT int PMPI_File_iwrite_at_c(void *fh, wide offset, const void *buf, wide count, int datatype, int *request);
int PMPI_File_iwrite_at_c(void *fh, wide offset, const void *buf, wide count, int datatype, int *request)
{
    core request_ = 0;
    int code = wt_MPI_File_iwrite_at_c(SITE, file_in(fh), offset, buffer_in(buf), count, type_in(datatype), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_File_iwrite_at_c(void *fh, wide offset, const void *buf, wide count, int datatype, int *request) ALIAS(PMPI_File_iwrite_at_c);

EXPORT int PMPI_File_iwrite_c(void *fh, const void *buf, wide count, int datatype, int *request);
int PMPI_File_iwrite_c(void *fh, const void *buf, wide count, int datatype, int *request)
{
    core request_ = 0;
    int code = wt_MPI_File_iwrite_c(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_File_iwrite_c(void *fh, const void *buf, wide count, int datatype, int *request) ALIAS(PMPI_File_iwrite_c);

EXPORT int PMPI_File_iwrite_shared(void *fh, const void *buf, int count, int datatype, int *request);
int PMPI_File_iwrite_shared(void *fh, const void *buf, int count, int datatype, int *request)
{
    core request_ = 0;
    int code = wt_MPI_File_iwrite_shared(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_File_iwrite_shared(void *fh, const void *buf, int count, int datatype, int *request) ALIAS(PMPI_File_iwrite_shared);

EXPORT int PMPI_File_iwrite_shared_c(void *fh, const void *buf, wide count, int datatype, int *request);
int PMPI_File_iwrite_shared_c(void *fh, const void *buf, wide count, int datatype, int *request)
{
    core request_ = 0;
    int code = wt_MPI_File_iwrite_shared_c(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_File_iwrite_shared_c(void *fh, const void *buf, wide count, int datatype, int *request) ALIAS(PMPI_File_iwrite_shared_c);

EXPORT int PMPI_File_open(int comm, const char *filename, int amode, int info, void * *fh);
int PMPI_File_open(int comm, const char *filename, int amode, int info, void * *fh)
{
    core fh_ = 0;
    int code = wt_MPI_File_open(SITE, comm_in(comm), filename, amode_in(amode), info_in(info), fh ? &fh_ : NULL);
    if (fh_) *fh = file_out(fh_);
    return error_out(code);
}
EXPORT int MPI_File_open(int comm, const char *filename, int amode, int info, void * *fh) ALIAS(PMPI_File_open);

EXPORT int PMPI_File_preallocate(void *fh, wide size);
int PMPI_File_preallocate(void *fh, wide size)
{
    return error_out(wt_MPI_File_preallocate(SITE, file_in(fh), size));
}
EXPORT int MPI_File_preallocate(void *fh, wide size) ALIAS(PMPI_File_preallocate);

EXPORT int PMPI_File_read(void *fh, void *buf, int count, int datatype, struct status *status);
int PMPI_File_read(void *fh, void *buf, int count, int datatype, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_File_read(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_File_read(void *fh, void *buf, int count, int datatype, struct status *status) ALIAS(PMPI_File_read);

EXPORT int PMPI_File_read_all(void *fh, void *buf, int count, int datatype, struct status *status);
int PMPI_File_read_all(void *fh, void *buf, int count, int datatype, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_File_read_all(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_File_read_all(void *fh, void *buf, int count, int datatype, struct status *status) ALIAS(PMPI_File_read_all);

EXPORT int PMPI_File_read_all_begin(void *fh, void *buf, int count, int datatype);
int PMPI_File_read_all_begin(void *fh, void *buf, int count, int datatype)
{
    return error_out(wt_MPI_File_read_all_begin(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype)));
}
EXPORT int MPI_File_read_all_begin(void *fh, void *buf, int count, int datatype) ALIAS(PMPI_File_read_all_begin);

EXPORT int PMPI_File_read_all_begin_c(void *fh, void *buf, wide count, int datatype);
int PMPI_File_read_all_begin_c(void *fh, void *buf, wide count, int datatype)
{
    return error_out(wt_MPI_File_read_all_begin_c(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype)));
}
EXPORT int MPI_File_read_all_begin_c(void *fh, void *buf, wide count, int datatype) ALIAS(PMPI_File_read_all_begin_c);

EXPORT int PMPI_File_read_all_c(void *fh, void *buf, wide count, int datatype, struct status *status);
int PMPI_File_read_all_c(void *fh, void *buf, wide count, int datatype, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_File_read_all_c(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_File_read_all_c(void *fh, void *buf, wide count, int datatype, struct status *status) ALIAS(PMPI_File_read_all_c);

EXPORT int PMPI_File_read_all_end(void *fh, void *buf, struct status *status);
int PMPI_File_read_all_end(void *fh, void *buf, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_File_read_all_end(SITE, file_in(fh), buffer_in(buf), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_File_read_all_end(void *fh, void *buf, struct status *status) ALIAS(PMPI_File_read_all_end);

EXPORT int PMPI_File_read_at(void *fh, wide offset, void *buf, int count, int datatype, struct status *status);
int PMPI_File_read_at(void *fh, wide offset, void *buf, int count, int datatype, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_File_read_at(SITE, file_in(fh), offset, buffer_in(buf), count, type_in(datatype), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_File_read_at(void *fh, wide offset, void *buf, int count, int datatype, struct status *status) ALIAS(PMPI_File_read_at);

EXPORT int PMPI_File_read_at_all(void *fh, wide offset, void *buf, int count, int datatype, struct status *status);
int PMPI_File_read_at_all(void *fh, wide offset, void *buf, int count, int datatype, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_File_read_at_all(SITE, file_in(fh), offset, buffer_in(buf), count, type_in(datatype), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_File_read_at_all(void *fh, wide offset, void *buf, int count, int datatype, struct status *status) ALIAS(PMPI_File_read_at_all);

EXPORT int PMPI_File_read_at_all_begin(void *fh, wide offset, void *buf, int count, int datatype);
int PMPI_File_read_at_all_begin(void *fh, wide offset, void *buf, int count, int datatype)
{
    return error_out(wt_MPI_File_read_at_all_begin(SITE, file_in(fh), offset, buffer_in(buf), count, type_in(datatype)));
}
EXPORT int MPI_File_read_at_all_begin(void *fh, wide offset, void *buf, int count, int datatype) ALIAS(PMPI_File_read_at_all_begin);

EXPORT int PMPI_File_read_at_all_begin_c(void *fh, wide offset, void *buf, wide count, int datatype);
int PMPI_File_read_at_all_begin_c(void *fh, wide offset, void *buf, wide count, int datatype)
{
    return error_out(wt_MPI_File_read_at_all_begin_c(SITE, file_in(fh), offset, buffer_in(buf), count, type_in(datatype)));
}
EXPORT int MPI_File_read_at_all_begin_c(void *fh, wide offset, void *buf, wide count, int datatype) ALIAS(PMPI_File_read_at_all_begin_c);

EXPORT int PMPI_File_read_at_all_c(void *fh, wide offset, void *buf, wide count, int datatype, struct status *status);
int PMPI_File_read_at_all_c(void *fh, wide offset, void *buf, wide count, int datatype, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_File_read_at_all_c(SITE, file_in(fh), offset, buffer_in(buf), count, type_in(datatype), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_File_read_at_all_c(void *fh, wide offset, void *buf, wide count, int datatype, struct status *status) ALIAS(PMPI_File_read_at_all_c);

EXPORT int PMPI_File_read_at_all_end(void *fh, void *buf, struct status *status);
int PMPI_File_read_at_all_end(void *fh, void *buf, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_File_read_at_all_end(SITE, file_in(fh), buffer_in(buf), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_File_read_at_all_end(void *fh, void *buf, struct status *status) ALIAS(PMPI_File_read_at_all_end);

EXPORT int PMPI_File_read_at_c(void *fh, wide offset, void *buf, wide count, int datatype, struct status *status);
int PMPI_File_read_at_c(void *fh, wide offset, void *buf, wide count, int datatype, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_File_read_at_c(SITE, file_in(fh), offset, buffer_in(buf), count, type_in(datatype), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_File_read_at_c(void *fh, wide offset, void *buf, wide count, int datatype, struct status *status) ALIAS(PMPI_File_read_at_c);

EXPORT int PMPI_File_read_c(void *fh, void *buf, wide count, int datatype, struct status *status);
int PMPI_File_read_c(void *fh, void *buf, wide count, int datatype, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_File_read_c(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_File_read_c(void *fh, void *buf, wide count, int datatype, struct status *status) ALIAS(PMPI_File_read_c);

EXPORT int PMPI_File_read_ordered(void *fh, void *buf, int count, int datatype, struct status *status);
int PMPI_File_read_ordered(void *fh, void *buf, int count, int datatype, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_File_read_ordered(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_File_read_ordered(void *fh, void *buf, int count, int datatype, struct status *status) ALIAS(PMPI_File_read_ordered);

EXPORT int PMPI_File_read_ordered_begin(void *fh, void *buf, int count, int datatype);
int PMPI_File_read_ordered_begin(void *fh, void *buf, int count, int datatype)
{
    return error_out(wt_MPI_File_read_ordered_begin(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype)));
}
EXPORT int MPI_File_read_ordered_begin(void *fh, void *buf, int count, int datatype) ALIAS(PMPI_File_read_ordered_begin);

EXPORT int PMPI_File_read_ordered_begin_c(void *fh, void *buf, wide count, int datatype);
int PMPI_File_read_ordered_begin_c(void *fh, void *buf, wide count, int datatype)
{
    return error_out(wt_MPI_File_read_ordered_begin_c(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype)));
}
EXPORT int MPI_File_read_ordered_begin_c(void *fh, void *buf, wide count, int datatype) ALIAS(PMPI_File_read_ordered_begin_c);

EXPORT int PMPI_File_read_ordered_c(void *fh, void *buf, wide count, int datatype, struct status *status);
int PMPI_File_read_ordered_c(void *fh, void *buf, wide count, int datatype, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_File_read_ordered_c(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_File_read_ordered_c(void *fh, void *buf, wide count, int datatype, struct status *status) ALIAS(PMPI_File_read_ordered_c);

EXPORT int PMPI_File_read_ordered_end(void *fh, void *buf, struct status *status);
int PMPI_File_read_ordered_end(void *fh, void *buf, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_File_read_ordered_end(SITE, file_in(fh), buffer_in(buf), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_File_read_ordered_end(void *fh, void *buf, struct status *status) ALIAS(PMPI_File_read_ordered_end);

EXPORT int PMPI_File_read_shared(void *fh, void *buf, int count, int datatype, struct status *status);
int PMPI_File_read_shared(void *fh, void *buf, int count, int datatype, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_File_read_shared(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_File_read_shared(void *fh, void *buf, int count, int datatype, struct status *status) ALIAS(PMPI_File_read_shared);

EXPORT int PMPI_File_read_shared_c(void *fh, void *buf, wide count, int datatype, struct status *status);
int PMPI_File_read_shared_c(void *fh, void *buf, wide count, int datatype, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_File_read_shared_c(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_File_read_shared_c(void *fh, void *buf, wide count, int datatype, struct status *status) ALIAS(PMPI_File_read_shared_c);

EXPORT int PMPI_File_seek(void *fh, wide offset, int whence);
int PMPI_File_seek(void *fh, wide offset, int whence)
{
    return error_out(wt_MPI_File_seek(SITE, file_in(fh), offset, seek_in(whence)));
}
EXPORT int MPI_File_seek(void *fh, wide offset, int whence) ALIAS(PMPI_File_seek);

EXPORT int PMPI_File_seek_shared(void *fh, wide offset, int whence);
int PMPI_File_seek_shared(void *fh, wide offset, int whence)
{
    return error_out(wt_MPI_File_seek_shared(SITE, file_in(fh), offset, seek_in(whence)));
}
EXPORT int MPI_File_seek_shared(void *fh, wide offset, int whence) ALIAS(PMPI_File_seek_shared);

EXPORT int PMPI_File_set_atomicity(void *fh, int flag);
int PMPI_File_set_atomicity(void *fh, int flag)
{
    return error_out(wt_MPI_File_set_atomicity(SITE, file_in(fh), flag));
}
EXPORT int MPI_File_set_atomicity(void *fh, int flag) ALIAS(PMPI_File_set_atomicity);

EXPORT int PMPI_File_set_errhandler(void *file, int errhandler);
int PMPI_File_set_errhandler(void *file, int errhandler)
{
    return error_out(wt_MPI_File_set_errhandler(SITE, file_in(file), errhandler_in(errhandler)));
}
EXPORT int MPI_File_set_errhandler(void *file, int errhandler) ALIAS(PMPI_File_set_errhandler);

EXPORT int PMPI_File_set_info(void *fh, int info);
int PMPI_File_set_info(void *fh, int info)
{
    return error_out(wt_MPI_File_set_info(SITE, file_in(fh), info_in(info)));
}
EXPORT int MPI_File_set_info(void *fh, int info) ALIAS(PMPI_File_set_info);

EXPORT int PMPI_File_set_size(void *fh, wide size);
int PMPI_File_set_size(void *fh, wide size)
{
    return error_out(wt_MPI_File_set_size(SITE, file_in(fh), size));
}
EXPORT int MPI_File_set_size(void *fh, wide size) ALIAS(PMPI_File_set_size);

EXPORT int PMPI_File_set_view(void *fh, wide disp, int etype, int filetype, const char *datarep, int info);
int PMPI_File_set_view(void *fh, wide disp, int etype, int filetype, const char *datarep, int info)
{
    return error_out(wt_MPI_File_set_view(SITE, file_in(fh), displacement_in(disp), type_in(etype), type_in(filetype), datarep, info_in(info)));
}
EXPORT int MPI_File_set_view(void *fh, wide disp, int etype, int filetype, const char *datarep, int info) ALIAS(PMPI_File_set_view);

EXPORT int PMPI_File_sync(void *fh);
int PMPI_File_sync(void *fh)
{
    return error_out(wt_MPI_File_sync(SITE, file_in(fh)));
}
EXPORT int MPI_File_sync(void *fh) ALIAS(PMPI_File_sync);

EXPORT int PMPI_File_toint(void *file);
int PMPI_File_toint(void *file)
{
    return wt_MPI_File_toint(SITE, file_in(file));
}
EXPORT int MPI_File_toint(void *file) ALIAS(PMPI_File_toint);

EXPORT int PMPI_File_write(void *fh, const void *buf, int count, int datatype, struct status *status);
int PMPI_File_write(void *fh, const void *buf, int count, int datatype, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_File_write(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_File_write(void *fh, const void *buf, int count, int datatype, struct status *status) ALIAS(PMPI_File_write);

EXPORT int PMPI_File_write_all(void *fh, const void *buf, int count, int datatype, struct status *status);
int PMPI_File_write_all(void *fh, const void *buf, int count, int datatype, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_File_write_all(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_File_write_all(void *fh, const void *buf, int count, int datatype, struct status *status) ALIAS(PMPI_File_write_all);

EXPORT int PMPI_File_write_all_begin(void *fh, const void *buf, int count, int datatype);
int PMPI_File_write_all_begin(void *fh, const void *buf, int count, int datatype)
{
    return error_out(wt_MPI_File_write_all_begin(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype)));
}
EXPORT int MPI_File_write_all_begin(void *fh, const void *buf, int count, int datatype) ALIAS(PMPI_File_write_all_begin);

EXPORT int PMPI_File_write_all_begin_c(void *fh, const void *buf, wide count, int datatype);
int PMPI_File_write_all_begin_c(void *fh, const void *buf, wide count, int datatype)
{
    return error_out(wt_MPI_File_write_all_begin_c(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype)));
}
EXPORT int MPI_File_write_all_begin_c(void *fh, const void *buf, wide count, int datatype) ALIAS(PMPI_File_write_all_begin_c);

EXPORT int PMPI_File_write_all_c(void *fh, const void *buf, wide count, int datatype, struct status *status);
int PMPI_File_write_all_c(void *fh, const void *buf, wide count, int datatype, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_File_write_all_c(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_File_write_all_c(void *fh, const void *buf, wide count, int datatype, struct status *status) ALIAS(PMPI_File_write_all_c);

EXPORT int PMPI_File_write_all_end(void *fh, const void *buf, struct status *status);
int PMPI_File_write_all_end(void *fh, const void *buf, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_File_write_all_end(SITE, file_in(fh), buffer_in(buf), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_File_write_all_end(void *fh, const void *buf, struct status *status) ALIAS(PMPI_File_write_all_end);

EXPORT int PMPI_File_write_at(void *fh, wide offset, const void *buf, int count, int datatype, struct status *status);
int PMPI_File_write_at(void *fh, wide offset, const void *buf, int count, int datatype, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_File_write_at(SITE, file_in(fh), offset, buffer_in(buf), count, type_in(datatype), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_File_write_at(void *fh, wide offset, const void *buf, int count, int datatype, struct status *status) ALIAS(PMPI_File_write_at);

EXPORT int PMPI_File_write_at_all(void *fh, wide offset, const void *buf, int count, int datatype, struct status *status);
int PMPI_File_write_at_all(void *fh, wide offset, const void *buf, int count, int datatype, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_File_write_at_all(SITE, file_in(fh), offset, buffer_in(buf), count, type_in(datatype), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_File_write_at_all(void *fh, wide offset, const void *buf, int count, int datatype, struct status *status) ALIAS(PMPI_File_write_at_all);

EXPORT int PMPI_File_write_at_all_begin(void *fh, wide offset, const void *buf, int count, int datatype);
int PMPI_File_write_at_all_begin(void *fh, wide offset, const void *buf, int count, int datatype)
{
    return error_out(wt_MPI_File_write_at_all_begin(SITE, file_in(fh), offset, buffer_in(buf), count, type_in(datatype)));
}
EXPORT int MPI_File_write_at_all_begin(void *fh, wide offset, const void *buf, int count, int datatype) ALIAS(PMPI_File_write_at_all_begin);

EXPORT int PMPI_File_write_at_all_begin_c(void *fh, wide offset, const void *buf, wide count, int datatype);
int PMPI_File_write_at_all_begin_c(void *fh, wide offset, const void *buf, wide count, int datatype)
{
    return error_out(wt_MPI_File_write_at_all_begin_c(SITE, file_in(fh), offset, buffer_in(buf), count, type_in(datatype)));
}
EXPORT int MPI_File_write_at_all_begin_c(void *fh, wide offset, const void *buf, wide count, int datatype) ALIAS(PMPI_File_write_at_all_begin_c);

EXPORT int PMPI_File_write_at_all_c(void *fh, wide offset, const void *buf, wide count, int datatype, struct status *status);
int PMPI_File_write_at_all_c(void *fh, wide offset, const void *buf, wide count, int datatype, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_File_write_at_all_c(SITE, file_in(fh), offset, buffer_in(buf), count, type_in(datatype), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_File_write_at_all_c(void *fh, wide offset, const void *buf, wide count, int datatype, struct status *status) ALIAS(PMPI_File_write_at_all_c);

EXPORT int PMPI_File_write_at_all_end(void *fh, const void *buf, struct status *status);
int PMPI_File_write_at_all_end(void *fh, const void *buf, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_File_write_at_all_end(SITE, file_in(fh), buffer_in(buf), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_File_write_at_all_end(void *fh, const void *buf, struct status *status) ALIAS(PMPI_File_write_at_all_end);

EXPORT int PMPI_File_write_at_c(void *fh, wide offset, const void *buf, wide count, int datatype, struct status *status);
int PMPI_File_write_at_c(void *fh, wide offset, const void *buf, wide count, int datatype, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_File_write_at_c(SITE, file_in(fh), offset, buffer_in(buf), count, type_in(datatype), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_File_write_at_c(void *fh, wide offset, const void *buf, wide count, int datatype, struct status *status) ALIAS(PMPI_File_write_at_c);

EXPORT int PMPI_File_write_c(void *fh, const void *buf, wide count, int datatype, struct status *status);
int PMPI_File_write_c(void *fh, const void *buf, wide count, int datatype, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_File_write_c(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_File_write_c(void *fh, const void *buf, wide count, int datatype, struct status *status) ALIAS(PMPI_File_write_c);

EXPORT int PMPI_File_write_ordered(void *fh, const void *buf, int count, int datatype, struct status *status);
int PMPI_File_write_ordered(void *fh, const void *buf, int count, int datatype, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_File_write_ordered(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_File_write_ordered(void *fh, const void *buf, int count, int datatype, struct status *status) ALIAS(PMPI_File_write_ordered);

EXPORT int PMPI_File_write_ordered_begin(void *fh, const void *buf, int count, int datatype);
int PMPI_File_write_ordered_begin(void *fh, const void *buf, int count, int datatype)
{
    return error_out(wt_MPI_File_write_ordered_begin(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype)));
}
EXPORT int MPI_File_write_ordered_begin(void *fh, const void *buf, int count, int datatype) ALIAS(PMPI_File_write_ordered_begin);

EXPORT int PMPI_File_write_ordered_begin_c(void *fh, const void *buf, wide count, int datatype);
int PMPI_File_write_ordered_begin_c(void *fh, const void *buf, wide count, int datatype)
{
    return error_out(wt_MPI_File_write_ordered_begin_c(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype)));
}
EXPORT int MPI_File_write_ordered_begin_c(void *fh, const void *buf, wide count, int datatype) ALIAS(PMPI_File_write_ordered_begin_c);

EXPORT int PMPI_File_write_ordered_c(void *fh, const void *buf, wide count, int datatype, struct status *status);
int PMPI_File_write_ordered_c(void *fh, const void *buf, wide count, int datatype, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_File_write_ordered_c(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_File_write_ordered_c(void *fh, const void *buf, wide count, int datatype, struct status *status) ALIAS(PMPI_File_write_ordered_c);

EXPORT int PMPI_File_write_ordered_end(void *fh, const void *buf, struct status *status);
int PMPI_File_write_ordered_end(void *fh, const void *buf, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_File_write_ordered_end(SITE, file_in(fh), buffer_in(buf), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_File_write_ordered_end(void *fh, const void *buf, struct status *status) ALIAS(PMPI_File_write_ordered_end);

EXPORT int PMPI_File_write_shared(void *fh, const void *buf, int count, int datatype, struct status *status);
int PMPI_File_write_shared(void *fh, const void *buf, int count, int datatype, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_File_write_shared(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_File_write_shared(void *fh, const void *buf, int count, int datatype, struct status *status) ALIAS(PMPI_File_write_shared);

EXPORT int PMPI_File_write_shared_c(void *fh, const void *buf, wide count, int datatype, struct status *status);
int PMPI_File_write_shared_c(void *fh, const void *buf, wide count, int datatype, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_File_write_shared_c(SITE, file_in(fh), buffer_in(buf), count, type_in(datatype), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_File_write_shared_c(void *fh, const void *buf, wide count, int datatype, struct status *status) ALIAS(PMPI_File_write_shared_c);

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

EXPORT int PMPI_Gather(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, int recvcount, int recvtype, int root, int comm);
int PMPI_Gather(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, int recvcount, int recvtype, int root, int comm)
{
    return error_out(wt_MPI_Gather(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(root), comm_in(comm)));
}
EXPORT int MPI_Gather(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, int recvcount, int recvtype, int root, int comm) ALIAS(PMPI_Gather);

EXPORT int PMPI_Gather_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, wide recvcount, int recvtype, int root, int comm);
int PMPI_Gather_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, wide recvcount, int recvtype, int root, int comm)
{
    return error_out(wt_MPI_Gather_c(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(root), comm_in(comm)));
}
EXPORT int MPI_Gather_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, wide recvcount, int recvtype, int root, int comm) ALIAS(PMPI_Gather_c);

EXPORT int PMPI_Gather_init(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, int recvcount, int recvtype, int root, int comm, int info, int *request);
int PMPI_Gather_init(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, int recvcount, int recvtype, int root, int comm, int info, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Gather_init(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(root), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Gather_init(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, int recvcount, int recvtype, int root, int comm, int info, int *request) ALIAS(PMPI_Gather_init);

EXPORT int PMPI_Gather_init_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, wide recvcount, int recvtype, int root, int comm, int info, int *request);
int PMPI_Gather_init_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, wide recvcount, int recvtype, int root, int comm, int info, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Gather_init_c(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(root), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Gather_init_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, wide recvcount, int recvtype, int root, int comm, int info, int *request) ALIAS(PMPI_Gather_init_c);

EXPORT int PMPI_Gatherv(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, const int recvcounts[], const int displs[], int recvtype, int root, int comm);
int PMPI_Gatherv(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, const int recvcounts[], const int displs[], int recvtype, int root, int comm)
{
    return error_out(wt_MPI_Gatherv(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcounts, displs, type_in(recvtype), rank_in(root), comm_in(comm)));
}
EXPORT int MPI_Gatherv(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, const int recvcounts[], const int displs[], int recvtype, int root, int comm) ALIAS(PMPI_Gatherv);

EXPORT int PMPI_Gatherv_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], int recvtype, int root, int comm);
int PMPI_Gatherv_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], int recvtype, int root, int comm)
{
    return error_out(wt_MPI_Gatherv_c(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcounts, displs, type_in(recvtype), rank_in(root), comm_in(comm)));
}
EXPORT int MPI_Gatherv_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], int recvtype, int root, int comm) ALIAS(PMPI_Gatherv_c);

EXPORT int PMPI_Gatherv_init(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, const int recvcounts[], const int displs[], int recvtype, int root, int comm, int info, int *request);
int PMPI_Gatherv_init(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, const int recvcounts[], const int displs[], int recvtype, int root, int comm, int info, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Gatherv_init(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcounts, displs, type_in(recvtype), rank_in(root), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Gatherv_init(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, const int recvcounts[], const int displs[], int recvtype, int root, int comm, int info, int *request) ALIAS(PMPI_Gatherv_init);

EXPORT int PMPI_Gatherv_init_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], int recvtype, int root, int comm, int info, int *request);
int PMPI_Gatherv_init_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], int recvtype, int root, int comm, int info, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Gatherv_init_c(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcounts, displs, type_in(recvtype), rank_in(root), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Gatherv_init_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], int recvtype, int root, int comm, int info, int *request) ALIAS(PMPI_Gatherv_init_c);

EXPORT int PMPI_Get(void *origin_addr, int origin_count, int origin_datatype, int target_rank, wide target_disp, int target_count, int target_datatype, int win);
int PMPI_Get(void *origin_addr, int origin_count, int origin_datatype, int target_rank, wide target_disp, int target_count, int target_datatype, int win)
{
    return error_out(wt_MPI_Get(SITE, buffer_in(origin_addr), origin_count, type_in(origin_datatype), rank_in(target_rank), target_disp, target_count, type_in(target_datatype), win_in(win)));
}
EXPORT int MPI_Get(void *origin_addr, int origin_count, int origin_datatype, int target_rank, wide target_disp, int target_count, int target_datatype, int win) ALIAS(PMPI_Get);

EXPORT int PMPI_Get_accumulate(const void *origin_addr, int origin_count, int origin_datatype, void *result_addr, int result_count, int result_datatype, int target_rank, wide target_disp, int target_count, int target_datatype, int op, int win);
int PMPI_Get_accumulate(const void *origin_addr, int origin_count, int origin_datatype, void *result_addr, int result_count, int result_datatype, int target_rank, wide target_disp, int target_count, int target_datatype, int op, int win)
{
    return error_out(wt_MPI_Get_accumulate(SITE, buffer_in(origin_addr), origin_count, type_in(origin_datatype), buffer_in(result_addr), result_count, type_in(result_datatype), rank_in(target_rank), target_disp, target_count, type_in(target_datatype), op_in(op), win_in(win)));
}
EXPORT int MPI_Get_accumulate(const void *origin_addr, int origin_count, int origin_datatype, void *result_addr, int result_count, int result_datatype, int target_rank, wide target_disp, int target_count, int target_datatype, int op, int win) ALIAS(PMPI_Get_accumulate);

EXPORT int PMPI_Get_accumulate_c(const void *origin_addr, wide origin_count, int origin_datatype, void *result_addr, wide result_count, int result_datatype, int target_rank, wide target_disp, wide target_count, int target_datatype, int op, int win);
int PMPI_Get_accumulate_c(const void *origin_addr, wide origin_count, int origin_datatype, void *result_addr, wide result_count, int result_datatype, int target_rank, wide target_disp, wide target_count, int target_datatype, int op, int win)
{
    return error_out(wt_MPI_Get_accumulate_c(SITE, buffer_in(origin_addr), origin_count, type_in(origin_datatype), buffer_in(result_addr), result_count, type_in(result_datatype), rank_in(target_rank), target_disp, target_count, type_in(target_datatype), op_in(op), win_in(win)));
}
EXPORT int MPI_Get_accumulate_c(const void *origin_addr, wide origin_count, int origin_datatype, void *result_addr, wide result_count, int result_datatype, int target_rank, wide target_disp, wide target_count, int target_datatype, int op, int win) ALIAS(PMPI_Get_accumulate_c);

EXPORT int PMPI_Get_address(const void *location, wide *address);
int PMPI_Get_address(const void *location, wide *address)
{
    return error_out(wt_MPI_Get_address(SITE, location, address));
}
EXPORT int MPI_Get_address(const void *location, wide *address) ALIAS(PMPI_Get_address);

EXPORT int PMPI_Get_c(void *origin_addr, wide origin_count, int origin_datatype, int target_rank, wide target_disp, wide target_count, int target_datatype, int win);
int PMPI_Get_c(void *origin_addr, wide origin_count, int origin_datatype, int target_rank, wide target_disp, wide target_count, int target_datatype, int win)
{
    return error_out(wt_MPI_Get_c(SITE, buffer_in(origin_addr), origin_count, type_in(origin_datatype), rank_in(target_rank), target_disp, target_count, type_in(target_datatype), win_in(win)));
}
EXPORT int MPI_Get_c(void *origin_addr, wide origin_count, int origin_datatype, int target_rank, wide target_disp, wide target_count, int target_datatype, int win) ALIAS(PMPI_Get_c);

EXPORT int PMPI_Get_count(const struct status *status, int datatype, int *count);
int PMPI_Get_count(const struct status *status, int datatype, int *count)
{
    struct core_status status_ = {0};
    if (!ignored(status)) status_ = status_in(status);
    return error_out(wt_MPI_Get_count(SITE, ignored(status) ? NULL : &status_, type_in(datatype), count));
}
EXPORT int MPI_Get_count(const struct status *status, int datatype, int *count) ALIAS(PMPI_Get_count);

EXPORT int PMPI_Get_count_c(const struct status *status, int datatype, wide *count);
int PMPI_Get_count_c(const struct status *status, int datatype, wide *count)
{
    struct core_status status_ = {0};
    if (!ignored(status)) status_ = status_in(status);
    return error_out(wt_MPI_Get_count_c(SITE, ignored(status) ? NULL : &status_, type_in(datatype), count));
}
EXPORT int MPI_Get_count_c(const struct status *status, int datatype, wide *count) ALIAS(PMPI_Get_count_c);

EXPORT int PMPI_Get_elements(const struct status *status, int datatype, int *count);
int PMPI_Get_elements(const struct status *status, int datatype, int *count)
{
    struct core_status status_ = {0};
    if (!ignored(status)) status_ = status_in(status);
    return error_out(wt_MPI_Get_elements(SITE, ignored(status) ? NULL : &status_, type_in(datatype), count));
}
EXPORT int MPI_Get_elements(const struct status *status, int datatype, int *count) ALIAS(PMPI_Get_elements);

EXPORT int PMPI_Get_elements_c(const struct status *status, int datatype, wide *count);
int PMPI_Get_elements_c(const struct status *status, int datatype, wide *count)
{
    struct core_status status_ = {0};
    if (!ignored(status)) status_ = status_in(status);
    return error_out(wt_MPI_Get_elements_c(SITE, ignored(status) ? NULL : &status_, type_in(datatype), count));
}
EXPORT int MPI_Get_elements_c(const struct status *status, int datatype, wide *count) ALIAS(PMPI_Get_elements_c);

EXPORT int PMPI_Get_elements_x(const struct status *status, int datatype, wide *count);
int PMPI_Get_elements_x(const struct status *status, int datatype, wide *count)
{
    struct core_status status_ = {0};
    if (!ignored(status)) status_ = status_in(status);
    return error_out(wt_MPI_Get_elements_x(SITE, ignored(status) ? NULL : &status_, type_in(datatype), count));
}
EXPORT int MPI_Get_elements_x(const struct status *status, int datatype, wide *count) ALIAS(PMPI_Get_elements_x);

EXPORT int PMPI_Get_hw_resource_info(int *hw_info);
int PMPI_Get_hw_resource_info(int *hw_info)
{
    core hw_info_ = 0;
    int code = wt_MPI_Get_hw_resource_info(SITE, hw_info ? &hw_info_ : NULL);
    if (hw_info_) *hw_info = info_out(hw_info_);
    return error_out(code);
}
EXPORT int MPI_Get_hw_resource_info(int *hw_info) ALIAS(PMPI_Get_hw_resource_info);

EXPORT int PMPI_Get_library_version(char *version, int *resultlen);
int PMPI_Get_library_version(char *version, int *resultlen)
{
    return error_out(wt_MPI_Get_library_version(SITE, version, resultlen));
}
EXPORT int MPI_Get_library_version(char *version, int *resultlen) ALIAS(PMPI_Get_library_version);

EXPORT int PMPI_Get_processor_name(char *name, int *resultlen);
int PMPI_Get_processor_name(char *name, int *resultlen)
{
    char whole[256]; /* MPI_MAX_PROCESSOR_NAME of the standard ABI; it is 128 here */
    int length = 0;
    int code = wt_MPI_Get_processor_name(SITE, name ? whole : NULL, &length);
    if (code == 0) {
        if (length > 127) length = 127;
        memcpy(name, whole, (size_t)length);
        name[length] = 0;
        if (resultlen) *resultlen = length;
    }
    return error_out(code);
}
EXPORT int MPI_Get_processor_name(char *name, int *resultlen) ALIAS(PMPI_Get_processor_name);

EXPORT int PMPI_Get_version(int *version, int *subversion);
int PMPI_Get_version(int *version, int *subversion)
{
    return error_out(wt_MPI_Get_version(SITE, version, subversion));
}
EXPORT int MPI_Get_version(int *version, int *subversion) ALIAS(PMPI_Get_version);

EXPORT int PMPI_Graph_create(int comm_old, int nnodes, const int index[], const int edges[], int reorder, int *comm_graph);
int PMPI_Graph_create(int comm_old, int nnodes, const int index[], const int edges[], int reorder, int *comm_graph)
{
    core comm_graph_ = 0;
    int code = wt_MPI_Graph_create(SITE, comm_in(comm_old), nnodes, index, edges, reorder, comm_graph ? &comm_graph_ : NULL);
    if (comm_graph_) *comm_graph = comm_out(comm_graph_);
    return error_out(code);
}
EXPORT int MPI_Graph_create(int comm_old, int nnodes, const int index[], const int edges[], int reorder, int *comm_graph) ALIAS(PMPI_Graph_create);

EXPORT int PMPI_Graph_get(int comm, int maxindex, int maxedges, int index[], int edges[]);
int PMPI_Graph_get(int comm, int maxindex, int maxedges, int index[], int edges[])
{
    return error_out(wt_MPI_Graph_get(SITE, comm_in(comm), maxindex, maxedges, index, edges));
}
EXPORT int MPI_Graph_get(int comm, int maxindex, int maxedges, int index[], int edges[]) ALIAS(PMPI_Graph_get);

EXPORT int PMPI_Graph_map(int comm, int nnodes, const int index[], const int edges[], int *newrank);
int PMPI_Graph_map(int comm, int nnodes, const int index[], const int edges[], int *newrank)
{
    int code = wt_MPI_Graph_map(SITE, comm_in(comm), nnodes, index, edges, newrank);
    if (code == 0 && newrank) *newrank = rank_out(*newrank);
    return error_out(code);
}
EXPORT int MPI_Graph_map(int comm, int nnodes, const int index[], const int edges[], int *newrank) ALIAS(PMPI_Graph_map);

EXPORT int PMPI_Graph_neighbors(int comm, int rank, int maxneighbors, int neighbors[]);
int PMPI_Graph_neighbors(int comm, int rank, int maxneighbors, int neighbors[])
{
    return error_out(wt_MPI_Graph_neighbors(SITE, comm_in(comm), rank_in(rank), maxneighbors, neighbors));
}
EXPORT int MPI_Graph_neighbors(int comm, int rank, int maxneighbors, int neighbors[]) ALIAS(PMPI_Graph_neighbors);

EXPORT int PMPI_Graph_neighbors_count(int comm, int rank, int *nneighbors);
int PMPI_Graph_neighbors_count(int comm, int rank, int *nneighbors)
{
    return error_out(wt_MPI_Graph_neighbors_count(SITE, comm_in(comm), rank_in(rank), nneighbors));
}
EXPORT int MPI_Graph_neighbors_count(int comm, int rank, int *nneighbors) ALIAS(PMPI_Graph_neighbors_count);

EXPORT int PMPI_Graphdims_get(int comm, int *nnodes, int *nedges);
int PMPI_Graphdims_get(int comm, int *nnodes, int *nedges)
{
    return error_out(wt_MPI_Graphdims_get(SITE, comm_in(comm), nnodes, nedges));
}
EXPORT int MPI_Graphdims_get(int comm, int *nnodes, int *nedges) ALIAS(PMPI_Graphdims_get);

EXPORT int PMPI_Grequest_complete(int request);
int PMPI_Grequest_complete(int request)
{
    return error_out(wt_MPI_Grequest_complete(SITE, request_in(request)));
}
EXPORT int MPI_Grequest_complete(int request) ALIAS(PMPI_Grequest_complete);

EXPORT int PMPI_Grequest_start(void *query_fn, void *free_fn, void *cancel_fn, void *extra_state, int *request);
int PMPI_Grequest_start(void *query_fn, void *free_fn, void *cancel_fn, void *extra_state, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Grequest_start(SITE, query_fn, free_fn, cancel_fn, extra_state, request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Grequest_start(void *query_fn, void *free_fn, void *cancel_fn, void *extra_state, int *request) ALIAS(PMPI_Grequest_start);

EXPORT int PMPI_Group_compare(int group1, int group2, int *result);
int PMPI_Group_compare(int group1, int group2, int *result)
{
    int code = wt_MPI_Group_compare(SITE, group_in(group1), group_in(group2), result);
    if (code == 0 && result) *result = comparison_out(*result);
    return error_out(code);
}
EXPORT int MPI_Group_compare(int group1, int group2, int *result) ALIAS(PMPI_Group_compare);

EXPORT int PMPI_Group_difference(int group1, int group2, int *newgroup);
int PMPI_Group_difference(int group1, int group2, int *newgroup)
{
    core newgroup_ = 0;
    int code = wt_MPI_Group_difference(SITE, group_in(group1), group_in(group2), newgroup ? &newgroup_ : NULL);
    if (newgroup_) *newgroup = group_out(newgroup_);
    return error_out(code);
}
EXPORT int MPI_Group_difference(int group1, int group2, int *newgroup) ALIAS(PMPI_Group_difference);

EXPORT int PMPI_Group_excl(int group, int n, const int ranks[], int *newgroup);
int PMPI_Group_excl(int group, int n, const int ranks[], int *newgroup)
{
    core newgroup_ = 0;
    int code = wt_MPI_Group_excl(SITE, group_in(group), n, ranks, newgroup ? &newgroup_ : NULL);
    if (newgroup_) *newgroup = group_out(newgroup_);
    return error_out(code);
}
EXPORT int MPI_Group_excl(int group, int n, const int ranks[], int *newgroup) ALIAS(PMPI_Group_excl);

EXPORT int PMPI_Group_free(int *group);
int PMPI_Group_free(int *group)
{
    core group_ = group ? group_in(*group) : 0;
    int code = wt_MPI_Group_free(SITE, group ? &group_ : NULL);
    if (group_) *group = group_out(group_);
    return error_out(code);
}
EXPORT int MPI_Group_free(int *group) ALIAS(PMPI_Group_free);

EXPORT int PMPI_Group_from_session_pset(int session, const char *pset_name, int *newgroup);
int PMPI_Group_from_session_pset(int session, const char *pset_name, int *newgroup)
{
    core newgroup_ = 0;
    int code = wt_MPI_Group_from_session_pset(SITE, session_in(session), pset_name, newgroup ? &newgroup_ : NULL);
    if (newgroup_) *newgroup = group_out(newgroup_);
    return error_out(code);
}
EXPORT int MPI_Group_from_session_pset(int session, const char *pset_name, int *newgroup) ALIAS(PMPI_Group_from_session_pset);

EXPORT int PMPI_Group_fromint(int group);
int PMPI_Group_fromint(int group)
{
    return group;
}
EXPORT int MPI_Group_fromint(int group) ALIAS(PMPI_Group_fromint);

EXPORT int PMPI_Group_incl(int group, int n, const int ranks[], int *newgroup);
int PMPI_Group_incl(int group, int n, const int ranks[], int *newgroup)
{
    core newgroup_ = 0;
    int code = wt_MPI_Group_incl(SITE, group_in(group), n, ranks, newgroup ? &newgroup_ : NULL);
    if (newgroup_) *newgroup = group_out(newgroup_);
    return error_out(code);
}
EXPORT int MPI_Group_incl(int group, int n, const int ranks[], int *newgroup) ALIAS(PMPI_Group_incl);

EXPORT int PMPI_Group_intersection(int group1, int group2, int *newgroup);
int PMPI_Group_intersection(int group1, int group2, int *newgroup)
{
    core newgroup_ = 0;
    int code = wt_MPI_Group_intersection(SITE, group_in(group1), group_in(group2), newgroup ? &newgroup_ : NULL);
    if (newgroup_) *newgroup = group_out(newgroup_);
    return error_out(code);
}
EXPORT int MPI_Group_intersection(int group1, int group2, int *newgroup) ALIAS(PMPI_Group_intersection);

EXPORT int PMPI_Group_range_excl(int group, int n, int ranges[][3], int *newgroup);
int PMPI_Group_range_excl(int group, int n, int ranges[][3], int *newgroup)
{
    core newgroup_ = 0;
    int code = wt_MPI_Group_range_excl(SITE, group_in(group), n, ranges, newgroup ? &newgroup_ : NULL);
    if (newgroup_) *newgroup = group_out(newgroup_);
    return error_out(code);
}
EXPORT int MPI_Group_range_excl(int group, int n, int ranges[][3], int *newgroup) ALIAS(PMPI_Group_range_excl);

EXPORT int PMPI_Group_range_incl(int group, int n, int ranges[][3], int *newgroup);
int PMPI_Group_range_incl(int group, int n, int ranges[][3], int *newgroup)
{
    core newgroup_ = 0;
    int code = wt_MPI_Group_range_incl(SITE, group_in(group), n, ranges, newgroup ? &newgroup_ : NULL);
    if (newgroup_) *newgroup = group_out(newgroup_);
    return error_out(code);
}
EXPORT int MPI_Group_range_incl(int group, int n, int ranges[][3], int *newgroup) ALIAS(PMPI_Group_range_incl);

EXPORT int PMPI_Group_rank(int group, int *rank);
int PMPI_Group_rank(int group, int *rank)
{
    int code = wt_MPI_Group_rank(SITE, group_in(group), rank);
    if (code == 0 && rank) *rank = rank_out(*rank);
    return error_out(code);
}
EXPORT int MPI_Group_rank(int group, int *rank) ALIAS(PMPI_Group_rank);

EXPORT int PMPI_Group_size(int group, int *size);
int PMPI_Group_size(int group, int *size)
{
    return error_out(wt_MPI_Group_size(SITE, group_in(group), size));
}
EXPORT int MPI_Group_size(int group, int *size) ALIAS(PMPI_Group_size);

EXPORT int PMPI_Group_toint(int group);
int PMPI_Group_toint(int group)
{
    return group;
}
EXPORT int MPI_Group_toint(int group) ALIAS(PMPI_Group_toint);

EXPORT int PMPI_Group_translate_ranks(int group1, int n, const int ranks1[], int group2, int ranks2[]);
int PMPI_Group_translate_ranks(int group1, int n, const int ranks1[], int group2, int ranks2[])
{
    int ranks1_count = ranks1 ? clamped(n) : 0;
    SCRATCH(int, ranks1_, ranks1_count, 32);
    for (int i = 0; i < ranks1_count; i++) ranks1_[i] = rank_in(ranks1[i]);
    int code = wt_MPI_Group_translate_ranks(SITE, group_in(group1), n, ranks1 ? ranks1_ : NULL, group_in(group2), ranks2);
    for (int i = 0; code == 0 && ranks2 && i < clamped(n); i++) ranks2[i] = rank_out(ranks2[i]);
    RELEASE(ranks1_);
    return error_out(code);
}
EXPORT int MPI_Group_translate_ranks(int group1, int n, const int ranks1[], int group2, int ranks2[]) ALIAS(PMPI_Group_translate_ranks);

EXPORT int PMPI_Group_union(int group1, int group2, int *newgroup);
int PMPI_Group_union(int group1, int group2, int *newgroup)
{
    core newgroup_ = 0;
    int code = wt_MPI_Group_union(SITE, group_in(group1), group_in(group2), newgroup ? &newgroup_ : NULL);
    if (newgroup_) *newgroup = group_out(newgroup_);
    return error_out(code);
}
EXPORT int MPI_Group_union(int group1, int group2, int *newgroup) ALIAS(PMPI_Group_union);

EXPORT int PMPI_Iallgather(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, int recvcount, int recvtype, int comm, int *request);
int PMPI_Iallgather(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, int recvcount, int recvtype, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Iallgather(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Iallgather(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, int recvcount, int recvtype, int comm, int *request) ALIAS(PMPI_Iallgather);

EXPORT int PMPI_Iallgather_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, wide recvcount, int recvtype, int comm, int *request);
int PMPI_Iallgather_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, wide recvcount, int recvtype, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Iallgather_c(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Iallgather_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, wide recvcount, int recvtype, int comm, int *request) ALIAS(PMPI_Iallgather_c);

EXPORT int PMPI_Iallgatherv(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, const int recvcounts[], const int displs[], int recvtype, int comm, int *request);
int PMPI_Iallgatherv(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, const int recvcounts[], const int displs[], int recvtype, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Iallgatherv(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcounts, displs, type_in(recvtype), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Iallgatherv(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, const int recvcounts[], const int displs[], int recvtype, int comm, int *request) ALIAS(PMPI_Iallgatherv);

EXPORT int PMPI_Iallgatherv_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], int recvtype, int comm, int *request);
int PMPI_Iallgatherv_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], int recvtype, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Iallgatherv_c(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcounts, displs, type_in(recvtype), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Iallgatherv_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], int recvtype, int comm, int *request) ALIAS(PMPI_Iallgatherv_c);

EXPORT int PMPI_Iallreduce(const void *sendbuf, void *recvbuf, int count, int datatype, int op, int comm, int *request);
int PMPI_Iallreduce(const void *sendbuf, void *recvbuf, int count, int datatype, int op, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Iallreduce(SITE, buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Iallreduce(const void *sendbuf, void *recvbuf, int count, int datatype, int op, int comm, int *request) ALIAS(PMPI_Iallreduce);

EXPORT int PMPI_Iallreduce_c(const void *sendbuf, void *recvbuf, wide count, int datatype, int op, int comm, int *request);
int PMPI_Iallreduce_c(const void *sendbuf, void *recvbuf, wide count, int datatype, int op, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Iallreduce_c(SITE, buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Iallreduce_c(const void *sendbuf, void *recvbuf, wide count, int datatype, int op, int comm, int *request) ALIAS(PMPI_Iallreduce_c);

EXPORT int PMPI_Ialltoall(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, int recvcount, int recvtype, int comm, int *request);
int PMPI_Ialltoall(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, int recvcount, int recvtype, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Ialltoall(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Ialltoall(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, int recvcount, int recvtype, int comm, int *request) ALIAS(PMPI_Ialltoall);

EXPORT int PMPI_Ialltoall_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, wide recvcount, int recvtype, int comm, int *request);
int PMPI_Ialltoall_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, wide recvcount, int recvtype, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Ialltoall_c(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Ialltoall_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, wide recvcount, int recvtype, int comm, int *request) ALIAS(PMPI_Ialltoall_c);

EXPORT int PMPI_Ialltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], int sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], int recvtype, int comm, int *request);
int PMPI_Ialltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], int sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], int recvtype, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Ialltoallv(SITE, buffer_in(sendbuf), sendcounts, sdispls, type_in(sendtype), buffer_in(recvbuf), recvcounts, rdispls, type_in(recvtype), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Ialltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], int sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], int recvtype, int comm, int *request) ALIAS(PMPI_Ialltoallv);

EXPORT int PMPI_Ialltoallv_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], int sendtype, void *recvbuf, const wide recvcounts[], const wide rdispls[], int recvtype, int comm, int *request);
int PMPI_Ialltoallv_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], int sendtype, void *recvbuf, const wide recvcounts[], const wide rdispls[], int recvtype, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Ialltoallv_c(SITE, buffer_in(sendbuf), sendcounts, sdispls, type_in(sendtype), buffer_in(recvbuf), recvcounts, rdispls, type_in(recvtype), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Ialltoallv_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], int sendtype, void *recvbuf, const wide recvcounts[], const wide rdispls[], int recvtype, int comm, int *request) ALIAS(PMPI_Ialltoallv_c);

EXPORT int PMPI_Ialltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[], const int sendtypes[], void *recvbuf, const int recvcounts[], const int rdispls[], const int recvtypes[], int comm, int *request);
int PMPI_Ialltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[], const int sendtypes[], void *recvbuf, const int recvcounts[], const int rdispls[], const int recvtypes[], int comm, int *request)
{
    int sendtypes_count = sendtypes ? sendbuf == (void *)-1 ? 0 : wt_peers(comm_in(comm)) : 0;
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
EXPORT int MPI_Ialltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[], const int sendtypes[], void *recvbuf, const int recvcounts[], const int rdispls[], const int recvtypes[], int comm, int *request) ALIAS(PMPI_Ialltoallw);

EXPORT int PMPI_Ialltoallw_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], const int sendtypes[], void *recvbuf, const wide recvcounts[], const wide rdispls[], const int recvtypes[], int comm, int *request);
int PMPI_Ialltoallw_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], const int sendtypes[], void *recvbuf, const wide recvcounts[], const wide rdispls[], const int recvtypes[], int comm, int *request)
{
    int sendtypes_count = sendtypes ? sendbuf == (void *)-1 ? 0 : wt_peers(comm_in(comm)) : 0;
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
EXPORT int MPI_Ialltoallw_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], const int sendtypes[], void *recvbuf, const wide recvcounts[], const wide rdispls[], const int recvtypes[], int comm, int *request) ALIAS(PMPI_Ialltoallw_c);

EXPORT int PMPI_Ibarrier(int comm, int *request);
int PMPI_Ibarrier(int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Ibarrier(SITE, comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Ibarrier(int comm, int *request) ALIAS(PMPI_Ibarrier);

EXPORT int PMPI_Ibcast(void *buffer, int count, int datatype, int root, int comm, int *request);
int PMPI_Ibcast(void *buffer, int count, int datatype, int root, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Ibcast(SITE, buffer_in(buffer), count, type_in(datatype), rank_in(root), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Ibcast(void *buffer, int count, int datatype, int root, int comm, int *request) ALIAS(PMPI_Ibcast);

EXPORT int PMPI_Ibcast_c(void *buffer, wide count, int datatype, int root, int comm, int *request);
int PMPI_Ibcast_c(void *buffer, wide count, int datatype, int root, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Ibcast_c(SITE, buffer_in(buffer), count, type_in(datatype), rank_in(root), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Ibcast_c(void *buffer, wide count, int datatype, int root, int comm, int *request) ALIAS(PMPI_Ibcast_c);

EXPORT int PMPI_Ibsend(const void *buf, int count, int datatype, int dest, int tag, int comm, int *request);
int PMPI_Ibsend(const void *buf, int count, int datatype, int dest, int tag, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Ibsend(SITE, buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Ibsend(const void *buf, int count, int datatype, int dest, int tag, int comm, int *request) ALIAS(PMPI_Ibsend);

EXPORT int PMPI_Ibsend_c(const void *buf, wide count, int datatype, int dest, int tag, int comm, int *request);
int PMPI_Ibsend_c(const void *buf, wide count, int datatype, int dest, int tag, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Ibsend_c(SITE, buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Ibsend_c(const void *buf, wide count, int datatype, int dest, int tag, int comm, int *request) ALIAS(PMPI_Ibsend_c);

EXPORT int PMPI_Iexscan(const void *sendbuf, void *recvbuf, int count, int datatype, int op, int comm, int *request);
int PMPI_Iexscan(const void *sendbuf, void *recvbuf, int count, int datatype, int op, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Iexscan(SITE, buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Iexscan(const void *sendbuf, void *recvbuf, int count, int datatype, int op, int comm, int *request) ALIAS(PMPI_Iexscan);

EXPORT int PMPI_Iexscan_c(const void *sendbuf, void *recvbuf, wide count, int datatype, int op, int comm, int *request);
int PMPI_Iexscan_c(const void *sendbuf, void *recvbuf, wide count, int datatype, int op, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Iexscan_c(SITE, buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Iexscan_c(const void *sendbuf, void *recvbuf, wide count, int datatype, int op, int comm, int *request) ALIAS(PMPI_Iexscan_c);

EXPORT int PMPI_Igather(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, int recvcount, int recvtype, int root, int comm, int *request);
int PMPI_Igather(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, int recvcount, int recvtype, int root, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Igather(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(root), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Igather(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, int recvcount, int recvtype, int root, int comm, int *request) ALIAS(PMPI_Igather);

EXPORT int PMPI_Igather_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, wide recvcount, int recvtype, int root, int comm, int *request);
int PMPI_Igather_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, wide recvcount, int recvtype, int root, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Igather_c(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(root), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Igather_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, wide recvcount, int recvtype, int root, int comm, int *request) ALIAS(PMPI_Igather_c);

EXPORT int PMPI_Igatherv(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, const int recvcounts[], const int displs[], int recvtype, int root, int comm, int *request);
int PMPI_Igatherv(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, const int recvcounts[], const int displs[], int recvtype, int root, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Igatherv(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcounts, displs, type_in(recvtype), rank_in(root), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Igatherv(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, const int recvcounts[], const int displs[], int recvtype, int root, int comm, int *request) ALIAS(PMPI_Igatherv);

EXPORT int PMPI_Igatherv_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], int recvtype, int root, int comm, int *request);
int PMPI_Igatherv_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], int recvtype, int root, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Igatherv_c(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcounts, displs, type_in(recvtype), rank_in(root), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Igatherv_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], int recvtype, int root, int comm, int *request) ALIAS(PMPI_Igatherv_c);

EXPORT int PMPI_Improbe(int source, int tag, int comm, int *flag, int *message, struct status *status);
int PMPI_Improbe(int source, int tag, int comm, int *flag, int *message, struct status *status)
{
    core message_ = 0;
    struct core_status status_ = blank_status();
    int code = wt_MPI_Improbe(SITE, rank_in(source), tag_in(tag), comm_in(comm), flag, message ? &message_ : NULL, ignored(status) ? NULL : &status_);
    if (message_) *message = message_out(message_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_Improbe(int source, int tag, int comm, int *flag, int *message, struct status *status) ALIAS(PMPI_Improbe);

EXPORT int PMPI_Imrecv(void *buf, int count, int datatype, int *message, int *request);
int PMPI_Imrecv(void *buf, int count, int datatype, int *message, int *request)
{
    core message_ = message ? message_in(*message) : 0;
    core request_ = 0;
    int code = wt_MPI_Imrecv(SITE, buffer_in(buf), count, type_in(datatype), message ? &message_ : NULL, request ? &request_ : NULL);
    if (message_) *message = message_out(message_);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Imrecv(void *buf, int count, int datatype, int *message, int *request) ALIAS(PMPI_Imrecv);

EXPORT int PMPI_Imrecv_c(void *buf, wide count, int datatype, int *message, int *request);
int PMPI_Imrecv_c(void *buf, wide count, int datatype, int *message, int *request)
{
    core message_ = message ? message_in(*message) : 0;
    core request_ = 0;
    int code = wt_MPI_Imrecv_c(SITE, buffer_in(buf), count, type_in(datatype), message ? &message_ : NULL, request ? &request_ : NULL);
    if (message_) *message = message_out(message_);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Imrecv_c(void *buf, wide count, int datatype, int *message, int *request) ALIAS(PMPI_Imrecv_c);

EXPORT int PMPI_Ineighbor_allgather(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, int recvcount, int recvtype, int comm, int *request);
int PMPI_Ineighbor_allgather(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, int recvcount, int recvtype, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Ineighbor_allgather(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Ineighbor_allgather(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, int recvcount, int recvtype, int comm, int *request) ALIAS(PMPI_Ineighbor_allgather);

EXPORT int PMPI_Ineighbor_allgather_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, wide recvcount, int recvtype, int comm, int *request);
int PMPI_Ineighbor_allgather_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, wide recvcount, int recvtype, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Ineighbor_allgather_c(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Ineighbor_allgather_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, wide recvcount, int recvtype, int comm, int *request) ALIAS(PMPI_Ineighbor_allgather_c);

EXPORT int PMPI_Ineighbor_allgatherv(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, const int recvcounts[], const int displs[], int recvtype, int comm, int *request);
int PMPI_Ineighbor_allgatherv(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, const int recvcounts[], const int displs[], int recvtype, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Ineighbor_allgatherv(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcounts, displs, type_in(recvtype), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Ineighbor_allgatherv(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, const int recvcounts[], const int displs[], int recvtype, int comm, int *request) ALIAS(PMPI_Ineighbor_allgatherv);

EXPORT int PMPI_Ineighbor_allgatherv_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], int recvtype, int comm, int *request);
int PMPI_Ineighbor_allgatherv_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], int recvtype, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Ineighbor_allgatherv_c(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcounts, displs, type_in(recvtype), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Ineighbor_allgatherv_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], int recvtype, int comm, int *request) ALIAS(PMPI_Ineighbor_allgatherv_c);

EXPORT int PMPI_Ineighbor_alltoall(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, int recvcount, int recvtype, int comm, int *request);
int PMPI_Ineighbor_alltoall(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, int recvcount, int recvtype, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Ineighbor_alltoall(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Ineighbor_alltoall(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, int recvcount, int recvtype, int comm, int *request) ALIAS(PMPI_Ineighbor_alltoall);

EXPORT int PMPI_Ineighbor_alltoall_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, wide recvcount, int recvtype, int comm, int *request);
int PMPI_Ineighbor_alltoall_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, wide recvcount, int recvtype, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Ineighbor_alltoall_c(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Ineighbor_alltoall_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, wide recvcount, int recvtype, int comm, int *request) ALIAS(PMPI_Ineighbor_alltoall_c);

EXPORT int PMPI_Ineighbor_alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], int sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], int recvtype, int comm, int *request);
int PMPI_Ineighbor_alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], int sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], int recvtype, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Ineighbor_alltoallv(SITE, buffer_in(sendbuf), sendcounts, sdispls, type_in(sendtype), buffer_in(recvbuf), recvcounts, rdispls, type_in(recvtype), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Ineighbor_alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], int sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], int recvtype, int comm, int *request) ALIAS(PMPI_Ineighbor_alltoallv);

EXPORT int PMPI_Ineighbor_alltoallv_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], int sendtype, void *recvbuf, const wide recvcounts[], const wide rdispls[], int recvtype, int comm, int *request);
int PMPI_Ineighbor_alltoallv_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], int sendtype, void *recvbuf, const wide recvcounts[], const wide rdispls[], int recvtype, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Ineighbor_alltoallv_c(SITE, buffer_in(sendbuf), sendcounts, sdispls, type_in(sendtype), buffer_in(recvbuf), recvcounts, rdispls, type_in(recvtype), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Ineighbor_alltoallv_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], int sendtype, void *recvbuf, const wide recvcounts[], const wide rdispls[], int recvtype, int comm, int *request) ALIAS(PMPI_Ineighbor_alltoallv_c);

EXPORT int PMPI_Ineighbor_alltoallw(const void *sendbuf, const int sendcounts[], const wide sdispls[], const int sendtypes[], void *recvbuf, const int recvcounts[], const wide rdispls[], const int recvtypes[], int comm, int *request);
int PMPI_Ineighbor_alltoallw(const void *sendbuf, const int sendcounts[], const wide sdispls[], const int sendtypes[], void *recvbuf, const int recvcounts[], const wide rdispls[], const int recvtypes[], int comm, int *request)
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
EXPORT int MPI_Ineighbor_alltoallw(const void *sendbuf, const int sendcounts[], const wide sdispls[], const int sendtypes[], void *recvbuf, const int recvcounts[], const wide rdispls[], const int recvtypes[], int comm, int *request) ALIAS(PMPI_Ineighbor_alltoallw);

EXPORT int PMPI_Ineighbor_alltoallw_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], const int sendtypes[], void *recvbuf, const wide recvcounts[], const wide rdispls[], const int recvtypes[], int comm, int *request);
int PMPI_Ineighbor_alltoallw_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], const int sendtypes[], void *recvbuf, const wide recvcounts[], const wide rdispls[], const int recvtypes[], int comm, int *request)
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
EXPORT int MPI_Ineighbor_alltoallw_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], const int sendtypes[], void *recvbuf, const wide recvcounts[], const wide rdispls[], const int recvtypes[], int comm, int *request) ALIAS(PMPI_Ineighbor_alltoallw_c);

EXPORT int PMPI_Info_create(int *info);
int PMPI_Info_create(int *info)
{
    core info_ = 0;
    int code = wt_MPI_Info_create(SITE, info ? &info_ : NULL);
    if (info_) *info = info_out(info_);
    return error_out(code);
}
EXPORT int MPI_Info_create(int *info) ALIAS(PMPI_Info_create);

EXPORT int PMPI_Info_create_env(int argc, char *argv[], int *info);
int PMPI_Info_create_env(int argc, char *argv[], int *info)
{
    core info_ = 0;
    int code = wt_MPI_Info_create_env(SITE, argc, argv, info ? &info_ : NULL);
    if (info_) *info = info_out(info_);
    return error_out(code);
}
EXPORT int MPI_Info_create_env(int argc, char *argv[], int *info) ALIAS(PMPI_Info_create_env);

EXPORT int PMPI_Info_delete(int info, const char *key);
int PMPI_Info_delete(int info, const char *key)
{
    return error_out(wt_MPI_Info_delete(SITE, info_in(info), key));
}
EXPORT int MPI_Info_delete(int info, const char *key) ALIAS(PMPI_Info_delete);

EXPORT int PMPI_Info_dup(int info, int *newinfo);
int PMPI_Info_dup(int info, int *newinfo)
{
    core newinfo_ = 0;
    int code = wt_MPI_Info_dup(SITE, info_in(info), newinfo ? &newinfo_ : NULL);
    if (newinfo_) *newinfo = info_out(newinfo_);
    return error_out(code);
}
EXPORT int MPI_Info_dup(int info, int *newinfo) ALIAS(PMPI_Info_dup);

EXPORT int PMPI_Info_free(int *info);
int PMPI_Info_free(int *info)
{
    core info_ = info ? info_in(*info) : 0;
    int code = wt_MPI_Info_free(SITE, info ? &info_ : NULL);
    if (info_) *info = info_out(info_);
    return error_out(code);
}
EXPORT int MPI_Info_free(int *info) ALIAS(PMPI_Info_free);

EXPORT int PMPI_Info_fromint(int info);
int PMPI_Info_fromint(int info)
{
    return info;
}
EXPORT int MPI_Info_fromint(int info) ALIAS(PMPI_Info_fromint);

EXPORT int PMPI_Info_get(int info, const char *key, int valuelen, char *value, int *flag);
int PMPI_Info_get(int info, const char *key, int valuelen, char *value, int *flag)
{
    return error_out(wt_MPI_Info_get(SITE, info_in(info), key, valuelen, value, flag));
}
EXPORT int MPI_Info_get(int info, const char *key, int valuelen, char *value, int *flag) ALIAS(PMPI_Info_get);

EXPORT int PMPI_Info_get_nkeys(int info, int *nkeys);
int PMPI_Info_get_nkeys(int info, int *nkeys)
{
    return error_out(wt_MPI_Info_get_nkeys(SITE, info_in(info), nkeys));
}
EXPORT int MPI_Info_get_nkeys(int info, int *nkeys) ALIAS(PMPI_Info_get_nkeys);

EXPORT int PMPI_Info_get_nthkey(int info, int n, char *key);
int PMPI_Info_get_nthkey(int info, int n, char *key)
{
    return error_out(wt_MPI_Info_get_nthkey(SITE, info_in(info), n, key));
}
EXPORT int MPI_Info_get_nthkey(int info, int n, char *key) ALIAS(PMPI_Info_get_nthkey);

EXPORT int PMPI_Info_get_string(int info, const char *key, int *buflen, char *value, int *flag);
int PMPI_Info_get_string(int info, const char *key, int *buflen, char *value, int *flag)
{
    return error_out(wt_MPI_Info_get_string(SITE, info_in(info), key, buflen, value, flag));
}
EXPORT int MPI_Info_get_string(int info, const char *key, int *buflen, char *value, int *flag) ALIAS(PMPI_Info_get_string);

EXPORT int PMPI_Info_get_valuelen(int info, const char *key, int *valuelen, int *flag);
int PMPI_Info_get_valuelen(int info, const char *key, int *valuelen, int *flag)
{
    return error_out(wt_MPI_Info_get_valuelen(SITE, info_in(info), key, valuelen, flag));
}
EXPORT int MPI_Info_get_valuelen(int info, const char *key, int *valuelen, int *flag) ALIAS(PMPI_Info_get_valuelen);

EXPORT int PMPI_Info_set(int info, const char *key, const char *value);
int PMPI_Info_set(int info, const char *key, const char *value)
{
    return error_out(wt_MPI_Info_set(SITE, info_in(info), key, value));
}
EXPORT int MPI_Info_set(int info, const char *key, const char *value) ALIAS(PMPI_Info_set);

EXPORT int PMPI_Info_toint(int info);
int PMPI_Info_toint(int info)
{
    return info;
}
EXPORT int MPI_Info_toint(int info) ALIAS(PMPI_Info_toint);

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

EXPORT int PMPI_Intercomm_create(int local_comm, int local_leader, int peer_comm, int remote_leader, int tag, int *newintercomm);
int PMPI_Intercomm_create(int local_comm, int local_leader, int peer_comm, int remote_leader, int tag, int *newintercomm)
{
    core newintercomm_ = 0;
    int code = wt_MPI_Intercomm_create(SITE, comm_in(local_comm), rank_in(local_leader), comm_in(peer_comm), rank_in(remote_leader), tag_in(tag), newintercomm ? &newintercomm_ : NULL);
    if (newintercomm_) *newintercomm = comm_out(newintercomm_);
    return error_out(code);
}
EXPORT int MPI_Intercomm_create(int local_comm, int local_leader, int peer_comm, int remote_leader, int tag, int *newintercomm) ALIAS(PMPI_Intercomm_create);

EXPORT int PMPI_Intercomm_create_from_groups(int local_group, int local_leader, int remote_group, int remote_leader, const char *stringtag, int info, int errhandler, int *newintercomm);
int PMPI_Intercomm_create_from_groups(int local_group, int local_leader, int remote_group, int remote_leader, const char *stringtag, int info, int errhandler, int *newintercomm)
{
    core newintercomm_ = 0;
    int code = wt_MPI_Intercomm_create_from_groups(SITE, group_in(local_group), rank_in(local_leader), group_in(remote_group), rank_in(remote_leader), stringtag, info_in(info), errhandler_in(errhandler), newintercomm ? &newintercomm_ : NULL);
    if (newintercomm_) *newintercomm = comm_out(newintercomm_);
    return error_out(code);
}
EXPORT int MPI_Intercomm_create_from_groups(int local_group, int local_leader, int remote_group, int remote_leader, const char *stringtag, int info, int errhandler, int *newintercomm) ALIAS(PMPI_Intercomm_create_from_groups);

EXPORT int PMPI_Intercomm_merge(int intercomm, int high, int *newintracomm);
int PMPI_Intercomm_merge(int intercomm, int high, int *newintracomm)
{
    core newintracomm_ = 0;
    int code = wt_MPI_Intercomm_merge(SITE, comm_in(intercomm), high, newintracomm ? &newintracomm_ : NULL);
    if (newintracomm_) *newintracomm = comm_out(newintracomm_);
    return error_out(code);
}
EXPORT int MPI_Intercomm_merge(int intercomm, int high, int *newintracomm) ALIAS(PMPI_Intercomm_merge);

EXPORT int PMPI_Iprobe(int source, int tag, int comm, int *flag, struct status *status);
int PMPI_Iprobe(int source, int tag, int comm, int *flag, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_Iprobe(SITE, rank_in(source), tag_in(tag), comm_in(comm), flag, ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_Iprobe(int source, int tag, int comm, int *flag, struct status *status) ALIAS(PMPI_Iprobe);

EXPORT int PMPI_Irecv(void *buf, int count, int datatype, int source, int tag, int comm, int *request);
int PMPI_Irecv(void *buf, int count, int datatype, int source, int tag, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Irecv(SITE, buffer_in(buf), count, type_in(datatype), rank_in(source), tag_in(tag), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Irecv(void *buf, int count, int datatype, int source, int tag, int comm, int *request) ALIAS(PMPI_Irecv);

EXPORT int PMPI_Irecv_c(void *buf, wide count, int datatype, int source, int tag, int comm, int *request);
int PMPI_Irecv_c(void *buf, wide count, int datatype, int source, int tag, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Irecv_c(SITE, buffer_in(buf), count, type_in(datatype), rank_in(source), tag_in(tag), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Irecv_c(void *buf, wide count, int datatype, int source, int tag, int comm, int *request) ALIAS(PMPI_Irecv_c);

EXPORT int PMPI_Ireduce(const void *sendbuf, void *recvbuf, int count, int datatype, int op, int root, int comm, int *request);
int PMPI_Ireduce(const void *sendbuf, void *recvbuf, int count, int datatype, int op, int root, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Ireduce(SITE, buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), rank_in(root), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Ireduce(const void *sendbuf, void *recvbuf, int count, int datatype, int op, int root, int comm, int *request) ALIAS(PMPI_Ireduce);

EXPORT int PMPI_Ireduce_c(const void *sendbuf, void *recvbuf, wide count, int datatype, int op, int root, int comm, int *request);
int PMPI_Ireduce_c(const void *sendbuf, void *recvbuf, wide count, int datatype, int op, int root, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Ireduce_c(SITE, buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), rank_in(root), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Ireduce_c(const void *sendbuf, void *recvbuf, wide count, int datatype, int op, int root, int comm, int *request) ALIAS(PMPI_Ireduce_c);

EXPORT int PMPI_Ireduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[], int datatype, int op, int comm, int *request);
int PMPI_Ireduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[], int datatype, int op, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Ireduce_scatter(SITE, buffer_in(sendbuf), buffer_in(recvbuf), recvcounts, type_in(datatype), op_in(op), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Ireduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[], int datatype, int op, int comm, int *request) ALIAS(PMPI_Ireduce_scatter);

EXPORT int PMPI_Ireduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount, int datatype, int op, int comm, int *request);
int PMPI_Ireduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount, int datatype, int op, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Ireduce_scatter_block(SITE, buffer_in(sendbuf), buffer_in(recvbuf), recvcount, type_in(datatype), op_in(op), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Ireduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount, int datatype, int op, int comm, int *request) ALIAS(PMPI_Ireduce_scatter_block);

EXPORT int PMPI_Ireduce_scatter_block_c(const void *sendbuf, void *recvbuf, wide recvcount, int datatype, int op, int comm, int *request);
int PMPI_Ireduce_scatter_block_c(const void *sendbuf, void *recvbuf, wide recvcount, int datatype, int op, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Ireduce_scatter_block_c(SITE, buffer_in(sendbuf), buffer_in(recvbuf), recvcount, type_in(datatype), op_in(op), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Ireduce_scatter_block_c(const void *sendbuf, void *recvbuf, wide recvcount, int datatype, int op, int comm, int *request) ALIAS(PMPI_Ireduce_scatter_block_c);

EXPORT int PMPI_Ireduce_scatter_c(const void *sendbuf, void *recvbuf, const wide recvcounts[], int datatype, int op, int comm, int *request);
int PMPI_Ireduce_scatter_c(const void *sendbuf, void *recvbuf, const wide recvcounts[], int datatype, int op, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Ireduce_scatter_c(SITE, buffer_in(sendbuf), buffer_in(recvbuf), recvcounts, type_in(datatype), op_in(op), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Ireduce_scatter_c(const void *sendbuf, void *recvbuf, const wide recvcounts[], int datatype, int op, int comm, int *request) ALIAS(PMPI_Ireduce_scatter_c);

EXPORT int PMPI_Irsend(const void *buf, int count, int datatype, int dest, int tag, int comm, int *request);
int PMPI_Irsend(const void *buf, int count, int datatype, int dest, int tag, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Irsend(SITE, buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Irsend(const void *buf, int count, int datatype, int dest, int tag, int comm, int *request) ALIAS(PMPI_Irsend);

EXPORT int PMPI_Irsend_c(const void *buf, wide count, int datatype, int dest, int tag, int comm, int *request);
int PMPI_Irsend_c(const void *buf, wide count, int datatype, int dest, int tag, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Irsend_c(SITE, buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Irsend_c(const void *buf, wide count, int datatype, int dest, int tag, int comm, int *request) ALIAS(PMPI_Irsend_c);

EXPORT int PMPI_Is_thread_main(int *flag);
int PMPI_Is_thread_main(int *flag)
{
    return error_out(wt_MPI_Is_thread_main(SITE, flag));
}
EXPORT int MPI_Is_thread_main(int *flag) ALIAS(PMPI_Is_thread_main);

EXPORT int PMPI_Iscan(const void *sendbuf, void *recvbuf, int count, int datatype, int op, int comm, int *request);
int PMPI_Iscan(const void *sendbuf, void *recvbuf, int count, int datatype, int op, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Iscan(SITE, buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Iscan(const void *sendbuf, void *recvbuf, int count, int datatype, int op, int comm, int *request) ALIAS(PMPI_Iscan);

EXPORT int PMPI_Iscan_c(const void *sendbuf, void *recvbuf, wide count, int datatype, int op, int comm, int *request);
int PMPI_Iscan_c(const void *sendbuf, void *recvbuf, wide count, int datatype, int op, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Iscan_c(SITE, buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Iscan_c(const void *sendbuf, void *recvbuf, wide count, int datatype, int op, int comm, int *request) ALIAS(PMPI_Iscan_c);

EXPORT int PMPI_Iscatter(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, int recvcount, int recvtype, int root, int comm, int *request);
int PMPI_Iscatter(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, int recvcount, int recvtype, int root, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Iscatter(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(root), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Iscatter(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, int recvcount, int recvtype, int root, int comm, int *request) ALIAS(PMPI_Iscatter);

EXPORT int PMPI_Iscatter_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, wide recvcount, int recvtype, int root, int comm, int *request);
int PMPI_Iscatter_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, wide recvcount, int recvtype, int root, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Iscatter_c(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(root), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Iscatter_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, wide recvcount, int recvtype, int root, int comm, int *request) ALIAS(PMPI_Iscatter_c);

EXPORT int PMPI_Iscatterv(const void *sendbuf, const int sendcounts[], const int displs[], int sendtype, void *recvbuf, int recvcount, int recvtype, int root, int comm, int *request);
int PMPI_Iscatterv(const void *sendbuf, const int sendcounts[], const int displs[], int sendtype, void *recvbuf, int recvcount, int recvtype, int root, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Iscatterv(SITE, buffer_in(sendbuf), sendcounts, displs, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(root), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Iscatterv(const void *sendbuf, const int sendcounts[], const int displs[], int sendtype, void *recvbuf, int recvcount, int recvtype, int root, int comm, int *request) ALIAS(PMPI_Iscatterv);

EXPORT int PMPI_Iscatterv_c(const void *sendbuf, const wide sendcounts[], const wide displs[], int sendtype, void *recvbuf, wide recvcount, int recvtype, int root, int comm, int *request);
int PMPI_Iscatterv_c(const void *sendbuf, const wide sendcounts[], const wide displs[], int sendtype, void *recvbuf, wide recvcount, int recvtype, int root, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Iscatterv_c(SITE, buffer_in(sendbuf), sendcounts, displs, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(root), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Iscatterv_c(const void *sendbuf, const wide sendcounts[], const wide displs[], int sendtype, void *recvbuf, wide recvcount, int recvtype, int root, int comm, int *request) ALIAS(PMPI_Iscatterv_c);

EXPORT int PMPI_Isend(const void *buf, int count, int datatype, int dest, int tag, int comm, int *request);
int PMPI_Isend(const void *buf, int count, int datatype, int dest, int tag, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Isend(SITE, buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Isend(const void *buf, int count, int datatype, int dest, int tag, int comm, int *request) ALIAS(PMPI_Isend);

EXPORT int PMPI_Isend_c(const void *buf, wide count, int datatype, int dest, int tag, int comm, int *request);
int PMPI_Isend_c(const void *buf, wide count, int datatype, int dest, int tag, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Isend_c(SITE, buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Isend_c(const void *buf, wide count, int datatype, int dest, int tag, int comm, int *request) ALIAS(PMPI_Isend_c);

EXPORT int PMPI_Isendrecv(const void *sendbuf, int sendcount, int sendtype, int dest, int sendtag, void *recvbuf, int recvcount, int recvtype, int source, int recvtag, int comm, int *request);
int PMPI_Isendrecv(const void *sendbuf, int sendcount, int sendtype, int dest, int sendtag, void *recvbuf, int recvcount, int recvtype, int source, int recvtag, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Isendrecv(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), rank_in(dest), tag_in(sendtag), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(source), tag_in(recvtag), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Isendrecv(const void *sendbuf, int sendcount, int sendtype, int dest, int sendtag, void *recvbuf, int recvcount, int recvtype, int source, int recvtag, int comm, int *request) ALIAS(PMPI_Isendrecv);

EXPORT int PMPI_Isendrecv_c(const void *sendbuf, wide sendcount, int sendtype, int dest, int sendtag, void *recvbuf, wide recvcount, int recvtype, int source, int recvtag, int comm, int *request);
int PMPI_Isendrecv_c(const void *sendbuf, wide sendcount, int sendtype, int dest, int sendtag, void *recvbuf, wide recvcount, int recvtype, int source, int recvtag, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Isendrecv_c(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), rank_in(dest), tag_in(sendtag), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(source), tag_in(recvtag), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Isendrecv_c(const void *sendbuf, wide sendcount, int sendtype, int dest, int sendtag, void *recvbuf, wide recvcount, int recvtype, int source, int recvtag, int comm, int *request) ALIAS(PMPI_Isendrecv_c);

EXPORT int PMPI_Isendrecv_replace(void *buf, int count, int datatype, int dest, int sendtag, int source, int recvtag, int comm, int *request);
int PMPI_Isendrecv_replace(void *buf, int count, int datatype, int dest, int sendtag, int source, int recvtag, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Isendrecv_replace(SITE, buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(sendtag), rank_in(source), tag_in(recvtag), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Isendrecv_replace(void *buf, int count, int datatype, int dest, int sendtag, int source, int recvtag, int comm, int *request) ALIAS(PMPI_Isendrecv_replace);

EXPORT int PMPI_Isendrecv_replace_c(void *buf, wide count, int datatype, int dest, int sendtag, int source, int recvtag, int comm, int *request);
int PMPI_Isendrecv_replace_c(void *buf, wide count, int datatype, int dest, int sendtag, int source, int recvtag, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Isendrecv_replace_c(SITE, buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(sendtag), rank_in(source), tag_in(recvtag), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Isendrecv_replace_c(void *buf, wide count, int datatype, int dest, int sendtag, int source, int recvtag, int comm, int *request) ALIAS(PMPI_Isendrecv_replace_c);

EXPORT int PMPI_Issend(const void *buf, int count, int datatype, int dest, int tag, int comm, int *request);
int PMPI_Issend(const void *buf, int count, int datatype, int dest, int tag, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Issend(SITE, buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Issend(const void *buf, int count, int datatype, int dest, int tag, int comm, int *request) ALIAS(PMPI_Issend);

EXPORT int PMPI_Issend_c(const void *buf, wide count, int datatype, int dest, int tag, int comm, int *request);
int PMPI_Issend_c(const void *buf, wide count, int datatype, int dest, int tag, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Issend_c(SITE, buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Issend_c(const void *buf, wide count, int datatype, int dest, int tag, int comm, int *request) ALIAS(PMPI_Issend_c);

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

EXPORT int PMPI_Lookup_name(const char *service_name, int info, char *port_name);
int PMPI_Lookup_name(const char *service_name, int info, char *port_name)
{
    return error_out(wt_MPI_Lookup_name(SITE, service_name, info_in(info), port_name));
}
EXPORT int MPI_Lookup_name(const char *service_name, int info, char *port_name) ALIAS(PMPI_Lookup_name);

EXPORT int PMPI_Message_fromint(int message);
int PMPI_Message_fromint(int message)
{
    return message;
}
EXPORT int MPI_Message_fromint(int message) ALIAS(PMPI_Message_fromint);

EXPORT int PMPI_Message_toint(int message);
int PMPI_Message_toint(int message)
{
    return message;
}
EXPORT int MPI_Message_toint(int message) ALIAS(PMPI_Message_toint);

EXPORT int PMPI_Mprobe(int source, int tag, int comm, int *message, struct status *status);
int PMPI_Mprobe(int source, int tag, int comm, int *message, struct status *status)
{
    core message_ = 0;
    struct core_status status_ = blank_status();
    int code = wt_MPI_Mprobe(SITE, rank_in(source), tag_in(tag), comm_in(comm), message ? &message_ : NULL, ignored(status) ? NULL : &status_);
    if (message_) *message = message_out(message_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_Mprobe(int source, int tag, int comm, int *message, struct status *status) ALIAS(PMPI_Mprobe);

EXPORT int PMPI_Mrecv(void *buf, int count, int datatype, int *message, struct status *status);
int PMPI_Mrecv(void *buf, int count, int datatype, int *message, struct status *status)
{
    core message_ = message ? message_in(*message) : 0;
    struct core_status status_ = blank_status();
    int code = wt_MPI_Mrecv(SITE, buffer_in(buf), count, type_in(datatype), message ? &message_ : NULL, ignored(status) ? NULL : &status_);
    if (message_) *message = message_out(message_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_Mrecv(void *buf, int count, int datatype, int *message, struct status *status) ALIAS(PMPI_Mrecv);

EXPORT int PMPI_Mrecv_c(void *buf, wide count, int datatype, int *message, struct status *status);
int PMPI_Mrecv_c(void *buf, wide count, int datatype, int *message, struct status *status)
{
    core message_ = message ? message_in(*message) : 0;
    struct core_status status_ = blank_status();
    int code = wt_MPI_Mrecv_c(SITE, buffer_in(buf), count, type_in(datatype), message ? &message_ : NULL, ignored(status) ? NULL : &status_);
    if (message_) *message = message_out(message_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_Mrecv_c(void *buf, wide count, int datatype, int *message, struct status *status) ALIAS(PMPI_Mrecv_c);

EXPORT int PMPI_Neighbor_allgather(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, int recvcount, int recvtype, int comm);
int PMPI_Neighbor_allgather(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, int recvcount, int recvtype, int comm)
{
    return error_out(wt_MPI_Neighbor_allgather(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm)));
}
EXPORT int MPI_Neighbor_allgather(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, int recvcount, int recvtype, int comm) ALIAS(PMPI_Neighbor_allgather);

EXPORT int PMPI_Neighbor_allgather_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, wide recvcount, int recvtype, int comm);
int PMPI_Neighbor_allgather_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, wide recvcount, int recvtype, int comm)
{
    return error_out(wt_MPI_Neighbor_allgather_c(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm)));
}
EXPORT int MPI_Neighbor_allgather_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, wide recvcount, int recvtype, int comm) ALIAS(PMPI_Neighbor_allgather_c);

EXPORT int PMPI_Neighbor_allgather_init(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, int recvcount, int recvtype, int comm, int info, int *request);
int PMPI_Neighbor_allgather_init(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, int recvcount, int recvtype, int comm, int info, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Neighbor_allgather_init(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Neighbor_allgather_init(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, int recvcount, int recvtype, int comm, int info, int *request) ALIAS(PMPI_Neighbor_allgather_init);

EXPORT int PMPI_Neighbor_allgather_init_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, wide recvcount, int recvtype, int comm, int info, int *request);
int PMPI_Neighbor_allgather_init_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, wide recvcount, int recvtype, int comm, int info, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Neighbor_allgather_init_c(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Neighbor_allgather_init_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, wide recvcount, int recvtype, int comm, int info, int *request) ALIAS(PMPI_Neighbor_allgather_init_c);

EXPORT int PMPI_Neighbor_allgatherv(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, const int recvcounts[], const int displs[], int recvtype, int comm);
int PMPI_Neighbor_allgatherv(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, const int recvcounts[], const int displs[], int recvtype, int comm)
{
    return error_out(wt_MPI_Neighbor_allgatherv(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcounts, displs, type_in(recvtype), comm_in(comm)));
}
EXPORT int MPI_Neighbor_allgatherv(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, const int recvcounts[], const int displs[], int recvtype, int comm) ALIAS(PMPI_Neighbor_allgatherv);

EXPORT int PMPI_Neighbor_allgatherv_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], int recvtype, int comm);
int PMPI_Neighbor_allgatherv_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], int recvtype, int comm)
{
    return error_out(wt_MPI_Neighbor_allgatherv_c(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcounts, displs, type_in(recvtype), comm_in(comm)));
}
EXPORT int MPI_Neighbor_allgatherv_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], int recvtype, int comm) ALIAS(PMPI_Neighbor_allgatherv_c);

EXPORT int PMPI_Neighbor_allgatherv_init(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, const int recvcounts[], const int displs[], int recvtype, int comm, int info, int *request);
int PMPI_Neighbor_allgatherv_init(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, const int recvcounts[], const int displs[], int recvtype, int comm, int info, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Neighbor_allgatherv_init(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcounts, displs, type_in(recvtype), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Neighbor_allgatherv_init(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, const int recvcounts[], const int displs[], int recvtype, int comm, int info, int *request) ALIAS(PMPI_Neighbor_allgatherv_init);

EXPORT int PMPI_Neighbor_allgatherv_init_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], int recvtype, int comm, int info, int *request);
int PMPI_Neighbor_allgatherv_init_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], int recvtype, int comm, int info, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Neighbor_allgatherv_init_c(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcounts, displs, type_in(recvtype), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Neighbor_allgatherv_init_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, const wide recvcounts[], const wide displs[], int recvtype, int comm, int info, int *request) ALIAS(PMPI_Neighbor_allgatherv_init_c);

EXPORT int PMPI_Neighbor_alltoall(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, int recvcount, int recvtype, int comm);
int PMPI_Neighbor_alltoall(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, int recvcount, int recvtype, int comm)
{
    return error_out(wt_MPI_Neighbor_alltoall(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm)));
}
EXPORT int MPI_Neighbor_alltoall(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, int recvcount, int recvtype, int comm) ALIAS(PMPI_Neighbor_alltoall);

EXPORT int PMPI_Neighbor_alltoall_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, wide recvcount, int recvtype, int comm);
int PMPI_Neighbor_alltoall_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, wide recvcount, int recvtype, int comm)
{
    return error_out(wt_MPI_Neighbor_alltoall_c(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm)));
}
EXPORT int MPI_Neighbor_alltoall_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, wide recvcount, int recvtype, int comm) ALIAS(PMPI_Neighbor_alltoall_c);

EXPORT int PMPI_Neighbor_alltoall_init(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, int recvcount, int recvtype, int comm, int info, int *request);
int PMPI_Neighbor_alltoall_init(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, int recvcount, int recvtype, int comm, int info, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Neighbor_alltoall_init(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Neighbor_alltoall_init(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, int recvcount, int recvtype, int comm, int info, int *request) ALIAS(PMPI_Neighbor_alltoall_init);

EXPORT int PMPI_Neighbor_alltoall_init_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, wide recvcount, int recvtype, int comm, int info, int *request);
int PMPI_Neighbor_alltoall_init_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, wide recvcount, int recvtype, int comm, int info, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Neighbor_alltoall_init_c(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Neighbor_alltoall_init_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, wide recvcount, int recvtype, int comm, int info, int *request) ALIAS(PMPI_Neighbor_alltoall_init_c);

EXPORT int PMPI_Neighbor_alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], int sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], int recvtype, int comm);
int PMPI_Neighbor_alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], int sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], int recvtype, int comm)
{
    return error_out(wt_MPI_Neighbor_alltoallv(SITE, buffer_in(sendbuf), sendcounts, sdispls, type_in(sendtype), buffer_in(recvbuf), recvcounts, rdispls, type_in(recvtype), comm_in(comm)));
}
EXPORT int MPI_Neighbor_alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], int sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], int recvtype, int comm) ALIAS(PMPI_Neighbor_alltoallv);

EXPORT int PMPI_Neighbor_alltoallv_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], int sendtype, void *recvbuf, const wide recvcounts[], const wide rdispls[], int recvtype, int comm);
int PMPI_Neighbor_alltoallv_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], int sendtype, void *recvbuf, const wide recvcounts[], const wide rdispls[], int recvtype, int comm)
{
    return error_out(wt_MPI_Neighbor_alltoallv_c(SITE, buffer_in(sendbuf), sendcounts, sdispls, type_in(sendtype), buffer_in(recvbuf), recvcounts, rdispls, type_in(recvtype), comm_in(comm)));
}
EXPORT int MPI_Neighbor_alltoallv_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], int sendtype, void *recvbuf, const wide recvcounts[], const wide rdispls[], int recvtype, int comm) ALIAS(PMPI_Neighbor_alltoallv_c);

EXPORT int PMPI_Neighbor_alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[], int sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], int recvtype, int comm, int info, int *request);
int PMPI_Neighbor_alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[], int sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], int recvtype, int comm, int info, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Neighbor_alltoallv_init(SITE, buffer_in(sendbuf), sendcounts, sdispls, type_in(sendtype), buffer_in(recvbuf), recvcounts, rdispls, type_in(recvtype), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Neighbor_alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[], int sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], int recvtype, int comm, int info, int *request) ALIAS(PMPI_Neighbor_alltoallv_init);

EXPORT int PMPI_Neighbor_alltoallv_init_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], int sendtype, void *recvbuf, const wide recvcounts[], const wide rdispls[], int recvtype, int comm, int info, int *request);
int PMPI_Neighbor_alltoallv_init_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], int sendtype, void *recvbuf, const wide recvcounts[], const wide rdispls[], int recvtype, int comm, int info, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Neighbor_alltoallv_init_c(SITE, buffer_in(sendbuf), sendcounts, sdispls, type_in(sendtype), buffer_in(recvbuf), recvcounts, rdispls, type_in(recvtype), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Neighbor_alltoallv_init_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], int sendtype, void *recvbuf, const wide recvcounts[], const wide rdispls[], int recvtype, int comm, int info, int *request) ALIAS(PMPI_Neighbor_alltoallv_init_c);

EXPORT int PMPI_Neighbor_alltoallw(const void *sendbuf, const int sendcounts[], const wide sdispls[], const int sendtypes[], void *recvbuf, const int recvcounts[], const wide rdispls[], const int recvtypes[], int comm);
int PMPI_Neighbor_alltoallw(const void *sendbuf, const int sendcounts[], const wide sdispls[], const int sendtypes[], void *recvbuf, const int recvcounts[], const wide rdispls[], const int recvtypes[], int comm)
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
EXPORT int MPI_Neighbor_alltoallw(const void *sendbuf, const int sendcounts[], const wide sdispls[], const int sendtypes[], void *recvbuf, const int recvcounts[], const wide rdispls[], const int recvtypes[], int comm) ALIAS(PMPI_Neighbor_alltoallw);

EXPORT int PMPI_Neighbor_alltoallw_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], const int sendtypes[], void *recvbuf, const wide recvcounts[], const wide rdispls[], const int recvtypes[], int comm);
int PMPI_Neighbor_alltoallw_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], const int sendtypes[], void *recvbuf, const wide recvcounts[], const wide rdispls[], const int recvtypes[], int comm)
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
EXPORT int MPI_Neighbor_alltoallw_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], const int sendtypes[], void *recvbuf, const wide recvcounts[], const wide rdispls[], const int recvtypes[], int comm) ALIAS(PMPI_Neighbor_alltoallw_c);

EXPORT int PMPI_Neighbor_alltoallw_init(const void *sendbuf, const int sendcounts[], const wide sdispls[], const int sendtypes[], void *recvbuf, const int recvcounts[], const wide rdispls[], const int recvtypes[], int comm, int info, int *request);
int PMPI_Neighbor_alltoallw_init(const void *sendbuf, const int sendcounts[], const wide sdispls[], const int sendtypes[], void *recvbuf, const int recvcounts[], const wide rdispls[], const int recvtypes[], int comm, int info, int *request)
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
EXPORT int MPI_Neighbor_alltoallw_init(const void *sendbuf, const int sendcounts[], const wide sdispls[], const int sendtypes[], void *recvbuf, const int recvcounts[], const wide rdispls[], const int recvtypes[], int comm, int info, int *request) ALIAS(PMPI_Neighbor_alltoallw_init);

EXPORT int PMPI_Neighbor_alltoallw_init_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], const int sendtypes[], void *recvbuf, const wide recvcounts[], const wide rdispls[], const int recvtypes[], int comm, int info, int *request);
int PMPI_Neighbor_alltoallw_init_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], const int sendtypes[], void *recvbuf, const wide recvcounts[], const wide rdispls[], const int recvtypes[], int comm, int info, int *request)
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
EXPORT int MPI_Neighbor_alltoallw_init_c(const void *sendbuf, const wide sendcounts[], const wide sdispls[], const int sendtypes[], void *recvbuf, const wide recvcounts[], const wide rdispls[], const int recvtypes[], int comm, int info, int *request) ALIAS(PMPI_Neighbor_alltoallw_init_c);

EXPORT int PMPI_Op_commutative(int op, int *commute);
int PMPI_Op_commutative(int op, int *commute)
{
    return error_out(wt_MPI_Op_commutative(SITE, op_in(op), commute));
}
EXPORT int MPI_Op_commutative(int op, int *commute) ALIAS(PMPI_Op_commutative);

EXPORT int PMPI_Op_create(void *user_fn, int commute, int *op);
int PMPI_Op_create(void *user_fn, int commute, int *op)
{
    core op_ = 0;
    int code = wt_MPI_Op_create(SITE, user_fn, commute, op ? &op_ : NULL);
    if (op_) *op = op_out(op_);
    return error_out(code);
}
EXPORT int MPI_Op_create(void *user_fn, int commute, int *op) ALIAS(PMPI_Op_create);

EXPORT int PMPI_Op_create_c(void *user_fn, int commute, int *op);
int PMPI_Op_create_c(void *user_fn, int commute, int *op)
{
    core op_ = 0;
    int code = wt_MPI_Op_create_c(SITE, user_fn, commute, op ? &op_ : NULL);
    if (op_) *op = op_out(op_);
    return error_out(code);
}
EXPORT int MPI_Op_create_c(void *user_fn, int commute, int *op) ALIAS(PMPI_Op_create_c);

EXPORT int PMPI_Op_free(int *op);
int PMPI_Op_free(int *op)
{
    core op_ = op ? op_in(*op) : 0;
    int code = wt_MPI_Op_free(SITE, op ? &op_ : NULL);
    if (op_) *op = op_out(op_);
    return error_out(code);
}
EXPORT int MPI_Op_free(int *op) ALIAS(PMPI_Op_free);

EXPORT int PMPI_Op_fromint(int op);
int PMPI_Op_fromint(int op)
{
    return op;
}
EXPORT int MPI_Op_fromint(int op) ALIAS(PMPI_Op_fromint);

EXPORT int PMPI_Op_toint(int op);
int PMPI_Op_toint(int op)
{
    return op;
}
EXPORT int MPI_Op_toint(int op) ALIAS(PMPI_Op_toint);

EXPORT int PMPI_Open_port(int info, char *port_name);
int PMPI_Open_port(int info, char *port_name)
{
    return error_out(wt_MPI_Open_port(SITE, info_in(info), port_name));
}
EXPORT int MPI_Open_port(int info, char *port_name) ALIAS(PMPI_Open_port);

EXPORT int PMPI_Pack(const void *inbuf, int incount, int datatype, void *outbuf, int outsize, int *position, int comm);
int PMPI_Pack(const void *inbuf, int incount, int datatype, void *outbuf, int outsize, int *position, int comm)
{
    return error_out(wt_MPI_Pack(SITE, buffer_in(inbuf), incount, type_in(datatype), buffer_in(outbuf), outsize, position, comm_in(comm)));
}
EXPORT int MPI_Pack(const void *inbuf, int incount, int datatype, void *outbuf, int outsize, int *position, int comm) ALIAS(PMPI_Pack);

EXPORT int PMPI_Pack_c(const void *inbuf, wide incount, int datatype, void *outbuf, wide outsize, wide *position, int comm);
int PMPI_Pack_c(const void *inbuf, wide incount, int datatype, void *outbuf, wide outsize, wide *position, int comm)
{
    return error_out(wt_MPI_Pack_c(SITE, buffer_in(inbuf), incount, type_in(datatype), buffer_in(outbuf), outsize, position, comm_in(comm)));
}
EXPORT int MPI_Pack_c(const void *inbuf, wide incount, int datatype, void *outbuf, wide outsize, wide *position, int comm) ALIAS(PMPI_Pack_c);

EXPORT int PMPI_Pack_external(const char *datarep, const void *inbuf, int incount, int datatype, void *outbuf, wide outsize, wide *position);
int PMPI_Pack_external(const char *datarep, const void *inbuf, int incount, int datatype, void *outbuf, wide outsize, wide *position)
{
    return error_out(wt_MPI_Pack_external(SITE, datarep, buffer_in(inbuf), incount, type_in(datatype), buffer_in(outbuf), outsize, position));
}
EXPORT int MPI_Pack_external(const char *datarep, const void *inbuf, int incount, int datatype, void *outbuf, wide outsize, wide *position) ALIAS(PMPI_Pack_external);

EXPORT int PMPI_Pack_external_c(const char *datarep, const void *inbuf, wide incount, int datatype, void *outbuf, wide outsize, wide *position);
int PMPI_Pack_external_c(const char *datarep, const void *inbuf, wide incount, int datatype, void *outbuf, wide outsize, wide *position)
{
    return error_out(wt_MPI_Pack_external_c(SITE, datarep, buffer_in(inbuf), incount, type_in(datatype), buffer_in(outbuf), outsize, position));
}
EXPORT int MPI_Pack_external_c(const char *datarep, const void *inbuf, wide incount, int datatype, void *outbuf, wide outsize, wide *position) ALIAS(PMPI_Pack_external_c);

EXPORT int PMPI_Pack_external_size(const char *datarep, int incount, int datatype, wide *size);
int PMPI_Pack_external_size(const char *datarep, int incount, int datatype, wide *size)
{
    return error_out(wt_MPI_Pack_external_size(SITE, datarep, incount, type_in(datatype), size));
}
EXPORT int MPI_Pack_external_size(const char *datarep, int incount, int datatype, wide *size) ALIAS(PMPI_Pack_external_size);

EXPORT int PMPI_Pack_external_size_c(const char *datarep, wide incount, int datatype, wide *size);
int PMPI_Pack_external_size_c(const char *datarep, wide incount, int datatype, wide *size)
{
    return error_out(wt_MPI_Pack_external_size_c(SITE, datarep, incount, type_in(datatype), size));
}
EXPORT int MPI_Pack_external_size_c(const char *datarep, wide incount, int datatype, wide *size) ALIAS(PMPI_Pack_external_size_c);

EXPORT int PMPI_Pack_size(int incount, int datatype, int comm, int *size);
int PMPI_Pack_size(int incount, int datatype, int comm, int *size)
{
    return error_out(wt_MPI_Pack_size(SITE, incount, type_in(datatype), comm_in(comm), size));
}
EXPORT int MPI_Pack_size(int incount, int datatype, int comm, int *size) ALIAS(PMPI_Pack_size);

EXPORT int PMPI_Pack_size_c(wide incount, int datatype, int comm, wide *size);
int PMPI_Pack_size_c(wide incount, int datatype, int comm, wide *size)
{
    return error_out(wt_MPI_Pack_size_c(SITE, incount, type_in(datatype), comm_in(comm), size));
}
EXPORT int MPI_Pack_size_c(wide incount, int datatype, int comm, wide *size) ALIAS(PMPI_Pack_size_c);

EXPORT int PMPI_Parrived(int request, int partition, int *flag);
int PMPI_Parrived(int request, int partition, int *flag)
{
    return error_out(wt_MPI_Parrived(SITE, request_in(request), partition, flag));
}
EXPORT int MPI_Parrived(int request, int partition, int *flag) ALIAS(PMPI_Parrived);

EXPORT int PMPI_Pcontrol(const int level, ...);
int PMPI_Pcontrol(const int level, ...)
{
    return error_out(wt_MPI_Pcontrol(SITE, level));
}
EXPORT int MPI_Pcontrol(const int level, ...) ALIAS(PMPI_Pcontrol);

EXPORT int PMPI_Pready(int partition, int request);
int PMPI_Pready(int partition, int request)
{
    return error_out(wt_MPI_Pready(SITE, partition, request_in(request)));
}
EXPORT int MPI_Pready(int partition, int request) ALIAS(PMPI_Pready);

EXPORT int PMPI_Pready_list(int length, const int array_of_partitions[], int request);
int PMPI_Pready_list(int length, const int array_of_partitions[], int request)
{
    return error_out(wt_MPI_Pready_list(SITE, length, array_of_partitions, request_in(request)));
}
EXPORT int MPI_Pready_list(int length, const int array_of_partitions[], int request) ALIAS(PMPI_Pready_list);

EXPORT int PMPI_Pready_range(int partition_low, int partition_high, int request);
int PMPI_Pready_range(int partition_low, int partition_high, int request)
{
    return error_out(wt_MPI_Pready_range(SITE, partition_low, partition_high, request_in(request)));
}
EXPORT int MPI_Pready_range(int partition_low, int partition_high, int request) ALIAS(PMPI_Pready_range);

EXPORT int PMPI_Precv_init(void *buf, int partitions, wide count, int datatype, int source, int tag, int comm, int info, int *request);
int PMPI_Precv_init(void *buf, int partitions, wide count, int datatype, int source, int tag, int comm, int info, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Precv_init(SITE, buffer_in(buf), partitions, count, type_in(datatype), rank_in(source), tag_in(tag), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Precv_init(void *buf, int partitions, wide count, int datatype, int source, int tag, int comm, int info, int *request) ALIAS(PMPI_Precv_init);

EXPORT int PMPI_Probe(int source, int tag, int comm, struct status *status);
int PMPI_Probe(int source, int tag, int comm, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_Probe(SITE, rank_in(source), tag_in(tag), comm_in(comm), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_Probe(int source, int tag, int comm, struct status *status) ALIAS(PMPI_Probe);

EXPORT int PMPI_Psend_init(const void *buf, int partitions, wide count, int datatype, int dest, int tag, int comm, int info, int *request);
int PMPI_Psend_init(const void *buf, int partitions, wide count, int datatype, int dest, int tag, int comm, int info, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Psend_init(SITE, buffer_in(buf), partitions, count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Psend_init(const void *buf, int partitions, wide count, int datatype, int dest, int tag, int comm, int info, int *request) ALIAS(PMPI_Psend_init);

EXPORT int PMPI_Publish_name(const char *service_name, int info, const char *port_name);
int PMPI_Publish_name(const char *service_name, int info, const char *port_name)
{
    return error_out(wt_MPI_Publish_name(SITE, service_name, info_in(info), port_name));
}
EXPORT int MPI_Publish_name(const char *service_name, int info, const char *port_name) ALIAS(PMPI_Publish_name);

EXPORT int PMPI_Put(const void *origin_addr, int origin_count, int origin_datatype, int target_rank, wide target_disp, int target_count, int target_datatype, int win);
int PMPI_Put(const void *origin_addr, int origin_count, int origin_datatype, int target_rank, wide target_disp, int target_count, int target_datatype, int win)
{
    return error_out(wt_MPI_Put(SITE, buffer_in(origin_addr), origin_count, type_in(origin_datatype), rank_in(target_rank), target_disp, target_count, type_in(target_datatype), win_in(win)));
}
EXPORT int MPI_Put(const void *origin_addr, int origin_count, int origin_datatype, int target_rank, wide target_disp, int target_count, int target_datatype, int win) ALIAS(PMPI_Put);

EXPORT int PMPI_Put_c(const void *origin_addr, wide origin_count, int origin_datatype, int target_rank, wide target_disp, wide target_count, int target_datatype, int win);
int PMPI_Put_c(const void *origin_addr, wide origin_count, int origin_datatype, int target_rank, wide target_disp, wide target_count, int target_datatype, int win)
{
    return error_out(wt_MPI_Put_c(SITE, buffer_in(origin_addr), origin_count, type_in(origin_datatype), rank_in(target_rank), target_disp, target_count, type_in(target_datatype), win_in(win)));
}
EXPORT int MPI_Put_c(const void *origin_addr, wide origin_count, int origin_datatype, int target_rank, wide target_disp, wide target_count, int target_datatype, int win) ALIAS(PMPI_Put_c);

EXPORT int PMPI_Query_thread(int *provided);
int PMPI_Query_thread(int *provided)
{
    int code = wt_MPI_Query_thread(SITE, provided);
    if (code == 0 && provided) *provided = thread_out(*provided);
    return error_out(code);
}
EXPORT int MPI_Query_thread(int *provided) ALIAS(PMPI_Query_thread);

EXPORT int PMPI_Raccumulate(const void *origin_addr, int origin_count, int origin_datatype, int target_rank, wide target_disp, int target_count, int target_datatype, int op, int win, int *request);
int PMPI_Raccumulate(const void *origin_addr, int origin_count, int origin_datatype, int target_rank, wide target_disp, int target_count, int target_datatype, int op, int win, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Raccumulate(SITE, buffer_in(origin_addr), origin_count, type_in(origin_datatype), rank_in(target_rank), target_disp, target_count, type_in(target_datatype), op_in(op), win_in(win), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Raccumulate(const void *origin_addr, int origin_count, int origin_datatype, int target_rank, wide target_disp, int target_count, int target_datatype, int op, int win, int *request) ALIAS(PMPI_Raccumulate);

EXPORT int PMPI_Raccumulate_c(const void *origin_addr, wide origin_count, int origin_datatype, int target_rank, wide target_disp, wide target_count, int target_datatype, int op, int win, int *request);
int PMPI_Raccumulate_c(const void *origin_addr, wide origin_count, int origin_datatype, int target_rank, wide target_disp, wide target_count, int target_datatype, int op, int win, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Raccumulate_c(SITE, buffer_in(origin_addr), origin_count, type_in(origin_datatype), rank_in(target_rank), target_disp, target_count, type_in(target_datatype), op_in(op), win_in(win), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Raccumulate_c(const void *origin_addr, wide origin_count, int origin_datatype, int target_rank, wide target_disp, wide target_count, int target_datatype, int op, int win, int *request) ALIAS(PMPI_Raccumulate_c);

EXPORT int PMPI_Recv(void *buf, int count, int datatype, int source, int tag, int comm, struct status *status);
int PMPI_Recv(void *buf, int count, int datatype, int source, int tag, int comm, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_Recv(SITE, buffer_in(buf), count, type_in(datatype), rank_in(source), tag_in(tag), comm_in(comm), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_Recv(void *buf, int count, int datatype, int source, int tag, int comm, struct status *status) ALIAS(PMPI_Recv);

EXPORT int PMPI_Recv_c(void *buf, wide count, int datatype, int source, int tag, int comm, struct status *status);
int PMPI_Recv_c(void *buf, wide count, int datatype, int source, int tag, int comm, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_Recv_c(SITE, buffer_in(buf), count, type_in(datatype), rank_in(source), tag_in(tag), comm_in(comm), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_Recv_c(void *buf, wide count, int datatype, int source, int tag, int comm, struct status *status) ALIAS(PMPI_Recv_c);

EXPORT int PMPI_Recv_init(void *buf, int count, int datatype, int source, int tag, int comm, int *request);
int PMPI_Recv_init(void *buf, int count, int datatype, int source, int tag, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Recv_init(SITE, buffer_in(buf), count, type_in(datatype), rank_in(source), tag_in(tag), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Recv_init(void *buf, int count, int datatype, int source, int tag, int comm, int *request) ALIAS(PMPI_Recv_init);

EXPORT int PMPI_Recv_init_c(void *buf, wide count, int datatype, int source, int tag, int comm, int *request);
int PMPI_Recv_init_c(void *buf, wide count, int datatype, int source, int tag, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Recv_init_c(SITE, buffer_in(buf), count, type_in(datatype), rank_in(source), tag_in(tag), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Recv_init_c(void *buf, wide count, int datatype, int source, int tag, int comm, int *request) ALIAS(PMPI_Recv_init_c);

EXPORT int PMPI_Reduce(const void *sendbuf, void *recvbuf, int count, int datatype, int op, int root, int comm);
int PMPI_Reduce(const void *sendbuf, void *recvbuf, int count, int datatype, int op, int root, int comm)
{
    return error_out(wt_MPI_Reduce(SITE, buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), rank_in(root), comm_in(comm)));
}
EXPORT int MPI_Reduce(const void *sendbuf, void *recvbuf, int count, int datatype, int op, int root, int comm) ALIAS(PMPI_Reduce);

EXPORT int PMPI_Reduce_c(const void *sendbuf, void *recvbuf, wide count, int datatype, int op, int root, int comm);
int PMPI_Reduce_c(const void *sendbuf, void *recvbuf, wide count, int datatype, int op, int root, int comm)
{
    return error_out(wt_MPI_Reduce_c(SITE, buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), rank_in(root), comm_in(comm)));
}
EXPORT int MPI_Reduce_c(const void *sendbuf, void *recvbuf, wide count, int datatype, int op, int root, int comm) ALIAS(PMPI_Reduce_c);

EXPORT int PMPI_Reduce_init(const void *sendbuf, void *recvbuf, int count, int datatype, int op, int root, int comm, int info, int *request);
int PMPI_Reduce_init(const void *sendbuf, void *recvbuf, int count, int datatype, int op, int root, int comm, int info, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Reduce_init(SITE, buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), rank_in(root), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Reduce_init(const void *sendbuf, void *recvbuf, int count, int datatype, int op, int root, int comm, int info, int *request) ALIAS(PMPI_Reduce_init);

EXPORT int PMPI_Reduce_init_c(const void *sendbuf, void *recvbuf, wide count, int datatype, int op, int root, int comm, int info, int *request);
int PMPI_Reduce_init_c(const void *sendbuf, void *recvbuf, wide count, int datatype, int op, int root, int comm, int info, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Reduce_init_c(SITE, buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), rank_in(root), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Reduce_init_c(const void *sendbuf, void *recvbuf, wide count, int datatype, int op, int root, int comm, int info, int *request) ALIAS(PMPI_Reduce_init_c);

EXPORT int PMPI_Reduce_local(const void *inbuf, void *inoutbuf, int count, int datatype, int op);
int PMPI_Reduce_local(const void *inbuf, void *inoutbuf, int count, int datatype, int op)
{
    return error_out(wt_MPI_Reduce_local(SITE, buffer_in(inbuf), buffer_in(inoutbuf), count, type_in(datatype), op_in(op)));
}
EXPORT int MPI_Reduce_local(const void *inbuf, void *inoutbuf, int count, int datatype, int op) ALIAS(PMPI_Reduce_local);

EXPORT int PMPI_Reduce_local_c(const void *inbuf, void *inoutbuf, wide count, int datatype, int op);
int PMPI_Reduce_local_c(const void *inbuf, void *inoutbuf, wide count, int datatype, int op)
{
    return error_out(wt_MPI_Reduce_local_c(SITE, buffer_in(inbuf), buffer_in(inoutbuf), count, type_in(datatype), op_in(op)));
}
EXPORT int MPI_Reduce_local_c(const void *inbuf, void *inoutbuf, wide count, int datatype, int op) ALIAS(PMPI_Reduce_local_c);

EXPORT int PMPI_Reduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[], int datatype, int op, int comm);
int PMPI_Reduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[], int datatype, int op, int comm)
{
    return error_out(wt_MPI_Reduce_scatter(SITE, buffer_in(sendbuf), buffer_in(recvbuf), recvcounts, type_in(datatype), op_in(op), comm_in(comm)));
}
EXPORT int MPI_Reduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[], int datatype, int op, int comm) ALIAS(PMPI_Reduce_scatter);

EXPORT int PMPI_Reduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount, int datatype, int op, int comm);
int PMPI_Reduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount, int datatype, int op, int comm)
{
    return error_out(wt_MPI_Reduce_scatter_block(SITE, buffer_in(sendbuf), buffer_in(recvbuf), recvcount, type_in(datatype), op_in(op), comm_in(comm)));
}
EXPORT int MPI_Reduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount, int datatype, int op, int comm) ALIAS(PMPI_Reduce_scatter_block);

EXPORT int PMPI_Reduce_scatter_block_c(const void *sendbuf, void *recvbuf, wide recvcount, int datatype, int op, int comm);
int PMPI_Reduce_scatter_block_c(const void *sendbuf, void *recvbuf, wide recvcount, int datatype, int op, int comm)
{
    return error_out(wt_MPI_Reduce_scatter_block_c(SITE, buffer_in(sendbuf), buffer_in(recvbuf), recvcount, type_in(datatype), op_in(op), comm_in(comm)));
}
EXPORT int MPI_Reduce_scatter_block_c(const void *sendbuf, void *recvbuf, wide recvcount, int datatype, int op, int comm) ALIAS(PMPI_Reduce_scatter_block_c);

EXPORT int PMPI_Reduce_scatter_block_init(const void *sendbuf, void *recvbuf, int recvcount, int datatype, int op, int comm, int info, int *request);
int PMPI_Reduce_scatter_block_init(const void *sendbuf, void *recvbuf, int recvcount, int datatype, int op, int comm, int info, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Reduce_scatter_block_init(SITE, buffer_in(sendbuf), buffer_in(recvbuf), recvcount, type_in(datatype), op_in(op), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Reduce_scatter_block_init(const void *sendbuf, void *recvbuf, int recvcount, int datatype, int op, int comm, int info, int *request) ALIAS(PMPI_Reduce_scatter_block_init);

EXPORT int PMPI_Reduce_scatter_block_init_c(const void *sendbuf, void *recvbuf, wide recvcount, int datatype, int op, int comm, int info, int *request);
int PMPI_Reduce_scatter_block_init_c(const void *sendbuf, void *recvbuf, wide recvcount, int datatype, int op, int comm, int info, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Reduce_scatter_block_init_c(SITE, buffer_in(sendbuf), buffer_in(recvbuf), recvcount, type_in(datatype), op_in(op), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Reduce_scatter_block_init_c(const void *sendbuf, void *recvbuf, wide recvcount, int datatype, int op, int comm, int info, int *request) ALIAS(PMPI_Reduce_scatter_block_init_c);

EXPORT int PMPI_Reduce_scatter_c(const void *sendbuf, void *recvbuf, const wide recvcounts[], int datatype, int op, int comm);
int PMPI_Reduce_scatter_c(const void *sendbuf, void *recvbuf, const wide recvcounts[], int datatype, int op, int comm)
{
    return error_out(wt_MPI_Reduce_scatter_c(SITE, buffer_in(sendbuf), buffer_in(recvbuf), recvcounts, type_in(datatype), op_in(op), comm_in(comm)));
}
EXPORT int MPI_Reduce_scatter_c(const void *sendbuf, void *recvbuf, const wide recvcounts[], int datatype, int op, int comm) ALIAS(PMPI_Reduce_scatter_c);

EXPORT int PMPI_Reduce_scatter_init(const void *sendbuf, void *recvbuf, const int recvcounts[], int datatype, int op, int comm, int info, int *request);
int PMPI_Reduce_scatter_init(const void *sendbuf, void *recvbuf, const int recvcounts[], int datatype, int op, int comm, int info, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Reduce_scatter_init(SITE, buffer_in(sendbuf), buffer_in(recvbuf), recvcounts, type_in(datatype), op_in(op), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Reduce_scatter_init(const void *sendbuf, void *recvbuf, const int recvcounts[], int datatype, int op, int comm, int info, int *request) ALIAS(PMPI_Reduce_scatter_init);

EXPORT int PMPI_Reduce_scatter_init_c(const void *sendbuf, void *recvbuf, const wide recvcounts[], int datatype, int op, int comm, int info, int *request);
int PMPI_Reduce_scatter_init_c(const void *sendbuf, void *recvbuf, const wide recvcounts[], int datatype, int op, int comm, int info, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Reduce_scatter_init_c(SITE, buffer_in(sendbuf), buffer_in(recvbuf), recvcounts, type_in(datatype), op_in(op), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Reduce_scatter_init_c(const void *sendbuf, void *recvbuf, const wide recvcounts[], int datatype, int op, int comm, int info, int *request) ALIAS(PMPI_Reduce_scatter_init_c);

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

EXPORT int PMPI_Request_free(int *request);
int PMPI_Request_free(int *request)
{
    core request_ = request ? request_in(*request) : 0;
    int code = wt_MPI_Request_free(SITE, request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Request_free(int *request) ALIAS(PMPI_Request_free);

EXPORT int PMPI_Request_fromint(int request);
int PMPI_Request_fromint(int request)
{
    return request;
}
EXPORT int MPI_Request_fromint(int request) ALIAS(PMPI_Request_fromint);

EXPORT int PMPI_Request_get_status(int request, int *flag, struct status *status);
int PMPI_Request_get_status(int request, int *flag, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_Request_get_status(SITE, request_in(request), flag, ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_Request_get_status(int request, int *flag, struct status *status) ALIAS(PMPI_Request_get_status);

EXPORT int PMPI_Request_get_status_all(int count, const int array_of_requests[], int *flag, struct status *array_of_statuses);
int PMPI_Request_get_status_all(int count, const int array_of_requests[], int *flag, struct status *array_of_statuses)
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
EXPORT int MPI_Request_get_status_all(int count, const int array_of_requests[], int *flag, struct status *array_of_statuses) ALIAS(PMPI_Request_get_status_all);

EXPORT int PMPI_Request_get_status_any(int count, const int array_of_requests[], int *index, int *flag, struct status *status);
int PMPI_Request_get_status_any(int count, const int array_of_requests[], int *index, int *flag, struct status *status)
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
EXPORT int MPI_Request_get_status_any(int count, const int array_of_requests[], int *index, int *flag, struct status *status) ALIAS(PMPI_Request_get_status_any);

EXPORT int PMPI_Request_get_status_some(int incount, const int array_of_requests[], int *outcount, int array_of_indices[], struct status *array_of_statuses);
int PMPI_Request_get_status_some(int incount, const int array_of_requests[], int *outcount, int array_of_indices[], struct status *array_of_statuses)
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
EXPORT int MPI_Request_get_status_some(int incount, const int array_of_requests[], int *outcount, int array_of_indices[], struct status *array_of_statuses) ALIAS(PMPI_Request_get_status_some);

EXPORT int PMPI_Request_toint(int request);
int PMPI_Request_toint(int request)
{
    return request;
}
EXPORT int MPI_Request_toint(int request) ALIAS(PMPI_Request_toint);

EXPORT int PMPI_Rget(void *origin_addr, int origin_count, int origin_datatype, int target_rank, wide target_disp, int target_count, int target_datatype, int win, int *request);
int PMPI_Rget(void *origin_addr, int origin_count, int origin_datatype, int target_rank, wide target_disp, int target_count, int target_datatype, int win, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Rget(SITE, buffer_in(origin_addr), origin_count, type_in(origin_datatype), rank_in(target_rank), target_disp, target_count, type_in(target_datatype), win_in(win), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Rget(void *origin_addr, int origin_count, int origin_datatype, int target_rank, wide target_disp, int target_count, int target_datatype, int win, int *request) ALIAS(PMPI_Rget);

EXPORT int PMPI_Rget_accumulate(const void *origin_addr, int origin_count, int origin_datatype, void *result_addr, int result_count, int result_datatype, int target_rank, wide target_disp, int target_count, int target_datatype, int op, int win, int *request);
int PMPI_Rget_accumulate(const void *origin_addr, int origin_count, int origin_datatype, void *result_addr, int result_count, int result_datatype, int target_rank, wide target_disp, int target_count, int target_datatype, int op, int win, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Rget_accumulate(SITE, buffer_in(origin_addr), origin_count, type_in(origin_datatype), buffer_in(result_addr), result_count, type_in(result_datatype), rank_in(target_rank), target_disp, target_count, type_in(target_datatype), op_in(op), win_in(win), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Rget_accumulate(const void *origin_addr, int origin_count, int origin_datatype, void *result_addr, int result_count, int result_datatype, int target_rank, wide target_disp, int target_count, int target_datatype, int op, int win, int *request) ALIAS(PMPI_Rget_accumulate);

EXPORT int PMPI_Rget_accumulate_c(const void *origin_addr, wide origin_count, int origin_datatype, void *result_addr, wide result_count, int result_datatype, int target_rank, wide target_disp, wide target_count, int target_datatype, int op, int win, int *request);
int PMPI_Rget_accumulate_c(const void *origin_addr, wide origin_count, int origin_datatype, void *result_addr, wide result_count, int result_datatype, int target_rank, wide target_disp, wide target_count, int target_datatype, int op, int win, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Rget_accumulate_c(SITE, buffer_in(origin_addr), origin_count, type_in(origin_datatype), buffer_in(result_addr), result_count, type_in(result_datatype), rank_in(target_rank), target_disp, target_count, type_in(target_datatype), op_in(op), win_in(win), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Rget_accumulate_c(const void *origin_addr, wide origin_count, int origin_datatype, void *result_addr, wide result_count, int result_datatype, int target_rank, wide target_disp, wide target_count, int target_datatype, int op, int win, int *request) ALIAS(PMPI_Rget_accumulate_c);

EXPORT int PMPI_Rget_c(void *origin_addr, wide origin_count, int origin_datatype, int target_rank, wide target_disp, wide target_count, int target_datatype, int win, int *request);
int PMPI_Rget_c(void *origin_addr, wide origin_count, int origin_datatype, int target_rank, wide target_disp, wide target_count, int target_datatype, int win, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Rget_c(SITE, buffer_in(origin_addr), origin_count, type_in(origin_datatype), rank_in(target_rank), target_disp, target_count, type_in(target_datatype), win_in(win), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Rget_c(void *origin_addr, wide origin_count, int origin_datatype, int target_rank, wide target_disp, wide target_count, int target_datatype, int win, int *request) ALIAS(PMPI_Rget_c);

EXPORT int PMPI_Rput(const void *origin_addr, int origin_count, int origin_datatype, int target_rank, wide target_disp, int target_count, int target_datatype, int win, int *request);
int PMPI_Rput(const void *origin_addr, int origin_count, int origin_datatype, int target_rank, wide target_disp, int target_count, int target_datatype, int win, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Rput(SITE, buffer_in(origin_addr), origin_count, type_in(origin_datatype), rank_in(target_rank), target_disp, target_count, type_in(target_datatype), win_in(win), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Rput(const void *origin_addr, int origin_count, int origin_datatype, int target_rank, wide target_disp, int target_count, int target_datatype, int win, int *request) ALIAS(PMPI_Rput);

EXPORT int PMPI_Rput_c(const void *origin_addr, wide origin_count, int origin_datatype, int target_rank, wide target_disp, wide target_count, int target_datatype, int win, int *request);
int PMPI_Rput_c(const void *origin_addr, wide origin_count, int origin_datatype, int target_rank, wide target_disp, wide target_count, int target_datatype, int win, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Rput_c(SITE, buffer_in(origin_addr), origin_count, type_in(origin_datatype), rank_in(target_rank), target_disp, target_count, type_in(target_datatype), win_in(win), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Rput_c(const void *origin_addr, wide origin_count, int origin_datatype, int target_rank, wide target_disp, wide target_count, int target_datatype, int win, int *request) ALIAS(PMPI_Rput_c);

EXPORT int PMPI_Rsend(const void *buf, int count, int datatype, int dest, int tag, int comm);
int PMPI_Rsend(const void *buf, int count, int datatype, int dest, int tag, int comm)
{
    return error_out(wt_MPI_Rsend(SITE, buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm)));
}
EXPORT int MPI_Rsend(const void *buf, int count, int datatype, int dest, int tag, int comm) ALIAS(PMPI_Rsend);

EXPORT int PMPI_Rsend_c(const void *buf, wide count, int datatype, int dest, int tag, int comm);
int PMPI_Rsend_c(const void *buf, wide count, int datatype, int dest, int tag, int comm)
{
    return error_out(wt_MPI_Rsend_c(SITE, buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm)));
}
EXPORT int MPI_Rsend_c(const void *buf, wide count, int datatype, int dest, int tag, int comm) ALIAS(PMPI_Rsend_c);

EXPORT int PMPI_Rsend_init(const void *buf, int count, int datatype, int dest, int tag, int comm, int *request);
int PMPI_Rsend_init(const void *buf, int count, int datatype, int dest, int tag, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Rsend_init(SITE, buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Rsend_init(const void *buf, int count, int datatype, int dest, int tag, int comm, int *request) ALIAS(PMPI_Rsend_init);

EXPORT int PMPI_Rsend_init_c(const void *buf, wide count, int datatype, int dest, int tag, int comm, int *request);
int PMPI_Rsend_init_c(const void *buf, wide count, int datatype, int dest, int tag, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Rsend_init_c(SITE, buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Rsend_init_c(const void *buf, wide count, int datatype, int dest, int tag, int comm, int *request) ALIAS(PMPI_Rsend_init_c);

EXPORT int PMPI_Scan(const void *sendbuf, void *recvbuf, int count, int datatype, int op, int comm);
int PMPI_Scan(const void *sendbuf, void *recvbuf, int count, int datatype, int op, int comm)
{
    return error_out(wt_MPI_Scan(SITE, buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), comm_in(comm)));
}
EXPORT int MPI_Scan(const void *sendbuf, void *recvbuf, int count, int datatype, int op, int comm) ALIAS(PMPI_Scan);

EXPORT int PMPI_Scan_c(const void *sendbuf, void *recvbuf, wide count, int datatype, int op, int comm);
int PMPI_Scan_c(const void *sendbuf, void *recvbuf, wide count, int datatype, int op, int comm)
{
    return error_out(wt_MPI_Scan_c(SITE, buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), comm_in(comm)));
}
EXPORT int MPI_Scan_c(const void *sendbuf, void *recvbuf, wide count, int datatype, int op, int comm) ALIAS(PMPI_Scan_c);

EXPORT int PMPI_Scan_init(const void *sendbuf, void *recvbuf, int count, int datatype, int op, int comm, int info, int *request);
int PMPI_Scan_init(const void *sendbuf, void *recvbuf, int count, int datatype, int op, int comm, int info, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Scan_init(SITE, buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Scan_init(const void *sendbuf, void *recvbuf, int count, int datatype, int op, int comm, int info, int *request) ALIAS(PMPI_Scan_init);

EXPORT int PMPI_Scan_init_c(const void *sendbuf, void *recvbuf, wide count, int datatype, int op, int comm, int info, int *request);
int PMPI_Scan_init_c(const void *sendbuf, void *recvbuf, wide count, int datatype, int op, int comm, int info, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Scan_init_c(SITE, buffer_in(sendbuf), buffer_in(recvbuf), count, type_in(datatype), op_in(op), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Scan_init_c(const void *sendbuf, void *recvbuf, wide count, int datatype, int op, int comm, int info, int *request) ALIAS(PMPI_Scan_init_c);

EXPORT int PMPI_Scatter(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, int recvcount, int recvtype, int root, int comm);
int PMPI_Scatter(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, int recvcount, int recvtype, int root, int comm)
{
    return error_out(wt_MPI_Scatter(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(root), comm_in(comm)));
}
EXPORT int MPI_Scatter(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, int recvcount, int recvtype, int root, int comm) ALIAS(PMPI_Scatter);

EXPORT int PMPI_Scatter_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, wide recvcount, int recvtype, int root, int comm);
int PMPI_Scatter_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, wide recvcount, int recvtype, int root, int comm)
{
    return error_out(wt_MPI_Scatter_c(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(root), comm_in(comm)));
}
EXPORT int MPI_Scatter_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, wide recvcount, int recvtype, int root, int comm) ALIAS(PMPI_Scatter_c);

EXPORT int PMPI_Scatter_init(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, int recvcount, int recvtype, int root, int comm, int info, int *request);
int PMPI_Scatter_init(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, int recvcount, int recvtype, int root, int comm, int info, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Scatter_init(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(root), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Scatter_init(const void *sendbuf, int sendcount, int sendtype, void *recvbuf, int recvcount, int recvtype, int root, int comm, int info, int *request) ALIAS(PMPI_Scatter_init);

EXPORT int PMPI_Scatter_init_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, wide recvcount, int recvtype, int root, int comm, int info, int *request);
int PMPI_Scatter_init_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, wide recvcount, int recvtype, int root, int comm, int info, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Scatter_init_c(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(root), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Scatter_init_c(const void *sendbuf, wide sendcount, int sendtype, void *recvbuf, wide recvcount, int recvtype, int root, int comm, int info, int *request) ALIAS(PMPI_Scatter_init_c);

EXPORT int PMPI_Scatterv(const void *sendbuf, const int sendcounts[], const int displs[], int sendtype, void *recvbuf, int recvcount, int recvtype, int root, int comm);
int PMPI_Scatterv(const void *sendbuf, const int sendcounts[], const int displs[], int sendtype, void *recvbuf, int recvcount, int recvtype, int root, int comm)
{
    return error_out(wt_MPI_Scatterv(SITE, buffer_in(sendbuf), sendcounts, displs, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(root), comm_in(comm)));
}
EXPORT int MPI_Scatterv(const void *sendbuf, const int sendcounts[], const int displs[], int sendtype, void *recvbuf, int recvcount, int recvtype, int root, int comm) ALIAS(PMPI_Scatterv);

EXPORT int PMPI_Scatterv_c(const void *sendbuf, const wide sendcounts[], const wide displs[], int sendtype, void *recvbuf, wide recvcount, int recvtype, int root, int comm);
int PMPI_Scatterv_c(const void *sendbuf, const wide sendcounts[], const wide displs[], int sendtype, void *recvbuf, wide recvcount, int recvtype, int root, int comm)
{
    return error_out(wt_MPI_Scatterv_c(SITE, buffer_in(sendbuf), sendcounts, displs, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(root), comm_in(comm)));
}
EXPORT int MPI_Scatterv_c(const void *sendbuf, const wide sendcounts[], const wide displs[], int sendtype, void *recvbuf, wide recvcount, int recvtype, int root, int comm) ALIAS(PMPI_Scatterv_c);

EXPORT int PMPI_Scatterv_init(const void *sendbuf, const int sendcounts[], const int displs[], int sendtype, void *recvbuf, int recvcount, int recvtype, int root, int comm, int info, int *request);
int PMPI_Scatterv_init(const void *sendbuf, const int sendcounts[], const int displs[], int sendtype, void *recvbuf, int recvcount, int recvtype, int root, int comm, int info, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Scatterv_init(SITE, buffer_in(sendbuf), sendcounts, displs, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(root), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Scatterv_init(const void *sendbuf, const int sendcounts[], const int displs[], int sendtype, void *recvbuf, int recvcount, int recvtype, int root, int comm, int info, int *request) ALIAS(PMPI_Scatterv_init);

EXPORT int PMPI_Scatterv_init_c(const void *sendbuf, const wide sendcounts[], const wide displs[], int sendtype, void *recvbuf, wide recvcount, int recvtype, int root, int comm, int info, int *request);
int PMPI_Scatterv_init_c(const void *sendbuf, const wide sendcounts[], const wide displs[], int sendtype, void *recvbuf, wide recvcount, int recvtype, int root, int comm, int info, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Scatterv_init_c(SITE, buffer_in(sendbuf), sendcounts, displs, type_in(sendtype), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(root), comm_in(comm), info_in(info), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Scatterv_init_c(const void *sendbuf, const wide sendcounts[], const wide displs[], int sendtype, void *recvbuf, wide recvcount, int recvtype, int root, int comm, int info, int *request) ALIAS(PMPI_Scatterv_init_c);

EXPORT int PMPI_Send(const void *buf, int count, int datatype, int dest, int tag, int comm);
int PMPI_Send(const void *buf, int count, int datatype, int dest, int tag, int comm)
{
    return error_out(wt_MPI_Send(SITE, buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm)));
}
EXPORT int MPI_Send(const void *buf, int count, int datatype, int dest, int tag, int comm) ALIAS(PMPI_Send);

EXPORT int PMPI_Send_c(const void *buf, wide count, int datatype, int dest, int tag, int comm);
int PMPI_Send_c(const void *buf, wide count, int datatype, int dest, int tag, int comm)
{
    return error_out(wt_MPI_Send_c(SITE, buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm)));
}
EXPORT int MPI_Send_c(const void *buf, wide count, int datatype, int dest, int tag, int comm) ALIAS(PMPI_Send_c);

EXPORT int PMPI_Send_init(const void *buf, int count, int datatype, int dest, int tag, int comm, int *request);
int PMPI_Send_init(const void *buf, int count, int datatype, int dest, int tag, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Send_init(SITE, buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Send_init(const void *buf, int count, int datatype, int dest, int tag, int comm, int *request) ALIAS(PMPI_Send_init);

EXPORT int PMPI_Send_init_c(const void *buf, wide count, int datatype, int dest, int tag, int comm, int *request);
int PMPI_Send_init_c(const void *buf, wide count, int datatype, int dest, int tag, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Send_init_c(SITE, buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Send_init_c(const void *buf, wide count, int datatype, int dest, int tag, int comm, int *request) ALIAS(PMPI_Send_init_c);

EXPORT int PMPI_Sendrecv(const void *sendbuf, int sendcount, int sendtype, int dest, int sendtag, void *recvbuf, int recvcount, int recvtype, int source, int recvtag, int comm, struct status *status);
int PMPI_Sendrecv(const void *sendbuf, int sendcount, int sendtype, int dest, int sendtag, void *recvbuf, int recvcount, int recvtype, int source, int recvtag, int comm, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_Sendrecv(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), rank_in(dest), tag_in(sendtag), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(source), tag_in(recvtag), comm_in(comm), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_Sendrecv(const void *sendbuf, int sendcount, int sendtype, int dest, int sendtag, void *recvbuf, int recvcount, int recvtype, int source, int recvtag, int comm, struct status *status) ALIAS(PMPI_Sendrecv);

EXPORT int PMPI_Sendrecv_c(const void *sendbuf, wide sendcount, int sendtype, int dest, int sendtag, void *recvbuf, wide recvcount, int recvtype, int source, int recvtag, int comm, struct status *status);
int PMPI_Sendrecv_c(const void *sendbuf, wide sendcount, int sendtype, int dest, int sendtag, void *recvbuf, wide recvcount, int recvtype, int source, int recvtag, int comm, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_Sendrecv_c(SITE, buffer_in(sendbuf), sendcount, type_in(sendtype), rank_in(dest), tag_in(sendtag), buffer_in(recvbuf), recvcount, type_in(recvtype), rank_in(source), tag_in(recvtag), comm_in(comm), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_Sendrecv_c(const void *sendbuf, wide sendcount, int sendtype, int dest, int sendtag, void *recvbuf, wide recvcount, int recvtype, int source, int recvtag, int comm, struct status *status) ALIAS(PMPI_Sendrecv_c);

EXPORT int PMPI_Sendrecv_replace(void *buf, int count, int datatype, int dest, int sendtag, int source, int recvtag, int comm, struct status *status);
int PMPI_Sendrecv_replace(void *buf, int count, int datatype, int dest, int sendtag, int source, int recvtag, int comm, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_Sendrecv_replace(SITE, buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(sendtag), rank_in(source), tag_in(recvtag), comm_in(comm), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_Sendrecv_replace(void *buf, int count, int datatype, int dest, int sendtag, int source, int recvtag, int comm, struct status *status) ALIAS(PMPI_Sendrecv_replace);

EXPORT int PMPI_Sendrecv_replace_c(void *buf, wide count, int datatype, int dest, int sendtag, int source, int recvtag, int comm, struct status *status);
int PMPI_Sendrecv_replace_c(void *buf, wide count, int datatype, int dest, int sendtag, int source, int recvtag, int comm, struct status *status)
{
    struct core_status status_ = blank_status();
    int code = wt_MPI_Sendrecv_replace_c(SITE, buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(sendtag), rank_in(source), tag_in(recvtag), comm_in(comm), ignored(status) ? NULL : &status_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_Sendrecv_replace_c(void *buf, wide count, int datatype, int dest, int sendtag, int source, int recvtag, int comm, struct status *status) ALIAS(PMPI_Sendrecv_replace_c);

EXPORT int PMPI_Session_attach_buffer(int session, void *buffer, int size);
int PMPI_Session_attach_buffer(int session, void *buffer, int size)
{
    return error_out(wt_MPI_Session_attach_buffer(SITE, session_in(session), buffer_in(buffer), size));
}
EXPORT int MPI_Session_attach_buffer(int session, void *buffer, int size) ALIAS(PMPI_Session_attach_buffer);

EXPORT int PMPI_Session_attach_buffer_c(int session, void *buffer, wide size);
int PMPI_Session_attach_buffer_c(int session, void *buffer, wide size)
{
    return error_out(wt_MPI_Session_attach_buffer_c(SITE, session_in(session), buffer_in(buffer), size));
}
EXPORT int MPI_Session_attach_buffer_c(int session, void *buffer, wide size) ALIAS(PMPI_Session_attach_buffer_c);

EXPORT int PMPI_Session_call_errhandler(int session, int errorcode);
int PMPI_Session_call_errhandler(int session, int errorcode)
{
    return error_out(wt_MPI_Session_call_errhandler(SITE, session_in(session), error_in(errorcode)));
}
EXPORT int MPI_Session_call_errhandler(int session, int errorcode) ALIAS(PMPI_Session_call_errhandler);

EXPORT int PMPI_Session_create_errhandler(void *session_errhandler_fn, int *errhandler);
int PMPI_Session_create_errhandler(void *session_errhandler_fn, int *errhandler)
{
    core errhandler_ = 0;
    int code = wt_MPI_Session_create_errhandler(SITE, session_errhandler_fn, errhandler ? &errhandler_ : NULL);
    if (errhandler_) *errhandler = errhandler_out(errhandler_);
    return error_out(code);
}
EXPORT int MPI_Session_create_errhandler(void *session_errhandler_fn, int *errhandler) ALIAS(PMPI_Session_create_errhandler);

EXPORT int PMPI_Session_detach_buffer(int session, void *buffer_addr, int *size);
int PMPI_Session_detach_buffer(int session, void *buffer_addr, int *size)
{
    int code = wt_MPI_Session_detach_buffer(SITE, session_in(session), buffer_addr, size);
    if (code == 0 && *(void **)buffer_addr == (void *)2) *(void **)buffer_addr = (void *)-2;
    return error_out(code);
}
EXPORT int MPI_Session_detach_buffer(int session, void *buffer_addr, int *size) ALIAS(PMPI_Session_detach_buffer);

EXPORT int PMPI_Session_detach_buffer_c(int session, void *buffer_addr, wide *size);
int PMPI_Session_detach_buffer_c(int session, void *buffer_addr, wide *size)
{
    int code = wt_MPI_Session_detach_buffer_c(SITE, session_in(session), buffer_addr, size);
    if (code == 0 && *(void **)buffer_addr == (void *)2) *(void **)buffer_addr = (void *)-2;
    return error_out(code);
}
EXPORT int MPI_Session_detach_buffer_c(int session, void *buffer_addr, wide *size) ALIAS(PMPI_Session_detach_buffer_c);

EXPORT int PMPI_Session_finalize(int *session);
int PMPI_Session_finalize(int *session)
{
    core session_ = session ? session_in(*session) : 0;
    int code = wt_MPI_Session_finalize(SITE, session ? &session_ : NULL);
    if (session_) *session = session_out(session_);
    return error_out(code);
}
EXPORT int MPI_Session_finalize(int *session) ALIAS(PMPI_Session_finalize);

EXPORT int PMPI_Session_flush_buffer(int session);
int PMPI_Session_flush_buffer(int session)
{
    return error_out(wt_MPI_Session_flush_buffer(SITE, session_in(session)));
}
EXPORT int MPI_Session_flush_buffer(int session) ALIAS(PMPI_Session_flush_buffer);

EXPORT int PMPI_Session_fromint(int session);
int PMPI_Session_fromint(int session)
{
    return session;
}
EXPORT int MPI_Session_fromint(int session) ALIAS(PMPI_Session_fromint);

EXPORT int PMPI_Session_get_errhandler(int session, int *errhandler);
int PMPI_Session_get_errhandler(int session, int *errhandler)
{
    core errhandler_ = 0;
    int code = wt_MPI_Session_get_errhandler(SITE, session_in(session), errhandler ? &errhandler_ : NULL);
    if (errhandler_) *errhandler = errhandler_out(errhandler_);
    return error_out(code);
}
EXPORT int MPI_Session_get_errhandler(int session, int *errhandler) ALIAS(PMPI_Session_get_errhandler);

EXPORT int PMPI_Session_get_info(int session, int *info_used);
int PMPI_Session_get_info(int session, int *info_used)
{
    core info_used_ = 0;
    int code = wt_MPI_Session_get_info(SITE, session_in(session), info_used ? &info_used_ : NULL);
    if (info_used_) *info_used = info_out(info_used_);
    return error_out(code);
}
EXPORT int MPI_Session_get_info(int session, int *info_used) ALIAS(PMPI_Session_get_info);

EXPORT int PMPI_Session_get_nth_pset(int session, int info, int n, int *pset_len, char *pset_name);
int PMPI_Session_get_nth_pset(int session, int info, int n, int *pset_len, char *pset_name)
{
    return error_out(wt_MPI_Session_get_nth_pset(SITE, session_in(session), info_in(info), n, pset_len, pset_name));
}
EXPORT int MPI_Session_get_nth_pset(int session, int info, int n, int *pset_len, char *pset_name) ALIAS(PMPI_Session_get_nth_pset);

EXPORT int PMPI_Session_get_num_psets(int session, int info, int *npset_names);
int PMPI_Session_get_num_psets(int session, int info, int *npset_names)
{
    return error_out(wt_MPI_Session_get_num_psets(SITE, session_in(session), info_in(info), npset_names));
}
EXPORT int MPI_Session_get_num_psets(int session, int info, int *npset_names) ALIAS(PMPI_Session_get_num_psets);

EXPORT int PMPI_Session_get_pset_info(int session, const char *pset_name, int *info);
int PMPI_Session_get_pset_info(int session, const char *pset_name, int *info)
{
    core info_ = 0;
    int code = wt_MPI_Session_get_pset_info(SITE, session_in(session), pset_name, info ? &info_ : NULL);
    if (info_) *info = info_out(info_);
    return error_out(code);
}
EXPORT int MPI_Session_get_pset_info(int session, const char *pset_name, int *info) ALIAS(PMPI_Session_get_pset_info);

EXPORT int PMPI_Session_iflush_buffer(int session, int *request);
int PMPI_Session_iflush_buffer(int session, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Session_iflush_buffer(SITE, session_in(session), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Session_iflush_buffer(int session, int *request) ALIAS(PMPI_Session_iflush_buffer);

EXPORT int PMPI_Session_init(int info, int errhandler, int *session);
int PMPI_Session_init(int info, int errhandler, int *session)
{
    core session_ = 0;
    int code = wt_MPI_Session_init(SITE, info_in(info), errhandler_in(errhandler), session ? &session_ : NULL);
    if (session_) *session = session_out(session_);
    return error_out(code);
}
EXPORT int MPI_Session_init(int info, int errhandler, int *session) ALIAS(PMPI_Session_init);

EXPORT int PMPI_Session_set_errhandler(int session, int errhandler);
int PMPI_Session_set_errhandler(int session, int errhandler)
{
    return error_out(wt_MPI_Session_set_errhandler(SITE, session_in(session), errhandler_in(errhandler)));
}
EXPORT int MPI_Session_set_errhandler(int session, int errhandler) ALIAS(PMPI_Session_set_errhandler);

EXPORT int PMPI_Session_toint(int session);
int PMPI_Session_toint(int session)
{
    return session;
}
EXPORT int MPI_Session_toint(int session) ALIAS(PMPI_Session_toint);

EXPORT int PMPI_Ssend(const void *buf, int count, int datatype, int dest, int tag, int comm);
int PMPI_Ssend(const void *buf, int count, int datatype, int dest, int tag, int comm)
{
    return error_out(wt_MPI_Ssend(SITE, buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm)));
}
EXPORT int MPI_Ssend(const void *buf, int count, int datatype, int dest, int tag, int comm) ALIAS(PMPI_Ssend);

EXPORT int PMPI_Ssend_c(const void *buf, wide count, int datatype, int dest, int tag, int comm);
int PMPI_Ssend_c(const void *buf, wide count, int datatype, int dest, int tag, int comm)
{
    return error_out(wt_MPI_Ssend_c(SITE, buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm)));
}
EXPORT int MPI_Ssend_c(const void *buf, wide count, int datatype, int dest, int tag, int comm) ALIAS(PMPI_Ssend_c);

EXPORT int PMPI_Ssend_init(const void *buf, int count, int datatype, int dest, int tag, int comm, int *request);
int PMPI_Ssend_init(const void *buf, int count, int datatype, int dest, int tag, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Ssend_init(SITE, buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Ssend_init(const void *buf, int count, int datatype, int dest, int tag, int comm, int *request) ALIAS(PMPI_Ssend_init);

EXPORT int PMPI_Ssend_init_c(const void *buf, wide count, int datatype, int dest, int tag, int comm, int *request);
int PMPI_Ssend_init_c(const void *buf, wide count, int datatype, int dest, int tag, int comm, int *request)
{
    core request_ = 0;
    int code = wt_MPI_Ssend_init_c(SITE, buffer_in(buf), count, type_in(datatype), rank_in(dest), tag_in(tag), comm_in(comm), request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Ssend_init_c(const void *buf, wide count, int datatype, int dest, int tag, int comm, int *request) ALIAS(PMPI_Ssend_init_c);

EXPORT int PMPI_Start(int *request);
int PMPI_Start(int *request)
{
    core request_ = request ? request_in(*request) : 0;
    int code = wt_MPI_Start(SITE, request ? &request_ : NULL);
    if (request_) *request = request_out(request_);
    return error_out(code);
}
EXPORT int MPI_Start(int *request) ALIAS(PMPI_Start);

EXPORT int PMPI_Startall(int count, int array_of_requests[]);
int PMPI_Startall(int count, int array_of_requests[])
{
    int array_of_requests_count = array_of_requests ? clamped(count) : 0;
    SCRATCH(core, array_of_requests_, array_of_requests_count, 32);
    for (int i = 0; i < array_of_requests_count; i++) array_of_requests_[i] = request_in(array_of_requests[i]);
    int code = wt_MPI_Startall(SITE, count, array_of_requests ? array_of_requests_ : NULL);
    for (int i = 0; i < array_of_requests_count; i++) if (array_of_requests_[i]) array_of_requests[i] = request_out(array_of_requests_[i]);
    RELEASE(array_of_requests_);
    return error_out(code);
}
EXPORT int MPI_Startall(int count, int array_of_requests[]) ALIAS(PMPI_Startall);

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

EXPORT int PMPI_Status_set_elements(struct status *status, int datatype, int count);
int PMPI_Status_set_elements(struct status *status, int datatype, int count)
{
    struct core_status status_ = {0};
    if (!ignored(status)) status_ = status_in(status);
    int code = wt_MPI_Status_set_elements(SITE, ignored(status) ? NULL : &status_, type_in(datatype), count);
    if (!ignored(status)) status_out(&status_, status);
    if (!ignored(status)) status->error = error_out(status_.error);
    return error_out(code);
}
EXPORT int MPI_Status_set_elements(struct status *status, int datatype, int count) ALIAS(PMPI_Status_set_elements);

EXPORT int PMPI_Status_set_elements_c(struct status *status, int datatype, wide count);
int PMPI_Status_set_elements_c(struct status *status, int datatype, wide count)
{
    struct core_status status_ = {0};
    if (!ignored(status)) status_ = status_in(status);
    int code = wt_MPI_Status_set_elements_c(SITE, ignored(status) ? NULL : &status_, type_in(datatype), count);
    if (!ignored(status)) status_out(&status_, status);
    if (!ignored(status)) status->error = error_out(status_.error);
    return error_out(code);
}
EXPORT int MPI_Status_set_elements_c(struct status *status, int datatype, wide count) ALIAS(PMPI_Status_set_elements_c);

EXPORT int PMPI_Status_set_elements_x(struct status *status, int datatype, wide count);
int PMPI_Status_set_elements_x(struct status *status, int datatype, wide count)
{
    struct core_status status_ = {0};
    if (!ignored(status)) status_ = status_in(status);
    int code = wt_MPI_Status_set_elements_x(SITE, ignored(status) ? NULL : &status_, type_in(datatype), count);
    if (!ignored(status)) status_out(&status_, status);
    if (!ignored(status)) status->error = error_out(status_.error);
    return error_out(code);
}
EXPORT int MPI_Status_set_elements_x(struct status *status, int datatype, wide count) ALIAS(PMPI_Status_set_elements_x);

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

EXPORT int PMPI_T_cvar_get_info(int cvar_index, char *name, int *name_len, int *verbosity, int *datatype, void * *enumtype, char *desc, int *desc_len, int *bind, int *scope);
int PMPI_T_cvar_get_info(int cvar_index, char *name, int *name_len, int *verbosity, int *datatype, void * *enumtype, char *desc, int *desc_len, int *bind, int *scope)
{
    core datatype_ = 0;
    int code = wt_MPI_T_cvar_get_info(SITE, cvar_index, name, name_len, verbosity, datatype ? &datatype_ : NULL, enumtype, desc, desc_len, bind, scope);
    if (code == 0 && verbosity) *verbosity = verbosity_out(*verbosity);
    if (datatype_) *datatype = type_out(datatype_);
    if (code == 0 && bind) *bind = bind_out(*bind);
    if (code == 0 && scope) *scope = scope_out(*scope);
    return error_out(code);
}
EXPORT int MPI_T_cvar_get_info(int cvar_index, char *name, int *name_len, int *verbosity, int *datatype, void * *enumtype, char *desc, int *desc_len, int *bind, int *scope) ALIAS(PMPI_T_cvar_get_info);

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

EXPORT int PMPI_T_event_callback_get_info(void *event_registration, int cb_safety, int *info_used);
int PMPI_T_event_callback_get_info(void *event_registration, int cb_safety, int *info_used)
{
    core info_used_ = 0;
    int code = wt_MPI_T_event_callback_get_info(SITE, event_registration, safety_in(cb_safety), info_used ? &info_used_ : NULL);
    if (info_used_) *info_used = info_out(info_used_);
    return error_out(code);
}
EXPORT int MPI_T_event_callback_get_info(void *event_registration, int cb_safety, int *info_used) ALIAS(PMPI_T_event_callback_get_info);

EXPORT int PMPI_T_event_callback_set_info(void *event_registration, int cb_safety, int info);
int PMPI_T_event_callback_set_info(void *event_registration, int cb_safety, int info)
{
    return error_out(wt_MPI_T_event_callback_set_info(SITE, event_registration, safety_in(cb_safety), info_in(info)));
}
EXPORT int MPI_T_event_callback_set_info(void *event_registration, int cb_safety, int info) ALIAS(PMPI_T_event_callback_set_info);

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

EXPORT int PMPI_T_event_get_info(int event_index, char *name, int *name_len, int *verbosity, int array_of_datatypes[], wide array_of_displacements[], int *num_elements, void * *enumtype, int *info, char *desc, int *desc_len, int *bind);
int PMPI_T_event_get_info(int event_index, char *name, int *name_len, int *verbosity, int array_of_datatypes[], wide array_of_displacements[], int *num_elements, void * *enumtype, int *info, char *desc, int *desc_len, int *bind)
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
EXPORT int MPI_T_event_get_info(int event_index, char *name, int *name_len, int *verbosity, int array_of_datatypes[], wide array_of_displacements[], int *num_elements, void * *enumtype, int *info, char *desc, int *desc_len, int *bind) ALIAS(PMPI_T_event_get_info);

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

EXPORT int PMPI_T_event_handle_alloc(int event_index, void *obj_handle, int info, void * *event_registration);
int PMPI_T_event_handle_alloc(int event_index, void *obj_handle, int info, void * *event_registration)
{
    return error_out(wt_MPI_T_event_handle_alloc(SITE, event_index, obj_handle, info_in(info), event_registration));
}
EXPORT int MPI_T_event_handle_alloc(int event_index, void *obj_handle, int info, void * *event_registration) ALIAS(PMPI_T_event_handle_alloc);

EXPORT int PMPI_T_event_handle_free(void *event_registration, void *user_data, void *free_cb_function);
int PMPI_T_event_handle_free(void *event_registration, void *user_data, void *free_cb_function)
{
    return error_out(wt_MPI_T_event_handle_free(SITE, event_registration, user_data, free_cb_function));
}
EXPORT int MPI_T_event_handle_free(void *event_registration, void *user_data, void *free_cb_function) ALIAS(PMPI_T_event_handle_free);

EXPORT int PMPI_T_event_handle_get_info(void *event_registration, int *info_used);
int PMPI_T_event_handle_get_info(void *event_registration, int *info_used)
{
    core info_used_ = 0;
    int code = wt_MPI_T_event_handle_get_info(SITE, event_registration, info_used ? &info_used_ : NULL);
    if (info_used_) *info_used = info_out(info_used_);
    return error_out(code);
}
EXPORT int MPI_T_event_handle_get_info(void *event_registration, int *info_used) ALIAS(PMPI_T_event_handle_get_info);

EXPORT int PMPI_T_event_handle_set_info(void *event_registration, int info);
int PMPI_T_event_handle_set_info(void *event_registration, int info)
{
    return error_out(wt_MPI_T_event_handle_set_info(SITE, event_registration, info_in(info)));
}
EXPORT int MPI_T_event_handle_set_info(void *event_registration, int info) ALIAS(PMPI_T_event_handle_set_info);

EXPORT int PMPI_T_event_read(void *event_instance, int element_index, void *buffer);
int PMPI_T_event_read(void *event_instance, int element_index, void *buffer)
{
    return error_out(wt_MPI_T_event_read(SITE, event_instance, element_index, buffer));
}
EXPORT int MPI_T_event_read(void *event_instance, int element_index, void *buffer) ALIAS(PMPI_T_event_read);

EXPORT int PMPI_T_event_register_callback(void *event_registration, int cb_safety, int info, void *user_data, void *event_cb_function);
int PMPI_T_event_register_callback(void *event_registration, int cb_safety, int info, void *user_data, void *event_cb_function)
{
    return error_out(wt_MPI_T_event_register_callback(SITE, event_registration, safety_in(cb_safety), info_in(info), user_data, event_cb_function));
}
EXPORT int MPI_T_event_register_callback(void *event_registration, int cb_safety, int info, void *user_data, void *event_cb_function) ALIAS(PMPI_T_event_register_callback);

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

EXPORT int PMPI_T_pvar_get_info(int pvar_index, char *name, int *name_len, int *verbosity, int *var_class, int *datatype, void * *enumtype, char *desc, int *desc_len, int *bind, int *readonly, int *continuous, int *atomic);
int PMPI_T_pvar_get_info(int pvar_index, char *name, int *name_len, int *verbosity, int *var_class, int *datatype, void * *enumtype, char *desc, int *desc_len, int *bind, int *readonly, int *continuous, int *atomic)
{
    core datatype_ = 0;
    int code = wt_MPI_T_pvar_get_info(SITE, pvar_index, name, name_len, verbosity, var_class, datatype ? &datatype_ : NULL, enumtype, desc, desc_len, bind, readonly, continuous, atomic);
    if (code == 0 && verbosity) *verbosity = verbosity_out(*verbosity);
    if (code == 0 && var_class) *var_class = pvar_class_out(*var_class);
    if (datatype_) *datatype = type_out(datatype_);
    if (code == 0 && bind) *bind = bind_out(*bind);
    return error_out(code);
}
EXPORT int MPI_T_pvar_get_info(int pvar_index, char *name, int *name_len, int *verbosity, int *var_class, int *datatype, void * *enumtype, char *desc, int *desc_len, int *bind, int *readonly, int *continuous, int *atomic) ALIAS(PMPI_T_pvar_get_info);

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

EXPORT int PMPI_T_source_get_info(int source_index, char *name, int *name_len, char *desc, int *desc_len, int *ordering, wide *ticks_per_second, wide *max_ticks, int *info);
int PMPI_T_source_get_info(int source_index, char *name, int *name_len, char *desc, int *desc_len, int *ordering, wide *ticks_per_second, wide *max_ticks, int *info)
{
    core info_ = 0;
    int code = wt_MPI_T_source_get_info(SITE, source_index, name, name_len, desc, desc_len, ordering, ticks_per_second, max_ticks, info ? &info_ : NULL);
    if (code == 0 && ordering) *ordering = source_order_out(*ordering);
    if (info_) *info = info_out(info_);
    return error_out(code);
}
EXPORT int MPI_T_source_get_info(int source_index, char *name, int *name_len, char *desc, int *desc_len, int *ordering, wide *ticks_per_second, wide *max_ticks, int *info) ALIAS(PMPI_T_source_get_info);

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

EXPORT int PMPI_Test(int *request, int *flag, struct status *status);
int PMPI_Test(int *request, int *flag, struct status *status)
{
    core request_ = request ? request_in(*request) : 0;
    struct core_status status_ = blank_status();
    int code = wt_MPI_Test(SITE, request ? &request_ : NULL, flag, ignored(status) ? NULL : &status_);
    if (request_) *request = request_out(request_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_Test(int *request, int *flag, struct status *status) ALIAS(PMPI_Test);

EXPORT int PMPI_Test_cancelled(const struct status *status, int *flag);
int PMPI_Test_cancelled(const struct status *status, int *flag)
{
    struct core_status status_ = {0};
    if (!ignored(status)) status_ = status_in(status);
    return error_out(wt_MPI_Test_cancelled(SITE, ignored(status) ? NULL : &status_, flag));
}
EXPORT int MPI_Test_cancelled(const struct status *status, int *flag) ALIAS(PMPI_Test_cancelled);

EXPORT int PMPI_Testall(int count, int array_of_requests[], int *flag, struct status *array_of_statuses);
int PMPI_Testall(int count, int array_of_requests[], int *flag, struct status *array_of_statuses)
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
EXPORT int MPI_Testall(int count, int array_of_requests[], int *flag, struct status *array_of_statuses) ALIAS(PMPI_Testall);

EXPORT int PMPI_Testany(int count, int array_of_requests[], int *index, int *flag, struct status *status);
int PMPI_Testany(int count, int array_of_requests[], int *index, int *flag, struct status *status)
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
EXPORT int MPI_Testany(int count, int array_of_requests[], int *index, int *flag, struct status *status) ALIAS(PMPI_Testany);

EXPORT int PMPI_Testsome(int incount, int array_of_requests[], int *outcount, int array_of_indices[], struct status *array_of_statuses);
int PMPI_Testsome(int incount, int array_of_requests[], int *outcount, int array_of_indices[], struct status *array_of_statuses)
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
EXPORT int MPI_Testsome(int incount, int array_of_requests[], int *outcount, int array_of_indices[], struct status *array_of_statuses) ALIAS(PMPI_Testsome);

EXPORT int PMPI_Topo_test(int comm, int *status);
int PMPI_Topo_test(int comm, int *status)
{
    int code = wt_MPI_Topo_test(SITE, comm_in(comm), status);
    if (code == 0 && status) *status = topology_out(*status);
    return error_out(code);
}
EXPORT int MPI_Topo_test(int comm, int *status) ALIAS(PMPI_Topo_test);

EXPORT int PMPI_Type_commit(int *datatype);
int PMPI_Type_commit(int *datatype)
{
    core datatype_ = datatype ? type_in(*datatype) : 0;
    int code = wt_MPI_Type_commit(SITE, datatype ? &datatype_ : NULL);
    if (datatype_) *datatype = type_out(datatype_);
    return error_out(code);
}
EXPORT int MPI_Type_commit(int *datatype) ALIAS(PMPI_Type_commit);

EXPORT int PMPI_Type_contiguous(int count, int oldtype, int *newtype);
int PMPI_Type_contiguous(int count, int oldtype, int *newtype)
{
    core newtype_ = 0;
    int code = wt_MPI_Type_contiguous(SITE, count, type_in(oldtype), newtype ? &newtype_ : NULL);
    if (newtype_) *newtype = type_out(newtype_);
    return error_out(code);
}
EXPORT int MPI_Type_contiguous(int count, int oldtype, int *newtype) ALIAS(PMPI_Type_contiguous);

EXPORT int PMPI_Type_contiguous_c(wide count, int oldtype, int *newtype);
int PMPI_Type_contiguous_c(wide count, int oldtype, int *newtype)
{
    core newtype_ = 0;
    int code = wt_MPI_Type_contiguous_c(SITE, count, type_in(oldtype), newtype ? &newtype_ : NULL);
    if (newtype_) *newtype = type_out(newtype_);
    return error_out(code);
}
EXPORT int MPI_Type_contiguous_c(wide count, int oldtype, int *newtype) ALIAS(PMPI_Type_contiguous_c);

EXPORT int PMPI_Type_create_darray(int size, int rank, int ndims, const int array_of_gsizes[], const int array_of_distribs[], const int array_of_dargs[], const int array_of_psizes[], int order, int oldtype, int *newtype);
int PMPI_Type_create_darray(int size, int rank, int ndims, const int array_of_gsizes[], const int array_of_distribs[], const int array_of_dargs[], const int array_of_psizes[], int order, int oldtype, int *newtype)
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
EXPORT int MPI_Type_create_darray(int size, int rank, int ndims, const int array_of_gsizes[], const int array_of_distribs[], const int array_of_dargs[], const int array_of_psizes[], int order, int oldtype, int *newtype) ALIAS(PMPI_Type_create_darray);

EXPORT int PMPI_Type_create_darray_c(int size, int rank, int ndims, const wide array_of_gsizes[], const int array_of_distribs[], const int array_of_dargs[], const int array_of_psizes[], int order, int oldtype, int *newtype);
int PMPI_Type_create_darray_c(int size, int rank, int ndims, const wide array_of_gsizes[], const int array_of_distribs[], const int array_of_dargs[], const int array_of_psizes[], int order, int oldtype, int *newtype)
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
EXPORT int MPI_Type_create_darray_c(int size, int rank, int ndims, const wide array_of_gsizes[], const int array_of_distribs[], const int array_of_dargs[], const int array_of_psizes[], int order, int oldtype, int *newtype) ALIAS(PMPI_Type_create_darray_c);

EXPORT int PMPI_Type_create_f90_complex(int p, int r, int *newtype);
int PMPI_Type_create_f90_complex(int p, int r, int *newtype)
{
    core newtype_ = 0;
    int code = wt_MPI_Type_create_f90_complex(SITE, p, r, newtype ? &newtype_ : NULL);
    if (newtype_) *newtype = type_out(newtype_);
    return error_out(code);
}
EXPORT int MPI_Type_create_f90_complex(int p, int r, int *newtype) ALIAS(PMPI_Type_create_f90_complex);

EXPORT int PMPI_Type_create_f90_integer(int r, int *newtype);
int PMPI_Type_create_f90_integer(int r, int *newtype)
{
    core newtype_ = 0;
    int code = wt_MPI_Type_create_f90_integer(SITE, r, newtype ? &newtype_ : NULL);
    if (newtype_) *newtype = type_out(newtype_);
    return error_out(code);
}
EXPORT int MPI_Type_create_f90_integer(int r, int *newtype) ALIAS(PMPI_Type_create_f90_integer);

EXPORT int PMPI_Type_create_f90_real(int p, int r, int *newtype);
int PMPI_Type_create_f90_real(int p, int r, int *newtype)
{
    core newtype_ = 0;
    int code = wt_MPI_Type_create_f90_real(SITE, p, r, newtype ? &newtype_ : NULL);
    if (newtype_) *newtype = type_out(newtype_);
    return error_out(code);
}
EXPORT int MPI_Type_create_f90_real(int p, int r, int *newtype) ALIAS(PMPI_Type_create_f90_real);

EXPORT int PMPI_Type_create_hindexed(int count, const int array_of_blocklengths[], const wide array_of_displacements[], int oldtype, int *newtype);
int PMPI_Type_create_hindexed(int count, const int array_of_blocklengths[], const wide array_of_displacements[], int oldtype, int *newtype)
{
    core newtype_ = 0;
    int code = wt_MPI_Type_create_hindexed(SITE, count, array_of_blocklengths, array_of_displacements, type_in(oldtype), newtype ? &newtype_ : NULL);
    if (newtype_) *newtype = type_out(newtype_);
    return error_out(code);
}
EXPORT int MPI_Type_create_hindexed(int count, const int array_of_blocklengths[], const wide array_of_displacements[], int oldtype, int *newtype) ALIAS(PMPI_Type_create_hindexed);

EXPORT int PMPI_Type_create_hindexed_block(int count, int blocklength, const wide array_of_displacements[], int oldtype, int *newtype);
int PMPI_Type_create_hindexed_block(int count, int blocklength, const wide array_of_displacements[], int oldtype, int *newtype)
{
    core newtype_ = 0;
    int code = wt_MPI_Type_create_hindexed_block(SITE, count, blocklength, array_of_displacements, type_in(oldtype), newtype ? &newtype_ : NULL);
    if (newtype_) *newtype = type_out(newtype_);
    return error_out(code);
}
EXPORT int MPI_Type_create_hindexed_block(int count, int blocklength, const wide array_of_displacements[], int oldtype, int *newtype) ALIAS(PMPI_Type_create_hindexed_block);

EXPORT int PMPI_Type_create_hindexed_block_c(wide count, wide blocklength, const wide array_of_displacements[], int oldtype, int *newtype);
int PMPI_Type_create_hindexed_block_c(wide count, wide blocklength, const wide array_of_displacements[], int oldtype, int *newtype)
{
    core newtype_ = 0;
    int code = wt_MPI_Type_create_hindexed_block_c(SITE, count, blocklength, array_of_displacements, type_in(oldtype), newtype ? &newtype_ : NULL);
    if (newtype_) *newtype = type_out(newtype_);
    return error_out(code);
}
EXPORT int MPI_Type_create_hindexed_block_c(wide count, wide blocklength, const wide array_of_displacements[], int oldtype, int *newtype) ALIAS(PMPI_Type_create_hindexed_block_c);

EXPORT int PMPI_Type_create_hindexed_c(wide count, const wide array_of_blocklengths[], const wide array_of_displacements[], int oldtype, int *newtype);
int PMPI_Type_create_hindexed_c(wide count, const wide array_of_blocklengths[], const wide array_of_displacements[], int oldtype, int *newtype)
{
    core newtype_ = 0;
    int code = wt_MPI_Type_create_hindexed_c(SITE, count, array_of_blocklengths, array_of_displacements, type_in(oldtype), newtype ? &newtype_ : NULL);
    if (newtype_) *newtype = type_out(newtype_);
    return error_out(code);
}
EXPORT int MPI_Type_create_hindexed_c(wide count, const wide array_of_blocklengths[], const wide array_of_displacements[], int oldtype, int *newtype) ALIAS(PMPI_Type_create_hindexed_c);

EXPORT int PMPI_Type_create_hvector(int count, int blocklength, wide stride, int oldtype, int *newtype);
int PMPI_Type_create_hvector(int count, int blocklength, wide stride, int oldtype, int *newtype)
{
    core newtype_ = 0;
    int code = wt_MPI_Type_create_hvector(SITE, count, blocklength, stride, type_in(oldtype), newtype ? &newtype_ : NULL);
    if (newtype_) *newtype = type_out(newtype_);
    return error_out(code);
}
EXPORT int MPI_Type_create_hvector(int count, int blocklength, wide stride, int oldtype, int *newtype) ALIAS(PMPI_Type_create_hvector);

EXPORT int PMPI_Type_create_hvector_c(wide count, wide blocklength, wide stride, int oldtype, int *newtype);
int PMPI_Type_create_hvector_c(wide count, wide blocklength, wide stride, int oldtype, int *newtype)
{
    core newtype_ = 0;
    int code = wt_MPI_Type_create_hvector_c(SITE, count, blocklength, stride, type_in(oldtype), newtype ? &newtype_ : NULL);
    if (newtype_) *newtype = type_out(newtype_);
    return error_out(code);
}
EXPORT int MPI_Type_create_hvector_c(wide count, wide blocklength, wide stride, int oldtype, int *newtype) ALIAS(PMPI_Type_create_hvector_c);

EXPORT int PMPI_Type_create_indexed_block(int count, int blocklength, const int array_of_displacements[], int oldtype, int *newtype);
int PMPI_Type_create_indexed_block(int count, int blocklength, const int array_of_displacements[], int oldtype, int *newtype)
{
    core newtype_ = 0;
    int code = wt_MPI_Type_create_indexed_block(SITE, count, blocklength, array_of_displacements, type_in(oldtype), newtype ? &newtype_ : NULL);
    if (newtype_) *newtype = type_out(newtype_);
    return error_out(code);
}
EXPORT int MPI_Type_create_indexed_block(int count, int blocklength, const int array_of_displacements[], int oldtype, int *newtype) ALIAS(PMPI_Type_create_indexed_block);

EXPORT int PMPI_Type_create_indexed_block_c(wide count, wide blocklength, const wide array_of_displacements[], int oldtype, int *newtype);
int PMPI_Type_create_indexed_block_c(wide count, wide blocklength, const wide array_of_displacements[], int oldtype, int *newtype)
{
    core newtype_ = 0;
    int code = wt_MPI_Type_create_indexed_block_c(SITE, count, blocklength, array_of_displacements, type_in(oldtype), newtype ? &newtype_ : NULL);
    if (newtype_) *newtype = type_out(newtype_);
    return error_out(code);
}
EXPORT int MPI_Type_create_indexed_block_c(wide count, wide blocklength, const wide array_of_displacements[], int oldtype, int *newtype) ALIAS(PMPI_Type_create_indexed_block_c);

EXPORT int PMPI_Type_create_keyval(void *type_copy_attr_fn, void *type_delete_attr_fn, int *type_keyval, void *extra_state);
int PMPI_Type_create_keyval(void *type_copy_attr_fn, void *type_delete_attr_fn, int *type_keyval, void *extra_state)
{
    int code = wt_MPI_Type_create_keyval(SITE, copy_function_in(type_copy_attr_fn), type_delete_attr_fn, type_keyval, extra_state);
    if (code == 0 && type_keyval) *type_keyval = keyval_out(*type_keyval);
    return error_out(code);
}
EXPORT int MPI_Type_create_keyval(void *type_copy_attr_fn, void *type_delete_attr_fn, int *type_keyval, void *extra_state) ALIAS(PMPI_Type_create_keyval);

EXPORT int PMPI_Type_create_resized(int oldtype, wide lb, wide extent, int *newtype);
int PMPI_Type_create_resized(int oldtype, wide lb, wide extent, int *newtype)
{
    core newtype_ = 0;
    int code = wt_MPI_Type_create_resized(SITE, type_in(oldtype), lb, extent, newtype ? &newtype_ : NULL);
    if (newtype_) *newtype = type_out(newtype_);
    return error_out(code);
}
EXPORT int MPI_Type_create_resized(int oldtype, wide lb, wide extent, int *newtype) ALIAS(PMPI_Type_create_resized);

EXPORT int PMPI_Type_create_resized_c(int oldtype, wide lb, wide extent, int *newtype);
int PMPI_Type_create_resized_c(int oldtype, wide lb, wide extent, int *newtype)
{
    core newtype_ = 0;
    int code = wt_MPI_Type_create_resized_c(SITE, type_in(oldtype), lb, extent, newtype ? &newtype_ : NULL);
    if (newtype_) *newtype = type_out(newtype_);
    return error_out(code);
}
EXPORT int MPI_Type_create_resized_c(int oldtype, wide lb, wide extent, int *newtype) ALIAS(PMPI_Type_create_resized_c);

EXPORT int PMPI_Type_create_struct(int count, const int array_of_blocklengths[], const wide array_of_displacements[], const int array_of_types[], int *newtype);
int PMPI_Type_create_struct(int count, const int array_of_blocklengths[], const wide array_of_displacements[], const int array_of_types[], int *newtype)
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
EXPORT int MPI_Type_create_struct(int count, const int array_of_blocklengths[], const wide array_of_displacements[], const int array_of_types[], int *newtype) ALIAS(PMPI_Type_create_struct);

EXPORT int PMPI_Type_create_struct_c(wide count, const wide array_of_blocklengths[], const wide array_of_displacements[], const int array_of_types[], int *newtype);
int PMPI_Type_create_struct_c(wide count, const wide array_of_blocklengths[], const wide array_of_displacements[], const int array_of_types[], int *newtype)
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
EXPORT int MPI_Type_create_struct_c(wide count, const wide array_of_blocklengths[], const wide array_of_displacements[], const int array_of_types[], int *newtype) ALIAS(PMPI_Type_create_struct_c);

EXPORT int PMPI_Type_create_subarray(int ndims, const int array_of_sizes[], const int array_of_subsizes[], const int array_of_starts[], int order, int oldtype, int *newtype);
int PMPI_Type_create_subarray(int ndims, const int array_of_sizes[], const int array_of_subsizes[], const int array_of_starts[], int order, int oldtype, int *newtype)
{
    core newtype_ = 0;
    int code = wt_MPI_Type_create_subarray(SITE, ndims, array_of_sizes, array_of_subsizes, array_of_starts, order_in(order), type_in(oldtype), newtype ? &newtype_ : NULL);
    if (newtype_) *newtype = type_out(newtype_);
    return error_out(code);
}
EXPORT int MPI_Type_create_subarray(int ndims, const int array_of_sizes[], const int array_of_subsizes[], const int array_of_starts[], int order, int oldtype, int *newtype) ALIAS(PMPI_Type_create_subarray);

EXPORT int PMPI_Type_create_subarray_c(int ndims, const wide array_of_sizes[], const wide array_of_subsizes[], const wide array_of_starts[], int order, int oldtype, int *newtype);
int PMPI_Type_create_subarray_c(int ndims, const wide array_of_sizes[], const wide array_of_subsizes[], const wide array_of_starts[], int order, int oldtype, int *newtype)
{
    core newtype_ = 0;
    int code = wt_MPI_Type_create_subarray_c(SITE, ndims, array_of_sizes, array_of_subsizes, array_of_starts, order_in(order), type_in(oldtype), newtype ? &newtype_ : NULL);
    if (newtype_) *newtype = type_out(newtype_);
    return error_out(code);
}
EXPORT int MPI_Type_create_subarray_c(int ndims, const wide array_of_sizes[], const wide array_of_subsizes[], const wide array_of_starts[], int order, int oldtype, int *newtype) ALIAS(PMPI_Type_create_subarray_c);

EXPORT int PMPI_Type_delete_attr(int datatype, int type_keyval);
int PMPI_Type_delete_attr(int datatype, int type_keyval)
{
    return error_out(wt_MPI_Type_delete_attr(SITE, type_in(datatype), keyval_in(type_keyval)));
}
EXPORT int MPI_Type_delete_attr(int datatype, int type_keyval) ALIAS(PMPI_Type_delete_attr);

EXPORT int PMPI_Type_dup(int oldtype, int *newtype);
int PMPI_Type_dup(int oldtype, int *newtype)
{
    core newtype_ = 0;
    int code = wt_MPI_Type_dup(SITE, type_in(oldtype), newtype ? &newtype_ : NULL);
    if (newtype_) *newtype = type_out(newtype_);
    return error_out(code);
}
EXPORT int MPI_Type_dup(int oldtype, int *newtype) ALIAS(PMPI_Type_dup);

EXPORT int PMPI_Type_free(int *datatype);
int PMPI_Type_free(int *datatype)
{
    core datatype_ = datatype ? type_in(*datatype) : 0;
    int code = wt_MPI_Type_free(SITE, datatype ? &datatype_ : NULL);
    if (datatype_) *datatype = type_out(datatype_);
    return error_out(code);
}
EXPORT int MPI_Type_free(int *datatype) ALIAS(PMPI_Type_free);

EXPORT int PMPI_Type_free_keyval(int *type_keyval);
int PMPI_Type_free_keyval(int *type_keyval)
{
    int type_keyval_ = type_keyval ? keyval_in(*type_keyval) : 0;
    int code = wt_MPI_Type_free_keyval(SITE, type_keyval ? &type_keyval_ : NULL);
    if (type_keyval) *type_keyval = keyval_out(type_keyval_);
    return error_out(code);
}
EXPORT int MPI_Type_free_keyval(int *type_keyval) ALIAS(PMPI_Type_free_keyval);

EXPORT int PMPI_Type_fromint(int datatype);
int PMPI_Type_fromint(int datatype)
{
    return datatype;
}
EXPORT int MPI_Type_fromint(int datatype) ALIAS(PMPI_Type_fromint);

EXPORT int PMPI_Type_get_attr(int datatype, int type_keyval, void *attribute_val, int *flag);
int PMPI_Type_get_attr(int datatype, int type_keyval, void *attribute_val, int *flag)
{
    int code = wt_MPI_Type_get_attr(SITE, type_in(datatype), keyval_in(type_keyval), attribute_val, flag);
    if (code == 0) attribute_out(type_keyval, attribute_val, flag);
    return error_out(code);
}
EXPORT int MPI_Type_get_attr(int datatype, int type_keyval, void *attribute_val, int *flag) ALIAS(PMPI_Type_get_attr);

EXPORT int PMPI_Type_get_contents(int datatype, int max_integers, int max_addresses, int max_datatypes, int array_of_integers[], wide array_of_addresses[], int array_of_datatypes[]);
int PMPI_Type_get_contents(int datatype, int max_integers, int max_addresses, int max_datatypes, int array_of_integers[], wide array_of_addresses[], int array_of_datatypes[])
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
EXPORT int MPI_Type_get_contents(int datatype, int max_integers, int max_addresses, int max_datatypes, int array_of_integers[], wide array_of_addresses[], int array_of_datatypes[]) ALIAS(PMPI_Type_get_contents);

EXPORT int PMPI_Type_get_contents_c(int datatype, wide max_integers, wide max_addresses, wide max_large_counts, wide max_datatypes, int array_of_integers[], wide array_of_addresses[], wide array_of_large_counts[], int array_of_datatypes[]);
int PMPI_Type_get_contents_c(int datatype, wide max_integers, wide max_addresses, wide max_large_counts, wide max_datatypes, int array_of_integers[], wide array_of_addresses[], wide array_of_large_counts[], int array_of_datatypes[])
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
EXPORT int MPI_Type_get_contents_c(int datatype, wide max_integers, wide max_addresses, wide max_large_counts, wide max_datatypes, int array_of_integers[], wide array_of_addresses[], wide array_of_large_counts[], int array_of_datatypes[]) ALIAS(PMPI_Type_get_contents_c);

EXPORT int PMPI_Type_get_envelope(int datatype, int *num_integers, int *num_addresses, int *num_datatypes, int *combiner);
int PMPI_Type_get_envelope(int datatype, int *num_integers, int *num_addresses, int *num_datatypes, int *combiner)
{
    int code = wt_MPI_Type_get_envelope(SITE, type_in(datatype), num_integers, num_addresses, num_datatypes, combiner);
    if (code == 0 && combiner) *combiner = combiner_out(*combiner);
    return error_out(code);
}
EXPORT int MPI_Type_get_envelope(int datatype, int *num_integers, int *num_addresses, int *num_datatypes, int *combiner) ALIAS(PMPI_Type_get_envelope);

EXPORT int PMPI_Type_get_envelope_c(int datatype, wide *num_integers, wide *num_addresses, wide *num_large_counts, wide *num_datatypes, int *combiner);
int PMPI_Type_get_envelope_c(int datatype, wide *num_integers, wide *num_addresses, wide *num_large_counts, wide *num_datatypes, int *combiner)
{
    int code = wt_MPI_Type_get_envelope_c(SITE, type_in(datatype), num_integers, num_addresses, num_large_counts, num_datatypes, combiner);
    if (code == 0 && combiner) *combiner = combiner_out(*combiner);
    return error_out(code);
}
EXPORT int MPI_Type_get_envelope_c(int datatype, wide *num_integers, wide *num_addresses, wide *num_large_counts, wide *num_datatypes, int *combiner) ALIAS(PMPI_Type_get_envelope_c);

EXPORT int PMPI_Type_get_extent(int datatype, wide *lb, wide *extent);
int PMPI_Type_get_extent(int datatype, wide *lb, wide *extent)
{
    return error_out(wt_MPI_Type_get_extent(SITE, type_in(datatype), lb, extent));
}
EXPORT int MPI_Type_get_extent(int datatype, wide *lb, wide *extent) ALIAS(PMPI_Type_get_extent);

EXPORT int PMPI_Type_get_extent_c(int datatype, wide *lb, wide *extent);
int PMPI_Type_get_extent_c(int datatype, wide *lb, wide *extent)
{
    return error_out(wt_MPI_Type_get_extent_c(SITE, type_in(datatype), lb, extent));
}
EXPORT int MPI_Type_get_extent_c(int datatype, wide *lb, wide *extent) ALIAS(PMPI_Type_get_extent_c);

EXPORT int PMPI_Type_get_extent_x(int datatype, wide *lb, wide *extent);
int PMPI_Type_get_extent_x(int datatype, wide *lb, wide *extent)
{
    return error_out(wt_MPI_Type_get_extent_x(SITE, type_in(datatype), lb, extent));
}
EXPORT int MPI_Type_get_extent_x(int datatype, wide *lb, wide *extent) ALIAS(PMPI_Type_get_extent_x);

EXPORT int PMPI_Type_get_name(int datatype, char *type_name, int *resultlen);
int PMPI_Type_get_name(int datatype, char *type_name, int *resultlen)
{
    return error_out(wt_MPI_Type_get_name(SITE, type_in(datatype), type_name, resultlen));
}
EXPORT int MPI_Type_get_name(int datatype, char *type_name, int *resultlen) ALIAS(PMPI_Type_get_name);

EXPORT int PMPI_Type_get_true_extent(int datatype, wide *true_lb, wide *true_extent);
int PMPI_Type_get_true_extent(int datatype, wide *true_lb, wide *true_extent)
{
    return error_out(wt_MPI_Type_get_true_extent(SITE, type_in(datatype), true_lb, true_extent));
}
EXPORT int MPI_Type_get_true_extent(int datatype, wide *true_lb, wide *true_extent) ALIAS(PMPI_Type_get_true_extent);

EXPORT int PMPI_Type_get_true_extent_c(int datatype, wide *true_lb, wide *true_extent);
int PMPI_Type_get_true_extent_c(int datatype, wide *true_lb, wide *true_extent)
{
    return error_out(wt_MPI_Type_get_true_extent_c(SITE, type_in(datatype), true_lb, true_extent));
}
EXPORT int MPI_Type_get_true_extent_c(int datatype, wide *true_lb, wide *true_extent) ALIAS(PMPI_Type_get_true_extent_c);

EXPORT int PMPI_Type_get_true_extent_x(int datatype, wide *true_lb, wide *true_extent);
int PMPI_Type_get_true_extent_x(int datatype, wide *true_lb, wide *true_extent)
{
    return error_out(wt_MPI_Type_get_true_extent_x(SITE, type_in(datatype), true_lb, true_extent));
}
EXPORT int MPI_Type_get_true_extent_x(int datatype, wide *true_lb, wide *true_extent) ALIAS(PMPI_Type_get_true_extent_x);

EXPORT int PMPI_Type_get_value_index(int value_type, int index_type, int *pair_type);
int PMPI_Type_get_value_index(int value_type, int index_type, int *pair_type)
{
    core pair_type_ = 0;
    int code = wt_MPI_Type_get_value_index(SITE, type_in(value_type), type_in(index_type), pair_type ? &pair_type_ : NULL);
    if (pair_type_) *pair_type = type_out(pair_type_);
    return error_out(code);
}
EXPORT int MPI_Type_get_value_index(int value_type, int index_type, int *pair_type) ALIAS(PMPI_Type_get_value_index);

EXPORT int PMPI_Type_indexed(int count, const int array_of_blocklengths[], const int array_of_displacements[], int oldtype, int *newtype);
int PMPI_Type_indexed(int count, const int array_of_blocklengths[], const int array_of_displacements[], int oldtype, int *newtype)
{
    core newtype_ = 0;
    int code = wt_MPI_Type_indexed(SITE, count, array_of_blocklengths, array_of_displacements, type_in(oldtype), newtype ? &newtype_ : NULL);
    if (newtype_) *newtype = type_out(newtype_);
    return error_out(code);
}
EXPORT int MPI_Type_indexed(int count, const int array_of_blocklengths[], const int array_of_displacements[], int oldtype, int *newtype) ALIAS(PMPI_Type_indexed);

EXPORT int PMPI_Type_indexed_c(wide count, const wide array_of_blocklengths[], const wide array_of_displacements[], int oldtype, int *newtype);
int PMPI_Type_indexed_c(wide count, const wide array_of_blocklengths[], const wide array_of_displacements[], int oldtype, int *newtype)
{
    core newtype_ = 0;
    int code = wt_MPI_Type_indexed_c(SITE, count, array_of_blocklengths, array_of_displacements, type_in(oldtype), newtype ? &newtype_ : NULL);
    if (newtype_) *newtype = type_out(newtype_);
    return error_out(code);
}
EXPORT int MPI_Type_indexed_c(wide count, const wide array_of_blocklengths[], const wide array_of_displacements[], int oldtype, int *newtype) ALIAS(PMPI_Type_indexed_c);

EXPORT int PMPI_Type_match_size(int typeclass, int size, int *datatype);
int PMPI_Type_match_size(int typeclass, int size, int *datatype)
{
    core datatype_ = 0;
    int code = wt_MPI_Type_match_size(SITE, typeclass_in(typeclass), size, datatype ? &datatype_ : NULL);
    if (datatype_) *datatype = type_out(datatype_);
    return error_out(code);
}
EXPORT int MPI_Type_match_size(int typeclass, int size, int *datatype) ALIAS(PMPI_Type_match_size);

EXPORT int PMPI_Type_set_attr(int datatype, int type_keyval, void *attribute_val);
int PMPI_Type_set_attr(int datatype, int type_keyval, void *attribute_val)
{
    return error_out(wt_MPI_Type_set_attr(SITE, type_in(datatype), keyval_in(type_keyval), attribute_val));
}
EXPORT int MPI_Type_set_attr(int datatype, int type_keyval, void *attribute_val) ALIAS(PMPI_Type_set_attr);

EXPORT int PMPI_Type_set_name(int datatype, const char *type_name);
int PMPI_Type_set_name(int datatype, const char *type_name)
{
    return error_out(wt_MPI_Type_set_name(SITE, type_in(datatype), type_name));
}
EXPORT int MPI_Type_set_name(int datatype, const char *type_name) ALIAS(PMPI_Type_set_name);

EXPORT int PMPI_Type_size(int datatype, int *size);
int PMPI_Type_size(int datatype, int *size)
{
    return error_out(wt_MPI_Type_size(SITE, type_in(datatype), size));
}
EXPORT int MPI_Type_size(int datatype, int *size) ALIAS(PMPI_Type_size);

EXPORT int PMPI_Type_size_c(int datatype, wide *size);
int PMPI_Type_size_c(int datatype, wide *size)
{
    return error_out(wt_MPI_Type_size_c(SITE, type_in(datatype), size));
}
EXPORT int MPI_Type_size_c(int datatype, wide *size) ALIAS(PMPI_Type_size_c);

EXPORT int PMPI_Type_size_x(int datatype, wide *size);
int PMPI_Type_size_x(int datatype, wide *size)
{
    return error_out(wt_MPI_Type_size_x(SITE, type_in(datatype), size));
}
EXPORT int MPI_Type_size_x(int datatype, wide *size) ALIAS(PMPI_Type_size_x);

EXPORT int PMPI_Type_toint(int datatype);
int PMPI_Type_toint(int datatype)
{
    return datatype;
}
EXPORT int MPI_Type_toint(int datatype) ALIAS(PMPI_Type_toint);

EXPORT int PMPI_Type_vector(int count, int blocklength, int stride, int oldtype, int *newtype);
int PMPI_Type_vector(int count, int blocklength, int stride, int oldtype, int *newtype)
{
    core newtype_ = 0;
    int code = wt_MPI_Type_vector(SITE, count, blocklength, stride, type_in(oldtype), newtype ? &newtype_ : NULL);
    if (newtype_) *newtype = type_out(newtype_);
    return error_out(code);
}
EXPORT int MPI_Type_vector(int count, int blocklength, int stride, int oldtype, int *newtype) ALIAS(PMPI_Type_vector);

EXPORT int PMPI_Type_vector_c(wide count, wide blocklength, wide stride, int oldtype, int *newtype);
int PMPI_Type_vector_c(wide count, wide blocklength, wide stride, int oldtype, int *newtype)
{
    core newtype_ = 0;
    int code = wt_MPI_Type_vector_c(SITE, count, blocklength, stride, type_in(oldtype), newtype ? &newtype_ : NULL);
    if (newtype_) *newtype = type_out(newtype_);
    return error_out(code);
}
EXPORT int MPI_Type_vector_c(wide count, wide blocklength, wide stride, int oldtype, int *newtype) ALIAS(PMPI_Type_vector_c);

EXPORT int PMPI_Unpack(const void *inbuf, int insize, int *position, void *outbuf, int outcount, int datatype, int comm);
int PMPI_Unpack(const void *inbuf, int insize, int *position, void *outbuf, int outcount, int datatype, int comm)
{
    return error_out(wt_MPI_Unpack(SITE, buffer_in(inbuf), insize, position, buffer_in(outbuf), outcount, type_in(datatype), comm_in(comm)));
}
EXPORT int MPI_Unpack(const void *inbuf, int insize, int *position, void *outbuf, int outcount, int datatype, int comm) ALIAS(PMPI_Unpack);

EXPORT int PMPI_Unpack_c(const void *inbuf, wide insize, wide *position, void *outbuf, wide outcount, int datatype, int comm);
int PMPI_Unpack_c(const void *inbuf, wide insize, wide *position, void *outbuf, wide outcount, int datatype, int comm)
{
    return error_out(wt_MPI_Unpack_c(SITE, buffer_in(inbuf), insize, position, buffer_in(outbuf), outcount, type_in(datatype), comm_in(comm)));
}
EXPORT int MPI_Unpack_c(const void *inbuf, wide insize, wide *position, void *outbuf, wide outcount, int datatype, int comm) ALIAS(PMPI_Unpack_c);

EXPORT int PMPI_Unpack_external(const char *datarep, const void *inbuf, wide insize, wide *position, void *outbuf, int outcount, int datatype);
int PMPI_Unpack_external(const char *datarep, const void *inbuf, wide insize, wide *position, void *outbuf, int outcount, int datatype)
{
    return error_out(wt_MPI_Unpack_external(SITE, datarep, buffer_in(inbuf), insize, position, buffer_in(outbuf), outcount, type_in(datatype)));
}
EXPORT int MPI_Unpack_external(const char *datarep, const void *inbuf, wide insize, wide *position, void *outbuf, int outcount, int datatype) ALIAS(PMPI_Unpack_external);

EXPORT int PMPI_Unpack_external_c(const char *datarep, const void *inbuf, wide insize, wide *position, void *outbuf, wide outcount, int datatype);
int PMPI_Unpack_external_c(const char *datarep, const void *inbuf, wide insize, wide *position, void *outbuf, wide outcount, int datatype)
{
    return error_out(wt_MPI_Unpack_external_c(SITE, datarep, buffer_in(inbuf), insize, position, buffer_in(outbuf), outcount, type_in(datatype)));
}
EXPORT int MPI_Unpack_external_c(const char *datarep, const void *inbuf, wide insize, wide *position, void *outbuf, wide outcount, int datatype) ALIAS(PMPI_Unpack_external_c);

EXPORT int PMPI_Unpublish_name(const char *service_name, int info, const char *port_name);
int PMPI_Unpublish_name(const char *service_name, int info, const char *port_name)
{
    return error_out(wt_MPI_Unpublish_name(SITE, service_name, info_in(info), port_name));
}
EXPORT int MPI_Unpublish_name(const char *service_name, int info, const char *port_name) ALIAS(PMPI_Unpublish_name);

EXPORT int PMPI_Wait(int *request, struct status *status);
int PMPI_Wait(int *request, struct status *status)
{
    core request_ = request ? request_in(*request) : 0;
    struct core_status status_ = blank_status();
    int code = wt_MPI_Wait(SITE, request ? &request_ : NULL, ignored(status) ? NULL : &status_);
    if (request_) *request = request_out(request_);
    if (!ignored(status)) written_status(&status_, status);
    return error_out(code);
}
EXPORT int MPI_Wait(int *request, struct status *status) ALIAS(PMPI_Wait);

EXPORT int PMPI_Waitall(int count, int array_of_requests[], struct status *array_of_statuses);
int PMPI_Waitall(int count, int array_of_requests[], struct status *array_of_statuses)
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
EXPORT int MPI_Waitall(int count, int array_of_requests[], struct status *array_of_statuses) ALIAS(PMPI_Waitall);

EXPORT int PMPI_Waitany(int count, int array_of_requests[], int *index, struct status *status);
int PMPI_Waitany(int count, int array_of_requests[], int *index, struct status *status)
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
EXPORT int MPI_Waitany(int count, int array_of_requests[], int *index, struct status *status) ALIAS(PMPI_Waitany);

EXPORT int PMPI_Waitsome(int incount, int array_of_requests[], int *outcount, int array_of_indices[], struct status *array_of_statuses);
int PMPI_Waitsome(int incount, int array_of_requests[], int *outcount, int array_of_indices[], struct status *array_of_statuses)
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
EXPORT int MPI_Waitsome(int incount, int array_of_requests[], int *outcount, int array_of_indices[], struct status *array_of_statuses) ALIAS(PMPI_Waitsome);

EXPORT int PMPI_Win_allocate(wide size, int disp_unit, int info, int comm, void *baseptr, int *win);
int PMPI_Win_allocate(wide size, int disp_unit, int info, int comm, void *baseptr, int *win)
{
    core win_ = 0;
    int code = wt_MPI_Win_allocate(SITE, size, disp_unit, info_in(info), comm_in(comm), baseptr, win ? &win_ : NULL);
    if (win_) *win = win_out(win_);
    return error_out(code);
}
EXPORT int MPI_Win_allocate(wide size, int disp_unit, int info, int comm, void *baseptr, int *win) ALIAS(PMPI_Win_allocate);

EXPORT int PMPI_Win_allocate_c(wide size, wide disp_unit, int info, int comm, void *baseptr, int *win);
int PMPI_Win_allocate_c(wide size, wide disp_unit, int info, int comm, void *baseptr, int *win)
{
    core win_ = 0;
    int code = wt_MPI_Win_allocate_c(SITE, size, disp_unit, info_in(info), comm_in(comm), baseptr, win ? &win_ : NULL);
    if (win_) *win = win_out(win_);
    return error_out(code);
}
EXPORT int MPI_Win_allocate_c(wide size, wide disp_unit, int info, int comm, void *baseptr, int *win) ALIAS(PMPI_Win_allocate_c);

EXPORT int PMPI_Win_allocate_shared(wide size, int disp_unit, int info, int comm, void *baseptr, int *win);
int PMPI_Win_allocate_shared(wide size, int disp_unit, int info, int comm, void *baseptr, int *win)
{
    core win_ = 0;
    int code = wt_MPI_Win_allocate_shared(SITE, size, disp_unit, info_in(info), comm_in(comm), baseptr, win ? &win_ : NULL);
    if (win_) *win = win_out(win_);
    return error_out(code);
}
EXPORT int MPI_Win_allocate_shared(wide size, int disp_unit, int info, int comm, void *baseptr, int *win) ALIAS(PMPI_Win_allocate_shared);

EXPORT int PMPI_Win_allocate_shared_c(wide size, wide disp_unit, int info, int comm, void *baseptr, int *win);
int PMPI_Win_allocate_shared_c(wide size, wide disp_unit, int info, int comm, void *baseptr, int *win)
{
    core win_ = 0;
    int code = wt_MPI_Win_allocate_shared_c(SITE, size, disp_unit, info_in(info), comm_in(comm), baseptr, win ? &win_ : NULL);
    if (win_) *win = win_out(win_);
    return error_out(code);
}
EXPORT int MPI_Win_allocate_shared_c(wide size, wide disp_unit, int info, int comm, void *baseptr, int *win) ALIAS(PMPI_Win_allocate_shared_c);

EXPORT int PMPI_Win_attach(int win, void *base, wide size);
int PMPI_Win_attach(int win, void *base, wide size)
{
    return error_out(wt_MPI_Win_attach(SITE, win_in(win), buffer_in(base), size));
}
EXPORT int MPI_Win_attach(int win, void *base, wide size) ALIAS(PMPI_Win_attach);

EXPORT int PMPI_Win_call_errhandler(int win, int errorcode);
int PMPI_Win_call_errhandler(int win, int errorcode)
{
    return error_out(wt_MPI_Win_call_errhandler(SITE, win_in(win), error_in(errorcode)));
}
EXPORT int MPI_Win_call_errhandler(int win, int errorcode) ALIAS(PMPI_Win_call_errhandler);

EXPORT int PMPI_Win_complete(int win);
int PMPI_Win_complete(int win)
{
    return error_out(wt_MPI_Win_complete(SITE, win_in(win)));
}
EXPORT int MPI_Win_complete(int win) ALIAS(PMPI_Win_complete);

EXPORT int PMPI_Win_create(void *base, wide size, int disp_unit, int info, int comm, int *win);
int PMPI_Win_create(void *base, wide size, int disp_unit, int info, int comm, int *win)
{
    core win_ = 0;
    int code = wt_MPI_Win_create(SITE, buffer_in(base), size, disp_unit, info_in(info), comm_in(comm), win ? &win_ : NULL);
    if (win_) *win = win_out(win_);
    return error_out(code);
}
EXPORT int MPI_Win_create(void *base, wide size, int disp_unit, int info, int comm, int *win) ALIAS(PMPI_Win_create);

EXPORT int PMPI_Win_create_c(void *base, wide size, wide disp_unit, int info, int comm, int *win);
int PMPI_Win_create_c(void *base, wide size, wide disp_unit, int info, int comm, int *win)
{
    core win_ = 0;
    int code = wt_MPI_Win_create_c(SITE, buffer_in(base), size, disp_unit, info_in(info), comm_in(comm), win ? &win_ : NULL);
    if (win_) *win = win_out(win_);
    return error_out(code);
}
EXPORT int MPI_Win_create_c(void *base, wide size, wide disp_unit, int info, int comm, int *win) ALIAS(PMPI_Win_create_c);

EXPORT int PMPI_Win_create_dynamic(int info, int comm, int *win);
int PMPI_Win_create_dynamic(int info, int comm, int *win)
{
    core win_ = 0;
    int code = wt_MPI_Win_create_dynamic(SITE, info_in(info), comm_in(comm), win ? &win_ : NULL);
    if (win_) *win = win_out(win_);
    return error_out(code);
}
EXPORT int MPI_Win_create_dynamic(int info, int comm, int *win) ALIAS(PMPI_Win_create_dynamic);

EXPORT int PMPI_Win_create_errhandler(void *win_errhandler_fn, int *errhandler);
int PMPI_Win_create_errhandler(void *win_errhandler_fn, int *errhandler)
{
    core errhandler_ = 0;
    int code = wt_MPI_Win_create_errhandler(SITE, win_errhandler_fn, errhandler ? &errhandler_ : NULL);
    if (errhandler_) *errhandler = errhandler_out(errhandler_);
    return error_out(code);
}
EXPORT int MPI_Win_create_errhandler(void *win_errhandler_fn, int *errhandler) ALIAS(PMPI_Win_create_errhandler);

EXPORT int PMPI_Win_create_keyval(void *win_copy_attr_fn, void *win_delete_attr_fn, int *win_keyval, void *extra_state);
int PMPI_Win_create_keyval(void *win_copy_attr_fn, void *win_delete_attr_fn, int *win_keyval, void *extra_state)
{
    int code = wt_MPI_Win_create_keyval(SITE, copy_function_in(win_copy_attr_fn), win_delete_attr_fn, win_keyval, extra_state);
    if (code == 0 && win_keyval) *win_keyval = keyval_out(*win_keyval);
    return error_out(code);
}
EXPORT int MPI_Win_create_keyval(void *win_copy_attr_fn, void *win_delete_attr_fn, int *win_keyval, void *extra_state) ALIAS(PMPI_Win_create_keyval);

EXPORT int PMPI_Win_delete_attr(int win, int win_keyval);
int PMPI_Win_delete_attr(int win, int win_keyval)
{
    return error_out(wt_MPI_Win_delete_attr(SITE, win_in(win), keyval_in(win_keyval)));
}
EXPORT int MPI_Win_delete_attr(int win, int win_keyval) ALIAS(PMPI_Win_delete_attr);

EXPORT int PMPI_Win_detach(int win, const void *base);
int PMPI_Win_detach(int win, const void *base)
{
    return error_out(wt_MPI_Win_detach(SITE, win_in(win), buffer_in(base)));
}
EXPORT int MPI_Win_detach(int win, const void *base) ALIAS(PMPI_Win_detach);

EXPORT int PMPI_Win_fence(int assert, int win);
int PMPI_Win_fence(int assert, int win)
{
    return error_out(wt_MPI_Win_fence(SITE, assertion_in(assert), win_in(win)));
}
EXPORT int MPI_Win_fence(int assert, int win) ALIAS(PMPI_Win_fence);

EXPORT int PMPI_Win_flush(int rank, int win);
int PMPI_Win_flush(int rank, int win)
{
    return error_out(wt_MPI_Win_flush(SITE, rank_in(rank), win_in(win)));
}
EXPORT int MPI_Win_flush(int rank, int win) ALIAS(PMPI_Win_flush);

EXPORT int PMPI_Win_flush_all(int win);
int PMPI_Win_flush_all(int win)
{
    return error_out(wt_MPI_Win_flush_all(SITE, win_in(win)));
}
EXPORT int MPI_Win_flush_all(int win) ALIAS(PMPI_Win_flush_all);

EXPORT int PMPI_Win_flush_local(int rank, int win);
int PMPI_Win_flush_local(int rank, int win)
{
    return error_out(wt_MPI_Win_flush_local(SITE, rank_in(rank), win_in(win)));
}
EXPORT int MPI_Win_flush_local(int rank, int win) ALIAS(PMPI_Win_flush_local);

EXPORT int PMPI_Win_flush_local_all(int win);
int PMPI_Win_flush_local_all(int win)
{
    return error_out(wt_MPI_Win_flush_local_all(SITE, win_in(win)));
}
EXPORT int MPI_Win_flush_local_all(int win) ALIAS(PMPI_Win_flush_local_all);

EXPORT int PMPI_Win_free(int *win);
int PMPI_Win_free(int *win)
{
    core win_ = win ? win_in(*win) : 0;
    int code = wt_MPI_Win_free(SITE, win ? &win_ : NULL);
    if (win_) *win = win_out(win_);
    return error_out(code);
}
EXPORT int MPI_Win_free(int *win) ALIAS(PMPI_Win_free);

EXPORT int PMPI_Win_free_keyval(int *win_keyval);
int PMPI_Win_free_keyval(int *win_keyval)
{
    int win_keyval_ = win_keyval ? keyval_in(*win_keyval) : 0;
    int code = wt_MPI_Win_free_keyval(SITE, win_keyval ? &win_keyval_ : NULL);
    if (win_keyval) *win_keyval = keyval_out(win_keyval_);
    return error_out(code);
}
EXPORT int MPI_Win_free_keyval(int *win_keyval) ALIAS(PMPI_Win_free_keyval);

EXPORT int PMPI_Win_fromint(int win);
int PMPI_Win_fromint(int win)
{
    return win;
}
EXPORT int MPI_Win_fromint(int win) ALIAS(PMPI_Win_fromint);

EXPORT int PMPI_Win_get_attr(int win, int win_keyval, void *attribute_val, int *flag);
int PMPI_Win_get_attr(int win, int win_keyval, void *attribute_val, int *flag)
{
    int code = wt_MPI_Win_get_attr(SITE, win_in(win), keyval_in(win_keyval), attribute_val, flag);
    if (code == 0) attribute_out(win_keyval, attribute_val, flag);
    return error_out(code);
}
EXPORT int MPI_Win_get_attr(int win, int win_keyval, void *attribute_val, int *flag) ALIAS(PMPI_Win_get_attr);

EXPORT int PMPI_Win_get_errhandler(int win, int *errhandler);
int PMPI_Win_get_errhandler(int win, int *errhandler)
{
    core errhandler_ = 0;
    int code = wt_MPI_Win_get_errhandler(SITE, win_in(win), errhandler ? &errhandler_ : NULL);
    if (errhandler_) *errhandler = errhandler_out(errhandler_);
    return error_out(code);
}
EXPORT int MPI_Win_get_errhandler(int win, int *errhandler) ALIAS(PMPI_Win_get_errhandler);

EXPORT int PMPI_Win_get_group(int win, int *group);
int PMPI_Win_get_group(int win, int *group)
{
    core group_ = 0;
    int code = wt_MPI_Win_get_group(SITE, win_in(win), group ? &group_ : NULL);
    if (group_) *group = group_out(group_);
    return error_out(code);
}
EXPORT int MPI_Win_get_group(int win, int *group) ALIAS(PMPI_Win_get_group);

EXPORT int PMPI_Win_get_info(int win, int *info_used);
int PMPI_Win_get_info(int win, int *info_used)
{
    core info_used_ = 0;
    int code = wt_MPI_Win_get_info(SITE, win_in(win), info_used ? &info_used_ : NULL);
    if (info_used_) *info_used = info_out(info_used_);
    return error_out(code);
}
EXPORT int MPI_Win_get_info(int win, int *info_used) ALIAS(PMPI_Win_get_info);

EXPORT int PMPI_Win_get_name(int win, char *win_name, int *resultlen);
int PMPI_Win_get_name(int win, char *win_name, int *resultlen)
{
    return error_out(wt_MPI_Win_get_name(SITE, win_in(win), win_name, resultlen));
}
EXPORT int MPI_Win_get_name(int win, char *win_name, int *resultlen) ALIAS(PMPI_Win_get_name);

EXPORT int PMPI_Win_lock(int lock_type, int rank, int assert, int win);
int PMPI_Win_lock(int lock_type, int rank, int assert, int win)
{
    return error_out(wt_MPI_Win_lock(SITE, lock_in(lock_type), rank_in(rank), assertion_in(assert), win_in(win)));
}
EXPORT int MPI_Win_lock(int lock_type, int rank, int assert, int win) ALIAS(PMPI_Win_lock);

EXPORT int PMPI_Win_lock_all(int assert, int win);
int PMPI_Win_lock_all(int assert, int win)
{
    return error_out(wt_MPI_Win_lock_all(SITE, assertion_in(assert), win_in(win)));
}
EXPORT int MPI_Win_lock_all(int assert, int win) ALIAS(PMPI_Win_lock_all);

EXPORT int PMPI_Win_post(int group, int assert, int win);
int PMPI_Win_post(int group, int assert, int win)
{
    return error_out(wt_MPI_Win_post(SITE, group_in(group), assertion_in(assert), win_in(win)));
}
EXPORT int MPI_Win_post(int group, int assert, int win) ALIAS(PMPI_Win_post);

EXPORT int PMPI_Win_set_attr(int win, int win_keyval, void *attribute_val);
int PMPI_Win_set_attr(int win, int win_keyval, void *attribute_val)
{
    return error_out(wt_MPI_Win_set_attr(SITE, win_in(win), keyval_in(win_keyval), attribute_val));
}
EXPORT int MPI_Win_set_attr(int win, int win_keyval, void *attribute_val) ALIAS(PMPI_Win_set_attr);

EXPORT int PMPI_Win_set_errhandler(int win, int errhandler);
int PMPI_Win_set_errhandler(int win, int errhandler)
{
    return error_out(wt_MPI_Win_set_errhandler(SITE, win_in(win), errhandler_in(errhandler)));
}
EXPORT int MPI_Win_set_errhandler(int win, int errhandler) ALIAS(PMPI_Win_set_errhandler);

EXPORT int PMPI_Win_set_info(int win, int info);
int PMPI_Win_set_info(int win, int info)
{
    return error_out(wt_MPI_Win_set_info(SITE, win_in(win), info_in(info)));
}
EXPORT int MPI_Win_set_info(int win, int info) ALIAS(PMPI_Win_set_info);

EXPORT int PMPI_Win_set_name(int win, const char *win_name);
int PMPI_Win_set_name(int win, const char *win_name)
{
    return error_out(wt_MPI_Win_set_name(SITE, win_in(win), win_name));
}
EXPORT int MPI_Win_set_name(int win, const char *win_name) ALIAS(PMPI_Win_set_name);

EXPORT int PMPI_Win_shared_query(int win, int rank, wide *size, int *disp_unit, void *baseptr);
int PMPI_Win_shared_query(int win, int rank, wide *size, int *disp_unit, void *baseptr)
{
    return error_out(wt_MPI_Win_shared_query(SITE, win_in(win), rank_in(rank), size, disp_unit, baseptr));
}
EXPORT int MPI_Win_shared_query(int win, int rank, wide *size, int *disp_unit, void *baseptr) ALIAS(PMPI_Win_shared_query);

EXPORT int PMPI_Win_shared_query_c(int win, int rank, wide *size, wide *disp_unit, void *baseptr);
int PMPI_Win_shared_query_c(int win, int rank, wide *size, wide *disp_unit, void *baseptr)
{
    return error_out(wt_MPI_Win_shared_query_c(SITE, win_in(win), rank_in(rank), size, disp_unit, baseptr));
}
EXPORT int MPI_Win_shared_query_c(int win, int rank, wide *size, wide *disp_unit, void *baseptr) ALIAS(PMPI_Win_shared_query_c);

EXPORT int PMPI_Win_start(int group, int assert, int win);
int PMPI_Win_start(int group, int assert, int win)
{
    return error_out(wt_MPI_Win_start(SITE, group_in(group), assertion_in(assert), win_in(win)));
}
EXPORT int MPI_Win_start(int group, int assert, int win) ALIAS(PMPI_Win_start);

EXPORT int PMPI_Win_sync(int win);
int PMPI_Win_sync(int win)
{
    return error_out(wt_MPI_Win_sync(SITE, win_in(win)));
}
EXPORT int MPI_Win_sync(int win) ALIAS(PMPI_Win_sync);

EXPORT int PMPI_Win_test(int win, int *flag);
int PMPI_Win_test(int win, int *flag)
{
    return error_out(wt_MPI_Win_test(SITE, win_in(win), flag));
}
EXPORT int MPI_Win_test(int win, int *flag) ALIAS(PMPI_Win_test);

EXPORT int PMPI_Win_toint(int win);
int PMPI_Win_toint(int win)
{
    return win;
}
EXPORT int MPI_Win_toint(int win) ALIAS(PMPI_Win_toint);

EXPORT int PMPI_Win_unlock(int rank, int win);
int PMPI_Win_unlock(int rank, int win)
{
    return error_out(wt_MPI_Win_unlock(SITE, rank_in(rank), win_in(win)));
}
EXPORT int MPI_Win_unlock(int rank, int win) ALIAS(PMPI_Win_unlock);

EXPORT int PMPI_Win_unlock_all(int win);
int PMPI_Win_unlock_all(int win)
{
    return error_out(wt_MPI_Win_unlock_all(SITE, win_in(win)));
}
EXPORT int MPI_Win_unlock_all(int win) ALIAS(PMPI_Win_unlock_all);

EXPORT int PMPI_Win_wait(int win);
int PMPI_Win_wait(int win)
{
    return error_out(wt_MPI_Win_wait(SITE, win_in(win)));
}
EXPORT int MPI_Win_wait(int win) ALIAS(PMPI_Win_wait);

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


/* Handles and integers of Fortran, statuses of Fortran and of its module: the same bytes in this ABI. */
#define SAME(name) \
    EXPORT int P##name(int); \
    int P##name(int handle) { return handle; } \
    EXPORT int name(int) ALIAS(P##name);
SAME(MPI_Comm_c2f)
SAME(MPI_Comm_f2c)
SAME(MPI_Errhandler_c2f)
SAME(MPI_Errhandler_f2c)
SAME(MPI_Group_c2f)
SAME(MPI_Group_f2c)
SAME(MPI_Info_c2f)
SAME(MPI_Info_f2c)
SAME(MPI_Message_c2f)
SAME(MPI_Message_f2c)
SAME(MPI_Op_c2f)
SAME(MPI_Op_f2c)
SAME(MPI_Request_c2f)
SAME(MPI_Request_f2c)
SAME(MPI_Session_c2f)
SAME(MPI_Session_f2c)
SAME(MPI_Type_c2f)
SAME(MPI_Type_f2c)
SAME(MPI_Win_c2f)
SAME(MPI_Win_f2c)
#define FILES(name, type, from, convert) \
    EXPORT type P##name(from); \
    type P##name(from file) { return convert; } \
    EXPORT type name(from) ALIAS(P##name);
FILES(MPI_File_c2f, int, void *, (int)file_in(file))
FILES(MPI_File_f2c, void *, int, file_out((core)file))

#define COPIED(name) \
    EXPORT int P##name(const struct status *, struct status *); \
    int P##name(const struct status *from, struct status *to) { *to = *from; return 0; } \
    EXPORT int name(const struct status *, struct status *) ALIAS(P##name);
COPIED(MPI_Status_c2f)
COPIED(MPI_Status_f2c)
COPIED(MPI_Status_c2f08)
COPIED(MPI_Status_f082c)
COPIED(MPI_Status_f2f08)
COPIED(MPI_Status_f082f)


/* Functions of MPI-1 that were removed from the standard, and that MPICH has. */
static int extent_of(int datatype, wide *lower, wide *extent)
{
    wide unused;
    return PMPI_Type_get_extent(datatype, lower ? lower : &unused, extent ? extent : &unused);
}

static int upper_bound_of(int datatype, wide *bound)
{
    wide lower, extent;
    int code = PMPI_Type_get_extent(datatype, &lower, &extent);
    if (code == 0) *bound = lower + extent;
    return code;
}

#define REMOVED(name, parameters, call) \
    EXPORT int P##name parameters; \
    int P##name parameters { return call; } \
    EXPORT int name parameters ALIAS(P##name);
REMOVED(MPI_Address, (const void *location, wide *address), PMPI_Get_address(location, address))
REMOVED(MPI_Errhandler_create, (void *function, int *errhandler), PMPI_Comm_create_errhandler(function, errhandler))
REMOVED(MPI_Errhandler_get, (int comm, int *errhandler), PMPI_Comm_get_errhandler(comm, errhandler))
REMOVED(MPI_Errhandler_set, (int comm, int errhandler), PMPI_Comm_set_errhandler(comm, errhandler))
REMOVED(MPI_Type_hindexed, (int count, int *lengths, wide *places, int old, int *made),
    PMPI_Type_create_hindexed(count, lengths, places, old, made))
REMOVED(MPI_Type_hvector, (int count, int length, wide stride, int old, int *made),
    PMPI_Type_create_hvector(count, length, stride, old, made))
REMOVED(MPI_Type_struct, (int count, int *lengths, wide *places, int *types, int *made),
    PMPI_Type_create_struct(count, lengths, places, types, made))
REMOVED(MPI_Type_extent, (int datatype, wide *extent), extent_of(datatype, NULL, extent))
REMOVED(MPI_Type_lb, (int datatype, wide *bound), extent_of(datatype, bound, NULL))
REMOVED(MPI_Type_ub, (int datatype, wide *bound), upper_bound_of(datatype, bound))

EXPORT int PMPIX_Allreduce_enqueue(void);
int PMPIX_Allreduce_enqueue(void) { wt_not_simulated("MPIX_Allreduce_enqueue", SITE); }
EXPORT int MPIX_Allreduce_enqueue(void) ALIAS(PMPIX_Allreduce_enqueue);
EXPORT int PMPIX_Allreduce_enqueue_c(void);
int PMPIX_Allreduce_enqueue_c(void) { wt_not_simulated("MPIX_Allreduce_enqueue_c", SITE); }
EXPORT int MPIX_Allreduce_enqueue_c(void) ALIAS(PMPIX_Allreduce_enqueue_c);
EXPORT int PMPIX_Async_get_state(void);
int PMPIX_Async_get_state(void) { wt_not_simulated("MPIX_Async_get_state", SITE); }
EXPORT int MPIX_Async_get_state(void) ALIAS(PMPIX_Async_get_state);
EXPORT int PMPIX_Async_spawn(void);
int PMPIX_Async_spawn(void) { wt_not_simulated("MPIX_Async_spawn", SITE); }
EXPORT int MPIX_Async_spawn(void) ALIAS(PMPIX_Async_spawn);
EXPORT int PMPIX_Async_start(void);
int PMPIX_Async_start(void) { wt_not_simulated("MPIX_Async_start", SITE); }
EXPORT int MPIX_Async_start(void) ALIAS(PMPIX_Async_start);
EXPORT int PMPIX_Comm_agree(void);
int PMPIX_Comm_agree(void) { wt_not_simulated("MPIX_Comm_agree", SITE); }
EXPORT int MPIX_Comm_agree(void) ALIAS(PMPIX_Comm_agree);
EXPORT int PMPIX_Comm_create_errhandler_x(void);
int PMPIX_Comm_create_errhandler_x(void) { wt_not_simulated("MPIX_Comm_create_errhandler_x", SITE); }
EXPORT int MPIX_Comm_create_errhandler_x(void) ALIAS(PMPIX_Comm_create_errhandler_x);
EXPORT int PMPIX_Comm_failure_ack(void);
int PMPIX_Comm_failure_ack(void) { wt_not_simulated("MPIX_Comm_failure_ack", SITE); }
EXPORT int MPIX_Comm_failure_ack(void) ALIAS(PMPIX_Comm_failure_ack);
EXPORT int PMPIX_Comm_failure_get_acked(void);
int PMPIX_Comm_failure_get_acked(void) { wt_not_simulated("MPIX_Comm_failure_get_acked", SITE); }
EXPORT int MPIX_Comm_failure_get_acked(void) ALIAS(PMPIX_Comm_failure_get_acked);
EXPORT int PMPIX_Comm_get_failed(void);
int PMPIX_Comm_get_failed(void) { wt_not_simulated("MPIX_Comm_get_failed", SITE); }
EXPORT int MPIX_Comm_get_failed(void) ALIAS(PMPIX_Comm_get_failed);
EXPORT int PMPIX_Comm_get_stream(void);
int PMPIX_Comm_get_stream(void) { wt_not_simulated("MPIX_Comm_get_stream", SITE); }
EXPORT int MPIX_Comm_get_stream(void) ALIAS(PMPIX_Comm_get_stream);
EXPORT int PMPIX_Comm_revoke(void);
int PMPIX_Comm_revoke(void) { wt_not_simulated("MPIX_Comm_revoke", SITE); }
EXPORT int MPIX_Comm_revoke(void) ALIAS(PMPIX_Comm_revoke);
EXPORT int PMPIX_Comm_shrink(void);
int PMPIX_Comm_shrink(void) { wt_not_simulated("MPIX_Comm_shrink", SITE); }
EXPORT int MPIX_Comm_shrink(void) ALIAS(PMPIX_Comm_shrink);
EXPORT int PMPIX_Comm_test_threadcomm(void);
int PMPIX_Comm_test_threadcomm(void) { wt_not_simulated("MPIX_Comm_test_threadcomm", SITE); }
EXPORT int MPIX_Comm_test_threadcomm(void) ALIAS(PMPIX_Comm_test_threadcomm);
EXPORT int PMPIX_File_create_errhandler_x(void);
int PMPIX_File_create_errhandler_x(void) { wt_not_simulated("MPIX_File_create_errhandler_x", SITE); }
EXPORT int MPIX_File_create_errhandler_x(void) ALIAS(PMPIX_File_create_errhandler_x);
EXPORT int PMPIX_GPU_query_support(void);
int PMPIX_GPU_query_support(void) { wt_not_simulated("MPIX_GPU_query_support", SITE); }
EXPORT int MPIX_GPU_query_support(void) ALIAS(PMPIX_GPU_query_support);
EXPORT int PMPIX_Grequest_class_allocate(void);
int PMPIX_Grequest_class_allocate(void) { wt_not_simulated("MPIX_Grequest_class_allocate", SITE); }
EXPORT int MPIX_Grequest_class_allocate(void) ALIAS(PMPIX_Grequest_class_allocate);
EXPORT int PMPIX_Grequest_class_create(void);
int PMPIX_Grequest_class_create(void) { wt_not_simulated("MPIX_Grequest_class_create", SITE); }
EXPORT int MPIX_Grequest_class_create(void) ALIAS(PMPIX_Grequest_class_create);
EXPORT int PMPIX_Grequest_start(void);
int PMPIX_Grequest_start(void) { wt_not_simulated("MPIX_Grequest_start", SITE); }
EXPORT int MPIX_Grequest_start(void) ALIAS(PMPIX_Grequest_start);
EXPORT int PMPIX_Info_set_hex(void);
int PMPIX_Info_set_hex(void) { wt_not_simulated("MPIX_Info_set_hex", SITE); }
EXPORT int MPIX_Info_set_hex(void) ALIAS(PMPIX_Info_set_hex);
EXPORT int PMPIX_Irecv_enqueue(void);
int PMPIX_Irecv_enqueue(void) { wt_not_simulated("MPIX_Irecv_enqueue", SITE); }
EXPORT int MPIX_Irecv_enqueue(void) ALIAS(PMPIX_Irecv_enqueue);
EXPORT int PMPIX_Irecv_enqueue_c(void);
int PMPIX_Irecv_enqueue_c(void) { wt_not_simulated("MPIX_Irecv_enqueue_c", SITE); }
EXPORT int MPIX_Irecv_enqueue_c(void) ALIAS(PMPIX_Irecv_enqueue_c);
EXPORT int PMPIX_Isend_enqueue(void);
int PMPIX_Isend_enqueue(void) { wt_not_simulated("MPIX_Isend_enqueue", SITE); }
EXPORT int MPIX_Isend_enqueue(void) ALIAS(PMPIX_Isend_enqueue);
EXPORT int PMPIX_Isend_enqueue_c(void);
int PMPIX_Isend_enqueue_c(void) { wt_not_simulated("MPIX_Isend_enqueue_c", SITE); }
EXPORT int MPIX_Isend_enqueue_c(void) ALIAS(PMPIX_Isend_enqueue_c);
EXPORT int PMPIX_Op_create_x(void);
int PMPIX_Op_create_x(void) { wt_not_simulated("MPIX_Op_create_x", SITE); }
EXPORT int MPIX_Op_create_x(void) ALIAS(PMPIX_Op_create_x);
EXPORT int PMPIX_Query_cuda_support(void);
int PMPIX_Query_cuda_support(void) { return 0; }
EXPORT int MPIX_Query_cuda_support(void) ALIAS(PMPIX_Query_cuda_support);
EXPORT int PMPIX_Query_hip_support(void);
int PMPIX_Query_hip_support(void) { return 0; }
EXPORT int MPIX_Query_hip_support(void) ALIAS(PMPIX_Query_hip_support);
EXPORT int PMPIX_Query_ze_support(void);
int PMPIX_Query_ze_support(void) { return 0; }
EXPORT int MPIX_Query_ze_support(void) ALIAS(PMPIX_Query_ze_support);
EXPORT int PMPIX_Recv_enqueue(void);
int PMPIX_Recv_enqueue(void) { wt_not_simulated("MPIX_Recv_enqueue", SITE); }
EXPORT int MPIX_Recv_enqueue(void) ALIAS(PMPIX_Recv_enqueue);
EXPORT int PMPIX_Recv_enqueue_c(void);
int PMPIX_Recv_enqueue_c(void) { wt_not_simulated("MPIX_Recv_enqueue_c", SITE); }
EXPORT int MPIX_Recv_enqueue_c(void) ALIAS(PMPIX_Recv_enqueue_c);
EXPORT int PMPIX_Request_is_complete(void);
int PMPIX_Request_is_complete(void) { wt_not_simulated("MPIX_Request_is_complete", SITE); }
EXPORT int MPIX_Request_is_complete(void) ALIAS(PMPIX_Request_is_complete);
EXPORT int PMPIX_Send_enqueue(void);
int PMPIX_Send_enqueue(void) { wt_not_simulated("MPIX_Send_enqueue", SITE); }
EXPORT int MPIX_Send_enqueue(void) ALIAS(PMPIX_Send_enqueue);
EXPORT int PMPIX_Send_enqueue_c(void);
int PMPIX_Send_enqueue_c(void) { wt_not_simulated("MPIX_Send_enqueue_c", SITE); }
EXPORT int MPIX_Send_enqueue_c(void) ALIAS(PMPIX_Send_enqueue_c);
EXPORT int PMPIX_Session_create_errhandler_x(void);
int PMPIX_Session_create_errhandler_x(void) { wt_not_simulated("MPIX_Session_create_errhandler_x", SITE); }
EXPORT int MPIX_Session_create_errhandler_x(void) ALIAS(PMPIX_Session_create_errhandler_x);
EXPORT int PMPIX_Start_progress_thread(void);
int PMPIX_Start_progress_thread(void) { wt_not_simulated("MPIX_Start_progress_thread", SITE); }
EXPORT int MPIX_Start_progress_thread(void) ALIAS(PMPIX_Start_progress_thread);
EXPORT int PMPIX_Stop_progress_thread(void);
int PMPIX_Stop_progress_thread(void) { wt_not_simulated("MPIX_Stop_progress_thread", SITE); }
EXPORT int MPIX_Stop_progress_thread(void) ALIAS(PMPIX_Stop_progress_thread);
EXPORT int PMPIX_Stream_comm_create(void);
int PMPIX_Stream_comm_create(void) { wt_not_simulated("MPIX_Stream_comm_create", SITE); }
EXPORT int MPIX_Stream_comm_create(void) ALIAS(PMPIX_Stream_comm_create);
EXPORT int PMPIX_Stream_comm_create_multiplex(void);
int PMPIX_Stream_comm_create_multiplex(void) { wt_not_simulated("MPIX_Stream_comm_create_multiplex", SITE); }
EXPORT int MPIX_Stream_comm_create_multiplex(void) ALIAS(PMPIX_Stream_comm_create_multiplex);
EXPORT int PMPIX_Stream_create(void);
int PMPIX_Stream_create(void) { wt_not_simulated("MPIX_Stream_create", SITE); }
EXPORT int MPIX_Stream_create(void) ALIAS(PMPIX_Stream_create);
EXPORT int PMPIX_Stream_free(void);
int PMPIX_Stream_free(void) { wt_not_simulated("MPIX_Stream_free", SITE); }
EXPORT int MPIX_Stream_free(void) ALIAS(PMPIX_Stream_free);
EXPORT int PMPIX_Stream_irecv(void);
int PMPIX_Stream_irecv(void) { wt_not_simulated("MPIX_Stream_irecv", SITE); }
EXPORT int MPIX_Stream_irecv(void) ALIAS(PMPIX_Stream_irecv);
EXPORT int PMPIX_Stream_irecv_c(void);
int PMPIX_Stream_irecv_c(void) { wt_not_simulated("MPIX_Stream_irecv_c", SITE); }
EXPORT int MPIX_Stream_irecv_c(void) ALIAS(PMPIX_Stream_irecv_c);
EXPORT int PMPIX_Stream_isend(void);
int PMPIX_Stream_isend(void) { wt_not_simulated("MPIX_Stream_isend", SITE); }
EXPORT int MPIX_Stream_isend(void) ALIAS(PMPIX_Stream_isend);
EXPORT int PMPIX_Stream_isend_c(void);
int PMPIX_Stream_isend_c(void) { wt_not_simulated("MPIX_Stream_isend_c", SITE); }
EXPORT int MPIX_Stream_isend_c(void) ALIAS(PMPIX_Stream_isend_c);
EXPORT int PMPIX_Stream_progress(void);
int PMPIX_Stream_progress(void) { wt_not_simulated("MPIX_Stream_progress", SITE); }
EXPORT int MPIX_Stream_progress(void) ALIAS(PMPIX_Stream_progress);
EXPORT int PMPIX_Stream_recv(void);
int PMPIX_Stream_recv(void) { wt_not_simulated("MPIX_Stream_recv", SITE); }
EXPORT int MPIX_Stream_recv(void) ALIAS(PMPIX_Stream_recv);
EXPORT int PMPIX_Stream_recv_c(void);
int PMPIX_Stream_recv_c(void) { wt_not_simulated("MPIX_Stream_recv_c", SITE); }
EXPORT int MPIX_Stream_recv_c(void) ALIAS(PMPIX_Stream_recv_c);
EXPORT int PMPIX_Stream_send(void);
int PMPIX_Stream_send(void) { wt_not_simulated("MPIX_Stream_send", SITE); }
EXPORT int MPIX_Stream_send(void) ALIAS(PMPIX_Stream_send);
EXPORT int PMPIX_Stream_send_c(void);
int PMPIX_Stream_send_c(void) { wt_not_simulated("MPIX_Stream_send_c", SITE); }
EXPORT int MPIX_Stream_send_c(void) ALIAS(PMPIX_Stream_send_c);
EXPORT int PMPIX_Threadcomm_finish(void);
int PMPIX_Threadcomm_finish(void) { wt_not_simulated("MPIX_Threadcomm_finish", SITE); }
EXPORT int MPIX_Threadcomm_finish(void) ALIAS(PMPIX_Threadcomm_finish);
EXPORT int PMPIX_Threadcomm_free(void);
int PMPIX_Threadcomm_free(void) { wt_not_simulated("MPIX_Threadcomm_free", SITE); }
EXPORT int MPIX_Threadcomm_free(void) ALIAS(PMPIX_Threadcomm_free);
EXPORT int PMPIX_Threadcomm_init(void);
int PMPIX_Threadcomm_init(void) { wt_not_simulated("MPIX_Threadcomm_init", SITE); }
EXPORT int MPIX_Threadcomm_init(void) ALIAS(PMPIX_Threadcomm_init);
EXPORT int PMPIX_Threadcomm_start(void);
int PMPIX_Threadcomm_start(void) { wt_not_simulated("MPIX_Threadcomm_start", SITE); }
EXPORT int MPIX_Threadcomm_start(void) ALIAS(PMPIX_Threadcomm_start);
EXPORT int PMPIX_Type_iov(void);
int PMPIX_Type_iov(void) { wt_not_simulated("MPIX_Type_iov", SITE); }
EXPORT int MPIX_Type_iov(void) ALIAS(PMPIX_Type_iov);
EXPORT int PMPIX_Type_iov_len(void);
int PMPIX_Type_iov_len(void) { wt_not_simulated("MPIX_Type_iov_len", SITE); }
EXPORT int MPIX_Type_iov_len(void) ALIAS(PMPIX_Type_iov_len);
EXPORT int PMPIX_Wait_enqueue(void);
int PMPIX_Wait_enqueue(void) { wt_not_simulated("MPIX_Wait_enqueue", SITE); }
EXPORT int MPIX_Wait_enqueue(void) ALIAS(PMPIX_Wait_enqueue);
EXPORT int PMPIX_Waitall_enqueue(void);
int PMPIX_Waitall_enqueue(void) { wt_not_simulated("MPIX_Waitall_enqueue", SITE); }
EXPORT int MPIX_Waitall_enqueue(void) ALIAS(PMPIX_Waitall_enqueue);
EXPORT int PMPIX_Win_create_errhandler_x(void);
int PMPIX_Win_create_errhandler_x(void) { wt_not_simulated("MPIX_Win_create_errhandler_x", SITE); }
EXPORT int MPIX_Win_create_errhandler_x(void) ALIAS(PMPIX_Win_create_errhandler_x);
