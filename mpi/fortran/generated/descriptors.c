/* Fortran's procedures for buffers with descriptors. Generated from mpi/api.json by mpi/generate/generate.py: change those.
 *
 * Compiled twice, with and without WT_PROFILE: see support.h.
 */
#include "sections.h"
#include "support.h"

ROUTINE(void, mpi_accumulate_f08ts, (void *origin_addr, MPI_Fint *origin_count, MPI_Fint *origin_datatype, MPI_Fint *target_rank, MPI_Aint *target_disp, MPI_Fint *target_count, MPI_Fint *target_datatype, MPI_Fint *op, MPI_Fint *win, MPI_Fint *ierror))
{
    wt_f_section s_origin_addr = wt_f_read_c(origin_addr);
    wt_f_view v_origin_addr = wt_f_typed(&s_origin_addr, *origin_count, Type_C(*origin_datatype), 0, WT_F_LATER, "MPI_Accumulate");
    int refused = v_origin_addr.error ? v_origin_addr.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_origin_addr, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Accumulate)(BUFFER(v_origin_addr.address), v_origin_addr.count, v_origin_addr.datatype, *target_rank, *target_disp, *target_count, Type_C(*target_datatype), Op_C(*op), Win_C(*win));
    wt_f_end(&v_origin_addr, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_accumulate_c_f08ts, (void *origin_addr, MPI_Count *origin_count, MPI_Fint *origin_datatype, MPI_Fint *target_rank, MPI_Aint *target_disp, MPI_Count *target_count, MPI_Fint *target_datatype, MPI_Fint *op, MPI_Fint *win, MPI_Fint *ierror))
{
    wt_f_section s_origin_addr = wt_f_read_c(origin_addr);
    wt_f_view v_origin_addr = wt_f_typed(&s_origin_addr, *origin_count, Type_C(*origin_datatype), 0, WT_F_LATER, "MPI_Accumulate_c");
    int refused = v_origin_addr.error ? v_origin_addr.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_origin_addr, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Accumulate_c)(BUFFER(v_origin_addr.address), v_origin_addr.count, v_origin_addr.datatype, *target_rank, *target_disp, *target_count, Type_C(*target_datatype), Op_C(*op), Win_C(*win));
    wt_f_end(&v_origin_addr, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_allgather_f08ts, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_own(sendbuf);
    wt_f_view v_sendbuf = wt_f_typed(&s_sendbuf, *sendcount, Type_C(*sendtype), 0, WT_F_AT_ONCE, "MPI_Allgather");
    wt_f_section s_recvbuf = wt_f_read_own(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    int refused = v_sendbuf.error ? v_sendbuf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_sendbuf, MPI_ERR_OTHER);
        wt_f_end(&v_recvbuf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Allgather)(BUFFER(v_sendbuf.address), v_sendbuf.count, v_sendbuf.datatype, BUFFER(v_recvbuf.address), *recvcount, Type_C(*recvtype), Comm_C(*comm));
    wt_f_end(&v_sendbuf, error);
    wt_f_end(&v_recvbuf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_allgather_c_f08ts, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_own(sendbuf);
    wt_f_view v_sendbuf = wt_f_typed(&s_sendbuf, *sendcount, Type_C(*sendtype), 0, WT_F_AT_ONCE, "MPI_Allgather_c");
    wt_f_section s_recvbuf = wt_f_read_own(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    int refused = v_sendbuf.error ? v_sendbuf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_sendbuf, MPI_ERR_OTHER);
        wt_f_end(&v_recvbuf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Allgather_c)(BUFFER(v_sendbuf.address), v_sendbuf.count, v_sendbuf.datatype, BUFFER(v_recvbuf.address), *recvcount, Type_C(*recvtype), Comm_C(*comm));
    wt_f_end(&v_sendbuf, error);
    wt_f_end(&v_recvbuf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_allgather_init_f08ts, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_typed(&s_sendbuf, *sendcount, Type_C(*sendtype), 0, WT_F_WITH_PERSISTENT_REQUEST, "MPI_Allgather_init");
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_sendbuf.error ? v_sendbuf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_sendbuf, MPI_ERR_OTHER);
        wt_f_end(&v_recvbuf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Allgather_init)(BUFFER(v_sendbuf.address), v_sendbuf.count, v_sendbuf.datatype, BUFFER(v_recvbuf.address), *recvcount, Type_C(*recvtype), Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_allgather_init_c_f08ts, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_typed(&s_sendbuf, *sendcount, Type_C(*sendtype), 0, WT_F_WITH_PERSISTENT_REQUEST, "MPI_Allgather_init_c");
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_sendbuf.error ? v_sendbuf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_sendbuf, MPI_ERR_OTHER);
        wt_f_end(&v_recvbuf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Allgather_init_c)(BUFFER(v_sendbuf.address), v_sendbuf.count, v_sendbuf.datatype, BUFFER(v_recvbuf.address), *recvcount, Type_C(*recvtype), Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_allgatherv_f08ts, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *displs, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_own(sendbuf);
    wt_f_view v_sendbuf = wt_f_typed(&s_sendbuf, *sendcount, Type_C(*sendtype), 0, WT_F_AT_ONCE, "MPI_Allgatherv");
    wt_f_section s_recvbuf = wt_f_read_own(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    int refused = v_sendbuf.error ? v_sendbuf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_sendbuf, MPI_ERR_OTHER);
        wt_f_end(&v_recvbuf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Allgatherv)(BUFFER(v_sendbuf.address), v_sendbuf.count, v_sendbuf.datatype, BUFFER(v_recvbuf.address), recvcounts, displs, Type_C(*recvtype), Comm_C(*comm));
    wt_f_end(&v_sendbuf, error);
    wt_f_end(&v_recvbuf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_allgatherv_c_f08ts, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *displs, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_own(sendbuf);
    wt_f_view v_sendbuf = wt_f_typed(&s_sendbuf, *sendcount, Type_C(*sendtype), 0, WT_F_AT_ONCE, "MPI_Allgatherv_c");
    wt_f_section s_recvbuf = wt_f_read_own(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    int refused = v_sendbuf.error ? v_sendbuf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_sendbuf, MPI_ERR_OTHER);
        wt_f_end(&v_recvbuf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Allgatherv_c)(BUFFER(v_sendbuf.address), v_sendbuf.count, v_sendbuf.datatype, BUFFER(v_recvbuf.address), recvcounts, displs, Type_C(*recvtype), Comm_C(*comm));
    wt_f_end(&v_sendbuf, error);
    wt_f_end(&v_recvbuf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_allgatherv_init_f08ts, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *displs, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_typed(&s_sendbuf, *sendcount, Type_C(*sendtype), 0, WT_F_WITH_PERSISTENT_REQUEST, "MPI_Allgatherv_init");
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_sendbuf.error ? v_sendbuf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_sendbuf, MPI_ERR_OTHER);
        wt_f_end(&v_recvbuf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Allgatherv_init)(BUFFER(v_sendbuf.address), v_sendbuf.count, v_sendbuf.datatype, BUFFER(v_recvbuf.address), recvcounts, displs, Type_C(*recvtype), Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_allgatherv_init_c_f08ts, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *displs, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_typed(&s_sendbuf, *sendcount, Type_C(*sendtype), 0, WT_F_WITH_PERSISTENT_REQUEST, "MPI_Allgatherv_init_c");
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_sendbuf.error ? v_sendbuf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_sendbuf, MPI_ERR_OTHER);
        wt_f_end(&v_recvbuf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Allgatherv_init_c)(BUFFER(v_sendbuf.address), v_sendbuf.count, v_sendbuf.datatype, BUFFER(v_recvbuf.address), recvcounts, displs, Type_C(*recvtype), Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_allreduce_f08ts, (void *sendbuf, void *recvbuf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_own(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_own(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    SITE();
    int error = CALL(MPI_Allreduce)(BUFFER(v_sendbuf.address), BUFFER(v_recvbuf.address), *count, Type_C(*datatype), Op_C(*op), Comm_C(*comm));
    wt_f_end(&v_sendbuf, error);
    wt_f_end(&v_recvbuf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_allreduce_c_f08ts, (void *sendbuf, void *recvbuf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_own(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_own(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    SITE();
    int error = CALL(MPI_Allreduce_c)(BUFFER(v_sendbuf.address), BUFFER(v_recvbuf.address), *count, Type_C(*datatype), Op_C(*op), Comm_C(*comm));
    wt_f_end(&v_sendbuf, error);
    wt_f_end(&v_recvbuf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_allreduce_init_f08ts, (void *sendbuf, void *recvbuf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Allreduce_init)(BUFFER(v_sendbuf.address), BUFFER(v_recvbuf.address), *count, Type_C(*datatype), Op_C(*op), Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_allreduce_init_c_f08ts, (void *sendbuf, void *recvbuf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Allreduce_init_c)(BUFFER(v_sendbuf.address), BUFFER(v_recvbuf.address), *count, Type_C(*datatype), Op_C(*op), Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_alltoall_f08ts, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_own(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_own(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    SITE();
    int error = CALL(MPI_Alltoall)(BUFFER(v_sendbuf.address), *sendcount, Type_C(*sendtype), BUFFER(v_recvbuf.address), *recvcount, Type_C(*recvtype), Comm_C(*comm));
    wt_f_end(&v_sendbuf, error);
    wt_f_end(&v_recvbuf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_alltoall_c_f08ts, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_own(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_own(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    SITE();
    int error = CALL(MPI_Alltoall_c)(BUFFER(v_sendbuf.address), *sendcount, Type_C(*sendtype), BUFFER(v_recvbuf.address), *recvcount, Type_C(*recvtype), Comm_C(*comm));
    wt_f_end(&v_sendbuf, error);
    wt_f_end(&v_recvbuf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_alltoall_init_f08ts, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Alltoall_init)(BUFFER(v_sendbuf.address), *sendcount, Type_C(*sendtype), BUFFER(v_recvbuf.address), *recvcount, Type_C(*recvtype), Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_alltoall_init_c_f08ts, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Alltoall_init_c)(BUFFER(v_sendbuf.address), *sendcount, Type_C(*sendtype), BUFFER(v_recvbuf.address), *recvcount, Type_C(*recvtype), Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_alltoallv_f08ts, (void *sendbuf, MPI_Fint *sendcounts, MPI_Fint *sdispls, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *rdispls, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_own(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_own(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    SITE();
    int error = CALL(MPI_Alltoallv)(BUFFER(v_sendbuf.address), sendcounts, sdispls, Type_C(*sendtype), BUFFER(v_recvbuf.address), recvcounts, rdispls, Type_C(*recvtype), Comm_C(*comm));
    wt_f_end(&v_sendbuf, error);
    wt_f_end(&v_recvbuf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_alltoallv_c_f08ts, (void *sendbuf, MPI_Count *sendcounts, MPI_Aint *sdispls, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *rdispls, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_own(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_own(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    SITE();
    int error = CALL(MPI_Alltoallv_c)(BUFFER(v_sendbuf.address), sendcounts, sdispls, Type_C(*sendtype), BUFFER(v_recvbuf.address), recvcounts, rdispls, Type_C(*recvtype), Comm_C(*comm));
    wt_f_end(&v_sendbuf, error);
    wt_f_end(&v_recvbuf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_alltoallv_init_f08ts, (void *sendbuf, MPI_Fint *sendcounts, MPI_Fint *sdispls, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *rdispls, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Alltoallv_init)(BUFFER(v_sendbuf.address), sendcounts, sdispls, Type_C(*sendtype), BUFFER(v_recvbuf.address), recvcounts, rdispls, Type_C(*recvtype), Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_alltoallv_init_c_f08ts, (void *sendbuf, MPI_Count *sendcounts, MPI_Aint *sdispls, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *rdispls, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Alltoallv_init_c)(BUFFER(v_sendbuf.address), sendcounts, sdispls, Type_C(*sendtype), BUFFER(v_recvbuf.address), recvcounts, rdispls, Type_C(*recvtype), Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_alltoallw_f08ts, (void *sendbuf, MPI_Fint *sendcounts, MPI_Fint *sdispls, MPI_Fint *sendtypes, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *rdispls, MPI_Fint *recvtypes, MPI_Fint *comm, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_own(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    int n_sendtypes = IN_PLACE(v_sendbuf.address) ? 0 : wt_f_peers(Comm_C(*comm));
    MPI_Datatype *c_sendtypes = ARRAY(MPI_Datatype, n_sendtypes);
    for (int i = 0; i < n_sendtypes; i++)
        c_sendtypes[i] = Type_C(sendtypes[i]);
    wt_f_section s_recvbuf = wt_f_read_own(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    int n_recvtypes = wt_f_peers(Comm_C(*comm));
    MPI_Datatype *c_recvtypes = ARRAY(MPI_Datatype, n_recvtypes);
    for (int i = 0; i < n_recvtypes; i++)
        c_recvtypes[i] = Type_C(recvtypes[i]);
    SITE();
    int error = CALL(MPI_Alltoallw)(BUFFER(v_sendbuf.address), sendcounts, sdispls, c_sendtypes, BUFFER(v_recvbuf.address), recvcounts, rdispls, c_recvtypes, Comm_C(*comm));
    free(c_sendtypes);
    free(c_recvtypes);
    wt_f_end(&v_sendbuf, error);
    wt_f_end(&v_recvbuf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_alltoallw_c_f08ts, (void *sendbuf, MPI_Count *sendcounts, MPI_Aint *sdispls, MPI_Fint *sendtypes, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *rdispls, MPI_Fint *recvtypes, MPI_Fint *comm, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_own(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    int n_sendtypes = IN_PLACE(v_sendbuf.address) ? 0 : wt_f_peers(Comm_C(*comm));
    MPI_Datatype *c_sendtypes = ARRAY(MPI_Datatype, n_sendtypes);
    for (int i = 0; i < n_sendtypes; i++)
        c_sendtypes[i] = Type_C(sendtypes[i]);
    wt_f_section s_recvbuf = wt_f_read_own(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    int n_recvtypes = wt_f_peers(Comm_C(*comm));
    MPI_Datatype *c_recvtypes = ARRAY(MPI_Datatype, n_recvtypes);
    for (int i = 0; i < n_recvtypes; i++)
        c_recvtypes[i] = Type_C(recvtypes[i]);
    SITE();
    int error = CALL(MPI_Alltoallw_c)(BUFFER(v_sendbuf.address), sendcounts, sdispls, c_sendtypes, BUFFER(v_recvbuf.address), recvcounts, rdispls, c_recvtypes, Comm_C(*comm));
    free(c_sendtypes);
    free(c_recvtypes);
    wt_f_end(&v_sendbuf, error);
    wt_f_end(&v_recvbuf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_alltoallw_init_f08ts, (void *sendbuf, MPI_Fint *sendcounts, MPI_Fint *sdispls, MPI_Fint *sendtypes, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *rdispls, MPI_Fint *recvtypes, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    int n_sendtypes = IN_PLACE(v_sendbuf.address) ? 0 : wt_f_peers(Comm_C(*comm));
    MPI_Datatype *c_sendtypes = ARRAY(MPI_Datatype, n_sendtypes);
    for (int i = 0; i < n_sendtypes; i++)
        c_sendtypes[i] = Type_C(sendtypes[i]);
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    int n_recvtypes = wt_f_peers(Comm_C(*comm));
    MPI_Datatype *c_recvtypes = ARRAY(MPI_Datatype, n_recvtypes);
    for (int i = 0; i < n_recvtypes; i++)
        c_recvtypes[i] = Type_C(recvtypes[i]);
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Alltoallw_init)(BUFFER(v_sendbuf.address), sendcounts, sdispls, c_sendtypes, BUFFER(v_recvbuf.address), recvcounts, rdispls, c_recvtypes, Comm_C(*comm), Info_C(*info), &c_request);
    free(c_sendtypes);
    free(c_recvtypes);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_alltoallw_init_c_f08ts, (void *sendbuf, MPI_Count *sendcounts, MPI_Aint *sdispls, MPI_Fint *sendtypes, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *rdispls, MPI_Fint *recvtypes, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    int n_sendtypes = IN_PLACE(v_sendbuf.address) ? 0 : wt_f_peers(Comm_C(*comm));
    MPI_Datatype *c_sendtypes = ARRAY(MPI_Datatype, n_sendtypes);
    for (int i = 0; i < n_sendtypes; i++)
        c_sendtypes[i] = Type_C(sendtypes[i]);
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    int n_recvtypes = wt_f_peers(Comm_C(*comm));
    MPI_Datatype *c_recvtypes = ARRAY(MPI_Datatype, n_recvtypes);
    for (int i = 0; i < n_recvtypes; i++)
        c_recvtypes[i] = Type_C(recvtypes[i]);
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Alltoallw_init_c)(BUFFER(v_sendbuf.address), sendcounts, sdispls, c_sendtypes, BUFFER(v_recvbuf.address), recvcounts, rdispls, c_recvtypes, Comm_C(*comm), Info_C(*info), &c_request);
    free(c_sendtypes);
    free(c_recvtypes);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_bcast_f08ts, (void *buffer, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *ierror))
{
    wt_f_section s_buffer = wt_f_read_own(buffer);
    wt_f_view v_buffer = wt_f_typed(&s_buffer, *count, Type_C(*datatype), 1, WT_F_AT_ONCE, "MPI_Bcast");
    int refused = v_buffer.error ? v_buffer.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buffer, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Bcast)(BUFFER(v_buffer.address), v_buffer.count, v_buffer.datatype, *root, Comm_C(*comm));
    wt_f_end(&v_buffer, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_bcast_c_f08ts, (void *buffer, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *ierror))
{
    wt_f_section s_buffer = wt_f_read_own(buffer);
    wt_f_view v_buffer = wt_f_typed(&s_buffer, *count, Type_C(*datatype), 1, WT_F_AT_ONCE, "MPI_Bcast_c");
    int refused = v_buffer.error ? v_buffer.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buffer, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Bcast_c)(BUFFER(v_buffer.address), v_buffer.count, v_buffer.datatype, *root, Comm_C(*comm));
    wt_f_end(&v_buffer, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_bcast_init_f08ts, (void *buffer, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_buffer = wt_f_read_c(buffer);
    wt_f_view v_buffer = wt_f_typed(&s_buffer, *count, Type_C(*datatype), 1, WT_F_WITH_PERSISTENT_REQUEST, "MPI_Bcast_init");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_buffer.error ? v_buffer.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buffer, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Bcast_init)(BUFFER(v_buffer.address), v_buffer.count, v_buffer.datatype, *root, Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_buffer, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_bcast_init_c_f08ts, (void *buffer, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_buffer = wt_f_read_c(buffer);
    wt_f_view v_buffer = wt_f_typed(&s_buffer, *count, Type_C(*datatype), 1, WT_F_WITH_PERSISTENT_REQUEST, "MPI_Bcast_init_c");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_buffer.error ? v_buffer.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buffer, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Bcast_init_c)(BUFFER(v_buffer.address), v_buffer.count, v_buffer.datatype, *root, Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_buffer, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_bsend_f08ts, (void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_own(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 0, WT_F_AT_ONCE, "MPI_Bsend");
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Bsend)(BUFFER(v_buf.address), v_buf.count, v_buf.datatype, *dest, *tag, Comm_C(*comm));
    wt_f_end(&v_buf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_bsend_c_f08ts, (void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_own(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 0, WT_F_AT_ONCE, "MPI_Bsend_c");
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Bsend_c)(BUFFER(v_buf.address), v_buf.count, v_buf.datatype, *dest, *tag, Comm_C(*comm));
    wt_f_end(&v_buf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_bsend_init_f08ts, (void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 0, WT_F_WITH_PERSISTENT_REQUEST, "MPI_Bsend_init");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Bsend_init)(BUFFER(v_buf.address), v_buf.count, v_buf.datatype, *dest, *tag, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_buf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_bsend_init_c_f08ts, (void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 0, WT_F_WITH_PERSISTENT_REQUEST, "MPI_Bsend_init_c");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Bsend_init_c)(BUFFER(v_buf.address), v_buf.count, v_buf.datatype, *dest, *tag, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_buf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_buffer_attach_f08ts, (void *buffer, MPI_Fint *size, MPI_Fint *ierror))
{
    wt_f_section s_buffer = wt_f_read_c(buffer);
    wt_f_view v_buffer = wt_f_whole(&s_buffer, "MPI_Buffer_attach");
    int refused = v_buffer.error ? v_buffer.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buffer, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Buffer_attach)(BUFFER(v_buffer.address), *size);
    wt_f_end(&v_buffer, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_buffer_attach_c_f08ts, (void *buffer, MPI_Count *size, MPI_Fint *ierror))
{
    wt_f_section s_buffer = wt_f_read_c(buffer);
    wt_f_view v_buffer = wt_f_whole(&s_buffer, "MPI_Buffer_attach_c");
    int refused = v_buffer.error ? v_buffer.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buffer, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Buffer_attach_c)(BUFFER(v_buffer.address), *size);
    wt_f_end(&v_buffer, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_comm_attach_buffer_f08ts, (MPI_Fint *comm, void *buffer, MPI_Fint *size, MPI_Fint *ierror))
{
    wt_f_section s_buffer = wt_f_read_c(buffer);
    wt_f_view v_buffer = wt_f_whole(&s_buffer, "MPI_Comm_attach_buffer");
    int refused = v_buffer.error ? v_buffer.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buffer, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Comm_attach_buffer)(Comm_C(*comm), BUFFER(v_buffer.address), *size);
    wt_f_end(&v_buffer, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_comm_attach_buffer_c_f08ts, (MPI_Fint *comm, void *buffer, MPI_Count *size, MPI_Fint *ierror))
{
    wt_f_section s_buffer = wt_f_read_c(buffer);
    wt_f_view v_buffer = wt_f_whole(&s_buffer, "MPI_Comm_attach_buffer_c");
    int refused = v_buffer.error ? v_buffer.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buffer, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Comm_attach_buffer_c)(Comm_C(*comm), BUFFER(v_buffer.address), *size);
    wt_f_end(&v_buffer, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_compare_and_swap_f08ts, (void *origin_addr, void *compare_addr, void *result_addr, MPI_Fint *datatype, MPI_Fint *target_rank, MPI_Aint *target_disp, MPI_Fint *win, MPI_Fint *ierror))
{
    wt_f_section s_origin_addr = wt_f_read_c(origin_addr);
    wt_f_view v_origin_addr = wt_f_first(&s_origin_addr);
    wt_f_section s_compare_addr = wt_f_read_c(compare_addr);
    wt_f_view v_compare_addr = wt_f_first(&s_compare_addr);
    wt_f_section s_result_addr = wt_f_read_c(result_addr);
    wt_f_view v_result_addr = wt_f_first(&s_result_addr);
    SITE();
    int error = CALL(MPI_Compare_and_swap)(BUFFER(v_origin_addr.address), BUFFER(v_compare_addr.address), BUFFER(v_result_addr.address), Type_C(*datatype), *target_rank, *target_disp, Win_C(*win));
    wt_f_end(&v_origin_addr, error);
    wt_f_end(&v_compare_addr, error);
    wt_f_end(&v_result_addr, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_exscan_f08ts, (void *sendbuf, void *recvbuf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_own(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_own(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    SITE();
    int error = CALL(MPI_Exscan)(BUFFER(v_sendbuf.address), BUFFER(v_recvbuf.address), *count, Type_C(*datatype), Op_C(*op), Comm_C(*comm));
    wt_f_end(&v_sendbuf, error);
    wt_f_end(&v_recvbuf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_exscan_c_f08ts, (void *sendbuf, void *recvbuf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_own(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_own(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    SITE();
    int error = CALL(MPI_Exscan_c)(BUFFER(v_sendbuf.address), BUFFER(v_recvbuf.address), *count, Type_C(*datatype), Op_C(*op), Comm_C(*comm));
    wt_f_end(&v_sendbuf, error);
    wt_f_end(&v_recvbuf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_exscan_init_f08ts, (void *sendbuf, void *recvbuf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Exscan_init)(BUFFER(v_sendbuf.address), BUFFER(v_recvbuf.address), *count, Type_C(*datatype), Op_C(*op), Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_exscan_init_c_f08ts, (void *sendbuf, void *recvbuf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Exscan_init_c)(BUFFER(v_sendbuf.address), BUFFER(v_recvbuf.address), *count, Type_C(*datatype), Op_C(*op), Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_fetch_and_op_f08ts, (void *origin_addr, void *result_addr, MPI_Fint *datatype, MPI_Fint *target_rank, MPI_Aint *target_disp, MPI_Fint *op, MPI_Fint *win, MPI_Fint *ierror))
{
    wt_f_section s_origin_addr = wt_f_read_c(origin_addr);
    wt_f_view v_origin_addr = wt_f_first(&s_origin_addr);
    wt_f_section s_result_addr = wt_f_read_c(result_addr);
    wt_f_view v_result_addr = wt_f_first(&s_result_addr);
    SITE();
    int error = CALL(MPI_Fetch_and_op)(BUFFER(v_origin_addr.address), BUFFER(v_result_addr.address), Type_C(*datatype), *target_rank, *target_disp, Op_C(*op), Win_C(*win));
    wt_f_end(&v_origin_addr, error);
    wt_f_end(&v_result_addr, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_iread_f08ts, (MPI_Fint *fh, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 1, WT_F_WITH_REQUEST, "MPI_File_iread");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_File_iread)(File_C(*fh), BUFFER(v_buf.address), v_buf.count, v_buf.datatype, &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_buf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_iread_all_f08ts, (MPI_Fint *fh, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 1, WT_F_WITH_REQUEST, "MPI_File_iread_all");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_File_iread_all)(File_C(*fh), BUFFER(v_buf.address), v_buf.count, v_buf.datatype, &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_buf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_iread_all_c_f08ts, (MPI_Fint *fh, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 1, WT_F_WITH_REQUEST, "MPI_File_iread_all_c");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_File_iread_all_c)(File_C(*fh), BUFFER(v_buf.address), v_buf.count, v_buf.datatype, &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_buf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_iread_at_f08ts, (MPI_Fint *fh, MPI_Offset *offset, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 1, WT_F_WITH_REQUEST, "MPI_File_iread_at");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_File_iread_at)(File_C(*fh), *offset, BUFFER(v_buf.address), v_buf.count, v_buf.datatype, &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_buf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_iread_at_all_f08ts, (MPI_Fint *fh, MPI_Offset *offset, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 1, WT_F_WITH_REQUEST, "MPI_File_iread_at_all");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_File_iread_at_all)(File_C(*fh), *offset, BUFFER(v_buf.address), v_buf.count, v_buf.datatype, &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_buf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_iread_at_all_c_f08ts, (MPI_Fint *fh, MPI_Offset *offset, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 1, WT_F_WITH_REQUEST, "MPI_File_iread_at_all_c");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_File_iread_at_all_c)(File_C(*fh), *offset, BUFFER(v_buf.address), v_buf.count, v_buf.datatype, &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_buf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_iread_at_c_f08ts, (MPI_Fint *fh, MPI_Offset *offset, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 1, WT_F_WITH_REQUEST, "MPI_File_iread_at_c");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_File_iread_at_c)(File_C(*fh), *offset, BUFFER(v_buf.address), v_buf.count, v_buf.datatype, &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_buf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_iread_c_f08ts, (MPI_Fint *fh, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 1, WT_F_WITH_REQUEST, "MPI_File_iread_c");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_File_iread_c)(File_C(*fh), BUFFER(v_buf.address), v_buf.count, v_buf.datatype, &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_buf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_iread_shared_f08ts, (MPI_Fint *fh, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 1, WT_F_WITH_REQUEST, "MPI_File_iread_shared");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_File_iread_shared)(File_C(*fh), BUFFER(v_buf.address), v_buf.count, v_buf.datatype, &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_buf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_iread_shared_c_f08ts, (MPI_Fint *fh, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 1, WT_F_WITH_REQUEST, "MPI_File_iread_shared_c");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_File_iread_shared_c)(File_C(*fh), BUFFER(v_buf.address), v_buf.count, v_buf.datatype, &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_buf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_iwrite_f08ts, (MPI_Fint *fh, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 0, WT_F_WITH_REQUEST, "MPI_File_iwrite");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_File_iwrite)(File_C(*fh), BUFFER(v_buf.address), v_buf.count, v_buf.datatype, &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_buf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_iwrite_all_f08ts, (MPI_Fint *fh, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 0, WT_F_WITH_REQUEST, "MPI_File_iwrite_all");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_File_iwrite_all)(File_C(*fh), BUFFER(v_buf.address), v_buf.count, v_buf.datatype, &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_buf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_iwrite_all_c_f08ts, (MPI_Fint *fh, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 0, WT_F_WITH_REQUEST, "MPI_File_iwrite_all_c");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_File_iwrite_all_c)(File_C(*fh), BUFFER(v_buf.address), v_buf.count, v_buf.datatype, &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_buf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_iwrite_at_f08ts, (MPI_Fint *fh, MPI_Offset *offset, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 0, WT_F_WITH_REQUEST, "MPI_File_iwrite_at");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_File_iwrite_at)(File_C(*fh), *offset, BUFFER(v_buf.address), v_buf.count, v_buf.datatype, &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_buf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_iwrite_at_all_f08ts, (MPI_Fint *fh, MPI_Offset *offset, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 0, WT_F_WITH_REQUEST, "MPI_File_iwrite_at_all");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_File_iwrite_at_all)(File_C(*fh), *offset, BUFFER(v_buf.address), v_buf.count, v_buf.datatype, &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_buf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_iwrite_at_all_c_f08ts, (MPI_Fint *fh, MPI_Offset *offset, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 0, WT_F_WITH_REQUEST, "MPI_File_iwrite_at_all_c");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_File_iwrite_at_all_c)(File_C(*fh), *offset, BUFFER(v_buf.address), v_buf.count, v_buf.datatype, &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_buf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_iwrite_at_c_f08ts, (MPI_Fint *fh, MPI_Offset *offset, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 0, WT_F_WITH_REQUEST, "MPI_File_iwrite_at_c");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_File_iwrite_at_c)(File_C(*fh), *offset, BUFFER(v_buf.address), v_buf.count, v_buf.datatype, &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_buf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_iwrite_c_f08ts, (MPI_Fint *fh, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 0, WT_F_WITH_REQUEST, "MPI_File_iwrite_c");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_File_iwrite_c)(File_C(*fh), BUFFER(v_buf.address), v_buf.count, v_buf.datatype, &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_buf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_iwrite_shared_f08ts, (MPI_Fint *fh, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 0, WT_F_WITH_REQUEST, "MPI_File_iwrite_shared");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_File_iwrite_shared)(File_C(*fh), BUFFER(v_buf.address), v_buf.count, v_buf.datatype, &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_buf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_iwrite_shared_c_f08ts, (MPI_Fint *fh, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 0, WT_F_WITH_REQUEST, "MPI_File_iwrite_shared_c");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_File_iwrite_shared_c)(File_C(*fh), BUFFER(v_buf.address), v_buf.count, v_buf.datatype, &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_buf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_read_f08ts, (MPI_Fint *fh, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_own(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 1, WT_F_AT_ONCE, "MPI_File_read");
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_File_read)(File_C(*fh), BUFFER(v_buf.address), v_buf.count, v_buf.datatype, STATUS(status));
    wt_f_end(&v_buf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_read_all_f08ts, (MPI_Fint *fh, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_own(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 1, WT_F_AT_ONCE, "MPI_File_read_all");
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_File_read_all)(File_C(*fh), BUFFER(v_buf.address), v_buf.count, v_buf.datatype, STATUS(status));
    wt_f_end(&v_buf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_read_all_begin_f08ts, (MPI_Fint *fh, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 1, WT_F_LATER, "MPI_File_read_all_begin");
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_File_read_all_begin)(File_C(*fh), BUFFER(v_buf.address), v_buf.count, v_buf.datatype);
    wt_f_end(&v_buf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_read_all_begin_c_f08ts, (MPI_Fint *fh, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 1, WT_F_LATER, "MPI_File_read_all_begin_c");
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_File_read_all_begin_c)(File_C(*fh), BUFFER(v_buf.address), v_buf.count, v_buf.datatype);
    wt_f_end(&v_buf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_read_all_c_f08ts, (MPI_Fint *fh, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_own(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 1, WT_F_AT_ONCE, "MPI_File_read_all_c");
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_File_read_all_c)(File_C(*fh), BUFFER(v_buf.address), v_buf.count, v_buf.datatype, STATUS(status));
    wt_f_end(&v_buf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_read_all_end_f08ts, (MPI_Fint *fh, void *buf, MPI_Status *status, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_first(&s_buf);
    SITE();
    int error = CALL(MPI_File_read_all_end)(File_C(*fh), BUFFER(v_buf.address), STATUS(status));
    wt_f_end(&v_buf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_read_at_f08ts, (MPI_Fint *fh, MPI_Offset *offset, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_own(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 1, WT_F_AT_ONCE, "MPI_File_read_at");
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_File_read_at)(File_C(*fh), *offset, BUFFER(v_buf.address), v_buf.count, v_buf.datatype, STATUS(status));
    wt_f_end(&v_buf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_read_at_all_f08ts, (MPI_Fint *fh, MPI_Offset *offset, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_own(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 1, WT_F_AT_ONCE, "MPI_File_read_at_all");
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_File_read_at_all)(File_C(*fh), *offset, BUFFER(v_buf.address), v_buf.count, v_buf.datatype, STATUS(status));
    wt_f_end(&v_buf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_read_at_all_begin_f08ts, (MPI_Fint *fh, MPI_Offset *offset, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 1, WT_F_LATER, "MPI_File_read_at_all_begin");
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_File_read_at_all_begin)(File_C(*fh), *offset, BUFFER(v_buf.address), v_buf.count, v_buf.datatype);
    wt_f_end(&v_buf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_read_at_all_begin_c_f08ts, (MPI_Fint *fh, MPI_Offset *offset, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 1, WT_F_LATER, "MPI_File_read_at_all_begin_c");
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_File_read_at_all_begin_c)(File_C(*fh), *offset, BUFFER(v_buf.address), v_buf.count, v_buf.datatype);
    wt_f_end(&v_buf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_read_at_all_c_f08ts, (MPI_Fint *fh, MPI_Offset *offset, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_own(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 1, WT_F_AT_ONCE, "MPI_File_read_at_all_c");
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_File_read_at_all_c)(File_C(*fh), *offset, BUFFER(v_buf.address), v_buf.count, v_buf.datatype, STATUS(status));
    wt_f_end(&v_buf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_read_at_all_end_f08ts, (MPI_Fint *fh, void *buf, MPI_Status *status, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_first(&s_buf);
    SITE();
    int error = CALL(MPI_File_read_at_all_end)(File_C(*fh), BUFFER(v_buf.address), STATUS(status));
    wt_f_end(&v_buf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_read_at_c_f08ts, (MPI_Fint *fh, MPI_Offset *offset, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_own(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 1, WT_F_AT_ONCE, "MPI_File_read_at_c");
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_File_read_at_c)(File_C(*fh), *offset, BUFFER(v_buf.address), v_buf.count, v_buf.datatype, STATUS(status));
    wt_f_end(&v_buf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_read_c_f08ts, (MPI_Fint *fh, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_own(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 1, WT_F_AT_ONCE, "MPI_File_read_c");
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_File_read_c)(File_C(*fh), BUFFER(v_buf.address), v_buf.count, v_buf.datatype, STATUS(status));
    wt_f_end(&v_buf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_read_ordered_f08ts, (MPI_Fint *fh, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_own(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 1, WT_F_AT_ONCE, "MPI_File_read_ordered");
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_File_read_ordered)(File_C(*fh), BUFFER(v_buf.address), v_buf.count, v_buf.datatype, STATUS(status));
    wt_f_end(&v_buf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_read_ordered_begin_f08ts, (MPI_Fint *fh, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 1, WT_F_LATER, "MPI_File_read_ordered_begin");
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_File_read_ordered_begin)(File_C(*fh), BUFFER(v_buf.address), v_buf.count, v_buf.datatype);
    wt_f_end(&v_buf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_read_ordered_begin_c_f08ts, (MPI_Fint *fh, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 1, WT_F_LATER, "MPI_File_read_ordered_begin_c");
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_File_read_ordered_begin_c)(File_C(*fh), BUFFER(v_buf.address), v_buf.count, v_buf.datatype);
    wt_f_end(&v_buf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_read_ordered_c_f08ts, (MPI_Fint *fh, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_own(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 1, WT_F_AT_ONCE, "MPI_File_read_ordered_c");
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_File_read_ordered_c)(File_C(*fh), BUFFER(v_buf.address), v_buf.count, v_buf.datatype, STATUS(status));
    wt_f_end(&v_buf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_read_ordered_end_f08ts, (MPI_Fint *fh, void *buf, MPI_Status *status, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_first(&s_buf);
    SITE();
    int error = CALL(MPI_File_read_ordered_end)(File_C(*fh), BUFFER(v_buf.address), STATUS(status));
    wt_f_end(&v_buf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_read_shared_f08ts, (MPI_Fint *fh, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_own(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 1, WT_F_AT_ONCE, "MPI_File_read_shared");
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_File_read_shared)(File_C(*fh), BUFFER(v_buf.address), v_buf.count, v_buf.datatype, STATUS(status));
    wt_f_end(&v_buf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_read_shared_c_f08ts, (MPI_Fint *fh, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_own(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 1, WT_F_AT_ONCE, "MPI_File_read_shared_c");
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_File_read_shared_c)(File_C(*fh), BUFFER(v_buf.address), v_buf.count, v_buf.datatype, STATUS(status));
    wt_f_end(&v_buf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_write_f08ts, (MPI_Fint *fh, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_own(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 0, WT_F_AT_ONCE, "MPI_File_write");
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_File_write)(File_C(*fh), BUFFER(v_buf.address), v_buf.count, v_buf.datatype, STATUS(status));
    wt_f_end(&v_buf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_write_all_f08ts, (MPI_Fint *fh, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_own(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 0, WT_F_AT_ONCE, "MPI_File_write_all");
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_File_write_all)(File_C(*fh), BUFFER(v_buf.address), v_buf.count, v_buf.datatype, STATUS(status));
    wt_f_end(&v_buf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_write_all_begin_f08ts, (MPI_Fint *fh, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 0, WT_F_LATER, "MPI_File_write_all_begin");
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_File_write_all_begin)(File_C(*fh), BUFFER(v_buf.address), v_buf.count, v_buf.datatype);
    wt_f_end(&v_buf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_write_all_begin_c_f08ts, (MPI_Fint *fh, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 0, WT_F_LATER, "MPI_File_write_all_begin_c");
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_File_write_all_begin_c)(File_C(*fh), BUFFER(v_buf.address), v_buf.count, v_buf.datatype);
    wt_f_end(&v_buf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_write_all_c_f08ts, (MPI_Fint *fh, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_own(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 0, WT_F_AT_ONCE, "MPI_File_write_all_c");
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_File_write_all_c)(File_C(*fh), BUFFER(v_buf.address), v_buf.count, v_buf.datatype, STATUS(status));
    wt_f_end(&v_buf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_write_all_end_f08ts, (MPI_Fint *fh, void *buf, MPI_Status *status, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_first(&s_buf);
    SITE();
    int error = CALL(MPI_File_write_all_end)(File_C(*fh), BUFFER(v_buf.address), STATUS(status));
    wt_f_end(&v_buf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_write_at_f08ts, (MPI_Fint *fh, MPI_Offset *offset, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_own(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 0, WT_F_AT_ONCE, "MPI_File_write_at");
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_File_write_at)(File_C(*fh), *offset, BUFFER(v_buf.address), v_buf.count, v_buf.datatype, STATUS(status));
    wt_f_end(&v_buf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_write_at_all_f08ts, (MPI_Fint *fh, MPI_Offset *offset, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_own(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 0, WT_F_AT_ONCE, "MPI_File_write_at_all");
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_File_write_at_all)(File_C(*fh), *offset, BUFFER(v_buf.address), v_buf.count, v_buf.datatype, STATUS(status));
    wt_f_end(&v_buf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_write_at_all_begin_f08ts, (MPI_Fint *fh, MPI_Offset *offset, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 0, WT_F_LATER, "MPI_File_write_at_all_begin");
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_File_write_at_all_begin)(File_C(*fh), *offset, BUFFER(v_buf.address), v_buf.count, v_buf.datatype);
    wt_f_end(&v_buf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_write_at_all_begin_c_f08ts, (MPI_Fint *fh, MPI_Offset *offset, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 0, WT_F_LATER, "MPI_File_write_at_all_begin_c");
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_File_write_at_all_begin_c)(File_C(*fh), *offset, BUFFER(v_buf.address), v_buf.count, v_buf.datatype);
    wt_f_end(&v_buf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_write_at_all_c_f08ts, (MPI_Fint *fh, MPI_Offset *offset, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_own(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 0, WT_F_AT_ONCE, "MPI_File_write_at_all_c");
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_File_write_at_all_c)(File_C(*fh), *offset, BUFFER(v_buf.address), v_buf.count, v_buf.datatype, STATUS(status));
    wt_f_end(&v_buf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_write_at_all_end_f08ts, (MPI_Fint *fh, void *buf, MPI_Status *status, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_first(&s_buf);
    SITE();
    int error = CALL(MPI_File_write_at_all_end)(File_C(*fh), BUFFER(v_buf.address), STATUS(status));
    wt_f_end(&v_buf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_write_at_c_f08ts, (MPI_Fint *fh, MPI_Offset *offset, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_own(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 0, WT_F_AT_ONCE, "MPI_File_write_at_c");
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_File_write_at_c)(File_C(*fh), *offset, BUFFER(v_buf.address), v_buf.count, v_buf.datatype, STATUS(status));
    wt_f_end(&v_buf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_write_c_f08ts, (MPI_Fint *fh, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_own(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 0, WT_F_AT_ONCE, "MPI_File_write_c");
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_File_write_c)(File_C(*fh), BUFFER(v_buf.address), v_buf.count, v_buf.datatype, STATUS(status));
    wt_f_end(&v_buf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_write_ordered_f08ts, (MPI_Fint *fh, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_own(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 0, WT_F_AT_ONCE, "MPI_File_write_ordered");
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_File_write_ordered)(File_C(*fh), BUFFER(v_buf.address), v_buf.count, v_buf.datatype, STATUS(status));
    wt_f_end(&v_buf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_write_ordered_begin_f08ts, (MPI_Fint *fh, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 0, WT_F_LATER, "MPI_File_write_ordered_begin");
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_File_write_ordered_begin)(File_C(*fh), BUFFER(v_buf.address), v_buf.count, v_buf.datatype);
    wt_f_end(&v_buf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_write_ordered_begin_c_f08ts, (MPI_Fint *fh, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 0, WT_F_LATER, "MPI_File_write_ordered_begin_c");
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_File_write_ordered_begin_c)(File_C(*fh), BUFFER(v_buf.address), v_buf.count, v_buf.datatype);
    wt_f_end(&v_buf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_write_ordered_c_f08ts, (MPI_Fint *fh, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_own(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 0, WT_F_AT_ONCE, "MPI_File_write_ordered_c");
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_File_write_ordered_c)(File_C(*fh), BUFFER(v_buf.address), v_buf.count, v_buf.datatype, STATUS(status));
    wt_f_end(&v_buf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_write_ordered_end_f08ts, (MPI_Fint *fh, void *buf, MPI_Status *status, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_first(&s_buf);
    SITE();
    int error = CALL(MPI_File_write_ordered_end)(File_C(*fh), BUFFER(v_buf.address), STATUS(status));
    wt_f_end(&v_buf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_write_shared_f08ts, (MPI_Fint *fh, void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_own(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 0, WT_F_AT_ONCE, "MPI_File_write_shared");
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_File_write_shared)(File_C(*fh), BUFFER(v_buf.address), v_buf.count, v_buf.datatype, STATUS(status));
    wt_f_end(&v_buf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_file_write_shared_c_f08ts, (MPI_Fint *fh, void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Status *status, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_own(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 0, WT_F_AT_ONCE, "MPI_File_write_shared_c");
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_File_write_shared_c)(File_C(*fh), BUFFER(v_buf.address), v_buf.count, v_buf.datatype, STATUS(status));
    wt_f_end(&v_buf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_free_mem_f08ts, (void *base, MPI_Fint *ierror))
{
    wt_f_section s_base = wt_f_read_c(base);
    wt_f_view v_base = wt_f_first(&s_base);
    SITE();
    int error = CALL(MPI_Free_mem)(BUFFER(v_base.address));
    wt_f_end(&v_base, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_gather_f08ts, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_own(sendbuf);
    wt_f_view v_sendbuf = wt_f_typed(&s_sendbuf, *sendcount, Type_C(*sendtype), 0, WT_F_AT_ONCE, "MPI_Gather");
    wt_f_section s_recvbuf = wt_f_read_own(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    int refused = v_sendbuf.error ? v_sendbuf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_sendbuf, MPI_ERR_OTHER);
        wt_f_end(&v_recvbuf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Gather)(BUFFER(v_sendbuf.address), v_sendbuf.count, v_sendbuf.datatype, BUFFER(v_recvbuf.address), *recvcount, Type_C(*recvtype), *root, Comm_C(*comm));
    wt_f_end(&v_sendbuf, error);
    wt_f_end(&v_recvbuf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_gather_c_f08ts, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_own(sendbuf);
    wt_f_view v_sendbuf = wt_f_typed(&s_sendbuf, *sendcount, Type_C(*sendtype), 0, WT_F_AT_ONCE, "MPI_Gather_c");
    wt_f_section s_recvbuf = wt_f_read_own(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    int refused = v_sendbuf.error ? v_sendbuf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_sendbuf, MPI_ERR_OTHER);
        wt_f_end(&v_recvbuf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Gather_c)(BUFFER(v_sendbuf.address), v_sendbuf.count, v_sendbuf.datatype, BUFFER(v_recvbuf.address), *recvcount, Type_C(*recvtype), *root, Comm_C(*comm));
    wt_f_end(&v_sendbuf, error);
    wt_f_end(&v_recvbuf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_gather_init_f08ts, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_typed(&s_sendbuf, *sendcount, Type_C(*sendtype), 0, WT_F_WITH_PERSISTENT_REQUEST, "MPI_Gather_init");
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_sendbuf.error ? v_sendbuf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_sendbuf, MPI_ERR_OTHER);
        wt_f_end(&v_recvbuf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Gather_init)(BUFFER(v_sendbuf.address), v_sendbuf.count, v_sendbuf.datatype, BUFFER(v_recvbuf.address), *recvcount, Type_C(*recvtype), *root, Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_gather_init_c_f08ts, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_typed(&s_sendbuf, *sendcount, Type_C(*sendtype), 0, WT_F_WITH_PERSISTENT_REQUEST, "MPI_Gather_init_c");
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_sendbuf.error ? v_sendbuf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_sendbuf, MPI_ERR_OTHER);
        wt_f_end(&v_recvbuf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Gather_init_c)(BUFFER(v_sendbuf.address), v_sendbuf.count, v_sendbuf.datatype, BUFFER(v_recvbuf.address), *recvcount, Type_C(*recvtype), *root, Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_gatherv_f08ts, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *displs, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_own(sendbuf);
    wt_f_view v_sendbuf = wt_f_typed(&s_sendbuf, *sendcount, Type_C(*sendtype), 0, WT_F_AT_ONCE, "MPI_Gatherv");
    wt_f_section s_recvbuf = wt_f_read_own(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    int refused = v_sendbuf.error ? v_sendbuf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_sendbuf, MPI_ERR_OTHER);
        wt_f_end(&v_recvbuf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Gatherv)(BUFFER(v_sendbuf.address), v_sendbuf.count, v_sendbuf.datatype, BUFFER(v_recvbuf.address), recvcounts, displs, Type_C(*recvtype), *root, Comm_C(*comm));
    wt_f_end(&v_sendbuf, error);
    wt_f_end(&v_recvbuf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_gatherv_c_f08ts, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *displs, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_own(sendbuf);
    wt_f_view v_sendbuf = wt_f_typed(&s_sendbuf, *sendcount, Type_C(*sendtype), 0, WT_F_AT_ONCE, "MPI_Gatherv_c");
    wt_f_section s_recvbuf = wt_f_read_own(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    int refused = v_sendbuf.error ? v_sendbuf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_sendbuf, MPI_ERR_OTHER);
        wt_f_end(&v_recvbuf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Gatherv_c)(BUFFER(v_sendbuf.address), v_sendbuf.count, v_sendbuf.datatype, BUFFER(v_recvbuf.address), recvcounts, displs, Type_C(*recvtype), *root, Comm_C(*comm));
    wt_f_end(&v_sendbuf, error);
    wt_f_end(&v_recvbuf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_gatherv_init_f08ts, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *displs, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_typed(&s_sendbuf, *sendcount, Type_C(*sendtype), 0, WT_F_WITH_PERSISTENT_REQUEST, "MPI_Gatherv_init");
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_sendbuf.error ? v_sendbuf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_sendbuf, MPI_ERR_OTHER);
        wt_f_end(&v_recvbuf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Gatherv_init)(BUFFER(v_sendbuf.address), v_sendbuf.count, v_sendbuf.datatype, BUFFER(v_recvbuf.address), recvcounts, displs, Type_C(*recvtype), *root, Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_gatherv_init_c_f08ts, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *displs, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_typed(&s_sendbuf, *sendcount, Type_C(*sendtype), 0, WT_F_WITH_PERSISTENT_REQUEST, "MPI_Gatherv_init_c");
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_sendbuf.error ? v_sendbuf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_sendbuf, MPI_ERR_OTHER);
        wt_f_end(&v_recvbuf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Gatherv_init_c)(BUFFER(v_sendbuf.address), v_sendbuf.count, v_sendbuf.datatype, BUFFER(v_recvbuf.address), recvcounts, displs, Type_C(*recvtype), *root, Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_get_f08ts, (void *origin_addr, MPI_Fint *origin_count, MPI_Fint *origin_datatype, MPI_Fint *target_rank, MPI_Aint *target_disp, MPI_Fint *target_count, MPI_Fint *target_datatype, MPI_Fint *win, MPI_Fint *ierror))
{
    wt_f_section s_origin_addr = wt_f_read_c(origin_addr);
    wt_f_view v_origin_addr = wt_f_typed(&s_origin_addr, *origin_count, Type_C(*origin_datatype), 1, WT_F_LATER, "MPI_Get");
    int refused = v_origin_addr.error ? v_origin_addr.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_origin_addr, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Get)(BUFFER(v_origin_addr.address), v_origin_addr.count, v_origin_addr.datatype, *target_rank, *target_disp, *target_count, Type_C(*target_datatype), Win_C(*win));
    wt_f_end(&v_origin_addr, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_get_accumulate_f08ts, (void *origin_addr, MPI_Fint *origin_count, MPI_Fint *origin_datatype, void *result_addr, MPI_Fint *result_count, MPI_Fint *result_datatype, MPI_Fint *target_rank, MPI_Aint *target_disp, MPI_Fint *target_count, MPI_Fint *target_datatype, MPI_Fint *op, MPI_Fint *win, MPI_Fint *ierror))
{
    wt_f_section s_origin_addr = wt_f_read_c(origin_addr);
    wt_f_view v_origin_addr = wt_f_typed(&s_origin_addr, *origin_count, Type_C(*origin_datatype), 0, WT_F_LATER, "MPI_Get_accumulate");
    wt_f_section s_result_addr = wt_f_read_c(result_addr);
    wt_f_view v_result_addr = wt_f_typed(&s_result_addr, *result_count, Type_C(*result_datatype), 1, WT_F_LATER, "MPI_Get_accumulate");
    int refused = v_origin_addr.error ? v_origin_addr.error : v_result_addr.error ? v_result_addr.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_origin_addr, MPI_ERR_OTHER);
        wt_f_end(&v_result_addr, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Get_accumulate)(BUFFER(v_origin_addr.address), v_origin_addr.count, v_origin_addr.datatype, BUFFER(v_result_addr.address), v_result_addr.count, v_result_addr.datatype, *target_rank, *target_disp, *target_count, Type_C(*target_datatype), Op_C(*op), Win_C(*win));
    wt_f_end(&v_origin_addr, error);
    wt_f_end(&v_result_addr, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_get_accumulate_c_f08ts, (void *origin_addr, MPI_Count *origin_count, MPI_Fint *origin_datatype, void *result_addr, MPI_Count *result_count, MPI_Fint *result_datatype, MPI_Fint *target_rank, MPI_Aint *target_disp, MPI_Count *target_count, MPI_Fint *target_datatype, MPI_Fint *op, MPI_Fint *win, MPI_Fint *ierror))
{
    wt_f_section s_origin_addr = wt_f_read_c(origin_addr);
    wt_f_view v_origin_addr = wt_f_typed(&s_origin_addr, *origin_count, Type_C(*origin_datatype), 0, WT_F_LATER, "MPI_Get_accumulate_c");
    wt_f_section s_result_addr = wt_f_read_c(result_addr);
    wt_f_view v_result_addr = wt_f_typed(&s_result_addr, *result_count, Type_C(*result_datatype), 1, WT_F_LATER, "MPI_Get_accumulate_c");
    int refused = v_origin_addr.error ? v_origin_addr.error : v_result_addr.error ? v_result_addr.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_origin_addr, MPI_ERR_OTHER);
        wt_f_end(&v_result_addr, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Get_accumulate_c)(BUFFER(v_origin_addr.address), v_origin_addr.count, v_origin_addr.datatype, BUFFER(v_result_addr.address), v_result_addr.count, v_result_addr.datatype, *target_rank, *target_disp, *target_count, Type_C(*target_datatype), Op_C(*op), Win_C(*win));
    wt_f_end(&v_origin_addr, error);
    wt_f_end(&v_result_addr, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_get_address_f08ts, (void *location, MPI_Aint *address, MPI_Fint *ierror))
{
    wt_f_section s_location = wt_f_read_c(location);
    wt_f_view v_location = wt_f_first(&s_location);
    SITE();
    int error = CALL(MPI_Get_address)(BUFFER(v_location.address), address);
    wt_f_end(&v_location, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_get_c_f08ts, (void *origin_addr, MPI_Count *origin_count, MPI_Fint *origin_datatype, MPI_Fint *target_rank, MPI_Aint *target_disp, MPI_Count *target_count, MPI_Fint *target_datatype, MPI_Fint *win, MPI_Fint *ierror))
{
    wt_f_section s_origin_addr = wt_f_read_c(origin_addr);
    wt_f_view v_origin_addr = wt_f_typed(&s_origin_addr, *origin_count, Type_C(*origin_datatype), 1, WT_F_LATER, "MPI_Get_c");
    int refused = v_origin_addr.error ? v_origin_addr.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_origin_addr, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Get_c)(BUFFER(v_origin_addr.address), v_origin_addr.count, v_origin_addr.datatype, *target_rank, *target_disp, *target_count, Type_C(*target_datatype), Win_C(*win));
    wt_f_end(&v_origin_addr, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_iallgather_f08ts, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_typed(&s_sendbuf, *sendcount, Type_C(*sendtype), 0, WT_F_WITH_REQUEST, "MPI_Iallgather");
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_sendbuf.error ? v_sendbuf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_sendbuf, MPI_ERR_OTHER);
        wt_f_end(&v_recvbuf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Iallgather)(BUFFER(v_sendbuf.address), v_sendbuf.count, v_sendbuf.datatype, BUFFER(v_recvbuf.address), *recvcount, Type_C(*recvtype), Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_iallgather_c_f08ts, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_typed(&s_sendbuf, *sendcount, Type_C(*sendtype), 0, WT_F_WITH_REQUEST, "MPI_Iallgather_c");
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_sendbuf.error ? v_sendbuf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_sendbuf, MPI_ERR_OTHER);
        wt_f_end(&v_recvbuf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Iallgather_c)(BUFFER(v_sendbuf.address), v_sendbuf.count, v_sendbuf.datatype, BUFFER(v_recvbuf.address), *recvcount, Type_C(*recvtype), Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_iallgatherv_f08ts, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *displs, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_typed(&s_sendbuf, *sendcount, Type_C(*sendtype), 0, WT_F_WITH_REQUEST, "MPI_Iallgatherv");
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_sendbuf.error ? v_sendbuf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_sendbuf, MPI_ERR_OTHER);
        wt_f_end(&v_recvbuf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Iallgatherv)(BUFFER(v_sendbuf.address), v_sendbuf.count, v_sendbuf.datatype, BUFFER(v_recvbuf.address), recvcounts, displs, Type_C(*recvtype), Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_iallgatherv_c_f08ts, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *displs, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_typed(&s_sendbuf, *sendcount, Type_C(*sendtype), 0, WT_F_WITH_REQUEST, "MPI_Iallgatherv_c");
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_sendbuf.error ? v_sendbuf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_sendbuf, MPI_ERR_OTHER);
        wt_f_end(&v_recvbuf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Iallgatherv_c)(BUFFER(v_sendbuf.address), v_sendbuf.count, v_sendbuf.datatype, BUFFER(v_recvbuf.address), recvcounts, displs, Type_C(*recvtype), Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_iallreduce_f08ts, (void *sendbuf, void *recvbuf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Iallreduce)(BUFFER(v_sendbuf.address), BUFFER(v_recvbuf.address), *count, Type_C(*datatype), Op_C(*op), Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_iallreduce_c_f08ts, (void *sendbuf, void *recvbuf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Iallreduce_c)(BUFFER(v_sendbuf.address), BUFFER(v_recvbuf.address), *count, Type_C(*datatype), Op_C(*op), Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_ialltoall_f08ts, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Ialltoall)(BUFFER(v_sendbuf.address), *sendcount, Type_C(*sendtype), BUFFER(v_recvbuf.address), *recvcount, Type_C(*recvtype), Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_ialltoall_c_f08ts, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Ialltoall_c)(BUFFER(v_sendbuf.address), *sendcount, Type_C(*sendtype), BUFFER(v_recvbuf.address), *recvcount, Type_C(*recvtype), Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_ialltoallv_f08ts, (void *sendbuf, MPI_Fint *sendcounts, MPI_Fint *sdispls, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *rdispls, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Ialltoallv)(BUFFER(v_sendbuf.address), sendcounts, sdispls, Type_C(*sendtype), BUFFER(v_recvbuf.address), recvcounts, rdispls, Type_C(*recvtype), Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_ialltoallv_c_f08ts, (void *sendbuf, MPI_Count *sendcounts, MPI_Aint *sdispls, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *rdispls, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Ialltoallv_c)(BUFFER(v_sendbuf.address), sendcounts, sdispls, Type_C(*sendtype), BUFFER(v_recvbuf.address), recvcounts, rdispls, Type_C(*recvtype), Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_ialltoallw_f08ts, (void *sendbuf, MPI_Fint *sendcounts, MPI_Fint *sdispls, MPI_Fint *sendtypes, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *rdispls, MPI_Fint *recvtypes, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    int n_sendtypes = IN_PLACE(v_sendbuf.address) ? 0 : wt_f_peers(Comm_C(*comm));
    MPI_Datatype *c_sendtypes = ARRAY(MPI_Datatype, n_sendtypes);
    for (int i = 0; i < n_sendtypes; i++)
        c_sendtypes[i] = Type_C(sendtypes[i]);
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    int n_recvtypes = wt_f_peers(Comm_C(*comm));
    MPI_Datatype *c_recvtypes = ARRAY(MPI_Datatype, n_recvtypes);
    for (int i = 0; i < n_recvtypes; i++)
        c_recvtypes[i] = Type_C(recvtypes[i]);
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Ialltoallw)(BUFFER(v_sendbuf.address), sendcounts, sdispls, c_sendtypes, BUFFER(v_recvbuf.address), recvcounts, rdispls, c_recvtypes, Comm_C(*comm), &c_request);
    free(c_sendtypes);
    free(c_recvtypes);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_ialltoallw_c_f08ts, (void *sendbuf, MPI_Count *sendcounts, MPI_Aint *sdispls, MPI_Fint *sendtypes, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *rdispls, MPI_Fint *recvtypes, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    int n_sendtypes = IN_PLACE(v_sendbuf.address) ? 0 : wt_f_peers(Comm_C(*comm));
    MPI_Datatype *c_sendtypes = ARRAY(MPI_Datatype, n_sendtypes);
    for (int i = 0; i < n_sendtypes; i++)
        c_sendtypes[i] = Type_C(sendtypes[i]);
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    int n_recvtypes = wt_f_peers(Comm_C(*comm));
    MPI_Datatype *c_recvtypes = ARRAY(MPI_Datatype, n_recvtypes);
    for (int i = 0; i < n_recvtypes; i++)
        c_recvtypes[i] = Type_C(recvtypes[i]);
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Ialltoallw_c)(BUFFER(v_sendbuf.address), sendcounts, sdispls, c_sendtypes, BUFFER(v_recvbuf.address), recvcounts, rdispls, c_recvtypes, Comm_C(*comm), &c_request);
    free(c_sendtypes);
    free(c_recvtypes);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_ibcast_f08ts, (void *buffer, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_buffer = wt_f_read_c(buffer);
    wt_f_view v_buffer = wt_f_typed(&s_buffer, *count, Type_C(*datatype), 1, WT_F_WITH_REQUEST, "MPI_Ibcast");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_buffer.error ? v_buffer.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buffer, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Ibcast)(BUFFER(v_buffer.address), v_buffer.count, v_buffer.datatype, *root, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_buffer, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_ibcast_c_f08ts, (void *buffer, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_buffer = wt_f_read_c(buffer);
    wt_f_view v_buffer = wt_f_typed(&s_buffer, *count, Type_C(*datatype), 1, WT_F_WITH_REQUEST, "MPI_Ibcast_c");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_buffer.error ? v_buffer.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buffer, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Ibcast_c)(BUFFER(v_buffer.address), v_buffer.count, v_buffer.datatype, *root, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_buffer, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_ibsend_f08ts, (void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 0, WT_F_WITH_REQUEST, "MPI_Ibsend");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Ibsend)(BUFFER(v_buf.address), v_buf.count, v_buf.datatype, *dest, *tag, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_buf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_ibsend_c_f08ts, (void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 0, WT_F_WITH_REQUEST, "MPI_Ibsend_c");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Ibsend_c)(BUFFER(v_buf.address), v_buf.count, v_buf.datatype, *dest, *tag, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_buf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_iexscan_f08ts, (void *sendbuf, void *recvbuf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Iexscan)(BUFFER(v_sendbuf.address), BUFFER(v_recvbuf.address), *count, Type_C(*datatype), Op_C(*op), Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_iexscan_c_f08ts, (void *sendbuf, void *recvbuf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Iexscan_c)(BUFFER(v_sendbuf.address), BUFFER(v_recvbuf.address), *count, Type_C(*datatype), Op_C(*op), Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_igather_f08ts, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_typed(&s_sendbuf, *sendcount, Type_C(*sendtype), 0, WT_F_WITH_REQUEST, "MPI_Igather");
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_sendbuf.error ? v_sendbuf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_sendbuf, MPI_ERR_OTHER);
        wt_f_end(&v_recvbuf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Igather)(BUFFER(v_sendbuf.address), v_sendbuf.count, v_sendbuf.datatype, BUFFER(v_recvbuf.address), *recvcount, Type_C(*recvtype), *root, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_igather_c_f08ts, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_typed(&s_sendbuf, *sendcount, Type_C(*sendtype), 0, WT_F_WITH_REQUEST, "MPI_Igather_c");
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_sendbuf.error ? v_sendbuf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_sendbuf, MPI_ERR_OTHER);
        wt_f_end(&v_recvbuf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Igather_c)(BUFFER(v_sendbuf.address), v_sendbuf.count, v_sendbuf.datatype, BUFFER(v_recvbuf.address), *recvcount, Type_C(*recvtype), *root, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_igatherv_f08ts, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *displs, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_typed(&s_sendbuf, *sendcount, Type_C(*sendtype), 0, WT_F_WITH_REQUEST, "MPI_Igatherv");
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_sendbuf.error ? v_sendbuf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_sendbuf, MPI_ERR_OTHER);
        wt_f_end(&v_recvbuf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Igatherv)(BUFFER(v_sendbuf.address), v_sendbuf.count, v_sendbuf.datatype, BUFFER(v_recvbuf.address), recvcounts, displs, Type_C(*recvtype), *root, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_igatherv_c_f08ts, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *displs, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_typed(&s_sendbuf, *sendcount, Type_C(*sendtype), 0, WT_F_WITH_REQUEST, "MPI_Igatherv_c");
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_sendbuf.error ? v_sendbuf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_sendbuf, MPI_ERR_OTHER);
        wt_f_end(&v_recvbuf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Igatherv_c)(BUFFER(v_sendbuf.address), v_sendbuf.count, v_sendbuf.datatype, BUFFER(v_recvbuf.address), recvcounts, displs, Type_C(*recvtype), *root, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_imrecv_f08ts, (void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *message, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 1, WT_F_WITH_REQUEST, "MPI_Imrecv");
    MPI_Message c_message = Message_C(*message);
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Imrecv)(BUFFER(v_buf.address), v_buf.count, v_buf.datatype, &c_message, &c_request);
    *message = Message_F(c_message);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_buf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_imrecv_c_f08ts, (void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *message, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 1, WT_F_WITH_REQUEST, "MPI_Imrecv_c");
    MPI_Message c_message = Message_C(*message);
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Imrecv_c)(BUFFER(v_buf.address), v_buf.count, v_buf.datatype, &c_message, &c_request);
    *message = Message_F(c_message);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_buf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_ineighbor_allgather_f08ts, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_typed(&s_sendbuf, *sendcount, Type_C(*sendtype), 0, WT_F_WITH_REQUEST, "MPI_Ineighbor_allgather");
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_sendbuf.error ? v_sendbuf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_sendbuf, MPI_ERR_OTHER);
        wt_f_end(&v_recvbuf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Ineighbor_allgather)(BUFFER(v_sendbuf.address), v_sendbuf.count, v_sendbuf.datatype, BUFFER(v_recvbuf.address), *recvcount, Type_C(*recvtype), Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_ineighbor_allgather_c_f08ts, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_typed(&s_sendbuf, *sendcount, Type_C(*sendtype), 0, WT_F_WITH_REQUEST, "MPI_Ineighbor_allgather_c");
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_sendbuf.error ? v_sendbuf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_sendbuf, MPI_ERR_OTHER);
        wt_f_end(&v_recvbuf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Ineighbor_allgather_c)(BUFFER(v_sendbuf.address), v_sendbuf.count, v_sendbuf.datatype, BUFFER(v_recvbuf.address), *recvcount, Type_C(*recvtype), Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_ineighbor_allgatherv_f08ts, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *displs, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_typed(&s_sendbuf, *sendcount, Type_C(*sendtype), 0, WT_F_WITH_REQUEST, "MPI_Ineighbor_allgatherv");
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_sendbuf.error ? v_sendbuf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_sendbuf, MPI_ERR_OTHER);
        wt_f_end(&v_recvbuf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Ineighbor_allgatherv)(BUFFER(v_sendbuf.address), v_sendbuf.count, v_sendbuf.datatype, BUFFER(v_recvbuf.address), recvcounts, displs, Type_C(*recvtype), Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_ineighbor_allgatherv_c_f08ts, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *displs, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_typed(&s_sendbuf, *sendcount, Type_C(*sendtype), 0, WT_F_WITH_REQUEST, "MPI_Ineighbor_allgatherv_c");
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_sendbuf.error ? v_sendbuf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_sendbuf, MPI_ERR_OTHER);
        wt_f_end(&v_recvbuf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Ineighbor_allgatherv_c)(BUFFER(v_sendbuf.address), v_sendbuf.count, v_sendbuf.datatype, BUFFER(v_recvbuf.address), recvcounts, displs, Type_C(*recvtype), Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_ineighbor_alltoall_f08ts, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Ineighbor_alltoall)(BUFFER(v_sendbuf.address), *sendcount, Type_C(*sendtype), BUFFER(v_recvbuf.address), *recvcount, Type_C(*recvtype), Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_ineighbor_alltoall_c_f08ts, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Ineighbor_alltoall_c)(BUFFER(v_sendbuf.address), *sendcount, Type_C(*sendtype), BUFFER(v_recvbuf.address), *recvcount, Type_C(*recvtype), Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_ineighbor_alltoallv_f08ts, (void *sendbuf, MPI_Fint *sendcounts, MPI_Fint *sdispls, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *rdispls, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Ineighbor_alltoallv)(BUFFER(v_sendbuf.address), sendcounts, sdispls, Type_C(*sendtype), BUFFER(v_recvbuf.address), recvcounts, rdispls, Type_C(*recvtype), Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_ineighbor_alltoallv_c_f08ts, (void *sendbuf, MPI_Count *sendcounts, MPI_Aint *sdispls, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *rdispls, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Ineighbor_alltoallv_c)(BUFFER(v_sendbuf.address), sendcounts, sdispls, Type_C(*sendtype), BUFFER(v_recvbuf.address), recvcounts, rdispls, Type_C(*recvtype), Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_ineighbor_alltoallw_f08ts, (void *sendbuf, MPI_Fint *sendcounts, MPI_Aint *sdispls, MPI_Fint *sendtypes, void *recvbuf, MPI_Fint *recvcounts, MPI_Aint *rdispls, MPI_Fint *recvtypes, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    int n_sendtypes = wt_f_neighbors(Comm_C(*comm), 1);
    MPI_Datatype *c_sendtypes = ARRAY(MPI_Datatype, n_sendtypes);
    for (int i = 0; i < n_sendtypes; i++)
        c_sendtypes[i] = Type_C(sendtypes[i]);
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    int n_recvtypes = wt_f_neighbors(Comm_C(*comm), 0);
    MPI_Datatype *c_recvtypes = ARRAY(MPI_Datatype, n_recvtypes);
    for (int i = 0; i < n_recvtypes; i++)
        c_recvtypes[i] = Type_C(recvtypes[i]);
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Ineighbor_alltoallw)(BUFFER(v_sendbuf.address), sendcounts, sdispls, c_sendtypes, BUFFER(v_recvbuf.address), recvcounts, rdispls, c_recvtypes, Comm_C(*comm), &c_request);
    free(c_sendtypes);
    free(c_recvtypes);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_ineighbor_alltoallw_c_f08ts, (void *sendbuf, MPI_Count *sendcounts, MPI_Aint *sdispls, MPI_Fint *sendtypes, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *rdispls, MPI_Fint *recvtypes, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    int n_sendtypes = wt_f_neighbors(Comm_C(*comm), 1);
    MPI_Datatype *c_sendtypes = ARRAY(MPI_Datatype, n_sendtypes);
    for (int i = 0; i < n_sendtypes; i++)
        c_sendtypes[i] = Type_C(sendtypes[i]);
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    int n_recvtypes = wt_f_neighbors(Comm_C(*comm), 0);
    MPI_Datatype *c_recvtypes = ARRAY(MPI_Datatype, n_recvtypes);
    for (int i = 0; i < n_recvtypes; i++)
        c_recvtypes[i] = Type_C(recvtypes[i]);
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Ineighbor_alltoallw_c)(BUFFER(v_sendbuf.address), sendcounts, sdispls, c_sendtypes, BUFFER(v_recvbuf.address), recvcounts, rdispls, c_recvtypes, Comm_C(*comm), &c_request);
    free(c_sendtypes);
    free(c_recvtypes);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_irecv_f08ts, (void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *source, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 1, WT_F_WITH_REQUEST, "MPI_Irecv");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Irecv)(BUFFER(v_buf.address), v_buf.count, v_buf.datatype, *source, *tag, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_buf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_irecv_c_f08ts, (void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *source, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 1, WT_F_WITH_REQUEST, "MPI_Irecv_c");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Irecv_c)(BUFFER(v_buf.address), v_buf.count, v_buf.datatype, *source, *tag, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_buf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_ireduce_f08ts, (void *sendbuf, void *recvbuf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Ireduce)(BUFFER(v_sendbuf.address), BUFFER(v_recvbuf.address), *count, Type_C(*datatype), Op_C(*op), *root, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_ireduce_c_f08ts, (void *sendbuf, void *recvbuf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Ireduce_c)(BUFFER(v_sendbuf.address), BUFFER(v_recvbuf.address), *count, Type_C(*datatype), Op_C(*op), *root, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_ireduce_scatter_f08ts, (void *sendbuf, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Ireduce_scatter)(BUFFER(v_sendbuf.address), BUFFER(v_recvbuf.address), recvcounts, Type_C(*datatype), Op_C(*op), Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_ireduce_scatter_block_f08ts, (void *sendbuf, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Ireduce_scatter_block)(BUFFER(v_sendbuf.address), BUFFER(v_recvbuf.address), *recvcount, Type_C(*datatype), Op_C(*op), Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_ireduce_scatter_block_c_f08ts, (void *sendbuf, void *recvbuf, MPI_Count *recvcount, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Ireduce_scatter_block_c)(BUFFER(v_sendbuf.address), BUFFER(v_recvbuf.address), *recvcount, Type_C(*datatype), Op_C(*op), Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_ireduce_scatter_c_f08ts, (void *sendbuf, void *recvbuf, MPI_Count *recvcounts, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Ireduce_scatter_c)(BUFFER(v_sendbuf.address), BUFFER(v_recvbuf.address), recvcounts, Type_C(*datatype), Op_C(*op), Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_irsend_f08ts, (void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 0, WT_F_WITH_REQUEST, "MPI_Irsend");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Irsend)(BUFFER(v_buf.address), v_buf.count, v_buf.datatype, *dest, *tag, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_buf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_irsend_c_f08ts, (void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 0, WT_F_WITH_REQUEST, "MPI_Irsend_c");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Irsend_c)(BUFFER(v_buf.address), v_buf.count, v_buf.datatype, *dest, *tag, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_buf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_iscan_f08ts, (void *sendbuf, void *recvbuf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Iscan)(BUFFER(v_sendbuf.address), BUFFER(v_recvbuf.address), *count, Type_C(*datatype), Op_C(*op), Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_iscan_c_f08ts, (void *sendbuf, void *recvbuf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Iscan_c)(BUFFER(v_sendbuf.address), BUFFER(v_recvbuf.address), *count, Type_C(*datatype), Op_C(*op), Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_iscatter_f08ts, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_typed(&s_recvbuf, *recvcount, Type_C(*recvtype), 1, WT_F_WITH_REQUEST, "MPI_Iscatter");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_recvbuf.error ? v_recvbuf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_sendbuf, MPI_ERR_OTHER);
        wt_f_end(&v_recvbuf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Iscatter)(BUFFER(v_sendbuf.address), *sendcount, Type_C(*sendtype), BUFFER(v_recvbuf.address), v_recvbuf.count, v_recvbuf.datatype, *root, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_iscatter_c_f08ts, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_typed(&s_recvbuf, *recvcount, Type_C(*recvtype), 1, WT_F_WITH_REQUEST, "MPI_Iscatter_c");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_recvbuf.error ? v_recvbuf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_sendbuf, MPI_ERR_OTHER);
        wt_f_end(&v_recvbuf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Iscatter_c)(BUFFER(v_sendbuf.address), *sendcount, Type_C(*sendtype), BUFFER(v_recvbuf.address), v_recvbuf.count, v_recvbuf.datatype, *root, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_iscatterv_f08ts, (void *sendbuf, MPI_Fint *sendcounts, MPI_Fint *displs, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_typed(&s_recvbuf, *recvcount, Type_C(*recvtype), 1, WT_F_WITH_REQUEST, "MPI_Iscatterv");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_recvbuf.error ? v_recvbuf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_sendbuf, MPI_ERR_OTHER);
        wt_f_end(&v_recvbuf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Iscatterv)(BUFFER(v_sendbuf.address), sendcounts, displs, Type_C(*sendtype), BUFFER(v_recvbuf.address), v_recvbuf.count, v_recvbuf.datatype, *root, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_iscatterv_c_f08ts, (void *sendbuf, MPI_Count *sendcounts, MPI_Aint *displs, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_typed(&s_recvbuf, *recvcount, Type_C(*recvtype), 1, WT_F_WITH_REQUEST, "MPI_Iscatterv_c");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_recvbuf.error ? v_recvbuf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_sendbuf, MPI_ERR_OTHER);
        wt_f_end(&v_recvbuf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Iscatterv_c)(BUFFER(v_sendbuf.address), sendcounts, displs, Type_C(*sendtype), BUFFER(v_recvbuf.address), v_recvbuf.count, v_recvbuf.datatype, *root, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_isend_f08ts, (void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 0, WT_F_WITH_REQUEST, "MPI_Isend");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Isend)(BUFFER(v_buf.address), v_buf.count, v_buf.datatype, *dest, *tag, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_buf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_isend_c_f08ts, (void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 0, WT_F_WITH_REQUEST, "MPI_Isend_c");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Isend_c)(BUFFER(v_buf.address), v_buf.count, v_buf.datatype, *dest, *tag, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_buf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_isendrecv_f08ts, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, MPI_Fint *dest, MPI_Fint *sendtag, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *source, MPI_Fint *recvtag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_typed(&s_sendbuf, *sendcount, Type_C(*sendtype), 0, WT_F_WITH_REQUEST, "MPI_Isendrecv");
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_typed(&s_recvbuf, *recvcount, Type_C(*recvtype), 1, WT_F_WITH_REQUEST, "MPI_Isendrecv");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_sendbuf.error ? v_sendbuf.error : v_recvbuf.error ? v_recvbuf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_sendbuf, MPI_ERR_OTHER);
        wt_f_end(&v_recvbuf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Isendrecv)(BUFFER(v_sendbuf.address), v_sendbuf.count, v_sendbuf.datatype, *dest, *sendtag, BUFFER(v_recvbuf.address), v_recvbuf.count, v_recvbuf.datatype, *source, *recvtag, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_isendrecv_c_f08ts, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, MPI_Fint *dest, MPI_Fint *sendtag, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *source, MPI_Fint *recvtag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_typed(&s_sendbuf, *sendcount, Type_C(*sendtype), 0, WT_F_WITH_REQUEST, "MPI_Isendrecv_c");
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_typed(&s_recvbuf, *recvcount, Type_C(*recvtype), 1, WT_F_WITH_REQUEST, "MPI_Isendrecv_c");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_sendbuf.error ? v_sendbuf.error : v_recvbuf.error ? v_recvbuf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_sendbuf, MPI_ERR_OTHER);
        wt_f_end(&v_recvbuf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Isendrecv_c)(BUFFER(v_sendbuf.address), v_sendbuf.count, v_sendbuf.datatype, *dest, *sendtag, BUFFER(v_recvbuf.address), v_recvbuf.count, v_recvbuf.datatype, *source, *recvtag, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_isendrecv_replace_f08ts, (void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *sendtag, MPI_Fint *source, MPI_Fint *recvtag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 1, WT_F_WITH_REQUEST, "MPI_Isendrecv_replace");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Isendrecv_replace)(BUFFER(v_buf.address), v_buf.count, v_buf.datatype, *dest, *sendtag, *source, *recvtag, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_buf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_isendrecv_replace_c_f08ts, (void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *sendtag, MPI_Fint *source, MPI_Fint *recvtag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 1, WT_F_WITH_REQUEST, "MPI_Isendrecv_replace_c");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Isendrecv_replace_c)(BUFFER(v_buf.address), v_buf.count, v_buf.datatype, *dest, *sendtag, *source, *recvtag, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_buf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_issend_f08ts, (void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 0, WT_F_WITH_REQUEST, "MPI_Issend");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Issend)(BUFFER(v_buf.address), v_buf.count, v_buf.datatype, *dest, *tag, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_buf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_issend_c_f08ts, (void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 0, WT_F_WITH_REQUEST, "MPI_Issend_c");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Issend_c)(BUFFER(v_buf.address), v_buf.count, v_buf.datatype, *dest, *tag, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_buf, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_mrecv_f08ts, (void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *message, MPI_Status *status, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_own(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 1, WT_F_AT_ONCE, "MPI_Mrecv");
    MPI_Message c_message = Message_C(*message);
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Mrecv)(BUFFER(v_buf.address), v_buf.count, v_buf.datatype, &c_message, STATUS(status));
    *message = Message_F(c_message);
    wt_f_end(&v_buf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_mrecv_c_f08ts, (void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *message, MPI_Status *status, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_own(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 1, WT_F_AT_ONCE, "MPI_Mrecv_c");
    MPI_Message c_message = Message_C(*message);
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Mrecv_c)(BUFFER(v_buf.address), v_buf.count, v_buf.datatype, &c_message, STATUS(status));
    *message = Message_F(c_message);
    wt_f_end(&v_buf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_neighbor_allgather_f08ts, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_own(sendbuf);
    wt_f_view v_sendbuf = wt_f_typed(&s_sendbuf, *sendcount, Type_C(*sendtype), 0, WT_F_AT_ONCE, "MPI_Neighbor_allgather");
    wt_f_section s_recvbuf = wt_f_read_own(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    int refused = v_sendbuf.error ? v_sendbuf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_sendbuf, MPI_ERR_OTHER);
        wt_f_end(&v_recvbuf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Neighbor_allgather)(BUFFER(v_sendbuf.address), v_sendbuf.count, v_sendbuf.datatype, BUFFER(v_recvbuf.address), *recvcount, Type_C(*recvtype), Comm_C(*comm));
    wt_f_end(&v_sendbuf, error);
    wt_f_end(&v_recvbuf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_neighbor_allgather_c_f08ts, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_own(sendbuf);
    wt_f_view v_sendbuf = wt_f_typed(&s_sendbuf, *sendcount, Type_C(*sendtype), 0, WT_F_AT_ONCE, "MPI_Neighbor_allgather_c");
    wt_f_section s_recvbuf = wt_f_read_own(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    int refused = v_sendbuf.error ? v_sendbuf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_sendbuf, MPI_ERR_OTHER);
        wt_f_end(&v_recvbuf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Neighbor_allgather_c)(BUFFER(v_sendbuf.address), v_sendbuf.count, v_sendbuf.datatype, BUFFER(v_recvbuf.address), *recvcount, Type_C(*recvtype), Comm_C(*comm));
    wt_f_end(&v_sendbuf, error);
    wt_f_end(&v_recvbuf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_neighbor_allgather_init_f08ts, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_typed(&s_sendbuf, *sendcount, Type_C(*sendtype), 0, WT_F_WITH_PERSISTENT_REQUEST, "MPI_Neighbor_allgather_init");
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_sendbuf.error ? v_sendbuf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_sendbuf, MPI_ERR_OTHER);
        wt_f_end(&v_recvbuf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Neighbor_allgather_init)(BUFFER(v_sendbuf.address), v_sendbuf.count, v_sendbuf.datatype, BUFFER(v_recvbuf.address), *recvcount, Type_C(*recvtype), Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_neighbor_allgather_init_c_f08ts, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_typed(&s_sendbuf, *sendcount, Type_C(*sendtype), 0, WT_F_WITH_PERSISTENT_REQUEST, "MPI_Neighbor_allgather_init_c");
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_sendbuf.error ? v_sendbuf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_sendbuf, MPI_ERR_OTHER);
        wt_f_end(&v_recvbuf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Neighbor_allgather_init_c)(BUFFER(v_sendbuf.address), v_sendbuf.count, v_sendbuf.datatype, BUFFER(v_recvbuf.address), *recvcount, Type_C(*recvtype), Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_neighbor_allgatherv_f08ts, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *displs, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_own(sendbuf);
    wt_f_view v_sendbuf = wt_f_typed(&s_sendbuf, *sendcount, Type_C(*sendtype), 0, WT_F_AT_ONCE, "MPI_Neighbor_allgatherv");
    wt_f_section s_recvbuf = wt_f_read_own(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    int refused = v_sendbuf.error ? v_sendbuf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_sendbuf, MPI_ERR_OTHER);
        wt_f_end(&v_recvbuf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Neighbor_allgatherv)(BUFFER(v_sendbuf.address), v_sendbuf.count, v_sendbuf.datatype, BUFFER(v_recvbuf.address), recvcounts, displs, Type_C(*recvtype), Comm_C(*comm));
    wt_f_end(&v_sendbuf, error);
    wt_f_end(&v_recvbuf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_neighbor_allgatherv_c_f08ts, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *displs, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_own(sendbuf);
    wt_f_view v_sendbuf = wt_f_typed(&s_sendbuf, *sendcount, Type_C(*sendtype), 0, WT_F_AT_ONCE, "MPI_Neighbor_allgatherv_c");
    wt_f_section s_recvbuf = wt_f_read_own(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    int refused = v_sendbuf.error ? v_sendbuf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_sendbuf, MPI_ERR_OTHER);
        wt_f_end(&v_recvbuf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Neighbor_allgatherv_c)(BUFFER(v_sendbuf.address), v_sendbuf.count, v_sendbuf.datatype, BUFFER(v_recvbuf.address), recvcounts, displs, Type_C(*recvtype), Comm_C(*comm));
    wt_f_end(&v_sendbuf, error);
    wt_f_end(&v_recvbuf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_neighbor_allgatherv_init_f08ts, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *displs, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_typed(&s_sendbuf, *sendcount, Type_C(*sendtype), 0, WT_F_WITH_PERSISTENT_REQUEST, "MPI_Neighbor_allgatherv_init");
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_sendbuf.error ? v_sendbuf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_sendbuf, MPI_ERR_OTHER);
        wt_f_end(&v_recvbuf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Neighbor_allgatherv_init)(BUFFER(v_sendbuf.address), v_sendbuf.count, v_sendbuf.datatype, BUFFER(v_recvbuf.address), recvcounts, displs, Type_C(*recvtype), Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_neighbor_allgatherv_init_c_f08ts, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *displs, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_typed(&s_sendbuf, *sendcount, Type_C(*sendtype), 0, WT_F_WITH_PERSISTENT_REQUEST, "MPI_Neighbor_allgatherv_init_c");
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_sendbuf.error ? v_sendbuf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_sendbuf, MPI_ERR_OTHER);
        wt_f_end(&v_recvbuf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Neighbor_allgatherv_init_c)(BUFFER(v_sendbuf.address), v_sendbuf.count, v_sendbuf.datatype, BUFFER(v_recvbuf.address), recvcounts, displs, Type_C(*recvtype), Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_neighbor_alltoall_f08ts, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_own(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_own(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    SITE();
    int error = CALL(MPI_Neighbor_alltoall)(BUFFER(v_sendbuf.address), *sendcount, Type_C(*sendtype), BUFFER(v_recvbuf.address), *recvcount, Type_C(*recvtype), Comm_C(*comm));
    wt_f_end(&v_sendbuf, error);
    wt_f_end(&v_recvbuf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_neighbor_alltoall_c_f08ts, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_own(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_own(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    SITE();
    int error = CALL(MPI_Neighbor_alltoall_c)(BUFFER(v_sendbuf.address), *sendcount, Type_C(*sendtype), BUFFER(v_recvbuf.address), *recvcount, Type_C(*recvtype), Comm_C(*comm));
    wt_f_end(&v_sendbuf, error);
    wt_f_end(&v_recvbuf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_neighbor_alltoall_init_f08ts, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Neighbor_alltoall_init)(BUFFER(v_sendbuf.address), *sendcount, Type_C(*sendtype), BUFFER(v_recvbuf.address), *recvcount, Type_C(*recvtype), Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_neighbor_alltoall_init_c_f08ts, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Neighbor_alltoall_init_c)(BUFFER(v_sendbuf.address), *sendcount, Type_C(*sendtype), BUFFER(v_recvbuf.address), *recvcount, Type_C(*recvtype), Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_neighbor_alltoallv_f08ts, (void *sendbuf, MPI_Fint *sendcounts, MPI_Fint *sdispls, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *rdispls, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_own(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_own(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    SITE();
    int error = CALL(MPI_Neighbor_alltoallv)(BUFFER(v_sendbuf.address), sendcounts, sdispls, Type_C(*sendtype), BUFFER(v_recvbuf.address), recvcounts, rdispls, Type_C(*recvtype), Comm_C(*comm));
    wt_f_end(&v_sendbuf, error);
    wt_f_end(&v_recvbuf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_neighbor_alltoallv_c_f08ts, (void *sendbuf, MPI_Count *sendcounts, MPI_Aint *sdispls, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *rdispls, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_own(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_own(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    SITE();
    int error = CALL(MPI_Neighbor_alltoallv_c)(BUFFER(v_sendbuf.address), sendcounts, sdispls, Type_C(*sendtype), BUFFER(v_recvbuf.address), recvcounts, rdispls, Type_C(*recvtype), Comm_C(*comm));
    wt_f_end(&v_sendbuf, error);
    wt_f_end(&v_recvbuf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_neighbor_alltoallv_init_f08ts, (void *sendbuf, MPI_Fint *sendcounts, MPI_Fint *sdispls, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *rdispls, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Neighbor_alltoallv_init)(BUFFER(v_sendbuf.address), sendcounts, sdispls, Type_C(*sendtype), BUFFER(v_recvbuf.address), recvcounts, rdispls, Type_C(*recvtype), Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_neighbor_alltoallv_init_c_f08ts, (void *sendbuf, MPI_Count *sendcounts, MPI_Aint *sdispls, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *rdispls, MPI_Fint *recvtype, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Neighbor_alltoallv_init_c)(BUFFER(v_sendbuf.address), sendcounts, sdispls, Type_C(*sendtype), BUFFER(v_recvbuf.address), recvcounts, rdispls, Type_C(*recvtype), Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_neighbor_alltoallw_f08ts, (void *sendbuf, MPI_Fint *sendcounts, MPI_Aint *sdispls, MPI_Fint *sendtypes, void *recvbuf, MPI_Fint *recvcounts, MPI_Aint *rdispls, MPI_Fint *recvtypes, MPI_Fint *comm, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_own(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    int n_sendtypes = wt_f_neighbors(Comm_C(*comm), 1);
    MPI_Datatype *c_sendtypes = ARRAY(MPI_Datatype, n_sendtypes);
    for (int i = 0; i < n_sendtypes; i++)
        c_sendtypes[i] = Type_C(sendtypes[i]);
    wt_f_section s_recvbuf = wt_f_read_own(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    int n_recvtypes = wt_f_neighbors(Comm_C(*comm), 0);
    MPI_Datatype *c_recvtypes = ARRAY(MPI_Datatype, n_recvtypes);
    for (int i = 0; i < n_recvtypes; i++)
        c_recvtypes[i] = Type_C(recvtypes[i]);
    SITE();
    int error = CALL(MPI_Neighbor_alltoallw)(BUFFER(v_sendbuf.address), sendcounts, sdispls, c_sendtypes, BUFFER(v_recvbuf.address), recvcounts, rdispls, c_recvtypes, Comm_C(*comm));
    free(c_sendtypes);
    free(c_recvtypes);
    wt_f_end(&v_sendbuf, error);
    wt_f_end(&v_recvbuf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_neighbor_alltoallw_c_f08ts, (void *sendbuf, MPI_Count *sendcounts, MPI_Aint *sdispls, MPI_Fint *sendtypes, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *rdispls, MPI_Fint *recvtypes, MPI_Fint *comm, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_own(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    int n_sendtypes = wt_f_neighbors(Comm_C(*comm), 1);
    MPI_Datatype *c_sendtypes = ARRAY(MPI_Datatype, n_sendtypes);
    for (int i = 0; i < n_sendtypes; i++)
        c_sendtypes[i] = Type_C(sendtypes[i]);
    wt_f_section s_recvbuf = wt_f_read_own(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    int n_recvtypes = wt_f_neighbors(Comm_C(*comm), 0);
    MPI_Datatype *c_recvtypes = ARRAY(MPI_Datatype, n_recvtypes);
    for (int i = 0; i < n_recvtypes; i++)
        c_recvtypes[i] = Type_C(recvtypes[i]);
    SITE();
    int error = CALL(MPI_Neighbor_alltoallw_c)(BUFFER(v_sendbuf.address), sendcounts, sdispls, c_sendtypes, BUFFER(v_recvbuf.address), recvcounts, rdispls, c_recvtypes, Comm_C(*comm));
    free(c_sendtypes);
    free(c_recvtypes);
    wt_f_end(&v_sendbuf, error);
    wt_f_end(&v_recvbuf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_neighbor_alltoallw_init_f08ts, (void *sendbuf, MPI_Fint *sendcounts, MPI_Aint *sdispls, MPI_Fint *sendtypes, void *recvbuf, MPI_Fint *recvcounts, MPI_Aint *rdispls, MPI_Fint *recvtypes, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    int n_sendtypes = wt_f_neighbors(Comm_C(*comm), 1);
    MPI_Datatype *c_sendtypes = ARRAY(MPI_Datatype, n_sendtypes);
    for (int i = 0; i < n_sendtypes; i++)
        c_sendtypes[i] = Type_C(sendtypes[i]);
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    int n_recvtypes = wt_f_neighbors(Comm_C(*comm), 0);
    MPI_Datatype *c_recvtypes = ARRAY(MPI_Datatype, n_recvtypes);
    for (int i = 0; i < n_recvtypes; i++)
        c_recvtypes[i] = Type_C(recvtypes[i]);
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Neighbor_alltoallw_init)(BUFFER(v_sendbuf.address), sendcounts, sdispls, c_sendtypes, BUFFER(v_recvbuf.address), recvcounts, rdispls, c_recvtypes, Comm_C(*comm), Info_C(*info), &c_request);
    free(c_sendtypes);
    free(c_recvtypes);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_neighbor_alltoallw_init_c_f08ts, (void *sendbuf, MPI_Count *sendcounts, MPI_Aint *sdispls, MPI_Fint *sendtypes, void *recvbuf, MPI_Count *recvcounts, MPI_Aint *rdispls, MPI_Fint *recvtypes, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    int n_sendtypes = wt_f_neighbors(Comm_C(*comm), 1);
    MPI_Datatype *c_sendtypes = ARRAY(MPI_Datatype, n_sendtypes);
    for (int i = 0; i < n_sendtypes; i++)
        c_sendtypes[i] = Type_C(sendtypes[i]);
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    int n_recvtypes = wt_f_neighbors(Comm_C(*comm), 0);
    MPI_Datatype *c_recvtypes = ARRAY(MPI_Datatype, n_recvtypes);
    for (int i = 0; i < n_recvtypes; i++)
        c_recvtypes[i] = Type_C(recvtypes[i]);
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Neighbor_alltoallw_init_c)(BUFFER(v_sendbuf.address), sendcounts, sdispls, c_sendtypes, BUFFER(v_recvbuf.address), recvcounts, rdispls, c_recvtypes, Comm_C(*comm), Info_C(*info), &c_request);
    free(c_sendtypes);
    free(c_recvtypes);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_pack_f08ts, (void *inbuf, MPI_Fint *incount, MPI_Fint *datatype, void *outbuf, MPI_Fint *outsize, MPI_Fint *position, MPI_Fint *comm, MPI_Fint *ierror))
{
    wt_f_section s_inbuf = wt_f_read_own(inbuf);
    wt_f_view v_inbuf = wt_f_typed(&s_inbuf, *incount, Type_C(*datatype), 0, WT_F_AT_ONCE, "MPI_Pack");
    wt_f_section s_outbuf = wt_f_read_own(outbuf);
    wt_f_view v_outbuf = wt_f_copied(&s_outbuf, 1);
    int refused = v_inbuf.error ? v_inbuf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_inbuf, MPI_ERR_OTHER);
        wt_f_end(&v_outbuf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Pack)(BUFFER(v_inbuf.address), v_inbuf.count, v_inbuf.datatype, BUFFER(v_outbuf.address), *outsize, position, Comm_C(*comm));
    wt_f_end(&v_inbuf, error);
    wt_f_end(&v_outbuf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_pack_c_f08ts, (void *inbuf, MPI_Count *incount, MPI_Fint *datatype, void *outbuf, MPI_Count *outsize, MPI_Count *position, MPI_Fint *comm, MPI_Fint *ierror))
{
    wt_f_section s_inbuf = wt_f_read_own(inbuf);
    wt_f_view v_inbuf = wt_f_typed(&s_inbuf, *incount, Type_C(*datatype), 0, WT_F_AT_ONCE, "MPI_Pack_c");
    wt_f_section s_outbuf = wt_f_read_own(outbuf);
    wt_f_view v_outbuf = wt_f_copied(&s_outbuf, 1);
    int refused = v_inbuf.error ? v_inbuf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_inbuf, MPI_ERR_OTHER);
        wt_f_end(&v_outbuf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Pack_c)(BUFFER(v_inbuf.address), v_inbuf.count, v_inbuf.datatype, BUFFER(v_outbuf.address), *outsize, position, Comm_C(*comm));
    wt_f_end(&v_inbuf, error);
    wt_f_end(&v_outbuf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_pack_external_f08ts, (char *datarep, void *inbuf, MPI_Fint *incount, MPI_Fint *datatype, void *outbuf, MPI_Aint *outsize, MPI_Aint *position, MPI_Fint *ierror, size_t datarep_length))
{
    char *c_datarep = wt_f_string(datarep, datarep_length);
    wt_f_section s_inbuf = wt_f_read_own(inbuf);
    wt_f_view v_inbuf = wt_f_typed(&s_inbuf, *incount, Type_C(*datatype), 0, WT_F_AT_ONCE, "MPI_Pack_external");
    wt_f_section s_outbuf = wt_f_read_own(outbuf);
    wt_f_view v_outbuf = wt_f_copied(&s_outbuf, 1);
    int refused = v_inbuf.error ? v_inbuf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_inbuf, MPI_ERR_OTHER);
        wt_f_end(&v_outbuf, MPI_ERR_OTHER);
        free(c_datarep);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Pack_external)(c_datarep, BUFFER(v_inbuf.address), v_inbuf.count, v_inbuf.datatype, BUFFER(v_outbuf.address), *outsize, position);
    free(c_datarep);
    wt_f_end(&v_inbuf, error);
    wt_f_end(&v_outbuf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_pack_external_c_f08ts, (char *datarep, void *inbuf, MPI_Count *incount, MPI_Fint *datatype, void *outbuf, MPI_Count *outsize, MPI_Count *position, MPI_Fint *ierror, size_t datarep_length))
{
    char *c_datarep = wt_f_string(datarep, datarep_length);
    wt_f_section s_inbuf = wt_f_read_own(inbuf);
    wt_f_view v_inbuf = wt_f_typed(&s_inbuf, *incount, Type_C(*datatype), 0, WT_F_AT_ONCE, "MPI_Pack_external_c");
    wt_f_section s_outbuf = wt_f_read_own(outbuf);
    wt_f_view v_outbuf = wt_f_copied(&s_outbuf, 1);
    int refused = v_inbuf.error ? v_inbuf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_inbuf, MPI_ERR_OTHER);
        wt_f_end(&v_outbuf, MPI_ERR_OTHER);
        free(c_datarep);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Pack_external_c)(c_datarep, BUFFER(v_inbuf.address), v_inbuf.count, v_inbuf.datatype, BUFFER(v_outbuf.address), *outsize, position);
    free(c_datarep);
    wt_f_end(&v_inbuf, error);
    wt_f_end(&v_outbuf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_precv_init_f08ts, (void *buf, MPI_Fint *partitions, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *source, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_own(buf);
    wt_f_view v_buf = wt_f_whole(&s_buf, "MPI_Precv_init");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Precv_init)(BUFFER(v_buf.address), *partitions, *count, Type_C(*datatype), *source, *tag, Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_buf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_psend_init_f08ts, (void *buf, MPI_Fint *partitions, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_own(buf);
    wt_f_view v_buf = wt_f_whole(&s_buf, "MPI_Psend_init");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Psend_init)(BUFFER(v_buf.address), *partitions, *count, Type_C(*datatype), *dest, *tag, Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_buf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_put_f08ts, (void *origin_addr, MPI_Fint *origin_count, MPI_Fint *origin_datatype, MPI_Fint *target_rank, MPI_Aint *target_disp, MPI_Fint *target_count, MPI_Fint *target_datatype, MPI_Fint *win, MPI_Fint *ierror))
{
    wt_f_section s_origin_addr = wt_f_read_c(origin_addr);
    wt_f_view v_origin_addr = wt_f_typed(&s_origin_addr, *origin_count, Type_C(*origin_datatype), 0, WT_F_LATER, "MPI_Put");
    int refused = v_origin_addr.error ? v_origin_addr.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_origin_addr, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Put)(BUFFER(v_origin_addr.address), v_origin_addr.count, v_origin_addr.datatype, *target_rank, *target_disp, *target_count, Type_C(*target_datatype), Win_C(*win));
    wt_f_end(&v_origin_addr, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_put_c_f08ts, (void *origin_addr, MPI_Count *origin_count, MPI_Fint *origin_datatype, MPI_Fint *target_rank, MPI_Aint *target_disp, MPI_Count *target_count, MPI_Fint *target_datatype, MPI_Fint *win, MPI_Fint *ierror))
{
    wt_f_section s_origin_addr = wt_f_read_c(origin_addr);
    wt_f_view v_origin_addr = wt_f_typed(&s_origin_addr, *origin_count, Type_C(*origin_datatype), 0, WT_F_LATER, "MPI_Put_c");
    int refused = v_origin_addr.error ? v_origin_addr.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_origin_addr, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Put_c)(BUFFER(v_origin_addr.address), v_origin_addr.count, v_origin_addr.datatype, *target_rank, *target_disp, *target_count, Type_C(*target_datatype), Win_C(*win));
    wt_f_end(&v_origin_addr, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_raccumulate_f08ts, (void *origin_addr, MPI_Fint *origin_count, MPI_Fint *origin_datatype, MPI_Fint *target_rank, MPI_Aint *target_disp, MPI_Fint *target_count, MPI_Fint *target_datatype, MPI_Fint *op, MPI_Fint *win, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_origin_addr = wt_f_read_c(origin_addr);
    wt_f_view v_origin_addr = wt_f_typed(&s_origin_addr, *origin_count, Type_C(*origin_datatype), 0, WT_F_WITH_REQUEST, "MPI_Raccumulate");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_origin_addr.error ? v_origin_addr.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_origin_addr, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Raccumulate)(BUFFER(v_origin_addr.address), v_origin_addr.count, v_origin_addr.datatype, *target_rank, *target_disp, *target_count, Type_C(*target_datatype), Op_C(*op), Win_C(*win), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_origin_addr, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_raccumulate_c_f08ts, (void *origin_addr, MPI_Count *origin_count, MPI_Fint *origin_datatype, MPI_Fint *target_rank, MPI_Aint *target_disp, MPI_Count *target_count, MPI_Fint *target_datatype, MPI_Fint *op, MPI_Fint *win, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_origin_addr = wt_f_read_c(origin_addr);
    wt_f_view v_origin_addr = wt_f_typed(&s_origin_addr, *origin_count, Type_C(*origin_datatype), 0, WT_F_WITH_REQUEST, "MPI_Raccumulate_c");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_origin_addr.error ? v_origin_addr.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_origin_addr, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Raccumulate_c)(BUFFER(v_origin_addr.address), v_origin_addr.count, v_origin_addr.datatype, *target_rank, *target_disp, *target_count, Type_C(*target_datatype), Op_C(*op), Win_C(*win), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_origin_addr, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_recv_f08ts, (void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *source, MPI_Fint *tag, MPI_Fint *comm, MPI_Status *status, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_own(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 1, WT_F_AT_ONCE, "MPI_Recv");
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Recv)(BUFFER(v_buf.address), v_buf.count, v_buf.datatype, *source, *tag, Comm_C(*comm), STATUS(status));
    wt_f_end(&v_buf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_recv_c_f08ts, (void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *source, MPI_Fint *tag, MPI_Fint *comm, MPI_Status *status, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_own(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 1, WT_F_AT_ONCE, "MPI_Recv_c");
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Recv_c)(BUFFER(v_buf.address), v_buf.count, v_buf.datatype, *source, *tag, Comm_C(*comm), STATUS(status));
    wt_f_end(&v_buf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_recv_init_f08ts, (void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *source, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 1, WT_F_WITH_PERSISTENT_REQUEST, "MPI_Recv_init");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Recv_init)(BUFFER(v_buf.address), v_buf.count, v_buf.datatype, *source, *tag, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_buf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_recv_init_c_f08ts, (void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *source, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 1, WT_F_WITH_PERSISTENT_REQUEST, "MPI_Recv_init_c");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Recv_init_c)(BUFFER(v_buf.address), v_buf.count, v_buf.datatype, *source, *tag, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_buf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_reduce_f08ts, (void *sendbuf, void *recvbuf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_own(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_own(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    SITE();
    int error = CALL(MPI_Reduce)(BUFFER(v_sendbuf.address), BUFFER(v_recvbuf.address), *count, Type_C(*datatype), Op_C(*op), *root, Comm_C(*comm));
    wt_f_end(&v_sendbuf, error);
    wt_f_end(&v_recvbuf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_reduce_c_f08ts, (void *sendbuf, void *recvbuf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_own(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_own(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    SITE();
    int error = CALL(MPI_Reduce_c)(BUFFER(v_sendbuf.address), BUFFER(v_recvbuf.address), *count, Type_C(*datatype), Op_C(*op), *root, Comm_C(*comm));
    wt_f_end(&v_sendbuf, error);
    wt_f_end(&v_recvbuf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_reduce_init_f08ts, (void *sendbuf, void *recvbuf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Reduce_init)(BUFFER(v_sendbuf.address), BUFFER(v_recvbuf.address), *count, Type_C(*datatype), Op_C(*op), *root, Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_reduce_init_c_f08ts, (void *sendbuf, void *recvbuf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Reduce_init_c)(BUFFER(v_sendbuf.address), BUFFER(v_recvbuf.address), *count, Type_C(*datatype), Op_C(*op), *root, Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_reduce_local_f08ts, (void *inbuf, void *inoutbuf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *ierror))
{
    wt_f_section s_inbuf = wt_f_read_own(inbuf);
    wt_f_view v_inbuf = wt_f_copied(&s_inbuf, 0);
    wt_f_section s_inoutbuf = wt_f_read_own(inoutbuf);
    wt_f_view v_inoutbuf = wt_f_copied(&s_inoutbuf, 1);
    SITE();
    int error = CALL(MPI_Reduce_local)(BUFFER(v_inbuf.address), BUFFER(v_inoutbuf.address), *count, Type_C(*datatype), Op_C(*op));
    wt_f_end(&v_inbuf, error);
    wt_f_end(&v_inoutbuf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_reduce_local_c_f08ts, (void *inbuf, void *inoutbuf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *ierror))
{
    wt_f_section s_inbuf = wt_f_read_own(inbuf);
    wt_f_view v_inbuf = wt_f_copied(&s_inbuf, 0);
    wt_f_section s_inoutbuf = wt_f_read_own(inoutbuf);
    wt_f_view v_inoutbuf = wt_f_copied(&s_inoutbuf, 1);
    SITE();
    int error = CALL(MPI_Reduce_local_c)(BUFFER(v_inbuf.address), BUFFER(v_inoutbuf.address), *count, Type_C(*datatype), Op_C(*op));
    wt_f_end(&v_inbuf, error);
    wt_f_end(&v_inoutbuf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_reduce_scatter_f08ts, (void *sendbuf, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_own(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_own(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    SITE();
    int error = CALL(MPI_Reduce_scatter)(BUFFER(v_sendbuf.address), BUFFER(v_recvbuf.address), recvcounts, Type_C(*datatype), Op_C(*op), Comm_C(*comm));
    wt_f_end(&v_sendbuf, error);
    wt_f_end(&v_recvbuf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_reduce_scatter_block_f08ts, (void *sendbuf, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_own(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_own(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    SITE();
    int error = CALL(MPI_Reduce_scatter_block)(BUFFER(v_sendbuf.address), BUFFER(v_recvbuf.address), *recvcount, Type_C(*datatype), Op_C(*op), Comm_C(*comm));
    wt_f_end(&v_sendbuf, error);
    wt_f_end(&v_recvbuf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_reduce_scatter_block_c_f08ts, (void *sendbuf, void *recvbuf, MPI_Count *recvcount, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_own(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_own(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    SITE();
    int error = CALL(MPI_Reduce_scatter_block_c)(BUFFER(v_sendbuf.address), BUFFER(v_recvbuf.address), *recvcount, Type_C(*datatype), Op_C(*op), Comm_C(*comm));
    wt_f_end(&v_sendbuf, error);
    wt_f_end(&v_recvbuf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_reduce_scatter_block_init_f08ts, (void *sendbuf, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Reduce_scatter_block_init)(BUFFER(v_sendbuf.address), BUFFER(v_recvbuf.address), *recvcount, Type_C(*datatype), Op_C(*op), Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_reduce_scatter_block_init_c_f08ts, (void *sendbuf, void *recvbuf, MPI_Count *recvcount, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Reduce_scatter_block_init_c)(BUFFER(v_sendbuf.address), BUFFER(v_recvbuf.address), *recvcount, Type_C(*datatype), Op_C(*op), Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_reduce_scatter_c_f08ts, (void *sendbuf, void *recvbuf, MPI_Count *recvcounts, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_own(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_own(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    SITE();
    int error = CALL(MPI_Reduce_scatter_c)(BUFFER(v_sendbuf.address), BUFFER(v_recvbuf.address), recvcounts, Type_C(*datatype), Op_C(*op), Comm_C(*comm));
    wt_f_end(&v_sendbuf, error);
    wt_f_end(&v_recvbuf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_reduce_scatter_init_f08ts, (void *sendbuf, void *recvbuf, MPI_Fint *recvcounts, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Reduce_scatter_init)(BUFFER(v_sendbuf.address), BUFFER(v_recvbuf.address), recvcounts, Type_C(*datatype), Op_C(*op), Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_reduce_scatter_init_c_f08ts, (void *sendbuf, void *recvbuf, MPI_Count *recvcounts, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Reduce_scatter_init_c)(BUFFER(v_sendbuf.address), BUFFER(v_recvbuf.address), recvcounts, Type_C(*datatype), Op_C(*op), Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_rget_f08ts, (void *origin_addr, MPI_Fint *origin_count, MPI_Fint *origin_datatype, MPI_Fint *target_rank, MPI_Aint *target_disp, MPI_Fint *target_count, MPI_Fint *target_datatype, MPI_Fint *win, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_origin_addr = wt_f_read_c(origin_addr);
    wt_f_view v_origin_addr = wt_f_typed(&s_origin_addr, *origin_count, Type_C(*origin_datatype), 1, WT_F_WITH_REQUEST, "MPI_Rget");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_origin_addr.error ? v_origin_addr.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_origin_addr, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Rget)(BUFFER(v_origin_addr.address), v_origin_addr.count, v_origin_addr.datatype, *target_rank, *target_disp, *target_count, Type_C(*target_datatype), Win_C(*win), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_origin_addr, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_rget_accumulate_f08ts, (void *origin_addr, MPI_Fint *origin_count, MPI_Fint *origin_datatype, void *result_addr, MPI_Fint *result_count, MPI_Fint *result_datatype, MPI_Fint *target_rank, MPI_Aint *target_disp, MPI_Fint *target_count, MPI_Fint *target_datatype, MPI_Fint *op, MPI_Fint *win, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_origin_addr = wt_f_read_c(origin_addr);
    wt_f_view v_origin_addr = wt_f_typed(&s_origin_addr, *origin_count, Type_C(*origin_datatype), 0, WT_F_WITH_REQUEST, "MPI_Rget_accumulate");
    wt_f_section s_result_addr = wt_f_read_c(result_addr);
    wt_f_view v_result_addr = wt_f_typed(&s_result_addr, *result_count, Type_C(*result_datatype), 1, WT_F_WITH_REQUEST, "MPI_Rget_accumulate");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_origin_addr.error ? v_origin_addr.error : v_result_addr.error ? v_result_addr.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_origin_addr, MPI_ERR_OTHER);
        wt_f_end(&v_result_addr, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Rget_accumulate)(BUFFER(v_origin_addr.address), v_origin_addr.count, v_origin_addr.datatype, BUFFER(v_result_addr.address), v_result_addr.count, v_result_addr.datatype, *target_rank, *target_disp, *target_count, Type_C(*target_datatype), Op_C(*op), Win_C(*win), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_origin_addr, error, Request_F(c_request), WT_F_WITH_REQUEST);
    wt_f_end_later(&v_result_addr, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_rget_accumulate_c_f08ts, (void *origin_addr, MPI_Count *origin_count, MPI_Fint *origin_datatype, void *result_addr, MPI_Count *result_count, MPI_Fint *result_datatype, MPI_Fint *target_rank, MPI_Aint *target_disp, MPI_Count *target_count, MPI_Fint *target_datatype, MPI_Fint *op, MPI_Fint *win, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_origin_addr = wt_f_read_c(origin_addr);
    wt_f_view v_origin_addr = wt_f_typed(&s_origin_addr, *origin_count, Type_C(*origin_datatype), 0, WT_F_WITH_REQUEST, "MPI_Rget_accumulate_c");
    wt_f_section s_result_addr = wt_f_read_c(result_addr);
    wt_f_view v_result_addr = wt_f_typed(&s_result_addr, *result_count, Type_C(*result_datatype), 1, WT_F_WITH_REQUEST, "MPI_Rget_accumulate_c");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_origin_addr.error ? v_origin_addr.error : v_result_addr.error ? v_result_addr.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_origin_addr, MPI_ERR_OTHER);
        wt_f_end(&v_result_addr, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Rget_accumulate_c)(BUFFER(v_origin_addr.address), v_origin_addr.count, v_origin_addr.datatype, BUFFER(v_result_addr.address), v_result_addr.count, v_result_addr.datatype, *target_rank, *target_disp, *target_count, Type_C(*target_datatype), Op_C(*op), Win_C(*win), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_origin_addr, error, Request_F(c_request), WT_F_WITH_REQUEST);
    wt_f_end_later(&v_result_addr, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_rget_c_f08ts, (void *origin_addr, MPI_Count *origin_count, MPI_Fint *origin_datatype, MPI_Fint *target_rank, MPI_Aint *target_disp, MPI_Count *target_count, MPI_Fint *target_datatype, MPI_Fint *win, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_origin_addr = wt_f_read_c(origin_addr);
    wt_f_view v_origin_addr = wt_f_typed(&s_origin_addr, *origin_count, Type_C(*origin_datatype), 1, WT_F_WITH_REQUEST, "MPI_Rget_c");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_origin_addr.error ? v_origin_addr.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_origin_addr, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Rget_c)(BUFFER(v_origin_addr.address), v_origin_addr.count, v_origin_addr.datatype, *target_rank, *target_disp, *target_count, Type_C(*target_datatype), Win_C(*win), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_origin_addr, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_rput_f08ts, (void *origin_addr, MPI_Fint *origin_count, MPI_Fint *origin_datatype, MPI_Fint *target_rank, MPI_Aint *target_disp, MPI_Fint *target_count, MPI_Fint *target_datatype, MPI_Fint *win, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_origin_addr = wt_f_read_c(origin_addr);
    wt_f_view v_origin_addr = wt_f_typed(&s_origin_addr, *origin_count, Type_C(*origin_datatype), 0, WT_F_WITH_REQUEST, "MPI_Rput");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_origin_addr.error ? v_origin_addr.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_origin_addr, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Rput)(BUFFER(v_origin_addr.address), v_origin_addr.count, v_origin_addr.datatype, *target_rank, *target_disp, *target_count, Type_C(*target_datatype), Win_C(*win), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_origin_addr, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_rput_c_f08ts, (void *origin_addr, MPI_Count *origin_count, MPI_Fint *origin_datatype, MPI_Fint *target_rank, MPI_Aint *target_disp, MPI_Count *target_count, MPI_Fint *target_datatype, MPI_Fint *win, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_origin_addr = wt_f_read_c(origin_addr);
    wt_f_view v_origin_addr = wt_f_typed(&s_origin_addr, *origin_count, Type_C(*origin_datatype), 0, WT_F_WITH_REQUEST, "MPI_Rput_c");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_origin_addr.error ? v_origin_addr.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_origin_addr, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Rput_c)(BUFFER(v_origin_addr.address), v_origin_addr.count, v_origin_addr.datatype, *target_rank, *target_disp, *target_count, Type_C(*target_datatype), Win_C(*win), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_origin_addr, error, Request_F(c_request), WT_F_WITH_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_rsend_f08ts, (void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_own(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 0, WT_F_AT_ONCE, "MPI_Rsend");
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Rsend)(BUFFER(v_buf.address), v_buf.count, v_buf.datatype, *dest, *tag, Comm_C(*comm));
    wt_f_end(&v_buf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_rsend_c_f08ts, (void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_own(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 0, WT_F_AT_ONCE, "MPI_Rsend_c");
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Rsend_c)(BUFFER(v_buf.address), v_buf.count, v_buf.datatype, *dest, *tag, Comm_C(*comm));
    wt_f_end(&v_buf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_rsend_init_f08ts, (void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 0, WT_F_WITH_PERSISTENT_REQUEST, "MPI_Rsend_init");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Rsend_init)(BUFFER(v_buf.address), v_buf.count, v_buf.datatype, *dest, *tag, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_buf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_rsend_init_c_f08ts, (void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 0, WT_F_WITH_PERSISTENT_REQUEST, "MPI_Rsend_init_c");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Rsend_init_c)(BUFFER(v_buf.address), v_buf.count, v_buf.datatype, *dest, *tag, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_buf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_scan_f08ts, (void *sendbuf, void *recvbuf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_own(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_own(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    SITE();
    int error = CALL(MPI_Scan)(BUFFER(v_sendbuf.address), BUFFER(v_recvbuf.address), *count, Type_C(*datatype), Op_C(*op), Comm_C(*comm));
    wt_f_end(&v_sendbuf, error);
    wt_f_end(&v_recvbuf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_scan_c_f08ts, (void *sendbuf, void *recvbuf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_own(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_own(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    SITE();
    int error = CALL(MPI_Scan_c)(BUFFER(v_sendbuf.address), BUFFER(v_recvbuf.address), *count, Type_C(*datatype), Op_C(*op), Comm_C(*comm));
    wt_f_end(&v_sendbuf, error);
    wt_f_end(&v_recvbuf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_scan_init_f08ts, (void *sendbuf, void *recvbuf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Scan_init)(BUFFER(v_sendbuf.address), BUFFER(v_recvbuf.address), *count, Type_C(*datatype), Op_C(*op), Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_scan_init_c_f08ts, (void *sendbuf, void *recvbuf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *op, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_copied(&s_recvbuf, 1);
    MPI_Request c_request = MPI_REQUEST_NULL;
    SITE();
    int error = CALL(MPI_Scan_init_c)(BUFFER(v_sendbuf.address), BUFFER(v_recvbuf.address), *count, Type_C(*datatype), Op_C(*op), Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_scatter_f08ts, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_own(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_own(recvbuf);
    wt_f_view v_recvbuf = wt_f_typed(&s_recvbuf, *recvcount, Type_C(*recvtype), 1, WT_F_AT_ONCE, "MPI_Scatter");
    int refused = v_recvbuf.error ? v_recvbuf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_sendbuf, MPI_ERR_OTHER);
        wt_f_end(&v_recvbuf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Scatter)(BUFFER(v_sendbuf.address), *sendcount, Type_C(*sendtype), BUFFER(v_recvbuf.address), v_recvbuf.count, v_recvbuf.datatype, *root, Comm_C(*comm));
    wt_f_end(&v_sendbuf, error);
    wt_f_end(&v_recvbuf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_scatter_c_f08ts, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_own(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_own(recvbuf);
    wt_f_view v_recvbuf = wt_f_typed(&s_recvbuf, *recvcount, Type_C(*recvtype), 1, WT_F_AT_ONCE, "MPI_Scatter_c");
    int refused = v_recvbuf.error ? v_recvbuf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_sendbuf, MPI_ERR_OTHER);
        wt_f_end(&v_recvbuf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Scatter_c)(BUFFER(v_sendbuf.address), *sendcount, Type_C(*sendtype), BUFFER(v_recvbuf.address), v_recvbuf.count, v_recvbuf.datatype, *root, Comm_C(*comm));
    wt_f_end(&v_sendbuf, error);
    wt_f_end(&v_recvbuf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_scatter_init_f08ts, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_typed(&s_recvbuf, *recvcount, Type_C(*recvtype), 1, WT_F_WITH_PERSISTENT_REQUEST, "MPI_Scatter_init");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_recvbuf.error ? v_recvbuf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_sendbuf, MPI_ERR_OTHER);
        wt_f_end(&v_recvbuf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Scatter_init)(BUFFER(v_sendbuf.address), *sendcount, Type_C(*sendtype), BUFFER(v_recvbuf.address), v_recvbuf.count, v_recvbuf.datatype, *root, Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_scatter_init_c_f08ts, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_typed(&s_recvbuf, *recvcount, Type_C(*recvtype), 1, WT_F_WITH_PERSISTENT_REQUEST, "MPI_Scatter_init_c");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_recvbuf.error ? v_recvbuf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_sendbuf, MPI_ERR_OTHER);
        wt_f_end(&v_recvbuf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Scatter_init_c)(BUFFER(v_sendbuf.address), *sendcount, Type_C(*sendtype), BUFFER(v_recvbuf.address), v_recvbuf.count, v_recvbuf.datatype, *root, Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_scatterv_f08ts, (void *sendbuf, MPI_Fint *sendcounts, MPI_Fint *displs, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_own(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_own(recvbuf);
    wt_f_view v_recvbuf = wt_f_typed(&s_recvbuf, *recvcount, Type_C(*recvtype), 1, WT_F_AT_ONCE, "MPI_Scatterv");
    int refused = v_recvbuf.error ? v_recvbuf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_sendbuf, MPI_ERR_OTHER);
        wt_f_end(&v_recvbuf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Scatterv)(BUFFER(v_sendbuf.address), sendcounts, displs, Type_C(*sendtype), BUFFER(v_recvbuf.address), v_recvbuf.count, v_recvbuf.datatype, *root, Comm_C(*comm));
    wt_f_end(&v_sendbuf, error);
    wt_f_end(&v_recvbuf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_scatterv_c_f08ts, (void *sendbuf, MPI_Count *sendcounts, MPI_Aint *displs, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_own(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_own(recvbuf);
    wt_f_view v_recvbuf = wt_f_typed(&s_recvbuf, *recvcount, Type_C(*recvtype), 1, WT_F_AT_ONCE, "MPI_Scatterv_c");
    int refused = v_recvbuf.error ? v_recvbuf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_sendbuf, MPI_ERR_OTHER);
        wt_f_end(&v_recvbuf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Scatterv_c)(BUFFER(v_sendbuf.address), sendcounts, displs, Type_C(*sendtype), BUFFER(v_recvbuf.address), v_recvbuf.count, v_recvbuf.datatype, *root, Comm_C(*comm));
    wt_f_end(&v_sendbuf, error);
    wt_f_end(&v_recvbuf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_scatterv_init_f08ts, (void *sendbuf, MPI_Fint *sendcounts, MPI_Fint *displs, MPI_Fint *sendtype, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_typed(&s_recvbuf, *recvcount, Type_C(*recvtype), 1, WT_F_WITH_PERSISTENT_REQUEST, "MPI_Scatterv_init");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_recvbuf.error ? v_recvbuf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_sendbuf, MPI_ERR_OTHER);
        wt_f_end(&v_recvbuf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Scatterv_init)(BUFFER(v_sendbuf.address), sendcounts, displs, Type_C(*sendtype), BUFFER(v_recvbuf.address), v_recvbuf.count, v_recvbuf.datatype, *root, Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_scatterv_init_c_f08ts, (void *sendbuf, MPI_Count *sendcounts, MPI_Aint *displs, MPI_Fint *sendtype, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *root, MPI_Fint *comm, MPI_Fint *info, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_c(sendbuf);
    wt_f_view v_sendbuf = wt_f_copied(&s_sendbuf, 0);
    wt_f_section s_recvbuf = wt_f_read_c(recvbuf);
    wt_f_view v_recvbuf = wt_f_typed(&s_recvbuf, *recvcount, Type_C(*recvtype), 1, WT_F_WITH_PERSISTENT_REQUEST, "MPI_Scatterv_init_c");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_recvbuf.error ? v_recvbuf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_sendbuf, MPI_ERR_OTHER);
        wt_f_end(&v_recvbuf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Scatterv_init_c)(BUFFER(v_sendbuf.address), sendcounts, displs, Type_C(*sendtype), BUFFER(v_recvbuf.address), v_recvbuf.count, v_recvbuf.datatype, *root, Comm_C(*comm), Info_C(*info), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_sendbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    wt_f_end_later(&v_recvbuf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_send_f08ts, (void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_own(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 0, WT_F_AT_ONCE, "MPI_Send");
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Send)(BUFFER(v_buf.address), v_buf.count, v_buf.datatype, *dest, *tag, Comm_C(*comm));
    wt_f_end(&v_buf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_send_c_f08ts, (void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_own(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 0, WT_F_AT_ONCE, "MPI_Send_c");
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Send_c)(BUFFER(v_buf.address), v_buf.count, v_buf.datatype, *dest, *tag, Comm_C(*comm));
    wt_f_end(&v_buf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_send_init_f08ts, (void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 0, WT_F_WITH_PERSISTENT_REQUEST, "MPI_Send_init");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Send_init)(BUFFER(v_buf.address), v_buf.count, v_buf.datatype, *dest, *tag, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_buf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_send_init_c_f08ts, (void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 0, WT_F_WITH_PERSISTENT_REQUEST, "MPI_Send_init_c");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Send_init_c)(BUFFER(v_buf.address), v_buf.count, v_buf.datatype, *dest, *tag, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_buf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_sendrecv_f08ts, (void *sendbuf, MPI_Fint *sendcount, MPI_Fint *sendtype, MPI_Fint *dest, MPI_Fint *sendtag, void *recvbuf, MPI_Fint *recvcount, MPI_Fint *recvtype, MPI_Fint *source, MPI_Fint *recvtag, MPI_Fint *comm, MPI_Status *status, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_own(sendbuf);
    wt_f_view v_sendbuf = wt_f_typed(&s_sendbuf, *sendcount, Type_C(*sendtype), 0, WT_F_AT_ONCE, "MPI_Sendrecv");
    wt_f_section s_recvbuf = wt_f_read_own(recvbuf);
    wt_f_view v_recvbuf = wt_f_typed(&s_recvbuf, *recvcount, Type_C(*recvtype), 1, WT_F_AT_ONCE, "MPI_Sendrecv");
    int refused = v_sendbuf.error ? v_sendbuf.error : v_recvbuf.error ? v_recvbuf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_sendbuf, MPI_ERR_OTHER);
        wt_f_end(&v_recvbuf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Sendrecv)(BUFFER(v_sendbuf.address), v_sendbuf.count, v_sendbuf.datatype, *dest, *sendtag, BUFFER(v_recvbuf.address), v_recvbuf.count, v_recvbuf.datatype, *source, *recvtag, Comm_C(*comm), STATUS(status));
    wt_f_end(&v_sendbuf, error);
    wt_f_end(&v_recvbuf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_sendrecv_c_f08ts, (void *sendbuf, MPI_Count *sendcount, MPI_Fint *sendtype, MPI_Fint *dest, MPI_Fint *sendtag, void *recvbuf, MPI_Count *recvcount, MPI_Fint *recvtype, MPI_Fint *source, MPI_Fint *recvtag, MPI_Fint *comm, MPI_Status *status, MPI_Fint *ierror))
{
    wt_f_section s_sendbuf = wt_f_read_own(sendbuf);
    wt_f_view v_sendbuf = wt_f_typed(&s_sendbuf, *sendcount, Type_C(*sendtype), 0, WT_F_AT_ONCE, "MPI_Sendrecv_c");
    wt_f_section s_recvbuf = wt_f_read_own(recvbuf);
    wt_f_view v_recvbuf = wt_f_typed(&s_recvbuf, *recvcount, Type_C(*recvtype), 1, WT_F_AT_ONCE, "MPI_Sendrecv_c");
    int refused = v_sendbuf.error ? v_sendbuf.error : v_recvbuf.error ? v_recvbuf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_sendbuf, MPI_ERR_OTHER);
        wt_f_end(&v_recvbuf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Sendrecv_c)(BUFFER(v_sendbuf.address), v_sendbuf.count, v_sendbuf.datatype, *dest, *sendtag, BUFFER(v_recvbuf.address), v_recvbuf.count, v_recvbuf.datatype, *source, *recvtag, Comm_C(*comm), STATUS(status));
    wt_f_end(&v_sendbuf, error);
    wt_f_end(&v_recvbuf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_sendrecv_replace_f08ts, (void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *sendtag, MPI_Fint *source, MPI_Fint *recvtag, MPI_Fint *comm, MPI_Status *status, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_own(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 1, WT_F_AT_ONCE, "MPI_Sendrecv_replace");
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Sendrecv_replace)(BUFFER(v_buf.address), v_buf.count, v_buf.datatype, *dest, *sendtag, *source, *recvtag, Comm_C(*comm), STATUS(status));
    wt_f_end(&v_buf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_sendrecv_replace_c_f08ts, (void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *sendtag, MPI_Fint *source, MPI_Fint *recvtag, MPI_Fint *comm, MPI_Status *status, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_own(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 1, WT_F_AT_ONCE, "MPI_Sendrecv_replace_c");
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Sendrecv_replace_c)(BUFFER(v_buf.address), v_buf.count, v_buf.datatype, *dest, *sendtag, *source, *recvtag, Comm_C(*comm), STATUS(status));
    wt_f_end(&v_buf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_session_attach_buffer_f08ts, (MPI_Fint *session, void *buffer, MPI_Fint *size, MPI_Fint *ierror))
{
    wt_f_section s_buffer = wt_f_read_c(buffer);
    wt_f_view v_buffer = wt_f_whole(&s_buffer, "MPI_Session_attach_buffer");
    int refused = v_buffer.error ? v_buffer.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buffer, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Session_attach_buffer)(Session_C(*session), BUFFER(v_buffer.address), *size);
    wt_f_end(&v_buffer, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_session_attach_buffer_c_f08ts, (MPI_Fint *session, void *buffer, MPI_Count *size, MPI_Fint *ierror))
{
    wt_f_section s_buffer = wt_f_read_c(buffer);
    wt_f_view v_buffer = wt_f_whole(&s_buffer, "MPI_Session_attach_buffer_c");
    int refused = v_buffer.error ? v_buffer.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buffer, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Session_attach_buffer_c)(Session_C(*session), BUFFER(v_buffer.address), *size);
    wt_f_end(&v_buffer, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_ssend_f08ts, (void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_own(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 0, WT_F_AT_ONCE, "MPI_Ssend");
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Ssend)(BUFFER(v_buf.address), v_buf.count, v_buf.datatype, *dest, *tag, Comm_C(*comm));
    wt_f_end(&v_buf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_ssend_c_f08ts, (void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_own(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 0, WT_F_AT_ONCE, "MPI_Ssend_c");
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Ssend_c)(BUFFER(v_buf.address), v_buf.count, v_buf.datatype, *dest, *tag, Comm_C(*comm));
    wt_f_end(&v_buf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_ssend_init_f08ts, (void *buf, MPI_Fint *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 0, WT_F_WITH_PERSISTENT_REQUEST, "MPI_Ssend_init");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Ssend_init)(BUFFER(v_buf.address), v_buf.count, v_buf.datatype, *dest, *tag, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_buf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_ssend_init_c_f08ts, (void *buf, MPI_Count *count, MPI_Fint *datatype, MPI_Fint *dest, MPI_Fint *tag, MPI_Fint *comm, MPI_Fint *request, MPI_Fint *ierror))
{
    wt_f_section s_buf = wt_f_read_c(buf);
    wt_f_view v_buf = wt_f_typed(&s_buf, *count, Type_C(*datatype), 0, WT_F_WITH_PERSISTENT_REQUEST, "MPI_Ssend_init_c");
    MPI_Request c_request = MPI_REQUEST_NULL;
    int refused = v_buf.error ? v_buf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_buf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Ssend_init_c)(BUFFER(v_buf.address), v_buf.count, v_buf.datatype, *dest, *tag, Comm_C(*comm), &c_request);
    if (error == MPI_SUCCESS)
        *request = Request_F(c_request);
    wt_f_end_later(&v_buf, error, Request_F(c_request), WT_F_WITH_PERSISTENT_REQUEST);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_unpack_f08ts, (void *inbuf, MPI_Fint *insize, MPI_Fint *position, void *outbuf, MPI_Fint *outcount, MPI_Fint *datatype, MPI_Fint *comm, MPI_Fint *ierror))
{
    wt_f_section s_inbuf = wt_f_read_own(inbuf);
    wt_f_view v_inbuf = wt_f_copied(&s_inbuf, 0);
    wt_f_section s_outbuf = wt_f_read_own(outbuf);
    wt_f_view v_outbuf = wt_f_typed(&s_outbuf, *outcount, Type_C(*datatype), 1, WT_F_AT_ONCE, "MPI_Unpack");
    int refused = v_outbuf.error ? v_outbuf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_inbuf, MPI_ERR_OTHER);
        wt_f_end(&v_outbuf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Unpack)(BUFFER(v_inbuf.address), *insize, position, BUFFER(v_outbuf.address), v_outbuf.count, v_outbuf.datatype, Comm_C(*comm));
    wt_f_end(&v_inbuf, error);
    wt_f_end(&v_outbuf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_unpack_c_f08ts, (void *inbuf, MPI_Count *insize, MPI_Count *position, void *outbuf, MPI_Count *outcount, MPI_Fint *datatype, MPI_Fint *comm, MPI_Fint *ierror))
{
    wt_f_section s_inbuf = wt_f_read_own(inbuf);
    wt_f_view v_inbuf = wt_f_copied(&s_inbuf, 0);
    wt_f_section s_outbuf = wt_f_read_own(outbuf);
    wt_f_view v_outbuf = wt_f_typed(&s_outbuf, *outcount, Type_C(*datatype), 1, WT_F_AT_ONCE, "MPI_Unpack_c");
    int refused = v_outbuf.error ? v_outbuf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_inbuf, MPI_ERR_OTHER);
        wt_f_end(&v_outbuf, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Unpack_c)(BUFFER(v_inbuf.address), *insize, position, BUFFER(v_outbuf.address), v_outbuf.count, v_outbuf.datatype, Comm_C(*comm));
    wt_f_end(&v_inbuf, error);
    wt_f_end(&v_outbuf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_unpack_external_f08ts, (char *datarep, void *inbuf, MPI_Aint *insize, MPI_Aint *position, void *outbuf, MPI_Fint *outcount, MPI_Fint *datatype, MPI_Fint *ierror, size_t datarep_length))
{
    char *c_datarep = wt_f_string(datarep, datarep_length);
    wt_f_section s_inbuf = wt_f_read_own(inbuf);
    wt_f_view v_inbuf = wt_f_copied(&s_inbuf, 0);
    wt_f_section s_outbuf = wt_f_read_own(outbuf);
    wt_f_view v_outbuf = wt_f_typed(&s_outbuf, *outcount, Type_C(*datatype), 1, WT_F_AT_ONCE, "MPI_Unpack_external");
    int refused = v_outbuf.error ? v_outbuf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_inbuf, MPI_ERR_OTHER);
        wt_f_end(&v_outbuf, MPI_ERR_OTHER);
        free(c_datarep);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Unpack_external)(c_datarep, BUFFER(v_inbuf.address), *insize, position, BUFFER(v_outbuf.address), v_outbuf.count, v_outbuf.datatype);
    free(c_datarep);
    wt_f_end(&v_inbuf, error);
    wt_f_end(&v_outbuf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_unpack_external_c_f08ts, (char *datarep, void *inbuf, MPI_Count *insize, MPI_Count *position, void *outbuf, MPI_Count *outcount, MPI_Fint *datatype, MPI_Fint *ierror, size_t datarep_length))
{
    char *c_datarep = wt_f_string(datarep, datarep_length);
    wt_f_section s_inbuf = wt_f_read_own(inbuf);
    wt_f_view v_inbuf = wt_f_copied(&s_inbuf, 0);
    wt_f_section s_outbuf = wt_f_read_own(outbuf);
    wt_f_view v_outbuf = wt_f_typed(&s_outbuf, *outcount, Type_C(*datatype), 1, WT_F_AT_ONCE, "MPI_Unpack_external_c");
    int refused = v_outbuf.error ? v_outbuf.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_inbuf, MPI_ERR_OTHER);
        wt_f_end(&v_outbuf, MPI_ERR_OTHER);
        free(c_datarep);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Unpack_external_c)(c_datarep, BUFFER(v_inbuf.address), *insize, position, BUFFER(v_outbuf.address), v_outbuf.count, v_outbuf.datatype);
    free(c_datarep);
    wt_f_end(&v_inbuf, error);
    wt_f_end(&v_outbuf, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_win_attach_f08ts, (MPI_Fint *win, void *base, MPI_Aint *size, MPI_Fint *ierror))
{
    wt_f_section s_base = wt_f_read_c(base);
    wt_f_view v_base = wt_f_whole(&s_base, "MPI_Win_attach");
    int refused = v_base.error ? v_base.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_base, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Win_attach)(Win_C(*win), BUFFER(v_base.address), *size);
    wt_f_end(&v_base, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_win_create_f08ts, (void *base, MPI_Aint *size, MPI_Fint *disp_unit, MPI_Fint *info, MPI_Fint *comm, MPI_Fint *win, MPI_Fint *ierror))
{
    wt_f_section s_base = wt_f_read_c(base);
    wt_f_view v_base = wt_f_whole(&s_base, "MPI_Win_create");
    MPI_Win c_win = MPI_WIN_NULL;
    int refused = v_base.error ? v_base.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_base, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Win_create)(BUFFER(v_base.address), *size, *disp_unit, Info_C(*info), Comm_C(*comm), &c_win);
    if (error == MPI_SUCCESS)
        *win = Win_F(c_win);
    wt_f_end(&v_base, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_win_create_c_f08ts, (void *base, MPI_Aint *size, MPI_Aint *disp_unit, MPI_Fint *info, MPI_Fint *comm, MPI_Fint *win, MPI_Fint *ierror))
{
    wt_f_section s_base = wt_f_read_c(base);
    wt_f_view v_base = wt_f_whole(&s_base, "MPI_Win_create_c");
    MPI_Win c_win = MPI_WIN_NULL;
    int refused = v_base.error ? v_base.error : MPI_SUCCESS;
    if (refused) {
        wt_f_end(&v_base, MPI_ERR_OTHER);
        REPORT(refused);
        return;
    }
    SITE();
    int error = CALL(MPI_Win_create_c)(BUFFER(v_base.address), *size, *disp_unit, Info_C(*info), Comm_C(*comm), &c_win);
    if (error == MPI_SUCCESS)
        *win = Win_F(c_win);
    wt_f_end(&v_base, error);
    if (ierror)
        *ierror = error;
}

ROUTINE(void, mpi_win_detach_f08ts, (MPI_Fint *win, void *base, MPI_Fint *ierror))
{
    wt_f_section s_base = wt_f_read_c(base);
    wt_f_view v_base = wt_f_first(&s_base);
    SITE();
    int error = CALL(MPI_Win_detach)(Win_C(*win), BUFFER(v_base.address));
    wt_f_end(&v_base, error);
    if (ierror)
        *ierror = error;
}
