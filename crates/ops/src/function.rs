//! The functions of MPI's standard ABI and the POSIX functions on files, as small numbers. Generated from mpi/api.json by mpi/generate/generate.py: change those.

use serde::{Deserialize, Serialize};

/// A function. Variants are the names of the C binding without `MPI_`, in the byte order of those names:
/// `Function::Isend` is `MPI_Isend`, `Function::BcastC` is `MPI_Bcast_c`, `Function::TCvarRead` is
/// `MPI_T_cvar_read`; behind them follow functions of POSIX: `Function::PosixWrite` is `write`. Ordering is the byte order of
/// the C names.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "a variant is the C name it stands for")]
#[rustfmt::skip]
#[repr(u16)]
pub enum Function {
    AbiGetFortranBooleans, AbiGetFortranInfo, AbiGetInfo, AbiGetVersion, AbiSetFortranBooleans, AbiSetFortranInfo,
    Abort, Accumulate, AccumulateC, AddErrorClass, AddErrorCode, AddErrorString, AintAdd, AintDiff, Allgather,
    AllgatherC, AllgatherInit, AllgatherInitC, Allgatherv, AllgathervC, AllgathervInit, AllgathervInitC, AllocMem,
    Allreduce, AllreduceC, AllreduceInit, AllreduceInitC, Alltoall, AlltoallC, AlltoallInit, AlltoallInitC, Alltoallv,
    AlltoallvC, AlltoallvInit, AlltoallvInitC, Alltoallw, AlltoallwC, AlltoallwInit, AlltoallwInitC, AttrDelete,
    AttrGet, AttrPut, Barrier, BarrierInit, Bcast, BcastC, BcastInit, BcastInitC, Bsend, BsendC, BsendInit,
    BsendInitC, BufferAttach, BufferAttachC, BufferDetach, BufferDetachC, BufferFlush, BufferIflush, Cancel,
    CartCoords, CartCreate, CartGet, CartMap, CartRank, CartShift, CartSub, CartdimGet, ClosePort, CommAccept,
    CommAttachBuffer, CommAttachBufferC, CommCallErrhandler, CommCompare, CommConnect, CommCreate,
    CommCreateErrhandler, CommCreateFromGroup, CommCreateGroup, CommCreateKeyval, CommDeleteAttr, CommDetachBuffer,
    CommDetachBufferC, CommDisconnect, CommDup, CommDupWithInfo, CommFlushBuffer, CommFree, CommFreeKeyval,
    CommFromint, CommGetAttr, CommGetErrhandler, CommGetInfo, CommGetName, CommGetParent, CommGroup, CommIdup,
    CommIdupWithInfo, CommIflushBuffer, CommJoin, CommRank, CommRemoteGroup, CommRemoteSize, CommSetAttr,
    CommSetErrhandler, CommSetInfo, CommSetName, CommSize, CommSpawn, CommSpawnMultiple, CommSplit, CommSplitType,
    CommTestInter, CommToint, CompareAndSwap, DimsCreate, DistGraphCreate, DistGraphCreateAdjacent,
    DistGraphNeighbors, DistGraphNeighborsCount, ErrhandlerFree, ErrhandlerFromint, ErrhandlerToint, ErrorClass,
    ErrorString, Exscan, ExscanC, ExscanInit, ExscanInitC, FetchAndOp, FileCallErrhandler, FileClose,
    FileCreateErrhandler, FileDelete, FileFromint, FileGetAmode, FileGetAtomicity, FileGetByteOffset,
    FileGetErrhandler, FileGetGroup, FileGetInfo, FileGetPosition, FileGetPositionShared, FileGetSize,
    FileGetTypeExtent, FileGetTypeExtentC, FileGetView, FileIread, FileIreadAll, FileIreadAllC, FileIreadAt,
    FileIreadAtAll, FileIreadAtAllC, FileIreadAtC, FileIreadC, FileIreadShared, FileIreadSharedC, FileIwrite,
    FileIwriteAll, FileIwriteAllC, FileIwriteAt, FileIwriteAtAll, FileIwriteAtAllC, FileIwriteAtC, FileIwriteC,
    FileIwriteShared, FileIwriteSharedC, FileOpen, FilePreallocate, FileRead, FileReadAll, FileReadAllBegin,
    FileReadAllBeginC, FileReadAllC, FileReadAllEnd, FileReadAt, FileReadAtAll, FileReadAtAllBegin,
    FileReadAtAllBeginC, FileReadAtAllC, FileReadAtAllEnd, FileReadAtC, FileReadC, FileReadOrdered,
    FileReadOrderedBegin, FileReadOrderedBeginC, FileReadOrderedC, FileReadOrderedEnd, FileReadShared,
    FileReadSharedC, FileSeek, FileSeekShared, FileSetAtomicity, FileSetErrhandler, FileSetInfo, FileSetSize,
    FileSetView, FileSync, FileToint, FileWrite, FileWriteAll, FileWriteAllBegin, FileWriteAllBeginC, FileWriteAllC,
    FileWriteAllEnd, FileWriteAt, FileWriteAtAll, FileWriteAtAllBegin, FileWriteAtAllBeginC, FileWriteAtAllC,
    FileWriteAtAllEnd, FileWriteAtC, FileWriteC, FileWriteOrdered, FileWriteOrderedBegin, FileWriteOrderedBeginC,
    FileWriteOrderedC, FileWriteOrderedEnd, FileWriteShared, FileWriteSharedC, Finalize, Finalized, FreeMem, Gather,
    GatherC, GatherInit, GatherInitC, Gatherv, GathervC, GathervInit, GathervInitC, Get, GetAccumulate,
    GetAccumulateC, GetAddress, GetC, GetCount, GetCountC, GetElements, GetElementsC, GetElementsX, GetHwResourceInfo,
    GetLibraryVersion, GetProcessorName, GetVersion, GraphCreate, GraphGet, GraphMap, GraphNeighbors,
    GraphNeighborsCount, GraphdimsGet, GrequestComplete, GrequestStart, GroupCompare, GroupDifference, GroupExcl,
    GroupFree, GroupFromSessionPset, GroupFromint, GroupIncl, GroupIntersection, GroupRangeExcl, GroupRangeIncl,
    GroupRank, GroupSize, GroupToint, GroupTranslateRanks, GroupUnion, Iallgather, IallgatherC, Iallgatherv,
    IallgathervC, Iallreduce, IallreduceC, Ialltoall, IalltoallC, Ialltoallv, IalltoallvC, Ialltoallw, IalltoallwC,
    Ibarrier, Ibcast, IbcastC, Ibsend, IbsendC, Iexscan, IexscanC, Igather, IgatherC, Igatherv, IgathervC, Improbe,
    Imrecv, ImrecvC, IneighborAllgather, IneighborAllgatherC, IneighborAllgatherv, IneighborAllgathervC,
    IneighborAlltoall, IneighborAlltoallC, IneighborAlltoallv, IneighborAlltoallvC, IneighborAlltoallw,
    IneighborAlltoallwC, InfoCreate, InfoCreateEnv, InfoDelete, InfoDup, InfoFree, InfoFromint, InfoGet, InfoGetNkeys,
    InfoGetNthkey, InfoGetString, InfoGetValuelen, InfoSet, InfoToint, Init, InitThread, Initialized, IntercommCreate,
    IntercommCreateFromGroups, IntercommMerge, Iprobe, Irecv, IrecvC, Ireduce, IreduceC, IreduceScatter,
    IreduceScatterBlock, IreduceScatterBlockC, IreduceScatterC, Irsend, IrsendC, IsThreadMain, Iscan, IscanC,
    Iscatter, IscatterC, Iscatterv, IscattervC, Isend, IsendC, Isendrecv, IsendrecvC, IsendrecvReplace,
    IsendrecvReplaceC, Issend, IssendC, KeyvalCreate, KeyvalFree, LookupName, MessageFromint, MessageToint, Mprobe,
    Mrecv, MrecvC, NeighborAllgather, NeighborAllgatherC, NeighborAllgatherInit, NeighborAllgatherInitC,
    NeighborAllgatherv, NeighborAllgathervC, NeighborAllgathervInit, NeighborAllgathervInitC, NeighborAlltoall,
    NeighborAlltoallC, NeighborAlltoallInit, NeighborAlltoallInitC, NeighborAlltoallv, NeighborAlltoallvC,
    NeighborAlltoallvInit, NeighborAlltoallvInitC, NeighborAlltoallw, NeighborAlltoallwC, NeighborAlltoallwInit,
    NeighborAlltoallwInitC, OpCommutative, OpCreate, OpCreateC, OpFree, OpFromint, OpToint, OpenPort, Pack, PackC,
    PackExternal, PackExternalC, PackExternalSize, PackExternalSizeC, PackSize, PackSizeC, Parrived, Pcontrol, Pready,
    PreadyList, PreadyRange, PrecvInit, PrecvInitC, Probe, PsendInit, PsendInitC, PublishName, Put, PutC, QueryThread,
    Raccumulate, RaccumulateC, Recv, RecvC, RecvInit, RecvInitC, Reduce, ReduceC, ReduceInit, ReduceInitC,
    ReduceLocal, ReduceLocalC, ReduceScatter, ReduceScatterBlock, ReduceScatterBlockC, ReduceScatterBlockInit,
    ReduceScatterBlockInitC, ReduceScatterC, ReduceScatterInit, ReduceScatterInitC, RegisterDatarep, RegisterDatarepC,
    RemoveErrorClass, RemoveErrorCode, RemoveErrorString, RequestFree, RequestFromint, RequestGetStatus,
    RequestGetStatusAll, RequestGetStatusAny, RequestGetStatusSome, RequestToint, Rget, RgetAccumulate,
    RgetAccumulateC, RgetC, Rput, RputC, Rsend, RsendC, RsendInit, RsendInitC, Scan, ScanC, ScanInit, ScanInitC,
    Scatter, ScatterC, ScatterInit, ScatterInitC, Scatterv, ScattervC, ScattervInit, ScattervInitC, Send, SendC,
    SendInit, SendInitC, Sendrecv, SendrecvC, SendrecvReplace, SendrecvReplaceC, SessionAttachBuffer,
    SessionAttachBufferC, SessionCallErrhandler, SessionCreateErrhandler, SessionDetachBuffer, SessionDetachBufferC,
    SessionFinalize, SessionFlushBuffer, SessionFromint, SessionGetErrhandler, SessionGetInfo, SessionGetNthPset,
    SessionGetNumPsets, SessionGetPsetInfo, SessionIflushBuffer, SessionInit, SessionSetErrhandler, SessionToint,
    Ssend, SsendC, SsendInit, SsendInitC, Start, Startall, StatusGetError, StatusGetSource, StatusGetTag,
    StatusSetCancelled, StatusSetElements, StatusSetElementsC, StatusSetElementsX, StatusSetError, StatusSetSource,
    StatusSetTag, TCategoryChanged, TCategoryGetCategories, TCategoryGetCvars, TCategoryGetEvents, TCategoryGetIndex,
    TCategoryGetInfo, TCategoryGetNum, TCategoryGetNumEvents, TCategoryGetPvars, TCvarGetIndex, TCvarGetInfo,
    TCvarGetNum, TCvarHandleAlloc, TCvarHandleFree, TCvarRead, TCvarWrite, TEnumGetInfo, TEnumGetItem,
    TEventCallbackGetInfo, TEventCallbackSetInfo, TEventCopy, TEventGetIndex, TEventGetInfo, TEventGetNum,
    TEventGetSource, TEventGetTimestamp, TEventHandleAlloc, TEventHandleFree, TEventHandleGetInfo,
    TEventHandleSetInfo, TEventRead, TEventRegisterCallback, TEventSetDroppedHandler, TFinalize, TInitThread,
    TPvarGetIndex, TPvarGetInfo, TPvarGetNum, TPvarHandleAlloc, TPvarHandleFree, TPvarRead, TPvarReadreset,
    TPvarReset, TPvarSessionCreate, TPvarSessionFree, TPvarStart, TPvarStop, TPvarWrite, TSourceGetInfo,
    TSourceGetNum, TSourceGetTimestamp, Test, TestCancelled, Testall, Testany, Testsome, TopoTest, TypeCommit,
    TypeContiguous, TypeContiguousC, TypeCreateDarray, TypeCreateDarrayC, TypeCreateF90Complex, TypeCreateF90Integer,
    TypeCreateF90Real, TypeCreateHindexed, TypeCreateHindexedBlock, TypeCreateHindexedBlockC, TypeCreateHindexedC,
    TypeCreateHvector, TypeCreateHvectorC, TypeCreateIndexedBlock, TypeCreateIndexedBlockC, TypeCreateKeyval,
    TypeCreateResized, TypeCreateResizedC, TypeCreateStruct, TypeCreateStructC, TypeCreateSubarray,
    TypeCreateSubarrayC, TypeDeleteAttr, TypeDup, TypeFree, TypeFreeKeyval, TypeFromint, TypeGetAttr, TypeGetContents,
    TypeGetContentsC, TypeGetEnvelope, TypeGetEnvelopeC, TypeGetExtent, TypeGetExtentC, TypeGetExtentX, TypeGetName,
    TypeGetTrueExtent, TypeGetTrueExtentC, TypeGetTrueExtentX, TypeGetValueIndex, TypeIndexed, TypeIndexedC,
    TypeMatchSize, TypeSetAttr, TypeSetName, TypeSize, TypeSizeC, TypeSizeX, TypeToint, TypeVector, TypeVectorC,
    Unpack, UnpackC, UnpackExternal, UnpackExternalC, UnpublishName, Wait, Waitall, Waitany, Waitsome, WinAllocate,
    WinAllocateC, WinAllocateShared, WinAllocateSharedC, WinAttach, WinCallErrhandler, WinComplete, WinCreate,
    WinCreateC, WinCreateDynamic, WinCreateErrhandler, WinCreateKeyval, WinDeleteAttr, WinDetach, WinFence, WinFlush,
    WinFlushAll, WinFlushLocal, WinFlushLocalAll, WinFree, WinFreeKeyval, WinFromint, WinGetAttr, WinGetErrhandler,
    WinGetGroup, WinGetInfo, WinGetName, WinLock, WinLockAll, WinPost, WinSetAttr, WinSetErrhandler, WinSetInfo,
    WinSetName, WinSharedQuery, WinSharedQueryC, WinStart, WinSync, WinTest, WinToint, WinUnlock, WinUnlockAll,
    WinWait, Wtick, Wtime, PosixClose, PosixFsync, PosixFtruncate, PosixLseek, PosixMkdir, PosixOpen, PosixRead,
    PosixRename, PosixRmdir, PosixStat, PosixUnlink, PosixWrite,
}

impl Function {
    /// How many functions there are.
    pub const COUNT: usize = 676;

    /// The name of the C binding: `"MPI_Send"`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        NAMES[self as usize]
    }

    /// Whether it is one of MPI's.
    #[must_use]
    pub const fn is_mpi(self) -> bool {
        (self as u16) < Self::PosixClose as u16
    }

    /// The function with this index (`function as u16`), if there is one.
    #[must_use]
    pub const fn from_index(index: u16) -> Option<Self> {
        if (index as usize) < Self::COUNT { Some(ALL[index as usize]) } else { None }
    }

    /// The function of this C name, if there is one: `"MPI_Send"`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        NAMES.binary_search(&name).ok().map(|index| ALL[index])
    }

    /// All functions in order.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        ALL.iter().copied()
    }
}

impl std::fmt::Display for Function {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}

#[rustfmt::skip]
static NAMES: [&str; Function::COUNT] = [
    "MPI_Abi_get_fortran_booleans", "MPI_Abi_get_fortran_info", "MPI_Abi_get_info", "MPI_Abi_get_version",
    "MPI_Abi_set_fortran_booleans", "MPI_Abi_set_fortran_info", "MPI_Abort", "MPI_Accumulate", "MPI_Accumulate_c",
    "MPI_Add_error_class", "MPI_Add_error_code", "MPI_Add_error_string", "MPI_Aint_add", "MPI_Aint_diff",
    "MPI_Allgather", "MPI_Allgather_c", "MPI_Allgather_init", "MPI_Allgather_init_c", "MPI_Allgatherv",
    "MPI_Allgatherv_c", "MPI_Allgatherv_init", "MPI_Allgatherv_init_c", "MPI_Alloc_mem", "MPI_Allreduce",
    "MPI_Allreduce_c", "MPI_Allreduce_init", "MPI_Allreduce_init_c", "MPI_Alltoall", "MPI_Alltoall_c",
    "MPI_Alltoall_init", "MPI_Alltoall_init_c", "MPI_Alltoallv", "MPI_Alltoallv_c", "MPI_Alltoallv_init",
    "MPI_Alltoallv_init_c", "MPI_Alltoallw", "MPI_Alltoallw_c", "MPI_Alltoallw_init", "MPI_Alltoallw_init_c",
    "MPI_Attr_delete", "MPI_Attr_get", "MPI_Attr_put", "MPI_Barrier", "MPI_Barrier_init", "MPI_Bcast", "MPI_Bcast_c",
    "MPI_Bcast_init", "MPI_Bcast_init_c", "MPI_Bsend", "MPI_Bsend_c", "MPI_Bsend_init", "MPI_Bsend_init_c",
    "MPI_Buffer_attach", "MPI_Buffer_attach_c", "MPI_Buffer_detach", "MPI_Buffer_detach_c", "MPI_Buffer_flush",
    "MPI_Buffer_iflush", "MPI_Cancel", "MPI_Cart_coords", "MPI_Cart_create", "MPI_Cart_get", "MPI_Cart_map",
    "MPI_Cart_rank", "MPI_Cart_shift", "MPI_Cart_sub", "MPI_Cartdim_get", "MPI_Close_port", "MPI_Comm_accept",
    "MPI_Comm_attach_buffer", "MPI_Comm_attach_buffer_c", "MPI_Comm_call_errhandler", "MPI_Comm_compare",
    "MPI_Comm_connect", "MPI_Comm_create", "MPI_Comm_create_errhandler", "MPI_Comm_create_from_group",
    "MPI_Comm_create_group", "MPI_Comm_create_keyval", "MPI_Comm_delete_attr", "MPI_Comm_detach_buffer",
    "MPI_Comm_detach_buffer_c", "MPI_Comm_disconnect", "MPI_Comm_dup", "MPI_Comm_dup_with_info",
    "MPI_Comm_flush_buffer", "MPI_Comm_free", "MPI_Comm_free_keyval", "MPI_Comm_fromint", "MPI_Comm_get_attr",
    "MPI_Comm_get_errhandler", "MPI_Comm_get_info", "MPI_Comm_get_name", "MPI_Comm_get_parent", "MPI_Comm_group",
    "MPI_Comm_idup", "MPI_Comm_idup_with_info", "MPI_Comm_iflush_buffer", "MPI_Comm_join", "MPI_Comm_rank",
    "MPI_Comm_remote_group", "MPI_Comm_remote_size", "MPI_Comm_set_attr", "MPI_Comm_set_errhandler",
    "MPI_Comm_set_info", "MPI_Comm_set_name", "MPI_Comm_size", "MPI_Comm_spawn", "MPI_Comm_spawn_multiple",
    "MPI_Comm_split", "MPI_Comm_split_type", "MPI_Comm_test_inter", "MPI_Comm_toint", "MPI_Compare_and_swap",
    "MPI_Dims_create", "MPI_Dist_graph_create", "MPI_Dist_graph_create_adjacent", "MPI_Dist_graph_neighbors",
    "MPI_Dist_graph_neighbors_count", "MPI_Errhandler_free", "MPI_Errhandler_fromint", "MPI_Errhandler_toint",
    "MPI_Error_class", "MPI_Error_string", "MPI_Exscan", "MPI_Exscan_c", "MPI_Exscan_init", "MPI_Exscan_init_c",
    "MPI_Fetch_and_op", "MPI_File_call_errhandler", "MPI_File_close", "MPI_File_create_errhandler", "MPI_File_delete",
    "MPI_File_fromint", "MPI_File_get_amode", "MPI_File_get_atomicity", "MPI_File_get_byte_offset",
    "MPI_File_get_errhandler", "MPI_File_get_group", "MPI_File_get_info", "MPI_File_get_position",
    "MPI_File_get_position_shared", "MPI_File_get_size", "MPI_File_get_type_extent", "MPI_File_get_type_extent_c",
    "MPI_File_get_view", "MPI_File_iread", "MPI_File_iread_all", "MPI_File_iread_all_c", "MPI_File_iread_at",
    "MPI_File_iread_at_all", "MPI_File_iread_at_all_c", "MPI_File_iread_at_c", "MPI_File_iread_c",
    "MPI_File_iread_shared", "MPI_File_iread_shared_c", "MPI_File_iwrite", "MPI_File_iwrite_all",
    "MPI_File_iwrite_all_c", "MPI_File_iwrite_at", "MPI_File_iwrite_at_all", "MPI_File_iwrite_at_all_c",
    "MPI_File_iwrite_at_c", "MPI_File_iwrite_c", "MPI_File_iwrite_shared", "MPI_File_iwrite_shared_c",
    "MPI_File_open", "MPI_File_preallocate", "MPI_File_read", "MPI_File_read_all", "MPI_File_read_all_begin",
    "MPI_File_read_all_begin_c", "MPI_File_read_all_c", "MPI_File_read_all_end", "MPI_File_read_at",
    "MPI_File_read_at_all", "MPI_File_read_at_all_begin", "MPI_File_read_at_all_begin_c", "MPI_File_read_at_all_c",
    "MPI_File_read_at_all_end", "MPI_File_read_at_c", "MPI_File_read_c", "MPI_File_read_ordered",
    "MPI_File_read_ordered_begin", "MPI_File_read_ordered_begin_c", "MPI_File_read_ordered_c",
    "MPI_File_read_ordered_end", "MPI_File_read_shared", "MPI_File_read_shared_c", "MPI_File_seek",
    "MPI_File_seek_shared", "MPI_File_set_atomicity", "MPI_File_set_errhandler", "MPI_File_set_info",
    "MPI_File_set_size", "MPI_File_set_view", "MPI_File_sync", "MPI_File_toint", "MPI_File_write",
    "MPI_File_write_all", "MPI_File_write_all_begin", "MPI_File_write_all_begin_c", "MPI_File_write_all_c",
    "MPI_File_write_all_end", "MPI_File_write_at", "MPI_File_write_at_all", "MPI_File_write_at_all_begin",
    "MPI_File_write_at_all_begin_c", "MPI_File_write_at_all_c", "MPI_File_write_at_all_end", "MPI_File_write_at_c",
    "MPI_File_write_c", "MPI_File_write_ordered", "MPI_File_write_ordered_begin", "MPI_File_write_ordered_begin_c",
    "MPI_File_write_ordered_c", "MPI_File_write_ordered_end", "MPI_File_write_shared", "MPI_File_write_shared_c",
    "MPI_Finalize", "MPI_Finalized", "MPI_Free_mem", "MPI_Gather", "MPI_Gather_c", "MPI_Gather_init",
    "MPI_Gather_init_c", "MPI_Gatherv", "MPI_Gatherv_c", "MPI_Gatherv_init", "MPI_Gatherv_init_c", "MPI_Get",
    "MPI_Get_accumulate", "MPI_Get_accumulate_c", "MPI_Get_address", "MPI_Get_c", "MPI_Get_count", "MPI_Get_count_c",
    "MPI_Get_elements", "MPI_Get_elements_c", "MPI_Get_elements_x", "MPI_Get_hw_resource_info",
    "MPI_Get_library_version", "MPI_Get_processor_name", "MPI_Get_version", "MPI_Graph_create", "MPI_Graph_get",
    "MPI_Graph_map", "MPI_Graph_neighbors", "MPI_Graph_neighbors_count", "MPI_Graphdims_get", "MPI_Grequest_complete",
    "MPI_Grequest_start", "MPI_Group_compare", "MPI_Group_difference", "MPI_Group_excl", "MPI_Group_free",
    "MPI_Group_from_session_pset", "MPI_Group_fromint", "MPI_Group_incl", "MPI_Group_intersection",
    "MPI_Group_range_excl", "MPI_Group_range_incl", "MPI_Group_rank", "MPI_Group_size", "MPI_Group_toint",
    "MPI_Group_translate_ranks", "MPI_Group_union", "MPI_Iallgather", "MPI_Iallgather_c", "MPI_Iallgatherv",
    "MPI_Iallgatherv_c", "MPI_Iallreduce", "MPI_Iallreduce_c", "MPI_Ialltoall", "MPI_Ialltoall_c", "MPI_Ialltoallv",
    "MPI_Ialltoallv_c", "MPI_Ialltoallw", "MPI_Ialltoallw_c", "MPI_Ibarrier", "MPI_Ibcast", "MPI_Ibcast_c",
    "MPI_Ibsend", "MPI_Ibsend_c", "MPI_Iexscan", "MPI_Iexscan_c", "MPI_Igather", "MPI_Igather_c", "MPI_Igatherv",
    "MPI_Igatherv_c", "MPI_Improbe", "MPI_Imrecv", "MPI_Imrecv_c", "MPI_Ineighbor_allgather",
    "MPI_Ineighbor_allgather_c", "MPI_Ineighbor_allgatherv", "MPI_Ineighbor_allgatherv_c", "MPI_Ineighbor_alltoall",
    "MPI_Ineighbor_alltoall_c", "MPI_Ineighbor_alltoallv", "MPI_Ineighbor_alltoallv_c", "MPI_Ineighbor_alltoallw",
    "MPI_Ineighbor_alltoallw_c", "MPI_Info_create", "MPI_Info_create_env", "MPI_Info_delete", "MPI_Info_dup",
    "MPI_Info_free", "MPI_Info_fromint", "MPI_Info_get", "MPI_Info_get_nkeys", "MPI_Info_get_nthkey",
    "MPI_Info_get_string", "MPI_Info_get_valuelen", "MPI_Info_set", "MPI_Info_toint", "MPI_Init", "MPI_Init_thread",
    "MPI_Initialized", "MPI_Intercomm_create", "MPI_Intercomm_create_from_groups", "MPI_Intercomm_merge",
    "MPI_Iprobe", "MPI_Irecv", "MPI_Irecv_c", "MPI_Ireduce", "MPI_Ireduce_c", "MPI_Ireduce_scatter",
    "MPI_Ireduce_scatter_block", "MPI_Ireduce_scatter_block_c", "MPI_Ireduce_scatter_c", "MPI_Irsend", "MPI_Irsend_c",
    "MPI_Is_thread_main", "MPI_Iscan", "MPI_Iscan_c", "MPI_Iscatter", "MPI_Iscatter_c", "MPI_Iscatterv",
    "MPI_Iscatterv_c", "MPI_Isend", "MPI_Isend_c", "MPI_Isendrecv", "MPI_Isendrecv_c", "MPI_Isendrecv_replace",
    "MPI_Isendrecv_replace_c", "MPI_Issend", "MPI_Issend_c", "MPI_Keyval_create", "MPI_Keyval_free",
    "MPI_Lookup_name", "MPI_Message_fromint", "MPI_Message_toint", "MPI_Mprobe", "MPI_Mrecv", "MPI_Mrecv_c",
    "MPI_Neighbor_allgather", "MPI_Neighbor_allgather_c", "MPI_Neighbor_allgather_init",
    "MPI_Neighbor_allgather_init_c", "MPI_Neighbor_allgatherv", "MPI_Neighbor_allgatherv_c",
    "MPI_Neighbor_allgatherv_init", "MPI_Neighbor_allgatherv_init_c", "MPI_Neighbor_alltoall",
    "MPI_Neighbor_alltoall_c", "MPI_Neighbor_alltoall_init", "MPI_Neighbor_alltoall_init_c", "MPI_Neighbor_alltoallv",
    "MPI_Neighbor_alltoallv_c", "MPI_Neighbor_alltoallv_init", "MPI_Neighbor_alltoallv_init_c",
    "MPI_Neighbor_alltoallw", "MPI_Neighbor_alltoallw_c", "MPI_Neighbor_alltoallw_init",
    "MPI_Neighbor_alltoallw_init_c", "MPI_Op_commutative", "MPI_Op_create", "MPI_Op_create_c", "MPI_Op_free",
    "MPI_Op_fromint", "MPI_Op_toint", "MPI_Open_port", "MPI_Pack", "MPI_Pack_c", "MPI_Pack_external",
    "MPI_Pack_external_c", "MPI_Pack_external_size", "MPI_Pack_external_size_c", "MPI_Pack_size", "MPI_Pack_size_c",
    "MPI_Parrived", "MPI_Pcontrol", "MPI_Pready", "MPI_Pready_list", "MPI_Pready_range", "MPI_Precv_init",
    "MPI_Precv_init_c", "MPI_Probe", "MPI_Psend_init", "MPI_Psend_init_c", "MPI_Publish_name", "MPI_Put", "MPI_Put_c",
    "MPI_Query_thread", "MPI_Raccumulate", "MPI_Raccumulate_c", "MPI_Recv", "MPI_Recv_c", "MPI_Recv_init",
    "MPI_Recv_init_c", "MPI_Reduce", "MPI_Reduce_c", "MPI_Reduce_init", "MPI_Reduce_init_c", "MPI_Reduce_local",
    "MPI_Reduce_local_c", "MPI_Reduce_scatter", "MPI_Reduce_scatter_block", "MPI_Reduce_scatter_block_c",
    "MPI_Reduce_scatter_block_init", "MPI_Reduce_scatter_block_init_c", "MPI_Reduce_scatter_c",
    "MPI_Reduce_scatter_init", "MPI_Reduce_scatter_init_c", "MPI_Register_datarep", "MPI_Register_datarep_c",
    "MPI_Remove_error_class", "MPI_Remove_error_code", "MPI_Remove_error_string", "MPI_Request_free",
    "MPI_Request_fromint", "MPI_Request_get_status", "MPI_Request_get_status_all", "MPI_Request_get_status_any",
    "MPI_Request_get_status_some", "MPI_Request_toint", "MPI_Rget", "MPI_Rget_accumulate", "MPI_Rget_accumulate_c",
    "MPI_Rget_c", "MPI_Rput", "MPI_Rput_c", "MPI_Rsend", "MPI_Rsend_c", "MPI_Rsend_init", "MPI_Rsend_init_c",
    "MPI_Scan", "MPI_Scan_c", "MPI_Scan_init", "MPI_Scan_init_c", "MPI_Scatter", "MPI_Scatter_c", "MPI_Scatter_init",
    "MPI_Scatter_init_c", "MPI_Scatterv", "MPI_Scatterv_c", "MPI_Scatterv_init", "MPI_Scatterv_init_c", "MPI_Send",
    "MPI_Send_c", "MPI_Send_init", "MPI_Send_init_c", "MPI_Sendrecv", "MPI_Sendrecv_c", "MPI_Sendrecv_replace",
    "MPI_Sendrecv_replace_c", "MPI_Session_attach_buffer", "MPI_Session_attach_buffer_c",
    "MPI_Session_call_errhandler", "MPI_Session_create_errhandler", "MPI_Session_detach_buffer",
    "MPI_Session_detach_buffer_c", "MPI_Session_finalize", "MPI_Session_flush_buffer", "MPI_Session_fromint",
    "MPI_Session_get_errhandler", "MPI_Session_get_info", "MPI_Session_get_nth_pset", "MPI_Session_get_num_psets",
    "MPI_Session_get_pset_info", "MPI_Session_iflush_buffer", "MPI_Session_init", "MPI_Session_set_errhandler",
    "MPI_Session_toint", "MPI_Ssend", "MPI_Ssend_c", "MPI_Ssend_init", "MPI_Ssend_init_c", "MPI_Start",
    "MPI_Startall", "MPI_Status_get_error", "MPI_Status_get_source", "MPI_Status_get_tag", "MPI_Status_set_cancelled",
    "MPI_Status_set_elements", "MPI_Status_set_elements_c", "MPI_Status_set_elements_x", "MPI_Status_set_error",
    "MPI_Status_set_source", "MPI_Status_set_tag", "MPI_T_category_changed", "MPI_T_category_get_categories",
    "MPI_T_category_get_cvars", "MPI_T_category_get_events", "MPI_T_category_get_index", "MPI_T_category_get_info",
    "MPI_T_category_get_num", "MPI_T_category_get_num_events", "MPI_T_category_get_pvars", "MPI_T_cvar_get_index",
    "MPI_T_cvar_get_info", "MPI_T_cvar_get_num", "MPI_T_cvar_handle_alloc", "MPI_T_cvar_handle_free",
    "MPI_T_cvar_read", "MPI_T_cvar_write", "MPI_T_enum_get_info", "MPI_T_enum_get_item",
    "MPI_T_event_callback_get_info", "MPI_T_event_callback_set_info", "MPI_T_event_copy", "MPI_T_event_get_index",
    "MPI_T_event_get_info", "MPI_T_event_get_num", "MPI_T_event_get_source", "MPI_T_event_get_timestamp",
    "MPI_T_event_handle_alloc", "MPI_T_event_handle_free", "MPI_T_event_handle_get_info",
    "MPI_T_event_handle_set_info", "MPI_T_event_read", "MPI_T_event_register_callback",
    "MPI_T_event_set_dropped_handler", "MPI_T_finalize", "MPI_T_init_thread", "MPI_T_pvar_get_index",
    "MPI_T_pvar_get_info", "MPI_T_pvar_get_num", "MPI_T_pvar_handle_alloc", "MPI_T_pvar_handle_free",
    "MPI_T_pvar_read", "MPI_T_pvar_readreset", "MPI_T_pvar_reset", "MPI_T_pvar_session_create",
    "MPI_T_pvar_session_free", "MPI_T_pvar_start", "MPI_T_pvar_stop", "MPI_T_pvar_write", "MPI_T_source_get_info",
    "MPI_T_source_get_num", "MPI_T_source_get_timestamp", "MPI_Test", "MPI_Test_cancelled", "MPI_Testall",
    "MPI_Testany", "MPI_Testsome", "MPI_Topo_test", "MPI_Type_commit", "MPI_Type_contiguous", "MPI_Type_contiguous_c",
    "MPI_Type_create_darray", "MPI_Type_create_darray_c", "MPI_Type_create_f90_complex",
    "MPI_Type_create_f90_integer", "MPI_Type_create_f90_real", "MPI_Type_create_hindexed",
    "MPI_Type_create_hindexed_block", "MPI_Type_create_hindexed_block_c", "MPI_Type_create_hindexed_c",
    "MPI_Type_create_hvector", "MPI_Type_create_hvector_c", "MPI_Type_create_indexed_block",
    "MPI_Type_create_indexed_block_c", "MPI_Type_create_keyval", "MPI_Type_create_resized",
    "MPI_Type_create_resized_c", "MPI_Type_create_struct", "MPI_Type_create_struct_c", "MPI_Type_create_subarray",
    "MPI_Type_create_subarray_c", "MPI_Type_delete_attr", "MPI_Type_dup", "MPI_Type_free", "MPI_Type_free_keyval",
    "MPI_Type_fromint", "MPI_Type_get_attr", "MPI_Type_get_contents", "MPI_Type_get_contents_c",
    "MPI_Type_get_envelope", "MPI_Type_get_envelope_c", "MPI_Type_get_extent", "MPI_Type_get_extent_c",
    "MPI_Type_get_extent_x", "MPI_Type_get_name", "MPI_Type_get_true_extent", "MPI_Type_get_true_extent_c",
    "MPI_Type_get_true_extent_x", "MPI_Type_get_value_index", "MPI_Type_indexed", "MPI_Type_indexed_c",
    "MPI_Type_match_size", "MPI_Type_set_attr", "MPI_Type_set_name", "MPI_Type_size", "MPI_Type_size_c",
    "MPI_Type_size_x", "MPI_Type_toint", "MPI_Type_vector", "MPI_Type_vector_c", "MPI_Unpack", "MPI_Unpack_c",
    "MPI_Unpack_external", "MPI_Unpack_external_c", "MPI_Unpublish_name", "MPI_Wait", "MPI_Waitall", "MPI_Waitany",
    "MPI_Waitsome", "MPI_Win_allocate", "MPI_Win_allocate_c", "MPI_Win_allocate_shared", "MPI_Win_allocate_shared_c",
    "MPI_Win_attach", "MPI_Win_call_errhandler", "MPI_Win_complete", "MPI_Win_create", "MPI_Win_create_c",
    "MPI_Win_create_dynamic", "MPI_Win_create_errhandler", "MPI_Win_create_keyval", "MPI_Win_delete_attr",
    "MPI_Win_detach", "MPI_Win_fence", "MPI_Win_flush", "MPI_Win_flush_all", "MPI_Win_flush_local",
    "MPI_Win_flush_local_all", "MPI_Win_free", "MPI_Win_free_keyval", "MPI_Win_fromint", "MPI_Win_get_attr",
    "MPI_Win_get_errhandler", "MPI_Win_get_group", "MPI_Win_get_info", "MPI_Win_get_name", "MPI_Win_lock",
    "MPI_Win_lock_all", "MPI_Win_post", "MPI_Win_set_attr", "MPI_Win_set_errhandler", "MPI_Win_set_info",
    "MPI_Win_set_name", "MPI_Win_shared_query", "MPI_Win_shared_query_c", "MPI_Win_start", "MPI_Win_sync",
    "MPI_Win_test", "MPI_Win_toint", "MPI_Win_unlock", "MPI_Win_unlock_all", "MPI_Win_wait", "MPI_Wtick", "MPI_Wtime",
    "close", "fsync", "ftruncate", "lseek", "mkdir", "open", "read", "rename", "rmdir", "stat", "unlink", "write",
];

#[rustfmt::skip]
static ALL: [Function; Function::COUNT] = {
    use Function::*;
    [
        AbiGetFortranBooleans, AbiGetFortranInfo, AbiGetInfo, AbiGetVersion, AbiSetFortranBooleans, AbiSetFortranInfo,
        Abort, Accumulate, AccumulateC, AddErrorClass, AddErrorCode, AddErrorString, AintAdd, AintDiff, Allgather,
        AllgatherC, AllgatherInit, AllgatherInitC, Allgatherv, AllgathervC, AllgathervInit, AllgathervInitC, AllocMem,
        Allreduce, AllreduceC, AllreduceInit, AllreduceInitC, Alltoall, AlltoallC, AlltoallInit, AlltoallInitC,
        Alltoallv, AlltoallvC, AlltoallvInit, AlltoallvInitC, Alltoallw, AlltoallwC, AlltoallwInit, AlltoallwInitC,
        AttrDelete, AttrGet, AttrPut, Barrier, BarrierInit, Bcast, BcastC, BcastInit, BcastInitC, Bsend, BsendC,
        BsendInit, BsendInitC, BufferAttach, BufferAttachC, BufferDetach, BufferDetachC, BufferFlush, BufferIflush,
        Cancel, CartCoords, CartCreate, CartGet, CartMap, CartRank, CartShift, CartSub, CartdimGet, ClosePort,
        CommAccept, CommAttachBuffer, CommAttachBufferC, CommCallErrhandler, CommCompare, CommConnect, CommCreate,
        CommCreateErrhandler, CommCreateFromGroup, CommCreateGroup, CommCreateKeyval, CommDeleteAttr,
        CommDetachBuffer, CommDetachBufferC, CommDisconnect, CommDup, CommDupWithInfo, CommFlushBuffer, CommFree,
        CommFreeKeyval, CommFromint, CommGetAttr, CommGetErrhandler, CommGetInfo, CommGetName, CommGetParent,
        CommGroup, CommIdup, CommIdupWithInfo, CommIflushBuffer, CommJoin, CommRank, CommRemoteGroup, CommRemoteSize,
        CommSetAttr, CommSetErrhandler, CommSetInfo, CommSetName, CommSize, CommSpawn, CommSpawnMultiple, CommSplit,
        CommSplitType, CommTestInter, CommToint, CompareAndSwap, DimsCreate, DistGraphCreate, DistGraphCreateAdjacent,
        DistGraphNeighbors, DistGraphNeighborsCount, ErrhandlerFree, ErrhandlerFromint, ErrhandlerToint, ErrorClass,
        ErrorString, Exscan, ExscanC, ExscanInit, ExscanInitC, FetchAndOp, FileCallErrhandler, FileClose,
        FileCreateErrhandler, FileDelete, FileFromint, FileGetAmode, FileGetAtomicity, FileGetByteOffset,
        FileGetErrhandler, FileGetGroup, FileGetInfo, FileGetPosition, FileGetPositionShared, FileGetSize,
        FileGetTypeExtent, FileGetTypeExtentC, FileGetView, FileIread, FileIreadAll, FileIreadAllC, FileIreadAt,
        FileIreadAtAll, FileIreadAtAllC, FileIreadAtC, FileIreadC, FileIreadShared, FileIreadSharedC, FileIwrite,
        FileIwriteAll, FileIwriteAllC, FileIwriteAt, FileIwriteAtAll, FileIwriteAtAllC, FileIwriteAtC, FileIwriteC,
        FileIwriteShared, FileIwriteSharedC, FileOpen, FilePreallocate, FileRead, FileReadAll, FileReadAllBegin,
        FileReadAllBeginC, FileReadAllC, FileReadAllEnd, FileReadAt, FileReadAtAll, FileReadAtAllBegin,
        FileReadAtAllBeginC, FileReadAtAllC, FileReadAtAllEnd, FileReadAtC, FileReadC, FileReadOrdered,
        FileReadOrderedBegin, FileReadOrderedBeginC, FileReadOrderedC, FileReadOrderedEnd, FileReadShared,
        FileReadSharedC, FileSeek, FileSeekShared, FileSetAtomicity, FileSetErrhandler, FileSetInfo, FileSetSize,
        FileSetView, FileSync, FileToint, FileWrite, FileWriteAll, FileWriteAllBegin, FileWriteAllBeginC,
        FileWriteAllC, FileWriteAllEnd, FileWriteAt, FileWriteAtAll, FileWriteAtAllBegin, FileWriteAtAllBeginC,
        FileWriteAtAllC, FileWriteAtAllEnd, FileWriteAtC, FileWriteC, FileWriteOrdered, FileWriteOrderedBegin,
        FileWriteOrderedBeginC, FileWriteOrderedC, FileWriteOrderedEnd, FileWriteShared, FileWriteSharedC, Finalize,
        Finalized, FreeMem, Gather, GatherC, GatherInit, GatherInitC, Gatherv, GathervC, GathervInit, GathervInitC,
        Get, GetAccumulate, GetAccumulateC, GetAddress, GetC, GetCount, GetCountC, GetElements, GetElementsC,
        GetElementsX, GetHwResourceInfo, GetLibraryVersion, GetProcessorName, GetVersion, GraphCreate, GraphGet,
        GraphMap, GraphNeighbors, GraphNeighborsCount, GraphdimsGet, GrequestComplete, GrequestStart, GroupCompare,
        GroupDifference, GroupExcl, GroupFree, GroupFromSessionPset, GroupFromint, GroupIncl, GroupIntersection,
        GroupRangeExcl, GroupRangeIncl, GroupRank, GroupSize, GroupToint, GroupTranslateRanks, GroupUnion, Iallgather,
        IallgatherC, Iallgatherv, IallgathervC, Iallreduce, IallreduceC, Ialltoall, IalltoallC, Ialltoallv,
        IalltoallvC, Ialltoallw, IalltoallwC, Ibarrier, Ibcast, IbcastC, Ibsend, IbsendC, Iexscan, IexscanC, Igather,
        IgatherC, Igatherv, IgathervC, Improbe, Imrecv, ImrecvC, IneighborAllgather, IneighborAllgatherC,
        IneighborAllgatherv, IneighborAllgathervC, IneighborAlltoall, IneighborAlltoallC, IneighborAlltoallv,
        IneighborAlltoallvC, IneighborAlltoallw, IneighborAlltoallwC, InfoCreate, InfoCreateEnv, InfoDelete, InfoDup,
        InfoFree, InfoFromint, InfoGet, InfoGetNkeys, InfoGetNthkey, InfoGetString, InfoGetValuelen, InfoSet,
        InfoToint, Init, InitThread, Initialized, IntercommCreate, IntercommCreateFromGroups, IntercommMerge, Iprobe,
        Irecv, IrecvC, Ireduce, IreduceC, IreduceScatter, IreduceScatterBlock, IreduceScatterBlockC, IreduceScatterC,
        Irsend, IrsendC, IsThreadMain, Iscan, IscanC, Iscatter, IscatterC, Iscatterv, IscattervC, Isend, IsendC,
        Isendrecv, IsendrecvC, IsendrecvReplace, IsendrecvReplaceC, Issend, IssendC, KeyvalCreate, KeyvalFree,
        LookupName, MessageFromint, MessageToint, Mprobe, Mrecv, MrecvC, NeighborAllgather, NeighborAllgatherC,
        NeighborAllgatherInit, NeighborAllgatherInitC, NeighborAllgatherv, NeighborAllgathervC,
        NeighborAllgathervInit, NeighborAllgathervInitC, NeighborAlltoall, NeighborAlltoallC, NeighborAlltoallInit,
        NeighborAlltoallInitC, NeighborAlltoallv, NeighborAlltoallvC, NeighborAlltoallvInit, NeighborAlltoallvInitC,
        NeighborAlltoallw, NeighborAlltoallwC, NeighborAlltoallwInit, NeighborAlltoallwInitC, OpCommutative, OpCreate,
        OpCreateC, OpFree, OpFromint, OpToint, OpenPort, Pack, PackC, PackExternal, PackExternalC, PackExternalSize,
        PackExternalSizeC, PackSize, PackSizeC, Parrived, Pcontrol, Pready, PreadyList, PreadyRange, PrecvInit,
        PrecvInitC, Probe, PsendInit, PsendInitC, PublishName, Put, PutC, QueryThread, Raccumulate, RaccumulateC,
        Recv, RecvC, RecvInit, RecvInitC, Reduce, ReduceC, ReduceInit, ReduceInitC, ReduceLocal, ReduceLocalC,
        ReduceScatter, ReduceScatterBlock, ReduceScatterBlockC, ReduceScatterBlockInit, ReduceScatterBlockInitC,
        ReduceScatterC, ReduceScatterInit, ReduceScatterInitC, RegisterDatarep, RegisterDatarepC, RemoveErrorClass,
        RemoveErrorCode, RemoveErrorString, RequestFree, RequestFromint, RequestGetStatus, RequestGetStatusAll,
        RequestGetStatusAny, RequestGetStatusSome, RequestToint, Rget, RgetAccumulate, RgetAccumulateC, RgetC, Rput,
        RputC, Rsend, RsendC, RsendInit, RsendInitC, Scan, ScanC, ScanInit, ScanInitC, Scatter, ScatterC, ScatterInit,
        ScatterInitC, Scatterv, ScattervC, ScattervInit, ScattervInitC, Send, SendC, SendInit, SendInitC, Sendrecv,
        SendrecvC, SendrecvReplace, SendrecvReplaceC, SessionAttachBuffer, SessionAttachBufferC,
        SessionCallErrhandler, SessionCreateErrhandler, SessionDetachBuffer, SessionDetachBufferC, SessionFinalize,
        SessionFlushBuffer, SessionFromint, SessionGetErrhandler, SessionGetInfo, SessionGetNthPset,
        SessionGetNumPsets, SessionGetPsetInfo, SessionIflushBuffer, SessionInit, SessionSetErrhandler, SessionToint,
        Ssend, SsendC, SsendInit, SsendInitC, Start, Startall, StatusGetError, StatusGetSource, StatusGetTag,
        StatusSetCancelled, StatusSetElements, StatusSetElementsC, StatusSetElementsX, StatusSetError,
        StatusSetSource, StatusSetTag, TCategoryChanged, TCategoryGetCategories, TCategoryGetCvars,
        TCategoryGetEvents, TCategoryGetIndex, TCategoryGetInfo, TCategoryGetNum, TCategoryGetNumEvents,
        TCategoryGetPvars, TCvarGetIndex, TCvarGetInfo, TCvarGetNum, TCvarHandleAlloc, TCvarHandleFree, TCvarRead,
        TCvarWrite, TEnumGetInfo, TEnumGetItem, TEventCallbackGetInfo, TEventCallbackSetInfo, TEventCopy,
        TEventGetIndex, TEventGetInfo, TEventGetNum, TEventGetSource, TEventGetTimestamp, TEventHandleAlloc,
        TEventHandleFree, TEventHandleGetInfo, TEventHandleSetInfo, TEventRead, TEventRegisterCallback,
        TEventSetDroppedHandler, TFinalize, TInitThread, TPvarGetIndex, TPvarGetInfo, TPvarGetNum, TPvarHandleAlloc,
        TPvarHandleFree, TPvarRead, TPvarReadreset, TPvarReset, TPvarSessionCreate, TPvarSessionFree, TPvarStart,
        TPvarStop, TPvarWrite, TSourceGetInfo, TSourceGetNum, TSourceGetTimestamp, Test, TestCancelled, Testall,
        Testany, Testsome, TopoTest, TypeCommit, TypeContiguous, TypeContiguousC, TypeCreateDarray, TypeCreateDarrayC,
        TypeCreateF90Complex, TypeCreateF90Integer, TypeCreateF90Real, TypeCreateHindexed, TypeCreateHindexedBlock,
        TypeCreateHindexedBlockC, TypeCreateHindexedC, TypeCreateHvector, TypeCreateHvectorC, TypeCreateIndexedBlock,
        TypeCreateIndexedBlockC, TypeCreateKeyval, TypeCreateResized, TypeCreateResizedC, TypeCreateStruct,
        TypeCreateStructC, TypeCreateSubarray, TypeCreateSubarrayC, TypeDeleteAttr, TypeDup, TypeFree, TypeFreeKeyval,
        TypeFromint, TypeGetAttr, TypeGetContents, TypeGetContentsC, TypeGetEnvelope, TypeGetEnvelopeC, TypeGetExtent,
        TypeGetExtentC, TypeGetExtentX, TypeGetName, TypeGetTrueExtent, TypeGetTrueExtentC, TypeGetTrueExtentX,
        TypeGetValueIndex, TypeIndexed, TypeIndexedC, TypeMatchSize, TypeSetAttr, TypeSetName, TypeSize, TypeSizeC,
        TypeSizeX, TypeToint, TypeVector, TypeVectorC, Unpack, UnpackC, UnpackExternal, UnpackExternalC,
        UnpublishName, Wait, Waitall, Waitany, Waitsome, WinAllocate, WinAllocateC, WinAllocateShared,
        WinAllocateSharedC, WinAttach, WinCallErrhandler, WinComplete, WinCreate, WinCreateC, WinCreateDynamic,
        WinCreateErrhandler, WinCreateKeyval, WinDeleteAttr, WinDetach, WinFence, WinFlush, WinFlushAll,
        WinFlushLocal, WinFlushLocalAll, WinFree, WinFreeKeyval, WinFromint, WinGetAttr, WinGetErrhandler,
        WinGetGroup, WinGetInfo, WinGetName, WinLock, WinLockAll, WinPost, WinSetAttr, WinSetErrhandler, WinSetInfo,
        WinSetName, WinSharedQuery, WinSharedQueryC, WinStart, WinSync, WinTest, WinToint, WinUnlock, WinUnlockAll,
        WinWait, Wtick, Wtime, PosixClose, PosixFsync, PosixFtruncate, PosixLseek, PosixMkdir, PosixOpen, PosixRead,
        PosixRename, PosixRmdir, PosixStat, PosixUnlink, PosixWrite,
    ]
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn index_and_name_lead_back_to_the_function() {
        for (index, function) in Function::all().enumerate() {
            assert_eq!(function as usize, index);
            assert_eq!(Function::from_index(function as u16), Some(function));
            assert_eq!(Function::from_name(function.name()), Some(function));
        }
        assert_eq!(Function::from_index(Function::COUNT as u16), None);
        assert_eq!(Function::from_name("MPI_Sent"), None);
    }

    #[test]
    fn variants_carry_their_own_c_names() {
        assert_eq!(Function::Abort.name(), "MPI_Abort");
        assert_eq!(Function::BcastC.name(), "MPI_Bcast_c");
        assert_eq!(Function::TCvarRead.name(), "MPI_T_cvar_read");
        assert_eq!(Function::TypeCreateF90Real.to_string(), "MPI_Type_create_f90_real");
        assert_eq!(Function::Wtime.name(), "MPI_Wtime");
        assert_eq!(Function::PosixWrite.name(), "write");
        assert_eq!([Function::Wtime, Function::PosixClose].map(Function::is_mpi), [true, false]);
        assert!(Function::all().all(|function| function.is_mpi() == function.name().starts_with("MPI_")));
    }
}
