/* libmpi_abi.so.1: MPI's standard ABI on top of libwindtunnel.so. Generated from mpi/api.json by mpi/generate/generate.py: change those.
 *
 * PMPI_X is strong and MPI_X a weak alias, so that a tool may define MPI_X and call PMPI_X.
 */
#include "wt_entry.h"
#include "phase.h"

#define SITE __builtin_return_address(0)
#define ALIAS(name) __attribute__((weak, alias(name)))

int PMPI_Abi_get_fortran_booleans(int logical_size, void *logical_true, void *logical_false, int *is_set)
{
    return wt_MPI_Abi_get_fortran_booleans(SITE, logical_size, logical_true, logical_false, is_set);
}
int MPI_Abi_get_fortran_booleans(int logical_size, void *logical_true, void *logical_false, int *is_set) ALIAS("PMPI_Abi_get_fortran_booleans");

int PMPI_Abi_get_fortran_info(MPI_Info *info)
{
    return wt_MPI_Abi_get_fortran_info(SITE, info);
}
int MPI_Abi_get_fortran_info(MPI_Info *info) ALIAS("PMPI_Abi_get_fortran_info");

int PMPI_Abi_get_info(MPI_Info *info)
{
    return wt_MPI_Abi_get_info(SITE, info);
}
int MPI_Abi_get_info(MPI_Info *info) ALIAS("PMPI_Abi_get_info");

int PMPI_Abi_get_version(int *abi_major, int *abi_minor)
{
    return wt_MPI_Abi_get_version(SITE, abi_major, abi_minor);
}
int MPI_Abi_get_version(int *abi_major, int *abi_minor) ALIAS("PMPI_Abi_get_version");

int PMPI_Abi_set_fortran_booleans(int logical_size, void *logical_true, void *logical_false)
{
    return wt_MPI_Abi_set_fortran_booleans(SITE, logical_size, logical_true, logical_false);
}
int MPI_Abi_set_fortran_booleans(int logical_size, void *logical_true, void *logical_false) ALIAS("PMPI_Abi_set_fortran_booleans");

int PMPI_Abi_set_fortran_info(MPI_Info info)
{
    return wt_MPI_Abi_set_fortran_info(SITE, info);
}
int MPI_Abi_set_fortran_info(MPI_Info info) ALIAS("PMPI_Abi_set_fortran_info");

int PMPI_Abort(MPI_Comm comm, int errorcode)
{
    return wt_MPI_Abort(SITE, comm, errorcode);
}
int MPI_Abort(MPI_Comm comm, int errorcode) ALIAS("PMPI_Abort");

int PMPI_Accumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win)
{
    return wt_MPI_Accumulate(SITE, origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win);
}
int MPI_Accumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) ALIAS("PMPI_Accumulate");

int PMPI_Accumulate_c(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win)
{
    return wt_MPI_Accumulate_c(SITE, origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win);
}
int MPI_Accumulate_c(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) ALIAS("PMPI_Accumulate_c");

int PMPI_Add_error_class(int *errorclass)
{
    return wt_MPI_Add_error_class(SITE, errorclass);
}
int MPI_Add_error_class(int *errorclass) ALIAS("PMPI_Add_error_class");

int PMPI_Add_error_code(int errorclass, int *errorcode)
{
    return wt_MPI_Add_error_code(SITE, errorclass, errorcode);
}
int MPI_Add_error_code(int errorclass, int *errorcode) ALIAS("PMPI_Add_error_code");

int PMPI_Add_error_string(int errorcode, const char *string)
{
    return wt_MPI_Add_error_string(SITE, errorcode, string);
}
int MPI_Add_error_string(int errorcode, const char *string) ALIAS("PMPI_Add_error_string");

MPI_Aint PMPI_Aint_add(MPI_Aint base, MPI_Aint disp)
{
    return wt_MPI_Aint_add(SITE, base, disp);
}
MPI_Aint MPI_Aint_add(MPI_Aint base, MPI_Aint disp) ALIAS("PMPI_Aint_add");

MPI_Aint PMPI_Aint_diff(MPI_Aint addr1, MPI_Aint addr2)
{
    return wt_MPI_Aint_diff(SITE, addr1, addr2);
}
MPI_Aint MPI_Aint_diff(MPI_Aint addr1, MPI_Aint addr2) ALIAS("PMPI_Aint_diff");

int PMPI_Allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
    return wt_MPI_Allgather(SITE, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}
int MPI_Allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm) ALIAS("PMPI_Allgather");

int PMPI_Allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
    return wt_MPI_Allgather_c(SITE, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}
int MPI_Allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) ALIAS("PMPI_Allgather_c");

int PMPI_Allgather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    return wt_MPI_Allgather_init(SITE, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
}
int MPI_Allgather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request) ALIAS("PMPI_Allgather_init");

int PMPI_Allgather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    return wt_MPI_Allgather_init_c(SITE, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
}
int MPI_Allgather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request) ALIAS("PMPI_Allgather_init_c");

int PMPI_Allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm)
{
    return wt_MPI_Allgatherv(SITE, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
}
int MPI_Allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm) ALIAS("PMPI_Allgatherv");

int PMPI_Allgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm)
{
    return wt_MPI_Allgatherv_c(SITE, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
}
int MPI_Allgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm) ALIAS("PMPI_Allgatherv_c");

int PMPI_Allgatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    return wt_MPI_Allgatherv_init(SITE, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request);
}
int MPI_Allgatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request) ALIAS("PMPI_Allgatherv_init");

int PMPI_Allgatherv_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    return wt_MPI_Allgatherv_init_c(SITE, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request);
}
int MPI_Allgatherv_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request) ALIAS("PMPI_Allgatherv_init_c");

int PMPI_Alloc_mem(MPI_Aint size, MPI_Info info, void *baseptr)
{
    return wt_MPI_Alloc_mem(SITE, size, info, baseptr);
}
int MPI_Alloc_mem(MPI_Aint size, MPI_Info info, void *baseptr) ALIAS("PMPI_Alloc_mem");

int PMPI_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
    return wt_MPI_Allreduce(SITE, sendbuf, recvbuf, count, datatype, op, comm);
}
int MPI_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) ALIAS("PMPI_Allreduce");

int PMPI_Allreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
    return wt_MPI_Allreduce_c(SITE, sendbuf, recvbuf, count, datatype, op, comm);
}
int MPI_Allreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) ALIAS("PMPI_Allreduce_c");

int PMPI_Allreduce_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    return wt_MPI_Allreduce_init(SITE, sendbuf, recvbuf, count, datatype, op, comm, info, request);
}
int MPI_Allreduce_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request) ALIAS("PMPI_Allreduce_init");

int PMPI_Allreduce_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    return wt_MPI_Allreduce_init_c(SITE, sendbuf, recvbuf, count, datatype, op, comm, info, request);
}
int MPI_Allreduce_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request) ALIAS("PMPI_Allreduce_init_c");

int PMPI_Alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
    return wt_MPI_Alltoall(SITE, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}
int MPI_Alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm) ALIAS("PMPI_Alltoall");

int PMPI_Alltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
    return wt_MPI_Alltoall_c(SITE, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}
int MPI_Alltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) ALIAS("PMPI_Alltoall_c");

int PMPI_Alltoall_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    return wt_MPI_Alltoall_init(SITE, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
}
int MPI_Alltoall_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request) ALIAS("PMPI_Alltoall_init");

int PMPI_Alltoall_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    return wt_MPI_Alltoall_init_c(SITE, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
}
int MPI_Alltoall_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request) ALIAS("PMPI_Alltoall_init_c");

int PMPI_Alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm)
{
    return wt_MPI_Alltoallv(SITE, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
}
int MPI_Alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm) ALIAS("PMPI_Alltoallv");

int PMPI_Alltoallv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm)
{
    return wt_MPI_Alltoallv_c(SITE, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
}
int MPI_Alltoallv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm) ALIAS("PMPI_Alltoallv_c");

int PMPI_Alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    return wt_MPI_Alltoallv_init(SITE, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request);
}
int MPI_Alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request) ALIAS("PMPI_Alltoallv_init");

int PMPI_Alltoallv_init_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    return wt_MPI_Alltoallv_init_c(SITE, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request);
}
int MPI_Alltoallv_init_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request) ALIAS("PMPI_Alltoallv_init_c");

int PMPI_Alltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm)
{
    return wt_MPI_Alltoallw(SITE, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
}
int MPI_Alltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm) ALIAS("PMPI_Alltoallw");

int PMPI_Alltoallw_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm)
{
    return wt_MPI_Alltoallw_c(SITE, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
}
int MPI_Alltoallw_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm) ALIAS("PMPI_Alltoallw_c");

int PMPI_Alltoallw_init(const void *sendbuf, const int sendcounts[], const int sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    return wt_MPI_Alltoallw_init(SITE, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request);
}
int MPI_Alltoallw_init(const void *sendbuf, const int sendcounts[], const int sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request *request) ALIAS("PMPI_Alltoallw_init");

int PMPI_Alltoallw_init_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    return wt_MPI_Alltoallw_init_c(SITE, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request);
}
int MPI_Alltoallw_init_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request *request) ALIAS("PMPI_Alltoallw_init_c");

int PMPI_Attr_delete(MPI_Comm comm, int keyval)
{
    return wt_MPI_Attr_delete(SITE, comm, keyval);
}
int MPI_Attr_delete(MPI_Comm comm, int keyval) ALIAS("PMPI_Attr_delete");

int PMPI_Attr_get(MPI_Comm comm, int keyval, void *attribute_val, int *flag)
{
    return wt_MPI_Attr_get(SITE, comm, keyval, attribute_val, flag);
}
int MPI_Attr_get(MPI_Comm comm, int keyval, void *attribute_val, int *flag) ALIAS("PMPI_Attr_get");

int PMPI_Attr_put(MPI_Comm comm, int keyval, void *attribute_val)
{
    return wt_MPI_Attr_put(SITE, comm, keyval, attribute_val);
}
int MPI_Attr_put(MPI_Comm comm, int keyval, void *attribute_val) ALIAS("PMPI_Attr_put");

int PMPI_Barrier(MPI_Comm comm)
{
    return wt_MPI_Barrier(SITE, comm);
}
int MPI_Barrier(MPI_Comm comm) ALIAS("PMPI_Barrier");

int PMPI_Barrier_init(MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    return wt_MPI_Barrier_init(SITE, comm, info, request);
}
int MPI_Barrier_init(MPI_Comm comm, MPI_Info info, MPI_Request *request) ALIAS("PMPI_Barrier_init");

int PMPI_Bcast(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm)
{
    return wt_MPI_Bcast(SITE, buffer, count, datatype, root, comm);
}
int MPI_Bcast(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm) ALIAS("PMPI_Bcast");

int PMPI_Bcast_c(void *buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm)
{
    return wt_MPI_Bcast_c(SITE, buffer, count, datatype, root, comm);
}
int MPI_Bcast_c(void *buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm) ALIAS("PMPI_Bcast_c");

int PMPI_Bcast_init(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    return wt_MPI_Bcast_init(SITE, buffer, count, datatype, root, comm, info, request);
}
int MPI_Bcast_init(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request) ALIAS("PMPI_Bcast_init");

int PMPI_Bcast_init_c(void *buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    return wt_MPI_Bcast_init_c(SITE, buffer, count, datatype, root, comm, info, request);
}
int MPI_Bcast_init_c(void *buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request) ALIAS("PMPI_Bcast_init_c");

int PMPI_Bsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    return wt_MPI_Bsend(SITE, buf, count, datatype, dest, tag, comm);
}
int MPI_Bsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) ALIAS("PMPI_Bsend");

int PMPI_Bsend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    return wt_MPI_Bsend_c(SITE, buf, count, datatype, dest, tag, comm);
}
int MPI_Bsend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) ALIAS("PMPI_Bsend_c");

int PMPI_Bsend_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Bsend_init(SITE, buf, count, datatype, dest, tag, comm, request);
}
int MPI_Bsend_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Bsend_init");

int PMPI_Bsend_init_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Bsend_init_c(SITE, buf, count, datatype, dest, tag, comm, request);
}
int MPI_Bsend_init_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Bsend_init_c");

int PMPI_Buffer_attach(void *buffer, int size)
{
    return wt_MPI_Buffer_attach(SITE, buffer, size);
}
int MPI_Buffer_attach(void *buffer, int size) ALIAS("PMPI_Buffer_attach");

int PMPI_Buffer_attach_c(void *buffer, MPI_Count size)
{
    return wt_MPI_Buffer_attach_c(SITE, buffer, size);
}
int MPI_Buffer_attach_c(void *buffer, MPI_Count size) ALIAS("PMPI_Buffer_attach_c");

int PMPI_Buffer_detach(void *buffer_addr, int *size)
{
    return wt_MPI_Buffer_detach(SITE, buffer_addr, size);
}
int MPI_Buffer_detach(void *buffer_addr, int *size) ALIAS("PMPI_Buffer_detach");

int PMPI_Buffer_detach_c(void *buffer_addr, MPI_Count *size)
{
    return wt_MPI_Buffer_detach_c(SITE, buffer_addr, size);
}
int MPI_Buffer_detach_c(void *buffer_addr, MPI_Count *size) ALIAS("PMPI_Buffer_detach_c");

int PMPI_Buffer_flush(void)
{
    return wt_MPI_Buffer_flush(SITE);
}
int MPI_Buffer_flush(void) ALIAS("PMPI_Buffer_flush");

int PMPI_Buffer_iflush(MPI_Request *request)
{
    return wt_MPI_Buffer_iflush(SITE, request);
}
int MPI_Buffer_iflush(MPI_Request *request) ALIAS("PMPI_Buffer_iflush");

int PMPI_Cancel(MPI_Request *request)
{
    return wt_MPI_Cancel(SITE, request);
}
int MPI_Cancel(MPI_Request *request) ALIAS("PMPI_Cancel");

int PMPI_Cart_coords(MPI_Comm comm, int rank, int maxdims, int coords[])
{
    return wt_MPI_Cart_coords(SITE, comm, rank, maxdims, coords);
}
int MPI_Cart_coords(MPI_Comm comm, int rank, int maxdims, int coords[]) ALIAS("PMPI_Cart_coords");

int PMPI_Cart_create(MPI_Comm comm_old, int ndims, const int dims[], const int periods[], int reorder, MPI_Comm *comm_cart)
{
    return wt_MPI_Cart_create(SITE, comm_old, ndims, dims, periods, reorder, comm_cart);
}
int MPI_Cart_create(MPI_Comm comm_old, int ndims, const int dims[], const int periods[], int reorder, MPI_Comm *comm_cart) ALIAS("PMPI_Cart_create");

int PMPI_Cart_get(MPI_Comm comm, int maxdims, int dims[], int periods[], int coords[])
{
    return wt_MPI_Cart_get(SITE, comm, maxdims, dims, periods, coords);
}
int MPI_Cart_get(MPI_Comm comm, int maxdims, int dims[], int periods[], int coords[]) ALIAS("PMPI_Cart_get");

int PMPI_Cart_map(MPI_Comm comm, int ndims, const int dims[], const int periods[], int *newrank)
{
    return wt_MPI_Cart_map(SITE, comm, ndims, dims, periods, newrank);
}
int MPI_Cart_map(MPI_Comm comm, int ndims, const int dims[], const int periods[], int *newrank) ALIAS("PMPI_Cart_map");

int PMPI_Cart_rank(MPI_Comm comm, const int coords[], int *rank)
{
    return wt_MPI_Cart_rank(SITE, comm, coords, rank);
}
int MPI_Cart_rank(MPI_Comm comm, const int coords[], int *rank) ALIAS("PMPI_Cart_rank");

int PMPI_Cart_shift(MPI_Comm comm, int direction, int disp, int *rank_source, int *rank_dest)
{
    return wt_MPI_Cart_shift(SITE, comm, direction, disp, rank_source, rank_dest);
}
int MPI_Cart_shift(MPI_Comm comm, int direction, int disp, int *rank_source, int *rank_dest) ALIAS("PMPI_Cart_shift");

int PMPI_Cart_sub(MPI_Comm comm, const int remain_dims[], MPI_Comm *newcomm)
{
    return wt_MPI_Cart_sub(SITE, comm, remain_dims, newcomm);
}
int MPI_Cart_sub(MPI_Comm comm, const int remain_dims[], MPI_Comm *newcomm) ALIAS("PMPI_Cart_sub");

int PMPI_Cartdim_get(MPI_Comm comm, int *ndims)
{
    return wt_MPI_Cartdim_get(SITE, comm, ndims);
}
int MPI_Cartdim_get(MPI_Comm comm, int *ndims) ALIAS("PMPI_Cartdim_get");

int PMPI_Close_port(const char *port_name)
{
    return wt_MPI_Close_port(SITE, port_name);
}
int MPI_Close_port(const char *port_name) ALIAS("PMPI_Close_port");

int PMPI_Comm_accept(const char *port_name, MPI_Info info, int root, MPI_Comm comm, MPI_Comm *newcomm)
{
    return wt_MPI_Comm_accept(SITE, port_name, info, root, comm, newcomm);
}
int MPI_Comm_accept(const char *port_name, MPI_Info info, int root, MPI_Comm comm, MPI_Comm *newcomm) ALIAS("PMPI_Comm_accept");

int PMPI_Comm_attach_buffer(MPI_Comm comm, void *buffer, int size)
{
    return wt_MPI_Comm_attach_buffer(SITE, comm, buffer, size);
}
int MPI_Comm_attach_buffer(MPI_Comm comm, void *buffer, int size) ALIAS("PMPI_Comm_attach_buffer");

int PMPI_Comm_attach_buffer_c(MPI_Comm comm, void *buffer, MPI_Count size)
{
    return wt_MPI_Comm_attach_buffer_c(SITE, comm, buffer, size);
}
int MPI_Comm_attach_buffer_c(MPI_Comm comm, void *buffer, MPI_Count size) ALIAS("PMPI_Comm_attach_buffer_c");

int PMPI_Comm_call_errhandler(MPI_Comm comm, int errorcode)
{
    return wt_MPI_Comm_call_errhandler(SITE, comm, errorcode);
}
int MPI_Comm_call_errhandler(MPI_Comm comm, int errorcode) ALIAS("PMPI_Comm_call_errhandler");

int PMPI_Comm_compare(MPI_Comm comm1, MPI_Comm comm2, int *result)
{
    return wt_MPI_Comm_compare(SITE, comm1, comm2, result);
}
int MPI_Comm_compare(MPI_Comm comm1, MPI_Comm comm2, int *result) ALIAS("PMPI_Comm_compare");

int PMPI_Comm_connect(const char *port_name, MPI_Info info, int root, MPI_Comm comm, MPI_Comm *newcomm)
{
    return wt_MPI_Comm_connect(SITE, port_name, info, root, comm, newcomm);
}
int MPI_Comm_connect(const char *port_name, MPI_Info info, int root, MPI_Comm comm, MPI_Comm *newcomm) ALIAS("PMPI_Comm_connect");

int PMPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm *newcomm)
{
    return wt_MPI_Comm_create(SITE, comm, group, newcomm);
}
int MPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm *newcomm) ALIAS("PMPI_Comm_create");

int PMPI_Comm_create_errhandler(MPI_Comm_errhandler_function *comm_errhandler_fn, MPI_Errhandler *errhandler)
{
    return wt_MPI_Comm_create_errhandler(SITE, comm_errhandler_fn, errhandler);
}
int MPI_Comm_create_errhandler(MPI_Comm_errhandler_function *comm_errhandler_fn, MPI_Errhandler *errhandler) ALIAS("PMPI_Comm_create_errhandler");

int PMPI_Comm_create_from_group(MPI_Group group, const char *stringtag, MPI_Info info, MPI_Errhandler errhandler, MPI_Comm *newcomm)
{
    return wt_MPI_Comm_create_from_group(SITE, group, stringtag, info, errhandler, newcomm);
}
int MPI_Comm_create_from_group(MPI_Group group, const char *stringtag, MPI_Info info, MPI_Errhandler errhandler, MPI_Comm *newcomm) ALIAS("PMPI_Comm_create_from_group");

int PMPI_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm *newcomm)
{
    return wt_MPI_Comm_create_group(SITE, comm, group, tag, newcomm);
}
int MPI_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm *newcomm) ALIAS("PMPI_Comm_create_group");

int PMPI_Comm_create_keyval(MPI_Comm_copy_attr_function *comm_copy_attr_fn, MPI_Comm_delete_attr_function *comm_delete_attr_fn, int *comm_keyval, void *extra_state)
{
    return wt_MPI_Comm_create_keyval(SITE, comm_copy_attr_fn, comm_delete_attr_fn, comm_keyval, extra_state);
}
int MPI_Comm_create_keyval(MPI_Comm_copy_attr_function *comm_copy_attr_fn, MPI_Comm_delete_attr_function *comm_delete_attr_fn, int *comm_keyval, void *extra_state) ALIAS("PMPI_Comm_create_keyval");

int PMPI_Comm_delete_attr(MPI_Comm comm, int comm_keyval)
{
    return wt_MPI_Comm_delete_attr(SITE, comm, comm_keyval);
}
int MPI_Comm_delete_attr(MPI_Comm comm, int comm_keyval) ALIAS("PMPI_Comm_delete_attr");

int PMPI_Comm_detach_buffer(MPI_Comm comm, void *buffer_addr, int *size)
{
    return wt_MPI_Comm_detach_buffer(SITE, comm, buffer_addr, size);
}
int MPI_Comm_detach_buffer(MPI_Comm comm, void *buffer_addr, int *size) ALIAS("PMPI_Comm_detach_buffer");

int PMPI_Comm_detach_buffer_c(MPI_Comm comm, void *buffer_addr, MPI_Count *size)
{
    return wt_MPI_Comm_detach_buffer_c(SITE, comm, buffer_addr, size);
}
int MPI_Comm_detach_buffer_c(MPI_Comm comm, void *buffer_addr, MPI_Count *size) ALIAS("PMPI_Comm_detach_buffer_c");

int PMPI_Comm_disconnect(MPI_Comm *comm)
{
    return wt_MPI_Comm_disconnect(SITE, comm);
}
int MPI_Comm_disconnect(MPI_Comm *comm) ALIAS("PMPI_Comm_disconnect");

int PMPI_Comm_dup(MPI_Comm comm, MPI_Comm *newcomm)
{
    return wt_MPI_Comm_dup(SITE, comm, newcomm);
}
int MPI_Comm_dup(MPI_Comm comm, MPI_Comm *newcomm) ALIAS("PMPI_Comm_dup");

int PMPI_Comm_dup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm)
{
    return wt_MPI_Comm_dup_with_info(SITE, comm, info, newcomm);
}
int MPI_Comm_dup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm) ALIAS("PMPI_Comm_dup_with_info");

int PMPI_Comm_flush_buffer(MPI_Comm comm)
{
    return wt_MPI_Comm_flush_buffer(SITE, comm);
}
int MPI_Comm_flush_buffer(MPI_Comm comm) ALIAS("PMPI_Comm_flush_buffer");

int PMPI_Comm_free(MPI_Comm *comm)
{
    return wt_MPI_Comm_free(SITE, comm);
}
int MPI_Comm_free(MPI_Comm *comm) ALIAS("PMPI_Comm_free");

int PMPI_Comm_free_keyval(int *comm_keyval)
{
    return wt_MPI_Comm_free_keyval(SITE, comm_keyval);
}
int MPI_Comm_free_keyval(int *comm_keyval) ALIAS("PMPI_Comm_free_keyval");

MPI_Comm PMPI_Comm_fromint(int comm)
{
    return wt_MPI_Comm_fromint(SITE, comm);
}
MPI_Comm MPI_Comm_fromint(int comm) ALIAS("PMPI_Comm_fromint");

int PMPI_Comm_get_attr(MPI_Comm comm, int comm_keyval, void *attribute_val, int *flag)
{
    return wt_MPI_Comm_get_attr(SITE, comm, comm_keyval, attribute_val, flag);
}
int MPI_Comm_get_attr(MPI_Comm comm, int comm_keyval, void *attribute_val, int *flag) ALIAS("PMPI_Comm_get_attr");

int PMPI_Comm_get_errhandler(MPI_Comm comm, MPI_Errhandler *errhandler)
{
    return wt_MPI_Comm_get_errhandler(SITE, comm, errhandler);
}
int MPI_Comm_get_errhandler(MPI_Comm comm, MPI_Errhandler *errhandler) ALIAS("PMPI_Comm_get_errhandler");

int PMPI_Comm_get_info(MPI_Comm comm, MPI_Info *info_used)
{
    return wt_MPI_Comm_get_info(SITE, comm, info_used);
}
int MPI_Comm_get_info(MPI_Comm comm, MPI_Info *info_used) ALIAS("PMPI_Comm_get_info");

int PMPI_Comm_get_name(MPI_Comm comm, char *comm_name, int *resultlen)
{
    return wt_MPI_Comm_get_name(SITE, comm, comm_name, resultlen);
}
int MPI_Comm_get_name(MPI_Comm comm, char *comm_name, int *resultlen) ALIAS("PMPI_Comm_get_name");

int PMPI_Comm_get_parent(MPI_Comm *parent)
{
    return wt_MPI_Comm_get_parent(SITE, parent);
}
int MPI_Comm_get_parent(MPI_Comm *parent) ALIAS("PMPI_Comm_get_parent");

int PMPI_Comm_group(MPI_Comm comm, MPI_Group *group)
{
    return wt_MPI_Comm_group(SITE, comm, group);
}
int MPI_Comm_group(MPI_Comm comm, MPI_Group *group) ALIAS("PMPI_Comm_group");

int PMPI_Comm_idup(MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request)
{
    return wt_MPI_Comm_idup(SITE, comm, newcomm, request);
}
int MPI_Comm_idup(MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request) ALIAS("PMPI_Comm_idup");

int PMPI_Comm_idup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm, MPI_Request *request)
{
    return wt_MPI_Comm_idup_with_info(SITE, comm, info, newcomm, request);
}
int MPI_Comm_idup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm, MPI_Request *request) ALIAS("PMPI_Comm_idup_with_info");

int PMPI_Comm_iflush_buffer(MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Comm_iflush_buffer(SITE, comm, request);
}
int MPI_Comm_iflush_buffer(MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Comm_iflush_buffer");

int PMPI_Comm_join(int fd, MPI_Comm *intercomm)
{
    return wt_MPI_Comm_join(SITE, fd, intercomm);
}
int MPI_Comm_join(int fd, MPI_Comm *intercomm) ALIAS("PMPI_Comm_join");

int PMPI_Comm_rank(MPI_Comm comm, int *rank)
{
    return wt_MPI_Comm_rank(SITE, comm, rank);
}
int MPI_Comm_rank(MPI_Comm comm, int *rank) ALIAS("PMPI_Comm_rank");

int PMPI_Comm_remote_group(MPI_Comm comm, MPI_Group *group)
{
    return wt_MPI_Comm_remote_group(SITE, comm, group);
}
int MPI_Comm_remote_group(MPI_Comm comm, MPI_Group *group) ALIAS("PMPI_Comm_remote_group");

int PMPI_Comm_remote_size(MPI_Comm comm, int *size)
{
    return wt_MPI_Comm_remote_size(SITE, comm, size);
}
int MPI_Comm_remote_size(MPI_Comm comm, int *size) ALIAS("PMPI_Comm_remote_size");

int PMPI_Comm_set_attr(MPI_Comm comm, int comm_keyval, void *attribute_val)
{
    return wt_MPI_Comm_set_attr(SITE, comm, comm_keyval, attribute_val);
}
int MPI_Comm_set_attr(MPI_Comm comm, int comm_keyval, void *attribute_val) ALIAS("PMPI_Comm_set_attr");

int PMPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler errhandler)
{
    return wt_MPI_Comm_set_errhandler(SITE, comm, errhandler);
}
int MPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler errhandler) ALIAS("PMPI_Comm_set_errhandler");

int PMPI_Comm_set_info(MPI_Comm comm, MPI_Info info)
{
    return wt_MPI_Comm_set_info(SITE, comm, info);
}
int MPI_Comm_set_info(MPI_Comm comm, MPI_Info info) ALIAS("PMPI_Comm_set_info");

int PMPI_Comm_set_name(MPI_Comm comm, const char *comm_name)
{
    return wt_MPI_Comm_set_name(SITE, comm, comm_name);
}
int MPI_Comm_set_name(MPI_Comm comm, const char *comm_name) ALIAS("PMPI_Comm_set_name");

int PMPI_Comm_size(MPI_Comm comm, int *size)
{
    return wt_MPI_Comm_size(SITE, comm, size);
}
int MPI_Comm_size(MPI_Comm comm, int *size) ALIAS("PMPI_Comm_size");

int PMPI_Comm_spawn(const char *command, char *argv[], int maxprocs, MPI_Info info, int root, MPI_Comm comm, MPI_Comm *intercomm, int array_of_errcodes[])
{
    return wt_MPI_Comm_spawn(SITE, command, argv, maxprocs, info, root, comm, intercomm, array_of_errcodes);
}
int MPI_Comm_spawn(const char *command, char *argv[], int maxprocs, MPI_Info info, int root, MPI_Comm comm, MPI_Comm *intercomm, int array_of_errcodes[]) ALIAS("PMPI_Comm_spawn");

int PMPI_Comm_spawn_multiple(int count, char *array_of_commands[], char **array_of_argv[], const int array_of_maxprocs[], const MPI_Info array_of_info[], int root, MPI_Comm comm, MPI_Comm *intercomm, int array_of_errcodes[])
{
    return wt_MPI_Comm_spawn_multiple(SITE, count, array_of_commands, array_of_argv, array_of_maxprocs, array_of_info, root, comm, intercomm, array_of_errcodes);
}
int MPI_Comm_spawn_multiple(int count, char *array_of_commands[], char **array_of_argv[], const int array_of_maxprocs[], const MPI_Info array_of_info[], int root, MPI_Comm comm, MPI_Comm *intercomm, int array_of_errcodes[]) ALIAS("PMPI_Comm_spawn_multiple");

int PMPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm *newcomm)
{
    return wt_MPI_Comm_split(SITE, comm, color, key, newcomm);
}
int MPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm *newcomm) ALIAS("PMPI_Comm_split");

int PMPI_Comm_split_type(MPI_Comm comm, int split_type, int key, MPI_Info info, MPI_Comm *newcomm)
{
    return wt_MPI_Comm_split_type(SITE, comm, split_type, key, info, newcomm);
}
int MPI_Comm_split_type(MPI_Comm comm, int split_type, int key, MPI_Info info, MPI_Comm *newcomm) ALIAS("PMPI_Comm_split_type");

int PMPI_Comm_test_inter(MPI_Comm comm, int *flag)
{
    return wt_MPI_Comm_test_inter(SITE, comm, flag);
}
int MPI_Comm_test_inter(MPI_Comm comm, int *flag) ALIAS("PMPI_Comm_test_inter");

int PMPI_Comm_toint(MPI_Comm comm)
{
    return wt_MPI_Comm_toint(SITE, comm);
}
int MPI_Comm_toint(MPI_Comm comm) ALIAS("PMPI_Comm_toint");

int PMPI_Compare_and_swap(const void *origin_addr, const void *compare_addr, void *result_addr, MPI_Datatype datatype, int target_rank, MPI_Aint target_disp, MPI_Win win)
{
    return wt_MPI_Compare_and_swap(SITE, origin_addr, compare_addr, result_addr, datatype, target_rank, target_disp, win);
}
int MPI_Compare_and_swap(const void *origin_addr, const void *compare_addr, void *result_addr, MPI_Datatype datatype, int target_rank, MPI_Aint target_disp, MPI_Win win) ALIAS("PMPI_Compare_and_swap");

int PMPI_Dims_create(int nnodes, int ndims, int dims[])
{
    return wt_MPI_Dims_create(SITE, nnodes, ndims, dims);
}
int MPI_Dims_create(int nnodes, int ndims, int dims[]) ALIAS("PMPI_Dims_create");

int PMPI_Dist_graph_create(MPI_Comm comm_old, int n, const int sources[], const int degrees[], const int destinations[], const int *weights, MPI_Info info, int reorder, MPI_Comm *comm_dist_graph)
{
    return wt_MPI_Dist_graph_create(SITE, comm_old, n, sources, degrees, destinations, weights, info, reorder, comm_dist_graph);
}
int MPI_Dist_graph_create(MPI_Comm comm_old, int n, const int sources[], const int degrees[], const int destinations[], const int *weights, MPI_Info info, int reorder, MPI_Comm *comm_dist_graph) ALIAS("PMPI_Dist_graph_create");

int PMPI_Dist_graph_create_adjacent(MPI_Comm comm_old, int indegree, const int sources[], const int *sourceweights, int outdegree, const int destinations[], const int *destweights, MPI_Info info, int reorder, MPI_Comm *comm_dist_graph)
{
    return wt_MPI_Dist_graph_create_adjacent(SITE, comm_old, indegree, sources, sourceweights, outdegree, destinations, destweights, info, reorder, comm_dist_graph);
}
int MPI_Dist_graph_create_adjacent(MPI_Comm comm_old, int indegree, const int sources[], const int *sourceweights, int outdegree, const int destinations[], const int *destweights, MPI_Info info, int reorder, MPI_Comm *comm_dist_graph) ALIAS("PMPI_Dist_graph_create_adjacent");

int PMPI_Dist_graph_neighbors(MPI_Comm comm, int maxindegree, int sources[], int *sourceweights, int maxoutdegree, int destinations[], int *destweights)
{
    return wt_MPI_Dist_graph_neighbors(SITE, comm, maxindegree, sources, sourceweights, maxoutdegree, destinations, destweights);
}
int MPI_Dist_graph_neighbors(MPI_Comm comm, int maxindegree, int sources[], int *sourceweights, int maxoutdegree, int destinations[], int *destweights) ALIAS("PMPI_Dist_graph_neighbors");

int PMPI_Dist_graph_neighbors_count(MPI_Comm comm, int *indegree, int *outdegree, int *weighted)
{
    return wt_MPI_Dist_graph_neighbors_count(SITE, comm, indegree, outdegree, weighted);
}
int MPI_Dist_graph_neighbors_count(MPI_Comm comm, int *indegree, int *outdegree, int *weighted) ALIAS("PMPI_Dist_graph_neighbors_count");

int PMPI_Errhandler_free(MPI_Errhandler *errhandler)
{
    return wt_MPI_Errhandler_free(SITE, errhandler);
}
int MPI_Errhandler_free(MPI_Errhandler *errhandler) ALIAS("PMPI_Errhandler_free");

MPI_Errhandler PMPI_Errhandler_fromint(int errhandler)
{
    return wt_MPI_Errhandler_fromint(SITE, errhandler);
}
MPI_Errhandler MPI_Errhandler_fromint(int errhandler) ALIAS("PMPI_Errhandler_fromint");

int PMPI_Errhandler_toint(MPI_Errhandler errhandler)
{
    return wt_MPI_Errhandler_toint(SITE, errhandler);
}
int MPI_Errhandler_toint(MPI_Errhandler errhandler) ALIAS("PMPI_Errhandler_toint");

int PMPI_Error_class(int errorcode, int *errorclass)
{
    return wt_MPI_Error_class(SITE, errorcode, errorclass);
}
int MPI_Error_class(int errorcode, int *errorclass) ALIAS("PMPI_Error_class");

int PMPI_Error_string(int errorcode, char *string, int *resultlen)
{
    return wt_MPI_Error_string(SITE, errorcode, string, resultlen);
}
int MPI_Error_string(int errorcode, char *string, int *resultlen) ALIAS("PMPI_Error_string");

int PMPI_Exscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
    return wt_MPI_Exscan(SITE, sendbuf, recvbuf, count, datatype, op, comm);
}
int MPI_Exscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) ALIAS("PMPI_Exscan");

int PMPI_Exscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
    return wt_MPI_Exscan_c(SITE, sendbuf, recvbuf, count, datatype, op, comm);
}
int MPI_Exscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) ALIAS("PMPI_Exscan_c");

int PMPI_Exscan_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    return wt_MPI_Exscan_init(SITE, sendbuf, recvbuf, count, datatype, op, comm, info, request);
}
int MPI_Exscan_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request) ALIAS("PMPI_Exscan_init");

int PMPI_Exscan_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    return wt_MPI_Exscan_init_c(SITE, sendbuf, recvbuf, count, datatype, op, comm, info, request);
}
int MPI_Exscan_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request) ALIAS("PMPI_Exscan_init_c");

int PMPI_Fetch_and_op(const void *origin_addr, void *result_addr, MPI_Datatype datatype, int target_rank, MPI_Aint target_disp, MPI_Op op, MPI_Win win)
{
    return wt_MPI_Fetch_and_op(SITE, origin_addr, result_addr, datatype, target_rank, target_disp, op, win);
}
int MPI_Fetch_and_op(const void *origin_addr, void *result_addr, MPI_Datatype datatype, int target_rank, MPI_Aint target_disp, MPI_Op op, MPI_Win win) ALIAS("PMPI_Fetch_and_op");

int PMPI_File_call_errhandler(MPI_File fh, int errorcode)
{
    return wt_MPI_File_call_errhandler(SITE, fh, errorcode);
}
int MPI_File_call_errhandler(MPI_File fh, int errorcode) ALIAS("PMPI_File_call_errhandler");

int PMPI_File_close(MPI_File *fh)
{
    return wt_MPI_File_close(SITE, fh);
}
int MPI_File_close(MPI_File *fh) ALIAS("PMPI_File_close");

int PMPI_File_create_errhandler(MPI_File_errhandler_function *file_errhandler_fn, MPI_Errhandler *errhandler)
{
    return wt_MPI_File_create_errhandler(SITE, file_errhandler_fn, errhandler);
}
int MPI_File_create_errhandler(MPI_File_errhandler_function *file_errhandler_fn, MPI_Errhandler *errhandler) ALIAS("PMPI_File_create_errhandler");

int PMPI_File_delete(const char *filename, MPI_Info info)
{
    return wt_MPI_File_delete(SITE, filename, info);
}
int MPI_File_delete(const char *filename, MPI_Info info) ALIAS("PMPI_File_delete");

MPI_File PMPI_File_fromint(int file)
{
    return wt_MPI_File_fromint(SITE, file);
}
MPI_File MPI_File_fromint(int file) ALIAS("PMPI_File_fromint");

int PMPI_File_get_amode(MPI_File fh, int *amode)
{
    return wt_MPI_File_get_amode(SITE, fh, amode);
}
int MPI_File_get_amode(MPI_File fh, int *amode) ALIAS("PMPI_File_get_amode");

int PMPI_File_get_atomicity(MPI_File fh, int *flag)
{
    return wt_MPI_File_get_atomicity(SITE, fh, flag);
}
int MPI_File_get_atomicity(MPI_File fh, int *flag) ALIAS("PMPI_File_get_atomicity");

int PMPI_File_get_byte_offset(MPI_File fh, MPI_Offset offset, MPI_Offset *disp)
{
    return wt_MPI_File_get_byte_offset(SITE, fh, offset, disp);
}
int MPI_File_get_byte_offset(MPI_File fh, MPI_Offset offset, MPI_Offset *disp) ALIAS("PMPI_File_get_byte_offset");

int PMPI_File_get_errhandler(MPI_File file, MPI_Errhandler *errhandler)
{
    return wt_MPI_File_get_errhandler(SITE, file, errhandler);
}
int MPI_File_get_errhandler(MPI_File file, MPI_Errhandler *errhandler) ALIAS("PMPI_File_get_errhandler");

int PMPI_File_get_group(MPI_File fh, MPI_Group *group)
{
    return wt_MPI_File_get_group(SITE, fh, group);
}
int MPI_File_get_group(MPI_File fh, MPI_Group *group) ALIAS("PMPI_File_get_group");

int PMPI_File_get_info(MPI_File fh, MPI_Info *info_used)
{
    return wt_MPI_File_get_info(SITE, fh, info_used);
}
int MPI_File_get_info(MPI_File fh, MPI_Info *info_used) ALIAS("PMPI_File_get_info");

int PMPI_File_get_position(MPI_File fh, MPI_Offset *offset)
{
    return wt_MPI_File_get_position(SITE, fh, offset);
}
int MPI_File_get_position(MPI_File fh, MPI_Offset *offset) ALIAS("PMPI_File_get_position");

int PMPI_File_get_position_shared(MPI_File fh, MPI_Offset *offset)
{
    return wt_MPI_File_get_position_shared(SITE, fh, offset);
}
int MPI_File_get_position_shared(MPI_File fh, MPI_Offset *offset) ALIAS("PMPI_File_get_position_shared");

int PMPI_File_get_size(MPI_File fh, MPI_Offset *size)
{
    return wt_MPI_File_get_size(SITE, fh, size);
}
int MPI_File_get_size(MPI_File fh, MPI_Offset *size) ALIAS("PMPI_File_get_size");

int PMPI_File_get_type_extent(MPI_File fh, MPI_Datatype datatype, MPI_Aint *extent)
{
    return wt_MPI_File_get_type_extent(SITE, fh, datatype, extent);
}
int MPI_File_get_type_extent(MPI_File fh, MPI_Datatype datatype, MPI_Aint *extent) ALIAS("PMPI_File_get_type_extent");

int PMPI_File_get_type_extent_c(MPI_File fh, MPI_Datatype datatype, MPI_Count *extent)
{
    return wt_MPI_File_get_type_extent_c(SITE, fh, datatype, extent);
}
int MPI_File_get_type_extent_c(MPI_File fh, MPI_Datatype datatype, MPI_Count *extent) ALIAS("PMPI_File_get_type_extent_c");

int PMPI_File_get_view(MPI_File fh, MPI_Offset *disp, MPI_Datatype *etype, MPI_Datatype *filetype, char *datarep)
{
    return wt_MPI_File_get_view(SITE, fh, disp, etype, filetype, datarep);
}
int MPI_File_get_view(MPI_File fh, MPI_Offset *disp, MPI_Datatype *etype, MPI_Datatype *filetype, char *datarep) ALIAS("PMPI_File_get_view");

int PMPI_File_iread(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Request *request)
{
    return wt_MPI_File_iread(SITE, fh, buf, count, datatype, request);
}
int MPI_File_iread(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Request *request) ALIAS("PMPI_File_iread");

int PMPI_File_iread_all(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Request *request)
{
    return wt_MPI_File_iread_all(SITE, fh, buf, count, datatype, request);
}
int MPI_File_iread_all(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Request *request) ALIAS("PMPI_File_iread_all");

int PMPI_File_iread_all_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request)
{
    return wt_MPI_File_iread_all_c(SITE, fh, buf, count, datatype, request);
}
int MPI_File_iread_all_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request) ALIAS("PMPI_File_iread_all_c");

int PMPI_File_iread_at(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype, MPI_Request *request)
{
    return wt_MPI_File_iread_at(SITE, fh, offset, buf, count, datatype, request);
}
int MPI_File_iread_at(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype, MPI_Request *request) ALIAS("PMPI_File_iread_at");

int PMPI_File_iread_at_all(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype, MPI_Request *request)
{
    return wt_MPI_File_iread_at_all(SITE, fh, offset, buf, count, datatype, request);
}
int MPI_File_iread_at_all(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype, MPI_Request *request) ALIAS("PMPI_File_iread_at_all");

int PMPI_File_iread_at_all_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request)
{
    return wt_MPI_File_iread_at_all_c(SITE, fh, offset, buf, count, datatype, request);
}
int MPI_File_iread_at_all_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request) ALIAS("PMPI_File_iread_at_all_c");

int PMPI_File_iread_at_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request)
{
    return wt_MPI_File_iread_at_c(SITE, fh, offset, buf, count, datatype, request);
}
int MPI_File_iread_at_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request) ALIAS("PMPI_File_iread_at_c");

int PMPI_File_iread_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request)
{
    return wt_MPI_File_iread_c(SITE, fh, buf, count, datatype, request);
}
int MPI_File_iread_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request) ALIAS("PMPI_File_iread_c");

int PMPI_File_iread_shared(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Request *request)
{
    return wt_MPI_File_iread_shared(SITE, fh, buf, count, datatype, request);
}
int MPI_File_iread_shared(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Request *request) ALIAS("PMPI_File_iread_shared");

int PMPI_File_iread_shared_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request)
{
    return wt_MPI_File_iread_shared_c(SITE, fh, buf, count, datatype, request);
}
int MPI_File_iread_shared_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request) ALIAS("PMPI_File_iread_shared_c");

int PMPI_File_iwrite(MPI_File fh, const void *buf, int count, MPI_Datatype datatype, MPI_Request *request)
{
    return wt_MPI_File_iwrite(SITE, fh, buf, count, datatype, request);
}
int MPI_File_iwrite(MPI_File fh, const void *buf, int count, MPI_Datatype datatype, MPI_Request *request) ALIAS("PMPI_File_iwrite");

int PMPI_File_iwrite_all(MPI_File fh, const void *buf, int count, MPI_Datatype datatype, MPI_Request *request)
{
    return wt_MPI_File_iwrite_all(SITE, fh, buf, count, datatype, request);
}
int MPI_File_iwrite_all(MPI_File fh, const void *buf, int count, MPI_Datatype datatype, MPI_Request *request) ALIAS("PMPI_File_iwrite_all");

int PMPI_File_iwrite_all_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request)
{
    return wt_MPI_File_iwrite_all_c(SITE, fh, buf, count, datatype, request);
}
int MPI_File_iwrite_all_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request) ALIAS("PMPI_File_iwrite_all_c");

int PMPI_File_iwrite_at(MPI_File fh, MPI_Offset offset, const void *buf, int count, MPI_Datatype datatype, MPI_Request *request)
{
    return wt_MPI_File_iwrite_at(SITE, fh, offset, buf, count, datatype, request);
}
int MPI_File_iwrite_at(MPI_File fh, MPI_Offset offset, const void *buf, int count, MPI_Datatype datatype, MPI_Request *request) ALIAS("PMPI_File_iwrite_at");

int PMPI_File_iwrite_at_all(MPI_File fh, MPI_Offset offset, const void *buf, int count, MPI_Datatype datatype, MPI_Request *request)
{
    return wt_MPI_File_iwrite_at_all(SITE, fh, offset, buf, count, datatype, request);
}
int MPI_File_iwrite_at_all(MPI_File fh, MPI_Offset offset, const void *buf, int count, MPI_Datatype datatype, MPI_Request *request) ALIAS("PMPI_File_iwrite_at_all");

int PMPI_File_iwrite_at_all_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request)
{
    return wt_MPI_File_iwrite_at_all_c(SITE, fh, offset, buf, count, datatype, request);
}
int MPI_File_iwrite_at_all_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request) ALIAS("PMPI_File_iwrite_at_all_c");

int PMPI_File_iwrite_at_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request)
{
    return wt_MPI_File_iwrite_at_c(SITE, fh, offset, buf, count, datatype, request);
}
int MPI_File_iwrite_at_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request) ALIAS("PMPI_File_iwrite_at_c");

int PMPI_File_iwrite_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request)
{
    return wt_MPI_File_iwrite_c(SITE, fh, buf, count, datatype, request);
}
int MPI_File_iwrite_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request) ALIAS("PMPI_File_iwrite_c");

int PMPI_File_iwrite_shared(MPI_File fh, const void *buf, int count, MPI_Datatype datatype, MPI_Request *request)
{
    return wt_MPI_File_iwrite_shared(SITE, fh, buf, count, datatype, request);
}
int MPI_File_iwrite_shared(MPI_File fh, const void *buf, int count, MPI_Datatype datatype, MPI_Request *request) ALIAS("PMPI_File_iwrite_shared");

int PMPI_File_iwrite_shared_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request)
{
    return wt_MPI_File_iwrite_shared_c(SITE, fh, buf, count, datatype, request);
}
int MPI_File_iwrite_shared_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Request *request) ALIAS("PMPI_File_iwrite_shared_c");

int PMPI_File_open(MPI_Comm comm, const char *filename, int amode, MPI_Info info, MPI_File *fh)
{
    return wt_MPI_File_open(SITE, comm, filename, amode, info, fh);
}
int MPI_File_open(MPI_Comm comm, const char *filename, int amode, MPI_Info info, MPI_File *fh) ALIAS("PMPI_File_open");

int PMPI_File_preallocate(MPI_File fh, MPI_Offset size)
{
    return wt_MPI_File_preallocate(SITE, fh, size);
}
int MPI_File_preallocate(MPI_File fh, MPI_Offset size) ALIAS("PMPI_File_preallocate");

int PMPI_File_read(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Status *status)
{
    return wt_MPI_File_read(SITE, fh, buf, count, datatype, status);
}
int MPI_File_read(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Status *status) ALIAS("PMPI_File_read");

int PMPI_File_read_all(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Status *status)
{
    return wt_MPI_File_read_all(SITE, fh, buf, count, datatype, status);
}
int MPI_File_read_all(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Status *status) ALIAS("PMPI_File_read_all");

int PMPI_File_read_all_begin(MPI_File fh, void *buf, int count, MPI_Datatype datatype)
{
    return wt_MPI_File_read_all_begin(SITE, fh, buf, count, datatype);
}
int MPI_File_read_all_begin(MPI_File fh, void *buf, int count, MPI_Datatype datatype) ALIAS("PMPI_File_read_all_begin");

int PMPI_File_read_all_begin_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype)
{
    return wt_MPI_File_read_all_begin_c(SITE, fh, buf, count, datatype);
}
int MPI_File_read_all_begin_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype) ALIAS("PMPI_File_read_all_begin_c");

int PMPI_File_read_all_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status)
{
    return wt_MPI_File_read_all_c(SITE, fh, buf, count, datatype, status);
}
int MPI_File_read_all_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status) ALIAS("PMPI_File_read_all_c");

int PMPI_File_read_all_end(MPI_File fh, void *buf, MPI_Status *status)
{
    return wt_MPI_File_read_all_end(SITE, fh, buf, status);
}
int MPI_File_read_all_end(MPI_File fh, void *buf, MPI_Status *status) ALIAS("PMPI_File_read_all_end");

int PMPI_File_read_at(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype, MPI_Status *status)
{
    return wt_MPI_File_read_at(SITE, fh, offset, buf, count, datatype, status);
}
int MPI_File_read_at(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype, MPI_Status *status) ALIAS("PMPI_File_read_at");

int PMPI_File_read_at_all(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype, MPI_Status *status)
{
    return wt_MPI_File_read_at_all(SITE, fh, offset, buf, count, datatype, status);
}
int MPI_File_read_at_all(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype, MPI_Status *status) ALIAS("PMPI_File_read_at_all");

int PMPI_File_read_at_all_begin(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype)
{
    return wt_MPI_File_read_at_all_begin(SITE, fh, offset, buf, count, datatype);
}
int MPI_File_read_at_all_begin(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype) ALIAS("PMPI_File_read_at_all_begin");

int PMPI_File_read_at_all_begin_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count, MPI_Datatype datatype)
{
    return wt_MPI_File_read_at_all_begin_c(SITE, fh, offset, buf, count, datatype);
}
int MPI_File_read_at_all_begin_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count, MPI_Datatype datatype) ALIAS("PMPI_File_read_at_all_begin_c");

int PMPI_File_read_at_all_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status)
{
    return wt_MPI_File_read_at_all_c(SITE, fh, offset, buf, count, datatype, status);
}
int MPI_File_read_at_all_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status) ALIAS("PMPI_File_read_at_all_c");

int PMPI_File_read_at_all_end(MPI_File fh, void *buf, MPI_Status *status)
{
    return wt_MPI_File_read_at_all_end(SITE, fh, buf, status);
}
int MPI_File_read_at_all_end(MPI_File fh, void *buf, MPI_Status *status) ALIAS("PMPI_File_read_at_all_end");

int PMPI_File_read_at_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status)
{
    return wt_MPI_File_read_at_c(SITE, fh, offset, buf, count, datatype, status);
}
int MPI_File_read_at_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status) ALIAS("PMPI_File_read_at_c");

int PMPI_File_read_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status)
{
    return wt_MPI_File_read_c(SITE, fh, buf, count, datatype, status);
}
int MPI_File_read_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status) ALIAS("PMPI_File_read_c");

int PMPI_File_read_ordered(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Status *status)
{
    return wt_MPI_File_read_ordered(SITE, fh, buf, count, datatype, status);
}
int MPI_File_read_ordered(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Status *status) ALIAS("PMPI_File_read_ordered");

int PMPI_File_read_ordered_begin(MPI_File fh, void *buf, int count, MPI_Datatype datatype)
{
    return wt_MPI_File_read_ordered_begin(SITE, fh, buf, count, datatype);
}
int MPI_File_read_ordered_begin(MPI_File fh, void *buf, int count, MPI_Datatype datatype) ALIAS("PMPI_File_read_ordered_begin");

int PMPI_File_read_ordered_begin_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype)
{
    return wt_MPI_File_read_ordered_begin_c(SITE, fh, buf, count, datatype);
}
int MPI_File_read_ordered_begin_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype) ALIAS("PMPI_File_read_ordered_begin_c");

int PMPI_File_read_ordered_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status)
{
    return wt_MPI_File_read_ordered_c(SITE, fh, buf, count, datatype, status);
}
int MPI_File_read_ordered_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status) ALIAS("PMPI_File_read_ordered_c");

int PMPI_File_read_ordered_end(MPI_File fh, void *buf, MPI_Status *status)
{
    return wt_MPI_File_read_ordered_end(SITE, fh, buf, status);
}
int MPI_File_read_ordered_end(MPI_File fh, void *buf, MPI_Status *status) ALIAS("PMPI_File_read_ordered_end");

int PMPI_File_read_shared(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Status *status)
{
    return wt_MPI_File_read_shared(SITE, fh, buf, count, datatype, status);
}
int MPI_File_read_shared(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Status *status) ALIAS("PMPI_File_read_shared");

int PMPI_File_read_shared_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status)
{
    return wt_MPI_File_read_shared_c(SITE, fh, buf, count, datatype, status);
}
int MPI_File_read_shared_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status) ALIAS("PMPI_File_read_shared_c");

int PMPI_File_seek(MPI_File fh, MPI_Offset offset, int whence)
{
    return wt_MPI_File_seek(SITE, fh, offset, whence);
}
int MPI_File_seek(MPI_File fh, MPI_Offset offset, int whence) ALIAS("PMPI_File_seek");

int PMPI_File_seek_shared(MPI_File fh, MPI_Offset offset, int whence)
{
    return wt_MPI_File_seek_shared(SITE, fh, offset, whence);
}
int MPI_File_seek_shared(MPI_File fh, MPI_Offset offset, int whence) ALIAS("PMPI_File_seek_shared");

int PMPI_File_set_atomicity(MPI_File fh, int flag)
{
    return wt_MPI_File_set_atomicity(SITE, fh, flag);
}
int MPI_File_set_atomicity(MPI_File fh, int flag) ALIAS("PMPI_File_set_atomicity");

int PMPI_File_set_errhandler(MPI_File file, MPI_Errhandler errhandler)
{
    return wt_MPI_File_set_errhandler(SITE, file, errhandler);
}
int MPI_File_set_errhandler(MPI_File file, MPI_Errhandler errhandler) ALIAS("PMPI_File_set_errhandler");

int PMPI_File_set_info(MPI_File fh, MPI_Info info)
{
    return wt_MPI_File_set_info(SITE, fh, info);
}
int MPI_File_set_info(MPI_File fh, MPI_Info info) ALIAS("PMPI_File_set_info");

int PMPI_File_set_size(MPI_File fh, MPI_Offset size)
{
    return wt_MPI_File_set_size(SITE, fh, size);
}
int MPI_File_set_size(MPI_File fh, MPI_Offset size) ALIAS("PMPI_File_set_size");

int PMPI_File_set_view(MPI_File fh, MPI_Offset disp, MPI_Datatype etype, MPI_Datatype filetype, const char *datarep, MPI_Info info)
{
    return wt_MPI_File_set_view(SITE, fh, disp, etype, filetype, datarep, info);
}
int MPI_File_set_view(MPI_File fh, MPI_Offset disp, MPI_Datatype etype, MPI_Datatype filetype, const char *datarep, MPI_Info info) ALIAS("PMPI_File_set_view");

int PMPI_File_sync(MPI_File fh)
{
    return wt_MPI_File_sync(SITE, fh);
}
int MPI_File_sync(MPI_File fh) ALIAS("PMPI_File_sync");

int PMPI_File_toint(MPI_File file)
{
    return wt_MPI_File_toint(SITE, file);
}
int MPI_File_toint(MPI_File file) ALIAS("PMPI_File_toint");

int PMPI_File_write(MPI_File fh, const void *buf, int count, MPI_Datatype datatype, MPI_Status *status)
{
    return wt_MPI_File_write(SITE, fh, buf, count, datatype, status);
}
int MPI_File_write(MPI_File fh, const void *buf, int count, MPI_Datatype datatype, MPI_Status *status) ALIAS("PMPI_File_write");

int PMPI_File_write_all(MPI_File fh, const void *buf, int count, MPI_Datatype datatype, MPI_Status *status)
{
    return wt_MPI_File_write_all(SITE, fh, buf, count, datatype, status);
}
int MPI_File_write_all(MPI_File fh, const void *buf, int count, MPI_Datatype datatype, MPI_Status *status) ALIAS("PMPI_File_write_all");

int PMPI_File_write_all_begin(MPI_File fh, const void *buf, int count, MPI_Datatype datatype)
{
    return wt_MPI_File_write_all_begin(SITE, fh, buf, count, datatype);
}
int MPI_File_write_all_begin(MPI_File fh, const void *buf, int count, MPI_Datatype datatype) ALIAS("PMPI_File_write_all_begin");

int PMPI_File_write_all_begin_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype)
{
    return wt_MPI_File_write_all_begin_c(SITE, fh, buf, count, datatype);
}
int MPI_File_write_all_begin_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype) ALIAS("PMPI_File_write_all_begin_c");

int PMPI_File_write_all_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status)
{
    return wt_MPI_File_write_all_c(SITE, fh, buf, count, datatype, status);
}
int MPI_File_write_all_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status) ALIAS("PMPI_File_write_all_c");

int PMPI_File_write_all_end(MPI_File fh, const void *buf, MPI_Status *status)
{
    return wt_MPI_File_write_all_end(SITE, fh, buf, status);
}
int MPI_File_write_all_end(MPI_File fh, const void *buf, MPI_Status *status) ALIAS("PMPI_File_write_all_end");

int PMPI_File_write_at(MPI_File fh, MPI_Offset offset, const void *buf, int count, MPI_Datatype datatype, MPI_Status *status)
{
    return wt_MPI_File_write_at(SITE, fh, offset, buf, count, datatype, status);
}
int MPI_File_write_at(MPI_File fh, MPI_Offset offset, const void *buf, int count, MPI_Datatype datatype, MPI_Status *status) ALIAS("PMPI_File_write_at");

int PMPI_File_write_at_all(MPI_File fh, MPI_Offset offset, const void *buf, int count, MPI_Datatype datatype, MPI_Status *status)
{
    return wt_MPI_File_write_at_all(SITE, fh, offset, buf, count, datatype, status);
}
int MPI_File_write_at_all(MPI_File fh, MPI_Offset offset, const void *buf, int count, MPI_Datatype datatype, MPI_Status *status) ALIAS("PMPI_File_write_at_all");

int PMPI_File_write_at_all_begin(MPI_File fh, MPI_Offset offset, const void *buf, int count, MPI_Datatype datatype)
{
    return wt_MPI_File_write_at_all_begin(SITE, fh, offset, buf, count, datatype);
}
int MPI_File_write_at_all_begin(MPI_File fh, MPI_Offset offset, const void *buf, int count, MPI_Datatype datatype) ALIAS("PMPI_File_write_at_all_begin");

int PMPI_File_write_at_all_begin_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count, MPI_Datatype datatype)
{
    return wt_MPI_File_write_at_all_begin_c(SITE, fh, offset, buf, count, datatype);
}
int MPI_File_write_at_all_begin_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count, MPI_Datatype datatype) ALIAS("PMPI_File_write_at_all_begin_c");

int PMPI_File_write_at_all_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status)
{
    return wt_MPI_File_write_at_all_c(SITE, fh, offset, buf, count, datatype, status);
}
int MPI_File_write_at_all_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status) ALIAS("PMPI_File_write_at_all_c");

int PMPI_File_write_at_all_end(MPI_File fh, const void *buf, MPI_Status *status)
{
    return wt_MPI_File_write_at_all_end(SITE, fh, buf, status);
}
int MPI_File_write_at_all_end(MPI_File fh, const void *buf, MPI_Status *status) ALIAS("PMPI_File_write_at_all_end");

int PMPI_File_write_at_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status)
{
    return wt_MPI_File_write_at_c(SITE, fh, offset, buf, count, datatype, status);
}
int MPI_File_write_at_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status) ALIAS("PMPI_File_write_at_c");

int PMPI_File_write_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status)
{
    return wt_MPI_File_write_c(SITE, fh, buf, count, datatype, status);
}
int MPI_File_write_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status) ALIAS("PMPI_File_write_c");

int PMPI_File_write_ordered(MPI_File fh, const void *buf, int count, MPI_Datatype datatype, MPI_Status *status)
{
    return wt_MPI_File_write_ordered(SITE, fh, buf, count, datatype, status);
}
int MPI_File_write_ordered(MPI_File fh, const void *buf, int count, MPI_Datatype datatype, MPI_Status *status) ALIAS("PMPI_File_write_ordered");

int PMPI_File_write_ordered_begin(MPI_File fh, const void *buf, int count, MPI_Datatype datatype)
{
    return wt_MPI_File_write_ordered_begin(SITE, fh, buf, count, datatype);
}
int MPI_File_write_ordered_begin(MPI_File fh, const void *buf, int count, MPI_Datatype datatype) ALIAS("PMPI_File_write_ordered_begin");

int PMPI_File_write_ordered_begin_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype)
{
    return wt_MPI_File_write_ordered_begin_c(SITE, fh, buf, count, datatype);
}
int MPI_File_write_ordered_begin_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype) ALIAS("PMPI_File_write_ordered_begin_c");

int PMPI_File_write_ordered_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status)
{
    return wt_MPI_File_write_ordered_c(SITE, fh, buf, count, datatype, status);
}
int MPI_File_write_ordered_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status) ALIAS("PMPI_File_write_ordered_c");

int PMPI_File_write_ordered_end(MPI_File fh, const void *buf, MPI_Status *status)
{
    return wt_MPI_File_write_ordered_end(SITE, fh, buf, status);
}
int MPI_File_write_ordered_end(MPI_File fh, const void *buf, MPI_Status *status) ALIAS("PMPI_File_write_ordered_end");

int PMPI_File_write_shared(MPI_File fh, const void *buf, int count, MPI_Datatype datatype, MPI_Status *status)
{
    return wt_MPI_File_write_shared(SITE, fh, buf, count, datatype, status);
}
int MPI_File_write_shared(MPI_File fh, const void *buf, int count, MPI_Datatype datatype, MPI_Status *status) ALIAS("PMPI_File_write_shared");

int PMPI_File_write_shared_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status)
{
    return wt_MPI_File_write_shared_c(SITE, fh, buf, count, datatype, status);
}
int MPI_File_write_shared_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Status *status) ALIAS("PMPI_File_write_shared_c");

int PMPI_Finalize(void)
{
    return wt_MPI_Finalize(SITE);
}
int MPI_Finalize(void) ALIAS("PMPI_Finalize");

int PMPI_Finalized(int *flag)
{
    return wt_MPI_Finalized(SITE, flag);
}
int MPI_Finalized(int *flag) ALIAS("PMPI_Finalized");

int PMPI_Free_mem(void *base)
{
    return wt_MPI_Free_mem(SITE, base);
}
int MPI_Free_mem(void *base) ALIAS("PMPI_Free_mem");

int PMPI_Gather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)
{
    return wt_MPI_Gather(SITE, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
}
int MPI_Gather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) ALIAS("PMPI_Gather");

int PMPI_Gather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)
{
    return wt_MPI_Gather_c(SITE, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
}
int MPI_Gather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) ALIAS("PMPI_Gather_c");

int PMPI_Gather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    return wt_MPI_Gather_init(SITE, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
}
int MPI_Gather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request) ALIAS("PMPI_Gather_init");

int PMPI_Gather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    return wt_MPI_Gather_init_c(SITE, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
}
int MPI_Gather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request) ALIAS("PMPI_Gather_init_c");

int PMPI_Gatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm)
{
    return wt_MPI_Gatherv(SITE, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm);
}
int MPI_Gatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm) ALIAS("PMPI_Gatherv");

int PMPI_Gatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm)
{
    return wt_MPI_Gatherv_c(SITE, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm);
}
int MPI_Gatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm) ALIAS("PMPI_Gatherv_c");

int PMPI_Gatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    return wt_MPI_Gatherv_init(SITE, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, info, request);
}
int MPI_Gatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request) ALIAS("PMPI_Gatherv_init");

int PMPI_Gatherv_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    return wt_MPI_Gatherv_init_c(SITE, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, info, request);
}
int MPI_Gatherv_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request) ALIAS("PMPI_Gatherv_init_c");

int PMPI_Get(void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win)
{
    return wt_MPI_Get(SITE, origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win);
}
int MPI_Get(void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win) ALIAS("PMPI_Get");

int PMPI_Get_accumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, void *result_addr, int result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win)
{
    return wt_MPI_Get_accumulate(SITE, origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win);
}
int MPI_Get_accumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, void *result_addr, int result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) ALIAS("PMPI_Get_accumulate");

int PMPI_Get_accumulate_c(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, void *result_addr, MPI_Count result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win)
{
    return wt_MPI_Get_accumulate_c(SITE, origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win);
}
int MPI_Get_accumulate_c(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, void *result_addr, MPI_Count result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) ALIAS("PMPI_Get_accumulate_c");

int PMPI_Get_address(const void *location, MPI_Aint *address)
{
    return wt_MPI_Get_address(SITE, location, address);
}
int MPI_Get_address(const void *location, MPI_Aint *address) ALIAS("PMPI_Get_address");

int PMPI_Get_c(void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win)
{
    return wt_MPI_Get_c(SITE, origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win);
}
int MPI_Get_c(void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win) ALIAS("PMPI_Get_c");

int PMPI_Get_count(const MPI_Status *status, MPI_Datatype datatype, int *count)
{
    return wt_MPI_Get_count(SITE, status, datatype, count);
}
int MPI_Get_count(const MPI_Status *status, MPI_Datatype datatype, int *count) ALIAS("PMPI_Get_count");

int PMPI_Get_count_c(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count)
{
    return wt_MPI_Get_count_c(SITE, status, datatype, count);
}
int MPI_Get_count_c(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count) ALIAS("PMPI_Get_count_c");

int PMPI_Get_elements(const MPI_Status *status, MPI_Datatype datatype, int *count)
{
    return wt_MPI_Get_elements(SITE, status, datatype, count);
}
int MPI_Get_elements(const MPI_Status *status, MPI_Datatype datatype, int *count) ALIAS("PMPI_Get_elements");

int PMPI_Get_elements_c(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count)
{
    return wt_MPI_Get_elements_c(SITE, status, datatype, count);
}
int MPI_Get_elements_c(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count) ALIAS("PMPI_Get_elements_c");

int PMPI_Get_elements_x(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count)
{
    return wt_MPI_Get_elements_x(SITE, status, datatype, count);
}
int MPI_Get_elements_x(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count) ALIAS("PMPI_Get_elements_x");

int PMPI_Get_hw_resource_info(MPI_Info *hw_info)
{
    return wt_MPI_Get_hw_resource_info(SITE, hw_info);
}
int MPI_Get_hw_resource_info(MPI_Info *hw_info) ALIAS("PMPI_Get_hw_resource_info");

int PMPI_Get_library_version(char *version, int *resultlen)
{
    return wt_MPI_Get_library_version(SITE, version, resultlen);
}
int MPI_Get_library_version(char *version, int *resultlen) ALIAS("PMPI_Get_library_version");

int PMPI_Get_processor_name(char *name, int *resultlen)
{
    return wt_MPI_Get_processor_name(SITE, name, resultlen);
}
int MPI_Get_processor_name(char *name, int *resultlen) ALIAS("PMPI_Get_processor_name");

int PMPI_Get_version(int *version, int *subversion)
{
    return wt_MPI_Get_version(SITE, version, subversion);
}
int MPI_Get_version(int *version, int *subversion) ALIAS("PMPI_Get_version");

int PMPI_Graph_create(MPI_Comm comm_old, int nnodes, const int index[], const int edges[], int reorder, MPI_Comm *comm_graph)
{
    return wt_MPI_Graph_create(SITE, comm_old, nnodes, index, edges, reorder, comm_graph);
}
int MPI_Graph_create(MPI_Comm comm_old, int nnodes, const int index[], const int edges[], int reorder, MPI_Comm *comm_graph) ALIAS("PMPI_Graph_create");

int PMPI_Graph_get(MPI_Comm comm, int maxindex, int maxedges, int index[], int edges[])
{
    return wt_MPI_Graph_get(SITE, comm, maxindex, maxedges, index, edges);
}
int MPI_Graph_get(MPI_Comm comm, int maxindex, int maxedges, int index[], int edges[]) ALIAS("PMPI_Graph_get");

int PMPI_Graph_map(MPI_Comm comm, int nnodes, const int index[], const int edges[], int *newrank)
{
    return wt_MPI_Graph_map(SITE, comm, nnodes, index, edges, newrank);
}
int MPI_Graph_map(MPI_Comm comm, int nnodes, const int index[], const int edges[], int *newrank) ALIAS("PMPI_Graph_map");

int PMPI_Graph_neighbors(MPI_Comm comm, int rank, int maxneighbors, int neighbors[])
{
    return wt_MPI_Graph_neighbors(SITE, comm, rank, maxneighbors, neighbors);
}
int MPI_Graph_neighbors(MPI_Comm comm, int rank, int maxneighbors, int neighbors[]) ALIAS("PMPI_Graph_neighbors");

int PMPI_Graph_neighbors_count(MPI_Comm comm, int rank, int *nneighbors)
{
    return wt_MPI_Graph_neighbors_count(SITE, comm, rank, nneighbors);
}
int MPI_Graph_neighbors_count(MPI_Comm comm, int rank, int *nneighbors) ALIAS("PMPI_Graph_neighbors_count");

int PMPI_Graphdims_get(MPI_Comm comm, int *nnodes, int *nedges)
{
    return wt_MPI_Graphdims_get(SITE, comm, nnodes, nedges);
}
int MPI_Graphdims_get(MPI_Comm comm, int *nnodes, int *nedges) ALIAS("PMPI_Graphdims_get");

int PMPI_Grequest_complete(MPI_Request request)
{
    return wt_MPI_Grequest_complete(SITE, request);
}
int MPI_Grequest_complete(MPI_Request request) ALIAS("PMPI_Grequest_complete");

int PMPI_Grequest_start(MPI_Grequest_query_function *query_fn, MPI_Grequest_free_function *free_fn, MPI_Grequest_cancel_function *cancel_fn, void *extra_state, MPI_Request *request)
{
    return wt_MPI_Grequest_start(SITE, query_fn, free_fn, cancel_fn, extra_state, request);
}
int MPI_Grequest_start(MPI_Grequest_query_function *query_fn, MPI_Grequest_free_function *free_fn, MPI_Grequest_cancel_function *cancel_fn, void *extra_state, MPI_Request *request) ALIAS("PMPI_Grequest_start");

int PMPI_Group_compare(MPI_Group group1, MPI_Group group2, int *result)
{
    return wt_MPI_Group_compare(SITE, group1, group2, result);
}
int MPI_Group_compare(MPI_Group group1, MPI_Group group2, int *result) ALIAS("PMPI_Group_compare");

int PMPI_Group_difference(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup)
{
    return wt_MPI_Group_difference(SITE, group1, group2, newgroup);
}
int MPI_Group_difference(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup) ALIAS("PMPI_Group_difference");

int PMPI_Group_excl(MPI_Group group, int n, const int ranks[], MPI_Group *newgroup)
{
    return wt_MPI_Group_excl(SITE, group, n, ranks, newgroup);
}
int MPI_Group_excl(MPI_Group group, int n, const int ranks[], MPI_Group *newgroup) ALIAS("PMPI_Group_excl");

int PMPI_Group_free(MPI_Group *group)
{
    return wt_MPI_Group_free(SITE, group);
}
int MPI_Group_free(MPI_Group *group) ALIAS("PMPI_Group_free");

int PMPI_Group_from_session_pset(MPI_Session session, const char *pset_name, MPI_Group *newgroup)
{
    return wt_MPI_Group_from_session_pset(SITE, session, pset_name, newgroup);
}
int MPI_Group_from_session_pset(MPI_Session session, const char *pset_name, MPI_Group *newgroup) ALIAS("PMPI_Group_from_session_pset");

MPI_Group PMPI_Group_fromint(int group)
{
    return wt_MPI_Group_fromint(SITE, group);
}
MPI_Group MPI_Group_fromint(int group) ALIAS("PMPI_Group_fromint");

int PMPI_Group_incl(MPI_Group group, int n, const int ranks[], MPI_Group *newgroup)
{
    return wt_MPI_Group_incl(SITE, group, n, ranks, newgroup);
}
int MPI_Group_incl(MPI_Group group, int n, const int ranks[], MPI_Group *newgroup) ALIAS("PMPI_Group_incl");

int PMPI_Group_intersection(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup)
{
    return wt_MPI_Group_intersection(SITE, group1, group2, newgroup);
}
int MPI_Group_intersection(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup) ALIAS("PMPI_Group_intersection");

int PMPI_Group_range_excl(MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup)
{
    return wt_MPI_Group_range_excl(SITE, group, n, ranges, newgroup);
}
int MPI_Group_range_excl(MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup) ALIAS("PMPI_Group_range_excl");

int PMPI_Group_range_incl(MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup)
{
    return wt_MPI_Group_range_incl(SITE, group, n, ranges, newgroup);
}
int MPI_Group_range_incl(MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup) ALIAS("PMPI_Group_range_incl");

int PMPI_Group_rank(MPI_Group group, int *rank)
{
    return wt_MPI_Group_rank(SITE, group, rank);
}
int MPI_Group_rank(MPI_Group group, int *rank) ALIAS("PMPI_Group_rank");

int PMPI_Group_size(MPI_Group group, int *size)
{
    return wt_MPI_Group_size(SITE, group, size);
}
int MPI_Group_size(MPI_Group group, int *size) ALIAS("PMPI_Group_size");

int PMPI_Group_toint(MPI_Group group)
{
    return wt_MPI_Group_toint(SITE, group);
}
int MPI_Group_toint(MPI_Group group) ALIAS("PMPI_Group_toint");

int PMPI_Group_translate_ranks(MPI_Group group1, int n, const int ranks1[], MPI_Group group2, int ranks2[])
{
    return wt_MPI_Group_translate_ranks(SITE, group1, n, ranks1, group2, ranks2);
}
int MPI_Group_translate_ranks(MPI_Group group1, int n, const int ranks1[], MPI_Group group2, int ranks2[]) ALIAS("PMPI_Group_translate_ranks");

int PMPI_Group_union(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup)
{
    return wt_MPI_Group_union(SITE, group1, group2, newgroup);
}
int MPI_Group_union(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup) ALIAS("PMPI_Group_union");

int PMPI_Iallgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Iallgather(SITE, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
}
int MPI_Iallgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Iallgather");

int PMPI_Iallgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Iallgather_c(SITE, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
}
int MPI_Iallgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Iallgather_c");

int PMPI_Iallgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Iallgatherv(SITE, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request);
}
int MPI_Iallgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Iallgatherv");

int PMPI_Iallgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Iallgatherv_c(SITE, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request);
}
int MPI_Iallgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Iallgatherv_c");

int PMPI_Iallreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Iallreduce(SITE, sendbuf, recvbuf, count, datatype, op, comm, request);
}
int MPI_Iallreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Iallreduce");

int PMPI_Iallreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Iallreduce_c(SITE, sendbuf, recvbuf, count, datatype, op, comm, request);
}
int MPI_Iallreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Iallreduce_c");

int PMPI_Ialltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Ialltoall(SITE, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
}
int MPI_Ialltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Ialltoall");

int PMPI_Ialltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Ialltoall_c(SITE, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
}
int MPI_Ialltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Ialltoall_c");

int PMPI_Ialltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Ialltoallv(SITE, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request);
}
int MPI_Ialltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Ialltoallv");

int PMPI_Ialltoallv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Ialltoallv_c(SITE, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request);
}
int MPI_Ialltoallv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Ialltoallv_c");

int PMPI_Ialltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Ialltoallw(SITE, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request);
}
int MPI_Ialltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Ialltoallw");

int PMPI_Ialltoallw_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Ialltoallw_c(SITE, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request);
}
int MPI_Ialltoallw_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Ialltoallw_c");

int PMPI_Ibarrier(MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Ibarrier(SITE, comm, request);
}
int MPI_Ibarrier(MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Ibarrier");

int PMPI_Ibcast(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Ibcast(SITE, buffer, count, datatype, root, comm, request);
}
int MPI_Ibcast(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Ibcast");

int PMPI_Ibcast_c(void *buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Ibcast_c(SITE, buffer, count, datatype, root, comm, request);
}
int MPI_Ibcast_c(void *buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Ibcast_c");

int PMPI_Ibsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Ibsend(SITE, buf, count, datatype, dest, tag, comm, request);
}
int MPI_Ibsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Ibsend");

int PMPI_Ibsend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Ibsend_c(SITE, buf, count, datatype, dest, tag, comm, request);
}
int MPI_Ibsend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Ibsend_c");

int PMPI_Iexscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Iexscan(SITE, sendbuf, recvbuf, count, datatype, op, comm, request);
}
int MPI_Iexscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Iexscan");

int PMPI_Iexscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Iexscan_c(SITE, sendbuf, recvbuf, count, datatype, op, comm, request);
}
int MPI_Iexscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Iexscan_c");

int PMPI_Igather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Igather(SITE, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
}
int MPI_Igather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Igather");

int PMPI_Igather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Igather_c(SITE, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
}
int MPI_Igather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Igather_c");

int PMPI_Igatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Igatherv(SITE, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, request);
}
int MPI_Igatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Igatherv");

int PMPI_Igatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Igatherv_c(SITE, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, request);
}
int MPI_Igatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Igatherv_c");

int PMPI_Improbe(int source, int tag, MPI_Comm comm, int *flag, MPI_Message *message, MPI_Status *status)
{
    return wt_MPI_Improbe(SITE, source, tag, comm, flag, message, status);
}
int MPI_Improbe(int source, int tag, MPI_Comm comm, int *flag, MPI_Message *message, MPI_Status *status) ALIAS("PMPI_Improbe");

int PMPI_Imrecv(void *buf, int count, MPI_Datatype datatype, MPI_Message *message, MPI_Request *request)
{
    return wt_MPI_Imrecv(SITE, buf, count, datatype, message, request);
}
int MPI_Imrecv(void *buf, int count, MPI_Datatype datatype, MPI_Message *message, MPI_Request *request) ALIAS("PMPI_Imrecv");

int PMPI_Imrecv_c(void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Message *message, MPI_Request *request)
{
    return wt_MPI_Imrecv_c(SITE, buf, count, datatype, message, request);
}
int MPI_Imrecv_c(void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Message *message, MPI_Request *request) ALIAS("PMPI_Imrecv_c");

int PMPI_Ineighbor_allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Ineighbor_allgather(SITE, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
}
int MPI_Ineighbor_allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Ineighbor_allgather");

int PMPI_Ineighbor_allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Ineighbor_allgather_c(SITE, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
}
int MPI_Ineighbor_allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Ineighbor_allgather_c");

int PMPI_Ineighbor_allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Ineighbor_allgatherv(SITE, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request);
}
int MPI_Ineighbor_allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Ineighbor_allgatherv");

int PMPI_Ineighbor_allgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Ineighbor_allgatherv_c(SITE, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request);
}
int MPI_Ineighbor_allgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Ineighbor_allgatherv_c");

int PMPI_Ineighbor_alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Ineighbor_alltoall(SITE, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
}
int MPI_Ineighbor_alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Ineighbor_alltoall");

int PMPI_Ineighbor_alltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Ineighbor_alltoall_c(SITE, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request);
}
int MPI_Ineighbor_alltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Ineighbor_alltoall_c");

int PMPI_Ineighbor_alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Ineighbor_alltoallv(SITE, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request);
}
int MPI_Ineighbor_alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Ineighbor_alltoallv");

int PMPI_Ineighbor_alltoallv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Ineighbor_alltoallv_c(SITE, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request);
}
int MPI_Ineighbor_alltoallv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Ineighbor_alltoallv_c");

int PMPI_Ineighbor_alltoallw(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Ineighbor_alltoallw(SITE, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request);
}
int MPI_Ineighbor_alltoallw(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Ineighbor_alltoallw");

int PMPI_Ineighbor_alltoallw_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Ineighbor_alltoallw_c(SITE, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request);
}
int MPI_Ineighbor_alltoallw_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Ineighbor_alltoallw_c");

int PMPI_Info_create(MPI_Info *info)
{
    return wt_MPI_Info_create(SITE, info);
}
int MPI_Info_create(MPI_Info *info) ALIAS("PMPI_Info_create");

int PMPI_Info_create_env(int argc, char *argv[], MPI_Info *info)
{
    return wt_MPI_Info_create_env(SITE, argc, argv, info);
}
int MPI_Info_create_env(int argc, char *argv[], MPI_Info *info) ALIAS("PMPI_Info_create_env");

int PMPI_Info_delete(MPI_Info info, const char *key)
{
    return wt_MPI_Info_delete(SITE, info, key);
}
int MPI_Info_delete(MPI_Info info, const char *key) ALIAS("PMPI_Info_delete");

int PMPI_Info_dup(MPI_Info info, MPI_Info *newinfo)
{
    return wt_MPI_Info_dup(SITE, info, newinfo);
}
int MPI_Info_dup(MPI_Info info, MPI_Info *newinfo) ALIAS("PMPI_Info_dup");

int PMPI_Info_free(MPI_Info *info)
{
    return wt_MPI_Info_free(SITE, info);
}
int MPI_Info_free(MPI_Info *info) ALIAS("PMPI_Info_free");

MPI_Info PMPI_Info_fromint(int info)
{
    return wt_MPI_Info_fromint(SITE, info);
}
MPI_Info MPI_Info_fromint(int info) ALIAS("PMPI_Info_fromint");

int PMPI_Info_get(MPI_Info info, const char *key, int valuelen, char *value, int *flag)
{
    return wt_MPI_Info_get(SITE, info, key, valuelen, value, flag);
}
int MPI_Info_get(MPI_Info info, const char *key, int valuelen, char *value, int *flag) ALIAS("PMPI_Info_get");

int PMPI_Info_get_nkeys(MPI_Info info, int *nkeys)
{
    return wt_MPI_Info_get_nkeys(SITE, info, nkeys);
}
int MPI_Info_get_nkeys(MPI_Info info, int *nkeys) ALIAS("PMPI_Info_get_nkeys");

int PMPI_Info_get_nthkey(MPI_Info info, int n, char *key)
{
    return wt_MPI_Info_get_nthkey(SITE, info, n, key);
}
int MPI_Info_get_nthkey(MPI_Info info, int n, char *key) ALIAS("PMPI_Info_get_nthkey");

int PMPI_Info_get_string(MPI_Info info, const char *key, int *buflen, char *value, int *flag)
{
    return wt_MPI_Info_get_string(SITE, info, key, buflen, value, flag);
}
int MPI_Info_get_string(MPI_Info info, const char *key, int *buflen, char *value, int *flag) ALIAS("PMPI_Info_get_string");

int PMPI_Info_get_valuelen(MPI_Info info, const char *key, int *valuelen, int *flag)
{
    return wt_MPI_Info_get_valuelen(SITE, info, key, valuelen, flag);
}
int MPI_Info_get_valuelen(MPI_Info info, const char *key, int *valuelen, int *flag) ALIAS("PMPI_Info_get_valuelen");

int PMPI_Info_set(MPI_Info info, const char *key, const char *value)
{
    return wt_MPI_Info_set(SITE, info, key, value);
}
int MPI_Info_set(MPI_Info info, const char *key, const char *value) ALIAS("PMPI_Info_set");

int PMPI_Info_toint(MPI_Info info)
{
    return wt_MPI_Info_toint(SITE, info);
}
int MPI_Info_toint(MPI_Info info) ALIAS("PMPI_Info_toint");

int PMPI_Init(int *argc, char ***argv)
{
    return wt_MPI_Init(SITE, argc, argv);
}
int MPI_Init(int *argc, char ***argv) ALIAS("PMPI_Init");

int PMPI_Init_thread(int *argc, char ***argv, int required, int *provided)
{
    return wt_MPI_Init_thread(SITE, argc, argv, required, provided);
}
int MPI_Init_thread(int *argc, char ***argv, int required, int *provided) ALIAS("PMPI_Init_thread");

int PMPI_Initialized(int *flag)
{
    return wt_MPI_Initialized(SITE, flag);
}
int MPI_Initialized(int *flag) ALIAS("PMPI_Initialized");

int PMPI_Intercomm_create(MPI_Comm local_comm, int local_leader, MPI_Comm peer_comm, int remote_leader, int tag, MPI_Comm *newintercomm)
{
    return wt_MPI_Intercomm_create(SITE, local_comm, local_leader, peer_comm, remote_leader, tag, newintercomm);
}
int MPI_Intercomm_create(MPI_Comm local_comm, int local_leader, MPI_Comm peer_comm, int remote_leader, int tag, MPI_Comm *newintercomm) ALIAS("PMPI_Intercomm_create");

int PMPI_Intercomm_create_from_groups(MPI_Group local_group, int local_leader, MPI_Group remote_group, int remote_leader, const char *stringtag, MPI_Info info, MPI_Errhandler errhandler, MPI_Comm *newintercomm)
{
    return wt_MPI_Intercomm_create_from_groups(SITE, local_group, local_leader, remote_group, remote_leader, stringtag, info, errhandler, newintercomm);
}
int MPI_Intercomm_create_from_groups(MPI_Group local_group, int local_leader, MPI_Group remote_group, int remote_leader, const char *stringtag, MPI_Info info, MPI_Errhandler errhandler, MPI_Comm *newintercomm) ALIAS("PMPI_Intercomm_create_from_groups");

int PMPI_Intercomm_merge(MPI_Comm intercomm, int high, MPI_Comm *newintracomm)
{
    return wt_MPI_Intercomm_merge(SITE, intercomm, high, newintracomm);
}
int MPI_Intercomm_merge(MPI_Comm intercomm, int high, MPI_Comm *newintracomm) ALIAS("PMPI_Intercomm_merge");

int PMPI_Iprobe(int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status)
{
    return wt_MPI_Iprobe(SITE, source, tag, comm, flag, status);
}
int MPI_Iprobe(int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status) ALIAS("PMPI_Iprobe");

int PMPI_Irecv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Irecv(SITE, buf, count, datatype, source, tag, comm, request);
}
int MPI_Irecv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Irecv");

int PMPI_Irecv_c(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Irecv_c(SITE, buf, count, datatype, source, tag, comm, request);
}
int MPI_Irecv_c(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Irecv_c");

int PMPI_Ireduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Ireduce(SITE, sendbuf, recvbuf, count, datatype, op, root, comm, request);
}
int MPI_Ireduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Ireduce");

int PMPI_Ireduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Ireduce_c(SITE, sendbuf, recvbuf, count, datatype, op, root, comm, request);
}
int MPI_Ireduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Ireduce_c");

int PMPI_Ireduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Ireduce_scatter(SITE, sendbuf, recvbuf, recvcounts, datatype, op, comm, request);
}
int MPI_Ireduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Ireduce_scatter");

int PMPI_Ireduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Ireduce_scatter_block(SITE, sendbuf, recvbuf, recvcount, datatype, op, comm, request);
}
int MPI_Ireduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Ireduce_scatter_block");

int PMPI_Ireduce_scatter_block_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Ireduce_scatter_block_c(SITE, sendbuf, recvbuf, recvcount, datatype, op, comm, request);
}
int MPI_Ireduce_scatter_block_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Ireduce_scatter_block_c");

int PMPI_Ireduce_scatter_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Ireduce_scatter_c(SITE, sendbuf, recvbuf, recvcounts, datatype, op, comm, request);
}
int MPI_Ireduce_scatter_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Ireduce_scatter_c");

int PMPI_Irsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Irsend(SITE, buf, count, datatype, dest, tag, comm, request);
}
int MPI_Irsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Irsend");

int PMPI_Irsend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Irsend_c(SITE, buf, count, datatype, dest, tag, comm, request);
}
int MPI_Irsend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Irsend_c");

int PMPI_Is_thread_main(int *flag)
{
    return wt_MPI_Is_thread_main(SITE, flag);
}
int MPI_Is_thread_main(int *flag) ALIAS("PMPI_Is_thread_main");

int PMPI_Iscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Iscan(SITE, sendbuf, recvbuf, count, datatype, op, comm, request);
}
int MPI_Iscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Iscan");

int PMPI_Iscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Iscan_c(SITE, sendbuf, recvbuf, count, datatype, op, comm, request);
}
int MPI_Iscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Iscan_c");

int PMPI_Iscatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Iscatter(SITE, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
}
int MPI_Iscatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Iscatter");

int PMPI_Iscatter_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Iscatter_c(SITE, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
}
int MPI_Iscatter_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Iscatter_c");

int PMPI_Iscatterv(const void *sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Iscatterv(SITE, sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
}
int MPI_Iscatterv(const void *sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Iscatterv");

int PMPI_Iscatterv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[], MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Iscatterv_c(SITE, sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, request);
}
int MPI_Iscatterv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[], MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Iscatterv_c");

int PMPI_Isend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Isend(SITE, buf, count, datatype, dest, tag, comm, request);
}
int MPI_Isend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Isend");

int PMPI_Isend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Isend_c(SITE, buf, count, datatype, dest, tag, comm, request);
}
int MPI_Isend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Isend_c");

int PMPI_Isendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Isendrecv(SITE, sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, request);
}
int MPI_Isendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Isendrecv");

int PMPI_Isendrecv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Isendrecv_c(SITE, sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, request);
}
int MPI_Isendrecv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Isendrecv_c");

int PMPI_Isendrecv_replace(void *buf, int count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Isendrecv_replace(SITE, buf, count, datatype, dest, sendtag, source, recvtag, comm, request);
}
int MPI_Isendrecv_replace(void *buf, int count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Isendrecv_replace");

int PMPI_Isendrecv_replace_c(void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Isendrecv_replace_c(SITE, buf, count, datatype, dest, sendtag, source, recvtag, comm, request);
}
int MPI_Isendrecv_replace_c(void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Isendrecv_replace_c");

int PMPI_Issend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Issend(SITE, buf, count, datatype, dest, tag, comm, request);
}
int MPI_Issend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Issend");

int PMPI_Issend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Issend_c(SITE, buf, count, datatype, dest, tag, comm, request);
}
int MPI_Issend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Issend_c");

int PMPI_Keyval_create(MPI_Copy_function *copy_fn, MPI_Delete_function *delete_fn, int *keyval, void *extra_state)
{
    return wt_MPI_Keyval_create(SITE, copy_fn, delete_fn, keyval, extra_state);
}
int MPI_Keyval_create(MPI_Copy_function *copy_fn, MPI_Delete_function *delete_fn, int *keyval, void *extra_state) ALIAS("PMPI_Keyval_create");

int PMPI_Keyval_free(int *keyval)
{
    return wt_MPI_Keyval_free(SITE, keyval);
}
int MPI_Keyval_free(int *keyval) ALIAS("PMPI_Keyval_free");

int PMPI_Lookup_name(const char *service_name, MPI_Info info, char *port_name)
{
    return wt_MPI_Lookup_name(SITE, service_name, info, port_name);
}
int MPI_Lookup_name(const char *service_name, MPI_Info info, char *port_name) ALIAS("PMPI_Lookup_name");

MPI_Message PMPI_Message_fromint(int message)
{
    return wt_MPI_Message_fromint(SITE, message);
}
MPI_Message MPI_Message_fromint(int message) ALIAS("PMPI_Message_fromint");

int PMPI_Message_toint(MPI_Message message)
{
    return wt_MPI_Message_toint(SITE, message);
}
int MPI_Message_toint(MPI_Message message) ALIAS("PMPI_Message_toint");

int PMPI_Mprobe(int source, int tag, MPI_Comm comm, MPI_Message *message, MPI_Status *status)
{
    return wt_MPI_Mprobe(SITE, source, tag, comm, message, status);
}
int MPI_Mprobe(int source, int tag, MPI_Comm comm, MPI_Message *message, MPI_Status *status) ALIAS("PMPI_Mprobe");

int PMPI_Mrecv(void *buf, int count, MPI_Datatype datatype, MPI_Message *message, MPI_Status *status)
{
    return wt_MPI_Mrecv(SITE, buf, count, datatype, message, status);
}
int MPI_Mrecv(void *buf, int count, MPI_Datatype datatype, MPI_Message *message, MPI_Status *status) ALIAS("PMPI_Mrecv");

int PMPI_Mrecv_c(void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Message *message, MPI_Status *status)
{
    return wt_MPI_Mrecv_c(SITE, buf, count, datatype, message, status);
}
int MPI_Mrecv_c(void *buf, MPI_Count count, MPI_Datatype datatype, MPI_Message *message, MPI_Status *status) ALIAS("PMPI_Mrecv_c");

int PMPI_Neighbor_allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
    return wt_MPI_Neighbor_allgather(SITE, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}
int MPI_Neighbor_allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm) ALIAS("PMPI_Neighbor_allgather");

int PMPI_Neighbor_allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
    return wt_MPI_Neighbor_allgather_c(SITE, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}
int MPI_Neighbor_allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) ALIAS("PMPI_Neighbor_allgather_c");

int PMPI_Neighbor_allgather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    return wt_MPI_Neighbor_allgather_init(SITE, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
}
int MPI_Neighbor_allgather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request) ALIAS("PMPI_Neighbor_allgather_init");

int PMPI_Neighbor_allgather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    return wt_MPI_Neighbor_allgather_init_c(SITE, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
}
int MPI_Neighbor_allgather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request) ALIAS("PMPI_Neighbor_allgather_init_c");

int PMPI_Neighbor_allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm)
{
    return wt_MPI_Neighbor_allgatherv(SITE, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
}
int MPI_Neighbor_allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm) ALIAS("PMPI_Neighbor_allgatherv");

int PMPI_Neighbor_allgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm)
{
    return wt_MPI_Neighbor_allgatherv_c(SITE, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
}
int MPI_Neighbor_allgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm) ALIAS("PMPI_Neighbor_allgatherv_c");

int PMPI_Neighbor_allgatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    return wt_MPI_Neighbor_allgatherv_init(SITE, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request);
}
int MPI_Neighbor_allgatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request) ALIAS("PMPI_Neighbor_allgatherv_init");

int PMPI_Neighbor_allgatherv_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    return wt_MPI_Neighbor_allgatherv_init_c(SITE, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, info, request);
}
int MPI_Neighbor_allgatherv_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request) ALIAS("PMPI_Neighbor_allgatherv_init_c");

int PMPI_Neighbor_alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
    return wt_MPI_Neighbor_alltoall(SITE, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}
int MPI_Neighbor_alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm) ALIAS("PMPI_Neighbor_alltoall");

int PMPI_Neighbor_alltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
    return wt_MPI_Neighbor_alltoall_c(SITE, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}
int MPI_Neighbor_alltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) ALIAS("PMPI_Neighbor_alltoall_c");

int PMPI_Neighbor_alltoall_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    return wt_MPI_Neighbor_alltoall_init(SITE, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
}
int MPI_Neighbor_alltoall_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request) ALIAS("PMPI_Neighbor_alltoall_init");

int PMPI_Neighbor_alltoall_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    return wt_MPI_Neighbor_alltoall_init_c(SITE, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, info, request);
}
int MPI_Neighbor_alltoall_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request) ALIAS("PMPI_Neighbor_alltoall_init_c");

int PMPI_Neighbor_alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm)
{
    return wt_MPI_Neighbor_alltoallv(SITE, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
}
int MPI_Neighbor_alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm) ALIAS("PMPI_Neighbor_alltoallv");

int PMPI_Neighbor_alltoallv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm)
{
    return wt_MPI_Neighbor_alltoallv_c(SITE, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm);
}
int MPI_Neighbor_alltoallv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm) ALIAS("PMPI_Neighbor_alltoallv_c");

int PMPI_Neighbor_alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    return wt_MPI_Neighbor_alltoallv_init(SITE, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request);
}
int MPI_Neighbor_alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request) ALIAS("PMPI_Neighbor_alltoallv_init");

int PMPI_Neighbor_alltoallv_init_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    return wt_MPI_Neighbor_alltoallv_init_c(SITE, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, info, request);
}
int MPI_Neighbor_alltoallv_init_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request *request) ALIAS("PMPI_Neighbor_alltoallv_init_c");

int PMPI_Neighbor_alltoallw(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm)
{
    return wt_MPI_Neighbor_alltoallw(SITE, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
}
int MPI_Neighbor_alltoallw(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm) ALIAS("PMPI_Neighbor_alltoallw");

int PMPI_Neighbor_alltoallw_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm)
{
    return wt_MPI_Neighbor_alltoallw_c(SITE, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm);
}
int MPI_Neighbor_alltoallw_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm) ALIAS("PMPI_Neighbor_alltoallw_c");

int PMPI_Neighbor_alltoallw_init(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    return wt_MPI_Neighbor_alltoallw_init(SITE, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request);
}
int MPI_Neighbor_alltoallw_init(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request *request) ALIAS("PMPI_Neighbor_alltoallw_init");

int PMPI_Neighbor_alltoallw_init_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    return wt_MPI_Neighbor_alltoallw_init_c(SITE, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, info, request);
}
int MPI_Neighbor_alltoallw_init_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info, MPI_Request *request) ALIAS("PMPI_Neighbor_alltoallw_init_c");

int PMPI_Op_commutative(MPI_Op op, int *commute)
{
    return wt_MPI_Op_commutative(SITE, op, commute);
}
int MPI_Op_commutative(MPI_Op op, int *commute) ALIAS("PMPI_Op_commutative");

int PMPI_Op_create(MPI_User_function *user_fn, int commute, MPI_Op *op)
{
    return wt_MPI_Op_create(SITE, user_fn, commute, op);
}
int MPI_Op_create(MPI_User_function *user_fn, int commute, MPI_Op *op) ALIAS("PMPI_Op_create");

int PMPI_Op_create_c(MPI_User_function_c *user_fn, int commute, MPI_Op *op)
{
    return wt_MPI_Op_create_c(SITE, user_fn, commute, op);
}
int MPI_Op_create_c(MPI_User_function_c *user_fn, int commute, MPI_Op *op) ALIAS("PMPI_Op_create_c");

int PMPI_Op_free(MPI_Op *op)
{
    return wt_MPI_Op_free(SITE, op);
}
int MPI_Op_free(MPI_Op *op) ALIAS("PMPI_Op_free");

MPI_Op PMPI_Op_fromint(int op)
{
    return wt_MPI_Op_fromint(SITE, op);
}
MPI_Op MPI_Op_fromint(int op) ALIAS("PMPI_Op_fromint");

int PMPI_Op_toint(MPI_Op op)
{
    return wt_MPI_Op_toint(SITE, op);
}
int MPI_Op_toint(MPI_Op op) ALIAS("PMPI_Op_toint");

int PMPI_Open_port(MPI_Info info, char *port_name)
{
    return wt_MPI_Open_port(SITE, info, port_name);
}
int MPI_Open_port(MPI_Info info, char *port_name) ALIAS("PMPI_Open_port");

int PMPI_Pack(const void *inbuf, int incount, MPI_Datatype datatype, void *outbuf, int outsize, int *position, MPI_Comm comm)
{
    return wt_MPI_Pack(SITE, inbuf, incount, datatype, outbuf, outsize, position, comm);
}
int MPI_Pack(const void *inbuf, int incount, MPI_Datatype datatype, void *outbuf, int outsize, int *position, MPI_Comm comm) ALIAS("PMPI_Pack");

int PMPI_Pack_c(const void *inbuf, MPI_Count incount, MPI_Datatype datatype, void *outbuf, MPI_Count outsize, MPI_Count *position, MPI_Comm comm)
{
    return wt_MPI_Pack_c(SITE, inbuf, incount, datatype, outbuf, outsize, position, comm);
}
int MPI_Pack_c(const void *inbuf, MPI_Count incount, MPI_Datatype datatype, void *outbuf, MPI_Count outsize, MPI_Count *position, MPI_Comm comm) ALIAS("PMPI_Pack_c");

int PMPI_Pack_external(const char *datarep, const void *inbuf, int incount, MPI_Datatype datatype, void *outbuf, MPI_Aint outsize, MPI_Aint *position)
{
    return wt_MPI_Pack_external(SITE, datarep, inbuf, incount, datatype, outbuf, outsize, position);
}
int MPI_Pack_external(const char *datarep, const void *inbuf, int incount, MPI_Datatype datatype, void *outbuf, MPI_Aint outsize, MPI_Aint *position) ALIAS("PMPI_Pack_external");

int PMPI_Pack_external_c(const char *datarep, const void *inbuf, MPI_Count incount, MPI_Datatype datatype, void *outbuf, MPI_Count outsize, MPI_Count *position)
{
    return wt_MPI_Pack_external_c(SITE, datarep, inbuf, incount, datatype, outbuf, outsize, position);
}
int MPI_Pack_external_c(const char *datarep, const void *inbuf, MPI_Count incount, MPI_Datatype datatype, void *outbuf, MPI_Count outsize, MPI_Count *position) ALIAS("PMPI_Pack_external_c");

int PMPI_Pack_external_size(const char *datarep, int incount, MPI_Datatype datatype, MPI_Aint *size)
{
    return wt_MPI_Pack_external_size(SITE, datarep, incount, datatype, size);
}
int MPI_Pack_external_size(const char *datarep, int incount, MPI_Datatype datatype, MPI_Aint *size) ALIAS("PMPI_Pack_external_size");

int PMPI_Pack_external_size_c(const char *datarep, MPI_Count incount, MPI_Datatype datatype, MPI_Count *size)
{
    return wt_MPI_Pack_external_size_c(SITE, datarep, incount, datatype, size);
}
int MPI_Pack_external_size_c(const char *datarep, MPI_Count incount, MPI_Datatype datatype, MPI_Count *size) ALIAS("PMPI_Pack_external_size_c");

int PMPI_Pack_size(int incount, MPI_Datatype datatype, MPI_Comm comm, int *size)
{
    return wt_MPI_Pack_size(SITE, incount, datatype, comm, size);
}
int MPI_Pack_size(int incount, MPI_Datatype datatype, MPI_Comm comm, int *size) ALIAS("PMPI_Pack_size");

int PMPI_Pack_size_c(MPI_Count incount, MPI_Datatype datatype, MPI_Comm comm, MPI_Count *size)
{
    return wt_MPI_Pack_size_c(SITE, incount, datatype, comm, size);
}
int MPI_Pack_size_c(MPI_Count incount, MPI_Datatype datatype, MPI_Comm comm, MPI_Count *size) ALIAS("PMPI_Pack_size_c");

int PMPI_Parrived(MPI_Request request, int partition, int *flag)
{
    return wt_MPI_Parrived(SITE, request, partition, flag);
}
int MPI_Parrived(MPI_Request request, int partition, int *flag) ALIAS("PMPI_Parrived");

int PMPI_Pcontrol(const int level, ...)
{
    return wt_MPI_Pcontrol(SITE, level);
}
int MPI_Pcontrol(const int level, ...) ALIAS("PMPI_Pcontrol");

int PMPI_Pready(int partition, MPI_Request request)
{
    return wt_MPI_Pready(SITE, partition, request);
}
int MPI_Pready(int partition, MPI_Request request) ALIAS("PMPI_Pready");

int PMPI_Pready_list(int length, const int array_of_partitions[], MPI_Request request)
{
    return wt_MPI_Pready_list(SITE, length, array_of_partitions, request);
}
int MPI_Pready_list(int length, const int array_of_partitions[], MPI_Request request) ALIAS("PMPI_Pready_list");

int PMPI_Pready_range(int partition_low, int partition_high, MPI_Request request)
{
    return wt_MPI_Pready_range(SITE, partition_low, partition_high, request);
}
int MPI_Pready_range(int partition_low, int partition_high, MPI_Request request) ALIAS("PMPI_Pready_range");

int PMPI_Precv_init(void *buf, int partitions, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    return wt_MPI_Precv_init(SITE, buf, partitions, count, datatype, source, tag, comm, info, request);
}
int MPI_Precv_init(void *buf, int partitions, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Info info, MPI_Request *request) ALIAS("PMPI_Precv_init");

int PMPI_Precv_init_c(void *buf, int partitions, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Info info, MPI_Request *request);
int PMPI_Precv_init_c(void *buf, int partitions, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    return wt_MPI_Precv_init_c(SITE, buf, partitions, count, datatype, source, tag, comm, info, request);
}
int MPI_Precv_init_c(void *buf, int partitions, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Info info, MPI_Request *request) ALIAS("PMPI_Precv_init_c");

int PMPI_Probe(int source, int tag, MPI_Comm comm, MPI_Status *status)
{
    return wt_MPI_Probe(SITE, source, tag, comm, status);
}
int MPI_Probe(int source, int tag, MPI_Comm comm, MPI_Status *status) ALIAS("PMPI_Probe");

int PMPI_Psend_init(const void *buf, int partitions, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    return wt_MPI_Psend_init(SITE, buf, partitions, count, datatype, dest, tag, comm, info, request);
}
int MPI_Psend_init(const void *buf, int partitions, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Info info, MPI_Request *request) ALIAS("PMPI_Psend_init");

int PMPI_Psend_init_c(const void *buf, int partitions, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Info info, MPI_Request *request);
int PMPI_Psend_init_c(const void *buf, int partitions, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    return wt_MPI_Psend_init_c(SITE, buf, partitions, count, datatype, dest, tag, comm, info, request);
}
int MPI_Psend_init_c(const void *buf, int partitions, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Info info, MPI_Request *request) ALIAS("PMPI_Psend_init_c");

int PMPI_Publish_name(const char *service_name, MPI_Info info, const char *port_name)
{
    return wt_MPI_Publish_name(SITE, service_name, info, port_name);
}
int MPI_Publish_name(const char *service_name, MPI_Info info, const char *port_name) ALIAS("PMPI_Publish_name");

int PMPI_Put(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win)
{
    return wt_MPI_Put(SITE, origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win);
}
int MPI_Put(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win) ALIAS("PMPI_Put");

int PMPI_Put_c(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win)
{
    return wt_MPI_Put_c(SITE, origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win);
}
int MPI_Put_c(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win) ALIAS("PMPI_Put_c");

int PMPI_Query_thread(int *provided)
{
    return wt_MPI_Query_thread(SITE, provided);
}
int MPI_Query_thread(int *provided) ALIAS("PMPI_Query_thread");

int PMPI_Raccumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request *request)
{
    return wt_MPI_Raccumulate(SITE, origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request);
}
int MPI_Raccumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request *request) ALIAS("PMPI_Raccumulate");

int PMPI_Raccumulate_c(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request *request)
{
    return wt_MPI_Raccumulate_c(SITE, origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request);
}
int MPI_Raccumulate_c(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request *request) ALIAS("PMPI_Raccumulate_c");

int PMPI_Recv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Status *status)
{
    return wt_MPI_Recv(SITE, buf, count, datatype, source, tag, comm, status);
}
int MPI_Recv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Status *status) ALIAS("PMPI_Recv");

int PMPI_Recv_c(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Status *status)
{
    return wt_MPI_Recv_c(SITE, buf, count, datatype, source, tag, comm, status);
}
int MPI_Recv_c(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Status *status) ALIAS("PMPI_Recv_c");

int PMPI_Recv_init(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Recv_init(SITE, buf, count, datatype, source, tag, comm, request);
}
int MPI_Recv_init(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Recv_init");

int PMPI_Recv_init_c(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Recv_init_c(SITE, buf, count, datatype, source, tag, comm, request);
}
int MPI_Recv_init_c(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Recv_init_c");

int PMPI_Reduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm)
{
    return wt_MPI_Reduce(SITE, sendbuf, recvbuf, count, datatype, op, root, comm);
}
int MPI_Reduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm) ALIAS("PMPI_Reduce");

int PMPI_Reduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm)
{
    return wt_MPI_Reduce_c(SITE, sendbuf, recvbuf, count, datatype, op, root, comm);
}
int MPI_Reduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm) ALIAS("PMPI_Reduce_c");

int PMPI_Reduce_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    return wt_MPI_Reduce_init(SITE, sendbuf, recvbuf, count, datatype, op, root, comm, info, request);
}
int MPI_Reduce_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request) ALIAS("PMPI_Reduce_init");

int PMPI_Reduce_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    return wt_MPI_Reduce_init_c(SITE, sendbuf, recvbuf, count, datatype, op, root, comm, info, request);
}
int MPI_Reduce_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request) ALIAS("PMPI_Reduce_init_c");

int PMPI_Reduce_local(const void *inbuf, void *inoutbuf, int count, MPI_Datatype datatype, MPI_Op op)
{
    return wt_MPI_Reduce_local(SITE, inbuf, inoutbuf, count, datatype, op);
}
int MPI_Reduce_local(const void *inbuf, void *inoutbuf, int count, MPI_Datatype datatype, MPI_Op op) ALIAS("PMPI_Reduce_local");

int PMPI_Reduce_local_c(const void *inbuf, void *inoutbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op)
{
    return wt_MPI_Reduce_local_c(SITE, inbuf, inoutbuf, count, datatype, op);
}
int MPI_Reduce_local_c(const void *inbuf, void *inoutbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op) ALIAS("PMPI_Reduce_local_c");

int PMPI_Reduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
    return wt_MPI_Reduce_scatter(SITE, sendbuf, recvbuf, recvcounts, datatype, op, comm);
}
int MPI_Reduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) ALIAS("PMPI_Reduce_scatter");

int PMPI_Reduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
    return wt_MPI_Reduce_scatter_block(SITE, sendbuf, recvbuf, recvcount, datatype, op, comm);
}
int MPI_Reduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) ALIAS("PMPI_Reduce_scatter_block");

int PMPI_Reduce_scatter_block_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
    return wt_MPI_Reduce_scatter_block_c(SITE, sendbuf, recvbuf, recvcount, datatype, op, comm);
}
int MPI_Reduce_scatter_block_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) ALIAS("PMPI_Reduce_scatter_block_c");

int PMPI_Reduce_scatter_block_init(const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    return wt_MPI_Reduce_scatter_block_init(SITE, sendbuf, recvbuf, recvcount, datatype, op, comm, info, request);
}
int MPI_Reduce_scatter_block_init(const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request) ALIAS("PMPI_Reduce_scatter_block_init");

int PMPI_Reduce_scatter_block_init_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    return wt_MPI_Reduce_scatter_block_init_c(SITE, sendbuf, recvbuf, recvcount, datatype, op, comm, info, request);
}
int MPI_Reduce_scatter_block_init_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request) ALIAS("PMPI_Reduce_scatter_block_init_c");

int PMPI_Reduce_scatter_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
    return wt_MPI_Reduce_scatter_c(SITE, sendbuf, recvbuf, recvcounts, datatype, op, comm);
}
int MPI_Reduce_scatter_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) ALIAS("PMPI_Reduce_scatter_c");

int PMPI_Reduce_scatter_init(const void *sendbuf, void *recvbuf, const int recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    return wt_MPI_Reduce_scatter_init(SITE, sendbuf, recvbuf, recvcounts, datatype, op, comm, info, request);
}
int MPI_Reduce_scatter_init(const void *sendbuf, void *recvbuf, const int recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request) ALIAS("PMPI_Reduce_scatter_init");

int PMPI_Reduce_scatter_init_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    return wt_MPI_Reduce_scatter_init_c(SITE, sendbuf, recvbuf, recvcounts, datatype, op, comm, info, request);
}
int MPI_Reduce_scatter_init_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request) ALIAS("PMPI_Reduce_scatter_init_c");

int PMPI_Register_datarep(const char *datarep, MPI_Datarep_conversion_function *read_conversion_fn, MPI_Datarep_conversion_function *write_conversion_fn, MPI_Datarep_extent_function *dtype_file_extent_fn, void *extra_state)
{
    return wt_MPI_Register_datarep(SITE, datarep, read_conversion_fn, write_conversion_fn, dtype_file_extent_fn, extra_state);
}
int MPI_Register_datarep(const char *datarep, MPI_Datarep_conversion_function *read_conversion_fn, MPI_Datarep_conversion_function *write_conversion_fn, MPI_Datarep_extent_function *dtype_file_extent_fn, void *extra_state) ALIAS("PMPI_Register_datarep");

int PMPI_Register_datarep_c(const char *datarep, MPI_Datarep_conversion_function_c *read_conversion_fn, MPI_Datarep_conversion_function_c *write_conversion_fn, MPI_Datarep_extent_function *dtype_file_extent_fn, void *extra_state)
{
    return wt_MPI_Register_datarep_c(SITE, datarep, read_conversion_fn, write_conversion_fn, dtype_file_extent_fn, extra_state);
}
int MPI_Register_datarep_c(const char *datarep, MPI_Datarep_conversion_function_c *read_conversion_fn, MPI_Datarep_conversion_function_c *write_conversion_fn, MPI_Datarep_extent_function *dtype_file_extent_fn, void *extra_state) ALIAS("PMPI_Register_datarep_c");

int PMPI_Remove_error_class(int errorclass)
{
    return wt_MPI_Remove_error_class(SITE, errorclass);
}
int MPI_Remove_error_class(int errorclass) ALIAS("PMPI_Remove_error_class");

int PMPI_Remove_error_code(int errorcode)
{
    return wt_MPI_Remove_error_code(SITE, errorcode);
}
int MPI_Remove_error_code(int errorcode) ALIAS("PMPI_Remove_error_code");

int PMPI_Remove_error_string(int errorcode)
{
    return wt_MPI_Remove_error_string(SITE, errorcode);
}
int MPI_Remove_error_string(int errorcode) ALIAS("PMPI_Remove_error_string");

int PMPI_Request_free(MPI_Request *request)
{
    return wt_MPI_Request_free(SITE, request);
}
int MPI_Request_free(MPI_Request *request) ALIAS("PMPI_Request_free");

MPI_Request PMPI_Request_fromint(int request)
{
    return wt_MPI_Request_fromint(SITE, request);
}
MPI_Request MPI_Request_fromint(int request) ALIAS("PMPI_Request_fromint");

int PMPI_Request_get_status(MPI_Request request, int *flag, MPI_Status *status)
{
    return wt_MPI_Request_get_status(SITE, request, flag, status);
}
int MPI_Request_get_status(MPI_Request request, int *flag, MPI_Status *status) ALIAS("PMPI_Request_get_status");

int PMPI_Request_get_status_all(int count, const MPI_Request array_of_requests[], int *flag, MPI_Status *array_of_statuses)
{
    return wt_MPI_Request_get_status_all(SITE, count, array_of_requests, flag, array_of_statuses);
}
int MPI_Request_get_status_all(int count, const MPI_Request array_of_requests[], int *flag, MPI_Status *array_of_statuses) ALIAS("PMPI_Request_get_status_all");

int PMPI_Request_get_status_any(int count, const MPI_Request array_of_requests[], int *index, int *flag, MPI_Status *status)
{
    return wt_MPI_Request_get_status_any(SITE, count, array_of_requests, index, flag, status);
}
int MPI_Request_get_status_any(int count, const MPI_Request array_of_requests[], int *index, int *flag, MPI_Status *status) ALIAS("PMPI_Request_get_status_any");

int PMPI_Request_get_status_some(int incount, const MPI_Request array_of_requests[], int *outcount, int array_of_indices[], MPI_Status *array_of_statuses)
{
    return wt_MPI_Request_get_status_some(SITE, incount, array_of_requests, outcount, array_of_indices, array_of_statuses);
}
int MPI_Request_get_status_some(int incount, const MPI_Request array_of_requests[], int *outcount, int array_of_indices[], MPI_Status *array_of_statuses) ALIAS("PMPI_Request_get_status_some");

int PMPI_Request_toint(MPI_Request request)
{
    return wt_MPI_Request_toint(SITE, request);
}
int MPI_Request_toint(MPI_Request request) ALIAS("PMPI_Request_toint");

int PMPI_Rget(void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request)
{
    return wt_MPI_Rget(SITE, origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request);
}
int MPI_Rget(void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request) ALIAS("PMPI_Rget");

int PMPI_Rget_accumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, void *result_addr, int result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request *request)
{
    return wt_MPI_Rget_accumulate(SITE, origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request);
}
int MPI_Rget_accumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, void *result_addr, int result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request *request) ALIAS("PMPI_Rget_accumulate");

int PMPI_Rget_accumulate_c(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, void *result_addr, MPI_Count result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request *request)
{
    return wt_MPI_Rget_accumulate_c(SITE, origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request);
}
int MPI_Rget_accumulate_c(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, void *result_addr, MPI_Count result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request *request) ALIAS("PMPI_Rget_accumulate_c");

int PMPI_Rget_c(void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request)
{
    return wt_MPI_Rget_c(SITE, origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request);
}
int MPI_Rget_c(void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request) ALIAS("PMPI_Rget_c");

int PMPI_Rput(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request)
{
    return wt_MPI_Rput(SITE, origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request);
}
int MPI_Rput(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request) ALIAS("PMPI_Rput");

int PMPI_Rput_c(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request)
{
    return wt_MPI_Rput_c(SITE, origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request);
}
int MPI_Rput_c(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request) ALIAS("PMPI_Rput_c");

int PMPI_Rsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    return wt_MPI_Rsend(SITE, buf, count, datatype, dest, tag, comm);
}
int MPI_Rsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) ALIAS("PMPI_Rsend");

int PMPI_Rsend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    return wt_MPI_Rsend_c(SITE, buf, count, datatype, dest, tag, comm);
}
int MPI_Rsend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) ALIAS("PMPI_Rsend_c");

int PMPI_Rsend_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Rsend_init(SITE, buf, count, datatype, dest, tag, comm, request);
}
int MPI_Rsend_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Rsend_init");

int PMPI_Rsend_init_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Rsend_init_c(SITE, buf, count, datatype, dest, tag, comm, request);
}
int MPI_Rsend_init_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Rsend_init_c");

int PMPI_Scan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
    return wt_MPI_Scan(SITE, sendbuf, recvbuf, count, datatype, op, comm);
}
int MPI_Scan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) ALIAS("PMPI_Scan");

int PMPI_Scan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
    return wt_MPI_Scan_c(SITE, sendbuf, recvbuf, count, datatype, op, comm);
}
int MPI_Scan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) ALIAS("PMPI_Scan_c");

int PMPI_Scan_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    return wt_MPI_Scan_init(SITE, sendbuf, recvbuf, count, datatype, op, comm, info, request);
}
int MPI_Scan_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request) ALIAS("PMPI_Scan_init");

int PMPI_Scan_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    return wt_MPI_Scan_init_c(SITE, sendbuf, recvbuf, count, datatype, op, comm, info, request);
}
int MPI_Scan_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request) ALIAS("PMPI_Scan_init_c");

int PMPI_Scatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)
{
    return wt_MPI_Scatter(SITE, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
}
int MPI_Scatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) ALIAS("PMPI_Scatter");

int PMPI_Scatter_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)
{
    return wt_MPI_Scatter_c(SITE, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
}
int MPI_Scatter_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) ALIAS("PMPI_Scatter_c");

int PMPI_Scatter_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    return wt_MPI_Scatter_init(SITE, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
}
int MPI_Scatter_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request) ALIAS("PMPI_Scatter_init");

int PMPI_Scatter_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    return wt_MPI_Scatter_init_c(SITE, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
}
int MPI_Scatter_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request) ALIAS("PMPI_Scatter_init_c");

int PMPI_Scatterv(const void *sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)
{
    return wt_MPI_Scatterv(SITE, sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm);
}
int MPI_Scatterv(const void *sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) ALIAS("PMPI_Scatterv");

int PMPI_Scatterv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[], MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)
{
    return wt_MPI_Scatterv_c(SITE, sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm);
}
int MPI_Scatterv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[], MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) ALIAS("PMPI_Scatterv_c");

int PMPI_Scatterv_init(const void *sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    return wt_MPI_Scatterv_init(SITE, sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
}
int MPI_Scatterv_init(const void *sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request) ALIAS("PMPI_Scatterv_init");

int PMPI_Scatterv_init_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[], MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request)
{
    return wt_MPI_Scatterv_init_c(SITE, sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, info, request);
}
int MPI_Scatterv_init_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[], MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request) ALIAS("PMPI_Scatterv_init_c");

int PMPI_Send(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    return wt_MPI_Send(SITE, buf, count, datatype, dest, tag, comm);
}
int MPI_Send(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) ALIAS("PMPI_Send");

int PMPI_Send_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    return wt_MPI_Send_c(SITE, buf, count, datatype, dest, tag, comm);
}
int MPI_Send_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) ALIAS("PMPI_Send_c");

int PMPI_Send_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Send_init(SITE, buf, count, datatype, dest, tag, comm, request);
}
int MPI_Send_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Send_init");

int PMPI_Send_init_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Send_init_c(SITE, buf, count, datatype, dest, tag, comm, request);
}
int MPI_Send_init_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Send_init_c");

int PMPI_Sendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status *status)
{
    return wt_MPI_Sendrecv(SITE, sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, status);
}
int MPI_Sendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status *status) ALIAS("PMPI_Sendrecv");

int PMPI_Sendrecv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status *status)
{
    return wt_MPI_Sendrecv_c(SITE, sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, status);
}
int MPI_Sendrecv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status *status) ALIAS("PMPI_Sendrecv_c");

int PMPI_Sendrecv_replace(void *buf, int count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Status *status)
{
    return wt_MPI_Sendrecv_replace(SITE, buf, count, datatype, dest, sendtag, source, recvtag, comm, status);
}
int MPI_Sendrecv_replace(void *buf, int count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Status *status) ALIAS("PMPI_Sendrecv_replace");

int PMPI_Sendrecv_replace_c(void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Status *status)
{
    return wt_MPI_Sendrecv_replace_c(SITE, buf, count, datatype, dest, sendtag, source, recvtag, comm, status);
}
int MPI_Sendrecv_replace_c(void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Status *status) ALIAS("PMPI_Sendrecv_replace_c");

int PMPI_Session_attach_buffer(MPI_Session session, void *buffer, int size)
{
    return wt_MPI_Session_attach_buffer(SITE, session, buffer, size);
}
int MPI_Session_attach_buffer(MPI_Session session, void *buffer, int size) ALIAS("PMPI_Session_attach_buffer");

int PMPI_Session_attach_buffer_c(MPI_Session session, void *buffer, MPI_Count size)
{
    return wt_MPI_Session_attach_buffer_c(SITE, session, buffer, size);
}
int MPI_Session_attach_buffer_c(MPI_Session session, void *buffer, MPI_Count size) ALIAS("PMPI_Session_attach_buffer_c");

int PMPI_Session_call_errhandler(MPI_Session session, int errorcode)
{
    return wt_MPI_Session_call_errhandler(SITE, session, errorcode);
}
int MPI_Session_call_errhandler(MPI_Session session, int errorcode) ALIAS("PMPI_Session_call_errhandler");

int PMPI_Session_create_errhandler(MPI_Session_errhandler_function *session_errhandler_fn, MPI_Errhandler *errhandler)
{
    return wt_MPI_Session_create_errhandler(SITE, session_errhandler_fn, errhandler);
}
int MPI_Session_create_errhandler(MPI_Session_errhandler_function *session_errhandler_fn, MPI_Errhandler *errhandler) ALIAS("PMPI_Session_create_errhandler");

int PMPI_Session_detach_buffer(MPI_Session session, void *buffer_addr, int *size)
{
    return wt_MPI_Session_detach_buffer(SITE, session, buffer_addr, size);
}
int MPI_Session_detach_buffer(MPI_Session session, void *buffer_addr, int *size) ALIAS("PMPI_Session_detach_buffer");

int PMPI_Session_detach_buffer_c(MPI_Session session, void *buffer_addr, MPI_Count *size)
{
    return wt_MPI_Session_detach_buffer_c(SITE, session, buffer_addr, size);
}
int MPI_Session_detach_buffer_c(MPI_Session session, void *buffer_addr, MPI_Count *size) ALIAS("PMPI_Session_detach_buffer_c");

int PMPI_Session_finalize(MPI_Session *session)
{
    return wt_MPI_Session_finalize(SITE, session);
}
int MPI_Session_finalize(MPI_Session *session) ALIAS("PMPI_Session_finalize");

int PMPI_Session_flush_buffer(MPI_Session session)
{
    return wt_MPI_Session_flush_buffer(SITE, session);
}
int MPI_Session_flush_buffer(MPI_Session session) ALIAS("PMPI_Session_flush_buffer");

MPI_Session PMPI_Session_fromint(int session)
{
    return wt_MPI_Session_fromint(SITE, session);
}
MPI_Session MPI_Session_fromint(int session) ALIAS("PMPI_Session_fromint");

int PMPI_Session_get_errhandler(MPI_Session session, MPI_Errhandler *errhandler)
{
    return wt_MPI_Session_get_errhandler(SITE, session, errhandler);
}
int MPI_Session_get_errhandler(MPI_Session session, MPI_Errhandler *errhandler) ALIAS("PMPI_Session_get_errhandler");

int PMPI_Session_get_info(MPI_Session session, MPI_Info *info_used)
{
    return wt_MPI_Session_get_info(SITE, session, info_used);
}
int MPI_Session_get_info(MPI_Session session, MPI_Info *info_used) ALIAS("PMPI_Session_get_info");

int PMPI_Session_get_nth_pset(MPI_Session session, MPI_Info info, int n, int *pset_len, char *pset_name)
{
    return wt_MPI_Session_get_nth_pset(SITE, session, info, n, pset_len, pset_name);
}
int MPI_Session_get_nth_pset(MPI_Session session, MPI_Info info, int n, int *pset_len, char *pset_name) ALIAS("PMPI_Session_get_nth_pset");

int PMPI_Session_get_num_psets(MPI_Session session, MPI_Info info, int *npset_names)
{
    return wt_MPI_Session_get_num_psets(SITE, session, info, npset_names);
}
int MPI_Session_get_num_psets(MPI_Session session, MPI_Info info, int *npset_names) ALIAS("PMPI_Session_get_num_psets");

int PMPI_Session_get_pset_info(MPI_Session session, const char *pset_name, MPI_Info *info)
{
    return wt_MPI_Session_get_pset_info(SITE, session, pset_name, info);
}
int MPI_Session_get_pset_info(MPI_Session session, const char *pset_name, MPI_Info *info) ALIAS("PMPI_Session_get_pset_info");

int PMPI_Session_iflush_buffer(MPI_Session session, MPI_Request *request)
{
    return wt_MPI_Session_iflush_buffer(SITE, session, request);
}
int MPI_Session_iflush_buffer(MPI_Session session, MPI_Request *request) ALIAS("PMPI_Session_iflush_buffer");

int PMPI_Session_init(MPI_Info info, MPI_Errhandler errhandler, MPI_Session *session)
{
    return wt_MPI_Session_init(SITE, info, errhandler, session);
}
int MPI_Session_init(MPI_Info info, MPI_Errhandler errhandler, MPI_Session *session) ALIAS("PMPI_Session_init");

int PMPI_Session_set_errhandler(MPI_Session session, MPI_Errhandler errhandler)
{
    return wt_MPI_Session_set_errhandler(SITE, session, errhandler);
}
int MPI_Session_set_errhandler(MPI_Session session, MPI_Errhandler errhandler) ALIAS("PMPI_Session_set_errhandler");

int PMPI_Session_toint(MPI_Session session)
{
    return wt_MPI_Session_toint(SITE, session);
}
int MPI_Session_toint(MPI_Session session) ALIAS("PMPI_Session_toint");

int PMPI_Ssend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    return wt_MPI_Ssend(SITE, buf, count, datatype, dest, tag, comm);
}
int MPI_Ssend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) ALIAS("PMPI_Ssend");

int PMPI_Ssend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    return wt_MPI_Ssend_c(SITE, buf, count, datatype, dest, tag, comm);
}
int MPI_Ssend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) ALIAS("PMPI_Ssend_c");

int PMPI_Ssend_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Ssend_init(SITE, buf, count, datatype, dest, tag, comm, request);
}
int MPI_Ssend_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Ssend_init");

int PMPI_Ssend_init_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
    return wt_MPI_Ssend_init_c(SITE, buf, count, datatype, dest, tag, comm, request);
}
int MPI_Ssend_init_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Request *request) ALIAS("PMPI_Ssend_init_c");

int PMPI_Start(MPI_Request *request)
{
    return wt_MPI_Start(SITE, request);
}
int MPI_Start(MPI_Request *request) ALIAS("PMPI_Start");

int PMPI_Startall(int count, MPI_Request array_of_requests[])
{
    return wt_MPI_Startall(SITE, count, array_of_requests);
}
int MPI_Startall(int count, MPI_Request array_of_requests[]) ALIAS("PMPI_Startall");

int PMPI_Status_get_error(const MPI_Status *status, int *err)
{
    return wt_MPI_Status_get_error(SITE, status, err);
}
int MPI_Status_get_error(const MPI_Status *status, int *err) ALIAS("PMPI_Status_get_error");

int PMPI_Status_get_source(const MPI_Status *status, int *source)
{
    return wt_MPI_Status_get_source(SITE, status, source);
}
int MPI_Status_get_source(const MPI_Status *status, int *source) ALIAS("PMPI_Status_get_source");

int PMPI_Status_get_tag(const MPI_Status *status, int *tag)
{
    return wt_MPI_Status_get_tag(SITE, status, tag);
}
int MPI_Status_get_tag(const MPI_Status *status, int *tag) ALIAS("PMPI_Status_get_tag");

int PMPI_Status_set_cancelled(MPI_Status *status, int flag)
{
    return wt_MPI_Status_set_cancelled(SITE, status, flag);
}
int MPI_Status_set_cancelled(MPI_Status *status, int flag) ALIAS("PMPI_Status_set_cancelled");

int PMPI_Status_set_elements(MPI_Status *status, MPI_Datatype datatype, int count)
{
    return wt_MPI_Status_set_elements(SITE, status, datatype, count);
}
int MPI_Status_set_elements(MPI_Status *status, MPI_Datatype datatype, int count) ALIAS("PMPI_Status_set_elements");

int PMPI_Status_set_elements_c(MPI_Status *status, MPI_Datatype datatype, MPI_Count count)
{
    return wt_MPI_Status_set_elements_c(SITE, status, datatype, count);
}
int MPI_Status_set_elements_c(MPI_Status *status, MPI_Datatype datatype, MPI_Count count) ALIAS("PMPI_Status_set_elements_c");

int PMPI_Status_set_elements_x(MPI_Status *status, MPI_Datatype datatype, MPI_Count count)
{
    return wt_MPI_Status_set_elements_x(SITE, status, datatype, count);
}
int MPI_Status_set_elements_x(MPI_Status *status, MPI_Datatype datatype, MPI_Count count) ALIAS("PMPI_Status_set_elements_x");

int PMPI_Status_set_error(MPI_Status *status, int err)
{
    return wt_MPI_Status_set_error(SITE, status, err);
}
int MPI_Status_set_error(MPI_Status *status, int err) ALIAS("PMPI_Status_set_error");

int PMPI_Status_set_source(MPI_Status *status, int source)
{
    return wt_MPI_Status_set_source(SITE, status, source);
}
int MPI_Status_set_source(MPI_Status *status, int source) ALIAS("PMPI_Status_set_source");

int PMPI_Status_set_tag(MPI_Status *status, int tag)
{
    return wt_MPI_Status_set_tag(SITE, status, tag);
}
int MPI_Status_set_tag(MPI_Status *status, int tag) ALIAS("PMPI_Status_set_tag");

int PMPI_T_category_changed(int *update_number)
{
    return wt_MPI_T_category_changed(SITE, update_number);
}
int MPI_T_category_changed(int *update_number) ALIAS("PMPI_T_category_changed");

int PMPI_T_category_get_categories(int cat_index, int len, int indices[])
{
    return wt_MPI_T_category_get_categories(SITE, cat_index, len, indices);
}
int MPI_T_category_get_categories(int cat_index, int len, int indices[]) ALIAS("PMPI_T_category_get_categories");

int PMPI_T_category_get_cvars(int cat_index, int len, int indices[])
{
    return wt_MPI_T_category_get_cvars(SITE, cat_index, len, indices);
}
int MPI_T_category_get_cvars(int cat_index, int len, int indices[]) ALIAS("PMPI_T_category_get_cvars");

int PMPI_T_category_get_events(int cat_index, int len, int indices[])
{
    return wt_MPI_T_category_get_events(SITE, cat_index, len, indices);
}
int MPI_T_category_get_events(int cat_index, int len, int indices[]) ALIAS("PMPI_T_category_get_events");

int PMPI_T_category_get_index(const char *name, int *cat_index)
{
    return wt_MPI_T_category_get_index(SITE, name, cat_index);
}
int MPI_T_category_get_index(const char *name, int *cat_index) ALIAS("PMPI_T_category_get_index");

int PMPI_T_category_get_info(int cat_index, char *name, int *name_len, char *desc, int *desc_len, int *num_cvars, int *num_pvars, int *num_categories)
{
    return wt_MPI_T_category_get_info(SITE, cat_index, name, name_len, desc, desc_len, num_cvars, num_pvars, num_categories);
}
int MPI_T_category_get_info(int cat_index, char *name, int *name_len, char *desc, int *desc_len, int *num_cvars, int *num_pvars, int *num_categories) ALIAS("PMPI_T_category_get_info");

int PMPI_T_category_get_num(int *num_cat)
{
    return wt_MPI_T_category_get_num(SITE, num_cat);
}
int MPI_T_category_get_num(int *num_cat) ALIAS("PMPI_T_category_get_num");

int PMPI_T_category_get_num_events(int cat_index, int *num_events)
{
    return wt_MPI_T_category_get_num_events(SITE, cat_index, num_events);
}
int MPI_T_category_get_num_events(int cat_index, int *num_events) ALIAS("PMPI_T_category_get_num_events");

int PMPI_T_category_get_pvars(int cat_index, int len, int indices[])
{
    return wt_MPI_T_category_get_pvars(SITE, cat_index, len, indices);
}
int MPI_T_category_get_pvars(int cat_index, int len, int indices[]) ALIAS("PMPI_T_category_get_pvars");

int PMPI_T_cvar_get_index(const char *name, int *cvar_index)
{
    return wt_MPI_T_cvar_get_index(SITE, name, cvar_index);
}
int MPI_T_cvar_get_index(const char *name, int *cvar_index) ALIAS("PMPI_T_cvar_get_index");

int PMPI_T_cvar_get_info(int cvar_index, char *name, int *name_len, int *verbosity, MPI_Datatype *datatype, MPI_T_enum *enumtype, char *desc, int *desc_len, int *bind, int *scope)
{
    return wt_MPI_T_cvar_get_info(SITE, cvar_index, name, name_len, verbosity, datatype, enumtype, desc, desc_len, bind, scope);
}
int MPI_T_cvar_get_info(int cvar_index, char *name, int *name_len, int *verbosity, MPI_Datatype *datatype, MPI_T_enum *enumtype, char *desc, int *desc_len, int *bind, int *scope) ALIAS("PMPI_T_cvar_get_info");

int PMPI_T_cvar_get_num(int *num_cvar)
{
    return wt_MPI_T_cvar_get_num(SITE, num_cvar);
}
int MPI_T_cvar_get_num(int *num_cvar) ALIAS("PMPI_T_cvar_get_num");

int PMPI_T_cvar_handle_alloc(int cvar_index, void *obj_handle, MPI_T_cvar_handle *handle, int *count)
{
    return wt_MPI_T_cvar_handle_alloc(SITE, cvar_index, obj_handle, handle, count);
}
int MPI_T_cvar_handle_alloc(int cvar_index, void *obj_handle, MPI_T_cvar_handle *handle, int *count) ALIAS("PMPI_T_cvar_handle_alloc");

int PMPI_T_cvar_handle_free(MPI_T_cvar_handle *handle)
{
    return wt_MPI_T_cvar_handle_free(SITE, handle);
}
int MPI_T_cvar_handle_free(MPI_T_cvar_handle *handle) ALIAS("PMPI_T_cvar_handle_free");

int PMPI_T_cvar_read(MPI_T_cvar_handle handle, void *buf)
{
    return wt_MPI_T_cvar_read(SITE, handle, buf);
}
int MPI_T_cvar_read(MPI_T_cvar_handle handle, void *buf) ALIAS("PMPI_T_cvar_read");

int PMPI_T_cvar_write(MPI_T_cvar_handle handle, const void *buf)
{
    return wt_MPI_T_cvar_write(SITE, handle, buf);
}
int MPI_T_cvar_write(MPI_T_cvar_handle handle, const void *buf) ALIAS("PMPI_T_cvar_write");

int PMPI_T_enum_get_info(MPI_T_enum enumtype, int *num, char *name, int *name_len)
{
    return wt_MPI_T_enum_get_info(SITE, enumtype, num, name, name_len);
}
int MPI_T_enum_get_info(MPI_T_enum enumtype, int *num, char *name, int *name_len) ALIAS("PMPI_T_enum_get_info");

int PMPI_T_enum_get_item(MPI_T_enum enumtype, int index, int *value, char *name, int *name_len)
{
    return wt_MPI_T_enum_get_item(SITE, enumtype, index, value, name, name_len);
}
int MPI_T_enum_get_item(MPI_T_enum enumtype, int index, int *value, char *name, int *name_len) ALIAS("PMPI_T_enum_get_item");

int PMPI_T_event_callback_get_info(MPI_T_event_registration event_registration, MPI_T_cb_safety cb_safety, MPI_Info *info_used)
{
    return wt_MPI_T_event_callback_get_info(SITE, event_registration, cb_safety, info_used);
}
int MPI_T_event_callback_get_info(MPI_T_event_registration event_registration, MPI_T_cb_safety cb_safety, MPI_Info *info_used) ALIAS("PMPI_T_event_callback_get_info");

int PMPI_T_event_callback_set_info(MPI_T_event_registration event_registration, MPI_T_cb_safety cb_safety, MPI_Info info)
{
    return wt_MPI_T_event_callback_set_info(SITE, event_registration, cb_safety, info);
}
int MPI_T_event_callback_set_info(MPI_T_event_registration event_registration, MPI_T_cb_safety cb_safety, MPI_Info info) ALIAS("PMPI_T_event_callback_set_info");

int PMPI_T_event_copy(MPI_T_event_instance event_instance, void *buffer)
{
    return wt_MPI_T_event_copy(SITE, event_instance, buffer);
}
int MPI_T_event_copy(MPI_T_event_instance event_instance, void *buffer) ALIAS("PMPI_T_event_copy");

int PMPI_T_event_get_index(const char *name, int *event_index)
{
    return wt_MPI_T_event_get_index(SITE, name, event_index);
}
int MPI_T_event_get_index(const char *name, int *event_index) ALIAS("PMPI_T_event_get_index");

int PMPI_T_event_get_info(int event_index, char *name, int *name_len, int *verbosity, MPI_Datatype array_of_datatypes[], MPI_Aint array_of_displacements[], int *num_elements, MPI_T_enum *enumtype, MPI_Info *info, char *desc, int *desc_len, int *bind)
{
    return wt_MPI_T_event_get_info(SITE, event_index, name, name_len, verbosity, array_of_datatypes, array_of_displacements, num_elements, enumtype, info, desc, desc_len, bind);
}
int MPI_T_event_get_info(int event_index, char *name, int *name_len, int *verbosity, MPI_Datatype array_of_datatypes[], MPI_Aint array_of_displacements[], int *num_elements, MPI_T_enum *enumtype, MPI_Info *info, char *desc, int *desc_len, int *bind) ALIAS("PMPI_T_event_get_info");

int PMPI_T_event_get_num(int *num_events)
{
    return wt_MPI_T_event_get_num(SITE, num_events);
}
int MPI_T_event_get_num(int *num_events) ALIAS("PMPI_T_event_get_num");

int PMPI_T_event_get_source(MPI_T_event_instance event_instance, int *source_index)
{
    return wt_MPI_T_event_get_source(SITE, event_instance, source_index);
}
int MPI_T_event_get_source(MPI_T_event_instance event_instance, int *source_index) ALIAS("PMPI_T_event_get_source");

int PMPI_T_event_get_timestamp(MPI_T_event_instance event_instance, MPI_Count *event_timestamp)
{
    return wt_MPI_T_event_get_timestamp(SITE, event_instance, event_timestamp);
}
int MPI_T_event_get_timestamp(MPI_T_event_instance event_instance, MPI_Count *event_timestamp) ALIAS("PMPI_T_event_get_timestamp");

int PMPI_T_event_handle_alloc(int event_index, void *obj_handle, MPI_Info info, MPI_T_event_registration *event_registration)
{
    return wt_MPI_T_event_handle_alloc(SITE, event_index, obj_handle, info, event_registration);
}
int MPI_T_event_handle_alloc(int event_index, void *obj_handle, MPI_Info info, MPI_T_event_registration *event_registration) ALIAS("PMPI_T_event_handle_alloc");

int PMPI_T_event_handle_free(MPI_T_event_registration event_registration, void *user_data, MPI_T_event_free_cb_function free_cb_function)
{
    return wt_MPI_T_event_handle_free(SITE, event_registration, user_data, free_cb_function);
}
int MPI_T_event_handle_free(MPI_T_event_registration event_registration, void *user_data, MPI_T_event_free_cb_function free_cb_function) ALIAS("PMPI_T_event_handle_free");

int PMPI_T_event_handle_get_info(MPI_T_event_registration event_registration, MPI_Info *info_used)
{
    return wt_MPI_T_event_handle_get_info(SITE, event_registration, info_used);
}
int MPI_T_event_handle_get_info(MPI_T_event_registration event_registration, MPI_Info *info_used) ALIAS("PMPI_T_event_handle_get_info");

int PMPI_T_event_handle_set_info(MPI_T_event_registration event_registration, MPI_Info info)
{
    return wt_MPI_T_event_handle_set_info(SITE, event_registration, info);
}
int MPI_T_event_handle_set_info(MPI_T_event_registration event_registration, MPI_Info info) ALIAS("PMPI_T_event_handle_set_info");

int PMPI_T_event_read(MPI_T_event_instance event_instance, int element_index, void *buffer)
{
    return wt_MPI_T_event_read(SITE, event_instance, element_index, buffer);
}
int MPI_T_event_read(MPI_T_event_instance event_instance, int element_index, void *buffer) ALIAS("PMPI_T_event_read");

int PMPI_T_event_register_callback(MPI_T_event_registration event_registration, MPI_T_cb_safety cb_safety, MPI_Info info, void *user_data, MPI_T_event_cb_function event_cb_function)
{
    return wt_MPI_T_event_register_callback(SITE, event_registration, cb_safety, info, user_data, event_cb_function);
}
int MPI_T_event_register_callback(MPI_T_event_registration event_registration, MPI_T_cb_safety cb_safety, MPI_Info info, void *user_data, MPI_T_event_cb_function event_cb_function) ALIAS("PMPI_T_event_register_callback");

int PMPI_T_event_set_dropped_handler(MPI_T_event_registration event_registration, MPI_T_event_dropped_cb_function dropped_cb_function)
{
    return wt_MPI_T_event_set_dropped_handler(SITE, event_registration, dropped_cb_function);
}
int MPI_T_event_set_dropped_handler(MPI_T_event_registration event_registration, MPI_T_event_dropped_cb_function dropped_cb_function) ALIAS("PMPI_T_event_set_dropped_handler");

int PMPI_T_finalize(void)
{
    return wt_MPI_T_finalize(SITE);
}
int MPI_T_finalize(void) ALIAS("PMPI_T_finalize");

int PMPI_T_init_thread(int required, int *provided)
{
    return wt_MPI_T_init_thread(SITE, required, provided);
}
int MPI_T_init_thread(int required, int *provided) ALIAS("PMPI_T_init_thread");

int PMPI_T_pvar_get_index(const char *name, int var_class, int *pvar_index)
{
    return wt_MPI_T_pvar_get_index(SITE, name, var_class, pvar_index);
}
int MPI_T_pvar_get_index(const char *name, int var_class, int *pvar_index) ALIAS("PMPI_T_pvar_get_index");

int PMPI_T_pvar_get_info(int pvar_index, char *name, int *name_len, int *verbosity, int *var_class, MPI_Datatype *datatype, MPI_T_enum *enumtype, char *desc, int *desc_len, int *bind, int *readonly, int *continuous, int *atomic)
{
    return wt_MPI_T_pvar_get_info(SITE, pvar_index, name, name_len, verbosity, var_class, datatype, enumtype, desc, desc_len, bind, readonly, continuous, atomic);
}
int MPI_T_pvar_get_info(int pvar_index, char *name, int *name_len, int *verbosity, int *var_class, MPI_Datatype *datatype, MPI_T_enum *enumtype, char *desc, int *desc_len, int *bind, int *readonly, int *continuous, int *atomic) ALIAS("PMPI_T_pvar_get_info");

int PMPI_T_pvar_get_num(int *num_pvar)
{
    return wt_MPI_T_pvar_get_num(SITE, num_pvar);
}
int MPI_T_pvar_get_num(int *num_pvar) ALIAS("PMPI_T_pvar_get_num");

int PMPI_T_pvar_handle_alloc(MPI_T_pvar_session pe_session, int pvar_index, void *obj_handle, MPI_T_pvar_handle *handle, int *count)
{
    return wt_MPI_T_pvar_handle_alloc(SITE, pe_session, pvar_index, obj_handle, handle, count);
}
int MPI_T_pvar_handle_alloc(MPI_T_pvar_session pe_session, int pvar_index, void *obj_handle, MPI_T_pvar_handle *handle, int *count) ALIAS("PMPI_T_pvar_handle_alloc");

int PMPI_T_pvar_handle_free(MPI_T_pvar_session pe_session, MPI_T_pvar_handle *handle)
{
    return wt_MPI_T_pvar_handle_free(SITE, pe_session, handle);
}
int MPI_T_pvar_handle_free(MPI_T_pvar_session pe_session, MPI_T_pvar_handle *handle) ALIAS("PMPI_T_pvar_handle_free");

int PMPI_T_pvar_read(MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle, void *buf)
{
    return wt_MPI_T_pvar_read(SITE, pe_session, handle, buf);
}
int MPI_T_pvar_read(MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle, void *buf) ALIAS("PMPI_T_pvar_read");

int PMPI_T_pvar_readreset(MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle, void *buf)
{
    return wt_MPI_T_pvar_readreset(SITE, pe_session, handle, buf);
}
int MPI_T_pvar_readreset(MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle, void *buf) ALIAS("PMPI_T_pvar_readreset");

int PMPI_T_pvar_reset(MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle)
{
    return wt_MPI_T_pvar_reset(SITE, pe_session, handle);
}
int MPI_T_pvar_reset(MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle) ALIAS("PMPI_T_pvar_reset");

int PMPI_T_pvar_session_create(MPI_T_pvar_session *pe_session)
{
    return wt_MPI_T_pvar_session_create(SITE, pe_session);
}
int MPI_T_pvar_session_create(MPI_T_pvar_session *pe_session) ALIAS("PMPI_T_pvar_session_create");

int PMPI_T_pvar_session_free(MPI_T_pvar_session *pe_session)
{
    return wt_MPI_T_pvar_session_free(SITE, pe_session);
}
int MPI_T_pvar_session_free(MPI_T_pvar_session *pe_session) ALIAS("PMPI_T_pvar_session_free");

int PMPI_T_pvar_start(MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle)
{
    return wt_MPI_T_pvar_start(SITE, pe_session, handle);
}
int MPI_T_pvar_start(MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle) ALIAS("PMPI_T_pvar_start");

int PMPI_T_pvar_stop(MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle)
{
    return wt_MPI_T_pvar_stop(SITE, pe_session, handle);
}
int MPI_T_pvar_stop(MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle) ALIAS("PMPI_T_pvar_stop");

int PMPI_T_pvar_write(MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle, const void *buf)
{
    return wt_MPI_T_pvar_write(SITE, pe_session, handle, buf);
}
int MPI_T_pvar_write(MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle, const void *buf) ALIAS("PMPI_T_pvar_write");

int PMPI_T_source_get_info(int source_index, char *name, int *name_len, char *desc, int *desc_len, MPI_T_source_order *ordering, MPI_Count *ticks_per_second, MPI_Count *max_ticks, MPI_Info *info)
{
    return wt_MPI_T_source_get_info(SITE, source_index, name, name_len, desc, desc_len, ordering, ticks_per_second, max_ticks, info);
}
int MPI_T_source_get_info(int source_index, char *name, int *name_len, char *desc, int *desc_len, MPI_T_source_order *ordering, MPI_Count *ticks_per_second, MPI_Count *max_ticks, MPI_Info *info) ALIAS("PMPI_T_source_get_info");

int PMPI_T_source_get_num(int *num_sources)
{
    return wt_MPI_T_source_get_num(SITE, num_sources);
}
int MPI_T_source_get_num(int *num_sources) ALIAS("PMPI_T_source_get_num");

int PMPI_T_source_get_timestamp(int source_index, MPI_Count *timestamp)
{
    return wt_MPI_T_source_get_timestamp(SITE, source_index, timestamp);
}
int MPI_T_source_get_timestamp(int source_index, MPI_Count *timestamp) ALIAS("PMPI_T_source_get_timestamp");

int PMPI_Test(MPI_Request *request, int *flag, MPI_Status *status)
{
    return wt_MPI_Test(SITE, request, flag, status);
}
int MPI_Test(MPI_Request *request, int *flag, MPI_Status *status) ALIAS("PMPI_Test");

int PMPI_Test_cancelled(const MPI_Status *status, int *flag)
{
    return wt_MPI_Test_cancelled(SITE, status, flag);
}
int MPI_Test_cancelled(const MPI_Status *status, int *flag) ALIAS("PMPI_Test_cancelled");

int PMPI_Testall(int count, MPI_Request array_of_requests[], int *flag, MPI_Status *array_of_statuses)
{
    return wt_MPI_Testall(SITE, count, array_of_requests, flag, array_of_statuses);
}
int MPI_Testall(int count, MPI_Request array_of_requests[], int *flag, MPI_Status *array_of_statuses) ALIAS("PMPI_Testall");

int PMPI_Testany(int count, MPI_Request array_of_requests[], int *index, int *flag, MPI_Status *status)
{
    return wt_MPI_Testany(SITE, count, array_of_requests, index, flag, status);
}
int MPI_Testany(int count, MPI_Request array_of_requests[], int *index, int *flag, MPI_Status *status) ALIAS("PMPI_Testany");

int PMPI_Testsome(int incount, MPI_Request array_of_requests[], int *outcount, int array_of_indices[], MPI_Status *array_of_statuses)
{
    return wt_MPI_Testsome(SITE, incount, array_of_requests, outcount, array_of_indices, array_of_statuses);
}
int MPI_Testsome(int incount, MPI_Request array_of_requests[], int *outcount, int array_of_indices[], MPI_Status *array_of_statuses) ALIAS("PMPI_Testsome");

int PMPI_Topo_test(MPI_Comm comm, int *status)
{
    return wt_MPI_Topo_test(SITE, comm, status);
}
int MPI_Topo_test(MPI_Comm comm, int *status) ALIAS("PMPI_Topo_test");

int PMPI_Type_commit(MPI_Datatype *datatype)
{
    return wt_MPI_Type_commit(SITE, datatype);
}
int MPI_Type_commit(MPI_Datatype *datatype) ALIAS("PMPI_Type_commit");

int PMPI_Type_contiguous(int count, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    return wt_MPI_Type_contiguous(SITE, count, oldtype, newtype);
}
int MPI_Type_contiguous(int count, MPI_Datatype oldtype, MPI_Datatype *newtype) ALIAS("PMPI_Type_contiguous");

int PMPI_Type_contiguous_c(MPI_Count count, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    return wt_MPI_Type_contiguous_c(SITE, count, oldtype, newtype);
}
int MPI_Type_contiguous_c(MPI_Count count, MPI_Datatype oldtype, MPI_Datatype *newtype) ALIAS("PMPI_Type_contiguous_c");

int PMPI_Type_create_darray(int size, int rank, int ndims, const int array_of_gsizes[], const int array_of_distribs[], const int array_of_dargs[], const int array_of_psizes[], int order, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    return wt_MPI_Type_create_darray(SITE, size, rank, ndims, array_of_gsizes, array_of_distribs, array_of_dargs, array_of_psizes, order, oldtype, newtype);
}
int MPI_Type_create_darray(int size, int rank, int ndims, const int array_of_gsizes[], const int array_of_distribs[], const int array_of_dargs[], const int array_of_psizes[], int order, MPI_Datatype oldtype, MPI_Datatype *newtype) ALIAS("PMPI_Type_create_darray");

int PMPI_Type_create_darray_c(int size, int rank, int ndims, const MPI_Count array_of_gsizes[], const int array_of_distribs[], const int array_of_dargs[], const int array_of_psizes[], int order, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    return wt_MPI_Type_create_darray_c(SITE, size, rank, ndims, array_of_gsizes, array_of_distribs, array_of_dargs, array_of_psizes, order, oldtype, newtype);
}
int MPI_Type_create_darray_c(int size, int rank, int ndims, const MPI_Count array_of_gsizes[], const int array_of_distribs[], const int array_of_dargs[], const int array_of_psizes[], int order, MPI_Datatype oldtype, MPI_Datatype *newtype) ALIAS("PMPI_Type_create_darray_c");

int PMPI_Type_create_f90_complex(int p, int r, MPI_Datatype *newtype)
{
    return wt_MPI_Type_create_f90_complex(SITE, p, r, newtype);
}
int MPI_Type_create_f90_complex(int p, int r, MPI_Datatype *newtype) ALIAS("PMPI_Type_create_f90_complex");

int PMPI_Type_create_f90_integer(int r, MPI_Datatype *newtype)
{
    return wt_MPI_Type_create_f90_integer(SITE, r, newtype);
}
int MPI_Type_create_f90_integer(int r, MPI_Datatype *newtype) ALIAS("PMPI_Type_create_f90_integer");

int PMPI_Type_create_f90_real(int p, int r, MPI_Datatype *newtype)
{
    return wt_MPI_Type_create_f90_real(SITE, p, r, newtype);
}
int MPI_Type_create_f90_real(int p, int r, MPI_Datatype *newtype) ALIAS("PMPI_Type_create_f90_real");

int PMPI_Type_create_hindexed(int count, const int array_of_blocklengths[], const MPI_Aint array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    return wt_MPI_Type_create_hindexed(SITE, count, array_of_blocklengths, array_of_displacements, oldtype, newtype);
}
int MPI_Type_create_hindexed(int count, const int array_of_blocklengths[], const MPI_Aint array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype) ALIAS("PMPI_Type_create_hindexed");

int PMPI_Type_create_hindexed_block(int count, int blocklength, const MPI_Aint array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    return wt_MPI_Type_create_hindexed_block(SITE, count, blocklength, array_of_displacements, oldtype, newtype);
}
int MPI_Type_create_hindexed_block(int count, int blocklength, const MPI_Aint array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype) ALIAS("PMPI_Type_create_hindexed_block");

int PMPI_Type_create_hindexed_block_c(MPI_Count count, MPI_Count blocklength, const MPI_Count array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    return wt_MPI_Type_create_hindexed_block_c(SITE, count, blocklength, array_of_displacements, oldtype, newtype);
}
int MPI_Type_create_hindexed_block_c(MPI_Count count, MPI_Count blocklength, const MPI_Count array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype) ALIAS("PMPI_Type_create_hindexed_block_c");

int PMPI_Type_create_hindexed_c(MPI_Count count, const MPI_Count array_of_blocklengths[], const MPI_Count array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    return wt_MPI_Type_create_hindexed_c(SITE, count, array_of_blocklengths, array_of_displacements, oldtype, newtype);
}
int MPI_Type_create_hindexed_c(MPI_Count count, const MPI_Count array_of_blocklengths[], const MPI_Count array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype) ALIAS("PMPI_Type_create_hindexed_c");

int PMPI_Type_create_hvector(int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    return wt_MPI_Type_create_hvector(SITE, count, blocklength, stride, oldtype, newtype);
}
int MPI_Type_create_hvector(int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype, MPI_Datatype *newtype) ALIAS("PMPI_Type_create_hvector");

int PMPI_Type_create_hvector_c(MPI_Count count, MPI_Count blocklength, MPI_Count stride, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    return wt_MPI_Type_create_hvector_c(SITE, count, blocklength, stride, oldtype, newtype);
}
int MPI_Type_create_hvector_c(MPI_Count count, MPI_Count blocklength, MPI_Count stride, MPI_Datatype oldtype, MPI_Datatype *newtype) ALIAS("PMPI_Type_create_hvector_c");

int PMPI_Type_create_indexed_block(int count, int blocklength, const int array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    return wt_MPI_Type_create_indexed_block(SITE, count, blocklength, array_of_displacements, oldtype, newtype);
}
int MPI_Type_create_indexed_block(int count, int blocklength, const int array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype) ALIAS("PMPI_Type_create_indexed_block");

int PMPI_Type_create_indexed_block_c(MPI_Count count, MPI_Count blocklength, const MPI_Count array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    return wt_MPI_Type_create_indexed_block_c(SITE, count, blocklength, array_of_displacements, oldtype, newtype);
}
int MPI_Type_create_indexed_block_c(MPI_Count count, MPI_Count blocklength, const MPI_Count array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype) ALIAS("PMPI_Type_create_indexed_block_c");

int PMPI_Type_create_keyval(MPI_Type_copy_attr_function *type_copy_attr_fn, MPI_Type_delete_attr_function *type_delete_attr_fn, int *type_keyval, void *extra_state)
{
    return wt_MPI_Type_create_keyval(SITE, type_copy_attr_fn, type_delete_attr_fn, type_keyval, extra_state);
}
int MPI_Type_create_keyval(MPI_Type_copy_attr_function *type_copy_attr_fn, MPI_Type_delete_attr_function *type_delete_attr_fn, int *type_keyval, void *extra_state) ALIAS("PMPI_Type_create_keyval");

int PMPI_Type_create_resized(MPI_Datatype oldtype, MPI_Aint lb, MPI_Aint extent, MPI_Datatype *newtype)
{
    return wt_MPI_Type_create_resized(SITE, oldtype, lb, extent, newtype);
}
int MPI_Type_create_resized(MPI_Datatype oldtype, MPI_Aint lb, MPI_Aint extent, MPI_Datatype *newtype) ALIAS("PMPI_Type_create_resized");

int PMPI_Type_create_resized_c(MPI_Datatype oldtype, MPI_Count lb, MPI_Count extent, MPI_Datatype *newtype)
{
    return wt_MPI_Type_create_resized_c(SITE, oldtype, lb, extent, newtype);
}
int MPI_Type_create_resized_c(MPI_Datatype oldtype, MPI_Count lb, MPI_Count extent, MPI_Datatype *newtype) ALIAS("PMPI_Type_create_resized_c");

int PMPI_Type_create_struct(int count, const int array_of_blocklengths[], const MPI_Aint array_of_displacements[], const MPI_Datatype array_of_types[], MPI_Datatype *newtype)
{
    return wt_MPI_Type_create_struct(SITE, count, array_of_blocklengths, array_of_displacements, array_of_types, newtype);
}
int MPI_Type_create_struct(int count, const int array_of_blocklengths[], const MPI_Aint array_of_displacements[], const MPI_Datatype array_of_types[], MPI_Datatype *newtype) ALIAS("PMPI_Type_create_struct");

int PMPI_Type_create_struct_c(MPI_Count count, const MPI_Count array_of_blocklengths[], const MPI_Count array_of_displacements[], const MPI_Datatype array_of_types[], MPI_Datatype *newtype)
{
    return wt_MPI_Type_create_struct_c(SITE, count, array_of_blocklengths, array_of_displacements, array_of_types, newtype);
}
int MPI_Type_create_struct_c(MPI_Count count, const MPI_Count array_of_blocklengths[], const MPI_Count array_of_displacements[], const MPI_Datatype array_of_types[], MPI_Datatype *newtype) ALIAS("PMPI_Type_create_struct_c");

int PMPI_Type_create_subarray(int ndims, const int array_of_sizes[], const int array_of_subsizes[], const int array_of_starts[], int order, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    return wt_MPI_Type_create_subarray(SITE, ndims, array_of_sizes, array_of_subsizes, array_of_starts, order, oldtype, newtype);
}
int MPI_Type_create_subarray(int ndims, const int array_of_sizes[], const int array_of_subsizes[], const int array_of_starts[], int order, MPI_Datatype oldtype, MPI_Datatype *newtype) ALIAS("PMPI_Type_create_subarray");

int PMPI_Type_create_subarray_c(int ndims, const MPI_Count array_of_sizes[], const MPI_Count array_of_subsizes[], const MPI_Count array_of_starts[], int order, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    return wt_MPI_Type_create_subarray_c(SITE, ndims, array_of_sizes, array_of_subsizes, array_of_starts, order, oldtype, newtype);
}
int MPI_Type_create_subarray_c(int ndims, const MPI_Count array_of_sizes[], const MPI_Count array_of_subsizes[], const MPI_Count array_of_starts[], int order, MPI_Datatype oldtype, MPI_Datatype *newtype) ALIAS("PMPI_Type_create_subarray_c");

int PMPI_Type_delete_attr(MPI_Datatype datatype, int type_keyval)
{
    return wt_MPI_Type_delete_attr(SITE, datatype, type_keyval);
}
int MPI_Type_delete_attr(MPI_Datatype datatype, int type_keyval) ALIAS("PMPI_Type_delete_attr");

int PMPI_Type_dup(MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    return wt_MPI_Type_dup(SITE, oldtype, newtype);
}
int MPI_Type_dup(MPI_Datatype oldtype, MPI_Datatype *newtype) ALIAS("PMPI_Type_dup");

int PMPI_Type_free(MPI_Datatype *datatype)
{
    return wt_MPI_Type_free(SITE, datatype);
}
int MPI_Type_free(MPI_Datatype *datatype) ALIAS("PMPI_Type_free");

int PMPI_Type_free_keyval(int *type_keyval)
{
    return wt_MPI_Type_free_keyval(SITE, type_keyval);
}
int MPI_Type_free_keyval(int *type_keyval) ALIAS("PMPI_Type_free_keyval");

MPI_Datatype PMPI_Type_fromint(int datatype)
{
    return wt_MPI_Type_fromint(SITE, datatype);
}
MPI_Datatype MPI_Type_fromint(int datatype) ALIAS("PMPI_Type_fromint");

int PMPI_Type_get_attr(MPI_Datatype datatype, int type_keyval, void *attribute_val, int *flag)
{
    return wt_MPI_Type_get_attr(SITE, datatype, type_keyval, attribute_val, flag);
}
int MPI_Type_get_attr(MPI_Datatype datatype, int type_keyval, void *attribute_val, int *flag) ALIAS("PMPI_Type_get_attr");

int PMPI_Type_get_contents(MPI_Datatype datatype, int max_integers, int max_addresses, int max_datatypes, int array_of_integers[], MPI_Aint array_of_addresses[], MPI_Datatype array_of_datatypes[])
{
    return wt_MPI_Type_get_contents(SITE, datatype, max_integers, max_addresses, max_datatypes, array_of_integers, array_of_addresses, array_of_datatypes);
}
int MPI_Type_get_contents(MPI_Datatype datatype, int max_integers, int max_addresses, int max_datatypes, int array_of_integers[], MPI_Aint array_of_addresses[], MPI_Datatype array_of_datatypes[]) ALIAS("PMPI_Type_get_contents");

int PMPI_Type_get_contents_c(MPI_Datatype datatype, MPI_Count max_integers, MPI_Count max_addresses, MPI_Count max_large_counts, MPI_Count max_datatypes, int array_of_integers[], MPI_Aint array_of_addresses[], MPI_Count array_of_large_counts[], MPI_Datatype array_of_datatypes[])
{
    return wt_MPI_Type_get_contents_c(SITE, datatype, max_integers, max_addresses, max_large_counts, max_datatypes, array_of_integers, array_of_addresses, array_of_large_counts, array_of_datatypes);
}
int MPI_Type_get_contents_c(MPI_Datatype datatype, MPI_Count max_integers, MPI_Count max_addresses, MPI_Count max_large_counts, MPI_Count max_datatypes, int array_of_integers[], MPI_Aint array_of_addresses[], MPI_Count array_of_large_counts[], MPI_Datatype array_of_datatypes[]) ALIAS("PMPI_Type_get_contents_c");

int PMPI_Type_get_envelope(MPI_Datatype datatype, int *num_integers, int *num_addresses, int *num_datatypes, int *combiner)
{
    return wt_MPI_Type_get_envelope(SITE, datatype, num_integers, num_addresses, num_datatypes, combiner);
}
int MPI_Type_get_envelope(MPI_Datatype datatype, int *num_integers, int *num_addresses, int *num_datatypes, int *combiner) ALIAS("PMPI_Type_get_envelope");

int PMPI_Type_get_envelope_c(MPI_Datatype datatype, MPI_Count *num_integers, MPI_Count *num_addresses, MPI_Count *num_large_counts, MPI_Count *num_datatypes, int *combiner)
{
    return wt_MPI_Type_get_envelope_c(SITE, datatype, num_integers, num_addresses, num_large_counts, num_datatypes, combiner);
}
int MPI_Type_get_envelope_c(MPI_Datatype datatype, MPI_Count *num_integers, MPI_Count *num_addresses, MPI_Count *num_large_counts, MPI_Count *num_datatypes, int *combiner) ALIAS("PMPI_Type_get_envelope_c");

int PMPI_Type_get_extent(MPI_Datatype datatype, MPI_Aint *lb, MPI_Aint *extent)
{
    return wt_MPI_Type_get_extent(SITE, datatype, lb, extent);
}
int MPI_Type_get_extent(MPI_Datatype datatype, MPI_Aint *lb, MPI_Aint *extent) ALIAS("PMPI_Type_get_extent");

int PMPI_Type_get_extent_c(MPI_Datatype datatype, MPI_Count *lb, MPI_Count *extent)
{
    return wt_MPI_Type_get_extent_c(SITE, datatype, lb, extent);
}
int MPI_Type_get_extent_c(MPI_Datatype datatype, MPI_Count *lb, MPI_Count *extent) ALIAS("PMPI_Type_get_extent_c");

int PMPI_Type_get_extent_x(MPI_Datatype datatype, MPI_Count *lb, MPI_Count *extent)
{
    return wt_MPI_Type_get_extent_x(SITE, datatype, lb, extent);
}
int MPI_Type_get_extent_x(MPI_Datatype datatype, MPI_Count *lb, MPI_Count *extent) ALIAS("PMPI_Type_get_extent_x");

int PMPI_Type_get_name(MPI_Datatype datatype, char *type_name, int *resultlen)
{
    return wt_MPI_Type_get_name(SITE, datatype, type_name, resultlen);
}
int MPI_Type_get_name(MPI_Datatype datatype, char *type_name, int *resultlen) ALIAS("PMPI_Type_get_name");

int PMPI_Type_get_true_extent(MPI_Datatype datatype, MPI_Aint *true_lb, MPI_Aint *true_extent)
{
    return wt_MPI_Type_get_true_extent(SITE, datatype, true_lb, true_extent);
}
int MPI_Type_get_true_extent(MPI_Datatype datatype, MPI_Aint *true_lb, MPI_Aint *true_extent) ALIAS("PMPI_Type_get_true_extent");

int PMPI_Type_get_true_extent_c(MPI_Datatype datatype, MPI_Count *true_lb, MPI_Count *true_extent)
{
    return wt_MPI_Type_get_true_extent_c(SITE, datatype, true_lb, true_extent);
}
int MPI_Type_get_true_extent_c(MPI_Datatype datatype, MPI_Count *true_lb, MPI_Count *true_extent) ALIAS("PMPI_Type_get_true_extent_c");

int PMPI_Type_get_true_extent_x(MPI_Datatype datatype, MPI_Count *true_lb, MPI_Count *true_extent)
{
    return wt_MPI_Type_get_true_extent_x(SITE, datatype, true_lb, true_extent);
}
int MPI_Type_get_true_extent_x(MPI_Datatype datatype, MPI_Count *true_lb, MPI_Count *true_extent) ALIAS("PMPI_Type_get_true_extent_x");

int PMPI_Type_get_value_index(MPI_Datatype value_type, MPI_Datatype index_type, MPI_Datatype *pair_type)
{
    return wt_MPI_Type_get_value_index(SITE, value_type, index_type, pair_type);
}
int MPI_Type_get_value_index(MPI_Datatype value_type, MPI_Datatype index_type, MPI_Datatype *pair_type) ALIAS("PMPI_Type_get_value_index");

int PMPI_Type_indexed(int count, const int array_of_blocklengths[], const int array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    return wt_MPI_Type_indexed(SITE, count, array_of_blocklengths, array_of_displacements, oldtype, newtype);
}
int MPI_Type_indexed(int count, const int array_of_blocklengths[], const int array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype) ALIAS("PMPI_Type_indexed");

int PMPI_Type_indexed_c(MPI_Count count, const MPI_Count array_of_blocklengths[], const MPI_Count array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    return wt_MPI_Type_indexed_c(SITE, count, array_of_blocklengths, array_of_displacements, oldtype, newtype);
}
int MPI_Type_indexed_c(MPI_Count count, const MPI_Count array_of_blocklengths[], const MPI_Count array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype) ALIAS("PMPI_Type_indexed_c");

int PMPI_Type_match_size(int typeclass, int size, MPI_Datatype *datatype)
{
    return wt_MPI_Type_match_size(SITE, typeclass, size, datatype);
}
int MPI_Type_match_size(int typeclass, int size, MPI_Datatype *datatype) ALIAS("PMPI_Type_match_size");

int PMPI_Type_set_attr(MPI_Datatype datatype, int type_keyval, void *attribute_val)
{
    return wt_MPI_Type_set_attr(SITE, datatype, type_keyval, attribute_val);
}
int MPI_Type_set_attr(MPI_Datatype datatype, int type_keyval, void *attribute_val) ALIAS("PMPI_Type_set_attr");

int PMPI_Type_set_name(MPI_Datatype datatype, const char *type_name)
{
    return wt_MPI_Type_set_name(SITE, datatype, type_name);
}
int MPI_Type_set_name(MPI_Datatype datatype, const char *type_name) ALIAS("PMPI_Type_set_name");

int PMPI_Type_size(MPI_Datatype datatype, int *size)
{
    return wt_MPI_Type_size(SITE, datatype, size);
}
int MPI_Type_size(MPI_Datatype datatype, int *size) ALIAS("PMPI_Type_size");

int PMPI_Type_size_c(MPI_Datatype datatype, MPI_Count *size)
{
    return wt_MPI_Type_size_c(SITE, datatype, size);
}
int MPI_Type_size_c(MPI_Datatype datatype, MPI_Count *size) ALIAS("PMPI_Type_size_c");

int PMPI_Type_size_x(MPI_Datatype datatype, MPI_Count *size)
{
    return wt_MPI_Type_size_x(SITE, datatype, size);
}
int MPI_Type_size_x(MPI_Datatype datatype, MPI_Count *size) ALIAS("PMPI_Type_size_x");

int PMPI_Type_toint(MPI_Datatype datatype)
{
    return wt_MPI_Type_toint(SITE, datatype);
}
int MPI_Type_toint(MPI_Datatype datatype) ALIAS("PMPI_Type_toint");

int PMPI_Type_vector(int count, int blocklength, int stride, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    return wt_MPI_Type_vector(SITE, count, blocklength, stride, oldtype, newtype);
}
int MPI_Type_vector(int count, int blocklength, int stride, MPI_Datatype oldtype, MPI_Datatype *newtype) ALIAS("PMPI_Type_vector");

int PMPI_Type_vector_c(MPI_Count count, MPI_Count blocklength, MPI_Count stride, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    return wt_MPI_Type_vector_c(SITE, count, blocklength, stride, oldtype, newtype);
}
int MPI_Type_vector_c(MPI_Count count, MPI_Count blocklength, MPI_Count stride, MPI_Datatype oldtype, MPI_Datatype *newtype) ALIAS("PMPI_Type_vector_c");

int PMPI_Unpack(const void *inbuf, int insize, int *position, void *outbuf, int outcount, MPI_Datatype datatype, MPI_Comm comm)
{
    return wt_MPI_Unpack(SITE, inbuf, insize, position, outbuf, outcount, datatype, comm);
}
int MPI_Unpack(const void *inbuf, int insize, int *position, void *outbuf, int outcount, MPI_Datatype datatype, MPI_Comm comm) ALIAS("PMPI_Unpack");

int PMPI_Unpack_c(const void *inbuf, MPI_Count insize, MPI_Count *position, void *outbuf, MPI_Count outcount, MPI_Datatype datatype, MPI_Comm comm)
{
    return wt_MPI_Unpack_c(SITE, inbuf, insize, position, outbuf, outcount, datatype, comm);
}
int MPI_Unpack_c(const void *inbuf, MPI_Count insize, MPI_Count *position, void *outbuf, MPI_Count outcount, MPI_Datatype datatype, MPI_Comm comm) ALIAS("PMPI_Unpack_c");

int PMPI_Unpack_external(const char *datarep, const void *inbuf, MPI_Aint insize, MPI_Aint *position, void *outbuf, int outcount, MPI_Datatype datatype)
{
    return wt_MPI_Unpack_external(SITE, datarep, inbuf, insize, position, outbuf, outcount, datatype);
}
int MPI_Unpack_external(const char *datarep, const void *inbuf, MPI_Aint insize, MPI_Aint *position, void *outbuf, int outcount, MPI_Datatype datatype) ALIAS("PMPI_Unpack_external");

int PMPI_Unpack_external_c(const char *datarep, const void *inbuf, MPI_Count insize, MPI_Count *position, void *outbuf, MPI_Count outcount, MPI_Datatype datatype)
{
    return wt_MPI_Unpack_external_c(SITE, datarep, inbuf, insize, position, outbuf, outcount, datatype);
}
int MPI_Unpack_external_c(const char *datarep, const void *inbuf, MPI_Count insize, MPI_Count *position, void *outbuf, MPI_Count outcount, MPI_Datatype datatype) ALIAS("PMPI_Unpack_external_c");

int PMPI_Unpublish_name(const char *service_name, MPI_Info info, const char *port_name)
{
    return wt_MPI_Unpublish_name(SITE, service_name, info, port_name);
}
int MPI_Unpublish_name(const char *service_name, MPI_Info info, const char *port_name) ALIAS("PMPI_Unpublish_name");

int PMPI_Wait(MPI_Request *request, MPI_Status *status)
{
    return wt_MPI_Wait(SITE, request, status);
}
int MPI_Wait(MPI_Request *request, MPI_Status *status) ALIAS("PMPI_Wait");

int PMPI_Waitall(int count, MPI_Request array_of_requests[], MPI_Status *array_of_statuses)
{
    return wt_MPI_Waitall(SITE, count, array_of_requests, array_of_statuses);
}
int MPI_Waitall(int count, MPI_Request array_of_requests[], MPI_Status *array_of_statuses) ALIAS("PMPI_Waitall");

int PMPI_Waitany(int count, MPI_Request array_of_requests[], int *index, MPI_Status *status)
{
    return wt_MPI_Waitany(SITE, count, array_of_requests, index, status);
}
int MPI_Waitany(int count, MPI_Request array_of_requests[], int *index, MPI_Status *status) ALIAS("PMPI_Waitany");

int PMPI_Waitsome(int incount, MPI_Request array_of_requests[], int *outcount, int array_of_indices[], MPI_Status *array_of_statuses)
{
    return wt_MPI_Waitsome(SITE, incount, array_of_requests, outcount, array_of_indices, array_of_statuses);
}
int MPI_Waitsome(int incount, MPI_Request array_of_requests[], int *outcount, int array_of_indices[], MPI_Status *array_of_statuses) ALIAS("PMPI_Waitsome");

int PMPI_Win_allocate(MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr, MPI_Win *win)
{
    return wt_MPI_Win_allocate(SITE, size, disp_unit, info, comm, baseptr, win);
}
int MPI_Win_allocate(MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr, MPI_Win *win) ALIAS("PMPI_Win_allocate");

int PMPI_Win_allocate_c(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr, MPI_Win *win)
{
    return wt_MPI_Win_allocate_c(SITE, size, disp_unit, info, comm, baseptr, win);
}
int MPI_Win_allocate_c(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr, MPI_Win *win) ALIAS("PMPI_Win_allocate_c");

int PMPI_Win_allocate_shared(MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr, MPI_Win *win)
{
    return wt_MPI_Win_allocate_shared(SITE, size, disp_unit, info, comm, baseptr, win);
}
int MPI_Win_allocate_shared(MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr, MPI_Win *win) ALIAS("PMPI_Win_allocate_shared");

int PMPI_Win_allocate_shared_c(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr, MPI_Win *win)
{
    return wt_MPI_Win_allocate_shared_c(SITE, size, disp_unit, info, comm, baseptr, win);
}
int MPI_Win_allocate_shared_c(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr, MPI_Win *win) ALIAS("PMPI_Win_allocate_shared_c");

int PMPI_Win_attach(MPI_Win win, void *base, MPI_Aint size)
{
    return wt_MPI_Win_attach(SITE, win, base, size);
}
int MPI_Win_attach(MPI_Win win, void *base, MPI_Aint size) ALIAS("PMPI_Win_attach");

int PMPI_Win_call_errhandler(MPI_Win win, int errorcode)
{
    return wt_MPI_Win_call_errhandler(SITE, win, errorcode);
}
int MPI_Win_call_errhandler(MPI_Win win, int errorcode) ALIAS("PMPI_Win_call_errhandler");

int PMPI_Win_complete(MPI_Win win)
{
    return wt_MPI_Win_complete(SITE, win);
}
int MPI_Win_complete(MPI_Win win) ALIAS("PMPI_Win_complete");

int PMPI_Win_create(void *base, MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, MPI_Win *win)
{
    return wt_MPI_Win_create(SITE, base, size, disp_unit, info, comm, win);
}
int MPI_Win_create(void *base, MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, MPI_Win *win) ALIAS("PMPI_Win_create");

int PMPI_Win_create_c(void *base, MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, MPI_Win *win)
{
    return wt_MPI_Win_create_c(SITE, base, size, disp_unit, info, comm, win);
}
int MPI_Win_create_c(void *base, MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm, MPI_Win *win) ALIAS("PMPI_Win_create_c");

int PMPI_Win_create_dynamic(MPI_Info info, MPI_Comm comm, MPI_Win *win)
{
    return wt_MPI_Win_create_dynamic(SITE, info, comm, win);
}
int MPI_Win_create_dynamic(MPI_Info info, MPI_Comm comm, MPI_Win *win) ALIAS("PMPI_Win_create_dynamic");

int PMPI_Win_create_errhandler(MPI_Win_errhandler_function *win_errhandler_fn, MPI_Errhandler *errhandler)
{
    return wt_MPI_Win_create_errhandler(SITE, win_errhandler_fn, errhandler);
}
int MPI_Win_create_errhandler(MPI_Win_errhandler_function *win_errhandler_fn, MPI_Errhandler *errhandler) ALIAS("PMPI_Win_create_errhandler");

int PMPI_Win_create_keyval(MPI_Win_copy_attr_function *win_copy_attr_fn, MPI_Win_delete_attr_function *win_delete_attr_fn, int *win_keyval, void *extra_state)
{
    return wt_MPI_Win_create_keyval(SITE, win_copy_attr_fn, win_delete_attr_fn, win_keyval, extra_state);
}
int MPI_Win_create_keyval(MPI_Win_copy_attr_function *win_copy_attr_fn, MPI_Win_delete_attr_function *win_delete_attr_fn, int *win_keyval, void *extra_state) ALIAS("PMPI_Win_create_keyval");

int PMPI_Win_delete_attr(MPI_Win win, int win_keyval)
{
    return wt_MPI_Win_delete_attr(SITE, win, win_keyval);
}
int MPI_Win_delete_attr(MPI_Win win, int win_keyval) ALIAS("PMPI_Win_delete_attr");

int PMPI_Win_detach(MPI_Win win, const void *base)
{
    return wt_MPI_Win_detach(SITE, win, base);
}
int MPI_Win_detach(MPI_Win win, const void *base) ALIAS("PMPI_Win_detach");

int PMPI_Win_fence(int assert, MPI_Win win)
{
    return wt_MPI_Win_fence(SITE, assert, win);
}
int MPI_Win_fence(int assert, MPI_Win win) ALIAS("PMPI_Win_fence");

int PMPI_Win_flush(int rank, MPI_Win win)
{
    return wt_MPI_Win_flush(SITE, rank, win);
}
int MPI_Win_flush(int rank, MPI_Win win) ALIAS("PMPI_Win_flush");

int PMPI_Win_flush_all(MPI_Win win)
{
    return wt_MPI_Win_flush_all(SITE, win);
}
int MPI_Win_flush_all(MPI_Win win) ALIAS("PMPI_Win_flush_all");

int PMPI_Win_flush_local(int rank, MPI_Win win)
{
    return wt_MPI_Win_flush_local(SITE, rank, win);
}
int MPI_Win_flush_local(int rank, MPI_Win win) ALIAS("PMPI_Win_flush_local");

int PMPI_Win_flush_local_all(MPI_Win win)
{
    return wt_MPI_Win_flush_local_all(SITE, win);
}
int MPI_Win_flush_local_all(MPI_Win win) ALIAS("PMPI_Win_flush_local_all");

int PMPI_Win_free(MPI_Win *win)
{
    return wt_MPI_Win_free(SITE, win);
}
int MPI_Win_free(MPI_Win *win) ALIAS("PMPI_Win_free");

int PMPI_Win_free_keyval(int *win_keyval)
{
    return wt_MPI_Win_free_keyval(SITE, win_keyval);
}
int MPI_Win_free_keyval(int *win_keyval) ALIAS("PMPI_Win_free_keyval");

MPI_Win PMPI_Win_fromint(int win)
{
    return wt_MPI_Win_fromint(SITE, win);
}
MPI_Win MPI_Win_fromint(int win) ALIAS("PMPI_Win_fromint");

int PMPI_Win_get_attr(MPI_Win win, int win_keyval, void *attribute_val, int *flag)
{
    return wt_MPI_Win_get_attr(SITE, win, win_keyval, attribute_val, flag);
}
int MPI_Win_get_attr(MPI_Win win, int win_keyval, void *attribute_val, int *flag) ALIAS("PMPI_Win_get_attr");

int PMPI_Win_get_errhandler(MPI_Win win, MPI_Errhandler *errhandler)
{
    return wt_MPI_Win_get_errhandler(SITE, win, errhandler);
}
int MPI_Win_get_errhandler(MPI_Win win, MPI_Errhandler *errhandler) ALIAS("PMPI_Win_get_errhandler");

int PMPI_Win_get_group(MPI_Win win, MPI_Group *group)
{
    return wt_MPI_Win_get_group(SITE, win, group);
}
int MPI_Win_get_group(MPI_Win win, MPI_Group *group) ALIAS("PMPI_Win_get_group");

int PMPI_Win_get_info(MPI_Win win, MPI_Info *info_used)
{
    return wt_MPI_Win_get_info(SITE, win, info_used);
}
int MPI_Win_get_info(MPI_Win win, MPI_Info *info_used) ALIAS("PMPI_Win_get_info");

int PMPI_Win_get_name(MPI_Win win, char *win_name, int *resultlen)
{
    return wt_MPI_Win_get_name(SITE, win, win_name, resultlen);
}
int MPI_Win_get_name(MPI_Win win, char *win_name, int *resultlen) ALIAS("PMPI_Win_get_name");

int PMPI_Win_lock(int lock_type, int rank, int assert, MPI_Win win)
{
    return wt_MPI_Win_lock(SITE, lock_type, rank, assert, win);
}
int MPI_Win_lock(int lock_type, int rank, int assert, MPI_Win win) ALIAS("PMPI_Win_lock");

int PMPI_Win_lock_all(int assert, MPI_Win win)
{
    return wt_MPI_Win_lock_all(SITE, assert, win);
}
int MPI_Win_lock_all(int assert, MPI_Win win) ALIAS("PMPI_Win_lock_all");

int PMPI_Win_post(MPI_Group group, int assert, MPI_Win win)
{
    return wt_MPI_Win_post(SITE, group, assert, win);
}
int MPI_Win_post(MPI_Group group, int assert, MPI_Win win) ALIAS("PMPI_Win_post");

int PMPI_Win_set_attr(MPI_Win win, int win_keyval, void *attribute_val)
{
    return wt_MPI_Win_set_attr(SITE, win, win_keyval, attribute_val);
}
int MPI_Win_set_attr(MPI_Win win, int win_keyval, void *attribute_val) ALIAS("PMPI_Win_set_attr");

int PMPI_Win_set_errhandler(MPI_Win win, MPI_Errhandler errhandler)
{
    return wt_MPI_Win_set_errhandler(SITE, win, errhandler);
}
int MPI_Win_set_errhandler(MPI_Win win, MPI_Errhandler errhandler) ALIAS("PMPI_Win_set_errhandler");

int PMPI_Win_set_info(MPI_Win win, MPI_Info info)
{
    return wt_MPI_Win_set_info(SITE, win, info);
}
int MPI_Win_set_info(MPI_Win win, MPI_Info info) ALIAS("PMPI_Win_set_info");

int PMPI_Win_set_name(MPI_Win win, const char *win_name)
{
    return wt_MPI_Win_set_name(SITE, win, win_name);
}
int MPI_Win_set_name(MPI_Win win, const char *win_name) ALIAS("PMPI_Win_set_name");

int PMPI_Win_shared_query(MPI_Win win, int rank, MPI_Aint *size, int *disp_unit, void *baseptr)
{
    return wt_MPI_Win_shared_query(SITE, win, rank, size, disp_unit, baseptr);
}
int MPI_Win_shared_query(MPI_Win win, int rank, MPI_Aint *size, int *disp_unit, void *baseptr) ALIAS("PMPI_Win_shared_query");

int PMPI_Win_shared_query_c(MPI_Win win, int rank, MPI_Aint *size, MPI_Aint *disp_unit, void *baseptr)
{
    return wt_MPI_Win_shared_query_c(SITE, win, rank, size, disp_unit, baseptr);
}
int MPI_Win_shared_query_c(MPI_Win win, int rank, MPI_Aint *size, MPI_Aint *disp_unit, void *baseptr) ALIAS("PMPI_Win_shared_query_c");

int PMPI_Win_start(MPI_Group group, int assert, MPI_Win win)
{
    return wt_MPI_Win_start(SITE, group, assert, win);
}
int MPI_Win_start(MPI_Group group, int assert, MPI_Win win) ALIAS("PMPI_Win_start");

int PMPI_Win_sync(MPI_Win win)
{
    return wt_MPI_Win_sync(SITE, win);
}
int MPI_Win_sync(MPI_Win win) ALIAS("PMPI_Win_sync");

int PMPI_Win_test(MPI_Win win, int *flag)
{
    return wt_MPI_Win_test(SITE, win, flag);
}
int MPI_Win_test(MPI_Win win, int *flag) ALIAS("PMPI_Win_test");

int PMPI_Win_toint(MPI_Win win)
{
    return wt_MPI_Win_toint(SITE, win);
}
int MPI_Win_toint(MPI_Win win) ALIAS("PMPI_Win_toint");

int PMPI_Win_unlock(int rank, MPI_Win win)
{
    return wt_MPI_Win_unlock(SITE, rank, win);
}
int MPI_Win_unlock(int rank, MPI_Win win) ALIAS("PMPI_Win_unlock");

int PMPI_Win_unlock_all(MPI_Win win)
{
    return wt_MPI_Win_unlock_all(SITE, win);
}
int MPI_Win_unlock_all(MPI_Win win) ALIAS("PMPI_Win_unlock_all");

int PMPI_Win_wait(MPI_Win win)
{
    return wt_MPI_Win_wait(SITE, win);
}
int MPI_Win_wait(MPI_Win win) ALIAS("PMPI_Win_wait");

double PMPI_Wtick(void)
{
    return wt_MPI_Wtick(SITE);
}
double MPI_Wtick(void) ALIAS("PMPI_Wtick");

double PMPI_Wtime(void)
{
    return wt_MPI_Wtime(SITE);
}
double MPI_Wtime(void) ALIAS("PMPI_Wtime");
