//! Entry points of collective operations in their three forms: blocking, non-blocking and persistent (MPI 5.0 §6).

use super::abi::{Integer, put_handle};
use super::message::{begin_plan, comm_id, complete, outcome};
use super::persistent::inactive;
use super::send::data;
use super::{address, entry, handle, with_large_count};
use crate::call::Call;
use mpi_rank::collective::{BlockArgs, Plan};
use mpi_rank::requests::Special;
use mpi_rank::{Data, Fault, Handle, Rank, handles};
use ops::{Operation, PersistentStart};
use std::ffi::{c_int, c_void};

/// Does what a plan says and waits for its end.
#[inline]
pub(super) fn run(
    call: &mut Call,
    comm: Handle,
    plan: impl FnOnce(&Rank) -> Result<Plan, Fault>,
) -> Result<(), Fault> {
    let request = start(call, comm, plan, true)?;
    outcome(&complete(call, request))
}

/// Starts what a plan says: its request.
#[inline]
pub(super) fn start(
    call: &mut Call,
    comm: Handle,
    plan: impl FnOnce(&Rank) -> Result<Plan, Fault>,
    blocking: bool,
) -> Result<Handle, Fault> {
    let id = comm_id(call, comm)?;
    let plan = plan(call.rank())?;
    Ok(begin_plan(call, comm, id, plan, blocking))
}

/// Keeps a plan for later: its request.
pub(super) fn init(
    call: &mut Call,
    comm: Handle,
    info: Handle,
    plan: impl FnOnce(&Rank) -> Result<Plan, Fault>,
) -> Result<Handle, Fault> {
    let comm_number = comm_id(call, comm)?;
    let plan = plan(call.rank())?;
    let known = info == handles::INFO_NULL
        || info == handles::INFO_ENV
        || call.rank().existing().is_some_and(|objects| objects.infos.get(info).is_some());
    if !known {
        return Err(Fault::Info(info));
    }
    if let Some(reducer) = plan.call.reducer {
        call.rank().pin_reduction(reducer, true);
    }
    let initialised = &mut call.rank().comm_mut(comm)?.extra().persistent;
    let next = PersistentStart { operation: *initialised, round: 0 };
    *initialised += 1;
    Ok(inactive(call, comm, Special::Collective { comm: comm_number, plan, next }, true))
}

/// An array of the program's, one number per rank.
///
/// # Safety
/// The array has a number for every rank that is asked for.
pub(super) unsafe fn numbers<N: Integer>(array: *const N) -> impl Fn(u32) -> i64 {
    // SAFETY: as the caller says.
    move |rank| unsafe { array.add(rank as usize).read() }.wide()
}

/// An array of the program's, one datatype per rank.
///
/// # Safety
/// As [`numbers`].
pub(super) unsafe fn datatypes(array: *const usize) -> impl Fn(u32) -> Handle {
    // SAFETY: as the caller says.
    move |rank| handle(unsafe { array.add(rank as usize).read() })
}

/// The three forms of an operation with counts, each with its large-count twin.
macro_rules! collectives {
    ({ $($blocking:tt)* } { $($starting:tt)* } { $($persistent:tt)* }
        ($($argument:ident: $type:ty),* $(,)?) |$rank:ident, $comm:ident| $plan:block) => {
        with_large_count! {
            $($blocking)* ($($argument: $type,)* comm: usize) comm = comm |call| {
                let $comm = handle(comm);
                run(call, $comm, |$rank: &Rank| $plan)
            }
        }
        with_large_count! {
            $($starting)* ($($argument: $type,)* comm: usize, request: *mut usize) comm = comm |call| {
                let $comm = handle(comm);
                let started = start(call, $comm, |$rank: &Rank| $plan, false)?;
                put_handle(request, started)
            }
        }
        with_large_count! {
            $($persistent)* ($($argument: $type,)* comm: usize, info: usize, request: *mut usize) comm = comm |call| {
                let $comm = handle(comm);
                let made = init(call, $comm, handle(info), |$rank: &Rank| $plan)?;
                put_handle(request, made)
            }
        }
    };
}

entry! {
    Barrier: fn wt_MPI_Barrier(comm: usize) comm = comm |call| {
        run(call, handle(comm), |rank| Ok(rank.barrier()))
    }
}

entry! {
    Ibarrier: fn wt_MPI_Ibarrier(comm: usize, request: *mut usize) comm = comm |call| {
        let started = start(call, handle(comm), |rank| Ok(rank.barrier()), false)?;
        put_handle(request, started)
    }
}

entry! {
    BarrierInit: fn wt_MPI_Barrier_init(comm: usize, info: usize, request: *mut usize) comm = comm |call| {
        let made = init(call, handle(comm), handle(info), |rank| Ok(rank.barrier()))?;
        put_handle(request, made)
    }
}

collectives! {
    { [Bcast: fn wt_MPI_Bcast()] [BcastC: fn wt_MPI_Bcast_c()] }
    { [Ibcast: fn wt_MPI_Ibcast()] [IbcastC: fn wt_MPI_Ibcast_c()] }
    { [BcastInit: fn wt_MPI_Bcast_init()] [BcastInitC: fn wt_MPI_Bcast_init_c()] }
    (buffer: *mut c_void, count: Count, datatype: usize, root: c_int) |rank, comm| {
        rank.bcast(comm, data(buffer, count, datatype), root)
    }
}

collectives! {
    { [Gather: fn wt_MPI_Gather()] [GatherC: fn wt_MPI_Gather_c()] }
    { [Igather: fn wt_MPI_Igather()] [IgatherC: fn wt_MPI_Igather_c()] }
    { [GatherInit: fn wt_MPI_Gather_init()] [GatherInitC: fn wt_MPI_Gather_init_c()] }
    (sendbuf: *const c_void, sendcount: Count, sendtype: usize, recvbuf: *mut c_void, recvcount: Count,
        recvtype: usize, root: c_int) |rank, comm| {
        rank.gather(comm, data(sendbuf, sendcount, sendtype), data(recvbuf, recvcount, recvtype), Some(root))
    }
}

collectives! {
    { [Allgather: fn wt_MPI_Allgather()] [AllgatherC: fn wt_MPI_Allgather_c()] }
    { [Iallgather: fn wt_MPI_Iallgather()] [IallgatherC: fn wt_MPI_Iallgather_c()] }
    { [AllgatherInit: fn wt_MPI_Allgather_init()] [AllgatherInitC: fn wt_MPI_Allgather_init_c()] }
    (sendbuf: *const c_void, sendcount: Count, sendtype: usize, recvbuf: *mut c_void, recvcount: Count,
        recvtype: usize) |rank, comm| {
        rank.gather(comm, data(sendbuf, sendcount, sendtype), data(recvbuf, recvcount, recvtype), None)
    }
}

collectives! {
    { [Scatter: fn wt_MPI_Scatter()] [ScatterC: fn wt_MPI_Scatter_c()] }
    { [Iscatter: fn wt_MPI_Iscatter()] [IscatterC: fn wt_MPI_Iscatter_c()] }
    { [ScatterInit: fn wt_MPI_Scatter_init()] [ScatterInitC: fn wt_MPI_Scatter_init_c()] }
    (sendbuf: *const c_void, sendcount: Count, sendtype: usize, recvbuf: *mut c_void, recvcount: Count,
        recvtype: usize, root: c_int) |rank, comm| {
        rank.scatter(comm, data(sendbuf, sendcount, sendtype), data(recvbuf, recvcount, recvtype), root)
    }
}

collectives! {
    { [Alltoall: fn wt_MPI_Alltoall()] [AlltoallC: fn wt_MPI_Alltoall_c()] }
    { [Ialltoall: fn wt_MPI_Ialltoall()] [IalltoallC: fn wt_MPI_Ialltoall_c()] }
    { [AlltoallInit: fn wt_MPI_Alltoall_init()] [AlltoallInitC: fn wt_MPI_Alltoall_init_c()] }
    (sendbuf: *const c_void, sendcount: Count, sendtype: usize, recvbuf: *mut c_void, recvcount: Count,
        recvtype: usize) |rank, comm| {
        rank.alltoall(comm, data(sendbuf, sendcount, sendtype), data(recvbuf, recvcount, recvtype))
    }
}

/// The blocks of a `v` operation: one datatype, displacements in its extents.
macro_rules! blocks {
    ($buffer:ident, $counts:ident, $displs:ident, $datatype:ident) => {
        BlockArgs {
            address: address($buffer),
            count: &numbers($counts),
            displacement: &numbers($displs),
            datatype: &|_| handle($datatype),
            in_bytes: false,
        }
    };
}

/// The blocks of a `w` operation: a datatype for each rank, displacements in bytes.
macro_rules! typed_blocks {
    ($buffer:ident, $counts:ident, $displs:ident, $datatypes:ident) => {
        BlockArgs {
            address: address($buffer),
            count: &numbers($counts),
            displacement: &numbers($displs),
            datatype: &datatypes($datatypes),
            in_bytes: true,
        }
    };
}

collectives! {
    { [Gatherv: fn wt_MPI_Gatherv()] [GathervC: fn wt_MPI_Gatherv_c()] }
    { [Igatherv: fn wt_MPI_Igatherv()] [IgathervC: fn wt_MPI_Igatherv_c()] }
    { [GathervInit: fn wt_MPI_Gatherv_init()] [GathervInitC: fn wt_MPI_Gatherv_init_c()] }
    (sendbuf: *const c_void, sendcount: Count, sendtype: usize, recvbuf: *mut c_void, recvcounts: *const Count,
        displs: *const Displacement, recvtype: usize, root: c_int) |rank, comm| {
        let recv = blocks!(recvbuf, recvcounts, displs, recvtype);
        rank.gatherv(comm, data(sendbuf, sendcount, sendtype), &recv, Some(root))
    }
}

collectives! {
    { [Allgatherv: fn wt_MPI_Allgatherv()] [AllgathervC: fn wt_MPI_Allgatherv_c()] }
    { [Iallgatherv: fn wt_MPI_Iallgatherv()] [IallgathervC: fn wt_MPI_Iallgatherv_c()] }
    { [AllgathervInit: fn wt_MPI_Allgatherv_init()] [AllgathervInitC: fn wt_MPI_Allgatherv_init_c()] }
    (sendbuf: *const c_void, sendcount: Count, sendtype: usize, recvbuf: *mut c_void, recvcounts: *const Count,
        displs: *const Displacement, recvtype: usize) |rank, comm| {
        let recv = blocks!(recvbuf, recvcounts, displs, recvtype);
        rank.gatherv(comm, data(sendbuf, sendcount, sendtype), &recv, None)
    }
}

collectives! {
    { [Scatterv: fn wt_MPI_Scatterv()] [ScattervC: fn wt_MPI_Scatterv_c()] }
    { [Iscatterv: fn wt_MPI_Iscatterv()] [IscattervC: fn wt_MPI_Iscatterv_c()] }
    { [ScattervInit: fn wt_MPI_Scatterv_init()] [ScattervInitC: fn wt_MPI_Scatterv_init_c()] }
    (sendbuf: *const c_void, sendcounts: *const Count, displs: *const Displacement, sendtype: usize,
        recvbuf: *mut c_void, recvcount: Count, recvtype: usize, root: c_int) |rank, comm| {
        let send = blocks!(sendbuf, sendcounts, displs, sendtype);
        rank.scatterv(comm, &send, data(recvbuf, recvcount, recvtype), root)
    }
}

collectives! {
    { [Alltoallv: fn wt_MPI_Alltoallv()] [AlltoallvC: fn wt_MPI_Alltoallv_c()] }
    { [Ialltoallv: fn wt_MPI_Ialltoallv()] [IalltoallvC: fn wt_MPI_Ialltoallv_c()] }
    { [AlltoallvInit: fn wt_MPI_Alltoallv_init()] [AlltoallvInitC: fn wt_MPI_Alltoallv_init_c()] }
    (sendbuf: *const c_void, sendcounts: *const Count, sdispls: *const Displacement, sendtype: usize,
        recvbuf: *mut c_void, recvcounts: *const Count, rdispls: *const Displacement, recvtype: usize) |rank, comm| {
        let send = blocks!(sendbuf, sendcounts, sdispls, sendtype);
        let recv = blocks!(recvbuf, recvcounts, rdispls, recvtype);
        rank.alltoallv(Operation::Alltoallv, comm, &send, &recv)
    }
}

collectives! {
    { [Alltoallw: fn wt_MPI_Alltoallw()] [AlltoallwC: fn wt_MPI_Alltoallw_c()] }
    { [Ialltoallw: fn wt_MPI_Ialltoallw()] [IalltoallwC: fn wt_MPI_Ialltoallw_c()] }
    { [AlltoallwInit: fn wt_MPI_Alltoallw_init()] [AlltoallwInitC: fn wt_MPI_Alltoallw_init_c()] }
    (sendbuf: *const c_void, sendcounts: *const Count, sdispls: *const Displacement, sendtypes: *const usize,
        recvbuf: *mut c_void, recvcounts: *const Count, rdispls: *const Displacement, recvtypes: *const usize)
    |rank, comm| {
        let send = typed_blocks!(sendbuf, sendcounts, sdispls, sendtypes);
        let recv = typed_blocks!(recvbuf, recvcounts, rdispls, recvtypes);
        rank.alltoallv(Operation::Alltoallw, comm, &send, &recv)
    }
}

collectives! {
    { [Reduce: fn wt_MPI_Reduce()] [ReduceC: fn wt_MPI_Reduce_c()] }
    { [Ireduce: fn wt_MPI_Ireduce()] [IreduceC: fn wt_MPI_Ireduce_c()] }
    { [ReduceInit: fn wt_MPI_Reduce_init()] [ReduceInitC: fn wt_MPI_Reduce_init_c()] }
    (sendbuf: *const c_void, recvbuf: *mut c_void, count: Count, datatype: usize, op: usize, root: c_int)
    |rank, comm| {
        let buffers = (address(sendbuf), address(recvbuf));
        rank.reduction(Operation::Reduce, comm, buffers, elements(count, datatype), handle(op), root)
    }
}

/// Count and datatype of elements whose buffers are named apart.
fn elements<N: Integer>(count: N, datatype: usize) -> Data {
    data(std::ptr::null(), count, datatype)
}

macro_rules! unrooted_reductions {
    ($($operation:ident { $($names:tt)* })*) => {$(
        collectives! {
            $($names)*
            (sendbuf: *const c_void, recvbuf: *mut c_void, count: Count, datatype: usize, op: usize) |rank, comm| {
                let buffers = (address(sendbuf), address(recvbuf));
                rank.reduction(Operation::$operation, comm, buffers, elements(count, datatype), handle(op), 0)
            }
        }
    )*};
}

unrooted_reductions! {
    Allreduce {
        { [Allreduce: fn wt_MPI_Allreduce()] [AllreduceC: fn wt_MPI_Allreduce_c()] }
        { [Iallreduce: fn wt_MPI_Iallreduce()] [IallreduceC: fn wt_MPI_Iallreduce_c()] }
        { [AllreduceInit: fn wt_MPI_Allreduce_init()] [AllreduceInitC: fn wt_MPI_Allreduce_init_c()] }
    }
    Scan {
        { [Scan: fn wt_MPI_Scan()] [ScanC: fn wt_MPI_Scan_c()] }
        { [Iscan: fn wt_MPI_Iscan()] [IscanC: fn wt_MPI_Iscan_c()] }
        { [ScanInit: fn wt_MPI_Scan_init()] [ScanInitC: fn wt_MPI_Scan_init_c()] }
    }
    Exscan {
        { [Exscan: fn wt_MPI_Exscan()] [ExscanC: fn wt_MPI_Exscan_c()] }
        { [Iexscan: fn wt_MPI_Iexscan()] [IexscanC: fn wt_MPI_Iexscan_c()] }
        { [ExscanInit: fn wt_MPI_Exscan_init()] [ExscanInitC: fn wt_MPI_Exscan_init_c()] }
    }
}

collectives! {
    { [ReduceScatterBlock: fn wt_MPI_Reduce_scatter_block()]
        [ReduceScatterBlockC: fn wt_MPI_Reduce_scatter_block_c()] }
    { [IreduceScatterBlock: fn wt_MPI_Ireduce_scatter_block()]
        [IreduceScatterBlockC: fn wt_MPI_Ireduce_scatter_block_c()] }
    { [ReduceScatterBlockInit: fn wt_MPI_Reduce_scatter_block_init()]
        [ReduceScatterBlockInitC: fn wt_MPI_Reduce_scatter_block_init_c()] }
    (sendbuf: *const c_void, recvbuf: *mut c_void, recvcount: Count, datatype: usize, op: usize) |rank, comm| {
        let buffers = (address(sendbuf), address(recvbuf));
        rank.reduce_scatter_block(comm, buffers, elements(recvcount, datatype), handle(op))
    }
}

collectives! {
    { [ReduceScatter: fn wt_MPI_Reduce_scatter()] [ReduceScatterC: fn wt_MPI_Reduce_scatter_c()] }
    { [IreduceScatter: fn wt_MPI_Ireduce_scatter()] [IreduceScatterC: fn wt_MPI_Ireduce_scatter_c()] }
    { [ReduceScatterInit: fn wt_MPI_Reduce_scatter_init()] [ReduceScatterInitC: fn wt_MPI_Reduce_scatter_init_c()] }
    (sendbuf: *const c_void, recvbuf: *mut c_void, recvcounts: *const Count, datatype: usize, op: usize)
    |rank, comm| {
        let buffers = (address(sendbuf), address(recvbuf));
        rank.reduce_scatter(comm, buffers, &numbers(recvcounts), handle(datatype), handle(op))
    }
}

pub(super) use {blocks, collectives, typed_blocks};
