/* Fortran's procedures on top of C's. Generated from mpi/api.json by mpi/generate/generate.py: change those.
 *
 * Compiled twice, with and without WT_PROFILE: see support.h.
 */
#include "sections.h"
#include "support.h"

ROUTINE(void, mpi_abi_get_fortran_booleans, (MPI_Fint *logical_size, void *logical_true, void *logical_false, MPI_Fint *is_set, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Abi_get_fortran_booleans)(*logical_size, logical_true, logical_false, is_set);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_abi_get_fortran_booleans_f08, mpi_abi_get_fortran_booleans, (MPI_Fint *logical_size, void *logical_true, void *logical_false, MPI_Fint *is_set, MPI_Fint *ierror))

ROUTINE(void, mpi_abi_get_fortran_info, (MPI_Fint *info, MPI_Fint *ierror))
{
    MPI_Info c_info = MPI_INFO_NULL;
    SITE();
    int error = CALL(MPI_Abi_get_fortran_info)(&c_info);
    if (error == MPI_SUCCESS)
        *info = Info_F(c_info);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_abi_get_fortran_info_f08, mpi_abi_get_fortran_info, (MPI_Fint *info, MPI_Fint *ierror))

ROUTINE(void, mpi_abi_get_info, (MPI_Fint *info, MPI_Fint *ierror))
{
    MPI_Info c_info = MPI_INFO_NULL;
    SITE();
    int error = CALL(MPI_Abi_get_info)(&c_info);
    if (error == MPI_SUCCESS)
        *info = Info_F(c_info);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_abi_get_info_f08, mpi_abi_get_info, (MPI_Fint *info, MPI_Fint *ierror))

ROUTINE(void, mpi_abi_get_version, (MPI_Fint *abi_major, MPI_Fint *abi_minor, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Abi_get_version)(abi_major, abi_minor);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_abi_get_version_f08, mpi_abi_get_version, (MPI_Fint *abi_major, MPI_Fint *abi_minor, MPI_Fint *ierror))

ROUTINE(void, mpi_abi_set_fortran_booleans, (MPI_Fint *logical_size, void *logical_true, void *logical_false, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Abi_set_fortran_booleans)(*logical_size, logical_true, logical_false);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_abi_set_fortran_booleans_f08, mpi_abi_set_fortran_booleans, (MPI_Fint *logical_size, void *logical_true, void *logical_false, MPI_Fint *ierror))

ROUTINE(void, mpi_abi_set_fortran_info, (MPI_Fint *info, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Abi_set_fortran_info)(Info_C(*info));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_abi_set_fortran_info_f08, mpi_abi_set_fortran_info, (MPI_Fint *info, MPI_Fint *ierror))

ROUTINE(void, mpi_abort, (MPI_Fint *comm, MPI_Fint *errorcode, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Abort)(Comm_C(*comm), *errorcode);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_abort_f08, mpi_abort, (MPI_Fint *comm, MPI_Fint *errorcode, MPI_Fint *ierror))

ROUTINE(void, mpi_accumulate, (void *origin_addr, MPI_Fint *origin_count, MPI_Fint *origin_datatype, MPI_Fint *target_rank, MPI_Aint *target_disp, MPI_Fint *target_count, MPI_Fint *target_datatype, MPI_Fint *op, MPI_Fint *win, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Accumulate)(BUFFER(origin_addr), *origin_count, Type_C(*origin_datatype), *target_rank, *target_disp, *target_count, Type_C(*target_datatype), Op_C(*op), Win_C(*win));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_accumulate_f08, mpi_accumulate, (void *origin_addr, MPI_Fint *origin_count, MPI_Fint *origin_datatype, MPI_Fint *target_rank, MPI_Aint *target_disp, MPI_Fint *target_count, MPI_Fint *target_datatype, MPI_Fint *op, MPI_Fint *win, MPI_Fint *ierror))

ROUTINE(void, mpi_accumulate_c, (void *origin_addr, MPI_Count *origin_count, MPI_Fint *origin_datatype, MPI_Fint *target_rank, MPI_Aint *target_disp, MPI_Count *target_count, MPI_Fint *target_datatype, MPI_Fint *op, MPI_Fint *win, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Accumulate_c)(BUFFER(origin_addr), *origin_count, Type_C(*origin_datatype), *target_rank, *target_disp, *target_count, Type_C(*target_datatype), Op_C(*op), Win_C(*win));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_accumulate_c_f08, mpi_accumulate_c, (void *origin_addr, MPI_Count *origin_count, MPI_Fint *origin_datatype, MPI_Fint *target_rank, MPI_Aint *target_disp, MPI_Count *target_count, MPI_Fint *target_datatype, MPI_Fint *op, MPI_Fint *win, MPI_Fint *ierror))

ROUTINE(void, mpi_add_error_class, (MPI_Fint *errorclass, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Add_error_class)(errorclass);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_add_error_class_f08, mpi_add_error_class, (MPI_Fint *errorclass, MPI_Fint *ierror))

ROUTINE(void, mpi_add_error_code, (MPI_Fint *errorclass, MPI_Fint *errorcode, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Add_error_code)(*errorclass, errorcode);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_add_error_code_f08, mpi_add_error_code, (MPI_Fint *errorclass, MPI_Fint *errorcode, MPI_Fint *ierror))

ROUTINE(void, mpi_add_error_string, (MPI_Fint *errorcode, char *string, MPI_Fint *ierror, size_t string_length))
{
    char *c_string = wt_f_string(string, string_length);
    SITE();
    int error = CALL(MPI_Add_error_string)(*errorcode, c_string);
    free(c_string);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_add_error_string_f08, mpi_add_error_string, (MPI_Fint *errorcode, char *string, MPI_Fint *ierror, size_t string_length))

ROUTINE(MPI_Aint, mpi_aint_add, (MPI_Aint *base, MPI_Aint *disp))
{
    SITE();
    return CALL(MPI_Aint_add)(*base, *disp);
}
ALIAS(MPI_Aint, mpi_aint_add_f08, mpi_aint_add, (MPI_Aint *base, MPI_Aint *disp))

ROUTINE(MPI_Aint, mpi_aint_diff, (MPI_Aint *addr1, MPI_Aint *addr2))
{
    SITE();
    return CALL(MPI_Aint_diff)(*addr1, *addr2);
}
ALIAS(MPI_Aint, mpi_aint_diff_f08, mpi_aint_diff, (MPI_Aint *addr1, MPI_Aint *addr2))

ROUTINE(void, mpi_allgather, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Allgather)(BUFFER(sendbuf), *sendcount, Type_C(*sendtype), BUFFER(recvbuf), *recvcount, Type_C(*recvtype), Comm_C(*comm));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_allgather_f08, mpi_allgather, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *ierror))

ROUTINE(void, mpi_allgather_c, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Allgather_c)(BUFFER(sendbuf), *sendcount, Type_C(*sendtype), BUFFER(recvbuf), *recvcount, Type_C(*recvtype), Comm_C(*comm));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_allgather_c_f08, mpi_allgather_c, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *ierror))

ROUTINE(void, mpi_allgather_init, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Allgather_init)(BUFFER(sendbuf), *sendcount, Type_C(*sendtype), BUFFER(recvbuf), *recvcount, Type_C(*recvtype), Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_allgather_init_f08, mpi_allgather_init, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_allgather_init_c, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Allgather_init_c)(BUFFER(sendbuf), *sendcount, Type_C(*sendtype), BUFFER(recvbuf), *recvcount, Type_C(*recvtype), Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_allgather_init_c_f08, mpi_allgather_init_c, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_allgatherv, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *displs, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Allgatherv)(BUFFER(sendbuf), *sendcount, Type_C(*sendtype), BUFFER(recvbuf), recvcounts, displs, Type_C(*recvtype), Comm_C(*comm));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_allgatherv_f08, mpi_allgatherv, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *displs, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *ierror))

ROUTINE(void, mpi_allgatherv_c, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *displs, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Allgatherv_c)(BUFFER(sendbuf), *sendcount, Type_C(*sendtype), BUFFER(recvbuf), recvcounts, displs, Type_C(*recvtype), Comm_C(*comm));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_allgatherv_c_f08, mpi_allgatherv_c, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *displs, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *ierror))

ROUTINE(void, mpi_allgatherv_init, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *displs, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Allgatherv_init)(BUFFER(sendbuf), *sendcount, Type_C(*sendtype), BUFFER(recvbuf), recvcounts, displs, Type_C(*recvtype), Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_allgatherv_init_f08, mpi_allgatherv_init, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *displs, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_allgatherv_init_c, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *displs, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Allgatherv_init_c)(BUFFER(sendbuf), *sendcount, Type_C(*sendtype), BUFFER(recvbuf), recvcounts, displs, Type_C(*recvtype), Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_allgatherv_init_c_f08, mpi_allgatherv_init_c, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *displs, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_alloc_mem, (MPI_Aint *size, MPI_Fint *info, void *baseptr, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Alloc_mem)(*size, Info_C(*info), baseptr);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_alloc_mem_f08, mpi_alloc_mem, (MPI_Aint *size, MPI_Fint *info, void *baseptr, MPI_Fint *ierror))
ALIAS(void, mpi_alloc_mem_cptr, mpi_alloc_mem, (MPI_Aint *size, MPI_Fint *info, void *baseptr, MPI_Fint *ierror))

ROUTINE(void, mpi_allreduce, (void *sendbuf, void *recvbuf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Allreduce)(BUFFER(sendbuf), BUFFER(recvbuf), *count, Type_C(*datatype), Op_C(*op), Comm_C(*comm));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_allreduce_f08, mpi_allreduce, (void *sendbuf, void *recvbuf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *ierror))

ROUTINE(void, mpi_allreduce_c, (void *sendbuf, void *recvbuf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Allreduce_c)(BUFFER(sendbuf), BUFFER(recvbuf), *count, Type_C(*datatype), Op_C(*op), Comm_C(*comm));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_allreduce_c_f08, mpi_allreduce_c, (void *sendbuf, void *recvbuf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *ierror))

ROUTINE(void, mpi_allreduce_init, (void *sendbuf, void *recvbuf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Allreduce_init)(BUFFER(sendbuf), BUFFER(recvbuf), *count, Type_C(*datatype), Op_C(*op), Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_allreduce_init_f08, mpi_allreduce_init, (void *sendbuf, void *recvbuf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_allreduce_init_c, (void *sendbuf, void *recvbuf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Allreduce_init_c)(BUFFER(sendbuf), BUFFER(recvbuf), *count, Type_C(*datatype), Op_C(*op), Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_allreduce_init_c_f08, mpi_allreduce_init_c, (void *sendbuf, void *recvbuf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_alltoall, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Alltoall)(BUFFER(sendbuf), *sendcount, Type_C(*sendtype), BUFFER(recvbuf), *recvcount, Type_C(*recvtype), Comm_C(*comm));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_alltoall_f08, mpi_alltoall, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *ierror))

ROUTINE(void, mpi_alltoall_c, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Alltoall_c)(BUFFER(sendbuf), *sendcount, Type_C(*sendtype), BUFFER(recvbuf), *recvcount, Type_C(*recvtype), Comm_C(*comm));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_alltoall_c_f08, mpi_alltoall_c, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *ierror))

ROUTINE(void, mpi_alltoall_init, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Alltoall_init)(BUFFER(sendbuf), *sendcount, Type_C(*sendtype), BUFFER(recvbuf), *recvcount, Type_C(*recvtype), Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_alltoall_init_f08, mpi_alltoall_init, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_alltoall_init_c, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Alltoall_init_c)(BUFFER(sendbuf), *sendcount, Type_C(*sendtype), BUFFER(recvbuf), *recvcount, Type_C(*recvtype), Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_alltoall_init_c_f08, mpi_alltoall_init_c, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_alltoallv, (void *sendbuf, MPI_Fint *sendcounts, MPI_Fint *sdispls, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *rdispls, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Alltoallv)(BUFFER(sendbuf), sendcounts, sdispls, Type_C(*sendtype), BUFFER(recvbuf), recvcounts, rdispls, Type_C(*recvtype), Comm_C(*comm));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_alltoallv_f08, mpi_alltoallv, (void *sendbuf, MPI_Fint *sendcounts, MPI_Fint *sdispls, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *rdispls, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *ierror))

ROUTINE(void, mpi_alltoallv_c, (void *sendbuf, MPI_Count *sendcounts, MPI_Aint *sdispls, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *rdispls, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Alltoallv_c)(BUFFER(sendbuf), sendcounts, sdispls, Type_C(*sendtype), BUFFER(recvbuf), recvcounts, rdispls, Type_C(*recvtype), Comm_C(*comm));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_alltoallv_c_f08, mpi_alltoallv_c, (void *sendbuf, MPI_Count *sendcounts, MPI_Aint *sdispls, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *rdispls, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *ierror))

ROUTINE(void, mpi_alltoallv_init, (void *sendbuf, MPI_Fint *sendcounts, MPI_Fint *sdispls, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *rdispls, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Alltoallv_init)(BUFFER(sendbuf), sendcounts, sdispls, Type_C(*sendtype), BUFFER(recvbuf), recvcounts, rdispls, Type_C(*recvtype), Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_alltoallv_init_f08, mpi_alltoallv_init, (void *sendbuf, MPI_Fint *sendcounts, MPI_Fint *sdispls, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *rdispls, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_alltoallv_init_c, (void *sendbuf, MPI_Count *sendcounts, MPI_Aint *sdispls, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *rdispls, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Alltoallv_init_c)(BUFFER(sendbuf), sendcounts, sdispls, Type_C(*sendtype), BUFFER(recvbuf), recvcounts, rdispls, Type_C(*recvtype), Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_alltoallv_init_c_f08, mpi_alltoallv_init_c, (void *sendbuf, MPI_Count *sendcounts, MPI_Aint *sdispls, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *rdispls, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_alltoallw, (void *sendbuf, MPI_Fint *sendcounts, MPI_Fint *sdispls, MPI_Fint *sendtypes, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *rdispls, MPI_Fint *recvtypes, MPI_Fint *comm, MPI_Fint *ierror))
{
    int n_sendtypes = IN_PLACE(sendbuf) ? 0 : wt_f_peers(Comm_C(*comm));
    MPI_Datatype *c_sendtypes = ARRAY(MPI_Datatype, n_sendtypes);
    for (int i = 0; i < n_sendtypes; i++)
        c_sendtypes[i] = Type_C(sendtypes[i]);
    int n_recvtypes = wt_f_peers(Comm_C(*comm));
    MPI_Datatype *c_recvtypes = ARRAY(MPI_Datatype, n_recvtypes);
    for (int i = 0; i < n_recvtypes; i++)
        c_recvtypes[i] = Type_C(recvtypes[i]);
    SITE();
    int error = CALL(MPI_Alltoallw)(BUFFER(sendbuf), sendcounts, sdispls, c_sendtypes, BUFFER(recvbuf), recvcounts, rdispls, c_recvtypes, Comm_C(*comm));
    free(c_sendtypes);
    free(c_recvtypes);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_alltoallw_f08, mpi_alltoallw, (void *sendbuf, MPI_Fint *sendcounts, MPI_Fint *sdispls, MPI_Fint *sendtypes, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *rdispls, MPI_Fint *recvtypes, MPI_Fint *comm, MPI_Fint *ierror))

ROUTINE(void, mpi_alltoallw_c, (void *sendbuf, MPI_Count *sendcounts, MPI_Aint *sdispls, MPI_Fint *sendtypes, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *rdispls, MPI_Fint *recvtypes, MPI_Fint *comm, MPI_Fint *ierror))
{
    int n_sendtypes = IN_PLACE(sendbuf) ? 0 : wt_f_peers(Comm_C(*comm));
    MPI_Datatype *c_sendtypes = ARRAY(MPI_Datatype, n_sendtypes);
    for (int i = 0; i < n_sendtypes; i++)
        c_sendtypes[i] = Type_C(sendtypes[i]);
    int n_recvtypes = wt_f_peers(Comm_C(*comm));
    MPI_Datatype *c_recvtypes = ARRAY(MPI_Datatype, n_recvtypes);
    for (int i = 0; i < n_recvtypes; i++)
        c_recvtypes[i] = Type_C(recvtypes[i]);
    SITE();
    int error = CALL(MPI_Alltoallw_c)(BUFFER(sendbuf), sendcounts, sdispls, c_sendtypes, BUFFER(recvbuf), recvcounts, rdispls, c_recvtypes, Comm_C(*comm));
    free(c_sendtypes);
    free(c_recvtypes);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_alltoallw_c_f08, mpi_alltoallw_c, (void *sendbuf, MPI_Count *sendcounts, MPI_Aint *sdispls, MPI_Fint *sendtypes, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *rdispls, MPI_Fint *recvtypes, MPI_Fint *comm, MPI_Fint *ierror))

ROUTINE(void, mpi_alltoallw_init, (void *sendbuf, MPI_Fint *sendcounts, MPI_Fint *sdispls, MPI_Fint *sendtypes, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *rdispls, MPI_Fint *recvtypes, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    int n_sendtypes = IN_PLACE(sendbuf) ? 0 : wt_f_peers(Comm_C(*comm));
    MPI_Datatype *c_sendtypes = ARRAY(MPI_Datatype, n_sendtypes);
    for (int i = 0; i < n_sendtypes; i++)
        c_sendtypes[i] = Type_C(sendtypes[i]);
    int n_recvtypes = wt_f_peers(Comm_C(*comm));
    MPI_Datatype *c_recvtypes = ARRAY(MPI_Datatype, n_recvtypes);
    for (int i = 0; i < n_recvtypes; i++)
        c_recvtypes[i] = Type_C(recvtypes[i]);
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Alltoallw_init)(BUFFER(sendbuf), sendcounts, sdispls, c_sendtypes, BUFFER(recvbuf), recvcounts, rdispls, c_recvtypes, Comm_C(*comm), Info_C(*info), &c_request);
    free(c_sendtypes);
    free(c_recvtypes);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_alltoallw_init_f08, mpi_alltoallw_init, (void *sendbuf, MPI_Fint *sendcounts, MPI_Fint *sdispls, MPI_Fint *sendtypes, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *rdispls, MPI_Fint *recvtypes, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_alltoallw_init_c, (void *sendbuf, MPI_Count *sendcounts, MPI_Aint *sdispls, MPI_Fint *sendtypes, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *rdispls, MPI_Fint *recvtypes, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    int n_sendtypes = IN_PLACE(sendbuf) ? 0 : wt_f_peers(Comm_C(*comm));
    MPI_Datatype *c_sendtypes = ARRAY(MPI_Datatype, n_sendtypes);
    for (int i = 0; i < n_sendtypes; i++)
        c_sendtypes[i] = Type_C(sendtypes[i]);
    int n_recvtypes = wt_f_peers(Comm_C(*comm));
    MPI_Datatype *c_recvtypes = ARRAY(MPI_Datatype, n_recvtypes);
    for (int i = 0; i < n_recvtypes; i++)
        c_recvtypes[i] = Type_C(recvtypes[i]);
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Alltoallw_init_c)(BUFFER(sendbuf), sendcounts, sdispls, c_sendtypes, BUFFER(recvbuf), recvcounts, rdispls, c_recvtypes, Comm_C(*comm), Info_C(*info), &c_request);
    free(c_sendtypes);
    free(c_recvtypes);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_alltoallw_init_c_f08, mpi_alltoallw_init_c, (void *sendbuf, MPI_Count *sendcounts, MPI_Aint *sdispls, MPI_Fint *sendtypes, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *rdispls, MPI_Fint *recvtypes, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_attr_delete, (MPI_Fint *comm, MPI_Fint *keyval, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Attr_delete)(Comm_C(*comm), *keyval);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_barrier, (MPI_Fint *comm, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Barrier)(Comm_C(*comm));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_barrier_f08, mpi_barrier, (MPI_Fint *comm, MPI_Fint *ierror))

ROUTINE(void, mpi_barrier_init, (MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Barrier_init)(Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_barrier_init_f08, mpi_barrier_init, (MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_bcast, (void *buffer, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Bcast)(BUFFER(buffer), *count, Type_C(*datatype), *root, Comm_C(*comm));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_bcast_f08, mpi_bcast, (void *buffer, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *ierror))

ROUTINE(void, mpi_bcast_c, (void *buffer, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Bcast_c)(BUFFER(buffer), *count, Type_C(*datatype), *root, Comm_C(*comm));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_bcast_c_f08, mpi_bcast_c, (void *buffer, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *ierror))

ROUTINE(void, mpi_bcast_init, (void *buffer, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Bcast_init)(BUFFER(buffer), *count, Type_C(*datatype), *root, Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_bcast_init_f08, mpi_bcast_init, (void *buffer, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_bcast_init_c, (void *buffer, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Bcast_init_c)(BUFFER(buffer), *count, Type_C(*datatype), *root, Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_bcast_init_c_f08, mpi_bcast_init_c, (void *buffer, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_bsend, (void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Bsend)(BUFFER(buf), *count, Type_C(*datatype), *dest, *tag, Comm_C(*comm));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_bsend_f08, mpi_bsend, (void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *ierror))

ROUTINE(void, mpi_bsend_c, (void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Bsend_c)(BUFFER(buf), *count, Type_C(*datatype), *dest, *tag, Comm_C(*comm));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_bsend_c_f08, mpi_bsend_c, (void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *ierror))

ROUTINE(void, mpi_bsend_init, (void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Bsend_init)(BUFFER(buf), *count, Type_C(*datatype), *dest, *tag, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_bsend_init_f08, mpi_bsend_init, (void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_bsend_init_c, (void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Bsend_init_c)(BUFFER(buf), *count, Type_C(*datatype), *dest, *tag, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_bsend_init_c_f08, mpi_bsend_init_c, (void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_buffer_attach, (void *buffer, MPI_Fint *size, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Buffer_attach)(BUFFER(buffer), *size);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_buffer_attach_f08, mpi_buffer_attach, (void *buffer, MPI_Fint *size, MPI_Fint *ierror))

ROUTINE(void, mpi_buffer_attach_c, (void *buffer, MPI_Count *size, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Buffer_attach_c)(BUFFER(buffer), *size);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_buffer_attach_c_f08, mpi_buffer_attach_c, (void *buffer, MPI_Count *size, MPI_Fint *ierror))

ROUTINE(void, mpi_buffer_detach_c, (void *buffer_addr, MPI_Count *size, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Buffer_detach_c)(buffer_addr, size);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_buffer_detach_c_f08, mpi_buffer_detach_c, (void *buffer_addr, MPI_Count *size, MPI_Fint *ierror))

ROUTINE(void, mpi_buffer_flush, (MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Buffer_flush)();
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_buffer_flush_f08, mpi_buffer_flush, (MPI_Fint *ierror))

ROUTINE(void, mpi_buffer_iflush, (MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Buffer_iflush)(&c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_buffer_iflush_f08, mpi_buffer_iflush, (MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_cancel, (MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = Request_C(*request);
    SITE();
    int error = CALL(MPI_Cancel)(&c_request);
    *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_cancel_f08, mpi_cancel, (MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_cart_coords, (MPI_Fint *comm, MPI_Fint *rank, MPI_Fint *maxdims, MPI_Fint *coords, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Cart_coords)(Comm_C(*comm), *rank, *maxdims, coords);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_cart_coords_f08, mpi_cart_coords, (MPI_Fint *comm, MPI_Fint *rank, MPI_Fint *maxdims, MPI_Fint *coords, MPI_Fint *ierror))

ROUTINE(void, mpi_cart_create, (MPI_Fint *comm_old, MPI_Fint *ndims, MPI_Fint *dims, MPI_Fint *periods, MPI_Fint *reorder, MPI_Fint *comm_cart, MPI_Fint *ierror))
{
    MPI_Comm c_comm_cart = MPI_COMM_NULL;
    SITE();
    int error = CALL(MPI_Cart_create)(Comm_C(*comm_old), *ndims, dims, periods, *reorder, &c_comm_cart);
    if (error == MPI_SUCCESS)
        *comm_cart = Comm_F(c_comm_cart);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_cart_create_f08, mpi_cart_create, (MPI_Fint *comm_old, MPI_Fint *ndims, MPI_Fint *dims, MPI_Fint *periods, MPI_Fint *reorder, MPI_Fint *comm_cart, MPI_Fint *ierror))

ROUTINE(void, mpi_cart_get, (MPI_Fint *comm, MPI_Fint *maxdims, MPI_Fint *dims, MPI_Fint *periods, MPI_Fint *coords, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Cart_get)(Comm_C(*comm), *maxdims, dims, periods, coords);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_cart_get_f08, mpi_cart_get, (MPI_Fint *comm, MPI_Fint *maxdims, MPI_Fint *dims, MPI_Fint *periods, MPI_Fint *coords, MPI_Fint *ierror))

ROUTINE(void, mpi_cart_map, (MPI_Fint *comm, MPI_Fint *ndims, MPI_Fint *dims, MPI_Fint *periods, MPI_Fint *newrank, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Cart_map)(Comm_C(*comm), *ndims, dims, periods, newrank);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_cart_map_f08, mpi_cart_map, (MPI_Fint *comm, MPI_Fint *ndims, MPI_Fint *dims, MPI_Fint *periods, MPI_Fint *newrank, MPI_Fint *ierror))

ROUTINE(void, mpi_cart_rank, (MPI_Fint *comm, MPI_Fint *coords, MPI_Fint *rank, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Cart_rank)(Comm_C(*comm), coords, rank);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_cart_rank_f08, mpi_cart_rank, (MPI_Fint *comm, MPI_Fint *coords, MPI_Fint *rank, MPI_Fint *ierror))

ROUTINE(void, mpi_cart_shift, (MPI_Fint *comm, MPI_Fint *direction, MPI_Fint *disp, MPI_Fint *rank_source, MPI_Fint *rank_dest, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Cart_shift)(Comm_C(*comm), *direction, *disp, rank_source, rank_dest);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_cart_shift_f08, mpi_cart_shift, (MPI_Fint *comm, MPI_Fint *direction, MPI_Fint *disp, MPI_Fint *rank_source, MPI_Fint *rank_dest, MPI_Fint *ierror))

ROUTINE(void, mpi_cart_sub, (MPI_Fint *comm, MPI_Fint *remain_dims, MPI_Fint *newcomm, MPI_Fint *ierror))
{
    MPI_Comm c_newcomm = MPI_COMM_NULL;
    SITE();
    int error = CALL(MPI_Cart_sub)(Comm_C(*comm), remain_dims, &c_newcomm);
    if (error == MPI_SUCCESS)
        *newcomm = Comm_F(c_newcomm);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_cart_sub_f08, mpi_cart_sub, (MPI_Fint *comm, MPI_Fint *remain_dims, MPI_Fint *newcomm, MPI_Fint *ierror))

ROUTINE(void, mpi_cartdim_get, (MPI_Fint *comm, MPI_Fint *ndims, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Cartdim_get)(Comm_C(*comm), ndims);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_cartdim_get_f08, mpi_cartdim_get, (MPI_Fint *comm, MPI_Fint *ndims, MPI_Fint *ierror))

ROUTINE(void, mpi_close_port, (char *port_name, MPI_Fint *ierror, size_t port_name_length))
{
    char *c_port_name = wt_f_string(port_name, port_name_length);
    SITE();
    int error = CALL(MPI_Close_port)(c_port_name);
    free(c_port_name);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_close_port_f08, mpi_close_port, (char *port_name, MPI_Fint *ierror, size_t port_name_length))

ROUTINE(void, mpi_comm_accept, (char *port_name, MPI_Fint *info, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *newcomm, MPI_Fint *ierror, size_t port_name_length))
{
    char *c_port_name = wt_f_string(port_name, port_name_length);
    MPI_Comm c_newcomm = MPI_COMM_NULL;
    SITE();
    int error = CALL(MPI_Comm_accept)(c_port_name, Info_C(*info), *root, Comm_C(*comm), &c_newcomm);
    free(c_port_name);
    if (error == MPI_SUCCESS)
        *newcomm = Comm_F(c_newcomm);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_comm_accept_f08, mpi_comm_accept, (char *port_name, MPI_Fint *info, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *newcomm, MPI_Fint *ierror, size_t port_name_length))

ROUTINE(void, mpi_comm_attach_buffer, (MPI_Fint *comm, void *buffer, MPI_Fint *size, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Comm_attach_buffer)(Comm_C(*comm), BUFFER(buffer), *size);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_comm_attach_buffer_f08, mpi_comm_attach_buffer, (MPI_Fint *comm, void *buffer, MPI_Fint *size, MPI_Fint *ierror))

ROUTINE(void, mpi_comm_attach_buffer_c, (MPI_Fint *comm, void *buffer, MPI_Count *size, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Comm_attach_buffer_c)(Comm_C(*comm), BUFFER(buffer), *size);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_comm_attach_buffer_c_f08, mpi_comm_attach_buffer_c, (MPI_Fint *comm, void *buffer, MPI_Count *size, MPI_Fint *ierror))

ROUTINE(void, mpi_comm_call_errhandler, (MPI_Fint *comm, MPI_Fint *errorcode, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Comm_call_errhandler)(Comm_C(*comm), *errorcode);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_comm_call_errhandler_f08, mpi_comm_call_errhandler, (MPI_Fint *comm, MPI_Fint *errorcode, MPI_Fint *ierror))

ROUTINE(void, mpi_comm_compare, (MPI_Fint *comm1, MPI_Fint *comm2, MPI_Fint *result, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Comm_compare)(Comm_C(*comm1), Comm_C(*comm2), result);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_comm_compare_f08, mpi_comm_compare, (MPI_Fint *comm1, MPI_Fint *comm2, MPI_Fint *result, MPI_Fint *ierror))

ROUTINE(void, mpi_comm_connect, (char *port_name, MPI_Fint *info, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *newcomm, MPI_Fint *ierror, size_t port_name_length))
{
    char *c_port_name = wt_f_string(port_name, port_name_length);
    MPI_Comm c_newcomm = MPI_COMM_NULL;
    SITE();
    int error = CALL(MPI_Comm_connect)(c_port_name, Info_C(*info), *root, Comm_C(*comm), &c_newcomm);
    free(c_port_name);
    if (error == MPI_SUCCESS)
        *newcomm = Comm_F(c_newcomm);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_comm_connect_f08, mpi_comm_connect, (char *port_name, MPI_Fint *info, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *newcomm, MPI_Fint *ierror, size_t port_name_length))

ROUTINE(void, mpi_comm_create, (MPI_Fint *comm, MPI_Fint *group, MPI_Fint *newcomm, MPI_Fint *ierror))
{
    MPI_Comm c_newcomm = MPI_COMM_NULL;
    SITE();
    int error = CALL(MPI_Comm_create)(Comm_C(*comm), Group_C(*group), &c_newcomm);
    if (error == MPI_SUCCESS)
        *newcomm = Comm_F(c_newcomm);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_comm_create_f08, mpi_comm_create, (MPI_Fint *comm, MPI_Fint *group, MPI_Fint *newcomm, MPI_Fint *ierror))

ROUTINE(void, mpi_comm_create_errhandler, (MPI_Comm_errhandler_function *comm_errhandler_fn, MPI_Fint *errhandler, MPI_Fint *ierror))
{
    MPI_Errhandler c_errhandler = MPI_ERRHANDLER_NULL;
    SITE();
    int error = CALL(MPI_Comm_create_errhandler)(comm_errhandler_fn, &c_errhandler);
    if (error == MPI_SUCCESS)
        *errhandler = Errhandler_F(c_errhandler);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_comm_create_errhandler_f08, mpi_comm_create_errhandler, (MPI_Comm_errhandler_function *comm_errhandler_fn, MPI_Fint *errhandler, MPI_Fint *ierror))

ROUTINE(void, mpi_comm_create_from_group, (MPI_Fint *group, char *stringtag, MPI_Fint *info, MPI_Fint *errhandler, MPI_Fint *newcomm, MPI_Fint *ierror, size_t stringtag_length))
{
    char *c_stringtag = wt_f_string(stringtag, stringtag_length);
    MPI_Comm c_newcomm = MPI_COMM_NULL;
    SITE();
    int error = CALL(MPI_Comm_create_from_group)(Group_C(*group), c_stringtag, Info_C(*info), Errhandler_C(*errhandler), &c_newcomm);
    free(c_stringtag);
    if (error == MPI_SUCCESS)
        *newcomm = Comm_F(c_newcomm);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_comm_create_from_group_f08, mpi_comm_create_from_group, (MPI_Fint *group, char *stringtag, MPI_Fint *info, MPI_Fint *errhandler, MPI_Fint *newcomm, MPI_Fint *ierror, size_t stringtag_length))

ROUTINE(void, mpi_comm_create_group, (MPI_Fint *comm, MPI_Fint *group, MPI_Fint *tag, MPI_Fint *newcomm, MPI_Fint *ierror))
{
    MPI_Comm c_newcomm = MPI_COMM_NULL;
    SITE();
    int error = CALL(MPI_Comm_create_group)(Comm_C(*comm), Group_C(*group), *tag, &c_newcomm);
    if (error == MPI_SUCCESS)
        *newcomm = Comm_F(c_newcomm);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_comm_create_group_f08, mpi_comm_create_group, (MPI_Fint *comm, MPI_Fint *group, MPI_Fint *tag, MPI_Fint *newcomm, MPI_Fint *ierror))

ROUTINE(void, mpi_comm_delete_attr, (MPI_Fint *comm, MPI_Fint *comm_keyval, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Comm_delete_attr)(Comm_C(*comm), *comm_keyval);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_comm_delete_attr_f08, mpi_comm_delete_attr, (MPI_Fint *comm, MPI_Fint *comm_keyval, MPI_Fint *ierror))

ROUTINE(void, mpi_comm_detach_buffer_c, (MPI_Fint *comm, void *buffer_addr, MPI_Count *size, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Comm_detach_buffer_c)(Comm_C(*comm), buffer_addr, size);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_comm_detach_buffer_c_f08, mpi_comm_detach_buffer_c, (MPI_Fint *comm, void *buffer_addr, MPI_Count *size, MPI_Fint *ierror))

ROUTINE(void, mpi_comm_disconnect, (MPI_Fint *comm, MPI_Fint *ierror))
{
    MPI_Comm c_comm = Comm_C(*comm);
    SITE();
    int error = CALL(MPI_Comm_disconnect)(&c_comm);
    *comm = Comm_F(c_comm);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_comm_disconnect_f08, mpi_comm_disconnect, (MPI_Fint *comm, MPI_Fint *ierror))

ROUTINE(void, mpi_comm_dup, (MPI_Fint *comm, MPI_Fint *newcomm, MPI_Fint *ierror))
{
    MPI_Comm c_newcomm = MPI_COMM_NULL;
    SITE();
    int error = CALL(MPI_Comm_dup)(Comm_C(*comm), &c_newcomm);
    if (error == MPI_SUCCESS)
        *newcomm = Comm_F(c_newcomm);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_comm_dup_f08, mpi_comm_dup, (MPI_Fint *comm, MPI_Fint *newcomm, MPI_Fint *ierror))

ROUTINE(void, mpi_comm_dup_with_info, (MPI_Fint *comm, MPI_Fint *info, MPI_Fint *newcomm, MPI_Fint *ierror))
{
    MPI_Comm c_newcomm = MPI_COMM_NULL;
    SITE();
    int error = CALL(MPI_Comm_dup_with_info)(Comm_C(*comm), Info_C(*info), &c_newcomm);
    if (error == MPI_SUCCESS)
        *newcomm = Comm_F(c_newcomm);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_comm_dup_with_info_f08, mpi_comm_dup_with_info, (MPI_Fint *comm, MPI_Fint *info, MPI_Fint *newcomm, MPI_Fint *ierror))

ROUTINE(void, mpi_comm_flush_buffer, (MPI_Fint *comm, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Comm_flush_buffer)(Comm_C(*comm));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_comm_flush_buffer_f08, mpi_comm_flush_buffer, (MPI_Fint *comm, MPI_Fint *ierror))

ROUTINE(void, mpi_comm_free, (MPI_Fint *comm, MPI_Fint *ierror))
{
    MPI_Comm c_comm = Comm_C(*comm);
    SITE();
    int error = CALL(MPI_Comm_free)(&c_comm);
    *comm = Comm_F(c_comm);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_comm_free_f08, mpi_comm_free, (MPI_Fint *comm, MPI_Fint *ierror))

ROUTINE(void, mpi_comm_free_keyval, (MPI_Fint *comm_keyval, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Comm_free_keyval)(comm_keyval);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_comm_free_keyval_f08, mpi_comm_free_keyval, (MPI_Fint *comm_keyval, MPI_Fint *ierror))

ROUTINE(void, mpi_comm_get_errhandler, (MPI_Fint *comm, MPI_Fint *errhandler, MPI_Fint *ierror))
{
    MPI_Errhandler c_errhandler = MPI_ERRHANDLER_NULL;
    SITE();
    int error = CALL(MPI_Comm_get_errhandler)(Comm_C(*comm), &c_errhandler);
    if (error == MPI_SUCCESS)
        *errhandler = Errhandler_F(c_errhandler);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_comm_get_errhandler_f08, mpi_comm_get_errhandler, (MPI_Fint *comm, MPI_Fint *errhandler, MPI_Fint *ierror))

ROUTINE(void, mpi_comm_get_info, (MPI_Fint *comm, MPI_Fint *info_used, MPI_Fint *ierror))
{
    MPI_Info c_info_used = MPI_INFO_NULL;
    SITE();
    int error = CALL(MPI_Comm_get_info)(Comm_C(*comm), &c_info_used);
    if (error == MPI_SUCCESS)
        *info_used = Info_F(c_info_used);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_comm_get_info_f08, mpi_comm_get_info, (MPI_Fint *comm, MPI_Fint *info_used, MPI_Fint *ierror))

ROUTINE(void, mpi_comm_get_name, (MPI_Fint *comm, char *comm_name, MPI_Fint *resultlen, MPI_Fint *ierror, size_t comm_name_length))
{
    char *c_comm_name = ARRAY(char, MPI_MAX_OBJECT_NAME);
    c_comm_name[0] = 0;
    SITE();
    int error = CALL(MPI_Comm_get_name)(Comm_C(*comm), c_comm_name, resultlen);
    if (error == MPI_SUCCESS)
        wt_f_pad(comm_name, comm_name_length, c_comm_name);
    free(c_comm_name);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_comm_get_name_f08, mpi_comm_get_name, (MPI_Fint *comm, char *comm_name, MPI_Fint *resultlen, MPI_Fint *ierror, size_t comm_name_length))

ROUTINE(void, mpi_comm_get_parent, (MPI_Fint *parent, MPI_Fint *ierror))
{
    MPI_Comm c_parent = MPI_COMM_NULL;
    SITE();
    int error = CALL(MPI_Comm_get_parent)(&c_parent);
    if (error == MPI_SUCCESS)
        *parent = Comm_F(c_parent);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_comm_get_parent_f08, mpi_comm_get_parent, (MPI_Fint *parent, MPI_Fint *ierror))

ROUTINE(void, mpi_comm_group, (MPI_Fint *comm, MPI_Fint *group, MPI_Fint *ierror))
{
    MPI_Group c_group = MPI_GROUP_NULL;
    SITE();
    int error = CALL(MPI_Comm_group)(Comm_C(*comm), &c_group);
    if (error == MPI_SUCCESS)
        *group = Group_F(c_group);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_comm_group_f08, mpi_comm_group, (MPI_Fint *comm, MPI_Fint *group, MPI_Fint *ierror))

ROUTINE(void, mpi_comm_idup, (MPI_Fint *comm, MPI_Fint *newcomm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Comm c_newcomm = MPI_COMM_NULL;
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Comm_idup)(Comm_C(*comm), &c_newcomm, &c_request);
    if (error == MPI_SUCCESS)
        *newcomm = Comm_F(c_newcomm);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_comm_idup_f08, mpi_comm_idup, (MPI_Fint *comm, MPI_Fint *newcomm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_comm_idup_with_info, (MPI_Fint *comm, MPI_Fint *info, MPI_Fint *newcomm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Comm c_newcomm = MPI_COMM_NULL;
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Comm_idup_with_info)(Comm_C(*comm), Info_C(*info), &c_newcomm, &c_request);
    if (error == MPI_SUCCESS)
        *newcomm = Comm_F(c_newcomm);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_comm_idup_with_info_f08, mpi_comm_idup_with_info, (MPI_Fint *comm, MPI_Fint *info, MPI_Fint *newcomm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_comm_iflush_buffer, (MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Comm_iflush_buffer)(Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_comm_iflush_buffer_f08, mpi_comm_iflush_buffer, (MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_comm_join, (MPI_Fint *fd, MPI_Fint *intercomm, MPI_Fint *ierror))
{
    MPI_Comm c_intercomm = MPI_COMM_NULL;
    SITE();
    int error = CALL(MPI_Comm_join)(*fd, &c_intercomm);
    if (error == MPI_SUCCESS)
        *intercomm = Comm_F(c_intercomm);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_comm_join_f08, mpi_comm_join, (MPI_Fint *fd, MPI_Fint *intercomm, MPI_Fint *ierror))

ROUTINE(void, mpi_comm_rank, (MPI_Fint *comm, MPI_Fint *rank, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Comm_rank)(Comm_C(*comm), rank);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_comm_rank_f08, mpi_comm_rank, (MPI_Fint *comm, MPI_Fint *rank, MPI_Fint *ierror))

ROUTINE(void, mpi_comm_remote_group, (MPI_Fint *comm, MPI_Fint *group, MPI_Fint *ierror))
{
    MPI_Group c_group = MPI_GROUP_NULL;
    SITE();
    int error = CALL(MPI_Comm_remote_group)(Comm_C(*comm), &c_group);
    if (error == MPI_SUCCESS)
        *group = Group_F(c_group);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_comm_remote_group_f08, mpi_comm_remote_group, (MPI_Fint *comm, MPI_Fint *group, MPI_Fint *ierror))

ROUTINE(void, mpi_comm_remote_size, (MPI_Fint *comm, MPI_Fint *size, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Comm_remote_size)(Comm_C(*comm), size);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_comm_remote_size_f08, mpi_comm_remote_size, (MPI_Fint *comm, MPI_Fint *size, MPI_Fint *ierror))

ROUTINE(void, mpi_comm_set_errhandler, (MPI_Fint *comm, MPI_Fint *errhandler, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Comm_set_errhandler)(Comm_C(*comm), Errhandler_C(*errhandler));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_comm_set_errhandler_f08, mpi_comm_set_errhandler, (MPI_Fint *comm, MPI_Fint *errhandler, MPI_Fint *ierror))

ROUTINE(void, mpi_comm_set_info, (MPI_Fint *comm, MPI_Fint *info, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Comm_set_info)(Comm_C(*comm), Info_C(*info));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_comm_set_info_f08, mpi_comm_set_info, (MPI_Fint *comm, MPI_Fint *info, MPI_Fint *ierror))

ROUTINE(void, mpi_comm_set_name, (MPI_Fint *comm, char *comm_name, MPI_Fint *ierror, size_t comm_name_length))
{
    char *c_comm_name = wt_f_string(comm_name, comm_name_length);
    SITE();
    int error = CALL(MPI_Comm_set_name)(Comm_C(*comm), c_comm_name);
    free(c_comm_name);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_comm_set_name_f08, mpi_comm_set_name, (MPI_Fint *comm, char *comm_name, MPI_Fint *ierror, size_t comm_name_length))

ROUTINE(void, mpi_comm_size, (MPI_Fint *comm, MPI_Fint *size, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Comm_size)(Comm_C(*comm), size);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_comm_size_f08, mpi_comm_size, (MPI_Fint *comm, MPI_Fint *size, MPI_Fint *ierror))

ROUTINE(void, mpi_comm_split, (MPI_Fint *comm, MPI_Fint *color, MPI_Fint *key, MPI_Fint *newcomm, MPI_Fint *ierror))
{
    MPI_Comm c_newcomm = MPI_COMM_NULL;
    SITE();
    int error = CALL(MPI_Comm_split)(Comm_C(*comm), *color, *key, &c_newcomm);
    if (error == MPI_SUCCESS)
        *newcomm = Comm_F(c_newcomm);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_comm_split_f08, mpi_comm_split, (MPI_Fint *comm, MPI_Fint *color, MPI_Fint *key, MPI_Fint *newcomm, MPI_Fint *ierror))

ROUTINE(void, mpi_comm_split_type, (MPI_Fint *comm, MPI_Fint *split_type, MPI_Fint *key, MPI_Fint *info, MPI_Fint *newcomm, MPI_Fint *ierror))
{
    MPI_Comm c_newcomm = MPI_COMM_NULL;
    SITE();
    int error = CALL(MPI_Comm_split_type)(Comm_C(*comm), *split_type, *key, Info_C(*info), &c_newcomm);
    if (error == MPI_SUCCESS)
        *newcomm = Comm_F(c_newcomm);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_comm_split_type_f08, mpi_comm_split_type, (MPI_Fint *comm, MPI_Fint *split_type, MPI_Fint *key, MPI_Fint *info, MPI_Fint *newcomm, MPI_Fint *ierror))

ROUTINE(void, mpi_comm_test_inter, (MPI_Fint *comm, MPI_Fint *flag, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Comm_test_inter)(Comm_C(*comm), flag);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_comm_test_inter_f08, mpi_comm_test_inter, (MPI_Fint *comm, MPI_Fint *flag, MPI_Fint *ierror))

ROUTINE(void, mpi_compare_and_swap, (void *origin_addr, void *compare_addr, void *result_addr, MPI_Fint *datatype, MPI_Fint *target_rank, MPI_Aint *target_disp, MPI_Fint *win, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Compare_and_swap)(BUFFER(origin_addr), BUFFER(compare_addr), BUFFER(result_addr), Type_C(*datatype), *target_rank, *target_disp, Win_C(*win));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_compare_and_swap_f08, mpi_compare_and_swap, (void *origin_addr, void *compare_addr, void *result_addr, MPI_Fint *datatype, MPI_Fint *target_rank, MPI_Aint *target_disp, MPI_Fint *win, MPI_Fint *ierror))

ROUTINE(void, mpi_dims_create, (MPI_Fint *nnodes, MPI_Fint *ndims, MPI_Fint *dims, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Dims_create)(*nnodes, *ndims, dims);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_dims_create_f08, mpi_dims_create, (MPI_Fint *nnodes, MPI_Fint *ndims, MPI_Fint *dims, MPI_Fint *ierror))

ROUTINE(void, mpi_dist_graph_create, (MPI_Fint *comm_old, MPI_Fint *n, MPI_Fint *sources, MPI_Fint *degrees, MPI_Fint *destinations, MPI_Fint *weights, MPI_Fint *info, MPI_Fint *reorder, MPI_Fint *comm_dist_graph, MPI_Fint *ierror))
{
    MPI_Comm c_comm_dist_graph = MPI_COMM_NULL;
    SITE();
    int error = CALL(MPI_Dist_graph_create)(Comm_C(*comm_old), *n, sources, degrees, destinations, WEIGHTS(weights), Info_C(*info), *reorder, &c_comm_dist_graph);
    if (error == MPI_SUCCESS)
        *comm_dist_graph = Comm_F(c_comm_dist_graph);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_dist_graph_create_f08, mpi_dist_graph_create, (MPI_Fint *comm_old, MPI_Fint *n, MPI_Fint *sources, MPI_Fint *degrees, MPI_Fint *destinations, MPI_Fint *weights, MPI_Fint *info, MPI_Fint *reorder, MPI_Fint *comm_dist_graph, MPI_Fint *ierror))

ROUTINE(void, mpi_dist_graph_create_adjacent, (MPI_Fint *comm_old, MPI_Fint *indegree, MPI_Fint *sources, MPI_Fint *sourceweights, MPI_Fint *outdegree, MPI_Fint *destinations, MPI_Fint *destweights, MPI_Fint *info, MPI_Fint *reorder, MPI_Fint *comm_dist_graph, MPI_Fint *ierror))
{
    MPI_Comm c_comm_dist_graph = MPI_COMM_NULL;
    SITE();
    int error = CALL(MPI_Dist_graph_create_adjacent)(Comm_C(*comm_old), *indegree, sources, WEIGHTS(sourceweights), *outdegree, destinations, WEIGHTS(destweights), Info_C(*info), *reorder, &c_comm_dist_graph);
    if (error == MPI_SUCCESS)
        *comm_dist_graph = Comm_F(c_comm_dist_graph);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_dist_graph_create_adjacent_f08, mpi_dist_graph_create_adjacent, (MPI_Fint *comm_old, MPI_Fint *indegree, MPI_Fint *sources, MPI_Fint *sourceweights, MPI_Fint *outdegree, MPI_Fint *destinations, MPI_Fint *destweights, MPI_Fint *info, MPI_Fint *reorder, MPI_Fint *comm_dist_graph, MPI_Fint *ierror))

ROUTINE(void, mpi_dist_graph_neighbors, (MPI_Fint *comm, MPI_Fint *maxindegree, MPI_Fint *sources, MPI_Fint *sourceweights, MPI_Fint *maxoutdegree, MPI_Fint *destinations, MPI_Fint *destweights, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Dist_graph_neighbors)(Comm_C(*comm), *maxindegree, sources, WEIGHTS(sourceweights), *maxoutdegree, destinations, WEIGHTS(destweights));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_dist_graph_neighbors_f08, mpi_dist_graph_neighbors, (MPI_Fint *comm, MPI_Fint *maxindegree, MPI_Fint *sources, MPI_Fint *sourceweights, MPI_Fint *maxoutdegree, MPI_Fint *destinations, MPI_Fint *destweights, MPI_Fint *ierror))

ROUTINE(void, mpi_dist_graph_neighbors_count, (MPI_Fint *comm, MPI_Fint *indegree, MPI_Fint *outdegree, MPI_Fint *weighted, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Dist_graph_neighbors_count)(Comm_C(*comm), indegree, outdegree, weighted);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_dist_graph_neighbors_count_f08, mpi_dist_graph_neighbors_count, (MPI_Fint *comm, MPI_Fint *indegree, MPI_Fint *outdegree, MPI_Fint *weighted, MPI_Fint *ierror))

ROUTINE(void, mpi_errhandler_free, (MPI_Fint *errhandler, MPI_Fint *ierror))
{
    MPI_Errhandler c_errhandler = Errhandler_C(*errhandler);
    SITE();
    int error = CALL(MPI_Errhandler_free)(&c_errhandler);
    *errhandler = Errhandler_F(c_errhandler);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_errhandler_free_f08, mpi_errhandler_free, (MPI_Fint *errhandler, MPI_Fint *ierror))

ROUTINE(void, mpi_error_class, (MPI_Fint *errorcode, MPI_Fint *errorclass, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Error_class)(*errorcode, errorclass);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_error_class_f08, mpi_error_class, (MPI_Fint *errorcode, MPI_Fint *errorclass, MPI_Fint *ierror))

ROUTINE(void, mpi_error_string, (MPI_Fint *errorcode, char *string, MPI_Fint *resultlen, MPI_Fint *ierror, size_t string_length))
{
    char *c_string = ARRAY(char, MPI_MAX_ERROR_STRING);
    c_string[0] = 0;
    SITE();
    int error = CALL(MPI_Error_string)(*errorcode, c_string, resultlen);
    if (error == MPI_SUCCESS)
        wt_f_pad(string, string_length, c_string);
    free(c_string);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_error_string_f08, mpi_error_string, (MPI_Fint *errorcode, char *string, MPI_Fint *resultlen, MPI_Fint *ierror, size_t string_length))

ROUTINE(void, mpi_exscan, (void *sendbuf, void *recvbuf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Exscan)(BUFFER(sendbuf), BUFFER(recvbuf), *count, Type_C(*datatype), Op_C(*op), Comm_C(*comm));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_exscan_f08, mpi_exscan, (void *sendbuf, void *recvbuf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *ierror))

ROUTINE(void, mpi_exscan_c, (void *sendbuf, void *recvbuf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Exscan_c)(BUFFER(sendbuf), BUFFER(recvbuf), *count, Type_C(*datatype), Op_C(*op), Comm_C(*comm));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_exscan_c_f08, mpi_exscan_c, (void *sendbuf, void *recvbuf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *ierror))

ROUTINE(void, mpi_exscan_init, (void *sendbuf, void *recvbuf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Exscan_init)(BUFFER(sendbuf), BUFFER(recvbuf), *count, Type_C(*datatype), Op_C(*op), Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_exscan_init_f08, mpi_exscan_init, (void *sendbuf, void *recvbuf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_exscan_init_c, (void *sendbuf, void *recvbuf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Exscan_init_c)(BUFFER(sendbuf), BUFFER(recvbuf), *count, Type_C(*datatype), Op_C(*op), Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_exscan_init_c_f08, mpi_exscan_init_c, (void *sendbuf, void *recvbuf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_fetch_and_op, (void *origin_addr, void *result_addr, MPI_Fint *datatype, MPI_Fint *target_rank, MPI_Aint *target_disp, MPI_Fint *op, MPI_Fint *win, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Fetch_and_op)(BUFFER(origin_addr), BUFFER(result_addr), Type_C(*datatype), *target_rank, *target_disp, Op_C(*op), Win_C(*win));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_fetch_and_op_f08, mpi_fetch_and_op, (void *origin_addr, void *result_addr, MPI_Fint *datatype, MPI_Fint *target_rank, MPI_Aint *target_disp, MPI_Fint *op, MPI_Fint *win, MPI_Fint *ierror))

ROUTINE(void, mpi_file_call_errhandler, (MPI_Fint *fh, MPI_Fint *errorcode, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_File_call_errhandler)(File_C(*fh), *errorcode);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_call_errhandler_f08, mpi_file_call_errhandler, (MPI_Fint *fh, MPI_Fint *errorcode, MPI_Fint *ierror))

ROUTINE(void, mpi_file_close, (MPI_Fint *fh, MPI_Fint *ierror))
{
    MPI_File c_fh = File_C(*fh);
    SITE();
    int error = CALL(MPI_File_close)(&c_fh);
    *fh = File_F(c_fh);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_close_f08, mpi_file_close, (MPI_Fint *fh, MPI_Fint *ierror))

ROUTINE(void, mpi_file_create_errhandler, (MPI_File_errhandler_function *file_errhandler_fn, MPI_Fint *errhandler, MPI_Fint *ierror))
{
    MPI_Errhandler c_errhandler = MPI_ERRHANDLER_NULL;
    SITE();
    int error = CALL(MPI_File_create_errhandler)(file_errhandler_fn, &c_errhandler);
    if (error == MPI_SUCCESS)
        *errhandler = Errhandler_F(c_errhandler);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_create_errhandler_f08, mpi_file_create_errhandler, (MPI_File_errhandler_function *file_errhandler_fn, MPI_Fint *errhandler, MPI_Fint *ierror))

ROUTINE(void, mpi_file_delete, (char *filename, MPI_Fint *info, MPI_Fint *ierror, size_t filename_length))
{
    char *c_filename = wt_f_string(filename, filename_length);
    SITE();
    int error = CALL(MPI_File_delete)(c_filename, Info_C(*info));
    free(c_filename);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_delete_f08, mpi_file_delete, (char *filename, MPI_Fint *info, MPI_Fint *ierror, size_t filename_length))

ROUTINE(void, mpi_file_get_amode, (MPI_Fint *fh, MPI_Fint *amode, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_File_get_amode)(File_C(*fh), amode);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_get_amode_f08, mpi_file_get_amode, (MPI_Fint *fh, MPI_Fint *amode, MPI_Fint *ierror))

ROUTINE(void, mpi_file_get_atomicity, (MPI_Fint *fh, MPI_Fint *flag, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_File_get_atomicity)(File_C(*fh), flag);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_get_atomicity_f08, mpi_file_get_atomicity, (MPI_Fint *fh, MPI_Fint *flag, MPI_Fint *ierror))

ROUTINE(void, mpi_file_get_byte_offset, (MPI_Fint *fh, MPI_Offset *offset, MPI_Offset *disp, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_File_get_byte_offset)(File_C(*fh), *offset, disp);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_get_byte_offset_f08, mpi_file_get_byte_offset, (MPI_Fint *fh, MPI_Offset *offset, MPI_Offset *disp, MPI_Fint *ierror))

ROUTINE(void, mpi_file_get_errhandler, (MPI_Fint *file, MPI_Fint *errhandler, MPI_Fint *ierror))
{
    MPI_Errhandler c_errhandler = MPI_ERRHANDLER_NULL;
    SITE();
    int error = CALL(MPI_File_get_errhandler)(File_C(*file), &c_errhandler);
    if (error == MPI_SUCCESS)
        *errhandler = Errhandler_F(c_errhandler);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_get_errhandler_f08, mpi_file_get_errhandler, (MPI_Fint *file, MPI_Fint *errhandler, MPI_Fint *ierror))

ROUTINE(void, mpi_file_get_group, (MPI_Fint *fh, MPI_Fint *group, MPI_Fint *ierror))
{
    MPI_Group c_group = MPI_GROUP_NULL;
    SITE();
    int error = CALL(MPI_File_get_group)(File_C(*fh), &c_group);
    if (error == MPI_SUCCESS)
        *group = Group_F(c_group);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_get_group_f08, mpi_file_get_group, (MPI_Fint *fh, MPI_Fint *group, MPI_Fint *ierror))

ROUTINE(void, mpi_file_get_info, (MPI_Fint *fh, MPI_Fint *info_used, MPI_Fint *ierror))
{
    MPI_Info c_info_used = MPI_INFO_NULL;
    SITE();
    int error = CALL(MPI_File_get_info)(File_C(*fh), &c_info_used);
    if (error == MPI_SUCCESS)
        *info_used = Info_F(c_info_used);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_get_info_f08, mpi_file_get_info, (MPI_Fint *fh, MPI_Fint *info_used, MPI_Fint *ierror))

ROUTINE(void, mpi_file_get_position, (MPI_Fint *fh, MPI_Offset *offset, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_File_get_position)(File_C(*fh), offset);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_get_position_f08, mpi_file_get_position, (MPI_Fint *fh, MPI_Offset *offset, MPI_Fint *ierror))

ROUTINE(void, mpi_file_get_position_shared, (MPI_Fint *fh, MPI_Offset *offset, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_File_get_position_shared)(File_C(*fh), offset);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_get_position_shared_f08, mpi_file_get_position_shared, (MPI_Fint *fh, MPI_Offset *offset, MPI_Fint *ierror))

ROUTINE(void, mpi_file_get_size, (MPI_Fint *fh, MPI_Offset *size, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_File_get_size)(File_C(*fh), size);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_get_size_f08, mpi_file_get_size, (MPI_Fint *fh, MPI_Offset *size, MPI_Fint *ierror))

ROUTINE(void, mpi_file_get_type_extent, (MPI_Fint *fh, MPI_Fint *datatype, MPI_Aint *extent, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_File_get_type_extent)(File_C(*fh), Type_C(*datatype), extent);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_get_type_extent_f08, mpi_file_get_type_extent, (MPI_Fint *fh, MPI_Fint *datatype, MPI_Aint *extent, MPI_Fint *ierror))

ROUTINE(void, mpi_file_get_type_extent_c, (MPI_Fint *fh, MPI_Fint *datatype, MPI_Count *extent, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_File_get_type_extent_c)(File_C(*fh), Type_C(*datatype), extent);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_get_type_extent_c_f08, mpi_file_get_type_extent_c, (MPI_Fint *fh, MPI_Fint *datatype, MPI_Count *extent, MPI_Fint *ierror))

ROUTINE(void, mpi_file_get_view, (MPI_Fint *fh, MPI_Offset *disp, MPI_Fint *etype, MPI_Fint *filetype, char *datarep, MPI_Fint *ierror, size_t datarep_length))
{
    MPI_Datatype c_etype = MPI_DATATYPE_NULL;
    MPI_Datatype c_filetype = MPI_DATATYPE_NULL;
    char *c_datarep = ARRAY(char, MPI_MAX_DATAREP_STRING);
    c_datarep[0] = 0;
    SITE();
    int error = CALL(MPI_File_get_view)(File_C(*fh), disp, &c_etype, &c_filetype, c_datarep);
    if (error == MPI_SUCCESS)
        *etype = Type_F(c_etype);
    if (error == MPI_SUCCESS)
        *filetype = Type_F(c_filetype);
    if (error == MPI_SUCCESS)
        wt_f_pad(datarep, datarep_length, c_datarep);
    free(c_datarep);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_get_view_f08, mpi_file_get_view, (MPI_Fint *fh, MPI_Offset *disp, MPI_Fint *etype, MPI_Fint *filetype, char *datarep, MPI_Fint *ierror, size_t datarep_length))

ROUTINE(void, mpi_file_iread, (MPI_Fint *fh, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_File_iread)(File_C(*fh), BUFFER(buf), *count, Type_C(*datatype), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_iread_f08, mpi_file_iread, (MPI_Fint *fh, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_file_iread_all, (MPI_Fint *fh, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_File_iread_all)(File_C(*fh), BUFFER(buf), *count, Type_C(*datatype), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_iread_all_f08, mpi_file_iread_all, (MPI_Fint *fh, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_file_iread_all_c, (MPI_Fint *fh, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_File_iread_all_c)(File_C(*fh), BUFFER(buf), *count, Type_C(*datatype), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_iread_all_c_f08, mpi_file_iread_all_c, (MPI_Fint *fh, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_file_iread_at, (MPI_Fint *fh, MPI_Offset *offset, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_File_iread_at)(File_C(*fh), *offset, BUFFER(buf), *count, Type_C(*datatype), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_iread_at_f08, mpi_file_iread_at, (MPI_Fint *fh, MPI_Offset *offset, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_file_iread_at_all, (MPI_Fint *fh, MPI_Offset *offset, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_File_iread_at_all)(File_C(*fh), *offset, BUFFER(buf), *count, Type_C(*datatype), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_iread_at_all_f08, mpi_file_iread_at_all, (MPI_Fint *fh, MPI_Offset *offset, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_file_iread_at_all_c, (MPI_Fint *fh, MPI_Offset *offset, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_File_iread_at_all_c)(File_C(*fh), *offset, BUFFER(buf), *count, Type_C(*datatype), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_iread_at_all_c_f08, mpi_file_iread_at_all_c, (MPI_Fint *fh, MPI_Offset *offset, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_file_iread_at_c, (MPI_Fint *fh, MPI_Offset *offset, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_File_iread_at_c)(File_C(*fh), *offset, BUFFER(buf), *count, Type_C(*datatype), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_iread_at_c_f08, mpi_file_iread_at_c, (MPI_Fint *fh, MPI_Offset *offset, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_file_iread_c, (MPI_Fint *fh, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_File_iread_c)(File_C(*fh), BUFFER(buf), *count, Type_C(*datatype), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_iread_c_f08, mpi_file_iread_c, (MPI_Fint *fh, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_file_iread_shared, (MPI_Fint *fh, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_File_iread_shared)(File_C(*fh), BUFFER(buf), *count, Type_C(*datatype), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_iread_shared_f08, mpi_file_iread_shared, (MPI_Fint *fh, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_file_iread_shared_c, (MPI_Fint *fh, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_File_iread_shared_c)(File_C(*fh), BUFFER(buf), *count, Type_C(*datatype), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_iread_shared_c_f08, mpi_file_iread_shared_c, (MPI_Fint *fh, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_file_iwrite, (MPI_Fint *fh, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_File_iwrite)(File_C(*fh), BUFFER(buf), *count, Type_C(*datatype), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_iwrite_f08, mpi_file_iwrite, (MPI_Fint *fh, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_file_iwrite_all, (MPI_Fint *fh, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_File_iwrite_all)(File_C(*fh), BUFFER(buf), *count, Type_C(*datatype), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_iwrite_all_f08, mpi_file_iwrite_all, (MPI_Fint *fh, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_file_iwrite_all_c, (MPI_Fint *fh, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_File_iwrite_all_c)(File_C(*fh), BUFFER(buf), *count, Type_C(*datatype), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_iwrite_all_c_f08, mpi_file_iwrite_all_c, (MPI_Fint *fh, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_file_iwrite_at, (MPI_Fint *fh, MPI_Offset *offset, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_File_iwrite_at)(File_C(*fh), *offset, BUFFER(buf), *count, Type_C(*datatype), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_iwrite_at_f08, mpi_file_iwrite_at, (MPI_Fint *fh, MPI_Offset *offset, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_file_iwrite_at_all, (MPI_Fint *fh, MPI_Offset *offset, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_File_iwrite_at_all)(File_C(*fh), *offset, BUFFER(buf), *count, Type_C(*datatype), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_iwrite_at_all_f08, mpi_file_iwrite_at_all, (MPI_Fint *fh, MPI_Offset *offset, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_file_iwrite_at_all_c, (MPI_Fint *fh, MPI_Offset *offset, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_File_iwrite_at_all_c)(File_C(*fh), *offset, BUFFER(buf), *count, Type_C(*datatype), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_iwrite_at_all_c_f08, mpi_file_iwrite_at_all_c, (MPI_Fint *fh, MPI_Offset *offset, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_file_iwrite_at_c, (MPI_Fint *fh, MPI_Offset *offset, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_File_iwrite_at_c)(File_C(*fh), *offset, BUFFER(buf), *count, Type_C(*datatype), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_iwrite_at_c_f08, mpi_file_iwrite_at_c, (MPI_Fint *fh, MPI_Offset *offset, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_file_iwrite_c, (MPI_Fint *fh, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_File_iwrite_c)(File_C(*fh), BUFFER(buf), *count, Type_C(*datatype), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_iwrite_c_f08, mpi_file_iwrite_c, (MPI_Fint *fh, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_file_iwrite_shared, (MPI_Fint *fh, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_File_iwrite_shared)(File_C(*fh), BUFFER(buf), *count, Type_C(*datatype), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_iwrite_shared_f08, mpi_file_iwrite_shared, (MPI_Fint *fh, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_file_iwrite_shared_c, (MPI_Fint *fh, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_File_iwrite_shared_c)(File_C(*fh), BUFFER(buf), *count, Type_C(*datatype), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_iwrite_shared_c_f08, mpi_file_iwrite_shared_c, (MPI_Fint *fh, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_file_open, (MPI_Fint *comm, char *filename, MPI_Fint *amode, MPI_Fint *info, MPI_Fint *fh, MPI_Fint *ierror, size_t filename_length))
{
    char *c_filename = wt_f_string(filename, filename_length);
    MPI_File c_fh = MPI_FILE_NULL;
    SITE();
    int error = CALL(MPI_File_open)(Comm_C(*comm), c_filename, *amode, Info_C(*info), &c_fh);
    free(c_filename);
    if (error == MPI_SUCCESS)
        *fh = File_F(c_fh);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_open_f08, mpi_file_open, (MPI_Fint *comm, char *filename, MPI_Fint *amode, MPI_Fint *info, MPI_Fint *fh, MPI_Fint *ierror, size_t filename_length))

ROUTINE(void, mpi_file_preallocate, (MPI_Fint *fh, MPI_Offset *size, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_File_preallocate)(File_C(*fh), *size);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_preallocate_f08, mpi_file_preallocate, (MPI_Fint *fh, MPI_Offset *size, MPI_Fint *ierror))

ROUTINE(void, mpi_file_read, (MPI_Fint *fh, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_File_read)(File_C(*fh), BUFFER(buf), *count, Type_C(*datatype), STATUS(status));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_read_f08, mpi_file_read, (MPI_Fint *fh, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))

ROUTINE(void, mpi_file_read_all, (MPI_Fint *fh, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_File_read_all)(File_C(*fh), BUFFER(buf), *count, Type_C(*datatype), STATUS(status));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_read_all_f08, mpi_file_read_all, (MPI_Fint *fh, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))

ROUTINE(void, mpi_file_read_all_begin, (MPI_Fint *fh, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_File_read_all_begin)(File_C(*fh), BUFFER(buf), *count, Type_C(*datatype));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_read_all_begin_f08, mpi_file_read_all_begin, (MPI_Fint *fh, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *ierror))

ROUTINE(void, mpi_file_read_all_begin_c, (MPI_Fint *fh, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_File_read_all_begin_c)(File_C(*fh), BUFFER(buf), *count, Type_C(*datatype));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_read_all_begin_c_f08, mpi_file_read_all_begin_c, (MPI_Fint *fh, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *ierror))

ROUTINE(void, mpi_file_read_all_c, (MPI_Fint *fh, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_File_read_all_c)(File_C(*fh), BUFFER(buf), *count, Type_C(*datatype), STATUS(status));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_read_all_c_f08, mpi_file_read_all_c, (MPI_Fint *fh, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))

ROUTINE(void, mpi_file_read_all_end, (MPI_Fint *fh, void *buf, MPI_Status *status, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_File_read_all_end)(File_C(*fh), BUFFER(buf), STATUS(status));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_read_all_end_f08, mpi_file_read_all_end, (MPI_Fint *fh, void *buf, MPI_Status *status, MPI_Fint *ierror))

ROUTINE(void, mpi_file_read_at, (MPI_Fint *fh, MPI_Offset *offset, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_File_read_at)(File_C(*fh), *offset, BUFFER(buf), *count, Type_C(*datatype), STATUS(status));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_read_at_f08, mpi_file_read_at, (MPI_Fint *fh, MPI_Offset *offset, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))

ROUTINE(void, mpi_file_read_at_all, (MPI_Fint *fh, MPI_Offset *offset, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_File_read_at_all)(File_C(*fh), *offset, BUFFER(buf), *count, Type_C(*datatype), STATUS(status));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_read_at_all_f08, mpi_file_read_at_all, (MPI_Fint *fh, MPI_Offset *offset, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))

ROUTINE(void, mpi_file_read_at_all_begin, (MPI_Fint *fh, MPI_Offset *offset, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_File_read_at_all_begin)(File_C(*fh), *offset, BUFFER(buf), *count, Type_C(*datatype));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_read_at_all_begin_f08, mpi_file_read_at_all_begin, (MPI_Fint *fh, MPI_Offset *offset, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *ierror))

ROUTINE(void, mpi_file_read_at_all_begin_c, (MPI_Fint *fh, MPI_Offset *offset, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_File_read_at_all_begin_c)(File_C(*fh), *offset, BUFFER(buf), *count, Type_C(*datatype));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_read_at_all_begin_c_f08, mpi_file_read_at_all_begin_c, (MPI_Fint *fh, MPI_Offset *offset, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *ierror))

ROUTINE(void, mpi_file_read_at_all_c, (MPI_Fint *fh, MPI_Offset *offset, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_File_read_at_all_c)(File_C(*fh), *offset, BUFFER(buf), *count, Type_C(*datatype), STATUS(status));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_read_at_all_c_f08, mpi_file_read_at_all_c, (MPI_Fint *fh, MPI_Offset *offset, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))

ROUTINE(void, mpi_file_read_at_all_end, (MPI_Fint *fh, void *buf, MPI_Status *status, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_File_read_at_all_end)(File_C(*fh), BUFFER(buf), STATUS(status));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_read_at_all_end_f08, mpi_file_read_at_all_end, (MPI_Fint *fh, void *buf, MPI_Status *status, MPI_Fint *ierror))

ROUTINE(void, mpi_file_read_at_c, (MPI_Fint *fh, MPI_Offset *offset, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_File_read_at_c)(File_C(*fh), *offset, BUFFER(buf), *count, Type_C(*datatype), STATUS(status));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_read_at_c_f08, mpi_file_read_at_c, (MPI_Fint *fh, MPI_Offset *offset, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))

ROUTINE(void, mpi_file_read_c, (MPI_Fint *fh, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_File_read_c)(File_C(*fh), BUFFER(buf), *count, Type_C(*datatype), STATUS(status));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_read_c_f08, mpi_file_read_c, (MPI_Fint *fh, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))

ROUTINE(void, mpi_file_read_ordered, (MPI_Fint *fh, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_File_read_ordered)(File_C(*fh), BUFFER(buf), *count, Type_C(*datatype), STATUS(status));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_read_ordered_f08, mpi_file_read_ordered, (MPI_Fint *fh, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))

ROUTINE(void, mpi_file_read_ordered_begin, (MPI_Fint *fh, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_File_read_ordered_begin)(File_C(*fh), BUFFER(buf), *count, Type_C(*datatype));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_read_ordered_begin_f08, mpi_file_read_ordered_begin, (MPI_Fint *fh, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *ierror))

ROUTINE(void, mpi_file_read_ordered_begin_c, (MPI_Fint *fh, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_File_read_ordered_begin_c)(File_C(*fh), BUFFER(buf), *count, Type_C(*datatype));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_read_ordered_begin_c_f08, mpi_file_read_ordered_begin_c, (MPI_Fint *fh, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *ierror))

ROUTINE(void, mpi_file_read_ordered_c, (MPI_Fint *fh, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_File_read_ordered_c)(File_C(*fh), BUFFER(buf), *count, Type_C(*datatype), STATUS(status));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_read_ordered_c_f08, mpi_file_read_ordered_c, (MPI_Fint *fh, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))

ROUTINE(void, mpi_file_read_ordered_end, (MPI_Fint *fh, void *buf, MPI_Status *status, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_File_read_ordered_end)(File_C(*fh), BUFFER(buf), STATUS(status));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_read_ordered_end_f08, mpi_file_read_ordered_end, (MPI_Fint *fh, void *buf, MPI_Status *status, MPI_Fint *ierror))

ROUTINE(void, mpi_file_read_shared, (MPI_Fint *fh, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_File_read_shared)(File_C(*fh), BUFFER(buf), *count, Type_C(*datatype), STATUS(status));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_read_shared_f08, mpi_file_read_shared, (MPI_Fint *fh, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))

ROUTINE(void, mpi_file_read_shared_c, (MPI_Fint *fh, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_File_read_shared_c)(File_C(*fh), BUFFER(buf), *count, Type_C(*datatype), STATUS(status));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_read_shared_c_f08, mpi_file_read_shared_c, (MPI_Fint *fh, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))

ROUTINE(void, mpi_file_seek, (MPI_Fint *fh, MPI_Offset *offset, MPI_Fint *whence, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_File_seek)(File_C(*fh), *offset, *whence);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_seek_f08, mpi_file_seek, (MPI_Fint *fh, MPI_Offset *offset, MPI_Fint *whence, MPI_Fint *ierror))

ROUTINE(void, mpi_file_seek_shared, (MPI_Fint *fh, MPI_Offset *offset, MPI_Fint *whence, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_File_seek_shared)(File_C(*fh), *offset, *whence);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_seek_shared_f08, mpi_file_seek_shared, (MPI_Fint *fh, MPI_Offset *offset, MPI_Fint *whence, MPI_Fint *ierror))

ROUTINE(void, mpi_file_set_atomicity, (MPI_Fint *fh, MPI_Fint *flag, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_File_set_atomicity)(File_C(*fh), *flag);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_set_atomicity_f08, mpi_file_set_atomicity, (MPI_Fint *fh, MPI_Fint *flag, MPI_Fint *ierror))

ROUTINE(void, mpi_file_set_errhandler, (MPI_Fint *file, MPI_Fint *errhandler, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_File_set_errhandler)(File_C(*file), Errhandler_C(*errhandler));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_set_errhandler_f08, mpi_file_set_errhandler, (MPI_Fint *file, MPI_Fint *errhandler, MPI_Fint *ierror))

ROUTINE(void, mpi_file_set_info, (MPI_Fint *fh, MPI_Fint *info, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_File_set_info)(File_C(*fh), Info_C(*info));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_set_info_f08, mpi_file_set_info, (MPI_Fint *fh, MPI_Fint *info, MPI_Fint *ierror))

ROUTINE(void, mpi_file_set_size, (MPI_Fint *fh, MPI_Offset *size, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_File_set_size)(File_C(*fh), *size);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_set_size_f08, mpi_file_set_size, (MPI_Fint *fh, MPI_Offset *size, MPI_Fint *ierror))

ROUTINE(void, mpi_file_set_view, (MPI_Fint *fh, MPI_Offset *disp, MPI_Fint *etype, MPI_Fint *filetype, char *datarep, MPI_Fint *info, MPI_Fint *ierror, size_t datarep_length))
{
    char *c_datarep = wt_f_string(datarep, datarep_length);
    SITE();
    int error = CALL(MPI_File_set_view)(File_C(*fh), *disp, Type_C(*etype), Type_C(*filetype), c_datarep, Info_C(*info));
    free(c_datarep);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_set_view_f08, mpi_file_set_view, (MPI_Fint *fh, MPI_Offset *disp, MPI_Fint *etype, MPI_Fint *filetype, char *datarep, MPI_Fint *info, MPI_Fint *ierror, size_t datarep_length))

ROUTINE(void, mpi_file_sync, (MPI_Fint *fh, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_File_sync)(File_C(*fh));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_sync_f08, mpi_file_sync, (MPI_Fint *fh, MPI_Fint *ierror))

ROUTINE(void, mpi_file_write, (MPI_Fint *fh, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_File_write)(File_C(*fh), BUFFER(buf), *count, Type_C(*datatype), STATUS(status));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_write_f08, mpi_file_write, (MPI_Fint *fh, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))

ROUTINE(void, mpi_file_write_all, (MPI_Fint *fh, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_File_write_all)(File_C(*fh), BUFFER(buf), *count, Type_C(*datatype), STATUS(status));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_write_all_f08, mpi_file_write_all, (MPI_Fint *fh, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))

ROUTINE(void, mpi_file_write_all_begin, (MPI_Fint *fh, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_File_write_all_begin)(File_C(*fh), BUFFER(buf), *count, Type_C(*datatype));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_write_all_begin_f08, mpi_file_write_all_begin, (MPI_Fint *fh, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *ierror))

ROUTINE(void, mpi_file_write_all_begin_c, (MPI_Fint *fh, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_File_write_all_begin_c)(File_C(*fh), BUFFER(buf), *count, Type_C(*datatype));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_write_all_begin_c_f08, mpi_file_write_all_begin_c, (MPI_Fint *fh, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *ierror))

ROUTINE(void, mpi_file_write_all_c, (MPI_Fint *fh, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_File_write_all_c)(File_C(*fh), BUFFER(buf), *count, Type_C(*datatype), STATUS(status));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_write_all_c_f08, mpi_file_write_all_c, (MPI_Fint *fh, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))

ROUTINE(void, mpi_file_write_all_end, (MPI_Fint *fh, void *buf, MPI_Status *status, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_File_write_all_end)(File_C(*fh), BUFFER(buf), STATUS(status));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_write_all_end_f08, mpi_file_write_all_end, (MPI_Fint *fh, void *buf, MPI_Status *status, MPI_Fint *ierror))

ROUTINE(void, mpi_file_write_at, (MPI_Fint *fh, MPI_Offset *offset, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_File_write_at)(File_C(*fh), *offset, BUFFER(buf), *count, Type_C(*datatype), STATUS(status));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_write_at_f08, mpi_file_write_at, (MPI_Fint *fh, MPI_Offset *offset, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))

ROUTINE(void, mpi_file_write_at_all, (MPI_Fint *fh, MPI_Offset *offset, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_File_write_at_all)(File_C(*fh), *offset, BUFFER(buf), *count, Type_C(*datatype), STATUS(status));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_write_at_all_f08, mpi_file_write_at_all, (MPI_Fint *fh, MPI_Offset *offset, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))

ROUTINE(void, mpi_file_write_at_all_begin, (MPI_Fint *fh, MPI_Offset *offset, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_File_write_at_all_begin)(File_C(*fh), *offset, BUFFER(buf), *count, Type_C(*datatype));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_write_at_all_begin_f08, mpi_file_write_at_all_begin, (MPI_Fint *fh, MPI_Offset *offset, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *ierror))

ROUTINE(void, mpi_file_write_at_all_begin_c, (MPI_Fint *fh, MPI_Offset *offset, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_File_write_at_all_begin_c)(File_C(*fh), *offset, BUFFER(buf), *count, Type_C(*datatype));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_write_at_all_begin_c_f08, mpi_file_write_at_all_begin_c, (MPI_Fint *fh, MPI_Offset *offset, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *ierror))

ROUTINE(void, mpi_file_write_at_all_c, (MPI_Fint *fh, MPI_Offset *offset, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_File_write_at_all_c)(File_C(*fh), *offset, BUFFER(buf), *count, Type_C(*datatype), STATUS(status));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_write_at_all_c_f08, mpi_file_write_at_all_c, (MPI_Fint *fh, MPI_Offset *offset, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))

ROUTINE(void, mpi_file_write_at_all_end, (MPI_Fint *fh, void *buf, MPI_Status *status, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_File_write_at_all_end)(File_C(*fh), BUFFER(buf), STATUS(status));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_write_at_all_end_f08, mpi_file_write_at_all_end, (MPI_Fint *fh, void *buf, MPI_Status *status, MPI_Fint *ierror))

ROUTINE(void, mpi_file_write_at_c, (MPI_Fint *fh, MPI_Offset *offset, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_File_write_at_c)(File_C(*fh), *offset, BUFFER(buf), *count, Type_C(*datatype), STATUS(status));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_write_at_c_f08, mpi_file_write_at_c, (MPI_Fint *fh, MPI_Offset *offset, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))

ROUTINE(void, mpi_file_write_c, (MPI_Fint *fh, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_File_write_c)(File_C(*fh), BUFFER(buf), *count, Type_C(*datatype), STATUS(status));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_write_c_f08, mpi_file_write_c, (MPI_Fint *fh, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))

ROUTINE(void, mpi_file_write_ordered, (MPI_Fint *fh, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_File_write_ordered)(File_C(*fh), BUFFER(buf), *count, Type_C(*datatype), STATUS(status));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_write_ordered_f08, mpi_file_write_ordered, (MPI_Fint *fh, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))

ROUTINE(void, mpi_file_write_ordered_begin, (MPI_Fint *fh, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_File_write_ordered_begin)(File_C(*fh), BUFFER(buf), *count, Type_C(*datatype));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_write_ordered_begin_f08, mpi_file_write_ordered_begin, (MPI_Fint *fh, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *ierror))

ROUTINE(void, mpi_file_write_ordered_begin_c, (MPI_Fint *fh, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_File_write_ordered_begin_c)(File_C(*fh), BUFFER(buf), *count, Type_C(*datatype));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_write_ordered_begin_c_f08, mpi_file_write_ordered_begin_c, (MPI_Fint *fh, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *ierror))

ROUTINE(void, mpi_file_write_ordered_c, (MPI_Fint *fh, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_File_write_ordered_c)(File_C(*fh), BUFFER(buf), *count, Type_C(*datatype), STATUS(status));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_write_ordered_c_f08, mpi_file_write_ordered_c, (MPI_Fint *fh, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))

ROUTINE(void, mpi_file_write_ordered_end, (MPI_Fint *fh, void *buf, MPI_Status *status, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_File_write_ordered_end)(File_C(*fh), BUFFER(buf), STATUS(status));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_write_ordered_end_f08, mpi_file_write_ordered_end, (MPI_Fint *fh, void *buf, MPI_Status *status, MPI_Fint *ierror))

ROUTINE(void, mpi_file_write_shared, (MPI_Fint *fh, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_File_write_shared)(File_C(*fh), BUFFER(buf), *count, Type_C(*datatype), STATUS(status));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_write_shared_f08, mpi_file_write_shared, (MPI_Fint *fh, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))

ROUTINE(void, mpi_file_write_shared_c, (MPI_Fint *fh, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_File_write_shared_c)(File_C(*fh), BUFFER(buf), *count, Type_C(*datatype), STATUS(status));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_file_write_shared_c_f08, mpi_file_write_shared_c, (MPI_Fint *fh, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))

ROUTINE(void, mpi_finalize, (MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Finalize)();
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_finalize_f08, mpi_finalize, (MPI_Fint *ierror))

ROUTINE(void, mpi_finalized, (MPI_Fint *flag, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Finalized)(flag);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_finalized_f08, mpi_finalized, (MPI_Fint *flag, MPI_Fint *ierror))

ROUTINE(void, mpi_free_mem, (void *base, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Free_mem)(BUFFER(base));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_free_mem_f08, mpi_free_mem, (void *base, MPI_Fint *ierror))

ROUTINE(void, mpi_gather, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Gather)(BUFFER(sendbuf), *sendcount, Type_C(*sendtype), BUFFER(recvbuf), *recvcount, Type_C(*recvtype), *root, Comm_C(*comm));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_gather_f08, mpi_gather, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *ierror))

ROUTINE(void, mpi_gather_c, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Gather_c)(BUFFER(sendbuf), *sendcount, Type_C(*sendtype), BUFFER(recvbuf), *recvcount, Type_C(*recvtype), *root, Comm_C(*comm));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_gather_c_f08, mpi_gather_c, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *ierror))

ROUTINE(void, mpi_gather_init, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Gather_init)(BUFFER(sendbuf), *sendcount, Type_C(*sendtype), BUFFER(recvbuf), *recvcount, Type_C(*recvtype), *root, Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_gather_init_f08, mpi_gather_init, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_gather_init_c, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Gather_init_c)(BUFFER(sendbuf), *sendcount, Type_C(*sendtype), BUFFER(recvbuf), *recvcount, Type_C(*recvtype), *root, Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_gather_init_c_f08, mpi_gather_init_c, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_gatherv, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *displs, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Gatherv)(BUFFER(sendbuf), *sendcount, Type_C(*sendtype), BUFFER(recvbuf), recvcounts, displs, Type_C(*recvtype), *root, Comm_C(*comm));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_gatherv_f08, mpi_gatherv, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *displs, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *ierror))

ROUTINE(void, mpi_gatherv_c, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *displs, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Gatherv_c)(BUFFER(sendbuf), *sendcount, Type_C(*sendtype), BUFFER(recvbuf), recvcounts, displs, Type_C(*recvtype), *root, Comm_C(*comm));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_gatherv_c_f08, mpi_gatherv_c, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *displs, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *ierror))

ROUTINE(void, mpi_gatherv_init, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *displs, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Gatherv_init)(BUFFER(sendbuf), *sendcount, Type_C(*sendtype), BUFFER(recvbuf), recvcounts, displs, Type_C(*recvtype), *root, Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_gatherv_init_f08, mpi_gatherv_init, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *displs, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_gatherv_init_c, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *displs, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Gatherv_init_c)(BUFFER(sendbuf), *sendcount, Type_C(*sendtype), BUFFER(recvbuf), recvcounts, displs, Type_C(*recvtype), *root, Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_gatherv_init_c_f08, mpi_gatherv_init_c, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *displs, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_get, (void *origin_addr, MPI_Fint *origin_count, MPI_Fint *origin_datatype, MPI_Fint *target_rank, MPI_Aint *target_disp, MPI_Fint *target_count, MPI_Fint *target_datatype, MPI_Fint *win, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Get)(BUFFER(origin_addr), *origin_count, Type_C(*origin_datatype), *target_rank, *target_disp, *target_count, Type_C(*target_datatype), Win_C(*win));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_get_f08, mpi_get, (void *origin_addr, MPI_Fint *origin_count, MPI_Fint *origin_datatype, MPI_Fint *target_rank, MPI_Aint *target_disp, MPI_Fint *target_count, MPI_Fint *target_datatype, MPI_Fint *win, MPI_Fint *ierror))

ROUTINE(void, mpi_get_accumulate, (void *origin_addr, MPI_Fint *origin_count, MPI_Fint *origin_datatype, void *result_addr, MPI_Fint *result_count, MPI_Fint *result_datatype, MPI_Fint *target_rank, MPI_Aint *target_disp, MPI_Fint *target_count, MPI_Fint *target_datatype, MPI_Fint *op, MPI_Fint *win, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Get_accumulate)(BUFFER(origin_addr), *origin_count, Type_C(*origin_datatype), BUFFER(result_addr), *result_count, Type_C(*result_datatype), *target_rank, *target_disp, *target_count, Type_C(*target_datatype), Op_C(*op), Win_C(*win));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_get_accumulate_f08, mpi_get_accumulate, (void *origin_addr, MPI_Fint *origin_count, MPI_Fint *origin_datatype, void *result_addr, MPI_Fint *result_count, MPI_Fint *result_datatype, MPI_Fint *target_rank, MPI_Aint *target_disp, MPI_Fint *target_count, MPI_Fint *target_datatype, MPI_Fint *op, MPI_Fint *win, MPI_Fint *ierror))

ROUTINE(void, mpi_get_accumulate_c, (void *origin_addr, MPI_Count *origin_count, MPI_Fint *origin_datatype, void *result_addr, MPI_Count *result_count, MPI_Fint *result_datatype, MPI_Fint *target_rank, MPI_Aint *target_disp, MPI_Count *target_count, MPI_Fint *target_datatype, MPI_Fint *op, MPI_Fint *win, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Get_accumulate_c)(BUFFER(origin_addr), *origin_count, Type_C(*origin_datatype), BUFFER(result_addr), *result_count, Type_C(*result_datatype), *target_rank, *target_disp, *target_count, Type_C(*target_datatype), Op_C(*op), Win_C(*win));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_get_accumulate_c_f08, mpi_get_accumulate_c, (void *origin_addr, MPI_Count *origin_count, MPI_Fint *origin_datatype, void *result_addr, MPI_Count *result_count, MPI_Fint *result_datatype, MPI_Fint *target_rank, MPI_Aint *target_disp, MPI_Count *target_count, MPI_Fint *target_datatype, MPI_Fint *op, MPI_Fint *win, MPI_Fint *ierror))

ROUTINE(void, mpi_get_address, (void *location, MPI_Aint *address, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Get_address)(BUFFER(location), address);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_get_address_f08, mpi_get_address, (void *location, MPI_Aint *address, MPI_Fint *ierror))

ROUTINE(void, mpi_get_c, (void *origin_addr, MPI_Count *origin_count, MPI_Fint *origin_datatype, MPI_Fint *target_rank, MPI_Aint *target_disp, MPI_Count *target_count, MPI_Fint *target_datatype, MPI_Fint *win, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Get_c)(BUFFER(origin_addr), *origin_count, Type_C(*origin_datatype), *target_rank, *target_disp, *target_count, Type_C(*target_datatype), Win_C(*win));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_get_c_f08, mpi_get_c, (void *origin_addr, MPI_Count *origin_count, MPI_Fint *origin_datatype, MPI_Fint *target_rank, MPI_Aint *target_disp, MPI_Count *target_count, MPI_Fint *target_datatype, MPI_Fint *win, MPI_Fint *ierror))

ROUTINE(void, mpi_get_count, (MPI_Status *status, MPI_Fint *datatype, MPI_Fint *count, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Get_count)(STATUS(status), Type_C(*datatype), count);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_get_count_f08, mpi_get_count, (MPI_Status *status, MPI_Fint *datatype, MPI_Fint *count, MPI_Fint *ierror))

ROUTINE(void, mpi_get_count_c, (MPI_Status *status, MPI_Fint *datatype, MPI_Count *count, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Get_count_c)(STATUS(status), Type_C(*datatype), count);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_get_count_c_f08, mpi_get_count_c, (MPI_Status *status, MPI_Fint *datatype, MPI_Count *count, MPI_Fint *ierror))

ROUTINE(void, mpi_get_elements, (MPI_Status *status, MPI_Fint *datatype, MPI_Fint *count, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Get_elements)(STATUS(status), Type_C(*datatype), count);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_get_elements_f08, mpi_get_elements, (MPI_Status *status, MPI_Fint *datatype, MPI_Fint *count, MPI_Fint *ierror))

ROUTINE(void, mpi_get_elements_c, (MPI_Status *status, MPI_Fint *datatype, MPI_Count *count, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Get_elements_c)(STATUS(status), Type_C(*datatype), count);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_get_elements_c_f08, mpi_get_elements_c, (MPI_Status *status, MPI_Fint *datatype, MPI_Count *count, MPI_Fint *ierror))

ROUTINE(void, mpi_get_elements_x, (MPI_Status *status, MPI_Fint *datatype, MPI_Count *count, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Get_elements_x)(STATUS(status), Type_C(*datatype), count);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_get_elements_x_f08, mpi_get_elements_x, (MPI_Status *status, MPI_Fint *datatype, MPI_Count *count, MPI_Fint *ierror))

ROUTINE(void, mpi_get_hw_resource_info, (MPI_Fint *hw_info, MPI_Fint *ierror))
{
    MPI_Info c_hw_info = MPI_INFO_NULL;
    SITE();
    int error = CALL(MPI_Get_hw_resource_info)(&c_hw_info);
    if (error == MPI_SUCCESS)
        *hw_info = Info_F(c_hw_info);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_get_hw_resource_info_f08, mpi_get_hw_resource_info, (MPI_Fint *hw_info, MPI_Fint *ierror))

ROUTINE(void, mpi_get_library_version, (char *version, MPI_Fint *resultlen, MPI_Fint *ierror, size_t version_length))
{
    char *c_version = ARRAY(char, MPI_MAX_LIBRARY_VERSION_STRING);
    c_version[0] = 0;
    SITE();
    int error = CALL(MPI_Get_library_version)(c_version, resultlen);
    if (error == MPI_SUCCESS)
        wt_f_pad(version, version_length, c_version);
    free(c_version);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_get_library_version_f08, mpi_get_library_version, (char *version, MPI_Fint *resultlen, MPI_Fint *ierror, size_t version_length))

ROUTINE(void, mpi_get_processor_name, (char *name, MPI_Fint *resultlen, MPI_Fint *ierror, size_t name_length))
{
    char *c_name = ARRAY(char, MPI_MAX_PROCESSOR_NAME);
    c_name[0] = 0;
    SITE();
    int error = CALL(MPI_Get_processor_name)(c_name, resultlen);
    if (error == MPI_SUCCESS)
        wt_f_pad(name, name_length, c_name);
    free(c_name);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_get_processor_name_f08, mpi_get_processor_name, (char *name, MPI_Fint *resultlen, MPI_Fint *ierror, size_t name_length))

ROUTINE(void, mpi_get_version, (MPI_Fint *version, MPI_Fint *subversion, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Get_version)(version, subversion);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_get_version_f08, mpi_get_version, (MPI_Fint *version, MPI_Fint *subversion, MPI_Fint *ierror))

ROUTINE(void, mpi_graph_create, (MPI_Fint *comm_old, MPI_Fint *nnodes, MPI_Fint *index, MPI_Fint *edges, MPI_Fint *reorder, MPI_Fint *comm_graph, MPI_Fint *ierror))
{
    MPI_Comm c_comm_graph = MPI_COMM_NULL;
    SITE();
    int error = CALL(MPI_Graph_create)(Comm_C(*comm_old), *nnodes, index, edges, *reorder, &c_comm_graph);
    if (error == MPI_SUCCESS)
        *comm_graph = Comm_F(c_comm_graph);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_graph_create_f08, mpi_graph_create, (MPI_Fint *comm_old, MPI_Fint *nnodes, MPI_Fint *index, MPI_Fint *edges, MPI_Fint *reorder, MPI_Fint *comm_graph, MPI_Fint *ierror))

ROUTINE(void, mpi_graph_get, (MPI_Fint *comm, MPI_Fint *maxindex, MPI_Fint *maxedges, MPI_Fint *index, MPI_Fint *edges, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Graph_get)(Comm_C(*comm), *maxindex, *maxedges, index, edges);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_graph_get_f08, mpi_graph_get, (MPI_Fint *comm, MPI_Fint *maxindex, MPI_Fint *maxedges, MPI_Fint *index, MPI_Fint *edges, MPI_Fint *ierror))

ROUTINE(void, mpi_graph_map, (MPI_Fint *comm, MPI_Fint *nnodes, MPI_Fint *index, MPI_Fint *edges, MPI_Fint *newrank, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Graph_map)(Comm_C(*comm), *nnodes, index, edges, newrank);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_graph_map_f08, mpi_graph_map, (MPI_Fint *comm, MPI_Fint *nnodes, MPI_Fint *index, MPI_Fint *edges, MPI_Fint *newrank, MPI_Fint *ierror))

ROUTINE(void, mpi_graph_neighbors, (MPI_Fint *comm, MPI_Fint *rank, MPI_Fint *maxneighbors, MPI_Fint *neighbors, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Graph_neighbors)(Comm_C(*comm), *rank, *maxneighbors, neighbors);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_graph_neighbors_f08, mpi_graph_neighbors, (MPI_Fint *comm, MPI_Fint *rank, MPI_Fint *maxneighbors, MPI_Fint *neighbors, MPI_Fint *ierror))

ROUTINE(void, mpi_graph_neighbors_count, (MPI_Fint *comm, MPI_Fint *rank, MPI_Fint *nneighbors, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Graph_neighbors_count)(Comm_C(*comm), *rank, nneighbors);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_graph_neighbors_count_f08, mpi_graph_neighbors_count, (MPI_Fint *comm, MPI_Fint *rank, MPI_Fint *nneighbors, MPI_Fint *ierror))

ROUTINE(void, mpi_graphdims_get, (MPI_Fint *comm, MPI_Fint *nnodes, MPI_Fint *nedges, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Graphdims_get)(Comm_C(*comm), nnodes, nedges);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_graphdims_get_f08, mpi_graphdims_get, (MPI_Fint *comm, MPI_Fint *nnodes, MPI_Fint *nedges, MPI_Fint *ierror))

ROUTINE(void, mpi_grequest_complete, (MPI_Fint *request, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Grequest_complete)(Request_C(*request));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_grequest_complete_f08, mpi_grequest_complete, (MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_group_compare, (MPI_Fint *group1, MPI_Fint *group2, MPI_Fint *result, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Group_compare)(Group_C(*group1), Group_C(*group2), result);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_group_compare_f08, mpi_group_compare, (MPI_Fint *group1, MPI_Fint *group2, MPI_Fint *result, MPI_Fint *ierror))

ROUTINE(void, mpi_group_difference, (MPI_Fint *group1, MPI_Fint *group2, MPI_Fint *newgroup, MPI_Fint *ierror))
{
    MPI_Group c_newgroup = MPI_GROUP_NULL;
    SITE();
    int error = CALL(MPI_Group_difference)(Group_C(*group1), Group_C(*group2), &c_newgroup);
    if (error == MPI_SUCCESS)
        *newgroup = Group_F(c_newgroup);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_group_difference_f08, mpi_group_difference, (MPI_Fint *group1, MPI_Fint *group2, MPI_Fint *newgroup, MPI_Fint *ierror))

ROUTINE(void, mpi_group_excl, (MPI_Fint *group, MPI_Fint *n, MPI_Fint *ranks, MPI_Fint *newgroup, MPI_Fint *ierror))
{
    MPI_Group c_newgroup = MPI_GROUP_NULL;
    SITE();
    int error = CALL(MPI_Group_excl)(Group_C(*group), *n, ranks, &c_newgroup);
    if (error == MPI_SUCCESS)
        *newgroup = Group_F(c_newgroup);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_group_excl_f08, mpi_group_excl, (MPI_Fint *group, MPI_Fint *n, MPI_Fint *ranks, MPI_Fint *newgroup, MPI_Fint *ierror))

ROUTINE(void, mpi_group_free, (MPI_Fint *group, MPI_Fint *ierror))
{
    MPI_Group c_group = Group_C(*group);
    SITE();
    int error = CALL(MPI_Group_free)(&c_group);
    *group = Group_F(c_group);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_group_free_f08, mpi_group_free, (MPI_Fint *group, MPI_Fint *ierror))

ROUTINE(void, mpi_group_from_session_pset, (MPI_Fint *session, char *pset_name, MPI_Fint *newgroup, MPI_Fint *ierror, size_t pset_name_length))
{
    char *c_pset_name = wt_f_string(pset_name, pset_name_length);
    MPI_Group c_newgroup = MPI_GROUP_NULL;
    SITE();
    int error = CALL(MPI_Group_from_session_pset)(Session_C(*session), c_pset_name, &c_newgroup);
    free(c_pset_name);
    if (error == MPI_SUCCESS)
        *newgroup = Group_F(c_newgroup);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_group_from_session_pset_f08, mpi_group_from_session_pset, (MPI_Fint *session, char *pset_name, MPI_Fint *newgroup, MPI_Fint *ierror, size_t pset_name_length))

ROUTINE(void, mpi_group_incl, (MPI_Fint *group, MPI_Fint *n, MPI_Fint *ranks, MPI_Fint *newgroup, MPI_Fint *ierror))
{
    MPI_Group c_newgroup = MPI_GROUP_NULL;
    SITE();
    int error = CALL(MPI_Group_incl)(Group_C(*group), *n, ranks, &c_newgroup);
    if (error == MPI_SUCCESS)
        *newgroup = Group_F(c_newgroup);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_group_incl_f08, mpi_group_incl, (MPI_Fint *group, MPI_Fint *n, MPI_Fint *ranks, MPI_Fint *newgroup, MPI_Fint *ierror))

ROUTINE(void, mpi_group_intersection, (MPI_Fint *group1, MPI_Fint *group2, MPI_Fint *newgroup, MPI_Fint *ierror))
{
    MPI_Group c_newgroup = MPI_GROUP_NULL;
    SITE();
    int error = CALL(MPI_Group_intersection)(Group_C(*group1), Group_C(*group2), &c_newgroup);
    if (error == MPI_SUCCESS)
        *newgroup = Group_F(c_newgroup);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_group_intersection_f08, mpi_group_intersection, (MPI_Fint *group1, MPI_Fint *group2, MPI_Fint *newgroup, MPI_Fint *ierror))

ROUTINE(void, mpi_group_range_excl, (MPI_Fint *group, MPI_Fint *n, MPI_Fint *ranges, MPI_Fint *newgroup, MPI_Fint *ierror))
{
    MPI_Group c_newgroup = MPI_GROUP_NULL;
    SITE();
    int error = CALL(MPI_Group_range_excl)(Group_C(*group), *n, (int(*)[3])ranges, &c_newgroup);
    if (error == MPI_SUCCESS)
        *newgroup = Group_F(c_newgroup);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_group_range_excl_f08, mpi_group_range_excl, (MPI_Fint *group, MPI_Fint *n, MPI_Fint *ranges, MPI_Fint *newgroup, MPI_Fint *ierror))

ROUTINE(void, mpi_group_range_incl, (MPI_Fint *group, MPI_Fint *n, MPI_Fint *ranges, MPI_Fint *newgroup, MPI_Fint *ierror))
{
    MPI_Group c_newgroup = MPI_GROUP_NULL;
    SITE();
    int error = CALL(MPI_Group_range_incl)(Group_C(*group), *n, (int(*)[3])ranges, &c_newgroup);
    if (error == MPI_SUCCESS)
        *newgroup = Group_F(c_newgroup);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_group_range_incl_f08, mpi_group_range_incl, (MPI_Fint *group, MPI_Fint *n, MPI_Fint *ranges, MPI_Fint *newgroup, MPI_Fint *ierror))

ROUTINE(void, mpi_group_rank, (MPI_Fint *group, MPI_Fint *rank, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Group_rank)(Group_C(*group), rank);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_group_rank_f08, mpi_group_rank, (MPI_Fint *group, MPI_Fint *rank, MPI_Fint *ierror))

ROUTINE(void, mpi_group_size, (MPI_Fint *group, MPI_Fint *size, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Group_size)(Group_C(*group), size);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_group_size_f08, mpi_group_size, (MPI_Fint *group, MPI_Fint *size, MPI_Fint *ierror))

ROUTINE(void, mpi_group_translate_ranks, (MPI_Fint *group1, MPI_Fint *n, MPI_Fint *ranks1, MPI_Fint *group2, MPI_Fint *ranks2, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Group_translate_ranks)(Group_C(*group1), *n, ranks1, Group_C(*group2), ranks2);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_group_translate_ranks_f08, mpi_group_translate_ranks, (MPI_Fint *group1, MPI_Fint *n, MPI_Fint *ranks1, MPI_Fint *group2, MPI_Fint *ranks2, MPI_Fint *ierror))

ROUTINE(void, mpi_group_union, (MPI_Fint *group1, MPI_Fint *group2, MPI_Fint *newgroup, MPI_Fint *ierror))
{
    MPI_Group c_newgroup = MPI_GROUP_NULL;
    SITE();
    int error = CALL(MPI_Group_union)(Group_C(*group1), Group_C(*group2), &c_newgroup);
    if (error == MPI_SUCCESS)
        *newgroup = Group_F(c_newgroup);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_group_union_f08, mpi_group_union, (MPI_Fint *group1, MPI_Fint *group2, MPI_Fint *newgroup, MPI_Fint *ierror))

ROUTINE(void, mpi_iallgather, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Iallgather)(BUFFER(sendbuf), *sendcount, Type_C(*sendtype), BUFFER(recvbuf), *recvcount, Type_C(*recvtype), Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_iallgather_f08, mpi_iallgather, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_iallgather_c, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Iallgather_c)(BUFFER(sendbuf), *sendcount, Type_C(*sendtype), BUFFER(recvbuf), *recvcount, Type_C(*recvtype), Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_iallgather_c_f08, mpi_iallgather_c, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_iallgatherv, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *displs, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Iallgatherv)(BUFFER(sendbuf), *sendcount, Type_C(*sendtype), BUFFER(recvbuf), recvcounts, displs, Type_C(*recvtype), Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_iallgatherv_f08, mpi_iallgatherv, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *displs, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_iallgatherv_c, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *displs, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Iallgatherv_c)(BUFFER(sendbuf), *sendcount, Type_C(*sendtype), BUFFER(recvbuf), recvcounts, displs, Type_C(*recvtype), Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_iallgatherv_c_f08, mpi_iallgatherv_c, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *displs, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_iallreduce, (void *sendbuf, void *recvbuf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Iallreduce)(BUFFER(sendbuf), BUFFER(recvbuf), *count, Type_C(*datatype), Op_C(*op), Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_iallreduce_f08, mpi_iallreduce, (void *sendbuf, void *recvbuf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_iallreduce_c, (void *sendbuf, void *recvbuf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Iallreduce_c)(BUFFER(sendbuf), BUFFER(recvbuf), *count, Type_C(*datatype), Op_C(*op), Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_iallreduce_c_f08, mpi_iallreduce_c, (void *sendbuf, void *recvbuf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_ialltoall, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Ialltoall)(BUFFER(sendbuf), *sendcount, Type_C(*sendtype), BUFFER(recvbuf), *recvcount, Type_C(*recvtype), Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_ialltoall_f08, mpi_ialltoall, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_ialltoall_c, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Ialltoall_c)(BUFFER(sendbuf), *sendcount, Type_C(*sendtype), BUFFER(recvbuf), *recvcount, Type_C(*recvtype), Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_ialltoall_c_f08, mpi_ialltoall_c, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_ialltoallv, (void *sendbuf, MPI_Fint *sendcounts, MPI_Fint *sdispls, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *rdispls, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Ialltoallv)(BUFFER(sendbuf), sendcounts, sdispls, Type_C(*sendtype), BUFFER(recvbuf), recvcounts, rdispls, Type_C(*recvtype), Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_ialltoallv_f08, mpi_ialltoallv, (void *sendbuf, MPI_Fint *sendcounts, MPI_Fint *sdispls, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *rdispls, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_ialltoallv_c, (void *sendbuf, MPI_Count *sendcounts, MPI_Aint *sdispls, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *rdispls, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Ialltoallv_c)(BUFFER(sendbuf), sendcounts, sdispls, Type_C(*sendtype), BUFFER(recvbuf), recvcounts, rdispls, Type_C(*recvtype), Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_ialltoallv_c_f08, mpi_ialltoallv_c, (void *sendbuf, MPI_Count *sendcounts, MPI_Aint *sdispls, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *rdispls, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_ialltoallw, (void *sendbuf, MPI_Fint *sendcounts, MPI_Fint *sdispls, MPI_Fint *sendtypes, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *rdispls, MPI_Fint *recvtypes, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    int n_sendtypes = IN_PLACE(sendbuf) ? 0 : wt_f_peers(Comm_C(*comm));
    MPI_Datatype *c_sendtypes = ARRAY(MPI_Datatype, n_sendtypes);
    for (int i = 0; i < n_sendtypes; i++)
        c_sendtypes[i] = Type_C(sendtypes[i]);
    int n_recvtypes = wt_f_peers(Comm_C(*comm));
    MPI_Datatype *c_recvtypes = ARRAY(MPI_Datatype, n_recvtypes);
    for (int i = 0; i < n_recvtypes; i++)
        c_recvtypes[i] = Type_C(recvtypes[i]);
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Ialltoallw)(BUFFER(sendbuf), sendcounts, sdispls, c_sendtypes, BUFFER(recvbuf), recvcounts, rdispls, c_recvtypes, Comm_C(*comm), &c_request);
    free(c_sendtypes);
    free(c_recvtypes);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_ialltoallw_f08, mpi_ialltoallw, (void *sendbuf, MPI_Fint *sendcounts, MPI_Fint *sdispls, MPI_Fint *sendtypes, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *rdispls, MPI_Fint *recvtypes, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_ialltoallw_c, (void *sendbuf, MPI_Count *sendcounts, MPI_Aint *sdispls, MPI_Fint *sendtypes, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *rdispls, MPI_Fint *recvtypes, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    int n_sendtypes = IN_PLACE(sendbuf) ? 0 : wt_f_peers(Comm_C(*comm));
    MPI_Datatype *c_sendtypes = ARRAY(MPI_Datatype, n_sendtypes);
    for (int i = 0; i < n_sendtypes; i++)
        c_sendtypes[i] = Type_C(sendtypes[i]);
    int n_recvtypes = wt_f_peers(Comm_C(*comm));
    MPI_Datatype *c_recvtypes = ARRAY(MPI_Datatype, n_recvtypes);
    for (int i = 0; i < n_recvtypes; i++)
        c_recvtypes[i] = Type_C(recvtypes[i]);
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Ialltoallw_c)(BUFFER(sendbuf), sendcounts, sdispls, c_sendtypes, BUFFER(recvbuf), recvcounts, rdispls, c_recvtypes, Comm_C(*comm), &c_request);
    free(c_sendtypes);
    free(c_recvtypes);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_ialltoallw_c_f08, mpi_ialltoallw_c, (void *sendbuf, MPI_Count *sendcounts, MPI_Aint *sdispls, MPI_Fint *sendtypes, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *rdispls, MPI_Fint *recvtypes, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_ibarrier, (MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Ibarrier)(Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_ibarrier_f08, mpi_ibarrier, (MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_ibcast, (void *buffer, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Ibcast)(BUFFER(buffer), *count, Type_C(*datatype), *root, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_ibcast_f08, mpi_ibcast, (void *buffer, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_ibcast_c, (void *buffer, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Ibcast_c)(BUFFER(buffer), *count, Type_C(*datatype), *root, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_ibcast_c_f08, mpi_ibcast_c, (void *buffer, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_ibsend, (void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Ibsend)(BUFFER(buf), *count, Type_C(*datatype), *dest, *tag, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_ibsend_f08, mpi_ibsend, (void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_ibsend_c, (void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Ibsend_c)(BUFFER(buf), *count, Type_C(*datatype), *dest, *tag, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_ibsend_c_f08, mpi_ibsend_c, (void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_iexscan, (void *sendbuf, void *recvbuf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Iexscan)(BUFFER(sendbuf), BUFFER(recvbuf), *count, Type_C(*datatype), Op_C(*op), Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_iexscan_f08, mpi_iexscan, (void *sendbuf, void *recvbuf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_iexscan_c, (void *sendbuf, void *recvbuf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Iexscan_c)(BUFFER(sendbuf), BUFFER(recvbuf), *count, Type_C(*datatype), Op_C(*op), Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_iexscan_c_f08, mpi_iexscan_c, (void *sendbuf, void *recvbuf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_igather, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Igather)(BUFFER(sendbuf), *sendcount, Type_C(*sendtype), BUFFER(recvbuf), *recvcount, Type_C(*recvtype), *root, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_igather_f08, mpi_igather, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_igather_c, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Igather_c)(BUFFER(sendbuf), *sendcount, Type_C(*sendtype), BUFFER(recvbuf), *recvcount, Type_C(*recvtype), *root, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_igather_c_f08, mpi_igather_c, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_igatherv, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *displs, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Igatherv)(BUFFER(sendbuf), *sendcount, Type_C(*sendtype), BUFFER(recvbuf), recvcounts, displs, Type_C(*recvtype), *root, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_igatherv_f08, mpi_igatherv, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *displs, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_igatherv_c, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *displs, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Igatherv_c)(BUFFER(sendbuf), *sendcount, Type_C(*sendtype), BUFFER(recvbuf), recvcounts, displs, Type_C(*recvtype), *root, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_igatherv_c_f08, mpi_igatherv_c, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *displs, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_improbe, (MPI_Fint *source, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *flag, MPI_Fint *message, MPI_Status *status, MPI_Fint *ierror))
{
    MPI_Message c_message = MPI_MESSAGE_NULL;
    SITE();
    int error = CALL(MPI_Improbe)(*source, *tag, Comm_C(*comm), flag, &c_message, STATUS(status));
    if (error == MPI_SUCCESS)
        *message = Message_F(c_message);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_improbe_f08, mpi_improbe, (MPI_Fint *source, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *flag, MPI_Fint *message, MPI_Status *status, MPI_Fint *ierror))

ROUTINE(void, mpi_imrecv, (void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *message, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Message c_message = Message_C(*message);
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Imrecv)(BUFFER(buf), *count, Type_C(*datatype), &c_message, &c_request);
    *message = Message_F(c_message);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_imrecv_f08, mpi_imrecv, (void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *message, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_imrecv_c, (void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *message, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Message c_message = Message_C(*message);
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Imrecv_c)(BUFFER(buf), *count, Type_C(*datatype), &c_message, &c_request);
    *message = Message_F(c_message);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_imrecv_c_f08, mpi_imrecv_c, (void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *message, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_ineighbor_allgather, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Ineighbor_allgather)(BUFFER(sendbuf), *sendcount, Type_C(*sendtype), BUFFER(recvbuf), *recvcount, Type_C(*recvtype), Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_ineighbor_allgather_f08, mpi_ineighbor_allgather, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_ineighbor_allgather_c, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Ineighbor_allgather_c)(BUFFER(sendbuf), *sendcount, Type_C(*sendtype), BUFFER(recvbuf), *recvcount, Type_C(*recvtype), Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_ineighbor_allgather_c_f08, mpi_ineighbor_allgather_c, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_ineighbor_allgatherv, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *displs, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Ineighbor_allgatherv)(BUFFER(sendbuf), *sendcount, Type_C(*sendtype), BUFFER(recvbuf), recvcounts, displs, Type_C(*recvtype), Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_ineighbor_allgatherv_f08, mpi_ineighbor_allgatherv, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *displs, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_ineighbor_allgatherv_c, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *displs, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Ineighbor_allgatherv_c)(BUFFER(sendbuf), *sendcount, Type_C(*sendtype), BUFFER(recvbuf), recvcounts, displs, Type_C(*recvtype), Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_ineighbor_allgatherv_c_f08, mpi_ineighbor_allgatherv_c, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *displs, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_ineighbor_alltoall, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Ineighbor_alltoall)(BUFFER(sendbuf), *sendcount, Type_C(*sendtype), BUFFER(recvbuf), *recvcount, Type_C(*recvtype), Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_ineighbor_alltoall_f08, mpi_ineighbor_alltoall, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_ineighbor_alltoall_c, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Ineighbor_alltoall_c)(BUFFER(sendbuf), *sendcount, Type_C(*sendtype), BUFFER(recvbuf), *recvcount, Type_C(*recvtype), Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_ineighbor_alltoall_c_f08, mpi_ineighbor_alltoall_c, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_ineighbor_alltoallv, (void *sendbuf, MPI_Fint *sendcounts, MPI_Fint *sdispls, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *rdispls, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Ineighbor_alltoallv)(BUFFER(sendbuf), sendcounts, sdispls, Type_C(*sendtype), BUFFER(recvbuf), recvcounts, rdispls, Type_C(*recvtype), Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_ineighbor_alltoallv_f08, mpi_ineighbor_alltoallv, (void *sendbuf, MPI_Fint *sendcounts, MPI_Fint *sdispls, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *rdispls, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_ineighbor_alltoallv_c, (void *sendbuf, MPI_Count *sendcounts, MPI_Aint *sdispls, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *rdispls, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Ineighbor_alltoallv_c)(BUFFER(sendbuf), sendcounts, sdispls, Type_C(*sendtype), BUFFER(recvbuf), recvcounts, rdispls, Type_C(*recvtype), Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_ineighbor_alltoallv_c_f08, mpi_ineighbor_alltoallv_c, (void *sendbuf, MPI_Count *sendcounts, MPI_Aint *sdispls, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *rdispls, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_ineighbor_alltoallw, (void *sendbuf, MPI_Fint *sendcounts, MPI_Aint *sdispls, MPI_Fint *sendtypes, void *recvbuf, MPI_Fint *recvcounts, MPI_Aint *rdispls, MPI_Fint *recvtypes, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    int n_sendtypes = wt_f_neighbors(Comm_C(*comm), 1);
    MPI_Datatype *c_sendtypes = ARRAY(MPI_Datatype, n_sendtypes);
    for (int i = 0; i < n_sendtypes; i++)
        c_sendtypes[i] = Type_C(sendtypes[i]);
    int n_recvtypes = wt_f_neighbors(Comm_C(*comm), 0);
    MPI_Datatype *c_recvtypes = ARRAY(MPI_Datatype, n_recvtypes);
    for (int i = 0; i < n_recvtypes; i++)
        c_recvtypes[i] = Type_C(recvtypes[i]);
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Ineighbor_alltoallw)(BUFFER(sendbuf), sendcounts, sdispls, c_sendtypes, BUFFER(recvbuf), recvcounts, rdispls, c_recvtypes, Comm_C(*comm), &c_request);
    free(c_sendtypes);
    free(c_recvtypes);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_ineighbor_alltoallw_f08, mpi_ineighbor_alltoallw, (void *sendbuf, MPI_Fint *sendcounts, MPI_Aint *sdispls, MPI_Fint *sendtypes, void *recvbuf, MPI_Fint *recvcounts, MPI_Aint *rdispls, MPI_Fint *recvtypes, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_ineighbor_alltoallw_c, (void *sendbuf, MPI_Count *sendcounts, MPI_Aint *sdispls, MPI_Fint *sendtypes, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *rdispls, MPI_Fint *recvtypes, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    int n_sendtypes = wt_f_neighbors(Comm_C(*comm), 1);
    MPI_Datatype *c_sendtypes = ARRAY(MPI_Datatype, n_sendtypes);
    for (int i = 0; i < n_sendtypes; i++)
        c_sendtypes[i] = Type_C(sendtypes[i]);
    int n_recvtypes = wt_f_neighbors(Comm_C(*comm), 0);
    MPI_Datatype *c_recvtypes = ARRAY(MPI_Datatype, n_recvtypes);
    for (int i = 0; i < n_recvtypes; i++)
        c_recvtypes[i] = Type_C(recvtypes[i]);
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Ineighbor_alltoallw_c)(BUFFER(sendbuf), sendcounts, sdispls, c_sendtypes, BUFFER(recvbuf), recvcounts, rdispls, c_recvtypes, Comm_C(*comm), &c_request);
    free(c_sendtypes);
    free(c_recvtypes);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_ineighbor_alltoallw_c_f08, mpi_ineighbor_alltoallw_c, (void *sendbuf, MPI_Count *sendcounts, MPI_Aint *sdispls, MPI_Fint *sendtypes, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *rdispls, MPI_Fint *recvtypes, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_info_create, (MPI_Fint *info, MPI_Fint *ierror))
{
    MPI_Info c_info = MPI_INFO_NULL;
    SITE();
    int error = CALL(MPI_Info_create)(&c_info);
    if (error == MPI_SUCCESS)
        *info = Info_F(c_info);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_info_create_f08, mpi_info_create, (MPI_Fint *info, MPI_Fint *ierror))

ROUTINE(void, mpi_info_delete, (MPI_Fint *info, char *key, MPI_Fint *ierror, size_t key_length))
{
    char *c_key = wt_f_trimmed(key, key_length);
    SITE();
    int error = CALL(MPI_Info_delete)(Info_C(*info), c_key);
    free(c_key);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_info_delete_f08, mpi_info_delete, (MPI_Fint *info, char *key, MPI_Fint *ierror, size_t key_length))

ROUTINE(void, mpi_info_dup, (MPI_Fint *info, MPI_Fint *newinfo, MPI_Fint *ierror))
{
    MPI_Info c_newinfo = MPI_INFO_NULL;
    SITE();
    int error = CALL(MPI_Info_dup)(Info_C(*info), &c_newinfo);
    if (error == MPI_SUCCESS)
        *newinfo = Info_F(c_newinfo);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_info_dup_f08, mpi_info_dup, (MPI_Fint *info, MPI_Fint *newinfo, MPI_Fint *ierror))

ROUTINE(void, mpi_info_free, (MPI_Fint *info, MPI_Fint *ierror))
{
    MPI_Info c_info = Info_C(*info);
    SITE();
    int error = CALL(MPI_Info_free)(&c_info);
    *info = Info_F(c_info);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_info_free_f08, mpi_info_free, (MPI_Fint *info, MPI_Fint *ierror))

ROUTINE(void, mpi_info_get, (MPI_Fint *info, char *key, MPI_Fint *valuelen, char *value, MPI_Fint *flag, MPI_Fint *ierror, size_t key_length, size_t value_length))
{
    char *c_key = wt_f_trimmed(key, key_length);
    char *c_value = ARRAY(char, value_length + 1 + (*valuelen > 0 ? *valuelen : 0));
    c_value[0] = 0;
    SITE();
    int error = CALL(MPI_Info_get)(Info_C(*info), c_key, *valuelen, c_value, flag);
    free(c_key);
    if (error == MPI_SUCCESS && *flag)
        wt_f_pad(value, value_length, c_value);
    free(c_value);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_info_get_f08, mpi_info_get, (MPI_Fint *info, char *key, MPI_Fint *valuelen, char *value, MPI_Fint *flag, MPI_Fint *ierror, size_t key_length, size_t value_length))

ROUTINE(void, mpi_info_get_nkeys, (MPI_Fint *info, MPI_Fint *nkeys, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Info_get_nkeys)(Info_C(*info), nkeys);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_info_get_nkeys_f08, mpi_info_get_nkeys, (MPI_Fint *info, MPI_Fint *nkeys, MPI_Fint *ierror))

ROUTINE(void, mpi_info_get_nthkey, (MPI_Fint *info, MPI_Fint *n, char *key, MPI_Fint *ierror, size_t key_length))
{
    char *c_key = ARRAY(char, MPI_MAX_INFO_KEY);
    c_key[0] = 0;
    SITE();
    int error = CALL(MPI_Info_get_nthkey)(Info_C(*info), *n, c_key);
    if (error == MPI_SUCCESS)
        wt_f_pad(key, key_length, c_key);
    free(c_key);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_info_get_nthkey_f08, mpi_info_get_nthkey, (MPI_Fint *info, MPI_Fint *n, char *key, MPI_Fint *ierror, size_t key_length))

ROUTINE(void, mpi_info_get_string, (MPI_Fint *info, char *key, MPI_Fint *buflen, char *value, MPI_Fint *flag, MPI_Fint *ierror, size_t key_length, size_t value_length))
{
    char *c_key = wt_f_trimmed(key, key_length);
    int c_buflen_given = *buflen, c_buflen = c_buflen_given ? c_buflen_given + 1 : 0;
    char *c_value = ARRAY(char, value_length + 1 + (*buflen > 0 ? *buflen : 0));
    c_value[0] = 0;
    SITE();
    int error = CALL(MPI_Info_get_string)(Info_C(*info), c_key, &c_buflen, c_value, flag);
    free(c_key);
    *buflen = c_buflen ? c_buflen - 1 : 0;
    if (error == MPI_SUCCESS && *flag && c_buflen_given)
        wt_f_pad(value, value_length, c_value);
    free(c_value);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_info_get_string_f08, mpi_info_get_string, (MPI_Fint *info, char *key, MPI_Fint *buflen, char *value, MPI_Fint *flag, MPI_Fint *ierror, size_t key_length, size_t value_length))

ROUTINE(void, mpi_info_get_valuelen, (MPI_Fint *info, char *key, MPI_Fint *valuelen, MPI_Fint *flag, MPI_Fint *ierror, size_t key_length))
{
    char *c_key = wt_f_trimmed(key, key_length);
    SITE();
    int error = CALL(MPI_Info_get_valuelen)(Info_C(*info), c_key, valuelen, flag);
    free(c_key);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_info_get_valuelen_f08, mpi_info_get_valuelen, (MPI_Fint *info, char *key, MPI_Fint *valuelen, MPI_Fint *flag, MPI_Fint *ierror, size_t key_length))

ROUTINE(void, mpi_info_set, (MPI_Fint *info, char *key, char *value, MPI_Fint *ierror, size_t key_length, size_t value_length))
{
    char *c_key = wt_f_trimmed(key, key_length);
    char *c_value = wt_f_trimmed(value, value_length);
    SITE();
    int error = CALL(MPI_Info_set)(Info_C(*info), c_key, c_value);
    free(c_key);
    free(c_value);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_info_set_f08, mpi_info_set, (MPI_Fint *info, char *key, char *value, MPI_Fint *ierror, size_t key_length, size_t value_length))

ROUTINE(void, mpi_initialized, (MPI_Fint *flag, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Initialized)(flag);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_initialized_f08, mpi_initialized, (MPI_Fint *flag, MPI_Fint *ierror))

ROUTINE(void, mpi_intercomm_create, (MPI_Fint *local_comm, MPI_Fint *local_leader, MPI_Fint *peer_comm, MPI_Fint *remote_leader, MPI_Fint *tag, MPI_Fint *newintercomm, MPI_Fint *ierror))
{
    MPI_Comm c_newintercomm = MPI_COMM_NULL;
    SITE();
    int error = CALL(MPI_Intercomm_create)(Comm_C(*local_comm), *local_leader, Comm_C(*peer_comm), *remote_leader, *tag, &c_newintercomm);
    if (error == MPI_SUCCESS)
        *newintercomm = Comm_F(c_newintercomm);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_intercomm_create_f08, mpi_intercomm_create, (MPI_Fint *local_comm, MPI_Fint *local_leader, MPI_Fint *peer_comm, MPI_Fint *remote_leader, MPI_Fint *tag, MPI_Fint *newintercomm, MPI_Fint *ierror))

ROUTINE(void, mpi_intercomm_create_from_groups, (MPI_Fint *local_group, MPI_Fint *local_leader, MPI_Fint *remote_group, MPI_Fint *remote_leader, char *stringtag, MPI_Fint *info, MPI_Fint *errhandler, MPI_Fint *newintercomm, MPI_Fint *ierror, size_t stringtag_length))
{
    char *c_stringtag = wt_f_string(stringtag, stringtag_length);
    MPI_Comm c_newintercomm = MPI_COMM_NULL;
    SITE();
    int error = CALL(MPI_Intercomm_create_from_groups)(Group_C(*local_group), *local_leader, Group_C(*remote_group), *remote_leader, c_stringtag, Info_C(*info), Errhandler_C(*errhandler), &c_newintercomm);
    free(c_stringtag);
    if (error == MPI_SUCCESS)
        *newintercomm = Comm_F(c_newintercomm);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_intercomm_create_from_groups_f08, mpi_intercomm_create_from_groups, (MPI_Fint *local_group, MPI_Fint *local_leader, MPI_Fint *remote_group, MPI_Fint *remote_leader, char *stringtag, MPI_Fint *info, MPI_Fint *errhandler, MPI_Fint *newintercomm, MPI_Fint *ierror, size_t stringtag_length))

ROUTINE(void, mpi_intercomm_merge, (MPI_Fint *intercomm, MPI_Fint *high, MPI_Fint *newintracomm, MPI_Fint *ierror))
{
    MPI_Comm c_newintracomm = MPI_COMM_NULL;
    SITE();
    int error = CALL(MPI_Intercomm_merge)(Comm_C(*intercomm), *high, &c_newintracomm);
    if (error == MPI_SUCCESS)
        *newintracomm = Comm_F(c_newintracomm);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_intercomm_merge_f08, mpi_intercomm_merge, (MPI_Fint *intercomm, MPI_Fint *high, MPI_Fint *newintracomm, MPI_Fint *ierror))

ROUTINE(void, mpi_iprobe, (MPI_Fint *source, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *flag, MPI_Status *status, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Iprobe)(*source, *tag, Comm_C(*comm), flag, STATUS(status));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_iprobe_f08, mpi_iprobe, (MPI_Fint *source, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *flag, MPI_Status *status, MPI_Fint *ierror))

ROUTINE(void, mpi_irecv, (void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *source, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Irecv)(BUFFER(buf), *count, Type_C(*datatype), *source, *tag, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_irecv_f08, mpi_irecv, (void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *source, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_irecv_c, (void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *source, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Irecv_c)(BUFFER(buf), *count, Type_C(*datatype), *source, *tag, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_irecv_c_f08, mpi_irecv_c, (void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *source, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_ireduce, (void *sendbuf, void *recvbuf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Ireduce)(BUFFER(sendbuf), BUFFER(recvbuf), *count, Type_C(*datatype), Op_C(*op), *root, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_ireduce_f08, mpi_ireduce, (void *sendbuf, void *recvbuf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_ireduce_c, (void *sendbuf, void *recvbuf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Ireduce_c)(BUFFER(sendbuf), BUFFER(recvbuf), *count, Type_C(*datatype), Op_C(*op), *root, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_ireduce_c_f08, mpi_ireduce_c, (void *sendbuf, void *recvbuf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_ireduce_scatter, (void *sendbuf, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Ireduce_scatter)(BUFFER(sendbuf), BUFFER(recvbuf), recvcounts, Type_C(*datatype), Op_C(*op), Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_ireduce_scatter_f08, mpi_ireduce_scatter, (void *sendbuf, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_ireduce_scatter_block, (void *sendbuf, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Ireduce_scatter_block)(BUFFER(sendbuf), BUFFER(recvbuf), *recvcount, Type_C(*datatype), Op_C(*op), Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_ireduce_scatter_block_f08, mpi_ireduce_scatter_block, (void *sendbuf, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_ireduce_scatter_block_c, (void *sendbuf, void *recvbuf, MPI_Count *recvcount, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Ireduce_scatter_block_c)(BUFFER(sendbuf), BUFFER(recvbuf), *recvcount, Type_C(*datatype), Op_C(*op), Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_ireduce_scatter_block_c_f08, mpi_ireduce_scatter_block_c, (void *sendbuf, void *recvbuf, MPI_Count *recvcount, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_ireduce_scatter_c, (void *sendbuf, void *recvbuf, MPI_Count *recvcounts, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Ireduce_scatter_c)(BUFFER(sendbuf), BUFFER(recvbuf), recvcounts, Type_C(*datatype), Op_C(*op), Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_ireduce_scatter_c_f08, mpi_ireduce_scatter_c, (void *sendbuf, void *recvbuf, MPI_Count *recvcounts, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_irsend, (void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Irsend)(BUFFER(buf), *count, Type_C(*datatype), *dest, *tag, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_irsend_f08, mpi_irsend, (void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_irsend_c, (void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Irsend_c)(BUFFER(buf), *count, Type_C(*datatype), *dest, *tag, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_irsend_c_f08, mpi_irsend_c, (void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_is_thread_main, (MPI_Fint *flag, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Is_thread_main)(flag);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_is_thread_main_f08, mpi_is_thread_main, (MPI_Fint *flag, MPI_Fint *ierror))

ROUTINE(void, mpi_iscan, (void *sendbuf, void *recvbuf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Iscan)(BUFFER(sendbuf), BUFFER(recvbuf), *count, Type_C(*datatype), Op_C(*op), Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_iscan_f08, mpi_iscan, (void *sendbuf, void *recvbuf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_iscan_c, (void *sendbuf, void *recvbuf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Iscan_c)(BUFFER(sendbuf), BUFFER(recvbuf), *count, Type_C(*datatype), Op_C(*op), Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_iscan_c_f08, mpi_iscan_c, (void *sendbuf, void *recvbuf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_iscatter, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Iscatter)(BUFFER(sendbuf), *sendcount, Type_C(*sendtype), BUFFER(recvbuf), *recvcount, Type_C(*recvtype), *root, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_iscatter_f08, mpi_iscatter, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_iscatter_c, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Iscatter_c)(BUFFER(sendbuf), *sendcount, Type_C(*sendtype), BUFFER(recvbuf), *recvcount, Type_C(*recvtype), *root, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_iscatter_c_f08, mpi_iscatter_c, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_iscatterv, (void *sendbuf, MPI_Fint *sendcounts, MPI_Fint *displs, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Iscatterv)(BUFFER(sendbuf), sendcounts, displs, Type_C(*sendtype), BUFFER(recvbuf), *recvcount, Type_C(*recvtype), *root, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_iscatterv_f08, mpi_iscatterv, (void *sendbuf, MPI_Fint *sendcounts, MPI_Fint *displs, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_iscatterv_c, (void *sendbuf, MPI_Count *sendcounts, MPI_Aint *displs, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Iscatterv_c)(BUFFER(sendbuf), sendcounts, displs, Type_C(*sendtype), BUFFER(recvbuf), *recvcount, Type_C(*recvtype), *root, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_iscatterv_c_f08, mpi_iscatterv_c, (void *sendbuf, MPI_Count *sendcounts, MPI_Aint *displs, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_isend, (void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Isend)(BUFFER(buf), *count, Type_C(*datatype), *dest, *tag, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_isend_f08, mpi_isend, (void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_isend_c, (void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Isend_c)(BUFFER(buf), *count, Type_C(*datatype), *dest, *tag, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_isend_c_f08, mpi_isend_c, (void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_isendrecv, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, MPI_Fint *dest, MPI_Fint *sendtag, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *source, MPI_Fint *recvtag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Isendrecv)(BUFFER(sendbuf), *sendcount, Type_C(*sendtype), *dest, *sendtag, BUFFER(recvbuf), *recvcount, Type_C(*recvtype), *source, *recvtag, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_isendrecv_f08, mpi_isendrecv, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, MPI_Fint *dest, MPI_Fint *sendtag, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *source, MPI_Fint *recvtag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_isendrecv_c, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, MPI_Fint *dest, MPI_Fint *sendtag, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *source, MPI_Fint *recvtag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Isendrecv_c)(BUFFER(sendbuf), *sendcount, Type_C(*sendtype), *dest, *sendtag, BUFFER(recvbuf), *recvcount, Type_C(*recvtype), *source, *recvtag, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_isendrecv_c_f08, mpi_isendrecv_c, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, MPI_Fint *dest, MPI_Fint *sendtag, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *source, MPI_Fint *recvtag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_isendrecv_replace, (void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *sendtag, MPI_Fint *source, MPI_Fint *recvtag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Isendrecv_replace)(BUFFER(buf), *count, Type_C(*datatype), *dest, *sendtag, *source, *recvtag, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_isendrecv_replace_f08, mpi_isendrecv_replace, (void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *sendtag, MPI_Fint *source, MPI_Fint *recvtag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_isendrecv_replace_c, (void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *sendtag, MPI_Fint *source, MPI_Fint *recvtag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Isendrecv_replace_c)(BUFFER(buf), *count, Type_C(*datatype), *dest, *sendtag, *source, *recvtag, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_isendrecv_replace_c_f08, mpi_isendrecv_replace_c, (void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *sendtag, MPI_Fint *source, MPI_Fint *recvtag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_issend, (void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Issend)(BUFFER(buf), *count, Type_C(*datatype), *dest, *tag, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_issend_f08, mpi_issend, (void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_issend_c, (void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Issend_c)(BUFFER(buf), *count, Type_C(*datatype), *dest, *tag, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_issend_c_f08, mpi_issend_c, (void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_keyval_free, (MPI_Fint *keyval, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Keyval_free)(keyval);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_lookup_name, (char *service_name, MPI_Fint *info, char *port_name, MPI_Fint *ierror, size_t service_name_length, size_t port_name_length))
{
    char *c_service_name = wt_f_string(service_name, service_name_length);
    char *c_port_name = ARRAY(char, MPI_MAX_PORT_NAME);
    c_port_name[0] = 0;
    SITE();
    int error = CALL(MPI_Lookup_name)(c_service_name, Info_C(*info), c_port_name);
    free(c_service_name);
    if (error == MPI_SUCCESS)
        wt_f_pad(port_name, port_name_length, c_port_name);
    free(c_port_name);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_lookup_name_f08, mpi_lookup_name, (char *service_name, MPI_Fint *info, char *port_name, MPI_Fint *ierror, size_t service_name_length, size_t port_name_length))

ROUTINE(void, mpi_mprobe, (MPI_Fint *source, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *message, MPI_Status *status, MPI_Fint *ierror))
{
    MPI_Message c_message = MPI_MESSAGE_NULL;
    SITE();
    int error = CALL(MPI_Mprobe)(*source, *tag, Comm_C(*comm), &c_message, STATUS(status));
    if (error == MPI_SUCCESS)
        *message = Message_F(c_message);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_mprobe_f08, mpi_mprobe, (MPI_Fint *source, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *message, MPI_Status *status, MPI_Fint *ierror))

ROUTINE(void, mpi_mrecv, (void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *message, MPI_Status *status, MPI_Fint *ierror))
{
    MPI_Message c_message = Message_C(*message);
    SITE();
    int error = CALL(MPI_Mrecv)(BUFFER(buf), *count, Type_C(*datatype), &c_message, STATUS(status));
    *message = Message_F(c_message);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_mrecv_f08, mpi_mrecv, (void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *message, MPI_Status *status, MPI_Fint *ierror))

ROUTINE(void, mpi_mrecv_c, (void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *message, MPI_Status *status, MPI_Fint *ierror))
{
    MPI_Message c_message = Message_C(*message);
    SITE();
    int error = CALL(MPI_Mrecv_c)(BUFFER(buf), *count, Type_C(*datatype), &c_message, STATUS(status));
    *message = Message_F(c_message);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_mrecv_c_f08, mpi_mrecv_c, (void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *message, MPI_Status *status, MPI_Fint *ierror))

ROUTINE(void, mpi_neighbor_allgather, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Neighbor_allgather)(BUFFER(sendbuf), *sendcount, Type_C(*sendtype), BUFFER(recvbuf), *recvcount, Type_C(*recvtype), Comm_C(*comm));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_neighbor_allgather_f08, mpi_neighbor_allgather, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *ierror))

ROUTINE(void, mpi_neighbor_allgather_c, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Neighbor_allgather_c)(BUFFER(sendbuf), *sendcount, Type_C(*sendtype), BUFFER(recvbuf), *recvcount, Type_C(*recvtype), Comm_C(*comm));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_neighbor_allgather_c_f08, mpi_neighbor_allgather_c, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *ierror))

ROUTINE(void, mpi_neighbor_allgather_init, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Neighbor_allgather_init)(BUFFER(sendbuf), *sendcount, Type_C(*sendtype), BUFFER(recvbuf), *recvcount, Type_C(*recvtype), Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_neighbor_allgather_init_f08, mpi_neighbor_allgather_init, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_neighbor_allgather_init_c, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Neighbor_allgather_init_c)(BUFFER(sendbuf), *sendcount, Type_C(*sendtype), BUFFER(recvbuf), *recvcount, Type_C(*recvtype), Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_neighbor_allgather_init_c_f08, mpi_neighbor_allgather_init_c, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_neighbor_allgatherv, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *displs, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Neighbor_allgatherv)(BUFFER(sendbuf), *sendcount, Type_C(*sendtype), BUFFER(recvbuf), recvcounts, displs, Type_C(*recvtype), Comm_C(*comm));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_neighbor_allgatherv_f08, mpi_neighbor_allgatherv, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *displs, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *ierror))

ROUTINE(void, mpi_neighbor_allgatherv_c, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *displs, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Neighbor_allgatherv_c)(BUFFER(sendbuf), *sendcount, Type_C(*sendtype), BUFFER(recvbuf), recvcounts, displs, Type_C(*recvtype), Comm_C(*comm));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_neighbor_allgatherv_c_f08, mpi_neighbor_allgatherv_c, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *displs, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *ierror))

ROUTINE(void, mpi_neighbor_allgatherv_init, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *displs, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Neighbor_allgatherv_init)(BUFFER(sendbuf), *sendcount, Type_C(*sendtype), BUFFER(recvbuf), recvcounts, displs, Type_C(*recvtype), Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_neighbor_allgatherv_init_f08, mpi_neighbor_allgatherv_init, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *displs, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_neighbor_allgatherv_init_c, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *displs, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Neighbor_allgatherv_init_c)(BUFFER(sendbuf), *sendcount, Type_C(*sendtype), BUFFER(recvbuf), recvcounts, displs, Type_C(*recvtype), Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_neighbor_allgatherv_init_c_f08, mpi_neighbor_allgatherv_init_c, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *displs, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_neighbor_alltoall, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Neighbor_alltoall)(BUFFER(sendbuf), *sendcount, Type_C(*sendtype), BUFFER(recvbuf), *recvcount, Type_C(*recvtype), Comm_C(*comm));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_neighbor_alltoall_f08, mpi_neighbor_alltoall, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *ierror))

ROUTINE(void, mpi_neighbor_alltoall_c, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Neighbor_alltoall_c)(BUFFER(sendbuf), *sendcount, Type_C(*sendtype), BUFFER(recvbuf), *recvcount, Type_C(*recvtype), Comm_C(*comm));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_neighbor_alltoall_c_f08, mpi_neighbor_alltoall_c, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *ierror))

ROUTINE(void, mpi_neighbor_alltoall_init, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Neighbor_alltoall_init)(BUFFER(sendbuf), *sendcount, Type_C(*sendtype), BUFFER(recvbuf), *recvcount, Type_C(*recvtype), Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_neighbor_alltoall_init_f08, mpi_neighbor_alltoall_init, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_neighbor_alltoall_init_c, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Neighbor_alltoall_init_c)(BUFFER(sendbuf), *sendcount, Type_C(*sendtype), BUFFER(recvbuf), *recvcount, Type_C(*recvtype), Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_neighbor_alltoall_init_c_f08, mpi_neighbor_alltoall_init_c, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_neighbor_alltoallv, (void *sendbuf, MPI_Fint *sendcounts, MPI_Fint *sdispls, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *rdispls, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Neighbor_alltoallv)(BUFFER(sendbuf), sendcounts, sdispls, Type_C(*sendtype), BUFFER(recvbuf), recvcounts, rdispls, Type_C(*recvtype), Comm_C(*comm));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_neighbor_alltoallv_f08, mpi_neighbor_alltoallv, (void *sendbuf, MPI_Fint *sendcounts, MPI_Fint *sdispls, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *rdispls, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *ierror))

ROUTINE(void, mpi_neighbor_alltoallv_c, (void *sendbuf, MPI_Count *sendcounts, MPI_Aint *sdispls, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *rdispls, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Neighbor_alltoallv_c)(BUFFER(sendbuf), sendcounts, sdispls, Type_C(*sendtype), BUFFER(recvbuf), recvcounts, rdispls, Type_C(*recvtype), Comm_C(*comm));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_neighbor_alltoallv_c_f08, mpi_neighbor_alltoallv_c, (void *sendbuf, MPI_Count *sendcounts, MPI_Aint *sdispls, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *rdispls, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *ierror))

ROUTINE(void, mpi_neighbor_alltoallv_init, (void *sendbuf, MPI_Fint *sendcounts, MPI_Fint *sdispls, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *rdispls, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Neighbor_alltoallv_init)(BUFFER(sendbuf), sendcounts, sdispls, Type_C(*sendtype), BUFFER(recvbuf), recvcounts, rdispls, Type_C(*recvtype), Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_neighbor_alltoallv_init_f08, mpi_neighbor_alltoallv_init, (void *sendbuf, MPI_Fint *sendcounts, MPI_Fint *sdispls, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *rdispls, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_neighbor_alltoallv_init_c, (void *sendbuf, MPI_Count *sendcounts, MPI_Aint *sdispls, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *rdispls, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Neighbor_alltoallv_init_c)(BUFFER(sendbuf), sendcounts, sdispls, Type_C(*sendtype), BUFFER(recvbuf), recvcounts, rdispls, Type_C(*recvtype), Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_neighbor_alltoallv_init_c_f08, mpi_neighbor_alltoallv_init_c, (void *sendbuf, MPI_Count *sendcounts, MPI_Aint *sdispls, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *rdispls, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_neighbor_alltoallw, (void *sendbuf, MPI_Fint *sendcounts, MPI_Aint *sdispls, MPI_Fint *sendtypes, void *recvbuf, MPI_Fint *recvcounts, MPI_Aint *rdispls, MPI_Fint *recvtypes, MPI_Fint *comm, MPI_Fint *ierror))
{
    int n_sendtypes = wt_f_neighbors(Comm_C(*comm), 1);
    MPI_Datatype *c_sendtypes = ARRAY(MPI_Datatype, n_sendtypes);
    for (int i = 0; i < n_sendtypes; i++)
        c_sendtypes[i] = Type_C(sendtypes[i]);
    int n_recvtypes = wt_f_neighbors(Comm_C(*comm), 0);
    MPI_Datatype *c_recvtypes = ARRAY(MPI_Datatype, n_recvtypes);
    for (int i = 0; i < n_recvtypes; i++)
        c_recvtypes[i] = Type_C(recvtypes[i]);
    SITE();
    int error = CALL(MPI_Neighbor_alltoallw)(BUFFER(sendbuf), sendcounts, sdispls, c_sendtypes, BUFFER(recvbuf), recvcounts, rdispls, c_recvtypes, Comm_C(*comm));
    free(c_sendtypes);
    free(c_recvtypes);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_neighbor_alltoallw_f08, mpi_neighbor_alltoallw, (void *sendbuf, MPI_Fint *sendcounts, MPI_Aint *sdispls, MPI_Fint *sendtypes, void *recvbuf, MPI_Fint *recvcounts, MPI_Aint *rdispls, MPI_Fint *recvtypes, MPI_Fint *comm, MPI_Fint *ierror))

ROUTINE(void, mpi_neighbor_alltoallw_c, (void *sendbuf, MPI_Count *sendcounts, MPI_Aint *sdispls, MPI_Fint *sendtypes, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *rdispls, MPI_Fint *recvtypes, MPI_Fint *comm, MPI_Fint *ierror))
{
    int n_sendtypes = wt_f_neighbors(Comm_C(*comm), 1);
    MPI_Datatype *c_sendtypes = ARRAY(MPI_Datatype, n_sendtypes);
    for (int i = 0; i < n_sendtypes; i++)
        c_sendtypes[i] = Type_C(sendtypes[i]);
    int n_recvtypes = wt_f_neighbors(Comm_C(*comm), 0);
    MPI_Datatype *c_recvtypes = ARRAY(MPI_Datatype, n_recvtypes);
    for (int i = 0; i < n_recvtypes; i++)
        c_recvtypes[i] = Type_C(recvtypes[i]);
    SITE();
    int error = CALL(MPI_Neighbor_alltoallw_c)(BUFFER(sendbuf), sendcounts, sdispls, c_sendtypes, BUFFER(recvbuf), recvcounts, rdispls, c_recvtypes, Comm_C(*comm));
    free(c_sendtypes);
    free(c_recvtypes);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_neighbor_alltoallw_c_f08, mpi_neighbor_alltoallw_c, (void *sendbuf, MPI_Count *sendcounts, MPI_Aint *sdispls, MPI_Fint *sendtypes, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *rdispls, MPI_Fint *recvtypes, MPI_Fint *comm, MPI_Fint *ierror))

ROUTINE(void, mpi_neighbor_alltoallw_init, (void *sendbuf, MPI_Fint *sendcounts, MPI_Aint *sdispls, MPI_Fint *sendtypes, void *recvbuf, MPI_Fint *recvcounts, MPI_Aint *rdispls, MPI_Fint *recvtypes, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    int n_sendtypes = wt_f_neighbors(Comm_C(*comm), 1);
    MPI_Datatype *c_sendtypes = ARRAY(MPI_Datatype, n_sendtypes);
    for (int i = 0; i < n_sendtypes; i++)
        c_sendtypes[i] = Type_C(sendtypes[i]);
    int n_recvtypes = wt_f_neighbors(Comm_C(*comm), 0);
    MPI_Datatype *c_recvtypes = ARRAY(MPI_Datatype, n_recvtypes);
    for (int i = 0; i < n_recvtypes; i++)
        c_recvtypes[i] = Type_C(recvtypes[i]);
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Neighbor_alltoallw_init)(BUFFER(sendbuf), sendcounts, sdispls, c_sendtypes, BUFFER(recvbuf), recvcounts, rdispls, c_recvtypes, Comm_C(*comm), Info_C(*info), &c_request);
    free(c_sendtypes);
    free(c_recvtypes);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_neighbor_alltoallw_init_f08, mpi_neighbor_alltoallw_init, (void *sendbuf, MPI_Fint *sendcounts, MPI_Aint *sdispls, MPI_Fint *sendtypes, void *recvbuf, MPI_Fint *recvcounts, MPI_Aint *rdispls, MPI_Fint *recvtypes, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_neighbor_alltoallw_init_c, (void *sendbuf, MPI_Count *sendcounts, MPI_Aint *sdispls, MPI_Fint *sendtypes, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *rdispls, MPI_Fint *recvtypes, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    int n_sendtypes = wt_f_neighbors(Comm_C(*comm), 1);
    MPI_Datatype *c_sendtypes = ARRAY(MPI_Datatype, n_sendtypes);
    for (int i = 0; i < n_sendtypes; i++)
        c_sendtypes[i] = Type_C(sendtypes[i]);
    int n_recvtypes = wt_f_neighbors(Comm_C(*comm), 0);
    MPI_Datatype *c_recvtypes = ARRAY(MPI_Datatype, n_recvtypes);
    for (int i = 0; i < n_recvtypes; i++)
        c_recvtypes[i] = Type_C(recvtypes[i]);
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Neighbor_alltoallw_init_c)(BUFFER(sendbuf), sendcounts, sdispls, c_sendtypes, BUFFER(recvbuf), recvcounts, rdispls, c_recvtypes, Comm_C(*comm), Info_C(*info), &c_request);
    free(c_sendtypes);
    free(c_recvtypes);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_neighbor_alltoallw_init_c_f08, mpi_neighbor_alltoallw_init_c, (void *sendbuf, MPI_Count *sendcounts, MPI_Aint *sdispls, MPI_Fint *sendtypes, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *rdispls, MPI_Fint *recvtypes, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_op_commutative, (MPI_Fint *op, MPI_Fint *commute, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Op_commutative)(Op_C(*op), commute);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_op_commutative_f08, mpi_op_commutative, (MPI_Fint *op, MPI_Fint *commute, MPI_Fint *ierror))

ROUTINE(void, mpi_op_create, (MPI_User_function *user_fn, MPI_Fint *commute, MPI_Fint *op, MPI_Fint *ierror))
{
    MPI_Op c_op = MPI_OP_NULL;
    SITE();
    int error = CALL(MPI_Op_create)(user_fn, *commute, &c_op);
    if (error == MPI_SUCCESS)
        *op = Op_F(c_op);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_op_create_f08, mpi_op_create, (MPI_User_function *user_fn, MPI_Fint *commute, MPI_Fint *op, MPI_Fint *ierror))

ROUTINE(void, mpi_op_create_c, (MPI_User_function_c *user_fn, MPI_Fint *commute, MPI_Fint *op, MPI_Fint *ierror))
{
    MPI_Op c_op = MPI_OP_NULL;
    SITE();
    int error = CALL(MPI_Op_create_c)(user_fn, *commute, &c_op);
    if (error == MPI_SUCCESS)
        *op = Op_F(c_op);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_op_create_c_f08, mpi_op_create_c, (MPI_User_function_c *user_fn, MPI_Fint *commute, MPI_Fint *op, MPI_Fint *ierror))

ROUTINE(void, mpi_op_free, (MPI_Fint *op, MPI_Fint *ierror))
{
    MPI_Op c_op = Op_C(*op);
    SITE();
    int error = CALL(MPI_Op_free)(&c_op);
    *op = Op_F(c_op);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_op_free_f08, mpi_op_free, (MPI_Fint *op, MPI_Fint *ierror))

ROUTINE(void, mpi_open_port, (MPI_Fint *info, char *port_name, MPI_Fint *ierror, size_t port_name_length))
{
    char *c_port_name = ARRAY(char, MPI_MAX_PORT_NAME);
    c_port_name[0] = 0;
    SITE();
    int error = CALL(MPI_Open_port)(Info_C(*info), c_port_name);
    if (error == MPI_SUCCESS)
        wt_f_pad(port_name, port_name_length, c_port_name);
    free(c_port_name);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_open_port_f08, mpi_open_port, (MPI_Fint *info, char *port_name, MPI_Fint *ierror, size_t port_name_length))

ROUTINE(void, mpi_pack, (void *inbuf, MPI_Fint *incount, MPI_Fint *datatype, void *outbuf, MPI_Fint *outsize, MPI_Fint *position, MPI_Fint *comm, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Pack)(BUFFER(inbuf), *incount, Type_C(*datatype), BUFFER(outbuf), *outsize, position, Comm_C(*comm));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_pack_f08, mpi_pack, (void *inbuf, MPI_Fint *incount, MPI_Fint *datatype, void *outbuf, MPI_Fint *outsize, MPI_Fint *position, MPI_Fint *comm, MPI_Fint *ierror))

ROUTINE(void, mpi_pack_c, (void *inbuf, MPI_Count *incount, MPI_Fint *datatype, void *outbuf, MPI_Count *outsize, MPI_Count *position, MPI_Fint *comm, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Pack_c)(BUFFER(inbuf), *incount, Type_C(*datatype), BUFFER(outbuf), *outsize, position, Comm_C(*comm));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_pack_c_f08, mpi_pack_c, (void *inbuf, MPI_Count *incount, MPI_Fint *datatype, void *outbuf, MPI_Count *outsize, MPI_Count *position, MPI_Fint *comm, MPI_Fint *ierror))

ROUTINE(void, mpi_pack_external, (char *datarep, void *inbuf, MPI_Fint *incount, MPI_Fint *datatype, void *outbuf, MPI_Aint *outsize, MPI_Aint *position, MPI_Fint *ierror, size_t datarep_length))
{
    char *c_datarep = wt_f_string(datarep, datarep_length);
    SITE();
    int error = CALL(MPI_Pack_external)(c_datarep, BUFFER(inbuf), *incount, Type_C(*datatype), BUFFER(outbuf), *outsize, position);
    free(c_datarep);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_pack_external_f08, mpi_pack_external, (char *datarep, void *inbuf, MPI_Fint *incount, MPI_Fint *datatype, void *outbuf, MPI_Aint *outsize, MPI_Aint *position, MPI_Fint *ierror, size_t datarep_length))

ROUTINE(void, mpi_pack_external_c, (char *datarep, void *inbuf, MPI_Count *incount, MPI_Fint *datatype, void *outbuf, MPI_Count *outsize, MPI_Count *position, MPI_Fint *ierror, size_t datarep_length))
{
    char *c_datarep = wt_f_string(datarep, datarep_length);
    SITE();
    int error = CALL(MPI_Pack_external_c)(c_datarep, BUFFER(inbuf), *incount, Type_C(*datatype), BUFFER(outbuf), *outsize, position);
    free(c_datarep);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_pack_external_c_f08, mpi_pack_external_c, (char *datarep, void *inbuf, MPI_Count *incount, MPI_Fint *datatype, void *outbuf, MPI_Count *outsize, MPI_Count *position, MPI_Fint *ierror, size_t datarep_length))

ROUTINE(void, mpi_pack_external_size, (char *datarep, MPI_Fint *incount, MPI_Fint *datatype, MPI_Aint *size, MPI_Fint *ierror, size_t datarep_length))
{
    char *c_datarep = wt_f_string(datarep, datarep_length);
    SITE();
    int error = CALL(MPI_Pack_external_size)(c_datarep, *incount, Type_C(*datatype), size);
    free(c_datarep);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_pack_external_size_f08, mpi_pack_external_size, (char *datarep, MPI_Fint *incount, MPI_Fint *datatype, MPI_Aint *size, MPI_Fint *ierror, size_t datarep_length))

ROUTINE(void, mpi_pack_external_size_c, (char *datarep, MPI_Count *incount, MPI_Fint *datatype, MPI_Count *size, MPI_Fint *ierror, size_t datarep_length))
{
    char *c_datarep = wt_f_string(datarep, datarep_length);
    SITE();
    int error = CALL(MPI_Pack_external_size_c)(c_datarep, *incount, Type_C(*datatype), size);
    free(c_datarep);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_pack_external_size_c_f08, mpi_pack_external_size_c, (char *datarep, MPI_Count *incount, MPI_Fint *datatype, MPI_Count *size, MPI_Fint *ierror, size_t datarep_length))

ROUTINE(void, mpi_pack_size, (MPI_Fint *incount, MPI_Fint *datatype, MPI_Fint *comm, MPI_Fint *size, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Pack_size)(*incount, Type_C(*datatype), Comm_C(*comm), size);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_pack_size_f08, mpi_pack_size, (MPI_Fint *incount, MPI_Fint *datatype, MPI_Fint *comm, MPI_Fint *size, MPI_Fint *ierror))

ROUTINE(void, mpi_pack_size_c, (MPI_Count *incount, MPI_Fint *datatype, MPI_Fint *comm, MPI_Count *size, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Pack_size_c)(*incount, Type_C(*datatype), Comm_C(*comm), size);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_pack_size_c_f08, mpi_pack_size_c, (MPI_Count *incount, MPI_Fint *datatype, MPI_Fint *comm, MPI_Count *size, MPI_Fint *ierror))

ROUTINE(void, mpi_parrived, (MPI_Fint *request, MPI_Fint *partition, MPI_Fint *flag, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Parrived)(Request_C(*request), *partition, flag);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_parrived_f08, mpi_parrived, (MPI_Fint *request, MPI_Fint *partition, MPI_Fint *flag, MPI_Fint *ierror))

ROUTINE(void, mpi_pready, (MPI_Fint *partition, MPI_Fint *request, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Pready)(*partition, Request_C(*request));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_pready_f08, mpi_pready, (MPI_Fint *partition, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_pready_list, (MPI_Fint *length, MPI_Fint *array_of_partitions, MPI_Fint *request, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Pready_list)(*length, array_of_partitions, Request_C(*request));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_pready_list_f08, mpi_pready_list, (MPI_Fint *length, MPI_Fint *array_of_partitions, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_pready_range, (MPI_Fint *partition_low, MPI_Fint *partition_high, MPI_Fint *request, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Pready_range)(*partition_low, *partition_high, Request_C(*request));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_pready_range_f08, mpi_pready_range, (MPI_Fint *partition_low, MPI_Fint *partition_high, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_precv_init, (void *buf, MPI_Fint *partitions, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *source, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Precv_init)(BUFFER(buf), *partitions, *count, Type_C(*datatype), *source, *tag, Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_precv_init_f08, mpi_precv_init, (void *buf, MPI_Fint *partitions, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *source, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_probe, (MPI_Fint *source, MPI_Fint *tag, MPI_Fint *comm, MPI_Status *status, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Probe)(*source, *tag, Comm_C(*comm), STATUS(status));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_probe_f08, mpi_probe, (MPI_Fint *source, MPI_Fint *tag, MPI_Fint *comm, MPI_Status *status, MPI_Fint *ierror))

ROUTINE(void, mpi_psend_init, (void *buf, MPI_Fint *partitions, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Psend_init)(BUFFER(buf), *partitions, *count, Type_C(*datatype), *dest, *tag, Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_psend_init_f08, mpi_psend_init, (void *buf, MPI_Fint *partitions, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_publish_name, (char *service_name, MPI_Fint *info, char *port_name, MPI_Fint *ierror, size_t service_name_length, size_t port_name_length))
{
    char *c_service_name = wt_f_string(service_name, service_name_length);
    char *c_port_name = wt_f_string(port_name, port_name_length);
    SITE();
    int error = CALL(MPI_Publish_name)(c_service_name, Info_C(*info), c_port_name);
    free(c_service_name);
    free(c_port_name);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_publish_name_f08, mpi_publish_name, (char *service_name, MPI_Fint *info, char *port_name, MPI_Fint *ierror, size_t service_name_length, size_t port_name_length))

ROUTINE(void, mpi_put, (void *origin_addr, MPI_Fint *origin_count, MPI_Fint *origin_datatype, MPI_Fint *target_rank, MPI_Aint *target_disp, MPI_Fint *target_count, MPI_Fint *target_datatype, MPI_Fint *win, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Put)(BUFFER(origin_addr), *origin_count, Type_C(*origin_datatype), *target_rank, *target_disp, *target_count, Type_C(*target_datatype), Win_C(*win));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_put_f08, mpi_put, (void *origin_addr, MPI_Fint *origin_count, MPI_Fint *origin_datatype, MPI_Fint *target_rank, MPI_Aint *target_disp, MPI_Fint *target_count, MPI_Fint *target_datatype, MPI_Fint *win, MPI_Fint *ierror))

ROUTINE(void, mpi_put_c, (void *origin_addr, MPI_Count *origin_count, MPI_Fint *origin_datatype, MPI_Fint *target_rank, MPI_Aint *target_disp, MPI_Count *target_count, MPI_Fint *target_datatype, MPI_Fint *win, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Put_c)(BUFFER(origin_addr), *origin_count, Type_C(*origin_datatype), *target_rank, *target_disp, *target_count, Type_C(*target_datatype), Win_C(*win));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_put_c_f08, mpi_put_c, (void *origin_addr, MPI_Count *origin_count, MPI_Fint *origin_datatype, MPI_Fint *target_rank, MPI_Aint *target_disp, MPI_Count *target_count, MPI_Fint *target_datatype, MPI_Fint *win, MPI_Fint *ierror))

ROUTINE(void, mpi_query_thread, (MPI_Fint *provided, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Query_thread)(provided);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_query_thread_f08, mpi_query_thread, (MPI_Fint *provided, MPI_Fint *ierror))

ROUTINE(void, mpi_raccumulate, (void *origin_addr, MPI_Fint *origin_count, MPI_Fint *origin_datatype, MPI_Fint *target_rank, MPI_Aint *target_disp, MPI_Fint *target_count, MPI_Fint *target_datatype, MPI_Fint *op, MPI_Fint *win, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Raccumulate)(BUFFER(origin_addr), *origin_count, Type_C(*origin_datatype), *target_rank, *target_disp, *target_count, Type_C(*target_datatype), Op_C(*op), Win_C(*win), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_raccumulate_f08, mpi_raccumulate, (void *origin_addr, MPI_Fint *origin_count, MPI_Fint *origin_datatype, MPI_Fint *target_rank, MPI_Aint *target_disp, MPI_Fint *target_count, MPI_Fint *target_datatype, MPI_Fint *op, MPI_Fint *win, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_raccumulate_c, (void *origin_addr, MPI_Count *origin_count, MPI_Fint *origin_datatype, MPI_Fint *target_rank, MPI_Aint *target_disp, MPI_Count *target_count, MPI_Fint *target_datatype, MPI_Fint *op, MPI_Fint *win, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Raccumulate_c)(BUFFER(origin_addr), *origin_count, Type_C(*origin_datatype), *target_rank, *target_disp, *target_count, Type_C(*target_datatype), Op_C(*op), Win_C(*win), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_raccumulate_c_f08, mpi_raccumulate_c, (void *origin_addr, MPI_Count *origin_count, MPI_Fint *origin_datatype, MPI_Fint *target_rank, MPI_Aint *target_disp, MPI_Count *target_count, MPI_Fint *target_datatype, MPI_Fint *op, MPI_Fint *win, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_recv, (void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *source, MPI_Fint *tag, MPI_Fint *comm, MPI_Status *status, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Recv)(BUFFER(buf), *count, Type_C(*datatype), *source, *tag, Comm_C(*comm), STATUS(status));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_recv_f08, mpi_recv, (void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *source, MPI_Fint *tag, MPI_Fint *comm, MPI_Status *status, MPI_Fint *ierror))

ROUTINE(void, mpi_recv_c, (void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *source, MPI_Fint *tag, MPI_Fint *comm, MPI_Status *status, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Recv_c)(BUFFER(buf), *count, Type_C(*datatype), *source, *tag, Comm_C(*comm), STATUS(status));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_recv_c_f08, mpi_recv_c, (void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *source, MPI_Fint *tag, MPI_Fint *comm, MPI_Status *status, MPI_Fint *ierror))

ROUTINE(void, mpi_recv_init, (void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *source, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Recv_init)(BUFFER(buf), *count, Type_C(*datatype), *source, *tag, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_recv_init_f08, mpi_recv_init, (void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *source, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_recv_init_c, (void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *source, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Recv_init_c)(BUFFER(buf), *count, Type_C(*datatype), *source, *tag, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_recv_init_c_f08, mpi_recv_init_c, (void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *source, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_reduce, (void *sendbuf, void *recvbuf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Reduce)(BUFFER(sendbuf), BUFFER(recvbuf), *count, Type_C(*datatype), Op_C(*op), *root, Comm_C(*comm));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_reduce_f08, mpi_reduce, (void *sendbuf, void *recvbuf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *ierror))

ROUTINE(void, mpi_reduce_c, (void *sendbuf, void *recvbuf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Reduce_c)(BUFFER(sendbuf), BUFFER(recvbuf), *count, Type_C(*datatype), Op_C(*op), *root, Comm_C(*comm));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_reduce_c_f08, mpi_reduce_c, (void *sendbuf, void *recvbuf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *ierror))

ROUTINE(void, mpi_reduce_init, (void *sendbuf, void *recvbuf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Reduce_init)(BUFFER(sendbuf), BUFFER(recvbuf), *count, Type_C(*datatype), Op_C(*op), *root, Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_reduce_init_f08, mpi_reduce_init, (void *sendbuf, void *recvbuf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_reduce_init_c, (void *sendbuf, void *recvbuf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Reduce_init_c)(BUFFER(sendbuf), BUFFER(recvbuf), *count, Type_C(*datatype), Op_C(*op), *root, Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_reduce_init_c_f08, mpi_reduce_init_c, (void *sendbuf, void *recvbuf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_reduce_local, (void *inbuf, void *inoutbuf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Reduce_local)(BUFFER(inbuf), BUFFER(inoutbuf), *count, Type_C(*datatype), Op_C(*op));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_reduce_local_f08, mpi_reduce_local, (void *inbuf, void *inoutbuf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *ierror))

ROUTINE(void, mpi_reduce_local_c, (void *inbuf, void *inoutbuf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Reduce_local_c)(BUFFER(inbuf), BUFFER(inoutbuf), *count, Type_C(*datatype), Op_C(*op));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_reduce_local_c_f08, mpi_reduce_local_c, (void *inbuf, void *inoutbuf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *ierror))

ROUTINE(void, mpi_reduce_scatter, (void *sendbuf, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Reduce_scatter)(BUFFER(sendbuf), BUFFER(recvbuf), recvcounts, Type_C(*datatype), Op_C(*op), Comm_C(*comm));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_reduce_scatter_f08, mpi_reduce_scatter, (void *sendbuf, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *ierror))

ROUTINE(void, mpi_reduce_scatter_block, (void *sendbuf, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Reduce_scatter_block)(BUFFER(sendbuf), BUFFER(recvbuf), *recvcount, Type_C(*datatype), Op_C(*op), Comm_C(*comm));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_reduce_scatter_block_f08, mpi_reduce_scatter_block, (void *sendbuf, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *ierror))

ROUTINE(void, mpi_reduce_scatter_block_c, (void *sendbuf, void *recvbuf, MPI_Count *recvcount, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Reduce_scatter_block_c)(BUFFER(sendbuf), BUFFER(recvbuf), *recvcount, Type_C(*datatype), Op_C(*op), Comm_C(*comm));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_reduce_scatter_block_c_f08, mpi_reduce_scatter_block_c, (void *sendbuf, void *recvbuf, MPI_Count *recvcount, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *ierror))

ROUTINE(void, mpi_reduce_scatter_block_init, (void *sendbuf, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Reduce_scatter_block_init)(BUFFER(sendbuf), BUFFER(recvbuf), *recvcount, Type_C(*datatype), Op_C(*op), Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_reduce_scatter_block_init_f08, mpi_reduce_scatter_block_init, (void *sendbuf, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_reduce_scatter_block_init_c, (void *sendbuf, void *recvbuf, MPI_Count *recvcount, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Reduce_scatter_block_init_c)(BUFFER(sendbuf), BUFFER(recvbuf), *recvcount, Type_C(*datatype), Op_C(*op), Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_reduce_scatter_block_init_c_f08, mpi_reduce_scatter_block_init_c, (void *sendbuf, void *recvbuf, MPI_Count *recvcount, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_reduce_scatter_c, (void *sendbuf, void *recvbuf, MPI_Count *recvcounts, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Reduce_scatter_c)(BUFFER(sendbuf), BUFFER(recvbuf), recvcounts, Type_C(*datatype), Op_C(*op), Comm_C(*comm));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_reduce_scatter_c_f08, mpi_reduce_scatter_c, (void *sendbuf, void *recvbuf, MPI_Count *recvcounts, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *ierror))

ROUTINE(void, mpi_reduce_scatter_init, (void *sendbuf, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Reduce_scatter_init)(BUFFER(sendbuf), BUFFER(recvbuf), recvcounts, Type_C(*datatype), Op_C(*op), Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_reduce_scatter_init_f08, mpi_reduce_scatter_init, (void *sendbuf, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_reduce_scatter_init_c, (void *sendbuf, void *recvbuf, MPI_Count *recvcounts, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Reduce_scatter_init_c)(BUFFER(sendbuf), BUFFER(recvbuf), recvcounts, Type_C(*datatype), Op_C(*op), Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_reduce_scatter_init_c_f08, mpi_reduce_scatter_init_c, (void *sendbuf, void *recvbuf, MPI_Count *recvcounts, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_remove_error_class, (MPI_Fint *errorclass, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Remove_error_class)(*errorclass);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_remove_error_class_f08, mpi_remove_error_class, (MPI_Fint *errorclass, MPI_Fint *ierror))

ROUTINE(void, mpi_remove_error_code, (MPI_Fint *errorcode, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Remove_error_code)(*errorcode);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_remove_error_code_f08, mpi_remove_error_code, (MPI_Fint *errorcode, MPI_Fint *ierror))

ROUTINE(void, mpi_remove_error_string, (MPI_Fint *errorcode, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Remove_error_string)(*errorcode);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_remove_error_string_f08, mpi_remove_error_string, (MPI_Fint *errorcode, MPI_Fint *ierror))

ROUTINE(void, mpi_request_free, (MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = Request_C(*request);
    SITE();
    int error = CALL(MPI_Request_free)(&c_request);
    if (wt_f_copies && error == MPI_SUCCESS)
        wt_f_forget(*request);
    *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_request_free_f08, mpi_request_free, (MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_request_get_status, (MPI_Fint *request, MPI_Fint *flag, MPI_Status *status, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Request_get_status)(Request_C(*request), flag, STATUS(status));
    if (wt_f_copies)
        wt_f_settle(1, request, &(MPI_Request){Request_C(*request)});
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_request_get_status_f08, mpi_request_get_status, (MPI_Fint *request, MPI_Fint *flag, MPI_Status *status, MPI_Fint *ierror))

ROUTINE(void, mpi_request_get_status_all, (MPI_Fint *count, MPI_Fint *array_of_requests, MPI_Fint *flag, MPI_Status *array_of_statuses, MPI_Fint *ierror))
{
    int n_array_of_requests = (int)*count;
    MPI_Request *c_array_of_requests = ARRAY(MPI_Request, n_array_of_requests);
    for (int i = 0; i < n_array_of_requests; i++)
        c_array_of_requests[i] = Request_C(array_of_requests[i]);
    SITE();
    int error = CALL(MPI_Request_get_status_all)(*count, c_array_of_requests, flag, STATUS(array_of_statuses));
    if (wt_f_copies)
        wt_f_settle(n_array_of_requests, array_of_requests, c_array_of_requests);
    free(c_array_of_requests);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_request_get_status_all_f08, mpi_request_get_status_all, (MPI_Fint *count, MPI_Fint *array_of_requests, MPI_Fint *flag, MPI_Status *array_of_statuses, MPI_Fint *ierror))

ROUTINE(void, mpi_request_get_status_any, (MPI_Fint *count, MPI_Fint *array_of_requests, MPI_Fint *index, MPI_Fint *flag, MPI_Status *status, MPI_Fint *ierror))
{
    int n_array_of_requests = (int)*count;
    MPI_Request *c_array_of_requests = ARRAY(MPI_Request, n_array_of_requests);
    for (int i = 0; i < n_array_of_requests; i++)
        c_array_of_requests[i] = Request_C(array_of_requests[i]);
    SITE();
    int error = CALL(MPI_Request_get_status_any)(*count, c_array_of_requests, index, flag, STATUS(status));
    if (wt_f_copies)
        wt_f_settle(n_array_of_requests, array_of_requests, c_array_of_requests);
    free(c_array_of_requests);
    if (error == MPI_SUCCESS && *index != MPI_UNDEFINED)
        ++*index;
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_request_get_status_any_f08, mpi_request_get_status_any, (MPI_Fint *count, MPI_Fint *array_of_requests, MPI_Fint *index, MPI_Fint *flag, MPI_Status *status, MPI_Fint *ierror))

ROUTINE(void, mpi_request_get_status_some, (MPI_Fint *incount, MPI_Fint *array_of_requests, MPI_Fint *outcount, MPI_Fint *array_of_indices, MPI_Status *array_of_statuses, MPI_Fint *ierror))
{
    int n_array_of_requests = (int)*incount;
    MPI_Request *c_array_of_requests = ARRAY(MPI_Request, n_array_of_requests);
    for (int i = 0; i < n_array_of_requests; i++)
        c_array_of_requests[i] = Request_C(array_of_requests[i]);
    SITE();
    int error = CALL(MPI_Request_get_status_some)(*incount, c_array_of_requests, outcount, array_of_indices, STATUS(array_of_statuses));
    if (wt_f_copies)
        wt_f_settle(n_array_of_requests, array_of_requests, c_array_of_requests);
    free(c_array_of_requests);
    for (int i = 0; error == MPI_SUCCESS && i < *outcount; i++)
        array_of_indices[i]++;
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_request_get_status_some_f08, mpi_request_get_status_some, (MPI_Fint *incount, MPI_Fint *array_of_requests, MPI_Fint *outcount, MPI_Fint *array_of_indices, MPI_Status *array_of_statuses, MPI_Fint *ierror))

ROUTINE(void, mpi_rget, (void *origin_addr, MPI_Fint *origin_count, MPI_Fint *origin_datatype, MPI_Fint *target_rank, MPI_Aint *target_disp, MPI_Fint *target_count, MPI_Fint *target_datatype, MPI_Fint *win, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Rget)(BUFFER(origin_addr), *origin_count, Type_C(*origin_datatype), *target_rank, *target_disp, *target_count, Type_C(*target_datatype), Win_C(*win), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_rget_f08, mpi_rget, (void *origin_addr, MPI_Fint *origin_count, MPI_Fint *origin_datatype, MPI_Fint *target_rank, MPI_Aint *target_disp, MPI_Fint *target_count, MPI_Fint *target_datatype, MPI_Fint *win, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_rget_accumulate, (void *origin_addr, MPI_Fint *origin_count, MPI_Fint *origin_datatype, void *result_addr, MPI_Fint *result_count, MPI_Fint *result_datatype, MPI_Fint *target_rank, MPI_Aint *target_disp, MPI_Fint *target_count, MPI_Fint *target_datatype, MPI_Fint *op, MPI_Fint *win, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Rget_accumulate)(BUFFER(origin_addr), *origin_count, Type_C(*origin_datatype), BUFFER(result_addr), *result_count, Type_C(*result_datatype), *target_rank, *target_disp, *target_count, Type_C(*target_datatype), Op_C(*op), Win_C(*win), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_rget_accumulate_f08, mpi_rget_accumulate, (void *origin_addr, MPI_Fint *origin_count, MPI_Fint *origin_datatype, void *result_addr, MPI_Fint *result_count, MPI_Fint *result_datatype, MPI_Fint *target_rank, MPI_Aint *target_disp, MPI_Fint *target_count, MPI_Fint *target_datatype, MPI_Fint *op, MPI_Fint *win, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_rget_accumulate_c, (void *origin_addr, MPI_Count *origin_count, MPI_Fint *origin_datatype, void *result_addr, MPI_Count *result_count, MPI_Fint *result_datatype, MPI_Fint *target_rank, MPI_Aint *target_disp, MPI_Count *target_count, MPI_Fint *target_datatype, MPI_Fint *op, MPI_Fint *win, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Rget_accumulate_c)(BUFFER(origin_addr), *origin_count, Type_C(*origin_datatype), BUFFER(result_addr), *result_count, Type_C(*result_datatype), *target_rank, *target_disp, *target_count, Type_C(*target_datatype), Op_C(*op), Win_C(*win), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_rget_accumulate_c_f08, mpi_rget_accumulate_c, (void *origin_addr, MPI_Count *origin_count, MPI_Fint *origin_datatype, void *result_addr, MPI_Count *result_count, MPI_Fint *result_datatype, MPI_Fint *target_rank, MPI_Aint *target_disp, MPI_Count *target_count, MPI_Fint *target_datatype, MPI_Fint *op, MPI_Fint *win, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_rget_c, (void *origin_addr, MPI_Count *origin_count, MPI_Fint *origin_datatype, MPI_Fint *target_rank, MPI_Aint *target_disp, MPI_Count *target_count, MPI_Fint *target_datatype, MPI_Fint *win, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Rget_c)(BUFFER(origin_addr), *origin_count, Type_C(*origin_datatype), *target_rank, *target_disp, *target_count, Type_C(*target_datatype), Win_C(*win), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_rget_c_f08, mpi_rget_c, (void *origin_addr, MPI_Count *origin_count, MPI_Fint *origin_datatype, MPI_Fint *target_rank, MPI_Aint *target_disp, MPI_Count *target_count, MPI_Fint *target_datatype, MPI_Fint *win, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_rput, (void *origin_addr, MPI_Fint *origin_count, MPI_Fint *origin_datatype, MPI_Fint *target_rank, MPI_Aint *target_disp, MPI_Fint *target_count, MPI_Fint *target_datatype, MPI_Fint *win, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Rput)(BUFFER(origin_addr), *origin_count, Type_C(*origin_datatype), *target_rank, *target_disp, *target_count, Type_C(*target_datatype), Win_C(*win), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_rput_f08, mpi_rput, (void *origin_addr, MPI_Fint *origin_count, MPI_Fint *origin_datatype, MPI_Fint *target_rank, MPI_Aint *target_disp, MPI_Fint *target_count, MPI_Fint *target_datatype, MPI_Fint *win, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_rput_c, (void *origin_addr, MPI_Count *origin_count, MPI_Fint *origin_datatype, MPI_Fint *target_rank, MPI_Aint *target_disp, MPI_Count *target_count, MPI_Fint *target_datatype, MPI_Fint *win, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Rput_c)(BUFFER(origin_addr), *origin_count, Type_C(*origin_datatype), *target_rank, *target_disp, *target_count, Type_C(*target_datatype), Win_C(*win), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_rput_c_f08, mpi_rput_c, (void *origin_addr, MPI_Count *origin_count, MPI_Fint *origin_datatype, MPI_Fint *target_rank, MPI_Aint *target_disp, MPI_Count *target_count, MPI_Fint *target_datatype, MPI_Fint *win, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_rsend, (void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Rsend)(BUFFER(buf), *count, Type_C(*datatype), *dest, *tag, Comm_C(*comm));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_rsend_f08, mpi_rsend, (void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *ierror))

ROUTINE(void, mpi_rsend_c, (void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Rsend_c)(BUFFER(buf), *count, Type_C(*datatype), *dest, *tag, Comm_C(*comm));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_rsend_c_f08, mpi_rsend_c, (void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *ierror))

ROUTINE(void, mpi_rsend_init, (void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Rsend_init)(BUFFER(buf), *count, Type_C(*datatype), *dest, *tag, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_rsend_init_f08, mpi_rsend_init, (void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_rsend_init_c, (void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Rsend_init_c)(BUFFER(buf), *count, Type_C(*datatype), *dest, *tag, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_rsend_init_c_f08, mpi_rsend_init_c, (void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_scan, (void *sendbuf, void *recvbuf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Scan)(BUFFER(sendbuf), BUFFER(recvbuf), *count, Type_C(*datatype), Op_C(*op), Comm_C(*comm));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_scan_f08, mpi_scan, (void *sendbuf, void *recvbuf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *ierror))

ROUTINE(void, mpi_scan_c, (void *sendbuf, void *recvbuf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Scan_c)(BUFFER(sendbuf), BUFFER(recvbuf), *count, Type_C(*datatype), Op_C(*op), Comm_C(*comm));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_scan_c_f08, mpi_scan_c, (void *sendbuf, void *recvbuf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *ierror))

ROUTINE(void, mpi_scan_init, (void *sendbuf, void *recvbuf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Scan_init)(BUFFER(sendbuf), BUFFER(recvbuf), *count, Type_C(*datatype), Op_C(*op), Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_scan_init_f08, mpi_scan_init, (void *sendbuf, void *recvbuf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_scan_init_c, (void *sendbuf, void *recvbuf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Scan_init_c)(BUFFER(sendbuf), BUFFER(recvbuf), *count, Type_C(*datatype), Op_C(*op), Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_scan_init_c_f08, mpi_scan_init_c, (void *sendbuf, void *recvbuf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_scatter, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Scatter)(BUFFER(sendbuf), *sendcount, Type_C(*sendtype), BUFFER(recvbuf), *recvcount, Type_C(*recvtype), *root, Comm_C(*comm));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_scatter_f08, mpi_scatter, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *ierror))

ROUTINE(void, mpi_scatter_c, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Scatter_c)(BUFFER(sendbuf), *sendcount, Type_C(*sendtype), BUFFER(recvbuf), *recvcount, Type_C(*recvtype), *root, Comm_C(*comm));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_scatter_c_f08, mpi_scatter_c, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *ierror))

ROUTINE(void, mpi_scatter_init, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Scatter_init)(BUFFER(sendbuf), *sendcount, Type_C(*sendtype), BUFFER(recvbuf), *recvcount, Type_C(*recvtype), *root, Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_scatter_init_f08, mpi_scatter_init, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_scatter_init_c, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Scatter_init_c)(BUFFER(sendbuf), *sendcount, Type_C(*sendtype), BUFFER(recvbuf), *recvcount, Type_C(*recvtype), *root, Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_scatter_init_c_f08, mpi_scatter_init_c, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_scatterv, (void *sendbuf, MPI_Fint *sendcounts, MPI_Fint *displs, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Scatterv)(BUFFER(sendbuf), sendcounts, displs, Type_C(*sendtype), BUFFER(recvbuf), *recvcount, Type_C(*recvtype), *root, Comm_C(*comm));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_scatterv_f08, mpi_scatterv, (void *sendbuf, MPI_Fint *sendcounts, MPI_Fint *displs, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *ierror))

ROUTINE(void, mpi_scatterv_c, (void *sendbuf, MPI_Count *sendcounts, MPI_Aint *displs, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Scatterv_c)(BUFFER(sendbuf), sendcounts, displs, Type_C(*sendtype), BUFFER(recvbuf), *recvcount, Type_C(*recvtype), *root, Comm_C(*comm));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_scatterv_c_f08, mpi_scatterv_c, (void *sendbuf, MPI_Count *sendcounts, MPI_Aint *displs, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *ierror))

ROUTINE(void, mpi_scatterv_init, (void *sendbuf, MPI_Fint *sendcounts, MPI_Fint *displs, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Scatterv_init)(BUFFER(sendbuf), sendcounts, displs, Type_C(*sendtype), BUFFER(recvbuf), *recvcount, Type_C(*recvtype), *root, Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_scatterv_init_f08, mpi_scatterv_init, (void *sendbuf, MPI_Fint *sendcounts, MPI_Fint *displs, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_scatterv_init_c, (void *sendbuf, MPI_Count *sendcounts, MPI_Aint *displs, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Scatterv_init_c)(BUFFER(sendbuf), sendcounts, displs, Type_C(*sendtype), BUFFER(recvbuf), *recvcount, Type_C(*recvtype), *root, Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_scatterv_init_c_f08, mpi_scatterv_init_c, (void *sendbuf, MPI_Count *sendcounts, MPI_Aint *displs, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_send, (void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Send)(BUFFER(buf), *count, Type_C(*datatype), *dest, *tag, Comm_C(*comm));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_send_f08, mpi_send, (void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *ierror))

ROUTINE(void, mpi_send_c, (void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Send_c)(BUFFER(buf), *count, Type_C(*datatype), *dest, *tag, Comm_C(*comm));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_send_c_f08, mpi_send_c, (void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *ierror))

ROUTINE(void, mpi_send_init, (void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Send_init)(BUFFER(buf), *count, Type_C(*datatype), *dest, *tag, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_send_init_f08, mpi_send_init, (void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_send_init_c, (void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Send_init_c)(BUFFER(buf), *count, Type_C(*datatype), *dest, *tag, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_send_init_c_f08, mpi_send_init_c, (void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_sendrecv, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, MPI_Fint *dest, MPI_Fint *sendtag, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *source, MPI_Fint *recvtag, MPI_Fint *comm, MPI_Status *status, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Sendrecv)(BUFFER(sendbuf), *sendcount, Type_C(*sendtype), *dest, *sendtag, BUFFER(recvbuf), *recvcount, Type_C(*recvtype), *source, *recvtag, Comm_C(*comm), STATUS(status));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_sendrecv_f08, mpi_sendrecv, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, MPI_Fint *dest, MPI_Fint *sendtag, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *source, MPI_Fint *recvtag, MPI_Fint *comm, MPI_Status *status, MPI_Fint *ierror))

ROUTINE(void, mpi_sendrecv_c, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, MPI_Fint *dest, MPI_Fint *sendtag, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *source, MPI_Fint *recvtag, MPI_Fint *comm, MPI_Status *status, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Sendrecv_c)(BUFFER(sendbuf), *sendcount, Type_C(*sendtype), *dest, *sendtag, BUFFER(recvbuf), *recvcount, Type_C(*recvtype), *source, *recvtag, Comm_C(*comm), STATUS(status));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_sendrecv_c_f08, mpi_sendrecv_c, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, MPI_Fint *dest, MPI_Fint *sendtag, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *source, MPI_Fint *recvtag, MPI_Fint *comm, MPI_Status *status, MPI_Fint *ierror))

ROUTINE(void, mpi_sendrecv_replace, (void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *sendtag, MPI_Fint *source, MPI_Fint *recvtag, MPI_Fint *comm, MPI_Status *status, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Sendrecv_replace)(BUFFER(buf), *count, Type_C(*datatype), *dest, *sendtag, *source, *recvtag, Comm_C(*comm), STATUS(status));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_sendrecv_replace_f08, mpi_sendrecv_replace, (void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *sendtag, MPI_Fint *source, MPI_Fint *recvtag, MPI_Fint *comm, MPI_Status *status, MPI_Fint *ierror))

ROUTINE(void, mpi_sendrecv_replace_c, (void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *sendtag, MPI_Fint *source, MPI_Fint *recvtag, MPI_Fint *comm, MPI_Status *status, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Sendrecv_replace_c)(BUFFER(buf), *count, Type_C(*datatype), *dest, *sendtag, *source, *recvtag, Comm_C(*comm), STATUS(status));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_sendrecv_replace_c_f08, mpi_sendrecv_replace_c, (void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *sendtag, MPI_Fint *source, MPI_Fint *recvtag, MPI_Fint *comm, MPI_Status *status, MPI_Fint *ierror))

ROUTINE(void, mpi_session_attach_buffer, (MPI_Fint *session, void *buffer, MPI_Fint *size, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Session_attach_buffer)(Session_C(*session), BUFFER(buffer), *size);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_session_attach_buffer_f08, mpi_session_attach_buffer, (MPI_Fint *session, void *buffer, MPI_Fint *size, MPI_Fint *ierror))

ROUTINE(void, mpi_session_attach_buffer_c, (MPI_Fint *session, void *buffer, MPI_Count *size, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Session_attach_buffer_c)(Session_C(*session), BUFFER(buffer), *size);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_session_attach_buffer_c_f08, mpi_session_attach_buffer_c, (MPI_Fint *session, void *buffer, MPI_Count *size, MPI_Fint *ierror))

ROUTINE(void, mpi_session_call_errhandler, (MPI_Fint *session, MPI_Fint *errorcode, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Session_call_errhandler)(Session_C(*session), *errorcode);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_session_call_errhandler_f08, mpi_session_call_errhandler, (MPI_Fint *session, MPI_Fint *errorcode, MPI_Fint *ierror))

ROUTINE(void, mpi_session_create_errhandler, (MPI_Session_errhandler_function *session_errhandler_fn, MPI_Fint *errhandler, MPI_Fint *ierror))
{
    MPI_Errhandler c_errhandler = MPI_ERRHANDLER_NULL;
    SITE();
    int error = CALL(MPI_Session_create_errhandler)(session_errhandler_fn, &c_errhandler);
    if (error == MPI_SUCCESS)
        *errhandler = Errhandler_F(c_errhandler);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_session_create_errhandler_f08, mpi_session_create_errhandler, (MPI_Session_errhandler_function *session_errhandler_fn, MPI_Fint *errhandler, MPI_Fint *ierror))

ROUTINE(void, mpi_session_detach_buffer_c, (MPI_Fint *session, void *buffer_addr, MPI_Count *size, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Session_detach_buffer_c)(Session_C(*session), buffer_addr, size);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_session_detach_buffer_c_f08, mpi_session_detach_buffer_c, (MPI_Fint *session, void *buffer_addr, MPI_Count *size, MPI_Fint *ierror))

ROUTINE(void, mpi_session_finalize, (MPI_Fint *session, MPI_Fint *ierror))
{
    MPI_Session c_session = Session_C(*session);
    SITE();
    int error = CALL(MPI_Session_finalize)(&c_session);
    *session = Session_F(c_session);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_session_finalize_f08, mpi_session_finalize, (MPI_Fint *session, MPI_Fint *ierror))

ROUTINE(void, mpi_session_flush_buffer, (MPI_Fint *session, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Session_flush_buffer)(Session_C(*session));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_session_flush_buffer_f08, mpi_session_flush_buffer, (MPI_Fint *session, MPI_Fint *ierror))

ROUTINE(void, mpi_session_get_errhandler, (MPI_Fint *session, MPI_Fint *errhandler, MPI_Fint *ierror))
{
    MPI_Errhandler c_errhandler = MPI_ERRHANDLER_NULL;
    SITE();
    int error = CALL(MPI_Session_get_errhandler)(Session_C(*session), &c_errhandler);
    if (error == MPI_SUCCESS)
        *errhandler = Errhandler_F(c_errhandler);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_session_get_errhandler_f08, mpi_session_get_errhandler, (MPI_Fint *session, MPI_Fint *errhandler, MPI_Fint *ierror))

ROUTINE(void, mpi_session_get_info, (MPI_Fint *session, MPI_Fint *info_used, MPI_Fint *ierror))
{
    MPI_Info c_info_used = MPI_INFO_NULL;
    SITE();
    int error = CALL(MPI_Session_get_info)(Session_C(*session), &c_info_used);
    if (error == MPI_SUCCESS)
        *info_used = Info_F(c_info_used);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_session_get_info_f08, mpi_session_get_info, (MPI_Fint *session, MPI_Fint *info_used, MPI_Fint *ierror))

ROUTINE(void, mpi_session_get_nth_pset, (MPI_Fint *session, MPI_Fint *info, MPI_Fint *n, MPI_Fint *pset_len, char *pset_name, MPI_Fint *ierror, size_t pset_name_length))
{
    int c_pset_len_given = *pset_len, c_pset_len = c_pset_len_given ? c_pset_len_given + 1 : 0;
    char *c_pset_name = ARRAY(char, pset_name_length + 1 + (*pset_len > 0 ? *pset_len : 0));
    c_pset_name[0] = 0;
    SITE();
    int error = CALL(MPI_Session_get_nth_pset)(Session_C(*session), Info_C(*info), *n, &c_pset_len, c_pset_name);
    *pset_len = c_pset_len ? c_pset_len - 1 : 0;
    if (error == MPI_SUCCESS && c_pset_len_given)
        wt_f_pad(pset_name, pset_name_length, c_pset_name);
    free(c_pset_name);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_session_get_nth_pset_f08, mpi_session_get_nth_pset, (MPI_Fint *session, MPI_Fint *info, MPI_Fint *n, MPI_Fint *pset_len, char *pset_name, MPI_Fint *ierror, size_t pset_name_length))

ROUTINE(void, mpi_session_get_num_psets, (MPI_Fint *session, MPI_Fint *info, MPI_Fint *npset_names, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Session_get_num_psets)(Session_C(*session), Info_C(*info), npset_names);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_session_get_num_psets_f08, mpi_session_get_num_psets, (MPI_Fint *session, MPI_Fint *info, MPI_Fint *npset_names, MPI_Fint *ierror))

ROUTINE(void, mpi_session_get_pset_info, (MPI_Fint *session, char *pset_name, MPI_Fint *info, MPI_Fint *ierror, size_t pset_name_length))
{
    char *c_pset_name = wt_f_string(pset_name, pset_name_length);
    MPI_Info c_info = MPI_INFO_NULL;
    SITE();
    int error = CALL(MPI_Session_get_pset_info)(Session_C(*session), c_pset_name, &c_info);
    free(c_pset_name);
    if (error == MPI_SUCCESS)
        *info = Info_F(c_info);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_session_get_pset_info_f08, mpi_session_get_pset_info, (MPI_Fint *session, char *pset_name, MPI_Fint *info, MPI_Fint *ierror, size_t pset_name_length))

ROUTINE(void, mpi_session_iflush_buffer, (MPI_Fint *session, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Session_iflush_buffer)(Session_C(*session), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_session_iflush_buffer_f08, mpi_session_iflush_buffer, (MPI_Fint *session, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_session_init, (MPI_Fint *info, MPI_Fint *errhandler, MPI_Fint *session, MPI_Fint *ierror))
{
    MPI_Session c_session = MPI_SESSION_NULL;
    SITE();
    int error = CALL(MPI_Session_init)(Info_C(*info), Errhandler_C(*errhandler), &c_session);
    if (error == MPI_SUCCESS)
        *session = Session_F(c_session);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_session_init_f08, mpi_session_init, (MPI_Fint *info, MPI_Fint *errhandler, MPI_Fint *session, MPI_Fint *ierror))

ROUTINE(void, mpi_session_set_errhandler, (MPI_Fint *session, MPI_Fint *errhandler, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Session_set_errhandler)(Session_C(*session), Errhandler_C(*errhandler));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_session_set_errhandler_f08, mpi_session_set_errhandler, (MPI_Fint *session, MPI_Fint *errhandler, MPI_Fint *ierror))

ROUTINE(void, mpi_ssend, (void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Ssend)(BUFFER(buf), *count, Type_C(*datatype), *dest, *tag, Comm_C(*comm));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_ssend_f08, mpi_ssend, (void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *ierror))

ROUTINE(void, mpi_ssend_c, (void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Ssend_c)(BUFFER(buf), *count, Type_C(*datatype), *dest, *tag, Comm_C(*comm));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_ssend_c_f08, mpi_ssend_c, (void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *ierror))

ROUTINE(void, mpi_ssend_init, (void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Ssend_init)(BUFFER(buf), *count, Type_C(*datatype), *dest, *tag, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_ssend_init_f08, mpi_ssend_init, (void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_ssend_init_c, (void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Ssend_init_c)(BUFFER(buf), *count, Type_C(*datatype), *dest, *tag, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_ssend_init_c_f08, mpi_ssend_init_c, (void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_start, (MPI_Fint *request, MPI_Fint *ierror))
{
    MPI_Request c_request = Request_C(*request);
    if (wt_f_copies)
        wt_f_start(1, request);
    SITE();
    int error = CALL(MPI_Start)(&c_request);
    *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_start_f08, mpi_start, (MPI_Fint *request, MPI_Fint *ierror))

ROUTINE(void, mpi_startall, (MPI_Fint *count, MPI_Fint *array_of_requests, MPI_Fint *ierror))
{
    int n_array_of_requests = (int)*count;
    MPI_Request *c_array_of_requests = ARRAY(MPI_Request, n_array_of_requests);
    for (int i = 0; i < n_array_of_requests; i++)
        c_array_of_requests[i] = Request_C(array_of_requests[i]);
    if (wt_f_copies)
        wt_f_start(n_array_of_requests, array_of_requests);
    SITE();
    int error = CALL(MPI_Startall)(*count, c_array_of_requests);
    for (int i = 0; i < n_array_of_requests; i++)
        array_of_requests[i] = Request_F(c_array_of_requests[i]);
    free(c_array_of_requests);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_startall_f08, mpi_startall, (MPI_Fint *count, MPI_Fint *array_of_requests, MPI_Fint *ierror))

ROUTINE(void, mpi_status_get_error, (MPI_Status *status, MPI_Fint *err, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Status_get_error)(STATUS(status), err);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_status_get_error_f08, mpi_status_get_error, (MPI_Status *status, MPI_Fint *err, MPI_Fint *ierror))

ROUTINE(void, mpi_status_get_source, (MPI_Status *status, MPI_Fint *source, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Status_get_source)(STATUS(status), source);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_status_get_source_f08, mpi_status_get_source, (MPI_Status *status, MPI_Fint *source, MPI_Fint *ierror))

ROUTINE(void, mpi_status_get_tag, (MPI_Status *status, MPI_Fint *tag, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Status_get_tag)(STATUS(status), tag);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_status_get_tag_f08, mpi_status_get_tag, (MPI_Status *status, MPI_Fint *tag, MPI_Fint *ierror))

ROUTINE(void, mpi_status_set_cancelled, (MPI_Status *status, MPI_Fint *flag, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Status_set_cancelled)(STATUS(status), *flag);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_status_set_cancelled_f08, mpi_status_set_cancelled, (MPI_Status *status, MPI_Fint *flag, MPI_Fint *ierror))

ROUTINE(void, mpi_status_set_elements, (MPI_Status *status, MPI_Fint *datatype, MPI_Fint *count, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Status_set_elements)(STATUS(status), Type_C(*datatype), *count);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_status_set_elements_f08, mpi_status_set_elements, (MPI_Status *status, MPI_Fint *datatype, MPI_Fint *count, MPI_Fint *ierror))

ROUTINE(void, mpi_status_set_elements_c, (MPI_Status *status, MPI_Fint *datatype, MPI_Count *count, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Status_set_elements_c)(STATUS(status), Type_C(*datatype), *count);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_status_set_elements_c_f08, mpi_status_set_elements_c, (MPI_Status *status, MPI_Fint *datatype, MPI_Count *count, MPI_Fint *ierror))

ROUTINE(void, mpi_status_set_elements_x, (MPI_Status *status, MPI_Fint *datatype, MPI_Count *count, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Status_set_elements_x)(STATUS(status), Type_C(*datatype), *count);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_status_set_elements_x_f08, mpi_status_set_elements_x, (MPI_Status *status, MPI_Fint *datatype, MPI_Count *count, MPI_Fint *ierror))

ROUTINE(void, mpi_status_set_error, (MPI_Status *status, MPI_Fint *err, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Status_set_error)(STATUS(status), *err);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_status_set_error_f08, mpi_status_set_error, (MPI_Status *status, MPI_Fint *err, MPI_Fint *ierror))

ROUTINE(void, mpi_status_set_source, (MPI_Status *status, MPI_Fint *source, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Status_set_source)(STATUS(status), *source);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_status_set_source_f08, mpi_status_set_source, (MPI_Status *status, MPI_Fint *source, MPI_Fint *ierror))

ROUTINE(void, mpi_status_set_tag, (MPI_Status *status, MPI_Fint *tag, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Status_set_tag)(STATUS(status), *tag);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_status_set_tag_f08, mpi_status_set_tag, (MPI_Status *status, MPI_Fint *tag, MPI_Fint *ierror))

ROUTINE(void, mpi_test, (MPI_Fint *request, MPI_Fint *flag, MPI_Status *status, MPI_Fint *ierror))
{
    MPI_Request c_request = Request_C(*request);
    SITE();
    int error = CALL(MPI_Test)(&c_request, flag, STATUS(status));
    if (wt_f_copies)
        wt_f_settle(1, request, &c_request);
    *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_test_f08, mpi_test, (MPI_Fint *request, MPI_Fint *flag, MPI_Status *status, MPI_Fint *ierror))

ROUTINE(void, mpi_test_cancelled, (MPI_Status *status, MPI_Fint *flag, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Test_cancelled)(STATUS(status), flag);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_test_cancelled_f08, mpi_test_cancelled, (MPI_Status *status, MPI_Fint *flag, MPI_Fint *ierror))

ROUTINE(void, mpi_testall, (MPI_Fint *count, MPI_Fint *array_of_requests, MPI_Fint *flag, MPI_Status *array_of_statuses, MPI_Fint *ierror))
{
    int n_array_of_requests = (int)*count;
    MPI_Request *c_array_of_requests = ARRAY(MPI_Request, n_array_of_requests);
    for (int i = 0; i < n_array_of_requests; i++)
        c_array_of_requests[i] = Request_C(array_of_requests[i]);
    SITE();
    int error = CALL(MPI_Testall)(*count, c_array_of_requests, flag, STATUS(array_of_statuses));
    if (wt_f_copies)
        wt_f_settle(n_array_of_requests, array_of_requests, c_array_of_requests);
    for (int i = 0; i < n_array_of_requests; i++)
        array_of_requests[i] = Request_F(c_array_of_requests[i]);
    free(c_array_of_requests);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_testall_f08, mpi_testall, (MPI_Fint *count, MPI_Fint *array_of_requests, MPI_Fint *flag, MPI_Status *array_of_statuses, MPI_Fint *ierror))

ROUTINE(void, mpi_testany, (MPI_Fint *count, MPI_Fint *array_of_requests, MPI_Fint *index, MPI_Fint *flag, MPI_Status *status, MPI_Fint *ierror))
{
    int n_array_of_requests = (int)*count;
    MPI_Request *c_array_of_requests = ARRAY(MPI_Request, n_array_of_requests);
    for (int i = 0; i < n_array_of_requests; i++)
        c_array_of_requests[i] = Request_C(array_of_requests[i]);
    SITE();
    int error = CALL(MPI_Testany)(*count, c_array_of_requests, index, flag, STATUS(status));
    if (wt_f_copies)
        wt_f_settle(n_array_of_requests, array_of_requests, c_array_of_requests);
    for (int i = 0; i < n_array_of_requests; i++)
        array_of_requests[i] = Request_F(c_array_of_requests[i]);
    free(c_array_of_requests);
    if (error == MPI_SUCCESS && *index != MPI_UNDEFINED)
        ++*index;
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_testany_f08, mpi_testany, (MPI_Fint *count, MPI_Fint *array_of_requests, MPI_Fint *index, MPI_Fint *flag, MPI_Status *status, MPI_Fint *ierror))

ROUTINE(void, mpi_testsome, (MPI_Fint *incount, MPI_Fint *array_of_requests, MPI_Fint *outcount, MPI_Fint *array_of_indices, MPI_Status *array_of_statuses, MPI_Fint *ierror))
{
    int n_array_of_requests = (int)*incount;
    MPI_Request *c_array_of_requests = ARRAY(MPI_Request, n_array_of_requests);
    for (int i = 0; i < n_array_of_requests; i++)
        c_array_of_requests[i] = Request_C(array_of_requests[i]);
    SITE();
    int error = CALL(MPI_Testsome)(*incount, c_array_of_requests, outcount, array_of_indices, STATUS(array_of_statuses));
    if (wt_f_copies)
        wt_f_settle(n_array_of_requests, array_of_requests, c_array_of_requests);
    for (int i = 0; i < n_array_of_requests; i++)
        array_of_requests[i] = Request_F(c_array_of_requests[i]);
    free(c_array_of_requests);
    for (int i = 0; error == MPI_SUCCESS && i < *outcount; i++)
        array_of_indices[i]++;
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_testsome_f08, mpi_testsome, (MPI_Fint *incount, MPI_Fint *array_of_requests, MPI_Fint *outcount, MPI_Fint *array_of_indices, MPI_Status *array_of_statuses, MPI_Fint *ierror))

ROUTINE(void, mpi_topo_test, (MPI_Fint *comm, MPI_Fint *status, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Topo_test)(Comm_C(*comm), status);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_topo_test_f08, mpi_topo_test, (MPI_Fint *comm, MPI_Fint *status, MPI_Fint *ierror))

ROUTINE(void, mpi_type_commit, (MPI_Fint *datatype, MPI_Fint *ierror))
{
    MPI_Datatype c_datatype = Type_C(*datatype);
    SITE();
    int error = CALL(MPI_Type_commit)(&c_datatype);
    *datatype = Type_F(c_datatype);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_type_commit_f08, mpi_type_commit, (MPI_Fint *datatype, MPI_Fint *ierror))

ROUTINE(void, mpi_type_contiguous, (MPI_Fint *count, MPI_Fint *oldtype, MPI_Fint *newtype, MPI_Fint *ierror))
{
    MPI_Datatype c_newtype = MPI_DATATYPE_NULL;
    SITE();
    int error = CALL(MPI_Type_contiguous)(*count, Type_C(*oldtype), &c_newtype);
    if (error == MPI_SUCCESS)
        *newtype = Type_F(c_newtype);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_type_contiguous_f08, mpi_type_contiguous, (MPI_Fint *count, MPI_Fint *oldtype, MPI_Fint *newtype, MPI_Fint *ierror))

ROUTINE(void, mpi_type_contiguous_c, (MPI_Count *count, MPI_Fint *oldtype, MPI_Fint *newtype, MPI_Fint *ierror))
{
    MPI_Datatype c_newtype = MPI_DATATYPE_NULL;
    SITE();
    int error = CALL(MPI_Type_contiguous_c)(*count, Type_C(*oldtype), &c_newtype);
    if (error == MPI_SUCCESS)
        *newtype = Type_F(c_newtype);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_type_contiguous_c_f08, mpi_type_contiguous_c, (MPI_Count *count, MPI_Fint *oldtype, MPI_Fint *newtype, MPI_Fint *ierror))

ROUTINE(void, mpi_type_create_darray, (MPI_Fint *size, MPI_Fint *rank, MPI_Fint *ndims, MPI_Fint *array_of_gsizes, MPI_Fint *array_of_distribs, MPI_Fint *array_of_dargs, MPI_Fint *array_of_psizes, MPI_Fint *order, MPI_Fint *oldtype, MPI_Fint *newtype, MPI_Fint *ierror))
{
    MPI_Datatype c_newtype = MPI_DATATYPE_NULL;
    SITE();
    int error = CALL(MPI_Type_create_darray)(*size, *rank, *ndims, array_of_gsizes, array_of_distribs, array_of_dargs, array_of_psizes, *order, Type_C(*oldtype), &c_newtype);
    if (error == MPI_SUCCESS)
        *newtype = Type_F(c_newtype);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_type_create_darray_f08, mpi_type_create_darray, (MPI_Fint *size, MPI_Fint *rank, MPI_Fint *ndims, MPI_Fint *array_of_gsizes, MPI_Fint *array_of_distribs, MPI_Fint *array_of_dargs, MPI_Fint *array_of_psizes, MPI_Fint *order, MPI_Fint *oldtype, MPI_Fint *newtype, MPI_Fint *ierror))

ROUTINE(void, mpi_type_create_darray_c, (MPI_Fint *size, MPI_Fint *rank, MPI_Fint *ndims, MPI_Count *array_of_gsizes, MPI_Fint *array_of_distribs, MPI_Fint *array_of_dargs, MPI_Fint *array_of_psizes, MPI_Fint *order, MPI_Fint *oldtype, MPI_Fint *newtype, MPI_Fint *ierror))
{
    MPI_Datatype c_newtype = MPI_DATATYPE_NULL;
    SITE();
    int error = CALL(MPI_Type_create_darray_c)(*size, *rank, *ndims, array_of_gsizes, array_of_distribs, array_of_dargs, array_of_psizes, *order, Type_C(*oldtype), &c_newtype);
    if (error == MPI_SUCCESS)
        *newtype = Type_F(c_newtype);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_type_create_darray_c_f08, mpi_type_create_darray_c, (MPI_Fint *size, MPI_Fint *rank, MPI_Fint *ndims, MPI_Count *array_of_gsizes, MPI_Fint *array_of_distribs, MPI_Fint *array_of_dargs, MPI_Fint *array_of_psizes, MPI_Fint *order, MPI_Fint *oldtype, MPI_Fint *newtype, MPI_Fint *ierror))

ROUTINE(void, mpi_type_create_f90_complex, (MPI_Fint *p, MPI_Fint *r, MPI_Fint *newtype, MPI_Fint *ierror))
{
    MPI_Datatype c_newtype = MPI_DATATYPE_NULL;
    SITE();
    int error = CALL(MPI_Type_create_f90_complex)(*p, *r, &c_newtype);
    if (error == MPI_SUCCESS)
        *newtype = Type_F(c_newtype);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_type_create_f90_complex_f08, mpi_type_create_f90_complex, (MPI_Fint *p, MPI_Fint *r, MPI_Fint *newtype, MPI_Fint *ierror))

ROUTINE(void, mpi_type_create_f90_integer, (MPI_Fint *r, MPI_Fint *newtype, MPI_Fint *ierror))
{
    MPI_Datatype c_newtype = MPI_DATATYPE_NULL;
    SITE();
    int error = CALL(MPI_Type_create_f90_integer)(*r, &c_newtype);
    if (error == MPI_SUCCESS)
        *newtype = Type_F(c_newtype);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_type_create_f90_integer_f08, mpi_type_create_f90_integer, (MPI_Fint *r, MPI_Fint *newtype, MPI_Fint *ierror))

ROUTINE(void, mpi_type_create_f90_real, (MPI_Fint *p, MPI_Fint *r, MPI_Fint *newtype, MPI_Fint *ierror))
{
    MPI_Datatype c_newtype = MPI_DATATYPE_NULL;
    SITE();
    int error = CALL(MPI_Type_create_f90_real)(*p, *r, &c_newtype);
    if (error == MPI_SUCCESS)
        *newtype = Type_F(c_newtype);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_type_create_f90_real_f08, mpi_type_create_f90_real, (MPI_Fint *p, MPI_Fint *r, MPI_Fint *newtype, MPI_Fint *ierror))

ROUTINE(void, mpi_type_create_hindexed, (MPI_Fint *count, MPI_Fint *array_of_blocklengths, MPI_Aint *array_of_displacements, MPI_Fint *oldtype, MPI_Fint *newtype, MPI_Fint *ierror))
{
    MPI_Datatype c_newtype = MPI_DATATYPE_NULL;
    SITE();
    int error = CALL(MPI_Type_create_hindexed)(*count, array_of_blocklengths, array_of_displacements, Type_C(*oldtype), &c_newtype);
    if (error == MPI_SUCCESS)
        *newtype = Type_F(c_newtype);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_type_create_hindexed_f08, mpi_type_create_hindexed, (MPI_Fint *count, MPI_Fint *array_of_blocklengths, MPI_Aint *array_of_displacements, MPI_Fint *oldtype, MPI_Fint *newtype, MPI_Fint *ierror))

ROUTINE(void, mpi_type_create_hindexed_block, (MPI_Fint *count, MPI_Fint *blocklength, MPI_Aint *array_of_displacements, MPI_Fint *oldtype, MPI_Fint *newtype, MPI_Fint *ierror))
{
    MPI_Datatype c_newtype = MPI_DATATYPE_NULL;
    SITE();
    int error = CALL(MPI_Type_create_hindexed_block)(*count, *blocklength, array_of_displacements, Type_C(*oldtype), &c_newtype);
    if (error == MPI_SUCCESS)
        *newtype = Type_F(c_newtype);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_type_create_hindexed_block_f08, mpi_type_create_hindexed_block, (MPI_Fint *count, MPI_Fint *blocklength, MPI_Aint *array_of_displacements, MPI_Fint *oldtype, MPI_Fint *newtype, MPI_Fint *ierror))

ROUTINE(void, mpi_type_create_hindexed_block_c, (MPI_Count *count, MPI_Count *blocklength, MPI_Count *array_of_displacements, MPI_Fint *oldtype, MPI_Fint *newtype, MPI_Fint *ierror))
{
    MPI_Datatype c_newtype = MPI_DATATYPE_NULL;
    SITE();
    int error = CALL(MPI_Type_create_hindexed_block_c)(*count, *blocklength, array_of_displacements, Type_C(*oldtype), &c_newtype);
    if (error == MPI_SUCCESS)
        *newtype = Type_F(c_newtype);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_type_create_hindexed_block_c_f08, mpi_type_create_hindexed_block_c, (MPI_Count *count, MPI_Count *blocklength, MPI_Count *array_of_displacements, MPI_Fint *oldtype, MPI_Fint *newtype, MPI_Fint *ierror))

ROUTINE(void, mpi_type_create_hindexed_c, (MPI_Count *count, MPI_Count *array_of_blocklengths, MPI_Count *array_of_displacements, MPI_Fint *oldtype, MPI_Fint *newtype, MPI_Fint *ierror))
{
    MPI_Datatype c_newtype = MPI_DATATYPE_NULL;
    SITE();
    int error = CALL(MPI_Type_create_hindexed_c)(*count, array_of_blocklengths, array_of_displacements, Type_C(*oldtype), &c_newtype);
    if (error == MPI_SUCCESS)
        *newtype = Type_F(c_newtype);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_type_create_hindexed_c_f08, mpi_type_create_hindexed_c, (MPI_Count *count, MPI_Count *array_of_blocklengths, MPI_Count *array_of_displacements, MPI_Fint *oldtype, MPI_Fint *newtype, MPI_Fint *ierror))

ROUTINE(void, mpi_type_create_hvector, (MPI_Fint *count, MPI_Fint *blocklength, MPI_Aint *stride, MPI_Fint *oldtype, MPI_Fint *newtype, MPI_Fint *ierror))
{
    MPI_Datatype c_newtype = MPI_DATATYPE_NULL;
    SITE();
    int error = CALL(MPI_Type_create_hvector)(*count, *blocklength, *stride, Type_C(*oldtype), &c_newtype);
    if (error == MPI_SUCCESS)
        *newtype = Type_F(c_newtype);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_type_create_hvector_f08, mpi_type_create_hvector, (MPI_Fint *count, MPI_Fint *blocklength, MPI_Aint *stride, MPI_Fint *oldtype, MPI_Fint *newtype, MPI_Fint *ierror))

ROUTINE(void, mpi_type_create_hvector_c, (MPI_Count *count, MPI_Count *blocklength, MPI_Count *stride, MPI_Fint *oldtype, MPI_Fint *newtype, MPI_Fint *ierror))
{
    MPI_Datatype c_newtype = MPI_DATATYPE_NULL;
    SITE();
    int error = CALL(MPI_Type_create_hvector_c)(*count, *blocklength, *stride, Type_C(*oldtype), &c_newtype);
    if (error == MPI_SUCCESS)
        *newtype = Type_F(c_newtype);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_type_create_hvector_c_f08, mpi_type_create_hvector_c, (MPI_Count *count, MPI_Count *blocklength, MPI_Count *stride, MPI_Fint *oldtype, MPI_Fint *newtype, MPI_Fint *ierror))

ROUTINE(void, mpi_type_create_indexed_block, (MPI_Fint *count, MPI_Fint *blocklength, MPI_Fint *array_of_displacements, MPI_Fint *oldtype, MPI_Fint *newtype, MPI_Fint *ierror))
{
    MPI_Datatype c_newtype = MPI_DATATYPE_NULL;
    SITE();
    int error = CALL(MPI_Type_create_indexed_block)(*count, *blocklength, array_of_displacements, Type_C(*oldtype), &c_newtype);
    if (error == MPI_SUCCESS)
        *newtype = Type_F(c_newtype);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_type_create_indexed_block_f08, mpi_type_create_indexed_block, (MPI_Fint *count, MPI_Fint *blocklength, MPI_Fint *array_of_displacements, MPI_Fint *oldtype, MPI_Fint *newtype, MPI_Fint *ierror))

ROUTINE(void, mpi_type_create_indexed_block_c, (MPI_Count *count, MPI_Count *blocklength, MPI_Count *array_of_displacements, MPI_Fint *oldtype, MPI_Fint *newtype, MPI_Fint *ierror))
{
    MPI_Datatype c_newtype = MPI_DATATYPE_NULL;
    SITE();
    int error = CALL(MPI_Type_create_indexed_block_c)(*count, *blocklength, array_of_displacements, Type_C(*oldtype), &c_newtype);
    if (error == MPI_SUCCESS)
        *newtype = Type_F(c_newtype);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_type_create_indexed_block_c_f08, mpi_type_create_indexed_block_c, (MPI_Count *count, MPI_Count *blocklength, MPI_Count *array_of_displacements, MPI_Fint *oldtype, MPI_Fint *newtype, MPI_Fint *ierror))

ROUTINE(void, mpi_type_create_resized, (MPI_Fint *oldtype, MPI_Aint *lb, MPI_Aint *extent, MPI_Fint *newtype, MPI_Fint *ierror))
{
    MPI_Datatype c_newtype = MPI_DATATYPE_NULL;
    SITE();
    int error = CALL(MPI_Type_create_resized)(Type_C(*oldtype), *lb, *extent, &c_newtype);
    if (error == MPI_SUCCESS)
        *newtype = Type_F(c_newtype);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_type_create_resized_f08, mpi_type_create_resized, (MPI_Fint *oldtype, MPI_Aint *lb, MPI_Aint *extent, MPI_Fint *newtype, MPI_Fint *ierror))

ROUTINE(void, mpi_type_create_resized_c, (MPI_Fint *oldtype, MPI_Count *lb, MPI_Count *extent, MPI_Fint *newtype, MPI_Fint *ierror))
{
    MPI_Datatype c_newtype = MPI_DATATYPE_NULL;
    SITE();
    int error = CALL(MPI_Type_create_resized_c)(Type_C(*oldtype), *lb, *extent, &c_newtype);
    if (error == MPI_SUCCESS)
        *newtype = Type_F(c_newtype);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_type_create_resized_c_f08, mpi_type_create_resized_c, (MPI_Fint *oldtype, MPI_Count *lb, MPI_Count *extent, MPI_Fint *newtype, MPI_Fint *ierror))

ROUTINE(void, mpi_type_create_struct, (MPI_Fint *count, MPI_Fint *array_of_blocklengths, MPI_Aint *array_of_displacements, MPI_Fint *array_of_types, MPI_Fint *newtype, MPI_Fint *ierror))
{
    int n_array_of_types = (int)*count;
    MPI_Datatype *c_array_of_types = ARRAY(MPI_Datatype, n_array_of_types);
    for (int i = 0; i < n_array_of_types; i++)
        c_array_of_types[i] = Type_C(array_of_types[i]);
    MPI_Datatype c_newtype = MPI_DATATYPE_NULL;
    SITE();
    int error = CALL(MPI_Type_create_struct)(*count, array_of_blocklengths, array_of_displacements, c_array_of_types, &c_newtype);
    free(c_array_of_types);
    if (error == MPI_SUCCESS)
        *newtype = Type_F(c_newtype);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_type_create_struct_f08, mpi_type_create_struct, (MPI_Fint *count, MPI_Fint *array_of_blocklengths, MPI_Aint *array_of_displacements, MPI_Fint *array_of_types, MPI_Fint *newtype, MPI_Fint *ierror))

ROUTINE(void, mpi_type_create_struct_c, (MPI_Count *count, MPI_Count *array_of_blocklengths, MPI_Count *array_of_displacements, MPI_Fint *array_of_types, MPI_Fint *newtype, MPI_Fint *ierror))
{
    int n_array_of_types = (int)*count;
    MPI_Datatype *c_array_of_types = ARRAY(MPI_Datatype, n_array_of_types);
    for (int i = 0; i < n_array_of_types; i++)
        c_array_of_types[i] = Type_C(array_of_types[i]);
    MPI_Datatype c_newtype = MPI_DATATYPE_NULL;
    SITE();
    int error = CALL(MPI_Type_create_struct_c)(*count, array_of_blocklengths, array_of_displacements, c_array_of_types, &c_newtype);
    free(c_array_of_types);
    if (error == MPI_SUCCESS)
        *newtype = Type_F(c_newtype);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_type_create_struct_c_f08, mpi_type_create_struct_c, (MPI_Count *count, MPI_Count *array_of_blocklengths, MPI_Count *array_of_displacements, MPI_Fint *array_of_types, MPI_Fint *newtype, MPI_Fint *ierror))

ROUTINE(void, mpi_type_create_subarray, (MPI_Fint *ndims, MPI_Fint *array_of_sizes, MPI_Fint *array_of_subsizes, MPI_Fint *array_of_starts, MPI_Fint *order, MPI_Fint *oldtype, MPI_Fint *newtype, MPI_Fint *ierror))
{
    MPI_Datatype c_newtype = MPI_DATATYPE_NULL;
    SITE();
    int error = CALL(MPI_Type_create_subarray)(*ndims, array_of_sizes, array_of_subsizes, array_of_starts, *order, Type_C(*oldtype), &c_newtype);
    if (error == MPI_SUCCESS)
        *newtype = Type_F(c_newtype);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_type_create_subarray_f08, mpi_type_create_subarray, (MPI_Fint *ndims, MPI_Fint *array_of_sizes, MPI_Fint *array_of_subsizes, MPI_Fint *array_of_starts, MPI_Fint *order, MPI_Fint *oldtype, MPI_Fint *newtype, MPI_Fint *ierror))

ROUTINE(void, mpi_type_create_subarray_c, (MPI_Fint *ndims, MPI_Count *array_of_sizes, MPI_Count *array_of_subsizes, MPI_Count *array_of_starts, MPI_Fint *order, MPI_Fint *oldtype, MPI_Fint *newtype, MPI_Fint *ierror))
{
    MPI_Datatype c_newtype = MPI_DATATYPE_NULL;
    SITE();
    int error = CALL(MPI_Type_create_subarray_c)(*ndims, array_of_sizes, array_of_subsizes, array_of_starts, *order, Type_C(*oldtype), &c_newtype);
    if (error == MPI_SUCCESS)
        *newtype = Type_F(c_newtype);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_type_create_subarray_c_f08, mpi_type_create_subarray_c, (MPI_Fint *ndims, MPI_Count *array_of_sizes, MPI_Count *array_of_subsizes, MPI_Count *array_of_starts, MPI_Fint *order, MPI_Fint *oldtype, MPI_Fint *newtype, MPI_Fint *ierror))

ROUTINE(void, mpi_type_delete_attr, (MPI_Fint *datatype, MPI_Fint *type_keyval, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Type_delete_attr)(Type_C(*datatype), *type_keyval);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_type_delete_attr_f08, mpi_type_delete_attr, (MPI_Fint *datatype, MPI_Fint *type_keyval, MPI_Fint *ierror))

ROUTINE(void, mpi_type_dup, (MPI_Fint *oldtype, MPI_Fint *newtype, MPI_Fint *ierror))
{
    MPI_Datatype c_newtype = MPI_DATATYPE_NULL;
    SITE();
    int error = CALL(MPI_Type_dup)(Type_C(*oldtype), &c_newtype);
    if (error == MPI_SUCCESS)
        *newtype = Type_F(c_newtype);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_type_dup_f08, mpi_type_dup, (MPI_Fint *oldtype, MPI_Fint *newtype, MPI_Fint *ierror))

ROUTINE(void, mpi_type_free, (MPI_Fint *datatype, MPI_Fint *ierror))
{
    MPI_Datatype c_datatype = Type_C(*datatype);
    SITE();
    int error = CALL(MPI_Type_free)(&c_datatype);
    *datatype = Type_F(c_datatype);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_type_free_f08, mpi_type_free, (MPI_Fint *datatype, MPI_Fint *ierror))

ROUTINE(void, mpi_type_free_keyval, (MPI_Fint *type_keyval, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Type_free_keyval)(type_keyval);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_type_free_keyval_f08, mpi_type_free_keyval, (MPI_Fint *type_keyval, MPI_Fint *ierror))

ROUTINE(void, mpi_type_get_contents, (MPI_Fint *datatype, MPI_Fint *max_integers, MPI_Fint *max_addresses, MPI_Fint *max_datatypes, MPI_Fint *array_of_integers, MPI_Aint *array_of_addresses, MPI_Fint *array_of_datatypes, MPI_Fint *ierror))
{
    int n_array_of_datatypes = (int)*max_datatypes;
    MPI_Datatype *c_array_of_datatypes = ARRAY(MPI_Datatype, n_array_of_datatypes);
    SITE();
    int error = CALL(MPI_Type_get_contents)(Type_C(*datatype), *max_integers, *max_addresses, *max_datatypes, array_of_integers, array_of_addresses, c_array_of_datatypes);
    if (error == MPI_SUCCESS)
        for (int i = 0; i < n_array_of_datatypes; i++)
            array_of_datatypes[i] = Type_F(c_array_of_datatypes[i]);
    free(c_array_of_datatypes);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_type_get_contents_f08, mpi_type_get_contents, (MPI_Fint *datatype, MPI_Fint *max_integers, MPI_Fint *max_addresses, MPI_Fint *max_datatypes, MPI_Fint *array_of_integers, MPI_Aint *array_of_addresses, MPI_Fint *array_of_datatypes, MPI_Fint *ierror))

ROUTINE(void, mpi_type_get_contents_c, (MPI_Fint *datatype, MPI_Count *max_integers, MPI_Count *max_addresses, MPI_Count *max_large_counts, MPI_Count *max_datatypes, MPI_Fint *array_of_integers, MPI_Aint *array_of_addresses, MPI_Count *array_of_large_counts, MPI_Fint *array_of_datatypes, MPI_Fint *ierror))
{
    int n_array_of_datatypes = (int)*max_datatypes;
    MPI_Datatype *c_array_of_datatypes = ARRAY(MPI_Datatype, n_array_of_datatypes);
    SITE();
    int error = CALL(MPI_Type_get_contents_c)(Type_C(*datatype), *max_integers, *max_addresses, *max_large_counts, *max_datatypes, array_of_integers, array_of_addresses, array_of_large_counts, c_array_of_datatypes);
    if (error == MPI_SUCCESS)
        for (int i = 0; i < n_array_of_datatypes; i++)
            array_of_datatypes[i] = Type_F(c_array_of_datatypes[i]);
    free(c_array_of_datatypes);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_type_get_contents_c_f08, mpi_type_get_contents_c, (MPI_Fint *datatype, MPI_Count *max_integers, MPI_Count *max_addresses, MPI_Count *max_large_counts, MPI_Count *max_datatypes, MPI_Fint *array_of_integers, MPI_Aint *array_of_addresses, MPI_Count *array_of_large_counts, MPI_Fint *array_of_datatypes, MPI_Fint *ierror))

ROUTINE(void, mpi_type_get_envelope, (MPI_Fint *datatype, MPI_Fint *num_integers, MPI_Fint *num_addresses, MPI_Fint *num_datatypes, MPI_Fint *combiner, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Type_get_envelope)(Type_C(*datatype), num_integers, num_addresses, num_datatypes, combiner);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_type_get_envelope_f08, mpi_type_get_envelope, (MPI_Fint *datatype, MPI_Fint *num_integers, MPI_Fint *num_addresses, MPI_Fint *num_datatypes, MPI_Fint *combiner, MPI_Fint *ierror))

ROUTINE(void, mpi_type_get_envelope_c, (MPI_Fint *datatype, MPI_Count *num_integers, MPI_Count *num_addresses, MPI_Count *num_large_counts, MPI_Count *num_datatypes, MPI_Fint *combiner, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Type_get_envelope_c)(Type_C(*datatype), num_integers, num_addresses, num_large_counts, num_datatypes, combiner);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_type_get_envelope_c_f08, mpi_type_get_envelope_c, (MPI_Fint *datatype, MPI_Count *num_integers, MPI_Count *num_addresses, MPI_Count *num_large_counts, MPI_Count *num_datatypes, MPI_Fint *combiner, MPI_Fint *ierror))

ROUTINE(void, mpi_type_get_extent, (MPI_Fint *datatype, MPI_Aint *lb, MPI_Aint *extent, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Type_get_extent)(Type_C(*datatype), lb, extent);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_type_get_extent_f08, mpi_type_get_extent, (MPI_Fint *datatype, MPI_Aint *lb, MPI_Aint *extent, MPI_Fint *ierror))

ROUTINE(void, mpi_type_get_extent_c, (MPI_Fint *datatype, MPI_Count *lb, MPI_Count *extent, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Type_get_extent_c)(Type_C(*datatype), lb, extent);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_type_get_extent_c_f08, mpi_type_get_extent_c, (MPI_Fint *datatype, MPI_Count *lb, MPI_Count *extent, MPI_Fint *ierror))

ROUTINE(void, mpi_type_get_extent_x, (MPI_Fint *datatype, MPI_Count *lb, MPI_Count *extent, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Type_get_extent_x)(Type_C(*datatype), lb, extent);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_type_get_extent_x_f08, mpi_type_get_extent_x, (MPI_Fint *datatype, MPI_Count *lb, MPI_Count *extent, MPI_Fint *ierror))

ROUTINE(void, mpi_type_get_name, (MPI_Fint *datatype, char *type_name, MPI_Fint *resultlen, MPI_Fint *ierror, size_t type_name_length))
{
    char *c_type_name = ARRAY(char, MPI_MAX_OBJECT_NAME);
    c_type_name[0] = 0;
    SITE();
    int error = CALL(MPI_Type_get_name)(Type_C(*datatype), c_type_name, resultlen);
    if (error == MPI_SUCCESS)
        wt_f_pad(type_name, type_name_length, c_type_name);
    free(c_type_name);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_type_get_name_f08, mpi_type_get_name, (MPI_Fint *datatype, char *type_name, MPI_Fint *resultlen, MPI_Fint *ierror, size_t type_name_length))

ROUTINE(void, mpi_type_get_true_extent, (MPI_Fint *datatype, MPI_Aint *true_lb, MPI_Aint *true_extent, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Type_get_true_extent)(Type_C(*datatype), true_lb, true_extent);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_type_get_true_extent_f08, mpi_type_get_true_extent, (MPI_Fint *datatype, MPI_Aint *true_lb, MPI_Aint *true_extent, MPI_Fint *ierror))

ROUTINE(void, mpi_type_get_true_extent_c, (MPI_Fint *datatype, MPI_Count *true_lb, MPI_Count *true_extent, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Type_get_true_extent_c)(Type_C(*datatype), true_lb, true_extent);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_type_get_true_extent_c_f08, mpi_type_get_true_extent_c, (MPI_Fint *datatype, MPI_Count *true_lb, MPI_Count *true_extent, MPI_Fint *ierror))

ROUTINE(void, mpi_type_get_true_extent_x, (MPI_Fint *datatype, MPI_Count *true_lb, MPI_Count *true_extent, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Type_get_true_extent_x)(Type_C(*datatype), true_lb, true_extent);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_type_get_true_extent_x_f08, mpi_type_get_true_extent_x, (MPI_Fint *datatype, MPI_Count *true_lb, MPI_Count *true_extent, MPI_Fint *ierror))

ROUTINE(void, mpi_type_get_value_index, (MPI_Fint *value_type, MPI_Fint *index_type, MPI_Fint *pair_type, MPI_Fint *ierror))
{
    MPI_Datatype c_pair_type = MPI_DATATYPE_NULL;
    SITE();
    int error = CALL(MPI_Type_get_value_index)(Type_C(*value_type), Type_C(*index_type), &c_pair_type);
    if (error == MPI_SUCCESS)
        *pair_type = Type_F(c_pair_type);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_type_get_value_index_f08, mpi_type_get_value_index, (MPI_Fint *value_type, MPI_Fint *index_type, MPI_Fint *pair_type, MPI_Fint *ierror))

ROUTINE(void, mpi_type_indexed, (MPI_Fint *count, MPI_Fint *array_of_blocklengths, MPI_Fint *array_of_displacements, MPI_Fint *oldtype, MPI_Fint *newtype, MPI_Fint *ierror))
{
    MPI_Datatype c_newtype = MPI_DATATYPE_NULL;
    SITE();
    int error = CALL(MPI_Type_indexed)(*count, array_of_blocklengths, array_of_displacements, Type_C(*oldtype), &c_newtype);
    if (error == MPI_SUCCESS)
        *newtype = Type_F(c_newtype);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_type_indexed_f08, mpi_type_indexed, (MPI_Fint *count, MPI_Fint *array_of_blocklengths, MPI_Fint *array_of_displacements, MPI_Fint *oldtype, MPI_Fint *newtype, MPI_Fint *ierror))

ROUTINE(void, mpi_type_indexed_c, (MPI_Count *count, MPI_Count *array_of_blocklengths, MPI_Count *array_of_displacements, MPI_Fint *oldtype, MPI_Fint *newtype, MPI_Fint *ierror))
{
    MPI_Datatype c_newtype = MPI_DATATYPE_NULL;
    SITE();
    int error = CALL(MPI_Type_indexed_c)(*count, array_of_blocklengths, array_of_displacements, Type_C(*oldtype), &c_newtype);
    if (error == MPI_SUCCESS)
        *newtype = Type_F(c_newtype);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_type_indexed_c_f08, mpi_type_indexed_c, (MPI_Count *count, MPI_Count *array_of_blocklengths, MPI_Count *array_of_displacements, MPI_Fint *oldtype, MPI_Fint *newtype, MPI_Fint *ierror))

ROUTINE(void, mpi_type_match_size, (MPI_Fint *typeclass, MPI_Fint *size, MPI_Fint *datatype, MPI_Fint *ierror))
{
    MPI_Datatype c_datatype = MPI_DATATYPE_NULL;
    SITE();
    int error = CALL(MPI_Type_match_size)(*typeclass, *size, &c_datatype);
    if (error == MPI_SUCCESS)
        *datatype = Type_F(c_datatype);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_type_match_size_f08, mpi_type_match_size, (MPI_Fint *typeclass, MPI_Fint *size, MPI_Fint *datatype, MPI_Fint *ierror))

ROUTINE(void, mpi_type_set_name, (MPI_Fint *datatype, char *type_name, MPI_Fint *ierror, size_t type_name_length))
{
    char *c_type_name = wt_f_string(type_name, type_name_length);
    SITE();
    int error = CALL(MPI_Type_set_name)(Type_C(*datatype), c_type_name);
    free(c_type_name);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_type_set_name_f08, mpi_type_set_name, (MPI_Fint *datatype, char *type_name, MPI_Fint *ierror, size_t type_name_length))

ROUTINE(void, mpi_type_size, (MPI_Fint *datatype, MPI_Fint *size, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Type_size)(Type_C(*datatype), size);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_type_size_f08, mpi_type_size, (MPI_Fint *datatype, MPI_Fint *size, MPI_Fint *ierror))

ROUTINE(void, mpi_type_size_c, (MPI_Fint *datatype, MPI_Count *size, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Type_size_c)(Type_C(*datatype), size);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_type_size_c_f08, mpi_type_size_c, (MPI_Fint *datatype, MPI_Count *size, MPI_Fint *ierror))

ROUTINE(void, mpi_type_size_x, (MPI_Fint *datatype, MPI_Count *size, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Type_size_x)(Type_C(*datatype), size);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_type_size_x_f08, mpi_type_size_x, (MPI_Fint *datatype, MPI_Count *size, MPI_Fint *ierror))

ROUTINE(void, mpi_type_vector, (MPI_Fint *count, MPI_Fint *blocklength, MPI_Fint *stride, MPI_Fint *oldtype, MPI_Fint *newtype, MPI_Fint *ierror))
{
    MPI_Datatype c_newtype = MPI_DATATYPE_NULL;
    SITE();
    int error = CALL(MPI_Type_vector)(*count, *blocklength, *stride, Type_C(*oldtype), &c_newtype);
    if (error == MPI_SUCCESS)
        *newtype = Type_F(c_newtype);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_type_vector_f08, mpi_type_vector, (MPI_Fint *count, MPI_Fint *blocklength, MPI_Fint *stride, MPI_Fint *oldtype, MPI_Fint *newtype, MPI_Fint *ierror))

ROUTINE(void, mpi_type_vector_c, (MPI_Count *count, MPI_Count *blocklength, MPI_Count *stride, MPI_Fint *oldtype, MPI_Fint *newtype, MPI_Fint *ierror))
{
    MPI_Datatype c_newtype = MPI_DATATYPE_NULL;
    SITE();
    int error = CALL(MPI_Type_vector_c)(*count, *blocklength, *stride, Type_C(*oldtype), &c_newtype);
    if (error == MPI_SUCCESS)
        *newtype = Type_F(c_newtype);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_type_vector_c_f08, mpi_type_vector_c, (MPI_Count *count, MPI_Count *blocklength, MPI_Count *stride, MPI_Fint *oldtype, MPI_Fint *newtype, MPI_Fint *ierror))

ROUTINE(void, mpi_unpack, (void *inbuf, MPI_Fint *insize, MPI_Fint *position, void *outbuf, MPI_Fint *outcount, MPI_Fint *datatype, MPI_Fint *comm, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Unpack)(BUFFER(inbuf), *insize, position, BUFFER(outbuf), *outcount, Type_C(*datatype), Comm_C(*comm));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_unpack_f08, mpi_unpack, (void *inbuf, MPI_Fint *insize, MPI_Fint *position, void *outbuf, MPI_Fint *outcount, MPI_Fint *datatype, MPI_Fint *comm, MPI_Fint *ierror))

ROUTINE(void, mpi_unpack_c, (void *inbuf, MPI_Count *insize, MPI_Count *position, void *outbuf, MPI_Count *outcount, MPI_Fint *datatype, MPI_Fint *comm, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Unpack_c)(BUFFER(inbuf), *insize, position, BUFFER(outbuf), *outcount, Type_C(*datatype), Comm_C(*comm));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_unpack_c_f08, mpi_unpack_c, (void *inbuf, MPI_Count *insize, MPI_Count *position, void *outbuf, MPI_Count *outcount, MPI_Fint *datatype, MPI_Fint *comm, MPI_Fint *ierror))

ROUTINE(void, mpi_unpack_external, (char *datarep, void *inbuf, MPI_Aint *insize, MPI_Aint *position, void *outbuf, MPI_Fint *outcount, MPI_Fint *datatype, MPI_Fint *ierror, size_t datarep_length))
{
    char *c_datarep = wt_f_string(datarep, datarep_length);
    SITE();
    int error = CALL(MPI_Unpack_external)(c_datarep, BUFFER(inbuf), *insize, position, BUFFER(outbuf), *outcount, Type_C(*datatype));
    free(c_datarep);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_unpack_external_f08, mpi_unpack_external, (char *datarep, void *inbuf, MPI_Aint *insize, MPI_Aint *position, void *outbuf, MPI_Fint *outcount, MPI_Fint *datatype, MPI_Fint *ierror, size_t datarep_length))

ROUTINE(void, mpi_unpack_external_c, (char *datarep, void *inbuf, MPI_Count *insize, MPI_Count *position, void *outbuf, MPI_Count *outcount, MPI_Fint *datatype, MPI_Fint *ierror, size_t datarep_length))
{
    char *c_datarep = wt_f_string(datarep, datarep_length);
    SITE();
    int error = CALL(MPI_Unpack_external_c)(c_datarep, BUFFER(inbuf), *insize, position, BUFFER(outbuf), *outcount, Type_C(*datatype));
    free(c_datarep);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_unpack_external_c_f08, mpi_unpack_external_c, (char *datarep, void *inbuf, MPI_Count *insize, MPI_Count *position, void *outbuf, MPI_Count *outcount, MPI_Fint *datatype, MPI_Fint *ierror, size_t datarep_length))

ROUTINE(void, mpi_unpublish_name, (char *service_name, MPI_Fint *info, char *port_name, MPI_Fint *ierror, size_t service_name_length, size_t port_name_length))
{
    char *c_service_name = wt_f_string(service_name, service_name_length);
    char *c_port_name = wt_f_string(port_name, port_name_length);
    SITE();
    int error = CALL(MPI_Unpublish_name)(c_service_name, Info_C(*info), c_port_name);
    free(c_service_name);
    free(c_port_name);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_unpublish_name_f08, mpi_unpublish_name, (char *service_name, MPI_Fint *info, char *port_name, MPI_Fint *ierror, size_t service_name_length, size_t port_name_length))

ROUTINE(void, mpi_wait, (MPI_Fint *request, MPI_Status *status, MPI_Fint *ierror))
{
    MPI_Request c_request = Request_C(*request);
    SITE();
    int error = CALL(MPI_Wait)(&c_request, STATUS(status));
    if (wt_f_copies)
        wt_f_settle(1, request, &c_request);
    *request = Request_F(c_request);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_wait_f08, mpi_wait, (MPI_Fint *request, MPI_Status *status, MPI_Fint *ierror))

ROUTINE(void, mpi_waitall, (MPI_Fint *count, MPI_Fint *array_of_requests, MPI_Status *array_of_statuses, MPI_Fint *ierror))
{
    int n_array_of_requests = (int)*count;
    MPI_Request *c_array_of_requests = ARRAY(MPI_Request, n_array_of_requests);
    for (int i = 0; i < n_array_of_requests; i++)
        c_array_of_requests[i] = Request_C(array_of_requests[i]);
    SITE();
    int error = CALL(MPI_Waitall)(*count, c_array_of_requests, STATUS(array_of_statuses));
    if (wt_f_copies)
        wt_f_settle(n_array_of_requests, array_of_requests, c_array_of_requests);
    for (int i = 0; i < n_array_of_requests; i++)
        array_of_requests[i] = Request_F(c_array_of_requests[i]);
    free(c_array_of_requests);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_waitall_f08, mpi_waitall, (MPI_Fint *count, MPI_Fint *array_of_requests, MPI_Status *array_of_statuses, MPI_Fint *ierror))

ROUTINE(void, mpi_waitany, (MPI_Fint *count, MPI_Fint *array_of_requests, MPI_Fint *index, MPI_Status *status, MPI_Fint *ierror))
{
    int n_array_of_requests = (int)*count;
    MPI_Request *c_array_of_requests = ARRAY(MPI_Request, n_array_of_requests);
    for (int i = 0; i < n_array_of_requests; i++)
        c_array_of_requests[i] = Request_C(array_of_requests[i]);
    SITE();
    int error = CALL(MPI_Waitany)(*count, c_array_of_requests, index, STATUS(status));
    if (wt_f_copies)
        wt_f_settle(n_array_of_requests, array_of_requests, c_array_of_requests);
    for (int i = 0; i < n_array_of_requests; i++)
        array_of_requests[i] = Request_F(c_array_of_requests[i]);
    free(c_array_of_requests);
    if (error == MPI_SUCCESS && *index != MPI_UNDEFINED)
        ++*index;
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_waitany_f08, mpi_waitany, (MPI_Fint *count, MPI_Fint *array_of_requests, MPI_Fint *index, MPI_Status *status, MPI_Fint *ierror))

ROUTINE(void, mpi_waitsome, (MPI_Fint *incount, MPI_Fint *array_of_requests, MPI_Fint *outcount, MPI_Fint *array_of_indices, MPI_Status *array_of_statuses, MPI_Fint *ierror))
{
    int n_array_of_requests = (int)*incount;
    MPI_Request *c_array_of_requests = ARRAY(MPI_Request, n_array_of_requests);
    for (int i = 0; i < n_array_of_requests; i++)
        c_array_of_requests[i] = Request_C(array_of_requests[i]);
    SITE();
    int error = CALL(MPI_Waitsome)(*incount, c_array_of_requests, outcount, array_of_indices, STATUS(array_of_statuses));
    if (wt_f_copies)
        wt_f_settle(n_array_of_requests, array_of_requests, c_array_of_requests);
    for (int i = 0; i < n_array_of_requests; i++)
        array_of_requests[i] = Request_F(c_array_of_requests[i]);
    free(c_array_of_requests);
    for (int i = 0; error == MPI_SUCCESS && i < *outcount; i++)
        array_of_indices[i]++;
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_waitsome_f08, mpi_waitsome, (MPI_Fint *incount, MPI_Fint *array_of_requests, MPI_Fint *outcount, MPI_Fint *array_of_indices, MPI_Status *array_of_statuses, MPI_Fint *ierror))

ROUTINE(void, mpi_win_allocate, (MPI_Aint *size, MPI_Fint *disp_unit, MPI_Fint *info, MPI_Fint *comm, void *baseptr, MPI_Fint *win, MPI_Fint *ierror))
{
    MPI_Win c_win = MPI_WIN_NULL;
    SITE();
    int error = CALL(MPI_Win_allocate)(*size, *disp_unit, Info_C(*info), Comm_C(*comm), baseptr, &c_win);
    if (error == MPI_SUCCESS)
        *win = Win_F(c_win);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_win_allocate_f08, mpi_win_allocate, (MPI_Aint *size, MPI_Fint *disp_unit, MPI_Fint *info, MPI_Fint *comm, void *baseptr, MPI_Fint *win, MPI_Fint *ierror))
ALIAS(void, mpi_win_allocate_cptr, mpi_win_allocate, (MPI_Aint *size, MPI_Fint *disp_unit, MPI_Fint *info, MPI_Fint *comm, void *baseptr, MPI_Fint *win, MPI_Fint *ierror))

ROUTINE(void, mpi_win_allocate_c, (MPI_Aint *size, MPI_Aint *disp_unit, MPI_Fint *info, MPI_Fint *comm, void *baseptr, MPI_Fint *win, MPI_Fint *ierror))
{
    MPI_Win c_win = MPI_WIN_NULL;
    SITE();
    int error = CALL(MPI_Win_allocate_c)(*size, *disp_unit, Info_C(*info), Comm_C(*comm), baseptr, &c_win);
    if (error == MPI_SUCCESS)
        *win = Win_F(c_win);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_win_allocate_c_f08, mpi_win_allocate_c, (MPI_Aint *size, MPI_Aint *disp_unit, MPI_Fint *info, MPI_Fint *comm, void *baseptr, MPI_Fint *win, MPI_Fint *ierror))

ROUTINE(void, mpi_win_allocate_shared, (MPI_Aint *size, MPI_Fint *disp_unit, MPI_Fint *info, MPI_Fint *comm, void *baseptr, MPI_Fint *win, MPI_Fint *ierror))
{
    MPI_Win c_win = MPI_WIN_NULL;
    SITE();
    int error = CALL(MPI_Win_allocate_shared)(*size, *disp_unit, Info_C(*info), Comm_C(*comm), baseptr, &c_win);
    if (error == MPI_SUCCESS)
        *win = Win_F(c_win);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_win_allocate_shared_f08, mpi_win_allocate_shared, (MPI_Aint *size, MPI_Fint *disp_unit, MPI_Fint *info, MPI_Fint *comm, void *baseptr, MPI_Fint *win, MPI_Fint *ierror))
ALIAS(void, mpi_win_allocate_shared_cptr, mpi_win_allocate_shared, (MPI_Aint *size, MPI_Fint *disp_unit, MPI_Fint *info, MPI_Fint *comm, void *baseptr, MPI_Fint *win, MPI_Fint *ierror))

ROUTINE(void, mpi_win_allocate_shared_c, (MPI_Aint *size, MPI_Aint *disp_unit, MPI_Fint *info, MPI_Fint *comm, void *baseptr, MPI_Fint *win, MPI_Fint *ierror))
{
    MPI_Win c_win = MPI_WIN_NULL;
    SITE();
    int error = CALL(MPI_Win_allocate_shared_c)(*size, *disp_unit, Info_C(*info), Comm_C(*comm), baseptr, &c_win);
    if (error == MPI_SUCCESS)
        *win = Win_F(c_win);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_win_allocate_shared_c_f08, mpi_win_allocate_shared_c, (MPI_Aint *size, MPI_Aint *disp_unit, MPI_Fint *info, MPI_Fint *comm, void *baseptr, MPI_Fint *win, MPI_Fint *ierror))

ROUTINE(void, mpi_win_attach, (MPI_Fint *win, void *base, MPI_Aint *size, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Win_attach)(Win_C(*win), BUFFER(base), *size);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_win_attach_f08, mpi_win_attach, (MPI_Fint *win, void *base, MPI_Aint *size, MPI_Fint *ierror))

ROUTINE(void, mpi_win_call_errhandler, (MPI_Fint *win, MPI_Fint *errorcode, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Win_call_errhandler)(Win_C(*win), *errorcode);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_win_call_errhandler_f08, mpi_win_call_errhandler, (MPI_Fint *win, MPI_Fint *errorcode, MPI_Fint *ierror))

ROUTINE(void, mpi_win_complete, (MPI_Fint *win, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Win_complete)(Win_C(*win));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_win_complete_f08, mpi_win_complete, (MPI_Fint *win, MPI_Fint *ierror))

ROUTINE(void, mpi_win_create, (void *base, MPI_Aint *size, MPI_Fint *disp_unit, MPI_Fint *info, MPI_Fint *comm, MPI_Fint *win, MPI_Fint *ierror))
{
    MPI_Win c_win = MPI_WIN_NULL;
    SITE();
    int error = CALL(MPI_Win_create)(BUFFER(base), *size, *disp_unit, Info_C(*info), Comm_C(*comm), &c_win);
    if (error == MPI_SUCCESS)
        *win = Win_F(c_win);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_win_create_f08, mpi_win_create, (void *base, MPI_Aint *size, MPI_Fint *disp_unit, MPI_Fint *info, MPI_Fint *comm, MPI_Fint *win, MPI_Fint *ierror))

ROUTINE(void, mpi_win_create_c, (void *base, MPI_Aint *size, MPI_Aint *disp_unit, MPI_Fint *info, MPI_Fint *comm, MPI_Fint *win, MPI_Fint *ierror))
{
    MPI_Win c_win = MPI_WIN_NULL;
    SITE();
    int error = CALL(MPI_Win_create_c)(BUFFER(base), *size, *disp_unit, Info_C(*info), Comm_C(*comm), &c_win);
    if (error == MPI_SUCCESS)
        *win = Win_F(c_win);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_win_create_c_f08, mpi_win_create_c, (void *base, MPI_Aint *size, MPI_Aint *disp_unit, MPI_Fint *info, MPI_Fint *comm, MPI_Fint *win, MPI_Fint *ierror))

ROUTINE(void, mpi_win_create_dynamic, (MPI_Fint *info, MPI_Fint *comm, MPI_Fint *win, MPI_Fint *ierror))
{
    MPI_Win c_win = MPI_WIN_NULL;
    SITE();
    int error = CALL(MPI_Win_create_dynamic)(Info_C(*info), Comm_C(*comm), &c_win);
    if (error == MPI_SUCCESS)
        *win = Win_F(c_win);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_win_create_dynamic_f08, mpi_win_create_dynamic, (MPI_Fint *info, MPI_Fint *comm, MPI_Fint *win, MPI_Fint *ierror))

ROUTINE(void, mpi_win_create_errhandler, (MPI_Win_errhandler_function *win_errhandler_fn, MPI_Fint *errhandler, MPI_Fint *ierror))
{
    MPI_Errhandler c_errhandler = MPI_ERRHANDLER_NULL;
    SITE();
    int error = CALL(MPI_Win_create_errhandler)(win_errhandler_fn, &c_errhandler);
    if (error == MPI_SUCCESS)
        *errhandler = Errhandler_F(c_errhandler);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_win_create_errhandler_f08, mpi_win_create_errhandler, (MPI_Win_errhandler_function *win_errhandler_fn, MPI_Fint *errhandler, MPI_Fint *ierror))

ROUTINE(void, mpi_win_delete_attr, (MPI_Fint *win, MPI_Fint *win_keyval, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Win_delete_attr)(Win_C(*win), *win_keyval);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_win_delete_attr_f08, mpi_win_delete_attr, (MPI_Fint *win, MPI_Fint *win_keyval, MPI_Fint *ierror))

ROUTINE(void, mpi_win_detach, (MPI_Fint *win, void *base, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Win_detach)(Win_C(*win), BUFFER(base));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_win_detach_f08, mpi_win_detach, (MPI_Fint *win, void *base, MPI_Fint *ierror))

ROUTINE(void, mpi_win_fence, (MPI_Fint *assert, MPI_Fint *win, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Win_fence)(*assert, Win_C(*win));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_win_fence_f08, mpi_win_fence, (MPI_Fint *assert, MPI_Fint *win, MPI_Fint *ierror))

ROUTINE(void, mpi_win_flush, (MPI_Fint *rank, MPI_Fint *win, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Win_flush)(*rank, Win_C(*win));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_win_flush_f08, mpi_win_flush, (MPI_Fint *rank, MPI_Fint *win, MPI_Fint *ierror))

ROUTINE(void, mpi_win_flush_all, (MPI_Fint *win, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Win_flush_all)(Win_C(*win));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_win_flush_all_f08, mpi_win_flush_all, (MPI_Fint *win, MPI_Fint *ierror))

ROUTINE(void, mpi_win_flush_local, (MPI_Fint *rank, MPI_Fint *win, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Win_flush_local)(*rank, Win_C(*win));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_win_flush_local_f08, mpi_win_flush_local, (MPI_Fint *rank, MPI_Fint *win, MPI_Fint *ierror))

ROUTINE(void, mpi_win_flush_local_all, (MPI_Fint *win, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Win_flush_local_all)(Win_C(*win));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_win_flush_local_all_f08, mpi_win_flush_local_all, (MPI_Fint *win, MPI_Fint *ierror))

ROUTINE(void, mpi_win_free, (MPI_Fint *win, MPI_Fint *ierror))
{
    MPI_Win c_win = Win_C(*win);
    SITE();
    int error = CALL(MPI_Win_free)(&c_win);
    *win = Win_F(c_win);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_win_free_f08, mpi_win_free, (MPI_Fint *win, MPI_Fint *ierror))

ROUTINE(void, mpi_win_free_keyval, (MPI_Fint *win_keyval, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Win_free_keyval)(win_keyval);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_win_free_keyval_f08, mpi_win_free_keyval, (MPI_Fint *win_keyval, MPI_Fint *ierror))

ROUTINE(void, mpi_win_get_errhandler, (MPI_Fint *win, MPI_Fint *errhandler, MPI_Fint *ierror))
{
    MPI_Errhandler c_errhandler = MPI_ERRHANDLER_NULL;
    SITE();
    int error = CALL(MPI_Win_get_errhandler)(Win_C(*win), &c_errhandler);
    if (error == MPI_SUCCESS)
        *errhandler = Errhandler_F(c_errhandler);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_win_get_errhandler_f08, mpi_win_get_errhandler, (MPI_Fint *win, MPI_Fint *errhandler, MPI_Fint *ierror))

ROUTINE(void, mpi_win_get_group, (MPI_Fint *win, MPI_Fint *group, MPI_Fint *ierror))
{
    MPI_Group c_group = MPI_GROUP_NULL;
    SITE();
    int error = CALL(MPI_Win_get_group)(Win_C(*win), &c_group);
    if (error == MPI_SUCCESS)
        *group = Group_F(c_group);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_win_get_group_f08, mpi_win_get_group, (MPI_Fint *win, MPI_Fint *group, MPI_Fint *ierror))

ROUTINE(void, mpi_win_get_info, (MPI_Fint *win, MPI_Fint *info_used, MPI_Fint *ierror))
{
    MPI_Info c_info_used = MPI_INFO_NULL;
    SITE();
    int error = CALL(MPI_Win_get_info)(Win_C(*win), &c_info_used);
    if (error == MPI_SUCCESS)
        *info_used = Info_F(c_info_used);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_win_get_info_f08, mpi_win_get_info, (MPI_Fint *win, MPI_Fint *info_used, MPI_Fint *ierror))

ROUTINE(void, mpi_win_get_name, (MPI_Fint *win, char *win_name, MPI_Fint *resultlen, MPI_Fint *ierror, size_t win_name_length))
{
    char *c_win_name = ARRAY(char, MPI_MAX_OBJECT_NAME);
    c_win_name[0] = 0;
    SITE();
    int error = CALL(MPI_Win_get_name)(Win_C(*win), c_win_name, resultlen);
    if (error == MPI_SUCCESS)
        wt_f_pad(win_name, win_name_length, c_win_name);
    free(c_win_name);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_win_get_name_f08, mpi_win_get_name, (MPI_Fint *win, char *win_name, MPI_Fint *resultlen, MPI_Fint *ierror, size_t win_name_length))

ROUTINE(void, mpi_win_lock, (MPI_Fint *lock_type, MPI_Fint *rank, MPI_Fint *assert, MPI_Fint *win, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Win_lock)(*lock_type, *rank, *assert, Win_C(*win));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_win_lock_f08, mpi_win_lock, (MPI_Fint *lock_type, MPI_Fint *rank, MPI_Fint *assert, MPI_Fint *win, MPI_Fint *ierror))

ROUTINE(void, mpi_win_lock_all, (MPI_Fint *assert, MPI_Fint *win, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Win_lock_all)(*assert, Win_C(*win));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_win_lock_all_f08, mpi_win_lock_all, (MPI_Fint *assert, MPI_Fint *win, MPI_Fint *ierror))

ROUTINE(void, mpi_win_post, (MPI_Fint *group, MPI_Fint *assert, MPI_Fint *win, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Win_post)(Group_C(*group), *assert, Win_C(*win));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_win_post_f08, mpi_win_post, (MPI_Fint *group, MPI_Fint *assert, MPI_Fint *win, MPI_Fint *ierror))

ROUTINE(void, mpi_win_set_errhandler, (MPI_Fint *win, MPI_Fint *errhandler, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Win_set_errhandler)(Win_C(*win), Errhandler_C(*errhandler));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_win_set_errhandler_f08, mpi_win_set_errhandler, (MPI_Fint *win, MPI_Fint *errhandler, MPI_Fint *ierror))

ROUTINE(void, mpi_win_set_info, (MPI_Fint *win, MPI_Fint *info, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Win_set_info)(Win_C(*win), Info_C(*info));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_win_set_info_f08, mpi_win_set_info, (MPI_Fint *win, MPI_Fint *info, MPI_Fint *ierror))

ROUTINE(void, mpi_win_set_name, (MPI_Fint *win, char *win_name, MPI_Fint *ierror, size_t win_name_length))
{
    char *c_win_name = wt_f_string(win_name, win_name_length);
    SITE();
    int error = CALL(MPI_Win_set_name)(Win_C(*win), c_win_name);
    free(c_win_name);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_win_set_name_f08, mpi_win_set_name, (MPI_Fint *win, char *win_name, MPI_Fint *ierror, size_t win_name_length))

ROUTINE(void, mpi_win_shared_query, (MPI_Fint *win, MPI_Fint *rank, MPI_Aint *size, MPI_Fint *disp_unit, void *baseptr, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Win_shared_query)(Win_C(*win), *rank, size, disp_unit, baseptr);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_win_shared_query_f08, mpi_win_shared_query, (MPI_Fint *win, MPI_Fint *rank, MPI_Aint *size, MPI_Fint *disp_unit, void *baseptr, MPI_Fint *ierror))
ALIAS(void, mpi_win_shared_query_cptr, mpi_win_shared_query, (MPI_Fint *win, MPI_Fint *rank, MPI_Aint *size, MPI_Fint *disp_unit, void *baseptr, MPI_Fint *ierror))

ROUTINE(void, mpi_win_shared_query_c, (MPI_Fint *win, MPI_Fint *rank, MPI_Aint *size, MPI_Aint *disp_unit, void *baseptr, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Win_shared_query_c)(Win_C(*win), *rank, size, disp_unit, baseptr);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_win_shared_query_c_f08, mpi_win_shared_query_c, (MPI_Fint *win, MPI_Fint *rank, MPI_Aint *size, MPI_Aint *disp_unit, void *baseptr, MPI_Fint *ierror))

ROUTINE(void, mpi_win_start, (MPI_Fint *group, MPI_Fint *assert, MPI_Fint *win, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Win_start)(Group_C(*group), *assert, Win_C(*win));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_win_start_f08, mpi_win_start, (MPI_Fint *group, MPI_Fint *assert, MPI_Fint *win, MPI_Fint *ierror))

ROUTINE(void, mpi_win_sync, (MPI_Fint *win, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Win_sync)(Win_C(*win));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_win_sync_f08, mpi_win_sync, (MPI_Fint *win, MPI_Fint *ierror))

ROUTINE(void, mpi_win_test, (MPI_Fint *win, MPI_Fint *flag, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Win_test)(Win_C(*win), flag);
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_win_test_f08, mpi_win_test, (MPI_Fint *win, MPI_Fint *flag, MPI_Fint *ierror))

ROUTINE(void, mpi_win_unlock, (MPI_Fint *rank, MPI_Fint *win, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Win_unlock)(*rank, Win_C(*win));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_win_unlock_f08, mpi_win_unlock, (MPI_Fint *rank, MPI_Fint *win, MPI_Fint *ierror))

ROUTINE(void, mpi_win_unlock_all, (MPI_Fint *win, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Win_unlock_all)(Win_C(*win));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_win_unlock_all_f08, mpi_win_unlock_all, (MPI_Fint *win, MPI_Fint *ierror))

ROUTINE(void, mpi_win_wait, (MPI_Fint *win, MPI_Fint *ierror))
{
    SITE();
    int error = CALL(MPI_Win_wait)(Win_C(*win));
    if (ierror)
        *ierror = error;
}
ALIAS(void, mpi_win_wait_f08, mpi_win_wait, (MPI_Fint *win, MPI_Fint *ierror))

ROUTINE(double, mpi_wtick, (void))
{
    SITE();
    return CALL(MPI_Wtick)();
}
ALIAS(double, mpi_wtick_f08, mpi_wtick, (void))

ROUTINE(double, mpi_wtime, (void))
{
    SITE();
    return CALL(MPI_Wtime)();
}
ALIAS(double, mpi_wtime_f08, mpi_wtime, (void))
