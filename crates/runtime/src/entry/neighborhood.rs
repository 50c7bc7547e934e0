//! Entry points (the functions to which the program's MPI calls lead) of neighbourhood collectives, in their three forms:
//! blocking, non-blocking and persistent (MPI 5.0 §8.6–§8.8).

use super::abi::put_handle;
use super::collective::{blocks, collectives, datatypes, init, numbers, run, start, typed_blocks};
use super::send::data;
use super::{address, handle, with_large_count};
use mpi_rank::Rank;
use mpi_rank::collective::BlockArgs;
use ops::Operation;
use std::ffi::c_void;

collectives! {
    { [NeighborAllgather: fn wt_MPI_Neighbor_allgather()] [NeighborAllgatherC: fn wt_MPI_Neighbor_allgather_c()] }
    { [IneighborAllgather: fn wt_MPI_Ineighbor_allgather()] [IneighborAllgatherC: fn wt_MPI_Ineighbor_allgather_c()] }
    { [NeighborAllgatherInit: fn wt_MPI_Neighbor_allgather_init()]
        [NeighborAllgatherInitC: fn wt_MPI_Neighbor_allgather_init_c()] }
    (sendbuf: *const c_void, sendcount: Count, sendtype: usize, recvbuf: *mut c_void, recvcount: Count,
        recvtype: usize) |rank, comm| {
        rank.neighbor_allgather(comm, data(sendbuf, sendcount, sendtype), data(recvbuf, recvcount, recvtype))
    }
}

collectives! {
    { [NeighborAllgatherv: fn wt_MPI_Neighbor_allgatherv()] [NeighborAllgathervC: fn wt_MPI_Neighbor_allgatherv_c()] }
    { [IneighborAllgatherv: fn wt_MPI_Ineighbor_allgatherv()]
        [IneighborAllgathervC: fn wt_MPI_Ineighbor_allgatherv_c()] }
    { [NeighborAllgathervInit: fn wt_MPI_Neighbor_allgatherv_init()]
        [NeighborAllgathervInitC: fn wt_MPI_Neighbor_allgatherv_init_c()] }
    (sendbuf: *const c_void, sendcount: Count, sendtype: usize, recvbuf: *mut c_void, recvcounts: *const Count,
        displs: *const Displacement, recvtype: usize) |rank, comm| {
        let recv = blocks!(recvbuf, recvcounts, displs, recvtype);
        rank.neighbor_allgatherv(comm, data(sendbuf, sendcount, sendtype), &recv)
    }
}

collectives! {
    { [NeighborAlltoall: fn wt_MPI_Neighbor_alltoall()] [NeighborAlltoallC: fn wt_MPI_Neighbor_alltoall_c()] }
    { [IneighborAlltoall: fn wt_MPI_Ineighbor_alltoall()] [IneighborAlltoallC: fn wt_MPI_Ineighbor_alltoall_c()] }
    { [NeighborAlltoallInit: fn wt_MPI_Neighbor_alltoall_init()]
        [NeighborAlltoallInitC: fn wt_MPI_Neighbor_alltoall_init_c()] }
    (sendbuf: *const c_void, sendcount: Count, sendtype: usize, recvbuf: *mut c_void, recvcount: Count,
        recvtype: usize) |rank, comm| {
        rank.neighbor_alltoall(comm, data(sendbuf, sendcount, sendtype), data(recvbuf, recvcount, recvtype))
    }
}

collectives! {
    { [NeighborAlltoallv: fn wt_MPI_Neighbor_alltoallv()] [NeighborAlltoallvC: fn wt_MPI_Neighbor_alltoallv_c()] }
    { [IneighborAlltoallv: fn wt_MPI_Ineighbor_alltoallv()] [IneighborAlltoallvC: fn wt_MPI_Ineighbor_alltoallv_c()] }
    { [NeighborAlltoallvInit: fn wt_MPI_Neighbor_alltoallv_init()]
        [NeighborAlltoallvInitC: fn wt_MPI_Neighbor_alltoallv_init_c()] }
    (sendbuf: *const c_void, sendcounts: *const Count, sdispls: *const Displacement, sendtype: usize,
        recvbuf: *mut c_void, recvcounts: *const Count, rdispls: *const Displacement, recvtype: usize) |rank, comm| {
        let send = blocks!(sendbuf, sendcounts, sdispls, sendtype);
        let recv = blocks!(recvbuf, recvcounts, rdispls, recvtype);
        rank.neighbor_alltoallv(Operation::NeighborAlltoallv, comm, &send, &recv)
    }
}

// Displacements are of type MPI_Aint in both forms of the last.
collectives! {
    { [NeighborAlltoallw: fn wt_MPI_Neighbor_alltoallw()] [NeighborAlltoallwC: fn wt_MPI_Neighbor_alltoallw_c()] }
    { [IneighborAlltoallw: fn wt_MPI_Ineighbor_alltoallw()] [IneighborAlltoallwC: fn wt_MPI_Ineighbor_alltoallw_c()] }
    { [NeighborAlltoallwInit: fn wt_MPI_Neighbor_alltoallw_init()]
        [NeighborAlltoallwInitC: fn wt_MPI_Neighbor_alltoallw_init_c()] }
    (sendbuf: *const c_void, sendcounts: *const Count, sdispls: *const i64, sendtypes: *const usize,
        recvbuf: *mut c_void, recvcounts: *const Count, rdispls: *const i64, recvtypes: *const usize) |rank, comm| {
        let send = typed_blocks!(sendbuf, sendcounts, sdispls, sendtypes);
        let recv = typed_blocks!(recvbuf, recvcounts, rdispls, recvtypes);
        rank.neighbor_alltoallv(Operation::NeighborAlltoallw, comm, &send, &recv)
    }
}
