/* The half of fortran_languages.f90 that is in C. */
#include <mpi.h>
#include <stddef.h>

int c_keyval(void);
void c_set(MPI_Fint comm, MPI_Fint keyval, MPI_Aint value);
MPI_Aint c_pointer(MPI_Fint comm, MPI_Fint keyval);
MPI_Aint c_behind(MPI_Fint comm, MPI_Fint keyval, int wanted);
MPI_Aint c_type_behind(MPI_Fint datatype, MPI_Fint keyval);
MPI_Aint c_window_behind(MPI_Fint window, MPI_Fint keyval);
int c_statuses(const MPI_Fint *status);

int c_keyval(void)
{
    int keyval;
    MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, &keyval, NULL);
    return keyval;
}

void c_set(MPI_Fint comm, MPI_Fint keyval, MPI_Aint value)
{
    MPI_Comm_set_attr(MPI_Comm_f2c(comm), keyval, (char *)0 + value);
}

MPI_Aint c_pointer(MPI_Fint comm, MPI_Fint keyval)
{
    char *found = NULL;
    int flag = 0;
    MPI_Comm_get_attr(MPI_Comm_f2c(comm), keyval, &found, &flag);
    return flag ? found - (char *)0 : -1;
}

MPI_Aint c_behind(MPI_Fint comm, MPI_Fint keyval, int wanted)
{
    void *found = NULL;
    int flag = 0;
    MPI_Comm_get_attr(MPI_Comm_f2c(comm), keyval, &found, &flag);
    if (!flag)
        return -1;
    return wanted == (int)sizeof(MPI_Fint) ? *(MPI_Fint *)found : *(MPI_Aint *)found;
}

MPI_Aint c_type_behind(MPI_Fint datatype, MPI_Fint keyval)
{
    MPI_Aint *found = NULL;
    int flag = 0;
    MPI_Type_get_attr(MPI_Type_f2c(datatype), keyval, &found, &flag);
    return flag ? *found : -1;
}

MPI_Aint c_window_behind(MPI_Fint window, MPI_Fint keyval)
{
    MPI_Aint *found = NULL;
    int flag = 0;
    MPI_Win_get_attr(MPI_Win_f2c(window), keyval, &found, &flag);
    return flag ? *found : -1;
}

/* The number of faults in a status of Fortran as C and mpi_f08 see it. */
int c_statuses(const MPI_Fint *status)
{
    MPI_Status c;
    MPI_F08_status other;
    MPI_Fint back[sizeof(MPI_Status) / sizeof(MPI_Fint)];
    int count = 0, wrong = 0;
    MPI_Status_f2c(status, &c);
    MPI_Get_count(&c, MPI_INT, &count);
    wrong += count != 1 || c.MPI_TAG != 12;
    MPI_Status_c2f08(&c, &other);
    wrong += other.MPI_TAG != 12;
    MPI_Status_f082c(&other, &c);
    MPI_Status_c2f(&c, back);
    for (size_t i = 0; i < sizeof back / sizeof back[0]; i++)
        wrong += back[i] != status[i];
    return wrong;
}
