! The module mpi of MPI 5.0. Generated from mpi/api.json by mpi/generate/generate.py: change those.
module mpi
   use, intrinsic :: iso_c_binding, only: c_ptr
   implicit none
   private :: c_ptr
   type, bind(C) :: MPI_Status
      integer :: MPI_SOURCE, MPI_TAG, MPI_ERROR
      integer :: MPI_internal(5)
   end type MPI_Status

   integer, parameter :: MPI_ADDRESS_KIND = 8
   integer, parameter :: MPI_COUNT_KIND = 8
   integer, parameter :: MPI_INTEGER_KIND = 4
   integer, parameter :: MPI_OFFSET_KIND = 8
   integer, parameter :: MPI_STATUS_SIZE = 8
   integer, parameter :: MPI_SOURCE = 1
   integer, parameter :: MPI_TAG = 2
   integer, parameter :: MPI_ERROR = 3
   integer, parameter :: MPI_VERSION = 5
   integer, parameter :: MPI_SUBVERSION = 0
   integer, parameter :: MPI_ABI_VERSION = 1
   integer, parameter :: MPI_ABI_SUBVERSION = 0
   integer, parameter :: MPI_OP_NULL = 32
   integer, parameter :: MPI_SUM = 33
   integer, parameter :: MPI_MIN = 34
   integer, parameter :: MPI_MAX = 35
   integer, parameter :: MPI_PROD = 36
   integer, parameter :: MPI_BAND = 40
   integer, parameter :: MPI_BOR = 41
   integer, parameter :: MPI_BXOR = 42
   integer, parameter :: MPI_LAND = 48
   integer, parameter :: MPI_LOR = 49
   integer, parameter :: MPI_LXOR = 50
   integer, parameter :: MPI_MINLOC = 56
   integer, parameter :: MPI_MAXLOC = 57
   integer, parameter :: MPI_REPLACE = 60
   integer, parameter :: MPI_NO_OP = 61
   integer, parameter :: MPI_COMM_NULL = 256
   integer, parameter :: MPI_COMM_WORLD = 257
   integer, parameter :: MPI_COMM_SELF = 258
   integer, parameter :: MPI_GROUP_NULL = 264
   integer, parameter :: MPI_GROUP_EMPTY = 265
   integer, parameter :: MPI_WIN_NULL = 272
   integer, parameter :: MPI_FILE_NULL = 280
   integer, parameter :: MPI_SESSION_NULL = 288
   integer, parameter :: MPI_MESSAGE_NULL = 296
   integer, parameter :: MPI_MESSAGE_NO_PROC = 297
   integer, parameter :: MPI_INFO_NULL = 304
   integer, parameter :: MPI_INFO_ENV = 305
   integer, parameter :: MPI_ERRHANDLER_NULL = 320
   integer, parameter :: MPI_ERRORS_ARE_FATAL = 321
   integer, parameter :: MPI_ERRORS_ABORT = 322
   integer, parameter :: MPI_ERRORS_RETURN = 323
   integer, parameter :: MPI_REQUEST_NULL = 384
   integer, parameter :: MPI_DATATYPE_NULL = 512
   integer, parameter :: MPI_AINT = 513
   integer, parameter :: MPI_COUNT = 514
   integer, parameter :: MPI_OFFSET = 515
   integer, parameter :: MPI_PACKED = 519
   integer, parameter :: MPI_SHORT = 520
   integer, parameter :: MPI_INT = 521
   integer, parameter :: MPI_LONG = 522
   integer, parameter :: MPI_LONG_LONG = 523
   integer, parameter :: MPI_LONG_LONG_INT = 523
   integer, parameter :: MPI_UNSIGNED_SHORT = 524
   integer, parameter :: MPI_UNSIGNED = 525
   integer, parameter :: MPI_UNSIGNED_LONG = 526
   integer, parameter :: MPI_UNSIGNED_LONG_LONG = 527
   integer, parameter :: MPI_FLOAT = 528
   integer, parameter :: MPI_C_FLOAT_COMPLEX = 530
   integer, parameter :: MPI_C_COMPLEX = 530
   integer, parameter :: MPI_CXX_FLOAT_COMPLEX = 531
   integer, parameter :: MPI_DOUBLE = 532
   integer, parameter :: MPI_C_DOUBLE_COMPLEX = 534
   integer, parameter :: MPI_CXX_DOUBLE_COMPLEX = 535
   integer, parameter :: MPI_LOGICAL = 536
   integer, parameter :: MPI_INTEGER = 537
   integer, parameter :: MPI_REAL = 538
   integer, parameter :: MPI_COMPLEX = 539
   integer, parameter :: MPI_DOUBLE_PRECISION = 540
   integer, parameter :: MPI_DOUBLE_COMPLEX = 541
   integer, parameter :: MPI_CHARACTER = 542
   integer, parameter :: MPI_LONG_DOUBLE = 544
   integer, parameter :: MPI_C_LONG_DOUBLE_COMPLEX = 548
   integer, parameter :: MPI_CXX_LONG_DOUBLE_COMPLEX = 549
   integer, parameter :: MPI_FLOAT_INT = 552
   integer, parameter :: MPI_DOUBLE_INT = 553
   integer, parameter :: MPI_LONG_INT = 554
   integer, parameter :: MPI_2INT = 555
   integer, parameter :: MPI_SHORT_INT = 556
   integer, parameter :: MPI_LONG_DOUBLE_INT = 557
   integer, parameter :: MPI_2REAL = 560
   integer, parameter :: MPI_2DOUBLE_PRECISION = 561
   integer, parameter :: MPI_2INTEGER = 562
   integer, parameter :: MPI_C_BOOL = 568
   integer, parameter :: MPI_CXX_BOOL = 569
   integer, parameter :: MPI_WCHAR = 572
   integer, parameter :: MPI_INT8_T = 576
   integer, parameter :: MPI_UINT8_T = 577
   integer, parameter :: MPI_CHAR = 579
   integer, parameter :: MPI_SIGNED_CHAR = 580
   integer, parameter :: MPI_UNSIGNED_CHAR = 581
   integer, parameter :: MPI_BYTE = 583
   integer, parameter :: MPI_INT16_T = 584
   integer, parameter :: MPI_UINT16_T = 585
   integer, parameter :: MPI_INT32_T = 592
   integer, parameter :: MPI_UINT32_T = 593
   integer, parameter :: MPI_INT64_T = 600
   integer, parameter :: MPI_UINT64_T = 601
   integer, parameter :: MPI_LOGICAL1 = 704
   integer, parameter :: MPI_INTEGER1 = 705
   integer, parameter :: MPI_LOGICAL2 = 712
   integer, parameter :: MPI_INTEGER2 = 713
   integer, parameter :: MPI_REAL2 = 714
   integer, parameter :: MPI_LOGICAL4 = 720
   integer, parameter :: MPI_INTEGER4 = 721
   integer, parameter :: MPI_REAL4 = 722
   integer, parameter :: MPI_COMPLEX4 = 723
   integer, parameter :: MPI_LOGICAL8 = 728
   integer, parameter :: MPI_INTEGER8 = 729
   integer, parameter :: MPI_REAL8 = 730
   integer, parameter :: MPI_COMPLEX8 = 731
   integer, parameter :: MPI_LOGICAL16 = 736
   integer, parameter :: MPI_INTEGER16 = 737
   integer, parameter :: MPI_REAL16 = 738
   integer, parameter :: MPI_COMPLEX16 = 739
   integer, parameter :: MPI_COMPLEX32 = 747
   integer, parameter :: MPI_SUCCESS = 0
   integer, parameter :: MPI_ERR_BUFFER = 1
   integer, parameter :: MPI_ERR_COUNT = 2
   integer, parameter :: MPI_ERR_TYPE = 3
   integer, parameter :: MPI_ERR_TAG = 4
   integer, parameter :: MPI_ERR_COMM = 5
   integer, parameter :: MPI_ERR_RANK = 6
   integer, parameter :: MPI_ERR_REQUEST = 7
   integer, parameter :: MPI_ERR_ROOT = 8
   integer, parameter :: MPI_ERR_GROUP = 9
   integer, parameter :: MPI_ERR_OP = 10
   integer, parameter :: MPI_ERR_TOPOLOGY = 11
   integer, parameter :: MPI_ERR_DIMS = 12
   integer, parameter :: MPI_ERR_ARG = 13
   integer, parameter :: MPI_ERR_UNKNOWN = 14
   integer, parameter :: MPI_ERR_TRUNCATE = 15
   integer, parameter :: MPI_ERR_OTHER = 16
   integer, parameter :: MPI_ERR_INTERN = 17
   integer, parameter :: MPI_ERR_PENDING = 18
   integer, parameter :: MPI_ERR_IN_STATUS = 19
   integer, parameter :: MPI_ERR_ACCESS = 20
   integer, parameter :: MPI_ERR_AMODE = 21
   integer, parameter :: MPI_ERR_ASSERT = 22
   integer, parameter :: MPI_ERR_BAD_FILE = 23
   integer, parameter :: MPI_ERR_BASE = 24
   integer, parameter :: MPI_ERR_CONVERSION = 25
   integer, parameter :: MPI_ERR_DISP = 26
   integer, parameter :: MPI_ERR_DUP_DATAREP = 27
   integer, parameter :: MPI_ERR_FILE_EXISTS = 28
   integer, parameter :: MPI_ERR_FILE_IN_USE = 29
   integer, parameter :: MPI_ERR_FILE = 30
   integer, parameter :: MPI_ERR_INFO_KEY = 31
   integer, parameter :: MPI_ERR_INFO_NOKEY = 32
   integer, parameter :: MPI_ERR_INFO_VALUE = 33
   integer, parameter :: MPI_ERR_INFO = 34
   integer, parameter :: MPI_ERR_IO = 35
   integer, parameter :: MPI_ERR_KEYVAL = 36
   integer, parameter :: MPI_ERR_LOCKTYPE = 37
   integer, parameter :: MPI_ERR_NAME = 38
   integer, parameter :: MPI_ERR_NO_MEM = 39
   integer, parameter :: MPI_ERR_NOT_SAME = 40
   integer, parameter :: MPI_ERR_NO_SPACE = 41
   integer, parameter :: MPI_ERR_NO_SUCH_FILE = 42
   integer, parameter :: MPI_ERR_PORT = 43
   integer, parameter :: MPI_ERR_QUOTA = 44
   integer, parameter :: MPI_ERR_READ_ONLY = 45
   integer, parameter :: MPI_ERR_RMA_ATTACH = 46
   integer, parameter :: MPI_ERR_RMA_CONFLICT = 47
   integer, parameter :: MPI_ERR_RMA_RANGE = 48
   integer, parameter :: MPI_ERR_RMA_SHARED = 49
   integer, parameter :: MPI_ERR_RMA_SYNC = 50
   integer, parameter :: MPI_ERR_SERVICE = 51
   integer, parameter :: MPI_ERR_SIZE = 52
   integer, parameter :: MPI_ERR_SPAWN = 53
   integer, parameter :: MPI_ERR_UNSUPPORTED_DATAREP = 54
   integer, parameter :: MPI_ERR_UNSUPPORTED_OPERATION = 55
   integer, parameter :: MPI_ERR_WIN = 56
   integer, parameter :: MPI_ERR_RMA_FLAVOR = 57
   integer, parameter :: MPI_ERR_PROC_ABORTED = 58
   integer, parameter :: MPI_ERR_VALUE_TOO_LARGE = 59
   integer, parameter :: MPI_ERR_SESSION = 60
   integer, parameter :: MPI_ERR_ERRHANDLER = 61
   integer, parameter :: MPI_ERR_ABI = 62
   integer, parameter :: MPI_T_ERR_CANNOT_INIT = 1001
   integer, parameter :: MPI_T_ERR_NOT_ACCESSIBLE = 1002
   integer, parameter :: MPI_T_ERR_NOT_INITIALIZED = 1003
   integer, parameter :: MPI_T_ERR_NOT_SUPPORTED = 1004
   integer, parameter :: MPI_T_ERR_MEMORY = 1005
   integer, parameter :: MPI_T_ERR_INVALID = 1006
   integer, parameter :: MPI_T_ERR_INVALID_INDEX = 1007
   integer, parameter :: MPI_T_ERR_INVALID_ITEM = 1008
   integer, parameter :: MPI_T_ERR_INVALID_SESSION = 1009
   integer, parameter :: MPI_T_ERR_INVALID_HANDLE = 1010
   integer, parameter :: MPI_T_ERR_INVALID_NAME = 1011
   integer, parameter :: MPI_T_ERR_OUT_OF_HANDLES = 1012
   integer, parameter :: MPI_T_ERR_OUT_OF_SESSIONS = 1013
   integer, parameter :: MPI_T_ERR_CVAR_SET_NOT_NOW = 1014
   integer, parameter :: MPI_T_ERR_CVAR_SET_NEVER = 1015
   integer, parameter :: MPI_T_ERR_PVAR_NO_WRITE = 1016
   integer, parameter :: MPI_T_ERR_PVAR_NO_STARTSTOP = 1017
   integer, parameter :: MPI_T_ERR_PVAR_NO_ATOMIC = 1018
   integer, parameter :: MPI_ERR_LASTCODE = 16383
   integer, parameter :: MPI_MAX_DATAREP_STRING = 127
   integer, parameter :: MPI_MAX_ERROR_STRING = 511
   integer, parameter :: MPI_MAX_INFO_KEY = 255
   integer, parameter :: MPI_MAX_INFO_VAL = 1023
   integer, parameter :: MPI_MAX_LIBRARY_VERSION_STRING = 8191
   integer, parameter :: MPI_MAX_OBJECT_NAME = 127
   integer, parameter :: MPI_MAX_PORT_NAME = 1023
   integer, parameter :: MPI_MAX_PROCESSOR_NAME = 255
   integer, parameter :: MPI_MAX_STRINGTAG_LEN = 1023
   integer, parameter :: MPI_MAX_PSET_NAME_LEN = 1023
   integer, parameter :: MPI_BSEND_OVERHEAD = 512
   integer, parameter :: MPI_MODE_APPEND = 1
   integer, parameter :: MPI_MODE_CREATE = 2
   integer, parameter :: MPI_MODE_DELETE_ON_CLOSE = 4
   integer, parameter :: MPI_MODE_EXCL = 8
   integer, parameter :: MPI_MODE_RDONLY = 16
   integer, parameter :: MPI_MODE_RDWR = 32
   integer, parameter :: MPI_MODE_SEQUENTIAL = 64
   integer, parameter :: MPI_MODE_UNIQUE_OPEN = 128
   integer, parameter :: MPI_MODE_WRONLY = 256
   integer, parameter :: MPI_MODE_NOCHECK = 1024
   integer, parameter :: MPI_MODE_NOPRECEDE = 2048
   integer, parameter :: MPI_MODE_NOPUT = 4096
   integer, parameter :: MPI_MODE_NOSTORE = 8192
   integer, parameter :: MPI_MODE_NOSUCCEED = 16384
   integer, parameter :: MPI_ANY_SOURCE = -1
   integer, parameter :: MPI_ANY_TAG = -2
   integer, parameter :: MPI_PROC_NULL = -3
   integer, parameter :: MPI_ROOT = -4
   integer, parameter :: MPI_UNDEFINED = -32766
   integer, parameter :: MPI_THREAD_SINGLE = 0
   integer, parameter :: MPI_THREAD_FUNNELED = 1024
   integer, parameter :: MPI_THREAD_SERIALIZED = 2048
   integer, parameter :: MPI_THREAD_MULTIPLE = 4096
   integer, parameter :: MPI_ORDER_C = 12
   integer, parameter :: MPI_ORDER_FORTRAN = 15
   integer, parameter :: MPI_DISTRIBUTE_NONE = 16
   integer, parameter :: MPI_DISTRIBUTE_BLOCK = 17
   integer, parameter :: MPI_DISTRIBUTE_CYCLIC = 18
   integer, parameter :: MPI_DISTRIBUTE_DFLT_DARG = 19
   integer, parameter :: MPI_COMBINER_NAMED = 101
   integer, parameter :: MPI_COMBINER_DUP = 102
   integer, parameter :: MPI_COMBINER_CONTIGUOUS = 103
   integer, parameter :: MPI_COMBINER_VECTOR = 104
   integer, parameter :: MPI_COMBINER_HVECTOR = 105
   integer, parameter :: MPI_COMBINER_INDEXED = 106
   integer, parameter :: MPI_COMBINER_HINDEXED = 107
   integer, parameter :: MPI_COMBINER_INDEXED_BLOCK = 108
   integer, parameter :: MPI_COMBINER_HINDEXED_BLOCK = 109
   integer, parameter :: MPI_COMBINER_STRUCT = 110
   integer, parameter :: MPI_COMBINER_SUBARRAY = 111
   integer, parameter :: MPI_COMBINER_DARRAY = 112
   integer, parameter :: MPI_COMBINER_F90_REAL = 113
   integer, parameter :: MPI_COMBINER_F90_COMPLEX = 114
   integer, parameter :: MPI_COMBINER_F90_INTEGER = 115
   integer, parameter :: MPI_COMBINER_RESIZED = 116
   integer, parameter :: MPI_COMBINER_VALUE_INDEX = 117
   integer, parameter :: MPI_TYPECLASS_INTEGER = 192
   integer, parameter :: MPI_TYPECLASS_REAL = 193
   integer, parameter :: MPI_TYPECLASS_COMPLEX = 194
   integer, parameter :: MPI_IDENT = 201
   integer, parameter :: MPI_CONGRUENT = 202
   integer, parameter :: MPI_SIMILAR = 203
   integer, parameter :: MPI_UNEQUAL = 204
   integer, parameter :: MPI_CART = 211
   integer, parameter :: MPI_GRAPH = 212
   integer, parameter :: MPI_DIST_GRAPH = 213
   integer, parameter :: MPI_COMM_TYPE_SHARED = 221
   integer, parameter :: MPI_COMM_TYPE_HW_UNGUIDED = 222
   integer, parameter :: MPI_COMM_TYPE_HW_GUIDED = 223
   integer, parameter :: MPI_COMM_TYPE_RESOURCE_GUIDED = 224
   integer, parameter :: MPI_LOCK_EXCLUSIVE = 301
   integer, parameter :: MPI_LOCK_SHARED = 302
   integer, parameter :: MPI_WIN_FLAVOR_CREATE = 311
   integer, parameter :: MPI_WIN_FLAVOR_ALLOCATE = 312
   integer, parameter :: MPI_WIN_FLAVOR_DYNAMIC = 313
   integer, parameter :: MPI_WIN_FLAVOR_SHARED = 314
   integer, parameter :: MPI_WIN_UNIFIED = 321
   integer, parameter :: MPI_WIN_SEPARATE = 322
   integer, parameter :: MPI_SEEK_CUR = 401
   integer, parameter :: MPI_SEEK_END = 402
   integer, parameter :: MPI_SEEK_SET = 403
   integer(MPI_OFFSET_KIND), parameter :: MPI_DISPLACEMENT_CURRENT = -1
   integer, parameter :: MPI_KEYVAL_INVALID = 0
   integer, parameter :: MPI_TAG_UB = 501
   integer, parameter :: MPI_IO = 502
   integer, parameter :: MPI_HOST = 503
   integer, parameter :: MPI_WTIME_IS_GLOBAL = 504
   integer, parameter :: MPI_APPNUM = 505
   integer, parameter :: MPI_LASTUSEDCODE = 506
   integer, parameter :: MPI_UNIVERSE_SIZE = 507
   integer, parameter :: MPI_WIN_BASE = 601
   integer, parameter :: MPI_WIN_DISP_UNIT = 602
   integer, parameter :: MPI_WIN_SIZE = 603
   integer, parameter :: MPI_WIN_CREATE_FLAVOR = 604
   integer, parameter :: MPI_WIN_MODEL = 605
   integer, parameter :: MPI_LB = 517
   integer, parameter :: MPI_UB = 518
   integer, parameter :: MPI_COMBINER_HVECTOR_INTEGER = 1001
   integer, parameter :: MPI_COMBINER_HINDEXED_INTEGER = 1002
   integer, parameter :: MPI_COMBINER_STRUCT_INTEGER = 1003
   logical, parameter :: MPI_SUBARRAYS_SUPPORTED = .false.
   logical, parameter :: MPI_ASYNC_PROTECTS_NONBLOCKING = .false.
   integer :: MPI_BOTTOM
   common /WT_MPI_BOTTOM/ MPI_BOTTOM
   integer :: MPI_IN_PLACE
   common /WT_MPI_IN_PLACE/ MPI_IN_PLACE
   integer :: MPI_BUFFER_AUTOMATIC
   common /WT_MPI_BUFFER_AUTOMATIC/ MPI_BUFFER_AUTOMATIC
   integer :: MPI_STATUS_IGNORE(MPI_STATUS_SIZE)
   common /WT_MPI_STATUS_IGNORE/ MPI_STATUS_IGNORE
   integer :: MPI_STATUSES_IGNORE(MPI_STATUS_SIZE,1)
   common /WT_MPI_STATUSES_IGNORE/ MPI_STATUSES_IGNORE
   integer :: MPI_ERRCODES_IGNORE(1)
   common /WT_MPI_ERRCODES_IGNORE/ MPI_ERRCODES_IGNORE
   integer :: MPI_UNWEIGHTED(1)
   common /WT_MPI_UNWEIGHTED/ MPI_UNWEIGHTED
   integer :: MPI_WEIGHTS_EMPTY(1)
   common /WT_MPI_WEIGHTS_EMPTY/ MPI_WEIGHTS_EMPTY
   character(len=1) :: MPI_ARGV_NULL(1)
   common /WT_MPI_ARGV_NULL/ MPI_ARGV_NULL
   character(len=1) :: MPI_ARGVS_NULL(1,1)
   common /WT_MPI_ARGVS_NULL/ MPI_ARGVS_NULL
   external :: MPI_NULL_COPY_FN
   external :: MPI_DUP_FN
   external :: MPI_NULL_DELETE_FN
   external :: MPI_COMM_NULL_COPY_FN
   external :: MPI_COMM_DUP_FN
   external :: MPI_COMM_NULL_DELETE_FN
   external :: MPI_TYPE_NULL_COPY_FN
   external :: MPI_TYPE_DUP_FN
   external :: MPI_TYPE_NULL_DELETE_FN
   external :: MPI_WIN_NULL_COPY_FN
   external :: MPI_WIN_DUP_FN
   external :: MPI_WIN_NULL_DELETE_FN
   external :: MPI_CONVERSION_FN_NULL
   interface
      subroutine MPI_Abi_get_fortran_booleans(logical_size, logical_true, logical_false, is_set, ierror)
      import
      integer :: logical_size
      logical :: logical_true
      logical :: logical_false
      logical :: is_set
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Abi_get_fortran_info(info, ierror)
      import
      integer :: info
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Abi_get_info(info, ierror)
      import
      integer :: info
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Abi_get_version(abi_major, abi_minor, ierror)
      import
      integer :: abi_major
      integer :: abi_minor
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Abi_set_fortran_booleans(logical_size, logical_true, logical_false, ierror)
      import
      integer :: logical_size
      logical :: logical_true
      logical :: logical_false
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Abi_set_fortran_info(info, ierror)
      import
      integer :: info
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Abort(comm, errorcode, ierror)
      import
      integer :: comm
      integer :: errorcode
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Accumulate(origin_addr, origin_count, origin_datatype, target_rank, target_disp, &
         target_count, target_datatype, op, win, ierror)
      import
      type(*), dimension(*) :: origin_addr
      integer :: origin_count
      integer :: origin_datatype
      integer :: target_rank
      integer(kind=MPI_ADDRESS_KIND) :: target_disp
      integer :: target_count
      integer :: target_datatype
      integer :: op
      integer :: win
      !GCC$ attributes no_arg_check :: origin_addr
      !DIR$ ignore_tkr origin_addr
      !IBM* ignore_tkr origin_addr
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Add_error_class(errorclass, ierror)
      import
      integer :: errorclass
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Add_error_code(errorclass, errorcode, ierror)
      import
      integer :: errorclass
      integer :: errorcode
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Add_error_string(errorcode, string, ierror)
      import
      integer :: errorcode
      character(len=*) :: string
      integer, intent(out) :: ierror
      end subroutine
      function MPI_Aint_add(base, disp)
      import
      integer(kind=MPI_ADDRESS_KIND) :: MPI_Aint_add
      integer(kind=MPI_ADDRESS_KIND) :: base
      integer(kind=MPI_ADDRESS_KIND) :: disp
      end function
      function MPI_Aint_diff(addr1, addr2)
      import
      integer(kind=MPI_ADDRESS_KIND) :: MPI_Aint_diff
      integer(kind=MPI_ADDRESS_KIND) :: addr1
      integer(kind=MPI_ADDRESS_KIND) :: addr2
      end function
      subroutine MPI_Allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: comm
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Allgather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, &
         info, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: comm
      integer :: info
      integer :: request
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, &
         comm, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvtype
      integer :: comm
      integer :: recvcounts(*)
      integer :: displs(*)
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Allgatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, &
         comm, info, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvtype
      integer :: comm
      integer :: info
      integer :: request
      integer :: recvcounts(*)
      integer :: displs(*)
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Allreduce(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      import
      type(*), dimension(*) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer :: count
      integer :: datatype
      integer :: op
      integer :: comm
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Allreduce_init(sendbuf, recvbuf, count, datatype, op, comm, info, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer :: count
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: info
      integer :: request
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: comm
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Alltoall_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, &
         info, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: comm
      integer :: info
      integer :: request
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, &
         recvtype, comm, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvtype
      integer :: comm
      integer :: sendcounts(*)
      integer :: sdispls(*)
      integer :: recvcounts(*)
      integer :: rdispls(*)
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: sendcounts
      !DIR$ ignore_tkr sendcounts
      !IBM* ignore_tkr sendcounts
      !GCC$ attributes no_arg_check :: sdispls
      !DIR$ ignore_tkr sdispls
      !IBM* ignore_tkr sdispls
      !GCC$ attributes no_arg_check :: sendtype
      !DIR$ ignore_tkr sendtype
      !IBM* ignore_tkr sendtype
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      !GCC$ attributes no_arg_check :: recvcounts
      !DIR$ ignore_tkr recvcounts
      !IBM* ignore_tkr recvcounts
      !GCC$ attributes no_arg_check :: rdispls
      !DIR$ ignore_tkr rdispls
      !IBM* ignore_tkr rdispls
      !GCC$ attributes no_arg_check :: recvtype
      !DIR$ ignore_tkr recvtype
      !IBM* ignore_tkr recvtype
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Alltoallv_init(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, &
         recvtype, comm, info, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvtype
      integer :: comm
      integer :: info
      integer :: request
      integer :: sendcounts(*)
      integer :: sdispls(*)
      integer :: recvcounts(*)
      integer :: rdispls(*)
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: sendcounts
      !DIR$ ignore_tkr sendcounts
      !IBM* ignore_tkr sendcounts
      !GCC$ attributes no_arg_check :: sdispls
      !DIR$ ignore_tkr sdispls
      !IBM* ignore_tkr sdispls
      !GCC$ attributes no_arg_check :: sendtype
      !DIR$ ignore_tkr sendtype
      !IBM* ignore_tkr sendtype
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      !GCC$ attributes no_arg_check :: recvcounts
      !DIR$ ignore_tkr recvcounts
      !IBM* ignore_tkr recvcounts
      !GCC$ attributes no_arg_check :: rdispls
      !DIR$ ignore_tkr rdispls
      !IBM* ignore_tkr rdispls
      !GCC$ attributes no_arg_check :: recvtype
      !DIR$ ignore_tkr recvtype
      !IBM* ignore_tkr recvtype
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, &
         recvtypes, comm, ierror)
      import
      type(*), dimension(*) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer :: comm
      integer :: sendcounts(*)
      integer :: sdispls(*)
      integer :: sendtypes(*)
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer :: recvtypes(*)
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: sendcounts
      !DIR$ ignore_tkr sendcounts
      !IBM* ignore_tkr sendcounts
      !GCC$ attributes no_arg_check :: sdispls
      !DIR$ ignore_tkr sdispls
      !IBM* ignore_tkr sdispls
      !GCC$ attributes no_arg_check :: sendtypes
      !DIR$ ignore_tkr sendtypes
      !IBM* ignore_tkr sendtypes
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      !GCC$ attributes no_arg_check :: recvcounts
      !DIR$ ignore_tkr recvcounts
      !IBM* ignore_tkr recvcounts
      !GCC$ attributes no_arg_check :: rdispls
      !DIR$ ignore_tkr rdispls
      !IBM* ignore_tkr rdispls
      !GCC$ attributes no_arg_check :: recvtypes
      !DIR$ ignore_tkr recvtypes
      !IBM* ignore_tkr recvtypes
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Alltoallw_init(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, &
         rdispls, recvtypes, comm, info, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer :: comm
      integer :: info
      integer :: request
      integer :: sendcounts(*)
      integer :: sdispls(*)
      integer :: sendtypes(*)
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer :: recvtypes(*)
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: sendcounts
      !DIR$ ignore_tkr sendcounts
      !IBM* ignore_tkr sendcounts
      !GCC$ attributes no_arg_check :: sdispls
      !DIR$ ignore_tkr sdispls
      !IBM* ignore_tkr sdispls
      !GCC$ attributes no_arg_check :: sendtypes
      !DIR$ ignore_tkr sendtypes
      !IBM* ignore_tkr sendtypes
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      !GCC$ attributes no_arg_check :: recvcounts
      !DIR$ ignore_tkr recvcounts
      !IBM* ignore_tkr recvcounts
      !GCC$ attributes no_arg_check :: rdispls
      !DIR$ ignore_tkr rdispls
      !IBM* ignore_tkr rdispls
      !GCC$ attributes no_arg_check :: recvtypes
      !DIR$ ignore_tkr recvtypes
      !IBM* ignore_tkr recvtypes
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Attr_delete(comm, keyval, ierror)
      import
      integer :: comm
      integer :: keyval
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Attr_get(comm, keyval, attribute_val, flag, ierror)
      import
      integer :: comm
      integer :: keyval
      integer :: attribute_val
      logical :: flag
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Attr_put(comm, keyval, attribute_val, ierror)
      import
      integer :: comm
      integer :: keyval
      integer :: attribute_val
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Barrier(comm, ierror)
      import
      integer :: comm
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Barrier_init(comm, info, request, ierror)
      import
      integer :: comm
      integer :: info
      integer :: request
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Bcast(buffer, count, datatype, root, comm, ierror)
      import
      type(*), dimension(*) :: buffer
      integer :: count
      integer :: datatype
      integer :: root
      integer :: comm
      !GCC$ attributes no_arg_check :: buffer
      !DIR$ ignore_tkr buffer
      !IBM* ignore_tkr buffer
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Bcast_init(buffer, count, datatype, root, comm, info, request, ierror)
      import
      type(*), dimension(*) :: buffer
      integer :: count
      integer :: datatype
      integer :: root
      integer :: comm
      integer :: info
      integer :: request
      !GCC$ attributes no_arg_check :: buffer
      !DIR$ ignore_tkr buffer
      !IBM* ignore_tkr buffer
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Bsend(buf, count, datatype, dest, tag, comm, ierror)
      import
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: tag
      integer :: comm
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Bsend_init(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: tag
      integer :: comm
      integer :: request
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Buffer_attach(buffer, size, ierror)
      import
      type(*), dimension(*) :: buffer
      integer :: size
      !GCC$ attributes no_arg_check :: buffer
      !DIR$ ignore_tkr buffer
      !IBM* ignore_tkr buffer
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Buffer_detach(buffer_addr, size, ierror)
      import
      type(*), dimension(*) :: buffer_addr
      integer :: size
      !GCC$ attributes no_arg_check :: buffer_addr
      !DIR$ ignore_tkr buffer_addr
      !IBM* ignore_tkr buffer_addr
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Buffer_flush(ierror)
      import
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Buffer_iflush(request, ierror)
      import
      integer :: request
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Cancel(request, ierror)
      import
      integer :: request
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Cart_coords(comm, rank, maxdims, coords, ierror)
      import
      integer :: comm
      integer :: rank
      integer :: maxdims
      integer :: coords(*)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Cart_create(comm_old, ndims, dims, periods, reorder, comm_cart, ierror)
      import
      integer :: comm_old
      integer :: ndims
      logical :: reorder
      integer :: comm_cart
      integer :: dims(*)
      logical :: periods(*)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Cart_get(comm, maxdims, dims, periods, coords, ierror)
      import
      integer :: comm
      integer :: maxdims
      integer :: dims(*)
      logical :: periods(*)
      integer :: coords(*)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Cart_map(comm, ndims, dims, periods, newrank, ierror)
      import
      integer :: comm
      integer :: ndims
      integer :: newrank
      integer :: dims(*)
      logical :: periods(*)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Cart_rank(comm, coords, rank, ierror)
      import
      integer :: comm
      integer :: rank
      integer :: coords(*)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Cart_shift(comm, direction, disp, rank_source, rank_dest, ierror)
      import
      integer :: comm
      integer :: direction
      integer :: disp
      integer :: rank_source
      integer :: rank_dest
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Cart_sub(comm, remain_dims, newcomm, ierror)
      import
      integer :: comm
      integer :: newcomm
      logical :: remain_dims(*)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Cartdim_get(comm, ndims, ierror)
      import
      integer :: comm
      integer :: ndims
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Close_port(port_name, ierror)
      import
      character(len=*) :: port_name
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Comm_accept(port_name, info, root, comm, newcomm, ierror)
      import
      character(len=*) :: port_name
      integer :: info
      integer :: root
      integer :: comm
      integer :: newcomm
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Comm_attach_buffer(comm, buffer, size, ierror)
      import
      integer :: comm
      type(*), dimension(*) :: buffer
      integer :: size
      !GCC$ attributes no_arg_check :: buffer
      !DIR$ ignore_tkr buffer
      !IBM* ignore_tkr buffer
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Comm_call_errhandler(comm, errorcode, ierror)
      import
      integer :: comm
      integer :: errorcode
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Comm_compare(comm1, comm2, result, ierror)
      import
      integer :: comm1
      integer :: comm2
      integer :: result
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Comm_connect(port_name, info, root, comm, newcomm, ierror)
      import
      character(len=*) :: port_name
      integer :: info
      integer :: root
      integer :: comm
      integer :: newcomm
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Comm_create(comm, group, newcomm, ierror)
      import
      integer :: comm
      integer :: group
      integer :: newcomm
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Comm_create_errhandler(comm_errhandler_fn, errhandler, ierror)
      import
      external :: comm_errhandler_fn
      integer :: errhandler
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Comm_create_from_group(group, stringtag, info, errhandler, newcomm, ierror)
      import
      integer :: group
      character(len=*) :: stringtag
      integer :: info
      integer :: errhandler
      integer :: newcomm
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Comm_create_group(comm, group, tag, newcomm, ierror)
      import
      integer :: comm
      integer :: group
      integer :: tag
      integer :: newcomm
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Comm_create_keyval(comm_copy_attr_fn, comm_delete_attr_fn, comm_keyval, extra_state, &
         ierror)
      import
      external :: comm_copy_attr_fn
      external :: comm_delete_attr_fn
      integer :: comm_keyval
      integer(kind=MPI_ADDRESS_KIND) :: extra_state
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Comm_delete_attr(comm, comm_keyval, ierror)
      import
      integer :: comm
      integer :: comm_keyval
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Comm_detach_buffer(comm, buffer_addr, size, ierror)
      import
      integer :: comm
      type(*), dimension(*) :: buffer_addr
      integer :: size
      !GCC$ attributes no_arg_check :: buffer_addr
      !DIR$ ignore_tkr buffer_addr
      !IBM* ignore_tkr buffer_addr
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Comm_disconnect(comm, ierror)
      import
      integer :: comm
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Comm_dup(comm, newcomm, ierror)
      import
      integer :: comm
      integer :: newcomm
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Comm_dup_with_info(comm, info, newcomm, ierror)
      import
      integer :: comm
      integer :: info
      integer :: newcomm
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Comm_flush_buffer(comm, ierror)
      import
      integer :: comm
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Comm_free(comm, ierror)
      import
      integer :: comm
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Comm_free_keyval(comm_keyval, ierror)
      import
      integer :: comm_keyval
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Comm_get_attr(comm, comm_keyval, attribute_val, flag, ierror)
      import
      integer :: comm
      integer :: comm_keyval
      integer(kind=MPI_ADDRESS_KIND) :: attribute_val
      logical :: flag
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Comm_get_errhandler(comm, errhandler, ierror)
      import
      integer :: comm
      integer :: errhandler
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Comm_get_info(comm, info_used, ierror)
      import
      integer :: comm
      integer :: info_used
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Comm_get_name(comm, comm_name, resultlen, ierror)
      import
      integer :: comm
      character(len=*) :: comm_name
      integer :: resultlen
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Comm_get_parent(parent, ierror)
      import
      integer :: parent
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Comm_group(comm, group, ierror)
      import
      integer :: comm
      integer :: group
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Comm_idup(comm, newcomm, request, ierror)
      import
      integer :: comm
      integer :: newcomm
      integer :: request
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Comm_idup_with_info(comm, info, newcomm, request, ierror)
      import
      integer :: comm
      integer :: info
      integer :: newcomm
      integer :: request
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Comm_iflush_buffer(comm, request, ierror)
      import
      integer :: comm
      integer :: request
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Comm_join(fd, intercomm, ierror)
      import
      integer :: fd
      integer :: intercomm
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Comm_rank(comm, rank, ierror)
      import
      integer :: comm
      integer :: rank
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Comm_remote_group(comm, group, ierror)
      import
      integer :: comm
      integer :: group
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Comm_remote_size(comm, size, ierror)
      import
      integer :: comm
      integer :: size
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Comm_set_attr(comm, comm_keyval, attribute_val, ierror)
      import
      integer :: comm
      integer :: comm_keyval
      integer(kind=MPI_ADDRESS_KIND) :: attribute_val
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Comm_set_errhandler(comm, errhandler, ierror)
      import
      integer :: comm
      integer :: errhandler
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Comm_set_info(comm, info, ierror)
      import
      integer :: comm
      integer :: info
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Comm_set_name(comm, comm_name, ierror)
      import
      integer :: comm
      character(len=*) :: comm_name
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Comm_size(comm, size, ierror)
      import
      integer :: comm
      integer :: size
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Comm_spawn(command, argv, maxprocs, info, root, comm, intercomm, array_of_errcodes, &
         ierror)
      import
      character(len=*) :: command
      integer :: maxprocs
      integer :: info
      integer :: root
      integer :: comm
      integer :: intercomm
      character(len=*) :: argv(*)
      integer :: array_of_errcodes(*)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Comm_spawn_multiple(count, array_of_commands, array_of_argv, array_of_maxprocs, &
         array_of_info, root, comm, intercomm, array_of_errcodes, ierror)
      import
      integer :: count
      integer :: root
      integer :: comm
      integer :: intercomm
      character(len=*) :: array_of_commands(*)
      character(len=*) :: array_of_argv(count, *)
      integer :: array_of_maxprocs(*)
      integer :: array_of_info(*)
      integer :: array_of_errcodes(*)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Comm_split(comm, color, key, newcomm, ierror)
      import
      integer :: comm
      integer :: color
      integer :: key
      integer :: newcomm
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Comm_split_type(comm, split_type, key, info, newcomm, ierror)
      import
      integer :: comm
      integer :: split_type
      integer :: key
      integer :: info
      integer :: newcomm
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Comm_test_inter(comm, flag, ierror)
      import
      integer :: comm
      logical :: flag
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Compare_and_swap(origin_addr, compare_addr, result_addr, datatype, target_rank, &
         target_disp, win, ierror)
      import
      type(*), dimension(*) :: origin_addr
      type(*), dimension(*) :: compare_addr
      type(*), dimension(*) :: result_addr
      integer :: datatype
      integer :: target_rank
      integer(kind=MPI_ADDRESS_KIND) :: target_disp
      integer :: win
      !GCC$ attributes no_arg_check :: origin_addr
      !DIR$ ignore_tkr origin_addr
      !IBM* ignore_tkr origin_addr
      !GCC$ attributes no_arg_check :: compare_addr
      !DIR$ ignore_tkr compare_addr
      !IBM* ignore_tkr compare_addr
      !GCC$ attributes no_arg_check :: result_addr
      !DIR$ ignore_tkr result_addr
      !IBM* ignore_tkr result_addr
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Dims_create(nnodes, ndims, dims, ierror)
      import
      integer :: nnodes
      integer :: ndims
      integer :: dims(*)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Dist_graph_create(comm_old, n, sources, degrees, destinations, weights, info, &
         reorder, comm_dist_graph, ierror)
      import
      integer :: comm_old
      integer :: n
      integer :: info
      logical :: reorder
      integer :: comm_dist_graph
      integer :: sources(*)
      integer :: degrees(*)
      integer :: destinations(*)
      integer :: weights(*)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Dist_graph_create_adjacent(comm_old, indegree, sources, sourceweights, outdegree, &
         destinations, destweights, info, reorder, comm_dist_graph, ierror)
      import
      integer :: comm_old
      integer :: indegree
      integer :: outdegree
      integer :: info
      logical :: reorder
      integer :: comm_dist_graph
      integer :: sources(*)
      integer :: sourceweights(*)
      integer :: destinations(*)
      integer :: destweights(*)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Dist_graph_neighbors(comm, maxindegree, sources, sourceweights, maxoutdegree, &
         destinations, destweights, ierror)
      import
      integer :: comm
      integer :: maxindegree
      integer :: maxoutdegree
      integer :: sources(*)
      integer :: sourceweights(*)
      integer :: destinations(*)
      integer :: destweights(*)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Dist_graph_neighbors_count(comm, indegree, outdegree, weighted, ierror)
      import
      integer :: comm
      integer :: indegree
      integer :: outdegree
      logical :: weighted
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Errhandler_free(errhandler, ierror)
      import
      integer :: errhandler
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Error_class(errorcode, errorclass, ierror)
      import
      integer :: errorcode
      integer :: errorclass
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Error_string(errorcode, string, resultlen, ierror)
      import
      integer :: errorcode
      character(len=*) :: string
      integer :: resultlen
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Exscan(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      import
      type(*), dimension(*) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer :: count
      integer :: datatype
      integer :: op
      integer :: comm
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Exscan_init(sendbuf, recvbuf, count, datatype, op, comm, info, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer :: count
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: info
      integer :: request
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_F_sync_reg(buf)
      import
      type(*), dimension(*) :: buf
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      end subroutine
      subroutine MPI_Fetch_and_op(origin_addr, result_addr, datatype, target_rank, target_disp, op, win, &
         ierror)
      import
      type(*), dimension(*) :: origin_addr
      type(*), dimension(*) :: result_addr
      integer :: datatype
      integer :: target_rank
      integer(kind=MPI_ADDRESS_KIND) :: target_disp
      integer :: op
      integer :: win
      !GCC$ attributes no_arg_check :: origin_addr
      !DIR$ ignore_tkr origin_addr
      !IBM* ignore_tkr origin_addr
      !GCC$ attributes no_arg_check :: result_addr
      !DIR$ ignore_tkr result_addr
      !IBM* ignore_tkr result_addr
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_File_call_errhandler(fh, errorcode, ierror)
      import
      integer :: fh
      integer :: errorcode
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_File_close(fh, ierror)
      import
      integer :: fh
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_File_create_errhandler(file_errhandler_fn, errhandler, ierror)
      import
      external :: file_errhandler_fn
      integer :: errhandler
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_File_delete(filename, info, ierror)
      import
      character(len=*) :: filename
      integer :: info
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_File_get_amode(fh, amode, ierror)
      import
      integer :: fh
      integer :: amode
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_File_get_atomicity(fh, flag, ierror)
      import
      integer :: fh
      logical :: flag
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_File_get_byte_offset(fh, offset, disp, ierror)
      import
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
      integer(kind=MPI_OFFSET_KIND) :: disp
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_File_get_errhandler(file, errhandler, ierror)
      import
      integer :: file
      integer :: errhandler
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_File_get_group(fh, group, ierror)
      import
      integer :: fh
      integer :: group
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_File_get_info(fh, info_used, ierror)
      import
      integer :: fh
      integer :: info_used
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_File_get_position(fh, offset, ierror)
      import
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_File_get_position_shared(fh, offset, ierror)
      import
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_File_get_size(fh, size, ierror)
      import
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: size
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_File_get_type_extent(fh, datatype, extent, ierror)
      import
      integer :: fh
      integer :: datatype
      integer(kind=MPI_ADDRESS_KIND) :: extent
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_File_get_view(fh, disp, etype, filetype, datarep, ierror)
      import
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: disp
      integer :: etype
      integer :: filetype
      character(len=*) :: datarep
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_File_iread(fh, buf, count, datatype, request, ierror)
      import
      integer :: fh
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: request
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_File_iread_all(fh, buf, count, datatype, request, ierror)
      import
      integer :: fh
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: request
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_File_iread_at(fh, offset, buf, count, datatype, request, ierror)
      import
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: request
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_File_iread_at_all(fh, offset, buf, count, datatype, request, ierror)
      import
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: request
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_File_iread_shared(fh, buf, count, datatype, request, ierror)
      import
      integer :: fh
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: request
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_File_iwrite(fh, buf, count, datatype, request, ierror)
      import
      integer :: fh
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: request
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_File_iwrite_all(fh, buf, count, datatype, request, ierror)
      import
      integer :: fh
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: request
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_File_iwrite_at(fh, offset, buf, count, datatype, request, ierror)
      import
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: request
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_File_iwrite_at_all(fh, offset, buf, count, datatype, request, ierror)
      import
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: request
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_File_iwrite_shared(fh, buf, count, datatype, request, ierror)
      import
      integer :: fh
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: request
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_File_open(comm, filename, amode, info, fh, ierror)
      import
      integer :: comm
      character(len=*) :: filename
      integer :: amode
      integer :: info
      integer :: fh
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_File_preallocate(fh, size, ierror)
      import
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: size
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_File_read(fh, buf, count, datatype, status, ierror)
      import
      integer :: fh
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: status(MPI_STATUS_SIZE)
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_File_read_all(fh, buf, count, datatype, status, ierror)
      import
      integer :: fh
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: status(MPI_STATUS_SIZE)
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_File_read_all_begin(fh, buf, count, datatype, ierror)
      import
      integer :: fh
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_File_read_all_end(fh, buf, status, ierror)
      import
      integer :: fh
      type(*), dimension(*) :: buf
      integer :: status(MPI_STATUS_SIZE)
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_File_read_at(fh, offset, buf, count, datatype, status, ierror)
      import
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: status(MPI_STATUS_SIZE)
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_File_read_at_all(fh, offset, buf, count, datatype, status, ierror)
      import
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: status(MPI_STATUS_SIZE)
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_File_read_at_all_begin(fh, offset, buf, count, datatype, ierror)
      import
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_File_read_at_all_end(fh, buf, status, ierror)
      import
      integer :: fh
      type(*), dimension(*) :: buf
      integer :: status(MPI_STATUS_SIZE)
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_File_read_ordered(fh, buf, count, datatype, status, ierror)
      import
      integer :: fh
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: status(MPI_STATUS_SIZE)
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_File_read_ordered_begin(fh, buf, count, datatype, ierror)
      import
      integer :: fh
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_File_read_ordered_end(fh, buf, status, ierror)
      import
      integer :: fh
      type(*), dimension(*) :: buf
      integer :: status(MPI_STATUS_SIZE)
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_File_read_shared(fh, buf, count, datatype, status, ierror)
      import
      integer :: fh
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: status(MPI_STATUS_SIZE)
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_File_seek(fh, offset, whence, ierror)
      import
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
      integer :: whence
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_File_seek_shared(fh, offset, whence, ierror)
      import
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
      integer :: whence
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_File_set_atomicity(fh, flag, ierror)
      import
      integer :: fh
      logical :: flag
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_File_set_errhandler(file, errhandler, ierror)
      import
      integer :: file
      integer :: errhandler
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_File_set_info(fh, info, ierror)
      import
      integer :: fh
      integer :: info
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_File_set_size(fh, size, ierror)
      import
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: size
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_File_set_view(fh, disp, etype, filetype, datarep, info, ierror)
      import
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: disp
      integer :: etype
      integer :: filetype
      character(len=*) :: datarep
      integer :: info
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_File_sync(fh, ierror)
      import
      integer :: fh
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_File_write(fh, buf, count, datatype, status, ierror)
      import
      integer :: fh
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: status(MPI_STATUS_SIZE)
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_File_write_all(fh, buf, count, datatype, status, ierror)
      import
      integer :: fh
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: status(MPI_STATUS_SIZE)
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_File_write_all_begin(fh, buf, count, datatype, ierror)
      import
      integer :: fh
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_File_write_all_end(fh, buf, status, ierror)
      import
      integer :: fh
      type(*), dimension(*) :: buf
      integer :: status(MPI_STATUS_SIZE)
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_File_write_at(fh, offset, buf, count, datatype, status, ierror)
      import
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: status(MPI_STATUS_SIZE)
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_File_write_at_all(fh, offset, buf, count, datatype, status, ierror)
      import
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: status(MPI_STATUS_SIZE)
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_File_write_at_all_begin(fh, offset, buf, count, datatype, ierror)
      import
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_File_write_at_all_end(fh, buf, status, ierror)
      import
      integer :: fh
      type(*), dimension(*) :: buf
      integer :: status(MPI_STATUS_SIZE)
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_File_write_ordered(fh, buf, count, datatype, status, ierror)
      import
      integer :: fh
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: status(MPI_STATUS_SIZE)
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_File_write_ordered_begin(fh, buf, count, datatype, ierror)
      import
      integer :: fh
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_File_write_ordered_end(fh, buf, status, ierror)
      import
      integer :: fh
      type(*), dimension(*) :: buf
      integer :: status(MPI_STATUS_SIZE)
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_File_write_shared(fh, buf, count, datatype, status, ierror)
      import
      integer :: fh
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: status(MPI_STATUS_SIZE)
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Finalize(ierror)
      import
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Finalized(flag, ierror)
      import
      logical :: flag
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Free_mem(base, ierror)
      import
      type(*), dimension(*) :: base
      !GCC$ attributes no_arg_check :: base
      !DIR$ ignore_tkr base
      !IBM* ignore_tkr base
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Gather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, &
         ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: root
      integer :: comm
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Gather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, &
         info, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: root
      integer :: comm
      integer :: info
      integer :: request
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Gatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, &
         comm, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvtype
      integer :: root
      integer :: comm
      integer :: recvcounts(*)
      integer :: displs(*)
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Gatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, &
         root, comm, info, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvtype
      integer :: root
      integer :: comm
      integer :: info
      integer :: request
      integer :: recvcounts(*)
      integer :: displs(*)
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Get(origin_addr, origin_count, origin_datatype, target_rank, target_disp, &
         target_count, target_datatype, win, ierror)
      import
      type(*), dimension(*) :: origin_addr
      integer :: origin_count
      integer :: origin_datatype
      integer :: target_rank
      integer(kind=MPI_ADDRESS_KIND) :: target_disp
      integer :: target_count
      integer :: target_datatype
      integer :: win
      !GCC$ attributes no_arg_check :: origin_addr
      !DIR$ ignore_tkr origin_addr
      !IBM* ignore_tkr origin_addr
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Get_accumulate(origin_addr, origin_count, origin_datatype, result_addr, &
         result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win, &
         ierror)
      import
      type(*), dimension(*) :: origin_addr
      integer :: origin_count
      integer :: origin_datatype
      type(*), dimension(*) :: result_addr
      integer :: result_count
      integer :: result_datatype
      integer :: target_rank
      integer(kind=MPI_ADDRESS_KIND) :: target_disp
      integer :: target_count
      integer :: target_datatype
      integer :: op
      integer :: win
      !GCC$ attributes no_arg_check :: origin_addr
      !DIR$ ignore_tkr origin_addr
      !IBM* ignore_tkr origin_addr
      !GCC$ attributes no_arg_check :: result_addr
      !DIR$ ignore_tkr result_addr
      !IBM* ignore_tkr result_addr
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Get_address(location, address, ierror)
      import
      type(*), dimension(*) :: location
      integer(kind=MPI_ADDRESS_KIND) :: address
      !GCC$ attributes no_arg_check :: location
      !DIR$ ignore_tkr location
      !IBM* ignore_tkr location
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Get_count(status, datatype, count, ierror)
      import
      integer :: datatype
      integer :: count
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Get_elements(status, datatype, count, ierror)
      import
      integer :: datatype
      integer :: count
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Get_elements_x(status, datatype, count, ierror)
      import
      integer :: datatype
      integer(kind=MPI_COUNT_KIND) :: count
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Get_hw_resource_info(hw_info, ierror)
      import
      integer :: hw_info
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Get_library_version(version, resultlen, ierror)
      import
      character(len=*) :: version
      integer :: resultlen
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Get_processor_name(name, resultlen, ierror)
      import
      character(len=*) :: name
      integer :: resultlen
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Get_version(version, subversion, ierror)
      import
      integer :: version
      integer :: subversion
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Graph_create(comm_old, nnodes, index, edges, reorder, comm_graph, ierror)
      import
      integer :: comm_old
      integer :: nnodes
      logical :: reorder
      integer :: comm_graph
      integer :: index(*)
      integer :: edges(*)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Graph_get(comm, maxindex, maxedges, index, edges, ierror)
      import
      integer :: comm
      integer :: maxindex
      integer :: maxedges
      integer :: index(*)
      integer :: edges(*)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Graph_map(comm, nnodes, index, edges, newrank, ierror)
      import
      integer :: comm
      integer :: nnodes
      integer :: newrank
      integer :: index(*)
      integer :: edges(*)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Graph_neighbors(comm, rank, maxneighbors, neighbors, ierror)
      import
      integer :: comm
      integer :: rank
      integer :: maxneighbors
      integer :: neighbors(*)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Graph_neighbors_count(comm, rank, nneighbors, ierror)
      import
      integer :: comm
      integer :: rank
      integer :: nneighbors
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Graphdims_get(comm, nnodes, nedges, ierror)
      import
      integer :: comm
      integer :: nnodes
      integer :: nedges
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Grequest_complete(request, ierror)
      import
      integer :: request
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Grequest_start(query_fn, free_fn, cancel_fn, extra_state, request, ierror)
      import
      external :: query_fn
      external :: free_fn
      external :: cancel_fn
      integer(kind=MPI_ADDRESS_KIND) :: extra_state
      integer :: request
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Group_compare(group1, group2, result, ierror)
      import
      integer :: group1
      integer :: group2
      integer :: result
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Group_difference(group1, group2, newgroup, ierror)
      import
      integer :: group1
      integer :: group2
      integer :: newgroup
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Group_excl(group, n, ranks, newgroup, ierror)
      import
      integer :: group
      integer :: n
      integer :: newgroup
      integer :: ranks(*)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Group_free(group, ierror)
      import
      integer :: group
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Group_from_session_pset(session, pset_name, newgroup, ierror)
      import
      integer :: session
      character(len=*) :: pset_name
      integer :: newgroup
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Group_incl(group, n, ranks, newgroup, ierror)
      import
      integer :: group
      integer :: n
      integer :: newgroup
      integer :: ranks(*)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Group_intersection(group1, group2, newgroup, ierror)
      import
      integer :: group1
      integer :: group2
      integer :: newgroup
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Group_range_excl(group, n, ranges, newgroup, ierror)
      import
      integer :: group
      integer :: n
      integer :: newgroup
      integer :: ranges(3, *)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Group_range_incl(group, n, ranges, newgroup, ierror)
      import
      integer :: group
      integer :: n
      integer :: newgroup
      integer :: ranges(3, *)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Group_rank(group, rank, ierror)
      import
      integer :: group
      integer :: rank
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Group_size(group, size, ierror)
      import
      integer :: group
      integer :: size
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Group_translate_ranks(group1, n, ranks1, group2, ranks2, ierror)
      import
      integer :: group1
      integer :: n
      integer :: group2
      integer :: ranks1(*)
      integer :: ranks2(*)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Group_union(group1, group2, newgroup, ierror)
      import
      integer :: group1
      integer :: group2
      integer :: newgroup
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Iallgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, &
         request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: comm
      integer :: request
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Iallgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, &
         comm, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvtype
      integer :: comm
      integer :: request
      integer :: recvcounts(*)
      integer :: displs(*)
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Iallreduce(sendbuf, recvbuf, count, datatype, op, comm, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer :: count
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: request
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Ialltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request, &
         ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: comm
      integer :: request
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Ialltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, &
         recvtype, comm, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvtype
      integer :: comm
      integer :: request
      integer :: sendcounts(*)
      integer :: sdispls(*)
      integer :: recvcounts(*)
      integer :: rdispls(*)
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: sendcounts
      !DIR$ ignore_tkr sendcounts
      !IBM* ignore_tkr sendcounts
      !GCC$ attributes no_arg_check :: sdispls
      !DIR$ ignore_tkr sdispls
      !IBM* ignore_tkr sdispls
      !GCC$ attributes no_arg_check :: sendtype
      !DIR$ ignore_tkr sendtype
      !IBM* ignore_tkr sendtype
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      !GCC$ attributes no_arg_check :: recvcounts
      !DIR$ ignore_tkr recvcounts
      !IBM* ignore_tkr recvcounts
      !GCC$ attributes no_arg_check :: rdispls
      !DIR$ ignore_tkr rdispls
      !IBM* ignore_tkr rdispls
      !GCC$ attributes no_arg_check :: recvtype
      !DIR$ ignore_tkr recvtype
      !IBM* ignore_tkr recvtype
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Ialltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, &
         recvtypes, comm, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer :: comm
      integer :: request
      integer :: sendcounts(*)
      integer :: sdispls(*)
      integer :: sendtypes(*)
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer :: recvtypes(*)
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: sendcounts
      !DIR$ ignore_tkr sendcounts
      !IBM* ignore_tkr sendcounts
      !GCC$ attributes no_arg_check :: sdispls
      !DIR$ ignore_tkr sdispls
      !IBM* ignore_tkr sdispls
      !GCC$ attributes no_arg_check :: sendtypes
      !DIR$ ignore_tkr sendtypes
      !IBM* ignore_tkr sendtypes
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      !GCC$ attributes no_arg_check :: recvcounts
      !DIR$ ignore_tkr recvcounts
      !IBM* ignore_tkr recvcounts
      !GCC$ attributes no_arg_check :: rdispls
      !DIR$ ignore_tkr rdispls
      !IBM* ignore_tkr rdispls
      !GCC$ attributes no_arg_check :: recvtypes
      !DIR$ ignore_tkr recvtypes
      !IBM* ignore_tkr recvtypes
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Ibarrier(comm, request, ierror)
      import
      integer :: comm
      integer :: request
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Ibcast(buffer, count, datatype, root, comm, request, ierror)
      import
      type(*), dimension(*) :: buffer
      integer :: count
      integer :: datatype
      integer :: root
      integer :: comm
      integer :: request
      !GCC$ attributes no_arg_check :: buffer
      !DIR$ ignore_tkr buffer
      !IBM* ignore_tkr buffer
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Ibsend(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: tag
      integer :: comm
      integer :: request
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Iexscan(sendbuf, recvbuf, count, datatype, op, comm, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer :: count
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: request
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Igather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, &
         request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: root
      integer :: comm
      integer :: request
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Igatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, &
         comm, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvtype
      integer :: root
      integer :: comm
      integer :: request
      integer :: recvcounts(*)
      integer :: displs(*)
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Improbe(source, tag, comm, flag, message, status, ierror)
      import
      integer :: source
      integer :: tag
      integer :: comm
      logical :: flag
      integer :: message
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Imrecv(buf, count, datatype, message, request, ierror)
      import
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: message
      integer :: request
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Ineighbor_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
         comm, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: comm
      integer :: request
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Ineighbor_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, &
         recvtype, comm, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvtype
      integer :: comm
      integer :: request
      integer :: recvcounts(*)
      integer :: displs(*)
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Ineighbor_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, &
         request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: comm
      integer :: request
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Ineighbor_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, &
         rdispls, recvtype, comm, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvtype
      integer :: comm
      integer :: request
      integer :: sendcounts(*)
      integer :: sdispls(*)
      integer :: recvcounts(*)
      integer :: rdispls(*)
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: sendcounts
      !DIR$ ignore_tkr sendcounts
      !IBM* ignore_tkr sendcounts
      !GCC$ attributes no_arg_check :: sdispls
      !DIR$ ignore_tkr sdispls
      !IBM* ignore_tkr sdispls
      !GCC$ attributes no_arg_check :: sendtype
      !DIR$ ignore_tkr sendtype
      !IBM* ignore_tkr sendtype
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      !GCC$ attributes no_arg_check :: recvcounts
      !DIR$ ignore_tkr recvcounts
      !IBM* ignore_tkr recvcounts
      !GCC$ attributes no_arg_check :: rdispls
      !DIR$ ignore_tkr rdispls
      !IBM* ignore_tkr rdispls
      !GCC$ attributes no_arg_check :: recvtype
      !DIR$ ignore_tkr recvtype
      !IBM* ignore_tkr recvtype
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Ineighbor_alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, &
         rdispls, recvtypes, comm, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer :: comm
      integer :: request
      integer :: sendcounts(*)
      integer(kind=MPI_ADDRESS_KIND) :: sdispls(*)
      integer :: sendtypes(*)
      integer :: recvcounts(*)
      integer(kind=MPI_ADDRESS_KIND) :: rdispls(*)
      integer :: recvtypes(*)
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: sendcounts
      !DIR$ ignore_tkr sendcounts
      !IBM* ignore_tkr sendcounts
      !GCC$ attributes no_arg_check :: sdispls
      !DIR$ ignore_tkr sdispls
      !IBM* ignore_tkr sdispls
      !GCC$ attributes no_arg_check :: sendtypes
      !DIR$ ignore_tkr sendtypes
      !IBM* ignore_tkr sendtypes
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      !GCC$ attributes no_arg_check :: recvcounts
      !DIR$ ignore_tkr recvcounts
      !IBM* ignore_tkr recvcounts
      !GCC$ attributes no_arg_check :: rdispls
      !DIR$ ignore_tkr rdispls
      !IBM* ignore_tkr rdispls
      !GCC$ attributes no_arg_check :: recvtypes
      !DIR$ ignore_tkr recvtypes
      !IBM* ignore_tkr recvtypes
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Info_create(info, ierror)
      import
      integer :: info
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Info_create_env(info, ierror)
      import
      integer :: info
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Info_delete(info, key, ierror)
      import
      integer :: info
      character(len=*) :: key
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Info_dup(info, newinfo, ierror)
      import
      integer :: info
      integer :: newinfo
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Info_free(info, ierror)
      import
      integer :: info
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Info_get(info, key, valuelen, value, flag, ierror)
      import
      integer :: info
      character(len=*) :: key
      integer :: valuelen
      character(len=*) :: value
      logical :: flag
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Info_get_nkeys(info, nkeys, ierror)
      import
      integer :: info
      integer :: nkeys
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Info_get_nthkey(info, n, key, ierror)
      import
      integer :: info
      integer :: n
      character(len=*) :: key
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Info_get_string(info, key, buflen, value, flag, ierror)
      import
      integer :: info
      character(len=*) :: key
      integer :: buflen
      character(len=*) :: value
      logical :: flag
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Info_get_valuelen(info, key, valuelen, flag, ierror)
      import
      integer :: info
      character(len=*) :: key
      integer :: valuelen
      logical :: flag
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Info_set(info, key, value, ierror)
      import
      integer :: info
      character(len=*) :: key
      character(len=*) :: value
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Init(ierror)
      import
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Init_thread(required, provided, ierror)
      import
      integer :: required
      integer :: provided
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Initialized(flag, ierror)
      import
      logical :: flag
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Intercomm_create(local_comm, local_leader, peer_comm, remote_leader, tag, &
         newintercomm, ierror)
      import
      integer :: local_comm
      integer :: local_leader
      integer :: peer_comm
      integer :: remote_leader
      integer :: tag
      integer :: newintercomm
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Intercomm_create_from_groups(local_group, local_leader, remote_group, remote_leader, &
         stringtag, info, errhandler, newintercomm, ierror)
      import
      integer :: local_group
      integer :: local_leader
      integer :: remote_group
      integer :: remote_leader
      character(len=*) :: stringtag
      integer :: info
      integer :: errhandler
      integer :: newintercomm
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Intercomm_merge(intercomm, high, newintracomm, ierror)
      import
      integer :: intercomm
      logical :: high
      integer :: newintracomm
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Iprobe(source, tag, comm, flag, status, ierror)
      import
      integer :: source
      integer :: tag
      integer :: comm
      logical :: flag
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Irecv(buf, count, datatype, source, tag, comm, request, ierror)
      import
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: source
      integer :: tag
      integer :: comm
      integer :: request
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Ireduce(sendbuf, recvbuf, count, datatype, op, root, comm, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer :: count
      integer :: datatype
      integer :: op
      integer :: root
      integer :: comm
      integer :: request
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Ireduce_scatter(sendbuf, recvbuf, recvcounts, datatype, op, comm, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: request
      integer :: recvcounts(*)
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Ireduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op, comm, request, &
         ierror)
      import
      type(*), dimension(*) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: request
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Irsend(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: tag
      integer :: comm
      integer :: request
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Is_thread_main(flag, ierror)
      import
      logical :: flag
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Iscan(sendbuf, recvbuf, count, datatype, op, comm, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer :: count
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: request
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Iscatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, &
         request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: root
      integer :: comm
      integer :: request
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Iscatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, &
         comm, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: root
      integer :: comm
      integer :: request
      integer :: sendcounts(*)
      integer :: displs(*)
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Isend(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: tag
      integer :: comm
      integer :: request
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Isendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, &
         source, recvtag, comm, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      integer :: dest
      integer :: sendtag
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: source
      integer :: recvtag
      integer :: comm
      integer :: request
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Isendrecv_replace(buf, count, datatype, dest, sendtag, source, recvtag, comm, &
         request, ierror)
      import
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: sendtag
      integer :: source
      integer :: recvtag
      integer :: comm
      integer :: request
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Issend(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: tag
      integer :: comm
      integer :: request
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Keyval_create(copy_fn, delete_fn, keyval, extra_state, ierror)
      import
      external :: copy_fn
      external :: delete_fn
      integer :: keyval
      integer :: extra_state
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Keyval_free(keyval, ierror)
      import
      integer :: keyval
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Lookup_name(service_name, info, port_name, ierror)
      import
      character(len=*) :: service_name
      integer :: info
      character(len=*) :: port_name
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Mprobe(source, tag, comm, message, status, ierror)
      import
      integer :: source
      integer :: tag
      integer :: comm
      integer :: message
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Mrecv(buf, count, datatype, message, status, ierror)
      import
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: message
      integer :: status(MPI_STATUS_SIZE)
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Neighbor_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, &
         ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: comm
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Neighbor_allgather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
         comm, info, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: comm
      integer :: info
      integer :: request
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Neighbor_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, &
         recvtype, comm, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvtype
      integer :: comm
      integer :: recvcounts(*)
      integer :: displs(*)
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Neighbor_allgatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, &
         recvtype, comm, info, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvtype
      integer :: comm
      integer :: info
      integer :: request
      integer :: recvcounts(*)
      integer :: displs(*)
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Neighbor_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, &
         ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: comm
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Neighbor_alltoall_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
         comm, info, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: comm
      integer :: info
      integer :: request
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Neighbor_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, &
         rdispls, recvtype, comm, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvtype
      integer :: comm
      integer :: sendcounts(*)
      integer :: sdispls(*)
      integer :: recvcounts(*)
      integer :: rdispls(*)
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: sendcounts
      !DIR$ ignore_tkr sendcounts
      !IBM* ignore_tkr sendcounts
      !GCC$ attributes no_arg_check :: sdispls
      !DIR$ ignore_tkr sdispls
      !IBM* ignore_tkr sdispls
      !GCC$ attributes no_arg_check :: sendtype
      !DIR$ ignore_tkr sendtype
      !IBM* ignore_tkr sendtype
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      !GCC$ attributes no_arg_check :: recvcounts
      !DIR$ ignore_tkr recvcounts
      !IBM* ignore_tkr recvcounts
      !GCC$ attributes no_arg_check :: rdispls
      !DIR$ ignore_tkr rdispls
      !IBM* ignore_tkr rdispls
      !GCC$ attributes no_arg_check :: recvtype
      !DIR$ ignore_tkr recvtype
      !IBM* ignore_tkr recvtype
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Neighbor_alltoallv_init(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, &
         rdispls, recvtype, comm, info, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvtype
      integer :: comm
      integer :: info
      integer :: request
      integer :: sendcounts(*)
      integer :: sdispls(*)
      integer :: recvcounts(*)
      integer :: rdispls(*)
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: sendcounts
      !DIR$ ignore_tkr sendcounts
      !IBM* ignore_tkr sendcounts
      !GCC$ attributes no_arg_check :: sdispls
      !DIR$ ignore_tkr sdispls
      !IBM* ignore_tkr sdispls
      !GCC$ attributes no_arg_check :: sendtype
      !DIR$ ignore_tkr sendtype
      !IBM* ignore_tkr sendtype
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      !GCC$ attributes no_arg_check :: recvcounts
      !DIR$ ignore_tkr recvcounts
      !IBM* ignore_tkr recvcounts
      !GCC$ attributes no_arg_check :: rdispls
      !DIR$ ignore_tkr rdispls
      !IBM* ignore_tkr rdispls
      !GCC$ attributes no_arg_check :: recvtype
      !DIR$ ignore_tkr recvtype
      !IBM* ignore_tkr recvtype
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Neighbor_alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, &
         rdispls, recvtypes, comm, ierror)
      import
      type(*), dimension(*) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer :: comm
      integer :: sendcounts(*)
      integer(kind=MPI_ADDRESS_KIND) :: sdispls(*)
      integer :: sendtypes(*)
      integer :: recvcounts(*)
      integer(kind=MPI_ADDRESS_KIND) :: rdispls(*)
      integer :: recvtypes(*)
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: sendcounts
      !DIR$ ignore_tkr sendcounts
      !IBM* ignore_tkr sendcounts
      !GCC$ attributes no_arg_check :: sdispls
      !DIR$ ignore_tkr sdispls
      !IBM* ignore_tkr sdispls
      !GCC$ attributes no_arg_check :: sendtypes
      !DIR$ ignore_tkr sendtypes
      !IBM* ignore_tkr sendtypes
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      !GCC$ attributes no_arg_check :: recvcounts
      !DIR$ ignore_tkr recvcounts
      !IBM* ignore_tkr recvcounts
      !GCC$ attributes no_arg_check :: rdispls
      !DIR$ ignore_tkr rdispls
      !IBM* ignore_tkr rdispls
      !GCC$ attributes no_arg_check :: recvtypes
      !DIR$ ignore_tkr recvtypes
      !IBM* ignore_tkr recvtypes
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Neighbor_alltoallw_init(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, &
         recvcounts, rdispls, recvtypes, comm, info, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer :: comm
      integer :: info
      integer :: request
      integer :: sendcounts(*)
      integer(kind=MPI_ADDRESS_KIND) :: sdispls(*)
      integer :: sendtypes(*)
      integer :: recvcounts(*)
      integer(kind=MPI_ADDRESS_KIND) :: rdispls(*)
      integer :: recvtypes(*)
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: sendcounts
      !DIR$ ignore_tkr sendcounts
      !IBM* ignore_tkr sendcounts
      !GCC$ attributes no_arg_check :: sdispls
      !DIR$ ignore_tkr sdispls
      !IBM* ignore_tkr sdispls
      !GCC$ attributes no_arg_check :: sendtypes
      !DIR$ ignore_tkr sendtypes
      !IBM* ignore_tkr sendtypes
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      !GCC$ attributes no_arg_check :: recvcounts
      !DIR$ ignore_tkr recvcounts
      !IBM* ignore_tkr recvcounts
      !GCC$ attributes no_arg_check :: rdispls
      !DIR$ ignore_tkr rdispls
      !IBM* ignore_tkr rdispls
      !GCC$ attributes no_arg_check :: recvtypes
      !DIR$ ignore_tkr recvtypes
      !IBM* ignore_tkr recvtypes
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Op_commutative(op, commute, ierror)
      import
      integer :: op
      logical :: commute
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Op_create(user_fn, commute, op, ierror)
      import
      external :: user_fn
      logical :: commute
      integer :: op
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Op_free(op, ierror)
      import
      integer :: op
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Open_port(info, port_name, ierror)
      import
      integer :: info
      character(len=*) :: port_name
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Pack(inbuf, incount, datatype, outbuf, outsize, position, comm, ierror)
      import
      type(*), dimension(*) :: inbuf
      integer :: incount
      integer :: datatype
      type(*), dimension(*) :: outbuf
      integer :: outsize
      integer :: position
      integer :: comm
      !GCC$ attributes no_arg_check :: inbuf
      !DIR$ ignore_tkr inbuf
      !IBM* ignore_tkr inbuf
      !GCC$ attributes no_arg_check :: outbuf
      !DIR$ ignore_tkr outbuf
      !IBM* ignore_tkr outbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Pack_external(datarep, inbuf, incount, datatype, outbuf, outsize, position, ierror)
      import
      character(len=*) :: datarep
      type(*), dimension(*) :: inbuf
      integer :: incount
      integer :: datatype
      type(*), dimension(*) :: outbuf
      integer(kind=MPI_ADDRESS_KIND) :: outsize
      integer(kind=MPI_ADDRESS_KIND) :: position
      !GCC$ attributes no_arg_check :: inbuf
      !DIR$ ignore_tkr inbuf
      !IBM* ignore_tkr inbuf
      !GCC$ attributes no_arg_check :: outbuf
      !DIR$ ignore_tkr outbuf
      !IBM* ignore_tkr outbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Pack_external_size(datarep, incount, datatype, size, ierror)
      import
      character(len=*) :: datarep
      integer :: incount
      integer :: datatype
      integer(kind=MPI_ADDRESS_KIND) :: size
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Pack_size(incount, datatype, comm, size, ierror)
      import
      integer :: incount
      integer :: datatype
      integer :: comm
      integer :: size
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Parrived(request, partition, flag, ierror)
      import
      integer :: request
      integer :: partition
      logical :: flag
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Pcontrol(level)
      import
      integer :: level
      end subroutine
      subroutine MPI_Pready(partition, request, ierror)
      import
      integer :: partition
      integer :: request
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Pready_list(length, array_of_partitions, request, ierror)
      import
      integer :: length
      integer :: request
      integer :: array_of_partitions(*)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Pready_range(partition_low, partition_high, request, ierror)
      import
      integer :: partition_low
      integer :: partition_high
      integer :: request
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Precv_init(buf, partitions, count, datatype, source, tag, comm, info, request, &
         ierror)
      import
      type(*), dimension(*) :: buf
      integer :: partitions
      integer(kind=MPI_COUNT_KIND) :: count
      integer :: datatype
      integer :: source
      integer :: tag
      integer :: comm
      integer :: info
      integer :: request
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Probe(source, tag, comm, status, ierror)
      import
      integer :: source
      integer :: tag
      integer :: comm
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Psend_init(buf, partitions, count, datatype, dest, tag, comm, info, request, ierror)
      import
      type(*), dimension(*) :: buf
      integer :: partitions
      integer(kind=MPI_COUNT_KIND) :: count
      integer :: datatype
      integer :: dest
      integer :: tag
      integer :: comm
      integer :: info
      integer :: request
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Publish_name(service_name, info, port_name, ierror)
      import
      character(len=*) :: service_name
      integer :: info
      character(len=*) :: port_name
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Put(origin_addr, origin_count, origin_datatype, target_rank, target_disp, &
         target_count, target_datatype, win, ierror)
      import
      type(*), dimension(*) :: origin_addr
      integer :: origin_count
      integer :: origin_datatype
      integer :: target_rank
      integer(kind=MPI_ADDRESS_KIND) :: target_disp
      integer :: target_count
      integer :: target_datatype
      integer :: win
      !GCC$ attributes no_arg_check :: origin_addr
      !DIR$ ignore_tkr origin_addr
      !IBM* ignore_tkr origin_addr
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Query_thread(provided, ierror)
      import
      integer :: provided
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Raccumulate(origin_addr, origin_count, origin_datatype, target_rank, target_disp, &
         target_count, target_datatype, op, win, request, ierror)
      import
      type(*), dimension(*) :: origin_addr
      integer :: origin_count
      integer :: origin_datatype
      integer :: target_rank
      integer(kind=MPI_ADDRESS_KIND) :: target_disp
      integer :: target_count
      integer :: target_datatype
      integer :: op
      integer :: win
      integer :: request
      !GCC$ attributes no_arg_check :: origin_addr
      !DIR$ ignore_tkr origin_addr
      !IBM* ignore_tkr origin_addr
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Recv(buf, count, datatype, source, tag, comm, status, ierror)
      import
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: source
      integer :: tag
      integer :: comm
      integer :: status(MPI_STATUS_SIZE)
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Recv_init(buf, count, datatype, source, tag, comm, request, ierror)
      import
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: source
      integer :: tag
      integer :: comm
      integer :: request
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Reduce(sendbuf, recvbuf, count, datatype, op, root, comm, ierror)
      import
      type(*), dimension(*) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer :: count
      integer :: datatype
      integer :: op
      integer :: root
      integer :: comm
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Reduce_init(sendbuf, recvbuf, count, datatype, op, root, comm, info, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer :: count
      integer :: datatype
      integer :: op
      integer :: root
      integer :: comm
      integer :: info
      integer :: request
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Reduce_local(inbuf, inoutbuf, count, datatype, op, ierror)
      import
      type(*), dimension(*) :: inbuf
      type(*), dimension(*) :: inoutbuf
      integer :: count
      integer :: datatype
      integer :: op
      !GCC$ attributes no_arg_check :: inbuf
      !DIR$ ignore_tkr inbuf
      !IBM* ignore_tkr inbuf
      !GCC$ attributes no_arg_check :: inoutbuf
      !DIR$ ignore_tkr inoutbuf
      !IBM* ignore_tkr inoutbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Reduce_scatter(sendbuf, recvbuf, recvcounts, datatype, op, comm, ierror)
      import
      type(*), dimension(*) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: recvcounts(*)
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Reduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op, comm, ierror)
      import
      type(*), dimension(*) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: datatype
      integer :: op
      integer :: comm
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Reduce_scatter_block_init(sendbuf, recvbuf, recvcount, datatype, op, comm, info, &
         request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: info
      integer :: request
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Reduce_scatter_init(sendbuf, recvbuf, recvcounts, datatype, op, comm, info, request, &
         ierror)
      import
      type(*), dimension(*) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: info
      integer :: request
      integer :: recvcounts(*)
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Register_datarep(datarep, read_conversion_fn, write_conversion_fn, &
         dtype_file_extent_fn, extra_state, ierror)
      import
      character(len=*) :: datarep
      external :: read_conversion_fn
      external :: write_conversion_fn
      external :: dtype_file_extent_fn
      integer(kind=MPI_ADDRESS_KIND) :: extra_state
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Remove_error_class(errorclass, ierror)
      import
      integer :: errorclass
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Remove_error_code(errorcode, ierror)
      import
      integer :: errorcode
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Remove_error_string(errorcode, ierror)
      import
      integer :: errorcode
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Request_free(request, ierror)
      import
      integer :: request
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Request_get_status(request, flag, status, ierror)
      import
      integer :: request
      logical :: flag
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Request_get_status_all(count, array_of_requests, flag, array_of_statuses, ierror)
      import
      integer :: count
      logical :: flag
      integer :: array_of_requests(*)
      integer :: array_of_statuses(MPI_STATUS_SIZE, *)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Request_get_status_any(count, array_of_requests, index, flag, status, ierror)
      import
      integer :: count
      integer :: index
      logical :: flag
      integer :: array_of_requests(*)
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Request_get_status_some(incount, array_of_requests, outcount, array_of_indices, &
         array_of_statuses, ierror)
      import
      integer :: incount
      integer :: outcount
      integer :: array_of_requests(*)
      integer :: array_of_indices(*)
      integer :: array_of_statuses(MPI_STATUS_SIZE, *)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Rget(origin_addr, origin_count, origin_datatype, target_rank, target_disp, &
         target_count, target_datatype, win, request, ierror)
      import
      type(*), dimension(*) :: origin_addr
      integer :: origin_count
      integer :: origin_datatype
      integer :: target_rank
      integer(kind=MPI_ADDRESS_KIND) :: target_disp
      integer :: target_count
      integer :: target_datatype
      integer :: win
      integer :: request
      !GCC$ attributes no_arg_check :: origin_addr
      !DIR$ ignore_tkr origin_addr
      !IBM* ignore_tkr origin_addr
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Rget_accumulate(origin_addr, origin_count, origin_datatype, result_addr, &
         result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win, &
         request, ierror)
      import
      type(*), dimension(*) :: origin_addr
      integer :: origin_count
      integer :: origin_datatype
      type(*), dimension(*) :: result_addr
      integer :: result_count
      integer :: result_datatype
      integer :: target_rank
      integer(kind=MPI_ADDRESS_KIND) :: target_disp
      integer :: target_count
      integer :: target_datatype
      integer :: op
      integer :: win
      integer :: request
      !GCC$ attributes no_arg_check :: origin_addr
      !DIR$ ignore_tkr origin_addr
      !IBM* ignore_tkr origin_addr
      !GCC$ attributes no_arg_check :: result_addr
      !DIR$ ignore_tkr result_addr
      !IBM* ignore_tkr result_addr
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Rput(origin_addr, origin_count, origin_datatype, target_rank, target_disp, &
         target_count, target_datatype, win, request, ierror)
      import
      type(*), dimension(*) :: origin_addr
      integer :: origin_count
      integer :: origin_datatype
      integer :: target_rank
      integer(kind=MPI_ADDRESS_KIND) :: target_disp
      integer :: target_count
      integer :: target_datatype
      integer :: win
      integer :: request
      !GCC$ attributes no_arg_check :: origin_addr
      !DIR$ ignore_tkr origin_addr
      !IBM* ignore_tkr origin_addr
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Rsend(buf, count, datatype, dest, tag, comm, ierror)
      import
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: tag
      integer :: comm
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Rsend_init(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: tag
      integer :: comm
      integer :: request
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Scan(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      import
      type(*), dimension(*) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer :: count
      integer :: datatype
      integer :: op
      integer :: comm
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Scan_init(sendbuf, recvbuf, count, datatype, op, comm, info, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer :: count
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: info
      integer :: request
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Scatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, &
         ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: root
      integer :: comm
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Scatter_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, &
         info, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: root
      integer :: comm
      integer :: info
      integer :: request
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Scatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, &
         comm, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: root
      integer :: comm
      integer :: sendcounts(*)
      integer :: displs(*)
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Scatterv_init(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, &
         root, comm, info, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: root
      integer :: comm
      integer :: info
      integer :: request
      integer :: sendcounts(*)
      integer :: displs(*)
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Send(buf, count, datatype, dest, tag, comm, ierror)
      import
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: tag
      integer :: comm
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Send_init(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: tag
      integer :: comm
      integer :: request
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Sendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, &
         source, recvtag, comm, status, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      integer :: dest
      integer :: sendtag
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: source
      integer :: recvtag
      integer :: comm
      integer :: status(MPI_STATUS_SIZE)
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Sendrecv_replace(buf, count, datatype, dest, sendtag, source, recvtag, comm, status, &
         ierror)
      import
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: sendtag
      integer :: source
      integer :: recvtag
      integer :: comm
      integer :: status(MPI_STATUS_SIZE)
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Session_attach_buffer(session, buffer, size, ierror)
      import
      integer :: session
      type(*), dimension(*) :: buffer
      integer :: size
      !GCC$ attributes no_arg_check :: buffer
      !DIR$ ignore_tkr buffer
      !IBM* ignore_tkr buffer
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Session_call_errhandler(session, errorcode, ierror)
      import
      integer :: session
      integer :: errorcode
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Session_create_errhandler(session_errhandler_fn, errhandler, ierror)
      import
      external :: session_errhandler_fn
      integer :: errhandler
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Session_detach_buffer(session, buffer_addr, size, ierror)
      import
      integer :: session
      type(*), dimension(*) :: buffer_addr
      integer :: size
      !GCC$ attributes no_arg_check :: buffer_addr
      !DIR$ ignore_tkr buffer_addr
      !IBM* ignore_tkr buffer_addr
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Session_finalize(session, ierror)
      import
      integer :: session
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Session_flush_buffer(session, ierror)
      import
      integer :: session
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Session_get_errhandler(session, errhandler, ierror)
      import
      integer :: session
      integer :: errhandler
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Session_get_info(session, info_used, ierror)
      import
      integer :: session
      integer :: info_used
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Session_get_nth_pset(session, info, n, pset_len, pset_name, ierror)
      import
      integer :: session
      integer :: info
      integer :: n
      integer :: pset_len
      character(len=*) :: pset_name
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Session_get_num_psets(session, info, npset_names, ierror)
      import
      integer :: session
      integer :: info
      integer :: npset_names
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Session_get_pset_info(session, pset_name, info, ierror)
      import
      integer :: session
      character(len=*) :: pset_name
      integer :: info
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Session_iflush_buffer(session, request, ierror)
      import
      integer :: session
      integer :: request
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Session_init(info, errhandler, session, ierror)
      import
      integer :: info
      integer :: errhandler
      integer :: session
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Session_set_errhandler(session, errhandler, ierror)
      import
      integer :: session
      integer :: errhandler
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Ssend(buf, count, datatype, dest, tag, comm, ierror)
      import
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: tag
      integer :: comm
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Ssend_init(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: tag
      integer :: comm
      integer :: request
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Start(request, ierror)
      import
      integer :: request
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Startall(count, array_of_requests, ierror)
      import
      integer :: count
      integer :: array_of_requests(*)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Status_f082f(f08_status, f_status, ierror)
      import
      type(MPI_Status) :: f08_status
      integer :: f_status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Status_f2f08(f_status, f08_status, ierror)
      import
      type(MPI_Status) :: f08_status
      integer :: f_status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Status_get_error(status, err, ierror)
      import
      integer :: err
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Status_get_source(status, source, ierror)
      import
      integer :: source
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Status_get_tag(status, tag, ierror)
      import
      integer :: tag
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Status_set_cancelled(status, flag, ierror)
      import
      logical :: flag
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Status_set_elements(status, datatype, count, ierror)
      import
      integer :: datatype
      integer :: count
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Status_set_elements_x(status, datatype, count, ierror)
      import
      integer :: datatype
      integer(kind=MPI_COUNT_KIND) :: count
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Status_set_error(status, err, ierror)
      import
      integer :: err
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Status_set_source(status, source, ierror)
      import
      integer :: source
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Status_set_tag(status, tag, ierror)
      import
      integer :: tag
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Test(request, flag, status, ierror)
      import
      integer :: request
      logical :: flag
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Test_cancelled(status, flag, ierror)
      import
      logical :: flag
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Testall(count, array_of_requests, flag, array_of_statuses, ierror)
      import
      integer :: count
      logical :: flag
      integer :: array_of_requests(*)
      integer :: array_of_statuses(MPI_STATUS_SIZE, *)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Testany(count, array_of_requests, index, flag, status, ierror)
      import
      integer :: count
      integer :: index
      logical :: flag
      integer :: array_of_requests(*)
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Testsome(incount, array_of_requests, outcount, array_of_indices, array_of_statuses, &
         ierror)
      import
      integer :: incount
      integer :: outcount
      integer :: array_of_requests(*)
      integer :: array_of_indices(*)
      integer :: array_of_statuses(MPI_STATUS_SIZE, *)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Topo_test(comm, status, ierror)
      import
      integer :: comm
      integer :: status
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Type_commit(datatype, ierror)
      import
      integer :: datatype
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Type_contiguous(count, oldtype, newtype, ierror)
      import
      integer :: count
      integer :: oldtype
      integer :: newtype
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Type_create_darray(size, rank, ndims, array_of_gsizes, array_of_distribs, &
         array_of_dargs, array_of_psizes, order, oldtype, newtype, ierror)
      import
      integer :: size
      integer :: rank
      integer :: ndims
      integer :: order
      integer :: oldtype
      integer :: newtype
      integer :: array_of_gsizes(*)
      integer :: array_of_distribs(*)
      integer :: array_of_dargs(*)
      integer :: array_of_psizes(*)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Type_create_f90_complex(p, r, newtype, ierror)
      import
      integer :: p
      integer :: r
      integer :: newtype
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Type_create_f90_integer(r, newtype, ierror)
      import
      integer :: r
      integer :: newtype
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Type_create_f90_real(p, r, newtype, ierror)
      import
      integer :: p
      integer :: r
      integer :: newtype
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Type_create_hindexed(count, array_of_blocklengths, array_of_displacements, oldtype, &
         newtype, ierror)
      import
      integer :: count
      integer :: oldtype
      integer :: newtype
      integer :: array_of_blocklengths(*)
      integer(kind=MPI_ADDRESS_KIND) :: array_of_displacements(*)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Type_create_hindexed_block(count, blocklength, array_of_displacements, oldtype, &
         newtype, ierror)
      import
      integer :: count
      integer :: blocklength
      integer :: oldtype
      integer :: newtype
      integer(kind=MPI_ADDRESS_KIND) :: array_of_displacements(*)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Type_create_hvector(count, blocklength, stride, oldtype, newtype, ierror)
      import
      integer :: count
      integer :: blocklength
      integer(kind=MPI_ADDRESS_KIND) :: stride
      integer :: oldtype
      integer :: newtype
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Type_create_indexed_block(count, blocklength, array_of_displacements, oldtype, &
         newtype, ierror)
      import
      integer :: count
      integer :: blocklength
      integer :: oldtype
      integer :: newtype
      integer :: array_of_displacements(*)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Type_create_keyval(type_copy_attr_fn, type_delete_attr_fn, type_keyval, extra_state, &
         ierror)
      import
      external :: type_copy_attr_fn
      external :: type_delete_attr_fn
      integer :: type_keyval
      integer(kind=MPI_ADDRESS_KIND) :: extra_state
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Type_create_resized(oldtype, lb, extent, newtype, ierror)
      import
      integer :: oldtype
      integer(kind=MPI_ADDRESS_KIND) :: lb
      integer(kind=MPI_ADDRESS_KIND) :: extent
      integer :: newtype
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Type_create_struct(count, array_of_blocklengths, array_of_displacements, &
         array_of_types, newtype, ierror)
      import
      integer :: count
      integer :: newtype
      integer :: array_of_blocklengths(*)
      integer(kind=MPI_ADDRESS_KIND) :: array_of_displacements(*)
      integer :: array_of_types(*)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Type_create_subarray(ndims, array_of_sizes, array_of_subsizes, array_of_starts, &
         order, oldtype, newtype, ierror)
      import
      integer :: ndims
      integer :: order
      integer :: oldtype
      integer :: newtype
      integer :: array_of_sizes(*)
      integer :: array_of_subsizes(*)
      integer :: array_of_starts(*)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Type_delete_attr(datatype, type_keyval, ierror)
      import
      integer :: datatype
      integer :: type_keyval
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Type_dup(oldtype, newtype, ierror)
      import
      integer :: oldtype
      integer :: newtype
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Type_free(datatype, ierror)
      import
      integer :: datatype
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Type_free_keyval(type_keyval, ierror)
      import
      integer :: type_keyval
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Type_get_attr(datatype, type_keyval, attribute_val, flag, ierror)
      import
      integer :: datatype
      integer :: type_keyval
      integer(kind=MPI_ADDRESS_KIND) :: attribute_val
      logical :: flag
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Type_get_contents(datatype, max_integers, max_addresses, max_datatypes, &
         array_of_integers, array_of_addresses, array_of_datatypes, ierror)
      import
      integer :: datatype
      integer :: max_integers
      integer :: max_addresses
      integer :: max_datatypes
      integer :: array_of_integers(*)
      integer(kind=MPI_ADDRESS_KIND) :: array_of_addresses(*)
      integer :: array_of_datatypes(*)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Type_get_envelope(datatype, num_integers, num_addresses, num_datatypes, combiner, &
         ierror)
      import
      integer :: datatype
      integer :: num_integers
      integer :: num_addresses
      integer :: num_datatypes
      integer :: combiner
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Type_get_extent(datatype, lb, extent, ierror)
      import
      integer :: datatype
      integer(kind=MPI_ADDRESS_KIND) :: lb
      integer(kind=MPI_ADDRESS_KIND) :: extent
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Type_get_extent_x(datatype, lb, extent, ierror)
      import
      integer :: datatype
      integer(kind=MPI_COUNT_KIND) :: lb
      integer(kind=MPI_COUNT_KIND) :: extent
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Type_get_name(datatype, type_name, resultlen, ierror)
      import
      integer :: datatype
      character(len=*) :: type_name
      integer :: resultlen
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Type_get_true_extent(datatype, true_lb, true_extent, ierror)
      import
      integer :: datatype
      integer(kind=MPI_ADDRESS_KIND) :: true_lb
      integer(kind=MPI_ADDRESS_KIND) :: true_extent
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Type_get_true_extent_x(datatype, true_lb, true_extent, ierror)
      import
      integer :: datatype
      integer(kind=MPI_COUNT_KIND) :: true_lb
      integer(kind=MPI_COUNT_KIND) :: true_extent
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Type_get_value_index(value_type, index_type, pair_type, ierror)
      import
      integer :: value_type
      integer :: index_type
      integer :: pair_type
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Type_indexed(count, array_of_blocklengths, array_of_displacements, oldtype, newtype, &
         ierror)
      import
      integer :: count
      integer :: oldtype
      integer :: newtype
      integer :: array_of_blocklengths(*)
      integer :: array_of_displacements(*)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Type_match_size(typeclass, size, datatype, ierror)
      import
      integer :: typeclass
      integer :: size
      integer :: datatype
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Type_set_attr(datatype, type_keyval, attribute_val, ierror)
      import
      integer :: datatype
      integer :: type_keyval
      integer(kind=MPI_ADDRESS_KIND) :: attribute_val
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Type_set_name(datatype, type_name, ierror)
      import
      integer :: datatype
      character(len=*) :: type_name
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Type_size(datatype, size, ierror)
      import
      integer :: datatype
      integer :: size
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Type_size_x(datatype, size, ierror)
      import
      integer :: datatype
      integer(kind=MPI_COUNT_KIND) :: size
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Type_vector(count, blocklength, stride, oldtype, newtype, ierror)
      import
      integer :: count
      integer :: blocklength
      integer :: stride
      integer :: oldtype
      integer :: newtype
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Unpack(inbuf, insize, position, outbuf, outcount, datatype, comm, ierror)
      import
      type(*), dimension(*) :: inbuf
      integer :: insize
      integer :: position
      type(*), dimension(*) :: outbuf
      integer :: outcount
      integer :: datatype
      integer :: comm
      !GCC$ attributes no_arg_check :: inbuf
      !DIR$ ignore_tkr inbuf
      !IBM* ignore_tkr inbuf
      !GCC$ attributes no_arg_check :: outbuf
      !DIR$ ignore_tkr outbuf
      !IBM* ignore_tkr outbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Unpack_external(datarep, inbuf, insize, position, outbuf, outcount, datatype, ierror)
      import
      character(len=*) :: datarep
      type(*), dimension(*) :: inbuf
      integer(kind=MPI_ADDRESS_KIND) :: insize
      integer(kind=MPI_ADDRESS_KIND) :: position
      type(*), dimension(*) :: outbuf
      integer :: outcount
      integer :: datatype
      !GCC$ attributes no_arg_check :: inbuf
      !DIR$ ignore_tkr inbuf
      !IBM* ignore_tkr inbuf
      !GCC$ attributes no_arg_check :: outbuf
      !DIR$ ignore_tkr outbuf
      !IBM* ignore_tkr outbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Unpublish_name(service_name, info, port_name, ierror)
      import
      character(len=*) :: service_name
      integer :: info
      character(len=*) :: port_name
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Wait(request, status, ierror)
      import
      integer :: request
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Waitall(count, array_of_requests, array_of_statuses, ierror)
      import
      integer :: count
      integer :: array_of_requests(*)
      integer :: array_of_statuses(MPI_STATUS_SIZE, *)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Waitany(count, array_of_requests, index, status, ierror)
      import
      integer :: count
      integer :: index
      integer :: array_of_requests(*)
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Waitsome(incount, array_of_requests, outcount, array_of_indices, array_of_statuses, &
         ierror)
      import
      integer :: incount
      integer :: outcount
      integer :: array_of_requests(*)
      integer :: array_of_indices(*)
      integer :: array_of_statuses(MPI_STATUS_SIZE, *)
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Win_attach(win, base, size, ierror)
      import
      integer :: win
      type(*), dimension(*) :: base
      integer(kind=MPI_ADDRESS_KIND) :: size
      !GCC$ attributes no_arg_check :: base
      !DIR$ ignore_tkr base
      !IBM* ignore_tkr base
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Win_call_errhandler(win, errorcode, ierror)
      import
      integer :: win
      integer :: errorcode
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Win_complete(win, ierror)
      import
      integer :: win
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Win_create(base, size, disp_unit, info, comm, win, ierror)
      import
      type(*), dimension(*) :: base
      integer(kind=MPI_ADDRESS_KIND) :: size
      integer :: disp_unit
      integer :: info
      integer :: comm
      integer :: win
      !GCC$ attributes no_arg_check :: base
      !DIR$ ignore_tkr base
      !IBM* ignore_tkr base
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Win_create_dynamic(info, comm, win, ierror)
      import
      integer :: info
      integer :: comm
      integer :: win
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Win_create_errhandler(win_errhandler_fn, errhandler, ierror)
      import
      external :: win_errhandler_fn
      integer :: errhandler
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Win_create_keyval(win_copy_attr_fn, win_delete_attr_fn, win_keyval, extra_state, &
         ierror)
      import
      external :: win_copy_attr_fn
      external :: win_delete_attr_fn
      integer :: win_keyval
      integer(kind=MPI_ADDRESS_KIND) :: extra_state
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Win_delete_attr(win, win_keyval, ierror)
      import
      integer :: win
      integer :: win_keyval
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Win_detach(win, base, ierror)
      import
      integer :: win
      type(*), dimension(*) :: base
      !GCC$ attributes no_arg_check :: base
      !DIR$ ignore_tkr base
      !IBM* ignore_tkr base
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Win_fence(assert, win, ierror)
      import
      integer :: assert
      integer :: win
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Win_flush(rank, win, ierror)
      import
      integer :: rank
      integer :: win
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Win_flush_all(win, ierror)
      import
      integer :: win
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Win_flush_local(rank, win, ierror)
      import
      integer :: rank
      integer :: win
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Win_flush_local_all(win, ierror)
      import
      integer :: win
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Win_free(win, ierror)
      import
      integer :: win
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Win_free_keyval(win_keyval, ierror)
      import
      integer :: win_keyval
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Win_get_attr(win, win_keyval, attribute_val, flag, ierror)
      import
      integer :: win
      integer :: win_keyval
      integer(kind=MPI_ADDRESS_KIND) :: attribute_val
      logical :: flag
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Win_get_errhandler(win, errhandler, ierror)
      import
      integer :: win
      integer :: errhandler
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Win_get_group(win, group, ierror)
      import
      integer :: win
      integer :: group
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Win_get_info(win, info_used, ierror)
      import
      integer :: win
      integer :: info_used
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Win_get_name(win, win_name, resultlen, ierror)
      import
      integer :: win
      character(len=*) :: win_name
      integer :: resultlen
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Win_lock(lock_type, rank, assert, win, ierror)
      import
      integer :: lock_type
      integer :: rank
      integer :: assert
      integer :: win
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Win_lock_all(assert, win, ierror)
      import
      integer :: assert
      integer :: win
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Win_post(group, assert, win, ierror)
      import
      integer :: group
      integer :: assert
      integer :: win
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Win_set_attr(win, win_keyval, attribute_val, ierror)
      import
      integer :: win
      integer :: win_keyval
      integer(kind=MPI_ADDRESS_KIND) :: attribute_val
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Win_set_errhandler(win, errhandler, ierror)
      import
      integer :: win
      integer :: errhandler
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Win_set_info(win, info, ierror)
      import
      integer :: win
      integer :: info
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Win_set_name(win, win_name, ierror)
      import
      integer :: win
      character(len=*) :: win_name
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Win_start(group, assert, win, ierror)
      import
      integer :: group
      integer :: assert
      integer :: win
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Win_sync(win, ierror)
      import
      integer :: win
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Win_test(win, flag, ierror)
      import
      integer :: win
      logical :: flag
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Win_unlock(rank, win, ierror)
      import
      integer :: rank
      integer :: win
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Win_unlock_all(win, ierror)
      import
      integer :: win
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Win_wait(win, ierror)
      import
      integer :: win
      integer, intent(out) :: ierror
      end subroutine
      function MPI_Wtick()
      import
      double precision :: MPI_Wtick
      end function
      function MPI_Wtime()
      import
      double precision :: MPI_Wtime
      end function
      subroutine PMPI_Abi_get_fortran_booleans(logical_size, logical_true, logical_false, is_set, ierror)
      import
      integer :: logical_size
      logical :: logical_true
      logical :: logical_false
      logical :: is_set
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Abi_get_fortran_info(info, ierror)
      import
      integer :: info
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Abi_get_info(info, ierror)
      import
      integer :: info
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Abi_get_version(abi_major, abi_minor, ierror)
      import
      integer :: abi_major
      integer :: abi_minor
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Abi_set_fortran_booleans(logical_size, logical_true, logical_false, ierror)
      import
      integer :: logical_size
      logical :: logical_true
      logical :: logical_false
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Abi_set_fortran_info(info, ierror)
      import
      integer :: info
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Abort(comm, errorcode, ierror)
      import
      integer :: comm
      integer :: errorcode
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Accumulate(origin_addr, origin_count, origin_datatype, target_rank, target_disp, &
         target_count, target_datatype, op, win, ierror)
      import
      type(*), dimension(*) :: origin_addr
      integer :: origin_count
      integer :: origin_datatype
      integer :: target_rank
      integer(kind=MPI_ADDRESS_KIND) :: target_disp
      integer :: target_count
      integer :: target_datatype
      integer :: op
      integer :: win
      !GCC$ attributes no_arg_check :: origin_addr
      !DIR$ ignore_tkr origin_addr
      !IBM* ignore_tkr origin_addr
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Add_error_class(errorclass, ierror)
      import
      integer :: errorclass
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Add_error_code(errorclass, errorcode, ierror)
      import
      integer :: errorclass
      integer :: errorcode
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Add_error_string(errorcode, string, ierror)
      import
      integer :: errorcode
      character(len=*) :: string
      integer, intent(out) :: ierror
      end subroutine
      function PMPI_Aint_add(base, disp)
      import
      integer(kind=MPI_ADDRESS_KIND) :: PMPI_Aint_add
      integer(kind=MPI_ADDRESS_KIND) :: base
      integer(kind=MPI_ADDRESS_KIND) :: disp
      end function
      function PMPI_Aint_diff(addr1, addr2)
      import
      integer(kind=MPI_ADDRESS_KIND) :: PMPI_Aint_diff
      integer(kind=MPI_ADDRESS_KIND) :: addr1
      integer(kind=MPI_ADDRESS_KIND) :: addr2
      end function
      subroutine PMPI_Allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: comm
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Allgather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, &
         info, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: comm
      integer :: info
      integer :: request
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, &
         comm, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvtype
      integer :: comm
      integer :: recvcounts(*)
      integer :: displs(*)
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Allgatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, &
         recvtype, comm, info, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvtype
      integer :: comm
      integer :: info
      integer :: request
      integer :: recvcounts(*)
      integer :: displs(*)
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Allreduce(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      import
      type(*), dimension(*) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer :: count
      integer :: datatype
      integer :: op
      integer :: comm
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Allreduce_init(sendbuf, recvbuf, count, datatype, op, comm, info, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer :: count
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: info
      integer :: request
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: comm
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Alltoall_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, &
         info, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: comm
      integer :: info
      integer :: request
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, &
         recvtype, comm, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvtype
      integer :: comm
      integer :: sendcounts(*)
      integer :: sdispls(*)
      integer :: recvcounts(*)
      integer :: rdispls(*)
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: sendcounts
      !DIR$ ignore_tkr sendcounts
      !IBM* ignore_tkr sendcounts
      !GCC$ attributes no_arg_check :: sdispls
      !DIR$ ignore_tkr sdispls
      !IBM* ignore_tkr sdispls
      !GCC$ attributes no_arg_check :: sendtype
      !DIR$ ignore_tkr sendtype
      !IBM* ignore_tkr sendtype
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      !GCC$ attributes no_arg_check :: recvcounts
      !DIR$ ignore_tkr recvcounts
      !IBM* ignore_tkr recvcounts
      !GCC$ attributes no_arg_check :: rdispls
      !DIR$ ignore_tkr rdispls
      !IBM* ignore_tkr rdispls
      !GCC$ attributes no_arg_check :: recvtype
      !DIR$ ignore_tkr recvtype
      !IBM* ignore_tkr recvtype
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Alltoallv_init(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, &
         rdispls, recvtype, comm, info, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvtype
      integer :: comm
      integer :: info
      integer :: request
      integer :: sendcounts(*)
      integer :: sdispls(*)
      integer :: recvcounts(*)
      integer :: rdispls(*)
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: sendcounts
      !DIR$ ignore_tkr sendcounts
      !IBM* ignore_tkr sendcounts
      !GCC$ attributes no_arg_check :: sdispls
      !DIR$ ignore_tkr sdispls
      !IBM* ignore_tkr sdispls
      !GCC$ attributes no_arg_check :: sendtype
      !DIR$ ignore_tkr sendtype
      !IBM* ignore_tkr sendtype
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      !GCC$ attributes no_arg_check :: recvcounts
      !DIR$ ignore_tkr recvcounts
      !IBM* ignore_tkr recvcounts
      !GCC$ attributes no_arg_check :: rdispls
      !DIR$ ignore_tkr rdispls
      !IBM* ignore_tkr rdispls
      !GCC$ attributes no_arg_check :: recvtype
      !DIR$ ignore_tkr recvtype
      !IBM* ignore_tkr recvtype
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, &
         recvtypes, comm, ierror)
      import
      type(*), dimension(*) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer :: comm
      integer :: sendcounts(*)
      integer :: sdispls(*)
      integer :: sendtypes(*)
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer :: recvtypes(*)
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: sendcounts
      !DIR$ ignore_tkr sendcounts
      !IBM* ignore_tkr sendcounts
      !GCC$ attributes no_arg_check :: sdispls
      !DIR$ ignore_tkr sdispls
      !IBM* ignore_tkr sdispls
      !GCC$ attributes no_arg_check :: sendtypes
      !DIR$ ignore_tkr sendtypes
      !IBM* ignore_tkr sendtypes
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      !GCC$ attributes no_arg_check :: recvcounts
      !DIR$ ignore_tkr recvcounts
      !IBM* ignore_tkr recvcounts
      !GCC$ attributes no_arg_check :: rdispls
      !DIR$ ignore_tkr rdispls
      !IBM* ignore_tkr rdispls
      !GCC$ attributes no_arg_check :: recvtypes
      !DIR$ ignore_tkr recvtypes
      !IBM* ignore_tkr recvtypes
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Alltoallw_init(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, &
         rdispls, recvtypes, comm, info, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer :: comm
      integer :: info
      integer :: request
      integer :: sendcounts(*)
      integer :: sdispls(*)
      integer :: sendtypes(*)
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer :: recvtypes(*)
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: sendcounts
      !DIR$ ignore_tkr sendcounts
      !IBM* ignore_tkr sendcounts
      !GCC$ attributes no_arg_check :: sdispls
      !DIR$ ignore_tkr sdispls
      !IBM* ignore_tkr sdispls
      !GCC$ attributes no_arg_check :: sendtypes
      !DIR$ ignore_tkr sendtypes
      !IBM* ignore_tkr sendtypes
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      !GCC$ attributes no_arg_check :: recvcounts
      !DIR$ ignore_tkr recvcounts
      !IBM* ignore_tkr recvcounts
      !GCC$ attributes no_arg_check :: rdispls
      !DIR$ ignore_tkr rdispls
      !IBM* ignore_tkr rdispls
      !GCC$ attributes no_arg_check :: recvtypes
      !DIR$ ignore_tkr recvtypes
      !IBM* ignore_tkr recvtypes
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Attr_delete(comm, keyval, ierror)
      import
      integer :: comm
      integer :: keyval
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Attr_get(comm, keyval, attribute_val, flag, ierror)
      import
      integer :: comm
      integer :: keyval
      integer :: attribute_val
      logical :: flag
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Attr_put(comm, keyval, attribute_val, ierror)
      import
      integer :: comm
      integer :: keyval
      integer :: attribute_val
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Barrier(comm, ierror)
      import
      integer :: comm
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Barrier_init(comm, info, request, ierror)
      import
      integer :: comm
      integer :: info
      integer :: request
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Bcast(buffer, count, datatype, root, comm, ierror)
      import
      type(*), dimension(*) :: buffer
      integer :: count
      integer :: datatype
      integer :: root
      integer :: comm
      !GCC$ attributes no_arg_check :: buffer
      !DIR$ ignore_tkr buffer
      !IBM* ignore_tkr buffer
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Bcast_init(buffer, count, datatype, root, comm, info, request, ierror)
      import
      type(*), dimension(*) :: buffer
      integer :: count
      integer :: datatype
      integer :: root
      integer :: comm
      integer :: info
      integer :: request
      !GCC$ attributes no_arg_check :: buffer
      !DIR$ ignore_tkr buffer
      !IBM* ignore_tkr buffer
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Bsend(buf, count, datatype, dest, tag, comm, ierror)
      import
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: tag
      integer :: comm
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Bsend_init(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: tag
      integer :: comm
      integer :: request
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Buffer_attach(buffer, size, ierror)
      import
      type(*), dimension(*) :: buffer
      integer :: size
      !GCC$ attributes no_arg_check :: buffer
      !DIR$ ignore_tkr buffer
      !IBM* ignore_tkr buffer
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Buffer_detach(buffer_addr, size, ierror)
      import
      type(*), dimension(*) :: buffer_addr
      integer :: size
      !GCC$ attributes no_arg_check :: buffer_addr
      !DIR$ ignore_tkr buffer_addr
      !IBM* ignore_tkr buffer_addr
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Buffer_flush(ierror)
      import
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Buffer_iflush(request, ierror)
      import
      integer :: request
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Cancel(request, ierror)
      import
      integer :: request
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Cart_coords(comm, rank, maxdims, coords, ierror)
      import
      integer :: comm
      integer :: rank
      integer :: maxdims
      integer :: coords(*)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Cart_create(comm_old, ndims, dims, periods, reorder, comm_cart, ierror)
      import
      integer :: comm_old
      integer :: ndims
      logical :: reorder
      integer :: comm_cart
      integer :: dims(*)
      logical :: periods(*)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Cart_get(comm, maxdims, dims, periods, coords, ierror)
      import
      integer :: comm
      integer :: maxdims
      integer :: dims(*)
      logical :: periods(*)
      integer :: coords(*)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Cart_map(comm, ndims, dims, periods, newrank, ierror)
      import
      integer :: comm
      integer :: ndims
      integer :: newrank
      integer :: dims(*)
      logical :: periods(*)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Cart_rank(comm, coords, rank, ierror)
      import
      integer :: comm
      integer :: rank
      integer :: coords(*)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Cart_shift(comm, direction, disp, rank_source, rank_dest, ierror)
      import
      integer :: comm
      integer :: direction
      integer :: disp
      integer :: rank_source
      integer :: rank_dest
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Cart_sub(comm, remain_dims, newcomm, ierror)
      import
      integer :: comm
      integer :: newcomm
      logical :: remain_dims(*)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Cartdim_get(comm, ndims, ierror)
      import
      integer :: comm
      integer :: ndims
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Close_port(port_name, ierror)
      import
      character(len=*) :: port_name
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Comm_accept(port_name, info, root, comm, newcomm, ierror)
      import
      character(len=*) :: port_name
      integer :: info
      integer :: root
      integer :: comm
      integer :: newcomm
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Comm_attach_buffer(comm, buffer, size, ierror)
      import
      integer :: comm
      type(*), dimension(*) :: buffer
      integer :: size
      !GCC$ attributes no_arg_check :: buffer
      !DIR$ ignore_tkr buffer
      !IBM* ignore_tkr buffer
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Comm_call_errhandler(comm, errorcode, ierror)
      import
      integer :: comm
      integer :: errorcode
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Comm_compare(comm1, comm2, result, ierror)
      import
      integer :: comm1
      integer :: comm2
      integer :: result
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Comm_connect(port_name, info, root, comm, newcomm, ierror)
      import
      character(len=*) :: port_name
      integer :: info
      integer :: root
      integer :: comm
      integer :: newcomm
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Comm_create(comm, group, newcomm, ierror)
      import
      integer :: comm
      integer :: group
      integer :: newcomm
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Comm_create_errhandler(comm_errhandler_fn, errhandler, ierror)
      import
      external :: comm_errhandler_fn
      integer :: errhandler
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Comm_create_from_group(group, stringtag, info, errhandler, newcomm, ierror)
      import
      integer :: group
      character(len=*) :: stringtag
      integer :: info
      integer :: errhandler
      integer :: newcomm
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Comm_create_group(comm, group, tag, newcomm, ierror)
      import
      integer :: comm
      integer :: group
      integer :: tag
      integer :: newcomm
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Comm_create_keyval(comm_copy_attr_fn, comm_delete_attr_fn, comm_keyval, &
         extra_state, ierror)
      import
      external :: comm_copy_attr_fn
      external :: comm_delete_attr_fn
      integer :: comm_keyval
      integer(kind=MPI_ADDRESS_KIND) :: extra_state
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Comm_delete_attr(comm, comm_keyval, ierror)
      import
      integer :: comm
      integer :: comm_keyval
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Comm_detach_buffer(comm, buffer_addr, size, ierror)
      import
      integer :: comm
      type(*), dimension(*) :: buffer_addr
      integer :: size
      !GCC$ attributes no_arg_check :: buffer_addr
      !DIR$ ignore_tkr buffer_addr
      !IBM* ignore_tkr buffer_addr
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Comm_disconnect(comm, ierror)
      import
      integer :: comm
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Comm_dup(comm, newcomm, ierror)
      import
      integer :: comm
      integer :: newcomm
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Comm_dup_with_info(comm, info, newcomm, ierror)
      import
      integer :: comm
      integer :: info
      integer :: newcomm
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Comm_flush_buffer(comm, ierror)
      import
      integer :: comm
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Comm_free(comm, ierror)
      import
      integer :: comm
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Comm_free_keyval(comm_keyval, ierror)
      import
      integer :: comm_keyval
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Comm_get_attr(comm, comm_keyval, attribute_val, flag, ierror)
      import
      integer :: comm
      integer :: comm_keyval
      integer(kind=MPI_ADDRESS_KIND) :: attribute_val
      logical :: flag
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Comm_get_errhandler(comm, errhandler, ierror)
      import
      integer :: comm
      integer :: errhandler
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Comm_get_info(comm, info_used, ierror)
      import
      integer :: comm
      integer :: info_used
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Comm_get_name(comm, comm_name, resultlen, ierror)
      import
      integer :: comm
      character(len=*) :: comm_name
      integer :: resultlen
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Comm_get_parent(parent, ierror)
      import
      integer :: parent
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Comm_group(comm, group, ierror)
      import
      integer :: comm
      integer :: group
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Comm_idup(comm, newcomm, request, ierror)
      import
      integer :: comm
      integer :: newcomm
      integer :: request
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Comm_idup_with_info(comm, info, newcomm, request, ierror)
      import
      integer :: comm
      integer :: info
      integer :: newcomm
      integer :: request
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Comm_iflush_buffer(comm, request, ierror)
      import
      integer :: comm
      integer :: request
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Comm_join(fd, intercomm, ierror)
      import
      integer :: fd
      integer :: intercomm
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Comm_rank(comm, rank, ierror)
      import
      integer :: comm
      integer :: rank
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Comm_remote_group(comm, group, ierror)
      import
      integer :: comm
      integer :: group
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Comm_remote_size(comm, size, ierror)
      import
      integer :: comm
      integer :: size
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Comm_set_attr(comm, comm_keyval, attribute_val, ierror)
      import
      integer :: comm
      integer :: comm_keyval
      integer(kind=MPI_ADDRESS_KIND) :: attribute_val
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Comm_set_errhandler(comm, errhandler, ierror)
      import
      integer :: comm
      integer :: errhandler
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Comm_set_info(comm, info, ierror)
      import
      integer :: comm
      integer :: info
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Comm_set_name(comm, comm_name, ierror)
      import
      integer :: comm
      character(len=*) :: comm_name
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Comm_size(comm, size, ierror)
      import
      integer :: comm
      integer :: size
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Comm_spawn(command, argv, maxprocs, info, root, comm, intercomm, array_of_errcodes, &
         ierror)
      import
      character(len=*) :: command
      integer :: maxprocs
      integer :: info
      integer :: root
      integer :: comm
      integer :: intercomm
      character(len=*) :: argv(*)
      integer :: array_of_errcodes(*)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Comm_spawn_multiple(count, array_of_commands, array_of_argv, array_of_maxprocs, &
         array_of_info, root, comm, intercomm, array_of_errcodes, ierror)
      import
      integer :: count
      integer :: root
      integer :: comm
      integer :: intercomm
      character(len=*) :: array_of_commands(*)
      character(len=*) :: array_of_argv(count, *)
      integer :: array_of_maxprocs(*)
      integer :: array_of_info(*)
      integer :: array_of_errcodes(*)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Comm_split(comm, color, key, newcomm, ierror)
      import
      integer :: comm
      integer :: color
      integer :: key
      integer :: newcomm
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Comm_split_type(comm, split_type, key, info, newcomm, ierror)
      import
      integer :: comm
      integer :: split_type
      integer :: key
      integer :: info
      integer :: newcomm
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Comm_test_inter(comm, flag, ierror)
      import
      integer :: comm
      logical :: flag
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Compare_and_swap(origin_addr, compare_addr, result_addr, datatype, target_rank, &
         target_disp, win, ierror)
      import
      type(*), dimension(*) :: origin_addr
      type(*), dimension(*) :: compare_addr
      type(*), dimension(*) :: result_addr
      integer :: datatype
      integer :: target_rank
      integer(kind=MPI_ADDRESS_KIND) :: target_disp
      integer :: win
      !GCC$ attributes no_arg_check :: origin_addr
      !DIR$ ignore_tkr origin_addr
      !IBM* ignore_tkr origin_addr
      !GCC$ attributes no_arg_check :: compare_addr
      !DIR$ ignore_tkr compare_addr
      !IBM* ignore_tkr compare_addr
      !GCC$ attributes no_arg_check :: result_addr
      !DIR$ ignore_tkr result_addr
      !IBM* ignore_tkr result_addr
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Dims_create(nnodes, ndims, dims, ierror)
      import
      integer :: nnodes
      integer :: ndims
      integer :: dims(*)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Dist_graph_create(comm_old, n, sources, degrees, destinations, weights, info, &
         reorder, comm_dist_graph, ierror)
      import
      integer :: comm_old
      integer :: n
      integer :: info
      logical :: reorder
      integer :: comm_dist_graph
      integer :: sources(*)
      integer :: degrees(*)
      integer :: destinations(*)
      integer :: weights(*)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Dist_graph_create_adjacent(comm_old, indegree, sources, sourceweights, outdegree, &
         destinations, destweights, info, reorder, comm_dist_graph, ierror)
      import
      integer :: comm_old
      integer :: indegree
      integer :: outdegree
      integer :: info
      logical :: reorder
      integer :: comm_dist_graph
      integer :: sources(*)
      integer :: sourceweights(*)
      integer :: destinations(*)
      integer :: destweights(*)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Dist_graph_neighbors(comm, maxindegree, sources, sourceweights, maxoutdegree, &
         destinations, destweights, ierror)
      import
      integer :: comm
      integer :: maxindegree
      integer :: maxoutdegree
      integer :: sources(*)
      integer :: sourceweights(*)
      integer :: destinations(*)
      integer :: destweights(*)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Dist_graph_neighbors_count(comm, indegree, outdegree, weighted, ierror)
      import
      integer :: comm
      integer :: indegree
      integer :: outdegree
      logical :: weighted
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Errhandler_free(errhandler, ierror)
      import
      integer :: errhandler
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Error_class(errorcode, errorclass, ierror)
      import
      integer :: errorcode
      integer :: errorclass
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Error_string(errorcode, string, resultlen, ierror)
      import
      integer :: errorcode
      character(len=*) :: string
      integer :: resultlen
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Exscan(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      import
      type(*), dimension(*) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer :: count
      integer :: datatype
      integer :: op
      integer :: comm
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Exscan_init(sendbuf, recvbuf, count, datatype, op, comm, info, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer :: count
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: info
      integer :: request
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_F_sync_reg(buf)
      import
      type(*), dimension(*) :: buf
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      end subroutine
      subroutine PMPI_Fetch_and_op(origin_addr, result_addr, datatype, target_rank, target_disp, op, win, &
         ierror)
      import
      type(*), dimension(*) :: origin_addr
      type(*), dimension(*) :: result_addr
      integer :: datatype
      integer :: target_rank
      integer(kind=MPI_ADDRESS_KIND) :: target_disp
      integer :: op
      integer :: win
      !GCC$ attributes no_arg_check :: origin_addr
      !DIR$ ignore_tkr origin_addr
      !IBM* ignore_tkr origin_addr
      !GCC$ attributes no_arg_check :: result_addr
      !DIR$ ignore_tkr result_addr
      !IBM* ignore_tkr result_addr
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_File_call_errhandler(fh, errorcode, ierror)
      import
      integer :: fh
      integer :: errorcode
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_File_close(fh, ierror)
      import
      integer :: fh
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_File_create_errhandler(file_errhandler_fn, errhandler, ierror)
      import
      external :: file_errhandler_fn
      integer :: errhandler
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_File_delete(filename, info, ierror)
      import
      character(len=*) :: filename
      integer :: info
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_File_get_amode(fh, amode, ierror)
      import
      integer :: fh
      integer :: amode
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_File_get_atomicity(fh, flag, ierror)
      import
      integer :: fh
      logical :: flag
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_File_get_byte_offset(fh, offset, disp, ierror)
      import
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
      integer(kind=MPI_OFFSET_KIND) :: disp
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_File_get_errhandler(file, errhandler, ierror)
      import
      integer :: file
      integer :: errhandler
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_File_get_group(fh, group, ierror)
      import
      integer :: fh
      integer :: group
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_File_get_info(fh, info_used, ierror)
      import
      integer :: fh
      integer :: info_used
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_File_get_position(fh, offset, ierror)
      import
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_File_get_position_shared(fh, offset, ierror)
      import
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_File_get_size(fh, size, ierror)
      import
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: size
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_File_get_type_extent(fh, datatype, extent, ierror)
      import
      integer :: fh
      integer :: datatype
      integer(kind=MPI_ADDRESS_KIND) :: extent
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_File_get_view(fh, disp, etype, filetype, datarep, ierror)
      import
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: disp
      integer :: etype
      integer :: filetype
      character(len=*) :: datarep
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_File_iread(fh, buf, count, datatype, request, ierror)
      import
      integer :: fh
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: request
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_File_iread_all(fh, buf, count, datatype, request, ierror)
      import
      integer :: fh
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: request
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_File_iread_at(fh, offset, buf, count, datatype, request, ierror)
      import
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: request
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_File_iread_at_all(fh, offset, buf, count, datatype, request, ierror)
      import
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: request
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_File_iread_shared(fh, buf, count, datatype, request, ierror)
      import
      integer :: fh
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: request
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_File_iwrite(fh, buf, count, datatype, request, ierror)
      import
      integer :: fh
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: request
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_File_iwrite_all(fh, buf, count, datatype, request, ierror)
      import
      integer :: fh
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: request
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_File_iwrite_at(fh, offset, buf, count, datatype, request, ierror)
      import
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: request
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_File_iwrite_at_all(fh, offset, buf, count, datatype, request, ierror)
      import
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: request
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_File_iwrite_shared(fh, buf, count, datatype, request, ierror)
      import
      integer :: fh
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: request
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_File_open(comm, filename, amode, info, fh, ierror)
      import
      integer :: comm
      character(len=*) :: filename
      integer :: amode
      integer :: info
      integer :: fh
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_File_preallocate(fh, size, ierror)
      import
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: size
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_File_read(fh, buf, count, datatype, status, ierror)
      import
      integer :: fh
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: status(MPI_STATUS_SIZE)
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_File_read_all(fh, buf, count, datatype, status, ierror)
      import
      integer :: fh
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: status(MPI_STATUS_SIZE)
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_File_read_all_begin(fh, buf, count, datatype, ierror)
      import
      integer :: fh
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_File_read_all_end(fh, buf, status, ierror)
      import
      integer :: fh
      type(*), dimension(*) :: buf
      integer :: status(MPI_STATUS_SIZE)
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_File_read_at(fh, offset, buf, count, datatype, status, ierror)
      import
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: status(MPI_STATUS_SIZE)
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_File_read_at_all(fh, offset, buf, count, datatype, status, ierror)
      import
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: status(MPI_STATUS_SIZE)
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_File_read_at_all_begin(fh, offset, buf, count, datatype, ierror)
      import
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_File_read_at_all_end(fh, buf, status, ierror)
      import
      integer :: fh
      type(*), dimension(*) :: buf
      integer :: status(MPI_STATUS_SIZE)
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_File_read_ordered(fh, buf, count, datatype, status, ierror)
      import
      integer :: fh
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: status(MPI_STATUS_SIZE)
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_File_read_ordered_begin(fh, buf, count, datatype, ierror)
      import
      integer :: fh
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_File_read_ordered_end(fh, buf, status, ierror)
      import
      integer :: fh
      type(*), dimension(*) :: buf
      integer :: status(MPI_STATUS_SIZE)
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_File_read_shared(fh, buf, count, datatype, status, ierror)
      import
      integer :: fh
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: status(MPI_STATUS_SIZE)
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_File_seek(fh, offset, whence, ierror)
      import
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
      integer :: whence
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_File_seek_shared(fh, offset, whence, ierror)
      import
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
      integer :: whence
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_File_set_atomicity(fh, flag, ierror)
      import
      integer :: fh
      logical :: flag
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_File_set_errhandler(file, errhandler, ierror)
      import
      integer :: file
      integer :: errhandler
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_File_set_info(fh, info, ierror)
      import
      integer :: fh
      integer :: info
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_File_set_size(fh, size, ierror)
      import
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: size
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_File_set_view(fh, disp, etype, filetype, datarep, info, ierror)
      import
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: disp
      integer :: etype
      integer :: filetype
      character(len=*) :: datarep
      integer :: info
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_File_sync(fh, ierror)
      import
      integer :: fh
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_File_write(fh, buf, count, datatype, status, ierror)
      import
      integer :: fh
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: status(MPI_STATUS_SIZE)
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_File_write_all(fh, buf, count, datatype, status, ierror)
      import
      integer :: fh
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: status(MPI_STATUS_SIZE)
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_File_write_all_begin(fh, buf, count, datatype, ierror)
      import
      integer :: fh
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_File_write_all_end(fh, buf, status, ierror)
      import
      integer :: fh
      type(*), dimension(*) :: buf
      integer :: status(MPI_STATUS_SIZE)
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_File_write_at(fh, offset, buf, count, datatype, status, ierror)
      import
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: status(MPI_STATUS_SIZE)
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_File_write_at_all(fh, offset, buf, count, datatype, status, ierror)
      import
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: status(MPI_STATUS_SIZE)
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_File_write_at_all_begin(fh, offset, buf, count, datatype, ierror)
      import
      integer :: fh
      integer(kind=MPI_OFFSET_KIND) :: offset
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_File_write_at_all_end(fh, buf, status, ierror)
      import
      integer :: fh
      type(*), dimension(*) :: buf
      integer :: status(MPI_STATUS_SIZE)
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_File_write_ordered(fh, buf, count, datatype, status, ierror)
      import
      integer :: fh
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: status(MPI_STATUS_SIZE)
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_File_write_ordered_begin(fh, buf, count, datatype, ierror)
      import
      integer :: fh
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_File_write_ordered_end(fh, buf, status, ierror)
      import
      integer :: fh
      type(*), dimension(*) :: buf
      integer :: status(MPI_STATUS_SIZE)
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_File_write_shared(fh, buf, count, datatype, status, ierror)
      import
      integer :: fh
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: status(MPI_STATUS_SIZE)
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Finalize(ierror)
      import
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Finalized(flag, ierror)
      import
      logical :: flag
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Free_mem(base, ierror)
      import
      type(*), dimension(*) :: base
      !GCC$ attributes no_arg_check :: base
      !DIR$ ignore_tkr base
      !IBM* ignore_tkr base
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Gather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, &
         ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: root
      integer :: comm
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Gather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, &
         info, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: root
      integer :: comm
      integer :: info
      integer :: request
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Gatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, &
         comm, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvtype
      integer :: root
      integer :: comm
      integer :: recvcounts(*)
      integer :: displs(*)
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Gatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, &
         root, comm, info, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvtype
      integer :: root
      integer :: comm
      integer :: info
      integer :: request
      integer :: recvcounts(*)
      integer :: displs(*)
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Get(origin_addr, origin_count, origin_datatype, target_rank, target_disp, &
         target_count, target_datatype, win, ierror)
      import
      type(*), dimension(*) :: origin_addr
      integer :: origin_count
      integer :: origin_datatype
      integer :: target_rank
      integer(kind=MPI_ADDRESS_KIND) :: target_disp
      integer :: target_count
      integer :: target_datatype
      integer :: win
      !GCC$ attributes no_arg_check :: origin_addr
      !DIR$ ignore_tkr origin_addr
      !IBM* ignore_tkr origin_addr
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Get_accumulate(origin_addr, origin_count, origin_datatype, result_addr, &
         result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win, &
         ierror)
      import
      type(*), dimension(*) :: origin_addr
      integer :: origin_count
      integer :: origin_datatype
      type(*), dimension(*) :: result_addr
      integer :: result_count
      integer :: result_datatype
      integer :: target_rank
      integer(kind=MPI_ADDRESS_KIND) :: target_disp
      integer :: target_count
      integer :: target_datatype
      integer :: op
      integer :: win
      !GCC$ attributes no_arg_check :: origin_addr
      !DIR$ ignore_tkr origin_addr
      !IBM* ignore_tkr origin_addr
      !GCC$ attributes no_arg_check :: result_addr
      !DIR$ ignore_tkr result_addr
      !IBM* ignore_tkr result_addr
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Get_address(location, address, ierror)
      import
      type(*), dimension(*) :: location
      integer(kind=MPI_ADDRESS_KIND) :: address
      !GCC$ attributes no_arg_check :: location
      !DIR$ ignore_tkr location
      !IBM* ignore_tkr location
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Get_count(status, datatype, count, ierror)
      import
      integer :: datatype
      integer :: count
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Get_elements(status, datatype, count, ierror)
      import
      integer :: datatype
      integer :: count
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Get_elements_x(status, datatype, count, ierror)
      import
      integer :: datatype
      integer(kind=MPI_COUNT_KIND) :: count
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Get_hw_resource_info(hw_info, ierror)
      import
      integer :: hw_info
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Get_library_version(version, resultlen, ierror)
      import
      character(len=*) :: version
      integer :: resultlen
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Get_processor_name(name, resultlen, ierror)
      import
      character(len=*) :: name
      integer :: resultlen
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Get_version(version, subversion, ierror)
      import
      integer :: version
      integer :: subversion
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Graph_create(comm_old, nnodes, index, edges, reorder, comm_graph, ierror)
      import
      integer :: comm_old
      integer :: nnodes
      logical :: reorder
      integer :: comm_graph
      integer :: index(*)
      integer :: edges(*)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Graph_get(comm, maxindex, maxedges, index, edges, ierror)
      import
      integer :: comm
      integer :: maxindex
      integer :: maxedges
      integer :: index(*)
      integer :: edges(*)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Graph_map(comm, nnodes, index, edges, newrank, ierror)
      import
      integer :: comm
      integer :: nnodes
      integer :: newrank
      integer :: index(*)
      integer :: edges(*)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Graph_neighbors(comm, rank, maxneighbors, neighbors, ierror)
      import
      integer :: comm
      integer :: rank
      integer :: maxneighbors
      integer :: neighbors(*)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Graph_neighbors_count(comm, rank, nneighbors, ierror)
      import
      integer :: comm
      integer :: rank
      integer :: nneighbors
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Graphdims_get(comm, nnodes, nedges, ierror)
      import
      integer :: comm
      integer :: nnodes
      integer :: nedges
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Grequest_complete(request, ierror)
      import
      integer :: request
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Grequest_start(query_fn, free_fn, cancel_fn, extra_state, request, ierror)
      import
      external :: query_fn
      external :: free_fn
      external :: cancel_fn
      integer(kind=MPI_ADDRESS_KIND) :: extra_state
      integer :: request
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Group_compare(group1, group2, result, ierror)
      import
      integer :: group1
      integer :: group2
      integer :: result
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Group_difference(group1, group2, newgroup, ierror)
      import
      integer :: group1
      integer :: group2
      integer :: newgroup
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Group_excl(group, n, ranks, newgroup, ierror)
      import
      integer :: group
      integer :: n
      integer :: newgroup
      integer :: ranks(*)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Group_free(group, ierror)
      import
      integer :: group
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Group_from_session_pset(session, pset_name, newgroup, ierror)
      import
      integer :: session
      character(len=*) :: pset_name
      integer :: newgroup
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Group_incl(group, n, ranks, newgroup, ierror)
      import
      integer :: group
      integer :: n
      integer :: newgroup
      integer :: ranks(*)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Group_intersection(group1, group2, newgroup, ierror)
      import
      integer :: group1
      integer :: group2
      integer :: newgroup
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Group_range_excl(group, n, ranges, newgroup, ierror)
      import
      integer :: group
      integer :: n
      integer :: newgroup
      integer :: ranges(3, *)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Group_range_incl(group, n, ranges, newgroup, ierror)
      import
      integer :: group
      integer :: n
      integer :: newgroup
      integer :: ranges(3, *)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Group_rank(group, rank, ierror)
      import
      integer :: group
      integer :: rank
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Group_size(group, size, ierror)
      import
      integer :: group
      integer :: size
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Group_translate_ranks(group1, n, ranks1, group2, ranks2, ierror)
      import
      integer :: group1
      integer :: n
      integer :: group2
      integer :: ranks1(*)
      integer :: ranks2(*)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Group_union(group1, group2, newgroup, ierror)
      import
      integer :: group1
      integer :: group2
      integer :: newgroup
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Iallgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, &
         request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: comm
      integer :: request
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Iallgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, &
         comm, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvtype
      integer :: comm
      integer :: request
      integer :: recvcounts(*)
      integer :: displs(*)
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Iallreduce(sendbuf, recvbuf, count, datatype, op, comm, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer :: count
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: request
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Ialltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, &
         request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: comm
      integer :: request
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Ialltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, &
         recvtype, comm, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvtype
      integer :: comm
      integer :: request
      integer :: sendcounts(*)
      integer :: sdispls(*)
      integer :: recvcounts(*)
      integer :: rdispls(*)
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: sendcounts
      !DIR$ ignore_tkr sendcounts
      !IBM* ignore_tkr sendcounts
      !GCC$ attributes no_arg_check :: sdispls
      !DIR$ ignore_tkr sdispls
      !IBM* ignore_tkr sdispls
      !GCC$ attributes no_arg_check :: sendtype
      !DIR$ ignore_tkr sendtype
      !IBM* ignore_tkr sendtype
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      !GCC$ attributes no_arg_check :: recvcounts
      !DIR$ ignore_tkr recvcounts
      !IBM* ignore_tkr recvcounts
      !GCC$ attributes no_arg_check :: rdispls
      !DIR$ ignore_tkr rdispls
      !IBM* ignore_tkr rdispls
      !GCC$ attributes no_arg_check :: recvtype
      !DIR$ ignore_tkr recvtype
      !IBM* ignore_tkr recvtype
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Ialltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, &
         recvtypes, comm, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer :: comm
      integer :: request
      integer :: sendcounts(*)
      integer :: sdispls(*)
      integer :: sendtypes(*)
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer :: recvtypes(*)
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: sendcounts
      !DIR$ ignore_tkr sendcounts
      !IBM* ignore_tkr sendcounts
      !GCC$ attributes no_arg_check :: sdispls
      !DIR$ ignore_tkr sdispls
      !IBM* ignore_tkr sdispls
      !GCC$ attributes no_arg_check :: sendtypes
      !DIR$ ignore_tkr sendtypes
      !IBM* ignore_tkr sendtypes
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      !GCC$ attributes no_arg_check :: recvcounts
      !DIR$ ignore_tkr recvcounts
      !IBM* ignore_tkr recvcounts
      !GCC$ attributes no_arg_check :: rdispls
      !DIR$ ignore_tkr rdispls
      !IBM* ignore_tkr rdispls
      !GCC$ attributes no_arg_check :: recvtypes
      !DIR$ ignore_tkr recvtypes
      !IBM* ignore_tkr recvtypes
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Ibarrier(comm, request, ierror)
      import
      integer :: comm
      integer :: request
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Ibcast(buffer, count, datatype, root, comm, request, ierror)
      import
      type(*), dimension(*) :: buffer
      integer :: count
      integer :: datatype
      integer :: root
      integer :: comm
      integer :: request
      !GCC$ attributes no_arg_check :: buffer
      !DIR$ ignore_tkr buffer
      !IBM* ignore_tkr buffer
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Ibsend(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: tag
      integer :: comm
      integer :: request
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Iexscan(sendbuf, recvbuf, count, datatype, op, comm, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer :: count
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: request
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Igather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, &
         request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: root
      integer :: comm
      integer :: request
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Igatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, &
         comm, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvtype
      integer :: root
      integer :: comm
      integer :: request
      integer :: recvcounts(*)
      integer :: displs(*)
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Improbe(source, tag, comm, flag, message, status, ierror)
      import
      integer :: source
      integer :: tag
      integer :: comm
      logical :: flag
      integer :: message
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Imrecv(buf, count, datatype, message, request, ierror)
      import
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: message
      integer :: request
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Ineighbor_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
         comm, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: comm
      integer :: request
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Ineighbor_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, &
         recvtype, comm, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvtype
      integer :: comm
      integer :: request
      integer :: recvcounts(*)
      integer :: displs(*)
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Ineighbor_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
         comm, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: comm
      integer :: request
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Ineighbor_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, &
         rdispls, recvtype, comm, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvtype
      integer :: comm
      integer :: request
      integer :: sendcounts(*)
      integer :: sdispls(*)
      integer :: recvcounts(*)
      integer :: rdispls(*)
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: sendcounts
      !DIR$ ignore_tkr sendcounts
      !IBM* ignore_tkr sendcounts
      !GCC$ attributes no_arg_check :: sdispls
      !DIR$ ignore_tkr sdispls
      !IBM* ignore_tkr sdispls
      !GCC$ attributes no_arg_check :: sendtype
      !DIR$ ignore_tkr sendtype
      !IBM* ignore_tkr sendtype
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      !GCC$ attributes no_arg_check :: recvcounts
      !DIR$ ignore_tkr recvcounts
      !IBM* ignore_tkr recvcounts
      !GCC$ attributes no_arg_check :: rdispls
      !DIR$ ignore_tkr rdispls
      !IBM* ignore_tkr rdispls
      !GCC$ attributes no_arg_check :: recvtype
      !DIR$ ignore_tkr recvtype
      !IBM* ignore_tkr recvtype
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Ineighbor_alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, &
         rdispls, recvtypes, comm, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer :: comm
      integer :: request
      integer :: sendcounts(*)
      integer(kind=MPI_ADDRESS_KIND) :: sdispls(*)
      integer :: sendtypes(*)
      integer :: recvcounts(*)
      integer(kind=MPI_ADDRESS_KIND) :: rdispls(*)
      integer :: recvtypes(*)
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: sendcounts
      !DIR$ ignore_tkr sendcounts
      !IBM* ignore_tkr sendcounts
      !GCC$ attributes no_arg_check :: sdispls
      !DIR$ ignore_tkr sdispls
      !IBM* ignore_tkr sdispls
      !GCC$ attributes no_arg_check :: sendtypes
      !DIR$ ignore_tkr sendtypes
      !IBM* ignore_tkr sendtypes
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      !GCC$ attributes no_arg_check :: recvcounts
      !DIR$ ignore_tkr recvcounts
      !IBM* ignore_tkr recvcounts
      !GCC$ attributes no_arg_check :: rdispls
      !DIR$ ignore_tkr rdispls
      !IBM* ignore_tkr rdispls
      !GCC$ attributes no_arg_check :: recvtypes
      !DIR$ ignore_tkr recvtypes
      !IBM* ignore_tkr recvtypes
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Info_create(info, ierror)
      import
      integer :: info
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Info_create_env(info, ierror)
      import
      integer :: info
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Info_delete(info, key, ierror)
      import
      integer :: info
      character(len=*) :: key
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Info_dup(info, newinfo, ierror)
      import
      integer :: info
      integer :: newinfo
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Info_free(info, ierror)
      import
      integer :: info
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Info_get(info, key, valuelen, value, flag, ierror)
      import
      integer :: info
      character(len=*) :: key
      integer :: valuelen
      character(len=*) :: value
      logical :: flag
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Info_get_nkeys(info, nkeys, ierror)
      import
      integer :: info
      integer :: nkeys
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Info_get_nthkey(info, n, key, ierror)
      import
      integer :: info
      integer :: n
      character(len=*) :: key
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Info_get_string(info, key, buflen, value, flag, ierror)
      import
      integer :: info
      character(len=*) :: key
      integer :: buflen
      character(len=*) :: value
      logical :: flag
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Info_get_valuelen(info, key, valuelen, flag, ierror)
      import
      integer :: info
      character(len=*) :: key
      integer :: valuelen
      logical :: flag
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Info_set(info, key, value, ierror)
      import
      integer :: info
      character(len=*) :: key
      character(len=*) :: value
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Init(ierror)
      import
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Init_thread(required, provided, ierror)
      import
      integer :: required
      integer :: provided
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Initialized(flag, ierror)
      import
      logical :: flag
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Intercomm_create(local_comm, local_leader, peer_comm, remote_leader, tag, &
         newintercomm, ierror)
      import
      integer :: local_comm
      integer :: local_leader
      integer :: peer_comm
      integer :: remote_leader
      integer :: tag
      integer :: newintercomm
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Intercomm_create_from_groups(local_group, local_leader, remote_group, &
         remote_leader, stringtag, info, errhandler, newintercomm, ierror)
      import
      integer :: local_group
      integer :: local_leader
      integer :: remote_group
      integer :: remote_leader
      character(len=*) :: stringtag
      integer :: info
      integer :: errhandler
      integer :: newintercomm
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Intercomm_merge(intercomm, high, newintracomm, ierror)
      import
      integer :: intercomm
      logical :: high
      integer :: newintracomm
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Iprobe(source, tag, comm, flag, status, ierror)
      import
      integer :: source
      integer :: tag
      integer :: comm
      logical :: flag
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Irecv(buf, count, datatype, source, tag, comm, request, ierror)
      import
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: source
      integer :: tag
      integer :: comm
      integer :: request
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Ireduce(sendbuf, recvbuf, count, datatype, op, root, comm, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer :: count
      integer :: datatype
      integer :: op
      integer :: root
      integer :: comm
      integer :: request
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Ireduce_scatter(sendbuf, recvbuf, recvcounts, datatype, op, comm, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: request
      integer :: recvcounts(*)
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Ireduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op, comm, request, &
         ierror)
      import
      type(*), dimension(*) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: request
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Irsend(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: tag
      integer :: comm
      integer :: request
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Is_thread_main(flag, ierror)
      import
      logical :: flag
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Iscan(sendbuf, recvbuf, count, datatype, op, comm, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer :: count
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: request
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Iscatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, &
         request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: root
      integer :: comm
      integer :: request
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Iscatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, &
         root, comm, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: root
      integer :: comm
      integer :: request
      integer :: sendcounts(*)
      integer :: displs(*)
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Isend(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: tag
      integer :: comm
      integer :: request
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Isendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, &
         recvtype, source, recvtag, comm, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      integer :: dest
      integer :: sendtag
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: source
      integer :: recvtag
      integer :: comm
      integer :: request
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Isendrecv_replace(buf, count, datatype, dest, sendtag, source, recvtag, comm, &
         request, ierror)
      import
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: sendtag
      integer :: source
      integer :: recvtag
      integer :: comm
      integer :: request
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Issend(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: tag
      integer :: comm
      integer :: request
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Keyval_create(copy_fn, delete_fn, keyval, extra_state, ierror)
      import
      external :: copy_fn
      external :: delete_fn
      integer :: keyval
      integer :: extra_state
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Keyval_free(keyval, ierror)
      import
      integer :: keyval
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Lookup_name(service_name, info, port_name, ierror)
      import
      character(len=*) :: service_name
      integer :: info
      character(len=*) :: port_name
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Mprobe(source, tag, comm, message, status, ierror)
      import
      integer :: source
      integer :: tag
      integer :: comm
      integer :: message
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Mrecv(buf, count, datatype, message, status, ierror)
      import
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: message
      integer :: status(MPI_STATUS_SIZE)
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Neighbor_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
         comm, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: comm
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Neighbor_allgather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
         comm, info, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: comm
      integer :: info
      integer :: request
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Neighbor_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, &
         recvtype, comm, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvtype
      integer :: comm
      integer :: recvcounts(*)
      integer :: displs(*)
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Neighbor_allgatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, &
         recvtype, comm, info, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvtype
      integer :: comm
      integer :: info
      integer :: request
      integer :: recvcounts(*)
      integer :: displs(*)
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Neighbor_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, &
         ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: comm
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Neighbor_alltoall_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
         comm, info, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: comm
      integer :: info
      integer :: request
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Neighbor_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, &
         rdispls, recvtype, comm, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvtype
      integer :: comm
      integer :: sendcounts(*)
      integer :: sdispls(*)
      integer :: recvcounts(*)
      integer :: rdispls(*)
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: sendcounts
      !DIR$ ignore_tkr sendcounts
      !IBM* ignore_tkr sendcounts
      !GCC$ attributes no_arg_check :: sdispls
      !DIR$ ignore_tkr sdispls
      !IBM* ignore_tkr sdispls
      !GCC$ attributes no_arg_check :: sendtype
      !DIR$ ignore_tkr sendtype
      !IBM* ignore_tkr sendtype
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      !GCC$ attributes no_arg_check :: recvcounts
      !DIR$ ignore_tkr recvcounts
      !IBM* ignore_tkr recvcounts
      !GCC$ attributes no_arg_check :: rdispls
      !DIR$ ignore_tkr rdispls
      !IBM* ignore_tkr rdispls
      !GCC$ attributes no_arg_check :: recvtype
      !DIR$ ignore_tkr recvtype
      !IBM* ignore_tkr recvtype
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Neighbor_alltoallv_init(sendbuf, sendcounts, sdispls, sendtype, recvbuf, &
         recvcounts, rdispls, recvtype, comm, info, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvtype
      integer :: comm
      integer :: info
      integer :: request
      integer :: sendcounts(*)
      integer :: sdispls(*)
      integer :: recvcounts(*)
      integer :: rdispls(*)
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: sendcounts
      !DIR$ ignore_tkr sendcounts
      !IBM* ignore_tkr sendcounts
      !GCC$ attributes no_arg_check :: sdispls
      !DIR$ ignore_tkr sdispls
      !IBM* ignore_tkr sdispls
      !GCC$ attributes no_arg_check :: sendtype
      !DIR$ ignore_tkr sendtype
      !IBM* ignore_tkr sendtype
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      !GCC$ attributes no_arg_check :: recvcounts
      !DIR$ ignore_tkr recvcounts
      !IBM* ignore_tkr recvcounts
      !GCC$ attributes no_arg_check :: rdispls
      !DIR$ ignore_tkr rdispls
      !IBM* ignore_tkr rdispls
      !GCC$ attributes no_arg_check :: recvtype
      !DIR$ ignore_tkr recvtype
      !IBM* ignore_tkr recvtype
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Neighbor_alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, &
         rdispls, recvtypes, comm, ierror)
      import
      type(*), dimension(*) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer :: comm
      integer :: sendcounts(*)
      integer(kind=MPI_ADDRESS_KIND) :: sdispls(*)
      integer :: sendtypes(*)
      integer :: recvcounts(*)
      integer(kind=MPI_ADDRESS_KIND) :: rdispls(*)
      integer :: recvtypes(*)
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: sendcounts
      !DIR$ ignore_tkr sendcounts
      !IBM* ignore_tkr sendcounts
      !GCC$ attributes no_arg_check :: sdispls
      !DIR$ ignore_tkr sdispls
      !IBM* ignore_tkr sdispls
      !GCC$ attributes no_arg_check :: sendtypes
      !DIR$ ignore_tkr sendtypes
      !IBM* ignore_tkr sendtypes
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      !GCC$ attributes no_arg_check :: recvcounts
      !DIR$ ignore_tkr recvcounts
      !IBM* ignore_tkr recvcounts
      !GCC$ attributes no_arg_check :: rdispls
      !DIR$ ignore_tkr rdispls
      !IBM* ignore_tkr rdispls
      !GCC$ attributes no_arg_check :: recvtypes
      !DIR$ ignore_tkr recvtypes
      !IBM* ignore_tkr recvtypes
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Neighbor_alltoallw_init(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, &
         recvcounts, rdispls, recvtypes, comm, info, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer :: comm
      integer :: info
      integer :: request
      integer :: sendcounts(*)
      integer(kind=MPI_ADDRESS_KIND) :: sdispls(*)
      integer :: sendtypes(*)
      integer :: recvcounts(*)
      integer(kind=MPI_ADDRESS_KIND) :: rdispls(*)
      integer :: recvtypes(*)
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: sendcounts
      !DIR$ ignore_tkr sendcounts
      !IBM* ignore_tkr sendcounts
      !GCC$ attributes no_arg_check :: sdispls
      !DIR$ ignore_tkr sdispls
      !IBM* ignore_tkr sdispls
      !GCC$ attributes no_arg_check :: sendtypes
      !DIR$ ignore_tkr sendtypes
      !IBM* ignore_tkr sendtypes
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      !GCC$ attributes no_arg_check :: recvcounts
      !DIR$ ignore_tkr recvcounts
      !IBM* ignore_tkr recvcounts
      !GCC$ attributes no_arg_check :: rdispls
      !DIR$ ignore_tkr rdispls
      !IBM* ignore_tkr rdispls
      !GCC$ attributes no_arg_check :: recvtypes
      !DIR$ ignore_tkr recvtypes
      !IBM* ignore_tkr recvtypes
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Op_commutative(op, commute, ierror)
      import
      integer :: op
      logical :: commute
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Op_create(user_fn, commute, op, ierror)
      import
      external :: user_fn
      logical :: commute
      integer :: op
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Op_free(op, ierror)
      import
      integer :: op
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Open_port(info, port_name, ierror)
      import
      integer :: info
      character(len=*) :: port_name
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Pack(inbuf, incount, datatype, outbuf, outsize, position, comm, ierror)
      import
      type(*), dimension(*) :: inbuf
      integer :: incount
      integer :: datatype
      type(*), dimension(*) :: outbuf
      integer :: outsize
      integer :: position
      integer :: comm
      !GCC$ attributes no_arg_check :: inbuf
      !DIR$ ignore_tkr inbuf
      !IBM* ignore_tkr inbuf
      !GCC$ attributes no_arg_check :: outbuf
      !DIR$ ignore_tkr outbuf
      !IBM* ignore_tkr outbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Pack_external(datarep, inbuf, incount, datatype, outbuf, outsize, position, ierror)
      import
      character(len=*) :: datarep
      type(*), dimension(*) :: inbuf
      integer :: incount
      integer :: datatype
      type(*), dimension(*) :: outbuf
      integer(kind=MPI_ADDRESS_KIND) :: outsize
      integer(kind=MPI_ADDRESS_KIND) :: position
      !GCC$ attributes no_arg_check :: inbuf
      !DIR$ ignore_tkr inbuf
      !IBM* ignore_tkr inbuf
      !GCC$ attributes no_arg_check :: outbuf
      !DIR$ ignore_tkr outbuf
      !IBM* ignore_tkr outbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Pack_external_size(datarep, incount, datatype, size, ierror)
      import
      character(len=*) :: datarep
      integer :: incount
      integer :: datatype
      integer(kind=MPI_ADDRESS_KIND) :: size
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Pack_size(incount, datatype, comm, size, ierror)
      import
      integer :: incount
      integer :: datatype
      integer :: comm
      integer :: size
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Parrived(request, partition, flag, ierror)
      import
      integer :: request
      integer :: partition
      logical :: flag
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Pcontrol(level)
      import
      integer :: level
      end subroutine
      subroutine PMPI_Pready(partition, request, ierror)
      import
      integer :: partition
      integer :: request
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Pready_list(length, array_of_partitions, request, ierror)
      import
      integer :: length
      integer :: request
      integer :: array_of_partitions(*)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Pready_range(partition_low, partition_high, request, ierror)
      import
      integer :: partition_low
      integer :: partition_high
      integer :: request
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Precv_init(buf, partitions, count, datatype, source, tag, comm, info, request, &
         ierror)
      import
      type(*), dimension(*) :: buf
      integer :: partitions
      integer(kind=MPI_COUNT_KIND) :: count
      integer :: datatype
      integer :: source
      integer :: tag
      integer :: comm
      integer :: info
      integer :: request
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Probe(source, tag, comm, status, ierror)
      import
      integer :: source
      integer :: tag
      integer :: comm
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Psend_init(buf, partitions, count, datatype, dest, tag, comm, info, request, ierror)
      import
      type(*), dimension(*) :: buf
      integer :: partitions
      integer(kind=MPI_COUNT_KIND) :: count
      integer :: datatype
      integer :: dest
      integer :: tag
      integer :: comm
      integer :: info
      integer :: request
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Publish_name(service_name, info, port_name, ierror)
      import
      character(len=*) :: service_name
      integer :: info
      character(len=*) :: port_name
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Put(origin_addr, origin_count, origin_datatype, target_rank, target_disp, &
         target_count, target_datatype, win, ierror)
      import
      type(*), dimension(*) :: origin_addr
      integer :: origin_count
      integer :: origin_datatype
      integer :: target_rank
      integer(kind=MPI_ADDRESS_KIND) :: target_disp
      integer :: target_count
      integer :: target_datatype
      integer :: win
      !GCC$ attributes no_arg_check :: origin_addr
      !DIR$ ignore_tkr origin_addr
      !IBM* ignore_tkr origin_addr
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Query_thread(provided, ierror)
      import
      integer :: provided
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Raccumulate(origin_addr, origin_count, origin_datatype, target_rank, target_disp, &
         target_count, target_datatype, op, win, request, ierror)
      import
      type(*), dimension(*) :: origin_addr
      integer :: origin_count
      integer :: origin_datatype
      integer :: target_rank
      integer(kind=MPI_ADDRESS_KIND) :: target_disp
      integer :: target_count
      integer :: target_datatype
      integer :: op
      integer :: win
      integer :: request
      !GCC$ attributes no_arg_check :: origin_addr
      !DIR$ ignore_tkr origin_addr
      !IBM* ignore_tkr origin_addr
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Recv(buf, count, datatype, source, tag, comm, status, ierror)
      import
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: source
      integer :: tag
      integer :: comm
      integer :: status(MPI_STATUS_SIZE)
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Recv_init(buf, count, datatype, source, tag, comm, request, ierror)
      import
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: source
      integer :: tag
      integer :: comm
      integer :: request
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Reduce(sendbuf, recvbuf, count, datatype, op, root, comm, ierror)
      import
      type(*), dimension(*) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer :: count
      integer :: datatype
      integer :: op
      integer :: root
      integer :: comm
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Reduce_init(sendbuf, recvbuf, count, datatype, op, root, comm, info, request, &
         ierror)
      import
      type(*), dimension(*) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer :: count
      integer :: datatype
      integer :: op
      integer :: root
      integer :: comm
      integer :: info
      integer :: request
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Reduce_local(inbuf, inoutbuf, count, datatype, op, ierror)
      import
      type(*), dimension(*) :: inbuf
      type(*), dimension(*) :: inoutbuf
      integer :: count
      integer :: datatype
      integer :: op
      !GCC$ attributes no_arg_check :: inbuf
      !DIR$ ignore_tkr inbuf
      !IBM* ignore_tkr inbuf
      !GCC$ attributes no_arg_check :: inoutbuf
      !DIR$ ignore_tkr inoutbuf
      !IBM* ignore_tkr inoutbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Reduce_scatter(sendbuf, recvbuf, recvcounts, datatype, op, comm, ierror)
      import
      type(*), dimension(*) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: recvcounts(*)
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Reduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op, comm, ierror)
      import
      type(*), dimension(*) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: datatype
      integer :: op
      integer :: comm
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Reduce_scatter_block_init(sendbuf, recvbuf, recvcount, datatype, op, comm, info, &
         request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: info
      integer :: request
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Reduce_scatter_init(sendbuf, recvbuf, recvcounts, datatype, op, comm, info, &
         request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: info
      integer :: request
      integer :: recvcounts(*)
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Register_datarep(datarep, read_conversion_fn, write_conversion_fn, &
         dtype_file_extent_fn, extra_state, ierror)
      import
      character(len=*) :: datarep
      external :: read_conversion_fn
      external :: write_conversion_fn
      external :: dtype_file_extent_fn
      integer(kind=MPI_ADDRESS_KIND) :: extra_state
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Remove_error_class(errorclass, ierror)
      import
      integer :: errorclass
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Remove_error_code(errorcode, ierror)
      import
      integer :: errorcode
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Remove_error_string(errorcode, ierror)
      import
      integer :: errorcode
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Request_free(request, ierror)
      import
      integer :: request
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Request_get_status(request, flag, status, ierror)
      import
      integer :: request
      logical :: flag
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Request_get_status_all(count, array_of_requests, flag, array_of_statuses, ierror)
      import
      integer :: count
      logical :: flag
      integer :: array_of_requests(*)
      integer :: array_of_statuses(MPI_STATUS_SIZE, *)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Request_get_status_any(count, array_of_requests, index, flag, status, ierror)
      import
      integer :: count
      integer :: index
      logical :: flag
      integer :: array_of_requests(*)
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Request_get_status_some(incount, array_of_requests, outcount, array_of_indices, &
         array_of_statuses, ierror)
      import
      integer :: incount
      integer :: outcount
      integer :: array_of_requests(*)
      integer :: array_of_indices(*)
      integer :: array_of_statuses(MPI_STATUS_SIZE, *)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Rget(origin_addr, origin_count, origin_datatype, target_rank, target_disp, &
         target_count, target_datatype, win, request, ierror)
      import
      type(*), dimension(*) :: origin_addr
      integer :: origin_count
      integer :: origin_datatype
      integer :: target_rank
      integer(kind=MPI_ADDRESS_KIND) :: target_disp
      integer :: target_count
      integer :: target_datatype
      integer :: win
      integer :: request
      !GCC$ attributes no_arg_check :: origin_addr
      !DIR$ ignore_tkr origin_addr
      !IBM* ignore_tkr origin_addr
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Rget_accumulate(origin_addr, origin_count, origin_datatype, result_addr, &
         result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win, &
         request, ierror)
      import
      type(*), dimension(*) :: origin_addr
      integer :: origin_count
      integer :: origin_datatype
      type(*), dimension(*) :: result_addr
      integer :: result_count
      integer :: result_datatype
      integer :: target_rank
      integer(kind=MPI_ADDRESS_KIND) :: target_disp
      integer :: target_count
      integer :: target_datatype
      integer :: op
      integer :: win
      integer :: request
      !GCC$ attributes no_arg_check :: origin_addr
      !DIR$ ignore_tkr origin_addr
      !IBM* ignore_tkr origin_addr
      !GCC$ attributes no_arg_check :: result_addr
      !DIR$ ignore_tkr result_addr
      !IBM* ignore_tkr result_addr
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Rput(origin_addr, origin_count, origin_datatype, target_rank, target_disp, &
         target_count, target_datatype, win, request, ierror)
      import
      type(*), dimension(*) :: origin_addr
      integer :: origin_count
      integer :: origin_datatype
      integer :: target_rank
      integer(kind=MPI_ADDRESS_KIND) :: target_disp
      integer :: target_count
      integer :: target_datatype
      integer :: win
      integer :: request
      !GCC$ attributes no_arg_check :: origin_addr
      !DIR$ ignore_tkr origin_addr
      !IBM* ignore_tkr origin_addr
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Rsend(buf, count, datatype, dest, tag, comm, ierror)
      import
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: tag
      integer :: comm
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Rsend_init(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: tag
      integer :: comm
      integer :: request
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Scan(sendbuf, recvbuf, count, datatype, op, comm, ierror)
      import
      type(*), dimension(*) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer :: count
      integer :: datatype
      integer :: op
      integer :: comm
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Scan_init(sendbuf, recvbuf, count, datatype, op, comm, info, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      type(*), dimension(*) :: recvbuf
      integer :: count
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: info
      integer :: request
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Scatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, &
         ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: root
      integer :: comm
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Scatter_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, &
         comm, info, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: root
      integer :: comm
      integer :: info
      integer :: request
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Scatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, &
         comm, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: root
      integer :: comm
      integer :: sendcounts(*)
      integer :: displs(*)
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Scatterv_init(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, &
         root, comm, info, request, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendtype
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: root
      integer :: comm
      integer :: info
      integer :: request
      integer :: sendcounts(*)
      integer :: displs(*)
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Send(buf, count, datatype, dest, tag, comm, ierror)
      import
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: tag
      integer :: comm
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Send_init(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: tag
      integer :: comm
      integer :: request
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Sendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, &
         source, recvtag, comm, status, ierror)
      import
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      integer :: dest
      integer :: sendtag
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: source
      integer :: recvtag
      integer :: comm
      integer :: status(MPI_STATUS_SIZE)
      !GCC$ attributes no_arg_check :: sendbuf
      !DIR$ ignore_tkr sendbuf
      !IBM* ignore_tkr sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      !DIR$ ignore_tkr recvbuf
      !IBM* ignore_tkr recvbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Sendrecv_replace(buf, count, datatype, dest, sendtag, source, recvtag, comm, &
         status, ierror)
      import
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: sendtag
      integer :: source
      integer :: recvtag
      integer :: comm
      integer :: status(MPI_STATUS_SIZE)
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Session_attach_buffer(session, buffer, size, ierror)
      import
      integer :: session
      type(*), dimension(*) :: buffer
      integer :: size
      !GCC$ attributes no_arg_check :: buffer
      !DIR$ ignore_tkr buffer
      !IBM* ignore_tkr buffer
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Session_call_errhandler(session, errorcode, ierror)
      import
      integer :: session
      integer :: errorcode
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Session_create_errhandler(session_errhandler_fn, errhandler, ierror)
      import
      external :: session_errhandler_fn
      integer :: errhandler
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Session_detach_buffer(session, buffer_addr, size, ierror)
      import
      integer :: session
      type(*), dimension(*) :: buffer_addr
      integer :: size
      !GCC$ attributes no_arg_check :: buffer_addr
      !DIR$ ignore_tkr buffer_addr
      !IBM* ignore_tkr buffer_addr
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Session_finalize(session, ierror)
      import
      integer :: session
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Session_flush_buffer(session, ierror)
      import
      integer :: session
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Session_get_errhandler(session, errhandler, ierror)
      import
      integer :: session
      integer :: errhandler
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Session_get_info(session, info_used, ierror)
      import
      integer :: session
      integer :: info_used
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Session_get_nth_pset(session, info, n, pset_len, pset_name, ierror)
      import
      integer :: session
      integer :: info
      integer :: n
      integer :: pset_len
      character(len=*) :: pset_name
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Session_get_num_psets(session, info, npset_names, ierror)
      import
      integer :: session
      integer :: info
      integer :: npset_names
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Session_get_pset_info(session, pset_name, info, ierror)
      import
      integer :: session
      character(len=*) :: pset_name
      integer :: info
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Session_iflush_buffer(session, request, ierror)
      import
      integer :: session
      integer :: request
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Session_init(info, errhandler, session, ierror)
      import
      integer :: info
      integer :: errhandler
      integer :: session
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Session_set_errhandler(session, errhandler, ierror)
      import
      integer :: session
      integer :: errhandler
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Ssend(buf, count, datatype, dest, tag, comm, ierror)
      import
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: tag
      integer :: comm
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Ssend_init(buf, count, datatype, dest, tag, comm, request, ierror)
      import
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: tag
      integer :: comm
      integer :: request
      !GCC$ attributes no_arg_check :: buf
      !DIR$ ignore_tkr buf
      !IBM* ignore_tkr buf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Start(request, ierror)
      import
      integer :: request
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Startall(count, array_of_requests, ierror)
      import
      integer :: count
      integer :: array_of_requests(*)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Status_f082f(f08_status, f_status, ierror)
      import
      type(MPI_Status) :: f08_status
      integer :: f_status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Status_f2f08(f_status, f08_status, ierror)
      import
      type(MPI_Status) :: f08_status
      integer :: f_status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Status_get_error(status, err, ierror)
      import
      integer :: err
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Status_get_source(status, source, ierror)
      import
      integer :: source
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Status_get_tag(status, tag, ierror)
      import
      integer :: tag
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Status_set_cancelled(status, flag, ierror)
      import
      logical :: flag
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Status_set_elements(status, datatype, count, ierror)
      import
      integer :: datatype
      integer :: count
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Status_set_elements_x(status, datatype, count, ierror)
      import
      integer :: datatype
      integer(kind=MPI_COUNT_KIND) :: count
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Status_set_error(status, err, ierror)
      import
      integer :: err
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Status_set_source(status, source, ierror)
      import
      integer :: source
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Status_set_tag(status, tag, ierror)
      import
      integer :: tag
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Test(request, flag, status, ierror)
      import
      integer :: request
      logical :: flag
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Test_cancelled(status, flag, ierror)
      import
      logical :: flag
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Testall(count, array_of_requests, flag, array_of_statuses, ierror)
      import
      integer :: count
      logical :: flag
      integer :: array_of_requests(*)
      integer :: array_of_statuses(MPI_STATUS_SIZE, *)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Testany(count, array_of_requests, index, flag, status, ierror)
      import
      integer :: count
      integer :: index
      logical :: flag
      integer :: array_of_requests(*)
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Testsome(incount, array_of_requests, outcount, array_of_indices, array_of_statuses, &
         ierror)
      import
      integer :: incount
      integer :: outcount
      integer :: array_of_requests(*)
      integer :: array_of_indices(*)
      integer :: array_of_statuses(MPI_STATUS_SIZE, *)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Topo_test(comm, status, ierror)
      import
      integer :: comm
      integer :: status
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Type_commit(datatype, ierror)
      import
      integer :: datatype
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Type_contiguous(count, oldtype, newtype, ierror)
      import
      integer :: count
      integer :: oldtype
      integer :: newtype
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Type_create_darray(size, rank, ndims, array_of_gsizes, array_of_distribs, &
         array_of_dargs, array_of_psizes, order, oldtype, newtype, ierror)
      import
      integer :: size
      integer :: rank
      integer :: ndims
      integer :: order
      integer :: oldtype
      integer :: newtype
      integer :: array_of_gsizes(*)
      integer :: array_of_distribs(*)
      integer :: array_of_dargs(*)
      integer :: array_of_psizes(*)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Type_create_f90_complex(p, r, newtype, ierror)
      import
      integer :: p
      integer :: r
      integer :: newtype
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Type_create_f90_integer(r, newtype, ierror)
      import
      integer :: r
      integer :: newtype
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Type_create_f90_real(p, r, newtype, ierror)
      import
      integer :: p
      integer :: r
      integer :: newtype
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Type_create_hindexed(count, array_of_blocklengths, array_of_displacements, oldtype, &
         newtype, ierror)
      import
      integer :: count
      integer :: oldtype
      integer :: newtype
      integer :: array_of_blocklengths(*)
      integer(kind=MPI_ADDRESS_KIND) :: array_of_displacements(*)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Type_create_hindexed_block(count, blocklength, array_of_displacements, oldtype, &
         newtype, ierror)
      import
      integer :: count
      integer :: blocklength
      integer :: oldtype
      integer :: newtype
      integer(kind=MPI_ADDRESS_KIND) :: array_of_displacements(*)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Type_create_hvector(count, blocklength, stride, oldtype, newtype, ierror)
      import
      integer :: count
      integer :: blocklength
      integer(kind=MPI_ADDRESS_KIND) :: stride
      integer :: oldtype
      integer :: newtype
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Type_create_indexed_block(count, blocklength, array_of_displacements, oldtype, &
         newtype, ierror)
      import
      integer :: count
      integer :: blocklength
      integer :: oldtype
      integer :: newtype
      integer :: array_of_displacements(*)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Type_create_keyval(type_copy_attr_fn, type_delete_attr_fn, type_keyval, &
         extra_state, ierror)
      import
      external :: type_copy_attr_fn
      external :: type_delete_attr_fn
      integer :: type_keyval
      integer(kind=MPI_ADDRESS_KIND) :: extra_state
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Type_create_resized(oldtype, lb, extent, newtype, ierror)
      import
      integer :: oldtype
      integer(kind=MPI_ADDRESS_KIND) :: lb
      integer(kind=MPI_ADDRESS_KIND) :: extent
      integer :: newtype
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Type_create_struct(count, array_of_blocklengths, array_of_displacements, &
         array_of_types, newtype, ierror)
      import
      integer :: count
      integer :: newtype
      integer :: array_of_blocklengths(*)
      integer(kind=MPI_ADDRESS_KIND) :: array_of_displacements(*)
      integer :: array_of_types(*)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Type_create_subarray(ndims, array_of_sizes, array_of_subsizes, array_of_starts, &
         order, oldtype, newtype, ierror)
      import
      integer :: ndims
      integer :: order
      integer :: oldtype
      integer :: newtype
      integer :: array_of_sizes(*)
      integer :: array_of_subsizes(*)
      integer :: array_of_starts(*)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Type_delete_attr(datatype, type_keyval, ierror)
      import
      integer :: datatype
      integer :: type_keyval
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Type_dup(oldtype, newtype, ierror)
      import
      integer :: oldtype
      integer :: newtype
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Type_free(datatype, ierror)
      import
      integer :: datatype
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Type_free_keyval(type_keyval, ierror)
      import
      integer :: type_keyval
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Type_get_attr(datatype, type_keyval, attribute_val, flag, ierror)
      import
      integer :: datatype
      integer :: type_keyval
      integer(kind=MPI_ADDRESS_KIND) :: attribute_val
      logical :: flag
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Type_get_contents(datatype, max_integers, max_addresses, max_datatypes, &
         array_of_integers, array_of_addresses, array_of_datatypes, ierror)
      import
      integer :: datatype
      integer :: max_integers
      integer :: max_addresses
      integer :: max_datatypes
      integer :: array_of_integers(*)
      integer(kind=MPI_ADDRESS_KIND) :: array_of_addresses(*)
      integer :: array_of_datatypes(*)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Type_get_envelope(datatype, num_integers, num_addresses, num_datatypes, combiner, &
         ierror)
      import
      integer :: datatype
      integer :: num_integers
      integer :: num_addresses
      integer :: num_datatypes
      integer :: combiner
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Type_get_extent(datatype, lb, extent, ierror)
      import
      integer :: datatype
      integer(kind=MPI_ADDRESS_KIND) :: lb
      integer(kind=MPI_ADDRESS_KIND) :: extent
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Type_get_extent_x(datatype, lb, extent, ierror)
      import
      integer :: datatype
      integer(kind=MPI_COUNT_KIND) :: lb
      integer(kind=MPI_COUNT_KIND) :: extent
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Type_get_name(datatype, type_name, resultlen, ierror)
      import
      integer :: datatype
      character(len=*) :: type_name
      integer :: resultlen
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Type_get_true_extent(datatype, true_lb, true_extent, ierror)
      import
      integer :: datatype
      integer(kind=MPI_ADDRESS_KIND) :: true_lb
      integer(kind=MPI_ADDRESS_KIND) :: true_extent
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Type_get_true_extent_x(datatype, true_lb, true_extent, ierror)
      import
      integer :: datatype
      integer(kind=MPI_COUNT_KIND) :: true_lb
      integer(kind=MPI_COUNT_KIND) :: true_extent
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Type_get_value_index(value_type, index_type, pair_type, ierror)
      import
      integer :: value_type
      integer :: index_type
      integer :: pair_type
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Type_indexed(count, array_of_blocklengths, array_of_displacements, oldtype, &
         newtype, ierror)
      import
      integer :: count
      integer :: oldtype
      integer :: newtype
      integer :: array_of_blocklengths(*)
      integer :: array_of_displacements(*)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Type_match_size(typeclass, size, datatype, ierror)
      import
      integer :: typeclass
      integer :: size
      integer :: datatype
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Type_set_attr(datatype, type_keyval, attribute_val, ierror)
      import
      integer :: datatype
      integer :: type_keyval
      integer(kind=MPI_ADDRESS_KIND) :: attribute_val
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Type_set_name(datatype, type_name, ierror)
      import
      integer :: datatype
      character(len=*) :: type_name
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Type_size(datatype, size, ierror)
      import
      integer :: datatype
      integer :: size
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Type_size_x(datatype, size, ierror)
      import
      integer :: datatype
      integer(kind=MPI_COUNT_KIND) :: size
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Type_vector(count, blocklength, stride, oldtype, newtype, ierror)
      import
      integer :: count
      integer :: blocklength
      integer :: stride
      integer :: oldtype
      integer :: newtype
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Unpack(inbuf, insize, position, outbuf, outcount, datatype, comm, ierror)
      import
      type(*), dimension(*) :: inbuf
      integer :: insize
      integer :: position
      type(*), dimension(*) :: outbuf
      integer :: outcount
      integer :: datatype
      integer :: comm
      !GCC$ attributes no_arg_check :: inbuf
      !DIR$ ignore_tkr inbuf
      !IBM* ignore_tkr inbuf
      !GCC$ attributes no_arg_check :: outbuf
      !DIR$ ignore_tkr outbuf
      !IBM* ignore_tkr outbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Unpack_external(datarep, inbuf, insize, position, outbuf, outcount, datatype, &
         ierror)
      import
      character(len=*) :: datarep
      type(*), dimension(*) :: inbuf
      integer(kind=MPI_ADDRESS_KIND) :: insize
      integer(kind=MPI_ADDRESS_KIND) :: position
      type(*), dimension(*) :: outbuf
      integer :: outcount
      integer :: datatype
      !GCC$ attributes no_arg_check :: inbuf
      !DIR$ ignore_tkr inbuf
      !IBM* ignore_tkr inbuf
      !GCC$ attributes no_arg_check :: outbuf
      !DIR$ ignore_tkr outbuf
      !IBM* ignore_tkr outbuf
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Unpublish_name(service_name, info, port_name, ierror)
      import
      character(len=*) :: service_name
      integer :: info
      character(len=*) :: port_name
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Wait(request, status, ierror)
      import
      integer :: request
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Waitall(count, array_of_requests, array_of_statuses, ierror)
      import
      integer :: count
      integer :: array_of_requests(*)
      integer :: array_of_statuses(MPI_STATUS_SIZE, *)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Waitany(count, array_of_requests, index, status, ierror)
      import
      integer :: count
      integer :: index
      integer :: array_of_requests(*)
      integer :: status(MPI_STATUS_SIZE)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Waitsome(incount, array_of_requests, outcount, array_of_indices, array_of_statuses, &
         ierror)
      import
      integer :: incount
      integer :: outcount
      integer :: array_of_requests(*)
      integer :: array_of_indices(*)
      integer :: array_of_statuses(MPI_STATUS_SIZE, *)
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Win_attach(win, base, size, ierror)
      import
      integer :: win
      type(*), dimension(*) :: base
      integer(kind=MPI_ADDRESS_KIND) :: size
      !GCC$ attributes no_arg_check :: base
      !DIR$ ignore_tkr base
      !IBM* ignore_tkr base
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Win_call_errhandler(win, errorcode, ierror)
      import
      integer :: win
      integer :: errorcode
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Win_complete(win, ierror)
      import
      integer :: win
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Win_create(base, size, disp_unit, info, comm, win, ierror)
      import
      type(*), dimension(*) :: base
      integer(kind=MPI_ADDRESS_KIND) :: size
      integer :: disp_unit
      integer :: info
      integer :: comm
      integer :: win
      !GCC$ attributes no_arg_check :: base
      !DIR$ ignore_tkr base
      !IBM* ignore_tkr base
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Win_create_dynamic(info, comm, win, ierror)
      import
      integer :: info
      integer :: comm
      integer :: win
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Win_create_errhandler(win_errhandler_fn, errhandler, ierror)
      import
      external :: win_errhandler_fn
      integer :: errhandler
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Win_create_keyval(win_copy_attr_fn, win_delete_attr_fn, win_keyval, extra_state, &
         ierror)
      import
      external :: win_copy_attr_fn
      external :: win_delete_attr_fn
      integer :: win_keyval
      integer(kind=MPI_ADDRESS_KIND) :: extra_state
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Win_delete_attr(win, win_keyval, ierror)
      import
      integer :: win
      integer :: win_keyval
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Win_detach(win, base, ierror)
      import
      integer :: win
      type(*), dimension(*) :: base
      !GCC$ attributes no_arg_check :: base
      !DIR$ ignore_tkr base
      !IBM* ignore_tkr base
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Win_fence(assert, win, ierror)
      import
      integer :: assert
      integer :: win
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Win_flush(rank, win, ierror)
      import
      integer :: rank
      integer :: win
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Win_flush_all(win, ierror)
      import
      integer :: win
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Win_flush_local(rank, win, ierror)
      import
      integer :: rank
      integer :: win
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Win_flush_local_all(win, ierror)
      import
      integer :: win
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Win_free(win, ierror)
      import
      integer :: win
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Win_free_keyval(win_keyval, ierror)
      import
      integer :: win_keyval
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Win_get_attr(win, win_keyval, attribute_val, flag, ierror)
      import
      integer :: win
      integer :: win_keyval
      integer(kind=MPI_ADDRESS_KIND) :: attribute_val
      logical :: flag
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Win_get_errhandler(win, errhandler, ierror)
      import
      integer :: win
      integer :: errhandler
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Win_get_group(win, group, ierror)
      import
      integer :: win
      integer :: group
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Win_get_info(win, info_used, ierror)
      import
      integer :: win
      integer :: info_used
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Win_get_name(win, win_name, resultlen, ierror)
      import
      integer :: win
      character(len=*) :: win_name
      integer :: resultlen
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Win_lock(lock_type, rank, assert, win, ierror)
      import
      integer :: lock_type
      integer :: rank
      integer :: assert
      integer :: win
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Win_lock_all(assert, win, ierror)
      import
      integer :: assert
      integer :: win
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Win_post(group, assert, win, ierror)
      import
      integer :: group
      integer :: assert
      integer :: win
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Win_set_attr(win, win_keyval, attribute_val, ierror)
      import
      integer :: win
      integer :: win_keyval
      integer(kind=MPI_ADDRESS_KIND) :: attribute_val
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Win_set_errhandler(win, errhandler, ierror)
      import
      integer :: win
      integer :: errhandler
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Win_set_info(win, info, ierror)
      import
      integer :: win
      integer :: info
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Win_set_name(win, win_name, ierror)
      import
      integer :: win
      character(len=*) :: win_name
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Win_start(group, assert, win, ierror)
      import
      integer :: group
      integer :: assert
      integer :: win
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Win_sync(win, ierror)
      import
      integer :: win
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Win_test(win, flag, ierror)
      import
      integer :: win
      logical :: flag
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Win_unlock(rank, win, ierror)
      import
      integer :: rank
      integer :: win
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Win_unlock_all(win, ierror)
      import
      integer :: win
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Win_wait(win, ierror)
      import
      integer :: win
      integer, intent(out) :: ierror
      end subroutine
      function PMPI_Wtick()
      import
      double precision :: PMPI_Wtick
      end function
      function PMPI_Wtime()
      import
      double precision :: PMPI_Wtime
      end function
   end interface
   interface MPI_Alloc_mem
      subroutine MPI_Alloc_mem(size, info, baseptr, ierror)
      import
      integer(kind=MPI_ADDRESS_KIND) :: size
      integer :: info
      integer(kind=MPI_ADDRESS_KIND) :: baseptr
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Alloc_mem_cptr(size, info, baseptr, ierror)
      import
      integer(kind=MPI_ADDRESS_KIND) :: size
      integer :: info
      type(c_ptr) :: baseptr
      integer, intent(out) :: ierror
      end subroutine
   end interface
   interface MPI_Win_allocate
      subroutine MPI_Win_allocate(size, disp_unit, info, comm, baseptr, win, ierror)
      import
      integer(kind=MPI_ADDRESS_KIND) :: size
      integer :: disp_unit
      integer :: info
      integer :: comm
      integer(kind=MPI_ADDRESS_KIND) :: baseptr
      integer :: win
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Win_allocate_cptr(size, disp_unit, info, comm, baseptr, win, ierror)
      import
      integer(kind=MPI_ADDRESS_KIND) :: size
      integer :: disp_unit
      integer :: info
      integer :: comm
      type(c_ptr) :: baseptr
      integer :: win
      integer, intent(out) :: ierror
      end subroutine
   end interface
   interface MPI_Win_allocate_shared
      subroutine MPI_Win_allocate_shared(size, disp_unit, info, comm, baseptr, win, ierror)
      import
      integer(kind=MPI_ADDRESS_KIND) :: size
      integer :: disp_unit
      integer :: info
      integer :: comm
      integer(kind=MPI_ADDRESS_KIND) :: baseptr
      integer :: win
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Win_allocate_shared_cptr(size, disp_unit, info, comm, baseptr, win, ierror)
      import
      integer(kind=MPI_ADDRESS_KIND) :: size
      integer :: disp_unit
      integer :: info
      integer :: comm
      type(c_ptr) :: baseptr
      integer :: win
      integer, intent(out) :: ierror
      end subroutine
   end interface
   interface MPI_Win_shared_query
      subroutine MPI_Win_shared_query(win, rank, size, disp_unit, baseptr, ierror)
      import
      integer :: win
      integer :: rank
      integer(kind=MPI_ADDRESS_KIND) :: size
      integer :: disp_unit
      integer(kind=MPI_ADDRESS_KIND) :: baseptr
      integer, intent(out) :: ierror
      end subroutine
      subroutine MPI_Win_shared_query_cptr(win, rank, size, disp_unit, baseptr, ierror)
      import
      integer :: win
      integer :: rank
      integer(kind=MPI_ADDRESS_KIND) :: size
      integer :: disp_unit
      type(c_ptr) :: baseptr
      integer, intent(out) :: ierror
      end subroutine
   end interface
   interface PMPI_Alloc_mem
      subroutine PMPI_Alloc_mem(size, info, baseptr, ierror)
      import
      integer(kind=MPI_ADDRESS_KIND) :: size
      integer :: info
      integer(kind=MPI_ADDRESS_KIND) :: baseptr
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Alloc_mem_cptr(size, info, baseptr, ierror)
      import
      integer(kind=MPI_ADDRESS_KIND) :: size
      integer :: info
      type(c_ptr) :: baseptr
      integer, intent(out) :: ierror
      end subroutine
   end interface
   interface PMPI_Win_allocate
      subroutine PMPI_Win_allocate(size, disp_unit, info, comm, baseptr, win, ierror)
      import
      integer(kind=MPI_ADDRESS_KIND) :: size
      integer :: disp_unit
      integer :: info
      integer :: comm
      integer(kind=MPI_ADDRESS_KIND) :: baseptr
      integer :: win
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Win_allocate_cptr(size, disp_unit, info, comm, baseptr, win, ierror)
      import
      integer(kind=MPI_ADDRESS_KIND) :: size
      integer :: disp_unit
      integer :: info
      integer :: comm
      type(c_ptr) :: baseptr
      integer :: win
      integer, intent(out) :: ierror
      end subroutine
   end interface
   interface PMPI_Win_allocate_shared
      subroutine PMPI_Win_allocate_shared(size, disp_unit, info, comm, baseptr, win, ierror)
      import
      integer(kind=MPI_ADDRESS_KIND) :: size
      integer :: disp_unit
      integer :: info
      integer :: comm
      integer(kind=MPI_ADDRESS_KIND) :: baseptr
      integer :: win
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Win_allocate_shared_cptr(size, disp_unit, info, comm, baseptr, win, ierror)
      import
      integer(kind=MPI_ADDRESS_KIND) :: size
      integer :: disp_unit
      integer :: info
      integer :: comm
      type(c_ptr) :: baseptr
      integer :: win
      integer, intent(out) :: ierror
      end subroutine
   end interface
   interface PMPI_Win_shared_query
      subroutine PMPI_Win_shared_query(win, rank, size, disp_unit, baseptr, ierror)
      import
      integer :: win
      integer :: rank
      integer(kind=MPI_ADDRESS_KIND) :: size
      integer :: disp_unit
      integer(kind=MPI_ADDRESS_KIND) :: baseptr
      integer, intent(out) :: ierror
      end subroutine
      subroutine PMPI_Win_shared_query_cptr(win, rank, size, disp_unit, baseptr, ierror)
      import
      integer :: win
      integer :: rank
      integer(kind=MPI_ADDRESS_KIND) :: size
      integer :: disp_unit
      type(c_ptr) :: baseptr
      integer, intent(out) :: ierror
      end subroutine
   end interface
   private :: sizeof_integer_1
   private :: sizeof_integer_2
   private :: sizeof_integer_4
   private :: sizeof_integer_8
   private :: sizeof_logical_1
   private :: sizeof_logical_2
   private :: sizeof_logical_4
   private :: sizeof_logical_8
   private :: sizeof_real_4
   private :: sizeof_real_8
   private :: sizeof_real_10
   private :: sizeof_real_16
   private :: sizeof_complex_4
   private :: sizeof_complex_8
   private :: sizeof_complex_10
   private :: sizeof_complex_16
   private :: sizeof_character_len
   interface MPI_Sizeof
      module procedure sizeof_integer_1
      module procedure sizeof_integer_2
      module procedure sizeof_integer_4
      module procedure sizeof_integer_8
      module procedure sizeof_logical_1
      module procedure sizeof_logical_2
      module procedure sizeof_logical_4
      module procedure sizeof_logical_8
      module procedure sizeof_real_4
      module procedure sizeof_real_8
      module procedure sizeof_real_10
      module procedure sizeof_real_16
      module procedure sizeof_complex_4
      module procedure sizeof_complex_8
      module procedure sizeof_complex_10
      module procedure sizeof_complex_16
      module procedure sizeof_character_len
   end interface
   interface PMPI_Sizeof
      module procedure sizeof_integer_1
      module procedure sizeof_integer_2
      module procedure sizeof_integer_4
      module procedure sizeof_integer_8
      module procedure sizeof_logical_1
      module procedure sizeof_logical_2
      module procedure sizeof_logical_4
      module procedure sizeof_logical_8
      module procedure sizeof_real_4
      module procedure sizeof_real_8
      module procedure sizeof_real_10
      module procedure sizeof_real_16
      module procedure sizeof_complex_4
      module procedure sizeof_complex_8
      module procedure sizeof_complex_10
      module procedure sizeof_complex_16
      module procedure sizeof_character_len
   end interface
contains
   subroutine sizeof_integer_1(x, size, ierror)
      integer(1), dimension(..), intent(in) :: x
      integer, intent(out) :: size
      integer, intent(out) :: ierror
      integer(1) :: one
      size = storage_size(one) / 8
      ierror = MPI_SUCCESS
   end subroutine
   subroutine sizeof_integer_2(x, size, ierror)
      integer(2), dimension(..), intent(in) :: x
      integer, intent(out) :: size
      integer, intent(out) :: ierror
      integer(2) :: one
      size = storage_size(one) / 8
      ierror = MPI_SUCCESS
   end subroutine
   subroutine sizeof_integer_4(x, size, ierror)
      integer(4), dimension(..), intent(in) :: x
      integer, intent(out) :: size
      integer, intent(out) :: ierror
      integer(4) :: one
      size = storage_size(one) / 8
      ierror = MPI_SUCCESS
   end subroutine
   subroutine sizeof_integer_8(x, size, ierror)
      integer(8), dimension(..), intent(in) :: x
      integer, intent(out) :: size
      integer, intent(out) :: ierror
      integer(8) :: one
      size = storage_size(one) / 8
      ierror = MPI_SUCCESS
   end subroutine
   subroutine sizeof_logical_1(x, size, ierror)
      logical(1), dimension(..), intent(in) :: x
      integer, intent(out) :: size
      integer, intent(out) :: ierror
      logical(1) :: one
      size = storage_size(one) / 8
      ierror = MPI_SUCCESS
   end subroutine
   subroutine sizeof_logical_2(x, size, ierror)
      logical(2), dimension(..), intent(in) :: x
      integer, intent(out) :: size
      integer, intent(out) :: ierror
      logical(2) :: one
      size = storage_size(one) / 8
      ierror = MPI_SUCCESS
   end subroutine
   subroutine sizeof_logical_4(x, size, ierror)
      logical(4), dimension(..), intent(in) :: x
      integer, intent(out) :: size
      integer, intent(out) :: ierror
      logical(4) :: one
      size = storage_size(one) / 8
      ierror = MPI_SUCCESS
   end subroutine
   subroutine sizeof_logical_8(x, size, ierror)
      logical(8), dimension(..), intent(in) :: x
      integer, intent(out) :: size
      integer, intent(out) :: ierror
      logical(8) :: one
      size = storage_size(one) / 8
      ierror = MPI_SUCCESS
   end subroutine
   subroutine sizeof_real_4(x, size, ierror)
      real(4), dimension(..), intent(in) :: x
      integer, intent(out) :: size
      integer, intent(out) :: ierror
      real(4) :: one
      size = storage_size(one) / 8
      ierror = MPI_SUCCESS
   end subroutine
   subroutine sizeof_real_8(x, size, ierror)
      real(8), dimension(..), intent(in) :: x
      integer, intent(out) :: size
      integer, intent(out) :: ierror
      real(8) :: one
      size = storage_size(one) / 8
      ierror = MPI_SUCCESS
   end subroutine
   subroutine sizeof_real_10(x, size, ierror)
      real(10), dimension(..), intent(in) :: x
      integer, intent(out) :: size
      integer, intent(out) :: ierror
      real(10) :: one
      size = storage_size(one) / 8
      ierror = MPI_SUCCESS
   end subroutine
   subroutine sizeof_real_16(x, size, ierror)
      real(16), dimension(..), intent(in) :: x
      integer, intent(out) :: size
      integer, intent(out) :: ierror
      real(16) :: one
      size = storage_size(one) / 8
      ierror = MPI_SUCCESS
   end subroutine
   subroutine sizeof_complex_4(x, size, ierror)
      complex(4), dimension(..), intent(in) :: x
      integer, intent(out) :: size
      integer, intent(out) :: ierror
      complex(4) :: one
      size = storage_size(one) / 8
      ierror = MPI_SUCCESS
   end subroutine
   subroutine sizeof_complex_8(x, size, ierror)
      complex(8), dimension(..), intent(in) :: x
      integer, intent(out) :: size
      integer, intent(out) :: ierror
      complex(8) :: one
      size = storage_size(one) / 8
      ierror = MPI_SUCCESS
   end subroutine
   subroutine sizeof_complex_10(x, size, ierror)
      complex(10), dimension(..), intent(in) :: x
      integer, intent(out) :: size
      integer, intent(out) :: ierror
      complex(10) :: one
      size = storage_size(one) / 8
      ierror = MPI_SUCCESS
   end subroutine
   subroutine sizeof_complex_16(x, size, ierror)
      complex(16), dimension(..), intent(in) :: x
      integer, intent(out) :: size
      integer, intent(out) :: ierror
      complex(16) :: one
      size = storage_size(one) / 8
      ierror = MPI_SUCCESS
   end subroutine
   subroutine sizeof_character_len(x, size, ierror)
      character(len=*), dimension(..), intent(in) :: x
      integer, intent(out) :: size
      integer, intent(out) :: ierror
      size = len(x)
      ierror = MPI_SUCCESS
   end subroutine
end module mpi
